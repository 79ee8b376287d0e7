"""CONTRIBUTING has the sections that tests, pages and its own contents send a reader to."""

from __future__ import annotations

import re

import pytest

from evalbook_tools import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SHOWN = re.compile(r"^(`{3,})\w*\n.*?^\1$", re.MULTILINE | re.DOTALL)
SECTIONS = re.findall(r"^##+ (.+)$", SHOWN.sub("", GUIDE), re.MULTILINE)
SENT_TO = {
    "tests/book_pages.py": "see CONTRIBUTING, A chapter",
    "tests/book/test_due_records.py": "(A question that comes back)",
    "book/homework_and_grading.md": "*An assignment* in `CONTRIBUTING.md`",
}
"""Who names a section in words, and how."""


def anchor(heading: str) -> str:
    """The place of a heading, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", heading.casefold()).replace(" ", "-")


@pytest.mark.parametrize(("file", "words"), SENT_TO.items())
def test_a_section_that_is_named_in_words_is_there(file, words):
    assert words in (ROOT / file).read_text("utf-8")
    assert [heading for heading in SECTIONS if heading in words]


@pytest.mark.parametrize("file", ["CONTRIBUTING.md", "README.md"])
def test_a_link_leads_to_a_section(file):
    text = (ROOT / file).read_text("utf-8")
    links = re.findall(r"\]\((?:CONTRIBUTING\.md)?#([\w-]+)\)", text)
    assert links
    assert set(links) <= {anchor(heading) for heading in SECTIONS}


def test_the_contents_name_every_section_once():
    contents = GUIDE.partition("\n## ")[0]
    named = re.findall(r"\]\(#([\w-]+)\)", contents)
    assert sorted(named) == sorted(anchor(heading) for heading in SECTIONS)

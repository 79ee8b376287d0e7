"""Openings are told apart from chapters when the contents are read, and put into captions when they are drawn."""

from __future__ import annotations

import pytest
from sphinx_external_toc.api import FileItem, TocTree

from evalbook_tools.site import part_openings

ONE, TWO = '<li class="toctree-l1"><a href="a/one.html">1. One</a></li>\n', '<li><a href="b/two.html">2. Two</a></li>\n'
OPENING = '<li class="toctree-l1"><a class="x" href="a/index.html">How A begins</a></li>\n'


def listed(caption: str, pages: str, link: str = "") -> str:
    text = f"{link}{caption}</a>" if link else caption
    return f'<p class="caption" role="heading"><span class="caption-text">{text}</span></p>\n<ul>\n{pages}</ul>\n'


@pytest.mark.parametrize("between", ["", '</div>\n<div class="toctree-wrapper compound">\n'], ids=["beside", "landing"])
def test_two_captions_of_one_part_become_a_link(between):
    drawn = listed("A", OPENING) + between + listed("A", ONE) + between + listed("B", TWO)
    linked = listed("A", ONE, '<a class="x" href="a/index.html">')
    assert part_openings.captions_lead(drawn) == linked + between + listed("B", TWO)


def test_the_captions_of_two_parts_stay_when_the_first_has_one_page():
    drawn = listed("A", ONE) + listed("B", TWO)
    assert part_openings.captions_lead(drawn) == drawn


def files(*names: str) -> list[FileItem]:
    return [FileItem(f"book/{name}") for name in names]


def test_an_opening_becomes_a_list_without_numbers():
    opening, chapters = part_openings._apart(TocTree(files("a/index", "a/one"), caption="A", numbered=1))
    assert (opening.items, opening.caption, opening.numbered) == (files("a/index"), "A", False)
    assert (chapters.items, chapters.caption, chapters.numbered) == (files("a/one"), "A", 1)


@pytest.mark.parametrize(
    "part",
    [TocTree(files("a/one", "a/two"), caption="A", numbered=1), TocTree(files("a/index", "a/one"), caption="A")],
    ids=["without the page", "without numbers"],
)
def test_a_part_without_an_opening_stays_one_list(part):
    assert [*part_openings._apart(part)] == [part]

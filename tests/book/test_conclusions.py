"""What a chapter concludes in a heading, a line of its recap or the answer of a bet rests on something.

On a claim that was tried, on an assert of the page, on what it saw once and how far that goes, or on a source that is
cited; or nothing is concluded there. The module of a chapter in tests/claims says which (`rests`).
"""

from __future__ import annotations

import re

import pytest

from book_pages import CHAPTERS, ROOT, cells_of, records
from evalbook_tools.claims.record import all_claims
from evalbook_tools.claims.register import REGISTER, Conclusion
from evalbook_tools.prose.numbers import NUMBER, numbers
from evalbook_tools.prose.revived import content_words

CLAIMS = {claim.id: claim for claim in all_claims()}
SETTLED = [name.removeprefix("book/") for name in CHAPTERS]
NO_FINDING = {"Exercises", "Further", "Recap"}
MOST_MARKS = 3
SIGNS = re.compile(r"\{[\w:]+\}|`|\*|\$|_(?=\w)|<[^>]+>|\[|\]\([^)]*\)")
each_settled = pytest.mark.parametrize("chapter", SETTLED)
each_conclusion = pytest.mark.parametrize(
    "one", REGISTER.conclusions, ids=lambda one: f"{one.chapter}: {one.text}".replace("::", ":")
)


def plain(text: str) -> str:
    """Without the signs of Markdown."""
    return " ".join(SIGNS.sub("", text).split())


def texts(chapter: str) -> list[str]:
    """Where a chapter concludes: its headings before the exercises, the lines of its recap, its bets."""
    headings = re.findall(r"^##+ (.+)$", prose(chapter).partition("\n## Exercises")[0], re.MULTILINE)
    lines = [line for line in recap_lines(chapter) if not line.startswith("Next:")]
    bets = [one["id"] for one in records(f"book/{chapter}") if one["role"] == "bet"]
    return [plain(text) for text in headings if text not in NO_FINDING] + lines + bets


def prose(chapter: str) -> str:
    cells = cells_of(f"book/{chapter}")
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def recap_lines(chapter: str) -> list[str]:
    """The lines of a recap, each with those that continue it."""
    recap = prose(chapter).partition("\n## Recap")[2]
    return [plain(line) for line in re.findall(r"^- (.+(?:\n  .+)*)", recap, re.MULTILINE)]


def printed_by(chapter: str) -> list[str]:
    """What the cells of a chapter print, as text or as a table."""
    outputs = [output for cell in cells_of(f"book/{chapter}") for output in cell.get("outputs", [])]
    return ["".join(text) for one in outputs for text in (one.get("text", ""), *one.get("data", {}).values())]


@each_settled
def test_every_conclusion_rests_on_something(chapter):
    found = [one.text for one in REGISTER.conclusions if one.chapter == chapter]
    rests = {text: [begin for begin in found if text.startswith(plain(begin))] for text in texts(chapter)}
    assert {text for text, begins in rests.items() if len(begins) != 1} == set()
    assert set(found) == {begin for begins in rests.values() for begin in begins}, "says what no text begins with"


@each_conclusion
def test_what_it_rests_on_is_there(one):
    cells = {cell["id"]: "".join(cell["source"]) for cell in cells_of(f"book/{one.chapter}")}
    page = "\n".join(cells.values())
    printed = "\n".join(printed_by(one.chapter))
    proves = re.compile(r"^\s*assert ", re.MULTILINE)
    there = {
        "claim": lambda: one.on in CLAIMS and CLAIMS[one.on].chapter == one.chapter,
        "exact": lambda: proves.search(cells[one.on]),
        "once": lambda: proves.search(cells[one.on]) and (one.by in CLAIMS or one.by in page or one.by in printed),
        "cite": lambda: re.search(rf"\{{cite:[pt]\}}`[^`]*{one.on}", page),
        "defines": lambda: one.on.casefold() in page.casefold(),
    }
    assert there[one.kind](), f"{one.kind}: {one.on}"


ENOUGH = 0.6
"""The share of the words of a condition that a line of the recap has to have; it may tell it in its own words."""


def said(text: str) -> frozenset[str]:
    """The words that carry the content of a text, and its numbers in one spelling."""
    return content_words(NUMBER.sub(" ", text)) | {number for number, _ in numbers(text)}


def on_claims() -> list[tuple[Conclusion, str]]:
    """The conclusions that rest on a claim and are lines of a recap, with these lines."""
    found = [one for one in REGISTER.conclusions if one.kind == "claim"]
    return [(one, line) for one in found for line in recap_lines(one.chapter) if line.startswith(plain(one.text))]


@pytest.mark.parametrize(("one", "line"), on_claims(), ids=lambda value: getattr(value, "chapter", ""))
def test_a_recap_says_when_the_claim_holds_that_it_rests_on(one, line):
    assert one.when, "name the words of the claim that say for whom it holds: rests(…, when=…)"
    assert one.when in CLAIMS[one.on].sentence
    condition = said(one.when)
    missing = condition - said(line)
    assert len(missing) <= (1 - ENOUGH) * len(condition), f"{missing} is missing in: {line}"


# ---------------------------------------------------------------- marks


@pytest.mark.parametrize("path", sorted((ROOT / "book").glob("*/*.ipynb")), ids=lambda path: path.stem)
def test_marks_are_few_and_stand_in_the_text(path):
    chapter = f"{path.parent.name}/{path.stem}"
    cells = ["".join(cell["source"]) for cell in cells_of(f"book/{chapter}") if cell["cell_type"] == "markdown"]
    marks = re.findall(r"\{claim\}`([\w-]+)`", "\n".join(cells))
    assert len(marks) == len(set(marks)) <= MOST_MARKS
    assert all(CLAIMS[id].chapter == chapter for id in marks)
    assert not re.search(r"^#.*\{claim\}", "\n".join(cells), re.MULTILINE), "a mark in a heading"


def test_no_mark_stands_before_the_chapter_that_explains_splits():
    for chapter in ("splits/hold_out", "splits/proportion"):
        assert "{claim}" not in "".join("".join(cell["source"]) for cell in cells_of(f"book/{chapter}"))

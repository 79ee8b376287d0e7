"""Where the sources err: each entry quotes a note, translates it, judges it, and leads to the place that tests it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from book_pages import CHAPTERS
from evalbook_tools import notebooks as tool

CHAPTER_FILES = [tool.ROOT / f"{name}.ipynb" for name in CHAPTERS]
PAGES = [tool.ROOT / "book" / name for name in ("errata.ipynb", "slips.ipynb")]
VERDICTS = ("Wrong", "Too general", "Incomplete", "Disputed", "Slip", "Right")
ANCHOR = re.compile(r"^\(check-([a-z0-9-]+)\)=$", re.MULTILINE)
LINK = re.compile(r"\]\(#check-([a-z0-9-]+)\)")
IN_CHINESE = re.compile(
    r"^:::\{admonition\} The same in Chinese\n:class: dropdown\n(.+?)^:::$", re.MULTILINE | re.DOTALL
)
UNTITLED = "the note without a title"
CITED = re.compile(rf"\((?:\*([^*()]+)\*|({UNTITLED}))\)$", re.MULTILINE)
BOX = ":::{admonition} Check the source"
NOTES = (
    "Performance measures",
    "Summary of learning about the ROC curve",
    "Model evaluation metrics often seen in papers",
    "Machine learning: experimental evaluation and performance measures",
    UNTITLED,
)
DECIMAL = re.compile(r"(?<![\d.])\d*\.\d+")


@dataclass(frozen=True)
class Entry:
    """One erratum; `shown` is what the cell right below it prints."""

    label: str
    section: str
    title: str
    quotation: str
    translation: str
    judgment: str
    shown: str

    @property
    def notes(self) -> list[str]:
        """The names of the notes that it quotes."""
        return ["".join(names) for names in CITED.findall(self.translation)]

    @property
    def links(self) -> list[str]:
        return LINK.findall(self.judgment)


def entries_of(cells) -> list[Entry]:
    """The entries of a page, a cell each."""
    found, section = [], ""
    for place, cell in enumerate(cells):
        if cell.cell_type != "markdown":
            continue
        section = (re.findall(r"(?<!\)=\n)^##? (.+)$", cell.source, re.MULTILINE) or [section])[-1]
        for label, body in re.findall(r"^\(erratum-([a-z0-9-]+)\)=\n(.*)", cell.source, re.MULTILINE | re.DOTALL):
            below = cells[place + 1] if place + 1 < len(cells) else cell
            found.append(entry(label, section, body, printed(below) if below.cell_type == "code" else ""))
    return found


def entry(label: str, section: str, body: str, shown: str) -> Entry:
    """The translation comes first, with the note's name at its end; the Chinese is folded, where it is no formula."""
    title = re.match(r"###? (.+)", body)
    translation = "\n".join(line.removeprefix(">").strip() for line in body.splitlines() if line.startswith(">"))
    folded = IN_CHINESE.search(body)
    quotation = folded[1].strip() if folded else translation
    judgment = re.split(r"^>.*\n(?!>)", IN_CHINESE.sub("", body), flags=re.MULTILINE)[-1].strip()
    return Entry(label, section, title[1] if title else "", quotation, translation, judgment, shown)


def printed(cell) -> str:
    """What a code cell shows, as text."""
    data = [output.get("data", {}) for output in cell.outputs]
    texts = [one[kind] for one in data for kind in ("text/markdown", "text/plain") if kind in one]
    return "\n".join([output.text for output in cell.outputs if "text" in output] + texts)


@cache
def places() -> dict[str, tuple[Path, int]]:
    """The chapter and the cell of each place that tests a claim."""
    return {
        label: (path, place)
        for path in CHAPTER_FILES
        for place, cell in enumerate(tool.read(path).cells)
        if cell.cell_type == "markdown"
        for label in ANCHOR.findall(cell.source)
    }


@cache
def chapter_text(path: Path) -> str:
    cells = tool.read(path).cells
    return "\n".join(cell.source if cell.cell_type == "markdown" else printed(cell) for cell in cells)


def decimals(text: str) -> set[str]:
    """Its decimal numbers; 0.5 and .5 are one."""
    return {number.lstrip("0") for number in DECIMAL.findall(text)}


def faults(one: Entry) -> list[str]:
    """What an entry lacks."""
    gone = [label for label in one.links if label not in places()]
    sources = one.shown + "".join(chapter_text(places()[label][0]) for label in one.links if label in places())
    own = decimals(sources + one.quotation + one.translation + one.title)
    conditions = {
        "a title": one.title,
        "the name of the note": one.notes and set(one.notes) <= {*NOTES},
        "a quotation, in Chinese or a formula": re.search("[\u4e00-\u9fff]{4}|\\$.+\\$", one.quotation, re.DOTALL),
        "a translation": re.search("[A-Za-z]{3}", one.translation),
        "a judgment": one.judgment.startswith(tuple(f"**{verdict}" for verdict in VERDICTS)),
        "a test": one.links or one.shown or one.section.startswith(("Slips", "Wrong only")),
        f"the places {gone}": not gone,
        f"the source of {decimals(one.judgment) - own}": decimals(one.judgment) <= own,
    }
    return [what for what, holds in conditions.items() if not holds]


CELLS = [cell for page in PAGES for cell in tool.read(page).cells]
ENTRIES = entries_of(CELLS)
each_entry = pytest.mark.parametrize("one", ENTRIES, ids=lambda one: one.label)


@each_entry
def test_an_entry_quotes_translates_judges_and_leads_to_its_test(one):
    """A number in a judgment is one that the chapter or the cell below has."""
    assert not faults(one)


@each_entry
def test_each_quotation_of_several_notes_says_which_note(one):
    in_chinese = re.findall(r"\(([^()]*[\u4e00-\u9fff]{2}[^()]*)\)$", one.quotation, re.MULTILINE)
    if len(set(one.notes)) > 1:
        assert len(set(in_chinese)) == len(set(one.notes))


WHOLE = Entry(
    label="recall",
    section="Errors",
    title="Recall",
    quotation="召回率表示概率",
    translation="Recall is a share. (*Performance measures*)",
    judgment="**Wrong.** It is .9900. [Precision and recall](#check-recall) tests it.",
    shown="",
)


@pytest.mark.parametrize(
    "change, lacking",
    [
        ({}, []),
        ({"title": ""}, ["a title"]),
        ({"translation": "Recall is a share."}, ["the name of the note"]),
        ({"translation": "Recall is a share. (*No such note*)"}, ["the name of the note"]),
        ({"translation": "Recall is a share. (the note without a title)"}, []),
        ({"quotation": ""}, ["a quotation, in Chinese or a formula"]),
        ({"translation": ""}, ["the name of the note", "a translation"]),
        ({"judgment": "See [the box](#check-recall)."}, ["a judgment"]),
        ({"judgment": "**Wrong.**"}, ["a test"]),
        ({"judgment": "**Wrong.**", "shown": "1"}, []),
        ({"judgment": "**Slip.**", "section": "Slips of the pen"}, []),
        ({"judgment": "**Wrong.** [Gone](#check-no-such-box)"}, ["the places ['no-such-box']"]),
        ({"judgment": "**Wrong.** It is .9901. [Box](#check-recall)"}, ["the source of {'.9901'}"]),
    ],
)
def test_a_spoiled_entry_is_refused(change, lacking):
    assert faults(replace(WHOLE, **change)) == lacking


def test_an_entry_is_read_whole():
    quoted = "> One,\n> two. (*A*)\n>\n> Three. (the note without a title)"
    folded = ":::{admonition} The same in Chinese\n:class: dropdown\n一二 (甲)\n\n三四\n:::"
    source = f"## Errors\n\n(erratum-one)=\n### One\n\n{quoted}\n\n{folded}\n\n**Wrong.** So.\n\nMore."
    cell = tool.nbformat.v4.new_markdown_cell(source)
    translation = "One,\ntwo. (*A*)\n\nThree. (the note without a title)"
    whole = Entry("one", "Errors", "One", "一二 (甲)\n\n三四", translation, "**Wrong.** So.\n\nMore.", "")
    assert entries_of([cell]) == [whole]
    assert whole.notes == ["A", "the note without a title"]


def test_no_entry_is_overlooked():
    """On the page of slips, which has no sections, each heading is of an entry."""
    headings = [
        heading
        for page, level in zip(PAGES, ["###", "##"], strict=True)
        for cell in tool.read(page).cells
        for heading in re.findall(f"^{level} .+", cell.source, re.MULTILINE)
    ]
    assert len(ENTRIES) == len(headings) == len({one.label for one in ENTRIES})


def test_each_place_has_one_name_and_is_linked():
    cells = [cell for path in CHAPTER_FILES for cell in tool.read(path).cells if cell.cell_type == "markdown"]
    named = [label for cell in cells for label in ANCHOR.findall(cell.source)]
    page = "\n".join(cell.source for cell in CELLS)
    assert sorted(named) == sorted(set(LINK.findall(page)))


@pytest.mark.parametrize("label", sorted(places()))
def test_code_stands_beside_each_place(label):
    path, place = places()[label]
    beside = tool.read(path).cells[max(place - 1, 0) : place + 2]
    assert "code" in {cell.cell_type for cell in beside}


def test_each_box_of_a_chapter_has_a_name():
    nameless = [
        f"{path.stem}: {title}"
        for path in CHAPTER_FILES
        for cell in tool.read(path).cells
        for before, title in re.findall(rf"(.*)\n:*{re.escape(BOX)}(.*)", "\n" + cell.source)
        if not ANCHOR.search(before)
    ]
    assert not nameless


@pytest.mark.parametrize("note", NOTES)
def test_each_note_has_its_title_its_date_and_the_chapters_that_test_it(note):
    lines = "\n".join(cell.source for cell in CELLS).splitlines()
    row = next(line for line in lines if line.startswith((f"| *{note}*", f"| {note}")))
    assert re.search("[\u4e00-\u9fff]{4}", row), "its title, or how it begins"
    assert re.search(r" \d{4} |no date", row)
    tested_in = {places()[label][0] for one in ENTRIES if note in one.notes for label in one.links}
    assert {PAGES[0].parent / file for file in re.findall(r"\]\(([^)#]+\.ipynb)\)", row)} == tested_in

"""A course's core and the path in it: closed under what a chapter needs, marked, printed alone."""

from __future__ import annotations

import re

import pytest
from test_teachers import CORE, ENTRIES, PAGE

from book_pages import CHAPTERS, DESKTOP, PAGES, PHONE, ROOT, cells_of
from evalbook_tools.paper.toc import core as core_of_paper
from evalbook_tools.paper.toc import parts
from evalbook_tools.working_copies import config

SCREENS = {DESKTOP: 3, PHONE: 4}
SITTINGS = {9: "nine", 10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen"}
HOURS = re.compile(
    r"[^.]*\b(?:(?:chapters?|book|path)\b[^.]*\b\w+[ -]hours?|\w+[ -]hours?\b[^.]*\b(?:chapters?|book|path))\b[^.]*"
)
"""A sentence on hours and on something of the book."""
PATH = [f"book/{name}" for name in config()["sphinx"]["config"]["evalbook_path"]]
NEEDS = {name: entry.needs for name, entry in ENTRIES.items()}
TERM = re.compile(r"(\*\*)?\{term\}`(?:[^`<]*<)?([^`>]+)>?`(\*\*)?")
each_list = pytest.mark.parametrize("chapters", [CORE, PATH], ids=["core", "path"])


def prose(chapter: str) -> str:
    return "\n".join("".join(cell["source"]) for cell in cells_of(chapter) if cell["cell_type"] == "markdown")


def text_of(name: str) -> str:
    page = ROOT / f"{name}.md"
    return " ".join((page.read_text("utf-8") if page.exists() else prose(name)).split())


def terms(text: str, *, defined: bool) -> set[str]:
    return {term.casefold() for bold, term, _ in TERM.findall(text) if bold or not defined}


@each_list
def test_its_chapters_stand_in_the_order_of_the_book(chapters):
    assert chapters == [name for name in CHAPTERS if name in chapters]


@each_list
def test_what_a_chapter_needs_comes_before_it(chapters):
    assert {name: set(NEEDS[name]) - set(chapters) for name in chapters if not set(NEEDS[name]) <= set(chapters)} == {}


def test_no_core_page_uses_a_term_that_an_elective_defines_first():
    first: dict[str, str] = {}
    for chapter in CHAPTERS:
        for term in terms(prose(chapter), defined=True):
            first.setdefault(term, chapter)
    used = {chapter: terms(prose(chapter).partition("## Exercises")[0], defined=False) for chapter in CORE}
    assert {
        (chapter, term) for chapter, all_of in used.items() for term in all_of if first.get(term, CORE[0]) not in CORE
    } == set()


def test_the_path_is_a_part_of_the_core_with_a_sitting_for_each_chapter():
    assert set(PATH) <= set(CORE)
    (number,) = re.findall(r"The path of (\w+) sittings, a chapter each", PAGE)
    assert number == SITTINGS[len(PATH)]


@pytest.mark.parametrize("name", PAGES)
def test_no_page_promises_a_number_of_hours(name):
    """What a reader needs differs too much: a page states a range of minutes for each chapter, and no sum."""
    assert HOURS.findall(text_of(name)) == []


def test_the_core_is_printed_without_the_electives():
    printed = [name for part in parts(only_core=True) for name in part.pages if name.count("/") == 2]
    assert printed == CORE
    assert core_of_paper() == set(CORE)


def test_the_contents_mark_the_core(reader):
    marked = reader("book/intro").locator(".contents a.core").evaluate_all("all => all.map(each => each.pathname)")
    assert [path.partition(".html")[0][-len(name) :] for path, name in zip(marked, CORE, strict=True)] == CORE


each_window = pytest.mark.parametrize("window", SCREENS, ids=["desktop", "phone"])


@pytest.fixture
def landing(reader, window):
    return reader("book/intro", viewport={"width": window[0], "height": window[1]})


def end_of(part) -> float:
    box = part.bounding_box()
    return box["y"] + box["height"]


@each_window
def test_the_first_sentence_its_picture_and_its_bet_stand_on_the_first_screen(landing, window):
    assert landing.locator("article p strong").first.inner_text().startswith("A model that is right 99% of the time")
    parts = [landing.locator("article img").first, landing.locator(".q-choices button").last]
    assert max(map(end_of, parts)) <= window[1]


@each_window
def test_what_for_whom_and_where_to_start_follow_soon(landing, window):
    assert end_of(landing.locator("article ol li").last) <= SCREENS[window] * window[1]

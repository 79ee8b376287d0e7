"""Where a reader who has begun goes on: in the masthead of every page, and above all on the landing page."""

from __future__ import annotations

import json

import pytest
from test_accessibility import MARKUP, each_theme, pale_texts, wcag_violations
from test_due_page import MORNING
from test_progress import all_answers, progress_with
from test_questions import LANDING, NO_STORAGE, bets_of, choice, store

from book_pages import BEFORE, DUE, PHONE, records

HOLD_OUT, PROPORTION = "book/splits/hold_out", "book/splits/proportion"
CROSS, LEAVE_ONE_OUT, LEAKAGE = "book/splits/cross_validation", "book/splits/leave_one_out", "book/splits/leakage"
AUC, GLOSSARY, PROGRESS = "book/curves/auc", "book/glossary", "book/my_progress"
LINE = ".masthead .onward"
# What the lines say, and where the text begins: in the first frame that shows a part of it, and afterwards.
LOOK = """() => ({
    said: [...document.querySelectorAll(".onward")].map(line => line.textContent),
    tops: ["main", "article", "h1"].map(part => document.querySelector(part).getBoundingClientRect().top) })"""
FIRST_DRAWN = f"""requestAnimationFrame(function look() {{
    if (!document.querySelector("main h1")) return requestAnimationFrame(look);
    window.firstDrawn = ({LOOK})(); }});"""


def begun(name):
    """The first bet of a chapter is made."""
    return {bets_of(name)[0]["id"]: {"first": {"choice": "x", "right": True}}}


def all_bets(name):
    return {bet["id"]: {"first": {"choice": bet["right"], "right": True}} for bet in bets_of(name)}


@pytest.fixture
def returning(reader, site):
    """A reader who comes back to a page, with what their browser has kept."""

    def new(name, query="", *, keep=None, **options):
        page = reader("search", timezone_id="UTC", **options)
        page.clock.set_fixed_time(MORNING)
        store(page, site, json.dumps(progress_with(**(keep or {}))))
        page.visit(name, query)
        return page

    return new


def line(page):
    return page.locator(LINE).inner_text().replace("\n", " ")


# ---------------------------------------------------------------- where it leads

DAY = (MORNING.date() - MORNING.date().replace(year=1970, month=1, day=1)).days
PATHS = {
    "a chapter that is begun": ({CROSS: begun(CROSS)}, {}, CROSS),
    "the chapter of the last answer": ({CROSS: begun(CROSS), AUC: begun(AUC), "at": CROSS}, {}, CROSS),
    "the next one on the path": ({CROSS: all_answers(CROSS)}, {}, LEAKAGE),
    "the next one of the book, off the path": (
        {CROSS: all_answers(CROSS), LEAVE_ONE_OUT: begun(LEAVE_ONE_OUT), "at": CROSS},
        {},
        LEAVE_ONE_OUT,
    ),
    "the first chapter, after the page before it": ({BEFORE: all_answers(BEFORE)}, {}, HOLD_OUT),
    "the next one, where only bets are made": ({HOLD_OUT: all_bets(HOLD_OUT)}, {HOLD_OUT: DAY}, PROPORTION),
    "the exercises, where some are done": (
        {
            HOLD_OUT: all_bets(HOLD_OUT)
            | {r["id"]: {"state": "right"} for r in records(HOLD_OUT) if r["id"] == "hold-buy"}
        },
        {HOLD_OUT: DAY},
        HOLD_OUT,
    ),
}


@pytest.mark.parametrize("case", PATHS)
def test_the_line_leads_to(returning, case):
    answers, read, wanted = PATHS[case]
    at = answers.get("at")
    answers = {name: entries for name, entries in answers.items() if name != "at"}
    page = returning(GLOSSARY, keep={"answers": answers, "read": read} | ({"at": at} if at else {}))
    link = page.locator(f"{LINE} a").first
    assert link.evaluate("link => link.href").endswith(f"/{wanted}.html")
    assert link.inner_text().startswith("Continue: ")


def test_an_answer_is_where_a_reader_goes_on(returning):
    page = returning(AUC, keep={"answers": {CROSS: begun(CROSS)}})
    choice(page, bets_of(AUC)[0]["right"]).click()
    page.visit(GLOSSARY)
    assert line(page) == "Continue: AUC"


def test_a_page_does_not_lead_to_itself(returning):
    page = returning(CROSS, keep={"answers": {CROSS: begun(CROSS)}})
    assert not page.locator(LINE).is_visible()
    page = returning(DUE, keep={"read": {HOLD_OUT: DAY - 3}})
    assert "due" not in line(page)


# ---------------------------------------------------------------- when it is drawn


@pytest.mark.parametrize("by_server", [False, True], ids=["folder", "server"])
def test_it_is_there_when_the_page_is_drawn_and_nothing_moves(reader, site, request, by_server):
    base = request.getfixturevalue("served") if by_server else None
    page = reader("search", base=base, init=FIRST_DRAWN, viewport={"width": PHONE[0], "height": PHONE[1]})
    data = progress_with(answers={CROSS: begun(CROSS)}, read={HOLD_OUT: 1})
    page.evaluate(
        "pair => localStorage.setItem(...pair)", [f"evalbook:1:{base or site.as_uri() + '/'}", json.dumps(data)]
    )
    for name in (GLOSSARY, LANDING, AUC, "_modules/evalbook/comparison/_proportions"):
        page.visit(name)
        page.wait_for_function("window.firstDrawn !== undefined")
        first = page.evaluate("window.firstDrawn")
        assert [text.startswith("Continue: Cross-validation") for text in first["said"]] == [True] * (
            1 + (name == LANDING)
        )
        assert page.evaluate(LOOK) == first
    assert not page.errors


def test_a_first_answer_moves_nothing_and_a_later_one_is_counted_at_once(returning):
    page = returning(CROSS)
    choice(page, bets_of(CROSS)[0]["right"]).click()
    assert not page.locator(LINE).is_visible()
    page = returning(DUE, keep={"answers": {CROSS: begun(CROSS)}, "read": {HOLD_OUT: DAY - 3}})
    before = page.locator(LINE).bounding_box()
    page.locator(".q-today .q-choices button").first.click()
    assert page.locator(LINE).bounding_box() == before


@pytest.mark.parametrize(
    ("query", "init"), [("", ""), ("", NO_STORAGE), ("?class", "")], ids=["new", "sandbox", "class"]
)
def test_who_has_not_begun_and_a_class_see_nothing_of_it(reader, query, init):
    page = reader(AUC, query, init=init)
    page.locator(".q-bet").first.locator("button").first.click()
    assert page.locator(f"{LINE}:visible").count() == 0
    page.visit(LANDING, query)
    assert page.locator("article > .onward:visible").count() == (not query and not init)


def test_without_a_script_nothing_is_missing(reader):
    page = reader(LANDING, java_script_enabled=False)
    assert page.locator(".onward:visible").count() == 0


# ---------------------------------------------------------------- on the landing page, on a phone, for all


def test_the_landing_page_begins_with_it(returning):
    page = returning(LANDING, keep={"answers": {CROSS: begun(CROSS)}, "read": {HOLD_OUT: DAY - 3}})
    first = page.locator("article > *:visible").first
    assert first.inner_text().startswith("Continue: Cross-validation")
    assert first.locator("a").last.evaluate("link => link.href").endswith(f"/{DUE}.html")


@pytest.mark.parametrize("window", [(1300, 900), PHONE], ids=["desk", "phone"])
def test_a_new_reader_is_asked_the_bet_on_the_first_screen(reader, window):
    page = reader(LANDING, viewport={"width": window[0], "height": window[1]})
    last = page.locator("#q-begin-99 .q-choices button").last.bounding_box()
    assert last["y"] + last["height"] <= window[1]


def test_on_a_phone_it_is_short_and_in_one_line(returning):
    long = "book/regression/squared_and_absolute_errors"
    keep = {"answers": {long: begun(long)}, "read": {HOLD_OUT: DAY - 3}}
    for width in (320, PHONE[0]):
        page = returning(GLOSSARY, keep=keep, viewport={"width": width, "height": 844})
        assert "question" not in line(page)
        assert page.locator(LINE).bounding_box()["height"] < 30
        last = page.locator(f"{LINE} a").last.bounding_box()
        assert last["x"] + last["width"] <= width
        assert page.locator(".masthead").bounding_box()["height"] <= 90


@each_theme
def test_it_can_be_read_by_all(returning, theme):
    page = returning(LANDING, keep={"answers": {CROSS: begun(CROSS)}, "read": {HOLD_OUT: DAY - 3}}, color_scheme=theme)
    assert not wcag_violations(page, MARKUP, ".masthead")
    assert not wcag_violations(page, MARKUP, "article > .onward")
    assert not pale_texts(page, ".masthead")

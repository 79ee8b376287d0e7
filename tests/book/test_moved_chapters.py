"""Pages that moved: the old address leads on, and what a reader answered there is found at the new place.

tests/data/progress_before_the_move.json is what a reader exported on the third day (day 20514 was the first) from the
site as it was when no page had moved yet; the numbers below are those that this site showed on the ninth day.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from test_questions import choice, exercise, store, stored
from test_site import Links

from book_pages import DUE, PAGES, ROOT, records
from evalbook import probabilities
from evalbook_tools.moved_chapters import MOVED

FILE = ROOT / "tests" / "data" / "progress_before_the_move.json"
BEFORE = json.loads(FILE.read_text("utf-8"))
PROPORTION, BIAS = MOVED
NEW_PLACES = {
    part: {MOVED.get(page, page): found for page, found in BEFORE[part].items()} for part in ("answers", "due", "read")
}
ON_THE_NINTH_DAY = datetime(1970, 1, 1, 9, tzinfo=UTC) + timedelta(days=20514 + 8)
PROGRESS = {
    PROPORTION: "Bets: 2 of 2 made, 1 won. Exercises: 4 of 4 done.",
    BIAS: "Bets: 1 of 1 made, 1 won. Exercises: 4 of 4 done.",
}
DUE_THEN = 10
"""A day's most: of the 18 answered questions eight come back, and questions that are new since fill the day."""
ANSWERED_HERE = "Your answers on this page so far: 20, of which 16 were right."
SOON = 5_000
"""Milliseconds."""
CALIBRATION, LANDING, PROGRESS_PAGE = "book/probabilities/calibration", "book/intro", "book/my_progress"
each_move = pytest.mark.parametrize(("old", "new"), MOVED.items())


# ---------------------------------------------------------------- addresses


@each_move
def test_a_page_that_moved_is_gone_and_its_new_place_is_in_the_contents(old, new):
    assert old not in PAGES
    assert new in PAGES
    assert not (ROOT / f"{old}.ipynb").exists()


@each_move
def test_an_old_address_says_so_and_links_to_a_page_that_exists(site, old, new):
    path = site / f"{old}.html"
    html = path.read_text("utf-8")
    (href,) = Links(html).hrefs
    assert (path.parent / href).resolve() == site / f"{new}.html"
    assert (site / f"{new}.html").exists()
    assert f'<link rel="canonical" href="{href}" />' in html
    assert "<title>Moved: " in html


@each_move
@pytest.mark.parametrize("more", ["", "#recap", "?class=#exercises"])
def test_an_old_address_leads_to_the_same_place_of_the_new_page(reader, site, old, new, more):
    page = reader(old, more)
    page.wait_for_url(lambda address: address == f"{(site / new).as_uri()}.html{more}", timeout=SOON)
    assert not page.errors


@each_move
def test_an_old_address_needs_no_script(reader, site, old, new):
    page = reader(old, java_script_enabled=False)
    page.wait_for_url(f"{(site / new).as_uri()}.html", timeout=SOON)


@each_move
def test_every_place_of_the_old_page_is_one_of_the_new_page(site, new, old):
    """Ids that others may have linked to: of cells, questions and figures."""
    ids = Links((site / f"{new}.html").read_text("utf-8")).ids
    assert {f"q-{id}" for id in BEFORE["answers"][old]} <= ids


# ---------------------------------------------------------------- what was answered


@pytest.fixture(params=["imported", pytest.param("in the browser", marks=pytest.mark.slow)])
def returned(request, reader, site):
    """A reader of the old site who comes to the new one: with the file, or in the same browser at the same address."""
    page = reader("search")
    page.clock.set_fixed_time(ON_THE_NINTH_DAY)
    if request.param == "in the browser":
        store(page, site, json.dumps(BEFORE))
    else:
        page.visit(PROGRESS_PAGE)
        page.get_by_label("Import").set_input_files(FILE)
        page.get_by_text("The answers were added.").wait_for()
        page.visit("search")
    return page


def test_every_answer_is_found_at_its_new_place(returned):
    returned.visit(DUE)
    returned.locator(
        ".q-today .q-choices > li[data-right] button"
    ).first.click()  # what is answered next is kept with them
    (kept,) = stored(returned).values()
    assert {part: kept[part] for part in ("answers", "read")} == {
        part: NEW_PLACES[part] for part in ("answers", "read")
    }
    assert kept["due"].keys() == NEW_PLACES["due"].keys()
    tries = [(page, id, one) for page, ids in NEW_PLACES["due"].items() for id, found in ids.items() for one in found]
    assert all(one in kept["due"][page][id] for page, id, one in tries)


@each_move
def test_the_chapter_shows_what_was_answered(returned, old, new):
    returned.visit(new, "?all")
    assert returned.locator(".q-progress p").first.inner_text() == PROGRESS[old]
    answers = BEFORE["answers"][old]
    for place, record in enumerate(record for record in records(new) if record["role"] == "bet"):
        assert choice(returned, answers[record["id"]]["last"], place).get_attribute("aria-pressed") == "true"
    for record in records(new):
        if record["kind"] == "argument":
            box = exercise(returned, record["id"])
            assert box.get_by_role("textbox").input_value() == answers[record["id"]]["answer"]
            assert box.get_by_role("checkbox").nth(answers[record["id"]]["ticks"][0]).is_checked()
    assert not returned.errors


def test_all_first_bets_and_first_answers_to_new_questions_count_for_you(returned):
    firsts = [entry["first"] for page in BEFORE["answers"].values() for entry in page.values() if "first" in entry]
    firsts += [tries[0] for page in BEFORE["due"].values() for id, tries in page.items() if id.startswith("due-")]
    said = [(first["right"], first["sure"] / 100) for first in firsts if "sure" in first]
    returned.visit(CALIBRATION, "?all")
    told = returned.locator(".q-you").first.inner_text()
    assert told.startswith(f"You said how sure you were in {len(said)} first answers")
    assert f"Brier score is {probabilities.brier_score(*map(list, zip(*said, strict=True))):.3f}" in told


def test_as_many_questions_are_due_and_answered_as_before(returned):
    returned.visit(DUE)
    assert returned.locator(".q-place").inner_text() == f"Question 1 of {DUE_THEN}"
    assert returned.get_by_text(ANSWERED_HERE).is_visible()
    returned.visit(LANDING)
    assert f"{DUE_THEN} today" in [text.strip() for text in returned.locator(".q-count").all_inner_texts()]


@each_move
def test_the_landing_page_counts_the_chapter(returned, old, new):
    returned.visit(LANDING)
    count = returned.locator(f'article a[href$="{new.removeprefix("book/")}.html"] + .q-count').first
    made, bets, _, done, exercises = map(int, re.findall(r"\d+", PROGRESS[old]))
    assert count.inner_text().strip() == f"{made + done} of {bets + exercises}"


@each_move
def test_what_was_answered_at_the_new_place_goes_before(returned, site, old, new):
    bet = next(iter(BEFORE["answers"][old]))
    mine = {"first": {"choice": "mine", "right": False}, "last": "mine"}
    store(returned, site, json.dumps({**BEFORE, "answers": {old: BEFORE["answers"][old], new: {bet: mine}}}))
    returned.visit(DUE)
    returned.locator(".q-today .q-choices > li[data-right] button").first.click()
    (kept,) = stored(returned).values()
    assert kept["answers"] == {new: {**BEFORE["answers"][old], bet: mine}}

"""The page My progress: one count for all pages, and the way of the answers to another copy of the book."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from test_accessibility import MARKUP, each_theme, each_theme_in_depth, pale_texts, wcag_violations
from test_questions import LANDING, NO_STORAGE, PROGRESS, ROC, bets_of, choice, exercise, store, stored
from test_site import Links
from test_theme import ratio, rgb

from book_pages import ASKING, BEFORE, PHONE, each_page, records
from evalbook.comparison import proportion_interval

HOLD_OUT = "book/splits/hold_out"
MORNING = datetime(2026, 3, 2, 9, tzinfo=UTC)
ELSEWHERE = "evalbook:1:file:///another/copy/"
ANSWER = {"first": {"choice": "8", "right": True, "sure": 75}, "last": "8"}


def progress_with(**parts):
    return {"version": 1, "everything": False, "answers": {}, "read": {}, "due": {}, **parts}


def row(page, chapter):
    return page.locator(f'tr[data-chapter="{chapter}"] td').all_inner_texts()


def put_elsewhere(page, answers):
    page.evaluate("pair => localStorage.setItem(...pair)", [ELSEWHERE, json.dumps(progress_with(answers=answers))])


# ---------------------------------------------------------------- what is counted


def test_without_a_script_the_table_says_what_each_chapter_asks(reader):
    page = reader(PROGRESS, java_script_enabled=False)
    assert page.locator("tr[data-chapter]").count() == len(ASKING)
    for name in ASKING:
        bets, won, _, _ = row(page, name)
        assert (bets, won) == (str(len(bets_of(name))), "")
    assert "Without JavaScript, no answers are kept" in page.locator("article").inner_text()
    assert page.locator("article :is(button, input)").count() == 0


def test_a_chapter_the_landing_page_and_the_table_count_alike(reader):
    page = reader(ROC, "?all")
    for place, bet in enumerate(bets_of(ROC)):
        choice(page, bet["right"], place).click()
    for record in records(ROC):
        if record["kind"] in ("number", "numbers"):
            exercise(page, record["id"]).get_by_role("textbox").fill(str(record["right"]).strip("[]"))
            exercise(page, record["id"]).get_by_role("button").click()
    told = page.locator(".q-progress p").first.inner_text()
    page.visit(PROGRESS)
    bets, won, exercises, _ = row(page, ROC)
    assert told == f"Bets: {bets} made, {won} won. Exercises: {exercises} done."
    assert page.locator("tfoot td").all_inner_texts()[1] == won
    made, done = (int(text.split(" of ")[0]) for text in (bets, exercises))
    page.visit(LANDING)
    assert page.locator(".q-count").first.inner_text().startswith(f" {made + done} of ")


def answered_before_the_parts(reader):
    """The page before the parts, with its first bet won and a number put into its first box."""
    page = reader(BEFORE, "?all")
    choice(page, bets_of(BEFORE)[0]["right"]).click()
    record = next(record for record in records(BEFORE) if record["kind"] == "number")
    exercise(page, record["id"]).get_by_role("textbox").fill(str(record["right"]))
    exercise(page, record["id"]).get_by_role("button").click()
    return page, record


def test_the_page_before_the_parts_keeps_an_answer(reader):
    page, record = answered_before_the_parts(reader)
    page.reload()
    assert exercise(page, record["id"]).get_by_role("textbox").input_value() == str(record["right"])


def test_the_page_before_the_parts_has_a_row_of_its_own_which_counts(reader):
    page, _ = answered_before_the_parts(reader)
    page.visit(PROGRESS)
    assert row(page, BEFORE)[:2] == [f"1 of {len(bets_of(BEFORE))}", "1"]
    assert page.locator("tbody").first.locator("tr").count() == 1
    assert page.locator("tfoot td").all_inner_texts()[1] == "1"


def test_the_page_before_the_parts_is_marked_in_the_contents(reader):
    page, _ = answered_before_the_parts(reader)
    assert page.locator(".contents > ul > li > a > .mark").count() == 1


def test_the_table_says_what_is_due(reader, site):
    page = reader("search", timezone_id="UTC")
    page.clock.set_fixed_time(MORNING + timedelta(days=1))
    store(page, site, json.dumps(progress_with(read={HOLD_OUT: (MORNING - datetime(1970, 1, 1, tzinfo=UTC)).days})))
    page.visit("book/questions_due")
    due = page.locator(".q-place").inner_text().removeprefix("Question 1 of ")
    page.visit(PROGRESS)
    assert row(page, HOLD_OUT)[3] == due
    assert page.locator(".p-told").inner_text().endswith(f"Questions due today: {due}.")
    page.clock.set_fixed_time(MORNING)
    page.reload()
    assert row(page, HOLD_OUT)[3] == "0"


@each_page
def test_every_page_links_to_it(site, name):
    page = site / f"{name}.html"
    hrefs = Links(page.read_text("utf-8")).hrefs
    target = site / f"{PROGRESS}.html"
    assert name == PROGRESS or any((page.parent / href).resolve() == target for href in hrefs)


# ---------------------------------------------------------------- marks in the contents

MARKS = ".contents details .mark"
# What is there when a page is drawn for the first time: a watch that starts before its scripts.
FIRST_DRAWN = """requestAnimationFrame(function look() {
    if (!document.querySelector("main")) return requestAnimationFrame(look);
    window.firstDrawn = document.querySelectorAll(".contents details .mark").length; })"""


def all_answers(name):
    asked = records(name)
    answers = {one["id"]: {"first": {"choice": one["right"], "right": True}} for one in asked if one["role"] == "bet"}
    return answers | {one["id"]: {"state": "right"} for one in asked if one["role"] == "exercise"}


def answered(page, site):
    store(page, site, json.dumps(progress_with(answers={HOLD_OUT: all_answers(HOLD_OUT), ROC: {"roc-rules": ANSWER}})))


def marks(page):
    """The names of the marks in the contents, by the addresses of their pages, wherever a fold hides them."""
    name = "mark => [mark.parentElement.href.split('/book/')[1] || 'this page', mark.getAttribute('aria-label')]"
    return dict(page.locator(MARKS).evaluate_all(f"marks => marks.map({name})"))


@pytest.mark.parametrize("by_server", [False, True], ids=["folder", "server"])
def test_the_contents_mark_what_is_begun_and_what_is_done(reader, site, request, by_server):
    base = request.getfixturevalue("served") if by_server else None
    page = reader("search", base=base, init=FIRST_DRAWN)
    assert not marks(page)
    data = progress_with(answers={HOLD_OUT: all_answers(HOLD_OUT), ROC: {"roc-rules": ANSWER}})
    root = base or f"{site.as_uri()}/"
    page.evaluate("pair => localStorage.setItem(...pair)", [f"evalbook:1:{root}", json.dumps(data)])
    page.visit("book/curves/auc")
    found = marks(page)
    assert found.keys() == {"splits/hold_out.html", "curves/roc_curve.html"}
    assert re.fullmatch(r"all \d+ done", found["splits/hold_out.html"])
    assert re.fullmatch(r"1 of \d+ done", found["curves/roc_curve.html"])
    assert page.evaluate("window.firstDrawn") == 2
    assert page.get_by_role("link", name=re.compile(r"The ROC curve.* 1 of \d+ done")).is_visible()
    page.visit(PROGRESS)
    made = [int(row(page, ROC)[place].split(" of ")[1]) for place in (0, 2)]
    assert marks(page)["curves/roc_curve.html"] == f"1 of {sum(made)} done"


def test_a_mark_follows_an_answer_and_goes_when_all_is_forgotten(reader):
    page = reader(ROC)
    assert not marks(page)
    choice(page, "8").click()
    assert list(marks(page)) == ["curves/roc_curve.html#"]
    page.visit(PROGRESS)
    assert page.locator(MARKS).count() == 1
    page.get_by_role("button", name="Delete all answers").click()
    page.get_by_role("button", name="Really delete all answers").click()
    assert page.locator(MARKS).count() == 0


@pytest.mark.parametrize(("query", "init"), [("", NO_STORAGE), ("?class", "")], ids=["sandbox", "class"])
def test_where_nothing_is_kept_nothing_is_marked(reader, query, init):
    page = reader(ROC, query, init=init)
    page.locator(".q-bet").first.get_by_role("button", name="8", exact=True).first.click()
    assert page.locator(MARKS).count() == 0
    assert not page.errors


@each_theme
def test_marks_stand_out_and_differ_in_shape(reader, site, theme):
    page = reader("search", color_scheme=theme)
    answered(page, site)
    page.visit("book/curves/auc")
    page.evaluate("document.querySelectorAll('.contents details').forEach(fold => fold.open = true)")
    ground = rgb(page.evaluate("getComputedStyle(document.querySelector('.contents')).backgroundColor"))
    looks = page.locator(MARKS).evaluate_all(
        "marks => marks.map(getComputedStyle).map(look => [look.borderRightColor, look.borderRadius])"
    )
    assert all(ratio(ground, rgb(color)) >= 3 for color, _ in looks)
    assert len({shape for _, shape in looks}) == len(looks) == 2
    assert not wcag_violations(page, MARKUP, ".contents")


# ---------------------------------------------------------------- how sure, and how often right


def sure_answers(counts):
    """Bets of a chapter, by how sure the reader was: how many, and how many of them won."""
    sizes = [(sure, place < right) for sure, (right, count) in counts.items() for place in range(count)]
    return {f"bet-{n}": {"first": {"choice": "x", "right": won, "sure": sure}} for n, (sure, won) in enumerate(sizes)}


COUNTS = {50: (5, 10), 75: (5, 10), 95: (3, 3)}


def test_it_draws_how_often_the_reader_was_right_with_the_packages_intervals(reader, site):
    page = reader("search")
    store(page, site, json.dumps(progress_with(answers={ROC: sure_answers(COUNTS)})))
    page.visit(PROGRESS)
    intervals = [proportion_interval(*pair) for pair in COUNTS.values()]
    rows = page.locator("#your-calibration tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert rows == [
        [f"{sure}% sure", f"{right} of {count}", f"{one.low:.0%} to {one.high:.0%}"]
        for (sure, (right, count)), one in zip(COUNTS.items(), intervals, strict=True)
    ]
    drawn = page.locator("#your-calibration .q-interval").evaluate_all("bars => bars.map(bar => bar.getAttribute('d'))")
    ends = [[(215 - float(end)) / 200 for end in re.split(" |V", bar)[1:]] for bar in drawn]
    assert ends == [pytest.approx([one.low, one.high]) for one in intervals]
    assert page.get_by_role("img", name="how sure you said you were").count() == 1
    assert page.locator("#your-calibration a[href$='calibration.html']").count() == 1


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ({}, "No answers say how sure you were. The picture appears when 10 do."),
        ({95: (1, 1)}, "One answer says how sure you were. The picture appears when 10 do."),
        ({95: (1, 4), 50: (0, 5)}, "9 answers say how sure you were. The picture appears when 10 do."),
    ],
)
def test_with_few_answers_it_says_how_many_there_are_and_how_many_it_needs(reader, site, counts, told):
    page = reader("search")
    store(page, site, json.dumps(progress_with(answers={ROC: sure_answers(counts)})))
    page.visit(PROGRESS)
    assert page.locator(".q-you").inner_text() == told
    assert page.locator("#your-calibration svg").count() == 0


# ---------------------------------------------------------------- the way to another copy


def test_where_nothing_is_kept_it_says_how_to_bring_answers(reader):
    page = reader(PROGRESS)
    assert "export them there" in page.locator(".q-progress").inner_text()
    page.visit(ROC)
    choice(page, "8").click()
    page.visit(PROGRESS)
    assert "export them there" not in page.locator(".q-progress").inner_text()


def test_answers_of_another_copy_are_named_and_brought_here(reader):
    page = reader("search")
    put_elsewhere(page, {ROC: {"roc-rules": ANSWER}})
    page.visit(PROGRESS)
    told = page.locator(".p-copy")
    assert "1 answer that was given in another copy of this book, at file:///another/copy/." in told.inner_text()
    told.get_by_role("button", name="Add them here").click()
    assert row(page, ROC)[1] == "1"
    assert told.count() == 0
    assert stored(page)[ELSEWHERE]["answers"] == {ROC: {"roc-rules": ANSWER}}


def test_an_answer_given_here_stays_when_others_are_brought(reader, site):
    page = reader("search")
    mine = {"first": {"choice": "9", "right": False}, "last": "9"}
    store(page, site, json.dumps(progress_with(answers={ROC: {"roc-rules": mine}})))
    put_elsewhere(page, {ROC: {"roc-rules": ANSWER, "roc-tie": ANSWER}})
    page.visit(PROGRESS)
    page.get_by_role("button", name="Add them here").click()
    assert stored(page)[f"evalbook:1:{site.as_uri()}/"]["answers"] == {ROC: {"roc-rules": mine, "roc-tie": ANSWER}}


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 2, "answers": {}}', '{"version": 1, "answers": {"a": null}}'])
def test_what_another_program_left_in_another_copy_breaks_nothing(reader, text):
    page = reader("search")
    page.evaluate("pair => localStorage.setItem(...pair)", [ELSEWHERE, text])
    page.visit(PROGRESS)
    assert page.locator(".p-copy").count() == 0
    assert not page.errors


def test_in_a_sandbox_it_counts_nothing_and_says_so(reader):
    page = reader(PROGRESS, init=NO_STORAGE)
    assert page.locator(".p-told").inner_text().startswith("Bets: 0 of ")
    assert "export them there" in page.locator(".q-progress").inner_text()


# ---------------------------------------------------------------- by keyboard, legible, on a phone


def test_all_is_forgotten_by_keyboard_alone(reader, site):
    page = reader("search")
    store(page, site, json.dumps(progress_with(answers={ROC: {"roc-rules": ANSWER}})))
    page.visit(PROGRESS)
    page.get_by_role("button", name="Export").focus()
    names = []
    for _ in range(2):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.closest('label, button').textContent"))
    assert names == ["Import answers", "Delete all answers"]
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert not stored(page)
    assert row(page, ROC)[1] == "0"


@each_theme_in_depth
@pytest.mark.parametrize("width", [1300, PHONE[0]])
def test_the_page_is_accessible_with_answers_here_and_elsewhere(reader, site, theme, width):
    page = reader("search", color_scheme=theme, viewport={"width": width, "height": 900})
    own = {ROC: {"roc-tie": ANSWER} | sure_answers(COUNTS)}
    store(page, site, json.dumps(progress_with(answers=own, read={HOLD_OUT: 1})))
    put_elsewhere(page, {ROC: {"roc-rules": ANSWER}})
    page.visit(PROGRESS)
    assert page.locator(".p-copy").is_visible()
    assert not wcag_violations(page, MARKUP, "body")
    assert not pale_texts(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width

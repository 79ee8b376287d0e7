"""The page of questions that come back, as a reader meets it, day after day, with a clock that the tests set."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from test_accessibility import MARKUP, pale_texts, wcag_violations
from test_questions import NO_STORAGE, choice, export_to, store, stored
from test_site import Links

from book_pages import DUE, PHONE, QUESTION_MIME, cells_of, records

MORNING = datetime(2026, 3, 2, 9, tzinfo=UTC)
LANDING, PROGRESS, HOLD_OUT, CALIBRATION = (
    "book/intro",
    "book/my_progress",
    "book/splits/hold_out",
    "book/probabilities/calibration",
)
LISTED = ".q-chapter > div"
"""A question in the list of all."""
LIGHT = "search"
"""A page that loads at once, to set the memory of readers before they come."""
QUESTIONS = {record["id"]: record for record in records(DUE)}
COMING = [record for record in records(HOLD_OUT) if record["role"] == "bet"]
COMING += [record for record in QUESTIONS.values() if record["chapter"] == HOLD_OUT]


def go_to(page, days, hours=0):
    """Set the reader's clock, and come back to the page."""
    page.clock.set_fixed_time(MORNING + timedelta(days=days, hours=hours))
    page.visit(DUE)


@pytest.fixture
def asked(reader, site):
    """A reader on the page, with a clock, who has read the chapter on hold-out on the first day."""

    def new(query="", days=0, chapters=(HOLD_OUT,), init="", **options):
        options = {"timezone_id": "UTC", **options}
        page = reader(LIGHT, init=init, **options)
        page.clock.install(time=MORNING)
        if chapters:
            day = (MORNING - datetime(1970, 1, 1, tzinfo=UTC)).days
            progress = {
                "version": 1,
                "everything": False,
                "answers": {},
                "read": dict.fromkeys(chapters, day),
                "due": {},
            }
            store(page, site, json.dumps(progress))
        page.clock.set_fixed_time(MORNING + timedelta(days=days))
        page.visit(DUE, query)
        return page

    return new


def question(page):
    """The words of the question that is asked now; None when there is none."""
    shown = page.locator(".q-today .q-asked")
    return shown.inner_text() if shown.count() else None


def answer(page, right=True):
    rows = page.locator(
        ".q-today .q-choices > li[data-right] button" if right else ".q-today .q-choices > li:not([data-right]) button"
    )
    rows.first.click()


def answer_all(page, right=True):
    """Answer whatever is asked; the questions, in order."""
    found = []
    while question(page):
        found.append(question(page))
        answer(page, right)
        page.get_by_role("button", name="Next").click()
    return found


# ---------------------------------------------------------------- the ladder, day after day


def test_a_chapter_read_today_asks_tomorrow_again_in_a_week_and_in_a_month(asked):
    page = asked()
    assert page.locator(".q-today").inner_text().startswith("No question is due today.")
    first, many = None, len(COMING)
    for day, left in [(1, many), (2, 0), (7, 0), (8, many), (37, 0), (38, many), (39, 0), (400, 0)]:
        go_to(page, day)
        found = answer_all(page)
        assert len(found) == left, day
        first = first or set(found)
        assert set(found) <= first
    assert not page.errors


def test_the_count_below_holds_the_answer_just_given(asked):
    page = asked(days=1)
    answer(page)
    assert page.get_by_text("Your answers on this page so far: 1, of which 1 was right.").is_visible()


def test_a_wrong_answer_is_asked_the_next_day_and_its_ladder_starts_again(asked):
    page = asked(days=1)
    words = question(page)
    answer(page, right=False)
    assert "This question comes back tomorrow." in page.locator(".q-today .q-said").inner_text()
    page.get_by_role("button", name="Next").click()
    answer_all(page)
    for day, comes in [(2, True), (8, False), (9, True)]:
        go_to(page, day)
        assert (words in answer_all(page)) is comes, day


def test_what_is_said_refutes_the_named_mistake_and_leads_to_the_cell(asked):
    page = asked(days=1)
    while question(page):
        form = page.locator(".q-today form")
        wrong = form.locator("li:not([data-right]) button").first
        text = wrong.inner_text()
        words = question(page)
        wrong.click()
        record = next((one for one in QUESTIONS.values() if one["question"] == words), None)
        said = form.locator(".q-said").inner_text()
        if record:
            mistake = next(one for one in record["mistakes"] if one["answer"] == text)
            assert f"No. This {mistake['name']}. {mistake['text']}" in said
            assert f"Right. {record['why']}" in said
        else:
            assert said.startswith("No.")
        assert "Hold-out" in said
        page.get_by_role("button", name="Next").click()


def test_the_day_begins_at_the_readers_midnight(asked):
    page = asked(days=0, timezone_id="Asia/Shanghai")  # 17:00 there
    go_to(page, 0, hours=6.5)
    assert question(page) is None
    go_to(page, 0, hours=7.5)
    assert question(page)


def test_an_open_page_notices_the_next_day(asked):
    page = asked(days=1)
    answer(page, right=False)
    page.get_by_role("button", name="Next").click()
    page.clock.set_fixed_time(MORNING + timedelta(days=2))
    count = int(re.search(r"of (\d+)", page.locator(".q-place").inner_text())[1])
    page.get_by_role("button", name="Skip").click()
    assert page.locator(".q-place").inner_text() == f"Question 1 of {count}"


# ---------------------------------------------------------------- ten a day, mixed; skipping


def every_chapter():
    return list(dict.fromkeys(record["chapter"] for record in QUESTIONS.values()))


def test_at_most_ten_a_day_from_many_chapters(asked):
    page = asked(days=1, chapters=every_chapter())
    assert page.locator(".q-place").inner_text() == "Question 1 of 10"
    found, chapters = 0, []
    while question(page):
        answer(page)
        chapters.append(page.locator(".q-see").inner_text().split(": ", 1)[1])
        page.get_by_role("button", name="Next").click()
        found += 1
    assert found == 10
    assert all(one != other for one, other in pairwise(chapters))
    assert "more can wait until tomorrow" in page.locator(".q-today").inner_text()
    page.reload()
    assert question(page) is None


def test_to_skip_costs_nothing(asked):
    page = asked(days=1)
    before = stored(page)
    words = question(page)
    for _ in COMING:
        page.get_by_role("button", name="Skip").click()
    assert stored(page) == before
    assert f"You skipped {len(COMING)} questions, which stay due." in page.locator(".q-today").inner_text()
    page.reload()
    assert question(page) == words


def test_nobody_is_asked_about_what_they_have_not_read_unless_they_want(asked):
    page = asked(days=5, chapters=())
    assert "one day after you have read it to its recap" in page.locator(".q-today").inner_text()
    page.get_by_label("Ask me about all chapters").check()
    assert page.locator(".q-place").inner_text() == "Question 1 of 10"
    page.reload()
    assert question(page)
    page.get_by_label("Ask me about all chapters").uncheck()
    assert question(page) is None


# ---------------------------------------------------------------- what counts as read; how many are due


def test_a_chapter_is_read_when_its_recap_was_seen(asked):
    page = asked(chapters=())
    page.visit(HOLD_OUT)
    assert not any(data["read"] for data in stored(page).values())
    page.get_by_role("button", name="Always show everything").click()
    page.locator("#recap").scroll_into_view_if_needed()
    page.wait_for_function('() => Object.values(localStorage).some(text => /"read":{"book/.test(text))')
    go_to(page, 1)
    assert question(page)


def test_a_chapter_is_read_when_its_bets_are_made(asked):
    page = asked(chapters=())
    page.visit(HOLD_OUT)
    bets = [record for record in records(HOLD_OUT) if record["role"] == "bet"]
    for place, record in enumerate(bets):
        assert not any(data["read"] for data in stored(page).values())
        choice(page, record["right"], place).click()
    (data,) = stored(page).values()
    assert list(data["read"]) == [HOLD_OUT]
    go_to(page, 1)
    assert question(page)


def test_the_other_pages_say_quietly_how_many_are_due(asked):
    page = asked(days=1)
    for name in (LANDING, HOLD_OUT):
        page.visit(name, "?all")
        assert f" {len(COMING)} today" in page.locator("nav.contents .q-due-count").all_text_contents()
    assert page.locator(".q-progress .q-due-count").inner_text() == f"{len(COMING)} questions are due today."
    page.locator(".q-progress .q-due-count a").click()
    page.locator(".q-today .q-asked").wait_for()
    answer_all(page)
    page.visit(HOLD_OUT, "?all")
    assert page.locator(".q-due-count").count() == 0


# ---------------------------------------------------------------- You


def test_how_sure_counts_for_you_where_the_question_was_new_and_not_where_a_bet_came_back(asked):
    page = asked(days=1)
    new = {record["question"] for record in QUESTIONS.values()}
    asked_new = 0
    while words := question(page):
        page.get_by_role("radio", name="95%").check()
        answer(page)
        asked_new += words in new
        page.get_by_role("button", name="Next").click()
    assert 0 < asked_new < len(COMING)
    page.visit(CALIBRATION, "?all")
    assert f"You said how sure you were in {asked_new} first answers" in page.locator(".you").inner_text()


# ---------------------------------------------------------------- one count


def test_no_bet_is_promised_where_there_is_none(asked):
    page = asked(days=1)
    assert "after the bet" not in page.evaluate("document.body.innerHTML")
    assert page.locator(".outline li:visible").count() == 1


def test_each_page_tells_the_same_count_of_the_day(asked):
    page = asked(days=1, chapters=every_chapter()[:3])
    answer(page)
    left = 9
    page.reload()
    assert page.locator(".q-place").inner_text() == f"Question 1 of {left}"
    page.visit(PROGRESS)
    due = page.locator(".p-table tr[data-chapter] td:last-child").all_inner_texts()
    assert sum(map(int, due)) == int(page.locator(".p-table tfoot td").last.inner_text()) == left
    told = page.locator(".p-told").inner_text()
    assert re.search(rf"Questions due today: {left}, and \d+ more can wait until tomorrow\.$", told)
    assert page.locator(".masthead .onward").inner_text().endswith(f"{left} questions due")
    assert f" {left} today" in page.locator("nav.contents .q-due-count").all_text_contents()
    page.visit(HOLD_OUT, "?all")
    assert page.locator(".q-progress .q-due-count").inner_text() == f"{left} questions are due today."


# ---------------------------------------------------------------- storage


@pytest.mark.parametrize(
    "due",
    [
        '{"book/splits/hold_out": {"hold-bet-1": [null]}}',
        *(pytest.param(text, marks=pytest.mark.slow) for text in ("null", "[]", '"x"', '{"book/splits/hold_out": 3}')),
    ],
)
def test_what_another_program_left_there_breaks_nothing(asked, site, due):
    page = asked(days=1)
    (data,) = stored(page).values()
    store(page, site, json.dumps(data).replace('"due": {}', f'"due": {due}'))
    page.reload()
    assert len(answer_all(page)) == len(COMING)
    page.visit(CALIBRATION, "?all")
    assert not page.errors


def test_answers_travel_with_the_progress(asked, tmp_path):
    page = asked(days=1)
    answer_all(page)
    export_to(tmp_path / "progress.json", page)
    page.get_by_role("button", name="Delete all answers").click()
    page.get_by_role("button", name="Really delete all answers").click()
    assert not stored(page)
    page.get_by_label("Import").set_input_files(tmp_path / "progress.json")
    page.get_by_text("The answers were added.").wait_for()
    page.visit(DUE)
    assert f"{len(COMING)} of {len(COMING)} right" in page.locator(".q-today").inner_text()
    assert not page.errors


def test_a_sandboxed_page_asks_for_the_visit(asked):
    page = asked(chapters=(), init=NO_STORAGE)
    page.get_by_label("Ask me about all chapters").check()
    assert len(answer_all(page)) == 10
    assert "10 of 10 right" in page.locator(".q-today").inner_text()


# ---------------------------------------------------------------- in class, in the list, without a script


def test_a_class_sees_five_and_nothing_is_remembered(asked):
    page = asked("?class", days=1)
    before = stored(page)
    forms = page.locator("form.q-due:visible")
    assert forms.count() == 5
    assert page.locator(".q-feedback:visible, .q-sure").count() == 0
    first = forms.first.locator("button").first
    first.click()
    assert first.get_attribute("aria-pressed") == "true"
    forms.first.get_by_role("button", name="Show the answer").click()
    assert forms.first.locator(".q-feedback:visible").count() == forms.first.locator("li").count()
    assert not forms.first.get_by_text("Show the answer").is_visible(), "nothing is left to show"
    assert stored(page) == before
    words = forms.locator(".q-asked").all_inner_texts()
    page.get_by_role("button", name="Show five other questions").click()
    assert forms.locator(".q-asked").all_inner_texts() != words
    assert not page.errors


def test_the_link_for_a_class_goes_as_far_as_the_class_has_read(asked):
    page = asked()
    page.get_by_label("that has read up to").select_option(HOLD_OUT)
    page.get_by_role("link", name="five questions for a class").click()
    page.get_by_role("button", name="Show five other questions").wait_for()
    shown = page.locator("form.q-due:visible .q-asked").all_inner_texts()
    mine = page.locator(f'.q-chapter[data-chapter="{HOLD_OUT}"] p:has(+ details)').all_text_contents()
    assert len(shown) == min(5, len(mine))
    assert set(shown) <= set(mine)


def test_all_questions_can_be_listed_with_their_answers_folded(asked):
    page = asked()
    assert not page.get_by_role("heading", name="Splits").is_visible()
    page.get_by_role("button", name="List all questions").click()
    assert page.locator(f"{LISTED}:visible").count() == page.locator(LISTED).count() > len(QUESTIONS)
    assert page.locator(".q-chapter details[open]").count() == 0
    page.locator(".q-chapter summary").first.click()
    assert page.locator(".q-chapter details[open] b").is_visible()
    page.get_by_role("button", name="Back to today's questions").click()
    assert not page.get_by_role("heading", name="Splits").is_visible()


def test_without_a_script_all_questions_are_listed_with_their_answers_folded(reader):
    page = reader(DUE, java_script_enabled=False)
    assert page.locator(f"{LISTED}:visible").count() > len(QUESTIONS)
    assert page.locator(".q-chapter details[open]").count() == 0
    assert page.locator("article button:visible").count() == 0
    page.locator(".q-chapter summary").first.click()
    assert page.locator(".q-chapter details[open] b").is_visible()


def test_every_new_question_is_on_the_page_and_its_link_leads_to_its_cell(site):
    def links_of(name):
        return Links((site / f"{name}.html").read_text("utf-8"))

    page = links_of(DUE)
    assert {f"q-{id}" for id in QUESTIONS} <= page.ids
    ids = {chapter: links_of(chapter).ids for chapter in every_chapter()}
    for record in QUESTIONS.values():
        place = f"cell-{record['see']}"
        assert f"{record['chapter'].removeprefix('book/')}.html#{place}" in page.hrefs
        assert place in ids[record["chapter"]], record["id"]


def bets_and_pictures():
    """Each bet's id, and whether the cell right above it shows a picture, from the notebooks."""
    for name in every_chapter():
        for above, cell in pairwise(cells_of(name)):
            shown = {
                kind
                for output in above.get("outputs", [])
                for kind in output.get("data", {})
                if QUESTION_MIME not in output["data"]
            }
            for record in (output.get("data", {}).get(QUESTION_MIME) for output in cell.get("outputs", [])):
                if record and record["role"] == "bet":
                    yield record["id"], bool(shown & {"text/html", "image/svg+xml"})


def test_every_bet_comes_back_but_those_about_a_picture(site):
    listed = set(re.findall(r'<div id="q-([^"]+)"', (site / f"{DUE}.html").read_text("utf-8")))
    bets = dict(bets_and_pictures())
    assert len(bets) > 60
    assert listed - set(QUESTIONS) == {id for id, pictured in bets.items() if not pictured}


def entry(site, id):
    """What the list says of a question before its first choice."""
    page = (site / f"{DUE}.html").read_text("utf-8")
    return page[page.index(f'id="q-{id}"') :].partition("<details")[0]


def test_a_bet_brings_its_scene_and_no_other_answer(site):
    assert "A colleague makes a slide" in entry(site, "confusion-sides")
    page = (site / f"{DUE}.html").read_text("utf-8")
    assert "So the answer" not in re.sub(r"<details.*?</details>", "", page)


def test_a_bet_that_tells_its_story_itself_brings_no_opening(site):
    assert entry(site, "confusion-pattern").count("<p>") == 1


def test_a_scene_points_at_no_figure(site):
    assert "<p>Every test set now contains exactly six sick people. But stratified" in entry(site, "hold-bet-2")


# ---------------------------------------------------------------- keyboard, phone, axe, weight


def test_the_keyboard_alone_is_enough(asked):
    page = asked(days=1)

    def tab_to(text):
        for _ in range(80):
            page.keyboard.press("Tab")
            if text in page.evaluate("document.activeElement.textContent"):
                return
        raise AssertionError(f"no Tab leads to {text}")

    tab_to(page.locator(".q-today .q-choices button").first.inner_text())
    page.keyboard.press("Enter")
    assert "q-said" in page.evaluate("document.activeElement.className"), "what is said has the focus"
    tab_to("Next")
    page.keyboard.press("Enter")
    assert "q-today" in page.evaluate("document.activeElement.className"), "the next question has the focus"
    assert page.locator(".q-place").inner_text().startswith("Question 2")
    tab_to("Skip")
    page.keyboard.press("Enter")
    assert page.locator(".q-place").inner_text().startswith("Question 3")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, PHONE[0]])
def test_each_state_is_accessible_and_fits(asked, theme, width):
    page = asked(days=1, color_scheme=theme, viewport={"width": width, "height": 844})

    def look():
        assert not wcag_violations(page, MARKUP, "main")
        assert not pale_texts(page, "main")
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    look()
    for right in (False, True):
        answer(page, right)
        look()
        page.get_by_role("button", name="Next").click()
    answer_all(page)
    look()
    page.visit(DUE, "?class")
    page.get_by_role("button", name="Show the answer").first.click()
    look()


def test_the_script_and_its_style_are_light(site):
    assert sum((site / "_static" / f"due.{kind}").stat().st_size for kind in ("js", "css")) <= 14_000

"""Bets and exercises in the page, as readers with and without a mouse, a network, a memory and a script meet them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import numpy as np
import pytest
from bs4 import BeautifulSoup
from test_accessibility import MARKUP, pale_by_day_or_night, wcag_violations

from book_pages import (
    ASKING,
    CHAPTERS,
    PHONE,
    cells_of,
    each_asking_chapter_by_axe,
    each_asking_chapter_in_depth,
    records,
)
from evalbook import probabilities
from evalbook_tools.answers_told import tells

ROC, CALIBRATION, LANDING = "book/curves/roc_curve", "book/probabilities/calibration", "book/intro"
ROUGE, PROGRESS = "book/text/rouge", "book/my_progress"
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("sandboxed", "SecurityError"); } })"""
# A part of the page that a reader sees, or would after scrolling: what is folded does not count.
SEEN = "part => part.checkVisibility({contentVisibilityAuto: false, visibilityProperty: true})"

SEEN_AFTER = f"""bet => [...document.querySelectorAll("article :is(h2, h3, p, pre, img, table, .q-bet)")].filter(part =>
    (bet.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING) && !bet.contains(part) && ({SEEN})(part) &&
    !part.closest(".q-note, .q-progress")).map(part => part.textContent.slice(0, 60))"""


def seen(page, selector):
    """The texts of the parts that are seen."""
    return page.locator(selector).evaluate_all(f"parts => parts.filter({SEEN}).map(part => part.textContent.trim())")


def choice(page, text, bet=0):
    return page.locator(".q-bet").nth(bet).locator(f'.q-choices button[value="{text}"]')


def stored(page):
    found = page.evaluate("() => Object.entries(localStorage).filter(([key]) => key.startsWith('evalbook:'))")
    return {key: json.loads(value) for key, value in found}


def store(page, site, text):
    """What a browser kept of an earlier visit."""
    page.evaluate("pair => localStorage.setItem(...pair)", [f"evalbook:1:{site.as_uri()}/", text])


def export_to(path, page):
    page.visit(PROGRESS)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    download.value.save_as(path)


def forget_all(page):
    page.visit(PROGRESS)
    page.get_by_role("button", name="Delete all answers").click()
    page.get_by_role("button", name="Really delete all answers").click()


def is_folded(page):
    """Whether the part of the ROC chapter below its first bet is hidden."""
    return not page.get_by_role("heading", name="A threshold turns scores").is_visible()


# ---------------------------------------------------------------- a bet cannot be spoiled


def bets_of(name):
    return [record for record in records(name) if record["role"] == "bet"]


@dataclass(frozen=True)
class Moment:
    """What a reader sees of a chapter while a bet is open: below it, and of titles, headings and links."""

    bet: dict
    after: list[str]
    headings: list[str]
    outline: list[str]
    titles: list[str]


@pytest.fixture(scope="session")
def played(readers, name):
    """A page on which the reader has won each bet, one after the other, and what there was to see before each."""
    with readers() as new:
        page = new(name)
        page.moments = []
        for place, bet in enumerate(bets_of(name)):
            after = page.locator(".q-bet").nth(place).evaluate(SEEN_AFTER)
            titles = [page.title(), *seen(page, "h1, h2, h3, a")]
            page.moments.append(Moment(bet, after, seen(page, "article h2"), seen(page, ".outline li li"), titles))
            choice(page, bet["right"], place).click()
        yield page


@each_asking_chapter_in_depth
def test_nothing_that_follows_an_open_bet_is_seen(played, name):
    assert played.locator(".q-bet").count() == len(played.moments)
    for moment in played.moments:
        assert not moment.after
        assert len(moment.outline) == len(moment.headings)
    assert len(seen(played, "article h2")) == played.locator("article h2").count() > 2 * (name in CHAPTERS)
    assert not played.errors


@pytest.fixture(scope="session")
def titles_of_the_landing_page(readers):
    with readers() as new:
        return seen(new(LANDING), "h1, h2, h3, a")


@each_asking_chapter_in_depth
def test_no_title_heading_or_link_holds_the_answer_of_an_open_bet(played, titles_of_the_landing_page, name):
    for moment in played.moments:
        texts = moment.titles + titles_of_the_landing_page
        assert not [text for text in texts if tells(text, moment.bet["right"], moment.bet["question"])], moment.bet[
            "id"
        ]


def test_the_one_button_shows_what_follows_and_goes_there(reader):
    page = reader(ROC)
    note = page.locator(".q-note").first
    assert "hidden until you bet" in note.inner_text()
    page.get_by_role("button", name="Continue without betting").focus()
    page.keyboard.press("Enter")
    assert "import matplotlib" in page.evaluate("document.activeElement.textContent")
    assert not is_folded(page)
    assert page.locator(".q-bet").nth(1).is_visible()
    assert not note.is_visible()
    page.reload()
    assert page.locator(".q-bet").nth(1).is_visible()


def test_always_show_everything_holds_for_the_whole_book_and_can_be_taken_back(reader):
    page = reader(ROC)
    page.get_by_role("button", name="Always show everything").click()
    page.visit(CALIBRATION)
    assert len(seen(page, "article h2")) == page.locator("article h2").count()
    page.get_by_label("Always show everything").uncheck()
    assert len(seen(page, "article h2")) == 0


@pytest.mark.parametrize("query", ["?all", "#exercises", "#:~:text=diagonal%20of%20random%20guessing", "#fig-roc-tie"])
def test_who_comes_for_a_place_sees_it_this_time(reader, query):
    page = reader(ROC, query)
    page.wait_for_function("() => !document.documentElement.classList.contains('q-wait')")
    assert page.get_by_role("heading", name="The corners of the plot").is_visible()
    page.visit(LANDING)
    page.visit(ROC)
    assert not page.get_by_role("heading", name="The corners of the plot").is_visible()


def test_a_link_to_a_folded_place_on_the_same_page_opens_it(reader):
    page = reader(ROC)
    page.evaluate("location.hash = 'exercises'")
    page.get_by_role("heading", name="Exercises").wait_for(state="visible")


def test_the_browsers_own_search_opens_what_it_finds(reader):
    page = reader(ROC)
    page.locator(".q-rest").first.evaluate("rest => rest.dispatchEvent(new Event('beforematch', {bubbles: true}))")
    assert not is_folded(page)
    assert page.locator(".q-rest").first.get_attribute("hidden") is None


def test_print_shows_everything(reader):
    page = reader(ROC)
    page.emulate_media(media="print")
    assert len(seen(page, "article h2")) == page.locator("article h2").count()
    assert not page.locator(".q-note").first.is_visible()


def test_without_a_script_everything_is_shown_and_no_box_is_offered(reader):
    page = reader(ROC, java_script_enabled=False)
    assert page.get_by_role("heading", name="Recap").is_visible()
    assert page.locator(".q-bet .q-feedback").first.is_visible()
    assert page.locator(".q-exercise :is(input, textarea, button):visible").count() == 0


# ---------------------------------------------------------------- what is said to a choice is seen


SAID_IN_SIGHT = """() => {
    const {top, bottom} = document.querySelector(".q-said").getBoundingClientRect();
    return 0 <= top && top < bottom && bottom <= innerHeight;
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_what_is_said_scrolls_into_sight_when_it_appears(reader, motion):
    page = reader(ROC, viewport={"width": PHONE[0], "height": 600}, reduced_motion=motion)
    choice(page, "7").click()
    if motion == "reduce":
        assert page.evaluate(SAID_IN_SIGHT)
    page.wait_for_function(SAID_IN_SIGHT)


def test_what_is_in_sight_already_does_not_move_the_page(reader):
    page = reader(ROC, viewport={"width": 1300, "height": 1400})
    choice(page, "7").click()
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 0


# ---------------------------------------------------------------- an answer is remembered


@pytest.mark.parametrize("place", ["folder", "server"])
def test_an_answer_is_remembered_and_forgotten(reader, served, place):
    page = reader(ROC, base=served if place == "server" else None)
    choice(page, "7").click()
    assert page.locator(".q-said").first.inner_text().startswith("No. You counted one set")
    page.reload()
    assert choice(page, "7").get_attribute("aria-pressed") == "true"
    assert not is_folded(page)
    page.get_by_role("button", name="Bet again").first.click()
    page.reload()
    assert choice(page, "7").get_attribute("aria-pressed") == "false"


def test_to_bet_again_folds_nothing_asks_for_no_confidence_and_says_what_was_bet_first(reader):
    page = reader(ROC)
    sure = page.locator(".q-bet").first.locator(".q-sure")
    sure.get_by_label("95%").check()
    choice(page, "7").click()
    open_parts = seen(page, "article h2")
    page.get_by_role("button", name="Bet again").click()
    assert page.evaluate("document.activeElement.value") == bets_of(ROC)[0]["choices"][0]
    for _ in range(2):
        assert seen(page, "article h2") == open_parts
        assert page.locator(".q-said").first.inner_text() == "Your first bet: “7”, 95% sure."
        assert not sure.is_visible()
        page.reload()
    choice(page, "9").click()
    assert page.locator(".q-said").first.inner_text().endswith("Your first bet: “7”, 95% sure.")


def test_the_first_choice_is_kept_and_the_key_carries_version_and_address(reader, site):
    page = reader(ROC)
    page.get_by_role("radio", name="75%").first.check()
    choice(page, "9").click()
    choice(page, "8").click()
    entry = {"first": {"choice": "9", "right": False, "sure": 75}, "last": "8"}
    progress = {"version": 1, "everything": False, "answers": {ROC: {"roc-rules": entry}}}
    progress |= {"read": {}, "due": {}, "drafts": {}, "at": ROC}
    assert stored(page) == {f"evalbook:1:{site.as_uri()}/": progress}
    assert "Your first bet: “9”, 75% sure." in page.locator(".q-said").first.inner_text()


def test_an_answer_that_the_bet_no_longer_offers_leaves_it_open(reader, site):
    page = reader(ROC)
    entry = {"first": {"choice": "6", "right": False}, "last": "6"}
    progress = {"version": 1, "everything": False, "answers": {ROC: {"roc-rules": entry}}}
    store(page, site, json.dumps(progress))
    page.reload()
    assert is_folded(page)
    assert not page.errors


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 2, "answers": {}}', "null"])
def test_what_another_program_left_there_breaks_nothing(reader, site, text):
    page = reader(ROC)
    store(page, site, text)
    page.reload()
    choice(page, "8").click()
    assert not is_folded(page)
    assert not page.errors


def test_a_sandboxed_page_works_for_the_visit(reader):
    page = reader(ROC, init=NO_STORAGE)
    choice(page, "8").click()
    assert not is_folded(page)
    page.get_by_role("button", name="Bet again").first.click()
    assert page.locator(".q-said").first.inner_text() == "Your first bet: “8”."


# ---------------------------------------------------------------- exercises


def exercise(page, id):
    return page.locator(f"#q-{id}")


TOLD_AND_DONE = "Right. More exactly: 1, ≈ 0.333333. There are only two healthy patients, "


def test_an_exercise_is_answered_by_keyboard_and_its_solution_opens(reader):
    page = reader(ROC, "?all")
    solution = page.locator("details.q-for-roc-count")
    page.get_by_label("How many points does the curve have?").focus()
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    said = exercise(page, "roc-count-points").get_by_role("status")
    assert said.inner_text() == "Not yet. Three patients have the same score, so they are added in a single step."
    page.keyboard.press("Control+A")
    page.keyboard.type("a few")
    page.keyboard.press("Enter")
    assert said.inner_text() == "Give one number, such as 12 or 7."
    page.keyboard.press("Control+A")
    page.keyboard.type("4 points")
    page.keyboard.press("Enter")
    assert said.inner_text().startswith("Right. The distinct scores are 0.9, 0.6 and 0.2.")
    assert solution.get_attribute("open") is None, "the second question is still open"
    page.get_by_label("By how much do the FPR and the TPR rise").fill("1, .33")
    page.keyboard.press("Enter")
    assert exercise(page, "roc-count-rise").get_by_role("status").inner_text().startswith(TOLD_AND_DONE)
    assert solution.get_attribute("open") is not None
    page.reload()
    assert page.get_by_label("By how much do the FPR and the TPR rise").input_value() == "1, .33"
    assert page.locator(".q-progress p").first.inner_text().endswith("Exercises: 1 of 4 done.")


def test_an_answer_that_was_typed_and_not_given_survives_a_reload_and_counts_for_nothing(reader, tmp_path):
    page = reader(ROC, "?all")
    box = page.get_by_label("How many points does the curve have?")
    box.fill("4")
    page.reload()
    assert box.input_value() == "4"
    assert exercise(page, "roc-count-points").get_by_role("status").inner_text() == "Not checked yet."
    assert [data["answers"] for data in stored(page).values()] == [{}]
    export_to(tmp_path / "progress.json", page)
    assert json.loads((tmp_path / "progress.json").read_text("utf-8"))["drafts"] == {}


@pytest.mark.parametrize("given", ["7", "4"])
def test_a_draft_is_gone_when_the_answer_is_given(reader, given):
    page = reader(ROC, "?all")
    box = page.get_by_label("How many points does the curve have?")
    box.fill("6")
    page.reload()
    box.fill(given)
    box.press("Enter")
    assert [data["drafts"] for data in stored(page).values()] == [{ROC: {}}]
    page.reload()
    assert box.input_value() == given


def test_a_draft_is_forgotten_with_the_rest(reader):
    page = reader(ROC, "?all")
    page.get_by_label("How many points does the curve have?").fill("6")
    forget_all(page)
    page.visit(ROC, "?all")
    assert page.get_by_label("How many points does the curve have?").input_value() == ""


def test_the_solution_opens_on_request(reader):
    page = reader(ROC, "?all")
    page.get_by_text("Solution to Exercise").first.click()
    assert page.locator("details.q-for-roc-count table").is_visible()


@pytest.mark.parametrize(
    ("chapter", "label"),
    [("curves/auc", "auc-ranks"), ("ranking/ndcg", "ndcg-hotel")],
    ids=["words first", "code first"],
)
def test_words_and_code_of_a_solution_stand_in_one_fold(site, chapter, label):
    page = BeautifulSoup((site / f"book/{chapter}.html").read_text("utf-8"), "lxml")
    (fold,) = page.select(f"details.q-for-{label}")
    assert fold.select("p")
    assert fold.select("div.cell_output")


def test_code_names_the_notebook_and_has_a_done_box(reader, site):
    page = reader(ROC, "?all")
    form = exercise(page, "roc-budget")
    link = form.get_by_role("link")
    assert link.inner_text() == "roc_curve.ipynb"
    assert (site / f"{ROC}.html").parent.joinpath(link.get_attribute("href")).resolve().exists()
    form.get_by_label("I have solved it").check()
    page.reload()
    assert form.get_by_label("I have solved it").is_checked()


def test_an_argument_is_compared_with_three_criteria(reader):
    page = reader(ROC, "?all")
    form = exercise(page, "roc-below")
    form.get_by_role("button").click()
    assert form.get_by_role("status").inner_text() == "No answer yet."
    assert form.get_by_role("checkbox").count() == 0
    form.get_by_role("textbox").fill("It lies below the diagonal: turned around it is a good model, if that holds.")
    form.get_by_role("button").click()
    assert page.locator("details.q-for-roc-below").first.get_attribute("open") is not None
    assert form.get_by_role("checkbox").count() == 3
    form.get_by_role("checkbox").nth(1).check()
    page.reload()
    assert [form.get_by_role("checkbox").nth(n).is_checked() for n in range(3)] == [False, True, False]


WITH_A_REASON = {
    name: found
    for name in ASKING
    if (found := [record for record in records(name) if record["role"] == "exercise" and record.get("why")])
}
AN_ARGUMENT = "This argument says something in ten words or more, so that it counts."


def answer_rightly(form, record):
    if record["kind"] == "code":
        return form.get_by_label("I have solved it").check()
    if record["kind"] == "choice":
        form.get_by_label(record["right"], exact=True).check()
    else:
        form.get_by_role("textbox").fill(AN_ARGUMENT if record["kind"] == "argument" else json.dumps(record["right"]))
    form.get_by_role("button").click()


def reason_of(record):
    """What a page shows of a reason as it was written: its longest part without formulas and marks."""
    return max(re.split(r"[$`*]", record["why"]), key=len)


def said_of(page, record):
    return exercise(page, record["id"]).get_by_role("status").inner_text()


@pytest.mark.parametrize("name", WITH_A_REASON)
def test_who_is_right_is_told_the_reason_where_the_record_knows_it(reader, name):
    page, asked = reader(name, "?all"), WITH_A_REASON[name]
    assert [record["id"] for record in asked if len(reason_of(record)) <= 10] == []
    for record in asked:
        answer_rightly(exercise(page, record["id"]), record)
    assert [record["id"] for record in asked if reason_of(record) not in said_of(page, record)] == []
    page.reload()
    assert [record["id"] for record in asked if reason_of(record) not in said_of(page, record)] == []
    for record in asked:
        if record["kind"] == "code":
            exercise(page, record["id"]).get_by_label("I have solved it").uncheck()
            assert said_of(page, record) == "", record["id"]


def test_a_choice_is_checked(reader):
    record = next(one for one in records(CALIBRATION) if one.get("choices") and one["role"] != "bet")
    wrong = record["mistakes"][0]
    form = exercise(reader(CALIBRATION, "?all"), record["id"])
    form.get_by_label(wrong["answer"]).check()
    form.get_by_role("button").click()
    assert form.get_by_role("status").inner_text() == f"Not yet. {wrong['text']}"
    form.get_by_label(record["right"]).check()
    form.get_by_role("button").click()
    assert form.get_by_role("status").inner_text() == f"Right. {record['why']}"


@each_asking_chapter_in_depth
def test_every_exercise_with_a_box_is_judged_in_the_page(played, name):
    played.evaluate("document.querySelectorAll('details.further').forEach(fold => fold.open = true)")
    for record in records(name):
        form = exercise(played, record["id"])
        if record["kind"] in ("number", "numbers", "word"):
            form.get_by_role("textbox").fill(re.sub(r"[\[\]]", " ", str(record["right"])))
            form.get_by_role("button").click()
            assert form.get_by_role("status").inner_text().startswith("Right"), record["id"]
    assert not played.errors


# ---------------------------------------------------------------- a chapter's bet on the landing page


@pytest.fixture
def borrowed():
    """The bet of the landing page: its chapter and its record there."""
    prose = "".join(line for cell in cells_of(LANDING) for line in cell["source"])
    ((id, chapter),) = re.findall(r"```\{bet\} (\S+)\n:chapter: (\S+)", prose)
    return chapter, next(record for record in records(chapter) if record["id"] == id)


def test_a_borrowed_bet_folds_nothing_and_its_answer_counts_in_its_chapter(reader, borrowed):
    chapter, record = borrowed
    page = reader(LANDING)
    assert len(seen(page, "article h2")) == page.locator("article h2").count() > 2
    assert not page.locator(".q-note, .q-progress").count()
    page.get_by_role("radio", name="75%").check()
    choice(page, record["mistakes"][0]["answer"]).click()
    assert "No." in page.locator(".q-said").inner_text()
    assert {text.split()[0] for text in seen(page, ".q-count")} == {"1"}
    (data,) = stored(page).values()
    assert list(data["answers"]) == [chapter]
    assert data["answers"][chapter][record["id"]]["first"]["sure"] == 75
    page.visit(chapter)
    assert choice(page, record["mistakes"][0]["answer"]).get_attribute("aria-pressed") == "true"
    assert len(seen(page, "article h2")) > 0
    assert not page.errors


def test_what_was_bet_in_the_chapter_is_seen_where_the_bet_is_borrowed(reader, borrowed):
    chapter, record = borrowed
    page = reader(chapter)
    choice(page, record["right"]).click()
    page.visit(LANDING)
    assert choice(page, record["right"]).get_attribute("aria-pressed") == "true"
    assert "Right." in page.locator(".q-said").inner_text()
    page.get_by_role("button", name="Bet again").click()
    assert page.locator(".q-said").inner_text() == f"Your first bet: “{record['right']}”."
    page.visit(chapter)
    assert choice(page, record["right"]).get_attribute("aria-pressed") == "false"


def test_the_class_sees_a_borrowed_bet_without_its_answer(reader, borrowed):
    _, record = borrowed
    page = reader(LANDING, "?class")
    choice(page, record["right"]).click()
    assert page.locator(".q-feedback:visible").count() == 0
    page.get_by_role("button", name="Show the answer").click()
    assert page.locator(".q-feedback:visible").count() == len(record["choices"])
    assert not stored(page)


# ---------------------------------------------------------------- progress


def test_progress_shows_at_the_end_and_on_the_landing_page(reader):
    page = reader(ROC)
    choice(page, "8").click()
    missed = next(one for one in records(ROC) if one["id"] == "roc-alarms")["mistakes"][0]["answer"]
    choice(page, missed, 1).click()
    assert page.locator(".q-progress p").first.inner_text() == "Bets: 2 of 2 made, 1 won. Exercises: 0 of 4 done."
    page.visit(LANDING)
    assert seen(page, ".q-count") == ["2 of 6"] * 2  # on the path, and on the map
    page.visit(PROGRESS)
    assert page.locator(f'tr[data-chapter="{ROC}"] td').all_inner_texts()[:3] == ["2 of 2", "1", "0 of 4"]


def test_progress_is_exported_imported_and_forgotten(reader, tmp_path):
    page = reader(ROC)
    choice(page, "9").click()
    export_to(tmp_path / "progress.json", page)
    page.get_by_role("button", name="Delete all answers").click()
    assert stored(page)
    page.get_by_role("button", name="Really delete all answers").click()
    assert not stored(page)
    page.get_by_label("Import").set_input_files(tmp_path / "progress.json")
    page.get_by_text("The answers were added.").wait_for()
    page.visit(ROC)
    assert choice(page, "9").get_attribute("aria-pressed") == "true"
    assert not page.errors


@pytest.mark.parametrize("content", ["{}", '{"version": 1, "answers": null}', '{"version": 1', "null"])
def test_a_file_that_holds_no_progress_is_told_so_and_changes_nothing(reader, content):
    page = reader(ROC)
    choice(page, "9").click()
    before = stored(page)
    page.visit(PROGRESS)
    other = {"name": "p.json", "mimeType": "application/json", "buffer": content.encode()}
    page.get_by_label("Import").set_input_files(other)
    page.get_by_text("This file contains no answers to this book's questions.").wait_for()
    assert stored(page) == before
    assert not page.errors


# ---------------------------------------------------------------- in class


def test_before_a_class_nothing_is_remembered_and_all_feedback_is_revealed(reader):
    page = reader(ROC, "?class")
    choice(page, "9").click()
    choice(page, "7").click()
    choice(page, "7").click()
    assert choice(page, "9").get_attribute("aria-pressed") == "true"
    assert choice(page, "7").get_attribute("aria-pressed") == "false"
    assert page.locator(".q-feedback:visible").count() == 0
    assert is_folded(page)
    page.get_by_role("button", name="Show the answer").first.click()
    assert page.locator(".q-bet").first.locator(".q-feedback:visible").count() == 4
    assert not is_folded(page)
    assert page.locator(".q-sure").count() == 0
    assert not stored(page)


def test_the_teachers_own_answers_are_not_shown_to_the_class(reader):
    page = reader(ROC)
    choice(page, "8").click()
    before = stored(page)
    page.visit(ROC, "?class")
    assert choice(page, "8").get_attribute("aria-pressed") == "false"
    assert is_folded(page)
    choice(page, "9").click()
    assert stored(page) == before


# ---------------------------------------------------------------- You


def test_the_readers_scores_equal_the_packages(reader):
    page = reader(CALIBRATION, "?all")
    assert "You have not yet said how sure" in page.locator(".you").inner_text()
    page.visit(PROGRESS)
    y_prob = np.random.default_rng(0).choice([0.25, 0.5, 0.75, 0.95], 40)
    y_true = (np.random.default_rng(1).random(40) < 0.6).astype(int)
    answers = {
        f"bet-{place}": {"first": {"choice": "x", "right": bool(y), "sure": round(100 * p)}}
        for place, (p, y) in enumerate(zip(y_prob, y_true, strict=True))
    }
    answers["unsure"] = {"first": {"choice": "x", "right": True}}
    answers["seen"] = {"first": {"choice": "x", "right": True, "sure": 95, "seen": True}}
    progress = {"version": 1, "everything": False, "answers": {ROC: answers}}
    page.get_by_label("Import").set_input_files(
        {"name": "p.json", "mimeType": "application/json", "buffer": json.dumps(progress).encode()}
    )
    page.get_by_text("The answers were added.").wait_for()
    page.visit(CALIBRATION, "?all")
    page.get_by_text("You said how sure you were in 40 first answers").wait_for()
    brier, loss = probabilities.brier_score(y_true, y_prob), probabilities.log_loss(y_true, y_prob)
    assert f"Your Brier score is {brier:.3f}, and your log loss is {loss:.3f}." in page.locator(".q-you").inner_text()
    curve = probabilities.reliability_curve(y_true, y_prob, n_bins=10)
    texts = "rows => rows.slice(1).map(row => [...row.cells].map(cell => cell.textContent))"
    rows = page.locator(".q-you tr").evaluate_all(texts)
    assert [row[0] for row in rows] == [f"{said:.0%} sure" for said in curve.prob_pred]
    counts = [[int(text) for text in row[1].split(" of ")] for row in rows]
    assert [right / count for right, count in counts] == pytest.approx(curve.prob_true)
    assert [count for _, count in counts] == [int(np.sum(y_prob == p)) for p in (0.25, 0.5, 0.75, 0.95)]
    assert page.locator(".q-you circle").count() == 4


ONE_BET = (
    "You said how sure you were in 1 first answer, before the right answer was in sight. "
    "Your Brier score is 0.003, and your log loss is 0.051."
)


@pytest.mark.parametrize(("query", "told"), [("", ONE_BET), ("?all", "You have not yet said how sure")])
def test_a_bet_with_how_sure_counts_at_once_unless_the_answer_was_in_sight(reader, query, told):
    page = reader(CALIBRATION, query)
    page.get_by_role("radio", name="95%").first.check()
    choice(page, bets_of(CALIBRATION)[0]["right"]).click()
    assert told in page.locator(".you").text_content()


# ---------------------------------------------------------------- legible, accessible, light


@each_asking_chapter_by_axe
def test_bets_and_boxes_are_accessible_open_lost_and_won(reader, name):
    page = reader(name)
    assert not wcag_violations(page, MARKUP, "main")
    assert not pale_by_day_or_night(page, "main")
    bets = bets_of(name)
    for pick in (lambda record: record["mistakes"][0]["answer"], lambda record: record["right"]):
        for place, record in enumerate(bets):
            choice(page, pick(record), place).click()
        assert not wcag_violations(page, MARKUP, ":is(.q-bet, .q-exercise, .q-progress)")
        assert not pale_by_day_or_night(page, "main")


@each_asking_chapter_in_depth
def test_bets_and_boxes_fit_a_phone(visit, name):
    page = visit(viewport=PHONE).page
    edges = "parts => parts.map(part => part.getBoundingClientRect().right)"
    parts = page.locator(":is(.q-bet, .q-exercise, .q-progress, .q-you) :is(button, input, textarea, p, svg, table)")
    assert max(parts.evaluate_all(edges)) <= PHONE[0]


def test_script_and_style_are_light(site):
    assert sum((site / "_static" / f"questions.{kind}").stat().st_size for kind in ("js", "css")) <= 23_000


def test_pages_without_questions_do_not_load_the_script(site):
    assert "questions.js" not in (site / "book/glossary.html").read_text("utf-8")
    assert all("questions.js" in (site / f"{name}.html").read_text("utf-8") for name in [*ASKING, LANDING])


# ---------------------------------------------------------------- what goes further


def test_what_goes_further_is_folded_until_somebody_comes_for_it(reader):
    folds = "details.further"
    page = reader(ROUGE)
    assert page.locator(folds).count() >= 3
    assert not page.evaluate("selector => [...document.querySelectorAll(selector)].some(fold => fold.open)", folds)
    page = reader(ROUGE, "?all")
    assert page.evaluate("selector => [...document.querySelectorAll(selector)].every(fold => fold.open)", folds)
    page = reader(ROUGE, "#by-the-recall-of-rouge-1-the-whole-story-beats-its-summary")
    assert page.locator(f"{folds}[open]").count() == 1

"""The page of answers in words is a form: graded by keyboard, offline, saved as what the next run reads."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from tiny_class import RIGHT, TINY, case, filled

from evalbook_homework.grading import release, reports
from evalbook_homework.grading.collect import Student
from evalbook_homework.grading.execution import Run
from evalbook_homework.grading.key import key_for
from evalbook_homework.grading.manual_grades import ManualGrades
from evalbook_homework.grading.points import marks_of
from evalbook_homework.grading.repair import repair_notebook
from evalbook_homework.grading.shown_questions import beside_answer, shown_questions

TEXTS = [
    "Two kinds of errors, <b>two prices</b>.",
    '=HYPERLINK("x"), and "quotes"\nin two lines',
    "者有两种错误",
    "- none",
]
NAMES = ["Ada", "Bo", "Cy", "Di", "Emmy", "Flo"]


def table_of(term):
    return ManualGrades.read(term.grades("tiny"), term.seed)


def write(table, one, text, share=0.5):
    """One student's answer in words in the table, and its mark; the first question is answered with a share."""
    notebook = repair_notebook(filled(one.student, RIGHT | {"tiny-4": text}), one.student).notebook
    marks = marks_of(Run({"tiny-1": share}), key_for(one, TINY))
    shown = shown_questions(one.solved)
    (mark,) = table.marks(one.copy, notebook, one.student, lambda name: beside_answer(shown, marks, name))
    return mark


@pytest.fixture
def argued(term, released):
    """The table after a class wrote these texts, kept as a run keeps it."""
    table = table_of(term)
    for text in TEXTS:
        write(table, released, text)
    table.rows[min(table.rows)] |= {"points": "1", "comment": "Given before."}
    (term.grades("tiny") / "argued.csv").write_text(table.table(), "utf-8-sig")
    return table


@pytest.fixture
def form(browser, term):
    """Opens the page of a table as a teacher does: from its folder, without a network."""
    context = browser().new_context(viewport={"width": 1300, "height": 900}, accept_downloads=True)
    context.set_offline(True)
    errors = []

    def opened(table):
        place = term.grades("tiny") / "argued.html"
        place.write_text(reports.manual_grades_page(table, TINY.notebook, "tiny"), "utf-8")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(error))
        page.goto(place.as_uri())
        return page

    yield opened
    assert errors == []
    context.close()


@pytest.fixture
def page(form, argued):
    return form(argued)


@pytest.fixture
def opposite(term, monkeypatch):
    """Two students' copies whose given letters are others."""
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    latest, _ = release.release(TINY, term, {name: Student(name) for name in NAMES})
    copies = {case(latest.of(code))["letters"][0]: latest.of(code) for code in latest.copies}
    return copies["a"], copies["b"]


def saved(page, term):
    """The table after the page was saved, put in the place of the old one."""
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    assert download.value.suggested_filename == "argued.csv"
    download.value.save_as(term.grades("tiny") / "argued.csv")
    return table_of(term)


def code_at(page):
    return page.evaluate("document.activeElement.closest('article')?.dataset.code")


def test_a_class_is_graded_by_keyboard_alone(page, argued, term):
    codes = [row["code"] for row in argued.ordered()]
    page.locator("#next").press("Enter")
    seen = []
    for points in ("4", "2,5", "0", "3"):
        seen.append(code_at(page))
        page.keyboard.type(points)
        page.keyboard.press("Enter")
    assert seen == codes
    assert code_at(page) == codes[0]
    page.keyboard.press("Shift+Enter")
    assert code_at(page) == codes[-1]
    assert [saved(page, term).rows[code]["points"] for code in codes] == ["4", "2,5", "0", "3"]


def test_what_was_not_touched_comes_back_as_it_was(page, argued, term):
    assert saved(page, term).rows == argued.rows


@pytest.mark.parametrize("comment", ["- one kind is missing", "=1+1", 'two\nlines, "quoted"; =x', "'quoted'", "好"])
def test_a_comment_comes_back_as_it_was_written(page, argued, term, comment):
    code = argued.ordered()[0]["code"]
    page.locator(f"[data-code={code}] textarea").fill(comment)
    assert saved(page, term).rows[code]["comment"] == comment


def test_the_next_without_points_passes_what_has_some(page, argued):
    waiting = [row["code"] for row in argued.ordered() if not row["points"]]
    page.locator("#open").press("Enter")
    seen = [code_at(page)]
    for _ in waiting[1:]:
        page.keyboard.press("Control+Enter")
        seen.append(code_at(page))
    assert seen == waiting


def test_a_comment_may_have_lines_and_is_left_by_key(page, argued):
    codes = [row["code"] for row in argued.ordered()]
    page.locator(f"[data-code={codes[0]}] textarea").focus()
    page.keyboard.press("Enter")
    assert code_at(page) == codes[0]
    page.keyboard.press("Alt+ArrowDown")
    assert code_at(page) == codes[1]


@pytest.mark.parametrize("points", ["5", "-1", "good", "1,2,3"])
def test_points_that_cannot_be_are_not_saved(page, points):
    page.locator("article input").first.fill(points)
    page.keyboard.press("Control+s")
    assert page.locator("#status").inner_text().endswith("have to be a number from 0 to 4.0.")
    assert page.locator("article input").first.get_attribute("aria-invalid") == "true"
    page.locator("article input").first.fill("1")


def test_it_says_how_many_have_points_and_whether_that_is_saved(page, term):
    assert page.locator("#status").inner_text() == "1 of 4 texts have points"
    page.locator("article input").nth(0).fill("2")
    page.locator("article input").nth(1).fill("2")
    page.locator("article input").nth(2).fill("2")
    assert page.locator("#status").inner_text().endswith("have points, not saved yet")
    saved(page, term)
    assert page.locator("#status").inner_text() in ("3 of 4 texts have points", "4 of 4 texts have points")


def test_everyone_can_use_it(page):
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run()")
    assert [f"{one['id']}: {one['nodes'][0]['html']}" for one in found["violations"]] == []


def test_tags_and_links_in_a_text_are_shown_as_they_are(form, term, released):
    table, text = table_of(term), "<b>two</b> [prices](https://a.example) ![](https://a.example/x.png)"
    write(table, released, text)
    assert form(table).locator("article .answer").inner_html().strip() == (
        "<p>&lt;b&gt;two&lt;/b&gt; [prices](https://a.example) ![](https://a.example/x.png)</p>"
    )


def test_a_text_is_shown_as_the_markdown_that_it_is(form, term, released):
    table = table_of(term)
    write(table, released, "**Two** kinds:\n\n- one\n- other")
    shown = form(table).locator("article .answer")
    assert (shown.locator("strong").inner_text(), shown.locator("li").count()) == ("Two", 2)


def test_the_question_and_what_earns_points_stand_beside_the_texts(page):
    assert page.locator(".rubric strong").first.inner_text() == "4"
    assert "Why is one number not enough?" in page.locator(".rubric").inner_text()
    assert "2: names both kinds" in page.locator(".rubric").inner_text()


# ---------------------------------------------------------------- numbers for each student


def test_the_same_words_about_opposite_numbers_are_a_row_for_each(opposite, term):
    table = table_of(term)
    for one in opposite:
        write(table, one, "A comes first.")
    first, _ = table.ordered()
    first["points"] = "4"
    assert sorted(write(table, one, "A comes first.").points or 0 for one in opposite) == [0, 4]


def test_beside_each_text_stand_the_numbers_and_answers_of_its_author(form, opposite, term):
    table = table_of(term)
    for share, one in zip((0.125, 0.25), opposite, strict=True):
        write(table, one, "A comes first.", share)
    page, a = form(table), opposite[0]
    (of_a,) = (one for one in page.locator("article").all() if "first letter: a" in one.inner_text())
    right = f"{case(a)['wrong'] / case(a)['n']:.6g}"
    assert of_a.locator(".beside").inner_text().split("\n\n") == [
        "first letter: a",
        f"tiny-1: handed in 0.125; right is {right}.",
    ]
    assert page.locator("article", has_text="first letter: b").count() == 1


def test_points_of_a_row_that_knew_no_copy_are_taken_along(opposite, term):
    table = table_of(term)
    write(table, term.releases("tiny")[-1], "A comes first.")  # as before rows had a copy
    (row,) = table.rows.values()
    row |= {"points": "3", "comment": "Given before."}
    assert [(mark.points, mark.said) for mark in (write(table, one, "A comes first.") for one in opposite)] == [
        (3, "Given before."),
        (3, "Given before."),
    ]


def test_one_text_of_two_with_the_same_numbers_is_one_row_with_both_their_answers(form, released, term):
    table = table_of(term)
    for share in (0.125, 0.25, 0.25):
        write(table, released, "Two prices.", share)
    (row,) = form(table).locator("article").all()
    assert [one.split("; ")[0][-5:] for one in row.locator(".beside").all_inner_texts()] == ["0.125", " 0.25"]


def test_a_text_of_an_earlier_attempt_waits_no_more_and_is_kept(argued, form, released, term):
    (term.grades("tiny") / "argued.csv").write_text(argued.table(), "utf-8-sig")
    table = table_of(term)
    write(table, released, TEXTS[0])
    page = form(table)
    assert page.locator("article").count() == 1
    assert saved(page, term).rows == argued.rows

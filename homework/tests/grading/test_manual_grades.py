"""The page of answers in words is a form: graded by keyboard, offline, saved as what the next run reads."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from tiny_class import RIGHT, TINY, filled

from evalbook_homework.grading import reports
from evalbook_homework.grading.collect import Student
from evalbook_homework.grading.manual_grades import ManualGrades
from evalbook_homework.grading.repair import repair_notebook

TEXTS = [
    "Two kinds of errors, <b>two prices</b>.",
    '=HYPERLINK("x"), and "quotes"\nin two lines',
    "者有两种错误",
    "- none",
]


def table_of(term):
    return ManualGrades.read(term.grades("tiny"), term.seed)


@pytest.fixture
def argued(term, released):
    """The table after a class wrote these texts, kept as a run keeps it."""
    table = table_of(term)
    for text in TEXTS:
        notebook = repair_notebook(filled(released.student, RIGHT | {"tiny-4": text}), released.student).notebook
        table.marks(Student("Ada"), notebook, released.student)
    table.rows[min(table.rows)] |= {"points": "1", "comment": "Given before."}
    (term.grades("tiny") / "argued.csv").write_text(table.table(), "utf-8-sig")
    return table


@pytest.fixture
def page(browser, argued, term):
    """The page as a teacher opens it: from its folder, without a network."""
    place = term.grades("tiny") / "argued.html"
    place.write_text(reports.manual_grades_page(argued, TINY.notebook, "tiny"), "utf-8")
    context = browser().new_context(viewport={"width": 1300, "height": 900}, accept_downloads=True)
    context.set_offline(True)
    opened, errors = context.new_page(), []
    opened.on("pageerror", lambda error: errors.append(error))
    opened.goto(place.as_uri())
    yield opened
    assert errors == []
    context.close()


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
    assert page.locator("#status").inner_text().endswith("a number from 0 to 4.0. Nothing was saved.")
    assert page.locator("article input").first.get_attribute("aria-invalid") == "true"
    page.locator("article input").first.fill("1")


def test_it_says_how_many_have_points_and_whether_that_is_saved(page, term):
    assert page.locator("#status").inner_text() == "1 of 4 have points"
    page.locator("article input").nth(0).fill("2")
    page.locator("article input").nth(1).fill("2")
    page.locator("article input").nth(2).fill("2")
    assert page.locator("#status").inner_text().endswith("have points, not saved")
    saved(page, term)
    assert page.locator("#status").inner_text() in ("3 of 4 have points", "4 of 4 have points")


def test_everyone_can_use_it(page):
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run()")
    assert [f"{one['id']}: {one['nodes'][0]['html']}" for one in found["violations"]] == []


def test_a_text_is_shown_as_it_was_written_and_asks_for_nothing_outside(page):
    assert set(page.locator("article pre").all_inner_texts()) == set(TEXTS)
    assert page.locator("article b").count() == len(TEXTS)  # the numbers alone
    assert "Why is one number not enough?" in page.locator(".rubric").inner_text()
    assert "2: names both kinds" in page.locator(".rubric").inner_text()

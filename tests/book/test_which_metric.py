"""The map from a task to a metric leads to every chapter, and shows what it reports."""

from __future__ import annotations

import re

import pytest
from test_accessibility import MARKUP, each_theme, pale_texts, wcag_violations

from book_pages import CHAPTERS, PHONE, ROOT, has
from evalbook import confusion
from evalbook_tools.site.tasks import reporting_line

PAGE = (ROOT / "book" / "which_metric.md").read_text("utf-8")
TASKS = re.findall(
    r"^```\{task\} ([^\n]+)\n:metric: ([^\n]+)\n:chapter: (\S+)\n\n(.+?)\n```$", PAGE, re.MULTILINE | re.DOTALL
)


def test_every_task_has_its_four_parts():
    assert len(TASKS) == PAGE.count("```{task}")


def test_no_task_is_there_twice():
    assert len({task for task, *_ in TASKS}) == len(TASKS)


@pytest.mark.parametrize("chapter", [name for name in CHAPTERS if name.count("/") == 2])
def test_every_chapter_can_be_found_by_a_task(chapter):
    found = chapter in {chapter for _, _, chapter, _ in TASKS}
    has(chapter, found, "no task leads to it in book/which_metric.md (a {task} with its :chapter:)")


@pytest.mark.parametrize("chapter", dict.fromkeys(chapter for _, _, chapter, _ in TASKS))
def test_every_chapter_reports_a_number(chapter):
    assert re.search(r"\d", reporting_line(ROOT / f"{chapter}.ipynb"))


@pytest.mark.parametrize(("task", "text"), [(task, text) for task, _, _, text in TASKS])
def test_every_task_names_a_function(task, text):
    assert "{py:" in text


def test_the_first_fork_leads_to_every_section():
    fork = PAGE.partition("\n(which-")[0]
    assert re.findall(r"\]\((which-\w+)\)", fork) == re.findall(r"^\((which-\w+)\)=$", PAGE, re.MULTILINE)


# ---------------------------------------------------------------- the calculator

SURPRISE = "#the-auc-is-high-and-the-precision-low"
LABELS = {"tpr": "TPR (recall)", "fpr": "FPR", "rate": "Base rate", "auc": "AUC, if"}
EXAMPLE = confusion.Counts(tp=80, fn=20, fp=594, tn=9306)
"""What the calculator begins with: TPR 0.80, FPR 0.06, 1 in 100."""


@pytest.fixture
def calculator(reader):
    """The page at the surprise; a function that fills the fields, and gives what is said of them."""
    page = reader("book/which_metric", SURPRISE)

    def say(**numbers):
        for name, text in numbers.items():
            page.get_by_label(LABELS[name]).fill(text)
        return page.locator(".calculator [role=status]").inner_text()

    say.page = page
    return say


def test_who_lands_at_the_surprise_reads_the_numbers_of_the_example(calculator):
    said = calculator()
    assert f"Precision: {EXAMPLE.precision:.2f}." in said
    assert f"{EXAMPLE.negative_predictive_value:.4f}." in said
    assert f"Number needed to check: {1 / EXAMPLE.precision:.1f} flagged samples" in said
    assert "Of 10,000 samples, 100 are positive: the model flags 80 of them, and 594 of the 9,900 others." in said
    rates = "AUC 0.93; at the threshold, TPR 0.80 and FPR 0.06; at a base rate of 0.01, precision 0.12 and NPV 0.9979."
    assert said.endswith(f"To report: “{rates}”")
    assert not calculator.page.errors


def test_numbers_may_be_written_in_each_way_and_others_are_told_so(calculator):
    said = calculator()
    assert calculator(tpr="80%", fpr="6/100", rate="1%", auc="0,93") == said
    assert calculator(rate="1 in 100") == said
    for text in ("2", "-0.1", "many"):
        assert calculator(rate=text).startswith("Each number lies between 0 and 1.")
        assert calculator.page.get_by_label(LABELS["rate"]).get_attribute("aria-invalid") == "true"


def test_an_auc_alone_gives_no_precision_and_the_page_says_what_it_gives(calculator):
    said = calculator(tpr="", fpr="", rate="")
    assert "in 93 of 100 pairs the positive is scored above the negative" in said
    assert "alone it gives neither precision nor NPV" in said
    assert "Precision:" not in said
    assert "the TPR and the FPR are missing" in calculator(rate="0.01")
    tpr = 0.93 / 0.94
    precision = 0.01 * tpr / (0.01 * tpr + 0.99 * 0.06)
    possible = f"any TPR from 0 to {tpr:.3f} possible, and at this base rate any precision from 0 to {precision:.2f}."
    assert possible in calculator(fpr="0.06")


def test_numbers_that_belong_to_no_model_are_noticed(calculator):
    assert "no ROC curve" not in calculator()
    assert "it would be from 0.75 to 0.988." in calculator(auc="0.6")


def test_the_calculator_is_used_by_keyboard(calculator):
    page = calculator.page
    page.get_by_label(LABELS["tpr"]).focus()
    for name in ("fpr", "rate", "auc"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.name") == name
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    assert "AUC" not in calculator()


def test_without_a_script_the_page_tells_the_formulas_and_offers_no_field(reader):
    page = reader("book/which_metric", SURPRISE, java_script_enabled=False)
    page.locator(f"{SURPRISE} summary").click()
    for formula in page.locator(f"{SURPRISE} .katex-display > .katex").all():
        assert formula.is_visible()
        assert formula.evaluate("part => part.scrollWidth <= part.parentElement.closest('.task').clientWidth")
    assert page.locator(f"{SURPRISE} .katex-display").count() == 2
    assert page.locator(".calculator").count() == 1
    assert not page.locator(".calculator").is_visible()


@each_theme
def test_the_calculator_can_be_read_by_all(reader, theme):
    page = reader("book/which_metric", SURPRISE, color_scheme=theme, viewport={"width": PHONE[0], "height": PHONE[1]})
    assert not wcag_violations(page, MARKUP, SURPRISE)
    assert not pale_texts(page, SURPRISE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

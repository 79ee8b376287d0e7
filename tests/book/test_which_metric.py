"""The map from a task to a metric leads to every chapter, and shows what it reports."""

from __future__ import annotations

import re

import pytest

from book_pages import CHAPTERS, ROOT, has
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

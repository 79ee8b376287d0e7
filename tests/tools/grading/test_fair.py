"""Questions that are fair: each names its chapter."""

from __future__ import annotations

import re

import pytest

from book_pages import CHAPTERS, ROOT
from evalbook_tools.grading.assignments import assignments, graded, read

ALL = assignments()
each_assignment = pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)


# ---------------------------------------------------------------- chapters


def title_of(chapter):
    """The heading of a chapter up to its colon, which is how other texts name it."""
    text = "\n".join(cell.source for cell in read(ROOT / "book" / f"{chapter}.ipynb").cells)
    return re.search(r"^# ([^:\n]+)", text, re.M)[1]


def chapters_of(one):
    """By question, the chapter that its task names."""
    tasks = [cell for cell in one.notebook.cells if "evalbook" in cell.metadata]
    numbers = [re.search(r"^\*\*(\d+)\*\*", cell.source, re.M)[1] for cell in tasks]
    return {
        f"{one.name}-{number}": cell.metadata["evalbook"]["chapter"]
        for number, cell in zip(numbers, tasks, strict=True)
    }


@each_assignment
def test_each_question_names_a_chapter(one):
    named = chapters_of(one)
    assert list(named) == [name for name, _, _ in graded(one.notebook)]
    assert {f"book/{chapter}" for chapter in named.values()} <= set(CHAPTERS)


@each_assignment
def test_the_student_reads_the_chapter_that_the_metadata_names(one):
    for cell in one.notebook.cells:
        if "evalbook" in cell.metadata:
            assert cell.source.endswith(f"\n\nChapter: *{title_of(cell.metadata['evalbook']['chapter'])}*"), cell.id


def test_the_homework_on_comparison_asks_about_each_chapter_of_its_part():
    (one,) = (one for one in ALL if one.name == "comparison")
    assert set(chapters_of(one).values()) >= {
        name.removeprefix("book/") for name in CHAPTERS if name.startswith("book/comparison/")
    }

"""Questions on the chapters that a class has read: enough of them, whole, and worth what they say."""

from __future__ import annotations

import re

import nbformat
import pytest

from book_pages import CHAPTERS
from evalbook_homework.grading import grading, release, sandbox
from evalbook_homework.grading.assignments import assignments, graded, is_graded_by_hand, is_test, marks
from evalbook_homework.grading.chapters import CORE, asked_about, keep_chapters, read_chapters
from evalbook_homework.grading.collect import Attempt, Student
from evalbook_homework.grading.key import key_for
from evalbook_homework.grading.terms import term as make_term

ALL = {one.name: one for one in assignments()}
KNOWN = {name.removeprefix("book/") for name in CHAPTERS}
READ = read_chapters(CORE, KNOWN)
PARTS = sorted({chapter.split("/")[0] for chapter in READ})
each_part_with_core_chapters = pytest.mark.parametrize("name", PARTS)


def student(name, read):
    return keep_chapters(release._without_answers(ALL[name].notebook), read)


def names_in(notebook):
    return [name for name, _, _ in graded(notebook)]


def chapters(name):
    """The chapter of each question."""
    found, here = {}, ""
    for cell in ALL[name].notebook.cells:
        here = cell.metadata.get("evalbook", {}).get("chapter", here)
        if marks(cell).get("grade"):
            found[marks(cell)["grade_id"]] = here
    return found


def headings(notebook):
    """The heading of each question."""
    found, here = {}, ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (heading := re.match(r"## (.+)", cell.source)):
            here = heading[1]
        if marks(cell).get("grade"):
            found[marks(cell)["grade_id"]] = here
    return found


def text_of(notebook):
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


# ---------------------------------------------------------------- what is said


def test_chapters_may_be_named_with_their_part_or_without():
    assert read_chapters("hold_out, costs/cost_matrix", KNOWN) == {"splits/hold_out", "costs/cost_matrix"}
    assert read_chapters("core,cost_curve", KNOWN) == READ | {"costs/cost_curve"}


def test_a_chapter_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match=r"CHAPTERS has 'holdout'; expected core, or some of a/b, splits/hold_out"):
        read_chapters("hold_out,holdout", {"splits/hold_out", "a/b"})


# ---------------------------------------------------------------- what is packed


@each_part_with_core_chapters
def test_a_core_course_gets_at_least_twelve_points_of_each_part(name):
    assert sum(points for _, points, _ in graded(student(name, READ))) >= 12


@each_part_with_core_chapters
def test_a_core_course_looks_for_a_mistake_in_each_part(name):
    """Which one it is, and what should be there instead."""
    where = headings(student(name, READ))
    assert [where[question] for question in where if question.startswith(f"{name}-")].count("Find the mistake") >= 2


@each_part_with_core_chapters
def test_a_core_course_argues_once_in_each_part(name):
    assert sum(map(is_graded_by_hand, student(name, READ).cells)) == 1


def test_parts_without_a_core_chapter_are_left_out_of_a_core_course():
    left_out = {name for name in ALL if not names_in(student(name, READ))}
    assert left_out == set(ALL) - set(PARTS) == {"distributed", "generation"}


def test_a_core_course_is_asked_about_each_of_its_chapters():
    assert set().union(*(asked_about(student(name, READ)) for name in ALL)) == READ


def test_each_chapter_of_the_book_has_a_question():
    assert set().union(*(asked_about(one.notebook) for one in ALL.values())) == KNOWN


@pytest.mark.parametrize("name", ALL)
def test_only_questions_on_these_chapters_are_packed(name):
    asked = names_in(student(name, READ))
    assert {chapters(name)[question] for question in asked} <= READ
    assert [question for question, chapter in chapters(name).items() if chapter in READ] == asked


@pytest.mark.parametrize("name", ALL)
def test_with_all_chapters_nothing_changes(name):
    assert student(name, frozenset(KNOWN)) == release._without_answers(ALL[name].notebook)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("alone", [False, True], ids=["core", "each chapter alone"])
def test_what_is_packed_is_whole(name, alone):
    """All cells of each question, no word of one that is left out, no heading before nothing, the sum of the points."""
    for read in [frozenset([one]) for one in asked_about(ALL[name].notebook)] if alone else [READ]:
        book = student(name, read)
        asked, text = names_in(book), text_of(book)
        cells = [str(marks(cell)["grade_id"]) for cell in book.cells]
        assert [int(number) for number in re.findall(r"^\*\*(\d+)\*\* \(", text, re.MULTILINE)] == [
            int(question.rpartition("-")[2]) for question in asked
        ]
        for question in names_in(ALL[name].notebook):
            own = [marks(cell)["grade_id"] for cell in ALL[name].notebook.cells if _of(cell, question)]
            assert [cell for cell in cells if cell in own] == (own if question in asked else [])
        assert {f"{name}-{number}" for number in re.findall(r"questions? (\d+)", text)} <= set(asked)
        assert not re.search(r"^## [^\n]*\s*\Z", text, re.MULTILINE)
        total = sum(points for _, points, _ in graded(book))
        assert not asked or f"{total:g} point{'s' * (total != 1)}" in text
        assert not re.search(r"\bare 1 point\b|\b1 points", text)
        assert len(asked) in (0, len(names_in(ALL[name].notebook))) or "about an hour" not in text.lower()


def _of(cell, question):
    return re.fullmatch(rf"{question}(-.*)?", marks(cell)["grade_id"]) is not None


def test_a_heading_in_a_question_that_is_left_out_moves_to_the_next():
    book = student("comparison", frozenset(["comparison/two_models"]))
    assert "## By hand\n\nTwo programs, A and B" in text_of(book)
    assert "## Find the mistake" not in text_of(book)


def test_a_notebook_says_which_chapters_it_needs():
    intro = student("costs", frozenset(["costs/cost_matrix"])).cells[0].source
    assert "You need the chapter *The cost matrix*. Plan about 40 minutes. There are 14 points." in intro


def test_a_question_names_what_it_needs_from_another_part():
    """Where the notebook begins, only chapters of its own part are left."""
    assert "*Bootstrap intervals*" in text_of(student("generation", frozenset(["generation/one_of_ten_tries"])))


def test_a_question_that_refers_to_one_that_is_left_out_is_left_out():
    asked = names_in(student("text", frozenset(["text/rouge"])))
    assert chapters("text")["text-5"] == "text/rouge"  # "Back to the picture of question 1."
    assert "text-4" in asked and "text-5" not in asked


def test_a_question_without_a_chapter_is_named():
    book = ALL["costs"].notebook
    for cell in book.cells:
        cell.metadata.pop("evalbook", None)
    with pytest.raises(ValueError, match="the question costs-1 names no chapter; for CHAPTERS, expected one in"):
        keep_chapters(book, READ)


def test_other_chapters_are_another_release_with_the_same_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    term = make_term("core", new=True, terms=tmp_path)
    one, other = (release.release(ALL["costs"], term, None, read)[0] for read in (READ, None))
    assert (one.number, other.number) == (1, 2)
    assert one.files == other.files
    assert sum(one.points) == 14
    assert set(key_for(one, ALL["costs"])) == {name for name, _, cell in graded(one.student) if is_test(cell)}


# ---------------------------------------------------------------- the whole way (slow: as make homework and make grade)


def answered(latest, source):
    """The student's copy with the right answers as plain numbers and letters: they use no question that is left out."""
    key, book = key_for(latest, source), latest.student
    by_name = {marks(cell)["grade_id"]: cell for cell in book.cells}
    for name, record in key.items():
        variable = re.match(r"pages\.hand_in\((\w+)", by_name[name].source)[1]
        by_name[f"{name}-answer"].source = f"{variable} = {record['right']!r}"
    return nbformat.writes(book).encode()


@pytest.mark.slow
@each_part_with_core_chapters
def test_the_right_answers_of_a_core_course_earn_all_points(name, tmp_path, monkeypatch):
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    term = make_term("core", new=True, terms=tmp_path)
    latest, _ = release.release(ALL[name], term, None, READ)
    course = grading.Course(term, ALL.values(), sandbox.Limits(), confined=False)
    (one,) = grading.grade(course, [Attempt(Student("Ada"), "x.ipynb", answered(latest, ALL[name]), (0.0,))])[name]
    worth = {name: points for name, points, cell in graded(latest.student) if is_test(cell)}
    assert {mark.question: mark.points for mark in one.marks if not mark.by_hand} == worth
    assert one.out_of == sum(latest.points)
    assert not [note for note in one.notes if "fails" in note]
    assert sum(map(is_graded_by_hand, latest.student.cells)) == sum(mark.by_hand for mark in one.marks)

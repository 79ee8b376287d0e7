"""Answers are found where students wrote them: in their cells, or beside them."""

from __future__ import annotations

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from tiny_class import filled

from evalbook_tools.grading.assignments import marks
from evalbook_tools.grading.repair import mended

WORDS, MORE = "Two kinds of errors.", "They have two prices."
KINDS = {"markdown": new_markdown_cell, "code": new_code_cell}


def places(notebook):
    return [marks(cell).get("grade_id") for cell in notebook.cells]


def answer(notebook, released, name="tiny-4"):
    """What stands in a cell after mending, and what is said of it."""
    whole = mended(notebook, released.student)
    (cell,) = (cell for cell in whole.notebook.cells if marks(cell).get("grade_id") == name)
    return cell.source, [note for note in whole.notes if note.startswith(f"{name}:")]


@pytest.fixture
def notebook(released):
    return released.student


BESIDE = "tiny-4: not answered in its cell; what was added beside it counts"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("behind", ["tiny-text-4", "tiny-4"])
@pytest.mark.parametrize("cell", ["as released", "emptied", "deleted"])
def test_words_beside_an_argued_cell_without_an_answer_wait_for_a_person(notebook, released, kind, behind, cell):
    notebook.cells.insert(places(notebook).index(behind) + 1, KINDS[kind](WORDS))
    if cell == "emptied":
        filled(notebook, {"tiny-4": ""})
    if cell == "deleted":
        del notebook.cells[places(notebook).index("tiny-4")]
    assert answer(notebook, released) == (WORDS, [BESIDE])


def test_words_are_found_where_the_marks_of_all_cells_are_lost(notebook, released):
    filled(notebook, {"tiny-4": WORDS})
    for cell in notebook.cells:
        cell.metadata.clear()
    assert answer(notebook, released) == (WORDS, [BESIDE])


def test_an_argued_cell_as_it_was_released_is_not_said_to_be_deleted_where_the_marks_are_lost(notebook, released):
    for cell in notebook.cells:
        cell.metadata.clear()
    assert answer(notebook, released) == ("Write your answer here.", [])


def test_words_that_go_on_in_an_added_cell_count(notebook, released):
    filled(notebook, {"tiny-4": WORDS}).cells.append(new_markdown_cell(MORE))
    said = "tiny-4: the answer is there several times; all of it counts"
    assert answer(notebook, released) == (f"{WORDS}\n\n{MORE}", [said])


def test_an_argued_cell_that_was_split_counts_as_a_whole(notebook, released):
    (cell,) = (cell for cell in filled(notebook, {"tiny-4": WORDS}).cells if cell.source == WORDS)
    notebook.cells.append(NotebookNode({**cell, "source": MORE}))
    assert answer(notebook, released)[0] == f"{WORDS}\n\n{MORE}"


def test_an_argued_cell_that_was_copied_is_read_once(notebook, released):
    (cell,) = (cell for cell in filled(notebook, {"tiny-4": WORDS}).cells if cell.source == WORDS)
    notebook.cells.append(cell)
    assert answer(notebook, released)[0] == WORDS


def test_an_argued_cell_without_any_words_stays_as_it_was_released(notebook, released):
    assert answer(notebook, released) == ("Write your answer here.", [])


@pytest.mark.parametrize("behind", ["tiny-text-2", "tiny-2-answer", "tiny-2"])
def test_code_beside_a_cell_without_an_answer_runs_between_it_and_its_test(notebook, released, behind):
    notebook.cells.insert(places(notebook).index(behind) + 1, new_code_cell("both = [1, 2]"))
    whole = mended(notebook, released.student)
    sources = [cell.source for cell in whole.notebook.cells]
    place = sources.index("both = [1, 2]")
    assert places(whole.notebook)[place - 1 : place + 2] == ["tiny-2-answer", None, "tiny-2"]
    assert whole.notes == ["tiny-2-answer: not answered in its cell; what was added beside it counts"]


def test_a_cell_whose_comment_alone_was_deleted_holds_no_answer(notebook, released):
    filled(notebook, {"tiny-2-answer": "both = ..."})
    notebook.cells.insert(places(notebook).index("tiny-2") + 1, new_code_cell("both = [1, 2]"))
    assert mended(notebook, released.student).notes == [
        "tiny-2-answer: not answered in its cell; what was added beside it counts"
    ]


def test_code_beside_an_answer_stays_where_it_is(notebook, released):
    filled(notebook, {"tiny-2-answer": "both = [1, 2]"})
    notebook.cells.insert(places(notebook).index("tiny-2") + 1, new_code_cell("print(both)"))
    whole = mended(notebook, released.student)
    assert places(whole.notebook) == places(notebook)
    assert whole.notes == []


def test_code_above_a_question_stays_where_it_is(notebook, released):
    notebook.cells.insert(places(notebook).index("tiny-setup") + 1, new_code_cell("import math"))
    assert places(mended(notebook, released.student).notebook) == places(notebook)

"""Answers are found where students wrote them: in their cells, or beside them."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from types import SimpleNamespace

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from tiny_class import case, filled

from evalbook_homework.grading.assignments import marks
from evalbook_homework.grading.collect import Attempt, Student, submissions_of
from evalbook_homework.grading.repair import repair_notebook

WORDS, MORE = "Two kinds of errors.", "They have two prices."
KINDS = {"markdown": new_markdown_cell, "code": new_code_cell}


def places(notebook):
    return [marks(cell).get("grade_id") for cell in notebook.cells]


def answer(notebook, released, name="tiny-4"):
    """What stands in a cell after mending, and what is said of it."""
    whole = repair_notebook(notebook, released.student)
    (cell,) = (cell for cell in whole.notebook.cells if marks(cell).get("grade_id") == name)
    return cell.source, [note for note in whole.notes if note.startswith(f"{name}:")]


@pytest.fixture
def notebook(released):
    return released.student


BESIDE = "tiny-4: the answer is not in its own cell, so what was added beside it counts"


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
    said = "tiny-4: there are several answers, and all of them count"
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
    whole = repair_notebook(notebook, released.student)
    sources = [cell.source for cell in whole.notebook.cells]
    place = sources.index("both = [1, 2]")
    assert places(whole.notebook)[place - 1 : place + 2] == ["tiny-2-answer", None, "tiny-2"]
    assert whole.notes == ["tiny-2-answer: the answer is not in its own cell, so what was added beside it counts"]


def test_a_cell_whose_comment_alone_was_deleted_holds_no_answer(notebook, released):
    filled(notebook, {"tiny-2-answer": "both = ..."})
    notebook.cells.insert(places(notebook).index("tiny-2") + 1, new_code_cell("both = [1, 2]"))
    assert repair_notebook(notebook, released.student).notes == [
        "tiny-2-answer: the answer is not in its own cell, so what was added beside it counts"
    ]


def test_code_beside_an_answer_stays_where_it_is(notebook, released):
    filled(notebook, {"tiny-2-answer": "both = [1, 2]"})
    notebook.cells.insert(places(notebook).index("tiny-2") + 1, new_code_cell("print(both)"))
    whole = repair_notebook(notebook, released.student)
    assert places(whole.notebook) == places(notebook)
    assert whole.notes == []


def test_code_above_a_question_stays_where_it_is(notebook, released):
    notebook.cells.insert(places(notebook).index("tiny-setup") + 1, new_code_cell("import math"))
    assert places(repair_notebook(notebook, released.student).notebook) == places(notebook)


# ---------------------------------------------------------------- code that stands elsewhere


CODE = {"tiny-1-answer": "error = 0.25", "tiny-2-answer": "both = [1, 2]", "tiny-3-answer": 'letter = "b"'}
ALL = {"tiny-1": 0.25, "tiny-2": [1, 2], "tiny-3": "b"}
TYPED = "the answer is not in its own cell, so what was written into the cell that hands it in counts"
ELSEWHERE = "the answer is not in its own cell, so what another cell contains counts"


def handed_in(notebook, released):
    """What the tests hand in when the repaired notebook runs, here, and the notes."""
    whole = repair_notebook(notebook, released.student)
    found, namespace = {}, {"case": case(released)}
    for cell in whole.notebook.cells:
        if cell.cell_type == "code" and marks(cell).get("grade_id") != "tiny-setup":
            name = marks(cell).get("grade_id")
            namespace["pages"] = SimpleNamespace(hand_in=lambda value, *_, name=name, **__: found.update({name: value}))
            with suppress(Exception):  # as in the sandbox: a cell that fails stops no other
                exec(cell.source, namespace)
    return {name: value for name, value in found.items() if name and value is not ...}, whole.notes


@pytest.mark.parametrize("lost", [False, True], ids=["marks kept", "marks lost"])
@pytest.mark.parametrize(
    "typed",
    [
        ["pages.hand_in(0.25)", 'pages.hand_in([1, 2], "numbers", length=2)', 'pages.hand_in("b", "word")'],
        [f"{code}\npages.hand_in({code.split()[0]})" for code in CODE.values()],
    ],
    ids=["in place of the name", "lines above"],
)
def test_an_answer_in_the_cell_that_hands_it_in_counts(notebook, released, typed, lost):
    filled(notebook, dict(zip(ALL, typed, strict=True)))
    for cell in notebook.cells if lost else []:
        cell.metadata.clear()
    assert handed_in(notebook, released) == (ALL, [f"{name}: {TYPED}" for name in CODE])


@pytest.mark.parametrize("typed", ["pages.hand_in(...)", "pages.hand_in(error = )", "pages.hand_in(both)"])
def test_a_cell_that_hands_in_nothing_new_is_put_back(notebook, released, typed):
    filled(notebook, {"tiny-1": typed, "tiny-2-answer": CODE["tiny-2-answer"]})
    if typed != "pages.hand_in(both)":
        assert handed_in(notebook, released)[1] == [
            "tiny-1: this given cell had been changed, and the original was put back"
        ]
    assert "tiny-1" not in handed_in(notebook, released)[0]


def test_an_answer_in_its_own_cell_counts_before_one_in_the_cell_that_hands_it_in(notebook, released):
    filled(notebook, {"tiny-1-answer": "error = 0.5", "tiny-1": "pages.hand_in(0.25)"})
    assert handed_in(notebook, released) == (
        {"tiny-1": 0.5},
        ["tiny-1: this given cell had been changed, and the original was put back"],
    )


@pytest.mark.parametrize("place", [None, 2, 6], ids=["last", "first", "between"])
def test_all_code_in_one_cell_counts_and_is_no_essay(notebook, released, place):
    added = new_code_cell("\n".join(CODE.values()))
    notebook.cells.insert(len(notebook.cells) if place is None else place, added)
    found, notes = handed_in(notebook, released)
    assert found == ALL
    assert {note.partition(":")[0] for note in notes} == set(CODE)
    assert answer(notebook, released) == ("Write your answer here.", [])


@pytest.mark.parametrize("own", CODE)
def test_all_code_in_the_cell_of_one_answer_counts(notebook, released, own):
    filled(notebook, {own: "\n".join(CODE.values())})
    found, notes = handed_in(notebook, released)
    assert found == ALL
    assert notes == [f"{name}: {ELSEWHERE}" for name in CODE if name != own]


def test_in_a_cell_with_several_answers_one_that_fails_stops_no_other(notebook, released):
    notebook.cells.append(new_code_cell("error = 1 / 0\nboth = [1, 2]\nletter = 'b'"))
    assert handed_in(notebook, released)[0] == {name: ALL[name] for name in ("tiny-2", "tiny-3")}


def test_words_beside_the_code_of_all_answers_are_the_essay(notebook, released):
    notebook.cells += [new_code_cell("\n".join(CODE.values())), new_markdown_cell(WORDS)]
    assert answer(notebook, released) == (WORDS, [BESIDE])


def test_a_name_that_is_used_again_below_changes_no_answer(notebook, released):
    filled(notebook, CODE | {"tiny-3-answer": 'letter = "b"\nerror = 7'})
    assert handed_in(notebook, released) == (ALL, [])


@pytest.mark.parametrize("source", ["%%time\nerror = 0.25", "for error in [0.25]: pass", "error, x = 0.25, 1"])
def test_a_name_gets_its_value_in_whatever_way(notebook, released, source):
    filled(notebook, CODE | {"tiny-1-answer": source, "tiny-3-answer": 'letter = "b"\nerror = 7'})
    assert handed_in(notebook, released)[1] == []


@pytest.mark.parametrize("change", ["\r\n", "\r", " \n"], ids=["CRLF", "CR", "spaces at the ends of lines"])
def test_other_ends_of_lines_change_no_given_cell(notebook, released, change):
    filled(notebook, CODE)
    for cell in notebook.cells:
        cell.source = cell.source.replace("\n", change)
    content = nbformat.writes(notebook).encode()
    (read,) = submissions_of(Student("Ada"), [Attempt(Student("Ada"), "x.ipynb", content, (0.0,))])
    assert handed_in(read.notebook, released) == (ALL, [])


# ---------------------------------------------------------------- code in given cells, and imports


@pytest.mark.parametrize("given", ["tiny-setup", "tiny-2-given"])
@pytest.mark.parametrize("where", ["{answer}\n{given}", "{given}\n{answer}"], ids=["above", "below"])
def test_an_answer_that_was_written_into_a_given_cell_counts(notebook, released, given, where):
    released, notebook = with_given_cell(released), with_given_cell(released).student
    (cell,) = (one for one in notebook.cells if marks(one).get("grade_id") == given)
    cell.source = where.format(given=cell.source, answer="both = [1, 2]")
    found, notes = handed_in(notebook, released)
    assert found == {"tiny-2": [1, 2]}
    assert {note.partition(":")[0] for note in notes} == {given, "tiny-2-answer"}


def with_given_cell(released):
    """The release, with a given cell of code in the second question."""
    student = released.student
    given = new_code_cell("print(case['n'])")
    given.metadata["nbgrader"] = {"grade_id": "tiny-2-given", "solution": False, "grade": False}
    student.cells.insert(places(student).index("tiny-2-answer"), given)
    return SimpleNamespace(student=deepcopy(student), files=released.files)


@pytest.mark.parametrize("added", ["case = {'n': 0}", "error = 0.25\nprint(error)", "both = ..."])
def test_what_answers_nothing_that_is_open_is_left_out_of_a_given_cell(notebook, released, added):
    filled(notebook, {"tiny-1-answer": CODE["tiny-1-answer"]})
    (cell,) = (one for one in notebook.cells if marks(one).get("grade_id") == "tiny-setup")
    cell.source += f"\n{added}"
    whole = repair_notebook(notebook, released.student)
    assert places(whole.notebook) == places(notebook)
    assert whole.notes == ["tiny-setup: this given cell had been changed, and the original was put back"]


@pytest.mark.parametrize(
    "source",
    [
        "import no_such_package as sns\nboth = [1, 2]",
        "from no_such_package import x\nboth = [1, 2]",
        "import math, no_such_package\nboth = [1, int(math.sqrt(4))]",
        "both = [1, 2]\nimport no_such_package.inner\n",
        "import no_such_package\nboth = [1, 2]\nno_such_package.set_theme()",
        "%%time\nimport no_such_package\nboth = [1, 2]",
    ],
)
def test_an_import_of_what_is_missing_costs_only_what_uses_it(notebook, released, source):
    filled(notebook, CODE | {"tiny-2-answer": source})
    assert handed_in(notebook, released) == (ALL, [])


def test_an_answer_that_uses_what_is_missing_is_none(notebook, released):
    filled(notebook, CODE | {"tiny-2-answer": "import no_such_package\nboth = no_such_package.both()"})
    assert handed_in(notebook, released)[0] == {name: ALL[name] for name in ("tiny-1", "tiny-3")}


@pytest.mark.parametrize(
    "source", ["import math\nboth = [1, 2]", "from . import x\nboth = 1", "import __main__", "both = ("]
)
def test_a_cell_that_imports_what_is_there_stays_as_it_is(notebook, released, source):
    filled(notebook, CODE | {"tiny-2-answer": source})
    assert source in [cell.source for cell in repair_notebook(notebook, released.student).notebook.cells]

"""No answer before its question: the copies hold none, and the key beside a copy knows them all."""

from __future__ import annotations

import ast
import re

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from book_pages import each_asking_file as each_chapter
from evalbook.teaching import answers
from evalbook.teaching.answers import judge
from evalbook_tools import notebooks as tool
from evalbook_tools import working_copies as copies
from evalbook_tools.working_copies.keys import HEADS

ASKS = re.compile(r'pages\.(bet\("[a-z0-9-]+"|check\("[a-z0-9-]+", \w+)\)')
"""By its name, with the reader's answer, which is a variable: an expression would need more of the check's names."""


def asked_in(copy) -> dict[str, dict]:
    """The questions of a copy's key, by id."""
    return answers.read_key(copy.key)["questions"]


def texts_of(record) -> list[str]:
    """What is said to answers, and what an argument should say."""
    criteria = record["right"] if record["kind"] == "argument" else []
    return [
        *filter(None, [record.get("why"), record.get("hint")]),
        *(one["text"] for one in record["mistakes"]),
        *criteria,
    ]


def source(copy, kind="code") -> str:
    return "\n\n".join(cell.source for cell in copy.notebook.cells if cell.cell_type == kind)


# ---------------------------------------------------------------- what a copy shows before anything is run


@each_chapter
def test_a_question_stands_in_a_copy_by_its_name_alone(copy_of, path):
    """Whatever opens the notebook shows these lines and no others, also where cells are not hidden (Colab)."""
    copy = copy_of(path)
    asking = [cell.source.splitlines() for cell in copy.notebook.cells if cell.source.startswith(tuple(HEADS.values()))]
    assert not [line for lines in asking for line in lines[1:] if not ASKS.fullmatch(line)]
    assert sum(len(lines) - 1 for lines in asking) == len(asked_in(copy)) > 0
    assert len(ASKS.findall(source(copy))) == len(asked_in(copy))


@each_chapter
def test_a_copy_holds_nothing_that_is_said_to_an_answer(copy_of, path):
    copy = copy_of(path)
    text = source(copy) + source(copy, "markdown")
    said = [text for question in asked_in(copy).values() for text in texts_of(question["record"])]
    assert not [each for each in said if each in text]


@each_chapter
def test_no_exercise_holds_the_number_that_it_asks_for(copy_of, path):
    """One of three digits and more, which no cell has by chance."""
    copy = copy_of(path)
    for id, question in asked_in(copy).items():
        record = question["record"]
        if record["role"] == "exercise" and record["kind"] in ("number", "numbers"):
            asking = next(cell for cell in copy.notebook.cells if f'"{id}"' in cell.source)
            own = "\n".join(cell.source for cell in copy.notebook.cells if _exercise(cell) == _exercise(asking))
            values = [str(value) for value in np.ravel(record["right"])]
            assert not [value for value in values if len(value.strip("0.")) > 2 and value in own], id


def _exercise(cell) -> str:
    return cell.metadata.get(copies.NAMESPACE, {}).get("exercise", "")


@each_chapter
def test_a_cell_that_is_folded_says_first_what_it_is(copy_of, path):
    """JupyterLab shows the first line of a folded cell."""
    folded = [cell.source for cell in copy_of(path).notebook.cells if "jupyter" in cell.metadata]
    assert not [text for text in folded if not re.match(r"# (Figure \d+\.\d+|Hidden code): run this cell\.\n", text)]


def _names_set(code: str) -> set[str]:
    tree = ast.parse(re.sub(r"^\s*%.*$", "    pass", code, flags=re.MULTILINE))
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return found | {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@each_chapter
def test_no_name_of_a_check_reaches_the_reader(copy_of, path):
    """Or `my_answer = best_affordable` would be right."""
    copied = {cell.id: cell.source for cell in copy_of(path).notebook.cells if cell.cell_type == "code"}
    checks = [cell for cell in tool.read(path).cells if "pages.check(" in cell.source and cell.cell_type == "code"]
    assert not [cell.id for cell in checks if _names_set(copied[cell.id])]


# ---------------------------------------------------------------- what a copy shows when it has been run


@pytest.mark.slow
@each_chapter
def test_a_copy_that_was_run_shows_no_answer_before_one_is_given(copy_of, path, tmp_path):
    """As nbconvert shows it: what is said to a bet is folded below its choices, and no check says that it is right."""
    from bs4 import BeautifulSoup
    from nbconvert import HTMLExporter

    copy = copy_of(path)
    copies.write_copy(tmp_path / path.name, copy)
    notebook = nbformat.read(tmp_path / path.name, as_version=4)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    page = BeautifulSoup(HTMLExporter().from_notebook_node(notebook)[0], "lxml")
    assert not page.select("details[open]")
    for fold in page.select("details"):
        fold.decompose()
    shown = page.get_text()
    assert "Right." not in shown
    assert "No answer yet" in shown
    assert not [text for each in asked_in(copy).values() for text in texts_of(each["record"]) if text in shown]
    assert answers.CHANGED not in shown


POOLED = """def share_right(fit, X, y, rounds):
    right = splits.cross_validate(fit, X, y, rounds, lambda *pair: np.sum(np.equal(*pair)))
    return right.sum() / sum(len(test) for _, test in rounds)"""
LAST_TOUCHED = """def best_for_mix(curve, n_neg, n_pos):
    return curve.thresholds[np.argmax(curve.tpr - n_neg / n_pos * curve.fpr)]"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chapter", "id", "answer", "said"),
    [
        ("splits/cross_validation", "cross-validation-pooled", POOLED, "Right."),
        ("splits/cross_validation", "cross-validation-pooled", "def share_right(*_): return 0.5", answers.CHANGED),
        ("curves/choosing_a_threshold", "threshold-mix", LAST_TOUCHED, "Right."),
        ("curves/choosing_a_threshold", "threshold-mix", "best_for_mix = max", " raised "),
    ],
    ids=["right", "wrong after a change", "right, of a curve", "raises"],
)
def test_a_student_answers_in_code(copy_of, tmp_path, chapter, id, answer, said):
    """In a kernel: with a function of the notebook, splits and a curve among the inputs."""
    copy = copy_of(tool.ROOT / "book" / f"{chapter}.ipynb")
    copies.write_copy(tmp_path / "copy.ipynb", copy)
    notebook = nbformat.read(tmp_path / "copy.ipynb", as_version=4)
    asking = next(place for place, cell in enumerate(notebook.cells) if f'"{id}"' in cell.source)
    notebook.cells.insert(asking, nbformat.v4.new_code_cell(answer))
    if said == answers.CHANGED:
        given = next(cell for cell in notebook.cells if "splits.k_fold(150, 3, rng=0)" in cell.source)
        given.source = given.source.replace("rng=0", "rng=1") + "\n"
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert said in notebook.cells[asking + 1].outputs[-1].data["text/plain"]


# ---------------------------------------------------------------- what the key knows


@each_chapter
def test_the_key_knows_every_right_answer(copy_of, path):
    """Code is tried in tests/book/test_exercises.py."""
    for id, question in asked_in(copy_of(path)).items():
        record = question["record"]
        if record["role"] == "exercise" and record["kind"] not in ("code", "argument"):
            assert judge(record, record["right"]).state == "right", id

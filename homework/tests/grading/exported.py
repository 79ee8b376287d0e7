"""Exported notebooks, filled in as students would, and graded: by nbgrader and otter-grader, or by their tests."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import zipfile
from types import ModuleType

import nbformat

from evalbook_homework.grading.answer_cells import answer_of, handed_in, questions
from evalbook_homework.grading.assignments import REGION, is_graded_by_hand, marks
from evalbook_tools import ROOT


def wrong(record):
    """An answer of the form that is asked for, which earns nothing."""
    right = record["right"]
    if record["kind"] == "choice":
        return next(choice for choice in record["choices"] if choice != right)
    return [1.5 * one + 1 for one in right] if record["kind"] == "numbers" else 1.5 * right + 1


def half(record):
    """An answer that earns half, to a question that asks for one number."""
    return record["right"] * 1.003


def filled(notebook, answers):
    """The student's notebook with answers by question; and with a text, where one is asked for."""
    for question in questions(notebook):
        name, cell = marks(question[-1])["grade_id"], answer_of(question)
        if cell is not None:
            cell.source = f"{handed_in(question[-1].source)} = {answers[name]!r}"
        elif is_graded_by_hand(question[-1]):
            question[-1].source = "It depends."
    return notebook


# ---------------------------------------------------------------- by their tests alone


def hidden_test(cell):
    """The hidden test of a cell of nbgrader's source."""
    (found,) = REGION.finditer(cell.source + "\n")
    return found[0]


def displayed(code, environment):
    """What a cell displays at its end."""
    *before, last = ast.parse(code).body
    exec(compile(ast.Module(before, []), "cell", "exec"), environment)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), environment)


class Case:
    """What stands for otter's own class in a file of tests."""

    def __init__(self, points, hidden):
        self.points, self.hidden = points, hidden

    def __call__(self, test):
        self.test = test
        return self


def cases(program, monkeypatch):
    """The cases of otter's test file, where otter-grader is not there."""
    for name in ("otter", "otter.test_files"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules["otter.test_files"].test_case = Case
    found = {}
    exec(program, found)
    return [one for one in found.values() if isinstance(one, Case)]


def passes(case, environment):
    try:
        case.test(environment)
    except AssertionError:
        return False
    return True


# ---------------------------------------------------------------- by nbgrader and otter-grader


def _run(folder, *command):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PATH": f"{command[0].parent}:{os.environ['PATH']}"}
    done = subprocess.run([*map(str, command)], cwd=folder, env=environment, capture_output=True, text=True)
    assert not done.returncode, (done.stdout + done.stderr)[-3000:]
    return done.stdout


def by_nbgrader(programs, course, assignment, students):
    """What each student's answers earn by question, None where a person grades.

    Answers of None stand for a notebook that was not touched.
    """
    _run(course, programs / "nbgrader", "generate_assignment", assignment)
    released = course / "release" / assignment
    for student, answers in students.items():
        folder = course / "submitted" / student / assignment
        shutil.copytree(released, folder)
        if answers is not None:
            notebook = filled(nbformat.read(folder / f"{assignment}.ipynb", 4), answers)
            nbformat.write(notebook, folder / f"{assignment}.ipynb")
    _run(course, programs / "nbgrader", "autograde", assignment)
    return json.loads(_run(course, programs / "python", "-c", POINTS, assignment))


POINTS = """
import json, sys
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    submissions = book.assignment_submissions(sys.argv[1])
    grades = {one.student.id: [grade for notebook in one.notebooks for grade in notebook.grades] for one in submissions}
    print(json.dumps({who: {one.name: one.auto_score for one in found} for who, found in grades.items()}))
"""


def by_otter(programs, folder, assignment, release, students):
    """The same, as Gradescope is told it."""
    earned = {}
    for student, answers in students.items():
        place = folder / "handed-in" / student
        place.mkdir(parents=True)
        with zipfile.ZipFile(folder / f"{release}.zip") as archive:
            notebook = nbformat.reads(archive.read(f"{release}/{assignment}.ipynb").decode(), 4)
        nbformat.write(notebook if answers is None else filled(notebook, answers), place / f"{assignment}.ipynb")
        _run(place, programs / "otter", "run", "-a", folder / "autograder.zip", f"{assignment}.ipynb")
        tests = json.loads((place / "results.json").read_text())["tests"]
        earned[student] = {one["name"]: one["score"] for one in tests}
    return earned

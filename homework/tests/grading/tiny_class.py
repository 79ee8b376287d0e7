"""The tiny assignment, and how it is filled in: for the tests of grading."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat

from evalbook_homework.grading.assignments import Assignment

TINY = Assignment(Path(__file__).parent / "tiny")

RIGHT = {
    "tiny-1-answer": 'error = case["wrong"] / case["n"]',
    "tiny-2-answer": 'both = [case["wrong"], case["n"] - case["wrong"]]',
    "tiny-3-answer": 'letter = case["letters"][0]',
    "tiny-4": "Two kinds of errors have two prices, and one number hides which of them was made.",
}


def filled(notebook: nbformat.NotebookNode, answers: dict[str, str]) -> nbformat.NotebookNode:
    """The student's notebook with answers in its cells, by their names."""
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        cell.source = answers.get(name, cell.source)
    return notebook


def case(released) -> dict:
    return json.loads(released.files["case.json"])

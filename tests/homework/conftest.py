"""A tiny assignment, released in a term of its own, and a class that hands it in."""

from __future__ import annotations

import copy
import json
import re
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "book" / "_ext")]

from homework.assignments import Assignment  # noqa: E402
from homework.terms import Term  # noqa: E402

from homework import release  # noqa: E402  (found by the line above)

TINY = Assignment(Path(__file__).parent / "tiny")
REGION = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS)\n.*?### END \1", re.DOTALL)

RIGHT = {
    "tiny-1-answer": 'error = case["wrong"] / case["n"]',
    "tiny-2-answer": 'both = [case["wrong"], case["n"] - case["wrong"]]',
    "tiny-3-answer": 'letter = case["letters"][0]',
    "tiny-4": "Two kinds of errors have two prices, and one number hides which of them was made.",
}


def without_regions(source: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """What nbgrader does to a source, in two lines, for tests that are about something else."""
    student = copy.deepcopy(source)
    for cell in student.cells:
        cell.source = REGION.sub("", cell.source).strip()
    return student


@pytest.fixture
def term(tmp_path):
    (tmp_path / "term").mkdir()
    (tmp_path / "term" / "seed").write_text("a seed for tests\n")
    return Term(tmp_path / "term")


@pytest.fixture
def released(term, monkeypatch):
    monkeypatch.setattr(release, "_without_answers", without_regions)
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    return release.release(TINY, term)[0]


def filled(notebook: nbformat.NotebookNode, answers: dict[str, str]) -> nbformat.NotebookNode:
    """The student's notebook with answers in its cells, by their names."""
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        cell.source = answers.get(name, cell.source)
    return notebook


def case(released) -> dict:
    return json.loads(released.files["case.json"])

"""A term that was released before homework was a package of its own still grades to the same points.

data/term_before_the_move.zip holds what a teacher has: the term's folder with an assignment for each of two students,
what these handed in, the roster, and the grades of that day. Its draw.py imports grading from where it was then.
"""

from __future__ import annotations

import csv
import io
import sys
import zipfile
from pathlib import Path

import pytest

from evalbook_homework.grading import __main__ as commands
from evalbook_homework.grading import terms
from evalbook_homework.grading.assignments import HOMEWORK

KEPT = Path(__file__).parent / "data" / "term_before_the_move.zip"


@pytest.fixture
def kept(tmp_path):
    with zipfile.ZipFile(KEPT) as archive:
        archive.extractall(tmp_path)
    return tmp_path


def points(path: Path) -> dict[str, list[str]]:
    """By student what each question earned, and why not."""
    table = csv.DictReader(io.StringIO(path.read_text("utf-8-sig")))
    return {row["name"]: [row[name] for name in table.fieldnames if name not in ("name", "id")] for row in table}


def graded(kept: Path, sources: Path, monkeypatch) -> dict[str, list[str]]:
    monkeypatch.setattr(commands, "term", lambda name: terms.term(name, terms=kept))
    options = ["--submissions", kept / "submissions", "--roster", kept / "roster.csv", "--unconfined"]
    command = ["homework", "--assignments", sources, "grade", "--term", "term", *options]
    monkeypatch.setattr(sys, "argv", [*map(str, command)])
    commands.main()
    return points(kept / "term" / "grades" / "confusion" / "grades.csv")


def test_the_release_names_the_old_home(kept):
    (program,) = (kept / "term" / "private").glob("confusion-r1/draw.py")
    assert "from evalbook_tools.grading import drawing" in program.read_text("utf-8")


@pytest.mark.slow  # two notebooks of ten questions
def test_the_points_are_the_same(kept, monkeypatch):
    assert graded(kept, HOMEWORK, monkeypatch) == points(kept / "grades.csv")


@pytest.mark.slow  # two notebooks of ten questions
def test_the_points_are_the_same_when_the_term_s_own_draw_has_to_answer(kept, monkeypatch):
    """The teacher has no such assignment any more, and no key: both come from the term's folder."""
    for key in (kept / "term").rglob("key.json"):
        key.unlink()
    tiny = Path(__file__).parent / "grading"
    assert graded(kept, tiny, monkeypatch) == points(kept / "grades.csv")

"""Several assignments are graded at once with one roster: a worksheet for each, and who sent nothing once."""

from __future__ import annotations

import csv
import io
import sys

import nbformat
import pytest
from tiny_class import RIGHT, TINY, filled

from evalbook_homework.grading import __main__ as commands
from evalbook_homework.grading import grading, release, sandbox
from evalbook_homework.grading.assignments import Assignment
from evalbook_homework.grading.execution import Run
from evalbook_homework.grading.points import marks_of


@pytest.fixture
def two(tmp_path):
    """The tiny assignment, and a second one of the same questions, in one folder."""
    found = []
    for name in ("tiny", "small"):
        folder = tmp_path / "sources" / name
        folder.mkdir(parents=True)
        for path in TINY.folder.iterdir():
            if path.is_file():
                text = path.read_text("utf-8").replace("tiny", name)
                (folder / path.name.replace("tiny", name)).write_text(text, "utf-8")
        found.append(Assignment(folder))
    return found


def test_one_roster_serves_several_assignments(two, term, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(release, "_wheel", lambda: b"wheel")
    monkeypatch.setattr(sandbox, "why_unavailable", lambda: "")
    monkeypatch.setattr(sandbox, "compile_all", lambda: None)  # tests share an environment
    monkeypatch.setattr(commands, "term", lambda *_: term)
    monkeypatch.setattr(grading, "run", lambda *_, **__: Run({}))
    monkeypatch.setattr(grading, "marks_within_limit", marks_of)
    for name, source in zip(("Ada_101", "Bo_102"), two, strict=True):
        folder = tmp_path / "in" / f"{name}_assignsubmission_file_"
        folder.mkdir(parents=True)
        answers = {one.replace("tiny", source.name): text for one, text in RIGHT.items()}
        latest, _ = release.release(source, term)
        (folder / "x.ipynb").write_text(nbformat.writes(filled(latest.student, answers)), "utf-8")
    rows = [f"Participant {number},{name},,-" for number, name in ((101, "Ada"), (102, "Bo"), (103, "Cy"))]
    (tmp_path / "roster.csv").write_text("\n".join(["Identifier,Full name,Grade,Last modified (grade)", *rows]))
    options = ["--submissions", tmp_path / "in", "--roster", tmp_path / "roster.csv", "--due", "2001-01-01"]
    command = ["homework", "--assignments", tmp_path / "sources", "grade", "--term", "x", *options]
    monkeypatch.setattr(sys, "argv", [*map(str, command)])
    commands.main()
    said = capsys.readouterr().out
    assert said.rstrip().endswith("Handed in nothing: Cy")
    assert said.count("late by ") == 2
    for source, student in zip(two, ("Ada", "Bo"), strict=True):
        folder = term.grades(source.name)
        sheet = csv.DictReader(io.StringIO((folder / "moodle-worksheet.csv").read_text("utf-8-sig")))
        assert [row["Full name"] for row in sheet] == ["Ada", "Bo", "Cy"]
        grades = csv.DictReader(io.StringIO((folder / "grades.csv").read_text("utf-8-sig")))
        assert [row["name"] for row in grades] == [student]

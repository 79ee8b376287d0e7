"""A term of homework, from the commands of a teacher: released, handed in, graded. What make test runs of homework."""

from __future__ import annotations

import csv
import io
import zipfile

import nbformat
from tiny_class import RIGHT, filled


def test_what_is_released_and_answered_rightly_is_graded_with_all_points(teacher, tmp_path, capsys):
    teacher("release", "--term", "spring")
    with zipfile.ZipFile(tmp_path / "spring" / "released" / "tiny-r1.zip") as archive:
        student = nbformat.reads(archive.read("tiny-r1/tiny.ipynb").decode(), as_version=4)
    (tmp_path / "in").mkdir()
    nbformat.write(filled(student, RIGHT), tmp_path / "in" / "Ada Lovelace.ipynb")
    teacher("grade", "--term", "spring", "--submissions", tmp_path / "in", "--unconfined")
    assert "to be graded by hand: tiny-4" in capsys.readouterr().out
    table = (tmp_path / "spring" / "grades" / "tiny" / "grades.csv").read_text("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(table))
    assert row["name"] == "Ada Lovelace"
    assert [row[f"tiny-{number}"] for number in (1, 2, 3)] == ["2", "2", "2"]

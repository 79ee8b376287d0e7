"""What was handed in is found whatever it is called, and told whose it is."""

from __future__ import annotations

import os
import zipfile

import nbformat
import pytest
from homework.collect import attempts, by_student, submissions_of
from homework.roster import read_roster
from tiny_class import RIGHT, filled


def put(folder, name, content=b"{}", time=None):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if time is not None:
        os.utime(path, (time, time))
    return path


def students(folder):
    return sorted((one.student.name, one.student.id) for one in attempts(folder))


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("Ada Lovelace_101_assignsubmission_file_/hw1 (1).ipynb", ("Ada Lovelace", "101")),
        ("Ada Lovelace_101_assignsubmission_file/hw1.ipynb", ("Ada Lovelace", "101")),
        ("Ada Lovelace_101_assignsubmission_file_hw1.ipynb", ("Ada Lovelace", "101")),
        ("Ada_Byron Lovelace_101_assignsubmission_file_/x.ipynb", ("Ada_Byron Lovelace", "101")),
        ("course/Ada Lovelace_101_assignsubmission_file_/hw 1/x.ipynb", ("Ada Lovelace", "101")),
        ("王小明_102_assignsubmission_file_/作业.ipynb", ("王小明", "102")),
        ("ada/hw1.ipynb", ("ada", "")),
        ("ada.ipynb", ("ada", "")),
        ("hw1 (1).ipynb", ("hw1 (1)", "")),
    ],
)
@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
def test_a_file_belongs_to_whom_its_place_names(tmp_path, name, student, packed):
    put(tmp_path / "in", name)
    if packed:
        with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
            archive.writestr(name, "{}")
    assert students(tmp_path / ("in.zip" if packed else "in")) == [student]


@pytest.mark.parametrize("name", [".DS_Store", "__MACOSX/a.ipynb", "ada/.ipynb_checkpoints/a-checkpoint.ipynb"])
def test_what_a_system_leaves_behind_is_no_attempt(tmp_path, name):
    put(tmp_path, name)
    assert not attempts(tmp_path)


def test_a_zip_in_a_folder_is_unpacked(tmp_path):
    with zipfile.ZipFile(put(tmp_path, "Ada_1_assignsubmission_file_/all.zip"), "w") as archive:
        archive.writestr("tiny-r1/tiny.ipynb", "{}")
    assert [(one.student.id, one.content) for one in attempts(tmp_path)] == [("1", b"{}")]


def test_a_broken_zip_is_listed(tmp_path):
    put(tmp_path, "Ada_1_assignsubmission_file_/all.zip", b"PK broken")
    (one,) = attempts(tmp_path)
    (submission,) = submissions_of(one.student, [one])
    assert "a zip or an office document" in submission.notes[0]


@pytest.mark.parametrize("empty", ["folder", "link"])
def test_who_handed_in_no_file_is_listed(tmp_path, empty):
    folder = tmp_path / "Ada_1_assignsubmission_file_"
    folder.mkdir()
    if empty == "link":
        (folder / "hw.ipynb").symlink_to("/etc/passwd")
    (one,) = attempts(tmp_path)
    assert "is empty, or no file" in submissions_of(one.student, [one])[0].notes[0]


def test_a_notebook_without_questions_belongs_to_no_assignment(tmp_path):
    put(tmp_path, "ada.ipynb", b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    (one,) = attempts(tmp_path)
    (submission,) = submissions_of(one.student, [one])
    assert (submission.assignment, submission.notes) == ("", ())


def test_submissions_that_are_not_there_are_named(tmp_path):
    with pytest.raises(ValueError, match=r"SUBMISSIONS is .*nowhere, which is not there; expected a folder or a zip"):
        attempts(tmp_path / "nowhere")


def notebook(released, answer):
    return nbformat.writes(filled(released.student, RIGHT | {"tiny-1-answer": answer})).encode()


def test_of_several_attempts_the_last_that_can_be_read_counts(tmp_path, released):
    for name, content, time in [
        ("b.ipynb", notebook(released, "error = 2"), 200),
        ("a.ipynb", notebook(released, "error = 3"), 300),
        ("c.ipynb", notebook(released, "error = 1"), 100),
        ("d.ipynb", b"{broken", 400),
    ]:
        put(tmp_path / "in", f"Ada_1_assignsubmission_file_/{name}", content, time)
    ((student, files),) = by_student(attempts(tmp_path / "in")).items()
    (one,) = submissions_of(student, files)
    assert [cell.source for cell in one.notebook.cells if "error =" in cell.source] == ["error = 3"]
    assert one.notes == (
        "an earlier file was handed in, too; the last counts",
        "d.ipynb: is no notebook: it breaks off",
    )


def test_files_beside_a_notebook_are_no_attempts(tmp_path, released):
    put(tmp_path / "in", "ada/tiny.ipynb", notebook(released, "error = 1"))
    put(tmp_path / "in", "ada/case.json")
    ((student, files),) = by_student(attempts(tmp_path / "in")).items()
    assert submissions_of(student, files)[0].notes == ()


# ---------------------------------------------------------------- the roster

WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\n"
    "Participant 101,Ada Lovelace,ada@x,Submitted,,100.00,\n"
    "Participant 102,Emmy Noether,emmy@x,No submission,,100.00,\n"
)


@pytest.mark.parametrize(
    "text",
    [
        WORKSHEET,
        "First name,Last name,Email address\nAda,Lovelace,ada@x\nEmmy,Noether,emmy@x\n",
        "Surname;First name\nLovelace;Ada\nNoether;Emmy\n",
        "Ada Lovelace\nEmmy Noether\n",
        "Full name\nAda Lovelace\nEmmy Noether\n\n",
    ],
    ids=["worksheet", "participants", "semicolons", "lines", "one column"],
)
def test_who_handed_in_nothing_is_told_from_any_roster(tmp_path, text):
    roster = read_roster(put(tmp_path, "roster.csv", text.encode("utf-8-sig")))
    put(tmp_path / "in", "Ada Lovelace_101_assignsubmission_file_/x.ipynb")
    present = {one.student for one in attempts(tmp_path / "in")}
    assert [one.name for one in roster.absent(present)] == ["Emmy Noether"]


def test_a_flat_folder_is_told_by_names_in_any_order(tmp_path):
    roster = read_roster(put(tmp_path, "roster.csv", b"Ada Lovelace\nEmmy Noether\n"))
    put(tmp_path / "in", "lovelace_ada.ipynb")
    present = {one.student for one in attempts(tmp_path / "in")}
    assert [one.name for one in roster.absent(present)] == ["Emmy Noether"]


def test_a_roster_without_names_is_refused(tmp_path):
    with pytest.raises(ValueError, match="has the columns mail, year; expected Full name"):
        read_roster(put(tmp_path, "roster.csv", b"mail,year\nx,1\n"))

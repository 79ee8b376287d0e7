"""What came after it was due is marked, by its own due date or that of all, and costs nothing."""

from __future__ import annotations

import os
import zipfile
from datetime import datetime

import nbformat
import pytest
from tiny_class import RIGHT, filled

from evalbook_homework.grading.collect import Student, attempts, submissions_of
from evalbook_homework.grading.grading import Graded
from evalbook_homework.grading.late import due_at, with_late_notes
from evalbook_homework.grading.points import Mark
from evalbook_homework.grading.roster import read_roster

ADA = Student("Ada", "101")
DUE = datetime(2027, 5, 1, 23, 59)


def came(*when, student=ADA):
    return Graded(student, "tiny", 1, (Mark("tiny-1", 2.0, 2, "", ""),), ("x",), time=(datetime(*when).timestamp(),))


@pytest.mark.parametrize(
    ("when", "note"),
    [
        ((2027, 5, 1, 23, 59), None),
        (
            (2027, 5, 1, 23, 59, 30),
            "late by less than a minute: the file is from 2027-05-01 23:59, and it was due by 2027-05-01 23:59",
        ),
        (
            (2027, 5, 2, 3, 11),
            "late by 3 h 12 min: the file is from 2027-05-02 03:11, and it was due by 2027-05-01 23:59",
        ),
        ((2027, 5, 4, 23, 59), "late by 3 d: the file is from 2027-05-04 23:59, and it was due by 2027-05-01 23:59"),
    ],
)
def test_what_came_later_is_marked_and_keeps_its_points(when, note):
    (one,) = with_late_notes([came(*when)], None, DUE)
    assert one.notes == (("x", note) if note else ("x",))
    assert one.points == 2


def test_without_a_date_nothing_is_late():
    assert with_late_notes([came(2099, 1, 1)], None, None) == [came(2099, 1, 1)]


def test_what_does_not_tell_its_time_is_not_late():
    one = Graded(ADA, "tiny", 1, (), ())
    assert with_late_notes([one], None, DUE) == [one]


def test_an_own_due_date_counts_before_that_of_all(tmp_path):
    (tmp_path / "roster.csv").write_text("Full name,Due\nAda,2027-05-03\nBo,\nCy,2027-04-30T12:00\n")
    roster = read_roster(tmp_path / "roster.csv")
    results = [came(2027, 5, 3, 20, student=Student(name)) for name in ("Ada", "Bo", "Cy")]
    assert [one.notes[1:] != () for one in with_late_notes(results, roster, DUE)] == [False, True, True]
    assert [one.notes[1:] != () for one in with_late_notes(results, roster, None)] == [False, False, True]


@pytest.mark.parametrize("text", ["1.5.2027", "tomorrow", "2027-13-01"])
def test_a_date_that_is_none_is_told_so(text, tmp_path):
    with pytest.raises(ValueError, match=f"DUE is '{text}'; expected a day or a time, such as 2027-05-01T23:59"):
        due_at(text, "DUE")
    (tmp_path / "roster.csv").write_text(f"Full name,due\nAda,{text}\n")
    with pytest.raises(ValueError, match="the column due of ROSTER for Ada is"):
        with_late_notes([came(2027, 5, 3)], read_roster(tmp_path / "roster.csv"), None)


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize("day", [1, 31])
def test_the_time_is_that_of_the_file_or_of_the_entry(released, tmp_path, packed, day):
    name = "Ada_101_assignsubmission_file_/x.ipynb"
    content = nbformat.writes(filled(released.student, RIGHT))
    place = tmp_path / ("all.zip" if packed else "all")
    when = datetime(2027, 12, day, 23, 58)
    if packed:
        with zipfile.ZipFile(place, "w") as archive:
            archive.writestr(zipfile.ZipInfo(name, when.timetuple()[:6]), content)
    else:
        (place / name).parent.mkdir(parents=True)
        (place / name).write_text(content)
        os.utime(place / name, (when.timestamp(), when.timestamp()))
    (one,) = submissions_of(ADA, attempts(place))
    assert one.time == (when.timestamp(),)

"""Who takes the course: Moodle's list of participants, its grading worksheet, or any table with names."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.collect import Student
from evalbook_homework.grading.spreadsheets import read_table

FULL, FIRST, LAST = ("full name", "name", "student"), ("first name",), ("last name", "surname")
IDENTIFIER = re.compile(r"(\D+)(\d+)")
"""How Moodle numbers a participant: Participant 123, with a word of whatever language."""
DUE = "due"
"""The column in which a teacher may give a student a due date of their own."""
GRADE = re.compile(r"(\d+([.,]\d+)?)?")


class Columns(NamedTuple):
    """The headers of Moodle's grading worksheet that are read or filled in; "" where it has no such column."""

    name: str
    grade: str
    maximum: str
    comments: str


@dataclass(frozen=True)
class Roster:
    """The rows of the table as they were read, and the student of each."""

    header: list[str]
    rows: list[dict[str, str]]
    students: list[Student]
    columns: Columns | None = None
    """Those of Moodle's grading worksheet, which goes back with the grades filled in."""

    def places_of(self, student: Student) -> list[int]:
        """The rows that may be a student's: by the number, where both sides have one, else by the name."""
        if student.id and any(one.id for one in self.students):
            return [place for place, one in enumerate(self.students) if one.id == student.id]
        name = normalized_name(student.name)
        return [place for place, one in enumerate(self.students) if normalized_name(one.name) == name]

    def identities(self) -> dict[str, Student]:
        """Each student by what no two of them share: the name, and where two have it, the number, too."""
        names = Counter(normalized_name(one.name) for one in self.students)
        found: dict[str, Student] = {}
        for one in self.students:
            identity = normalized_name(one.name) + (f" {one.id}" if names[normalized_name(one.name)] > 1 else "")
            if identity in found:
                raise ValueError(
                    f"ROSTER has two rows for {one.name!r} that nothing tells apart; expected one row a student, or "
                    "Moodle's grading worksheet, which numbers them"
                )
            found[identity] = one
        return found

    def absent(self, present: set[Student]) -> list[Student]:
        """Who handed in nothing: whose row is nobody's."""
        taken = {place for student in present for place in self.places_of(student)}
        return [one for place, one in enumerate(self.students) if place not in taken]

    def said_of_absent(self, present: set[Student]) -> str:
        """The names of the absent on one line; where that is everybody, why it is hardly true."""
        absent = self.absent(present)
        if present and len(absent) == len(self.students):
            return (
                f"this cannot be told, because ROSTER knows none of the {len(present)} who sent something, such as "
                f"{sanitize.line(min(present).name)}. Is it of another class, or the worksheet of another assignment, "
                "for which Moodle numbers its participants anew?"
            )
        return ", ".join(sanitize.line(one.name) for one in absent) or "nobody"


def read_roster(path: Path) -> Roster:
    """Read a table with a header; a file with one column and no known header is a list of names."""
    lines = read_table(path.read_bytes(), f"ROSTER {path}")
    if lines and len(lines[0]) == 1 and lines[0][0].lower() not in FULL:
        lines.insert(0, ["Full name"])
    header, *rows = [line for line in lines if any(part.strip() for part in line)] or [[]]
    for row in rows:
        if any(part.strip() for part in row[len(header) :]):
            raise ValueError(
                f"ROSTER {path} has a row of {len(row)} cells below a header of {len(header)}, "
                f"{sanitize.line(', '.join(row))}; expected a name with a comma in quotation marks"
            )
    table = [dict(zip(header, row, strict=False)) for row in rows]
    cells = [[row[place].strip() if place < len(row) else "" for row in rows] for place in range(len(header))]
    numbers = _numbers(header, cells)
    columns = _columns(header, cells) if any(numbers) else None
    students = [_student(row, path, columns) for row in table]
    students = [Student(one.name, number) for one, number in zip(students, numbers, strict=True)]
    return Roster(header, table, students, columns)


def _numbers(header: list[str], cells: list[list[str]]) -> list[str]:
    """Moodle's numbers, which stand in the first column behind one and the same word; else nothing for each row."""
    found = [IDENTIFIER.fullmatch(one) for one in (cells or [[]])[0]]
    is_numbered = all(found) and len({one[1] for one in found if one}) == 1 and header[0].strip().lower() not in FULL
    return [one[2] if one and is_numbered else "" for one in found]


def _columns(header: list[str], cells: list[list[str]]) -> Columns | None:
    """Moodle's columns by their places and by what stands in them, since their headers are of the teacher's language.

    The grade stands left of its maximum, which is the same number for all. Comments stand in the last column, and not
    everybody has one, but everybody a date. An anonymous worksheet has no name between the number and the status.
    """
    may_be = [place for place in range(2, len(header)) if all(map(GRADE.fullmatch, cells[place]))]
    maxima = [at for at in may_be if at - 1 in may_be and cells[at][0] and len(set(cells[at])) == 1]
    grade = maxima[0] - 1 if maxima else min(may_be, default=0)
    maximum = (maxima or [grade])[0]
    last = max(place for place, one in enumerate(header) if one.strip().lower() != DUE)
    has_comments = last > maximum and "" in cells[last]
    name = header[0 if grade == 2 else 1]
    return (
        Columns(name, header[grade], header[maximum] if maxima else "", header[last] if has_comments else "")
        if grade
        else None
    )


def _student(row: dict[str, str], path: Path, columns: Columns | None) -> Student:
    small = {name.strip().lower(): value.strip() for name, value in row.items()}
    whole = next((small[name] for name in FULL if small.get(name)), "")
    parts = [next((small[name] for name in names if small.get(name)), "") for names in (FIRST, LAST)]
    name = whole or " ".join(filter(None, parts)) or (row.get(columns.name, "").strip() if columns else "")
    if not name:
        found = sanitize.line(", ".join(row))
        raise ValueError(
            f"ROSTER {path} has the columns {found}; expected Full name, or First name and Last name, or Moodle's "
            "grading worksheet in any language"
        )
    return Student(name)


def normalized_name(name: str) -> str:
    """A name whatever its case, its spaces and the order of its parts."""
    return " ".join(sorted(re.findall(r"\w+", name.casefold().replace("_", " "))))

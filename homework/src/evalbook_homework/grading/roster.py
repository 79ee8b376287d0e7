"""Who takes the course: Moodle's list of participants, its grading worksheet, or any table with names."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.collect import Student
from evalbook_homework.grading.spreadsheets import read_table

FULL, FIRST, LAST = ("full name", "name", "student"), ("first name",), ("last name", "surname")
IDENTIFIER = "Identifier"


@dataclass(frozen=True)
class Roster:
    """The rows of the table as they were read, and the student of each."""

    header: list[str]
    rows: list[dict[str, str]]
    students: list[Student]

    @property
    def is_worksheet(self) -> bool:
        """Whether it is Moodle's grading worksheet, which goes back with the grades filled in."""
        return {IDENTIFIER, "Grade"} <= set(self.header)

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
    return Roster(header, table, [_student(row, path) for row in table])


def _student(row: dict[str, str], path: Path) -> Student:
    small = {name.strip().lower(): value.strip() for name, value in row.items()}
    whole = next((small[name] for name in FULL if small.get(name)), "")
    parts = [next((small[name] for name in names if small.get(name)), "") for names in (FIRST, LAST)]
    name = whole or " ".join(filter(None, parts))
    if not name:
        columns = sanitize.line(", ".join(row))
        raise ValueError(f"ROSTER {path} has the columns {columns}; expected Full name, or First name and Last name")
    number = re.search(r"\d+", row.get(IDENTIFIER, ""))
    return Student(name, number.group() if number else "")


def normalized_name(name: str) -> str:
    """A name whatever its case, its spaces and the order of its parts."""
    return " ".join(sorted(re.findall(r"\w+", name.casefold().replace("_", " "))))

"""What a teacher gets of a run: a table, Moodle's worksheet, a zip of feedback, answers in words, and changes."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from nbformat import NotebookNode

from homework.argued import TABLE, Argued
from homework.assignments import graded, is_argued
from homework.collect import Student
from homework.grading import Change, Graded
from homework.roster import IDENTIFIER, Roster
from homework.tables import written

WORKSHEET = (IDENTIFIER, "Full name", "Grade", "Maximum Grade", "Last modified (grade)", "Feedback comments")
"""The columns without which Moodle takes no worksheet, and those that it shows."""


def points(value: float | None) -> str:
    return "–" if value is None else f"{round(value, 2):g}"


PAGES = Environment(loader=FileSystemLoader(Path(__file__).with_name("pages")), autoescape=True)
PAGES.globals["points"] = points


def table(results: list[Graded]) -> str:
    """One line a student: the points so far and those there are, and whatever has to be known of it."""
    width = max((len(_one_line(one.student.name)) for one in results), default=0)
    lines = []
    for one in results:
        earned = "not graded" if one.problem else f"{points(one.so_far)} / {points(one.out_of)}"
        said = "; ".join(filter(None, [one.problem, _pending(one), *one.notes]))
        lines.append(f"{_one_line(one.student.name):<{width}}  {earned:>11}  {_one_line(said)}".rstrip())
    return "\n".join(lines)


def _pending(one: Graded) -> str:
    waiting = [mark.question for mark in one.marks if mark.points is None]
    return f"to be graded by hand: {', '.join(waiting)}" if waiting else ""


def _one_line(text: str) -> str:
    """Text that moves no cursor and writes no color, whatever a student's code wrote."""
    line = " ".join("".join(part if part.isprintable() else " " for part in text).split())
    return line if len(line) <= 160 else f"{line[:160]} …"


def grades(results: list[Graded]) -> str:
    """All marks as a table: one row a student, one column a question."""
    questions = list(dict.fromkeys(mark.question for one in results for mark in one.marks))
    header = ["name", "id", "release", "points", "out of", *questions, "problem", "notes"]
    rows = []
    for one in results:
        earned = {mark.question: points(mark.points) for mark in one.marks}
        row = [
            one.student.name,
            one.student.id,
            str(one.release or ""),
            "" if one.points is None else points(one.points),
        ]
        row += [points(one.out_of), *(earned.get(name, "") for name in questions), one.problem, "; ".join(one.notes)]
        rows.append(row)
    return written([header, *rows])


def worksheet(results: list[Graded], roster: Roster | None) -> str:
    """Moodle's grading worksheet: the one that was given, with the grades filled in, or a new one.

    Who is not graded, or handed in nothing, has an empty grade: Moodle leaves that student as is.
    """
    sheet = _sheet(results, roster)
    rows = [dict(row) for row in sheet.rows]
    for one, place in _places(results, sheet):
        if place is not None and one.points is not None:
            row = rows[place]
            row["Grade"] = f"{_scaled(one, row):.2f}"
            row["Maximum Grade"] = row.get("Maximum Grade") or f"{one.out_of:.2f}"
            row["Feedback comments"] = escape("; ".join(one.notes))
    return written([sheet.header, *([row.get(name) or "" for name in sheet.header] for row in rows)])


def without_row(results: list[Graded], roster: Roster | None) -> list[str]:
    """Whose points Moodle's worksheet does not take, because it has no row that is theirs alone."""
    places = _places(results, _sheet(results, roster))
    return [one.student.name for one, place in places if one.marks and place is None]


def _places(results: list[Graded], sheet: Roster) -> list[tuple[Graded, int | None]]:
    """The row of each student; none where two would get the same."""
    places = [sheet.place_of(one.student) for one in results]
    return [(one, place if places.count(place) == 1 else None) for one, place in zip(results, places, strict=True)]


def _sheet(results: list[Graded], roster: Roster | None) -> Roster:
    """The worksheet that was given; else one of those who have a number of Moodle's."""
    if roster is not None and roster.is_worksheet:
        return roster
    students = [one.student for one in results if one.student.id]
    return Roster(list(WORKSHEET), [_worksheet_row(one) for one in students], students)


def _worksheet_row(student: Student) -> dict[str, str]:
    return {IDENTIFIER: f"Participant {student.id}", "Full name": student.name, "Last modified (grade)": "-"}


def _scaled(one: Graded, row: dict[str, str]) -> float:
    """The points on Moodle's scale, where the worksheet names its maximum."""
    assert one.points is not None
    most = re.fullmatch(r"\s*(\d+(?:[.,]\d+)?)\s*", row.get("Maximum Grade") or "")
    return one.points * (float(most[1].replace(",", ".")) / one.out_of if most else 1.0)


def feedback(results: list[Graded], path: Path) -> None:
    """A page for each student, in the folder by which Moodle finds the participant."""
    page = PAGES.get_template("feedback.html")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in results:
            if not one.problem:
                name = re.sub(r'[/\\:*?"<>|\x00-\x1f]', "_", one.student.folder).strip(". ") or "_"
                archive.writestr(f"{name}/feedback.html", page.render(one=one))


def argued_page(argued: Argued, source: NotebookNode, assignment: str) -> str:
    """The answers in words, without names, below what the source says of points."""
    questions = [
        {
            "name": name,
            "out_of": out_of,
            "rubric": re.sub(r"^### (BEGIN|END) SOLUTION$", "", cell.source, flags=re.MULTILINE).strip(),
            "rows": [row for row in argued.ordered() if row["question"] == name],
        }
        for name, out_of, cell in graded(source)
        if is_argued(cell)
    ]
    return PAGES.get_template("argued.html").render(assignment=assignment, questions=questions, table=TABLE)


def changed(changes: list[Change], gone: Sequence[str] = ()) -> str:
    """Whose grade changed since the run before, by how much, and why; and who is no longer there."""
    lines = [
        _one_line(f"{one.student.name}: {one.question} {points(one.before)} → {points(one.after)}, {one.why}")
        for one in changes
    ]
    return "\n".join(lines + ([f"In the last run, and not in this one: {', '.join(gone)}"] if gone else []))


def write(folder: Path, results: list[Graded], roster: Roster | None, record: dict[str, Any]) -> None:
    """All files of one assignment. The worksheet and tables are UTF-8 with a mark, as spreadsheets expect it."""
    for name, text in {"grades.csv": grades(results), "moodle-worksheet.csv": worksheet(results, roster)}.items():
        (folder / name).write_text(text, "utf-8-sig", newline="")
    feedback(results, folder / "moodle-feedback.zip")
    (folder / "last-run.json").write_text(json.dumps(record, ensure_ascii=False, indent=1), "utf-8")

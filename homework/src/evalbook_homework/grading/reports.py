"""What a teacher gets of a run: a table, Moodle's worksheet, a zip of feedback, answers in words, and changes."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from nbformat import NotebookNode

from evalbook_homework.grading import sanitize, similarity
from evalbook_homework.grading.assignments import graded, is_graded_by_hand
from evalbook_homework.grading.grading import Change, Graded, run_record
from evalbook_homework.grading.manual_grades import COLUMNS, TABLE, ManualGrades
from evalbook_homework.grading.roster import Columns, Roster
from evalbook_homework.grading.shown_questions import markdown, shown_questions
from evalbook_homework.grading.spreadsheets import table_text

WORKSHEET = ("Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)", "Feedback comments")
"""The columns without which Moodle takes no worksheet, and those that it shows."""


def points(value: float | None) -> str:
    return "–" if value is None else f"{round(value, 2):g}"


TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).with_name("templates")), autoescape=True)
TEMPLATES.globals["points"] = points
TEMPLATES.filters["markdown"] = markdown


def code(said: str) -> Markup:
    """Plain text with code between backticks."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", escape(said)))


TEMPLATES.filters["code"] = code


def table(results: list[Graded]) -> str:
    """One line a student: the points so far and those there are, and whatever has to be known of it."""
    width = max((len(sanitize.line(one.student.name)) for one in results), default=0)
    lines = []
    for one in results:
        earned = "not graded" if one.problem else f"{points(one.so_far)} / {points(one.out_of)}"
        said = "; ".join(filter(None, [one.problem, _pending(one), *one.all_notes]))
        lines.append(f"{sanitize.line(one.student.name):<{width}}  {earned:>11}  {sanitize.line(said)}".rstrip())
    return "\n".join(lines)


def _pending(one: Graded) -> str:
    waiting = [mark.question for mark in one.marks if mark.points is None]
    return f"to be graded by hand: {', '.join(waiting)}" if waiting else ""


def grades(results: list[Graded]) -> str:
    """All marks as a table: one row a student, one column a question."""
    names = list(dict.fromkeys(mark.question for one in results for mark in one.marks))
    header = ["name", "id", "release", "points", "out of", *names, "problem", "notes"]
    rows = []
    for one in results:
        earned = {mark.question: points(mark.points) for mark in one.marks}
        row = [
            one.student.name,
            one.student.id,
            str(one.release or ""),
            "" if one.points is None else points(one.points),
        ]
        row += [points(one.out_of), *(earned.get(name, "") for name in names), one.problem, "; ".join(one.all_notes)]
        rows.append(row)
    return table_text([header, *rows])


def points_alone(results: list[Graded]) -> str:
    """The sums for programs that take a table of two columns; who has no sum has an empty cell."""
    rows = ([one.student.name, "" if one.points is None else points(one.points)] for one in results)
    return table_text([("name", "points"), *rows])


def worksheet(results: list[Graded], roster: Roster | None) -> str:
    """Moodle's grading worksheet: the one that was given, with the grades filled in, or a new one.

    Who is not graded, or handed in nothing, has an empty grade: Moodle leaves that student as is.
    """
    sheet = _sheet(results, roster)
    assert sheet.columns
    _, grade, maximum, comments = sheet.columns
    rows = [dict(row) for row in sheet.rows]
    for one, place in _places(results, sheet):
        if place is not None and one.points is not None:
            row = rows[place]
            row[grade] = f"{_scaled(one, row.get(maximum, '')):.2f}"
            row |= {maximum: row.get(maximum) or f"{one.out_of:.2f}", comments: escape("; ".join(one.notes))}
    return table_text([sheet.header, *([row.get(name) or "" for name in sheet.header] for row in rows)])


def without_row(results: list[Graded], roster: Roster | None) -> list[str]:
    """Whose points Moodle's worksheet does not take, because it has no row that is theirs alone."""
    places = _places(results, _sheet(results, roster))
    return [one.student.name for one, place in places if one.marks and place is None]


def several_for_one(results: list[Graded], roster: Roster | None) -> list[str]:
    """For each row of the worksheet that several may have: who they are, and what each earned."""
    claims = _claims(results, _sheet(results, roster))
    said = [
        [f"{one.student.name} ({points(one.so_far)} of {points(one.out_of)})" for one in all] for all in claims.values()
    ]
    return [", ".join(all) for all in said if len(all) > 1]


def _claims(results: list[Graded], sheet: Roster) -> dict[int, list[Graded]]:
    """Whose each row of the worksheet may be."""
    claims: dict[int, list[Graded]] = defaultdict(list)
    for one in results:
        found = sheet.places_of(one.student)
        if len(found) == 1:
            claims[found[0]].append(one)
    return claims


def _places(results: list[Graded], sheet: Roster) -> list[tuple[Graded, int | None]]:
    """The row of each student; none where it is not certain. Who has its number comes before whoever has the name."""
    owner = {}
    for place, all in _claims(results, sheet).items():
        first = [one for one in all if one.student.id] or all
        if len(first) == 1:
            owner[id(first[0])] = place
    return [(one, owner.get(id(one))) for one in results]


def _sheet(results: list[Graded], roster: Roster | None) -> Roster:
    """The worksheet that was given; else one of those who have a number of Moodle's."""
    if roster is not None and roster.columns:
        return roster
    students = [one.student for one in results if one.student.id]
    rows = [dict(zip(WORKSHEET, (f"Participant {one.id}", one.name, "", "", "-"), strict=False)) for one in students]
    return Roster(list(WORKSHEET), rows, students, Columns(*WORKSHEET[1:4], WORKSHEET[5]))


def _scaled(one: Graded, maximum: str) -> float:
    """The points on Moodle's scale, where the worksheet names its maximum."""
    assert one.points is not None
    most = re.fullmatch(r"\s*(\d+(?:[.,]\d+)?)\s*", maximum or "")
    return one.points * (float(most[1].replace(",", ".")) / one.out_of if most else 1.0)


def feedback(results: list[Graded], *, solutions: bool = False) -> bytes:
    """A zip with a page for each student, in the folder by which Moodle finds the participant."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in results:
            if not (one.problem or one.withheld):
                name = re.sub(r'[/\\:*?"<>|]', "_", one.student.folder).strip(". ") or "_"
                page = next(each for each in _names(name) if each not in archive.NameToInfo)
                archive.writestr(page, _page(one, solutions=solutions))
    return packed.getvalue()


def _names(folder: str) -> Iterator[str]:
    """The page's place; another one where two students would get the same."""
    yield f"{folder}/feedback.html"
    yield from (f"{folder} ({number})/feedback.html" for number in count(2))


def _page(one: Graded, *, solutions: bool = True) -> str:
    return TEMPLATES.get_template("feedback.html").render(one=one, solutions=solutions)


def writable(results: list[Graded]) -> list[Graded]:
    """The results; in the place of one that cannot be written, the reason."""
    return [replace(one, marks=(), notes=(), problem=why) if (why := _why_not(one)) else one for one in results]


def _why_not(one: Graded) -> str:
    try:
        for text in (
            grades([one]),
            worksheet([one], None),
            _page(one),
            json.dumps(run_record([one], {}), ensure_ascii=False),
        ):
            text.encode()
    except Exception as error:  # the others are written
        return f"writing it failed: {type(error).__name__}: {sanitize.line(error)}"
    return ""


def manual_grades_page(by_hand: ManualGrades, source: NotebookNode, assignment: str) -> str:
    """The answers in words as a form to grade from, without names, beside what the source says of points.

    It shows those that were handed in this time; the table keeps the others.
    """
    ordered, shown = by_hand.ordered(), shown_questions(source)
    asked = [
        {
            "name": name,
            "out_of": out_of,
            **{"asked": shown[name].text, "rubric": shown[name].solution},
            "rows": [row for row in ordered if row["question"] == name and row["code"] in by_hand.beside],
        }
        for name, out_of, cell in graded(source)
        if is_graded_by_hand(cell)
    ]
    rows = [list(COLUMNS), *([sanitize.escape_formulas(row[name]) for name in COLUMNS] for row in ordered)]
    page = TEMPLATES.get_template("argued.html")
    told = {"assignment": assignment, "questions": asked, "table": TABLE, "beside": by_hand.beside}
    return page.render(**told, rows=rows, formula=sanitize.FORMULA.pattern)


def similar_pairs(results: list[Graded]) -> list[similarity.Pair]:
    """What two students have in common."""
    authors = [
        similarity.Author(sanitize.line(one.student.name), one.written, one.marks, one.copy)
        for one in results
        if one.written
    ]
    return similarity.pairs(authors)


def _similar(results: list[Graded]) -> dict[str, bytes]:
    """The pairs as a table and as a page."""
    found = similar_pairs(results)
    page = TEMPLATES.get_template("similar.html").render(
        assignment=results[0].assignment if results else "", pairs=found
    )
    table = table_text([similarity.COLUMNS, *(pair.row() for pair in found)])
    return {"similar.csv": table.encode("utf-8-sig"), "similar.html": page.encode()}


def changes_text(changes: list[Change], gone: Sequence[str] = ()) -> str:
    """Whose grade changed since the run before, by how much, and why; and who is no longer there."""
    lines = [
        sanitize.line(f"{one.student.name}: {one.question} {points(one.before)} → {points(one.after)}, {one.why}")
        for one in changes
    ]
    return "\n".join(lines + ([f"In the last run, but not in this one: {', '.join(gone)}"] if gone else []))


def write(
    folder: Path, results: list[Graded], roster: Roster | None, record: dict[str, Any], *, solutions: bool = False
) -> None:
    """All files of one assignment. The worksheet and tables are UTF-8 with a mark, as spreadsheets expect it."""
    files = {
        "grades.csv": grades(results).encode("utf-8-sig"),
        "points.csv": points_alone(results).encode("utf-8-sig"),
        "moodle-worksheet.csv": worksheet(results, roster).encode("utf-8-sig"),
        "moodle-feedback.zip": feedback(results, solutions=solutions),
        **_similar(results),
        "last-run.json": json.dumps(record, ensure_ascii=False, indent=1).encode(),
    }
    for name, content in files.items():
        write_atomically(folder / name, content)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)

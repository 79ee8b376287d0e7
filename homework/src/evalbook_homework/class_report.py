"""What a class bet before the session, and what it still knew days later: who was right, and who made which mistake.

``make class-report PROGRESS=folder`` reads the files that students exported from the book's pages, in whatever folders
and zips; of several of a student the latest counts. It prints every bet that someone made, then every chapter of which
someone answered new questions on the page of questions due; the most missed come first. Questions are known by their
records in the notebooks. ``TABLE=bets.csv`` adds a column to a table of points: on how many chapters each student bet.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from textwrap import indent, wrap
from typing import Any

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.collect import MOODLE, Student
from evalbook_homework.grading.reports import write_atomically
from evalbook_homework.grading.roster import Roster, read_roster
from evalbook_homework.grading.spreadsheets import read_table, table_text
from evalbook_homework.grading.submission_files import LARGEST, File, files_of, is_left_behind
from evalbook_tools import ROOT
from evalbook_tools import notebooks as tool
from evalbook_tools.contents import chapter_numbers
from evalbook_tools.moved_chapters import MOVED
from evalbook_tools.records import records as records_of

VERSION = 1
DUE = ROOT / "book" / "questions_due.ipynb"
TEACHERS = ROOT / "book" / "teachers.md"
FIRST, AGAIN = "at first sight", ("after a mistake", "after 7 days", "after 30 days")
"""When a question was asked: for the first time; again, by how often in a row it had been answered rightly."""
OTHER_RELEASE = "a choice of another release"
PLANS = {"12": "Twelve weeks", "14": "Fourteen sessions", "6": "Six sessions"}
"""The courses of *Teach with this book*, by what PLAN calls them; the first one counts where it says nothing."""
STUDENT = "student"
"""The first column of the table of points."""
Progress = dict[str, Any]
Record = dict[str, Any]


class ProgressError(ValueError):
    """A folder or a file that holds no progress: why."""


# ---------------------------------------------------------------- what the book asks, and what students handed in


def records(path: Path, role: str) -> Iterator[Record]:
    """The questions of a notebook that play this role."""
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        yield from (record for record in records_of(cell) if record["role"] == role)


def bets() -> Iterator[tuple[str, Record]]:
    """Every bet of the book: its page, its record."""
    for path in tool.chapters():
        page = path.relative_to(ROOT).with_suffix("").as_posix()
        yield from ((page, record) for record in records(path, "bet"))


def handed_in(folder: Path, keep: Collection[str] = ()) -> tuple[dict[Student, Progress], list[str]]:
    """The latest progress of each student, on these chapters or on all, and why other files are left out."""
    files = [one for one in _files(folder) if one.name.lower().endswith(".json")]
    if not files:
        raise ProgressError(
            f"{folder} contains no .json file; expected the files that students exported, one for each student"
        )
    students: dict[Student, Progress] = {}
    left_out = []
    for file in sorted(files, key=lambda one: (one.time, one.name)):
        try:
            students[whose(file.name)] = _only(_progress(file.content), keep)
        except ProgressError as error:
            left_out.append(f"{file.name} {error}")
    return dict(sorted(students.items())), left_out


def _files(place: Path) -> Iterator[File]:
    """The files of a folder or a zip, and of the zips in them, each below the name of its zip."""
    for path in [place] if place.is_file() else sorted(place.rglob("*")):
        name = "" if path == place else sanitize.name(path.relative_to(place).as_posix())
        if not path.is_file() or is_left_behind(name):
            continue
        time = path.stat().st_mtime
        if zipfile.is_zipfile(path):
            for one in files_of(path, lambda _: ""):
                yield one._replace(name=f"{name[:-4]}/{one.name}".lstrip("/"), time=(time, *one.time))
        else:
            yield File(name, path.read_bytes() if path.stat().st_size <= LARGEST else None, (time,))


EXPORTED = re.compile(r"evalbook-progress\b.*", re.IGNORECASE)
"""What the book calls the file, and what a browser makes of it, such as evalbook-progress (1)."""


def whose(name: str) -> Student:
    """Whose a file is: Moodle's participant, else what the file is called, or its folder where the book named it."""
    *folders, file = PurePosixPath(name).parts
    moodle = (MOODLE.fullmatch(part) for part in (*folders, file))
    if match := next(filter(None, moodle), None):
        return Student(match["name"], match["id"])
    stem = PurePosixPath(file).stem
    return Student(folders[-1] if folders and EXPORTED.fullmatch(stem) else stem)


def _only(progress: Progress, keep: Collection[str]) -> Progress:
    """The answers to questions of these chapters; all where there are none."""
    if not keep:
        return progress
    due = progress["due"]
    return {
        "firsts": {bet: choice for bet, choice in progress["firsts"].items() if bet[0] in keep},
        "due": {page: answers for page, answers in due.items() if page in keep} if isinstance(due, dict) else due,
    }


def _progress(content: bytes | None) -> Progress:
    try:
        progress = json.loads(content or b"")
        version, due = progress["version"], progress.get("due")
        firsts = {
            (MOVED.get(page, page), id): _text(entry["first"]["choice"])
            for page, answers in progress["answers"].items()
            for id, entry in answers.items()
            if "first" in entry
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ProgressError(
            f"contains no exported answers ({error!r}); export them again on the page My progress"
        ) from error
    if version != VERSION:
        raise ProgressError(f"has version {version}; expected {VERSION}")
    if isinstance(due, dict):
        due = {MOVED.get(page, page): answers for page, answers in due.items()}
    return {"firsts": firsts, "due": due}


def _text(choice: Any) -> str:
    if not isinstance(choice, str):
        raise TypeError(f"the choice {choice!r} is not a text")
    return choice


# ---------------------------------------------------------------- which chapters


SESSION = re.compile(r"^\| (\d+) \|(.*)$", re.MULTILINE)
LINKED = re.compile(r"\((\w+/\w+)\.ipynb\)")


def between(first: str, last: str, plan: str = "") -> list[str]:
    """The chapters from one to another, or of the sessions between two numbers; an end that is empty is open."""
    told = sessions(plan)
    if not first and not last:
        return []
    if (first + last).isdigit():
        return [page for number in range(int(first or 1), int(last or max(told)) + 1) for page in told.get(number, [])]
    pages = list(chapter_numbers())
    start, end = _place(pages, first or pages[0], "FROM"), _place(pages, last or pages[-1], "TO")
    if start > end:
        raise ProgressError(f"FROM={first} comes after TO={last} in the book")
    return pages[start : end + 1]


def sessions(plan: str = "") -> dict[int, list[str]]:
    """The chapters of each week or session of a course, in class and at home, as *Teach with this book* has them."""
    plan = plan or next(iter(PLANS))
    if plan not in PLANS:
        raise ProgressError(f"PLAN is {plan!r}; expected {', '.join(PLANS)}, the weeks or sessions of a course")
    text = TEACHERS.read_text("utf-8").partition(f"### {PLANS[plan]}")[2].partition("\n###")[0]
    return {int(number): [f"book/{page}" for page in LINKED.findall(row)] for number, row in SESSION.findall(text)}


def _place(pages: list[str], name: str, option: str) -> int:
    found = [place for place, page in enumerate(pages) if f"/{page}".endswith(f"/{name}")]
    if len(found) != 1:
        raise ProgressError(
            f"{option} is {name!r}; expected a chapter, such as {pages[1].removeprefix('book/')}, or the number of a "
            f"week, 1 to {max(sessions())} (of a session, with PLAN=14 or PLAN=6)"
        )
    return found[0]


# ---------------------------------------------------------------- the bets


def of_bets(students: list[Progress]) -> Iterator[str]:
    """A paragraph for each bet: how many won it, and what they chose first."""
    choices: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for student in students:
        for bet, choice in student["firsts"].items():
            choices[bet][choice] += 1
    made = [(page, record, choices[page, record["id"]]) for page, record in bets() if (page, record["id"]) in choices]
    for page, record, chosen in sorted(made, key=lambda bet: bet[2][bet[1]["right"]] / bet[2].total()):
        won = chosen[record["right"]]
        yield f"\n{page}: {record['question']}\n  bets won: {won} of {chosen.total()} ({won / chosen.total():.0%})"
        texts = {mistake["answer"]: mistake["text"] for mistake in record["mistakes"]}
        for choice, count in chosen.most_common():
            what = "right" if choice == record["right"] else texts.get(choice, OTHER_RELEASE)
            yield indent("\n".join(wrap(f"{count:3}  {choice}: {what}", 100, subsequent_indent="     ")), "  ")


# ---------------------------------------------------------------- the questions that came back


@dataclass
class Answered:
    """What a class answered to the new questions of one chapter."""

    students: set[int] = field(default_factory=set)
    asked: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    mistakes: Counter[str] = field(default_factory=Counter)

    def add(self, student: int, record: Record, tries: list[dict[str, Any]]) -> None:
        """One student's answers to one question, in order."""
        names = {mistake["answer"]: mistake["name"] for mistake in record["mistakes"]}
        in_a_row = 0
        for place, one in enumerate(tries):
            when = AGAIN[min(in_a_row, len(AGAIN) - 1)] if place else FIRST
            in_a_row = in_a_row + 1 if one["right"] else 0
            self.students.add(student)
            self.asked[when] += 1
            self.right[when] += one["right"]
            if not one["right"]:
                self.mistakes[names.get(one.get("choice"), OTHER_RELEASE)] += 1

    def share(self, when: str) -> str:
        """How many of those who were asked then were right."""
        asked, right = self.asked[when], self.right[when]
        return f"{when} {right} of {asked} right ({right / asked:.0%})" if asked else f"{when} nobody yet"


def of_due_questions(students: list[Progress]) -> Iterator[str]:
    """A paragraph for each chapter: how many were right, when, and the commonest mistake."""
    chapters: dict[str, Answered] = defaultdict(Answered)
    for record in records(DUE, "due"):
        for number, student in enumerate(students):
            if tries := _tries(student, record):
                chapters[record["chapter"]].add(number, record, tries)
    for chapter, answered in sorted(chapters.items(), key=lambda one: one[1].right[FIRST] / one[1].asked[FIRST]):
        answers, who = _counted(answered.asked.total(), "answer"), _counted(len(answered.students), "student")
        yield f"\n{chapter}: {answers} of {who}"
        yield "  " + ", ".join(map(answered.share, (FIRST, *AGAIN[1:])))
        for mistake, count in answered.mistakes.most_common(1):
            yield f"  commonest mistake, {count} of {answered.mistakes.total()}: {mistake}"


def _tries(student: Progress, record: Record) -> list[dict[str, Any]]:
    """A student's answers to a question, as the page reads them: whatever else lies there is left alone."""
    kept = _in(_in(student["due"], record["chapter"]), record["id"])
    return [one for one in kept if _is_try(one)] if isinstance(kept, list) else []


def _in(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _is_try(one: Any) -> bool:
    return isinstance(_in(one, "day"), int) and isinstance(_in(one, "right"), bool)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# ---------------------------------------------------------------- points for bets


def add_points(path: Path, title: str, students: dict[Student, Progress], roster: Roster | None) -> None:
    """Write into the table on how many chapters each student bet; the columns of other runs stay."""
    header, *rows = (read_table(path.read_bytes(), str(path)) if path.exists() else []) or [[STUDENT]]
    if header[:1] != [STUDENT]:
        raise ProgressError(
            f"{path} does not begin with the column {STUDENT}; expected a table that TABLE= has written"
        )
    kept = {row[0]: dict(zip(header, row, strict=False)) for row in rows if any(row)}
    for name, points in _points(students, roster).items():
        kept.setdefault(name, {STUDENT: name})[title] = str(points)
    columns = list(dict.fromkeys([*header, title]))
    lines = [[kept[name].get(column, "0") for column in columns] for name in sorted(kept)]
    write_atomically(path, table_text([columns, *lines]).encode("utf-8-sig"))


def _points(students: dict[Student, Progress], roster: Roster | None) -> Counter[str]:
    """On how many chapters each student bet, by the name in the roster, if there is one."""
    found = Counter({one.name: 0 for one in roster.students} if roster else {})
    for student, progress in students.items():
        places = roster.places_of(student) if roster else []
        name = roster.students[places[0]].name if roster and len(places) == 1 else student.name
        found[name] += len({page for page, _ in progress["firsts"]})
    return found


# ---------------------------------------------------------------- the report


def report(students: list[Progress]) -> Iterator[str]:
    """The lines of the report."""
    yield _counted(len(students), "student")
    yield from of_bets(students)
    came_back = list(of_due_questions(students))
    if came_back:
        yield "\nNew questions of each chapter on the page Questions due, without the bets that came back"
        yield from came_back


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the exported files: a folder or a zip")
    parser.add_argument("--from", dest="first", default="", help="a chapter, or the number of a session")
    parser.add_argument("--to", dest="last", default="", help="the last one")
    parser.add_argument("--roster", type=Path, help="who takes the course")
    parser.add_argument("--plan", default="", help=f"whose sessions are numbered: {', '.join(PLANS)}")
    parser.add_argument("--table", type=Path, help="a table of points to which a column is added")
    args = parser.parse_args()
    try:
        roster = read_roster(args.roster.expanduser()) if args.roster else None
        students, left_out = handed_in(args.folder.expanduser(), between(args.first, args.last, args.plan))
        if args.table:
            title = " to ".join(dict.fromkeys(filter(None, (args.first, args.last)))) or "all"
            add_points(args.table.expanduser(), title, students, roster)
    except (OSError, ValueError) as error:
        sys.exit(f"evalbook: {error}")
    print(*report(list(students.values())), sep="\n", flush=True)
    if roster:
        print(f"\nSent nothing: {roster.said_of_absent(set(students))}", flush=True)
    if left_out:
        sys.exit("\n".join(f"evalbook: left out: {why}" for why in left_out))


if __name__ == "__main__":
    main()

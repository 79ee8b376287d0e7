"""What a teacher does with homework: ``make homework TERM=…`` and ``make grade SUBMISSIONS=… TERM=…``."""

from __future__ import annotations

import argparse
import json
import math
import sys
import zipfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from evalbook_homework.grading import grading, late, reports, sandbox, sanitize
from evalbook_homework.grading.assignments import EXAMPLE, HOMEWORK, assignments
from evalbook_homework.grading.chapters import asked_about, read_chapters
from evalbook_homework.grading.collect import attempts
from evalbook_homework.grading.release import release
from evalbook_homework.grading.roster import Roster, read_roster
from evalbook_homework.grading.terms import term
from evalbook_tools.contents import chapter_numbers
from evalbook_tools.progress_bar import progress_bar

SOLVED = "holds the right answers and the solutions, because everything was due."
UNSOLVED = (
    "holds no right answers: they come with a run for which DUE has passed, and each due date of a student's own."
)


def example(args: argparse.Namespace) -> None:
    """Write the files that the sources show their solutions with."""
    for assignment in assignments(args.assignments):
        for name, content in assignment.draw(EXAMPLE).items():
            (assignment.folder / name).write_bytes(content)


def hand_out(args: argparse.Namespace) -> None:
    """Release the assignments of a term."""
    found = {one.name: one for one in assignments(args.assignments)}
    if args.only and args.only not in found:
        raise ValueError(f"ONLY is {args.only!r}, which is no assignment; expected one of {', '.join(found)}")
    known = {name.removeprefix("book/") for name in chapter_numbers()}
    known |= {chapter for one in found.values() for chapter in asked_about(one.notebook)}
    read = read_chapters(args.chapters, known) if args.chapters else None
    students = read_roster(args.roster).identities() if args.roster else None
    here = term(args.term, new=True)
    chosen = [found[args.only]] if args.only else list(found.values())
    for assignment in progress_bar(chosen, "Releases", len(chosen), "assignment"):
        if read is not None and not asked_about(assignment.notebook) & read:
            print(f"{assignment.name}: no question is on these chapters")
            continue
        latest, path = release(assignment, here, students, read)
        print(f"{latest.name}: {path} ({len(latest.points)} questions, {sum(latest.points):g} points)")
    print(f"Keep {here.folder}: it holds the secret seed and the keys. Hand out the zips alone.")


def grade(args: argparse.Namespace) -> None:
    """Grade what was handed in."""
    if not args.unconfined and (why := sandbox.why_unavailable()):
        raise ValueError(
            f"no sandbox for strangers' code here: {why}. Grade inside the Docker image, or, if you trust the authors "
            "of all notebooks as yourself, add UNCONFINED=1"
        )
    here = term(args.term)
    limits = sandbox.Limits(args.cell_seconds, 60 * args.wall_minutes)
    course = grading.Course(here, assignments(args.assignments), limits, confined=not args.unconfined)
    if not args.unconfined:
        sandbox.compile_all()
        for missing in sandbox.missing_protections():
            print(f"On this machine {missing}.")
    print(f"Notebooks run with {sandbox.installed()}.")
    roster = read_roster(args.roster) if args.roster else None
    due = late.due_at(args.due, "DUE") if args.due else None
    solutions = late.all_was_due(roster, due, datetime.now())
    found = grading.grade(course, attempts(args.submissions))
    results = {assignment: late.with_late_notes(graded, roster, due) for assignment, graded in found.items()}
    for assignment, graded in results.items():
        print(f"\n{assignment or 'Not graded: a person has to look at these'}\n{reports.table(graded)}")
        if assignment:
            _report(course, assignment, reports.writable(graded), roster, solutions=solutions)
    print("\nThe feedback " + (SOLVED if solutions else UNSOLVED))
    if roster:
        present = {one.student for graded in results.values() for one in graded}
        print(f"\nHanded in nothing: {roster.said_of_absent(present)}")
    _say_whom_to_grade_again(results)


AGAIN = (
    "Not graded for {assignment}, and no 0: {who}. The table above says why. If this machine was busy, run the same "
    "command again when it does less, or give each notebook an hour by the clock with WALL_MINUTES=60 and each cell a "
    "minute of computing with CELL_SECONDS=60. Look yourself at what is not graded then, either."
)


def _say_whom_to_grade_again(results: dict[str, list[grading.Graded]]) -> None:
    for assignment, graded in results.items():
        if assignment and (again := [one.student.name for one in graded if one.problem]):
            print(f"\n{AGAIN.format(assignment=assignment, who=sanitize.text(', '.join(again)))}")


def _report(
    course: grading.Course,
    assignment: str,
    graded: list[grading.Graded],
    roster: Roster | None,
    *,
    solutions: bool = False,
) -> None:
    """Write the files of one assignment, and say what changed since the run before."""
    folder = course.term.grades(assignment)
    releases = {one.number: one for one in course.term.releases(assignment)}
    keys = grading.keys_of(course, graded)
    last = folder / "last-run.json"
    if last.exists():
        before = json.loads(last.read_text("utf-8"))
        said = reports.changes_text(grading.changes(before, graded, keys), grading.missing_students(before, graded))
        print(f"Changed since the last run:\n{said}" if said else "No points changed.")
        reports.write_atomically(folder / "changes.txt", f"{said}\n".encode())
    by_hand = course.manual_grades(assignment)
    reports.write_atomically(folder / "argued.csv", by_hand.table().encode("utf-8-sig"))
    source = course.sources.get(assignment)
    notebook = source.notebook if source else releases[max(releases)].source
    reports.write_atomically(folder / "argued.html", reports.manual_grades_page(by_hand, notebook, assignment).encode())
    reports.write(folder, graded, roster, grading.run_record(graded, keys), solutions=solutions)
    _say_whose_row_is_missing(graded, roster)
    print(f"Written: {folder}")


def _say_whose_row_is_missing(graded: list[grading.Graded], roster: Roster | None) -> None:
    """Whose points the worksheet does not take, and where several claim a row of it."""
    if without := reports.without_row(graded, roster):
        given = roster is not None and roster.columns
        nobody = "anyone: give Moodle's grading worksheet as ROSTER"
        names = ", ".join(without) if given or len(without) < len(graded) else nobody
        print(f"moodle-worksheet.csv has no row for the points of {names}")
    for several in reports.several_for_one(graded, roster):
        print(f"Several handed in for one row of the worksheet: {several}. Who is who, a person has to say")


def _positive(text: str) -> float:
    """A number above 0, as it was typed."""
    with suppress(ValueError):
        if 0 < (number := float(text)) < math.inf:
            return number
    raise argparse.ArgumentTypeError(f"{text!r}; expected a number above 0")


def _path(text: str) -> Path:
    """A path as it was typed: make hands on a ~ that the shell left in SUBMISSIONS=~/…"""
    return Path(text).expanduser()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="homework", description=__doc__)
    parser.add_argument(
        "--assignments", type=_path, default=HOMEWORK, help="a folder of assignments; default: the book's"
    )
    commands = parser.add_subparsers(required=True)
    commands.add_parser("example", help=example.__doc__).set_defaults(run=example)
    out = commands.add_parser("release", help=hand_out.__doc__)
    out.add_argument("--term", required=True)
    out.add_argument("--only", default="", help="one assignment")
    out.add_argument("--roster", type=_path, help="who takes the course: each gets numbers of their own")
    out.add_argument("--chapters", default="", help="core, or names with commas: questions on these alone")
    out.set_defaults(run=hand_out)
    back = commands.add_parser("grade", help=grade.__doc__)
    back.add_argument("--term", required=True)
    back.add_argument("--submissions", type=_path, required=True)
    back.add_argument("--roster", type=_path)
    back.add_argument("--due", default="", help="a day or a time: what came later is marked")
    limits = sandbox.Limits()
    back.add_argument(
        "--cell-seconds", type=_positive, default=limits.cell_seconds, help="a notebook has six times as many"
    )
    back.add_argument(
        "--wall-minutes", type=_positive, default=limits.wall_seconds / 60, help="of a notebook, by the clock"
    )
    back.add_argument("--unconfined", action="store_true", help="without a sandbox: you trust all authors")
    back.set_defaults(run=grade)
    return parser


def main() -> None:
    args = _parser().parse_args()
    try:
        args.run(args)
    except (OSError, RuntimeError, ValueError, zipfile.BadZipFile) as error:
        sys.exit(f"evalbook: {error}")
    except KeyboardInterrupt:
        sys.exit("evalbook: interrupted before all was written; run it again")


if __name__ == "__main__":
    main()

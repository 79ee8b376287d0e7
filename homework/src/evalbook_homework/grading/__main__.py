"""What a teacher does with homework: ``make homework TERM=…``, ``make export TERM=… TO=…``, ``make grade …``."""

from __future__ import annotations

import argparse
import json
import math
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from evalbook_homework.grading import export, grading, late, reports, sandbox, sanitize
from evalbook_homework.grading.assignments import EXAMPLE, HOMEWORK, Assignment, assignments
from evalbook_homework.grading.chapters import asked_about, read_chapters
from evalbook_homework.grading.collect import attempts
from evalbook_homework.grading.key import key_for
from evalbook_homework.grading.release import prepared, release
from evalbook_homework.grading.roster import Roster, read_roster
from evalbook_homework.grading.terms import Release, term
from evalbook_tools.contents import chapter_numbers
from evalbook_tools.progress_bar import progress_bar

SOLVED = "contains the right answers and the solutions, because everything was due."
UNSOLVED = "contains no right answers. A run after DUE, and after each due date of a student's own, adds them."


def example(args: argparse.Namespace) -> None:
    """Write the files that the sources show their solutions with."""
    for assignment in assignments(args.assignments):
        for name, content in assignment.draw(EXAMPLE).items():
            (assignment.folder / name).write_bytes(content)


def hand_out(args: argparse.Namespace) -> None:
    """Release the assignments of a term."""
    chosen, read = _asked_for(args)
    students = read_roster(args.roster).identities() if args.roster else None
    here = term(args.term, new=True)
    for assignment in chosen:
        latest, path = release(assignment, here, students, read)
        print(f"{latest.name}: {path} ({_size(latest)})")
    print(f"Keep {here.folder}, which contains the secret seed and the keys. Hand out only the zips.")


def _size(latest: Release) -> str:
    """How many questions a release has, and how many points."""
    counts = {"question": len(latest.points), "point": sum(latest.points)}
    return ", ".join(f"{number:g} {what}{'s' * (number != 1)}" for what, number in counts.items())


def hand_over(args: argparse.Namespace) -> None:
    """Export the assignments of a term, with the same numbers for all, as another grader takes them."""
    if args.to not in export.FORMS:
        raise ValueError(f"TO is {args.to!r}; expected {' or '.join(export.FORMS)}")
    make, said = export.FORMS[args.to]
    chosen, read = _asked_for(args)
    here = term(args.term, new=True)
    for assignment in chosen:
        latest = prepared(assignment, here, read)
        path, by_hand = make(latest, key_for(latest, assignment), here), export.by_hand(latest)
        print(f"{latest.name}: {path} ({sum(latest.points):g} points, {by_hand:g} of which a person gives)")
    print(said)


def _asked_for(args: argparse.Namespace) -> tuple[Iterator[Assignment], frozenset[str] | None]:
    """The assignments that ONLY and CHAPTERS ask for, and the chapters that were read."""
    found = {one.name: one for one in assignments(args.assignments)}
    if args.only and args.only not in found:
        raise ValueError(f"ONLY is {args.only!r}, which is not an assignment; expected one of {', '.join(found)}")
    known = {name.removeprefix("book/") for name in chapter_numbers()}
    known |= {chapter for one in found.values() for chapter in asked_about(one.notebook)}
    read = read_chapters(args.chapters, known) if args.chapters else None
    chosen = [found[args.only]] if args.only else list(found.values())
    return _on_chapters(chosen, read), read


def _on_chapters(chosen: list[Assignment], read: frozenset[str] | None) -> Iterator[Assignment]:
    for assignment in progress_bar(chosen, "Releases", len(chosen), "assignment"):
        if read is None or asked_about(assignment.notebook) & read:
            yield assignment
        else:
            print(f"{assignment.name}: none of its questions is on these chapters")


def grade(args: argparse.Namespace) -> None:
    """Grade what was handed in."""
    if not args.unconfined and (why := sandbox.why_unavailable()):
        raise ValueError(
            f"no sandbox for the students' code can be made here: {why}. Grade inside the Docker image. If you trust "
            "the authors of all notebooks as much as yourself, add UNCONFINED=1 instead"
        )
    here = term(args.term)
    limits = sandbox.Limits(args.cell_seconds, 60 * args.wall_minutes)
    course = grading.Course(here, assignments(args.assignments), limits, confined=not args.unconfined)
    if not args.unconfined:
        sandbox.compile_all()
        for missing in sandbox.missing_protections():
            print(f"On this machine, {missing}.")
    print(f"Notebooks run with {sandbox.installed()}.")
    roster = read_roster(args.roster) if args.roster else None
    due = late.due_at(args.due, "DUE") if args.due else None
    solutions = late.all_was_due(roster, due, datetime.now())
    found = grading.grade(course, attempts(args.submissions))
    results = {assignment: late.with_late_notes(graded, roster, due) for assignment, graded in found.items()}
    for assignment, graded in results.items():
        print(f"\n{assignment or 'Not graded, so a person has to look at these'}\n{reports.table(graded)}")
        if assignment:
            _report(course, assignment, reports.writable(graded), roster, solutions=solutions)
    print("\nThe feedback " + (SOLVED if solutions else UNSOLVED))
    if roster:
        present = {one.student for graded in results.values() for one in graded}
        print(f"\nHanded in nothing: {roster.said_of_absent(present)}")
    _say_whom_to_grade_again(results)


AGAIN = (
    "Not graded for {assignment}, which is not a 0: {who}. The table above says why. If this machine was busy, run the "
    "same command again when it is less busy, or give each notebook an hour by the clock with WALL_MINUTES=60 and each "
    "cell a minute of computing with CELL_SECONDS=60. If something is still not graded, look at it yourself."
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
        print(f"Several students handed in for one row of the worksheet: {several}. A person has to say who is who")


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
    out.add_argument(
        "--roster", type=_path, help="a table of who takes the course: each student gets numbers of their own"
    )
    out.set_defaults(run=hand_out)
    over = commands.add_parser("export", help=hand_over.__doc__)
    over.add_argument("--to", required=True, help=" or ".join(export.FORMS))
    over.set_defaults(run=hand_over)
    for one in (out, over):
        one.add_argument("--term", required=True)
        one.add_argument("--only", default="", help="one assignment")
        one.add_argument(
            "--chapters", default="", help="core, or chapters with commas between them: only questions on these"
        )
    back = commands.add_parser("grade", help=grade.__doc__)
    back.add_argument("--term", required=True)
    back.add_argument("--submissions", type=_path, required=True)
    back.add_argument("--roster", type=_path)
    back.add_argument("--due", default="", help="a day or a time: files that came later are marked as late")
    _add_limits(back)
    back.set_defaults(run=grade)
    return parser


def _add_limits(back: argparse.ArgumentParser) -> None:
    """Add what is said of the room where notebooks run."""
    limits = sandbox.Limits()
    back.add_argument(
        "--cell-seconds",
        type=_positive,
        default=limits.cell_seconds,
        help="how long a cell may compute; a notebook may compute six times as long",
    )
    back.add_argument(
        "--wall-minutes",
        type=_positive,
        default=limits.wall_seconds / 60,
        help="how long a notebook may take, by the clock",
    )
    back.add_argument("--unconfined", action="store_true", help="run without a sandbox, because you trust all authors")


def main() -> None:
    args = _parser().parse_args()
    try:
        args.run(args)
    except (OSError, RuntimeError, ValueError, zipfile.BadZipFile) as error:
        sys.exit(f"evalbook: {error}")
    except KeyboardInterrupt:
        sys.exit("evalbook: interrupted before everything was written. Run the same command again")


if __name__ == "__main__":
    main()

"""What was handed in, as teachers really get it: Moodle's folders, a flat folder, or a zip of either.

Files may have any name. Who handed in what is told by the name of the folder or file; which assignment and release, by
the notebook itself.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

import nbformat
from nbformat import NotebookNode

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.assignments import NAME, marks
from evalbook_homework.grading.submission_files import LARGEST, Time, files_of, is_notebook
from evalbook_homework.grading.terms import copies_of, release_metadata

MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_.*)?")
"""The folder that Moodle makes for a participant, or the file; what a student wrote stands behind it."""
QUESTION = re.compile(r"(?P<assignment>.+)-\d+(?:-[^\W\d]+)?")
"""The name of a cell of a question, such as splits-1 or week-2-1-answer."""
MOST_CELLS = 2_000
"""Of a notebook, so that to read it takes no time that counts; the longest name of a cell, too."""

MOST_UNREAD = 10
"""Files of a student that are named because nobody can read them."""
EARLIER = "an earlier file was handed in, too, but only the last one counts"
UNTOUCHED = "a later file without any answer was handed in, too, but this one counts"
"""The notes on a submission of which there were several."""


@dataclass(frozen=True, order=True)
class Student:
    """Who handed in: Moodle's number of the participant, where it is known, or what the files are called."""

    name: str
    id: str = ""

    @property
    def is_anonymous(self) -> bool:
        """Whether the name is Moodle's number alone, such as Participant 123."""
        return bool(self.id) and self.name.endswith(f" {self.id}")

    @property
    def folder(self) -> str:
        """The folder that feedback goes back in: for Moodle, one that it finds the participant by."""
        return f"{self.name}_{self.id}_assignsubmission_file_" if self.id else self.name


@dataclass(frozen=True)
class Attempt:
    """One file that was handed in."""

    student: Student
    name: str
    """Where it was found, below the folder or the zip."""
    content: bytes | None
    """None: too large to be read."""
    time: Time
    """When it was handed in, as far as the file tells; behind it, for what a student packed, when that was changed."""


def attempts(submissions: Path) -> list[Attempt]:
    """Every file that was handed in."""
    if not submissions.exists():
        raise ValueError(f"SUBMISSIONS is {submissions}, which does not exist; expected a folder or a zip")
    if submissions.is_file() and not zipfile.is_zipfile(submissions):
        raise ValueError(f"SUBMISSIONS is {submissions}, which is a file but not a zip; expected a folder or a zip")
    files = files_of(submissions, _around)
    around = _around([one.name for one in files])
    owners = _students([one.name.removeprefix(around) for one in files])
    handed_in = [Attempt(owners[_first(one.name.removeprefix(around))], *one) for one in files]
    _refuse_a_class_in_one_folder(handed_in)
    return handed_in


def _first(name: str) -> str:
    return name.partition("/")[0]


def _around(names: list[str]) -> str:
    """The folder around the folders of several students, as a file manager packs it; "" where there is none."""
    paths = [PurePosixPath(name).parts for name in filter(is_notebook, names)]
    tops, inner = {path[0] for path in paths}, {path[1:2] for path in paths}
    if len(tops) != 1 or any(len(path) < 3 or MOODLE.fullmatch(path[0]) for path in paths):
        return ""
    of_moodle = all(MOODLE.fullmatch(path[1]) for path in paths)
    return f"{tops.pop()}/" if len(inner) > 1 or of_moodle else ""


def _refuse_a_class_in_one_folder(found: list[Attempt]) -> None:
    """The files of a class in one folder look as those of one student, of which only the last would count."""
    students = {one.student for one in found if "/" in one.name}
    if len(students) != 1 or any(one.id for one in students):
        return
    (student,) = students
    if any(EARLIER in one.notes for one in submissions_of(student, found)):
        raise ValueError(
            f"SUBMISSIONS has several notebooks of one assignment in one folder, {student.name!r}, so nothing tells "
            f"whose they are; expected a file or a folder for each student. Give {student.name!r} itself as SUBMISSIONS"
        )


def _students(names: list[str]) -> dict[str, Student]:
    """Whose each first part of a path is; two without a number that would be called the same keep their whole name.

    Where Moodle calls all of several participants the same, it marks anonymously: their number is their name.
    """
    told = {_first(name): _student(_first(name), is_folder="/" in name) for name in names}
    numbered = {one for one in told.values() if one.id}
    if len(numbered) > 1 and len({one.name for one in numbered}) == 1:
        told = {part: replace(one, name=f"{one.name} {one.id}") if one.id else one for part, one in told.items()}
    called = Counter(told.values())
    return {part: one if one.id or called[one] == 1 else Student(part) for part, one in told.items()}


def _student(part: str, *, is_folder: bool) -> Student:
    """By Moodle's name of the folder or the file, else by the folder's, else by the file's without its ending."""
    if match := MOODLE.fullmatch(part):
        return Student(match["name"], match["id"])
    return Student(part if is_folder else PurePosixPath(part).stem)


def by_student(found: Iterable[Attempt]) -> dict[Student, list[Attempt]]:
    """The attempts of each student, the latest last."""
    sorted_out: dict[Student, list[Attempt]] = defaultdict(list)
    for attempt in sorted(found, key=lambda one: (one.time, one.name)):
        sorted_out[attempt.student].append(attempt)
    return dict(sorted(sorted_out.items()))


# ---------------------------------------------------------------- which attempt counts

Told = Callable[[NotebookNode], str]
"""Tells the assignment of a notebook; "" where it cannot."""


@dataclass(frozen=True)
class Submission:
    """What counts of what one student handed in for one assignment, or why nothing of it can be graded."""

    student: Student
    assignment: str = ""
    """What the notebook says, the names of its cells, or their text; "" where they say nothing."""
    release: int = 0
    term: str = ""
    """The mark of the term that it was released in; "" where it is lost."""
    notebook: NotebookNode | None = None
    notes: tuple[str, ...] = ()
    for_teacher: tuple[str, ...] = ()
    """Notes that name another student: they stand in no feedback."""
    digest: str = ""
    copies: tuple[str, ...] = ()
    """Which copies of a release it says it is, where each student got one."""
    copy: str = ""
    """The copy that it is graded as."""
    time: Time = ()
    """When it was handed in, as far as the file tells."""
    withheld: bool = False
    """Whether its points are shown and count for nobody, until a person decides."""


def submissions_of(
    student: Student,
    handed_in: list[Attempt],
    told: Told = lambda _: "",
    is_untouched: Callable[[Submission], bool] = lambda _: False,
) -> list[Submission]:
    """One submission for each assignment: the last notebook that can be read, and a note on each other file.

    `told` tells the assignment of a notebook that says nothing of it itself, nor by the names of its cells;
    `is_untouched` whether a notebook is as it was released: such a one counts for nothing behind another.
    A student of whom no file can be read gets one submission without a notebook, which says why.
    """
    latest: dict[str, Submission] = {}
    unread = []
    notebooks = [one for one in handed_in if is_notebook(one.name)] or handed_in
    for attempt in notebooks:  # the last counts
        try:
            read = _read(attempt, told)
        except ValueError as error:
            unread.append(f"{PurePosixPath(attempt.name).name}: {error}")
            continue
        before = latest.get(read.assignment)
        if before and is_untouched(read):
            latest[read.assignment] = replace(before, notes=(*before.notes, UNTOUCHED))
        else:
            latest[read.assignment] = replace(read, notes=(EARLIER,)) if before else read
    if len(unread) > MOST_UNREAD:
        unread[MOST_UNREAD:] = [f"{len(unread) - MOST_UNREAD} more files cannot be read"]
    if not latest:
        return [Submission(student, notes=tuple(unread))]
    return [replace(one, notes=(*one.notes, *unread)) for one in latest.values()]


def _read(attempt: Attempt, told: Told) -> Submission:
    """The notebook of an attempt. Raises ValueError with the reason if there is none."""
    if attempt.content is None:
        raise ValueError(f"is larger than {LARGEST // 2**20} MiB, or lies in a zip that is too large")
    notebook = _notebook(attempt.content)
    said = release_metadata(notebook)
    assignment, release = said.get("assignment"), said.get("release")
    if not isinstance(assignment, str) or not NAME.fullmatch(assignment):
        assignment = _told_by_cells(notebook) or told(notebook)
    number = release if isinstance(release, int) and 0 < release < 1000 else 0
    digest = hashlib.sha256(attempt.content).hexdigest()
    mark = str(said.get("term") or "")
    copies = copies_of(notebook)
    return Submission(
        attempt.student, assignment, number, mark, notebook, digest=digest, copies=copies, time=attempt.time
    )


def _notebook(content: bytes) -> NotebookNode:
    if not content.strip():
        raise ValueError("is empty or cannot be read")
    try:
        said = json.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise ValueError(f"is not a notebook: {_kind(content)}") from error
    if not isinstance(said, dict) or not isinstance(said.get("cells", said.get("worksheets")), list):
        raise ValueError("is not a notebook: it has no cells")
    try:
        _leave_out_what_is_not_read(said)
        notebook: NotebookNode = nbformat.reads(json.dumps(said), as_version=4)
        for cell in notebook.cells:
            cell.source, cell.metadata = _source(cell.source), NotebookNode(cell.get("metadata", {}))
    except _TooMuchError:
        raise
    except Exception as error:  # nbformat raises whatever comes
        raise ValueError(f"is not a notebook that can be read: {type(error).__name__}") from error
    return notebook


class _TooMuchError(ValueError):
    """A notebook that is too large to be read."""


def _leave_out_what_is_not_read(said: dict[str, Any]) -> None:
    """Outputs and pictures. Raises _TooMuchError for more cells than anybody writes."""
    cells = [cell for part in said.get("worksheets", [said]) for cell in part["cells"]]
    if len(cells) > MOST_CELLS:
        raise _TooMuchError(f"has {len(cells)} cells, which is more than anybody writes")
    for cell in cells:
        cell.pop("attachments", None)
        if cell.get("cell_type") == "code":
            cell["outputs"] = []


def _source(source: object) -> str:
    """The text of a cell, with one kind of line end, and nothing that cannot be written."""
    whole = "".join(map(str, source)) if isinstance(source, list) else str(source)
    return sanitize.cell_source(whole)


def _kind(content: bytes) -> str:
    if content.startswith(b"PK"):
        return "it is a zip or an office document"
    if content.startswith(b"%PDF"):
        return "it is a PDF"
    start = content.lstrip()[:200].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "it is an HTML page"
    return "it breaks off" if start.startswith(b"{") else "it is not JSON"


def _told_by_cells(notebook: NotebookNode) -> str:
    """The assignment by the names of its cells, such as splits-1; "" where they have none."""
    names = (QUESTION.fullmatch(str(marks(cell)["grade_id"])[:100]) for cell in notebook.cells if marks(cell))
    told = Counter(name["assignment"] for name in names if name)
    return told.most_common(1)[0][0] if told else ""

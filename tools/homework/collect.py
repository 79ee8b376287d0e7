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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

import nbformat
from nbformat import NotebookNode

from homework.assignments import marks
from homework.terms import released_with

MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_.*)?")
LARGEST = 20 * 2**20
"""Bytes of a file that is still read."""
IGNORED = re.compile(r"(^|/)(\.|__MACOSX/|.*-checkpoint\.ipynb$)")


@dataclass(frozen=True, order=True)
class Student:
    """Who handed in: Moodle's number of the participant, where it is known, or what the files are called."""

    name: str
    id: str = ""

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
    time: float
    """When it was handed in, as far as the file tells."""


def attempts(submissions: Path) -> list[Attempt]:
    """Every file that was handed in."""
    if not submissions.exists():
        raise ValueError(f"SUBMISSIONS is {submissions}, which is not there; expected a folder or a zip")
    found = _in_zip(submissions) if submissions.is_file() else _in_folder(submissions)
    return [Attempt(_student(name), name, content, time) for name, content, time in found if not IGNORED.search(name)]


def _in_folder(folder: Path) -> Iterator[tuple[str, bytes | None, float]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or (path.is_dir() and not any(path.iterdir())):
            yield name, b"", 0.0  # whoever handed in nothing readable is listed, too
        elif path.is_file():
            if path.suffix == ".zip":
                yield from _unpacked(path, name)
            else:
                size, time = path.stat().st_size, path.stat().st_mtime
                yield name, path.read_bytes() if size <= LARGEST else None, time


def _unpacked(path: Path, name: str) -> Iterator[tuple[str, bytes | None, float]]:
    """What a student packed, as if it lay in the folder of the zip."""
    try:
        for inner, content, time in _in_zip(path):
            yield f"{name.removesuffix('.zip')}/{inner}", content, time
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError):  # no zip, or one with a password
        yield name, path.read_bytes() if path.stat().st_size <= LARGEST else None, path.stat().st_mtime


def _in_zip(path: Path) -> Iterator[tuple[str, bytes | None, float]]:
    if not zipfile.is_zipfile(path):
        raise zipfile.BadZipFile(f"SUBMISSIONS is {path}, which is no zip; expected a folder or a zip")
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            if not entry.is_dir():
                time = sum(part * unit for part, unit in zip(entry.date_time, _SECONDS, strict=True))
                yield entry.filename, archive.read(entry) if entry.file_size <= LARGEST else None, time


_SECONDS = (366 * 86400, 31 * 86400, 86400, 3600, 60, 1)  # keeps the order of dates


def _student(name: str) -> Student:
    """By Moodle's folder or the name that Moodle gives a file, else the first folder, else the file's name."""
    parts = PurePosixPath(name).parts
    for part in parts:
        if match := MOODLE.fullmatch(part):
            return Student(match["name"], match["id"])
    if len(parts) > 1:
        return Student(parts[0])
    return Student(PurePosixPath(name).stem)


def by_student(found: Iterable[Attempt]) -> dict[Student, list[Attempt]]:
    """The attempts of each student, the latest last."""
    sorted_out: dict[Student, list[Attempt]] = defaultdict(list)
    for attempt in sorted(found, key=lambda one: (one.time, one.name)):
        sorted_out[attempt.student].append(attempt)
    return dict(sorted(sorted_out.items()))


# ---------------------------------------------------------------- which attempt counts


@dataclass(frozen=True)
class Submission:
    """What counts of what one student handed in for one assignment, or why nothing of it can be graded."""

    student: Student
    assignment: str = ""
    """What the notebook says, or the names of its cells; "" where it says nothing."""
    release: int = 0
    term: str = ""
    """The mark of the term that it was released in; "" where it is lost."""
    notebook: NotebookNode | None = None
    notes: tuple[str, ...] = ()
    digest: str = ""


def submissions_of(student: Student, handed_in: list[Attempt]) -> list[Submission]:
    """One submission for each assignment: the last notebook that can be read, and a note on each other file.

    A student of whom no file can be read gets one submission without a notebook, which says why.
    """
    latest: dict[str, Submission] = {}
    unread = []
    notebooks = [one for one in handed_in if one.name.lower().endswith(".ipynb")] or handed_in
    for attempt in notebooks:  # the last counts
        try:
            read = _read(attempt)
        except ValueError as error:
            unread.append(f"{PurePosixPath(attempt.name).name}: {error}")
            continue
        before = latest.get(read.assignment)
        earlier = ["an earlier file was handed in, too; the last counts"] if before else []
        latest[read.assignment] = replace(read, notes=(*earlier, *read.notes))
    if not latest:
        return [Submission(student, notes=tuple(unread))]
    return [replace(one, notes=(*one.notes, *unread)) for one in latest.values()]


def _read(attempt: Attempt) -> Submission:
    """The notebook of an attempt. Raises ValueError with the reason if there is none."""
    if attempt.content is None:
        raise ValueError(f"is larger than {LARGEST // 2**20} MiB")
    notebook = _notebook(attempt.content)
    said = released_with(notebook)
    assignment, release = said.get("assignment"), said.get("release")
    if not isinstance(assignment, str) or not re.fullmatch(r"\w+", assignment):
        assignment = _told_by_cells(notebook)
    number = release if isinstance(release, int) and 0 < release < 1000 else 0
    digest = hashlib.sha256(attempt.content).hexdigest()
    mark = str(said.get("term") or "")
    return Submission(attempt.student, assignment, number, mark, notebook, digest=digest)


def _notebook(content: bytes) -> NotebookNode:
    if not content.strip():
        raise ValueError("is empty, or no file")
    try:
        said = json.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise ValueError(f"is no notebook: {_kind(content)}") from error
    if not isinstance(said, dict) or not isinstance(said.get("cells", said.get("worksheets")), list):
        raise ValueError("is no notebook: it has no cells")
    try:
        notebook: NotebookNode = nbformat.reads(json.dumps(said), as_version=4)
        for cell in notebook.cells:
            cell.source, cell.metadata = _text(cell.source), NotebookNode(cell.get("metadata", {}))
    except Exception as error:  # nbformat raises whatever comes
        raise ValueError(f"is no notebook that can be read: {type(error).__name__}") from error
    return notebook


def _text(source: object) -> str:
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _kind(content: bytes) -> str:
    if content.startswith(b"PK"):
        return "a zip or an office document"
    if content.startswith(b"%PDF"):
        return "a PDF"
    start = content.lstrip()[:200].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "an HTML page"
    return "it breaks off" if start.startswith(b"{") else "no JSON"


def _told_by_cells(notebook: NotebookNode) -> str:
    """The assignment by the names of its cells, such as splits-1; "" where they have none."""
    names = (str(marks(cell)["grade_id"]) for cell in notebook.cells if marks(cell))
    told = Counter(name.partition("-")[0] for name in names if "-" in name)
    return told.most_common(1)[0][0] if told else ""

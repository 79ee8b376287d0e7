"""What was handed in, as teachers really get it: Moodle's folders, a flat folder, or a zip of either.

Files may have any name. Who handed in what is told by the name of the folder or file; which assignment and release, by
the notebook itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import math
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

import nbformat
from nbformat import NotebookNode

from homework.assignments import NAME, marks
from homework.terms import released_with

MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_.*)?")
LARGEST = 20 * 2**20
"""Bytes of a file that is still read."""
LARGEST_ZIP = 10 * LARGEST
"""Bytes of a zip that a student packed, and of all files in it."""
QUESTION = re.compile(r"(?P<assignment>.+)-\d+(?:-[^\W\d]+)?")
"""The name of a cell of a question, such as splits-1 or week-2-1-answer."""
IGNORED = re.compile(r"(^|/)(\.|__MACOSX/|.*-checkpoint\.ipynb$)")

EARLIER = "an earlier file was handed in, too; the last counts"
"""The note on a submission of which there were several."""

File = tuple[str, bytes | None, tuple[float, ...]]
"""Where a file was found, its content, and its time, as an attempt has them."""


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
    time: tuple[float, ...]
    """When it was handed in, as far as the file tells; behind it, for what a student packed, when that was changed."""


def attempts(submissions: Path) -> list[Attempt]:
    """Every file that was handed in."""
    if not submissions.exists():
        raise ValueError(f"SUBMISSIONS is {submissions}, which is not there; expected a folder or a zip")
    if submissions.is_file() and not zipfile.is_zipfile(submissions):
        raise ValueError(f"SUBMISSIONS is {submissions}, which is a file and no zip; expected a folder or a zip")
    found = _in_zip(submissions) if submissions.is_file() else _in_folder(submissions)
    files = [file for one in found for file in _opened(*one) if not IGNORED.search(file[0])]
    around = _around([name for name, _, _ in files])
    handed_in = [Attempt(_student(name.removeprefix(around)), name, content, time) for name, content, time in files]
    _refuse_a_class_in_one_folder(handed_in)
    return handed_in


def _in_folder(folder: Path) -> Iterator[File]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or (path.is_dir() and not any(path.iterdir())):
            yield name, b"", (0.0,)  # whoever handed in nothing readable is listed, too
        elif path.is_file():
            size, time = path.stat().st_size, path.stat().st_mtime
            yield name, path.read_bytes() if size <= _most(name) else None, (time,)


def _in_zip(file: Path | io.BytesIO) -> Iterator[File]:
    """The files of a zip; of a student's zip no more than it may hold, and notebooks first."""
    with zipfile.ZipFile(file) as archive:
        left = math.inf if isinstance(file, Path) else LARGEST_ZIP
        for entry in sorted(archive.infolist(), key=lambda one: not _is_notebook(one.filename)):
            if not entry.is_dir():
                left -= entry.file_size
                time = sum(part * unit for part, unit in zip(entry.date_time, _SECONDS, strict=True))
                yield entry.filename, _content(archive, entry) if left >= 0 else None, (time,)


_SECONDS = (366 * 86400, 31 * 86400, 86400, 3600, 60, 1)  # keeps the order of dates, also of those that cannot be


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | None:
    """What is packed; nothing where it cannot be read: damaged, or locked by a password."""
    if entry.file_size > _most(entry.filename):
        return None
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # the others unpack without a limit
        return b""
    try:
        with archive.open(entry) as file:
            return file.read(entry.file_size)  # not more, should the size be a lie
    except Exception:  # zipfile raises whatever comes
        return b""


def _opened(name: str, content: bytes | None, time: tuple[float, ...]) -> Iterator[File]:
    """A file; of a zip that a student packed, its files, as if they lay in its place and came when it came."""
    inner = []
    if content and name.lower().endswith(".zip"):
        with contextlib.suppress(Exception):  # zipfile raises whatever comes; what is no zip is handed in as it is
            inner = [one for one in _in_zip(io.BytesIO(content)) if not IGNORED.search(one[0])]
    if not inner:
        yield name, content, time
    for path, packed, changed in inner:
        # In a student's folder the paths of a zip say nothing, so that none names another student.
        yield f"{name[:-4]}/{PurePosixPath(path).name if '/' in name else path}", packed, time + changed


def _most(name: str) -> int:
    return LARGEST_ZIP if name.lower().endswith(".zip") else LARGEST


def _is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb")


def _around(names: list[str]) -> str:
    """The folder around the folders of several students, as a file manager packs it; "" where there is none."""
    paths = [PurePosixPath(name).parts for name in filter(_is_notebook, names)]
    tops, inner = {path[0] for path in paths}, {path[1:2] for path in paths}
    if len(tops) != 1 or len(inner) < 2 or any(len(path) < 3 or any(map(MOODLE.fullmatch, path)) for path in paths):
        return ""
    return f"{tops.pop()}/"


def _refuse_a_class_in_one_folder(found: list[Attempt]) -> None:
    """The files of a class in one folder look as those of one student, of which only the last would count."""
    students = {one.student for one in found if "/" in one.name}
    if len(students) != 1 or any(one.id for one in students):
        return
    (student,) = students
    if any(EARLIER in one.notes for one in submissions_of(student, found)):
        raise ValueError(
            f"SUBMISSIONS holds several notebooks of one assignment, all in the folder {student.name!r}: whose "
            f"they are is not told; expected a file or a folder for each student: give {student.name!r} itself"
        )


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
    digest: str = ""


def submissions_of(student: Student, handed_in: list[Attempt], told: Told = lambda _: "") -> list[Submission]:
    """One submission for each assignment: the last notebook that can be read, and a note on each other file.

    `told` tells the assignment of a notebook that says nothing of it itself, nor by the names of its cells.
    A student of whom no file can be read gets one submission without a notebook, which says why.
    """
    latest: dict[str, Submission] = {}
    unread = []
    notebooks = [one for one in handed_in if _is_notebook(one.name)] or handed_in
    for attempt in notebooks:  # the last counts
        try:
            read = _read(attempt, told)
        except ValueError as error:
            unread.append(f"{PurePosixPath(attempt.name).name}: {error}")
            continue
        before = latest.get(read.assignment)
        earlier = [EARLIER] if before else []
        latest[read.assignment] = replace(read, notes=(*earlier, *read.notes))
    if not latest:
        return [Submission(student, notes=tuple(unread))]
    return [replace(one, notes=(*one.notes, *unread)) for one in latest.values()]


def _read(attempt: Attempt, told: Told) -> Submission:
    """The notebook of an attempt. Raises ValueError with the reason if there is none."""
    if attempt.content is None:
        raise ValueError(f"is larger than {LARGEST // 2**20} MiB, or lies in a zip that is too large")
    notebook = _notebook(attempt.content)
    said = released_with(notebook)
    assignment, release = said.get("assignment"), said.get("release")
    if not isinstance(assignment, str) or not NAME.fullmatch(assignment):
        assignment = _told_by_cells(notebook) or told(notebook)
    number = release if isinstance(release, int) and 0 < release < 1000 else 0
    digest = hashlib.sha256(attempt.content).hexdigest()
    mark = str(said.get("term") or "")
    return Submission(attempt.student, assignment, number, mark, notebook, digest=digest)


def _notebook(content: bytes) -> NotebookNode:
    if not content.strip():
        raise ValueError("is empty, or no file that can be read")
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
    names = (QUESTION.fullmatch(str(marks(cell)["grade_id"])) for cell in notebook.cells if marks(cell))
    told = Counter(name["assignment"] for name in names if name)
    return told.most_common(1)[0][0] if told else ""

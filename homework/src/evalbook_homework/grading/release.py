"""Releases: what students of a term get, as a zip, and what the term keeps to grade it by."""

from __future__ import annotations

import copy
import json
import re
import shutil
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import nbformat
from joblib import cpu_count
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

import evalbook
from evalbook_homework.grading import child_processes, sandbox, sanitize
from evalbook_homework.grading.assignments import Assignment, Files, graded, is_given, is_test, marks, without_regions
from evalbook_homework.grading.chapters import keep_chapters
from evalbook_homework.grading.collect import Student
from evalbook_homework.grading.key import SECONDS, key_for
from evalbook_homework.grading.terms import Release, Term, fingerprint
from evalbook_tools import working_copies
from evalbook_tools.progress_bar import progress_bar

SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?^ *### END SOLUTION *$", re.DOTALL | re.MULTILINE)
STUBS = "Write your answer here.", "# Your lines go here."
"""What stands in the place of a solution: in words, in code."""
MARKS = ("### BEGIN", "### END")


def release(
    assignment: Assignment,
    term: Term,
    students: Mapping[str, Student] | None = None,
    read: frozenset[str] | None = None,
) -> tuple[Release, Path]:
    """The release of an assignment in a term, and what to hand out; a new number if students see anything new.

    What to hand out is a zip, or, with the students by what tells them apart, a folder with a zip for each.
    `read` are the chapters whose questions it has. Raises ValueError for what could not be graded.
    """
    latest = prepared(assignment, term, read, for_each=students is not None)
    if students is None:
        return latest, pack(latest, term.folder / "released" / f"{latest.name}.zip")
    with _named(assignment):
        return latest, _packed_for_each(latest, students, _copies(latest, assignment, term, students), term)


def prepared(
    assignment: Assignment, term: Term, read: frozenset[str] | None = None, *, for_each: bool = False
) -> Release:
    """The same release, with nothing packed yet to hand out."""
    with _named(assignment):
        student = _without_answers(assignment.notebook)
        student = keep_chapters(student, read) if read is not None else student
        return _latest(student, assignment, term, for_each=for_each)


@contextmanager
def _named(assignment: Assignment) -> Iterator[None]:
    """Name the assignment that cannot be released."""
    try:
        yield
    except (RuntimeError, TimeoutError, ValueError) as error:
        raise ValueError(f"{assignment.name} cannot be released: {error}") from error


def _latest(student: NotebookNode, assignment: Assignment, term: Term, *, for_each: bool) -> Release:
    """The last release in which students see the same, else a new one. Its key is built, so that it can be graded."""
    files = _drawn(assignment, term.seed)
    cells = [(cell.cell_type, cell.source) for cell in student.cells]
    seen = fingerprint(cells, {k: v.hex() for k, v in files.items()}, *["for each"] * for_each)
    known = term.releases(assignment.name)
    new = Release(term.folder / "private" / f"{assignment.name}-r{known[-1].number + 1 if known else 1}")
    latest = next((one for one in reversed(known) if (one.folder / "seen").read_text("utf-8") == seen), new)
    with _whole(latest.folder) as is_new:
        if is_new:
            _mark(student, latest, term)
            _keep(latest, student, files, seen, assignment)
            (latest.folder / "students").mkdir() if for_each else None
        key_for(latest, assignment)
    nbformat.write(assignment.notebook, latest.folder / "source.ipynb")  # today's solutions and answers
    (latest.folder / "draw.py").write_text(assignment.program, "utf-8")
    return latest


def _drawn(assignment: Assignment, seed: str) -> Files:
    try:
        return assignment.draw(seed)
    except Exception as error:  # a teacher's program: whatever comes
        raise ValueError(f"its draw.py fails: {type(error).__name__}: {sanitize.line(error)}") from error


@contextmanager
def _whole(folder: Path) -> Iterator[bool]:
    """Whether a folder is new; if it is, it is there as a whole at the end, or not at all."""
    is_new = not folder.exists()
    try:
        yield is_new
    except BaseException:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _copies(latest: Release, assignment: Assignment, term: Term, students: Mapping[str, Student]) -> list[Release]:
    """The copy of each student, with its own numbers and key."""

    def copy_of(identity: str) -> Release:
        one = latest.of(term.code_of(latest, identity))
        with _whole(one.place) as is_new:
            if is_new:
                files = child_processes.call_function(SECONDS, _drawn, assignment, term.seed_of(identity))
                _put(files, one.place / "files")
                owner = {"name": students[identity].name, "identity": identity}
                (one.place / "owner.json").write_text(json.dumps(owner, ensure_ascii=False), "utf-8")
            key_for(one, assignment)
        return one

    with ThreadPoolExecutor(cpu_count()) as pool:
        made = pool.map(copy_of, students)
        return list(progress_bar(made, f"{latest.name}: numbers", len(students), "student"))


def _packed_for_each(latest: Release, students: Mapping[str, Student], copies: list[Release], term: Term) -> Path:
    """The folder with the zip of each student, and beside it all zips in one that Moodle deals out, if it can."""
    folder = term.folder / "released" / latest.name
    paths = [pack(one, folder / f"{name}.zip") for name, one in zip(_file_names(students), copies, strict=True)]
    if all(student.id for student in students.values()):
        with zipfile.ZipFile(folder.with_name(f"{latest.name}-moodle.zip"), "w") as archive:
            for student, path in zip(students.values(), paths, strict=True):
                archive.write(path, f"{_as_file(student.folder)}/{latest.name}.zip")
    return folder


def _file_names(students: Mapping[str, Student]) -> Iterator[str]:
    """What each student's zip is called: the name, and behind it what tells two of one name apart."""
    often = Counter(_as_file(student.name) for student in students.values())
    for identity, student in students.items():
        name = _as_file(student.name)
        yield name if often[name] == 1 else _as_file(f"{student.name} ({identity})")


def _as_file(name: str) -> str:
    return re.sub(r'[/\\:*?"<>|]', "_", sanitize.line(name)).strip(". ") or "_"


def _without_answers(source: NotebookNode) -> NotebookNode:
    """The student's notebook: as nbgrader makes it, but for the checksums, which its own grading alone reads."""
    student = copy.deepcopy(source)
    _refuse(student)
    for cell in student.cells:
        stub = STUBS[cell.cell_type == "code"]
        seen = without_regions(SOLUTION.sub(rf"\1{stub}", cell.source))
        if any(mark in seen for mark in MARKS):
            raise ValueError(f"a region is not closed, so students would see it: {seen[:200]!r}")
        cell.source = stub if marks(cell).get("solution") and seen == cell.source else seen
        _lock(cell)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return student


def _refuse(source: NotebookNode) -> None:
    """Raise for a notebook whose releases could not be graded."""
    names = [marks(cell)["grade_id"] for cell in source.cells if marks(cell)]
    if twice := sorted({str(name) for name in names if names.count(name) > 1}):
        raise ValueError(f"two cells have the grade_id {twice[0]!r}; expected another one for each cell")
    for cell in source.cells:
        if "### BEGIN SOLUTION" in cell.source and not marks(cell).get("solution"):
            raise ValueError(f"a solution is in a cell that is not marked as one: {cell.source[:200]!r}")
        if "### BEGIN HIDDEN TESTS" in cell.source and not is_test(cell):
            raise ValueError(f"hidden tests are in a cell that is not marked as a test: {cell.source[:200]!r}")
    list(graded(source))  # a question without points


def _lock(cell: NotebookNode) -> None:
    """A student may write into the answers, and delete no cell."""
    if marks(cell).get("solution") or marks(cell).get("grade") or marks(cell).get("locked"):
        cell.metadata["deletable"] = False
        if is_given(cell):
            cell.metadata["editable"] = False


INSTALL = "*Homework {name}, evalbook {version}. If evalbook is missing, run once:* `%pip install {install}`"


def _mark(student: NotebookNode, latest: Release, term: Term) -> None:
    """Write into the notebook what release it is, and how to install what it needs."""
    student.metadata["evalbook_homework"] = {
        "assignment": latest.assignment,
        "release": latest.number,
        "term": term.mark(latest.assignment),
    }
    cell = new_markdown_cell(INSTALL.format(name=latest.name, version=evalbook.__version__, install=_install()))
    cell.id = "install"
    cell.metadata["nbgrader"] = {
        **{"grade_id": "install", "grade": False, "solution": False, "locked": True, "task": False},
        "schema_version": 3,
    }
    cell.metadata["deletable"] = cell.metadata["editable"] = False
    student.cells.insert(0, cell)


@cache
def _install() -> str:
    """What pip installs: the wheel at the site's address; without one, the wheel that lies beside the notebook."""
    return f'"{working_copies.install_from(working_copies.address().rstrip("/"))}"'


def _keep(latest: Release, student: NotebookNode, files: Files, seen: str, assignment: Assignment) -> None:
    _put(files, latest.folder / "files")
    nbformat.write(student, latest.folder / "student.ipynb")
    nbformat.write(assignment.notebook, latest.folder / "source.ipynb")
    (latest.folder / "draw.py").write_text(assignment.program, "utf-8")
    (latest.folder / "seen").write_text(seen, "utf-8")


def _put(files: Files, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


README = """{title}

Answer the questions in {notebook}: put your answers in place of the dots, and run all cells. Hand in {notebook}, and
no other file. Keep the cells that contain the questions, and the cells that begin with pages.hand_in. They show what
you hand in, but not whether it is right.

It is graded with {installed}.
Packages that come with none of these cannot be imported there.

JupyterLab on your machine
    Needs Python 3.11 or newer. In a terminal, in this folder (Linux, macOS):
        python3 -m venv .venv
        .venv/bin/python -m pip install {install} jupyterlab
        .venv/bin/python -m jupyterlab {notebook}
    On Windows:
        py -m venv .venv
        .venv\\Scripts\\python -m pip install {install} jupyterlab
        .venv\\Scripts\\python -m jupyterlab {notebook}

VS Code
    Run the first two lines above. Open this folder, with the extensions Python and Jupyter; open {notebook}, and
    choose .venv under Select Kernel.

Colab
    1. File > Upload notebook: {notebook}.
    2. In the bar on the left open Files, and drop there: {files}.
       They are gone when Colab ends the session. Then drop them there again, and repeat step 3.
    3. In a new code cell at the top run
        %pip install {install}
    4. Hand in what File > Download > Download .ipynb gives.
"""


def beside(latest: Release, *, with_wheel: bool = False) -> Files:
    """What lies beside the notebook: its data, and the package as a wheel, which a site may have instead."""
    wheel = {working_copies.wheel(): _wheel()} if with_wheel or not working_copies.address() else {}
    return {**latest.files, **wheel}


def pack(latest: Release, path: Path, student: NotebookNode | None = None) -> Path:
    """The zip that students get: one folder with the notebook, its files, and how to begin."""
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = f"{latest.assignment}.ipynb"
    content = {notebook: nbformat.writes(student or latest.student).encode(), **beside(latest)}
    title, files = f"Homework {latest.name}", ", ".join(name for name in content if name != notebook)
    given = {"title": title, "install": _install(), "notebook": notebook, "files": files or "nothing"}
    readme = README.format(**given, installed=sandbox.installed())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**content, "README.txt": readme.encode()}.items():
            archive.writestr(zipfile.ZipInfo(f"{latest.name}/{name}"), data, zipfile.ZIP_DEFLATED)
    return path


@cache
def _wheel() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return working_copies.build_wheel(Path(folder)).read_bytes()

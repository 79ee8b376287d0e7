"""Releases: what students of a term get, as a zip, and what the term keeps to grade it by."""

from __future__ import annotations

import subprocess
import tempfile
import zipfile
from functools import cache
from pathlib import Path

import distributions
import nbformat
import working_copies
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

import evalbook
from homework.assignments import ROOT, Assignment, Files
from homework.terms import Release, Term, fingerprint

NBGRADER = ROOT / ".venv-homework" / "bin" / "python"
MARKS = ("### BEGIN", "### END")


def release(assignment: Assignment, term: Term) -> tuple[Release, Path]:
    """The release of an assignment in a term, and the zip to hand out; a new number if students see anything new."""
    source, files = assignment.notebook, assignment.draw(term.seed)
    student = _without_answers(source)
    seen = fingerprint(
        [(cell.cell_type, cell.source) for cell in student.cells], {k: v.hex() for k, v in files.items()}
    )
    known = term.releases(assignment.name)
    if known and (known[-1].folder / "seen").read_text("utf-8") == seen:
        latest = known[-1]
    else:
        latest = Release(term.folder / "private" / f"{assignment.name}-r{known[-1].number + 1 if known else 1}")
        _mark(student, latest, term)
        _keep(latest, student, files, seen)
    nbformat.write(source, latest.folder / "source.ipynb")  # today's hidden tests
    return latest, _packed(latest, term.folder / "released")


def _without_answers(source: NotebookNode) -> NotebookNode:
    """The student's notebook, by nbgrader's preprocessors."""
    if not NBGRADER.exists():
        raise RuntimeError(f"{NBGRADER} is missing; use: make homework TERM=…")
    ran = subprocess.run(
        [NBGRADER, Path(__file__).with_name("strip.py")], input=nbformat.writes(source), capture_output=True, text=True
    )
    if ran.returncode:
        raise RuntimeError(f"nbgrader refuses the notebook: {ran.stderr.strip().splitlines()[-1]}")
    student: NotebookNode = nbformat.reads(ran.stdout, as_version=4)
    left = [cell.source for cell in student.cells if any(mark in cell.source for mark in MARKS)]
    if left:
        raise ValueError(f"a region is not closed, so students would see it: {left[0][:200]!r}")
    return student


INSTALL = "*Homework {name}, evalbook {version}. Where evalbook is missing, run once:* `%pip install {install}`"


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


def _install() -> str:
    """What pip installs: the wheel at the site's address; without one, the wheel that lies beside the notebook."""
    address = working_copies.address().rstrip("/")
    return working_copies.install_from(address) if address else f'"./{working_copies.wheel()}[book]"'


def _keep(latest: Release, student: NotebookNode, files: Files, seen: str) -> None:
    (latest.folder / "files").mkdir(parents=True)
    for name, content in files.items():
        (latest.folder / "files" / name).write_bytes(content)
    nbformat.write(student, latest.folder / "student.ipynb")
    (latest.folder / "seen").write_text(seen, "utf-8")


README = """{title}

1. {install}
2. Open {notebook} in JupyterLab, put your answers in place of the dots, and run all cells.
3. Hand in {notebook}, and no other file. Keep the cells that hold the questions and those that begin with
   pages.hand_in: they show what you hand in, not whether it is right.
"""


def _packed(latest: Release, folder: Path) -> Path:
    """The zip that students get: one folder with the notebook, its files, and how to begin."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{latest.name}.zip"
    notebook = f"{latest.assignment}.ipynb"
    content = {notebook: nbformat.writes(latest.student).encode(), **latest.files}
    step = f"pip install {_install()}"
    if not working_copies.address():
        content[working_copies.wheel()] = _wheel()
        step += "   (in this folder)"
    readme = README.format(title=f"Homework {latest.name}", install=step, notebook=notebook)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**content, "README.txt": readme.encode()}.items():
            archive.writestr(zipfile.ZipInfo(f"{latest.name}/{name}"), data, zipfile.ZIP_DEFLATED)
    return path


@cache
def _wheel() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        distributions.build(Path(folder), "--wheel")
        return (Path(folder) / working_copies.wheel()).read_bytes()

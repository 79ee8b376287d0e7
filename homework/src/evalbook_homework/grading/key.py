"""The key: the right answer to each question, and what to say to the others, for the numbers of one release.

It is what the hidden tests leave behind when the source runs with its own solutions, beside ``draw.py``, which answers
the questions on the files of the release. A solution that is not right by these answers is refused: the two ways to
each answer check each other. What the cells put out is kept, too: pages for teachers and students show it.
"""

from __future__ import annotations

import json
import os
import site
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import nbformat
from IPython.core.displayhook import DisplayHook
from IPython.core.interactiveshell import InteractiveShell
from IPython.display import display
from IPython.utils.capture import capture_output
from nbformat import NotebookNode
from nbformat.v4 import new_output
from traitlets import Type
from traitlets.config import Config

from evalbook.teaching.answers import ANSWER_MIME, QUESTION_MIME, RIGHT, judge
from evalbook_homework.grading import child_processes, sanitize
from evalbook_homework.grading.assignments import Assignment, Files, graded, is_test, marks, without_regions
from evalbook_homework.grading.terms import Release, fingerprint

SECONDS = 600
"""For a source to run."""
child_processes.preload(__name__)
Key = dict[str, dict[str, Any]]
"""The record of each question that a machine judges, by its grade_id, with its points."""


def key_of(source: NotebookNode, files: Files, draw: str) -> Key:
    """Run the source beside the files and draw.py, and collect the record that each test leaves.

    The source gets the outputs of its cells. Raises ValueError with the cell where the source cannot be graded by.
    """
    code = [cell for cell in source.cells if cell.cell_type == "code"]
    beside = {**files, "draw.py": draw.encode()}
    # In a process of its own: it leaves no module behind, and Ctrl-C ends it. A kernel would take ten times as long.
    left = child_processes.call_function(SECONDS, _left_by, [cell.source for cell in code], beside)
    for cell, (outputs, _) in zip(code, left, strict=False):
        cell.outputs = [nbformat.from_dict(one) for one in outputs]
    if failed := left[-1][1] if left else "":
        at = code[len(left) - 1]
        raise ValueError(f"{_place(at)} fails: {failed}; expected the source to run with its own solutions")
    return {
        name: {
            **_record(name, cell),
            "points": points,
            **places(cell),
        }
        for name, points, cell in graded(source)
        if is_test(cell)
    }


Left = tuple[list[dict[str, Any]], str]
"""What a cell puts out, and how it fails, if it does."""


class _Displayed(DisplayHook):
    """Displays the value at the end of a cell, as a kernel does."""

    def __call__(self, result: Any = None) -> None:
        if result is not None:
            display(result)


class _Shell(InteractiveShell):
    displayhook_class = Type(_Displayed)


def _left_by(cells: list[str], files: Files) -> list[Left]:
    """What each cell leaves behind, up to one that fails; for a process that does nothing else."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        site.addsitedir(folder)  # a cell imports what lies beside its notebook
        os.environ |= {"IPYTHONDIR": folder, "MPLBACKEND": "agg"}
        shell = _Shell.instance(config=Config({"HistoryManager": {"enabled": False}}))
        return list(_run(shell, cells))


def _run(shell: InteractiveShell, cells: list[str]) -> Iterator[Left]:
    for cell in cells:
        with capture_output() as captured:
            result = shell.run_cell(cell)
        error = result.error_before_exec or result.error_in_exec
        outputs = [new_output("stream", text=captured.stdout)] if captured.stdout else []
        outputs += [new_output("display_data", one.data) for one in captured.outputs]
        yield outputs, sanitize.line(f"{type(error).__name__}: {error}") if error else ""
        if error:
            return


def places(cell: NotebookNode) -> dict[str, list[int]]:
    """Which numbers of a row count alone, and which may be given in percent, where the cell of the test says so."""
    percent = {"percent": list(cell.metadata["evalbook_percent"])} if "evalbook_percent" in cell.metadata else {}
    return {"alone": list(cell.metadata.get("evalbook_alone", [])), **percent}


def _place(cell: NotebookNode) -> str:
    """How a teacher finds a cell: by its name, or by the code it begins with."""
    return f"the cell {marks(cell).get('grade_id') or repr(cell.source.strip().partition(chr(10))[0][:60])}"


def _record(name: str, cell: NotebookNode) -> dict[str, Any]:
    shown = [one.data for one in cell.outputs if "data" in one]
    records, answers = ([data[kind] for data in shown if kind in data] for kind in (QUESTION_MIME, ANSWER_MIME))
    if len(records) != 1:
        raise ValueError(f"the hidden test of {name} leaves {len(records)} records; expected one call of pages.check")
    if "hand_in(" not in visible(cell.source):
        raise ValueError(f"the cell {name} hands in nothing that students see; expected pages.hand_in above its test")
    (record,), given = records, [one["answer"] for one in answers]
    if len(given) != 1 or judge(record, given[0]).state != RIGHT:
        raise ValueError(f"the solution of {name} hands in {given}; expected the right answer, {record['right']}")
    return dict(record)


def key_for(release: Release, today: Assignment | None) -> Key:
    """The key of a release; answers, solutions and hidden tests are today's where the student saw the same cells.

    Beside it lies the source as it ran, which `Release.solved` reads.
    """
    source, draw = release.source, release.program
    if today:
        draw = today.program if _code(source) == _code(today.notebook) else draw
        source = with_current_solutions(source, today.notebook)
    stamp = fingerprint([cell.source for cell in source.cells], draw, sorted(release.files))
    kept = release.place / "key.json"
    if kept.exists() and release.solved_path.exists():
        known = json.loads(kept.read_text("utf-8"))
        if known["stamp"] == stamp:
            return dict(known["key"])
    packed = {name for name, _, _ in graded(release.student)}
    key = {name: record for name, record in key_of(source, release.files, draw).items() if name in packed}
    nbformat.write(source, release.solved_path)
    kept.write_text(json.dumps({"stamp": stamp, "key": key}, indent=1, ensure_ascii=False), "utf-8")
    return key


def _code(source: NotebookNode) -> list[str]:
    """The code that a student sees, which reads the files: while it stays, draw.py still answers on these."""
    return [visible(cell.source) for cell in source.cells if cell.cell_type == "code"]


def with_current_solutions(source: NotebookNode, current: NotebookNode) -> NotebookNode:
    """A released source with today's solutions and hidden tests, cell by cell."""
    today = {marks(cell)["grade_id"]: cell.source for cell in current.cells if marks(cell)}
    for cell in source.cells:
        text = today.get(marks(cell).get("grade_id"))
        if text is not None and visible(text) == visible(cell.source):
            cell.source = text
    return source


def visible(source: str) -> str:
    """What a student sees of a cell."""
    return without_regions(source).strip()

"""What a mended notebook hands in when it runs: the value of each answer, and what happened to its cells."""

from __future__ import annotations

import base64
import json
import subprocess
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from nbformat import NotebookNode

from homework import sandbox
from homework.assignments import Files, is_test, marks
from homework.sandbox import Limits

LONGEST_TEXT = 300


@dataclass
class Run:
    """What came out of a notebook."""

    answers: dict[str, Any] = field(default_factory=dict)
    """What was handed in, by question: numbers, texts, lists of them."""
    failed: dict[str, str] = field(default_factory=dict)
    """Why a question's test could not run."""
    notes: list[str] = field(default_factory=list)
    """What happened to other cells."""


def run(notebook: NotebookNode, files: Files, limits: Limits, *, confined: bool = True) -> Run:
    """Run the notebook in a room of its own, and read what it hands in."""
    task = {"notebook": notebook, "limits": asdict(limits)}
    task["files"] = {name: base64.b64encode(content).decode() for name, content in files.items()}
    command = sandbox.command(limits) if confined else sandbox.unconfined()
    return _understood(notebook, _said_by(command, json.dumps(task), limits))


def _said_by(command: list[str], task: str, limits: Limits) -> list[dict[str, Any]]:
    """The lines that the room says; what is too much is cut off, and what takes too long is ended."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as errors, tempfile.TemporaryDirectory() as folder:
        given.write(task.encode())
        given.seek(0)
        room = subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, stderr=errors, cwd=folder)
        assert room.stdout is not None
        alarm = threading.Timer(limits.longest, room.kill)
        alarm.start()
        try:
            out = room.stdout.read(int(limits.output * (limits.set_aside + 2)))
        finally:
            alarm.cancel()
            room.kill()
            room.wait()
        lines = [said for said in map(_line, out.splitlines()) if said]
        if not lines:
            errors.seek(0)
            last = errors.read().decode(errors="replace").strip().splitlines()[-1:]
            raise RuntimeError(f"the notebook could not be run: {''.join(last) or 'the sandbox said nothing'}")
    return lines


def _line(line: bytes) -> dict[str, Any]:
    """A line that the room says; one that is no JSON object counts as nothing."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _understood(notebook: NotebookNode, lines: Iterable[dict[str, Any]]) -> Run:
    """What the last run of the notebook said, and which cells were set aside before it."""
    result = Run()
    for said in lines:
        cell = _cell(notebook, said.get("at", said.get("again_without")))
        if "again_without" in said:
            result.answers.clear()
            result.failed.clear()
            result.notes = [note for note in result.notes if note.startswith("set aside")]
            result.notes.append(f"set aside: {_place(notebook, cell)}, which {_text(said.get('why'))}")
        elif said.get("over"):
            result.notes.append(f"ended at {_place(notebook, cell)}, which {_text(said['over'])}")
        elif cell is None:
            continue
        elif "answer" in said and is_test(cell) and isinstance(said["answer"], dict):
            result.answers[_name(cell)] = said["answer"].get("answer")
        elif "error" in said and is_test(cell):
            result.failed[_name(cell)] = _text(said["error"])
        elif "error" in said:
            result.notes.append(f"{_place(notebook, cell)} fails: {_text(said['error'])}")
    return result


def _cell(notebook: NotebookNode, place: Any) -> NotebookNode | None:
    return notebook.cells[place] if isinstance(place, int) and 0 <= place < len(notebook.cells) else None


def _name(cell: NotebookNode) -> str:
    return str(marks(cell)["grade_id"])


def _place(notebook: NotebookNode, cell: NotebookNode | None) -> str:
    """How a person finds a cell: by its name, or by the code it begins with."""
    if cell is None:
        return "a cell"
    if marks(cell):
        return f"cell {_name(cell)}"
    first = _text(cell.source.strip().partition("\n")[0])[:60]
    return f"cell {notebook.cells.index(cell) + 1} ({first})"


def _text(said: Any) -> str:
    """What a student's code may have written, on one line and short."""
    return " ".join(str(said).split())[:LONGEST_TEXT]

"""Executes a repaired notebook, and reads what it hands in: the value of each answer, what happened to its cells."""

from __future__ import annotations

import base64
import builtins
import json
import re
import time
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from nbformat import NotebookNode

from evalbook_homework.grading import sandbox, sanitize
from evalbook_homework.grading.answer_cells import names, reads
from evalbook_homework.grading.assignments import Files, is_given, is_test, marks
from evalbook_homework.grading.child_processes import run_program
from evalbook_homework.grading.sandbox import Limits

MOST_NOTES = 20
"""On cells that fail."""


class NotRunError(RuntimeError):
    """A notebook did not run as it was given, so that its answers say nothing; a person has to look at it."""


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
    """Run the notebook in a sandbox of its own, and read what it hands in.

    It runs again, in a new sandbox, without each cell that has to be set aside, so a bad one costs only its own answer.
    Raises NotRunError where that cell is given, or where this machine has too little time for it.
    """
    given = {name: base64.b64encode(content).decode() for name, content in files.items()}
    aside: dict[int, str] = {}
    left, end = limits.seconds, time.monotonic() + limits.wall_seconds
    while True:
        now = replace(limits, wall_seconds=end - time.monotonic())
        bounds = asdict(now) | {"seconds": left}
        task = {"notebook": notebook, "aside": sorted(aside), "files": given, "limits": bounds}
        *said, last = _said(json.dumps(task).encode(), now, confined=confined)
        at, why, left = last["at"], last["over"], left - last["took"]
        cell = _cell(notebook, at)
        if why and (cell is None or is_given(cell)):
            raise NotRunError(f"{_place(notebook, cell)}, which is given, {why}")
        if not why or at in aside or left <= 0:
            return _understood(notebook, said, aside, last)
        aside[at] = why


def _said(task: bytes, limits: Limits, *, confined: bool) -> list[dict[str, Any]]:
    """The lines that a sandbox says; what is too much is cut off, and what takes too long is ended."""
    with sandbox.confined_command(limits) if confined else sandbox.unconfined_command() as (command, keep):
        try:
            out, errors = run_program(command, task, limits.wall_seconds, int(4 * limits.output), keep)
        except TimeoutError as error:
            raise NotRunError(f"this machine had too little time for it: {error}") from error
    lines = [said for said in map(_line, out.splitlines()) if said]
    if not lines or "over" not in lines[-1]:
        raise RuntimeError(f"the notebook could not be run: {errors or 'its sandbox ended too early'}")
    return lines


def _line(line: bytes) -> dict[str, Any]:
    """A line that the sandbox says; one that is no JSON object counts as nothing."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _understood(
    notebook: NotebookNode, lines: list[dict[str, Any]], aside: dict[int, str], last: dict[str, Any]
) -> Run:
    """What the last run of the notebook said, and which cells were set aside before it."""
    places = {at: _place(notebook, _cell(notebook, at)) for at in aside}
    causes: dict[str, str] = {}
    answers = _answers(notebook)
    result = Run(notes=[f"set aside: {places[at]}, which {why}" for at, why in aside.items()])
    for said in lines:
        cell = _cell(notebook, said.get("at"))
        if cell is None:
            continue
        if "answer" in said and is_test(cell):
            _take(result, _name(cell), said["answer"].get("answer"))
        elif "error" in said and is_given(cell) and _is_no_answers_fault(cell, said["error"], answers):
            raise NotRunError(f"{_place(notebook, cell)}, which is given, fails: {sanitize.quoted(said['error'])}")
        elif "error" in said and is_test(cell):
            result.failed[_name(cell)] = causes.get(_name(cell), sanitize.quoted(said["error"]))
        elif "error" in said and len(result.notes) < MOST_NOTES:
            if question := _answered_in(cell):
                causes.setdefault(question, f"the cell of the answer fails: {sanitize.quoted(said['error'])}")
            result.notes.append(f"{_place(notebook, cell)} fails: {sanitize.quoted(said['error'])}")
    if last["over"]:
        result.notes.append(f"the run ended at {_place(notebook, _cell(notebook, last['at']))}, which {last['over']}")
    return result


def _answers(notebook: NotebookNode) -> frozenset[str]:
    """The names that the tests hand in: nothing that is given sets them."""
    tests = "\n".join(one.source for one in notebook.cells if is_test(one))
    given = "\n".join(one.source for one in notebook.cells if is_given(one) and one.cell_type == "code")
    return reads(tests) - names(given) - set(dir(builtins))


def _is_no_answers_fault(cell: NotebookNode, error: str, answers: frozenset[str]) -> bool:
    """Whether a given cell fails and reads no answer, or a test by what else it uses, which its error then names."""
    used = reads(cell.source) | {"hand_in"}
    if is_test(cell):
        return not (used - answers).isdisjoint(re.findall(r"'(\w+)'", error))
    return used.isdisjoint(answers)


def _answered_in(cell: NotebookNode) -> str:
    """The question that a cell answers, if it is the one that was made for its answer."""
    name = str(marks(cell).get("grade_id", ""))
    return name.removesuffix("-answer") if marks(cell).get("solution") else ""


def _take(result: Run, question: str, answer: Any) -> None:
    try:
        result.answers[question] = sanitize.value(answer)
    except (RecursionError, ValueError):
        result.failed[question] = "what is handed in is not a number, a text or a short list of them"


def _cell(notebook: NotebookNode, place: Any) -> NotebookNode | None:
    return notebook.cells[place] if isinstance(place, int) and 0 <= place < len(notebook.cells) else None


def _name(cell: NotebookNode) -> str:
    return str(marks(cell)["grade_id"])


def _place(notebook: NotebookNode, cell: NotebookNode | None) -> str:
    """How a person finds a cell: by its name, or by the code it begins with."""
    if cell is None:
        return "the start of its kernel"
    if marks(cell):
        return f"cell {_name(cell)}"
    first = sanitize.quoted(cell.source.strip().partition("\n")[0], 60)
    return f"cell {notebook.cells.index(cell) + 1}, {first},"

"""What classes really hand in: every kind of damaged and hostile notebook, and what each has to earn.

The tiny assignment has three questions of 2 points that a machine judges, and one of 4 points that a person grades.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from tiny_class import RIGHT, TINY, filled

from evalbook_homework.grading import grading, release, sandbox
from evalbook_homework.grading.collect import attempts
from evalbook_homework.grading.terms import term

Earned = tuple[float, float, float]
ALL, NONE = (2.0, 2.0, 2.0), (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Kind:
    """One way to hand in: the file as bytes, the points of questions 1 to 3 (None: not graded), and what is said."""

    make: Callable[[NotebookNode], bytes]
    earned: Earned | None
    said: str = ""
    """A part of what the teacher is told."""


def graded_class(kinds: dict[str, Kind], folder: Path) -> dict[str, grading.Graded]:
    """In a new term, a student of each kind hands in the tiny assignment: the grades by the name of the kind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release, "_wheel", lambda: b"wheel")
        new = term("test", new=True, terms=folder / "terms")
        latest, _ = release.release(TINY, new)
    for number, (name, kind) in enumerate(kinds.items()):
        where = folder / "submissions" / f"{name}_{1000 + number}_assignsubmission_file_"
        where.mkdir(parents=True)
        (where / "hw1 (1).ipynb").write_bytes(kind.make(latest.student))
    course = grading.Course(new, [TINY], sandbox.Limits(cell_seconds=10))
    results = grading.grade(course, attempts(folder / "submissions"))
    return {one.student.name: one for some in results.values() for one in some}


def said_of(graded: grading.Graded) -> str:
    """All that the teacher is told of what one student handed in."""
    return "; ".join([graded.problem, *graded.notes, *(mark.said for mark in graded.marks)])


def written(notebook: NotebookNode) -> bytes:
    return nbformat.writes(notebook).encode()


def right(**other: str) -> Callable[[NotebookNode], bytes]:
    """All answers right, but those that are given as q1, q2, q3 or q4."""
    names = {f"q{place}": f"tiny-{place}-answer" for place in (1, 2, 3)} | {"q4": "tiny-4"}
    answers = RIGHT | {names[short]: source for short, source in other.items()}
    return lambda notebook: written(filled(notebook, answers))


def changed(change: Callable[[NotebookNode], object]) -> Callable[[NotebookNode], bytes]:
    """All answers right, and then the notebook is changed."""

    def make(notebook: NotebookNode) -> bytes:
        filled(notebook, RIGHT)
        change(notebook)
        return written(notebook)

    return make


def _cell(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == name)


def _delete(*names: str) -> Callable[[NotebookNode], object]:
    return lambda notebook: [notebook.cells.remove(_cell(notebook, name)) for name in names]


def _double(notebook: NotebookNode) -> None:
    cell = _cell(notebook, "tiny-1-answer")
    copy = NotebookNode({**cell, "id": "copy", "source": "error = 0.5"})
    notebook.cells.insert(notebook.cells.index(cell), copy)


def _split(notebook: NotebookNode) -> None:
    cell = _cell(notebook, "tiny-1-answer")
    first = NotebookNode({**cell, "id": "first", "source": 'wrong = case["wrong"]'})
    notebook.cells.insert(notebook.cells.index(cell), first)
    cell.source = 'error = wrong / case["n"]'


def _lose_the_marks(notebook: NotebookNode) -> None:
    notebook.metadata = NotebookNode()
    for place, cell in enumerate(notebook.cells):
        cell.metadata = NotebookNode()
        cell.id = f"new{place}"


def _lose_the_release(notebook: NotebookNode) -> None:
    del notebook.metadata["evalbook_homework"]


def _say(**said: object) -> Callable[[NotebookNode], object]:
    return lambda notebook: notebook.metadata["evalbook_homework"].update(said)


def _helpers(notebook: NotebookNode) -> None:
    """A student's own cell, on which an answer relies."""
    place = notebook.cells.index(_cell(notebook, "tiny-1-answer"))
    notebook.cells.insert(place, new_code_cell('def share(part):\n    return part / case["n"]'))
    _cell(notebook, "tiny-1-answer").source = 'error = share(case["wrong"])'


def _beside(name: str, source: str, *, after: bool) -> Callable[[NotebookNode], object]:
    """The first answer stays as it was released, and stands in a cell of its own beside another cell."""

    def change(notebook: NotebookNode) -> None:
        _cell(notebook, "tiny-1-answer").source = "error = ..."
        notebook.cells.insert(notebook.cells.index(_cell(notebook, name)) + after, new_code_cell(source))

    return change


def _exits(notebook: NotebookNode) -> None:
    """Between the answers stand cells that end the kernel."""
    for place in (6, 5, 4, 3, 2):
        notebook.cells.insert(place, new_code_cell("import os\nos._exit(1)"))


def _other_type(notebook: NotebookNode) -> None:
    cell = _cell(notebook, "tiny-1-answer")
    cell.cell_type = "markdown"
    del cell["outputs"], cell["execution_count"]


def _change_test(notebook: NotebookNode) -> None:
    _cell(notebook, "tiny-1-answer").source = "error = 7"
    _cell(notebook, "tiny-1").source = 'pages.hand_in(case["wrong"] / case["n"])'


def _as_version_3(notebook: NotebookNode) -> bytes:
    cells = [
        {"cell_type": "code", "input": cell.source, "language": "python", "outputs": [], "metadata": cell.metadata}
        if cell.cell_type == "code"
        else {"cell_type": "markdown", "source": cell.source, "metadata": cell.metadata}
        for cell in filled(notebook, RIGHT).cells
    ]
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": notebook.metadata, "worksheets": [{"cells": cells}]}
    return json.dumps(old).encode()


DAMAGED = {
    "right": Kind(right(), ALL),
    "empty": Kind(written, NONE, "no question is answered"),
    "partly": Kind(right(q2="both = [1, 2]", q3="letter = ..."), (2.0, 0.0, 0.0)),
    "nearly": Kind(right(q1='error = case["wrong"] / case["n"] * 1.003'), (1.0, 2.0, 2.0)),
    "as text": Kind(right(q1="error = str(100 * case['wrong'] / case['n']) + '%'"), ALL),
    "fails": Kind(right(q1="1 / 0"), (0.0, 2.0, 2.0), "ZeroDivisionError"),
    "no python": Kind(right(q1="error = = 3"), (0.0, 2.0, 2.0), "SyntaxError"),
    "loops": Kind(right(q1="while True: pass"), (0.0, 2.0, 2.0), "took longer than"),
    "loops on": Kind(
        right(q1="while True:\n    try:\n        while True: pass\n    except BaseException: pass"),
        (0.0, 2.0, 2.0),
        "took longer than",
    ),
    "exits": Kind(right(q1="import os; os._exit(0)"), (0.0, 2.0, 2.0), "ended its kernel"),
    "exits politely": Kind(right(q1='error = case["wrong"] / case["n"]\nexit()', q2="quit()"), (2.0, 0.0, 2.0)),
    "exits often": Kind(changed(_exits), ALL, "ended its kernel"),
    "sleeps": Kind(right(q1="import time\ntime.sleep(10**6)"), (0.0, 2.0, 2.0), "took longer than"),
    "leaves": Kind(right(q1="raise SystemExit"), (0.0, 2.0, 2.0), "SystemExit"),
    "kills its parent": Kind(
        right(q1="import os, signal; os.kill(os.getppid(), signal.SIGKILL)"), (0.0, 2.0, 2.0), "ended its kernel"
    ),
    "asks": Kind(right(q1="error = float(input())"), (0.0, 2.0, 2.0), "StdinNotImplementedError"),
    "hoards": Kind(right(q1="hoard = []\nwhile True: hoard.append(b'1' * 10**8)"), (0.0, 2.0, 2.0), "memory"),
    "floods": Kind(
        right(q1="while True: print('x' * 10_000)"), (0.0, 2.0, 2.0), "set aside"
    ),  # for its time or its memory
    "hands in a table": Kind(right(q1="error = {'share': 1}"), (0.0, 2.0, 2.0)),
    "hands in much": Kind(right(q1="error = list(range(10**6))"), (0.0, 2.0, 2.0)),
    "hands in depth": Kind(right(q1="error = 1\nfor _ in range(10**5): error = [error]"), (0.0, 2.0, 2.0)),
    "hands in a huge number": Kind(right(q1="error = 10**10**5"), (0.0, 2.0, 2.0)),
    "answer deleted": Kind(
        changed(_delete("tiny-1-answer")), (0.0, 2.0, 2.0), "tiny-1-answer: the cell had been deleted"
    ),
    "test deleted": Kind(changed(_delete("tiny-1")), ALL, "tiny-1: the cell had been deleted and was put back"),
    "setup deleted": Kind(
        changed(_delete("tiny-setup")), ALL, "tiny-setup: the cell had been deleted and was put back"
    ),
    "test changed": Kind(
        changed(_change_test),
        (0.0, 2.0, 2.0),
        "tiny-1: this given cell had been changed, and the original was put back",
    ),
    "answer doubled": Kind(changed(_double), ALL, "several answers, and the last one counts"),
    "answer split": Kind(changed(_split), ALL, "several answers"),
    "answer behind its test": Kind(
        changed(_beside("tiny-1", 'error = case["wrong"] / case["n"]\npages.hand_in(error)', after=True)),
        ALL,
        "tiny-1-answer: the answer is not in its own cell, so what was added beside it counts",
    ),
    "answer above its cell": Kind(
        changed(_beside("tiny-1-answer", 'error = case["wrong"] / case["n"]', after=False)),
        ALL,
        "tiny-1-answer: the answer is not in its own cell, so what was added beside it counts",
    ),
    "own cells": Kind(changed(_helpers), ALL),
    "marks lost": Kind(changed(_lose_the_marks), ALL, "does not say which release"),
    "no homework": Kind(
        lambda _: b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
        None,
        "not homework of this term",
    ),
    "release lost": Kind(changed(_lose_the_release), ALL, "does not say which release"),
    "cells reversed": Kind(changed(lambda notebook: notebook.cells.reverse()), ALL),
    "answer as text cell": Kind(changed(_other_type), ALL),
    "old format": Kind(_as_version_3, ALL),
    "other release": Kind(changed(_say(release=9)), None, "release 9, but this term has only 1"),
    "other homework": Kind(changed(_say(assignment="giant")), None, "'giant', which was not released in this term"),
    "other term": Kind(changed(_say(term="0" * 12)), ALL, "a release of another term"),
    "breaks off": Kind(lambda notebook: right()(notebook)[:-200], None, "breaks off"),
    "no content": Kind(lambda _: b"", None, "is empty"),
    "a PDF": Kind(lambda _: b"%PDF-1.7 ...", None, "a PDF"),
    "a document": Kind(lambda _: b"PK\x03\x04...", None, "a zip or an office document"),
    "a page": Kind(lambda _: b"<!DOCTYPE html><p>Sign in", None, "an HTML page"),
    "a list": Kind(lambda _: b"[]", None, "it has no cells"),
    "cells of nothing": Kind(
        lambda _: b'{"cells": [1, null], "nbformat": 4, "nbformat_minor": 5}', None, "not a notebook"
    ),
    "deep": Kind(lambda _: b"[" * 100_000, None, "is not a notebook"),
    "too large": Kind(lambda _: b" " * (21 * 2**20), None, "larger than 20 MiB"),
}

LOOK = """import os, socket
TEACHERS = ("seed", "key.json", "grades.csv", "argued.csv", "last-run.json", "draw.py")
error = 0.123
seen = []
OTHERS = ("/proc", "/sys", "/usr")  # of the system alone, and large
for place in ("/", {places}):
    for path, folders, files in os.walk(place):
        folders[:] = [name for name in folders if os.path.join(path, name) not in OTHERS and name != "site-packages"]
        seen += [os.path.join(path, name) for name in files if name in TEACHERS or name.endswith(".ipynb")]
for address in (("127.0.0.1", {port}), ("1.1.1.1", 53)):
    try:
        socket.create_connection(address, timeout=2)
        seen.append(str(address))
    except OSError:
        pass
"""
PATCH = """import builtins, json, sys
import numpy as np
import evalbook, evalbook.teaching.answers._judge, evalbook.teaching.pages._questions
from evalbook.teaching import answers
from evalbook.teaching.answers import Judgment
evalbook.teaching.answers._judge.judge = lambda *_: Judgment("right", "Right.")
evalbook.teaching.pages._questions.judge = answers.judge = evalbook.teaching.answers._judge.judge
pages.check = lambda *_, **__: True
np.isclose = np.allclose = lambda *_, **__: True
class Everything(float):
    __eq__ = lambda self, other: True
    __hash__ = float.__hash__
    __sub__ = __rsub__ = __abs__ = lambda *_: 0.0
builtins.abs = lambda _: 0
error = Everything(0.123)
"""
FORGE = """import glob, json, os
error = 0.123
lines = [{"at": 4, "points": 2, "state": "right"}, {"over": None}, {"points": {"tiny-1": 2}}, {"key": {}}]
text = "".join(json.dumps(line) + "\\n" for line in lines)
for place in glob.glob("/proc/[0-9]*/fd/*") + ["/dev/stdout", "/dev/stderr"]:
    try:
        with open(place, "w") as file:
            file.write(text * 1000)
    except OSError:
        pass
print(text)
"""
HOSTILE = {
    "patches": Kind(right(q1=PATCH), (0.0, 2.0, 2.0)),
    "forges": Kind(right(q1=FORGE), None),  # it may spoil its own run: no point of question 1, whatever happens
    "forks": Kind(
        right(q1="import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"), (0.0, 2.0, 2.0)
    ),
    "fills the disk": Kind(
        right(q1="n = 0\nwhile True:\n    open(f'{n}', 'wb').write(b'0' * 10**7); n += 1"), (0.0, 2.0, 2.0), "No space"
    ),
    "kills all": Kind(right(q1="import os\nos.kill(1, 9)\nos.kill(-1, 9)"), (0.0, 2.0, 2.0), "ended its kernel"),
    "marks up": Kind(
        right(q1="error = '<script>alert(1)</script>'", q2="raise ValueError('<img src=x onerror=alert(2)>')",
              q4="=HYPERLINK(\"http://x\") <script>alert(3)</script>"),
        (0.0, 0.0, 2.0),
    ),
    "stays": Kind(
        right(q1="import subprocess\nsubprocess.Popen(['sleep', '4242'], start_new_session=True)\nerror = 0.123"),
        (0.0, 2.0, 2.0),
    ),
}  # fmt: skip

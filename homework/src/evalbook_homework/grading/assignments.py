"""The sources of the homework: one notebook a part, with solutions and hidden tests, and what draws its numbers.

``assignments/<name>/<name>.ipynb`` follows nbgrader's conventions: cells have a ``grade_id``; what stands between
``### BEGIN SOLUTION`` and ``### END SOLUTION``, or BEGIN and END HIDDEN TESTS, is for teachers alone. ``draw.py``
beside it turns a generator of random numbers into the files that the notebook reads, and answers its questions on them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import nbformat
import numpy as np
from nbformat import NotebookNode

from evalbook_tools import ROOT

HOMEWORK = ROOT / "homework" / "assignments"
EXAMPLE = "example"
"""The seed of the numbers that the sources show; everyone knows it."""

NAME = re.compile(r"[\w-]+")
"""What an assignment may be called: its name stands in names of files and of cells."""

Files = dict[str, bytes]
"""What lies beside a notebook, by name."""


@dataclass(frozen=True)
class Assignment:
    """A folder with a source."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def notebook(self) -> NotebookNode:
        return read(self.folder / f"{self.name}.ipynb")

    @property
    def program(self) -> str:
        """The text of draw.py."""
        return program_in(self.folder)

    def draw(self, seed: str) -> Files:
        """The files of the term whose seed it is."""
        digest = hashlib.sha256(f"{seed}:{self.name}".encode()).digest()
        files = _draw_of(self.folder)(np.random.default_rng(list(digest)))
        return {name: content.encode() if isinstance(content, str) else content for name, content in files.items()}


def assignments(folder: Path = HOMEWORK) -> list[Assignment]:
    """All assignments in a folder: the book's, or a teacher's own."""
    found = [Assignment(path.parent) for path in sorted(folder.glob("*/draw.py"))]
    if not found:
        raise ValueError(
            f"{folder} contains no assignment; expected folders with a draw.py and a notebook of their name"
        )
    for one in found:
        if not NAME.fullmatch(one.name):
            raise ValueError(f"{one.folder} is called {one.name!r}; expected letters, digits, - and _, such as week-1")
    return found


OLD_HOME, HOME = "evalbook_tools.grading", "evalbook_homework.grading"


def program_in(folder: Path) -> str:
    """The text of a draw.py; one that was written before grading moved finds it at its new home."""
    return (folder / "draw.py").read_text("utf-8").replace(OLD_HOME, HOME)


def _draw_of(folder: Path) -> Callable[[np.random.Generator], dict[str, str | bytes]]:
    module, path = ModuleType(f"draw_{folder.name}"), folder / "draw.py"
    module.__file__ = str(path)
    exec(compile(program_in(folder), path, "exec", dont_inherit=True), vars(module))
    draw: Callable[[np.random.Generator], dict[str, str | bytes]] = module.draw
    return draw


# ---------------------------------------------------------------- cells


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


REGION = re.compile(r"^ *### BEGIN (SOLUTION|HIDDEN TESTS)\n.*?^ *### END \1 *$\n?", re.DOTALL | re.MULTILINE)


def without_regions(source: str) -> str:
    """The text of a cell without solutions and hidden tests."""
    return REGION.sub("", source + "\n").removesuffix("\n")


def marks(cell: NotebookNode) -> dict[str, object]:
    """What nbgrader's conventions say of a cell; nothing for a cell that the student added."""
    said = cell.metadata.get("nbgrader")
    return said if isinstance(said, dict) and isinstance(said.get("grade_id"), str) else {}


def is_given(cell: NotebookNode) -> bool:
    """Whether the student is to leave the cell as it is."""
    return bool(marks(cell)) and not marks(cell).get("solution")


def is_test(cell: NotebookNode) -> bool:
    return bool(marks(cell).get("grade")) and not marks(cell).get("solution")


def is_graded_by_hand(cell: NotebookNode) -> bool:
    """Whether the cell holds an answer in words, which a person grades."""
    return bool(marks(cell).get("grade") and marks(cell).get("solution"))


def graded(notebook: NotebookNode) -> Iterator[tuple[str, float, NotebookNode]]:
    """The name, the points and the cell of each question."""
    for cell in notebook.cells:
        if marks(cell).get("grade"):
            name, points = marks(cell)["grade_id"], marks(cell).get("points")
            if not isinstance(points, int | float):
                raise ValueError(f"the cell {name} is graded and has {points!r} points; expected a number")
            yield str(name), float(points), cell

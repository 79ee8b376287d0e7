"""One chapter as a class opens it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from evalbook.teaching.answers import digest, key_name, key_text
from evalbook_tools import ROOT
from evalbook_tools.contents import chapter_numbers
from evalbook_tools.notebooks import METADATA, executed, read
from evalbook_tools.working_copies.beginning import beginning
from evalbook_tools.working_copies.behind_bets import hidden
from evalbook_tools.working_copies.keys import KeyWriter, asking, questions
from evalbook_tools.working_copies.links import Site
from evalbook_tools.working_copies.markdown import (
    FENCE,
    exercises_of,
    pages_on_site,
    without_directives,
    without_roles,
)
from evalbook_tools.working_copies.set_up import SetUp, copied, imported

NAMESPACE = "evalbook"
"""Where a copy keeps, in the metadata of its cells, what is needed to carry answers over."""


def exercise_numbers(path: Path) -> dict[str, str]:
    """What the site calls each exercise and each figure of a chapter."""
    chapter = chapter_numbers().get(Path(os.path.relpath(path, ROOT)).with_suffix("").as_posix())
    before = f"{chapter}." if chapter else ""  # a notebook of a teacher's own is no chapter
    cells = read(path).cells
    labels = [label for cell in cells if cell.cell_type == "markdown" for label in exercises_of(cell.source)]
    figures = [figure["name"] for cell in cells if (figure := cell.metadata.get("mystnb", {}).get("figure"))]
    return {label: f"Exercise {before}{place}" for place, label in enumerate(labels, start=1)} | {
        name: f"Figure {before}{place}" for place, name in enumerate(figures, start=1)
    }


LEFT_OUT = {"solution", "remove-cell"}
"""What a copy has not: the solutions, and what is there for the book's own tests."""


@dataclass(frozen=True)
class Copy:
    """What a student opens, and the key that lies beside it."""

    notebook: NotebookNode
    key_name: str
    """ "" for a page without questions."""
    key: str


def working_copy(path: Path, site: Site, set_up: SetUp, *, again: bool = False) -> Copy:
    """The copy of a notebook, without solutions and answers.

    The key holds what the notebook's outputs do: those that are stored, or what comes out when it is run `again`.
    """
    numbers = exercise_numbers(path)
    key = KeyWriter()
    cells: list[NotebookNode] = []
    exercise = ""
    for cell in (executed(path) if again else read(path)).cells:
        if LEFT_OUT & set(cell.metadata.get("tags", [])):
            continue
        exercise = _exercise_at(cell, exercise)
        cells += _copied(cell, site, numbers, key, {"exercise": exercise} if exercise else {})
    beside = copied()
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = pages_on_site(cell.source, path.parent, site, beside=beside)
    cells, collapsed = hidden(cells, key.bets)
    name = key_name(path.stem, key.key()) if key else ""
    metadata: dict[str, Any] = {**METADATA, NAMESPACE: {"source": fingerprint(cells, name)}}
    if collapsed:
        metadata["colab"] = {"collapsed_sections": collapsed}
    notebook = nbformat.v4.new_notebook(metadata=metadata)
    notebook.cells = [
        _cell(new_markdown_cell, beginning(path, site, asks=bool(key)), "copy-of", {}),
        _cell(new_code_cell, set_up.cell(name, imported(cells)), "set-up", {}),
        *cells,
    ]
    return Copy(notebook, name, key_text(key.key()))


def _exercise_at(cell: NotebookNode, before: str) -> str:
    """The exercise that a cell belongs to: the last one posed, until a heading ends it."""
    if cell.cell_type != "markdown":
        return before
    posed = exercises_of(cell.source)
    after = FENCE.split(cell.source + "\n")[-1]
    return "" if re.search(r"^#", after, re.MULTILINE) else posed[-1] if posed else before


def _copied(
    cell: NotebookNode, site: Site, numbers: dict[str, str], key: KeyWriter, mark: dict[str, str]
) -> Iterator[NotebookNode]:
    """The cell as a student sees it, and its caption."""
    if cell.cell_type == "markdown":
        text = without_roles(without_directives(cell.source, numbers), site, numbers)
        if text:
            yield _cell(new_markdown_cell, text, cell.id, mark)
        return
    yield _code(cell, numbers, key, mark)
    figure = cell.metadata.get("mystnb", {}).get("figure")
    if figure:
        caption = without_roles(f"*{numbers[figure['name']]}. {figure['caption']}*", site, numbers)
        yield _cell(new_markdown_cell, caption, f"{cell.id}-caption", mark)


def _code(cell: NotebookNode, numbers: dict[str, str], key: KeyWriter, mark: dict[str, str]) -> NotebookNode:
    """A question by its name, folded code below a line that says what it is, or a cell as it is."""
    asked = questions(cell)
    if asked:
        key.ask(asked, cell.id)
        return _cell(new_code_cell, asking(cell, asked), cell.id, mark)
    if "jupyter" in cell.metadata:
        figure = cell.metadata.get("mystnb", {}).get("figure")
        what = numbers[figure["name"]] if figure else "Hidden code"
        copy = _cell(new_code_cell, f"# {what}: run this cell.\n{cell.source}", cell.id, mark)
        copy.metadata["jupyter"] = {"source_hidden": True}
        return copy
    if mark and not cell.metadata.get("tags"):  # where the student writes: code that the page shows
        return _cell(new_code_cell, cell.source, cell.id, mark | {"blank": digest(cell.source)})
    key.give(cell.source)
    return _cell(new_code_cell, cell.source, cell.id, mark)


def _cell(new: Callable[..., NotebookNode], source: str, name: str, mark: dict[str, str]) -> NotebookNode:
    return new(source, id=name, metadata={NAMESPACE: mark})


def fingerprint(cells: list[NotebookNode], key_name: str) -> str:
    """Of what a student sees below the set-up, and of the key: it changes when the copy does."""
    return digest(repr([key_name, *((cell.cell_type, cell.source) for cell in cells)]))

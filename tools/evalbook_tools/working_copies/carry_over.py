"""Answers, from one copy to the next: what a student wrote moves into a newer one, exercise by exercise."""

from __future__ import annotations

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from evalbook.teaching.answers import digest
from evalbook_tools.working_copies.chapter import NAMESPACE


def answers(copy: NotebookNode) -> dict[str, list[NotebookNode]]:
    """For each exercise the cells that the student changed or added, in order."""
    found: dict[str, list[NotebookNode]] = {}
    exercise = ""
    for cell in copy.cells:
        mark = cell.metadata.get(NAMESPACE)  # None: a cell of the student's own
        exercise = exercise if mark is None else mark.get("exercise", "")
        own = mark is None or ("blank" in mark and digest(cell.source) != mark["blank"])
        if own and exercise and cell.source.strip():
            found.setdefault(exercise, []).append(cell)
    return found


def carry_over(old: NotebookNode, new: NotebookNode) -> NotebookNode:
    """The new copy with the old one's answers: the first in the blank of its exercise, the others behind it."""
    written = answers(old)
    cells = []
    for cell in new.cells:
        mine = written.pop(cell.metadata[NAMESPACE].get("exercise", ""), []) if _is_blank(cell) else []
        if mine:
            cell.source = mine[0].source
        cells += [cell, *map(_as_own, mine[1:])]
    for label, lost in written.items():  # the exercise is gone: nothing that was written is
        cells += [new_markdown_cell(f"## From your earlier copy: {label}"), *map(_as_own, lost)]
    new.cells = cells
    return new


def _is_blank(cell: NotebookNode) -> bool:
    return "blank" in cell.metadata[NAMESPACE]


def _as_own(cell: NotebookNode) -> NotebookNode:
    return (new_code_cell if cell.cell_type == "code" else new_markdown_cell)(cell.source)

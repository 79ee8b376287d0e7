"""Makes a notebook that was handed in gradable again: its own answers, in the cells that were released.

Given cells and tests are put back as they were released, whatever became of them; cells that the student added stay
where they are. What was mended is said, because it explains a grade.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from nbformat import NotebookNode

from homework.assignments import is_given, marks


@dataclass(frozen=True)
class Mended:
    """The notebook to run, and what had to be mended."""

    notebook: NotebookNode
    notes: list[str]


def mended(handed_in: NotebookNode, released: NotebookNode) -> Mended:
    """The cells of `handed_in`, with those of `released` in the order of the release.

    1. A given cell is put back as it was released; a copy of it is left out.
    2. Of an answer that is there twice, the last copy that differs from the released cell counts.
    3. A cell that was deleted is put back as it was released, so an answer in it is not given.
    4. A cell that the student added stays behind the cell that it followed.
    """
    names = [str(marks(cell)["grade_id"]) for cell in released.cells]
    own, added, notes = _sorted(handed_in, released)
    cells = list(added.pop("", []))
    for name, original in zip(names, released.cells, strict=True):
        copies = own.get(name, [])
        if is_given(original):
            cell, note = original, _note_of_given(name, copies, original)
        else:
            cell, note = _answer(name, copies, original)
        notes += [note] if note else []
        cells += [cell, *added.get(name, [])]
    notebook = NotebookNode(released)
    notebook.cells = [_bare(cell) for cell in cells]
    return Mended(notebook, notes)


def _sorted(
    handed_in: NotebookNode, released: NotebookNode
) -> tuple[dict[str, list[NotebookNode]], dict[str, list[NotebookNode]], list[str]]:
    """The student's copies of each released cell, the cells added behind each, and what could not be told."""
    known = {str(marks(cell)["grade_id"]) for cell in released.cells}
    by_id = {cell.id: str(marks(cell)["grade_id"]) for cell in released.cells}
    own, added, notes = defaultdict(list), defaultdict(list), []
    last = ""
    for cell in handed_in.cells:
        name = str(marks(cell).get("grade_id") or by_id.get(cell.get("id", "")) or "")
        if name in known:
            own[name].append(cell)
            last = name
        else:
            added[last].append(cell)
    if not own:
        notes.append("no cell of the released notebook was found in it")
    return own, added, notes


def _note_of_given(name: str, copies: list[NotebookNode], original: NotebookNode) -> str:
    if not copies:
        return f"{name}: the given cell was deleted, and put back"
    if any(cell.source.strip() != original.source.strip() for cell in copies):
        return f"{name}: the given cell was changed, and put back"
    return ""


def _answer(name: str, copies: list[NotebookNode], original: NotebookNode) -> tuple[NotebookNode, str]:
    if not copies:
        return original, f"{name}: the cell was deleted"
    changed = [cell for cell in copies if cell.source.strip() != original.source.strip()]
    cell = (changed or copies)[-1]
    cell.cell_type = original.cell_type  # an answer that was turned into text, or text into code
    several = len({one.source for one in changed}) > 1
    return cell, f"{name}: there are {len(copies)} copies; the last that was changed counts" if several else ""


def _bare(cell: NotebookNode) -> NotebookNode:
    """A cell without outputs and without metadata but its name."""
    bare = NotebookNode(cell_type=cell.cell_type, source=cell.source, metadata=NotebookNode())
    bare.id = cell.get("id") or "added"
    if marks(cell):
        bare.metadata.nbgrader = cell.metadata.nbgrader
    if cell.cell_type == "code":
        bare.outputs, bare.execution_count = [], None
    return bare

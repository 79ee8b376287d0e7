"""What follows a bet stays hidden in a copy until the student has bet, as far as the program that opens it can hide.

JupyterLab, Notebook 7  collapse a heading whose cell says so (`setHeadingCollapse` of JupyterLab's `NotebookActions`),
                        and with it all cells up to the next heading of its level or above
Colab                   does the same for headings that the notebook's metadata list (googlecolab/colabtools#438)
VS Code                 keeps what is collapsed for itself, and reads nothing from the file (microsoft/vscode#135594)
nbconvert, GitHub       show all cells

All of them show the headings of what is collapsed, in their table of contents, too. So no heading of a chapter may tell
an answer (a test asks for it). And all of them fold HTML's `<details>`, so a text that tells an answer lies in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from evalbook_tools.answers_told import tells

HEADING = re.compile(r"(#{1,6}) (.*)")
COLLAPSED = "jp-MarkdownHeadingCollapsed"
AFTER = "After the bet"
EXERCISES = "Exercises"
SUMMARY = "This tells the answer to bet {number} of this notebook. Open it after you have made that bet."

Bets = Mapping[str, Sequence[dict[str, Any]]]
"""By the id of the cell that asks them, the records of the bets."""


def hidden(cells: Sequence[NotebookNode], bets: Bets) -> tuple[list[NotebookNode], list[str]]:
    """The cells of a copy with what follows each bet hidden, and the ids of the headings that are collapsed."""
    parted = [*_with_headings_after_bets(_parted(cells, bets), bets)]
    _fold_what_tells(parted, bets)
    collapsed = _collapsed(parted, bets)
    for cell in collapsed:
        cell.metadata |= {COLLAPSED: True, "id": cell.id}  # Colab knows a cell by the id in its metadata
    return parted, [cell.id for cell in collapsed]


def heading_level(cell: NotebookNode) -> int:
    """Of a cell that begins with a heading; 0 for any other."""
    found = HEADING.match(cell.source) if cell.cell_type == "markdown" else None
    return len(found[1]) if found else 0


def _parted(cells: Sequence[NotebookNode], bets: Bets) -> Iterator[NotebookNode]:
    """From the first bet on each heading in a cell of its own: what shares a cell with it is not collapsed."""
    is_behind = False
    for cell in cells:
        is_behind |= cell.id in bets
        if not is_behind or cell.cell_type != "markdown":
            yield cell
            continue
        for place, text in enumerate(_parts(cell.source)):
            part = deepcopy(cell)
            part.source, part.id = text, f"{cell.id}-{place}" if place else cell.id
            yield part


def _parts(text: str) -> list[str]:
    """A text cut before and after each heading; lines of code are no headings."""
    parts, is_code = [""], False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        if HEADING.match(line) and not is_code:
            parts += [line, ""]
        else:
            parts[-1] += f"{line}\n"
    return [part.strip("\n") for part in parts if part.strip()]


def _with_headings_after_bets(cells: Iterator[NotebookNode], bets: Bets) -> Iterator[NotebookNode]:
    """Where a text or code follows a bet, a heading stands between them, below that of the section."""
    level, before = 0, None
    for cell in cells:
        if before in bets and not heading_level(cell) and cell.id not in bets:
            text = f"{'#' * min(level + 1, 6)} {AFTER}"
            metadata = {name: value for name, value in cell.metadata.items() if name != "jupyter"}  # it folds code
            yield new_markdown_cell(text, id=f"{before}-after", metadata=deepcopy(metadata))
        level, before = heading_level(cell) or level, cell.id
        yield cell


def _collapsed(cells: Sequence[NotebookNode], bets: Bets) -> list[NotebookNode]:
    """The headings that together hide all that follows a bet: one below another is hidden with it."""
    found, outer = [], 0
    for cell in cells:
        if cell.id in bets:
            outer = 6
        elif 0 < (level := heading_level(cell)) <= outer:
            found.append(cell)
            outer = level
    return found


def _fold_what_tells(cells: Sequence[NotebookNode], bets: Bets) -> None:
    """Fold each text before the exercises that tells the answer to a bet above it: whoever has come so far has bet."""
    asked: list[dict[str, Any]] = []
    for cell in cells:
        asked += bets.get(cell.id, [])
        if heading_level(cell):
            if HEADING.match(cell.source)[2] == EXERCISES:  # type: ignore[index]
                return
        elif cell.cell_type == "markdown":
            told = [n for n, bet in enumerate(asked, start=1) if tells(cell.source, bet["right"], bet["question"])]
            if told:
                summary = SUMMARY.format(number=told[-1])
                cell.source = f"<details><summary>{summary}</summary>\n\n{cell.source}\n\n</details>"

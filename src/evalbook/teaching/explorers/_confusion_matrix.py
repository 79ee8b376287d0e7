"""The four counts of each state as a table, each cell shaded by its share of its row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from evalbook.confusion import Counts
from evalbook.plots._annotations import shown
from evalbook.teaching.explorers._builder import Explorer


def add_confusion_matrix(
    explorer: Explorer, caption: str, counts: Counts, names: tuple[str, str], columns: Sequence[str]
) -> None:
    """A row for each class, the negative one first; the columns are called `columns`."""
    rows = {names[0]: [counts.tn, counts.fp], names[1]: [counts.fn, counts.tp]}
    shades = {name: [cell / max(sum(row)[0], 1) for cell in row] for name, row in rows.items()}
    written = {name: [_written(cell) for cell in row] for name, row in rows.items()}
    explorer.table(caption, columns, written, shades=shades)


def _written(cell: NDArray[Any]) -> Any:
    """Counts as they are; means of counts as in prose."""
    return [shown(round(count, 3)) for count in cell.tolist()] if cell.dtype.kind == "f" else cell

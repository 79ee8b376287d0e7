"""The explorer: what the reader moves, what is seen, and what is said of each state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike, NDArray

from evalbook.confusion import Counts
from evalbook.plots._annotations import shown
from evalbook.plots._pictures import Picture
from evalbook.teaching.explorers import _page as page
from evalbook.teaching.explorers._parts import Panel, Slider, Table, fitted


class Explorer:
    """An interactive picture with one or two sliders: put it at the end of a notebook cell.

    Parameters
    ----------
    *sliders : Slider
        One, or two.
    says : array_like of str
        What is seen in each state, as a sentence: one entry a state.
    note : str, optional
        What holds in every state, after the sentence.

    Attributes
    ----------
    parts : list
        The panels and tables, in the order in which they are shown.

    Notes
    -----
    1. The states of two sliders form a table: what changes has a shape that broadcasts to (steps of the first, steps of
       the second).
    2. Printed, it is the sentence of its first state.

    Examples
    --------
    >>> import numpy as np
    >>> from evalbook import plots
    >>> from evalbook.teaching import explorers
    >>> t, steps = np.array([0, 0.5, 1]), ["none", "half", "all"]
    >>> explorer = explorers.Explorer(explorers.Slider("Height", steps), says=["0%.", "50%.", "100%."])
    >>> with explorer.panel("The diagonal of the unit square.") as panel:
    ...     ax = plots.roc_axes(panel.ax, small=True)
    ...     panel.point(t, t)
    >>> explorer.table("Shares", ["below", "above"], {"in %": [[0, 50, 100], [100, 50, 0]]})
    >>> explorer
    0%.
    """

    def __init__(self, *sliders: Slider, says: ArrayLike, note: str = "") -> None:
        if len(sliders) not in (1, 2):
            raise ValueError(f"sliders has {len(sliders)} entries; expected one or two sliders")
        self.sliders, self.note = sliders, note
        self.shape = tuple(len(slider.steps) for slider in sliders)
        for slider in sliders:
            if not 0 <= slider.start < len(slider.steps):
                raise ValueError(
                    f"{slider.name} starts at {slider.start}; "
                    f"expected the number of one of its {len(slider.steps)} steps"
                )
        self.says = fitted(says, "says", self.shape)
        self.parts: list[Panel | Table] = []

    def panel(self, alt: str, *, width: float = 2.3, height: float = 2.1, **margins: float) -> Panel:
        """A new panel: what it shows, in words, for those who cannot see it; its size in inches.

        Three panels of 2.3 inches stand beside each other in the page's column, or one of 4.6 and one of 2.3. The
        margins left, right, top and bottom of the axes may be given in inches, too.
        """
        panel = Panel(self.shape, alt, Picture(width, height, **margins))
        self.parts.append(panel)
        return panel

    def table(
        self,
        caption: str,
        columns: Sequence[str],
        rows: Mapping[str, Sequence[ArrayLike]],
        *,
        shades: Mapping[str, Sequence[ArrayLike]] | None = None,
    ) -> None:
        """A table with one row a name: in each cell numbers or texts, one a state, and a shade from 0 to 1.

        Columns without names, as in ``["", ""]``, have no heads.
        """
        cells, shade = (
            {
                name: [fitted(cell, f"a cell of {name}", self.shape) for cell in row]
                for name, row in (part or {}).items()
            }
            for part in (rows, shades)
        )
        wrong = [name for part in (cells, shade) for name, row in part.items() if len(row) != len(columns)]
        if wrong:
            raise ValueError(f"the row {wrong[0]!r} has another number of cells than there are columns, {len(columns)}")
        self.parts.append(Table(caption, columns, cells, shade))

    def __repr__(self) -> str:
        sentence = str(page.now(self.says, self.sliders))
        return f"{sentence} {self.note}".rstrip()

    def _repr_html_(self) -> str:
        return page.html(self.sliders, self.parts, self.says, self.note)


def add_confusion_matrix(
    explorer: Explorer, caption: str, counts: Counts, names: tuple[str, str], columns: Sequence[str]
) -> None:
    """The four counts of each state as a table, the negative class first, each cell shaded by its share of its row."""
    rows = {names[0]: [counts.tn, counts.fp], names[1]: [counts.fn, counts.tp]}
    shades = {name: [cell / max(sum(row)[0], 1) for cell in row] for name, row in rows.items()}
    written = {name: [_written(cell) for cell in row] for name, row in rows.items()}
    explorer.table(caption, columns, written, shades=shades)


def _written(cell: NDArray[Any]) -> Any:
    """Counts as they are; means of counts as in prose."""
    return [shown(round(count, 3)) for count in cell.tolist()] if cell.dtype.kind == "f" else cell

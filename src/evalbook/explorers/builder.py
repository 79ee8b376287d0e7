"""What an explorer is made of: sliders, panels with marks that move, tables whose cells change, a sentence a state.

What changes is given as an array with one entry a state: of shape (n,) for one slider of n steps; with a second slider of
m steps of any shape that broadcasts to (n, m), so that what hangs on one slider alone stays short: (n, 1) or (1, m).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook.explorers import page
from evalbook.plots.annotations import SIDES
from evalbook.plots.pictures import Picture
from evalbook.plots.style import INK, RED


class Slider(NamedTuple):
    """What the reader moves."""

    name: str
    """What stands beside it."""
    steps: Sequence[str]
    """Each step in words, as it is shown and read aloud: ``["0.15", "0.23", …]``, in order from left to right."""
    start: int = 0
    """The step that it stands on at first, and in print."""


@dataclass(eq=False)
class Mark:
    """Something that moves over a panel; `x`, `y`, in the units of the axes, and `texts` have one entry a state."""

    kind: str
    """ "point", "rule", "path" or "text"."""
    x: NDArray[Any] | None
    y: NDArray[Any] | None
    look: dict[str, str] = field(default_factory=dict)
    texts: NDArray[Any] | None = None


class Panel:
    """A picture of an explorer, and what moves over it.

    Draw into `ax` with `plots` inside ``with``; in there the small type of explorers holds. A mark is hidden in a state
    where a coordinate of it is nan.
    """

    def __init__(self, shape: tuple[int, ...], alt: str, picture: Picture) -> None:
        self._shape, self.alt, self.picture = shape, alt, picture
        self.marks: list[Mark] = []

    def __enter__(self) -> Panel:
        self.picture.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.picture.__exit__(kind, error, trace)

    @property
    def ax(self) -> Any:
        """The axes to draw into."""
        return self.picture.ax

    def point(self, x: ArrayLike, y: ArrayLike, *, marker: str = "o", color: str = RED) -> None:
        """A mark that the reader can drag, at (x, y); `marker` is one of "o", "s", "^" and "D"."""
        if marker not in page.SHAPES:
            raise ValueError(f"marker is {marker!r}; expected one of {', '.join(page.SHAPES)}")
        self._add("point", x, y, fill=color, d=page.SHAPES[marker])

    def rule(self, *, x: ArrayLike | None = None, y: ArrayLike | None = None, color: str = RED) -> None:
        """An upright line at `x`, or a level one at `y`, through the whole panel; the reader can drag it."""
        if (x is None) == (y is None):
            raise ValueError("expected x or y: a rule is upright or level")
        self._add("rule", x, y, fill="none", stroke=color)

    def path(self, x: ArrayLike, y: ArrayLike, *, color: str = RED, dashes: str = "none", fill: bool = False) -> None:
        """A line, or an area, through several points; they stand along the last axis of `x` and `y`."""
        area = {"fill": color, "fill-opacity": "0.22", "stroke": "none"}
        self._add("path", x, y, **(area if fill else {"fill": "none", "stroke": color, "stroke-dasharray": dashes}))

    def text(self, x: ArrayLike, y: ArrayLike, texts: ArrayLike, side: str = "right", *, color: str = INK) -> None:
        """Words that change or move; `side` says where they stand as seen from the point, as in `plots.note`."""
        if side not in SIDES:
            raise ValueError(f"side is {side!r}; expected one of {', '.join(SIDES)}")
        across, up = SIDES[side]
        place = {"x": f"{5 * across}", "y": f"{3 - 7 * up}", "text-anchor": ("middle", "start", "end")[across]}
        look = {**place, "fill": "currentcolor" if color == INK else color}
        self._add("text", x, y, texts=fitted(texts, "texts", self._shape), **look)

    def _add(
        self, kind: str, x: ArrayLike | None, y: ArrayLike | None, *, texts: NDArray[Any] | None = None, **look: str
    ) -> None:
        points = () if kind != "path" else (None,)
        across, up = (
            None if values is None else fitted(values, name, self._shape, *points, kind=float)
            for name, values in (("x", x), ("y", y))
        )
        self.marks.append(Mark(kind, across, up, look, texts))


@dataclass(eq=False)
class Table:
    """A table whose cells change: `cells` and `shades` have one entry a state; shades lie between 0 and 1."""

    caption: str
    columns: Sequence[str]
    rows: Mapping[str, Sequence[NDArray[Any]]]
    shades: Mapping[str, Sequence[NDArray[Any]]]


class Explorer:
    """A picture that the reader moves: put it at the end of a cell.

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
    >>> from evalbook import explorers, plots
    >>> t = np.array([0, 0.5, 1])
    >>> explorer = explorers.Explorer(explorers.Slider("Height", ["none", "half", "all"]), says=["0%.", "50%.", "100%."])
    >>> with explorer.panel("The diagonal of the unit square.") as panel:
    ...     ax = plots.roc_axes(panel.ax, small=True)
    ...     panel.point(t, t)
    >>> explorer.table("Shares", ["below", "above"], {"in %": [[0, 50, 100], [100, 50, 0]]})
    >>> explorer
    0%.
    """

    def __init__(self, *sliders: Slider, says: ArrayLike, note: str = "") -> None:
        if len(sliders) not in (1, 2):
            raise ValueError(f"{len(sliders)} sliders; expected one or two")
        self.sliders, self.note = sliders, note
        self.shape = tuple(len(slider.steps) for slider in sliders)
        for slider in sliders:
            if not 0 <= slider.start < len(slider.steps):
                raise ValueError(f"{slider.name} starts at {slider.start}; expected one of its {len(slider.steps)} steps")
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
            {name: [fitted(cell, f"a cell of {name}", self.shape) for cell in row] for name, row in (part or {}).items()}
            for part in (rows, shades)
        )
        wrong = [name for part in (cells, shade) for name, row in part.items() if len(row) != len(columns)]
        if wrong:
            raise ValueError(f"the row {wrong[0]!r} has another number of cells than there are columns, {len(columns)}")
        self.parts.append(Table(caption, columns, cells, shade))

    @property
    def start(self) -> tuple[int, ...]:
        """The first state: the step of each slider."""
        return tuple(slider.start for slider in self.sliders)

    def __repr__(self) -> str:
        sentence = str(page.entry(self.says, self.start))
        return f"{sentence} {self.note}".rstrip()

    def _repr_html_(self) -> str:
        return page.html(self)


def fitted(values: ArrayLike, name: str, shape: tuple[int, ...], *points: None, kind: Any = None) -> NDArray[Any]:
    """`values` as an array that broadcasts to the states; of paths, the points stand along one axis more."""
    array = np.asarray(values, kind)
    states = array.shape[: array.ndim - len(points)]
    found = (1,) * (len(shape) - len(states)) + states
    if len(found) != len(shape) or any(have not in (1, want) for have, want in zip(found, shape, strict=True)):
        raise ValueError(f"{name} has shape {array.shape}; expected one entry a state: {shape}, or what broadcasts to it")
    return array.reshape(found + array.shape[len(states) :])


__all__ = ["Explorer", "Mark", "Panel", "Slider", "Table"]


def __dir__() -> list[str]:
    return __all__

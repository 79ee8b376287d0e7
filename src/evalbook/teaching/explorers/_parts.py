"""What an explorer is made of: sliders, panels with marks that move, tables whose cells change.

What changes is given as an array with one entry a state: of shape (n,) for one slider of n steps; with a second slider
of m steps of any shape that broadcasts to (n, m), so that what hangs on one slider alone stays short: (n, 1) or (1, m).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook.confusion import Counts
from evalbook.curves import roc_convex_hull
from evalbook.plots._annotations import SIDES, shown
from evalbook.plots._pictures import Picture
from evalbook.plots._style import RED

SHAPES = {
    "o": "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "s": "M-4-4h8v8h-8z",
    "^": "M0-5.2L4.8 3.6h-9.6z",
    "D": "M0-5.4L5.4 0L0 5.4L-5.4 0z",
}
"""The outlines of points, around (0, 0)."""


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
    look: dict[str, str]
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

    def __exit__(self, *error: Any) -> None:
        self.picture.__exit__(*error)

    @property
    def ax(self) -> Any:
        """The axes to draw into."""
        return self.picture.ax

    def point(self, x: ArrayLike, y: ArrayLike, *, marker: str = "o", color: str = RED, on_curve: bool = True) -> None:
        """A mark that the reader can drag, at (x, y); `marker` is one of "o", "s", "^" and "D".

        The point is on a line that is drawn, or on a path, and a test of the pages checks this unless `on_curve` is
        False.
        """
        if marker not in SHAPES:
            raise ValueError(f"marker is {marker!r}; expected one of {', '.join(SHAPES)}")
        self._add("point", x, y, {"fill": color, "d": SHAPES[marker]} | ({} if on_curve else {"data-free": ""}))

    def rule(self, *, x: ArrayLike | None = None, y: ArrayLike | None = None, color: str = RED) -> None:
        """An upright line at `x`, or a level one at `y`, through the whole panel; the reader can drag it."""
        if (x is None) == (y is None):
            raise ValueError(
                "x and y are both given, or both missing; expected one of them: a rule is vertical or horizontal"
            )
        self._add("rule", x, y, {"fill": "none", "stroke": color})

    def path(self, x: ArrayLike, y: ArrayLike, *, color: str = RED, dashes: str = "none", fill: bool = False) -> None:
        """A line, or an area, through several points; they stand along the last axis of `x` and `y`."""
        area = {"fill": color, "fill-opacity": "0.22", "stroke": "none"}
        line = {"fill": "none", "stroke": color, "stroke-dasharray": dashes}
        self._add("path", x, y, area if fill else line)

    def text(self, x: ArrayLike, y: ArrayLike, texts: ArrayLike, side: str = "right") -> None:
        """Words that change or move; `side` says where they stand as seen from the point, as in `plots.note`."""
        if side not in SIDES:
            raise ValueError(f"side is {side!r}; expected one of {', '.join(SIDES)}")
        across, up = SIDES[side]
        place = {"x": f"{5 * across}", "y": f"{3 - 7 * up}", "text-anchor": ("middle", "start", "end")[across]}
        self._add("text", x, y, {**place, "fill": "currentcolor"})
        self.marks[-1].texts = fitted(texts, "texts", self._shape)

    def _add(self, kind: str, x: ArrayLike | None, y: ArrayLike | None, look: dict[str, str]) -> None:
        across, up = (
            None if values is None else fitted(np.asarray(values, float), name, self._shape, along=kind == "path")
            for name, values in (("x", x), ("y", y))
        )
        self.marks.append(Mark(kind, across, up, look))


@dataclass(eq=False)
class Table:
    """A table whose cells change: `cells` and `shades` have one entry a state; shades lie between 0 and 1."""

    caption: str
    columns: Sequence[str]
    rows: Mapping[str, Sequence[NDArray[Any]]]
    shades: Mapping[str, Sequence[NDArray[Any]]]


def fitted(values: ArrayLike, name: str, shape: tuple[int, ...], *, along: bool = False) -> NDArray[Any]:
    """`values` as an array that broadcasts to the states; the points of a path stand along one axis more, the last."""
    array = np.asarray(values)
    states, points = (array.shape[:-1], array.shape[-1:]) if along else (array.shape, ())
    states = (1,) * (len(shape) - len(states)) + states
    if len(states) != len(shape) or any(have not in (1, want) for have, want in zip(states, shape, strict=True)):
        raise ValueError(
            f"{name} has shape {array.shape}; expected one entry per state, {shape}, or a shape that broadcasts to it"
        )
    return array.reshape(states + points)


def thinned(counts: Counts, most: int) -> NDArray[np.intp]:
    """Places of thresholds from the lowest up: all, or the corners of the hull, and others evenly along the curve."""
    n = len(counts.tp)
    if n <= most:
        return np.arange(n)[::-1]
    across, up = (part / max(part[-1], 1) for part in (counts.fp, counts.tp))
    corners = roc_convex_hull(across, up)
    others = max(most - len(corners), 0)
    way = np.arange(others) / max(others, 1) * (across + up)[-1]
    return np.unique(np.append(corners, np.searchsorted(across + up, way)))[::-1]


def left_out(kept: int, of: int) -> str:
    """How many thresholds are shown, unless all are."""
    return f"{kept} of {of:,} thresholds are shown." if kept < of else ""


def listed(things: Sequence[str]) -> str:
    """Things in a row: "a", "a and b", "a, b, and c"."""
    *first, last = things
    return f"{', '.join(first)}{',' * (len(first) > 1)} and {last}" if first else last


def two_names(names: Sequence[str]) -> tuple[str, str]:
    """What the negative and the positive samples are called."""
    found = check.classes(names, "names")
    if len(found) != 2:
        raise ValueError(
            f"names holds {len(found)} names; expected two: the names of the negative and of the positive samples"
        )
    return str(found[0]), str(found[1])


def in_digits(value: float, digits: int) -> str:
    """A number of so many digits at most, as in prose: ∞, −0.5, 1,000."""
    return shown(float(f"{value:.{digits}g}"))

"""Words and marks in a picture: a note beside a point, names of curves, points with names, levels, a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation
from numpy.typing import ArrayLike

from evalbook.plots._style import BLUE, GREY, RED, REFERENCE

# Where a note stands as seen from its point: one step across and up.
SIDES = {
    "center": (0, 0),
    "right": (1, 0),
    "left": (-1, 0),
    "above": (0, 1),
    "below": (0, -1),
    "upper right": (1, 1),
    "upper left": (-1, 1),
    "lower right": (1, -1),
    "lower left": (-1, -1),
}
_ACROSS, _UP = {-1: "right", 0: "center", 1: "left"}, {-1: "top", 0: "center", 1: "bottom"}


def shown(value: Any) -> str:
    """A text as it is; a number as in prose: ∞, −0.5, 1,000."""
    if not isinstance(value, Real):
        return str(value)
    number = f"{value:,}" if isinstance(value, Integral) else f"{value:,.6g}"
    return number.replace("inf", "∞").replace("-", "−")


def note(
    ax: Axes,
    text: object,
    at: tuple[float, float],
    side: str = "right",
    *,
    gap: float = 6,
    text_at: tuple[float, float] | None = None,
    **style: Any,
) -> Annotation:
    """Write a few words beside a point, or at some distance from it with a thin line to it.

    Parameters
    ----------
    ax : matplotlib axes
        Where to write.
    text : object
        What to write. A number is written as in prose: ∞, −0.5, 1,000.
    at : (float, float)
        The point, in the units of the axes.
    side : {"right", "left", "above", "below", "upper right", "upper left", "lower right", "lower left", "center"}
        Where the words are written, as seen from the point.
    gap : float
        The distance from the point, in typographic points, whatever the scale of the axes.
    text_at : (float, float), optional
        Write the words there instead, and draw a thin line to the point. `side` then refers to this position.
    **style
        Passed to matplotlib's ``annotate``: color, fontsize, …

    Returns
    -------
    matplotlib Annotation

    See Also
    --------
    notes : several of them
    marks : points with names

    Notes
    -----
    1. A note may be outside the axes.
    2. An unknown side raises a ValueError that lists the known ones.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.roc_axes()
    >>> plots.note(ax, float("inf"), (0, 0), "upper right").get_text()
    '∞'
    """
    if side not in SIDES:
        raise ValueError(f"side is {side!r}; expected one of {', '.join(SIDES)}")
    across, up = SIDES[side]
    step = gap * (0.7 if across and up else 1)
    place: dict[str, Any] = {"xytext": (across * step, up * step), "textcoords": "offset points"}
    if text_at is not None:
        line = {"arrowstyle": "-", "color": GREY, "shrinkA": 1, "shrinkB": 1}
        place = {"xytext": text_at, "textcoords": "data", "arrowprops": line}
    alignment = {"ha": _ACROSS[across], "va": _UP[up], "annotation_clip": False}
    return ax.annotate(shown(text), at, **{**place, **alignment, **style})


def notes(
    ax: Axes,
    places: Mapping[str, tuple[float, float] | tuple[float, float, str]],
    side: str = "right",
    *,
    gap: float = 0,
    **style: Any,
) -> None:
    """Write several notes, such as the names of the curves.

    Parameters
    ----------
    ax : matplotlib axes
        Where to write.
    places : dict
        A dict from each text to its point (x, y), or to (x, y, side) if the text has a side of its own.
    side : str
        Where the words are written, as seen from their points, as in `note`.
    gap : float
        The distance from the point, in typographic points.
    **style
        Passed to matplotlib's ``annotate``: color, fontsize, …

    See Also
    --------
    note : a single one

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.pr_axes()
    >>> plots.notes(ax, {"model A": (0.2, 0.9), "model B": (0.5, 0.4, "left")})
    >>> [text.get_text() for text in ax.texts]
    ['model A', 'model B']
    """
    for text, (x, y, *own_side) in places.items():
        note(ax, text, (x, y), *own_side or [side], gap=gap, **style)


def marks(
    ax: Axes,
    x: ArrayLike,
    y: ArrayLike,
    names: Any = None,
    side: str | Sequence[str] = "lower right",
    *,
    ring: bool = False,
    gap: float = 6,
    **style: Any,
) -> None:
    """Draw points that stand out, with their names beside them.

    Parameters
    ----------
    ax : matplotlib axes
        Where to draw.
    x, y : float or array_like of shape (n,)
        The point or points.
    names : object or sequence of length n, optional
        What to write beside each point. Numbers are written as in prose. By default nothing is written.
    side : str or sequence of str
        Where the names are written, as seen from their points: one side for all, or one for each point, as in `note`.
    ring : bool
        If True, draw a hollow mark, around something that stays visible.
    gap : float
        The distance of the name from its point, in typographic points.
    **style
        Passed to matplotlib's ``plot``: color, marker, markersize, …; a linestyle, as the `LOOKS` have it, is left out.

    See Also
    --------
    note : words without a mark
    levels : lines instead of points

    Notes
    -----
    1. If the number of `names` or sides differs from the number of points, a ValueError is raised.

    Examples
    --------
    >>> from evalbook import curves, plots
    >>> from evalbook.teaching import examples
    >>> curve = curves.roc_curve(*examples.four_samples)
    >>> ax = plots.roc(curve)
    >>> plots.marks(ax, curve.fpr[1], curve.tpr[1], curve.thresholds[1], marker="s", **plots.SECOND)
    >>> ax.texts[0].get_text(), len(ax.lines)
    ('0.8', 3)
    """
    x, y = (np.atleast_1d(np.asarray(values)) for values in (x, y))
    face = {"markerfacecolor": "none", "markeredgewidth": 1.5} if ring else {}
    look = {"color": BLUE, "marker": "o", "markersize": 10 if ring else 8, "zorder": 3, **face, **style}
    ax.plot(x, y, **{**look, "linestyle": ""})
    if names is None:
        return
    texts = [names] if isinstance(names, str) or np.ndim(names) == 0 else list(names)
    sides = [side] * len(x) if isinstance(side, str) else list(side)
    for name, given in (("names", texts), ("side", sides)):
        if len(given) != len(x):
            raise ValueError(f"{name} has {len(given)} entries for {len(x)} points; expected one for each point")
    for text, across, up, where in zip(texts, x.tolist(), y.tolist(), sides, strict=True):
        note(ax, text, (across, up), where, gap=gap)


_CORNERS = {"upper right": (1, 1), "upper left": (0, 1), "lower right": (1, 0), "lower left": (0, 0)}

Levels = Mapping[str, float | tuple[float, str]]


def levels(ax: Axes, *, x: Levels | None = None, y: Levels | None = None, **line: Any) -> None:
    """Draw reference values as thin lines across the plot, with their names at the edge.

    Parameters
    ----------
    ax : matplotlib axes
        Where to draw.
    x, y : dict, optional
        The vertical (x) and horizontal (y) lines. Each is a dict from a name to its value, or to a pair of its value
        and the position of the name: "upper right" (the default), "upper left", "lower right" or "lower left". The name
        of a vertical line is at its upper or lower end, to the right or left of it. The name of a horizontal line is
        above or below it, at its right or left end.
    **line
        Passed to matplotlib's ``axvline`` and ``axhline``: color, linestyle, …

    See Also
    --------
    marks : points instead of lines
    note : words at a point

    Notes
    -----
    1. For a line without a name, use the name "".
    2. Any other position raises a ValueError.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.panel(xlabel="Threshold", ylabel="Bill")
    >>> plots.levels(ax, x={"1/51": 1 / 51}, y={"nobody": (500, "lower left")})
    >>> [text.get_text() for text in ax.texts]
    ['1/51', 'nobody']
    """
    for upright, values in ((True, x or {}), (False, y or {})):
        for name, value in values.items():
            at, corner = value if isinstance(value, tuple) else (value, "upper right")
            if corner not in _CORNERS:
                raise ValueError(f"the position of {name!r} is {corner!r}; expected one of {', '.join(_CORNERS)}")
            right, upper = _CORNERS[corner]
            (ax.axvline if upright else ax.axhline)(at, **{**REFERENCE, **line})
            ax.annotate(
                name,
                (at, upper) if upright else (right, at),
                xycoords=ax.get_xaxis_transform() if upright else ax.get_yaxis_transform(),
                xytext=(4 * (2 * right - 1), 0) if upright else (4 * (1 - 2 * right), 3 * (2 * upper - 1)),
                textcoords="offset points",
                ha="left" if right == upright else "right",
                va="top" if upper == upright else "bottom",
                annotation_clip=False,
            )


def box(ax: Axes, x: tuple[float, float], y: tuple[float, float], **patch: Any) -> Rectangle:
    """Draw a frame around a part of a picture, such as a row of a matrix or a part of a curve.

    Parameters
    ----------
    ax : matplotlib axes
        Where to draw.
    x, y : (float, float)
        The limits of the frame, horizontally and vertically, in the units of the axes.
    **patch
        Passed to matplotlib's ``Rectangle``: edgecolor, linestyle, …

    Returns
    -------
    matplotlib Rectangle

    See Also
    --------
    note : words at a point

    Notes
    -----
    1. The frame does not change the limits of the axes, and it is not cut off at them.

    Examples
    --------
    >>> from evalbook import confusion, plots
    >>> ax = plots.confusion_matrix(confusion.ConfusionMatrix([[50, 10], [5, 35]], labels=["well", "sick"]))
    >>> plots.box(ax, (0, 2), (1, 2)).get_width()
    2
    """
    frame = {"edgecolor": RED, "fill": False, "linewidth": 2.5, "clip_on": False, "zorder": 3, **patch}
    rectangle = Rectangle((x[0], y[0]), x[1] - x[0], y[1] - y[0], **frame)
    ax.add_artist(rectangle)
    return rectangle

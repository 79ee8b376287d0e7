"""Intervals as bars, side by side: around estimates, or around the mean ranks of algorithms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from evalbook.comparison import CriticalDifference
from evalbook.plots._layout import axes_of, bare
from evalbook.plots._style import BLUE


def intervals(
    ax: Axes,
    at: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    *,
    center: ArrayLike | None = None,
    across: bool = False,
    **look: Any,
) -> None:
    """Draw intervals as pale bars, with their centers as points.

    Parameters
    ----------
    ax : matplotlib axes
        Where to draw.
    at : array_like of shape (n,)
        The position of each interval: numbers, or names, which become ticks.
    low, high : array_like of shape (n,)
        The lower and upper end of each interval.
    center : array_like of shape (n,), optional
        The center of each interval, such as an estimate or a mean.
    across : bool
        If True, draw horizontal bars from top to bottom instead of vertical ones from left to right.
    **look
        Passed to matplotlib: color, linewidth, marker, …

    See Also
    --------
    critical_difference : the intervals of mean ranks

    Notes
    -----
    1. If `low` or `high` is nan, no bar is drawn.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.panel(xlabel="Test samples", ylabel="Accuracy")
    >>> plots.intervals(ax, [30, 100], [0.8, 0.86], [1.0, 0.97], center=[0.92, 0.92])
    >>> [segment.tolist() for segment in ax.collections[0].get_segments()]
    [[[30.0, 0.8], [30.0, 1.0]], [[100.0, 0.86], [100.0, 0.97]]]
    """
    marker, size = look.pop("marker", "o"), look.pop("markersize", 6)
    look = {"color": BLUE, **look}
    bar = {"linewidth": 5, "alpha": 0.35, **{name: value for name, value in look.items() if name != "linestyle"}}
    (ax.hlines if across else ax.vlines)(at, low, high, **bar)
    if across:
        ax.margins(y=0.15)
        ax.yaxis.set_inverted(True)
    if center is not None:
        place = (center, at) if across else (at, center)
        ax.plot(*place, linestyle="", marker=marker, markersize=size, color=look["color"], zorder=3)


def critical_difference(
    found: CriticalDifference, names: Sequence[str], *, ax: Axes | None = None, **look: Any
) -> Axes:
    """Draw the mean ranks of algorithms, each with a bar as long as the critical difference.

    Parameters
    ----------
    found : CriticalDifference
        What :func:`evalbook.comparison.nemenyi` returns.
    names : sequence of str
        The names of the algorithms, in the order of the columns of the scores.
    ax : matplotlib axes, optional
        Where to draw. By default a new figure is made.
    **look
        Passed to matplotlib: color, linewidth, marker, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    intervals : any other intervals
    evalbook.comparison.nemenyi : the test

    Notes
    -----
    1. The best algorithm is on top. As in Zhou's book, the length of each bar is the critical difference, with one half
       on either side of the mean rank, so two algorithms differ if their bars do not overlap. Other authors draw the
       critical difference once, above lines that connect algorithms that do not differ.
    2. If the number of names differs from the number of algorithms, a ValueError is raised.

    Examples
    --------
    >>> from evalbook import comparison, plots
    >>> found = comparison.nemenyi([[0.9, 0.8, 0.7], [0.8, 0.7, 0.7], [0.9, 0.8, 0.6], [0.7, 0.6, 0.5]])
    >>> ax = plots.critical_difference(found, ["A", "B", "C"])
    >>> (low, _), (high, _) = ax.collections[0].get_segments()[0].tolist()
    >>> round(high - low, 3) == round(found.critical_difference, 3)
    True
    """
    ranks = found.mean_ranks
    if len(names) != len(ranks):
        raise ValueError(
            f"names has {len(names)} entries, but found has {len(ranks)} mean ranks; expected one name per algorithm"
        )
    ax = axes_of(ax)
    order, half = np.argsort(ranks, kind="stable"), found.critical_difference / 2
    listed = [names[place] for place in order.tolist()]
    intervals(ax, listed, ranks[order] - half, ranks[order] + half, center=ranks[order], across=True, **look)
    ax.set(xlabel="Mean rank")
    bare(ax, "left")
    return ax

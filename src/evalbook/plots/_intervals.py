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
    """Intervals as pale bars, with their centers as points.

    Parameters
    ----------
    ax : matplotlib axes
        Where to draw.
    at : array_like of shape (n,)
        Where each stands: numbers, or names, which become ticks.
    low, high : array_like of shape (n,)
        The ends of each.
    center : array_like of shape (n,), optional
        What each interval is around: an estimate, a mean.
    across : bool
        Draw them from left to right, from the top down, instead of upright.
    **look
        Passed to matplotlib: color, linewidth, marker, …

    Notes
    -----
    1. Where `low` or `high` is nan there is no bar.

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
    """The mean ranks of algorithms, the best on top, each within a bar as long as the critical difference.

    Parameters
    ----------
    found : CriticalDifference
        What :func:`evalbook.comparison.nemenyi` returns.
    names : sequence of str
        The algorithms, in the order of its columns.
    ax : matplotlib axes, optional
        Where to draw; by default a new figure.
    **look
        Passed to matplotlib: color, linewidth, marker, …

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. A bar is as long as the critical difference in all, half of it on either side, as Zhou draws it: algorithms
       differ where their bars do not overlap. Others draw it once, above lines that join what does not differ.
    2. Another number of names raises a ValueError.

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
            f"names has {len(names)} entries and found {len(ranks)} mean ranks; expected one name for each"
        )
    ax = axes_of(ax)
    order, half = np.argsort(ranks, kind="stable"), found.critical_difference / 2
    listed = [names[place] for place in order.tolist()]
    intervals(ax, listed, ranks[order] - half, ranks[order] + half, center=ranks[order], across=True, **look)
    ax.set(xlabel="Mean rank")
    bare(ax, "left")
    return ax

"""Comparisons: mean ranks with the difference that matters, and how often an interval holds the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook.comparison import CriticalDifference
from evalbook.plots.amounts import intervals
from evalbook.plots.annotations import levels, shown
from evalbook.plots.layout import axes_of, bare


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


def coverage(rates: ArrayLike, shares: ArrayLike, *, level: float = 0.95, ax: Axes | None = None, **line: Any) -> Axes:
    """How often an interval holds the true rate, over all true rates, beside how often it promises to.

    Parameters
    ----------
    rates : array_like of shape (n,)
        The true rates, rising.
    shares : array_like of shape (n,)
        In which share of all test sets the interval holds each of them.
    level : float
        What the interval promises: its confidence level.
    ax : matplotlib axes, optional
        Where to draw; by default a new figure. A second curve joins the first.
    **line
        Passed to matplotlib's ``plot``: label, color, …

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. The axis up ends at 1, and begins where the lowest curve does.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.coverage([0.9, 0.95, 0.98], [0.8, 0.78, 0.45], label="Wald")
    >>> [text.get_text() for text in ax.texts]
    ['0.95']
    """
    rates, shares = check.shares(rates, "rates"), check.shares(shares, "shares")
    if rates.shape != shares.shape or rates.ndim != 1:
        raise ValueError(f"rates has shape {rates.shape} and shares {shares.shape}; expected one share a rate")
    level = float(check.shares(level, "level"))
    drawn = ax is not None and bool(ax.lines)
    ax = axes_of(ax)
    ax.plot(rates, shares, **line)
    lowest = min(shares.min(initial=level), ax.get_ylim()[0] if drawn else 1)
    ax.set(xlabel="True rate", ylabel="Coverage", ylim=(min(lowest, 0.98), 1.004))
    if not drawn:
        levels(ax, y={shown(level): (level, "lower left")})
    if line.get("label"):
        ax.legend()
    return ax


__all__ = ["coverage", "critical_difference"]


def __dir__() -> list[str]:
    return __all__

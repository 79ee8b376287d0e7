"""Amounts side by side: bars with their values, and intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from evalbook.plots.layout import axes_of, bare
from evalbook.plots.style import BLUE


def bars(values: Mapping[str, float], *, ax: Axes | None = None, digits: int = 3, **bar: Any) -> Axes:
    """One horizontal bar per name, its value written at its end.

    Parameters
    ----------
    values : dict
        The length of each bar by name, drawn from the top down.
    ax : matplotlib axes, optional
        Where to draw; by default a new figure.
    digits : int
        How many decimals are written.
    **bar
        Passed to matplotlib's ``barh``: color, height, hatch, …

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. A value of nan has no bar, and is written as nan.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.bars({"model A": 0.679, "model B": 0.1}, digits=2)
    >>> [text.get_text() for text in ax.texts]
    ['0.68', '0.10']
    """
    ax = axes_of(ax)
    drawn = ax.barh(list(values), list(values.values()), **{"color": BLUE, "height": 0.6, **bar})
    ax.bar_label(drawn, [f"{value:,.{digits}f}".replace("-", "−") for value in values.values()], padding=4)
    ax.invert_yaxis()
    bare(ax, "left")
    ax.margins(x=0.15)
    return ax


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


__all__ = ["bars", "intervals"]


def __dir__() -> list[str]:
    return __all__

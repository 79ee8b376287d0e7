"""Where a picture is drawn: a figure as wide as the page's column, with one panel or several, and scales by factors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from numpy.typing import NDArray

from evalbook.plots._annotations import shown

WIDTH = 5.4
"""The width of the page's column, in inches."""


def axes_of(ax: Axes | None) -> Axes:
    """The axes themselves, or those of a new figure."""
    return plt.subplots()[1] if ax is None else ax


def panel(*, width: float = WIDTH, height: float = 3.8, **settings: Any) -> Axes:
    """Make a new figure with one panel.

    Parameters
    ----------
    width, height : float
        The size of the figure in inches. The page's column is 5.4 inches wide.
    **settings
        Passed to the axes' ``set``: xlabel, ylabel, xlim, title, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    panels : several of them

    Notes
    -----
    1. ROC, P-R, reliability and cost plots have functions of their own. To change their size, pass them a panel, as in
       ``roc_axes(panel(height=5))``.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.panel(height=3.6, xlabel="Rank", ylabel="Precision", ylim=(0, 1))
    >>> ax.get_ylabel(), ax.figure.get_size_inches().tolist()
    ('Precision', [5.4, 3.6])
    """
    ax: Axes = plt.subplots(figsize=(width, height))[1]
    ax.set(**settings)
    return ax


def panels(
    rows: int,
    columns: int,
    *,
    width: float = WIDTH,
    height: float | None = None,
    sharex: bool | Literal["all", "row", "col"] = "col",
    sharey: bool | Literal["all", "row", "col"] = "row",
    titles: str | Sequence[str] = (),
    xlabel: str | Sequence[str] = (),
    ylabel: str | Sequence[str] = (),
    **settings: Any,
) -> Any:
    """Make a new figure with a grid of panels (small multiples).

    All panels of a column share the horizontal scale, and all panels of a row share the vertical scale. Their ticks are
    labeled only once.

    Parameters
    ----------
    rows, columns : int
        The number of rows and columns of panels.
    width, height : float
        The size of the figure in inches. By default the panels are about as high as wide.
    sharex, sharey : bool or {"all", "row", "col"}
        Which panels share the horizontal and the vertical scale, as in matplotlib.
    titles : str or sequence of str, optional
        One title for the whole figure, one per column, or one per panel, row by row.
    xlabel : str or sequence of str, optional
        One label for the whole figure, or one per column.
    ylabel : str or sequence of str, optional
        One label for the whole figure, or one per row.
    **settings
        Passed to the ``set`` of every panel: xlim, xticks, …; `UNIT_SQUARE` holds those of a unit square.

    Returns
    -------
    ndarray of matplotlib axes
        The axes, of shape (rows, columns). If there is only one row or one column, the array has one dimension, as in
        matplotlib.

    See Also
    --------
    panel : a single one

    Notes
    -----
    1. A wrong number of titles or labels raises a ValueError.
    2. ROC, P-R, reliability and cost plots have functions of their own, to which you pass one of these panels, as in
       ``roc_axes(ax, small=True)``.

    Examples
    --------
    >>> from evalbook import plots
    >>> left, right = plots.panels(1, 2, titles=["May", "June"], xlabel="FPR", ylabel="TPR", **plots.UNIT_SQUARE)
    >>> right.get_title(), right.get_xticks().tolist()
    ('June', [0.0, 0.5, 1.0])
    """
    size = width, width * rows / columns + 0.4 if height is None else height
    axes = plt.subplots(rows, columns, figsize=size, sharex=sharex, sharey=sharey, squeeze=False)[1]
    for ax in axes.flat:
        ax.set(**settings)
    _write(axes[0] if len(titles) == columns else axes.ravel(), "title", titles)
    _write(axes[-1], "xlabel", xlabel)
    _write(axes[:, 0], "ylabel", ylabel)
    return axes[0] if rows == 1 else axes[:, 0] if columns == 1 else axes


def _write(axes: NDArray[Any], what: str, texts: str | Sequence[str]) -> None:
    """One text a panel, or none; a single string is for the whole figure."""
    if isinstance(texts, str):
        getattr(axes[0].figure, f"sup{what}")(texts, fontsize=plt.rcParams["axes.labelsize"])
        return
    if len(texts) not in (0, len(axes)):
        raise ValueError(
            f"{what} has {len(texts)} strings; expected {len(axes)}, or a single string for the whole figure"
        )
    for ax, text in zip(axes, texts, strict=False):
        ax.set(**{what: text})


Ticks = Sequence[float] | Mapping[float, str]


def log_scale(ax: Axes, *, x: Ticks | None = None, y: Ticks | None = None) -> None:
    """Make an axis logarithmic, with the given ticks and no others.

    Parameters
    ----------
    ax : matplotlib axes
        The axes to change.
    x, y : sequence of float or dict, optional
        The ticks of each axis that becomes logarithmic: numbers, or a dict from numbers to their labels. Numbers are
        written as in prose: 1,000 and 0.01.

    See Also
    --------
    bare : remove the line of an axis

    Notes
    -----
    1. An axis without given ticks keeps its scale.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.panel()
    >>> plots.log_scale(ax, x=[1, 1000], y={0.5: "half", 1: "all"})
    >>> [label.get_text() for label in [*ax.get_xticklabels(), *ax.get_yticklabels()]]
    ['1', '1,000', 'half', 'all']
    """
    for name, axis, ticks in (("x", ax.xaxis, x), ("y", ax.yaxis, y)):
        if ticks is not None:
            ax.set(**{f"{name}scale": "log"})
            axis.set_ticks(list(ticks), [*ticks.values()] if isinstance(ticks, Mapping) else [*map(shown, ticks)])
            axis.set_ticks([], minor=True)


def bare(ax: Axes, *sides: Literal["left", "bottom"]) -> None:
    """Remove the line and the ticks of an axis but keep its labels, for names instead of numbers.

    Parameters
    ----------
    ax : matplotlib axes
        The axes to change.
    *sides : {"left", "bottom"}
        Which axes are changed. By default both are.

    See Also
    --------
    log_scale : change the scale of an axis

    Notes
    -----
    1. Any other side raises a ValueError.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.panel()
    >>> plots.bare(ax, "left")
    >>> ax.spines["left"].get_visible(), ax.spines["bottom"].get_visible()
    (False, True)
    """
    for side in sides or ("left", "bottom"):
        if side not in ("left", "bottom"):
            raise ValueError(f'side is {side!r}; expected "left" or "bottom"')
        ax.spines[side].set_visible(False)
        ax.tick_params(axis="y" if side == "left" else "x", length=0)

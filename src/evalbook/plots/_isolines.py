"""Lines on which one number stays the same, in the planes of shares: rays, lines of equal cost, lines of equal F."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook.plots._annotations import note
from evalbook.plots._style import RED, THIN


def rays(ax: Axes, slopes: ArrayLike, names: Sequence[object] = (), *, gap: float = 5, **line: Any) -> None:
    """Draw lines from the origin to the edge of the unit square, with their names at the edge.

    In the ROC plot, all points of a ray have the same precision (at one base rate). In the P-R plot, they have the same
    number of predicted positives.

    Parameters
    ----------
    ax : matplotlib axes
        A plot of two shares.
    slopes : float or array_like of shape (n,)
        The slope of each line: 0 is the x-axis, and inf is the y-axis.
    names : sequence of length n, optional
        What to write at the ends of the lines. Numbers are written as in prose.
    gap : float
        The distance of the names from the edge, in typographic points.
    **line
        Passed to matplotlib's ``plot``: color, linestyle, …

    See Also
    --------
    iso_performance : lines that do not go through the origin

    Notes
    -----
    1. A negative slope raises a ValueError, and so does a number of names that differs from the number of slopes.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.pr_axes()
    >>> plots.rays(ax, [0.5, 1, 2], ["2 R = P", "R = P", "R = 2 P"])
    >>> [line.get_xydata()[1].tolist() for line in ax.lines]
    [[1.0, 0.5], [1.0, 1.0], [0.5, 1.0]]
    """
    slopes = np.atleast_1d(np.asarray(slopes, dtype=np.float64))
    if not (slopes >= 0).all():
        raise ValueError(f"slopes holds {slopes[~(slopes >= 0)][0]:g}; expected slopes of at least 0")
    if len(names) not in (0, len(slopes)):
        raise ValueError(f"names has {len(names)} entries for {len(slopes)} slopes; expected one for each slope")
    for place, slope in enumerate(slopes.tolist()):
        x, y, side = (1 / slope, 1, "above") if slope > 1 else (1, slope, "right" if slope < 1 else "upper right")
        ax.plot([0, x], [0, y], **{**THIN, **line})
        if len(names):
            note(ax, names[place], (x, y), side, gap=gap)


def iso_performance(ax: Axes, through: tuple[float, float], slope: float, **line: Any) -> None:
    """Draw the iso-performance line through a point of the ROC plot, cut off at the unit square.

    All points of the line have the same accuracy if the slope comes from :func:`~evalbook.curves.iso_accuracy_slope`.
    They have the same expected cost if the slope is that number times ``cost_fp / cost_fn``.

    Parameters
    ----------
    ax : matplotlib axes
        A ROC plot.
    through : (float, float)
        The FPR and the TPR of the point.
    slope : float
        By how much the TPR must rise for each rise of the FPR by 1, so that the performance stays the same: at least 0,
        or inf.
    **line
        Passed to matplotlib's ``plot``: color, linestyle, …

    See Also
    --------
    rays : lines of equal precision
    evalbook.curves.best_threshold : the best point for given class sizes and costs

    Notes
    -----
    1. A point outside the unit square raises a ValueError, and so does a negative slope.

    Examples
    --------
    >>> from evalbook import curves, plots
    >>> ax = plots.roc_axes()
    >>> plots.iso_performance(ax, (0.25, 0.5), curves.iso_accuracy_slope(n_neg=200, n_pos=100))
    >>> ax.lines[1].get_xydata().tolist()
    [[0.0, 0.0], [0.5, 1.0]]
    """
    x, y = check.shares(through, "through").tolist()
    slope = check.real(slope, "slope", at_least=0, finite=False)
    ends: Any = ([x, x], [0, 1]) if slope else ([0, 1], [y, y])
    if 0 < slope < np.inf:
        ends = ends_of_lines(np.array(x), np.array(y), np.array(slope))
    ax.plot(*ends, **{"color": RED, "linestyle": "--", "linewidth": 1.5, **line})


def ends_of_lines(x: FloatArray, y: FloatArray, slope: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Where rising lines through points enter and leave the unit square, along a last axis of two."""
    left, right = np.maximum(0, x - y / slope), np.minimum(1, x + (1 - y) / slope)
    across = np.stack([left, right], axis=-1)
    return across, y[..., None] + slope[..., None] * (across - x[..., None])


def iso_f_beta(ax: Axes, levels: ArrayLike, *, beta: float = 1, names: bool = True, **line: Any) -> None:
    r"""Draw lines of equal F in the P-R plot, with their levels on the right.

    .. math:: P = \frac{F R}{(1 + \beta^2) R - \beta^2 F}

    Parameters
    ----------
    ax : matplotlib axes
        A P-R plot: recall across, precision up.
    levels : float or array_like of shape (n,)
        The values of F, between 0 and 1.
    beta : float
        How many times as much recall counts as precision.
    names : bool
        If True, write each level where its line reaches recall 1.
    **line
        Passed to matplotlib's ``plot``: color, linestyle, …

    See Also
    --------
    pr : the curve that they are compared with
    rays : lines of equal numbers

    Notes
    -----
    1. A level of 0 (whose line would be the two axes) or above 1 raises a ValueError, and so does a `beta` of 0.

    Examples
    --------
    >>> from evalbook import plots
    >>> ax = plots.pr_axes()
    >>> plots.iso_f_beta(ax, [0.5, 0.8])
    >>> ax.texts[1].get_text(), ax.lines[1].get_xydata()[-1].round(4).tolist()
    ('0.8', [1.0, 0.6667])
    """
    levels = np.atleast_1d(check.shares(levels, "levels"))
    squared = check.real(beta, "beta", at_least=0) ** 2
    if not (levels.all() and squared):
        raise ValueError(f"levels holds {levels.min():g} and beta is {beta:g}; expected both to be above 0")
    for level in levels.tolist():
        recall, precision = line_of_equal_f(level, squared, points=200)
        ax.plot(recall, precision, **{**THIN, **line})
        if names:
            note(ax, level, (1, precision[-1]), gap=4)


def line_of_equal_f(level: Any, squared: Any, *, points: int) -> tuple[FloatArray, FloatArray]:
    """Recall and precision along a line of equal F, from precision 1 to recall 1; `squared` is β²."""
    first, last = squared / ((1 + squared) / level - 1), (1 + squared) / level - squared
    ratio = np.geomspace(first, last, points, axis=-1)  # recall over precision
    level, squared = np.asarray(level)[..., None], np.asarray(squared)[..., None]
    precision = level * (1 + squared / ratio) / (1 + squared)
    return ratio * precision, precision

"""Pictures made of squares: the confusion matrix, the pairs that the AUC counts, a box around some of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook.confusion import ConfusionMatrix
from evalbook.plots.annotations import note, shown
from evalbook.plots.layout import axes_of
from evalbook.plots.planes import roc_axes
from evalbook.plots.style import GREY, ORANGE, RED, SHADE


def confusion_matrix(matrix: ConfusionMatrix, *, ax: Axes | None = None) -> Axes:
    """A confusion matrix as shaded squares with their counts: rows are the truth, columns the prediction.

    Parameters
    ----------
    matrix : ConfusionMatrix
        What :func:`~evalbook.confusion.confusion_matrix` returned.
    ax : matplotlib axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. A square is shaded by its share of its row, so that a rare class is as visible as a common one; a class that
       never occurs in truth has an unshaded row.

    Examples
    --------
    >>> from evalbook import confusion, plots
    >>> ax = plots.confusion_matrix(confusion.ConfusionMatrix([[50, 10], [5, 35]], labels=["well", "sick"]))
    >>> [text.get_text() for text in ax.texts]
    ['50', '10', '5', '35']
    """
    ax = axes_of(ax)
    rows = matrix.counts.sum(axis=1, keepdims=True)
    shade = np.divide(matrix.counts, rows, out=np.zeros(matrix.counts.shape), where=rows > 0)
    ax.pcolormesh(shade, cmap="Blues", vmin=0, vmax=1.6, edgecolor=GREY, linewidth=0.5)  # pale enough for dark digits
    for (row, column), count in np.ndenumerate(matrix.counts):
        ax.text(column + 0.5, row + 0.5, f"{count:g}", ha="center", va="center")
    ticks = np.arange(len(matrix.labels)) + 0.5
    ax.set_xticks(ticks, [str(label) for label in matrix.labels])
    ax.set_yticks(ticks, [str(label) for label in matrix.labels])
    ax.set(xlabel="Prediction", ylabel="Truth", aspect="equal")
    ax.invert_yaxis()
    return ax


def rank_pairs(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    ax: Axes | None = None,
    pos_label: Any = None,
    scores: bool = False,
    **area: Any,
) -> Axes:
    """The pairs that the AUC counts, as squares of the ROC plot: what a pair loses is shaded.

    A column is a negative sample and a row a positive one, both from the highest score on. The white part is the AUC,
    the shaded part the rank loss; `roc` draws the curve between them.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels of two classes.
    y_score : array_like of shape (n,)
        The score of each sample; higher means more positive.
    ax : matplotlib axes, optional
        Where to draw; by default a new ROC plot without its diagonal.
    pos_label : label, optional
        The positive label.
    scores : bool
        Write both scores into each square, the positive sample's above; for a handful of samples.
    **area
        Passed to matplotlib's ``fill``: color, alpha, …

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. A tied pair loses one half of its square, above the diagonal.
    2. Samples of one class make no pair: a ValueError.

    Examples
    --------
    >>> from evalbook import examples, plots
    >>> ax = plots.rank_pairs(*examples.four_samples, scores=True)
    >>> len(ax.patches), ax.texts[0].get_text()
    (1, '0.8\\n0.4')
    """
    positive, score, _ = check.scored_truth(y_true, y_score, pos_label, None)
    down, across = np.sort(score[positive])[::-1], np.sort(score[~positive])[::-1]
    if not (down.size and across.size):
        raise ValueError(f"{down.size} positive and {across.size} negative samples make no pair; expected one of each")
    if ax is None:
        ax = roc_axes()
        ax.lines[0].remove()  # the diagonal would cross the numbers
    look = {"color": ORANGE, **SHADE, "alpha": 0.55, **area}
    corners = np.array([[0, 0], [1, 1], [0, 1], [1, 0]])
    for row, column in np.ndindex(down.size, across.size):
        square = (corners + np.array([column, row])) / (across.size, down.size)
        high, low = down[row], across[column]
        if high <= low:
            ax.fill(*square[[0, 3, 1, 2] if high < low else [0, 1, 2]].T, **look)
        if scores:
            note(ax, f"{shown(high)}\n{shown(low)}", tuple(square.mean(axis=0)), "center", fontsize=8)
    ax.set(xticks=np.linspace(0, 1, across.size + 1), yticks=np.linspace(0, 1, down.size + 1))
    ax.grid(color=GREY, linewidth=0.5)
    return ax


def box(ax: Axes, x: tuple[float, float], y: tuple[float, float], **patch: Any) -> Rectangle:
    """A frame around what a sentence speaks of: a row of a matrix, a part of a curve.

    Parameters
    ----------
    ax : matplotlib axes
        Where to draw.
    x, y : (float, float)
        From where to where, across and up, in the units of the axes.
    **patch
        Passed to matplotlib's ``Rectangle``: edgecolor, linestyle, …

    Returns
    -------
    matplotlib Rectangle

    Notes
    -----
    1. It does not change the limits of the axes, and is not cut off at them.

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


__all__ = ["box", "confusion_matrix", "rank_pairs"]


def __dir__() -> list[str]:
    return __all__

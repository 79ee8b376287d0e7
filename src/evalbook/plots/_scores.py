"""The scores of two classes, along the axis that a threshold cuts."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook.plots._layout import axes_of, bare
from evalbook.plots._style import INK, NEGATIVE, POSITIVE, SHADE


def class_histograms(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    ax: Axes | None = None,
    bins: int | ArrayLike = 20,
    pos_label: Any = None,
    names: tuple[str, str] = ("negative", "positive"),
) -> Axes:
    """Draw the scores of the two classes as two histograms over the same bins.

    The histogram of the positive class is hatched, so that the two can be told apart in gray.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes.
    y_score : array_like of shape (n,)
        The score of each sample.
    ax : matplotlib axes, optional
        Where to draw. By default a new figure is made.
    bins : int or array_like
        The number of bins of equal width from the lowest score to the highest, or the edges of the bins.
    pos_label : label, optional
        The positive label.
    names : (str, str)
        The names of the negative and the positive samples in the legend.

    Returns
    -------
    matplotlib axes

    See Also
    --------
    score_strip : each sample by itself

    Notes
    -----
    1. Bars show counts, so a class with more samples has higher bars. Scores outside the given edges are left out.

    Examples
    --------
    >>> from evalbook import plots
    >>> from evalbook.teaching import examples
    >>> ax = plots.class_histograms(*examples.eight_samples, bins=[0, 0.4, 0.8], names=("well", "sick"))
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['well', 'sick']
    """
    ax = axes_of(ax)
    positive, score, _ = check.scored_truth(y_true, y_score, pos_label, None)
    edges = np.histogram_bin_edges(score, bins)
    for member, color, hatch, name in ((~positive, NEGATIVE, "", names[0]), (positive, POSITIVE, "///", names[1])):
        counts = np.histogram(score[member], edges)[0]
        ax.stairs(counts, edges, fill=True, facecolor=color, **SHADE)
        ax.stairs(counts, edges, edgecolor=color, hatch=hatch, linewidth=1.6, label=name)
    ax.set(xlabel="Score", ylabel="Samples")
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend()
    return ax


def score_strip(
    y_true: ArrayLike, y_score: ArrayLike, *, ax: Axes | None = None, pos_label: Any = None, **mark: Any
) -> Axes:
    """Draw the samples along their scores, the positive ones above the negative ones.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes.
    y_score : array_like of shape (n,)
        The score of each sample.
    ax : matplotlib axes, optional
        Where to draw. By default a new figure is made.
    pos_label : label, optional
        The positive label.
    **mark
        Passed to matplotlib's ``plot`` for both classes: markersize, alpha, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    class_histograms : for many samples
    levels : draw a threshold

    Notes
    -----
    1. Samples of the same class with the same score are stacked.
    2. To draw a threshold as a line, use `levels`.

    Examples
    --------
    >>> from evalbook import plots
    >>> from evalbook.teaching import examples
    >>> ax = plots.score_strip(*examples.eight_samples)
    >>> ax.lines[1].get_xdata()
    array([0.23, 0.47, 0.58, 0.77])
    """
    ax = axes_of(ax)
    positive, score, _ = check.scored_truth(y_true, y_score, pos_label, None)
    looks = ((~positive, 0, "s", {"color": NEGATIVE, "markerfacecolor": "none", "markeredgewidth": 1.5}),
             (positive, 1, "o", {"color": POSITIVE, "markeredgecolor": INK}))  # fmt: skip
    for member, level, marker, look in looks:
        rising = np.sort(score[member])
        before = np.arange(rising.size) - np.searchsorted(rising, rising)  # equal scores, which are stacked
        height = level + 0.12 * before
        ax.plot(rising, height, **{"linestyle": "", "marker": marker, "markersize": 9, **look, **mark})
    ax.set(xlabel="Score", ylim=(-0.5, max(1.5, ax.dataLim.y1 + 0.3)))
    ax.set_yticks([0, 1], ["negative", "positive"])
    bare(ax, "left")
    return ax


def staircase(ax: Axes, thresholds: ArrayLike, values: ArrayLike, **line: Any) -> None:
    """Draw what each threshold leads to, as steps over all thresholds.

    A sample is predicted positive if it scores at least the threshold. So nothing changes from one threshold down to
    the next, where the next sample is added.

    Parameters
    ----------
    ax : matplotlib axes
        Where to draw.
    thresholds : array_like of shape (n,)
        The thresholds from high to low, as the functions of `curves` return them.
    values : array_like of shape (n,)
        The value at each threshold, such as a rate, a precision or a cost.
    **line
        Passed to matplotlib's ``step``: color, linestyle, …

    See Also
    --------
    evalbook.curves.threshold_counts : the counts at each threshold

    Notes
    -----
    1. The threshold inf, at which nobody is predicted positive, has no place on the axis, so nothing is drawn above the
       highest score.
    2. Rising thresholds raise a ValueError, and so does a wrong number of values.

    Examples
    --------
    >>> from evalbook import curves, plots
    >>> from evalbook.teaching import examples
    >>> thresholds, counts = curves.threshold_counts(*examples.four_samples)
    >>> ax = plots.panel(xlabel="Threshold", ylabel="TPR")
    >>> plots.staircase(ax, thresholds, counts.tpr)
    >>> ax.lines[0].get_xydata().tolist()
    [[0.8, 0.5], [0.4, 0.5], [0.35, 1.0], [0.1, 1.0]]
    """
    x, y = check.as_array(thresholds, "thresholds", "numbers"), check.as_array(values, "values", "numbers")
    if x.shape != y.shape or x.ndim != 1:
        raise ValueError(
            f"thresholds has shape {x.shape}, but values has shape {y.shape}; expected one value per threshold"
        )
    if (np.diff(x) > 0).any():
        raise ValueError(
            "thresholds rises; expected thresholds from high to low: "
            "reverse both arrays, as in thresholds[::-1] and values[::-1]"
        )
    shown = np.isfinite(x)
    ax.step(x[shown], y[shown], where="post", **line)

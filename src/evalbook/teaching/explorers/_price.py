"""The price of a miss, and what it makes the cheapest: for any scores of two classes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import curves, plots
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.plots._annotations import shown
from evalbook.plots._isolines import ends_of_lines
from evalbook.teaching.explorers._builder import Explorer, add_confusion_matrix
from evalbook.teaching.explorers._parts import Slider, in_digits

PRICES: FloatArray = np.unique(np.outer([1, 10, 100], [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10]))
"""From 1 to 1,000, each about a fifth above the one before."""
DRAWN = 40
"""About so many thresholds make the line of the bills."""


def price(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    names: tuple[str, str] = ("negatives", "positives"),
    pos_label: Any = None,
) -> Explorer:
    r"""Explorer of costs: the price of a miss moves the cheapest threshold, its point and its counts.

    .. math:: \min_t\ FN(t) \cdot price + FP(t)

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes.
    y_score : array_like of shape (n,)
        The score of each sample. A higher score means more likely positive.
    names : (str, str)
        The names of the negative and the positive samples.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    See Also
    --------
    threshold : any threshold instead of the cheapest
    place : costs and class shares in the cost plot

    Notes
    -----
    1. The slider goes through 37 prices from 1 to 1,000. They say what a miss costs if a false alarm costs 1. It starts
       at 50.
    2. The cheapest threshold is the one that :func:`~evalbook.curves.best_threshold` returns.
    3. The bills are drawn against the share of samples predicted positive. They are divided by the cost of "nobody" or
       of "everybody", whichever is lower, so below 1 the scores save something.
    4. If only one class occurs, there is no ROC curve, and a ValueError is raised.

    References
    ----------
    Elkan, *The foundations of cost-sensitive learning* (2001).

    Examples
    --------
    >>> from evalbook.teaching import examples, explorers
    >>> explorers.price(*examples.eight_samples)  # doctest: +NORMALIZE_WHITESPACE
    If a miss costs 50, the cheapest threshold is 0.23, with 0 misses and 3 false alarms. The bill is 3, while flagging
    nobody would cost 200, and flagging everybody would cost 4.
    """
    positive, score = check.samples_of_both_classes(y_true, y_score, pos_label)
    n_pos, n_neg = int(positive.sum()), int((~positive).sum())
    best = [curves.best_threshold(positive, score, cost_fn=one, cost_fp=1) for one in PRICES.tolist()]
    thresholds, counts = curves.threshold_counts(positive, score)
    places = np.searchsorted(-thresholds.astype(float), [-one.threshold for one in best])
    now = counts[places]
    steps = [shown(one) for one in PRICES.tolist()]
    says = [
        f"If a miss costs {shown(cost)}, the cheapest threshold is {in_digits(one.threshold, 4)}, with "
        f"{one.counts.fn:,} miss{'es' * (one.counts.fn != 1)} and {one.counts.fp:,} false "
        f"alarm{'s' * (one.counts.fp != 1)}. The bill is {shown(cost * one.counts.fn + one.counts.fp)}, while "
        f"flagging nobody would cost {shown(cost * n_pos)}, and flagging everybody would cost {n_neg:,}."
        for cost, one in zip(PRICES.tolist(), best, strict=True)
    ]
    explorer = Explorer(Slider("Price of a miss", steps, steps.index("50")), says=says)
    _draw_lines(explorer, positive, score, now)
    _draw_bills(explorer, counts, places)
    add_confusion_matrix(
        explorer, "At the cheapest threshold", now, names, ["predicted negative", "predicted positive"]
    )
    return explorer


def _draw_lines(explorer: Explorer, positive: Any, score: Any, best: Counts) -> None:
    """The ROC curve, the cheapest point, and the line of equal bills through it, cut off at the unit square."""
    slope = np.sum(~positive) / (positive.sum() * PRICES)
    with explorer.panel("The ROC curve is touched by the line of equal bills through the cheapest point.") as panel:
        roc = curves.roc_curve(positive, score)
        plots.roc(roc, ax=plots.roc_axes(panel.ax, small=True), color=plots.BLUE)
        panel.path(*ends_of_lines(best.fpr, best.tpr, slope), dashes="5 3")
        panel.point(best.fpr, best.tpr)


def _draw_bills(explorer: Explorer, counts: Counts, places: NDArray[np.intp]) -> None:
    """The bill of each share called, as a share of what the cheaper of nobody and everybody costs."""
    n = len(counts.tp)
    drawn = np.unique([*np.linspace(0, n - 1, min(n, DRAWN)).astype(np.intp), *places])
    free = np.minimum(PRICES * counts.tp[-1], counts.fp[-1])
    share = (counts.tp + counts.fp) / (counts.tp[-1] + counts.fp[-1])
    heights = (PRICES[:, None] * counts.fn + counts.fp) / free[:, None]
    alt = (
        "The bill is drawn against the share that is flagged. "
        "A bill of 1 is the cost of flagging nobody or of flagging everybody, if that is cheaper."
    )
    with explorer.panel(alt) as panel:
        panel.ax.set(
            xlabel="Share flagged", ylabel="Relative bill", xlim=(-0.03, 1.03), ylim=(0, 2), xticks=[0, 0.5, 1]
        )
        plots.levels(panel.ax, y={"": 1})
        across = np.tile(share[drawn], (len(PRICES), 1))
        panel.path(across, np.where(heights <= 2, heights, np.nan)[:, drawn], color=plots.BLUE)
        panel.point(share[places], heights[np.arange(len(PRICES)), places])

"""A threshold and a place of use: a point in the ROC plot is a line in the cost plot."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook import costs, curves, plots
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider, in_digits, left_out, thinned

PLACES = np.arange(31) / 30
"""Thirtieths: halves, thirds, fifths and tenths are among them."""
MOST = 16
"""About so many thresholds are steps."""


def place(y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None) -> Explorer:
    r"""Explorer of the cost curve: a threshold and an operating condition in the ROC plot and the cost plot.

    .. math:: cost_{norm} = FNR \cdot x + FPR \cdot (1 - x)

    at :math:`x = P(+)cost`.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes.
    y_score : array_like of shape (n,)
        The score of each sample. A higher score means more likely positive.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.

    Returns
    -------
    Explorer
        An interactive picture with two sliders, to put at the end of a notebook cell. It prints as a sentence.

    See Also
    --------
    price : the cheapest threshold at a price

    Notes
    -----
    1. Of more than 16 thresholds some are left out, and the note says so; never a corner of the ROC curve's convex
       hull.
    2. The circle is the threshold; the square is the best one of all at this place. The broken line in the ROC plot is
       that of equal cost there, through the best point.
    3. It starts at the threshold in the middle and at 0.3, away from 0.5, where curves of few samples often have a
       vertex.
    4. If only one class occurs, there is no curve, and a ValueError is raised.

    References
    ----------
    Drummond and Holte, *Cost curves* (2006).

    Examples
    --------
    >>> from evalbook.teaching import examples, explorers
    >>> explorers.place(*examples.eight_samples)
    At P(+)cost = 0.3, the threshold 0.47 costs 0.425. The best threshold, 0.77, costs 0.225.
    """
    positive, score = check.samples_of_both_classes(y_true, y_score, pos_label)
    thresholds, every = curves.threshold_counts(positive, score)
    kept = thinned(every, MOST)
    counts, steps = every[kept], [in_digits(one, 3) for one in thresholds[kept].tolist()]
    curve = costs.cost_curve(positive, score)
    own = costs.normalized_cost(counts.fpr[:, None], counts.fnr[:, None], probability_cost=PLACES)
    lowest, best = curve.cost_at(PLACES), [in_digits(one, 3) for one in curve.threshold_at(PLACES).tolist()]
    says = [
        [
            f"At P(+)cost = {in_digits(x, 3)}, the threshold {step} costs {cost:.3f}. "
            f"The best threshold, {name}, costs {low:.3f}."
            for x, cost, name, low in zip(PLACES.tolist(), row, best, lowest.tolist(), strict=True)
        ]
        for step, row in zip(steps, own.tolist(), strict=True)
    ]
    at = [in_digits(x, 3) for x in PLACES.tolist()]
    sliders = Slider("Threshold", steps, (len(steps) - 1) // 2), Slider("P(+)cost", at, 9)
    explorer = Explorer(*sliders, says=says, note=left_out(len(kept), len(thresholds)))
    _draw_roc(explorer, curves.roc_curve(positive, score), curve, counts)
    _draw_costs(explorer, curve, counts, own)
    rows = {"this threshold": own, "the best": lowest[None], "nobody": PLACES[None], "everybody": 1 - PLACES[None]}
    texts = {name: [np.vectorize("{:.3f}".format)(cells)] for name, cells in rows.items()}
    explorer.table("Normalized cost", [""], texts)
    return explorer


def _draw_roc(explorer: Explorer, roc: curves.RocCurve, curve: costs.CostCurve, counts: Counts) -> None:
    """The point of the threshold, and the line of equal cost through the best point."""
    piece = np.searchsorted(curve.probability_cost[1:-1], PLACES)
    best = curve.counts[piece]
    at, step = np.stack([best.fpr, best.tpr]), np.stack([PLACES, 1 - PLACES])
    with np.errstate(divide="ignore", invalid="ignore"):  # an upright line leaves by one pair of sides only
        ends = np.stack([np.fmax.reduce(-at / step), np.fmin.reduce((1 - at) / step)])
    x, y = np.clip(at[:, None] + ends * step[:, None], 0, 1)
    with explorer.panel(
        "The ROC curve carries the point of the threshold, and a line of equal cost touches the best point."
    ) as panel:
        plots.roc(roc, ax=plots.roc_axes(panel.ax, small=True), color=plots.BLUE)
        panel.path(x.T[None], y.T[None], color=plots.GREEN, dashes="5 3")
        panel.point(best.fpr[None], best.tpr[None], marker="s", color=plots.GREEN)
        panel.point(counts.fpr[:, None], counts.tpr[:, None])


def _draw_costs(explorer: Explorer, curve: costs.CostCurve, counts: Counts, own: FloatArray) -> None:
    """All lines, the envelope, the line of the threshold, and the place."""
    with explorer.panel(
        "The cost plot shows the line of the threshold, the envelope of all lines, and the triangle."
    ) as panel:
        plots.cost_axes(panel.ax, small=True, ylim=(-0.03, 1.03), xlim=(-0.03, 1.03), yticks=[0, 0.5, 1])
        panel.ax.plot([0, 1], [counts.fpr, counts.fnr], **{**plots.THIN, "linewidth": 0.5})
        plots.cost(curve, ax=panel.ax, color=plots.BLUE)
        ends = np.stack([counts.fpr, counts.fnr], axis=-1)[:, None]
        panel.path(np.broadcast_to([0.0, 1.0], ends.shape), ends)
        panel.rule(x=PLACES[None], color=plots.GREY)
        panel.point(PLACES[None], curve.cost_at(PLACES)[None], marker="s", color=plots.GREEN)
        panel.point(PLACES[None], own)

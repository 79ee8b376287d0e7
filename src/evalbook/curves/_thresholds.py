"""Operating points: which threshold to take, for which class mix and which costs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook._rounding import rounding
from evalbook._undefined import or_undefined
from evalbook.confusion import Counts
from evalbook.curves._roc import warn_of_missing_class
from evalbook.curves._sweep import threshold_counts


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OperatingPoint(Record):
    """One threshold, with its rates, its counts and its cost."""

    threshold: float
    """Samples that score at least this are predicted positive. With inf none is. It is an int if scores exceed 2⁵³."""
    fpr: float
    """The false positive rate."""
    tpr: float
    """The true positive rate."""
    counts: Counts
    """The four counts, which have every ratio: ``counts.accuracy``, ``counts.f1``, …"""
    expected_cost: float
    """The cost per sample. If both costs are 1, it is the error rate."""


@with_hints
def best_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    cost_fp: float = 1,
    cost_fn: float = 1,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> OperatingPoint:
    r"""The threshold with the lowest cost. If both costs are equal, it has the highest accuracy.

    .. math:: \arg\min_t\ cost_{FP}\, FP(t) + cost_{FN}\, FN(t)

    In the ROC plot, all points with the same cost lie on a line of slope
    :math:`\frac{m^-\, cost_{FP}}{m^+\, cost_{FN}}`. If you move this line to the upper left, the last point of the
    curve that it touches is the best point.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_score : array_like of shape (n,)
        The scores, which are higher for samples that are more likely positive. Only their order counts.
    cost_fp, cost_fn : float
        What a false positive and a false negative cost, in any unit: at least 0, not both 0.
        By default both are 1.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    OperatingPoint
        It has `threshold`, `fpr`, `tpr`, `counts` and `expected_cost`.

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing. One of the two rates is then nan, but the threshold is still defined.

    See Also
    --------
    threshold_counts : the counts at every threshold
    roc_convex_hull : the points that are best for some costs
    iso_accuracy_slope : the slope if both costs are equal
    evalbook.costs.cost_curve : the lowest cost under all conditions

    Notes
    -----
    1. If several thresholds are best, the highest of them is returned.
    2. It may be inf, at which nobody is predicted positive. This is common if positives are rare and both costs are
       equal.
    3. A threshold looks better on the samples on which it was chosen than on others, so choose it on a validation set.
    4. It is one of the scores or inf, and ``score >= threshold`` reproduces the counts. For whole numbers beyond 2⁵³
       only an int can do that, so it is then an int.

    References
    ----------
    Provost and Fawcett, *Robust classification for imprecise environments* (2001).

    Examples
    --------
    >>> from evalbook import curves
    >>> y_true, y_score = [1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]
    >>> curves.best_threshold(y_true, y_score).threshold
    0.8
    >>> curves.best_threshold(y_true, y_score, cost_fn=5).threshold
    0.6
    """
    cost_fp, cost_fn = check.error_costs(cost_fp, cost_fn)
    thresholds, counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    warn_of_missing_class(counts, "of the operating point is undefined (0/0), so it is nan")
    costs = cost_fp * counts.fp + cost_fn * counts.fn
    best = int(np.argmax(costs <= costs.min() + rounding(costs)))  # the first: the highest threshold
    point = counts[best]
    cost = float(costs[best] / point.total)
    return OperatingPoint(check.plain(thresholds[best]), point.fpr, point.tpr, point, cost)


@with_hints
def iso_accuracy_slope(*, n_neg: float, n_pos: float) -> float:
    r"""The slope of the lines of equal accuracy in the ROC plot.

    .. math:: a = \frac{NEG}{POS}

    Along such a line :math:`TPR = a \cdot FPR + b`, each additional true positive comes with one additional false
    positive. A higher line has a higher accuracy.

    Parameters
    ----------
    n_neg, n_pos : float
        The number of samples of each class, or the sum of their weights, at least 0.

    Returns
    -------
    float
        The slope of the lines.

    Warns
    -----
    UndefinedMetricWarning
        If `n_pos` is 0. There is then no true positive rate, and the slope is nan.

    See Also
    --------
    best_threshold : the threshold on the highest such line
    roc_convex_hull : the points that such lines can touch

    Notes
    -----
    1. If there are four times as many negatives as positives, the slope is 4, and the line touches the curve far to the
       left.

    References
    ----------
    Flach, *The geometry of ROC space* (2003).

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.iso_accuracy_slope(n_neg=50, n_pos=100)
    0.5
    """
    n_neg, n_pos = check.sized(n_neg, "n_neg", at_least=0), check.sized(n_pos, "n_pos", at_least=0)
    slope = n_neg / n_pos if n_pos else math.nan
    return or_undefined(
        slope, "warn", "the slope is undefined, so nan is returned: n_pos is 0, so there is no true positive rate"
    )


@with_hints
def roc_convex_hull(fpr: ArrayLike, tpr: ArrayLike) -> NDArray[np.intp]:
    r"""The corners of the upper convex hull of ROC points, which are the best points for some class mix and costs.

    Parameters
    ----------
    fpr, tpr : array_like of shape (n,)
        The points of one ROC curve, or of several curves together, in any order. Values are between 0 and 1.

    Returns
    -------
    ndarray of int
        The indices of the corners, from the lower left to the upper right. With these as ``kept``, the hull is
        ``fpr[kept], tpr[kept]``.

    See Also
    --------
    roc_curve : makes the points
    best_threshold : the best point for given costs
    evalbook.costs.cost_curve : the same corners as lines

    Notes
    -----
    1. A point on the straight line between two others is dropped, and so is a point that differs from this line by no
       more than the rounding of floats.
    2. The points (0, 0) and (1, 1) are not added. A `roc_curve` has them already. If the points belong to single
       classifiers, append them.
    3. One of several equal points is kept.

    References
    ----------
    Provost and Fawcett (2001). The scan is Andrew's (1979).

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.roc_convex_hull([0, 0.2, 0.4, 0.6, 1], [0, 0.6, 0.5, 0.9, 1])
    array([0, 1, 3, 4])
    """
    x, y = check.shares(check.numbers(fpr, "fpr"), "fpr"), check.shares(check.numbers(tpr, "tpr"), "tpr")
    check.same_length(fpr=x, tpr=y)
    kept = np.lexsort((y, x))
    while True:  # whole arrays first: few points are left for the scan
        pruned = kept
        for start in (1, 2):
            pruned = pruned[_above_its_neighbors(x[pruned], y[pruned], start)]
        if len(pruned) > 0.9 * len(kept):
            return _scan(x, y, pruned)
        kept = pruned


def _above_its_neighbors(x: FloatArray, y: FloatArray, start: int) -> NDArray[np.bool_]:
    """Which points lie above the line from the point before to the point after.

    Only every second point is asked, from `start` on: of two equal points, each would drop the other.
    """
    n = len(x)
    asked, before, after = slice(start, n - 1, 2), slice(start - 1, n - 2, 2), slice(start + 1, n, 2)
    above = np.ones(n, dtype=np.bool_)
    above[asked] = _turns_right(x[before], y[before], x[asked], y[asked], x[after], y[after])
    return above


def _scan(x: FloatArray, y: FloatArray, order: NDArray[np.intp]) -> NDArray[np.intp]:
    """The corners of the upper hull of points in order: each new point drops those it makes superfluous."""
    corners: list[tuple[float, float, int]] = []
    for point in zip(x[order].tolist(), y[order].tolist(), order.tolist(), strict=True):
        while len(corners) > 1 and not _turns_right(*corners[-2][:2], *corners[-1][:2], *point[:2]):
            corners.pop()
        corners.append(point)
    return np.array([place for _, _, place in corners], dtype=np.intp)


_ROUNDING = 4 * float(np.finfo(np.float64).eps)


def _turns_right(x0: Any, y0: Any, x1: Any, y1: Any, x2: Any, y2: Any) -> Any:
    """Whether the way from point 0 over point 1 to point 2 turns right, by more than rounding can feign."""
    left_turn = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0)
    return left_turn < -_ROUNDING * (abs(x2 - x0) + abs(y2 - y0))

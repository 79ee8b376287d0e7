"""The ROC curve, its area, and the rank loss beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import Formula, Scorer, filled, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook._rounding import rounding
from evalbook._undefined import REMEDY, ZeroDivision, or_undefined, ratio, warn_undefined
from evalbook.confusion import Counts
from evalbook.curves._sweep import sorted_classes, sweep, threshold_counts


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RocCurve(Record):
    """A ROC curve with one point per threshold, from (0, 0) to (1, 1). It unpacks into ``fpr, tpr, thresholds``."""

    fpr: FloatArray
    """The false positive rates, rising from 0 to 1."""
    tpr: FloatArray
    """The true positive rates, rising from 0 to 1."""
    thresholds: NDArray[Any]
    """inf, then every distinct score in falling order. They are nan if curves were averaged at each FPR."""
    counts: Any
    """The four counts at each threshold (`Counts`). An average of curves has None."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.fpr, self.tpr, self.thresholds))

    def __repr__(self) -> str:
        return f"RocCurve({len(self.fpr)} points, auc={self.auc:g})"

    @property
    def auc(self) -> float:
        """The area under the curve. It is nan if one class is missing."""
        return trapezoids(self.fpr, self.tpr)


@with_hints
def roc_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> RocCurve:
    r"""The ROC curve: the true positive rate and the false positive rate at every threshold.

    .. math:: TPR(t) = \frac{TP(t)}{TP + FN}

    .. math:: FPR(t) = \frac{FP(t)}{FP + TN}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_score : array_like of shape (n,)
        The scores, which are higher for samples that are more likely positive. Only their order counts.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    RocCurve
        ``(fpr, tpr, thresholds)``. It also has `counts` and `auc`. The first point is (0, 0) at the threshold inf.

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing. One of the two rates is then nan everywhere.

    See Also
    --------
    roc_auc : the area under it
    pr_curve : precision and recall at the same thresholds
    threshold_counts : the counts behind it
    best_threshold : the threshold with the lowest cost

    Notes
    -----
    1. Tied scores share one point. If samples of both classes tie, the curve slopes up to this point.
    2. Every distinct score has a point, even if three points are on one straight line.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.3; Fawcett (2006), algorithm 1.

    Examples
    --------
    >>> from evalbook import curves
    >>> fpr, tpr, thresholds = curves.roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr
    array([0. , 0. , 0.5, 0.5, 1. ])
    >>> tpr
    array([0. , 0.5, 0.5, 1. , 1. ])
    """
    thresholds, counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    warn_of_missing_class(counts, "of the ROC curve is undefined (0/0), so it is nan everywhere")
    return RocCurve(counts.fpr, counts.tpr, thresholds, counts)


def warn_of_missing_class(counts: Counts, consequence: str) -> None:
    missing = check.missing_class(counts.tp[-1], counts.fp[-1])
    if missing:
        warn_undefined(f"the {check.RATES[missing]} {consequence}: y_true has no {missing} sample")


# ---------------------------------------------------------------- areas


@with_hints
def auc(x: ArrayLike, y: ArrayLike) -> float:
    r"""The area under a curve that joins its points by straight lines, computed by the trapezoidal rule.

    .. math:: \sum_i (x_{i+1} - x_i)\,\frac{y_i + y_{i+1}}{2}

    Parameters
    ----------
    x, y : array_like of shape (n,)
        At least two points of the curve, in order, so that `x` rises or falls throughout. The points of a falling `x`
        are read from the last to the first.

    Returns
    -------
    float
        The area.

    See Also
    --------
    roc_auc : from true labels and scores
    average_precision : the area under a P-R curve, which has no straight lines

    Notes
    -----
    1. Where several points have the same `x`, the curve is vertical and the order of these points matters. Do not sort
       the points of a ROC curve by `x` alone.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.20.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.auc([0, 0, 0.5, 0.5, 1], [0, 0.5, 0.5, 1, 1])
    0.75
    """
    x, y = check.sizes(x, "x"), check.sizes(y, "y")
    check.same_length(x=x, y=y)
    if len(x) < 2:
        raise ValueError("x has 1 point; expected at least two points")
    falls, rises = np.any(x[1:] < x[:-1]), np.any(x[1:] > x[:-1])
    if falls and rises:
        raise ValueError(
            "x both rises and falls; expected the points in order along the curve, so that x rises or falls throughout"
        )
    return -trapezoids(x, y) if falls else trapezoids(x, y)


def trapezoids(x: FloatArray, y: FloatArray) -> float:
    return float(((x[1:] - x[:-1]) * (y[1:] + y[:-1])).sum() / 2)


@dataclass(frozen=True)
class OfRanks(Formula):
    """The share of the pairs (positive, negative) that the positive wins, or loses: one sort, then sums of weights."""

    won: bool

    def rounds(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        pos_label: Any,
        sample_weight: ArrayLike | None,
        zero_division: ZeroDivision,
        max_fpr: float | None = None,
    ) -> Scorer | None:
        """What scores rounds; a part of the area is no share of pairs."""
        if max_fpr is not None:
            return None
        positive, score, _ = check.scored_truth(y_true, y_score, pos_label, None)
        weight = check.weights(sample_weight)
        rank = np.unique(score, return_inverse=True)[1] * (1 if self.won else -1)
        rising = np.argsort(rank, kind="stable")
        above, below = rising[positive[rising]], rising[~positive[rising]]
        fewer, up_to = (np.searchsorted(rank[below], rank[above], side) for side in ("left", "right"))
        ties = not np.array_equal(fewer, up_to)

        def values(times: NDArray[Any]) -> FloatArray:
            each = times if weight is None else times * weight
            beaten = np.zeros((len(times), len(below) + 1), dtype=each.dtype)
            np.cumsum(each[:, below], axis=1, out=beaten[:, 1:])
            of_positives = each[:, above]
            wins = beaten[:, fewer] + beaten[:, up_to] if ties else 2 * beaten[:, fewer]
            pairs = of_positives.sum(axis=1) * beaten[:, -1]
            return filled(np.asarray(ratio(np.einsum("ij,ij->i", of_positives, wins) / 2, pairs)), zero_division)

        return values


@on(OfRanks(won=True))
@with_hints
def roc_auc(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    max_fpr: float | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The area under the ROC curve (AUC): how often a positive sample scores above a negative one.

    .. math::

        \begin{aligned}
        \mathrm{AUC} &= \frac{1}{m^+ m^-} \sum_{y_i=1}\ \sum_{y_j=0} g(s_i, s_j) \\
        g(s, t) &= [s > t] + \tfrac12 [s = t]
        \end{aligned}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_score : array_like of shape (n,)
        The scores, which are higher for samples that are more likely positive. Only their order counts.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    max_fpr : float, optional
        Use only the part of the curve with an FPR up to this value, which is above 0 and at most 1. The area is
        rescaled as McClish does it, so that guessing still has 0.5 and a perfect ranking has 1.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1. Guessing has 0.5.

    See Also
    --------
    roc_curve : the curve whose area this is
    rank_loss : 1 - AUC
    average_precision : the area under the P-R curve
    multiclass_roc_auc : for several classes

    Notes
    -----
    1. A tie between a positive and a negative counts as ½.
    2. A strictly increasing transform of the scores does not change the value.
    3. Below 0.5 the ranking is worse than guessing, and the reversed ranking is better by as much: AUC(-s) = 1 -
       AUC(s).
    4. If only one class occurs, there is no pair to rank. The AUC is then undefined, and nan is returned.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.20 to 2.22; Hanley and McNeil (1982); McClish (1989) for `max_fpr`.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    if max_fpr is not None and not 0 < check.real(max_fpr, "max_fpr") <= 1:
        raise ValueError(f"max_fpr is {max_fpr!r}; expected a number above 0 and up to 1")
    positive, score, weight = check.scored_truth(y_true, y_score, pos_label, sample_weight)
    area = share_won if max_fpr is None else partial(_partial_area, max_fpr=float(max_fpr))
    return or_undefined(area(positive, score, weight), zero_division, lambda _: _no_pair("the AUC", positive))


def share_won(positive: NDArray[np.bool_], score: NDArray[Any], weight: FloatArray | None = None) -> float:
    """How often a positive outranks a negative, by weights; a tie counts ½; nan where one class is missing."""
    if positive.all() or not positive.any():
        return math.nan
    if weight is not None:
        _, tp, fp = sweep(positive, score, weight)
        return trapezoids(fp / fp[-1], tp / tp[-1])
    negatives, positives = sorted_classes(positive, score)
    fewer, up_to = (np.searchsorted(negatives, positives, side).sum(dtype=np.int64) for side in ("left", "right"))
    return int(fewer + up_to) / (2 * len(negatives) * len(positives))


def _no_pair(name: str, positive: NDArray[np.bool_]) -> str:
    missing = "negative" if positive.any() else "positive"
    return f"{name} is undefined (0/0), so nan is returned: {check.no_pair(missing)}. {REMEDY}"


def _partial_area(
    positive: NDArray[np.bool_], score: NDArray[Any], weight: FloatArray | None, *, max_fpr: float
) -> float:
    """The area up to `max_fpr`, rescaled (McClish): the diagonal's share of it becomes 0.5, all of it 1."""
    if positive.all() or not positive.any():
        return math.nan
    _, tp, fp = sweep(positive, score, weight)
    fpr, tpr = fp / fp[-1], tp / tp[-1]
    inside = slice(np.searchsorted(fpr, max_fpr, side="right"))
    area = trapezoids(np.append(fpr[inside], max_fpr), np.append(tpr[inside], np.interp(max_fpr, fpr, tpr)))
    guessing, perfect = max_fpr**2 / 2, max_fpr
    return (1 + (area - guessing) / (perfect - guessing)) / 2


@on(OfRanks(won=False))
@with_hints
def rank_loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The rank loss: the share of (positive, negative) pairs that the scores rank in the wrong order.

    .. math::

        \begin{aligned}
        \ell_\mathrm{rank} &= \frac{1}{m^+ m^-} \sum_{y_i=1}\ \sum_{y_j=0} h(s_i, s_j) \\
        h(s, t) &= [s < t] + \tfrac12 [s = t]
        \end{aligned}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_score : array_like of shape (n,)
        The scores, which are higher for samples that are more likely positive. Only their order counts.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1. It is the area between the ROC curve and the axis of the true positive rate.

    See Also
    --------
    roc_auc : 1 - rank loss

    Notes
    -----
    1. A tie counts as ½. If all scores are equal, every pair is tied and the loss is 0.5.
    2. If only one class occurs, there is no pair to rank. The loss is then undefined, and nan is returned.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.21 and 2.22.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.rank_loss([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.25
    """
    positive, score, weight = check.scored_truth(y_true, y_score, pos_label, sample_weight)
    lost = share_won(~positive, score, weight)
    return or_undefined(lost, zero_division, lambda _: _no_pair("the rank loss", positive))


# ---------------------------------------------------------------- two curves


@with_hints
def encloses(a: RocCurve, b: RocCurve) -> bool:
    r"""Whether one ROC curve is nowhere below another, so that it is at least as good at any cost of errors.

    .. math:: TPR_a(x) \ge TPR_b(x) \quad \text{at every } FPR\ x

    Parameters
    ----------
    a, b : RocCurve
        Two curves, as :func:`roc_curve` returns them, of the same samples or of different ones.

    Returns
    -------
    bool
        Whether `a` encloses `b`. If neither curve encloses the other, they cross.

    Raises
    ------
    ValueError
        If one of the curves is nan, because its samples had one class only.

    See Also
    --------
    roc_curve : makes the curves
    roc_convex_hull : the best points of several curves

    Notes
    -----
    1. Equal curves enclose each other.
    2. A curve that encloses another has at least its AUC. But a curve with a larger AUC need not enclose the other.
    3. Between two points each curve is a straight line, as it is for tied scores.
    4. For the same samples, one P-R curve encloses another exactly if the ROC curves do (Davis and Goadrich).

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.3; Davis and Goadrich (2006), theorem 3.2.

    Examples
    --------
    >>> from evalbook import curves
    >>> y_true = [0, 0, 1, 1]
    >>> better, worse = (curves.roc_curve(y_true, s) for s in ([0.1, 0.4, 0.35, 0.8], [0.1, 0.8, 0.35, 0.4]))
    >>> curves.encloses(better, worse), curves.encloses(worse, better)
    (True, False)
    """
    (along_a, height_a), (along_b, height_b) = _turned(a, "a"), _turned(b, "b")
    along = np.union1d(along_a, along_b)
    gap = np.interp(along, along_a, height_a) - np.interp(along, along_b, height_b)
    return bool(np.all(gap >= -rounding(1.0)))


def _turned(curve: RocCurve, name: str) -> tuple[FloatArray, FloatArray]:
    """How far along the diagonal each point lies, and how high above it: seen so, no part of a curve is vertical."""
    if not isinstance(curve, RocCurve):
        raise TypeError(f"{name} is of type {type(curve).__name__}; expected a RocCurve, as curves.roc_curve returns")
    if np.isnan(curve.fpr).any() or np.isnan(curve.tpr).any():
        raise ValueError(f"{name} is nan: its samples had one class only; expected a curve of both classes")
    return curve.fpr + curve.tpr, curve.tpr - curve.fpr

"""Curves: one sweep of a threshold over the scores feeds the ROC curve, its area and the rank loss.

A sample is predicted positive when its score is at least the threshold. The sweep sorts the scores once and adds up,
from the highest score down, how many positives and negatives lie at or above each distinct score. Samples with equal
scores cross the threshold together: they are one step, whatever their number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _validation as check
from evalbook._docstrings import documented
from evalbook._validation import FloatArray, ZeroDivision
from evalbook.confusion import Counts

# ---------------------------------------------------------------- the sweep


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdCounts:
    """The four counts at every threshold, from high to low; unpacks into its two parts."""

    thresholds: FloatArray
    """inf, then every distinct score, falling."""
    counts: Counts
    """Arrays, one entry per threshold."""

    def __iter__(self) -> Iterator[Any]:
        return iter((self.thresholds, self.counts))


@documented
def threshold_counts(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> ThresholdCounts:
    r"""Count TP, FP, FN and TN at every threshold.

    .. math:: TP(t) = \sum_i w_i\, [y_i = 1]\,[s_i \ge t]

    .. math:: FP(t) = \sum_i w_i\, [y_i = 0]\,[s_i \ge t]

    Parameters
    ----------
    %(y_true)s
    %(y_score)s
    %(pos_label)s
    %(sample_weight)s

    Returns
    -------
    ThresholdCounts
        ``(thresholds, counts)``: arrays with one entry per distinct score, behind one for the threshold inf, which
        calls no sample positive.

    Raises
    ------
    %(score_errors)s

    Notes
    -----
    1. Tied scores share one entry.
    2. One class only is no error: the counts of the other class are 0.

    References
    ----------
    Fawcett, *An introduction to ROC analysis* (2006), algorithm 1.

    Examples
    --------
    >>> from evalbook import curves
    >>> thresholds, counts = curves.threshold_counts([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> thresholds
    array([ inf, 0.8 , 0.4 , 0.35, 0.1 ])
    >>> counts
    Counts(tp=array([0, 1, 1, 2, 2]), fp=array([0, 0, 1, 1, 2]), fn=array([2, 1, 1, 0, 0]), tn=array([2, 2, 1, 1, 0]))
    """
    thresholds, tp, fp = _sweep(*check.scored_truth(y_true, y_score, pos_label, sample_weight))
    return ThresholdCounts(thresholds, Counts(tp, fp, tp[-1] - tp, fp[-1] - fp))


def _sweep(
    positive: NDArray[np.bool_], score: NDArray[Any], weight: FloatArray | None
) -> tuple[FloatArray, NDArray[Any], NDArray[Any]]:
    """One sort, one cumulative sum: thresholds, true positives and false positives, one row per distinct score."""
    falling = np.argsort(score)[::-1]
    score, positive = score[falling], positive[falling]
    last_of_tie = np.append(np.flatnonzero(score[1:] != score[:-1]), len(score) - 1)
    if weight is None:
        tp = np.cumsum(positive)[last_of_tie]
        fp = last_of_tie + 1 - tp
    else:
        weight = weight[falling]
        tp = np.cumsum(weight * positive)[last_of_tie]
        fp = np.cumsum(weight * ~positive)[last_of_tie]
    return np.append(np.inf, score[last_of_tie]), np.append(0, tp), np.append(0, fp)


# ---------------------------------------------------------------- ROC curve


@dataclass(frozen=True, slots=True, eq=False)
class RocCurve:
    """A ROC curve: one point per threshold, from (0, 0) to (1, 1); unpacks into ``fpr, tpr, thresholds``."""

    fpr: FloatArray
    """False positive rates, rising from 0 to 1."""
    tpr: FloatArray
    """True positive rates, rising from 0 to 1."""
    thresholds: FloatArray
    """inf, then every distinct score, falling."""
    counts: Counts
    """What was counted at each threshold."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.fpr, self.tpr, self.thresholds))

    @property
    def auc(self) -> float:
        """The area under the curve; nan where one class is missing."""
        return _trapezoids(self.fpr, self.tpr)


@documented
def roc_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> RocCurve:
    r"""The receiver operating characteristic: true positive rate against false positive rate, at every threshold.

    .. math:: TPR(t) = \frac{TP(t)}{TP + FN}

    .. math:: FPR(t) = \frac{FP(t)}{FP + TN}

    Parameters
    ----------
    %(y_true)s
    %(y_score)s
    %(pos_label)s
    %(sample_weight)s

    Returns
    -------
    RocCurve
        ``(fpr, tpr, thresholds)`` with `counts` and `auc`. The first point is (0, 0) at the threshold inf.

    Raises
    ------
    %(score_errors)s

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing: its rate is nan everywhere.

    Notes
    -----
    1. Tied scores are one point; between it and the one before, the curve slopes if both classes are tied.
    2. Every distinct score is a point, also where three points lie on one line.

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
    missing = _missing_class(counts.tp[-1], counts.fp[-1])
    if missing:
        check.warn_undefined(
            f"y_true has no {missing} sample: the {missing} rate of the ROC curve is 0/0, nan everywhere"
        )
    return RocCurve(counts.fpr, counts.tpr, thresholds, counts)


def _missing_class(positives: float, negatives: float) -> str:
    return "" if positives and negatives else "negative" if positives else "positive"


# ---------------------------------------------------------------- areas


def auc(x: ArrayLike, y: ArrayLike) -> float:
    r"""The area under a curve of straight segments, by trapezoids.

    .. math:: \sum_i (x_{i+1} - x_i)\,\frac{y_i + y_{i+1}}{2}

    Parameters
    ----------
    x, y : array_like of shape (n,)
        The corners of the curve, in order; `x` must not turn back. A falling `x` is read from its end.

    Returns
    -------
    float
        The area.

    Raises
    ------
    TypeError
        If `x` or `y` is no sequence of numbers.
    ValueError
        If lengths differ, there are fewer than two points, a value is nan or infinite, or `x` both rises and falls.

    Notes
    -----
    1. Where `x` stands still the curve is vertical, and the order of the points there matters to the neighbors: do
       not sort the points of a ROC curve by `x` alone.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.20.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.auc([0, 0, 0.5, 0.5, 1], [0, 0.5, 0.5, 1, 1])
    0.75
    """
    x, y = check.numbers(x, "x").astype(np.float64), check.numbers(y, "y").astype(np.float64)
    check.same_length(x=x, y=y)
    if len(x) < 2:
        raise ValueError("x has 1 point; expected at least two")
    steps = np.diff(x)
    if steps.min() < 0 < steps.max():
        raise ValueError("x both rises and falls; expected the points in order along the curve")
    return -_trapezoids(x, y) if steps.min() < 0 else _trapezoids(x, y)


def _trapezoids(x: FloatArray, y: FloatArray) -> float:
    return float(np.sum(np.diff(x) * (y[1:] + y[:-1])) / 2)


@documented
def roc_auc(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    max_fpr: float | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The area under the ROC curve: how often a positive outranks a negative.

    .. math::

        \begin{aligned}
        \mathrm{AUC} &= \frac{1}{m^+ m^-} \sum_{y_i=1}\ \sum_{y_j=0} g(s_i, s_j) \\
        g(s, t) &= [s > t] + \tfrac12 [s = t]
        \end{aligned}

    Parameters
    ----------
    %(y_true)s
    %(y_score)s
    %(pos_label)s
    %(sample_weight)s
    max_fpr : float, optional
        Take only the part of the curve with FPR up to this value, in (0, 1], rescaled after McClish so that guessing
        still gets 0.5 and a perfect ranking 1.
    %(zero_division)s

    Returns
    -------
    float
        Between 0 and 1; 0.5 is guessing.

    Raises
    ------
    %(score_errors)s
        Also if `max_fpr` is not in (0, 1].

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing and `zero_division` is "warn": there is no pair to rank.

    Notes
    -----
    1. A tie between a positive and a negative counts ½.
    2. Any strictly increasing transform of the scores leaves the value as it is.
    3. Below 0.5 the ranking is worse than guessing, and its reverse is as much better: AUC(-s) = 1 - AUC(s).

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.20 to 2.22; Hanley and McNeil (1982); McClish (1989) for `max_fpr`.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    if max_fpr is not None and not 0 < max_fpr <= 1:
        raise ValueError(f"max_fpr is {max_fpr!r}; expected a number above 0 and up to 1")
    area = _trapezoids if max_fpr is None else partial(_partial_area, max_fpr=max_fpr)
    return _area_of_rates(area, y_true, y_score, pos_label, sample_weight, zero_division)


def _area_of_rates(
    area: Callable[[FloatArray, FloatArray], float],
    y_true: ArrayLike,
    y_score: ArrayLike,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    zero_division: ZeroDivision,
) -> float:
    """Sweep, then measure an area between the points (fpr, tpr); undefined where there is no pair to rank."""
    check.check_zero_division(zero_division)
    _, tp, fp = _sweep(*check.scored_truth(y_true, y_score, pos_label, sample_weight))
    missing = _missing_class(tp[-1], fp[-1])
    if missing:
        reason = f"y_true has no {missing} sample, so there is no (positive, negative) pair to rank: 0/0, nan"
        return check.or_undefined(math.nan, zero_division, reason)
    return area(fp / fp[-1], tp / tp[-1])


def _partial_area(fpr: FloatArray, tpr: FloatArray, *, max_fpr: float) -> float:
    """The area up to `max_fpr`, rescaled (McClish): the diagonal's share of it becomes 0.5, all of it 1."""
    inside = fpr <= max_fpr
    area = _trapezoids(np.append(fpr[inside], max_fpr), np.append(tpr[inside], np.interp(max_fpr, fpr, tpr)))
    guessing, perfect = max_fpr**2 / 2, max_fpr
    return (1 + (area - guessing) / (perfect - guessing)) / 2


@documented
def rank_loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The share of (positive, negative) pairs that the scores rank wrongly; a tie counts ½.

    .. math::

        \begin{aligned}
        \ell_\mathrm{rank} &= \frac{1}{m^+ m^-} \sum_{y_i=1}\ \sum_{y_j=0} h(s_i, s_j) \\
        h(s, t) &= [s < t] + \tfrac12 [s = t]
        \end{aligned}

    Parameters
    ----------
    %(y_true)s
    %(y_score)s
    %(pos_label)s
    %(sample_weight)s
    %(zero_division)s

    Returns
    -------
    float
        Between 0 and 1: the area between the ROC curve and the axis of the true positive rate.

    Raises
    ------
    %(score_errors)s

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing and `zero_division` is "warn": there is no pair to rank.

    Notes
    -----
    1. All scores equal: every pair is tied, 0.5.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.21 and 2.22.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.rank_loss([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.25
    """

    def above(fpr: FloatArray, tpr: FloatArray) -> float:
        return _trapezoids(tpr, fpr)  # the same trapezoids, laid against the other axis

    return _area_of_rates(above, y_true, y_score, pos_label, sample_weight, zero_division)

"""Curves: one sweep of a threshold over the scores feeds the ROC and P-R curves, their areas and the best threshold.

A sample is predicted positive when its score is at least the threshold. The sweep sorts the scores once and adds up,
from the highest score down, how many positives and negatives lie at or above each distinct score. Samples with equal
scores cross the threshold together: they are one step, whatever their number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, check_zero_division, mean_or_undefined, or_undefined, warn_undefined
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


def threshold_counts(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> ThresholdCounts:
    r"""Count TP, FP, FN and TN at every threshold.

    .. math:: TP(t) = \sum_i w_i\, [y_i = 1]\,[s_i \ge t]

    .. math:: FP(t) = \sum_i w_i\, [y_i = 0]\,[s_i \ge t]

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,)
        Scores, higher for "more likely positive"; only their order counts.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    ThresholdCounts
        ``(thresholds, counts)``: arrays with one entry per distinct score, behind one for the threshold inf, which
        calls no sample positive.


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
    return _count(*check.scored_truth(y_true, y_score, pos_label, sample_weight))


def _count(positive: NDArray[np.bool_], score: NDArray[Any], weight: FloatArray | None = None) -> ThresholdCounts:
    thresholds, tp, fp = _sweep(positive, score, weight)
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
    """inf, then every distinct score, falling; nan where curves were averaged along the false positive rate."""
    counts: Any
    """What was counted at each threshold (`Counts`); None for an average of curves, which was never counted."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.fpr, self.tpr, self.thresholds))

    @property
    def auc(self) -> float:
        """The area under the curve; nan where one class is missing."""
        return _trapezoids(self.fpr, self.tpr)


def roc_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> RocCurve:
    r"""The receiver operating characteristic: true positive rate against false positive rate, at every threshold.

    .. math:: TPR(t) = \frac{TP(t)}{TP + FN}

    .. math:: FPR(t) = \frac{FP(t)}{FP + TN}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,)
        Scores, higher for "more likely positive"; only their order counts.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    RocCurve
        ``(fpr, tpr, thresholds)`` with `counts` and `auc`. The first point is (0, 0) at the threshold inf.


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
    _warn_of_missing_class(counts, "of the ROC curve is 0/0, nan everywhere")
    return RocCurve(counts.fpr, counts.tpr, thresholds, counts)


def _warn_of_missing_class(counts: Counts, consequence: str) -> None:
    missing = check.missing_class(counts.tp[-1], counts.fp[-1])
    if missing:
        warn_undefined(f"y_true has no {missing} sample: the {missing} rate {consequence}")


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
    x, y = check.floats(x, "x"), check.floats(y, "y")
    check.same_length(x=x, y=y)
    if len(x) < 2:
        raise ValueError("x has 1 point; expected at least two")
    falls, rises = np.any(x[1:] < x[:-1]), np.any(x[1:] > x[:-1])
    if falls and rises:
        raise ValueError("x both rises and falls; expected the points in order along the curve")
    with np.errstate(over="ignore", invalid="ignore"):
        area = -_trapezoids(x, y) if falls else _trapezoids(x, y)
    if not math.isfinite(area):
        raise ValueError("the area is more than a float can hold; expected smaller x or y")
    return area


def _trapezoids(x: FloatArray, y: FloatArray) -> float:
    return float(np.sum(np.diff(x) * (y[1:] + y[:-1])) / 2)


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
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,)
        Scores, higher for "more likely positive"; only their order counts.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    max_fpr : float, optional
        Take only the part of the curve with FPR up to this value, in (0, 1], rescaled after McClish so that guessing
        still gets 0.5 and a perfect ranking 1.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1; 0.5 is guessing.

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
    if max_fpr is not None and not 0 < check.real(max_fpr, "max_fpr") <= 1:
        raise ValueError(f"max_fpr is {max_fpr!r}; expected a number above 0 and up to 1")
    area = _trapezoids if max_fpr is None else partial(_partial_area, max_fpr=float(max_fpr))
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
    check_zero_division(zero_division)
    _, tp, fp = _sweep(*check.scored_truth(y_true, y_score, pos_label, sample_weight))
    missing = check.missing_class(tp[-1], fp[-1])
    if missing:
        reason = f"y_true has no {missing} sample, so there is no (positive, negative) pair to rank: 0/0, nan"
        return or_undefined(math.nan, zero_division, reason)
    return area(fp / fp[-1], tp / tp[-1])


def _partial_area(fpr: FloatArray, tpr: FloatArray, *, max_fpr: float) -> float:
    """The area up to `max_fpr`, rescaled (McClish): the diagonal's share of it becomes 0.5, all of it 1."""
    inside = fpr <= max_fpr
    area = _trapezoids(np.append(fpr[inside], max_fpr), np.append(tpr[inside], np.interp(max_fpr, fpr, tpr)))
    guessing, perfect = max_fpr**2 / 2, max_fpr
    return (1 + (area - guessing) / (perfect - guessing)) / 2


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
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,)
        Scores, higher for "more likely positive"; only their order counts.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1: the area between the ROC curve and the axis of the true positive rate.


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


# ---------------------------------------------------------------- P-R curve


@dataclass(frozen=True, slots=True, eq=False)
class PrCurve:
    """A precision-recall curve: one point per distinct score; unpacks into ``precision, recall, thresholds``."""

    precision: FloatArray
    """Precisions, between 0 and 1; they may rise and fall."""
    recall: FloatArray
    """Recalls, rising to 1; nan where no sample is positive."""
    thresholds: FloatArray
    """Every distinct score, falling."""
    counts: Counts
    """What was counted at each threshold."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.precision, self.recall, self.thresholds))

    @property
    def average_precision(self) -> float:
        """The area under the curve as a sum of steps; nan where no sample is positive."""
        return _sum_of_steps(self.counts.tp, self.counts.fp) if self.counts.tp[-1] else math.nan

    @property
    def break_even_point(self) -> float:
        """Where precision and recall are equal; nan where no sample is positive."""
        return _break_even(self.counts.tp, self.counts.fp) if self.counts.tp[-1] else math.nan


def pr_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> PrCurve:
    r"""Precision against recall, at every threshold that some sample reaches.

    .. math:: P(t) = \frac{TP(t)}{TP(t) + FP(t)}

    .. math:: R(t) = \frac{TP(t)}{TP + FN}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,)
        Scores, higher for "more likely positive"; only their order counts.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    PrCurve
        ``(precision, recall, thresholds)`` with `counts`, `average_precision` and `break_even_point`; one point per
        distinct score, from the highest threshold down.


    Warns
    -----
    UndefinedMetricWarning
        If no sample is positive: the recall is nan everywhere.

    Notes
    -----
    1. The curve starts at (recall 1/n₊, precision 1) if the highest score belongs to one positive, at (0, 0) if to a
       negative, and ends at (1, share of positives). There is no point (0, 1): above all scores nothing is predicted
       positive, and the precision is 0/0. scikit-learn adds that point, and lists the points in the other direction.
    2. Tied scores are one point.
    3. Between two points the truth is no straight line; see `average_precision`.
    4. No negatives: the precision is 1 everywhere.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.2.

    Examples
    --------
    >>> from evalbook import curves
    >>> precision, recall, thresholds = curves.pr_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> precision
    array([1.        , 0.5       , 0.66666667, 0.5       ])
    >>> recall
    array([0.5, 0.5, 1. , 1. ])
    >>> thresholds
    array([0.8 , 0.4 , 0.35, 0.1 ])
    """
    thresholds, counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    if not counts.tp[-1]:
        warn_undefined("y_true has no positive sample: the recall of the P-R curve is 0/0, nan everywhere")
    reached = counts[1:]  # above all scores nothing is predicted positive: no precision
    return PrCurve(reached.precision, reached.recall, thresholds[1:], reached)


def average_precision(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The area under the P-R curve as a sum of steps: each gain in recall at the precision it is reached with.

    .. math:: AP = \sum_i (R_i - R_{i-1})\, P_i, \qquad R_0 = 0

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,)
        Scores, higher for "more likely positive"; only their order counts.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1; a random order gets about the share of positives.


    Notes
    -----
    1. No positives: undefined, nan.
    2. No negatives: 1.
    3. It is one of several areas. Trapezoids (``auc(recall, precision)``) join the points by straight lines, which is
       too favorable: the precision between two points falls faster.
    4. Without ties it is the mean, over the positives, of the precision at the rank of each.

    References
    ----------
    Davis and Goadrich, *The relationship between Precision-Recall and ROC curves* (2006), on the straight lines.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.8333333333333333
    """
    return _score_positives(_sum_of_steps, y_true, y_score, pos_label, sample_weight, zero_division)


def break_even_point(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The value at which precision and recall are equal: where as many are predicted positive as are positive.

    .. math:: P = \frac{TP}{TP + FP} = \frac{TP}{TP + FN} = R

    where as many samples are predicted positive, TP + FP, as are positive, TP + FN.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,)
        Scores, higher for "more likely positive"; only their order counts.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1; precision, recall and F1 there.


    Notes
    -----
    1. No positives: undefined, nan.
    2. Where that many can only be called positive by cutting through a group of tied scores, the counts are
       interpolated linearly: the part of the group that is taken has the group's share of positives, which is what a
       random order of the group gives on average.
    3. Precision and recall are also equal, at 0, as long as nothing but negatives is predicted positive; that is not
       what is meant.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.2.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.break_even_point([1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    0.6666666666666666
    """
    return _score_positives(_break_even, y_true, y_score, pos_label, sample_weight, zero_division)


def _score_positives(
    formula: Callable[[NDArray[Any], NDArray[Any]], float],
    y_true: ArrayLike,
    y_score: ArrayLike,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    zero_division: ZeroDivision,
) -> float:
    """Sweep, then score the counts (tp, fp) at the distinct scores; undefined where no sample is positive."""
    check_zero_division(zero_division)
    _, tp, fp = _sweep(*check.scored_truth(y_true, y_score, pos_label, sample_weight))
    if not tp[-1]:
        reason = "y_true has no positive sample, so there is nothing to recall: 0/0, nan"
        return or_undefined(math.nan, zero_division, reason)
    return formula(tp[1:], fp[1:])


def _sum_of_steps(tp: NDArray[Any], fp: NDArray[Any]) -> float:
    precision, recall = tp / (tp + fp), tp / tp[-1]
    return float(np.diff(recall, prepend=0) @ precision)


def _break_even(tp: NDArray[Any], fp: NDArray[Any]) -> float:
    positives, predicted_positives = tp[-1], tp + fp
    found = np.interp(positives, np.append(0, predicted_positives), np.append(0, tp))
    return float(found / positives)


# ---------------------------------------------------------------- operating points


@dataclass(frozen=True, slots=True, eq=False)
class OperatingPoint:
    """One threshold and what it leads to."""

    threshold: float
    """Samples that score at least this are predicted positive; inf: none is."""
    fpr: float
    """The false positive rate."""
    tpr: float
    """The true positive rate."""
    counts: Counts
    """The four counts; ``counts.accuracy``, ``counts.f1``, … score them."""
    expected_cost: float
    """The cost per sample; with costs of 1 this is the error rate."""


def best_threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    cost_fp: float = 1,
    cost_fn: float = 1,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> OperatingPoint:
    r"""The threshold with the lowest cost; with equal costs, the one with the highest accuracy.

    .. math:: \arg\min_t\ cost_{FP}\, FP(t) + cost_{FN}\, FN(t)

    In the ROC plot, all points of one cost lie on a line of slope
    :math:`\frac{m^-\, cost_{FP}}{m^+\, cost_{FN}}`; pushed to the upper left, it touches the curve last in the best
    point.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n,)
        Scores, higher for "more likely positive"; only their order counts.
    cost_fp, cost_fn : float
        What a false positive and a false negative cost, in any unit: at least 0, not both 0.
        By default both are 1.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    OperatingPoint
        `threshold`, `fpr`, `tpr`, `counts` and `expected_cost`.

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing: its rate is nan. The threshold is defined all the same.

    Notes
    -----
    1. Of several best thresholds the highest is returned.
    2. It may be inf: nobody is predicted positive. Where positives are rare and the costs equal this is common.
    3. A threshold that was chosen on some samples looks better on them than on others: choose on a validation set.

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
    _warn_of_missing_class(counts, "of the operating point is 0/0, nan")
    _, exponent = math.frexp(max(cost_fp, cost_fn))  # a power of 2 keeps huge costs from overflowing and ties exact
    costs = math.ldexp(cost_fp, -exponent) * counts.fp + math.ldexp(cost_fn, -exponent) * counts.fn
    best = int(np.argmin(costs))  # the first: the highest threshold
    point = counts[best]
    cost = math.ldexp(float(costs[best] / point.total), exponent)
    return OperatingPoint(float(thresholds[best]), point.fpr, point.tpr, point, cost)


def iso_accuracy_slope(*, n_neg: float, n_pos: float) -> float:
    r"""The slope of the lines of equal accuracy in the ROC plot.

    .. math:: a = \frac{NEG}{POS}

    Along such a line :math:`TPR = a \cdot FPR + b` each further true positive is paid with one further false positive.
    The higher the line, the higher the accuracy.

    Parameters
    ----------
    n_neg, n_pos : float
        How many samples, or which weight, the two classes have: at least 0.

    Returns
    -------
    float
        The slope.

    Warns
    -----
    UndefinedMetricWarning
        If `n_pos` is 0: there is no true positive rate, and the slope is nan.

    Notes
    -----
    1. Four times as many negatives as positives: a slope of 4, and the line touches the curve far to the left.

    References
    ----------
    Flach, *The geometry of ROC space* (2003).

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.iso_accuracy_slope(n_neg=50, n_pos=100)
    0.5
    """
    n_neg, n_pos = check.real(n_neg, "n_neg", at_least=0), check.real(n_pos, "n_pos", at_least=0)
    slope = n_neg / n_pos if n_pos else math.nan
    return or_undefined(slope, "warn", "n_pos is 0: there is no true positive rate, the slope is nan")


def roc_convex_hull(fpr: ArrayLike, tpr: ArrayLike) -> NDArray[np.intp]:
    r"""Which points are corners of the upper convex hull: those that are best for some class mix and costs.

    Parameters
    ----------
    fpr, tpr : array_like of shape (n,)
        Points of one ROC curve, or of several together, in any order, with values between 0 and 1.

    Returns
    -------
    ndarray of int
        Indices of the corners, from the lower left to the upper right: ``fpr[kept], tpr[kept]`` is the hull.

    Notes
    -----
    1. A point on the straight line between two others is dropped; so is one that lies below it by no more than the
       rounding of floats.
    2. The points (0, 0) and (1, 1) are not added. The points of a `roc_curve` have them; to the points of single
       classifiers, append them.
    3. Of equal points one is kept.

    References
    ----------
    Provost and Fawcett (2001); the scan is Andrew's (1979).

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


# ---------------------------------------------------------------- several classes


def multiclass_roc_auc(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: Literal["macro", "micro", "weighted"] | None = "macro",
    multi_class: Literal["ovr", "ovo"] = "ovr",
    labels: Sequence[Any] | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The area under the ROC curve for several classes.

    .. math::

        \begin{aligned}
        \mathrm{AUC}_{ovr} &= \frac1k \sum_c \mathrm{AUC}(c \mid \text{rest}) \\
        \mathrm{AUC}_{ovo} &= \frac{1}{k(k-1)} \sum_{a \ne b} \mathrm{AUC}(a \mid b)
        \end{aligned}

    AUC(a | b) ranks the samples of a and b by the score of a.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n, k)
        Scores, one column per class, higher for "more likely this class".
    average : {"macro", "micro", "weighted"} or None, default "macro"
        "macro": the mean of the areas. "weighted": their mean, weighted by how often each class (each pair of classes)
        is true. "micro": all n × k scores in one ranking, positive where the column is that of the true class.
        None: one area per class, or per pair in the order of ``itertools.combinations(labels, 2)``.
    multi_class : {"ovr", "ovo"}, default "ovr"
        Each class against the rest, or each pair of classes by itself.
    labels : sequence of k labels, optional
        The classes of the columns, with every class that occurs; by default those in `y_true`, sorted.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        Between 0 and 1; an array with ``average=None``.


    Notes
    -----
    1. A class that never occurs has no area, and an average over it is nan; ``zero_division=nan`` leaves it out. In a
       weighted average it has no part.
    2. With two classes every average but the micro one is the AUC of the two classes, if the rows add up to 1.
    3. One against the rest depends on the class mix of the rest, one against one does not.
    4. The scores need not add up to 1, but the micro average compares scores of different samples and classes.

    References
    ----------
    Hand and Till (2001) for "ovo"; Fawcett (2006), section 9.

    Examples
    --------
    >>> from evalbook import curves
    >>> y_true = [0, 1, 2, 2]
    >>> y_score = [[1, 0, 0], [0.1, 0.5, 0.4], [0.1, 0.1, 0.8], [0.3, 0.3, 0.4]]
    >>> curves.multiclass_roc_auc(y_true, y_score, average=None)
    array([1.   , 1.   , 0.875])
    >>> curves.multiclass_roc_auc(y_true, y_score)
    0.9583333333333334
    """
    check_zero_division(zero_division)
    scheme = _SCHEMES[check.choice(multi_class, "multi_class", _SCHEMES)]
    check.choice(average, "average", ("macro", "micro", "weighted", None))
    if average == "micro" and multi_class == "ovo":
        raise ValueError('average is "micro" with multi_class="ovo"; expected another average, or "ovr"')
    member, score, classes = _class_scores(y_true, y_score, labels)
    if average == "micro":
        return _area(member.ravel(), score.ravel())
    areas = scheme(member, score, classes)
    if average is None:
        return or_undefined(areas.values, zero_division, areas.reason)
    parts = areas.parts if average == "weighted" else None
    return mean_or_undefined(areas.values, zero_division, areas.reason, parts)


class _Areas(NamedTuple):
    """One AUC per class or pair of classes, nan where it is undefined."""

    values: FloatArray
    parts: FloatArray
    names: list[str]

    def reason(self, undefined: NDArray[np.bool_]) -> str:
        places = np.flatnonzero(undefined)
        named = ", ".join(self.names[place] for place in places[:5]) + (", …" if len(places) > 5 else "")
        return (
            f"the AUC of {named} is 0/0, nan: a class never occurs in y_true, or no other does. "
            f"zero_division= takes a number to use instead (nan: leave it out of an average)"
        )


def _one_vs_rest(member: NDArray[np.bool_], score: FloatArray, classes: list[Any]) -> _Areas:
    values = [_area(member[:, place], score[:, place]) for place in range(len(classes))]
    return _Areas(np.array(values), member.mean(axis=0), [f"class {label!r}" for label in classes])


def _one_vs_one(member: NDArray[np.bool_], score: FloatArray, classes: list[Any]) -> _Areas:
    values, parts = [], []
    for pair in combinations(range(len(classes)), 2):
        either = member[:, pair].any(axis=1)
        values.append(np.mean([_area(member[either, place], score[either, place]) for place in pair]))
        parts.append(np.mean(either))
    names = [f"classes {a!r} and {b!r}" for a, b in combinations(classes, 2)]
    return _Areas(np.array(values), np.array(parts), names)


_SCHEMES = {"ovr": _one_vs_rest, "ovo": _one_vs_one}


def _area(positive: NDArray[np.bool_], score: FloatArray) -> float:
    """The AUC; nan where one class is missing."""
    if positive.all() or not positive.any():
        return math.nan
    _, tp, fp = _sweep(positive, score, None)
    return _trapezoids(fp / fp[-1], tp / tp[-1])


def _class_scores(
    y_true: ArrayLike, y_score: ArrayLike, labels: Sequence[Any] | None
) -> tuple[NDArray[np.bool_], FloatArray, list[Any]]:
    """Which sample belongs to which class, the scores, both of shape (n, k), and the classes."""
    true, score = check.labels(y_true, "y_true"), check.matrix(y_score, "y_score")
    check.same_length(y_true=true, y_score=score)
    classes = check.distinct(true) if labels is None else check.classes(labels)
    if len(classes) != score.shape[1]:
        found = "y_true has" if labels is None else "labels names"
        raise ValueError(
            f"y_score has {score.shape[1]} columns and {found} {len(classes)} classes; "
            f"expected one column per class, and labels= where a class never occurs"
        )
    if len(classes) < 2:
        raise ValueError("y_score has 1 column; expected at least two classes")
    member = np.column_stack([check.equals(true, label) for label in classes])
    unlisted = ~member.any(axis=1)
    if unlisted.any():
        raise ValueError(f"labels leaves out {true[unlisted][0].item()!r}; expected every label that occurs in y_true")
    return member, score, classes


def multiclass_roc_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: Literal["threshold", "macro", "micro"] = "threshold",
    labels: Sequence[Any] | None = None,
) -> RocCurve:
    r"""One ROC curve for several classes: the average of each class against the rest, or one ranking of all scores.

    .. math:: \overline{FPR}(t) = \frac1k \sum_c FPR_c(t)

    .. math:: \overline{TPR}(t) = \frac1k \sum_c TPR_c(t)

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n, k)
        Scores, one column per class, higher for "more likely this class".
    average : {"threshold", "macro", "micro"}, default "threshold"
        "threshold": the mean of the classes' rates at each threshold (the formula above). "macro": the mean of the
        classes' true positive rates at each false positive rate. "micro": all n × k scores in one ranking, positive
        where the column is that of the true class.
    labels : sequence of k labels, optional
        The classes of the columns, with every class that occurs; by default those in `y_true`, sorted.

    Returns
    -------
    RocCurve
        ``(fpr, tpr, thresholds)`` with `auc`; `counts` only for "micro", the others are None.


    Warns
    -----
    UndefinedMetricWarning
        If a class never occurs, or no other does: its rate is nan everywhere, and so is an average over it.

    Notes
    -----
    1. The areas under the three curves are three numbers. That of "macro" is the mean of the classes' areas, that of
       "micro" the area of the micro average; that of "threshold" is neither.
    2. A point of the "macro" curve belongs to another threshold in each class: its `thresholds` are nan.
    3. "threshold" and "micro" compare the scores of different classes, which must therefore be on one scale.

    References
    ----------
    Fawcett (2006), section 8: "macro" is its vertical averaging, "threshold" its threshold averaging.

    Examples
    --------
    >>> from evalbook import curves
    >>> y_true = [0, 1, 2, 2]
    >>> y_score = [[1, 0, 0], [0.1, 0.5, 0.4], [0.1, 0.1, 0.8], [0.3, 0.3, 0.4]]
    >>> for average in ("threshold", "macro", "micro"):
    ...     print(average, round(curves.multiclass_roc_curve(y_true, y_score, average=average).auc, 4))
    threshold 0.9861
    macro 0.9583
    micro 0.9844
    """
    averaged = _AVERAGES[check.choice(average, "average", _AVERAGES)]
    member, score, classes = _class_scores(y_true, y_score, labels)
    absent = [label for label, found in zip(classes, member.sum(axis=0), strict=True) if found in (0, len(member))]
    if absent and average != "micro":
        warn_undefined(
            f"a rate of each of the classes {absent} is 0/0, nan everywhere, and so is its average: "
            f"the class never occurs in y_true, or no other does"
        )
    return averaged(member, score)


def _average_at_each_threshold(member: NDArray[np.bool_], score: FloatArray) -> RocCurve:
    thresholds = np.append(np.inf, np.unique(score)[::-1])
    fpr, tpr = np.zeros((2, len(thresholds)))
    for positive, column in zip(member.T, score.T, strict=True):
        own, counts = _count(positive, column)
        reached = np.searchsorted(-own, -thresholds, side="right") - 1  # the last of the class's own that is as high
        fpr += counts.fpr[reached]
        tpr += counts.tpr[reached]
    classes = member.shape[1]
    return RocCurve(fpr / classes, tpr / classes, thresholds, None)


def _average_at_each_fpr(member: NDArray[np.bool_], score: FloatArray) -> RocCurve:
    """Where a class's curve is vertical, its average has two points: the sums of the lower and of the upper ends."""
    counts = (_count(*columns).counts for columns in zip(member.T, score.T, strict=True))
    rates = [(np.nan_to_num(c.fpr), c.tpr) for c in counts]  # a class alone has no FPR; the others have no TPR then
    grid = np.unique(np.concatenate([fpr for fpr, _ in rates]))
    lower, upper = np.zeros((2, len(grid)))
    for fpr, tpr in rates:
        highest = np.interp(grid, fpr, tpr)
        first = np.searchsorted(fpr[:-1], grid)
        lower += np.where(fpr[first] == grid, tpr[first], highest)
        upper += highest
    x, y = np.repeat(grid, 2), np.column_stack([lower, upper]).ravel() / len(rates)
    distinct = np.append(True, np.diff(x) + np.diff(y) != 0)
    return RocCurve(x[distinct], y[distinct], np.full(distinct.sum(), np.nan), None)


def _pool(member: NDArray[np.bool_], score: FloatArray) -> RocCurve:
    thresholds, counts = _count(member.ravel(), score.ravel())
    return RocCurve(counts.fpr, counts.tpr, thresholds, counts)


_AVERAGES = {"threshold": _average_at_each_threshold, "macro": _average_at_each_fpr, "micro": _pool}

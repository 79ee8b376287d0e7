"""The precision-recall curve and two numbers that sum it up."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook._undefined import REMEDY, ZeroDivision, or_undefined, warn_undefined
from evalbook.confusion import Counts
from evalbook.curves._sweep import ThresholdCounts, sorted_classes, sweep, threshold_counts


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PrCurve(Record):
    """A precision-recall curve with one point per distinct score. It unpacks into ``precision, recall, thresholds``."""

    precision: FloatArray
    """The precisions, between 0 and 1. They may rise and fall."""
    recall: FloatArray
    """The recalls, rising to 1. They are nan if no sample is positive."""
    thresholds: NDArray[Any]
    """Every distinct score, in falling order."""
    counts: Counts
    """The four counts at each threshold."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.precision, self.recall, self.thresholds))

    def __repr__(self) -> str:
        return f"PrCurve({len(self.recall)} points, average_precision={self.average_precision:g})"

    @property
    def average_precision(self) -> float:
        """The area under the curve as a sum of steps. It is nan if no sample is positive."""
        return _sum_of_steps(self.counts.tp, self.counts.fp)

    @property
    def break_even_point(self) -> float:
        """The value at which precision and recall are equal. It is nan if no sample is positive."""
        return _break_even(self.counts.tp, self.counts.fp)


@with_hints
def pr_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> PrCurve:
    r"""The precision-recall curve: precision and recall at every threshold that some sample reaches.

    .. math:: P(t) = \frac{TP(t)}{TP(t) + FP(t)}

    .. math:: R(t) = \frac{TP(t)}{TP + FN}

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
    PrCurve
        ``(precision, recall, thresholds)``, with one point per distinct score from the highest threshold to the lowest.
        It also has `counts`, `average_precision` and `break_even_point`.

    Warns
    -----
    UndefinedMetricWarning
        If no sample is positive. The recall is then nan everywhere.

    See Also
    --------
    average_precision : the area under it
    roc_curve : true and false positive rate at the same thresholds
    threshold_counts : the counts behind it
    break_even_point : where precision and recall are equal

    Notes
    -----
    1. The curve starts at (recall 1/n₊, precision 1) if the highest score belongs to one positive, and at (0, 0) if it
       belongs to a negative. It ends at (1, share of positives). There is no point (0, 1), because above all scores no
       sample is predicted positive and the precision is 0/0. scikit-learn adds that point, and lists the points in the
       opposite order.
    2. Tied scores share one point.
    3. Between two points the curve is not a straight line: see `average_precision`.
    4. Without negatives the precision is 1 everywhere.

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
        warn_undefined(
            "the recall of the P-R curve is undefined (0/0), so it is nan everywhere: y_true has no positive sample"
        )
    reached = counts[1:]  # above all scores nothing is predicted positive: no precision
    return PrCurve(reached.precision, reached.recall, thresholds[1:], reached)


def curve_of_steps(counted: ThresholdCounts) -> PrCurve:
    """The P-R curve at the thresholds that some score reaches."""
    thresholds, counts = counted
    some = counts.predicted_positives > 0
    reached = counts[some]
    return PrCurve(reached.precision, reached.recall, thresholds[some], reached)


@on(NoFormula("it follows the curve, which each round draws anew"))
@with_hints
def average_precision(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The average precision (AP): the area under the P-R curve, computed as a sum of steps.

    .. math:: AP = \sum_i (R_i - R_{i-1})\, P_i, \qquad R_0 = 0

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
        Between 0 and 1. A constant score has the share of positives. A random order has a higher value on
        average, and clearly so if there are few positives.

    See Also
    --------
    pr_curve : the curve whose area this is
    roc_auc : the area under the ROC curve
    evalbook.ranking.average_precision : from a ranked list

    Notes
    -----
    1. Without positives it is undefined, and nan is returned.
    2. Without negatives it is 1.
    3. There are other areas under the P-R curve. Trapezoids (``auc(recall, precision)``) join the points by straight
       lines. These are too favorable if precision falls from one point to the next, as it does if many negatives tie.
       Without ties the trapezoids lie at most as high as the steps.
    4. It is also the mean of the precision at the score of each positive.

    References
    ----------
    Davis and Goadrich, *The relationship between Precision-Recall and ROC curves* (2006), on the straight lines.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.8333333333333333
    """
    positive, score, weight = check.scored_truth(y_true, y_score, pos_label, sample_weight)
    return or_undefined(_mean_precision(positive, score, weight), zero_division, NOTHING_TO_RECALL)


@on(NoFormula("it follows the curve, which each round draws anew"))
@with_hints
def break_even_point(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The break-even point: the value at which precision and recall are equal.

    .. math:: P = \frac{TP}{TP + FP} = \frac{TP}{TP + FN} = R

    where as many samples are predicted positive, TP + FP, as are positive, TP + FN.

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
        Between 0 and 1, which is the precision, the recall and the F1 at this point.

    See Also
    --------
    pr_curve : the curve on which the point is
    average_precision : the area under the curve

    Notes
    -----
    1. Without positives it is undefined, and nan is returned.
    2. If this number of samples can only be predicted positive by splitting a group of tied scores, the counts are
       interpolated linearly. The part of the group that is predicted positive then has the group's share of positives,
       which is what a random order of the group gives on average.
    3. As long as only negatives are predicted positive, precision and recall are both 0 and therefore equal, too. That
       is not the break-even point.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.2.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.break_even_point([1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    0.6666666666666666
    """
    _, tp, fp = sweep(*check.scored_truth(y_true, y_score, pos_label, sample_weight))
    return or_undefined(_break_even(tp, fp), zero_division, NOTHING_TO_RECALL)


NOTHING_TO_RECALL = f"the recall is undefined (0/0), so nan is returned: y_true has no positive sample. {REMEDY}"


def _mean_precision(positive: NDArray[np.bool_], score: NDArray[Any], weight: FloatArray | None) -> float:
    """The mean, over the positives, of the precision at the score of each."""
    if not positive.any():
        return math.nan
    if weight is not None:
        _, tp, fp = sweep(positive, score, weight)
        return _sum_of_steps(tp[1:], fp[1:])
    negatives, positives = sorted_classes(positive, score)
    tp, fp = (len(of) - np.searchsorted(of, positives, "left") for of in (positives, negatives))
    return float((tp / (tp + fp)).mean())


def _sum_of_steps(tp: NDArray[Any], fp: NDArray[Any]) -> float:
    """The same at falling scores: each step of recall at the precision that it is reached with."""
    return float(np.diff(tp, prepend=0) @ (tp / (tp + fp)) / tp[-1]) if tp[-1] else math.nan


def _break_even(tp: NDArray[Any], fp: NDArray[Any]) -> float:
    if not tp[-1]:
        return math.nan
    positives, predicted_positives = tp[-1], tp + fp
    found = np.interp(positives, predicted_positives, tp)
    return float(found / positives)

"""The sweep of a threshold over the scores, which feeds all curves, their areas and the best threshold.

A sample is predicted positive when its score is at least the threshold. The sweep sorts the scores once and adds up,
from the highest score down, how many positives and negatives lie at or above each distinct score. Samples with equal
scores cross the threshold together: they are one step, whatever their number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook._tally import EXACT, added_up
from evalbook.confusion import Counts


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ThresholdCounts(Record):
    """The four counts at every threshold, from high to low. It unpacks into ``thresholds, counts``."""

    thresholds: NDArray[Any]
    """inf, then every distinct score in falling order: floats, or objects if whole scores exceed 2⁵³."""
    counts: Counts
    """The counts as arrays with one entry per threshold. They can only be added to counts at the same thresholds."""

    def __iter__(self) -> Iterator[Any]:
        return iter((self.thresholds, self.counts))

    def __repr__(self) -> str:
        end = self.counts[-1]
        return f"ThresholdCounts({len(self.thresholds)} thresholds, {end.tp:g} positives, {end.fp:g} negatives)"


@with_hints
def threshold_counts(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> ThresholdCounts:
    r"""The four counts (TP, FP, FN, TN) at every threshold.

    .. math:: TP(t) = \sum_i w_i\, [y_i = 1]\,[s_i \ge t]

    .. math:: FP(t) = \sum_i w_i\, [y_i = 0]\,[s_i \ge t]

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
    ThresholdCounts
        ``(thresholds, counts)``: arrays with one entry for the threshold inf, at which no sample is predicted positive,
        and then one entry per distinct score.

    See Also
    --------
    roc_curve : true and false positive rate at each threshold
    pr_curve : precision and recall at each threshold
    best_threshold : the threshold with the lowest cost
    evalbook.confusion.Counts : every ratio of the counts

    Notes
    -----
    1. Tied scores share one entry.
    2. If only one class occurs, the counts of the other class are 0.
    3. ``score >= threshold`` reproduces the counts. For whole numbers beyond 2⁵³ only integers can do that, so the
       thresholds are then an array of objects: inf and Python integers.

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
    return count(*check.scored_truth(y_true, y_score, pos_label, sample_weight))


def count(positive: NDArray[np.bool_], score: NDArray[Any], weight: FloatArray | None = None) -> ThresholdCounts:
    """The counts at every threshold, beginning with inf."""
    reached, tp, fp = sweep(positive, score, weight)
    return _at_thresholds(_exact(reached), tp, fp)


def counts_of_steps(thresholds: FloatArray, positives: NDArray[Any], negatives: NDArray[Any]) -> ThresholdCounts:
    """The four counts at inf and at falling thresholds, of what is counted between each and the one before."""
    return _at_thresholds(thresholds, np.append(0, _summed(positives)), np.append(0, _summed(negatives)))


def _at_thresholds(reached: NDArray[Any], tp: NDArray[Any], fp: NDArray[Any]) -> ThresholdCounts:
    """The four counts at inf and at the scores that are reached, of the true and the false positives there."""
    thresholds, counts = np.append(np.inf, reached), Counts._made(tp, fp, tp[-1] - tp, fp[-1] - fp)
    return ThresholdCounts(thresholds, counts._along(thresholds, "thresholds"))


def _summed(counts: NDArray[Any]) -> NDArray[Any]:
    """Cumulative counts; beyond 2⁵³ as floats, so that they do not wrap around."""
    return np.cumsum(counts, dtype=None if added_up(counts) <= EXACT else np.float64)


def sweep(
    positive: NDArray[np.bool_], score: NDArray[Any], weight: FloatArray | None = None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Every distinct score, falling; and the true and the false positives above all of them, which is 0, and at each.

    One sort, one cumulative sum.
    """
    if weight is None:
        score, positive = _falling(positive, score)
    else:
        order = np.argsort(score)[::-1]
        score, positive, weight = score[order], positive[order], weight[order]
    reached = np.concatenate([[0], np.flatnonzero(score[1:] != score[:-1]) + 1, [len(score)]])  # how many samples are
    if weight is None:
        tp = _before(positive)[reached]
        fp = reached - tp
    else:
        tp, fp = _before(weight * positive)[reached], _before(weight * ~positive)[reached]
    return score[reached[1:] - 1], tp, fp


def _before(values: NDArray[Any]) -> NDArray[Any]:
    """What the values before each place add up to, and behind all of them their sum."""
    sums = np.zeros(len(values) + 1, dtype=np.int64 if values.dtype == np.bool_ else values.dtype)
    np.cumsum(values, out=sums[1:])
    return sums


def sorted_classes(positive: NDArray[np.bool_], score: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The scores of the negatives and those of the positives, rising.

    NumPy sorts values several times as fast as an index of them, and each class by itself needs no index.
    """
    return np.sort(score.compress(~positive)), np.sort(score.compress(positive))


def _falling(positive: NDArray[np.bool_], score: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The scores from high to low, and which of them are positive.

    A stable sort finds the two sorted classes in order, and merges them in one pass.
    """
    negatives, positives = sorted_classes(positive, score)
    runs = np.concatenate([negatives, positives])
    order = np.argsort(runs, kind="stable")[::-1]
    return runs[order], order >= len(negatives)


def _exact(score: NDArray[Any]) -> NDArray[Any]:
    """Falling scores that can stand beside inf: whole numbers that floats would not keep apart become objects."""
    beyond = score.dtype.kind in "iu" and max(int(score[0]), -int(score[-1])) > EXACT
    return score.astype(object) if beyond else score

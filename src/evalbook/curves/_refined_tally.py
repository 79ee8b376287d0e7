"""A second pass over binned scores: those of the bins that leave an area open are sorted, and the area is exact."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._rounding import RELATIVE
from evalbook._tally import Tally
from evalbook.curves._bins import bins_of
from evalbook.curves._precision_recall import curve_of_steps
from evalbook.curves._roc import RocCurve
from evalbook.curves._score_tally import ScoreTally
from evalbook.curves._sweep import ThresholdCounts, counts_of_steps

Metric: TypeAlias = Literal["roc_auc", "average_precision"]
METRICS = ("roc_auc", "average_precision")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RefinedTally(Tally):
    """The exact area for a test set in parts: a :class:`ScoreTally` with the scores in the bins that need them.

    :meth:`from_arrays` makes it in a second pass over the same samples. Tallies of the same first pass can be added,
    and their sum has an area once all samples have been seen again.

    Parameters
    ----------
    first : ScoreTally
        The tally of all samples.
    metric : {"roc_auc", "average_precision"}
        The area that is to be exact. For "roc_auc" a bin is open if it holds both classes. For "average_precision" a
        bin is also open if it holds several positives below some negative. Both areas are then exact.
    scores : array_like of shape (m,)
        The distinct scores in the open bins, in falling order.
    positives, negatives : array_like of shape (m,)
        The number of positive and of negative samples with each of these scores, or the sum of their weights.
    at_most : int
        The largest number of distinct scores it may hold. Each takes 24 bytes.

    See Also
    --------
    ScoreTally : the first pass, which gives bounds
    roc_auc : if all scores are in one array
    average_precision : if all scores are in one array

    Notes
    -----
    1. More distinct scores than `at_most` raise a ValueError. The classes then overlap so much that an exact area would
       need a sort of all scores. Narrower bins in the first pass leave fewer of them open.
    2. An area raises a ValueError before all samples have been seen again, or if the samples fill the open bins in
       another way than in the first pass.

    Examples
    --------
    >>> from evalbook import curves
    >>> y_true, y_score = [0, 1, 0, 1, 1, 0], [0.1, 0.35, 0.4, 0.45, 0.8, 0.9]
    >>> first = curves.ScoreTally.from_arrays(y_true, y_score, edges=[0.25, 0.5])
    >>> first.roc_auc_bounds()
    (0.4444444444444444, 0.7777777777777778)
    >>> half = curves.RefinedTally.from_arrays(y_true[:3], y_score[:3], first=first)
    >>> both = half + curves.RefinedTally.from_arrays(y_true[3:], y_score[3:], first=first)
    >>> both.roc_auc() == curves.roc_auc(y_true, y_score)
    True
    """

    first: ScoreTally
    metric: Metric
    scores: FloatArray
    positives: NDArray[Any]
    negatives: NDArray[Any]
    at_most: int = 10_000_000

    def __post_init__(self) -> None:
        _require_first(self.first)
        check.choice(self.metric, "metric", METRICS)
        scores = check.as_array(self.scores, "scores", "numbers")
        object.__setattr__(self, "scores", check.floats(scores, "scores").copy() if scores.size else np.zeros(0))
        if (np.diff(self.scores) >= 0).any():
            raise ValueError("scores do not fall; expected each distinct score once, from high to low")
        for name in ("positives", "negatives"):
            counts = check.as_array(getattr(self, name), name, "counts")
            counts = check.numbers(counts, name) if counts.size else np.zeros(0, dtype=np.int64)
            check.same_length(scores=self.scores, **{name: counts})
            if counts.min(initial=0) < 0:
                raise ValueError(f"{name} holds {counts.min()}; expected values of at least 0")
            check.require_size(counts, name)
            object.__setattr__(self, name, counts.copy())
        object.__setattr__(self, "at_most", check.integer(self.at_most, "at_most", at_least=1))
        self._require_few()

    @classmethod
    def from_arrays(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        first: ScoreTally,
        metric: Metric = "roc_auc",
        at_most: int = 10_000_000,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> RefinedTally:
        """Make a tally of the distinct scores in the open bins of the first pass.

        Parameters
        ----------
        y_true : array_like of shape (n,)
            The true labels. They are integers, booleans or strings.
        y_score : array_like of shape (n,)
            The scores, as in the first pass.
        first : ScoreTally
            The tally of all samples, those of this part and of the other parts.
        metric : {"roc_auc", "average_precision"}, default "roc_auc"
            The area that is to be exact.
        at_most : int, default 10 million
            The largest number of distinct scores to hold. Each takes 24 bytes.
        pos_label : label, optional
            The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
        sample_weight : array_like of shape (n,), optional
            How much each sample counts, as in the first pass.
        """
        _require_first(first)
        metric, at_most = check.choice(metric, "metric", METRICS), check.integer(at_most, "at_most", at_least=1)
        positive, score, weight = check.scored_truth(y_true, y_score, pos_label, sample_weight)
        score = check.to_floats(score, "y_score")
        open_ = _open_bins(first, metric)[bins_of(score, first.edges)]
        each = np.ones(len(score), dtype=np.int64) if weight is None else weight
        found = _distinct(score[open_], (each * positive)[open_], (each * ~positive)[open_])
        return cls._made(first, metric, *found, at_most)._require_few()

    def _require_few(self) -> RefinedTally:
        if len(self.scores) > self.at_most:
            raise ValueError(
                f"the open bins hold more than at_most={self.at_most:,} distinct scores; make the bins of the first "
                f"pass finer with its refined_edges(), raise at_most, or report the bounds"
            )
        return self

    def __repr__(self) -> str:
        return f"<RefinedTally of {len(self.scores):,} distinct scores in the open bins of {self.first!r}>"

    def _require_same_kind(self, other: RefinedTally) -> None:
        for name in ("metric", "first"):
            if getattr(self, name) != getattr(other, name):
                raise ValueError(
                    f"refined tallies of another {name} do not add; expected the same {name} for all parts"
                )

    def _plus(self, other: RefinedTally) -> RefinedTally:
        both = (np.append(getattr(self, name), getattr(other, name)) for name in ("scores", "positives", "negatives"))
        return self._made(self.first, self.metric, *_distinct(*both), min(self.at_most, other.at_most))._require_few()

    def _columns(self, whole: RefinedTally) -> Any:
        raise TypeError(
            "a RefinedTally is exact only for all samples together; draw from its first pass, the ScoreTally"
        )

    def threshold_counts(self) -> ThresholdCounts:
        """The exact four counts at inf, at each score in an open bin, and at the lower edge of each closed bin."""
        open_ = _open_bins(self.first, self.metric)
        self._require_same_samples(open_)
        closed = ~open_ & (self.first.positives + self.first.negatives > 0)
        thresholds = np.append(self.scores, np.append(-np.inf, self.first.edges)[closed])
        order = np.argsort(thresholds)[::-1]
        both = zip((self.positives, self.negatives), (self.first.positives, self.first.negatives), strict=True)
        return counts_of_steps(thresholds[order], *(np.append(mine, binned[closed])[order] for mine, binned in both))

    def _require_same_samples(self, open_: NDArray[np.bool_]) -> None:
        """Raise unless both passes have counted the same in each open bin, up to the rounding of weights."""
        bins = bins_of(self.scores, self.first.edges)
        for name in ("positives", "negatives"):
            before = getattr(self.first, name) * open_
            again = np.bincount(bins, getattr(self, name), minlength=len(before))
            within = RELATIVE if before.dtype.kind == "f" else 0  # counts are exact, sums of weights are rounded
            differ = np.flatnonzero(~np.isclose(again, before, rtol=within, atol=0))
            if not differ.size:
                continue
            where, seen, expected = "the open bins", again.sum(), before.sum()
            if math.isclose(seen, expected, rel_tol=within):
                where, seen, expected = f"bin {differ[0]}", again[differ[0]], before[differ[0]]
            raise ValueError(
                f"the second pass has seen {seen:,.10g} {name} in {where} and the first {expected:,.10g}; expected the "
                f"same samples in both: add the refined tallies of all parts first"
            )

    def roc_auc(self) -> float:
        """The exact area under the ROC curve. It is nan if one class is missing."""
        thresholds, counts = self.threshold_counts()
        return RocCurve(counts.fpr, counts.tpr, thresholds, counts).auc

    def average_precision(self) -> float:
        """The exact average precision. It is nan if no sample is positive."""
        if self.metric != "average_precision":
            raise ValueError(
                f'the tally was refined for metric={self.metric!r}; expected one made with metric="average_precision"'
            )
        return curve_of_steps(self.threshold_counts()).average_precision


def _require_first(first: Any) -> None:
    if not isinstance(first, ScoreTally):
        raise TypeError(f"first is of type {type(first).__name__}; expected the ScoreTally of all samples")


def _open_bins(tally: ScoreTally, metric: Metric) -> NDArray[np.bool_]:
    """The bins whose order matters: which hold both classes or, for AP, several positives below some negative."""
    positives, negatives = tally.positives, tally.negatives
    open_: NDArray[np.bool_] = (positives > 0) & (negatives > 0)
    if metric == "average_precision":
        several = positives > (0 if positives.dtype.kind == "f" else 1)  # what weighs 1 may be several samples
        open_ |= several & (np.append(np.cumsum(negatives[:0:-1])[::-1], 0) > 0)
    return open_


def _distinct(
    scores: FloatArray, positives: NDArray[Any], negatives: NDArray[Any]
) -> tuple[FloatArray, NDArray[Any], NDArray[Any]]:
    """Every distinct score once, falling, and what was counted at each."""
    order = np.argsort(scores)[::-1]
    scores = scores[order]
    first = np.flatnonzero(np.append(True, scores[1:] != scores[:-1])[: len(scores)])
    if not first.size:
        return scores, positives, negatives
    return scores[first], np.add.reduceat(positives[order], first), np.add.reduceat(negatives[order], first)

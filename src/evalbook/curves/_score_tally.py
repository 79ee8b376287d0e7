"""Scores counted in bins: what adds over the parts of a test set, and bounds that hold for the scores themselves.

The order of the scores within a bin is forgotten. All else is known, so that the areas lie between two values: those
of the worst and of the best order within the bins.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._tally import CellRows, Rows, Tally, added_up
from evalbook.curves import _bounds as bounds
from evalbook.curves._bins import bins_of
from evalbook.curves._edges import MOST_BINS, checked_edges, edges_for
from evalbook.curves._precision_recall import PrCurve, curve_of_steps
from evalbook.curves._roc import RocCurve
from evalbook.curves._sweep import ThresholdCounts, counts_of_steps


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreTally(Tally):
    r"""Counts of positives and negatives in bins of the score, which give points of the curves and bounds on the areas.

    Tallies over the same edges can be added (``a + b``, ``sum(list_of_tallies)``): the tally of a test set is the sum
    of the tallies of its parts. A bin holds :math:`p_i` positives and :math:`n_i` negatives of all :math:`P` and
    :math:`N`; above it there are :math:`T_i` positives and :math:`F_i` negatives, below it :math:`C_i` negatives.

    .. math::

        \begin{aligned}
        \mathrm{AUC} &\ge \frac{1}{P N} \sum_i p_i\, C_i \\
        \mathrm{AUC} &\le \frac{1}{P N} \sum_i p_i\,(C_i + n_i) \\
        AP &\ge \frac1P \sum_i \sum_{j=1}^{p_i} \frac{T_i + j}{T_i + j + F_i + n_i} \\
        AP &\le \frac1P \sum_i p_i\, \frac{T_i + p_i}{T_i + p_i + F_i}
        \end{aligned}

    Parameters
    ----------
    edges : array_like of shape (b - 1,)
        The scores at which one bin ends and the next begins, rising. A bin includes its lower edge. The first and the
        last bin have no outer edge, so that every score has a bin.
    positives, negatives : array_like of shape (b,), optional
        The number of positive and of negative samples in each bin, or the sum of their weights. By default all are 0.

    See Also
    --------
    logit_edges : edges for probabilities
    quantile_edges : edges for other scores
    RefinedTally : the exact area by a second pass
    roc_auc : if all scores are in one array

    Notes
    -----
    1. The bounds hold for any scores with these counts, tied or not, up to rounding in the last digits. No narrower
       bounds do. The lower bound has the negatives first within each bin, and the upper bound has the positives first.
       For AP, the best case is that all positives of a bin are tied, and the worst case is that all of them are apart.
       The repr rounds lower bounds down and upper bounds up.
    2. The distance between the bounds of the AUC is at most the share of samples in the fullest bin.
    3. `roc_auc` and `average_precision` are computed as if the scores were rounded down to the edges. They lie within
       the bounds.
    4. Tallies over different edges cannot be added, so choose the edges once for all parts.
    5. Whole counts add exactly up to 2⁵³. Larger counts, and counts with weights, are floats. The lower bounds of AP
       and of the precision then assume that each positive could be split into ever smaller weights. A recall is reached
       up to rounding, so that the bounds are the same in any unit of the weights.
    6. Without positives, or without negatives, the areas are nan.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.3, for the areas. The bounds order each bin in the best and the worst
    way.

    Examples
    --------
    >>> from evalbook.curves import ScoreTally
    >>> monday = ScoreTally.from_arrays([1, 1, 0, 0], [0.4, 0.3, 0.2, 0.1], edges=[0.25, 0.5, 0.75])
    >>> tuesday = ScoreTally.from_arrays([1, 1, 0, 0], [0.9, 0.8, 0.7, 0.6], edges=[0.25, 0.5, 0.75])
    >>> both = monday + tuesday
    >>> both.roc_auc_bounds()
    (0.75, 0.75)
    >>> both
    <ScoreTally of 4 positives and 4 negatives in 4 bins: AUC 0.75 to 0.75, AP 0.816 to 0.834>
    """

    edges: FloatArray
    positives: Any = None
    negatives: Any = None

    _KIND: ClassVar = ("edges",)

    def __post_init__(self) -> None:
        edges = checked_edges(self.edges)
        object.__setattr__(self, "edges", edges)
        for name in ("positives", "negatives"):
            given = getattr(self, name)
            none = np.zeros(len(edges) + 1, dtype=np.int64)
            counts = none if given is None else check.per_bin(given, name, len(edges) + 1)
            object.__setattr__(self, name, counts)

    @classmethod
    def from_arrays(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        edges: ArrayLike | None = None,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> ScoreTally:
        """Make a tally of true labels and scores.

        Parameters
        ----------
        y_true : array_like of shape (n,)
            The true labels. They are integers, booleans or strings.
        y_score : array_like of shape (n,)
            The scores, which are higher for samples that are more likely positive. Beyond 2⁵³ they are compared as
            floats.
        edges : array_like of shape (b - 1,), optional
            The scores at which one bin ends and the next begins. By default they are `logit_edges()`, for scores from 0
            to 1.
        pos_label : label, optional
            The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
        sample_weight : array_like of shape (n,), optional
            How much each sample counts, in the same unit for all parts. By default all samples count the same.
        """
        positive, score, weight = check.scored_truth(y_true, y_score, pos_label, sample_weight)
        edges = edges_for(edges, score)
        return _of_cells(edges, np.bincount(_cells_of(positive, score, edges), weight, minlength=2 * len(edges) + 2))

    @classmethod
    def rows(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        edges: ArrayLike | None = None,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> Rows[ScoreTally]:
        """Count each sample by itself, to resample a test set: any weighted sum of these rows is a tally.

        The parameters are those of :meth:`from_arrays`.
        """
        weight = check.weights(sample_weight)
        positive, score, _ = check.scored_truth(y_true, y_score, pos_label, None)
        check.same_length(y_true=positive, sample_weight=weight)
        edges = edges_for(edges, score)
        return CellRows(_cells_of(positive, score, edges), 2 * len(edges) + 2, partial(_of_cells, edges), weight)

    def __repr__(self) -> str:
        positives, negatives = (_shown(added_up(counts)) for counts in (self.positives, self.negatives))
        return (
            f"<ScoreTally of {positives} positives and {negatives} negatives in {len(self.positives):,} bins: "
            f"AUC {bounds.outward(self.roc_auc_bounds(), 4)}, "
            f"AP {bounds.outward(self.average_precision_bounds(), 3)}>"
        )

    def _require_same_kind(self, other: ScoreTally) -> None:
        if not np.array_equal(self.edges, other.edges):
            mine, others = (np.array2string(tally.edges, threshold=6, precision=4) for tally in (self, other))
            raise ValueError(
                f"tallies over the edges {mine} and {others} do not add; expected the same edges= for all parts"
            )

    def _cells(self) -> tuple[NDArray[Any], Callable[[NDArray[Any]], ScoreTally]]:
        return np.concatenate([self.negatives, self.positives]), partial(_of_cells, self.edges)

    @property
    def n(self) -> float:
        """The number of samples, or the sum of their weights."""
        return float(added_up(self.positives)) + float(added_up(self.negatives))

    # Curves: exact at the edges

    @property
    def threshold_counts(self) -> ThresholdCounts:
        """The exact four counts at inf, at every edge from high to low, and at -inf."""
        thresholds = np.append(self.edges[::-1], -np.inf)
        return counts_of_steps(thresholds, self.positives[::-1], self.negatives[::-1])

    @property
    def roc_curve(self) -> RocCurve:
        """The exact points of the ROC curve at inf, at every edge, and at -inf."""
        thresholds, counts = self.threshold_counts
        return RocCurve(counts.fpr, counts.tpr, thresholds, counts)

    @property
    def pr_curve(self) -> PrCurve:
        """The exact points of the P-R curve at the edges that some score reaches, and at -inf."""
        return curve_of_steps(self.threshold_counts)

    def roc_curve_bounds(self) -> tuple[RocCurve, RocCurve]:
        """The lowest and the highest ROC curve, with the negatives or the positives first in each bin.

        Every ROC curve with these counts lies between the two, and their areas are `roc_auc_bounds`. Corners within a
        bin have the threshold nan.
        """
        fpr, tpr, thresholds = self.roc_curve
        twice = np.repeat(np.arange(len(fpr)), 2)
        sooner, later = twice[:-1], twice[1:]
        edges = np.where(sooner == later, thresholds[later], np.nan)
        return RocCurve(fpr[later], tpr[sooner], edges, None), RocCurve(fpr[sooner], tpr[later], edges, None)

    def pr_curve_bounds(self, recall: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """The lowest and the highest precision at the highest threshold that reaches a recall.

        Parameters
        ----------
        recall : array_like
            The recalls, above 0 and at most 1.

        Returns
        -------
        low, high : ndarray
            The precisions, one for each recall. They are nan if no sample is positive.
        """
        share = check.shares(recall, "recall")
        if not (share > 0).all():
            raise ValueError("recall holds 0; expected values above 0: at recall 0 the precision is undefined (0/0)")
        return bounds.of_precision(self._from_high(), share, whole=self._is_whole)

    # Areas

    @property
    def roc_auc(self) -> float:
        """The area under the ROC curve if scores are rounded down to the edges, in the middle of its bounds."""
        low, high = self.roc_auc_bounds()
        return (low + high) / 2

    def roc_auc_bounds(self) -> tuple[float, float]:
        """The lowest and the highest area under the ROC curve of scores with these counts."""
        return bounds.of_roc_auc(self._from_high())

    @property
    def average_precision(self) -> float:
        """The average precision if scores are rounded down to the edges, which lies within its bounds."""
        return self.pr_curve.average_precision if self.positives.any() else math.nan

    def average_precision_bounds(self) -> tuple[float, float]:
        """The lowest and the highest average precision of scores with these counts."""
        return bounds.of_average_precision(self._from_high(), whole=self._is_whole)

    def refined_edges(self, n_bins: int = 10_000) -> FloatArray:
        """Edges for another pass over the same scores, in which the bounds of the AUC are closer.

        Bins of both classes are cut, and neighboring bins of one class are joined. The bounds of AP may move apart a
        little, because less is known about positives in joined bins.

        Parameters
        ----------
        n_bins : int, default 10,000
            The largest number of bins, unless more are needed to keep bins of both classes and neighbors of different
            classes apart. A bin is cut into pieces in proportion to the square root of its part of the gap between the
            bounds of the AUC, which makes the remaining gap smallest.

        Returns
        -------
        ndarray
            The rising edges. The bins without an outer edge stay as they are.
        """
        n_bins = check.integer(n_bins, "n_bins", at_least=2, at_most=MOST_BINS)
        gap = np.sqrt(self.positives) * np.sqrt(self.negatives)  # the product of huge weights would overflow
        mixed = gap > 0
        some = np.flatnonzero((self.positives > 0) | (self.negatives > 0))
        turns = some[1:][np.diff(self.positives[some] > 0)] - 1  # edges between bins of the one class and of the other
        kept = np.union1d(np.flatnonzero(mixed[1:] | mixed[:-1]), turns)  # and those beside a bin of both
        room = n_bins - 1 - len(kept)
        inner = gap[1:-1]
        if room <= 0 or not inner.any():
            return self.edges[kept] if kept.size else self.edges[:1]
        pieces = 1 + (inner / inner.sum() * room).astype(np.int64)
        old = np.append(0, np.cumsum(pieces))
        new = np.setdiff1d(np.arange(old[-1]), old)
        return np.union1d(self.edges[kept], np.interp(new, old, self.edges))

    def _from_high(self) -> bounds.Bins:
        """The bins from high to low."""
        return bounds.bins_from_high(self.positives.astype(np.float64), self.negatives.astype(np.float64))

    @property
    def _is_whole(self) -> bool:
        """Whether samples were counted, and no weights added up."""
        return not any(counts.dtype.kind == "f" for counts in (self.positives, self.negatives))


def _cells_of(positive: NDArray[np.bool_], score: NDArray[Any], edges: FloatArray) -> NDArray[np.intp]:
    """The cell of each sample: its bin if it is negative, behind all of these if it is positive."""
    found = bins_of(check.to_floats(score, "y_score"), edges)
    found += (len(edges) + 1) * positive  # ten times as fast as to pick the positives
    return found


def _of_cells(edges: FloatArray, cells: NDArray[Any]) -> ScoreTally:
    negatives, positives = np.split(cells, 2)
    return ScoreTally._made(edges, positives, negatives)


def _shown(count: float) -> str:
    return f"{count:,}" if isinstance(count, int) else f"{count:,.6g}"

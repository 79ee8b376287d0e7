"""Scores counted in bins: what adds over the parts of a test set, and bounds that hold for the scores themselves.

The order of the scores within a bin is forgotten. All else is known, so that the areas lie between two values: those
of the worst and of the best order within the bins.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._tally import EXACT, CellRows, Rows, Tally, added_up, unit_of
from evalbook._undefined import ratio
from evalbook.confusion import Counts
from evalbook.curves.precision_recall import PrCurve
from evalbook.curves.roc import RocCurve
from evalbook.curves.sweep import ThresholdCounts

__all__ = ["ScoreTally", "logit_edges", "quantile_edges"]

MOST_BINS = 10**7
DROPPED = 39
"""Bits of a float without which it names its cell: sign, exponent and 13 bits of the fraction are left."""
HALF = int(np.float64(0.5).view(np.int64) >> DROPPED)
CELLS = 2**19
"""More cells would not be looked up faster than edges are found."""
AT_ONCE = 2**15
"""So many scores are looked up while they stay in the processor's own memory."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreTally(Tally):
    r"""Positives and negatives in bins of the score, from which points of the curves and bounds on the areas follow.

    Tallies over the same edges add (``a + b``, ``sum(list_of_tallies)``): the tally of a test set is the sum of the
    tallies of its parts. A bin holds :math:`p_i` positives and :math:`n_i` negatives of all :math:`P` and :math:`N`;
    above it there are :math:`T_i` positives and :math:`F_i` negatives, below it :math:`C_i` negatives.

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
        Where one bin ends and the next begins, rising. A bin includes its lower edge; the first and the last bin are
        open, so that every score has a bin.
    positives, negatives : array_like of shape (b,), optional
        The number of positive and of negative samples in each bin, or the sum of their weights; by default 0.

    Notes
    -----
    1. The bounds hold for any scores with these counts, tied or not, up to rounding in the last digits, and no narrower
       ones do: negatives first within each bin gives the lower, positives first the upper. For AP the best is all
       positives of a bin tied, the worst all of them apart. The repr rounds the lower ones down and the upper ones up.
    2. The distance between the bounds of the AUC is at most the share of samples in the fullest bin.
    3. `roc_auc` and `average_precision` are those of the scores rounded down to the edges. They lie within the bounds.
    4. Tallies over other edges do not add: choose the edges once, for all parts.
    5. Whole counts add exactly up to 2⁵³. Beyond, and with weights, the counts are floats, and the lower bounds of AP
       and of the precision are those of ever smaller weights, in which each positive could be split.
    6. No positive, or no negative: nan.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.3, for the areas; the bounds order each bin in the best and worst way.

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
        edges = _checked_edges(self.edges)
        object.__setattr__(self, "edges", edges)
        for name in ("positives", "negatives"):
            given = getattr(self, name)
            none = np.zeros(len(edges) + 1, dtype=np.int64)
            counts = none if given is None else check.per_bin(given, name, len(edges) + 1)
            object.__setattr__(self, name, counts)
        self._require_finite()

    def _require_finite(self) -> None:
        with np.errstate(over="ignore"):
            if not math.isfinite(self.n):
                raise ValueError("positives and negatives add up to more than a float holds; expected smaller weights")

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
        """Count true labels and scores.

        Parameters
        ----------
        y_true : array_like of shape (n,)
            True labels: integers, booleans or strings.
        y_score : array_like of shape (n,)
            Scores, higher for "more likely positive"; beyond 2⁵³ they are compared as floats.
        edges : array_like of shape (b - 1,), optional
            Where one bin ends and the next begins; by default `logit_edges`, which takes scores from 0 to 1.
        pos_label : label, optional
            The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
        sample_weight : array_like of shape (n,), optional
            How much each sample counts, in the same unit for all parts; by default all alike.
        """
        positive, score, weight = check.scored_truth(y_true, y_score, pos_label, sample_weight)
        bounds = _edges_for(edges, score)
        cells = np.bincount(_cells_of(positive, score, bounds), weight, minlength=2 * len(bounds) + 2)
        return _of_cells(bounds, cells)

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
        """Count each sample by itself: rows of which any weighted sum is a tally, to resample a test set.

        The parameters are those of :meth:`from_arrays`.
        """
        weight = check.weights(sample_weight)
        positive, score, _ = check.scored_truth(y_true, y_score, pos_label, None)
        check.same_length(y_true=positive, sample_weight=weight)
        bounds = _edges_for(edges, score)
        return CellRows(_cells_of(positive, score, bounds), 2 * len(bounds) + 2, partial(_of_cells, bounds), weight)

    def __repr__(self) -> str:
        positives, negatives = (_shown(added_up(counts)) for counts in (self.positives, self.negatives))
        return (
            f"<ScoreTally of {positives} positives and {negatives} negatives in {len(self.positives):,} bins: "
            f"AUC {_outward(self.roc_auc_bounds(), 4)}, AP {_outward(self.average_precision_bounds(), 3)}>"
        )

    def _require_same_kind(self, other: ScoreTally) -> None:
        if not np.array_equal(self.edges, other.edges):
            mine, others = (np.array2string(tally.edges, threshold=6, precision=4) for tally in (self, other))
            raise ValueError(f"tallies over the edges {mine} and {others} do not add; expected one edges for both")

    def _plus(self, other: ScoreTally) -> ScoreTally:
        with np.errstate(over="ignore"):
            total = super(ScoreTally, self)._plus(other)
        total._require_finite()
        return total

    def _cells(self) -> tuple[NDArray[Any], Callable[[NDArray[Any]], ScoreTally]]:
        return np.concatenate([self.negatives, self.positives]), partial(_of_cells, self.edges)

    @property
    def n(self) -> float:
        """The number of samples, or the sum of their weights."""
        return float(added_up(self.positives)) + float(added_up(self.negatives))

    # Curves: exact at the edges

    @property
    def threshold_counts(self) -> ThresholdCounts:
        """The four counts at inf, at every edge from high to low, and at -inf: exact."""
        thresholds = np.append(self.edges[::-1], -np.inf)
        return counts_of_steps(thresholds, self.positives[::-1], self.negatives[::-1])

    @property
    def roc_curve(self) -> RocCurve:
        """The points of the ROC curve at inf, at every edge, and at -inf: exact."""
        thresholds, counts = self.threshold_counts
        return RocCurve(counts.fpr, counts.tpr, thresholds, counts)

    @property
    def pr_curve(self) -> PrCurve:
        """The points of the P-R curve at the edges that some score reaches, and at -inf: exact."""
        return curve_of_steps(self.threshold_counts)

    def roc_curve_bounds(self) -> tuple[RocCurve, RocCurve]:
        """The lowest and the highest ROC curve: negatives first in each bin, and positives first.

        Every ROC curve with these counts lies between the two; their areas are those of `roc_auc_bounds`. The corners
        within the bins have the threshold nan.
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
            Recalls, above 0 and up to 1.

        Returns
        -------
        low, high : ndarray
            Precisions, one a recall; nan where no sample is positive.
        """
        share = check.shares(recall, "recall")
        if not (share > 0).all():
            raise ValueError("recall holds 0; expected values above 0: there precision is 0/0")
        positive, negative, above, false = self._from_high()
        if not positive.any():
            return np.full(share.shape, np.nan), np.full(share.shape, np.nan)
        reached = above + positive
        bin_ = np.searchsorted(reached / reached[-1], share, side="left")  # .07 · 100 is more than 7, 7 / 100 is .07
        most = reached[bin_]
        fewest = np.minimum(_fewest(share, reached[-1]) if self._is_whole else share * reached[-1], most)
        return fewest / (fewest + (false + negative)[bin_]), most / (most + false[bin_])

    # Areas

    @property
    def roc_auc(self) -> float:
        """The area under the ROC curve of the scores rounded down to the edges: in the middle of its bounds."""
        low, high = self.roc_auc_bounds()
        return (low + high) / 2

    def roc_auc_bounds(self) -> tuple[float, float]:
        """The lowest and the highest area under the ROC curve of scores with these counts."""
        positive, negative, above, false = self._from_high()
        positives, negatives = above[-1] + positive[-1], false[-1] + negative[-1]
        pairs = positives * negatives
        won = negative @ above  # every negative, by the positives above it
        low, high = ratio(won, pairs), ratio(won + negative @ positive, pairs)
        return float(np.minimum(low, 1)), float(np.minimum(high, 1))  # in the last digit they can be above 1

    @property
    def average_precision(self) -> float:
        """The average precision of the scores rounded down to the edges; it lies within its bounds."""
        return self.pr_curve.average_precision if self.positives.any() else math.nan

    def average_precision_bounds(self) -> tuple[float, float]:
        """The lowest and the highest average precision of scores with these counts."""
        bins = np.stack(self._from_high())
        positive, negative, above, false = bins[:, bins[0] > 0]
        positives = positive.sum()
        worst = (_sum_when_apart if self._is_whole else _sum_when_split)(positive, above, false + negative)
        best = positive * ((above + positive) / (above + positive + false))
        worst = np.clip(worst, 0, best)  # they differ in the last digits where they are equal
        return float(ratio(worst.sum(), positives)), float(ratio(best.sum(), positives))

    def refined_edges(self, n_bins: int = 10_000) -> FloatArray:
        """Edges for another pass over the same scores, in which the bounds of the AUC are closer.

        Bins of both classes are cut, and neighbors of one class joined. The bounds of AP may move apart a little: they
        know less of positives that are joined.

        Parameters
        ----------
        n_bins : int, default 10,000
            How many bins at most, unless more are needed to keep bins of both classes and neighbors of different ones
            apart. A bin gets pieces in proportion to the square root of its part of the gap between the bounds of the
            AUC, which makes what is left smallest.

        Returns
        -------
        ndarray
            Rising; open bins at both ends stay as they are.
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
        places = np.repeat(np.arange(len(inner)), pieces - 1)
        within = np.arange(len(places)) - np.repeat(np.cumsum(pieces - 1) - (pieces - 1), pieces - 1) + 1
        low, high = self.edges[places], self.edges[places + 1]
        return np.unique(np.append(self.edges[kept], low + (high - low) * (within / pieces[places])))

    def _from_high(self) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Positives and negatives of each bin, and of all above it, from high to low; in a unit whose products fit."""
        positive, negative = self.positives[::-1].astype(np.float64), self.negatives[::-1].astype(np.float64)
        largest = max(positive.max(), negative.max())
        if largest and (self.positives.dtype.kind == "f" or self.negatives.dtype.kind == "f"):
            unit = unit_of(np.array([largest]))
            positive, negative = positive / unit, negative / unit
        return positive, negative, _summed_before(positive), _summed_before(negative)

    @property
    def _is_whole(self) -> bool:
        """Whether samples were counted, and no weights added up."""
        return not any(counts.dtype.kind == "f" for counts in (self.positives, self.negatives))


def counts_of_steps(thresholds: FloatArray, positives: NDArray[Any], negatives: NDArray[Any]) -> ThresholdCounts:
    """The four counts at inf and at falling thresholds, of what is counted between each and the one before."""
    thresholds = np.append(np.inf, thresholds)
    tp, fp = (np.append(0, _summed(counts)) for counts in (positives, negatives))
    counts = Counts._made(tp, fp, tp[-1] - tp, fp[-1] - fp)
    return ThresholdCounts(thresholds, counts._along(thresholds, "thresholds"))


def curve_of_steps(counted: ThresholdCounts) -> PrCurve:
    """The P-R curve at the thresholds that some score reaches."""
    thresholds, counts = counted
    some = counts.predicted_positives > 0
    reached = counts[some]
    return PrCurve(reached.precision, reached.recall, thresholds[some], reached)


def _summed_before(counts: FloatArray) -> FloatArray:
    """The sum of all counts before each; a difference of sums would lose what is small beside its own count."""
    sums = np.zeros(len(counts))
    np.cumsum(counts[:-1], out=sums[1:])
    return sums


def _fewest(share: FloatArray, total: float) -> FloatArray:
    """The smallest whole numbers that are at least a share of the total, as floats divide."""
    found = np.ceil(share * total)
    found = found + (found / total < share)
    return found - ((found - 1) / total >= share)


# ---------------------------------------------------------------- within a bin


def _sum_when_apart(positive: FloatArray, above: FloatArray, false: FloatArray) -> FloatArray:
    r"""The precisions at p positives, one after the other, below T positives and B negatives, added up.

    .. math:: \sum_{j=1}^{p} \frac{T + j}{T + j + B} = p - B \sum_{j=1}^{p} \frac1{T + B + j}
    """
    return positive - false * _sum_of_inverses(above + false, positive)


def _sum_of_inverses(start: FloatArray, count: FloatArray) -> FloatArray:
    """1/(a + 1) + … + 1/(a + p): term by term at first; later, where they hardly change, by Euler and Maclaurin.

    What is left out after three terms is below 2e-10 and makes the sum larger, so that a lower bound stays one.
    """
    total = np.zeros(len(start))
    for j in range(1, TERM_BY_TERM + 1):
        total += np.where(j <= count, 1 / (start + j), 0)
    first, last = start + TERM_BY_TERM + 0.5, start + count + 0.5
    rest = np.log1p((last - first) / first) - (first**-2 - last**-2) / 24 + 7 * (first**-4 - last**-4) / 960
    return total + np.where(count > TERM_BY_TERM, rest, 0)


TERM_BY_TERM = 16


def _sum_when_split(positive: FloatArray, above: FloatArray, false: FloatArray) -> FloatArray:
    r"""The same for positives that can be split: the sum becomes an integral.

    .. math:: \int_0^p \frac{T + x}{T + x + B}\, dx = p - B \ln\frac{T + p + B}{T + B}
    """
    return positive - false * np.log1p(positive / np.maximum(above + false, TINY))


TINY = 1e-300
"""By which a float up to 1 may be divided."""


# ---------------------------------------------------------------- edges


def logit_edges(n_bins: int = 10_000) -> FloatArray:
    r"""Edges of score bins for probabilities: fine near 0 and near 1, where the scores of rare events crowd.

    .. math:: e_i = \frac1{1 + \exp(-z_i)}, \qquad z_i \text{ equally spaced between } \pm\ln(2^{24} - 1)

    Parameters
    ----------
    n_bins : int, default 10,000
        How many bins, from 2 to 10 million.

    Returns
    -------
    ndarray of shape (n_bins - 1,)
        From 2⁻²⁴ to 1 - 2⁻²⁴, symmetric around ½.

    Notes
    -----
    1. 2⁻²⁴ is how far the 32-bit floats below 1 are apart.
    2. Those below ½ are rounded to 32 bits, so that machines whose exponentials differ in the last bit agree.
    3. Two bins: cut at ½.

    References
    ----------
    Equal steps of the logit are equal factors of the odds; no source has these edges.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.logit_edges(4).round(4)
    array([0. , 0.5, 1. ])
    >>> curves.logit_edges(10_000)[5_000:5_003].round(4)
    array([0.5008, 0.5017, 0.5025])
    """
    n_bins = check.integer(n_bins, "n_bins", at_least=2, at_most=MOST_BINS)
    logits = np.linspace(-LARGEST_LOGIT, LARGEST_LOGIT, n_bins - 1)[: (n_bins - 1) // 2] if n_bins > 2 else np.empty(0)
    below = (1 / (1 + np.exp(-logits))).astype(np.float32).astype(np.float64)
    middle = [0.5] * ((n_bins - 1) % 2)
    return np.concatenate([below, middle, 1 - below[::-1]])


LARGEST_LOGIT = math.log(2**24 - 1)


def quantile_edges(y_score: ArrayLike, n_bins: int = 10_000) -> FloatArray:
    """Edges of score bins that hold about equally many of these scores, for scores that are no probabilities.

    Parameters
    ----------
    y_score : array_like of shape (n,)
        Scores to learn the edges from: those of one part of the test set, or a sample of all.
    n_bins : int, default 10,000
        How many bins at most, from 2 to 10 million; scores that occur often make them fewer.

    Returns
    -------
    ndarray
        Rising scores, at least one.

    Notes
    -----
    1. Edges from one part are good for all, as long as it is not a part of its own kind.
    2. If positives are rare they lie in few of these bins, and the bounds of AP are wide: then take `logit_edges`.
    3. Edges do not depend on the truth, so choosing them from the data that are scored does no harm.

    References
    ----------
    Quantiles as edges are usual; BigQuery ML takes percentiles of the scores as thresholds.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.quantile_edges([1, 2, 3, 4, 5, 6, 7, 8], n_bins=4)
    array([3., 5., 7.])
    """
    score = np.sort(check.floats(y_score, "y_score"))
    n_bins = check.integer(n_bins, "n_bins", at_least=2, at_most=MOST_BINS)
    places = np.arange(1, n_bins) * len(score) // n_bins
    return np.unique(score[places])


def _edges_for(edges: ArrayLike | None, score: NDArray[Any]) -> FloatArray:
    """The edges that were asked for; by default those of probabilities."""
    if edges is not None:
        return _checked_edges(edges)
    low, high = check.limits(score)
    if low < 0 or high > 1:
        found = low if low < 0 else high
        raise ValueError(
            f"y_score holds {found:g}, which is no probability, and the edges are those of probabilities; hand in "
            f"edges=, such as quantile_edges(a sample of the scores), the same for all parts"
        )
    return _frozen(logit_edges())


def _checked_edges(edges: ArrayLike) -> FloatArray:
    array = check.floats(edges, "edges")
    falls = np.flatnonzero(array[1:] <= array[:-1])
    if falls.size:
        raise ValueError(
            f"edges[{falls[0] + 1}] is {array[falls[0] + 1]:g} after {array[falls[0]]:g}; expected numbers that rise"
        )
    if len(array) >= MOST_BINS:
        raise ValueError(f"edges has {len(array):,} numbers; expected fewer than {MOST_BINS:,}")
    return _frozen(array) if array.flags.writeable else array


def _frozen(array: FloatArray) -> FloatArray:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def _cells_of(positive: NDArray[np.bool_], score: NDArray[Any], edges: FloatArray) -> NDArray[np.intp]:
    """The cell of each sample: its bin if it is negative, behind all of these if it is positive."""
    found = bins_of(check.to_floats(score, "y_score"), edges)
    found += (len(edges) + 1) * positive  # ten times as fast as to pick the positives
    return found


def bins_of(score: FloatArray, edges: FloatArray) -> NDArray[np.intp]:
    """The bin of each score: how many edges are at or below it.

    Many probabilities are sorted into small cells first. Those in a cell that holds no edge have one bin, which is
    looked up; only the others are searched.
    """
    few = len(score) < AT_ONCE or not len(edges)
    if few or not 0 < edges[0] <= edges[-1] < 1 or score.min() < 0 or score.max() > 1:
        return np.searchsorted(edges, score, side="right")
    first, last = _cell_of(edges[[0, -1]])
    if last - first > CELLS:
        return np.searchsorted(edges, score, side="right")
    held = np.bincount(_cell_of(edges) - first + 1, minlength=last - first + 3)  # with a cell below and one above all
    below, found = np.cumsum(held) - held, np.empty(len(score), dtype=np.intp)
    for start in range(0, len(score), AT_ONCE):
        part = score[start : start + AT_ONCE]
        cell = np.clip(_cell_of(part), first - 1, last + 1) - (first - 1)
        bins, searched = below[cell], held[cell] > 0
        bins[searched] = np.searchsorted(edges, part[searched], side="right")
        found[start : start + AT_ONCE] = bins
    return found


def _cell_of(share: FloatArray) -> NDArray[np.int64]:
    """Cells that rise with the share and shrink toward 0 and 1: the first bits of its distance to the nearer end."""
    distance = np.minimum(share, 1 - share)
    bits = distance.view(np.int64) >> DROPPED  # of positive floats, they rise with the float
    return np.where(share < 0.5, bits, 2 * HALF - bits)


def _of_cells(edges: FloatArray, cells: NDArray[Any]) -> ScoreTally:
    negatives, positives = np.split(cells, 2)
    return ScoreTally._made(edges, positives, negatives)


def _shown(count: float) -> str:
    return f"{count:,}" if isinstance(count, int) else f"{count:,.6g}"


def _outward(bounds: tuple[float, float], digits: int) -> str:
    """Both bounds in a few digits, the lower rounded down and the upper up, so that what is shown holds, too."""
    low, high = (
        float(Context(digits, rounding).create_decimal(f"{bound:.15g}"))  # all digits that a float holds
        for bound, rounding in zip(bounds, (ROUND_FLOOR, ROUND_CEILING), strict=True)
    )
    return f"{low:.{digits}g} to {high:.{digits}g}"


def _summed(counts: NDArray[Any]) -> NDArray[Any]:
    """Cumulative counts; beyond 2⁵³ as floats, so that they do not wrap around."""
    return np.cumsum(counts, dtype=None if added_up(counts) <= EXACT else np.float64)


def __dir__() -> list[str]:
    return __all__

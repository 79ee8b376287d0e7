"""Sums over samples and bins that add over the parts of a test set."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._tally import Rows, Tally, added_up
from evalbook.probabilities._calibration import ReliabilityCurve, binned, curve_of, places
from evalbook.probabilities._proper_scores import log_losses, probable_truth, squared_errors


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ProbabilityTally(Tally):
    """Sums over samples that can be added, from which the log loss, the Brier score and the ECE follow.

    Tallies over the same bins can be added (``a + b``, ``sum(list_of_tallies)``): the tally of a test set is the sum of
    the tallies of its parts.

    Parameters
    ----------
    edges : array_like of shape (b + 1,)
        The edges of the b bins, rising from 0 to 1. A bin includes its upper edge, and the first bin also includes 0.
    weight : array_like of shape (b,)
        The number of samples in each bin, or the sum of their weights. They are not all 0.
    positives : array_like of shape (b,)
        The number of positive samples in each bin, or the sum of their weights.
    probability : array_like of shape (b,)
        The sum of the predicted probabilities in each bin, each multiplied by its weight.
    log_loss_sum : float
        The sum of the log losses in nats, each multiplied by its weight. It is inf if one of them is.
    squared_error_sum : float
        The sum of the squared differences between probability and outcome (1 or 0), each multiplied by its weight.

    See Also
    --------
    log_loss : for one array
    brier_score : for one array
    reliability_curve : for one array

    Notes
    -----
    1. Tallies over different bins cannot be added. Bins of equal shares (quantiles) depend on the data, so take the
       `edges` of the reliability curve of one part and use them for all parts.
    2. Whole counts add exactly. A log loss of inf stays inf, whatever is added.
    3. For more than two classes, make one tally for each class against the rest.

    Examples
    --------
    >>> from evalbook.probabilities import ProbabilityTally
    >>> first = ProbabilityTally.from_arrays([0, 0, 1], [0.1, 0.3, 0.4], n_bins=2)
    >>> second = ProbabilityTally.from_arrays([1, 1, 1], [0.6, 0.9, 0.9], n_bins=2)
    >>> first + second
    <ProbabilityTally of 6 samples in 2 bins: log loss 0.35, Brier score 0.107, expected calibration error 0.133>
    >>> (first + second).reliability_curve.prob_true
    array([0.33333333, 1.        ])
    """

    edges: FloatArray
    weight: NDArray[Any]
    positives: NDArray[Any]
    probability: FloatArray
    log_loss_sum: float
    squared_error_sum: float

    _KIND: ClassVar = ("edges",)

    def __post_init__(self) -> None:
        edges = _checked_edges(self.edges)
        bins = [
            check.per_bin(getattr(self, name), name, len(edges) - 1) for name in ("weight", "positives", "probability")
        ]
        # Infinite where the probability 0 was given to what happened.
        logs = check.sized(self.log_loss_sum, "log_loss_sum", at_least=0, finite=False)
        squares = check.sized(self.squared_error_sum, "squared_error_sum", at_least=0)
        for name, part in zip(self.__match_args__, (edges, *bins, logs, squares), strict=True):
            object.__setattr__(self, name, part)
        for name, part in (("positives", bins[1]), ("probability", bins[2])):
            if (part > bins[0] * (1 + 1e-9)).any():
                raise ValueError(
                    f"{name} is more than weight in bin {np.argmax(part > bins[0])}; expected at most the "
                    f"weight of the bin"
                )
        if not self.n:
            raise ValueError("weight is 0 everywhere; expected at least one sample")

    @classmethod
    def from_arrays(
        cls,
        y_true: ArrayLike,
        y_prob: ArrayLike,
        *,
        n_bins: int = 10,
        edges: ArrayLike | None = None,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> ProbabilityTally:
        """Make a tally of true labels and predicted probabilities of the positive class.

        Parameters
        ----------
        y_true : array_like of shape (n,)
            The true labels. They are integers, booleans or strings.
        y_prob : array_like of shape (n,)
            The predicted probabilities of the positive class, between 0 and 1.
        n_bins : int, default 10
            The number of bins of equal width, from 1 to 1,000,000.
        edges : array_like of shape (b + 1,), optional
            The edges of the bins, rising from 0 to 1, in place of `n_bins`.
        pos_label : label, optional
            The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
        sample_weight : array_like of shape (n,), optional
            How much each sample counts, in the same unit for all parts. Weights are neither tiny nor huge.
        """
        bounds = _bounds(n_bins, edges)
        positive, prob, weight = probable_truth(y_true, y_prob, pos_label, sample_weight)
        each = 1.0 if weight is None else weight
        log_loss_sum = float((log_losses(positive, prob) * each).sum())
        squared_error_sum = float((squared_errors(positive, prob) * each).sum())
        return cls._made(bounds, *binned(positive, prob, weight, bounds), log_loss_sum, squared_error_sum)

    @classmethod
    def rows(
        cls,
        y_true: ArrayLike,
        y_prob: ArrayLike,
        *,
        n_bins: int = 10,
        edges: ArrayLike | None = None,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> Rows[ProbabilityTally]:
        """Count each sample by itself, to resample a test set: any weighted sum of these rows is a tally.

        The parameters are those of :meth:`from_arrays`. With b bins, the rows take 24 (b + 1) bytes per sample.
        """
        bounds = _bounds(n_bins, edges)
        positive, prob, _ = probable_truth(y_true, y_prob, pos_label, None)
        weight = check.weights(sample_weight)
        check.same_length(y_true=positive, sample_weight=weight)
        # Columns: log loss where it is finite, 1 where it is not, squared error, three per bin.
        losses, samples, n_bins = log_losses(positive, prob), np.arange(len(prob)), len(bounds) - 1
        infinite = np.isinf(losses)  # and 0 times inf is nan
        table = np.zeros((len(prob), 3 + 3 * n_bins))
        table[:, :3] = np.column_stack([np.where(infinite, 0, losses), infinite, squared_errors(positive, prob)])
        first = 3 + places(prob, bounds)
        parts: tuple[Any, ...] = (1, positive, prob)
        for place, part in enumerate(parts):
            table[samples, first + place * n_bins] = part
        if weight is not None:
            table *= weight[:, np.newaxis]
        return Rows(table, partial(_of_sums, edges=bounds))

    def __repr__(self) -> str:
        return (
            f"<ProbabilityTally of {self.n:.6g} samples in {len(self.weight)} bins: log loss {self.log_loss:.3g}, "
            f"Brier score {self.brier_score:.3g}, expected calibration error {self.expected_calibration_error:.3g}>"
        )

    def _require_same_kind(self, other: ProbabilityTally) -> None:
        if not np.array_equal(self.edges, other.edges):
            mine, others = (np.array2string(tally.edges, threshold=6, precision=4) for tally in (self, other))
            raise ValueError(
                f"tallies over the bins {mine} and {others} do not add; expected the same edges= for all parts"
            )

    def _columns(self, whole: ProbabilityTally) -> NDArray[Any]:
        infinite = math.isinf(self.log_loss_sum)  # and 0 times inf is nan
        sums = [0 if infinite else self.log_loss_sum, infinite, self.squared_error_sum]
        return np.concatenate([sums, self.weight, self.positives, self.probability])

    def _of_columns(self, row: NDArray[Any]) -> ProbabilityTally:
        return _of_sums(row, self.edges)

    @property
    def n(self) -> float:
        """The number of samples, or the sum of their weights."""
        return float(added_up(self.weight))

    @property
    def log_loss(self) -> float:
        """The mean log loss, in nats."""
        return self.log_loss_sum / self.n

    @property
    def brier_score(self) -> float:
        """The mean squared difference between predicted probability and outcome."""
        return self.squared_error_sum / self.n

    @property
    def expected_calibration_error(self) -> float:
        """The mean gap between the share of positives and the mean probability of a bin."""
        return self.reliability_curve.expected_calibration_error

    @property
    def reliability_curve(self) -> ReliabilityCurve:
        """The share of positives against the mean predicted probability, in each bin that holds samples."""
        return curve_of(self.edges, self.weight, self.positives, self.probability)


def _bounds(n_bins: int, edges: ArrayLike | None) -> FloatArray:
    """The bounds of the bins that were asked for."""
    if edges is not None:
        return _checked_edges(edges)
    return np.linspace(0, 1, check.integer(n_bins, "n_bins", at_least=1, at_most=1_000_000) + 1)


def _checked_edges(edges: ArrayLike) -> FloatArray:
    array = check.floats(edges, "edges").copy()
    if len(array) < 2 or array[0] != 0 or array[-1] != 1 or (np.diff(array) < 0).any():
        shown = np.array2string(array, threshold=6, precision=4)
        raise ValueError(f"edges is {shown}; expected at least two numbers that rise from 0 to 1")
    return array


def _of_sums(sums: FloatArray, edges: FloatArray) -> ProbabilityTally:
    weight, positives, probability = sums[3:].reshape(3, -1)
    if not weight.any():
        raise ValueError("weight is 0: these rows weigh nothing; expected at least one sample")
    log_loss_sum = math.inf if sums[1] > 0 else float(sums[0])
    return ProbabilityTally._made(edges, weight, positives, probability, log_loss_sum, float(sums[2]))

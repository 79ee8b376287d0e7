"""Calibration: what was predicted beside what happened, in bins of like probability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook._rounding import rounding
from evalbook.probabilities._proper_scores import probable_truth


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReliabilityCurve(Record):
    """A reliability curve, bin by bin. It unpacks into ``prob_true, prob_pred, share``."""

    prob_true: FloatArray
    """The share of positives in each bin."""
    prob_pred: FloatArray
    """The mean predicted probability in each bin, rising."""
    share: FloatArray
    """The share of all samples in each bin. The shares add up to 1."""
    edges: FloatArray
    """The edges of all n_bins bins, including the empty ones, rising from 0 to 1."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.prob_true, self.prob_pred, self.share))

    def __repr__(self) -> str:
        return (
            f"<ReliabilityCurve of {len(self.edges) - 1} bins, {len(self.share)} of which hold samples: "
            f"expected calibration error {self.expected_calibration_error:.3g}>"
        )

    @property
    def expected_calibration_error(self) -> float:
        """The mean distance between `prob_true` and `prob_pred`, weighted by `share`."""
        return float(np.abs(self.prob_true - self.prob_pred) @ self.share)


@with_hints
def reliability_curve(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: Literal["uniform", "quantile"] = "uniform",
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> ReliabilityCurve:
    r"""The reliability curve: the share of positives against the mean predicted probability of each bin.

    .. math::

        \mathrm{true}_b = \frac{\sum_{i \in b} y_i}{|b|}, \qquad \mathrm{pred}_b = \frac{\sum_{i \in b} p_i}{|b|}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_prob : array_like of shape (n,)
        The predicted probabilities of the positive class, between 0 and 1.
    n_bins : int, default 10
        The number of bins, from 1 to 1,000,000.
    strategy : {"uniform", "quantile"}, default "uniform"
        Whether the bins have equal widths, or shares of the samples that are as equal as ties permit.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    ReliabilityCurve
        ``(prob_true, prob_pred, share)``, with one entry per bin that holds a sample. It also has `edges` and
        `expected_calibration_error`. The curve of a calibrated model is close to the diagonal.

    See Also
    --------
    expected_calibration_error : sums the curve up in one number
    brier_score : a proper score of the same probabilities
    ProbabilityTally : for a test set in parts

    Notes
    -----
    1. Empty bins are left out, because they have no share of positives.
    2. A bin includes its upper edge. The first bin also includes 0.
    3. With "quantile", the edge after bin b of n is the smallest predicted probability for which at least b/n of the
       samples are at or below it. Edges that coincide leave empty bins between them. scikit-learn interpolates between
       samples instead, which can move a sample to a neighboring bin.
    4. If a bin has few samples, its share of positives is uncertain. Look at `share` before you interpret a bend.

    References
    ----------
    Murphy and Winkler, *Reliability of subjective probability forecasts* (1977).

    Examples
    --------
    >>> from evalbook import probabilities
    >>> curve = probabilities.reliability_curve([0, 0, 1, 1, 1, 1], [0.1, 0.3, 0.4, 0.6, 0.9, 0.9], n_bins=2)
    >>> curve.prob_true
    array([0.33333333, 1.        ])
    >>> curve.prob_pred
    array([0.26666667, 0.8       ])
    >>> curve.share
    array([0.5, 0.5])
    """
    n_bins = check.integer(n_bins, "n_bins", at_least=1, at_most=1_000_000)
    check.choice(strategy, "strategy", ("uniform", "quantile"))
    positive, prob, weight = probable_truth(y_true, y_prob, pos_label, sample_weight)
    edges = np.linspace(0, 1, n_bins + 1) if strategy == "uniform" else _quantile_edges(prob, weight, n_bins)
    return curve_of(edges, *binned(positive, prob, weight, edges))


def _quantile_edges(prob: FloatArray, weight: FloatArray | None, n_bins: int) -> FloatArray:
    order = np.argsort(prob)
    at_or_below = np.arange(1, len(prob) + 1, dtype=np.int64) if weight is None else np.cumsum(weight[order])
    # Multiplied, not divided: whole weights are compared exactly.
    rounded = rounding(at_or_below if weight is not None else 0)
    wanted = np.arange(1, n_bins, dtype=np.int64) * at_or_below[-1] - n_bins * rounded
    places = np.searchsorted(at_or_below * n_bins, wanted)
    return np.concatenate([[0], prob[order][places], [1]])


def binned(
    positive: NDArray[np.bool_], prob: FloatArray, weight: FloatArray | None, edges: FloatArray
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The weight, the positives and the summed probability in each bin."""
    n_bins = len(edges) - 1
    place = places(prob, edges)
    if weight is None:
        held, found = np.bincount(place, minlength=n_bins), np.bincount(place[positive], minlength=n_bins)
        return held, found, np.bincount(place, prob, n_bins)
    found, predicted = (np.bincount(place, weight * part, n_bins) for part in (positive, prob))
    return np.bincount(place, weight, n_bins), found, predicted


def places(prob: FloatArray, edges: FloatArray) -> NDArray[np.intp]:
    """The bin of each probability; one on an edge belongs to the bin below."""
    return np.searchsorted(edges[1:-1], prob)


def curve_of(edges: FloatArray, held: NDArray[Any], found: NDArray[Any], predicted: FloatArray) -> ReliabilityCurve:
    filled = held > 0
    held = held[filled]
    return ReliabilityCurve(found[filled] / held, predicted[filled] / held, held / held.sum(), edges)


@on(NoFormula("the sizes of the gaps of the bins add up, not those of the samples"))
@with_hints
def expected_calibration_error(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: Literal["uniform", "quantile"] = "uniform",
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""The expected calibration error (ECE): the mean gap between predicted probability and share of positives.

    .. math:: ECE = \sum_b \frac{|b|}{n}\, \bigl| \mathrm{true}_b - \mathrm{pred}_b \bigr|

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_prob : array_like of shape (n,)
        The predicted probabilities of the positive class, between 0 and 1.
    n_bins : int, default 10
        The number of bins, from 1 to 1,000,000.
    strategy : {"uniform", "quantile"}, default "uniform"
        Whether the bins have equal widths, or shares of the samples that are as equal as ties permit.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    float
        Between 0 and 1. With 0 the model is calibrated, as far as the bins can tell.

    See Also
    --------
    reliability_curve : shows the gap of each bin
    brier_score : a proper score of the same probabilities
    log_loss : a proper score of the same probabilities

    Notes
    -----
    1. The value depends on the bins. Errors of both signs within one bin cancel, and bins of one sample each give the
       mean distance between probability and outcome.
    2. Calibration is not accuracy. If every sample gets the share of positives as its probability, the error is 0.

    References
    ----------
    Naeini, Cooper and Hauskrecht (2015); Guo and others, *On calibration of modern neural networks* (2017).

    Examples
    --------
    >>> from evalbook import probabilities
    >>> y_true, y_prob = [0, 0, 1, 1, 1, 1], [0.1, 0.3, 0.4, 0.6, 0.9, 0.9]
    >>> round(probabilities.expected_calibration_error(y_true, y_prob, n_bins=2), 6)
    0.133333
    """
    curve = reliability_curve(
        y_true, y_prob, n_bins=n_bins, strategy=strategy, pos_label=pos_label, sample_weight=sample_weight
    )
    return curve.expected_calibration_error

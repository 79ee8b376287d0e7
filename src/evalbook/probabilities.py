"""Probabilities: are they close to what happens, and do they mean what they say?

A model is *calibrated* if, of all samples to which it gives the probability 0.7, about 70% are positive. The log loss
and the Brier score punish every single probability that is off; the reliability curve puts samples of like probability
into bins and shows on which side the model errs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray

# ---------------------------------------------------------------- proper scores


def log_loss(
    y_true: ArrayLike, y_prob: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> float:
    r"""The mean negative logarithm of the probability given to what happened; also cross-entropy.

    .. math:: -\frac1n \sum_i y_i \ln p_i + (1 - y_i) \ln (1 - p_i)

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_prob : array_like of shape (n,)
        Predicted probabilities of the positive class, between 0 and 1.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    float
        At least 0, in nats; 0 is perfect, ln 2 = 0.693 is "0.5 for everyone".


    Notes
    -----
    1. A probability of exactly 0 for what happened costs inf, and no other sample can make up for it. scikit-learn
       clips probabilities to the smallest step of a float and returns some 36 for that sample instead.
    2. The loss is proper: its mean is lowest for the true probabilities.
    3. One class only is no error.

    References
    ----------
    Good, *Rational decisions* (1952).

    Examples
    --------
    >>> from evalbook import probabilities
    >>> round(probabilities.log_loss([1, 0], [0.8, 0.4]), 6)
    0.366985
    >>> probabilities.log_loss([1, 0], [0.0, 0.4])
    inf
    """
    positive, prob, weight = _probable_truth(y_true, y_prob, pos_label, sample_weight)
    logs = np.empty(len(prob))
    with np.errstate(divide="ignore"):
        np.log(prob, out=logs, where=positive)
        np.log1p(-prob, out=logs, where=~positive)
    return math.inf if np.isneginf(logs).any() else 0.0 - _mean(logs, weight)  # not -0.0


def brier_score(
    y_true: ArrayLike, y_prob: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> float:
    r"""The mean squared difference between the probability and what happened (1 or 0).

    .. math:: \frac1n \sum_i (p_i - y_i)^2

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_prob : array_like of shape (n,)
        Predicted probabilities of the positive class, between 0 and 1.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    float
        Between 0 and 1; 0 is perfect, ¼ is "0.5 for everyone".


    Notes
    -----
    1. Brier's own score of 1950 adds the squares over both classes and is twice as large.
    2. The score is proper: its mean is lowest for the true probabilities.
    3. One class only is no error.

    References
    ----------
    Brier, *Verification of forecasts expressed in terms of probability* (1950).

    Examples
    --------
    >>> from evalbook import probabilities
    >>> round(probabilities.brier_score([1, 0], [0.8, 0.4]), 6)
    0.1
    """
    positive, prob, weight = _probable_truth(y_true, y_prob, pos_label, sample_weight)
    return _mean((prob - positive) ** 2, weight)


def _probable_truth(
    y_true: ArrayLike, y_prob: ArrayLike, pos_label: Any, sample_weight: ArrayLike | None
) -> tuple[NDArray[np.bool_], FloatArray, FloatArray | None]:
    """Which samples are positive, their probabilities, and their weights, brought near 1 by a power of 2 (exactly)."""
    positive, prob, weight = check.scored_truth(y_true, y_prob, pos_label, sample_weight, name="y_prob")
    if weight is not None:
        weight = np.ldexp(weight, -np.frexp(weight.max())[1])
    return positive, check.shares(prob, "y_prob"), weight


def _mean(values: FloatArray, weight: FloatArray | None) -> float:
    return float(np.average(values, weights=weight))


# ---------------------------------------------------------------- calibration


@dataclass(frozen=True, slots=True, eq=False)
class ReliabilityCurve:
    """What was predicted and what happened, bin by bin; unpacks into ``prob_true, prob_pred, share``."""

    prob_true: FloatArray
    """The share of positives in each bin."""
    prob_pred: FloatArray
    """The mean predicted probability in each bin, rising."""
    share: FloatArray
    """Which share of all samples each bin holds; they add up to 1."""
    edges: FloatArray
    """The bounds of all n_bins bins, the empty ones too, rising from 0 to 1."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.prob_true, self.prob_pred, self.share))

    @property
    def expected_calibration_error(self) -> float:
        """The mean distance between `prob_true` and `prob_pred`, weighted by `share`."""
        return float(np.abs(self.prob_true - self.prob_pred) @ self.share)


def reliability_curve(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: Literal["uniform", "quantile"] = "uniform",
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> ReliabilityCurve:
    r"""The share of positives against the mean predicted probability, in bins of like probability.

    .. math::

        \mathrm{true}_b = \frac{\sum_{i \in b} y_i}{|b|}, \qquad \mathrm{pred}_b = \frac{\sum_{i \in b} p_i}{|b|}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_prob : array_like of shape (n,)
        Predicted probabilities of the positive class, between 0 and 1.
    n_bins : int, default 10
        How many bins, from 1 to 1,000,000.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width, or bins that hold as equal a share of the samples as ties permit.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    ReliabilityCurve
        ``(prob_true, prob_pred, share)``, one entry per bin that holds a sample, with `edges` and
        `expected_calibration_error`. A calibrated model lies on the diagonal.

    Notes
    -----
    1. Empty bins are left out: there is no share of positives among no samples.
    2. A bin includes its upper edge; the first one includes 0, too.
    3. "quantile": the edge after bin b of n is the smallest predicted probability with at least b/n of the samples at
       or below it. Edges that coincide leave empty bins between them. scikit-learn interpolates between samples
       instead, which can put a sample into the bin beside.
    4. Few samples in a bin make its share of positives uncertain; look at `share` before you judge a bend.

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
    edges_of = _EDGES[check.choice(strategy, "strategy", _EDGES)]
    positive, prob, weight = _probable_truth(y_true, y_prob, pos_label, sample_weight)
    weight = np.ones(len(prob)) if weight is None else weight
    inner = edges_of(prob, weight, n_bins)
    place = np.searchsorted(inner, prob)  # from the left: a probability on an edge belongs to the bin below
    held, found, predicted = (np.bincount(place, weight * part) for part in (np.ones(len(prob)), positive, prob))
    filled = held > 0
    held = held[filled]
    edges = np.concatenate([[0], inner, [1]])
    return ReliabilityCurve(found[filled] / held, predicted[filled] / held, held / held.sum(), edges)


def _uniform_edges(prob: FloatArray, weight: FloatArray, n_bins: int) -> FloatArray:
    return np.linspace(0, 1, n_bins + 1)[1:-1]


def _quantile_edges(prob: FloatArray, weight: FloatArray, n_bins: int) -> FloatArray:
    order = np.argsort(prob)
    at_or_below = np.cumsum(weight[order])
    # Multiplied, not divided: whole weights are compared exactly.
    places = np.searchsorted(at_or_below * n_bins, np.arange(1, n_bins) * at_or_below[-1])
    return np.asarray(prob[order][places])


_EDGES = {"uniform": _uniform_edges, "quantile": _quantile_edges}


def expected_calibration_error(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: Literal["uniform", "quantile"] = "uniform",
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""How far the predicted probabilities are from the shares of positives, on average over bins.

    .. math:: ECE = \sum_b \frac{|b|}{n}\, \bigl| \mathrm{true}_b - \mathrm{pred}_b \bigr|

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_prob : array_like of shape (n,)
        Predicted probabilities of the positive class, between 0 and 1.
    n_bins : int, default 10
        How many bins, from 1 to 1,000,000.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width, or bins that hold as equal a share of the samples as ties permit.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    float
        Between 0 and 1; 0 is calibrated, as far as the bins can tell.

    Notes
    -----
    1. The value depends on the bins. Errors of both signs within one bin cancel; with as many bins as samples every
       sample is an error.
    2. Calibration is not accuracy: the share of positives as the probability of everyone has an error of 0.

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

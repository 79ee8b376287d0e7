"""Two models on one test set: counts of who is right where the other is wrong, and areas under curves."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ratio, warn_undefined
from evalbook.comparison.bounds import Difference, Interval, Result, confidence
from evalbook.comparison.distributions import (
    binomial_at_most,
    binomial_exactly,
    chi2_above,
    normal_beyond,
    normal_quantile,
)

__all__ = ["DeLong", "PairTest", "delong", "mcnemar", "sample_size"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairTest(Result):
    """McNemar's test: whether two models are right equally often, from the samples on which one of them is wrong."""

    only_a: int
    """Samples that only model a gets right."""
    only_b: int
    """Samples that only model b gets right."""
    statistic: float
    """The smaller of the two counts, or χ² with 1 degree of freedom."""
    p_value: float
    """Two-sided."""


def mcnemar(
    y_true: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    method: Literal["exact", "mid-p", "chi2", "chi2-corrected"] = "exact",
) -> PairTest:
    r"""Test whether two models are right equally often on the same samples.

    .. math::

        \begin{aligned}
        \text{exact:}\quad & p = 2\, P(X \le \min(n_a, n_b)) \\
        & X \sim \mathrm{Bin}(n_a + n_b, \tfrac12) \\
        \text{mid-p:}\quad & p - P(X = \min(n_a, n_b)) \\
        \chi^2\text{:}\quad & \frac{(|n_a - n_b| - c)^2}{n_a + n_b} \\
        & c = 0 \text{ or, corrected, } 1
        \end{aligned}

    where only model a is right on :math:`n_a` samples and only model b on :math:`n_b`.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    a, b : array_like of shape (n,)
        The labels that each model predicts.
    method : {"exact", "mid-p", "chi2", "chi2-corrected"}, default "exact"
        "exact" never errs on the side of a difference; "mid-p" is nearer to the level; the two with χ² are
        approximations for some 25 samples and more.

    Returns
    -------
    PairTest
        The two counts, the statistic and the p-value.

    Notes
    -----
    1. Samples that both get right, or both wrong, do not matter: 92% against 94% of 200 may be 0 to 4 (p = 0.125) or 12
       to 16 (0.57).
    2. Both models are right on the same samples: p = 1.
    3. The correction takes at most the difference: of equal counts χ² is 0.
    4. It compares two trained models. Whether one recipe is better than another asks for other splits and seeds: see
       `corrected_t_test`.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.33; McNemar (1947); Fagerland, Lydersen and Laake (2013) for mid-p.

    Examples
    --------
    >>> from evalbook import comparison
    >>> y_true, a, b = [1] * 10, [1, 0, 0, 0, 0, 0, 0, 0, 1, 1], [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    >>> comparison.mcnemar(y_true, a, b)
    PairTest(only_a=1, only_b=7, statistic=1, p_value=0.0703125)
    """
    method = check.choice(method, "method", MCNEMAR)
    true, *predicted = (check.labels(values, name) for values, name in ((y_true, "y_true"), (a, "a"), (b, "b")))
    check.same_length(y_true=true, a=predicted[0], b=predicted[1])
    for labels, name in zip(predicted, "ab", strict=True):
        if (labels.dtype.kind == "U") != (true.dtype.kind == "U"):
            raise TypeError(f"y_true and {name} hold strings and other labels; expected labels of one type")
    right_a, right_b = (labels == true for labels in predicted)
    only_a, only_b = int(np.count_nonzero(right_a & ~right_b)), int(np.count_nonzero(right_b & ~right_a))
    return PairTest(only_a, only_b, *MCNEMAR[method](only_a, only_b))


def _exact(only_a: int, only_b: int) -> tuple[float, float]:
    fewer, both = min(only_a, only_b), only_a + only_b
    return float(fewer), min(1.0, 2 * binomial_at_most(fewer, both, 0.5))


def _mid_p(only_a: int, only_b: int) -> tuple[float, float]:
    fewer, both = min(only_a, only_b), only_a + only_b
    p_value = 2 * binomial_at_most(fewer, both, 0.5) - binomial_exactly(fewer, both, 0.5)
    return float(fewer), min(1.0, p_value)


def _chi2(only_a: int, only_b: int, correction: int = 0) -> tuple[float, float]:
    statistic = max(abs(only_a - only_b) - correction, 0) ** 2 / max(only_a + only_b, 1)
    return statistic, chi2_above(statistic, 1)


MCNEMAR: dict[str, Callable[[int, int], tuple[float, float]]] = {
    "exact": _exact,
    "mid-p": _mid_p,
    "chi2": _chi2,
    "chi2-corrected": lambda only_a, only_b: _chi2(only_a, only_b, 1),
}
"""Statistic and p-value of how many samples only model a, and only model b, gets right."""


def sample_size(gain: float, *, disagreement: float, power: float = 0.8, alpha: float = 0.05) -> int:
    r"""How many samples it takes to see that one model is more often right than another, both on the same samples.

    .. math:: n = \Bigl(\frac{z_{1-\alpha/2} \sqrt{d} + z_{\mathrm{power}} \sqrt{d - g^2}}{g}\Bigr)^2

    for McNemar's test, where the models differ in accuracy by the gain g and only one of them is right on a share d.

    Parameters
    ----------
    gain : float
        The difference in accuracy to be seen, such as 0.01: not 0, from -1 to 1.
    disagreement : float
        On which share of the samples only one of the two is right, at least the gain, up to 1.
    power : float, default 0.8
        How often the difference shall be seen, above `alpha` and below 1.
    alpha : float, default 0.05
        How often a difference may be seen where there is none, two-sided: above 0 and below 1.

    Returns
    -------
    int
        The number of samples, rounded up.

    Notes
    -----
    1. The less two models disagree the fewer samples it takes: for a gain of one point 783 at a disagreement of 1%,
       7,847 at 10%.
    2. The formula is for χ² without correction; the exact test takes a few more.
    3. A share that is not known can be counted on a small sample: that both are scored on.

    References
    ----------
    Connor, *Sample size for testing differences in proportions for the paired-sample design* (1987).

    Examples
    --------
    >>> from evalbook import comparison
    >>> comparison.sample_size(0.01, disagreement=0.05)
    3923
    """
    gain = abs(check.real(gain, "gain"))
    disagreement = float(check.shares(check.real(disagreement, "disagreement"), "disagreement"))
    if not 0 < gain <= disagreement:
        raise ValueError(
            f"gain is {gain:g} and disagreement {disagreement:g}; expected a gain other than 0, and a disagreement of "
            f"at least that: where one gains, the two disagree"
        )
    alpha, power = confidence(alpha, "alpha"), confidence(power, "power")
    if power <= alpha:
        raise ValueError(f"power is {power:g} and alpha {alpha:g}; expected more power than that")
    z, z_power = normal_quantile(1 - alpha / 2), normal_quantile(power)
    reach = z * math.sqrt(disagreement) + z_power * math.sqrt(disagreement - gain**2)
    if not reach < 2**26 * gain:
        raise ValueError(f"gain is {gain:g}; expected one that fewer than 2**52 samples can show")
    return max(math.ceil((reach / gain) ** 2), 1)


# ---------------------------------------------------------------- areas under ROC curves


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DeLong(Result):
    """The areas under the ROC curves of models on the same samples, and how they vary together."""

    areas: FloatArray
    """The AUC of each model."""
    covariance: FloatArray
    """How the areas vary over test sets, of shape (k, k); nan where the samples cannot tell."""

    def interval(self, i: int = 0, *, level: float = 0.95, scale: Literal["logit", "linear"] = "logit") -> Interval:
        """The confidence interval of the AUC of model `i`.

        Parameters
        ----------
        i : int, default 0
            The model, by its place among the scores.
        level : float, default 0.95
            The confidence level, above 0 and below 1.
        scale : {"logit", "linear"}, default "logit"
            On which scale the AUC is taken for normal: on that of its logarithmic odds the bounds stay between 0 and 1.
        """
        i, level = self._model(i, "i"), confidence(level)
        check.choice(scale, "scale", ("logit", "linear"))
        area, error = float(self.areas[i]), math.sqrt(self.covariance[i, i])
        reach = normal_quantile((1 + level) / 2) * error
        if math.isnan(reach):
            _warn_of_no_spread()
            low = high = math.nan
        elif scale == "linear":
            low, high = area - reach, area + reach
        else:
            odds, reach = math.log(area / (1 - area)), reach / (area * (1 - area))
            low, high = (1 / (1 + math.exp(-min(max(bound, -700), 700))) for bound in (odds - reach, odds + reach))
        return Interval(area, low, high, level, f"DeLong, {scale}")

    def difference(self, i: int = 0, j: int = 1, *, level: float = 0.95) -> Difference:
        """How much larger the AUC of model `j` is than that of model `i`.

        Parameters
        ----------
        i, j : int, default 0 and 1
            The models a and b, by their places among the scores.
        level : float, default 0.95
            The confidence level, above 0 and below 1.
        """
        i, j, level = self._model(i, "i"), self._model(j, "j"), confidence(level)
        a, b = float(self.areas[i]), float(self.areas[j])
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        error = math.sqrt(variance) if variance > 1e-14 or math.isnan(variance) else 0.0
        z = ratio(b - a, error)
        if math.isnan(z):
            _warn_of_no_spread()
            return Difference(a, b, b - a, math.nan, math.nan, math.nan, level)
        reach = normal_quantile((1 + level) / 2) * error
        return Difference(a, b, b - a, b - a - reach, b - a + reach, normal_beyond(z), level)

    def _model(self, place: int, name: str) -> int:
        last = len(self.areas) - 1
        return check.integer(place, name, at_least=0, at_most=last, bound="the last model")


def _warn_of_no_spread() -> None:
    warn_undefined(
        "an AUC of 0 or 1, a single sample of a class, or two models that rank all pairs alike have no spread to "
        "measure: 0/0, nan"
    )


def delong(y_true: ArrayLike, *scores: ArrayLike, pos_label: object = None) -> DeLong:
    r"""The areas under ROC curves, their intervals and their differences, without drawing anything.

    .. math::

        \mathrm{cov}(A_r, A_s) = \frac{1}{m^+}\, \mathrm{cov}_{y_i = 1}\bigl(V_r(i), V_s(i)\bigr)
        + \frac{1}{m^-}\, \mathrm{cov}_{y_j = 0}\bigl(V_r(j), V_s(j)\bigr)

    where :math:`V(i)` is the share of the other class that sample i is ranked rightly against; a tie counts ½.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    *scores : array_like of shape (n,)
        The scores of each model, higher for "more likely positive"; only their order counts.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.

    Returns
    -------
    DeLong
        `areas` and `covariance`; ``.interval(i)`` and ``.difference(i, j)``.

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing: all is nan.

    Notes
    -----
    1. An AUC of 0 or 1 shows no spread, a single sample of a class neither: its row of the covariance is nan, and so
       are its interval and its differences.
    2. Two models that rank all pairs alike: their difference is 0, its p-value 0/0, nan.
    3. On the linear scale a bound may exceed 1, as for eight patients.
    4. Models are compared on the same samples. To treat them as measured apart gives away what they have in common.
    5. It takes one sort a model, however many pairs there are (Sun and Xu).

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988); Sun and Xu, *Fast implementation of DeLong's algorithm* (2014).

    Examples
    --------
    >>> from evalbook import comparison, examples
    >>> found = comparison.delong(*examples.eight_samples)
    >>> found.areas
    array([0.65625])
    >>> [round(bound, 3) for bound in found.interval(0)]
    [0.219, 0.929]
    """
    if not scores:
        raise ValueError("scores is empty; expected the scores of at least one model")
    checked = [
        check.scored_truth(y_true, score, pos_label, None, name=f"scores[{place}]")
        for place, score in enumerate(scores)
    ]
    positive = checked[0][0]
    missing = check.missing_class(int(np.count_nonzero(positive)), int(np.count_nonzero(~positive)))
    if missing:
        warn_undefined(f"y_true has no {missing} sample, so there is no (positive, negative) pair to rank: 0/0, nan")
        return DeLong(np.full(len(scores), np.nan), np.full((len(scores), len(scores)), np.nan))
    shares = np.array([_shares_ranked_rightly(positive, score) for _, score, _ in checked])
    of_positives, of_negatives = shares[:, positive], shares[:, ~positive]
    areas: FloatArray = of_positives.mean(axis=1)
    covariance = _covariance(of_positives) + _covariance(of_negatives)
    without = (areas <= 0) | (areas >= 1)
    covariance[without] = covariance[:, without] = np.nan
    return DeLong(areas, covariance)


def _shares_ranked_rightly(positive: NDArray[np.bool_], score: NDArray[Any]) -> FloatArray:
    """For each sample, the share of the other class that its score stands on the right side of: by one sort."""
    order = np.argsort(score)
    rising, is_positive = score[order], positive[order]
    tie = np.append(0, np.cumsum(rising[1:] != rising[:-1]))  # the number of each sample's group of equal scores
    positives, negatives = np.bincount(tie, is_positive), np.bincount(tie, ~is_positive)
    below = (np.cumsum(negatives) - negatives / 2) / negatives.sum()  # of the negatives; half of those that are equal
    above = 1 - (np.cumsum(positives) - positives / 2) / positives.sum()
    share = np.empty(len(score))
    share[order] = np.where(is_positive, below[tie], above[tie])
    return share


def _covariance(shares: FloatArray) -> FloatArray:
    """The covariance of the means over samples, of shape (models, models); nan for a single sample."""
    models, n = shares.shape
    if n < 2:
        return np.full((models, models), np.nan)
    centered = shares - shares.mean(axis=1, keepdims=True)
    return np.asarray(centered @ centered.T / (n - 1) / n)


def __dir__() -> list[str]:
    return __all__

"""McNemar's test: two models on one test set, and who is right where the other is wrong."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._distributions import binomial_at_most, binomial_exactly, chi2_above, normal_quantile
from evalbook._hints import with_hints
from evalbook.comparison._results import Result


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairTest(Result):
    """The result of McNemar's test: whether one of two models is correct more often than the other."""

    only_a: int
    """The number of samples that only model a predicts correctly."""
    only_b: int
    """The number of samples that only model b predicts correctly."""
    statistic: float
    """The smaller of the two counts, or χ² with 1 degree of freedom."""
    p_value: float
    """Two-sided."""


@with_hints
def mcnemar(
    y_true: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    method: Literal["exact", "mid-p", "chi2", "chi2-corrected"] = "exact",
) -> PairTest:
    r"""McNemar's test: whether two models are correct equally often on the same samples.

    .. math::

        \begin{aligned}
        \text{exact:}\quad & p = 2\, P(X \le \min(n_a, n_b)) \\
        & X \sim \mathrm{Bin}(n_a + n_b, \tfrac12) \\
        \text{mid-p:}\quad & p - P(X = \min(n_a, n_b)) \\
        \chi^2\text{:}\quad & \frac{(|n_a - n_b| - c)^2}{n_a + n_b} \\
        & c = 0 \text{ or, corrected, } 1
        \end{aligned}

    where only model a is correct on :math:`n_a` samples and only model b is correct on :math:`n_b` samples.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels: integers, booleans or strings.
    a, b : array_like of shape (n,)
        The predicted labels of each model.
    method : {"exact", "mid-p", "chi2", "chi2-corrected"}, default "exact"
        How the p-value is found. With "exact", the probability of a false rejection is never above the significance
        level. With "mid-p" it is closer to that level. The two methods with χ² are approximations for about 25 samples
        or more on which only one model is correct.

    Returns
    -------
    PairTest
        The two counts, the statistic and the p-value.

    See Also
    --------
    permutation_test : the same question for any metric
    sample_size : how many samples the test needs
    difference : how large the difference is

    Notes
    -----
    1. Samples on which both models are correct, or both wrong, do not matter. An accuracy of 92% against 94% on 200
       samples may come from 0 against 4 samples (p = 0.125) or from 12 against 16 (p = 0.57).
    2. If both models are correct on the same samples, p is 1.
    3. The corrected difference is never below 0, so χ² is 0 for equal counts.
    4. The test compares two trained models. To find out whether one training recipe is better than another, you need
       several splits and seeds: see `corrected_t_test`.

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
    check.require_one_type(y_true=true, a=predicted[0])
    check.require_one_type(y_true=true, b=predicted[1])
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


@with_hints
def sample_size(gain: float, *, disagreement: float, power: float = 0.8, alpha: float = 0.05) -> int:
    r"""How many test samples McNemar's test needs to detect a difference in accuracy between two models.

    .. math:: n = \Bigl(\frac{z_{1-\alpha/2} \sqrt{d} + z_{\mathrm{power}} \sqrt{d - g^2}}{g}\Bigr)^2

    where the accuracies of the models differ by the gain g, and only one of the two is correct on a share d of the
    samples.

    Parameters
    ----------
    gain : float
        The difference in accuracy that should be detected, such as 0.01: from -1 to 1, but not 0.
    disagreement : float
        The share of the samples on which only one of the two models is correct: at least the gain, and at most 1.
    power : float, default 0.8
        The probability that the difference is detected: above `alpha` and below 1.
    alpha : float, default 0.05
        The two-sided significance level, which is the probability of finding a difference if there is none: above 0 and
        below 1.

    Returns
    -------
    int
        The number of samples, rounded up.

    See Also
    --------
    mcnemar : the test that is planned
    proportion_interval : how wide the interval of an accuracy is

    Notes
    -----
    1. The less two models disagree, the fewer samples are needed. For a gain of one percentage point it takes 783
       samples if they disagree on 1% of the samples, and 7,847 if they disagree on 10%.
    2. The formula is for χ² without the correction. The exact test needs a few more samples.
    3. If you do not know the disagreement, score both models on a small sample and count it.

    References
    ----------
    Connor, *Sample size for testing differences in proportions for the paired-sample design* (1987).

    Examples
    --------
    >>> from evalbook import comparison
    >>> comparison.sample_size(0.01, disagreement=0.05)
    3923
    """
    signed = check.real(gain, "gain")
    disagreement, gain = float(check.shares(check.real(disagreement, "disagreement"), "disagreement")), abs(signed)
    if not 0 < gain <= disagreement:
        raise ValueError(
            f"gain is {signed:g} and disagreement is {disagreement:g}; expected a gain other than 0, and a "
            f"disagreement that is at least as large, because the models disagree on each sample that one of them gains"
        )
    alpha, power = check.confidence(alpha, "alpha"), check.confidence(power, "power")
    if power <= alpha:
        raise ValueError(
            f"power is {power:g} and alpha is {alpha:g}; expected power to be larger than alpha, such as 0.8"
        )
    z, z_power = normal_quantile(1 - alpha / 2), normal_quantile(power)
    reach = z * math.sqrt(disagreement) + z_power * math.sqrt(disagreement - gain**2)
    if not reach < 2**26 * gain:
        raise ValueError(f"gain is {signed:g}; expected a larger one, because this one needs more than 2**52 samples")
    return max(math.ceil((reach / gain) ** 2), 1)

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
from evalbook.comparison._results import Result, confidence


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


@with_hints
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
    signed = check.real(gain, "gain")
    disagreement, gain = float(check.shares(check.real(disagreement, "disagreement"), "disagreement")), abs(signed)
    if not 0 < gain <= disagreement:
        raise ValueError(
            f"gain is {signed:g} and disagreement {disagreement:g}; expected a gain other than 0, and a disagreement "
            f"of at least its size: where one gains, the two disagree"
        )
    alpha, power = confidence(alpha, "alpha"), confidence(power, "power")
    if power <= alpha:
        raise ValueError(f"power is {power:g} and alpha {alpha:g}; expected more power than that")
    z, z_power = normal_quantile(1 - alpha / 2), normal_quantile(power)
    reach = z * math.sqrt(disagreement) + z_power * math.sqrt(disagreement - gain**2)
    if not reach < 2**26 * gain:
        raise ValueError(f"gain is {signed:g}; expected one that fewer than 2**52 samples can show")
    return max(math.ceil((reach / gain) ** 2), 1)

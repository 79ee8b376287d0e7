"""A proportion: the interval around a share of samples, and Zhou's binomial test of an error rate."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from evalbook import _input as check
from evalbook._distributions import beta_quantile, binomial_at_least, normal_quantile
from evalbook._hints import with_hints
from evalbook._rounding import RELATIVE
from evalbook.comparison._results import Interval, Result

MOST = 10**9
"""More samples than that would take minutes."""
MOST_EXACT = 10_000
"""Samples whose binomial distribution is added up in whole numbers, which takes a second."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BinomialTest(Result):
    """The result of a binomial test: whether there are too many errors for the allowed error rate."""

    errors: int
    """The number of errors that were counted."""
    most: int
    """The largest number of errors with which the test is passed."""
    p_value: float
    """The probability of at least that many errors, if the error rate is exactly the allowed one."""

    @property
    def passed(self) -> bool:
        """Whether there are at most `most` errors, so that the allowed error rate is not rejected."""
        return self.errors <= self.most


@with_hints
def proportion_interval(
    successes: int, n: int, *, level: float = 0.95, method: Literal["wilson", "exact", "wald"] = "wilson"
) -> Interval:
    r"""A confidence interval for a proportion, such as an accuracy.

    .. math::

        \begin{aligned}
        \text{Wilson:}\quad & \frac{\hat p + z^2/2n \pm z \sqrt{w}}{1 + z^2/n} \\
        & w = \frac{\hat p (1 - \hat p)}{n} + \frac{z^2}{4n^2} \\
        \text{exact:}\quad & P(X \ge k \mid p_\mathrm{low}) = \tfrac{1 - level}{2} \\
        & P(X \le k \mid p_\mathrm{high}) = \tfrac{1 - level}{2} \\
        \text{Wald:}\quad & \hat p \pm z \sqrt{\hat p (1 - \hat p)/n}
        \end{aligned}

    where :math:`\hat p = k/n` and z is the standard normal quantile of :math:`(1 + level)/2`.

    Parameters
    ----------
    successes : int
        The number of samples that count as a success, k: from 0 to `n`.
    n : int
        The number of samples, from 1 to a billion.
    level : float, default 0.95
        The confidence level, above 0 and below 1.
    method : {"wilson", "exact", "wald"}, default "wilson"
        "wilson" inverts the score test, and on average it contains the true proportion about as often as `level` says.
        "exact" (Clopper–Pearson) contains it at least that often, and is wider. "wald" is the formula of many
        textbooks, and is wrong near 0 and 1.

    Returns
    -------
    Interval
        The bounds ``(low, high)``, with k/n as `value`.

    See Also
    --------
    interval : for any metric, and for groups of samples
    binomial_test : test an allowed error rate

    Notes
    -----
    1. Without a success the lower bound is 0. With "wald" the upper bound is then 0 as well, because its width is
       computed from the estimate. With `n` successes the same happens at 1.
    2. The bounds of "wald" may be below 0 or above 1.
    3. For a one-sided bound of 95%, use ``level=0.9``. For 0 successes the upper bound is then near 3/n (the rule of
       three).
    4. If samples belong together, such as the images of one patient, the interval is too narrow. Use `interval` with
       ``groups=``.

    References
    ----------
    Wilson (1927); Clopper and Pearson (1934); Brown, Cai and DasGupta, *Interval estimation for a binomial proportion*
    (2001).

    Examples
    --------
    >>> from evalbook import comparison
    >>> low, high = comparison.proportion_interval(0, 30)
    >>> round(low, 4), round(high, 4)
    (0.0, 0.1135)
    >>> [round(bound, 4) for bound in comparison.proportion_interval(0, 30, method="wald")]
    [0.0, 0.0]
    """
    n = check.integer(n, "n", at_least=1, at_most=MOST)
    k = check.integer(successes, "successes", at_least=0, at_most=n, bound="n")
    level, method = check.confidence(level), check.choice(method, "method", _BOUNDS)
    return Interval(k / n, *_BOUNDS[method](k, n, level), level, method)


Bounds: TypeAlias = tuple[float, float]


def _wilson(k: int, n: int, level: float) -> Bounds:
    z2 = normal_quantile((1 + level) / 2) ** 2
    middle, half = k + z2 / 2, math.sqrt(z2 * (k * (n - k) / n + z2 / 4))
    low, high = (middle - half) / (n + z2), (middle + half) / (n + z2)
    return low if k else 0.0, high if k < n else 1.0  # as they are without rounding


def _exact(k: int, n: int, level: float) -> Bounds:
    tail = (1 - level) / 2
    low = beta_quantile(tail, k, n - k + 1) if k else 0.0
    return low, beta_quantile(1 - tail, k + 1, n - k) if k < n else 1.0


def _wald(k: int, n: int, level: float) -> Bounds:
    half = normal_quantile((1 + level) / 2) * math.sqrt(k / n * (n - k) / n / n)
    return k / n - half, k / n + half


_BOUNDS = {"wilson": _wilson, "exact": _exact, "wald": _wald}


@with_hints
def binomial_test(errors: int, n: int, *, error_rate: float, alpha: float = 0.05) -> BinomialTest:
    r"""The binomial test: whether the error rate of a model is at most the allowed one.

    .. math::

        \bar m = \min \Bigl\{ m : \sum_{i=m+1}^{n} \binom{n}{i}\, \epsilon_0^i (1 - \epsilon_0)^{n-i} \le \alpha \Bigr\}

    is the largest number of errors with which the test is passed.

    Parameters
    ----------
    errors : int
        The number of wrong predictions, from 0 to `n`.
    n : int
        The number of samples, from 1 to a billion.
    error_rate : float
        The allowed error rate of the model, :math:`\epsilon_0`: from 0 to 1.
    alpha : float, default 0.05
        The significance level: how often a model with exactly this error rate may fail the test, above 0 and below 1.

    Returns
    -------
    BinomialTest
        The largest number of errors that passes, and the p-value of the given number.

    See Also
    --------
    proportion_interval : which error rates are plausible
    mcnemar : compare two models

    Notes
    -----
    1. The number of errors is a whole number, so a model with exactly this error rate usually fails less often than
       `alpha`.
    2. Passing the test does not prove that the error rate is low. Ten samples without an error pass for almost any
       rate. The bounds of `proportion_interval` show which rates are plausible.
    3. With an error rate of 0 only 0 errors pass, and with an error rate of 1 any number passes.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.4.1, equation 2.27, whose sum and whose extremum are printed in more than
    one way; this is the test that his text describes.

    Examples
    --------
    >>> from evalbook import comparison
    >>> comparison.binomial_test(6, 10, error_rate=0.3)
    BinomialTest(errors=6, most=5, p_value=0.047349)
    """
    n = check.integer(n, "n", at_least=1, at_most=MOST)
    errors = check.integer(errors, "errors", at_least=0, at_most=n, bound="n")
    rate = float(check.shares(check.real(error_rate, "error_rate"), "error_rate"))
    alpha = check.confidence(alpha, "alpha")
    most = bisect_left(
        range(n), True, key=lambda m: _is_rare(m + 1, n, rate, alpha)
    )  # the least m with P(X > m) ≤ alpha
    return BinomialTest(errors, most, binomial_at_least(errors, n, rate))


def _is_rare(k: int, n: int, rate: float, alpha: float) -> bool:
    """Whether P(X ≥ k) ≤ alpha: where floats cannot tell, by whole numbers, of the decimals that were handed in."""
    tail = binomial_at_least(k, n, rate)
    if abs(tail - alpha) > RELATIVE * alpha or n > MOST_EXACT:
        return tail <= alpha
    p, bound = Fraction(str(rate)), Fraction(str(alpha))
    wins, losses = p.numerator, p.denominator - p.numerator
    term = math.comb(n, k) * wins**k * losses ** (n - k)
    total = term
    for i in range(k, n):
        term = term * (n - i) * wins // ((i + 1) * losses)  # without remainder
        total += term
    return bool(total * bound.denominator <= bound.numerator * p.denominator**n)

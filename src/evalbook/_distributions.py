"""The distributions that tests are made of, by NumPy and the standard library alone.

They equal those of a current SciPy to 1e-8 of the value, up to a billion samples; the range of normal variables to
1e-12. Tails are worked out as such, not as 1 minus the rest, so that a p-value of 1e-20 keeps its digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

TINY = 1e-300
EPSILON = 4 * float(np.finfo(np.float64).eps)

# ---------------------------------------------------------------- normal


def normal_below(z: float) -> float:
    """P(Z ≤ z)."""
    return 0.5 * math.erfc(-z / math.sqrt(2))


def normal_beyond(z: float) -> float:
    """P(|Z| ≥ |z|): both tails."""
    return math.erfc(abs(z) / math.sqrt(2))


def normal_quantile(p: float) -> float:
    """The z with P(Z ≤ z) = p; infinite for 0 and 1."""
    return NormalDist().inv_cdf(p) if 0 < p < 1 else math.copysign(math.inf, p - 0.5)


# ---------------------------------------------------------------- beta, and what follows from it


def beta_below(x: float, rest: float, a: float, b: float) -> float:
    """The regularized incomplete beta function I_x(a, b); `rest` is 1 - x, which the caller may know better."""
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    density = _beta_density(x, rest, a, b)
    if x < (a + 1) / (a + b + 2):
        return density * _beta_fraction(x, a, b) / a
    return 1 - density * _beta_fraction(rest, b, a) / b


def _beta_density(x: float, rest: float, a: float, b: float) -> float:
    """x^a (1 - x)^b / B(a, b), by how far x is from a/(a + b), as Loader does it: large logarithms lose digits."""
    n = a + b
    distance = _deviance(a, n * x) + _deviance(b, n * rest)
    corrections = _beyond_stirling(n) - _beyond_stirling(a) - _beyond_stirling(b)
    return math.sqrt(a * b / (2 * math.pi * n)) * math.exp(corrections - distance)


def _deviance(a: float, expected: float) -> float:
    """a ln(a/e) + e - a, by Loader's series where a is near e: there the sum leaves no digit."""
    if abs(a - expected) > 0.1 * (a + expected):
        return a * math.log(a / expected) + expected - a
    v = (a - expected) / (a + expected)
    total, before, term, j = (a - expected) * v, math.nan, 2 * a * v, 0
    while total != before:
        j += 1
        term *= v * v
        before, total = total, total + term / (2 * j + 1)
    return total


def _beyond_stirling(z: float) -> float:
    """What Stirling's formula lacks to ln Γ(z)."""
    if z < 16:
        return math.lgamma(z) - ((z - 0.5) * math.log(z) - z + 0.5 * math.log(2 * math.pi))
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * z * z)) / (z * z)) / (z * z)) / z


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / _off_zero(1 - (a + b) * x / (a + 1))
    fraction, step, m = d, 0.0, 0
    while abs(step - 1) > EPSILON:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _off_zero(1 + term * d)
            c = _off_zero(1 + term / c)
            step = c * d
            fraction *= step
    return fraction


def _off_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def beta_quantile(p: float, a: float, b: float) -> float:
    """The x with I_x(a, b) = p."""
    return _root(lambda x: beta_below(x, 1 - x, a, b) - p, 0.0, 1.0)


def _root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function is 0, halved down to neighboring floats."""
    middle = (low + high) / 2
    while low < middle < high:
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
        middle = (low + high) / 2
    return middle


def t_beyond(t: float, df: float) -> float:
    """P(|T| ≥ |t|): both tails of Student's t."""
    square = t * t
    if math.isinf(square):
        return 0.0
    return beta_below(df / (df + square), square / (df + square), df / 2, 0.5)


def t_quantile(p: float, df: float) -> float:
    """The t with P(T ≤ t) = p, for p of at least ½."""
    high = 1.0
    while t_beyond(high, df) > 2 * (1 - p):
        high *= 2
    return _root(lambda t: 2 * (1 - p) - t_beyond(t, df), 0.0, high)


def f_above(f: float, df1: float, df2: float) -> float:
    """P(F ≥ f)."""
    if math.isinf(f):
        return 0.0
    total = df2 + df1 * f
    return beta_below(df2 / total, df1 * f / total, df2 / 2, df1 / 2)


def binomial_at_most(k: int, n: int, p: float) -> float:
    """P(X ≤ k) for n tries that each succeed with probability p."""
    return 1.0 if k >= n else 0.0 if k < 0 else beta_below(1 - p, p, n - k, k + 1)


def binomial_at_least(k: int, n: int, p: float) -> float:
    """P(X ≥ k)."""
    return 1.0 if k <= 0 else 0.0 if k > n else beta_below(p, 1 - p, k, n - k + 1)


def binomial_exactly(k: int, n: int, p: float) -> float:
    """P(X = k), for p above 0 and below 1."""
    if k in (0, n):
        return float(p**n) if k else math.exp(n * math.log1p(-p))
    return _beta_density(p, 1 - p, k, n - k) * n / (k * (n - k))


# ---------------------------------------------------------------- chi-squared


def chi2_above(x: float, df: int) -> float:
    """P(χ² ≥ x): with 1 degree of freedom both tails of a normal variable, with 2 an exponential; 2 more add a term."""
    half = x / 2
    if half <= 0 or math.isinf(half):
        return 1.0 if half <= 0 else 0.0
    fewest = math.erfc(math.sqrt(half)) if df % 2 else math.exp(-half)
    terms = (math.exp(a * math.log(half) - half - math.lgamma(a + 1)) for a in np.arange(1 - df % 2 / 2, df / 2))
    return min(1.0, fewest + math.fsum(terms))


# ---------------------------------------------------------------- the range of k normal variables

NODES = np.linspace(-9, 9, 361)
DENSITY = np.exp(-(NODES**2) / 2) / math.sqrt(2 * math.pi)


def _below(z: NDArray[np.float64]) -> NDArray[np.float64]:
    """P(Z ≤ z) of each."""
    return np.array([normal_below(each) for each in z.tolist()])


BELOW = _below(NODES)


def studentized_range_above(q: float, k: int) -> float:
    """P(Q ≥ q) for the range of k standard normal variables, by trapezoids, which for such a bell are exact."""
    within = BELOW - _below(NODES - q)  # the largest is at the node, another at most q below it
    above = k * DENSITY * (BELOW ** (k - 1) - within ** (k - 1))
    return min(max(float(above.sum() * (NODES[1] - NODES[0])), 0.0), 1.0)


@cache
def studentized_range_quantile(p: float, k: int) -> float:
    """The q with P(Q ≤ q) = p."""
    return _root(lambda q: (1 - p) - studentized_range_above(q, k), 0.0, 40.0)

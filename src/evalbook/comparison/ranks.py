"""Many data sets: tests over the ranks of algorithms, adjusted p-values, and what is practically the same."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import warn_undefined
from evalbook.comparison.bounds import Result, confidence
from evalbook.comparison.distributions import (
    chi2_above,
    f_above,
    normal_beyond,
    studentized_range_above,
    studentized_range_quantile,
)

__all__ = ["CriticalDifference", "RankTest", "SignedRank", "friedman", "holm", "nemenyi", "signed_rank"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RankTest(Result):
    """Whether algorithms have the same rank on average over many data sets."""

    mean_ranks: FloatArray
    """The mean rank of each algorithm; 1 is best."""
    statistic: float
    """χ² or F."""
    p_value: float
    """The probability of a statistic at least as large, if all orders are equally likely."""
    method: str
    """How the p-value was found."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CriticalDifference(Result):
    """Which algorithms differ: those whose mean ranks are at least the critical difference apart."""

    mean_ranks: FloatArray
    """The mean rank of each algorithm; 1 is best."""
    q: float
    """The quantile of the studentized range, divided by √2."""
    critical_difference: float
    """Mean ranks that far apart, or further, differ."""
    p_values: FloatArray
    """For each pair of algorithms, of shape (k, k); 1 on the diagonal."""

    @property
    def differ(self) -> list[tuple[int, int]]:
        """The pairs of algorithms that differ, the better one first, by their places."""
        order = np.argsort(self.mean_ranks, kind="stable").tolist()
        return [
            (better, worse)
            for place, better in enumerate(order)
            for worse in order[place + 1 :]
            if self.mean_ranks[worse] - self.mean_ranks[better] >= self.critical_difference
        ]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SignedRank(Result):
    """Whether one of two algorithms is better over many data sets, and how probably it is practically better."""

    statistic: float
    """Wilcoxon's T: the smaller of the two sums of ranks."""
    p_value: float
    """Two-sided, of no difference."""
    a_better: float
    """The probability that a is better by more than the region of practical equivalence."""
    equivalent: float
    """The probability that both are practically equal."""
    b_better: float
    """The probability that b is better by more than that."""
    rope: float
    """Half the width of the region of practical equivalence."""


# ---------------------------------------------------------------- several algorithms


def friedman(
    scores: ArrayLike,
    *,
    higher_is_better: bool = True,
    method: Literal["f", "chi2", "exact"] = "f",
    ties: bool = False,
) -> RankTest:
    r"""Test whether k algorithms perform alike, from their ranks on N data sets.

    .. math::

        \begin{aligned}
        \chi^2 &= \frac{12 N}{k (k + 1)} \Bigl(\sum_i r_i^2 - \frac{k (k + 1)^2}{4}\Bigr) \\
        F &= \frac{(N - 1)\, \chi^2}{N (k - 1) - \chi^2} \\
        df &= \bigl(k - 1,\ (k - 1)(N - 1)\bigr)
        \end{aligned}

    where :math:`r_i` is the mean rank of algorithm i.

    Parameters
    ----------
    scores : array_like of shape (N, k)
        A row for each data set, a column for each algorithm; at least two of each.
    higher_is_better : bool, default True
        Whether the highest score has rank 1; False for errors.
    method : {"f", "chi2", "exact"}, default "f"
        "chi2" is Friedman's and too careful; "f" corrects it (Iman and Davenport); "exact" counts, over all orders that
        the ranks of each data set can have, how many give at least this χ². It returns χ².
    ties : bool, default False
        Divide χ² by what ties take from it, as SciPy does; the sources leave it as it is.

    Returns
    -------
    RankTest
        Mean ranks, statistic and p-value.

    Warns
    -----
    UndefinedMetricWarning
        If all algorithms are tied on all data sets, nan; and with "f" if all data sets agree: F is infinite.

    Notes
    -----
    1. Tied algorithms share the mean of their ranks.
    2. All data sets agree: F is infinite and its p-value 0, which no table of orders can have. "exact" gives the
       smallest possible one, k!/(k!)^N.
    3. "exact" counts in memory that grows with the orders; a table that is too large raises a ValueError.
    4. Ranks do not know how large a difference is: margins of 0.001 and of 0.05 give the same p-value.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.34 and 2.35; Friedman (1937); Iman and Davenport (1980); Demšar (2006).

    Examples
    --------
    >>> from evalbook import comparison
    >>> scores = [[0.9, 0.8, 0.7], [0.8, 0.7, 0.7], [0.9, 0.8, 0.6], [0.7, 0.6, 0.5]]
    >>> found = comparison.friedman(scores)
    >>> found.mean_ranks
    array([1.   , 2.125, 2.875])
    >>> round(found.statistic, 2), round(found.p_value, 4)
    (24.43, 0.0013)
    """
    check.choice(method, "method", ("f", "chi2", "exact"))
    ranks, ties = _ranks(scores, higher_is_better), check.flag(ties, "ties")
    n, k = ranks.shape
    mean_ranks = ranks.mean(axis=0)
    spread = float(((ranks - (k + 1) / 2) ** 2).sum()) / (n * k * (k * k - 1) / 12)  # 1 without ties
    if not spread:
        warn_undefined("scores are all tied, so there is no order to test: 0/0, nan")
        return RankTest(mean_ranks, math.nan, math.nan, method)
    chi2 = float(12 * n / (k * (k + 1)) * ((mean_ranks - (k + 1) / 2) ** 2).sum()) / (spread if ties else 1)
    if method == "exact":
        return RankTest(mean_ranks, chi2, _exact_p_value(ranks), method)
    if method == "chi2":
        return RankTest(mean_ranks, chi2, chi2_above(chi2, k - 1), method)
    rest = n * (k - 1) - chi2
    if rest < 1e-9 * n * k:
        warn_undefined('all data sets agree: F is infinite, and its p-value 0 is none; method="exact" gives one')
        return RankTest(mean_ranks, math.inf, 0.0, method)
    f = (n - 1) * chi2 / rest
    return RankTest(mean_ranks, f, f_above(f, k - 1, (k - 1) * (n - 1)), method)


def _ranks(scores: ArrayLike, higher_is_better: bool) -> FloatArray:
    """The rank of each algorithm on each data set; 1 is best, and equals share the mean of theirs."""
    table = check.matrix(scores, "scores")
    if min(table.shape) < 2:
        raise ValueError(f"scores has shape {table.shape}; expected at least two data sets and two algorithms")
    table = -table if check.flag(higher_is_better, "higher_is_better") else table
    return np.array([_ranks_of(row) for row in table])


def _ranks_of(values: NDArray[Any]) -> FloatArray:
    """1 for the smallest value; equals share the mean of their ranks."""
    rising = np.sort(values)
    left, right = (np.searchsorted(rising, values, side) for side in ("left", "right"))
    return np.asarray((left + right + 1) / 2)


MOST_SUMS = 200_000
"""So many different sums of ranks are followed at most, which takes a few seconds."""


def _exact_p_value(ranks: FloatArray) -> float:
    """The share of all orders whose rank sums are at least as uneven: added up one data set at a time.

    The algorithms are exchangeable, so sums that are the same up to order are one.
    """
    doubled = np.rint(2 * ranks).astype(int).tolist()
    sums: dict[tuple[int, ...], float] = {(0,) * len(doubled[0]): 1.0}
    for row in doubled:
        orders = Counter(permutations(row)) if len(row) <= 8 else None
        if orders is None or len(sums) * len(orders) > 50 * MOST_SUMS:
            raise ValueError('scores have too many possible orders to count; expected a smaller table, or method="f"')
        share = 1 / orders.total()
        after: dict[tuple[int, ...], float] = defaultdict(float)
        for before, probability in sums.items():
            for order, times in orders.items():
                after[tuple(sorted(map(int.__add__, before, order)))] += probability * times * share
        sums = after
    observed = sum(total**2 for total in map(sum, zip(*doubled, strict=True)))
    return min(1.0, math.fsum(share for totals, share in sums.items() if sum(t * t for t in totals) >= observed))


def nemenyi(scores: ArrayLike, *, higher_is_better: bool = True, alpha: float = 0.05) -> CriticalDifference:
    r"""Which of k algorithms differ, after a test over all of them: their mean ranks must be this far apart.

    .. math:: CD = q_\alpha \sqrt{\frac{k (k + 1)}{6 N}}

    where :math:`q_\alpha` is the quantile of the range of k standard normal variables, divided by :math:`\sqrt 2`.

    Parameters
    ----------
    scores : array_like of shape (N, k)
        A row for each data set, a column for each algorithm; at least two of each.
    higher_is_better : bool, default True
        Whether the highest score has rank 1; False for errors.
    alpha : float, default 0.05
        How often any pair may be called different if no two are: above 0 and below 1.

    Returns
    -------
    CriticalDifference
        Mean ranks, `critical_difference`, a p-value for each pair, and the pairs that `differ`.

    Notes
    -----
    1. In a picture as Zhou draws it, the bar around a mean rank is CD long in all, half of it on either side: two
       algorithms differ where their bars do not overlap.
    2. The ranks of two algorithms, and the critical difference, change with the others in the table: a pair may become
       different when a third algorithm joins.
    3. Ties are not corrected for.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.36 and table 2.7; Nemenyi (1963); Demšar (2006).

    Examples
    --------
    >>> from evalbook import comparison
    >>> scores = [[0.9, 0.8, 0.7], [0.8, 0.7, 0.7], [0.9, 0.8, 0.6], [0.7, 0.6, 0.5]]
    >>> found = comparison.nemenyi(scores)
    >>> round(found.critical_difference, 3), found.differ
    (1.657, [(0, 2)])
    """
    alpha = confidence(alpha, "alpha")
    ranks = _ranks(scores, higher_is_better)
    n, k = ranks.shape
    unit = math.sqrt(k * (k + 1) / (6 * n))
    q = studentized_range_quantile(1 - alpha, k) / math.sqrt(2)
    mean_ranks = ranks.mean(axis=0)
    apart = np.abs(mean_ranks[:, np.newaxis] - mean_ranks) / unit
    p_values = np.ones((k, k))
    for i, j in zip(*np.triu_indices(k, 1), strict=True):
        p_values[i, j] = p_values[j, i] = studentized_range_above(apart[i, j] * math.sqrt(2), k)
    return CriticalDifference(mean_ranks, q, q * unit, p_values)


# ---------------------------------------------------------------- several p-values


def holm(p_values: ArrayLike) -> FloatArray:
    r"""Adjust the p-values of several tests, so that any false alarm among all of them is as rare as in one.

    .. math:: \tilde p_{(i)} = \max_{j \le i}\, \min\bigl(1,\ (m - j + 1)\, p_{(j)}\bigr)

    for the m p-values in rising order.

    Parameters
    ----------
    p_values : array_like of shape (m,)
        The p-value of each test, between 0 and 1.

    Returns
    -------
    ndarray of shape (m,)
        The adjusted p-values, in the order given.

    Notes
    -----
    1. No p-value becomes smaller; none exceeds 1; equal ones stay equal.
    2. It is never more careful than Bonferroni's m p, and needs no assumption either.
    3. All tests that were looked at belong to the family, also those that are not reported.

    References
    ----------
    Holm, *A simple sequentially rejective multiple test procedure* (1979).

    Examples
    --------
    >>> from evalbook import comparison
    >>> comparison.holm([0.01, 0.04, 0.03, 0.005])
    array([0.03, 0.06, 0.06, 0.02])
    """
    given = check.shares(check.floats(p_values, "p_values"), "p_values")
    order = np.argsort(given, kind="stable")
    stepped = np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1))
    adjusted = np.empty(len(given))
    adjusted[order] = np.minimum(stepped, 1)
    return adjusted


# ---------------------------------------------------------------- two algorithms


PRIOR = 0.5
"""How much the pretended data set without a difference counts, beside 1 for each real one."""
BLOCK = 2**16


def signed_rank(a: ArrayLike, b: ArrayLike, *, rope: float, rounds: int = 50_000, rng: Any = None) -> SignedRank:
    r"""Whether one of two algorithms is better over many data sets: Wilcoxon's test, and its Bayesian form.

    .. math::

        \begin{aligned}
        T &= \min(T_+, T_-), \quad T_\pm = \sum_{\pm d_i > 0} \mathrm{rank}\,|d_i| \\
        \theta_b &= \sum_{i,j} w_i w_j\, [d_i + d_j > 2\,\mathrm{rope}] \\
        w &\sim \mathrm{Dirichlet}(\tfrac12, 1, \dots, 1)
        \end{aligned}

    for the differences d = b - a, of which a pretended first one is 0. The probability that b is better is how often
    :math:`\theta_b` is the largest of the three shares: of pairs above the region of practical equivalence, within it,
    and below.

    Parameters
    ----------
    a, b : array_like of shape (N,)
        The score of each algorithm on each data set, higher is better.
    rope : float
        Differences up to this, in either direction, are practically none: at least 0, such as 0.01.
    rounds : int, default 50,000
        How many weights w to draw, from 1 to 10 million.
    rng : None, int or numpy.random.Generator
        Where chance comes from.

    Returns
    -------
    SignedRank
        T and its p-value; the three probabilities, which add up to 1.

    Notes
    -----
    1. The ranks of differences of 0 are split evenly between the two sums; of an odd number of these one is left out.
       Some libraries leave out all of them, and find another T.
    2. The p-value is exact, for the ranks as they are tied, up to 100 data sets; beyond, from the normal distribution.
       Fewer than six data sets cannot get below 0.05.
    3. All differences are 0: p = 1.
    4. A pair of differences at the very edge of the region counts half to each side. The edge is taken to within 1e-9,
       because 0.77 - 0.75 is not 0.02 to a computer.
    5. With ``rope=0`` only pairs that cancel are equivalent.
    6. The pretended difference counts ½, as in baycomp; with 1, as in the first paper, `equivalent` is a little larger.
    7. The probabilities say how often a side has most of the weight, not how large the difference is.

    References
    ----------
    Wilcoxon (1945); Demšar (2006) for the zeros; Benavoli et al., *A Bayesian Wilcoxon signed-rank test based on the
    Dirichlet process* (2014), *Time for a change* (2017).

    Examples
    --------
    >>> from evalbook import comparison
    >>> a, b = [0.71, 0.80, 0.65, 0.90, 0.77, 0.84], [0.74, 0.82, 0.70, 0.91, 0.81, 0.85]
    >>> found = comparison.signed_rank(a, b, rope=0.005, rng=0)
    >>> found.statistic, found.p_value
    (0.0, 0.03125)
    >>> found.b_better > 0.99
    True
    """
    one, two = check.floats(a, "a"), check.floats(b, "b")
    check.same_length(a=one, b=two)
    rope, rng = check.real(rope, "rope", at_least=0), check.generator(rng)
    rounds = check.integer(rounds, "rounds", at_least=1, at_most=10**7)
    with np.errstate(over="ignore"):
        found = two - one
        largest = float(2 * np.abs(found).max()) + 2 * rope
    if math.isinf(largest):
        raise ValueError("a and b, or rope, make differences that are more than a float can hold")
    statistic, p_value = _wilcoxon(found)
    a_better, equivalent, b_better = _winners(found, rope, rounds, rng)
    return SignedRank(statistic, p_value, a_better, equivalent, b_better, rope)


def _wilcoxon(differences: FloatArray) -> tuple[float, float]:
    zeros = np.count_nonzero(differences == 0)
    if zeros % 2:
        differences = np.delete(differences, np.argmax(differences == 0))
    rank = _ranks_of(np.abs(differences))
    positive, negative = (float(rank[side].sum()) for side in (differences > 0, differences < 0))
    split = float(rank[differences == 0].sum()) / 2
    smaller = min(positive, negative)
    return split + smaller, _p_value_of_ranks(rank[differences != 0], smaller)


def _p_value_of_ranks(rank: FloatArray, smaller: float) -> float:
    """P(the smaller sum is at most that), if each rank has either sign by the toss of a coin."""
    if len(rank) > 100:
        z = (smaller - rank.sum() / 2) / math.sqrt(float((rank**2).sum()) / 4)
        return normal_beyond(z)
    doubled = np.rint(2 * rank).astype(int)
    ways = np.zeros(doubled.sum() + 1)
    ways[0] = 1.0
    for step in doubled:  # the probability of each sum, one rank after the other
        ways = (ways + np.concatenate([np.zeros(step), ways[: len(ways) - step]])) / 2
    return min(1.0, 2 * float(ways[: round(2 * smaller) + 1].sum()))


def _winners(differences: FloatArray, rope: float, rounds: int, rng: np.random.Generator) -> list[float]:
    """In which share of the rounds each side has the most weight: a, neither, b."""
    with_prior = np.append(0.0, differences)
    sums = with_prior[:, np.newaxis] + with_prior
    edge = 1e-9 * max(rope, float(np.abs(differences).max()))
    above, below = (_beyond(sign * sums - 2 * rope, edge) for sign in (1, -1))
    strength = np.append(PRIOR, np.ones(len(differences)))
    wins = np.zeros(3)
    for start in range(0, rounds, max(1, BLOCK // len(strength))):
        weights = rng.dirichlet(strength, size=min(max(1, BLOCK // len(strength)), rounds - start))
        b, a = (np.einsum("ri,ri->r", weights @ side, weights) for side in (above, below))
        wins += np.bincount(np.argmax([a, 1 - a - b, b], axis=0), minlength=3)
    return [float(share) for share in wins / rounds]


def _beyond(distance: FloatArray, edge: float) -> FloatArray:
    """1 where it is positive, ½ where it is 0."""
    return np.where(np.abs(distance) <= edge, 0.5, (distance > 0).astype(np.float64))


def __dir__() -> list[str]:
    return __all__

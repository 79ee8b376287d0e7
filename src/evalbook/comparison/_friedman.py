"""Friedman's and Nemenyi's tests: several algorithms, ranked on many data sets."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._distributions import chi2_above, f_above, studentized_range_above, studentized_range_quantile
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import warn_undefined
from evalbook.comparison._results import Result, confidence


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


@with_hints
def friedman(
    scores: ArrayLike, *, higher_is_better: bool = True, method: Literal["f", "chi2", "exact"] = "f", ties: bool = False
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
    return np.array([ranks_of(row) for row in table])


def ranks_of(values: NDArray[Any]) -> FloatArray:
    """1 for the smallest value; equals share the mean of their ranks."""
    rising = np.sort(values)
    left, right = (np.searchsorted(rising, values, side) for side in ("left", "right"))
    return np.asarray((left + right + 1) / 2)


MOST_STEPS = 15 * 10**6
"""So many orders are added to sums of ranks at most, which takes a few seconds."""


def _exact_p_value(ranks: FloatArray) -> float:
    """The share of all orders whose rank sums are at least as uneven: added up one data set at a time.

    The algorithms are exchangeable, so sums that are the same up to order are one.
    """
    doubled = np.rint(2 * ranks).astype(np.int64)
    if _steps(doubled.tolist()) > MOST_STEPS:
        raise ValueError('scores have too many possible orders to count; expected a smaller table, or method="f"')
    k = doubled.shape[1]
    sums: NDArray[Any] = np.zeros((1, k), dtype=np.int64)
    share: NDArray[Any] = np.ones(1)
    for row in doubled:
        orders, times = np.unique([*permutations(row)], axis=0, return_counts=True)
        after = np.sort((sums[:, np.newaxis] + orders).reshape(-1, k), axis=1)
        number = after @ (doubled.sum() + 1) ** np.arange(k, dtype=np.int64)  # one for each row of sums
        _, first, place = np.unique(number, return_index=True, return_inverse=True)
        sums, share = after[first], np.bincount(place, np.outer(share, times / times.sum()).ravel())
    uneven = (sums**2).sum(axis=1) >= (doubled.sum(axis=0) ** 2).sum()
    return min(1.0, math.fsum(share[uneven]))


def _steps(doubled: list[list[int]]) -> float:
    """How many orders will be added to a sum, at most.

    Of sums there are no more than products of the orders, and no more than lattice points, up to order, in the space
    that n rows of ranks span: a permutohedron, whose volume is k^(k-2) (Stanley, 1991), n times as wide.
    """
    k, steps, orders_so_far = len(doubled[0]), 0.0, 1.0
    per_rank = 1 if all(total % 2 == 0 for row in doubled for total in row) else 2  # ties have ranks between
    for n, row in enumerate(doubled):
        orders = math.factorial(k) / math.prod(map(math.factorial, Counter(row).values()))
        lattice = k ** (k - 2) * (per_rank * (n + 1)) ** (k - 1) / math.factorial(k)
        steps += min(orders_so_far, lattice) * orders
        orders_so_far *= orders
    return steps


@with_hints
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

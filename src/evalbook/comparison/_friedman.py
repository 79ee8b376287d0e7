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
from evalbook.comparison._results import Result


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RankTest(Result):
    """The result of the Friedman test: whether algorithms have the same mean rank over many data sets."""

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
    """The mean ranks of algorithms, and the critical difference from which on two of them differ."""

    mean_ranks: FloatArray
    """The mean rank of each algorithm; 1 is best."""
    q: float
    """The quantile of the studentized range, divided by √2."""
    critical_difference: float
    """Two algorithms differ if their mean ranks are at least this far apart."""
    p_values: FloatArray
    """For each pair of algorithms, of shape (k, k); 1 on the diagonal."""

    @property
    def differ(self) -> list[tuple[int, int]]:
        """The pairs of algorithms that differ, as column numbers, the better algorithm first."""
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
    r"""The Friedman test: whether k algorithms perform equally well, judged by their ranks on N data sets.

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
        The scores, with one row per data set and one column per algorithm, at least two of each.
    higher_is_better : bool, default True
        Whether the highest score has rank 1. Give False for errors.
    method : {"f", "chi2", "exact"}, default "f"
        How the p-value is found. "chi2" takes it from the χ² distribution (Friedman) and "f" from the F distribution
        (Iman and Davenport). "exact" counts, over all orders that the ranks of each data set can have, how many give at
        least this χ²; its statistic is χ².
    ties : bool, default False
        If True, χ² is divided by the factor by which ties reduce it, as in SciPy. The sources do not correct for ties.

    Returns
    -------
    RankTest
        The mean ranks, the statistic and the p-value.

    Warns
    -----
    UndefinedMetricWarning
        If all algorithms are tied on all data sets. The statistic is then undefined (0/0), and nan is returned. With
        "f" also if all data sets rank the algorithms alike, because F is then infinite.

    See Also
    --------
    nemenyi : which of the algorithms differ
    signed_rank : for two algorithms
    holm : adjust the p-values of several tests

    Notes
    -----
    1. Tied algorithms share the mean of their ranks.
    2. If all data sets rank the algorithms alike, F is infinite and its p-value is 0, although such a table has a
       positive probability. "exact" gives that probability, k!/(k!)^N.
    3. "chi2" and "f" are approximations, and with few data sets their p-values can be too small or too large. With four
       data sets and three algorithms, χ² = 6 has the exact p-value 0.0694, while "chi2" gives 0.0498 and "f" gives
       0.0156. For χ² = 8 the exact p-value is 0.0046, and "chi2" gives 0.0183.
    4. "exact" needs memory that grows with the number of orders. A table that is too large raises a ValueError.
    5. Ranks do not show how large a difference is: a margin of 0.001 gives the same p-value as a margin of 0.05.

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
        warn_undefined(
            "the statistic is undefined (0/0), so nan is returned: all algorithms are tied on every data set, so there "
            "is no ranking to test"
        )
        return RankTest(mean_ranks, math.nan, math.nan, method)
    chi2 = float(12 * n / (k * (k + 1)) * ((mean_ranks - (k + 1) / 2) ** 2).sum()) / (spread if ties else 1)
    if method == "exact":
        return RankTest(mean_ranks, chi2, _exact_p_value(ranks), method)
    if method == "chi2":
        return RankTest(mean_ranks, chi2, chi2_above(chi2, k - 1), method)
    rest = n * (k - 1) - chi2
    if rest < 1e-9 * n * k:
        warn_undefined(
            "F is infinite because all data sets rank the algorithms alike, and its p-value of 0 is too small: "
            'use method="exact" for the true p-value'
        )
        return RankTest(mean_ranks, math.inf, 0.0, method)
    f = (n - 1) * chi2 / rest
    return RankTest(mean_ranks, f, f_above(f, k - 1, (k - 1) * (n - 1)), method)


def _ranks(scores: ArrayLike, higher_is_better: bool) -> FloatArray:
    """The rank of each algorithm on each data set; 1 is best, and equals share the mean of theirs."""
    table = check.matrix(scores, "scores")
    if min(table.shape) < 2:
        raise ValueError(
            f"scores has shape {table.shape}; expected one row per data set and one column per algorithm, at least two "
            f"of each"
        )
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
        raise ValueError(
            'scores have too many possible rankings to count with method="exact"; expected a smaller table, or '
            'method="f", which is close for a large one'
        )
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
    r"""The Nemenyi test: which of k algorithms differ, judged by their mean ranks on N data sets.

    .. math:: CD = q_\alpha \sqrt{\frac{k (k + 1)}{6 N}}

    where :math:`q_\alpha` is the quantile of the range of k standard normal variables, divided by :math:`\sqrt 2`.

    Parameters
    ----------
    scores : array_like of shape (N, k)
        The scores, with one row per data set and one column per algorithm, at least two of each.
    higher_is_better : bool, default True
        Whether the highest score has rank 1. Give False for errors.
    alpha : float, default 0.05
        The probability that at least one pair is found to differ if all algorithms perform equally well: above 0 and
        below 1.

    Returns
    -------
    CriticalDifference
        The mean ranks, the `critical_difference`, a p-value for each pair, and the pairs that `differ`.

    See Also
    --------
    friedman : whether there is any difference
    signed_rank : for one pair of algorithms
    evalbook.plots.critical_difference : the diagram

    Notes
    -----
    1. In Zhou's diagram, the bar around a mean rank has the length CD, with one half on either side. Two algorithms
       differ if their bars do not overlap.
    2. The ranks of two algorithms, and the critical difference, depend on the other algorithms in the table. A pair
       that does not differ may be found to differ once a third algorithm is added.
    3. There is no correction for ties.

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
    alpha = check.confidence(alpha, "alpha")
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

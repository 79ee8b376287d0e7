"""Two algorithms on many data sets: signed ranks, and what is practically the same."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._distributions import normal_beyond
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._rounding import leveled, rounding
from evalbook.comparison._friedman import ranks_of
from evalbook.comparison._results import Result


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SignedRank(Result):
    """The result of the signed-rank tests: a p-value, and the probabilities that a, neither or b is better."""

    statistic: float
    """Wilcoxon's T: the smaller of the two sums of ranks."""
    p_value: float
    """The two-sided p-value for no difference."""
    a_better: float
    """The probability that a is better by more than the region of practical equivalence."""
    equivalent: float
    """The probability that both are practically equal."""
    b_better: float
    """The probability that b is better by more than the region of practical equivalence."""
    rope: float
    """Half the width of the region of practical equivalence (ROPE)."""


PRIOR = 0.5
"""How much the pretended data set without a difference counts, beside 1 for each real one."""
BLOCK = 2**16
MOST = 1000
"""From so many scores on they are hardly those of data sets; all pairs of them would take gigabytes soon."""


@with_hints
def signed_rank(a: ArrayLike, b: ArrayLike, *, rope: float, rounds: int = 50_000, rng: Any = None) -> SignedRank:
    r"""Compare two algorithms over many data sets: Wilcoxon's signed-rank test and its Bayesian form.

    .. math::

        \begin{aligned}
        T &= \min(T_+, T_-), \quad T_\pm = \sum_{\pm d_i > 0} \mathrm{rank}\,|d_i| \\
        \theta_b &= \sum_{i,j} w_i w_j\, [d_i + d_j > 2\,\mathrm{rope}] \\
        w &\sim \mathrm{Dirichlet}(\tfrac12, 1, \dots, 1)
        \end{aligned}

    for the differences d = b - a, to which an artificial first difference of 0 is added. The shares are those of the
    pairs above the region of practical equivalence, within it, and below it. The probability that b is better is how
    often :math:`\theta_b` is the largest of the three shares.

    Parameters
    ----------
    a, b : array_like of shape (N,)
        The score of each algorithm on each data set. A higher score is better.
    rope : float
        The largest difference, in either direction, that makes no difference in practice: at least 0, such as 0.01.
    rounds : int, default 50,000
        How often the weights w are drawn, from 1 to 10 million.
    rng : None, int or numpy.random.Generator
        The source of the random numbers. Pass an int for a reproducible result.

    Returns
    -------
    SignedRank
        T and its p-value, and the three probabilities, which add up to 1.

    See Also
    --------
    friedman : for more than two algorithms
    holm : adjust the p-values of several pairs
    corrected_t_test : compare two recipes on one data set

    Notes
    -----
    1. The ranks of differences of 0 are split evenly between the two sums. If there is an odd number of them, one is
       left out. Some libraries leave out all of them and get a different T.
    2. Up to 100 data sets, the p-value is exact, and ties are taken into account. Beyond that, it comes from the normal
       distribution. With fewer than six data sets it cannot be below 0.05.
    3. If all differences are 0, p is 1.
    4. A pair of differences exactly at the edge of the region counts half to each side. Differences that agree to
       within 1e-9 of the largest score are treated as equal, because a computer does not get exactly 0.02 for 0.77 -
       0.75.
    5. With ``rope=0`` only pairs of differences that add up to 0 are equivalent. Two equal algorithms are equivalent,
       whatever the region.
    6. The artificial difference has the weight ½, as in baycomp. With the weight 1, as in the first paper, `equivalent`
       would be a little larger.
    7. The probabilities say how often a side has the largest share of the weight, and not how large the difference is.

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
    one, two = check.sizes(a, "a"), check.sizes(b, "b")
    check.same_length(a=one, b=two)
    rope, rng = check.real(rope, "rope", at_least=0), check.generator(rng)
    rounds = check.integer(rounds, "rounds", at_least=1, at_most=10**7)
    if len(one) >= MOST:
        raise ValueError(
            f"a and b hold {len(one):,} scores; expected one score per data set, fewer than {MOST:,}. To compare two "
            f"models on the samples of one data set, use difference or permutation_test"
        )
    edge = rounding(one, two)
    found = two - one
    found[np.abs(found) <= edge] = 0
    statistic, p_value = _wilcoxon(found, edge)
    a_better, equivalent, b_better = _winners(found, rope, edge, rounds, rng)
    return SignedRank(statistic, p_value, a_better, equivalent, b_better, rope)


def _wilcoxon(differences: FloatArray, edge: float) -> tuple[float, float]:
    zeros = np.count_nonzero(differences == 0)
    if zeros % 2:
        differences = np.delete(differences, np.argmax(differences == 0))
    rank = ranks_of(leveled(np.abs(differences), edge))
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


def _winners(differences: FloatArray, rope: float, edge: float, rounds: int, rng: np.random.Generator) -> list[float]:
    """In which share of the rounds each side has the most weight: a, neither, b."""
    with_prior = np.append(0.0, differences)
    sums = with_prior[:, np.newaxis] + with_prior
    at_edge = 0.5 if rope else 0.0  # without a region, pairs that cancel are neither above nor below
    above, below = (_beyond(sign * sums - 2 * rope, 2 * edge, at_edge) for sign in (1, -1))
    strength = np.append(PRIOR, np.ones(len(differences)))
    wins = np.zeros(3)
    for start in range(0, rounds, max(1, BLOCK // len(strength))):
        weights = rng.dirichlet(strength, size=min(max(1, BLOCK // len(strength)), rounds - start))
        b, a = (np.einsum("ri,ri->r", weights @ side, weights) for side in (above, below))
        wins += np.bincount(np.argmax([a, 1 - a - b, b], axis=0), minlength=3)
    return [float(share) for share in wins / rounds]


def _beyond(distance: FloatArray, edge: float, at_edge: float) -> FloatArray:
    """1 where it is positive."""
    return np.where(np.abs(distance) <= edge, at_edge, (distance > 0).astype(np.float64))

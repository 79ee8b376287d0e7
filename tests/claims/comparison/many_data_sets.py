"""What *Many data sets* concludes. Most of it is counted on the page."""

from __future__ import annotations

import numpy as np
from scipy.stats import f

from evalbook_tools.claims import claim, fell, over, rests

ROUNDS = 50_000
WITHOUT_TIES = "Without ties, with at least ten data sets and at least three algorithms,"


def rejected(n_algorithms: int, n_sets: int) -> float:
    """How often F passes its critical value at 5%, if chance orders the algorithms on each data set; no ties."""
    k, n = n_algorithms, n_sets
    rng = np.random.default_rng(0)
    sums = np.zeros((ROUNDS, k))
    for _ in range(n):
        sums += 1 + rng.random((ROUNDS, k), dtype=np.float32).argsort(axis=1)
    chi2 = 12 / (n * k * (k + 1)) * np.sum(sums**2, axis=1) - 3 * n * (k + 1)
    critical = f.ppf(0.95, k - 1, (k - 1) * (n - 1))
    return float(np.mean((n - 1) * chi2 > critical * (n * (k - 1) - chi2)))


@claim(
    "Without ties, with ten data sets or more and three algorithms or more, the 5% of the F curve stand for 4 to 6% of"
    " the tables that chance makes."
)
@over(
    "ten to thirty data sets, three algorithms",
    lambda: {f"{n} data sets": (3, n) for n in range(10, 31)},
)
@over(
    "three to ten algorithms, ten and twenty data sets",
    lambda: {f"{k} algorithms, {n} data sets": (k, n) for k in range(3, 11) for n in (10, 20)},
)
def ten_data_sets_for_the_curve(setting: tuple[int, int]) -> bool:
    return 0.04 <= rejected(*setting) <= 0.06


fell(
    "With ten data sets or more the 5% of the F curve stand for 4 to 6% of the tables that chance makes.",
    became="ten-data-sets-for-the-curve",
    unlike={
        f"{WITHOUT_TIES} F is above the limit": "has its conditions: no ties, and three algorithms or more",
        f"{WITHOUT_TIES} F passes its limit": "has its conditions: no ties, and three algorithms or more",
    },
)
fell(
    "With few data sets Friedman's χ² is too careful.",
    became="gone",
    unlike={
        "See the chapter on many data sets. Write:": "names the statistic, and says nothing of its error",
    },
)
fell("A wins 13 times and B 7 times; in other company they differ.", became="gone")
fell("That tuning helps by more than .01 has the probability .67.", became="gone")

rests("many-bet-1", exact="305f848c")
rests("Rank the algorithms on each data set", exact="305f848c")
rests("The Friedman test reads its p-value", exact="many-floor-assert")
rests("The Nemenyi test: which of them differ", exact="14d05cea-assert")
rests("The same scores in different company", exact="1f531173-assert")
rests("many-bet-2", exact="1f531173-assert")
rests("One pair: ranks show how strong", exact="5e5e6e97")
rests("What to report with a comparison", defines="how many data sets you used and why you chose these")
rests("The {term}`Friedman test` (Friedman", exact="305f848c")
rests(
    "The F curve is meant for many data sets",
    claim="ten-data-sets-for-the-curve",
    when="Without ties, with ten data sets or more and three algorithms or more",
)
rests("{py:func}`~evalbook.comparison.nemenyi` calls", exact="many-mirror-assert")
rests("{py:func}`~evalbook.comparison.signed_rank` tests", exact="5e5e6e97")

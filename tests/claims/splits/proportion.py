"""What *A proportion* concludes. What it says of 30 patients is counted on the page."""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

from evalbook import comparison
from evalbook_tools.claims import claim, fell, limit, over, rests

SIZES = (100, 150, 200, 300, 500, 1000)
SHARES = (0.03, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
Trial = tuple[float, int]


def named(rate: float, n: int) -> str:
    return f"{100 * rate:.3g}% of {n}"


def holds_the_rate(rate: float, n: int, method: str) -> float:
    """In what share of the trials the 95% interval holds the rate, over all numbers of errors."""
    bounds = [comparison.proportion_interval(k, n, method=method) for k in range(n + 1)]
    low, high = np.array([(one.low, one.high) for one in bounds]).T
    return float(binom.pmf(np.arange(n + 1), n, rate) @ ((low <= rate) & (rate <= high)))


def expecting(errors: tuple[int, ...], sizes: tuple[int, ...]) -> dict[str, Trial]:
    return {named(k / n, n): (k / n, n) for k in errors for n in sizes if 2 * k <= n}


@claim("Where thirty errors and thirty right answers or more are expected, Wald's 95% interval holds 93% or more.")
@over("thirty to forty errors expected of 100 to 1,000", lambda: expecting((30, 32, 35, 37, 40), SIZES))
@over(
    "error rates of 3% to 50%, and as many patients as make thirty, fifty and a hundred errors",
    lambda: {named(p, round(k / p)): (p, round(k / p)) for p in SHARES for k in (30, 50, 100)},
)
@limit("two errors expected", lambda: expecting((2,), (10, 20, 30, 50, *SIZES)))
def thirty_errors_for_wald(trial: Trial) -> bool:
    return holds_the_rate(*trial, "wald") >= 0.93


@claim("Where one error and one right answer or more are expected, Wilson's 95% interval holds 90% or more.")
@over("one error expected of 5 to 1,000", lambda: expecting((1,), (5, 10, 15, 20, 25, 30, 40, 50, 75, *SIZES)))
@over(
    "two to ten errors expected of 20, 30, 50 and 200",
    lambda: expecting(tuple(range(2, 11)), (20, 30, 50, 200)),
)
@limit(
    "a sixth of an error expected",
    lambda: {named(1 / 6 / n, n): (1 / 6 / n, n) for n in (10, 20, 30, 50, 100, 200)},
)
def one_error_for_wilson(trial: Trial) -> bool:
    return holds_the_rate(*trial, "wilson") >= 0.90


fell(
    "The binomial distribution comes closer to a normal curve when neither right nor wrong answers are few.",
    became="gone",
)
fell("Wilson's coverage swings around 95%.", became="one-error-for-wilson")
fell(
    "Wald's promise holds for large samples and rates far from 0 and 1.",
    became="thirty-errors-for-wald",
)
fell("At a confidence of 95% the rate may be as high as 11.6%.", became="gone")

rests("proportion-bet-1", exact="63ce6933")
rests("Try every rate, and see which ones fit", exact="63ce6933")
rests("The usual formula promises certainty", exact="131e4c04")
rests("Move the errors and the patients", defines="Leave the errors at 0")
rests("proportion-bet-2", exact="545b9198")
rests("How often does a 95% interval hold the truth?", exact="545b9198")
rests("What stands beside an error rate", defines="Each part of the line")
rests("The exact", exact="63ce6933")
rests("Wald puts the estimate", exact="131e4c04")
rests("{py:func}`~evalbook.comparison.binomial_test` (二项检验)", exact="f834af2d")
rests("Intervals for any metric", defines="by drawing the samples again")

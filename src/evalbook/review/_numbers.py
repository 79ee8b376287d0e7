"""What is handed in about a regression, and the checks of its errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook.comparison._distributions import normal_below, normal_beyond
from evalbook.review._findings import Finding, Outcome
from evalbook.review._group_checks import NO_GROUPS, alike
from evalbook.review._reported import Claim, plain_name
from evalbook.review._spread import error_of, pulls_of_mean
from evalbook.review._words import chance, share, sized

FEWEST = 30
"""Of fewer rows, one is too large a part to say that it dominates."""


@dataclass
class Predicted:
    """True and predicted numbers, and those that the model learned from."""

    true: FloatArray
    predicted: FloatArray
    train: FloatArray | None
    group: NDArray[np.intp] | None
    claims: Sequence[Claim]

    @cached_property
    def error(self) -> FloatArray:
        return np.asarray(self.predicted - self.true)

    @cached_property
    def squares(self) -> FloatArray:
        return np.asarray(self.error**2)


def few_rows_dominate(evaluation: Predicted) -> Outcome:
    """Whether 1% of the rows make more than half of the squared error.

    It cannot say whether these rows are mistakes in the data or what the model is for.
    """
    n = len(evaluation.true)
    if n < FEWEST:
        return f"needs {FEWEST} rows"
    count = math.ceil(n / 100)
    rows = np.argsort(evaluation.squares)[-count:]
    total, top = float(evaluation.squares.sum()), float(evaluation.squares[rows].sum())
    if not top > 0.5 * total:
        return None
    without = math.sqrt(max(total - top, 0.0) / (n - count))
    message = (
        f"{share(count, n)} rows make {top / total:.0%} of the squared error. "
        f"The RMSE is {sized(math.sqrt(total / n))} with them and {sized(without)} without."
    )
    evidence = {"rows": np.sort(rows).tolist(), "without": without}
    page = "regression/squared_and_absolute_errors"
    return Finding("few_rows_dominate", "warning", top / total, message, page, evidence)


def no_better_than_mean(evaluation: Predicted) -> Outcome:
    """Whether the mean of the training values has the smaller squared error, by a paired z-test (p < .001).

    It cannot see a model that is only a little better than the mean, nor what a last value or a season would get.
    """
    if evaluation.train is None:
        return "y_train is not given"
    mean = float(evaluation.train.mean())
    worse = evaluation.squares - (evaluation.true - mean) ** 2
    gap, error = float(worse.mean()), error_of(pulls_of_mean(worse), evaluation.group)
    p_value = normal_below(-gap / error) if error else 1.0
    if gap <= 0 or p_value >= 0.001:
        return None
    own, other = (math.sqrt(float(one.mean())) for one in (evaluation.squares, (evaluation.true - mean) ** 2))
    message = (
        f"The RMSE is {sized(own)}; the mean of the training values, {sized(mean)}, gets {sized(other)} "
        f"({chance(p_value)}). R² against that mean is {1 - (own / other) ** 2 if other else -math.inf:.2f}."
    )
    evidence = {"p_value": p_value, "model": own, "mean": other}
    return Finding("no_better_than_mean", "warning", own - other, message, "regression/r_squared", evidence)


def biased_predictions(evaluation: Predicted) -> Outcome:
    """Whether predictions are too high or too low on average: p < .001, and over 5% of the squared error.

    It cannot see errors of different signs that cancel, such as too high below and too low above.
    """
    bias, error = float(evaluation.error.mean()), error_of(pulls_of_mean(evaluation.error), evaluation.group)
    total = float(evaluation.squares.mean())
    p_value = normal_beyond(bias / error) if error else 1.0
    if p_value >= 0.001 or bias**2 <= 0.05 * total:
        return None
    message = (
        f"Predictions are too {'high' if bias > 0 else 'low'} by {sized(abs(bias))} on average ({chance(p_value)}). "
        f"Without it the RMSE would be {sized(math.sqrt(max(total - bias**2, 0.0)))}, and is {sized(math.sqrt(total))}."
    )
    evidence = {"p_value": p_value, "part": bias**2 / total}
    return Finding("biased_predictions", "warning", bias, message, "regression/bias_and_variance", evidence)


def zeros_in_percentage_error(evaluation: Predicted) -> Outcome:
    """Whether a percentage error is reported of a truth that holds zeros, by which it would divide.

    It cannot see values that are nearly 0 and rule the mean.
    """
    named = [claim for claim in evaluation.claims if plain_name(claim.name) in ("mape", "meanabsolutepercentageerror")]
    if not named:
        return "no MAPE is reported"
    zeros = int(np.count_nonzero(evaluation.true == 0))
    if not zeros:
        return None
    n = len(evaluation.true)
    message = (
        f"{share(zeros, n)} true values are 0, and the MAPE divides by each. "
        f"{named[0].name} is reported as {named[0].text}: it leaves out, or replaces, {zeros:,} of {n:,} rows."
    )
    evidence = {"rows": np.flatnonzero(evaluation.true == 0).tolist()}
    return Finding("zeros_in_percentage_error", "error", zeros / n, message, "regression/relative_errors", evidence)


def clustered_samples(evaluation: Predicted) -> Outcome:
    """Whether the squared errors of a group are alike; see the check of a classification, which has the same rule."""
    if evaluation.group is None:
        return NO_GROUPS
    return alike("mean squared error", pulls_of_mean(evaluation.squares), evaluation.group)

"""From errors to one number: a mean over the samples, in a unit that a float can hold, then over the outputs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._tally import near_1
from evalbook._undefined import ZeroDivision, mean, or_undefined

__all__ = [
    "VANISHING",
    "Formula",
    "MultiOutput",
    "Sample",
    "Weight",
    "combined",
    "combined_of_samples",
    "combined_where_defined",
    "in_own_unit",
    "largest",
    "mean_of",
    "mean_size",
    "mean_square",
    "root_mean_square",
    "samples",
    "scored",
    "within_floats",
]

MultiOutput: TypeAlias = Literal["uniform_average", "raw_values"]
Weight: TypeAlias = FloatArray | None
Sample: TypeAlias = tuple[FloatArray, FloatArray, Weight]
"""True values, predicted values, weights."""
Formula: TypeAlias = Callable[[FloatArray, Weight], Any]
"""Takes errors, which it may overwrite, and weights; returns one value per output."""

# ---------------------------------------------------------------- means over the samples


def samples(y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None) -> Sample:
    """True and predicted numbers, checked against each other, and their weights near 1."""
    true, predicted, weight = check.number_pair(y_true, y_pred, sample_weight)
    return true, predicted, near_1(weight)


def mean_of(values: FloatArray, weight: Weight) -> Any:
    """The mean over the samples, of each output."""
    # Not by np.dot: on a busy machine its threads can take a hundred times as long.
    return values.sum(axis=0) / len(values) if weight is None else np.average(values, axis=0, weights=weight)


def mean_size(error: FloatArray, weight: Weight) -> Any:
    return mean_of(np.abs(error, out=error), weight)


def mean_square(error: FloatArray, weight: Weight) -> Any:
    return mean_of(np.square(error, out=error), weight)


def root_mean_square(error: FloatArray, weight: Weight) -> Any:
    return np.sqrt(mean_square(error, weight))


def largest(error: FloatArray, _: Weight = None) -> Any:
    return np.maximum(np.abs(error.max(axis=0)), np.abs(error.min(axis=0)))


# ---------------------------------------------------------------- what a float can hold

VANISHING = 1e-130
"""A root mean square below it may lack digits: the squares of errors below 1e-154 have few, or none."""


def scored(formula: Formula, sample: Sample, *, degree: int = 1, least: float = 0.0) -> Any:
    """The formula over the errors of each output.

    Where sums or squares exceed a float on the way, or vanish and leave less than `least`, it is worked out again in a
    unit near the largest error; `degree` is the power of that unit in the result.
    """
    true, predicted, weight = sample
    with np.errstate(over="ignore", invalid="ignore"):
        values = formula(predicted - true, weight)
        if not np.all((values >= least) & (values < np.inf)):  # nan too
            error, exponent = in_own_unit(predicted, true)
            values = np.ldexp(formula(error, weight), degree * exponent)
    return within_floats(values)


def in_own_unit(first: FloatArray, second: FloatArray) -> tuple[FloatArray, NDArray[np.int_]]:
    """first - second of each output, divided by 2**exponent so that the largest is between 1/2 and 1, and exponent."""
    difference = first - second
    halved = np.where(np.isfinite(largest(difference)), 0, 1)
    if halved.any():
        difference = np.ldexp(first, -halved) - np.ldexp(second, -halved)
    _, exponent = np.frexp(largest(difference))
    return np.ldexp(difference, -exponent), exponent + halved


def within_floats(values: Any, where: Any = True) -> Any:
    """The values, unless one of them overflowed: to infinity, or by way of it to nan."""
    if not np.isfinite(values).all(where=where):
        raise ValueError(
            "the result is more than a float can hold; expected smaller values, or values in a larger unit"
        )
    return values


# ---------------------------------------------------------------- one number, or one per output


def combined(values: Any, multioutput: MultiOutput, zero_division: ZeroDivision = "warn") -> Any:
    """The values of all outputs as `multioutput` says."""
    if check.choice(multioutput, "multioutput", _MULTIOUTPUT) == "raw_values":
        return np.atleast_1d(values)
    if np.ndim(values) == 0:
        return float(values)
    average = mean(values, zero_division)
    if math.isinf(average) and np.isfinite(values).all():  # their sum exceeds a float, not their mean
        average = len(values) * mean(values / len(values), zero_division)
    return average


_MULTIOUTPUT = ("uniform_average", "raw_values")


def combined_where_defined(
    values: Any, multioutput: MultiOutput, zero_division: ZeroDivision, name: str, lacking: Callable[[], str]
) -> Any:
    """The same, where nan is undefined; `lacking` says why."""

    def reason(missing: NDArray[np.bool_]) -> str:
        where = f" (output {', '.join(map(str, np.flatnonzero(missing)))})" if np.size(missing) > 1 else ""
        return f"{name} is undefined, nan: {lacking()}{where}. zero_division= takes a number instead"

    check.choice(multioutput, "multioutput", _MULTIOUTPUT)  # before anything warns
    within_floats(values, where=~np.isnan(values))
    return combined(or_undefined(values, zero_division, reason), multioutput, zero_division)


def combined_of_samples(
    each: FloatArray, weight: Weight, multioutput: MultiOutput, zero_division: ZeroDivision, name: str, lacking: str
) -> Any:
    """The same, of one value a sample and output, of which some are nan: a number of `zero_division` is theirs."""

    def reason(missing: NDArray[np.bool_]) -> str:
        found = f"{lacking} for {np.count_nonzero(missing)} of {missing.size} values"
        return f"{name} is undefined, nan: {found}. zero_division= takes a number for each of them"

    check.choice(multioutput, "multioutput", _MULTIOUTPUT)  # before anything warns
    each = or_undefined(each, zero_division, reason)
    columns = each[np.newaxis] if each.ndim == 1 else each.T
    values = np.array([mean(column, zero_division, weight) for column in columns])
    return combined(values if each.ndim > 1 else values[0], multioutput, zero_division)


def __dir__() -> list[str]:
    return __all__

"""From errors to one number: means over the samples, what is made of them, then a mean over the outputs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import F, Formula, Scorer, filled, formula_of, on, sums_of
from evalbook._input import FloatArray
from evalbook._undefined import REMEDY, ZeroDivision, check_zero_division, mean, or_undefined, ratio

MultiOutput: TypeAlias = Literal["uniform_average", "raw_values"]
Weight: TypeAlias = FloatArray | None


def mean_of(values: FloatArray, weight: Weight) -> Any:
    """The mean over the samples, of each output."""
    # Not by np.dot: on a busy machine its threads can take a hundred times as long.
    return values.sum(axis=0) / len(values) if weight is None else np.average(values, axis=0, weights=weight)


RESOLVED = 2**-46
"""A spread below this share of the mean is what rounding leaves of none."""


def moments_of(weight: FloatArray, values: FloatArray, within: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The mean of the values in each round, and their variance around it, to which the variance within each adds.

    In two steps: of squares that are summed around another point, far from this mean, a float keeps no digit.
    """
    total, shape = weight.sum(axis=1), (-1, *values.shape[1:])
    means, variances = [], []
    for value, own in zip(_outputs(values), _outputs(within), strict=True):
        mean = ratio(weight @ value, total)
        variance = ratio(np.einsum("rn,rn->r", weight, own + (value - mean[:, np.newaxis]) ** 2), total)
        means.append(mean)
        variances.append(np.where(variance <= (RESOLVED * mean) ** 2, 0.0, variance))
    return np.stack(means, axis=1).reshape(shape), np.stack(variances, axis=1).reshape(shape)


def _outputs(values: FloatArray) -> FloatArray:
    """A row for each output."""
    return values.reshape(len(values), -1).T


# ---------------------------------------------------------------- the formula on a metric


class Means(NamedTuple):
    """What is averaged over the samples, column by column, and what is made of these means."""

    columns: tuple[FloatArray, ...]
    then: Callable[..., Any]


@dataclass(frozen=True)
class OfMeans(Formula):
    """A metric that follows from means over the samples.

    `each` takes true values, predicted values and the options, and returns what each sample adds, or `Means`; `then`
    makes the metric of the mean. nan is undefined: `name` and `lacking` say what is, and why. Where `of_each` is set a
    sample by itself may be undefined, and `zero_division` takes a number for each.
    """

    each: Callable[..., Any]
    then: Callable[..., Any]
    name: str = ""
    lacking: str = ""
    of_each: bool = False

    def means(
        self, true: FloatArray, predicted: FloatArray, weight: Weight, zero_division: ZeroDivision, **options: Any
    ) -> Means:
        """What is averaged, and what is made of it."""
        found = self.each(true, predicted, **options)
        if isinstance(found, Means):
            return found
        if not self.of_each or zero_division == "warn":
            return Means((found,), self.then)
        if not math.isnan(zero_division):
            return Means((filled(found, zero_division),), self.then)
        defined = ~np.isnan(found)
        return Means((np.where(defined, found, 0.0), defined.astype(np.float64)), ratio)

    def reason(self, columns: tuple[FloatArray, ...], missing: NDArray[np.bool_]) -> str:
        """Why the metric is undefined."""
        samples = np.count_nonzero(np.isnan(columns[0]))
        lacking = f"{self.lacking} for {samples} of {columns[0].size} values" if samples else self.lacking
        where = f" (output {', '.join(map(str, np.flatnonzero(missing)))})" if np.size(missing) > 1 else ""
        return f"{self.name} is undefined, so nan is returned: {lacking}{where}. {REMEDY}"

    def outputs(self, true: FloatArray, predicted: FloatArray, weight: Weight, *options: Any, **named: Any) -> Scorer:
        """What scores rounds, output by output."""
        columns, then = self.means(true, predicted, weight, *options, **named)
        means_of = sums_of(columns, weight)
        return lambda times: np.asarray(then(*means_of(times)))

    def rounds(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        multioutput: MultiOutput = "uniform_average",
        zero_division: ZeroDivision = "warn",
        **options: Any,
    ) -> Scorer:
        """What scores rounds."""
        true, predicted, _ = check.number_pair(y_true, y_pred, None)
        weight = check.weights(sample_weight)
        outputs_of = self.outputs(true, predicted, weight, zero_division, **options)

        def values(times: NDArray[Any]) -> FloatArray:
            found = filled(outputs_of(times), zero_division)
            return found if found.ndim == 1 else np.array([mean(outputs, zero_division) for outputs in found])

        return values


def of_means(each: Callable[..., Any], then: Callable[..., Any] = lambda mean: mean, **reason: Any) -> Callable[[F], F]:
    """The decorator of a metric that is a mean over the samples, or follows from one."""
    return on(OfMeans(each, then, **reason))


# ---------------------------------------------------------------- the score of samples


_MULTIOUTPUT = ("uniform_average", "raw_values")


def score(
    metric: Callable[..., Any],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None,
    multioutput: MultiOutput,
    zero_division: ZeroDivision = "warn",
    **options: Any,
) -> Any:
    """The means over the samples, and the formula of the metric over them: one number, or one per output."""
    check.choice(multioutput, "multioutput", _MULTIOUTPUT)
    check_zero_division(zero_division)
    formula: OfMeans = formula_of(metric)
    true, predicted, weight = check.number_pair(y_true, y_pred, sample_weight)
    columns, then = formula.means(true, predicted, weight, zero_division, **options)
    values = then(*(mean_of(column, weight) for column in columns))
    return combined(or_undefined(values, zero_division, partial(formula.reason, columns)), multioutput, zero_division)


def combined(values: Any, multioutput: MultiOutput, zero_division: ZeroDivision = "warn") -> Any:
    """The values of all outputs as `multioutput` says."""
    if check.choice(multioutput, "multioutput", _MULTIOUTPUT) == "raw_values":
        return np.atleast_1d(values)
    return float(values) if np.ndim(values) == 0 else mean(values, zero_division)

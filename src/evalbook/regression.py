"""Regression metrics: how far predicted numbers are from the true ones.

Each metric is a formula over the errors ``y_pred - y_true``. Those that are means add over the parts of a test set:
:class:`RegressionTally` keeps what they need. The median, the largest error and other powers need all errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, check_zero_division, warn_undefined

MultiOutput: TypeAlias = Literal["uniform_average", "raw_values"]
Weight: TypeAlias = FloatArray | None

# ---------------------------------------------------------------- the tally


@dataclass(frozen=True, slots=True, eq=False)
class RegressionTally:
    r"""The moments of a set of predictions, from which the metrics that are means follow.

    Tallies add (``a + b``, ``sum(list_of_tallies)``): the tally of a test set is the sum of the tallies of its parts.
    With :math:`\delta` the difference between the parts' mean truths and :math:`p, q` their shares of the samples,

    .. math:: \sigma^2 = p\,\sigma_a^2 + q\,\sigma_b^2 + p\,q\,\delta^2

    and every mean is :math:`p\,m_a + q\,m_b`.

    Parameters
    ----------
    n : float
        The number of samples, or the sum of their weights.
    mean_true : float or ndarray of shape (d,)
        The mean of the true values.
    variance_true : float or ndarray of shape (d,)
        The mean of their squared distances from that mean.
    mean_error : float or ndarray of shape (d,)
        The mean of ``y_pred - y_true``: the bias.
    mean_absolute_error, mean_squared_error : float or ndarray of shape (d,)
        The means of the errors' absolute values and squares.

    Notes
    -----
    1. The variance is kept, and not the sum of squares: with a mean of 1e8 and a spread of 1 the sum of squares has no
       digit left for the spread, and R² would be noise.
    2. Two tallies of `d` outputs add; tallies of different shapes do not.
    3. Medians, the largest error and Minkowski errors do not follow from moments.
    4. Squares of values beyond 1e154 exceed what a float can hold and raise; those of values below 1e-162 vanish.

    References
    ----------
    Chan, Golub and LeVeque, *Algorithms for computing the sample variance* (1983).

    Examples
    --------
    >>> from evalbook.regression import RegressionTally
    >>> first = RegressionTally.from_arrays([3, -0.5], [2.5, 0.0])
    >>> second = RegressionTally.from_arrays([2, 7], [2, 8])
    >>> both = first + second
    >>> both.n, both.mean_squared_error, round(both.r2, 4)
    (4, 0.375, 0.9486)
    """

    n: float
    mean_true: Any
    variance_true: Any
    mean_error: Any
    mean_absolute_error: Any
    mean_squared_error: Any

    def __post_init__(self) -> None:
        shape = check.as_array(self.mean_true, "mean_true", _MOMENT).shape
        for name in (field.name for field in fields(self)):
            object.__setattr__(self, name, _moment(getattr(self, name), name, () if name == "n" else shape))
        if self.n == 0:
            raise ValueError("n is 0; expected at least one sample")

    @classmethod
    def from_arrays(
        cls, y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
    ) -> RegressionTally:
        """Count the moments of true and predicted values, of shape (n,) or (n, d)."""
        return _tally(*check.number_pair(y_true, y_pred, sample_weight))

    def __add__(self, other: RegressionTally) -> RegressionTally:
        if not isinstance(other, RegressionTally):
            return NotImplemented
        if np.shape(self.mean_true) != np.shape(other.mean_true):
            raise ValueError(
                f"tallies of shapes {np.shape(self.mean_true)} and {np.shape(other.mean_true)} do not add; "
                f"expected one shape"
            )
        share = other.n / (self.n + other.n)

        def pooled(mine: Any, others: Any) -> Any:
            return (1 - share) * mine + share * others

        with np.errstate(over="ignore", invalid="ignore"):  # what exceeds a float is found on construction
            difference = np.subtract(other.mean_true, self.mean_true)
            return RegressionTally(
                n=self.n + other.n,
                mean_true=self.mean_true + share * difference,
                variance_true=pooled(self.variance_true, other.variance_true) + share * (1 - share) * difference**2,
                mean_error=pooled(self.mean_error, other.mean_error),
                mean_absolute_error=pooled(self.mean_absolute_error, other.mean_absolute_error),
                mean_squared_error=pooled(self.mean_squared_error, other.mean_squared_error),
            )

    def __radd__(self, other: Any) -> RegressionTally:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # so that sum() can start at 0

    @property
    def root_mean_squared_error(self) -> Any:
        """√(mean squared error)."""
        return check.plain(np.sqrt(self.mean_squared_error))

    @property
    def r2(self) -> Any:
        """1 - mean squared error / variance of the truth; nan where the truth is constant."""
        variance = np.where(np.equal(self.variance_true, 0), np.nan, self.variance_true)
        with np.errstate(over="ignore"):  # minus infinity
            return check.plain(1 - self.mean_squared_error / variance)


_MOMENT = "a number, or one for each output"


def _moment(value: Any, name: str, shape: tuple[int, ...]) -> Any:
    """A moment as a Python number, or as an array of floats."""
    moment = check.as_array(value, name, _MOMENT)
    if moment.dtype.kind not in "iuf":
        raise TypeError(f"{name} is {value!r}; expected {_MOMENT}")
    if moment.shape != shape:
        raise ValueError(f"{name} has shape {moment.shape}; expected {shape}: one n, and moments of one shape")
    lowest, limit = (-np.inf, "") if name in ("mean_true", "mean_error") else (0, " of at least 0")
    if not np.all(np.isfinite(moment) & (moment >= lowest)):
        raise ValueError(f"{name} is {value}; expected finite numbers{limit}. Scale down what exceeds a float")
    return check.plain(moment if name == "n" else check.to_floats(moment, name))


def _tally(true: FloatArray, predicted: FloatArray, weight: Weight) -> RegressionTally:
    with np.errstate(over="ignore", invalid="ignore"):  # what exceeds a float is found on construction
        error = predicted - true
        shift = true - true[0]  # a constant truth gets a variance of exactly 0, whatever its mean rounds to
        mean_shift = _mean(shift, weight)
        return RegressionTally(
            n=len(true) if weight is None else float(weight.sum()),
            mean_true=true[0] + mean_shift,
            variance_true=_mean((shift - mean_shift) ** 2, weight),
            mean_error=_mean(error, weight),
            mean_absolute_error=_mean(np.abs(error), weight),
            mean_squared_error=_mean(error**2, weight),
        )


# ---------------------------------------------------------------- from errors to one number


def _of_errors(
    formula: Callable[[FloatArray, Weight], Any],
    pair: tuple[FloatArray, FloatArray, Weight],
    multioutput: MultiOutput,
) -> Any:
    """The formula over the errors of each output, then the outputs in one number or side by side."""
    true, predicted, weight = pair
    with np.errstate(over="ignore", invalid="ignore"):
        values = formula(predicted - true, weight)
    return _combined(_within_floats(values), multioutput)


def _within_floats(values: Any, where: Any = True) -> Any:
    """The values, unless one of them overflowed: to infinity, or by way of it to nan."""
    if not np.isfinite(values).all(where=where):
        raise ValueError(
            "the result is more than a float can hold; expected smaller values, or values in a larger unit"
        )
    return values


def _combined(values: Any, multioutput: MultiOutput) -> Any:
    """The values of all outputs as `multioutput` says."""
    combine = _COMBINATIONS[check.choice(multioutput, "multioutput", _COMBINATIONS)]
    with np.errstate(over="ignore"):
        combined = combine(values)
    return combined if not np.isfinite(values).all() else _within_floats(combined)


_COMBINATIONS: dict[str, Callable[[Any], Any]] = {
    "uniform_average": lambda values: float(np.mean(values)),
    "raw_values": np.atleast_1d,
}


def _combined_where_defined(
    values: Any, multioutput: MultiOutput, zero_division: ZeroDivision, name: str, lacking: str
) -> Any:
    """Combine the outputs; of those that are nan, warn, or put what `zero_division` says (nan: leave it out)."""
    check_zero_division(zero_division)
    check.choice(multioutput, "multioutput", _COMBINATIONS)
    values = np.atleast_1d(values)
    undefined = np.isnan(values)
    _within_floats(values, where=~undefined)
    if zero_division == "warn":
        if undefined.any():
            where = f" (output {', '.join(map(str, np.flatnonzero(undefined)))})" if len(values) > 1 else ""
            warn_undefined(f"{name} is undefined, nan: {lacking}{where}. zero_division= takes a number instead")
        return _combined(values, multioutput)
    values = np.where(undefined, float(zero_division), values)
    if multioutput == "uniform_average" and not np.isnan(values).all():
        values = values[~np.isnan(values)]
    return _combined(values, multioutput)


# ---------------------------------------------------------------- formulas over the errors of each output


def _mean(values: FloatArray, weight: Weight) -> Any:
    """The mean over the samples; weights of a tiny unit do not vanish."""
    return np.average(values, axis=0, weights=None if weight is None else weight / _unit(weight))


def _mean_size(error: FloatArray, weight: Weight) -> Any:
    return _mean(np.abs(error), weight)


def _mean_square(error: FloatArray, weight: Weight) -> Any:
    return _mean(error**2, weight)


def _root_mean_square(error: FloatArray, weight: Weight) -> Any:
    unit = _unit(error)
    return np.sqrt(_mean_square(error / unit, weight)) * unit


def _unit(*arrays: FloatArray) -> Any:
    """A power of 2 near the largest value of each output: in this unit no square exceeds a float, or vanishes."""
    _, exponent = np.frexp(np.max([_largest(array) for array in arrays], axis=0))
    return np.ldexp(1.0, np.clip(exponent, -1000, 1000))


def _largest(values: FloatArray, _: Weight = None) -> Any:
    return np.abs([values.max(axis=0), values.min(axis=0)]).max(axis=0)


def _root_mean_power(error: FloatArray, weight: Weight, k: float) -> Any:
    """In units of the largest error: its power is 1, for any k."""
    largest = _largest(error)
    share = np.abs(error) / np.where(largest > 0, largest, 1)
    return largest * _mean(share**k, weight) ** (1 / k)


def _median(error: FloatArray, weight: Weight) -> Any:
    """Where half the weight lies on either side; the middle of two errors between which it does."""
    size = np.abs(error)
    if weight is None:
        return np.median(size, axis=0)
    rising = np.argsort(size, axis=0)
    share = np.cumsum(weight[rising], axis=0)
    share /= share[-1]
    rounding = 1e-12  # weights of 0.1 add up to a little more or less than one half
    lower, upper = np.argmax(share >= 0.5 - rounding, axis=0), np.argmax(share > 0.5 + rounding, axis=0)
    middle = np.take_along_axis(rising, np.stack([lower, upper]), axis=0)
    return np.take_along_axis(size, middle, axis=0).mean(axis=0)


def _pinball(error: FloatArray, weight: Weight, quantile: float) -> Any:
    return _mean(np.maximum(-quantile * error, (1 - quantile) * error), weight)


# ---------------------------------------------------------------- squared and absolute errors


def mean_squared_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The mean of the squared errors.

    .. math:: \mathrm{MSE} = \frac1n \sum_i (\hat y_i - y_i)^2

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        In the unit of `y_true`, squared.


    Notes
    -----
    1. An error ten times as large counts a hundred times as much: one outlier can be most of the value.
    2. Of all constant predictions the mean of `y_true` has the smallest MSE: its variance.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.2.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.mean_squared_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.375
    """
    return _of_errors(_mean_square, check.number_pair(y_true, y_pred, sample_weight), multioutput)


def root_mean_squared_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The root of the mean of the squared errors: the mean squared error in the unit of `y_true`.

    .. math:: \mathrm{RMSE} = \sqrt{\frac1n \sum_i (\hat y_i - y_i)^2}

    It is the :math:`\ell_2` norm of the errors, divided by :math:`\sqrt n`.

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.


    Notes
    -----
    1. The mean of several outputs is the mean of their roots, not the root of their mean.
    2. RMSE is at least the mean absolute error; they are equal where all errors have one size.

    References
    ----------
    Hyndman and Koehler, *Another look at measures of forecast accuracy* (2006), section 2.1.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.root_mean_squared_error([1, 2, 3, 4], [1, 2, 3, 5])
    0.5
    """
    return _of_errors(_root_mean_square, check.number_pair(y_true, y_pred, sample_weight), multioutput)


def mean_absolute_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The mean size of the errors.

    .. math:: \mathrm{MAE} = \frac1n \sum_i \lvert \hat y_i - y_i \rvert = \frac{\lVert \hat y - y \rVert_1}{n}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        In the unit of `y_true`.


    Notes
    -----
    1. Of all constant predictions the median of `y_true` has the smallest MAE.

    References
    ----------
    Hyndman and Koehler (2006), section 2.1.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.mean_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.5
    """
    return _of_errors(_mean_size, check.number_pair(y_true, y_pred, sample_weight), multioutput)


def minkowski_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    k: float,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The power mean of the errors' sizes: the larger k, the more the largest error rules.

    .. math:: \Bigl(\frac1n \sum_i \lvert \hat y_i - y_i \rvert^k\Bigr)^{1/k}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    k : float
        The power, at least 1: 1 gives the mean absolute error, 2 the root mean squared error, infinity the largest
        error.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        In the unit of `y_true`.

    Notes
    -----
    1. The value rises with `k`. It never exceeds the largest error.

    References
    ----------
    Géron, *Hands-On Machine Learning* (2017), chapter 2, on the norms behind RMSE and MAE.

    Examples
    --------
    >>> import math
    >>> from evalbook import regression
    >>> y_true, y_pred = [0] * 100, [1] * 99 + [100]
    >>> [round(regression.minkowski_error(y_true, y_pred, k), 2) for k in (1, 2, 10, math.inf)]
    [1.99, 10.05, 63.1, 100.0]
    """
    k = check.real(k, "k", at_least=1, finite=False)
    formula = _largest if k == math.inf else partial(_root_mean_power, k=k)
    return _of_errors(formula, check.number_pair(y_true, y_pred, sample_weight), multioutput)


def max_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The size of the largest error.

    .. math:: \max_i\, \lvert \hat y_i - y_i \rvert

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        In the unit of `y_true`.


    Notes
    -----
    1. Weights matter only where they are 0.

    References
    ----------
    Géron, *Hands-On Machine Learning* (2017), chapter 2: the maximum norm.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.max_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    1.0
    """
    return _of_errors(_largest, check.number_pair(y_true, y_pred, sample_weight), multioutput)


def median_absolute_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The median size of the errors.

    .. math:: \operatorname{median}_i\, \lvert \hat y_i - y_i \rvert

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        In the unit of `y_true`.


    Notes
    -----
    1. Almost half of the errors may be as large as they like and do not move it.
    2. Of an even number of errors it is the mean of the two in the middle.
    3. Weighted: sort the errors by size and add up the weights. The median is the first error at which the sum exceeds
       half of the total; where it meets half of the total exactly, the mean of that error and the next. A weight of 2
       then acts like the sample twice.

    References
    ----------
    Hyndman and Koehler (2006), section 2.1.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.median_absolute_error([0, 0, 0, 0, 0], [1, 1, 2, 3, 1000])
    2.0
    """
    return _of_errors(_median, check.number_pair(y_true, y_pred, sample_weight), multioutput)


def pinball_loss(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    quantile: float,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The loss of a predicted quantile: each unit too low costs q, each unit too high costs 1 - q.

    .. math:: \frac1n \sum_i \max\bigl(q\,(y_i - \hat y_i),\ (1 - q)\,(\hat y_i - y_i)\bigr)

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    quantile : float
        The quantile q that `y_pred` predicts, from 0 to 1.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        In the unit of `y_true`.

    Notes
    -----
    1. A quantile of 0.5 gives half the mean absolute error.
    2. Of all constant predictions the quantile of `y_true` has the smallest loss.
    3. With a quantile of 0 or 1 one direction is free: predict low enough, or high enough, and the loss is 0.

    References
    ----------
    Koenker and Bassett, *Regression quantiles* (1978).

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.pinball_loss([10, 10], [8, 12], 0.75)
    1.0
    """
    if not 0 <= check.real(quantile, "quantile") <= 1:
        raise ValueError(f"quantile is {quantile}; expected a number from 0 to 1")
    formula = partial(_pinball, quantile=float(quantile))
    return _of_errors(formula, check.number_pair(y_true, y_pred, sample_weight), multioutput)


# ---------------------------------------------------------------- relative errors


def mean_squared_log_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    offset: float = 1.0,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The mean squared error of the logarithms: it measures ratios, so that large values do not rule.

    .. math:: \mathrm{MSLE} = \frac1n \sum_i \bigl(\ln(\hat y_i + c) - \ln(y_i + c)\bigr)^2

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    offset : float, default 1.0
        The constant c added before the logarithm; 0 gives the plain logarithm.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        Without a unit.

    Notes
    -----
    1. Without an offset half and double are equally wrong. With one, values far below it count by their difference.
    2. A prediction too low costs more than one as much too high.

    References
    ----------
    Géron, *Hands-On Machine Learning* (2017), chapter 2, on heavy-tailed targets.

    Examples
    --------
    >>> from evalbook import regression
    >>> round(regression.mean_squared_log_error([3, 5, 2.5, 7], [2.5, 5, 4, 8]), 4)
    0.0397
    """
    return _of_errors(_mean_square, _logarithms(y_true, y_pred, sample_weight, offset), multioutput)


def root_mean_squared_log_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    offset: float = 1.0,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The root of the mean squared error of the logarithms.

    .. math:: \sqrt{\frac1n \sum_i \bigl(\ln(\hat y_i + c) - \ln(y_i + c)\bigr)^2}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    offset : float, default 1.0
        The constant c added before the logarithm; 0 gives the plain logarithm.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        Without a unit: for small values, about the relative error.

    Notes
    -----
    1. Without an offset half and double are equally wrong. With one, values far below it count by their difference.
    2. A prediction too low costs more than one as much too high.
    3. The mean of several outputs is the mean of their roots, not the root of their mean.

    References
    ----------
    Géron, *Hands-On Machine Learning* (2017), chapter 2, on heavy-tailed targets.

    Examples
    --------
    >>> from evalbook import regression
    >>> [round(regression.root_mean_squared_log_error([100], [y], offset=0), 3) for y in (50, 200)]
    [0.693, 0.693]
    """
    return _of_errors(_root_mean_square, _logarithms(y_true, y_pred, sample_weight, offset), multioutput)


def _logarithms(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None, offset: float
) -> tuple[FloatArray, FloatArray, Weight]:
    """The pair of arrays as ln(value + offset), the weights as they are."""
    offset = check.real(offset, "offset")
    true, predicted, weight = check.number_pair(y_true, y_pred, sample_weight)
    for name, values in (("y_true", true), ("y_pred", predicted)):
        if not values.min() > -offset:
            raise ValueError(f"{name} holds {values.min()}; expected values above {-offset}: value + offset > 0")
    if offset == 1:
        return np.log1p(true), np.log1p(predicted), weight  # keeps the digits of values near 0
    with np.errstate(over="ignore"):  # an infinite logarithm is found among the errors
        return np.log(true + offset), np.log(predicted + offset), weight


def mean_absolute_percentage_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The mean size of the errors relative to the truth.

    .. math:: \mathrm{MAPE} = \frac1n \sum_i \frac{\lvert \hat y_i - y_i \rvert}{\lvert y_i \rvert}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        At least 0; one value per output with ``multioutput="raw_values"``.
        A share, not a percentage: 0.5 is 50 percent.


    Notes
    -----
    1. A true value of 0 makes the metric undefined, nan, also where 0 is predicted. scikit-learn divides by 2.2e-16
       instead, and returns numbers of the order of 1e15.
    2. `zero_division` stands in for the whole metric of an output, not for a sample. The mean over outputs is nan if
       one of them is; ``zero_division=nan`` leaves that output out.
    3. A prediction of 0 is never more than 100 percent wrong, one too high has no such limit: MAPE favors predictions
       that are too low.

    References
    ----------
    Hyndman and Koehler (2006), section 2.2.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.mean_absolute_percentage_error([100, 100], [50, 200])
    0.75
    """
    true, predicted, weight = check.number_pair(y_true, y_pred, sample_weight)
    with np.errstate(over="ignore"):
        relative = np.divide(predicted - true, true, out=np.full(true.shape, np.nan), where=true != 0)
        value = _mean_size(_within_floats(relative, where=true != 0), weight)
    lacking = f"y_true is 0 for {np.count_nonzero(true == 0)} of {true.size} values"
    return _combined_where_defined(value, multioutput, zero_division, "mean absolute percentage error", lacking)


# ---------------------------------------------------------------- against the mean


def r2(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The coefficient of determination: the share of the squared error of "always the mean" that is saved.

    .. math:: R^2 = 1 - \frac{\sum_i (\hat y_i - y_i)^2}{\sum_i (y_i - \bar y)^2}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        True values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        Predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        One value, the mean over the outputs, or an array with one value per output.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        At most 1; 0 is as good as predicting the mean of `y_true`, less is worse. One value per output with
        ``multioutput="raw_values"``.


    Notes
    -----
    1. The mean is that of the true values scored, not of those a model learned from.
    2. A constant `y_true` leaves nothing to divide by: undefined, nan, whether the prediction is perfect or not.
       scikit-learn gives 1 for a perfect one and 0 for any other. A spread below 1e-162 of the largest value is none.
    3. The mean over outputs is nan if one of them is; ``zero_division=nan`` leaves that output out.
    4. R² is the square of a correlation only for least squares with an intercept, scored on its own training data.

    References
    ----------
    Kvålseth, *Cautionary note about R²* (1985).

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.r2([1, 2, 3], [3, 2, 1])
    -3.0
    """
    true, predicted, weight = check.number_pair(y_true, y_pred, sample_weight)
    unit = _unit(true, predicted)  # cancels
    value = _tally(true / unit, predicted / unit, weight).r2
    return _combined_where_defined(value, multioutput, zero_division, "r2", "y_true is constant")

"""Errors relative to something: to the size of the truth, or to the error of always predicting its mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, ratio
from evalbook.regression.means import (
    VANISHING,
    MultiOutput,
    Sample,
    Weight,
    combined,
    combined_where_defined,
    in_own_unit,
    mean_size,
    mean_square,
    root_mean_square,
    samples,
    scored,
)
from evalbook.regression.moments import origin_of, spread

__all__ = ["mean_absolute_percentage_error", "mean_squared_log_error", "r2", "root_mean_squared_log_error"]

# ---------------------------------------------------------------- logarithms


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
        At least 0, without a unit; one value per output with ``multioutput="raw_values"``.

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
    return combined(scored(mean_square, _logarithms(y_true, y_pred, sample_weight, offset), degree=2), multioutput)


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
        At least 0, without a unit: for small values about the relative error. One value per output with
        ``multioutput="raw_values"``.

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
    sample = _logarithms(y_true, y_pred, sample_weight, offset)
    return combined(scored(root_mean_square, sample, least=VANISHING), multioutput)


def _logarithms(y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None, offset: float) -> Sample:
    """The pair of arrays as ln(value + offset), the weights as they are."""
    offset = check.real(offset, "offset")
    true, predicted, weight = samples(y_true, y_pred, sample_weight)
    for name, values in (("y_true", true), ("y_pred", predicted)):
        if not values.min() > -offset:
            raise ValueError(f"{name} holds {values.min()}; expected values above {-offset}: value + offset > 0")
    if offset == 1:
        return np.log1p(true), np.log1p(predicted), weight  # keeps the digits of values near 0
    with np.errstate(over="ignore"):  # an infinite logarithm is found among the errors
        return np.log(true + offset), np.log(predicted + offset), weight


# ---------------------------------------------------------------- percentages


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
        At least 0, a share and not a percentage: 0.5 is 50 percent. One value per output with
        ``multioutput="raw_values"``.

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
    true, predicted, weight = samples(y_true, y_pred, sample_weight)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        relative = predicted - true
        relative /= true
        value = mean_size(relative, weight)
        if not np.isfinite(value).all():
            value = _mean_where_defined(true, predicted, weight)

    def lacking() -> str:
        return f"y_true is 0 for {np.count_nonzero(true == 0)} of {true.size} values"

    return combined_where_defined(value, multioutput, zero_division, "mean absolute percentage error", lacking)


def _mean_where_defined(true: FloatArray, predicted: FloatArray, weight: Weight) -> Any:
    """The mean relative size of the errors of each output; nan where a true value is 0."""
    error = predicted - true
    relative = np.where(np.isfinite(error), error / true, predicted / true - 1)
    zero = true == 0
    values = scored(mean_size, (np.zeros_like(true), np.where(zero, 0, relative), weight))
    return np.where(zero.any(axis=0), np.nan, values)


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
       scikit-learn gives 1 for a perfect one and 0 for any other.
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
    true, predicted, weight = samples(y_true, y_pred, sample_weight)
    with np.errstate(over="ignore", invalid="ignore"):
        value = 1 - _unexplained(true, predicted, weight)
    return combined_where_defined(value, multioutput, zero_division, "r2", lambda: "y_true is constant")


def _unexplained(true: FloatArray, predicted: FloatArray, weight: Weight) -> Any:
    """The mean squared error divided by the variance of the truth, for each output; nan where that is 0."""
    origin = origin_of(true, weight)
    squares, variance = mean_square(predicted - true, weight), spread(true - origin, weight)
    if np.all((np.minimum(squares, variance) > VANISHING**2) & (np.maximum(squares, variance) < np.inf)):
        return squares / variance
    error, in_errors = in_own_unit(predicted, true)
    shift, in_truths = in_own_unit(true, origin)
    return np.ldexp(ratio(mean_square(error, weight), spread(shift, weight)), 2 * (in_errors - in_truths))


def __dir__() -> list[str]:
    return __all__

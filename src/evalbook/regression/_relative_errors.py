"""Errors relative to something: to the size of the truth, or to the error of a forecast that needs no model."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, ratio
from evalbook.regression._means import Means, MultiOutput, of_means, score

# ---------------------------------------------------------------- logarithms


def _log(values: FloatArray, offset: float, name: str) -> FloatArray:
    """ln(value + offset)."""
    if not values.min() > -offset:
        raise ValueError(f"{name} holds {values.min()}; expected values above {-offset}: value + offset > 0")
    return np.log1p(values) if offset == 1 else np.log(values + offset)  # log1p keeps the digits of values near 0


def _squared_log_errors(true: FloatArray, predicted: FloatArray, offset: float) -> FloatArray:
    """(ln(ŷ + c) - ln(y + c))²."""
    log_true = _log(true, offset, "y_true")
    return np.square(_log(predicted, offset, "y_pred") - log_true)


@of_means(_squared_log_errors)
@with_hints
def mean_squared_log_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    offset: float = 1.0,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The mean squared logarithmic error (MSLE), which measures ratios instead of differences.

    .. math:: \mathrm{MSLE} = \frac1n \sum_i \bigl(\ln(\hat y_i + c) - \ln(y_i + c)\bigr)^2

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        The true values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        The predicted values, in the shape of `y_true`.
    offset : float, default 1.0
        The constant c that is added before the logarithm. With 0 it is the plain logarithm.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        What to return for several outputs: the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0, without a unit. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    root_mean_squared_log_error : its root
    mean_squared_error : without logarithms
    mean_absolute_percentage_error : also measures relative errors

    Notes
    -----
    1. Without an offset, predicting half the true value is as wrong as predicting twice the true value. With an offset,
       values far below it count by their difference.
    2. A prediction that is too low costs more than a prediction that is too high by the same amount.

    References
    ----------
    Géron, *Hands-On Machine Learning* (2017), chapter 2, on heavy-tailed targets.

    Examples
    --------
    >>> from evalbook import regression
    >>> round(regression.mean_squared_log_error([3, 5, 2.5, 7], [2.5, 5, 4, 8]), 4)
    0.0397
    """
    offset = check.real(offset, "offset")
    return score(mean_squared_log_error, y_true, y_pred, sample_weight, multioutput, offset=offset)


@of_means(_squared_log_errors, np.sqrt)
@with_hints
def root_mean_squared_log_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    offset: float = 1.0,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The root mean squared logarithmic error (RMSLE).

    .. math:: \sqrt{\frac1n \sum_i \bigl(\ln(\hat y_i + c) - \ln(y_i + c)\bigr)^2}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        The true values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        The predicted values, in the shape of `y_true`.
    offset : float, default 1.0
        The constant c that is added before the logarithm. With 0 it is the plain logarithm.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        What to return for several outputs: the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0, without a unit. A small value is about the relative error. With
        ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    mean_squared_log_error : its square
    root_mean_squared_error : without logarithms
    mean_absolute_percentage_error : also measures relative errors

    Notes
    -----
    1. Without an offset, predicting half the true value is as wrong as predicting twice the true value. With an offset,
       values far below it count by their difference.
    2. A prediction that is too low costs more than a prediction that is too high by the same amount.
    3. For several outputs it is the mean of their roots, not the root of their mean.

    References
    ----------
    Géron, *Hands-On Machine Learning* (2017), chapter 2, on heavy-tailed targets.

    Examples
    --------
    >>> from evalbook import regression
    >>> [round(regression.root_mean_squared_log_error([100], [y], offset=0), 3) for y in (50, 200)]
    [0.693, 0.693]
    """
    offset = check.real(offset, "offset")
    return score(root_mean_squared_log_error, y_true, y_pred, sample_weight, multioutput, offset=offset)


# ---------------------------------------------------------------- percentages


def _relative(true: FloatArray, predicted: FloatArray) -> Any:
    """|ŷ - y| / |y|."""
    tiny = (np.abs(true) < check.SMALLEST) & (true != 0)
    if np.count_nonzero(tiny):
        raise ValueError(
            f"y_true holds {true[tiny][0]:g}; expected 0, or a size of at least 1e-100, because it divides an error"
        )
    return ratio(np.abs(predicted - true), np.abs(true))


@of_means(_relative, name="mean absolute percentage error", lacking="y_true is 0")
@with_hints
def mean_absolute_percentage_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The mean absolute percentage error (MAPE): the mean size of the errors relative to the true values.

    .. math:: \mathrm{MAPE} = \frac1n \sum_i \frac{\lvert \hat y_i - y_i \rvert}{\lvert y_i \rvert}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        The true values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        The predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        What to return for several outputs: the mean over the outputs, or an array with one value per output.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        At least 0, which is a share and not a percentage: 0.5 means 50 percent. With
        ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    symmetric_mean_absolute_percentage_error : divides by the mean of true and predicted size
    mean_absolute_scaled_error : divides by the error of a naive forecast
    mean_squared_log_error : for true values of 0

    Notes
    -----
    1. If a true value is 0, the metric is undefined, and nan is returned, even if 0 is predicted there. scikit-learn
       divides by 2.2e-16 instead, and returns numbers of about 1e15.
    2. `zero_division` replaces the whole metric of an output, not the error of one sample. The mean over outputs is nan
       if one of them is nan. ``zero_division=nan`` leaves that output out.
    3. A prediction of 0 is wrong by 100 percent and never by more, but a prediction that is too high has no such limit.
       MAPE therefore favors predictions that are too low.

    References
    ----------
    Hyndman and Koehler (2006), section 2.2.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.mean_absolute_percentage_error([100, 100], [50, 200])
    0.75
    """
    return score(mean_absolute_percentage_error, y_true, y_pred, sample_weight, multioutput, zero_division)


def _symmetric(true: FloatArray, predicted: FloatArray) -> Any:
    """|ŷ - y| / ((|y| + |ŷ|) / 2)."""
    return ratio(2 * np.abs(predicted - true), np.abs(true) + np.abs(predicted))


@of_means(
    _symmetric, name="symmetric mean absolute percentage error", lacking="y_true and y_pred are both 0", of_each=True
)
@with_hints
def symmetric_mean_absolute_percentage_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The symmetric MAPE (sMAPE): the errors relative to the mean size of true and predicted values.

    .. math:: \mathrm{sMAPE} =
        \frac1n \sum_i \frac{2\,\lvert \hat y_i - y_i \rvert}{\lvert y_i \rvert + \lvert \hat y_i \rvert}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        The true values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        The predicted values, in the shape of `y_true`.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        What to return for several outputs: the mean over the outputs, or an array with one value per output.
    zero_division : "warn" or float, default "warn"
        What to do if the true and the predicted value of a sample are both 0. The metric is then undefined (0/0), and
        nan is returned with a warning. If this is a number, each such sample counts as this number instead.

    Returns
    -------
    float or ndarray
        Between 0 and 2, which is a share and not a percentage: 2 means 200 percent. With
        ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    mean_absolute_percentage_error : divides by the true values
    mean_absolute_scaled_error : divides by the error of a naive forecast

    Notes
    -----
    1. Three conventions have this name. This one is between 0 and 2. The M3 and M4 competitions multiply it by 100, so
       that it is between 0 and 200. Others divide it by 2, so that it is between 0 and 1. Makridakis (1993) has no
       absolute values in the denominator, so that it can be negative.
    2. One sample whose true and predicted values are both 0 makes the metric nan. ``zero_division=0`` counts it as no
       error, as most libraries do, and ``zero_division=nan`` leaves it out.
    3. It does not change if true and predicted values are swapped, but it is not symmetric in the error. For a true
       value of 100, a prediction that is 50 too low scores 0.67, and a prediction that is 50 too high scores 0.4.
    4. If only the true value of a sample is 0, or if the signs differ, the sample scores 2, however small the error is.

    References
    ----------
    Makridakis, *Accuracy measures: theoretical and practical concerns* (1993); Hyndman and Koehler (2006), section 2.2.

    Examples
    --------
    >>> from evalbook import regression
    >>> [round(regression.symmetric_mean_absolute_percentage_error([100], [y]), 2) for y in (50, 150, 200)]
    [0.67, 0.4, 0.67]
    """
    metric = symmetric_mean_absolute_percentage_error
    return score(metric, y_true, y_pred, sample_weight, multioutput, zero_division)


# ---------------------------------------------------------------- against the value before


def _scaled(true: FloatArray, predicted: FloatArray, y_train: ArrayLike, season: int) -> Means:
    """|ŷ - y|, in units of the mean error of last season's value in the training series."""
    train, season = check.training_series(y_train, season, true)
    naive = np.abs(train[season:] - train[:-season]).mean(axis=0)
    return Means((np.abs(predicted - true),), lambda mean: ratio(mean, np.broadcast_to(naive, np.shape(mean))))


@of_means(_scaled, name="mean absolute scaled error", lacking="y_train repeats itself each season")
@with_hints
def mean_absolute_scaled_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    y_train: ArrayLike,
    season: int = 1,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The mean absolute scaled error (MASE): the MAE divided by the MAE of a naive forecast.

    .. math:: \mathrm{MASE} = \frac{\frac1n \sum_i \lvert \hat y_i - y_i \rvert}
        {\frac1{T - m} \sum_{t = m + 1}^{T} \lvert y^{\text{train}}_t - y^{\text{train}}_{t - m} \rvert}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        The true values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        The predicted values, in the shape of `y_true`.
    y_train : array_like of shape (T,) or (T, d)
        The series that came before, from its first value to its last, in the unit of `y_true`. It has more values than
        a season.
    season : int, default 1
        The number m of steps in a season, such as 12 for monthly values that repeat each year. With 1 the naive
        forecast is the value just before.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same. The training series has no
        weights.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        What to return for several outputs: the mean over the outputs, or an array with one value per output.
    zero_division : "warn" or float, default "warn"
        What the metric is where it divides by 0: nan with an `UndefinedMetricWarning`, or this number without a
        warning.

    Returns
    -------
    float or ndarray
        At least 0, without a unit. Below 1 the errors are smaller than those of the naive forecast, one
        season ahead, on the training series. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    mean_absolute_error : the error in its own unit
    mean_absolute_percentage_error : relative to the true values
    r2 : relative to the mean as the forecast

    Notes
    -----
    1. The naive forecast predicts the value of one season before. It is scored on the training series, not on the
       samples. If the test period is hard, or the horizon is long, even a good forecast can have a MASE above 1, and so
       can the naive forecast itself.
    2. If the training series repeats itself exactly, the metric is undefined, and nan is returned, whether the
       prediction is perfect or not. `zero_division` replaces the whole metric of such an output.
    3. The mean over outputs is the mean of their ratios. Some libraries divide the mean errors instead, whose units may
       differ.
    4. Only the scale needs the training series. For a test set in parts, add one :class:`RegressionTally` per part and
       divide the `mean_absolute_error` of the sum by the scale.

    References
    ----------
    Hyndman and Koehler (2006), section 3.

    Examples
    --------
    >>> from evalbook import regression
    >>> y_train = [5, 0.5, 4, 6, 3, 5, 2]
    >>> round(regression.mean_absolute_scaled_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8], y_train=y_train), 4)
    0.1667
    """
    return score(
        mean_absolute_scaled_error, y_true, y_pred, sample_weight, multioutput, zero_division,
        y_train=y_train, season=season,
    )  # fmt: skip

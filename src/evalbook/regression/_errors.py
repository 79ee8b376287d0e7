"""Squared and absolute errors, in the unit of what is predicted."""

from __future__ import annotations

import math
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._rounding import rounding
from evalbook.regression._means import Means, MultiOutput, Weight, combined, of_means, score


@of_means(lambda true, predicted: (predicted - true) ** 2)
@with_hints
def mean_squared_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The mean squared error (MSE): the mean of the squared differences between prediction and truth.

    .. math:: \mathrm{MSE} = \frac1n \sum_i (\hat y_i - y_i)^2

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

    Returns
    -------
    float or ndarray
        At least 0, in the unit of `y_true` squared. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    root_mean_squared_error : the same in the unit of the target
    mean_absolute_error : depends less on outliers
    r2 : relative to the variance
    RegressionTally : for a test set in parts

    Notes
    -----
    1. An error that is ten times as large counts a hundred times as much, so one outlier can make up most of the value.
    2. Among all constant predictions, the mean of `y_true` has the smallest MSE, which is the variance of `y_true`.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.2.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.mean_squared_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.375
    """
    return score(mean_squared_error, y_true, y_pred, sample_weight, multioutput)


@of_means(lambda true, predicted: (predicted - true) ** 2, np.sqrt)
@with_hints
def root_mean_squared_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The root mean squared error (RMSE), which is in the unit of `y_true`.

    .. math:: \mathrm{RMSE} = \sqrt{\frac1n \sum_i (\hat y_i - y_i)^2}

    It is the :math:`\ell_2` norm of the errors divided by :math:`\sqrt n`.

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

    Returns
    -------
    float or ndarray
        At least 0, in the unit of `y_true`. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    mean_squared_error : its square
    mean_absolute_error : depends less on outliers
    r2 : relative to the spread of the target

    Notes
    -----
    1. For several outputs it is the mean of their roots, not the root of their mean.
    2. The RMSE is at least as large as the mean absolute error. They are equal if all errors have the same size.

    References
    ----------
    Hyndman and Koehler, *Another look at measures of forecast accuracy* (2006), section 2.1.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.root_mean_squared_error([1, 2, 3, 4], [1, 2, 3, 5])
    0.5
    """
    return score(root_mean_squared_error, y_true, y_pred, sample_weight, multioutput)


@of_means(lambda true, predicted: np.abs(predicted - true))
@with_hints
def mean_absolute_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The mean absolute error (MAE): the mean size of the errors, in the unit of `y_true`.

    .. math:: \mathrm{MAE} = \frac1n \sum_i \lvert \hat y_i - y_i \rvert = \frac{\lVert \hat y - y \rVert_1}{n}

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

    Returns
    -------
    float or ndarray
        At least 0, in the unit of `y_true`. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    root_mean_squared_error : depends more on large errors
    median_absolute_error : depends less on large errors
    mean_absolute_percentage_error : relative to the true value
    mean_absolute_scaled_error : relative to a naive forecast

    Notes
    -----
    1. Among all constant predictions, the median of `y_true` has the smallest MAE.

    References
    ----------
    Hyndman and Koehler (2006), section 2.1.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.mean_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.5
    """
    return score(mean_absolute_error, y_true, y_pred, sample_weight, multioutput)


def _power_mean(true: FloatArray, predicted: FloatArray, k: float) -> Means:
    """In units of the largest error: its power is 1, for any k."""
    size = np.abs(predicted - true)
    top = size.max(axis=0)
    share = size / np.where(top > 0, top, 1)
    # NumPy's power takes as long as a dozen products.
    power = reduce(np.multiply, [share] * int(k)) if k in (1, 2, 3, 4) else share**k
    return Means((power,), lambda mean: top * mean ** (1 / k))


@of_means(_power_mean)
@with_hints
def minkowski_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    k: float,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The power mean of the errors' sizes. The larger the power k, the more the largest errors count.

    .. math:: \Bigl(\frac1n \sum_i \lvert \hat y_i - y_i \rvert^k\Bigr)^{1/k}

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        The true values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        The predicted values, in the shape of `y_true`.
    k : float
        The power, at least 1. 1 gives the mean absolute error, 2 the root mean squared error, and infinity the largest
        error.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        What to return for several outputs: the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0, in the unit of `y_true`. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    mean_absolute_error : with the power 1
    root_mean_squared_error : with the power 2
    max_error : with an infinite power

    Notes
    -----
    1. The value rises with `k`, but it never exceeds the largest error.

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
    if k == math.inf:
        return max_error(y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput)
    return score(minkowski_error, y_true, y_pred, sample_weight, multioutput, k=k)


LARGEST = (
    "the largest error of a round is never above that of the sample, so rounds say nothing of how much larger it may "
    "be: choose a mean, or a quantile such as median_absolute_error"
)


@on(NoFormula(LARGEST, drawn=False))
@with_hints
def max_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The maximum error: the size of the largest error.

    .. math:: \max_i\, \lvert \hat y_i - y_i \rvert

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

    Returns
    -------
    float or ndarray
        At least 0, in the unit of `y_true`. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    median_absolute_error : the error in the middle
    mean_absolute_error : the mean of all errors

    Notes
    -----
    1. A weight matters only if it is 0, because the sample is then left out.

    References
    ----------
    Géron, *Hands-On Machine Learning* (2017), chapter 2, on the maximum norm.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.max_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    1.0
    """
    true, predicted, _ = check.number_pair(y_true, y_pred, sample_weight)
    return combined(np.abs(predicted - true).max(axis=0), multioutput)


@on(NoFormula("a median is no sum over the samples"))
@with_hints
def median_absolute_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The median absolute error: the median size of the errors, in the unit of `y_true`.

    .. math:: \operatorname{median}_i\, \lvert \hat y_i - y_i \rvert

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

    Returns
    -------
    float or ndarray
        At least 0, in the unit of `y_true`. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    mean_absolute_error : the mean, which depends on every error
    max_error : the largest error

    Notes
    -----
    1. Almost half of the errors may become as large as they like without changing it.
    2. For an even number of errors it is the mean of the two in the middle.
    3. With weights, the errors are sorted by size and their weights are added up. The median is the first error at
       which the sum exceeds half of the total. If the sum meets half of the total exactly, the median is the mean of
       that error and the next. A weight of 2 therefore acts like having the sample twice.

    References
    ----------
    Hyndman and Koehler (2006), section 2.1.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.median_absolute_error([0, 0, 0, 0, 0], [1, 1, 2, 3, 1000])
    2.0
    """
    true, predicted, weight = check.number_pair(y_true, y_pred, sample_weight)
    return combined(_median(np.abs(predicted - true), weight), multioutput)


def _median(size: FloatArray, weight: Weight) -> Any:
    """Where half the weight lies on either side; the middle of two errors between which it does."""
    if weight is None:
        return np.median(size, axis=0)
    rising = np.argsort(size, axis=0)
    reached = np.cumsum(weight[rising], axis=0)
    half, within = reached[-1] / 2, rounding(reached)
    lower, upper = np.argmax(reached >= half - within, axis=0), np.argmax(reached > half + within, axis=0)
    middle = np.take_along_axis(rising, np.stack([lower, upper]), axis=0)
    return np.take_along_axis(size, middle, axis=0).mean(axis=0)


@of_means(
    lambda true, predicted, quantile: np.maximum(quantile * (true - predicted), (1 - quantile) * (predicted - true))
)
@with_hints
def pinball_loss(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    quantile: float,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> Any:
    r"""The pinball loss of a predicted quantile q: each unit too low costs q, and each unit too high 1 - q.

    .. math:: \frac1n \sum_i \max\bigl(q\,(y_i - \hat y_i),\ (1 - q)\,(\hat y_i - y_i)\bigr)

    Parameters
    ----------
    y_true : array_like of shape (n,) or (n, d)
        The true values: one number per sample, or a row of `d` outputs.
    y_pred : array_like of shape (n,) or (n, d)
        The predicted values, in the shape of `y_true`.
    quantile : float
        The quantile q that `y_pred` predicts, from 0 to 1.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
        What to return for several outputs: the mean over the outputs, or an array with one value per output.

    Returns
    -------
    float or ndarray
        At least 0, in the unit of `y_true`. With ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    mean_absolute_error : twice the loss with a quantile of 0.5
    mean_squared_error : for a predicted mean

    Notes
    -----
    1. With a quantile of 0.5 it is half the mean absolute error.
    2. Among all constant predictions, the quantile of `y_true` has the smallest loss.
    3. With a quantile of 0 or 1, errors in one direction cost nothing. A prediction that is low enough, or high enough,
       has a loss of 0.

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
    return score(pinball_loss, y_true, y_pred, sample_weight, multioutput, quantile=float(quantile))

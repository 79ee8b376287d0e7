"""R²: the share of the variance of the truth that the predictions explain."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._formula import Scorer, on, sums_of
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, ratio
from evalbook.regression._means import Means, MultiOutput, OfMeans, Weight, mean_of, moments_of, score


class OfVariance(OfMeans):
    """R² as a formula over the mean squared error and the variance of the truth."""

    def means(self, true: FloatArray, predicted: FloatArray, weight: Weight, *_: Any, **__: Any) -> Means:
        """What is averaged, and what is made of it."""
        z = true - origin_of(true, weight)
        return Means((self.each(true, predicted), (z - mean_of(z, weight)) ** 2), self.then)

    def outputs(self, true: FloatArray, predicted: FloatArray, weight: Weight, *_: Any, **__: Any) -> Scorer:
        """What scores rounds, of which each has a mean of its own."""
        squared_error, z = sums_of([self.each(true, predicted)], weight), true - origin_of(true, weight)

        def values(times: NDArray[Any]) -> FloatArray:
            each = times if weight is None else times * weight
            return np.asarray(self.then(*squared_error(times), moments_of(each, z, np.zeros_like(z))[1]))

        return values


def origin_of(true: FloatArray, weight: Weight) -> Any:
    """A true value that counts. Measured from it a constant truth is exactly 0, and beside a far value of almost no
    weight the others keep their digits."""
    return true[0 if weight is None else weight.argmax()]


def explained(mean_squared_error: Any, variance: Any) -> Any:
    """1 - mean squared error / variance; nan where the truth is constant."""
    with np.errstate(over="ignore"):  # squares from 1e-200 to 1e200
        share = 1 - ratio(mean_squared_error, variance)
    if np.isinf(share).any():
        raise ValueError(
            "r2 is more than a float can hold: some errors are above 1e150 times the spread of y_true: "
            "check their units"
        )
    return share


@on(OfVariance(lambda true, predicted: (predicted - true) ** 2, explained, name="r2", lacking="y_true is constant"))
@with_hints
def r2(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The coefficient of determination (R²): how much smaller the squared error is than for predicting the mean.

    .. math:: R^2 = 1 - \frac{\sum_i (\hat y_i - y_i)^2}{\sum_i (y_i - \bar y)^2}

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
        At most 1. Predicting the mean of `y_true` has 0, and a negative value is worse than that. With
        ``multioutput="raw_values"`` there is one value per output.

    See Also
    --------
    mean_squared_error : the error in its own unit
    mean_absolute_scaled_error : relative to a naive forecast
    RegressionTally : for a test set in parts

    Notes
    -----
    1. The mean is the mean of the true values that are scored, not of the values on which the model was trained.
    2. If `y_true` is constant, R² is undefined, and nan is returned, whether the prediction is perfect or not.
       scikit-learn returns 1 for a perfect prediction and 0 for any other.
    3. The mean over outputs is nan if one of them is nan. ``zero_division=nan`` leaves that output out.
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
    return score(r2, y_true, y_pred, sample_weight, multioutput, zero_division)

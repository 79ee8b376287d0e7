"""The review of predicted numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook import regression as metrics
from evalbook._input import FloatArray
from evalbook._tally import Rows
from evalbook._undefined import ratio
from evalbook.comparison import GroupTally, interval
from evalbook.regression import RegressionTally
from evalbook.review._classified import numbered
from evalbook.review._findings import Outcome, Review, reviewed
from evalbook.review._numbers import (
    Predicted,
    biased_predictions,
    clustered_samples,
    few_rows_dominate,
    no_better_than_mean,
    zeros_in_percentage_error,
)
from evalbook.review._reported import Catalog, claims_of, mean_over_groups, reported_number_of
from evalbook.review._words import joined, short, sized

ROUNDS, BLOCKS = 2000, 2000
Drawn: TypeAlias = Rows[RegressionTally] | GroupTally


def reported_number(evaluation: Predicted) -> Outcome:
    """Whether each reported number is what the arrays give; else which of a dozen others it equals, to its digits.

    "Equals", never "is": at three digits another number may do so by accident. It cannot see a number that is computed
    rightly of the wrong rows, or in another unit.
    """
    return reported_number_of(evaluation.claims, _metrics(evaluation), _variants(evaluation))


CHECKS = (
    *(few_rows_dominate, no_better_than_mean, biased_predictions, zeros_in_percentage_error, clustered_samples),
    reported_number,
)


def regression(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    y_train: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    reported: Mapping[str, str | float] | None = None,
    ignore: Mapping[str, str] | Sequence[str] = (),
) -> Review:
    r"""Review a regression: the line to report, and the mistakes that true and predicted numbers show.

    .. math:: \mathrm{review}(y, \hat y) = (\text{line}, \text{findings}, \text{what was not checked})

    Checked are `few_rows_dominate`, `no_better_than_mean`, `biased_predictions`, `zeros_in_percentage_error`,
    `clustered_samples` and `reported_number`.

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted numbers, in one unit.
    y_train : array_like of shape (m,), optional
        The true values that the model learned from: the line compares with their mean and their median.
    groups : array_like of shape (n,), optional
        Labels of what belongs together, such as a patient's visits; the line's intervals then draw groups.
    reported : mapping of str to str or float, optional
        The numbers of a report by the names of their metrics, as in ``{"RMSE": "52.6"}``: a text keeps its digits.
    ignore : mapping of str to str, or sequence of str, default ()
        Checks whose findings are set aside, with reasons: they are kept in `ignored`, and printed.

    Returns
    -------
    Review
        ``.line``, ``.findings``, ``.not_checked``; it prints itself, and reviews add.

    Notes
    -----
    1. What is optional and missing is no error: the checks that need it stand in `not_checked`.
    2. Intervals are percentiles of 2,000 bootstrap rounds with seed 0. Of more than 2,000 samples, or groups, 2,000
       blocks are drawn, into which they are dealt in turn.
    3. All true values are equal: R² is undefined, and the line says so.
    4. A single sample, or a single group, has no interval.

    References
    ----------
    Efron and Tibshirani, *An Introduction to the Bootstrap* (1993).

    Examples
    --------
    >>> from evalbook import review
    >>> y_true, y_pred = [3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0]
    >>> found = review.regression(y_true, y_pred, reported={"RMSE": "0.375"})
    >>> print(found.line.split(",")[0])
    RMSE 0.612
    >>> print(found.findings[0].message)
    RMSE is reported as 0.375, and is 0.612 here. 0.375 equals, of 16 numbers tried, MSE.
    """
    true, predicted = check.sizes(y_true, "y_true"), check.sizes(y_pred, "y_pred")
    check.same_length(y_true=true, y_pred=predicted)
    train = None if y_train is None else check.sizes(y_train, "y_train")
    evaluation = Predicted(true, predicted, train, numbered(groups, y_true=true), claims_of(reported))
    return reviewed(evaluation, _line, CHECKS, ignore)


# ---------------------------------------------------------------- the line


def _line(evaluation: Predicted) -> str:
    """RMSE, MAE and R² with their intervals, beside what a constant gets."""
    drawn = _blocks(evaluation)
    rmse, mae, r2 = "root_mean_squared_error", "mean_absolute_error", "r2"
    told = [
        f"RMSE {_with_bounds(evaluation, drawn, rmse, sized)}{_constant(evaluation, 'mean')}",
        f"MAE {_with_bounds(evaluation, drawn, mae, sized)}{_constant(evaluation, 'median')}",
        f"R² {_with_bounds(evaluation, drawn, r2, short)}",
    ]
    n = f"{len(evaluation.true):,} samples"
    if evaluation.group is not None:
        n += f", {int(evaluation.group.max()) + 1:,} groups"
    return joined([*told, n])


def _blocks(evaluation: Predicted) -> Drawn:
    """The moments of each sample, or group; of very many, those of blocks into which they are dealt in turn."""
    true, predicted = evaluation.true, evaluation.predicted
    if evaluation.group is None and len(true) <= BLOCKS:
        return RegressionTally.rows(true, predicted)
    unit = np.arange(len(true)) if evaluation.group is None else evaluation.group
    return GroupTally.from_arrays(RegressionTally.from_arrays, unit % BLOCKS, true, predicted)


def _with_bounds(evaluation: Predicted, drawn: Drawn, name: str, number: Callable[[float], str]) -> str:
    value = getattr(metrics, name)(evaluation.true, evaluation.predicted)
    if len(drawn) < 2 or math.isnan(value):
        return number(value)
    found = interval(lambda tally: getattr(tally, name), drawn, rounds=ROUNDS, rng=0)
    how = "bootstrap" if evaluation.group is None else "bootstrap of groups"
    told = f"95% {number(found.low)} to {number(found.high)} ({how})" if not math.isnan(found.low) else "no interval"
    return f"{number(value)}, {told}"


def _constant(evaluation: Predicted, name: str) -> str:
    """What the training values' mean, or median, gets."""
    if evaluation.train is None:
        return ""
    value = float(getattr(np, name)(evaluation.train))
    metric = metrics.root_mean_squared_error if name == "mean" else metrics.mean_absolute_error
    return f", where the training {name} gets {sized(metric(evaluation.true, np.full(len(evaluation.true), value)))}"


# ---------------------------------------------------------------- numbers of a report


def _metrics(evaluation: Predicted) -> Catalog:
    arrays = evaluation.true, evaluation.predicted
    named = {
        "RMSE": metrics.root_mean_squared_error,
        "MAE": metrics.mean_absolute_error,
        "MSE": metrics.mean_squared_error,
        "R²": metrics.r2,
        "MAPE": metrics.mean_absolute_percentage_error,
        "median absolute error": metrics.median_absolute_error,
        "max error": metrics.max_error,
    }
    return {name: partial(metric, *arrays) for name, metric in named.items()}


def _variants(evaluation: Predicted) -> Catalog:
    """What is computed by mistake, or means something else."""
    true, predicted = evaluation.true, evaluation.predicted
    some = true[true != 0], predicted[true != 0]
    found: dict[str, Callable[[], float]] = {
        "the squared correlation of truth and prediction": lambda: _correlation(true, predicted) ** 2,
        "the correlation of truth and prediction": lambda: _correlation(true, predicted),
        "the standard deviation of the errors": lambda: float(evaluation.error.std()),
        "the MAPE divided by the predictions": lambda: metrics.mean_absolute_percentage_error(predicted, true),
        "the MAPE without true zeros": partial(_of, metrics.mean_absolute_percentage_error, *some),
        "the MAE without true zeros": partial(_of, metrics.mean_absolute_error, *some),
        "the RMSE without true zeros": partial(_of, metrics.root_mean_squared_error, *some),
        "the symmetric MAPE": lambda: metrics.symmetric_mean_absolute_percentage_error(true, predicted),
        "the MSE of one output more": lambda: float(evaluation.squares.sum() / max(len(true) - 1, 1)),
    }
    if evaluation.train is not None:
        found["R² against the training mean"] = partial(_against, evaluation, float(evaluation.train.mean()))
    if evaluation.group is not None:
        for name, metric in (("RMSE", metrics.root_mean_squared_error), ("MAE", metrics.mean_absolute_error)):
            over_groups = partial(mean_over_groups, metric, true, predicted, evaluation.group)
            found[f"the mean over groups of the {name}"] = over_groups
    return found


def _of(metric: Callable[..., float], true: FloatArray, predicted: FloatArray) -> float:
    return metric(true, predicted) if true.size else math.nan


def _correlation(true: FloatArray, predicted: FloatArray) -> float:
    one, two = true - true.mean(), predicted - predicted.mean()
    return float(ratio((one * two).sum(), math.sqrt(float((one**2).sum()) * float((two**2).sum()))))


def _against(evaluation: Predicted, mean: float) -> float:
    return 1 - float(ratio(evaluation.squares.sum(), float(((evaluation.true - mean) ** 2).sum())))

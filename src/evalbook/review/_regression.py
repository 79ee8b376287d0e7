"""The review of predicted numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook import regression as metrics
from evalbook._input import FloatArray
from evalbook._tally import Rows, stacked
from evalbook._undefined import ratio
from evalbook.comparison import GroupTally
from evalbook.comparison._influence import Group, groups_in
from evalbook.regression import RegressionTally
from evalbook.regression._regression_tally import score_of_tally
from evalbook.review._evaluation import group_numbers
from evalbook.review._reported import (
    Catalog,
    Number,
    ReportedNumber,
    compare_reported,
    means_over_groups,
    reported_numbers,
)
from evalbook.review._review import Finding, Outcome, Review, checks_of, make_review
from evalbook.review._words import (
    amount,
    bootstrap_in_words,
    join_clauses,
    number_of,
    part_of,
    percent,
    rate,
    sentence,
    why_no_spread,
)

BLOCKS = 2000
FEWEST = 30
"""Of fewer rows, one is too large a part to say that it dominates."""


@dataclass(frozen=True)
class Predictions:
    """True and predicted numbers, and those that the model learned from."""

    true: FloatArray
    predicted: FloatArray
    train: FloatArray | None
    group: Group
    reported: Sequence[ReportedNumber]


def few_rows_dominate(evaluation: Predictions) -> Outcome:
    """Whether 1% of the rows account for more than half of the squared error.

    It cannot say whether these rows are mistakes in the data or the very cases that matter.
    """
    n = len(evaluation.true)
    if n < FEWEST:
        return f"it needs {FEWEST} rows"
    count = math.ceil(n / 100)
    squares = (evaluation.predicted - evaluation.true) ** 2
    rows = np.argsort(squares)[-count:]
    total, top = float(squares.sum()), float(squares[rows].sum())
    if not top > 0.5 * total:
        return None
    without = math.sqrt(max(total - top, 0.0) / (n - count))
    account, them, mistakes = (
        ("accounts", "it", "it is a mistake") if count == 1 else ("account", "them", "they are mistakes")
    )
    case = "case that matters" if count == 1 else "cases that matter"
    message = (
        f"{sentence(part_of(count, n, 'rows'))} {account} for {percent(top / total)} of the squared error. The RMSE is "
        f"{amount(math.sqrt(total / n))} with {them} and {amount(without)} without {them}. Check whether {mistakes} in "
        f"the data or the {case} most, and report the MAE beside the RMSE."
    )
    evidence = {"rows": np.sort(rows).tolist(), "without": without}
    page = "regression/squared_and_absolute_errors"
    return Finding("few_rows_dominate", "warning", top / total, message, page, evidence)


def reported_number(evaluation: Predictions) -> Outcome:
    """Whether each reported number is what the arrays give, and if not, which of some twenty others it equals.

    The comparison uses the digits that are shown. Another number may agree in three digits by accident, so the finding
    says "equals" and not "is". It cannot see a number that is computed correctly from the wrong rows, or in another
    unit.
    """
    return compare_reported(evaluation.reported, _metrics(evaluation), _variants(evaluation))


def regression(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    y_train: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    reported: Mapping[str, str | float] | None = None,
    ignore: Mapping[str, str] | Sequence[str] = (),
) -> Review:
    r"""Review a regression: the line to report, and mistakes that true and predicted values reveal.

    .. math:: \mathrm{review}(y, \hat y) = (\text{line}, \text{findings}, \text{what was not checked})

    The checks are `few_rows_dominate` and `reported_number`.

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted values, in the same unit.
    y_train : array_like of shape (m,), optional
        The true values of the training set. The line compares the errors with those of their mean and their median.
    groups : array_like of shape (n,), optional
        The group of each sample, such as the patient of each visit. For the intervals in the line, whole groups are
        then drawn.
    reported : mapping of str to str or float, optional
        The numbers of a report by the names of their metrics, as in ``{"RMSE": "52.6"}``. A string is compared in the
        digits that it shows, and a number in all digits of its type.
    ignore : mapping of str to str, or sequence of str, default ()
        The names of checks whose findings are set aside, each with a reason if a mapping is given. They are kept in
        `ignored` and still printed.

    Returns
    -------
    Review
        It has the `line` to report, the `findings` and what was `not_checked`. It prints as text, and reviews can be
        added.

    See Also
    --------
    classification : review a classification
    split : review the split that the test set comes from
    evalbook.comparison.difference : compare two models

    Notes
    -----
    1. An optional argument may be missing. The checks that need it are then listed in `not_checked`.
    2. The bounds of the intervals are percentiles of 2,000 bootstrap rounds with seed 0. If there are more than 2,000
       samples or groups, they are dealt in turn into 2,000 blocks, and the blocks are drawn.
    3. If all true values are equal, R² is undefined, and the line says so.
    4. A single sample or group has no interval. If the samples or groups show no spread, for example because all errors
       are equal, there is no interval either. The line says so, because an interval of width 0 would look like
       certainty.
    5. Predictions that are no better than the training mean, or wrong on average, are not reported as findings, but the
       line shows both.
    6. The MAPE is undefined if a true value is 0. If a MAPE is reported nevertheless, this is a finding.

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
    >>> print(found.findings[0].message)  # doctest: +NORMALIZE_WHITESPACE
    RMSE is reported as 0.375, but these arrays give 0.612. The number 0.375 equals MSE (17 numbers were tried).
    Correct the number, or its name.
    """
    true, predicted = check.sizes(y_true, "y_true"), check.floats(y_pred, "y_pred")
    check.same_length(y_true=true, y_pred=predicted)
    check.require_scale(predicted, "y_pred", beside=np.abs(true).max())
    train = None if y_train is None else check.sizes(y_train, "y_train")
    evaluation = Predictions(true, predicted, train, group_numbers(groups, y_true=true), reported_numbers(reported))
    return make_review(evaluation, _line, CHECKS, ignore)


# ---------------------------------------------------------------- the line


def _line(evaluation: Predictions) -> str:
    """RMSE, MAE, R² and the mean error with their intervals, beside what a constant gets."""
    drawn = _drawn(evaluation)
    clauses = [
        f"RMSE {_with_bounds(evaluation, drawn, 'root_mean_squared_error', amount)}{_constant(evaluation, np.mean)}",
        f"MAE {_with_bounds(evaluation, drawn, 'mean_absolute_error', amount)}{_constant(evaluation, np.median)}",
        f"R² {_with_bounds(evaluation, drawn, 'r2', rate)}",
        f"mean error {_with_bounds(evaluation, drawn, 'mean_error', amount)}",
    ]
    n, group = len(evaluation.true), evaluation.group
    alone = f"no intervals, because {why_no_spread(n, group)}" if len(drawn) < 2 else ""
    groups = "" if group is None else f", {number_of(groups_in(group), 'groups')}"
    return join_clauses([*clauses, alone, f"{number_of(n, 'samples')}{groups}"])


def _drawn(evaluation: Predictions) -> Rows[RegressionTally]:
    """The moments of each sample, or group; of very many, those of blocks into which they are dealt in turn."""
    true, predicted = evaluation.true, evaluation.predicted
    if evaluation.group is None and len(true) <= BLOCKS:
        return RegressionTally.rows(true, predicted)
    unit = np.arange(len(true)) if evaluation.group is None else evaluation.group
    return stacked(GroupTally.from_arrays(RegressionTally.from_arrays, unit % BLOCKS, true, predicted).tallies)


def _with_bounds(
    evaluation: Predictions, drawn: Rows[RegressionTally], name: str, number: Callable[[float], str]
) -> str:
    value = getattr(RegressionTally.from_arrays(evaluation.true, evaluation.predicted), name)
    if len(drawn) < 2 or math.isnan(value):
        return number(value)
    how = "bootstrap" if evaluation.group is None else "bootstrap of groups"
    why = why_no_spread(len(evaluation.true), evaluation.group)
    bounds = bootstrap_in_words(score_of_tally(name), drawn, how=how, number=number, why=why)
    return f"{number(value)}, {bounds}"


def _constant(evaluation: Predictions, kind: Callable[[FloatArray], Any]) -> str:
    """What the training values' mean, or median, gets."""
    if evaluation.train is None:
        return ""
    apart = evaluation.true - float(kind(evaluation.train))
    value = math.sqrt(float((apart**2).mean())) if kind is np.mean else float(np.abs(apart).mean())
    return f", compared with {amount(value)} for the training {kind.__name__}"


# ---------------------------------------------------------------- numbers of a report


def _metrics(evaluation: Predictions) -> Catalog:
    true, predicted = evaluation.true, evaluation.predicted
    sizes = {
        "RMSE": metrics.root_mean_squared_error,
        "MAE": metrics.mean_absolute_error,
        "MSE": metrics.mean_squared_error,
        "MAPE": metrics.mean_absolute_percentage_error,
        "symmetric MAPE": metrics.symmetric_mean_absolute_percentage_error,
        "median absolute error": metrics.median_absolute_error,
        "max error": metrics.max_error,
    }
    if min(true.min(), predicted.min()) > -1:
        sizes |= {"MSLE": metrics.mean_squared_log_error, "RMSLE": metrics.root_mean_squared_log_error}
    return {
        **{name: Number(partial(metric, true, predicted)) for name, metric in sizes.items()},
        "mean error": Number(lambda: float((predicted - true).mean()), float(np.abs([true, predicted]).max())),
        "R²": partial(metrics.r2, true, predicted),
        "explained variance": lambda: 1 - float(ratio((predicted - true).var(), true.var())),
        "correlation": partial(_correlation, true, predicted),
    }


def _variants(evaluation: Predictions) -> Catalog:
    """What is computed by mistake, or means something else."""
    true, predicted = evaluation.true, evaluation.predicted
    squares, inside = (predicted - true) ** 2, true != 0
    absolute = {"RMSE": metrics.root_mean_squared_error, "MAE": metrics.mean_absolute_error}
    found: Catalog = {
        "the squared correlation of truth and prediction": lambda: _correlation(true, predicted) ** 2,
        "the standard deviation of the errors": Number(lambda: float((predicted - true).std())),
        "the MAPE divided by the predictions": Number(partial(metrics.mean_absolute_percentage_error, predicted, true)),
        "the MSE of one output more": Number(lambda: float(squares.sum() / max(len(true) - 1, 1))),
    }
    if not inside.all() and inside.any():
        for name, metric in (absolute | {"MAPE": metrics.mean_absolute_percentage_error}).items():
            found[f"the {name} without true zeros"] = Number(partial(metric, true[inside], predicted[inside]))
    if evaluation.train is not None:
        baseline = float(((true - evaluation.train.mean()) ** 2).sum())
        found["R² against the training mean"] = lambda: 1 - float(ratio(squares.sum(), baseline))
    means = means_over_groups(absolute, true, predicted, evaluation.group)
    return found | {name: Number(compute) for name, compute in means.items()}


def _correlation(true: FloatArray, predicted: FloatArray) -> float:
    one, two = true - true.mean(), predicted - predicted.mean()
    return float(ratio((one * two).sum(), math.sqrt(float((one**2).sum()) * float((two**2).sum()))))


CHECKS = checks_of("regression", few_rows_dominate, reported_number)

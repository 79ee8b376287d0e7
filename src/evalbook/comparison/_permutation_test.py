"""A permutation test: could it be chance which of two models made which prediction?"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import Scorer
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._rounding import rounding
from evalbook._tally import Rows
from evalbook._undefined import warn_undefined
from evalbook.comparison._bound import warned_of_another_score
from evalbook.comparison._draw import Design, Draws, exact_patterns, number_of_rounds, of_each_kind, with_progress
from evalbook.comparison._metric import Metric
from evalbook.comparison._results import Result
from evalbook.comparison._samples import paired
from evalbook.comparison._score import quiet, scorer, scores_of_both


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PermutationTest(Result):
    """The result of a permutation test: the scores of two models, and the p-value of their difference."""

    a: float
    """The score of model a."""
    b: float
    """The score of model b."""
    value: float
    """b - a: positive where b scores higher."""
    p_value: float
    """Two-sided; nan where it is undefined."""
    rounds: int
    """The number of exchanges that were tried."""
    undefined: int
    """The number of exchanges that were left out because a score was undefined."""
    exact: bool
    """Whether each possible exchange was tried once."""


@with_hints
def permutation_test(
    metric: Callable[..., Any],
    y_true: Any,
    a: Any,
    b: Any,
    *,
    rounds: int = 10_000,
    groups: ArrayLike | None = None,
    rng: Any = None,
    progress: bool = False,
) -> PermutationTest:
    r"""Test the difference between two models by exchanging their predictions at random.

    .. math:: p = \frac{1 + \#\{r : |\delta_r| \ge |\hat\delta|\}}{1 + \mathrm{rounds}}

    where :math:`\delta_r` is the difference in round r, in which the two models exchange their predictions for about
    half of the samples: a coin is tossed for each sample.

    Parameters
    ----------
    metric : callable
        A function for which ``metric(y_true, a)`` is a number, as in :func:`interval`.
    y_true : array, list or series with n entries, or None
        The first argument of the metric, which is the same for both models. Give None if the metric takes only the rows
        of a tally.
    a, b : arrays, lists or series with n entries, or Rows
        The predictions of each model: labels, scores, sentences or ranked lists.
    rounds : int, default 10,000
        The number of exchanges to try, from 1 to 10 million. If there are not more possible exchanges than that, each
        is tried once.
    groups : array_like of shape (n,), optional
        The group of each sample. All predictions for a group are exchanged together.
    rng : None, int or numpy.random.Generator
        The source of the random numbers. Pass an int for a reproducible result.
    progress : bool, default False
        If True, show how many rounds are done.

    Returns
    -------
    PermutationTest
        The two scores, their difference and the two-sided p-value.

    Warns
    -----
    UndefinedMetricWarning
        If a score is undefined for the given samples, or in every round. The p-value is then nan.
    UserWarning
        If the given samples have a different score in a round, for example because the metric uses random numbers.

    See Also
    --------
    difference : the difference with its interval
    mcnemar : the same test for accuracy
    corrected_t_test : compare two training recipes

    Notes
    -----
    1. Samples (or groups) for which both models predict the same do not matter. If m samples remain and 2 to the power
       of m is at most `rounds`, the test is exact: each exchange is tried once, and 1 is not added in the formula.
    2. If all predictions are equal, p is 1.
    3. A round in which a score is undefined is left out and counted in `undefined`.
    4. The predictions of both models must be on the same scale, because they are exchanged.
    5. If the metric is the accuracy, this is McNemar's exact test.
    6. The columns of two data frames are matched by name, as in :func:`difference`.

    References
    ----------
    Riezler and Maxwell, *On some pitfalls in automatic evaluation and significance testing for MT* (2005).

    Examples
    --------
    >>> from evalbook import comparison, confusion
    >>> y_true, a, b = [1] * 10, [1] * 4 + [0] * 6, [1] * 10
    >>> comparison.permutation_test(confusion.accuracy, y_true, a, b).p_value
    0.03125
    """
    rounds, progress = number_of_rounds(rounds), check.flag(progress, "progress")
    drawn, n = paired(y_true, a, b)
    called, design, rng = Metric(metric, drawn[:-1], n), Design.of(n, groups, None), check.generator(rng)
    score_a, score_b, value = scores_of_both(called, drawn)
    if not math.isfinite(value):
        return PermutationTest(score_a, score_b, value, math.nan, 0, 0, False)
    again, every, exact = _differences(called, drawn, design, rng, rounds, progress)
    found = np.abs(every[~np.isnan(every)])
    if not len(found):
        warn_undefined("the metric is undefined in every round, so the p-value is nan. Use more samples")
        return PermutationTest(score_a, score_b, value, math.nan, len(every), len(every), exact)
    warned_of_another_score((score_a, score_b, value), again, found)
    within = max(rounding(score_a, score_b, found), 10 * abs(again - value))
    beyond = int(np.count_nonzero(found >= abs(again) - within))
    if exact:  # the samples as they are, and all of them exchanged, are among these
        beyond = max(beyond, min(2, len(found)))
    p_value = float(beyond + (not exact)) / (len(found) + (not exact))
    return PermutationTest(score_a, score_b, value, p_value, len(every), len(every) - len(found), exact)


def _differences(
    metric: Metric, arrays: list[Any], design: Design, rng: np.random.Generator, rounds: int, progress: bool
) -> tuple[float, FloatArray, bool]:
    """The difference without any exchange, that in each round, and whether these are all exchanges.

    Every sample stands twice, once with each prediction, and one side has what the other has not.
    """
    free, copies = _differ(*arrays[-2:]), None
    patterns = exact_patterns(len(np.unique(design.unit[free])), rounds)
    if not patterns:
        arrays, design, copies = of_each_kind(metric, arrays, design)
        free = _differ(*arrays[-2:])
    *shared, one, two = arrays
    twice = [*(in_turn(array, array) for array in shared), in_turn(one, two)]
    score = scorer(metric, twice, {name: in_turn(array, array) for name, array in metric.along.items()})
    draws = Draws(design, rng, copies)
    whole = draws.whole
    blocks = with_progress(draws.flips(patterns or rounds, free), patterns or rounds, progress)
    with quiet():
        again = _difference(score, np.zeros_like(whole)[np.newaxis], whole[np.newaxis])
        found = [_difference(score, moved, whole - moved) for moved in blocks]
    return float(again[0]), np.concatenate(found), patterns > 0


def _difference(score: Scorer, moved: NDArray[Any], kept: NDArray[Any]) -> FloatArray:
    there, back = (np.stack(sides, axis=2).reshape(len(moved), -1) for sides in ((kept, moved), (moved, kept)))
    return score(back) - score(there)


# ---------------------------------------------------------------- two predictions of each sample


def in_turn(one: Any, two: Any) -> Any:
    """The entries of both in turn, in the order of the samples, as what they were: a column stays a column."""
    if isinstance(one, Rows):
        return one._before(two)[_order(len(one))]
    if not (hasattr(one, "shape") and hasattr(two, "shape")):
        return [entry for both in zip(one, two, strict=True) for entry in both]
    pick, n = check.picker(check.joined(one, two), "a")
    return pick(_order(n // 2))


def _order(n: int) -> NDArray[np.intp]:
    """0, n, 1, n + 1, …"""
    return np.arange(2 * n).reshape(2, n).T.ravel()


def _differ(one: Any, two: Any) -> NDArray[np.bool_]:
    """For which samples the predictions of two models are not the same."""
    if isinstance(one, Rows):
        if not one._is_alike(two):
            raise ValueError(
                "a and b are rows of two kinds; "
                "expected both to be counted with the same options, such as labels or edges"
            )
        return one._differ(two)
    if not (hasattr(one, "shape") and hasattr(two, "shape")):
        return np.array([not np.array_equal(mine, other) for mine, other in zip(one, two, strict=True)])
    if one.shape != two.shape:
        raise ValueError(
            f"a has shape {one.shape}, but b has shape {two.shape}; expected predictions of the same shape"
        )
    if hasattr(one, "tocsr") and hasattr(two, "tocsr"):
        return np.asarray((one != two).sum(axis=1)).ravel() > 0
    one, two = np.asarray(one), np.asarray(two)
    both_missing = (one != one) & (two != two)
    return np.asarray(((one != two) & ~both_missing).reshape(len(one), -1).any(axis=1))

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
    """How often two models would differ that much, if it were chance which of them made which prediction."""

    a: float
    """The score of model a."""
    b: float
    """The score of model b."""
    value: float
    """b - a: positive where b scores higher."""
    p_value: float
    """Two-sided; nan where it is undefined."""
    rounds: int
    """How many exchanges were tried."""
    undefined: int
    """In how many of them a score was undefined, which are left out."""
    exact: bool
    """Whether they were all there are, each once."""


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
    r"""Test whether it could be chance which of two models made which prediction.

    .. math:: p = \frac{1 + \#\{r : |\delta_r| \ge |\hat\delta|\}}{1 + \mathrm{rounds}}

    where in round r the predictions for each sample change sides or stay, by the toss of a coin.

    Parameters
    ----------
    metric : callable
        ``metric(y_true, a)`` returns a number, as in :func:`interval`.
    y_true : array, list or series with n entries, or None
        What the metric takes first, the same for both; None if it takes the rows of a tally alone.
    a, b : arrays, lists or series with n entries, or Rows
        What each model predicts: labels, scores, sentences, ranked lists.
    rounds : int, default 10,000
        How many exchanges to try, from 1 to 10 million; if there are not more, each is tried once.
    groups : array_like of shape (n,), optional
        Labels of what belongs together: all predictions for a group change sides together.
    rng : None, int or numpy.random.Generator
        Where chance comes from.
    progress : bool, default False
        Show how many rounds are done.

    Returns
    -------
    PermutationTest
        The two scores, their difference and the two-sided p-value.

    Warns
    -----
    UndefinedMetricWarning
        If a score is undefined for the samples as they are, or in every round: nan.
    UserWarning
        If the samples as they are have another score in a round, as where a metric hangs on chance.

    Notes
    -----
    1. Samples (groups) for which both models predict the same do not matter. If 2 to the power of the others is at most
       `rounds`, the test is exact: each exchange is tried once, and 1 is not added.
    2. Equal predictions: p = 1.
    3. A round in which a score is undefined is left out and counted.
    4. The scores of both models must have one unit: it asks whether they could be exchanged.
    5. Of accuracy it is McNemar's exact test.
    6. The columns of two data frames go by their names, as in :func:`difference`.

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
        warn_undefined("the metric is undefined in every round: no p-value, nan")
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
                "a and b are rows of two kinds; expected the same options for both, such as labels or edges"
            )
        return one._differ(two)
    if not (hasattr(one, "shape") and hasattr(two, "shape")):
        return np.array([not np.array_equal(mine, other) for mine, other in zip(one, two, strict=True)])
    if one.shape != two.shape:
        raise ValueError(f"a has shape {one.shape} and b {two.shape}; expected predictions of one shape")
    if hasattr(one, "tocsr") and hasattr(two, "tocsr"):
        return np.asarray((one != two).sum(axis=1)).ravel() > 0
    one, two = np.asarray(one), np.asarray(two)
    both_missing = (one != one) & (two != two)
    return np.asarray(((one != two) & ~both_missing).reshape(len(one), -1).any(axis=1))

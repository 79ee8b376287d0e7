"""Drawing the samples again: the interval of any metric, of the difference of two models, and a permutation test."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._tally import Kinds, Rows, Tally, stacked
from evalbook._undefined import UndefinedMetricWarning, ratio, warn_undefined
from evalbook.comparison.bounds import METHODS, Difference, Interval, Method, Result, Rounds, acceleration, confidence
from evalbook.comparison.draws import Design, Draws, exact_patterns, shown
from evalbook.comparison.groups import GroupTally
from evalbook.comparison.metrics import Metric
from evalbook.comparison.scorers import counts_labels, scorer

__all__ = ["PermutationTest", "difference", "interval", "permutation_test"]

MOST = 10**7
"""Rounds; their values alone then take 80 MB."""


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


# ---------------------------------------------------------------- what is drawn


class Task:
    """What is drawn, and who scores it: one or two models, each by the last of its arrays; the others are shared."""

    def __init__(
        self, metric: Metric, arrays: list[Any], models: int, design: Design, rng: np.random.Generator
    ) -> None:
        finished = isinstance(arrays[0], Kinds)
        copies = arrays[0].copies if finished else None
        if not finished:
            arrays, design, copies = reduced(metric, arrays, design)
        shared, last = arrays[:-models], arrays[-models:]
        few = copies is not None and not finished
        self.draws = Draws(design, rng, copies, poisson=finished)
        self.scorers = [scorer(metric, [*shared, model], metric.along, few=few) for model in last]

    def rounds(self, rounds: int, progress: bool) -> FloatArray:
        """The score of the model, or the difference of the two, in each round."""
        return self._scores(shown(self.draws.blocks(rounds), rounds, progress))

    def acceleration(self) -> float:
        """BCa's a, from what the metric is without each sample."""
        copies = np.ones(len(self.draws.stratum)) if self.draws.copies is None else self.draws.copies
        return acceleration(self._scores(self.draws.left_out()), copies, self.draws.stratum)

    def _scores(self, blocks: Iterable[NDArray[Any]]) -> FloatArray:
        with quiet():
            return np.concatenate([self._score(times) for times in blocks])

    def _score(self, times: NDArray[Any]) -> FloatArray:
        *before, score = (each(times) for each in self.scorers)
        return score - before[0] if before else score


@contextmanager
def quiet() -> Iterator[None]:
    """Undefined rounds are counted, and need no warning; neither does inf - inf, which is one, nor what led to inf."""
    with warnings.catch_warnings(), np.errstate(over="ignore", invalid="ignore"):
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        try:
            yield
        except Exception as error:
            error.add_note("It was raised for samples that were drawn: where these have no score, return nan.")
            raise


def reduced(metric: Metric, arrays: list[Any], design: Design) -> tuple[list[Any], Design, NDArray[np.intp] | None]:
    """One sample of each kind, and how many there are of it, where labels are all that counts and kinds are few."""
    if not counts_labels(metric) or metric.along or design.group is not None:
        return arrays, design, None
    labels = [check.labels(array, "arrays") for array in arrays]
    code = design.stratum
    for array in labels:
        number = np.unique(array, return_inverse=True)[1]
        code = np.unique(code * (number.max() + 1) + number, return_inverse=True)[1]
    _, first, copies = np.unique(code, return_index=True, return_counts=True)
    if 4 * len(first) > len(code):
        return arrays, design, None
    return [array[first] for array in labels], Design(None, design.stratum[first]), copies


def columns(**named: Any) -> tuple[list[Any], int]:
    """Arrays of one length, each as it can be drawn from, and that length."""
    arrays = [_column(values, name) for name, values in named.items()]
    lengths = {
        name: len(array) if isinstance(array, Rows) else check.picker(array, name)[1]
        for name, array in zip(named, arrays, strict=True)
    }
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"different lengths: {found}; expected one entry per sample in each")
    return arrays, next(iter(lengths.values()))


def _column(values: Any, name: str) -> Any:
    """Lists of numbers as arrays, which are picked from faster; lists of tallies as rows; whatever else as it is."""
    if isinstance(values, Rows | np.ndarray) or hasattr(values, "shape"):
        return values
    if isinstance(values, GroupTally):
        return stacked(values.tallies)
    if isinstance(values, Tally):
        raise ValueError(
            f"{name} is a finished {type(values).__name__}, which has forgotten its samples; hand in their rows, or a "
            f"list of tallies of parts that were drawn as a whole, such as one a user"
        )
    values = np.asarray(values) if isinstance(values, memoryview) else check.sequence(values, name, "samples")
    if len(values) and all(isinstance(value, Tally) for value in values):
        return stacked(values)
    of_numbers = not isinstance(values, np.ndarray) and all(
        issubclass(kind, int | float | np.number | np.bool_) for kind in set(map(type, values))
    )
    return np.asarray(values) if of_numbers else values


# ---------------------------------------------------------------- intervals


def interval(
    metric: Callable[..., Any],
    *arrays: Any,
    level: float = 0.95,
    method: Method = "percentile",
    rounds: int = 10_000,
    groups: ArrayLike | None = None,
    stratify: ArrayLike | None = None,
    rng: Any = None,
    progress: bool = False,
) -> Interval:
    r"""A confidence interval of any metric, by drawing the samples again and again (a bootstrap).

    .. math::

        \begin{aligned}
        \text{percentile:}\quad & [\theta^*_{\alpha/2},\ \theta^*_{1 - \alpha/2}] \\
        \text{basic:}\quad & [2\hat\theta - \theta^*_{1 - \alpha/2},\ 2\hat\theta - \theta^*_{\alpha/2}] \\
        \text{BCa:}\quad & [\theta^*_{\beta(\alpha/2)},\ \theta^*_{\beta(1 - \alpha/2)}] \\
        & \beta(p) = \Phi\Bigl(z_0 + \frac{z_0 + z_p}{1 - a\,(z_0 + z_p)}\Bigr)
        \end{aligned}

    where :math:`\theta^*` is the metric of n samples drawn with replacement, and :math:`\alpha` is 1 - level.

    Parameters
    ----------
    metric : callable
        ``metric(*arrays)`` returns a number: a metric of this package, with options bound by ``functools.partial``, or
        any function. A bound ``sample_weight`` is drawn along.
    *arrays : arrays, lists or series with n entries, Rows, a list of tallies, or one tally
        What the metric takes, one entry a sample, query or sentence; the rows of a tally become the tally of the drawn
        samples, and a list of tallies, such as one a user, the tally of the drawn parts. All share the same draws. One
        finished tally of counts (`Counts`, `ConfusionMatrix`, `ScoreTally`) is enough: see note 9.
    level : float, default 0.95
        The confidence level, above 0 and below 1.
    method : {"percentile", "basic", "bca"}, default "percentile"
        "bca" corrects bias and skewness; it takes the metric without each sample, which is n more calls.
    rounds : int, default 10,000
        How often to draw, from 1 to 10 million.
    groups : array_like of shape (n,), optional
        Labels of what belongs together, such as a patient's images: groups are drawn, not samples.
    stratify : array_like of shape (n,), optional
        Labels of parts that keep their size in every round; one label for all of a group.
    rng : None, int or numpy.random.Generator
        Where chance comes from.
    progress : bool, default False
        Show how many rounds are done (by tqdm, where it is installed).

    Returns
    -------
    Interval
        ``(low, high)`` with `value`, the metric of the samples as they are.

    Warns
    -----
    UndefinedMetricWarning
        If there is no interval: see notes 1 to 3.

    Notes
    -----
    1. A round without a value (no positive was drawn) is left out and counted in `undefined`. If these are more than
       (1 - level)/2 of all, the bounds are nan: what was left out could lie beyond either.
    2. The metric is undefined for the samples as they are: all bounds are nan, and nothing is drawn.
    3. "bca" where all rounds agree, where none lies on one side of the estimate, or where the metric is undefined
       without some sample: nan. "percentile" gives an interval without width where all rounds agree, as for 30 right of
       30; for such shares `proportion_interval` knows better.
    4. To stratify by the truth is to say that its shares are known; the interval is narrower for that.
    5. A round holds the drawn samples in the order of the samples, each as often as it was drawn.
    6. A metric that returns several numbers raises a TypeError; `max_error`, of which rounds say nothing, a ValueError.
    7. Classes that a round misses are left out of an average over classes, unless ``labels=`` is bound.
    8. Metrics that are formulas over sums are not called: the drawn sums are scored, which gives the same values.
    9. Of one finished tally each cell (bin) is drawn from a Poisson distribution with its count as mean: that is what
       the samples of the cell add up to if each is taken so often as a Poisson variable of mean 1 says. The metric
       takes the tally, as in ``lambda tally: tally.f1``. The number of drawn samples varies, too. It is for samples
       that were drawn one by one; where users were, hand in a list of their tallies.

    References
    ----------
    Chamandy, Muralidharan, Najmi and Naidu, *Estimating uncertainty for massive data streams* (2012), for note 9;
    Efron, *Bootstrap methods* (1979), *Better bootstrap confidence intervals* (1987); Efron and Tibshirani (1993),
    chapters 13 and 14.

    Examples
    --------
    >>> from evalbook import comparison, confusion, examples, curves
    >>> y_true, y_pred = [1] * 5 + [0] * 95, [1] * 3 + [0] * 2 + [1] * 2 + [0] * 93
    >>> found = comparison.interval(confusion.f1, y_true, y_pred, rng=0)
    >>> found.value, found.undefined > 0
    (0.6, True)
    >>> low, high = comparison.interval(curves.roc_auc, *examples.clinic(), rng=0)
    >>> round(low, 2), round(high, 2)
    (0.72, 0.85)
    """
    level, method = confidence(level), check.choice(method, "method", METHODS)
    rounds, progress = _count(rounds), check.flag(progress, "progress")
    if not arrays:
        raise ValueError("arrays is empty; expected what the metric takes, as in interval(metric, y_true, y_pred)")
    drawn, design = _drawn(arrays, groups, stratify)
    called, rng = Metric(metric, drawn, len(design.stratum)), check.generator(rng)
    told = f"Poisson {method}" if isinstance(drawn[0], Kinds) else method
    value = called(*map(_whole, drawn), **called.along)
    if math.isnan(value):
        _warn_of_undefined(called)
        return Interval(value, math.nan, math.nan, level, told)
    called.know_classes(drawn)
    task = Task(called, drawn, 1, design, rng)
    low, high, _, undefined = _bounded(task, value, level, method, rounds, progress)
    return Interval(value, low, high, level, told, rounds, undefined)


def _drawn(arrays: tuple[Any, ...], groups: Any, stratify: Any) -> tuple[list[Any], Design]:
    """What is drawn, and how: samples with what belongs to each, or the cells of one finished tally."""
    if len(arrays) == 1 and isinstance(arrays[0], Tally) and not isinstance(arrays[0], GroupTally):
        if groups is not None or stratify is not None:
            raise ValueError("groups and stratify name samples, which a finished tally has forgotten; expected neither")
        kinds: Kinds[Any] = Kinds(arrays[0])
        return [kinds], Design.whole(len(kinds))
    drawn, n = columns(**{f"arrays[{place}]": array for place, array in enumerate(arrays)})
    return drawn, Design.of(n, groups, stratify)


def difference(
    metric: Callable[..., Any],
    y_true: Any,
    a: Any,
    b: Any,
    *,
    level: float = 0.95,
    method: Method = "percentile",
    rounds: int = 10_000,
    groups: ArrayLike | None = None,
    stratify: ArrayLike | None = None,
    rng: Any = None,
    progress: bool = False,
) -> Difference:
    r"""How much better one of two models scores on the same samples, with an interval: every round scores both.

    .. math:: \hat\delta = \theta(y, b) - \theta(y, a), \qquad \delta^* = \theta(y^*, b^*) - \theta(y^*, a^*)

    and the interval follows from the rounds :math:`\delta^*` as in :func:`interval`.

    Parameters
    ----------
    metric : callable
        ``metric(y_true, a)`` returns a number, as in :func:`interval`.
    y_true : array, list or series with n entries, or None
        What the metric takes first, the same for both; None if it takes the rows of a tally alone.
    a, b : arrays, lists or series with n entries, or Rows
        What each model predicts: labels, scores, sentences, ranked lists.
    level : float, default 0.95
        The confidence level, above 0 and below 1.
    method : {"percentile", "basic", "bca"}, default "percentile"
        "bca" corrects bias and skewness; it takes the metric without each sample, which is 2n more calls.
    rounds : int, default 10,000
        How often to draw, from 1 to 10 million.
    groups : array_like of shape (n,), optional
        Labels of what belongs together, such as a patient's images: groups are drawn, not samples.
    stratify : array_like of shape (n,), optional
        Labels of parts that keep their size in every round; one label for all of a group.
    rng : None, int or numpy.random.Generator
        Where chance comes from.
    progress : bool, default False
        Show how many rounds are done (by tqdm, where it is installed).

    Returns
    -------
    Difference
        `a`, `b`, `value` (b - a), `low`, `high` and `p_value`.

    Warns
    -----
    UndefinedMetricWarning
        If there is no interval, as in :func:`interval`.

    Notes
    -----
    1. Both models are scored on the same draws. Two intervals of two models may overlap where the difference is clear:
       what makes a sample hard is hard for both.
    2. A round in which one of the two is undefined is left out and counted.
    3. The p-value is that of the interval turned around; its smallest value is about
       2 / (rounds + 1).
    4. It says how these two models differ on samples like these. Whether a training recipe is better asks for other
       splits and seeds: see `corrected_t_test`.

    References
    ----------
    Efron and Tibshirani, *An Introduction to the Bootstrap* (1993); Koehn (2004) for sentences.

    Examples
    --------
    >>> from evalbook import comparison, confusion
    >>> y_true = [1] * 50 + [0] * 50
    >>> a, b = [1] * 40 + [0] * 60, [1] * 45 + [0] * 55
    >>> found = comparison.difference(confusion.accuracy, y_true, a, b, rng=0)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (0.05, 0.01, 0.1)
    """
    level, method = confidence(level), check.choice(method, "method", METHODS)
    rounds, progress = _count(rounds), check.flag(progress, "progress")
    drawn, n = _pair(y_true, a, b)
    called, design, rng = Metric(metric, drawn[:-1], n), Design.of(n, groups, stratify), check.generator(rng)
    score_a, score_b, value = _scores_of_both(called, drawn)
    if math.isnan(value):
        return Difference(score_a, score_b, value, math.nan, math.nan, math.nan, level)
    called.know_classes(drawn)
    task = Task(called, drawn, 2, design, rng)
    low, high, p_value, undefined = _bounded(task, value, level, method, rounds, progress)
    return Difference(score_a, score_b, value, low, high, p_value, level, rounds, undefined)


def _count(rounds: Any) -> int:
    return check.integer(rounds, "rounds", at_least=1, at_most=MOST)


def _whole(array: Any) -> Any:
    return array.sum() if isinstance(array, Rows) else array


def _pair(y_true: Any, a: Any, b: Any) -> tuple[list[Any], int]:
    """What is drawn of two models: the truth, if there is one, and both predictions."""
    return columns(**({"a": a, "b": b} if y_true is None else {"y_true": y_true, "a": a, "b": b}))


def _scores_of_both(metric: Metric, arrays: list[Any]) -> tuple[float, float, float]:
    """The score of each model for the samples as they are, and their difference; it warns where there is none."""
    *truth, a, b = map(_whole, arrays)
    one = metric(*truth, a, **metric.along)
    with quiet() if math.isnan(one) else nullcontext():  # one warning is enough
        two = metric(*truth, b, **metric.along)
    if math.isnan(two - one):
        _warn_of_undefined(metric, also=math.isinf(one))
    return one, two, two - one


def _warn_of_undefined(metric: Metric, *, also: bool = False) -> None:
    if also or not metric.is_ours:  # ours have told why
        warn_undefined("the metric is undefined (nan, or inf - inf) for the samples as they are: no interval, nan")


def _bounded(
    task: Task, value: float, level: float, method: Method, rounds: int, progress: bool
) -> tuple[float, float, float, int]:
    """Low, high, p-value, and how many rounds are undefined."""
    found = task.rounds(rounds, progress)
    defined = found[~np.isnan(found)]
    undefined = rounds - len(defined)
    if undefined > (1 - level) / 2 * rounds:
        warn_undefined(
            f"the metric is undefined in {undefined:,} of {rounds:,} rounds, more than the bounds at level={level:g} "
            f"leave out: no interval, nan. More samples help, or stratify= where a class is rare"
        )
        return math.nan, math.nan, math.nan, undefined
    accelerated = task.acceleration() if method == "bca" else math.nan
    bounded = Rounds(defined, value, method, accelerated)
    low, high = bounded.bounds(level)
    if math.isnan(low + high):
        warn_undefined(
            "rounds that do not lie on both sides of the estimate, or a metric that is undefined without some sample, "
            'have no bounds by "bca" or "basic", nan. For a share of samples see proportion_interval'
        )
        return math.nan, math.nan, math.nan, undefined
    return low, high, bounded.p_value(), undefined


# ---------------------------------------------------------------- permutations


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
        Show how many rounds are done (by tqdm, where it is installed).

    Returns
    -------
    PermutationTest
        The two scores, their difference and the two-sided p-value.

    Warns
    -----
    UndefinedMetricWarning
        If a score is undefined for the samples as they are, or in every round: nan.

    Notes
    -----
    1. Samples (groups) for which both models predict the same do not matter. If 2 to the power of the others is at most
       `rounds`, the test is exact: each exchange is tried once, and 1 is not added.
    2. Equal predictions: p = 1.
    3. A round in which a score is undefined is left out and counted.
    4. The scores of both models must have one unit: it asks whether they could be exchanged.
    5. Of accuracy it is McNemar's exact test.

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
    rounds, progress = _count(rounds), check.flag(progress, "progress")
    drawn, n = _pair(y_true, a, b)
    called, design, rng = Metric(metric, drawn[:-1], n), Design.of(n, groups, None), check.generator(rng)
    score_a, score_b, value = _scores_of_both(called, drawn)
    if not math.isfinite(value):
        return PermutationTest(score_a, score_b, value, math.nan, 0, 0, False)
    called.know_classes(drawn)
    task = Exchange(called, drawn, design, rng, rounds)
    every = task.differences(progress)
    found = np.abs(every[~np.isnan(every)])
    if not len(found):
        warn_undefined("the metric is undefined in every round: no p-value, nan")
    beyond = np.count_nonzero(found >= abs(value) - 1e-12 * max(abs(score_a), abs(score_b)))
    p_value = float(ratio(beyond + (not task.exact), len(found) + (not task.exact))) if len(found) else math.nan
    return PermutationTest(score_a, score_b, value, p_value, len(every), len(every) - len(found), task.exact)


class Exchange:
    """Rounds in which two models exchange predictions: every sample stands twice, once with each prediction, and one
    side has what the other has not."""

    def __init__(
        self, metric: Metric, arrays: list[Any], design: Design, rng: np.random.Generator, rounds: int
    ) -> None:
        *_, one, two = arrays
        free = _differ(one, two)
        patterns = exact_patterns(len(np.unique(design.units[0][free])), rounds)
        self.exact, self.rounds, copies = patterns > 0, patterns or rounds, None
        if not self.exact:
            arrays, design, copies = reduced(metric, arrays, design)
            free = free if copies is None else _differ(*arrays[-2:])
        *shared, one, two = arrays
        twice = [*(_stacked(array, array) for array in shared), _stacked(one, two)]
        along = {name: _stacked(array, array) for name, array in metric.along.items()}
        self.score = scorer(metric, twice, along, few=copies is not None)
        self.draws, self.free = Draws(design, rng, copies), free
        self.whole = np.ones(len(free), dtype=np.int64) if copies is None else copies

    def differences(self, progress: bool) -> FloatArray:
        """The difference in each round."""
        blocks = shown(self.draws.flips(self.rounds, self.free), self.rounds, progress)
        with quiet():
            return np.concatenate([self._difference(moved, self.whole - moved) for moved in blocks])

    def _difference(self, moved: NDArray[Any], kept: NDArray[Any]) -> FloatArray:
        return self.score(np.hstack([moved, kept])) - self.score(np.hstack([kept, moved]))


def _stacked(one: Any, two: Any) -> Any:
    if isinstance(one, Rows):
        return Rows(np.concatenate([one.table, two.table]), one._build)
    if hasattr(one, "shape") and hasattr(two, "shape"):
        return np.concatenate([np.asarray(one), np.asarray(two)])
    return [*one, *two]


def _differ(one: Any, two: Any) -> NDArray[np.bool_]:
    """For which samples the predictions of two models are not the same."""
    if isinstance(one, Rows) and isinstance(two, Rows):
        one, two = one.table, two.table
    if hasattr(one, "shape") and hasattr(two, "shape"):
        one, two = np.asarray(one), np.asarray(two)
        if one.shape != two.shape:
            raise ValueError(f"a has shape {one.shape} and b {two.shape}; expected predictions of one shape")
        return np.asarray((one != two).reshape(len(one), -1).any(axis=1))
    return np.array([not np.array_equal(mine, other) for mine, other in zip(one, two, strict=True)])


def __dir__() -> list[str]:
    return __all__

"""The interval of any metric, and of the difference of two models, by drawing the samples again."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._formula import Scorer
from evalbook._hints import with_hints
from evalbook._tally import Tally, TallyCells
from evalbook.comparison._bound import METHODS, Bounds, Method, acceleration, bound
from evalbook.comparison._draw import Design, Draws, draw, number_of_rounds, with_progress
from evalbook.comparison._group_tally import GroupTally
from evalbook.comparison._metric import Metric
from evalbook.comparison._results import Difference, Interval, confidence
from evalbook.comparison._samples import columns, paired, total
from evalbook.comparison._score import gain_scorer, score, scorer, scores_of_both, warn_of_undefined


@with_hints
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
        any function. A bound ``sample_weight`` is drawn along; other samples are not bound, but handed in as arrays.
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
        Show how many rounds are done.

    Returns
    -------
    Interval
        ``(low, high)`` with `value`, the metric of the samples as they are.

    Warns
    -----
    UndefinedMetricWarning
        If there is no interval: see notes 1 to 3.
    UserWarning
        If the rounds do not fit the estimate: see note 10.

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
    8. Metrics of this package that are formulas over sums are not called: the drawn sums are scored, which gives the
       same values and takes less time. Whatever is put around a metric, such as a decorator, is called as it is.
    9. Of one finished tally each cell (bin) is drawn from a Poisson distribution with its count as mean: that is what
       the samples of the cell add up to if each is taken so often as a Poisson variable of mean 1 says. The metric
       takes the tally, as in ``lambda tally: tally.f1``. The number of drawn samples varies, too. It is for samples
       that were drawn one by one; where users were, hand in a list of their tallies.
    10. Before the bounds are returned, the rounds are compared with the estimate. The samples as they are, scored once
        more like a round, should give the estimate; a metric that hangs on chance does not, and a warning says so. The
        estimate should lie between the percentiles of its rounds. If it does not, either drawing the samples again
        biases the metric (the calibration error of calibrated probabilities, say), or the metric uses samples that are
        not drawn along, because they stand in a closure, a dict or an object. The warning names both causes.
    11. Several `GroupTally` must hold the same groups, which then belong together by name.

    References
    ----------
    Chamandy, Muralidharan, Najmi and Naidu, *Estimating uncertainty for massive data streams* (2012), for note 9;
    Efron, *Bootstrap methods* (1979), *Better bootstrap confidence intervals* (1987); Efron and Tibshirani (1993),
    chapters 13 and 14.

    Examples
    --------
    >>> from evalbook import comparison, confusion, curves
    >>> y_true, y_pred = [1] * 5 + [0] * 95, [1] * 3 + [0] * 2 + [1] * 2 + [0] * 93
    >>> found = comparison.interval(confusion.f1, y_true, y_pred, rng=0)
    >>> found.value, found.undefined > 0
    (0.6, True)
    >>> y_true, y_score = [0, 0, 1, 0, 1, 0, 1, 1] * 10, [1, 2, 3, 4, 5, 6, 7, 8] * 10
    >>> low, high = comparison.interval(curves.roc_auc, y_true, y_score, rng=0)
    >>> round(low, 2), round(high, 2)
    (0.71, 0.9)
    """
    level, method = confidence(level), check.choice(method, "method", METHODS)
    rounds, progress = number_of_rounds(rounds), check.flag(progress, "progress")
    if not arrays:
        raise ValueError("arrays is empty; expected what the metric takes, as in interval(metric, y_true, y_pred)")
    samples, design = _samples_and_design(arrays, groups, stratify)
    scored, rng = Metric(metric, samples, len(design.unit)), check.generator(rng)
    told = f"Poisson {method}" if isinstance(samples[0], TallyCells) else method
    value = scored(*map(total, samples), **scored.along)
    if math.isnan(value):
        warn_of_undefined(scored)
        return Interval(value, math.nan, math.nan, level, told)
    drawn, draws = draw(scored, samples, design, rng)
    scores = scorer(scored, drawn, scored.along)
    found = _bounds((value,), draws, scores, level, method, rounds, progress)
    return Interval(value, found.low, found.high, level, told, rounds, found.undefined)


def _samples_and_design(arrays: tuple[Any, ...], groups: Any, stratify: Any) -> tuple[list[Any], Design]:
    """What is drawn, and how: samples with what belongs to each, or the cells of one finished tally."""
    if len(arrays) == 1 and isinstance(arrays[0], Tally) and not isinstance(arrays[0], GroupTally):
        if groups is not None or stratify is not None:
            raise ValueError("groups and stratify name samples, which a finished tally has forgotten; expected neither")
        cells: TallyCells[Any] = TallyCells(arrays[0])
        return [cells], Design(np.arange(len(cells)), np.zeros(len(cells), dtype=np.intp))
    samples, n = columns(**{f"arrays[{place}]": array for place, array in enumerate(arrays)})
    return samples, Design.of(n, groups, stratify)


def _bounds(
    estimates: tuple[float, ...],
    draws: Draws,
    scorer: Scorer,
    level: float,
    method: Method,
    rounds: int,
    progress: bool,
) -> Bounds:
    """Draw rounds, score each, and bound the estimate, which is the last, by their scores."""
    scores = score(scorer, with_progress(draws.blocks(rounds), rounds, progress))
    again = score(scorer, [draws.whole[np.newaxis]])[0]

    def accelerated() -> float:
        return acceleration(score(scorer, draws.jackknife()), draws.copies_of_each_unit, draws.stratum)

    return bound(estimates, scores, again=again, acceleration=accelerated, level=level, method=method)


@with_hints
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
        Show how many rounds are done.

    Returns
    -------
    Difference
        `a`, `b`, `value` (b - a), `low`, `high` and `p_value`.

    Warns
    -----
    UndefinedMetricWarning
        If there is no interval, as in :func:`interval`.
    UserWarning
        If the rounds do not fit the estimate, as in :func:`interval`.

    Notes
    -----
    1. Both models are scored on the same draws. Two intervals of two models may overlap where the difference is clear:
       what makes a sample hard is hard for both.
    2. A round in which one of the two is undefined is left out and counted.
    3. The p-value is that of the interval turned around; its smallest value is about
       2 / (rounds + 1).
    4. It says how these two models differ on samples like these. Whether a training recipe is better asks for other
       splits and seeds: see `corrected_t_test`.
    5. What has names goes by name: the columns of two data frames, whatever their order, and the groups of two
       `GroupTally`. If the names differ, a ValueError says which. What has no names goes by its place.

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
    rounds, progress = number_of_rounds(rounds), check.flag(progress, "progress")
    samples, n = paired(y_true, a, b)
    scored, design, rng = Metric(metric, samples[:-1], n), Design.of(n, groups, stratify), check.generator(rng)
    a, b, value = estimates = scores_of_both(scored, samples)
    if math.isnan(value):
        return Difference(a, b, value, math.nan, math.nan, math.nan, level)
    drawn, draws = draw(scored, samples, design, rng)
    found = _bounds(estimates, draws, gain_scorer(scored, drawn), level, method, rounds, progress)
    return Difference(a, b, value, found.low, found.high, found.p_value, level, rounds, found.undefined)

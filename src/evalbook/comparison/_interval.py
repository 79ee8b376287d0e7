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
from evalbook.comparison._results import Difference, Interval
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
    r"""A confidence interval for any metric, by the bootstrap: the samples are drawn again and again.

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
        A function for which ``metric(*arrays)`` is a number: a metric of this package, with its options bound by
        ``functools.partial``, or a function of your own. A number that is the same for all samples, such as one n for
        all tasks of `pass_at_k`, is bound, too. A bound ``sample_weight`` is drawn together with the samples. Hand in
        all other samples as arrays, and do not bind them.
    *arrays : arrays, lists or series with n entries, Rows, a list of tallies, or one tally
        The arguments of the metric, with one entry per sample, query or sentence. All share the same draws. From the
        rows of a tally, each round makes the tally of the drawn samples, and from a list of tallies, such as one per
        user, the tally of the drawn parts. One finished tally of counts (`Counts`, `ConfusionMatrix`, `ScoreTally`) is
        enough as well: see note 9.
    level : float, default 0.95
        The confidence level, above 0 and below 1.
    method : {"percentile", "basic", "bca"}, default "percentile"
        How the bounds are found from the rounds. "bca" corrects for bias and skewness. It computes the metric once more
        without each sample, which takes n more calls.
    rounds : int, default 10,000
        The number of rounds, which is how often samples are drawn: from 1 to 10 million.
    groups : array_like of shape (n,), optional
        The group of each sample, such as the patient of each image. Whole groups are drawn instead of single samples.
    stratify : array_like of shape (n,), optional
        The part of each sample, such as its class. Each part keeps its size in every round. All samples of a group
        belong to the same part.
    rng : None, int or numpy.random.Generator
        The source of the random numbers. Pass an int for a reproducible result.
    progress : bool, default False
        If True, show how many rounds are done.

    Returns
    -------
    Interval
        The bounds ``(low, high)``, with the metric of the given samples as `value`.

    Warns
    -----
    UndefinedMetricWarning
        If there is no interval, as notes 1 to 3 explain.
    UserWarning
        If the rounds do not fit the estimate, as note 10 explains.

    See Also
    --------
    difference : an interval for the difference of two models
    proportion_interval : for a share of samples, by a formula
    delong : for the AUC, by a formula

    Notes
    -----
    1. A round in which the metric is undefined (for example because no positive sample was drawn) is left out and
       counted in `undefined`. If these are more than (1 - level)/2 of all rounds, the bounds are nan, because the
       missing values could all lie beyond one of the bounds.
    2. If the metric is undefined for the given samples, the bounds are nan, and nothing is drawn.
    3. With "bca" the bounds are nan if all rounds agree, if no round lies on one side of the estimate, or if the metric
       is undefined without some sample. If all rounds agree, as they do for 30 correct predictions of 30, the interval
       of "percentile" has width 0. For such shares use `proportion_interval`.
    4. If you stratify by the true labels, you treat the shares of the classes as known, and the interval becomes
       narrower.
    5. In each round, the samples keep their order, and each is repeated as often as it was drawn.
    6. A metric that returns several numbers raises a TypeError. `max_error` raises a ValueError, because a bootstrap
       says nothing about a maximum.
    7. If a round contains no sample of some class, that class is left out of an average over classes, unless
       ``labels=`` is bound.
    8. Metrics of this package that are formulas over sums are not called in each round. Instead, the sums of the drawn
       samples are scored, which gives the same values in less time. If a metric is wrapped, for example by a decorator,
       the wrapper is called.
    9. From one finished tally, each cell (bin) is drawn from a Poisson distribution whose mean is the count of the
       cell. This is the same as drawing each sample a Poisson number of times, with mean 1, so the number of drawn
       samples varies as well. The metric takes the tally, as in ``lambda tally: tally.f1``. Use a finished tally only
       if the samples are independent. If the users are what was sampled, hand in a list of their tallies.
    10. Before the bounds are returned, the rounds are compared with the estimate. First, the given samples are scored
        once more in the way of a round. If this does not give the estimate again, for example because the metric uses
        random numbers, a warning says so. Second, the estimate should lie between the percentiles of its rounds. If it
        does not, then either drawing the samples again biases the metric (as it biases the calibration error of
        calibrated probabilities), or the metric uses samples that are not drawn along, because they are in a closure, a
        dict or an object. A warning names both causes.
    11. If several `GroupTally` are given, they must have the same groups, which are matched by name.

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
    level, method = check.confidence(level), check.choice(method, "method", METHODS)
    rounds, progress = number_of_rounds(rounds), check.flag(progress, "progress")
    if not arrays:
        raise ValueError(
            "arrays is empty; expected the arguments of the metric, as in interval(metric, y_true, y_pred)"
        )
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
            raise ValueError(
                "groups and stratify are given with a finished tally, which no longer has the single samples; expected "
                "neither of them, or a list with one tally per group"
            )
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
    r"""The difference between two models on the same samples, with a confidence interval (bootstrap).

    .. math:: \hat\delta = \theta(y, b) - \theta(y, a), \qquad \delta^* = \theta(y^*, b^*) - \theta(y^*, a^*)

    and the interval follows from the rounds :math:`\delta^*` as in :func:`interval`.

    Parameters
    ----------
    metric : callable
        A function for which ``metric(y_true, a)`` is a number, as in :func:`interval`.
    y_true : array, list or series with n entries, or None
        The first argument of the metric, which is the same for both models. Give None if the metric takes only the rows
        of a tally.
    a, b : arrays, lists or series with n entries, or Rows
        The predictions of each model: labels, scores, sentences or ranked lists.
    level : float, default 0.95
        The confidence level, above 0 and below 1.
    method : {"percentile", "basic", "bca"}, default "percentile"
        How the bounds are found from the rounds. "bca" corrects for bias and skewness. It computes the metric of both
        models once more without each sample, which takes 2n more calls.
    rounds : int, default 10,000
        The number of rounds, which is how often samples are drawn: from 1 to 10 million.
    groups : array_like of shape (n,), optional
        The group of each sample, such as the patient of each image. Whole groups are drawn instead of single samples.
    stratify : array_like of shape (n,), optional
        The part of each sample, such as its class. Each part keeps its size in every round. All samples of a group
        belong to the same part.
    rng : None, int or numpy.random.Generator
        The source of the random numbers. Pass an int for a reproducible result.
    progress : bool, default False
        If True, show how many rounds are done.

    Returns
    -------
    Difference
        The scores `a` and `b`, their difference `value` (b - a), its bounds `low` and `high`, and the `p_value`.

    Warns
    -----
    UndefinedMetricWarning
        If there is no interval, as in :func:`interval`.
    UserWarning
        If the rounds do not fit the estimate, as in :func:`interval`.

    See Also
    --------
    interval : for the score of one model
    permutation_test : only a p-value, and exact for few samples
    mcnemar : for accuracy
    delong : for the AUC

    Notes
    -----
    1. Both models are scored on the same draws. The intervals of two models may overlap although their difference is
       clear, because both models find the same samples hard.
    2. A round in which the score of one of the two models is undefined is left out and counted in `undefined`.
    3. The p-value is the smallest 1 - level at which the interval leaves out 0. It is never smaller than about 2 /
       (rounds + 1).
    4. The result says how these two trained models differ on samples like these. To find out whether a training recipe
       is better, you need several splits and seeds: see `corrected_t_test`.
    5. The columns of two data frames and the groups of two `GroupTally` are matched by name, whatever their order. If
       the names differ, a ValueError says which ones. Everything else is matched by position.

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
    level, method = check.confidence(level), check.choice(method, "method", METHODS)
    rounds, progress = number_of_rounds(rounds), check.flag(progress, "progress")
    samples, n = paired(y_true, a, b)
    scored, design, rng = Metric(metric, samples[:-1], n), Design.of(n, groups, stratify), check.generator(rng)
    a, b, value = estimates = scores_of_both(scored, samples)
    if math.isnan(value):
        return Difference(a, b, value, math.nan, math.nan, math.nan, level)
    drawn, draws = draw(scored, samples, design, rng)
    found = _bounds(estimates, draws, gain_scorer(scored, drawn), level, method, rounds, progress)
    return Difference(a, b, value, found.low, found.high, found.p_value, level, rounds, found.undefined)

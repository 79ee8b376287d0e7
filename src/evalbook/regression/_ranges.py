"""Ranges instead of single numbers: how often they hold, what they are worth, and how wide they have to be."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._formula import F, Formula, NoFormula, Scorer, formula_of, on, sums_of
from evalbook._hints import with_hints
from evalbook._undefined import warn
from evalbook.regression._means import mean_of

# ---------------------------------------------------------------- the formula on a metric


@dataclass(frozen=True)
class OfRanges(Formula):
    """A mean over samples: `each` takes true values, lower and upper ends and the options, and returns what each
    sample adds."""

    each: Callable[..., Any]

    def rounds(
        self,
        y_true: ArrayLike,
        lower: ArrayLike,
        upper: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        **options: Any,
    ) -> Scorer:
        """What scores rounds."""
        true, low, high, _ = check.ranges(y_true, lower, upper, None)
        means_of = sums_of([self.each(true, low, high, **options)], check.weights(sample_weight))
        return lambda times: means_of(times)[0]


def of_ranges(each: Callable[..., Any]) -> Callable[[F], F]:
    """The decorator of a metric that is a mean over samples with a range each."""
    return on(OfRanges(each))


def _score(
    metric: Callable[..., Any],
    y_true: ArrayLike,
    lower: ArrayLike,
    upper: ArrayLike,
    sample_weight: ArrayLike | None,
    **options: Any,
) -> float:
    """The mean over the samples."""
    true, low, high, weight = check.ranges(y_true, lower, upper, sample_weight)
    return float(mean_of(formula_of(metric).each(true, low, high, **options), weight))


# ---------------------------------------------------------------- how good given ranges are


@of_ranges(lambda true, low, high: ((low <= true) & (true <= high)).astype(np.float64))
@with_hints
def coverage(y_true: ArrayLike, lower: ArrayLike, upper: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    r"""The coverage: the share of true values that lie in the range that was given for them.

    .. math:: \frac1n \sum_i \mathbf 1[\,l_i \le y_i \le u_i\,]

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true values.
    lower : array_like of shape (n,)
        The lower end of each range, in the unit of `y_true`; -inf if it has none.
    upper : array_like of shape (n,)
        The upper end of each range, in the unit of `y_true`; inf if it has none.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    interval_score : also measures how wide the ranges are
    conformal_quantile : how wide a range must be
    evalbook.comparison.interval : how sure a coverage is

    Notes
    -----
    1. A true value at an end of its range lies in the range.
    2. Compare it with the level that the ranges promise. A coverage above the level is no success: the ranges are wider
       than they have to be.
    3. It says nothing about the width. The range from -inf to inf covers every value.
    4. Ranges that cover 90% of all values can still cover far fewer of some group. Compute the coverage of each group
       that matters.

    References
    ----------
    Gneiting and Raftery, *Strictly proper scoring rules, prediction, and estimation* (2007), section 6.2.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.coverage([1, 2, 3, 4], lower=[0, 2, 4, 1], upper=[2, 3, 5, 9])
    0.75
    """
    return _score(coverage, y_true, lower, upper, sample_weight)


@of_ranges(
    lambda true, low, high, level: high - low + 2 / (1 - level) * np.maximum(np.maximum(low - true, true - high), 0)
)
@with_hints
def interval_score(
    y_true: ArrayLike, lower: ArrayLike, upper: ArrayLike, *, level: float, sample_weight: ArrayLike | None = None
) -> float:
    r"""The interval score (Winkler score) of ranges: their width, and a penalty for each value outside.

    .. math:: \frac1n \sum_i \Bigl[ (u_i - l_i) + \frac{2}{\alpha} \max(l_i - y_i,\ y_i - u_i,\ 0) \Bigr]

    where :math:`\alpha` is 1 - level.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true values.
    lower : array_like of shape (n,)
        The lower end of each range, in the unit of `y_true`; -inf if it has none.
    upper : array_like of shape (n,)
        The upper end of each range, in the unit of `y_true`; inf if it has none.
    level : float
        The share of the true values that the ranges are meant to cover, above 0 and below 1. With 0.9, each unit
        between a value and its range costs 20 units of width.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    float
        At least 0, in the unit of `y_true`; lower is better.

    See Also
    --------
    coverage : the share of the values that lie in their range
    pinball_loss : of one end of the range

    Notes
    -----
    1. It is :math:`2/\alpha` times the sum of two pinball losses, of `lower` with the quantile :math:`\alpha/2` and of
       `upper` with the quantile :math:`1 - \alpha/2`. At a level of 0.9 this is 20 times their sum.
    2. On average over new samples, no range has a lower score than the range from the true quantile :math:`\alpha/2` to
       the true quantile :math:`1 - \alpha/2`. A narrower range saves width, but pays more for the values outside.
    3. If a range has no end on a side, the score is inf.
    4. A lower end above its upper end raises an error. Two quantile models that were fitted separately can cross in
       this way.

    References
    ----------
    Winkler, *A decision-theoretic approach to interval estimation* (1972); Gneiting and Raftery, *Strictly proper
    scoring rules, prediction, and estimation* (2007), equation 43.

    Examples
    --------
    >>> from evalbook import regression
    >>> round(regression.interval_score([5, 11], lower=[0, 0], upper=[10, 10], level=0.9), 2)  # 10, and 10 + 20 * 1
    20.0
    """
    return _score(interval_score, y_true, lower, upper, sample_weight, level=check.confidence(level))


# ---------------------------------------------------------------- how wide ranges have to be


@on(NoFormula("a quantile is no sum over the samples"))
@with_hints
def conformal_quantile(scores: ArrayLike, *, level: float) -> float:
    r"""How far from its prediction a range must reach to cover a new value with the probability `level`.

    .. math:: s_{(k)}, \quad k = \lceil (n + 1) \cdot level \rceil

    the k-th smallest of the n scores (split conformal prediction).

    Parameters
    ----------
    scores : array_like of shape (n,)
        How wrong the model is on each sample of a calibration set, which was used neither to fit nor to choose it: such
        as the absolute residuals ``np.abs(y_true - y_pred)``, in the unit of the target.
    level : float
        The probability with which the range should cover a new value, above 0 and below 1.

    Returns
    -------
    float
        The k-th smallest score. With absolute residuals, the range of a new sample is its prediction minus and plus
        this number. It is inf if there are too few scores, with a warning.

    Warns
    -----
    UserWarning
        If k is above n, as note 3 explains.

    See Also
    --------
    coverage : the share of values that lie in their ranges
    interval_score : also measures how wide the ranges are
    evalbook.comparison.interval : for a metric, not for a new value

    Notes
    -----
    1. If the calibration samples and the new sample are exchangeable (every order of them is equally likely, as it is
       if they are drawn independently and in the same way), the new score is equally likely to have each of the n + 1
       ranks. So it is at most the returned score with a probability of at least `level`, and of at most
       level + 1/(n + 1) if no scores are tied. No distribution is assumed, and the model may be of any kind.
    2. The probability is an average over calibration sets and new samples. With one calibration set the coverage may be
       lower or higher, and it may differ between groups. If the new samples are not like the calibration samples, for
       example because time has passed, nothing is promised.
    3. If n is below level/(1 - level), which is 9 at a level of 0.9, even the largest score is too small, so the
       result is inf.
    4. The n + 1 counts the new sample. The plain quantile of the scores, k = n · level, covers too few.
    5. Residuals of samples on which the model was fitted are usually too small.
    6. The rank is exact: (19 + 1) · 0.9 is 18, and so is (19 + 1) · (1 - 0.1).
    7. Signed scores are allowed. ``y_true - y_pred`` gives an upper end alone, at the prediction plus the result.

    References
    ----------
    Vovk, Gammerman and Shafer, *Algorithmic learning in a random world* (2005), section 4.1; Lei, G'Sell, Rinaldo,
    Tibshirani and Wasserman, *Distribution-free predictive inference for regression* (2018), theorem 2.2.

    Examples
    --------
    >>> from evalbook import regression
    >>> regression.conformal_quantile(range(1, 20), level=0.9)
    18.0
    """
    values, level = check.sizes(scores, "scores"), check.confidence(level)
    n = len(values)
    share = _exact(level)
    rank = math.ceil((n + 1) * share)
    if rank > n:
        least = math.ceil(share / (1 - share))
        warn(
            f"scores has {n} values, so the conformal quantile is inf: rank {rank} is needed for level={level}. To get "
            f"a finite one, use at least {least} values, or a lower level"
        )
        return math.inf
    return float(np.partition(values, rank - 1)[rank - 1])


def _exact(level: float) -> Fraction:
    """The fraction that is meant: 9/10 by 0.9, and by 1 - 0.1."""
    meant = Fraction(level).limit_denominator(10**9)
    return meant if 0 < meant < 1 else Fraction(level)

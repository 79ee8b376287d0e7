"""DeLong's method: areas under ROC curves on one test set, their covariance, and tests of their difference."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._distributions import normal_beyond, normal_quantile
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import ratio, warn_undefined
from evalbook.comparison._results import Difference, Interval, Result


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DeLong(Result):
    """The AUCs of several models on the same samples, with their covariance matrix."""

    areas: FloatArray
    """The AUC of each model."""
    covariance: FloatArray
    """The covariance of the areas over test sets, of shape (k, k); nan where the samples cannot tell it."""
    _of_differences: FloatArray | None = field(default=None, kw_only=True)
    """The variance of the difference of each two areas: from two of the covariance nothing is left where models rank
    almost alike."""

    def interval(self, i: int = 0, *, level: float = 0.95, scale: Literal["logit", "linear"] = "logit") -> Interval:
        """The confidence interval of the AUC of model `i`.

        Parameters
        ----------
        i : int, default 0
            The position of the model among the scores.
        level : float, default 0.95
            The confidence level, above 0 and below 1.
        scale : {"logit", "linear"}, default "logit"
            The scale on which the AUC is assumed to be normally distributed. With "logit" (the log odds) the bounds
            stay between 0 and 1.
        """
        i, level = self._model(i, "i"), check.confidence(level)
        check.choice(scale, "scale", ("logit", "linear"))
        area, error = float(self.areas[i]), math.sqrt(self.covariance[i, i])
        reach = normal_quantile((1 + level) / 2) * error
        if math.isnan(reach):
            _warn_of_no_spread()
            low = high = math.nan
        elif scale == "linear":
            low, high = area - reach, area + reach
        else:
            odds, reach = math.log(area / (1 - area)), reach / (area * (1 - area))
            low, high = (1 / (1 + math.exp(-min(max(bound, -700), 700))) for bound in (odds - reach, odds + reach))
        return Interval(area, low, high, level, f"DeLong, {scale}")

    def difference(self, i: int = 0, j: int = 1, *, level: float = 0.95) -> Difference:
        """How much larger the AUC of model `j` is than that of model `i`.

        Parameters
        ----------
        i, j : int, default 0 and 1
            The positions of models a and b among the scores.
        level : float, default 0.95
            The confidence level, above 0 and below 1.
        """
        i, j, level = self._model(i, "i"), self._model(j, "j"), check.confidence(level)
        a, b = float(self.areas[i]), float(self.areas[j])
        error = math.sqrt(self._variances()[i, j])
        z = ratio(b - a, error)
        if math.isnan(z):
            _warn_of_no_spread()
            return Difference(a, b, b - a, math.nan, math.nan, math.nan, level)
        reach = normal_quantile((1 + level) / 2) * error
        return Difference(a, b, b - a, b - a - reach, b - a + reach, normal_beyond(z), level)

    def _variances(self) -> FloatArray:
        """The variance of the difference of each two areas."""
        if self._of_differences is not None:
            return self._of_differences
        own = np.diagonal(self.covariance)
        return np.maximum(own[:, np.newaxis] + own - 2 * self.covariance, 0)

    def _model(self, place: int, name: str) -> int:
        last = len(self.areas) - 1
        return check.integer(place, name, at_least=0, at_most=last, bound="the last model")


def _warn_of_no_spread() -> None:
    warn_undefined(
        "the interval is undefined, so nan is returned: an AUC of 0 or 1, a single sample of a class, or two models "
        "that rank all pairs alike show no spread. Use more samples"
    )


@with_hints
def delong(y_true: ArrayLike, *scores: ArrayLike, pos_label: object = None) -> DeLong:
    r"""DeLong's method: AUCs of models on one test set, with intervals and tests of their differences.

    .. math::

        \mathrm{cov}(A_r, A_s) = \frac{1}{m^+}\, \mathrm{cov}_{y_i = 1}\bigl(V_r(i), V_s(i)\bigr)
        + \frac{1}{m^-}\, \mathrm{cov}_{y_j = 0}\bigl(V_r(j), V_s(j)\bigr)

    where :math:`V(i)` is the share of the samples of the other class against which sample i is ranked correctly. A tie
    counts ½.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels: integers, booleans or strings.
    *scores : array_like of shape (n,)
        The scores of each model. A higher score means more likely positive, and only the order of the scores counts.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.

    Returns
    -------
    DeLong
        `areas` and `covariance`, and the methods ``.interval(i)`` and ``.difference(i, j)``.

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing. All values are then nan.

    See Also
    --------
    evalbook.curves.roc_auc : the AUC of one model
    difference : the same by a bootstrap, for any metric
    permutation_test : a test for any metric

    Notes
    -----
    1. An AUC of 0 or 1 shows no spread, and neither does a class with a single sample. The row of the covariance is
       then nan, and so are the interval and the differences.
    2. If two models rank all pairs alike, their difference is 0. Its p-value is undefined, and nan is returned.
    3. On the linear scale a bound may be larger than 1, as it is for eight patients.
    4. The models are compared on the same samples. If they were treated as measured on different samples, the test
       would lose what they have in common.
    5. The scores of each model are sorted once, however many pairs of samples there are (Sun and Xu).

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988); Sun and Xu, *Fast implementation of DeLong's algorithm* (2014).

    Examples
    --------
    >>> from evalbook import comparison
    >>> from evalbook.teaching import examples
    >>> found = comparison.delong(*examples.eight_samples)
    >>> found.areas
    array([0.65625])
    >>> [round(bound, 3) for bound in found.interval(0)]
    [0.219, 0.929]
    """
    if not scores:
        raise ValueError("scores is empty; expected the scores of at least one model, as in delong(y_true, y_score)")
    checked = [
        check.scored_truth(y_true, score, pos_label, None, name=f"scores[{place}]")
        for place, score in enumerate(scores)
    ]
    positive = checked[0][0]
    missing = check.missing_class(int(np.count_nonzero(positive)), int(np.count_nonzero(~positive)))
    if missing:
        warn_undefined(f"the AUC is undefined (0/0), so nan is returned: {check.no_pair(missing)}")
        nothing = np.full((len(scores), len(scores)), np.nan)
        return DeLong(np.full(len(scores), np.nan), nothing)
    shares = np.array([shares_ranked_rightly(positive, score) for _, score, _ in checked])
    of_positives, of_negatives = shares[:, positive], shares[:, ~positive]
    areas: FloatArray = of_positives.mean(axis=1)
    covariance = _covariance(of_positives) + _covariance(of_negatives)
    of_differences = _of_differences(of_positives) + _of_differences(of_negatives)
    without = (areas <= 0) | (areas >= 1)
    for table in (covariance, of_differences):
        table[without] = table[:, without] = np.nan
    return DeLong(areas, covariance, _of_differences=of_differences)


def shares_ranked_rightly(positive: NDArray[np.bool_], score: NDArray[Any]) -> FloatArray:
    """For each sample, the share of the other class that its score stands on the right side of: by one sort."""
    order = np.argsort(score)
    rising, is_positive = score[order], positive[order]
    tie = np.append(0, np.cumsum(rising[1:] != rising[:-1]))  # the number of each sample's group of equal scores
    positives, negatives = np.bincount(tie, is_positive), np.bincount(tie, ~is_positive)
    below = (np.cumsum(negatives) - negatives / 2) / negatives.sum()  # of the negatives; half of those that are equal
    above = 1 - (np.cumsum(positives) - positives / 2) / positives.sum()
    share = np.empty(len(score))
    share[order] = np.where(is_positive, below[tie], above[tie])
    return share


def _covariance(shares: FloatArray) -> FloatArray:
    """The covariance of the means over samples, of shape (models, models); nan for a single sample."""
    models, n = shares.shape
    if n < 2:
        return np.full((models, models), np.nan)
    centered = shares - shares.mean(axis=1, keepdims=True)
    return np.asarray(centered @ centered.T / (n - 1) / n)


def _of_differences(shares: FloatArray) -> FloatArray:
    """The variance of the difference of each two means over samples, of shape (models, models)."""
    models, n = shares.shape
    found = np.zeros((models, models)) if n > 1 else np.full((models, models), np.nan)
    for i, j in combinations(range(models if n > 1 else 0), 2):
        found[i, j] = found[j, i] = np.var(shares[j] - shares[i], ddof=1) / n
    return found

"""Two recipes over folds: t-tests that know that folds share samples."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._distributions import f_above, t_beyond, t_quantile
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import ratio, warn_undefined
from evalbook.comparison._results import Result


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TTest(Result):
    """The result of a t-test or F-test of the differences over folds."""

    value: float
    """The difference that is tested: the mean, or the difference that the method uses."""
    low: float
    """The lower bound of the difference; nan where there is none."""
    high: float
    """The upper bound of the difference; nan where there is none."""
    statistic: float
    """t, or F."""
    df: float | tuple[int, int]
    """Degrees of freedom: one number for t, two for F."""
    p_value: float
    """Two-sided."""


@with_hints
def corrected_t_test(differences: ArrayLike, *, test_share: float, level: float = 0.95) -> TTest:
    r"""Test whether one training recipe is better than another, from their differences over folds.

    .. math:: t = \frac{\bar d}{\sqrt{\bigl(\frac1J + \frac{\rho}{1 - \rho}\bigr)\, s^2}}, \qquad df = J - 1

    where the J differences d have the variance :math:`s^2`, and :math:`\rho` is the share of the samples in each test
    set.

    Parameters
    ----------
    differences : array_like of shape (J,)
        The score of recipe b minus the score of recipe a, for each of the J folds of all repetitions: at least two
        differences.
    test_share : float
        The share of the samples in each test set, at least 0 and below 1. It is 0.1 for ten folds, however often they
        are repeated. With 0 it is the plain t-test, which treats the folds as independent.
    level : float, default 0.95
        The confidence level of the interval, above 0 and below 1.

    Returns
    -------
    TTest
        The mean difference with its interval, t, and the two-sided p-value.

    Warns
    -----
    UndefinedMetricWarning
        If all differences are 0. The statistic is then undefined (0/0), and nan is returned.

    See Also
    --------
    five_by_two : the same question, from five repetitions of two folds
    difference : compare two trained models
    signed_rank : compare two algorithms over many data sets

    Notes
    -----
    1. If all differences are equal and not 0, t is infinite and p is 0.
    2. Repetitions test the same samples again, so their differences are correlated. The plain t-test over 10 × 10 folds
       may find a difference between two equally good recipes in half of all cases.
    3. The correction is approximate. In 2,000 simulated studies of equally good decision trees with one split, on 100
       patients with 10 × 10 folds, the test finds a difference in 18% at a significance level of 5%. For linear models
       on 200 patients it is 4%.
    4. If t has the expected sign, the one-sided p-value is half of the two-sided one.

    References
    ----------
    Nadeau and Bengio, *Inference for the generalization error* (2003); Bouckaert and Frank (2004) for repetitions.

    Examples
    --------
    >>> from evalbook import comparison
    >>> found = comparison.corrected_t_test([0.02, 0.01, 0.03, 0.00, 0.02], test_share=0.2)
    >>> round(found.statistic, 3), round(found.p_value, 3)
    (2.092, 0.105)
    """
    each = check.sizes(differences, "differences")
    if len(each) < 2:
        raise ValueError("differences has 1 value; expected at least two, because a single one shows no variation")
    share = float(check.shares(check.real(test_share, "test_share"), "test_share"))
    if share == 1:
        raise ValueError("test_share is 1; expected a share below 1, because the models are trained on the rest")
    mean, variance = _moments(each)
    error = math.sqrt((1 / len(each) + share / (1 - share)) * variance)
    return _t_test(mean, error, len(each) - 1, check.confidence(level))


NEITHER = "undefined (0/0), so nan is returned: all differences are 0, so neither recipe looks better than the other"


def _moments(values: FloatArray) -> tuple[float, float]:
    """Mean and variance; of equal values the variance is exactly 0."""
    mean = float(values[0] + (values - values[0]).mean())
    variance = float(((values - mean) ** 2).sum() / (len(values) - 1)) if np.ptp(values) else 0.0
    return mean, variance


def _t_test(value: float, error: float, df: int, level: float) -> TTest:
    t = math.copysign(math.inf, value) if value and not error else ratio(value, error)
    if math.isnan(t):
        warn_undefined(f"t is {NEITHER}")
        return TTest(value, math.nan, math.nan, t, df, math.nan)
    reach = t_quantile((1 + level) / 2, df) * error
    return TTest(value, value - reach, value + reach, t, df, t_beyond(t, df))


@with_hints
def five_by_two(
    differences: ArrayLike, *, method: Literal["dietterich", "mean", "f"] = "dietterich", level: float = 0.95
) -> TTest:
    r"""Test whether one training recipe is better than another, by 5 × 2 cross-validation.

    .. math::

        \begin{aligned}
        s_i^2 &= (d_{i1} - \bar d_i)^2 + (d_{i2} - \bar d_i)^2 \\
        \text{dietterich:}\quad t &= \frac{d_{11}}{\sqrt{\frac15 \sum_i s_i^2}}, \quad df = 5 \\
        \text{mean:}\quad t &= \frac{(d_{11} + d_{12})/2}{\sqrt{\frac15 \sum_i s_i^2}}, \quad df = 5 \\
        \text{f:}\quad F &= \frac{\sum_i (d_{i1}^2 + d_{i2}^2)}{2 \sum_i s_i^2} \\
        df &= (10, 5)
        \end{aligned}

    Parameters
    ----------
    differences : array_like of shape (5, 2)
        The score of recipe b minus the score of recipe a, with one row per repetition and one column per half.
    method : {"dietterich", "mean", "f"}, default "dietterich"
        Which differences are tested: "dietterich" tests the first one, "mean" (Zhou) tests the mean of the first
        repetition, and "f" (Alpaydin) tests all ten.
    level : float, default 0.95
        The confidence level of the interval, above 0 and below 1.

    Returns
    -------
    TTest
        The tested difference with its interval (nan for "f", which has none), the statistic, and the two-sided p-value.

    Warns
    -----
    UndefinedMetricWarning
        If all differences are 0. The statistic is then undefined (0/0), and nan is returned.

    See Also
    --------
    corrected_t_test : the same question, from folds of any number
    mcnemar : compare two trained models

    Notes
    -----
    1. Only the first repetition is used in the numerator of t, because the later ones share its samples. Which half
       comes first is chance, and the result of "dietterich" changes with it, while the result of "f" does not.
    2. If the two differences of each repetition are equal, and not all differences are 0, the statistic is infinite and
       p is 0.
    3. "mean" is conservative, because the variance of the mean of two halves is half of what the denominator assumes.
    4. Neither "dietterich" nor "f" keeps its significance level on all data. In 2,000 simulated studies of equally good
       linear models, on 100 patients with noisy labels, they find a difference in 14% and 16% at a level of 5%.

    References
    ----------
    Dietterich (1998); Zhou, *Machine Learning* (2016), equation 2.32; Alpaydin (1999).

    Examples
    --------
    >>> from evalbook import comparison
    >>> differences = [[0.10, 0.02], [0.04, -0.02], [0.06, 0.00], [0.03, 0.05], [-0.01, 0.04]]
    >>> [round(comparison.five_by_two(differences, method=name).statistic, 3) for name in ("dietterich", "mean", "f")]
    [2.462, 1.477, 1.279]
    """
    check.choice(method, "method", ("dietterich", "mean", "f"))
    table, level = check.matrix(differences, "differences"), check.confidence(level)
    if table.shape != (5, 2):
        raise ValueError(f"differences has shape {table.shape}; expected shape (5, 2): five repetitions of two folds")
    check.require_scale(table, "differences")
    spread = float((np.diff(table) ** 2).sum() / 2)  # of two values, this is the sum of squares around their mean
    if method == "f":
        return _f_test(table, spread)
    value = float(table[0, 0] if method == "dietterich" else table[0].mean())
    return _t_test(value, math.sqrt(spread / 5), 5, level)


def _f_test(table: FloatArray, spread: float) -> TTest:
    squares = float((table**2).sum())
    f = math.inf if squares and not spread else ratio(squares, 2 * spread)
    if math.isnan(f):
        warn_undefined(f"F is {NEITHER}")
    p_value = math.nan if math.isnan(f) else f_above(f, 10, 5)
    return TTest(float(table.mean()), math.nan, math.nan, f, (10, 5), p_value)

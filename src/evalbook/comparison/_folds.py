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
from evalbook.comparison._results import Result, confidence


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TTest(Result):
    """Whether differences over folds are 0 on average."""

    value: float
    """The difference that is tested: a mean, or what the method takes for it."""
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
    r"""Test whether one recipe is better than another, from their differences over the folds of a cross-validation.

    .. math:: t = \frac{\bar d}{\sqrt{\bigl(\frac1J + \frac{\rho}{1 - \rho}\bigr)\, s^2}}, \qquad df = J - 1

    where J differences d have the variance :math:`s^2`, and :math:`\rho` is the share of the samples in a test part.

    Parameters
    ----------
    differences : array_like of shape (J,)
        The score of recipe b less that of recipe a in each of the J folds, over all repetitions: at least two.
    test_share : float
        Which share of the samples is in a test part, from 0 to below 1: 0.1 for ten folds, however often repeated. 0
        gives the plain t-test, which takes the folds for independent.
    level : float, default 0.95
        The confidence level of the interval, above 0 and below 1.

    Returns
    -------
    TTest
        The mean difference with its interval, t, and the two-sided p-value.

    Warns
    -----
    UndefinedMetricWarning
        If all differences are 0: t is 0/0, nan.

    Notes
    -----
    1. All differences are equal, and not 0: t is infinite and p is 0.
    2. Repetitions test the same samples again, so their differences vary together: the plain test of 10 × 10 folds may
       call two equals different in half of all cases.
    3. The correction is approximate. Of 2,000 simulated studies of equally good trees with one cut, on 100 patients
       with ten times ten folds, it calls 18% different at a level of 5%; of lines on 200 patients, 4%.
    4. A one-sided p-value is half of this where t has the sign that was expected.

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
        raise ValueError("differences has 1 value; expected at least two, so that they can vary")
    share = float(check.shares(check.real(test_share, "test_share"), "test_share"))
    if share == 1:
        raise ValueError("test_share is 1; expected a share below 1, because the rest is what the models learn from")
    mean, variance = _moments(each)
    error = math.sqrt((1 / len(each) + share / (1 - share)) * variance)
    return _t_test(mean, error, len(each) - 1, confidence(level))


def _moments(values: FloatArray) -> tuple[float, float]:
    """Mean and variance; of equal values the variance is exactly 0."""
    mean = float(values[0] + (values - values[0]).mean())
    variance = float(((values - mean) ** 2).sum() / (len(values) - 1)) if np.ptp(values) else 0.0
    return mean, variance


def _t_test(value: float, error: float, df: int, level: float) -> TTest:
    t = math.copysign(math.inf, value) if value and not error else ratio(value, error)
    if math.isnan(t):
        warn_undefined("all differences are 0: t is 0/0, nan, and nothing speaks for either side")
        return TTest(value, math.nan, math.nan, t, df, math.nan)
    reach = t_quantile((1 + level) / 2, df) * error
    return TTest(value, value - reach, value + reach, t, df, t_beyond(t, df))


@with_hints
def five_by_two(
    differences: ArrayLike, *, method: Literal["dietterich", "mean", "f"] = "dietterich", level: float = 0.95
) -> TTest:
    r"""Test whether one recipe is better than another, from five repetitions of two folds (5 × 2 cross-validation).

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
        The score of recipe b less that of recipe a: a row for each repetition, a column for each half.
    method : {"dietterich", "mean", "f"}, default "dietterich"
        "dietterich" tests the first difference, "mean" (Zhou) the mean of the first repetition, "f" (Alpaydin) all ten.
    level : float, default 0.95
        The confidence level of the interval, above 0 and below 1.

    Returns
    -------
    TTest
        The tested difference with its interval (nan for "f", which has none), the statistic and the two-sided p-value.

    Warns
    -----
    UndefinedMetricWarning
        If all differences are 0: the statistic is 0/0, nan.

    Notes
    -----
    1. Only the first repetition is the numerator of t, because the later ones share its samples; which half comes first
       is chance, and the result of "dietterich" changes with it. "f" does not.
    2. The two differences of each repetition are equal, and not all are 0: the statistic is infinite and p is 0.
    3. "mean" is more careful than it need be: the mean of two halves varies half as much as one of them.
    4. Neither "dietterich" nor "f" keeps its level for all data: of 2,000 simulated studies of equally good lines, on
       100 patients with noisy labels, they call 14% and 16% different at a level of 5%.

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
    table, level = check.matrix(differences, "differences"), confidence(level)
    if table.shape != (5, 2):
        raise ValueError(f"differences has shape {table.shape}; expected five repetitions of two folds, (5, 2)")
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
        warn_undefined("all differences are 0: F is 0/0, nan, and nothing speaks for either side")
    p_value = math.nan if math.isnan(f) else f_above(f, 10, 5)
    return TTest(float(table.mean()), math.nan, math.nan, f, (10, 5), p_value)

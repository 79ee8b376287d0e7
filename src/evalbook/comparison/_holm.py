"""Holm's adjustment of several p-values."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._input import FloatArray


@with_hints
def holm(p_values: ArrayLike) -> FloatArray:
    r"""Adjust the p-values of several tests, so that any false alarm among all of them is as rare as in one.

    .. math:: \tilde p_{(i)} = \max_{j \le i}\, \min\bigl(1,\ (m - j + 1)\, p_{(j)}\bigr)

    for the m p-values in rising order.

    Parameters
    ----------
    p_values : array_like of shape (m,)
        The p-value of each test, between 0 and 1.

    Returns
    -------
    ndarray of shape (m,)
        The adjusted p-values, in the order given.

    Notes
    -----
    1. No p-value becomes smaller; none exceeds 1; equal ones stay equal.
    2. It is never more careful than Bonferroni's m p, and needs no assumption either.
    3. All tests that were looked at belong to the family, also those that are not reported.

    References
    ----------
    Holm, *A simple sequentially rejective multiple test procedure* (1979).

    Examples
    --------
    >>> from evalbook import comparison
    >>> comparison.holm([0.01, 0.04, 0.03, 0.005])
    array([0.03, 0.06, 0.06, 0.02])
    """
    given = check.shares(check.floats(p_values, "p_values"), "p_values")
    order = np.argsort(given, kind="stable")
    stepped = np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1))
    adjusted = np.empty(len(given))
    adjusted[order] = np.minimum(stepped, 1)
    return adjusted

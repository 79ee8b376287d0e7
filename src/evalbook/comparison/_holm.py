"""Holm's adjustment of several p-values."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._input import FloatArray


@with_hints
def holm(p_values: ArrayLike) -> FloatArray:
    r"""Holm's method: adjust the p-values of several tests that are made together.

    .. math:: \tilde p_{(i)} = \max_{j \le i}\, \min\bigl(1,\ (m - j + 1)\, p_{(j)}\bigr)

    for the m p-values in rising order. If you reject where an adjusted p-value is at most α, the probability of one or
    more false rejections among all the tests is at most α.

    Parameters
    ----------
    p_values : array_like of shape (m,)
        The p-value of each test, between 0 and 1.

    Returns
    -------
    ndarray of shape (m,)
        The adjusted p-values, in the order of the given ones.

    See Also
    --------
    signed_rank : a p-value for one pair of algorithms
    nemenyi : all pairs at once

    Notes
    -----
    1. No p-value becomes smaller or exceeds 1, and equal p-values stay equal.
    2. No adjusted p-value is larger than Bonferroni's, which is m times p. Like Bonferroni's method, it makes no
       assumption about how the tests depend on each other.
    3. Include all tests that you looked at, even those that you do not report.

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

"""The edges of bins of scores: for probabilities, from a sample of scores, or as they are handed in."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._input import FloatArray

MOST_BINS = 10**7


@with_hints
def logit_edges(n_bins: int = 10_000) -> FloatArray:
    r"""The edges of score bins for probabilities, which are narrow near 0 and near 1.

    .. math:: e_i = \frac1{1 + \exp(-z_i)}, \qquad z_i \text{ equally spaced between } \pm\ln(2^{24} - 1)

    Parameters
    ----------
    n_bins : int, default 10,000
        The number of bins, from 2 to 10 million.

    Returns
    -------
    ndarray of shape (n_bins - 1,)
        The edges, from 2⁻²⁴ to 1 - 2⁻²⁴ and symmetric around ½.

    See Also
    --------
    quantile_edges : for scores that are not probabilities
    ScoreTally : counts scores between such edges

    Notes
    -----
    1. The bins are narrow at both ends, because the scores of rare events crowd there. 2⁻²⁴ is the distance between two
       neighboring 32-bit floats below 1.
    2. Edges below ½ are rounded to 32 bits, so that machines whose exponentials differ in the last bit agree.
    3. Two bins have their only edge at ½.

    References
    ----------
    Equal steps of the logit are equal factors of the odds. No source has these edges.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.logit_edges(4).round(4)
    array([0. , 0.5, 1. ])
    >>> curves.logit_edges(10_000)[5_000:5_003].round(4)
    array([0.5008, 0.5017, 0.5025])
    """
    n_bins = check.integer(n_bins, "n_bins", at_least=2, at_most=MOST_BINS)
    logits = np.linspace(-LARGEST_LOGIT, LARGEST_LOGIT, n_bins - 1)[: (n_bins - 1) // 2] if n_bins > 2 else np.empty(0)
    below = (1 / (1 + np.exp(-logits))).astype(np.float32).astype(np.float64)
    middle = [0.5] * ((n_bins - 1) % 2)
    return np.concatenate([below, middle, 1 - below[::-1]])


LARGEST_LOGIT = math.log(2**24 - 1)


@with_hints
def quantile_edges(y_score: ArrayLike, n_bins: int = 10_000) -> FloatArray:
    """The edges of score bins that hold about equally many of these scores, for any kind of score.

    Parameters
    ----------
    y_score : array_like of shape (n,)
        The scores from which the edges are made: one part of the test set, or a sample of all scores.
    n_bins : int, default 10,000
        The largest number of bins, from 2 to 10 million. Scores that occur often reduce it.

    Returns
    -------
    ndarray
        The edges, which are rising scores. There is at least one.

    See Also
    --------
    logit_edges : for probabilities
    ScoreTally : counts scores between such edges

    Notes
    -----
    1. The edges of one part are good for all parts, as long as its scores are like those of the others.
    2. If positives are rare, they fall into few of these bins, and the bounds of AP are wide. Use `logit_edges` then.
    3. The edges do not depend on the true labels, so you may choose them from the data that are scored.

    References
    ----------
    Quantiles are usual as edges. BigQuery ML uses percentiles of the scores as thresholds.

    Examples
    --------
    >>> from evalbook import curves
    >>> curves.quantile_edges([1, 2, 3, 4, 5, 6, 7, 8], n_bins=4)
    array([3., 5., 7.])
    """
    score = np.sort(check.floats(y_score, "y_score"))
    n_bins = check.integer(n_bins, "n_bins", at_least=2, at_most=MOST_BINS)
    places = np.arange(1, n_bins, dtype=np.int64) * len(score) // n_bins
    return np.unique(score[places])


def edges_for(edges: ArrayLike | None, score: NDArray[Any]) -> FloatArray:
    """The edges that were asked for; by default those of probabilities."""
    if edges is not None:
        return checked_edges(edges)
    low, high = check.limits(score)
    if low < 0 or high > 1:
        found = low if low < 0 else high
        raise ValueError(
            f"y_score holds {found:g}, which is no probability, and the default edges are for probabilities; hand in "
            f"edges= of your own, such as quantile_edges(a sample of the scores), the same for all parts"
        )
    return checked_edges(logit_edges())


def checked_edges(edges: ArrayLike) -> FloatArray:
    array = check.floats(edges, "edges")
    falls = np.flatnonzero(array[1:] <= array[:-1])
    if falls.size:
        raise ValueError(
            f"edges[{falls[0] + 1}] is {array[falls[0] + 1]:g} after {array[falls[0]]:g}; expected numbers that "
            f"rise: np.unique sorts them and drops repeated ones"
        )
    if len(array) >= MOST_BINS:
        raise ValueError(f"edges has {len(array):,} numbers; expected fewer than {MOST_BINS:,}")
    if array.flags.writeable:
        array = array.copy()
        array.flags.writeable = False
    return array

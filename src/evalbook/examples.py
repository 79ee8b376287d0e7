"""The worked examples of the book as data, by name.

>>> from evalbook import examples
>>> y_true, y_score = examples.four_samples
>>> y_true
array([0, 0, 1, 1])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class ScoredSamples(NamedTuple):
    """True labels (1 is positive) and the scores a model gave; the arrays are read-only."""

    y_true: NDArray[np.int64]
    y_score: NDArray[np.float64]


def _scored(y_true: Sequence[int], y_score: Sequence[float]) -> ScoredSamples:
    samples = ScoredSamples(np.array(y_true), np.array(y_score))
    for array in samples:
        array.flags.writeable = False
    return samples


four_samples = _scored([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
"""Two negatives and two positives; one negative (0.4) outranks one positive (0.35)."""

eight_samples = _scored([1, 0, 1, 1, 0, 0, 1, 0], [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15])
"""Four positives and four negatives, in falling order of score; at 0.47 a positive and a negative tie."""

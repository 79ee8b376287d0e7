"""When values that the package has computed are equal.

What a user hands in is compared exactly. Of sums, means and differences the last digits depend on the unit and on the
order of the samples: 0.77 - 0.75 is not 0.02 to a computer, and ten weights of 0.1 do not add up to 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

RELATIVE = 1e-9
"""Computed values that differ by at most this share of the largest value they come from are equal."""


def rounding(*values: Any) -> float:
    """By how much numbers that are computed from `values` may differ and yet be equal."""
    largest = 0.0
    for each in map(np.asarray, values):
        largest = max(largest, float(np.abs(each).max(initial=0.0, where=np.isfinite(each))))
    return RELATIVE * largest


def leveled(values: Any, within: float) -> Any:
    """The values, of which those that differ by no more than that from the next smaller one are made the same."""
    order = np.argsort(values)
    rising = values[order]
    first = np.append(True, np.diff(rising) > within)
    found = np.empty_like(rising)
    found[order] = rising[first][np.cumsum(first) - 1]
    return found

"""Generated answers: how many tries of each task there are, and how many of them are right."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.arrays import real_array, require_finite, to_floats
from evalbook._input.values import integer

MOST_TRIES = 10**9
"""More samples of a task than that would take minutes."""


def tries(n: ArrayLike, c: ArrayLike, k: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The samples of each task, the right ones among them, and how many are drawn; single numbers are one task."""
    k = integer(k, "k", at_least=1, at_most=MOST_TRIES)
    samples, right = _counts(n, "n", at_least=1), _counts(c, "c", at_least=0)
    if right.ndim > 1 or samples.shape not in ((), right.shape):
        raise ValueError(
            f"n has shape {samples.shape} and c has shape {right.shape}; expected one number per task in c, and in n "
            f"one number per task or one number for all tasks"
        )
    samples = np.broadcast_to(samples, right.shape)
    odd = right > samples
    if odd.any():
        raise ValueError(
            f"c holds {right[odd][0]} where n is {samples[odd][0]}; expected at most n right samples of a task: in n, "
            f"count the right samples, too"
        )
    few = samples < k
    if few.any():
        least = samples.min()
        raise ValueError(
            f"k is {k}, but n is as low as {least}; expected at least k samples of each task: draw more samples of the "
            f"{np.count_nonzero(few)} tasks that have fewer, or choose k of at most {least}"
        )
    return samples, right, k


def _counts(values: ArrayLike, name: str, *, at_least: int) -> NDArray[np.int64]:
    """`values`, one number or an array, as whole numbers within their limits."""
    array = real_array(values, name)
    require_finite(array, name)
    array = to_floats(array, name)
    if array.size == 0:
        raise ValueError(f"{name} is empty; expected at least one task")
    odd = (array < at_least) | (array > MOST_TRIES) | (array % 1 != 0)
    if odd.any():
        place = np.argwhere(odd)[0].tolist()
        found = f"{name}{place or ''} is {array[odd][0]:g}"
        raise ValueError(f"{found}; expected at least {at_least} and at most {MOST_TRIES}, as a whole number")
    return array.astype(np.int64)

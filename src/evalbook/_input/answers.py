"""Generated answers: tries of each task, verdicts of a judge beside labels, and ratings by several raters."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.arrays import (
    FloatArray,
    as_array,
    describe,
    numbers,
    real_array,
    require_finite,
    same_length,
    shares,
    to_floats,
    vector,
)
from evalbook._input.labels import labels as class_labels
from evalbook._input.values import integer

MOST_TRIES = 10**9
"""More samples of a task than that would take minutes."""


def tries(n: ArrayLike, c: ArrayLike, k: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The samples of each task, the right ones among them, and how many are drawn; single numbers are one task."""
    k = integer(k, "k", at_least=1, at_most=MOST_TRIES)
    samples, right = _counts(n, "n", at_least=1), _counts(c, "c", at_least=0)
    if right.ndim > 1 or samples.shape not in ((), right.shape):
        raise ValueError(
            f"n has shape {samples.shape} and c has shape {right.shape}; expected one number per task in c, which says "
            f"how many of its samples are right, and in n one number per task or one number for all tasks"
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


def rights(right: ArrayLike) -> FloatArray:
    """Whether each try is right, as 1 or 0."""
    found = to_floats(numbers(right, "right"), "right")
    odd = np.flatnonzero((found != 0) & (found != 1))
    if odd.size:
        raise ValueError(
            f"right[{odd[0]}] is {found[odd[0]]:g}; expected 1 for each right try and 0 for each wrong one"
        )
    return found


def verdicts(judged: ArrayLike, labels: ArrayLike) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """The judge's verdicts, the labels of people, and which answers have a label: at least two, and not all."""
    found = shares(numbers(judged, "judged"), "judged")
    truth, missing = _with_missing(vector(labels, "labels"), "labels")
    same_length(judged=found, labels=truth)
    truth, known = to_floats(truth, "labels"), ~missing
    odd = known & (truth != 0) & (truth != 1)
    if odd.any():
        raise ValueError(
            f"labels holds {truth[odd][0]:g}; expected 1 for right, 0 for wrong, and nan where no human looked"
        )
    count = np.count_nonzero(known)
    if count < 2:
        raise ValueError(
            f"labels has a label for {count} of {known.size} answers; expected at least two labels: let people label "
            f"answers that are drawn at random"
        )
    if count == known.size:
        raise ValueError(
            "labels has a label for every answer; expected nan where no human looked: with all labels, their mean is "
            "the rate, and comparison.proportion_interval has its interval"
        )
    return found, truth, known


def ratings(values: ArrayLike, level: str) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """The ratings that are not missing, names as numbers, and the unit of each."""
    array = as_array(values, "ratings", "one row per rater, with one rating or nan per unit")
    if array.dtype.kind == "U" and not isinstance(values, np.ndarray):
        array = np.array(values, dtype=object)  # because NumPy has made "nan" of nan
    if array.ndim != 2 or array.size == 0:
        raise ValueError(
            f"ratings has shape {array.shape}; expected one row per rater and one column per unit, and nan where a "
            f"rating is missing"
        )
    if array.dtype.kind == "U" or any(issubclass(kind, str) for kind in _kinds(array)):
        if level != "nominal":
            raise TypeError(f'ratings holds {describe(array)}; expected numbers, or level="nominal" for names')
        missing = _is_missing(array)
        found = np.unique(class_labels(array[~missing].tolist(), "ratings"), return_inverse=True)[1].ravel()
    else:
        table, missing = _with_missing(array, "ratings")
        found = table[~missing]
        if level == "ratio" and found.min(initial=0) < 0:
            raise ValueError(f'ratings holds {found.min()}; expected numbers of at least 0 with level="ratio"')
    return found, np.nonzero(~missing)[1]


def _with_missing(array: NDArray[Any], name: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Finite numbers, with 0 where there is none, and where that is: None, nan or pandas.NA."""
    missing = _is_missing(array)
    found = real_array(np.where(missing, 0, array) if missing.any() else array, name)
    require_finite(found, name)
    return found, missing


def _is_missing(array: NDArray[Any]) -> NDArray[np.bool_]:
    if array.dtype.kind == "O":
        return np.array(list(map(_stands_for_none, array.flat)), dtype=np.bool_).reshape(array.shape)
    return np.isnan(array) if array.dtype.kind == "f" else np.zeros(array.shape, dtype=np.bool_)


def _stands_for_none(value: Any) -> bool:
    """Whether it is None, nan or pandas.NA."""
    is_nan = isinstance(value, float | np.floating) and math.isnan(value)
    return value is None or is_nan or type(value).__name__ == "NAType"


def _kinds(array: NDArray[Any]) -> set[type]:
    return set(map(type, array.flat)) if array.dtype.kind == "O" else set()

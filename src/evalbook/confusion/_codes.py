"""Labels as places 0, 1, …, so that NumPy can count them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check


def code(true: NDArray[Any], predicted: NDArray[Any], most: int) -> tuple[Sequence[Any], NDArray[Any], NDArray[Any]]:
    """A rising sequence of labels, of which some may not occur, and where in it the true and the predicted ones stand.

    Integers within a range of `most` are places after a subtraction; other labels are sorted.
    """
    if true.dtype.kind != "U":
        (low, high), (lower, higher) = check.limits(true), check.limits(predicted)
        low, high = min(low, lower), max(high, higher)
        if high - low < most:
            labels = range(low, high + 1)
            of_bools = true.dtype == predicted.dtype == np.bool_
            return [*map(bool, labels)] if of_bools else labels, _places(true, low), _places(predicted, low)
    found, places = np.unique(np.concatenate([true, predicted]), return_inverse=True)
    return found.tolist(), places[: len(true)], places[len(true) :]


def _places(labels: NDArray[Any], low: int) -> NDArray[Any]:
    if labels.dtype == np.uint64:  # may exceed what a signed integer holds
        labels = labels - np.uint64(low)
        low = 0
    places = labels.astype(np.intp, copy=False)
    return places - low if low else places


def tabulate(rows: NDArray[Any], columns: NDArray[Any], size: int, weight: NDArray[Any] | None) -> NDArray[Any]:
    """A size × size table of how often (or how heavily) each pair (row, column) occurs."""
    cells = rows * size
    cells += columns
    return np.bincount(cells, weights=weight, minlength=size * size).reshape(size, size)

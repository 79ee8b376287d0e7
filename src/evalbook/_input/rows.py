"""Rows of anything that has rows, picked by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input.sentences import sequence


def picker(values: Any, name: str) -> tuple[Callable[[NDArray[np.intp]], Any], int]:
    """What picks rows by their numbers, of a list as a list, of an array as an array; and how many rows there are."""
    if isinstance(values, memoryview):
        values = np.asarray(values)
    if not hasattr(values, "shape"):
        values = sequence(values, name, "rows")
        pick, n = partial(_items, values), len(values)
    elif not values.shape:
        raise TypeError(f"{name} is a single {type(values).__name__}; expected one row per sample")
    else:
        rows = values.tocsr() if hasattr(values, "tocsr") else values  # most sparse formats cannot be indexed
        pick, n = getattr(rows, "iloc", rows).__getitem__, rows.shape[0]  # of a data frame by number, not by label
    if not n:
        raise ValueError(f"{name} is empty; expected at least one sample")
    return pick, n


def _items(values: Sequence[Any], numbers: NDArray[np.intp]) -> list[Any]:
    return [values[number] for number in numbers.tolist()]

"""Gains of ranked items, in rows that may differ in length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.arrays import table, to_floats


def gains(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as gains: the last axis holds items, the axes before it queries, of which there is at least one."""
    array = table(values, name)
    if 0 in array.shape[:-1]:
        raise ValueError(f"{name} has shape {array.shape}, so no query; expected at least one")
    if array.size and array.min() < 0:
        raise ValueError(f"{name} holds {array.min()}; expected no negative gain")
    return to_floats(array, name) if array.dtype == np.longdouble else array


def padded_gains(values: ArrayLike, name: str) -> NDArray[Any]:
    """Gains, where rows of unequal length are filled up with 0."""
    try:
        array = np.asarray(values)
    except ValueError:  # what NumPy says to rows of unequal length
        return _filled_up(list(cast("Iterable[ArrayLike]", values)), name)
    if array.dtype.kind == "O" and array.ndim == 1 and any(isinstance(row, list | tuple | np.ndarray) for row in array):
        return _filled_up(list(array), name)  # a pandas Series of lists
    return gains(values, name)


def _filled_up(rows: list[ArrayLike], name: str) -> NDArray[Any]:
    arrays = [gains(row, f"{name}[{place}]") for place, row in enumerate(rows)]
    for place, array in enumerate(arrays):
        if array.ndim > 1:
            raise ValueError(f"{name}[{place}] has shape {array.shape}; expected one row of gains")
    lengths = np.array([len(array) for array in arrays])
    filled = np.zeros((len(arrays), lengths.max()))
    filled[np.arange(lengths.max()) < lengths[:, np.newaxis]] = np.concatenate(arrays)
    return filled

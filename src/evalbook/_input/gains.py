"""Gains of ranked items, in rows that may differ in length, and the rank at which a list is cut."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.arrays import table, to_floats
from evalbook._input.values import integer, is_collection
from evalbook._names_elsewhere import GAINS_IN_ONE_LIST

GainRows: TypeAlias = NDArray[Any] | list[NDArray[Any]]
"""Gains as one array, of which the last axis holds items; where rows differ in length, as a list of these."""


def gains(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as gains: the last axis holds items, the axes before it queries, of which there is at least one."""
    array = table(values, name)
    if 0 in array.shape[:-1]:
        raise ValueError(f"{name} has shape {array.shape} and so no query; expected at least one query")
    if array.size and array.min() < 0:
        raise ValueError(f"{name} holds {array.min()}; expected grades of at least 0")
    return to_floats(array, name) if array.dtype == np.longdouble else array


def gain_rows(values: ArrayLike, name: str) -> GainRows:
    """`values` as gains in rows, of one length or not."""
    try:
        return gains(values, name)
    except (TypeError, ValueError):
        rows = _rows_of_other_lengths(values)
        if rows is None:
            raise
    arrays = [gains(row, f"{name}[{place}]") for place, row in enumerate(rows)]
    for place, array in enumerate(arrays):
        if array.ndim > 1:
            raise ValueError(f"{name}[{place}] has shape {array.shape}; expected one row of grades")
    return arrays


def _rows_of_other_lengths(values: Any) -> list[Any] | None:
    """The rows of which NumPy makes no array of numbers."""
    try:
        array = np.asarray(values)
    except ValueError:  # what NumPy says to rows of unequal length
        return list(values)
    of_rows = array.dtype.kind == "O" and array.ndim == 1  # a pandas Series of lists
    return list(array) if of_rows and any(isinstance(row, list | tuple | np.ndarray) for row in array) else None


def ranked_gains(relevance: ArrayLike) -> GainRows:
    """What the metrics of ranked lists take; who gives them the items instead is told where gains come from."""
    try:
        return gain_rows(relevance, "relevance")
    except TypeError as error:
        raise TypeError(f"{error}, {GAINS_IN_ONE_LIST}") from None


def cutoff(k: Any) -> int:
    """The number of ranks that count; who gives a second list instead is told that there is one."""
    try:
        return integer(k, "k", at_least=1)
    except TypeError as error:
        hint = f". The metrics take one list, relevance, {GAINS_IN_ONE_LIST}" if is_collection(k) else ""
        raise TypeError(f"{error}{hint}") from None


def cutoff_or_all(k: Any) -> int | None:
    return None if k is None else cutoff(k)

"""Rows of anything that has rows: picked by their numbers, and joined by the names of their columns."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input.sentences import sequence
from evalbook._input.values import shown


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


# ---------------------------------------------------------------- two sets of rows


def column_names(values: Any) -> list[Any] | None:
    """The names of the columns of a data frame; None where there are none, or where they only number the columns."""
    names = _names(values)
    return names if names and not _only_number(names) else None


def _names(values: Any) -> list[Any]:
    return list(getattr(values, "columns", ()))


def _only_number(names: list[Any]) -> bool:
    """Whether they are those that pandas and Polars give by themselves."""
    return names in (list(range(len(names))), [f"column_{number}" for number in range(len(names))])


def in_columns_of(one: Any, other: Any, first: str, second: str) -> Any:
    """`other` with its columns in the order of those of `one`, if both have names; otherwise as it is.

    `first` and `second` say in an error message what the two are called.
    """
    names, found = _names(one), _names(other)
    if names == found or not names or not found:
        return other
    if {*names} == {*found} and len(names) == len(found) == len({*names}):
        return other[names]
    if _only_number(names) or _only_number(found):
        return other
    alone = {
        first: [name for name in names if name not in found],
        second: [name for name in found if name not in names],
    }
    said = " and ".join(f"{shown(names)} only in {which}" for which, names in alone.items() if names)
    raise ValueError(
        f"{first} and {second} have columns of other names: {said or 'one name stands in them twice'}; expected the "
        f"same names: rename those of one, or hand in arrays without names (.to_numpy()), which go by their order"
    )


def joined(one: Any, other: Any) -> Any:
    """The rows of one, then those of the other, as what they are; as an array where they are not the same."""
    library = sys.modules[type(one).__module__.partition(".")[0]]
    if type(one) is not type(other) or isinstance(one, np.ndarray):
        return np.concatenate([np.asarray(one), np.asarray(other)])
    if hasattr(one, "tocsr"):  # a sparse matrix
        return library.sparse.vstack([one, other])
    if hasattr(one, "dtype") and hasattr(library, "Series"):  # what can be a column: of two types it takes the common
        return _one_column(library, one, other)
    if hasattr(one, "columns"):  # these have one order, or no names
        other = copy(other)
        other.columns = one.columns
    return library.concat([one, other]) if hasattr(library, "concat") else np.concatenate([one, other])


def _one_column(library: Any, one: Any, other: Any) -> Any:
    """Two parts of a column in one: an index and an array of a data frame can be joined as columns alone."""
    if not hasattr(library, "Index"):  # Polars, which joins columns of two types in frames
        return library.concat([part.alias("").to_frame() for part in (one, other)], how="vertical_relaxed")[""]
    column = library.concat([library.Series(one), library.Series(other)], ignore_index=True)
    if isinstance(one, library.Series):
        return column
    return library.Index(column) if isinstance(one, library.Index) else column.array

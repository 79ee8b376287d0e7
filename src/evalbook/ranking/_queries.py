"""Queries: what is counted in each, whether their lists are of one length or not, and which are undefined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input import GainRows
from evalbook._undefined import REMEDY, ZeroDivision, or_undefined

# ---------------------------------------------------------------- counting in each


def per_query(count: Callable[..., tuple[Any, ...]], *tables: GainRows, **options: Any) -> tuple[Any, ...]:
    """What `count` finds in each row of the tables, which belong together: arrays with one value per query.

    Rows of unequal length are filled up with 0 and counted in groups, in which none is twice as long as another: one
    long row costs no more than itself.
    """
    if list not in map(type, tables):
        return count(*tables, **options)
    longest = np.max([list(map(len, table)) for table in tables], axis=0)
    bits = np.array([int(length).bit_length() for length in longest])
    groups = [np.flatnonzero(bits == number) for number in np.unique(bits)]
    parts = [[_filled_up([table[place] for place in group]) for table in tables] for group in groups]
    found = [count(*part, **options) for part in parts]
    as_given = np.argsort(np.concatenate(groups))
    return tuple(np.concatenate(values)[as_given] for values in zip(*found, strict=True))


def _filled_up(rows: list[NDArray[Any]]) -> NDArray[Any]:
    lengths = np.array(list(map(len, rows)))
    filled = np.zeros((len(rows), lengths.max()))
    filled[np.arange(lengths.max()) < lengths[:, np.newaxis]] = np.concatenate(rows)
    return filled


def shape_of_queries(table: GainRows) -> tuple[int, ...]:
    """The axes before the ranks."""
    return table.shape[:-1] if isinstance(table, np.ndarray) else (len(table),)


def ranks(ranked: NDArray[Any]) -> NDArray[np.intp]:
    """1, 2, …, one for each place of the last axis."""
    return np.arange(1, ranked.shape[-1] + 1)


# ---------------------------------------------------------------- what is undefined

SAY_HOW_MANY = " (if relevant items exist that are not listed, give their number in n_relevant=)"
SAY_WHICH = " (if relevant items exist that are not listed, give all grades in ideal=)"


def defined(values: Any, zero_division: ZeroDivision, metric: str, remedy: str = "") -> Any:
    """One value per query; where it is nan, what `zero_division` says."""

    def reason(undefined: NDArray[np.bool_]) -> str:
        return (
            f"{metric} is undefined (0/0), so nan is returned: no relevant item is known for {named(undefined)}"
            f"{remedy}. {REMEDY} (nan leaves the query out of a mean)"
        )

    return or_undefined(values, zero_division, reason)


def named(chosen: NDArray[np.bool_]) -> str:
    """The chosen queries by their place on the leading axes."""
    places = [place[0] if len(place) == 1 else tuple(place) for place in np.argwhere(chosen).tolist() if place]
    listed = ", ".join(map(str, places[:5])) + (f", … ({len(places)} in all)" if len(places) > 5 else "")
    return "this list" if not places else f"query {listed}" if len(places) == 1 else f"queries {listed}"

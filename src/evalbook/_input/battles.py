"""Battles: who was shown first, who second, and who won; and tables of how often."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.arrays import FloatArray, numbers, require_size, same_length, table, to_floats
from evalbook._input.labels import classes, labels, require_one_type
from evalbook._input.sentences import sequence
from evalbook._input.values import shown


def battles(first: ArrayLike, second: ArrayLike, outcome: ArrayLike) -> tuple[NDArray[Any], NDArray[Any], FloatArray]:
    """The two models of each battle, and what the first made of it: 1, 0.5 or 0."""
    one, two, result = labels(first, "first"), labels(second, "second"), numbers(outcome, "outcome")
    same_length(first=one, second=two, outcome=result)
    require_one_type(first=one, second=two)
    if np.result_type(one, two).kind == "f":
        raise ValueError(
            "first and second hold integers below 0 and above 2**63; expected models whose numbers fit into 64 bits"
        )
    odd = np.flatnonzero(~np.isin(result, (0, 0.5, 1)))
    if odd.size:
        raise ValueError(
            f"outcome[{odd[0]}] is {result[odd[0]]}; expected 1 where the first won, 0.5 for a tie, and 0 where the "
            f"second won"
        )
    alone = np.flatnonzero(one == two)
    if alone.size:
        raise ValueError(
            f"first[{alone[0]}] and second[{alone[0]}] are both {one[alone[0]].item()!r}; expected two different "
            f"models in each battle"
        )
    return one, two, result.astype(np.float64, copy=False)


def games(values: Any) -> tuple[NDArray[Any], NDArray[Any], FloatArray]:
    """The columns of a list of games, each with the first player, the second, and the outcome of the first."""
    if hasattr(values, "to_numpy"):  # a data frame, whose columns may be of several types
        values = values.to_numpy()
    listed = sequence(values, "games", "games")
    if not listed:
        raise ValueError("games is empty; expected at least one game (first, second, outcome)")
    rows = [sequence(game, f"games[{place}]", "three entries") for place, game in enumerate(listed)]
    for place, row in enumerate(rows):
        if len(row) != 3:
            raise ValueError(f"games[{place}] has {len(row)} entries; expected three: first, second, outcome")
    try:
        return battles(*map(list, zip(*rows, strict=True)))
    except (ValueError, TypeError) as error:
        raise type(error)(f"games, taken apart into first, second and outcome: {error}") from None


def model_names(models: Any, k: int, **tables: Any) -> list[Any]:
    """What the models of square tables are called: as told, or as in the tables that are data frames, or by numbers."""
    found = {name: names for name, values in tables.items() if (names := _names(values, name))}
    if models is None and not found:
        return list(range(k))
    told = classes(next(iter(found.values())) if models is None else models, "models")
    if len(told) != k:
        raise ValueError(f"models has {len(told)} entries; expected {k}, one per row of {next(iter(tables))}")
    for name, names in found.items():
        if names != told and (models is None or {*names} == {*told}):
            raise ValueError(
                f"{name} has the rows and columns {shown(names)}, but the models are {shown(told)}; expected the same "
                f"order in both: {name}.reindex(index=models, columns=models, fill_value=0) has that of the models"
            )
    return told


def _names(values: Any, name: str) -> list[Any]:
    """The names of the rows and columns of a data frame of pandas, the same for both; none if they are numbered."""
    if not (hasattr(values, "columns") and hasattr(values, "index")):
        return []
    axes = [list(axis) for axis in (values.index, values.columns) if type(axis).__name__ != "RangeIndex"]
    if len(axes) == 2 and axes[0] != axes[1]:
        raise ValueError(
            f"{name} has the rows {shown(axes[0])} and the columns {shown(axes[1])}; expected the same models in both, "
            f"in the same order: {name}.reindex(index=models, columns=models, fill_value=0) brings them into one"
        )
    return axes[0] if axes else []


def wins_table(values: ArrayLike, name: str) -> NDArray[Any]:
    """A square table of counts of at least 0, with none on the diagonal: whole ones as integers, as a copy."""
    _names(values, name)
    array = table(values, name)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size:
        raise ValueError(
            f"{name} has shape {array.shape}; expected a square table, one row and one column for each model"
        )
    if array.min() < 0:
        raise ValueError(f"{name} holds {array.min()}; expected counts of at least 0")
    require_size(array, name)
    itself = np.flatnonzero(array.diagonal())
    if itself.size:
        raise ValueError(
            f"{name}[{itself[0]}, {itself[0]}] is {array[itself[0], itself[0]]}; expected 0 on the diagonal, because "
            f"no model meets itself"
        )
    whole = array.dtype.kind in "biu" and array.max() <= 2**53
    return array.astype(np.int64) if whole else to_floats(array, name).copy()

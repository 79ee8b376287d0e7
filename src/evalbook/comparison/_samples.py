"""Samples: what a user hands in to be drawn, as arrays of one length; tallies are rows, two models a pair."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from evalbook import _input as check
from evalbook._tally import Rows, Tally, stacked
from evalbook.comparison._group_tally import GroupTally


def columns(**named: Any) -> tuple[list[Any], int]:
    """Arrays of one length, each as it can be drawn from, and that length; tallies of groups go by their names."""
    arrays = [
        _column(values.tallies if isinstance(values, GroupTally) else values, name) for name, values in named.items()
    ]
    _require_same_groups(
        {name: named[name] for name, array in zip(named, arrays, strict=True) if isinstance(array, Rows)}
    )
    lengths = {
        name: len(array) if isinstance(array, Rows) else check.picker(array, name)[1]
        for name, array in zip(named, arrays, strict=True)
    }
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"different lengths: {found}; expected one entry per sample in each")
    return arrays, next(iter(lengths.values()))


def _column(values: Any, name: str) -> Any:
    """Lists of numbers as arrays, which are picked from faster; lists of tallies as rows; whatever else as it is."""
    if check.is_real(values):
        raise TypeError(
            f"{name} is a single {type(values).__name__}; expected a list of samples: bind what is the same for all of "
            f"them in the metric, such as n in functools.partial(pass_at_k, n=10, k=5)"
        )
    if isinstance(values, Rows) or hasattr(values, "shape"):
        return values
    if isinstance(values, Tally):
        raise ValueError(
            f"{name} is a finished {type(values).__name__}, which no longer has the single samples; expected the rows "
            f"of a tally, or a list of tallies, such as one per user"
        )
    values = check.sequence(values, name, "samples")
    kinds = {kind: issubclass(kind, Tally) for kind in set(map(type, values))}
    if not any(kinds.values()):
        of_numbers = all(issubclass(kind, int | float | np.number | np.bool_) for kind in kinds)
        return np.asarray(values) if of_numbers else values
    for place, value in enumerate(values):
        if not isinstance(value, Tally):
            raise TypeError(f"{name}[{place}] is of type {type(value).__name__} among tallies; expected only tallies")
    return stacked(values)


def total(samples: Any) -> Any:
    """All samples together, as the metric takes them: rows add up to their tally."""
    return samples.sum() if isinstance(samples, Rows) else samples


def paired(y_true: Any, a: Any, b: Any) -> tuple[list[Any], int]:
    """What is drawn of two models: the truth, if there is one, and both predictions, whose columns go by name."""
    b = check.in_columns_of(a, b, "a", "b")
    drawn, n = columns(**({"a": a, "b": b} if y_true is None else {"y_true": y_true, "a": a, "b": b}))
    one, two = drawn[-2:]
    if isinstance(one, Rows) != isinstance(two, Rows):
        raise TypeError(
            f"a is of type {type(a).__name__}, but b is of type {type(b).__name__}; "
            f"expected tallies in both or in neither"
        )
    return drawn, n


def _require_same_groups(tallies: dict[str, Any]) -> None:
    """Raise unless all or none have names, which are those of the same groups: then they stand in one order."""
    for (first, a), (name, b) in pairwise(tallies.items()):
        if isinstance(a, GroupTally) != isinstance(b, GroupTally):
            one, other = (check.kind_of(each) for each in (a, b))
            raise TypeError(f"{first} is {one}, but {name} is {other}; expected a GroupTally in both")
        if isinstance(a, GroupTally) and a.groups != b.groups:
            alone = {first: {*a.groups} - {*b.groups}, name: {*b.groups} - {*a.groups}}
            found = " and ".join(
                f"{check.shown(check.in_order(groups))} only in {one}" for one, groups in alone.items()
            )
            raise ValueError(
                f"{first} and {name} hold tallies of different groups: {found}; expected the same groups in both"
            )

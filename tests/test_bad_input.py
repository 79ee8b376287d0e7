"""What every function refuses: the usual arguments, each spoiled in the usual ways, driven by the table of calls.

The tables of `bad_input.py`, and what is special about a function, stand in the tests of its module.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
import pytest

from bad_input import INF, NAN
from calls import TABLE, Row


class Wrong(NamedTuple):
    """A valid call with one wrong argument, and the error that it must raise; the message names the argument."""

    name: str
    what: str
    value: Any
    error: type[Exception] = ValueError


WRONG_OPTIONS = [
    Wrong("sample_weight", "negative", [-1.0]),
    Wrong("sample_weight", "infinite", [INF]),
    Wrong("sample_weight", "all 0", [0.0]),
    Wrong("sample_weight", "a string", "much", TypeError),
    Wrong("zero_division", "unknown", "zero"),
    Wrong("zero_division", "None", None),
]
"""A list stands for that many weights."""


def wrong_samples(row: Row, call: dict[str, Any]) -> Iterator[Wrong]:
    """Each argument that holds one entry a sample, spoiled."""
    names = row.per_sample(call)
    for name in names:
        values, module = call[name], row.name.split(".")[0]
        if name != "n_relevant":  # which may be a number for all queries
            yield Wrong(name, "a number", 5, TypeError)
        if name != names[0]:
            yield Wrong(name, "one short", values[:-1])
        if module not in ("ranking", "splits", "text"):
            yield Wrong(name, "empty", [])
            yield Wrong(
                name, "masked", np.ma.array(values, mask=np.arange(np.size(values)).reshape(np.shape(values)) == 0)
            )
            if not isinstance(values[0], str):
                yield Wrong(name, "with nan", [np.multiply(values[0], NAN).tolist(), *values[1:]])


def wrong_options(row: Row, call: dict[str, Any]) -> Iterator[Wrong]:
    samples = len(call[row.per_sample(call)[0]])
    for wrong in WRONG_OPTIONS:
        if wrong.name in signature(row.function).parameters:
            yield wrong._replace(value=wrong.value * samples) if isinstance(wrong.value, list) else wrong


CELLS = [
    pytest.param(row, call, wrong, id=f"{row.name}-{wrong.name} {wrong.what}")
    for row in TABLE
    for call in [call for call in row.calls if row.per_sample(call)][:1]
    for wrong in (*wrong_samples(row, call), *wrong_options(row, call))
]


@pytest.mark.parametrize(("row", "call", "wrong"), CELLS)
@pytest.mark.filterwarnings("error")
def test_a_wrong_argument_is_refused_and_named(row, call, wrong):
    with pytest.raises((ValueError, TypeError)) as caught:
        row.function(**call | {wrong.name: wrong.value})
    assert type(caught.value) is wrong.error
    assert wrong.name in str(caught.value)

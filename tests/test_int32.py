"""Whole numbers of 32 bits: counts whose sums and products exceed 2**31 wrap around nowhere.

NumPy counts in 32 bits on machines of 32 bits and, before 2.0, on Windows: there `arange` and `cumsum` do.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from calls import case
from evalbook import comparison, curves, probabilities
from evalbook.confusion import ConfusionMatrix, Counts
from evalbook.curves import RefinedTally, ScoreTally
from evalbook.probabilities import ProbabilityTally
from test_inputs import ROWS, as_arrays, assert_same

LARGE, LARGEST = 2**30, 2**31 - 1
FIRST = ScoreTally([0.25, 0.5], np.array([4, LARGE, 6]), np.array([5, LARGE, 7]))
COUNTS = [[LARGE, 9, 5, LARGEST], [7, LARGE, 3, LARGEST], [LARGE, 9, LARGE, LARGEST], [LARGE, 4, LARGE, LARGEST]]
TABLE = [[LARGE, 7, LARGE], [5, LARGEST, LARGE], [LARGE, 8, LARGE]]
BINS = [[LARGE, 7, LARGE], [5, LARGE, LARGE]]
HELD = [[LARGE, LARGE], [LARGE - 1, 7], [LARGE, LARGE]]

Whole = Callable[[Any], np.ndarray]
# How each is made of whole numbers, as a reader does, and as the package does of what it has counted.
MADE: dict[str, Callable[[Whole], Any]] = {
    "counts": lambda whole: Counts(*map(whole, COUNTS)),
    "counts, counted": lambda whole: Counts._made(*map(whole, COUNTS)),
    "matrix": lambda whole: ConfusionMatrix(whole(TABLE), [0, 1, 2]),
    "matrix, counted": lambda whole: ConfusionMatrix._made(whole(TABLE), (0, 1, 2)),
    "bins of scores": lambda whole: ScoreTally([0.25, 0.5], *map(whole, BINS)),
    "bins of scores, counted": lambda whole: ScoreTally._made(np.array([0.25, 0.5]), *map(whole, BINS)),
    "second pass": lambda whole: RefinedTally(FIRST, "roc_auc", [0.4, 0.3], whole([LARGE, 9]), whole([8, LARGE])),
    "probabilities": lambda whole: ProbabilityTally([0, 0.5, 1], *map(whole, HELD), 3.0, 2.0),
    "probabilities, counted": lambda whole: ProbabilityTally._made(np.array([0, 0.5, 1]), *map(whole, HELD), 3.0, 2.0),
}
of_32_bits, of_64_bits = (partial(np.array, dtype=kind) for kind in (np.int32, np.int64))


def said(tally: Any) -> dict[str, Any]:
    """Every score of a tally, or why it has none, and sums of it."""
    told = {"twice": tally + tally, "five times": sum([tally] * 5)}
    for name in filter(lambda name: not name.startswith("_"), dir(type(tally))):
        function = inspect.getattr_static(type(tally), name)
        if inspect.isfunction(function):
            needed = [one for one in inspect.signature(function).parameters.values() if one.default is one.empty]
            told |= {name: outcome(getattr(tally, name), {})} if len(needed) == 1 else {}
        elif not isinstance(function, classmethod):
            told[name] = getattr(tally, name)
    return {name: value.tolist() if is_text(value) else value for name, value in told.items()}


def outcome(function: Callable[..., Any], call: dict[str, Any]) -> Any:
    """What comes back, or why not."""
    try:
        return function(**call)
    except (ValueError, TypeError) as error:
        return str(error)


def is_text(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind not in "biuf"


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_counts_of_32_bits_say_what_those_of_64_bits_do(make):
    found, expected = said(make(of_32_bits)), said(make(of_64_bits))
    assert found.keys() == expected.keys()
    for name in expected:
        assert_same(found[name], expected[name])


def is_whole(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == "i" and value.size > 0


def stretched(array: np.ndarray) -> np.ndarray:
    """Whole numbers as large as 32 bits allow, in the same order."""
    return array * (LARGEST // max(1, np.abs(array).max()))


WHOLE = [
    pytest.param(row, call, names, id=f"{row.name}-{number}")
    for row in ROWS
    for number, call in enumerate(map(as_arrays, row.calls))
    if (names := [name for name, value in call.items() if is_whole(value)])
]


@pytest.mark.parametrize(("row", "call", "names"), WHOLE)
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_every_function_takes_the_largest_numbers_of_32_bits(row, call, names):
    """Some have no result, or another one. What is small, in a type as small, has its own in `test_inputs.py`."""
    for name in names:
        large = stretched(call[name])
        expected = outcome(row.function, call | {name: large})
        with case(name):
            assert_same(outcome(row.function, call | {name: large.astype(np.int32)}), expected)


# ---------------------------------------------------------------- a NumPy that counts in 32 bits


@pytest.fixture
def narrow(monkeypatch):
    """Makes `arange` and `cumsum` count in 32 bits, unless they are told otherwise."""

    def counting(function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, dtype: Any = None, **options: Any) -> Any:
            found = function(*args, dtype=dtype, **options)
            return found.astype(np.int32) if dtype is None and found.dtype == np.int64 else found

        return counted

    def start() -> None:
        for name in ("arange", "cumsum"):
            monkeypatch.setattr(np, name, counting(getattr(np, name)))

    return start


MANY = np.random.default_rng(0).random(100_000)
SCORED = (MANY > 0.5, MANY)
CALLS: dict[str, Callable[[], Any]] = {
    "edges": lambda: curves.quantile_edges(MANY, n_bins=len(MANY)),
    "bins of equal size": lambda: probabilities.reliability_curve(*SCORED, n_bins=len(MANY), strategy="quantile").edges,
    "correlation at every threshold": lambda: curves.roc_curve(*SCORED).counts.matthews_correlation,
    "the orders of ranks": lambda: comparison.friedman(MANY[:48].reshape(6, 8)[:, :6]).p_value,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_a_numpy_of_32_bits_gives_the_same(narrow, call):
    expected = call()
    narrow()
    assert np.array_equal(call(), expected, equal_nan=True)

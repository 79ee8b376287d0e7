"""Runs the table of ``cases.py``: each function is right first, then timed in turns with its peer and the limit."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from inspect import isfunction
from itertools import count
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from calls import PUBLIC, TABLE
from cases import CASES, Case
from table import Row

SECONDS = 0.6  # for all rounds of a case at one size, unless the fewest take longer
FEWEST, MOST = 5, 300  # rounds
TURNS = 20

EACH_SIZE = [
    pytest.param(case, n, target, id=f"{case.title}, {n}", marks=[pytest.mark.asked_for(case.word)] * bool(case.word))
    for case in CASES
    for n, target in zip(case.samples.sizes, case.targets or (None, None), strict=True)
]


@pytest.fixture(autouse=True)
def no_garbage_collection() -> Iterator[None]:
    """It would fall to ours or to theirs by chance."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(("case", "n", "target"), EACH_SIZE)
def test_speed(case: Case, n: int, target: float | None, benchmark: Any, rows: list[Row]) -> None:
    calls = case.calls(n)
    if case.peer:
        assert_same(calls["ours"](), calls["peer"](), rtol=case.rtol)
    memory = peak_memory(calls["ours"])
    once = sum(map(seconds, calls.values()))
    rounds = round(min(max(SECONDS / once, FEWEST), MOST))
    in_a_row = max(1, rounds // TURNS)  # short calls run several times before the others empty the caches

    ours = calls.pop("ours")
    times: dict[str, list[float]] = {name: [] for name in calls}
    our_round = count()

    def let_the_others_take_turns() -> None:
        if next(our_round) % in_a_row == 0:
            for name, call in calls.items():
                times[name] += [seconds(call) for _ in range(in_a_row)]

    benchmark.pedantic(ours, setup=let_the_others_take_turns, rounds=rounds)
    fastest = {"ours": benchmark.stats["min"]} | {name: min(taken) for name, taken in times.items()}
    benchmark.extra_info.update(fastest, memory=memory)
    rows.append(Row(case, n, target, fastest, memory))


def seconds(call: Callable[[], Any]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def peak_memory(call: Callable[[], Any]) -> int:
    """In bytes above what is there before; what the call returns is part of it."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def assert_same(ours: Any, theirs: Any, rtol: float) -> None:
    for our_part, their_part in zip(parts(ours), parts(theirs), strict=True):
        if np.asarray(their_part).dtype.kind == "U":
            np.testing.assert_array_equal(our_part, their_part)
        else:
            np.testing.assert_allclose(our_part, their_part, rtol=rtol, atol=1e-12)


def parts(result: Any) -> Iterable[Any]:
    """The arrays of a curve, the numbers of a score; one array, list or number is all there is."""
    return result if isinstance(result, Iterable) and not isinstance(result, list | np.ndarray) else [result]


def test_every_function_is_timed() -> None:
    public = {name for name, value in PUBLIC.items() if isfunction(value)}
    untimed = {row.name for row in TABLE if not row.timed}
    assert public - {case.name for case in CASES} == untimed, "a function needs a line in cases.py"

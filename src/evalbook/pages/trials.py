"""Code is tried: the reader's function and the right one get the same arguments, some of which the reader never saw."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from evalbook.pages.judge import OPEN, RIGHT, WRONG, Judgment, judge
from evalbook.pages.record import stored

__all__ = ["UNWRITTEN", "judge_code"]

UNWRITTEN = "Write the function in place of the dots."


def judge_code(
    record: dict[str, Any],
    function: Any,
    right: Callable[..., Any],
    mistakes: Sequence[tuple[Any, str]],
    on: Sequence[tuple[Any, ...]],
) -> Judgment:
    """What the reader's function is, tried on each tuple of arguments in `on`."""
    if len(on) < 2:
        raise ValueError(f"on holds {len(on)} inputs; expected two or more, of which the reader sees the first only")
    if function is ... or function is None:
        return Judgment(OPEN, UNWRITTEN)
    if not callable(function):
        return Judgment(WRONG, f"Not yet. Hand in the function itself, without calling it; this is {_named(function)}.")
    for place, arguments in enumerate(on):
        try:
            result = function(*copy.deepcopy(arguments))
        except Exception as error:  # whatever the reader's code may raise
            return Judgment(WRONG, f"Not yet. Your function raised {_one_line(error)} on {_input(place)}.")
        if result is None or result is ...:
            return Judgment(OPEN if place == 0 else WRONG, UNWRITTEN if place == 0 else _returned_nothing(place))
        known = mistakes if place == 0 else [(wrong, text) for wrong, text in mistakes if callable(wrong)]
        said = judge(_record_of(record, right, known, arguments), result)
        if said.state != RIGHT:
            return Judgment(said.state, said.text if place == 0 else f"{said.text} (On {_input(place)}.)")
    return Judgment(RIGHT, "Right.")


def _record_of(
    record: dict[str, Any],
    right: Callable[..., Any],
    mistakes: Sequence[tuple[Any, str]],
    arguments: tuple[Any, ...],
) -> dict[str, Any]:
    """The record of one trial: the answer asked for is what the right function returns."""
    wanted = right(*copy.deepcopy(arguments))
    named = [
        {"answer": stored(wrong(*copy.deepcopy(arguments)) if callable(wrong) else wrong), "text": text}
        for wrong, text in mistakes
    ]
    kind = "word" if isinstance(wanted, str) else "numbers" if np.ndim(wanted) else "number"
    return {**record, "kind": kind, "right": stored(wanted), "mistakes": named}


def _input(place: int) -> str:
    return "the input above" if place == 0 else "another input"


def _returned_nothing(place: int) -> str:
    return f"Not yet. Your function returned nothing on {_input(place)}."


def _one_line(error: Exception) -> str:
    """An exception as Python ends its report."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _named(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def __dir__() -> list[str]:
    return __all__

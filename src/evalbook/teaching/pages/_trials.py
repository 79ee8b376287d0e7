"""Code is tried: the reader's function and the right one get the same arguments, some of which the reader never saw."""

from __future__ import annotations

import copy
import inspect
import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from textwrap import shorten
from typing import Any

import numpy as np

from evalbook.teaching.answers import OPEN, RIGHT, WRONG, Judgment, judge, says, stored, with_reason

UNWRITTEN = "No answer yet: the function returns nothing."

Trial = dict[str, Any]
"""What a record holds of the answer to one tuple of arguments: `kind`, `right` and `mistakes`."""


def expected(
    right: Callable[..., Any], mistakes: Sequence[tuple[Any, str]], on: Sequence[tuple[Any, ...]]
) -> list[Trial]:
    """What the right function and the mistaken ones return for each tuple of arguments in `on`.

    A mistake that is no function is what comes out for the first arguments.
    """
    if len(on) < 2:
        raise ValueError(f"on holds {len(on)} inputs; expected two or more, of which the reader sees only the first")
    functions = [(wrong, text) for wrong, text in mistakes if callable(wrong)]
    return [_trial(right, functions if place else mistakes, arguments) for place, arguments in enumerate(on)]


def _trial(right: Callable[..., Any], mistakes: Sequence[tuple[Any, str]], arguments: tuple[Any, ...]) -> Trial:
    wanted = right(*copy.deepcopy(arguments))
    named = [
        {"answer": stored(wrong(*copy.deepcopy(arguments)) if callable(wrong) else wrong), "text": text}
        for wrong, text in mistakes
    ]
    kind = "word" if isinstance(wanted, str) else "numbers" if np.ndim(wanted) else "number"
    return {"kind": kind, "right": stored(wanted), "mistakes": named}


def judge_code(record: dict[str, Any], function: Any, on: Sequence[tuple[Any, ...]]) -> Judgment:
    """What the reader's function is, tried on each tuple of arguments in `on`: one for each trial of the record.

    A mistake that would have shown in an earlier trial is not the reader's.
    """
    if function is ... or function is None:
        return says(OPEN, "open")
    if not callable(function):
        return _not_yet(f"Give the function itself, without calling it. This is {_named(function)}.")
    excluded: set[str] = set()
    for place, (arguments, trial) in enumerate(zip(on, record["trials"], strict=True)):
        possible = [one for one in trial["mistakes"] if one["text"] not in excluded]
        asked = {**record, **trial, "mistakes": possible, "why": ""}
        call = _call(function, arguments)
        failed, result = _tried(function, arguments, call)
        if failed:
            return _not_yet(failed)
        if result is None or result is ...:
            return _not_yet(f"{call} returned nothing.") if place else Judgment(OPEN, UNWRITTEN)
        said = judge(asked, result)
        if said.state != RIGHT:
            return Judgment(said.state, f"{said.text} (On {call}.)") if place else said
        excluded |= {one["text"] for one in possible if judge(asked, one["answer"]).state != RIGHT}
    return with_reason(record, says(RIGHT, "right"))


def _tried(function: Callable[..., Any], arguments: tuple[Any, ...], call: str) -> tuple[str, Any]:
    """What went wrong, or nothing, and what the function returned; what it prints is shown as ever."""
    printed = io.StringIO()
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError as error:
        return f"Your function cannot be called as {call}: {_last_line(error)}.", None
    except ValueError:
        pass  # a builtin that does not tell its arguments
    try:
        with redirect_stdout(printed):
            result = function(*copy.deepcopy(arguments))
    except Exception as error:  # whatever the reader's code may raise
        return f"{call} raised {_last_line(error)}", None
    finally:
        print(printed.getvalue(), end="")
    if result is None and printed.getvalue():
        return f"{call} printed its result but returned nothing. End the function with `return` and the result.", None
    return "", result


def _call(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """The call, as a reader may repeat it; long arguments are cut."""
    with np.printoptions(threshold=6, edgeitems=2, precision=4):
        shown = [shorten(repr(argument), 60, placeholder=" …") for argument in arguments]
    return f"{getattr(function, '__name__', 'function')}({', '.join(shown)})"


def _not_yet(text: str) -> Judgment:
    return says(WRONG, "wrong", text=text)


def _last_line(error: Exception) -> str:
    """An exception as Python ends its report, on one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _named(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

"""Errors that say what to write instead, where somebody writes what another library understands.

Nothing is looked up before something is wrong: a module has been asked for a name that it has not, a function has
refused its arguments, a confusion matrix has been asked for an attribute of an array.
"""

from __future__ import annotations

import functools
import inspect
import re
import sys
from collections.abc import Callable, Collection
from difflib import get_close_matches
from importlib import import_module
from opcode import opmap
from typing import Any, NoReturn, TypeVar, cast

import numpy as np

from evalbook._names_elsewhere import ATTRIBUTES, GAINS_IN_ONE_LIST, NAMES, NO_RNG, OPTIONS, PARTS, SHORT

F = TypeVar("F", bound=Callable[..., Any])


def explain_names(module: str) -> None:
    """Let a module say what a name that it has not is called here."""

    def __getattr__(name: str) -> NoReturn:  # noqa: N807
        raise missing_name(module, name)

    vars(sys.modules[module])["__getattr__"] = __getattr__  # not as a function of the module, which types would allow


def missing_name(module: str, name: str) -> Exception:
    """What the `__getattr__` of a module raises: an import keeps of an AttributeError no more than the name."""
    asking = sys._getframe(2)
    hint = _hint(name)
    if hint and asking.f_code.co_code[asking.f_lasti] == opmap["IMPORT_FROM"]:
        return ImportError(f"{module} has no {name}: {hint}", name=module)
    told = f"{module} has no {name}: {hint}" if hint else f"module {module!r} has no attribute {name!r}"
    return AttributeError(told, name=name, obj=sys.modules[module])


def _hint(name: str) -> str:
    """What a name is here; nothing of one that nobody has."""
    ours = [part for part in PARTS if name in import_module(f"evalbook.{part}").__all__]
    if ours:
        return "it is " + " or ".join(f"{part}.{name}" for part in ours)
    for library, names in NAMES.items():
        if name in names:
            called = name if library == SHORT else f"what {library} calls {name}"
            return f"{called} is {names[name]}"
    return ""


def with_hints(function: F) -> F:
    """The function; where its arguments do not fit, the error says what to write instead."""

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        __tracebackhide__ = True  # of IPython and pytest
        try:
            return function(*args, **options)
        except TypeError:
            _refuse_misfits(function, args, options)
            raise

    return cast("F", call)


def _refuse_misfits(function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> None:
    """Raise if Python refused these arguments, and not the function."""
    parameters = inspect.signature(function).parameters
    part = function.__module__.split(".")[1]
    for option in options:
        if option not in parameters:
            keys = (f"{part}.{function.__name__}.{option}", f"{part}.{option}", option)
            hint = _advice(keys, parameters)
            raise TypeError(f"{function.__name__} has no argument {option}: {hint}") from None
    by_position = [name for name, one in parameters.items() if one.kind is one.POSITIONAL_OR_KEYWORD]
    if len(args) > len(by_position) and all(one.kind is not one.VAR_POSITIONAL for one in parameters.values()):
        expected = f"one, relevance, {GAINS_IN_ONE_LIST}" if by_position == ["relevance"] else ", ".join(by_position)
        raise TypeError(
            f"{function.__name__} is given {len(args)} arguments by position; expected {expected}"
        ) from None


def _advice(keys: tuple[str, ...], parameters: Collection[str]) -> str:
    """What to write in place of an option that a function has not; the keys of the table go from one function to any.

    What another function calls so is no advice where this one has no such argument.
    """
    hints = [OPTIONS[key] for key in keys if key in OPTIONS]
    for hint in hints:
        meant = re.match(r"did you mean (\w+)=", hint)
        if not meant or meant[1] in parameters:
            return hint
    alike = get_close_matches(keys[-1], parameters, n=1, cutoff=0.75)
    if alike:
        return f"did you mean {alike[0]}=?"
    known = f"its arguments are {', '.join(parameters)}"
    return f"{NO_RNG}; {known}" if OPTIONS["rng"] in hints else known


def missing_attribute(matrix: Any, name: str) -> AttributeError:
    """The error of a confusion matrix that is asked for an attribute of an array."""
    told = f"'{type(matrix).__name__}' object has no attribute '{name}'"
    if hasattr(np.ndarray, name) and not name.startswith("_"):
        told += f"; {ATTRIBUTES.get(name, f'its counts are an array: matrix.counts.{name}')}"
    return AttributeError(told, name=name, obj=matrix)

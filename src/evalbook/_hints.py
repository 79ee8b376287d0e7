"""Errors that say what to write instead, where somebody writes what another library understands.

Nothing is looked up before something is wrong: a module has been asked for a name that it has not, a function or a
method has refused its arguments, a confusion matrix has been asked for an attribute of an array.
"""

from __future__ import annotations

import functools
import inspect
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
    """Let a module, and the methods of its classes, say what a name that they have not is called here."""

    def __getattr__(name: str) -> NoReturn:  # noqa: N807
        raise missing_name(module, name)

    space = vars(sys.modules[module])
    space["__getattr__"] = __getattr__  # not as a function of the module, which types would allow
    for name in space["__all__"]:
        if inspect.isclass(space[name]):
            _hint_at_methods(space[name])


def _hint_at_methods(one: type) -> None:
    """Give the public methods of a class what `with_hints` gives a function."""
    for name, method in list(vars(one).items()):
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(method, classmethod | staticmethod):
            kind = type(method)
            setattr(one, name, kind(with_hints(method.__func__, bound=kind is classmethod)))
        elif inspect.isfunction(method):
            setattr(one, name, with_hints(method, bound=True))


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


def with_hints(function: F, *, bound: bool = False) -> F:
    """The function; where its arguments do not fit, the error says what to write instead.

    `bound` says that the first argument is the object or the class whose method it is.
    """

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        __tracebackhide__ = True  # of IPython and pytest
        try:
            return function(*args, **options)
        except TypeError:
            _refuse_misfits(function, args[bound:], options, bound)
            raise

    return cast("F", call)


def _refuse_misfits(function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any], bound: bool) -> None:
    """Raise if Python refused these arguments, and not the function."""
    known = list(inspect.signature(function).parameters.values())[bound:]
    parameters = [one.name for one in known]
    part, called = function.__module__.split(".")[1], function.__qualname__.removesuffix(".__init__")
    for option in options:
        if option not in parameters:
            keys = (f"{part}.{called}.{option}", f"{part}.{option}", option)
            raise TypeError(f"{called} has no argument {option}: {_advice(keys, parameters)}") from None
    by_position = [one.name for one in known if one.kind is one.POSITIONAL_OR_KEYWORD]
    if len(args) > len(by_position) and all(one.kind is not one.VAR_POSITIONAL for one in known):
        expected = f"one, relevance, {GAINS_IN_ONE_LIST}" if by_position == ["relevance"] else ", ".join(by_position)
        given = f"{len(args)} argument{'s' if len(args) > 1 else ''}"
        raise TypeError(f"{called} is given {given} by position; expected {expected or 'none'}") from None


def _advice(keys: tuple[str, ...], parameters: Collection[str]) -> str:
    """What to write in place of an option that a function has not; the keys of the table go from one function to any.

    What another function calls so is no advice where this one has no such argument.
    """
    hints = [OPTIONS[key] for key in keys if key in OPTIONS]
    for hint in hints:
        if isinstance(hint, str) or hint.option in parameters:
            return str(hint)
    alike = get_close_matches(keys[-1], parameters, n=1, cutoff=0.75)
    if alike:
        return f"did you mean {alike[0]}=?"
    ours = ", ".join(name for name in parameters if not name.startswith("_"))
    known = f"its arguments are {ours}" if ours else "it takes no arguments"
    return f"{NO_RNG}; {known}" if OPTIONS["rng"] in hints else known


def missing_attribute(matrix: Any, name: str) -> AttributeError:
    """The error of a confusion matrix that is asked for an attribute of an array."""
    told = f"'{type(matrix).__name__}' object has no attribute '{name}'"
    if hasattr(np.ndarray, name) and not name.startswith("_"):
        told += f"; {ATTRIBUTES.get(name, f'its counts are an array: matrix.counts.{name}')}"
    return AttributeError(told, name=name, obj=matrix)

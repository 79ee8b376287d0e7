"""Single values: whole numbers, real numbers, random generators."""

from __future__ import annotations

import math
import operator
import reprlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from numbers import Real
from typing import Any, TypeGuard

import numpy as np

from evalbook._names_elsewhere import VALUES


def is_collection(value: Any) -> TypeGuard[Iterable[Any]]:
    """Whether `value` holds others that can be gone through; text, bytes and arrays without dimensions do not."""
    single = isinstance(value, str | bytes | bytearray | memoryview) or getattr(value, "ndim", 1) == 0
    return isinstance(value, Iterable) and not single


def shown(value: Any) -> str:
    """`value` for an error message, cut short."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "an int of too many digits to show"  # above 4,300 Python refuses


def kind_of(value: Any) -> str:
    """The type of `value` for an error message: an int, a list."""
    return with_article(type(value).__name__)


def with_article(name: str) -> str:
    """The name of a type after "a" or "an", by its sound: an int, a uint8, an ndarray."""
    return f"{'an' if name.lower().startswith(('a', 'e', 'i', 'o', 'nd')) else 'a'} {name}"


@contextmanager
def noting(text: str) -> Iterator[None]:
    """An error that is raised inside says with this note where that was, or what may help."""
    try:
        yield
    except Exception as error:
        error.add_note(text)
        raise


def is_real(value: Any) -> bool:
    """Whether `value` is a real number; NumPy's time spans pass for integers and are none."""
    if type(value) is float:  # the usual case, without the detour over abstract classes
        return True
    return isinstance(value, Real) and not isinstance(value, np.timedelta64)


def integer(value: Any, name: str, *, at_least: int, at_most: int = sys.maxsize, bound: str = "") -> int:
    """`value` as an int within its limits; `bound` says in the error message what the upper limit is."""
    try:
        number = None if isinstance(value, bool | np.bool_) else operator.index(value)  # bool_ has an index in NumPy 1
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{name} is {shown(value)}; expected an integer")
    if not at_least <= number <= at_most:
        unlimited = at_most == sys.maxsize and number <= at_most
        upper = "" if unlimited else f" and at most {at_most}" + (f", {bound}" if bound else "")
        raise ValueError(f"{name} is {shown(number)}; expected at least {at_least}{upper}")
    return number


def real(value: Any, name: str, *, at_least: float = -math.inf, finite: bool = True) -> float:
    """`value` as a float of at least `at_least`."""
    if not is_real(value):
        raise TypeError(f"{name} is {shown(value)}; expected a number")
    try:
        found = float(value)
    except OverflowError:  # of a huge int or Fraction
        found = math.inf if value > 0 else -math.inf
    if not found >= at_least or (finite and math.isinf(found)):  # nan too
        limit = "" if at_least == -math.inf else f" of at least {at_least:g}"
        raise ValueError(f"{name} is {found:g}; expected a {'finite ' if finite else ''}number{limit}")
    return found


def confidence(level: Any, name: str = "level") -> float:
    """`level` as a number above 0 and below 1."""
    found = real(level, name)
    if not 0 < found < (1 + found) / 2 < 1:  # beyond lies no number to look up
        hint = ", such as 0.95" if name == "level" else ", such as 0.05"
        raise ValueError(f"{name} is {found:g}; expected a number above 0 and below 1{hint}")
    return found


SMALLEST, LARGEST = 1e-100, 1e100
"""What is weighed or paid is 0 or has a size between these: then no square, product or sum of it vanishes or exceeds a
float. Of numbers that are compared and averaged the largest is so."""


def sized(value: Any, name: str, *, at_least: float = -math.inf, finite: bool = True) -> float:
    """`value` as a float that is 0 or neither tiny nor huge."""
    found = real(value, name, at_least=at_least, finite=finite)
    if found and not math.isinf(found) and not SMALLEST <= abs(found) <= LARGEST:
        raise out_of_range(name, found)
    return found


def out_of_range(name: str, found: float) -> ValueError:
    return ValueError(f"{name} is {found:g}; expected 0, or a size from 1e-100 to 1e100: choose another unit")


def error_costs(cost_fp: float, cost_fn: float) -> tuple[float, float]:
    """The costs of a false positive and of a false negative: at least 0, not both 0."""
    costs = sized(cost_fp, "cost_fp", at_least=0), sized(cost_fn, "cost_fn", at_least=0)
    if not any(costs):
        raise ValueError("cost_fp and cost_fn are both 0; expected at least one positive cost")
    return costs


def generator(rng: Any) -> np.random.Generator:
    """The random generator that `rng` is, or seeds."""
    seed = np.asarray(rng) if isinstance(rng, np.matrix) else rng  # NumPy would take a matrix apart without end
    try:
        if isinstance(rng, bool | np.bool_):
            raise TypeError
        return np.random.default_rng(seed)
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"rng is {shown(rng)}; expected None, an integer of at least 0, or a numpy.random.Generator"
        ) from None


def choice(value: Any, name: str, choices: Iterable[str | None]) -> Any:
    """`value`, which must be one of the `choices`: names, or names and None."""
    names = list(choices)
    if (value is None or isinstance(value, str)) and value in names:  # of other types not all can be compared
        return value
    *others, last = ["None" if name is None else f'"{name}"' for name in names]
    hint = f": {VALUES[name, value]}" if isinstance(value, str) and (name, value) in VALUES else ""
    raise ValueError(f"{name} is {shown(value)}; expected {', '.join(others)} or {last}{hint}")


def flag(value: Any, name: str) -> bool:
    """`value` as True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} is {shown(value)}; expected True or False")
    return bool(value)

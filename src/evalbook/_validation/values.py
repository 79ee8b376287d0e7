"""Single values: whole numbers, real numbers, random generators."""

from __future__ import annotations

import math
import operator
import reprlib
import sys
from numbers import Real
from typing import Any

import numpy as np


def integer(value: Any, name: str, *, at_least: int, at_most: int = sys.maxsize, bound: str = "") -> int:
    """`value` as an int within its limits; `bound` says in the error message what the upper limit is."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"{name} is {reprlib.repr(value)}; expected an integer")
    if not at_least <= number <= at_most:
        upper = "" if at_most == sys.maxsize else f" and at most {at_most}" + (f", {bound}" if bound else "")
        raise ValueError(f"{name} is {number}; expected at least {at_least}{upper}")
    return number


def real(value: Any, name: str, *, at_least: float = -math.inf, finite: bool = True) -> float:
    """`value` as a float of at least `at_least`."""
    if not isinstance(value, Real):
        raise TypeError(f"{name} is {reprlib.repr(value)}; expected a number")
    found = float(value)
    if not found >= at_least or (finite and math.isinf(found)):  # nan too
        limit = "" if at_least == -math.inf else f" of at least {at_least:g}"
        raise ValueError(f"{name} is {value}; expected a {'finite ' if finite else ''}number{limit}")
    return found


def error_costs(cost_fp: float, cost_fn: float) -> tuple[float, float]:
    """The costs of a false positive and of a false negative: at least 0, not both 0."""
    costs = real(cost_fp, "cost_fp", at_least=0), real(cost_fn, "cost_fn", at_least=0)
    if not any(costs):
        raise ValueError("cost_fp and cost_fn are both 0; expected at least one positive cost")
    return costs


def generator(rng: Any) -> np.random.Generator:
    """The random generator that `rng` is, or seeds."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"rng is {reprlib.repr(rng)}; expected None, an integer of at least 0, or a numpy.random.Generator"
        ) from None

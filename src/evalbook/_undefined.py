"""What is undefined for good input (0/0): one policy for the whole package.

A metric that would divide by zero is nan, and one :class:`UndefinedMetricWarning` says why. `zero_division` takes a
number instead, in silence. A mean over something undefined is undefined, too, unless the caller chose a number for it;
the number nan leaves it out.
"""

from __future__ import annotations

import contextlib
import math
import sys
import warnings
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from evalbook._input import LARGEST, is_real, plain, shown

ZeroDivision: TypeAlias = float | Literal["warn"]
Reason: TypeAlias = str | Callable[[NDArray[np.bool_]], str]
"""Why values are undefined: a text, or a function that is told which ones are."""


class UndefinedMetricWarning(UserWarning):
    """A metric is undefined for the given data (it would divide by zero), and nan was returned."""


REMEDY = "To use a number instead, give it as zero_division="
"""What a warning says of a function that takes a number for what is undefined."""


def ratio(numerator: Any, denominator: Any) -> Any:
    """numerator / denominator, quietly nan where the denominator is 0: a float for numbers, an array for arrays."""
    if not isinstance(denominator, np.ndarray):
        return float(numerator / denominator) if denominator else math.nan
    if np.count_nonzero(denominator) == denominator.size:  # the usual case
        return numerator / denominator
    return np.divide(numerator, denominator, out=np.full(np.shape(denominator), np.nan), where=denominator != 0)


def check_zero_division(zero_division: ZeroDivision) -> None:
    """Raise unless `zero_division` is "warn" or a number (nan is one)."""
    if isinstance(zero_division, str) and zero_division == "warn":
        return
    with contextlib.suppress(OverflowError):
        if is_real(zero_division) and not LARGEST < abs(float(zero_division)) < math.inf:
            return
    raise ValueError(f'zero_division is {shown(zero_division)}; expected "warn", nan, or a number from -1e100 to 1e100')


@overload
def or_undefined(values: float, zero_division: ZeroDivision, reason: Reason) -> float: ...
@overload
def or_undefined(values: Any, zero_division: ZeroDivision, reason: Reason) -> Any: ...
def or_undefined(values: Any, zero_division: ZeroDivision, reason: Reason) -> Any:
    """A value, or an array of them; where it is nan, what `zero_division` says: a number, or nan with a warning."""
    check_zero_division(zero_division)
    if isinstance(values, float) and not math.isnan(values):  # the usual case, without the detour over arrays
        return float(values)
    missing = np.isnan(values)
    if zero_division != "warn":
        return plain(np.where(missing, float(zero_division), values))
    if np.count_nonzero(missing):
        warn_undefined(reason if isinstance(reason, str) else reason(missing))
    return plain(values)


def mean(values: Any, zero_division: ZeroDivision, parts: Any = None) -> float:
    """The mean of what :func:`or_undefined` returned, weighted by `parts`: nan where one is, unless nan was chosen."""
    values = np.atleast_1d(values)
    if zero_division != "warn":
        kept = ~np.isnan(values)
        values, parts = values[kept], None if parts is None else parts[kept]
    if not (values.size if parts is None else parts.any()):
        return math.nan
    if parts is None:
        return float(np.add.reduce(values, axis=None) / values.size)
    return float(np.average(values, weights=parts))


def mean_or_undefined(values: Any, zero_division: ZeroDivision, reason: Reason, parts: Any = None) -> float:
    """The mean of values of which some are undefined; what has no part may be."""
    if parts is not None:
        values = np.where(parts > 0, values, 0.0)
    check_zero_division(zero_division)
    usual = mean(values, "warn", parts)
    if not math.isnan(usual):  # then no value is undefined
        return usual
    return mean(or_undefined(values, zero_division, reason), zero_division, parts)


def mean_of_sum(total: float, n: float, undefined: float, zero_division: ZeroDivision) -> float:
    """The same mean, of n values of which so many are undefined and the others add up to `total`; it never warns."""
    if not undefined:
        return float(ratio(total, n))
    if zero_division == "warn":
        return math.nan
    number = float(zero_division)
    return float(ratio(total, n - undefined) if math.isnan(number) else ratio(total + undefined * number, n))


_SILENT = ContextVar("_SILENT", default=False)
"""Not `warnings.catch_warnings`, which changes the filters of all threads."""


@contextlib.contextmanager
def no_warning() -> Iterator[None]:
    """Nothing warns here, in this thread: undefined values are nan, and what is odd is said in other words."""
    before = _SILENT.set(True)
    try:
        yield
    finally:
        _SILENT.reset(before)


def warn_undefined(reason: str) -> None:
    """Warn that a value is undefined."""
    warn(reason, UndefinedMetricWarning)


def warn(reason: str, category: type[Warning] = UserWarning) -> None:
    """Warn on the line of the caller outside the package, unless nothing is to be said there."""
    if _SILENT.get():
        return
    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).split(".")[0] == "evalbook":
        frame = frame.f_back
        depth += 1
    warnings.warn(reason, category, stacklevel=depth)

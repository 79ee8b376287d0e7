"""What is undefined for good input: nan and a warning, or what the caller says."""

from __future__ import annotations

import contextlib
import math
import sys
import warnings
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook._validation.values import is_real, shown

ZeroDivision: TypeAlias = float | Literal["warn"]


class UndefinedMetricWarning(UserWarning):
    """A metric is undefined for the given data (it would divide by zero), and nan was returned."""


def ratio(numerator: Any, denominator: Any) -> Any:
    """numerator / denominator, quietly nan where the denominator is 0: a float for numbers, an array for arrays."""
    if not isinstance(denominator, np.ndarray):
        return float(numerator / denominator) if denominator else math.nan
    return np.divide(numerator, denominator, out=np.full(np.shape(denominator), np.nan), where=denominator != 0)


def check_zero_division(zero_division: ZeroDivision) -> None:
    """Raise unless `zero_division` is "warn" or a number (nan is one)."""
    if isinstance(zero_division, str) and zero_division == "warn":
        return
    with contextlib.suppress(OverflowError):
        if is_real(zero_division):
            float(zero_division)
            return
    raise ValueError(f'zero_division is {shown(zero_division)}; expected "warn" or a number')


def or_undefined(value: float, zero_division: ZeroDivision, reason: str) -> float:
    """`value`; where it is nan, what `zero_division` says: a number in silence, or nan with a warning."""
    check_zero_division(zero_division)
    if not math.isnan(value):
        return float(value)
    if zero_division == "warn":
        warn_undefined(reason)
        return math.nan
    return float(zero_division)


def each_or_undefined(
    values: NDArray[np.float64], zero_division: ZeroDivision, reason: Callable[[NDArray[np.intp]], str]
) -> NDArray[np.float64]:
    """`values`; where some are nan, what `zero_division` says. `reason` is given their places."""
    check_zero_division(zero_division)
    undefined = np.isnan(values)
    if zero_division != "warn":
        return np.where(undefined, float(zero_division), values)
    if undefined.any():
        warn_undefined(reason(np.flatnonzero(undefined)))
    return values


def mean_or_undefined(
    values: NDArray[np.float64],
    parts: NDArray[Any],
    zero_division: ZeroDivision,
    reason: Callable[[NDArray[np.intp]], str],
) -> float:
    """The mean of `values`, weighted by `parts`; what has no part may be undefined.

    A mean over something undefined is undefined until `zero_division` chooses: nan leaves it out.
    """
    values = each_or_undefined(np.where(parts > 0, values, 0.0), zero_division, reason)
    if zero_division != "warn":
        values, parts = values[~np.isnan(values)], parts[~np.isnan(values)]
    with np.errstate(over="ignore"):  # of a zero_division near the largest float
        return float(np.average(values, weights=parts)) if parts.any() else math.nan


def warn_undefined(reason: str) -> None:
    """Warn on the line of the caller outside the package."""
    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).split(".")[0] == "evalbook":
        frame = frame.f_back
        depth += 1
    warnings.warn(reason, UndefinedMetricWarning, stacklevel=depth)

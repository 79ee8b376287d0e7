"""What has bounds: an interval around an estimate, a difference with its interval, and how rounds become bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook.comparison._distributions import normal_below, normal_quantile

Method: TypeAlias = Literal["percentile", "basic", "bca"]
METHODS = ("percentile", "basic", "bca")


class Result(Record):
    """Base of the results here: numbers print with six digits."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={_short(getattr(self, name))}" for name in self.__match_args__)
        return f"{type(self).__name__}({parts})"


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return np.array2string(value, precision=6, separator=", ") if isinstance(value, np.ndarray) else repr(value)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Interval(Result):
    """A confidence interval around an estimate; unpacks into ``low, high``."""

    value: float
    """The estimate."""
    low: float
    """The lower bound; nan where there is none."""
    high: float
    """The upper bound; nan where there is none."""
    level: float
    """The confidence level, such as 0.95."""
    method: str
    """How the bounds were found."""
    rounds: int = 0
    """How often the samples were drawn; 0 for a formula."""
    undefined: int = 0
    """In how many of these rounds the metric was undefined, which are left out."""

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Difference(Result):
    """How much better or worse model b scores than model a on the same samples, with an interval around it."""

    a: float
    """The score of model a."""
    b: float
    """The score of model b."""
    value: float
    """b - a: positive where b scores higher."""
    low: float
    """The lower bound of the difference; nan where there is none."""
    high: float
    """The upper bound of the difference; nan where there is none."""
    p_value: float
    """Two-sided, of no difference: the smallest 1 - level whose interval leaves out 0; nan where there is none."""
    level: float
    """The confidence level, such as 0.95."""
    rounds: int = 0
    """How often the samples were drawn; 0 for a formula."""
    undefined: int = 0
    """In how many of these rounds a score was undefined, which are left out."""


def confidence(level: Any, name: str = "level") -> float:
    """`level` as a number above 0 and below 1."""
    found = check.real(level, name)
    if not 0 < found < (1 + found) / 2 < 1:  # beyond lies no number to look up
        hint = ", such as 0.95" if name == "level" else ", such as 0.05"
        raise ValueError(f"{name} is {found:g}; expected a number above 0 and below 1{hint}")
    return found


# ---------------------------------------------------------------- from rounds to bounds


class Rounds:
    """What a metric was in each round that defines it, beside its value for the samples themselves."""

    def __init__(
        self, values: FloatArray, value: float, method: Method, acceleration: float = math.nan, *, within: float = 0.0
    ) -> None:
        self.values = np.sort(values)
        self.value, self.method, self.acceleration = value, method, acceleration
        self.within = within
        """By how much two of these may differ by rounding alone."""

    @property
    def shift(self) -> float:
        """BCa's z₀: how far the estimate is from the middle of the rounds, in standard normal units."""
        left = np.searchsorted(self.values, self.value - self.within, side="left")
        right = np.searchsorted(self.values, self.value + self.within, side="right")
        return normal_quantile(float(left + right) / (2 * len(self.values)))  # ties count half

    def bounds(self, level: float) -> tuple[float, float]:
        """The bounds of a confidence level; nan where BCa finds none."""
        if self.method != "bca":
            low, high = self.percentiles(level)
            if self.method == "basic":
                low, high = self._leveled(2 * self.value - high), self._leveled(2 * self.value - low)
            return low, high
        if not (math.isfinite(self.shift) and math.isfinite(self.acceleration)):
            return math.nan, math.nan
        tail = (1 - level) / 2
        return self._quantile(self._corrected(tail)), self._quantile(self._corrected(1 - tail))

    def percentiles(self, level: float) -> tuple[float, float]:
        """Between which the middle of the rounds lies, so many of them."""
        tail = (1 - level) / 2
        return self._quantile(tail), self._quantile(1 - tail)

    def _corrected(self, tail: float) -> float:
        """Which share of the rounds BCa puts below a bound."""
        z = self.shift + normal_quantile(tail)
        reach = 1 - self.acceleration * z
        # As it falls to 0 the share tends to 0 or 1. Beyond it the formula would start again from the other end.
        return normal_below(self.shift + z / reach) if reach > 0 else float(z > 0)

    def p_value(self) -> float:
        """The smallest 1 - level at which the bounds leave out 0, for a difference that has bounds."""
        rising = 2 * self.value - self.values[::-1] if self.method == "basic" else self.values
        at_most, at_least = self._tail(rising), self._tail(-rising[::-1])
        if self.method == "bca":
            at_most, at_least = self._uncorrected(at_most), 1 - self._uncorrected(1 - at_least)
        return min(1.0, 2 * max(min(at_most, at_least), 1 / (len(self.values) + 1)))

    def _tail(self, rising: FloatArray) -> float:
        """The share of rounds at most 0; one more on both sides, so that it is never 0."""
        return float(np.searchsorted(rising, self.within, side="right") + 1) / (len(rising) + 1)

    def _uncorrected(self, share: float) -> float:
        """The tail that BCa corrects to a share of the rounds."""
        z = normal_quantile(share) - self.shift
        reach = 1 + self.acceleration * z
        if reach <= 0:  # no tail is corrected to this share
            return float(z > 0)
        return normal_below(z / reach - self.shift) if math.isfinite(z) else share

    def _leveled(self, bound: float) -> float:
        """0 for what is 0 but for rounding."""
        return 0.0 if abs(bound) <= self.within else bound

    def _quantile(self, share: float) -> float:
        """The quantile, between two rounds in proportion; an infinite one has no point between."""
        place = share * (len(self.values) - 1)
        low, high = self.values[math.floor(place)], self.values[math.ceil(place)]
        return self._leveled(float(low if low == high else low + (high - low) * (place - math.floor(place))))


def acceleration(left_out: FloatArray, copies: NDArray[Any], strata: NDArray[Any]) -> float:
    """BCa's a: how the spread of the metric grows with it, from what it is without each sample (or group).

    `left_out[i]` is the metric without one of the `copies[i]` equal samples of stratum `strata[i]`.
    """
    size = np.bincount(strata, copies)[strata]
    mean = (np.bincount(strata, copies * left_out) / np.bincount(strata, copies))[strata]
    pull = (size - 1) / size * (mean - left_out)
    with np.errstate(invalid="ignore", divide="ignore"):
        return float((copies * pull**3).sum() / (6 * (copies * pull**2).sum() ** 1.5))

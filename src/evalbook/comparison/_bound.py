"""Bound: how the scores of rounds become an interval and a p-value, and whether they fit the estimate."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook._distributions import normal_below, normal_quantile
from evalbook._input import FloatArray
from evalbook._rounding import rounding
from evalbook._undefined import warn, warn_undefined

Method: TypeAlias = Literal["percentile", "basic", "bca"]
METHODS = ("percentile", "basic", "bca")
FEWEST = 20
"""Fewer rounds lie all on one side of a sound estimate too often."""


class Bounds(NamedTuple):
    """Bounds and p-value, nan where there are none, and in how many rounds the metric is undefined."""

    low: float
    high: float
    p_value: float
    undefined: int


def bound(
    estimates: tuple[float, ...],
    scores: FloatArray,
    *,
    again: float,
    acceleration: Callable[[], float],
    level: float,
    method: Method,
) -> Bounds:
    """Bound the last of the estimates by the scores of the rounds; `again` is that of a round of the same samples."""
    defined = scores[~np.isnan(scores)]
    undefined = len(scores) - len(defined)
    if undefined > (1 - level) / 2 * len(scores):
        warn_undefined(
            f"the metric is undefined in {undefined:,} of {len(scores):,} rounds, which is more than the interval at "
            f"level={level:g} may leave out, so its bounds are nan. Use more samples, or stratify= if a class is rare"
        )
        return Bounds(math.nan, math.nan, math.nan, undefined)
    accelerated = acceleration() if method == "bca" else math.nan
    distribution = BootstrapDistribution(defined, estimates[-1], method, accelerated, within=rounding(estimates))
    if not warned_of_another_score(estimates, again, defined):
        _warn_of_estimate_outside(distribution, level)
    low, high = distribution.bounds(level)
    if math.isnan(low + high):
        warn_undefined(
            f'method="{method}" finds no bounds, so they are nan: the rounds do not lie on both sides of the estimate, '
            f"or the metric is undefined without some sample. For a share of samples use proportion_interval"
        )
        return Bounds(math.nan, math.nan, math.nan, undefined)
    return Bounds(low, high, distribution.p_value(), undefined)


def warned_of_another_score(estimates: tuple[float, ...], again: float, rounds: FloatArray) -> bool:
    """Warn where the same samples have another score in a round than as they were handed in; whether they have."""
    value = estimates[-1]
    if again == value or abs(again - value) <= max(rounding(estimates), 1000 * rounding(rounds)):
        return False
    warn(
        f"metric gives {value:.6g} for the samples as they are, but {again:.6g} for the same samples in a round; "
        f"expected the same value. The metric may use random numbers, depend on the type of its arguments, or change "
        f"them. The interval and the p-value then do not belong to the estimate: use a metric that always gives the "
        f"same value for the same samples"
    )
    return True


def _warn_of_estimate_outside(rounds: BootstrapDistribution, level: float) -> None:
    low, high = rounds.percentiles(max(level, 0.95))  # most narrower ones leave out some sound estimates
    if len(rounds.values) < FEWEST or low - rounds.within <= rounds.value <= high + rounds.within:
        return
    warn(
        f"the estimate, {rounds.value:.6g}, lies outside the percentile interval of its own rounds, {low:.6g} to "
        f"{high:.6g}. There are two possible causes. Drawing the samples again biases some metrics, such as a "
        f"calibration error, a maximum or a median of few values, and the interval is then off by that bias. Or the "
        f"metric uses samples that are not drawn along, because they are in a closure, a dict or an object: hand these "
        f"in as one more of the arrays"
    )


class BootstrapDistribution:
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

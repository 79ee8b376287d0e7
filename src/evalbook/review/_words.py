"""Numbers in the words of a review."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable


def short(value: float, least: int = 3) -> str:
    """Three decimals, as for a rate; more where these would leave one digit of it, or of what is left to 1."""
    return "undefined" if math.isnan(value) else f"{value:z.{_decimals(value, least=least)}f}"


def _decimals(*values: float, least: int = 3) -> int:
    """So many that no value but 0 and 1 themselves is shown as 0 or 1."""
    rest = min((each for value in values if (each := min(abs(value), abs(1 - value)))), default=1.0)
    return least if not rest < 0.005 else min(9, math.ceil(-math.log10(2 * rest)) + 1)


def sized(value: float, digits: int = 3) -> str:
    """Three digits, or as many as are asked for, of a number of any size."""
    if math.isnan(value):
        return "undefined"
    if value == 0 or not 1e-4 <= abs(value) < 1e6:
        return f"{value:z.{digits}g}"
    return f"{value:,.{max(0, digits - 1 - math.floor(math.log10(abs(value))))}f}"


def between(bounds: Iterable[float], how: str, number: Callable[[float], str] | None = None) -> str:
    """The bounds of a 95% interval, with as many decimals each, and where they come from; or that there are none."""
    low, high = bounds
    if math.isnan(low) or math.isnan(high):
        return f"no interval ({how} has none here)"
    decimals = _decimals(low, high)
    one, two = (number(bound) if number else f"{bound:z.{decimals}f}" for bound in (low, high))
    return f"95% {one} to {two} ({how})"


def counted_share(part: int, whole: int, low: float, high: float) -> str:
    """A share with its bounds, for many of them in a row: two decimals, if these do."""
    decimals = _decimals(part / whole, low, high, least=2)
    return f"{part / whole:.{decimals}f} ({low:.{decimals}f} to {high:.{decimals}f})"


def counted(count: int, plural: str) -> str:
    """A number of things: 2 queries, 1 query."""
    one = f"{plural[:-3]}y" if plural.endswith("ies") else plural.removesuffix("s")
    return f"{count:,} {one if count == 1 else plural}"


def share(part: int, whole: int) -> str:
    """Some of all, as counts and as a percentage."""
    return f"{part:,} of {whole:,} ({part / whole:.0%})"


def chance(p_value: float) -> str:
    return f"p = {p_value:.2g}" if p_value >= 1e-4 else "p < 0.0001"


def joined(clauses: Iterable[str]) -> str:
    return "; ".join(clause for clause in clauses if clause)

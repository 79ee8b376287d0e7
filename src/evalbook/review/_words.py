"""Numbers in the words of a review."""

from __future__ import annotations

import math
from collections.abc import Iterable


def short(value: float) -> str:
    """Three decimals, as for a rate; four where three would leave one digit of it, or of what is left to 1."""
    if math.isnan(value):
        return "undefined"
    return f"{value:.{4 if 0 < min(abs(value), abs(1 - value)) < 0.005 else 3}f}"


def sized(value: float) -> str:
    """Three digits of a number of any size."""
    if math.isnan(value):
        return "undefined"
    if value == 0 or not 1e-4 <= abs(value) < 1e6:
        return f"{value:.3g}"
    return f"{value:,.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"


def between(low: float, high: float, number: object = short) -> str:
    """The bounds of a 95% interval."""
    return f"95% {number(low)} to {number(high)}"  # type: ignore[operator]


def share(part: int, whole: int) -> str:
    """Some of all, as counts and as a percentage."""
    return f"{part:,} of {whole:,} ({part / whole:.0%})"


def chance(p_value: float) -> str:
    return f"p = {p_value:.2g}" if p_value >= 1e-4 else "p < 0.0001"


def joined(clauses: Iterable[str]) -> str:
    return "; ".join(clause for clause in clauses if clause)

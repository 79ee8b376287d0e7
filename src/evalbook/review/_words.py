"""Numbers in the words of a review."""

from __future__ import annotations

import math
from collections.abc import Iterable


def short(value: float) -> str:
    """Three decimals, as for a rate; four where three would leave one digit of it, or of what is left to 1."""
    return "undefined" if math.isnan(value) else f"{value:.{_decimals(value)}f}"


def _decimals(*values: float) -> int:
    return 4 if any(0 < min(abs(value), abs(1 - value)) < 0.005 for value in values) else 3


def sized(value: float) -> str:
    """Three digits of a number of any size."""
    if math.isnan(value):
        return "undefined"
    if value == 0 or not 1e-4 <= abs(value) < 1e6:
        return f"{value:.3g}"
    return f"{value:,.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"


def between(low: float, high: float) -> str:
    """The bounds of the 95% interval of a share, with as many decimals each."""
    decimals = _decimals(low, high)
    return f"95% {low:.{decimals}f} to {high:.{decimals}f}"


def share(part: int, whole: int) -> str:
    """Some of all, as counts and as a percentage."""
    return f"{part:,} of {whole:,} ({part / whole:.0%})"


def chance(p_value: float) -> str:
    return f"p = {p_value:.2g}" if p_value >= 1e-4 else "p < 0.0001"


def joined(clauses: Iterable[str]) -> str:
    return "; ".join(clause for clause in clauses if clause)

"""Numbers, and intervals or why there is none, in the words of a review."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from evalbook.comparison import interval
from evalbook.comparison._influence import Group, groups_in

ROUNDS = 2000


def rate(value: float, least: int = 3) -> str:
    """Three decimals, as for a rate; more where these would leave one digit of it, or of what is left to 1."""
    return "undefined" if math.isnan(value) else f"{value:z.{_decimals(value, least=least)}f}"


def _decimals(*values: float, least: int = 3) -> int:
    """So many that no value but 0 and 1 themselves is shown as 0 or 1."""
    rest = min((each for value in values if (each := min(abs(value), abs(1 - value)))), default=1.0)
    return least if not rest < 0.005 else min(9, math.ceil(-math.log10(2 * rest)) + 1)


def amount(value: float, digits: int = 3) -> str:
    """Three digits, or as many as are asked for, of a number of any size."""
    if math.isnan(value):
        return "undefined"
    if value == 0 or not 1e-4 <= abs(value) < 1e6:
        return f"{value:z.{digits}g}"
    return f"{value:,.{max(0, digits - 1 - math.floor(math.log10(abs(value))))}f}"


def bounds_in_words(
    bounds: Iterable[float],
    how: str,
    number: Callable[[float], str] | None = None,
    *,
    why: str = "the samples show no spread",
) -> str:
    """The bounds of a 95% interval, in as many digits as tell them apart, and where they come from.

    Bounds that are equal, but for rounding, say that nothing varied, and not that the number is certain: instead of
    them stands why there are none, as where they are undefined.
    """
    low, high = bounds
    told = _apart(low, high, number or partial(_decimal, decimals=_decimals(low, high)))
    return f"95% interval {told[0]} to {told[1]} ({how})" if told else f"no interval ({why})"


def _apart(low: float, high: float, number: Callable[[float], str]) -> tuple[str, str] | None:
    """Both numbers as texts that differ, with more digits where need be; None where they are equal, or undefined."""
    if math.isnan(low) or math.isnan(high) or math.isclose(low, high):
        return None
    if (told := (number(low), number(high)))[0] != told[1]:
        return told
    digits = math.ceil(-math.log10((high - low) / max(abs(low), abs(high)))) + 1
    return f"{low:#,.{digits}g}", f"{high:#,.{digits}g}"


def _decimal(value: float, decimals: int) -> str:
    return f"{value:z.{decimals}f}"


def share_with_bounds(part: int, whole: int, low: float, high: float, why: str = "the samples show no spread") -> str:
    """A share with its bounds, for many of them in a row: two decimals, if these do."""
    number = partial(_decimal, decimals=_decimals(part / whole, low, high, least=2))
    told = _apart(low, high, number)
    return f"{number(part / whole)} ({' to '.join(told) if told else f'no interval: {why}'})"


def with_signs(value: float, low: float, high: float) -> list[str]:
    """A difference and its bounds, in as many decimals as show the signs of the bounds; a 0 has no sign."""
    least = min(abs(each) for each in (low, high, high - low) if each)
    decimals = max(3, -math.floor(math.log10(least)))
    form = f"+.{decimals}f" if decimals < 10 else "+.3g"
    return [f"{each:{form}}" if float(f"{each:{form}}") else f"{0.0:{form[1:]}}" for each in (value, low, high)]


def number_of(count: int, plural: str) -> str:
    """A number of things: 2 queries, 1 query."""
    return f"{count:,} {_one(plural) if count == 1 else plural}"


def _one(plural: str) -> str:
    """The singular: query, row, group in the test set."""
    things, within, where = plural.partition(" in ")
    one = f"{things[:-3]}y" if things.endswith("ies") else things.removesuffix("s")
    return f"{one}{within}{where}"


def other(count: int, plural: str) -> str:
    """Those that are left: the other 3 rows, the other row."""
    return f"the other {_one(plural) if count == 1 else f'{count:,} {plural}'}"


def part_of(part: int, whole: int, plural: str) -> str:
    """Some of all things, as counts and as a percentage: 3 of the 4 rows (75%); all 4 rows, both rows, the only row."""
    if part == whole:
        return {1: f"the only {_one(plural)}", 2: f"both {plural}"}.get(whole, f"all {whole:,} {plural}")
    return f"{part:,} of the {whole:,} {plural} ({percent(part / whole)})"


def percent(share: float) -> str:
    """A whole percentage; only none is 0%, and only all are 100%."""
    told = f"{share:.0%}"
    if told == "0%" and share > 0:
        return "less than 1%"
    return "more than 99%" if told == "100%" and share < 1 else told


def are(count: int) -> str:
    """The verb of so many things."""
    return "is" if count == 1 else "are"


def sentence(text: str) -> str:
    """The text with a capital letter."""
    return f"{text[0].upper()}{text[1:]}"


def p_text(p_value: float) -> str:
    return f"p = {p_value:.2g}" if p_value >= 1e-4 else "p < 0.0001"


def join_clauses(clauses: Iterable[str]) -> str:
    return "; ".join(clause for clause in clauses if clause)


# ---------------------------------------------------------------- intervals that are drawn


def bootstrap_in_words(
    metric: Callable[..., float],
    *rows: Any,
    how: str = "bootstrap",
    number: Callable[[float], str] | None = None,
    why: str = "the samples show no spread",
) -> str:
    """The bootstrap's interval in words; or why there is none: no row is unlike another, or too many rounds fail."""
    found = interval(metric, *rows, rounds=ROUNDS, rng=0)
    if math.isnan(found.low):
        why = f"undefined in {found.undefined:,} of {ROUNDS:,} rounds"
    return bounds_in_words(found, how, number, why=why)


def why_no_spread(n: int, group: Group) -> str:
    """Why so many samples, which may belong to groups, have no interval: there is one of them, or they are alike."""
    units, name = (n, "sample") if group is None else (groups_in(group), "group")
    return f"one {name} shows no spread" if units == 1 else f"the {name}s show no spread"

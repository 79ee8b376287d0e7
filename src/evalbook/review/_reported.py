"""Numbers of a report: whether they are what the arrays give, and if not, which other number they equal."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._rounding import RELATIVE
from evalbook._undefined import mean
from evalbook.review._findings import Finding, Outcome
from evalbook.review._names import nearest, plain_name
from evalbook.review._words import counted, sized

CANCELED = 1e-12
"""Of a difference by at most this share of what it is the difference of: R² may be 0 here and 1e-16 there."""


@dataclass(frozen=True)
class Number:
    """A metric that is computed when asked for, and the size of what it is the difference of: 0 where it is none.

    A squared error of 1e-14 has as many digits as one of 1, and R² of 1e-14 has hardly one.
    """

    compute: Callable[[], float]
    scale: float = 0.0

    def __call__(self) -> float:
        return self.compute()


Catalog: TypeAlias = dict[str, Callable[[], float]]
"""Metrics by name, computed when asked for; those that are no `Number` are about 1."""
Metric: TypeAlias = Callable[[Any, Any], float]
NUMBER = re.compile(r"^\s*([-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,9})?)\s*(%?)\s*$")


class Claim(NamedTuple):
    """A number of a report: under which name, which value, and how exactly."""

    name: str
    text: str
    value: float
    within: float
    """Half a unit of the last digit of a text."""
    digits: int
    """How many digits it has that count."""
    precision: float
    """How exact a number is by its type; a text is by its digits."""

    def equals(self, number: Number) -> bool:
        value = number()
        rounding = max(RELATIVE, self.precision) * abs(value) + max(CANCELED, self.precision) * number.scale
        reach = self.within + rounding
        return math.isfinite(value) and abs(value - self.value) <= reach

    def times(self, factor: float) -> Claim:
        return self._replace(value=factor * self.value, within=factor * self.within)


def claims_of(reported: Any) -> list[Claim]:
    """The numbers of ``reported=``, such as {"ROC AUC": "0.830"}: a text keeps the digits that were printed."""
    if reported is None:
        return []
    if not isinstance(reported, Mapping):
        raise TypeError(f'reported is {check.shown(reported)}; expected numbers by name, as in {{"ROC AUC": "0.830"}}')
    return [_claim(name, value) for name, value in reported.items()]


def _claim(name: Any, value: Any) -> Claim:
    if not isinstance(name, str):
        raise TypeError(f"reported holds the name {check.shown(name)}; expected the name of a metric")
    if isinstance(value, str | Decimal):
        return _of_text(name, str(value), value)
    number = check.real(value, f"reported[{name!r}]")
    text = str(value) if isinstance(value, np.floating) else repr(number)
    return _of_text(name, text, value)._replace(value=number, within=0.0, precision=_precision(value, number))


def _of_text(name: str, text: str, value: Any) -> Claim:
    found = NUMBER.match(text)
    if not found or not -400 < (number := Decimal(found[1].replace("−", "-"))).adjusted() < 300:
        raise ValueError(f'reported[{name!r}] is {check.shown(value)}; expected a number as it was printed, as "0.830"')
    percent = 2 if found[2] else 0
    half_a_unit = 0.5 * 10.0 ** (int(number.as_tuple().exponent) - percent)
    digits = len(number.as_tuple().digits)
    return Claim(name, text.strip(), float(number.scaleb(-percent)), half_a_unit, digits, 0.0)


def _precision(value: Any, number: float) -> float:
    """How exact a number is by its type; what 32 bits hold exactly was most likely computed with them."""
    kind = type(value) if isinstance(value, np.floating) else np.float64
    with np.errstate(over="ignore"):
        exact = number == float(np.float32(number))
    return 8 * float(max(np.finfo(kind).eps, np.finfo(np.float32).eps * exact))


def reported_number_of(claims: Sequence[Claim], metrics: Catalog, variants: Catalog) -> Outcome:
    """The claims that are not what the arrays give, with what each equals; and the names that these do not give."""
    if not claims:
        return "reported is not given"
    others = {name: _number(compute) for name, compute in {**metrics, **variants}.items()}
    known = {plain_name(name): others[name] for name in metrics}
    numbers = [(claim, _by_name(claim.name, known)) for claim in claims]
    compared = [_compared(claim, number, others) for claim, number in numbers if number]
    unknown = [claim.name for claim, number in numbers if not number]
    told = [_unknown(unknown, metrics)] if unknown else []
    return [*filter(None, compared), *told] if compared else told[0]


def _number(compute: Callable[[], float]) -> Number:
    """The same, computed at the first of several claims."""
    number = compute if isinstance(compute, Number) else Number(compute, 1.0)
    return replace(number, compute=cache(number.compute))


def _by_name(name: str, known: Mapping[str, Number]) -> Number | None:
    """The number of this name; scikit-learn's scorers take the negative of an error, as neg_log_loss."""
    plain = plain_name(name)
    if plain in known or not plain.startswith("neg"):
        return known.get(plain)
    error = known.get(plain_name(plain.removeprefix("neg")))
    return error and replace(error, compute=lambda: -error())


def _unknown(names: Sequence[str], metrics: Iterable[str]) -> str:
    near = {name: nearest(name, metrics) for name in names}
    told = [f"{name} (the nearest name is {near[name]})" if near[name] else name for name in names]
    return f"reported has {', '.join(told)}; these arrays give {', '.join(metrics)}"


def _compared(claim: Claim, number: Number, others: Mapping[str, Number]) -> Finding | None:
    if claim.equals(number):
        return None
    value = number()
    equal = [name for name, each in others.items() if claim.equals(each)] if claim.digits > 2 else []
    rest = _as_it_was_meant(claim, number) or _what_it_equals(claim, equal, len(others))
    message = f"{claim.name} is reported as {claim.text}, and is {_told(value, claim)} here. {rest}"
    evidence = {"reported": claim.value, "here": value, "equals": equal, "tried": len(others)}
    return Finding("reported_number", "note", claim.value, message, "confusion/averaging", evidence)


def _as_it_was_meant(claim: Claim, number: Number) -> str:
    """How the number would be right if it were written in another way."""
    percent = claim.text.endswith("%")
    if not percent and claim.times(0.01).equals(number):
        return f'It is 100 times that: as a percentage, "{claim.text}%", it would be right.'
    if percent and claim.times(100).equals(number):
        return f'It is a hundredth of that: without the percent sign, "{claim.text[:-1].strip()}", it would be right.'
    if not claim.within and _of_text(claim.name, claim.text, claim.value).equals(number):
        return f'Numbers are compared in all digits; as a text, "{claim.text}" would be right in those that it has.'
    return ""


def _what_it_equals(claim: Claim, equal: Sequence[str], tried: int) -> str:
    if claim.digits <= 2:
        are = "is" if claim.digits == 1 else "are"
        return f"Its {counted(claim.digits, 'digits')} {are} too few to compare with {tried} other numbers."
    if equal:
        return f"{claim.text} equals, of {tried} numbers tried, {' and '.join(equal[:3])}."
    return f"It equals none of {tried} other numbers of these arrays."


def _told(value: float, claim: Claim) -> str:
    """With as many digits as a text has, at least three, and more where these do not show that it differs."""
    digits = max(3, claim.digits) if claim.within else 3
    while digits < 17 and float(f"{value:.{digits}g}") in {float(f"{claim.value:.{digits}g}"), *({1.0} - {value})}:
        digits += 1
    return sized(value, digits)


def over_groups(metrics: Mapping[str, Metric], true: NDArray[Any], guess: NDArray[Any], group: Any) -> Catalog:
    """The means of metrics over the groups that define them; of very many groups they are not tried."""
    if group is None or group.max() >= 500:
        return {}
    parts = [group == number for number in range(int(group.max()) + 1)]
    return {
        f"the mean over groups of the {name}": partial(_mean_over, metric, parts, true, guess)
        for name, metric in metrics.items()
    }


def _mean_over(metric: Metric, parts: list[Any], true: NDArray[Any], guess: NDArray[Any]) -> float:
    return mean([metric(true[inside], guess[inside]) for inside in parts], math.nan)

"""The numbers that a text says, each in one spelling: `.5` is 0.5, 1,000 is 1000, `twenty-five percent` is 25%."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
UNITS = {word: value for value, word in enumerate(SMALL.split())}
DECADES = "twenty thirty forty fifty sixty seventy eighty ninety"
TENS = {word: 10 * value for value, word in enumerate(DECADES.split(), start=2)}
LARGE = {"dozen": 12, "hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9}
PARTS = {"halves": "half", "quarters": "quarter", "thirds": "third", "fifths": "fifth", "tenths": "tenth"}
SIGNS = {"½": "half", "¼": "quarter", "⅓": "third"}

# A digit after a letter belongs to a name (F1), one after a digit and a point to a version (1.5.1).
DIGITS = r"""(?<![A-Za-z_\d.]) (?P<sign>[-−])?
    (?P<digits>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)? | \d+(?:\.\d+)? | \.\d+) (?P<exponent>e[-−+]?\d+)?"""
WORD = rf"\b(?P<word>(?:{'|'.join(TENS)})(?:-(?:{'|'.join(UNITS)}))? | {'|'.join(UNITS)})\b"
PART = rf"\b(?:(?:an?|one)[ -](?P<one>third|fifth|tenth) | (?P<part>half|quarter|twice|{'|'.join(PARTS)}))\b"
MARK = "(?P<mark>[½¼¾⅓⅔])"
ALONE = rf"\b(?P<alone>{'|'.join(LARGE)})s?\b"
AFTER = rf"(?: \s*(?P<percent>%|per\ ?cent\b) | \s+(?P<large>{'|'.join(LARGE)})s?\b )?"
NUMBER = re.compile(rf"(?: {PART} | {MARK} | {ALONE} | (?:{DIGITS} | {WORD}) {AFTER})", re.VERBOSE | re.IGNORECASE)
IN_DIGITS = re.compile(rf"{DIGITS} {AFTER}", re.VERBOSE | re.IGNORECASE)
AROUND = 25


def numbers(text: str) -> Iterator[tuple[str, str]]:
    """Each number that a text says, and the words around it."""
    for match in NUMBER.finditer(text):
        around = text[max(0, match.start() - AROUND) : match.end() + AROUND]
        yield _spelled(match.groupdict()), " ".join(around.split())


def printed_numbers(text: str) -> list[str]:
    """The numbers of what a program printed: in digits alone, for its words are labels."""
    return [_spelled(match.groupdict()) for match in IN_DIGITS.finditer(text)]


def _spelled(found: dict[str, str | None]) -> str:
    if part := found.get("part") or found.get("one") or found.get("mark"):
        return (PARTS | SIGNS).get(part.lower(), part.lower())
    if alone := found.get("alone"):
        return str(LARGE[alone.lower()])
    value = _value(found) * LARGE.get((found["large"] or "").lower(), 1)
    return f"{value.normalize():f}" + ("%" if found["percent"] else "")


def _value(found: dict[str, str | None]) -> Decimal:
    if digits := found.get("digits"):
        written = (found["sign"] or "") + digits + (found["exponent"] or "")
        return Decimal(written.replace("−", "-").replace(",", ""))
    words = (found.get("word") or "").lower().split("-")
    return Decimal(sum((UNITS | TENS)[word] for word in words))

"""What an answer says: numbers, however they are written. `judge.js` reads the same way, and a test compares the two.

A number keeps its last written digit (`step`), so that 0.7083 can be told from 0.70830000. A text may be read in more
than one way ("1,234" in English and in German): each reading is kept, and one of them may fit.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any, NamedTuple

from evalbook._record import Record
from evalbook.teaching.answers._texts import COUNTS, MEASURES, SIGNS

MISSING = "missing"
UNREADABLE = "unreadable"
_DOTS = {"", "...", "?", "_"}
_SPECIAL = {"inf": math.inf, "infinity": math.inf, "∞": math.inf, "nan": math.nan}
_WORDS = {"zero": 0, **{word: number for number, word in enumerate(COUNTS) if number}}
_PLAIN_SIGNS = str.maketrans({sign: plain for plain, signs in SIGNS.items() for sign in signs})
# All patterns here take time in proportion to the text, whatever it is: a run of spaces is entered at its start alone.
_PLAIN = re.compile(r"(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?")
_THOUSANDS = re.compile(r"\d{1,3}([, '])\d{3}(\1\d{3})*(\.\d+)?")
_DECIMAL_COMMA = re.compile(r"(\d+|\d{1,3}(\.\d{3})+)?,\d+")


class Number(NamedTuple):
    """A number and one unit of its last written digit; of a fraction, of the last digit of its value."""

    value: float
    step: float


Readings = list[Number]
"""What one written number may mean."""


class Numbers(NamedTuple):
    """Numbers in a row, the readings of each, and their shape where the answer had one."""

    parts: list[Readings]
    shape: tuple[int, ...] | None


# ---------------------------------------------------------------- text


def tidy(text: str) -> str:
    """A text with one kind of minus sign, quotation mark, full stop, fraction bar and space, in small letters."""
    text = unicodedata.normalize("NFKC", text).replace("⁄", "/").casefold().translate(_PLAIN_SIGNS)
    text = re.sub(r"(?<!\s)\s+/", "/", text)
    text = re.sub(r"/\s+", "/", text)
    text = re.sub(r"(?<!\s)\s+%|((?<!\s)\s+)?percent\b", "%", text)
    return re.sub(r"^[=≈~\s]+", "", text).strip().strip("\"'$").strip()


def read_number(text: str) -> Readings:
    """All that one written number may mean; nothing if it is no number."""
    text = tidy(text).removesuffix(".")
    scale = 100 if text.endswith("%") else 1
    sign = -1 if text.startswith("-") else 1
    text = re.sub("^[-+] *", "", text.removesuffix("%"))
    found = _unsigned(text)
    if scale == 100 and re.fullmatch(r"\d+0", text):  # 40% may be .4 as well as .40
        found += [Number(found[0].value, 10.0 ** (len(text) - len(text.rstrip("0"))))]
    return [Number(sign * value / scale, step / scale) for value, step in found]


def _unsigned(text: str) -> Readings:
    if text in _SPECIAL:
        return [Number(_SPECIAL[text], 0)]
    if text in _WORDS:
        return [_computed(_WORDS[text])]
    if text.count("/") == 1:
        above, below = (_unsigned(part) for part in text.split("/"))
        return [_computed(a.value / b.value) for a in above for b in below if b.value]
    return [Number(float(plain), _step(plain)) for plain in _plain(text)]


def _computed(value: float) -> Number:
    """A number that nobody wrote with its digits, 19/50, as if written in the fewest that tell it apart: 0.38."""
    return Number(value, _step(repr(value)) if math.isfinite(value) and value % 1 else 1)


def _plain(text: str) -> Iterable[str]:
    """The ways to write a number with a point for its decimals and nothing between its digits."""
    if _PLAIN.fullmatch(text):
        yield text
    if _THOUSANDS.fullmatch(text):
        yield re.sub("[, ']", "", text)
    if _DECIMAL_COMMA.fullmatch(text):
        yield text.replace(".", "").replace(",", ".")


def _step(plain: str) -> float:
    digits, _, power = plain.partition("e")
    return float(f"1e{int(power or 0) - len(digits.partition('.')[2])}")


def readings_of_answer(answer: Any, question: str = "") -> list[Numbers] | str:
    """The same as `readings_of`; what cannot be read is tried without its noun."""
    readings = readings_of(answer)
    return readings if readings != UNREADABLE else readings_of(_without_noun(answer, question))


def _without_noun(answer: Any, question: str) -> Any:
    """An answer without what it counts, "4 points", if the question names it, or with a Chinese measure word, 4个.

    No other word is left out: it may change the number (4 thousand, 4 percent, 4 of 5).
    """
    if not isinstance(answer, str):
        return answer
    text = tidy(answer).removesuffix(".")
    number, _, noun = text.rpartition(" ")
    if number and {noun, f"{noun}s"} & set(re.findall(r"[a-z]+s\b", question.lower())):
        return number
    return text.rstrip(MEASURES) or answer


def read_numbers(text: str) -> list[Numbers]:
    """All that a text may mean as numbers in a row, the most careful way to split it first."""
    text = re.sub(r"[()\[\]{}]|^from\s", " ", tidy(text))
    ways = [r"[;\n]", r",\s+|[;\n]|(?<!\s)\s+(?:and|to)\s+", r"[;\s]+", r"[,;\s]+(?:(?:and|to)\s+)?"]
    found: list[Numbers] = []
    for way in ways:
        parts = [part.strip() for part in re.split(way, text.strip(" ,;\n"))]
        readings = [read_number(part) for part in parts]
        if all(readings) and readings not in [numbers.parts for numbers in found]:
            found.append(Numbers(readings, None))
    return found


# ---------------------------------------------------------------- values


def readings_of(answer: Any) -> list[Numbers] | str:
    """All that an answer, a text or a value, may mean as numbers; or that something is missing, or unreadable."""
    if isinstance(answer, str):
        if any(part in _DOTS for part in re.split(r"[,;\s]+", tidy(re.sub(r"[()\[\]]", " ", answer)))):
            return MISSING
        one = read_number(answer)
        whole = [Numbers([one], None)] if one else []
        return whole + read_numbers(answer) or UNREADABLE
    parts: list[Readings | str] = []
    shape = _collect(answer, parts)
    if MISSING in parts or not parts:
        return MISSING if parts or _is_row(answer) else UNREADABLE
    readable = [part for part in parts if not isinstance(part, str)]
    return [Numbers(_as_long_as_the_longest(readable), shape)] if len(readable) == len(parts) else UNREADABLE


def _as_long_as_the_longest(parts: list[Readings]) -> list[Readings]:
    """Numbers with a second reading for those that may have lost zeros at their end: 0.6 beside 0.88 may be 0.60."""
    least = min((number.step for part in parts for number in part if number.step), default=0.0)
    return [[*part, Number(part[0].value, least)] if part[0].step > least else part for part in parts]


def leaves(value: Any) -> list[Any]:
    """The parts of nested lists, in the order in which they are read."""
    return [leaf for part in value for leaf in leaves(part)] if isinstance(value, list) else [value]


DECIMAL_POINT = "Write decimals with a point, as in 0.25."


def may_have_decimal_commas(answer: Any, length: int) -> bool:
    """Whether these are too many whole numbers, as Python reads 0,25 for 0 and 25."""
    given = leaves(answer)
    return length < len(given) <= 2 * length and all(isinstance(one, int) for one in given)


def _collect(value: Any, parts: list[Readings | str]) -> tuple[int, ...]:
    """Append what each number of a value may mean; return the value's shape, (-1,) where its rows differ."""
    value = value.tolist() if hasattr(value, "tolist") and not isinstance(value, Real) else value
    value = [*value] if isinstance(value, Record) and isinstance(value, Iterable) else value  # it unpacks: an interval
    if not _is_row(value):
        parts.append(_one(value))
        return ()
    shapes = {_collect(int(part) if isinstance(part, bool) else part, parts) for part in value}
    inner = shapes.pop() if shapes else ()
    return (-1,) if shapes or -1 in inner else (len(value), *inner)


def _is_row(value: Any) -> bool:
    return isinstance(value, list | tuple | range) or getattr(value, "ndim", 0) > 0


def _one(value: Any) -> Readings | str:
    if value is None or value is ...:
        return MISSING
    if isinstance(value, str):
        return MISSING if tidy(value) in _DOTS else read_number(value) or UNREADABLE
    if isinstance(value, bool) or not isinstance(value, Real | Decimal):
        return UNREADABLE
    if isinstance(value, Fraction):
        return [_computed(float(value))]
    if isinstance(value, Integral):
        return [Number(float(value), 1)]
    return read_number(str(value).removesuffix(".0"))


# ---------------------------------------------------------------- words


def alone(answer: Any) -> Any:
    """A word that stands in a list or an array alone, without it."""
    answer = answer.tolist() if hasattr(answer, "tolist") and not isinstance(answer, Real) else answer
    return answer[0] if isinstance(answer, list | tuple) and len(answer) == 1 and isinstance(answer[0], str) else answer


def read_word(answer: Any) -> str:
    """A word or a few, without capitals, quotation marks, hyphens, the full stop, and the bracket of a letter: b)."""
    text = re.sub(r"(?<=\S)[\s_-]+(?=\S)", " ", tidy(str(answer)))
    return text.lstrip("(").rstrip(".)\"'").strip()


def is_no_word(answer: Any) -> bool:
    """Whether no word was given: nothing, dots, or a question mark."""
    return answer is None or answer is ... or (isinstance(answer, str) and read_word(answer) in ("", "?"))

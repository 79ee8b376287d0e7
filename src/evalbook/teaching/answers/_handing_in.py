"""Answers that are handed in with a homework, as plain data, and what to say to the student who hands one in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from numbers import Real
from typing import Any

from evalbook._input import with_article
from evalbook._record import Record
from evalbook.teaching.answers._judge import has_unit
from evalbook.teaching.answers._reading import (
    DECIMAL_POINT,
    MISSING,
    Number,
    alone,
    is_no_word,
    may_have_decimal_commas,
    read_word,
    readings_of_answer,
)
from evalbook.teaching.answers._record import stored

ANSWER_MIME = "application/vnd.evalbook.answer.v1+json"
LONGEST = 10_000
"""How many characters or numbers one answer may have."""
DIGITS = 3
"""How many digits of a number homework asks for: with fewer, a right one may be more than 1 percent off."""


def plain_answer(answer: Any) -> Any:
    """The answer as JSON holds it: texts, numbers and lists of them; what is none of these by the name of its type.

    Numbers keep nine digits, as in the record of a question: two machines hand in the same.
    """
    if answer is None or answer is ...:
        return None
    if hasattr(answer, "tolist"):
        answer = answer.tolist()
    if isinstance(answer, Record) and isinstance(answer, Iterable):
        answer = [*answer]  # it unpacks: an interval
    if isinstance(answer, list | tuple | range):
        return [plain_answer(part) for part in answer[:LONGEST]]
    if isinstance(answer, str):
        return answer[:LONGEST]
    if isinstance(answer, Decimal):
        return str(answer)  # with its digits
    return stored(answer) if isinstance(answer, Real) else {"type": type(answer).__name__}


def said_of(plain: Any, kind: str, length: int | None, choices: Sequence[str]) -> str:
    """What to tell a student who hands this in: that it is there, or what is missing; not whether it is right."""
    if kind != "word":
        return _said_of_numbers(plain, 1 if kind == "number" else length)
    word = alone(plain)
    if is_no_word(word):
        return "Not answered yet."
    if not isinstance(word, str):
        return f"This cannot be read: expected one word in quotation marks; found {_found(plain)}"
    if choices and read_word(word) not in map(read_word, choices):
        given = f'"{shown(plain)}"'
        return f"This is none of the choices: expected {_either(choices)} alone; found {_found(given)}"
    return f"Handed in: {shown(plain)}"


def _said_of_numbers(plain: Any, length: int | None) -> str:
    wanted = "one number" if length == 1 else f"{length or 'several'} numbers"
    readings = readings_of_answer(plain)
    if readings == MISSING:
        return "Not answered yet."
    if isinstance(readings, str):
        only = " without words or units" if has_unit(plain) else ""
        return f"This cannot be read: expected {wanted}{only}, such as 0.25 or 1/4; found {_found(plain)}"
    found = {len(given.parts) for given in readings}
    if length is not None and length not in found:
        comma = f" {DECIMAL_POINT}" if may_have_decimal_commas(plain, length) else ""
        return f"{'Not complete' if max(found) < length else 'Too many'}: expected {wanted}; found {max(found)}.{comma}"
    few = [f"{one.value:.6g}" for part in readings[0].parts if _has_few_digits(one := part[0])]
    asked = f". Give {DIGITS} digits or more, unless the exact number has fewer (here {', '.join(few[:3])})"
    return f"Handed in: {shown(plain)}{asked if few else ''}"


def _has_few_digits(number: Number) -> bool:
    """Whether a number with decimals is written with fewer digits than are asked for."""
    return bool(number.value % 1) and abs(number.value) < 0.999 * 10 ** (DIGITS - 1) * number.step


def _found(plain: Any) -> str:
    """An answer at the end of a sentence, with one full stop."""
    text = shown(plain)
    return text if re.search(r"[.!?…][\"']?$", text) else f"{text}."


def _either(choices: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(choices[:-1]), choices[-1]]))


def shown(plain: Any, longest: int = 200) -> str:
    """An answer as its author wrote it; what is neither a number nor a text by its kind, as in "a dict"."""
    text = str(_readable(plain))
    return text if len(text) <= longest else f"{text[:longest]} …"


class _Words(str):
    """A text that a list shows without quotation marks."""

    __repr__ = str.__str__


def _readable(plain: Any) -> Any:
    if isinstance(plain, list):
        return [_readable(part) for part in plain]
    return _Words(with_article(str(plain.get("type", "dict")))) if isinstance(plain, dict) else plain

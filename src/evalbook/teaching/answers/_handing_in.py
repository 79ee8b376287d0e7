"""Answers that are handed in with a homework, as plain data, and what to say to the student who hands one in."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

from evalbook._input import with_article
from evalbook.teaching.answers._reading import MISSING, Number, is_no_word, read_word, readings_of_answer
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
    if isinstance(answer, list | tuple | range):
        return [plain_answer(part) for part in answer[:LONGEST]]
    if isinstance(answer, str):
        return answer[:LONGEST]
    return stored(answer) if isinstance(answer, Real) else {"type": type(answer).__name__}


def said_of(plain: Any, kind: str, length: int | None, choices: Sequence[str]) -> str:
    """What to tell a student who hands this in: that it is there, or what is missing; not whether it is right."""
    if kind != "word":
        return _said_of_numbers(plain, 1 if kind == "number" else length)
    if is_no_word(plain):
        return "Not answered yet."
    if not isinstance(plain, str):
        return f"Not answered yet: expected text, in quotation marks; found {_shown(plain)}."
    if choices and read_word(plain) not in map(read_word, choices):
        return f"Not answered yet: expected one of {', '.join(choices)}; found {_shown(plain)}."
    return f"Handed in: {_shown(plain)}"


def _said_of_numbers(plain: Any, length: int | None) -> str:
    wanted = "one number" if length == 1 else f"{length or 'several'} numbers"
    readings = readings_of_answer(plain)
    if readings == MISSING:
        return "Not answered yet."
    if isinstance(readings, str):
        return f"Not answered yet: expected {wanted}, such as 0.25 or 1/4; found {_shown(plain)}."
    found = {len(given.parts) for given in readings}
    if length is not None and length not in found:
        return f"Not complete: expected {wanted}; found {max(found)}."
    few = [f"{one.value:.6g}" for part in readings[0].parts if _has_few_digits(one := part[0])]
    asked = f". Give {DIGITS} digits or more, unless the exact number has fewer (here {', '.join(few[:3])})"
    return f"Handed in: {_shown(plain)}{asked if few else ''}"


def _has_few_digits(number: Number) -> bool:
    """Whether a number with decimals is written with fewer digits than are asked for."""
    return bool(number.value % 1) and abs(number.value) < 0.999 * 10 ** (DIGITS - 1) * number.step


def _shown(plain: Any) -> str:
    text = with_article(plain["type"]) if isinstance(plain, dict) else str(plain)
    return text if len(text) <= 200 else f"{text[:200]} …"

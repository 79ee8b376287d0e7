"""Judge an answer by the record of its question. `judge.js` does the same on the page; a test compares the two.

Right is also what is rounded, in percent, a text, a fraction, or has a comma or another case. What is nearly right is
told what to change; a known mistake gets its own text; anything else gets the hint.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from typing import Any, NamedTuple, Self

import numpy as np

from evalbook.teaching.answers._reading import (
    MISSING,
    Number,
    Numbers,
    Readings,
    alone,
    is_no_word,
    read_number,
    read_word,
    readings_of,
    readings_of_answer,
    tidy,
)
from evalbook.teaching.answers._texts import COUNTS, EXAMPLES, MIN_WORDS, SAYS

Test = Callable[[Number, float], bool]
"""Whether a number is nearly the wanted one."""
OPEN, RIGHT, NEARLY, WRONG, WRITTEN = "open", "right", "nearly", "wrong", "written"


class Judgment(NamedTuple):
    """What an answer is (open, right, nearly, wrong, written), and what to tell who gave it."""

    state: str
    text: str


def judge(record: dict[str, Any], answer: Any) -> Judgment:
    """What `answer` is to the question of `record`. Never raises, whatever the answer."""
    judges = {"number": _judge_numbers, "numbers": _judge_numbers, "argument": _judge_argument}
    return with_reason(record, judges.get(record["kind"], _judge_word)(record, answer))


def with_reason(record: dict[str, Any], said: Judgment) -> Judgment:
    """An answer that is right, or an argument to be compared, is told the reason, where the record knows it."""
    why = record.get("why", "")
    return Judgment(said.state, f"{said.text} {why}") if why and said.state in (RIGHT, WRITTEN) else said


def says(state: str, what: str, **parts: str) -> Judgment:
    """A judgment in the words of `SAYS`."""
    return Judgment(state, SAYS[what].format(**parts))


def has_form(record: dict[str, Any], answer: Any) -> bool:
    """Whether `answer` is of the form that the question asks for: so many numbers, or one of its choices."""
    if record["kind"] in ("number", "numbers"):
        readings = readings_of_answer(answer, record.get("question", ""))
        return not isinstance(readings, str) and any(map(Wanted.right_of(record).has_shape_of, readings))
    answer = alone(answer)
    if is_no_word(answer) or not isinstance(answer, str):
        return False
    return read_word(answer) in map(read_word, record.get("choices", [answer]))


# ---------------------------------------------------------------- numbers


def _judge_numbers(record: dict[str, Any], answer: Any) -> Judgment:
    readings = readings_of_answer(answer, record.get("question", ""))
    if readings == MISSING:
        return says(OPEN, "begun", wanted=_wanted(record)) if _is_begun(answer) else says(OPEN, "open")
    if isinstance(readings, str):
        kind = "unit" if has_unit(answer) else "unreadable"
        return says(NEARLY, kind, wanted=_wanted(record), example=_example(record))
    right = Wanted.right_of(record)
    mistakes = [(Wanted(one["answer"], record.get("percent")), one["text"]) for one in record["mistakes"]]
    if right.fits(readings, exactly):
        return says(RIGHT, "right")
    for wrong, text in mistakes:
        if wrong.fits(readings, exactly):
            return says(WRONG, "wrong", text=text)
    if not any(right.has_shape_of(given) for given in readings):
        return says(NEARLY, "shape", wanted=_wanted(record), found=_found(readings[-1]))
    hint = says(WRONG, "wrong", text=hint_of(record))
    return next(_less_exact(answer, readings, right, mistakes), hint)


def _less_exact(
    answer: Any, readings: list[Numbers], right: Wanted, mistakes: list[tuple[Wanted, str]]
) -> Iterator[Judgment]:
    """What may be said of an answer that is neither right nor a known mistake to the last digit, the kindest first."""
    meant = [text for wrong, text in mistakes if wrong.fits(readings, rounded)]
    if right.fits(readings, rounded):
        if meant:
            yield says(NEARLY, "both")
        yield says(RIGHT, "digits", right=right.shown())
    if right.fits(readings, rounded, percent=True):
        shaped = filter(right.has_shape_of, readings)
        some = any(right.takes(place, part, rounded) for given in shaped for place, part in enumerate(given.parts))
        yield says(RIGHT, "mixed" if some else "percent", right=right.shown())
    for test in (exactly, rounded):
        meant += [text for wrong, text in mistakes if wrong.fits(readings, test, percent=True)]
    if meant:
        yield says(WRONG, "wrong", text=meant[0])
    yield from _nearly(answer, readings, right)


def _nearly(answer: Any, readings: list[Numbers], right: Wanted) -> Iterator[Judgment]:
    """What may be said of an answer that comes close, in percent, too."""
    if right.fits(readings, near, percent=True):
        yield says(NEARLY, "few" if right.fits(readings, coarse, percent=True) else "close")
    if right.fits(readings, coarse_or_near, percent=True):
        yield says(NEARLY, "coarse")
    if len(right.values) > 1 and right.fits_in_another_order(readings):
        yield says(NEARLY, "order")
    if isinstance(answer, str) and right.fits_exactly(re.sub(r"\.(?=\d{3}(?!\d))", "", answer)):
        yield says(NEARLY, "thousands")


class Wanted:
    """The numbers that a record holds, right or mistaken."""

    def __init__(self, stored: Any, percent: Sequence[int] | None = None) -> None:
        """`percent` are the places that may be given in percent; by default those with a number between -1 and 1."""
        readings = readings_of(stored)
        assert not isinstance(readings, str), f"the record holds {stored!r} where numbers are expected"
        self.values = [part[0].value for part in readings[0].parts]
        self.shape = readings[0].shape or ()
        between = [place for place, value in enumerate(self.values) if abs(value) < 1]
        self.percent = frozenset(between if percent is None else percent)

    @classmethod
    def right_of(cls, record: dict[str, Any]) -> Self:
        """The right numbers of a record."""
        return cls(record["right"], record.get("percent"))

    def has_shape_of(self, given: Numbers) -> bool:
        """Whether there are as many numbers; where a row is wanted, pairs or a column are read in their order."""
        fits = len(self.shape) < 2 or given.shape in (None, self.shape)
        return fits and len(given.parts) == len(self.values)

    def takes(self, place: int, part: Readings, test: Test, *, percent: bool = False) -> bool:
        """Whether one of the readings of a number stands the test in its place, in percent, too, where it may be."""
        read = [*part, *map(_as_share, part)] if percent and place in self.percent else part
        return any(exactly(number, self.values[place]) or test(number, self.values[place]) for number in read)

    def fits(self, readings: list[Numbers], test: Test, *, percent: bool = False) -> bool:
        """Whether one of the readings stands the test, number by number."""
        return any(
            self.has_shape_of(given)
            and all(self.takes(place, part, test, percent=percent) for place, part in enumerate(given.parts))
            for given in readings
        )

    def fits_exactly(self, text: str) -> bool:
        """Whether the text may mean these numbers."""
        readings = readings_of(text)
        return not isinstance(readings, str) and self.fits(readings, exactly)

    def fits_in_another_order(self, readings: list[Numbers]) -> bool:
        """Whether the same numbers were given, but not in this order."""
        wanted = sorted(self.values)
        return any(
            self.has_shape_of(given)
            and all(
                any(exactly(number, value) or rounded(number, value) for number in part)
                for part, value in zip(sorted(given.parts), wanted, strict=True)
            )
            for given in readings
        )

    def shown(self) -> str:
        """The numbers with six digits, which are rounded where there are more; the end of a sentence."""
        return ", ".join(map(_shown, self.values)) + "."


def exactly(number: Number, wanted: float) -> bool:
    """Equal, up to what arithmetic in floating point leaves open."""
    if math.isfinite(number.value) and math.isfinite(wanted):
        return abs(number.value - wanted) <= 1e-9 + 1e-6 * abs(wanted)
    return number.value == wanted or (math.isnan(number.value) and math.isnan(wanted))


def rounded(number: Number, wanted: float) -> bool:
    """Rounded or cut to two digits or more, and off by 1% at most."""
    cut = _has_decimals(wanted) and 0 < abs(wanted) - abs(number.value) < number.step and number.value * wanted > 0
    enough = abs(number.value) >= 9.99 * number.step
    return enough and (cut or coarse(number, wanted)) and _off(number, wanted) <= 0.01


def coarse(number: Number, wanted: float) -> bool:
    """Rounded, to however few digits."""
    return _has_decimals(wanted) and abs(number.value - wanted) <= 0.500001 * number.step and number.step < abs(wanted)


def close(number: Number, wanted: float) -> bool:
    """Off by half a percent at most, and no whole number."""
    return not float(number.value).is_integer() and _off(number, wanted) <= 0.005


def near(number: Number, wanted: float) -> bool:
    """Right, rounded or off by half a percent."""
    return rounded(number, wanted) or close(number, wanted)


def coarse_or_near(number: Number, wanted: float) -> bool:
    """Right, if with few digits, or nearly so."""
    return coarse(number, wanted) or near(number, wanted)


def _has_decimals(wanted: float) -> bool:
    return math.isfinite(wanted) and not float(wanted).is_integer()


def _off(number: Number, wanted: float) -> float:
    if not (wanted and math.isfinite(wanted) and math.isfinite(number.value)):
        return math.inf
    return abs(number.value - wanted) / abs(wanted)


def _as_share(number: Number) -> Number:
    """A number that was given in percent."""
    return Number(number.value * 0.01, number.step * 0.01)


def _shown(value: float) -> str:
    text = np.format_float_positional(float(f"{value:.6g}"), trim="-")
    about = "" if exactly(Number(float(text), 0), value) and abs(float(text) - value) <= 1e-9 * abs(value) else "≈ "
    return about + text.replace("-", "−")


# ---------------------------------------------------------------- what to say


def _wanted(record: dict[str, Any]) -> str:
    """What the question asks for: one number, four numbers, 2 rows of 3 numbers."""
    shape = Wanted(record["right"]).shape or ()
    if len(shape) < 2:
        return _counted(shape[0] if shape else 1)
    return " of ".join([*(f"{length} rows" for length in shape[:-1]), _counted(shape[-1])])


def _counted(count: int) -> str:
    word = COUNTS[count] if count < len(COUNTS) else str(count)
    return f"{word} number{'' if count == 1 else 's'}"


def _found(given: Numbers) -> str:
    if given.shape and -1 in given.shape:
        return "these rows differ in length"
    if given.shape and len(given.shape) > 1:
        return f"this has the shape {' × '.join(map(str, given.shape))}"
    return f"{'this is' if len(given.parts) == 1 else 'these are'} {_counted(len(given.parts)).split()[0]}"


def _example(record: dict[str, Any]) -> str:
    """Numbers of the same kind as the right and the mistaken ones, and none of them right."""
    right = Wanted(record["right"])
    known = [*right.values, *(value for one in record["mistakes"] for value in Wanted(one["answer"]).values)]
    kind = "other" if any(map(_has_decimals, known)) else "whole"
    kind = "share" if kind == "other" and all(abs(value) <= 1 for value in known) else kind
    found = [one for one in EXAMPLES[kind] if not any(exactly(read_number(one)[0], value) for value in right.values)]
    if record["kind"] == "number":
        return " or ".join(found[:2])
    return ", ".join(islice(cycle(found or EXAMPLES[kind]), len(right.values)))


def has_unit(answer: Any) -> bool:
    """Whether letters follow a number, as in 15 minutes or 4.2 kg."""
    if isinstance(answer, list | tuple):
        return any(map(has_unit, answer))
    return isinstance(answer, str) and bool(re.search(r"\d\s*[a-z°€]", tidy(answer)))


def hint_of(record: dict[str, Any]) -> str:
    return str(record["hint"]).strip() or SAYS["plain"]


def _is_begun(answer: Any) -> bool:
    """Whether a part of the answer is there already."""
    if isinstance(answer, str):
        return bool(re.search(r"\d", answer))
    return isinstance(answer, list | tuple) and any(
        _is_begun(part) if isinstance(part, list | tuple) else part is not None and part is not ... for part in answer
    )


# ---------------------------------------------------------------- words and arguments


def _judge_word(record: dict[str, Any], answer: Any) -> Judgment:
    answer = alone(answer)
    if is_no_word(answer):
        return says(OPEN, "open")
    if not isinstance(answer, str | int | float):
        return says(NEARLY, "word")
    word, choices = read_word(answer), record.get("choices", [])
    if word == read_word(record["right"]):
        return says(RIGHT, "right")
    for mistake in record["mistakes"]:
        if word == read_word(mistake["answer"]):
            return says(WRONG, "wrong", text=mistake["text"])
    if choices and word not in map(read_word, choices):
        return says(NEARLY, "choices", choices=", ".join(choices))
    return says(WRONG, "wrong", text=hint_of(record))


_ONE_WORD = r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+"
"""Chinese does not part its words: each character counts."""


def _judge_argument(record: dict[str, Any], answer: Any) -> Judgment:
    words = re.findall(_ONE_WORD, answer) if isinstance(answer, str) else []
    if not words or words == ["..."]:
        return says(OPEN, "open")
    if len(words) < MIN_WORDS:
        return says(NEARLY, "short", text=hint_of(record))
    criteria = (f"({place}) {criterion}" for place, criterion in enumerate(record["right"], start=1))
    return says(WRITTEN, "written", criteria=" ".join(criteria))

"""The numbers that a check accepts, as Moodle takes them: values with a tolerance.

The check reads how many digits were given: 0.38 is right for 0.382159, 0.381 is not. Moodle knows only a distance. Here
it is the largest at which the check still says the same of a rounded number, so that whoever answers rightly is right
in Moodle, too; it ends halfway to the nearest other answer that has a text of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Any

from evalbook.teaching.answers import RIGHT, Number, exactly, judge

EXACT = 1e-9, 1e-6
"""What arithmetic leaves open: absolute, and as a share of the value. The check's own."""
DIGITS = range(2, 10)
ANYTHING = "nothing of this kind"
"""An answer that is no number, no word and no choice of any question."""


@dataclass(frozen=True)
class Answer:
    """A value, how far from it the same is said, whether it is right, and what is said."""

    value: float
    tolerance: float
    right: bool
    text: str


def numeric_answers(record: dict[str, Any]) -> list[Answer]:
    """The right number, also in percent where the check takes that, then each known mistake."""
    values = [record["right"], *(mistake["answer"] for mistake in record["mistakes"])]
    if not all(isinstance(value, int | float) and math.isfinite(value) for value in values):
        raise ValueError(f"question {record['id']} has an answer that is not a finite number: {values}")
    in_percent = float(f"{100 * record['right']:.9g}")
    scaled = judge(record, repr(in_percent)).state == RIGHT and not exactly(Number(in_percent, 0), record["right"])
    wanted = list(dict.fromkeys([record["right"], *([in_percent] if scaled else []), *values[1:]]))
    return [_answer(record, value, [other for other in wanted if other != value]) for value in wanted]


def hint(record: dict[str, Any]) -> str:
    """What the check says to a number that is neither right nor a known mistake."""
    values = [record["right"], *(mistake["answer"] for mistake in record["mistakes"])]
    return judge(record, 1000.5 * max(1.0, *map(abs, values))).text


def one_by_one(record: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """A question for several numbers, as rows of questions for one; a mistake goes where no other gives its number."""
    rows = record["right"] if isinstance(record["right"][0], list) else [record["right"]]
    wrong = [mistake for mistake in record["mistakes"] if _shape(mistake["answer"]) == _shape(record["right"])]
    rows_of = [
        (one["answer"] if isinstance(record["right"][0], list) else [one["answer"]], one["text"]) for one in wrong
    ]
    return [
        [
            _part(record, right, [(answer[row][column], text) for answer, text in rows_of])
            for column, right in enumerate(rights)
        ]
        for row, rights in enumerate(rows)
    ]


def _part(record: dict[str, Any], right: float, mistakes: list[tuple[float, str]]) -> dict[str, Any]:
    given = [value for value, _ in mistakes]
    telling = [(value, text) for value, text in mistakes if value != right and given.count(value) == 1]
    return {
        **{key: record[key] for key in ("id", "role", "version", "question", "hint")},
        "kind": "number",
        "right": right,
        "mistakes": [{"answer": value, "text": text} for value, text in telling],
    }


def _shape(answer: Any) -> Any:
    return [_shape(part) for part in answer] if isinstance(answer, list) else 0


def _answer(record: dict[str, Any], value: float, others: list[float]) -> Answer:
    said = judge(record, repr(value))
    right = said.state == RIGHT
    same = [
        abs(float(text) - value)
        for text in written(value)
        if (judged := judge(record, text)).state == said.state and (right or judged.text == said.text)
    ]
    tolerance = max([EXACT[0] + EXACT[1] * abs(value), *same])
    return Answer(value, min([tolerance, *(abs(other - value) / 2 for other in others)]), right, said.text)


def written(value: float) -> Iterator[str]:
    """A number as people write it: rounded, and cut, to two digits and more."""
    exact = Decimal(repr(value))
    if exact:
        for digits in DIGITS:
            last = Decimal(1).scaleb(exact.adjusted() - digits + 1)
            for way in (ROUND_HALF_UP, ROUND_DOWN):
                yield f"{exact.quantize(last, way):f}"

"""What share of a question's points an answer earns: one rule for whoever grades homework, here or elsewhere."""

from __future__ import annotations

from typing import Any, NamedTuple

from evalbook.teaching.answers._judge import OPEN, RIGHT, WRONG, Judgment, exactly, has_form, judge, rounded
from evalbook.teaching.answers._reading import readings_of_answer
from evalbook.teaching.answers._texts import SAYS

HALF = {SAYS[name] for name in ("close", "order", "thousands")}
"""What is said to mistakes that half of the points survive: rounded on the way, another order, a point for thousands.

They survive whether or not the test names the mistake. Too few digits, which may be right by chance, earn nothing.
"""


class Worth(NamedTuple):
    """The share of the points that an answer earns, and what to tell who gave it."""

    share: float
    text: str


def worth(record: dict[str, Any], answer: Any) -> Worth:
    """What `answer`, as `plain_answer` gives it, earns of the points of the question of `record`.

    Where the record says which places of a row count `alone`, each right one earns its share. The best counts.
    """
    judgment, parts = judge(record, answer), _share_of_parts(record, answer)
    text = "Not answered." if judgment.state == OPEN else judgment.text
    whole = _of_the_whole(record, answer, judgment) if has_form(record, answer) else 0.0
    share = max(whole, parts)
    text += " Some of these numbers are right, and count." if whole < parts else ""
    text += " The numbers are right, and count half." if share == whole > 0 and judgment.state == WRONG else ""
    return Worth(share, text)


def shares(record: dict[str, Any]) -> list[float]:
    """Each share that some answer to the question of `record` may earn, the smallest first; the last one is 1."""
    if record["kind"] not in ("number", "numbers"):
        return [1.0]
    parts = _parts(record) if record["kind"] == "numbers" else 1
    return sorted({0.5, *((part + 1) / parts for part in range(parts))})


def _of_the_whole(record: dict[str, Any], answer: Any, judgment: Judgment) -> float:
    """The share that the whole answer earns; half is half also where a mistake of that name is known."""
    if judgment.state == RIGHT:
        return 1.0
    return 0.5 if judge({**record, "mistakes": []}, answer).text in HALF else 0.0


def _parts(record: dict[str, Any]) -> int:
    """Into how many parts the points of a row fall: what counts alone, and the others together."""
    alone = record.get("alone", [])
    return len(alone) + (len(alone) < len(record["right"]))


def _share_of_parts(record: dict[str, Any], answer: Any) -> float:
    """The share that the right parts of a row earn by themselves; the others count once the whole row is right."""
    if record["kind"] != "numbers" or not isinstance(answer, list) or len(answer) != len(record["right"]):
        return 0.0
    earned = sum(_is_right(answer[place], record["right"][place]) for place in record.get("alone", []))
    return earned / _parts(record)


def _is_right(given: Any, right: Any) -> bool:
    """Whether one number of a row is right, exactly or rounded."""
    readings = readings_of_answer(given)
    if isinstance(readings, str) or not isinstance(right, int | float):
        return False
    numbers = [number for one in readings if len(one.parts) == 1 for number in one.parts[0]]
    return any(exactly(number, right) or rounded(number, right) for number in numbers)

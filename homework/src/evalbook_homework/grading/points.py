"""Points: what each answer is worth by the key. It reads plain data alone; nothing of a student's code runs here.

All the same a student chose the data, so a class is judged in processes of their own, each with a limit of time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evalbook.teaching.answers import (
    OPEN,
    RIGHT,
    SAYS,
    WRONG,
    Judgment,
    Number,
    exactly,
    has_form,
    judge,
    readings_of_answer,
    rounded,
)
from evalbook_homework.grading import child_processes, sanitize
from evalbook_homework.grading.drawing import AS_REPORTED
from evalbook_homework.grading.execution import Run
from evalbook_homework.grading.key import Key

HALF = {SAYS[name] for name in ("close", "order", "thousands")}
"""What is said to mistakes that half of the points survive: rounded on the way, another order, a point for thousands.

They survive whether or not the test names the mistake. Too few digits, which may be right by chance, earn nothing.
"""
LONGEST_SHOWN = 200


@dataclass(frozen=True)
class Mark:
    """What one question of one student earned, and why."""

    question: str
    points: float | None
    """None: a person has not graded it yet."""
    out_of: float
    answer: str
    """What was handed in, as text; a student may have written anything in it."""
    said: str
    """Why: for the student to read."""
    by_hand: bool = False
    """Whether a person grades it."""
    right: str = ""
    """The right answer, where a machine judges."""


SECONDS = 20
"""For the judgment of all answers of one student."""
child_processes.preload(__name__)


def marks_within_limit(run: Run, key: Key) -> list[Mark]:
    """The same as `marks_of`. Raises TimeoutError where that takes too long."""
    return child_processes.call_function(SECONDS, marks_of, run, key)


def marks_of(run: Run, key: Key) -> list[Mark]:
    """The marks of all questions that a machine judges."""
    return [_mark(name, record, run) for name, record in key.items()]


def _mark(name: str, record: dict[str, Any], run: Run) -> Mark:
    out_of, right = float(record["points"]), _written(record["right"])
    if name not in run.answers:
        why = run.failed.get(name)
        said = f"Nothing was handed in: {why or 'the run did not come this far'}."
        return Mark(name, 0.0, out_of, "", said, right=right)
    answer = run.answers[name]
    try:
        judgment, parts = judge(record, answer), share_of_parts(record, answer)
    except (ArithmeticError, AttributeError, RecursionError, TypeError, ValueError):  # forged by hand
        return Mark(name, 0.0, out_of, _shown(answer), "This is no answer that can be read.", right=right)
    said = "Not answered." if judgment.state == OPEN else judgment.text
    whole = _worth(record, answer, judgment) if has_form(record, answer) else 0.0
    worth = max(whole, parts)
    said += " Some of these numbers are right, and count." if whole < parts else ""
    said += " The numbers are right, and count half." if worth == whole > 0 and judgment.state == WRONG else ""
    return Mark(name, round(out_of * worth, 2), out_of, _shown(answer), said, right=right)


def _worth(record: dict[str, Any], answer: Any, judgment: Judgment) -> float:
    """The share of the points that the whole answer earns; half is half also where a mistake of that name is known."""
    if judgment.state == RIGHT:
        return 1.0
    return 0.5 if judge({**record, "mistakes": []}, answer).text in HALF else 0.0


# ---------------------------------------------------------------- rows


def share_of_parts(record: dict[str, Any], answer: Any) -> float:
    """The share of the points that the right parts of a row earn by themselves.

    Alone counts what no constant answer gets right often (`alone`, by the places in the row), and of a corrected report
    each number that was not printed already. The other parts count together, once the whole row is right.
    """
    if record["kind"] != "numbers" or not isinstance(answer, list) or len(answer) != len(record["right"]):
        return 0.0
    alone = _alone(record)
    earned = sum(_is_right(answer[place], record["right"][place]) for place in alone)
    return earned / (len(alone) + (len(alone) < len(answer)))


def _alone(record: dict[str, Any]) -> list[int]:
    right, printed = record["right"], [one["answer"] for one in record["mistakes"] if one["text"] == AS_REPORTED]
    if not printed:
        return list(record.get("alone", []))
    return [place for place, number in enumerate(right) if not exactly(Number(printed[0][place], 0), number)]


def _is_right(given: Any, right: Any) -> bool:
    """Whether one number of a row is right, exactly or rounded."""
    readings = readings_of_answer(given)
    if isinstance(readings, str) or not isinstance(right, int | float):
        return False
    numbers = [number for one in readings if len(one.parts) == 1 for number in one.parts[0]]
    return any(exactly(number, right) or rounded(number, right) for number in numbers)


def _written(right: Any) -> str:
    """A right answer as a person writes it, numbers with six digits."""
    if isinstance(right, list):
        return ", ".join(map(_written, right))
    return f"{right:.6g}" if isinstance(right, float) else str(right)


def _shown(answer: Any) -> str:
    return "" if answer is None else sanitize.line(answer, LONGEST_SHOWN)

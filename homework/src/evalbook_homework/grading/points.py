"""Points: what each answer is worth by the key. It reads plain data alone; nothing of a student's code runs here.

All the same a student chose the data, so a class is judged in processes of their own, each with a limit of time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evalbook.teaching.answers import Number, exactly, shown, worth
from evalbook_homework.grading import child_processes, sanitize
from evalbook_homework.grading.drawing import AS_REPORTED
from evalbook_homework.grading.execution import Run
from evalbook_homework.grading.key import Key

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
    whole: str = ""
    """An argument as it was handed in, which `answer` shows in short."""


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
        said = f"Nothing was handed in: {why or 'the run did not get this far'}."
        return Mark(name, 0.0, out_of, "", said, right=right)
    answer = run.answers[name]
    try:
        earned = worth(complete(record), answer)
    except (ArithmeticError, AttributeError, RecursionError, TypeError, ValueError):  # forged by hand
        return Mark(name, 0.0, out_of, _shown(answer), "This answer cannot be read.", right=right)
    return Mark(name, round(out_of * earned.share, 2), out_of, _shown(answer), earned.text, right=right)


def complete(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the places of its row that count alone: those that no constant answer gets right often.

    Its test says which; of a corrected report it is each number that was not printed already.
    """
    printed = [one["answer"] for one in record["mistakes"] if one["text"] == AS_REPORTED]
    if not printed:
        return record
    places = enumerate(zip(printed[0], record["right"], strict=False))
    return {**record, "alone": [place for place, (was, right) in places if not exactly(Number(was, 0), right)]}


def _written(right: Any) -> str:
    """A right answer as a person writes it, numbers with six digits."""
    if isinstance(right, list):
        return ", ".join(map(_written, right))
    return f"{right:.6g}" if isinstance(right, float) else str(right)


def _shown(answer: Any) -> str:
    return "" if answer is None else sanitize.line(shown(answer, 2 * LONGEST_SHOWN), LONGEST_SHOWN)

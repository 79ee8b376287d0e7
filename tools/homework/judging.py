"""Points: what each answer is worth by the key. It reads plain data alone; nothing of a student's code runs here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evalbook.pages.judge import NEARLY, OPEN, RIGHT, has_form, judge
from homework.key import Key
from homework.running import Run

WORTH = {RIGHT: 1.0, NEARLY: 0.5}
"""The share of the points by the judgment: half for an answer that was rounded on the way or has another order."""
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


def marks_of(run: Run, key: Key) -> list[Mark]:
    """The marks of all questions that a machine judges."""
    return [_mark(name, record, run) for name, record in key.items()]


def _mark(name: str, record: dict[str, Any], run: Run) -> Mark:
    out_of = float(record["points"])
    if name not in run.answers:
        why = run.failed.get(name)
        return Mark(name, 0.0, out_of, "", f"Nothing was handed in: {why or 'the run did not come this far'}.")
    answer = run.answers[name]
    try:
        judgment = judge(record, answer)
    except (ArithmeticError, AttributeError, RecursionError, TypeError, ValueError):  # forged by hand
        return Mark(name, 0.0, out_of, _shown(answer), "This is no answer that can be read.")
    said = "Not answered." if judgment.state == OPEN else judgment.text
    worth = WORTH.get(judgment.state, 0.0) if has_form(record, answer) else 0.0
    return Mark(name, out_of * worth, out_of, _shown(answer), said)


def _shown(answer: Any) -> str:
    if answer is None:
        return ""
    try:
        text = str(answer)
    except RecursionError:
        return "…"
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} …"

"""Points: what each answer is worth by the key. It reads plain data alone; nothing of a student's code runs here.

All the same a student chose the data, so a class is judged in processes of their own, each with a limit of time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evalbook.teaching.pages._judge import NEARLY, OPEN, RIGHT, has_form, judge
from evalbook_tools.grading import harmless, limited
from evalbook_tools.grading.key import Key
from evalbook_tools.grading.running import Run

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


SECONDS = 20
"""For the judgment of all answers of one student."""
limited.prepare(__name__)


def judged(run: Run, key: Key) -> list[Mark]:
    """The same as `marks_of`. Raises TimeoutError where that takes too long."""
    return limited.called(SECONDS, marks_of, run, key)


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
    return "" if answer is None else harmless.line(answer, LONGEST_SHOWN)

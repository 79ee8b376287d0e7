"""Answers that are handed in with a homework: shown to the student, and left in the notebook as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from IPython.display import display

from evalbook.teaching import answers

_KINDS = ("number", "numbers", "word")


def hand_in(answer: Any, kind: str = "number", *, length: int | None = None, choices: Sequence[str] = ()) -> None:
    """Hand in the `answer` to a homework question. It says what was handed in, not whether it is right.

    `kind` is what is asked for: a "number", "numbers" (how many: `length`), or a "word" (one of the `choices`). An
    answer of ``...`` or None has not been given yet. Numbers may be fractions, in percent or texts, as in
    :func:`check`.
    """
    if kind not in _KINDS:
        raise ValueError(f"kind is {kind!r}; expected one of {', '.join(_KINDS)}")
    plain = answers.plain_answer(answer)
    said = answers.said_of(plain, kind, length, choices)
    record = {"version": 1, "kind": kind, "answer": plain}
    display({"text/plain": said, answers.ANSWER_MIME: record}, raw=True)  # type: ignore[no-untyped-call]

"""Questions that a page asks: bets, and checks of the reader's answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from IPython.display import display

from evalbook.pages import trials
from evalbook.pages.judge import RIGHT, judge
from evalbook.pages.record import MIME, mistakes_of, question_record, stored
from evalbook.pages.tables import with_minus

__all__ = ["Verdict", "bet", "check"]


@dataclass(frozen=True)
class Verdict:
    """What a check says of an answer; it has been shown already, and `print` shows it again."""

    state: str
    """"open", "right", "nearly" (told what to change), "wrong", or "written" (an argument, to be compared)."""
    text: str
    """What the reader is told."""

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.state == RIGHT

    def __str__(self) -> str:
        return self.text

    def _ipython_display_(self) -> None:
        """Nothing: a check that ends a cell would be shown twice."""


def bet(question: str, choices: Sequence[tuple[str, str]], *, right: str, id: str | None = None) -> None:
    """A multiple-choice question: `choices` are pairs of an answer and what to say to the reader who picks it.

    Math stands between dollar signs. The order of the choices is kept. Negative numbers get a minus sign. Answers are
    filed under `id`; without one, a question that is reworded is a new question.
    """
    given = [answer for answer, _ in choices]
    if given.count(right) != 1:
        raise ValueError(f"right is {right!r}; expected exactly one of {given}")
    feedback = {with_minus(answer): text for answer, text in choices}
    answer = with_minus(right)
    record = question_record(
        "bet", "choice", question, id=id, choices=list(feedback), right=answer, why=feedback[answer],
        mistakes=[{"answer": wrong, "text": text} for wrong, text in feedback.items() if wrong != answer],
    )  # fmt: skip
    display({"text/html": _unfolding(record), "text/plain": _in_plain(record), MIME: record}, raw=True)  # type: ignore[no-untyped-call]


def check(
    answer: Any,
    right: Any,
    *,
    hint: str,
    mistakes: Sequence[tuple[Any, str]] = (),
    question: str = "",
    kind: str | None = None,
    choices: Sequence[str] = (),
    unit: str = "",
    on: Sequence[tuple[Any, ...]] = (),
    id: str | None = None,
) -> Verdict:
    """Say whether the reader's `answer` is right; if not, what to change, or the hint for that very mistake.

    An answer of ``...`` or None has not been given yet; a right one may be rounded, in percent, a fraction, a text.
    The page asks for it in a box labeled `question`, followed by `unit`, or offers the `choices`.

    An exercise in code hands in its function, and `right` is a function too: both are called with each tuple of
    arguments in `on`, of which the reader has seen the first only. A mistake is then a function, or what comes out for
    the first arguments. An exercise that asks for an argument has ``kind="argument"``, and `right` holds what the
    argument should say, for the reader to compare.
    """
    if not hint.strip():
        raise ValueError("hint is empty; expected what to say to an answer that is neither right nor a known mistake")
    kind = kind or _kind(answer, right, choices)
    is_code = kind == "code"
    record = question_record(
        "exercise", kind, question, id=id, hint=hint, unit=unit or None, choices=list(choices),
        right=None if is_code else stored(right), mistakes=mistakes_of(mistakes, with_answers=not is_code),
    )  # fmt: skip
    said = trials.judge_code(record, answer, right, mistakes, on) if callable(right) else judge(record, answer)
    verdict = Verdict(said.state, said.text)
    display({"text/plain": verdict.text, MIME: record}, raw=True)  # type: ignore[no-untyped-call]
    return verdict


def _kind(answer: Any, right: Any, choices: Sequence[str]) -> str:
    if callable(right):
        return "code"
    if choices:
        return "choice"
    if isinstance(right, str):
        return "word"
    return "numbers" if np.ndim(right) else "number"


def _unfolding(record: dict[str, Any]) -> str:
    """A bet for a notebook: each choice unfolds what to say to it. No script, so that it works wherever HTML does."""
    feedback = {record["right"]: f"<b>Right.</b> {_html(record['why'])}"}
    feedback |= {one["answer"]: f"<b>No.</b> {_html(one['text'])}" for one in record["mistakes"]}
    style = "margin: 0.3em 0; max-width: 45em; padding: 0.3em 0.6em; border: 1px solid #767676; border-radius: 4px"
    rows = [
        f"<details style='{style}'><summary>{_html(choice)}</summary>{feedback[choice]}</details>"
        for choice in record["choices"]
    ]
    return "\n".join([f"<p><b>{_html(record['question'])}</b></p>", *rows])


def _html(markdown: str) -> str:
    """Text with code between backticks; JupyterLab sets the formulas."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(markdown))


def _in_plain(record: dict[str, Any]) -> str:
    return "\n".join([record["question"], *(f"  ( ) {choice}" for choice in record["choices"])])


def __dir__() -> list[str]:
    return __all__

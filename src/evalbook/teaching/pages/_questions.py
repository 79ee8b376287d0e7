"""Questions that a page asks: bets, questions that come back, and checks of the reader's answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import fill
from typing import Any

import numpy as np
from IPython.core.getipython import get_ipython
from IPython.display import display

from evalbook.teaching.answers import (
    CHANGED,
    INPUTS_MIME,
    NEARLY,
    OPEN,
    QUESTION_MIME,
    RIGHT,
    WRONG,
    Judgment,
    NoKeyError,
    is_changed,
    judge,
    known_question,
    mistakes_of,
    packed_inputs,
    question_record,
    refusal,
    stored,
    unpacked_inputs,
)
from evalbook.teaching.pages import _trials as trials
from evalbook.teaching.pages._tables import with_minus


@dataclass(frozen=True)
class Verdict:
    """What a check says about an answer: the check has shown it already, and `print` shows it again."""

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


def bet(
    question: str,
    choices: Sequence[tuple[str, str]] | None = None,
    *,
    right: str = "",
    because: str = "",
    id: str | None = None,
) -> None:
    """Ask a multiple-choice question. `choices` are pairs of an answer and what to say to a reader who picks it.

    A reader who picks the answer that is `right` is told the reason, `because`; the pair of that answer has an empty
    text. Math is written between dollar signs. The order of the choices is kept, and negative numbers get a minus sign.
    Answers are filed under `id`. Without an `id`, a question that is reworded counts as a new question.

    In a working copy, ``bet(id)`` takes the rest from the key (:func:`open_key`).
    """
    if choices is None:
        _bet_by_key(question)
        return
    given = [answer for answer, _ in choices]
    if given.count(right) != 1:
        raise ValueError(f"right is {right!r}; expected exactly one of {given}")
    told = dict(choices)[right]
    if bool(told) == bool(because):
        raise ValueError(
            f"the reason for {right!r} is given in its pair and in because; expected only because"
            if told
            else f'because is missing, and the pair of {right!r} has no text; expected because="the reason"'
        )
    feedback = {with_minus(answer): text for answer, text in choices}
    answer = with_minus(right)
    record = question_record(
        "bet", "choice", question, id=id, choices=list(feedback), right=answer, why=because or told,
        mistakes=[{"answer": wrong, "text": text} for wrong, text in feedback.items() if wrong != answer],
    )  # fmt: skip
    _show_choices(record, {QUESTION_MIME: record})


def _bet_by_key(id: str) -> None:
    try:
        record = known_question(id)["record"]
    except NoKeyError as error:
        display({"text/plain": str(error)}, raw=True)  # type: ignore[no-untyped-call]
    else:
        _show_choices(record, {})


def due_question(question: str, choices: Sequence[tuple[str, str, str]], *, chapter: str, see: str, id: str) -> None:
    """Ask a question that comes back after days. `choices` are triples: answer, mistake's name, what to say.

    The name says what a reader does who makes the mistake, such as "divides by all patients": the page puts "This"
    before it, and a class report quotes it alone. The name of the right answer is "right". The question belongs to a
    `chapter`, which is named as in the table of contents. The answer can be looked up in the cell of its notebook that
    has the id `see`.
    """
    right = [place for place, (_, mistake, _) in enumerate(choices) if mistake == "right"]
    if len(right) != 1:
        raise ValueError(f'choices has {len(right)} answers named "right"; expected exactly one')
    answers = [with_minus(answer) for answer, _, _ in choices]
    if len(set(answers)) < len(answers):
        raise ValueError(f"choices repeat an answer: {answers}; expected answers that are all different")
    named = [
        {"answer": answer, "name": name, "text": text} for answer, (_, name, text) in zip(answers, choices, strict=True)
    ]
    if not all(one["name"].strip() and one["text"].strip() for one in named):
        raise ValueError(
            "choices has an answer without a mistake's name or without a text; expected both for each answer"
        )
    told = named.pop(right[0])
    record = question_record(
        "due", "choice", question, id=id, choices=answers, right=told["answer"], why=told["text"], mistakes=named,
        chapter=chapter, see=see,
    )  # fmt: skip
    _show_choices(record, {QUESTION_MIME: record})


def _show_choices(record: dict[str, Any], kept: dict[str, Any]) -> None:
    plain = "\n".join([record["question"], *(f"  ( ) {choice}" for choice in record["choices"])])
    display({"text/html": _unfolding(record), "text/plain": plain, **kept}, raw=True)  # type: ignore[no-untyped-call]


def check(
    answer: Any,
    right: Any,
    *,
    hint: str | None = None,
    mistakes: Sequence[tuple[Any, str]] = (),
    question: str = "",
    because: str = "",
    kind: str | None = None,
    choices: Sequence[str] = (),
    on: Sequence[tuple[Any, ...]] = (),
    id: str | None = None,
) -> Verdict:
    """Say whether the reader's `answer` is right, and if not, what to change or which mistake it is.

    An answer of ``...`` or None has not been given yet. A right answer may be rounded, in percent, a fraction or a
    string. A reader whose answer is right is told the reason, `because`. The page asks for the answer in a box labeled
    `question`, or offers the `choices`.

    If an exercise asks for code, the answer is a function, and `right` is a function, too. Both are called with each
    tuple of arguments in `on`, of which the reader has seen only the first. A mistake is then a function, or its result
    for the first arguments. If an exercise asks for an argument in words, it has ``kind="argument"``, and `right` lists
    what the argument should say, so that the reader can compare.

    In a working copy, ``check(id, answer)`` takes the rest from the key (:func:`open_key`).
    """
    if hint is None:
        return _check_by_key(id=answer, answer=right)
    if not hint.strip():
        raise ValueError("hint is empty; expected a text for answers that are neither right nor a known mistake")
    kind = kind or _kind(answer, right, choices)
    is_code = kind == "code"
    record = question_record(
        "exercise", kind, question, id=id, hint=hint, choices=list(choices), why=because or None,
        right=None if is_code else stored(right), mistakes=mistakes_of(mistakes, with_answers=not is_code),
    )  # fmt: skip
    if not is_code:
        return _said(record, judge(record, answer), {QUESTION_MIME: record})
    record["trials"] = trials.expected(right, mistakes, on)
    return _said(record, trials.judge_code(record, answer, on), {QUESTION_MIME: record, INPUTS_MIME: packed_inputs(on)})


def _check_by_key(id: str, answer: Any) -> Verdict:
    try:
        known = known_question(id)
        record = known["record"]
        code = record["kind"] == "code"
        said = trials.judge_code(record, answer, unpacked_inputs(known["inputs"])) if code else judge(record, answer)
    except NoKeyError as error:
        return _said({"question": ""}, Judgment(OPEN, str(error)), {})
    if said.state in (NEARLY, WRONG) and is_changed(id, _cells_that_ran()):
        said = Judgment(said.state, f"{said.text} {CHANGED}")
    return _said(record, said, {})


def _cells_that_ran() -> Sequence[str]:
    """The texts of the cells that were run in this notebook, as they were written."""
    shell = get_ipython()
    return shell.history_manager.input_hist_raw if shell and shell.history_manager else []


LINE = 79
"""How many characters a line of a verdict has at most."""


def _said(record: dict[str, Any], said: Judgment, kept: dict[str, Any]) -> Verdict:
    """Show the question and what is said of the answer, and leave what the site and the tools need of it."""
    text = f"{record['question']} {said.text}".strip()
    if said.state != OPEN:  # JupyterLab cuts a long line within a word
        text = fill(text, LINE, break_long_words=False, break_on_hyphens=False)
    display({"text/plain": text, **kept}, raw=True)  # type: ignore[no-untyped-call]
    return Verdict(*said)


def _kind(answer: Any, right: Any, choices: Sequence[str]) -> str:
    if callable(right):
        return "code"
    if choices:
        return "choice"
    if isinstance(right, str):
        return "word"
    return "numbers" if np.ndim(right) else "number"


def _unfolding(record: dict[str, Any]) -> str:
    """Choices for a notebook: each unfolds what to say to it. No script, so that it works wherever HTML does."""
    feedback = {record["right"]: f"<b>Right.</b> {_html(record['why'])}"}
    feedback |= {one["answer"]: f"<b>{refusal(one, _html)}</b> {_html(one['text'])}" for one in record["mistakes"]}
    style = "margin: 0.3em 0; max-width: 45em; padding: 0.3em 0.6em; border: 1px solid #767676; border-radius: 4px"
    rows = [
        f"<details style='{style}'><summary>{_html(choice)}</summary>{feedback[choice]}</details>"
        for choice in record["choices"]
    ]
    return "\n".join([f"<p><b>{_html(record['question'])}</b></p>", *rows])


def _html(markdown: str) -> str:
    """Text with code between backticks; JupyterLab sets the formulas."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(markdown))

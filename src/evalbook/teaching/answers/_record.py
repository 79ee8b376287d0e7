"""The record of a question: one JSON value of a type of its own that page, notebook and tools read alike.

=========  =================================================================================================
version    1; a reader leaves other versions alone
id         stable: what a reader's answers are filed under
role       "bet", "exercise", or "due": a question that comes back after days
kind       "number", "numbers", "word", "choice", "code" or "argument"
question   Markdown; formulas between dollar signs
right      the right answer; an argument's criteria; nothing for code
why        why the right answer is right; of a bet or a due question, what to say to it
choices    the answers to choose from, in order
mistakes   [{"answer": …, "text": …}], each a named mistake; without the answer for code; with its "name" for "due"
hint       what to say to any other answer
trials     for code, for each input: the "kind" of the answer, the "right" one, and the "mistakes" as above
chapter    the chapter that a due question belongs to, as in the table of contents
see        the id of the cell in it where the answer can be looked up
=========  =================================================================================================

Numbers keep nine digits, so that two machines write the same record; ∞ and nan are the texts "inf" and "nan".
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

VERSION = 1
QUESTION_MIME = f"application/vnd.evalbook.question.v{VERSION}+json"
INPUTS_MIME = "application/vnd.evalbook.inputs.v1"
"""Beside the record of code: the inputs that it is tried on, as text (``_key.py``)."""
KINDS = ("number", "numbers", "word", "choice", "code", "argument")


def question_record(role: str, kind: str, question: str, *, id: str | None, **parts: Any) -> dict[str, Any]:
    """The record of a question; `parts` are the remaining fields, and those that are empty are left out."""
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}; expected one of {', '.join(KINDS)}")
    fixed = {"version": VERSION, "id": id or _id_from(question, parts), "role": role, "kind": kind}
    filled = {name: value for name, value in parts.items() if value not in ([], None)}
    return {**fixed, "question": question, "mistakes": [], **filled}


def _id_from(question: str, parts: dict[str, Any]) -> str:
    """A name for a question that was given none: it lasts as long as its words do."""
    words = question or f"{parts.get('hint')} {parts.get('right')}"
    return "q" + hashlib.sha256(words.encode()).hexdigest()[:8]


def mistakes_of(pairs: Iterable[tuple[Any, str]], *, with_answers: bool = True) -> list[dict[str, Any]]:
    """Pairs of an answer and a text, as a record holds them."""
    return [{**({"answer": stored(answer)} if with_answers else {}), "text": text} for answer, text in pairs]


def stored(answer: Any) -> Any:
    """A right or mistaken answer as JSON: texts, numbers of nine digits, and lists of them."""
    if hasattr(answer, "tolist"):
        answer = answer.tolist()
    if isinstance(answer, list | tuple | range):
        return [int(part) if isinstance(part, bool) else stored(part) for part in answer]
    if isinstance(answer, bool | str) or not isinstance(answer, Real):
        return str(answer)
    if isinstance(answer, int):
        return answer
    return float(f"{float(answer):.9g}") if math.isfinite(answer) else str(float(answer))

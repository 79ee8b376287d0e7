"""Whoever understands nothing: hands in the same answers whatever the numbers are, the best that thirty terms suggest.

A draw answers its own questions, so that no notebook has to run: sixty keys of an assignment take seconds.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from nbformat import NotebookNode

from evalbook.teaching.answers import mistakes_of, question_record, stored
from evalbook_homework.grading.assignments import Assignment, graded, is_test
from evalbook_homework.grading.drawing import AS_REPORTED, Question, beside
from evalbook_homework.grading.execution import Run
from evalbook_homework.grading.key import Key, places
from evalbook_homework.grading.points import marks_of

SELDOM = 0.2
"""A part of a row earns points alone if no constant is right more often."""
SIMPLE = [0, 1, 0.5, True, False]
LIKELIEST = 8
"""Of the numbers that were right, exactly or in few digits, so many are tried: those that were right most often."""


def learned(name: str) -> list[str]:
    """The seeds that the guesser has seen."""
    return [f"{name} seen {number}" for number in range(30)]


def unseen(name: str) -> list[str]:
    """Those that its answers are handed in to."""
    return [f"{name} new {number}" for number in range(30)]


@cache
def files(one: Assignment, seed: str) -> dict[str, str]:
    """What a term deals out; drawn once for all tests, since some draws take seconds."""
    return {name: content.decode() for name, content in one.draw(seed).items()}


@cache
def keys(one: Assignment, seeds: tuple[str, ...]) -> list[Key]:
    """The key of an assignment under each seed."""
    tests = {name: (points, cell) for name, points, cell in graded(one.notebook) if is_test(cell)}
    answers = runpy.run_path(str(one.folder / "draw.py"))["answers"]
    found = []
    for seed in seeds:
        with beside(files(one, seed)):
            asked = answers()
        found.append({name: record_of(asked[name]) | worth(*tests[name]) for name in tests})
    return found


def record_of(asked: Question) -> dict[str, Any]:
    """The record that `pages.check` leaves of a question."""
    right = stored(asked["right"])
    kind = "numbers" if isinstance(right, list) else "number"
    kind = "word" if isinstance(right, str) else kind
    parts = {"right": right, "hint": asked["hint"], "choices": asked.get("choices", [])}
    return question_record("exercise", kind, "", id="x", **parts) | {"mistakes": mistakes_of(asked["mistakes"])}


def worth(points: float, cell: NotebookNode) -> dict[str, Any]:
    """What the source says of a question: its points, and which parts of a row count alone."""
    return {"points": points, **places(cell)}


def points_of(record: dict[str, Any], answer: Any) -> float:
    (mark,) = marks_of(Run({"x": answer}), {"x": record})
    return mark.points or 0.0


def best_constant(records: Sequence[dict[str, Any]]) -> Any:
    """The answer to a question that earns most over its records."""
    return max(candidates(records), key=lambda answer: sum(points_of(one, answer) for one in records))


def candidates(records: Sequence[dict[str, Any]]) -> Iterator[Any]:
    """Right answers seen, simple constants, and for a row each part's best number beside those of the other parts."""
    seen = [one["right"] for one in records]
    if records[0]["kind"] == "word":
        yield from records[0]["choices"]
    elif records[0]["kind"] == "number":
        yield from [*SIMPLE, *likeliest(seen)]
    else:
        length = min(map(len, seen))
        yield from seen
        yield from ([number] * length for number in SIMPLE)
        yield [best_constant([part_of(one, place) for one in records]) for place in range(length)]


def likeliest(seen: Sequence[float]) -> list[float]:
    """The numbers near which most of those lie that were seen: themselves, or rounded to two digits or one."""
    tried = {float(f"{one:.{digits}g}") for one in seen for digits in (1, 2, 9)}
    near = {one: sum(abs(one - right) <= 0.01 * abs(right) for right in seen) for one in sorted(tried)}
    return sorted(near, key=lambda one: -near[one])[:LIKELIEST]


def part_of(record: dict[str, Any], place: int) -> dict[str, Any]:
    """A part of a row as a question of its own."""
    percent = {"percent": [0] if place in record["percent"] else []} if "percent" in record else {}
    return {**record, "kind": "number", "points": 1, "right": record["right"][place], "mistakes": [], **percent}


def share_right(records: Sequence[dict[str, Any]]) -> float:
    """In what share of the records the best constant is right."""
    answer = best_constant(records)
    return sum(points_of(one, answer) == one["points"] for one in records) / len(records)


def guess_proof(records: Sequence[dict[str, Any]]) -> list[int]:
    """The places in a row whose best constant is right in at most 20% of the records; those of a report tell by what
    it prints."""
    printed = any(mistake["text"] == AS_REPORTED for one in records for mistake in one["mistakes"])
    if records[0]["kind"] != "numbers" or printed:
        return []
    places = range(len(records[0]["right"]))
    return [place for place in places if share_right([part_of(one, place) for one in records]) <= SELDOM]


def guessed(one: Assignment, number: int = 30) -> dict[str, float]:
    """By question, what the guesser earns on average in terms that it has not seen."""
    seen, new = (keys(one, tuple(seeds[:number])) for seeds in (learned(one.name), unseen(one.name)))
    earned = {}
    for name in seen[0]:
        answer = best_constant([key[name] for key in seen])
        earned[name] = sum(points_of(key[name], answer) for key in new) / len(new)
    return earned

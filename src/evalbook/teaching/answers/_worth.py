"""What share of a question's points an answer earns: one rule for whoever grades homework, here or elsewhere."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from evalbook.teaching.answers._judge import (
    NEARLY,
    OPEN,
    RIGHT,
    WRONG,
    Judgment,
    Wanted,
    has_form,
    hint_of,
    judge,
    rounded,
    says,
)
from evalbook.teaching.answers._reading import (
    DECIMAL_POINT,
    Readings,
    leaves,
    may_have_decimal_commas,
    readings_of_answer,
)
from evalbook.teaching.answers._texts import SAYS

HALF = {SAYS[name] for name in ("close", "few", "order", "thousands")}
"""What is said to mistakes that half of the points survive: rounded on the way, another order, a point for thousands.

They survive whether or not the test names the mistake. Digits so few that a guess may have them earn nothing.
"""
NOT_RIGHT = "This is not right. {text}"
PARTS = "Some of these numbers are right, and count."


class Worth(NamedTuple):
    """The share of the points that an answer earns, and what to tell who gave it."""

    share: float
    text: str


def worth(record: dict[str, Any], answer: Any) -> Worth:
    """What `answer`, as `plain_answer` gives it, earns of the points of the question of `record`.

    Where the record says which places of a row count `alone`, each right one earns its share. The best counts.
    """
    judgment, parts = judge(record, answer), _share_of_parts(record, answer)
    whole = _of_the_whole(record, answer, judgment) if has_form(record, answer) else 0.0
    return Worth(max(whole, parts), _said(record, answer, judgment, whole, parts))


def shares(record: dict[str, Any]) -> list[float]:
    """Each share that some answer to the question of `record` may earn, the smallest first; the last one is 1."""
    if record["kind"] not in ("number", "numbers"):
        return [1.0]
    parts = _parts(record) if record["kind"] == "numbers" else 1
    return sorted({0.5, *((part + 1) / parts for part in range(parts))})


# ---------------------------------------------------------------- what it earns


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
    if record["kind"] != "numbers" or not record.get("alone"):
        return 0.0
    right = Wanted.right_of(record)
    earned = (
        sum(right.takes(place, row[place], rounded, percent=True) for place in record["alone"])
        for row in _rows(answer, len(right.values))
    )
    return max(earned, default=0) / _parts(record)


def _rows(answer: Any, length: int) -> list[list[Readings]]:
    """What an answer may mean as a row of so many numbers; nothing in the place of a number that cannot be read."""
    readings = readings_of_answer(answer)
    if not isinstance(readings, str):
        return [one.parts for one in readings if len(one.parts) == length]
    row = [_one(leaf) for leaf in leaves(answer)]
    return [row] if isinstance(answer, list) and len(row) == length else []


def _one(given: Any) -> Readings:
    """What one number may mean; nothing if it cannot be read."""
    readings = readings_of_answer(given)
    return (
        [] if isinstance(readings, str) else [each for one in readings if len(one.parts) == 1 for each in one.parts[0]]
    )


# ---------------------------------------------------------------- what is said of it


def _said(record: dict[str, Any], answer: Any, judgment: Judgment, whole: float, parts: float) -> str:
    """What to tell who gave it: which parts count, what is wrong, and what to change."""
    if judgment.state == RIGHT:
        return judgment.text
    if judgment.state == OPEN:
        return f"{PARTS} Others are missing." if parts else "Not answered."
    text = judgment.text
    if judgment.state == WRONG:
        text = _slips(record, answer, judgment) or text.removeprefix(SAYS["wrong"].format(text=""))
        if whole >= parts and whole:
            return f"{text} The numbers are right, and count half."
        return f"{PARTS} {text}" if parts else NOT_RIGHT.format(text=text)
    if text == SAYS["order"] and parts > whole:
        return f"{text} Those that are in their place count."
    text += _comma(record, answer) if judgment.state == NEARLY and not has_form(record, answer) else ""
    return f"{PARTS} {text}" if parts > whole else text


def _comma(record: dict[str, Any], answer: Any) -> str:
    """What to say of a row that may be twice as long because Python takes a decimal comma for one between numbers."""
    if record["kind"] not in ("number", "numbers"):
        return ""
    return f" {DECIMAL_POINT}" if may_have_decimal_commas(answer, len(Wanted.right_of(record).values)) else ""


def _slips(record: dict[str, Any], answer: Any, judgment: Judgment) -> str:
    """The slip of each number of a row, if the row as a whole is no named mistake; the hint where one has no name."""
    hint = hint_of(record)
    if record["kind"] != "numbers" or judgment != says(WRONG, "wrong", text=hint):
        return ""
    right = Wanted.right_of(record)
    known, told, is_whole = _slips_by_place(record, right), list[str](), True
    for row in _rows(answer, len(right.values))[:1]:
        for place, given in enumerate(row):
            if given and not right.takes(place, given, rounded, percent=True):
                named = [text for wrong, text in known[place] if wrong.takes(place, given, rounded, percent=True)]
                told += [f"Number {place + 1}: {named[0]}"] if named else []
                is_whole &= bool(named)
    return " ".join([*told, *([] if is_whole else [hint])]) if told else ""


def _slips_by_place(record: dict[str, Any], right: Wanted) -> dict[int, list[tuple[Wanted, str]]]:
    """By place, the named mistakes that make this number wrong and no other. A text is of one place, or of none."""
    places = defaultdict[str, set[int]](set)
    wrongs = [(Wanted(one["answer"], record.get("percent")), one["text"]) for one in record["mistakes"]]
    for wrong, text in wrongs:
        places[text] |= {
            at for at, pair in enumerate(zip(wrong.values, right.values, strict=False)) if pair[0] != pair[1]
        }
        places[text] |= {-1, -2} if len(wrong.values) != len(right.values) else set()
    found = defaultdict[int, list[tuple[Wanted, str]]](list)
    for wrong, text in wrongs:
        if len(places[text]) == 1:
            found[min(places[text])].append((wrong, text))
    return found

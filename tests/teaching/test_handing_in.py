"""What is handed in with a homework: what the student is told, and what stays in the notebook."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_answers import rows

from evalbook.comparison import Interval
from evalbook.teaching import pages
from evalbook.teaching.answers import ANSWER_MIME, LONGEST, OPEN, has_form, judge, plain_answer, said_of


def accuracy_interval():
    """An interval, which unpacks to its two ends."""
    return Interval(0.25, 0.1, 0.4, 0.95, "by hand")


@pytest.fixture
def hand_in(monkeypatch):
    """Hand in, and return what is said and what is left as data."""
    bundles = []
    monkeypatch.setattr("evalbook.teaching.pages._handing_in.display", lambda bundle, raw: bundles.append(bundle))

    def handed_in(*args, **options):
        pages.hand_in(*args, **options)
        return bundles[-1]["text/plain"], bundles[-1][ANSWER_MIME]

    return handed_in


# ---------------------------------------------------------------- what is left as data


@pytest.mark.parametrize(
    ("answer", "stored"),
    [
        (0.25, 0.25),
        (3, 3),
        (np.float64(0.25), 0.25),
        (np.int64(3), 3),
        (np.array(0.25), 0.25),
        (Fraction(1, 4), 0.25),
        (0.1 + 0.2, 0.3),
        (1 / 3, 0.333333333),
        ("1/4", "1/4"),
        (True, "True"),
        (None, None),
        (..., None),
        (np.nan, "nan"),
        (-np.inf, "-inf"),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        ((1, "2%"), [1, "2%"]),
        (range(3), [0, 1, 2]),
        ([0.5, np.inf, None], [0.5, "inf", None]),
        (Decimal("0.250"), "0.250"),
        ([accuracy_interval(), 1], [[0.1, 0.4], 1]),
        ({"share": 1}, {"type": "dict"}),
        (1 + 2j, {"type": "complex"}),
        (max, {"type": "builtin_function_or_method"}),
    ],
)
def test_an_answer_is_left_as_plain_data(hand_in, answer, stored):
    _, record = hand_in(answer)
    assert record == {"version": 1, "kind": "number", "answer": stored}
    assert json.loads(json.dumps(record, allow_nan=False)) == record


@pytest.mark.parametrize("answer", ["7" * (LONGEST + 1), [7] * (LONGEST + 1)])
def test_an_answer_is_cut_where_it_is_longest(hand_in, answer):
    _, record = hand_in(answer, "numbers")
    assert len(record["answer"]) == LONGEST


# ---------------------------------------------------------------- what the student is told


@pytest.mark.parametrize(
    ("answer", "options", "said"),
    [
        (0.253, {}, "Handed in: 0.253"),
        ("1/8", {}, "Handed in: 1/8"),
        ("25.0%", {}, "Handed in: 25.0%"),
        ("four", {}, "Handed in: four"),
        ("4个", {}, "Handed in: 4个"),
        (..., {}, "Not answered yet."),
        ("...", {}, "Not answered yet."),
        ("", {}, "Not answered yet."),
        ("a lot", {}, "This cannot be read: expected one number, such as 0.25 or 1/4; found a lot."),
        ("much.", {}, "This cannot be read: expected one number, such as 0.25 or 1/4; found much."),
        ({"share": 1}, {}, "This cannot be read: expected one number, such as 0.25 or 1/4; found a dict."),
        (
            [{"share": 1}, "x"],
            {"kind": "numbers", "length": 2},
            "This cannot be read: expected 2 numbers, such as 0.25 or 1/4; found [a dict, 'x'].",
        ),
        (
            "15 minutes",
            {},
            "This cannot be read: expected one number without words or units, such as 0.25 or 1/4; found 15 minutes.",
        ),
        (
            ["5.17 min", 7],
            {"kind": "numbers", "length": 2},
            "This cannot be read: expected 2 numbers without words or units, such as 0.25 or 1/4; "
            "found ['5.17 min', 7].",
        ),
        (
            (23, 3, 0, 722),
            {"kind": "numbers", "length": 2},
            "Too many: expected 2 numbers; found 4. Write decimals with a point, as in 0.25.",
        ),
        ((0.5, 3, 0, 7), {"kind": "numbers", "length": 2}, "Too many: expected 2 numbers; found 4."),
        ([1], {"kind": "numbers", "length": 2}, "Not complete: expected 2 numbers; found 1."),
        ([(1, 2), (3, 4)], {"kind": "numbers", "length": 4}, "Handed in: [[1, 2], [3, 4]]"),
        (
            [accuracy_interval(), accuracy_interval()],
            {"kind": "numbers", "length": 4},
            "Handed in: [[0.1, 0.4], [0.1, 0.4]]. Give 3 digits or more, unless the exact number has fewer "
            "(here 0.1, 0.4, 0.1)",
        ),
        ([1, 2], {}, "Too many: expected one number; found 2. Write decimals with a point, as in 0.25."),
        ([1, 2], {"kind": "numbers", "length": 2}, "Handed in: [1, 2]"),
        ("1, 2", {"kind": "numbers", "length": 2}, "Handed in: 1, 2"),
        ([1, 2], {"kind": "numbers", "length": 3}, "Not complete: expected 3 numbers; found 2."),
        ([1, 2], {"kind": "numbers"}, "Handed in: [1, 2]"),
        ("x", {"kind": "numbers"}, "This cannot be read: expected several numbers, such as 0.25 or 1/4; found x."),
        ("b", {"kind": "word", "choices": ["a", "b"]}, "Handed in: b"),
        ("b)", {"kind": "word", "choices": ["a", "b"]}, "Handed in: b)"),
        (" B ", {"kind": "word", "choices": ["a", "b"]}, "Handed in:  B "),
        (
            "z",
            {"kind": "word", "choices": ["a", "b"]},
            'This is none of the choices: expected a or b alone; found "z".',
        ),
        (
            "a) It is so.",
            {"kind": "word", "choices": ["a", "b", "c"]},
            'This is none of the choices: expected a, b or c alone; found "a) It is so."',
        ),
        (["b"], {"kind": "word", "choices": ["a", "b"]}, "Handed in: ['b']"),
        (
            ["a", "b"],
            {"kind": "word", "choices": ["a", "b"]},
            "This cannot be read: expected one word in quotation marks; found ['a', 'b'].",
        ),
        ("z", {"kind": "word"}, "Handed in: z"),
        (2, {"kind": "word"}, "This cannot be read: expected one word in quotation marks; found 2."),
        (None, {"kind": "word"}, "Not answered yet."),
        ("...", {"kind": "word"}, "Not answered yet."),
        ("", {"kind": "word", "choices": ["a", "b"]}, "Not answered yet."),
    ],
)
def test_the_student_is_told_what_was_handed_in(hand_in, answer, options, said):
    assert hand_in(answer, **options)[0] == said


@pytest.mark.parametrize(
    ("answer", "few"),
    [
        (0.31, "0.31"),
        (0.5, "0.5"),
        ("31%", "0.31"),
        ("0,31", "0.31"),
        (-0.031, "-0.031"),
        (2.5, "2.5"),
        ("1/4", "0.25"),
        ([0.312, 0.4], "0.4"),
        ([0.1, 0.2, 0.3, 0.4], "0.1, 0.2, 0.3"),
    ],
)
def test_a_number_with_fewer_than_three_digits_is_told_so_at_once(hand_in, answer, few):
    said = hand_in(answer, "numbers")[0]
    assert said.endswith(f". Give 3 digits or more, unless the exact number has fewer (here {few})")


@pytest.mark.parametrize("answer", [0.312, 0.0178, "0.300", "30.0%", 1.25, 12, 12.0, 0, "12", 1e9, "1/3", math.inf])
def test_three_digits_and_whole_numbers_are_told_nothing_of_digits(hand_in, answer):
    assert "digits" not in hand_in(answer)[0]


def test_a_long_answer_is_shown_in_short(hand_in):
    said, record = hand_in([1.25] * 100, "numbers")
    assert said == f"Handed in: {str([1.25] * 100)[:200]} …"
    assert len(record["answer"]) == 100


def test_it_does_not_tell_whether_it_is_right(hand_in):
    assert {hand_in(answer)[0].partition(":")[0] for answer in (0, 0.5, 1e9)} == {"Handed in"}


def test_a_kind_that_does_not_exist_is_refused(hand_in):
    with pytest.raises(ValueError, match="kind is 'text'; expected one of number, numbers, word"):
        hand_in(1, "text")


# ---------------------------------------------------------------- the form of an answer

RECORDS = {
    "number": {"kind": "number", "right": 0.25},
    "numbers": {"kind": "numbers", "right": [1, 2]},
    "word": {"kind": "word", "right": "a", "choices": ["a", "b"]},
    "any word": {"kind": "word", "right": "a"},
}


@pytest.mark.parametrize(
    ("kind", "answer", "has"),
    [
        ("number", 7, True),
        ("number", "7/10", True),
        ("number", "about half", False),
        ("number", [1, 2], False),
        ("number", None, False),
        ("number", {"type": "dict"}, False),
        ("numbers", [8, "9%"], True),
        ("numbers", "8, 9", True),
        ("numbers", [8, 9, 10], False),
        ("word", "B", True),
        ("word", "c", False),
        ("word", 2, False),
        ("any word", "c", True),
        ("any word", ["c"], True),
        ("any word", ["c", "d"], False),
    ],
)
def test_an_answer_has_the_form_of_its_question_or_not(kind, answer, has):
    assert has_form(RECORDS[kind], answer) is has


ANSWERS = st.recursive(
    st.none()
    | st.integers(0, 9)
    | st.floats()
    | st.sampled_from(["0.3", "40%", "1, 2", "1 2 3", "x", "", "?", "5 kg"]),
    lambda part: st.lists(part, max_size=4) | st.lists(part, max_size=3).map(tuple),
    max_leaves=6,
)


@given(answer=ANSWERS, length=st.integers(1, 4))
def test_the_notebook_takes_what_can_be_graded_and_nothing_else(answer, length):
    plain, kind = plain_answer(answer), "number" if length == 1 else "numbers"
    record = {"kind": kind, "right": 0.5 if length == 1 else [0.5] * length}
    assert said_of(plain, kind, length, ()).startswith("Handed in") == has_form(record, plain)


@pytest.mark.parametrize(("record", "answer", "state"), [row for row in rows() if row[0]["kind"] in RECORDS])
def test_what_is_judged_right_has_the_form_and_what_is_open_has_not(record, answer, state):
    form = has_form(record, answer)
    assert form or state != "right"
    assert not form or judge(record, answer).state != OPEN

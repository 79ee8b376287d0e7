"""What share of a question's points an answer earns, in homework and wherever it is exported to."""

from __future__ import annotations

import pytest

from evalbook.teaching.answers import shares, worth

NUMBER = {"kind": "number", "right": 0.4131, "hint": "Count.", "mistakes": []}
WORD = {"kind": "choice", "right": "a", "hint": "Look.", "choices": ["a", "b"], "mistakes": []}
ROW = {"kind": "numbers", "right": [0.4131, 7, 0.2718], "hint": "Count.", "mistakes": []}
ALONE = {**ROW, "alone": [0, 2]}
R2 = {**ROW, "right": [-1.27, 0.4131], "percent": [0, 1]}
"""A row whose numbers may be given in percent in every copy, whether or not one is below -1."""
SLIPS = [
    ([0.5, 7, 0.2718], "You took half."),
    ([0.4131, 7, 0.9], "You took the rest."),
    ([0.4131, 7, 0.8], "You took another rest."),
    ([0.5, 7, 0.9], "You did all wrong."),
    ([0.4131, 8, 0.2718], "One is wrong."),
    ([0.1, 7, 0.2718], "One is wrong."),
]
NAMED = {**ROW, "mistakes": [{"answer": answer, "text": text} for answer, text in SLIPS]}
SWAPPED = {"answer": [0.2718, 7, 0.4131], "text": "The first and the last are swapped."}


@pytest.mark.parametrize(
    ("record", "answer", "share"),
    [
        (NUMBER, 0.4131, 1),
        (NUMBER, "41.3%", 1),
        (NUMBER, 0.412, 0.5),
        (NUMBER, 0.4, 0),
        (NUMBER, 0.5869, 0),
        (NUMBER, [0.4131, 0.4131], 0),
        (NUMBER, [[0.4131]], 1),
        (NUMBER, 41.2, 0.5),
        ({**NUMBER, "right": 0.5977}, 0.6, 0.5),
        ({**NUMBER, "right": 0.5877}, 0.6, 0),
        (WORD, ["a"], 1),
        (WORD, ["a", "b"], 0),
        (NUMBER, None, 0),
        (NUMBER, {"type": "DataFrame"}, 0),
        (WORD, "a)", 1),
        (WORD, "b", 0),
        (WORD, "z", 0),
        (ROW, [0.4131, 7, 0.2718], 1),
        (ROW, [0.4131, 7, 0.9], 0),
        (ROW, [0.2718, 7, 0.4131], 0.5),
        (ROW, [[0.4131, 7], [0.2718]], 1),
        (ROW, [[0.4131], [7], [0.2718]], 1),
        (ROW, [41.31, 7, 0.2718], 1),
        (ROW, [0.4131, 7, "27.2%"], 1),
        (ROW, [0.4131, 0.07, 0.2718], 0),
        (ROW, [[0.4131, 7], [0.2718, 1]], 0),
        ({**ROW, "right": [0.5977, 0.8836]}, [0.6, 0.88], 1),
        ({**ROW, "right": [0.5977, 0.8836]}, [0.6, 0.884], 0.5),
        (R2, [-127, 41.3], 1),
        (R2, [-1.27, 41.3], 1),
        ({**R2, "right": [-1.27, 12.5]}, [-1.27, 1250], 1),
        ({**R2, "percent": [1]}, [-127, 41.3], 0),
        ({**R2, "percent": []}, [-1.27, 41.3], 0),
        (ALONE, [0.413, 8, 0.9], 1 / 3),
        (ALONE, [41.3, 8, 0.9], 1 / 3),
        (ALONE, "0.413, 8, 0.9", 1 / 3),
        (ALONE, [[0.413, 8], [0.9]], 1 / 3),
        (ALONE, [[0.413, 8], 0.9, None], 0),
        (ALONE, [0.4131, 8, 0.2718], 2 / 3),
        (ALONE, [0.4131, None, None], 1 / 3),
        (ALONE, ["0.4131", "x", {"type": "set"}], 1 / 3),
        (ALONE, [0.9, 7, 0.9], 0),
        (ALONE, [0.4131, 7], 0),
        ({**ALONE, "right": ["inf", 7, 0.2718]}, [2, 8, 0.2718], 1 / 3),
        ({**ROW, "alone": [0, 1, 2]}, [0.4131, 7, 0.9], 2 / 3),
    ],
)
def test_an_answer_earns_its_share_which_is_one_that_may_be_earned(record, answer, share):
    assert worth(record, answer).share == share
    assert share in [0, *shares(record)]


@pytest.mark.parametrize(
    ("record", "answer", "text"),
    [
        (NUMBER, None, "Not answered."),
        (NUMBER, 0.4131, "Right."),
        (NUMBER, 0.5, "This is not right. Count."),
        (ALONE, [0.4131, 8, 0.2718], "Some of these numbers are right, and count. Count."),
        (ALONE, [0.4131, None, 0.9], "Some of these numbers are right, and count. Others are missing."),
        (ROW, [4131, 7, 2718, 0], "Give three numbers; these are four. Write decimals with a point, as in 0.25."),
        (
            {**ROW, "alone": [0, 1, 2]},
            [7, 0.4131, 0.2718],
            "These are the right numbers, but in another order.",
        ),
        (
            {**ROW, "right": [1.5, 2.5, 3.5, 4.5], "alone": [0, 1, 2, 3]},
            [1.5, 2.5, 4.5, 3.5],
            "These are the right numbers, but in another order.",
        ),
        (
            {**ROW, "right": [1.5, 2.5, 3.5, 4.5, 5.5], "alone": [0, 1, 2, 3, 4]},
            [1.5, 2.5, 3.5, 5.5, 4.5],
            "These are the right numbers, but in another order. Those that are in their place count.",
        ),
        (ROW, SWAPPED["answer"], "These are the right numbers, but in another order."),
        (
            {**ROW, "mistakes": [SWAPPED]},
            SWAPPED["answer"],
            "The first and the last are swapped. The numbers are right, and count half.",
        ),
    ],
)
def test_it_says_why(record, answer, text):
    assert worth(record, answer).text == text


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ([0.6, 7, 0.8], "Number 3: You took another rest. Count."),
        ([0.1, 7, 0.9], "Number 3: You took the rest. Count."),
        ([50, 7, 0.8], "Number 1: You took half. Number 3: You took another rest."),
        ([[0.5, 7], [0.8]], "Number 1: You took half. Number 3: You took another rest."),
        ([0.5, 7, 0.9], "You did all wrong."),
        ([0.1, 8, 0.1], "Count."),
        ([0.6, 8, 0.1], "Count."),
    ],
)
def test_two_slips_in_a_row_are_named_number_by_number(answer, text):
    """But only by what is said of this number alone."""
    assert worth(NAMED, answer) == (0, f"This is not right. {text}")


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (NUMBER, [0.5, 1]),
        (WORD, [1]),
        (ROW, [0.5, 1]),
        (ALONE, [1 / 3, 0.5, 2 / 3, 1]),
        ({**ROW, "alone": [0, 1, 2]}, [1 / 3, 0.5, 2 / 3, 1]),
    ],
)
def test_the_shares_that_may_be_earned(record, expected):
    assert shares(record) == expected

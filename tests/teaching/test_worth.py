"""What share of a question's points an answer earns, in homework and wherever it is exported to."""

from __future__ import annotations

import pytest

from evalbook.teaching.answers import shares, worth

NUMBER = {"kind": "number", "right": 0.4131, "hint": "Count.", "mistakes": []}
WORD = {"kind": "choice", "right": "a", "hint": "Look.", "choices": ["a", "b"], "mistakes": []}
ROW = {"kind": "numbers", "right": [0.4131, 7, 0.2718], "hint": "Count.", "mistakes": []}
ALONE = {**ROW, "alone": [0, 2]}
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
        (NUMBER, None, 0),
        (NUMBER, {"type": "DataFrame"}, 0),
        (WORD, "a)", 1),
        (WORD, "b", 0),
        (WORD, "z", 0),
        (ROW, [0.4131, 7, 0.2718], 1),
        (ROW, [0.4131, 7, 0.9], 0),
        (ROW, [0.2718, 7, 0.4131], 0.5),
        (ALONE, [0.413, 8, 0.9], 1 / 3),
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
        (NUMBER, 0.5, "Not yet. Count."),
        (ALONE, [0.4131, 8, 0.2718], "Not yet. Count. Some of these numbers are right, and count."),
        (ROW, SWAPPED["answer"], "These are the right numbers, but in another order."),
        (
            {**ROW, "mistakes": [SWAPPED]},
            SWAPPED["answer"],
            "Not yet. The first and the last are swapped. The numbers are right, and count half.",
        ),
    ],
)
def test_it_says_why(record, answer, text):
    assert worth(record, answer).text == text


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

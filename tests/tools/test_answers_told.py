"""A text that tells the answer of a question is known by its words and its numbers."""

from __future__ import annotations

import pytest

from evalbook_tools.answers_told import tells


@pytest.mark.parametrize(
    ("text", "answer", "told"),
    [
        ("Eight patients make eight rules", "8", True),
        ("8. F1 and Fβ: the price", "8", False),
        ("99.9% right", "9", False),
        ("one visit against ninety-nine", "9", False),
        ("17,100 of 20,000", "17,100", True),
        ("Above 2.25 everybody", "2.25", True),
        ("Above 2.251 everybody", "2.25", False),
        ("takes half of the tie", "half of the tie", True),
        ("Where fraud is rare, B leads.", "where fraud is rare", True),
    ],
)
def test_the_words_of_an_answer_are_found(text, answer, told):
    assert tells(text, answer) is told


@pytest.mark.parametrize(
    ("text", "answer", "told"),
    [
        ("It alarms 62 of 119 healthy ones.", "52%", True),
        ("It alarms 62 of 120 healthy ones.", "51%", False),
        ("Of 5,094 alarms, 99 are right", "2%", True),
        ("Nine right alarms in ten become nine in nineteen", "0.47", True),
        ("10.5 of 16 squares", "0.65625", True),
        ("It scores .618.", "0.618", True),
        ("About 37% stay.", "0.368", True),
        ("About 36% stay.", "0.368", False),
        ("The answer is 0%.", "0.000", True),
        ("One, two, three.", "1.00", False),
        ("It loses 0.27 a ticket.", "−0.27", False),
        ("It loses: −0.27 a ticket.", "−0.27", True),
        ("[half](page.html#0.75) of it", "0.75", False),
    ],
)
def test_a_number_that_comes_to_the_same_is_found(text, answer, told):
    assert tells(text, answer) is told


def test_an_answer_with_several_numbers_is_told_by_all_of_them():
    assert tells("F1 is .89 for the one and 0.22 for the other.", "0.89 and 0.22")
    assert not tells("F1 is .89 for both.", "0.89 and 0.22")


def test_what_the_question_says_is_no_news():
    asked = "How many sets can a threshold call sick, of these eight patients? At 0.5 it calls half."
    assert not tells("Now the eight patients.", "8", asked)
    assert tells("They make eight rules.", "8", asked)
    assert not tells("From 0.5 on.", "50%", asked)

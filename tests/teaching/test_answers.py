"""Answers of every kind, judged by Python and by the page's JavaScript: the table tests/data/answers.json.

Each group is the record of a question, answers by what they are (right, nearly, wrong, open, written), and what is said
to some of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from evalbook.teaching.answers import SAYS, SHARED, as_script, judge

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "tools" / "evalbook_tools" / "site" / "questions"
GROUPS = json.loads((ROOT / "tests" / "data" / "answers.json").read_text("utf-8"))


@cache
def engine() -> MiniRacer:
    """The scripts of the page that judge an answer, without a page."""
    started = MiniRacer()
    scripts = [(SCRIPTS / name).read_text("utf-8") for name in ("reading.js", "judge.js")]
    started.eval("\n".join([as_script(SHARED), *scripts, "const judged = text => judge(...JSON.parse(text));"]))
    return started


def judged_by_python(record: dict[str, Any], answer: Any) -> tuple[str, str]:
    return tuple(judge(record, answer))


def judged_by_javascript(record: dict[str, Any], answer: Any) -> tuple[str, str]:
    said = engine().call("judged", json.dumps([record, answer]))
    return said["state"], said["text"]


def rows() -> Iterator[tuple[dict[str, Any], Any, str]]:
    for group in GROUPS:
        for state, answers in group["answers"].items():
            yield from ((group["record"], answer, state) for answer in answers)


ROWS = list(rows())


def test_the_table_holds_hundreds_of_answers():
    assert len(ROWS) >= 400


@pytest.mark.parametrize(("record", "answer", "state"), ROWS)
def test_an_answer_is_what_the_table_says_and_both_say_the_same(record, answer, state):
    judged = judged_by_python(record, answer)
    assert judged[0] == state
    assert judged == judged_by_javascript(record, answer)


@pytest.mark.parametrize(("record", "answer", "text"), [(g["record"], *said) for g in GROUPS for said in g["says"]])
def test_an_answer_is_told_what_the_table_says(record, answer, text):
    assert judged_by_python(record, answer)[1] == judged_by_javascript(record, answer)[1] == text


PARTS = (
    *(" ", "1", "1 ", ",", ", ", "/", " / ", "%", " %", "percent ", "'", "'1", "$", ".", "1.", "...", "-", "- ", "_ "),
    *("=", "(", "1e", ",111", ".111", " and ", "and  to ", ";", "\n", "\t\n", "from ", "−", "½", "٣", "\u00a0"),
)
"""What a hostile answer repeats: a pattern that goes back over it takes the square of its length, or worse."""
KINDS = [
    {"kind": "numbers", "right": [0.25, 2], "mistakes": [{"answer": [2, 1], "text": "No."}], "hint": "Count."},
    {"kind": "word", "right": "recall", "mistakes": [{"answer": "precision", "text": "No."}], "hint": "Look."},
    {"kind": "argument", "right": ["why"], "mistakes": [], "hint": "Say why."},
]


@pytest.mark.slow
@pytest.mark.parametrize("judged_by", [judged_by_python, judged_by_javascript])
@pytest.mark.parametrize("record", KINDS, ids=lambda record: record["kind"])
def test_twice_the_answer_takes_twice_the_time_whatever_it_is(record, judged_by):
    """Of 4,000 parts a quadratic pattern takes 100 ms, and 4 times as long as of 2,000."""

    def seconds(answer):
        begun = process_time()
        judged_by(record, answer)
        return process_time() - begun

    judged_by(record, "1")  # starts the engine
    for start, part, end in product(("", "1"), PARTS, ("", "x")):
        short, long = start + part * 2_000 + end, start + part * 4_000 + end
        rounds = (seconds(long) < max(0.03, 3 * min(seconds(short) for _ in range(2))) for _ in range(5))
        assert any(rounds), f"{seconds(short):.3f} s, then {seconds(long):.3f} s: {short[:12]!r} … {short[-4:]!r}"


STATES = ["right", "nearly", "wrong", "open", "written"]


@pytest.mark.parametrize("state", STATES)
def test_no_verdict_is_empty(state):
    said = [judged_by_python(record, answer)[1] for record, answer, found in ROWS if found == state]
    assert said
    assert all(len(text) >= 6 for text in said)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.complex_numbers() | st.just(...)
    | st.text(alphabet="0123456789.,;%/-−+e()[] ½∞"),
    lambda part: st.lists(part, max_size=4) | st.lists(part, max_size=3).map(tuple) | st.dictionaries(st.text(), part),
    max_leaves=6,
)  # fmt: skip


@given(answer=ANYTHING, record=st.sampled_from([group["record"] for group in GROUPS]))
def test_no_answer_raises(answer, record):
    state, text = judge(record, answer)
    assert state in STATES
    assert "\n" not in text


@given(
    answer=st.text(alphabet="0123456789.,;%/-−+e()[] ½∞'", max_size=14),
    record=st.sampled_from([group["record"] for group in GROUPS]),
)
@example(answer="1e400", record=GROUPS[0]["record"])
def test_python_and_javascript_read_any_text_alike(answer, record):
    assert judged_by_python(record, answer) == judged_by_javascript(record, answer)


@given(right=st.floats(0.01, 0.99), thousandths=st.integers(1, 999))
def test_a_rounded_decimal_and_its_fraction_are_judged_alike(right, thousandths):
    record = {"kind": "number", "right": right, "mistakes": [], "hint": "Count."}
    fraction = judged_by_python(record, f"{thousandths}/1000")
    assert (
        judged_by_python(record, str(thousandths / 1000))
        == fraction
        == judged_by_javascript(record, f"{thousandths}/1000")
    )


def test_two_digits_may_be_cut_where_they_are_off_by_one_percent_at_most():
    record = {"kind": "number", "right": 0.8367, "mistakes": [], "hint": "Count."}
    assert judged_by_python(record, "0.83") == judged_by_python(record, "0.84")
    assert judged_by_python(record, "0.83") != judged_by_python(record, "0.82")


@given(right=st.floats(0.01, 0.99), percent=st.integers(1, 99).filter(lambda percent: percent % 10))
def test_a_rounded_decimal_and_its_percentage_are_judged_alike(right, percent):
    record = {"kind": "number", "right": right, "mistakes": [], "hint": "Count."}
    assert judged_by_python(record, f"0.{percent:02}") == judged_by_python(record, f"{percent}%")


def test_nothing_that_is_said_speaks_of_dots_where_a_page_has_a_box():
    assert not [text for text in SAYS.values() if "dots" in text]


def test_a_blank_hint_still_says_something():
    assert judge({"kind": "number", "right": 1, "mistakes": [], "hint": " "}, 2).text == (
        "Not yet. Work it out once more from the definition."
    )

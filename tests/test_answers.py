"""Answers of every kind, judged by Python and by the page's JavaScript: the table tests/data/answers.json.

Each group is the record of a question, answers by what they are (right, nearly, wrong, open, written), and what is said
to some of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from evalbook.pages.judge import judge

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = ROOT / "book" / "_ext" / "evalbook_site" / "questions_js"
GROUPS = json.loads((ROOT / "tests" / "data" / "answers.json").read_text("utf-8"))


@cache
def engine() -> MiniRacer:
    """The scripts of the page that judge an answer, without a page."""
    started = MiniRacer()
    scripts = [(SCRIPTS / name).read_text("utf-8") for name in ("reading.js", "judge.js")]
    started.eval("\n".join([*scripts, "const judged = text => judge(...JSON.parse(text));"]))
    return started


def judged_by_python(record: dict[str, Any], answer: Any) -> tuple[str, str]:
    return tuple(judge(record, answer))


def judged_by_javascript(record: dict[str, Any], answer: Any) -> tuple[str, str]:
    said = engine().call("judged", json.dumps([record, answer]))
    return said["state"], said["text"]


each_judge = pytest.mark.parametrize("judged", [judged_by_python, judged_by_javascript])


def rows() -> Iterator[tuple[dict[str, Any], Any, str]]:
    for group in GROUPS:
        for state, answers in group["answers"].items():
            yield from ((group["record"], answer, state) for answer in answers)


ROWS = list(rows())


def test_the_table_holds_hundreds_of_answers():
    assert len(ROWS) >= 400


@each_judge
@pytest.mark.parametrize(("record", "answer", "state"), ROWS)
def test_an_answer_is_what_the_table_says(judged, record, answer, state):
    assert judged(record, answer)[0] == state


@each_judge
@pytest.mark.parametrize(("record", "answer", "text"), [(g["record"], *said) for g in GROUPS for said in g["says"]])
def test_an_answer_is_told_what_the_table_says(judged, record, answer, text):
    assert judged(record, answer)[1] == text


@pytest.mark.parametrize(("record", "answer", "state"), ROWS)
def test_python_and_javascript_say_the_same(record, answer, state):
    assert judged_by_python(record, answer) == judged_by_javascript(record, answer)


STATES = ["right", "nearly", "wrong", "open", "written"]


@pytest.mark.parametrize("state", STATES)
def test_no_verdict_is_empty(state):
    said = [judge(record, answer).text for record, answer, found in ROWS if found == state]
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


def test_a_blank_hint_still_says_something():
    assert judge({"kind": "number", "right": 1, "mistakes": [], "hint": " "}, 2).text == (
        "Not yet. Work it out once more, from the definition."
    )

"""What the pages share: bets, checks, tables."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from evalbook.comparison import Interval
from evalbook.teaching import pages
from evalbook.teaching.answers import QUESTION_MIME
from evalbook.teaching.pages._notebook import set_up

CHOICES = [("8", "One per distinct score, and one."), ("9", "Two patients share a score."), ("7", "One is missing.")]


@pytest.fixture
def shown(monkeypatch):
    """What a cell has shown so far: a list of QUESTION_MIME bundles."""
    bundles = []
    monkeypatch.setattr("evalbook.teaching.pages._questions.display", lambda bundle, raw: bundles.append(bundle))
    return bundles


# ---------------------------------------------------------------- bets


def test_a_bet_leaves_one_record(shown):
    pages.bet("How many $n$?", CHOICES, right="8", id="roc-rules")
    (bundle,) = shown
    assert bundle[QUESTION_MIME] == {
        "version": 1,
        "id": "roc-rules",
        "role": "bet",
        "kind": "choice",
        "question": "How many $n$?",
        "choices": ["8", "9", "7"],
        "right": "8",
        "why": "One per distinct score, and one.",
        "mistakes": [
            {"answer": "9", "text": "Two patients share a score."},
            {"answer": "7", "text": "One is missing."},
        ],
    }
    json.dumps(bundle[QUESTION_MIME], allow_nan=False)


REASONED = [("8", ""), *CHOICES[1:]]


def test_the_reason_of_a_bet_is_what_is_said_to_the_right_choice(shown):
    pages.bet("How many?", REASONED, right="8", because="One per distinct score, and one.")
    assert shown[0][QUESTION_MIME]["why"] == "One per distinct score, and one."
    assert "<b>Right.</b> One per distinct score, and one.</details>" in shown[0]["text/html"]


@pytest.mark.parametrize(("choices", "because"), [(CHOICES, "One per score."), (REASONED, "")], ids=["both", "neither"])
def test_the_reason_of_a_bet_stands_in_one_place(shown, choices, because):
    with pytest.raises(ValueError, match=r"expected (only because|because=)"):
        pages.bet("How many?", choices, right="8", because=because)


@pytest.mark.parametrize("answer", [8, "8", "eight"])
def test_whoever_answers_rightly_is_told_why(shown, answer):
    verdict = pages.check(answer, 8, hint="Count.", question="How many?", because="One per distinct score.")
    assert verdict.text == "Right. One per distinct score."
    assert shown[0][QUESTION_MIME]["why"] == "One per distinct score."


def test_a_wrong_answer_is_not_told_the_reason(shown):
    assert pages.check(9, 8, hint="Count.", because="One per distinct score.").text == "Not yet. Count."


def test_code_that_is_right_is_told_why_once(shown):
    said = pages.check(max, max, on=[([1, 2],), ([3, 1],)], hint="Compare.", because="No other value is larger.")
    assert said.text == "Right. No other value is larger."


def test_without_a_reason_the_record_is_as_before(shown):
    pages.check(8, 8, hint="Count.")
    assert "why" not in shown[0][QUESTION_MIME]


def test_a_bet_in_a_notebook_unfolds_without_a_script(shown):
    pages.bet("Is `a < b`?", CHOICES, right="8")
    html = shown[0]["text/html"]
    assert "Is <code>a &lt; b</code>?" in html
    assert re.findall(r"<summary>(.*?)</summary><b>(\w+)\.</b>", html) == [("8", "Right"), ("9", "No"), ("7", "No")]
    assert "<script" not in html
    assert shown[0]["text/plain"].splitlines() == ["Is `a < b`?", "  ( ) 8", "  ( ) 9", "  ( ) 7"]


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        ("-3.00", "−3.00"),
        ("-.5 and -1", "−.5 and −1"),
        ("one-vs-one", "one-vs-one"),
        ("1e-16", "1e-16"),
        ("5-NN", "5-NN"),
    ],
)
def test_the_negative_numbers_of_a_bet_get_a_minus_sign(shown, answer, written):
    pages.bet("How many?", [("8", "One less."), (answer, "It is.")], right=answer)
    assert shown[0][QUESTION_MIME]["right"] == shown[0][QUESTION_MIME]["choices"][1] == written


def test_the_id_of_a_bet_lasts_as_long_as_its_words(shown):
    for question in ["How many?", "How many?", "How many else?"]:
        pages.bet(question, CHOICES, right="8")
    first, again, other = (bundle[QUESTION_MIME]["id"] for bundle in shown)
    assert first == again != other


@pytest.mark.parametrize("choices", [CHOICES[1:], CHOICES + CHOICES[:1]], ids=["none", "two"])
def test_a_bet_needs_exactly_one_right_choice(choices):
    with pytest.raises(ValueError, match="right is '8'; expected exactly one of"):
        pages.bet("How many?", choices, right="8")


# ---------------------------------------------------------------- questions that come back


TRIPLES = [
    ("-3", "loses the sign", "It is below zero."),
    ("3", "right", "Two and one."),
    ("9", "keeps the square", "No square."),
]


def ask_later(choices=TRIPLES):
    pages.due_question("Why $3$?", choices, chapter="book/curves/auc", see="0a1b2c3d", id="due-auc-three")


def test_a_due_question_leaves_one_record_with_each_mistake_by_name(shown):
    ask_later()
    (bundle,) = shown
    assert bundle[QUESTION_MIME] == {
        "version": 1,
        "id": "due-auc-three",
        "role": "due",
        "kind": "choice",
        "question": "Why $3$?",
        "choices": ["−3", "3", "9"],
        "right": "3",
        "why": "Two and one.",
        "mistakes": [
            {"answer": "−3", "name": "loses the sign", "text": "It is below zero."},
            {"answer": "9", "name": "keeps the square", "text": "No square."},
        ],
        "chapter": "book/curves/auc",
        "see": "0a1b2c3d",
    }


def test_a_due_question_in_a_notebook_unfolds_and_names_the_mistake(shown):
    ask_later()
    html = shown[0]["text/html"]
    assert re.findall(r"<summary>(.*?)</summary><b>(.*?)</b>", html) == [
        ("−3", "No. This loses the sign."),
        ("3", "Right."),
        ("9", "No. This keeps the square."),
    ]


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        (TRIPLES[::2], 'choices has 0 answers named "right"'),
        ([*TRIPLES, ("4", "right", "So it is.")], 'choices has 2 answers named "right"'),
        ([*TRIPLES, ("-3", "loses another", "Twice.")], "choices repeat an answer"),
        ([*TRIPLES, ("4", " ", "No name.")], "without a mistake's name or without a text"),
        ([*TRIPLES, ("4", "says nothing", "")], "without a mistake's name or without a text"),
    ],
)
def test_a_due_question_is_complete(choices, said):
    with pytest.raises(ValueError, match=said):
        ask_later(choices)


# ---------------------------------------------------------------- checks: the record


@pytest.mark.parametrize(
    ("right", "more", "kind", "stored"),
    [
        (8, {}, "number", 8),
        (np.float64(1 / 3), {}, "number", 0.333333333),
        ((1.0, 1 / 3), {}, "numbers", [1.0, 0.333333333]),
        (np.array([[0, 1], [50, 1]]), {}, "numbers", [[0, 1], [50, 1]]),
        ((np.inf, np.nan), {}, "numbers", ["inf", "nan"]),
        (np.array([True, False]), {}, "numbers", [1, 0]),
        ("neither", {}, "word", "neither"),
        ("B", {"choices": ["A", "B"]}, "choice", "B"),
        (["It says so."], {"kind": "argument"}, "argument", ["It says so."]),
    ],
    ids=str,
)
def test_a_check_leaves_a_record_of_its_kind(shown, right, more, kind, stored):
    pages.check(..., right, hint="Count.", question="How many?", id="roc-count", **more)
    record = shown[0][QUESTION_MIME]
    assert (record["version"], record["id"], record["role"], record["kind"]) == (1, "roc-count", "exercise", kind)
    assert (record["right"], record["hint"], record["question"]) == (stored, "Count.", "How many?")
    assert json.loads(json.dumps(record, allow_nan=False)) == record


def test_a_check_keeps_its_named_mistakes(shown):
    pages.check(..., 8, hint="Count.", mistakes=[(9, "Two share a score.")])
    assert shown[0][QUESTION_MIME]["mistakes"] == [{"answer": 9, "text": "Two share a score."}]


def test_a_check_without_an_id_gets_one_from_its_words(shown):
    for hint in ["Count.", "Count.", "Count again."]:
        pages.check(..., 8, hint=hint)
    first, again, other = (bundle[QUESTION_MIME]["id"] for bundle in shown)
    assert first == again != other


def test_a_kind_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="kind is 'essay'; expected one of number, numbers, word"):
        pages.check(..., 8, hint="Count.", kind="essay")


# ---------------------------------------------------------------- checks: the verdict (see also test_answers)


@pytest.mark.parametrize(
    ("answer", "state", "said"),
    [
        (..., "open", "No answer yet."),
        (None, "open", "No answer yet."),
        (0.75, "right", "Right."),
        (0.5, "wrong", "Not yet. You gave the tie nothing."),
        (0.1, "wrong", "Not yet. Count the pairs."),
    ],
)
def test_a_check_shows_its_verdict_and_returns_it(shown, answer, state, said):
    verdict = pages.check(answer, 0.75, hint="Count the pairs.", mistakes=[(0.5, "You gave the tie nothing.")])
    assert (verdict.state, verdict.text, str(verdict), verdict.right) == (state, said, said, state == "right")
    assert [bundle["text/plain"] for bundle in shown] == [said]


def test_a_verdict_at_the_end_of_a_cell_is_not_shown_twice(shown):
    pages.check(1, 1, hint="Count.")._ipython_display_()
    assert len(shown) == 1


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ((..., 1 / 3), "open"),
        ((1, Fraction(1, 3)), "right"),
        ((Decimal(1), 1 / 3), "right"),
        (np.array([1, 1 / 3]), "right"),
        (np.float32([1, 1 / 3]), "right"),
        (Interval(0.5, 1, 1 / 3, 0.95, "percentile"), "right"),
        (np.array([[1, 1 / 3]]), "right"),
        (np.array([True, False]), "wrong"),
        ({1, 1 / 3}, "nearly"),
        ({"fpr": 1, "tpr": 1 / 3}, "nearly"),
        ((1, 1 / 3 + 0j), "nearly"),
        (np.array(["a", "b"]), "nearly"),
        (range(2), "wrong"),
        (b"1, 2", "nearly"),
        (object(), "nearly"),
        (lambda: 1, "nearly"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_answers_that_json_does_not_know(shown, answer, state):
    assert pages.check(answer, (1, 1 / 3), hint="Divide by the healthy.").state == state


@pytest.mark.parametrize("answer", [["neither"], np.array(["neither"]), np.array("neither")], ids=repr)
def test_a_word_may_stand_in_a_list_alone(shown, answer):
    assert pages.check(answer, "neither", hint="Look.").state == "right"


@pytest.mark.parametrize("answer", [["neither", "both"], {}, [5], np.array(["neither", "both"])], ids=repr)
def test_what_is_no_word_is_told_so(shown, answer):
    text = "Give one word in quotation marks, and nothing else."
    assert pages.check(answer, "neither", hint="Look.").text == text


# ---------------------------------------------------------------- checks: code

ON = [([3, 1, 2],), ([10.0, 20.0],)]
MISTAKES = [(max, "That is the largest."), (6, "That is the sum.")]


def returning(*values):
    results = iter(values)
    return lambda *_: next(results)


def prints(values):
    print(sum(values) / len(values))


def fails(values):
    raise KeyError("no\nsuch name")


@pytest.mark.parametrize(
    ("function", "state", "said"),
    [
        (..., "open", "No answer yet."),
        (returning(...), "open", "No answer yet: the function returns nothing."),
        (returning(None), "open", "No answer yet: the function returns nothing."),
        (np.mean, "right", "Right."),
        (lambda values: sum(values) / len(values), "right", "Right."),
        (max, "wrong", "Not yet. That is the largest."),
        (sum, "wrong", "Not yet. That is the sum."),
        (returning(2, 2), "wrong", "Not yet. Average them. (On <lambda>([10.0, 20.0]).)"),
        (returning(2, 20), "wrong", "Not yet. Average them. (On <lambda>([10.0, 20.0]).)"),
        (returning(2, 6), "wrong", "Not yet. Average them. (On <lambda>([10.0, 20.0]).)"),
        (returning(2, None), "wrong", "Not yet. <lambda>([10.0, 20.0]) returned nothing."),
        (returning([2, 2]), "nearly", "Give one number; these are two."),
        (fails, "wrong", "Not yet. fails([3, 1, 2]) raised KeyError: 'no\\nsuch name'"),
        (
            prints,
            "wrong",
            "Not yet. prints([3, 1, 2]) printed its result but returned nothing. End the function with `return` and "
            "the result.",
        ),
        (
            lambda: 2,
            "wrong",
            "Not yet. Your function cannot be called as <lambda>([3, 1, 2]): TypeError: too many positional arguments.",
        ),
        (
            lambda values, k: k,
            "wrong",
            "Not yet. Your function cannot be called as <lambda>([3, 1, 2]): "
            "TypeError: missing a required argument: 'k'.",
        ),
        (2.0, "wrong", "Not yet. Give the function itself, without calling it. This is a float."),
        (lambda values: values.sort() or np.mean(values), "right", "Right."),
    ],
)
def test_code_is_tried_on_two_inputs(shown, function, state, said):
    verdict = pages.check(function, np.mean, on=ON, hint="Average them.", mistakes=MISTAKES)
    assert verdict.state == state
    assert verdict.text.startswith(said)
    assert "\n" not in verdict.text
    assert ON == [([3, 1, 2],), ([10.0, 20.0],)]


def test_a_mistake_that_an_earlier_trial_rules_out_is_not_named(shown):
    last = (lambda values: values[-1], "That is the last.")
    verdict = pages.check(last[0], np.mean, on=ON, hint="Average them.", mistakes=[*MISTAKES, last])
    assert verdict.text.startswith("Not yet. That is the last.")


def test_what_a_function_prints_is_shown_whatever_becomes_of_it(shown, capsys):
    pages.check(prints, np.mean, on=ON, hint="Average them.")
    assert capsys.readouterr().out == "2.0\n"


def test_a_long_input_is_cut(shown):
    verdict = pages.check(fails, np.mean, on=[(np.arange(1000),), ([1],)], hint="Average them.")
    assert verdict.text.startswith("Not yet. fails(array([ 0, 1, ..., 998, 999]")


def test_a_long_verdict_is_cut_between_words(shown):
    said = "You gave the tie nothing. " * 9
    verdict = pages.check(0.5, 0.75, question="What share?", hint="Count.", mistakes=[(0.5, said.strip())])
    lines = shown[0]["text/plain"].splitlines()
    assert len(lines) > 2
    assert max(map(len, lines)) <= 79
    assert " ".join(lines) == f"What share? {verdict.text}"


def test_a_check_that_names_its_question_shows_it_before_the_verdict(shown):
    verdict = pages.check(8, 8, hint="Count.", question="How many points?")
    assert (shown[0]["text/plain"], verdict.text) == ("How many points? Right.", "Right.")


def test_the_record_of_code_holds_its_mistakes_texts_alone(shown):
    pages.check(..., np.mean, on=ON, hint="Average them.", mistakes=MISTAKES)
    assert shown[0][QUESTION_MIME]["kind"] == "code"
    assert shown[0][QUESTION_MIME]["mistakes"] == [{"text": "That is the largest."}, {"text": "That is the sum."}]
    assert "right" not in shown[0][QUESTION_MIME]


def test_code_needs_an_input_that_the_reader_has_not_seen():
    with pytest.raises(ValueError, match="on holds 1 inputs; expected two or more"):
        pages.check(np.mean, np.mean, on=ON[:1], hint="Average them.")


# ---------------------------------------------------------------- tables, the set-up


def test_a_table_rounds_and_writes_infinity_and_nan_as_signs():
    table = pages.table({"threshold": [np.inf, 0.123456], "n": [1, 2], "name": ["a", "b"], "P": [np.nan, 1.0]})
    assert table.data.splitlines() == [
        "| threshold | n | name | P |",
        "| --: | --: | :-- | --: |",
        "| ∞ | 1 | a | – |",
        "| 0.1235 | 2 | b | 1 |",
    ]


@pytest.mark.parametrize(
    ("column", "digits", "shown"),
    [
        ([0.5, 2 / 3], 4, ["0.5000", "0.6667"]),
        ([0.25, 0.5, 1.0], 4, ["0.25", "0.50", "1.00"]),
        ([3.0, 120000.0], 4, ["3", "120,000"]),
        ([0.1 + 0.2, 1.0], 4, ["0.3", "1.0"]),
        ([2 / 3, 0.125], 2, ["0.67", "0.12"]),
        ([0.96, 1.04], 1, ["1", "1"]),
        ([-0.25, -0.0001], 3, ["−0.25", "0.00"]),
        ([-1, 45800], 4, ["−1", "45,800"]),
        ([True, False], 4, ["True", "False"]),
    ],
)
def test_the_numbers_of_a_column_have_the_same_decimals(column, digits, shown):
    rows = pages.table({"x": column}, digits=digits).data.splitlines()[2:]
    assert [row.strip("| ") for row in rows] == shown


def test_an_import_outside_a_notebook_changes_nothing():
    assert np.get_printoptions()["precision"] == 8


def test_the_set_up_of_a_page(monkeypatch, recwarn):
    import warnings

    import matplotlib.pyplot as plt

    formats = []
    monkeypatch.setattr(
        "evalbook.teaching.pages._notebook.set_matplotlib_formats",
        lambda *names, **options: formats.append((names, options)),
    )
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)
    with np.printoptions(), plt.rc_context():
        set_up()
        assert formats == [(("svg",), {"metadata": {"Date": None}})]
        assert str(np.array([1 / 3])) == "[0.3333]"
        assert warnings.formatwarning(UserWarning("too few"), UserWarning, "/a/path.py", 3) == "UserWarning: too few\n"


def test_a_check_without_a_hint_is_refused():
    with pytest.raises(ValueError, match="hint is empty"):
        pages.check(1, 2, hint=" ")

"""What the pages share: bets, checks, tables, the clinic."""

from __future__ import annotations

import json
import random
import re

import numpy as np
import pytest

from evalbook import curves, pages

CHOICES = [("8", "One per distinct score, and one."), ("9", "Two patients share a score."), ("7", "One is missing.")]


@pytest.fixture
def shown(monkeypatch):
    """Make a bet and return what the page gets: its markup and its script."""

    def bet(question="How many?", choices=CHOICES, right="8"):
        outputs = []
        monkeypatch.setattr("jupyterquiz.dynamic.display.display", lambda output: outputs.append(output.data))
        pages.bet(question, choices, right=right)
        return outputs

    return bet


def test_a_bet_keeps_its_order_and_says_right_only_once(shown):
    _, script = shown()
    (question,) = json.loads(re.search(r"var questions\w+=(\[.*?\]);\n", script)[1])
    assert [answer["answer"] for answer in question["answers"]] == ["8", "9", "7"]
    assert [answer["correct"] for answer in question["answers"]] == [True, False, False]
    assert [answer["feedback"].split()[0] for answer in question["answers"]] == ["Right.", "No.", "No."]


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
    _, script = shown(choices=[("8", ""), (answer, "")])
    (question,) = json.loads(re.search(r"var questions\w+=(\[.*?\]);\n", script)[1])
    assert question["answers"][1]["answer"] == written


def test_the_same_bet_is_the_same_output_and_leaves_chance_alone(shown):
    state = random.getstate()
    assert shown() == shown()
    assert random.getstate() == state
    assert shown() != shown(question="How many else?")


@pytest.mark.parametrize("choices", [CHOICES[1:], CHOICES + CHOICES[:1]], ids=["none", "two"])
def test_a_bet_needs_exactly_one_right_choice(choices):
    with pytest.raises(ValueError, match="right is '8'; expected exactly one of"):
        pages.bet("How many?", choices, right="8")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (..., "Put your answer in place of the dots"),
        (None, "Put your answer in place of the dots"),
        (0.75, "Right."),
        (0.75000001, "Right."),
        (0.5, "Not yet. You gave the tie nothing."),
        (0.1, "Not yet. Count the pairs."),
        ([0.75], "Not yet. Count the pairs."),
        ("0.75", "Not yet. Count the pairs."),
    ],
)
def test_a_check_knows_right_wrong_and_named_mistakes(answer, said, capsys):
    pages.check(answer, 0.75, hint="Count the pairs.", mistakes=[(0.5, "You gave the tie nothing.")])
    assert capsys.readouterr().out.startswith(said)


@pytest.mark.parametrize(("answer", "right"), [("neither ", "neither"), ([1, np.nan], [1.0, np.nan]), ((0, 1), [0, 1])])
def test_a_check_compares_words_and_arrays(answer, right, capsys):
    pages.check(answer, right, hint="")
    assert capsys.readouterr().out == "Right.\n"


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


def test_the_clinic_is_the_same_every_time():
    y_test, y_prob = pages.clinic()
    assert (len(y_test), int(y_test.sum())) == (190, 71)
    assert np.array_equal(y_prob, pages.clinic().y_score)
    assert 0.7 < curves.roc_auc(y_test, y_prob) < 0.9  # good, with something left to get wrong


def test_an_import_outside_a_notebook_changes_nothing():
    assert np.get_printoptions()["precision"] == 8


def test_the_set_up_of_a_page(monkeypatch, recwarn):
    import warnings

    import matplotlib.pyplot as plt

    formats = []
    monkeypatch.setattr(pages, "set_matplotlib_formats", lambda *names, **options: formats.append((names, options)))
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)
    with np.printoptions(), plt.rc_context():
        pages._set_up()
        assert formats == [(("svg",), {"metadata": {"Date": None}})]
        assert str(np.array([1 / 3])) == "[0.3333]"
        assert warnings.formatwarning(UserWarning("too few"), UserWarning, "/a/path.py", 3) == "UserWarning: too few\n"

"""The key of a working copy: opened by its own copy, and what is wrong with it is said."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import evalbook
from evalbook.teaching import pages
from evalbook.teaching.answers import INPUTS_MIME, QUESTION_MIME
from evalbook.teaching.answers import _key as keys
from evalbook.teaching.pages import _questions

GIVEN = ["y = [1, 0, 1]", "n = len(y)"]


@pytest.fixture
def asked(monkeypatch):
    """The questions of a chapter, by id, as its cells leave them."""
    shown = []
    with monkeypatch.context() as patch:
        patch.setattr(_questions, "display", lambda bundle, **_: shown.append(bundle))
        pages.bet("How many?", [("2", "Both."), ("3", "One is 0.")], right="2", id="how-many")
        pages.check(..., 2 / 3, question="Which share?", hint="Divide by all.", mistakes=[(2, "Divide.")], id="share")
        pages.check(..., np.mean, on=[([3, 1, 2],), ([10.0, 20.0],)], hint="Add and divide.", id="mean")
    return {
        bundle[QUESTION_MIME]["id"]: {"record": bundle[QUESTION_MIME], "after": len(GIVEN)}
        | ({"inputs": bundle[INPUTS_MIME]} if INPUTS_MIME in bundle else {})
        for bundle in shown
    }


def content(asked, **changed):
    given = [keys.digest(text) for text in GIVEN]
    return {"evalbook": evalbook.__version__, "given": given, "questions": asked} | changed


@pytest.fixture
def beside(asked, tmp_path, monkeypatch):
    """The key beside a copy, in the folder where the kernel runs; not opened yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(keys._Opened, "key", None)
    monkeypatch.setattr(keys._Opened, "problem", keys.CLOSED)
    return placed(tmp_path, content(asked))


def placed(folder, key):
    path = folder / keys.key_name("owls", key)
    path.write_text(keys.key_text(key), "utf-8")
    return path


@pytest.fixture
def opened(beside):
    pages.open_key(beside.name)
    return beside


@pytest.fixture
def ran(opened, monkeypatch):
    """A function that says which cells were run, as a notebook's history does."""

    def history(texts):
        shell = SimpleNamespace(history_manager=SimpleNamespace(input_hist_raw=["", *texts]))
        monkeypatch.setattr(_questions, "get_ipython", lambda: shell)

    return history


# ---------------------------------------------------------------- bets and checks by their names


@pytest.mark.parametrize(
    ("id", "answer", "state", "said"),
    [
        ("share", 2 / 3, "right", "Right."),
        ("share", ..., "open", "No answer yet."),
        ("share", 2, "wrong", "Not yet. Divide."),
        ("mean", np.mean, "right", "Right."),
        ("mean", max, "wrong", "Not yet. Add and divide."),
        ("mean", ..., "open", "No answer yet."),
    ],
)
def test_an_answer_is_judged_by_the_key(ran, id, answer, state, said):
    ran(GIVEN)
    verdict = pages.check(id, answer)
    assert (verdict.state, verdict.text) == (state, said)


def test_a_bet_shows_its_question_and_choices(opened, capsys):
    pages.bet("how-many")
    shown = capsys.readouterr().out
    assert all(text in shown for text in ("How many?", "( ) 2", "( ) 3"))


def test_a_copy_leaves_no_record_of_its_questions(opened, monkeypatch):
    shown = []
    monkeypatch.setattr(_questions, "display", lambda bundle, **_: shown.append(bundle))
    pages.bet("how-many")
    pages.check("share", 1)
    assert not [bundle for bundle in shown if {QUESTION_MIME, INPUTS_MIME} & bundle.keys()]


def test_a_question_that_the_key_does_not_know_is_named(opened):
    verdict = pages.check("no-such", 1)
    assert (verdict.state, verdict.text) == (
        "open",
        "The answer key of this notebook has no question 'no-such'. Get the notebook and its answer key again.",
    )


# ---------------------------------------------------------------- no key, or not the right one


def test_a_key_that_was_not_opened_says_so(beside, capsys):
    assert pages.check("share", 1).text == keys.CLOSED
    pages.bet("how-many")
    assert capsys.readouterr().out.count(keys.CLOSED) == 2


DAMAGE = {
    "missing": (lambda path: path.unlink(), "is not beside it. Get owls-"),
    "other version": (
        lambda path: path.rename(path.with_name("owls-000000000000.key")),
        ". owls-000000000000.key belongs to another version of this notebook",
    ),
    "another's": (lambda path: path.write_text(keys.key_text({"given": []})), "is damaged"),
    "damaged": (lambda path: path.write_text("no key"), "is damaged"),
    "cut": (lambda path: path.write_text(path.read_text()[:40]), "is damaged"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_what_is_wrong_with_a_key_is_said_and_no_answer_is_judged(beside, capsys, name):
    damage, said = DAMAGE[name]
    damage(beside)
    pages.open_key(beside.name)
    assert said in capsys.readouterr().out
    verdict = pages.check("share", 1)
    assert verdict.state == "open"
    assert said in verdict.text


def test_a_key_of_another_release_says_which(asked, beside, tmp_path, capsys):
    pages.open_key(placed(tmp_path, content(asked, evalbook="9.9.9")).name)
    assert "was made for evalbook 9.9.9, but " in capsys.readouterr().out


def test_a_key_that_is_not_beside_its_notebook_is_fetched(beside, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    text = beside.read_text("utf-8")
    beside.rename(elsewhere / beside.name)
    pages.open_key(beside.name, elsewhere.as_uri())
    assert pages.check("share", 2 / 3).right
    assert beside.read_text("utf-8") == text


def test_a_key_that_cannot_be_fetched_is_missing(beside, tmp_path, capsys):
    beside.unlink()
    pages.open_key(beside.name, (tmp_path / "nowhere").as_uri())
    assert "is not beside it" in capsys.readouterr().out


# ---------------------------------------------------------------- cells that were changed


@pytest.mark.parametrize(
    ("texts", "is_told"),
    [
        (GIVEN, False),
        ([*GIVEN, "mine = 1"], False),
        ([f"{text}\n" for text in GIVEN], False),
        (["y = [1, 1, 1]", GIVEN[1]], True),
        (GIVEN[:1], True),
    ],
    ids=["as given", "and an own cell", "with a blank line", "changed", "not run"],
)
def test_a_wrong_answer_after_a_changed_cell_is_told_whose_numbers_the_key_knows(ran, texts, is_told):
    ran(texts)
    assert pages.check("share", 0.5).text.endswith(keys.CHANGED) == is_told


def test_a_right_answer_is_right_whatever_was_changed(ran):
    ran([])
    assert pages.check("share", 2 / 3).text == "Right."


# ---------------------------------------------------------------- what code is tried on


def doubled(values):
    return [2 * value for value in values]


def test_inputs_come_back_as_they_went():
    on = [(np.arange(3), {"a": {"x", "y"}}, 0.5), ([1.0, 2.0], "text", None)]
    back = keys.unpacked_inputs(keys.packed_inputs(on))
    (array, sets, number), others = back[0], back[1]
    assert array.dtype == on[0][0].dtype
    assert array.tolist() == [0, 1, 2]
    assert (sets, number, others) == (*on[0][1:], on[1])


def test_a_function_of_the_notebook_goes_by_its_name(monkeypatch):
    import __main__

    monkeypatch.setattr(doubled, "__module__", "__main__")
    packed = keys.packed_inputs([(doubled, [1, 2])])
    with pytest.raises(keys.NoKeyError, match="Run the cells above first, because this check needs doubled"):
        keys.unpacked_inputs(packed)
    monkeypatch.setattr(__main__, "doubled", len, raising=False)
    assert keys.unpacked_inputs(packed)[0][0] is len

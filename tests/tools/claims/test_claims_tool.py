"""The instrument that tries conclusions: what it counts, what it refuses, and what it sees change."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from evalbook_tools.claims import claim, limit, over, record, register, rests, size, syntax, trials, words
from evalbook_tools.claims.register import Register


@pytest.fixture(autouse=True)
def own_register(monkeypatch):
    """A register of the test's own."""
    monkeypatch.setattr(register, "REGISTER", Register())
    monkeypatch.setattr(record, "REGISTER", register.REGISTER)


def numbers(n):
    return lambda: list(range(n))


SIX = numbers(6)


def written(holds, sentence="All are even.", others=SIX, **options):
    """The claim that a module would write down with this function, over 100 draws and six other settings."""
    claim(sentence, **options)(over("draws", numbers(100), draws=True)(over("others", others)(holds)))
    (one,) = register.REGISTER.claims.values()
    return one


def counted(one):
    return [trials.tried(one, axis)[0] for axis in one.axes]


def even(k):
    return k % 2 == 0


# ---------------------------------------------------------------- what may be written down


def test_a_claim_is_named_by_its_function_and_placed_by_its_file():
    one = written(lambda _: True)
    assert one.chapter == "claims/test_claims_tool"

    def points_lie_low(_):
        return True

    assert written.__name__ == "written"
    claim("x")(over("a", numbers(5))(over("b", numbers(5))(points_lie_low)))
    assert "points-lie-low" in register.REGISTER.claims


@pytest.mark.parametrize("axes", [[], [("a", False)], [("a", True), ("b", True)]], ids=["none", "one", "draws alone"])
def test_a_claim_needs_two_axes_of_which_one_is_no_draw(axes):
    def holds(_):
        return True

    for what, draws in axes:
        over(what, numbers(5), draws=draws)(holds)
    with pytest.raises(ValueError, match=rf"holds has {len(axes)} axes; expected two or more, one of which is no draw"):
        claim("All are even.")(holds)


def test_less_than_95_percent_needs_usually():
    with pytest.raises(ValueError, match=r'needs 0\.8, less than 0\.95; expected "usually" or "in most" in it'):
        written(even, needs=0.8)
    register.REGISTER.claims.clear()
    assert written(even, "They are usually even.", needs=0.8).needs == 0.8


def test_nothing_needs_less_than_75_percent():
    with pytest.raises(ValueError, match=r"needs 0\.7; expected 0\.75 to 1"):
        written(even, "They are usually even.", needs=0.7)


def test_a_conclusion_rests_on_one_thing():
    rests("A heading", claim="even")
    (one,) = register.REGISTER.conclusions
    assert (one.chapter, one.text, one.kind, one.on) == ("claims/test_claims_tool", "A heading", "claim", "even")


@pytest.mark.parametrize("on", [{"claim": "a", "cite": "b"}, {"guess": "a"}], ids=["two", "unknown"])
def test_a_conclusion_rests_on_nothing_else(on):
    with pytest.raises(ValueError, match=r"'A heading' rests on .*; expected one of claim, exact, once, cite, defines"):
        rests("A heading", **on)


def test_what_was_seen_once_says_how_far_it_goes():
    rests("A heading", once="3c9e2a41", by="95% 0.01 to 0.07")
    (one,) = register.REGISTER.conclusions
    assert (one.kind, one.on, one.by) == ("once", "3c9e2a41", "95% 0.01 to 0.07")


@pytest.mark.parametrize("on", [{"once": "3c9e2a41"}, {"exact": "3c9e2a41", "by": "95% 0.01 to 0.07"}])
def test_an_interval_or_a_margin_belongs_to_what_was_seen_once(on):
    with pytest.raises(ValueError, match="expected `by` with `once`, and only there"):
        rests("A heading", **on)


# ---------------------------------------------------------------- what is counted


def test_it_counts_what_was_tried_asked_and_held():
    one, other = counted(written(lambda k: None if k % 10 == 9 else k % 2 == 0))
    assert (one.tried, one.asked, one.held) == (100, 90, 50)
    assert (other.tried, other.asked, other.held) == (6, 6, 3)


def test_a_few_named_settings_are_listed_by_name():
    *_, axis = counted(written(even, others=lambda: {"two": 2, "three": 3, "four": 4, "six": 6, "eight": 8}))
    assert axis.named == {"two": True, "three": False, "four": True, "six": True, "eight": True}


def test_a_size_has_the_interval_of_its_mean():
    def grows(k):
        return 1 + k % 5

    size("The lead is two to four points.", unit="points", between=(2, 4))(
        over("draws", numbers(100), draws=True)(over("others", numbers(25))(grows))
    )
    one = register.REGISTER.claims["grows"]
    draws = counted(one)[0]
    assert (draws.mean, draws.held) == (3, 60)
    half = 1.984217 * np.std([1, 2, 3, 4, 5] * 20, ddof=1) / 10
    assert draws.high == pytest.approx(3 + half, abs=5e-4)
    assert not trials.problems(one, counted(one))


def test_a_size_that_leaves_its_range_is_a_problem():
    def grows(k):
        return k

    size("The lead is two to four points.", unit="points", between=(2, 4))(
        over("draws", numbers(100), draws=True)(over("others", numbers(6))(grows))
    )
    one = register.REGISTER.claims["grows"]
    said = trials.problems(one, counted(one))
    assert said[0].startswith("grows, over draws: 49.5 (43.74 to 55.26) points; expected (2, 4)")


def drawn(draw):
    """Six named settings; the last three do not ask the question in each second draw."""
    return {f"{k}": None if k > 3 and draw % 2 else k + 10 * draw for k in range(1, 7)}


def several(holds):
    claim("All are below thirty.")(over("others", drawn, each=4)(over("draws", numbers(20), draws=True)(holds)))
    (one,) = register.REGISTER.claims.values()
    return one


def test_each_draw_of_a_named_setting_counts():
    axis, _ = counted(several(lambda k: None if k is None else k < 30))
    assert (axis.tried, axis.asked, axis.held, axis.each) == (24, 18, 15, 4)
    assert axis.named == {"1": [3, 4], "2": [3, 4], "3": [3, 4], "4": [2, 2], "5": [2, 2], "6": [2, 2]}


def test_draws_of_a_setting_make_no_further_settings():
    one = several(lambda _: True)
    assert not trials.problems(one, counted(one))
    found = trials.problems(one, [trials.Counted("few", False, 80, 80, 80, {}, each=20)])
    assert found == ["<lambda>, over few: 4 settings; expected 5 or more"]


# ---------------------------------------------------------------- what does not hold


def test_a_claim_that_holds_less_often_than_it_needs_says_where():
    one = written(even)
    assert trials.problems(one, counted(one)) == [
        "even, over draws: held in 50 of 100; needs 95%",
        "even, over others: held in 3 of 6; needs 95%",
    ]


def test_an_axis_that_is_no_draw_has_five_settings():
    one = written(lambda _: True, others=numbers(4))
    assert trials.problems(one, counted(one)) == ["<lambda>, over others: 4 settings; expected 5 or more"]


def test_a_third_of_the_settings_at_most_does_not_ask():
    one = written(lambda k: None if k % 2 else True)
    assert trials.problems(one, counted(one))[0] == "<lambda>, over draws: 50 of 100 settings do not raise the question"


def test_a_claim_that_raises_stops_all():
    one = written(lambda k: 1 / (k - 3) > 0)
    with pytest.raises(ZeroDivisionError):
        trials.tried(one, one.axes[0])


def test_a_limit_is_counted_and_need_not_hold():
    def holds(k):
        return k < 100

    limit("large numbers", lambda: range(100, 110))(over("a", numbers(9))(over("b", numbers(9))(holds)))
    claim("All are small.")(holds)
    one = register.REGISTER.claims["holds"]
    assert trials.tried(one, one.limits[0])[0].held == 0
    assert not trials.problems(one, counted(one))


# ---------------------------------------------------------------- what changed since


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with one file, and a function that writes it."""
    monkeypatch.setattr(syntax, "ROOT", tmp_path)

    def write(text):
        (tmp_path / "area.py").write_text(text, "utf-8")
        syntax._of_file.cache_clear()

    yield write
    syntax._of_file.cache_clear()


AREA = '''
"""Areas."""

FACTOR = 2

def area(a):
    """The area."""
    return FACTOR * a

def other(a):
    return a
'''


@pytest.mark.parametrize(
    ("old", "new", "is_changed"),
    [
        ("The area.", "An area.", False),
        ("    return FACTOR", "    # a comment\n    return FACTOR", False),
        ("    return a\n", "    return -a\n", False),
        ("FACTOR * a", "FACTOR + a", True),
        ("FACTOR = 2", "FACTOR = 3", True),
        ("def area(", "def areas(", True),
        ("FACTOR = 2", 'FACTOR = 2\nrests("A heading", exact="12345678")', False),
        ("FACTOR = 2", 'FACTOR = 2\nfell("A sentence.", became="gone")', False),
        ("FACTOR = 2", "FACTOR = 2\nrestsless(FACTOR)", True),
    ],
    ids=["docstring", "comment", "not run", "operator", "constant", "name", "heading", "sentence", "call"],
)
def test_a_change_that_may_change_the_counts_is_seen(project, old, new, is_changed):
    project(AREA)
    found = syntax.digests({"area.py:area"})
    assert syntax.changed(found) == []
    project(AREA.replace(old, new))
    assert syntax.changed(found) == (["area.py"] if is_changed else [])


def test_the_functions_that_ran_are_noted():
    from evalbook import confusion

    with syntax.watched() as ran:
        confusion.f1([1, 0, 1], [1, 1, 0])
    assert any(name.startswith("src/evalbook/confusion/_precision.py:") for name in ran)


@cache
def remembered():
    return True


def test_the_functions_that_made_the_settings_are_noted_and_so_are_those_whose_result_is_remembered(monkeypatch):
    monkeypatch.setattr(syntax, "WATCHED", (__file__,))
    monkeypatch.setattr(syntax, "ROOT", Path(__file__).parent)
    monkeypatch.setitem(sys.modules, "claims.test", sys.modules[__name__])

    def six():
        return numbers(6)()

    for _ in range(2):
        _, ran = trials.tried(written(lambda _: remembered(), others=six), trials.Axis("six", six, draws=False))
        assert {name.split(":")[1] for name in ran} >= {"numbers", "remembered"}
        register.REGISTER.claims.clear()


def known_of(one, **changed):
    content = record.record([trials.Tried(one, counted(one), [], {})])
    content["claims"][one.id] |= changed
    return content


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ""),
        ({"sentence": "All are odd."}, "even says something else than when it was tested"),
        ({"axes": [{"what": "draws"}]}, "even says something else than when it was tested"),
        ({"functions": {"area.py": "0 area"}}, "even was tested with another area.py"),
    ],
    ids=["as it was", "sentence", "axes", "function"],
)
def test_counts_of_another_claim_are_stale(changed, said):
    one = written(even)
    assert record.stale(one, known_of(one, **changed)) == said


def test_a_claim_that_was_never_tried_is_stale():
    assert record.stale(written(even), {"claims": {}}) == "even was never tested"


@pytest.mark.parametrize(("fewer", "said"), [(0, []), (1, []), (2, ["over draws: 50 of 100; the file has 48 of 100"])])
def test_one_setting_in_a_hundred_may_come_out_otherwise_elsewhere(fewer, said):
    one = written(even)
    before = known_of(one)["claims"]["even"]
    before["axes"][0]["held"] -= fewer
    assert record.moved(before, counted(one)) == said


def test_the_file_is_the_same_bytes_twice():
    one = written(even)
    assert record.written(known_of(one)) == record.written(known_of(one))


# ---------------------------------------------------------------- what is said of it


def axis(what, held, asked, tried=None, **more):
    return {"what": what, "held": held, "asked": asked, "tried": tried or asked, "each": 1, "named": {}} | more


FEW = {"wine": True, "digits": False, "tumors": True}


@pytest.mark.parametrize(
    ("axes", "said"),
    [
        ([axis("other splits", 98, 100)], "Other splits: held in 98 of 100."),
        ([axis("other splits", 60, 80, 100)], "Other splits: held in 60 of 80; 20 more do not raise the question."),
        ([axis("other data", 2, 3, named=FEW)], "Other data: held in all but digits."),
        ([axis("other data", 3, 3, named=dict.fromkeys(FEW, True))], "Other data: held in all 3."),
        ([axis("other data", 0, 3, named=dict.fromkeys(FEW, False))], "Other data: held in none."),
    ],
    ids=["rate", "not asked", "one failed", "all held", "none held"],
)
def test_a_note_says_what_was_counted(axes, said):
    assert words.note({"axes": axes, "limits": [], "between": None}) == said


def test_few_settings_are_listed_where_there_is_room():
    one = {"axes": [axis("other data", 2, 3, named=FEW)], "limits": [], "between": None}
    assert words.note(one, names=True) == "Other data: held in all but digits (wine; digits; tumors)."


TWENTY = {"wine": [20, 20], "digits": [17, 20], "tumors": [10, 10]}


@pytest.mark.parametrize("names", [False, True])
def test_a_note_says_how_often_each_setting_was_drawn(names):
    one = {"axes": [axis("other data", 47, 50, 60, each=20, named=TWENTY)], "limits": [], "between": None}
    said = "Other data, 3 settings, 20 draws of each: held in 47 of 50; 10 more do not raise the question"
    listed = " (wine 20 of 20; digits 17 of 20; tumors 10 of 10)" if names else ""
    assert words.note(one, names=names) == f"{said}{listed}."


def test_a_note_says_where_a_sentence_need_not_hold():
    one = {"axes": [axis("other splits", 9, 9)], "limits": [axis("with half positive", 1, 9)], "between": None}
    assert words.note(one) == "Other splits: held in 9 of 9. Outside its condition, with half positive: held in 1 of 9."


def test_a_note_on_a_size_has_its_interval():
    one = {
        "axes": [axis("draws", 60, 100, mean=3.0, low=2.7, high=3.3)],
        "limits": [],
        "between": [2, 4],
        "unit": "points",
    }
    assert words.note(one) == "Draws: 3 points on average (95%: 2.7 to 3.3, 100 settings)."


def test_the_weakest_axis_counts():
    assert words.weakness({"axes": [axis("a", 98, 100), axis("b", 4, 5)]}) == 0.8

"""Generated answers: several tries of a task, judges and raters."""

from __future__ import annotations

import re
import string
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bad_input import NAN, assert_raises, bad, bad_type, refused, undefined
from evalbook import comparison, generation

# ---------------------------------------------------------------- pass_at_k


def chen(n, c, k):
    """As Chen et al. (2021) print it."""
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


ALL_BELOW_40 = [(n, c, k) for n in range(1, 40) for c in range(n + 1) for k in range(1, n + 1)]


def test_pass_at_k_is_the_code_of_chen_and_the_exact_value_for_all_n_below_40():
    for k in range(1, 40):
        n, c = np.array([(n, c) for n, c, each in ALL_BELOW_40 if each == k]).T
        found = generation.pass_at_k(n, c, k=k, average=None)
        exact = [float(1 - Fraction(comb(a - b, k), comb(a, k))) for a, b in zip(n.tolist(), c.tolist(), strict=True)]
        assert np.abs(found - exact).max() <= 1e-15
        assert np.abs(found - [chen(*each, k) for each in zip(n, c, strict=True)]).max() <= 1e-14


def test_two_right_of_ten_are_in_seven_of_nine_draws_of_five():
    assert generation.pass_at_k(10, 2, k=5) == pytest.approx(7 / 9, abs=1e-15)


def test_the_mean_is_over_tasks():
    each = generation.pass_at_k([10, 4], [2, 1], k=2, average=None)
    assert each == pytest.approx([1 - 28 / 45, 0.5])
    assert generation.pass_at_k([10, 4], [2, 1], k=2) == pytest.approx(each.mean())


def test_a_billion_samples_are_drawn_from_as_exactly():
    found = generation.pass_at_k(10**9, [1, 10**6, 999_999_000], k=1000, average=None)
    assert found == pytest.approx([1e-6, 1 - 0.999**1000, 1.0], rel=1e-6)
    assert generation.pass_at_k(10**9, 500_000_000, k=500_000_000) == 1


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_pass_at_k_is_a_share_that_rises_with_k_and_with_c(drawn):
    n, c, k = drawn
    found = generation.pass_at_k(n, c, k=k)
    assert isinstance(found, float)
    assert 0 <= found <= 1
    assert generation.pass_at_k(n, c, k=1) == c / n
    assert generation.pass_at_k(n, c, k=n) == (c > 0)
    if k < n:
        assert generation.pass_at_k(n, c, k=k + 1) >= found - 1e-15
    if c < n:
        assert generation.pass_at_k(n, c + 1, k=k) >= found - 1e-15


def test_an_interval_of_pass_at_k_draws_tasks_by_its_formula():
    n, c = np.full(30, 20), np.random.default_rng(1).integers(0, 21, 30)
    metric = partial(generation.pass_at_k, k=5)
    by_formula = comparison.interval(metric, n, c, rounds=200, rng=0)
    by_calls = comparison.interval(lambda n, c: generation.pass_at_k(n, c, k=5), n, c, rounds=200, rng=0)
    assert [*by_formula] == pytest.approx([*by_calls])
    better = comparison.difference(metric, n, c, np.minimum(c + 1, 20), rounds=200, rng=0)
    assert better.value > 0


BAD_TRIES = [
    bad("more right than there are", 4, [3, 5], k=1, words="c holds 5 where n is 4; expected at most n right samples"),
    bad("fewer samples than k", [5, 3, 2], [1, 1, 1], k=4, words="k is 4, but n is as low as 2"),
    bad("the tasks with fewer are counted", [5, 3, 2], [1, 1, 1], k=4, words="of the 2 tasks that have fewer"),
    bad("no whole number", [5, 3], [1, 0.5], k=1, words="c[1] is 0.5; expected at least 0 and at most 1000000000"),
    bad("too many", [5, 2e9], [1, 1], k=1, words="n[1] is 2e+09; expected at least 1"),
    bad("a missing count", [5, 3], [1, NAN], k=1, words="c[1] is nan; expected finite numbers"),
    bad("no task", [], [], k=1, words="n is empty; expected at least one task"),
    bad("a table", 5, [[1, 2]], k=1, words="n has shape () and c has shape (1, 2); expected one number per task"),
    bad("several n of one task", [5, 6], 1, k=1, words="n has shape (2,) and c has shape ()"),
    bad_type("strings", ["5"], [1], k=1, words="n holds strings"),
    bad_type("a float for k", [5], [1], k=2.0, words="k is 2.0; expected an integer"),
]

# ---------------------------------------------------------------- bad input

BAD = {
    generation.pass_at_k: BAD_TRIES,
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


# ---------------------------------------------------------------- bradley_terry

TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
# Agresti, Categorical Data Analysis (2002), table 10.10 (American League, 1987): wins and losses of the home team.
HOME_WINS = [
    [0, 4, 4, 4, 6, 4, 6],
    [3, 0, 4, 4, 6, 6, 4],
    [2, 4, 0, 2, 4, 4, 6],
    [3, 5, 2, 0, 4, 4, 6],
    [5, 2, 3, 4, 0, 5, 6],
    [2, 3, 3, 4, 4, 0, 2],
    [2, 1, 1, 2, 1, 3, 0],
]
HOME_LOSSES = [
    [0, 3, 2, 3, 1, 2, 0],
    [3, 0, 2, 3, 0, 1, 3],
    [5, 3, 0, 4, 3, 2, 0],
    [3, 1, 5, 0, 3, 2, 1],
    [1, 5, 3, 2, 0, 2, 0],
    [5, 3, 4, 3, 2, 0, 4],
    [5, 5, 6, 4, 6, 4, 0],
]
BASEBALL = {"losses": HOME_LOSSES, "models": TEAMS}


def likelihood(won, lost, strengths, place=0.0):
    """The log-likelihood, pair by pair."""
    total = 0.0
    for i, j in np.argwhere(np.add(won, lost) > 0).tolist():
        chance = 1 / (1 + np.exp(-(strengths[i] - strengths[j] + place)))
        total += won[i][j] * np.log(chance) + lost[i][j] * np.log(1 - chance)
    return total


def test_baseball_without_a_place_is_agrestis():
    found = generation.bradley_terry(HOME_WINS, **BASEBALL)
    assert np.round(found.strengths - found.strengths[-1], 2).tolist() == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]
    spread = found.covariance.diagonal() + found.covariance[-1, -1] - 2 * found.covariance[-1]
    assert np.round(np.sqrt(spread[:-1]), 1).tolist() == [0.3] * 6
    assert found.place is found.place_error is None


def test_baseball_with_a_place_is_agrestis():
    found = generation.bradley_terry(HOME_WINS, place=True, **BASEBALL)
    shares = np.exp(found.strengths) / np.exp(found.strengths).sum()
    assert np.round(shares, 3).tolist() == [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]
    assert round(found.place, 3) == 0.302


def test_where_the_games_were_does_not_matter_without_a_place():
    pooled = np.add(HOME_WINS, np.transpose(HOME_LOSSES))
    found, expected = generation.bradley_terry(pooled), generation.bradley_terry(HOME_WINS, **BASEBALL)
    assert found.strengths == pytest.approx(expected.strengths, abs=1e-12)
    assert found.models == (0, 1, 2, 3, 4, 5, 6)


@st.composite
def battle_tables(draw):
    """Small tables of wins and losses of whoever is shown first, of any kind."""
    k = draw(st.integers(2, 5))
    counts = st.lists(st.lists(st.integers(0, 4), min_size=k, max_size=k), min_size=k, max_size=k)
    won, lost = (np.array(draw(counts)) * (1 - np.eye(k, dtype=int)) for _ in range(2))
    return won, lost


@given(battle_tables(), st.booleans(), st.integers(0, 99))
def test_no_other_strengths_are_more_likely(tables, place, seed):
    won, lost = tables
    found = generation.bradley_terry(won, losses=lost, place=place, infinite="nan")
    if np.isnan(found.strengths).any():
        return
    worth = found.place or 0.0
    best = likelihood(won, lost, found.strengths, worth)
    assert found.strengths.mean() == pytest.approx(0, abs=1e-12)
    rng = np.random.default_rng(seed)
    for size in (1e-3, 0.1, 2):
        moved = found.strengths + size * rng.normal(size=len(won))
        assert likelihood(won, lost, moved, worth + place * size * rng.normal()) <= best + 1e-9


@given(battle_tables(), st.booleans())
def test_strengths_are_infinite_exactly_if_ever_stronger_priors_do_not_settle(tables, place):
    won, lost = tables
    found = generation.bradley_terry(won, losses=lost, place=place, infinite="nan")
    weak, weaker = (generation.bradley_terry(won, losses=lost, place=place, prior=prior) for prior in (1e-5, 1e-7))
    moved = np.abs(weaker.strengths - weak.strengths).max() + abs((weaker.place or 0) - (weak.place or 0))
    if np.isnan(found.strengths).any():
        with pytest.raises(ValueError, match=r"^(wins has no finite strengths|place=True has no finite answer)"):
            generation.bradley_terry(won, losses=lost, place=place)
        if (won + lost + won.T + lost.T).any(axis=1).all() and not place:
            assert moved > 0.1 or never_met(won + lost)
    else:
        assert moved < 0.1


def never_met(battles):
    together = (battles + battles.T + np.eye(len(battles)) > 0).astype(int)
    return not np.linalg.matrix_power(together, len(battles)).all()


def test_covariances_are_those_of_the_curved_likelihood():
    won, lost = np.array(HOME_WINS), np.array(HOME_LOSSES)
    found = generation.bradley_terry(won, losses=lost, place=True)
    at, step = np.append(found.strengths, found.place), 1e-4
    curved = np.zeros((8, 8))
    for i in range(8):
        for j in range(8):
            for sign_i in (-1, 1):
                for sign_j in (-1, 1):
                    moved = at.copy()
                    moved[i] += sign_i * step
                    moved[j] += sign_j * step
                    curved[i, j] -= sign_i * sign_j * likelihood(won, lost, moved[:7], moved[7]) / (4 * step**2)
    expected = np.linalg.pinv(curved, rcond=1e-5)
    assert found.covariance == pytest.approx(expected[:7, :7], abs=1e-5)
    assert found.place_error == pytest.approx(np.sqrt(expected[7, 7]), abs=1e-5)
    assert found.standard_errors == pytest.approx(np.sqrt(np.diag(found.covariance)))


def test_rock_paper_and_scissors_are_equally_strong():
    found = generation.bradley_terry([[0, 9, 1], [1, 0, 9], [9, 1, 0]])
    assert found.strengths.tolist() == [0, 0, 0]
    assert found.probability(0, 1) == 0.5


def test_two_models_have_the_log_odds():
    found = generation.bradley_terry([[0, 3], [1, 0]], models=["a", "b"])
    assert found.strengths == pytest.approx([np.log(3) / 2, -np.log(3) / 2])
    assert found.probability("a", "b") == pytest.approx(0.75)
    assert found.probability("b", "a") == pytest.approx(0.25)
    assert found.standard_errors == pytest.approx([np.sqrt(4 / 3) / 2] * 2)


def test_whoever_is_shown_first_has_the_place_on_its_side():
    found = generation.bradley_terry([[0, 8], [6, 0]], losses=[[0, 2], [4, 0]], place=True)
    assert found.probability(0, 1, first=True) == pytest.approx(0.8)
    assert found.probability(1, 0, first=True) == pytest.approx(0.6)
    assert found.probability(0, 1, first=False) == pytest.approx(0.4)
    assert found.probability(0, 1, first=True) + found.probability(1, 0, first=False) == pytest.approx(1)
    between = (np.log(4) - np.log(1.5)) / 2
    assert found.probability(0, 1) == pytest.approx(1 / (1 + np.exp(-between)))
    assert found.place == pytest.approx((np.log(4) + np.log(1.5)) / 2)


def test_the_newest_always_first_makes_it_look_better_unless_the_place_is_a_term():
    """Simulated: equal models, the newest shown first in nine of ten battles, and first wins 65%."""
    rng = np.random.default_rng(0)
    names, n = np.array(["a", "b", "new"]), 3000
    newest_first = rng.random(n) < 0.9
    old = names[rng.integers(2, size=n)]
    first, second = np.where(newest_first, "new", old), np.where(newest_first, old, "new")
    extra = (["a", "b"] * 200, ["b", "a"] * 200)
    first, second = np.append(first, extra[0]), np.append(second, extra[1])
    tally = generation.BattleTally.from_arrays(first, second, rng.random(len(first)) < 0.65)
    assert generation.bradley_terry(tally).probability("new", "a") > 0.6
    found = generation.bradley_terry(tally, place=True)
    assert found.probability("new", "a") == pytest.approx(0.5, abs=0.06)
    assert found.place == pytest.approx(np.log(0.65 / 0.35), abs=3 * found.place_error)


def test_counts_may_be_as_uneven_as_floats_allow():
    found = generation.bradley_terry([[0, 1e30], [1, 0]])
    assert found.strengths == pytest.approx([np.log(1e30) / 2, -np.log(1e30) / 2])
    assert found.probability(1, 0) == pytest.approx(1e-30)
    assert found.probability(0, 1) == 1
    assert generation.bradley_terry([[0, 1e100], [1e-100, 0]]).strengths[0] == pytest.approx(np.log(1e200) / 2)
    for wins in ([[0, 1, 0], [0, 0, 1e-90], [1e90, 0, 0]], [[0, 1, 0], [0, 0, 1e-100], [1e100, 0, 0]]):
        with pytest.raises(ValueError, match="wins holds counts so uneven that no strengths fit a float"):
            generation.bradley_terry(wins)
        assert np.isnan(generation.bradley_terry(wins, infinite="nan").strengths).all()


def test_newton_does_not_run_away_where_results_are_near_certain():
    """Full steps would leave for strengths of 150, from where nothing shows the way back."""
    won = [[0, 108_641, 0], [0, 0, 64_910_602], [0, 2_226_578, 0]]
    lost = [[0, 1, 0], [5, 0, 4], [1, 4, 0]]
    found = generation.bradley_terry(won, losses=lost, place=True)
    best = likelihood(won, lost, found.strengths, found.place)
    for i in range(4):
        for step in (-0.01, 0.01):
            moved = np.append(found.strengths, found.place)
            moved[i] += step
            assert likelihood(won, lost, moved[:3], moved[3]) < best


INFINITE = [
    ("unbeaten", [[0, 1, 1], [0, 0, 1], [0, 1, 0]], "'a' never lost;"),
    ("winless", [[0, 1, 1], [1, 0, 1], [0, 0, 0]], "'c' never won;"),
    ("never met anybody", [[0, 1, 0], [1, 0, 0], [0, 0, 0]], "'c' met no other model;"),
    ("two groups", [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], "'c', 'd' never met the others;"),
    ("a group on top", [[0, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], "'a', 'b' never lost to any of the"),
    ("a group on top, last", [[0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 1], [0, 0, 1, 0]], "'c', 'd' never lost to any"),
]


@pytest.mark.parametrize(("wins", "words"), [pytest.param(*rest, id=name) for name, *rest in INFINITE])
def test_who_has_no_finite_strength_is_named(wins, words):
    names = "abcd"[: len(wins)]
    with pytest.raises(ValueError, match=f"wins has no finite strengths: {words}") as caught:
        generation.bradley_terry(wins, models=[*names])
    assert "prior=0.1" in str(caught.value)
    found = generation.bradley_terry(wins, models=[*names], infinite="nan")
    assert np.isnan(found.strengths).all() and np.isnan(found.covariance).all() and found.place is None
    assert np.isfinite(generation.bradley_terry(wins, prior=0.1).strengths).all()


def test_of_many_unbeaten_models_some_are_named():
    wins = np.zeros((9, 9))
    wins[:8, 8] = 1
    with pytest.raises(ValueError, match=r"0, 1, 2, 3, 4, 5, … \(8 in all\) never lost"):
        generation.bradley_terry(wins)


@pytest.mark.parametrize(
    ("wins", "losses"),
    [([[0, 3], [0, 0]], [[0, 2], [0, 0]]), ([[0, 3], [3, 0]], [[0, 0], [0, 0]]), ([[0, 0], [0, 0]], [[0, 1], [4, 0]])],
    ids=["always in one order", "first always wins", "first always loses"],
)
def test_a_place_that_cannot_be_told_apart_is_refused(wins, losses):
    plain = np.add(wins, np.transpose(losses))
    with pytest.raises(ValueError, match="place=True has no finite answer"):
        generation.bradley_terry(wins, losses=losses, place=True)
    assert np.isfinite(generation.bradley_terry(plain).strengths).all()
    found = generation.bradley_terry(wins, losses=losses, place=True, infinite="nan")
    assert np.isnan([found.place, found.place_error]).all()


def test_a_prior_is_so_many_wins_on_each_side_of_each_pair():
    wins = np.array([[0, 4, 2], [1, 0, 0], [0, 3, 0]])
    found = generation.bradley_terry(wins, prior=0.5).strengths
    assert found == pytest.approx(generation.bradley_terry(wins + 1.0 - np.eye(3)).strengths)  # in either order


def test_strengths_print_from_the_best_to_the_last():
    text = repr(generation.bradley_terry(HOME_WINS, place=True, **BASEBALL)).splitlines()
    assert text[0] == "model        strength  standard error"
    assert text[1] == "Milwaukee       0.541           0.210"
    assert text[-1] == "shown first     0.302           0.131"
    assert len(text) == 9
    many = repr(generation.bradley_terry(np.ones((30, 30)) - np.eye(30))).splitlines()
    assert len(many) == 13
    assert many[9] == "…"


def test_a_table_and_the_tally_of_its_battles_have_the_same_strengths():
    first, second, outcome = played(HOME_WINS, HOME_LOSSES)
    tally = generation.BattleTally.from_arrays(first, second, outcome, models=TEAMS)
    assert tally.wins.tolist() == HOME_WINS and tally.losses.tolist() == HOME_LOSSES
    assert generation.bradley_terry(tally, place=True) == generation.bradley_terry(HOME_WINS, place=True, **BASEBALL)


def played(won, lost):
    games = [
        (TEAMS[i], TEAMS[j], outcome)
        for outcome, table in ((1, won), (0, lost))
        for i, j in np.ndindex(7, 7)
        for _ in range(table[i][j])
    ]
    return map(list, zip(*games, strict=True))


def test_strengths_have_an_interval_that_draws_battles_or_askers():
    def lead(tally):
        found = generation.bradley_terry(tally, infinite="nan")
        return found.strengths[0] - found.strengths[-1]

    rows = generation.BattleTally.rows(*played(HOME_WINS, HOME_LOSSES), models=TEAMS)
    found = comparison.interval(lead, rows, rounds=500, rng=0)
    assert found.value == pytest.approx(1.581, abs=1e-3)
    assert (found.high - found.low) / (2 * 1.96 * 0.343) == pytest.approx(1, abs=0.2)
    asker = np.arange(len(rows)) // 10  # who asks ten in a row sees wins in a row
    apart = comparison.interval(lead, rows, groups=asker, rounds=500, rng=0)
    assert apart.high - apart.low > found.high - found.low
    whole = comparison.interval(lead, rows.sum(), rounds=500, rng=0)  # of the finished tally
    assert whole.high - whole.low == pytest.approx(found.high - found.low, rel=0.2)


@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_rounds_in_which_a_model_is_unbeaten_are_counted():
    rows = generation.BattleTally.rows(["a"] * 8, ["b"] * 8, [1] * 7 + [0])
    metric = lambda tally: generation.bradley_terry(tally, infinite="nan").strengths[0]  # noqa: E731
    assert comparison.interval(metric, rows, rounds=200, rng=0).undefined > 40
    with pytest.raises(ValueError, match="'a' never lost") as caught:
        comparison.interval(lambda tally: generation.bradley_terry(tally).strengths[0], rows, rounds=200, rng=0)
    assert "let the metric return nan" in caught.value.__notes__[0]


def test_no_interval_draws_the_rows_of_a_table():
    with pytest.raises(ValueError, match="metric is bradley_terry; it takes tables of counts"):
        comparison.interval(generation.bradley_terry, HOME_WINS)


def test_tallies_of_other_models_add_up_to_all_models():
    one = generation.BattleTally.from_arrays(["b", "a"], ["a", "b"], [1, 0.5])
    two = generation.BattleTally.from_arrays(["c"], ["b"], [0])
    whole = one + two
    assert whole.models == ("a", "b", "c")
    assert whole.wins.tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert whole.losses.tolist() == [[0, 0, 0], [0, 0, 0], [0, 1, 0]]
    assert whole.ties.tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert whole.table.tolist() == [[0, 0.5, 0], [1.5, 0, 1], [0, 0, 0]]
    assert (whole.total, repr(whole)) == (3, "<BattleTally of 3 battles between 3 models: 'a', 'b', 'c'>")
    many = generation.BattleTally.from_arrays([*range(9)], [*range(1, 10)], [1] * 9)
    assert repr(many).endswith("10 models: 0, 1, 2, 3, 4, 5, 6, 7, …>")


# ---------------------------------------------------------------- elo

GAMES = [("a", "b", 1), ("b", "c", 0.5), ("c", "a", 1), ("b", "a", 0)]


@given(st.permutations(GAMES), st.sampled_from([4.0, 32.0]), st.sampled_from([1000.0, 1500.0]))
def test_elo_is_its_formula_game_by_game(games, k, start):
    ratings = dict.fromkeys("abc", start)
    for first, second, outcome in games:
        expected = 1 / (1 + 10 ** ((ratings[second] - ratings[first]) / 400))
        ratings[first] += k * (outcome - expected)
        ratings[second] -= k * (outcome - expected)
    found = generation.elo(games, k=k, start=start)
    assert found == pytest.approx(ratings)
    assert [*found.values()] == sorted(found.values(), reverse=True)
    assert sum(found.values()) == pytest.approx(3 * start)


def test_a_first_win_between_equals_moves_half_of_k():
    assert generation.elo([("a", "b", 1)], k=32) == {"a": 1516, "b": 1484}
    assert generation.elo([("a", "b", 1)], k=0) == {"a": 1500, "b": 1500}


def test_the_order_of_the_games_changes_the_ratings_and_the_leader():
    games = [("a", "b", 1)] * 10 + [("b", "a", 1)] * 10
    one, other = generation.elo(games), generation.elo(games[::-1])
    assert next(iter(one)) == "b"
    assert next(iter(other)) == "a"
    rng = np.random.default_rng(0)
    shuffled = [generation.elo([games[place] for place in rng.permutation(20)])["a"] for _ in range(20)]
    assert len(set(shuffled)) > 10
    strengths = generation.bradley_terry([[0, 10], [10, 0]]).strengths
    assert strengths.tolist() == [0, 0]


def test_a_hopeless_gap_overflows_nothing():
    found = generation.elo([("a", "b", 1)] * 3 + [("b", "a", 1)], k=1e100, scale=1e-100)
    assert np.isfinite([*found.values()]).all()


def test_games_may_be_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(GAMES, columns=["first", "second", "outcome"])
    assert generation.elo(frame) == generation.elo(GAMES)


def test_no_interval_draws_games_whose_order_counts():
    with pytest.raises(ValueError, match="metric is elo; its ratings depend on the order"):
        comparison.interval(generation.elo, GAMES)


# ---------------------------------------------------------------- exact_match and token_f1


def as_squad(text):
    """As the script of SQuAD 2.0 does it, written again."""
    text = "".join(letter for letter in text.lower() if letter not in set(string.punctuation))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def squad_f1(expected, found):
    expected, found = as_squad(expected).split(), as_squad(found).split()
    if not expected or not found:
        return float(expected == found)
    same = sum(min(expected.count(token), found.count(token)) for token in set(expected))
    if not same:
        return 0.0
    precision, recall = same / len(found), same / len(expected)
    return 2 * precision * recall / (precision + recall)


SHORT = st.text(st.sampled_from("the an.A,1 5-é中\t"), max_size=12)
ANSWERED = st.lists(st.tuples(st.lists(SHORT, min_size=1, max_size=3), SHORT), min_size=1, max_size=5)


@given(ANSWERED)
def test_exact_match_and_f1_are_those_of_squad(answered):
    references, answers = map(list, zip(*answered, strict=True))
    exact = [max(as_squad(one) == as_squad(answer) for one in several) for several, answer in answered]
    f1 = [max(squad_f1(one, answer) for one in several) for several, answer in answered]
    assert generation.exact_match(references, answers) == pytest.approx(np.mean(exact))
    assert generation.token_f1(references, answers) == pytest.approx(np.mean(f1))


@pytest.mark.parametrize(
    ("reference", "answer", "exact", "f1"),
    [
        ("3.5", "35", 1, 1),
        ("1,000", "1000", 1, 1),
        ("1000", "1000.0", 0, 0),
        ("not guilty", "guilty", 0, 2 / 3),
        ("巴黎", "法国巴黎", 0, 0),
        ("The", "a", 1, 1),
        ("", "", 1, 1),
        ("", "no answer", 0, 0),
        ("Paris", "the", 0, 0),
        ("the cat the cat", "cat", 0, 2 / 3),
        ("twenty-one", "twentyone", 1, 1),
    ],
)
def test_what_squad_accepts(reference, answer, exact, f1):
    assert generation.exact_match([reference], [answer]) == exact
    assert generation.token_f1([reference], [answer]) == pytest.approx(f1)


def test_characters_are_tokens_for_languages_without_spaces():
    assert generation.token_f1(["法国巴黎"], ["巴黎"], tokenize=list) == pytest.approx(2 / 3)
    assert generation.token_f1(["ab"], ["b a"], normalize=None, tokenize=set) == pytest.approx(0.8)


def test_normalization_is_chosen():
    assert generation.exact_match(["Paris"], ["paris"], normalize=None) == 0
    assert generation.exact_match(["Paris"], ["paris"], normalize=str.upper) == 1
    assert generation.token_f1(["The Paris"], ["paris"], normalize=str.lower) == pytest.approx(2 / 3)


def test_of_several_references_the_best_counts():
    references = [["in 1912", "1912"], "a", ("x y", "y")]
    assert generation.exact_match(references, ["1912", "b", "y z"]) == pytest.approx(1 / 3)
    assert generation.token_f1(references, ["1912", "b", "y z"]) == pytest.approx((1 + 0 + 2 / 3) / 3)


@pytest.mark.parametrize("metric", [generation.exact_match, generation.token_f1])
def test_answers_are_drawn_again_by_their_formula(metric):
    references, answers = ["a b", "c", "d", "e f", "g"] * 8, ["b", "c", "x", "e f", "h"] * 8
    found = comparison.interval(metric, references, answers, rounds=300, rng=0)
    called = comparison.interval(lambda *texts: metric(*texts), references, answers, rounds=300, rng=0)
    assert (found.value, found.low, found.high) == pytest.approx((called.value, called.low, called.high))
    worse = comparison.difference(metric, references, answers, ["x"] * 40, rounds=300, rng=0)
    assert worse.high < 0


# ---------------------------------------------------------------- word_error_rate


def edits_by_table(reference, hypothesis):
    """The distance by the whole table."""
    above = [*range(len(hypothesis) + 1)]
    for i, token in enumerate(reference, start=1):
        row = [i]
        for j, other in enumerate(hypothesis, start=1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (token != other)))
        above = row
    return above[-1]


WORDS = st.lists(st.sampled_from("abc"), max_size=9)
SPOKEN = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4)


@given(SPOKEN)
def test_errors_are_as_few_as_the_table_finds(spoken):
    references, hypotheses = map(list, zip(*spoken, strict=True))
    tally = generation.EditTally.from_sentences(references, hypotheses)
    assert tally.errors == sum(edits_by_table(*pair) for pair in spoken)
    assert tally.reference_total == sum(map(len, references))
    assert tally.hypothesis_total == sum(map(len, hypotheses))
    if tally.reference_total:
        rate = generation.word_error_rate(references, hypotheses)
        assert rate == tally.error_rate == tally.errors / tally.reference_total


def test_long_sentences_cross_the_words_of_a_processor():
    rng = np.random.default_rng(0)
    reference, hypothesis = rng.integers(9, size=300).tolist(), rng.integers(9, size=250).tolist()
    tally = generation.EditTally.from_sentences([reference], [hypothesis])
    assert tally.errors == edits_by_table(reference, hypothesis)
    assert generation.word_error_rate([reference], [hypothesis]) == tally.error_rate


@pytest.mark.parametrize(
    ("reference", "hypothesis", "counts"),
    [
        ("the cat sat on the mat", "the cat sit on mat", (4, 1, 1, 0)),
        ("a b", "b a", (1, 0, 1, 1)),
        ("a", "", (0, 0, 1, 0)),
        ("", "a b", (0, 0, 0, 2)),
        ("a b c", "a x c", (2, 1, 0, 0)),
        ("a c", "a b b c", (2, 0, 0, 2)),
    ],
)
def test_errors_by_kind(reference, hypothesis, counts):
    assert generation.EditTally.from_sentences([reference], [hypothesis]) == generation.EditTally(*counts)


def test_the_rate_of_a_corpus_adds_before_it_divides_and_can_exceed_1():
    assert generation.word_error_rate(["a", "b c d"], ["x y", "b c d"]) == 0.5
    assert generation.word_error_rate(["no"], ["oh no no"]) == 2
    assert generation.word_error_rate(["", "b"], ["a", "b"]) == 1
    assert generation.word_error_rate(["ab", "c d"], ["a", "cd"], tokenize=list) == pytest.approx(2 / 5)
    assert generation.word_error_rate([["a", "b"]], [("a", "b")]) == 0


def test_without_a_word_in_the_references_the_rate_is_undefined():
    with undefined("no reference has a word"):
        assert np.isnan(generation.word_error_rate(["", " "], ["a", ""]))
    assert generation.word_error_rate([""], ["a"], zero_division=1) == 1
    assert np.isnan(generation.EditTally(0, 0, 0, 1).error_rate)


@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_sentences_are_drawn_again_by_their_formula():
    references, hypotheses = ["a b", "", "c d e", "f"] * 5, ["a x", "", "d e", "f g h"] * 5
    found = comparison.interval(generation.word_error_rate, references, hypotheses, rounds=300, rng=0)
    tallies = generation.EditTally.rows(references, hypotheses)
    added = comparison.interval(lambda tally: tally.error_rate, tallies, rounds=300, rng=0)
    assert (found.value, found.low, found.high) == pytest.approx((added.value, added.low, added.high))
    metric = partial(generation.word_error_rate, zero_division=0)
    assert comparison.interval(metric, ["", "a"], ["", "b"], rounds=50, rng=0).undefined == 0
    assert comparison.interval(generation.word_error_rate, ["", "a"], ["", "b"], rounds=50, rng=0).undefined > 0


# ---------------------------------------------------------------- perplexity and bits_per_byte


def test_equally_likely_tokens_are_the_perplexity():
    assert generation.perplexity(-np.log(np.full(9, 1 / 6))) == pytest.approx(6)
    assert generation.perplexity([0.0]) == 1


def test_perplexity_is_infinite_where_a_float_cannot_hold_it():
    assert generation.perplexity([1e100, 0]) == np.inf
    assert generation.perplexity([np.inf, 0.5]) == np.inf
    assert generation.perplexity([-1e-7, 0]) == 1  # rounded logarithms of 1
    assert generation.bits_per_byte([np.inf, 1], "ab") == np.inf


def test_bits_do_not_depend_on_the_tokens():
    """One text, by characters and by words; each model says how likely its tokens were."""
    text = "to be or not to be"
    characters, words = np.full(18, np.log(6)), np.full(6, 3 * np.log(6))
    assert generation.perplexity(characters) == pytest.approx(6)
    assert generation.perplexity(words) == pytest.approx(216)
    assert generation.bits_per_byte(characters, text) == pytest.approx(generation.bits_per_byte(words, text))
    assert generation.bits_per_byte(characters, text) == pytest.approx(np.log2(6))


def test_bytes_are_those_of_utf_8():
    assert generation.bits_per_byte([9 * np.log(2)], "模型é\ud800"[:3]) == pytest.approx(9 / 8)
    assert generation.bits_per_byte([3 * np.log(2)], "\ud800") == pytest.approx(1)
    assert generation.bits_per_byte([np.log(2), 2 * np.log(2)], ["", "ab"]) == pytest.approx(1.5)


def test_a_text_without_a_byte_has_no_bits():
    with undefined("text has no byte"):
        assert np.isnan(generation.bits_per_byte([0.5], ""))
    assert generation.bits_per_byte([0.5, 0.5], ["", ""], zero_division=2) == 2


def test_documents_are_drawn_again():
    rng = np.random.default_rng(0)
    document = np.repeat(np.arange(20), 30)
    nll = rng.gamma(2, size=600) * (1 + document % 3)
    by_token = comparison.interval(generation.perplexity, nll, rounds=300, rng=0)
    by_document = comparison.interval(generation.perplexity, nll, groups=document, rounds=300, rng=0)
    assert by_token.value == by_document.value == pytest.approx(np.exp(nll.mean()))
    assert by_document.high - by_document.low > 1.5 * (by_token.high - by_token.low)
    texts, totals = ["word " * 30] * 20, [nll[document == one].sum() for one in range(20)]
    found = comparison.interval(generation.bits_per_byte, totals, texts, rounds=300, rng=0)
    called = comparison.interval(lambda *both: generation.bits_per_byte(*both), totals, texts, rounds=300, rng=0)
    assert (found.value, found.low, found.high) == pytest.approx((called.value, called.low, called.high))
    odd = comparison.interval(generation.perplexity, [np.inf, *[0.5] * 9], rounds=100, rng=0)
    assert odd.value == np.inf


# ---------------------------------------------------------------- bad input of battles and answers

TWO = ["a", "b"]
BAD_ANSWERS = {
    generation.BattleTally.from_arrays: [
        bad("a model against itself", ["a", "b"], ["b", "b"], [1, 0], words=["first[1]", "second[1]", "both 'b'"]),
        bad("a score for an outcome", ["a"], ["b"], [0.7], words=["outcome[0] is 0.7", "0.5 for a tie"]),
        bad("an unknown model", ["a"], ["b"], [1], models=["a", "c"], words=["models lacks 'b'"]),
        bad_type("names and numbers", ["a"], [1], [1], words=["first holds strings", "labels of one type"]),
        bad("integers of 65 bits", [-1], np.array([2**63], np.uint64), [1], words="64 bits"),
        bad("lengths", ["a"], ["b"], [1, 0], words=["first has 1", "outcome has 2"]),
    ],
    generation.BattleTally: [
        bad("no square", [[0, 1]], [[0]], [[0]], ["a"], words=["wins has shape (1, 2)", "square table"]),
        bad("wins over itself", [[1]], [[0]], [[0]], ["a"], words=["wins[0, 0] is 1", "0 on the diagonal"]),
        bad(
            "too few models", [[0, 1], [1, 0]], [[0, 1], [1, 0]], [[0, 0], [0, 0]], ["a"], words="models has 1 entries"
        ),
        bad("a huge count", [[0, 1e101], [0, 0]], [[0]], [[0]], TWO, words=["wins[0, 1]", "1e-100 to 1e100"]),
    ],
    generation.bradley_terry: [
        bad("one model", [[0]], words="wins has a single model"),
        bad("another shape", [[0, 1], [1, 0]], losses=[[0]], words=["losses has shape (1, 1)", "wins (2, 2)"]),
        bad("a place without losses", [[0, 1], [1, 0]], place=True, words="place=True is given without losses"),
        bad("too few names", [[0, 1], [1, 0]], models=["a"], words=["models has 1 entries", "expected 2"]),
        bad(
            "a tally with names",
            generation.BattleTally.from_arrays(["a"], ["b"], [1]),
            models=TWO,
            words="losses or models is given with a BattleTally",
        ),
    ],
    generation.elo: [
        bad("no game", [], words="games is empty"),
        bad("a game without an outcome", [("a", "b")], words="games[0] has 2 entries"),
        bad("a wrong outcome", [("a", "b", 2)], words=["games, taken apart", "outcome[0] is 2"]),
        bad_type("no games at all", [1, 2], words="games[0] is a single int"),
        bad("a scale of 0", [("a", "b", 1)], scale=0, words="scale is 0"),
    ],
    (generation.exact_match, generation.token_f1): [
        bad("no answer", [], [], words="answers is empty"),
        bad("lengths", ["a"], ["a", "b"], words=["references has 1 entries", "answers 2"]),
        bad("no reference for one", ["a", []], ["a", "b"], words="references[1] is empty"),
        bad_type("a number as a reference", ["a", ["b", 5]], ["a", "b"], words="references[1][1] is of type int"),
        bad_type("a number as an answer", ["a", ["b"]], ["a", 5], words="answers[1] is of type int"),
        bad_type("no answer to a text", ["a"], [None], words="answers[0] is of type NoneType"),
        bad_type("normalize returns tokens", ["a"], ["a"], normalize=str.split, words="normalize returns a list"),
        bad("normalize is a list", ["a"], ["a"], normalize=["squad"], words="normalize is ['squad']"),
    ],
    generation.token_f1: [
        bad_type("tokenize returns text", ["a"], ["a"], tokenize=str.upper, words="tokenize returns a str"),
    ],
    (generation.word_error_rate, generation.EditTally.from_sentences): [
        bad("no sentence", [], [], words="hypotheses is empty"),
        bad("lengths", ["a"], ["a", "b"], words=["references has 1 entries", "hypotheses 2"]),
        bad_type("text beside tokens", ["a"], [["a"]], words=["references[0] is a string", "hypotheses[0]"]),
        bad_type(
            "tokens where strings are taken apart", [["a"]], ["a"], tokenize=list, words="references[0] is of type"
        ),
        bad_type("tokenize returns text", ["a"], ["a"], tokenize=str.upper, words="tokenize returns a str"),
    ],
    generation.perplexity: [
        bad("log-likelihoods", [-0.5, -1], words=["nll[0] is -0.5", "sign changed"]),
        bad("not a number", [0.5, NAN], words="nll[1] is nan"),
        bad("nothing", [], words="nll is empty"),
        bad("beyond all sizes", [1e101], words="1e-100 to 1e100"),
        bad_type("texts", ["low"], words="nll holds strings"),
    ],
    generation.bits_per_byte: [
        bad("other lengths", [1, 2], ["a"], words=["text has 1 entries", "nll 2"]),
        bad_type("a number as a text", [1, 2], ["a", 5], words="text[1] is of type int"),
    ],
}


@refused(BAD_ANSWERS)
def test_bad_input_of_battles_and_answers_is_refused(function, row):
    assert_raises(function, row)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (("z", "a"), {}, r"model is 'z'; expected one of \['a', 'b'\]"),
        (("a", "z"), {}, "other is 'z'"),
        (("a", "b"), {"first": True}, "first is True, but the place was left out"),
        (("a", "b"), {"first": 1}, "first is 1; expected True or False"),
    ],
)
def test_a_probability_is_of_two_models(arguments, options, words):
    found = generation.bradley_terry([[0, 3], [1, 0]], models=TWO)
    with pytest.raises((ValueError, TypeError), match=words):
        found.probability(*arguments, **options)

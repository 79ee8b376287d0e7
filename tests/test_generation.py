"""Generated answers: several tries of a task, judges and raters."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bad_input import NAN, assert_raises, bad, bad_type, refused
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

"""Generated answers: several tries of a task, judges and raters."""

from __future__ import annotations

import math
import re
import string
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
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


def test_one_n_for_all_tasks_is_bound():
    n, c = np.full(30, 20), np.random.default_rng(1).integers(0, 21, 30)
    b, options = np.minimum(c + 1, 20), {"rounds": 200, "rng": 0}
    each = partial(generation.pass_at_k, k=5)
    for one in (partial(each, n=20), partial(each, n=np.int64(20))):
        assert comparison.interval(one, c, **options) == comparison.interval(each, n, c, **options)
        assert comparison.difference(one, None, c, b, **options) == comparison.difference(each, n, c, b, **options)
        assert comparison.permutation_test(one, None, c, b, rng=0) == comparison.permutation_test(each, n, c, b, rng=0)
    by_position = comparison.interval(partial(each, 20), c, **options)  # which is called in each round
    assert [*by_position] == pytest.approx([*comparison.interval(each, n, c, **options)])


@pytest.mark.parametrize(
    ("metric", "arrays", "words"),
    [
        (
            partial(generation.pass_at_k, k=5),
            (20, [1, 2]),
            r"arrays\[0\] is a single int; expected a list .* such as n in functools",
        ),
        (
            partial(generation.pass_at_k, k=5),
            (np.float64(20), [1, 2]),
            r"arrays\[0\] is a single float64; expected a list of samp",
        ),
        (partial(generation.pass_at_k, n=[20, 20], k=5), ([1, 2],), "metric has 'n' bound in it, which has an entry"),
        (
            partial(generation.pass_at_k, n=20, k=5),
            ([20, 20], [1, 2]),
            "metric cannot be called with 2 arrays .* too many",
        ),
        (
            generation.pass_at_k,
            ([20, 20], [1, 2]),
            "metric cannot be called with 2 arrays .* missing a required .*argument: 'k'",
        ),
    ],
)
def test_tasks_that_cannot_be_drawn_say_why(metric, arrays, words):
    with pytest.raises((ValueError, TypeError), match=words):
        comparison.interval(metric, *arrays, rng=0)


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

# ---------------------------------------------------------------- corrected_rate


def judge(n, labeled, rate, sensitivity, specificity, rng):
    """What a judge says of n answers, of which people labeled some; simulated."""
    right = rng.random(n) < rate
    judged = np.where(right, rng.random(n) < sensitivity, rng.random(n) >= specificity)
    return judged.astype(int), np.where(np.arange(n) < labeled, right, NAN)


EXACT = np.repeat([1, 0, 1, 0, 1, 0], [54, 6, 8, 32, 620, 380]), np.repeat([1, 0, NAN], [60, 40, 1000])
"""A judge with sensitivity 0.9 and specificity 0.8, on answers of which 60% are right."""
METHODS = ["prediction_powered", "power_tuned", "rogan_gladen"]


@pytest.mark.parametrize("method", METHODS)
def test_a_judged_rate_of_62_percent_is_a_rate_of_60_percent(method):
    found = generation.corrected_rate(*EXACT, method=method)
    assert found.rate == pytest.approx(0.6)
    assert (found.judged_rate, found.labeled_rate, found.sensitivity, found.specificity) == (0.62, 0.6, 0.9, 0.8)
    assert (found.n, found.labeled, found.level, found.method) == (1100, 100, 0.95, method)


def test_such_a_judge_turns_10_percent_into_27():
    judged, labels = np.repeat([1, 0, 1, 0, 1, 0], [9, 1, 18, 72, 270, 730]), np.repeat([1, 0, NAN], [10, 90, 1000])
    for method in METHODS:
        found = generation.corrected_rate(judged, labels, method=method)
        assert (found.judged_rate, found.rate) == (0.27, pytest.approx(0.1))


def test_rogan_gladen_does_not_need_labels_drawn_at_random():
    judged, labels = np.repeat([1, 0, 1, 0, 1, 0], [9, 1, 18, 72, 620, 380]), np.repeat([1, 0, NAN], [10, 90, 1000])
    assert generation.corrected_rate(judged, labels, method="rogan_gladen").rate == pytest.approx(0.6)
    assert generation.corrected_rate(judged, labels).rate == pytest.approx(0.62 - 0.17)


def test_the_errors_are_those_of_the_formulas():
    z = 1.959963984540054
    found = generation.corrected_rate(*EXACT)
    assert found.high - found.rate == pytest.approx(z * math.sqrt(0.62 * 0.38 / 1000 + (0.14 - 0.02**2) / 100))
    found = generation.corrected_rate(*EXACT, method="rogan_gladen")
    variance = (0.62 * 0.38 / 1000 + 0.36 * 0.09 / 60 + 0.16 * 0.16 / 40) / 0.49
    assert found.high - found.rate == pytest.approx(z * math.sqrt(variance))
    assert found.weight == pytest.approx(1 / 0.7)


# Rates, bounds and weights of ppi-python 0.2.3 (ppi_mean_pointestimate and ppi_mean_ci with alpha=0.1).
PPI = [
    (0, "prediction_powered", (0.438461538462, 0.301277897243, 0.57564517968)),
    (0, "power_tuned", (0.458861518181, 0.344775064397, 0.572947971965)),
    (1, "prediction_powered", (0.498076923077, 0.378116842372, 0.618037003782)),
    (1, "power_tuned", (0.465111134585, 0.362313604953, 0.567908664216)),
    (2, "prediction_powered", (0.320596153846, 0.212503567595, 0.428688740098)),
    (2, "power_tuned", (0.329592715722, 0.221640957062, 0.437544474382)),
]


@pytest.mark.parametrize(("seed", "method", "expected"), PPI)
def test_prediction_powered_rates_are_those_of_its_authors(seed, method, expected):
    rng = np.random.default_rng(seed)
    judged = np.round(rng.random(300), 2) if seed == 2 else rng.integers(0, 2, 300)
    labels = np.where(np.arange(300) < 40, rng.random(300) < 0.2 + 0.6 * judged, NAN)
    found = generation.corrected_rate(judged, labels, method=method, level=0.9)
    assert (found.rate, found.low, found.high) == pytest.approx(expected, abs=1e-10)


def test_a_tuned_judge_that_says_nothing_leaves_the_labels_alone():
    judged, labels = np.repeat([1, 0, 1, 0], [5, 5, 50, 50]), np.append([1, 1, 0, 0, 0, 1, 1, 1, 0, 0], [NAN] * 100)
    found = generation.corrected_rate(judged, labels, method="power_tuned")
    assert (found.rate, found.weight) == (0.5, 0)
    found = generation.corrected_rate(np.ones(20), np.append([1, 0], [NAN] * 18), method="power_tuned")
    assert (found.rate, found.weight) == (0.5, 0)


@given(st.integers(0, 2**32), st.sampled_from(METHODS))
def test_a_judge_that_is_always_right_is_believed(seed, method):
    right, labels = judge(60, 20, 0.5, 1, 1, np.random.default_rng(seed))
    assume(0 < np.nansum(labels) < 20)
    found = generation.corrected_rate(right, labels, method="rogan_gladen")
    assert found.rate == pytest.approx(right[20:].mean())
    assert generation.corrected_rate(right, labels).rate == pytest.approx(right[20:].mean())


def test_verdicts_may_be_probabilities():
    judged, labels = [0.9, 0.7, 0.2, 0.4, 0.5, 0.6], [1, 1, 0, 0, None, NAN]
    found = generation.corrected_rate(judged, labels)
    assert (found.sensitivity, found.specificity) == pytest.approx((0.8, 0.7))
    assert found.rate == pytest.approx(0.55 - 0.05)
    assert generation.corrected_rate(judged, labels, method="rogan_gladen").rate == pytest.approx(0.5)


def test_a_rate_may_lie_beyond_0_and_1():
    judged, labels = np.repeat([1, 0, 1, 0, 0], [9, 1, 2, 8, 100]), np.repeat([1, 0, NAN], [10, 10, 100])
    found = generation.corrected_rate(judged, labels, method="rogan_gladen")
    assert found.rate == pytest.approx(-0.2 / 0.7)
    assert found.low < found.rate < found.high < 0.2


@pytest.mark.parametrize("method", METHODS)
def test_labels_of_one_class_leave_no_sensitivity_or_specificity(method):
    for label, missing, words in ((1, "specificity", "no answer in labels is wrong"), (0, "sensitivity", "is right")):
        call = [1, 0, 1, 0], [label, label, NAN, NAN]
        if method == "rogan_gladen":
            with undefined(rf"{words}.*no {missing}; label more answers"):
                found = generation.corrected_rate(*call, method=method)
            assert all(map(math.isnan, (found.rate, found.low, found.high, found.weight)))
        else:
            found = generation.corrected_rate(*call, method=method)
            assert not math.isnan(found.rate)
        assert math.isnan(getattr(found, missing))


def test_a_judge_no_better_than_chance_has_no_rogan_gladen_rate():
    for judged in ([1, 1, 1, 1], [0, 1, 1, 0]):
        with undefined("no better than chance.*power_tuned"):
            found = generation.corrected_rate([*judged, 1, 0], [1, 0, 0, 1, NAN, NAN], method="rogan_gladen")
        assert math.isnan(found.rate)


def test_a_corrected_rate_says_in_four_lines_what_a_person_wants_to_see():
    assert repr(generation.corrected_rate(*EXACT, method="power_tuned")).splitlines() == [
        "rate of right answers 0.600, 95% from 0.529 to 0.671 (power_tuned)",
        "  judge alone   0.620 of 1000 answers without a label",
        "  labels alone  0.600 of 100 answers",
        "  the judge has sensitivity 0.900 and specificity 0.800",
    ]


def coverage(rate, sensitivity, specificity, labeled, method, rounds=2000):
    """How often the interval holds the true rate, and its mean half-width."""
    rng = np.random.default_rng(0)
    found = [
        generation.corrected_rate(*judge(2000 + labeled, labeled, rate, sensitivity, specificity, rng), method=method)
        for _ in range(rounds)
    ]
    held = [one.low <= rate <= one.high for one in found]
    return np.mean(held), np.mean([one.high - one.low for one in found]) / 2


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("rate", "sensitivity", "specificity"), [(0.6, 0.9, 0.8), (0.6, 0.7, 0.7), (0.3, 0.8, 0.95)])
def test_with_200_labels_the_interval_holds_the_true_rate_in_95_percent(rate, sensitivity, specificity, method):
    held, _ = coverage(rate, sensitivity, specificity, 200, method)
    assert 0.93 < held < 0.98


@pytest.mark.slow
def test_a_poor_judge_widens_the_interval_unless_its_weight_is_tuned():
    humans = 1.96 * math.sqrt(0.24 / 200)
    assert coverage(0.6, 0.7, 0.7, 200, "prediction_powered", 500)[1] > 1.1 * humans
    assert coverage(0.6, 0.7, 0.7, 200, "power_tuned", 500)[1] < humans
    assert coverage(0.6, 0.9, 0.8, 200, "prediction_powered", 500)[1] < 0.9 * humans


@pytest.mark.slow
def test_with_30_labels_the_tuned_interval_holds_the_true_rate_less_often():
    tuned, usual = (coverage(0.6, 0.9, 0.8, 30, method)[0] for method in ("power_tuned", "prediction_powered"))
    assert 0.9 < tuned < 0.935
    assert tuned + 0.005 < usual


def test_an_interval_of_a_corrected_rate_draws_tasks():
    rng = np.random.default_rng(0)
    task, right = np.repeat(np.arange(60), 10), np.repeat(rng.random(60) < 0.6, 10)  # answers to one task are alike
    judged = np.where(rng.random(600) < 0.9, right, ~right).astype(int)
    labels = np.where(task < 30, right, NAN)
    found = generation.corrected_rate(judged, labels)
    by_task = comparison.interval(
        lambda *answers: generation.corrected_rate(*answers).rate, judged, labels, groups=task, rounds=300, rng=0
    )
    assert by_task.value == pytest.approx(found.rate)
    assert by_task.high - by_task.low > 1.5 * (found.high - found.low)
    with pytest.raises(ValueError, match="metric is corrected_rate; its result has an interval already"):
        comparison.interval(generation.corrected_rate, judged, labels)


BAD_VERDICTS = [
    bad("a label that is neither", [1, 0, 1], [1, 2, NAN], words="labels holds 2; expected 1 for right, 0 for wrong"),
    bad("one label", [1, 0, 1], [1, NAN, NAN], words="labels has a label for 1 of 3 answers; expected at least"),
    bad("no label", [1, 0, 1], [None, NAN, NAN], words="labels has a label for 0 of 3 answers"),
    bad("all labels", [1, 0, 1], [1, 0, 1], words=["labels has a label for every answer", "proportion_interval"]),
    bad("a missing verdict", [1, NAN, 1], [1, 0, NAN], words="judged[1] is nan; expected finite numbers"),
    bad("infinite labels", [1, 0, 1], [1, math.inf, NAN], words="labels[1] is inf"),
    bad("other lengths", [1, 0, 1], [1, NAN], words="different lengths: judged has 3, labels has 2"),
    bad_type("verdicts as words", ["right", "wrong"], [1, NAN], words="judged holds strings"),
    bad_type("labels as words", [1, 0], ["right", None], words="labels holds objects of type int, str"),
]

# ---------------------------------------------------------------- krippendorff_alpha

_ = None
DATA_C = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
"""Krippendorff (2011), C: four raters, twelve units, missing ratings."""
ALPHAS = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}


@pytest.mark.parametrize("level", ALPHAS)
def test_alpha_is_that_of_krippendorffs_data(level):
    assert round(generation.krippendorff_alpha(DATA_C, level=level), 3) == ALPHAS[level]
    assert round(generation.krippendorff_alpha(np.array(DATA_C, dtype=float), level=level), 3) == ALPHAS[level]


def by_pairs(ratings, level):
    """Alpha by its definition, pair by pair, in fractions."""
    units = [[Fraction(value) for value in unit if value is not None] for unit in zip(*ratings, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    everything = sorted(value for unit in units for value in unit)

    def distance(one, two):
        if level == "ordinal":
            between = sum(min(one, two) <= each <= max(one, two) for each in everything)
            return (between - Fraction(everything.count(one) + everything.count(two), 2)) ** 2 if one != two else 0
        if level == "ratio":
            return ((one - two) / (one + two)) ** 2 if one != two else 0
        return (one - two) ** 2 if level == "interval" else one != two

    def apart(values):
        return sum(distance(one, two) for one in values for two in values)

    observed = sum(Fraction(apart(unit)) / (len(unit) - 1) for unit in units)
    return float(1 - (len(everything) - 1) * observed / apart(everything))


RATINGS = st.integers(2, 4).flatmap(
    lambda raters: st.lists(st.lists(st.none() | st.integers(0, 4), min_size=raters, max_size=raters), min_size=2)
)


def has_variation(units):
    return len({value for unit in units if sum(each is not None for each in unit) > 1 for value in unit} - {None}) > 1


@given(RATINGS.filter(has_variation), st.sampled_from([*ALPHAS]))
def test_alpha_is_that_of_all_pairs(units, level):
    ratings = [[*row] for row in zip(*units, strict=True)]
    found = generation.krippendorff_alpha(ratings, level=level)
    assert found == pytest.approx(by_pairs(ratings, level), abs=1e-12)
    assert found <= 1
    assert found == pytest.approx(generation.krippendorff_alpha(ratings[::-1], level=level))


def test_names_are_categories_and_nan_or_none_is_missing():
    names = [[value if value is None else "abcde"[value - 1] for value in row] for row in DATA_C]
    assert round(generation.krippendorff_alpha(names), 3) == 0.743
    nan_for_none = [[NAN if value is None else value for value in row] for row in names]
    assert round(generation.krippendorff_alpha(nan_for_none), 3) == 0.743
    assert round(generation.krippendorff_alpha(pd.DataFrame(names)), 3) == 0.743
    assert generation.krippendorff_alpha(np.array([["a", "b", "nan"], ["a", "b", "nan"]])) == 1


def test_large_ids_stay_apart():
    assert generation.krippendorff_alpha([[2**60, 2**60], [2**60, 2**60 + 1]]) == 0
    assert generation.krippendorff_alpha([[2**60, 2**60, None], [2**60, 2**60 + 1, 5]]) == 0


@pytest.mark.parametrize("level", ["interval", "ratio"])
def test_alpha_of_numbers_does_not_depend_on_their_unit(level):
    expected = generation.krippendorff_alpha(DATA_C, level=level)
    for unit in (1e-300, 1e-3, 7.0, 1e300):
        scaled = unit * np.array(DATA_C, dtype=float)
        assert generation.krippendorff_alpha(scaled, level=level) == pytest.approx(expected)


@pytest.mark.parametrize("far", [1e8, 2.0**50])
def test_numbers_far_from_0_keep_their_digits(far):
    away = [[None if each is None else each + far for each in row] for row in DATA_C]
    expected = generation.krippendorff_alpha(DATA_C, level="interval")
    assert generation.krippendorff_alpha(away, level="interval") == pytest.approx(expected, rel=1e-14)
    assert generation.krippendorff_alpha(away, level="ratio") == pytest.approx(
        float(by_pairs(away, "ratio")), rel=1e-12
    )


@pytest.mark.parametrize("level", ["interval", "ratio"])
def test_integers_that_are_one_float_are_one_number(level):
    with undefined("all ratings that count are equal"):
        assert math.isnan(generation.krippendorff_alpha([[2**60, 2**60 + 1], [2**60, 2**60 + 1]], level=level))


def test_what_pandas_calls_missing_is_missing():
    judged, labels = [1, 0, 1, 1, 0], [1, 0, 1, None, None]
    expected = generation.corrected_rate(judged, labels)
    for kind in ("boolean", "Int64", "Float64", object):
        assert generation.corrected_rate(judged, pd.Series(labels, dtype=kind)) == expected
    single = pd.Series([1, 0, 1, np.float32(NAN), np.float32(NAN)], dtype=object)
    assert generation.corrected_rate(judged, single) == expected
    rated = [["a", "b", None, "a"], ["a", "a", "b", "a"]]
    expected = generation.krippendorff_alpha(rated)
    for kind in ("string", "category", object):
        assert generation.krippendorff_alpha(pd.DataFrame(rated, dtype=kind)) == expected
    numbers = pd.DataFrame(DATA_C, dtype="Int64")
    assert round(generation.krippendorff_alpha(numbers, level="ordinal"), 3) == ALPHAS["ordinal"]


@pytest.mark.parametrize("level", ALPHAS)
def test_agreement_without_variation_is_undefined(level):
    with undefined("all ratings that count are equal"):
        assert math.isnan(generation.krippendorff_alpha([[0.1, 0.1, 0.3], [0.1, 0.1, NAN], [0.1, _, NAN]], level=level))


def test_without_two_ratings_of_a_unit_alpha_is_undefined():
    for ratings in ([[1, 2, 3]], [[1, _], [_, 2]], [[_, NAN]]):
        with undefined("no unit has two ratings"):
            assert math.isnan(generation.krippendorff_alpha(ratings))


def test_ratio_values_are_compared_in_blocks():
    ratings = np.random.default_rng(0).integers(0, 1500, (2, 3000))
    relative = ((ratings[0] - ratings[1]) / np.maximum(ratings.sum(axis=0), 1)) ** 2
    everything = ratings.ravel().astype(float)
    by_chance = sum(((one - everything) ** 2 / np.maximum(one + everything, 1e-9) ** 2).sum() for one in everything)
    expected = 1 - (everything.size - 1) * 2 * relative.sum() / by_chance
    assert generation.krippendorff_alpha(ratings, level="ratio") == pytest.approx(expected)


def test_an_interval_of_alpha_draws_units():
    def alpha(units):
        return generation.krippendorff_alpha(np.transpose(units))

    units = np.transpose(np.array(DATA_C, dtype=float))
    found = comparison.interval(alpha, units, rounds=300, rng=0)
    assert round(found.value, 3) == 0.743
    assert 0.3 < found.low < found.value < found.high <= 1
    with pytest.raises(ValueError, match=r"metric is krippendorff_alpha; its rows are raters.*np.transpose"):
        comparison.interval(generation.krippendorff_alpha, DATA_C)


BAD_RATINGS = [
    bad("a single rater's row", [1, 2, 3], words="ratings has shape (3,); expected one row per rater and one column"),
    bad("no unit", [[], []], words="ratings has shape (2, 0)"),
    bad("ragged", [[1, 2], [1]], words="ratings is ragged"),
    bad("below 0", [[1, -1], [1, 2]], level="ratio", words="ratings holds -1; expected numbers of at least 0"),
    bad("infinite", [[1, math.inf], [1, 2]], words="ratings[0, 1] is inf; expected finite numbers"),
    bad_type("names in order", [["a"], ["b"]], level="ordinal", words=["ratings holds", 'level="nominal" for names']),
    bad_type("names and numbers", [["a", 1], ["b", "a"]], words="ratings mixes strings with int"),
]

# ---------------------------------------------------------------- bad input

BAD = {
    generation.pass_at_k: BAD_TRIES,
    generation.corrected_rate: BAD_VERDICTS,
    generation.krippendorff_alpha: BAD_RATINGS,
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
        lead = strengths[i] - strengths[j] + place
        total -= won[i][j] * np.logaddexp(0, -lead) + lost[i][j] * np.logaddexp(0, lead)
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


def test_counts_may_be_uneven_up_to_what_floats_hold():
    found = generation.bradley_terry([[0, 1e12], [1, 0]])
    assert found.strengths == pytest.approx([np.log(1e12) / 2, -np.log(1e12) / 2])
    assert found.probability(1, 0) == pytest.approx(1e-12)
    odd = [[0, 1e2, 1e7, 1e-2], [1e-3, 0, 1e6, 1e3], [1e-5, 0, 0, 0], [1e4, 1e3, 1e-3, 0]]
    for wins in ([[0, 1e100], [1e-100, 0]], [[0, 1.1e12], [1, 0]], odd):
        with pytest.raises(ValueError, match="wins holds counts of which some are lost beside others"):
            generation.bradley_terry(wins)
        assert np.isnan(generation.bradley_terry(wins, infinite="nan").strengths).all()
    for unit in (1e-100, 1e99):
        found = generation.bradley_terry([[0, 3 * unit], [unit, 0]])
        assert found.strengths[0] == pytest.approx(np.log(3) / 2)


@given(battle_tables(), st.booleans(), st.integers(0, 99))
def test_what_has_strengths_has_them_with_counts_of_any_size(tables, place, seed):
    sizes = 10.0 ** np.random.default_rng(seed).integers(0, 8, size=(2, *tables[0].shape))
    won, lost = tables[0] * sizes[0], tables[1] * sizes[1]
    one = generation.bradley_terry(tables[0], losses=tables[1], place=place, infinite="nan")
    found = generation.bradley_terry(won, losses=lost, place=place, infinite="nan")
    assert np.isnan(found.strengths).any() == np.isnan(one.strengths).any()
    leads = found.strengths[:, np.newaxis] - found.strengths + (found.place or 0)
    above, below = won / (1 + np.exp(leads)), lost / (1 + np.exp(-leads))  # wins that nobody expected, and losses
    beyond, size = (
        each.sum(axis=1) + sign * each.sum(axis=0) for each, sign in ((above - below, -1), (above + below, 1))
    )
    assert np.isnan(leads).any() or (np.abs(beyond) <= 1e-6 * size).all()


def test_strengths_may_be_as_far_apart_as_a_chain_of_models_takes_them():
    wins = np.diag(np.full(39, 1e11), 1) + np.diag(np.ones(39), -1)
    found = generation.bradley_terry(wins)
    assert found.strengths[0] - found.strengths[-1] == pytest.approx(39 * np.log(1e11))
    assert found.probability(39, 0) == 0


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
    assert np.isnan(found.strengths).all()
    assert np.isnan(found.covariance).all()
    assert found.place is None
    assert np.isfinite(generation.bradley_terry(wins, prior=0.1).strengths).all()


def test_of_many_unbeaten_models_some_are_named():
    wins = np.zeros((9, 9))
    wins[:8, 8] = 1
    with pytest.raises(ValueError, match=r"0, 1, 2, 3, 4, 5, … \(8 in all\) never lost"):
        generation.bradley_terry(wins)


def expected_tables(order, strength, worth, battles=1000):
    """How often the first of each pair is expected to win, and to lose."""
    won, lost = np.zeros((2, len(strength), len(strength)))
    for one, two in order:
        won[one, two] = battles / (1 + np.exp(strength[two] - strength[one] - worth))
        lost[one, two] = battles - won[one, two]
    return won, lost


ONE_ORDER = {
    "a circle": [(0, 1), (1, 2), (2, 0)],
    "by the alphabet": [(0, 1), (0, 2), (1, 2)],
    "a circle, and a fourth model": [(0, 1), (1, 2), (2, 0), (3, 0)],
}


@pytest.mark.parametrize("order", ONE_ORDER.values(), ids=ONE_ORDER.keys())
def test_a_circle_of_pairs_tells_the_place_apart_though_each_has_one_order(order):
    strength = np.array([0.5, 0.3, -0.1, 0.2])[: max(map(max, order)) + 1]
    won, lost = expected_tables(order, strength, 0.4)
    found = generation.bradley_terry(won, losses=lost, place=True)
    assert found.place == pytest.approx(0.4)
    assert found.strengths == pytest.approx(strength - strength.mean())


@pytest.mark.parametrize(
    "order",
    [[(0, 1), (1, 2), (2, 3)], [(3, 0), (3, 1), (3, 2)], [(0, 1), (2, 1), (2, 3), (0, 3)]],
    ids=["a chain", "one always first", "first or second in a circle"],
)
def test_strengths_take_over_the_place_where_no_circle_tells_it_apart(order):
    won, lost = expected_tables(order, [0.5, 0.3, -0.1, 0.2], 0.4)
    with pytest.raises(ValueError, match="the strengths can take over what the place is worth"):
        generation.bradley_terry(won, losses=lost, place=True)


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
    assert tally == generation.BattleTally(HOME_WINS, HOME_LOSSES, np.zeros((7, 7)), TEAMS)
    assert generation.bradley_terry(tally, place=True) == generation.bradley_terry(HOME_WINS, place=True, **BASEBALL)


def test_a_data_frame_says_what_the_models_are_called():
    frame, lost = (pd.DataFrame(table, index=TEAMS, columns=TEAMS) for table in (HOME_WINS, HOME_LOSSES))
    expected = generation.bradley_terry(HOME_WINS, place=True, **BASEBALL)
    assert generation.bradley_terry(frame, losses=lost, place=True) == expected
    assert generation.bradley_terry(frame, losses=HOME_LOSSES, place=True) == expected
    renamed = generation.bradley_terry(frame, models=list("abcdefg"))
    assert renamed.models == tuple("abcdefg")
    with pytest.raises(ValueError, match=r"wins has the rows and columns .*, but the models are .* wins\.reindex"):
        generation.bradley_terry(frame, models=TEAMS[::-1])
    with pytest.raises(ValueError, match=r"losses has the rows and columns .*, but the models are"):
        generation.bradley_terry(frame, losses=lost.rename(index={TEAMS[0]: "x"}, columns={TEAMS[0]: "x"}))
    for other in (frame[TEAMS[::-1]], frame.rename(index={TEAMS[0]: "x"})):
        with pytest.raises(ValueError, match=r"wins has the rows .* and the columns .* the same models in both"):
            generation.bradley_terry(other)
    with pytest.raises(ValueError, match="wins has the rows and columns"):
        generation.BattleTally(frame, HOME_LOSSES, np.zeros((7, 7)), TEAMS[::-1])


@pytest.mark.parametrize("winners", [["a", "a", "c"], ["a", "c", "c"], ["a", "a", "a"]])
def test_a_cross_table_that_lacks_who_never_won_says_so(winners):
    met = pd.crosstab(pd.Series(winners), pd.Series(["b", "c", "b"]))
    with pytest.raises(ValueError, match=r"wins has the rows \['a'.*\] and the columns \['b', 'c'\]; .* wins\.reindex"):
        generation.bradley_terry(met)


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


@pytest.mark.parametrize("form", ["to_list", "tolist"])
def test_texts_may_be_columns_of_polars_or_pandas(form):
    library = pytest.importorskip("polars") if form == "to_list" else pd
    references, answers = library.Series(["a b", "c"]), library.Series(["a", "c"])
    assert generation.exact_match(references, answers) == 0.5
    assert generation.exact_match(library.Series([["a", "b"], ["c"]]), answers) == 1
    assert generation.word_error_rate(references, answers) == pytest.approx(1 / 3)
    assert generation.bits_per_byte([1.0, 2.0], references) == pytest.approx(3 / np.log(2) / 4)
    found = comparison.interval(generation.token_f1, references, answers, rounds=50, rng=0)
    assert found == comparison.interval(generation.token_f1, ["a b", "c"], ["a", "c"], rounds=50, rng=0)


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


def test_the_tokens_of_a_single_text_are_not_drawn_because_their_bytes_are_not_known():
    whole = partial(generation.bits_per_byte, text="ab cde")
    with pytest.raises(ValueError, match=r"text is a single text, of whose tokens .* expected one text per entry"):
        comparison.interval(whole, [0.5, 1.0, 2.0], rng=0)


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
        bad("other shapes", [[0, 1], [1, 0]], [[0]], [[0]], TWO, words="losses has shape (1, 1) and wins (2, 2)"),
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
        bad("a scale of 0", [("a", "b", 1)], scale=0, words="scale is 0; expected a number above 0"),
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
        ((np.array(TWO), "b"), {}, r"model is array\(.*expected one of \['a', 'b'\]"),
        (("a", "b"), {"first": True}, "first is True, but the place was left out"),
        (("a", "b"), {"first": 1}, "first is 1; expected True or False"),
    ],
)
def test_a_probability_is_of_two_models(arguments, options, words):
    found = generation.bradley_terry([[0, 3], [1, 0]], models=TWO)
    with pytest.raises((ValueError, TypeError), match=words):
        found.probability(*arguments, **options)

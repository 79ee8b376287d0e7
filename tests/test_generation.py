"""Generated answers: several tries of a task, judges and raters."""

from __future__ import annotations

import math
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

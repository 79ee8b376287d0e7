"""Cost-sensitive errors and cost curves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bad_input import INF, NAN, OF_TWO_TYPES, assert_raises, bad, bad_type, refused, undefined
from evalbook import confusion, costs, curves
from evalbook.teaching import examples
from peer_cases import approx, peer_cases
from strategies import SCORES, WEIGHTS, binary_samples


def cost_sensitive_error(*args, cost_fn=1, cost_fp=1, **kwargs):
    return costs.cost_sensitive_error(*args, cost_fn=cost_fn, cost_fp=cost_fp, **kwargs)


def probability_cost(*args, cost_fn=1, cost_fp=1, **kwargs):
    return costs.probability_cost(*args, cost_fn=cost_fn, cost_fp=cost_fp, **kwargs)


# ---------------------------------------------------------------- the cost of one set of predictions


def test_each_kind_of_error_has_its_cost():
    y_true, y_pred = [1, 1, 1, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 0, 0, 0]
    assert costs.cost_sensitive_error(y_true, y_pred, cost_fn=10, cost_fp=1) == 12 / 8
    assert costs.cost_sensitive_error(y_true, y_pred, cost_fn=1, cost_fp=10) == 21 / 8


def test_the_positive_class_may_have_any_name_and_number():
    well_or_sick = ["sick", "sick", "well"], ["well", "sick", "sick"]
    assert costs.cost_sensitive_error(*well_or_sick, cost_fn=5, cost_fp=1, pos_label="sick") == 2
    # Zhou's class 0 is the positive one: his cost01 is the cost of a false negative.
    assert costs.cost_sensitive_error([0, 0, 1], [1, 0, 1], cost_fn=6, cost_fp=1, pos_label=0) == 2
    assert costs.cost_sensitive_error([0, 0, 1], [1, 0, 1], cost_fn=6, cost_fp=1) == 1 / 3


@given(binary_samples(st.tuples(st.integers(0, 1), WEIGHTS)), st.integers(0, 5), st.integers(1, 5))
def test_cost_sensitive_error_is_the_mean_cost_of_the_samples(samples, cost_fn, cost_fp):
    y_true, pairs = samples
    y_pred, weight = map(list, zip(*pairs, strict=True))
    rows = zip(y_true, y_pred, weight, strict=True)
    paid = sum(unit * (cost_fn if truth else cost_fp) for truth, guess, unit in rows if truth != guess)
    ours = costs.cost_sensitive_error(y_true, y_pred, cost_fn=cost_fn, cost_fp=cost_fp, sample_weight=weight)
    assert ours == pytest.approx(paid / sum(weight), abs=1e-12)
    error = confusion.error_rate(y_true, y_pred, sample_weight=weight)
    assert cost_sensitive_error(y_true, y_pred, sample_weight=weight) == pytest.approx(error, abs=1e-12)


def test_costs_stand_in_the_order_of_the_labels():
    matrix = confusion.ConfusionMatrix([[5, 1, 0], [2, 3, 1], [0, 4, 4]], labels=["a", "b", "c"])
    prices = [[0, 1, 2], [3, 0, 4], [5, 6, 0]]
    assert costs.expected_cost(matrix, costs=prices) == (1 * 1 + 2 * 3 + 1 * 4 + 4 * 6) / 20


def test_right_decisions_may_cost_and_errors_may_gain():
    matrix = confusion.ConfusionMatrix([[3, 1], [0, 4]], labels=[0, 1])
    assert costs.expected_cost(matrix, costs=[[1, -2], [0, 0.5]]) == (3 - 2 + 2) / 8
    assert costs.expected_cost(matrix, costs=[[0, 0], [0, 0]]) == 0


def test_a_small_cost_does_not_vanish_beside_a_huge_one_that_nobody_pays():
    assert costs.cost_sensitive_error([1, 1], [0, 1], cost_fn=1e-100, cost_fp=1e100) == 5e-101


@pytest.mark.parametrize("unit", [1e-100, 1e100])
def test_the_unit_of_the_costs_does_not_matter(unit):
    error = costs.cost_sensitive_error([1, 1, 0, 0], [0, 0, 1, 0], cost_fn=unit, cost_fp=unit)
    assert error == pytest.approx(0.75 * unit, rel=1e-12)


def test_an_empty_matrix_has_no_cost():
    with undefined("no sample"):
        assert math.isnan(costs.expected_cost(confusion.ConfusionMatrix([[0, 0], [0, 0]], [0, 1]), costs=np.eye(2)))


BAD_COSTS = [bad("no cost at all", cost_fp=0, cost_fn=0, words="cost_fp and cost_fn are both 0")]


# ---------------------------------------------------------------- cost space


@peer_cases("probability_cost P(+)cost")
def test_probability_cost_as_the_peers_have_it(case):
    assert costs.probability_cost(**case["inputs"]) == approx(case["expected"], case)


def test_probability_cost_of_one_or_many():
    assert type(costs.probability_cost(0.3, cost_fn=1, cost_fp=1)) is float
    assert costs.probability_cost(0.3, cost_fn=7, cost_fp=7) == pytest.approx(0.3, abs=1e-15)
    grid = costs.probability_cost([[0, 0.25], [0.5, 1]], cost_fn=3, cost_fp=1)
    assert grid.tolist() == [[0, 0.5], [0.75, 1]]


def test_the_unit_of_the_costs_does_not_move_the_probability_cost():
    for unit in (1e-100, 1e99):
        assert costs.probability_cost(0.2, cost_fn=4 * unit, cost_fp=unit) == pytest.approx(0.5, rel=1e-12)
    assert costs.probability_cost(1e-300, cost_fn=1e-100, cost_fp=0) == 1


@pytest.mark.parametrize(("cost_fn", "cost_fp"), [(1e-100, 1e100), (1e100, 1e-100)])
def test_a_class_alone_has_all_the_cost_however_small_beside_the_other(cost_fn, cost_fp, recwarn):
    assert costs.probability_cost([0, 1], cost_fn=cost_fn, cost_fp=cost_fp).tolist() == [0, 1]
    assert costs.probability_cost(0.5, cost_fn=cost_fn, cost_fp=cost_fp) == pytest.approx(float(cost_fn > cost_fp))
    assert not recwarn.list


@pytest.mark.parametrize(("p", "prices"), [(1, {"cost_fn": 0, "cost_fp": 1}), (0, {"cost_fn": 1, "cost_fp": 0})])
def test_where_no_error_costs_anything_the_share_is_undefined(p, prices):
    with undefined(r"P\(\+\)cost is undefined"):
        assert math.isnan(costs.probability_cost(p, **prices))
    with undefined():
        assert np.isnan(costs.probability_cost([p, 0.5], **prices)).tolist() == [True, False]


def test_a_point_is_a_line_from_its_fpr_to_its_fnr():
    line = costs.normalized_cost(0.2, 0.1, probability_cost=[0, 0.5, 1])
    assert line.tolist() == pytest.approx([0.2, 0.15, 0.1])
    assert type(costs.normalized_cost(0.2, 0.1, probability_cost=0.5)) is float


def test_the_sign_in_the_sources_formula_is_wrong():
    fpr, fnr, x = 0.25, 0.5, 0.5
    assert costs.normalized_cost(fpr, fnr, probability_cost=x) == x * (fnr - fpr) + fpr == 0.375
    assert x * (fnr - fpr) - fpr == -0.125  # as S3 prints it: a negative cost


@given(binary_samples(st.integers(0, 1), both_classes=True), st.integers(1, 5), st.integers(1, 5))
def test_normalized_cost_is_the_cost_over_the_worst_cost(samples, cost_fn, cost_fp):
    y_true, y_pred = samples
    counts = confusion.confusion_matrix(y_true, y_pred, labels=[0, 1]).binary(1)
    x = costs.probability_cost(counts.prevalence, cost_fn=cost_fn, cost_fp=cost_fp)
    paid = costs.cost_sensitive_error(y_true, y_pred, cost_fn=cost_fn, cost_fp=cost_fp)
    worst = costs.cost_sensitive_error(y_true, 1 - np.array(y_true), cost_fn=cost_fn, cost_fp=cost_fp)
    ours = costs.normalized_cost(counts.fpr, counts.fnr, probability_cost=x)
    assert ours == pytest.approx(paid / worst, abs=1e-12)


def test_shapes_broadcast():
    table = costs.normalized_cost(np.zeros((3, 1)), np.ones((3, 1)), probability_cost=np.linspace(0, 1, 4))
    assert table.tolist() == [np.linspace(0, 1, 4).tolist()] * 3


# ---------------------------------------------------------------- cost curve


@peer_cases("cost_curve_lower_envelope vertices (x=probability cost of +, y=normalised expected cost)")
def test_the_envelope_as_the_peers_have_it(case):
    curve = costs.cost_curve(**case["inputs"])
    assert curve.probability_cost.tolist() == approx(case["expected"]["x"], case)
    assert curve.normalized_cost.tolist() == approx(case["expected"]["y"], case)


def test_the_envelope_of_the_eight_samples_by_hand():
    # Hull: (0, 0), (0, 1/4), (1/2, 3/4), (3/4, 1), (1, 1); the two sloped sides both rise by 1 and lie on one line.
    x, y, thresholds = costs.cost_curve(*examples.eight_samples)
    assert thresholds.tolist() == [0.77, 0.23]
    assert x.tolist() == [0, 0.5, 1]
    assert y.tolist() == [0, 0.375, 0]  # the line of (0, 1/4) at x = 1/2: FNR 3/4 times 1/2


@pytest.mark.parametrize("y_score", [[1, 1, 1, 1], [1, 2, 1, 2]])
def test_the_useless_classifiers_leave_a_quarter(y_score):
    curve = costs.cost_curve([0, 0, 1, 1], y_score)
    assert curve.probability_cost.tolist() == [0, 0.5, 1]
    assert curve.normalized_cost.tolist() == [0, 0.5, 0]
    assert curve.thresholds.tolist() == [INF, 1]
    assert curve.area == 0.25


def test_a_perfect_ranking_costs_nothing_with_one_threshold():
    curve = costs.cost_curve([0, 0, 1, 1], [1, 2, 3, 4])
    assert [part.tolist() for part in curve] == [[0, 1], [0, 0], [3]]
    assert curve.area == 0


def test_a_cost_curve_is_a_value_that_prints_in_one_line():
    curve = costs.cost_curve(*examples.eight_samples)
    assert curve == costs.cost_curve(*examples.eight_samples)
    assert curve != costs.cost_curve(*examples.four_samples)
    assert repr(curve) == "CostCurve(3 vertices, area=0.1875)"


def test_thresholds_beyond_2_to_the_53_stay_apart():
    curve = costs.cost_curve([0, 1], [2**53, 2**53 + 1])
    assert curve.thresholds.tolist() == [2**53 + 1]
    assert curve.threshold_at(0.5) == 2**53 + 1
    assert curve.threshold_at([0, 1]).tolist() == [2**53 + 1] * 2


def all_lines(samples):
    _, counts = curves.threshold_counts(*samples)
    return lambda x: counts.fnr[:, None] * x + counts.fpr[:, None] * (1 - x)


@given(binary_samples(SCORES, both_classes=True))
def test_the_curve_is_the_lowest_of_all_lines(samples):
    curve, grid = costs.cost_curve(*samples), np.linspace(0, 1, 401)
    lowest = all_lines(samples)(grid).min(axis=0)
    assert curve.cost_at(grid) == pytest.approx(lowest, abs=1e-12)
    assert curve.normalized_cost == pytest.approx(all_lines(samples)(curve.probability_cost).min(axis=0), abs=1e-12)


@given(binary_samples(SCORES, both_classes=True))
def test_each_piece_belongs_to_one_threshold_a_corner_of_the_hull(samples):
    curve, roc = costs.cost_curve(*samples), curves.roc_curve(*samples)
    x = curve.probability_cost
    assert (x[0], x[-1]) == (0, 1)
    assert np.all(np.diff(x) > 0)
    assert len(curve.thresholds) == len(x) - 1 == len(curve.counts)
    assert set(curve.thresholds) <= set(roc.thresholds[curves.roc_convex_hull(roc.fpr, roc.tpr)])
    middles = (x[1:] + x[:-1]) / 2
    heights = all_lines(samples)(middles)
    order = np.sort(heights, axis=0)
    assert np.all(order[0] < order[1] - 1e-9), "two thresholds are equally good inside a piece"
    assert roc.thresholds[heights.argmin(axis=0)].tolist() == curve.thresholds.tolist()
    assert np.all(np.diff(curve.thresholds) < 0)


@given(binary_samples(SCORES, both_classes=True))
def test_the_area_is_the_integral_of_the_lowest_line(samples):
    middles = (np.arange(2000) + 0.5) / 2000
    integral = all_lines(samples)(middles).min(axis=0).mean()
    assert costs.cost_curve(*samples).area == pytest.approx(integral, abs=1e-6)


@given(binary_samples(SCORES, both_classes=True), st.integers(1, 5), st.integers(1, 5))
def test_the_curve_at_the_samples_mix_is_the_cost_of_the_best_threshold(samples, cost_fn, cost_fp):
    best = curves.best_threshold(*samples, cost_fn=cost_fn, cost_fp=cost_fp)
    x = costs.probability_cost(best.counts.prevalence, cost_fn=cost_fn, cost_fp=cost_fp)
    curve = costs.cost_curve(*samples)
    worst = (best.counts.positives * cost_fn + best.counts.negatives * cost_fp) / best.counts.total
    assert best.expected_cost / worst == pytest.approx(curve.cost_at(x), abs=1e-12)


@given(binary_samples(SCORES, both_classes=True))
def test_the_threshold_at_a_place_has_the_lowest_line_there(samples):
    curve, grid = costs.cost_curve(*samples), np.linspace(0, 1, 101)
    thresholds, counts = curves.threshold_counts(*samples)
    chosen = [counts[int(np.flatnonzero(thresholds == t)[0])] for t in curve.threshold_at(grid)]
    heights = [line.fnr * x + line.fpr * (1 - x) for line, x in zip(chosen, grid, strict=True)]
    assert heights == pytest.approx(curve.cost_at(grid), abs=1e-12)


def test_at_a_vertex_the_higher_threshold_is_chosen():
    curve = costs.cost_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    assert curve.threshold_at([0, 0.5, 0.5 + 1e-12, 1]).tolist() == [0.8, 0.8, 0.35, 0.35]


@pytest.mark.parametrize("method", ["cost_at", "threshold_at"])
def test_a_place_lies_between_0_and_1(method):
    curve = costs.cost_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    with pytest.raises(ValueError, match=r"probability_cost .*1\.5"):
        getattr(curve, method)([0.5, 1.5])


@pytest.mark.parametrize(("y_true", "missing"), [([0, 0], "positive"), ([1, 1], "negative")])
def test_one_class_has_no_cost_curve(y_true, missing):
    with undefined(f"no {missing} sample"):
        curve = costs.cost_curve(y_true, [0.1, 0.2])
    assert curve.probability_cost.tolist() == [0, 1]
    assert np.isnan(curve.normalized_cost).all()
    assert np.isnan(curve.thresholds).all()
    assert math.isnan(curve.area)
    assert math.isnan(curve.cost_at(0.5))
    assert math.isnan(curve.threshold_at(0.5))


TWO = confusion.confusion_matrix([0, 1], [0, 1])
BAD = {
    costs.expected_cost: [
        bad_type("a bare array", [[1, 2], [3, 4]], costs=np.eye(2), words="matrix is a list; expected a Confusion"),
        bad("another shape", TWO, costs=np.zeros((3, 3)), words=["costs has shape (3, 3)", "(2, 2)"]),
        bad("one dimension", TWO, costs=[0, 1], words=["costs has shape (2,)", "two dimensions"]),
        bad("ragged", TWO, costs=[[0], [1, 0]], words="costs is ragged"),
        bad("empty", TWO, costs=[[], []], words="costs is empty"),
        bad("nan", TWO, costs=[[0, NAN], [1, 0]], words="costs[0, 1] is nan"),
        bad_type("strings", TWO, costs=[["a", "b"], ["c", "d"]], words="costs holds strings"),
    ],
    cost_sensitive_error: [OF_TWO_TYPES, *(row._replace(args=([0, 1], [0, 1])) for row in BAD_COSTS)],
    costs.normalized_cost: [
        bad("beyond 1", 1.5, 0, probability_cost=0.5, words=["fpr holds 1.5", "between 0 and 1"]),
        bad("below 0", 0, [0.5, -0.5], probability_cost=0.5, words="fnr holds -0.5"),
        bad("nan", 0, 0, probability_cost=[NAN], words="probability_cost holds nan"),
        bad_type("strings", "a", 0, probability_cost=0.5, words="fpr holds strings"),
        bad_type("None", 0, None, probability_cost=0.5, words="fnr holds objects"),
        bad("ragged", [[0], [0, 1]], 0, probability_cost=0.5, words="fpr is ragged"),
        bad("shapes apart", [0, 1], [0, 1, 1], probability_cost=0.5, words=["fpr (2,), fnr (3,)", "broadcast"]),
    ],
    probability_cost: [
        bad("percent", 20, words=["p holds 20", "between 0 and 1"]),
        bad("nan", [NAN], words="p holds nan"),
        bad_type("strings", ["a"], words="p holds strings"),
        *(row._replace(args=(0.5,)) for row in BAD_COSTS),
    ],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)

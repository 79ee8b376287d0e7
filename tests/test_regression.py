"""Errors of predicted numbers, and the tally they come from."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from bad_input import INF, NAN, assert_raises, bad, bad_type, refused, undefined
from evalbook import regression
from evalbook._formula import formula_of
from evalbook._tally import stacked
from evalbook.regression import RegressionTally
from evalbook.regression._regression_tally import score_of_tally
from peer_cases import approx, peer_cases


def minkowski_error(y_true, y_pred, **options):
    return regression.minkowski_error(y_true, y_pred, 3, **options)


def pinball_loss(y_true, y_pred, **options):
    return regression.pinball_loss(y_true, y_pred, 0.8, **options)


def ninety_percent_score(y_true, lower, upper, **options):
    return regression.interval_score(y_true, lower, upper, level=0.9, **options)


TRAIN = np.array([5, 0.5, 4, 6, 3, 5, 2])


def scaled_error(y_true, y_pred, **options):
    """Of as many outputs as there are, each with the same training series, and a season of 2."""
    outputs = np.shape(y_pred)[1:]
    y_train = np.broadcast_to(TRAIN.reshape(-1, *[1] * len(outputs)), TRAIN.shape + outputs)
    return regression.mean_absolute_scaled_error(y_true, y_pred, y_train=y_train, season=2, **options)


def sklearn_scaled_error(y_true, y_pred, **options):
    naive = sklearn_metrics.mean_absolute_error(TRAIN[2:], TRAIN[:-2])
    return sklearn_metrics.mean_absolute_error(y_true, y_pred, **options) / naive


def sklearn_symmetric(y_true, y_pred, **options):
    size = (np.abs(y_true) + np.abs(y_pred)) / 2
    return sklearn_metrics.mean_absolute_error(y_true / size, y_pred / size, **options)


# Ours, and scikit-learn's where it has one that takes weights and outputs.
PEERS = {
    regression.mean_squared_error: sklearn_metrics.mean_squared_error,
    regression.root_mean_squared_error: sklearn_metrics.root_mean_squared_error,
    regression.mean_absolute_error: sklearn_metrics.mean_absolute_error,
    regression.median_absolute_error: sklearn_metrics.median_absolute_error,
    regression.mean_squared_log_error: sklearn_metrics.mean_squared_log_error,
    regression.root_mean_squared_log_error: sklearn_metrics.root_mean_squared_log_error,
    regression.mean_absolute_percentage_error: sklearn_metrics.mean_absolute_percentage_error,
    regression.symmetric_mean_absolute_percentage_error: sklearn_symmetric,
    scaled_error: sklearn_scaled_error,
    regression.r2: sklearn_metrics.r2_score,
    pinball_loss: lambda *args, **options: sklearn_metrics.mean_pinball_loss(*args, alpha=0.8, **options),
}
ERRORS = [function for function in PEERS if function is not regression.r2] + [minkowski_error, regression.max_error]
METRICS = [*ERRORS, regression.r2]
every_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)

few = settings(max_examples=15, deadline=None)  # of each metric

EIGHTHS = st.integers(1, 80).map(lambda eighths: eighths / 8)


@st.composite
def number_pairs(draw, least=2):
    """(y_true, y_pred) of positive numbers, the truth not constant."""
    n = draw(st.integers(least, 20))
    y_true, y_pred = (draw(st.lists(EIGHTHS, min_size=n, max_size=n)) for _ in range(2))
    assume(len(set(y_true)) > 1)
    return y_true, y_pred


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (regression.mean_squared_error, (0 + 1 + 4 + 81) / 4),
        (regression.root_mean_squared_error, math.sqrt((0 + 1 + 4 + 81) / 4)),
        (regression.mean_absolute_error, (0 + 1 + 2 + 9) / 4),
        (minkowski_error, ((0 + 1 + 8 + 729) / 4) ** (1 / 3)),
        (regression.max_error, 9),
        (regression.median_absolute_error, 1.5),
        (pinball_loss, (0 + 0.2 * 1 + 0.8 * 2 + 0.2 * 9) / 4),
        (regression.mean_absolute_percentage_error, (0 + 1 / 2 + 2 / 3 + 9 / 4) / 4),
        (regression.symmetric_mean_absolute_percentage_error, (0 + 2 * 1 / 5 + 2 * 2 / 4 + 2 * 9 / 17) / 4),
        (scaled_error, (0 + 1 + 2 + 9) / 4 / ((1 + 5.5 + 1 + 1 + 1) / 5)),
        (regression.r2, 1 - (0 + 1 + 4 + 81) / (1.5**2 + 0.5**2 + 0.5**2 + 1.5**2)),
        (regression.mean_squared_log_error, (math.log(4 / 3) ** 2 + math.log(2 / 4) ** 2 + math.log(14 / 5) ** 2) / 4),
        (
            regression.root_mean_squared_log_error,
            math.sqrt((math.log(4 / 3) ** 2 + math.log(2 / 4) ** 2 + math.log(14 / 5) ** 2) / 4),
        ),
    ],
)
def test_four_errors_by_hand(metric, expected):
    value = metric([1, 2, 3, 4], [1, 3, 1, 13])
    assert value == pytest.approx(expected, abs=1e-14)
    assert type(value) is float


def test_the_logarithm_keeps_the_digits_of_small_values():
    # log(1 + 1e-17) is 0 in floats.
    assert regression.root_mean_squared_log_error([0], [1e-17]) == pytest.approx(1e-17, rel=1e-12, abs=0)


@pytest.mark.parametrize(("offset", "expected"), [(0, math.log(3)), (1, math.log(2)), (2.5, math.log(5.5 / 3.5))])
def test_the_offset_is_added_before_the_logarithm(offset, expected):
    assert regression.root_mean_squared_log_error([1], [3], offset=offset) == pytest.approx(expected, abs=1e-15)


def test_a_negative_offset_serves_values_above_it():
    assert regression.mean_squared_log_error([3], [2 + math.e], offset=-2) == pytest.approx(1)


def test_the_scaled_error_of_sktimes_documentation():
    y_true, y_pred = [3, -0.5, 2, 7, 2], [2.5, 0.0, 2, 8, 1.25]
    assert regression.mean_absolute_scaled_error(y_true, y_pred, y_train=TRAIN) == pytest.approx(0.18333333333333335)
    y_true, y_pred = [[0.5, 1], [-1, 1], [7, -6]], [[0, 2], [-1, 2], [8, -5]]
    each = regression.mean_absolute_scaled_error(y_true, y_pred, y_train=y_true, multioutput="raw_values")
    assert each == pytest.approx([0.10526316, 0.28571429])


def test_the_symmetric_percentages_of_pmdarimas_and_metrics_documentation():
    symmetric = regression.symmetric_mean_absolute_percentage_error
    y_true = [0.07533] * 6 + [0.0672] * 2
    y_pred = [0.102, 0.107, 0.047, 0.1, 0.032, 0.047, 0.108, 0.089]
    assert 100 * symmetric(y_true, y_pred) == pytest.approx(42.60306631890196, rel=1e-14)
    assert symmetric([1.1, 1.9, 3.0, 4.4, 5.0, 5.6], [0.9, 1.8, 2.5, 4.5, 5.0, 6.2]) == pytest.approx(0.09333984)


# ---------------------------------------------------------------- properties


@given(number_pairs(), st.sampled_from([-3, 1e-98, 1e-5, 1e98]))
def test_the_symmetric_percentage_has_no_scale_and_two_equal_sides(pair, scale):
    y_true, y_pred = map(np.array, pair)
    value = regression.symmetric_mean_absolute_percentage_error(y_true, y_pred)
    assert regression.symmetric_mean_absolute_percentage_error(y_pred, y_true) == value
    scaled = regression.symmetric_mean_absolute_percentage_error(y_true * scale, y_pred * scale)
    assert scaled == pytest.approx(value, rel=1e-12)
    assert 0 <= value <= 2


@given(number_pairs(3), st.integers(1, 2))
def test_the_naive_forecast_has_a_scaled_error_of_1_on_its_own_series(pair, season):
    y_train = pair[0]
    assume(y_train[season:] != y_train[:-season])
    score = partial(regression.mean_absolute_scaled_error, y_train=y_train, season=season)
    assert score(y_train[season:], y_train[:-season]) == pytest.approx(1)
    assert score([1e3 * y for y in pair[0]], [1e3 * y for y in pair[1]]) == pytest.approx(1e3 * score(*pair))


@every_metric
@few
@given(number_pairs())
def test_a_perfect_prediction_has_no_error(metric, pair):
    y_true, _ = pair
    assert metric(y_true, y_true) == (1 if metric is regression.r2 else 0)


@given(number_pairs())
def test_the_mean_is_not_above_the_root_mean_square_not_above_the_largest(pair):
    by_power = [regression.minkowski_error(*pair, k) for k in (1, 2, 3.5, 40, 1e4, INF)]
    assert all(low <= high * (1 + 1e-12) for low, high in pairwise(by_power))
    assert by_power[0] == pytest.approx(regression.mean_absolute_error(*pair), rel=1e-12)
    assert by_power[1] == pytest.approx(regression.root_mean_squared_error(*pair), rel=1e-12)
    assert by_power[-1] == regression.max_error(*pair)


@given(number_pairs(), st.floats(0, 1))
def test_pinball_losses_of_both_sides_add_to_the_absolute_error(pair, quantile):
    both = regression.pinball_loss(*pair, quantile) + regression.pinball_loss(*pair, 1 - quantile)
    assert both == pytest.approx(regression.mean_absolute_error(*pair), rel=1e-12)


# ---------------------------------------------------------------- the tally

MOMENTS = ("n", "mean_true", "variance_true", "mean_error", "mean_absolute_error", "mean_squared_error")


def moments(tally):
    return np.array([getattr(tally, name) for name in MOMENTS])


def test_the_moments_by_hand():
    tally = RegressionTally.from_arrays([1, 2, 3, 4], [1, 3, 1, 13])
    assert moments(tally).tolist() == [4, 2.5, 1.25, 2, 3, 21.5]
    assert type(tally.n) is int
    assert {type(getattr(tally, name)) for name in MOMENTS[1:]} == {float}
    assert type(tally.r2) is type(tally.root_mean_squared_error) is float


@pytest.mark.parametrize("weighted", [False, True])
def test_a_hundred_pieces_score_like_the_whole(weighted):
    rng = np.random.default_rng(1)
    y_true = rng.normal(50, 3, 5000)
    y_pred = y_true + rng.normal(1, 2, 5000)
    weight = rng.random(5000) if weighted else np.ones(5000)
    columns = [np.split(values, 100) for values in (y_true, y_pred, weight)]
    tally = sum(RegressionTally.from_arrays(t, p, sample_weight=w) for t, p, w in zip(*columns, strict=True))
    for name in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "r2"):
        whole = getattr(regression, name)(y_true, y_pred, sample_weight=weight)
        assert getattr(tally, name) == pytest.approx(whole, rel=1e-11)
    assert tally.mean_error == pytest.approx(np.average(y_pred - y_true, weights=weight), rel=1e-11)
    assert tally.n == pytest.approx(weight.sum())


def test_r2_keeps_its_digits_at_a_mean_of_1e8():
    rng = np.random.default_rng(2)
    y_true = rng.integers(0, 8, 1000) / 4
    y_pred = y_true + rng.integers(-4, 5, 1000) / 8
    expected = regression.r2(y_true, y_pred)
    high_true, high_pred = y_true + 1e8, y_pred + 1e8  # exact: eighths next to 1e8 are floats
    parts = [RegressionTally.from_arrays(high_true[i::7], high_pred[i::7]) for i in range(7)]
    assert regression.r2(high_true, high_pred) == pytest.approx(expected, rel=1e-9)
    assert sum(parts).r2 == pytest.approx(expected, rel=1e-6)
    variance_by_plain_sums = np.mean(high_true**2) - np.mean(high_true) ** 2
    assert abs(variance_by_plain_sums - np.var(y_true)) > 0.1


@pytest.mark.parametrize(("n", "size"), [(4_000, 1), (20_000, 7), (20_000, 1000)])
def test_many_parts_keep_the_digits_of_a_spread_of_1e_minus_5_at_a_mean_of_1e8(n, size):
    y_true = 1e8 + 1e-5 * np.random.default_rng(3).normal(size=n)
    parts = [RegressionTally.from_arrays(part, part) for part in np.split(y_true, range(size, n, size))]
    grains = [int(value) for value in y_true * 2**26]  # exact: floats of this size are such integers
    mean = Fraction(sum(grains), n * 2**26)
    variance = Fraction(sum(grain**2 for grain in grains), n * 2**52) - mean**2
    for order in (parts, parts[::-1], sorted(parts, key=lambda part: part.mean_true)):
        whole = sum(order)
        assert float(whole.variance_true / variance) == pytest.approx(1, rel=1e-12)
        assert whole.mean_true == float(mean)


def test_a_far_value_of_almost_no_weight_leaves_the_others_their_digits():
    y_true, y_pred, weight = [1e16, 0.1, 0.2, 0.3], [1e16, 0.1, 0.25, 0.3], [1e-60, 1, 1, 1]
    assert regression.r2(y_true, y_pred, sample_weight=weight) == pytest.approx(regression.r2(y_true[1:], y_pred[1:]))
    tally = RegressionTally.from_arrays(y_true, y_pred, sample_weight=weight)
    assert tally.variance_true == pytest.approx(np.var(y_true[1:]))


def test_rows_drawn_with_weights_are_the_tally_of_weighted_samples():
    rng = np.random.default_rng(7)
    y_true, y_pred = rng.normal(5, 1, size=(2, 30, 2))
    weight, times = rng.random(30), rng.random((4, 30))
    rows = RegressionTally.rows(y_true, y_pred, sample_weight=weight * 1e-97)
    for found, drawn in zip(rows.weighted(times), times, strict=True):
        expected = RegressionTally.from_arrays(y_true, y_pred, sample_weight=drawn * weight)
        assert found.n == pytest.approx(1e-97 * expected.n, rel=1e-12, abs=0)
        for name in MOMENTS[1:]:
            assert getattr(found, name) == pytest.approx(getattr(expected, name), rel=1e-12)


def test_rows_of_a_sample_drawn_again_and_again_have_no_variance_and_no_r2():
    rows = RegressionTally.rows([0.1, 0.2, 0.7], [0.2, 0.1, 0.7], sample_weight=[0.3, 0.3, 0.3])
    for tally in rows.weighted(np.diag([3, 7, 11])):
        assert tally.variance_true == 0
        assert math.isnan(tally.r2)


def test_a_sample_of_weight_0_keeps_its_row_which_is_no_tally():
    rows = RegressionTally.rows([1, 2], [1, 3], sample_weight=[0, 2])
    assert len(rows) == 2
    assert rows.sum() == RegressionTally.from_arrays([2], [3], sample_weight=[2])
    with pytest.raises(ValueError, match="n is 0: these rows weigh nothing"):
        rows.weighted([5, 0])


def test_the_number_of_samples_drawn_is_whole():
    assert repr(RegressionTally.rows([1, 2], [1, 3]).weighted([2, 3]).n) == "5"
    assert repr(RegressionTally.rows([1, 2], [1, 3]).weighted([0.5, 0.25]).n) == "0.75"


def test_a_tally_of_several_outputs_holds_arrays():
    rng = np.random.default_rng(3)
    y_true, y_pred = rng.normal(size=(2, 30, 3))
    parts = [RegressionTally.from_arrays(y_true[i::2], y_pred[i::2]) for i in range(2)]
    tally = sum(parts)
    for column in range(3):
        single = RegressionTally.from_arrays(y_true[:, column], y_pred[:, column])
        for name in (*MOMENTS[1:], "r2", "root_mean_squared_error"):
            assert getattr(tally, name)[column] == pytest.approx(getattr(single, name), rel=1e-12)


def test_a_constant_truth_has_no_variance_and_no_r2(recwarn):
    # The mean of three times 0.1 is not 0.1 in floats.
    parts = [RegressionTally.from_arrays([0.1] * n, [0.2] * n) for n in (3, 1, 7)]
    assert sum(parts).variance_true == 0
    assert math.isnan(sum(parts).r2)
    assert not recwarn.list


def test_counts_beyond_2_to_the_31_add():
    tally = RegressionTally(
        n=2**40, mean_true=1, variance_true=4, mean_error=0, mean_absolute_error=1, mean_squared_error=1
    )
    assert (tally + tally).n == 2**41
    assert (tally + tally).r2 == 0.75


def test_tallies_of_other_outputs_do_not_add():
    with pytest.raises(ValueError, match=r"shapes \(\) and \(2,\) do not add"):
        RegressionTally.from_arrays([1, 2], [1, 3]) + RegressionTally.from_arrays([[1, 2]], [[1, 3]])


# ---------------------------------------------------------------- against scikit-learn


@pytest.mark.parametrize(("metric", "peer"), PEERS.items(), ids=lambda function: function.__name__)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("outputs", [None, 1, 3])
def test_metrics_equal_scikit_learns(metric, peer, weighted, outputs):
    rng = np.random.default_rng(4)
    shape = 101 if outputs is None else (101, outputs)
    y_true = rng.exponential(10, shape) + 0.1
    y_pred = y_true * rng.lognormal(size=shape)
    options = {"sample_weight": rng.random(101)} if weighted else {}
    assert metric(y_true, y_pred, **options) == pytest.approx(peer(y_true, y_pred, **options), rel=1e-12)
    each = metric(y_true, y_pred, multioutput="raw_values", **options)
    assert each == pytest.approx(peer(y_true, y_pred, multioutput="raw_values", **options), rel=1e-12)
    assert each.shape == (outputs or 1,)


@pytest.mark.parametrize("seed", range(3))
def test_weighted_medians_with_ties_equal_scikit_learns(seed):
    rng = np.random.default_rng(seed)
    y_true, y_pred, weight = rng.integers(0, 6, (3, 40))
    weight[0] = 1
    ours = regression.median_absolute_error(y_true, y_pred, sample_weight=weight)
    assert ours == sklearn_metrics.median_absolute_error(y_true, y_pred, sample_weight=weight)


def test_weights_that_meet_half_of_the_total_but_for_rounding():
    # 0.1 + 0.1 + 0.1 is more than half of six times 0.1 in floats.
    assert regression.median_absolute_error([0] * 6, [1, 2, 3, 4, 5, 6], sample_weight=[0.1] * 6) == 3.5


def test_max_error_equals_scikit_learns():
    y_true, y_pred = np.random.default_rng(5).normal(size=(2, 100))
    assert regression.max_error(y_true, y_pred) == sklearn_metrics.max_error(y_true, y_pred)


@pytest.mark.parametrize("metric", [minkowski_error, regression.max_error])
def test_outputs_are_scored_one_by_one(metric):
    y_true, y_pred = np.random.default_rng(6).normal(size=(2, 20, 2))
    each = [metric(y_true[:, column], y_pred[:, column]) for column in range(2)]
    side_by_side = metric(y_true, y_pred, multioutput="raw_values")
    assert side_by_side == pytest.approx(each, rel=1e-15)  # NumPy 1.26 rounds powers of arrays in its own way
    assert metric(y_true, y_pred) == np.mean(side_by_side)


# ---------------------------------------------------------------- undefined


SYMMETRIC = regression.symmetric_mean_absolute_percentage_error


@pytest.mark.parametrize(
    ("metric", "y_true", "y_pred", "words"),
    [
        pytest.param(regression.r2, [5] * 3, [5] * 3, "y_true is constant", id="constant and perfect"),
        pytest.param(
            regression.r2, [5] * 3, [5, 6, 7], "r2 is undefined, so nan is returned: y_true is constant", id="constant"
        ),
        pytest.param(regression.r2, [0.1] * 3, [0.1, 0.2, 0.3], "constant", id="constant, and the mean rounds"),
        pytest.param(regression.r2, [5], [5], "constant", id="one sample"),
        pytest.param(regression.mean_absolute_percentage_error, [0, 0], [1, 2], "0 for 2 of 2", id="a percentage of 0"),
        pytest.param(SYMMETRIC, [0, 0], [0, 0], "y_true and y_pred are both 0 for 2 of 2", id="0 predicted as 0"),
    ],
)
def test_what_is_undefined_is_nan_or_what_stands_in(metric, y_true, y_pred, words, recwarn):
    with undefined(words):
        assert math.isnan(metric(y_true, y_pred))
    for stand_in in (0, 1.0, NAN):
        assert metric(y_true, y_pred, zero_division=stand_in) == pytest.approx(stand_in, nan_ok=True)
    assert not recwarn.list


def test_scikit_learn_gives_1_or_0_for_a_constant_truth():
    assert sklearn_metrics.r2_score([5, 5, 5], [5, 5, 5]) == 1
    assert sklearn_metrics.r2_score([5, 5, 5], [5, 6, 7]) == 0


@pytest.mark.filterwarnings("error")
def test_a_small_spread_beside_a_far_prediction_is_not_called_constant():
    assert regression.r2([0, 1e-50], [1e100, 0]) == pytest.approx(-2e300, rel=1e-12)
    for y_true, y_pred in [([0, 1e-100], [1e100, 0]), ([[0, 0], [1, 1e-100]], [[0, 1e100], [1, 0]])]:
        with pytest.raises(ValueError, match="r2 is more than a float can hold"):  # minus 2e400
            regression.r2(y_true, y_pred)
        with pytest.raises(ValueError, match="r2 is more than a float can hold"):
            _ = RegressionTally.from_arrays(y_true, y_pred).r2


@pytest.mark.parametrize("y_pred", [[0, 1], [3, 1]], ids=["perfect", "not perfect"])
def test_a_percentage_of_0_is_undefined(y_pred):
    with undefined("undefined, so nan is returned: y_true is 0 for 1 of 2 values"):
        assert math.isnan(regression.mean_absolute_percentage_error([0, 1], y_pred))
    theirs = sklearn_metrics.mean_absolute_percentage_error([0, 1], y_pred)
    assert theirs == (0 if y_pred[0] == 0 else 3 / np.finfo(float).eps / 2)


def test_an_average_over_an_undefined_output_is_undefined():
    y_true, y_pred = [[5, 0], [5, 2]], [[5, 1], [6, 1]]
    with undefined(r"y_true is constant \(output 0\)"):
        assert math.isnan(regression.r2(y_true, y_pred))
    with undefined(r"y_true is 0 for 1 of 4 values \(output 1\)"):
        each = regression.mean_absolute_percentage_error(y_true, y_pred, multioutput="raw_values")
    assert each == pytest.approx([0.1, NAN], nan_ok=True)


@pytest.mark.parametrize(("stand_in", "expected"), [(NAN, 0.5), (0, 0.25), (1, 0.75), (-INF, -INF)])
def test_zero_division_decides_about_an_undefined_output(stand_in, expected, recwarn):
    y_true, y_pred = [[5, 0], [5, 2]], [[5, 0], [6, 1]]
    assert regression.r2(y_true, y_pred, zero_division=stand_in) == expected
    assert not recwarn.list


def test_a_series_that_repeats_itself_has_no_scale():
    score = partial(regression.mean_absolute_scaled_error, [1, 2], [1, 3], season=2)
    with undefined("scaled error is undefined, so nan is returned: y_train repeats itself"):
        assert math.isnan(score(y_train=[1, 2, 1, 2, 1]))
    assert score(y_train=[1, 2, 1, 2, 1], zero_division=7) == 7
    assert score(y_train=[1, 2, 1, 2, 1.5]) == 0.5 / (0.5 / 3)


@pytest.mark.parametrize(("stand_in", "expected"), [(0, 0.5), (NAN, 1), (2, 1.5)])
def test_zero_division_decides_about_each_sample_of_0_predicted_as_0(stand_in, expected, recwarn):
    y_true, y_pred = [0, 1, 0, 1], [0, 3, 0, 3]
    symmetric = regression.symmetric_mean_absolute_percentage_error
    assert symmetric(y_true, y_pred, zero_division=stand_in) == expected
    weighted = symmetric(y_true[1:], y_pred[1:], sample_weight=[1, 2, 1], zero_division=stand_in)
    assert weighted == expected
    outputs = symmetric([[0, 1], [1, 1]], [[0, 3], [3, 3]], zero_division=stand_in, multioutput="raw_values")
    assert outputs.tolist() == [expected, 1]
    assert not recwarn.list


# ---------------------------------------------------------------- numbers of every kind


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [1e-100, 1e100])
@pytest.mark.parametrize(
    ("metric", "expected", "power"),
    [
        (regression.mean_squared_error, 4, 2),
        (regression.root_mean_squared_error, 2, 1),
        (regression.mean_absolute_error, 2, 1),
        (minkowski_error, 2, 1),
        (regression.max_error, 2, 1),
        (regression.median_absolute_error, 2, 1),
        (pinball_loss, 1, 1),
        (regression.mean_absolute_percentage_error, 2, 0),
        (regression.symmetric_mean_absolute_percentage_error, 2, 0),
        (scaled_error, 2 / 1.9, 1),
        (regression.r2, -3, 0),
    ],
)
def test_the_smallest_and_the_largest_values_have_a_result(metric, expected, power, size):
    y_true = np.repeat([size, -size], 500)
    assert metric(y_true, -y_true) == pytest.approx(expected * size**power, rel=1e-12, abs=0)
    if metric is not regression.r2:  # of which the weights leave nothing but rounding
        weighted = metric(y_true, -y_true, sample_weight=np.repeat([1e-100, 1e100], 500))
        assert weighted == pytest.approx(metric([-size], [size]), rel=1e-12, abs=0)


@pytest.mark.filterwarnings("error")
def test_a_prediction_may_be_next_to_0():
    y_pred = np.log1p(np.exp([-300.0, -700.0, 2.0]))  # softplus, as for a count
    assert 0 < y_pred[1] < y_pred[0] < 1e-100
    assert regression.mean_squared_error([0, 0, 2], y_pred) == pytest.approx((y_pred[2] - 2) ** 2 / 3)
    assert regression.r2([0, 0, 2], y_pred) == pytest.approx(1 - (y_pred[2] - 2) ** 2 / (8 / 3))
    assert regression.mean_absolute_error([0, 0, 2], y_pred[:1].repeat(3)) == pytest.approx(2 / 3)
    assert regression.symmetric_mean_absolute_percentage_error([0, 0, 2], y_pred) > 4 / 3  # 2, 2 and next to 0


@pytest.mark.parametrize(
    ("y_true", "y_pred", "found"),
    [
        ([0, 1e-101], [1e-101, 0], r"y_true\[1\] is 1e-101"),
        ([0, 0], [0, 1e-101], r"y_pred\[1\] is 1e-101"),
        ([[1, 1e-101], [2, 0]], [[1, 1], [1, 1]], r"y_true\[0, 1\] is 1e-101"),
        ([[1, 0], [2, 0]], [[1, 1], [1, 1e101]], r"y_pred\[1, 1\] is 1e\+101"),
    ],
    ids=["truth", "prediction", "one of two outputs", "a huge one"],
)
def test_an_output_of_which_all_numbers_are_tiny_is_refused(y_true, y_pred, found):
    with pytest.raises(ValueError, match=f"{found}; expected 0, or a size from 1e-100 to 1e100: choose another unit"):
        regression.mean_squared_error(y_true, y_pred)


@pytest.mark.filterwarnings("error")
def test_the_smallest_truth_beside_the_largest_prediction_has_a_percentage():
    assert regression.mean_absolute_percentage_error([1e-100] * 2, [1e100, -1e100]) == pytest.approx(1e200, rel=1e-12)
    assert regression.symmetric_mean_absolute_percentage_error([1e-100] * 2, [1e100] * 2) == pytest.approx(2)
    assert regression.mean_absolute_scaled_error([1e100], [0], y_train=[0, 1e-100]) == pytest.approx(1e200, rel=1e-12)
    assert regression.mean_squared_log_error([0], [1e100], offset=1e-100) == pytest.approx((200 * math.log(10)) ** 2)


@pytest.mark.filterwarnings("error")
@pytest.mark.skipif(np.finfo(np.longdouble).max == np.finfo(float).max, reason="long double is a float here")
def test_a_long_double_beyond_a_float_raises():
    with pytest.raises(ValueError, match=r"y_true\[1\] is inf"):
        regression.mean_absolute_error(np.array([1, np.longdouble("1e400")]), [1, 1])


def test_an_output_of_tiny_values_beside_one_of_huge_values():
    y_true, y_pred = np.array([[1e-100, 1e99], [2e-100, 2e99]]), np.array([[2e-100, 2e99], [1e-100, 1e99]])
    assert regression.r2(y_true, y_pred, multioutput="raw_values") == pytest.approx([-3, -3])
    each = regression.root_mean_squared_error(y_true, y_pred, multioutput="raw_values")
    assert each == pytest.approx([1e-100, 1e99], rel=1e-12, abs=0)


@pytest.mark.parametrize("k", [1000, 1e6, 1e300])
def test_a_high_power_tends_to_the_largest_error(k):
    assert regression.minkowski_error([0, 0, 0], [0.7, 2.6, -2.9], k) == pytest.approx(2.9, rel=2 / k + 1e-12)


# ---------------------------------------------------------------- bad input

BAD_PAIRS = [
    bad_type("strings", ["a", "b"], [1, 2], words="y_true holds strings"),
    bad("ragged", [[1], [1, 2]], [1, 2], words="y_true is ragged"),
    bad("one dimension and two", [1, 2], [[1], [2]], words=["y_true has shape (2,)", "y_pred (2, 1)"]),
    bad("different outputs", [[1, 2]], [[1, 2, 3]], words=["y_true has shape (1, 2)", "y_pred (1, 3)"]),
    bad("three dimensions", [[[1]]], [[[1]]], words="y_true has shape (1, 1, 1)"),
    bad("rows of nothing", [[], []], [[], []], words="y_true is empty"),
    bad("nan in a row", [[1, 2]], [[1, NAN]], words="y_pred[0, 1] is nan"),
    bad_type("a string in a row", [[1, "a"]], [[1, 2]], words="y_true holds strings"),
    bad("masked rows", np.ma.array([[1, 2]], mask=[[False, True]]), [[1, 2]], words="y_true has masked values"),
]


GOOD = dict.fromkeys(MOMENTS, 1)
BAD = {
    RegressionTally: [
        bad("no sample", **GOOD | {"n": 0}, words="n is 0"),
        bad("below 0", **GOOD | {"n": -1}, words="n is -1"),
        bad("nan", **GOOD | {"n": NAN}, words="n is nan"),
        bad("two numbers of samples", **GOOD | {"n": [1, 2]}, words="n has shape (2,)"),
        bad_type("a string", **GOOD | {"n": "4"}, words="n is '4'"),
        bad("inf", **GOOD | {"mean_true": INF}, words="mean_true is inf"),
        bad_type("None", **GOOD | {"mean_true": None}, words="mean_true is None"),
        bad("a variance below 0", **GOOD | {"variance_true": -1}, words="variance_true is -1"),
        bad("two variances", **GOOD | {"variance_true": [1, 1]}, words="variance_true has shape (2,)"),
        bad("a square below 0", **GOOD | {"mean_squared_error": -1e-9}, words="mean_squared_error is -1e-09"),
    ],
    (regression.mean_squared_error, regression.r2, RegressionTally.rows): BAD_PAIRS,  # one of each kind
    (regression.mean_squared_log_error, regression.root_mean_squared_log_error): [
        bad("truth at the limit", [-1, 1], [0, 1], words=["y_true holds -1.0", "above -1.0"]),
        bad("prediction below the limit", [0, 1], [0, -3], words=["y_pred holds -3.0", "above -1.0"]),
        bad("0 without an offset", [0, 1], [1, 1], offset=0, words=["y_true holds 0.0", "above"]),
    ],
    regression.mean_absolute_scaled_error: [
        bad("an empty series", [1], [1], y_train=[], words="y_train is empty"),
        bad("a series of one", [1], [1], y_train=[1], words=["y_train has 1 values", "season is 1", "more values"]),
        bad("a season too long", [1], [1], y_train=[1, 2], season=2, words=["y_train has 2", "season is 2"]),
        bad("other outputs", [[1, 2]], [[1, 2]], y_train=[1, 2], words=["y_train has shape (2,)", "(1, 2)"]),
        bad("nan in the series", [1], [1], y_train=[1, NAN], words="y_train[1] is nan"),
        bad_type("no series", [1], [1], y_train=None, words="y_train is a single NoneType"),
        bad_type("strings in the series", [1], [1], y_train=["a", "b"], words="y_train holds strings"),
        bad("masked", [1], [1], y_train=np.ma.array([1, 2], mask=[True, False]), words="y_train has masked values"),
    ],
    (regression.coverage, ninety_percent_score): [
        bad("crossed", [1], [2], [1], words=["lower[0] is 2 and upper[0] is 1", "np.minimum(lower, upper)"]),
        bad("two outputs", [[1, 2]], [[1, 2]], [[1, 2]], words="y_true has shape (1, 2)"),
    ],
    regression.conformal_quantile: [
        bad("nan", [1, NAN], level=0.9, words="scores[1] is nan; expected finite numbers"),
        bad("no scores", [], level=0.9, words="scores is empty"),
        bad("percent", [1, 2], level=90, words="level is 90; expected a number above 0 and below 1, such as 0.9"),
        bad_type("no level", [1, 2], level=None, words="level is None; expected a number"),
    ],
    regression.minkowski_error: [
        *(bad(f"k {k}", [0, 1], [1, 1], k, words=f"k is {k}") for k in (0, 0.5, -1, NAN, -INF)),
        *(bad_type(f"k {k!r}", [0, 1], [1, 1], k, words=f"k is {k!r}") for k in ("2", None, [2])),
    ],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


# ---------------------------------------------------------------- ranges


@st.composite
def ranges(draw):
    """(y_true, lower, upper)"""
    n = draw(st.integers(1, 20))
    true, one, other = (np.array(draw(st.lists(EIGHTHS, min_size=n, max_size=n))) for _ in range(3))
    return true, np.minimum(one, other), np.maximum(one, other)


def test_ranges_by_hand():
    true, low, high = [1, 2, 3, 4, 9], [1, 0, 4, 0, 2], [3, 2, 5, 3, 5]
    assert regression.coverage(true, low, high) == 0.4  # both of them at an end of their range
    widths, missed = (2 + 2 + 1 + 3 + 3) / 5, (0 + 0 + 1 + 1 + 4) / 5
    assert regression.interval_score(true, low, high, level=0.9) == pytest.approx(widths + 20 * missed, abs=1e-13)
    assert regression.interval_score(true, low, high, level=0.5) == widths + 4 * missed
    weighted = regression.interval_score(true, low, high, level=0.5, sample_weight=[0, 0, 1, 0, 3])
    assert weighted == (1 + 4 * 1) / 4 + 3 * (3 + 4 * 4) / 4
    assert regression.coverage(true, low, high, sample_weight=[0, 2, 1, 0, 1]) == 0.5


@few
@given(ranges(), st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]), st.booleans())
def test_the_interval_score_is_two_pinball_losses(samples, level, weighted):
    true, low, high = samples
    weight = {"sample_weight": np.arange(1.0, len(true) + 1)} if weighted else {}
    alpha = 1 - level
    found = regression.interval_score(true, low, high, level=level, **weight)
    for pinball in (
        lambda ends, quantile: regression.pinball_loss(true, ends, quantile, **weight),
        lambda ends, quantile: sklearn_metrics.mean_pinball_loss(true, ends, alpha=quantile, **weight),
    ):
        assert found == pytest.approx(2 / alpha * (pinball(low, alpha / 2) + pinball(high, 1 - alpha / 2)), rel=1e-9)


@few
@given(ranges())
def test_a_weight_of_ranges_counts_copies(samples):
    weight = np.arange(len(samples[0])) % 3
    weight[0] = 1
    copies = [np.repeat(one, weight) for one in samples]
    for metric in (regression.coverage, partial(regression.interval_score, level=0.75)):
        assert metric(*samples, sample_weight=weight) == pytest.approx(metric(*copies))


def test_open_ranges_cover_and_cost_without_end():
    true, low, high = [1.0, 2.0], [-INF, 0], [0.5, INF]
    assert regression.coverage(true, low, high) == 0.5
    assert regression.interval_score(true, low, high, level=0.9) == INF
    assert regression.interval_score(true, low, [0.5, 2], level=0.9, sample_weight=[0, 1]) == 2


def test_rounds_of_open_ranges_are_the_metric_of_the_drawn_samples():
    arrays = np.array([1.0, 2.0, 3.0]), np.array([-INF, 0, 4]), np.array([0.5, 3, 5])
    weight = np.array([2.0, 1.0, 0.5])
    times = np.array([[1, 1, 1], [0, 2, 1], [0, 0, 3], [3, 0, 0]])
    for metric, options in ((regression.coverage, {}), (regression.interval_score, {"level": 0.5})):
        found = formula_of(metric).rounds(*arrays, sample_weight=weight, **options)(times)
        drawn = [np.repeat([0, 1, 2], each) for each in times]
        plain = [metric(*(one[at] for one in arrays), sample_weight=weight[at], **options) for at in drawn]
        assert found.tolist() == pytest.approx(plain)


def test_the_range_between_the_true_quantiles_has_the_lowest_score():
    true = np.random.default_rng(0).normal(size=20_000)
    score = {z: regression.interval_score(true, true * 0 - z, true * 0 + z, level=0.9) for z in (1.2, 1.645, 2.2)}
    assert score[1.645] == min(score.values())
    assert score[1.645] == pytest.approx(4.125, abs=0.05)  # 20 times the density at 1.645, times 2


@pytest.mark.parametrize(
    ("n", "level", "rank"),
    [
        *((19, 0.9, 18), (19, 1 - 0.1, 18), (9, 0.9, 9), (99, 0.95, 95), (39, 0.95, 38), (9, 1 - 0.7, 3)),
        *((99, 0.29, 29), (99, 0.57, 57), (2, 1 / 3, 1), (2, 2 / 3, 2), (8, 0.5, 5), (1, 0.5, 1), (20, 0.9, 19)),
        *((5, 1e-12, 1), (999, 0.999, 999), (18, 0.9, 18)),
    ],
)
def test_the_rank_of_the_conformal_quantile_is_exact(n, level, rank):
    scores = np.random.default_rng(0).permutation(n) + 1
    assert regression.conformal_quantile(scores, level=level) == rank


def test_the_rank_agrees_with_that_of_whole_percents():
    for n in range(1, 120):
        for percent in range(1, 100):
            rank = -(-(n + 1) * percent // 100)
            if rank <= n:
                assert regression.conformal_quantile(range(1, n + 1), level=percent / 100) == rank


@given(st.lists(st.integers(-50, 50), min_size=9, max_size=60))
def test_the_conformal_quantile_is_numpys_of_a_higher_share(scores):
    n = len(scores)
    theirs = np.quantile(scores, -(-(n + 1) * 9 // 10) / n, method="inverted_cdf")
    assert regression.conformal_quantile(scores, level=0.9) == theirs


@pytest.mark.parametrize(
    ("n", "level", "words"),
    [
        (8, 0.9, "scores has 8 values, so the conformal quantile is inf: rank 9 is needed for level=0.9. .* least 9 v"),
        (18, 0.95, "rank 19 is needed for level=0.95. To get a finite one, use at least 19 values, or a lower"),
        (5, 1 - 2**-40, "use at least 1099511627775 values"),
    ],
)
def test_too_few_scores_give_no_finite_quantile(n, level, words):
    with pytest.warns(UserWarning, match=words) as caught:
        assert regression.conformal_quantile(range(n), level=level) == INF
    assert Path(caught[0].filename).name == "test_regression.py"


def test_a_new_score_is_below_the_conformal_quantile_as_often_as_promised():
    # Each of the n + 1 values is the new one once: counted, not drawn.
    for n in (9, 19, 24, 50):
        values = np.arange(n + 1)
        below = [new <= regression.conformal_quantile(np.delete(values, new), level=0.9) for new in values]
        assert 0.9 <= np.mean(below) <= 0.9 + 1 / (n + 1)


# ---------------------------------------------------------------- the peers' cases

PEER_NAMES = {
    "mae": regression.mean_absolute_error,
    "mse": regression.mean_squared_error,
    "rmse": regression.root_mean_squared_error,
    "msle": regression.mean_squared_log_error,
}


@peer_cases(*PEER_NAMES)
def test_errors_as_the_peers_have_them(case):
    assert PEER_NAMES[case["metric"]](**case["inputs"]) == approx(case["expected"], case)


@peer_cases("multioutput mse/mae per output")
def test_outputs_as_the_peers_have_them(case):
    for name, expected in case["expected"].items():
        each = PEER_NAMES[name](**case["inputs"], multioutput="raw_values")
        assert each.tolist() == approx(expected, case)


@peer_cases("multioutput weighted [0.4,0.6]")
def test_weighted_outputs_as_the_peers_have_them(case):
    pair = case["inputs"]["y_true"], case["inputs"]["y_pred"]
    for name, expected in case["expected"].items():
        each = PEER_NAMES[name](*pair, multioutput="raw_values")
        assert each @ case["inputs"]["weights"] == approx(expected, case)


@peer_cases("msle error")
def test_logarithms_refuse_what_the_peers_refuse(case):
    with pytest.raises(ValueError, match=r"y_true holds -1\.0"):
        regression.mean_squared_log_error(**case["inputs"])
    assert regression.mean_squared_log_error([-0.5], [-0.5]) == 0


@pytest.mark.parametrize("weight", [None, "uneven"])
@pytest.mark.parametrize("far", [0.0, 1e4, 1e8])
def test_rounds_rows_and_parts_score_as_the_plain_call_does_far_from_zero(far, weight):
    generator = np.random.default_rng(0)
    group = np.repeat([0, 1, 2], 50)
    true = np.array([0, 0, far])[group] + generator.integers(0, 64, 150) / 8
    predicted = true + generator.integers(-8, 9, 150) / 8
    weights = None if weight is None else 10.0 ** generator.integers(-6, 7, 150)
    times = generator.integers(0, 3, (20, 150)) * np.isin(group, [0, 1])
    drawn = [np.repeat(np.arange(150), each) for each in times]
    plain = [
        regression.r2(true[one], predicted[one], sample_weight=None if weights is None else weights[one])
        for one in drawn
    ]
    rows = RegressionTally.rows(true, predicted, sample_weight=weights)
    assert [tally.r2 for tally in rows.weighted(times)] == pytest.approx(plain, rel=1e-9)
    assert formula_of(regression.r2).rounds(true, predicted, sample_weight=weights)(times) == pytest.approx(
        plain, rel=1e-9
    )
    part = slice(100, 150)
    in_part = regression.r2(true[part], predicted[part], sample_weight=None if weights is None else weights[part])
    assert rows[part].sum().r2 == pytest.approx(in_part, rel=1e-9)


def test_parts_of_several_outputs_that_are_handed_in_are_drawn():
    samples = np.array([[1.0, 2.0], [3.0, 5.0], [4.0, 1.0], [2.0, 2.0]]), np.array([[1.0, 3.0], [2.0, 5.0]] * 2)
    counted = [RegressionTally.from_arrays(*(array[part] for array in samples)) for part in (slice(2), slice(2, 4))]
    by_hand = [RegressionTally(*(getattr(one, name) for name in one.__match_args__)) for one in counted]
    found = stacked(by_hand).weighted([1, 2])
    assert found.mean_squared_error == pytest.approx((counted[0] + counted[1] + counted[1]).mean_squared_error)
    assert found.r2 == pytest.approx((counted[0] + counted[1] + counted[1]).r2)


# ---------------------------------------------------------------- rounds of a tally

SCORES_OF_TALLY = ["root_mean_squared_error", "mean_absolute_error", "r2", "mean_error", "variance_true"]
ROUNDS = {
    "samples": RegressionTally.rows([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]),
    "samples by weight": RegressionTally.rows([3, -0.5, 2, 7], [2.5, 0.0, 2, 8], sample_weight=[1, 2, 0.5, 3]),
    "far from 0": RegressionTally.rows([1e8 + 1, 1e8 + 2, 1e8 + 4], [1e8, 1e8 + 1, 1e8 + 5]),
    "groups": stacked([RegressionTally.from_arrays([1, 2, 3], [1, 1, 5]), RegressionTally.from_arrays([4], [3])]),
}


@pytest.mark.parametrize("rows", ROUNDS.values(), ids=ROUNDS)
@pytest.mark.parametrize("name", SCORES_OF_TALLY)
def test_the_score_of_a_tally_is_that_of_each_round(rows, name):
    times = np.random.default_rng(0).multinomial(len(rows), np.full(len(rows), 1 / len(rows)), size=200)
    by_round = [getattr(tally, name) for tally in rows.weighted(times)]
    assert np.array_equal(formula_of(score_of_tally(name)).rounds(rows)(times), by_round, equal_nan=True)
    assert score_of_tally(name)(rows.sum()) == getattr(rows.sum(), name)

"""Log loss, Brier score and calibration."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import calibration
from sklearn import metrics as sklearn_metrics

from bad_input import BAD_POSITIVE, BAD_WEIGHTS, INF, NAN, assert_raises, bad, raises_each
from evalbook import probabilities
from strategies import WEIGHTS, binary_samples

LOSSES = [probabilities.log_loss, probabilities.brier_score]
BINNED = [probabilities.reliability_curve, probabilities.expected_calibration_error]

PROBABILITIES = st.integers(0, 16).map(lambda sixteenths: sixteenths / 16)
"""They often tie, and often lie on the edge of a bin."""

BAD_PROBABILITIES = [
    bad("empty", [], [], words=["y_true is empty"]),
    bad("different lengths", [0, 1], [0.1, 0.2, 0.3], words=["y_true has 2", "y_prob has 3"]),
    bad("no sequence", [0, 1], 0.5, error=TypeError, words=["y_prob is a single float"]),
    bad("two dimensions", [0, 1], [[0.1, 0.9], [0.2, 0.8]], words=["y_prob has shape (2, 2)"]),
    bad("nan", [0, 1], [0.1, NAN], words=["y_prob[1] is nan"]),
    bad("inf", [0, 1], [INF, 0.1], words=["y_prob[0] is inf"]),
    bad("percent", [0, 1], [10, 90], words=["y_prob holds 10", "between 0 and 1"]),
    bad("below 0", [0, 1], [-0.1, 0.9], words=["y_prob holds -0.1"]),
    bad("barely above 1", [0, 1], [0.5, 1 + 1e-15], words=["y_prob holds 1.000"]),
    bad("strings", [0, 1], ["low", "high"], error=TypeError, words=["y_prob holds strings", "numbers"]),
    bad("three classes", [0, 1, 2], [0.1, 0.2, 0.3], words=["0, 1, 2", "two classes"]),
]
BAD_BINS = [
    bad("no bins", [0, 1], [0, 1], n_bins=0, words=["n_bins is 0", "at least 1"]),
    bad("half a bin", [0, 1], [0, 1], n_bins=2.5, error=TypeError, words=["n_bins is 2.5", "integer"]),
    bad("a truth value for bins", [0, 1], [0, 1], n_bins=True, error=TypeError, words=["n_bins is True"]),
    bad("unknown strategy", [0, 1], [0, 1], strategy="kmeans", words=["strategy is 'kmeans'"]),
]


def random_samples(seed, *, n=400, weighted=False):
    rng = np.random.default_rng(seed)
    prob = np.round(rng.random(n), 2).clip(0.01, 0.99)
    weight = rng.integers(0, 4, n) * rng.random(n) if weighted else None
    return (rng.random(n) < prob**2).astype(int), prob, weight


# ---------------------------------------------------------------- by hand


def test_log_loss_by_hand():
    by_hand = -(math.log(0.8) + math.log(0.6) + math.log(0.5)) / 3
    assert probabilities.log_loss([1, 0, 1], [0.8, 0.4, 0.5]) == pytest.approx(by_hand, abs=1e-15)


def test_brier_score_by_hand():
    assert probabilities.brier_score([1, 0, 1], [0.75, 0.5, 0]) == (1 / 16 + 1 / 4 + 1) / 3


@pytest.mark.parametrize(
    ("loss", "expected"), [(probabilities.log_loss, math.log(2)), (probabilities.brier_score, 0.25)]
)
def test_one_half_for_everyone(loss, expected):
    assert loss([0, 1, 1, 1], [0.5] * 4) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("loss", LOSSES)
def test_certainty_that_is_right_costs_nothing(loss):
    value = loss([0, 1], [0.0, 1.0])
    assert (value, math.copysign(1, value)) == (0, 1)


@pytest.mark.parametrize(("y_true", "y_prob"), [([1, 0], [0, 0.5]), ([1, 0], [0.5, 1])])
def test_probability_0_for_what_happened_costs_inf(y_true, y_prob, recwarn):
    assert probabilities.log_loss(y_true, y_prob) == INF
    assert probabilities.log_loss(y_true, y_prob, sample_weight=[1e-300, 1e300]) == INF
    assert not recwarn.list
    # scikit-learn clips to the step of a float there: 36.04 and ln 2 for the two samples.
    clipped = (-math.log(np.finfo(float).eps) + math.log(2)) / 2
    assert sklearn_metrics.log_loss(y_true, y_prob) == pytest.approx(clipped)


def test_tiny_probabilities_of_a_negative_are_not_rounded_away():
    assert probabilities.log_loss([0], [1e-20]) == 1e-20


def test_bins_by_hand():
    # Five bins; nobody in the second; 0.4 lies on the upper edge of the second, 0.6 on that of the third.
    prob_true, prob_pred, share = probabilities.reliability_curve(
        [0, 1, 0, 1, 1, 1, 1], [0.0, 0.125, 0.5, 0.5, 0.75, 0.75, 1.0], n_bins=5
    )
    assert prob_true.tolist() == [1 / 2, 1 / 2, 1, 1]
    assert prob_pred.tolist() == [0.0625, 0.5, 0.75, 1]
    assert share.tolist() == pytest.approx([2 / 7, 2 / 7, 2 / 7, 1 / 7])


def test_calibration_error_by_hand():
    samples = [0, 1, 0, 1, 1, 1, 1], [0.0, 0.125, 0.5, 0.5, 0.75, 0.75, 1.0]
    by_hand = (2 * 0.4375 + 2 * 0 + 2 * 0.25 + 1 * 0) / 7
    assert probabilities.expected_calibration_error(*samples, n_bins=5) == pytest.approx(by_hand, abs=1e-15)


@pytest.mark.parametrize(("prob", "share"), [(0.5, [1.0]), (0.25, [1.0]), (0.75, [1.0])])
def test_a_bin_includes_its_upper_edge(prob, share):
    curve = probabilities.reliability_curve([0, 1, 1, 1], [prob, prob, prob, prob], n_bins=4)
    assert curve.share.tolist() == share
    beside = probabilities.reliability_curve([0, 1], [prob, np.nextafter(prob, 1)], n_bins=4)
    assert beside.prob_true.tolist() == [0, 1]


def test_quantile_bins_hold_equal_shares():
    curve = probabilities.reliability_curve(
        [0, 0, 1, 0, 1, 1], [0.01, 0.02, 0.03, 0.04, 0.05, 0.9], n_bins=3, strategy="quantile"
    )
    assert curve.share.tolist() == pytest.approx([1 / 3] * 3)
    assert curve.prob_true.tolist() == [0, 1 / 2, 1]
    assert curve.edges.tolist() == [0, 0.02, 0.04, 1]


def test_ties_make_quantile_bins_unequal():
    curve = probabilities.reliability_curve([0, 1, 1, 1], [0.5, 0.5, 0.5, 0.75], n_bins=4, strategy="quantile")
    assert curve.share.tolist() == [0.75, 0.25]
    assert curve.edges.tolist() == [0, 0.5, 0.5, 0.5, 1]


def test_the_base_rate_for_everyone_is_calibrated():
    assert probabilities.expected_calibration_error([1, 0, 0, 0], [0.25] * 4) == 0


# ---------------------------------------------------------------- against scikit-learn


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_losses_equal_scikit_learns(seed, weighted):
    y_true, y_prob, weight = random_samples(seed, weighted=weighted)
    for ours, theirs in zip(LOSSES, [sklearn_metrics.log_loss, sklearn_metrics.brier_score_loss], strict=True):
        expected = theirs(y_true, y_prob, sample_weight=weight)
        assert ours(y_true, y_prob, sample_weight=weight) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("n_bins", [1, 5, 8, 10])
@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
@pytest.mark.parametrize("seed", range(3))
def test_reliability_curve_equals_scikit_learns(seed, strategy, n_bins):
    y_true, y_prob, _ = random_samples(seed)  # n is a multiple of n_bins: interpolated quantiles cut at the same place
    ours = probabilities.reliability_curve(y_true, y_prob, n_bins=n_bins, strategy=strategy)
    prob_true, prob_pred = calibration.calibration_curve(y_true, y_prob, n_bins=n_bins, strategy=strategy)
    assert ours.prob_true == pytest.approx(prob_true, abs=1e-12)
    assert ours.prob_pred == pytest.approx(prob_pred, abs=1e-12)


# ---------------------------------------------------------------- properties


@given(binary_samples(PROBABILITIES), st.integers(1, 6), st.sampled_from(["uniform", "quantile"]))
def test_the_bins_hold_every_sample_once(samples, n_bins, strategy):
    y_true, y_prob = samples
    curve = probabilities.reliability_curve(y_true, y_prob, n_bins=n_bins, strategy=strategy)
    assert 1 <= len(curve.share) <= n_bins
    assert curve.share.sum() == pytest.approx(1)
    assert curve.prob_true @ curve.share == pytest.approx(np.mean(y_true))
    assert curve.prob_pred @ curve.share == pytest.approx(np.mean(y_prob))
    assert np.all(np.diff(curve.prob_pred) > 0)
    assert np.all(np.diff(curve.edges) >= 0)


@given(binary_samples(PROBABILITIES), st.integers(1, 6), st.sampled_from(["uniform", "quantile"]))
def test_calibration_error_is_the_mean_distance_over_samples(samples, n_bins, strategy):
    y_true, y_prob = map(np.array, samples)
    edges = probabilities.reliability_curve(y_true, y_prob, n_bins=n_bins, strategy=strategy).edges
    total = 0.0
    for place in range(n_bins):
        inside = (y_prob > edges[place] if place else y_prob >= 0) & (y_prob <= edges[place + 1])
        total += abs(np.sum(y_true[inside] - y_prob[inside]))
    error = probabilities.expected_calibration_error(y_true, y_prob, n_bins=n_bins, strategy=strategy)
    assert error == pytest.approx(total / len(y_true), abs=1e-12)


@given(binary_samples(st.tuples(PROBABILITIES, WEIGHTS)))
def test_integer_weights_repeat_samples(samples):
    y_true, pairs = samples
    y_prob, weight = map(list, zip(*pairs, strict=True))
    repeated = np.repeat(y_true, weight), np.repeat(y_prob, weight)
    for score in [*LOSSES, probabilities.expected_calibration_error]:
        assert score(y_true, y_prob, sample_weight=weight) == pytest.approx(score(*repeated), abs=1e-12)
    for strategy in ("uniform", "quantile"):
        weighted = probabilities.reliability_curve(y_true, y_prob, n_bins=5, strategy=strategy, sample_weight=weight)
        again = probabilities.reliability_curve(*repeated, n_bins=5, strategy=strategy)
        assert weighted.edges.tolist() == again.edges.tolist()
        for ours, theirs in zip(weighted, again, strict=True):
            assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("truth", [0.1, 0.5, 0.8])
def test_the_true_probability_has_the_lowest_loss(loss, truth):
    positives = round(truth * 10)
    y_true = [1] * positives + [0] * (10 - positives)
    losses = [loss(y_true, [prob] * 10) for prob in np.arange(1, 10) / 10]
    assert int(np.argmin(losses)) == round(truth * 10) - 1


# ---------------------------------------------------------------- input of every kind


@pytest.mark.parametrize("score", [*LOSSES, probabilities.expected_calibration_error])
@pytest.mark.parametrize("unit", [1e-300, 1, 1e307])
def test_the_unit_of_the_weights_does_not_matter(score, unit):
    weight = np.array([1.0, 2.0, 3.0])
    samples = [0, 1, 1], [0.999, 0.001, 0.9]  # far off: the weighted losses add up to more than a float can hold
    weighted = score(*samples, sample_weight=weight * unit)
    assert weighted == pytest.approx(score(*samples, sample_weight=weight), rel=1e-12)


@pytest.mark.parametrize("score", [*LOSSES, probabilities.expected_calibration_error])
def test_one_class_labels_of_any_type_and_floats_of_any_width(score, recwarn):
    assert score([1, 1], [0.5, 0.5]) == score([0, 0], [0.5, 0.5]) > 0
    assert score(np.array([0, 1], dtype=np.int8), np.array([0.25, 0.5], dtype=np.float32)) == score([0, 1], [0.25, 0.5])
    assert score(["no", "yes"], (0.25, 0.5), pos_label="yes") == score([False, True], [0.25, 0.5])
    assert type(score([0, 1], [0.25, 0.5])) is float
    assert not recwarn.list


def test_a_sample_of_weight_0_is_in_no_bin():
    curve = probabilities.reliability_curve([0, 1, 1], [0.1, 0.5, 0.9], sample_weight=[1, 0, 1])
    assert curve.prob_pred.tolist() == [0.1, 0.9]


@raises_each(LOSSES + BINNED, BAD_PROBABILITIES + BAD_POSITIVE + BAD_WEIGHTS)
def test_bad_samples_raise(function, row):
    assert_raises(function, row)


@raises_each(BINNED, BAD_BINS)
def test_bad_bins_raise(function, row):
    assert_raises(function, row)

"""Log loss, Brier score and calibration."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import calibration
from sklearn import metrics as sklearn_metrics

from bad_input import BAD_POSITIVE, INF, NAN, assert_raises, bad, bad_type, refused
from evalbook import probabilities
from evalbook.probabilities import ProbabilityTally, ReliabilityCurve
from strategies import binary_samples

LOSSES = [probabilities.log_loss, probabilities.brier_score]
BINNED = [probabilities.reliability_curve, probabilities.expected_calibration_error]
TALLIED = [ProbabilityTally.from_arrays, ProbabilityTally.rows]
SKLEARN = {
    probabilities.log_loss: sklearn_metrics.log_loss,
    probabilities.brier_score: sklearn_metrics.brier_score_loss,
}

PROBABILITIES = st.integers(0, 16).map(lambda sixteenths: sixteenths / 16)
"""They often tie, and often lie on the edge of a bin."""

BAD_PROBABILITIES = [
    bad("three dimensions", [0, 1], [[[0.1], [0.9]]], words="y_prob has shape (1, 2, 1)"),
    bad("ragged", [0, 1], [[0.1, 0.9], [1]], words="y_prob is ragged"),
    bad("percent", [0, 1], [10, 90], words=["y_prob holds 10", "between 0 and 1"]),
    bad("below 0", [0, 1], [-0.1, 0.9], words="y_prob holds -0.1"),
    bad("barely above 1", [0, 1], [0.5, 1 + 1e-15], words="y_prob holds 1.000"),
    bad_type("strings", [0, 1], ["low", "high"], words=["y_prob holds strings", "numbers"]),
    bad("three classes", [0, 1, 2], [0.1, 0.2, 0.3], words=["0, 1, 2", "two classes"]),
]
BAD_COLUMNS = [
    bad("two dimensions", [0, 1], [[0.1, 0.9], [0.2, 0.8]], words=["y_prob has shape (2, 2)", "y_prob[:, 1]"]),
]
THIRDS = [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]]
BAD_CLASSES = [
    bad("rows that add up to less", [0, 1], [[0.5, 0.5], [0.5, 0.4]], words=["y_prob[1] adds up to 0.9", "divide by"]),
    bad("rows that add up to more", [0, 1], [[0.5, 0.6], [0.5, 0.5]], words=["y_prob[0] adds up to 1.1", "axis=1"]),
    bad("too few classes", [0, 1], THIRDS, words=["y_prob has 3 columns", "classes in y_true is 2", "labels="]),
    bad("too many classes", [0, 1, 2], [[0.5, 0.5]] * 3, words=["y_prob has 2 columns", "classes in y_true is 3"]),
    bad("too few labels", [0, 1], THIRDS, labels=[0, 1], words=["y_prob has 3 columns", "labels is 2"]),
    bad("a class left out", [0, 1], THIRDS, labels=[0, 2, 3], words="labels leaves out 1"),
    bad("labels of another type", [0, 1], THIRDS, labels=["0", "1", "2"], words="labels holds '0' and the samples 0"),
    bad("labels twice", [0, 1], THIRDS, labels=[0, 1, 1], words="labels is [0, 1, 1]"),
    bad("one column", [0, 1], [[0.5], [0.5]], words="y_prob has 1 column"),
    bad("no column", [0, 1], [[], []], words="y_prob is empty"),
    bad("too few rows", [0, 1, 2], THIRDS, labels=[0, 1, 2], words=["y_true has 3", "y_prob has 2"]),
    bad("too few weights", [0, 1], [[0.5, 0.5]] * 2, sample_weight=[1], words="sample_weight has 1"),
    bad("nan in a row", [0, 1], [[0.5, 0.5], [NAN, 0.5]], words="y_prob[1, 0] is nan"),
    bad("scores", [0, 1], [[3.5, -2.5], [0, 1]], words=["y_prob holds 3.5", "between 0 and 1"]),
    bad_type("strings in rows", [0, 1], [["a", "b"]] * 2, words="y_prob holds strings"),
    bad("pos_label for columns", [0, 1], [[0.5, 0.5]] * 2, pos_label=1, words=["pos_label is 1", "labels="]),
    bad("labels for one probability", [0, 1], [0.5, 0.5], labels=[0, 1], words=["labels is given", "pos_label="]),
]
BAD_EDGES = [
    bad("edges that fall", [0, 1], [0, 1], edges=[0, 0.5, 0.4, 1], words=["edges is [0.  0.5 0.4 1. ]", "rise"]),
    bad("edges from above 0", [0, 1], [0, 1], edges=[0.1, 1], words=["edges is [0.1 1. ]", "from 0 to 1"]),
    bad("edges to below 1", [0, 1], [0, 1], edges=[0, 0.5], words="edges is [0.  0.5]"),
    bad("one edge", [0, 1], [0, 1], edges=[0], words="edges is [0.]"),
    bad_type("no list of edges", [0, 1], [0, 1], edges=5, words="edges is a single int"),
]


def random_samples(seed, *, n=400, weighted=False):
    rng = np.random.default_rng(seed)
    prob = np.round(rng.random(n), 2).clip(0.01, 0.99)
    weight = rng.integers(0, 4, n) * rng.random(n) if weighted else None
    return (rng.random(n) < prob**2).astype(int), prob, weight


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize("loss", LOSSES)
def test_certainty_that_is_right_costs_nothing(loss):
    value = loss([0, 1], [0.0, 1.0])
    assert (value, math.copysign(1, value)) == (0, 1)


@pytest.mark.parametrize(("y_true", "y_prob"), [([1, 0], [0, 0.5]), ([1, 0], [0.5, 1])])
def test_probability_0_for_what_happened_costs_inf(y_true, y_prob, recwarn):
    assert probabilities.log_loss(y_true, y_prob) == INF
    assert probabilities.log_loss(y_true, y_prob, sample_weight=[1e-100, 1e100]) == INF
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


# ---------------------------------------------------------------- several classes


def random_classes(seed, *, n=200, k=4, weighted=False):
    rng = np.random.default_rng(seed)
    prob = rng.dirichlet(np.ones(k), size=n)
    weight = rng.integers(0, 4, n) * rng.random(n) if weighted else None
    return np.concatenate([np.arange(k), rng.integers(k, size=n - k)]), prob, weight


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("classes", [[0, 1], [-1, 1], [False, True], ["no", "yes"], [3, 7]])
def test_two_columns_give_what_the_positive_one_gives_alone(loss, classes):
    rng = np.random.default_rng(0)
    positive = rng.integers(2, size=40)
    prob = rng.integers(1, 16, size=40) / 16
    y_true = [classes[place] for place in positive]
    alone = loss(y_true, prob, pos_label=classes[1])
    assert loss(y_true, np.column_stack([1 - prob, prob])) == pytest.approx(alone, rel=1e-14)
    assert loss(y_true, np.column_stack([prob, 1 - prob]), labels=classes[::-1]) == pytest.approx(alone, rel=1e-14)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_class_may_be_missing(loss):
    assert loss([1, 1], [[0.25, 0.75]] * 2) == loss([1, 1], [0.75] * 2)
    assert loss([-1], [[0.25, 0.75]]) == loss([-1], [0.75])
    both = loss(["b"], [[0.25, 0.75]], labels=["a", "b"])
    assert both == loss(["b"], [0.75], pos_label="b")
    # Of weight 0 it is missing, too.
    assert loss([1, 2], [[0.25, 0.75]] * 2, sample_weight=[1, 0]) == loss([1], [0.75])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("k", [2, 3, 7])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("loss", LOSSES)
def test_losses_of_several_classes_equal_scikit_learns(loss, seed, k, weighted):
    y_true, y_prob, weight = random_classes(seed, k=k, weighted=weighted)
    expected = SKLEARN[loss](y_true, y_prob, sample_weight=weight)
    assert loss(y_true, y_prob, sample_weight=weight) == pytest.approx(expected, rel=1e-12)
    names = np.array(["d", "a", "c", "b", "f", "e", "g"])[:k]
    order = np.argsort(names)
    named = loss(names[y_true], y_prob, labels=names.tolist(), sample_weight=weight)
    assert named == pytest.approx(expected, rel=1e-12)
    assert loss(names[y_true], y_prob[:, order], sample_weight=weight) == pytest.approx(expected, rel=1e-12)


def test_scikit_learn_doubles_or_halves_the_brier_score_on_request():
    y_true, y_prob, _ = random_classes(0, k=3)
    three = probabilities.brier_score(y_true, y_prob)
    assert sklearn_metrics.brier_score_loss(y_true, y_prob, scale_by_half=True) == pytest.approx(three / 2)
    two = probabilities.brier_score([0, 1], [0.5, 0.25])
    assert sklearn_metrics.brier_score_loss([0, 1], [0.5, 0.25], scale_by_half=False) == pytest.approx(2 * two)


def test_probability_0_for_the_true_class_costs_inf(recwarn):
    assert probabilities.log_loss([0, 1, 2], [[0, 0.5, 0.5], [0, 1, 0], [0, 0, 1]]) == INF
    assert probabilities.log_loss([2, 1, 0], [[0, 0.5, 0.5], [0, 1, 0], [1, 0, 0]]) == pytest.approx(math.log(2) / 3)
    assert not recwarn.list


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(("width", "off"), [(np.float64, 5e-6), (np.float32, 1e-4), (np.float16, 1e-2)])
def test_rows_may_miss_1_by_what_rounding_makes(loss, width, off):
    near, far = [[0.5, 0.5 + off]], [[0.5, 0.5 + 10 * off]]
    assert loss([0], np.array(near, dtype=width)) == pytest.approx(loss([0], [[0.5, 0.5]]), rel=3 * off)
    with pytest.raises(ValueError, match=r"y_prob\[0\] adds up to"):
        loss([0], np.array(far, dtype=width))


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


# ---------------------------------------------------------------- the tally


@pytest.mark.parametrize("weighted", [False, True])
def test_the_scores_of_a_tally_are_those_of_the_functions(weighted):
    y_true, y_prob, weight = random_samples(7, weighted=weighted)
    parts = [slice(place, None, 7) for place in range(7)]
    tally = sum(
        ProbabilityTally.from_arrays(
            y_true[part], y_prob[part], n_bins=8, sample_weight=weight[part] if weighted else None
        )
        for part in parts
    )
    for loss in LOSSES:
        expected = loss(y_true, y_prob, sample_weight=weight)
        assert getattr(tally, loss.__name__) == pytest.approx(expected, rel=1e-12)
    for function in BINNED:
        expected = function(y_true, y_prob, n_bins=8, sample_weight=weight)
        found = getattr(tally, function.__name__)
        if isinstance(expected, ReliabilityCurve):
            for mine, theirs in zip(found, expected, strict=True):
                assert mine == pytest.approx(theirs, rel=1e-12)
        else:
            assert found == pytest.approx(expected, rel=1e-12)
    assert tally.n == pytest.approx(len(y_true) if weight is None else weight.sum())


def test_a_tally_by_hand():
    tally = ProbabilityTally.from_arrays([0, 1, 1, 0], [0.25, 0.5, 0.75, 1 / 64], n_bins=2)
    assert tally.weight.tolist() == [3, 1]
    assert tally.positives.tolist() == [1, 1]
    assert tally.probability.tolist() == [0.25 + 0.5 + 1 / 64, 0.75]
    assert tally.weight.dtype == tally.positives.dtype == np.int64
    assert tally.squared_error_sum == 1 / 16 + 1 / 4 + 1 / 16 + 1 / 4096
    by_hand = -(2 * math.log(0.75) + math.log(0.5) + math.log(63 / 64))
    assert tally.log_loss_sum == pytest.approx(by_hand, rel=1e-15)


def test_bins_may_be_those_of_a_curve():
    y_true, y_prob, _ = random_samples(8)
    curve = probabilities.reliability_curve(y_true, y_prob, n_bins=5, strategy="quantile")
    halves = [ProbabilityTally.from_arrays(y_true[i::2], y_prob[i::2], edges=curve.edges) for i in range(2)]
    for mine, theirs in zip(sum(halves).reliability_curve, curve, strict=True):
        assert mine == pytest.approx(theirs, rel=1e-12)


def test_an_infinite_log_loss_stays_infinite():
    impossible = ProbabilityTally.from_arrays([1], [0.0])
    good = ProbabilityTally.from_arrays([1, 0], [0.5, 0.5])
    assert impossible.log_loss == (impossible + good).log_loss == sum([good, impossible, good]).log_loss == INF
    assert (good + impossible).brier_score == (0.25 + 0.25 + 1) / 3
    rows = ProbabilityTally.rows([1, 1, 0], [0.0, 0.5, 0.5])
    assert rows.sum().log_loss == INF
    assert [tally.log_loss for tally in rows.weighted([[1, 0, 0], [0, 1, 1], [2, 1, 0]])] == [
        INF,
        pytest.approx(math.log(2)),
        INF,
    ]


def test_rows_with_weights_are_the_tally_of_weighted_samples():
    y_true, y_prob, weight = random_samples(9, n=40, weighted=True)
    times = np.random.default_rng(0).random((3, 40))
    rows = ProbabilityTally.rows(y_true, y_prob, sample_weight=weight, n_bins=4)
    assert len(rows) == 40
    for found, drawn in zip(rows.weighted(times), times, strict=True):
        expected = ProbabilityTally.from_arrays(y_true, y_prob, sample_weight=weight * drawn, n_bins=4)
        for name in ("weight", "positives", "probability", "log_loss_sum", "squared_error_sum"):
            assert getattr(found, name) == pytest.approx(getattr(expected, name), rel=1e-12)


def test_rows_that_weigh_nothing_are_no_tally():
    rows = ProbabilityTally.rows([1, 0], [0.5, 0.5], sample_weight=[0, 2])
    assert rows.sum() == ProbabilityTally.from_arrays([0], [0.5], sample_weight=[2])
    with pytest.raises(ValueError, match="weight is 0: these rows weigh nothing"):
        rows.weighted([3, 0])


def test_tallies_over_other_bins_do_not_add():
    ten, five = (ProbabilityTally.from_arrays([1, 0], [0.5, 0.5], n_bins=n) for n in (10, 5))
    with pytest.raises(ValueError, match=r"bins \[0\..* and \[0\..* do not add"):
        ten + five
    uneven = ProbabilityTally.from_arrays([1, 0], [0.5, 0.5], edges=[0, 0.1, 0.2, 0.3, 0.9, 1])
    with pytest.raises(ValueError, match="do not add"):
        five + uneven


GOOD = {
    "edges": [0, 0.5, 1],
    "weight": [2, 1],
    "positives": [1, 1],
    "probability": [0.75, 0.75],
    "log_loss_sum": 1.5,
    "squared_error_sum": 0.5,
}


def test_a_tally_keeps_copies_and_whole_counts():
    weight, edges = np.array([2, 1]), np.array([0, 0.5, 1])
    tally = ProbabilityTally(**{**GOOD, "weight": weight, "edges": edges})
    weight[0], edges[1] = 99, 0.25
    assert tally == ProbabilityTally(**GOOD)
    huge = ProbabilityTally(**{**GOOD, "weight": [2**53, 1], "positives": [2**53, 0]})
    assert (huge + huge).weight.tolist() == [2.0**54, 2]


def test_curves_and_tallies_are_values_with_a_short_repr():
    y_true, y_prob, _ = random_samples(10)
    curve = probabilities.reliability_curve(y_true, y_prob, n_bins=5000)
    assert curve == probabilities.reliability_curve(y_true, y_prob, n_bins=5000)
    assert curve != probabilities.reliability_curve(y_true, y_prob, n_bins=4000)
    assert repr(curve).startswith("<ReliabilityCurve of 5000 bins, ")
    tally = ProbabilityTally.from_arrays(y_true, y_prob)
    assert repr(tally).startswith(f"<ProbabilityTally of 400 samples in 10 bins: log loss {tally.log_loss:.3g}")


# ---------------------------------------------------------------- input of every kind


@pytest.mark.parametrize("score", [*LOSSES, probabilities.expected_calibration_error])
def test_one_class_labels_of_any_type_and_floats_of_any_width(score, recwarn):
    assert score([1, 1], [0.5, 0.5]) == score([0, 0], [0.5, 0.5]) > 0
    assert score(["no", "yes"], (0.25, 0.5), pos_label="yes") == score([False, True], [0.25, 0.5])
    assert type(score([0, 1], [0.25, 0.5])) is float
    assert not recwarn.list


BAD = {
    ProbabilityTally: [
        bad("another number of bins", **GOOD | {"edges": [0, 1]}, words="weight has 2 values and edges bound 1 bins"),
        bad("bins beyond 1", **GOOD | {"edges": [0, 2]}, words="edges is"),
        bad("a weight below 0", **GOOD | {"weight": [2, -1]}, words="weight holds -1"),
        bad("no weight", **GOOD | {"weight": [0, 0], "positives": [0, 0], "probability": [0, 0]}, words="weight is 0"),
        bad_type("strings", **GOOD | {"weight": ["a", "b"]}, words="weight holds strings"),
        bad("more positives", **GOOD | {"positives": [1, 2]}, words="positives is more than weight in bin 1"),
        bad("nan", **GOOD | {"positives": [1, NAN]}, words="positives[1] is nan"),
        bad("more in all", **GOOD | {"probability": [0.75, 1.5]}, words="probability is more than weight in bin 1"),
        bad("a loss below 0", **GOOD | {"log_loss_sum": -1}, words="log_loss_sum is -1"),
        bad_type("None", **GOOD | {"log_loss_sum": None}, words="log_loss_sum is None"),
        bad("inf", **GOOD | {"squared_error_sum": INF}, words="squared_error_sum is inf"),
    ],
    (probabilities.log_loss, probabilities.reliability_curve, ProbabilityTally.rows): [
        *BAD_PROBABILITIES,
        *BAD_POSITIVE,
    ],
    (*LOSSES,): BAD_CLASSES,
    (*BINNED, *TALLIED): BAD_COLUMNS,
    (*TALLIED,): BAD_EDGES,
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


@pytest.mark.parametrize("unit", [0.7, 0.1, 1 / 3])
def test_the_unit_of_weights_moves_no_quantile(unit):
    samples = [0, 0, 0, 1, 0], [0.2, 0.1, 0, 0.4, 0.8]
    options = {"n_bins": 5, "strategy": "quantile"}
    found = probabilities.expected_calibration_error(*samples, sample_weight=[unit] * 5, **options)
    assert found == pytest.approx(probabilities.expected_calibration_error(*samples, **options))

"""The threshold sweep, the ROC curve and its areas."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from bad_input import (
    BAD_POSITIVE,
    BAD_SCORES,
    BAD_WEIGHTS,
    BAD_ZERO_DIVISION,
    INF,
    NAN,
    assert_raises,
    bad,
    raises_each,
)
from evalbook import UndefinedMetricWarning, confusion, curves, examples
from peer_cases import approx, peer_cases
from strategies import SCORES, WEIGHTS, binary_samples

CURVES = [curves.threshold_counts, curves.roc_curve]
AREAS = [curves.roc_auc, curves.rank_loss]


def share_of_pairs_won(y_true, y_score) -> float:
    """AUC by its definition: every positive against every negative."""
    positives = [score for label, score in zip(y_true, y_score, strict=True) if label == 1]
    negatives = [score for label, score in zip(y_true, y_score, strict=True) if label != 1]
    won = sum(Fraction(int(p > n) + int(p >= n), 2) for p, n in product(positives, negatives))
    return float(won / (len(positives) * len(negatives)))


# ---------------------------------------------------------------- the walkthroughs of the sources


def test_the_counts_of_the_four_samples():
    thresholds, counts = curves.threshold_counts(*examples.four_samples)
    assert thresholds.tolist() == [INF, 0.8, 0.4, 0.35, 0.1]
    assert counts == confusion.Counts(tp=[0, 1, 1, 2, 2], fn=[2, 1, 1, 0, 0], fp=[0, 0, 1, 1, 2], tn=[2, 2, 1, 1, 0])


def test_the_points_of_the_four_samples():
    fpr, tpr, _ = curves.roc_curve(*examples.four_samples)
    assert fpr.tolist() == [0, 0, 0.5, 0.5, 1]
    assert tpr.tolist() == [0, 0.5, 0.5, 1, 1]


def test_the_points_of_the_eight_samples():
    curve = curves.roc_curve(*examples.eight_samples)
    assert curve.thresholds.tolist() == [INF, 0.77, 0.62, 0.58, 0.47, 0.33, 0.23, 0.15]
    assert (4 * curve.fpr).tolist() == [0, 0, 1, 1, 2, 3, 3, 4]
    assert (4 * curve.tpr).tolist() == [0, 1, 1, 2, 3, 3, 4, 4]


@pytest.mark.parametrize(("samples", "area"), [(examples.four_samples, 3 / 4), (examples.eight_samples, 21 / 32)])
def test_the_areas_of_the_walkthroughs(samples, area):
    curve = curves.roc_curve(*samples)
    assert curve.auc == curves.auc(curve.fpr, curve.tpr) == curves.roc_auc(*samples) == area
    assert curves.rank_loss(*samples) == 1 - area
    assert share_of_pairs_won(*samples) == area


# ---------------------------------------------------------------- properties


@given(binary_samples(SCORES, both_classes=True))
def test_area_is_the_share_of_pairs_won(samples):
    assert curves.roc_auc(*samples) == pytest.approx(share_of_pairs_won(*samples), abs=1e-12)


@given(binary_samples(SCORES, both_classes=True))
def test_a_rising_transform_leaves_the_area(samples):
    y_true, y_score = samples
    assert curves.roc_auc(y_true, np.exp(np.array(y_score)) * 1e-6) == curves.roc_auc(y_true, y_score)


@given(binary_samples(SCORES, both_classes=True))
def test_reversed_scores_have_the_rest_of_the_area(samples):
    y_true, y_score = samples
    assert curves.roc_auc(y_true, y_score) + curves.roc_auc(y_true, -np.array(y_score)) == pytest.approx(1, abs=1e-12)


@given(binary_samples(SCORES, both_classes=True))
def test_rank_loss_is_the_area_above_the_curve(samples):
    assert curves.rank_loss(*samples) == pytest.approx(1 - curves.roc_auc(*samples), abs=1e-12)


@given(binary_samples(SCORES))
def test_the_counts_at_each_threshold_are_its_confusion_matrix(samples):
    y_true, y_score = map(np.array, samples)
    thresholds, counts = curves.threshold_counts(y_true, y_score)
    assert thresholds.tolist() == [INF, *sorted(set(y_score.tolist()), reverse=True)]
    for place, threshold in enumerate(thresholds):
        matrix = confusion.confusion_matrix(y_true, (y_score >= threshold).astype(int), labels=[0, 1])
        assert counts[place] == matrix.binary(1)


@given(binary_samples(SCORES, both_classes=True))
def test_the_curve_rises_from_0_0_to_1_1(samples):
    fpr, tpr, _ = curves.roc_curve(*samples)
    assert (fpr[0], tpr[0], fpr[-1], tpr[-1]) == (0, 0, 1, 1)
    assert np.diff(fpr).min() >= 0
    assert np.diff(tpr).min() >= 0


@given(binary_samples(st.tuples(SCORES, WEIGHTS), both_classes=True))
def test_integer_weights_repeat_samples(samples):
    y_true, pairs = samples
    y_score, weight = map(list, zip(*pairs, strict=True))
    weighted = curves.roc_curve(y_true, y_score, sample_weight=weight)
    repeated = curves.roc_curve(np.repeat(y_true, weight), np.repeat(y_score, weight))
    assert weighted.counts == repeated.counts
    assert weighted.thresholds.tolist() == repeated.thresholds.tolist()


@given(binary_samples(SCORES, both_classes=True), st.randoms())
def test_the_order_of_the_samples_does_not_matter(samples, random):
    order = list(range(len(samples[0])))
    random.shuffle(order)
    shuffled = [[column[place] for place in order] for column in samples]
    assert curves.threshold_counts(*shuffled).counts == curves.threshold_counts(*samples).counts


# ---------------------------------------------------------------- against scikit-learn


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_curve_and_areas_equal_scikit_learns(seed, weighted):
    rng = np.random.default_rng(seed)
    y_true, y_score = rng.integers(0, 2, 400), rng.integers(0, 50, 400) / 7
    weight = rng.integers(0, 4, 400) * rng.random(400) if weighted else None
    curve = curves.roc_curve(y_true, y_score, sample_weight=weight)
    theirs = sklearn_metrics.roc_curve(y_true, y_score, sample_weight=weight, drop_intermediate=False)
    for ours, peers in zip(curve, theirs, strict=True):
        assert ours == pytest.approx(peers, abs=1e-12)
    area = sklearn_metrics.roc_auc_score(y_true, y_score, sample_weight=weight)
    assert curves.roc_auc(y_true, y_score, sample_weight=weight) == pytest.approx(area, abs=1e-12)
    assert curve.auc == pytest.approx(area, abs=1e-12)


@pytest.mark.parametrize("max_fpr", [0.001, 0.1, 0.5, 0.999, 1])
def test_partial_area_equals_scikit_learns(max_fpr):
    rng = np.random.default_rng(6)
    y_true = rng.integers(0, 2, 300)
    y_score = np.round(y_true + rng.normal(size=300), 1)
    ours = curves.roc_auc(y_true, y_score, max_fpr=max_fpr)
    assert ours == pytest.approx(sklearn_metrics.roc_auc_score(y_true, y_score, max_fpr=max_fpr), abs=1e-12)


def test_auc_of_a_falling_curve_is_read_from_its_end():
    assert curves.auc([1, 0], [-1, -1]) == sklearn_metrics.auc([1, 0], [-1, -1]) == -1


# ---------------------------------------------------------------- numbers of every kind


@pytest.mark.parametrize(
    "kind",
    [np.float32, np.float64, np.float16, np.int8, np.uint8, np.int64, bool, list, tuple, object],
    ids=lambda kind: kind.__name__,
)
def test_scores_of_any_number_type(kind):
    y_true, y_score = [0, 1, 0, 1], [0, 1, 1, 1]
    values = kind(y_score) if kind in (list, tuple) else np.array(y_score, dtype=kind)
    assert curves.roc_auc(y_true, values) == 0.75


def test_large_integers_stay_apart():
    assert curves.roc_auc([0, 1], np.array([2**60, 2**60 + 1])) == 1.0


def test_the_smallest_difference_of_floats_is_no_tie():
    assert curves.roc_auc([0, 1], [0.0, 5e-324]) == 1.0


def test_tiny_weights_do_not_vanish():
    assert curves.roc_auc([0, 1, 0, 1], [0, 1, 2, 3], sample_weight=[1e-300] * 4) == 0.75


def test_read_only_and_strided_arrays():
    y_true, y_score = np.array([0, 9, 1, 9, 0, 9, 1, 9])[::2], np.arange(4.0)[::-1]
    y_score.flags.writeable = False
    assert curves.roc_auc(y_true, y_score) == 0.25


# ---------------------------------------------------------------- one class, weight 0, bad input


@pytest.mark.parametrize(("y_true", "missing"), [([0, 0, 0], "positive"), ([1, 1, 1], "negative")])
class TestOneClass:
    def test_curve_warns_and_leaves_its_rate_nan(self, y_true, missing):
        with pytest.warns(UndefinedMetricWarning, match=f"no {missing} sample") as caught:
            curve = curves.roc_curve(y_true, [0.1, 0.2, 0.2])
        assert [warning.filename for warning in caught] == [__file__]
        gone, kept = (curve.tpr, curve.fpr) if missing == "positive" else (curve.fpr, curve.tpr)
        assert np.isnan(gone).all()
        assert kept.tolist() == pytest.approx([0, 2 / 3, 1])
        assert math.isnan(curve.auc)

    @pytest.mark.parametrize("area", AREAS)
    def test_areas_warn_and_are_nan(self, area, y_true, missing):
        with pytest.warns(UndefinedMetricWarning, match=f"no {missing} sample") as caught:
            assert math.isnan(area(y_true, [0.1, 0.2, 0.2]))
        assert [warning.filename for warning in caught] == [__file__]

    @pytest.mark.parametrize("area", AREAS)
    def test_a_number_stands_in(self, area, y_true, missing, recwarn):
        assert area(y_true, [0.1, 0.2, 0.2], zero_division=0.5) == 0.5
        assert not recwarn.list

    def test_counts_are_no_error(self, y_true, missing, recwarn):
        counts = curves.threshold_counts(y_true, [0.1, 0.2, 0.2]).counts
        assert (counts.negatives if missing == "negative" else counts.positives).tolist() == [0, 0, 0]
        assert not recwarn.list


def test_a_sample_of_weight_0_adds_no_threshold():
    assert curves.threshold_counts([0, 1, 1], [1, 2, 3], sample_weight=[1, 0, 1]).thresholds.tolist() == [INF, 3, 1]


@raises_each(CURVES + AREAS, BAD_SCORES + BAD_POSITIVE + BAD_WEIGHTS)
def test_bad_samples_raise(function, row):
    assert_raises(function, row)


@raises_each(AREAS, BAD_ZERO_DIVISION)
def test_bad_zero_division_raises(function, row):
    assert_raises(function, row)


@raises_each(
    [curves.roc_auc],
    [bad(f"max_fpr {value}", [0, 1], [0, 1], max_fpr=value, words=["max_fpr is"]) for value in (0, -0.5, 1.5, NAN)],
)
def test_bad_max_fpr_raises(function, row):
    assert_raises(function, row)


@raises_each(
    [curves.auc],
    [
        bad("empty", [], [], words=["x is empty"]),
        bad("one point", [0], [0], words=["x has 1 point"]),
        bad("different lengths", [0, 1], [0], words=["x has 2", "y has 1"]),
        bad("turning back", [0, 1, 0.5], [0, 1, 1], words=["x both rises and falls"]),
        bad("nan", [0, NAN], [0, 1], words=["x[1] is nan"]),
        bad("inf", [0, 1], [0, INF], words=["y[1] is inf"]),
        bad("strings", ["a", "b"], [0, 1], error=TypeError, words=["x holds strings"]),
        bad("two dimensions", [[0, 1]], [0, 1], words=["x has shape (1, 2)"]),
    ],
)
def test_bad_points_raise(function, row):
    assert_raises(function, row)


# ---------------------------------------------------------------- the peers' cases


@peer_cases("confusion_counts_at_thresholds")
def test_counts_as_the_peers_have_them(case):
    counts = curves.threshold_counts(**case["inputs"]).counts
    assert counts.tp.tolist() == case["expected"]["tp"]
    assert counts.fp.tolist() == case["expected"]["fp"]


@peer_cases("error_rate_at_thresholds", "specificity_at_thresholds", "precision_at_thresholds")
def test_ratios_at_thresholds_as_the_peers_have_them(case):
    counts = curves.threshold_counts(**case["inputs"]).counts
    ratio = case["metric"].removesuffix("_at_thresholds")
    assert getattr(counts, ratio).tolist() == approx(case["expected"], case)


@peer_cases("roc_curve", "roc_curve (no point dropped)")
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_curves_as_the_peers_have_them(case):
    curve = curves.roc_curve(**case["inputs"])
    for part, expected in case["expected"].items():
        assert np.asarray(getattr(curve, part)).tolist() == approx(expected, case)


@peer_cases("roc_curve thresholds with drop_intermediate=True")
def test_no_point_is_dropped_where_scikit_learn_drops_some(case):
    ours = curves.roc_curve(**case["inputs"]).thresholds
    theirs = sklearn_metrics.roc_curve(**case["inputs"], drop_intermediate=True)[2]
    assert theirs.tolist() == approx(case["expected"], case)
    assert set(theirs) < set(ours)


@peer_cases("auc (trapezoid)")
def test_trapezoids_as_the_peers_have_them(case):
    assert curves.auc(**case["inputs"]) == approx(case["expected"], case)


@peer_cases("roc_auc", "rank_loss")
def test_areas_as_the_peers_have_them(case):
    assert getattr(curves, case["metric"])(**case["inputs"]) == approx(case["expected"], case)

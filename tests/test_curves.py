"""The threshold sweep, ROC and P-R curves, their areas, operating points, several classes."""

from __future__ import annotations

import math
import pickle
import re
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from bad_input import BAD_POSITIVE, BAD_SCORES, INF, NAN, assert_raises, bad, bad_type, refused, undefined
from evalbook import confusion, curves
from evalbook.curves._bins import AT_ONCE, bins_of
from evalbook.teaching import examples
from peer_cases import approx, peer_cases
from strategies import SCORES, WEIGHTS, binary_samples

CURVES = [curves.threshold_counts, curves.roc_curve, curves.pr_curve, curves.best_threshold]
AREAS = [curves.roc_auc, curves.rank_loss]
PR_SCORES = [curves.average_precision, curves.break_even_point]


def share_of_pairs_won(y_true, y_score) -> float:
    """AUC by its definition: every positive against every negative."""
    positives = [score for label, score in zip(y_true, y_score, strict=True) if label == 1]
    negatives = [score for label, score in zip(y_true, y_score, strict=True) if label != 1]
    won = sum(Fraction(int(p > n) + int(p >= n), 2) for p, n in product(positives, negatives))
    return float(won / (len(positives) * len(negatives)))


# ---------------------------------------------------------------- the walkthroughs of the sources


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
def test_area_is_the_share_of_pairs_won_and_rank_loss_the_rest(samples):
    assert curves.roc_auc(*samples) == pytest.approx(share_of_pairs_won(*samples), abs=1e-12)
    assert curves.rank_loss(*samples) == pytest.approx(1 - share_of_pairs_won(*samples), abs=1e-12)


@given(binary_samples(SCORES))
def test_the_counts_at_each_threshold_are_its_confusion_matrix(samples):
    y_true, y_score = map(np.array, samples)
    thresholds, counts = curves.threshold_counts(y_true, y_score)
    assert thresholds.tolist() == [INF, *sorted(set(y_score.tolist()), reverse=True)]
    for place, threshold in enumerate(thresholds):
        matrix = confusion.confusion_matrix(y_true, (y_score >= threshold).astype(int), labels=[0, 1])
        assert counts[place] == matrix.binary(1)


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


# ---------------------------------------------------------------- results are values

RESULTS = {
    "ThresholdCounts": lambda samples: curves.threshold_counts(*samples),
    "RocCurve": lambda samples: curves.roc_curve(*samples),
    "PrCurve": lambda samples: curves.pr_curve(*samples),
    "OperatingPoint": lambda samples: curves.best_threshold(*samples),
    "RocCurve of a macro average": lambda samples: curves.multiclass_roc_curve(
        samples[0], np.column_stack([np.negative(samples[1]), samples[1]]), average="macro"
    ),
}


@pytest.mark.parametrize("made_of", RESULTS.values(), ids=RESULTS)
def test_results_are_equal_by_value_and_pickle(made_of):
    result = made_of(examples.eight_samples)
    assert result == made_of(examples.eight_samples)
    assert result != made_of(examples.four_samples)
    assert pickle.loads(pickle.dumps(result)) == result
    with pytest.raises(TypeError, match="unhashable"):
        hash(result)


@pytest.mark.parametrize("made_of", RESULTS.values(), ids=RESULTS)
def test_results_of_many_samples_print_in_one_line(made_of):
    many = np.arange(3000) % 3 % 2, np.arange(3000)
    shown = repr(made_of(many))
    assert len(shown) < 200
    assert "\n" not in shown


def test_what_a_curve_prints():
    samples = examples.eight_samples
    assert repr(curves.threshold_counts(*samples)) == "ThresholdCounts(8 thresholds, 4 positives, 4 negatives)"
    assert repr(curves.roc_curve(*samples)) == "RocCurve(8 points, auc=0.65625)"
    assert repr(curves.pr_curve(*samples)) == "PrCurve(7 points, average_precision=0.709524)"


# ---------------------------------------------------------------- counts of sweeps


@pytest.mark.parametrize("curve", [curves.threshold_counts, curves.roc_curve, curves.pr_curve])
def test_counts_at_different_thresholds_do_not_add(curve):
    counts, others = (curve([0, 0, 1, 1], y_score).counts for y_score in ([1, 2, 3, 4], [1, 2, 3, 5]))
    with pytest.raises(ValueError, match="counts over different thresholds do not add"):
        counts + others
    with pytest.raises(ValueError, match="counts over different thresholds do not add"):
        counts[2:] + others[1:-1]
    assert counts[-1] + others[-1] == confusion.Counts(tp=4, fp=4, fn=0, tn=0)


# ---------------------------------------------------------------- numbers of every kind


BEYOND_FLOATS = {
    "2**53": [2**53, 2**53 + 1, 2**53 + 1, 2**53 + 3],
    "-2**53": [-(2**53), -(2**53) - 1, -(2**53) - 2, 3],
    "2**63": np.array([2**63, 2**63 + 1, 2**64 - 1, 0], dtype=np.uint64),
    "-2**63": np.array([-(2**63), -(2**63) + 1, 2**63 - 1, 0]),
}


@pytest.mark.parametrize("y_score", BEYOND_FLOATS.values(), ids=BEYOND_FLOATS)
@pytest.mark.parametrize("curve", [curves.threshold_counts, curves.roc_curve, curves.pr_curve])
def test_thresholds_beyond_2_to_the_53_give_the_counts_again(curve, y_score):
    y_true = np.array([1, 0, 1, 0]) == 1
    result = curve(y_true, y_score)
    assert result == curve(y_true, y_score)
    for counts, threshold in zip(result.counts, result.thresholds, strict=True):
        for reached in (np.asarray(y_score) >= threshold, np.array([int(score) >= threshold for score in y_score])):
            assert (counts.tp, counts.fp) == ((reached & y_true).sum(), (reached & ~y_true).sum())


@pytest.mark.parametrize("y_score", [[2**53, 2**53 + 1], np.array([2**63, 2**63 + 1]), [-(2**53) - 1, -(2**53)]])
def test_the_best_threshold_beyond_2_to_the_53_gives_the_counts_again(y_score):
    best = curves.best_threshold([0, 1], y_score)
    assert best.counts == confusion.Counts(1, 0, 0, 1)
    assert (np.asarray(y_score) >= best.threshold).tolist() == [False, True]
    assert [int(score) >= best.threshold for score in y_score] == [False, True]


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int8, np.int64, np.uint64, bool])
def test_the_best_threshold_of_other_numbers_is_a_float(kind):
    assert type(curves.best_threshold([0, 1], np.array([0, 1], dtype=kind)).threshold) is float


def test_the_best_threshold_of_long_doubles_gives_the_counts_again():
    y_score = np.longdouble(1) + np.array([0, 1]) * np.finfo(np.longdouble).eps
    assert (y_score >= curves.best_threshold([0, 1], y_score).threshold).tolist() == [False, True]


def test_the_smallest_difference_of_floats_is_no_tie():
    assert curves.roc_auc([0, 1], [0.0, 5e-324]) == 1.0


# ---------------------------------------------------------------- one class, weight 0, bad input


@pytest.mark.parametrize(("y_true", "missing"), [([0, 0, 0], "positive"), ([1, 1, 1], "negative")])
class TestOneClass:
    def test_curve_warns_and_leaves_its_rate_nan(self, y_true, missing):
        with undefined(f"no {missing} sample"):
            curve = curves.roc_curve(y_true, [0.1, 0.2, 0.2])
        gone, kept = (curve.tpr, curve.fpr) if missing == "positive" else (curve.fpr, curve.tpr)
        assert np.isnan(gone).all()
        assert kept.tolist() == pytest.approx([0, 2 / 3, 1])
        assert math.isnan(curve.auc)

    def test_a_part_of_the_area_is_undefined_as_all_of_it(self, y_true, missing):
        for max_fpr in (None, 0.5):
            with undefined(
                rf"the AUC is undefined \(0/0\), so nan is returned: y_true has no {missing} sample, so there is no"
            ):
                assert math.isnan(curves.roc_auc(y_true, [0.1, 0.2, 0.2], max_fpr=max_fpr))

    def test_counts_are_no_error(self, y_true, missing, recwarn):
        counts = curves.threshold_counts(y_true, [0.1, 0.2, 0.2]).counts
        assert (counts.negatives if missing == "negative" else counts.positives).tolist() == [0, 0, 0]
        assert not recwarn.list


# ---------------------------------------------------------------- the peers' cases

PEERS = {
    "auc (trapezoid)": curves.auc,
    "roc_auc": curves.roc_auc,
    "rank_loss": curves.rank_loss,
    "average_precision": curves.average_precision,
    "average_precision tie across classes": curves.average_precision,
    "upper_convex_hull (kept indices)": lambda **points: curves.roc_convex_hull(**points).tolist(),
}


@peer_cases(*PEERS)
def test_numbers_as_the_peers_have_them(case):
    assert PEERS[case["metric"]](**case["inputs"]) == approx(case["expected"], case)


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


# ---------------------------------------------------------------- class skew


# ---------------------------------------------------------------- P-R curve


def test_the_pr_points_of_the_eight_samples():
    curve = curves.pr_curve(*examples.eight_samples)
    assert curve.thresholds.tolist() == [0.77, 0.62, 0.58, 0.47, 0.33, 0.23, 0.15]
    assert curve.precision.tolist() == [1, 1 / 2, 2 / 3, 3 / 5, 3 / 6, 4 / 7, 4 / 8]
    assert curve.recall.tolist() == [1 / 4, 1 / 4, 2 / 4, 3 / 4, 3 / 4, 1, 1]


def test_average_precision_of_the_eight_samples_by_hand():
    steps = [(1 / 4, 1), (1 / 4, 2 / 3), (1 / 4, 3 / 5), (1 / 4, 4 / 7)]  # each gain in recall, and the precision
    by_hand = sum(gain * precision for gain, precision in steps)
    assert curves.average_precision(*examples.eight_samples) == pytest.approx(by_hand, abs=1e-15)
    assert curves.pr_curve(*examples.eight_samples).average_precision == pytest.approx(by_hand, abs=1e-15)


def test_break_even_point_inside_the_tie_of_the_eight_samples():
    # Four samples are positive. Three score above 0.47, two of them positive; of the tied pair half a positive more.
    assert curves.break_even_point(*examples.eight_samples) == 2.5 / 4
    assert curves.pr_curve(*examples.eight_samples).break_even_point == 2.5 / 4


@pytest.mark.parametrize(
    ("y_true", "y_score", "expected"),
    [
        ([1, 1, 0, 0], [4, 3, 2, 1], 1),
        ([0, 0, 1, 1], [4, 3, 2, 1], 0),
        ([1, 0, 1, 0], [4, 3, 2, 1], 1 / 2),
        ([1, 0, 0, 0], [1, 1, 1, 1], 1 / 4),
        ([1, 1, 1, 0, 0, 0], [2, 2, 1, 1, 1, 1], (2 + 1 / 4) / 3),
        ([1, 1], [1, 2], 1),
    ],
)
def test_break_even_points_by_hand(y_true, y_score, expected):
    assert curves.break_even_point(y_true, y_score) == pytest.approx(expected, abs=1e-15)


@given(st.lists(st.integers(0, 1), min_size=2, max_size=20).filter(any))
def test_at_the_break_even_point_precision_recall_and_f1_are_equal(y_true):
    curve = curves.pr_curve(y_true, np.arange(len(y_true)))
    place = sum(y_true) - 1  # no ties: as many are predicted positive as are positive
    assert curve.precision[place] == curve.recall[place] == pytest.approx(curve.break_even_point, abs=1e-15)
    assert curve.counts[place].f1 == pytest.approx(curve.break_even_point, abs=1e-15)


@given(binary_samples(SCORES, both_classes=True))
def test_pr_and_roc_curves_score_the_same_counts(samples):
    pr, roc = curves.pr_curve(*samples), curves.roc_curve(*samples)
    assert pr.counts == roc.counts[1:]
    assert pr.thresholds.tolist() == roc.thresholds[1:].tolist()
    assert pr.recall.tolist() == roc.tpr[1:].tolist()
    for place, threshold in enumerate(pr.thresholds):
        predicted = [int(score >= threshold) for score in samples[1]]
        assert pr.precision[place] == confusion.precision(samples[0], predicted)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_pr_curve_and_average_precision_equal_scikit_learns(seed, weighted):
    rng = np.random.default_rng(seed)
    y_true, y_score = rng.integers(0, 2, 400), rng.integers(0, 50, 400) / 7
    weight = rng.integers(0, 4, 400) * rng.random(400) if weighted else None
    ours = curves.pr_curve(y_true, y_score, sample_weight=weight)
    theirs = sklearn_metrics.precision_recall_curve(y_true, y_score, sample_weight=weight)
    for part, peers in zip(ours, theirs, strict=True):  # they start at the lowest score, and invent an end point
        assert part[::-1] == pytest.approx(peers[: len(part)], abs=1e-12)
    area = sklearn_metrics.average_precision_score(y_true, y_score, sample_weight=weight)
    assert curves.average_precision(y_true, y_score, sample_weight=weight) == pytest.approx(area, abs=1e-12)
    assert ours.average_precision == pytest.approx(area, abs=1e-12)


def test_without_positives_the_recall_is_undefined():
    with undefined(
        r"^the recall of the P-R curve is undefined \(0/0\), so it is nan everywhere: y_true has no positive sample$"
    ):
        curve = curves.pr_curve([0, 0], [0.1, 0.2])
    assert np.isnan(curve.recall).all()
    assert curve.precision.tolist() == [0, 0]
    assert math.isnan(curve.average_precision)
    assert math.isnan(curve.break_even_point)


ONE_CLASS = [*product(AREAS, ["positive", "negative"]), *product(PR_SCORES, ["positive"])]


@pytest.mark.parametrize(("score", "missing"), ONE_CLASS)
def test_a_score_that_needs_another_class_is_undefined_until_a_number_stands_in(score, missing, recwarn):
    samples = [int(missing == "negative")] * 3, [0.1, 0.2, 0.2]
    with undefined(f"no {missing} sample"):
        assert math.isnan(score(*samples))
    assert score(*samples, zero_division=0.5) == 0.5
    assert not recwarn.list


def test_without_negatives_everything_is_precise(recwarn):
    precision, recall, _ = curves.pr_curve([1, 1], [0.1, 0.2])
    assert precision.tolist() == [1, 1]
    assert recall.tolist() == [1 / 2, 1]
    assert curves.average_precision([1, 1], [0.1, 0.2]) == curves.break_even_point([1, 1], [0.1, 0.2]) == 1
    assert not recwarn.list


@peer_cases("precision_recall_curve")
def test_pr_curves_as_the_peers_have_them(case):
    curve = curves.pr_curve(**case["inputs"])
    expected = case["expected"]
    # scikit-learn lists the points from the lowest score up and appends recall 0 with precision 1.
    assert [*curve.recall[::-1].tolist(), 0] == approx(expected["recall"], case)
    assert [*curve.precision[::-1].tolist(), 1] == approx(expected["precision"], case)
    assert curve.thresholds[::-1].tolist() == approx(
        expected.get("thresholds", sorted({*case["inputs"]["y_score"]})), case
    )
    assert curve.average_precision == approx(expected.get("average_precision", curve.average_precision), case)


@peer_cases("average_precision vs trapezoid PR-AUC")
def test_the_two_areas_under_one_pr_curve(case):
    precision, recall, _ = curves.pr_curve(**case["inputs"])
    assert curves.average_precision(**case["inputs"]) == approx(case["expected"]["average_precision"], case)
    trapezoids = curves.auc([0, *recall], [1, *precision])
    assert trapezoids == approx(case["expected"]["trapezoid_with_appended_point"], case)


@peer_cases("pr_auc as ROCR's 'aucpr' (trapezoids over the best precision at each recall, first point precision 1)")
def test_five_areas_under_one_pr_curve(case):
    precision, recall, _ = curves.pr_curve(**case["inputs"])
    best = {right: max(precision[recall == right]) for right in recall}  # the best precision at each recall
    rocr = curves.auc([0, *best], [1, *best.values()])
    assert rocr == approx(case["expected"], case)
    assert curves.average_precision(**case["inputs"]) == pytest.approx(0.8529, abs=5e-5)
    assert curves.auc([0, *recall], [1, *precision]) == pytest.approx(0.8348, abs=5e-5)
    at_least = [max(precision[recall >= level]) for level in np.arange(11) / 10]
    assert np.mean(at_least) == pytest.approx(0.8753, abs=5e-5)
    interpolated = np.maximum.accumulate(precision[::-1])[::-1]
    assert np.diff(recall, prepend=0) @ interpolated == pytest.approx(0.8629, abs=5e-5)


@peer_cases("f_measure_at_thresholds (alpha=0.5)")
def test_f1_at_thresholds_as_rocr_has_it_but_for_the_first(case):
    f1 = curves.threshold_counts(**case["inputs"]).counts.f1.tolist()
    # Above all scores P is 0/0 and ROCR's F is nan; counted as 2TP / (2TP + FP + FN) it is 0.
    assert case["expected"][0] == "nan"
    assert [f1[0], *f1[1:]] == approx([0, *case["expected"][1:]], case)


# ---------------------------------------------------------------- the best threshold


def screened_patients():
    """20 sick and 180 healthy: of both groups so many score 3, 2 and 1 that the points are (0.05, 0.5), (0.2, 0.9)."""
    sick, healthy = [10, 8, 2], [9, 27, 144]
    return [1] * 20 + [0] * 180, np.repeat([3, 2, 1, 3, 2, 1], sick + healthy)


def test_the_point_nearest_the_corner_is_not_the_most_accurate():
    curve = curves.roc_curve(*screened_patients())
    assert curve.fpr.tolist() == [0, 0.05, 0.2, 1]
    assert curve.tpr.tolist() == [0, 0.5, 0.9, 1]
    assert curve.counts.accuracy.tolist() == [0.9, 0.905, 0.81, 0.1]
    nearest = np.argmin(np.hypot(curve.fpr, 1 - curve.tpr))
    assert curve.thresholds[nearest] == 2
    best = curves.best_threshold(*screened_patients())
    assert (best.threshold, best.fpr, best.tpr) == (3, 0.05, 0.5)
    assert best.counts.accuracy == 0.905
    assert best.expected_cost == pytest.approx(0.095, abs=1e-15)


def test_a_missed_patient_who_costs_more_moves_the_threshold():
    best = curves.best_threshold(*screened_patients(), cost_fn=10)
    assert (best.threshold, best.fpr, best.tpr) == (2, 0.2, 0.9)
    assert best.expected_cost == pytest.approx((2 * 10 + 36) / 200, abs=1e-15)


COSTS = st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(any)


@given(binary_samples(st.tuples(SCORES, WEIGHTS), both_classes=True), COSTS)
def test_best_threshold_is_the_highest_of_the_cheapest(samples, costs):
    y_true, pairs = samples
    y_score, weight = map(list, zip(*pairs, strict=True))
    cost_fp, cost_fn = costs
    best = None
    for threshold in [INF, *sorted(set(y_score), reverse=True)]:
        cost = sum(
            unit * (cost_fn if label else cost_fp)
            for label, score, unit in zip(y_true, y_score, weight, strict=True)
            if (score >= threshold) != bool(label)
        )
        if best is None or cost < best[0]:
            best = cost, threshold
    found = curves.best_threshold(y_true, y_score, cost_fp=cost_fp, cost_fn=cost_fn, sample_weight=weight)
    assert found.threshold == best[1]
    assert found.expected_cost == pytest.approx(best[0] / sum(weight), abs=1e-12)
    assert (found.fpr, found.tpr) == (found.counts.fpr, found.counts.tpr)


@given(binary_samples(SCORES, both_classes=True))
def test_the_iso_accuracy_line_last_touches_the_curve_in_the_best_point(samples):
    curve, best = curves.roc_curve(*samples), curves.best_threshold(*samples)
    slope = curves.iso_accuracy_slope(n_neg=best.counts.negatives, n_pos=best.counts.positives)
    heights = curve.tpr - slope * curve.fpr
    assert best.tpr - slope * best.fpr == pytest.approx(heights.max(), abs=1e-12)


def test_the_slope_of_the_iso_accuracy_lines():
    assert curves.iso_accuracy_slope(n_neg=50, n_pos=100) == 0.5  # the line in S1's picture
    assert curves.iso_accuracy_slope(n_neg=180, n_pos=20) == 9
    assert type(curves.iso_accuracy_slope(n_neg=0, n_pos=np.int8(1))) is float


@pytest.mark.parametrize("n_neg", [0, 5])
def test_without_positives_there_is_no_slope(n_neg):
    with undefined("n_pos is 0"):
        assert math.isnan(curves.iso_accuracy_slope(n_neg=n_neg, n_pos=0))


@pytest.mark.parametrize(("y_true", "missing", "threshold"), [([0, 0, 0], "positive", INF), ([1, 1, 1], "negative", 1)])
def test_the_best_threshold_of_one_class_is_defined_though_a_rate_is_not(y_true, missing, threshold):
    rate = {"positive": "true positive rate", "negative": "false positive rate"}[missing]
    with undefined(
        rf"^the {rate} of the operating point is undefined \(0/0\), so it is nan: y_true has no {missing} sample$"
    ):
        best = curves.best_threshold(y_true, [1, 2, 3])
    assert (best.threshold, best.expected_cost) == (threshold, 0)
    assert math.isnan(best.tpr if missing == "positive" else best.fpr)


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_the_unit_of_the_costs_does_not_move_the_threshold(scale):
    best = curves.best_threshold([1, 0, 1, 0, 0], [5, 4, 3, 2, 1], cost_fp=scale, cost_fn=scale)
    assert best.threshold == 5
    assert best.expected_cost == pytest.approx(scale / 5, rel=1e-12, abs=0)


# ---------------------------------------------------------------- two curves


def ends_of_pieces(curve, fpr: Fraction) -> tuple[Fraction, Fraction]:
    """The lowest and the highest point of a ROC curve at a false positive rate."""
    counts = curve.counts
    corners = [
        (Fraction(int(fp), int(counts.fp[-1])), Fraction(int(tp), int(counts.tp[-1])))
        for fp, tp in zip(counts.fp, counts.tp, strict=True)
    ]
    heights = [y for x, y in corners if x == fpr]
    if not heights:
        (x, y), (u, v) = next((p, q) for p, q in pairwise(corners) if p[0] < fpr < q[0])
        heights = [y + (v - y) * (fpr - x) / (u - x)]
    return min(heights), max(heights)


@given(binary_samples(SCORES, both_classes=True), binary_samples(SCORES, both_classes=True))
def test_a_curve_encloses_another_that_it_is_nowhere_below(one, other):
    a, b = curves.roc_curve(*one), curves.roc_curve(*other)
    rates = {Fraction(int(fp), int(curve.counts.fp[-1])) for curve in (a, b) for fp in curve.counts.fp}
    pairs = [(ends_of_pieces(a, rate), ends_of_pieces(b, rate)) for rate in rates]
    assert curves.encloses(a, b) is all(high >= top and low >= bottom for (low, high), (bottom, top) in pairs)


@given(binary_samples(st.tuples(SCORES, SCORES), both_classes=True))
def test_of_the_same_samples_the_enclosing_curve_has_the_larger_areas(samples):
    y_true, scores = samples
    a, b = (curves.roc_curve(y_true, score) for score in zip(*scores, strict=True))
    if curves.encloses(a, b):
        assert a.auc >= b.auc - 1e-12
    if curves.encloses(a, b) and curves.encloses(b, a):
        assert a.auc == pytest.approx(b.auc, abs=1e-12)


def test_a_tie_is_a_slope_that_a_step_may_cross():
    tie = curves.roc_curve([0, 1, 0, 1], [1, 1, 1, 1])
    step = curves.roc_curve([0, 1, 0, 1], [4, 3, 2, 1])  # the negative first: below the slope
    assert curves.encloses(tie, step)
    assert not curves.encloses(step, tie)
    assert curves.encloses(tie, tie)


def test_average_curves_enclose_each_other_too():
    rng = np.random.default_rng(0)
    y_true = np.arange(60) % 3
    y_score = rng.random((60, 3))
    better = curves.multiclass_roc_curve(y_true, y_score + 3 * np.eye(3)[y_true], average="macro")
    assert curves.encloses(better, curves.multiclass_roc_curve(y_true, y_score, average="macro"))


ONE_CURVE = curves.roc_curve([0, 1], [1, 2])


@refused(
    {
        curves.encloses: [
            bad_type("a list", [0.0, 1.0], ONE_CURVE, words="a is of type list; expected a RocCurve"),
            bad_type("a P-R curve", ONE_CURVE, curves.pr_curve([0, 1], [1, 2]), words="b is of type PrCurve"),
            bad(
                "one class",
                ONE_CURVE,
                curves.RocCurve(np.zeros(2), np.full(2, NAN), np.zeros(2), None),
                words=("b is nan", "one class"),
            ),
        ]
    }
)
def test_what_is_no_curve_of_both_classes_encloses_nothing(function, row):
    assert_raises(function, row)


# ---------------------------------------------------------------- convex hull


def corners_by_definition(x, y) -> list[int]:
    """The points that lie above every line from an earlier to a later point, and both ends; integers, so exact."""
    corners = []
    for p in range(len(x)):
        lines = product(range(p), range(p + 1, len(x)))
        if all((y[p] - y[a]) * (x[b] - x[a]) > (y[b] - y[a]) * (x[p] - x[a]) for a, b in lines):
            corners.append(p)
    return corners


@given(binary_samples(SCORES, both_classes=True))
def test_the_hull_has_the_corners_by_definition(samples):
    curve = curves.roc_curve(*samples)
    by_definition = corners_by_definition(curve.counts.fp.tolist(), curve.counts.tp.tolist())
    assert curves.roc_convex_hull(curve.fpr, curve.tpr).tolist() == by_definition


def assert_hull(x, y, kept):
    slopes = np.diff(y[kept]) / np.maximum(np.diff(x[kept]), 1e-300)
    assert np.all(np.diff(slopes) < 0), "the hull is not convex"
    assert np.all(np.interp(x, x[kept], y[kept]) >= y - 1e-12), "a point lies above the hull"


@pytest.mark.parametrize("weighted", [False, True])
def test_the_hull_of_many_points_is_convex_and_covers_them(weighted):
    rng = np.random.default_rng(8)
    y_true = rng.integers(0, 2, 20_000)
    weight = rng.random(20_000) if weighted else None
    fpr, tpr, _ = curves.roc_curve(y_true, y_true + rng.normal(size=20_000), sample_weight=weight)
    kept = curves.roc_convex_hull(fpr, tpr)
    assert 2 < len(kept) < 1000
    assert_hull(fpr, tpr, kept)


ANGLE, RISING = np.linspace(0, np.pi / 2, 3000), np.linspace(0, 0.5, 3000)


@pytest.mark.parametrize(
    ("fpr", "tpr", "kept"),
    [
        pytest.param(1 - np.cos(ANGLE), np.sin(ANGLE), [*range(3000)], id="all of a smooth arc"),
        pytest.param([*RISING, 0.6], [*(RISING - RISING**2) / 10, 1], [0, 3000], id="no arc below a high last point"),
        pytest.param([1, 0.2, 0, 0.2, 0.5, 0.2], [1, 0.6, 0, 0.6, 0.5, 0.1], [2, 1, 0], id="in any order, and twice"),
        pytest.param([0.3], [0.4], [0], id="one point"),
    ],
)
def test_the_hull_of_a_few_shapes(fpr, tpr, kept):
    assert curves.roc_convex_hull(fpr, tpr).tolist() == kept


@pytest.mark.parametrize("steps", [3, 7, 10, 49, 1000])
def test_points_on_one_line_are_dropped_though_they_are_rounded(steps):
    line = np.arange(steps + 1) / steps
    assert curves.roc_convex_hull(line, line).tolist() == [0, steps]
    assert curves.roc_convex_hull(line, line / 3).tolist() == [0, steps]


@peer_cases("roc_convex_hull")
def test_hulls_as_the_peers_have_them(case):
    curve = curves.roc_curve(**case["inputs"])
    kept = curves.roc_convex_hull(curve.fpr, curve.tpr)
    assert curve.fpr[kept].tolist() == approx(case["expected"]["fpr"], case)
    assert curve.tpr[kept].tolist() == approx(case["expected"]["tpr"], case)


# ---------------------------------------------------------------- several classes

THREE_CLASSES = [0, 1, 2, 2], [[1, 0, 0], [0.1, 0.5, 0.4], [0.1, 0.1, 0.8], [0.3, 0.3, 0.4]]


def many_classes(seed, *, classes=4, n=120):
    """Labels and scores that often tie and add up to 1 in each row, as scikit-learn asks for."""
    rng = np.random.default_rng(seed)
    y_true = np.append(np.arange(classes), rng.integers(0, classes, n - classes))
    score = rng.integers(1, 6, (n, classes)) + 2.0 * (np.arange(classes) == y_true[:, None])
    return y_true, score / score.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(
    ("multi_class", "average"),
    [*product(["ovr"], ["macro", "micro", "weighted", None]), *product(["ovo"], ["macro", "weighted"])],
)
@pytest.mark.parametrize("seed", range(3))
def test_multiclass_areas_equal_scikit_learns(seed, multi_class, average):
    y_true, y_score = many_classes(seed)
    ours = curves.multiclass_roc_auc(y_true, y_score, average=average, multi_class=multi_class)
    theirs = sklearn_metrics.roc_auc_score(y_true, y_score, average=average, multi_class=multi_class)
    assert ours == pytest.approx(theirs, abs=1e-12)


def test_one_against_one_of_each_pair_by_hand():
    y_true, y_score = map(np.array, THREE_CLASSES)
    by_hand = []
    for a, b in combinations(range(3), 2):
        pair = np.isin(y_true, [a, b])
        areas = [share_of_pairs_won(y_true[pair] == label, y_score[pair, label]) for label in (a, b)]
        by_hand.append(sum(areas) / 2)
    assert curves.multiclass_roc_auc(y_true, y_score, multi_class="ovo", average=None) == pytest.approx(by_hand)
    assert curves.multiclass_roc_auc(y_true, y_score, multi_class="ovo") == pytest.approx(np.mean(by_hand))


@peer_cases("roc_auc multiclass OvR (per class, macro, weighted)", "roc_auc multiclass micro/macro, perfect ranking")
def test_multiclass_areas_as_the_peers_have_them(case):
    for average, expected in case["expected"].items():
        ours = curves.multiclass_roc_auc(**case["inputs"], average=None if average == "per_class" else average)
        assert ours == approx(expected, case)


def test_two_classes_have_the_area_of_the_positive_one():
    y_true, second = [0, 1, 0, 1], np.array([0.1, 0.3, 0.4, 0.8])
    y_score = np.column_stack([1 - second, second])
    for multi_class, average in product(["ovr", "ovo"], ["macro", "weighted"]):
        area = curves.multiclass_roc_auc(y_true, y_score, average=average, multi_class=multi_class)
        assert area == curves.roc_auc(y_true, second) == 0.75


@pytest.mark.parametrize("average", ["macro", "micro", "weighted"])
def test_labels_name_the_columns(average):
    y_true, y_score = many_classes(5)
    names = np.array(["ant", "bee", "cat", "dog"])
    plain = curves.multiclass_roc_auc(y_true, y_score, average=average)
    order = [2, 0, 3, 1]
    named = curves.multiclass_roc_auc(names[y_true], y_score[:, order], labels=names[order], average=average)
    assert named == pytest.approx(plain, abs=1e-12)


class TestAnAbsentClass:
    y_true, y_score, labels = [0, 0, 1], [[0.7, 0.2, 0.1], [0.3, 0.5, 0.2], [0.1, 0.6, 0.3]], [0, 1, 2]

    @pytest.mark.parametrize("multi_class", ["ovr", "ovo"])
    def test_its_area_and_the_mean_are_undefined(self, multi_class):
        with undefined(r"the AUC of class.* 2.* is undefined .*zero_division="):
            mean = curves.multiclass_roc_auc(self.y_true, self.y_score, labels=self.labels, multi_class=multi_class)
        assert math.isnan(mean)

    @pytest.mark.parametrize(("stand_in", "expected"), [(NAN, 1), (0, 2 / 3), (0.5, 2.5 / 3)])
    def test_zero_division_decides(self, stand_in, expected, recwarn):
        mean = curves.multiclass_roc_auc(self.y_true, self.y_score, labels=self.labels, zero_division=stand_in)
        assert mean == pytest.approx(expected)
        assert not recwarn.list

    def test_one_area_each(self):
        areas = curves.multiclass_roc_auc(
            self.y_true, self.y_score, labels=self.labels, average=None, zero_division=0.25
        )
        assert areas.tolist() == [1, 1, 0.25]
        with undefined("class 2"):
            areas = curves.multiclass_roc_auc(self.y_true, self.y_score, labels=self.labels, average=None)
        assert areas.tolist() == pytest.approx([1, 1, NAN], nan_ok=True)

    def test_it_has_no_part_in_a_weighted_mean(self, recwarn):
        assert curves.multiclass_roc_auc(self.y_true, self.y_score, labels=self.labels, average="weighted") == 1
        assert not recwarn.list

    def test_alone_a_class_has_no_area(self):
        with undefined("class 0, class 1 is undefined"):
            assert math.isnan(curves.multiclass_roc_auc([0, 0], [[0.1, 0.9], [0.9, 0.1]], labels=[0, 1]))
        only = curves.multiclass_roc_auc([0, 0], [[0.1, 0.9], [0.9, 0.1]], labels=[0, 1], zero_division=NAN)
        assert math.isnan(only)

    @pytest.mark.parametrize("average", ["threshold", "macro"])
    def test_its_curve_is_undefined_and_so_is_the_average(self, average):
        with undefined(r"classes \[2\] is undefined .* nan everywhere"):
            curve = curves.multiclass_roc_curve(self.y_true, self.y_score, labels=self.labels, average=average)
        assert np.isnan(curve.tpr).all()
        assert np.isfinite(curve.fpr).all()
        assert math.isnan(curve.auc)

    @pytest.mark.parametrize("average", ["threshold", "macro"])
    def test_alone_a_class_has_no_curve(self, average):
        with undefined(r"classes \[0, 1\]"):
            curve = curves.multiclass_roc_curve([0, 0], [[0.1, 0.9], [0.9, 0.1]], labels=[0, 1], average=average)
        assert np.isnan(curve.tpr).all()
        assert np.isfinite(curve.fpr).all() == (average == "macro")  # there the FPR is the axis, not an average

    def test_pooled_scores_are_always_defined(self, recwarn):
        curve = curves.multiclass_roc_curve(self.y_true, self.y_score, labels=self.labels, average="micro")
        assert curve.auc == curves.multiclass_roc_auc(self.y_true, self.y_score, labels=self.labels, average="micro")
        assert not recwarn.list


def test_the_threshold_average_of_three_classes_by_hand():
    # Class 0 against the rest has the points (0, 1) from 1.0 on, (1/3, 1) from 0.3, (1, 1) from 0.1. Class 1: (0, 1)
    # from 0.5, (1/3, 1) from 0.3, (2/3, 1) from 0.1, (1, 1) from 0. Class 2: (0, 1/2) from 0.8, (1/2, 1) from 0.4,
    # (1, 1) from 0.
    fpr, tpr, thresholds = curves.multiclass_roc_curve(*THREE_CLASSES)
    assert thresholds.tolist() == [INF, 1, 0.8, 0.5, 0.4, 0.3, 0.1, 0]
    assert (18 * fpr).tolist() == pytest.approx([0, 0, 0, 0, 3, 7, 13, 18])
    assert (6 * tpr).tolist() == pytest.approx([0, 2, 3, 5, 6, 6, 6, 6])


def test_the_macro_average_of_three_classes_by_hand():
    # Classes 0 and 1 are perfect: 1 from FPR 0 on. Class 2 goes from (0, 1/2) to (1/2, 1).
    curve = curves.multiclass_roc_curve(*THREE_CLASSES, average="macro")
    places = [0, 0, 1 / 3, 1 / 2, 2 / 3, 1]
    assert curve.fpr.tolist() == pytest.approx(places)
    assert curve.tpr.tolist() == pytest.approx([0, 5 / 6, (2 + 5 / 6) / 3, 1, 1, 1])
    assert np.isnan(curve.thresholds).all()
    assert curve.counts is None


def test_the_micro_average_pools_all_scores():
    y_true, y_score = map(np.array, THREE_CLASSES)
    pooled = curves.roc_curve((y_true[:, None] == [0, 1, 2]).ravel(), y_score.ravel())
    ours = curves.multiclass_roc_curve(y_true, y_score, average="micro")
    for part, expected in zip(ours, pooled, strict=True):
        assert part.tolist() == expected.tolist()
    assert ours.counts == pooled.counts


@pytest.mark.parametrize("seed", range(3))
def test_the_threshold_average_at_each_threshold(seed):
    y_true, y_score = many_classes(seed, classes=3, n=20)
    fpr, tpr, thresholds = curves.multiclass_roc_curve(y_true, y_score)
    assert thresholds.tolist() == [INF, *sorted(set(y_score.ravel().tolist()), reverse=True)]
    for place, threshold in enumerate(thresholds):
        member, called = y_true[:, None] == range(3), y_score >= threshold
        assert tpr[place] == pytest.approx(np.mean((member & called).sum(axis=0) / member.sum(axis=0)))
        assert fpr[place] == pytest.approx(np.mean((~member & called).sum(axis=0) / (~member).sum(axis=0)))


@pytest.mark.parametrize("seed", range(3))
def test_the_macro_average_at_each_fpr(seed):
    y_true, y_score = many_classes(seed)
    average = curves.multiclass_roc_curve(y_true, y_score, average="macro")
    per_class = [curves.roc_curve(y_true == label, y_score[:, label]) for label in range(4)]
    between = (np.unique(average.fpr)[1:] + np.unique(average.fpr)[:-1]) / 2  # away from the vertical pieces
    mean = np.mean([np.interp(between, curve.fpr, curve.tpr) for curve in per_class], axis=0)
    assert np.interp(between, average.fpr, average.tpr) == pytest.approx(mean, abs=1e-12)
    assert average.auc == pytest.approx(curves.multiclass_roc_auc(y_true, y_score), abs=1e-12)
    assert (average.fpr[0], average.tpr[0], average.fpr[-1], average.tpr[-1]) == (0, 0, 1, 1)
    assert np.diff(average.fpr).min() >= 0
    assert np.diff(average.tpr).min() >= 0


MATRIX = [[0.9, 0.1], [0.2, 0.8]]


# ---------------------------------------------------------------- scores in bins

EDGES = st.lists(SCORES, min_size=1, max_size=6, unique=True).map(sorted)


def test_the_two_shards_of_the_sources():
    """Each day is perfect by itself; together they are not."""
    edges = [0.5]
    monday = curves.ScoreTally.from_arrays([1, 1, 0, 0], [0.4, 0.3, 0.2, 0.1], edges=edges)
    tuesday = curves.ScoreTally.from_arrays([1, 1, 0, 0], [0.9, 0.8, 0.7, 0.6], edges=edges)
    assert (monday + tuesday).roc_auc_bounds() == (0.25, 0.75)
    both = [1, 1, 0, 0] * 2, [0.4, 0.3, 0.2, 0.1, 0.9, 0.8, 0.7, 0.6]
    assert curves.roc_auc(*both) == 0.75
    assert curves.average_precision(*both) == pytest.approx(49 / 60)


@pytest.mark.parametrize("seed", range(2))
def test_the_bounds_hold_on_thousands_of_sets_with_ties_and_weights(seed):
    rng = np.random.default_rng(seed)
    for number in range(1000):
        n = rng.integers(2, 30)
        y_true, y_score = rng.integers(2, size=n), [rng.normal(size=n).round(1), rng.integers(5, size=n)][number % 2]
        if not 0 < y_true.sum() < n:
            continue
        weight = rng.random(n) + 0.01 if number % 4 < 2 else None
        edges = np.unique(rng.choice([*y_score, *rng.normal(size=4)], size=rng.integers(1, 6)))
        tally = curves.ScoreTally.from_arrays(y_true, y_score, edges=edges, sample_weight=weight)
        for area in ("roc_auc", "average_precision"):
            low, high = getattr(tally, f"{area}_bounds")()
            assert low - 1e-12 <= getattr(curves, area)(y_true, y_score, sample_weight=weight) <= high + 1e-12
            assert low - 1e-12 <= getattr(tally, area) <= high + 1e-12
        low, high = tally.roc_auc_bounds()
        in_bins = tally.positives + tally.negatives
        assert high - low <= in_bins.max() / in_bins.sum() + 1e-12


def ordered(tally, *, positives_first: bool, tied: bool = False) -> tuple[list[int], list[float]]:
    """Samples with the counts of a tally, the positives of each bin before or behind its negatives."""
    y_true, y_score = [], []
    for place, (positives, negatives) in enumerate(zip(tally.positives, tally.negatives, strict=True)):
        labels = [0] * negatives + [1] * positives if positives_first else [1] * positives + [0] * negatives
        steps = np.arange(len(labels)) / (len(labels) + 1)
        if tied and positives:
            steps[[label == 1 for label in labels]] = steps[negatives]
        y_true += labels
        y_score += (place + steps).tolist()
    return y_true, y_score


@pytest.mark.parametrize("seed", range(20))
def test_the_bounds_are_reached(seed):
    """Three positives in a bin, or thirty: term by term, and by the series behind it."""
    rng = np.random.default_rng(seed)
    positives, negatives = rng.integers([0, 1], [[4, 40], [60, 4], [5, 2]]), rng.integers(1, 30, size=(3, 2))
    tally = curves.ScoreTally([1, 2, 3, 4, 5], positives.ravel(), negatives.ravel())
    worst, best = ordered(tally, positives_first=False), ordered(tally, positives_first=True)
    assert tally.roc_auc_bounds() == (pytest.approx(curves.roc_auc(*worst)), pytest.approx(curves.roc_auc(*best)))
    low, high = tally.average_precision_bounds()
    assert low == pytest.approx(curves.average_precision(*worst), abs=1e-9)
    assert high == pytest.approx(curves.average_precision(*ordered(tally, positives_first=True, tied=True)))


def test_the_lower_bound_of_the_average_precision_holds_for_many_positives_in_a_bin():
    tally = curves.ScoreTally([0.5], [1_000_000, 3], [2_000_000, 7])
    worst = ordered(tally, positives_first=False)
    assert -1e-14 < curves.average_precision(*worst) - tally.average_precision_bounds()[0] < 1e-9


@given(binary_samples(SCORES, both_classes=True), EDGES)
def test_binned_areas_are_those_of_the_scores_rounded_down(samples, edges):
    tally = curves.ScoreTally.from_arrays(*samples, edges=edges)
    rounded = np.searchsorted(edges, samples[1], side="right")
    assert tally.roc_auc == pytest.approx(curves.roc_auc(samples[0], rounded))
    assert tally.average_precision == pytest.approx(curves.average_precision(samples[0], rounded))


@given(binary_samples(SCORES, both_classes=True), EDGES)
def test_the_points_at_the_edges_are_those_of_the_scores(samples, edges):
    y_true, y_score = map(np.array, samples)
    thresholds, counts = curves.ScoreTally.from_arrays(y_true, y_score, edges=edges).threshold_counts
    for place, threshold in enumerate(thresholds):
        matrix = confusion.confusion_matrix(y_true, (y_score >= threshold).astype(int), labels=[0, 1])
        assert counts[place] == matrix.binary(1)


@given(binary_samples(SCORES, both_classes=True), EDGES)
def test_the_roc_curve_lies_between_its_bounds(samples, edges):
    tally, curve = curves.ScoreTally.from_arrays(*samples, edges=edges), curves.roc_curve(*samples)
    low, high = tally.roc_curve_bounds()
    assert (low.auc, high.auc) == pytest.approx(tally.roc_auc_bounds())
    for fpr, tpr in zip(curve.fpr, curve.tpr, strict=True):
        assert low.tpr[low.fpr <= fpr].max(initial=0) - 1e-9 <= tpr or low.tpr[low.fpr < fpr].max(initial=0) <= tpr
        assert tpr <= high.tpr[high.fpr <= fpr].max() + 1e-9
    exact = tally.roc_curve
    assert set(zip(exact.fpr, exact.tpr, strict=True)) <= set(zip(low.fpr, low.tpr, strict=True))


@given(binary_samples(SCORES, both_classes=True), EDGES, st.floats(0.01, 1))
def test_the_precision_at_a_recall_lies_between_its_bounds(samples, edges, recall):
    low, high = curves.ScoreTally.from_arrays(*samples, edges=edges).pr_curve_bounds([recall])
    curve = curves.pr_curve(*samples)
    precision = curve.precision[np.flatnonzero(curve.recall >= recall)[0]]
    assert low[0] - 1e-12 <= precision <= high[0] + 1e-12


@pytest.mark.parametrize("positives", [[1, 0], [1, 1], [2, 1], [0, 2], [1, 2], [3, 0]])
@pytest.mark.parametrize("negatives", [[0, 1], [1, 0], [1, 1], [2, 1]])
def test_the_bounds_of_the_precision_at_a_recall_are_those_of_all_orders(positives, negatives):
    """Every order and every tie within the bins; at each share of the positives, and just above and below it."""
    tally, counts = curves.ScoreTally([1], positives, negatives), list(zip(positives, negatives, strict=True))
    y_true = [label for p, n in counts for label in [1] * p + [0] * n]
    steps = [[place + step / 9 for step in range(p + n)] for place, (p, n) in enumerate(counts) for _ in range(p + n)]
    total = sum(positives)
    recall = np.array([found / total + way for found in range(1, total + 1) for way in (-1e-16, 0, 1e-9)])
    recall = recall[recall <= 1]
    orders = [curves.pr_curve(y_true, y_score) for y_score in product(*steps)]
    possible = np.array([curve.precision[np.searchsorted(curve.recall, recall)] for curve in orders])
    low, high = tally.pr_curve_bounds(recall)
    assert low == pytest.approx(possible.min(axis=0))
    assert high == pytest.approx(possible.max(axis=0))


@pytest.mark.parametrize("weight", [None, np.full(150, 0.5)], ids=["counts", "weights"])
def test_a_recall_that_a_bin_reaches_is_reached_in_that_bin(weight):
    """.07 · 100 is 7.000000000000001: above the seven that are found."""
    y_true, y_score = np.repeat([1, 0, 1], [7, 50, 93]), np.repeat([0.9, 0.5, 0.1], [7, 50, 93])
    tally = curves.ScoreTally.from_arrays(y_true, y_score, edges=[0.3, 0.7], sample_weight=weight)
    assert tally.pr_curve_bounds(0.07) == (1, 1)


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=2, max_size=6), st.sampled_from([0.1, 0.7, 3])
)
@example([(4, 0), (5, 0), (3, 3)], 0.1)
def test_the_bounds_of_the_precision_do_not_depend_on_the_unit_of_weights(bins, unit):
    positives, negatives = np.array(bins[::-1], dtype=float).T
    edges, recall = np.arange(1, len(bins)), np.cumsum(positives[::-1]) / positives.sum()
    one = curves.ScoreTally(edges, positives, negatives)
    other = curves.ScoreTally(edges, unit * positives, unit * negatives)
    assert np.array(other.pr_curve_bounds(recall)) == pytest.approx(np.array(one.pr_curve_bounds(recall)), rel=1e-9)


def test_every_share_of_the_positives_is_reached_by_as_many():
    for total in range(1, 150):
        found = np.arange(1, total + 1)
        low, _ = curves.ScoreTally([0.5], [total, 0], [1, 0]).pr_curve_bounds(found / total)
        assert (low == found / (found + 1)).all()


def test_a_bin_includes_its_lower_edge():
    tally = curves.ScoreTally.from_arrays([0, 1, 1, 0], [0.25, 0.5, 0.75, -7], edges=[0.25, 0.5])
    assert tally.positives.tolist() == [0, 0, 2]
    assert tally.negatives.tolist() == [1, 1, 0]


def test_other_edges_do_not_add():
    one, other = curves.ScoreTally([0.5]), curves.ScoreTally([0.25])
    with pytest.raises(ValueError, match="tallies over the edges"):
        one + other


def test_a_tally_of_nothing_is_undefined_until_something_is_added():
    empty = curves.ScoreTally([0.25, 0.5, 0.75])
    for bounds in (empty.roc_auc_bounds(), empty.average_precision_bounds(), empty.pr_curve_bounds([0.5])):
        assert np.isnan(bounds).all()
    assert math.isnan(empty.average_precision)
    some = curves.ScoreTally.from_arrays([0, 1], [0.2, 0.7], edges=[0.25, 0.5, 0.75])
    assert empty + some == some


def test_totals_beyond_64_bits_stay_right():
    huge = curves.ScoreTally([0.5], [2**52, 2**52], [2**52, 2**52])
    total = sum([huge] * 5000)
    assert total.n == 5000 * 4 * 2.0**52
    assert total.roc_auc_bounds() == huge.roc_auc_bounds() == (0.25, 0.75)
    assert total.threshold_counts.counts.tp[-1] == 5000 * 2 * 2.0**52
    many = curves.ScoreTally(np.arange(1, 5000), np.full(5000, 2**53), np.full(5000, 2**53))
    assert many.threshold_counts.counts.tp[-1] == 5000 * 2.0**53


@pytest.mark.parametrize("unit", [1e-100, 1e99])
def test_bounds_of_tiny_and_huge_weights(unit):
    tally = curves.ScoreTally([0.5], [unit, 3 * unit], [3 * unit, unit])
    assert tally.roc_auc_bounds() == pytest.approx((9 / 16, 15 / 16))
    assert tally.average_precision_bounds()[1] == pytest.approx((3 * 1 + 4 / 5) / 4)


@pytest.mark.parametrize(
    ("samples", "edges", "weight", "auc", "ap"),
    [
        (([0, 1], [0.7, 0.9]), [0.5], [1e-100, 1e100], (0, 1), (1, 1)),
        (([0, 1, 0], [0.9, 0.5, 0.4]), [0.3, 0.7], [1, 1, 1e16], (0, 1), (0, 0.5)),
        (([1, 0, 0, 0], [0.1, 0.1, 0.6, 0.9]), [0.5, 0.8], [1, 0.1, 0.2, 0.3], (0, 1 / 6), (0.4115024, 1 / 1.5)),
        (([1, 0, 1], [0.1, 0.6, 0.9]), [0.5, 0.8], [1e-100, 1e-100, 1e100], (1, 1), (1, 1)),
    ],
    ids=["next to no negative", "1 behind 1e16", "a difference of tenths", "next to no positive"],
)
def test_weights_of_very_different_size_have_bounds(samples, edges, weight, auc, ap):
    tally = curves.ScoreTally.from_arrays(*samples, edges=edges, sample_weight=weight)
    assert tally.roc_auc_bounds() == pytest.approx(auc, abs=1e-12)
    assert tally.average_precision_bounds() == pytest.approx(ap)


@given(binary_samples(SCORES, both_classes=True), EDGES, st.data())
def test_bounds_are_shares_in_order(samples, edges, data):
    """Not even in the last digit is one above 1, or the lower above the upper."""
    some = st.one_of(st.none(), st.just(0.1), st.floats(-99.9, 99.9).map(lambda power: 10.0**power))
    weight = data.draw(st.lists(some, min_size=len(samples[0]), max_size=len(samples[0])))
    weight = None if None in weight else weight
    tally = curves.ScoreTally.from_arrays(*samples, edges=edges, sample_weight=weight)
    for low, high in (tally.roc_auc_bounds(), tally.average_precision_bounds()):
        assert 0 <= low <= high <= 1


def shown_bounds(tally):
    """The numbers of the repr: the bounds of the AUC, and those of the AP."""
    return [float(number) for number in re.findall(r"(?:AUC|to|AP) ([\d.e-]+)", repr(tally))]


def test_bounds_are_shown_rounded_outward():
    y_true = np.repeat([0, 1], [10_000, 100])
    y_score = np.concatenate([np.linspace(0, 0.4, 9_999), [0.8], np.linspace(0.7, 0.9, 100)])
    assert "AUC 0.9999 to 1, AP 0.993 to 0.994>" in repr(curves.ScoreTally.from_arrays(y_true, y_score))
    assert "AUC nan to nan, AP nan to nan>" in repr(curves.ScoreTally([0.5]))
    exact = curves.ScoreTally([1, 2, 3, 4], [0, 7, 0, 0, 3], [0, 0, 10, 0, 0])
    assert "AUC 0.3 to 0.3, AP" in repr(exact)  # not .2999, for the float that is nearest to .3


@given(binary_samples(SCORES, both_classes=True), EDGES)
def test_what_is_shown_holds_the_bounds(samples, edges):
    tally = curves.ScoreTally.from_arrays(*samples, edges=edges)
    auc_low, auc_high, ap_low, ap_high = shown_bounds(tally)
    for (low, high), shown in (
        (tally.roc_auc_bounds(), (auc_low, auc_high)),
        (tally.average_precision_bounds(), (ap_low, ap_high)),
    ):
        assert shown[0] <= low + 1e-15
        assert high - 1e-15 <= shown[1]


def test_logit_edges_are_symmetric_and_rise():
    for n_bins in (2, 3, 10, 11, 10_000):
        edges = curves.logit_edges(n_bins)
        assert len(edges) == n_bins - 1
        assert (np.diff(edges) > 0).all()
        assert (edges == 1 - edges[::-1]).all()
    assert edges[[0, 4999, -1]].tolist() == [2.0**-24, 0.5, 1 - 2.0**-24]


CROWDED = {
    "spread": lambda rng, n: rng.uniform(size=n),
    "near 0": lambda rng, n: rng.beta(0.5, 200, n),
    "near 1": lambda rng, n: rng.beta(200, 0.5, n),
    "beyond the edges": lambda rng, n: rng.choice([0, -0.0, 5e-324, 1e-9, 1 - 1e-9, 1], n),
    "negative, too": lambda rng, n: rng.normal(size=n),
    "above 1, too": lambda rng, n: rng.exponential(size=n),
}


@pytest.mark.parametrize("draw", CROWDED.values(), ids=CROWDED)
@pytest.mark.parametrize(
    "edges",
    [
        curves.logit_edges(),
        curves.logit_edges(3),
        np.linspace(0, 1, 1000),
        np.geomspace(5e-324, 0.5, 50),
        np.array([0.5]),
        np.array([]),
        np.array([-1, 0.3, 2]),
    ],
    ids=["logit", "two", "from 0 to 1", "far apart", "one", "none", "wide"],
)
def test_a_score_is_in_the_bin_that_a_search_finds(draw, edges):
    rng = np.random.default_rng(0)
    score = draw(rng, 3 * AT_ONCE + 1)
    at_edges = rng.choice(len(score), len(edges), replace=False)
    score[at_edges] = edges
    score[at_edges[::2]] = np.nextafter(edges[::2], -1)
    assert (bins_of(score, edges) == np.searchsorted(edges, score, side="right")).all()


def test_quantile_edges_make_bins_of_equal_size():
    score = np.random.default_rng(0).normal(size=10_000)
    edges = curves.quantile_edges(score, 50)
    assert len(edges) == 49
    counts = np.bincount(np.searchsorted(edges, score, side="right"))
    assert counts.min() == counts.max() == 200
    assert curves.quantile_edges([1, 1, 1, 1, 2], 3).tolist() == [1]


# ---------------------------------------------------------------- a second pass


def refined(y_true, y_score, weight, first, metric, parts=2):
    """The second pass over parts."""
    return sum(
        curves.RefinedTally.from_arrays(
            y_true[part], y_score[part], first=first, metric=metric, pos_label=1,
            sample_weight=None if weight is None else weight[part],
        )
        for part in np.array_split(np.arange(len(y_true)), parts)
    )  # fmt: skip


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_the_second_pass_is_exact(seed, weighted):
    rng = np.random.default_rng(seed)
    n = 60
    y_true, y_score = np.append([0, 1], rng.integers(2, size=n - 2)), rng.normal(size=n).round(1)
    weight = rng.random(n) + 0.01 if weighted else None
    edges = np.unique(rng.normal(size=8).round(1))
    first = curves.ScoreTally.from_arrays(y_true, y_score, edges=edges, sample_weight=weight)
    auc, ap = (area(y_true, y_score, sample_weight=weight) for area in (curves.roc_auc, curves.average_precision))
    assert refined(y_true, y_score, weight, first, "roc_auc").roc_auc() == pytest.approx(auc)
    both = refined(y_true, y_score, weight, first, "average_precision", parts=3)
    assert (both.roc_auc(), both.average_precision()) == pytest.approx((auc, ap))


def test_the_second_pass_holds_only_what_the_first_left_open():
    rng = np.random.default_rng(0)
    y_true = rng.random(100_000) < 0.01
    y_score = np.where(y_true, rng.normal(4, 1, 100_000), rng.normal(0, 1, 100_000))
    first = curves.ScoreTally.from_arrays(y_true, y_score, edges=np.linspace(-5, 8, 1000))
    second = curves.RefinedTally.from_arrays(y_true, y_score, first=first)
    assert second.roc_auc() == pytest.approx(curves.roc_auc(y_true, y_score))
    assert len(second.scores) < 5000


def test_refined_edges_bring_the_bounds_closer():
    rng = np.random.default_rng(1)
    y_true = rng.random(200_000) < 0.01
    y_score = np.where(y_true, rng.normal(4, 1, 200_000), rng.normal(0, 1, 200_000))
    tally, gaps = curves.ScoreTally.from_arrays(y_true, y_score, edges=np.linspace(-5, 8, 200)), []
    for _ in range(3):
        low, high = tally.roc_auc_bounds()
        gaps.append(high - low)
        edges = tally.refined_edges(1000)
        assert len(edges) < 1000
        tally = curves.ScoreTally.from_arrays(y_true, y_score, edges=edges)
    assert gaps[1] < gaps[0] / 10
    assert gaps[2] < gaps[1]


@pytest.mark.parametrize("counts", [([0, 0], [0, 0]), ([3, 0], [0, 2]), ([1, 1], [1, 1])])
def test_refined_edges_of_bins_that_cannot_be_cut_stay(counts):
    assert curves.ScoreTally([0.5], *counts).refined_edges().tolist() == [0.5]


@pytest.mark.parametrize("unit", [1e-100, 1e99])
def test_refined_edges_do_not_depend_on_the_unit_of_the_weights(unit):
    counts = np.array([[1, 5, 9, 2, 0], [4, 4, 1, 0, 7]])
    edges = [0.1, 0.2, 0.5, 0.8]
    expected = curves.ScoreTally(edges, *counts).refined_edges(20)
    assert len(expected) > 10
    assert curves.ScoreTally(edges, *(counts * unit)).refined_edges(20) == pytest.approx(expected)


@given(binary_samples(SCORES, both_classes=True), EDGES, st.integers(2, 20))
def test_refined_edges_never_move_the_bounds_apart(samples, edges, n_bins):
    tally = curves.ScoreTally.from_arrays(*samples, edges=edges)
    low, high = tally.roc_auc_bounds()
    again = curves.ScoreTally.from_arrays(*samples, edges=tally.refined_edges(n_bins)).roc_auc_bounds()
    assert low - 1e-12 <= again[0] <= again[1] <= high + 1e-12


def test_refined_edges_join_no_bins_of_different_classes():
    """Not even where empty bins lie between them: what was in order stays so."""
    in_order = curves.ScoreTally([1, 2, 3, 4, 5], [0, 0, 2, 3, 0, 1], [4, 0, 0, 0, 5, 0])
    assert in_order.refined_edges().tolist() == [2, 4, 5]


def test_refined_edges_join_bins_of_one_class_over_an_empty_one():
    assert curves.ScoreTally([1, 2, 3, 4], [2, 0, 3, 0, 0], [0, 0, 0, 0, 4]).refined_edges().tolist() == [4]


@pytest.mark.parametrize(
    ("n_bins", "edges"), [(2, [1, 2]), (3, [1, 2]), (4, [1, 1.5, 2]), (6, [1, 1.25, 1.5, 1.75, 2])]
)
def test_refined_edges_make_as_many_bins_as_were_asked_for_where_there_is_room(n_bins, edges):
    assert curves.ScoreTally([1, 2], [0, 3, 0], [0, 3, 0]).refined_edges(n_bins).tolist() == edges


def test_refined_edges_make_two_bins_at_least():
    with pytest.raises(ValueError, match="n_bins is 1; expected at least 2"):
        curves.ScoreTally([0.5], [1, 1], [1, 1]).refined_edges(1)


def test_edges_beside_bins_of_both_classes_stay_even_if_they_are_more_than_were_asked_for():
    many = curves.ScoreTally(np.arange(1, 100), np.ones(100, int), np.ones(100, int))
    assert many.refined_edges(10).tolist() == list(range(1, 100))


def test_a_second_pass_that_missed_samples_has_no_area():
    y_true, y_score = [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4]
    first = curves.ScoreTally.from_arrays(y_true, y_score, edges=[0.25])
    half = curves.RefinedTally.from_arrays(y_true[:2], y_score[:2], first=first)
    with pytest.raises(ValueError, match="has seen 1 positives in the open bins and the first 2"):
        half.roc_auc()


@pytest.mark.parametrize(
    ("y_true", "words"),
    [
        ([0, 0, 0, 1, 1, 1], "has seen 0 positives in bin 0 and the first 1"),
        ([1, 0, 1, 0, 1, 0], "has seen 2 positives in bin 0 and the first 1"),
    ],
)
@pytest.mark.parametrize("weight", [None, np.full(6, 0.1)], ids=["counts", "weights"])
def test_a_second_pass_over_other_samples_has_no_area(y_true, words, weight):
    y_score = [0.1, 0.2, 0.3, 0.6, 0.7, 0.8]
    first = curves.ScoreTally.from_arrays([0, 1, 0, 1, 0, 1], y_score, edges=[0.5], sample_weight=weight)
    other = curves.RefinedTally.from_arrays(y_true, y_score, first=first, sample_weight=weight)
    words = words if weight is None else re.sub(r"\b[12]\b", r"0.\g<0>", words)
    with pytest.raises(ValueError, match=words):
        other.roc_auc()


def test_a_second_pass_with_a_score_in_a_closed_bin_has_no_area():
    first = curves.ScoreTally([0.5], [1, 0], [1, 1])
    with pytest.raises(ValueError, match="has seen 0 negatives in bin 0 and the first 1"):
        curves.RefinedTally(first, "roc_auc", [0.7, 0.2], [0, 1], [1, 0]).roc_auc()


def test_a_second_pass_for_one_area_has_not_the_other():
    first = curves.ScoreTally.from_arrays([0, 1], [0.1, 0.2], edges=[0.25])
    with pytest.raises(ValueError, match='expected one made with metric="average_precision"'):
        curves.RefinedTally.from_arrays([0, 1], [0.1, 0.2], first=first).average_precision()


def test_the_second_pass_refuses_more_scores_than_it_may_hold():
    y_true, y_score = np.arange(20) % 2, np.arange(20) / 20
    first = curves.ScoreTally.from_arrays(y_true, y_score, edges=[0.5])
    with pytest.raises(ValueError, match="more than at_most=8 distinct scores"):
        curves.RefinedTally.from_arrays(y_true, y_score, first=first, at_most=8)
    parts = [
        curves.RefinedTally.from_arrays(y_true[part], y_score[part], first=first, at_most=15)
        for part in (slice(0, 10), slice(10, 20))
    ]
    with pytest.raises(ValueError, match="more than at_most=15 distinct scores"):
        sum(parts)


def test_second_passes_after_other_first_ones_do_not_add():
    one, other = (curves.ScoreTally.from_arrays([0, 1], [0.1, 0.2], edges=[edge]) for edge in (0.15, 0.25))
    parts = [curves.RefinedTally.from_arrays([0, 1], [0.1, 0.2], first=first) for first in (one, other)]
    with pytest.raises(ValueError, match="refined tallies of another first do not add"):
        sum(parts)


FIRST = curves.ScoreTally([0.5], [1, 1], [1, 1])


BAD = {
    (*CURVES, *AREAS, *PR_SCORES): [
        bad("two columns", [0, 1], [[0.1, 0.9], [0.2, 0.8]], words="the positive class, y_score[:, 1]"),
    ],
    curves.roc_auc: [
        *BAD_SCORES,
        *BAD_POSITIVE,
        bad("three columns", [0, 1, 2], np.eye(3), words="use multiclass_roc_auc or multiclass_roc_curve"),
    ],
    curves.auc: [
        bad("empty", [], [], words="x is empty"),
        bad("one point", [0], [0], words="x has 1 point"),
        bad("different lengths", [0, 1], [0], words=["x has 2", "y has 1"]),
        bad("turning back", [0, 1, 0.5], [0, 1, 1], words="x both rises and falls"),
        bad("nan", [0, NAN], [0, 1], words="x[1] is nan"),
        bad("inf", [0, 1], [0, INF], words="y[1] is inf"),
        bad_type("strings", ["a", "b"], [0, 1], words="x holds strings"),
        bad("two dimensions", [[0, 1]], [0, 1], words="x has shape (1, 2)"),
    ],
    curves.best_threshold: [
        bad("no cost at all", [0, 1], [0, 1], cost_fp=0, cost_fn=0, words="cost_fp and cost_fn are both 0")
    ],
    curves.roc_convex_hull: [
        bad("empty", [], [], words="fpr is empty"),
        bad("different lengths", [0, 1], [0], words=["fpr has 2", "tpr has 1"]),
        bad("nan", [0, NAN], [0, 1], words="fpr[1] is nan"),
        bad("beyond 1", [0, 1], [0, 1.5], words=["tpr holds 1.5", "between 0 and 1"]),
        bad("below 0", [-0.5, 1], [0, 1], words="fpr holds -0.5"),
        bad_type("strings", ["a", "b"], [0, 1], words="fpr holds strings"),
        bad("two dimensions", [0, 1], [[0, 1]], words="tpr has shape (1, 2)"),
    ],
    (curves.multiclass_roc_auc, curves.multiclass_roc_curve): [
        bad("an empty matrix", [0, 1], [[], []], words="y_score is empty"),
        bad("one dimension", [0, 1], [0.1, 0.9], words=["y_score has shape (2,)", "two dimensions"]),
        bad("ragged", [0, 1], [[0.1], [0.1, 0.9]], words="y_score is ragged"),
        bad_type("strings", [0, 1], [["a", "b"], ["c", "d"]], words="y_score holds strings"),
        bad("too few columns", [0, 1, 2], [[0, 1]] * 3, words="2 columns, but the number of classes in y_true is 3"),
        bad("one column", [0, 0], [[0], [1]], words=["y_score has 1 column", "two classes"]),
        bad("an unlisted label", [0, 7], MATRIX, labels=[0, 1], words="labels leaves out 7"),
        bad("labels of another type", [0, 1], MATRIX, labels=["0", "1"], words="labels holds '0' and the samples 0"),
        bad("too many labels", [0, 1], MATRIX, labels=[0, 1, 2], words="2 columns, but the number of labels is 3"),
        bad("a label twice", [0, 1], MATRIX, labels=[1, 1], words="labels is [1, 1]"),
        bad("one label", [0, 1], MATRIX, labels="ab", words="labels is 'ab'"),
    ],
    curves.multiclass_roc_auc: [
        bad("pooled pairs", [0, 1], MATRIX, multi_class="ovo", average="micro", words='average is "micro"')
    ],
    curves.ScoreTally: [
        bad("no edges", [], words="edges is empty"),
        bad("falling edges", [0.5, 0.25], words=["edges[1] is 0.25 after 0.5", "rise"]),
        bad("an edge twice", [0.5, 0.5], words="edges[1]"),
        bad("nan", [NAN], words="edges[0] is nan"),
        bad("too few counts", [0.5], [1], words=["positives has 1 values", "2 bins"]),
        bad("a negative count", [0.5], [1, 2], [0, -1], words="negatives holds -1"),
        bad("counts beyond a float", [0.5], [1e308, 1e308], words=["positives[0] is 1e+308", "1e-100 to 1e100"]),
    ],
    (curves.ScoreTally.from_arrays, curves.ScoreTally.rows): [
        bad("no probabilities", [0, 1], [0.5, 1.5], words=["y_score holds 1.5", "quantile_edges"]),
        bad("negative", [0, 1], [-0.5, 0.5], words="y_score holds -0.5"),
    ],
    curves.logit_edges: [bad("one bin", 1, words="n_bins is 1")],
    curves.quantile_edges: [
        bad("no scores", [], words="y_score is empty"),
        bad("nan", [NAN], words="y_score[0] is nan"),
        bad("one bin", [1.0, 2.0], 1, words="n_bins is 1"),
    ],
    curves.RefinedTally.from_arrays: [
        bad_type("no tally", [0, 1], [0, 1], first=3, words="first is of type int"),
        bad("no metric", [0, 1], [0, 1], first=FIRST, metric="both", words="metric is 'both'"),
    ],
    curves.RefinedTally: [
        bad("rising scores", FIRST, "roc_auc", [1, 2], [1, 0], [0, 1], words="scores do not fall"),
        bad("too few counts", FIRST, "roc_auc", [2, 1], [1], [0, 1], words="scores has 2, positives has 1"),
        bad("too many scores", FIRST, "roc_auc", [2, 1], [1, 0], [0, 1], 1, words="at_most=1"),
        bad("a negative count", FIRST, "roc_auc", [2, 1], [-1, 2], [0, 1], words=["positives holds -1", "at least 0"]),
    ],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


def test_more_edges_than_bins_may_be_are_refused(monkeypatch):
    monkeypatch.setattr("evalbook.curves._edges.MOST_BINS", 3)
    with pytest.raises(ValueError, match="edges has 3 numbers; expected fewer than 3"):
        curves.ScoreTally([1, 2, 3])


@pytest.mark.parametrize("recall", [0, [0.5, 0], 1.5, NAN])
def test_bad_recalls_raise(recall):
    with pytest.raises(ValueError, match="recall holds"):
        FIRST.pr_curve_bounds(recall)


@pytest.mark.parametrize("unit", [0.2, 0.7, 1 / 3, 1e-20])
def test_the_unit_of_weights_breaks_no_tie_of_costs(unit):
    y_true, y_score = [0, 1, 1, 1], [0.7, 0.9, 0.9, 0.4]
    found = curves.best_threshold(y_true, y_score, sample_weight=[unit] * 4)
    assert found.threshold == curves.best_threshold(y_true, y_score).threshold == 0.9


def test_the_unit_of_costs_breaks_no_tie():
    y_true, y_score = [1, 0, 0, 0, 1], [0.9, 0.8, 0.7, 0.6, 0.5]
    assert curves.best_threshold(y_true, y_score, cost_fp=0.1, cost_fn=0.3).threshold == 0.9
    assert curves.best_threshold(y_true, y_score, cost_fp=1, cost_fn=3).threshold == 0.9


def test_a_refined_tally_misses_no_sample_of_two_billion():
    first = curves.ScoreTally([0.5], [2_000_000_000, 1], [1, 1])
    refined = curves.RefinedTally(first, "roc_auc", [0.6, 0.4, 0.3], [1, 1_999_999_999, 0], [1, 0, 1])
    with pytest.raises(ValueError, match=r"second pass has seen 2,000,000,000 positives .* first 2,000,000,001"):
        refined.threshold_counts()

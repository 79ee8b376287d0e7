"""Reviews: the line, each check for one reason, and what is refused. How often they are right: tests/review."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import math
import pickle
import re
from collections.abc import Iterable
from functools import partial

import numpy as np
import pytest
from made import found_by, the, why
from scipy import stats

from bad_input import BAD_LABELS, BAD_SCORES, NAN, Bad, assert_raises, bad, bad_type, refused
from evalbook import comparison, confusion, curves, generation, probabilities, regression, review
from evalbook._distributions import chi2_above
from evalbook.comparison._influence import auc_influence, mean_influence, standard_error
from evalbook.review import Finding, Review, _comparisons, _split
from evalbook.review._classification import fitted_line, independent_samples, optimism_of
from evalbook.review._comparisons import order_of
from evalbook.review._evaluation import evaluation_of
from evalbook.review._review import BLIND, KINDS, PRINTED, all_checks
from evalbook.review._words import amount, are, bounds_in_words, number_of, other, p_text, part_of, percent, rate
from evalbook.teaching import examples

RNG = np.random.default_rng(31)
Y = np.arange(400) % 2
GOOD = Y + RNG.normal(size=400)
CALLS = (GOOD > 0.5).astype(int)
ROWS = RNG.normal(size=(30, 4))


# ---------------------------------------------------------------- the line


def test_the_line_of_scores_has_delongs_interval():
    y_true, y_prob = examples.clinic()
    low, high = comparison.delong(y_true, y_prob).interval()
    line = review.classification(y_true, y_score=y_prob, unit="tumors").line
    area, precision = curves.roc_auc(y_true, y_prob), curves.average_precision(y_true, y_prob)
    assert line == (
        f"ROC AUC {area:.3f}, 95% interval {low:.3f} to {high:.3f} (DeLong); average precision {precision:.3f} "
        f"(base rate 0.374); 190 tumors, 71 positive, 190 distinct scores"
    )


def test_the_line_of_labels_has_wilsons_intervals_and_the_four_counts():
    y_true = np.array(["sick"] * 5 + ["well"] * 95)
    y_pred = np.array(["sick"] * 3 + ["well"] * 2 + ["sick"] * 2 + ["well"] * 93)
    line = review.classification(y_true, y_pred=y_pred, pos_label="sick", unit="patients").line
    low, high = comparison.proportion_interval(96, 100)
    bounds = f"95% interval {low:.3f} to {high:.3f} (Wilson)"
    assert f"accuracy 0.960, {bounds}, compared with 0.950 for the larger class" in line
    low, high = comparison.proportion_interval(3, 5)
    assert f"recall 0.60 ({low:.2f} to {high:.2f}), precision 0.60" in line
    low, high = comparison.interval(confusion.f1, y_true == "sick", y_pred == "sick", rounds=2000, rng=0)
    assert f"F1 0.600, 95% interval {low:.3f} to {high:.3f} (bootstrap); TP 3, FP 2, FN 2, TN 93" in line
    assert line.endswith("TN 93; 100 patients, 5 sick")


def test_a_share_of_less_than_all_is_never_shown_as_1():
    y_true = np.repeat([0, 1], [270, 30])
    y_pred = y_true.copy()
    y_pred[0] = 1
    line = review.classification(y_true, y_pred=y_pred).line
    low, high = comparison.proportion_interval(269, 270)
    assert f"specificity 0.9963 ({low:.4f} to {high:.4f})" in line
    assert "recall 1.00 (0.89 to 1.00)" in line
    assert [rate(1 - 1e-6), rate(1e-6), rate(1.0)] == ["0.9999990", "0.0000010", "1.000"]


def test_the_line_of_probabilities_compares_with_the_base_rate():
    y_true, y_prob = examples.clinic()
    base = np.full(len(y_true), y_true.mean())
    line = review.classification(y_true, y_prob=y_prob).line
    loss, of_base = probabilities.log_loss(y_true, y_prob), probabilities.log_loss(y_true, base)
    each = -np.log(np.where(y_true == 1, y_prob, 1 - y_prob))
    half = 1.96 * each.std(ddof=1) / math.sqrt(len(each))
    bounds = f"95% interval {loss - half:.3f} to {loss + half:.3f} (normal)"
    assert f"log loss {loss:.3f}, {bounds}, compared with {of_base:.3f} for the base rate" in line
    brier, of_base = (probabilities.brier_score(y_true, prob) for prob in (y_prob, base))
    assert re.search(rf"Brier score {brier:.3f}, [^,]*, compared with {of_base:.3f} for the base rate", line)
    certain = review.classification([0, 1, 1], y_prob=[0.5, 0.5, 0.0]).line
    assert "log loss inf, no interval (an infinite loss has no spread), compared with 0.637 for the base" in certain


def test_with_groups_the_intervals_count_groups():
    patient = np.repeat(np.arange(40), 10)
    y = np.repeat(np.arange(40) % 2, 10)
    score = y + np.repeat(RNG.normal(size=40), 10)
    made = review.classification(y, y_score=score, y_pred=(score > 0.5).astype(int), groups=patient)
    times = re.search(r"\(DeLong by group, ([\d.]+) times as wide as without groups\)", made.line)
    assert 3 < float(times[1]) < math.sqrt(10) * math.sqrt(40 / 39)  # ten samples a group that err alike
    assert "(log-odds by group, " in made.line
    assert made.line.endswith("40 groups")
    drawn = comparison.interval(confusion.f1, y, (score > 0.5).astype(int), groups=patient, rng=0)
    found = re.search(r"F1 ([\d.]+), 95% interval ([\d.]+) to ([\d.]+) \(log-odds by group\)", made.line)
    assert [float(each) for each in found.groups()] == pytest.approx([drawn.value, drawn.low, drawn.high], abs=0.03)
    bounds = [float(number) for number in re.findall(r"95% interval ([\d.]+) to ([\d.]+)", made.line)[0]]
    drawn = comparison.interval(curves.roc_auc, y, score, groups=patient, rng=0)
    assert bounds == pytest.approx([drawn.low, drawn.high], abs=0.03)


def test_several_classes_have_a_mean_of_their_f1s():
    y_true, y_pred = np.array([0, 1, 2] * 20), np.array([0, 1, 2, 0, 2, 2] * 10)
    y_prob = np.eye(3)[y_pred] * 0.7 + 0.1
    line = review.classification(y_true, y_prob=y_prob, y_pred=y_pred).line
    macro = confusion.f1(y_true, y_pred, average="macro")
    found = comparison.interval(partial(confusion.f1, average="macro"), y_true, y_pred, rounds=2000, rng=0)
    bounds = f"95% interval {found.low:.3f} to {found.high:.3f} (bootstrap)"
    assert f"macro-F1 (the mean of the F1 scores) {macro:.3f}, {bounds}" in line
    area, loss = curves.multiclass_roc_auc(y_true, y_prob), probabilities.log_loss(y_true, y_prob)
    assert f"ROC AUC {area:.3f}, 95%" in line and f"log loss {loss:.3f}, " in line
    assert f"compared with {math.log(3):.3f} for the base rate" in line
    assert line.endswith("60 samples, 3 classes, of which the rarest (0) has 20")


def test_a_class_that_never_occurs_is_named():
    y_prob = np.full((4, 4), 0.25)
    made = review.classification([0, 1, 2, 2], y_prob=y_prob, labels=[0, 1, 2, 3])
    assert "ROC AUC undefined" in made.line
    assert "log loss 1.386" in made.line


def test_the_line_says_what_has_no_interval():
    assert "ROC AUC undefined (only one class occurs)" in review.classification([1, 1], y_score=[0.1, 0.2]).line
    assert "ROC AUC 1.000, no interval" in review.classification([0, 0, 1, 1], y_score=[1, 2, 3, 4]).line
    assert "R² undefined" in review.regression([2.0, 2.0, 2.0], [1.0, 2.0, 3.5]).line
    assert "precision undefined" in review.classification([0, 1, 1], y_pred=[0, 0, 0]).line


def test_the_line_of_costs_has_what_two_fixed_answers_cost():
    made = review.classification([0, 0, 0, 1], y_pred=[0, 1, 0, 0], costs=(1, 9))
    assert (
        "cost 2.50 each (2.25 for predicting nobody positive, 0.750 for everybody), if a miss costs 9 and a "
        in made.line
    )
    by_price = review.classification([0, 0, 0, 1], y_prob=[0, 0, 0.2, 0.2], y_pred=[0, 0, 0, 0], costs=(1, 9))
    assert "0.750 for everybody, 0.250 for the threshold 0.1)" in by_price.line


def test_the_line_of_numbers_has_the_packages_bootstrap():
    true, guess, train = RNG.normal(size=60), RNG.normal(size=60), RNG.normal(size=90) + 5
    line = review.regression(true, guess, y_train=train).line
    found = comparison.interval(regression.root_mean_squared_error, true, guess, rounds=2000, rng=0)
    constant = regression.root_mean_squared_error(true, np.full(60, train.mean()))
    value = f"RMSE {amount(found.value)}, 95% interval {amount(found.low)} to {amount(found.high)} (bootstrap)"
    assert line.startswith(f"{value}, compared with {amount(constant)} for the training mean; MAE")


def test_many_rows_are_drawn_in_blocks_with_the_same_bounds():
    true, error = RNG.normal(size=20_000), 900 * RNG.normal(size=20_000)
    line = review.regression(true, true + error).line
    low, high = (float(bound) for bound in re.match(r"RMSE [\d.]+, 95% interval ([\d.]+) to ([\d.]+)", line).groups())
    half = 1.96 * (error**2).std() / math.sqrt(20_000) / 2 / math.sqrt((error**2).mean())
    assert (high - low) / 2 == pytest.approx(half, rel=0.25)


TINY = 1e-131
"""As softplus(-300) is: a number that has no square."""


def test_predictions_may_be_tiny_beside_the_truth():
    tiny, zero = (review.regression([1, 2, 4], [number] * 3).line for number in (TINY, 0.0))
    assert tiny == zero
    with pytest.raises(ValueError, match="y_pred\\[0\\] is 1e-131; expected 0, or a size from 1e-100"):
        review.regression([0.0, 0.0], [TINY, TINY])


def test_a_metric_that_divides_by_a_tiny_truth_is_undefined():
    made = review.regression([1, TINY, 4], [1, 2, 3], reported={"MAPE": "0.123", "MAE": "1.00"})
    assert [one.message.split(". ")[0] for one in made.findings] == [
        "MAPE is reported as 0.123, but is undefined for these arrays"
    ]


@pytest.mark.parametrize("size", [TINY, 1e200])
def test_scores_of_lists_may_have_any_size_because_they_are_only_compared(size):
    grades = [[2, 0, 1], [0, 1, 0]]
    of_size, plain = (review.ranking(grades, unit * np.array([[3, 2, 1], [1, 2, 3]]), k=2) for unit in (size, 1))
    assert of_size == plain


def test_the_line_of_groups_of_numbers_draws_groups():
    patient = np.repeat(np.arange(50), 4)
    error = np.repeat(RNG.normal(size=50), 4)
    made = review.regression(np.arange(200.0), np.arange(200.0) + error, groups=patient)
    assert "(bootstrap of groups)" in made.line
    assert made.line.endswith("200 samples, 50 groups")


def test_the_line_of_lists_leaves_out_who_wants_nothing():
    shop = examples.shop()
    line = review.ranking(shop.grade, shop.personal, k=5).line
    assert "NDCG@5" in line and "MRR@5" in line and "a random order gets NDCG@5" in line
    assert line.endswith(
        "12 queries with 40 items each (1 without a relevant item is left out of NDCG and MAP), no ties"
    )
    assert "ties in 100% of the lists" in review.ranking(shop.grade, shop.popular).line
    assert review.ranking([0, 0], [1, 2]).line == "NDCG undefined, because the only query has no relevant item"
    assert "±" not in review.ranking([0, 1], [1, 2]).line


def test_the_line_of_a_split_has_both_parts():
    made = review.split(np.zeros((4, 2)), np.ones((2, 2)), y=([0, 1, 0, 0], [1, 0]), times=([1, 2, 3, 4], [5, 6]))
    assert made.line == (
        "4 training rows and 2 test rows with 2 columns; class 1 makes up 0.250 of the training rows and 0.500 of the "
        "test rows; training ends at 4, and testing begins at 5"
    )


def test_the_line_of_folds_has_the_corrected_interval():
    made = review.folds([0.02, 0.01, 0.03, 0.00, 0.02], test_share=0.2)
    found = comparison.corrected_t_test([0.02, 0.01, 0.03, 0.00, 0.02], test_share=0.2)
    assert f"95% interval {found.low:+.3f} to {found.high:+.3f} (corrected t-test, 5 folds" in made.line


# ---------------------------------------------------------------- no spread, no interval

EACH_SIX = np.repeat(np.arange(5), 6)
HALVES = np.arange(30) % 2
ERRS = np.where(np.arange(30) % 7, HALVES, 1 - HALVES)


def width_0(line: str) -> list[str]:
    """Pairs of bounds that are printed alike, half widths of 0, and a negative 0."""
    pairs = re.findall(r"([-+]?[\d,.]+(?:e-\d+)?) to ([-+]?[\d,.]+(?:e-\d+)?)", line)
    return [low for low, high in pairs if low == high] + re.findall(r"± 0\.0+\b(?!\d)|-0(?:\.0+)?(?![.\d])", line)


ALIKE = {
    "one group": lambda: review.classification(HALVES, y_prob=0.3 + 0.4 * ERRS, y_pred=ERRS, groups=[1] * 30),
    "one group of three classes": lambda: review.classification(
        np.arange(30) % 3, y_prob=np.eye(3)[ERRS] * 0.4 + 0.2, y_pred=ERRS, groups=[1] * 30
    ),
    "all right": lambda: review.classification(HALVES, y_prob=HALVES.astype(float), y_pred=HALVES),
    "all right, by groups": lambda: review.classification(HALVES, y_pred=HALVES, groups=EACH_SIX),
    "all right in three classes": lambda: review.classification(np.arange(30) % 3, y_pred=np.arange(30) % 3),
    "all right in one group": lambda: review.classification(HALVES, y_pred=HALVES, groups=[1] * 30),
    "all wrong": lambda: review.classification(HALVES, y_pred=1 - HALVES),
    "nobody called": lambda: review.classification(HALVES, y_pred=[0] * 30),
    "one probability for all": lambda: review.classification(HALVES, y_prob=[0.5] * 30),
    "one probability for all, by groups": lambda: review.classification(HALVES, y_prob=[0.5] * 30, groups=EACH_SIX),
    "groups alike": lambda: review.classification(HALVES, y_pred=np.tile([0, 1, 0, 0, 0, 1], 5), groups=EACH_SIX),
    "a single sample": lambda: review.classification([1], y_prob=[0.7], y_pred=[1]),
    "a single sample of three classes": lambda: review.classification(["a"], y_pred=["a"], labels=["a", "b", "c"]),
    "a class of one sample": lambda: review.classification([1, 0, 0, 0], y_score=[3, 1, 2, 4]),
    "numbers met": lambda: review.regression(np.arange(40.0), np.arange(40.0)),
    "one error": lambda: review.regression(np.arange(40) + 1e6, np.arange(40) + 1e6 + 0.1),
    "one error, by groups": lambda: review.regression(np.arange(30.0), np.arange(30.0) + 0.1, groups=EACH_SIX),
    "a single number": lambda: review.regression([1.0], [2.0]),
    "one group of numbers": lambda: review.regression([1.0, 2.0], [1.5, 2.0], groups=[1, 1]),
    "lists alike": lambda: review.ranking([[3, 0], [3, 0]], [[1, 2], [1, 2]], k=1),
    "a single list": lambda: review.ranking([[3, 0]], [[1, 2]], k=1),
    "folds alike": lambda: review.folds([0.81 - 0.80, 0.91 - 0.90], test_share=0.1),
    "folds of 0": lambda: review.folds([0.0, 0.0, -0.0], test_share=0.1),
}


@pytest.mark.parametrize("name", ALIKE)
def test_what_shows_no_spread_has_the_reason_in_place_of_an_interval(name):
    line = ALIKE[name]().line
    assert not width_0(line), line
    assert re.search("shows? no spread|undefined in [\\d,]+ of 2,000 rounds", line), line


@pytest.mark.parametrize(
    "line",
    [
        "F1 1.000, 95% 1.000 to 1.000 (bootstrap)",
        "recall 0.80 (0.80 to 0.80)",
        "NDCG 1.000 ± 0.000; MAP",
        "b − a -0.000, 95% interval -0.003 to +0.002",
    ],
)
def test_a_width_of_0_would_be_seen(line):
    assert width_0(line)


def test_all_right_has_wilsons_interval_of_shares_and_a_reason_for_f1():
    line = ALIKE["all right"]().line
    low = comparison.proportion_interval(30, 30).low
    assert f"accuracy 1.000, 95% interval {low:.3f} to 1.000 (Wilson)" in line
    assert "F1 1.000, no interval (the samples show no spread)" in line
    assert "(Wilson by sample)" in ALIKE["all right, by groups"]().line
    assert "accuracy 1.000, no interval (one group shows no spread)" in ALIKE["all right in one group"]().line


def test_a_single_sample_or_group_of_numbers_has_no_intervals():
    assert review.regression([2.0], [1.0]).line == (
        "RMSE 1.00; MAE 1.00; R² undefined; mean error -1.00; "
        "no intervals, because one sample shows no spread; 1 sample"
    )
    assert "no intervals, because one group shows no spread; 2 samples, 1 group" in ALIKE["one group of numbers"]().line


def test_narrow_bounds_are_shown_in_as_many_digits_as_tell_them_apart():
    true = np.arange(1000.0)
    line = review.regression(true, true + 1000 + 0.0001 * RNG.normal(size=1000)).line
    bounds = re.match(r"RMSE 1,000, 95% interval ([\d.,]+) to ([\d.,]+)", line).groups()
    low, high = (float(each.replace(",", "")) for each in bounds)
    assert 0 < high - low < 1e-4
    halves = review.classification(np.tile([0, 1], 200_000), y_pred=np.tile([0, 1, 0, 0], 100_000)).line
    assert not width_0(halves)


def test_f1_of_all_classes_by_groups_counts_the_classes_of_its_value():
    """A class that is predicted and never true has an F1 of 0, which groups move as little as samples do."""
    rng = np.random.default_rng(1)
    group = np.repeat(np.arange(60), 5)
    y = rng.integers(2, size=300)
    called = np.where(rng.random(300) < 0.1, 2, np.where(rng.random(300) < 0.8, y, 1 - y))
    line = review.classification(y, y_pred=called, labels=[0, 1, 2], groups=group).line
    low, high = map(float, re.search(r"macro-F1 [^,]*, 95% interval ([\d.]+) to ([\d.]+)", line).groups())
    macro = partial(confusion.f1, average="macro", zero_division=0)
    drawn = comparison.interval(macro, y, called, groups=group, rounds=2000, rng=0)
    assert high - low == pytest.approx(drawn.high - drawn.low, rel=0.15)
    assert "balanced accuracy undefined;" in line


def test_folds_show_the_signs_of_their_bounds():
    tiny = [-0.0003, -0.0002, -0.0004, -0.0001]
    found = comparison.corrected_t_test(tiny, test_share=0.1)
    line = review.folds(tiny, test_share=0.1).line
    bounds = [float(each) for each in re.search("interval (.*) to (.*) \\(", line).groups()]
    assert np.sign(bounds).tolist() == np.sign([found.low, found.high]).tolist() == [-1, -1]
    assert "95% interval -3.23e-10 to +2.99e-09" in review.folds([1e-9, 2e-9, 1e-9], test_share=0.1).line
    assert review.folds([0.1, -0.1, 0.1 + 1e-8, -0.1], test_share=0.1).line.startswith("b − a 0.000, 95%")


def test_equal_differences_of_folds_are_no_certainty():
    made = review.folds([0.01, 0.01], test_share=0.1)
    assert made.line == (
        "b − a +0.01 in each of 2 folds: no interval and no p-value, because equal differences show no spread"
    )
    assert (
        why(made, "uncorrected_t_test")
        == "it needs differences that are not all equal, because equal ones show no spread"
    )


def test_one_group_tells_nothing_of_others():
    y, prob = np.arange(100) % 2, np.full(100, 0.9)
    made = review.classification(y, y_prob=prob + 0.01 * y, groups=[1] * 100)
    assert why(made, "miscalibration") == "it needs two groups, because one group shows no spread"
    parts = review.split(np.zeros((100, 1)), np.ones((50, 1)), y=(y, y[:50]), groups=(np.arange(100), [200] * 50))
    assert why(parts, "prevalence_shift") == "it needs two groups in each part, because one group shows no spread"


# ---------------------------------------------------------------- a review


def test_what_is_missing_is_said():
    made = review.classification(Y, y_score=GOOD)
    assert not made.findings
    assert why(made, "miscalibration") == "y_prob is not given"
    assert "2 checks were made (hard_labels_as_scores, inverted_scores), with no findings." in " ".join(
        repr(made).split()
    )
    assert BLIND in " ".join(repr(made).split())


def test_checks_are_counted_in_words():
    assert "1 check was made (uncorrected_t_test), with no findings." in repr(
        review.folds([0.1, 0.2, 0.1], test_share=0.1)
    )
    assert "No check could be made." in repr(review.folds([0.0, 0.0], test_share=0.1))


def test_reviews_add():
    one, two = review.classification(Y, y_score=-GOOD), review.split(ROWS, ROWS[:3])
    both = one + two
    assert both.line == f"{one.line}\n{two.line}"
    assert [finding.severity for finding in both.findings] == ["error", "warning"]
    assert set(both.checked) == {*one.checked, *two.checked}
    assert sum([one, two]) == both
    with pytest.raises(TypeError):
        one + 1


def test_a_check_that_was_made_for_one_of_two_is_said():
    one = review.classification(Y, y_score=GOOD)
    both = one + review.classification(Y, y_score=GOOD, reported={"ROC AUC": curves.roc_auc(Y, GOOD)})
    assert "reported_number" in both.checked and why(both, "reported_number") == "reported is not given"
    assert "Checked in part: reported_number (reported is not given)." in " ".join(repr(both).split())
    assert (one + one).not_checked == one.not_checked


def test_two_reasons_for_one_check_stand_in_a_file():
    named = review.classification(Y, y_score=GOOD, reported={"goodness": "1"})
    both = (review.classification(Y, y_score=GOOD) + named).as_dict()
    assert both["not_checked"]["reported_number"].startswith("reported is not given; reported has goodness")


UNDEFINED = partial(review.regression, [0.0, 1.0, 2.0], [0.5, 1.0, 2.5], reported={"MAPE": "0.125"})
INFINITE = partial(review.classification, [0, 1, 1], y_prob=[0.5, 0.5, 0.0], reported={"log loss": "0.693"})
SHARED = partial(review.split, ROWS, ROWS[:3], y=(np.arange(30) % 2, [0, 1, 1]), groups=(np.arange(30), [1, 50, 51]))


@pytest.mark.parametrize("make", [UNDEFINED, INFINITE, SHARED], ids=["undefined", "infinite", "shared rows"])
def test_a_review_in_a_file_is_json_and_equals_its_copies(make):
    made = make()
    as_dict = made.as_dict()
    assert json.loads(json.dumps(as_dict, allow_nan=False)) == as_dict
    copy = pickle.loads(pickle.dumps(made))
    assert copy == made and copy.as_dict() == as_dict


def test_what_is_undefined_is_none_in_a_file_and_what_is_infinite_says_so():
    here = [make().as_dict()["findings"][0]["evidence"]["here"] for make in (UNDEFINED, INFINITE)]
    assert here == [None, "inf"]


def test_a_review_is_plain_in_a_file():
    made = review.classification(Y, y_score=-GOOD, ignore={"inverted_scores": "low is good"})
    made += review.split(ROWS, ROWS[:1])
    as_dict = json.loads(json.dumps(made.as_dict()))
    assert as_dict["ignored"][0]["reason"] == "low is good"
    assert as_dict["findings"][0]["evidence"]["rows"] == [0]
    assert as_dict["not_checked"]["miscalibration"] == "y_prob is not given"


def test_what_is_ignored_is_kept_and_printed():
    made = review.classification(Y, y_score=-GOOD, ignore=["inverted_scores"])
    assert not made.findings
    assert made.ignored[0][0].check == "inverted_scores"
    assert "ignored (no reason given): inverted_scores" in repr(made)


def test_raise_for_names_the_findings():
    made = review.classification(Y, y_score=-GOOD)
    made.raise_for()
    with pytest.raises(AssertionError, match="1 finding of severity warning or worse:\nwarning: inverted_scores"):
        made.raise_for("warning")
    with pytest.raises(ValueError, match="severity is 'bad'"):
        made.raise_for("bad")


def test_at_most_five_findings_are_shown():
    finding = Finding("duplicates", "note", 0.5, "One. Two.", "splits/leakage", {})
    made = Review("line", (finding,) * 7, (), ("duplicates",), ())
    assert repr(made).count("One. Two.") == PRINTED
    assert "2 more findings are in the attribute `findings`." in repr(made)
    assert "Not checked" not in repr(made)


def test_html_escapes_what_users_say():
    made = review.classification(Y, y_score=-GOOD, unit="<b>", ignore={"inverted_scores": "a < b"})
    html = made._repr_html_()
    assert "&lt;b&gt;" in html and "a &lt; b" in html and "<b>" not in html
    assert "<ul>" not in review.folds([0.1, 0.2], test_share=0.1)._repr_html_()


def test_reviews_are_equal_by_value():
    assert review.classification(Y, y_score=-GOOD) == review.classification(Y, y_score=-GOOD)
    assert review.classification(Y, y_score=-GOOD) != review.classification(Y, y_score=GOOD)


# ---------------------------------------------------------------- rows


def rows(n: int, columns: int = 6) -> np.ndarray:
    return RNG.normal(size=(n, columns))


def test_equal_rows_are_an_error_with_their_places():
    train = rows(200)
    test = np.concatenate([rows(50), train[:10]])
    made = review.split(train, test, y=(np.arange(200) % 2, np.r_[np.zeros(50, int), np.arange(10) % 2]))
    found = the(made, "duplicates")
    assert (found.severity, found.evidence["rows"]) == ("error", list(range(50, 60)))
    assert "10 of the 60 test rows (17%) are equal" in found.message
    assert "10 of these 10 labels right, while predicting the largest class would be right on 1.000" in found.message


def test_rows_that_chance_makes_equal_are_left_alone():
    grid = RNG.integers(3, size=(300, 3))
    assert "too coarse to tell" in why(review.split(grid[:200], grid[200:]), "duplicates")


def test_minus_zero_is_zero():
    train, test = ROWS.copy(), ROWS[:1].copy()
    train[0, 1], test[0, 1] = 0.0, -0.0
    assert "duplicates" in found_by(review.split(train, test))
    test[0, 2] += 1e-9
    assert "duplicates" not in found_by(review.split(train, test))


def test_rows_of_one_column_may_be_equal_by_chance():
    assert "too coarse to tell" in why(review.split([1.5, 2.5], [2.5]), "duplicates")


def test_near_rows_are_found_in_fine_columns_alone():
    train, test = rows(300), rows(60)
    test[:20] = train[:20] + 0.01 * rows(20)
    found = the(review.split(train, test), "near_duplicates")
    assert set(range(20)) <= set(found.evidence["rows"])
    assert "it needs four columns" in why(review.split(train[:, :3], test[:, :3]), "near_duplicates")
    assert "more than 20 training rows" in why(review.split(train[:10], test), "near_duplicates")
    assert "differ from all training rows" in why(review.split(train, train[:60]), "near_duplicates")


def test_the_p_of_near_rows_bounds_how_often_evenly_spread_rows_are_so_near(monkeypatch):
    """The rows that are looked at lie within those of the training part, and so have neighbors on all sides."""
    near, is_near = [], _split._is_near
    monkeypatch.setattr(_split, "TAIL", 0.05)
    monkeypatch.setattr(_split, "_is_near", lambda distance: near.append(is_near(distance)) or near[0])
    rng = np.random.default_rng(0)
    review.split(rng.uniform(-1, 1, (8000, 4)), rng.uniform(-0.5, 0.5, (2000, 4)))
    assert 0.03 < near[0].mean() <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 2000)


def test_a_sample_of_many_rows_is_looked_at(monkeypatch):
    monkeypatch.setattr("evalbook.review._split.WORK", 1000)
    train = rows(400)
    test = train[:300] + 0.001 * rows(300)
    assert "All 200 randomly chosen test rows are closer" in the(review.split(train, test), "near_duplicates").message


@pytest.mark.parametrize("scale", [1e-310, 1e-250, 1e250, 1e307])
def test_rows_may_have_any_size(scale):
    train, test, noise = np.split(np.random.default_rng(0).normal(size=(380, 6)), [300, 360])
    test[:20] = train[:20] + 0.01 * noise
    test[59] = train[59]
    made = review.split(scale * train, scale * test)
    assert found_by(made) == ["duplicates", "near_duplicates"]
    assert set(range(20)) <= set(the(made, "near_duplicates").evidence["rows"])


def test_rows_in_the_tails_are_no_copies():
    heavy = [np.random.default_rng(seed).standard_cauchy((300, 10)) for seed in range(10)]
    assert not [each for each in heavy if "near_duplicates" in found_by(review.split(each[100:], each[:100]))]


WINDOWS = np.lib.stride_tricks.sliding_window_view(np.random.default_rng(0).normal(size=311), 12)


def test_overlapping_windows_in_both_parts_are_found():
    train, test = np.split(np.random.default_rng(0).permutation(300), [200])
    found = the(review.split(WINDOWS[train], WINDOWS[test]), "near_duplicates")
    beside = np.isin(test - 1, train) | np.isin(test + 1, train)
    assert found.evidence["rows"] == np.flatnonzero(beside).tolist()
    assert "are a training row shifted by one column" in found.message


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)], ids=["past to future", "future to past"])
def test_windows_that_are_divided_by_time_are_left_alone(order):
    train, test = np.split(WINDOWS[order], [200])
    assert "near_duplicates" not in found_by(review.split(train, test))


def test_a_constant_column_does_not_count():
    train, test = rows(300), rows(60)
    test[:20] = train[:20] + 0.01 * rows(20)
    train[:, 0], test[:, 0] = 1.0, np.linspace(1, 2, 60)
    assert "near_duplicates" in found_by(review.split(train, test))


def test_groups_in_both_parts_are_an_error():
    made = review.split(rows(4), rows(3), groups=(["a", "b", "b", "c"], ["c", "d", "d"]))
    assert the(made, "group_overlap").evidence == {"rows": [0], "groups": 1}
    assert "group_overlap" in review.split(rows(2), rows(2), groups=([1, 2], [3, 4])).checked


def test_training_rows_after_the_first_test_row_are_an_error():
    found = the(review.split(rows(2), rows(2), times=([1.0, 5.0], [3.0, 4.0])), "temporal_leakage")
    assert found.evidence["rows"] == [1]
    assert not found_by(review.split(rows(2), rows(2), times=([1, 2], [2, 3])))


def test_shares_of_classes_are_compared():
    one, two = np.arange(400) % 2, (np.arange(200) % 10 == 0).astype(int)
    found = the(review.split(rows(400), rows(200), y=(one, two)), "prevalence_shift")
    assert (found.evidence["train"], found.evidence["test"]) == (0.5, 0.1)
    by_group = review.split(rows(400), rows(200), y=(one, two), groups=(one, two + 2))
    assert "prevalence_shift" not in found_by(by_group)  # two groups a part show nothing
    three = np.arange(400) % 3
    of_three = review.split(rows(400), rows(200), y=(three, np.minimum(three[:200], 1)))
    assert "Class 2 makes up 0.333 of the training rows and 0.000" in the(of_three, "prevalence_shift").message


def test_shares_of_numbers_and_of_one_class_are_not():
    assert why(review.split([[1]], [[2]], y=([0.5], [1])), "prevalence_shift") == "it needs y with classes"
    assert why(review.split([[1]], [[2]]), "prevalence_shift") == "y is not given"
    assert why(review.split([[1]], [[2]], y=([1], [1])), "prevalence_shift") == "it needs two classes"
    numbers = (np.linspace(0.5, 1, 30), [0.5])
    assert (
        "knows the answer to this row. Collect new"
        in the(review.split(ROWS, ROWS[:1], y=numbers), "duplicates").message
    )


def test_a_test_part_of_copies_has_no_other_rows():
    found = the(review.split(ROWS, ROWS[:2], y=(np.ones(30, int), [1, 0])), "duplicates")
    assert "gets 1 of these 2 labels right. Collect new test rows" in found.message


def named(values: np.ndarray, names: Iterable[object]):
    return pytest.importorskip("pandas").DataFrame(values, columns=list(names))


def test_columns_of_two_data_frames_go_by_their_names():
    turned = named(ROWS[:3], "abcd")[["d", "b", "a", "c"]]
    assert the(review.split(named(ROWS, "abcd"), turned), "duplicates").evidence["rows"] == [0, 1, 2]


@pytest.mark.parametrize("unnamed", [np.asarray, np.ndarray.tolist, lambda rows: named(rows, range(4))])
def test_columns_without_names_go_by_their_order(unnamed):
    for parts in ((named(ROWS, "abcd"), unnamed(ROWS[:3])), (unnamed(ROWS), named(ROWS[:3], "abcd"))):
        assert "duplicates" in found_by(review.split(*parts))


def test_columns_of_other_names_are_refused():
    with pytest.raises(ValueError, match=r"other names: \['d'\] only in X_train and \['e'\] only in X_test"):
        review.split(named(ROWS, "abcd"), named(ROWS, "abce"))


def test_pictures_are_rows():
    pictures = ROWS.reshape(30, 2, 2)
    assert "all 4 columns" in the(review.split(pictures, pictures[:1]), "duplicates").message


# ---------------------------------------------------------------- scores and probabilities


@pytest.mark.parametrize("values", [CALLS, 2 * CALLS - 1, CALLS.astype(bool), CALLS.astype(float)])
def test_predicted_labels_are_no_scores(values):
    found = the(review.classification(Y, y_score=values), "hard_labels_as_scores")
    assert found.severity == "error"
    assert f"{confusion.balanced_accuracy(Y, CALLS):.3f}, is only the mean of recall" in found.message


def test_predicted_labels_of_one_class_have_no_area():
    assert "only one point" in the(review.classification([1, 1], y_score=[0, 1]), "hard_labels_as_scores").message


def test_turned_scores_are_found_and_luck_is_not():
    found = the(review.classification(Y, y_score=-GOOD), "inverted_scores")
    assert f"the ROC AUC would be {curves.roc_auc(Y, GOOD):.3f}." in found.message
    assert not found_by(review.classification(Y, y_score=np.random.default_rng(1).normal(size=400)))
    few = review.classification([0, 0, 1, 1], y_score=[4, 3, 2, 1])
    assert why(few, "inverted_scores") == "it needs ten samples of each class, and one class has 2"


def test_turned_scores_of_few_groups_may_be_luck():
    group = np.repeat([0, 1, 2, 3], 100)
    y = (group % 2).astype(int)
    score = -1.0 * (group == 1) + 0.5 * (group == 2) + 0.01 * RNG.normal(size=400)
    assert "inverted_scores" in found_by(review.classification(y, y_score=score))
    assert "inverted_scores" not in found_by(review.classification(y, y_score=score, groups=group))


def bold(n: int, factor: float, shift: float = 0.0) -> dict[str, np.ndarray]:
    odds = 1.5 * np.random.default_rng(n).normal(size=n)
    y = (np.random.default_rng(n + 1).random(n) < 1 / (1 + np.exp(-odds))).astype(int)
    return {"y_true": y, "y_prob": 1 / (1 + np.exp(-factor * odds - shift))}


@pytest.mark.parametrize(("factor", "shift", "slope"), [(3, 0, 1 / 3), (0.4, 0, 2.5), (1, 1.5, 1)])
def test_probabilities_that_are_off_are_found_with_their_slope(factor, shift, slope):
    found = the(review.classification(**bold(1000, factor, shift)), "miscalibration")
    assert found.evidence["slope"] == pytest.approx(slope, rel=0.2)


def test_honest_probabilities_and_scores_are_left_alone():
    honest = bold(1000, 1)
    assert not found_by(review.classification(**honest))
    scores = {"y_true": honest["y_true"], "y_score": honest["y_prob"] ** 3}
    assert not found_by(review.classification(**scores))


def test_certain_probabilities_of_separate_classes_tell_nothing():
    made = review.classification(Y, y_prob=np.where(Y, 0.99, 0.01))
    assert "too far apart" in why(made, "miscalibration")
    assert "it needs probabilities of two classes" in why(
        review.classification([1, 1], y_prob=[0.5, 0.6]), "miscalibration"
    )


def test_with_groups_the_statistic_is_that_of_fewer_samples():
    group = np.repeat(np.arange(8), 50)
    y = np.repeat([0, 1, 1, 1, 0, 1, 1, 1], 50)
    assert "miscalibration" in found_by(review.classification(y, y_prob=np.linspace(0.4, 0.6, 400)))
    assert "miscalibration" not in found_by(review.classification(y, y_prob=np.linspace(0.4, 0.6, 400), groups=group))
    exact = np.tile([0.5], 400)
    assert "miscalibration" not in found_by(review.classification(y, y_prob=exact * y + exact * y, groups=group))


def test_the_fitted_line_has_the_least_log_loss():
    data = bold(500, 2)
    odds, truth = np.log(data["y_prob"] / (1 - data["y_prob"])), data["y_true"].astype(float)
    (a, b), loss = fitted_line(odds, truth)
    prob = 1 / (1 + np.exp(-(a + b * odds)))
    assert (prob - truth).sum() == pytest.approx(0, abs=1e-3)
    assert ((prob - truth) * odds).sum() == pytest.approx(0, abs=1e-3)
    assert loss == pytest.approx(probabilities.log_loss(data["y_true"], prob))
    assert fitted_line(np.array([-2.0, -1.0, 1.0, 2.0]), np.array([0.0, 0, 1, 1]))[1] < 1e-6  # no slope is the last


def test_the_null_of_the_statistic_is_chi_square():
    p_values = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        odds = rng.normal(size=300)
        truth = (rng.random(300) < 1 / (1 + np.exp(-odds))).astype(float)
        before = float((np.logaddexp(0, odds) - truth * odds).mean())
        p_values.append(chi2_above(600 * (before - fitted_line(odds, truth)[1]), 2))
    assert np.mean(np.array(p_values) < 0.1) == pytest.approx(0.1, abs=0.06)


# ---------------------------------------------------------------- groups


def test_the_error_of_independent_samples_is_the_same_by_groups():
    values, group = RNG.normal(size=4000), np.arange(4000) // 4
    pulls = mean_influence(values)
    assert standard_error(pulls, None) == pytest.approx(values.std(ddof=1) / math.sqrt(4000))
    assert standard_error(pulls, group) == pytest.approx(standard_error(pulls, None), rel=0.1)
    assert standard_error(pulls, 3 * group) == pytest.approx(standard_error(pulls, group), rel=1e-12)
    alike = mean_influence(np.repeat(values[:1000], 4))
    assert standard_error(alike, group) == pytest.approx(2 * standard_error(alike, None), rel=0.05)


def test_the_pulls_of_an_auc_are_delongs():
    y_true, y_prob = examples.clinic()
    area, pulls = auc_influence(y_true == 1, y_prob)
    found = comparison.delong(y_true, y_prob)
    assert area == pytest.approx(found.areas[0])
    assert (pulls**2).sum() == pytest.approx(found.covariance[0, 0])


# ---------------------------------------------------------------- selection, averages, prices


def rivals_of(models: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(models)
    y = rng.integers(2, size=n)
    right = rng.random((models, n)) < 0.8
    return y, np.where(right[np.argsort(-right.sum(axis=1))], y, 1 - y)


def test_the_best_of_equals_is_too_good_by_about_what_chance_gives():
    y, called = rivals_of(20, 200)
    made = review.classification(y, y_pred=called[0], rivals=called[1:])
    found = the(made, "selection_optimism")
    error = math.sqrt(0.8 * 0.2 / 200)
    assert found.value == pytest.approx(1.87 * error, rel=0.25)  # the mean of the largest of twenty normal variables
    assert "No other of the 20 models" in found.message


def test_a_model_that_is_not_the_best_was_not_picked():
    y, called = rivals_of(5, 200)
    assert "selection_optimism" not in found_by(review.classification(y, y_pred=called[-1], rivals=list(called[:-1])))


def test_the_model_itself_may_stand_among_its_rivals():
    y, called = rivals_of(5, 200)
    found = review.classification(y, y_pred=called[0], rivals=called)
    assert found == review.classification(y, y_pred=called[0], rivals=called[1:])


def test_a_winner_far_ahead_owes_little_to_chance():
    y, called = rivals_of(5, 200)
    assert "selection_optimism" not in found_by(review.classification(y, y_pred=y, rivals=[1 - y, called[1]]))


@pytest.mark.parametrize("form", ["mapping", "pandas", "polars"])
def test_rivals_may_have_names(form):
    y, called = rivals_of(5, 200)
    named = {f"model {place}": rival for place, rival in enumerate(called)}
    rivals = named if form == "mapping" else pytest.importorskip(form).DataFrame(named)
    found = review.classification(y, y_pred=called[0], rivals=rivals)
    assert found == review.classification(y, y_pred=called[0], rivals=called)


def test_the_best_score_alone_tells_a_mean_and_what_one_of_twenty_exceeds():
    y, called = rivals_of(20, 1000)
    made = review.classification(y, y_pred=called[0], models_tried=20)
    found = the(made, "selection_optimism")
    assert found.severity == "note"
    own, found_truth = float((called[0] == y).mean()), 0.8
    at_least = [stats.binom(1000, own - less).cdf(round(own * 1000) - 0.5) ** 20 for less in (found.value, 0)]
    assert 0.3 < at_least[0] < 0.6 and at_least[1] < 1e-3  # the best of twenty is as high as that every second time
    most = found.evidence["at_most"]
    assert 1 - stats.binom(1000, own - most).cdf(round(own * 1000) - 1) ** 20 == pytest.approx(0.05)
    assert own - most < found_truth < own
    assert f"too high by {rate(found.value)} on average" in found.message
    assert f"by more than {rate(most)} in at most 1 of 20" in found.message
    assert why(review.classification(Y, y_score=GOOD, models_tried=3), "selection_optimism") == "y_pred is not given"


@pytest.mark.parametrize(
    ("wrong", "groups", "few"),
    [(0, None, "wrong"), (2, None, "wrong"), (398, None, "right"), (100, np.arange(400) % 60, "wrong")],
)
def test_too_few_answers_of_a_kind_tell_nothing_by_themselves(wrong, groups, few):
    called = np.where(np.arange(400) < wrong, 1 - Y, Y)
    made = review.classification(Y, y_pred=called, models_tried=48, groups=groups)
    assert why(made, "selection_optimism") == (
        f"the best of 48 models has too few {few} answers to tell how lucky it was; pass rivals="
    )


def test_rivals_that_are_right_or_wrong_by_groups_have_the_luck_of_groups():
    rng = np.random.default_rng(0)
    told = []
    for _ in range(40):
        right = np.repeat(rng.random((8, 40)) < 0.5, 10, axis=1).astype(float)
        told.append(optimism_of(right, np.repeat(np.arange(40), 10)))
    best = np.diff(stats.binom(40, 0.5).cdf(np.arange(-1, 41)) ** 8) @ np.arange(41) / 40
    assert np.mean(told) == pytest.approx(best - 0.5, rel=0.1)
    assert independent_samples(right, np.repeat(np.arange(40), 10)) == pytest.approx(40, rel=0.05)
    assert independent_samples(np.ones((2, 400)), np.repeat(np.arange(40), 10)) == 40


def test_models_that_are_not_handed_in_are_not_in_the_average():
    y, called = rivals_of(5, 200)
    few, many = (
        the(review.classification(y, y_pred=called[0], rivals=called[1:], models_tried=n), "selection_optimism")
        for n in (5, 50)
    )
    assert few.value == many.value and few.evidence["at_most"] < many.evidence["at_most"]
    assert "not passed here" not in few.message
    assert " Another 45 models that were tried, but not passed here, would add to this average." in many.message


def test_a_choice_needs_samples_to_choose_on_and_others():
    made = review.classification([0, 1, 1], y_pred=[0, 1, 1], rivals=[[0, 1, 0]])
    assert why(made, "selection_optimism") == "it needs 4 samples, or groups, to choose on some and score on the others"
    assert "selection_optimism" in review.classification(Y, y_pred=Y, rivals=[Y.copy(), Y.copy()]).checked


# ---------------------------------------------------------------- regression, ranking, folds


def test_a_few_rows_may_make_most_of_the_squared_error():
    error = np.r_[np.ones(198), 40, -40]
    found = the(review.regression(np.zeros(200), error), "few_rows_dominate")
    assert found.evidence["rows"] == [198, 199]
    assert "The RMSE is 4.12 with them and 1.00 without them." in found.message
    assert "few_rows_dominate" in dict(review.regression([1.0, 2.0], [1.0, 9.0]).not_checked)


def test_ties_move_an_ndcg():
    grade = np.tile([3, 0, 0, 1], (30, 1))
    found = the(review.ranking(grade, np.ones((30, 4)), k=2), "ties_at_cutoff")
    assert found.evidence["worst"] < found.evidence["best"] == 1
    assert "All queries have the same value, so there is no interval" in found.message
    unlike = the(review.ranking(np.array([[3, 0, 0, 1], [0, 0, 1, 1]] * 15), np.ones((30, 4)), k=2), "ties_at_cutoff")
    assert f"Its 95% interval is {rate(unlike.evidence['width'])} wide" in unlike.message
    assert not found_by(review.ranking(grade, np.tile([4, 3, 2, 1], (30, 1)), k=2))
    assert why(review.ranking([1, 0], [1, 1]), "ties_at_cutoff") == "it needs two queries with a relevant item"


def test_folds_that_only_a_plain_test_calls_different():
    made = review.folds([0.02, 0.01, 0.03, 0.00, 0.02], test_share=0.2)
    assert found_by(made) == ["uncorrected_t_test"]
    assert not found_by(review.folds([0.02, 0.021, 0.019], test_share=0.3))


# ---------------------------------------------------------------- generated answers

TRIES = (RNG.random((60, 8)) < RNG.beta(0.4, 0.6, size=(60, 1))).astype(int)
"""A row a task, some of which are easy and some hard."""


def newest_shown_first() -> list[list[str]]:
    """A and B, in both orders, and C and D, which are worse than A; C is always shown first."""
    wins = {("A", "B"): 70, ("B", "A"): 50, ("A", "D"): 72, ("D", "A"): 48, ("B", "D"): 62, ("D", "B"): 58}
    wins |= {("C", "A"): 56, ("C", "B"): 66, ("C", "D"): 68}
    battles = [(*pair, one) for pair, won in wins.items() for one in [1] * (4 * won) + [0] * (400 - 4 * won)]
    return [list(column) for column in zip(*battles, strict=True)]


def test_the_line_of_tries_counts_tasks():
    tasks = np.repeat(np.arange(60), 8)
    line = review.tries(TRIES.ravel(), tasks=tasks).line
    n, right = np.full(60, 8), TRIES.sum(axis=1)
    drawn = comparison.interval(partial(generation.pass_at_k, k=1), n, right, rng=0)
    found = re.match(r"pass@1 ([\d.]+), 95% interval ([\d.]+) to ([\d.]+) \(log-odds by task, ([\d.]+) times", line)
    value, low, high, wider = map(float, found.groups())
    assert [value, low, high] == pytest.approx([drawn.value, drawn.low, drawn.high], abs=0.02)
    alone = comparison.interval(np.mean, TRIES.ravel(), rng=0)
    assert wider == pytest.approx((drawn.high - drawn.low) / (alone.high - alone.low), rel=0.05)
    assert line.endswith("as wide as by try); 60 tasks, 8 tries each")
    mixed = np.random.default_rng(0).permutation(480)
    assert review.tries(TRIES.ravel()[mixed], tasks=tasks[mixed]).line == line


def test_tasks_of_unequal_numbers_of_tries_have_equal_weight():
    line = review.tries([1, 1, 1, 1, 0, 0], tasks=["a", "a", "a", "a", "b", "c"]).line
    assert line.startswith("pass@1 0.333, ") and line.endswith("; 3 tasks, 1 to 4 tries each")


@pytest.mark.parametrize(
    ("right", "tasks", "told"),
    [
        ([1], None, "pass@1 1.000, 95% interval 0.207 to 1.000 (Wilson); 1 try, each of a task of its own"),
        (
            [1, 1, 1, 1],
            [1, 1, 2, 2],
            "pass@1 1.000, 95% interval 0.342 to 1.000 (Wilson by task); 2 tasks, 2 tries each",
        ),
        ([1, 0, 1, 0], [1, 1, 2, 2], "pass@1 0.500, no interval (the tasks show no spread); 2 tasks, 2 tries each"),
        ([1, 1, 0], [1, 1, 1], "pass@1 0.667, no interval (one task shows no spread); 1 task, 3 tries each"),
        ([1, 1, 1], [1, 1, 1], "pass@1 1.000, no interval (one task shows no spread); 1 task, 3 tries each"),
    ],
)
def test_tries_without_spread_have_no_interval_by_task(right, tasks, told):
    assert review.tries(right, tasks=tasks).line == told


@pytest.mark.parametrize("by_round", [False, True])
def test_tries_of_tasks_that_are_not_named_are_found(by_round):
    right = (TRIES.T if by_round else TRIES).ravel()
    found = the(review.tries(right), "tries_as_tasks")
    assert [found.evidence[name] for name in ("tasks", "tries", "by_round")] == [60, 8, by_round]
    rows = np.tile(np.arange(60), 8) if by_round else np.repeat(np.arange(60), 8)
    assert f"tasks=np.{'tile' if by_round else 'repeat'}(np.arange(60), 8)." in found.message
    named = review.tries(right, tasks=rows)
    assert re.search(r"95% interval .*? by try\)", named.line)[0] in found.message
    assert why(named, "tries_as_tasks") == "tasks is given, so the interval is based on tasks"
    assert found_by(review.tries(right, tasks=np.arange(480))) == ["tries_as_tasks"]  # names that all differ
    assert found_by(review.tries(1 - right)) == ["tries_as_tasks"]


def test_the_correlation_of_tries_is_that_of_their_tasks():
    rng = np.random.default_rng(0)
    share = rng.beta(0.5, 1.5, size=20_000)  # two tries of a task have a correlation of 1 / (0.5 + 1.5 + 1)
    right = (rng.random((20_000, 5)) < share[:, np.newaxis]).astype(int)
    assert the(review.tries(right.ravel()), "tries_as_tasks").value == pytest.approx(1 / 3, abs=0.03)


@pytest.mark.parametrize(("tasks", "tries"), [(164, 20), (50, 20), (30, 20)])
def test_the_correlation_that_is_told_is_not_too_low(tasks, tries):
    rng, found = np.random.default_rng(3), []
    for _ in range(60):
        share = rng.beta(0.35, 0.65, size=tasks)
        made = review.tries((rng.random((tasks, tries)) < share[:, np.newaxis]).ravel())
        found += [finding.value for finding in made.findings]
    assert len(found) > 25 and np.mean(found) == pytest.approx(0.5, abs=0.025)


@pytest.mark.parametrize("tries", [200, 120, 211])
@pytest.mark.parametrize("by_round", [False, True])
def test_more_than_a_hundred_tries_of_a_task_are_found_as_such(by_round, tries):
    rng = np.random.default_rng(4)
    right = rng.random((164, tries)) < rng.beta(0.35, 0.65, size=164)[:, np.newaxis]
    found = the(review.tries((right.T if by_round else right).ravel()), "tries_as_tasks")
    assert [found.evidence[name] for name in ("tasks", "tries", "size_is_known")] == [164, tries, True]
    assert found.evidence["times_as_wide"] == pytest.approx(np.sqrt(1 + (tries - 1) * found.value), rel=0.02)


@pytest.mark.parametrize("by_round", [False, True])
def test_blocks_whose_neighbors_are_alike_have_no_interval(by_round):
    rng, told = np.random.default_rng(5), []
    twelve = [0.8, 0.2, 0.2, 0.8, 0.2, 0.2, 0.8, 0.2, 0.8, 0.2, 0.8, 0.2]  # fewer tasks than it looks for
    share = np.repeat(twelve, 5)
    for _ in range(20):
        right = rng.random((len(share), 20)) < share[:, np.newaxis]
        told += review.tries((right.T if by_round else right).ravel()).findings
    assert len(told) >= 10
    unknown = [one for one in told if not one.evidence["size_is_known"]]
    assert len(unknown) >= 0.9 * len(told)
    for one in unknown:
        assert "how many tries each task has is not known, and there is no interval" in one.message
        assert "95% interval" not in one.message and "np." not in one.message
        assert math.isnan(one.evidence["times_as_wide"])


@pytest.mark.parametrize("by_round", [False, True])
def test_blocks_that_are_independent_have_an_interval(by_round):
    rng, known = np.random.default_rng(6), []
    for _ in range(50):
        right = rng.random((60, 12)) < rng.beta(0.35, 0.65, size=60)[:, np.newaxis]
        made = review.tries((right.T if by_round else right).ravel())
        known += [finding.evidence["size_is_known"] for finding in made.findings]
    assert len(known) > 40 and np.mean(known) > 0.95


def test_an_interval_that_is_as_wide_says_so_in_three_digits():
    assert "(log-odds by task, 1.00 times as wide as by try)" in review.tries([1, 0, 1, 1], tasks=list("aabb")).line


@pytest.mark.parametrize(
    "share",
    [
        np.full(480, 0.4),
        np.linspace(0.95, 0.05, 480),
        np.tile(np.linspace(0.95, 0.05, 24), 20),
        np.tile([0.9, 0.2], 240),
    ],
    ids=["equally hard", "sorted by difficulty", "exams that become harder", "two formats in turn"],
)
def test_tries_of_one_task_each_are_left_alone(share):
    rng = np.random.default_rng(1)
    assert not any(review.tries((rng.random(480) < share).astype(int)).findings for _ in range(20))


def test_tries_that_no_block_divides_are_not_looked_at():
    told = "the rows cannot be cut into 20 or more blocks of equal size"
    assert [why(review.tries([1, 0] * half + [1]), "tries_as_tasks") for half in (15, 20)] == [told] * 2
    assert why(review.tries([0] * 400), "tries_as_tasks") == "it needs right and wrong tries"


def test_the_line_of_comparisons_is_that_of_the_fit_with_a_place():
    columns = newest_shown_first()
    fit = generation.bradley_terry(generation.BattleTally.from_arrays(*columns), place=True)
    one, two = np.argsort(-fit.strengths)[:2]
    ahead = fit.strengths[one] - fit.strengths[two]
    half = 1.96 * math.sqrt(fit.covariance[one, one] + fit.covariance[two, two] - 2 * fit.covariance[one, two])
    line = review.comparisons(*columns).line
    bounds = f"{ahead:.3f}, 95% interval {ahead - half:+.3f} to {ahead + half:+.3f} (Bradley–Terry with a term for the"
    assert line.startswith(f"model 'A' leads model {fit.models[two]!r} by {bounds} place); being shown first is worth ")
    assert f"is worth {fit.place:+.3f}, 95% interval " in line
    assert line.endswith("; 3,600 battles of 4 models")


def test_a_leader_that_owes_its_lead_to_its_place_is_found():
    found = the(review.comparisons(*newest_shown_first()), "leader_depends_on_place")
    assert [found.evidence["without"], found.evidence["with"]] == ["C", "A"]
    assert "model 'C' is first in 100% of its battles" in found.message
    placed = generation.bradley_terry(generation.BattleTally.from_arrays(*newest_shown_first()), place=True)
    two_sided = 2 * stats.norm.sf(placed.place / placed.place_error)
    assert found.evidence["p_value"] == pytest.approx(two_sided, rel=1e-6, abs=0)
    first, second, won = newest_shown_first()
    turned = [first + second, second + first, won + [1 - one for one in won]]  # in both orders: no place matters
    assert not review.comparisons(*turned).findings


@pytest.mark.parametrize(("behind", "certain"), [(-0.3, True), (0.3, False)])
def test_a_lead_that_depends_on_the_place_has_an_interval(behind, certain):
    rng, told = np.random.default_rng(7), []
    strength = np.array([0, -0.2, -0.4, -0.6, 0])
    strength[-1] = behind if certain else 0.0
    for _ in range(30):
        one = rng.integers(5, size=1500)
        two = (one + rng.integers(1, 5, size=1500)) % 5
        first, second = np.where(two == 4, two, one), np.where(two == 4, one, two)
        won = rng.random(1500) < 1 / (1 + np.exp(strength[second] - strength[first] - 0.5))
        made = review.comparisons(first, second, won.astype(float))
        told += [(made.line, one) for one in made.findings if one.check == "leader_depends_on_place"]
    assert len(told) >= 5
    for line, found in told:
        low, high, chance = re.search(
            r"\(95% interval (\S+) to ([-+.\d]+)(, so this may be chance)?\)", found.message
        ).groups()
        assert bool(chance) == (float(low) <= 0) and float(low) < found.value < float(high)
        if f"leads model {found.evidence['without']} " in line:  # the other one may be third
            assert re.search(r"95% interval (\S+) to", line)[1].startswith(low[:4])
    assert any(bool("may be chance" in found.message) != certain for _, found in told)


@pytest.mark.parametrize("place", [1, 0])
@pytest.mark.parametrize("share", [0.8, 0.95])
def test_a_judge_who_always_takes_the_same_place_is_found(place, share):
    rng = np.random.default_rng(8)
    one = rng.integers(3, size=600)
    two = (one + rng.integers(1, 3, size=600)) % 3
    turn = (rng.random(600) < share) & (two == 0)  # model 0 is mostly first
    made = review.comparisons(np.where(turn, two, one), np.where(turn, one, two), np.full(600, place))
    found, which = the(made, "place_decides"), "first" if place else "second"
    assert (found.severity, found.value, found.evidence["worth"]) == ("error", 1.0, math.inf)
    assert found.evidence["p_value"] < 1e-30
    told = f"no model leads: the answer shown {which} won all 600 battles, so the place has no finite worth"
    assert made.line == f"{told}; 600 battles of 3 models"
    assert f"The answer shown {which} won all 600 battles, whichever model gave it." in found.message


def test_a_judge_who_nearly_always_takes_the_first_is_found():
    first, second = ["a", "b"] * 100, ["b", "a"] * 100
    nearly = the(review.comparisons(first, second, [0, 0] + [1] * 198), "place_decides")
    assert nearly.severity == "warning" and nearly.value == 0.99
    assert nearly.evidence["worth"] == pytest.approx(math.log(99))
    assert "won 198 of the 200 battles (99%)" in nearly.message
    tied = review.comparisons(first, second, [0.5, 0.5] + [0] * 198)
    assert the(tied, "place_decides").value == 0.995
    assert "place_decides" not in found_by(review.comparisons(first, second, [0, 0] * 10 + [1, 1] * 90))
    assert "place_decides" not in found_by(review.comparisons(first[:8], second[:8], [1] * 8))  # may be chance


def test_a_leader_that_depends_on_an_order_of_chance_is_no_finding():
    first, second = ["a"] * 57 + ["b"] * 23, ["b"] * 57 + ["a"] * 23
    won = [1] * 48 + [0] * 9 + [1] * 20 + [0] * 3
    made = review.comparisons(first, second, won)
    assert made.line.startswith("model 'b' leads") and sum(won[:57]) + 3 > len(won) / 2  # without a place 'a' leads
    assert not made.findings and "leader_depends_on_place" in made.checked


def test_the_score_test_of_the_place_is_that_of_a_regression():
    first, second, won = newest_shown_first()
    seen = _comparisons.Comparisons(generation.BattleTally.from_arrays(first, second, won))
    models = list(seen.tally.models)
    one, two = ([models.index(name) for name in names] for names in (first, second))
    design = np.zeros((len(won), 4))
    design[np.arange(len(won)), one], design[np.arange(len(won)), two] = 1, -1
    chance = 1 / (1 + np.exp(-design @ seen.plain.strengths))
    root = np.sqrt(chance * (1 - chance))
    left = root - (root[:, np.newaxis] * design) @ np.linalg.lstsq(root[:, np.newaxis] * design, root, rcond=None)[0]
    z = (np.array(won) - chance).sum() / np.sqrt((left**2).sum())
    assert _comparisons.errors_of_place(seen) == pytest.approx(z)


@pytest.mark.parametrize("outcome", [[1, 0] * 10, [0.5] * 20])
def test_no_model_leads_if_the_first_two_are_equal(outcome):
    line = review.comparisons(["a", "b"] * 10, ["b", "a"] * 10, outcome if outcome[0] == 0.5 else [1, 1, 0, 0] * 5).line
    told = "no model leads: the difference between 'a' and 'b' is 0.000, 95% interval -0.877 to +0.877"
    assert line.startswith(f"{told} (Bradley–Terry")


def test_what_is_left_in_random_order_is_computed():
    rng, left = np.random.default_rng(9), []
    one = rng.integers(20, size=80)
    two = (one + rng.integers(1, 20, size=80)) % 20
    for _ in range(500):
        turn, counts = rng.random(80) < 0.5, np.zeros((20, 20))
        np.add.at(counts, (np.where(turn, one, two), np.where(turn, two, one)), 1)
        left.append(order_of(counts).left)
    assert np.mean(left) == pytest.approx(order_of(counts).in_random_order, abs=0.01)
    made = review.comparisons(np.minimum(one, two), np.maximum(one, two), rng.integers(2, size=80))
    assert "compared with 76% on average in random order." in the(made, "place_follows_model").message


def test_a_model_that_is_always_first_cannot_be_told_from_its_place():
    made = review.comparisons(["new"] * 60, ["old"] * 30 + ["older"] * 30, [1, 0] * 30)
    found = the(made, "place_follows_model")
    assert found.severity == "error" and found.value == pytest.approx(0, abs=1e-9)
    assert "'new' is first in all 60 battles that it is in" in found.message
    assert why(made, "leader_depends_on_place").startswith("the worth of the place is not finite")
    mostly = review.comparisons(["new"] * 57 + ["old"] * 3, ["old"] * 57 + ["new"] * 3, [1, 0] * 30)
    found = the(mostly, "place_follows_model")
    assert found.severity == "warning" and found.value == pytest.approx(1 - 0.9**2)
    few = review.comparisons(["new"] * 10, ["old"] * 10, [1, 0] * 5)  # as may happen by chance
    assert not few.findings


def test_the_information_that_is_left_is_that_of_a_regression():
    rng = np.random.default_rng(2)
    pairs = np.array([rng.permutation(5)[:2] for _ in range(90)] + [[0, 1]] * 60)
    design = np.zeros((150, 5))
    design[np.arange(150), pairs[:, 0]], design[np.arange(150), pairs[:, 1]] = 1, -1
    explained = design @ np.linalg.lstsq(design, np.ones(150), rcond=None)[0]
    counts = np.zeros((5, 5))
    np.add.at(counts, tuple(pairs.T), 1)
    order = order_of(counts)
    assert order.left == pytest.approx(1 - explained.mean())
    assert order.p_value == pytest.approx(stats.chi2.sf(150 * explained.mean(), 4))


def test_a_circle_in_one_order_tells_the_place():
    made = review.comparisons(
        ["a"] * 40 + ["b"] * 40 + ["c"] * 40, ["b"] * 40 + ["c"] * 40 + ["a"] * 40, [1, 1, 0, 1] * 30
    )
    assert not made.findings and "being shown first is worth +1.099" in made.line


def test_models_without_finite_strengths_have_no_leader():
    made = review.comparisons(["a", "b", "b"], ["b", "a", "c"], [1, 0, 1])
    assert made.line == "no model leads: the strengths are not finite, because 'a' never lost; 3 battles of 3 models"
    assert why(made, "leader_depends_on_place") == "the strengths are not finite, because 'a' never lost"


# ---------------------------------------------------------------- words


def test_each_finding_has_two_sentences_and_a_number():
    made = [
        review.split(ROWS, ROWS[:1], groups=(np.arange(30), [1]), times=(np.arange(30), [2])),
        review.classification(Y, y_score=1 - CALLS, y_pred=CALLS, models_tried=3, reported={"F1": 0.1234}),
        review.regression(np.zeros(100), np.r_[np.ones(99), 99.0], y_train=[0.0], reported={"MAPE": "0.1"}),
        review.folds([0.02, 0.01, 0.03, 0.00, 0.02], test_share=0.2),
        review.tries(TRIES.ravel()),
        review.comparisons([1] * 20, [2] * 20, [1, 0] * 10),
        review.comparisons(*newest_shown_first()),
    ]
    messages = [finding.message for each in made for finding in each.findings]
    assert len(messages) > 11
    for message in messages:
        assert len(re.findall(r"\. [A-Z\d]", message)) >= 1, message
        assert re.search(r"\d|The only ", message)


def test_numbers_have_three_digits():
    assert [rate(value) for value in (0.5, 0.99859, 1.0, 0.00123, 0, NAN)] == [
        *("0.500", "0.9986", "1.000", "0.0012", "0.000", "undefined")
    ]
    assert [rate(-1e-12), rate(-0.0), amount(-0.0)] == ["0.000000000", "0.000", "0"]
    assert bounds_in_words((-1e-12, 0.5), "how") == "95% interval 0.000000000 to 0.500000000 (how)"
    assert [amount(value) for value in (52.613, 0.012345, 1234.5, 0, 1e9, NAN)] == [
        *("52.6", "0.0123", "1,234", "0", "1e+09", "undefined")
    ]
    assert [p_text(value) for value in (0.25, 1e-9)] == ["p = 0.25", "p < 0.0001"]


@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [
        (0, 9, "0 of the 9 rows in it (0%)"),
        (3, 4_000, "3 of the 4,000 rows in it (less than 1%)"),
        (3_999, 4_000, "3,999 of the 4,000 rows in it (more than 99%)"),
        (1, 1, "the only row in it"),
        (2, 2, "both rows in it"),
        (1_234, 1_234, "all 1,234 rows in it"),
    ],
)
def test_a_part_is_told_with_all(part, whole, words):
    assert part_of(part, whole, "rows in it") == words


def test_only_nothing_is_0_percent_and_only_all_is_100():
    told = [percent(share) for share in (0.0, 0.004, 0.5, 0.996, 1.0)]
    assert told == ["0%", "less than 1%", "50%", "more than 99%", "100%"]


def test_one_is_singular():
    assert [are(count) for count in (0, 1, 2)] == ["are", "is", "are"]
    assert [other(count, "rows") for count in (1, 2_000)] == ["the other row", "the other 2,000 rows"]


def test_a_single_equal_row_is_told_in_the_singular():
    found = the(review.split(ROWS, np.vstack([ROWS[:1], ROWS[:1] + 1]), y=([0, 1] * 15, [1, 0])), "duplicates")
    assert found.message.startswith("1 of the 2 test rows (50%) is equal to a training row in all 4 columns.")
    assert "gets its label wrong" in found.message
    assert found.message.endswith("Score the other row alone, too.")


def test_findings_that_are_ignored_are_counted_apart():
    made = review.classification(Y, y_score=-GOOD, ignore=["inverted_scores"])
    assert "with no findings, not counting 1 that is ignored." in " ".join(repr(made).split())


def test_one_finding_more_is_singular():
    finding = Finding("duplicates", "error", 1.0, "One. Two.", "splits/leakage", {})
    made = Review("line", (finding,) * (PRINTED + 1), (), ("duplicates",), ())
    assert "1 more finding is in the attribute `findings`." in repr(made)


def test_only_one_class_is_named_without_a_rarest():
    made = review.classification(["a"], y_pred=["a"], labels=["a", "b", "c"])
    assert made.line.endswith("1 sample, 1 class (a)")


def test_one_of_several_is_no_plural():
    assert [number_of(count, "queries") for count in (0, 1, 2_000)] == ["0 queries", "1 query", "2,000 queries"]
    assert review.regression([1.0], [2.0], groups=["a"]).line.endswith("1 sample, 1 group")
    assert review.classification([1], y_score=[0.5]).line.endswith("1 sample, 1 positive, 1 distinct score")
    assert review.classification([1], y_pred=[1], unit="tumors").line.endswith("1 tumor, 1 positive")
    made = review.split([[1.0]], [[2.0]], groups=(["a"], ["b"]))
    assert made.line == "1 training row and 1 test row with 1 column; 1 group in training and 1 group in the test set"


def test_the_checks_are_named_in_the_order_in_which_an_evaluation_goes():
    assert [*all_checks()][:6] == [*(each.__name__ for each in _split.CHECKS), "hard_labels_as_scores"]
    answers = ["tries_as_tasks", "place_follows_model", "place_decides", "leader_depends_on_place"]
    assert [*all_checks()][-7:] == ["few_rows_dominate", "ties_at_cutoff", "uncorrected_t_test", *answers]
    for kind in KINDS:
        said = re.search(
            r"The (?:checks are|only check is) (.*?)\n\n", inspect.getdoc(getattr(review, kind)), re.DOTALL
        )[1]
        module = importlib.import_module(f"evalbook.review._{kind}")
        named = re.findall(r"`(\w+)`", said.replace(" (only for `y_prob`)", ""))
        assert named == [each.__name__ for each in module.CHECKS]


def test_an_evaluation_is_built_once():
    evaluation = evaluation_of([0, 1], None, None, [0, 1], None, None, None, None, None, None, 1, "samples")
    with pytest.raises(dataclasses.FrozenInstanceError):
        evaluation.models_tried = 5


def test_all_checks_may_be_ignored_everywhere():
    assert not review.folds([0.02, 0.01, 0.03, 0.00, 0.02], test_share=0.2, ignore=all_checks().keys()).findings


# ---------------------------------------------------------------- bad input

BAD_IGNORE = [
    bad_type("a string", [0, 1], [0, 1], ignore="duplicates", words="ignore is 'duplicates'"),
    bad("an unknown check", [0, 1], [0, 1], ignore=["luck"], words=["ignore holds 'luck'", "duplicates"]),
    bad_type("reported alone", [0, 1], [0, 1], reported="0.5", words="reported is '0.5'"),
    bad("no number", [0, 1], [0, 1], reported={"AUC": "high"}, words="reported['AUC'] is 'high'"),
    bad("a number beyond all", [0, 1], [0, 1], reported={"AUC": f"1e{'9' * 30}"}, words="reported['AUC'] is '1e9"),
    bad("a huge number", [0, 1], [0, 1], reported={"AUC": "1e999"}, words="reported['AUC'] is '1e999'"),
    bad_type("no name", [0, 1], [0, 1], reported={1: "0.5"}, words="reported holds the name 1"),
    bad_type("None for a number", [0, 1], [0, 1], reported={"AUC": None}, words="reported['AUC'] is None"),
]
BAD_PARTS = [
    bad("no predictions", [0, 1], words="y_score, y_prob and y_pred are all missing"),
    bad("columns for classes", [0, 1, 2], y_score=[[0.5, 0.5]] * 3, words="y_score has 2 columns, but there are 3"),
    bad("beyond 1", [0, 1], y_prob=[0.5, 1.5], words="y_prob holds 1.5"),
    bad("rows beyond 1", [0, 1, 2], y_prob=[[0.5, 0.5, 0.5]] * 3, words="y_prob[0] adds up to 1.5"),
    bad("a label left out", [0, 1, 2], y_pred=[0, 1, 2], labels=[0, 1], words="labels leaves out 2"),
    bad("too few groups", [0, 1], y_pred=[0, 1], groups=[1], words="groups has 1"),
    bad("one cost", [0, 1], y_pred=[0, 1], costs=[1], words="costs is [1]"),
    bad("no cost", [0, 1], y_pred=[0, 1], costs=(0, 0), words="costs are both 0"),
    bad("a cost below 0", [0, 1], y_pred=[0, 1], costs=(-1, 1), words="costs[0] is -1"),
    bad_type("one rival", [0, 1], y_pred=[0, 1], rivals=1, words=["rivals is 1", "a dict from names"]),
    bad(
        "a short rival of a name", [0, 1], y_pred=[0, 1], rivals={"a": [0, 1], "tree": [0]}, words="rivals['tree'] has"
    ),
    bad(
        "fewer models than handed in",
        [0, 1],
        y_pred=[0, 1],
        rivals=[[1, 0]] * 3,
        models_tried=2,
        words=["models_tried is 2, but 4", "at least 4"],
    ),
    bad(
        "prices without calls", [0, 1], y_prob=[0, 1], costs=(1, 9), words=["costs is given without y_pred", ">= 0.1,"]
    ),
    bad("prices of three", [0, 1, 2], y_pred=[0, 1, 2], costs=(1, 9), words="costs is given with 3 classes"),
    bad("a positive of three", [0, 1, 2], y_pred=[0, 1, 2], pos_label=1, words="pos_label=1 is given with 3 classes"),
    bad("a short rival", [0, 1], y_pred=[0, 1], rivals=[[0]], words="rivals[0] has 1"),
    bad("no model", [0, 1], y_pred=[0, 1], models_tried=0, words="models_tried is 0"),
    bad_type("no unit", [0, 1], y_pred=[0, 1], unit="", words="unit is ''"),
]


def by_name(rows: list[Bad], name: str) -> list[Bad]:
    """Rows of two arguments, of which the second is called by its name."""
    return [row._replace(args=row.args[:1], kwargs=row.kwargs | {name: row.args[1]}) for row in rows]


BAD = {
    review.classification: [
        *BAD_PARTS,
        *by_name(BAD_LABELS[:-1], "y_pred"),
        *by_name([row for row in BAD_SCORES if row.what != "three classes"], "y_score"),
        *by_name(BAD_IGNORE, "y_pred"),
    ],
    review.regression: [
        *BAD_IGNORE,
        bad("too few", [1, 2], [1], words="y_pred has 1"),
        bad("nan", [1, NAN], [1, 2], words="y_true[1] is nan"),
        bad("empty training", [1, 2], [1, 2], y_train=[], words="y_train is empty"),
        bad("two dimensions", [[1]], [[1]], words="y_true has shape (1, 1)"),
    ],
    review.ranking: [
        *BAD_IGNORE,
        bad("negative grade", [0, -1], [0, 1], words="y_true holds -1"),
        bad("other shapes", [0, 1], [0, 1, 2], words="different shapes"),
        bad("three dimensions", np.ones((1, 1, 1)), np.ones((1, 1, 1)), words="y_true has shape (1, 1, 1)"),
        bad("no rank", [0, 1], [0, 1], k=0, words="k is 0"),
    ],
    review.split: [
        bad("other columns", [[1, 2]], [[1]], words="X_train has 2 columns, but X_test has 1 column;"),
        bad("nan", [[NAN]], [[1]], words="X_train[0, 0] is nan"),
        bad_type("texts", [["a"]], [["b"]], words="X_train holds strings"),
        bad_type("a column of texts", np.array([[1, "a"]], dtype=object), [[1, 2]], words="X_train holds objects of"),
        bad_type("a gap in the test part", [[1, 2]], [[1, None]], words="X_test holds objects of type"),
        bad("no rows", [], [[1]], words="X_train is empty"),
        bad("nan among labels", [[1]], [[2]], y=([NAN], [1]), words="y[0][0] is nan"),
        bad("nan among times", [[1]], [[2]], times=([1], [NAN]), words="times[1][0] is nan"),
        bad("no pair", [[1]], [[2]], y=[1, 2, 3], words="y is [1, 2, 3]; expected a pair"),
        bad(
            "too few groups", [[1], [2]], [[2]], groups=([1], [2]), words="groups[0] has shape (1,), but X_train has 2"
        ),
        bad_type("other labels", [[1]], [[2]], y=(["a"], [1]), words="y[0] holds strings"),
    ],
    review.folds: [
        bad("one fold", [0.1], test_share=0.1, words="differences has 1"),
        bad("all for the test", [0.1, 0.2], test_share=1, words="test_share is 1"),
    ],
    review.tries: [
        bad("a share", [1, 0.5], words="right[1] is 0.5; expected 1 for each right try"),
        bad("none", [], words="right is empty"),
        bad("a table", [[1, 0], [0, 1]], words="right has shape (2, 2)"),
        bad("too few tasks", [1, 0], tasks=["a"], words="tasks has 1"),
        bad("nan among tasks", [1, 0], tasks=[NAN, 1], words="tasks[0] is nan"),
    ],
    review.comparisons: [
        bad("the same model", ["a"], ["a"], [1], words="first[0] and second[0] are both 'a'"),
        bad("a margin", ["a"], ["b"], [2], words="outcome[0] is 2"),
        bad("too few outcomes", ["a", "b"], ["b", "a"], [1], words="outcome has 1"),
        bad_type("names and numbers", ["a"], [1], [1], words="first holds strings"),
    ],
}


@refused(BAD)
def test_bad_input(function, row):
    assert_raises(function, row)


def test_nothing_is_changed():
    given = [Y.copy(), GOOD.copy(), CALLS.copy()]
    review.classification(given[0], y_score=given[1], y_pred=given[2], groups=given[0], reported={"F1": "0.1234"})
    assert [array.tolist() for array in given] == [Y.tolist(), GOOD.tolist(), CALLS.tolist()]


def test_the_package_loads_it_when_it_is_asked_for():
    import evalbook

    assert evalbook.review is review
    with pytest.raises(AttributeError, match="no attribute 'revue'"):
        evalbook.revue  # noqa: B018


# ---------------------------------------------------------------- the same samples, told in another way

SAME = {
    "another order of the samples": lambda order, **arrays: {name: array[order] for name, array in arrays.items()},
    "scores in another unit": lambda order, **arrays: arrays | {"y_score": 1024 * arrays["y_score"]},
    "scores from another zero": lambda order, **arrays: arrays | {"y_score": arrays["y_score"] + 1024},
    "other names of the groups": lambda order, **arrays: arrays | {"groups": -arrays["groups"]},
    "lists": lambda order, **arrays: {name: array.tolist() for name, array in arrays.items()},
}


@pytest.mark.parametrize("told", SAME.values(), ids=SAME)
def test_the_same_samples_have_the_same_review(told):
    rng = np.random.default_rng(0)
    groups = rng.integers(30, size=200)
    y_true = (groups + rng.normal(0, 8, size=200) > 15).astype(int)
    arrays = {"y_true": y_true, "y_score": rng.integers(64, size=200) / 64 + groups / 64, "groups": groups}
    one = review.classification(**arrays, reported={"ROC AUC": "0.9"})
    other = review.classification(**told(rng.permutation(200), **arrays), reported={"ROC AUC": "0.9"})
    assert one.line == other.line
    assert [found.message for found in one.findings] == [found.message for found in other.findings]
    assert one.findings

"""Numbers of a report: each is compared as exactly as it was reported, and each name is known or said to be unknown."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from made import found_by, the, why
from sklearn import metrics as sklearn

from evalbook import confusion, curves, probabilities, ranking, regression, review
from evalbook.review import Review, _classification, _ranking, _regression
from evalbook.review._reported import ALIASES, SPELLINGS, Number, nearest, reported_numbers, standard_name
from evalbook.teaching import examples

RNG = np.random.default_rng(31)
Y = np.arange(400) % 2
GOOD = Y + RNG.normal(size=400)
CALLS = (GOOD > 0.5).astype(int)
PROB = 1 / (1 + np.exp(-GOOD))


def test_right_numbers_are_left_alone_however_they_are_written():
    area, accuracy = curves.roc_auc(Y, GOOD), confusion.accuracy(Y, CALLS)
    claims = {"AUC": f"{area:.2f}", "roc_auc": area, "Accuracy": f"{100 * accuracy:.1f}%", "acc": f"{accuracy:.3e}"}
    assert not found_by(review.classification(Y, y_score=GOOD, y_pred=CALLS, reported=claims))


def test_a_number_of_another_name_is_noted_with_what_it_equals():
    value = curves.roc_auc(Y, CALLS)
    made = review.classification(Y, y_score=GOOD, y_pred=CALLS, reported={"ROC AUC": f"{value:.4f}"})
    found = the(made, "reported_number")
    assert "the ROC AUC of the predicted labels" in found.evidence["equals"]
    assert f"these arrays give {curves.roc_auc(Y, GOOD):.4f}." in found.message


def test_each_number_is_compared():
    claims = {"F1": "0.1111", "accuracy": f"{confusion.accuracy(Y, CALLS):.3f}", "recall": "0.2222"}
    made = review.classification(Y, y_pred=CALLS, reported=claims)
    assert [finding.value for finding in made.findings] == [0.1111, 0.2222]


def test_two_digits_are_too_few_to_compare():
    found = the(review.classification(Y, y_pred=CALLS, reported={"F1": "0.11"}), "reported_number")
    assert "2 digits are too few" in found.message


def test_numbers_that_equal_none_are_told_so():
    found = the(review.classification(Y, y_pred=CALLS, reported={"F1": "0.1111"}), "reported_number")
    assert "equals none" in found.message


def test_unknown_names_are_not_checked():
    made = review.classification(Y, y_pred=CALLS, reported={"ROC AUC": "0.5", "goodness": "1"})
    assert "reported has ROC AUC, goodness, but these arrays give accuracy" in why(made, "reported_number")
    assert "reported_number" not in made.checked


@pytest.mark.parametrize("accuracy", ["0.1111", f"{confusion.accuracy(Y, CALLS):.3f}"], ids=["wrong", "right"])
def test_unknown_names_are_said_beside_numbers_that_are_checked(accuracy):
    made = review.classification(Y, y_pred=CALLS, reported={"accuracy": accuracy, "goodness": "1"})
    assert "reported has goodness, but these arrays give accuracy" in why(made, "reported_number")
    assert "reported_number" in made.checked
    assert "Checked in part: reported_number (reported has goodness, but" in " ".join(repr(made).split())


@pytest.mark.parametrize(
    ("unknown", "known", "expected"),
    [
        ("acuracy", ["recall", "accuracy"], "accuracy"),
        ("test_accuracy", ["recall", "accuracy"], "accuracy"),
        ("AUC", ["accuracy", "macro AUC"], "macro AUC"),
        ("f1_score", ["precision", "macro F1", "weighted F1"], "macro F1"),
        ("recall", ["NDCG", "recall@10"], "recall@10"),
        ("precison@10", ["recall@10", "precision@10"], "precision@10"),
        ("balanced_accuracy_scores", ["balanced accuracy"], "balanced accuracy"),
        ("ROC AUC", ["accuracy", "recall"], ""),
        ("goodness", ["accuracy", "error rate"], ""),
    ],
)
def test_the_nearest_known_name_is_told(unknown, known, expected):
    assert nearest(unknown, known) == expected


def test_the_nearest_known_name_stands_beside_the_unknown_one():
    made = review.classification(Y, y_pred=CALLS, reported={"acuracy": "0.5"})
    assert why(made, "reported_number").startswith(
        "reported has acuracy (the nearest name is accuracy), but these arrays"
    )


@pytest.mark.parametrize("name", ["the mean over groups of the F1", "the mean over groups of the ROC AUC"])
def test_means_over_groups_are_tried(name):
    group = np.arange(400) // 40
    parts = [(Y[group == one], GOOD[group == one], CALLS[group == one]) for one in range(10)]
    values = {
        "F1": np.mean([confusion.f1(y, called) for y, _, called in parts]),
        "ROC AUC": np.mean([curves.roc_auc(y, score) for y, score, _ in parts]),
    }
    metric = name.rsplit("the ", 1)[1]
    options = {"y_score": GOOD, "y_pred": CALLS, "groups": group, "reported": {metric: f"{values[metric]:.5f}"}}
    assert name in the(review.classification(Y, **options), "reported_number").evidence["equals"]


def variants(monkeypatch, module, call):
    """All numbers that a review could compare with."""
    seen = {}

    def spy(claims, metrics, others):
        seen.update({name: compute() for name, compute in {**metrics, **others}.items()})

    spy.__name__ = "reported_number"
    monkeypatch.setattr(module, "compare_reported", spy)
    call()
    return seen


def test_all_numbers_of_a_classification_are_what_their_names_say(monkeypatch):
    options = {"y_prob": 1 / (1 + np.exp(-GOOD)), "y_pred": CALLS, "groups": np.arange(400) // 40}
    found = variants(monkeypatch, _classification, lambda: review.classification(Y, **options))
    assert found["the F1 of the other class"] == pytest.approx(confusion.f1(1 - Y, 1 - CALLS))
    assert found["error rate"] == pytest.approx(confusion.error_rate(Y, CALLS))
    assert found["the ROC AUC of the reversed scores"] == pytest.approx(curves.roc_auc(Y, -GOOD))
    assert found["the highest accuracy of any threshold on these samples"] >= found["accuracy"]
    assert found["the highest F1 of any threshold on these samples"] >= found["F1"]
    matrix = confusion.confusion_matrix(Y, CALLS)
    macro = confusion.macro_average([matrix.binary(label) for label in (0, 1)])
    assert found["the F1 of macro-precision and macro-recall"] == pytest.approx(macro.f1)
    assert found["Brier"] == pytest.approx(probabilities.brier_score(Y, options["y_prob"]))
    assert len(found) >= 30
    assert not [name for name, value in found.items() if math.isnan(value)]


def test_all_numbers_of_several_classes(monkeypatch):
    y = np.arange(60) % 3
    prob = np.eye(3)[np.roll(y, 1)] * 0.4 + 0.2
    found = variants(monkeypatch, _classification, lambda: review.classification(y, y_prob=prob, y_pred=np.roll(y, 1)))
    assert found["macro AUC"] == pytest.approx(curves.multiclass_roc_auc(y, prob))
    assert found["log loss"] == pytest.approx(probabilities.log_loss(y, prob))
    assert math.isnan(found["the F1 of macro-precision and macro-recall"])


def test_all_numbers_of_a_regression_are_what_their_names_say(monkeypatch):
    true, guess = np.r_[0.0, RNG.random(59) + 1], RNG.random(60) + 1
    options = {"y_train": RNG.random(80), "groups": np.arange(60) // 20}
    found = variants(monkeypatch, _regression, lambda: review.regression(true, guess, **options))
    r = np.corrcoef(true, guess)[0, 1]
    assert found["the squared correlation of truth and prediction"] == pytest.approx(r**2)
    by_group = [regression.mean_absolute_error(true[one : one + 20], guess[one : one + 20]) for one in (0, 20, 40)]
    assert found["the mean over groups of the MAE"] == pytest.approx(np.mean(by_group))
    assert found["the MAE without true zeros"] == pytest.approx(regression.mean_absolute_error(true[1:], guess[1:]))
    assert found["R² against the training mean"] != pytest.approx(found["R²"])
    zeros = variants(monkeypatch, _regression, lambda: review.regression([0.0, 0.0], [1.0, 1.0], y_train=[0.0]))
    assert "the MAPE without true zeros" not in zeros
    assert math.isnan(zeros["correlation"])
    assert math.isnan(zeros["R² against the training mean"])


def test_all_numbers_of_lists_are_what_their_names_say(monkeypatch):
    shop = examples.shop()
    found = variants(monkeypatch, _ranking, lambda: review.ranking(shop.grade, shop.popular, k=5))
    worst, best = (found[f"the NDCG with the {which} of tied items first"] for which in ("worse", "better"))
    assert worst <= found["NDCG@5"] <= best
    assert found["the NDCG with 0 for queries without a relevant item"] == pytest.approx(found["NDCG@5"] * 11 / 12)
    ranked = np.take_along_axis(shop.grade, np.argsort(-shop.popular, axis=1, kind="stable"), axis=1)
    assert found["HR@5"] == pytest.approx(ranked[:, :5].any(axis=1).mean())
    assert len(found) >= 17
    nothing = variants(monkeypatch, _ranking, lambda: review.ranking([[0, 0]], [[1, 2]]))
    assert math.isnan(nothing["NDCG"])


def test_a_cutoff_in_the_name_is_that_of_the_metric():
    shop = examples.shop()
    made = review.ranking(shop.grade, shop.personal, reported={"HR@5": "0.75", "NDCG@0": "1"})
    assert not made.findings
    assert "reported has NDCG@0" in why(made, "reported_number")


def test_groups_beyond_five_hundred_are_not_averaged():
    made = review.classification(Y, y_pred=CALLS, groups=np.arange(400) + 600, reported={"accuracy": "0.1111"})
    assert "equals none" in the(made, "reported_number").message
    many = np.arange(2000)
    made = review.classification(many % 2, y_pred=many % 2, groups=many, reported={"accuracy": "0.1111"})
    assert "equals none" in the(made, "reported_number").message


def test_names_of_metrics_lose_case_and_signs():
    assert {standard_name(name) for name in ("R2", "R²", "r²", "R^2")} == {"r2"}
    assert standard_name("NDCG@10") == "ndcg@10"
    assert [claim.value for claim in reported_numbers({"a": "−0.5", "b": "50 %", "c": 1})] == [-0.5, 0.5, 1.0]


# ---------------------------------------------------------------- names

OF_CLASSES = {
    **dict.fromkeys(("AUC-ROC", "roc_auc_score", "auroc"), lambda: sklearn.roc_auc_score(Y, GOOD)),
    "average_precision_score": lambda: sklearn.average_precision_score(Y, GOOD),
    "accuracy_score": lambda: sklearn.accuracy_score(Y, CALLS),
    **dict.fromkeys(("error rate", "zero_one_loss"), lambda: sklearn.zero_one_loss(Y, CALLS)),
    "balanced_accuracy_score": lambda: sklearn.balanced_accuracy_score(Y, CALLS),
    **dict.fromkeys(("Cohen's kappa", "Cohen's κ", "cohen_kappa_score"), lambda: sklearn.cohen_kappa_score(Y, CALLS)),
    "matthews_corrcoef": lambda: sklearn.matthews_corrcoef(Y, CALLS),
    "precision_score": lambda: sklearn.precision_score(Y, CALLS),
    "recall_score": lambda: sklearn.recall_score(Y, CALLS),
    "f1_score": lambda: sklearn.f1_score(Y, CALLS),
    "F2": lambda: sklearn.fbeta_score(Y, CALLS, beta=2),
    "F0.5": lambda: sklearn.fbeta_score(Y, CALLS, beta=0.5),
    "jaccard_score": lambda: sklearn.jaccard_score(Y, CALLS),
    "NPV": lambda: sklearn.precision_score(1 - Y, 1 - CALLS),
    "specificity": lambda: sklearn.recall_score(1 - Y, 1 - CALLS),
    "FPR": lambda: 1 - sklearn.recall_score(1 - Y, 1 - CALLS),
    "FNR": lambda: 1 - sklearn.recall_score(Y, CALLS),
    "log_loss": lambda: sklearn.log_loss(Y, PROB),
    "neg_log_loss": lambda: -sklearn.log_loss(Y, PROB),
    "brier_score_loss": lambda: sklearn.brier_score_loss(Y, PROB),
    "neg_brier_score": lambda: -sklearn.brier_score_loss(Y, PROB),
    **dict.fromkeys(
        ("precision_macro", "macro avg precision", "Macro-averaged precision"),
        lambda: sklearn.precision_score(Y, CALLS, average="macro"),
    ),
    "recall_weighted": lambda: sklearn.recall_score(Y, CALLS, average="weighted"),
    "F1-score (micro)": lambda: sklearn.f1_score(Y, CALLS, average="micro"),
}


def wrong_among(reported: dict[str, float], made: Callable[..., Review]) -> set[str]:
    """The names under which a review finds another number; it knows all of them."""
    found = made(reported=reported)
    assert "reported_number" not in dict(found.not_checked)
    return {one.message.partition(" is reported")[0] for one in found.findings if one.check == "reported_number"}


def test_names_of_classification_are_known():
    made = partial(review.classification, Y, y_score=GOOD, y_prob=PROB, y_pred=CALLS)
    values = {name: compute() for name, compute in OF_CLASSES.items()}
    assert wrong_among(values, made) == set()
    assert wrong_among({name: value + 0.01 for name, value in values.items()}, made) == set(values)


TRUE, GUESS = RNG.random(60) + 1, RNG.random(60) + 1
OF_NUMBERS = {
    "r2_score": sklearn.r2_score,
    "explained_variance_score": sklearn.explained_variance_score,
    "mean_squared_error": sklearn.mean_squared_error,
    "neg_mean_squared_error": lambda true, guess: -sklearn.mean_squared_error(true, guess),
    "RMSE": lambda true, guess: math.sqrt(sklearn.mean_squared_error(true, guess)),
    "neg_root_mean_squared_error": lambda true, guess: -math.sqrt(sklearn.mean_squared_error(true, guess)),
    "mean_absolute_error": sklearn.mean_absolute_error,
    "median_absolute_error": sklearn.median_absolute_error,
    "max_error": sklearn.max_error,
    "mean_absolute_percentage_error": sklearn.mean_absolute_percentage_error,
    "sMAPE": regression.symmetric_mean_absolute_percentage_error,
    "mean_squared_log_error": sklearn.mean_squared_log_error,
    "RMSLE": lambda true, guess: math.sqrt(sklearn.mean_squared_log_error(true, guess)),
    "bias": lambda true, guess: float(np.mean(guess - true)),
    "Pearson's r": lambda true, guess: float(np.corrcoef(true, guess)[0, 1]),
}


def test_names_of_regression_are_known():
    made, values = partial(review.regression, TRUE, GUESS), {name: of(TRUE, GUESS) for name, of in OF_NUMBERS.items()}
    assert wrong_among(values, made) == set()
    assert wrong_among({name: value + 0.01 for name, value in values.items()}, made) == set(values)


def test_logarithmic_errors_are_not_tried_where_they_do_not_exist():
    made = review.regression([-2.0, 1.0, 3.0], [-1.5, 1.0, 2.0], reported={"RMSLE": "0.5"})
    assert "reported has RMSLE" in why(made, "reported_number")


GRADE = RNG.integers(2, size=(20, 30))
GRADE[:, 0] = 1
SCORE = GRADE + RNG.normal(size=GRADE.shape)
RANKED = ranking.rank_by_score(GRADE, SCORE)
OF_LISTS = {
    **dict.fromkeys(("P@10", "P_10", "precision at 10"), lambda: ranking.precision_at_k(RANKED, 10)),
    **dict.fromkeys(("R@10", "recall_10"), lambda: ranking.recall_at_k(RANKED, 10)),
    **dict.fromkeys(("Hit@3", "hits@3", "HitRate@3", "success_3"), lambda: ranking.hit_rate(RANKED, 3)),
    **dict.fromkeys(("ndcg_cut_10", "nDCG@10"), lambda: [sklearn.ndcg_score(GRADE, SCORE, k=10)]),
    **dict.fromkeys(("map_cut_10", "AP@10"), lambda: ranking.average_precision(RANKED, k=10)),
    **dict.fromkeys(("recip_rank", "MRR"), lambda: ranking.reciprocal_rank(RANKED)),
    "RR@10": lambda: ranking.reciprocal_rank(RANKED, k=10),
}


def test_names_of_ranking_are_known():
    made, values = partial(review.ranking, GRADE, SCORE), {name: np.mean(of()) for name, of in OF_LISTS.items()}
    assert wrong_among(values, made) == set()
    assert wrong_among({name: value + 0.01 for name, value in values.items()}, made) == set(values)


def test_no_spelling_means_two_metrics():
    spelled = [alias for aliases in SPELLINGS.values() for alias in aliases.split()]
    assert len(spelled) == len(set(spelled)) == len(ALIASES)
    assert not set(spelled) & set(SPELLINGS)


# ---------------------------------------------------------------- how exactly

NEARLY = np.arange(1000) % 2
MISSED = np.where(np.arange(1000) < 296, 1 - NEARLY, NEARLY)  # an accuracy of 0.704


def said_of(accuracy: object) -> list[str]:
    made = review.classification(NEARLY, y_pred=MISSED, reported={"accuracy": accuracy})
    return [finding.message for finding in made.findings]


@pytest.mark.parametrize("text", ["0.70", "0.7", ".704", "0.7040", "70.4%", "70 %", "7.04e-1", Decimal("0.70")])
def test_a_text_is_met_by_what_rounds_to_its_digits(text):
    assert not said_of(text)


@pytest.mark.parametrize("text", ["0.71", "0.703", "0.7041", "70.5%", Decimal("0.71")])
def test_a_text_is_not_met_by_what_does_not(text):
    assert f"accuracy is reported as {text}, but these arrays give 0.704" in said_of(text)[0]


@pytest.mark.parametrize("digits", [0.5, 0.005])
def test_a_text_is_met_by_what_lies_half_a_digit_away_however_it_is_rounded(digits):
    true = np.zeros(200)
    true[: round(200 * digits)] = 1
    text = {0.5: "0", 0.005: "0.00"}[digits]
    made = review.classification(true, y_pred=np.zeros(200), reported={"error rate": text})
    assert not found_by(made)


@pytest.mark.parametrize(
    "number",
    [0.704, np.float64(0.704), np.float32(0.704), np.float32(0.704).item(), np.float16(0.704), Fraction(704, 1000)],
    ids=lambda number: f"{type(number).__name__} {number}",
)
def test_a_number_is_met_within_the_rounding_of_its_type(number):
    assert not said_of(number)


@pytest.mark.parametrize("number", [0.7041, np.float32(0.7041), np.float16(0.72), 0.704 + 1e-8])
def test_a_number_is_not_met_beyond_the_rounding_of_its_type(number):
    assert len(said_of(number)) == 1


def test_a_single_is_told_by_its_own_digits():
    assert said_of(np.float32(0.7))[0].startswith("accuracy is reported as 0.7, but these arrays give 0.704.")


def test_a_short_number_that_is_no_text_is_told_how_it_would_be_right():
    assert said_of(0.7)[0].endswith('As a string, "0.7" would be right in the digits it has.')


def test_a_number_that_differs_late_is_told_with_the_digits_that_differ():
    assert "is reported as 0.70401, but these arrays give 0.70400." in said_of(0.70401)[0]


@pytest.mark.parametrize("sum_of", [sum, math.fsum, lambda values: float(np.sum(values[::-1]))])
def test_an_error_that_was_summed_in_another_order_is_right(sum_of):
    for seed in range(300):
        rng = np.random.default_rng(seed)
        true = 1e4 * rng.normal(size=200)
        guess = true + 100 * rng.normal(size=200)
        (claim,) = reported_numbers({"MSE": sum_of((true - guess) ** 2) / 200})
        assert claim.equals(Number(partial(regression.mean_squared_error, true, guess)))


@pytest.mark.parametrize("size", [1e-7, 1.0, 1e7])
def test_an_error_ten_times_too_high_is_found_at_any_size(size):
    guess = TRUE + size * RNG.normal(size=60)
    value = 10 * regression.mean_squared_error(TRUE, guess)
    for reported in (value, f"{value:.3e}"):
        found = the(review.regression(TRUE, guess, reported={"MSE": reported}), "reported_number")
        assert found.evidence["here"] == pytest.approx(value / 10)


def test_a_small_brier_score_ten_times_too_high_is_found():
    prob = np.where(Y == 1, 1 - 1e-7, 1e-7)
    value = 10 * probabilities.brier_score(Y, prob)
    assert found_by(review.classification(Y, y_prob=prob, reported={"Brier": value})) == ["reported_number"]


def test_what_cancels_is_0_here_and_nearly_0_there():
    true, by_lot = np.tile([0, 0, 1, 1], 50), np.tile([0, 1, 0, 1], 50)
    assert "reported_number" not in found_by(review.classification(true, y_pred=by_lot, reported={"MCC": -2.2e-17}))
    certain = Y.astype(float)
    assert "reported_number" not in found_by(review.classification(Y, y_prob=certain, reported={"log loss": 2.2e-16}))


def test_an_infinite_loss_equals_no_number():
    made = review.classification([0, 1, 1], y_prob=[0.5, 0.5, 0.0], reported={"log loss": "0.693"})
    assert the(made, "reported_number").message.startswith("log loss is reported as 0.693, but these arrays give inf.")


@pytest.mark.parametrize("reported", ["70.4", 70.4, np.float32(70.4)])
def test_a_percentage_without_its_sign_is_told(reported):
    assert said_of(reported) == [
        "accuracy is reported as 70.4, but these arrays give 0.704. It is 100 times as large. "
        'Written as a percentage, "70.4%", it would be right.'
    ]


def test_a_share_with_the_sign_of_a_percentage_is_told():
    assert said_of("0.704%")[0].endswith(
        'is a hundredth of that. Without the percent sign, "0.704", it would be right.'
    )


def test_one_digit_is_one_digit():
    assert "Its 1 digit is too few" in said_of("0.9")[0]


def test_a_percentage_of_zero_is_undefined_where_it_is_reported():
    made = review.regression([0.0, 1.0, 2.0], [0.5, 1.0, 2.5], reported={"MAPE": "0.125"})
    assert the(made, "reported_number").message == (
        "MAPE is reported as 0.125, but is undefined for these arrays. "
        "The number 0.125 equals the MAPE without true zeros (20 numbers were tried). Correct the number, or its name."
    )

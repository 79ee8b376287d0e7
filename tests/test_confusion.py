"""Counts, confusion matrices and the scores made from them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from bad_input import BAD_LABELS, BAD_POSITIVE, BAD_WEIGHTS, BAD_ZERO_DIVISION, NAN, assert_raises, bad, raises_each
from evalbook import UndefinedMetricWarning, confusion
from evalbook.confusion import ConfusionMatrix, Counts
from peer_cases import approx, peer_cases
from strategies import WEIGHTS, binary_samples


def f_2(y_true, y_pred, **options):
    """Fβ at a fixed β, so that it can stand in the tables beside the others."""
    return confusion.f_beta(y_true, y_pred, beta=2, **options)


AVERAGED_SCORES = [confusion.precision, confusion.recall, confusion.f1, f_2]
ONE_CLASS_SCORES = [
    *AVERAGED_SCORES,
    confusion.specificity,
    confusion.false_positive_rate,
    confusion.false_negative_rate,
]
ALWAYS_DEFINED = [confusion.accuracy, confusion.error_rate, confusion.confusion_matrix]
MIX_CORRECTED = [confusion.balanced_accuracy, confusion.matthews_correlation, confusion.cohen_kappa]


# ---------------------------------------------------------------- Counts

COUNTS = Counts(tp=35, fp=10, fn=5, tn=50)
RATIOS = {
    "accuracy": 85 / 100,
    "error_rate": 15 / 100,
    "prevalence": 40 / 100,
    "recall": 35 / 40,
    "tpr": 35 / 40,
    "fnr": 5 / 40,
    "specificity": 50 / 60,
    "fpr": 10 / 60,
    "precision": 35 / 45,
    "negative_predictive_value": 50 / 55,
    "f1": 70 / 85,
    "balanced_accuracy": (35 / 40 + 50 / 60) / 2,
    "matthews_correlation": (35 * 50 - 10 * 5) / math.sqrt(45 * 40 * 60 * 55),
}


@pytest.mark.parametrize(("ratio", "expected"), RATIOS.items())
def test_each_ratio_of_the_counts(ratio, expected):
    value = getattr(COUNTS, ratio)
    assert value == pytest.approx(expected, abs=1e-15)
    assert type(value) is float


@pytest.mark.parametrize("ratio", RATIOS)
def test_a_ratio_of_nothing_is_nan_without_a_warning(ratio, recwarn):
    assert math.isnan(getattr(Counts(0, 0, 0, 0), ratio))
    assert np.isnan(getattr(Counts([0, 1], [0, 1], [0, 1], [0, 1]), ratio)).tolist() == [True, False]
    assert not recwarn.list


@pytest.mark.parametrize(
    ("beta", "expected"),
    [
        (0, 35 / 45),
        (0.5, 1.25 * 35 / (1.25 * 35 + 0.25 * 5 + 10)),
        (2, 5 * 35 / (5 * 35 + 4 * 5 + 10)),
        (math.inf, 35 / 40),
    ],
)
def test_f_beta_runs_from_precision_to_recall(beta, expected):
    assert COUNTS.f_beta(beta) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("beta", [-1, math.nan])
def test_f_beta_refuses_a_bad_beta(beta):
    with pytest.raises(ValueError, match="beta is"):
        COUNTS.f_beta(beta)


def test_f_is_0_where_precision_and_recall_are_0():
    assert Counts(tp=0, fp=3, fn=2, tn=5).f1 == 0.0


@pytest.mark.parametrize(
    ("total", "expected"),
    [("positives", 40), ("negatives", 60), ("predicted_positives", 45), ("predicted_negatives", 55), ("total", 100)],
)
def test_each_total_of_the_counts(total, expected):
    assert getattr(COUNTS, total) == expected


def test_counts_add_by_hand_and_by_sum():
    both = Counts(36, 12, 8, 54)
    assert COUNTS + Counts(1, 2, 3, 4) == both
    assert sum([COUNTS, Counts(1, 2, 3, 4)]) == both


def test_a_stack_of_counts_is_indexed_sliced_and_summed():
    stack = Counts([1, 2], [3, 4], [5, 6], [7, 8])
    assert len(stack) == 2
    assert stack[1] == Counts(2, 4, 6, 8)
    assert stack[:1] == Counts([1], [3], [5], [7])
    assert stack.sum() == Counts(3, 7, 11, 15)


def test_counts_of_unlike_shapes_neither_form_nor_add_nor_compare():
    with pytest.raises(ValueError, match=r"fp has shape \(\) and tp \(2,\)"):
        Counts([1, 2], 3, [5, 6], [7, 8])
    with pytest.raises(ValueError, match="do not add"):
        COUNTS + Counts([1], [1], [1], [1])
    with pytest.raises(TypeError):
        COUNTS + 1
    assert COUNTS != "counts"


@pytest.mark.parametrize(
    ("tp", "error"),
    [(-1, ValueError), (math.nan, ValueError), (math.inf, ValueError), ("1", TypeError), (None, TypeError)],
)
def test_a_count_must_be_a_number_of_at_least_0(tp, error):
    with pytest.raises(error, match="tp is"):
        Counts(tp, 0, 0, 0)


@pytest.mark.parametrize(
    "make", [lambda: Counts(1e308, 1e308, 0, 0), lambda: ConfusionMatrix([[1e308, 1e308], [0, 0]], ["a", "b"])]
)
def test_counts_beyond_a_float_raise(make):
    with pytest.raises(ValueError, match="more than a float can hold"):
        make()


def test_single_numbers_have_no_index_and_no_length():
    with pytest.raises(TypeError, match="single numbers"):
        COUNTS[0]
    with pytest.raises(TypeError, match="single numbers"):
        len(COUNTS)


def test_small_integer_types_do_not_overflow():
    narrow = np.array([100, 100], dtype=np.int8)
    assert Counts(narrow, narrow, narrow, narrow).total.tolist() == [400, 400]


def test_correlation_of_huge_counts_does_not_overflow():
    assert Counts(2**40, 2**40, 2**40, 2**42).matthews_correlation == pytest.approx(3 / (2 * 5))


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 4), min_size=1, max_size=5))
def test_every_ratio_lies_in_its_range(rows):
    stack = Counts(*np.transpose(rows))
    for ratio in ("accuracy", "recall", "fnr", "specificity", "fpr", "precision", "f1", "balanced_accuracy"):
        values = getattr(stack, ratio)
        assert np.all(np.isnan(values) | ((values >= 0) & (values <= 1)))
    correlation = stack.matthews_correlation
    assert np.all(np.isnan(correlation) | (np.abs(correlation) <= 1 + 1e-12))


# ---------------------------------------------------------------- ConfusionMatrix


def test_rows_are_the_truth_and_columns_the_prediction():
    matrix = confusion.confusion_matrix([0, 0, 0, 1], [1, 1, 0, 1])
    assert matrix.counts.tolist() == [[1, 2], [0, 1]]
    assert matrix.labels == (0, 1)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "labels"),
    [
        ([3, -200], [7, 3], (-200, 3, 7)),
        ([10**9, 5], [5, 5], (5, 10**9)),
        (["b", "a"], ["c", "a"], ("a", "b", "c")),
        ([True, True], [False, True], (False, True)),
        ([1.0, 0.0], [1.0, 1.0], (0, 1)),
        (np.array([2**63, 2**63 + 1], np.uint64), np.array([2**63, 2**63], np.uint64), (2**63, 2**63 + 1)),
    ],
)
def test_labels_are_all_that_occur_sorted(y_true, y_pred, labels):
    matrix = confusion.confusion_matrix(y_true, y_pred)
    assert matrix.labels == labels
    assert [type(label) for label in matrix.labels] == [type(label) for label in labels]
    assert matrix.total == 2


def test_labels_set_the_order_and_may_add_a_class():
    matrix = confusion.confusion_matrix(["a", "b"], ["b", "b"], labels=["b", "x", "a"])
    assert matrix.counts.tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 0]]
    assert matrix.labels == ("b", "x", "a")


@pytest.mark.parametrize(("labels", "words"), [([0], "leaves out"), ([0, 1, 1], "all differ")])
def test_labels_must_hold_each_class_once(labels, words):
    with pytest.raises(ValueError, match=words):
        confusion.confusion_matrix([0, 1], [0, 1], labels=labels)


@pytest.mark.parametrize(
    ("counts", "labels", "words"),
    [
        ([[1, 2, 3], [4, 5, 6]], [0, 1], "square"),
        ([[1, 2], [3, 4]], [0], "labels has 1 entries"),
        ([[1, 2], [3, 4]], [0, 0], "all differ"),
        ([[1, -2], [3, 4]], [0, 1], "at least 0"),
    ],
)
def test_a_matrix_must_be_square_with_a_label_a_row(counts, labels, words):
    with pytest.raises(ValueError, match=words):
        ConfusionMatrix(counts, labels)


def test_a_matrix_prints_as_a_table():
    assert repr(ConfusionMatrix([[50, 10], [5, 35.5]], labels=["well", "sick"])).splitlines() == [
        "truth \\ predicted  well  sick",
        "             well    50    10",
        "             sick     5  35.5",
    ]


def test_adding_takes_the_labels_of_both():
    matrix = confusion.confusion_matrix([0, 1], [0, 1]) + confusion.confusion_matrix([2, 0], [0, 0])
    assert matrix == ConfusionMatrix([[2, 0, 0], [0, 1, 0], [1, 0, 0]], [0, 1, 2])


def test_a_matrix_adds_to_no_number_but_the_0_of_sum():
    matrix = ConfusionMatrix([[1]], ["a"])
    assert sum([matrix, matrix]) == ConfusionMatrix([[2]], ["a"])
    with pytest.raises(TypeError):
        matrix + 1
    with pytest.raises(TypeError):
        1 + matrix
    assert matrix != 1


def test_binary_takes_one_class_against_all_others():
    matrix = ConfusionMatrix([[5, 1, 0], [2, 3, 1], [0, 0, 8]], labels=["a", "b", "c"])
    assert matrix.binary("b") == Counts(tp=3, fp=1, fn=3, tn=13)
    with pytest.raises(ValueError, match="'z' is not in the matrix"):
        matrix.binary("z")


@given(binary_samples(st.integers(0, 3)), binary_samples(st.integers(0, 3)))
def test_the_matrix_of_two_parts_is_the_sum_of_their_matrices(first, second):
    whole = confusion.confusion_matrix(first[0] + second[0], first[1] + second[1])
    assert whole == confusion.confusion_matrix(*first) + confusion.confusion_matrix(*second)


@given(binary_samples(st.tuples(st.integers(0, 1), WEIGHTS)))
def test_integer_weights_repeat_samples(samples):
    y_true, pairs = samples
    y_pred, weight = map(list, zip(*pairs, strict=True))
    weighted = confusion.confusion_matrix(y_true, y_pred, sample_weight=weight)
    assert weighted == confusion.confusion_matrix(np.repeat(y_true, weight), np.repeat(y_pred, weight))


def test_a_sample_of_weight_0_adds_no_class():
    assert confusion.confusion_matrix([0, 1, 2], [0, 1, 2], sample_weight=[1, 0.5, 0]).labels == (0, 1)


@pytest.mark.parametrize("kind", ["int", "int8", "bool", "str", "large"])
@pytest.mark.parametrize("weighted", [False, True])
def test_matrix_equals_scikit_learns(kind, weighted):
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 2 if kind == "bool" else 5, size=(2, 300))
    y_true, y_pred = {
        "int": codes - 2,
        "int8": (codes * 50 - 100).astype(np.int8),
        "bool": codes.astype(bool),
        "str": np.array(["ant", "bee", "cat", "dog", "eel"])[codes],
        "large": codes * 10**6,
    }[kind]
    weight = rng.random(300) if weighted else None
    ours = confusion.confusion_matrix(y_true, y_pred, sample_weight=weight)
    theirs = sklearn_metrics.confusion_matrix(y_true, y_pred, sample_weight=weight)
    assert ours.counts == pytest.approx(theirs)


@pytest.mark.parametrize("weighted", [False, True])
def test_matrix_properties_equal_scikit_learns(weighted):
    rng = np.random.default_rng(2)
    y_true, y_pred = rng.integers(0, 4, size=(2, 200))
    weight = rng.random(200) if weighted else None
    matrix = confusion.confusion_matrix(y_true, y_pred, sample_weight=weight)
    assert matrix.accuracy == pytest.approx(sklearn_metrics.accuracy_score(y_true, y_pred, sample_weight=weight))
    assert matrix.error_rate == pytest.approx(1 - matrix.accuracy)
    assert matrix.matthews_correlation == pytest.approx(
        sklearn_metrics.matthews_corrcoef(y_true, y_pred, sample_weight=weight)
    )
    assert matrix.cohen_kappa == pytest.approx(sklearn_metrics.cohen_kappa_score(y_true, y_pred, sample_weight=weight))


def test_one_against_rest_of_float_weights_is_never_negative():
    counts = confusion.confusion_matrix([0, 1, 2], [0, 1, 2], sample_weight=[0.1, 0.2, 0.3]).one_vs_rest()
    assert counts.fp.tolist() == counts.fn.tolist() == [0, 0, 0]
    assert counts.tn.min() >= 0


# ---------------------------------------------------------------- scores


@raises_each(ONE_CLASS_SCORES + ALWAYS_DEFINED + MIX_CORRECTED, BAD_LABELS + BAD_WEIGHTS)
def test_bad_labels_and_weights_raise(function, row):
    assert_raises(function, row)


@raises_each(
    ONE_CLASS_SCORES,
    [*BAD_POSITIVE, *BAD_ZERO_DIVISION, bad("three classes", [0, 1, 2], [0, 1, 1], words=["[0, 1, 2]", "two classes"])],
)
def test_bad_choices_raise(function, row):
    assert_raises(function, row)


@raises_each(MIX_CORRECTED, BAD_ZERO_DIVISION)
def test_bad_zero_division_raises(function, row):
    assert_raises(function, row)


@raises_each(
    [confusion.f_beta],
    [
        bad("negative beta", [0, 1], [0, 1], beta=-1, words=["beta is -1"]),
        bad("nan beta", [0, 1], [0, 1], beta=NAN, words=["beta is nan"]),
        bad("beta a string", [0, 1], [0, 1], beta="2", error=TypeError, words=["beta is '2'"]),
    ],
)
def test_bad_beta_raises(function, row):
    assert_raises(function, row)


@raises_each(
    AVERAGED_SCORES,
    [
        bad("unknown average", [0, 1], [0, 1], average="mean", words=["average is 'mean'"]),
        bad("labels with binary", [0, 1], [0, 1], labels=[0], words=["labels is given"]),
        bad("pos_label with macro", [0, 1], [0, 1], average="macro", pos_label=1, words=["pos_label is given"]),
        bad("no labels", [0, 1], [0, 1], average="macro", labels=[], words=["labels is []"]),
        bad("a label twice", [0, 1], [0, 1], average="macro", labels=[1, 1], words=["labels is [1, 1]"]),
    ],
)
def test_bad_averages_raise(function, row):
    assert_raises(function, row)


@pytest.mark.parametrize(
    ("function", "y_true", "y_pred"),
    [
        (confusion.precision, [0, 1], [0, 0]),
        (confusion.recall, [0, 0], [0, 1]),
        (confusion.f1, [0, 0], [0, 0]),
        (f_2, [0, 0], [0, 0]),
        (confusion.false_negative_rate, [0, 0], [0, 1]),
        (confusion.specificity, [1, 1], [0, 1]),
        (confusion.false_positive_rate, [1, 1], [0, 1]),
    ],
)
class TestUndefined:
    """0/0 is nan with one warning on the caller's line, or what zero_division says, in silence."""

    def test_warns_once(self, function, y_true, y_pred):
        with pytest.warns(UndefinedMetricWarning, match=r"is 0/0, nan: class 1 .*zero_division=") as caught:
            assert math.isnan(function(y_true, y_pred))
        assert [warning.filename for warning in caught] == [__file__]

    @pytest.mark.parametrize("stand_in", [0, 1.0, math.nan])
    def test_a_number_stands_in(self, function, y_true, y_pred, stand_in, recwarn):
        assert function(y_true, y_pred, zero_division=stand_in) == pytest.approx(stand_in, nan_ok=True)
        assert not recwarn.list


# 98 samples of class 0, one of 1, one of 2, all predicted 0: who leaves out what is undefined flatters this model.
LAZY_TRUTH, LAZY_PREDICTION = [0] * 98 + [1, 2], [0] * 100


def test_an_average_over_an_undefined_class_is_undefined():
    with pytest.warns(UndefinedMetricWarning, match="each of the classes 1, 2 is never predicted"):
        assert math.isnan(confusion.precision(LAZY_TRUTH, LAZY_PREDICTION, average="macro"))


@pytest.mark.parametrize(("stand_in", "expected"), [(math.nan, 0.98), (0, 0.98 / 3), (1, 2.98 / 3)])
def test_zero_division_decides_about_an_undefined_class(stand_in, expected):
    value = confusion.precision(LAZY_TRUTH, LAZY_PREDICTION, average="macro", zero_division=stand_in)
    assert value == pytest.approx(expected)


def test_a_class_that_never_occurs_has_no_part_in_a_weighted_average(recwarn):
    assert confusion.recall([0, 0, 1], [0, 2, 1], average="weighted") == pytest.approx(2 / 3)
    assert not recwarn.list


def test_an_average_over_absent_classes_is_undefined():
    with pytest.warns(UndefinedMetricWarning, match="class 7"):
        assert math.isnan(confusion.recall([0, 1], [0, 1], average="weighted", labels=[7]))
    assert math.isnan(confusion.recall([0, 1], [0, 1], average="macro", labels=[7], zero_division=math.nan))


@pytest.mark.parametrize("average", ["binary", "macro", "micro", "weighted", None])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", ["precision", "recall", "f1"])
def test_averages_equal_scikit_learns(name, average, weighted):
    rng = np.random.default_rng(3)
    y_true, y_pred = rng.integers(0, 2 if average == "binary" else 4, size=(2, 200))
    weight = rng.random(200) if weighted else None
    ours = getattr(confusion, name)(y_true, y_pred, average=average, sample_weight=weight)
    theirs = getattr(sklearn_metrics, f"{name}_score")(y_true, y_pred, average=average, sample_weight=weight)
    assert ours == pytest.approx(theirs)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_labels_select_classes_and_others_still_count_as_errors(average):
    rng = np.random.default_rng(4)
    y_true, y_pred = rng.integers(0, 4, size=(2, 200))
    ours = confusion.precision(y_true, y_pred, average=average, labels=[3, 1])
    assert ours == pytest.approx(sklearn_metrics.precision_score(y_true, y_pred, average=average, labels=[3, 1]))


@pytest.mark.parametrize(
    ("y_true", "y_pred", "pos_label"),
    [
        ([0, 1, 1], [1, 1, 0], None),
        ([-1, 1, 1], [1, 1, -1], None),
        ([False, True, True], [True, True, False], None),
        (["no", "yes", "yes"], ["yes", "yes", "no"], "yes"),
        ([2, 1, 1], [1, 1, 2], 1),
        ([True, False, False], [False, False, True], 0),
    ],
)
def test_the_positive_label_is_found_or_given(y_true, y_pred, pos_label):
    assert confusion.precision(y_true, y_pred, pos_label=pos_label) == 1 / 2


def test_a_given_label_may_be_missing_where_only_one_other_occurs():
    assert confusion.specificity(["no", "no"], ["no", "no"], pos_label="yes") == 1.0
    assert confusion.specificity([0, 0], [0, 0], pos_label="yes") == 1.0


@peer_cases("precision", "false_positive_rate", "specificity", "accuracy")
def test_scores_as_the_peers_have_them(case):
    assert getattr(confusion, case["metric"])(**case["inputs"]) == approx(case["expected"], case)


@peer_cases("accuracy/precision/recall from counts")
def test_counts_as_the_peers_have_them(case):
    counts = Counts(**case["inputs"])
    for ratio, expected in case["expected"].items():
        assert getattr(counts, ratio) == approx(expected, {"tol": 5e-4, **case})


@pytest.mark.parametrize("average", ["binary", "macro", "micro", "weighted", None])
@pytest.mark.parametrize("beta", [0.5, 2])
def test_f_beta_equals_scikit_learns(beta, average):
    rng = np.random.default_rng(5)
    y_true, y_pred = rng.integers(0, 2 if average == "binary" else 4, size=(2, 200))
    ours = confusion.f_beta(y_true, y_pred, beta=beta, average=average)
    assert ours == pytest.approx(sklearn_metrics.fbeta_score(y_true, y_pred, beta=beta, average=average))


@peer_cases("f1", "f1 with zero_division=1")
def test_f1_as_the_peers_have_it(case):
    assert confusion.f1(**case["inputs"]) == approx(case["expected"], case)


@peer_cases("f1 (harmonic mean of 100 and 60)")
def test_f1_is_the_harmonic_mean(case):
    # Precision 1 and recall 0.6, for the marks 100 and 60 of the source.
    assert 100 * Counts(tp=6, fp=0, fn=4, tn=0).f_beta(case["inputs"]["beta"]) == approx(case["expected"], case)


@peer_cases("confusion matrix -> per-class P,R,F1")
def test_ratios_of_a_matrix_as_the_peers_have_them(case):
    matrix = ConfusionMatrix(case["inputs"]["confusion"], case["inputs"]["labels"])
    counts, expected = matrix.one_vs_rest(), dict(case["expected"])
    assert matrix.matthews_correlation == approx(expected.pop("mcc"), case)
    assert counts.positives.tolist() == expected.pop("support")
    for ratio, values in expected.items():
        assert getattr(counts, ratio).tolist() == approx(values, case)


def stack_of_columns(y_true, y_pred) -> Counts:
    """The counts of each column of two tables of 0 and 1: a multilabel problem is a stack of binary ones."""
    true, predicted = np.array(y_true, dtype=bool), np.array(y_pred, dtype=bool)
    pairs = [(true & predicted), (~true & predicted), (true & ~predicted), (~true & ~predicted)]
    return Counts(*(pair.sum(axis=0) for pair in pairs))


@peer_cases("multilabel P/R/F1")
def test_multilabel_scores_as_the_peers_have_them(case):
    stack, expected = stack_of_columns(**case["inputs"]), case["expected"]
    assert np.nan_to_num(stack.precision).tolist() == approx(expected["precision"], case)
    assert stack.recall.tolist() == approx(expected["recall"], case)
    assert stack.f1.tolist() == approx(expected["f1"], case)
    assert stack.f_beta(2).tolist() == approx(expected["f2"], case)
    assert list(confusion.micro_average(stack)) == approx(expected["micro"], case)
    theirs = [np.nan_to_num(stack.precision).mean(), stack.recall.mean(), stack.f1.mean()]
    assert theirs == approx(expected["macro"], case)  # scikit-learn's macro-F1 is the mean of the F1s
    ours = confusion.macro_average(stack, zero_division=0)
    assert list(ours[:2]) == approx(expected["macro"][:2], case)
    assert ours.f1 == pytest.approx(2 * 0.375 * 0.5 / 0.875)  # ours is the F1 of the means


@peer_cases("zero_division cases")
def test_undefined_classes_as_the_peers_have_them(case):
    stack, expected = stack_of_columns(**case["inputs"]), case["expected"]
    for ratio in ("precision", "recall", "f1"):
        undefined = [math.nan if value == "zero_division" else value for value in expected[ratio]]
        assert getattr(stack, ratio).tolist() == approx(undefined, case)
    assert list(confusion.micro_average(stack)) == approx(expected["micro"], case)


# ---------------------------------------------------------------- scores that correct for the class mix


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (confusion.balanced_accuracy, sklearn_metrics.balanced_accuracy_score),
        (confusion.matthews_correlation, sklearn_metrics.matthews_corrcoef),
        (confusion.cohen_kappa, sklearn_metrics.cohen_kappa_score),
    ],
)
@pytest.mark.parametrize("classes", [2, 5])
def test_mix_corrected_scores_equal_scikit_learns(ours, theirs, classes, weighted):
    rng = np.random.default_rng(6)
    y_true = rng.integers(0, classes, 300)
    y_pred = np.where(rng.random(300) < 0.5, y_true, rng.integers(0, classes, 300))
    weight = rng.random(300) if weighted else None
    assert ours(y_true, y_pred, sample_weight=weight) == pytest.approx(theirs(y_true, y_pred, sample_weight=weight))


@given(binary_samples(st.integers(0, 1), both_classes=True))
def test_the_correlation_of_the_matrix_is_that_of_its_counts(samples):
    matrix = confusion.confusion_matrix(*samples, labels=[0, 1])
    assert matrix.matthews_correlation == pytest.approx(matrix.binary(1).matthews_correlation, abs=1e-9, nan_ok=True)
    assert matrix.balanced_accuracy == pytest.approx(matrix.binary(1).balanced_accuracy)


@pytest.mark.parametrize(
    ("function", "y_true", "y_pred", "words"),
    [
        (confusion.balanced_accuracy, [0, 0, 1], [0, 2, 1], "class 2 never occurs"),
        (confusion.matthews_correlation, [0, 0, 0], [0, 1, 2], "holds one class only"),
        (confusion.matthews_correlation, [0, 1, 2], [1, 1, 1], "holds one class only"),
        (confusion.cohen_kappa, ["a", "a"], ["a", "a"], "one and the same class"),
    ],
)
def test_mix_corrected_scores_can_be_undefined(function, y_true, y_pred, words):
    with pytest.warns(UndefinedMetricWarning, match=words) as caught:
        assert math.isnan(function(y_true, y_pred))
    assert [warning.filename for warning in caught] == [__file__]
    assert function(y_true, y_pred, zero_division=0.25) == pytest.approx(0.25 if "2 never" not in words else 1.75 / 3)


def test_the_correlation_of_one_class_is_undefined_whatever_the_rounding_of_weights():
    assert math.isnan(
        confusion.matthews_correlation([0] * 6, [0, 1] * 3, sample_weight=[0.1] * 6, zero_division=math.nan)
    )


def test_correlation_sees_what_f1_does_not():
    # TP 90, FN 4, FP 5, TN 1.
    counts = Counts(tp=90, fn=4, fp=5, tn=1)
    assert round(counts.f1, 2) == 0.95
    assert round(counts.matthews_correlation, 2) == 0.14


def test_an_empty_matrix_scores_nan_in_silence(recwarn):
    empty = ConfusionMatrix([[0, 0], [0, 0]], labels=[0, 1])
    for score in ("accuracy", "error_rate", "balanced_accuracy", "matthews_correlation", "cohen_kappa"):
        assert math.isnan(getattr(empty, score))
    assert not recwarn.list


@peer_cases("balanced accuracy (macro recall)")
def test_balanced_accuracy_as_the_peers_have_it(case):
    assert confusion.balanced_accuracy(**case["inputs"]) == approx(case["expected"], case)


@peer_cases("average per-class accuracy (mean one-vs-rest accuracy)")
def test_the_mean_accuracy_of_the_classes_is_another_number(case):
    counts = confusion.confusion_matrix(**case["inputs"]).one_vs_rest()
    assert counts.accuracy.mean() == approx(case["expected"], case)
    assert confusion.balanced_accuracy(**case["inputs"]) != approx(case["expected"], case)


# ---------------------------------------------------------------- macro and micro

SHARP, BROAD = Counts(tp=1, fp=0, fn=9, tn=90), Counts(tp=10, fp=90, fn=0, tn=0)  # (P, R) = (1, 0.1) and (0.1, 1)


def test_the_two_macro_f1s():
    assert confusion.macro_average([SHARP, BROAD]).f1 == pytest.approx(0.55)
    assert np.mean([SHARP.f1, BROAD.f1]) == pytest.approx(0.2 / 1.1)


def test_micro_average_scores_the_sum():
    total = SHARP + BROAD
    assert confusion.micro_average([SHARP, BROAD]) == (total.precision, total.recall, total.f1)


@pytest.mark.parametrize("average", [confusion.macro_average, confusion.micro_average])
def test_matrices_come_as_counts_as_a_stack_or_as_confusion_matrices(average):
    stack = Counts([1, 10], [0, 90], [9, 0], [90, 0])
    matrices = [ConfusionMatrix([[90, 0], [9, 1]], [0, 1]), ConfusionMatrix([[0, 90], [0, 10]], [0, 1])]
    assert average([SHARP, BROAD]) == average(stack) == average(matrices) == average(iter([SHARP, BROAD]))


@peer_cases("macro-F1, two definitions")
def test_both_macro_f1s_as_the_peers_have_them(case):
    inputs, expected = case["inputs"], case["expected"]
    matrix = confusion.confusion_matrix(inputs["y_true"], inputs["y_pred"])
    counts = matrix.one_vs_rest()[[matrix.labels.index(label) for label in inputs["labels"]]]
    assert confusion.f1(**inputs, average="macro") == approx(expected["macro_f1_mean_of_f1"], case)
    macro, micro = confusion.macro_average(counts), confusion.micro_average(counts)
    assert macro.f1 == approx(expected["macro_f1_harmonic_of_macro_PR"], case)
    assert list(macro[:2]) == approx([expected["macro_precision"], expected["macro_recall"]], case)
    assert list(micro) == approx([expected[f"micro_{score}"] for score in ("precision", "recall", "f1")], case)


@pytest.mark.parametrize(("stand_in", "precision"), [(math.nan, 1.0), (0, 0.5)])
def test_a_matrix_with_an_undefined_precision(stand_in, precision):
    never = Counts(tp=0, fp=0, fn=2, tn=8)
    with pytest.warns(UndefinedMetricWarning, match="positive class of matrix 1 is never predicted") as caught:
        assert math.isnan(confusion.macro_average([SHARP, never]).precision)
    assert [warning.filename for warning in caught] == [__file__]
    averages = confusion.macro_average([SHARP, never], zero_division=stand_in)
    assert (averages.precision, averages.recall) == (precision, pytest.approx(0.05))


def test_an_undefined_micro_average():
    nothing = Counts(tp=0, fp=0, fn=0, tn=9)
    with pytest.warns(UndefinedMetricWarning, match="positive class of all matrices"):
        assert np.isnan(confusion.micro_average([nothing, nothing])).all()
    assert confusion.micro_average([nothing], zero_division=0) == (0, 0, 0)


def test_averages_of_0_have_an_f1_of_0():
    assert confusion.macro_average([Counts(tp=0, fp=1, fn=1, tn=0)]) == (0, 0, 0)


@raises_each(
    [confusion.macro_average, confusion.micro_average],
    [
        bad("no matrix", [], words=["matrices is empty"]),
        bad("one matrix", SHARP, error=TypeError, words=["a single Counts"]),
        bad("one confusion matrix", ConfusionMatrix([[1]], [0]), error=TypeError, words=["a single ConfusionMatrix"]),
        bad("a number", 3, error=TypeError, words=["a single int"]),
        bad("numbers", [1, 2], error=TypeError, words=["matrices[0] is 1"]),
        bad("a stack among matrices", [Counts([1], [1], [1], [1])], error=TypeError, words=["matrices[0] is Counts"]),
        bad("three classes", [ConfusionMatrix(np.eye(3, dtype=int), [0, 1, 2])], words=["0, 1, 2", "two classes"]),
        bad("unknown zero_division", [SHARP], zero_division="zero", words=["zero_division is 'zero'"]),
    ],
)
def test_bad_matrices_raise(function, row):
    assert_raises(function, row)

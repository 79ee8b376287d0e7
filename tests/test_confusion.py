"""Counts, confusion matrices and the scores made from them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from bad_input import BAD_LABELS, BAD_POSITIVE, BAD_WEIGHTS, BAD_ZERO_DIVISION, assert_raises, bad, raises_each
from evalbook import UndefinedMetricWarning, confusion
from evalbook.confusion import ConfusionMatrix, Counts
from peer_cases import approx, peer_cases
from strategies import WEIGHTS, binary_samples

ONE_CLASS_SCORES = [
    confusion.precision,
    confusion.recall,
    confusion.specificity,
    confusion.false_positive_rate,
    confusion.false_negative_rate,
]
ALL_CLASS_SCORES = [confusion.accuracy, confusion.error_rate]

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


@raises_each(ONE_CLASS_SCORES + ALL_CLASS_SCORES + [confusion.confusion_matrix], BAD_LABELS + BAD_WEIGHTS)
def test_bad_labels_and_weights_raise(function, row):
    assert_raises(function, row)


@raises_each(
    ONE_CLASS_SCORES,
    [*BAD_POSITIVE, *BAD_ZERO_DIVISION, bad("three classes", [0, 1, 2], [0, 1, 1], words=["[0, 1, 2]", "two classes"])],
)
def test_bad_choices_raise(function, row):
    assert_raises(function, row)


@raises_each(
    [confusion.precision, confusion.recall],
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
@pytest.mark.parametrize("name", ["precision", "recall"])
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

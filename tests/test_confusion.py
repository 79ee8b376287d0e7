"""Counts, confusion matrices and the scores made from them."""

from __future__ import annotations

import json
import math
import pickle
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from bad_input import BAD_LABELS, BAD_POSITIVE, NAN, OF_TWO_TYPES, assert_raises, bad, bad_type, refused, undefined
from evalbook import UndefinedMetricWarning, confusion, curves
from evalbook.confusion import ConfusionMatrix, Counts
from evalbook.curves import ScoreTally
from memory import with_peak
from peer_cases import approx, peer_cases
from strategies import binary_samples


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
    "lift": (35 / 45) / (40 / 100),
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


def test_the_lift_at_every_threshold_is_recall_by_share_chosen_and_1_for_all():
    rng = np.random.default_rng(0)
    y_true = rng.random(200) < 0.1
    _, counts = curves.threshold_counts(y_true, rng.random(200) + y_true)
    lift, chosen = counts.lift[1:], (counts.predicted_positives / counts.total)[1:]
    assert lift == pytest.approx(counts.recall[1:] / chosen)
    assert lift[0] == pytest.approx(1 / counts[0].prevalence)
    assert lift[-1] == 1
    assert math.isnan(counts.lift[0])  # nobody is chosen above the highest score


def test_the_lift_of_next_to_nothing_is_no_warning(recwarn):
    assert Counts(1e-100, 0, 0, 1).lift == pytest.approx(1e100)
    assert Counts([1e-100], [0], [0], [1]).lift == pytest.approx([1e100])
    assert not recwarn.list


def test_f_is_0_where_precision_and_recall_are_0():
    assert Counts(tp=0, fp=3, fn=2, tn=5).f1 == 0.0


@pytest.mark.parametrize(
    ("total", "expected"),
    [("positives", 40), ("negatives", 60), ("predicted_positives", 45), ("predicted_negatives", 55), ("total", 100)],
)
def test_each_total_of_the_counts(total, expected):
    assert getattr(COUNTS, total) == expected


def test_a_stack_of_counts_is_indexed_sliced_and_summed():
    stack = Counts([1, 2], [3, 4], [5, 6], [7, 8])
    assert len(stack) == 2
    assert stack[1] == Counts(2, 4, 6, 8)
    assert stack[:1] == Counts([1], [3], [5], [7])
    assert stack.sum() == Counts(3, 7, 11, 15)


SWEEP = Counts([1, 2, 3], [0, 1, 2], [2, 1, 0], [2, 1, 0])._along([0.9, 0.5, 0.1], "thresholds")


@pytest.mark.parametrize("part", [slice(None), slice(1, None), [0, 2], np.array([True, False, True])], ids=repr)
def test_counts_over_the_same_thresholds_add_and_over_others_do_not(part):
    assert SWEEP[part] + SWEEP[part] == sum([SWEEP, SWEEP])[part]
    other = SWEEP._along([0.9, 0.4, 0.2], "thresholds")[part]
    with pytest.raises(ValueError, match="counts over different thresholds do not add; expected the same thresholds"):
        SWEEP[part] + other
    with pytest.raises(ValueError, match="different thresholds"):
        sum([SWEEP[part], SWEEP[part], other])


def test_slices_of_one_sweep_at_other_thresholds_do_not_add():
    with pytest.raises(ValueError, match="different thresholds"):
        SWEEP[:2] + SWEEP[1:]
    with pytest.raises(ValueError, match="shapes"):
        SWEEP + SWEEP[:2]


def test_counts_of_one_threshold_and_sums_over_thresholds_add_freely():
    assert sum(SWEEP[place] for place in range(3)) == SWEEP.sum()
    assert SWEEP.sum() + SWEEP[0] == Counts(7, 3, 5, 5)


def test_counts_of_other_classes_do_not_add():
    first = confusion.confusion_matrix([0, 1], [0, 1]).one_vs_rest()
    with pytest.raises(ValueError, match="counts over different labels do not add; expected the same labels in both"):
        first + confusion.confusion_matrix([1, 2], [1, 2]).one_vs_rest()
    with pytest.raises(ValueError, match="labels and thresholds"):
        first + SWEEP[:2]
    assert first + confusion.confusion_matrix([1, 0], [0, 0]).one_vs_rest() == Counts([2, 1], [1, 0], [0, 1], [1, 2])


def test_what_the_entries_stand_for_is_pickled_but_not_compared():
    assert Counts([1, 2, 3], [0, 1, 2], [2, 1, 0], [2, 1, 0]) == SWEEP
    with pytest.raises(ValueError, match="different thresholds"):
        pickle.loads(pickle.dumps(SWEEP)) + SWEEP._along([3, 2, 1], "thresholds")


def test_counts_are_a_copy_that_nobody_can_write_to():
    tp, table = np.array([1, 2]), np.array([[5.0, 1.0], [2.0, 6.0]])
    counts, matrix = Counts(tp, tp, tp, tp), ConfusionMatrix(table, ["a", "b"])
    tp[0], table[0, 0] = -1, -1
    assert counts == Counts([1, 2], [1, 2], [1, 2], [1, 2])
    assert matrix == ConfusionMatrix([[5, 1], [2, 6]], ["a", "b"])
    counted = confusion.confusion_matrix([0, 1], [0, 1])
    for array in (counts.tp, (counts + counts).fn, matrix.counts, counted.counts, counted.one_vs_rest().tn):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_sums_beyond_64_bits_do_not_wrap_around():
    whole = ConfusionMatrix(np.full((33, 33), 2**53), range(33))
    assert whole.total == 33 * 33 * 2.0**53
    assert whole.accuracy == pytest.approx(1 / 33)
    assert whole.error_rate == pytest.approx(32 / 33)
    assert whole.one_vs_rest().recall == pytest.approx(np.full(33, 1 / 33))
    assert (whole + whole).total == 2 * whole.total
    total = Counts(*[np.full(1100, 2**53)] * 4).sum()
    assert total == Counts(*[1100 * 2.0**53] * 4)
    assert total.accuracy == 0.5


def test_counts_of_unlike_shapes_neither_form_nor_add_nor_compare():
    with pytest.raises(ValueError, match=r"fp has shape \(\) and tp \(2,\)"):
        Counts([1, 2], 3, [5, 6], [7, 8])
    with pytest.raises(ValueError, match="do not add"):
        COUNTS + Counts([1], [1], [1], [1])
    with pytest.raises(TypeError):
        COUNTS + 1
    assert COUNTS != "counts"


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


# ---------------------------------------------------------------- ConfusionMatrix


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


def test_a_matrix_prints_as_a_table():
    assert repr(ConfusionMatrix([[50, 10], [5, 35.5]], labels=["well", "sick"])).splitlines() == [
        "truth \\ predicted  well  sick",
        "             well    50    10",
        "             sick     5  35.5",
    ]


def test_a_matrix_of_many_classes_prints_its_corners():
    lines = repr(confusion.confusion_matrix(range(100), range(100))).splitlines()
    assert lines[0].split() == [
        "truth",
        "\\",
        "predicted",
        *["0", "1", "2", "3", "4", "…", "95", "96", "97", "98", "99"],
    ]
    assert lines[6].split() == ["…"] * 12
    assert lines[-1].split() == ["99", "0", "0", "0", "0", "0", "…", "0", "0", "0", "0", "1"]


def test_a_matrix_shows_as_a_table_with_headings():
    page = ElementTree.fromstring(ConfusionMatrix([[50, 10], [5, 35.5]], labels=["<well>", "sick"])._repr_html_())
    assert page.find("caption").text == "Confusion matrix: rows are the truth, columns the prediction"
    columns, rows = (page.findall(f".//th[@scope='{scope}']") for scope in ("col", "row"))
    assert [cell.text for cell in columns] == ["truth \\ predicted", "<well>", "sick"]
    assert [cell.text for cell in rows] == ["<well>", "sick"]
    assert [cell.text for cell in page.findall(".//td")] == ["50", "10", "5", "35.5"]


def test_a_matrix_is_the_array_it_holds():
    matrix = ConfusionMatrix([[50, 10], [5, 35]], labels=["well", "sick"])
    assert np.asarray(matrix) is matrix.counts
    assert np.asarray(matrix, dtype=float).dtype == np.float64
    assert np.array(matrix).tolist() == [[50, 10], [5, 35]]
    assert np.array(matrix).flags.writeable
    assert np.sum(matrix) == matrix.total
    assert len(matrix) == 2
    assert (matrix[0, 1], type(matrix[0, 1])) == (10, int)
    assert matrix[1].tolist() == [5, 35]
    assert [row.tolist() for row in matrix] == [[50, 10], [5, 35]]
    assert matrix[:, 0].tolist() == [50, 5]
    with pytest.raises(IndexError):
        matrix[2, 0]


def test_an_array_of_another_type_needs_a_copy():
    matrix = ConfusionMatrix([[50, 10], [5, 35]], labels=["well", "sick"])
    assert matrix.__array__(copy=True) is not matrix.counts
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        with pytest.raises(ValueError, match="copy"):
            np.asarray(matrix, dtype=float, copy=False)


def test_binary_takes_one_class_against_all_others():
    matrix = ConfusionMatrix([[5, 1, 0], [2, 3, 1], [0, 0, 8]], labels=["a", "b", "c"])
    assert matrix.binary("b") == Counts(tp=3, fp=1, fn=3, tn=13)
    with pytest.raises(ValueError, match="'z' is not in the matrix"):
        matrix.binary("z")


@given(
    st.lists(st.lists(st.one_of(st.just(0), st.floats(1e-100, 1e6)), min_size=4, max_size=4), min_size=4, max_size=4)
)
def test_one_against_rest_holds_every_sample_once(table):
    matrix = ConfusionMatrix(table, ["a", "b", "c", "d"])
    assert matrix.one_vs_rest().total == pytest.approx(np.full(4, matrix.total))
    for place, label in enumerate("abcd"):
        others = [other for other in range(4) if other != place]
        assert matrix.binary(label).tn == pytest.approx(np.sum(matrix.counts[np.ix_(others, others)]))


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (lambda: confusion.cohen_kappa([1, 1], [0, 1], sample_weight=[1, 1e17]), 0),
        (lambda: confusion.matthews_correlation([1, 0], [1, 2], sample_weight=[174342.99, 1e-11]), 0.5),
        (lambda: ConfusionMatrix([[1e17, 1], [1, 1]], [0, 1]).binary(0).specificity, 0.5),
        (lambda: confusion.f1([0, 0, 1, 1], [0, 1, 0, 1], average=None, sample_weight=[1e17, 1, 1, 1])[1], 0.5),
        (lambda: confusion.f1([0, 1, 2], [0, 1, 2], average="micro", sample_weight=[1e100, 1, 1]), 1),
        (lambda: confusion.report([0, 1], [0, 0], sample_weight=[1e17, 1], zero_division=0).recall[1], 0),
    ],
)
def test_weights_far_apart_lose_nothing(score, expected):
    assert score() == pytest.approx(expected, rel=1e-12)


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


def test_ten_classes_are_told_what_to_do():
    for score in AVERAGED_SCORES:
        with pytest.raises(
            ValueError, match=r'two classes, or average="macro", "micro" or "weighted" for an average .*\(None'
        ):
            score(range(10), range(10))
    with pytest.raises(ValueError, match=r"0, 1, 2, 3, 4, 5, 6, 7, … \(10 in all\)\]; expected two classes$"):
        confusion.specificity(range(10), range(10))


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
        with undefined(r"is undefined \(0/0\), so nan is returned: class 1 .*zero_division="):
            assert math.isnan(function(y_true, y_pred))

    @pytest.mark.parametrize("stand_in", [0, 1.0, math.nan])
    def test_a_number_stands_in(self, function, y_true, y_pred, stand_in, recwarn):
        assert function(y_true, y_pred, zero_division=stand_in) == pytest.approx(stand_in, nan_ok=True)
        assert not recwarn.list


# 98 samples of class 0, one of 1, one of 2, all predicted 0: who leaves out what is undefined flatters this model.
LAZY_TRUTH, LAZY_PREDICTION = [0] * 98 + [1, 2], [0] * 100


def test_an_average_over_an_undefined_class_is_undefined():
    with undefined("each of the classes 1, 2 is never predicted"):
        assert math.isnan(confusion.precision(LAZY_TRUTH, LAZY_PREDICTION, average="macro"))


OF_LABELS = ", or choose the classes to average by labels="


@pytest.mark.parametrize(
    ("metric", "options", "ends"),
    [
        (confusion.precision, {"average": "macro"}, OF_LABELS),
        (confusion.precision, {"average": "weighted"}, OF_LABELS),
        (confusion.precision, {"average": None}, "an average)"),  # here is nothing to choose for an average
        (confusion.balanced_accuracy, {}, "an average)"),  # it has no `labels`
    ],
)
def test_an_undefined_average_names_the_options_by_which_it_is_defined(metric, options, ends):
    with undefined(rf"give it as zero_division= .*{re.escape(ends)}$"):
        metric([0, 1], [0, 0] if options else [0, 2], **options)


@pytest.mark.parametrize(("stand_in", "expected"), [(math.nan, 0.98), (0, 0.98 / 3), (1, 2.98 / 3)])
def test_zero_division_decides_about_an_undefined_class(stand_in, expected):
    value = confusion.precision(LAZY_TRUTH, LAZY_PREDICTION, average="macro", zero_division=stand_in)
    assert value == pytest.approx(expected)


def test_a_class_that_never_occurs_has_no_part_in_a_weighted_average(recwarn):
    assert confusion.recall([0, 0, 1], [0, 2, 1], average="weighted") == pytest.approx(2 / 3)
    assert not recwarn.list


def test_an_average_over_absent_classes_is_undefined():
    with undefined("class 7"):
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


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        (["no", "no"], "yes"),
        ([0, 0], 1),
        ([0, 0], True),
        ([-1, -1], 1),
        ([1, 1], 2),  # the one fold of labels 1 and 2 that has no 2
        ([1, 1], 0),
        ([False, False], True),
        ([False, False], 1),
        ([2, 2], 1.0),
    ],
)
def test_a_given_label_may_be_missing_where_only_one_other_occurs(labels, pos_label):
    assert confusion.specificity(labels, labels, pos_label=pos_label) == 1.0


@pytest.mark.parametrize("labels", [[0, 1, 1], [True, False, True], ["a", "b", "b"], [2, -1, 2**40], [1.0, 0.0, 0.0]])
def test_labels_as_objects_are_taken_as_a_list_of_them_is(labels):
    objects = np.array(labels, dtype=object)
    matrix = confusion.confusion_matrix(objects, objects[::-1])
    assert matrix == confusion.confusion_matrix(labels, labels[::-1])
    assert list(map(type, matrix.labels)) == list(map(type, confusion.confusion_matrix(labels, labels).labels))


MANY = np.random.default_rng(7).integers(20_000, size=(2, 100_000))


@pytest.mark.parametrize("weighted", [False, True])
def test_an_average_over_many_classes_takes_no_table_of_all_pairs(weighted):
    weight = np.ones(MANY.shape[1]) if weighted else None
    score, peak = with_peak(confusion.f1, *MANY, average="macro", zero_division=0, sample_weight=weight)
    assert peak < 10 * 2**20  # a table of 20,000 x 20,000 counts takes 3,000 MiB
    assert score == pytest.approx(sklearn_metrics.f1_score(*MANY, average="macro", zero_division=0))


@pytest.mark.parametrize("kind", ["int", "sparse", "str"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("score", ["precision", "recall"])
def test_scores_of_many_classes_equal_scikit_learns(kind, weighted, score):
    rng = np.random.default_rng(8)
    codes = rng.integers(100, size=(2, 1000))
    y_true, y_pred = {"int": codes - 7, "sparse": codes * 10**6, "str": codes.astype(str)}[kind]
    weight = rng.random(1000) if weighted else None
    ours = getattr(confusion, score)(y_true, y_pred, average=None, sample_weight=weight, zero_division=0)
    theirs = getattr(sklearn_metrics, f"{score}_score")
    assert ours == pytest.approx(theirs(y_true, y_pred, average=None, sample_weight=weight, zero_division=0))


PEERS = {
    **dict.fromkeys(["f1", "f1 with zero_division=1"], confusion.f1),
    **{"precision": confusion.precision, "accuracy": confusion.accuracy, "specificity": confusion.specificity},
    "false_positive_rate": confusion.false_positive_rate,
    "balanced accuracy (macro recall)": confusion.balanced_accuracy,
}


@peer_cases(*PEERS)
def test_scores_as_the_peers_have_them(case):
    assert PEERS[case["metric"]](**case["inputs"]) == approx(case["expected"], case)


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
    with undefined(words):
        assert math.isnan(function(y_true, y_pred))
    assert function(y_true, y_pred, zero_division=0.25) == pytest.approx(0.25 if "2 never" not in words else 1.75 / 3)


def test_the_correlation_of_one_class_is_undefined_whatever_the_rounding_of_weights():
    assert math.isnan(
        confusion.matthews_correlation([0] * 6, [0, 1] * 3, sample_weight=[0.1] * 6, zero_division=math.nan)
    )


def test_an_empty_matrix_scores_nan_in_silence(recwarn):
    empty = ConfusionMatrix([[0, 0], [0, 0]], labels=[0, 1])
    for score in ("accuracy", "error_rate", "balanced_accuracy", "matthews_correlation", "cohen_kappa"):
        assert math.isnan(getattr(empty, score))
    assert not recwarn.list


@peer_cases("average per-class accuracy (mean one-vs-rest accuracy)")
def test_the_mean_accuracy_of_the_classes_is_another_number(case):
    counts = confusion.confusion_matrix(**case["inputs"]).one_vs_rest()
    assert counts.accuracy.mean() == approx(case["expected"], case)
    assert confusion.balanced_accuracy(**case["inputs"]) != approx(case["expected"], case)


# ---------------------------------------------------------------- macro and micro

SHARP, BROAD = Counts(tp=1, fp=0, fn=9, tn=90), Counts(tp=10, fp=90, fn=0, tn=0)  # (P, R) = (1, 0.1) and (0.1, 1)


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
    with undefined("positive class of matrix 1 is never predicted"):
        assert math.isnan(confusion.macro_average([SHARP, never]).precision)
    averages = confusion.macro_average([SHARP, never], zero_division=stand_in)
    assert (averages.precision, averages.recall) == (precision, pytest.approx(0.05))


def test_an_undefined_micro_average():
    nothing = Counts(tp=0, fp=0, fn=0, tn=9)
    with pytest.warns(UndefinedMetricWarning, match="positive class of all matrices"):
        assert np.isnan(confusion.micro_average([nothing, nothing])).all()
    assert confusion.micro_average([nothing], zero_division=0) == (0, 0, 0)


def test_averages_of_0_have_an_f1_of_0():
    assert confusion.macro_average([Counts(tp=0, fp=1, fn=1, tn=0)]) == (0, 0, 0)


# ---------------------------------------------------------------- the report

WITH_GAPS = [0, 0, 1, 2, 2, 3, 3, 3], [0, 1, 1, 1, 0, 3, 3, 0]  # class 2 is never predicted


def of_scikit_learn(y_true, y_pred, **options):
    """Its report in our names."""
    found = sklearn_metrics.classification_report(y_true, y_pred, output_dict=True, **options)
    rows = {name: row for name, row in found.items() if isinstance(row, dict)}
    rows = {name: {key.removesuffix("-score"): value for key, value in row.items()} for name, row in rows.items()}
    averages = {name: rows.pop(f"{name} avg") for name in ("macro", "weighted")}
    rows.pop("micro avg", None)
    return {"classes": rows, "accuracy": found.get("accuracy"), **averages}


@pytest.mark.parametrize("zero_division", [0.0, 1.0, NAN])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("labels", [None, [2, 0, 1, 3], [3, 2]])
@pytest.mark.parametrize("names", [np.array([10, 20, 30, 40]), np.array(["ant", "bee", "cat", "dog"])])
def test_the_report_equals_scikit_learns(names, labels, weighted, zero_division):
    y_true, y_pred = names[WITH_GAPS[0]], names[WITH_GAPS[1]]
    weight = np.random.default_rng(9).random(8) if weighted else None
    options = {"labels": labels if labels is None else names[labels], "sample_weight": weight}
    ours = confusion.report(y_true, y_pred, zero_division=zero_division, **options).as_dict()
    theirs = of_scikit_learn(y_true, y_pred, zero_division=zero_division, **options)
    assert list(map(str, ours["classes"])) == list(theirs["classes"])
    for mine, other in zip(ours["classes"].values(), theirs["classes"].values(), strict=True):
        assert mine == pytest.approx(other, nan_ok=True)
    for average in ("macro", "weighted"):
        theirs[average].pop("support")
        assert ours[average] == pytest.approx(theirs[average], nan_ok=True)
    assert ours["accuracy"] == pytest.approx(confusion.accuracy(y_true, y_pred, sample_weight=weight))
    assert theirs["accuracy"] in (None, pytest.approx(ours["accuracy"]))


@pytest.mark.parametrize("labels", [None, [2], [7], [3, 7, 0]])
@pytest.mark.parametrize("zero_division", ["warn", 0, 0.25, NAN])
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_the_report_has_what_the_scores_return(labels, zero_division):
    report = confusion.report(*WITH_GAPS, labels=labels, zero_division=zero_division)
    for name in ("precision", "recall", "f1"):
        for average, found in ((None, report), ("macro", report.macro), ("weighted", report.weighted)):
            score = getattr(confusion, name)(*WITH_GAPS, labels=labels, average=average, zero_division=zero_division)
            np.testing.assert_array_equal(getattr(found, name), score)
    assert report.labels == tuple(range(4) if labels is None else labels)


def test_the_report_of_a_matrix_is_that_of_its_samples():
    matrix = confusion.confusion_matrix(*WITH_GAPS)
    report = confusion.Report.from_matrix(matrix, zero_division=0)
    assert report == confusion.report(*WITH_GAPS, zero_division=0)
    assert pickle.loads(pickle.dumps(report)) == report
    assert report != confusion.report(*WITH_GAPS, zero_division=1)


@pytest.mark.parametrize(
    "make", [confusion.report, lambda *labels: confusion.Report.from_matrix(confusion.confusion_matrix(*labels))]
)
def test_the_report_warns_once_of_all_that_is_undefined(make):
    words = (
        "precision is undefined (0/0), so nan is returned: class 2 is never predicted; "
        "recall is undefined (0/0), so nan is returned: class 4 never occurs in y_true. To use a number instead"
    )
    with undefined(re.escape(words)):
        report = make([0, 1, 2], [0, 1, 4])
    assert np.isnan(report.precision).tolist() == [False, False, True, False]
    assert math.isnan(report.macro.precision)


def test_the_report_of_an_empty_matrix_is_undefined():
    empty = ConfusionMatrix([[0, 0], [0, 0]], labels=[0, 1])
    with undefined("each of the classes 0, 1 is never predicted"):
        assert math.isnan(confusion.Report.from_matrix(empty).accuracy)
    assert confusion.Report.from_matrix(empty, zero_division=0.5).weighted == (0.5, 0.5, 0.5)


def test_the_report_prints_as_a_table():
    assert str(confusion.report(["a", "a", "b"], ["a", "b", "b"], sample_weight=[1, 1, 2.5])).splitlines() == [
        "   class  precision     recall         F1    support",
        "       a      1.000      0.500      0.667          2",
        "       b      0.714      1.000      0.833        2.5",
        "accuracy                            0.778        4.5",
        "   macro      0.857      0.750      0.750        4.5",
        "weighted      0.841      0.778      0.759        4.5",
    ]


def test_the_report_of_many_classes_is_shortened_but_prints_in_full():
    report = confusion.report(range(100), range(100))
    assert len(repr(report).splitlines()) == 1 + 11 + 3
    assert len(str(report).splitlines()) == 1 + 100 + 3


def test_the_report_shows_as_a_table_with_headings():
    page = ElementTree.fromstring(confusion.report(["<a>", "b"], ["<a>", "b"])._repr_html_())
    assert page.find("caption").text == "Precision, recall and F1 of each class"
    rows = [cell.text for cell in page.findall(".//th[@scope='row']")]
    assert rows == ["<a>", "b", "accuracy", "macro", "weighted"]
    assert [len(row.findall("td")) for row in page.findall("tbody/tr")] == [4] * 5


def test_the_dictionary_of_a_report_is_json():
    found = confusion.report(["a", "b"], ["a", "b"]).as_dict()
    assert json.loads(json.dumps(found)) == found
    assert found["classes"]["a"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "support": 1}


# ---------------------------------------------------------------- rows


def test_rows_of_weight_0_add_no_class_and_keep_their_place():
    rows = ConfusionMatrix.rows([0, 5, 1], [0, 1, 0], sample_weight=[0.5, 0, 2])
    assert rows.sum() == confusion.confusion_matrix([0, 1], [0, 0], sample_weight=[0.5, 2])
    assert len(rows) == 3
    assert rows[1].total == 0
    assert rows[2] == ConfusionMatrix([[0, 0], [2, 0]], [0, 1])
    counts = Counts.rows([0, 5, 1], [0, 1, 0], sample_weight=[0.5, 0, 2])
    assert counts.sum() == Counts(0, 0, 2, 0.5)


def test_rows_take_memory_that_grows_with_the_samples_alone():
    y = np.random.default_rng(0).integers(100, size=100_000)
    rows, peak = with_peak(ConfusionMatrix.rows, y, y)
    assert peak < 64 * len(y)  # a row of 100 x 100 cells would take 80,000 bytes
    assert rows[:10].table.shape == (10, 10_000)
    assert rows[:10].sum().total == rows[:10].table.sum() == 10


def test_rows_are_pickled_sliced_and_weighted():
    rows = Counts.rows(["no", "yes", "yes"], ["yes", "yes", "no"], pos_label="yes")
    assert pickle.loads(pickle.dumps(rows)).sum() == rows.sum() == Counts(1, 1, 1, 0)
    assert rows[-1] == Counts(0, 0, 1, 0)
    assert rows[1:].sum() == rows[[1, 2]].sum() == Counts(1, 0, 1, 0)
    assert rows.weighted([2, 0, 3]) == Counts(0, 2, 3, 0)
    assert type(rows.weighted([2, 0, 3]).fp) is int
    assert rows.weighted([[1, 1, 1], [0.5, 0, 0]]) == [Counts(1, 1, 1, 0), Counts(0, 0.5, 0, 0)]
    assert rows.table.tolist() == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]
    assert repr(rows) == "<3 rows that sum to Counts(tp=1, fp=1, fn=1, tn=0)>"


BAD = {
    Counts: [bad("other shapes", [1, 2], 3, [5, 6], [7, 8], words="fp has shape () and tp (2,)")],
    COUNTS.f_beta: [bad("negative", -1, words="beta is"), bad("nan", NAN, words="beta is")],
    ConfusionMatrix: [
        bad("no square", [[1, 2, 3], [4, 5, 6]], [0, 1], words="square"),
        bad("too few labels", [[1, 2], [3, 4]], [0], words="labels has 1 entries"),
        bad("a label twice", [[1, 2], [3, 4]], [0, 0], words="all differ"),
        bad("a negative count", [[1, -2], [3, 4]], [0, 1], words="at least 0"),
    ],
    (confusion.confusion_matrix, confusion.accuracy): [
        bad(
            "a NUL at the end", ["a\0"], ["a"], words=r"y_true holds 'a\x00'; expected labels that do not end in a NUL"
        ),
        bad("a NUL in an object", np.array(["a\0"], object), ["a"], words=r"y_true holds 'a\x00'"),
        *(bad_type(f"{values}", np.array(values, object), [0, 1], words="y_true") for values in ([0, None], [0, "a"])),
        bad_type("a large integer in objects", np.array([1, 10**30], object), [0, 1], words="y_true holds objects"),
        bad("a fraction in objects", np.array([0.5, 1], object), [0, 1], words="y_true holds"),
    ],
    Counts.rows: [
        bad("three classes", [0, 1, 2], [0, 1, 2], words="hold the labels [0, 1, 2]; expected two classes"),
        bad("unknown pos_label", [0, 1], [0, 1], pos_label=2, words="pos_label=2 is not among the labels"),
    ],
    (confusion.confusion_matrix, ConfusionMatrix.rows): [
        bad("a class left out", [0, 1], [0, 1], labels=[0], words="labels leaves out"),
        bad("a label twice", [0, 1], [0, 1], labels=[0, 1, 1], words="all differ"),
    ],
    confusion.Report.from_matrix: [
        bad_type("no matrix", [[1, 0], [0, 1]], words="matrix is a list; expected a ConfusionMatrix")
    ],
    (*ONE_CLASS_SCORES, *ALWAYS_DEFINED, *MIX_CORRECTED): [OF_TWO_TYPES],
    confusion.accuracy: BAD_LABELS,
    confusion.precision: [
        *BAD_POSITIVE,
        bad("three classes", [0, 1, 2], [0, 1, 1], words=["[0, 1, 2]", "two classes"]),
        bad("a string beside 1", [1, 1], [1, 1], pos_label="yes", words=["pos_label='yes'", "expected an integer"]),
        bad("a number beside a string", ["no"], ["no"], pos_label=1, words=["pos_label=1", "'no'", "a string"]),
        bad("2 beside False", [False], [False], pos_label=2, words=["pos_label=2", "expected True or False"]),
        bad("a fraction", [1, 1], [1, 1], pos_label=0.5, words=["pos_label=0.5", "expected an integer"]),
        bad("below 64 bits", [1, 1], [1, 1], pos_label=-(2**63) - 1, words="expected an integer of 64 bits"),
        bad("nan", [1, 1], [1, 1], pos_label=NAN, words=["pos_label=nan", "expected an integer"]),
        bad("a NUL at the end", ["a"], ["a"], pos_label="a\0", words=["pos_label is 'a\\x00'", "NUL"]),
    ],
    (*AVERAGED_SCORES,): [
        bad("labels with binary", [0, 1], [0, 1], labels=[0], words="labels is given"),
        bad("pos_label with macro", [0, 1], [0, 1], average="macro", pos_label=1, words="pos_label is given"),
        bad("no labels", [0, 1], [0, 1], average="macro", labels=[], words="labels is []"),
        bad("a label twice", [0, 1], [0, 1], average="macro", labels=[1, 1], words="labels is [1, 1]"),
    ],
    (confusion.macro_average, confusion.micro_average): [
        bad("no matrix", [], words="matrices is empty"),
        bad_type("one matrix", SHARP, words="a single Counts"),
        bad_type("one confusion matrix", ConfusionMatrix([[1]], [0]), words="a single ConfusionMatrix"),
        bad_type("a number", 3, words="a single int"),
        bad_type("numbers", [1, 2], words="matrices[0] is 1"),
        bad_type("a stack among matrices", [Counts([1], [1], [1], [1])], words="matrices[0] is Counts"),
        bad("three classes", [ConfusionMatrix(np.eye(3, dtype=int), [0, 1, 2])], words=["0, 1, 2", "two classes"]),
    ],
    confusion.report: [OF_TWO_TYPES, bad("no labels", [0, 1], [0, 1], labels=[], words="labels is []")],
    (Counts.rows, ConfusionMatrix.rows): [OF_TWO_TYPES],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


# ---------------------------------------------------------------- rows, and labels that these data cannot have

ROWS_OF_3 = Counts.rows([1, 0, 1], [1, 0, 0])


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([-1, 2, 1], "weights holds -1; expected numbers of at least 0"),
        ([np.nan, 1, 1], r"weights\[0\] is nan"),
        ([1, np.inf, 1], r"weights\[1\] is inf"),
        ([1, 2], r"weights has shape \(2,\); expected \(3,\) or \(rounds, 3\)"),
        ([[[1, 2, 3]]], r"weights has shape \(1, 1, 3\)"),
    ],
)
def test_weights_of_rows_are_checked(weights, message):
    with pytest.raises(ValueError, match=message):
        ROWS_OF_3.weighted(weights)


def test_rows_are_equal_by_value_and_have_no_hash():
    assert Counts.rows([1, 0, 1], [1, 0, 0]) == ROWS_OF_3
    assert Counts.rows([1, 0, 1], [1, 1, 0]) != ROWS_OF_3
    assert Counts.rows([1, 0], [1, 0]) != ROWS_OF_3
    assert Counts.rows([1, 0, 1], [1, 0, 0], sample_weight=[1, 1, 2]) != ROWS_OF_3
    assert ConfusionMatrix.rows([1, 0, 1], [1, 0, 0]) != ConfusionMatrix.rows([3, 2, 3], [3, 2, 2])
    with pytest.raises(TypeError, match="unhashable"):
        hash(ROWS_OF_3)


@pytest.mark.parametrize("kind", [Counts, ConfusionMatrix, ScoreTally])
def test_rows_do_not_change_with_the_weights_they_were_made_of(kind):
    weight = np.array([1.0, 2.0])
    rows = kind.rows([0, 1], [0, 1], sample_weight=weight)
    before = rows.sum()
    weight[:] = 7
    assert rows.sum() == before


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["0", "1"], "labels holds '0' and the samples 0; expected labels of one type"),
        ([0, 1, math.nan], "one of labels is nan; expected a finite number"),
        ([0, 1, 0.5], "labels holds 0.5; expected labels"),
        ([0, 1, 10**400], "one of labels is inf; expected a finite number"),
    ],
    ids=["text", "nan", "a half", "huge"],
)
@pytest.mark.parametrize(("function", "options"), [(confusion.precision, {"average": "macro"}), (confusion.report, {})])
def test_labels_that_these_data_cannot_have_are_refused(function, options, labels, message):
    with pytest.raises(ValueError, match=message):
        function([0, 1], [0, 1], labels=labels, zero_division=0, **options)


def test_a_table_of_ids_says_what_to_do():
    ids = np.arange(30_000)
    with pytest.raises(ValueError, match=r"30,000 labels, .* 900,000,000 counts; .* ids, not classes\? report"):
        confusion.confusion_matrix(ids, ids)
    assert confusion.f1(ids, ids, average="macro") == 1


def test_bytes_are_no_text():
    with pytest.raises(TypeError, match="y_true holds bytes, which are no text before they are decoded"):
        confusion.accuracy([b"no", b"yes"], ["no", "yes"])

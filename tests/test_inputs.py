"""The same numbers in other clothes, far more of them, or with weights of another size: the result is the same.

Driven by the shared table of valid calls. Left out are sentences and tokens, which the tests of text dress themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from calls import METRIC_MODULES, TABLE, case
from evalbook import confusion, costs, curves, ranking, regression, splits
from evalbook._tally import Rows
from evalbook.confusion import ConfusionMatrix, Counts
from evalbook.regression import RegressionTally
from evalbook.splits import Splits
from memory import with_peak

ROWS = [row for row in TABLE if not row.name.startswith("text.")]

# ---------------------------------------------------------------- other types


def as_arrays(call: dict[str, Any]) -> dict[str, Any]:
    """A call with every regular list of numbers or strings as an array, of int64, float64 or str."""
    return {name: as_array(value) for name, value in call.items()}


def as_array(value: Any) -> Any:
    try:
        array = np.asarray(value) if isinstance(value, list) else np.array(None)
    except ValueError:  # rows of unequal length
        return value
    return array if array.dtype.kind in "iufU" else value


def narrow(array: np.ndarray) -> np.ndarray:
    return array.astype(np.int8) if array.dtype.kind == "i" else array


def single(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float32) if array.dtype.kind == "f" else array


def half(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float16) if array.dtype.kind == "f" else array


def objects(array: np.ndarray) -> np.ndarray:
    return array.astype(object)


def nested_tuples(values: Any) -> Any:
    return tuple(map(nested_tuples, values)) if isinstance(values, list) else values


def read_only(array: np.ndarray) -> np.ndarray:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def strided(array: np.ndarray) -> np.ndarray:
    return np.repeat(array[::-1], 2, axis=0)[::-2]


def of_pandas(array: np.ndarray) -> Any:
    pandas = pytest.importorskip("pandas")
    rows = range(100, 100 + len(array))
    return pandas.Series(array, index=rows) if array.ndim == 1 else pandas.DataFrame(array, index=rows)


FORMS: dict[str, Callable[[np.ndarray], Any]] = {
    "lists": np.ndarray.tolist,
    "tuples": lambda array: nested_tuples(array.tolist()),
    "int8": narrow,
    "float32": single,
    "float16": half,
    "objects": objects,
    "read-only": read_only,
    "strided": strided,
    "Fortran order": np.asfortranarray,
    "pandas": of_pandas,  # the last one: without pandas the test is skipped here
}
IN_REVIEW = "tuples"
"""A review draws thousands of rounds a call: it is asked in one form, and by make test-all in every other one."""


def is_review(cell: Any) -> bool:
    return cell.values[0].name.startswith("review.")


CALLS = [
    pytest.param(row, call, id=f"{row.name}-{number}")
    for row in ROWS
    for number, call in enumerate(map(as_arrays, row.calls))
    if any(isinstance(value, np.ndarray) for value in call.values())
]
IN_FORMS = [pytest.param(*cell.values, [IN_REVIEW] if is_review(cell) else FORMS, id=cell.id) for cell in CALLS]
IN_FORMS += [
    pytest.param(
        *cell.values, [form for form in FORMS if form != IN_REVIEW], id=f"{cell.id}-all", marks=pytest.mark.slow
    )
    for cell in CALLS
    if is_review(cell)
]


@pytest.mark.parametrize(("row", "call", "forms"), IN_FORMS)
def test_the_same_values_in_another_type_give_the_same_result(row, call, forms):
    expected = row.function(**call)
    for form in forms:
        with case(form):
            assert_same(row.function(**dressed(call, form)), expected)


def dressed(call: dict[str, Any], form: str) -> dict[str, Any]:
    return {name: FORMS[form](value) if isinstance(value, np.ndarray) else value for name, value in call.items()}


def test_every_module_is_tried_and_every_form_changes_something():
    assert {cell.values[0].name.split(".")[0] for cell in CALLS} == {*METRIC_MODULES} - {"text"}
    given = [value for cell in CALLS for value in cell.values[1].values() if isinstance(value, np.ndarray)]
    for form in FORMS:
        assert any(differs(value, FORMS[form](value)) for value in given), form


def differs(array: np.ndarray, other: Any) -> bool:
    same_type = type(array) is type(other) and array.dtype == other.dtype
    return not same_type or array.flags != other.flags or array.strides != other.strides


def assert_same(found: Any, expected: Any) -> None:
    """Equal in type and value, part by part."""
    assert type(found) is type(expected)
    parts = getattr(expected, "__dataclass_fields__", ())
    if parts:
        for name in parts:
            assert_same(getattr(found, name), getattr(expected, name))
    elif isinstance(expected, Rows):
        assert_same(found.table, expected.table)
    elif isinstance(expected, tuple | list | Splits):
        assert len(found) == len(expected)
        for mine, other in zip(found, expected, strict=True):
            assert_same(mine, other)
    else:
        assert np.array_equal(found, expected, equal_nan=np.asarray(expected).dtype.kind == "f")


# ---------------------------------------------------------------- masked values and objects

MASKED = np.ma.array([3, 2], mask=[False, True])


@pytest.mark.parametrize(
    ("function", "first", "second", "name"),
    [
        (regression.mean_squared_error, [MASKED, [1, 2]], [[1, 2], [1, 2]], "y_true"),
        (regression.mean_squared_error, ([1, 2], [1, 2]), ([1.5, 2], MASKED), "y_pred"),
        (regression.mean_squared_error, [1, 2], [1.5, np.ma.masked], "y_pred"),
        (regression.mean_squared_error, [1, np.ma.array(2, mask=True)], [1, 2], "y_true"),
        (curves.multiclass_roc_auc, [0, 1], [[0, 1], MASKED], "y_score"),
        (curves.roc_auc, [0, 1], list(MASKED), "y_score"),
        (confusion.accuracy, [0, 1], list(MASKED), "y_pred"),
        (ranking.precision_at_k, [MASKED, [1, 2]], 1, "relevance"),
        (ranking.precision_at_k, [[1, 2, 3], MASKED], 1, r"relevance\[1\]"),
        (ranking.precision_at_k, [[[1, 2], MASKED]], 1, "relevance"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*converting a masked element")  # NumPy warns before it makes nan of one
def test_masked_values_inside_lists_are_refused(function, first, second, name):
    with pytest.raises(ValueError, match=f"{name} has masked values"):
        function(first, second)


def test_a_masked_array_inside_a_list_that_masks_nothing_is_an_array():
    rows = [np.ma.array([3, 2]), [1, 2]]
    assert regression.mean_squared_error(rows, rows) == 0


@pytest.mark.parametrize("values", [[1, 0, 1, 0], [True, False, True, True]], ids=["ints", "bools"])
def test_arrays_of_objects_that_are_ints_or_bools_are_labels_and_numbers(values):
    objects = np.array(values, dtype=object)
    assert confusion.confusion_matrix(objects, objects).labels == confusion.confusion_matrix(values, values).labels
    assert curves.roc_auc(objects, objects) == 1
    assert regression.mean_absolute_error(objects, 1 - np.array(values)) == 1


def test_large_integers_that_are_objects_stay_apart():
    assert curves.roc_auc([0, 1], np.array([2**53, 2**53 + 1], dtype=object)) == 1


@pytest.mark.parametrize("value", [True, np.True_], ids=repr)
def test_a_truth_value_is_no_integer(value):
    with pytest.raises(TypeError, match=r"k is .*True_?; expected an integer"):
        splits.k_fold(4, value)


# ---------------------------------------------------------------- many counts

TALLIES = {
    "counts": Counts(3, 1, 2, 4),
    "counts of int32": Counts(*np.array([[3, 1], [1, 2], [2, 0], [4, 7]], dtype=np.int32)),
    "counts of int8": Counts(*np.array([[3, 100], [1, 2], [2, 0], [4, 7]], dtype=np.int8)),
    "matrix": ConfusionMatrix(np.array([[3, 1], [2, 4]], dtype=np.int32), ["a", "b"]),
    "regression": RegressionTally.from_arrays([1, 2, 4], [1, 3, 3]),
}
SCORES = ["accuracy", "precision", "recall", "f1", "matthews_correlation", "cohen_kappa", "r2", "mean_squared_error"]


@pytest.mark.parametrize("tally", TALLIES.values(), ids=TALLIES)
def test_a_tally_added_to_itself_45_times_has_counts_beyond_32_bits_and_the_same_scores(tally):
    total = tally
    for _ in range(45):
        total = total + total
    for name in filter(lambda name: hasattr(tally, name), SCORES):
        assert getattr(total, name) == pytest.approx(getattr(tally, name), rel=1e-12)
    size = "n" if isinstance(tally, RegressionTally) else "total"
    assert np.array_equal(getattr(total, size), getattr(tally, size) * 2**45)


def test_a_thousand_parts_of_a_test_set_add_to_the_whole():
    parts = [Counts(2**40, 2**41, 0, 1)] * 1000
    assert sum(parts) == Counts(1000 * 2**40, 1000 * 2**41, 0, 1000)


def test_counts_beyond_64_bits_do_not_wrap_around():
    huge = Counts(*np.array([[2**62, 1], [2**62, 1], [2**62, 1], [2**62, 1]]))
    assert huge.accuracy.tolist() == huge.precision.tolist() == [0.5, 0.5]
    assert (huge.total > 0).all()
    assert Counts(2**63, 0, 0, 2**63).accuracy == 1


# ---------------------------------------------------------------- many samples

REPEATS = 170_000
PER_SAMPLE = [
    pytest.param(row, call, id=f"{row.name}-{number}")
    for row in ROWS
    for number, call in enumerate(map(as_arrays, row.calls))
    if row.name.split(".")[0] in ("confusion", "curves", "probabilities", "costs") and "y_true" in call
    if float in row.results and number == 0
]


@pytest.mark.parametrize(("row", "call"), PER_SAMPLE)
def test_a_million_samples_that_repeat_a_few_have_their_score(row, call):
    many = row.drawn(call, np.tile(np.arange(len(call["y_true"])), REPEATS))
    assert row.function(**many) == pytest.approx(row.function(**call), rel=1e-9)


MILLION = 1_000_000
CURVES = [
    *(curves.threshold_counts, curves.roc_curve, curves.pr_curve, curves.roc_auc, curves.average_precision),
    costs.cost_curve,
]


@pytest.fixture(scope="module")
def million() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return rng.integers(0, 2, MILLION), rng.random(MILLION), rng.random(MILLION)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("function", CURVES)
def test_a_million_samples_take_at_most_96_bytes_each(function, weighted, million):
    y_true, y_score, weight = million
    _, peak = with_peak(function, y_true, y_score, sample_weight=weight if weighted else None)
    assert peak <= 96 * MILLION

"""What every function refuses: the usual arguments, each spoiled in the usual ways, driven by the table of calls.

The tables of `bad_input.py`, and what is special about a function, stand in the tests of its module.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from inspect import Parameter, signature
from typing import Any, NamedTuple

import numpy as np
import pytest

from bad_input import BAD_WEIGHTS, INF, NAN
from calls import TABLE, Row
from evalbook.confusion import ConfusionMatrix, Counts


class Wrong(NamedTuple):
    """A valid call with one wrong argument, and the error that it must raise; the message names the argument."""

    name: str
    what: str
    value: Any
    error: type[Exception] = ValueError
    words: tuple[str, ...] = ()


WRONG_OPTIONS = [
    *(Wrong("sample_weight", row.what, row.kwargs["sample_weight"], row.error, row.words) for row in BAD_WEIGHTS),
    Wrong("sample_weight", "infinite", [1.0, INF]),
    Wrong("sample_weight", "a string", "much", TypeError),
]
"""Two weights stand for those of all samples, in turn."""


def wrong_samples(row: Row, call: dict[str, Any]) -> Iterator[Wrong]:
    """Each argument that holds one entry a sample, spoiled."""
    module, names = row.name.split(".")[0], row.per_sample(call)
    for name in names:
        if name != "n_relevant":  # which may be a number for all queries
            yield Wrong(name, "a number", 5, TypeError, ("is a single int",))
        if name != names[0]:
            yield Wrong(name, "one short", call[name][:-1], words=(f"{len(call[name]) - 1}",))
        if module not in ("splits", "text") and name != "n_relevant":
            yield from of_no_samples(name, call[name])
        if signature(row.function).parameters[name].default is Parameter.empty and module not in ("comparison", "text"):
            yield Wrong(name, "None", None, TypeError, ("is a single NoneType",))
        if module not in ("ranking", "splits", "text"):
            yield from unknown_values(name, call[name], inf=module != "comparison")  # there each metric says it itself


def of_no_samples(name: str, values: Any) -> Iterator[Wrong]:
    """Collections of another kind, and values of another type."""
    yield Wrong(name, "a string", "0110", TypeError, ("is a single str",))
    yield Wrong(name, "a set", {0, 1}, TypeError, ("is a single set",))
    first = [None, *values[0][1:]] if isinstance(values[0], list) else None
    yield Wrong(name, "with None", [first, *values[1:]], TypeError)
    if not isinstance(values[0], str):
        yield Wrong(name, "complex", [np.multiply(values[0], 1j).tolist(), *values[1:]], TypeError, ("complex",))


def unknown_values(name: str, values: Any, *, inf: bool) -> Iterator[Wrong]:
    """No values, and values that are missing or no numbers."""
    yield Wrong(name, "empty", [], words=("is empty",) if np.ndim(values) == 1 else ())
    first = np.arange(np.size(values)).reshape(np.shape(values)) == 0
    yield Wrong(name, "masked", np.ma.array(values, mask=first), words=("has masked values",))
    for number in [NAN, INF] if inf else [NAN]:
        if not isinstance(values[0], str):
            spoiled = [np.add(values[0], number).tolist(), *values[1:]]
            yield Wrong(name, f"with {number}", spoiled, words=(f"] is {number}",))


def wrong_options(row: Row, call: dict[str, Any]) -> Iterator[Wrong]:
    samples = len(call[row.per_sample(call)[0]])
    for wrong in WRONG_OPTIONS:
        if wrong.name in signature(row.function).parameters:
            pair = isinstance(wrong.value, list) and len(wrong.value) == 2
            yield wrong._replace(value=(wrong.value * samples)[:samples]) if pair else wrong


CELLS = [
    pytest.param(row, call, wrong, id=f"{row.name}-{wrong.name} {wrong.what}")
    for row in TABLE
    for call in [call for call in row.calls if row.per_sample(call)][:1]
    for wrong in (*wrong_samples(row, call), *wrong_options(row, call))
]


@pytest.mark.parametrize(("row", "call", "wrong"), CELLS)
@pytest.mark.filterwarnings("error")
def test_a_wrong_argument_is_refused_and_named(row, call, wrong):
    with pytest.raises((ValueError, TypeError)) as caught:
        row.function(**call | {wrong.name: wrong.value})
    assert type(caught.value) is wrong.error
    for word in (wrong.name, *wrong.words):
        assert word in str(caught.value)


# ---------------------------------------------------------------- options

COUNTED = ("n", "k", "max_n", "rounds", "repeats", "n_bins", "season", "at_most")
CHOSEN = ("average", "combine", "gain", "loss", "method", "multi_class", "multioutput", "smoothing", "strategy", "ties")
COSTS = ("cost_fn", "cost_fp")
WRONG_VALUES: dict[tuple[str, ...], dict[type[Exception], list[Any]]] = {
    COUNTED: {ValueError: [0, -1, 2**70], TypeError: [2.0, NAN, INF, "5", None, True, [5], np.arange(9)]},
    ("word_order",): {ValueError: [-1, 2**70], TypeError: [2.0, None]},
    ("zero_division",): {ValueError: ["zero", None]},
    CHOSEN: {ValueError: ["another", ["binary"]]},
    COSTS: {ValueError: [-1, NAN, INF], TypeError: ["1", [1], None]},
    ("beta",): {ValueError: [-1, NAN], TypeError: ["1", None]},
    ("offset",): {ValueError: [NAN, INF], TypeError: ["1"]},
    ("quantile",): {ValueError: [-0.1, 1.1, NAN, INF], TypeError: ["0.5", None]},
    ("test_size",): {ValueError: [0, 1, 3, -0.1, 1.5, NAN, INF], TypeError: ["0.3", None]},
    ("train_error", "out_of_bag_error"): {ValueError: [-0.1, NAN, INF], TypeError: ["0", [0.1]]},
    ("n_neg", "n_pos", "tp", "fp", "fn", "tn"): {ValueError: [-1, NAN, INF], TypeError: ["1", None]},
    ("reference_length", "candidate_length"): {ValueError: [-1], TypeError: [NAN, "a", [5, 6]]},
    ("max_fpr",): {ValueError: [0, -0.5, 1.5, NAN]},
    ("level", "alpha"): {ValueError: [0, 95, NAN], TypeError: ["high"]},
    ("rng",): {ValueError: [-1], TypeError: ["seed", 0.5]},
    ("pos_label",): {TypeError: [[1]]},
    ("higher_is_better", "progress", "shuffle"): {TypeError: ["yes"]},
}
"""What each option refuses, whichever function takes it."""
ELSEWHERE = {
    *(("regression.minkowski_error", "k"), ("regression.RegressionTally", "n")),  # may be a fraction
    *(("comparison.sample_size", "gain"), ("comparison.friedman", "ties")),  # something else by the same name
}

OPTIONS = [
    pytest.param(row, Wrong(name, "", value, error), id=f"{row.name}-{name} {str(value)[:20]}")
    for row in TABLE
    for names, wrong in WRONG_VALUES.items()
    for name in names
    if name in signature(row.function).parameters and (row.name, name) not in ELSEWHERE
    for error, values in wrong.items()
    for value in values
    if value is not None or signature(row.function).parameters[name].default is not None
]


@pytest.mark.parametrize(("row", "wrong"), OPTIONS)
@pytest.mark.filterwarnings("error")
def test_a_wrong_option_is_refused_and_named(row, wrong):
    with pytest.raises((ValueError, TypeError), match=rf"\b{wrong.name} is ") as caught:
        row.function(**row.calls[0] | {wrong.name: wrong.value})
    assert type(caught.value) is wrong.error


# ---------------------------------------------------------------- sizes

COUNTS = {"tp", "fp", "fn", "tn", "counts", "n_neg", "n_pos", "queries", "hits", "relevant", "queries_with_hit"}
SUMS = {"positives", "negatives", "weight", "probability", "log_loss_sum", "squared_error_sum"}
MOMENTS = {"n", "mean_true", "variance_true", "mean_error", "mean_absolute_error", "mean_squared_error"}
SIZED = {
    "confusion": {"sample_weight"} | COUNTS,
    "curves": {"sample_weight", "cost_fp", "cost_fn", "x", "y"} | COUNTS | SUMS,
    "probabilities": {"sample_weight"} | SUMS,
    "costs": {"sample_weight", "cost_fp", "cost_fn", "costs"},
    "regression": {"sample_weight", "y_true", "y_pred", "y_train"} | MOMENTS,
    "ranking": COUNTS - {"relevant"},
}
"""What is weighed, paid, measured or handed in as a count or a mean, by module."""
MEASURED = {"curves": {"x", "y"}, "regression": {"y_true", "y_pred"}}
"""Of these, what is only compared, subtracted and averaged: beside the largest number a tiny one rounds."""


def is_measured(row: Row, name: str) -> bool:
    return name in MEASURED.get(row.name.split(".")[0], ()) and not divides(row, name)


def divides(row: Row, name: str) -> bool:
    return (row.name, name) == ("regression.mean_absolute_percentage_error", "y_true")


def spoiled(value: Any, size: float) -> Any:
    """The value with its first entry, or itself, replaced by one of this size."""
    array = np.array(value, dtype=float)
    array[(0,) * array.ndim] = size
    return array.tolist()


OF_SIZE = [
    pytest.param(row, call, name, id=f"{row.name}-{number}-{name}")
    for row in TABLE
    for number, call in enumerate(row.calls)
    for name in call
    if name in SIZED.get(row.name.split(".")[0], ())
]


WEIGHED = [cell for cell in OF_SIZE if not is_measured(cell.values[0], cell.values[2])]
OUT_OF_RANGE = "expected 0, or a size from 1e-100 to 1e100: choose another unit"


@pytest.mark.parametrize(
    ("row", "call", "name", "size"),
    [
        pytest.param(*cell.values, size, id=f"{cell.id} {size}")
        for cells, size in ((OF_SIZE, 1e101), (WEIGHED, 1e-101))
        for cell in cells
    ],
)
@pytest.mark.filterwarnings("error")
def test_what_is_neither_0_nor_of_a_size_that_can_be_squared_is_refused(row, call, name, size):
    with pytest.raises(ValueError, match="1e-100") as caught:
        row.function(**call | {name: spoiled(call[name], size)})
    assert re.match(rf"{name}\b.* (is|holds) {re.escape(f'{size:g}')};", str(caught.value))
    assert OUT_OF_RANGE in str(caught.value) or divides(row, name)


@pytest.mark.parametrize("size", [1e-101, 5e-324])
@pytest.mark.parametrize(
    ("row", "call", "name"), [cell for cell in OF_SIZE if cell not in WEIGHED and "percentage" not in cell.id]
)
@pytest.mark.filterwarnings("error", "ignore::evalbook.UndefinedMetricWarning")
def test_a_tiny_number_beside_others_counts_as_0(row, call, name, size):
    tiny, zero = (row.function(**call | {name: spoiled(call[name], number)}) for number in (size, 0))
    if isinstance(zero, float | np.ndarray) and not np.isnan(zero).any():
        assert tiny == pytest.approx(zero)


@pytest.mark.parametrize("size", [0.0, 1e-100, 1e100])
@pytest.mark.parametrize(("row", "call", "name"), OF_SIZE)
@pytest.mark.filterwarnings("error", "ignore::evalbook.UndefinedMetricWarning")
def test_the_ends_of_the_range_have_a_result(row, call, name, size):
    try:
        found = row.function(**call | {name: spoiled(call[name], size)})
    except ValueError as error:  # no data have such counts together, or it is a curve that turns back
        assert not re.search("1e-100 to 1e100|float|inf", str(error))
        return
    assert not np.isinf(found).any() if isinstance(found, float | np.ndarray) else found is not None


MANY = 1000
EXTREME = [1e-100, 1e100, 0.0]
"""A row of 1,000 samples holds these by turns."""


@pytest.mark.parametrize("row", [row for row in TABLE if row.name.split(".")[0] in SIZED], ids=lambda row: row.name)
@pytest.mark.parametrize("sizes", [[1e-100], [1e100], EXTREME], ids=["smallest", "largest", "by turns"])
@pytest.mark.filterwarnings("error", "ignore::evalbook.UndefinedMetricWarning")
def test_sums_and_products_of_a_thousand_extremes_stay_in_a_float(row, sizes):
    for call in [call for call in row.calls if row.per_sample(call) and not row.name.startswith("ranking")]:
        samples = len(call[row.per_sample(call)[0]])
        many = row.drawn(call, np.arange(MANY) % samples)
        names = [name for name in SIZED[row.name.split(".")[0]] & {*many, "sample_weight"} if name != "y_train"]
        for name in [name for name in names if name in signature(row.function).parameters]:
            values = np.resize(sizes, MANY)
            if np.ndim(many.get(name, values)) == 0:
                values = max(sizes)
            elif np.ndim(many.get(name, values)) == 2:
                values = np.repeat(values[:, np.newaxis], 2, axis=1)
            found = row.function(**many | {name: values})
            if (
                isinstance(found, float | np.ndarray) and row.name != "probabilities.log_loss"
            ):  # a probability of 0 costs infinity
                assert not np.isinf(found).any()


@pytest.mark.parametrize(
    "sizes", [[1e-100] * 4, [1e100] * 4, [1e100, 1e-100, 1e-100, 1e100], [1e-100, 0, 1e100, 1e100]]
)
@pytest.mark.filterwarnings("error", "ignore::evalbook.UndefinedMetricWarning")
def test_every_score_of_extreme_counts_is_finite_or_undefined(sizes):
    tp, fp, fn, tn = sizes
    single, matrix = Counts(tp, fp, fn, tn), ConfusionMatrix([[tn, fp], [fn, tp]], [0, 1])
    for tally in (single, matrix, single + single, matrix + matrix):
        for name in [name for name in dir(type(tally)) if isinstance(getattr(type(tally), name), property)]:
            value = getattr(tally, name)
            if isinstance(value, float):
                assert not math.isinf(value) or name == "lift", name

"""Class labels, alone and beside predictions or scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.arrays import (
    FloatArray,
    describe,
    drop_weightless,
    numbers,
    plain,
    require_finite,
    same_length,
    to_floats,
    vector,
    weights,
)
from evalbook._input.sentences import sequence
from evalbook._input.values import is_real, kind_of, real, shown
from evalbook._names_elsewhere import INDICATORS

ALL_STRINGS = ": turn all of them into strings, or all into integers"


def labels(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as a vector of class labels: integers, booleans or strings; floats only if they are whole."""
    if type(values) is np.ndarray and values.dtype.kind in "bi" and values.ndim == 1 and values.size:
        return values  # the usual case, without detours
    array = vector(values, name, INDICATORS.get(name, ""))
    if array.dtype.kind in "OT" and all(map(_is_label, array)):
        values = array.tolist()
        array = np.asarray(values)  # objects are taken as a list of them is
    if array.dtype.kind == "f":
        return _whole_numbers(array, name)
    if array.dtype.kind == "U" and not isinstance(values, np.ndarray | memoryview) and hasattr(values, "__iter__"):
        _require_strings(cast("Iterable[Any]", values), name)
    if array.dtype.kind not in "biuU":
        raise TypeError(f"{name} holds {describe(array)}; expected class labels: integers, booleans or strings")
    if array.dtype == np.uint64 and array.max() < 2**63:
        return array.astype(np.int64)  # beside signed integers NumPy would make floats of them
    return array


def _require_strings(values: Iterable[Any], name: str) -> None:
    """Raise where NumPy would change the labels without a word: [1, "a"] to ["1", "a"], and "a\\0" to "a"."""
    strangers = {kind.__name__ for kind in set(map(type, values)) if not issubclass(kind, str)}
    if strangers:
        raise TypeError(
            f"{name} mixes strings with {', '.join(sorted(strangers))}; expected labels of one type{ALL_STRINGS}"
        )
    if "\0" in "".join(values):
        for value in values:
            _require_no_nul_at_end(value, f"{name} holds")


def _require_no_nul_at_end(label: str, found: str) -> None:
    if label.endswith("\0"):
        raise ValueError(f"{found} {shown(label)}; expected labels that do not end in a NUL, which NumPy would drop")


def _whole_numbers(array: NDArray[Any], name: str) -> NDArray[Any]:
    require_finite(array, name)
    numbers = to_floats(array, name)
    whole = (array == np.rint(array)) & (np.abs(numbers) <= 2**53)
    if not whole.all():
        first = array[np.argmin(whole)]
        raise ValueError(
            f"{name} holds {first}; expected class labels (integers, booleans or strings): to turn scores into labels, "
            f"compare them with a threshold, as in y_score >= 0.5"
        )
    return numbers.astype(np.int64)


def distinct(*arrays: NDArray[Any]) -> list[Any]:
    """The different labels of all arrays together, sorted, as plain Python values."""
    return sorted({label for array in arrays for label in _distinct(array)})


def in_order(labels: Iterable[Any]) -> list[Any]:
    """Labels sorted, numbers before texts, which do not compare."""
    return sorted(labels, key=lambda label: (isinstance(label, str), label))


def _distinct(array: NDArray[Any]) -> list[Any]:
    if array.dtype.kind != "U":
        low, high = limits(array)
        if high - low <= 1:  # two neighbors, the usual case: no sort needed
            return [low, high]
    return cast("list[Any]", np.unique(array).tolist())


def limits(array: NDArray[Any]) -> tuple[int, int]:
    """The lowest and the highest label; of short arrays `argmin` finds it three times as fast as `min`."""
    return array.item(array.argmin()), array.item(array.argmax())


def label_pair(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[Any], FloatArray | None]:
    """True and predicted labels and their weights, checked against each other; samples of weight 0 are dropped."""
    true, predicted, weight = all_label_pairs(y_true, y_pred, sample_weight)
    return drop_weightless(weight, true, predicted)


def all_label_pairs(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[Any], FloatArray | None]:
    """As :func:`label_pair`, with the samples of weight 0."""
    true, predicted, weight = labels(y_true, "y_true"), labels(y_pred, "y_pred"), weights(sample_weight)
    same_length(y_true=true, y_pred=predicted, sample_weight=weight)
    if true.dtype == predicted.dtype:
        return true, predicted, weight
    require_one_type(y_true=true, y_pred=predicted)
    if np.result_type(true, predicted).kind == "f":  # one exceeds what a signed integer holds, the other is signed
        if min(true.min(), predicted.min()) < 0:
            raise ValueError(
                "y_true and y_pred hold labels below 0 and above 2**63; expected integers that fit into 64 bits"
            )
        true, predicted = true.astype(np.uint64), predicted.astype(np.uint64)
    return true, predicted, weight


def require_one_type(**arrays: NDArray[Any]) -> None:
    """Raise where one of two arrays of labels (named by keyword) holds strings and the other does not."""
    (one, first), (two, second) = arrays.items()
    if (first.dtype.kind == "U") != (second.dtype.kind == "U"):
        raise TypeError(
            f"{one} holds {describe(first)} and {two} {describe(second)}; expected labels of one type{ALL_STRINGS}"
        )


def scored_truth(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any, sample_weight: ArrayLike | None, *, name: str = "y_score"
) -> tuple[NDArray[np.bool_], NDArray[Any], FloatArray | None]:
    """Which samples are positive, their scores and their weights; samples of weight 0 are dropped."""
    hint = f": of two columns take that of the positive class, {name}[:, 1]"
    if name == "y_score":
        hint += "; for several classes use multiclass_roc_auc or multiclass_roc_curve"
    true, score = labels(y_true, "y_true"), numbers(y_score, name, hint)
    weight = weights(sample_weight)
    same_length(**{"y_true": true, name: score, "sample_weight": weight})
    true, score, weight = drop_weightless(weight, true, score)
    _, (positive,) = positives(pos_label, true)
    return positive, score, weight


# ---------------------------------------------------------------- one of two classes is positive


def positives(pos_label: Any, *arrays: NDArray[Any], several: str = "") -> tuple[Any, list[NDArray[np.bool_]]]:
    """The positive label of the two classes in the arrays, and where it stands in each.

    `several` is what the error message says of more classes than two.
    """
    usual = pos_label is None or (isinstance(pos_label, int) and pos_label in (0, 1))
    both = usual and all(map(_is_0_or_1, arrays))  # then it does not matter whether both occur
    found = [0, 1] if both else distinct(*arrays)
    if several and len(found) > 2:
        raise ValueError(several.format(_listed(found)))
    label = positive_label(found, pos_label)
    return label, [equals(array, label) for array in arrays]


def _is_0_or_1(array: NDArray[Any]) -> bool:
    if array.dtype.kind not in "biu":
        return False
    low, high = limits(array)
    return low >= 0 and high <= 1


def positive_label(found: list[Any], pos_label: Any) -> Any:
    """The label that counts as positive among the labels `found`.

    Where none is given, the larger one of {0, 1}, {-1, 1} or {False, True}; of other labels none is larger by nature.
    """
    if len(found) > 2:
        raise ValueError(
            f"the labels are {_listed(found)}; expected two classes: to score one class against the rest, compare the "
            f"labels with it first, as in y_true == {found[-1]!r}"
        )
    if pos_label is None:
        if set(found) <= {0, 1} or set(found) <= {-1, 1}:
            return 1
        raise ValueError(
            f"pos_label is None and the labels are {_listed(found)}; "
            f"expected the label of the positive class, as in pos_label={found[-1]!r}"
        )
    if not _is_label(pos_label):
        raise TypeError(f"pos_label is {kind_of(pos_label)}; expected one label")
    if isinstance(pos_label, np.generic):
        pos_label = pos_label.item()
    if len(found) == 2 and pos_label not in found:
        raise ValueError(f"pos_label={shown(pos_label)} is not among the labels; expected one of {_listed(found)}")
    _require_possible_beside(found[0], pos_label)
    return pos_label


def _require_possible_beside(found: Any, pos_label: Any) -> None:
    """One class only is no error, and the positive one may be that which is missing; but not if no label is like it."""
    if isinstance(pos_label, str):
        possible, expected = isinstance(found, str), "an integer"
        _require_no_nul_at_end(pos_label, "pos_label is")
    elif isinstance(found, str):
        possible, expected = False, "a string"
    elif isinstance(found, bool):
        possible, expected = pos_label in (False, True), "True or False"
    else:
        possible, expected = pos_label % 1 == 0 and -(2**63) <= pos_label < 2**64, "an integer of 64 bits"
    if not possible:
        raise ValueError(f"pos_label={shown(pos_label)} cannot occur beside the label {found!r}; expected {expected}")


def samples_of_both_classes(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any
) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Which samples are positive, and their scores; raise unless both classes occur."""
    positive, score, _ = scored_truth(y_true, y_score, pos_label, None)
    if positive.all() or not positive.any():
        raise ValueError("y_true holds one class only; expected positives and negatives")
    return positive, score


RATES = {"positive": "true positive rate", "negative": "false positive rate"}
"""Which rate has nothing to divide by where a class is missing."""


def missing_class(positives: float, negatives: float) -> str:
    """The class that is missing, given how much there is of each; an empty string if neither is."""
    return "" if positives and negatives else "negative" if positives else "positive"


def no_pair(missing: str) -> str:
    """Why nothing is ranked where a class is missing."""
    return f"y_true has no {missing} sample, so there is no (positive, negative) pair to rank"


def equals(array: NDArray[Any], label: Any) -> NDArray[np.bool_]:
    """Where `array` holds `label`, which is of its type."""
    if array.dtype == np.bool_ and label in (0, 1):
        return array if label else ~array
    return np.asarray(array == label)


def classes(values: Any, name: str = "labels", *, beside: Sequence[Any] | NDArray[Any] = ()) -> list[Any]:
    """`values` as a list of at least one label that may stand `beside` these; no label occurs twice."""
    if isinstance(values, str):
        raise ValueError(f"{name} is {shown(values)}; expected a list of labels")
    listed = sequence(values, name, "labels")
    for label in listed:
        if not _is_label(label):
            raise TypeError(f"{name} holds {kind_of(label)}; expected labels: integers, booleans or strings")
        if is_real(label) and real(label, f"one of {name}") % 1:
            raise ValueError(f"{name} holds {label}; expected labels: integers, booleans or strings")
        if len(beside) and isinstance(label, str) != isinstance(beside[0], str):
            one, other = plain(label), plain(beside[0])
            raise ValueError(
                f"{name} holds {one!r} and the samples {other!r}; expected labels of one type{ALL_STRINGS}"
            )
    if not listed or len(set(listed)) != len(listed):
        raise ValueError(f"{name} is {shown(values)}; expected at least one label, and labels that all differ")
    return [label.item() if isinstance(label, np.generic) else label for label in listed]


def _is_label(value: Any) -> bool:
    return isinstance(value, str | np.bool_) or is_real(value)


def _listed(found: list[Any]) -> str:
    shown = ", ".join(repr(label) for label in found[:8])
    return shown + (f", … ({len(found)} in all)" if len(found) > 8 else "")

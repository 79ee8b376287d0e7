"""Class labels, alone and beside predictions or scores."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.arrays import (
    FloatArray,
    describe,
    drop_weightless,
    numbers,
    require_finite,
    same_length,
    to_floats,
    vector,
    weights,
)
from evalbook._input.sentences import sequence
from evalbook._input.values import is_real, shown


def labels(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as a vector of class labels: integers, booleans or strings; floats only if they are whole."""
    array = vector(values, name)
    kind = array.dtype.kind
    if kind == "f":
        return _whole_numbers(array, name)
    if kind in "OT" and all(isinstance(value, str) for value in array):
        return np.array(array.tolist(), dtype=np.str_)  # NumPy does not cast "T" to "U"
    if kind == "U" and not isinstance(values, np.ndarray | memoryview) and hasattr(values, "__iter__"):
        # NumPy turns [1, "a"] into ["1", "a"] without a word.
        strangers = {type(value).__name__ for value in values if not isinstance(value, str)}
        if strangers:
            raise TypeError(f"{name} mixes strings with {', '.join(sorted(strangers))}; expected labels of one type")
    if kind not in "biuU":
        raise TypeError(f"{name} holds {describe(array)}; expected class labels: integers, booleans or strings")
    if array.dtype == np.uint64 and array.max() < 2**63:
        return array.astype(np.int64)  # beside signed integers NumPy would make floats of them
    return array


def _whole_numbers(array: NDArray[Any], name: str) -> NDArray[Any]:
    require_finite(array, name)
    numbers = to_floats(array, name)
    whole = (array == np.rint(array)) & (np.abs(numbers) <= 2**53)
    if not whole.all():
        first = array[np.argmin(whole)]
        raise ValueError(
            f"{name} holds {first}; expected class labels. To turn scores into labels, compare them with a threshold"
        )
    return numbers.astype(np.int64)


def distinct(array: NDArray[Any]) -> list[Any]:
    """The different labels of an array, sorted, as plain Python values."""
    if array.dtype.kind != "U":
        low, high = array.min().item(), array.max().item()
        if high - low <= 1:  # two neighbors, the usual case: no sort needed
            return [low] if low == high else [low, high]
    return cast("list[Any]", np.unique(array).tolist())


def label_pair(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[Any], FloatArray | None]:
    """True and predicted labels and their weights, checked against each other; samples of weight 0 are dropped."""
    true, predicted = labels(y_true, "y_true"), labels(y_pred, "y_pred")
    weight = weights(sample_weight)
    same_length(y_true=true, y_pred=predicted, sample_weight=weight)
    if (true.dtype.kind == "U") != (predicted.dtype.kind == "U"):
        raise TypeError(f"y_true holds {describe(true)} and y_pred {describe(predicted)}; expected labels of one type")
    if np.result_type(true, predicted).kind == "f":  # one exceeds what a signed integer holds, the other is signed
        if min(true.min(), predicted.min()) < 0:
            raise ValueError("y_true and y_pred hold labels below 0 and above 2**63; expected 64 bits to hold them all")
        true, predicted = true.astype(np.uint64), predicted.astype(np.uint64)
    return drop_weightless(weight, true, predicted)


def scored_truth(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any, sample_weight: ArrayLike | None, *, name: str = "y_score"
) -> tuple[NDArray[np.bool_], NDArray[Any], FloatArray | None]:
    """Which samples are positive, their scores and their weights; samples of weight 0 are dropped."""
    hint = f": of two columns take that of the positive class, {name}[:, 1]"
    if name == "y_score":
        hint += "; for several classes see multiclass_roc_auc and multiclass_roc_curve"
    true, score = labels(y_true, "y_true"), numbers(y_score, name, hint)
    weight = weights(sample_weight)
    same_length(**{"y_true": true, name: score, "sample_weight": weight})
    true, score, weight = drop_weightless(weight, true, score)
    return equals(true, positive_label(distinct(true), pos_label)), score, weight


def positive_label(found: list[Any], pos_label: Any) -> Any:
    """The label that counts as positive among the labels `found`.

    Where none is given, the larger one of {0, 1}, {-1, 1} or {False, True}; of other labels none is larger by nature.
    """
    if len(found) > 2:
        raise ValueError(f"the labels are {_listed(found)}; expected two classes")
    if pos_label is None:
        if set(found) <= {0, 1} or set(found) <= {-1, 1}:
            return 1
        raise ValueError(
            f"pos_label is None and the labels are {_listed(found)}; "
            f"expected the positive one, as in pos_label={found[-1]!r}"
        )
    if not _is_label(pos_label):
        raise TypeError(f"pos_label is a {type(pos_label).__name__}; expected one label")
    if len(found) == 2 and pos_label not in found:
        raise ValueError(f"pos_label={shown(pos_label)} is not among the labels; expected one of {_listed(found)}")
    return pos_label


def missing_class(positives: float, negatives: float) -> str:
    """The class that is missing, given how much there is of each; an empty string if neither is."""
    return "" if positives and negatives else "negative" if positives else "positive"


def equals(array: NDArray[Any], label: Any) -> NDArray[np.bool_]:
    """Where `array` holds `label`; nowhere if one is a string and the other is not."""
    if array.dtype == np.bool_ and label in (0, 1):
        return array if label else ~array
    if isinstance(label, str) != (array.dtype.kind == "U"):
        return np.zeros(len(array), dtype=np.bool_)
    return np.asarray(array == label)


def classes(values: Any, name: str = "labels") -> list[Any]:
    """`values` as a list of at least one label; no label occurs twice."""
    if isinstance(values, str):
        raise ValueError(f"{name} is {shown(values)}; expected a list of labels")
    listed = sequence(values, name, "labels")
    for label in listed:
        if not _is_label(label):
            raise TypeError(f"{name} holds a {type(label).__name__}; expected labels: integers, booleans or strings")
    if not listed or len(set(listed)) != len(listed):
        raise ValueError(f"{name} is {shown(values)}; expected at least one label, and labels that all differ")
    return [label.item() if isinstance(label, np.generic) else label for label in listed]


def _is_label(value: Any) -> bool:
    return isinstance(value, str | np.bool_) or is_real(value)


def _listed(found: list[Any]) -> str:
    shown = ", ".join(repr(label) for label in found[:8])
    return shown + (f", … ({len(found)} in all)" if len(found) > 8 else "")

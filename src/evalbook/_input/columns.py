"""Probabilities of several classes, in one column each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.arrays import FloatArray, drop_weightless, matrix, real_array, same_length, shares, weights
from evalbook._input.labels import classes
from evalbook._input.labels import labels as true_labels


def class_probabilities(
    y_true: ArrayLike, y_prob: NDArray[Any], labels: Sequence[Any] | None, sample_weight: ArrayLike | None
) -> tuple[NDArray[np.intp], FloatArray, FloatArray | None]:
    """The column of each true class, all columns, and weights; samples of weight 0 are dropped."""
    true, weight = true_labels(y_true, "y_true"), weights(sample_weight)
    y_prob = real_array(y_prob, "y_prob")
    prob = shares(matrix(y_prob, "y_prob"), "y_prob")
    same_length(y_true=true, y_prob=prob, sample_weight=weight)
    if prob.shape[1] == 1:
        raise ValueError(
            "y_prob has 1 column; expected one column per class, or one probability per sample: np.ravel(y_prob)"
        )
    precision = np.finfo(y_prob.dtype).eps if y_prob.dtype.kind == "f" else 0.0
    _require_rows_of_1(prob, max(1e-5, float(precision) ** 0.5))
    true, prob, weight = drop_weightless(weight, true, prob)
    found, place = np.unique(true, return_inverse=True)
    column = {label: place for place, label in enumerate(_classes_of_columns(found.tolist(), prob.shape[1], labels))}
    missing = [label for label in found.tolist() if label not in column]
    if missing:
        raise ValueError(
            f"labels leaves out {missing[0]!r}; expected every label that occurs in y_true: add it to labels="
        )
    return np.array([column[label] for label in found.tolist()])[place], prob, weight


def row_sums(table: FloatArray) -> FloatArray:
    """As ``table.sum(axis=1)``, which takes several times as long where rows are short."""
    sums: FloatArray = np.einsum("ij->i", table)
    return sums


def _require_rows_of_1(prob: FloatArray, tolerance: float) -> None:
    sums = row_sums(prob)
    off = np.abs(sums - 1) > tolerance
    if off.any():
        row = int(np.argmax(off))
        raise ValueError(
            f"y_prob[{row}] adds up to {sums[row]:.6g}; expected rows that add up to 1, because each sample has "
            f"one true class: to scale the rows, divide by y_prob.sum(axis=1, keepdims=True)"
        )


def _classes_of_columns(found: list[Any], k: int, labels: Sequence[Any] | None) -> list[Any]:
    """The class of each of k columns."""
    if labels is None and k == 2:
        found = next((pair for pair in ([0, 1], [-1, 1]) if set(found) <= set(pair)), found)
    listed = found if labels is None else classes(labels, beside=found)
    if len(listed) != k:
        found_in = "classes in y_true" if labels is None else "labels"
        raise ValueError(
            f"y_prob has {k} columns, but the number of {found_in} is {len(listed)}; expected one column per class: if "
            f"a class never occurs in y_true, give the class of each column as labels="
        )
    return listed

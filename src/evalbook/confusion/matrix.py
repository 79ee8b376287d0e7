"""The confusion matrix: how often each class was predicted as each class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ratio
from evalbook.confusion.counts import Counts, as_count


@dataclass(frozen=True, slots=True, eq=False)
class ConfusionMatrix:
    r"""How often each class was predicted as each class: rows are the truth, columns the prediction.

    Matrices add (``a + b``, ``sum(list_of_matrices)``); the sum has the labels of both.

    Parameters
    ----------
    counts : array_like of shape (k, k)
        ``counts[i, j]`` samples of class ``labels[i]`` were predicted as ``labels[j]``.
    labels : sequence of length k
        The classes, all different.

    Notes
    -----
    1. Some libraries and many slides put the truth in the columns. Transposing keeps the accuracy and swaps precision
       and recall, so look before you compare.

    Examples
    --------
    >>> from evalbook.confusion import ConfusionMatrix
    >>> matrix = ConfusionMatrix([[50, 10], [5, 35]], labels=[0, 1])
    >>> matrix
    truth \ predicted   0   1
                    0  50  10
                    1   5  35
    >>> matrix.accuracy
    0.85
    >>> matrix.binary(1)
    Counts(tp=35, fp=10, fn=5, tn=50)
    >>> matrix.one_vs_rest().recall
    array([0.83333333, 0.875     ])
    """

    counts: NDArray[Any]
    labels: tuple[Any, ...]

    def __post_init__(self) -> None:
        counts = np.atleast_1d(as_count(self.counts, "counts"))
        labels = tuple(check.classes(self.labels))
        if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
            raise ValueError(f"counts has shape {counts.shape}; expected a square matrix")
        if len(labels) != len(counts):
            raise ValueError(f"labels has {len(labels)} entries; expected {len(counts)}, one per row of counts")
        with np.errstate(over="ignore"):
            if counts.dtype.kind == "f" and not math.isfinite(counts.sum()):
                raise ValueError("counts adds up to more than a float can hold; expected smaller counts")
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "labels", labels)

    def __add__(self, other: ConfusionMatrix) -> ConfusionMatrix:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        if self.labels == other.labels:
            return ConfusionMatrix(self.counts + other.counts, self.labels)
        labels = sorted({*self.labels, *other.labels}, key=lambda label: (isinstance(label, str), label))
        return ConfusionMatrix(self.spread(labels) + other.spread(labels), tuple(labels))

    def __radd__(self, other: Any) -> ConfusionMatrix:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # so that sum() can start at 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        return self.labels == other.labels and np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]  # arrays have no hash

    def spread(self, labels: Sequence[Any]) -> NDArray[Any]:
        """The counts in the rows and columns of a longer list of labels."""
        places = [labels.index(label) for label in self.labels]
        spread = np.zeros((len(labels), len(labels)), dtype=self.counts.dtype)
        spread[np.ix_(places, places)] = self.counts
        return spread

    def __repr__(self) -> str:
        corner = "truth \\ predicted"
        rows = [["", *map(str, self.labels)]]
        rows += [[str(label), *map(_short, row)] for label, row in zip(self.labels, self.counts.tolist(), strict=True)]
        width = max(len(cell) for row in rows for cell in row[1:])
        rows[0][0] = corner
        margin = max(len(row[0]) for row in rows)
        return "\n".join(row[0].rjust(margin) + "".join("  " + cell.rjust(width) for cell in row[1:]) for row in rows)

    def binary(self, label: Any) -> Counts:
        """The 2 × 2 counts with `label` as the positive class and all others together as the negative one."""
        if label not in self.labels:
            raise ValueError(f"label {label!r} is not in the matrix; expected one of {self.labels}")
        return self.one_vs_rest()[self.labels.index(label)]

    def one_vs_rest(self) -> Counts:
        """For each class in turn as the positive one, the 2 × 2 counts: arrays of length k."""
        tp = np.diagonal(self.counts)
        fp, fn = self.counts.sum(axis=0) - tp, self.counts.sum(axis=1) - tp
        return Counts(
            tp, *(np.maximum(count, 0) for count in (fp, fn, self.total - tp - fp - fn))
        )  # rounding of weights

    @property
    def total(self) -> Any:
        """All samples."""
        return check.plain(self.counts.sum())

    @property
    def accuracy(self) -> float:
        """The diagonal's share of all samples."""
        return float(ratio(np.trace(self.counts), self.total))

    @property
    def balanced_accuracy(self) -> float:
        """The mean recall of the classes; nan if one never occurs in truth."""
        return float(np.mean(self.one_vs_rest().recall))

    @property
    def error_rate(self) -> float:
        """The share of all samples off the diagonal: 1 - accuracy."""
        return float(ratio(self.total - np.trace(self.counts), self.total))

    @property
    def matthews_correlation(self) -> float:
        """The correlation of truth and prediction over all classes (Gorodkin's R_K; for two classes, Matthews' φ)."""
        tp, fp, fn, tn = self._shares()
        if min(np.count_nonzero(tp + fn), np.count_nonzero(tp + fp)) < 2:  # one of them does not vary: 0/0
            return math.nan
        covariance = tp @ tn - fp @ fn
        of_truth, of_prediction = float((tp + fn) @ (fp + tn)), float((tp + fp) @ (fn + tn))  # the variances
        return float(np.clip(covariance / of_truth * math.sqrt(of_truth / of_prediction), -1, 1))

    @property
    def cohen_kappa(self) -> float:
        """(agreement - chance) / (1 - chance), where chance is what the raters' class shares would give."""
        tp, fp, fn, tn = self._shares()
        # agreement - chance, and 1 - chance, class by class: both may be far below the rounding of 1.
        return float(ratio(tp @ tn - fp @ fn, (tp + fn) @ (fn + tn)))

    def _shares(self) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """TP, FP, FN and TN of each class against the rest, as shares of all samples."""
        counts, total = self.one_vs_rest(), self.total or math.nan
        return counts.tp / total, counts.fp / total, counts.fn / total, counts.tn / total


def _short(count: float) -> str:
    return f"{count:.6g}" if isinstance(count, float) else str(count)


def confusion_matrix(
    y_true: ArrayLike, y_pred: ArrayLike, *, labels: Sequence[Any] | None = None, sample_weight: ArrayLike | None = None
) -> ConfusionMatrix:
    r"""Count how often each class was predicted as each class.

    .. math:: C_{ij} = \sum_s w_s\, [y_s = i]\,[\hat y_s = j]

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    labels : sequence of labels, optional
        The classes and their order in the matrix; by default all that occur, sorted. A class that occurs must be
        listed.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    ConfusionMatrix
        Rows are the truth, columns the prediction.

    Notes
    -----
    1. A class listed in `labels` that does not occur has a row and a column of zeros.
    2. With integer, boolean or string labels and no weights the counts are integers; with weights they are floats.

    References
    ----------
    Zhou, *Machine Learning* (2016), table 2.1.

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.confusion_matrix(["sick", "sick", "well", "well"], ["sick", "well", "well", "well"])
    truth \ predicted  sick  well
                 sick     1     1
                 well     0     2
    """
    true, predicted, weight = check.label_pair(y_true, y_pred, sample_weight)
    matrix = count_pairs(true, predicted, weight)
    return matrix if labels is None else _relabel(matrix, labels)


def count_pairs(true: NDArray[Any], predicted: NDArray[Any], weight: NDArray[Any] | None) -> ConfusionMatrix:
    """The confusion matrix over all labels that occur."""
    if true.dtype.kind != "U":
        low, high = (int(min(true.min(), predicted.min())), int(max(true.max(), predicted.max())))
        if high - low < 256:  # a small range of integers: count in a table of all pairs, without a sort
            places = np.arange(high - low + 1)
            table = tabulate(_codes(true, low), _codes(predicted, low), len(places), weight)
            present = places[(table.sum(axis=0) > 0) | (table.sum(axis=1) > 0)]
            labels = [low + place for place in present.tolist()]
            if true.dtype == predicted.dtype == np.bool_:
                labels = [bool(label) for label in labels]
            return ConfusionMatrix(table[np.ix_(present, present)], tuple(labels))
    found, codes = np.unique(np.concatenate([true, predicted]), return_inverse=True)
    table = tabulate(codes[: len(true)], codes[len(true) :], len(found), weight)
    return ConfusionMatrix(table, tuple(found.tolist()))


def _codes(labels: NDArray[Any], low: int) -> NDArray[np.intp]:
    if labels.dtype == np.uint64:  # may exceed what a signed integer holds
        return (labels - np.uint64(low)).astype(np.intp)
    return labels.astype(np.intp) - low


def tabulate(rows: NDArray[Any], columns: NDArray[Any], size: int, weight: NDArray[Any] | None) -> NDArray[Any]:
    """A size × size table of how often (or how heavily) each pair (row, column) occurs."""
    return np.bincount(rows * size + columns, weights=weight, minlength=size * size).reshape(size, size)


def _relabel(matrix: ConfusionMatrix, labels: Sequence[Any]) -> ConfusionMatrix:
    """The matrix with its classes as `labels` lists them."""
    wanted = check.classes(labels)
    missing = [label for label in matrix.labels if label not in wanted]
    if missing:
        raise ValueError(f"labels leaves out {missing}, which occur; expected every label that occurs")
    return ConfusionMatrix(matrix.spread(wanted), tuple(wanted))

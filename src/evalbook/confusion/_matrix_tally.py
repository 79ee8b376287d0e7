"""The confusion matrix: how often each class was predicted as each class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from evalbook import _input as check
from evalbook._hints import missing_attribute, with_hints
from evalbook._tally import CellRows, Rows, Tally, added, added_up
from evalbook._undefined import ratio
from evalbook.confusion._class_formulas import cohen_kappa, matthews_correlation
from evalbook.confusion._codes import code, tabulate
from evalbook.confusion._counts_tally import Counts, as_count, read_only
from evalbook.confusion._tables import as_html, as_text, short_count, shortened


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ConfusionMatrix(Tally):
    r"""A confusion matrix: how often each true class (row) was predicted as each class (column).

    Matrices can be added (``a + b``, ``sum(list_of_matrices)``), and the sum has the labels of both. A matrix can be
    used as an array: ``np.asarray(matrix)`` are its counts, and ``matrix[i, j]`` is one of them, by position.

    Parameters
    ----------
    counts : array_like of shape (k, k)
        ``counts[i, j]`` samples of class ``labels[i]`` were predicted as ``labels[j]``.
    labels : sequence of length k
        The classes, which all differ.

    See Also
    --------
    confusion_matrix : makes one from labels
    Counts : the four counts of two classes
    report : precision, recall and F1 of every class

    Notes
    -----
    1. Some libraries and many slides put the true classes in the columns. A transposed matrix has the same accuracy,
       but precision and recall are swapped, so check this before you compare.
    2. The counts are copied and cannot be changed. Sums beyond 2⁵³ are floats, so they never wrap around.

    Examples
    --------
    >>> from evalbook.confusion import ConfusionMatrix
    >>> matrix = ConfusionMatrix([[50, 10], [5, 35]], labels=[0, 1])
    >>> matrix
    truth \ predicted   0   1
                    0  50  10
                    1   5  35
    >>> matrix[1, 0]
    5
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
            raise ValueError(
                f"counts has shape {counts.shape}; expected a square matrix, one row and one column per class"
            )
        if len(labels) != len(counts):
            raise ValueError(f"labels has {len(labels)} entries; expected {len(counts)}, one per row of counts")
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "labels", labels)

    @classmethod
    def _made(cls, counts: NDArray[Any], labels: tuple[Any, ...]) -> Self:
        matrix = object.__new__(cls)
        object.__setattr__(matrix, "counts", read_only(counts))
        object.__setattr__(matrix, "labels", labels)
        return matrix

    @classmethod
    def rows(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: Sequence[Any] | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Rows[ConfusionMatrix]:
        """Count each sample by itself, to resample a test set: one matrix per sample, all with the same labels.

        Parameters
        ----------
        y_true, y_pred : array_like of shape (n,)
            The true and the predicted labels. They are integers, booleans or strings.
        labels : sequence of labels, optional
            The classes and their order in the matrix. By default these are all classes that occur, sorted. Each class
            that listed.
        sample_weight : array_like of shape (n,), optional
            How much each sample counts, in any unit. By default all samples count the same.

        Returns
        -------
        Rows
            The matrices of the n samples, which add up to the whole. A sample of weight 0 adds nothing.
        """
        whole = confusion_matrix(y_true, y_pred, labels=labels, sample_weight=sample_weight)
        true, predicted, weight = check.all_label_pairs(y_true, y_pred, sample_weight)
        found, true, predicted = code(true, predicted, most=2 * len(true))
        place_of = {label: place for place, label in enumerate(whole.labels)}
        places = np.array([place_of.get(label, 0) for label in found])  # what is not in the matrix has no weight
        size = len(whole.labels)
        return CellRows(places[true] * size + places[predicted], size**2, partial(_of_cells, whole.labels), weight)

    # A tally: it adds

    def _plus(self, other: Self) -> Self:
        labels = self.labels
        if labels != other.labels:
            labels = tuple(check.in_order({*labels, *other.labels}))
        return self._made(added(self.spread(labels), other.spread(labels)), labels)

    def _cells(self) -> tuple[NDArray[Any], Callable[[NDArray[Any]], ConfusionMatrix]]:
        return self.counts.ravel(), partial(_of_cells, self.labels)

    def _columns(self, whole: Self) -> NDArray[Any]:
        return self.spread(whole.labels).ravel()

    def _of_columns(self, row: NDArray[Any]) -> ConfusionMatrix:
        return _of_cells(self.labels, row)

    def spread(self, labels: Sequence[Any]) -> NDArray[Any]:
        """The counts in the rows and columns of a longer list of labels."""
        if self.labels == labels:
            return self.counts
        place_of = {label: place for place, label in enumerate(labels)}
        places = np.array([place_of[label] for label in self.labels])
        spread = np.zeros((len(labels), len(labels)), dtype=self.counts.dtype)
        spread[places[:, np.newaxis], places] = self.counts
        return spread

    # An array: it is indexed, and it shows itself

    if not TYPE_CHECKING:  # to which what it has not is an error of its own

        def __getattr__(self, name: str) -> NoReturn:
            raise missing_attribute(self, name)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is None:  # where one is needed; NumPy 1 has no word for it
            return np.asarray(self.counts, dtype=dtype)
        return np.array(self.counts, dtype=dtype, copy=copy)

    def __getitem__(self, index: Any) -> Any:
        """The counts at ``[i, j]``, by position: a number, or an array of rows."""
        return check.plain(self.counts[index])

    def __len__(self) -> int:
        """The number of classes."""
        return len(self.labels)

    def __repr__(self) -> str:
        return as_text(self._table())

    def _repr_html_(self) -> str:
        return as_html("Confusion matrix: rows are the truth, columns the prediction", self._table())

    def _table(self) -> list[list[str]]:
        """The cells to show, below and beside the labels."""
        places = shortened(range(len(self)), gap=None)
        names = ["…" if place is None else str(self.labels[place]) for place in places]

        def cells(row: int | None) -> list[str]:
            return ["…" if None in (row, column) else short_count(self[row, column]) for column in places]

        body = ([name, *cells(place)] for name, place in zip(names, places, strict=True))
        return [["truth \\ predicted", *names], *body]

    # Binary matrices

    def binary(self, label: Any) -> Counts:
        """The four counts with `label` as the positive class and all other classes together as the negative class."""
        if label not in self.labels:
            raise ValueError(
                f"label {check.shown(label)} is not in the matrix; expected one of {check.shown(self.labels)}"
            )
        return self.one_vs_rest()[self.labels.index(label)]

    def one_vs_rest(self) -> Counts:
        """The four counts with each class in turn as the positive class, as arrays of length k."""
        total = self.total
        whole = isinstance(total, int)
        table = self.counts if whole else self.counts.astype(np.float64, copy=False)
        tp, fp, fn = against_rest(table)
        # What is in no row and no column of its own: as a difference it would lose small weights.
        tn = total - tp - fp - fn if whole else _without_diagonal(_sums_of_others(table)).sum(axis=0)
        return Counts._made(tp, fp, fn, tn)._along(np.array(self.labels, dtype=object), "labels")

    # Scores of all classes

    @property
    def total(self) -> Any:
        """The number of all samples."""
        return added_up(self.counts)

    @property
    def accuracy(self) -> float:
        """The share of all samples that are on the diagonal, which are predicted correctly."""
        return float(ratio(added_up(self.counts.diagonal()), self.total))

    @property
    def balanced_accuracy(self) -> float:
        """The mean recall of the classes. It is nan if one of them never occurs in the truth."""
        return float(np.mean(self.one_vs_rest().recall))

    @property
    def error_rate(self) -> float:
        """The share of all samples that are off the diagonal: 1 - accuracy."""
        return float(ratio(added_up(_without_diagonal(self.counts)), self.total))

    @property
    def matthews_correlation(self) -> float:
        """The correlation of truth and prediction over all classes (Gorodkin's R_K; for two classes, Matthews' φ)."""
        return float(matthews_correlation(self.one_vs_rest()))

    @property
    def cohen_kappa(self) -> float:
        """(agreement - chance) / (1 - chance), where chance is the agreement expected from the class shares."""
        return float(cohen_kappa(self.one_vs_rest()))


def _of_cells(labels: tuple[Any, ...], cells: NDArray[Any]) -> ConfusionMatrix:
    return ConfusionMatrix._made(cells.reshape(len(labels), len(labels)), labels)


# ---------------------------------------------------------------- sums that lose nothing


def against_rest(table: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """TP, FP and FN of each class: the diagonal, and what else its column and its row hold; whole numbers up to 2⁵³."""
    tp = table.diagonal()
    if table.dtype.kind != "f":
        return tp, np.add.reduce(table, axis=0) - tp, np.add.reduce(table, axis=1) - tp
    errors = _without_diagonal(table)
    return tp, errors.sum(axis=0), errors.sum(axis=1)


def _without_diagonal(table: NDArray[Any]) -> NDArray[Any]:
    table = table.copy()
    np.fill_diagonal(table, 0)
    return table


def _sums_of_others(table: NDArray[Any]) -> NDArray[Any]:
    """For each cell, what the other cells of its row add up to: those before it and those behind it."""
    others = np.zeros_like(table)
    others[:, 1:] += np.cumsum(table[:, :-1], axis=1)
    others[:, :-1] += np.cumsum(table[:, :0:-1], axis=1)[:, ::-1]
    return others


# ---------------------------------------------------------------- counting


@with_hints
def confusion_matrix(
    y_true: ArrayLike, y_pred: ArrayLike, *, labels: Sequence[Any] | None = None, sample_weight: ArrayLike | None = None
) -> ConfusionMatrix:
    r"""The confusion matrix: how often each true class was predicted as each class.

    .. math:: C_{ij} = \sum_s w_s\, [y_s = i]\,[\hat y_s = j]

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    labels : sequence of labels, optional
        The classes and their order in the matrix. By default these are all classes that occur, sorted. Each class that
        listed.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    ConfusionMatrix
        The counts. Rows are the true classes, columns the predicted classes.

    See Also
    --------
    report : precision, recall and F1 of every class
    Counts : the four counts of two classes
    evalbook.costs.expected_cost : the mean cost of a confusion matrix

    Notes
    -----
    1. A class that is listed in `labels` but does not occur has a row and a column of zeros.
    2. Without weights the counts are integers. With weights they are floats.

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
    matrix = count_pairs(*check.label_pair(y_true, y_pred, sample_weight))
    return matrix if labels is None else _relabel(matrix, labels)


MOST_CLASSES = 20_000
"""Their table takes 3 GB."""


def count_pairs(true: NDArray[Any], predicted: NDArray[Any], weight: NDArray[Any] | None) -> ConfusionMatrix:
    """The confusion matrix over all labels that occur."""
    labels, rows, columns = code(true, predicted, most=256)
    if len(labels) > MOST_CLASSES:
        raise ValueError(
            f"y_true and y_pred hold {len(labels):,} labels, a table of {len(labels) ** 2:,} counts; expected "
            f"at most {MOST_CLASSES:,}: are they ids, not classes? report, precision and recall need no table"
        )
    table = tabulate(rows, columns, len(labels), weight)
    if np.count_nonzero(table.diagonal()) < len(labels):  # otherwise all labels occur, the usual case
        occur = np.flatnonzero(table.any(axis=0) | table.any(axis=1))
        table, labels = table[occur[:, np.newaxis], occur], [labels[place] for place in occur.tolist()]
    return ConfusionMatrix._made(table, tuple(labels))


def _relabel(matrix: ConfusionMatrix, labels: Sequence[Any]) -> ConfusionMatrix:
    """The matrix with its classes as `labels` lists them."""
    wanted = tuple(check.classes(labels, beside=matrix.labels))
    known = set(wanted)
    missing = [label for label in matrix.labels if label not in known]
    if missing:
        raise ValueError(
            f"labels leaves out {check.shown(missing)}, which occur; expected every label that occurs: add them"
        )
    return ConfusionMatrix._made(matrix.spread(wanted), wanted)

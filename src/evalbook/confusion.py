"""Confusion metrics: count what happened, then score the counts.

The counts (:class:`Counts`) are one value that holds numbers or arrays: one binary confusion matrix, the
one-against-rest matrices of several classes, or the counts at every threshold of a curve. Each ratio is written once,
as a property, and broadcasts over them. The functions (:func:`precision`, :func:`recall`, …) count and score in one
call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _validation as check
from evalbook._docstrings import documented
from evalbook._validation import FloatArray, ZeroDivision

Average: TypeAlias = Literal["binary", "macro", "micro", "weighted"] | None

# ---------------------------------------------------------------- counts


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """The four counts of a binary confusion matrix, as numbers or as arrays of one shape.

    ============  ===================  ===================
    truth         predicted positive   predicted negative
    ============  ===================  ===================
    positive      `tp`                 `fn`
    negative      `fp`                 `tn`
    ============  ===================  ===================

    Every ratio is a property. Where it would divide by 0 it is nan, without a warning. Counts of numbers give floats,
    counts of arrays give arrays. Counts add (``a + b``, ``sum(list_of_counts)``), because counting the parts of a test
    set and adding is the same as counting the whole.

    Parameters
    ----------
    tp, fp, fn, tn : float or array_like
        True positives, false positives, false negatives, true negatives. Weighted counts need not be whole.

    Raises
    ------
    TypeError
        If a count is no number.
    ValueError
        If a count is negative or nan, or the four shapes differ.

    Notes
    -----
    1. ``counts[i]`` picks one matrix out of a stack, ``counts.sum()`` adds a stack up (a *micro* average scores that
       sum).
    2. ``sum([])`` of no counts is the number 0, as always in Python.

    Examples
    --------
    >>> from evalbook.confusion import Counts
    >>> counts = Counts(tp=35, fp=10, fn=5, tn=50)
    >>> counts.precision, counts.recall, counts.accuracy
    (0.7777777777777778, 0.875, 0.85)
    >>> Counts(tp=[0, 1, 2], fp=[0, 0, 1], fn=[2, 1, 0], tn=[2, 2, 1]).precision
    array([       nan, 1.        , 0.66666667])
    >>> counts + Counts(tp=1, fp=0, fn=0, tn=0)
    Counts(tp=36, fp=10, fn=5, tn=50)
    """

    tp: Any
    fp: Any
    fn: Any
    tn: Any

    def __post_init__(self) -> None:
        shape = np.shape(self.tp)
        for name in ("tp", "fp", "fn", "tn"):
            count = _count(getattr(self, name), name)
            if np.shape(count) != shape:
                raise ValueError(
                    f"{name} has shape {np.shape(count)} and tp {shape}; expected four counts of one shape"
                )
            object.__setattr__(self, name, count)

    # A tally: it adds, and it can be taken apart.

    def __add__(self, other: Counts) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        if np.shape(self.tp) != np.shape(other.tp):
            raise ValueError(
                f"counts of shapes {np.shape(self.tp)} and {np.shape(other.tp)} do not add; expected one shape"
            )
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn)

    def __radd__(self, other: Any) -> Counts:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # so that sum() can start at 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in ("tp", "fp", "fn", "tn"))

    __hash__ = None  # type: ignore[assignment]  # arrays have no hash

    def __getitem__(self, index: Any) -> Counts:
        """The counts of one class, one threshold, or a slice of them."""
        if np.ndim(self.tp) == 0:
            raise TypeError("these counts are single numbers; only counts of arrays can be indexed")
        return Counts(self.tp[index], self.fp[index], self.fn[index], self.tn[index])

    def __len__(self) -> int:
        if np.ndim(self.tp) == 0:
            raise TypeError("these counts are single numbers; only counts of arrays have a length")
        return len(self.tp)

    def sum(self, axis: int = -1) -> Counts:
        """A stack of counts added up along `axis`."""
        return Counts(*(np.sum(count, axis=axis) for count in (self.tp, self.fp, self.fn, self.tn)))

    # Totals

    @property
    def positives(self) -> Any:
        """TP + FN: the samples that are positive."""
        return self.tp + self.fn

    @property
    def negatives(self) -> Any:
        """FP + TN: the samples that are negative."""
        return self.fp + self.tn

    @property
    def predicted_positives(self) -> Any:
        """TP + FP: the samples that are called positive."""
        return self.tp + self.fp

    @property
    def predicted_negatives(self) -> Any:
        """FN + TN: the samples that are called negative."""
        return self.fn + self.tn

    @property
    def total(self) -> Any:
        """All samples."""
        return self.positives + self.negatives

    # Ratios of all samples

    @property
    def accuracy(self) -> Any:
        """(TP + TN) / all."""
        return _ratio(self.tp + self.tn, self.total)

    @property
    def error_rate(self) -> Any:
        """(FP + FN) / all = 1 - accuracy."""
        return _ratio(self.fp + self.fn, self.total)

    @property
    def prevalence(self) -> Any:
        """(TP + FN) / all: the share of positives."""
        return _ratio(self.positives, self.total)

    # Ratios within one true class: they do not depend on the class mix

    @property
    def recall(self) -> Any:
        """TP / (TP + FN): the share of the positives that is found."""
        return _ratio(self.tp, self.positives)

    @property
    def tpr(self) -> Any:
        """True positive rate: `recall` under the name that the ROC curve uses."""
        return self.recall

    @property
    def fnr(self) -> Any:
        """False negative rate, or miss rate: FN / (TP + FN) = 1 - recall."""
        return _ratio(self.fn, self.positives)

    @property
    def specificity(self) -> Any:
        """TN / (FP + TN): the share of the negatives that is left alone."""
        return _ratio(self.tn, self.negatives)

    @property
    def fpr(self) -> Any:
        """False positive rate: FP / (FP + TN) = 1 - specificity."""
        return _ratio(self.fp, self.negatives)

    # Ratios within one predicted class

    @property
    def precision(self) -> Any:
        """TP / (TP + FP): the share of the predicted positives that is right."""
        return _ratio(self.tp, self.predicted_positives)

    @property
    def negative_predictive_value(self) -> Any:
        """TN / (FN + TN): the share of the predicted negatives that is right."""
        return _ratio(self.tn, self.predicted_negatives)

    # Two ratios in one number

    @property
    def f1(self) -> Any:
        """2 TP / (2 TP + FN + FP): the harmonic mean of precision and recall."""
        return self.f_beta(1.0)

    def f_beta(self, beta: float) -> Any:
        """(1 + β²) TP / ((1 + β²) TP + β² FN + FP): recall weighs β times as much as precision.

        Raises :exc:`ValueError` if `beta` is negative or nan. 0 gives the precision, infinity the recall.
        """
        share_of_misses = 1 - 1 / (1 + _beta(beta) ** 2)  # β²/(1 + β²), and 1 for an infinite β
        return _ratio(self.tp, self.tp + share_of_misses * self.fn + (1 - share_of_misses) * self.fp)

    @property
    def balanced_accuracy(self) -> Any:
        """(recall + specificity) / 2."""
        return (self.recall + self.specificity) / 2

    @property
    def matthews_correlation(self) -> Any:
        """(TP TN - FP FN) / √((TP+FP)(TP+FN)(TN+FP)(TN+FN)): the correlation of truth and prediction."""
        # As a product of rates, because the product of four large counts would overflow.
        false_discovery_rate = _ratio(self.fp, self.predicted_positives)
        false_omission_rate = _ratio(self.fn, self.predicted_negatives)
        agreement = self.precision * self.recall * self.specificity * self.negative_predictive_value
        disagreement = false_discovery_rate * self.fnr * self.fpr * false_omission_rate
        return _plain(np.sqrt(agreement) - np.sqrt(disagreement))


def _count(value: Any, name: str) -> Any:
    """A count as a Python number, or as an array wide enough to add."""
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} is {value!r}; expected a count, or an array of counts")
    if array.size and not (array.min() >= 0 and array.max() < np.inf):
        raise ValueError(f"{name} is {value!r}; expected counts of at least 0")
    return _plain(array.astype(np.float64 if array.dtype.kind == "f" else np.int64, copy=False))


def _plain(value: Any) -> Any:
    """A NumPy scalar as a Python number; arrays stay arrays."""
    return value.item() if np.ndim(value) == 0 and isinstance(value, np.ndarray | np.generic) else value


def _ratio(numerator: Any, denominator: Any) -> Any:
    """numerator / denominator, and nan where the denominator is 0: a float for numbers, an array for arrays."""
    if np.ndim(denominator) == 0:
        return float(numerator / denominator) if denominator else math.nan
    return np.divide(numerator, denominator, out=np.full(np.shape(denominator), np.nan), where=denominator != 0)


def _beta(beta: float) -> float:
    return min(check.real(beta, "beta", at_least=0, finite=False), 1e150)  # its square must stay finite


# ---------------------------------------------------------------- confusion matrix


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

    Raises
    ------
    TypeError
        If a count is no number.
    ValueError
        If the matrix is not square, a count is negative or nan, or the labels do not fit.

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
        counts = np.atleast_1d(_count(self.counts, "counts"))
        labels = tuple(np.asarray(self.labels, dtype=object).tolist())
        if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
            raise ValueError(f"counts has shape {counts.shape}; expected a square matrix")
        if len(labels) != len(counts):
            raise ValueError(f"labels has {len(labels)} entries; expected {len(counts)}, one per row of counts")
        if len(set(labels)) != len(labels):
            raise ValueError(f"labels is {labels}; expected labels that all differ")
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "labels", labels)

    def __add__(self, other: ConfusionMatrix) -> ConfusionMatrix:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        if self.labels == other.labels:
            return ConfusionMatrix(self.counts + other.counts, self.labels)
        labels = sorted({*self.labels, *other.labels}, key=lambda label: (isinstance(label, str), label))
        return ConfusionMatrix(self._spread(labels) + other._spread(labels), tuple(labels))

    def __radd__(self, other: Any) -> ConfusionMatrix:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # so that sum() can start at 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        return self.labels == other.labels and np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]  # arrays have no hash

    def _spread(self, labels: Sequence[Any]) -> NDArray[Any]:
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
        return _plain(self.counts.sum())

    @property
    def accuracy(self) -> float:
        """The diagonal's share of all samples."""
        return float(_ratio(np.trace(self.counts), self.total))

    @property
    def error_rate(self) -> float:
        """The share of all samples off the diagonal: 1 - accuracy."""
        return float(_ratio(self.total - np.trace(self.counts), self.total))

    @property
    def matthews_correlation(self) -> float:
        """The correlation of truth and prediction over all classes (Gorodkin's R_K; for two classes, Matthews' φ)."""
        shares, truth, prediction = self._shares()
        covariance = np.trace(shares) - truth @ prediction
        return float(_ratio(covariance, math.sqrt((1 - truth @ truth) * (1 - prediction @ prediction))))

    @property
    def cohen_kappa(self) -> float:
        """(agreement - chance) / (1 - chance), where chance is what the raters' class shares would give."""
        shares, truth, prediction = self._shares()
        chance = truth @ prediction
        return float(_ratio(np.trace(shares) - chance, 1 - chance))

    def _shares(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The matrix as shares of all samples, and its row and column sums."""
        shares = self.counts / self.total if self.total else np.full(self.counts.shape, np.nan)
        return shares, shares.sum(axis=1), shares.sum(axis=0)


def _short(count: float) -> str:
    return f"{count:.6g}" if isinstance(count, float) else str(count)


@documented
def confusion_matrix(
    y_true: ArrayLike, y_pred: ArrayLike, *, labels: Sequence[Any] | None = None, sample_weight: ArrayLike | None = None
) -> ConfusionMatrix:
    r"""Count how often each class was predicted as each class.

    .. math:: C_{ij} = \sum_s w_s\, [y_s = i]\,[\hat y_s = j]

    Parameters
    ----------
    %(y_true)s
    %(y_pred)s
    labels : sequence of labels, optional
        The classes and their order in the matrix; by default all that occur, sorted. A class that occurs must be
        listed.
    %(sample_weight)s

    Returns
    -------
    ConfusionMatrix
        Rows are the truth, columns the prediction.

    Raises
    ------
    %(label_errors)s
        Also if `labels` has repetitions, or leaves out a label that occurs.

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
    matrix = _count_pairs(true, predicted, weight)
    return matrix if labels is None else _relabel(matrix, labels)


def _count_pairs(true: NDArray[Any], predicted: NDArray[Any], weight: NDArray[Any] | None) -> ConfusionMatrix:
    """The confusion matrix over all labels that occur."""
    if true.dtype.kind != "U":
        low, high = (int(min(true.min(), predicted.min())), int(max(true.max(), predicted.max())))
        if high - low < 256:  # a small range of integers: count in a table of all pairs, without a sort
            places = np.arange(high - low + 1)
            table = _tabulate(_codes(true, low), _codes(predicted, low), len(places), weight)
            present = places[(table.sum(axis=0) > 0) | (table.sum(axis=1) > 0)]
            labels = (present + low).tolist()
            if true.dtype == predicted.dtype == np.bool_:
                labels = [bool(label) for label in labels]
            return ConfusionMatrix(table[np.ix_(present, present)], tuple(labels))
    found, codes = np.unique(np.concatenate([true, predicted]), return_inverse=True)
    table = _tabulate(codes[: len(true)], codes[len(true) :], len(found), weight)
    return ConfusionMatrix(table, tuple(found.tolist()))


def _codes(labels: NDArray[Any], low: int) -> NDArray[np.intp]:
    return labels.astype(np.intp) - low


def _tabulate(rows: NDArray[Any], columns: NDArray[Any], size: int, weight: NDArray[Any] | None) -> NDArray[Any]:
    """A size × size table of how often (or how heavily) each pair (row, column) occurs."""
    return np.bincount(rows * size + columns, weights=weight, minlength=size * size).reshape(size, size)


def _relabel(matrix: ConfusionMatrix, labels: Sequence[Any]) -> ConfusionMatrix:
    """The matrix with its classes as `labels` lists them."""
    wanted = np.asarray(labels, dtype=object).tolist()
    missing = [label for label in matrix.labels if label not in wanted]
    if missing:
        raise ValueError(f"labels leaves out {missing}, which occur; expected every label that occurs")
    if len(set(wanted)) != len(wanted):
        raise ValueError(f"labels is {wanted}; expected labels that all differ")
    return ConfusionMatrix(matrix._spread(wanted), tuple(wanted))


# ---------------------------------------------------------------- scores of all classes together


@documented
def accuracy(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    r"""The share of samples that are predicted right.

    .. math:: \mathrm{accuracy} = \frac1n \sum_i [\hat y_i = y_i]

    Parameters
    ----------
    %(y_true)s
    %(y_pred)s
    %(sample_weight)s

    Returns
    -------
    float
        Between 0 and 1.

    Raises
    ------
    %(label_errors)s

    Notes
    -----
    1. Accuracy is always defined: there is at least one sample of positive weight.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.5.

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.accuracy([1, 0, 1, 1], [1, 0, 0, 1])
    0.75
    """
    true, predicted, weight = check.label_pair(y_true, y_pred, sample_weight)
    return float(np.average(true == predicted, weights=weight))


@documented
def error_rate(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    r"""The share of samples that are predicted wrong: the mean of the 0-1 loss.

    .. math:: E = \frac1n \sum_i [\hat y_i \ne y_i] = 1 - \mathrm{accuracy}

    Parameters
    ----------
    %(y_true)s
    %(y_pred)s
    %(sample_weight)s

    Returns
    -------
    float
        Between 0 and 1.

    Raises
    ------
    %(label_errors)s

    Notes
    -----
    1. The error rate is always defined: there is at least one sample of positive weight.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.4.

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.error_rate([1, 0, 1, 1], [1, 0, 0, 1])
    0.25
    """
    true, predicted, weight = check.label_pair(y_true, y_pred, sample_weight)
    return float(np.average(true != predicted, weights=weight))


# ---------------------------------------------------------------- scores of one class against the rest


class _Ratio(NamedTuple):
    """A ratio of the counts, and what a class lacks where that ratio is 0/0."""

    name: str
    of: Callable[[Counts], Any]
    lacking: str


_PRECISION = _Ratio("precision", lambda counts: counts.precision, "is never predicted")
_RECALL = _Ratio("recall", lambda counts: counts.recall, "never occurs in y_true")
_FALSE_NEGATIVE_RATE = _Ratio("false negative rate", lambda counts: counts.fnr, "never occurs in y_true")
_SPECIFICITY = _Ratio("specificity", lambda counts: counts.specificity, "has no negatives in y_true")
_FALSE_POSITIVE_RATE = _Ratio("false positive rate", lambda counts: counts.fpr, "has no negatives in y_true")


def _score(
    ratio: _Ratio,
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    zero_division: ZeroDivision,
    average: Average = "binary",
    labels: Sequence[Any] | None = None,
) -> Any:
    """Count, then score: the ratio of the positive class, of each class, or an average over the classes."""
    check.check_zero_division(zero_division)
    true, predicted, weight = check.label_pair(y_true, y_pred, sample_weight)
    if average == "binary":
        if labels is not None:
            raise ValueError('labels is given with average="binary"; expected pos_label, or another average')
        return _score_binary(ratio, true, predicted, weight, pos_label, zero_division)
    if average not in ("macro", "micro", "weighted", None):
        raise ValueError(f'average is {average!r}; expected "binary", "macro", "micro", "weighted" or None')
    if pos_label is not None:
        raise ValueError(f'pos_label is given with average={average!r}; expected it only with average="binary"')
    classes, counts = _select(_count_pairs(true, predicted, weight), labels)
    if average == "micro":
        return check.or_undefined(ratio.of(counts.sum()), zero_division, _reason(ratio, classes))
    return _average(ratio, classes, counts, average, zero_division)


def _score_binary(
    ratio: _Ratio,
    true: NDArray[Any],
    predicted: NDArray[Any],
    weight: NDArray[Any] | None,
    pos_label: Any,
    zero_division: ZeroDivision,
) -> float:
    found = sorted({*check.distinct(true), *check.distinct(predicted)})
    if len(found) > 2:
        raise ValueError(f"the labels are {found}; expected two classes, or average= for more")
    positive = check.positive_label(found, pos_label)
    table = _tabulate(check.equals(true, positive), check.equals(predicted, positive), 2, weight)
    (tn, fp), (fn, tp) = table.tolist()
    return check.or_undefined(ratio.of(Counts(tp, fp, fn, tn)), zero_division, _reason(ratio, [positive]))


def _select(matrix: ConfusionMatrix, labels: Sequence[Any] | None) -> tuple[list[Any], Counts]:
    """The one-against-rest counts of the classes in `labels`; a class that does not occur has only negatives."""
    if labels is None:
        return list(matrix.labels), matrix.one_vs_rest()
    classes = np.asarray(labels, dtype=object).tolist()
    if not classes or len(set(classes)) != len(classes):
        raise ValueError(f"labels is {classes}; expected at least one label, and no label twice")
    everything = [*matrix.labels, *(label for label in classes if label not in matrix.labels)]
    counts = ConfusionMatrix(matrix._spread(everything), tuple(everything)).one_vs_rest()
    return classes, counts[[everything.index(label) for label in classes]]


def _average(
    ratio: _Ratio, classes: list[Any], counts: Counts, average: Average, zero_division: ZeroDivision
) -> FloatArray | float:
    """One value per class, or their mean; an average over something undefined is undefined until the caller chooses."""
    share = counts.positives if average == "weighted" else np.ones(len(classes))
    kept = np.flatnonzero(share)  # a class that never occurs has no part in an average weighted by occurrence
    values, share = np.asarray(ratio.of(counts))[kept], share[kept]
    undefined = np.isnan(values)
    if zero_division != "warn":
        values = np.where(undefined, zero_division, values)
    elif undefined.any() or not values.size:
        check.warn_undefined(_reason(ratio, [classes[place] for place in kept[undefined]] or classes))
    if average is None:
        return values
    if zero_division != "warn":  # nan stands for "leave it out"
        values, share = values[~np.isnan(values)], share[~np.isnan(values)]
    return float(np.average(values, weights=share)) if values.size else math.nan


def _reason(ratio: _Ratio, classes: Sequence[Any]) -> str:
    named = ", ".join(repr(label) for label in classes[:5]) + (", …" if len(classes) > 5 else "")
    subject = f"class {named}" if len(classes) == 1 else f"each of the classes {named}"
    return (
        f"{ratio.name} is 0/0, nan: {subject} {ratio.lacking}. "
        f"zero_division= takes a number to use instead (nan: leave the class out of an average)"
    )


@documented
def precision(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = None,
    average: Average = "binary",
    labels: Sequence[Any] | None = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The share of the predicted positives that is right.

    .. math:: P = \frac{TP}{TP + FP}

    Parameters
    ----------
    %(y_true)s
    %(y_pred)s
    %(pos_label)s
    %(average)s
    %(labels)s
    %(sample_weight)s
    %(zero_division)s

    Returns
    -------
    float or ndarray
        Between 0 and 1; one value per class with ``average=None``.

    Raises
    ------
    %(label_errors)s
        Also if there are more than two classes with ``average="binary"``, or the positive one is not known.

    Warns
    -----
    UndefinedMetricWarning
        If a class is never predicted (0/0) and `zero_division` is "warn".

    Notes
    -----
    1. No sample is predicted positive: undefined, nan.
    2. An average over a class with undefined precision is nan; ``zero_division=nan`` leaves the class out, 0 counts
       it as 0.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.8.

    Examples
    --------
    >>> from evalbook import confusion
    >>> y_true, y_pred = [1, 1, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0]
    >>> confusion.precision(y_true, y_pred)
    0.6666666666666666
    >>> confusion.precision([0, 1, 2, 2], [0, 2, 2, 2], average=None, zero_division=0)
    array([1.        , 0.        , 0.66666667])
    """
    return _score(
        _PRECISION, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
        sample_weight=sample_weight, zero_division=zero_division,
    )  # fmt: skip


@documented
def recall(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = None,
    average: Average = "binary",
    labels: Sequence[Any] | None = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The share of the positives that is found; also sensitivity, or true positive rate.

    .. math:: R = \frac{TP}{TP + FN}

    Parameters
    ----------
    %(y_true)s
    %(y_pred)s
    %(pos_label)s
    %(average)s
    %(labels)s
    %(sample_weight)s
    %(zero_division)s

    Returns
    -------
    float or ndarray
        Between 0 and 1; one value per class with ``average=None``.

    Raises
    ------
    %(label_errors)s
        Also if there are more than two classes with ``average="binary"``, or the positive one is not known.

    Warns
    -----
    UndefinedMetricWarning
        If a class never occurs in `y_true` (0/0) and `zero_division` is "warn".

    Notes
    -----
    1. No sample is positive: undefined, nan.
    2. An average over a class with undefined recall is nan; ``zero_division=nan`` leaves the class out, 0 counts it
       as 0. A weighted average has no part for a class that never occurs, so there it does not matter.
    3. The recall weighted by class is the accuracy.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.9.

    Examples
    --------
    >>> from evalbook import confusion
    >>> y_true, y_pred = [1, 1, 1, 1, 0, 0], [1, 1, 0, 1, 0, 0]
    >>> confusion.recall(y_true, y_pred)
    0.75
    """
    return _score(
        _RECALL, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
        sample_weight=sample_weight, zero_division=zero_division,
    )  # fmt: skip


@documented
def specificity(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The share of the negatives that is left alone; also true negative rate.

    .. math:: \mathrm{specificity} = \frac{TN}{FP + TN} = 1 - FPR

    Parameters
    ----------
    %(y_true)s
    %(y_pred)s
    %(pos_label)s
    %(sample_weight)s
    %(zero_division)s

    Returns
    -------
    float
        Between 0 and 1.

    Raises
    ------
    %(label_errors)s
        Also if there are more than two classes, or the positive one is not known.

    Warns
    -----
    UndefinedMetricWarning
        If no sample is negative (0/0) and `zero_division` is "warn".

    Notes
    -----
    1. No sample is negative: undefined, nan.

    References
    ----------
    Fawcett, *An introduction to ROC analysis* (2006), section 2.

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.specificity([1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0])
    0.75
    """
    return float(
        _score(
            _SPECIFICITY, y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight, zero_division=zero_division
        )
    )


@documented
def false_positive_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The share of the negatives that is called positive: the false alarms.

    .. math:: FPR = \frac{FP}{FP + TN} = 1 - \mathrm{specificity}

    Parameters
    ----------
    %(y_true)s
    %(y_pred)s
    %(pos_label)s
    %(sample_weight)s
    %(zero_division)s

    Returns
    -------
    float
        Between 0 and 1.

    Raises
    ------
    %(label_errors)s
        Also if there are more than two classes, or the positive one is not known.

    Warns
    -----
    UndefinedMetricWarning
        If no sample is negative (0/0) and `zero_division` is "warn".

    Notes
    -----
    1. No sample is negative: undefined, nan.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.19.

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.false_positive_rate([1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0])
    0.25
    """
    return float(
        _score(
            _FALSE_POSITIVE_RATE,
            y_true,
            y_pred,
            pos_label=pos_label,
            sample_weight=sample_weight,
            zero_division=zero_division,
        )
    )


@documented
def false_negative_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The share of the positives that is missed; also miss rate.

    .. math:: FNR = \frac{FN}{TP + FN} = 1 - R

    Parameters
    ----------
    %(y_true)s
    %(y_pred)s
    %(pos_label)s
    %(sample_weight)s
    %(zero_division)s

    Returns
    -------
    float
        Between 0 and 1.

    Raises
    ------
    %(label_errors)s
        Also if there are more than two classes, or the positive one is not known.

    Warns
    -----
    UndefinedMetricWarning
        If no sample is positive (0/0) and `zero_division` is "warn".

    Notes
    -----
    1. No sample is positive: undefined, nan.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.4.

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.false_negative_rate([1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0])
    0.5
    """
    return float(
        _score(
            _FALSE_NEGATIVE_RATE,
            y_true,
            y_pred,
            pos_label=pos_label,
            sample_weight=sample_weight,
            zero_division=zero_division,
        )
    )

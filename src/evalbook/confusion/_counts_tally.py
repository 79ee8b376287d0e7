"""The four counts of a binary confusion matrix, and every ratio of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._tally import EXACT, CellRows, Rows, Tally, added, added_up, wide
from evalbook._undefined import ratio


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Counts(Tally):
    """The four counts of a binary confusion matrix, as numbers or as arrays of one shape.

    ============  ===================  ===================
    truth         predicted positive   predicted negative
    ============  ===================  ===================
    positive      `tp`                 `fn`
    negative      `fp`                 `tn`
    ============  ===================  ===================

    Every ratio is a property. If it would divide by 0, it is nan without a warning. Counts of numbers give floats, and
    counts of arrays give arrays. Counts can be added (``a + b``, ``sum(list_of_counts)``): if you count the parts of a
    test set and add, you get the counts of the whole.

    Parameters
    ----------
    tp, fp, fn, tn : float or array_like
        The true positives, false positives, false negatives and true negatives. Weighted counts need not be whole.

    See Also
    --------
    ConfusionMatrix : for several classes
    macro_average : averages the ratios of several counts
    micro_average : the ratios of added counts

    Notes
    -----
    1. ``counts[i]`` picks one matrix out of a stack, and ``counts.sum()`` adds a stack up. A *micro* average scores
       that sum.
    2. ``sum([])`` of no counts is the number 0, as always in Python.
    3. Counts of several classes can only be added to counts of the same classes. The same is true of thresholds.
    4. Arrays are copied, and the counts cannot be changed. Sums beyond 2⁵³ are floats, so they never wrap around.

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
    _entries: tuple[str, NDArray[Any]] | None = field(default=None, init=False)  # what they stand for

    def __post_init__(self) -> None:
        for name in self.__match_args__:
            count = as_count(getattr(self, name), name)
            object.__setattr__(self, name, count)
            if np.shape(count) != np.shape(self.tp):
                raise ValueError(
                    f"{name} has shape {np.shape(count)} and tp {np.shape(self.tp)}; expected four counts of one shape"
                )

    @classmethod
    def _made(cls, tp: Any, fp: Any, fn: Any, tn: Any, entries: Any = None) -> Self:
        counts, put = object.__new__(cls), object.__setattr__
        put(counts, "tp", read_only(tp))
        put(counts, "fp", read_only(fp))
        put(counts, "fn", read_only(fn))
        put(counts, "tn", read_only(tn))
        put(counts, "_entries", entries)
        return counts

    @classmethod
    def rows(
        cls, y_true: ArrayLike, y_pred: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
    ) -> Rows[Counts]:
        """Count each sample of two classes by itself, to resample a test set.

        Parameters
        ----------
        y_true, y_pred : array_like of shape (n,)
            The true and the predicted labels. They are integers, booleans or strings.
        pos_label : label, optional
            The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
        sample_weight : array_like of shape (n,), optional
            How much each sample counts, in any unit. By default all samples count the same.

        Returns
        -------
        Rows
            The counts of the n samples, which add up to the whole. A sample of weight 0 adds nothing.
        """
        counted = check.label_pair(y_true, y_pred, sample_weight)[:2]
        positive, _ = check.positives(pos_label, *counted, several=TWO_CLASSES)
        true, predicted, weight = check.all_label_pairs(y_true, y_pred, sample_weight)
        is_true, is_predicted = check.equals(true, positive), check.equals(predicted, positive)
        return CellRows(2 * ~is_predicted + ~is_true, 4, _of_cells, weight)  # tp, fp, fn, tn

    # A tally: it adds, and it can be taken apart.

    def _along(self, values: ArrayLike, what: str) -> Self:
        """The same counts of arrays, whose entries stand for these values: ``counts._along(scores, "thresholds")``.

        `what` names the values in the plural. They follow slices and picks of several entries; a single entry and a
        sum over entries drop them, for those add freely. Counts along different values do not add.
        """
        return self._made(self.tp, self.fp, self.fn, self.tn, (what, np.asarray(values)))

    def _require_same_kind(self, other: Self) -> None:
        if np.shape(self.tp) != np.shape(other.tp):
            raise ValueError(
                f"counts of shapes {np.shape(self.tp)} and {np.shape(other.tp)} do not add; expected the same shape"
            )
        if not (self._entries and other._entries):
            return
        (one, mine), (two, others) = self._entries, other._entries
        if one != two or not np.array_equal(mine, others):
            which = one if one == two else f"{one} and {two}"
            raise ValueError(f"counts over different {which} do not add; expected the same {one} in both")

    def _plus(self, other: Self) -> Self:
        tp, fp, fn, tn = (added(getattr(self, name), getattr(other, name)) for name in self.__match_args__)
        return self._made(tp, fp, fn, tn, self._entries or other._entries)

    def _cells(self) -> tuple[NDArray[Any], Callable[[NDArray[Any]], Counts]]:
        if np.ndim(self.tp):
            raise ValueError(
                "the counts are arrays, with one entry for each part; hand in list(counts), the counts of each part"
            )
        return np.array([self.tp, self.fp, self.fn, self.tn]), _of_cells

    def __getitem__(self, index: Any) -> Self:
        """The counts of one class or one threshold, or of a slice of them."""
        if np.ndim(self.tp) == 0:
            raise TypeError("these counts are single numbers; only counts of arrays can be indexed")
        counts = self._made(*(check.plain(getattr(self, name)[index]) for name in self.__match_args__))
        if self._entries is None or np.ndim(counts.tp) == 0:
            return counts
        what, values = self._entries
        return counts._along(values[index], what)

    def __len__(self) -> int:
        if np.ndim(self.tp) == 0:
            raise TypeError("these counts are single numbers; only counts of arrays have a length")
        return len(self.tp)

    def sum(self, axis: int = -1) -> Self:
        """The sum of a stack of counts along `axis`."""
        return self._made(*(added_up(np.asarray(getattr(self, name)), axis) for name in self.__match_args__))

    # Totals

    @property
    def positives(self) -> Any:
        """TP + FN: the number of positive samples."""
        return self.tp + self.fn

    @property
    def negatives(self) -> Any:
        """FP + TN: the number of negative samples."""
        return self.fp + self.tn

    @property
    def predicted_positives(self) -> Any:
        """TP + FP: the number of samples that are predicted positive."""
        return self.tp + self.fp

    @property
    def predicted_negatives(self) -> Any:
        """FN + TN: the number of samples that are predicted negative."""
        return self.fn + self.tn

    @property
    def total(self) -> Any:
        """The number of all samples."""
        return self.positives + self.negatives

    # Ratios of all samples

    @property
    def accuracy(self) -> Any:
        """(TP + TN) / all: the share of samples that are predicted correctly."""
        return ratio(self.tp + self.tn, self.total)

    @property
    def error_rate(self) -> Any:
        """(FP + FN) / all: the share of samples that are predicted wrongly, 1 - accuracy."""
        return ratio(self.fp + self.fn, self.total)

    @property
    def prevalence(self) -> Any:
        """(TP + FN) / all: the share of positive samples."""
        return ratio(self.positives, self.total)

    # Ratios within one true class: they do not depend on the class mix

    @property
    def recall(self) -> Any:
        """TP / (TP + FN): the share of the positive samples that are predicted positive."""
        return ratio(self.tp, self.tp + self.fn)

    @property
    def tpr(self) -> Any:
        """The true positive rate: `recall` by the name that is used for the ROC curve."""
        return self.recall

    @property
    def fnr(self) -> Any:
        """FN / (TP + FN): the false negative rate, or miss rate, 1 - recall."""
        return ratio(self.fn, self.tp + self.fn)

    @property
    def specificity(self) -> Any:
        """TN / (FP + TN): the share of the negative samples that are predicted negative."""
        return ratio(self.tn, self.fp + self.tn)

    @property
    def fpr(self) -> Any:
        """FP / (FP + TN): the false positive rate, 1 - specificity."""
        return ratio(self.fp, self.fp + self.tn)

    # Ratios within one predicted class

    @property
    def precision(self) -> Any:
        """TP / (TP + FP): the share of the predicted positives that are truly positive."""
        return ratio(self.tp, self.tp + self.fp)

    @property
    def negative_predictive_value(self) -> Any:
        """TN / (FN + TN): the share of the predicted negatives that are truly negative."""
        return ratio(self.tn, self.fn + self.tn)

    @property
    def lift(self) -> Any:
        """Precision / prevalence: how many times as many positives as among equally many samples chosen at random."""
        return ratio(self.precision, self.prevalence)

    # Two ratios in one number

    @property
    def f1(self) -> Any:
        """2 TP / (2 TP + FN + FP): the harmonic mean of precision and recall."""
        return ratio(2 * self.tp, 2 * self.tp + self.fn + self.fp)

    def f_beta(self, beta: float) -> Any:
        """(1 + β²) TP / ((1 + β²) TP + β² FN + FP): recall has the weight β², precision the weight 1.

        A `beta` of 0 gives the precision, and infinity gives the recall. A negative `beta` or nan raises a
        :exc:`ValueError`.
        """
        beta = check.real(beta, "beta", at_least=0, finite=False)
        share_of_misses = 1 - 1 / (1 + beta * beta)  # β²/(1 + β²), and 1 for an infinite β
        return ratio(self.tp, self.tp + share_of_misses * self.fn + (1 - share_of_misses) * self.fp)

    @property
    def balanced_accuracy(self) -> Any:
        """(recall + specificity) / 2: the mean recall of the two classes."""
        return (self.recall + self.specificity) / 2

    @property
    def matthews_correlation(self) -> Any:
        """(TP TN - FP FN) / √((TP+FP)(TP+FN)(TN+FP)(TN+FN)): the correlation of truth and prediction."""
        # As a product of rates, because the product of four large counts would overflow.
        false_discovery_rate = ratio(self.fp, self.predicted_positives)
        false_omission_rate = ratio(self.fn, self.predicted_negatives)
        agreement = self.precision * self.recall * self.specificity * self.negative_predictive_value
        disagreement = false_discovery_rate * self.fnr * self.fpr * false_omission_rate
        return check.plain(np.sqrt(agreement) - np.sqrt(disagreement))


TWO_CLASSES = "y_true and y_pred hold the labels [{}]; expected two classes"


def _of_cells(cells: NDArray[Any]) -> Counts:
    return Counts._made(*cells.tolist())


def as_count(value: Any, name: str) -> Any:
    """A count as a Python number, or as an array of our own that is wide enough to add."""
    array = check.as_array(value, name, "a count, or an array of counts")
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} is {value!r}; expected a count, or an array of counts")
    largest = array.max() if array.size else 0
    if array.size and not (array.min() >= 0 and largest < np.inf):
        raise ValueError(f"{name} is {value!r}; expected counts of at least 0")
    check.require_size(array, name)
    exact = array.dtype.kind != "f" and largest <= EXACT
    return read_only(check.plain(array.astype(np.int64) if exact else check.to_floats(array, name).copy()))


def read_only(count: Any) -> Any:
    """The count itself, in 64 bits, which nobody can write to any more."""
    if isinstance(count, np.ndarray):
        count = wide(count)
        count.setflags(write=False)
    return count

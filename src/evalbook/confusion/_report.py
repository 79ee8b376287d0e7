"""The report: precision, recall and F1 of every class, and their averages, in one table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import formula_of
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook._undefined import ZeroDivision, check_zero_division, mean, or_undefined
from evalbook.confusion._agreement import share
from evalbook.confusion._averages import Averages
from evalbook.confusion._class_counts import count_classes, select
from evalbook.confusion._class_scores import LEFT_OUT, OfCounts
from evalbook.confusion._counts_tally import Counts
from evalbook.confusion._matrix_tally import ConfusionMatrix
from evalbook.confusion._precision import f1, precision, recall
from evalbook.confusion._tables import as_html, as_text, short_count, shortened

RATIOS: list[OfCounts] = [formula_of(metric) for metric in (precision, recall, f1)]
_short = "{:.3f}".format


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Report(Record):
    """Precision, recall and F1 of every class, the accuracy and the averages, as `report` returns them."""

    labels: tuple[Any, ...]
    """The classes. Each array has one entry per class."""
    precision: FloatArray
    """The share of the samples predicted as a class that truly belong to it."""
    recall: FloatArray
    """The share of the samples of a class that are predicted as this class."""
    f1: FloatArray
    """The harmonic mean of precision and recall."""
    support: NDArray[Any]
    """The number of samples of each class, or the sum of their weights."""
    accuracy: float
    """The share of all samples that are predicted correctly, including samples of classes that are not listed."""
    macro: Averages
    """The means over the classes: the mean precision, the mean recall and the mean F1."""
    weighted: Averages
    """The same means, in which each class is weighted by its support."""

    @classmethod
    def from_matrix(cls, matrix: ConfusionMatrix, *, zero_division: ZeroDivision = "warn") -> Self:
        """Make the report of a confusion matrix, in the order of its labels.

        Parameters
        ----------
        matrix : ConfusionMatrix
            The counts. Rows are the true classes, columns the predicted classes.
        zero_division : "warn" or float, default "warn"
            What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

        Returns
        -------
        Report
        """
        if not isinstance(matrix, ConfusionMatrix):
            raise TypeError(
                f"matrix is {check.kind_of(matrix)}; expected a ConfusionMatrix, as confusion_matrix returns"
            )
        check_zero_division(zero_division)
        right = _quietly(matrix.accuracy, zero_division)  # it is undefined only where all the classes are
        return cls._of_counts(matrix.labels, matrix.one_vs_rest(), right, zero_division)

    @classmethod
    def _of_counts(cls, labels: tuple[Any, ...], counts: Counts, right: float, zero_division: ZeroDivision) -> Self:
        found = np.stack([ratio.of(counts) for ratio in RATIOS])
        scores = or_undefined(found, zero_division, lambda undefined: _reason(labels, undefined))
        macro = Averages(*(mean(row, zero_division) for row in scores))
        weighted = Averages(*map(partial(_weighted, counts, zero_division), RATIOS, scores))
        p, r, f = scores
        return cls(labels, p, r, f, counts.positives, right, macro, weighted)

    def as_dict(self) -> dict[str, Any]:
        """All numbers as plain Python values: ``{"classes": {label: {"precision": …}}, "accuracy": …, "macro": …}``."""
        columns = zip(self.precision, self.recall, self.f1, self.support, strict=True)
        names = ("precision", "recall", "f1", "support")
        scores = (dict(zip(names, map(check.plain, row), strict=True)) for row in columns)
        return {
            "classes": dict(zip(self.labels, scores, strict=True)),
            "accuracy": self.accuracy,
            "macro": self.macro._asdict(),
            "weighted": self.weighted._asdict(),
        }

    def __repr__(self) -> str:
        return as_text(self._table())

    def __str__(self) -> str:
        return as_text(self._table(full=True))

    def _repr_html_(self) -> str:
        return as_html("Precision, recall and F1 of each class", self._table())

    def _table(self, *, full: bool = False) -> list[list[str]]:
        """One row a class, then the averages; a repr of very many classes leaves out some."""
        columns = zip(self.labels, self.precision, self.recall, self.f1, self.support.tolist(), strict=True)
        rows = [[str(label), *map(_short, scores), short_count(number)] for label, *scores, number in columns]
        total = short_count(check.plain(self.support.sum()))
        return [
            ["class", "precision", "recall", "F1", "support"],
            *(rows if full else shortened(rows, gap=["…"] * 5)),
            ["accuracy", "", "", _short(self.accuracy), total],
            ["macro", *map(_short, self.macro), total],
            ["weighted", *map(_short, self.weighted), total],
        ]


def _weighted(counts: Counts, zero_division: ZeroDivision, ratio: OfCounts, scores: FloatArray) -> float:
    """The mean in which a class without support has no part, undefined or not; if none has any, the score of all."""
    support = counts.positives
    if support.any():
        return mean(np.where(support > 0, scores, 0.0), zero_division, support)
    return _quietly(ratio.of(counts.sum()), zero_division)


def _quietly(value: float, zero_division: ZeroDivision) -> float:
    """What `zero_division` makes of a value, without the warning: that of the classes says it all."""
    return or_undefined(value, math.nan if zero_division == "warn" else zero_division, "")


def _reason(labels: Sequence[Any], undefined: NDArray[np.bool_]) -> str:
    """Why scores of classes are undefined, for all of them at once."""
    without = [
        ratio.undefined([label for label, here in zip(labels, row, strict=True) if here])
        for ratio, row in zip(RATIOS, undefined, strict=True)
        if row.any()
    ]
    return f"{'; '.join(without)}. {LEFT_OUT}"


@with_hints
def report(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: Sequence[Any] | None = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Report:
    r"""A report with precision, recall, F1 and support of every class, the accuracy, and the averages.

    .. math:: P_c = \frac{TP_c}{TP_c + FP_c}, \quad R_c = \frac{TP_c}{TP_c + FN_c}

    .. math:: F_{1,c} = \frac{2 P_c R_c}{P_c + R_c}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    labels : sequence of labels, optional
        The classes to report, in this order. By default these are all classes that occur. Samples of other classes
        still count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    Report
        The report prints as a table. ``.as_dict()`` returns its numbers, and ``Report.from_matrix(matrix)`` makes a
        report from counts.

    See Also
    --------
    confusion_matrix : the counts behind the report
    precision : one of its columns
    recall : one of its columns
    macro_average : the F1 of the mean precision and recall

    Notes
    -----
    1. A class that is never predicted has no precision, and a class that never occurs in the truth has no recall. These
       values are nan, and so is the macro average. ``zero_division=nan`` leaves the class out of the average, and 0
       counts it as 0.
    2. The macro F1 is the mean of the F1 scores, as in ``f1(..., average="macro")``. `macro_average` returns the other
       one.
    3. The weighted recall over all classes is the accuracy.
    4. ``print(report)`` shows every class. In a notebook, a report of more than twenty classes is shortened.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.8 to 2.10.

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.report([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0])
       class  precision     recall         F1    support
           0      0.750      0.750      0.750          4
           1      0.500      0.500      0.500          2
    accuracy                            0.667          6
       macro      0.625      0.625      0.625          6
    weighted      0.667      0.667      0.667          6
    """
    true, predicted, weight = check.label_pair(y_true, y_pred, sample_weight)
    found, counts = count_classes(true, predicted, weight)
    if labels is not None:
        wanted = check.classes(labels, beside=true)
        found, counts = wanted, select(wanted, found, counts)
    return Report._of_counts(tuple(found), counts, share(true == predicted, weight), zero_division)

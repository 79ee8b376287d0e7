"""Scores of labels, class by class: one of two classes, each of several, or an average over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._tally import added_up
from evalbook._undefined import ZeroDivision, check_zero_division, mean_or_undefined, or_undefined
from evalbook.confusion.codes import code, tabulate
from evalbook.confusion.counts import TWO_CLASSES, Counts
from evalbook.confusion.matrix import against_rest

__all__ = ["f1", "f_beta", "false_negative_rate", "false_positive_rate", "precision", "recall", "specificity"]

Average: TypeAlias = Literal["binary", "macro", "micro", "weighted"] | None

# ---------------------------------------------------------------- ratios, and why they may be undefined


class Ratio(NamedTuple):
    """A ratio of the counts, and what a class lacks where that ratio is 0/0."""

    name: str
    of: Callable[[Counts], Any]
    lacking: str

    def reason(self, classes: Sequence[Any]) -> str:
        """Why the ratio of these classes is undefined, and what to do about it."""
        return f"{self.undefined(classes)}. {REMEDY}"

    def undefined(self, classes: Sequence[Any]) -> str:
        """The reason alone."""
        named = ", ".join(repr(label) for label in classes[:5]) + (", …" if len(classes) > 5 else "")
        subject = f"class {named}" if len(classes) == 1 else f"each of the classes {named}"
        return f"{self.name} is 0/0, nan: {subject} {self.lacking}"


REMEDY = "zero_division= takes a number to use instead (nan: leave the class out of an average)"

PRECISION = Ratio("precision", lambda counts: counts.precision, "is never predicted")
RECALL = Ratio("recall", lambda counts: counts.recall, "never occurs in y_true")
F1 = Ratio("F1", lambda counts: counts.f1, "is neither true nor predicted")
_FALSE_NEGATIVE_RATE = Ratio("false negative rate", lambda counts: counts.fnr, "never occurs in y_true")
_SPECIFICITY = Ratio("specificity", lambda counts: counts.specificity, "has no negatives in y_true")
_FALSE_POSITIVE_RATE = Ratio("false positive rate", lambda counts: counts.fpr, "has no negatives in y_true")


# ---------------------------------------------------------------- two classes

_AVERAGES = ', or an average over the classes: average="macro", "micro" or "weighted" (None: one value per class)'


def _binary_score(
    ratio: Ratio,
    y_true: ArrayLike,
    y_pred: ArrayLike,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    zero_division: ZeroDivision,
    or_averages: str = "",
) -> float:
    """The ratio of the positive one of two classes; `or_averages` says what else to do with more."""
    check_zero_division(zero_division)
    true, predicted, weight = check.label_pair(y_true, y_pred, sample_weight)
    positive, (is_true, is_predicted) = check.positives(pos_label, true, predicted, several=TWO_CLASSES + or_averages)
    counts = Counts._made(*_count_two(is_true, is_predicted, weight))
    value: float = or_undefined(ratio.of(counts), zero_division, lambda _: ratio.reason([positive]))
    return value


def _count_two(
    true: NDArray[np.bool_], predicted: NDArray[np.bool_], weight: FloatArray | None
) -> tuple[float, float, float, float]:
    """TP, FP, FN and TN; whole counts by differences, which is fast and exact."""
    if weight is not None:
        (tn, fp), (fn, tp) = tabulate(true, predicted, 2, weight).tolist()
        return tp, fp, fn, tn
    tp, positives, predicted_positives = map(int, map(np.count_nonzero, (true & predicted, true, predicted)))
    fp, fn = predicted_positives - tp, positives - tp
    return tp, fp, fn, len(true) - tp - fp - fn


# ---------------------------------------------------------------- several classes

FEW = 64
"""Up to so many classes, one pass over the pairs of labels is faster than three over the labels."""


def count_classes(true: NDArray[Any], predicted: NDArray[Any], weight: FloatArray | None) -> tuple[list[Any], Counts]:
    """The labels that occur, and TP, FP and FN of each, in memory that grows with their number alone.

    TN is left out (nan): no average asks for it, and it would take the table of all pairs to add it up.
    """
    labels, rows, columns = code(true, predicted, most=max(256, 2 * len(true)))
    if len(labels) <= FEW:
        tp, fp, fn = against_rest(tabulate(rows, columns, len(labels), weight))
    else:
        tp, fp, fn = _count_each(rows, columns, len(labels), weight)
    if np.count_nonzero(tp) < len(labels):  # otherwise all labels occur, the usual case
        occur = np.flatnonzero(tp + fp + fn)
        labels, tp, fp, fn = [labels[place] for place in occur.tolist()], tp[occur], fp[occur], fn[occur]
    return list(labels), Counts._made(tp, fp, fn, np.nan)


def _count_each(
    true: NDArray[np.intp], predicted: NDArray[np.intp], size: int, weight: FloatArray | None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """TP, FP and FN of each class, without a difference: it would lose small weights beside large ones."""
    right = true == predicted
    each = np.ones(1) if weight is None else weight
    added = partial(np.bincount, minlength=size)
    tp, fp, fn = added(true, right * each), added(predicted, ~right * each), added(true, ~right * each)
    return (tp, fp, fn) if weight is not None else (tp.astype(np.int64), fp.astype(np.int64), fn.astype(np.int64))


def select(labels: Sequence[Any], found: list[Any], counts: Counts) -> Counts:
    """The counts of these labels, of which those that were not found have none."""
    place_of = {label: place for place, label in enumerate(found)}
    places = [place_of.get(label, -1) for label in labels]
    tp, fp, fn = (np.append(count, 0)[places] for count in (counts.tp, counts.fp, counts.fn))
    return Counts._made(tp, fp, fn, np.nan)


def added_counts(counts: Counts) -> Counts:
    """TP, FP and FN of all classes together, without TN, which may exceed a float."""
    return Counts._made(added_up(counts.tp), added_up(counts.fp), added_up(counts.fn), np.nan)


def _score(
    ratio: Ratio,
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any,
    average: Average,
    labels: Sequence[Any] | None,
    sample_weight: ArrayLike | None,
    zero_division: ZeroDivision,
) -> Any:
    """Count, then score: the ratio of the positive class, of each class, or an average over the classes."""
    check.choice(average, "average", ("binary", "macro", "micro", "weighted", None))
    if average == "binary":
        if labels is not None:
            raise ValueError('labels is given with average="binary"; expected pos_label, or another average')
        return _binary_score(ratio, y_true, y_pred, pos_label, sample_weight, zero_division, _AVERAGES)
    if pos_label is not None:
        raise ValueError(f'pos_label is given with average={average!r}; expected it only with average="binary"')
    check_zero_division(zero_division)
    found, counts = count_classes(*check.label_pair(y_true, y_pred, sample_weight))
    if labels is not None:
        labels = check.classes(labels)
        counts = select(labels, found, counts)
    return average_score(ratio, found if labels is None else labels, counts, average, zero_division)


def average_score(
    ratio: Ratio, classes: Sequence[Any], counts: Counts, average: Average, zero_division: ZeroDivision
) -> Any:
    """One value per class, their mean, or the ratio of the counts of all of them."""

    def reason(undefined: NDArray[np.bool_]) -> str:
        return ratio.reason([label for label, here in zip(classes, undefined, strict=True) if here])

    if average is None:
        return or_undefined(ratio.of(counts), zero_division, reason)
    if average == "macro":
        return mean_or_undefined(ratio.of(counts), zero_division, reason)
    if average == "weighted" and np.any(counts.positives):
        return mean_or_undefined(ratio.of(counts), zero_division, reason, parts=counts.positives)
    return or_undefined(ratio.of(added_counts(counts)), zero_division, lambda _: ratio.reason(classes))


# ---------------------------------------------------------------- the scores


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
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
        "binary": the positive one of two classes. Of several: the mean over the classes ("macro"), weighted by how
        often each is true ("weighted"), the score of the added counts ("micro"), or one value per class (None).
    labels : sequence of labels, optional
        The classes to score, in this order; by default all that occur. Others still count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        Between 0 and 1; one value per class with ``average=None``.

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
        PRECISION, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
        sample_weight=sample_weight, zero_division=zero_division,
    )  # fmt: skip


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
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
        "binary": the positive one of two classes. Of several: the mean over the classes ("macro"), weighted by how
        often each is true ("weighted"), the score of the added counts ("micro"), or one value per class (None).
    labels : sequence of labels, optional
        The classes to score, in this order; by default all that occur. Others still count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        Between 0 and 1; one value per class with ``average=None``.

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
        RECALL, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
        sample_weight=sample_weight, zero_division=zero_division,
    )  # fmt: skip


def f1(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = None,
    average: Average = "binary",
    labels: Sequence[Any] | None = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The harmonic mean of precision and recall.

    .. math:: F_1 = \frac{2PR}{P + R} = \frac{2\,TP}{2\,TP + FN + FP}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
        "binary": the positive one of two classes. Of several: the mean over the classes ("macro"), weighted by how
        often each is true ("weighted"), the score of the added counts ("micro"), or one value per class (None).
    labels : sequence of labels, optional
        The classes to score, in this order; by default all that occur. Others still count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        Between 0 and 1; one value per class with ``average=None``.

    Notes
    -----
    1. Precision and recall are both 0: 0.
    2. Only one of precision and recall is undefined: 0, because the counts define it.
    3. "macro" is the mean of the classes' values; the value of the mean precision and recall is another number
       (`macro_average`).

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.10.

    Examples
    --------
    >>> from evalbook import confusion
    >>> y_true, y_pred = [1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 1, 0]
    >>> confusion.f1(y_true, y_pred)
    0.5714285714285714
    """
    return _score(
        F1, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
        sample_weight=sample_weight, zero_division=zero_division,
    )  # fmt: skip


def f_beta(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float,
    pos_label: Any = None,
    average: Average = "binary",
    labels: Sequence[Any] | None = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The weighted harmonic mean of precision and recall; recall has the weight β², precision 1.

    .. math:: F_\beta = \frac{(1 + \beta^2) PR}{\beta^2 P + R}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    beta : float
        F trades recall for precision one for one where recall is `beta` times the precision; at least 0.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
        "binary": the positive one of two classes. Of several: the mean over the classes ("macro"), weighted by how
        often each is true ("weighted"), the score of the added counts ("micro"), or one value per class (None).
    labels : sequence of labels, optional
        The classes to score, in this order; by default all that occur. Others still count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float or ndarray
        Between 0 and 1; one value per class with ``average=None``.

    Notes
    -----
    1. Precision and recall are both 0: 0.
    2. Only one of precision and recall is undefined: 0, because the counts define it.
    3. "macro" is the mean of the classes' values; the value of the mean precision and recall is another number
       (`macro_average`).
    4. ``beta=0`` gives the precision, ``beta=math.inf`` the recall, 1 the `f1`.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.11.

    Examples
    --------
    >>> from evalbook import confusion
    >>> y_true, y_pred = [1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 1, 0]
    >>> confusion.f_beta(y_true, y_pred, beta=2)
    0.5263157894736842
    """
    ratio = Ratio("F-beta", lambda counts: counts.f_beta(beta), "is neither true nor predicted")
    return _score(
        ratio, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
        sample_weight=sample_weight, zero_division=zero_division,
    )  # fmt: skip


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
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1.

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
    return _binary_score(_SPECIFICITY, y_true, y_pred, pos_label, sample_weight, zero_division)


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
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1.

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
    return _binary_score(_FALSE_POSITIVE_RATE, y_true, y_pred, pos_label, sample_weight, zero_division)


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
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    pos_label : label, optional
        The positive label; by default the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1.

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
    return _binary_score(_FALSE_NEGATIVE_RATE, y_true, y_pred, pos_label, sample_weight, zero_division)


def __dir__() -> list[str]:
    return __all__

"""Scores of predicted labels: count and score in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, check_zero_division, mean_or_undefined, or_undefined
from evalbook.confusion.counts import Counts
from evalbook.confusion.matrix import ConfusionMatrix, count_pairs, tabulate

Average: TypeAlias = Literal["binary", "macro", "micro", "weighted"] | None

# ---------------------------------------------------------------- scores of all classes together


def accuracy(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    r"""The share of samples that are predicted right.

    .. math:: \mathrm{accuracy} = \frac1n \sum_i [\hat y_i = y_i]

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    float
        Between 0 and 1.


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


def error_rate(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    r"""The share of samples that are predicted wrong: the mean of the 0-1 loss.

    .. math:: E = \frac1n \sum_i [\hat y_i \ne y_i] = 1 - \mathrm{accuracy}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.

    Returns
    -------
    float
        Between 0 and 1.


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

    def reason(self, classes: Sequence[Any]) -> str:
        """Why the ratio of these classes is undefined, and what to do about it."""
        named = ", ".join(repr(label) for label in classes[:5]) + (", …" if len(classes) > 5 else "")
        subject = f"class {named}" if len(classes) == 1 else f"each of the classes {named}"
        return (
            f"{self.name} is 0/0, nan: {subject} {self.lacking}. "
            f"zero_division= takes a number to use instead (nan: leave the class out of an average)"
        )


_PRECISION = _Ratio("precision", lambda counts: counts.precision, "is never predicted")
_RECALL = _Ratio("recall", lambda counts: counts.recall, "never occurs in y_true")
_FALSE_NEGATIVE_RATE = _Ratio("false negative rate", lambda counts: counts.fnr, "never occurs in y_true")
_F1 = _Ratio("F1", lambda counts: counts.f1, "is neither true nor predicted")
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
    check_zero_division(zero_division)
    check.choice(average, "average", ("binary", "macro", "micro", "weighted", None))
    true, predicted, weight = check.label_pair(y_true, y_pred, sample_weight)
    if average == "binary":
        if labels is not None:
            raise ValueError('labels is given with average="binary"; expected pos_label, or another average')
        return _score_binary(ratio, true, predicted, weight, pos_label, zero_division)
    if pos_label is not None:
        raise ValueError(f'pos_label is given with average={average!r}; expected it only with average="binary"')
    classes, counts = _select(count_pairs(true, predicted, weight), labels)
    return _score_classes(ratio, classes, counts, average, zero_division)


def _score_binary(
    ratio: _Ratio,
    true: NDArray[Any],
    predicted: NDArray[Any],
    weight: FloatArray | None,
    pos_label: Any,
    zero_division: ZeroDivision,
) -> float:
    found = sorted({*check.distinct(true), *check.distinct(predicted)})
    if len(found) > 2:
        raise ValueError(f"y_true and y_pred hold the labels {found}; expected two classes")
    positive = check.positive_label(found, pos_label)
    table = tabulate(check.equals(true, positive), check.equals(predicted, positive), 2, weight)
    (tn, fp), (fn, tp) = table.tolist()
    return or_undefined(ratio.of(Counts(tp, fp, fn, tn)), zero_division, ratio.reason([positive]))


def _select(matrix: ConfusionMatrix, labels: Sequence[Any] | None) -> tuple[list[Any], Counts]:
    """The one-against-rest counts of the classes in `labels`; a class that does not occur has only negatives."""
    if labels is None:
        return list(matrix.labels), matrix.one_vs_rest()
    classes = check.classes(labels)
    everything = [*matrix.labels, *(label for label in classes if label not in matrix.labels)]
    counts = ConfusionMatrix(matrix.spread(everything), tuple(everything)).one_vs_rest()
    return classes, counts[[everything.index(label) for label in classes]]


def _score_classes(
    ratio: _Ratio, classes: list[Any], counts: Counts, average: Average, zero_division: ZeroDivision
) -> FloatArray | float:
    """One value per class, their mean, or the ratio of the counts of all of them."""

    def reason(undefined: NDArray[np.bool_]) -> str:
        return ratio.reason([label for label, here in zip(classes, undefined, strict=True) if here])

    if average is None:
        return or_undefined(ratio.of(counts), zero_division, reason)
    if average == "macro":
        return mean_or_undefined(ratio.of(counts), zero_division, reason)
    if average == "weighted" and np.any(counts.positives):
        return mean_or_undefined(ratio.of(counts), zero_division, reason, parts=counts.positives)
    return or_undefined(ratio.of(counts.sum()), zero_division, ratio.reason(classes))


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
        _PRECISION, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
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
        _RECALL, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
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
        _F1, y_true, y_pred, pos_label=pos_label, average=average, labels=labels,
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
    ratio = _Ratio("F-beta", lambda counts: counts.f_beta(beta), "is neither true nor predicted")
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
    return float(
        _score(
            _SPECIFICITY, y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight, zero_division=zero_division
        )
    )


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


# ---------------------------------------------------------------- scores of all classes that correct for their mix


def balanced_accuracy(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The mean recall of the classes: the accuracy if all classes were equally common.

    .. math:: \frac1k \sum_{c=1}^{k} R_c

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1; 1/k is guessing among k classes.


    Notes
    -----
    1. A class that is predicted but never true has no recall: nan. ``zero_division=nan`` leaves it out, as scikit-learn
       does.
    2. It is not the mean of the classes' one-against-rest accuracies.

    References
    ----------
    Brodersen et al., *The balanced accuracy and its posterior distribution* (2010).

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.balanced_accuracy([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0])
    0.625
    """
    matrix = count_pairs(*check.label_pair(y_true, y_pred, sample_weight))
    return float(_score_classes(_RECALL, list(matrix.labels), matrix.one_vs_rest(), "macro", zero_division))


def matthews_correlation(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The correlation of truth and prediction.

    .. math:: \frac{TP \cdot TN - FP \cdot FN}{\sqrt{\hat P \, P \, \hat N \, N}}

    with the totals :math:`P = TP + FN` and :math:`N = FP + TN` of the truth, and :math:`\hat P = TP + FP` and
    :math:`\hat N = TN + FN` of the prediction.

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between -1 and 1; 0 is no relation. With more than two classes the lowest value is above -1.


    Notes
    -----
    1. One class only, in truth or in prediction: undefined, nan (scikit-learn says 0).
    2. More than two classes: Gorodkin's :math:`R_K`, of which the formula is the case of two.
    3. Swapping truth and prediction, or the two classes, leaves it as it is.

    References
    ----------
    Matthews (1975); Gorodkin, *Comparing two K-category assignments by a K-category correlation coefficient* (2004).

    Examples
    --------
    >>> from evalbook import confusion
    >>> round(confusion.matthews_correlation([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0]), 4)
    0.25
    """
    matrix = count_pairs(*check.label_pair(y_true, y_pred, sample_weight))
    reason = "Matthews correlation is 0/0, nan: y_true or y_pred holds one class only"
    return or_undefined(matrix.matthews_correlation, zero_division, reason)


def cohen_kappa(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""How much more truth and prediction agree than chance would have it.

    .. math:: \kappa = \frac{p_o - p_e}{1 - p_e}, \quad p_e = \sum_c p_{c\cdot}\, p_{\cdot c}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        True and predicted labels: integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit; by default all alike.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        At most 1; 0 is the agreement of chance.


    Notes
    -----
    1. All samples of one class, and all predicted as it: chance agrees fully too, undefined, nan.
    2. Swapping truth and prediction leaves it as it is.

    References
    ----------
    Cohen, *A coefficient of agreement for nominal scales* (1960).

    Examples
    --------
    >>> from evalbook import confusion
    >>> round(confusion.cohen_kappa([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0]), 4)
    0.25
    """
    matrix = count_pairs(*check.label_pair(y_true, y_pred, sample_weight))
    reason = "Cohen's kappa is 0/0, nan: y_true and y_pred hold one and the same class only"
    return or_undefined(matrix.cohen_kappa, zero_division, reason)


# ---------------------------------------------------------------- averages over several binary matrices


class Averages(NamedTuple):
    """Precision, recall and F1 of several binary confusion matrices together."""

    precision: float
    """The mean of the precisions, or the precision of the added counts."""
    recall: float
    """The mean of the recalls, or the recall of the added counts."""
    f1: float
    """The F1 of the two above."""


def macro_average(
    matrices: Counts | Iterable[Counts | ConfusionMatrix], *, zero_division: ZeroDivision = "warn"
) -> Averages:
    r"""Average the precisions and the recalls of several matrices, then take F1 of the averages.

    .. math:: \text{macro-}F_1 = \frac{2\,\bar P\,\bar R}{\bar P + \bar R}

    Parameters
    ----------
    matrices : sequence of Counts or of binary ConfusionMatrix, or Counts of arrays
        The matrices; of a ConfusionMatrix, 1 or True is the positive class.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    Averages
        ``(precision, recall, f1)``, each between 0 and 1.


    Notes
    -----
    1. Precision or recall of a matrix is undefined: so is the average. ``zero_division=nan`` leaves the matrix out of
       that average, 0 counts it as 0.
    2. Both averages are 0: F1 is 0.
    3. ``f1(..., average="macro")`` is the other macro-F1 in use, the mean of the F1s; it is never the larger one.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.12 to 2.14.

    Examples
    --------
    >>> from evalbook.confusion import Counts, macro_average
    >>> sharp, broad = Counts(tp=1, fp=0, fn=9, tn=90), Counts(tp=10, fp=90, fn=0, tn=0)
    >>> macro_average([sharp, broad])
    Averages(precision=0.55, recall=0.55, f1=0.55)
    """
    counts = _stack(matrices)
    precision, recall = (
        mean_or_undefined(ratio.of(counts), zero_division, partial(_matrix_reason, ratio))
        for ratio in (_PRECISION, _RECALL)
    )
    both = precision + recall
    return Averages(precision, recall, 2 * precision * recall / both if both else 0.0)


def micro_average(
    matrices: Counts | Iterable[Counts | ConfusionMatrix], *, zero_division: ZeroDivision = "warn"
) -> Averages:
    r"""Add the counts of several matrices, then take precision, recall and F1 of the sum.

    .. math:: \text{micro-}P = \frac{\sum TP}{\sum TP + \sum FP}

    .. math:: \text{micro-}R = \frac{\sum TP}{\sum TP + \sum FN}

    Parameters
    ----------
    matrices : sequence of Counts or of binary ConfusionMatrix, or Counts of arrays
        The matrices; of a ConfusionMatrix, 1 or True is the positive class.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    Averages
        ``(precision, recall, f1)``, each between 0 and 1.


    Notes
    -----
    1. The sources average the counts instead of adding them; the ratios are the same.
    2. Over the one-against-rest matrices of all classes, all three are the accuracy; not so if a class is left out.

    References
    ----------
    Zhou, *Machine Learning* (2016), equations 2.15 to 2.17.

    Examples
    --------
    >>> from evalbook.confusion import Counts, micro_average
    >>> sharp, broad = Counts(tp=1, fp=0, fn=9, tn=90), Counts(tp=10, fp=90, fn=0, tn=0)
    >>> micro_average([sharp, broad]).recall
    0.55
    """
    total = _stack(matrices).sum()
    ratios = (_PRECISION, _RECALL, _F1)
    return Averages(*(or_undefined(ratio.of(total), zero_division, _matrix_reason(ratio)) for ratio in ratios))


def _stack(matrices: Counts | Iterable[Counts | ConfusionMatrix]) -> Counts:
    """Several binary matrices as counts of arrays."""
    if isinstance(matrices, Counts) and np.ndim(matrices.tp) == 1:
        return matrices
    if isinstance(matrices, ConfusionMatrix) or not check.is_collection(matrices):
        raise TypeError(f"matrices is a single {type(matrices).__name__}; expected several, or Counts of arrays")
    counts = [_binary(matrix, place) for place, matrix in enumerate(matrices)]
    if not counts:
        raise ValueError("matrices is empty; expected at least one")
    return Counts(*(np.array([getattr(each, name) for each in counts]) for name in ("tp", "fp", "fn", "tn")))


def _binary(matrix: Counts | ConfusionMatrix, place: int) -> Counts:
    if isinstance(matrix, ConfusionMatrix):
        return matrix.binary(check.positive_label(list(matrix.labels), None))
    if not isinstance(matrix, Counts) or np.ndim(matrix.tp):
        raise TypeError(
            f"matrices[{place}] is {matrix!r}; expected Counts of numbers, or a ConfusionMatrix of two classes"
        )
    return matrix


def _matrix_reason(ratio: _Ratio, undefined: NDArray[np.bool_] | None = None) -> str:
    """Why a ratio of these matrices, or of all together, is undefined."""
    which = "all matrices" if undefined is None else "matrix " + ", ".join(map(str, np.flatnonzero(undefined)))
    return (
        f"{ratio.name} is 0/0, nan: the positive class of {which} {ratio.lacking}. "
        f"zero_division= takes a number to use instead (nan: leave the matrix out of an average)"
    )

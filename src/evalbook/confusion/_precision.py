"""Precision, recall, the F scores, and the rates beside them: ratios of the four counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from evalbook._hints import with_hints
from evalbook._undefined import ZeroDivision
from evalbook.confusion._class_scores import Average, of_counts, score, score_of_two


@of_counts("precision", lambda counts: counts.precision, "is never predicted")
@with_hints
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
        The true and the predicted labels. They are integers, booleans or strings.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
        "binary" scores the positive class of two classes. Several classes give the mean over the classes ("macro"), the
        mean weighted by how often each class is true ("weighted"), the score of the added counts ("micro"), or one
        value per class (None).
    labels : sequence of labels, optional
        The classes to score, in this order. By default these are all classes that occur. Samples of other classes still
        count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

    Returns
    -------
    float or ndarray
        A value between 0 and 1, or one value per class with ``average=None``.

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
    return score(precision, y_true, y_pred, pos_label, sample_weight, zero_division, average, labels)


@of_counts("recall", lambda counts: counts.recall, "never occurs in y_true")
@with_hints
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
        The true and the predicted labels. They are integers, booleans or strings.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
        "binary" scores the positive class of two classes. Several classes give the mean over the classes ("macro"), the
        mean weighted by how often each class is true ("weighted"), the score of the added counts ("micro"), or one
        value per class (None).
    labels : sequence of labels, optional
        The classes to score, in this order. By default these are all classes that occur. Samples of other classes still
        count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

    Returns
    -------
    float or ndarray
        A value between 0 and 1, or one value per class with ``average=None``.

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
    return score(recall, y_true, y_pred, pos_label, sample_weight, zero_division, average, labels)


@of_counts("F1", lambda counts: counts.f1, "is neither true nor predicted")
@with_hints
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
        The true and the predicted labels. They are integers, booleans or strings.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
        "binary" scores the positive class of two classes. Several classes give the mean over the classes ("macro"), the
        mean weighted by how often each class is true ("weighted"), the score of the added counts ("micro"), or one
        value per class (None).
    labels : sequence of labels, optional
        The classes to score, in this order. By default these are all classes that occur. Samples of other classes still
        count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

    Returns
    -------
    float or ndarray
        A value between 0 and 1, or one value per class with ``average=None``.

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
    return score(f1, y_true, y_pred, pos_label, sample_weight, zero_division, average, labels)


@of_counts("F-beta", lambda counts, beta: counts.f_beta(beta), "is neither true nor predicted")
@with_hints
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
        The true and the predicted labels. They are integers, booleans or strings.
    beta : float
        F trades recall for precision one for one where recall is `beta` times the precision; at least 0.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
        "binary" scores the positive class of two classes. Several classes give the mean over the classes ("macro"), the
        mean weighted by how often each class is true ("weighted"), the score of the added counts ("micro"), or one
        value per class (None).
    labels : sequence of labels, optional
        The classes to score, in this order. By default these are all classes that occur. Samples of other classes still
        count as errors.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

    Returns
    -------
    float or ndarray
        A value between 0 and 1, or one value per class with ``average=None``.

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
    return score(f_beta, y_true, y_pred, pos_label, sample_weight, zero_division, average, labels, beta=beta)


@of_counts("specificity", lambda counts: counts.specificity, "has no negatives in y_true")
@with_hints
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
        The true and the predicted labels. They are integers, booleans or strings.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

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
    return score_of_two(specificity, y_true, y_pred, pos_label, sample_weight, zero_division)


@of_counts("false positive rate", lambda counts: counts.fpr, "has no negatives in y_true")
@with_hints
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
        The true and the predicted labels. They are integers, booleans or strings.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

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
    return score_of_two(false_positive_rate, y_true, y_pred, pos_label, sample_weight, zero_division)


@of_counts("false negative rate", lambda counts: counts.fnr, "never occurs in y_true")
@with_hints
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
        The true and the predicted labels. They are integers, booleans or strings.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

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
    return score_of_two(false_negative_rate, y_true, y_pred, pos_label, sample_weight, zero_division)

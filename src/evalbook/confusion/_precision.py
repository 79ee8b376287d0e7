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
    r"""The precision: the share of the predicted positives that are truly positive.

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
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1. With ``average=None`` there is one value per class.

    See Also
    --------
    recall : the share of the positives that are found
    f1 : one number for both
    report : the precision of every class in a table
    evalbook.curves.pr_curve : precision and recall at every threshold

    Notes
    -----
    1. If no sample is predicted positive, precision is undefined, and nan is returned.
    2. An average over a class with undefined precision is nan. ``zero_division=nan`` leaves the class out, and 0 counts
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
    r"""The recall, sensitivity or true positive rate: the share of the positives that are predicted positive.

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
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1. With ``average=None`` there is one value per class.

    See Also
    --------
    precision : the share of the predicted positives that are truly positive
    specificity : the same share of the negatives
    f1 : one number for precision and recall
    evalbook.curves.pr_curve : precision and recall at every threshold

    Notes
    -----
    1. If no sample is positive, recall is undefined, and nan is returned.
    2. An average over a class with undefined recall is nan. ``zero_division=nan`` leaves the class out, and 0 counts it
       as 0. In a weighted average a class that never occurs has the weight 0, so it does not matter there.
    3. The weighted average of the recalls is the accuracy.

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
    r"""The F1 score: the harmonic mean of precision and recall.

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
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1. With ``average=None`` there is one value per class.

    See Also
    --------
    f_beta : weights recall and precision
    precision : one of the two
    recall : the other one
    macro_average : the F1 of the mean precision and recall

    Notes
    -----
    1. If precision and recall are both 0, F1 is 0.
    2. If only one of precision and recall is undefined, F1 is 0, because the counts still define it.
    3. "macro" is the mean of the classes' F1 scores. The F1 of the mean precision and the mean recall is another number
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
    r"""The F-beta score: the harmonic mean of precision and recall with the weights 1 and β².

    .. math:: F_\beta = \frac{(1 + \beta^2) PR}{\beta^2 P + R}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    beta : float
        How much recall matters beside precision, at least 0. Where recall is `beta` times the precision, a small gain
        in one makes up for an equal loss in the other.
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
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1. With ``average=None`` there is one value per class.

    See Also
    --------
    f1 : gives both the same weight
    precision : the limit for a beta of 0
    recall : the limit for an infinite beta

    Notes
    -----
    1. If precision and recall are both 0, F1 is 0.
    2. If only one of precision and recall is undefined, F1 is 0, because the counts still define it.
    3. "macro" is the mean of the classes' F1 scores. The F1 of the mean precision and the mean recall is another number
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
    r"""The specificity, or true negative rate: the share of the negatives that are predicted negative.

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
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    false_positive_rate : 1 - specificity
    recall : the same share of the positives
    balanced_accuracy : the mean of recall and specificity

    Notes
    -----
    1. If no sample is negative, it is undefined, and nan is returned.

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
    r"""The false positive rate: the share of the negatives that are predicted positive.

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
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    specificity : 1 - false positive rate
    recall : the true positive rate
    evalbook.curves.roc_curve : both rates at every threshold

    Notes
    -----
    1. If no sample is negative, it is undefined, and nan is returned.

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
    r"""The false negative rate, or miss rate: the share of the positives that are predicted negative.

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
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    recall : 1 - false negative rate
    false_positive_rate : the same share of the negatives

    Notes
    -----
    1. If no sample is positive, it is undefined, and nan is returned.

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

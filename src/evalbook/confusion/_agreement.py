"""How far truth and prediction agree, over all classes: the accuracy, and scores that correct it for the class mix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import eq, ne
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import Formula, Scorer, filled, formula_of, on, sums_of
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import REMEDY, ZeroDivision, or_undefined
from evalbook.confusion import _class_formulas as of_classes
from evalbook.confusion._class_counts import count_classes
from evalbook.confusion._class_scores import average_score, class_sums
from evalbook.confusion._counts_tally import Counts
from evalbook.confusion._matrix_tally import count_pairs
from evalbook.confusion._precision import recall


@dataclass(frozen=True)
class ShareOf(Formula):
    """A share of the samples, told by the true and the predicted label of each."""

    told: Callable[[NDArray[Any], NDArray[Any]], NDArray[np.bool_]]
    of_labels: ClassVar[bool] = True

    def rounds(self, y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None) -> Scorer:
        """What scores rounds."""
        true, predicted, weight = check.all_label_pairs(y_true, y_pred, sample_weight)
        means = sums_of([self.told(true, predicted).astype(np.float64)], weight)
        return lambda times: means(times)[0]


@dataclass(frozen=True)
class OfClasses(Formula):
    """A formula over the counts of all classes."""

    of: Callable[[Counts], Any]
    of_labels: ClassVar[bool] = True

    def rounds(self, y_true: Any, y_pred: Any, *, sample_weight: Any, zero_division: ZeroDivision) -> Scorer | None:
        """What scores rounds."""
        sum_up = class_sums(y_true, y_pred, sample_weight, rest=True)
        return None if sum_up is None else lambda times: filled(self.of(sum_up(times)), zero_division)


@on(ShareOf(eq))
@with_hints
def accuracy(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    r"""The accuracy: the share of samples whose label is predicted correctly.

    .. math:: \mathrm{accuracy} = \frac1n \sum_i [\hat y_i = y_i]

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    error_rate : the share of wrong predictions
    balanced_accuracy : gives every class the same weight
    f1 : ignores the true negatives

    Notes
    -----
    1. Accuracy is always defined, because at least one sample has a positive weight.

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
    return share(true == predicted, weight)


@on(ShareOf(ne))
@with_hints
def error_rate(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    r"""The error rate: the share of samples whose label is predicted wrongly, or the mean 0-1 loss.

    .. math:: E = \frac1n \sum_i [\hat y_i \ne y_i] = 1 - \mathrm{accuracy}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    accuracy : the share of correct predictions
    evalbook.costs.cost_sensitive_error : if the two kinds of error cost differently

    Notes
    -----
    1. The error rate is always defined, because at least one sample has a positive weight.

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
    return share(true != predicted, weight)


def share(chosen: NDArray[np.bool_], weight: FloatArray | None) -> float:
    """The share of the samples that is chosen."""
    return int(np.count_nonzero(chosen)) / len(chosen) if weight is None else float(np.average(chosen, weights=weight))


@on(replace(formula_of(recall), average="macro"))
@with_hints
def balanced_accuracy(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The balanced accuracy: the mean recall of the classes.

    .. math:: \frac1k \sum_{c=1}^{k} R_c

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1. Guessing among k classes has 1/k on average.

    See Also
    --------
    accuracy : gives every sample the same weight
    recall : the recall of each class
    matthews_correlation : also corrects for class imbalance

    Notes
    -----
    1. It is the accuracy that the same recalls would give if all classes were equally common.
    2. A class that is predicted but never true has no recall, so the mean is nan. ``zero_division=nan`` leaves the
       class out, as scikit-learn does.
    3. It is not the mean of the classes' one-against-rest accuracies.

    References
    ----------
    Brodersen et al., *The balanced accuracy and its posterior distribution* (2010).

    Examples
    --------
    >>> from evalbook import confusion
    >>> confusion.balanced_accuracy([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0])
    0.625
    """
    found, counts = count_classes(*check.label_pair(y_true, y_pred, sample_weight))
    return float(average_score(formula_of(recall), found, counts, "macro", zero_division))


@on(OfClasses(of_classes.matthews_correlation))
@with_hints
def matthews_correlation(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""The Matthews correlation coefficient: the correlation of true and predicted labels.

    .. math:: \frac{TP \cdot TN - FP \cdot FN}{\sqrt{\hat P \, P \, \hat N \, N}}

    where :math:`P = TP + FN` and :math:`N = FP + TN` count the true labels, and :math:`\hat P = TP + FP` and
    :math:`\hat N = TN + FN` count the predicted labels.

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between -1 and 1, where 0 means no correlation. With more than two classes the lowest value is above -1.

    See Also
    --------
    cohen_kappa : compares the agreement with chance
    balanced_accuracy : the mean recall of the classes
    f1 : ignores the true negatives

    Notes
    -----
    1. If the true or the predicted labels hold one class only, it is undefined, and nan is returned. scikit-learn
       returns 0.
    2. For more than two classes it is Gorodkin's :math:`R_K`, which for two classes is the formula above.
    3. It does not change if you swap true and predicted labels, or the two classes.

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
    reason = (
        f"Matthews correlation is undefined (0/0), so nan is returned: y_true or y_pred holds one class only. {REMEDY}"
    )
    return or_undefined(matrix.matthews_correlation, zero_division, reason)


@on(OfClasses(of_classes.cohen_kappa))
@with_hints
def cohen_kappa(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""Cohen's kappa: how much more true and predicted labels agree than they would by chance.

    .. math:: \kappa = \frac{p_o - p_e}{1 - p_e}, \quad p_e = \sum_c p_{c\cdot}\, p_{\cdot c}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        At most 1. The agreement expected by chance has 0.

    See Also
    --------
    matthews_correlation : the correlation of the same labels
    accuracy : the agreement itself

    Notes
    -----
    1. If all samples are of one class and all are predicted as this class, chance agrees fully, too. Kappa is then
       undefined, and nan is returned.
    2. It does not change if you swap true and predicted labels.

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
    reason = (
        "Cohen's kappa is undefined (0/0), so nan is returned: y_true and y_pred hold one and the same class only. "
        + REMEDY
    )
    return or_undefined(matrix.cohen_kappa, zero_division, reason)

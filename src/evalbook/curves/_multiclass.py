"""Several classes: one area or one curve of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import (
    REMEDY,
    ZeroDivision,
    check_zero_division,
    mean_or_undefined,
    or_undefined,
    warn_undefined,
)
from evalbook.curves._roc import RocCurve, share_won
from evalbook.curves._sweep import count


@on(NoFormula("it follows the curve, which each round draws anew"))
@with_hints
def multiclass_roc_auc(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: Literal["macro", "micro", "weighted"] | None = "macro",
    multi_class: Literal["ovr", "ovo"] = "ovr",
    labels: Sequence[Any] | None = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    r"""The area under the ROC curve (AUC) for several classes: the average over classes or pairs of classes.

    .. math::

        \begin{aligned}
        \mathrm{AUC}_{ovr} &= \frac1k \sum_c \mathrm{AUC}(c \mid \text{rest}) \\
        \mathrm{AUC}_{ovo} &= \frac{1}{k(k-1)} \sum_{a \ne b} \mathrm{AUC}(a \mid b)
        \end{aligned}

    AUC(a | b) ranks the samples of the classes a and b by their scores for a.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_score : array_like of shape (n, k)
        The scores, one column per class. A higher score means that the class is more likely.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        "macro" returns the mean of the areas. "weighted" returns their mean weighted by how often each class (or each
        pair of classes) is true. "micro" ranks all n × k scores together, where a score counts as positive in the
        column of the true class; it is only for "ovr". None returns one area per class, or per pair in the order of
        ``itertools.combinations(labels, 2)``.
    multi_class : {"ovr", "ovo"}, default "ovr"
        Whether each class is ranked against the rest ("ovr"), or each pair of classes by itself ("ovo").
    labels : sequence of k labels, optional
        The class of each column. Every class that occurs must be listed. By default these are the classes in `y_true`,
        sorted.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float or ndarray
        Between 0 and 1. With ``average=None`` it is an array.

    See Also
    --------
    roc_auc : for two classes
    multiclass_roc_curve : the curve for several classes

    Notes
    -----
    1. A class that never occurs has no area, and an average over it is nan. ``zero_division=nan`` leaves it out. In a
       weighted average it has the weight 0.
    2. With two classes whose scores add up to 1, every average but the micro average is the AUC of the two classes.
    3. "ovr" depends on the class mix of the rest, and "ovo" does not.
    4. The scores of a sample need not add up to 1. But the micro average compares scores of different samples and
       classes.

    References
    ----------
    Hand and Till (2001) for "ovo"; Fawcett (2006), section 9.

    Examples
    --------
    >>> from evalbook import curves
    >>> y_true = [0, 1, 2, 2]
    >>> y_score = [[1, 0, 0], [0.1, 0.5, 0.4], [0.1, 0.1, 0.8], [0.3, 0.3, 0.4]]
    >>> curves.multiclass_roc_auc(y_true, y_score, average=None)
    array([1.   , 1.   , 0.875])
    >>> curves.multiclass_roc_auc(y_true, y_score)
    0.9583333333333334
    """
    check_zero_division(zero_division)
    areas_of = _SCHEMES[check.choice(multi_class, "multi_class", _SCHEMES)]
    check.choice(average, "average", ("macro", "micro", "weighted", None))
    if average == "micro" and multi_class == "ovo":
        raise ValueError('average is "micro" with multi_class="ovo"; expected another average, or multi_class="ovr"')
    member, score, classes = _class_scores(y_true, y_score, labels)
    if average == "micro":
        return share_won(member.ravel(), score.ravel())
    areas, parts, names = areas_of(member, score, classes)
    if average is None:
        return or_undefined(areas, zero_division, partial(_reason, names))
    return mean_or_undefined(areas, zero_division, partial(_reason, names), parts if average == "weighted" else None)


def _reason(names: list[str], undefined: NDArray[np.bool_]) -> str:
    places = np.flatnonzero(undefined)
    named = ", ".join(names[place] for place in places[:5]) + (", …" if len(places) > 5 else "")
    return (
        f"the AUC of {named} is undefined (0/0), so nan is returned: a class never occurs in y_true, or no other does. "
        f"{REMEDY} (nan leaves it out of an average)"
    )


_Areas: TypeAlias = tuple[FloatArray, FloatArray, list[str]]
"""One AUC per class or pair of classes, nan where it is undefined; the share of the samples in each; and its name."""


def _one_vs_rest(member: NDArray[np.bool_], score: FloatArray, classes: list[Any]) -> _Areas:
    values = [share_won(member[:, place], score[:, place]) for place in range(len(classes))]
    return np.array(values), member.mean(axis=0), [f"class {label!r}" for label in classes]


def _one_vs_one(member: NDArray[np.bool_], score: FloatArray, classes: list[Any]) -> _Areas:
    values, parts = [], []
    for pair in combinations(range(len(classes)), 2):
        either = member[:, pair].any(axis=1)
        values.append(np.mean([share_won(member[either, place], score[either, place]) for place in pair]))
        parts.append(np.mean(either))
    names = [f"classes {a!r} and {b!r}" for a, b in combinations(classes, 2)]
    return np.array(values), np.array(parts), names


_SCHEMES = {"ovr": _one_vs_rest, "ovo": _one_vs_one}


def _class_scores(
    y_true: ArrayLike, y_score: ArrayLike, labels: Sequence[Any] | None
) -> tuple[NDArray[np.bool_], FloatArray, list[Any]]:
    """Which sample belongs to which class, the scores, both of shape (n, k), and the classes."""
    true, score = check.labels(y_true, "y_true"), check.matrix(y_score, "y_score")
    check.same_length(y_true=true, y_score=score)
    classes = check.distinct(true) if labels is None else check.classes(labels, beside=true)
    if len(classes) != score.shape[1]:
        found = "classes in y_true" if labels is None else "labels"
        raise ValueError(
            f"y_score has {score.shape[1]} columns, but the number of {found} is {len(classes)}; "
            f"expected one column per class: if a class never occurs in y_true, give the class of "
            f"each column as labels="
        )
    if len(classes) < 2:
        raise ValueError("y_score has 1 column; expected at least two classes, with a column each")
    member = np.column_stack([check.equals(true, label) for label in classes])
    unlisted = ~member.any(axis=1)
    if unlisted.any():
        raise ValueError(
            f"labels leaves out {true[unlisted][0].item()!r}; expected every label that occurs in y_true: "
            f"add it to labels="
        )
    return member, score, classes


@with_hints
def multiclass_roc_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: Literal["threshold", "macro", "micro"] = "threshold",
    labels: Sequence[Any] | None = None,
) -> RocCurve:
    r"""One ROC curve for several classes: the average curve of each class against the rest.

    .. math:: \overline{FPR}(t) = \frac1k \sum_c FPR_c(t)

    .. math:: \overline{TPR}(t) = \frac1k \sum_c TPR_c(t)

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_score : array_like of shape (n, k)
        The scores, one column per class. A higher score means that the class is more likely.
    average : {"threshold", "macro", "micro"}, default "threshold"
        "threshold" takes the mean of the rates of the classes at each threshold, as in the formula. "macro" takes the
        mean of their true positive rates at each false positive rate. "micro" ranks all n × k scores together, where a
        score counts as positive in the column of the true class.
    labels : sequence of k labels, optional
        The class of each column. Every class that occurs must be listed. By default these are the classes in `y_true`,
        sorted.

    Returns
    -------
    RocCurve
        ``(fpr, tpr, thresholds)``. It also has `auc`, and with "micro" `counts`, which are otherwise None.

    Warns
    -----
    UndefinedMetricWarning
        If a class never occurs, or no other class does. One of its rates is then nan everywhere, and so is an average
        over it.

    See Also
    --------
    roc_curve : for two classes
    multiclass_roc_auc : the area for several classes

    Notes
    -----
    1. The areas under the three curves are three different numbers. The area under the "macro" curve is the mean of the
       classes' areas, and the area under the "micro" curve is their AUC in one ranking. The area under the "threshold"
       curve is neither of them.
    2. Each point of the "macro" curve belongs to a different threshold in each class, so its `thresholds` are nan.
    3. "threshold" and "micro" compare the scores of different classes, so these must have the same scale.

    References
    ----------
    Fawcett (2006), section 8, which calls "macro" vertical averaging and "threshold" threshold averaging.

    Examples
    --------
    >>> from evalbook import curves
    >>> y_true = [0, 1, 2, 2]
    >>> y_score = [[1, 0, 0], [0.1, 0.5, 0.4], [0.1, 0.1, 0.8], [0.3, 0.3, 0.4]]
    >>> for average in ("threshold", "macro", "micro"):
    ...     print(average, round(curves.multiclass_roc_curve(y_true, y_score, average=average).auc, 4))
    threshold 0.9861
    macro 0.9583
    micro 0.9844
    """
    averaged = _AVERAGES[check.choice(average, "average", _AVERAGES)]
    member, score, classes = _class_scores(y_true, y_score, labels)
    absent = [label for label, found in zip(classes, member.sum(axis=0), strict=True) if found in (0, len(member))]
    if absent and average != "micro":
        warn_undefined(
            f"a rate of each of the classes {absent} is undefined (0/0), so it is nan everywhere, and so is its mean: "
            f"the class never occurs in y_true, or no other does"
        )
    return averaged(member, score)


def _average_at_each_threshold(member: NDArray[np.bool_], score: FloatArray) -> RocCurve:
    thresholds = np.append(np.inf, np.unique(score)[::-1])
    fpr, tpr = np.zeros((2, len(thresholds)))
    for positive, column in zip(member.T, score.T, strict=True):
        own, counts = count(positive, column)
        reached = np.searchsorted(-own, -thresholds, side="right") - 1  # the last of the class's own that is as high
        fpr += counts.fpr[reached]
        tpr += counts.tpr[reached]
    classes = member.shape[1]
    return RocCurve(fpr / classes, tpr / classes, thresholds, None)


def _average_at_each_fpr(member: NDArray[np.bool_], score: FloatArray) -> RocCurve:
    """Where a class's curve is vertical, its average has two points: the sums of the lower and of the upper ends."""
    counts = (count(*columns).counts for columns in zip(member.T, score.T, strict=True))
    rates = [(np.nan_to_num(c.fpr), c.tpr) for c in counts]  # a class alone has no FPR; the others have no TPR then
    grid = np.unique(np.concatenate([fpr for fpr, _ in rates]))
    lower, upper = np.zeros((2, len(grid)))
    for fpr, tpr in rates:
        highest = np.interp(grid, fpr, tpr)
        first = np.searchsorted(fpr[:-1], grid)
        lower += np.where(fpr[first] == grid, tpr[first], highest)
        upper += highest
    x, y = np.repeat(grid, 2), np.column_stack([lower, upper]).ravel() / len(rates)
    distinct = np.append(True, np.diff(x) + np.diff(y) != 0)
    return RocCurve(x[distinct], y[distinct], np.full(distinct.sum(), np.nan), None)


def _pool(member: NDArray[np.bool_], score: FloatArray) -> RocCurve:
    thresholds, counts = count(member.ravel(), score.ravel())
    return RocCurve(counts.fpr, counts.tpr, thresholds, counts)


_AVERAGES = {"threshold": _average_at_each_threshold, "macro": _average_at_each_fpr, "micro": _pool}

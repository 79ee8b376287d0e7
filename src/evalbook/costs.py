"""Costs: what a model costs if its errors are not equally bad, on one test set and over all conditions of use.

:func:`cost_sensitive_error` and :func:`expected_cost` turn the counts of one test set into a mean cost. The cost curve
shows what the model costs where it will be used, for every share of positives and every ratio of the two costs at
once. The *probability cost* combines that share and that ratio in one number between 0 and 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import curves
from evalbook._hints import explain_names, with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook._undefined import or_undefined, ratio, warn_undefined
from evalbook.confusion import ConfusionMatrix, Counts
from evalbook.confusion._class_scores import of_counts, score_of_two

__all__ = ["CostCurve", "cost_curve", "cost_sensitive_error", "expected_cost", "normalized_cost", "probability_cost"]

# ---------------------------------------------------------------- the cost of one set of predictions


@of_counts(
    "cost-sensitive error",
    lambda counts, cost_fn, cost_fp: ratio(cost_fn * counts.fn + cost_fp * counts.fp, counts.total),
    "has no samples",
)
@with_hints
def cost_sensitive_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    cost_fn: float,
    cost_fp: float,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""The mean cost of a prediction if false negatives and false positives cost differently.

    .. math::

        E = \frac{FN \cdot cost_{FN} + FP \cdot cost_{FP}}{m}

    Parameters
    ----------
    y_true, y_pred : array_like of shape (n,)
        The true and the predicted labels. They are integers, booleans or strings.
    cost_fn, cost_fp : float
        What a false negative and a false positive cost, in any unit. Both are at least 0, and they are not both 0.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    float
        The cost per sample, between 0 and the larger cost.

    See Also
    --------
    expected_cost : for several classes, with a cost for each pair
    evalbook.confusion.error_rate : if both errors cost the same
    evalbook.curves.best_threshold : the threshold with the lowest cost

    Notes
    -----
    1. If both costs are 1, it is the error rate.
    2. Zhou numbers the classes, and his class 0 is the positive class. So his cost₀₁ is `cost_fn` here, and his cost₁₀
       is `cost_fp`.
    3. If only one class occurs, it is the cost of the errors in that class. It is never undefined.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.23.

    Examples
    --------
    >>> from evalbook import costs
    >>> costs.cost_sensitive_error([1, 1, 0, 0, 0], [1, 0, 1, 0, 0], cost_fn=4, cost_fp=1)
    1.0
    """
    cost_fp, cost_fn = check.error_costs(cost_fp, cost_fn)
    return score_of_two(
        cost_sensitive_error, y_true, y_pred, pos_label, sample_weight, "warn", cost_fn=cost_fn, cost_fp=cost_fp
    )


@with_hints
def expected_cost(matrix: ConfusionMatrix, *, costs: ArrayLike) -> float:
    r"""The mean cost of a prediction, given the cost of each pair of true and predicted class.

    .. math:: \frac1m \sum_{i,j} C_{ij}\, cost_{ij}

    Parameters
    ----------
    matrix : ConfusionMatrix
        The counts. Rows are the true classes, columns the predicted classes.
    costs : array_like of shape (k, k)
        ``costs[i, j]`` is the cost of predicting class j if class i is true, in the order of ``matrix.labels``.

    Returns
    -------
    float
        The cost per sample.

    Warns
    -----
    UndefinedMetricWarning
        If the matrix has no samples. The mean is then undefined (0/0), and nan is returned.

    See Also
    --------
    cost_sensitive_error : for two classes with two costs
    evalbook.confusion.confusion_matrix : makes the matrix

    Notes
    -----
    1. The diagonal need not be 0, because a correct prediction can cost something, too. A negative cost is a gain.
    2. If you add a constant to a row of costs, the cost of every model on the same samples changes by the same amount.

    References
    ----------
    Zhou, *Machine Learning* (2016), table 2.2; Elkan, *The foundations of cost-sensitive learning* (2001).

    Examples
    --------
    >>> from evalbook import confusion, costs
    >>> matrix = confusion.confusion_matrix(["sick", "sick", "well", "well"], ["sick", "well", "sick", "well"])
    >>> costs.expected_cost(matrix, costs=[[0, 10], [1, 0]])
    2.75
    """
    if not isinstance(matrix, ConfusionMatrix):
        raise TypeError(
            f"matrix is {check.kind_of(matrix)}; expected a ConfusionMatrix, as confusion.confusion_matrix returns"
        )
    prices = check.matrix(costs, "costs")
    check.require_size(prices, "costs")
    if prices.shape != matrix.counts.shape:
        raise ValueError(
            f"costs has shape {prices.shape}; expected the shape of the confusion matrix, {matrix.counts.shape}"
        )
    if not matrix.total:
        return or_undefined(
            math.nan,
            "warn",
            "the mean cost is undefined (0/0), so nan is returned: the confusion matrix has no samples",
        )
    return float(np.sum(matrix.counts * prices) / matrix.total)


# ---------------------------------------------------------------- cost space


@with_hints
def probability_cost(p: ArrayLike, *, cost_fn: float, cost_fp: float) -> Any:
    r"""The share of positives and the ratio of the two costs, combined in one number: P(+)cost.

    .. math:: P(+)cost = \frac{p\, cost_{FN}}{p\, cost_{FN} + (1 - p)\, cost_{FP}}

    Parameters
    ----------
    p : float or array_like
        The share of positives where the model will be used, between 0 and 1.
    cost_fn, cost_fp : float
        What a false negative and a false positive cost, in any unit. Both are at least 0, and they are not both 0.

    Returns
    -------
    float or ndarray
        Between 0 and 1 for each value of `p`.

    Warns
    -----
    UndefinedMetricWarning
        If no error can cost anything, because errors in the only class that occurs have the cost 0. The result is then
        undefined (0/0), and nan is returned.

    See Also
    --------
    normalized_cost : the cost at a given P(+)cost
    cost_curve : the lowest cost at every P(+)cost

    Notes
    -----
    1. It is the positives' share of the worst possible cost, in which every prediction is wrong.
    2. If both costs are equal, it is `p`.
    3. If it is undefined (0/0), as for p = 1 with ``cost_fn=0``, nan is returned.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.24; Drummond and Holte (2006), who read the axis as the range of
    conditions in which a model may be used.

    Examples
    --------
    >>> from evalbook import costs
    >>> costs.probability_cost(0.2, cost_fn=4, cost_fp=1)
    0.5
    """
    share = check.shares(p, "p")
    cost_fp, cost_fn = check.error_costs(cost_fp, cost_fn)
    larger = max(cost_fp, cost_fn)
    positives, negatives = share * (cost_fn / larger), (1 - share) * (cost_fp / larger)
    reason = "P(+)cost is undefined (0/0), so nan is returned: errors in the only class that occurs cost nothing"
    return or_undefined(ratio(positives, positives + negatives), "warn", reason)


@with_hints
def normalized_cost(fpr: ArrayLike, fnr: ArrayLike, *, probability_cost: ArrayLike) -> Any:
    r"""The expected cost of a classifier, as a share of the worst possible cost.

    .. math:: cost_{norm} = FNR \cdot x + FPR \cdot (1 - x)

    at :math:`x = P(+)cost`.

    Plotted against P(+)cost, this is a straight line from (0, FPR) to (1, FNR). So each point of the ROC curve becomes
    a line here.

    Parameters
    ----------
    fpr, fnr : float or array_like
        The false positive rate and the false negative rate, between 0 and 1. FNR is 1 - TPR.
    probability_cost : float or array_like
        P(+)cost, between 0 and 1. The shapes of the three arguments broadcast.

    Returns
    -------
    float or ndarray
        Between 0 and 1. It is a float if all three arguments are numbers.

    See Also
    --------
    probability_cost : makes P(+)cost from the share of positives and the costs
    cost_curve : the lowest cost over all thresholds

    Notes
    -----
    1. Written with a slope and an intercept, it is P(+)cost · (FNR - FPR) **+** FPR.
    2. For a table of all lines at all places, give the rates a further axis: ``fpr[:, None]`` and ``fnr[:, None]``.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.25; Drummond and Holte, *Cost curves* (2006).

    Examples
    --------
    >>> from evalbook import costs
    >>> costs.normalized_cost(0.25, 0.5, probability_cost=[0, 0.5, 1])
    array([0.25 , 0.375, 0.5  ])
    """
    arrays = {"fpr": fpr, "fnr": fnr, "probability_cost": probability_cost}
    false_positive, false_negative, x = (check.shares(values, name) for name, values in arrays.items())
    try:
        np.broadcast_shapes(false_positive.shape, false_negative.shape, x.shape)
    except ValueError:
        found = f"fpr {false_positive.shape}, fnr {false_negative.shape} and probability_cost {x.shape}"
        raise ValueError(
            f"the shapes of {found} do not broadcast; expected single numbers, or shapes that fit together"
        ) from None
    return check.plain(np.asarray(false_negative * x + false_positive * (1 - x)))


# ---------------------------------------------------------------- cost curve


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CostCurve(Record):
    """The lowest normalized cost at each P(+)cost: the lower envelope of the lines of all thresholds.

    It unpacks into its first three parts. Between two neighboring vertices the envelope is a piece of one line, so one
    threshold is the best there.
    """

    probability_cost: FloatArray
    """P(+)cost at each vertex, rising from 0 to 1."""
    normalized_cost: FloatArray
    """The lowest normalized cost at each vertex."""
    thresholds: NDArray[Any]
    """``thresholds[i]`` is the best threshold between the vertices i and i + 1. They fall, and there is one fewer."""
    counts: Counts
    """The four counts at each of these thresholds."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.probability_cost, self.normalized_cost, self.thresholds))

    def __repr__(self) -> str:
        return f"CostCurve({len(self.probability_cost)} vertices, area={self.area:g})"

    @property
    def area(self) -> float:
        """The area under the envelope: the expected normalized cost if P(+)cost is uniform between 0 and 1."""
        if np.isnan(self.normalized_cost).any():
            return math.nan
        return curves.auc(self.probability_cost, self.normalized_cost)

    def cost_at(self, probability_cost: ArrayLike) -> Any:
        """The lowest normalized cost at given operating conditions.

        Parameters
        ----------
        probability_cost : float or array_like
            P(+)cost, between 0 and 1.

        Returns
        -------
        float or ndarray
            The height of the envelope there.

        Examples
        --------
        >>> from evalbook import costs
        >>> curve = costs.cost_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
        >>> curve.cost_at([0, 0.25, 0.5])
        array([0.   , 0.125, 0.25 ])
        """
        x = check.shares(probability_cost, "probability_cost")
        return check.plain(np.asarray(np.interp(x, self.probability_cost, self.normalized_cost)))

    def threshold_at(self, probability_cost: ArrayLike) -> Any:
        """The best threshold at given operating conditions.

        Parameters
        ----------
        probability_cost : float or array_like
            P(+)cost, between 0 and 1.

        Returns
        -------
        float or ndarray
            The threshold whose line is the envelope there. At a vertex two thresholds are equally good, and the higher
            one is returned.

        Examples
        --------
        >>> from evalbook import costs
        >>> curve = costs.cost_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
        >>> x = costs.probability_cost(0.2, cost_fn=10, cost_fp=1)
        >>> curve.threshold_at(x)
        0.35
        """
        x = check.shares(probability_cost, "probability_cost")
        piece = np.searchsorted(self.probability_cost[1:-1], x)
        return check.plain(np.asarray(self.thresholds[piece]))


@with_hints
def cost_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: ArrayLike | None = None
) -> CostCurve:
    r"""The cost curve: the lowest normalized cost over all thresholds, for every P(+)cost.

    .. math:: \min_t\ FNR(t)\, x + FPR(t)\, (1 - x)

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels. They are integers, booleans or strings.
    y_score : array_like of shape (n,)
        The scores, which are higher for samples that are more likely positive. Only their order counts.
    pos_label : label, optional
        The label of the positive class. By default it is the larger one of {0, 1}, {-1, 1} or {False, True}.
    sample_weight : array_like of shape (n,), optional
        How much each sample counts, in any unit. By default all samples count the same.

    Returns
    -------
    CostCurve
        ``(probability_cost, normalized_cost, thresholds)``, which are the vertices of the lower envelope from x = 0 to
        x = 1 and the threshold of each piece between them. It also has `counts`, `area`, `cost_at` and `threshold_at`.

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing. One of the two rates is then undefined, and the cost is nan.

    See Also
    --------
    normalized_cost : the line of one threshold
    probability_cost : the horizontal axis
    evalbook.curves.best_threshold : for one class mix and given costs
    evalbook.curves.roc_curve : the same thresholds as points

    Notes
    -----
    1. Only the corners of the ROC curve's convex hull are part of the envelope.
    2. Predicting nobody positive (threshold inf) costs x, and predicting everybody positive (the lowest score) costs
       1 - x. If all scores are equal, the envelope consists of these two lines: a triangle of area ¼. No scores have a
       larger area, and random scores have a slightly smaller one.
    3. A threshold that is best only at x = 0 or only at x = 1 has no piece of the envelope.
    4. The model reaches the envelope only if its threshold is chosen anew at each x.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.4; Drummond and Holte, *Cost curves* (2006).

    Examples
    --------
    >>> from evalbook import costs
    >>> curve = costs.cost_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve.probability_cost
    array([0. , 0.5, 1. ])
    >>> curve.normalized_cost
    array([0.  , 0.25, 0.  ])
    >>> curve.thresholds
    array([0.8 , 0.35])
    >>> curve.area
    0.125
    """
    thresholds, counts = curves.threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    missing = check.missing_class(counts.positives[0], counts.negatives[0])
    if missing:
        warn_undefined(
            f"the {check.RATES[missing]} is undefined (0/0), so the cost curve is nan everywhere: y_true has no "
            f"{missing} sample"
        )
        return CostCurve(np.array([0.0, 1.0]), np.full(2, np.nan), np.full(1, np.nan), counts[:1])
    fpr, tpr = counts.fpr, counts.tpr
    corners = curves.roc_convex_hull(fpr, tpr)
    right, up = np.diff(fpr[corners]), np.diff(tpr[corners])
    x = np.concatenate([[0], right / (right + up), [1]])  # each corner's line is the lowest between two crossings
    pieces = np.flatnonzero(np.diff(x) > 0)
    x, corners = np.append(x[pieces], 1), corners[pieces]
    lines = counts[np.append(corners, corners[-1])]
    return CostCurve(x, normalized_cost(lines.fpr, lines.fnr, probability_cost=x), thresholds[corners], counts[corners])


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

"""Costs: errors that are not equally bad, and what a model costs over all class mixes and cost ratios.

Two cost models meet here. :func:`cost_sensitive_error` and :func:`expected_cost` price the counts of one test set.
The cost curve asks what the model costs where it will be used, for every share of positives and every ratio of the two
costs at once; both are folded into one number between 0 and 1, the *probability cost*.
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
    r"""The mean cost of a prediction, where the two kinds of error cost differently.

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
        Cost per sample, between 0 and the larger cost.

    Notes
    -----
    1. With both costs 1 it is the error rate.
    2. Zhou numbers the classes: his class 0 is the positive one, so his cost₀₁ is `cost_fn` here and his cost₁₀ is
       `cost_fp`.
    3. One class only: the cost of the errors in that class; never undefined.

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
    r"""The mean cost of a prediction under a cost matrix.

    .. math:: \frac1m \sum_{i,j} C_{ij}\, cost_{ij}

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts: rows are the truth, columns the prediction.
    costs : array_like of shape (k, k)
        ``costs[i, j]`` is the cost of predicting class j where class i is true, in the order of ``matrix.labels``.

    Returns
    -------
    float
        Cost per sample.

    Warns
    -----
    UndefinedMetricWarning
        If the matrix holds no sample: 0/0, nan.

    Notes
    -----
    1. The diagonal need not be 0: a right decision can cost something. A negative cost is a gain.
    2. Adding a constant to a row changes the cost by the same amount for every model on the same samples.

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
    r"""The positives' share of the worst possible cost: class mix and cost ratio in one number.

    .. math:: P(+)cost = \frac{p\, cost_{FN}}{p\, cost_{FN} + (1 - p)\, cost_{FP}}

    Parameters
    ----------
    p : float or array_like
        Probabilities of the positive class where the model is used, between 0 and 1.
    cost_fn, cost_fp : float
        What a false negative and a false positive cost, in any unit. Both are at least 0, and they are not both 0.

    Returns
    -------
    float or ndarray
        Between 0 and 1, of the shape of `p`.

    Warns
    -----
    UndefinedMetricWarning
        If no error can cost anything (0/0): the only class that occurs has errors of cost 0.

    Notes
    -----
    1. With equal costs it is `p`.
    2. 0/0, say p = 1 with ``cost_fn=0``: undefined, nan.

    References
    ----------
    Zhou, *Machine Learning* (2016), equation 2.24; Drummond and Holte (2006), who read the axis as the range of
    conditions a model may be used in.

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
    r"""The cost of a classifier as a share of the worst possible cost.

    .. math:: cost_{norm} = FNR \cdot x + FPR \cdot (1 - x)

    at :math:`x = P(+)cost`.

    Over P(+)cost this is a straight line from (0, FPR) to (1, FNR): each point of the ROC curve is a line here.

    Parameters
    ----------
    fpr, fnr : float or array_like
        False positive and false negative rates, between 0 and 1; FNR = 1 - TPR.
    probability_cost : float or array_like
        P(+)cost, between 0 and 1. The three shapes broadcast.

    Returns
    -------
    float or ndarray
        Between 0 and 1; a float if all three arguments are numbers.

    Notes
    -----
    1. Written as one slope and one intercept it is P(+)cost · (FNR - FPR) **+** FPR.
    2. For a table of all lines at all places, give one of the two a further axis: ``fpr[:, None]``, ``fnr[:, None]``.

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
    """The lower envelope of the lines of all thresholds; unpacks into its first three parts.

    Between two neighboring vertices the envelope is a piece of one line: one threshold is the best there.
    """

    probability_cost: FloatArray
    """Where the vertices lie, rising from 0 to 1."""
    normalized_cost: FloatArray
    """The lowest normalized cost there."""
    thresholds: NDArray[Any]
    """``thresholds[i]`` is the best one between the vertices i and i + 1: one fewer than vertices, falling."""
    counts: Counts
    """What was counted at each of these thresholds."""

    def __iter__(self) -> Iterator[FloatArray]:
        return iter((self.probability_cost, self.normalized_cost, self.thresholds))

    def __repr__(self) -> str:
        return f"CostCurve({len(self.probability_cost)} vertices, area={self.area:g})"

    @property
    def area(self) -> float:
        """The area under the envelope: the expected normalized cost, for P(+)cost uniform between 0 and 1."""
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
            The threshold of the envelope's piece there; at a vertex, where two are equally good, the higher one.

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
    r"""The lowest normalized cost over all thresholds, for every P(+)cost.

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
        ``(probability_cost, normalized_cost, thresholds)``: the vertices of the lower envelope from x = 0 to x = 1,
        and the threshold of each piece between them; with `counts`, `area`, `cost_at` and `threshold_at`.

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing: its rate is undefined, and the cost nan.

    Notes
    -----
    1. The envelope is made by the corners of the ROC curve's convex hull, and by no other threshold.
    2. Predicting nobody positive costs x (threshold inf), predicting everybody positive costs 1 - x (the lowest score).
       Equal scores have just their envelope, a triangle of area ¼, and no scores exceed it; noise has a little less.
    3. A threshold that is best at x = 0 or at x = 1 only has no piece.
    4. The envelope is what the model could reach if its threshold were chosen anew at each x.

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
            f"y_true has no {missing} sample, so the {check.RATES[missing]} is undefined (0/0) and the cost curve "
            f"is nan"
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

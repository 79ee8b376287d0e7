"""Calls that do not fit the prices of errors."""

from __future__ import annotations

import math

import numpy as np

from evalbook.comparison._distributions import normal_below
from evalbook.review._classified import Classified
from evalbook.review._findings import Finding, Outcome
from evalbook.review._spread import error_of, pulls_of_mean
from evalbook.review._words import chance, sized


def cost_threshold(evaluation: Classified) -> Outcome:
    """Whether calls at the threshold that the prices set, cost_fp/(cost_fp + cost_fn), cost less than those made.

    Found where p < .001 for the paired difference, and a tenth of the cost is saved. It takes the probabilities at
    their word: where they are not calibrated the threshold is another one. It cannot see much at mild prices.
    """
    if evaluation.costs is None:
        return "costs is not given"
    if evaluation.prob is None or evaluation.predicted is None or not evaluation.of_two or not evaluation.has_both:
        return "needs y_prob and y_pred of two classes that both occur"
    cost_fp, cost_fn = evaluation.costs
    threshold = cost_fp / (cost_fp + cost_fn)
    positive, by_price = evaluation.positive, evaluation.prob >= threshold
    paid = np.where(positive, cost_fn * ~evaluation.called, cost_fp * evaluation.called)
    would_pay = np.where(positive, cost_fn * ~by_price, cost_fp * by_price)
    saved = paid - would_pay
    gain, error = float(saved.mean()), error_of(pulls_of_mean(saved), evaluation.group)
    p_value = normal_below(-gain / error) if error else 1.0
    if p_value >= 0.001 or gain <= 0.1 * paid.mean() or math.isnan(p_value):
        return None
    message = (
        f"The calls cost {sized(float(paid.mean()))} each at {cost_fn:g} a miss and {cost_fp:g} a false alarm. "
        f"Called from a probability of {threshold:.3g} on, they cost {sized(float(would_pay.mean()))} "
        f"({chance(p_value)})."
    )
    evidence = {"p_value": p_value, "threshold": threshold}
    return Finding("cost_threshold", "warning", gain, message, "costs/cost_matrix", evidence)

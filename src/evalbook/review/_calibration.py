"""Probabilities that do not say how often, and calls that do not fit them and the prices of errors."""

from __future__ import annotations

import math

import numpy as np

from evalbook._input import FloatArray
from evalbook.comparison._distributions import chi2_above, normal_below
from evalbook.review._classified import Classified
from evalbook.review._findings import Finding, Outcome
from evalbook.review._spread import error_of, pulls_of_mean, spread
from evalbook.review._words import chance, short, sized

EDGE = 1e-15
FEWEST = 5


def miscalibration(evaluation: Classified) -> Outcome:
    r"""Whether a line through the log-odds, fitted to these samples, beats the probabilities as they are.

    .. math:: G = 2n (L(p) - L(\sigma(a + b \operatorname{logit} p))), \quad p\text{-value} = P(\chi^2_2 > G)

    Found where p < .001 and the log loss L falls by more than 5%; with groups, G is divided by how much more the
    residuals vary by group. It cannot see a curve with the right mean and slope, nor probabilities of several classes,
    and does not look where classes lie so far apart that the squared errors add up to less than five samples.
    """
    if evaluation.prob is None:
        return "y_prob is not given"
    if not evaluation.of_two or not evaluation.has_both:
        return "needs probabilities of two classes that both occur"
    truth, prob = evaluation.positive.astype(np.float64), np.clip(evaluation.prob, EDGE, 1 - EDGE)
    odds = np.log(prob) - np.log1p(-prob)
    if float(((truth - prob) ** 2).sum()) < FEWEST:
        return f"needs squared errors that add up to {FEWEST} samples: these classes lie too far apart to tell"
    before = _loss(odds, truth)
    (a, b), after = fitted_line(odds, truth)
    statistic = 2 * len(truth) * max(before - after, 0.0) / _more_by_group(evaluation, truth - prob)
    p_value = chi2_above(statistic, 2)
    if p_value >= 0.001 or before - after <= 0.05 * before:
        return None
    slope = "too bold" if b < 1 else "too timid"
    message = (
        f"The mean probability is {short(float(prob.mean()))} and {short(float(truth.mean()))} are positive; "
        f"the slope of the log-odds is {b:.2f}, and 1 if neither too bold nor too timid ({chance(p_value)}). "
        f"A line through the log-odds would lower the log loss from {short(before)} to {short(after)}."
    )
    evidence = {"p_value": p_value, "intercept": a, "slope": b, "which": slope}
    return Finding("miscalibration", "warning", before - after, message, "probabilities/calibration", evidence)


def _more_by_group(evaluation: Classified, residual: FloatArray) -> float:
    if evaluation.group is None:
        return 1.0
    found = spread(residual / len(residual), evaluation.group)
    return max(1.0, (found.by_group / found.by_sample) ** 2) if found.by_sample else 1.0


def _loss(odds: FloatArray, truth: FloatArray) -> float:
    """The log loss of probabilities with these log-odds."""
    return float((np.logaddexp(0, odds) - truth * odds).mean())


def fitted_line(odds: FloatArray, truth: FloatArray) -> tuple[tuple[float, float], float]:
    """The line a + b·odds of the least log loss, and that loss: Newton's steps from the base rate, halved until better.

    Where the classes lie apart the slope has no limit: it stops after fifty steps.
    """
    base = truth.mean()
    line = np.array([math.log(base / (1 - base)), 0.0])
    design = np.stack([np.ones_like(odds), odds])
    loss = _loss(line @ design, truth)
    for _ in range(50):
        prob = 1 / (1 + np.exp(-np.clip(line @ design, -700, 700)))
        slope = design @ (prob - truth)
        curvature = (design * (prob * (1 - prob))) @ design.T + 1e-9 * np.eye(2)
        step, better = np.linalg.solve(curvature, slope), math.inf
        size = 1.0
        while size > 1e-6 and (better := _loss((line - size * step) @ design, truth)) > loss:
            size /= 2
        if not loss - better > 1e-12 * loss:
            break
        line, loss = line - size * step, better
    return (float(line[0]), float(line[1])), loss


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

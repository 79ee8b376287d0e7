"""Scores that are none, or of the other class; and probabilities that do not say how often."""

from __future__ import annotations

import math

import numpy as np

from evalbook._distributions import chi2_above, normal_below
from evalbook._input import FloatArray
from evalbook.review._classified import Classified
from evalbook.review._findings import Finding, Outcome
from evalbook.review._spread import error_of
from evalbook.review._words import chance, short


def hard_labels_as_scores(evaluation: Classified) -> Outcome:
    """Whether all scores are 0 or 1 (or -1 and 1): predicted labels, handed in as scores.

    It cannot see labels of which some were moved, nor scores cut to a few values.
    """
    if evaluation.score is None:
        return "y_score and y_prob are not given"
    found = np.unique(evaluation.score)
    if len(found) != 2 or found[1] != 1 or found[0] not in (0, -1):
        return None
    told = f"All {len(evaluation.true):,} scores are {found[0]:g} or {found[1]:g}: predicted labels, not scores."
    if not evaluation.ranks:
        rest, value = "A curve of 1 threshold has no area but that of its one point.", 0.5
    else:
        (value, _), called = evaluation.area, np.asarray(evaluation.score) == 1
        recall, specificity = (float((called == truth)[evaluation.positive == truth].mean()) for truth in (True, False))
        rates = f"recall {short(recall)} and specificity {short(specificity)}"
        rest = f"Their ROC AUC, {short(value)}, is the mean of {rates} at that one threshold."
    return Finding("hard_labels_as_scores", "error", value, f"{told} {rest}", "curves/auc", {"distinct": 2})


def inverted_scores(evaluation: Classified) -> Outcome:
    """Whether positives score lower than negatives, by a rank test (p < .001), with at least ten of each class.

    With groups the standard error is that of the groups, if it is larger. It cannot see a reversal where the scores
    know little, nor one of some columns of several.
    """
    if not evaluation.ranks:
        return "needs scores of two classes that both occur"
    m, n = evaluation.positive.sum(), (~evaluation.positive).sum()
    if min(m, n) < 10:
        return f"needs ten samples of each class, and one has {min(m, n)}"
    area, pulls = evaluation.area
    error = math.sqrt((m + n + 1) / (12 * m * n))
    if evaluation.group is not None:
        error = max(error, error_of(pulls, evaluation.group))
    p_value = normal_below((area - 0.5) / error)
    if p_value >= 0.001:
        return None
    message = (
        f"The ROC AUC is {short(area)}, below one half ({chance(p_value)}): positives have the lower scores. "
        f"With the scores of the other class, or the other sign, it is {short(1 - area)}."
    )
    return Finding("inverted_scores", "warning", area, message, "curves/auc", {"p_value": p_value})


# ---------------------------------------------------------------- probabilities

EDGE = 1e-15
FEWEST = 5


def miscalibration(evaluation: Classified) -> Outcome:
    r"""Whether a line through the log-odds, fitted to these samples, beats the probabilities as they are.

    .. math:: G = 2n (L(p) - L(\sigma(a + b \operatorname{logit} p))), \quad p\text{-value} = P(\chi^2_2 > G)

    Found where p < .0001 and the log loss L falls by more than 5%; with groups, G is divided by how much more the
    residuals vary by group. It cannot see a curve with the right mean and slope, nor probabilities of several classes,
    and does not look where classes lie so far apart that the squared errors add up to less than five samples.
    """
    if evaluation.prob is None:
        return "y_prob is not given"
    if not evaluation.of_two or not evaluation.has_both:
        return "needs probabilities of two classes that both occur"
    truth, prob = evaluation.positive.astype(np.float64), np.clip(evaluation.prob, EDGE, 1 - EDGE)
    odds, residual = np.log(prob) - np.log1p(-prob), truth - prob
    if float((residual**2).sum()) < FEWEST:
        return f"needs squared errors that add up to {FEWEST} samples: these classes lie too far apart to tell"
    before = _loss(odds, truth)
    (a, b), after = fitted_line(odds, truth)
    more = (error_of(residual, evaluation.group) / error_of(residual, None)) ** 2
    if math.isnan(more):
        return "needs two groups: one shows no spread"
    p_value = chi2_above(2 * len(truth) * max(before - after, 0.0) / max(1.0, more), 2)
    if p_value >= 1e-4 or before - after <= 0.05 * before:
        return None
    message = (
        f"The mean probability is {short(float(prob.mean()))} and {short(float(truth.mean()))} are positive; "
        f"the slope of the log-odds is {b:.2f}, and 1 if neither too bold nor too timid ({chance(p_value)}). "
        f"A line through the log-odds would lower the log loss from {short(before)} to {short(after)}."
    )
    evidence = {"p_value": p_value, "intercept": a, "slope": b}
    return Finding("miscalibration", "warning", before - after, message, "probabilities/calibration", evidence)


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

"""The best of several models on the samples that report it."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from evalbook._input import FloatArray
from evalbook.review._classified import Classified
from evalbook.review._findings import Finding, Outcome
from evalbook.review._spread import error_of, pulls_of_mean
from evalbook.review._words import short

ROUNDS = 2000


def selection_optimism(evaluation: Classified) -> Outcome:
    r"""How much too good the accuracy of the best of several models is, if it was chosen on these samples.

    The accuracies of the rivals are shrunken to their mean by how much they differ beyond chance, drawn again with the
    covariance of their answers, and the best of each draw is compared with what it was drawn around:

    .. math:: E[a^*_{k^*} - \theta_{k^*}], \quad \theta_k = \bar a + \sqrt B (a_k - \bar a), \quad
        B = \max\left(0, 1 - \frac{s^2}{\operatorname{var}(a)}\right)

    A bootstrap of the maximum would be too small. Without `rivals`, `models_tried` gives the most that it can be. It
    cannot see models that were tried and are not handed in, and takes other choices (settings, seeds) for none.
    """
    if evaluation.models_tried < 2:
        return "rivals and models_tried are not given"
    if evaluation.predicted is None:
        return "y_pred is not given"
    own = float(evaluation.right.mean())
    if not evaluation.rivals:
        return _at_most(evaluation, own)
    right = np.array([evaluation.right, *(evaluation.true == rival for rival in evaluation.rivals)], dtype=float)
    if own < right.mean(axis=1).max():
        return None
    optimism, error = optimism_of(right, evaluation.models_tried)
    if optimism < 0.1 * error:
        return None
    message = (
        f"Of {evaluation.models_tried} models this one has the highest accuracy on these samples, {short(own)}. "
        f"If that chose it, the accuracy is too high by about {short(optimism)}: about {short(own - optimism)} is left."
    )
    evidence = {"models": evaluation.models_tried, "optimism": optimism, "standard_error": error}
    return Finding("selection_optimism", "warning", optimism, message, "comparison/best_of_twenty", evidence)


def optimism_of(right: FloatArray, tried: int) -> tuple[float, float]:
    """The expected optimism of the best of these models (rows: right or wrong, a column a sample), and its error."""
    models, n = right.shape
    accuracy = right.mean(axis=1)
    covariance = np.cov(right) / n
    own = float(np.trace(covariance)) / models
    shared = float(covariance.sum() - np.trace(covariance)) / (models * (models - 1))
    spread = float(accuracy.var(ddof=1))
    kept = math.sqrt(max(0.0, 1 - (own - shared) / spread)) if spread else 0.0
    truth = accuracy.mean() + kept * (accuracy - accuracy.mean())
    rng = np.random.default_rng(0)
    more = rng.integers(models, size=max(tried - models, 0))  # models that were tried and are not here are like these
    places = np.append(np.arange(models), more)
    values, vectors = np.linalg.eigh(covariance)
    noise = (rng.normal(size=(ROUNDS, models)) @ (vectors * np.sqrt(np.maximum(values, 0))).T)[:, places]
    best = np.argmax(truth[places] + noise, axis=1)
    return float(noise[np.arange(ROUNDS), best].mean()), math.sqrt(own)


def _at_most(evaluation: Classified, own: float) -> Finding:
    """What the best of so many independent models of equal worth gains, by Blom's formula: the most it can be."""
    tried = evaluation.models_tried
    error = error_of(pulls_of_mean(evaluation.right), evaluation.group)
    most = error * NormalDist().inv_cdf((tried - 0.375) / (tried + 0.25))
    message = (
        f"{tried} models were tried, and one is here, with an accuracy of {short(own)}. "
        f"If it was the best of them on these samples, that is too high by up to {short(most)}; rivals= tells how much."
    )
    evidence = {"models": tried, "at_most": most}
    return Finding("selection_optimism", "note", most, message, "comparison/best_of_twenty", evidence)

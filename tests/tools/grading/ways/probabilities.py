"""Several ways to the answers of the assignment probabilities."""

from __future__ import annotations

from sklearn import metrics

from evalbook import probabilities
from ways import case, way


@way("probabilities-1", "scikit-learn")
def _():
    return metrics.brier_score_loss(case()["crossings"]["canceled"], case()["crossings"]["said"])


@way("probabilities-1", "package")
def _():
    return probabilities.brier_score(case()["crossings"]["canceled"], case()["crossings"]["said"])


@way("probabilities-2", "scikit-learn")
def _():
    return metrics.log_loss(case()["crossings"]["canceled"], case()["crossings"]["said"])


@way("probabilities-2", "package")
def _():
    return probabilities.log_loss(case()["crossings"]["canceled"], case()["crossings"]["said"])

"""Several ways to the answers of the assignment curves."""

from __future__ import annotations

import numpy as np
from scipy import stats
from sklearn import metrics

from evalbook import curves
from ways import case, way


def small() -> tuple[np.ndarray, np.ndarray]:
    parts = case()["small"]
    return np.array(parts["defective"]), np.array(parts["score"])


@way("curves-2", "scikit-learn")
def _():
    return metrics.roc_auc_score(*small())


@way("curves-2", "package")
def _():
    return curves.roc_auc(*small())


@way("curves-2", "SciPy")
def _():
    y, s = small()
    return stats.mannwhitneyu(s[y == 1], s[y == 0]).statistic / (sum(y == 1) * sum(y == 0))


@way("curves-3", "scikit-learn")
def _():
    return metrics.average_precision_score(*small())


@way("curves-3", "package")
def _():
    return curves.average_precision(*small())

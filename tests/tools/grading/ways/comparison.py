"""Several ways to the answers of the assignment comparison."""

from __future__ import annotations

import numpy as np
from scipy import stats

from evalbook import comparison
from ways import case, way


@way("comparison-2", "SciPy")
def _():
    reader = case()["readers"]
    a, b = reader["a"] - reader["both"], reader["b"] - reader["both"]
    return a, b, stats.binomtest(a, a + b).pvalue


@way("comparison-5", "NumPy")
def _():
    p = np.array(case()["p_values"])
    order = np.argsort(p)
    adjusted = np.minimum(1, np.maximum.accumulate(p[order] * (len(p) - np.arange(len(p)))))
    return adjusted[np.argsort(order)]


@way("comparison-5", "package")
def _():
    return comparison.holm(case()["p_values"])


@way("comparison-6", "SciPy")
def _():
    return stats.rankdata(case()["errors"], axis=1).mean(axis=0)

"""Several ways to the answers of the assignment regression."""

from __future__ import annotations

import numpy as np
from scipy import stats
from sklearn import metrics

from evalbook import regression
from ways import case, way


@way("regression-1", "scikit-learn")
def _():
    truth, said = case()["crossings"]["minutes"], case()["crossings"]["forecast"]
    hours = metrics.mean_squared_error(np.divide(truth, 60), np.divide(said, 60))
    return metrics.mean_absolute_error(truth, said), metrics.root_mean_squared_error(truth, said), hours


@way("regression-1", "package")
def _():
    truth, said = case()["crossings"]["minutes"], case()["crossings"]["forecast"]
    hours = regression.mean_squared_error(np.divide(truth, 60), np.divide(said, 60))
    return regression.mean_absolute_error(truth, said), regression.root_mean_squared_error(truth, said), hours


@way("regression-4", "scikit-learn and SciPy")
def _():
    truth, said = case()["buoys"]["height"], case()["buoys"]["forecast"]
    return metrics.r2_score(truth, said), stats.pearsonr(truth, said).statistic ** 2

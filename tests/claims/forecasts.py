"""Numbers to forecast: data sets, learners, and forecasts of samples that the learner has not seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from evalbook import splits

Array = NDArray[Any]
Learner = Callable[[], Any]
"""A new model, as scikit-learn has them."""


class Measured(NamedTuple):
    """Samples, and the number to forecast of each."""

    X: Array
    y: Array


def diabetes() -> Measured:
    return Measured(*load_diabetes(return_X_y=True))


LEARNERS: dict[str, Learner] = {
    "least squares": LinearRegression,
    "ridge": lambda: make_pipeline(StandardScaler(), Ridge(30)),
    "ten neighbors": lambda: make_pipeline(StandardScaler(), KNeighborsRegressor(10)),
    "thirty neighbors": lambda: make_pipeline(StandardScaler(), KNeighborsRegressor(30)),
    "tree of 8 leaves": lambda: DecisionTreeRegressor(max_leaf_nodes=8, random_state=0),
    "tree of 20 leaves": lambda: DecisionTreeRegressor(max_leaf_nodes=20, random_state=0),
}


def cross_validated(data: Measured, learner: Learner = LinearRegression, *, seed: int = 0, folds: int = 10) -> Array:
    """A forecast of each sample, by a model that was fitted without it."""
    forecast = np.empty(len(data.y))
    for fit, left in splits.k_fold(len(data.y), folds, rng=seed):
        forecast[left] = learner().fit(data.X[fit], data.y[fit]).predict(data.X[left])
    return forecast


def some(data: Measured, n: int, seed: int) -> Measured:
    """So many of the samples, by lot."""
    drawn = np.random.default_rng(seed).permutation(len(data.y))[:n]
    return Measured(data.X[drawn], data.y[drawn])

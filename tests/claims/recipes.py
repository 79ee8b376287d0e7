"""Learners that are fitted to many studies at once; the claims of several chapters ask how they do over ten folds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Score = Callable[[Array, Array, Array], Array]
"""Of measurements, labels and the fold of each patient, a row a study: whose label is predicted rightly."""


def by_folds(weights_of: Callable[[Array, Array], Array]) -> Score:
    """A line, trained on the other folds; the weights come from training measurements and labels, 0 where tested."""

    def right(x: Array, y: Array, fold: Array) -> Array:
        z = np.concatenate([np.ones((*y.shape, 1)), x], axis=2)
        found = np.empty(y.shape, bool)
        for k in range(10):
            train = fold != k
            weights = weights_of(z * train[..., None], y * train)
            found = np.where(train, found, np.sign((z @ weights[..., None])[..., 0]) == y)
        return found

    return right


def least_squares(z: Array, y: Array, penalty: float = 0) -> Array:
    squares = z.transpose(0, 2, 1) @ z + penalty * np.diag([0, *[1] * (z.shape[2] - 1)])
    return np.linalg.solve(squares, z.transpose(0, 2, 1) @ y[..., None])[..., 0]


def ridge(z: Array, y: Array) -> Array:
    return least_squares(z, y, penalty=200)


def centroids(z: Array, y: Array) -> Array:
    """The nearer of the two means."""
    sums = [np.sum(z * (y == side)[..., None], axis=1) for side in (1, -1)]
    above, below = (s[:, 1:] / s[:, :1] for s in sums)
    return np.column_stack([np.sum(below**2 - above**2, axis=1) / 2, above - below])


def best_measurement(z: Array, y: Array) -> Array:
    """The sign of the one measurement that goes best with the label."""
    weights = np.einsum("sni,sn->si", z, y)
    weights[:, 0] = 0
    return np.where(np.abs(weights) == np.abs(weights).max(axis=1, keepdims=True), weights, 0)


def neighbors(k: int) -> Score:
    def right(x: Array, y: Array, fold: Array) -> Array:
        found = np.empty(y.shape, bool)
        for study, (one, truth, part) in enumerate(zip(x, y, fold, strict=True)):
            length = np.sum(one**2, axis=1)
            distance = length[:, None] + length - 2 * one @ one.T
            distance[part[:, None] == part] = np.inf
            found[study] = np.sign(truth[np.argpartition(distance, k - 1, axis=1)[:, :k]].sum(axis=1)) == truth
        return found

    return right


LINE = by_folds(least_squares)
LEARNERS = {
    "least squares": LINE,
    "ridge": by_folds(ridge),
    "nearest mean": by_folds(centroids),
    "the best single measurement": by_folds(best_measurement),
    "one neighbor": neighbors(1),
    "five neighbors": neighbors(5),
}

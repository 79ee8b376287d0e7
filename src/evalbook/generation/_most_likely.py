"""The strengths, and the worth of the place, under which the results of battles are most likely: Newton's method."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from evalbook._input import FloatArray

STEPS = 1000
"""More than any table takes whose strengths a float can hold."""
FAR = 1.5
"""No lead changes more than this in a step: up to 1.79 each step makes the results more likely (Bach 2010)."""
CLOSE = 1e-9
"""A step so small ends the search: the error that it leaves is about its square."""


class Fit(NamedTuple):
    """What is most likely, and the inverse of the information about it."""

    strengths: FloatArray
    covariance: FloatArray
    place: float | None
    place_error: float | None

    @classmethod
    def undefined(cls, models: int, *, place: bool) -> Fit:
        """All of it nan."""
        nothing = math.nan if place else None
        return cls(np.full(models, math.nan), np.full((models, models), math.nan), nothing, nothing)


def most_likely(won: FloatArray, lost: FloatArray, *, place: bool) -> Fit | None:
    """The fit; None where floats cannot hold it."""
    unit = max(won.max(), lost.max())
    won, lost, k = won / unit, lost / unit, len(won)
    worth = np.zeros(k + place)  # of each model, and of the place
    with np.errstate(over="ignore", invalid="ignore", divide="ignore", under="ignore"):
        for _ in range(STEPS):
            leads = _leads(worth, k)
            chance, against = _chances(leads), _chances(-leads)  # 1 - chance would lose what is small
            information = _information((won + lost) * chance * against, place=place)
            gradient = _gradient(won * against - lost * chance, place=place)
            try:
                step = np.asarray(np.linalg.solve(information, gradient), np.float64)
            except np.linalg.LinAlgError:
                return None
            if not np.isfinite(step).all():
                return None
            size = np.abs(_leads(step, k)).max()
            if size < CLOSE:
                return _fit(worth + step, np.asarray(np.linalg.inv(information), np.float64), unit, k)
            worth = worth + step * min(1.0, FAR / size)
    return None


def _leads(worth: FloatArray, k: int) -> FloatArray:
    """By how much each model leads over each other one, when it is shown first."""
    return np.asarray(worth[:k, np.newaxis] - worth[:k] + worth[k:].sum())


def _chances(leads: FloatArray) -> FloatArray:
    return np.asarray(1 / (1 + np.exp(-leads)))


def _gradient(residuals: FloatArray, *, place: bool) -> FloatArray:
    """How steeply the log-likelihood rises: wins beyond those expected."""
    of_models = residuals.sum(axis=1) - residuals.sum(axis=0)
    return np.append(of_models, residuals.sum()) if place else of_models


def _information(weights: FloatArray, *, place: bool) -> FloatArray:
    """Minus the second derivatives; where all strengths grow alike it is filled up, so that it inverts."""
    k, both = len(weights), weights + weights.T
    of_models = np.diag(both.sum(axis=1)) - both + both.sum() / k**2
    if not place:
        return np.asarray(of_models)
    beside = weights.sum(axis=1) - weights.sum(axis=0)
    return np.block([[of_models, beside[:, np.newaxis]], [beside, weights.sum()]])


def _fit(worth: FloatArray, inverse: FloatArray, unit: float, k: int) -> Fit:
    strengths = worth[:k] - worth[:k].mean()
    covariance = inverse[:k, :k] - inverse[:k, :k].mean()  # without what filled up: of differences the mean is 0
    if len(worth) == k:
        return Fit(strengths, covariance / unit, None, None)
    return Fit(strengths, covariance / unit, float(worth[k]), math.sqrt(max(inverse[k, k], 0) / unit))

"""The strengths, and the worth of the place, under which the results of battles are most likely: Newton's method."""

from __future__ import annotations

import contextlib
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray

STEPS = 1000
"""More than any table takes that is no more uneven."""
UNEVEN = 1e12
"""The largest count may be so many times the smallest: beside larger ones floats lose it."""
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
    counts = np.concatenate([won[won > 0], lost[lost > 0]])
    if counts.max() > UNEVEN * counts.min():
        return None
    unit, k = counts.max(), len(won)
    won, lost = won / unit, lost / unit
    held = np.argmax((won + lost).sum(axis=0) + (won + lost).sum(axis=1))  # at 0, because only differences are known
    free = np.arange(k + place) != held
    worth = np.zeros(k + place)  # of each model, and of the place
    with contextlib.suppress(np.linalg.LinAlgError):
        for _ in range(STEPS):
            chance, against = _chances(_leads(worth, k))
            information = _information((won + lost) * chance * against, place=place)[free][:, free]
            gradient = _gradient(won * against - lost * chance, place=place)[free]
            step = np.zeros(k + place)
            step[free] = np.linalg.solve(information, gradient)
            size = np.abs(_leads(step, k)).max()
            if size < CLOSE:
                return _fit(worth + step, np.linalg.inv(information), unit, free, k)
            worth += step * min(1.0, FAR / size)
    return None


def _leads(worth: FloatArray, k: int) -> FloatArray:
    """By how much each model leads over each other one, when it is shown first."""
    return np.asarray(worth[:k, np.newaxis] - worth[:k] + worth[k:].sum())


def _chances(leads: FloatArray) -> tuple[FloatArray, FloatArray]:
    """How likely each wins, and loses: 1 minus the one would lose what is small of the other."""
    odds = np.exp(-np.abs(leads))  # of the weaker side: no lead makes them too large
    weaker, stronger = odds / (1 + odds), 1 / (1 + odds)
    return np.where(leads > 0, stronger, weaker), np.where(leads > 0, weaker, stronger)


def _gradient(residuals: FloatArray, *, place: bool) -> FloatArray:
    """How steeply the log-likelihood rises: wins beyond those expected."""
    of_models = residuals.sum(axis=1) - residuals.sum(axis=0)
    return np.append(of_models, residuals.sum()) if place else of_models


def _information(weights: FloatArray, *, place: bool) -> FloatArray:
    """Minus the second derivatives of the log-likelihood."""
    both = weights + weights.T
    of_models = np.diag(both.sum(axis=1)) - both
    if not place:
        return np.asarray(of_models)
    beside = weights.sum(axis=1) - weights.sum(axis=0)
    return np.block([[of_models, beside[:, np.newaxis]], [beside, weights.sum()]])


def _fit(worth: FloatArray, inverse: FloatArray, unit: float, free: NDArray[np.bool_], k: int) -> Fit:
    """The fit with a mean strength of 0, made of one in which a model is held at 0."""
    spread = np.zeros((len(free), len(free)))
    spread[np.ix_(free, free)] = inverse / unit
    covariance = spread[:k, :k] - spread[:k, :k].mean(axis=0)
    covariance -= covariance.mean(axis=1, keepdims=True)
    strengths = worth[:k] - worth[:k].mean()
    if len(free) == k:
        return Fit(strengths, covariance, None, None)
    return Fit(strengths, covariance, float(worth[k]), math.sqrt(spread[k, k]))

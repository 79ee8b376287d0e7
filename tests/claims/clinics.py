"""Small clinics: many samples of few patients, and learners that are fitted to all samples at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

SAMPLES = 500
Array = NDArray[Any]
Learner = Callable[[Array, Array, Array], Array]
"""Of measurements, labels and how often each patient trains, a row a clinic: whom it calls sick."""


# ---------------------------------------------------------------- learners


def means(x: Array, y: Array, train: Array) -> tuple[Array, Array]:
    """Of the sick and of the healthy."""
    sick, healthy = ((y == label) * train for label in (1, 0))
    return mean(x, sick), mean(x, healthy)


def mean(x: Array, of: Array) -> Array:
    return (of[:, None, :] @ x)[:, 0] / of.sum(axis=1, keepdims=True)


def gap_over_spread(x: Array, y: Array, train: Array) -> Array:
    above, below = means(x, y, train)
    return np.abs(above - below) / np.sqrt(np.maximum(mean(x**2, train) - mean(x, train) ** 2, 1e-12))


def gap(x: Array, y: Array, train: Array) -> Array:
    above, below = means(x, y, train)
    return np.abs(above - below)


def right_answers(x: Array, y: Array, train: Array) -> Array:
    above, below = (one[:, None] for one in means(x, y, train))
    called = (x - (above + below) / 2) * (above - below) > 0
    return mean(called == (y == 1)[..., None], train)


def best_measurement(worth: Learner = gap_over_spread, *, cut_at_the_mean: bool = False) -> Learner:
    """Only the measurement that is worth most is looked at: on which side of a cut?"""

    def learn(x: Array, y: Array, train: Array) -> Array:
        best = worth(x, y, train).argmax(axis=1)[:, None, None]
        kept = np.take_along_axis(x, best, axis=2)
        above, below = means(kept, y, train)
        cut = mean(kept, train) if cut_at_the_mean else (above + below) / 2
        return (kept[..., 0] - cut) * (above - below) > 0

    return learn


def nearest_mean(x: Array, y: Array, train: Array) -> Array:
    above, below = (one[:, None] for one in means(x, y, train))
    return np.sum((x - above) ** 2, axis=2) < np.sum((x - below) ** 2, axis=2)


def least_squares(x: Array, y: Array, train: Array) -> Array:
    z = np.concatenate([np.ones((*y.shape, 1)), x], axis=2)
    seen = (z * train[..., None]).transpose(0, 2, 1)
    weights = np.linalg.solve(seen @ z + 1e-9 * np.eye(z.shape[2]), seen @ y[..., None])
    return (z @ weights)[..., 0] > 1 / 2


def neighbors(k: int) -> Learner:
    """A patient who trains twice has two votes."""

    def learn(x: Array, y: Array, train: Array) -> Array:
        length = np.sum(x**2, axis=2)
        distance = length[:, None] - 2 * x @ x.transpose(0, 2, 1)  # from row to column, but for what a row shares
        distance = np.where(train[:, None] > 0, distance, np.inf)
        near = np.argpartition(distance, k - 1, axis=2)[..., :k]
        nearest_first = np.take_along_axis(distance, near, axis=2).argsort(axis=2)
        order = np.take_along_axis(near, nearest_first, axis=2)
        copies, label = (np.take_along_axis(column[:, None] * 1, order, axis=2) for column in (train, y))
        voted = np.clip(k - (copies.cumsum(axis=2) - copies), 0, copies)
        return (voted * label).sum(axis=2) > k / 2

    return learn


LEARNERS = {
    "nearest mean": nearest_mean,
    "one neighbor": neighbors(1),
    "three neighbors": neighbors(3),
    "five neighbors": neighbors(5),
    "least squares": least_squares,
    "best measurement": best_measurement(),
    "best measurement, by right answers": best_measurement(right_answers),
}


# ---------------------------------------------------------------- samples of patients


class Clinics(NamedTuple):
    """Where clinics draw their patients, and what learns from them."""

    seed: int
    learner: Learner = best_measurement()
    n: int = 30
    measured: int = 10
    shift: float = 0
    """How many standard deviations lie between the classes, in each of the measurements that are shifted."""
    shifted: int = 0
    sick: float = 0.5
    drawn: Callable[[np.random.Generator, tuple[int, ...]], Array] = np.random.Generator.standard_normal
    file: tuple[Array, Array] | None = None
    """Measurements and labels to draw from, instead."""
    coins: bool = False
    """The labels of the file are replaced."""
    others: int = 0
    """Further patients, who tell the truth; they stand behind the n."""


def samples(setting: Clinics) -> tuple[Array, Array]:
    """A row a clinic; each has three patients of a class or more."""
    rng = np.random.default_rng(setting.seed)
    n, shape = setting.n, (2 * SAMPLES, setting.n + setting.others)
    if setting.file is None:
        y = (rng.random(shape) < setting.sick).astype(int)
        shifts = np.where(np.arange(setting.measured) < setting.shifted, setting.shift, 0)
        x = setting.drawn(rng, (*shape, setting.measured)) + y[..., None] * shifts
    else:
        rows = rng.random((2 * SAMPLES, len(setting.file[1]))).argsort(axis=1)[:, : shape[1]]
        x, y = (column[rows] for column in setting.file)
        y = (rng.random(shape) < setting.sick).astype(int) if setting.coins else y
    sick = y[:, :n].sum(axis=1)
    enough = (sick >= 3) & (sick <= n - 3)
    return x[enough][:SAMPLES], y[enough][:SAMPLES]


def stratified(y: Array, seed: int) -> Array:
    """In which place each patient stands when the healthy come first, then the sick, each in an order by lot."""
    lots = np.random.default_rng(seed).random(y.shape)
    return np.argsort(y + lots, axis=1).argsort(axis=1)


def right_by_folds(x: Array, y: Array, fold: Array, learner: Learner) -> Array:
    """The share that is right of each clinic's patients, each asked when its fold waits outside."""
    right = np.empty(y.shape, bool)
    for k in range(fold.max() + 1):
        tested = fold == k
        right[tested] = (learner(x, y, ~tested) == (y == 1))[tested]
    return right.mean(axis=1)


DISTRIBUTIONS: dict[str, Callable[[np.random.Generator, tuple[int, ...]], Array]] = {
    "normal": np.random.Generator.standard_normal,
    "heavy tails (t, 3 degrees)": lambda rng, shape: rng.standard_t(3, shape),
    "uniform": lambda rng, shape: rng.random(shape),
    "skewed (exponential)": lambda rng, shape: rng.exponential(size=shape),
    "whole numbers from 0 to 4": lambda rng, shape: rng.integers(5, size=shape).astype(float),
    "correlated": lambda rng, shape: rng.standard_normal(shape) + rng.standard_normal((*shape[:2], 1)),
}


@cache
def files() -> dict[str, tuple[Array, Array]]:
    """Measurements, each divided by its spread, and whether a label is 1."""
    cancer, wine, digits, iris = load_breast_cancer(), load_wine(), load_digits(), load_iris()
    raw = {
        "tumors, ten means": (cancer.data[:, :10], cancer.target == 0),
        "tumors, ten errors": (cancer.data[:, 10:20], cancer.target == 0),
        "tumors, ten worst": (cancer.data[:, 20:], cancer.target == 0),
        "tumors, thirty": (cancer.data, cancer.target == 0),
        "wines, the first sort": (wine.data, wine.target == 0),
        "wines, the second sort": (wine.data, wine.target == 1),
        "digits, even or odd": (digits.data, digits.target % 2 == 0),
        "irises, the second species": (iris.data, iris.target == 1),
    }
    for pair in ((3, 8), (1, 7), (4, 9), (0, 6)):
        these = np.isin(digits.target, pair)
        raw[f"digits, {pair[0]} or {pair[1]}"] = digits.data[these], digits.target[these] == pair[0]
    return {
        name: ((x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9), np.asarray(y).astype(int))
        for name, (x, y) in raw.items()
    }

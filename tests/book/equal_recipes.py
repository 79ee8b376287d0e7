"""How often four tests call two equally good recipes different: the table of *Folds and seeds* is made of these counts.

Run it as ``PYTHONPATH=src:tools:tests python tests/book/equal_recipes.py``: it takes minutes, and prints the lines of
the chapter's cell `folds-safe`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from claims.recipes import LINE, Array, Score, neighbors
from evalbook import comparison

STUDIES, AT_ONCE = 2000, 200
LEVEL = 0.05


def _gini(above: Array, here: Array) -> Array:
    """Of cuts between samples: how pure both sides are; the last axis runs over the sorted samples."""
    left, n_left = np.cumsum(above * here, axis=-1), np.cumsum(here, axis=-1)
    right, n_right = left[..., -1:] - left, n_left[..., -1:] - n_left
    with np.errstate(all="ignore"):
        pure = [(a**2 + (n - a) ** 2) / n for a, n in ((left, n_left), (right, n_right))]
    return np.where((here > 0) & (n_right > 0), pure[0] + pure[1], -np.inf)


def stump(x: Array, y: Array, fold: Array) -> Array:
    """A tree with one cut, the purest by Gini's index, halfway between two training patients."""
    order = np.argsort(x, axis=1)
    values = np.swapaxes(np.take_along_axis(x, order, axis=1), 1, 2)
    places = np.swapaxes(order, 1, 2)
    truth = y[:, None, :]
    above = np.take_along_axis(np.broadcast_to(truth > 0, places.shape), places, axis=2).astype(float)
    found = np.empty(y.shape, bool)
    every = np.arange(len(y))
    for k in range(int(fold.max()) + 1):
        train = fold != k
        here = np.take_along_axis(np.broadcast_to(train[:, None], places.shape), places, axis=2).astype(float)
        pure = _gini(above, here)
        feature, place = np.divmod(pure.reshape(len(y), -1).argmax(axis=1), y.shape[1])
        column = values[every, feature]
        later = (here[every, feature] > 0) & (np.arange(y.shape[1]) > place[:, None])
        cut = (column[every, place] + column[every, later.argmax(axis=1)]) / 2
        low = x[every, :, feature] <= cut[:, None]
        votes = [np.sum(y * (train & side), axis=1, keepdims=True) for side in (low, ~low)]
        said = np.where(np.where(low, *votes) > 0, 1, -1)
        found = np.where(train, found, said == y)
    return found


class Row(NamedTuple):
    """Equal recipes: a learner on this many patients, and how much noise the label has."""

    name: str
    learner: Score
    noise: float
    n: int = 100

    @property
    def key(self) -> tuple[str, int, float]:
        return self.name, self.n, self.noise


ROWS = [Row("line", LINE, 2, 200)]
ROWS += [
    Row(name, learner, noise)
    for name, learner in {"line": LINE, "one neighbor": neighbors(1), "stump": stump}.items()
    for noise in (2, 10)
]


def gains(row: Row, x: Array, y: Array, folds: int, rng: np.random.Generator) -> Array:
    """B minus A in each fold: a row a study."""
    fold = rng.permuted(np.tile(np.arange(row.n) % folds, (len(y), 1)), axis=1)
    gain = row.learner(x[..., 5:], y, fold).astype(float) - row.learner(x[..., :5], y, fold)
    return np.stack([np.sum(gain * (fold == k), axis=1) / (row.n / folds) for k in range(folds)], axis=1)


def parts(row: Row, studies: int) -> Iterator[tuple[Array, Array]]:
    """The differences over ten times ten folds and over five times two, some studies at once."""
    rng = np.random.default_rng([ROWS.index(row), row.n])
    for _ in range(0, studies, AT_ONCE):
        x = rng.standard_normal((AT_ONCE, row.n, 10))
        y = np.sign(x.sum(axis=2) + row.noise * rng.standard_normal(x.shape[:2]))
        hundred = np.concatenate([gains(row, x, y, 10, rng) for _ in range(10)], axis=1)
        yield hundred, np.stack([gains(row, x, y, 2, rng) for _ in range(5)], axis=1)


def called(test: Callable[[Array], comparison.TTest], differences: Array) -> int:
    """How many studies a test calls different; it says nothing where all differences are equal to 0."""
    return sum(test(one).p_value < LEVEL for one in differences if np.any(one))


def counts(row: Row, studies: int = STUDIES) -> list[int]:
    """Plain over ten folds, corrected over ten times ten, Dietterich's t and F over five times two."""
    found = np.zeros(4, int)
    for hundred, halves in parts(row, studies):
        found += [
            called(lambda d: comparison.corrected_t_test(d, test_share=0), hundred[:, :10]),
            called(lambda d: comparison.corrected_t_test(d, test_share=0.1), hundred),
            called(lambda d: comparison.five_by_two(d, method="dietterich"), halves),
            called(lambda d: comparison.five_by_two(d, method="f"), halves),
        ]
    return found.tolist()


if __name__ == "__main__":
    for row in ROWS:
        print(f"    {row.key}: {counts(row)},", flush=True)

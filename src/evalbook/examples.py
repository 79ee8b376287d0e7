"""The worked examples of the book as data, by name.

>>> from evalbook import examples
>>> y_true, y_score = examples.four_samples
>>> y_true
array([0, 0, 1, 1])
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class ScoredSamples(NamedTuple):
    """True labels (1 is positive) and the scores a model gave; the arrays are read-only."""

    y_true: NDArray[np.int64]
    y_score: NDArray[np.float64]


class Shop(NamedTuple):
    """Twelve users, forty items, and two recommenders; the arrays are read-only.

    Rows are users and columns items. `gain` is what a user thinks of an item, from 0 (nothing) to 3; `popular` scores
    an item by its sales, the same for all users and with ties; `personal` scores it for each user.
    """

    users: NDArray[np.str_]
    items: NDArray[np.str_]
    gain: NDArray[np.int64]
    popular: NDArray[np.float64]
    personal: NDArray[np.float64]


def _read_only(*arrays: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    for array in arrays:
        array.flags.writeable = False
    return arrays


def _scored(y_true: Sequence[int], y_score: Sequence[float]) -> ScoredSamples:
    return ScoredSamples(*_read_only(np.array(y_true), np.array(y_score)))


four_samples = _scored([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
"""Two negatives and two positives; one negative (0.4) outranks one positive (0.35)."""

eight_samples = _scored([1, 0, 1, 1, 0, 0, 1, 0], [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15])
"""Four positives and four negatives, in falling order of score; at 0.47 a positive and a negative tie."""


def shop() -> Shop:
    """The shop of the chapters on ranking: an invented one, from the package's file ``data/shop.csv``.

    Returns
    -------
    Shop

    Notes
    -----
    1. The last user wants nothing: every gain is 0.

    Examples
    --------
    >>> from evalbook import examples
    >>> examples.shop().gain.shape
    (12, 40)
    """
    with (resources.files("evalbook") / "data" / "shop.csv").open(encoding="utf-8") as file:
        user, item, gain, popular, personal = map(np.array, zip(*list(csv.reader(file))[1:], strict=True))
    users, items = np.unique(user), np.unique(item)
    numbers = gain.astype(np.int64), popular.astype(np.float64), personal.astype(np.float64)
    return Shop(*_read_only(users, items, *(column.reshape(users.size, items.size) for column in numbers)))

"""What is handed in about a split, checked once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._input import FloatArray

MOST_CLASSES = 50
Pair: TypeAlias = tuple[NDArray[Any], NDArray[Any]]
"""Of the training part, and of the test part."""


class Moments(NamedTuple):
    """The times of one part, as they were handed in, and numbers that have their order."""

    given: NDArray[Any]
    instants: NDArray[Any]

    @property
    def first(self) -> Any:
        return self.given[self.instants.argmin()]

    @property
    def last(self) -> Any:
        return self.given[self.instants.argmax()]


@dataclass
class Divided:
    """Training and test rows, and what is known of each; groups are numbered together."""

    train: FloatArray
    test: FloatArray
    y: Pair | None
    groups: Pair | None
    times: tuple[Moments, Moments] | None

    @property
    def labels(self) -> Pair | None:
        """The classes of both parts; None where `y` is missing, or numbers to predict."""
        if self.y is None or self.y[0].dtype.kind == "f":
            return None
        return self.y if len(np.unique(np.concatenate(self.y))) <= MOST_CLASSES else None


def rows_of(values: Any, name: str) -> FloatArray:
    """Measurements, a row a sample; one column may stand alone."""
    array = check.table(values, name)
    return check.matrix(array.reshape(len(array), math.prod(array.shape[1:])), name)


def pair_of(values: Any, name: str, *rows: FloatArray) -> Pair:
    """One array for the training rows and one for the test rows."""
    if not check.is_collection(values) or len(parts := list(values)) != 2:
        raise ValueError(f"{name} is {check.shown(values)}; expected a pair, (that of training, that of test)")
    one, two = (check.as_array(part, f"{name}[{place}]", "one value per row") for place, part in enumerate(parts))
    for place, (array, part) in enumerate(zip((one, two), rows, strict=True)):
        if array.ndim != 1 or len(array) != len(part):
            which = ("X_train", "X_test")[place]
            raise ValueError(
                f"{name}[{place}] has shape {array.shape} and {which} {len(part)} rows; expected one a row"
            )
    return one, two


def targets_of(pair: Pair) -> Pair:
    """Labels, or numbers to predict."""
    if any(array.dtype.kind == "f" and (array != np.rint(array)).any() for array in pair):
        return check.floats(pair[0], "y[0]"), check.floats(pair[1], "y[1]")
    return _labels(pair, "y")


def groups_of(pair: Pair) -> Pair:
    one, two = _labels(pair, "groups")
    number = np.unique(np.concatenate([one, two]), return_inverse=True)[1]
    return number[: len(one)], number[len(one) :]


def _labels(pair: Pair, name: str) -> Pair:
    one, two = (check.labels(array, f"{name}[{place}]") for place, array in enumerate(pair))
    check.require_one_type(**{f"{name}[0]": one, f"{name}[1]": two})
    return one, two

"""What is handed in about a split, checked once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._input import FloatArray


@dataclass
class Divided:
    """Training and test rows, and what is known of each."""

    train: FloatArray
    test: FloatArray
    y: tuple[NDArray[Any], NDArray[Any]] | None
    groups: tuple[NDArray[np.intp], NDArray[np.intp]] | None
    """The groups of both parts, numbered together."""
    times: tuple[NDArray[Any], NDArray[Any]] | None

    @property
    def labels(self) -> tuple[NDArray[Any], NDArray[Any]] | None:
        """The classes of both parts; None where `y` is missing, or numbers to predict."""
        if self.y is None or self.y[0].dtype.kind == "f":
            return None
        return self.y if len(np.unique(np.concatenate(self.y))) <= MOST_CLASSES else None


MOST_CLASSES = 50


def rows_of(values: Any, name: str) -> FloatArray:
    """Measurements, a row a sample; one column may stand alone."""
    array = check.table(values, name)
    if array.ndim == 1:
        array = array[:, np.newaxis]
    found = check.matrix(array.reshape(len(array), -1) if array.ndim > 2 else array, name)
    check.require_size(found, name)
    return found


def pair_of(values: Any, name: str, train: FloatArray, test: FloatArray) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """One array for the training rows and one for the test rows."""
    if values is None:
        return None
    if not check.is_collection(values) or len(parts := list(values)) != 2:
        raise ValueError(f"{name} is {check.shown(values)}; expected a pair, (that of training, that of test)")
    found = tuple(check.as_array(part, f"{name}[{place}]", "one value per row") for place, part in enumerate(parts))
    for place, (array, rows) in enumerate(zip(found, (train, test), strict=True)):
        if array.ndim != 1 or len(array) != len(rows):
            part = ("X_train", "X_test")[place]
            raise ValueError(f"{name}[{place}] has shape {array.shape} and {part} {len(rows)} rows; expected one a row")
    return found[0], found[1]


def targets_of(values: Any, train: FloatArray, test: FloatArray) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """Labels, or numbers to predict."""
    pair = pair_of(values, "y", train, test)
    if pair is None:
        return None
    if any(array.dtype.kind == "f" and (array != np.rint(array)).any() for array in pair):
        one, two = (check.floats(array, f"y[{place}]") for place, array in enumerate(pair))
        return one, two
    one, two = (check.labels(array, f"y[{place}]") for place, array in enumerate(pair))
    check.require_one_type(**{"y[0]": one, "y[1]": two})
    return one, two


def groups_of(values: Any, train: FloatArray, test: FloatArray) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
    """The groups of both parts, numbered together."""
    pair = pair_of(values, "groups", train, test)
    if pair is None:
        return None
    one, two = (check.labels(array, f"groups[{place}]") for place, array in enumerate(pair))
    check.require_one_type(**{"groups[0]": one, "groups[1]": two})
    number = np.unique(np.concatenate([one, two]), return_inverse=True)[1].astype(np.intp, copy=False)
    return number[: len(one)], number[len(one) :]


def times_of(values: Any, train: FloatArray, test: FloatArray) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """Times as numbers, or as dates: both parts of one kind."""
    pair = pair_of(values, "times", train, test)
    if pair is None:
        return None
    one, two = (_times(array, f"times[{place}]") for place, array in enumerate(pair))
    if (one.dtype.kind == "M") != (two.dtype.kind == "M"):
        raise TypeError("times holds dates in one part and numbers in the other; expected one kind")
    return one, two


def _times(array: NDArray[Any], name: str) -> NDArray[Any]:
    if array.dtype.kind in "OU":  # dates of the standard library, of pandas, or as text
        try:
            array = array.astype("datetime64[us]")
        except (TypeError, ValueError, OverflowError):
            raise TypeError(f"{name} holds {check.shown(array[0])}; expected numbers, or dates as 2027-03-01") from None
    if array.dtype.kind != "M":
        return check.numbers(array, name)
    if np.isnat(array).any():
        raise ValueError(f"{name} holds a date that is none (NaT); expected dates")
    return array

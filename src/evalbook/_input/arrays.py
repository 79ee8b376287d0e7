"""Arrays of numbers: vectors, tables, weights, gains."""

from __future__ import annotations

import contextlib
from decimal import Decimal
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook._input.values import LARGEST, SMALLEST, integer, is_real, out_of_range

FloatArray: TypeAlias = NDArray[np.float64]

# ---------------------------------------------------------------- arrays of any shape


def as_array(values: ArrayLike, name: str, expected: str) -> NDArray[Any]:
    """`values` as an array of any shape and type; `expected` says what a ragged list is not."""
    try:
        array = np.asarray(values)
    except (np.ma.MaskError, UserWarning):  # what NumPy has to say to a masked number in a list
        raise _masked(name) from None
    except ValueError:
        raise ValueError(f"{name} is ragged: its rows differ in length; expected {expected}") from None
    _refuse_masked(values, array, name)
    whole = int | np.integer | np.bool_
    if array.dtype.kind == "O" and all(issubclass(kind, whole) for kind in set(map(type, array.flat))):
        return np.asarray(array.tolist())  # objects are taken as a list of them is
    return array


def _refuse_masked(values: Any, array: NDArray[Any], name: str) -> None:
    """Raise if `values`, of which NumPy made this `array`, hold masked values anywhere: it takes them as they are."""
    if isinstance(values, list | tuple):
        # Of a masked number in a list NumPy makes nan. To look at each number of a long list would take as long again.
        numbers_too = array.dtype.kind == "f" and bool(np.isnan(array).any())
        if _holds_masked(values, array.ndim - 1 + numbers_too):
            raise _masked(name)
    elif isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise _masked(name)


def _holds_masked(rows: Any, depth: int) -> bool:
    """Whether nested lists hold masked values, down to so many levels."""
    if depth > 0 and any(issubclass(kind, np.ma.MaskedArray) for kind in set(map(type, rows))):
        return any(map(np.ma.is_masked, rows))
    return depth > 1 and any(_holds_masked(row, depth - 1) for row in rows if isinstance(row, list | tuple))


def _masked(name: str) -> ValueError:
    return ValueError(f"{name} has masked values; expected none: drop these samples first, in every argument")


def real_array(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as an array of real numbers; the type is kept, so that large integers stay apart."""
    array = as_array(values, name, "an array")
    if array.dtype.kind == "O":
        array = _numbers_of_objects(array)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} holds {describe(array)}; expected numbers")
    return array


def _numbers_of_objects(array: NDArray[Any]) -> NDArray[Any]:
    """Fractions, decimals and integers beyond 64 bits as floats. The rest stays: NumPy would take None for nan."""
    if all(is_real(value) or isinstance(value, Decimal | np.bool_) for value in array.flat):
        with contextlib.suppress(ValueError, OverflowError), np.errstate(over="ignore"):  # a signaling nan, 10**400
            return array.astype(np.float64)
    return array


def to_floats(array: NDArray[Any], name: str) -> FloatArray:
    """Finite numbers as floats; a long double may exceed one."""
    with np.errstate(over="ignore"):
        floats = array.astype(np.float64, copy=False)
    if array.dtype.itemsize > floats.dtype.itemsize:
        require_finite(floats, name)
    return floats


def require_finite(array: NDArray[Any], name: str) -> None:
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        place = np.argwhere(~np.isfinite(array))[0].tolist()
        raise ValueError(
            f"{_at(name, place)} is {array[tuple(place)]}; expected finite numbers: drop or "
            f"replace missing and infinite values first"
        )


def _at(name: str, place: list[int]) -> str:
    """The entry of an argument; a single number has no place."""
    return f"{name}{place}" if place else name


def require_size(array: NDArray[Any], name: str) -> None:
    """Raise unless each number is 0 or has a size that can be squared, multiplied and added up (:data:`SMALLEST`)."""
    size = np.abs(array if array.dtype.itemsize > 8 else array.astype(np.float64, copy=False))
    fits = (size >= SMALLEST) & (size <= LARGEST)
    if np.count_nonzero(fits) < np.count_nonzero(array):
        require_finite(array, name)
        place = np.argwhere(~fits & (size > 0))[0].tolist()
        raise out_of_range(_at(name, place), array[tuple(place)])


def require_scale(array: NDArray[Any], name: str, *, beside: Any = 0.0, by_column: bool = False) -> Any:
    """The largest size, here and `beside`; raise unless it is 0 or can be squared, multiplied and added up.

    Others may be as small as they like: beside the largest they only round. It is enough where numbers are compared,
    subtracted and averaged; what is a weight, a price or a divisor needs :func:`require_size`.
    """
    scale = np.maximum(_largest_of_columns(array) if by_column and array.ndim == 2 else _largest(array), beside)
    if not ((scale == 0) | ((scale >= SMALLEST) & (scale <= LARGEST))).all():
        size = np.abs(array)
        place = np.argwhere((size > LARGEST) | ((scale < SMALLEST) & (size > 0)))[0].tolist()
        raise out_of_range(_at(name, place), array[tuple(place)])
    return scale


def _largest(array: NDArray[Any], axis: int | None = None) -> Any:
    return np.maximum(array.max(axis=axis), -array.min(axis=axis))


def _largest_of_columns(array: NDArray[Any]) -> NDArray[Any]:
    """Of a few columns one by one, which is ten times as fast."""
    few = array.shape[1] <= 8
    return np.array([_largest(column) for column in array.T]) if few else np.asarray(_largest(array, axis=0))


def describe(array: NDArray[Any]) -> str:
    """What an array holds, for an error message."""
    if array.dtype.kind == "S":
        return "bytes, which are no text before they are decoded"
    if array.dtype.kind == "U" and array.size:
        return f"strings (the first is {str(array.flat[0])!r})"
    if array.dtype.kind == "O":
        return "objects of type " + ", ".join(sorted({type(value).__name__ for value in array.flat}))
    return f"values of type {array.dtype}"


# ---------------------------------------------------------------- vectors


def vector(values: ArrayLike, name: str, hint: str = "") -> NDArray[Any]:
    """`values` as a one-dimensional array with at least one element; `hint` says what to do with more dimensions."""
    array = as_array(values, name, "one value per sample")
    if array.ndim == 0:
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a list or an array of values")
    if array.ndim > 1:
        hint = f": np.ravel({name}) has one" if array.size == max(array.shape) else hint
        raise ValueError(f"{name} has shape {array.shape}; expected one dimension{hint}")
    if array.size == 0:
        raise ValueError(f"{name} is empty; expected at least one value")
    return array


def same_length(**arrays: NDArray[Any] | None) -> None:
    """Raise unless all arrays (named by keyword, None is skipped) have one length."""
    lengths = {name: len(array) for name, array in arrays.items() if array is not None}
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"different lengths: {found}; expected one value per sample in each")


def numbers(values: ArrayLike, name: str, hint: str = "") -> NDArray[Any]:
    """`values` as a vector of finite real numbers; the type is kept, so that large integers stay apart."""
    array = real_array(vector(values, name, hint), name)
    require_finite(array, name)
    return array


def floats(values: ArrayLike, name: str) -> FloatArray:
    """`values` as a vector of finite floats."""
    return to_floats(numbers(values, name), name)


def sizes(values: ArrayLike, name: str) -> FloatArray:
    """`values` as a vector of floats that are neither huge nor all tiny."""
    array = floats(values, name)
    require_scale(array, name)
    return array


def per_bin(values: ArrayLike, name: str, n_bins: int) -> NDArray[Any]:
    """One count, or sum of weights, of at least 0 per bin: whole ones as integers, where floats keep them apart."""
    array = numbers(values, name)
    if len(array) != n_bins:
        raise ValueError(f"{name} has {len(array)} values and edges bound {n_bins} bins; expected one value per bin")
    if array.min() < 0:
        raise ValueError(f"{name} holds {array.min()}; expected values of at least 0")
    require_size(array, name)
    whole = array.dtype.kind in "biu" and array.max() <= 2**53
    return array.astype(np.int64) if whole else to_floats(array, name).copy()


# ---------------------------------------------------------------- arrays of more dimensions


def table(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as finite real numbers in at least one dimension; the type is kept, and there may be none at all."""
    array = as_array(values, name, "rows of one length")
    if array.ndim == 0:
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a list or an array of values")
    if array.size == 0:
        return np.zeros(array.shape)
    array = real_array(array, name)
    require_finite(array, name)
    return array


def matrix(values: ArrayLike, name: str) -> FloatArray:
    """`values` as a matrix of finite floats with at least one element."""
    array = table(values, name)
    if array.ndim != 2:
        raise ValueError(f"{name} has shape {array.shape}; expected two dimensions, rows and columns")
    if array.size == 0:
        raise ValueError(f"{name} is empty; expected at least one row and one column")
    return to_floats(array, name)


def shares(values: ArrayLike, name: str) -> FloatArray:
    """`values`, one number or an array of any shape, as floats between 0 and 1."""
    array = real_array(values, name)
    outside = ~((array >= 0) & (array <= 1))  # nan too
    if outside.any():
        raise ValueError(f"{name} holds {array[outside][0]}; expected values between 0 and 1")
    return array.astype(np.float64, copy=False)


# ---------------------------------------------------------------- weights, and numbers to predict


def weights(sample_weight: ArrayLike | None) -> FloatArray | None:
    """`sample_weight` as floats: not negative, not all 0, and neither tiny nor huge."""
    if sample_weight is None:
        return None
    array = floats(sample_weight, "sample_weight")
    require_size(array, "sample_weight")
    if array.min() < 0:
        raise ValueError(f"sample_weight holds {array.min()}; expected no negative weight")
    if array.max() == 0:
        raise ValueError("sample_weight is 0 everywhere; expected at least one positive weight")
    return array


def drop_weightless(
    weight: FloatArray | None, first: NDArray[Any], second: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], FloatArray | None]:
    """Leave out the samples of weight 0: they must not add a threshold or a class."""
    if weight is None or weight.min() > 0:
        return first, second, weight
    kept = weight > 0
    return first[kept], second[kept], weight[kept]


def number_pair(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[FloatArray, FloatArray, FloatArray | None]:
    """True and predicted numbers as floats of one shape, (n,) or (n, d); samples of weight 0 are dropped."""
    true, predicted, weight = outputs(y_true, "y_true"), outputs(y_pred, "y_pred"), weights(sample_weight)
    same_length(y_true=true, y_pred=predicted, sample_weight=weight)
    if true.shape != predicted.shape:
        hint = ": np.ravel turns a column into one dimension" if true.size == predicted.size else ""
        raise ValueError(
            f"y_true has shape {true.shape} and y_pred {predicted.shape}; expected the same shape in both{hint}"
        )
    scale = require_scale(true, "y_true", by_column=True)
    require_scale(predicted, "y_pred", beside=scale, by_column=True)
    return drop_weightless(weight, true, predicted)


def outputs(values: ArrayLike, name: str) -> FloatArray:
    """One float per sample, or a row of them."""
    array = table(values, name)
    if array.size == 0:
        raise ValueError(f"{name} is empty; expected at least one value")
    if array.ndim > 2:
        raise ValueError(f"{name} has shape {array.shape}; expected one number per sample, or one row of numbers")
    return to_floats(array, name)


def training_series(y_train: ArrayLike, season: Any, true: FloatArray) -> tuple[FloatArray, int]:
    """A series longer than a season, with the outputs of the true values, and how many steps the season has."""
    train, season = outputs(y_train, "y_train"), integer(season, "season", at_least=1)
    require_size(train, "y_train")  # errors are divided by its steps
    if train.shape[1:] != true.shape[1:]:
        raise ValueError(
            f"y_train has shape {train.shape} and y_true {true.shape}; expected the same number of outputs in both"
        )
    if len(train) <= season:
        raise ValueError(
            f"y_train has {len(train)} values and season is {season}; expected more values than a season has"
        )
    return train, season


# ---------------------------------------------------------------- results


def plain(value: Any) -> Any:
    """A NumPy scalar, or array without dimensions, as a Python number; arrays stay arrays."""
    return np.asarray(value).item() if np.ndim(value) == 0 else value

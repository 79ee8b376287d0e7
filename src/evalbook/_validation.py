"""The one place where inputs are checked.

Every public function of the package passes its arguments through here, so that a mistake is reported in one voice:
which argument, what was found, what was expected. A wrong type raises :exc:`TypeError`, anything else
:exc:`ValueError`. What is undefined for good input (0/0) is no error: :func:`or_undefined` returns nan and warns.
"""

from __future__ import annotations

import contextlib
import math
import operator
import sys
import warnings
from collections.abc import Callable
import reprlib
import sys
import warnings
from numbers import Real
from collections.abc import Iterable
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

ZeroDivision: TypeAlias = float | Literal["warn"]
FloatArray: TypeAlias = NDArray[np.float64]


class UndefinedMetricWarning(UserWarning):
    """A metric is undefined for the given data (it would divide by zero), and nan was returned."""


# ---------------------------------------------------------------- arrays


def vector(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as a one-dimensional array with at least one element."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is ragged; expected one value per sample") from None
    if array.ndim == 0:
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a sequence of values")
    if array.ndim > 1:
        raise ValueError(f"{name} has shape {array.shape}; expected one dimension")
    if array.size == 0:
        raise ValueError(f"{name} is empty; expected at least one value")
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(f"{name} has masked values; drop them, and the same samples elsewhere, first")
    return array


def same_length(**arrays: NDArray[Any] | None) -> None:
    """Raise unless all arrays (named by keyword, None is skipped) have one length."""
    lengths = {name: len(array) for name, array in arrays.items() if array is not None}
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"different lengths: {found}; expected one value per sample in each")


def numbers(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as a vector of finite real numbers; the type is kept, so that large integers stay apart."""
    array = vector(values, name)
    if array.dtype.kind == "O" and not any(value is None for value in array):  # NumPy would turn None into nan
        with contextlib.suppress(TypeError, ValueError):
            array = array.astype(np.float64)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} holds {_describe(array)}; expected numbers")
    if array.dtype.kind == "f":
        _require_finite(array, name)
    return array


def weights(sample_weight: ArrayLike | None) -> FloatArray | None:
    """`sample_weight` as floats: finite, not negative, not all 0, with a finite sum."""
    if sample_weight is None:
        return None
    array = numbers(sample_weight, "sample_weight").astype(np.float64)
    if array.min() < 0:
        raise ValueError(f"sample_weight holds {array.min()}; expected no negative weight")
    if array.max() == 0:
        raise ValueError("sample_weight is 0 everywhere; expected at least one positive weight")
    with np.errstate(over="ignore"):
        if not math.isfinite(array.sum()):
            raise ValueError("sample_weight adds up to more than a float can hold; divide the weights by their maximum")
    return array


def _require_finite(array: NDArray[Any], name: str) -> None:
    finite = np.isfinite(array)
    if not finite.all():
        first = int(np.argmin(finite))
        raise ValueError(f"{name}[{first}] is {array[first]}; expected finite numbers")


def _describe(array: NDArray[Any]) -> str:
    """What an array holds, for an error message."""
    if array.dtype.kind in "US":
        return f"strings (the first is {str(array[0])!r})"
    if array.dtype.kind == "O":
        return "objects of type " + ", ".join(sorted({type(value).__name__ for value in array}))
    return f"values of type {array.dtype}"


def matrix(values: ArrayLike, name: str) -> FloatArray:
    """`values` as a matrix of finite floats with at least one element."""
def table(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as finite real numbers in at least one dimension; the type is kept, and there may be none at all."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is ragged; expected rows of one length") from None
    if array.ndim != 2:
        raise ValueError(f"{name} has shape {array.shape}; expected two dimensions")
    if array.size == 0:
        raise ValueError(f"{name} is empty; expected at least one row and one column")
    columns = [numbers(column, f"{name}[:, {place}]") for place, column in enumerate(array.T)]
    return np.column_stack(columns).astype(np.float64)


def shares(values: ArrayLike, name: str) -> FloatArray:
    """`values`, one number or an array of any shape, as floats between 0 and 1."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is ragged; expected an array") from None
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} holds {_describe(array.ravel())}; expected numbers")
    outside = ~((array >= 0) & (array <= 1))  # nan too
    if outside.any():
        raise ValueError(f"{name} holds {array[outside][0]}; expected values between 0 and 1")
    return array.astype(np.float64, copy=False)


# ---------------------------------------------------------------- single values


def number(value: Any, name: str, *, at_least: float = -math.inf) -> float:
    """`value` as a finite float of at least `at_least`."""
    array = np.asarray(value)
    if array.ndim or array.dtype.kind not in "biuf":
        raise TypeError(f"{name} is {value!r}; expected a number")
    if not (np.isfinite(array) and array >= at_least):
        least = "" if at_least == -math.inf else f" of at least {at_least:g}"
        raise ValueError(f"{name} is {value!r}; expected a finite number{least}")
    return float(array)


def whole_number(value: Any, name: str, *, at_least: int) -> int:
    """`value` as an integer of at least `at_least`."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is {value!r}; expected an integer")
    whole = operator.index(value)
    if whole < at_least:
        raise ValueError(f"{name} is {value!r}; expected an integer of at least {at_least}")
    return whole


def error_costs(cost_fp: float, cost_fn: float) -> tuple[float, float]:
    """The costs of a false positive and of a false negative: at least 0, not both 0."""
    costs = number(cost_fp, "cost_fp", at_least=0), number(cost_fn, "cost_fn", at_least=0)
    if not any(costs):
        raise ValueError("cost_fp and cost_fn are both 0; expected at least one positive cost")
    return costs
    if array.ndim == 0:
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a sequence of values")
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(f"{name} has masked values; expected a number at every place")
    if array.size == 0:
        return np.zeros(array.shape)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        place = tuple(np.argwhere(~np.isfinite(array))[0].tolist())
        raise ValueError(f"{name}{list(place)} is {array[place]}; expected finite numbers")
    return numbers(array.ravel(), name).reshape(array.shape)


def gains(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as gains: the last axis holds items, the axes before it queries, of which there is at least one."""
    array = table(values, name)
    if 0 in array.shape[:-1]:
        raise ValueError(f"{name} has shape {array.shape}, so no query; expected at least one")
    if array.size and array.min() < 0:
        raise ValueError(f"{name} holds {array.min()}; expected no negative gain")
    return array


def padded_gains(values: ArrayLike, name: str) -> NDArray[Any]:
    """Gains, where rows of unequal length are filled up with 0."""
    try:
        array = np.asarray(values)
    except ValueError:  # what NumPy says to rows of unequal length
        return _filled_up(list(cast("Iterable[ArrayLike]", values)), name)
    if array.dtype.kind == "O" and array.ndim == 1 and any(isinstance(row, list | tuple | np.ndarray) for row in array):
        return _filled_up(list(array), name)  # a pandas Series of lists
    return gains(values, name)


def _filled_up(rows: list[ArrayLike], name: str) -> NDArray[Any]:
    arrays = [gains(row, f"{name}[{place}]") for place, row in enumerate(rows)]
    for place, array in enumerate(arrays):
        if array.ndim > 1:
            raise ValueError(f"{name}[{place}] has shape {array.shape}; expected one row of gains")
    lengths = np.array([len(array) for array in arrays])
    filled = np.zeros((len(arrays), lengths.max()))
    filled[np.arange(lengths.max()) < lengths[:, np.newaxis]] = np.concatenate(arrays)
    return filled


def positive_integer(value: Any, name: str) -> int:
    """`value` as an int of at least 1."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} is {value!r}; expected a whole number")
    if not 1 <= value <= sys.maxsize:
        raise ValueError(f"{name} is {value}; expected a whole number from 1 to {sys.maxsize}")
    return int(value)


# ---------------------------------------------------------------- labels


def labels(values: ArrayLike, name: str) -> NDArray[Any]:
    """`values` as a vector of class labels: integers, booleans or strings; floats only if they are whole."""
    array = vector(values, name)
    kind = array.dtype.kind
    if kind == "f":
        return _whole_numbers(array, name)
    if kind in "OT" and all(isinstance(value, str) for value in array):
        return array.astype(np.str_)
    if kind == "U" and not isinstance(values, np.ndarray) and hasattr(values, "__iter__"):
        # NumPy turns [1, "a"] into ["1", "a"] without a word.
        strangers = {type(value).__name__ for value in values if not isinstance(value, str)}
        if strangers:
            raise TypeError(f"{name} mixes strings with {', '.join(sorted(strangers))}; expected labels of one type")
    if kind not in "biuU":
        raise TypeError(f"{name} holds {_describe(array)}; expected class labels: integers, booleans or strings")
    return array


def _whole_numbers(array: NDArray[Any], name: str) -> NDArray[Any]:
    _require_finite(array, name)
    whole = (array == np.rint(array)) & (np.abs(array) <= 2**53)
    if not whole.all():
        first = array[np.argmin(whole)]
        raise ValueError(
            f"{name} holds {first}; expected class labels. To turn scores into labels, compare them with a threshold"
        )
    return array.astype(np.int64)


def distinct(array: NDArray[Any]) -> list[Any]:
    """The different labels of an array, sorted, as plain Python values."""
    if array.dtype.kind != "U":
        low, high = array.min().item(), array.max().item()
        if high - low <= 1:  # two neighbors, the usual case: no sort needed
            return [low] if low == high else [low, high]
    return cast("list[Any]", np.unique(array).tolist())


def label_pair(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[Any], FloatArray | None]:
    """True and predicted labels and their weights, checked against each other; samples of weight 0 are dropped."""
    true, predicted = labels(y_true, "y_true"), labels(y_pred, "y_pred")
    weight = weights(sample_weight)
    same_length(y_true=true, y_pred=predicted, sample_weight=weight)
    if (true.dtype.kind == "U") != (predicted.dtype.kind == "U"):
        raise TypeError(
            f"y_true holds {_describe(true)} and y_pred {_describe(predicted)}; expected labels of one type"
        )
    return drop_weightless(weight, true, predicted)


def scored_truth(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any, sample_weight: ArrayLike | None, *, name: str = "y_score"
) -> tuple[NDArray[np.bool_], NDArray[Any], FloatArray | None]:
    """Which samples are positive, their scores and their weights; samples of weight 0 are dropped."""
    true, score = labels(y_true, "y_true"), numbers(y_score, name)
    weight = weights(sample_weight)
    same_length(**{"y_true": true, name: score, "sample_weight": weight})
    true, score, weight = drop_weightless(weight, true, score)
    return equals(true, positive_label(distinct(true), pos_label)), score, weight


def drop_weightless(
    weight: FloatArray | None, first: NDArray[Any], second: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], FloatArray | None]:
    """Leave out the samples of weight 0: they must not add a threshold or a class."""
    if weight is None or weight.min() > 0:
        return first, second, weight
    kept = weight > 0
    return first[kept], second[kept], weight[kept]


def positive_label(found: list[Any], pos_label: Any) -> Any:
    """The label that counts as positive among the labels `found`.

    Where none is given, the larger one of {0, 1}, {-1, 1} or {False, True}; of other labels none is larger by nature.
    """
    if len(found) > 2:
        raise ValueError(f"the labels are {_listed(found)}; expected two classes")
    if pos_label is None:
        if set(found) <= {0, 1} or set(found) <= {-1, 1}:
            return 1
        raise ValueError(
            f"pos_label is None and the labels are {_listed(found)}; "
            f"expected the positive one, as in pos_label={found[-1]!r}"
        )
    if np.ndim(pos_label) > 0:
        raise TypeError(f"pos_label is a {type(pos_label).__name__}; expected one label")
    if len(found) == 2 and pos_label not in found:
        raise ValueError(f"pos_label={pos_label!r} is not among the labels; expected one of {_listed(found)}")
    return pos_label


def equals(array: NDArray[Any], label: Any) -> NDArray[np.bool_]:
    """Where `array` holds `label`; nowhere if one is a string and the other is not."""
    if array.dtype == np.bool_ and label in (0, 1):
        return array if label else ~array
    if isinstance(label, str) != (array.dtype.kind == "U"):
        return np.zeros(len(array), dtype=np.bool_)
    return np.asarray(array == label)


def _listed(found: list[Any]) -> str:
    shown = ", ".join(repr(label) for label in found[:8])
    return shown + (f", … ({len(found)} in all)" if len(found) > 8 else "")


# ---------------------------------------------------------------- what is undefined


def check_zero_division(zero_division: ZeroDivision) -> None:
    """Raise unless `zero_division` is "warn" or a number (nan is one)."""
    if not (zero_division == "warn" or isinstance(zero_division, int | float | np.number)):
        raise ValueError(f'zero_division is {zero_division!r}; expected "warn" or a number')


def or_undefined(value: float, zero_division: ZeroDivision, reason: str) -> float:
    """`value`; where it is nan, what `zero_division` says: a number in silence, or nan with a warning."""
    check_zero_division(zero_division)
    if not math.isnan(value):
        return float(value)
    if zero_division == "warn":
        warn_undefined(reason)
        return math.nan
    return float(zero_division)


def each_or_undefined(
    values: FloatArray, zero_division: ZeroDivision, reason: Callable[[NDArray[np.intp]], str]
) -> FloatArray:
    """`values`; where some are nan, what `zero_division` says. `reason` is given their places."""
    check_zero_division(zero_division)
    undefined = np.isnan(values)
    if zero_division != "warn":
        return np.where(undefined, zero_division, values)
    if undefined.any():
        warn_undefined(reason(np.flatnonzero(undefined)))
    return values


def mean_or_undefined(
    values: FloatArray,
    parts: NDArray[Any],
    zero_division: ZeroDivision,
    reason: Callable[[NDArray[np.intp]], str],
) -> float:
    """The mean of `values`, weighted by `parts`; what has no part may be undefined.

    A mean over something undefined is undefined until `zero_division` chooses: nan leaves it out.
    """
    values = each_or_undefined(np.where(parts > 0, values, 0.0), zero_division, reason)
    if zero_division != "warn":
        values, parts = values[~np.isnan(values)], parts[~np.isnan(values)]
    return float(np.average(values, weights=parts)) if parts.any() else math.nan


def warn_undefined(reason: str) -> None:
    """Warn on the line of the caller outside the package."""
    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).split(".")[0] == "evalbook":
        frame = frame.f_back
        depth += 1
    warnings.warn(reason, UndefinedMetricWarning, stacklevel=depth)


# ---------------------------------------------------------------- single numbers


def integer(value: Any, name: str, *, at_least: int, at_most: int = sys.maxsize, bound: str = "") -> int:
    """`value` as an int within its limits; `bound` says in the error message what the upper limit is."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"{name} is {reprlib.repr(value)}; expected an integer")
    if not at_least <= number <= at_most:
        upper = "" if at_most == sys.maxsize else f" and at most {at_most}" + (f", {bound}" if bound else "")
        raise ValueError(f"{name} is {number}; expected at least {at_least}{upper}")
    return number


def real(value: Any, name: str) -> float:
    """`value` as a finite float."""
    if not isinstance(value, Real):
        raise TypeError(f"{name} is {reprlib.repr(value)}; expected a number")
    if not math.isfinite(value):
        raise ValueError(f"{name} is {value}; expected a finite number")
    return float(value)


def generator(rng: Any) -> np.random.Generator:
    """The random generator that `rng` is, or seeds."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"rng is {reprlib.repr(rng)}; expected None, an integer of at least 0, or a numpy.random.Generator"
        ) from None


# ---------------------------------------------------------------- numbers to predict


def number_pair(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[FloatArray, FloatArray, FloatArray | None]:
    """True and predicted numbers as floats of one shape, (n,) or (n, d); samples of weight 0 are dropped."""
    true, predicted, weight = _outputs(y_true, "y_true"), _outputs(y_pred, "y_pred"), weights(sample_weight)
    same_length(y_true=true, y_pred=predicted, sample_weight=weight)
    if true.shape != predicted.shape:
        raise ValueError(f"y_true has shape {true.shape} and y_pred {predicted.shape}; expected one shape")
    return drop_weightless(weight, true, predicted)


def _outputs(values: ArrayLike, name: str) -> FloatArray:
    """One finite float per sample, or a row of them."""
    array = None
    with contextlib.suppress(ValueError):  # ragged: `vector`, below, says so
        array = values if isinstance(values, np.ma.MaskedArray) else np.asarray(values)
    if array is None or array.ndim < 2:
        return _floats(values, name)
    if array.ndim > 2 or array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; expected one number per sample, or one row of numbers")
    return np.column_stack([_floats(column, f"{name}[:, {place}]") for place, column in enumerate(array.T)])


def _floats(values: ArrayLike, name: str) -> FloatArray:
    array = numbers(values, name)
    with np.errstate(over="ignore"):
        floats = array.astype(np.float64, copy=False)
    if array.dtype.itemsize > floats.dtype.itemsize:  # a long double may exceed a float
        _require_finite(floats, name)
    return floats


# ---------------------------------------------------------------- results


def plain(value: Any) -> Any:
    """A NumPy scalar, or array without dimensions, as a Python number; arrays stay arrays."""
    return np.asarray(value).item() if np.ndim(value) == 0 else value
def whole(value: Any, name: str, *, least: int = 1) -> int:
    """`value` as an integer of at least `least`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; expected a whole number") from None
    if number < least:
        raise ValueError(f"{name} is {number}; expected at least {least}")
    return number


def at_least_zero(value: Any, name: str) -> float:
    """`value` as a float of at least 0; inf is one."""
    if not isinstance(value, (int, float, np.number)):
        raise TypeError(f"{name} is {value!r}; expected a number")
    if not value >= 0:
        raise ValueError(f"{name} is {value}; expected a number of at least 0")
    return float(value)


# ---------------------------------------------------------------- sentences
#
# `name` maps a place to the name of the value there: names are made only for an error message, because there is one
# for every sentence of a corpus.


_ONE_REFERENCE = '; a single reference of tokens stands in a list of its own: references=[["the", "cat", "sat"]]'


def references_and_candidate(
    references: Any, candidate: Any, names: tuple[str, str] = ("references", "candidate"), pair: int = 0
) -> tuple[list[Sequence[Any]], Sequence[Any]]:
    """The tokens of each reference and of the candidate, all of one kind; `pair` fills the {} in `names`."""
    if type(candidate) is str and type(references) is list and set(map(type, references)) == {str}:
        return [reference.split() for reference in references], candidate.split()  # the usual case, without detours
    *found, last = sentences(*_references_first(references, candidate, names, pair), _ONE_REFERENCE)
    return found, last


def summaries(references: Any, candidate: Any) -> list[list[Sequence[Any]]]:
    """The sentences of each reference and, last, of the candidate, as tokens; a string has one sentence a line."""
    values, name = _references_first(references, candidate, ("references", "candidate"), 0)
    _all_strings(values, name, _ONE_REFERENCE)
    listed = [
        value.splitlines() if isinstance(value, str) else sequence(value, name(place), "sentences")
        for place, value in enumerate(values)
    ]
    names = [f"{name(place)}[{line}]" for place, summary in enumerate(listed) for line in range(len(summary))]
    tokens = iter(sentences([sentence for summary in listed for sentence in summary], names.__getitem__))
    return [[next(tokens) for _ in summary] for summary in listed]


def sentences(values: Sequence[Any], name: Callable[[int], str], hint: str = "") -> list[Sequence[Any]]:
    """The tokens of several sentences: all are strings, split on white space, or all are sequences of tokens."""
    if _all_strings(values, name, hint):
        return [value.split() for value in values]
    found = [
        value if type(value) is list else sequence(value, name(place), "tokens") for place, value in enumerate(values)
    ]
    kinds = set(map(type, chain.from_iterable(found)))
    if kinds <= {str} or any(all(issubclass(kind, one) for kind in kinds) for one in (str, (int, np.integer))):
        return found
    held = [", ".join(sorted({type(token).__name__ for token in tokens})) for tokens in found]
    listed = ", ".join(f"{name(place)} holds {types}" for place, types in enumerate(held) if types)
    raise TypeError(f"{listed}; expected tokens that are all strings, or all integers")


def sequence(values: Any, name: str, what: str) -> Sequence[Any]:
    """`values` as a sequence of `what`; a string, which would be taken letter by letter, is refused."""
    if isinstance(values, list | tuple):
        return values
    if isinstance(values, str):
        shown = repr(values if len(values) <= 40 else values[:39] + "…")
        raise TypeError(f"{name} is a single string; expected a list of {what}, as in {name}=[{shown}]")
    if hasattr(values, "tolist"):  # of NumPy or pandas
        values = values.tolist()
    if isinstance(values, str | bytes | bytearray) or not isinstance(values, Sequence):
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a list of {what}")
    return values


def _references_first(
    references: Any, candidate: Any, names: tuple[str, str], pair: int
) -> tuple[list[Any], Callable[[int], str]]:
    """The references and, last, the candidate, with the name of each for an error message."""
    listed = references if isinstance(references, list) else sequence(references, names[0].format(pair), "references")
    if not listed:
        raise ValueError(f"{names[0].format(pair)} is empty; expected at least one reference")

    def name(place: int) -> str:
        return names[1].format(pair) if place == len(listed) else f"{names[0].format(pair)}[{place}]"

    return [*listed, candidate], name


def _all_strings(values: Sequence[Any], name: Callable[[int], str], hint: str) -> bool:
    """Whether all values are strings; raises where strings stand beside others."""
    forms = [isinstance(value, str) for value in values]
    if len(set(forms)) < 2:
        return all(forms)
    string, other = name(forms.index(True)), name(forms.index(False))
    raise TypeError(f"{string} is a string and {other} is none; expected strings in both, or lists in both{hint}")

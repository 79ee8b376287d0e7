"""What a split is: training and test rows, and what is known of each; times in the order of their instants."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook.review._words import number_of

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


@dataclass(frozen=True)
class SplitData:
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


def split_data_of(X_train: Any, X_test: Any, y: Any, groups: Any, times: Any) -> SplitData:  # noqa: N803
    """The split that the arguments of `split` describe, each checked."""
    train = _rows(X_train, "X_train")
    test = _rows(check.in_columns_of(X_train, X_test, "X_train", "X_test"), "X_test")
    if train.shape[1] != test.shape[1]:
        ours, theirs = (number_of(part.shape[1], "columns") for part in (train, test))
        raise ValueError(f"X_train has {ours}, but X_test has {theirs}; expected the same columns in both")
    return SplitData(
        train,
        test,
        y=None if y is None else _targets(_pair(y, "y", train, test)),
        groups=None if groups is None else _group_numbers(_pair(groups, "groups", train, test)),
        times=None if times is None else _times(times, train, test),
    )


def _rows(values: Any, name: str) -> FloatArray:
    """Measurements, a row a sample; one column may stand alone."""
    array = check.table(values, name)
    return check.matrix(array.reshape(len(array), math.prod(array.shape[1:])), name)


def _pair(values: Any, name: str, *rows: FloatArray) -> Pair:
    """One array for the training rows and one for the test rows."""
    if not check.is_collection(values) or len(parts := list(values)) != 2:
        raise ValueError(f"{name} is {check.shown(values)}; expected a pair, ({name}_train, {name}_test)")
    one, two = (check.as_array(part, f"{name}[{place}]", "one value per row") for place, part in enumerate(parts))
    for place, (array, part) in enumerate(zip((one, two), rows, strict=True)):
        if array.ndim != 1 or len(array) != len(part):
            which = ("X_train", "X_test")[place]
            raise ValueError(
                f"{name}[{place}] has shape {array.shape}, but {which} has {len(part)} rows; expected one value per row"
            )
    return one, two


def _targets(pair: Pair) -> Pair:
    """Labels, or numbers to predict."""
    if any(array.dtype.kind == "f" and (array != np.rint(array)).any() for array in pair):
        return check.floats(pair[0], "y[0]"), check.floats(pair[1], "y[1]")
    return _labels(pair, "y")


def _group_numbers(pair: Pair) -> Pair:
    one, two = _labels(pair, "groups")
    number = np.unique(np.concatenate([one, two]), return_inverse=True)[1]
    return number[: len(one)], number[len(one) :]


def _labels(pair: Pair, name: str) -> Pair:
    one, two = (check.labels(array, f"{name}[{place}]") for place, array in enumerate(pair))
    check.require_one_type(**{f"{name}[0]": one, f"{name}[1]": two})
    return one, two


# ---------------------------------------------------------------- times

TEXT = re.compile(
    r"(\d{4}-\d\d)(?:(-\d\d)(?:[T ](\d\d(?::\d\d)?)(?:(:\d\d)(?:\.(\d{1,18}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?", re.ASCII
)
"""An ISO date or datetime: month, day, clock, seconds, fraction of a second, time zone."""
EXAMPLES = "2027-03-01, 2027-03-01T14:30 or 2027-03-01T14:30+02:00"
PARTS = {unit: 1000**power for power, unit in enumerate(("as", "fs", "ps", "ns", "us", "ms", "s"))}
"""How many attoseconds, NumPy's finest unit, each unit has: as Python's integers instants fit from year 1 to 9999."""
EPOCH, MICROSECOND = datetime(1970, 1, 1), timedelta(microseconds=1)
FIRST, LAST = ((limit - EPOCH) // MICROSECOND for limit in (datetime.min, datetime.max))
NUMBERS, ZONED, BARE = "numbers", "times with a time zone", "times without a time zone"


def _times(values: Any, *rows: NDArray[Any]) -> tuple[Moments, Moments]:
    """The times of both parts, which are of one kind: numbers, or times that all have a time zone, or have none."""
    parts = list(values) if check.is_collection(values) else values
    arrays = _pair(parts, "times", *rows)
    read = [_read(parts[place], array, f"times[{place}]") for place, array in enumerate(arrays)]
    examples = {kind: example for _, kinds in read for kind, example in kinds.items()}
    if len(examples) > 1:
        raise _mixed(examples)
    (one, _), (two, _) = read
    return one, two


def _mixed(examples: dict[str, str]) -> Exception:
    found = " and ".join(f"{kind} ({examples[kind]})" for kind in (NUMBERS, ZONED, BARE) if kind in examples)
    if NUMBERS in examples:
        return TypeError(f"times holds {found}; expected the same kind in both parts")
    return ValueError(
        f"times holds {found}; expected one kind, because the order depends on where the times without a zone were "
        f"recorded: give all of them a time zone, as in 2027-03-01T14:30+02:00 (pandas: tz_localize), or none"
    )


def _read(part: Any, array: NDArray[Any], name: str) -> tuple[Moments, dict[str, str]]:
    """The times of one part, and of each kind that it holds an example."""
    if isinstance(part, list | tuple) and array.dtype.kind in "MU":  # of several units NumPy makes one, which may wrap
        array = np.fromiter(part, object, len(part))
    if array.dtype.kind == "M":
        kinds, instants = {ZONED if _is_zoned(part) else BARE: 0}, _of_numpy(array, name)
    elif array.dtype.kind not in "OUT" or all(map(_is_number, array)):
        kinds, instants = {NUMBERS: 0}, check.numbers(array, name)
    else:
        read = [_moment(value, f"{name}[{place}]") for place, value in enumerate(array)]
        kinds = {kind: place for place, (kind, _) in enumerate(read)}
        instants = np.fromiter((instant for _, instant in read), object, len(read))
    return Moments(array, instants), {kind: f"{name}[{place}] is {array[place]}" for kind, place in kinds.items()}


def _is_zoned(part: Any) -> bool:
    """Whether a column has a time zone that NumPy does not keep: of Polars, or of Arrow."""
    return any(getattr(getattr(part, one, None), zone, None) for one, zone in (("dtype", "time_zone"), ("type", "tz")))


def _is_number(value: Any) -> bool:
    return check.is_real(value) or isinstance(value, Decimal)


# ---------------------------------------------------------------- one instant


def _moment(value: Any, name: str) -> tuple[str, int]:
    """The kind of a time, and its instant in attoseconds."""
    if value is None or (isinstance(value, float | date | np.datetime64) and value != value):  # nan, NaT
        raise ValueError(f"{name} is {value}; expected a time for each row: leave out the rows without a time")
    if _is_number(value):
        return NUMBERS, 0
    if isinstance(value, np.datetime64):
        return BARE, _of_numpy(np.asarray([value]), name)[0]
    if isinstance(value, str):
        return _of_text(value, name)
    if isinstance(value, date):
        return _of_date(value, name)
    raise TypeError(
        f"{name} is {check.shown(value)}; expected a number, a date, a datetime, or a string such as {EXAMPLES}"
    )


def _of_text(text: str, name: str) -> tuple[str, int]:
    if text.strip().isdecimal():
        raise ValueError(
            f"{name} is {check.shown(text)}, which could be a date or a number of seconds; "
            f"expected a date written as 2027-03-01, or a number that is no string"
        )
    found = TEXT.fullmatch(text.strip())
    month, day, clock, seconds, fraction, zone = found.groups(default="") if found else ("",) * 6
    try:
        whole = datetime.fromisoformat(f"{month}{day or '-01'}T{clock or '00:00'}{seconds}{zone}")
    except ValueError:
        raise ValueError(
            f"{name} is {check.shown(text)}; expected a date, or a date and a time, such as {EXAMPLES}. "
            f"If your times are written in another way, convert them to datetimes"
        ) from None
    kind, instant = _of_date(whole, name)
    return kind, instant + int(fraction.ljust(18, "0"))


def _of_date(value: date, name: str) -> tuple[str, int]:
    """Of a date, or of a datetime: Python's, or that of pandas, which has nanoseconds and more years."""
    if not 1 <= value.year <= 9999:
        raise _other_year(name, value)
    if not isinstance(value, datetime):
        return BARE, (value - EPOCH.date()).days * 86400 * PARTS["s"]
    offset = value.utcoffset()
    clock = (value.hour, value.minute, value.second, value.microsecond)
    since = datetime(value.year, value.month, value.day, *clock) - EPOCH - (offset or timedelta())
    instant = since // MICROSECOND * PARTS["us"] + getattr(value, "nanosecond", 0) * PARTS["ns"]
    return BARE if offset is None else ZONED, instant


def _of_numpy(dates: NDArray[Any], name: str) -> NDArray[Any]:
    """The attoseconds of NumPy's dates, of any unit."""
    if np.isnat(dates).any():
        raise ValueError(
            f"{name} holds a missing date (NaT); expected a date for each row: leave out the rows without a date"
        )
    fine = dates if np.datetime_data(dates.dtype)[0] in PARTS else dates.astype("M8[s]")
    unit, times = np.datetime_data(fine.dtype)
    instants = fine.astype(np.int64).astype(object) * (times * PARTS[unit])
    since = instants // PARTS["us"]
    outside = (fine.astype(dates.dtype) != dates) | (since < FIRST) | (since > LAST)  # those that are far have wrapped
    if outside.any():
        raise _other_year(name, dates[outside.argmax()])
    return np.asarray(instants)


def _other_year(name: str, value: Any) -> ValueError:
    return ValueError(f"{name} holds {value}; expected years from 1 to 9999: give other times as numbers")

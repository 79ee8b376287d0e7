"""Times of a split: what is a time, in which order times are, and what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bad_input import NAN, assert_raises, bad, bad_type, refused
from evalbook import review
from evalbook.review import Review


def split_at(train: Any, test: Any) -> Review:
    """The review of rows that were known at these times."""
    return review.split(np.zeros((len(train), 1)), np.ones((len(test), 1)), times=(train, test))


def is_later(one: Any, other: Any) -> bool:
    """Whether a training row at one time is found to be later than a test row at the other; the other way it is not."""
    found, turned = (
        "temporal_leakage" in [finding.check for finding in split_at(*pair).findings]
        for pair in ((one, other), (other, one))
    )
    assert not (found and turned)
    return found


HERE = timezone(timedelta(hours=2))
LATER = {
    "numbers": ([2.5], [2]),
    "numbers beyond 64 bits": ([2**70], [5]),
    "decimals": ([Decimal("2.5")], [2]),
    "days": ([date(2027, 3, 2)], [date(2027, 3, 1)]),
    "datetimes": ([datetime(2027, 3, 1, 0, 0, 0, 2)], [datetime(2027, 3, 1, 0, 0, 0, 1)]),
    "a datetime and its day": ([datetime(2027, 3, 1, 1)], [date(2027, 3, 1)]),
    "the first and the last year": ([date(9999, 12, 31)], [date(1, 1, 1)]),
    "the first and the last microsecond": ([datetime.max], [datetime.min]),
    "texts of days": (["2027-03-02"], ["2027-03-01"]),
    "texts of months": (["2027-04"], ["2027-03"]),
    "texts of hours": (["2027-03-01T15"], ["2027-03-01T14"]),
    "texts of minutes": (["2027-03-01T14:31"], ["2027-03-01 14:30"]),
    "texts of nanoseconds": (["2027-03-01T14:30:00.000000002"], ["2027-03-01T14:30:00.000000001"]),
    "texts with blanks": ([" 2027-03-02 "], ["2027-03-01"]),
    "a text and a day": (["2027-03-02"], [date(2027, 3, 1)]),
    "a text and NumPy's day": (np.array(["2027-03-02"], "M8[D]"), ["2027-03-01"]),
    "instants of two zones": (["2027-03-01T14:30+01:00"], ["2027-03-01T15:29+02:00"]),
    "instants of other spellings": (["2027-03-01T14:30Z"], ["2027-03-01T15:29+0100"]),
    "instants of Python": ([datetime(2027, 3, 1, tzinfo=UTC)], [datetime(2027, 3, 1, 1, tzinfo=HERE)]),
    "instants before the first year": ([datetime(1, 1, 1, tzinfo=UTC)], [datetime(1, 1, 1, 1, tzinfo=HERE)]),
    "NumPy's units far apart": (np.array(["9999-12-31"], "M8[D]"), np.array(["2027-03-01"], "M8[ns]")),
    "NumPy's first nanosecond": (np.array([-(2**63) + 1], "M8[ns]"), np.array(["1677-09-21T00:12:43"], "M8[s]")),
    "NumPy's weeks": (np.array(["2027-03-11"], "M8[W]"), np.array(["2027-03-10"], "M8[D]")),
    "NumPy's attoseconds": (np.array([2], "M8[as]"), np.array([1], "M8[as]")),
    "NumPy's ten milliseconds": (np.array([1], "M8[10ms]"), np.array([9], "M8[ms]")),
    "a list of NumPy's units": (
        [np.datetime64("9999-12-31"), np.datetime64(2**60, "ns")],
        [np.datetime64("2001-01-01")],
    ),
    "strings of NumPy": (np.array(["2027-03-02"]), np.array(["2027-03-01"])),
}


@pytest.mark.parametrize(("one", "other"), LATER.values(), ids=LATER)
def test_times_have_the_order_of_their_instants(one, other):
    assert is_later(one, other)


SAME = {
    "a day and its first moment": ([date(2027, 3, 1)], ["2027-03-01T00:00"]),
    "one instant in two zones": (["2027-03-01T14:30+01:00"], ["2027-03-01T15:30+02:00"]),
    "a number and the same": ([1], [1.0]),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_the_same_instant_is_not_later(one, other):
    assert not is_later(one, other)
    assert not is_later(other, one)


def test_times_are_told_as_they_were_handed_in():
    given = (["2027-03-01T14:30+02:00", "2027-03-01T14:30+01:00"], ["2027-03-02T01:00+02:00", "2027-03-02T00:30Z"])
    assert split_at(*given).line.endswith(
        "training ends at 2027-03-01T14:30+01:00, and testing begins at 2027-03-02T01:00+02:00"
    )
    (found,) = [each for each in split_at(*given[::-1]).findings if each.check == "temporal_leakage"]
    assert "later than the first test row (2027-03-01T14:30+02:00)" in found.message


@pytest.mark.filterwarnings("error")
def test_time_zones_do_not_warn():
    instants = [datetime(2027, 3, 1, tzinfo=UTC)] * 3
    assert not is_later(instants, instants)


# ---------------------------------------------------------------- columns of data frames


def test_columns_of_pandas_have_the_order_of_their_instants():
    pandas = pytest.importorskip("pandas")
    hours = pandas.Series(pandas.date_range("2027-03-28", periods=4, freq="h", tz="Europe/Berlin"))
    for column in (hours, hours.dt.tz_localize(None), hours.astype(str), pandas.DatetimeIndex(hours)):
        assert is_later(column[2:], column[:2])
    in_london = hours.dt.tz_convert("Europe/London")
    assert is_later(in_london[2:], hours[:2])
    assert is_later([pandas.Timestamp(2, unit="ns")], [pandas.Timestamp(1, unit="ns")])
    assert is_later([pandas.Timestamp("9999-12-31")], [pandas.Timestamp("0001-01-01")])


def test_what_pandas_has_beyond_dates_is_refused():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match=r"times\[0\]\[0\] holds 12000-01-01 .*; expected years from 1 to 9999"):
        split_at([pandas.Timestamp(np.datetime64("12000-01-01", "s"))], ["2027-03-01"])
    with pytest.raises(ValueError, match=r"times\[0\]\[0\] is NaT; expected a time for each row"):
        split_at([pandas.NaT], ["2027-03-01"])
    with pytest.raises(TypeError, match=r"times\[0\]\[0\] is Period"):
        split_at(pandas.period_range("2027-03", periods=1, freq="M"), ["2027-03-01"])
    with pytest.raises(TypeError, match=r"times\[0\]\[1\] is <NA>"):
        split_at(pandas.Series(["2027-03-01", pandas.NA], dtype=object), ["2027-03-01"])


class Zoned(np.ndarray):
    """As a column of Arrow, whose time zone is part of its type, and which NumPy reads as bare dates."""

    type = SimpleNamespace(tz="UTC")


def test_columns_whose_zone_numpy_drops_have_one():
    dates = np.array(["2027-03-01"], "M8[us]")
    with pytest.raises(ValueError, match="times holds times with a time zone"):
        split_at(dates.view(Zoned), dates)
    assert not is_later(dates.view(Zoned), ["2027-03-01T00:00Z"])


def test_columns_of_polars_keep_their_time_zone():
    polars = pytest.importorskip("polars")
    bare = polars.Series([datetime(2027, 3, 1)])
    with pytest.raises(ValueError, match="times holds times with a time zone"):
        split_at(bare.dt.replace_time_zone("Europe/Berlin"), bare)
    assert is_later(bare.dt.replace_time_zone("UTC"), bare.dt.replace_time_zone("Europe/Berlin"))


# ---------------------------------------------------------------- what is no time

ISO = ["2027-03-01", "2027-03-01T14:30", "2027-03-01T14:30+02:00"]


def no_time(what: str, text: str) -> Any:
    return bad(what, [[1], [2]], [[3]], times=([ISO[0], text], [ISO[0]]), words=[f"times[0][1] is {text!r}", *ISO])


def of_one(what: str, train: Any, test: Any = (1,), **options: Any) -> Any:
    return bad(what, np.zeros((len(train), 1)), [[1]], times=(train, test), **options)


BAD = {
    review.split: [
        *(
            of_one(f"digits alone: {text}", ["2027-03-01", text], words=f"times[0][1] is {text!r}, which could be")
            for text in ("20270301", "5", "2027", "1483228800", " 20270301 ")
        ),
        *(no_time(f"a word: {text}", text) for text in ("now", "today", "NaT", "soon", "")),
        *(no_time(f"another order: {text}", text) for text in ("01.03.2027", "03/01/2027", "1 Mar 2027")),
        *(no_time(f"no day: {text}", text) for text in ("2027-13-01", "2027-02-30", "0000-01-01", "-2027-03-01")),
        *(
            no_time(f"no clock: {text}", text)
            for text in ("2027-03-01T25:00", "2027-03-01T1430", "2027-03-01T14:30:60")
        ),
        *(no_time(f"no zone: {text}", text) for text in ("2027-03-01T14:30 CET", "2027-03-01+02:00")),
        no_time("other digits", "２０２７-03-01"),
        no_time("a week", "2027-W09-1"),
        of_one("no value", ["2027-03-01", None], words="times[0][1] is None; expected a time for each row"),
        of_one("nan among texts", np.array(["2027-03-01", NAN], object), words="times[0][1] is nan; expected a time"),
        of_one("NumPy's NaT", np.array(["NaT"], "M8[D]"), words="times[0] holds a missing date (NaT)"),
        of_one("NaT in a list", [np.datetime64("NaT"), 1], words="times[0][0] is NaT"),
        of_one("before the first year", np.array(["0000-12-31"], "M8[D]"), words="holds 0000-12-31; expected years"),
        *(of_one(f"a year that wraps, {unit}", np.array([2**62], f"M8[{unit}]"), words="years") for unit in "YMWDhms"),
        *(of_one(f"a far year, {unit}", np.array([2**62], f"M8[{unit}]"), words="years") for unit in ("ms", "us")),
        of_one(
            "a zone beside none",
            [datetime(2027, 3, 1, tzinfo=UTC)],
            ["2027-03-01"],
            words=["a time zone (times[0][0] is 2027-03-01 00:00:00+00:00)", "(times[1][0] is 2027-03-01)", ISO[2]],
        ),
        of_one(
            "a zone beside none in one part", ["2027-03-01T14:30Z", date(2027, 3, 1)], ISO[2:], words="without a time"
        ),
        bad_type("numbers beside dates", [[1]], [[2]], times=([1], ISO[:1]), words="numbers (times[0][0] is 1)"),
        bad_type("a number among texts", [[1], [2]], [[3]], times=([ISO[0], 5], ISO[:1]), words="times[0][1] is 5"),
        bad_type("bytes", [[1]], [[2]], times=([b"2027-03-01"], [1]), words="times[0] holds bytes"),
        bad_type("spans", [[1]], [[2]], times=(np.array([1], "m8[s]"), [1]), words="timedelta64"),
        bad_type("clocks", [[1]], [[2]], times=([datetime.min.time()], [1]), words=["times[0][0] is", *ISO]),
    ],
}


@refused(BAD)
def test_what_is_no_time_is_refused(function, row):
    assert_raises(function, row)


def test_dates_in_compact_digits_are_refused_in_either_order():
    compact = (["20161230", "20161231"], ["20170101", "20170102"])
    for pair in (compact, compact[::-1]):
        with pytest.raises(ValueError, match="could be a date or a number of seconds; expected a date written as 2027"):
            split_at(*pair)

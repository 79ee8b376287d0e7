"""Bad input, in tables: some functions against some ways to get them wrong.

What every function refuses is tried in `test_input.py` and `test_bad_input.py`. A table is a list of rows ``(what is
wrong, arguments, keyword arguments, error, words of its message)``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from evalbook import UndefinedMetricWarning


class Bad(NamedTuple):
    """One wrong call and the error it must raise; `words` must stand in the message."""

    what: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    error: type[Exception]
    words: tuple[str, ...]


def bad(
    what: str, *args: Any, error: type[Exception] = ValueError, words: str | Sequence[str] = (), **kwargs: Any
) -> Bad:
    return Bad(what, args, kwargs, error, (words,) if isinstance(words, str) else tuple(words))


def bad_type(what: str, *args: Any, **options: Any) -> Bad:
    return bad(what, *args, error=TypeError, **options)


def refused(tables: dict[Any, Iterable[Bad]]) -> pytest.MarkDecorator:
    """Run a test, as ``function`` and ``row``, for every row of the table of one function, or of several."""
    cells = [
        pytest.param(function, row, id=f"{function.__name__}-{row.what}")
        for functions, rows in tables.items()
        for function in (functions if isinstance(functions, tuple) else [functions])
        for row in rows
    ]
    return pytest.mark.parametrize(("function", "row"), cells)


def raises_each(functions: Iterable[Callable[..., Any]], rows: Iterable[Bad]) -> pytest.MarkDecorator:
    """The same for the table of some functions alone."""
    return refused({tuple(functions): list(rows)})


def assert_raises(function: Callable[..., Any], row: Bad) -> None:
    """The call raises exactly the documented error, names what is wrong, and warns of nothing on the way."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(row.error) as caught:
            function(*row.args, **row.kwargs)
    assert type(caught.value) is row.error
    for word in row.words:
        assert word in str(caught.value)


@contextmanager
def undefined(words: str = "") -> Iterator[None]:
    """One warning that something is undefined, which points to the test that called."""
    with pytest.warns(UndefinedMetricWarning, match=words) as caught:
        yield
    assert [Path(warning.filename).stem[:5] for warning in caught] == ["test_"]


NAN, INF = float("nan"), float("inf")

OF_TWO_TYPES = bad_type("strings and numbers", [0, 1], ["0", "1"], words=["y_true holds", "y_pred strings"])
# Truth and prediction are labels.
BAD_LABELS = [
    bad("two dimensions", [[0, 1]], [0, 1], words="y_true has shape (1, 2)"),
    bad("ragged", [0, 1], [[0], [0, 1]], words="y_pred is ragged"),
    bad("scores for labels", [0, 1], [0.2, 0.7], words=["y_pred holds 0.2", "threshold"]),
    OF_TWO_TYPES,
    bad_type("a mixed list", ["a", 1], ["a", "b"], words="y_true mixes strings with int"),
    bad("labels beyond 64 bits together", [-1, 0], np.array([0, 2**63], np.uint64), words="below 0 and above 2**63"),
]
# Truth is labels, the score numbers.
BAD_SCORES = [
    bad("two dimensions", [0, 1], [[0.1, 0.9], [0.2, 0.8]], words="y_score has shape (2, 2)"),
    bad_type("strings for scores", [0, 1], ["low", "high"], words=["y_score holds strings", "numbers"]),
    bad("three classes", [0, 1, 2], [0.1, 0.2, 0.3], words=["0, 1, 2", "two classes"]),
]
# Two classes of which one is positive; the second argument suits labels and scores alike.
BAD_POSITIVE = [
    bad("labels 1 and 2 without pos_label", [1, 2], [1, 2], words=["pos_label is None", "1, 2"]),
    bad("labels 0 and -1 without pos_label", [0, -1], [0, -1], words=["pos_label is None", "-1, 0"]),
    bad("unknown pos_label", [0, 1], [0, 1], pos_label=2, words=["pos_label=2", "0, 1"]),
    bad("pos_label of another type", [0, 1], [0, 1], pos_label="1", words=["pos_label='1'", "0, 1"]),
    bad_type("a list as pos_label", [0, 1], [0, 1], pos_label=[1], words="pos_label is a list"),
]

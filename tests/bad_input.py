"""Bad input, in tables: each function against each way to get it wrong.

A table is a list of rows ``(what is wrong, arguments, keyword arguments, error, words of its message)``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import pytest


class Bad(NamedTuple):
    """One wrong call and the error it must raise; `words` must stand in the message."""

    what: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    error: type[Exception]
    words: tuple[str, ...]


def bad(what: str, *args: Any, error: type[Exception] = ValueError, words: Iterable[str] = (), **kwargs: Any) -> Bad:
    return Bad(what, args, kwargs, error, tuple(words))


def raises_each(functions: Iterable[Callable[..., Any]], table: Iterable[Bad]) -> pytest.MarkDecorator:
    """Run a test for every function and every row of the table, as ``function`` and ``row``."""
    rows = list(table)
    cells = [(function, row) for function in functions for row in rows]
    return pytest.mark.parametrize(
        ("function", "row"), [pytest.param(*cell, id=f"{cell[0].__name__}-{cell[1].what}") for cell in cells]
    )


def assert_raises(function: Callable[..., Any], row: Bad) -> None:
    """The call raises exactly the documented error, names what is wrong, and warns of nothing on the way."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(row.error) as caught:
            function(*row.args, **row.kwargs)
    assert type(caught.value) is row.error
    for word in row.words:
        assert word in str(caught.value)


NAN, INF = float("nan"), float("inf")

# Truth and prediction are labels.
BAD_LABELS = [
    bad("empty", [], [], words=["y_true is empty"]),
    bad("different lengths", [0, 1], [0, 1, 1], words=["y_true has 2", "y_pred has 3"]),
    bad("no sequence", 1, [0, 1], error=TypeError, words=["y_true is a single int"]),
    bad("a string", "0110", [0, 1], error=TypeError, words=["y_true is a single str"]),
    bad("None", [0, 1], None, error=TypeError, words=["y_pred is a single NoneType"]),
    bad("two dimensions", [[0, 1]], [0, 1], words=["y_true has shape (1, 2)"]),
    bad("ragged", [0, 1], [[0], [0, 1]], words=["y_pred is ragged"]),
    bad("nan", [0, 1], [0, NAN], words=["y_pred[1] is nan"]),
    bad("inf", [0, INF], [0, 1], words=["y_true[1] is inf"]),
    bad("scores for labels", [0, 1], [0.2, 0.7], words=["y_pred holds 0.2", "threshold"]),
    bad("masked", np.ma.array([0, 1], mask=[True, False]), [0, 1], words=["y_true has masked values"]),
    bad("None among labels", [0, None], [0, 1], error=TypeError, words=["y_true holds objects", "NoneType"]),
    bad("strings and numbers", [0, 1], ["0", "1"], error=TypeError, words=["y_true holds", "y_pred strings"]),
    bad("a mixed list", ["a", 1], ["a", "b"], error=TypeError, words=["y_true mixes strings with int"]),
    bad("labels beyond 64 bits together", [-1, 0], np.array([0, 2**63], np.uint64), words=["below 0 and above 2**63"]),
    bad("complex", [0, 1j], [0, 1], error=TypeError, words=["y_true holds values of type complex"]),
]
# Truth is labels, the score numbers.
BAD_SCORES = [
    bad("empty", [], [], words=["y_true is empty"]),
    bad("different lengths", [0, 1], [0.1, 0.2, 0.3], words=["y_true has 2", "y_score has 3"]),
    bad("no sequence", [0, 1], 0.5, error=TypeError, words=["y_score is a single float"]),
    bad("two dimensions", [0, 1], [[0.1, 0.9], [0.2, 0.8]], words=["y_score has shape (2, 2)"]),
    bad("nan", [0, 1], [0.1, NAN], words=["y_score[1] is nan"]),
    bad("inf", [0, 1], [INF, 0.1], words=["y_score[0] is inf"]),
    bad("strings for scores", [0, 1], ["low", "high"], error=TypeError, words=["y_score holds strings", "numbers"]),
    bad("masked", [0, 1], np.ma.array([0.1, 0.2], mask=[False, True]), words=["y_score has masked values"]),
    bad("None among scores", [0, 1], [0.5, None], error=TypeError, words=["y_score holds objects"]),
    bad("three classes", [0, 1, 2], [0.1, 0.2, 0.3], words=["0, 1, 2", "two classes"]),
]
# Two classes of which one is positive; the second argument suits labels and scores alike.
BAD_POSITIVE = [
    bad("labels 1 and 2 without pos_label", [1, 2], [1, 2], words=["pos_label is None", "1, 2"]),
    bad("labels 0 and -1 without pos_label", [0, -1], [0, -1], words=["pos_label is None", "-1, 0"]),
    bad("unknown pos_label", [0, 1], [0, 1], pos_label=2, words=["pos_label=2", "0, 1"]),
    bad("pos_label of another type", [0, 1], [0, 1], pos_label="1", words=["pos_label='1'", "0, 1"]),
    bad("a list as pos_label", [0, 1], [0, 1], pos_label=[1], error=TypeError, words=["pos_label is a list"]),
]
BAD_WEIGHTS = [
    bad("negative weight", [0, 1], [0, 1], sample_weight=[1, -1], words=["sample_weight holds -1"]),
    bad("all-zero weights", [0, 1], [0, 1], sample_weight=[0, 0], words=["sample_weight is 0 everywhere"]),
    bad("nan weight", [0, 1], [0, 1], sample_weight=[1, NAN], words=["sample_weight[1] is nan"]),
    bad("too few weights", [0, 1], [0, 1], sample_weight=[1], words=["sample_weight has 1"]),
    bad("weights in a matrix", [0, 1], [0, 1], sample_weight=[[1, 1]], words=["sample_weight has shape (1, 2)"]),
    bad("strings as weights", [0, 1], [0, 1], sample_weight=["a", "b"], error=TypeError, words=["sample_weight holds"]),
    bad("weights beyond a float", [0, 1], [0, 1], sample_weight=[1e308, 1e308], words=["sample_weight adds up"]),
]
BAD_ZERO_DIVISION = [
    bad("unknown zero_division", [0, 1], [0, 1], zero_division="zero", words=["zero_division is 'zero'"]),
    bad("None as zero_division", [0, 1], [0, 1], zero_division=None, words=["zero_division is None"]),
]

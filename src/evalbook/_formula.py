"""The formula that a metric is, on the metric itself.

A metric that adds something up over the samples, and works out the rest from these sums, bears its formula as the
attribute ``formula``: a decorator puts it there (:func:`on`, and those of the parts, such as ``of_counts``). Who draws
the samples again, thousands of times, then needs no call of the metric: a round is one weighted sum. A metric that is
no such formula says why (:class:`NoFormula`).

A formula counts only for the function that it was put on. A wrapper of a metric is another function, which may clip,
negate or round what it hands on; yet ``functools.wraps`` copies all attributes onto it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook._tally import Rows
from evalbook._undefined import ZeroDivision, ratio

Scorer: TypeAlias = Callable[[NDArray[Any]], FloatArray]
"""Takes how often each sample is in each round, of shape (rounds, n), and returns the metric of each round."""


class Formula:
    """What a metric is over sums."""

    of_labels: ClassVar[bool] = False
    """Whether samples with the same labels are the same, so that there are few different ones."""

    def rounds(self, *arrays: Any, **options: Any) -> Scorer | None:
        """What scores rounds of these samples; None where it is the metric itself, which is called."""
        return None


@dataclass(frozen=True)
class NoFormula(Formula):
    """Why a metric is no formula over sums, and whether rounds of it are worth a call."""

    why: str
    drawn: bool = True


F = TypeVar("F", bound=Callable[..., Any])


def on(formula: Formula) -> Callable[[F], F]:
    """The decorator that puts a formula on a metric: the outermost, because what is put around it bears none."""

    def put(metric: F) -> F:
        metric.formula, metric.bearer = formula, metric  # type: ignore[attr-defined]
        return metric

    return put


def formula_of(metric: Callable[..., Any]) -> Any:
    """The formula of a metric; None of a function that bears none, such as a wrapper with a copy of it."""
    return metric.formula if callable(metric) and getattr(metric, "bearer", None) is metric else None


def filled(values: FloatArray, zero_division: ZeroDivision) -> FloatArray:
    """The values of rounds, with a number of `zero_division` where they are undefined."""
    number = math.nan if zero_division == "warn" else float(zero_division)
    return values if math.isnan(number) else np.where(np.isnan(values), number, values)


# ---------------------------------------------------------------- sums over the samples


def sums_of(columns: Sequence[FloatArray], weight: FloatArray | None) -> Callable[[NDArray[Any]], list[FloatArray]]:
    """What makes, of how often each sample is in each round, the mean of each column: of shape (rounds, …).

    A round that weighs nothing has no mean: nan. Neither has one with a sample whose value is nan; one with an infinite
    value has an infinite mean.
    """
    shapes = [column.shape[1:] for column in columns]
    table = np.column_stack([column.reshape(len(column), -1) for column in columns])
    each = np.ones(len(table)) if weight is None else weight
    odd = [(value, at) for value, at in ((math.inf, np.isinf(table)), (math.nan, np.isnan(table))) if at.any()]
    finite = np.where(np.isfinite(table), table, 0.0)  # because 0 times infinity is nan
    summed = np.column_stack([finite, np.ones(len(table))]) * each[:, np.newaxis]
    splits = np.cumsum([math.prod(shape) for shape in shapes])[:-1]

    def means(times: NDArray[Any]) -> list[FloatArray]:
        sums = times @ summed
        found = ratio(sums[:, :-1], np.broadcast_to(sums[:, -1:], (len(sums), table.shape[1])))
        for value, at in odd:
            found = np.where((times * each > 0) @ at.astype(np.float64) > 0, value, found)
        parts = np.split(found, splits, axis=1)
        return [part.reshape(-1, *shape) for part, shape in zip(parts, shapes, strict=True)]

    return means


@dataclass(frozen=True)
class OfSums(Formula):
    """A metric that follows from means over the samples: `means` takes its arrays and options, and returns what each
    sample adds, column by column, and what is made of the means."""

    means: Callable[..., tuple[Sequence[FloatArray], Callable[..., FloatArray]]]

    def rounds(self, *arrays: Any, **options: Any) -> Scorer:
        """What scores rounds."""
        columns, then = self.means(*arrays, **options)
        means_of = sums_of(columns, None)
        return lambda times: np.asarray(then(*means_of(times)))


@dataclass(frozen=True)
class OfTallies(Formula):
    """A metric that is a formula over a tally: `rows` counts the samples, `score` takes the tally of a round.

    Both are given all options of the metric, by name.
    """

    rows: Callable[..., Rows[Any]]
    score: Callable[..., float]

    def rounds(self, *arrays: Any, **options: Any) -> Scorer:
        """What scores rounds."""
        rows = self.rows(*arrays, **options)
        return lambda times: np.array([self.score(tally, **options) for tally in rows._weighted(times)])

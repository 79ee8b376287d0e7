"""What adds: a tally of what happened, over which a metric is a formula.

Counting the parts of a test set and adding is the same as counting the whole. That is why a test set may be scored in
pieces, and why resampling it (a bootstrap) is a weighted sum of the tallies of its samples, its :class:`Rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._record import Record

EXACT = 2**53
"""Up to here floats hold every whole number; larger counts are kept as floats, so that no sum wraps around."""


class Tally(Record):
    """Base of all that adds: ``a + b``, ``sum(tallies)``, equality by value, pickling.

    What a user hands in is checked by the dataclass itself, in ``__post_init__``. What the package has just counted,
    and what ``+`` returns, is not checked again: :meth:`_made` makes it.
    """

    __slots__ = ()

    @classmethod
    def _made(cls, *parts: Any) -> Self:
        """A tally of parts that need no check, in the order of the fields."""
        tally = object.__new__(cls)
        for name, part in zip(cls.__match_args__, parts, strict=True):
            object.__setattr__(tally, name, wide(part))
        return tally

    def __add__(self, other: Self) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        self._require_same_kind(other)
        return self._plus(other)

    def __radd__(self, other: Any) -> Self:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # so that sum() can start at 0

    def _require_same_kind(self, other: Self) -> None:
        """Raise where the two count different things: over other thresholds, other bins, other orders."""

    def _plus(self, other: Self) -> Self:
        """The sum. By default every part adds that is not of the kind."""
        return self._made(
            *(
                getattr(self, name) if name in self._KIND else added(getattr(self, name), getattr(other, name))
                for name in self.__match_args__
            )
        )

    _KIND: ClassVar[tuple[str, ...]] = ()
    """The parts that do not add, and that two tallies share."""

    # How it is drawn again

    def _cells(self) -> tuple[NDArray[Any], Callable[[NDArray[Any]], Self]]:
        """How many samples are in each cell, and what makes a tally of such counts: for tallies that only count."""
        raise TypeError(
            f"{type(self).__name__} holds sums, which say nothing about single samples; hand in the rows of the "
            f"samples, or a list of tallies of parts that were drawn as a whole, such as one for each user"
        )

    def _columns(self, whole: Self) -> Any:
        """The sums of this part as one row: of tallies that add up to `whole`, these rows add up to its row."""
        parts = (getattr(self, name) for name in self.__match_args__ if name not in self._KIND)
        return np.concatenate([np.ravel(part) for part in parts])

    def _rows_of(self, table: NDArray[Any]) -> Rows[Self]:
        """The rows of parts that add up to this tally."""
        return Rows(table, self._of_columns)

    def _of_columns(self, row: NDArray[Any]) -> Self:
        """A tally of this kind, of such a row."""
        parts = {name: getattr(self, name) for name in self.__match_args__}
        adding = {name: part for name, part in parts.items() if name not in self._KIND}
        sums = np.split(row, np.cumsum([np.size(part) for part in adding.values()])[:-1])
        for (name, part), found in zip(adding.items(), sums, strict=True):
            parts[name] = (
                tuple(found.tolist()) if isinstance(part, tuple) else check.plain(found.reshape(np.shape(part)))
            )
        return self._made(*parts.values())


def wide(count: Any) -> Any:
    """Counts in 64 bits: a NumPy of 32 bits, or before 2.0 on Windows, adds up to 32."""
    narrow = isinstance(count, np.ndarray) and count.dtype.kind in "biu" and count.dtype.itemsize < 8
    return count.astype(np.int64) if narrow else count


def added(one: Any, other: Any) -> Any:
    """The sum of two counts, or arrays or tuples of counts, of at most 2**53 or floats: it never wraps around."""
    return tuple(map(added, one, other)) if isinstance(one, tuple) else within_64_bits(one + other)


def added_up(counts: NDArray[Any], axis: int | None = None) -> Any:
    """The sum of an array of counts along an axis: a Python number, or an array; it never wraps around."""
    if counts.dtype.kind == "f":
        return check.plain(counts.sum(axis=axis))
    total = np.add.reduce(counts, axis=axis, dtype=np.int64)
    if not counts.size or int(counts.item(counts.argmax())) * counts.size <= EXACT:
        return check.plain(total)
    rough = counts.sum(axis=axis, dtype=np.float64)
    return check.plain(rough) if np.max(rough) > EXACT else check.plain(total)


def within_64_bits(counts: Any) -> Any:
    """Counts beyond 2**53 as floats, whether one number or an array."""
    if isinstance(counts, np.ndarray):
        beyond = counts.dtype.kind == "i" and counts.max(initial=0) > EXACT
        return counts.astype(np.float64) if beyond else counts
    return float(counts) if isinstance(counts, int) and counts > EXACT else counts


def weighs_nothing(weight: ArrayLike) -> bool:
    """Whether all weights are 0: of a whole test set that is an error, of a part it only says that nothing is added."""
    return bool((np.asarray(weight) == 0).all())


T = TypeVar("T", bound=Tally)


class Rows(Generic[T]):
    """The tallies of single samples (or queries, or sentences) as the rows of a table.

    Any weighted sum of the rows is a tally again. Two sets of rows are equal if their tables are equal and make the
    same tallies. They have no hash.

    Parameters
    ----------
    table : ndarray of shape (n, columns)
        What each sample adds, column by column.
    build : callable
        Makes a tally from one row of sums.
    """

    __slots__ = ("_build", "table")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, table: NDArray[Any], build: Callable[[NDArray[Any]], T]) -> None:
        self.table = table
        self._build = build

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or len(other) != len(self):
            return NotImplemented
        return self._is_alike(other) and not self._differ(other).any()

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, index: Any) -> T | Rows[T]:
        """The tally of one sample, or the rows of a slice or of an array of indices."""
        row = self.table[index]
        return self._build(row) if row.ndim == 1 else type(self)(row, self._build)

    def __repr__(self) -> str:
        return f"<{len(self)} rows that sum to {self.sum()!r}>"

    def sum(self) -> T:
        """The tally of all samples."""
        return self._build(self.table.sum(axis=0))

    def weighted(self, weights: ArrayLike) -> T | list[T]:
        """The tally of all samples, each counted as often as its weight says.

        Weights of shape (rounds, n) give a list with one tally per round.
        """
        weights = check.table(weights, "weights")
        if weights.ndim > 2 or weights.shape[-1] != len(self):
            raise ValueError(f"weights has shape {weights.shape}; expected ({len(self)},) or (rounds, {len(self)})")
        check.require_size(weights, "weights")
        if weights.min(initial=0) < 0:
            raise ValueError(f"weights holds {weights.min():g}; expected numbers of at least 0")
        found = self._weighted(np.atleast_2d(weights))
        return found[0] if weights.ndim == 1 else found

    def _weighted(self, times: NDArray[Any]) -> list[T]:
        """The tally of each round, which has a row in `times`; whole numbers stay whole."""
        sums = self._sums(times.astype(np.float64))  # floats, because only they are multiplied fast
        whole = times.dtype.kind in "biu" and self._is_whole
        sums = np.rint(sums).astype(np.int64) if whole and np.max(sums, initial=0) <= EXACT else sums
        return [self._build(row) for row in sums]

    def _sums(self, times: NDArray[np.float64]) -> NDArray[Any]:
        """The row of sums of each round."""
        return np.asarray(times @ self.table)

    def _count(self) -> NDArray[np.bool_]:
        """Which rows add anything: rounds of others weigh nothing."""
        return np.asarray(self.table.any(axis=1))

    # Two sets of rows side by side

    def _is_alike(self, other: Rows[T]) -> bool:
        """Whether both make the same of a row: they count over the same labels, edges, options."""
        row = self._sums(np.ones((1, len(self))))[0]
        return row.shape == other._sums(np.ones((1, len(other))))[0].shape and self._build(row) == other._build(row)

    def _differ(self, other: Rows[T]) -> NDArray[np.bool_]:
        """Which rows are not the same in both."""
        return np.asarray((self.table != other.table).any(axis=1))

    def _before(self, other: Rows[T]) -> Rows[T]:
        """These rows, then those of the other."""
        return type(self)(np.concatenate([self.table, other.table]), self._build)

    @property
    def _is_whole(self) -> bool:
        return self.table.dtype.kind in "biu"


class CellRows(Rows[T]):
    """Rows of samples that each fall into one of a few cells: its number stands for a row of zeros and a one.

    Parameters
    ----------
    cells : ndarray of shape (n,)
        The cell that each sample falls into.
    columns : int
        How many cells there are.
    build : callable
        Makes a tally of one row of sums.
    weight : ndarray of shape (n,), optional
        What each sample adds to its cell; by default 1.
    """

    __slots__ = ("_cells", "_columns", "_weight")

    def __init__(
        self,
        cells: NDArray[np.intp],
        columns: int,
        build: Callable[[NDArray[Any]], T],
        weight: NDArray[np.float64] | None = None,
    ) -> None:
        self._cells, self._columns, self._build = cells, columns, build
        self._weight = None if weight is None else weight.copy()

    def __reduce__(self) -> Any:  # so that pickling does not write out the table
        return CellRows, (self._cells, self._columns, self._build, self._weight)

    @property
    def table(self) -> NDArray[Any]:  # type: ignore[override]
        """The rows written out, which takes n times as much memory as a tally."""
        each = np.ones(len(self), dtype=np.int64) if self._weight is None else self._weight
        table = np.zeros((len(self), self._columns), dtype=each.dtype)
        table[np.arange(len(self)), self._cells] = each
        return table

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, index: Any) -> T | Rows[T]:
        if self._cells[index].ndim == 0:
            return cast("CellRows[T]", self[[index]]).sum()
        weight = None if self._weight is None else self._weight[index]
        return CellRows(self._cells[index], self._columns, self._build, weight)

    def sum(self) -> T:
        return self._build(np.bincount(self._cells, self._weight, minlength=self._columns))

    def _sums(self, times: NDArray[np.float64]) -> NDArray[Any]:
        times = times if self._weight is None else times * self._weight
        return np.array([np.bincount(self._cells, each, minlength=self._columns) for each in times])

    def _count(self) -> NDArray[np.bool_]:
        return np.ones(len(self), dtype=np.bool_) if self._weight is None else self._weight > 0

    def _differ(self, other: Rows[T]) -> NDArray[np.bool_]:
        one, two = self._parts(), cast("CellRows[T]", other)._parts()
        return np.asarray((one != two).any(axis=0))

    def _before(self, other: Rows[T]) -> Rows[T]:
        cells, each = np.concatenate([self._parts(), cast("CellRows[T]", other)._parts()], axis=1)
        return CellRows(cells.astype(np.intp), self._columns, self._build, each)

    def _parts(self) -> NDArray[np.float64]:
        """The cell of each row, and what it adds there."""
        each = np.ones(len(self)) if self._weight is None else self._weight
        return np.stack([self._cells, each])

    @property
    def _is_whole(self) -> bool:
        return self._weight is None


MOST_DRAWN = 2**62
"""The largest mean of a Poisson distribution that NumPy draws from, about."""


class TallyCells(CellRows[T]):
    """Rows of the kinds of samples that a finished tally has counted, one a cell that holds some of them.

    `copies` says how many samples are of each kind.
    """

    __slots__ = ("_counts", "copies")

    def __init__(self, tally: T) -> None:
        self._counts, build = tally._cells()
        if _are_weights(self._counts) or self._counts.max(initial=0) > MOST_DRAWN:
            raise ValueError(
                "the tally holds sums of weights (floats), which do not say how many samples there are, or counts "
                "beyond 2^62; hand in the rows of the samples, or, if the floats are counts, a tally of integers"
            )
        some = np.flatnonzero(self._counts)
        super().__init__(some, len(self._counts), build)
        self.copies = self._counts[some]

    def sum(self) -> T:
        return self._build(self._counts)


def _are_weights(counts: NDArray[Any]) -> bool:
    """Whether these are sums of weights, which are floats even if they are whole; counts are only beyond 2**53."""
    return counts.dtype.kind == "f" and bool(counts.max(initial=0) <= EXACT or (counts != np.rint(counts)).any())


def stacked(tallies: Sequence[T]) -> Rows[T]:
    """The tallies of parts, such as one a user, as rows: any weighted sum of them is a tally again."""
    whole: T = sum(tallies[1:], start=tallies[0])
    return whole._rows_of(np.stack([part._columns(whole) for part in tallies]))

"""The tally of battles: how often each model won, lost and tied, by which of the two was shown first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._tally import CellRows, Rows, Tally, added, added_up


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BattleTally(Tally):
    """The tally of battles: how often each model won, lost and tied when it was shown first.

    Tallies add (``a + b``, ``sum(list_of_tallies)``), and the sum has the models of both. :func:`bradley_terry` needs
    no more than the sum, so a million battles take as long as a hundred.

    Parameters
    ----------
    wins : array_like of shape (k, k)
        ``wins[i, j]`` is how often ``models[i]``, shown first, won against ``models[j]``. The diagonal is 0.
    losses : array_like of shape (k, k)
        How often ``models[i]``, shown first, lost against ``models[j]``.
    ties : array_like of shape (k, k)
        How often the two tied, with ``models[i]`` shown first.
    models : sequence of length k
        The models, which all differ.

    See Also
    --------
    bradley_terry : the strengths of the models
    elo : ratings that follow the order of the battles

    Notes
    -----
    1. The tally does not keep the order of the battles, which :func:`elo` needs.
    2. Sums beyond 2⁵³ are floats, so they never wrap around.
    3. The sum of no tallies, ``sum([])``, is the number 0, as always in Python.

    Examples
    --------
    >>> from evalbook.generation import BattleTally
    >>> one = BattleTally.from_arrays(["a", "b", "a"], ["b", "a", "b"], [1, 0.5, 0])
    >>> two = BattleTally.from_arrays(["c"], ["a"], [1])
    >>> one + two
    <BattleTally of 4 battles between 3 models: 'a', 'b', 'c'>
    >>> (one + two).table
    array([[0. , 1.5, 0. ],
           [1.5, 0. , 0. ],
           [1. , 0. , 0. ]])
    """

    wins: NDArray[Any]
    losses: NDArray[Any]
    ties: NDArray[Any]
    models: tuple[Any, ...]

    def __post_init__(self) -> None:
        given = {"wins": self.wins, "losses": self.losses, "ties": self.ties}
        counts = {name: check.wins_table(table, name) for name, table in given.items()}
        shape = counts["wins"].shape
        for name, table in counts.items():
            if table.shape != shape:
                raise ValueError(f"{name} has shape {table.shape} and wins {shape}; expected the same shape in all")
            object.__setattr__(self, name, table)
        models = check.model_names(check.classes(self.models, "models"), len(counts["wins"]), **given)
        object.__setattr__(self, "models", tuple(models))

    @classmethod
    def from_arrays(
        cls, first: ArrayLike, second: ArrayLike, outcome: ArrayLike, *, models: Sequence[Any] | None = None
    ) -> BattleTally:
        """Count battles.

        Parameters
        ----------
        first, second : array_like of shape (n,)
            The model whose answer was shown first, and the other one: strings or integers.
        outcome : array_like of shape (n,)
            1 if the first won, 0.5 for a tie, 0 if the second won.
        models : sequence, optional
            The models and their order. By default these are all models that occur, sorted.
        """
        return cls.rows(first, second, outcome, models=models).sum()

    @classmethod
    def rows(
        cls, first: ArrayLike, second: ArrayLike, outcome: ArrayLike, *, models: Sequence[Any] | None = None
    ) -> Rows[BattleTally]:
        """Count each battle by itself, to draw the battles again; ``.sum()`` is the tally of all.

        Parameters
        ----------
        first, second : array_like of shape (n,)
            The model whose answer was shown first, and the other one: strings or integers.
        outcome : array_like of shape (n,)
            1 if the first won, 0.5 for a tie, 0 if the second won.
        models : sequence, optional
            The models and their order. By default these are all models that occur, sorted.
        """
        one, two, result = check.battles(first, second, outcome)
        found = None if models is None else check.classes(models, "models", beside=one[:1].tolist())
        names, (place_one, place_two) = _places(one, two, found)
        kind = np.array([1, 2, 0])[(2 * result).astype(np.intp)]  # a loss, a tie, a win
        cells = (kind * len(names) + place_one) * len(names) + place_two
        return CellRows(cells, 3 * len(names) ** 2, partial(_of_cells, tuple(names)))

    @property
    def table(self) -> FloatArray:
        """How often each model (row) beat each other one (column), in either place; a tie is half a win for both."""
        return np.asarray(self.wins + self.losses.T + (self.ties + self.ties.T) / 2, dtype=np.float64)

    @property
    def total(self) -> Any:
        """The number of all battles."""
        return added_up(self._counts)

    @property
    def _counts(self) -> NDArray[Any]:
        return np.stack([self.wins, self.losses, self.ties])

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self.models[:8])) + (", …" if len(self.models) > 8 else "")
        return f"<BattleTally of {self.total:,} battles between {len(self.models)} models: {shown}>"

    # A tally: it adds

    def _plus(self, other: Self) -> Self:
        models = self.models
        if models != other.models:
            models = tuple(check.in_order({*models, *other.models}))
        return self._made(*added(self._spread(models), other._spread(models)), models)

    def _cells(self) -> tuple[NDArray[Any], Callable[[NDArray[Any]], BattleTally]]:
        return self._counts.ravel(), partial(_of_cells, self.models)

    def _columns(self, whole: Self) -> NDArray[Any]:
        return self._spread(whole.models).ravel()

    def _of_columns(self, row: NDArray[Any]) -> BattleTally:
        return _of_cells(self.models, row)

    def _spread(self, models: tuple[Any, ...]) -> NDArray[Any]:
        """The counts in the rows and columns of a longer list of models."""
        if self.models == models:
            return self._counts
        place_of = {model: place for place, model in enumerate(models)}
        places = np.array([place_of[model] for model in self.models])
        spread = np.zeros((3, len(models), len(models)), dtype=self._counts.dtype)
        spread[:, places[:, np.newaxis], places] = self._counts
        return spread


def _of_cells(models: tuple[Any, ...], cells: NDArray[Any]) -> BattleTally:
    return BattleTally._made(*cells.reshape(3, len(models), len(models)), models)


def _places(
    one: NDArray[Any], two: NDArray[Any], models: list[Any] | None
) -> tuple[list[Any], tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """The models, and where among them stand those of each battle."""
    columns = one.tolist(), two.tolist()
    found = set(columns[0]).union(columns[1])
    names = check.in_order(found) if models is None else models
    unknown = check.in_order(found.difference(names))
    if unknown:
        raise ValueError(
            f"models lacks {check.shown(unknown[0])}, which is in first or second; expected all models that met"
        )
    place_of = {model: place for place, model in enumerate(names)}
    first, second = (np.fromiter(map(place_of.__getitem__, column), np.intp, len(column)) for column in columns)
    return names, (first, second)

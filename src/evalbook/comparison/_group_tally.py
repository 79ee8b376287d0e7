"""One tally a group: what is needed to draw users, patients or days when the samples lie in many places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._tally import Tally
from evalbook.comparison._metric import require_takes


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GroupTally(Tally):
    """One tally for each group of samples, such as each user or each patient.

    Tallies add (``a + b``): if a group occurs in several parts of a test set, its tallies are added.

    Parameters
    ----------
    groups : tuple of labels
        The names of the groups, each once and in sorted order, numbers before strings.
    tallies : tuple of tallies
        The tally of each group.

    See Also
    --------
    interval : draw whole groups
    difference : compare two models group by group

    Notes
    -----
    1. ``interval(metric, grouped)`` draws whole groups. ``difference(metric, None, a, b)`` pairs the groups of two
       models by name, and raises an error if a group has a tally of only one model.
    2. It needs as much memory as the tallies of all groups together.

    Examples
    --------
    >>> from evalbook import comparison
    >>> from evalbook.confusion import Counts
    >>> def counts(y_true, y_pred):
    ...     return Counts.rows(y_true, y_pred).sum()
    >>> monday = comparison.GroupTally.from_arrays(counts, ["ann", "ann", "bo"], [1, 0, 1], [1, 1, 0])
    >>> tuesday = comparison.GroupTally.from_arrays(counts, ["bo", "cy"], [1, 0], [1, 0])
    >>> both = monday + tuesday
    >>> both
    <GroupTally of 3 groups that sum to Counts(tp=2, fp=1, fn=1, tn=1)>
    >>> [tally.accuracy for tally in both.tallies]
    [0.5, 0.5, 1.0]
    """

    groups: tuple[Any, ...]
    tallies: tuple[Any, ...]

    def __post_init__(self) -> None:
        groups = check.distinct(check.labels(self.groups, "groups"))
        tallies = tuple(check.sequence(self.tallies, "tallies", "tallies"))
        if list(self.groups) != groups:
            raise ValueError(
                "groups are not sorted, or one occurs twice; "
                "expected each group once, in sorted order, numbers before strings"
            )
        if len(groups) != len(tallies):
            raise ValueError(
                f"groups has {len(groups)} labels, but tallies has {len(tallies)} entries; expected one tally per group"
            )
        for place, (group, tally) in enumerate(zip(groups, tallies, strict=True)):
            with check.noting(f"in group {group!r}"):
                _require_tally(tally, f"tallies[{place}] is")
        object.__setattr__(self, "groups", tuple(groups))
        object.__setattr__(self, "tallies", tallies)

    @classmethod
    def from_arrays(cls, make: Callable[..., Any], groups: ArrayLike, *columns: Any) -> GroupTally:
        """Count each group by itself.

        Parameters
        ----------
        make : callable
            A function for which ``make(*columns)`` is the tally of some samples, such as ``ScoreTally.from_arrays``.
            Bind its options by ``functools.partial``.
        groups : array_like of shape (n,)
            The group of each sample: integers, booleans or strings.
        *columns : arrays, lists or series with n entries
            The arguments of `make`, with one entry per sample.
        """
        require_takes(make, "make", columns, {})
        labels = check.labels(groups, "groups")
        pickers = [check.picker(column, f"columns[{place}]") for place, column in enumerate(columns)]
        for place, (_, length) in enumerate(pickers):
            if length != len(labels):
                raise ValueError(
                    f"columns[{place}] has {length} entries, but groups has {len(labels)}; "
                    f"expected one entry per sample in each"
                )
        found, number = np.unique(labels, return_inverse=True)
        members = np.split(np.argsort(number, kind="stable"), np.cumsum(np.bincount(number))[:-1])
        tallies = []
        for group, inside in zip(found.tolist(), members, strict=True):
            with check.noting(f"in group {group!r}"):
                made = make(*(pick(inside) for pick, _ in pickers))
                tallies.append(_require_tally(made, "make returned"))
        return cls._made(tuple(found.tolist()), tuple(tallies))

    def __repr__(self) -> str:
        return f"<GroupTally of {len(self.groups):,} groups that sum to {self.sum()!r}>"

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return iter(zip(self.groups, self.tallies, strict=True))

    def _plus(self, other: GroupTally) -> GroupTally:
        found = dict(self)
        for group, tally in other:
            with check.noting(f"in group {group!r}"):
                found[group] = found[group] + tally if group in found else tally
        groups = check.in_order(found)
        return self._made(tuple(groups), tuple(found[group] for group in groups))

    def _columns(self, whole: GroupTally) -> Any:
        raise TypeError(
            "a list of GroupTally is given, but the same group may be in several of them; expected their sum: "
            "hand in sum(list_of_tallies)"
        )

    def sum(self) -> Any:
        """The tally of all groups together."""
        whole: Any = 0
        for group, tally in self:
            with check.noting(f"in group {group!r}"):
                whole = whole + tally
        return whole


def _require_tally(made: Any, found: str) -> Any:
    if not isinstance(made, Tally):
        raise TypeError(f"{found} {check.kind_of(made)}; expected a tally, such as Counts or ScoreTally")
    return made

"""What is returned: an interval around an estimate, a difference with its interval, and how they print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from evalbook._record import Record


class Result(Record):
    """Base of the results here: numbers print with six digits."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={_short(getattr(self, name))}" for name in self.__match_args__)
        return f"{type(self).__name__}({parts})"


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return np.array2string(value, precision=6, separator=", ") if isinstance(value, np.ndarray) else repr(value)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Interval(Result):
    """A confidence interval around an estimate; unpacks into ``low, high``."""

    value: float
    """The estimate."""
    low: float
    """The lower bound; nan where there is none."""
    high: float
    """The upper bound; nan where there is none."""
    level: float
    """The confidence level, such as 0.95."""
    method: str
    """How the bounds were found."""
    rounds: int = 0
    """How often the samples were drawn; 0 if the bounds come from a formula."""
    undefined: int = 0
    """The number of rounds that were left out because the metric was undefined."""

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Difference(Result):
    """How much better or worse model b scores than model a on the same samples, with an interval around it."""

    a: float
    """The score of model a."""
    b: float
    """The score of model b."""
    value: float
    """b - a: positive where b scores higher."""
    low: float
    """The lower bound of the difference; nan where there is none."""
    high: float
    """The upper bound of the difference; nan where there is none."""
    p_value: float
    """The two-sided p-value: the smallest 1 - level whose interval leaves out 0; nan where there is none."""
    level: float
    """The confidence level, such as 0.95."""
    rounds: int = 0
    """How often the samples were drawn; 0 if the bounds come from a formula."""
    undefined: int = 0
    """The number of rounds that were left out because a score was undefined."""

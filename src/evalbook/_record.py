"""What functions return when it has parts: a frozen dataclass that compares by value and prints in a few lines."""

from __future__ import annotations

from typing import Any

import numpy as np


class Record:
    """Base of all results with parts. Equality is by value, so there is no hash: arrays have none."""

    __slots__ = ()
    __match_args__: tuple[str, ...]
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(_same(getattr(self, name), getattr(other, name)) for name in self.__match_args__)

    def __repr__(self) -> str:
        return short_repr(self)


def short_repr(result: Any) -> str:
    """The name and the parts of a dataclass or a named tuple; of long arrays only both ends."""
    with np.printoptions(threshold=12, edgeitems=3):
        parts = ", ".join(f"{name}={getattr(result, name)!r}" for name in result.__match_args__)
    return f"{type(result).__name__}({parts})"


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray | float) and isinstance(other, np.ndarray | float):
        return np.array_equal(one, other, equal_nan=np.result_type(one, other).kind != "O")
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    return bool(np.array_equal(one, other)) if isinstance(one, np.ndarray) else bool(one == other)

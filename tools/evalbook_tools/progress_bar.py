"""A bar for what takes long, on a terminal alone: a log or another program gets no line of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from tqdm import tqdm

T = TypeVar("T")
SECONDS = 2
"""What is over before takes no bar."""


def progress_bar(parts: Iterable[T], what: str, total: int, unit: str) -> Iterable[T]:
    """The parts one by one; how many of them are done stands on the last line of the terminal until all are."""
    done: Iterable[T] = tqdm(parts, what, total, unit=unit, disable=None, leave=False, delay=SECONDS)
    return done

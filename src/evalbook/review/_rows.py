"""Rows that stand in both parts of a split."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook.review._divided import Divided
from evalbook.review._findings import Finding, Outcome
from evalbook.review._words import share, short

CELLS = 5_000_000
"""Up to about so many numbers are shuffled several times to see how often rows coincide by chance."""


def duplicates(split: Divided) -> Outcome:
    """Whether test rows are training rows, equal in every column.

    Where columns are so coarse that rows coincide by chance it cannot tell: if with shuffled columns the share of test
    rows that are in training exceeds a fiftieth of the share found (shuffled within classes, where `y` tells them). It
    cannot see a row that was scaled, rounded, or changed in one column: see `near_duplicates`.
    """
    place = first_places(split.train, split.test)
    shared = place >= 0
    if not shared.any():
        return None
    found, by_chance = float(shared.mean()), coincidence(split)
    if by_chance > 0.02 * found:
        shuffled = f"{by_chance:.1%} if columns are shuffled"
        return f"{found:.1%} of the test rows are in training, {shuffled}: too coarse to tell"
    columns = f"all {split.test.shape[1]} columns" if split.test.shape[1] > 1 else "the 1 column"
    told = f"{share(int(shared.sum()), len(shared))} test rows are training rows, equal in {columns}."
    message = f"{told} {_what_a_table_gets(split, shared, place)}"
    evidence = {"rows": np.flatnonzero(shared).tolist(), "by_chance": by_chance}
    return Finding("duplicates", "error", found, message, "splits/leakage", evidence)


def _what_a_table_gets(split: Divided, shared: NDArray[np.bool_], place: NDArray[np.intp]) -> str:
    """The effect: who has learned the training rows by heart knows these labels."""
    if split.labels is None:
        return f"A model scores {int(shared.sum()):,} rows that it has learned; score the others alone, too."
    train, test = split.labels
    alike = int(np.count_nonzero(test[shared] == train[place[shared]]))
    labels, count = np.unique(test[~shared], return_counts=True)
    largest = f"{short(count.max() / count.sum())}" if labels.size else ""
    rest = f", where the largest class of the other test rows gets {largest}" if labels.size else ""
    return f"A table of the training rows gets {alike:,} of these {int(shared.sum()):,} labels right{rest}."


def coincidence(split: Divided) -> float:
    """The share of test rows that are in training if columns are shuffled, within classes where these are known."""
    rng = np.random.default_rng(0)
    train, both = len(split.train), np.concatenate([split.train, split.test])
    label = np.zeros(len(both), dtype=np.int16) if split.labels is None else _numbers(split.labels)
    inside = np.argsort(label, kind="stable")
    found = []
    for _ in range(max(1, min(200, CELLS // both.size))):
        mixed = np.empty_like(both)
        for column in range(both.shape[1]):
            order = rng.permutation(len(both))
            mixed[inside, column] = both[order[np.argsort(label[order], kind="stable")], column]
        found.append(float((first_places(mixed[:train], mixed[train:]) >= 0).mean()))
    return float(np.mean(found))


def _numbers(labels: tuple[NDArray[Any], NDArray[Any]]) -> NDArray[np.int16]:
    """The number of each row's class; sorting is fastest for short integers."""
    return np.unique(np.concatenate(labels), return_inverse=True)[1].astype(np.int16)


def first_places(train: FloatArray, test: FloatArray) -> NDArray[np.intp]:
    """Where in training a row equal to each test row stands; -1 if nowhere."""
    keys = _hashed(train)
    order = np.argsort(keys, kind="stable")
    wanted = _hashed(test)
    found = np.searchsorted(keys[order], wanted)
    place = order[np.minimum(found, len(keys) - 1)]
    return np.where(keys[place] == wanted, place, -1)


def _hashed(rows: FloatArray) -> NDArray[np.uint64]:
    """A number of 64 bits for each row; different rows share one with a chance of about 2^-64."""
    odd = np.random.default_rng(0).integers(2**63, size=(rows.shape[1], 2), dtype=np.uint64) * 2 + 1
    total = np.zeros(len(rows), dtype=np.uint64)
    for column, (first, second) in zip(rows.T, odd, strict=True):
        mixed = (column + 0.0).view(np.uint64) * first  # so that -0.0 is 0.0
        mixed ^= mixed >> np.uint64(29)
        total += mixed * second
        total ^= total >> np.uint64(32)
        total *= first
    return total


def distinct_share(column: FloatArray) -> float:
    """How many of up to 2,000 values differ."""
    some: Any = column if len(column) <= 2000 else column[:: len(column) // 2000]
    return len(np.unique(some)) / len(some)

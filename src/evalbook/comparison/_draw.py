"""Draw: how often each sample is in each round, in blocks that bound the memory."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import formula_of
from evalbook._tally import TallyCells
from evalbook.comparison._metric import Metric

BLOCK = 2**16
"""About so many numbers are drawn at a time: they fit into the cache of a processor."""
MOST = 10**7
"""Rounds; the scores alone then take 80 MB."""
Multiplicities: TypeAlias = NDArray[Any]
"""How often each sample is in each round, of shape (rounds, n)."""


def number_of_rounds(rounds: Any) -> int:
    return check.integer(rounds, "rounds", at_least=1, at_most=MOST)


class Design(NamedTuple):
    """Which samples belong together, and which parts of them keep their size in every round."""

    unit: NDArray[np.intp]
    """The number of the group that each sample is drawn with; without groups its own."""
    stratum: NDArray[np.intp]
    """The number of each unit's stratum."""
    grouped: bool = False

    @classmethod
    def of(cls, n: int, groups: ArrayLike | None, stratify: ArrayLike | None) -> Design:
        """The design of n samples, from what a user says of each."""
        unit = np.arange(n) if groups is None else _numbered(groups, "groups", n)
        of_sample = np.zeros(n, dtype=np.intp) if stratify is None else _numbered(stratify, "stratify", n)
        stratum = of_sample if groups is None else of_sample[np.unique(unit, return_index=True)[1]]
        if len(stratum) < 2:
            what = "sample" if groups is None else "group: groups"
            raise ValueError(
                f"arrays hold a single {what}; expected at least two, because a single one shows no variation"
            )
        mixed = np.flatnonzero(of_sample != stratum[unit])
        if mixed.size:
            raise ValueError(
                f"stratify differs within the group of sample {mixed[0]}; "
                f"expected the same label for all samples of a group"
            )
        return cls(unit, stratum, groups is not None)


def _numbered(labels: ArrayLike, name: str, n: int) -> NDArray[np.intp]:
    array = check.labels(labels, name)
    if len(array) != n:
        raise ValueError(
            f"{name} has {len(array)} labels, but the arrays have {n} entries; expected one label per sample"
        )
    return np.unique(array, return_inverse=True)[1].astype(np.intp, copy=False)


def draw(metric: Metric, samples: list[Any], design: Design, rng: np.random.Generator) -> tuple[list[Any], Draws]:
    """What is drawn of the samples, and its draws."""
    samples, design, copies = of_each_kind(metric, samples, design)
    return samples, Draws(design, rng, copies, poisson=isinstance(samples[0], TallyCells))


def of_each_kind(metric: Metric, arrays: list[Any], design: Design) -> tuple[list[Any], Design, Multiplicities | None]:
    """One sample of each kind, and how many there are of it, where labels are all that counts and kinds are few."""
    if isinstance(arrays[0], TallyCells):
        return arrays, design, arrays[0].copies
    formula = formula_of(metric.function)
    if not (formula and formula.of_labels) or metric.along or design.grouped:
        return arrays, design, None
    labels = [check.labels(array, "arrays") for array in arrays]
    code = design.stratum
    for array in labels:
        number = np.unique(array, return_inverse=True)[1]
        code = np.unique(code * (number.max() + 1) + number, return_inverse=True)[1]
    _, first, copies = np.unique(code, return_index=True, return_counts=True)
    if 4 * len(first) > len(code):
        return arrays, design, None
    return [array[first] for array in labels], Design(np.arange(len(first)), design.stratum[first]), copies


class Draws:
    """Draws of n samples with replacement, by groups and within strata, if there are any.

    With `copies`, sample i stands for that many equal ones. Then one multinomial a stratum draws all of them at once:
    the law is the same, the time no longer grows with their number. With `poisson`, too, how many are drawn varies:
    each copy is taken as often as a Poisson variable of mean 1 says, and all of a kind as one of their number says.
    """

    def __init__(
        self, design: Design, rng: np.random.Generator, copies: Multiplicities | None = None, *, poisson: bool = False
    ) -> None:
        self.poisson = poisson
        self.unit, self.stratum, self.grouped = design
        self.copies, self.rng = copies, rng
        self.size = np.bincount(self.stratum, copies).astype(np.int64)
        self.each = max(1, BLOCK // len(self.unit))
        """How many rounds make a block."""

    @property
    def whole(self) -> Multiplicities:
        """How often each sample is in the samples as they are: once, or as many copies as there are of it."""
        return np.ones(len(self.unit), dtype=np.int64) if self.copies is None else self.copies

    @property
    def copies_of_each_unit(self) -> Multiplicities:
        return np.ones(len(self.stratum)) if self.copies is None else self.copies

    def blocks(self, rounds: int) -> Iterator[Multiplicities]:
        """How often each sample is in each of so many rounds: arrays of shape (some rounds, n)."""
        for start in range(0, rounds, self.each):
            yield self._block(min(self.each, rounds - start))

    def _block(self, rounds: int) -> Multiplicities:
        if self.copies is not None:
            return self._cells(self.copies, rounds)
        units = len(self.stratum)
        if len(self.size) == 1:
            found = self.rng.integers(units, size=(rounds, units))
        else:  # the units in the order of their strata, of which each draws from its own
            first = np.repeat(np.cumsum(self.size) - self.size, self.size)
            ordered = self.rng.integers(first, first + np.repeat(self.size, self.size), size=(rounds, units))
            found = np.argsort(self.stratum, kind="stable")[ordered]
        found += units * np.arange(rounds)[:, np.newaxis]
        times = np.bincount(found.ravel(), minlength=rounds * units).reshape(rounds, units)
        return times[:, self.unit] if self.grouped else times

    def _cells(self, copies: Multiplicities, rounds: int) -> Multiplicities:
        if self.poisson:
            return self.rng.poisson(copies, size=(rounds, len(copies)))
        times = np.empty((rounds, len(copies)), dtype=np.int64)
        for stratum, size in enumerate(self.size.tolist()):
            inside = np.flatnonzero(self.stratum == stratum)
            times[:, inside] = self.rng.multinomial(size, copies[inside] / size, size=rounds)
        return times

    def jackknife(self) -> Iterator[Multiplicities]:
        """The samples without the first unit, without the second, …"""
        units = len(self.stratum)
        for start in range(0, units, self.each):
            without = np.arange(start, min(start + self.each, units))[:, np.newaxis]
            yield self.whole - (self.unit == without)

    def flips(self, rounds: int, free: NDArray[np.bool_]) -> Iterator[Multiplicities]:
        """How many copies of each sample change sides in each round, by one coin a unit; only free samples do.

        Where all patterns are at most so many, they are these, each once; not of copies, which toss coins of their own.
        """
        units, free_units = len(self.stratum), np.unique(self.unit[free])
        patterns = 0 if self.copies is not None else exact_patterns(len(free_units), rounds)
        for start in range(0, patterns or rounds, self.each):
            block = np.arange(start, min(start + self.each, patterns or rounds))
            sides = np.zeros((len(block), units), dtype=np.int64)
            if self.copies is not None:
                sides = self.rng.binomial(np.where(free, self.copies, 0), 0.5, size=sides.shape)
            elif patterns:
                sides[:, free_units] = block[:, np.newaxis] >> np.arange(len(free_units)) & 1
            else:
                sides[:, free_units] = self.rng.integers(2, size=(len(block), len(free_units)))
            yield sides[:, self.unit]


def exact_patterns(units: int, rounds: int) -> int:
    """How many patterns so many coins have, if all of them can be listed within the rounds; otherwise 0."""
    return 2**units if units <= math.log2(rounds) else 0


# ---------------------------------------------------------------- progress


def with_progress(blocks: Iterable[Multiplicities], rounds: int, progress: bool) -> Iterator[Multiplicities]:
    """The blocks as they are, with a line that says how far they are."""
    if not progress:
        yield from blocks
        return
    done = 0
    try:
        for block in blocks:
            yield block
            done += len(block)
            print(f"\r{done:,} of {rounds:,} rounds", end="", file=sys.stderr, flush=True)
    finally:
        print(file=sys.stderr)

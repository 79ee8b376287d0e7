"""The table that a run of the benchmarks ends with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import log
from typing import NamedTuple

from cases import Case

COLUMNS = "{:<46}{:<13}{:>9}{:>10}{:>10}{:>8}{:>8} {:<7}{:>7}{:>8}{:>7}{:>8}"
HEAD = ("function", "peer", "n", "ours, ms", "peer, ms", "ratio", "target", "", "limit", "growth", "power", "memory")
LEGEND = """
ratio   time of the peer / time of ours, the fastest call of each; target: at least this
limit   time of ours / time of the least there is to do: one sort of the scores, one pass over the labels, …
growth  time of ours at the larger n / at the smaller; power: of n, that the time grows with in between
memory  peak above the input, in bytes a sample, at the larger n
"""


@dataclass(frozen=True)
class Row:
    """A case at one size."""

    case: Case
    n: int
    target: float | None
    seconds: dict[str, float]
    """Of "ours", "limit" and, if there is one, "peer"."""
    memory: int
    """In bytes."""

    @property
    def ratio(self) -> float:
        return self.seconds["peer"] / self.seconds["ours"]

    @property
    def verdict(self) -> str:
        if self.target:
            return "met" if self.ratio >= self.target else "MISSED"
        return "" if self.ratio >= 1 else "slower"

    def failings(self) -> Iterator[str]:
        where = f"{self.case.title}, n = {self.n:,}"
        if self.case.peer and self.verdict in ("MISSED", "slower"):
            yield f"{where}: {self.ratio:.3g} times as fast as {self.case.of}; target {self.target or 'none'}"
        most, each = self.case.samples.memory, self.memory / self.n
        if most and self.n == max(self.case.samples.sizes) and each > most:
            yield f"{where}: {each:.0f} bytes a sample; target {most}"


def lines(rows: Sequence[Row]) -> Iterator[str]:
    """The table, its legend, and what misses its target or is slower than its peer."""
    yield COLUMNS.format(*HEAD)
    for _, of_module in groupby(rows, key=lambda row: row.case.name.split(".")[0]):
        yield ""
        for _, of_case in groupby(of_module, key=lambda row: row.case):
            smaller, *larger = of_case
            yield COLUMNS.format(*_cells(smaller), "", "", "").rstrip()
            for row in larger:
                yield COLUMNS.format(*_cells(row), *_growth(smaller, row))
    yield LEGEND
    failings = [failing for row in rows for failing in row.failings()] + [*_too_much_growth(rows)]
    yield "Targets missed, and functions slower than their peers:" if failings else "All targets met."
    yield from failings


def _cells(row: Row) -> list[str]:
    ours, limit = row.seconds["ours"], row.seconds["limit"]
    of = row.case.of if row.case.peer else ""
    return [row.case.title, of, f"{row.n:,}", f"{1e3 * ours:.3f}", *_beside_peer(row), f"{ours / limit:.1f}"]


def _beside_peer(row: Row) -> list[str]:
    if not row.case.peer:
        return [""] * 4
    target = f"{row.target:g}" if row.target else ""
    return [f"{1e3 * row.seconds['peer']:.3f}", f"{row.ratio:.2f}", target, row.verdict]


def _too_much_growth(rows: Sequence[Row]) -> Iterator[str]:
    for case, (smaller, *larger) in groupby(rows, key=lambda row: row.case):
        for row in larger if case.growth else ():
            growth = _times_as_long(smaller, row)
            if growth > case.growth:
                yield f"{case.title}: {growth:.3g} times as long at {row.n:,} as at {smaller.n:,}; target {case.growth}"


def _times_as_long(smaller: Row, larger: Row) -> float:
    return larger.seconds["ours"] / smaller.seconds["ours"]


def _growth(smaller: Row, larger: Row) -> list[str]:
    growth = _times_as_long(smaller, larger)
    return [f"{growth:,.0f}", f"{log(growth) / log(larger.n / smaller.n):.2f}", f"{larger.memory / larger.n:.1f}"]


# ---------------------------------------------------------------- test sets larger than memory

RUN_COLUMNS = "{:<14}{:<13}{:>15}{:>10}{:>10}{:>10}{:>9}{:>10}{:>10}{:>10}"
RUN_HEAD = ("samples", "engine", "n", "start, s", "time, s", "of sync", "growth", "CPU, s", "all, GB", "one, GB")
RUN_LEGEND = """
start    until a cluster's processes run; a program that has joined one does not wait again
of sync  time / time of one process without a cluster; growth: time / time at a tenth of the samples
CPU      of all processes together, with their start; on a busy machine it is steadier than the time
all      peak memory of all processes together, libraries and what they share included; one: of the largest
"""
MOST_MEMORY = 1.0
"""The target of the memory of one process, in GB."""


class Run(NamedTuple):
    """What one engine took for so many samples."""

    engine: str
    is_generated: bool
    peak: int
    """In bytes, of all processes together."""
    largest: int
    """In bytes, of the largest process."""
    cpu: float
    """Seconds of all processes together, from their start to their end."""
    start: float
    seconds: float
    n: int
    digest: str
    """The same for the same counts."""
    shown: str
    """What was found, in words."""


def run_lines(runs: Sequence[Run]) -> Iterator[str]:
    """The table of the engines, its legend, what was found, and what takes too much memory."""
    seconds = {(run.is_generated, run.engine, run.n): run.seconds for run in runs}
    yield RUN_COLUMNS.format(*RUN_HEAD)
    for run in runs:
        sync = seconds.get((run.is_generated, "sync", run.n))
        tenth = seconds.get((run.is_generated, run.engine, run.n // 10))
        yield RUN_COLUMNS.format(
            "generated" if run.is_generated else "Parquet",
            run.engine,
            f"{run.n:,}",
            f"{run.start:.1f}",
            f"{run.seconds:.1f}",
            f"{run.seconds / sync:.2f}" if sync else "",
            f"{run.seconds / tenth:.1f}" if tenth else "",
            f"{run.cpu:.0f}",
            *(f"{memory / 1e9:.2f}" for memory in (run.peak, run.largest)),
        )
    yield RUN_LEGEND
    yield from dict.fromkeys(run.shown for run in runs)
    yield ""
    too_large = [run for run in runs if run.largest > 1e9 * MOST_MEMORY]
    yield f"More than {MOST_MEMORY:g} GB a process:" if too_large else f"At most {MOST_MEMORY:g} GB a process."
    yield from (f"{run.engine}, n = {run.n:,}: {run.largest / 1e9:.2f} GB" for run in too_large)

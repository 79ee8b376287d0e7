"""Test sets larger than memory: time and memory of each engine, over files and over samples that are generated."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest
from sklearn import metrics

import scale
from evalbook.curves import ScoreTally
from samples import probabilities
from table import Run

FILES = (10, 100)
BILLION = 1_000_000_000 // scale.EACH
EVERY = 0.05  # seconds between two looks at the memory


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    """Where the Parquet files are as long as they are needed, each written from a block of its own."""
    with TemporaryDirectory(prefix="evalbook-scale-") as name:
        with ThreadPoolExecutor(scale.CORES) as pool:
            list(pool.map(partial(scale.write, Path(name)), range(max(FILES))))
        yield name


@pytest.mark.asked_for("scale")
@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize("engine", scale.ENGINES)
def test_scale(engine: str, files: int, folder: str, runs: list[Run]) -> None:
    run = watched(engine, folder, files)
    assert run.n == files * scale.EACH
    assert {run.digest, *(other.digest for other in runs if other.n == run.n)} == {run.digest}
    runs.append(run)


@pytest.mark.asked_for("billion")
@pytest.mark.parametrize("files", [BILLION // 10, BILLION])
def test_a_billion(files: int, runs: list[Run]) -> None:
    run = watched(scale.ENGINES[-1], scale.GENERATED, files)
    assert run.n == files * scale.EACH
    runs.append(run)


@pytest.mark.asked_for("scale")
def test_the_bounds_hold_for_ten_million() -> None:
    samples = probabilities(10_000_000)
    low, high = ScoreTally.from_arrays(*samples).roc_auc_bounds()
    assert low <= metrics.roc_auc_score(*samples) <= high < low + 1e-3


def watched(engine: str, folder: str, files: int) -> Run:
    """A run in a process of its own, and the most memory that it and its workers were seen to have."""
    # without what `make bench` sets, so that memory that is freed goes back
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    command = [sys.executable, scale.__file__, engine, folder, str(files)]
    before = cpu_seconds_of_ended_processes()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        peak = largest = 0
        while process.poll() is None:
            each = memory_of(psutil.Process(process.pid))
            peak, largest = max(peak, sum(each)), max(largest, *each, 0)
            try:
                process.wait(EVERY)
            except subprocess.TimeoutExpired:
                continue
        found = json.loads(process.stdout.read())
    cpu = cpu_seconds_of_ended_processes() - before
    return Run(engine, folder == scale.GENERATED, peak, largest, cpu, **found)


def cpu_seconds_of_ended_processes() -> float:
    """Of all that this process has started and seen end, and of all that they have started."""
    times = os.times()
    return times.children_user + times.children_system


def memory_of(process: psutil.Process) -> list[int]:
    """Bytes of a process and of each that it has started; what several share counts in each."""
    found = []
    try:
        for one in [process, *process.children(recursive=True)]:
            found.append(one.memory_info().rss)
    except psutil.NoSuchProcess:
        pass  # it has just ended
    return found or [0]

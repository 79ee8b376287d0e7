"""A run over many files in a process of its own, whose memory `test_scale.py` watches: what it prints is the result.

python benchmarks/scale.py engine folder files    three tallies of so many Parquet files
python benchmarks/scale.py engine generated files one tally of so many blocks that are generated where they are counted
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import dask
import dask.bag
import numpy as np
import pandas as pd

from evalbook import distributed
from evalbook.confusion import confusion_matrix
from evalbook.curves import ScoreTally
from evalbook.probabilities import ProbabilityTally

EACH = 1_000_000
"""Samples a file."""
CORES = 4
ENGINES = ["sync", "threads", "1 process", "2 processes", "4 processes"]
GENERATED = "generated"


def block(number: int) -> tuple[np.ndarray, np.ndarray]:
    """Truths and probabilities that are calibrated; each number has its own."""
    rng = np.random.default_rng(number)
    y_prob = rng.beta(2, 3, EACH)
    return (rng.random(EACH) < y_prob).astype(np.int8), y_prob


def name_of(folder: Path, number: int) -> Path:
    return folder / f"{number:04}.parquet"


def write(folder: Path, number: int) -> None:
    y_true, y_prob = block(number)
    pd.DataFrame({"y": y_true, "p": y_prob}).to_parquet(name_of(folder, number))


def generated_tally(numbers: list[int]) -> ScoreTally:
    return sum(ScoreTally.from_arrays(*block(number)) for number in numbers)


def tallies_of(folder: str, files: int) -> tuple[Any, ...]:
    """The tally of the scores first, then what else is wanted of the same samples."""
    if folder == GENERATED:
        numbers = dask.bag.from_sequence(range(files), npartitions=files)
        return (distributed.tally(generated_tally, numbers),)
    table = distributed.read_parquet([name_of(Path(folder), number) for number in range(files)], ["y", "p"])
    return (
        distributed.tally(ScoreTally.from_arrays, table["y"], table["p"]),
        distributed.tally(ProbabilityTally.from_arrays, table["y"], table["p"]),
        distributed.tally(confusion_matrix, table["y"], (table["p"] >= 0.5).astype("int8")),
    )


@contextmanager
def started(engine: str) -> Iterator[dict[str, str]]:
    """What `compute` is told, once the engine runs."""
    if "process" not in engine:
        with dask.config.set(num_workers=CORES):
            yield {"scheduler": engine}
        return
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=int(engine.split()[0]),
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster),
    ):
        yield {}


def digest(tally: ScoreTally) -> str:
    return hashlib.sha256(np.stack([tally.positives, tally.negatives]).tobytes()).hexdigest()


def main(engine: str, folder: str, files: int) -> dict[str, Any]:
    begin = perf_counter()
    with started(engine) as where:
        ready = perf_counter()
        found = distributed.compute(*tallies_of(folder, files), progress=False, **where)
        done = perf_counter()
    scores = found[0] if isinstance(found, tuple) else found
    return {
        "start": ready - begin,
        "seconds": done - ready,
        "n": int(scores.n),
        "digest": digest(scores),
        "shown": repr(scores),
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], sys.argv[2], int(sys.argv[3]))))

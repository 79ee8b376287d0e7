"""What breaks when samples lie in many places, with real processes: workers that die, damaged files, a bad block."""

from __future__ import annotations

import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import dask
import dask.array as da
import dask.bag as db
import numpy as np
import pandas as pd
import pytest
from distributed import Client, KilledWorker, LocalCluster

from evalbook import distributed
from evalbook.confusion import confusion_matrix
from evalbook.curves import ScoreTally

pytestmark = pytest.mark.slow

MOST_SECONDS = 120
"""After which a test is ended: nothing may wait forever for a worker that died."""


@pytest.fixture(autouse=True)
def no_test_hangs() -> Iterator[None]:
    def end(*_: Any) -> None:
        raise TimeoutError(f"the test hangs: it has taken {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(MOST_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    with quiet_cluster(n_workers=2) as cluster:
        yield cluster


def quiet_cluster(n_workers: int, threads_per_worker: int = 1) -> LocalCluster:
    """Worker processes that log nothing, with no dashboard, at ports that are free."""
    return LocalCluster(
        n_workers=n_workers,
        threads_per_worker=threads_per_worker,
        silence_logs=logging.CRITICAL + 1,
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
    )


@pytest.fixture
def client(cluster: LocalCluster) -> Iterator[Client]:
    with Client(cluster) as client:
        yield client


@pytest.fixture(params=["threads", "cluster"])
def engine(request: pytest.FixtureRequest) -> str:
    """The threads of this process, or a cluster that the program has joined."""
    if request.param == "cluster":
        request.getfixturevalue("client")
    return request.param


# ---------------------------------------------------------------- samples, and what workers do with them

BLOCKS, EACH = 10, 1_000


def samples() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y_score = rng.random(BLOCKS * EACH)
    return (rng.random(len(y_score)) < y_score).astype(np.int64), y_score


def in_blocks(*arrays: np.ndarray) -> list[da.Array]:
    return [da.from_array(array, chunks=EACH) for array in arrays]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """One Parquet file a block."""
    names = [tmp_path / f"day{day}.parquet" for day in range(BLOCKS)]
    for name, y_true, y_score in zip(names, *(np.split(column, BLOCKS) for column in samples()), strict=True):
        pd.DataFrame({"y": y_true, "p": y_score}).to_parquet(name)
    return names


def tally_of_files(names: list[str]) -> ScoreTally:
    table = pd.concat([pd.read_parquet(name) for name in names])
    return ScoreTally.from_arrays(table["y"], table["p"])


def note(folder: Path, word: object) -> None:
    """Leave a line for the test to read, from whichever process."""
    with (folder / "notes").open("a") as notes:
        notes.write(f"{word}\n")


def notes_in(folder: Path) -> list[str]:
    return (folder / "notes").read_text().split()


counted_here: list[float] = []
"""The first scores of the blocks that this process, a worker, has counted."""


def killed_once(y_true: np.ndarray, y_score: np.ndarray, *, folder: Path) -> ScoreTally:
    """The tally of a block; the first worker that comes to its third block is killed."""
    time.sleep(0.05)
    if len(counted_here) == 2:
        with suppress(FileExistsError):
            (folder / "killed").touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    counted_here.append(y_score[0])
    note(folder, y_score[0])
    return ScoreTally.from_arrays(y_true, y_score)


def killed_always(y_true: np.ndarray, y_score: np.ndarray, *, at: float) -> ScoreTally:
    if y_score[0] == at:
        os._exit(1)
    return ScoreTally.from_arrays(y_true, y_score)


def killed_beside_another(number: np.ndarray, *, folder: Path) -> Counter[str]:
    """Block 1 ends the worker, once the same worker is busy with block 0."""
    begun = folder / f"begun-{os.getpid()}"
    if number[0] == 0:
        begun.touch()
        time.sleep(MOST_SECONDS)
    while not begun.exists():
        time.sleep(0.01)
    os._exit(1)


def processes(y_true: np.ndarray) -> Counter[int]:
    """How many blocks each process counts."""
    return Counter({os.getpid(): 1})


def of_seconds(y_true: np.ndarray, *, seconds: float) -> Counter[str]:
    time.sleep(seconds)
    return Counter(samples=len(y_true))


# ---------------------------------------------------------------- workers that die


def test_a_worker_killed_in_the_middle_leaves_the_same_counts(client, tmp_path):
    y_true, y_score = samples()
    before = set(client.run(os.getpid).values())
    found = distributed.compute(
        distributed.tally(killed_once, *in_blocks(y_true, y_score), folder=tmp_path), progress=False
    )
    assert found == ScoreTally.from_arrays(y_true, y_score)
    assert (tmp_path / "killed").exists()
    counted = Counter(notes_in(tmp_path))
    assert len(counted) == BLOCKS
    assert counted.total() >= BLOCKS + 2, "what was lost with the worker was not counted again"
    client.wait_for_workers(2)
    assert set(client.run(os.getpid).values()) != before, "no worker was replaced"


@pytest.mark.parametrize("progress", [False, True])
def test_a_block_that_kills_every_worker_is_an_error_that_names_it(client, monkeypatch, progress):
    monkeypatch.setattr(distributed, "LONG", 0.05)
    y_true, y_score = samples()
    dying = distributed.tally(killed_always, *in_blocks(y_true, y_score), at=y_score[7 * EACH])
    with pytest.raises(KilledWorker, match=f"tally-block-[0-9]-of-{BLOCKS}-") as caught:
        distributed.compute(dying, progress=progress)
    held, advice = caught.value.__notes__
    assert f"tally-block-7-of-{BLOCKS}-" in held
    assert "cut the collections into smaller blocks" in advice


def test_blocks_that_each_killed_worker_held_are_all_named(tmp_path):
    with quiet_cluster(n_workers=1, threads_per_worker=2) as cluster, Client(cluster):
        dying = distributed.tally(killed_beside_another, da.arange(2, chunks=1), folder=tmp_path)
        with pytest.raises(KilledWorker) as caught:
            distributed.compute(dying, progress=False)
    assert re.findall("tally-block-([01])-of-2-", caught.value.__notes__[0]) == ["0", "1"]


def test_the_cluster_goes_on_after_an_error(client):
    y_true, y_score = samples()
    with pytest.raises(ValueError, match="unknown"):
        distributed.compute(distributed.tally(fails, *in_blocks(y_true)))
    found = distributed.compute(distributed.tally(ScoreTally.from_arrays, *in_blocks(y_true, y_score)))
    assert found == ScoreTally.from_arrays(y_true, y_score)


def fails(y_true: np.ndarray) -> None:
    raise ValueError("unknown")


# ---------------------------------------------------------------- blocks and files that cannot be counted


def test_a_nan_is_an_error_that_names_its_block(engine):
    y_true, y_score = samples()
    y_score[7 * EACH + 5] = np.nan
    with pytest.raises(ValueError, match=r"y_score\[5\] is nan") as caught:
        distributed.compute(distributed.tally(ScoreTally.from_arrays, *in_blocks(y_true, y_score)))
    assert caught.value.__notes__ == [f"in block 7 of {BLOCKS}"]


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def overwritten(path: Path) -> None:
    """The end of the file, which says what is in it, is whole."""
    content = path.read_bytes()
    path.write_bytes(content[:4] + bytes(1_000) + content[1_004:])


@pytest.mark.parametrize("damage", [cut_short, overwritten])
def test_a_damaged_file_is_an_error_that_names_it(engine, files, damage):
    table = distributed.read_parquet(files)
    damage(files[7])
    with pytest.raises(Exception) as caught:  # whatever pyarrow raises
        distributed.compute(distributed.tally(ScoreTally.from_arrays, table["y"], table["p"]))
    assert f"in file {files[7]}" in caught.value.__notes__


@pytest.mark.parametrize("damage", [cut_short, overwritten])
def test_a_damaged_file_of_a_bag_of_names_is_an_error_that_names_it_and_its_block(engine, files, damage):
    names = db.from_sequence(map(str, files), npartitions=BLOCKS)
    damage(files[7])
    with pytest.raises(Exception) as caught:
        distributed.compute(distributed.tally(tally_of_files, names))
    assert caught.value.__notes__ == [f"in block 7 of {BLOCKS} ({files[7]})"]


# ---------------------------------------------------------------- one pass


def count_reads(folder: Path) -> None:
    """In this process pandas leaves a note of each file that it reads."""
    read = pd.read_parquet

    def counted(name: str, *args: Any, **options: Any) -> pd.DataFrame:
        note(folder, Path(name).name)
        return read(name, *args, **options)

    pd.read_parquet = counted


def test_two_tallies_in_one_run_read_each_file_once(engine, files, tmp_path, request, monkeypatch):
    if engine == "cluster":
        request.getfixturevalue("client").run(count_reads, tmp_path)
    else:
        monkeypatch.setattr(pd, "read_parquet", pd.read_parquet)  # so that it is restored
        count_reads(tmp_path)
    table = distributed.read_parquet(files)
    scores, matrix = distributed.compute(
        distributed.tally(ScoreTally.from_arrays, table["y"], table["p"]),
        distributed.tally(confusion_matrix, table["y"], (table["p"] >= 0.5).astype(int)),
    )
    assert sorted(notes_in(tmp_path)) == [name.name for name in files]
    y_true, y_score = samples()
    assert scores == ScoreTally.from_arrays(y_true, y_score)
    assert matrix == confusion_matrix(y_true, (y_score >= 0.5).astype(int))


def test_two_tallies_of_many_blocks_keep_no_block_in_memory(tmp_path):
    y_true, y_score = samples()
    read = [da.map_blocks(noted, array, folder=tmp_path, dtype=float, meta=np.zeros(0)) for array in in_blocks(y_score)]
    first, second = distributed.compute(
        distributed.tally(noted_tally, *in_blocks(y_true), *read, folder=tmp_path, split_every=2),
        distributed.tally(noted_tally, *in_blocks(1 - y_true), *read, folder=tmp_path),
        scheduler="sync",
    )
    assert first == ScoreTally.from_arrays(y_true, y_score)
    assert second == ScoreTally.from_arrays(1 - y_true, y_score)
    assert notes_in(tmp_path) == ["read", "counted", "counted"] * BLOCKS


def test_what_is_made_of_a_tally_is_computed_beside_others():
    y_true, y_score = samples()
    whole = distributed.tally(ScoreTally.from_arrays, *in_blocks(y_true, y_score))
    found, n = distributed.compute(whole, whole.n, scheduler="sync")
    assert found == ScoreTally.from_arrays(y_true, y_score)
    assert n == len(y_true)


def noted(values: np.ndarray, *, folder: Path) -> np.ndarray:
    note(folder, "read")
    return values


def noted_tally(y_true: np.ndarray, y_score: np.ndarray, *, folder: Path) -> ScoreTally:
    note(folder, "counted")
    return ScoreTally.from_arrays(y_true, y_score)


# ---------------------------------------------------------------- which cluster


def test_an_address_names_the_cluster(cluster, monkeypatch):
    monkeypatch.setattr(distributed, "LONG", 0.01)  # the progress bar, too, has to ask that cluster
    y_true, _ = samples()
    found = distributed.compute(distributed.tally(processes, *in_blocks(y_true)), address=cluster.scheduler_address)
    assert found.total() == BLOCKS
    assert found.keys() <= {worker.pid for worker in cluster.workers.values()}


def test_an_address_goes_before_the_cluster_that_was_joined(client, monkeypatch):
    monkeypatch.setattr(distributed, "LONG", 0.01)
    y_true, _ = samples()
    with quiet_cluster(n_workers=1) as other:
        found = distributed.compute(distributed.tally(processes, *in_blocks(y_true)), address=other.scheduler_address)
        assert found.keys() == {worker.pid for worker in other.workers.values()}


def run_apart(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a Python of its own."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=MOST_SECONDS)


ON_WHICH_PROCESSES = """
import collections, os
import dask.array as da
from evalbook import distributed
def processes(y):
    return collections.Counter([os.getpid()])
print(os.getpid(), *distributed.compute(distributed.tally(processes, da.ones(10, chunks=1)), progress=False))
"""


def test_the_environment_names_the_cluster(cluster):
    result = run_apart(ON_WHICH_PROCESSES, DASK_SCHEDULER_ADDRESS=cluster.scheduler_address)
    program, *counting = map(int, result.stdout.split())
    assert set(counting) <= {worker.pid for worker in cluster.workers.values()}, result.stderr
    assert program not in counting


def test_without_a_cluster_the_program_itself_counts():
    program, *counting = run_apart(ON_WHICH_PROCESSES).stdout.split()
    assert counting == [program]


def test_a_cluster_that_is_not_there_is_an_error():
    y_true, _ = samples()
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}), pytest.raises(OSError, match=r"127\.0\.0\.1:9"):
        distributed.compute(distributed.tally(processes, *in_blocks(y_true)), address="tcp://127.0.0.1:9")


# ---------------------------------------------------------------- how far it is


@pytest.mark.parametrize("progress", [True, False])
def test_a_long_run_shows_how_far_it_is_unless_it_is_to_be_silent(engine, capsys, monkeypatch, progress):
    monkeypatch.setattr(distributed, "LONG", 0.2)
    blocks = in_blocks(samples()[0])
    whole = distributed.compute(distributed.tally(of_seconds, *blocks, seconds=0.4), progress=progress)
    assert whole == {"samples": BLOCKS * EACH}
    printed = capsys.readouterr().out
    assert "100% Completed" in printed if progress else printed == ""


def test_a_short_run_shows_nothing(engine, capsys):
    y_true, _ = samples()
    distributed.compute(distributed.tally(of_seconds, *in_blocks(y_true), seconds=0.01), progress=False)  # imports
    distributed.compute(distributed.tally(of_seconds, *in_blocks(y_true), seconds=0))
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------- without the extra

TALLY = "import dask.array as da; from evalbook import distributed; t = distributed.tally(sum, da.ones(2, chunks=1)); "


@pytest.mark.parametrize(
    ("missing", "program", "needed"),
    [
        ("dask", "from evalbook import distributed", "distributed needs Dask"),
        ("distributed", TALLY + "distributed.compute(t, address='tcp://127.0.0.1:9')", "dask.distributed"),
        ("pyarrow", "from evalbook import distributed; distributed.read_parquet('.')", "pyarrow"),
        ("dask.dataframe", "from evalbook import distributed; distributed.read_parquet('.')", "dask.dataframe"),
    ],
)
def test_without_the_extra_one_line_says_what_to_install(missing, program, needed):
    result = run_apart(f"import sys; sys.modules[{missing!r}] = None; {program}")
    last = result.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: evalbook.distributed")
    assert needed in last
    assert last.endswith('pip install "evalbook[dask] @ …"')

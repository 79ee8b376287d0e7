"""Distributed: tallies over a test set in many pieces, such as Dask arrays, data frames and bags.

Every metric that is a formula over a tally can be computed without collecting the samples in one place. Each block is
counted by itself, and only the tallies are sent and added. The same call works on one machine and on a cluster.
"""

from __future__ import annotations

import math
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import zip_longest
from operator import add
from pathlib import Path
from typing import Any

from evalbook import _input as check
from evalbook._extras import missing_extra
from evalbook._tally import Tally, weighs_nothing

try:
    import dask.base
    import dask.config
    from dask.base import is_dask_collection, tokenize
    from dask.delayed import Delayed, delayed
    from dask.diagnostics.progress import ProgressBar
except ImportError as error:  # pragma: no cover
    raise missing_extra("distributed", "Dask", "dask") from error

__all__ = ["compute", "read_parquet", "tally"]

LONG = 1.0
"""Seconds after which a run is long enough for a progress bar."""


SPLIT_EVERY = 16
"""How many tallies are added at a time."""


def tally(make: Callable[..., Any], *collections: Any, split_every: int = SPLIT_EVERY, **options: Any) -> Delayed:
    """The tally of a test set in blocks: each block is counted where it is, and the tallies are added.

    Parameters
    ----------
    make : callable
        A function for which ``make(*blocks, **options)`` is the tally of some samples: ``ScoreTally.from_arrays``,
        ``confusion_matrix``, or a function of your own that returns a tally or a ``collections.Counter``.
    *collections : Dask arrays, data frames, series (columns) or bags
        The arguments of `make`, with one entry per sample, query or sentence. All of them must be cut into the same
        blocks.
    split_every : int, default 16
        How many tallies are added at a time: at least 2.
    **options
        Options that are passed to `make`. A Dask collection among them, such as ``sample_weight=``, must be cut like
        the others. All other options are the same for all blocks.

    Returns
    -------
    dask.delayed.Delayed
        A task whose result is the tally: call its ``compute()``, or :func:`compute`.

    Raises
    ------
    ValueError
        Immediately, if the collections are not cut into the same blocks. During the computation, if blocks that belong
        together have different lengths, or if all blocks are empty.

    See Also
    --------
    compute : compute the tally
    read_parquet : a data frame from files
    evalbook.comparison.GroupTally : one tally per group, for intervals

    Notes
    -----
    1. If `make` raises an error, the error says in which block it was raised, and in which file if the block is a file
       name.
    2. Empty blocks are skipped, and so are blocks in which ``sample_weight`` is 0 everywhere. `ConfusionMatrix` merges
       labels that occur only in some blocks. Options that depend on the data (``labels=``, ``edges=``) must be given
       explicitly, so that they are the same for all blocks.
    3. A block of a bag is a list. A bag of file names, with a `make` that reads these files, needs the fewest tasks.
    4. Two columns of the same data frame are read together, only once.
    5. Counts do not depend on how the samples are cut. Sums of floats may differ in the last digits.
    6. Each block is checked by itself, so a mistake that only all blocks together show is not noticed. For example, the
       labels -1, 0 and 1 raise no error if each block contains only one of them, although these are three classes.

    Examples
    --------
    >>> import dask.array as da
    >>> from evalbook import distributed
    >>> from evalbook.confusion import confusion_matrix
    >>> y_true = da.from_array([1, 0, 1, 1, 0, 0], chunks=2)
    >>> y_pred = da.from_array([1, 0, 0, 1, 1, 0], chunks=2)
    >>> matrix = distributed.tally(confusion_matrix, y_true, y_pred)
    >>> matrix.compute(scheduler="sync").accuracy
    0.6666666666666666
    """
    if not callable(make):
        raise TypeError(
            f"make is of type {type(make).__name__}; expected a function that counts the samples of a block, such as "
            f"confusion_matrix"
        )
    split_every = check.integer(split_every, "split_every", at_least=2)
    cut = {f"collections[{place}]": collection for place, collection in enumerate(collections)}
    cut |= {name: option for name, option in options.items() if is_dask_collection(option)}
    same = {name: option for name, option in options.items() if name not in cut}
    blocks = _cut_alike(cut)
    token = tokenize(make, cut, same, split_every)
    call = make, same, len(collections), tuple(cut)
    called = delayed(call, name=f"tally-call-{token}", traverse=False)  # once, whatever it holds
    places = [f"block {number} of {len(blocks)}" for number in range(len(blocks))]
    parts = [
        delayed(_make)(called, block, place, dask_key_name=f"tally-{place.replace(' ', '-')}-{token}")
        for block, place in zip(blocks, places, strict=True)
    ]
    return _Tallied(delayed(_last)(_added(parts, split_every, token), dask_key_name=f"tally-{token}"), parts)


class _Tallied(Delayed):
    """What `tally` returns: it remembers the tallies of its blocks, so that several can be computed side by side."""

    __slots__ = ("parts",)

    def __init__(self, whole: Delayed, parts: list[Delayed]) -> None:
        super().__init__(whole.key, whole.dask)
        self.parts = parts


def _added(parts: list[Delayed], split_every: int, token: str) -> Delayed:
    """The sum of all parts, so many at a time."""
    level = 0
    while len(parts) > 1:
        level += 1
        parts = [
            delayed(_combine)(parts[start : start + split_every], dask_key_name=f"tally-sum-{level}-{start}-{token}")
            for start in range(0, len(parts), split_every)
        ]
    return parts[0]


# ---------------------------------------------------------------- how collections are cut


def _cut_alike(collections: dict[str, Any]) -> list[list[Any]]:
    """The blocks of each number, one of each collection."""
    if not collections:
        raise ValueError("collections is empty; expected the arguments of make, as in tally(make, y_true, y_score)")
    columns = {name: _blocks(collection, name) for name, collection in collections.items()}
    sizes = {name: len(blocks) for name, (blocks, _) in columns.items()}
    _require_same(sizes, "blocks", "expected all collections to be cut alike: use rechunk or repartition")
    for name, size in sizes.items():
        if not size:
            raise ValueError(f"{name} has no blocks; expected at least one")
    lengths = {name: known for name, (_, known) in columns.items() if known is not None}
    for number in range(next(iter(sizes.values()))):
        here = {name: known[number] for name, known in lengths.items()}
        _require_same(here, f"samples in block {number}", "expected all collections to be cut alike: use rechunk")
    return [list(block) for block in zip(*(blocks for blocks, _ in columns.values()), strict=True)]


def _blocks(collection: Any, name: str) -> tuple[list[Delayed], list[int] | None]:
    """The blocks of a collection, and how long each is where that is known."""
    if isinstance(collection, Delayed):  # which has every attribute
        raise TypeError(
            f"{name} is of type Delayed; expected a value or a Dask collection: compute it first, by its compute()"
        )
    if not hasattr(collection, "to_delayed"):
        raise TypeError(
            f"{name} is of type {type(collection).__name__}; expected a Dask array, data frame, column or bag "
            f"(for a NumPy array use dask.array.from_array)"
        )
    if hasattr(collection, "chunks"):  # an array: all columns of a sample belong into one block
        if not collection.ndim:
            raise ValueError(f"{name} is a single value; expected one entry per sample")
        collection = collection.rechunk(dict.fromkeys(range(1, collection.ndim), -1))
        known = [int(size) for size in collection.chunks[0] if not math.isnan(size)]
        blocks = list(collection.to_delayed(optimize_graph=False).ravel())
        return blocks, known if len(known) == len(blocks) else None
    return list(collection.to_delayed(optimize_graph=False)), None


def _require_same(found: dict[str, int], what: str, advice: str) -> None:
    if len(set(found.values())) > 1:
        listed = ", ".join(f"{name} has {number}" for name, number in found.items())
        raise ValueError(f"unequal {what}: {listed}; {advice}")


# ---------------------------------------------------------------- what workers do


def _make(call: tuple[Callable[..., Any], dict[str, Any], int, tuple[str, ...]], block: list[Any], place: str) -> Any:
    """The tally of a block; None if it is empty or weighs nothing."""
    make, same, positional, names = call
    where = f"in {place}"
    try:
        parts = [part if hasattr(part, "__len__") else list(part) for part in block]  # a bag may hand out an iterator
        lengths = {name: len(part) for name, part in zip(names, parts, strict=True)}
        _require_same(lengths, f"samples {where}", "expected the same samples in all collections")
        if not len(parts[0]):
            return None
        where += _named(parts[0])
        named = dict(zip(names[positional:], parts[positional:], strict=True))
        if weighs_nothing(named.get("sample_weight", 1)):
            return None
        made = make(*parts[:positional], **named, **same)
        if not isinstance(made, Tally | Counter):
            raise TypeError(
                f"make returned {check.kind_of(made)}; expected something that can be added over the blocks: a tally, "
                f"such as Counts or ScoreTally, or a collections.Counter"
            )
        return made
    except Exception as error:
        error.add_note(where)
        raise


def _named(part: Any) -> str:
    """The file names in a block, if it holds nothing else."""
    if isinstance(part, list) and all(isinstance(name, str | Path) for name in part):
        shown = ", ".join(map(str, part[:3])) + (", …" if len(part) > 3 else "")
        return f" ({shown})" if len(shown) < 300 else ""
    return ""


def _combine(parts: list[Any]) -> Any:
    """The sum of tallies, or of rows of them; blocks that are empty or weigh nothing have none."""
    if isinstance(parts[0], list):
        return [_combine(list(column)) for column in zip(*parts, strict=True)]
    some = [part for part in parts if part is not None]
    return reduce(add, some) if some else None


def _last(whole: Any) -> Any:
    if isinstance(whole, list):
        return tuple(map(_last, whole))
    if whole is None:
        raise ValueError(
            "all blocks are empty, or sample_weight is 0 everywhere; expected at least one sample of positive weight"
        )
    return whole


# ---------------------------------------------------------------- running it


def compute(*tallies: Delayed, address: str | None = None, scheduler: str | None = None, progress: bool = True) -> Any:
    """Compute one or more tallies in a single pass over the data, on this machine or on a cluster.

    Parameters
    ----------
    *tallies : Delayed
        The results of :func:`tally`.
    address : str, optional
        The address of a cluster's scheduler, such as ``"tcp://10.0.0.1:8786"``. By default it is the cluster that the
        program has joined (`dask.distributed.Client`) or that Dask's configuration names (``DASK_SCHEDULER_ADDRESS``).
        If there is none, the threads of this machine are used.
    scheduler : {"threads", "processes", "sync"}, optional
        How this machine is used instead of a cluster.
    progress : bool, default True
        If True, Dask's progress bar is shown once the computation has taken a second.

    Returns
    -------
    tally, or tuple of tallies
        One tally for one argument, and otherwise a tuple with one tally per argument.

    See Also
    --------
    tally : what is computed

    Notes
    -----
    1. Several tallies of the same collections are counted block by block, so that only the blocks that are being
       counted are in memory. (``dask.compute`` would finish one tally and keep all blocks for the next one.) Tallies
       are added 16 at a time.
    2. If a worker dies, it is replaced and its blocks are counted again, so each block counts once. If several workers
       die one after another, an error names the block on which they died, or all blocks that each of them held.

    Examples
    --------
    >>> import dask.bag as db
    >>> from evalbook import distributed
    >>> from evalbook.ranking import RankingTally
    >>> lists = db.from_sequence([[1, 0, 0], [0, 1, 1], [0, 0, 0], [0, 1, 0]], npartitions=2)
    >>> distributed.compute(distributed.tally(RankingTally.from_arrays, lists), scheduler="sync").hit_rate
    0.75
    """
    for place, given in enumerate(tallies):
        if not isinstance(given, Delayed):
            raise TypeError(f"tallies[{place}] is of type {type(given).__name__}; expected the results of tally()")
    if not tallies:
        raise ValueError("tallies is empty; expected the results of tally()")
    if address == "":
        raise ValueError("address is empty; expected the address of a scheduler, such as tcp://10.0.0.1:8786, or None")
    if address is not None and scheduler is not None:
        raise ValueError(
            "address and scheduler are both given; expected address for a cluster, or scheduler for this machine"
        )
    whole = tallies[0] if len(tallies) == 1 else _side_by_side(tallies)
    if scheduler is None:
        with _cluster(address) as client:
            if client is not None:
                return _compute_there(client, whole, progress)
    with ProgressBar(minimum=LONG if progress else math.inf):
        return dask.base.compute(whole, scheduler=scheduler)[0]


def _side_by_side(tallies: Sequence[Delayed]) -> Delayed:
    """All tallies as one that adds them together, so that no block is kept for a tally whose turn comes later."""
    token = tokenize(*(one.key for one in tallies))
    blocks = zip_longest(*(one.parts if isinstance(one, _Tallied) else [one] for one in tallies))
    rows = [
        delayed(list)([*parts], dask_key_name=f"tally-side-by-side-{number}-{token}")
        for number, parts in enumerate(blocks)
    ]
    return delayed(_last)(_added(rows, SPLIT_EVERY, token), dask_key_name=f"tally-{token}")


@contextmanager
def _cluster(address: str | None) -> Iterator[Any]:
    """The client of the cluster that is asked for, joined or configured; None if there is none."""
    joined = _joined()
    if address is None and joined is not None:
        yield joined
        return
    address = address or dask.config.get("scheduler-address", None)
    if not address:
        yield None
        return
    try:
        from distributed import Client
    except ImportError as error:  # pragma: no cover
        raise missing_extra("distributed", "dask.distributed for a cluster", "dask") from error
    with Client(address, set_as_default=False) as client, client.as_current():  # also if another one was joined
        yield client


def _joined() -> Any:
    """The client that the program has, if it has one."""
    module = sys.modules.get("distributed")
    try:
        return module and module.default_client()
    except ValueError:
        return None


def _compute_there(client: Any, whole: Delayed, progress: bool) -> Any:
    import distributed

    future = client.compute(whole)
    if progress:
        try:
            distributed.wait(future, timeout=LONG)
        except TimeoutError:
            distributed.progress(future, notebook=False)
        except distributed.KilledWorker:
            pass  # raised again, and told, below
    try:
        return future.result()
    except distributed.KilledWorker as error:
        error.add_note(f"each worker that died held {' and '.join(_held_by_the_dead(client, whole))}")
        error.add_note("A block may be larger than the memory of a worker: cut the collections into smaller blocks")
        raise


def _held_by_the_dead(client: Any, whole: Delayed) -> list[str]:
    """The tasks that all the workers held that died. The error names one of them, which may only have waited."""
    deaths = client.run_on_scheduler(
        lambda dask_scheduler: {key: task.suspicious for key, task in dask_scheduler.tasks.items() if task.suspicious}
    )
    here = {str(key): times for key, times in deaths.items() if key in whole.dask}  # others may share the cluster
    most = max(here.values(), default=0)
    return sorted(key for key, times in here.items() if times == most)


# ---------------------------------------------------------------- files


def read_parquet(paths: str | Path | Sequence[str | Path], columns: Sequence[str] | None = None) -> Any:
    """Read Parquet files as a Dask data frame with one block per file; errors name the file.

    Parameters
    ----------
    paths : str, Path or list of them
        Files or folders. From a folder and the folders within it, all files that end in .parquet are taken, in the
        order of their paths.
    columns : list of str, optional
        The columns to read. By default all columns are read.

    Returns
    -------
    dask.dataframe.DataFrame
        The data frame, whose columns you hand to :func:`tally`.

    See Also
    --------
    tally : count the columns of the data frame

    Notes
    -----
    1. ``dask.dataframe.read_parquet`` reads these files as well, and many others, but it does not say which file is
       damaged.

    Examples
    --------
    >>> import tempfile, pandas
    >>> from evalbook import curves, distributed
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for day in range(2):
    ...         pandas.DataFrame({"y": [0, 1], "p": [0.2, 0.7]}).to_parquet(f"{folder}/{day}.parquet")
    ...     table = distributed.read_parquet(folder, ["y", "p"])
    ...     distributed.tally(curves.ScoreTally.from_arrays, table["y"], table["p"]).compute(scheduler="sync")
    <ScoreTally of 2 positives and 2 negatives in 10,000 bins: AUC 1 to 1, AP 1 to 1>
    """
    try:
        import dask.dataframe
        import pyarrow
    except ImportError as error:  # pragma: no cover
        raise missing_extra("distributed.read_parquet", "dask.dataframe and pyarrow", "dask") from error
    if isinstance(columns, str):
        raise TypeError(f"columns is {columns!r}; expected a list of names, such as [{columns!r}]")
    names = _files(paths)
    with check.noting(f"in file {names[0]}"):
        empty = pyarrow.parquet.read_schema(names[0]).empty_table()
        meta = (empty if columns is None else empty.select(list(columns))).to_pandas()
    return dask.dataframe.from_map(_read_file, names, columns=list(meta.columns), meta=meta)


def _files(paths: str | Path | Sequence[str | Path]) -> list[str]:
    listed = [paths] if isinstance(paths, str | Path) else paths
    if not isinstance(listed, Iterable):
        raise TypeError(f"paths is {paths!r}; expected files, or folders that contain files")
    names = [name for path in listed for name in _files_in(path)]
    if not names:
        raise ValueError("paths is empty; expected files, or folders that contain files")
    for name, times in Counter(map(os.path.realpath, names)).items():
        if times > 1:
            raise ValueError(
                f"paths hold {name} {times} times; expected each file once, because its samples would count repeatedly"
            )
    return names


def _files_in(path: str | Path) -> list[str]:
    """The file itself, or all within the folder: one without any would not be missed among others."""
    if not Path(path).is_dir():
        return [str(path)]
    names = list(_within(Path(path)))
    if not names:
        raise ValueError(
            f"paths has the folder {path}, but in {path} no file ends in .parquet; "
            f"expected files, or folders that contain .parquet files"
        )
    return names


def _within(folder: Path) -> Iterator[str]:
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            yield from _within(entry)
        elif entry.suffix.lower() == ".parquet":
            yield str(entry)


def _read_file(name: str, columns: list[str]) -> Any:
    import pandas

    with check.noting(f"in file {name}"):
        return pandas.read_parquet(name, columns=columns)


def __dir__() -> list[str]:
    return __all__

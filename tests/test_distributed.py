"""Tallies of Dask collections: any tally, any collection, any cut; and errors that say where."""

from __future__ import annotations

import re
import time
from collections import Counter
from functools import partial

import numpy as np
import pytest

da = pytest.importorskip("dask.array")
db = pytest.importorskip("dask.bag")
dd = pytest.importorskip("dask.dataframe")
dask = pytest.importorskip("dask")
pd = pytest.importorskip("pandas")

from bad_input import assert_raises, bad, bad_type, refused  # noqa: E402
from evalbook import comparison, confusion, curves, distributed, ranking, regression  # noqa: E402
from tallies import TALLIES, Case  # noqa: E402
from test_tallies import assert_equal  # noqa: E402

RNG = np.random.default_rng(0)
PROB = RNG.random(1000)
TRUE = (RNG.random(1000) < PROB).astype(int)
WHOLE = curves.ScoreTally.from_arrays(TRUE, PROB)
Y, P = (da.from_array(column, chunks=100) for column in (TRUE, PROB))
SCORES = curves.ScoreTally.from_arrays


@pytest.fixture(autouse=True)
def _in_this_thread():
    with dask.config.set(scheduler="sync"):
        yield


@pytest.mark.parametrize("kind", TALLIES.values(), ids=TALLIES)
def test_every_tally_of_blocks_is_that_of_the_whole(kind: Case):
    columns = [list(column) for column in kind.columns]
    bags = [db.from_sequence(column, npartitions=4) for column in columns]
    assert_equal(distributed.tally(kind.make, *bags).compute(), kind.make(*columns), kind.rel)


@pytest.mark.parametrize("chunks", [1, 7, 100, 300])
@pytest.mark.parametrize("split_every", [2, 16])
def test_the_cut_does_not_matter(chunks, split_every):
    few = TRUE[:300], PROB[:300]
    columns = [da.from_array(column, chunks=chunks) for column in few]
    assert distributed.tally(SCORES, *columns, split_every=split_every).compute() == SCORES(*few)


@pytest.mark.parametrize("scheduler", ["sync", "threads"])
def test_columns_of_a_data_frame(scheduler):
    table = dd.from_pandas(pd.DataFrame({"y": TRUE, "p": PROB}), npartitions=7)
    tally = distributed.tally(SCORES, table["y"], table["p"])
    assert distributed.compute(tally, scheduler=scheduler) == WHOLE


def test_labels_that_are_texts():
    names = pd.DataFrame({"y": np.where(TRUE, "yes", "no"), "p": np.where(PROB > 0.5, "yes", "no")})
    table = dd.from_pandas(names, npartitions=3)
    found = distributed.tally(confusion.confusion_matrix, table["y"], table["p"]).compute()
    assert found == confusion.confusion_matrix(names["y"], names["p"])


def test_arrays_of_two_dimensions_are_cut_along_the_samples():
    true, predicted = RNG.normal(size=(2, 60, 2))
    columns = [da.from_array(values, chunks=(20, 1)) for values in (true, predicted)]
    found = distributed.tally(regression.RegressionTally.from_arrays, *columns).compute()
    assert_equal(found, regression.RegressionTally.from_arrays(true, predicted), 1e-12)


def test_a_lazy_bag_is_read_once_as_a_list():
    lists = db.from_sequence(range(4), npartitions=2).map(lambda place: [0, 1, place])
    assert distributed.tally(ranking.RankingTally.from_arrays, lists).compute().queries == 4


def test_weights_are_cut_like_the_samples_and_other_options_are_the_same():
    weight = RNG.random(1000)
    found = distributed.tally(SCORES, Y, P, edges=[0.5], sample_weight=da.from_array(weight, chunks=100)).compute()
    assert_equal(found, SCORES(TRUE, PROB, edges=[0.5], sample_weight=weight), 1e-12)


def weighted(weight, **options):
    """The tally of all samples in ten blocks."""
    return distributed.tally(SCORES, Y, P, sample_weight=da.from_array(weight, chunks=100), **options).compute()


def test_blocks_of_weight_0_are_skipped():
    weight = np.repeat([0.0, 1, 0, 2], [100, 300, 250, 350])
    assert_equal(weighted(weight), SCORES(TRUE, PROB, sample_weight=weight), 1e-12)


def test_weights_of_0_in_all_blocks_are_an_error():
    with pytest.raises(
        ValueError, match="sample_weight is 0 everywhere; expected at least one sample of positive weight"
    ):
        weighted(np.zeros(1000))


def test_a_weight_that_is_missing_is_no_weight_of_0():
    with pytest.raises(ValueError, match=r"sample_weight\[3\] is nan") as caught:
        weighted(np.where(np.arange(1000) == 703, np.nan, np.arange(1000) < 700))
    assert caught.value.__notes__ == ["in block 7 of 10"]
    bags = [db.from_sequence(column, npartitions=2) for column in ([0, 1], [0.1, 0.2], [None, 1])]
    with pytest.raises(TypeError, match="sample_weight"):
        distributed.tally(SCORES, bags[0], bags[1], edges=[0.5], sample_weight=bags[2]).compute()


def test_empty_blocks_are_skipped():
    kept = P > 0.99
    assert distributed.tally(SCORES, Y[kept], P[kept], pos_label=1).compute().n == (PROB > 0.99).sum() < 20


def test_several_tallies_in_one_pass():
    scores, matrix = distributed.compute(
        distributed.tally(SCORES, Y, P), distributed.tally(confusion.confusion_matrix, Y, (P > 0.5).astype(int))
    )
    assert scores == WHOLE
    assert matrix == confusion.confusion_matrix(TRUE, (PROB > 0.5).astype(int))


def test_the_second_pass_and_groups_over_blocks():
    first = distributed.tally(SCORES, Y, P, edges=[0.2, 0.5, 0.8]).compute()
    second = distributed.tally(curves.RefinedTally.from_arrays, Y, P, first=first).compute()
    assert second.roc_auc() == pytest.approx(curves.roc_auc(TRUE, PROB))
    users = RNG.integers(20, size=1000)
    make = partial(comparison.GroupTally.from_arrays, confusion.confusion_matrix)
    columns = [da.from_array(column, chunks=100) for column in (users, TRUE, (PROB > 0.5).astype(int))]
    assert distributed.tally(make, *columns).compute().groups == tuple(range(20))


def test_two_columns_read_each_file_once(tmp_path):
    read = []

    def part(place):
        read.append(place)
        return pd.DataFrame({"y": TRUE[place::5], "p": PROB[place::5]})

    table = dd.from_map(part, range(5), meta=pd.DataFrame({"y": TRUE[:0], "p": PROB[:0]}))
    assert distributed.tally(SCORES, table["y"], table["p"]).compute() == WHOLE
    assert sorted(read) == list(range(5))


# ---------------------------------------------------------------- files


@pytest.fixture
def folder(tmp_path):
    for place in range(4):
        table = pd.DataFrame({"y": TRUE[place::4], "p": PROB[place::4], "other": "x"})
        table.to_parquet(tmp_path / f"part-{place}.parquet")
    return tmp_path


def test_parquet_files_are_blocks(folder):
    for paths in (folder, str(folder), sorted(folder.iterdir())):
        table = distributed.read_parquet(paths, ["y", "p"])
        assert list(table.columns) == ["y", "p"]
        assert table.npartitions == 4
        assert distributed.tally(SCORES, table["y"], table["p"]).compute() == WHOLE
    assert list(distributed.read_parquet(folder / "part-0.parquet").columns) == ["y", "p", "other"]


@pytest.mark.parametrize("into", ["may", "may/first.parquet", "day=2", ".may"])
def test_files_in_folders_within_the_folder_are_blocks_too(folder, into):
    (folder / into).mkdir(parents=True)
    (folder / "part-3.parquet").rename(folder / into / "last.parquet")
    table = distributed.read_parquet(folder, ["y", "p"])
    assert distributed.tally(SCORES, table["y"], table["p"]).compute() == WHOLE


def test_dask_reads_folders_within_the_folder_too(folder):
    (folder / ".may").mkdir()
    (folder / "part-3.parquet").rename(folder / ".may" / "last.parquet")
    assert len(dd.read_parquet(folder)) == len(distributed.read_parquet(folder)) == len(TRUE)


def test_a_linked_folder_within_the_folder_is_read(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (folder / "part-3.parquet").rename(elsewhere / "last.parquet")
    (folder / "link").symlink_to(elsewhere)
    table = distributed.read_parquet(folder, ["y", "p"])
    assert distributed.tally(SCORES, table["y"], table["p"]).compute() == WHOLE


def test_a_folder_that_links_to_itself_counts_nothing_twice(folder):
    (folder / "around").symlink_to(folder)
    with pytest.raises(ValueError, match="expected each file once"):
        distributed.read_parquet(folder)


@pytest.mark.parametrize("place", [0, 2])
def test_a_damaged_file_is_named(folder, place):
    table = distributed.read_parquet(folder, ["y", "p"])
    damaged = folder / f"part-{place}.parquet"
    damaged.write_bytes(damaged.read_bytes()[:-20])
    with pytest.raises(Exception, match="Parquet") as caught:
        distributed.compute(distributed.tally(SCORES, table["y"], table["p"]))
    assert f"in file {damaged}" in caught.value.__notes__
    if place == 0:  # whose columns are looked up at once
        with pytest.raises(Exception, match="Parquet") as caught:
            distributed.read_parquet(folder)
        assert f"in file {damaged}" in caught.value.__notes__


def test_a_bag_of_names_names_the_file(folder):
    def read(names):
        table = pd.concat(map(pd.read_parquet, names))
        return SCORES(table["y"], table["p"])

    names = sorted(map(str, folder.iterdir()))
    assert distributed.tally(read, db.from_sequence(names, npartitions=4)).compute() == WHOLE
    (folder / "part-2.parquet").write_bytes(b"nothing")
    with pytest.raises(Exception, match="Parquet") as caught:
        distributed.tally(read, db.from_sequence(names, npartitions=4)).compute()
    assert caught.value.__notes__ == [f"in block 2 of 4 ({names[2]})"]


# ---------------------------------------------------------------- what is refused


def test_an_error_says_in_which_block():
    spoiled = PROB.copy()
    spoiled[703] = np.nan
    with pytest.raises(ValueError, match=r"y_score\[3\] is nan") as caught:
        distributed.tally(SCORES, Y, da.from_array(spoiled, chunks=100)).compute()
    assert caught.value.__notes__ == ["in block 7 of 10"]


def test_unequal_blocks_are_refused_when_they_are_known_to_be():
    with pytest.raises(
        ValueError, match=r"unequal samples in block 0: collections\[0\] has 100, collections\[1\] has 90"
    ):
        distributed.tally(SCORES, Y, da.from_array(PROB, chunks=(90, 110, *[100] * 8)))


def test_unequal_blocks_of_unknown_size_are_refused_and_named():
    with pytest.raises(ValueError, match="unequal samples in block 9 of 10: ") as caught:
        distributed.tally(SCORES, Y, filtered()).compute()
    assert "in block 9 of 10" in caught.value.__notes__


def filtered():
    """Scores of which only the last block has lost some; how many is not known before it is computed."""
    last = da.from_array(np.arange(1000), chunks=100) < 950
    return P[last]


def test_nothing_but_empty_blocks_is_an_error():
    with pytest.raises(ValueError, match="all blocks are empty"):
        distributed.tally(SCORES, Y[P > 2], P[P > 2]).compute()


FIRST, EMPTY = distributed.tally(SCORES, Y, P), db.from_delayed([])


BAD = {
    distributed.tally: [
        bad_type("no function", 3, Y, P, words="make is of type int"),
        bad("nothing to count", SCORES, words="collections is empty"),
        bad("no blocks", SCORES, EMPTY, EMPTY, words=["collections[0] has no blocks", "at least one"]),
        bad_type("a delayed value", SCORES, dask.delayed([1]), P, words="collections[0] is of"),
        bad_type("a delayed option", SCORES, Y, P, edges=dask.delayed([1]), words=["edges is", "compute"]),
        bad_type("a tally to come", SCORES, Y, P, first=FIRST, words=["first is", "compute it first"]),
        bad_type("an array of NumPy", SCORES, TRUE, PROB, words="collections[0] is of type ndarray"),
        bad("other blocks", SCORES, Y, da.from_array(PROB, chunks=500), words=["unequal blocks", "[0] has 10, "]),
        bad("other blocks of weights", SCORES, Y, P, sample_weight=P.rechunk(500), words="sample_weight has 2"),
        bad("no dimension", SCORES, Y.sum(), words="collections[0] is a single value"),
        bad("a tree of one", SCORES, Y, P, split_every=1, words="split_every is 1"),
    ],
    distributed.compute: [
        bad("nothing", words="tallies is empty"),
        bad_type("a finished tally", WHOLE, words="tallies[0] is of type ScoreTally"),
        bad("no address", FIRST, address="", words=["address is empty", "or None"]),
        bad(
            "both places", distributed.tally(SCORES, Y, P), address="tcp://a", scheduler="sync", words="are both given"
        ),
    ],
    distributed.read_parquet: [
        bad_type("no paths", None, words=["paths is None", "expected files, or folders that contain files"]),
        bad("an empty list", [], words=["paths is empty", "expected files, or folders that contain files"]),
        bad_type("columns as text", "days", "score", words=["columns is 'score'", "expected a list"]),
    ],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


@pytest.mark.parametrize("others", [0, 1], ids=["alone", "beside another"])
def test_a_folder_without_parquet_files_is_refused(folder, others):
    missing = folder / "monday"
    missing.mkdir()
    with pytest.raises(ValueError, match=re.escape(f"in {missing} no file ends in .parquet")):
        distributed.read_parquet([folder, missing] if others else missing)


# ---------------------------------------------------------------- on a cluster


@pytest.fixture
def cluster():
    """A cluster of threads in this process, which starts at once."""
    found = pytest.importorskip("distributed")
    options = {"dashboard_address": "127.0.0.1:0", "silence_logs": 50, "scheduler_kwargs": {"dashboard": False}}
    with found.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", **options) as cluster:
        yield cluster


def test_a_cluster_is_taken_by_its_address_by_the_configuration_or_because_it_was_joined(cluster):
    tally = distributed.tally(SCORES, Y, P)
    assert distributed.compute(tally, address=cluster.scheduler_address) == WHOLE
    with dask.config.set({"scheduler-address": cluster.scheduler_address}):
        assert distributed.compute(tally, progress=False) == WHOLE
    with cluster.get_client():
        assert distributed.compute(tally) == WHOLE


def test_an_empty_address_in_the_configuration_is_none():
    with dask.config.set({"scheduler-address": ""}):
        assert distributed.compute(FIRST, progress=False) == WHOLE


def test_a_long_run_on_a_cluster_shows_its_progress(cluster, capsys, monkeypatch):
    monkeypatch.setattr(distributed, "LONG", 0.01)

    def slowly(*columns):
        time.sleep(0.1)
        return SCORES(*columns)

    assert distributed.compute(distributed.tally(slowly, Y, P), address=cluster.scheduler_address) == WHOLE
    assert "100% Completed" in capsys.readouterr().out


@pytest.mark.parametrize("wait", [False, True])
def test_a_block_on_which_workers_die_is_told(cluster, monkeypatch, wait):
    """What a dead worker raises, here without its death: that is tested with real processes."""
    found = pytest.importorskip("distributed")

    def died(*_, **__):
        raise found.KilledWorker("tally-block-3-of-10", None, 3)

    monkeypatch.setattr(found.Future, "result", died)
    if wait:
        monkeypatch.setattr(found, "wait", died)
    with pytest.raises(found.KilledWorker) as caught:
        distributed.compute(distributed.tally(SCORES, Y, P), address=cluster.scheduler_address)
    assert any("cut the collections into smaller blocks" in note for note in caught.value.__notes__)


@pytest.mark.parametrize("made", [0.5, None, np.array([1, 2]), 3], ids=repr)
def test_what_does_not_add_up_is_refused_by_the_block(made):
    with pytest.raises(
        TypeError, match=rf"make returned an? {type(made).__name__}; expected something that can be added"
    ) as caught:
        distributed.tally(lambda _: made, Y).compute(scheduler="sync")
    assert re.fullmatch(r"in block \d of 10", *caught.value.__notes__)


def test_counts_add_up():
    found = distributed.tally(lambda labels: Counter(labels.tolist()), Y).compute(scheduler="sync")
    assert found.total() == 1000


def test_a_file_counts_once(tmp_path):
    table = pd.DataFrame({"y": [0, 1]})
    for name in ("0.parquet", "1.PARQUET"):
        table.to_parquet(tmp_path / name)
    assert distributed.read_parquet(tmp_path).npartitions == 2
    with pytest.raises(ValueError, match=r"paths hold .*0\.parquet 2 times; expected each file once"):
        distributed.read_parquet([tmp_path, tmp_path / ".." / tmp_path.name / "0.parquet"])

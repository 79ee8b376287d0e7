"""Splits into training and test samples, and running them."""

# ruff: noqa: N803, N806  (X is the name that everyone uses)

from __future__ import annotations

import math
import multiprocessing
import operator
import pickle
import warnings
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn import model_selection as sklearn_splits
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier

from bad_input import NAN, assert_raises, bad, bad_type, refused, undefined
from evalbook import confusion, splits
from memory import with_peak
from peer_cases import peer_cases
from strategies import sized_classes

# Each function of (n, k) that makes a sequence of splits, as one call.
SEQUENCES = {
    "k_fold": lambda n, k, rng: splits.k_fold(n, k, rng=rng),
    "k_fold not shuffled": lambda n, k, rng: splits.k_fold(n, k, shuffle=False),
    "k_fold stratified": lambda n, k, rng: splits.k_fold(n, k, stratify=np.arange(n) % 2, rng=rng),
    "repeated_k_fold": lambda n, k, rng: splits.repeated_k_fold(n, k, 2, rng=rng),
    "leave_one_out": lambda n, k, rng: splits.leave_one_out(n),
    "group_k_fold": lambda n, k, rng: splits.group_k_fold(np.arange(n) % k, k),
    "forward_chaining": lambda n, k, rng: splits.forward_chaining(n, k - 1),
    "bootstrap": lambda n, k, rng: splits.bootstrap(n, k, rng=rng),
}
RANDOM = ["k_fold", "k_fold stratified", "repeated_k_fold", "bootstrap"]
COVERING = [name for name in SEQUENCES if name not in ("forward_chaining", "bootstrap")]
every_sequence = pytest.mark.parametrize("make", SEQUENCES.values(), ids=SEQUENCES)
SIZES = st.integers(4, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(2, n)))


def as_lists(sequence) -> list[tuple[list[int], list[int]]]:
    return [(train.tolist(), test.tolist()) for train, test in sequence]


def counts_per_fold(y, folds) -> np.ndarray:
    """How many of each class the test part of each fold holds: folds × classes."""
    return np.array([[np.count_nonzero(np.asarray(y)[test] == label) for label in np.unique(y)] for _, test in folds])


# ---------------------------------------------------------------- what every sequence of splits has in common


@every_sequence
@pytest.mark.filterwarnings("ignore:class")
@settings(max_examples=30, deadline=None)  # of each function
@given(size=SIZES)
def test_train_and_test_are_sorted_numbers_of_different_samples(make, size):
    n, k = size
    for train, test in make(n, k, 0):
        assert train.dtype == test.dtype == np.intp
        assert np.all(np.diff(train) >= 0)
        assert np.all(np.diff(test) > 0)
        assert not set(train.tolist()) & set(test.tolist())


@pytest.mark.parametrize("name", COVERING)
@pytest.mark.filterwarnings("ignore:class")
@settings(max_examples=30, deadline=None)  # of each function
@given(size=SIZES)
def test_train_and_test_cover_all_samples_and_each_is_tested_once_per_repetition(name, size):
    n, k = size
    tested = np.zeros(n, dtype=int)
    for train, test in SEQUENCES[name](n, k, 0):
        assert sorted([*train.tolist(), *test.tolist()]) == list(range(n))
        tested[test] += 1
    assert set(tested.tolist()) == {2 if name == "repeated_k_fold" else 1}


@every_sequence
def test_a_sequence_gives_the_same_splits_each_time_and_by_index(make):
    folds = make(12, 4, 7)
    assert isinstance(folds, Sequence)
    first = as_lists(folds)
    assert as_lists(folds) == first
    assert as_lists(folds[place] for place in reversed(range(len(folds)))) == first[::-1]
    assert as_lists([folds[-1]]) == first[-1:]
    assert as_lists(folds[1:]) == first[1:]
    assert len(folds[::2]) == len(first[::2])
    assert repr(folds) == f"<{len(first)} splits>"
    for place in (len(folds), -len(folds) - 1):
        with pytest.raises(IndexError, match=f"no split {place}"):
            folds[place]


@every_sequence
def test_a_sequence_read_halfway_can_be_pickled_and_gives_the_same_splits(make):
    folds = make(12, 4, 7)
    first = as_lists(folds)
    copy = pickle.loads(pickle.dumps(folds))
    assert as_lists(copy) == first
    assert as_lists(pickle.loads(pickle.dumps(folds[1:]))) == first[1:]


@pytest.mark.slow
def test_other_processes_read_a_sequence():
    folds = splits.repeated_k_fold(12, 3, 4, rng=0)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(operator.getitem, [folds] * len(folds), range(len(folds)))) == list(folds)


def test_threads_read_repetitions_side_by_side():
    folds = splits.repeated_k_fold(200, 5, 40, rng=0)
    order = np.random.default_rng(0).permutation(len(folds)).tolist()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(folds.__getitem__, order)) == [folds[place] for place in order]


def test_a_long_split_prints_short():
    split = splits.hold_out(100_000, rng=0)
    assert repr(split).startswith("Split(train=array([")
    assert len(repr(split)) < 250
    assert repr(splits.forward_chaining(4, 1)[0]) == "Split(train=array([0, 1]), test=array([2, 3]))"


def test_splits_compare_by_their_sample_numbers():
    first, second = splits.k_fold(4, 2, shuffle=False)
    assert first == splits.k_fold(4, 2, shuffle=False)[0] == ([2, 3], [0, 1])
    assert first != second
    assert first != "split"
    assert second in splits.k_fold(4, 2, shuffle=False)


@pytest.mark.parametrize("name", RANDOM)
def test_a_seed_reproduces_and_a_generator_moves_on(name):
    make = SEQUENCES[name]
    assert as_lists(make(30, 3, 5)) == as_lists(make(30, 3, 5))
    assert as_lists(make(30, 3, 5)) != as_lists(make(30, 3, 6))
    rng = np.random.default_rng(5)
    assert as_lists(make(30, 3, rng)) == as_lists(make(30, 3, 5))
    assert as_lists(make(30, 3, rng)) != as_lists(make(30, 3, 5))
    assert as_lists(make(50, 3, None)) != as_lists(make(50, 3, None))


def test_a_long_sequence_costs_no_memory_until_it_is_read():
    folds, peak = with_peak(splits.leave_one_out, 100_000)
    assert peak < 100_000
    assert len(folds) == 100_000
    assert folds[70_000].test.tolist() == [70_000]
    assert len(folds[70_000].train) == 99_999


def test_a_stratified_fold_peaks_below_96_bytes_a_sample():
    n = 100_000
    y = np.random.default_rng(0).integers(0, 3, n)
    _, peak = with_peak(lambda: splits.k_fold(n, 5, stratify=y, rng=0)[0])
    assert peak < 96 * n


# ---------------------------------------------------------------- hold-out


@pytest.mark.parametrize(("test_size", "expected"), [(0.3, 3), (1 - 0.7, 3), (0.31, 4), (0.25, 3), (0.9, 9), (1e-3, 1)])
def test_the_test_size_is_rounded_up_but_not_by_what_floats_add(test_size, expected):
    assert len(splits.hold_out(10, test_size, rng=0).test) == expected


@given(sized_classes(), st.floats(0.05, 0.95))
def test_hold_out_gives_each_class_its_share_within_one(classes, test_size):
    n_test = math.ceil(round(len(classes) * test_size, 9))
    if n_test == len(classes):
        return
    train, test = splits.hold_out(len(classes), test_size, stratify=classes, rng=0)
    assert sorted([*train.tolist(), *test.tolist()]) == list(range(len(classes)))
    assert len(test) == n_test
    for label in set(classes):
        exact = classes.count(label) * n_test / len(classes)
        assert abs(sum(classes[place] == label for place in test) - exact) < 1


def test_equal_remainders_go_to_the_first_label():
    y = np.array(["b"] * 5 + ["a"] * 5)
    assert sorted(y[splits.hold_out(10, 0.3, stratify=y, rng=0).test].tolist()) == ["a", "a", "b"]


def test_hold_out_reaches_every_sample():
    rng = np.random.default_rng(2)
    tested = {
        place for _ in range(200) for place in splits.hold_out(6, 0.34, stratify=[0, 0, 0, 1, 1, 1], rng=rng).test
    }
    assert tested == set(range(6))


def test_hold_out_without_classes_ignores_none():
    assert as_lists([splits.hold_out(20, rng=3)]) == as_lists([splits.hold_out(20, stratify=[7] * 20, rng=3)])


@pytest.mark.parametrize(
    ("test_size", "hint"),
    [(30, r": for 30 of 100 samples, give 30 / 100$"), (-0.5, "below 1$"), (100, "below 1$")],
)
def test_a_number_of_samples_in_place_of_a_share_is_told_how_to_divide(test_size, hint):
    with pytest.raises(ValueError, match=rf"^test_size is {test_size}; expected a share .*{hint}"):
        splits.hold_out(100, test_size)


@peer_cases("holdout sizes (n_train,n_test), n_test=ceil(n*test_size)")
def test_hold_out_sizes_as_the_peers_have_them(case):
    for n, test_size, sizes in zip(case["inputs"]["n"], case["inputs"]["test_size"], case["expected"], strict=True):
        split = splits.hold_out(n, test_size, rng=0)
        assert [len(split.train), len(split.test)] == sizes


@peer_cases("holdout error")
def test_hold_out_refuses_what_the_peers_refuse(case):
    with pytest.raises(ValueError, match=r"test_size=0.67 of 3 samples leaves no training sample"):
        splits.hold_out(**case["inputs"])


@peer_cases("proportional allocation")
def test_classes_share_as_the_peers_have_them(case):
    for sizes, drawn, expected in zip(*case["inputs"].values(), case["expected"], strict=True):
        y = np.repeat(np.arange(len(sizes)), sizes)
        test = splits.hold_out(len(y), drawn / len(y), stratify=y, rng=0).test
        assert np.bincount(y[test]).tolist() == expected


@pytest.mark.parametrize("seed", range(5))
def test_hold_out_divides_classes_as_scikit_learn(seed):
    y = np.random.default_rng(seed).choice([0, 1, 2], 101, p=[0.6, 0.3, 0.1])
    test = splits.hold_out(101, 0.25, stratify=y, rng=0).test
    _, theirs = sklearn_splits.train_test_split(np.arange(101), test_size=0.25, stratify=y, random_state=0)
    assert np.bincount(y[test]).tolist() == np.bincount(y[theirs]).tolist()


# ---------------------------------------------------------------- k-fold


@given(SIZES)
def test_the_first_folds_are_larger_by_one(size):
    n, k = size
    sizes = [len(test) for _, test in splits.k_fold(n, k, rng=0)]
    assert sizes == [n // k + (fold < n % k) for fold in range(k)]


@pytest.mark.parametrize("shuffle", [True, False])
@pytest.mark.filterwarnings("ignore:class")
@given(sized_classes(), st.integers(2, 6))
def test_class_counts_and_fold_sizes_differ_by_one_at_most(shuffle, classes, k):
    if k > len(classes):
        return
    counts = counts_per_fold(classes, splits.k_fold(len(classes), k, stratify=classes, shuffle=shuffle))
    assert np.ptp(counts, axis=0).max() <= 1
    assert np.ptp(counts.sum(axis=1)) <= 1


def test_chance_decides_who_shares_a_fold():
    together = np.zeros((6, 6), dtype=int)
    for _, test in splits.repeated_k_fold(6, 2, 400, stratify=[0, 0, 0, 1, 1, 1], rng=0):
        together[np.ix_(test, test)] += 1
    # Of 400 repetitions: two samples of one class share a fold in 1/3, two of different classes in 4/9.
    assert together[0, 1:3] == pytest.approx(400 / 3, abs=40)
    assert together[0, 3:] == pytest.approx(400 * 4 / 9, abs=40)


@pytest.mark.parametrize("call", [splits.k_fold, splits.repeated_k_fold], ids=["k_fold", "repeated_k_fold"])
def test_a_class_smaller_than_k_warns_once_on_the_callers_line(call):
    with pytest.warns(UserWarning, match=r"class 'b' \(2\), 'c' \(1\) has fewer samples than .*k = 3") as caught:
        list(call(6, 3, stratify=list("aabbca")))
    assert [warning.filename for warning in caught] == [__file__]


def test_classes_as_large_as_k_do_not_warn(recwarn):
    splits.k_fold(6, 3, stratify=[0, 0, 0, 1, 1, 1])
    splits.k_fold(2, 2)
    assert not recwarn.list


@peer_cases("kfold (no shuffle) test folds")
def test_folds_as_the_peers_have_them(case):
    folds = splits.k_fold(**case["inputs"], shuffle=False)
    assert [test.tolist() for _, test in folds] == case["expected"]


@peer_cases("kfold fold sizes")
def test_fold_sizes_as_the_peers_have_them(case):
    for n, sizes in zip(case["inputs"]["n"], case["expected"], strict=True):
        assert [len(test) for _, test in splits.k_fold(n, case["inputs"]["k"], rng=0)] == sizes


@peer_cases("stratified kfold (no shuffle) test folds")
def test_stratified_folds_as_the_peers_have_them(case):
    y, k = case["inputs"]["y"], case["inputs"]["k"]
    assert [test.tolist() for _, test in splits.k_fold(len(y), k, stratify=y, shuffle=False)] == case["expected"]


@peer_cases("stratified kfold fold sizes")
def test_stratified_fold_sizes_as_the_peers_have_them(case):
    y, k = case["inputs"]["y"], case["inputs"]["k"]
    assert [len(test) for _, test in splits.k_fold(len(y), k, stratify=y, rng=0)] == case["expected"]


@peer_cases("repeated kfold number of splits")
def test_the_number_of_splits_as_the_peers_have_it(case):
    assert len(splits.repeated_k_fold(10, **case["inputs"])) == case["expected"]


@pytest.mark.parametrize(("n", "k"), [(10, 2), (11, 3), (101, 10), (7, 7)])
def test_folds_equal_scikit_learns(n, k):
    ours, theirs = splits.k_fold(n, k, shuffle=False), sklearn_splits.KFold(k).split(np.zeros(n))
    assert as_lists(ours) == as_lists(theirs)


@pytest.mark.parametrize("k", [2, 5, 9])
def test_stratified_folds_equal_scikit_learns(k):
    # scikit-learn deals the classes in order of appearance: here that is the sorted order, too.
    y = np.append(np.arange(4), np.random.default_rng(k).integers(0, 4, 200))
    ours = splits.k_fold(len(y), k, stratify=y, shuffle=False)
    assert as_lists(ours) == as_lists(sklearn_splits.StratifiedKFold(k).split(y, y))


def test_many_classes_and_many_folds():
    y = np.repeat(np.arange(3000), 2)
    with pytest.warns(UserWarning, match="fewer samples"):
        folds = splits.k_fold(6000, 100, stratify=y, shuffle=False)
    assert {len(test) for _, test in folds} == {60}


def test_repetitions_differ_and_can_be_read_in_any_order():
    folds = splits.repeated_k_fold(20, 2, 3, rng=0)
    assert as_lists(folds[:2]) != as_lists(folds[2:4])
    mixed = [folds[place] for place in (5, 0, 3)]
    assert as_lists(mixed) == [as_lists(folds)[place] for place in (5, 0, 3)]


def test_leave_one_out_equals_scikit_learns():
    assert as_lists(splits.leave_one_out(7)) == as_lists(sklearn_splits.LeaveOneOut().split(np.zeros(7)))


# ---------------------------------------------------------------- groups and time


@given(st.lists(st.integers(0, 9), min_size=2, max_size=60).filter(lambda groups: len(set(groups)) > 1), st.data())
def test_no_group_is_on_both_sides_and_folds_are_even(groups, data):
    k = data.draw(st.integers(2, len(set(groups))))
    folds = splits.group_k_fold(groups, k)
    groups = np.array(groups)
    for train, test in folds:
        assert not set(groups[train].tolist()) & set(groups[test].tolist())
        assert train.size
        assert test.size
    sizes = [len(test) for _, test in folds]
    assert max(sizes) - min(sizes) <= np.bincount(groups).max()
    theirs = sklearn_splits.GroupKFold(k).split(groups, groups=groups)
    assert sorted(sizes) == sorted(len(test) for _, test in theirs)


@given(SIZES)
def test_no_training_after_the_test(size):
    n, k = size
    for train, test in splits.forward_chaining(n, k - 1):
        assert train.size
        assert len(test) == n // k
        assert train.tolist() == list(range(test[0]))


@pytest.mark.parametrize(("n", "k"), [(10, 2), (11, 3), (100, 7), (4, 3)])
def test_forward_chaining_equals_scikit_learns(n, k):
    theirs = sklearn_splits.TimeSeriesSplit(k).split(np.zeros(n))
    assert as_lists(splits.forward_chaining(n, k)) == as_lists(theirs)


def test_forward_chaining_once_tests_on_the_second_half():
    assert as_lists(splits.forward_chaining(5, 1)) == [([0, 1, 2], [3, 4])]


# ---------------------------------------------------------------- bootstrap


@given(st.integers(1, 30), st.integers(0, 99))
def test_train_has_n_draws_and_test_is_the_rest(n, seed):
    for train, test in splits.bootstrap(n, 3, rng=seed):
        assert len(train) == n
        assert set(test.tolist()) == set(range(n)) - set(train.tolist())


def test_the_share_out_of_the_bag_is_the_probability_never_drawn():
    shares = [len(test) / 500 for _, test in splits.bootstrap(500, 200, rng=0)]
    assert np.mean(shares) == pytest.approx(splits.probability_never_drawn(500), abs=0.003)


def test_every_sample_is_drawn_equally_often():
    drawn = np.concatenate([train for train, _ in splits.bootstrap(5, 2000, rng=0)])
    assert np.bincount(drawn) == pytest.approx(np.full(5, 2000), abs=200)


@pytest.mark.parametrize(
    ("n", "expected", "tol"),
    [(1, 0, 0), (2, 1 / 4, 1e-15), (10, 0.9**10, 1e-15), (1000, 0.3677, 5e-5), (2**62, 1 / math.e, 1e-15)],
)
def test_probability_never_drawn(n, expected, tol):
    value = splits.probability_never_drawn(n)
    assert value == pytest.approx(expected, abs=tol)
    assert type(value) is float


def test_the_632_estimate():
    assert splits.bootstrap_632(0, 0.5) == pytest.approx(0.316, abs=1e-15)
    assert splits.bootstrap_632(0.1, 0.3) == pytest.approx(0.0368 + 0.1896, abs=1e-15)
    assert type(splits.bootstrap_632(np.float64(0), 1)) is float


# ---------------------------------------------------------------- running the splits


def nearest(X, y):
    """Predict the label of the nearest sample."""
    X, y = np.asarray(X).reshape(len(X), -1), np.asarray(y)
    return lambda X_test: y[
        [np.argmin(((X - row) ** 2).sum(axis=1)) for row in np.asarray(X_test).reshape(len(X_test), -1)]
    ]


LINE, SIDE = [0.0, 1.0, 2.0, 10.0, 11.0, 12.0], [0, 0, 0, 1, 1, 1]


def test_tallies_come_back_as_a_list_that_adds():
    tallies = splits.cross_validate(nearest, LINE, SIDE, splits.k_fold(6, 3, rng=0), confusion.confusion_matrix)
    assert isinstance(tallies, list)
    assert sum(tallies) == confusion.ConfusionMatrix([[3, 0], [0, 3]], [0, 1])


def rows_seen(X, y=None):
    """The training rows, their truth, and the test rows that reach a learner in one split of four samples."""
    seen = []

    def fit(X_train, y_train):
        seen.extend([X_train, y_train])
        return lambda X_test: seen.append(X_test) or [0] * 2

    splits.cross_validate(fit, X, [1, 0, 1, 0] if y is None else y, [([3, 0], [1, 2])], lambda *_: 0)
    return seen


@pytest.mark.parametrize("kind", [list, tuple, deque], ids=lambda kind: kind.__name__)
def test_rows_of_a_list_come_as_a_list_and_keep_their_types(kind):
    X = [[1, "a"], [2.5, None], [True], "four"]
    assert rows_seen(kind(X), kind("abcd")) == [["four", [1, "a"]], ["d", "a"], [[2.5, None], [True]]]


def test_rows_of_a_list_are_the_very_objects():
    X = [object(), np.zeros(3), np.zeros(2), {}]
    assert [id(row) for rows in rows_seen(X)[::2] for row in rows] == [id(X[place]) for place in (3, 0, 1, 2)]


def test_one_long_text_among_many_costs_nothing():
    X = ["x"] * 5000 + ["x" * 300_000]
    y = [0] * 5001
    folds = splits.k_fold(5001, 5, rng=0)
    _, peak = with_peak(splits.cross_validate, lambda X, y: len, X, y, folds, lambda y_test, y_pred: 0)
    assert peak < 1_000_000


@pytest.mark.parametrize(
    "y", [np.array([1, 0, 1, 0]), pd.Series([1, 0, 1, 0], index=list("abcd"))], ids=["array", "series"]
)
def test_truth_comes_in_the_type_it_has(y):
    _, found, _ = rows_seen([1, 2, 3, 4], y)
    assert type(found) is type(y)
    assert found.tolist() == [0, 1]


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("form", ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"])
def test_rows_of_a_sparse_matrix_of_any_format(form, kind):
    table = np.array([[1, 0], [0, 2], [3, 0], [0, 0]])
    train, _, test = rows_seen(getattr(sparse, f"{form}_{kind}")(table))
    assert train.format == test.format == "csr"
    assert train.toarray().tolist() == table[[3, 0]].tolist()
    assert test.toarray().tolist() == table[[1, 2]].tolist()


def test_rows_of_a_data_frame_come_as_a_data_frame():
    train, _, test = rows_seen(pd.DataFrame({"a": [1, 2, 3, 4]}, index=list("abcd")))
    assert isinstance(train, pd.DataFrame)
    assert (train["a"].tolist(), test["a"].tolist()) == ([4, 1], [2, 3])


def test_rows_of_a_memoryview_come_as_an_array():
    train, _, test = rows_seen(memoryview(np.arange(8.0).reshape(4, 2)))
    assert (train.tolist(), test.tolist()) == ([[6, 7], [0, 1]], [[2, 3], [4, 5]])


def test_a_score_beyond_a_float_stays_what_it_is():
    assert splits.cross_validate(nearest, LINE, SIDE, [([0, 1], [2])], lambda *_: 10**400) == [10**400]


def test_scores_equal_scikit_learns():
    X, y = load_iris(return_X_y=True)
    folds = splits.k_fold(len(y), 5, stratify=y, rng=0)
    model = KNeighborsClassifier()
    ours = splits.cross_validate(lambda X, y: model.fit(X, y).predict, X, y, folds, confusion.accuracy)
    assert ours == pytest.approx(sklearn_splits.cross_val_score(model, X, y, cv=folds))


def test_any_pairs_of_sample_numbers_will_do():
    pairs = ((train.tolist(), test) for train, test in splits.k_fold(6, 3, shuffle=False))
    assert splits.cross_validate(nearest, LINE, SIDE, pairs, confusion.accuracy).tolist() == [1, 1, 1]


@pytest.mark.parametrize("score", [confusion.accuracy, confusion.confusion_matrix])
def test_an_empty_test_part_is_nan_with_one_warning(score):
    pairs = [([0, 5], [1]), ([0, 1], []), ([2, 3], np.array([]))]
    with undefined("nan for each split without a test sample: 1, 2$"):
        scores = splits.cross_validate(nearest, LINE, SIDE, pairs, score)
    assert np.isnan(scores[1:]).all()
    assert scores[0] == score([0], [0])


# ---------------------------------------------------------------- bad input


BAD_STRATIFY = [
    bad("stratify too short", 10, stratify=[0, 1], words=["stratify has 2 labels", "n = 10"]),
    bad("stratify empty", 10, stratify=[], words="stratify is empty"),
    bad("stratify scores", 3, stratify=[0.1, 0.2, 0.3], words="stratify holds 0.1"),
    bad("stratify nan", 3, stratify=[0, NAN, 1], words="stratify[1] is nan"),
    bad("stratify in a matrix", 4, stratify=[[0, 1], [0, 1]], words="stratify has shape (2, 2)"),
    bad_type("stratify a string", 4, stratify="0101", words="stratify is a single str"),
    bad_type("stratify True", 4, stratify=True, words="stratify is a single bool"),
]
FOLDS = [splits.k_fold, splits.repeated_k_fold]


PAIRS = [([0, 1], [2])]


BAD = {
    (splits.hold_out, splits.leave_one_out, splits.forward_chaining): [bad("one sample", 1, words="n is 1")],
    (*FOLDS,): [
        *(row._replace(kwargs=row.kwargs | {"k": 2}) for row in BAD_STRATIFY),
        bad("one sample", 1, words="n is 1"),
        bad("one fold", 10, 1, words="k is 1"),
        bad("k above n", 10, 11, words=["k is 11", "at most 10"]),
    ],
    splits.hold_out: [
        *BAD_STRATIFY,
        bad("no training sample", 3, 0.67, words="leaves no training sample"),
        bad("no test sample", 3, 1e-12, words="leaves no test sample"),
    ],
    splits.k_fold: [bad("rng without shuffle", 10, 2, shuffle=False, rng=0, words="rng is given with shuffle=False")],
    splits.forward_chaining: [bad("k as large as n", 5, 5, words=["k is 5", "at most 4"])],
    splits.group_k_fold: [
        bad("empty", [], words="groups is empty"),
        bad("nan", [0, NAN], words="groups[1] is nan"),
        bad("two dimensions", [[0, 1]], words="groups has shape (1, 2)"),
        bad("one group", [3, 3], words=["k is 5", "at most 1, the number of groups"]),
        bad("more folds than groups", [1, 2, 3], 4, words=["k is 4", "at most 3, the number of groups"]),
        bad("one fold", [1, 2, 3], 1, words="k is 1"),
    ],
    splits.cross_validate: [
        bad_type("fit a model", object(), LINE, SIDE, PAIRS, len, words="fit is of type object"),
        bad_type("score a string", nearest, LINE, SIDE, PAIRS, "accuracy", words="score is of type str"),
        bad_type("fit returns None", print, LINE, SIDE, PAIRS, len, words=["what fit returns", "NoneType"]),
        bad("X empty", nearest, [], SIDE, PAIRS, len, words="X is empty"),
        bad("y empty", nearest, LINE, [], PAIRS, len, words="y is empty"),
        bad_type("X a string", nearest, "abc", SIDE, PAIRS, len, words="X is a single string"),
        bad_type("y one of NumPy's numbers", nearest, LINE, np.array(1), PAIRS, len, words="y is a single"),
        bad_type("X a set", nearest, {1, 2}, SIDE, PAIRS, len, words="X is a single set"),
        bad_type("y no sequence", nearest, LINE, 1, PAIRS, len, words="y is a single int"),
        bad("lengths", nearest, LINE, [0, 1], PAIRS, len, words=["X has 6", "y has 2"]),
        bad("no splits", nearest, LINE, SIDE, [], len, words="splits is empty"),
        bad_type("splits a number", nearest, LINE, SIDE, 5, len, words="splits is of type int"),
        bad_type("one split", nearest, LINE, SIDE, splits.hold_out(6), len, words="splits is a single Split"),
        bad_type("no pairs", nearest, LINE, SIDE, [0, 1], len, words="splits[0] is int"),
        bad_type("a triple", nearest, LINE, SIDE, [(0, 1, 2)], len, words="splits[0] is tuple"),
        bad_type("masks", nearest, [1], [1], [([True], [False])], len, words=["splits[0] holds", "bool"]),
        bad_type(
            "a mask as an array",
            *(nearest, LINE, SIDE, [(np.arange(6) < 4, np.arange(6) > 3)], len),
            words=["splits[0] holds a mask", "np.flatnonzero(mask)"],
        ),
        bad_type("deep", nearest, LINE, SIDE, [([[0]], [1])], len, words="2-dimensional"),
        bad("beyond the end", nearest, LINE, SIDE, [([0, 6], [1])], len, words=["splits[0] holds 0 to 6", "0 to 5"]),
        bad("negative", nearest, LINE, SIDE, [([0], [-1])], len, words="splits[0] holds -1 to -1"),
        bad("nothing to learn", nearest, LINE, SIDE, [([], [1])], len, words="splits[0] has no training sample"),
    ],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


def test_what_is_settled_at_the_call_warns_of_nothing_later():
    folds = splits.k_fold(10, 5, rng=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(folds)) == 5


def test_splits_are_equal_by_value_and_have_no_hash():
    assert splits.k_fold(6, 3, rng=0) == splits.k_fold(6, 3, rng=0)
    assert splits.k_fold(6, 3, rng=0) != splits.k_fold(6, 3, rng=1)
    assert splits.k_fold(6, 3, rng=0)[:2] != splits.k_fold(6, 3, rng=0)
    assert splits.k_fold(6, 3, rng=0) != [*splits.k_fold(6, 3, rng=0)]
    with pytest.raises(TypeError, match="unhashable"):
        hash(splits.k_fold(6, 3))

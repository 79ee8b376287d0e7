"""Rows of gains and the metrics over them."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from bad_input import INF, NAN, assert_raises, bad, bad_type, refused, undefined
from evalbook import ranking
from evalbook.ranking import RankingTally
from memory import with_peak
from peer_cases import approx, peer_cases
from strategies import SCORES

# Every function of a row of gains; each takes `k` by name.
PER_QUERY = [
    ranking.precision_at_k,
    ranking.recall_at_k,
    ranking.average_precision,
    ranking.reciprocal_rank,
    ranking.cg,
    ranking.dcg,
    ranking.idcg,
    ranking.ndcg,
]
OVER_ALL_QUERIES = [ranking.hit_ratio, ranking.hit_rate, ranking.mean_average_precision, ranking.mean_reciprocal_rank]
TAKE_N_RELEVANT = [ranking.recall_at_k, ranking.hit_ratio, ranking.average_precision, ranking.mean_average_precision]
TAKE_GAIN = [ranking.cg, ranking.dcg, ranking.idcg, ranking.ndcg]
TAKE_IDEAL = [ranking.idcg, ranking.ndcg]
OF_ONE_LIST = [
    ranking.average_precision,
    ranking.mean_average_precision,
    ranking.reciprocal_rank,
    ranking.mean_reciprocal_rank,
    *TAKE_GAIN,
]
OF_A_TALLY = [RankingTally.from_arrays, RankingTally.rows]
OF_SCORES = [ranking.rank_by_score, ranking.ndcg_from_scores]
GAINS = st.integers(0, 3)
LISTS = st.lists(GAINS, min_size=1, max_size=8)
LISTS_WITH_A_HIT = LISTS.filter(any)
CUTS = st.integers(1, 10)


def each(functions):
    return pytest.mark.parametrize("function", functions, ids=lambda function: function.__name__)


def ranked_by(run: dict[str, float]) -> list[str]:
    """The items of a run by falling score; ties as they are given."""
    return sorted(run, key=run.__getitem__, reverse=True)


def ranked_as_trec_eval(run: dict[str, float]) -> list[str]:
    """The items of a run by falling score; ties by falling name."""
    return sorted(run, key=lambda item: (run[item], item), reverse=True)


def judged(qrels: dict[str, int]) -> dict[str, int]:
    """Judgments with -1 ("not judged" in some collections) as 0: gains are at least 0."""
    return {item: max(gain, 0) for item, gain in qrels.items()}


# ---------------------------------------------------------------- the numbers of the sources


def test_average_precision_of_five_relevant_results_in_ten():
    first_five, last_five = [1] * 5 + [0] * 5, [0] * 5 + [1] * 5
    assert ranking.average_precision(first_five) == 1
    by_hand = sum(Fraction(hit, rank) for hit, rank in zip(range(1, 6), range(6, 11), strict=True)) / 5
    assert ranking.average_precision(last_five) == pytest.approx(float(by_hand), abs=1e-15)
    assert round(float(by_hand), 3) == 0.354
    assert ranking.mean_average_precision([first_five, last_five]) == pytest.approx((1 + float(by_hand)) / 2)


def test_the_ideal_order_is_that_of_all_judged_items():
    listed, all_judged = [3, 0, 0, 0, 0], [3] * 5
    assert ranking.ndcg(listed, k=5) == 1
    assert round(ranking.ndcg(listed, k=5, ideal=all_judged), 2) == 0.34


def test_hit_ratio_pools_the_queries_and_hit_rate_counts_them():
    relevance, n_relevant = [[1, 1, 0], [0, 0, 1]], [3, 1]
    assert ranking.hit_ratio(relevance, 2, n_relevant=n_relevant) == 2 / 4
    assert ranking.hit_rate(relevance, 2) == 1 / 2
    assert np.mean(ranking.recall_at_k(relevance, 2, n_relevant=n_relevant)) == pytest.approx((2 / 3 + 0) / 2)
    assert ranking.hit_ratio(relevance, 3, n_relevant=n_relevant) == 3 / 4
    assert ranking.hit_rate(relevance, 3) == 1


# ---------------------------------------------------------------- rows of gains


@pytest.mark.parametrize(
    ("relevant", "ranked"),
    [
        (np.array([1, 2]), np.array([2, 5, 1])),
        ((1, 2), (2, 5, 1)),
        (iter([1, 2]), iter([2, 5, 1])),
        (frozenset({1, 2}), pd.Series([2, 5, 1], index=[7, 8, 9])),
        ({1: True, 2: True}, [2, 5, 1]),
    ],
    ids=["arrays", "tuples", "iterators", "Series", "booleans as gains"],
)
def test_relevance_of_collections_of_any_kind(relevant, ranked):
    row = ranking.relevance_of(relevant, ranked)
    assert row.tolist() == [1, 0, 1]
    assert row.dtype == np.int64


@pytest.mark.parametrize(("relevant", "ranked"), [(set(), []), ({}, []), ({1}, [])])
def test_relevance_of_an_empty_list_is_an_empty_row(relevant, ranked):
    assert ranking.relevance_of(relevant, ranked).shape == (0,)


@pytest.mark.parametrize(
    ("relevant", "ranked"),
    [
        ([1, True], [1.0, Fraction(2)]),
        ({"a": 1}, np.array(["a", "b"])),
        ([("a", 1)], [("a", 1), (None, 2)]),
        ([1], [1, None]),
    ],
    ids=["numbers", "texts", "tuples", "a list filled up with None"],
)
def test_items_of_one_kind_are_found_whatever_their_types(relevant, ranked):
    assert ranking.relevance_of(relevant, ranked).tolist() == [1, 0]


def test_rank_by_score_keeps_the_order_of_ties():
    assert ranking.rank_by_score([1, 2, 3, 4, 5], [0.5, 0.9, 0.5, 0.1, 0.5]).tolist() == [2, 1, 3, 5, 4]
    assert ranking.rank_by_score([[1, 2], [3, 4]], [[0, 1], [1, 0]]).tolist() == [[2, 1], [3, 4]]
    assert ranking.rank_by_score(np.arange(200), np.zeros(200)).tolist() == list(range(200))


@pytest.mark.parametrize(
    "score",
    [
        np.array([0, 255, 7], np.uint8),
        np.array([-128, 127, 7], np.int8),
        np.array([-(2**63), 2**63 - 1, 0], np.int64),
        np.array([2**60, 2**60 + 2, 2**60 + 1]),
        np.array([-0.5, 0.5, 0.0], np.float16),
        np.array([1, 9, 3, 9, 2, 9])[::2],
        [Fraction(1, 3), Fraction(2, 3), Fraction(1, 2)],
    ],
    ids=["uint8", "int8", "int64", "large integers", "float16", "strided", "fractions"],
)
def test_scores_of_any_number_type(score):
    assert ranking.rank_by_score([1, 2, 3], score).tolist() == [2, 3, 1]
    assert ranking.ndcg_from_scores([1, 3, 2], score) == ranking.ndcg_from_scores([1, 3, 2], score, ties="order") == 1


@pytest.mark.parametrize("ties", ["average", "order"])
def test_equal_booleans_tie(ties):
    expected = {"average": (1 + 1 / math.log2(3)) / 2, "order": 1}[ties]
    assert ranking.ndcg_from_scores([1, 0], [True, True], ties=ties) == pytest.approx(expected)


# ---------------------------------------------------------------- properties


@each(PER_QUERY)
@given(relevance=LISTS_WITH_A_HIT, k=CUTS, padding=st.integers(1, 5))
def test_padding_with_zeros_does_not_change_a_value(function, relevance, k, padding):
    assert function(relevance + [0] * padding, k=k) == pytest.approx(function(relevance, k=k), abs=1e-12)


@each(PER_QUERY)
@given(relevance=st.lists(LISTS_WITH_A_HIT, min_size=1, max_size=4), k=CUTS)
def test_rows_of_unequal_length_equal_row_by_row(function, relevance, k):
    together = function(relevance, k=k)
    assert together.tolist() == pytest.approx([function(row, k=k) for row in relevance], abs=1e-12)


@each(PER_QUERY)
@given(relevance=LISTS_WITH_A_HIT, k=st.integers(8, 20))
def test_a_cut_beyond_the_end_cuts_nothing(function, relevance, k):
    if function is ranking.precision_at_k:
        assert function(relevance, k) == sum(gain > 0 for gain in relevance) / k
    elif function is ranking.recall_at_k:
        assert function(relevance, k) == 1
    else:
        assert function(relevance, k=k) == function(relevance)


@given(relevance=LISTS_WITH_A_HIT, k=CUTS, gain=st.sampled_from(["linear", "exponential"]))
def test_only_the_ideal_order_of_gains_has_ndcg_1(relevance, k, gain):
    ideal = sorted(relevance, reverse=True)
    assert ranking.ndcg(ideal, k=k, gain=gain) == 1
    reached = ranking.ndcg(relevance, k=k, gain=gain)
    assert (reached > 1 - 1e-9) == (relevance[:k] == ideal[:k])


@given(relevance=LISTS_WITH_A_HIT, left_out=st.lists(GAINS, max_size=6), k=CUTS)
def test_what_was_left_out_can_only_lower_ndcg(relevance, left_out, k):
    value = ranking.ndcg(relevance, k=k, ideal=relevance + left_out)
    assert 0 <= value <= ranking.ndcg(relevance, k=k)
    assert value == pytest.approx(ranking.dcg(relevance, k=k) / ranking.dcg(sorted(relevance + left_out)[::-1], k=k))
    assert ranking.idcg(relevance, k=k, ideal=relevance + left_out) >= ranking.idcg(relevance, k=k)


@given(relevance=LISTS, k=CUTS)
def test_dcg_is_its_sum(relevance, k):
    exponential = sum((2**gain - 1) / math.log2(rank + 1) for rank, gain in enumerate(relevance[:k], start=1))
    linear = sum(gain / math.log2(rank + 1) for rank, gain in enumerate(relevance[:k], start=1))
    assert ranking.dcg(relevance, k=k) == pytest.approx(exponential, abs=1e-12)
    assert ranking.dcg(relevance, k=k, gain="linear") == pytest.approx(linear, abs=1e-12)


@given(relevance=LISTS_WITH_A_HIT)
def test_average_precision_is_that_of_the_precision_recall_curve(relevance):
    truth, falling = [int(gain > 0) for gain in relevance], -np.arange(len(relevance))
    expected = sklearn_metrics.average_precision_score(truth, falling)
    assert ranking.average_precision(relevance) == pytest.approx(expected, abs=1e-12)


@given(relevance=LISTS_WITH_A_HIT, left_out=st.integers(0, 5), k=CUTS)
def test_average_precision_is_its_sum(relevance, left_out, k):
    number = sum(gain > 0 for gain in relevance) + left_out
    precisions = [
        ranking.precision_at_k(relevance, i) for i in range(1, min(k, len(relevance)) + 1) if relevance[i - 1]
    ]
    expected = sum(precisions) / number
    assert ranking.average_precision(relevance, k=k, n_relevant=number) == pytest.approx(expected, abs=1e-12)


@given(st.lists(LISTS_WITH_A_HIT, min_size=1, max_size=4), CUTS)
def test_means_are_means(relevance, k):
    by_row = [ranking.average_precision(row, k=k) for row in relevance]
    assert ranking.mean_average_precision(relevance, k=k) == pytest.approx(sum(by_row) / len(by_row), abs=1e-12)
    by_row = [ranking.reciprocal_rank(row, k=k) for row in relevance]
    assert ranking.mean_reciprocal_rank(relevance, k=k) == pytest.approx(sum(by_row) / len(by_row), abs=1e-12)


@given(st.lists(st.tuples(GAINS, SCORES), min_size=1, max_size=5), CUTS, st.sampled_from(["linear", "exponential"]))
def test_averaged_ties_are_the_mean_over_all_orders(items, k, gain):
    gains, score = np.array([item for item, _ in items]), np.array([score for _, score in items])
    assume(gains.any())
    orders = np.array(list(permutations(range(len(items)))))
    each_order = ranking.ndcg_from_scores(gains[orders], score[orders], k=k, gain=gain, ties="order")
    averaged = ranking.ndcg_from_scores(gains, score, k=k, gain=gain)
    assert averaged == pytest.approx(each_order.mean(), abs=1e-12)
    assert averaged <= 1


@given(st.lists(st.tuples(GAINS, SCORES), min_size=1, max_size=8), CUTS)
def test_ties_in_order_are_ndcg_of_the_stable_order(items, k):
    gains, score = [item for item, _ in items], [score for _, score in items]
    assume(any(gains))
    row = [gain for gain, _ in sorted(items, key=lambda item: -item[1])]  # Python's sort is stable
    assert ranking.rank_by_score(gains, score).tolist() == row
    assert ranking.ndcg_from_scores(gains, score, k=k, ties="order") == pytest.approx(ranking.ndcg(row, k=k), abs=1e-12)


def test_ties_end_with_their_query():
    values = ranking.ndcg_from_scores([[1, 0], [0, 3], [0, 0]], np.zeros((3, 2)), zero_division=0)
    assert values.tolist() == pytest.approx([(1 + 1 / math.log2(3)) / 2] * 2 + [0])


@pytest.mark.parametrize("size", range(2, 12))
def test_rounding_does_not_lift_ndcg_above_1(size):
    assert ranking.ndcg_from_scores([0.7] * size, [0] * size, gain="linear") <= 1


# ---------------------------------------------------------------- against peers


@pytest.mark.parametrize("k", [1, 3, 7, 30, None])
@pytest.mark.parametrize("levels", [2, 5, 1000], ids=["mostly ties", "ties", "few ties"])
def test_ndcg_from_scores_equals_scikit_learns(k, levels):
    rng = np.random.default_rng(levels)
    y_true, y_score = rng.integers(0, 4, (40, 20)), rng.integers(0, levels, (40, 20)) / 7
    y_true[0] = 0
    linear = ranking.ndcg_from_scores(y_true, y_score, k=k, gain="linear", zero_division=0)
    assert linear.mean() == pytest.approx(sklearn_metrics.ndcg_score(y_true, y_score, k=k), abs=1e-12)
    exponential = ranking.ndcg_from_scores(y_true, y_score, k=k, zero_division=0)
    assert exponential.mean() == pytest.approx(sklearn_metrics.ndcg_score(2**y_true - 1, y_score, k=k), abs=1e-12)


def test_where_nothing_is_relevant_scikit_learn_says_0_and_evalbook_nan():
    assert sklearn_metrics.ndcg_score([[0, 0]], [[0.2, 0.1]]) == 0
    with undefined(r"NDCG is undefined \(0/0\), so nan is returned: no relevant item is known for query 0"):
        assert np.isnan(ranking.ndcg_from_scores([[0, 0]], [[0.2, 0.1]])).tolist() == [True]


@pytest.mark.parametrize("k", [1, 5, None])
def test_dcg_of_ranked_scores_equals_scikit_learns(k):
    rng = np.random.default_rng(3)
    y_true, y_score = rng.integers(0, 4, (30, 12)), rng.random((30, 12))
    ours = ranking.dcg(ranking.rank_by_score(y_true, y_score), k=k, gain="linear")
    assert ours.mean() == pytest.approx(sklearn_metrics.dcg_score(y_true, y_score, k=k), abs=1e-12)


def test_map_of_ranked_scores_equals_scikit_learns_label_ranking():
    rng = np.random.default_rng(4)
    y_true, y_score = rng.integers(0, 2, (30, 12)), rng.random((30, 12))
    expected = sklearn_metrics.label_ranking_average_precision_score(y_true, y_score)
    ours = ranking.mean_average_precision(ranking.rank_by_score(y_true, y_score))
    assert ours == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("listed", [0.3, 0.9], ids=["most left out", "few left out"])
@pytest.mark.parametrize("seed", range(3))
def test_values_equal_trec_evals(seed, listed):
    rng = np.random.default_rng(seed)
    items = [f"d{number}" for number in range(40)]
    qrels = {f"q{query}": {"d0": 1} | {item: int(rng.integers(0, 4)) for item in items[1:]} for query in range(8)}
    runs = {query: {item: float(rng.random()) for item in items if rng.random() < listed} for query in qrels}
    names = {"map", "map_cut.5", "ndcg", "ndcg_cut.5", "P.5,50", "recall.5", "recip_rank", "success.5"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(runs)

    relevance = [ranking.relevance_of(qrels[query], ranked_by(runs[query])) for query in qrels]
    ideal = [list(qrels[query].values()) for query in qrels]
    number = np.count_nonzero(np.array(ideal), axis=-1)
    ours = {
        "map": ranking.average_precision(relevance, n_relevant=number),
        "map_cut_5": ranking.average_precision(relevance, k=5, n_relevant=number),
        "ndcg": ranking.ndcg(relevance, gain="linear", ideal=ideal),
        "ndcg_cut_5": ranking.ndcg(relevance, k=5, gain="linear", ideal=ideal),
        "P_5": ranking.precision_at_k(relevance, 5),
        "P_50": ranking.precision_at_k(relevance, 50),
        "recall_5": ranking.recall_at_k(relevance, 5, n_relevant=number),
        "recip_rank": ranking.reciprocal_rank(relevance),
    }
    for name, values in ours.items():
        assert values.tolist() == pytest.approx([theirs[query][name] for query in qrels], abs=1e-12), name
    assert ranking.hit_rate(relevance, 5) == np.mean([theirs[query]["success_5"] for query in qrels])


# ---------------------------------------------------------------- shapes and numbers of every kind


@each(PER_QUERY)
def test_leading_axes_are_queries(function):
    relevance = np.random.default_rng(0).integers(0, 3, (2, 3, 5))
    relevance[..., 4] = 1
    values = function(relevance, k=3)
    assert values.shape == (2, 3)
    assert values[1, 2] == pytest.approx(function(relevance[1, 2], k=3), abs=1e-12)
    assert type(function(relevance[1, 2], k=3)) is float


@each(OVER_ALL_QUERIES)
def test_means_run_over_all_leading_axes(function):
    relevance = np.random.default_rng(0).integers(0, 3, (2, 3, 5))
    relevance[..., 4] = 1
    value = function(relevance, k=3)
    assert type(value) is float
    assert value == pytest.approx(function(relevance.reshape(6, 5), k=3), abs=1e-12)


def test_ndcg_from_scores_of_one_query_is_a_float():
    assert type(ranking.ndcg_from_scores([0, 1], [0.1, 0.2])) is float
    assert ranking.ndcg_from_scores([[[0, 1]], [[1, 0]]], [[[1, 2]], [[2, 1]]]).tolist() == [[1], [1]]


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 0, 2], [3]],
        ([1, 0, 2], (3,)),
        [np.array([1, 0, 2]), np.array([3])],
        [pd.Series([1, 0, 2]), pd.Series([3])],
        pd.Series([[1, 0, 2], [3]]),
        pd.Series([[1, 0, 2], [3, 0, 0]]),
    ],
    ids=["lists", "tuples", "arrays", "list of Series", "Series of lists", "Series of equal lists"],
)
def test_rows_of_any_kind(rows):
    assert ranking.dcg(rows, gain="linear").tolist() == [2.0, 3.0]


@pytest.mark.parametrize("gain", ["linear", "exponential"])
def test_tiny_gains_do_not_vanish(gain):
    expected = (1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3))
    assert ranking.ndcg([1e-300, 2e-300], gain=gain) == pytest.approx(expected)
    assert ranking.average_precision([0, 1e-300]) == 0.5


def test_exponential_gains_of_whole_numbers_are_exact():
    assert [ranking.cg([gain]) for gain in range(1024)] == [float(2**gain - 1) for gain in range(1024)]


def test_numbers_of_relevant_items_beyond_32_bits():
    assert ranking.recall_at_k([1, 1], 1, n_relevant=2**40) == 2**-40
    assert ranking.hit_ratio([[1, 1]] * 4, 1, n_relevant=2**50) == 2**-50
    assert ranking.precision_at_k([1], 2**40) == 2**-40


@pytest.mark.parametrize("number", [4, 4.0, np.int8(4), np.float16(4), np.uint64(4)], ids=lambda kind: str(type(kind)))
def test_n_relevant_of_any_number_type(number, recwarn):
    assert ranking.average_precision([1, 0], n_relevant=number) == 0.25
    assert ranking.average_precision([[1, 0], [0, 1]], n_relevant=number).tolist() == [0.25, 0.125]
    assert ranking.average_precision([[1, 0], [0, 1]], n_relevant=[number, 1]).tolist() == [0.25, 0.5]
    assert not recwarn.list


def test_n_relevant_may_be_any_divisor_that_the_hits_allow():
    assert ranking.average_precision([1, 1, 1, 1], k=2, n_relevant=2) == 1
    assert ranking.average_precision([1, 1, 1, 1], k=2) == 0.5


# ---------------------------------------------------------------- nothing relevant, nothing listed


@each([ranking.cg, ranking.dcg, ranking.idcg, ranking.reciprocal_rank, ranking.precision_at_k])
@pytest.mark.parametrize("nothing", [[], [0, 0]], ids=["empty", "no hit"])
def test_sums_and_precision_of_nothing_are_0(function, nothing, recwarn):
    assert function(nothing, k=2) == 0
    assert function([nothing, nothing], k=2).tolist() == [0, 0]
    assert not recwarn.list


@each([ranking.hit_rate, ranking.mean_reciprocal_rank])
def test_a_query_without_a_hit_counts_in_the_mean(function, recwarn):
    assert function([[], [1]], k=2) == 0.5
    assert function([], k=2) == 0
    assert not recwarn.list


@each(TAKE_N_RELEVANT)
@pytest.mark.parametrize("nothing", [[], [0, 0]], ids=["empty", "no hit"])
class TestNoHit:
    def test_is_0_where_something_relevant_exists(self, function, nothing, recwarn):
        assert function(nothing, k=2, n_relevant=3) == 0
        assert np.all(np.array(function([nothing, nothing], k=2, n_relevant=[3, 1])) == 0)
        assert not recwarn.list

    @pytest.mark.parametrize("n_relevant", [None, 0])
    def test_is_undefined_where_nothing_relevant_is_known_or_what_zero_division_says(
        self, function, nothing, n_relevant, recwarn
    ):
        with undefined("no relevant item is known for this list"):
            assert math.isnan(function(nothing, k=2, n_relevant=n_relevant))
        assert function(nothing, k=2, n_relevant=n_relevant, zero_division=0.5) == 0.5
        assert math.isnan(function(nothing, k=2, n_relevant=n_relevant, zero_division=NAN))
        assert not recwarn.list


@each([ranking.recall_at_k, ranking.average_precision, ranking.ndcg])
def test_the_warning_names_the_undefined_queries(function):
    with undefined(r"for queries 0, 2 .*zero_division="):
        values = function([[0, 0], [1, 0], []], k=2)
    assert np.isnan(values).tolist() == [True, False, True]
    assert function([[0, 0], [1, 0], []], k=2, zero_division=0).tolist() == [0, 1, 0]


def test_the_warning_names_queries_on_several_axes_and_the_first_of_many():
    with undefined(r"query \(1, 0\)"):
        ranking.ndcg([[[1], [1]], [[0], [1]]])
    with undefined(r"queries 0, 1, 2, 3, 4, … \(7 in all\)"):
        ranking.ndcg([[0]] * 7)


def test_a_mean_over_something_undefined_is_undefined_until_one_chooses(recwarn):
    relevance = [[0, 1], [0, 0], [1, 0]]
    assert ranking.mean_average_precision(relevance, zero_division=NAN) == 0.75
    assert ranking.mean_average_precision(relevance, zero_division=0) == 0.5
    assert math.isnan(ranking.mean_average_precision([[0, 0]], zero_division=NAN))
    assert not recwarn.list
    with undefined(r"for query 1 .*nan leaves the query out of a mean"):
        assert math.isnan(ranking.mean_average_precision(relevance))


def test_hit_ratio_needs_one_query_with_something_relevant(recwarn):
    assert ranking.hit_ratio([[0, 0], [1, 0]], 2) == 1
    assert not recwarn.list


@pytest.mark.parametrize("ties", ["average", "order"])
@pytest.mark.parametrize("nothing", [[], [0, 0]], ids=["empty", "nothing relevant"])
def test_ndcg_of_nothing_is_undefined(nothing, ties):
    with undefined(r"NDCG is undefined \(0/0\), so nan is returned: no relevant item is known for this list"):
        assert math.isnan(ranking.ndcg(nothing))
    with undefined(r"NDCG is undefined \(0/0\), so nan is returned: no relevant item is known for this list"):
        assert math.isnan(ranking.ndcg_from_scores(nothing, nothing, ties=ties))
    assert ranking.ndcg_from_scores([nothing], [nothing], ties=ties, zero_division=0.5).tolist() == [0.5]
    assert ranking.rank_by_score(nothing, nothing).tolist() == nothing


def test_ndcg_of_an_empty_list_is_0_where_something_was_left_out(recwarn):
    assert ranking.ndcg([], ideal=[2, 1]) == 0
    assert ranking.ndcg([[], [2]], ideal=[[2, 1], [2]]).tolist() == [0, 1]
    assert ranking.idcg([], ideal=[2, 1], gain="linear") == pytest.approx(2 + 1 / math.log2(3))
    assert not recwarn.list


# ---------------------------------------------------------------- lists of very different lengths


@each([*PER_QUERY, *OVER_ALL_QUERIES, *OF_A_TALLY])
def test_one_long_list_among_short_ones_costs_no_more_than_itself(function):
    rng = np.random.default_rng(0)
    rows = [rng.integers(1, 4, size=length) for length in [50_000, *rng.integers(1, 30, size=2_000)]]
    _, peak = with_peak(function, rows, k=10)
    assert peak <= 64 * sum(map(len, rows))  # filled up to one length they would take 800 MB


@pytest.mark.parametrize("ideal", [None, "judged"])
def test_lists_of_very_different_lengths_equal_list_by_list(ideal):
    rng = np.random.default_rng(1)
    rows = [rng.integers(4, size=length).tolist() for length in rng.permutation([0, 1, 1, 2, 3, 4, 5, 9, 33, 200])]
    judged = [row + rng.integers(4, size=size).tolist() for row, size in zip(rows, range(0, 100, 10), strict=True)]
    together = ranking.ndcg(rows, k=7, ideal=ideal and judged, zero_division=0)
    by_itself = [
        ranking.ndcg(row, k=7, ideal=ideal and all_judged, zero_division=0)
        for row, all_judged in zip(rows, judged, strict=True)
    ]
    assert together.tolist() == pytest.approx(by_itself, abs=1e-15)


# ---------------------------------------------------------------- the tally


def mean_of(function, zero_division, relevance, **options):
    """The mean over the queries, where what is undefined is what zero_division says; nan is left out."""
    values = function(relevance, zero_division=zero_division, **options)
    return float(np.nanmean(values)) if not np.isnan(values).all() else NAN


@given(
    queries=st.lists(st.tuples(LISTS, st.lists(GAINS, max_size=4)), min_size=1, max_size=5),
    k=st.none() | CUTS,
    gain=st.sampled_from(["linear", "exponential"]),
    left_out=st.booleans(),
    zero_division=st.sampled_from([0, 0.5, NAN]),
)
def test_the_metrics_of_a_tally_are_those_of_the_functions(queries, k, gain, left_out, zero_division):
    relevance = [listed for listed, _ in queries]
    judged = [listed + others for listed, others in queries]
    to_hits = {"n_relevant": [sum(map(bool, row)) for row in judged] if left_out else None}
    to_gains = {"k": k, "gain": gain, "ideal": judged if left_out else None}
    tally = RankingTally.from_arrays(relevance, **to_hits, **to_gains, zero_division=zero_division)
    cut = max(map(len, relevance)) if k is None else k
    expected = {
        "recall_at_k": mean_of(ranking.recall_at_k, zero_division, relevance, k=cut, **to_hits),
        "hit_ratio": ranking.hit_ratio(relevance, cut, **to_hits, zero_division=zero_division),
        "hit_rate": ranking.hit_rate(relevance, cut),
        "mean_average_precision": mean_of(ranking.average_precision, zero_division, relevance, k=k, **to_hits),
        "mean_reciprocal_rank": ranking.mean_reciprocal_rank(relevance, k=k),
        "cg": np.mean(ranking.cg(relevance, k=k, gain=gain)),
        "dcg": np.mean(ranking.dcg(relevance, k=k, gain=gain)),
        "idcg": np.mean(ranking.idcg(relevance, **to_gains)),
        "ndcg": mean_of(ranking.ndcg, zero_division, relevance, **to_gains),
    }
    if k is not None:
        expected["precision_at_k"] = np.mean(ranking.precision_at_k(relevance, k))
    for name, value in expected.items():
        assert getattr(tally, name) == pytest.approx(value, rel=1e-12, nan_ok=True), name


@pytest.mark.parametrize(
    ("zero_division", "ap", "ndcg"), [("warn", NAN, NAN), (NAN, 0.75, 1.0), (0, 0.5, 0.5), (0.5, 2 / 3, 0.75)]
)
def test_a_tally_of_something_undefined_is_undefined_until_one_chooses(zero_division, ap, ndcg, recwarn):
    options = {"n_relevant": [1, 0, 2, 2], "ideal": [[1, 0], [0, 0], [1, 1], [0, 0]], "zero_division": zero_division}
    tally = RankingTally.from_arrays([[1, 0], [0, 0], [1, 1], [0, 0]], **options)
    whole = RankingTally.from_arrays([[1, 0], [0, 0], [1, 1]], n_relevant=[1, 0, 4], zero_division=zero_division)
    assert whole.mean_average_precision == pytest.approx(ap, nan_ok=True)
    assert tally.ndcg == pytest.approx(ndcg, nan_ok=True)
    assert (tally.queries_without_relevant, tally.queries_without_gain) == (1, 2)
    assert tally.mean_reciprocal_rank == 0.5  # defined for every query
    assert not recwarn.list


def test_a_tally_without_anything_relevant_is_quiet(recwarn):
    tally = RankingTally.from_arrays([[0, 0], [0]], k=2)
    assert all(map(math.isnan, (tally.recall_at_k, tally.hit_ratio, tally.mean_average_precision, tally.ndcg)))
    assert tally.hit_rate == tally.precision_at_k == tally.dcg == 0
    assert RankingTally.from_arrays([0], zero_division=0.5).hit_ratio == 0.5
    assert math.isnan(RankingTally.from_arrays([1]).precision_at_k)  # there is no k to divide by
    assert not recwarn.list


def test_leading_axes_of_a_tally_are_queries():
    relevance = np.random.default_rng(0).integers(0, 3, (2, 3, 5))
    options = {"n_relevant": np.arange(10, 16), "k": 4}
    nested = options | {"n_relevant": options["n_relevant"].reshape(2, 3)}
    assert RankingTally.from_arrays(relevance, **nested) == RankingTally.from_arrays(relevance.reshape(6, 5), **options)
    assert RankingTally.from_arrays([3, 0, 1]) == RankingTally.from_arrays([[3, 0, 1]])
    assert RankingTally.from_arrays([3, 0, 1]).queries == 1


def test_a_sum_over_queries_beyond_a_float_is_refused(recwarn):
    with pytest.raises(ValueError, match="relevance has gains that add up to more than a float can hold"):
        RankingTally.from_arrays([[1e308], [1e308]], gain="linear")
    with pytest.raises(ValueError, match="ideal has gains that add up to more than a float can hold"):
        RankingTally.from_arrays([[1], [1]], ideal=[[1e308, 1], [1e308, 1]], gain="linear")
    assert not recwarn.list


def test_counts_of_a_tally_are_whole_and_do_not_wrap_around():
    tally = RankingTally.from_arrays([[1, 0]] * 2048, n_relevant=2**53, k=1)
    assert tally.hits == 2048
    assert type(tally.hits) is type(tally.queries) is int
    assert tally.hit_ratio == 2.0**-53
    assert (tally + tally).relevant == 2.0**65


@pytest.mark.parametrize(
    ("mine", "others", "words"),
    [
        ({"k": 2}, {"k": 3}, "k=2 and k=3 do not add; expected the same k"),
        ({"k": 2}, {}, "k=2 and k=None do not add"),
        ({}, {"gain": "linear"}, "gain='exponential' and gain='linear' do not add"),
        ({}, {"zero_division": 0}, "zero_division='warn' and zero_division=0 do not add"),
        ({"zero_division": NAN}, {"zero_division": 0}, "zero_division=nan and zero_division=0 do not add"),
    ],
)
def test_tallies_that_count_other_things_do_not_add(mine, others, words):
    with pytest.raises(ValueError, match=words):
        RankingTally.from_arrays([1, 0], **mine) + RankingTally.from_arrays([1, 0], **others)


def test_tallies_of_equal_choices_add():
    one = RankingTally.from_arrays([1, 0], zero_division=NAN)
    assert one + RankingTally.from_arrays([0, 0], zero_division=NAN) == RankingTally.from_arrays(
        [[1, 0], [0, 0]], zero_division=NAN
    )


def test_a_tally_of_numbers_is_that_of_lists():
    counted = RankingTally.from_arrays([[3, 0, 1], [0, 2, 0]], k=2)
    parts = {name: getattr(counted, name) for name in counted.__match_args__}
    assert RankingTally(**parts) == counted


def test_a_tally_shows_its_means():
    assert repr(RankingTally.from_arrays([[0, 1], [1, 0]], k=1)) == (
        "<RankingTally of 2 queries at k=1: MAP 0.5, MRR 0.5, NDCG 0.5>"
    )
    assert repr(RankingTally.from_arrays([0])) == "<RankingTally of 1 query: MAP nan, MRR 0, NDCG nan>"


PARTS = {
    **{"queries": 2, "hits": 1, "relevant": 2, "queries_with_hit": 1},
    **{"queries_without_relevant": 0, "queries_without_gain": 0},
    **{"recall_sum": 1, "average_precision_sum": 1, "reciprocal_rank_sum": 1, "ndcg_sum": 1},
    **{"cg_sum": 2, "dcg_sum": 1, "idcg_sum": 2},
}


# ---------------------------------------------------------------- bad input


TWO_LISTS = ["relevance_of(relevant, ranked)", "rank_by_score(y_true, y_score)", "ndcg_from_scores"]


def test_a_gain_beyond_a_float_below_the_cut_does_no_harm():
    assert ranking.dcg([1, 2000], k=1) == ranking.cg([1, 2000], k=1) == 1


BAD = {
    ranking.relevance_of: [
        bad_type("relevant a string", "a", ["a"], words="relevant is a single str"),
        bad_type("relevant a number", 1, [1], words="relevant is a single int"),
        bad_type("relevant an array of no dimension", np.array(1), [1], words="relevant is a single"),
        bad_type("relevant of lists", [["a"]], ["a"], words=["relevant holds", "strings or tuples"]),
        bad_type("a Series", pd.Series({"a": 3}), ["a"], words=["relevant is a Series", "to_dict()", "tolist"]),
        bad_type("a frame", pd.DataFrame({"a": [3]}), ["a"], words=["relevant is a DataFrame", "to_dict()"]),
        bad_type("relevant a matrix", np.ones((2, 2)), [1], words=["relevant holds", "strings or tuples"]),
        bad("a negative gain", {"a": 1, "b": -1}, ["a"], words=["relevant holds -1", "at least 0"]),
        bad("a nan gain", {"a": NAN}, ["a"], words="relevant[0] is nan"),
        bad("an infinite gain", {"a": 1, "b": INF}, ["a"], words="relevant[1] is inf"),
        bad_type("no gain", {"a": None}, ["a"], words=["relevant holds objects", "NoneType"]),
        bad_type("a string as gain", {"a": "3"}, ["a"], words="relevant holds strings"),
        bad("a list as gain", {"a": [1, 2]}, ["a"], words="relevant is ragged"),
        bad_type("ranked a string", {"a"}, "abc", words="ranked is a single str"),
        bad_type("ranked a number", {1}, 1, words="ranked is a single int"),
        bad_type("ranked a set", {"a"}, {"a"}, words=["ranked is a set", "best one first"]),
        bad_type("ranked a run", {"a"}, {"a": 0.5}, words=["ranked is a dict", "best one first"]),
        bad_type("ranked of lists", {"a"}, [["a"]], words=["ranked holds", "strings or tuples"]),
        bad_type("numbers among texts", [1, 2], ["1", "2"], words=["relevant holds numbers and ranked strings", "one"]),
        bad_type("bytes among texts", {b"a"}, ["a"], words="relevant holds bytes and ranked strings"),
        bad_type("texts among tuples", {"a": 1}, [("a",)], words="relevant holds strings and ranked tuples"),
        bad_type("objects among numbers", {Path("1")}, [1], words="relevant holds other objects and ranked numbers"),
        bad_type("two kinds in one", ["1", "2"], ["1", 2], words="relevant holds strings and ranked strings, numbers"),
    ],
    (*OF_SCORES,): [
        bad("different lengths", [0, 1], [0.1, 0.2, 0.3], words=["y_true has (2,)", "y_score has (3,)"]),
        bad("different shapes", [[0, 1]], [0.1, 0.2], words=["y_true has (1, 2)", "y_score has (2,)"]),
        bad("ragged gains", [[0, 1], [1]], [[1, 2], [3, 4]], words="y_true is ragged"),
        bad("ragged scores", [[0, 1], [1, 1]], [[1, 2], [3]], words="y_score is ragged"),
        bad("a nan gain", [0, NAN], [1, 2], words="y_true[1] is nan"),
        bad("a nan score", [[0, 1], [1, 0]], [[1, 2], [NAN, 4]], words="y_score[1, 0] is nan"),
        bad("an infinite score", [0, 1], [INF, 2], words="y_score[0] is inf"),
        bad_type("strings as gains", ["a", "b"], [1, 2], words="y_true holds strings"),
        bad_type("strings as scores", [0, 1], ["a", "b"], words="y_score holds strings"),
        bad("a negative gain", [0, -1], [1, 2], words=["y_true holds -1", "at least 0"]),
        bad("no query", np.ones((0, 2)), np.ones((0, 2)), words=["y_true has shape (0, 2)", "at least one"]),
    ],
    RankingTally: [
        bad("negative", **PARTS | {"queries": -1}, words=["queries is -1", "at least 0"]),
        bad("nan", **PARTS | {"ndcg_sum": NAN}, words="ndcg_sum is nan"),
        bad_type("a string", **PARTS | {"cg_sum": "1"}, words="cg_sum is '1'"),
        bad_type("an array", **PARTS | {"hits": np.ones(2)}, words="hits is array([1., 1.])"),
        bad("more hits", **PARTS | {"hits": 3}, words=["hits is 3, but relevant is 2", "at most relevant"]),
        bad("more queries", **PARTS | {"queries_with_hit": 3}, words="queries_with_hit is 3, but queries is 2"),
        bad("a larger sum", **PARTS | {"recall_sum": 2.5}, words="recall_sum is 2.5, but queries is 2"),
        bad("beyond the ideal", **PARTS | {"dcg_sum": 2.5}, words="dcg_sum is 2.5, but idcg_sum is 2"),
    ],
    (*PER_QUERY, *OVER_ALL_QUERIES, *OF_A_TALLY): [
        bad_type("rows of items", [["a", "b"], ["c"]], k=2, words=["relevance[0] holds", *TWO_LISTS]),
    ],
    (ranking.ndcg, ranking.hit_ratio, RankingTally.rows): [  # one of each kind
        bad_type("strings", ["a", "b"], k=2, words="relevance holds strings"),
        bad("nan", [0, NAN], k=2, words="relevance[1] is nan"),
        bad("inf in a matrix", [[0, 1], [INF, 1]], k=2, words="relevance[1, 0] is inf"),
        bad("nan in a row", [[0, 1], [NAN]], k=2, words="relevance[1][0] is nan"),
        bad("a negative gain", [0, -1], k=2, words=["relevance holds -1", "at least 0"]),
        bad("a negative gain in a row", [[0, 1], [-2]], k=2, words=["relevance[1] holds -2", "at least 0"]),
        bad_type("a number among rows", [[0, 1], 1], k=2, words="relevance[1] is a single int"),
        bad_type("a string among rows", [[0, 1], ["x"]], k=2, words="relevance[1] holds strings"),
        bad("ragged rows in rows", [[[0, 1], [1]], [[1]]], k=2, words="relevance[0] is ragged"),
        bad("matrices among rows", [[0, 1], [[1]]], k=2, words="relevance[1] has shape (1, 1)"),
        bad("no query", np.ones((0, 3)), k=2, words=["relevance has shape (0, 3)", "at least one"]),
        bad("masked", np.ma.masked_array([1, 0], [False, True]), k=2, words="relevance has masked values"),
        bad(
            "masked in a list",
            [np.ma.masked_array([3, 2], [False, True]), np.array([1, 2])],
            k=2,
            words="relevance has masked values",
        ),
        bad(
            "masked in a row",
            [np.ma.masked_array([3, 2], [False, True]), [1]],
            k=2,
            words="relevance[0] has masked values",
        ),
        bad_type("items", ["a", "b"], k=2, words=["relevance holds strings", *TWO_LISTS]),
        bad_type("a list as k", [1, 0], k=[0.5, 0.2], words=["k is [0.5, 0.2]", "integer", *TWO_LISTS]),
        bad("k of more digits than Python shows", [1, 0], k=10**5000, words="k is an int of too many digits"),
    ],
    (*OF_ONE_LIST,): [
        bad_type("items", ["a", "b"], ["b"], words=["is given 2 arguments", "one, relevance", *TWO_LISTS]),
        bad_type("scores", [0, 1], [0.2, 0.3], words=["is given 2 arguments", *TWO_LISTS]),
        bad_type("k by position", [0, 1], 2, words=["is given 2 arguments", "one, relevance"]),
    ],
    (ranking.precision_at_k, ranking.recall_at_k, ranking.hit_ratio, ranking.hit_rate): [
        bad_type("items", ["a", "b"], ["b"], words=["k is ['b']", *TWO_LISTS]),
        bad_type("scores", [0, 1], np.array([0.2, 0.3]), words=["k is array([0.2, 0.3])", *TWO_LISTS]),
        bad_type("k None", [1, 0], k=None, words=["k is None", "expected an integer"]),
    ],
    (*TAKE_N_RELEVANT, *OF_A_TALLY): [
        bad(
            "below the hits",
            [1, 1],
            k=2,
            n_relevant=1,
            words="n_relevant is smaller than the number of relevant items found in this list",
        ),
        bad("below in a query", [[1, 0], [1, 1]], k=2, n_relevant=[1, 1], words="found in query 1"),
        bad("negative", [0, 0], k=2, n_relevant=-1, words="n_relevant holds -1"),
        bad("no whole number", [1, 0], k=2, n_relevant=1.5, words="n_relevant holds 1.5"),
        bad("too large", [1, 0], k=2, n_relevant=2**60, words=["n_relevant holds 1.15292e+18", "2**53"]),
        bad("nan", [1, 0], k=2, n_relevant=NAN, words="n_relevant[0] is nan"),
        bad_type("a string", [1, 0], k=2, n_relevant="1", words="n_relevant holds strings"),
        bad_type("a set", [1, 0], k=2, n_relevant={1}, words="n_relevant is a single set"),
        bad("empty", [1, 0], k=2, n_relevant=[], words="n_relevant has shape (0,)"),
        bad("one per query for one list", [1, 0], k=2, n_relevant=[1], words="n_relevant has shape (1,)"),
        bad("too few", [[1], [1], [1]], k=2, n_relevant=[1, 1], words=["n_relevant has shape (2,)", "(3,)"]),
        bad("ragged", [[1], [1]], k=2, n_relevant=[[1], [1, 2]], words="n_relevant is ragged"),
    ],
    (*TAKE_GAIN, *OF_A_TALLY): [
        bad("an exponential gain beyond a float", [1, 1024], words=["relevance has gains", "below 1024"]),
        bad("exponential gains that add up", [1023.5, 1023.5], words=["relevance has gains", "below 1024"]),
        bad("linear gains that add up", [1.5e308] * 3, gain="linear", words=["relevance has gains", "add up"]),
    ],
    (*TAKE_IDEAL, *OF_A_TALLY): [
        bad(
            "too few rows", [[1, 0], [1], [1]], ideal=[[1, 0], [1]], words=["ideal has 2 rows", "relevance has 3 rows"]
        ),
        bad("rows for one list", [1, 0], ideal=[[1, 0], [1]], words=["ideal has 2 rows", "relevance has shape (2,)"]),
        bad("a row that lacks", [[1], [3, 0], [1, 1]], ideal=[[1, 0], [1], [1]], words=["ideal lacks", "queries 1, 2"]),
        bad("lacking on two axes", [[[1]], [[2]]], ideal=[[[1]], [[1]]], words=["ideal lacks a grade", "query (1, 0)"]),
        bad("masked", [[1, 0]], ideal=[np.ma.masked_array([1, 0], [0, 1])], words="ideal has masked values"),
        bad("other queries", [[1, 0]], ideal=[1, 0], words=["ideal has shape (2,)", "(1, 2)"]),
        bad("too few queries", [[1, 0], [0, 1]], ideal=[[1, 0]], words=["ideal has shape (1, 2)", "(2, 2)"]),
        bad("a smaller grade", [3, 1], ideal=[2, 2], words="ideal lacks a grade that relevance lists in this list"),
        bad("too few items", [[1, 0], [1, 1]], ideal=[[1], [1]], words=["ideal lacks a grade", "in query 1"]),
        bad("empty", [1, 0], ideal=[], words="ideal lacks a grade"),
        bad("a negative gain", [1, 0], ideal=[1, -1], words="ideal holds -1"),
        bad("nan", [1, 0], ideal=[1, NAN], words="ideal[1] is nan"),
        bad_type("strings", [1, 0], ideal=["a"], words="ideal holds strings"),
        bad_type("no sequence", [1, 0], ideal=1, words="ideal is a single int"),
        bad("gains beyond a float", [1, 0], ideal=[1, 5000], words=["ideal has gains", "below 1024"]),
    ],
    ranking.ndcg_from_scores: [
        bad("a gain beyond a float", [1, 1024], [1, 1], words=["y_true has gains", "below 1024"]),
        bad("gains that add up", [1.5e308] * 3, [1, 1, 1], gain="linear", words=["y_true has gains", "add up"]),
    ],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


# ---------------------------------------------------------------- the peers' cases


@peer_cases("ndcg@k", "ndcg@3")
def test_ndcg_of_runs_as_the_peers_have_it(case):
    qrels, run, k = case["inputs"]["qrels"], case["inputs"]["run"], case["inputs"]["k"]
    relevance = ranking.relevance_of(judged(qrels), ranked_by(run))
    ideal = list(judged(qrels).values())
    assert ranking.ndcg(relevance, k=k, gain="linear", ideal=ideal) == approx(case["expected"], case)


@peer_cases("map,ndcg")
def test_map_and_ndcg_of_a_run_as_trec_eval_has_them(case):
    relevance = ranking.relevance_of(case["inputs"]["qrels"], ranked_by(case["inputs"]["run"]))
    assert ranking.average_precision(relevance) == approx(case["expected"]["map"], case)
    assert ranking.ndcg(relevance, gain="linear") == approx(case["expected"]["ndcg"], case)


@peer_cases("map,ndcg with ties")
def test_trec_eval_breaks_ties_by_name_and_evalbook_as_given(case):
    qrels, run = case["inputs"]["qrels"], case["inputs"]["run"]
    theirs = ranking.relevance_of(qrels, ranked_as_trec_eval(run))
    assert ranking.average_precision(theirs) == approx(case["expected"]["map"], case)
    assert ranking.ndcg(theirs) == approx(case["expected"]["ndcg"], case)
    as_given = ranking.relevance_of(qrels, ranked_by(run))
    assert ranking.average_precision(as_given) == 1 / 3
    assert ranking.ndcg(as_given) == 0.5


@peer_cases("ndcg with ties")
def test_names_of_tied_items_move_trec_eval_and_not_the_average(case):
    qrels, runs = case["inputs"]["qrels"], case["inputs"]["runs"]
    theirs = [ranking.ndcg(ranking.relevance_of(qrels, ranked_as_trec_eval(run))) for run in runs]
    assert theirs == approx(case["expected"], case)
    averaged = [ranking.ndcg_from_scores([qrels[item] for item in run], list(run.values())) for run in runs]
    assert averaged == pytest.approx([(1 + 1 / math.log2(3)) / 2] * 2)


@peer_cases("ap, rr, P@k, recall@k, R-precision")
def test_a_topic_of_trec_as_trec_eval_prints_it(case):
    number, relevance = case["inputs"]["n_relevant"], np.zeros(case["inputs"]["n_retrieved"])
    relevance[np.array(case["inputs"]["relevant_ranks"]) - 1] = 1
    ours = {f"p{k}": ranking.precision_at_k(relevance, k) for k in (5, 10, 20, 100)} | {
        "ap": ranking.average_precision(relevance, n_relevant=number),
        "rr": ranking.reciprocal_rank(relevance),
        "r_precision": ranking.precision_at_k(relevance, number),
        "recall_100": ranking.recall_at_k(relevance, 100, n_relevant=number),
    }
    assert ours.keys() == case["expected"].keys()
    for name, value in ours.items():
        assert value == approx(case["expected"][name], case), name


@peer_cases("ap")
def test_average_precision_as_the_peers_have_it(case):
    inputs = case["inputs"]
    if "y_score" in inputs:
        assert ranking.average_precision(ranking.rank_by_score(**inputs)) == approx(case["expected"], case)
        return
    relevant = {item for item, gain in inputs["qrels"].items() if gain >= inputs["rel_level"]}
    relevance = ranking.relevance_of(relevant, ranked_by(inputs["run"]))
    assert ranking.average_precision(relevance, n_relevant=len(relevant)) == approx(case["expected"], case)


@peer_cases("apk", "ap@k (denominator min(R,k))")
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_average_precision_over_the_smaller_of_r_and_k(case):
    relevant, ranked, k = (case["inputs"][name] for name in ("relevant", "ranked", "k"))
    relevance = ranking.relevance_of(relevant, ranked)
    value = ranking.average_precision(relevance, k=k, n_relevant=min(len(relevant), k))
    assert value == approx(case["expected"], case)


@peer_cases("mapk")
def test_map_over_the_smaller_of_r_and_k(case):
    relevant, ranked, k = (case["inputs"][name] for name in ("relevant", "ranked", "k"))
    relevance = [ranking.relevance_of(*query) for query in zip(relevant, ranked, strict=True)]
    value = ranking.mean_average_precision(relevance, k=k, n_relevant=[min(len(items), k) for items in relevant])
    assert value == approx(case["expected"], case)


@peer_cases("ap@3, three denominators")
def test_three_divisors_of_average_precision_at_3(case):
    k = case["inputs"]["k"]
    relevance = ranking.rank_by_score(case["inputs"]["y_true"], case["inputs"]["y_score"])
    hits = np.count_nonzero(relevance[:k])
    by_hits = ranking.average_precision(relevance, k=k, n_relevant=hits)
    assert by_hits == approx(case["expected"]["hits_in_top_k"], case)
    assert ranking.average_precision(relevance, k=k) == approx(case["expected"]["R_or_min_R_k"], case)


@peer_cases("reciprocal_rank", "reciprocal_rank@k")
def test_reciprocal_rank_as_the_peers_have_it(case):
    relevance = ranking.relevance_of(case["inputs"]["relevant"], case["inputs"]["ranked"])
    assert ranking.reciprocal_rank(relevance, k=case["inputs"].get("k")) == approx(case["expected"], case)


@peer_cases("mrr")
def test_mean_reciprocal_rank_as_the_peers_have_it(case):
    assert ranking.mean_reciprocal_rank(**case["inputs"]) == approx(case["expected"], case)


@peer_cases("precision@k (denominator k)")
def test_precision_at_k_as_the_peers_have_it(case):
    relevance = ranking.relevance_of(case["inputs"]["relevant"], case["inputs"]["ranked"])
    assert ranking.precision_at_k(relevance, case["inputs"]["k"]) == approx(case["expected"], case)


@peer_cases("r_precision")
def test_r_precision_is_precision_at_the_number_of_relevant_items(case):
    relevant = case["inputs"]["relevant"]
    relevance = ranking.relevance_of(relevant, case["inputs"]["ranked"])
    assert ranking.precision_at_k(relevance, len(relevant)) == approx(case["expected"], case)


@peer_cases("hit_rate@5 mean", "hits@5 mean")
def test_hits_in_the_top_5_as_ranx_has_them(case):
    pairs = zip(case["inputs"]["relevant"], case["inputs"]["ranked"], strict=True)
    relevance = [ranking.relevance_of(*pair) for pair in pairs]
    hits = 5 * np.mean(ranking.precision_at_k(relevance, 5))
    value = ranking.hit_rate(relevance, 5) if case["metric"].startswith("hit_rate") else hits
    assert value == approx(case["expected"], case)


@peer_cases("dcg/ndcg linear and exponential gain")
def test_two_kinds_of_gain_as_ranx_has_them(case):
    relevance, ideal = case["inputs"]["ranked_gains"], case["inputs"]["ideal_gains"]
    for short, gain in {"linear": "linear", "exp": "exponential"}.items():
        assert ranking.dcg(relevance, gain=gain) == approx(case["expected"][f"dcg_{short}"], case)
        assert ranking.ndcg(relevance, gain=gain, ideal=ideal) == approx(case["expected"][f"ndcg_{short}"], case)


@peer_cases("dcg@3/ndcg@3 (linear gain, NATURAL-log discount)")
def test_the_base_of_the_logarithm_scales_dcg_and_leaves_ndcg(case):
    gains, ranked, k = (case["inputs"][name] for name in ("gains", "ranked", "k"))
    relevance = ranking.relevance_of(dict(enumerate(gains)), ranked)
    natural = ranking.dcg(relevance, k=k, gain="linear") / math.log(2)
    assert natural == approx(case["expected"]["dcg"], case)
    assert ranking.ndcg(relevance, k=k, gain="linear", ideal=gains) == approx(case["expected"]["ndcg"], case)


@peer_cases("dcg/ndcg")
def test_dcg_and_ndcg_of_scores_as_scikit_learn_has_them(case):
    gains, score = case["inputs"]["gains"], case["inputs"]["y_score"]
    relevance = ranking.rank_by_score(gains, score)
    assert ranking.dcg(relevance, gain="linear") == approx(case["expected"]["dcg"], case)
    assert ranking.dcg(relevance, k=2, gain="linear") == approx(case["expected"]["dcg_at_2"], case)
    assert ranking.ndcg(relevance, gain="linear") == approx(case["expected"]["ndcg"], case)
    assert ranking.ndcg_from_scores(gains, score, gain="linear") == approx(case["expected"]["ndcg"], case)


@peer_cases("dcg/ndcg with tied scores, k=1")
def test_averaged_ties_as_scikit_learn_has_them(case):
    gains, score = case["inputs"]["gains"], case["inputs"]["y_score"]
    averaged = ranking.ndcg_from_scores(gains, score, k=1, gain="linear")
    assert averaged == approx(case["expected"]["ndcg_tie_averaged"], case)
    assert averaged * ranking.idcg(gains, k=1, gain="linear") == approx(case["expected"]["dcg_tie_averaged"], case)
    # scikit-learn's ignore_ties takes tied items from the last to the first, evalbook as they are given.
    from_the_last = ranking.dcg(ranking.rank_by_score(gains[::-1], score[::-1]), k=1, gain="linear")
    assert from_the_last == approx(case["expected"]["dcg_ignore_ties"], case)
    assert ranking.dcg(ranking.rank_by_score(gains, score), k=1, gain="linear") == 10


@peer_cases("ndcg all relevant")
def test_any_order_of_equal_gains_is_ideal(case):
    gains, score, k = (case["inputs"][name] for name in ("gains", "y_score", "k"))
    assert ranking.ndcg_from_scores(gains, score, k=k) == approx(case["expected"], case)

"""Several ways to the answers of the assignment ranking."""

from __future__ import annotations

import runpy
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, log2
from typing import Any

import numpy as np
import pytrec_eval
from scipy import stats
from sklearn import metrics

from evalbook import ranking
from evalbook.ranking import RankingTally
from ways import case, rows, way

# ---------------------------------------------------------------- what several questions need


def trec(shown: Sequence[Any], judged: Sequence[Any], *measures: str) -> np.ndarray:
    """By trec_eval, for each query: the shown grades from rank 1 down, and those of all that are judged."""
    lists, grades = {}, {}
    for place, (row, known) in enumerate(zip(shown, judged, strict=True)):
        hidden = list(map(int, known))
        for grade in row:
            hidden.remove(grade)
        books = {f"b{rank}": grade for rank, grade in enumerate([*map(int, row), *hidden])}
        lists[f"q{place}"] = {f"b{rank}": float(-rank) for rank in range(len(row))}
        grades[f"q{place}"] = books
    found = pytrec_eval.RelevanceEvaluator(grades, set(measures)).evaluate(lists)
    names = [name.replace(".", "_") for name in measures]
    return np.array([[found[query][name] for name in names] for query in grades])


def gains(grades: Sequence[Any]) -> list[list[int]]:
    return [[2**grade - 1 for grade in map(int, row)] for row in grades]


def ndcg_with_scikit_learn(shown: Sequence[int], judged: Sequence[int], k: int) -> float:
    """Its ideal order is made of the scored items, so those that are not shown get the lowest scores."""
    hidden = list(judged)
    for grade in shown:
        hidden.remove(grade)
    gain = 2.0 ** np.append(shown, hidden) - 1
    return metrics.ndcg_score([gain], [-np.arange(len(gain))], k=k)


def ndcg_with_numpy(shown: np.ndarray, judged: np.ndarray, k: int) -> np.ndarray:
    """For each query; 0 where no judged item is relevant."""
    weight = 1 / np.log2(np.arange(2, k + 2))
    reached, best = ((2.0 ** grades[:, :k] - 1) @ weight for grades in (shown, -np.sort(-judged, axis=1)))
    return reached / np.where(best > 0, best, 1)


def page() -> tuple[list[int], list[int]]:
    """The grades of what is shown, and of all judged books."""
    return case()["page"]["shown"], case()["page"]["shown"] + case()["page"]["not_shown"]


# ---------------------------------------------------------------- 1 to 3: one page


@way("ranking-1", "NumPy")
def _():
    shown, judged = map(np.array, page())
    return np.mean(shown[:5] > 0), np.sum(shown[:5] > 0) / np.count_nonzero(judged), 1 / (np.argmax(shown > 0) + 1)


@way("ranking-1", "pytrec_eval")
def _():
    shown, judged = page()
    return trec([shown], [judged], "P.5", "recall.5", "recip_rank")[0]


@way("ranking-1", "package")
def _():
    shown, judged = page()
    wanted = sum(grade > 0 for grade in judged)
    recall = ranking.recall_at_k(shown, 5, n_relevant=wanted)
    return ranking.precision_at_k(shown, 5), recall, ranking.reciprocal_rank(shown)


@way("ranking-2", "NumPy")
def _():
    shown, judged = map(np.array, page())
    ranks = 1 + np.flatnonzero(shown)
    return np.sum(np.arange(1, len(ranks) + 1) / ranks) / np.count_nonzero(judged)


@way("ranking-2", "pytrec_eval")
def _():
    shown, judged = page()
    return trec([shown], [judged], "map")[0, 0]


@way("ranking-2", "scikit-learn")
def _():
    """It divides by the relevant books of the page."""
    shown, judged = map(np.array, page())
    of_page = metrics.average_precision_score(shown > 0, -np.arange(7))
    return of_page * np.count_nonzero(shown) / np.count_nonzero(judged)


@way("ranking-2", "package")
def _():
    shown, judged = page()
    return ranking.average_precision(shown, n_relevant=int(np.count_nonzero(judged)))


@way("ranking-3", "NumPy")
def _():
    shown, judged = page()
    return ndcg_with_numpy(np.array([shown]), np.array([judged]), 5)[0]


@way("ranking-3", "counting")
def _():
    def dcg(grades: Sequence[int]) -> float:
        return sum((2**grade - 1) / log2(rank + 1) for rank, grade in enumerate(grades[:5], start=1))

    shown, judged = page()
    return dcg(shown) / dcg(sorted(judged, reverse=True))


@way("ranking-3", "pytrec_eval")
def _():
    shown, judged = page()
    return trec(gains([shown]), gains([judged]), "ndcg_cut.5")[0, 0]


@way("ranking-3", "scikit-learn")
def _():
    return ndcg_with_scikit_learn(*page(), k=5)


@way("ranking-3", "package")
def _():
    shown, judged = page()
    return ranking.ndcg(shown, k=5, ideal=judged)


# ---------------------------------------------------------------- 4: six readers


def lists_of_readers() -> np.ndarray:
    """A list of five books for each reader; the hits follow on the first one."""
    readers, shown = case()["readers"], np.zeros((6, 5), dtype=int)
    for row, hits, first in zip(shown, readers["hits"], readers["first"], strict=True):
        row[first - 1 : first - 1 + hits] = 1
    return shown


@way("ranking-4", "NumPy")
def _():
    wants, hits, first = map(np.array, case()["readers"].values())
    return np.mean(hits > 0), np.sum(hits) / np.sum(wants), np.mean((hits > 0) / np.maximum(first, 1))


@way("ranking-4", "counting")
def _():
    wants, hits, first = case()["readers"].values()
    reached = [rank for rank in first if rank]
    return Fraction(len(reached), 6), Fraction(sum(hits), sum(wants)), sum(Fraction(1, rank) for rank in reached) / 6


@way("ranking-4", "pytrec_eval")
def _():
    shown, wants, hits = lists_of_readers(), case()["readers"]["wants"], case()["readers"]["hits"]
    judged = [[*row, *[1] * (want - hit)] for row, want, hit in zip(shown, wants, hits, strict=True)]
    reached, found, exist, reciprocal = trec(shown, judged, "success.5", "num_rel_ret", "num_rel", "recip_rank").T
    return reached.mean(), found.sum() / exist.sum(), reciprocal.mean()


@way("ranking-4", "package")
def _():
    tally = RankingTally.from_arrays(lists_of_readers(), k=5, n_relevant=case()["readers"]["wants"])
    return tally.hit_rate, tally.hit_ratio, tally.mean_reciprocal_rank


# ---------------------------------------------------------------- 5: a shelf without a search


@way("ranking-5", "NumPy")
def _():
    shelf = case()["shelf"]
    n, k = shelf["books"], shelf["shown"]
    return 1 - np.mean([comb(n - want, k) / comb(n, k) for want in shelf["wants"]])


@way("ranking-5", "SciPy")
def _():
    shelf = case()["shelf"]
    return np.mean([stats.hypergeom(shelf["books"], want, shelf["shown"]).sf(0) for want in shelf["wants"]])


@way("ranking-5", "counting")
def _():
    """All draws; a reader wants the books of the lowest numbers."""
    shelf = case()["shelf"]
    draws = list(combinations(range(shelf["books"]), shelf["shown"]))
    return np.mean([min(draw) < want for draw in draws for want in shelf["wants"]])


@way("ranking-5", "package")
def _():
    shelf = case()["shelf"]
    draws = np.array(list(combinations(range(shelf["books"]), shelf["shown"])))
    return np.mean([ranking.hit_rate(draws < want, shelf["shown"]) for want in shelf["wants"]])


# ---------------------------------------------------------------- 6 and 7: the two searches


def searched(search: str) -> tuple[np.ndarray, np.ndarray]:
    """By query, the grades of what a search shows, from rank 1 down, and those of all judged books."""
    known: dict[str, dict[str, int]] = {}
    for query, book, grade in rows("judged.csv").tolist():
        known.setdefault(query, {})[book] = grade
    shown: dict[str, dict[int, int]] = {query: {} for query in known}
    for of, query, rank, book in rows("results.csv").tolist():
        if of == search:
            shown[query][rank] = known[query][book]
    ranks = range(1, 11)
    return (
        np.array([[found[rank] for rank in ranks] for found in shown.values()]),
        np.array([list(of_query.values()) for of_query in known.values()]),
    )


@way("ranking-6", "NumPy")
def _():
    shown, judged = searched("old")
    is_hit = shown > 0
    at_hits = is_hit * np.cumsum(is_hit, axis=1) / np.arange(1, 11)
    return np.mean(at_hits.sum(axis=1) / np.clip(np.sum(judged > 0, axis=1), 1, 10))


@way("ranking-6", "pytrec_eval")
def _():
    """It divides by all relevant books."""
    ap, wanted = trec(*searched("old"), "map_cut.10", "num_rel").T
    return np.mean(ap * np.maximum(wanted / 10, 1))


@way("ranking-6", "scikit-learn")
def _():
    """It divides by the relevant books that were found."""
    of_queries = []
    for row, known in zip(*searched("old"), strict=True):
        found, wanted = np.sum(row > 0), np.sum(known > 0)
        ap = metrics.average_precision_score(row > 0, -np.arange(10)) if found else 0
        of_queries.append(ap * found / min(10, wanted) if wanted else 0)
    return np.mean(of_queries)


@way("ranking-6", "package")
def _():
    shown, judged = searched("old")
    wanted = np.minimum(np.sum(judged > 0, axis=1), 10)
    return RankingTally.from_arrays(shown, k=10, n_relevant=wanted, zero_division=0).mean_average_precision


@way("ranking-7", "scikit-learn and SciPy")
def _():
    new, old = (
        [ndcg_with_scikit_learn(row, known, 10) for row, known in zip(*searched(search), strict=True)]
        for search in ("new", "old")
    )
    return np.mean(new) - np.mean(old), 2 * stats.sem(np.subtract(new, old))


@way("ranking-7", "pytrec_eval and SciPy")
def _():
    new, old = (trec(*map(gains, searched(search)), "ndcg_cut.10")[:, 0] for search in ("new", "old"))
    return np.mean(new - old), 2 * stats.sem(new - old)


@way("ranking-7", "NumPy")
def _():
    gap = ndcg_with_numpy(*searched("new"), k=10) - ndcg_with_numpy(*searched("old"), k=10)
    return gap.mean(), 2 * np.sqrt(np.sum((gap - gap.mean()) ** 2) / (len(gap) * (len(gap) - 1)))


@way("ranking-7", "package")
def _():
    (new, judged), (old, _) = searched("new"), searched("old")
    gap = np.subtract(*(ranking.ndcg(shown, k=10, ideal=judged, zero_division=0) for shown in (new, old)))
    return gap.mean(), 2 * gap.std(ddof=1) / np.sqrt(gap.size)


# ---------------------------------------------------------------- 8 and 9: the colleague's report


Right = list[float]
"""P@5, MRR@10, NDCG@10 and the hit ratio at 5."""
SUSPECTED = [("ten ranks", "added grades"), ("dropped", "shifted"), ("ideal of the list", "bare grades")]
"""By number, its two mistakes; the hit ratio has one."""


def with_library(shown: np.ndarray, judged: np.ndarray) -> Right:
    in_five, reciprocal, wanted = trec(shown, judged, "P.5", "recip_rank", "num_rel").T
    ndcg = trec(gains(shown), gains(judged), "ndcg_cut.10")
    return [in_five.mean(), reciprocal.mean(), ndcg.mean(), 5 * in_five.sum() / wanted.sum()]


def with_numpy(shown: np.ndarray, judged: np.ndarray) -> Right:
    is_hit, wanted = shown > 0, np.sum(judged > 0, axis=1)
    hits, reciprocal = is_hit[:, :5].sum(), np.max(is_hit / np.arange(1, 11), axis=1)
    ndcg = ndcg_with_numpy(shown, judged, 10)
    return [hits / (5 * len(shown)), reciprocal.mean(), ndcg.mean(), hits / wanted.sum()]


def with_package(shown: np.ndarray, judged: np.ndarray) -> Right:
    wanted = np.sum(judged > 0, axis=1)
    tally = RankingTally.from_arrays(shown, k=10, n_relevant=wanted, ideal=judged, zero_division=0)
    ratio = ranking.hit_ratio(shown, 5, n_relevant=wanted)
    return [ranking.precision_at_k(shown, 5).mean(), tally.mean_reciprocal_rank, tally.ndcg, ratio]


def compared(right: Right) -> tuple[list[float], int]:
    """What is printed, and the place of the number that is wrong."""
    printed = list(runpy.run_path("evaluation.py")["report"](*searched("new")).values())
    (place,) = np.flatnonzero(~np.isclose(printed, right))
    return printed, place


def letter(right: Right, by_first_mistake: list[float]) -> str:
    """The letter of the first mistake of the wrong number where it gives what is printed, else that of the second."""
    printed, place = compared(right)
    if place == 3:
        mistake = "mean of recalls"
    else:
        mistake = SUSPECTED[place][not np.isclose(printed[place], by_first_mistake[place])]
    return next(letter for letter, option in case()["options"].items() if option["about"] == mistake)


@way("ranking-8", "pytrec_eval")
def _():
    """Where nothing else is judged, the shown books are the ideal ones."""
    shown, judged = searched("new")
    in_ten, reciprocal = trec(shown, shown, "P.10", "recip_rank").T
    of_lists = trec(gains(shown), gains(shown), "ndcg_cut.10")
    dropped = reciprocal.sum() / np.count_nonzero(reciprocal)
    return letter(with_library(shown, judged), [in_ten.mean(), dropped, of_lists.mean()])


@way("ranking-8", "NumPy")
def _():
    shown, judged = searched("new")
    is_hit = shown > 0
    first = 1 + np.argmax(is_hit, axis=1)[is_hit.any(axis=1)]
    of_lists = ndcg_with_numpy(shown, shown, 10)
    return letter(with_numpy(shown, judged), [is_hit.mean(), np.mean(1 / first), of_lists.mean()])


@way("ranking-9", "pytrec_eval")
def _():
    right = with_library(*searched("new"))
    return right[compared(right)[1]]


@way("ranking-9", "NumPy")
def _():
    right = with_numpy(*searched("new"))
    return right[compared(right)[1]]


@way("ranking-9", "package")
def _():
    right = with_package(*searched("new"))
    return right[compared(right)[1]]

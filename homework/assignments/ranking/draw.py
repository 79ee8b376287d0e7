"""The numbers of the homework on ranking: the searches of a town library. All data are simulated."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import ranking
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Rng


def draw(rng: Rng) -> dict[str, str | bytes]:
    page = drawing.drawn(rng, _page, lambda made: page_answers(**made))
    readers = drawing.drawn(rng, _readers, lambda made: readers_answers(**made))
    shelf = drawing.drawn(rng, _shelf, lambda made: shelf_answers(**made))
    files = drawing.drawn(rng, _files, files_answers)
    case = {
        "page": page,
        "readers": readers,
        "shelf": shelf,
        "options": drawing.lettered(rng, {name: one.says for name, one in PLANTED.items()}),
        "pool": drawing.redrawn(rng, _pool),
    }
    return {
        "case.json": drawing.json_text(case),
        **files,
        "evaluation.py": drawing.with_mistake(EVALUATION, PLANTED[str(rng.choice(list(PLANTED)))]),
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, source = drawing.case_here(), Path("evaluation.py").read_text("utf-8")
    options = [one["about"] for one in case["options"].values()]
    files = {name: Path(name).read_text("utf-8") for name in ("judged.csv", "results.csv")}
    return {
        **page_answers(**case["page"]),
        **readers_answers(**case["readers"]),
        **shelf_answers(**case["shelf"]),
        **files_answers(files),
        "ranking-8": drawing.which_mistake(
            options, source, PLANTED, "Compare what each function does with the first line in it."
        ),
        "ranking-9": drawing.corrected_number(
            source,
            PLANTED,
            "Compute what the first line of the function asks for, from the grades of the new search.",
            *queries(files, "new"),
        ),
    }


# ---------------------------------------------------------------- by hand: one page


def _page(rng: Rng) -> dict[str, list[int]]:
    """The grades of a page of seven books, the first of them not wanted, and those of the judged books not on it."""
    shown = np.append(0, rng.choice([0, 0, 0, 1, 2, 3], 6))
    shown[rng.integers(1, 5)] = rng.integers(1, 4)
    return {"shown": shown.tolist(), "not_shown": np.sort(rng.integers(1, 4, rng.integers(3, 6)))[::-1].tolist()}


def page_answers(shown: list[int], not_shown: list[int]) -> Key:
    grades, ranks, judged = np.array(shown), 1 + np.flatnonzero(shown), [*shown, *not_shown]
    hits, wanted, first = np.sum(grades[:5] > 0), ranks.size + len(not_shown), ranks[0]
    p, r, rr = hits / 5, hits / wanted, 1 / first
    by_grades = grades[:5].sum() / 5, grades[:5].sum() / sum(judged), rr
    others = [(p, hits / ranks.size, rr), (p, r, 1 / (first - 1)), (hits / 7, r, rr), by_grades, (p, r, first)]
    found = np.arange(1, ranks.size + 1)
    total, shifted = np.sum(found / ranks), np.sum(found / (ranks + 1))
    top, best, rank = grades[:5], np.sort(judged)[::-1][:5], np.arange(1, 6)
    ndcg = [
        ranking.ndcg(shown, k=5, ideal=judged),
        ranking.ndcg(shown, k=5),
        ranking.dcg(shown, k=5) / ranking.idcg(judged),
        ranking.ndcg(shown, k=5, ideal=judged, gain="linear"),
        np.sum((2**top - 1) / rank) / np.sum((2**best - 1) / rank),
    ]
    return {
        "ranking-1": drawing.question(
            [(p, r, rr), *others],
            "Count hits in the first five ranks. Divide by the ranks, then by all relevant books. Where is the first hit?",
            "Your recall does not count the relevant books that are not on the page.",
            "You counted the ranks from 0. The first book has rank 1.",
            "You divided by the length of the page. P@5 looks at five ranks.",
            "You added grades. A book of grade 2 is one hit.",
            "The last one is the rank of the first hit, not its reciprocal.",
        ),
        "ranking-2": drawing.question(
            [total / wanted, total / ranks.size, total / len(shown), np.sum(1 / ranks) / wanted, shifted / wanted],
            "Write down the precision at the rank of each hit, and add them up. A relevant book that is not shown adds 0.",
            "You divided by the hits on the page. A page that shows less would then be worth more.",
            "You divided by the length of the page.",
            "Each hit brought 1 over its rank. The hits above it count, too.",
            "Your ranks are too large by one: the first book has rank 1.",
        ),
        "ranking-3": drawing.question(
            ndcg,
            "Divide the DCG of the first five by the DCG of the best five judged books. Rank i counts 1 / log2(i + 1).",
            "Your ideal order knows only the books on the page. Better ones were not shown.",
            "Your ideal list is longer than five books. No page of five could reach it.",
            "You took the grades themselves for the gains.",
            "You discounted by the rank itself. Here the discount is the logarithm of the rank plus one.",
        ),
    }


# ---------------------------------------------------------------- by hand: a few readers


def _readers(rng: Rng) -> dict[str, list[int]] | None:
    """For each reader the wanted books, the hits among the first five, and the rank of the first hit (0: none)."""
    wanted = rng.integers(1, 10, 6)
    hits = np.minimum(wanted, rng.integers(0, 5, 6)) * (rng.random(6) < 0.7)
    first = np.where(hits > 0, [rng.integers(1, 7 - count) for count in hits], 0)
    if not 2 <= np.sum(hits == 0) <= 4:
        return None
    return {"wants": wanted.tolist(), "hits": hits.tolist(), "first": first.tolist()}


def readers_answers(wants: list[int], hits: list[int], first: list[int]) -> Key:
    """Hit rate at 5, hit ratio at 5, MRR at 5."""
    wanted, found, at = (np.array(each) for each in (wants, hits, first))
    rate, ratio = np.mean(found > 0), found.sum() / wanted.sum()
    reciprocal = 1 / at[found > 0]
    mrr = reciprocal.sum() / found.size
    told = [
        (rate, ratio, mrr),
        (ratio, rate, mrr),
        (rate, np.mean(found / wanted), mrr),
        (rate, ratio, reciprocal.mean()),
        (rate, ratio, 1 / at[found > 0].mean()),
        (rate, found.sum() / (5 * found.size), mrr),
    ]
    return {
        "ranking-4": drawing.question(
            told,
            "Readers with a hit over readers; hits over wanted books; the mean of 1 over the rank, 0 without a hit.",
            "The first two are the wrong way round: the hit rate counts readers.",
            "Your hit ratio is a mean over the readers. Add up first, then divide once.",
            "Your MRR leaves out the readers without a hit. They count 0.",
            "You inverted the mean rank. Invert each rank first.",
            "You divided the hits by the places on the lists, not by the wanted books.",
        )
    }


# ---------------------------------------------------------------- by hand: a list without a search


def _shelf(rng: Rng) -> dict[str, Any]:
    """How many books there are, how many are shown, and how many each of three readers wants."""
    wants = np.sort(rng.choice(np.arange(1, 7), 3, replace=False))
    return {"books": int(rng.integers(9, 16)), "shown": int(rng.integers(2, 5)), "wants": wants.tolist()}


def shelf_answers(books: int, shown: int, wants: list[int]) -> Key:
    """The hit rate of a random order."""
    missed = np.mean([comb(books - want, shown) / comb(books, shown) for want in wants])
    again = np.mean([(1 - want / books) ** shown for want in wants])
    mean = np.mean(wants)
    of_mean = comb(books - round(mean), shown) / comb(books, shown)
    return {
        "ranking-5": drawing.question(
            [1 - missed, missed, shown / books, mean * shown / books, 1 - again, 1 - of_mean],
            "For each reader: in how many of all draws is every shown book one that the reader does not want?",
            "That is how often a reader finds nothing.",
            "That is the chance of one particular book. Readers who want more find something more often.",
            "Those are the hits to be expected. A second hit of a reader does not count in the hit rate.",
            "You let the same book be shown twice. The shown books are all different.",
            "You took one reader with the mean number of wishes. Work out each reader, then take the mean.",
        )
    }


# ---------------------------------------------------------------- judged.csv and results.csv


def _files(rng: Rng) -> dict[str, str] | None:
    """Judged books and the first ten of two searches for forty queries; some queries have no relevant book."""
    judged, results = [], []
    skill = {"old": rng.uniform(0.7, 1.0), "new": rng.uniform(1.1, 1.5)}
    empty = rng.choice(40, rng.integers(4, 7), replace=False)
    for place in range(40):
        books = rng.choice(np.arange(100, 1000), 25, replace=False)
        relevant = 0 if place in empty else rng.choice([2, 3, 5, 8, 13, 16])
        grades = np.append(rng.choice([1, 2, 3], relevant, p=[0.5, 0.3, 0.2]), np.zeros(25 - relevant, dtype=int))
        judged += [(f"q{place + 1:02}", f"b{book}", grade) for book, grade in zip(books, grades, strict=True)]
        hard = rng.normal(0, 0.5)
        for search, knows in skill.items():
            score = max(0.1, knows + hard) * np.sqrt(grades) + rng.normal(size=25)
            first_ten = books[np.argsort(-score)[:10]]
            results += [(search, f"q{place + 1:02}", rank + 1, f"b{book}") for rank, book in enumerate(first_ten)]
    judged.sort()
    files = {
        "judged.csv": drawing.csv_text(["query", "book", "grade"], *zip(*judged, strict=True)),
        "results.csv": drawing.csv_text(["search", "query", "rank", "book"], *zip(*sorted(results), strict=True)),
    }
    return files if drawing.mistakes_differ(EVALUATION, PLANTED, *queries(files, "new")) else None


def queries(files: Mapping[str, str], search: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """For each query of a search the grades of what it shows, from rank 1 down, and those of all judged books."""
    wanted: dict[str, dict[str, int]] = {}
    for query, book, grade in _rows(files["judged.csv"]):
        wanted.setdefault(query, {})[book] = int(grade)
    shown: dict[str, list[str]] = {}
    for of, query, _, book in _rows(files["results.csv"]):
        if of == search:
            shown.setdefault(query, []).append(book)
    rows = np.array([ranking.relevance_of(wanted[query], shown[query]) for query in wanted])
    return rows, np.array([list(grades.values()) for grades in wanted.values()])


def _rows(text: str) -> list[list[str]]:
    return [line.split(",") for line in text.splitlines()[1:]]


def files_answers(files: Mapping[str, str]) -> Key:
    """MAP@10 of the old search, and by how much the new one leads in mean NDCG@10, with two standard errors."""
    old, new = queries(files, "old"), queries(files, "new")
    rows, wanted = old[0], np.sum(old[1] > 0, axis=1)

    def mean(n_relevant: Any) -> float:
        return float(np.mean(ranking.average_precision(rows, n_relevant=n_relevant, zero_division=0)))

    pooled = (np.cumsum(rows > 0, axis=1) / np.arange(1, 11))[rows > 0]
    by_rule = mean(np.minimum(wanted, 10))  # divided by the relevant books, but by 10 at most
    gap, from_lists = of_ndcg(*new) - of_ndcg(*old), of_ndcg(new[0], None) - of_ndcg(old[0], None)
    spread, error = np.std(gap, ddof=1), np.std(gap, ddof=1) / np.sqrt(40)
    unpaired = np.sqrt(sum(np.var(of_ndcg(*each), ddof=1) for each in (new, old)) / 40)
    lead = gap.mean()
    leads = [(lead, 2 * error), (lead, error), (lead, 2 * unpaired), (lead, 2 * spread), (-lead, 2 * error)]
    of_lists = from_lists.mean(), 2 * np.std(from_lists, ddof=1) / np.sqrt(40)
    return {
        "ranking-6": drawing.question(
            [by_rule, mean(None), mean(wanted), by_rule * 40 / np.sum(wanted > 0), pooled.mean()],
            "Make a row of grades for each query with `relevance_of`. A row does not know how many relevant books exist.",
            "You divided by the relevant books that were found. Say the divisors with `n_relevant`.",
            "You divided by more than 10 where more books are relevant.",
            "You left out the queries for which no book is relevant.",
            "You took the mean over all hits. A query with many hits then counts more than another.",
        ),
        "ranking-7": drawing.question(
            [*leads, of_lists],
            "Take the difference of each query, the mean of the differences, and two standard errors of this mean.",
            "The lead is right. That is one standard error; two are asked for.",
            "The lead is right. For its error you treated the two searches as if they had answered different queries.",
            "The lead is right. That is the spread of single queries, not of their mean.",
            "You subtracted the wrong way round: the lead of the new search is asked for.",
            "Your ideal order knows only the shown books. Each list is then compared with itself.",
        ),
    }


def of_ndcg(rows: NDArray[Any], ideal: NDArray[Any] | None) -> NDArray[Any]:
    return np.asarray(ranking.ndcg(rows, k=10, ideal=ideal, zero_division=0))


# ---------------------------------------------------------------- the colleague's evaluation

PLANTED = drawing.plants("""
ten ranks: The P@5 is counted in all ten ranks, not in the first five.
-     return np.mean(shown[:, :5] > 0)
+     return np.mean(shown > 0)
Only the first five ranks are counted here. Read `p_at_5` once more.

added grades: The P@5 adds up grades, and does not count hits.
-     return np.mean(shown[:, :5] > 0)
+     return np.mean(shown[:, :5])
A book of any grade above 0 is one hit here. Read `p_at_5` once more.

dropped: The MRR leaves out the queries without a hit.
-     reciprocal = [1 / (1 + np.flatnonzero(row)[0]) if row.any() else 0 for row in shown]
+     reciprocal = [1 / (1 + np.flatnonzero(row)[0]) for row in shown if row.any()]
All queries count here, those without a hit 0. Read `mrr_at_10` once more.

shifted: The MRR takes each rank for one more than it is.
-     reciprocal = [1 / (1 + np.flatnonzero(row)[0]) if row.any() else 0 for row in shown]
+     reciprocal = [1 / (2 + np.flatnonzero(row)[0]) if row.any() else 0 for row in shown]
The first book has rank 1 here. Read `mrr_at_10` once more.

ideal of the list: The ideal order of the NDCG is made of the shown books, not of all judged ones.
-     return np.mean(ranking.ndcg(shown, k=10, ideal=judged, zero_division=0))
+     return np.mean(ranking.ndcg(shown, k=10, zero_division=0))
The ideal order is made of all judged books here. Read `ndcg_at_10` once more.

bare grades: The NDCG takes the grades themselves for the gains.
-     return np.mean(ranking.ndcg(shown, k=10, ideal=judged, zero_division=0))
+     return np.mean(ranking.ndcg(shown, k=10, ideal=judged, gain="linear", zero_division=0))
The gain is the default of `ndcg` here, 2^rel - 1. Read `ndcg_at_10` once more.

mean of recalls: The hit ratio is a mean of the queries' ratios, not all hits over all relevant books.
-     return hits.sum() / relevant.sum()
+     return np.mean(hits / np.maximum(relevant, 1))
Hits and relevant books are added up here, then divided once. Read `hit_ratio_at_5` once more.
""")
EVALUATION = '''\
"""The new search of the library, in four numbers.

`shown` has one row a query: the grades of its ten books, from rank 1 down. `judged` has the grades of all judged books
of the query, in any order. A book is relevant if its grade is above 0.
"""

import numpy as np

from evalbook import ranking


def report(shown, judged):
    return {
        "P@5": p_at_5(shown),
        "MRR@10": mrr_at_10(shown),
        "NDCG@10": ndcg_at_10(shown, judged),
        "hit ratio@5": hit_ratio_at_5(shown, judged),
    }


def p_at_5(shown):
    """The mean over all queries of P@5, the share of hits among the first five books."""
    return np.mean(shown[:, :5] > 0)


def mrr_at_10(shown):
    """The mean over all queries of 1 over the rank of the first hit; without a hit, 0."""
    reciprocal = [1 / (1 + np.flatnonzero(row)[0]) if row.any() else 0 for row in shown]
    return np.mean(reciprocal)


def ndcg_at_10(shown, judged):
    """The mean over the queries of NDCG@10: gain 2^rel - 1, ideal order of all judged books of the query."""
    return np.mean(ranking.ndcg(shown, k=10, ideal=judged, zero_division=0))


def hit_ratio_at_5(shown, judged):
    """The hits of all queries in the first five ranks, over the relevant books of all queries."""
    hits, relevant = np.sum(shown[:, :5] > 0, axis=1), np.sum(judged > 0, axis=1)
    return hits.sum() / relevant.sum()
'''


# ---------------------------------------------------------------- the argued question


def _pool(rng: Rng) -> dict[str, Any] | None:
    """Two searches of a museum: what the old one shows was judged, and what the new one alone shows was not."""
    n = int(rng.integers(30, 61))
    grades = rng.choice([0, 1, 2, 3], (n, 60), p=[0.7, 0.15, 0.1, 0.05])
    old, new = (np.argsort(-knows * grades - rng.normal(size=grades.shape))[:, :10] for knows in (0.8, 1.1))
    judged = np.zeros_like(grades)
    np.put_along_axis(judged, old, np.take_along_axis(grades, old, axis=1), axis=1)
    known, full = (
        [ranking.ndcg(np.take_along_axis(of, top, axis=1), k=10, ideal=of, zero_division=0) for top in (old, new)]
        for of in (judged, grades)
    )
    gap = known[0] - known[1]
    error = 2 * np.std(gap, ddof=1) / np.sqrt(n)
    unjudged = np.mean([len(set(a) - set(b)) for a, b in zip(new.tolist(), old.tolist(), strict=True)])
    if gap.mean() <= 1.5 * error or np.mean(full[1] - full[0]) <= 0.03:
        return None
    means = {name: round(float(each.mean()), 3) for name, each in zip(("old", "new"), known, strict=True)}
    return {"queries": n, "ndcg": means, "lead": round(float(gap.mean()), 3), "error": round(float(error), 3),
            "unjudged": round(float(unjudged), 1)}  # fmt: skip

"""The numbers of the homework on ranking: the searches of a town library. All data are simulated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import combinations
from math import comb, isclose
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import ranking

Answers = list[Any]
"""The right answer of a question, then each mistake that its test names."""
Query = tuple[NDArray[Any], NDArray[Any]]
"""The grades of what a search shows, from rank 1 down, and the grades of all judged books."""


def draw(rng: np.random.Generator) -> dict[str, str | bytes]:
    page = _well_posed(rng, _page, lambda made: [cut_at_5(**made), ap_of_page(**made), ndcg_of_page(**made)])
    readers = _well_posed(rng, _readers, lambda made: [of_readers(made)])
    shelf = _well_posed(rng, _shelf, lambda made: [by_luck(**made)])
    files = _well_posed(rng, _files, lambda made: [mean_ap(made), lead(made), *corrected(made)])
    case = {"page": page, "readers": readers, "shelf": shelf, "options": _options(rng), "pool": _pool(rng)}
    return {
        "case.json": json.dumps(case, indent=1),
        **files,
        "evaluation.py": evaluation(str(rng.choice(list(MISTAKES)))),
    }


def _well_posed(
    rng: np.random.Generator, make: Callable[[np.random.Generator], Any], answers: Callable[[Any], list[Answers]]
) -> Any:
    """What `make` draws, once no two answers that a test names look alike."""
    while True:
        made = make(rng)
        if all(map(_apart, answers(made))):
            return made


def _apart(answers: Answers) -> bool:
    """Whether the answers differ by more than 2% from each other, and the right one is no 0, 1 or nan, nor round."""
    numbers = [np.atleast_1d(np.asarray(answer, dtype=float)) for answer in answers]
    if not all(np.all(np.isfinite(each)) for each in numbers) or not all(map(_is_plain, numbers[0])):
        return False
    return all(np.any(np.abs(a - b) > 0.021 * np.maximum(np.abs(a), np.abs(b))) for a, b in combinations(numbers, 2))


def _is_plain(number: float) -> bool:
    """Whether a number says something, and keeps two digits at least when it is rounded to three."""
    rounded = float(f"{number:.3g}")
    return number not in (0, 1) and (isclose(rounded, number, rel_tol=1e-6) or float(f"{rounded:.1g}") != rounded)


def _csv(names: list[str], *columns: Iterable[Any]) -> str:
    rows = [names, *zip(*columns, strict=True)]
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


# ---------------------------------------------------------------- by hand: one page


def _page(rng: np.random.Generator) -> dict[str, list[int]]:
    """The grades of a page of seven books, the first of them not wanted, and those of the judged books not on it."""
    shown = np.append(0, rng.choice([0, 0, 0, 1, 2, 3], 6))
    shown[rng.integers(1, 5)] = rng.integers(1, 4)
    return {"shown": shown.tolist(), "not_shown": np.sort(rng.integers(1, 4, rng.integers(3, 6)))[::-1].tolist()}


def cut_at_5(shown: list[int], not_shown: list[int]) -> Answers:
    """P@5, R@5 and the reciprocal rank."""
    grades = np.array(shown)
    hits, on_page, first = np.sum(grades[:5] > 0), np.sum(grades > 0), 1 + np.flatnonzero(grades)[0]
    p, r, rr = hits / 5, hits / (on_page + len(not_shown)), 1 / first
    by_grades = grades[:5].sum() / (grades.sum() + sum(not_shown))
    return [(p, r, rr), (p, hits / on_page, rr), (p, r, 1 / (first - 1)), (hits / 7, r, rr),
            (grades[:5].sum() / 5, by_grades, rr), (p, r, first)]  # fmt: skip


def ap_of_page(shown: list[int], not_shown: list[int]) -> Answers:
    ranks = 1 + np.flatnonzero(shown)
    total, wanted = np.sum(np.arange(1, ranks.size + 1) / ranks), ranks.size + len(not_shown)
    return [total / wanted, total / ranks.size, total / len(shown), np.sum(1 / ranks) / wanted,
            np.sum(np.arange(1, ranks.size + 1) / (ranks + 1)) / wanted]  # fmt: skip


def ndcg_of_page(shown: list[int], not_shown: list[int]) -> Answers:
    """NDCG@5."""
    judged, top = [*shown, *not_shown], np.array(shown[:5])
    by_reciprocals = np.sum((2**top - 1) / np.arange(1, 6))
    best = np.sort(judged)[::-1][:5]
    return [
        ranking.ndcg(shown, k=5, ideal=judged),
        ranking.ndcg(shown, k=5),
        ranking.dcg(shown, k=5) / ranking.idcg(judged),
        ranking.ndcg(shown, k=5, ideal=judged, gain="linear"),
        by_reciprocals / np.sum((2**best - 1) / np.arange(1, 6)),
    ]


# ---------------------------------------------------------------- by hand: a few readers


def _readers(rng: np.random.Generator) -> dict[str, list[int]]:
    """For each reader the wanted books, the hits among the first five, and the rank of the first hit (0: none)."""
    wanted = rng.integers(1, 10, 6)
    hits = np.minimum(wanted, rng.integers(0, 5, 6)) * (rng.random(6) < 0.7)
    first = np.where(hits > 0, [rng.integers(1, 7 - count) for count in hits], 0)
    return {"wants": wanted.tolist(), "hits": hits.tolist(), "first": first.tolist()}


def of_readers(readers: dict[str, list[int]]) -> Answers:
    """Hit rate at 5, hit ratio at 5, MRR at 5."""
    wanted, hits, first = (np.array(readers[name]) for name in ("wants", "hits", "first"))
    if not 2 <= np.sum(hits == 0) <= 4:
        return [np.nan]
    rate, ratio = np.mean(hits > 0), hits.sum() / wanted.sum()
    reciprocal = 1 / first[hits > 0]
    mrr = reciprocal.sum() / hits.size
    return [(rate, ratio, mrr), (ratio, rate, mrr), (rate, np.mean(hits / wanted), mrr),
            (rate, ratio, reciprocal.mean()), (rate, ratio, 1 / first[hits > 0].mean()),
            (rate, hits.sum() / (5 * hits.size), mrr)]  # fmt: skip


# ---------------------------------------------------------------- by hand: a list without a search


def _shelf(rng: np.random.Generator) -> dict[str, Any]:
    """How many books there are, how many are shown, and how many each of three readers wants."""
    wants = np.sort(rng.choice(np.arange(1, 7), 3, replace=False))
    return {"books": int(rng.integers(9, 16)), "shown": int(rng.integers(2, 5)), "wants": wants.tolist()}


def by_luck(books: int, shown: int, wants: list[int]) -> Answers:
    """The hit rate of a random order."""
    missed = [comb(books - want, shown) / comb(books, shown) for want in wants]
    again = [(1 - want / books) ** shown for want in wants]
    return [1 - np.mean(missed), np.mean(missed), shown / books, np.mean(wants) * shown / books, 1 - np.mean(again),
            1 - comb(books - round(np.mean(wants)), shown) / comb(books, shown)]  # fmt: skip


# ---------------------------------------------------------------- judged.csv and results.csv


def _files(rng: np.random.Generator) -> dict[str, str]:
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
    return {
        "judged.csv": _csv(["query", "book", "grade"], *zip(*judged, strict=True)),
        "results.csv": _csv(["search", "query", "rank", "book"], *zip(*sorted(results), strict=True)),
    }


def queries(files: dict[str, str], search: str) -> list[Query]:
    """The queries of one search."""
    wanted: dict[str, dict[str, int]] = {}
    for query, book, grade in _rows(files["judged.csv"]):
        wanted.setdefault(query, {})[book] = int(grade)
    shown: dict[str, list[str]] = {}
    for of, query, _, book in _rows(files["results.csv"]):
        if of == search:
            shown.setdefault(query, []).append(book)
    return [(ranking.relevance_of(wanted[q], shown[q]), np.array(list(wanted[q].values()))) for q in wanted]


def _rows(text: str) -> list[list[str]]:
    return [line.split(",") for line in text.splitlines()[1:]]


def mean_ap(files: dict[str, str]) -> Answers:
    """MAP@10 of the old search, divided by the relevant books, but by 10 at most."""
    rows, judged = (np.array(part) for part in zip(*queries(files, "old"), strict=True))
    wanted = np.sum(judged > 0, axis=1)

    def mean(n_relevant: Any) -> float:
        return float(np.mean(ranking.average_precision(rows, n_relevant=n_relevant, zero_division=0)))

    pooled = np.concatenate([(np.cumsum(row > 0) / np.arange(1, 11))[row > 0] for row in rows])
    by_rule = mean(np.minimum(wanted, 10))
    return [by_rule, mean(None), mean(wanted), by_rule * 40 / np.sum(wanted > 0), pooled.mean()]


def lead(files: dict[str, str]) -> Answers:
    """By how much the new search leads in mean NDCG@10, and two standard errors of that."""
    made = [queries(files, search) for search in ("old", "new")]
    old, new = map(of_ndcg, made)
    gap, from_lists = new - old, of_ndcg(made[1], ideal=False) - of_ndcg(made[0], ideal=False)
    spread, error = np.std(gap, ddof=1), np.std(gap, ddof=1) / np.sqrt(40)
    unpaired = np.sqrt((np.var(new, ddof=1) + np.var(old, ddof=1)) / 40)
    mean = gap.mean()
    return [(mean, 2 * error), (mean, error), (mean, 2 * unpaired), (mean, 2 * spread), (-mean, 2 * error),
            (from_lists.mean(), 2 * np.std(from_lists, ddof=1) / np.sqrt(40))]  # fmt: skip


def of_ndcg(made: list[Query], ideal: bool = True) -> NDArray[Any]:
    rows, judged = zip(*made, strict=True)
    return np.asarray(ranking.ndcg(rows, k=10, ideal=judged if ideal else None, zero_division=0))


# ---------------------------------------------------------------- the colleague's evaluation

RIGHT = {
    "MAP@10": """\
    return np.mean(ranking.average_precision(shown, k=10, n_relevant=np.sum(judged > 0, axis=1), zero_division=0))""",
    "MRR@10": """\
    reciprocal = [1 / (1 + np.flatnonzero(row)[0]) if row.any() else 0 for row in shown]
    return np.mean(reciprocal)""",
    "NDCG@10": """\
    return np.mean(ranking.ndcg(shown, k=10, ideal=judged, zero_division=0))""",
    "hit ratio@5": """\
    hits, relevant = np.sum(shown[:, :5] > 0, axis=1), np.sum(judged > 0, axis=1)
    return hits.sum() / relevant.sum()""",
}
"""The body of each number's function."""

MISTAKES = {
    "found": ("MAP@10", """\
    return np.mean(ranking.average_precision(shown, k=10, zero_division=0))"""),
    "pooled hits": ("MAP@10", """\
    precisions = np.cumsum(shown > 0, axis=1) / np.arange(1, 11)
    return np.mean(precisions[shown > 0])"""),
    "dropped": ("MRR@10", """\
    reciprocal = [1 / (1 + np.flatnonzero(row)[0]) for row in shown if row.any()]
    return np.mean(reciprocal)"""),
    "shifted": ("MRR@10", """\
    reciprocal = [1 / (2 + np.flatnonzero(row)[0]) if row.any() else 0 for row in shown]
    return np.mean(reciprocal)"""),
    "ideal of the list": ("NDCG@10", RIGHT["NDCG@10"].replace("ideal=judged, ", "")),
    "bare grades": ("NDCG@10", RIGHT["NDCG@10"].replace("zero_division", 'gain="linear", zero_division')),
    "mean of recalls": ("hit ratio@5", """\
    hits, relevant = np.sum(shown[:, :5] > 0, axis=1), np.sum(judged > 0, axis=1)
    return np.mean(hits / np.maximum(relevant, 1))"""),
}  # fmt: skip
"""The number that each mistake spoils, and the body that makes the mistake."""

SAYS = {
    "found": "The AP is divided by the relevant books that were found, not by all that exist.",
    "pooled hits": "The MAP is a mean over all hits, not over the queries.",
    "dropped": "The MRR leaves out the queries without a hit.",
    "shifted": "The MRR takes each rank for one more than it is.",
    "ideal of the list": "The ideal order of the NDCG is made of the shown books, not of all judged ones.",
    "bare grades": "The NDCG takes the grades themselves for the gains.",
    "mean of recalls": "The hit ratio is a mean of the queries' ratios, not all hits over all relevant books.",
}

EVALUATION = '''\
"""The new search of the library, in four numbers.

`shown` has one row a query: the grades of its ten books, from rank 1 down. `judged` has the grades of all judged books
of the query, in any order. A book is relevant if its grade is above 0.
"""

import numpy as np

from evalbook import ranking


def report(shown, judged):
    return {{
        "MAP@10": map_at_10(shown, judged),
        "MRR@10": mrr_at_10(shown),
        "NDCG@10": ndcg_at_10(shown, judged),
        "hit ratio@5": hit_ratio_at_5(shown, judged),
    }}


def map_at_10(shown, judged):
    """The mean over the queries of AP@10, divided by the number of relevant books of the query."""
{MAP@10}


def mrr_at_10(shown):
    """The mean over all queries of 1 over the rank of the first hit; without a hit, 0."""
{MRR@10}


def ndcg_at_10(shown, judged):
    """The mean over the queries of NDCG@10: gain 2^rel - 1, ideal order of all judged books of the query."""
{NDCG@10}


def hit_ratio_at_5(shown, judged):
    """The hits of all queries in the first five ranks, over the relevant books of all queries."""
{hit ratio@5}
'''


def evaluation(planted: str | None = None) -> str:
    """The colleague's file, with a mistake or without."""
    number, body = MISTAKES[planted] if planted else ("MAP@10", RIGHT["MAP@10"])
    return EVALUATION.format(**{**RIGHT, number: body})


def reported(made: list[Query], planted: str | None = None) -> dict[str, float]:
    """What the colleague's file reports."""
    room: dict[str, Any] = {}
    exec(evaluation(planted), room)
    shown, judged = (np.array(part) for part in zip(*made, strict=True))
    return {name: float(number) for name, number in room["report"](shown, judged).items()}


def corrected(files: dict[str, str]) -> list[Answers]:
    """Each right number of the report, beside each other number that a report may have in its place or elsewhere."""
    made = queries(files, "new")
    right = reported(made)
    wrong = {planted: reported(made, planted)[number] for planted, (number, _) in MISTAKES.items()}
    told = [*right.values(), *wrong.values()]
    if len(np.unique(np.round(told, 6))) < len(told):  # each number must tell whether a mistake was made, and which
        return [[np.nan]]
    spoiled = [[right[number], wrong[planted]] for planted, (number, _) in MISTAKES.items()]
    return spoiled + [list(two) for two in combinations(right.values(), 2)]


def _options(rng: np.random.Generator) -> dict[str, dict[str, str]]:
    """What may be wrong with the report, by letter."""
    order = rng.permutation(list(MISTAKES)).tolist()
    return {letter: {"about": about, "says": SAYS[about]} for letter, about in zip("abcdefg", order, strict=True)}


# ---------------------------------------------------------------- the argued question


def _pool(rng: np.random.Generator) -> dict[str, Any]:
    """Two searches of a museum: what the old one shows was judged, and what the new one alone shows was not."""
    while True:
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
        if gap.mean() > 1.5 * error and np.mean(full[1] - full[0]) > 0.03:
            means = {name: round(float(each.mean()), 3) for name, each in zip(("old", "new"), known, strict=True)}
            return {"queries": n, "ndcg": means, "lead": round(float(gap.mean()), 3), "error": round(float(error), 3),
                    "unjudged": round(float(unjudged), 1)}  # fmt: skip

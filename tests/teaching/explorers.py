"""One table of explorers: how each is made, and what must be seen in its states, counted in another way.

A row is all that a new explorer needs here: from it the tests check its numbers, its marks, its weight, and that it is
the same file each time. What it does in a browser, tests/book/test_explorers_on_pages.py finds on the pages by itself.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from evalbook import confusion, costs, curves, generation
from evalbook.confusion import Counts
from evalbook.teaching import examples, explorers
from evalbook.teaching.explorers import Explorer, Slider

KB = 1_000


class Row(NamedTuple):
    """An explorer and what it must show; what TABLE holds is computed once, for all tests."""

    name: str
    """What the tests call it: the chapter and what is moved."""
    make: Callable[[], Explorer]
    cells: Callable[[], Sequence[Any]]
    """The numbers of all table cells, row by row, each with one entry a state."""
    points: Callable[[], Sequence[Any]]
    """Where the points stand, in the order in which they are made: (x, y), each with one entry a state; nan: hidden."""
    curves: Callable[[], Sequence[Any]]
    """The curve on which each of the points must stand, as the corners (x, y) of a line; None where there is none."""
    says: Callable[[], Sequence[Sequence[str]]]
    """Words that the sentence of each state must hold: numbers, as they are written."""
    limit: int
    """How many bytes it may have at most."""


def counted(y_true: Any, y_score: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Each threshold from the lowest to one above all, and TN, FP, FN, TP: sample by sample."""
    thresholds = [*sorted(set(y_score.tolist())), np.inf]
    called = y_score >= np.array(thresholds)[:, None]
    positive = y_true == 1
    counts = [(ours & theirs).sum(axis=1) for ours in (~positive, positive) for theirs in (~called, called)]
    return thresholds, *counts


def threshold_row(name: str, samples: Callable[[], Any], limit: int, **options: Any) -> Row:
    """A row of `explorers.threshold`, of few enough samples that every threshold is a state."""

    def cells() -> Sequence[Any]:
        return counted(*samples())[1:]

    def points() -> Sequence[Any]:
        thresholds, tn, fp, fn, tp = counted(*samples())
        with np.errstate(invalid="ignore"):
            found = [(fp / (fp + tn), tp / (tp + fn)), (tp / (tp + fn), tp / (tp + fp))]
        bill = options.get("cost_fp", 0) * fp + options.get("cost_fn", 0) * fn
        low, high = thresholds[0], thresholds[-2]
        place = np.array([*thresholds[:-1], high + 0.05 * (high - low)])
        return [*found, (place, bill)] if options else found

    def lines() -> Sequence[Any]:
        roc, pr = curves.roc_curve(*samples()), curves.pr_curve(*samples())
        found = [(roc.fpr, roc.tpr), (pr.recall, pr.precision)]
        return [*found, None] if options else found

    def says() -> Sequence[Sequence[str]]:
        y_true, y_score = samples()
        sentences = []
        for threshold in counted(y_true, y_score)[0]:
            called = y_score >= threshold
            words = [
                f"{(called & (y_true == 1)).sum()} of {(y_true == 1).sum()}",
                f" {(called & (y_true == 0)).sum()} of {(y_true == 0).sum()}",
            ]
            if options:
                bill = costs.cost_sensitive_error(y_true, called.astype(int), **options_of_costs(options)) * len(y_true)
                words.append(f"the bill is {bill:,.6g}.")
            sentences.append(words)
        return sentences

    return Row(name, lambda: explorers.threshold(*samples(), **options), cells, points, lines, says, limit)


def options_of_costs(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name.startswith("cost_")}


def contest() -> tuple[NDArray[Any], NDArray[Any]]:
    rng = np.random.default_rng(1)
    return rng.integers(2, size=120), rng.integers(2, size=(60, 120))


def leaderboard_row() -> Row:
    """A contest of 120 labels, half of them public, and 60 submissions, each a step."""

    def scores() -> list[list[Any]]:
        labels, sent = contest()
        found, kept, best = [], [], 0.0
        for row in sent:
            score = np.mean(row[:60] == labels[:60])
            best = max(best, score)
            kept += [row] if score > 0.5 else []
            vote = np.mean(kept, axis=0) > 0.5 if kept else np.zeros(120)
            found.append([best, np.mean(vote[:60] == labels[:60]), np.mean(vote[60:] == labels[60:])])
        return found

    def points() -> Sequence[Any]:
        _, public, private = np.transpose(scores())
        return [(np.arange(1, 61), public), (np.arange(1, 61), private)]

    def says() -> Sequence[Sequence[str]]:
        return [[f"{share:.1%}" for share in row] for row in scores()]

    make = lambda: explorers.leaderboard(*contest(), public=60)  # noqa: E731
    return Row("leaderboard: sixty coins", make, lambda: [], points, points, says, 30 * KB)


def proportion_row() -> Row:
    """Bounds that solve the equations of their definitions: the score test for Wilson, binomial tails for exact."""
    samples, errors = (10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000), range(11)

    def bounds() -> list[list[tuple[float, float]]]:
        found = []
        for n in samples:
            for k in errors:
                spread = (k / n * (1 - k / n) / n) ** 0.5
                wald = stats.norm.interval(0.95, k / n, spread) if spread else (k / n, k / n)
                test = stats.binomtest(k, n)
                found.append([wald, test.proportion_ci(method="wilson"), test.proportion_ci(method="exact")])
        return found

    def points() -> Sequence[Any]:
        return [(np.array(errors) / np.array(samples)[:, None], place) for place in range(3)]

    def says() -> Sequence[Sequence[str]]:
        return [[f"{low:.1%} to {high:.1%}".replace("-", "−") for low, high in row] for row in bounds()]

    return Row("proportion: three methods", explorers.proportion, lambda: [], points, lambda: [None] * 3, says, 45 * KB)


def mcnemar_row() -> Row:
    """p-values from SciPy's distributions."""
    numbers = range(21)

    def points() -> Sequence[Any]:
        return [(np.arange(21)[:, None], np.arange(21))]

    def says() -> Sequence[Sequence[str]]:
        found = []
        for b in numbers:
            for c in numbers:
                exact = stats.binomtest(b, b + c).pvalue if b + c else 1.0
                half = stats.binom(b + c, 0.5)
                middle = 2 * half.cdf(min(b, c)) - half.pmf(min(b, c))
                squared = stats.chi2.sf((b - c) ** 2 / (b + c), 1) if b + c else 1.0
                found.append([f"A is right on {b} sample{'s' * (b != 1)},", f"B is right on {c}."])
                found[-1] += [
                    f"{f'{round(p, 12):.4f}' if p >= 1e-4 else 'below 0.0001'} ({name})"
                    for name, p in (("exact", exact), ("mid-p", middle), ("χ²", squared))
                ]
        return found

    return Row("mcnemar: up to twenty", explorers.mcnemar, lambda: [], points, lambda: [None], says, 75 * KB)


def judge_row() -> Row:
    """Half-widths by the formulas of shares: a verdict that differs from its label is off by 1 or by −1."""
    rates, right, labeled, unlabeled = [percent / 100 for percent in range(55, 100, 5)], 0.6, 200, 2000

    def judged(se: float, sp: float) -> float:
        return right * se + (1 - right) * (1 - sp)

    def widths(se: float, sp: float) -> list[float]:
        j, hit = judged(se, sp), right * se
        missed, passed = right - hit, (1 - right) * (1 - sp)
        labels = right * (1 - right) / labeled
        both = j * (1 - j) / unlabeled + (missed + passed - (passed - missed) ** 2) / labeled
        n = labeled + unlabeled
        weight = (hit - right * j) / ((1 + labeled / unlabeled) * j * (1 - j) * n / (n - 1))
        off = (1 - weight) ** 2 * hit + missed + weight**2 * passed - (right - weight * j) ** 2
        tuned = weight**2 * j * (1 - j) / unlabeled + off / labeled
        spread = j * (1 - j) / unlabeled
        spread += right**2 * se * (1 - se) / (right * labeled)
        spread += (1 - right) ** 2 * sp * (1 - sp) / ((1 - right) * labeled)
        return [196 * v**0.5 for v in (labels, both, tuned, spread / (se + sp - 1) ** 2)]

    def points() -> Sequence[Any]:
        line = np.array([[judged(se, sp) for sp in rates] for se in rates])
        return [(right, line)]

    def says() -> Sequence[Sequence[str]]:
        found = []
        for se in rates:
            for sp in rates:
                labels, *others = (f"± {width:.1f}" for width in widths(se, sp))
                names = ("prediction-powered", "power-tuned", "Rogan–Gladen")
                found.append([f"alone says {judged(se, sp):.1%}", f"{labels} points with the labels alone"])
                found[-1] += [f"{width} ({name})" for width, name in zip(others, names, strict=True)]
        return found

    return Row("judge: 200 labels", explorers.judge, lambda: [], points, lambda: [None], says, 50 * KB)


def four_players() -> list[tuple[str, str, float]]:
    """Twenty-two games of players whose strengths are all different; the last one is a draw."""
    counts = {"ab": 3, "ba": 1, "ac": 2, "ca": 1, "ad": 3, "da": 1, "bc": 3, "cb": 1, "bd": 3, "db": 1, "cd": 2}
    return [(one, two, 1) for (one, two), n in counts.items() for _ in range(n)] + [("d", "c", 0.5)]


def game_order_row() -> Row:
    """Each order by `elo`, game by game, and the strengths by a search for those that make the results most likely."""
    games, ks = four_players(), (4, 8, 16, 32, 64, 128)

    def strengths() -> dict[str, float]:
        def unlikely(s: Any) -> float:
            at = dict(zip("abcd", s, strict=True))
            return (
                sum(
                    won * np.logaddexp(0, at[two] - at[one]) + (1 - won) * np.logaddexp(0, at[one] - at[two])
                    for one, two, won in games
                )
                + sum(s) ** 2
            )

        return dict(zip("abcd", optimize.minimize(unlikely, np.zeros(4), tol=1e-10).x, strict=True))

    @cache
    def rated() -> dict[int, list[dict[str, float]]]:
        places = np.tile(np.arange(len(games)), (2000, 1))
        orders = np.random.default_rng(0).permuted(places, axis=1).tolist()
        return {k: [generation.elo([games[place] for place in order], k=k) for order in orders] for k in ks}

    def points() -> Sequence[Any]:
        names = sorted(strengths(), key=lambda name: -strengths()[name])
        return [([[one[name] for one in rated()[k][:20]] for k in ks], row) for row, name in enumerate(names)]

    def says() -> Sequence[Sequence[str]]:
        best = max(strengths(), key=lambda name: strengths()[name])
        found = []
        for k in ks:
            tops = [max(one, key=lambda name: round(one[name], 9)) for one in rated()[k]]
            share = tops.count(best) / 2000
            often = "more than 99%" if 0.995 <= share < 1 else f"{share:.0%}"
            for one, top in zip(rated()[k][:20], tops, strict=False):
                first, second = sorted(one.values())[:-3:-1]
                found.append([f"K = {k} names {top}, {first - second:.0f} point", f"{best} in {often}"])
        return found

    return Row(
        "game order: four players",
        lambda: explorers.game_order(games),
        lambda: [],
        points,
        lambda: [None] * 4,
        says,
        50 * KB,
    )


def to_base_rate(y_true: Any, rate: float) -> NDArray[Any]:
    """Weights that give the positives a share of all."""
    return np.where(y_true == 1, rate / np.mean(y_true), (1 - rate) / (1 - np.mean(y_true)))


def class_mix_row(name: str, samples: Callable[[], Any], limit: int) -> Row:
    """A row of `explorers.class_mix`: each accuracy and each best threshold counted, with weights for the share."""
    shares = [percent / 100 for percent in range(1, 100)]

    def best() -> list[curves.OperatingPoint]:
        y_true, y_score = samples()
        return [curves.best_threshold(y_true, y_score, sample_weight=to_base_rate(y_true, p)) for p in shares]

    def cells() -> Sequence[Any]:
        y_true, y_score = samples()
        thresholds = counted(y_true, y_score)[0][::-1]
        if len(thresholds) > 8:
            return []
        return [
            [f"{confusion.accuracy(y_true, y_score >= t, sample_weight=to_base_rate(y_true, p)):.3f}" for p in shares]
            for t in thresholds
        ]

    def points() -> Sequence[Any]:
        return [([point.fpr for point in best()], [point.tpr for point in best()])]

    def says() -> Sequence[Sequence[str]]:
        return [
            [
                f"If {p:.0%} are",
                "where nobody" if np.isinf(point.threshold) else f"at threshold {point.threshold:.4g}.",
                f"accuracy there is {1 - point.expected_cost:.3f} ",
            ]
            for p, point in zip(shares, best(), strict=True)
        ]

    return Row(name, lambda: explorers.class_mix(*samples()), cells, points, lambda: [roc_line(samples())], says, limit)


def roc_line(samples: Any) -> tuple[Any, Any]:
    fpr, tpr, _ = curves.roc_curve(*samples)
    return fpr, tpr


def rivals() -> tuple[Any, dict[str, Any]]:
    """The clinic's scores, and the same without their upper half."""
    y_true, y_score = examples.clinic()
    return y_true, {"A": y_score, "B": np.minimum(y_score, 0.5)}


def base_rate_row(name: str, limit: int) -> Row:
    """A row of `explorers.base_rate`: areas and precisions with weights, sample by sample."""
    rates = 1 / np.unique(np.round(np.geomspace(2, 1000, 46)))

    def ap(y_score: Any) -> list[float]:
        y_true = rivals()[0]
        return [curves.average_precision(y_true, y_score, sample_weight=to_base_rate(y_true, p)) for p in rates]

    def half(y_score: Any) -> list[tuple[float, float]]:
        """The last point of which half of the alarms are right."""
        y_true, found = rivals()[0], []
        for p in rates:
            curve = curves.pr_curve(y_true, y_score, sample_weight=to_base_rate(y_true, p))
            right = curve.thresholds[curve.precision > 0.5 - 1e-12]
            called = y_score >= (right.min() if right.size else np.inf)
            found.append((called[y_true == 0].mean(), called[y_true == 1].mean()))
        return found

    def cells() -> Sequence[Any]:
        y_true, models = rivals()
        found = []
        for y_score in models.values():
            found.append(f"{curves.roc_auc(y_true, y_score):.3f}")
            found.append([f"{value:.3f}" for value in ap(y_score)])
            found.append([f"{tpr:.3f}" for _, tpr in half(y_score)])
        return found

    def says() -> Sequence[Sequence[str]]:
        a, b = map(ap, rivals()[1].values())
        return [
            [f"1 in {1 / p:,.0f},", f" {x:.2f} for A and {y:.2f} for B."] for p, x, y in zip(rates, a, b, strict=True)
        ]

    def points() -> Sequence[Any]:
        return [tuple(np.transpose(half(y_score))) for y_score in rivals()[1].values()]

    def lines() -> Sequence[Any]:
        return [roc_line((rivals()[0], y_score)) for y_score in rivals()[1].values()]

    return Row(name, lambda: explorers.base_rate(*rivals()), cells, points, lines, says, limit)


def three_classes() -> tuple[Any, Any]:
    """Classes of 5, 10 and 20 samples; scores of two digits."""
    y_true, rng = np.repeat(["a", "b", "c"], [5, 10, 20]), np.random.default_rng(0)
    y_score = rng.random((35, 3)) + 0.5 * (y_true[:, None] == ["a", "b", "c"])
    return y_true, np.round(y_score / y_score.sum(axis=1, keepdims=True), 2)


def common_threshold_row(name: str, limit: int) -> Row:
    """A row of `explorers.common_threshold`: all rates counted cell by cell."""

    def points() -> Sequence[Any]:
        y_true, y_score = three_classes()
        own = y_true[:, None] == ["a", "b", "c"]
        thresholds = [*np.unique(y_score), np.inf]
        called = [y_score >= t for t in thresholds]
        each = [[[np.mean(c[side[:, k], k]) for c in called] for side in (~own, own)] for k in range(3)]
        pooled = [[np.mean(c[side]) for c in called] for side in (~own, own)]
        return [*each, np.mean(each, axis=0), pooled]

    def lines() -> Sequence[Any]:
        y_true, y_score = three_classes()
        each = [roc_line((y_true == label, y_score[:, k])) for k, label in enumerate("abc")]
        averages = [curves.multiclass_roc_curve(y_true, y_score, average=how) for how in ("threshold", "micro")]
        return [*each, *((curve.fpr, curve.tpr) for curve in averages)]

    def cells() -> Sequence[Any]:
        return [[f"{rate:.2f}" for rate in rates] for pair in points() for rates in pair]

    def says() -> Sequence[Sequence[str]]:
        *_, mean, pooled = points()
        return [
            [
                f"FPR {a:.2f} and TPR {b:.2f}, and the pooled",
                f"FPR {c:.2f} and TPR {d:.2f}.",
                f"{np.hypot(a - c, b - d):.2f} apart",
            ]
            for a, b, c, d in zip(*mean, *pooled, strict=True)
        ]

    return Row(name, lambda: explorers.common_threshold(*three_classes()), cells, points, lines, says, limit)


TEN = np.array([1, 0, 1, 0, 0, 1, 0, 0, 0, 0]), np.array([0.9, 0.8, 0.7, 0.7, 0.5, 0.5, 0.5, 0.2, 0.2, 0.2])
"""Thirds and sevenths: no accuracy lies halfway between two that are written."""


def ranked_list_row(grades: list[int], limit: int) -> Row:
    """A row of `explorers.ranked_list`: its states in the order of the sliders, each counted item by item."""
    n = len(grades)

    def lists() -> list[list[int]]:
        found = []
        for here, there in np.ndindex(n, n):
            moved = grades.copy()
            moved.insert(there, moved.pop(here))
            found.append(moved)
        return found

    def dcg(listed: Sequence[int]) -> float:
        return sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(listed, start=1))

    def of_hits(listed: Sequence[int]) -> tuple[float, float]:
        ranks = [rank for rank, grade in enumerate(listed, start=1) if grade > 0]
        return sum(hits / rank for hits, rank in enumerate(ranks, start=1)) / len(ranks), 1 / ranks[0]

    def scores() -> NDArray[Any]:
        return np.array([[dcg(one) / dcg(sorted(one, reverse=True)), *of_hits(one)] for one in lists()])

    def cells() -> Sequence[Any]:
        grade = np.array(lists()).reshape(n, n, n)
        brought = [[f"{(2**g - 1) / math.log2(r + 1):.2f}" for r, g in enumerate(one, start=1)] for one in lists()]
        rows = grade, 2**grade - 1, np.array(brought).reshape(n, n, n)
        return [row[..., place] for row in rows for place in range(n)]

    def points() -> Sequence[Any]:
        return [(place, values.reshape(n, n)) for place, values in enumerate(scores().T)]

    def says() -> Sequence[Sequence[str]]:
        values = [[f"NDCG is {ndcg:.3f},", f"AP is {ap:.3f},", f"RR is {rr:.3f}."] for ndcg, ap, rr in scores()]
        return [[" ".join(map(str, one)), *words] for one, words in zip(lists(), values, strict=True)]

    axis = [([place, place], [0, 1]) for place in range(3)]
    return Row("ranked list", lambda: explorers.ranked_list(grades), cells, points, lambda: axis, says, limit)


def chosen_row() -> Row:
    """Thresholds that are no scores: each calls who reaches it."""
    y_true, y_score = examples.eight_samples
    chosen = np.arange(10, 82) / 100
    called = y_score >= chosen[:, None]
    tp, fp = ((called & (y_true == label)).sum(axis=1) for label in (1, 0))

    def make() -> Explorer:
        return explorers.threshold(y_true, y_score, thresholds=chosen, panels=["scores", "matrix", "roc"])

    def lines() -> Sequence[Any]:
        roc = curves.roc_curve(y_true, y_score)
        return [(roc.fpr, roc.tpr)]

    def says() -> Sequence[Sequence[str]]:
        return [[f"At threshold {t:.2f}, {a} of 4", f" {b} of 4"] for t, a, b in zip(chosen, tp, fp, strict=True)]

    cells, points = [4 - fp, fp, 4 - tp, tp], [(fp / 4, tp / 4)]
    return Row("threshold: in steps of .01", make, lambda: cells, lambda: points, lines, says, 30 * KB)


def pairs_row() -> Row:
    """A score that is moved: the pairs are counted one by one."""
    y_true, y_score = examples.eight_samples
    known = np.array([0.15, 0.23, 0.33, 0.47, 0.58, 0.62, 0.77])
    step = (0.77 - 0.15) / 6
    ends = [0.15 - step, *known, 0.77 + step]
    at = np.array([a + (b - a) * quarter / 4 for a, b in pairwise(ends) for quarter in range(4)])
    at = np.append(at, ends[-1])

    def pairs(place: float) -> list[int]:
        sick, healthy = [0.77, place, 0.47, 0.23], [0.62, 0.47, 0.33, 0.15]
        ordered = [np.sign(round(s - h, 9)) for s in sick for h in healthy]
        return [ordered.count(1), ordered.count(0), ordered.count(-1)]

    def says() -> Sequence[Sequence[str]]:
        counted = [pairs(place) for place in at]
        return [
            [f"{right} of 16 pairs", f"{tied} ", f"{wrong} ", f"AUC is {(right + tied / 2) / 16:.6g}."]
            for right, tied, wrong in counted
        ]

    return Row(
        "rank_pairs: eight samples",
        lambda: explorers.rank_pairs(y_true, y_score, moved=2),
        lambda: np.array([pairs(place) for place in at]).T,
        lambda: [(at, np.ones(len(at)))],
        lambda: [([at[0], at[-1]], [1, 1])],
        says,
        30 * KB,
    )


def called_row(name: str, samples: Callable[[], Any], limit: int) -> Row:
    """A number of calls: what the top of the list holds, the mean over all orders of the tied."""

    def found() -> NDArray[Any]:
        y_true, y_score = samples()
        share = [np.mean(y_true[y_score == score]) for score in np.sort(y_score)[::-1]]
        return np.cumsum(share)

    def points() -> Sequence[Any]:
        tp, k = found(), np.arange(1, len(found()) + 1)
        return [(tp / tp[-1], tp / k), ((k - tp) / (k[-1] - tp[-1]), tp / tp[-1])]

    def lines() -> Sequence[Any]:
        roc = curves.roc_curve(*samples())
        return [None, (roc.fpr, roc.tpr)]

    def says() -> Sequence[Sequence[str]]:
        tp = found()
        return [
            [
                f"With {k} of {len(tp)} predicted positive, {round(hits, 3):.6g} of ",
                f"precision is {hits / k:.3f}",
                f"recall is {hits / tp[-1]:.3f}",
            ]
            for k, hits in enumerate(tp, start=1)
        ]

    def cells() -> Sequence[Any]:
        tp, n_neg = found(), np.sum(samples()[0] == 0)
        fp = np.arange(1, len(tp) + 1) - tp
        return [[f"{round(count, 3):.6g}" for count in cell] for cell in (n_neg - fp, fp, tp[-1] - tp, tp)]

    return Row(name, lambda: explorers.number_called(*samples()), cells, points, lines, says, limit)


def mixture_row() -> Row:
    """A coin between two thresholds: what it calls on average, by two loops."""
    alarms = [1, 2, 3, 4, 8, 16, 32, 48]
    shares = [part / 10 for part in range(11)]

    def make() -> Explorer:
        lax = Counts(tp=[12] * 8, fp=alarms, fn=[8] * 8, tn=[80 - fp for fp in alarms])
        return explorers.mixture(Counts(tp=4, fp=1, fn=16, tn=79), lax)

    def called(share: float, fp: int) -> tuple[float, float]:
        return 4 * (1 - share) + 12 * share, 1 * (1 - share) + fp * share

    def points() -> Sequence[Any]:
        hits, false = np.moveaxis([[called(share, fp) for fp in alarms] for share in shares], -1, 0)
        return [(hits / 20, hits / (hits + false)), (false / 80, hits / 20)]

    def says() -> Sequence[Sequence[str]]:
        sentences = []
        for share in shares:
            for fp in alarms:
                hits, false = called(share, fp)
                line, coin = round(0.8 * (1 - share) + 12 / (12 + fp) * share, 9), round(hits / (hits + false), 9)
                apart = line - coin
                verdict = "right" if abs(apart) < 5e-4 else "too high" if apart > 0 else "too low"
                sentences.append(
                    [
                        f"for {share:.0%} of the samples",
                        f"{fp} false alarm{'' if fp == 1 else 's'})",
                        f"precision is {coin:.3f}.",
                        f"line gives {line:.3f}, which is {verdict}.",
                    ]
                )
        return sentences

    return Row("mixture: eight lax thresholds", make, lambda: [], points, lambda: [None, None], says, 60 * KB)


def sample_size_row(share: float) -> Row:
    """A row of `explorers.sample_size`: the ends as the roots of a quadratic, the chances by SciPy."""
    sizes = [*np.outer([10, 100, 1000], [1, 1.5, 2, 3, 4, 6, 8]).ravel().astype(int).tolist(), 10_000]
    squared = stats.norm.ppf(0.975) ** 2

    def ends() -> NDArray[Any]:
        return np.array([np.sort(np.roots([1 + squared / n, -2 * share - squared / n, share**2])) for n in sizes]).T

    def points() -> Sequence[Any]:
        return [(np.array(sizes), 100 * end) for end in ends()]

    def says() -> Sequence[Sequence[str]]:
        sentences = []
        for n, low, high in zip(sizes, *ends(), strict=True):
            right = [k for k in range(n + 1) if abs(k / n - share) < 0.01 + 1e-12]
            near = stats.binom.pmf(right, n, share).sum()
            sentences.append([f"{n:,} test samples", f" {near:.1%} of all", f"interval is {low:.1%} to {high:.1%}."])
        return sentences

    return Row(f"sample size: {share}", lambda: explorers.sample_size(share), list, points, points, says, 50 * KB)


def f_beta_row(name: str, tp: list[int], fp: list[int], fn: list[int], names: list[str], limit: int) -> Row:
    """A row of `explorers.f_beta`; each F is 1 over a weighted mean of 1 / P and 1 / R."""
    betas, found, wrong, missed = np.arange(2, 41) / 10, np.array(tp), np.array(fp), np.array(fn)
    with np.errstate(divide="ignore", invalid="ignore"):
        precision, recall = found / (found + wrong), found / (found + missed)
        share = (betas**2 / (1 + betas**2))[:, None]  # of the recall in the mean
        scores = np.where(found > 0, 1 / ((1 - share) / precision + share / recall), 0)
    best = scores.argmax(axis=1)

    rules = confusion.Counts(tp, fp, fn, tn=300 - found - wrong - missed)

    def says() -> Sequence[Sequence[str]]:
        return [
            [
                f"β = {beta:g}, the best rule is {names[first]} (F = {row[first]:.2f})",
                *(f"{value:.2f}" for value in row),
            ]
            for beta, first, row in zip(betas, best, scores, strict=True)
        ]

    return Row(
        name,
        lambda: explorers.f_beta(rules, names),
        lambda: [[f"{value:.2f}" for value in column] for column in scores.T],
        lambda: [(betas, scores.max(axis=1))],
        lambda: [None],
        says,
        limit,
    )


CLINIC = {"cost_fn": 50, "cost_fp": 1, "names": ("benign", "malignant")}


def exponent_row(name: str, samples: Callable[[], Any], limit: int) -> Row:
    """A row of `explorers.exponent` with five bins."""
    exponents = np.arange(1, 41) / 20

    @cache
    def bent() -> list[NDArray[Any]]:
        odds = samples().y_score / (1 - samples().y_score)
        return [odds**power / (1 + odds**power) for power in exponents]

    def bins(prob: NDArray[Any]) -> list[Any]:
        """What was said and seen in each bin; nan where it is empty."""
        y_true, found = samples().y_true, []
        for low in np.arange(5) / 5:
            inside = (prob <= low + 0.2) & ((prob > low) | (low == 0))
            found.append((prob[inside].mean(), y_true[inside].mean()) if inside.any() else (np.nan, np.nan))
        return found

    @cache
    def scores() -> list[list[str]]:
        y_true, rows = samples().y_true, []
        for prob in bent():
            given = np.where(y_true == 1, prob, 1 - prob)
            pairs = prob[y_true == 1][:, None] - prob[y_true == 0]
            shares = [np.mean((prob > k / 5) & (prob <= (k + 1) / 5)) for k in range(5)]
            error = sum(
                share * abs(said - seen) for share, (said, seen) in zip(shares, bins(prob), strict=True) if share
            )
            auc = np.mean((pairs > 0) + (pairs == 0) / 2)
            rows.append([f"{v:.3f}" for v in (np.mean((prob - y_true) ** 2), -np.mean(np.log(given)), error, auc)])
        return rows

    def points() -> Sequence[Any]:
        said, seen = np.moveaxis([bins(prob) for prob in bent()], -1, 0)
        return list(zip(said.T, seen.T, strict=True))

    return Row(
        name,
        lambda: explorers.exponent(*samples()),
        lambda: list(np.transpose(scores())),
        points,
        lambda: [None] * 5,
        scores,
        limit,
    )


def price_row(name: str, samples: Callable[[], Any], limit: int) -> Row:
    """A row of `explorers.price`."""

    def cheapest() -> tuple[NDArray[Any], NDArray[Any]]:
        """The prices; TN, FP, FN, TP of the highest of the cheapest thresholds at each."""
        prices = np.array([float(step.replace(",", "")) for step in explorers.price(*samples()).sliders[0].steps])
        counts = np.stack(counted(*samples())[1:])[:, ::-1]
        bills = prices[:, None] * counts[2] + counts[1]
        return prices, counts[:, bills.argmin(axis=1)]

    def points() -> Sequence[Any]:
        prices, (tn, fp, fn, tp) = cheapest()
        free = np.minimum(prices * (fn + tp), fp + tn)
        return [(fp / (fp + tn), tp / (tp + fn)), ((tp + fp) / (tp + fp + fn + tn), (prices * fn + fp) / free)]

    def lines() -> Sequence[Any]:
        roc = curves.roc_curve(*samples())
        return [(roc.fpr, roc.tpr), None]

    def says() -> Sequence[Sequence[str]]:
        prices, (tn, fp, fn, tp) = cheapest()
        bills = prices * fn + fp, prices * (fn + tp), fp + tn
        return [
            [
                f"{a:,} miss{'' if a == 1 else 'es'} and",
                f"{b:,} false alarm{'' if b == 1 else 's'}.",
                *(f"{word} {bill:,.6g}" for word, bill in zip(WORDS, three, strict=True)),
            ]
            for a, b, three in zip(fn, fp, np.transpose(bills), strict=True)
        ]

    return Row(name, lambda: explorers.price(*samples()), lambda: cheapest()[1], points, lines, says, limit)


WORDS = "bill is", "nobody would cost", "everybody would cost"


def place_row(name: str, samples: Callable[[], Any], limit: int) -> Row:
    """A row of `explorers.place`, of few enough samples that every threshold is a step."""
    x = np.arange(31) / 30

    def rates() -> tuple[NDArray[Any], NDArray[Any]]:
        _, tn, fp, fn, tp = counted(*samples())
        return (fp / (fp + tn))[:, None], (fn / (fn + tp))[:, None]

    def heights() -> tuple[NDArray[Any], NDArray[Any]]:
        fpr, fnr = rates()
        own = fnr * x + fpr * (1 - x)
        return own, own.min(axis=0)[None]

    def cells() -> Sequence[Any]:
        return [np.vectorize("{:.3f}".format)(cell) for cell in (*heights(), x[None], 1 - x[None])]

    def points() -> Sequence[Any]:
        (fpr, fnr), (own, lowest) = rates(), heights()
        best = len(own) - 1 - np.isclose(own, lowest)[::-1].argmax(axis=0)  # the highest of the cheapest
        best[0] = best[1]  # at 0 and at 1 that of the piece beside
        best[-1] = best[-2]
        return [(fpr[best].T, 1 - fnr[best].T), (fpr, 1 - fnr), (x[None], lowest), (x[None], own)]

    def lines() -> Sequence[Any]:
        roc, curve = curves.roc_curve(*samples()), costs.cost_curve(*samples())
        return [(roc.fpr, roc.tpr), (roc.fpr, roc.tpr), (curve.probability_cost, curve.normalized_cost), None]

    def says() -> Sequence[Sequence[str]]:
        own, lowest = heights()
        return [[f"costs {a:.3f}.", f"costs {b:.3f}."] for row in own for a, b in zip(row, lowest[0], strict=True)]

    return Row(name, lambda: explorers.place(*samples()), cells, points, lines, says, limit)


def once(row: Row) -> Row:
    """The row with functions that keep what they gave: no test changes it."""
    return Row(*(cache(part) if callable(part) else part for part in row))


ROWS = [
    exponent_row("exponent: the clinic", examples.clinic, 75 * KB),
    price_row("price: eight samples", lambda: examples.eight_samples, 30 * KB),
    price_row("price: the health survey", examples.poor_health, 40 * KB),
    place_row("place: eight samples", lambda: examples.eight_samples, 50 * KB),
    threshold_row("threshold: eight samples", lambda: examples.eight_samples, 30 * KB),
    ranked_list_row([1, 0, 3, 0, 2, 0], 40 * KB),
    threshold_row("threshold: the clinic", examples.clinic, 100 * KB, **CLINIC),
    leaderboard_row(),
    mcnemar_row(),
    proportion_row(),
    judge_row(),
    game_order_row(),
    class_mix_row("class mix: ten samples", lambda: TEN, 40 * KB),
    class_mix_row("class mix: the clinic", examples.clinic, 40 * KB),
    base_rate_row("base rate: the clinic's rivals", 100 * KB),
    common_threshold_row("common threshold: three classes", 60 * KB),
    chosen_row(),
    pairs_row(),
    called_row("number_called: eight samples", lambda: examples.eight_samples, 30 * KB),
    called_row("number_called: the clinic", examples.clinic, 100 * KB),
    mixture_row(),
    sample_size_row(0.9),
    sample_size_row(0.62),
    f_beta_row("f_beta: four rules", [9, 15, 30, 0], [1, 15, 270, 0], [21, 15, 0, 30], list("abcd"), 50 * KB),
]
TABLE = list(map(once, ROWS))


def two_sliders() -> Explorer:
    """Three by two states: a point that hangs on both sliders, a rule and a line on one each, words, a table."""
    x, y = np.array([[0.0], [0.5], [1.0]]), np.array([[0.2, 0.8]])
    says = [[f"At {a} and {b}." for b in "uv"] for a in "abc"]
    explorer = Explorer(
        Slider("First", ["a", "b", "c"], 1), Slider("Second", ["u", "v"]), says=says, note="That is all."
    )
    with explorer.panel("A square.") as panel:
        panel.ax.set(xlim=(0, 1), ylim=(0, 1))
        panel.point(x, y, marker="D")
        panel.rule(x=x)
        panel.rule(y=y, color="#000000")
        panel.path([[[0, 1]], [[0, 0.5]], [[np.nan, 0.5]]], [[[0, 1]]])
        panel.path([[[0, 1, 1]]], y[..., None] * [0, 0, 1], fill=True)
        panel.text(0.5, 0.5, [["low", "high"]], "above")
    explorer.table("Sums", [""], {"x + y": [x + y]}, shades={"x + y": [(x + y) / 2]})
    return explorer


def fingerprints() -> list[str]:
    """One of each explorer's HTML."""
    return [hashlib.sha256(row.make()._repr_html_().encode()).hexdigest() for row in ROWS]


if __name__ == "__main__":  # in a process of its own
    print(*fingerprints())

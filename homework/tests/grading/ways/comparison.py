"""Several ways to the answers of the assignment comparison."""

from __future__ import annotations

import itertools
import runpy
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy import special, stats
from sklearn import metrics

from evalbook import comparison, confusion
from ways import case, rows, way

# ---------------------------------------------------------------- 1 to 6: by hand


def enough(end: Callable[[int], float], allowed: float) -> int:
    """The smallest number of landings whose interval ends at the allowed rate or lower."""
    return 1 + bisect_left(range(1, 10_000), -allowed, key=lambda landings: -end(landings))


@way("comparison-1", "SciPy")
def _():
    drone = case()["drone"]

    def end(landings: int) -> float:
        return stats.binomtest(0, landings).proportion_ci(method="exact").high

    return end(drone["landings"]), enough(end, drone["allowed"])


@way("comparison-1", "NumPy")
def _():
    """No crash in n landings has the probability (1 - rate)ⁿ, and .025 at the end."""
    drone = case()["drone"]
    return 1 - np.exp(np.log(0.025) / drone["landings"]), enough(lambda n: 1 - 0.025 ** (1 / n), drone["allowed"])


@way("comparison-1", "package")
def _():
    drone = case()["drone"]

    def end(landings: int) -> float:
        return comparison.proportion_interval(0, landings, method="exact").high

    return end(drone["landings"]), enough(end, drone["allowed"])


def alone() -> tuple[int, int]:
    """The letters that only A, and that only B reads rightly."""
    reader = case()["readers"]
    return reader["a"] - reader["both"], reader["b"] - reader["both"]


@way("comparison-2", "SciPy")
def _():
    a, b = alone()
    return a, b, stats.binomtest(a, a + b).pvalue


@way("comparison-2", "NumPy")
def _():
    """Pascal's triangle, row by row, counts the heads of as many coins as letters differ."""
    a, b = alone()
    heads = np.array([1])
    for _ in range(a + b):
        heads = np.append(heads, 0) + np.append(0, heads)
    return a, b, heads[heads <= heads[a]].sum() / heads.sum()


@way("comparison-2", "package")
def _():
    a, b = alone()
    reader = case()["readers"]
    neither = reader["letters"] - reader["both"] - a - b
    right_a, right_b = np.repeat([[1, 1, 0, 0], [1, 0, 1, 0]], [reader["both"], a, b, neither], axis=1)
    return a, b, comparison.mcnemar(np.ones(reader["letters"], dtype=int), right_a, right_b).p_value


def likely(printed: Callable[[int], float]) -> tuple[float, int]:
    """The probability with the team's runs, and the smallest number of runs with one above a half."""
    return printed(case()["seeds"]["runs"]), next(runs for runs in itertools.count(1) if printed(runs) > 0.5)


@way("comparison-3", "SciPy")
def _():
    return likely(lambda runs: stats.binom.sf(0, runs, case()["seeds"]["chance"]))


@way("comparison-3", "NumPy")
def _():
    return likely(lambda runs: 1 - np.prod(np.full(runs, 1 - case()["seeds"]["chance"])))


@way("comparison-3", "counting")
def _():
    """The first run that reaches it is run 1, or run 2, …"""
    chance = case()["seeds"]["chance"]
    return likely(lambda runs: sum(chance * (1 - chance) ** before for before in range(runs)))


def differences() -> np.ndarray:
    """As many differences as there are, with their mean and standard deviation."""
    folds = case()["folds"]
    drawn = np.arange(folds["folds"] * folds["repetitions"], dtype=float)
    return folds["mean"] + folds["sd"] * (drawn - drawn.mean()) / drawn.std(ddof=1)


@way("comparison-4", "SciPy")
def _():
    """A test fold is one part, and the training folds are the others: the ratio is 1/(k - 1)."""
    found, k = differences(), case()["folds"]["folds"]
    plain = stats.ttest_1samp(found, 0).statistic
    return plain, plain / np.sqrt(1 + len(found) / (k - 1))


@way("comparison-4", "NumPy")
def _():
    folds = case()["folds"]
    n = folds["folds"] * folds["repetitions"]
    widened = 1 / n + 1 / (folds["folds"] - 1)
    return folds["mean"] / folds["sd"] * np.sqrt(n), folds["mean"] / np.sqrt(widened * folds["sd"] ** 2)


@way("comparison-4", "package")
def _():
    found, k = differences(), case()["folds"]["folds"]
    return [comparison.corrected_t_test(found, test_share=share).statistic for share in (0, 1 / k)]


@way("comparison-5", "NumPy")
def _():
    p = np.array(case()["p_values"])
    order = np.argsort(p)
    adjusted = np.minimum(1, np.maximum.accumulate(p[order] * (len(p) - np.arange(len(p)))))
    return adjusted[np.argsort(order)]


@way("comparison-5", "counting")
def _():
    """What a p-value has after Holm: the largest that any p-value up to it has."""
    p = case()["p_values"]
    ranked = [(value, len(p) - place) for place, value in enumerate(sorted(p))]
    return [min(1, max(value * left for value, left in ranked if value <= mine)) for mine in p]


@way("comparison-5", "package")
def _():
    return comparison.holm(case()["p_values"])


@way("comparison-6", "SciPy")
def _():
    return stats.rankdata(case()["errors"], axis=1).mean(axis=0)


@way("comparison-6", "NumPy")
def _():
    """A rank counts who is better, and half of those who are equal; the program itself makes it begin at 1."""
    errors = np.array(case()["errors"])
    better = (errors[:, :, None] > errors[:, None, :]).sum(axis=2)
    equal = (errors[:, :, None] == errors[:, None, :]).sum(axis=2)
    return (better + (equal + 1) / 2).mean(axis=0)


@way("comparison-6", "package")
def _():
    return comparison.friedman(-np.array(case()["errors"])).mean_ranks


# ---------------------------------------------------------------- 7: with the package, which the question names


@way("comparison-7", "package")
def _():
    photos = rows("photos.csv")
    return tuple(
        comparison.interval(confusion.f1, photos["poisonous"], photos["called"], groups=photos["plant"], rng=0)
    )


@way("comparison-7", "package, sums of each plant")
def _():
    photos = rows("photos.csv")
    counts = confusion.Counts.rows(photos["poisonous"], photos["called"])
    return tuple(comparison.interval(lambda drawn: drawn.f1, counts, groups=photos["plant"], rng=0))


def ends(unit: np.ndarray, score: Callable[..., Any], *columns: np.ndarray) -> tuple[float, float]:
    """Draws the units with replacement, adds up the columns of those that were drawn, and scores the sums."""
    _, place = np.unique(unit, return_inverse=True)
    of_unit = np.array([np.bincount(place, column) for column in columns])
    drawn = np.random.default_rng(0).integers(of_unit.shape[1], size=(10_000, of_unit.shape[1]))
    low, high = np.quantile(score(*of_unit[:, drawn].sum(axis=2)), [0.025, 0.975])
    return low, high


@way("comparison-7", "NumPy")
def _():
    """The right calls twice, among all that is or is called poisonous."""
    photos = rows("photos.csv")
    truth, called = photos["poisonous"], photos["called"]
    return ends(photos["plant"], lambda both, either: 2 * both / either, truth * called, truth + called)


# ---------------------------------------------------------------- 8 and 9: the colleague's report


def evaluation() -> dict[str, Any]:
    return runpy.run_path("evaluation.py")


def clips() -> tuple[np.ndarray, str]:
    """The test clips, and the run that understands most validation clips."""
    found, runs = rows("clips.csv"), evaluation()["RUNS"]
    validation = found[found["use"] == "validation"]
    return found[found["use"] == "test"], runs[int(np.argmax([validation[run].sum() for run in runs]))]


def gap(test: np.ndarray, run: str) -> tuple[float, float]:
    """By the function that the question names."""
    yes, options = np.ones(len(test), dtype=int), {"groups": test["speaker"], "rng": 0}
    found = comparison.difference(confusion.accuracy, yes, test["a"], test[run], **options)
    return found.low, found.high


def served(test: np.ndarray, run: str) -> tuple[int, int]:
    """Speakers with four or five clips understood, and all speakers."""
    of_each = [test[run][test["speaker"] == one].sum() for one in np.unique(test["speaker"])]
    return sum(understood >= 4 for understood in of_each), len(of_each)


def with_scipy() -> list[float]:
    test, run = clips()
    share = stats.binomtest(*served(test, run)).proportion_ci(method="wilson")
    found = np.ravel(evaluation()["DIFFERENCES"])
    t = stats.ttest_1samp(found, 0).statistic / np.sqrt(1 + len(found) / 4)
    return [metrics.accuracy_score(np.ones(len(test)), test[run]), *share, *gap(test, run), 2 * stats.t.sf(abs(t), 24)]


def with_numpy() -> list[float]:
    test, run = clips()
    k, n = served(test, run)
    z, d = stats.norm.isf(0.025), np.ravel(evaluation()["DIFFERENCES"])
    center, half = (k + z**2 / 2) / (n + z**2), z / (n + z**2) * np.sqrt(k * (n - k) / n + z**2 / 4)
    t = d.mean() / np.sqrt((1 / 25 + 1 / 4) * d.var(ddof=1))
    p_value = special.betainc(12, 0.5, 24 / (24 + t**2))
    drawn = ends(test["speaker"], np.divide, test[run] - test["a"], np.ones(len(test)))
    return [test[run].mean(), center - half, center + half, *drawn, p_value]


def with_package() -> list[float]:
    test, run = clips()
    share = comparison.proportion_interval(*served(test, run))
    recipes = comparison.corrected_t_test(np.ravel(evaluation()["DIFFERENCES"]), test_share=1 / 5)
    accuracy = confusion.accuracy(np.ones(len(test), dtype=int), test[run])
    return [accuracy, share.low, share.high, *gap(test, run), recipes.p_value]


def letter(right: list[float], as_99: Sequence[float], by_clip: Sequence[float]) -> str:
    """The lines that are wrong name the mistake; both intervals have two."""
    printed = list(evaluation()["report"].values())
    wrong = [not np.isclose(*pair) for pair in zip(printed, right, strict=True)]
    level = "level" if np.allclose(printed[1:3], as_99) else "n"
    drawn = "rows" if np.allclose(printed[3:5], by_clip) else "separate"
    first = ["picked", level, level, drawn, drawn, "folds"][wrong.index(True)]
    return "abcdef"[list(case()["suspicions"]).index(first)]


def by_clip() -> tuple[float, float]:
    test, run = clips()
    found = comparison.difference(confusion.accuracy, np.ones(len(test), dtype=int), test["a"], test[run], rng=0)
    return found.low, found.high


@way("comparison-8", "SciPy")
def _():
    as_99 = stats.binomtest(*served(*clips())).proportion_ci(0.99, method="wilson")
    return letter(with_scipy(), as_99, by_clip())


@way("comparison-8", "package")
def _():
    as_99 = comparison.proportion_interval(*served(*clips()), level=0.99)
    return letter(with_package(), (as_99.low, as_99.high), by_clip())


way("comparison-9", "SciPy")(with_scipy)
way("comparison-9", "NumPy")(with_numpy)
way("comparison-9", "package")(with_package)

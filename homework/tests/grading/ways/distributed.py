"""Several ways to the answers of the assignment distributed."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
from sklearn import metrics

from evalbook import confusion, curves, probabilities, regression
from ways import case, rows, way

# ---------------------------------------------------------------- by hand


@way("distributed-1", "scikit-learn")
def _():
    """The tiles one by one."""
    alarms = case()["alarms"]
    numbers = [sum(alarms[name]) for name in ("hits", "false alarms", "misses", "quiet")]
    return metrics.precision_score(np.repeat([1, 0, 1, 0], numbers), np.repeat([1, 1, 0, 0], numbers))


@way("distributed-1", "package")
def _():
    columns = (np.array(case()["alarms"][name]) for name in ("hits", "false alarms", "misses", "quiet"))
    return confusion.micro_average(confusion.Counts(*columns)).precision


@way("distributed-1", "NumPy")
def _():
    """The stations' precisions, each with the weight of its alarms."""
    hits, false = (np.array(case()["alarms"][name]) for name in ("hits", "false alarms"))
    return np.average(hits / (hits + false), weights=hits + false)


@way("distributed-2", "scikit-learn")
def _():
    """Tiles of which each has its station's RMSE as its error."""
    errors = case()["errors"]
    error = np.repeat(errors["RMSE"], errors["tiles"])
    return metrics.root_mean_squared_error(np.zeros_like(error), error)


@way("distributed-2", "package")
def _():
    errors = case()["errors"]
    return regression.root_mean_squared_error(np.zeros(4), errors["RMSE"], sample_weight=errors["tiles"])


@way("distributed-2", "NumPy")
def _():
    tiles, rmse = (np.array(case()["errors"][name]) for name in ("tiles", "RMSE"))
    return np.sqrt(np.sum(tiles * rmse**2) / np.sum(tiles))


def of_models() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Of A and of B: the right answers and the tiles, by station."""
    for name in "AB":
        yield tuple(np.array(case()["models"][f"{name} {what}"]) for what in ("right", "tiles"))


@way("distributed-3", "scikit-learn")
def _():
    calls = [np.arange(sum(tiles)) < sum(right) for right, tiles in of_models()]
    return [metrics.accuracy_score(np.ones_like(each), each) for each in calls]


@way("distributed-3", "package")
def _():
    sums = [[[sum(right), sum(tiles - right)], [0, 0]] for right, tiles in of_models()]
    return [confusion.ConfusionMatrix(counts, labels=["fire", "none"]).accuracy for counts in sums]


@way("distributed-3", "NumPy")
def _():
    return [np.average(right / tiles, weights=tiles) for right, tiles in of_models()]


def of_bins() -> tuple[np.ndarray, np.ndarray]:
    """Burning and other tiles of both stations, from the lowest bin up."""
    return tuple(np.add(case()["bins"][f"1, {what}"], case()["bins"][f"2, {what}"]) for what in ("burning", "other"))


@way("distributed-4", "scikit-learn")
def _():
    """Within a bin all burning tiles stand below the others, or all above them."""
    y = np.repeat([1, 0], [sum(each) for each in of_bins()])
    place = np.concatenate([np.repeat(np.arange(4), each) for each in of_bins()])
    return [metrics.roc_auc_score(y, place + within * y) for within in (-0.5, 0.5)]


@way("distributed-4", "package")
def _():
    return curves.ScoreTally([1, 2, 3], *of_bins()).roc_auc_bounds()


@way("distributed-4", "counting")
def _():
    pairs = [(i, j, a * b) for (i, a), (j, b) in product(*map(enumerate, of_bins()))]
    of_all = sum(number for *_, number in pairs)
    return [sum(number for i, j, number in pairs if won(i, j)) / of_all for won in (int.__gt__, int.__ge__)]


# ---------------------------------------------------------------- one number and the number of tiles

BY_SCIKIT_LEARN = {
    "the accuracy": (metrics.accuracy_score, "calls"),
    "the precision": (metrics.precision_score, "calls"),
    "the recall": (metrics.recall_score, "calls"),
    "the F1 score": (metrics.f1_score, "calls"),
    "the Brier score": (metrics.brier_score_loss, "p"),
    "the log loss": (metrics.log_loss, "p"),
    "the AUC": (metrics.roc_auc_score, "p"),
    "the average precision": (metrics.average_precision_score, "p"),
    "the mean absolute error": (metrics.mean_absolute_error, "heat"),
    "the mean squared error": (metrics.mean_squared_error, "heat"),
    "the median absolute error": (metrics.median_absolute_error, "heat"),
    "R²": (metrics.r2_score, "heat"),
}
BY_PACKAGE = {
    "the accuracy": (confusion.accuracy, "calls"),
    "the precision": (confusion.precision, "calls"),
    "the recall": (confusion.recall, "calls"),
    "the F1 score": (confusion.f1, "calls"),
    "the Brier score": (probabilities.brier_score, "p"),
    "the log loss": (probabilities.log_loss, "p"),
    "the AUC": (curves.roc_auc, "p"),
    "the average precision": (curves.average_precision, "p"),
    "the mean absolute error": (regression.mean_absolute_error, "heat"),
    "the mean squared error": (regression.mean_squared_error, "heat"),
    "the median absolute error": (regression.median_absolute_error, "heat"),
    "R²": (regression.r2, "heat"),
}


def suffices(by_name: dict[str, tuple[Callable, str]]) -> str:
    """Of simulated tiles at stations of 30, 60 and 210: which number of all is the mean over the tiles' stations?"""
    rng = np.random.default_rng(0)
    sizes, burning = [30, 60, 210], np.repeat([1, 0, 1, 0, 1, 0], [10, 20, 40, 20, 50, 160])
    p = rng.uniform(0.01, 0.8, 300) + 0.15 * burning
    heat = 30 + 10 * burning + rng.normal(size=300)
    given = {"p": (burning, p), "calls": (burning, (p > 0.5).astype(int)), "heat": (heat, heat + rng.normal(size=300))}

    def is_mean(name: str) -> bool:
        metric, kind = by_name[name]
        truth, said = (np.split(each, np.cumsum(sizes)[:-1]) for each in given[kind])
        return np.isclose(metric(*given[kind]), np.average(list(map(metric, truth, said)), weights=sizes))

    (letter,) = (letter for letter, name in zip("abcdef", case()["sent"], strict=True) if is_mean(name))
    return letter


@way("distributed-5", "scikit-learn")
def _():
    return suffices(BY_SCIKIT_LEARN)


@way("distributed-5", "package")
def _():
    return suffices(BY_PACKAGE)


# ---------------------------------------------------------------- tiles.csv


@way("distributed-6", "scikit-learn")
def _():
    tiles = rows("tiles.csv")
    return metrics.average_precision_score(tiles["burning"], tiles["level"])


@way("distributed-6", "package")
def _():
    tiles = rows("tiles.csv")
    return curves.average_precision(tiles["burning"], tiles["level"])


@way("distributed-6", "NumPy")
def _():
    """For each burning tile, the share of burning ones among those at its level or above."""
    tiles = rows("tiles.csv")
    y, level = tiles["burning"], tiles["level"]
    return np.mean([y[level >= at].mean() for at in level[y == 1]])


# ---------------------------------------------------------------- the colleague's evaluation


def numbers_by_scikit_learn(tiles: np.ndarray, limit: int) -> list[float]:
    return [
        metrics.precision_score(tiles["burning"], tiles["level"] >= limit),
        metrics.roc_auc_score(tiles["burning"], tiles["level"]),
        metrics.root_mean_squared_error(tiles["heat"], tiles["predicted"]),
    ]


def numbers_by_package(tiles: np.ndarray, limit: int) -> list[float]:
    return [
        confusion.precision(tiles["burning"], (tiles["level"] >= limit).astype(int)),
        curves.roc_auc(tiles["burning"], tiles["level"]),
        regression.root_mean_squared_error(tiles["heat"], tiles["predicted"]),
    ]


def numbers_by_numpy(tiles: np.ndarray, limit: int) -> list[float]:
    fire, level = tiles["burning"] == 1, tiles["level"]
    won = np.sign(np.subtract.outer(level[fire], level[~fire]))
    rmse = np.sqrt(np.mean((tiles["heat"] - tiles["predicted"]) ** 2))
    return [np.mean(fire[level >= limit]), np.mean(won + 1) / 2, rmse]


def right(numbers: Callable) -> list[float]:
    limit = int(re.search(r"(\d+) or more is an alarm", runpy.run_path("evaluation.py")["sent_by"].__doc__)[1])
    return numbers(rows("tiles.csv"), limit)


def ties(tiles: np.ndarray) -> float:
    fire, level = tiles["burning"] == 1, tiles["level"]
    return np.mean(np.equal.outer(level[fire], level[~fire]))


def mistake(numbers: Callable) -> str:
    """Which of the three numbers are wrong, and what they are in place of the right ones."""
    tiles, program = rows("tiles.csv"), runpy.run_path("evaluation.py")
    reported, should = np.array(program["evaluate"](tiles)), np.array(right(numbers))
    wrong = np.flatnonzero(~np.isclose(reported, should))
    if len(wrong) == 3:
        return letter_of("one station are missing")
    if 0 in wrong:
        return letter_of("precision is a mean")
    if 2 in wrong:
        return letter_of("RMSE is a mean")
    stations = [tiles[tiles["station"] == one] for one in range(1, 6)]
    areas = [numbers(each, 50)[1] for each in stations]
    if np.isclose(reported[1], np.average(areas, weights=[len(each) for each in stations])):
        return letter_of("AUC is a mean")
    tied = np.isclose(reported[1], should[1] + ties(tiles) / 2)
    return letter_of("in the right order" if tied else "does not mean the same")


def letter_of(says: str) -> str:
    (letter,) = (letter for letter, text in zip("abcdef", case()["culprits"], strict=True) if says in text)
    return letter


NUMBERS = {"scikit-learn": numbers_by_scikit_learn, "package": numbers_by_package, "NumPy": numbers_by_numpy}
for name, numbers in NUMBERS.items():
    way("distributed-7", name)(lambda numbers=numbers: mistake(numbers))
    way("distributed-8", name)(lambda numbers=numbers: right(numbers))

"""What differs from term to term in the homework on shards: numbers, simulated data, the colleague's mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import curves
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Plant, Rng

Column = NDArray[Any]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "alarms": drawing.drawn(rng, _alarms, alarms_answers),
        "errors": drawing.drawn(rng, _errors, errors_answers),
        "models": drawing.drawn(rng, _models, models_answers),
        "bins": drawing.drawn(rng, _bins, bins_answers),
        "sent": rng.permutation([rng.choice(SUFFICES), *rng.choice(list(FALLS_SHORT), 5, replace=False)]).tolist(),
        "culprits": rng.permutation(list(PLANTS)).tolist(),
    }
    plant = list(PLANTS.values())[rng.integers(len(PLANTS))]
    tiles = drawing.drawn(
        rng,
        lambda rng: _tiles(rng, plant),
        lambda made: tiles_answers(drawing.rows_of(made["csv"]), made["evaluation"]),
    )
    return {"case.json": drawing.json_text(case), "tiles.csv": tiles["csv"], "evaluation.py": tiles["evaluation"]}


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, source = drawing.case_here(), Path("evaluation.py").read_text("utf-8")
    sent = next(name for name in case["sent"] if name in SUFFICES)
    return {
        **alarms_answers(case["alarms"]),
        **errors_answers(case["errors"]),
        **models_answers(case["models"]),
        **bins_answers(case["bins"]),
        "distributed-5": drawing.which(
            case["sent"], sent, FALLS_SHORT, "Which of the four is a mean over the tiles, each tile counted once?"
        ),
        **tiles_answers(drawing.rows_here("tiles.csv"), source),
        "distributed-7": drawing.which_mistake(
            case["culprits"],
            source,
            PLANTS,
            "Compute the three numbers from the whole file with functions of the package, and see which of them differ.",
        ),
    }


# ---------------------------------------------------------------- by hand

SUFFICES = ["the accuracy", "the mean absolute error", "the Brier score", "the mean squared error", "the log loss"]
FALLS_SHORT = {
    "the precision": "It is a share of the alarms, and the number of alarms is not sent.",
    "the recall": "It is a share of the burning tiles, and their number is not sent.",
    "the F1 score": "It needs hits, false alarms and misses, and none of them follows from what is sent.",
    "the AUC": "Pairs of tiles from two stations count, and no station knows them.",
    "the average precision": "It depends on the order of all tiles, and each station knows its own order only.",
    "the median absolute error": "The middle of all errors does not follow from the middle of each part.",
    "R²": "All tiles are compared with the mean of all, and each station compares with its own mean.",
}


def _alarms(rng: Rng) -> dict[str, list[int]]:
    """Four stations whose alarms differ in number and in how often they are right."""
    alarms = rng.permutation([4, 10, 40, 150]) + rng.integers(0, 6, size=4)
    hits = (alarms * rng.permutation([0.2, 0.45, 0.7, 0.9])).round().astype(int).clip(1)
    missed = rng.integers(3, 30, size=4)
    quiet = rng.integers(50, 900, size=4)
    columns = {"hits": hits, "false alarms": alarms - hits, "misses": missed, "quiet": quiet}
    return {"station": [1, 2, 3, 4], **{name: column.tolist() for name, column in columns.items()}}


def alarms_answers(case: dict[str, list[int]]) -> Key:
    hits, false, missed, quiet = (np.array(case[name]) for name in ["hits", "false alarms", "misses", "quiet"])
    alarms, precision = hits + false, hits / (hits + false)
    tiles = alarms + missed + quiet
    by_tiles, by_burning = (np.average(precision, weights=number) for number in (tiles, hits + missed))
    recall = hits.sum() / (hits + missed).sum()
    return {
        "distributed-1": drawing.question(
            [hits.sum() / alarms.sum(), precision.mean(), by_tiles, by_burning, recall],
            "Which two counts does precision need? Add them up over the stations, then divide once.",
            "That is the mean of the stations' precisions. A station with few alarms weighs too much in it.",
            "You weighted the stations by their tiles. Precision is a share of the alarms.",
            "You weighted the stations by their burning tiles. Precision is a share of the alarms.",
            "That is the recall: the share of the burning tiles that raised an alarm.",
        )
    }


def _errors(rng: Rng) -> dict[str, list[Any]]:
    tiles, rmse = rng.permutation([5, 20, 60, 200]) + rng.integers(0, 9, size=4), rng.uniform(1, 9, size=4).round(1)
    return {"station": [1, 2, 3, 4], "tiles": tiles.tolist(), "RMSE": rmse.tolist()}


def errors_answers(case: dict[str, list[Any]]) -> Key:
    tiles, rmse = np.array(case["tiles"]), np.array(case["RMSE"])
    squares, weight = rmse**2, tiles / tiles.sum()
    told = [np.sqrt(weight @ squares), rmse.mean(), weight @ rmse, np.sqrt(squares.mean()), weight @ squares]
    return {
        "distributed-2": drawing.question(
            told,
            "From the RMSE and the number of tiles, go back to the sum of the squared errors of each station.",
            "That is the mean of the stations' RMSEs.",
            "The weights are right, but roots do not average. Square them first.",
            "You averaged squares, but each station counts alike. It counts by its tiles.",
            "That is the mean squared error. Take the root.",
        )
    }


def _models(rng: Rng) -> dict[str, list[int]] | None:
    """Two models of which the first leads at each station, and the second over all tiles."""
    easy = np.array([0.55, 0.72, 0.9]) + rng.uniform(-0.04, 0.04, size=3)
    of_first = np.array([400, 150, 60]) + rng.integers(-40, 40, size=3)
    of_second = np.array([60, 150, 400]) + rng.integers(-40, 40, size=3)
    first = (of_first * (easy + 0.04)).round().astype(int)
    second = (of_second * easy).round().astype(int)
    order = rng.permutation(3)
    first, of_first, second, of_second = (column[order] for column in (first, of_first, second, of_second))
    leads = np.all(first / of_first > second / of_second + 0.005)
    if not leads or first.sum() / of_first.sum() > second.sum() / of_second.sum() - 0.05:
        return None
    columns = {"A right": first, "A tiles": of_first, "B right": second, "B tiles": of_second}
    return {"station": [1, 2, 3], **{name: column.tolist() for name, column in columns.items()}}


def models_answers(case: dict[str, list[int]]) -> Key:
    right, tiles = (np.array([case[f"{name} {what}"] for name in "AB"]) for what in ("right", "tiles"))
    wholes = right.sum(axis=1) / tiles.sum(axis=1)
    return {
        "distributed-3": drawing.question(
            [wholes, np.mean(right / tiles, axis=1), wholes[::-1]],
            "Add up the right answers of a model and its tiles, then divide once.",
            "Those are the means over the stations. Most tiles of a model may lie at one station.",
            "The accuracy of A comes first.",
        )
    }


def _bins(rng: Rng) -> dict[str, Any]:
    """Two stations with scores in four bins, the lowest first; the second has higher scores."""
    burning = np.array([[0, 1, 3, 2], [0, 0, 1, 4]]) + rng.integers(0, 4, size=(2, 4))
    other = np.array([[6, 3, 1, 0], [1, 3, 4, 2]]) + rng.integers(0, 4, size=(2, 4))
    rows = {"1, burning": burning[0], "1, other": other[0], "2, burning": burning[1], "2, other": other[1]}
    return {"bin": ["lowest", "second", "third", "highest"], **{name: row.tolist() for name, row in rows.items()}}


def bins_answers(case: dict[str, Any]) -> Key:
    burning, other = (np.array([case[f"{station}, {what}"] for station in (1, 2)]) for what in ("burning", "other"))
    low, high = _bounds(burning.sum(axis=0), other.sum(axis=0))
    mean = np.mean([_bounds(*station) for station in zip(burning, other, strict=True)], axis=0)
    turned = _bounds(burning.sum(axis=0)[::-1], other.sum(axis=0)[::-1])
    return {
        "distributed-4": drawing.question(
            [(low, high), mean, turned, (high, low)],
            "Add up the counts of the two stations first. A burning tile beats all other tiles of the lower bins; in the best case it beats those of its own bin, too.",
            "You averaged the bounds of the stations. Pairs of tiles from two stations count, too.",
            "You read the bins from the highest to the lowest.",
            "The lower bound comes first.",
        )
    }


def _bounds(burning: Column, other: Column) -> tuple[float, float]:
    below, pairs = np.cumsum(other) - other, burning.sum() * other.sum()
    return float(burning @ below / pairs), float(burning @ (below + other) / pairs)


# ---------------------------------------------------------------- the colleague

RIGHT = '''\
"""Precision, AUC and RMSE of all tiles, from what each station sends."""

import numpy as np


def sent_by(tiles):
    """What a station sends of its own tiles; LIMIT or more is an alarm."""
    burning, level = tiles["burning"] == 1, tiles["level"].astype(int)
    alarm = level >= LIMIT
    return {
        "tiles": len(tiles),
        "alarms": np.sum(alarm),
        "hits": np.sum(alarm & burning),
        "burning": np.bincount(level[burning], minlength=100),
        "other": np.bincount(level[~burning], minlength=100),
        "squares": np.sum((tiles["predicted"] - tiles["heat"]) ** 2),
    }


def auc(burning, other):
    """From the tiles at each level: pairs in the right order, ties by half."""
    below = np.cumsum(other) - other
    return burning @ (below + other / 2) / (burning.sum() * other.sum())


def evaluate(tiles):
    """Put together what the stations send."""
    stations = np.unique(tiles["station"])
    sent = [sent_by(tiles[tiles["station"] == one]) for one in stations]
    total = {name: sum(one[name] for one in sent) for name in sent[0]}
    precision = total["hits"] / total["alarms"]
    area = auc(total["burning"], total["other"])
    rmse = np.sqrt(total["squares"] / total["tiles"])
    return precision, area, rmse
'''

PLANTS = drawing.plants("""
precision: The precision is a mean of the stations' precisions.
-     precision = total["hits"] / total["alarms"]
+     precision = np.mean([one["hits"] / one["alarms"] for one in sent])
Hits and alarms are added up over the stations before they are divided.

AUC: The AUC is a mean of the stations' AUCs.
-     area = auc(total["burning"], total["other"])
+     areas = [auc(one["burning"], one["other"]) for one in sent]
+     area = np.average(areas, weights=[one["tiles"] for one in sent])
The counts at each level are added up over the stations, and the area is computed once.

RMSE: The RMSE is a mean of the stations' RMSEs.
-     rmse = np.sqrt(total["squares"] / total["tiles"])
+     rmses = [np.sqrt(one["squares"] / one["tiles"]) for one in sent]
+     rmse = np.average(rmses, weights=[one["tiles"] for one in sent])
The squares are added up over the stations, and the root is taken once.

level: A level does not mean the same at each station when the counts are added.
-     return {
+     level = 100 * np.searchsorted(np.sort(level), level) // len(level)
+     return {
Each station counts the levels as they stand in the file, so a level means the same at each of them.

ties: Two tiles of one level count as a pair in the right order.
- (below + other / 2)
+ (below + other)
Look at `other / 2`: such a pair counts by half.

station: The tiles of one station are missing.
-     stations = np.unique(tiles["station"])
+     stations = np.arange(1, tiles["station"].max())
Count the stations that `evaluate` goes through: all five.
""")
PLANTS = {one.says: one for one in PLANTS.values()}


def _tiles(rng: Rng, plant: Plant) -> dict[str, Any] | None:
    """Five stations of different size, share of fires, setting of the camera and quality of the prediction."""
    sizes = rng.permutation([90, 130, 180, 260, 340]) + rng.integers(0, 20, size=5)
    station = np.repeat(np.arange(5), sizes)
    burning = (rng.random(len(station)) < rng.permutation([0.04, 0.08, 0.15, 0.25, 0.4])[station]).astype(int)
    shift = rng.permutation([-16, -8, 0, 8, 16])
    level = (38 + shift[station] + 13 * (rng.standard_normal(len(station)) + 1.6 * burning)).clip(0, 99)
    level = 5 * (level // 5)  # in steps, so that ties weigh something
    limit = rng.integers(46, 56)
    if min(*np.bincount(station, burning), *np.bincount(station, level >= limit)) < 3:
        return None
    heat = rng.normal(30 + 10 * burning, 5).round(1)
    predicted = (heat + rng.permutation([1, 2, 3.5, 5, 8])[station] * rng.standard_normal(len(station))).round(1)
    csv = drawing.csv_text(
        ["station", "burning", "level", "heat", "predicted"], station + 1, burning, level.astype(int), heat, predicted
    )
    planted = drawing.with_mistake(RIGHT.replace("LIMIT", str(limit)), plant)
    return {"csv": csv, "evaluation": planted}


def tiles_answers(tiles: NDArray[Any], source: str) -> Key:
    """The average precision of all tiles, and the three numbers of the colleague."""
    burning, level = tiles["burning"], tiles["level"]
    parts = [tiles["station"] == one for one in range(1, 6)]
    apart = [curves.average_precision(burning[part], level[part]) for part in parts]
    weights = [burning[part].sum() for part in parts], [part.sum() for part in parts]
    means = [np.mean(apart), *(np.average(apart, weights=weight) for weight in weights)]
    reported, right = drawing.with_and_without(source, PLANTS, "evaluate", tiles)
    return {
        "distributed-6": drawing.question(
            [curves.average_precision(burning, level), *means, curves.roc_auc(burning, level)],
            "Put the tiles of all stations into one list, then compute it once.",
            "That is the control room's mean over stations.",
            "Weights do not mend it: tiles of two stations are never compared.",
            "Weights do not mend it: tiles of two stations are never compared.",
            "That is the AUC.",
        ),
        "distributed-8": drawing.question(
            [right, reported],
            "All three numbers can be computed from the whole file. Take the colleague's limit for an alarm.",
            drawing.AS_REPORTED,
        ),
    }

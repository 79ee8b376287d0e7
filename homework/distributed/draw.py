"""What differs from term to term in the homework on shards: numbers, simulated data, the colleague's mistake."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from homework.drawing import Rng, csv_text, redrawn, result_of, rows_of, told_apart, with_mistake
from numpy.typing import NDArray

from evalbook import curves

Column = NDArray[Any]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "alarms": redrawn(rng, _alarms),
        "errors": redrawn(rng, _errors),
        "models": redrawn(rng, _models),
        "bins": redrawn(rng, _bins),
        "sent": rng.permutation([rng.choice(SUFFICES), *rng.choice(FALLS_SHORT, 3, replace=False)]).tolist(),
        "culprits": rng.permutation([*PLANTS, DECOY]).tolist(),
    }
    plant = list(PLANTS.values())[rng.integers(len(PLANTS))]
    tiles = redrawn(rng, _tiles, plant)
    return {"case.json": json.dumps(case, indent=1), "tiles.csv": tiles["csv"], "evaluation.py": tiles["evaluation"]}


# ---------------------------------------------------------------- by hand

SUFFICES = ["the accuracy", "the mean absolute error", "the Brier score", "the mean squared error", "the log loss"]
FALLS_SHORT = [
    "the precision",
    "the recall",
    "the F1 score",
    "the AUC",
    "the average precision",
    "the median absolute error",
    "R²",
]


def _alarms(rng: Rng) -> dict[str, Any] | None:
    """Four stations whose alarms differ in number and in how often they are right."""
    alarms = rng.permutation([4, 10, 40, 150]) + rng.integers(0, 6, size=4)
    hits = (alarms * rng.permutation([0.2, 0.45, 0.7, 0.9])).round().astype(int).clip(1)
    missed = rng.integers(3, 30, size=4)
    quiet = rng.integers(50, 900, size=4)
    tiles, precision = alarms + missed + quiet, hits / alarms
    whole = hits.sum() / alarms.sum()
    recall = hits.sum() / (hits + missed).sum()
    by_others = [np.average(precision, weights=number) for number in (tiles, hits + missed)]
    if not told_apart([whole, precision.mean(), *by_others, recall]):
        return None
    columns = {"hits": hits, "false alarms": alarms - hits, "misses": missed, "quiet": quiet}
    return {"station": [1, 2, 3, 4], **{name: column.tolist() for name, column in columns.items()}}


def _errors(rng: Rng) -> dict[str, Any] | None:
    tiles, rmse = rng.permutation([5, 20, 60, 200]) + rng.integers(0, 9, size=4), rng.uniform(1, 9, size=4).round(1)
    squares, weight = rmse**2, tiles / tiles.sum()
    answers = np.sqrt(weight @ squares), rmse.mean(), weight @ rmse, np.sqrt(squares.mean()), weight @ squares
    if not told_apart(answers):
        return None
    return {"station": [1, 2, 3, 4], "tiles": tiles.tolist(), "RMSE": rmse.tolist()}


def _models(rng: Rng) -> dict[str, Any] | None:
    """Two models of which the first leads at each station, and the second over all tiles."""
    easy = np.array([0.55, 0.72, 0.9]) + rng.uniform(-0.04, 0.04, size=3)
    of_first = np.array([400, 150, 60]) + rng.integers(-40, 40, size=3)
    of_second = np.array([60, 150, 400]) + rng.integers(-40, 40, size=3)
    first = (of_first * (easy + 0.04)).round().astype(int)
    second = (of_second * easy).round().astype(int)
    order = rng.permutation(3)
    first, of_first, second, of_second = (column[order] for column in (first, of_first, second, of_second))
    means = (first / of_first).mean(), (second / of_second).mean()
    wholes = first.sum() / of_first.sum(), second.sum() / of_second.sum()
    if np.any(first / of_first <= second / of_second + 0.005) or wholes[0] > wholes[1] - 0.05:
        return None
    if not all(map(told_apart, zip(wholes, means, strict=True))):
        return None
    columns = {"A right": first, "A tiles": of_first, "B right": second, "B tiles": of_second}
    return {"station": [1, 2, 3], **{name: column.tolist() for name, column in columns.items()}}


def _bins(rng: Rng) -> dict[str, Any] | None:
    """Two stations with scores in four bins, the lowest first; the second has higher scores."""
    burning = np.array([[0, 1, 3, 2], [0, 0, 1, 4]]) + rng.integers(0, 4, size=(2, 4))
    other = np.array([[6, 3, 1, 0], [1, 3, 4, 2]]) + rng.integers(0, 4, size=(2, 4))
    low, high = _bounds(burning.sum(axis=0), other.sum(axis=0))
    mean = np.mean([_bounds(*station) for station in zip(burning, other, strict=True)], axis=0)
    turned = _bounds(burning.sum(axis=0)[::-1], other.sum(axis=0)[::-1])
    if not all(map(told_apart, ([low, high, *turned], [low, mean[0]], [high, mean[1]]))):
        return None
    rows = {"1, burning": burning[0], "1, other": other[0], "2, burning": burning[1], "2, other": other[1]}
    return {"bin": ["lowest", "second", "third", "highest"], **{name: row.tolist() for name, row in rows.items()}}


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

PLANTS = {
    "The precision is a mean of the stations' precisions.": (
        '    precision = total["hits"] / total["alarms"]\n',
        '    precision = np.mean([one["hits"] / one["alarms"] for one in sent])\n',
    ),
    "The AUC is a mean of the stations' AUCs.": (
        '    area = auc(total["burning"], total["other"])\n',
        '    areas = [auc(one["burning"], one["other"]) for one in sent]\n'
        '    area = np.average(areas, weights=[one["tiles"] for one in sent])\n',
    ),
    "The RMSE is a mean of the stations' RMSEs.": (
        '    rmse = np.sqrt(total["squares"] / total["tiles"])\n',
        '    rmses = [np.sqrt(one["squares"] / one["tiles"]) for one in sent]\n'
        '    rmse = np.average(rmses, weights=[one["tiles"] for one in sent])\n',
    ),
    "A level does not mean the same at each station when the counts are added.": (
        "    alarm = level >= LIMIT\n",
        "    alarm = level >= LIMIT\n    level = 100 * np.searchsorted(np.sort(level), level) // len(level)\n",
    ),
    "The tiles of one station are missing.": (
        '    stations = np.unique(tiles["station"])\n',
        '    stations = np.arange(1, tiles["station"].max())\n',
    ),
}
"""What may be planted: in words, as it should be, and as the colleague wrote it."""
DECOY = "Two tiles of one level count as a pair in the right order."


def _tiles(rng: Rng, plant: tuple[str, str]) -> dict[str, Any] | None:
    """Five stations of different size, share of fires, setting of the camera and quality of the prediction."""
    sizes = rng.permutation([90, 130, 180, 260, 340]) + rng.integers(0, 20, size=5)
    station = np.repeat(np.arange(5), sizes)
    burning = (rng.random(len(station)) < rng.permutation([0.04, 0.08, 0.15, 0.25, 0.4])[station]).astype(int)
    shift = rng.permutation([-16, -8, 0, 8, 16])
    level = (38 + shift[station] + 13 * (rng.standard_normal(len(station)) + 1.6 * burning)).round().clip(0, 99)
    limit = rng.integers(46, 56)
    if min(*np.bincount(station, burning), *np.bincount(station, level >= limit)) < 3:
        return None
    heat = rng.normal(30 + 10 * burning, 5).round(1)
    predicted = (heat + rng.permutation([1, 2, 3.5, 5, 8])[station] * rng.standard_normal(len(station))).round(1)
    csv = csv_text(
        ["station", "burning", "level", "heat", "predicted"], station + 1, burning, level.astype(int), heat, predicted
    )
    tiles = rows_of(csv)
    planted, right = (source.replace("LIMIT", str(limit)) for source in (with_mistake(RIGHT, *plant), RIGHT))
    reported, repaired = (result_of(source, "evaluate", tiles) for source in (planted, right))
    if not (told_apart([repaired, reported], margin=0.05) and _shares_differ(burning, level, station)):
        return None
    return {"csv": csv, "evaluation": planted}


def _shares_differ(burning: Column, level: Column, station: Column) -> bool:
    """Whether the average precision of all tiles is none of the means over stations."""
    parts = [station == one for one in range(5)]
    apart = [curves.average_precision(burning[part], level[part]) for part in parts]
    weights = [burning[part].sum() for part in parts], [part.sum() for part in parts]
    whole, auc = curves.average_precision(burning, level), curves.roc_auc(burning, level)
    return told_apart([whole, auc, np.mean(apart), *(np.average(apart, weights=weight) for weight in weights)])

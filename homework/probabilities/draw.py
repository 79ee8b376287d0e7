"""What differs from term to term in the homework on probabilities: numbers, simulated data, the colleague's mistake."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from homework.drawing import Rng, csv_text, redrawn, result_of, rows_of, told_apart, with_mistake
from numpy.typing import NDArray

from evalbook import curves, probabilities

Column = NDArray[Any]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    ferries = redrawn(rng, _ferries)
    case = {
        "crossings": redrawn(rng, _crossings),
        "bins": redrawn(rng, _bins),
        "changes": rng.permutation([*rng.choice(RISING, 3, replace=False), rng.choice(NOT_RISING)]).tolist(),
        "temperatures": ferries["temperatures"],
        "claims": _claims(rng),
        "culprits": rng.permutation([*PLANTS, DECOY]).tolist(),
    }
    plant = list(PLANTS.values())[rng.integers(len(PLANTS))]
    bridges = redrawn(rng, _bridges, plant)
    return {
        "case.json": json.dumps(case, indent=1),
        "ferries.csv": ferries["csv"],
        "bridges.csv": bridges["csv"],
        "evaluation.py": bridges["evaluation"],
    }


# ---------------------------------------------------------------- by hand

RISING = [
    "Each probability is squared.",
    "Each probability is replaced with its square root.",
    "The odds of each probability are doubled.",
    "The log-odds of each probability are divided by three.",
    "Each probability is halved.",
    "Each probability is multiplied by 0.8, and 0.1 is added.",
]
NOT_RISING = [
    "Each probability is rounded to one decimal.",
    "Each probability below 0.2 becomes 0.2, and each above 0.8 becomes 0.8.",
    "Each probability above 0.5 becomes 0.9, and each of the others 0.1.",
    "Each probability below 0.3 becomes 0.3.",
]


def _crossings(rng: Rng) -> dict[str, Any] | None:
    said, canceled = rng.integers(1, 20, size=6) / 20, rng.integers(2, size=6)
    distance = abs(said - canceled)
    brier, loss = np.mean(distance**2), -np.mean(np.log(1 - distance))
    swapped = np.mean((1 - distance) ** 2), -np.mean(np.log(distance))
    of_ones = -np.mean(canceled * np.log(said))
    if canceled.sum() not in (2, 3, 4) or loss > 1 or len(set(said.tolist())) < 5:
        return None
    of_brier = brier, distance.mean(), np.sqrt(brier), swapped[0], 6 * brier
    of_loss = loss, loss / np.log(2), loss / np.log(10), swapped[1], 6 * loss, of_ones, np.exp(-loss)
    if not (told_apart(of_brier) and told_apart(of_loss)):
        return None
    return {"said": said.tolist(), "canceled": canceled.tolist()}


def _bins(rng: Rng) -> dict[str, Any] | None:
    """Five bins of forecasts, with some gaps of each sign."""
    middle = np.arange(0.1, 1, 0.2)
    crossings = rng.integers(1, 9, size=5) * rng.choice([5, 10, 20], size=5)
    said = (middle + rng.uniform(-0.08, 0.08, size=5)).round(2)
    canceled = (crossings * (said + rng.uniform(-0.25, 0.25, size=5)).clip(0.02, 0.98)).round().astype(int)
    gap, weight = canceled / crossings - said, crossings / crossings.sum()
    from_middle = canceled / crossings - middle
    answers = [weight @ abs(gap), abs(gap).mean(), abs(weight @ gap), weight @ abs(from_middle), abs(gap).max()]
    if not told_apart(answers) or abs(weight @ gap) < 0.01 or (gap > 0.03).sum() < 2 or (gap < -0.03).sum() < 2:
        return None
    return {"crossings": crossings.tolist(), "said": said.tolist(), "canceled": canceled.tolist()}


def _claims(rng: Rng) -> dict[str, Any]:
    """What two makers say of their forecasts: few bins of many crossings, and many bins of few."""
    return {
        "maker": ["A", "B"],
        "crossings": [int(rng.integers(30, 60)) * 100, int(rng.integers(12, 20)) * 10],
        "bins": [int(rng.choice([5, 8, 10])), int(rng.choice([40, 50, 60]))],
        "calibration error": [float(rng.choice([0.02, 0.03, 0.04])), float(rng.choice([0.11, 0.12, 0.13]))],
    }


# ---------------------------------------------------------------- simulated forecasts


def _forecasts(rng: Rng, sizes: tuple[int, int], too_sure: tuple[float, float]) -> tuple[Column, Column, Column]:
    """Two seasons: the season, what was said, and what happened; what is said is too sure, by a factor."""
    season = np.repeat([1, 2], sizes)
    true = rng.normal(-0.6, 1.1, size=len(season))
    happened = (rng.random(len(season)) < 1 / (1 + np.exp(-true))).astype(int)
    said = 1 / (1 + np.exp(-true * np.repeat(too_sure, sizes) - 0.3))
    return season, said.clip(0.01, 0.99).round(2), happened


def _ferries(rng: Rng) -> dict[str, Any] | None:
    season, said, canceled = _forecasts(rng, (200, 200), (rng.uniform(1.3, 1.8), rng.uniform(3, 4)))
    temperatures = (1 + rng.choice([0.2, 0.25, 0.3]) * np.arange(16)).round(2).tolist()
    losses = {
        (which, t): probabilities.log_loss(canceled[season == which], _divided(said[season == which], t))
        for which in (1, 2)
        for t in temperatures
    }
    best = min(temperatures, key=lambda t: losses[1, t])
    answers = losses[2, best], min(losses[2, t] for t in temperatures), losses[1, best], losses[2, 1]
    if not told_apart(answers) or best == 1:
        return None
    if not _bin_is_well_posed(said[season == 1], canceled[season == 1]):
        return None
    return {"temperatures": temperatures, "csv": csv_text(["season", "said", "canceled"], season, said, canceled)}


def _divided(said: Column, temperature: float) -> Column:
    return 1 / (1 + (1 / said - 1) ** (1 / temperature))


def _bin_is_well_posed(said: Column, canceled: Column) -> bool:
    """Of five bins, the one above 0.6 up to 0.8: with an edge on the wrong side it holds others."""
    inside, wrong = (said > 0.6) & (said <= 0.8), (said >= 0.6) & (said < 0.8)
    over = said > 0.6
    seen, other_seen, over_seen = (canceled[part].mean() for part in (inside, wrong, over))
    answers = seen, said[inside].mean(), other_seen, over_seen
    n_filled = len(probabilities.reliability_curve(canceled, said, n_bins=5).share)
    return n_filled == 5 and told_apart(answers) and seen < 0.9


# ---------------------------------------------------------------- the colleague

RIGHT = '''\
"""How good are the forecasts that a bridge is closed, once repaired?"""

import numpy as np
from sklearn.linear_model import LogisticRegression


def log_odds(p):
    return np.log(p / (1 - p))[:, None]


def repair(p, closed):
    """Learn a sigmoid of the log-odds; closed is 0 or 1."""
    model = LogisticRegression(C=1e6, solver="newton-cholesky")
    model.fit(log_odds(p), closed)
    return lambda p: model.predict_proba(log_odds(p))[:, 1]


def log_loss(closed, p):
    given = np.where(closed == 1, p, 1 - p)
    return -np.mean(np.log(given))


def calibration_error(closed, p):
    """The expected calibration error in five bins of equal width."""
    place = np.ceil(5 * p).clip(1) - 1
    error = 0
    for number in range(5):
        inside = place == number
        if inside.any():
            gap = closed[inside].mean() - p[inside].mean()
            error += inside.mean() * abs(gap)
    return error


def evaluate(rows):
    """Repair with the first season, score the second."""
    first, second = rows[rows["season"] == 1], rows[rows["season"] == 2]
    repaired = repair(first["said"], first["closed"])
    p, closed = repaired(second["said"]), second["closed"]
    return log_loss(closed, p), calibration_error(closed, p)
'''

PLANTS = {
    "The repair is learned from the forecasts that test it.": (
        'repair(first["said"], first["closed"])',
        'repair(second["said"], second["closed"])',
    ),
    "Each bin counts alike, however few forecasts it holds.": (
        "            error += inside.mean() * abs(gap)\n",
        "            error += abs(gap) / 5\n",
    ),
    "The forecasts that cost most are left out.": (
        "    return -np.mean(np.log(given))\n",
        "    return -np.mean(np.log(given[given > 0.2]))\n",
    ),
    "The probabilities belong to the other class than the outcomes.": (
        "model.predict_proba(log_odds(p))[:, 1]",
        "model.predict_proba(log_odds(p))[:, 0]",
    ),
    "Gaps of different signs cancel between the bins.": (
        "            error += inside.mean() * abs(gap)\n    return error\n",
        "            error += inside.mean() * gap\n    return abs(error)\n",
    ),
}
"""What may be planted: in words, as it should be, and as the colleague wrote it."""
DECOY = "The log loss takes another logarithm than the natural one."


def _bridges(rng: Rng, plant: tuple[str, str]) -> dict[str, Any] | None:
    season, said, closed = _forecasts(rng, (80, 220), (rng.uniform(2.4, 3), rng.uniform(1.2, 1.8)))
    csv = csv_text(["season", "said", "closed"], season, said, closed)
    rows = rows_of(csv)
    planted = with_mistake(RIGHT, *plant)
    reported, right = (result_of(source, "evaluate", rows) for source in (planted, RIGHT))
    second = season == 2
    unrepaired = (
        probabilities.log_loss(closed[second], said[second]),
        probabilities.expected_calibration_error(closed[second], said[second], n_bins=5),
    )
    base = probabilities.log_loss(closed[second], np.full(second.sum(), closed[~second].mean()))
    if (
        not told_apart([right, reported, unrepaired], margin=0.06)
        or right[0] > 0.97 * base
        or curves.roc_auc(closed[second], said[second]) > 0.95
    ):
        return None
    return {"csv": csv, "evaluation": planted}

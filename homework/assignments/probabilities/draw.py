"""What differs from term to term in the homework on probabilities: numbers, simulated data, the colleague's mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import curves, probabilities
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Plant, Rng

Column = NDArray[Any]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    ferries = drawing.drawn(
        rng, _ferries, lambda made: ferries_answers(drawing.rows_of(made["csv"]), made["temperatures"])
    )
    case = {
        "crossings": drawing.drawn(rng, _crossings, crossings_answers),
        "bins": drawing.drawn(rng, _bins, bins_answers),
        "changes": rng.permutation([*rng.choice(RISING, 5, replace=False), rng.choice(NOT_RISING)]).tolist(),
        "temperatures": ferries["temperatures"],
        "claims": _claims(rng),
        "culprits": rng.permutation(list(PLANTS)).tolist(),
    }
    plant = list(PLANTS.values())[rng.integers(len(PLANTS))]
    bridges = drawing.redrawn(rng, _bridges, plant)
    return {
        "case.json": drawing.json_text(case),
        "ferries.csv": ferries["csv"],
        "bridges.csv": bridges["csv"],
        "evaluation.py": bridges["evaluation"],
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, source = drawing.case_here(), Path("evaluation.py").read_text("utf-8")
    changes_order = next(text for text in case["changes"] if text in NOT_RISING)
    keeps_order = dict.fromkeys(
        RISING, "Of two probabilities the larger one stays the larger one. The AUC looks at nothing else."
    )
    return {
        **crossings_answers(case["crossings"]),
        **bins_answers(case["bins"]),
        "probabilities-4": drawing.which(
            case["changes"],
            changes_order,
            keeps_order,
            "The AUC sees the order only. Which change makes two different probabilities equal, or turns two around?",
        ),
        **ferries_answers(drawing.rows_here("ferries.csv"), case["temperatures"]),
        "probabilities-7": drawing.which_mistake(
            case["culprits"],
            source,
            PLANTS,
            "Work the two numbers out with functions of the package, and see which of them differ.",
        ),
        **bridges_answers(drawing.rows_here("bridges.csv"), source),
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
    loss = -np.mean(np.log(1 - abs(said - canceled)))
    if canceled.sum() not in (2, 3, 4) or loss > 1 or len(set(said.tolist())) < 5:
        return None
    return {"said": said.tolist(), "canceled": canceled.tolist()}


def crossings_answers(case: dict[str, Any]) -> Key:
    said, canceled = np.array(case["said"]), np.array(case["canceled"])
    distance = abs(said - canceled)
    brier, loss = np.mean(distance**2), -np.mean(np.log(1 - distance))
    swapped = np.mean((1 - distance) ** 2), -np.mean(np.log(distance))
    of_ones = -np.mean(canceled * np.log(said))
    return {
        "probabilities-1": drawing.question(
            [brier, distance.mean(), np.sqrt(brier), 6 * brier, swapped[0]],
            "Take the distance of each forecast from what happened, 1 or 0. What happens to the distances before they are averaged?",
            "Square each distance first.",
            "The Brier score takes no root.",
            "That is the sum. The score is a mean.",
            "You scored the probability of a crossing that takes place, against canceled ones.",
        ),
        "probabilities-2": drawing.question(
            [loss, loss / np.log(2), loss / np.log(10), 6 * loss, of_ones, swapped[1], np.exp(-loss)],
            "Which probability did each forecast give to what happened? Take the logarithms of these six.",
            "That is in binary logarithms.",
            "That is in decimal logarithms.",
            "That is the sum. The loss is a mean.",
            "You charged the canceled crossings only. The others cost something, too.",
            "You took the probability of what did not happen.",
            "That is the geometric mean of the probabilities. The loss is its logarithm, with a minus sign.",
        ),
    }


def _bins(rng: Rng) -> dict[str, Any] | None:
    """Five bins of forecasts, with some gaps of each sign."""
    middle = np.arange(0.1, 1, 0.2)
    crossings = rng.integers(1, 9, size=5) * rng.choice([5, 10, 20], size=5)
    said = (middle + rng.uniform(-0.08, 0.08, size=5)).round(2)
    canceled = (crossings * (said + rng.uniform(-0.25, 0.25, size=5)).clip(0.02, 0.98)).round().astype(int)
    gap = canceled / crossings - said
    if abs(np.average(gap, weights=crossings)) < 0.01 or (gap > 0.03).sum() < 2 or (gap < -0.03).sum() < 2:
        return None
    return {"crossings": crossings.tolist(), "said": said.tolist(), "canceled": canceled.tolist()}


def bins_answers(case: dict[str, Any]) -> Key:
    crossings, said, canceled = (np.array(case[name]) for name in ["crossings", "said", "canceled"])
    gap, weight = canceled / crossings - said, crossings / crossings.sum()
    from_middle = canceled / crossings - np.arange(0.1, 1, 0.2)
    told = [weight @ abs(gap), abs(gap).mean(), abs(weight @ gap), weight @ abs(from_middle), abs(gap).max()]
    return {
        "probabilities-3": drawing.question(
            told,
            "For each bin: the share that was canceled, minus what was said, without the sign. How much does each bin count?",
            "You let each bin count alike. A bin counts by its share of the crossings.",
            "You let gaps of different signs cancel.",
            "You compared with the middle of each bin. Compare with what was said there on average.",
            "That is the largest gap, and not the mean.",
        )
    }


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
    first = said[season == 1], canceled[season == 1]
    repairs_nothing = min(temperatures, key=lambda t: _loss(*first, t)) == 1
    curve = probabilities.reliability_curve(first[1], first[0], n_bins=5)
    if repairs_nothing or len(curve.share) < 5 or curve.prob_true[3] >= 0.9:
        return None
    return {
        "temperatures": temperatures,
        "csv": drawing.csv_text(["season", "said", "canceled"], season, said, canceled),
    }


def ferries_answers(rows: Column, temperatures: list[float]) -> Key:
    """Of five bins, the one above 0.6 up to 0.8; and the loss after a repair that the first season chose."""
    first, second = ((part["said"], part["canceled"]) for part in (rows[rows["season"] == one] for one in (1, 2)))
    said, canceled = first

    def within(inside: Column) -> tuple[float, float]:
        return said[inside].mean(), canceled[inside].mean()

    right = within((said > 0.6) & (said <= 0.8))
    best, lucky = (min(temperatures, key=lambda t: _loss(*part, t)) for part in (first, second))
    losses = [_loss(*second, best), _loss(*second, lucky), _loss(*first, best), _loss(*second, 1)]
    return {
        "probabilities-5": drawing.question(
            [right, right[::-1], within((said >= 0.6) & (said < 0.8)), within(said > 0.6)],
            "The package has a curve for this. A value on an edge belongs to the lower bin.",
            "What was said comes first, then the share that was canceled.",
            "A value on an edge belongs to the lower bin: 0.8 is in this one, and 0.6 is not.",
            "Those are all crossings above 0.6. The bin ends at 0.8.",
        ),
        "probabilities-6": drawing.question(
            losses,
            "First a loop over the temperatures in the first season; then the best of them, once, in the second.",
            "You chose the temperature in the season that tests it.",
            "That is the log loss in the season that chose the temperature.",
            "That is the second season without a repair.",
        ),
    }


def _loss(said: Column, canceled: Column, temperature: float) -> float:
    """The log loss once the log-odds are divided by the temperature."""
    return float(probabilities.log_loss(canceled, 1 / (1 + (1 / said - 1) ** (1 / temperature))))


# ---------------------------------------------------------------- the colleague

RIGHT = '''\
"""How good are the forecasts that a bridge is closed, once repaired?"""

import numpy as np
from sklearn.linear_model import LogisticRegression


def log_odds(p):
    return np.log(p / (1 - p))[:, None]


def repair(p, closed):
    """Learn a sigmoid of the log-odds; closed is 0 or 1."""
    model = LogisticRegression(C=1e6, solver="newton-cholesky", tol=1e-10)
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

PLANTS = drawing.plants("""
season: The repair is learned from the forecasts that test it.
- repair(first["said"], first["closed"])
+ repair(second["said"], second["closed"])
Look at the season that `repair` gets: the first.

bins: Each bin counts alike, however few forecasts it holds.
-             error += inside.mean() * abs(gap)
+             error += abs(gap) / 5
Look at what each gap is multiplied by: the share of the forecasts in the bin.

logarithm: The log loss takes another logarithm than the natural one.
- np.log(given)
+ np.log10(given)
`np.log` is the natural logarithm.

costly: The forecasts that cost most are left out.
-     return -np.mean(np.log(given))
+     return -np.mean(np.log(given[given > 0.2]))
Look at what the log loss averages: all forecasts.

class: The probabilities belong to the other class than the outcomes.
- model.predict_proba(log_odds(p))[:, 1]
+ model.predict_proba(log_odds(p))[:, 0]
The columns of `predict_proba` follow the classes, 0 and then 1. Look at the column that is taken.

signs: Gaps of different signs cancel between the bins.
-             error += inside.mean() * abs(gap)
-     return error
+             error += inside.mean() * gap
+     return abs(error)
Look at where the sign of a gap goes: it is taken away bin by bin.
""")
PLANTS = {one.says: one for one in PLANTS.values()}


def _bridges(rng: Rng, plant: Plant) -> dict[str, Any] | None:
    season, said, closed = _forecasts(rng, (80, 220), (rng.uniform(2.4, 3), rng.uniform(1.2, 1.8)))
    csv = drawing.csv_text(["season", "said", "closed"], season, said, closed)
    planted, second = drawing.with_mistake(RIGHT, plant), season == 2
    key = bridges_answers(drawing.rows_of(csv), planted)
    loss, _ = key["probabilities-8"]["right"]
    base = probabilities.log_loss(closed[second], np.full(second.sum(), closed[~second].mean()))
    if (
        not drawing.well_posed(key, margin=0.06)
        or loss > 0.97 * base
        or curves.roc_auc(closed[second], said[second]) > 0.95
    ):
        return None
    return {"csv": csv, "evaluation": planted}


def bridges_answers(rows: Column, source: str) -> Key:
    reported, right = drawing.with_and_without(source, PLANTS, "evaluate", rows)
    said, closed = (rows[rows["season"] == 2][name] for name in ("said", "closed"))
    error = probabilities.expected_calibration_error(closed, said, n_bins=5)
    return {
        "probabilities-8": drawing.question(
            [right, reported, (probabilities.log_loss(closed, said), error)],
            "Change the one place, and leave the bins, the seasons and all the rest as they are.",
            drawing.AS_REPORTED,
            "Those are the forecasts of the second season before the sigmoid has changed them.",
        )
    }

"""What differs from term to term in the homework on splits: numbers, simulated data, the colleague's mistake."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from homework.drawing import Rng, csv_text, redrawn, result_of, rows_of, told_apart, with_mistake
from numpy.typing import NDArray

from evalbook import confusion, examples, splits

Column = NDArray[Any]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    visits = redrawn(rng, _visits)
    case = {
        "table": redrawn(rng, _table),
        "guessers": redrawn(rng, _guessers),
        "errors": redrawn(rng, _errors),
        "pumps": visits["settings"],
        "culprits": rng.permutation([*PLANTS, DECOY]).tolist(),
    }
    plant = list(PLANTS.values())[rng.integers(len(PLANTS))]
    parcels = redrawn(rng, _parcels, plant)
    return {
        "case.json": json.dumps(case, indent=1),
        "pumps.csv": visits["csv"],
        "parcels.csv": parcels["csv"],
        "evaluation.py": parcels["evaluation"],
    }


# ---------------------------------------------------------------- by hand


def _table(rng: Rng) -> dict[str, Any] | None:
    """Ten visits to five pumps; the nearest neighbor of each visit must be the only one, among all and elsewhere."""
    pump = np.repeat(np.arange(5), 2)
    vibration = np.repeat(rng.integers(20, 80, size=5), 2) + rng.integers(-9, 10, size=10)
    fails = np.repeat(rng.permutation([0, 0, 1, 1, int(rng.integers(2))]), 2)
    order = rng.permutation(10)
    pump, vibration, fails = pump[order], vibration[order], fails[order]
    distance = abs(np.subtract.outer(vibration, vibration)).astype(float)
    of_rows, of_pumps = (
        _nearest_is_right(distance, same, fails) for same in (np.eye(10, dtype=bool), np.equal.outer(pump, pump))
    )
    if of_rows is None or of_pumps is None or not 0.2 <= of_pumps < of_rows - 0.1 or of_rows == 1:
        return None
    if not (told_apart([of_rows, 1 - of_rows, of_pumps, 1]) and told_apart([of_pumps, of_rows, 1 - of_pumps])):
        return None
    return {"pump": ["ABCDE"[i] for i in pump], "vibration": vibration.tolist(), "fails": fails.tolist()}


def _nearest_is_right(distance: Column, same: Column, fails: Column) -> float | None:
    allowed = np.where(same, np.inf, distance)
    if np.any(np.sum(allowed == allowed.min(axis=1, keepdims=True), axis=1) > 1):
        return None
    return float(np.mean(fails[allowed.argmin(axis=1)] == fails))


def _guessers(rng: Rng) -> dict[str, Any] | None:
    models, labels = rng.integers(3, 16), rng.integers(2, 9)
    q = 1 / labels
    any_right, any_two = 1 - (1 - q) ** (2 * models), 1 - (1 - q**2) ** models
    reported, one = (any_right + any_two) / 2, 1 - (1 - q) ** models
    if not told_apart([reported - q, reported, q, one - q, any_right - q, any_two - q, 1 - q]):
        return None
    return {"models": int(models), "labels": int(labels)}


def _errors(rng: Rng) -> dict[str, Any] | None:
    train, out_of_bag = round(rng.uniform(0.03, 0.1), 3), rng.uniform(0.16, 0.4)
    estimate = round(0.368 * train + 0.632 * out_of_bag, 3)
    right, swapped = (estimate - 0.368 * train) / 0.632, (estimate - 0.632 * train) / 0.368
    answers = right, swapped, estimate / 0.632, 0.368 * train + 0.632 * estimate
    if not told_apart(answers):
        return None
    return {"samples": int(rng.integers(60, 200)), "train": train, "estimate": estimate}


# ---------------------------------------------------------------- the pumps


def _visits(rng: Rng) -> dict[str, Any] | None:
    """Readings in order of time; what makes a pump fail is partly seen, partly its own, and changes now and then."""
    pumps, measurements = 55, 5
    pump = np.repeat(np.arange(pumps), rng.integers(1, 9, size=pumps))
    day = rng.integers(1, 700, size=len(pump))
    order = np.lexsort((pump, day))
    pump, day = pump[order], day[order]
    body = rng.standard_normal((pumps, measurements))
    risk = 2 * body[:, 0] + 0.8 * rng.standard_normal(pumps)
    turned = np.where(rng.random(pumps) < 0.2, rng.integers(100, 700, size=pumps), 1000)
    fails = ((risk[pump] > 0.6) ^ (day > turned[pump])).astype(int)
    spread = rng.choice([1, 4, 10, 30], size=measurements)
    readings = spread * (body[pump] + 0.35 * rng.standard_normal((len(pump), measurements)))
    readings = readings.round(2)
    settings = {
        "neighbors": int(rng.choice([3, 5])),
        "share": float(rng.choice([0.2, 0.25, 0.3])),
        "seed": int(rng.integers(1, 1000)),
    }
    if not _visits_are_well_posed(settings, pump, readings, fails):
        return None
    names = [f"m{place}" for place in range(1, measurements + 1)]
    return {
        "settings": settings,
        "csv": csv_text(["day", "pump", *names, "fails"], day, pump + 101, *readings.T, fails),
    }


def _visits_are_well_posed(settings: dict[str, Any], pump: Column, measured: Column, fails: Column) -> bool:
    n, seed = len(pump), settings["seed"]
    train, test = splits.hold_out(n, settings["share"], stratify=fails, rng=seed)
    by_lot = splits.hold_out(n, settings["share"], rng=seed)
    counts = [
        len(set(pump[train]) & set(pump[test])),
        len(set(pump[by_lot.train]) & set(pump[by_lot.test])),
        len(set(pump[test])),
        int(np.isin(pump[test], pump[train]).sum()),
        len(test),
    ]
    if len(set(counts)) < len(counts):
        return False
    by_rows, by_pump, by_time, in_order = (
        _score(settings["neighbors"], measured, fails, cut)
        for cut in (
            splits.k_fold(n, 5, rng=seed),
            splits.group_k_fold(pump, 5),
            splits.forward_chaining(n, 4),
            splits.k_fold(n, 4, shuffle=False),
        )
    )
    return (
        max(fails.mean(), 1 - fails.mean()) < by_pump < by_time < by_rows
        and told_apart([by_pump, by_rows, by_time, 1 - by_pump])
        and told_apart([by_time, by_rows, by_pump, in_order, 1 - by_time])
    )


def _score(neighbors: int, measured: Column, fails: Column, cut: splits.Splits) -> float:
    def fit(known: Column, answers: Column) -> Any:
        return examples.nearest_neighbors(known, answers, neighbors, standardize=True)

    return float(splits.cross_validate(fit, measured, fails, cut, confusion.accuracy).mean())


# ---------------------------------------------------------------- the colleague

RIGHT = '''\
"""Which parcels will be late? Asked in the morning, before a parcel leaves."""

import numpy as np

from evalbook import confusion, examples


def deal(n):
    """The numbers of n samples in three parts: a half and two quarters."""
    order = np.random.default_rng(SEED).permutation(n)
    return np.split(order, [n // 2, 3 * n // 4])


def with_copies(part, late):
    """A part, with two more copies of each late parcel: they are rare."""
    return np.append(part, np.repeat(part[late[part] == 1], 2))


def widest_gaps(measured, late):
    """The eight columns in which late and punctual parcels differ most."""
    of_late = measured[late == 1].mean(axis=0)
    of_punctual = measured[late == 0].mean(axis=0)
    return np.argsort(-abs(of_late - of_punctual))[:8]


def evaluate(rows):
    """The first part learns, the second chooses the number of neighbors,
    the third tests."""
    names = [name for name in rows.dtype.names if name.startswith("m")]
    measured = np.array([rows[name] for name in names]).T
    late = rows["late"].astype(int)
    parts = deal(len(late))
    learn = with_copies(parts[0], late)
    kept = widest_gaps(measured[learn], late[learn])

    def accuracy(k, asked):
        predict = examples.nearest_neighbors(
            measured[learn][:, kept],
            late[learn],
            k,
            standardize=True,
        )
        return confusion.accuracy(
            late[asked],
            predict(measured[asked][:, kept]),
        )

    best = max([1, 3, 5, 9, 15, 25], key=lambda k: accuracy(k, parts[1]))
    return accuracy(best, parts[2])
'''

PLANTS = {
    "The measurements are chosen with the help of the part that tests.": (
        "widest_gaps(measured[learn], late[learn])",
        "widest_gaps(measured, late)",
    ),
    "Copies of one parcel get into different parts.": (
        "    parts = deal(len(late))\n    learn = with_copies(parts[0], late)\n",
        "    every = with_copies(np.arange(len(late)), late)\n"
        "    parts = [every[part] for part in deal(len(every))]\n"
        "    learn = parts[0]\n",
    ),
    "The number of neighbors is chosen by the part that tests.": ("accuracy(k, parts[1])", "accuracy(k, parts[2])"),
    "The model reads a number that is not known yet when it is asked.": (
        'if name.startswith("m")]',
        'if name != "late"]',
    ),
    "The last model learns from all three parts.": (
        "    return accuracy(best, parts[2])\n",
        "    learn = np.concatenate([learn, *parts[1:]])\n    return accuracy(best, parts[2])\n",
    ),
}
"""What may be planted: in words, as it should be, and as the colleague wrote it."""
DECOY = "The scale of the measurements is computed with the help of the part that tests."


def _parcels(rng: Rng, plant: tuple[str, str]) -> dict[str, Any] | None:
    n, measurements = 160, 42
    late = (rng.random(n) < 0.3).astype(int)
    shift = np.where(np.arange(measurements) < 4, 0.7, 0)[rng.permutation(measurements)]
    measured = (rng.standard_normal((n, measurements)) + late[:, None] * shift).round(2)
    calls = rng.poisson(0.3 + 3 * late)
    right = RIGHT.replace("SEED", str(rng.integers(1, 1000)))
    planted = with_mistake(right, *plant)
    names = [*(f"m{place}" for place in range(1, measurements + 1)), "calls", "late"]
    csv = csv_text(names, *measured.T, calls, late)
    rows = rows_of(csv)
    reported, repaired = (result_of(source, "evaluate", rows) for source in (planted, right))
    usual = 1 - late.mean()
    if not (usual - 0.05 < repaired < min(reported - 0.07, 0.9) and told_apart([repaired, reported, 1 - repaired])):
        return None
    return {"csv": csv, "evaluation": planted}

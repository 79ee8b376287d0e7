"""Draw the numbers, the data and the planted mistake of the homework on regression.

Each question has a function that draws it and one that lists its right answer and the named mistakes. A draw is kept
where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import regression

MARGIN = 0.03
"""The judge takes what is rounded to 1 percent, so what is to be told apart differs by more, as a share."""
GARAGES = ["Birch Lane", "Harbor", "Old Mill", "Station"]

Answers = list[Any]


def draw(rng: np.random.Generator) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "crossings": drawn(rng, crossings, crossings_answers),
        "nets": drawn(rng, nets, nets_answers),
        "fish": drawn(rng, fish, fish_answers),
        "buoys": drawn(rng, buoys, buoys_answers),
        "harbors": drawn(rng, harbors, harbors_answers),
        "river": drawn(rng, river, river_answers),
        "suspicions": {name: PLANTED[name][0] for name in rng.permutation(list(PLANTED)).tolist()},
    }
    rentals = drawn(rng, bicycles, bicycles_answers)
    calls = drawn(rng, roadside, roadside_answers)
    return {
        "case.json": json.dumps(case, indent=1),
        "rentals.csv": as_csv(
            {"day": np.arange(1, len(rentals[0]) + 1), "rentals": rentals[0], "forecast": rentals[1]}
        ),
        "repairs.csv": as_csv(dict(zip(["estimate", "cost"], drawn(rng, repairs, repairs_answers), strict=True))),
        "calls.csv": as_csv(calls),
        "evaluation.py": evaluation(rng.choice(list(PLANTED))),
    }


# ---------------------------------------------------------------- what can be told apart


def drawn(rng: np.random.Generator, question: Callable[..., Any], answers: Callable[..., list[Answers]]) -> Any:
    """A draw of the question whose answers can be told apart."""
    while True:
        found = question(rng)
        if all(apart(each) for each in answers(found)):
            return found


def apart(answers: Answers) -> bool:
    """Whether all are finite, the first one, which is right, may be rounded, and any two differ by the margin."""
    rows = [np.atleast_1d(np.asarray(each, dtype=float)) for each in answers]
    if not all(np.isfinite(row).all() for row in rows) or not all(may_be_rounded(right) for right in rows[0]):
        return False
    pairs = combinations(rows, 2)
    return all(np.any(np.abs(a - b) > MARGIN * np.maximum(np.abs(a), np.abs(b))) for a, b in pairs)


def may_be_rounded(right: float) -> bool:
    """Whether it is neither 0 nor 1, and three digits of it are not read as one: 0.3002 rounds to 0.3."""
    short = f"{right:.3g}"
    return right not in (0, 1) and (len(short.strip("-0.").replace(".", "")) > 1 or float(short) == right)


# ---------------------------------------------------------------- by hand


def crossings(rng: np.random.Generator) -> dict[str, list[int]]:
    """Minutes of six crossings of a ferry, and their forecasts."""
    minutes = rng.integers(35, 75, 6)
    error = rng.choice([-1, 1], 6) * rng.integers(1, 8, 6)
    error[rng.integers(6)] = rng.choice([-1, 1]) * rng.integers(14, 22)
    return {"minutes": minutes.tolist(), "forecast": (minutes - error).tolist()}


def crossings_answers(case: dict[str, list[int]]) -> list[Answers]:
    error = np.subtract(case["minutes"], case["forecast"])
    mae, mse = np.mean(np.abs(error)), np.mean(error**2)
    rmse, hours = np.sqrt(mse), mse / 3600
    unrooted = (mae, np.sqrt(np.sum(error**2)), hours)
    canceled = (abs(np.mean(error)), rmse, hours)
    return [[(mae, rmse, hours), (rmse, mae, hours), (mae, rmse, mse / 60), unrooted, canceled]]


def nets(rng: np.random.Generator) -> list[int]:
    """What five nets caught: mostly little, once much."""
    return np.sort(np.rint(rng.uniform(4, 8) * np.cumprod(rng.uniform(1.25, 2.4, 5)))).astype(int).tolist()


def best_by_mape(truth: list[int]) -> float:
    """The median in which each value weighs the inverse of itself."""
    weight = np.cumsum(1 / np.array(truth))
    return float(truth[int(np.argmax(weight >= weight[-1] / 2))])


def nets_answers(case: list[int]) -> list[Answers]:
    mean, median, percent = np.mean(case), np.median(case), best_by_mape(case)
    geometric = np.exp(np.mean(np.log(case)))
    weight = np.cumsum(1 / np.array(case))
    if np.isclose(weight, weight[-1] / 2).any():  # then all numbers between two nets are equally good
        return [[np.nan]]
    others = [(mean, median, other) for other in (mean, median, geometric)]
    return [[(mean, median, percent), (median, mean, percent), *others]]


def fish(rng: np.random.Generator) -> dict[str, float]:
    """The R² and the RMSE of a model on all fish, and how widely the weights of one species spread."""
    rmse = int(rng.integers(23, 78))
    return {"r2": int(rng.integers(72, 94)) / 100, "rmse": rmse, "spread": int(rng.uniform(0.75, 1.7) * rmse)}


def fish_answers(case: dict[str, float]) -> list[Answers]:
    r2, rmse, spread = case["r2"], case["rmse"], case["spread"]
    of_all, of_species = rmse / np.sqrt(1 - r2), 1 - (rmse / spread) ** 2
    first = [rmse / (1 - r2), rmse / np.sqrt(r2)]
    second = [r2, 1 - rmse / spread, 1 - (spread / rmse) ** 2]
    return [[(of_all, of_species), *((one, of_species) for one in first), *((of_all, one) for one in second)]]


def buoys(rng: np.random.Generator) -> dict[str, list[int]]:
    """Wave heights at five buoys, and forecasts that are all too high or all too low."""
    height = np.sort(rng.choice(np.arange(30, 120), 5, replace=False))
    shift = rng.choice([-1, 1]) * rng.integers(12, 45)
    forecast = np.maximum(height + shift + rng.integers(-14, 15, 5), 1)
    return {"height": height.tolist(), "forecast": forecast.tolist()}


def buoys_answers(case: dict[str, list[int]]) -> list[Answers]:
    truth, forecast = np.array(case["height"]), np.array(case["forecast"])
    r2, correlation = regression.r2(truth, forecast), np.corrcoef(truth, forecast)[0, 1]
    square = correlation**2
    rooted = 1 - np.sqrt(1 - r2)
    swapped = regression.r2(forecast, truth)
    return [[(r2, square), (square, r2), (square, square), (r2, correlation), (rooted, square), (swapped, square)]]


def harbors(rng: np.random.Generator) -> dict[str, list[Any]]:
    """What is known of the forecasts in three harbors: how many, the mean, the spread and the RMSE."""
    n = [int(rng.integers(low, low + 60)) for low in (30, 100, 190)]
    rmse = rng.permutation([int(rng.integers(*limits)) for limits in [(11, 16), (19, 27), (32, 45)]])
    spread = np.rint(rmse * rng.uniform(1.15, 1.7, 3)).astype(int)
    mean = rng.permutation([int(rng.integers(*limits)) for limits in [(120, 140), (155, 180), (195, 230)]])
    return {"n": n, "mean": mean.tolist(), "spread": spread.tolist(), "rmse": rmse.tolist()}


def harbors_answers(case: dict[str, list[Any]]) -> list[Answers]:
    n, mean, spread, rmse = (np.array(case[name], dtype=float) for name in ["n", "mean", "spread", "rmse"])
    mse, within = np.average(rmse**2, weights=n), np.average(spread**2, weights=n)
    between = np.average((mean - np.average(mean, weights=n)) ** 2, weights=n)
    root, r2 = np.sqrt(mse), 1 - mse / (within + between)
    first = [rmse.mean(), np.average(rmse, weights=n), np.sqrt(np.mean(rmse**2))]
    second = [1 - mse / within, np.average(1 - (rmse / spread) ** 2, weights=n)]
    return [[(root, r2), *((one, r2) for one in first), *((root, one) for one in second)]]


# ---------------------------------------------------------------- with the package


def bicycles(rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
    """Rentals of twenty weeks that have a pattern of a week, and forecasts of four more, where they vary more."""
    week = rng.permutation(rng.uniform(60, 240, 7))
    noise = np.repeat([1, rng.uniform(1.3, 1.8)], [140, 28]) * rng.uniform(14, 22)
    rentals = np.maximum(np.rint(np.tile(week, 24) + rng.normal(0, noise)), 3).astype(int)
    forecast = np.rint(np.tile(week, 24) + rng.normal(0, 10, 168))
    forecast[:140] = np.nan
    return rentals, forecast


def bicycles_answers(case: tuple[NDArray[Any], NDArray[Any]]) -> list[Answers]:
    rentals, forecast = case
    mae = np.mean(np.abs(rentals[140:] - forecast[140:]))
    past, future = rentals[:140], rentals[140:]
    naive = [np.mean(np.abs(values[lag:] - values[:-lag])) for values, lag in [(past, 7), (past, 1), (future, 7)]]
    return [[*(mae / one for one in naive), naive[0] / mae, mae]]


def repairs(rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
    """Estimates of 120 repairs, and what they cost: expensive ones more than was estimated."""
    estimate = np.rint(rng.lognormal(np.log(300), 0.8, 120)).astype(int)
    level, bend = rng.uniform(-0.35, 0.35), rng.uniform(0.05, 0.3)
    logs = level + bend * np.log(estimate / 300) + rng.normal(0, 0.45, 120)
    return estimate, np.maximum(np.rint(estimate * np.exp(logs)), 5).astype(int)


def repairs_answers(case: tuple[NDArray[Any], NDArray[Any]]) -> list[Answers]:
    estimate, cost = case
    by_logs, by_total = np.exp(np.mean(np.log(cost / estimate))), cost.sum() / estimate.sum()
    mean = np.mean(cost / estimate)
    both = [(by_logs, by_total), (by_total, by_logs), (1 / by_logs, 1 / by_total)]
    return [[*both, (mean, by_total), (by_logs, mean), (np.median(cost / estimate), by_total)]]


# ---------------------------------------------------------------- a colleague's evaluation


def roadside(rng: np.random.Generator) -> dict[str, Any]:
    """Calls a day at four garages, with more calls in training; the forecasts are logarithms of calls + 1."""
    level = rng.permutation([rng.uniform(*limits) for limits in [(0.9, 1.4), (2.5, 4), (6, 9), (14, 20)]])
    columns: dict[str, list[Any]] = {name: [] for name in ["use", "garage", "calls", "log_forecast"]}
    for use, days, more in [("train", 60, rng.uniform(1.25, 1.6)), ("test", 40, 1.0)]:
        for garage, of_garage in zip(GARAGES, level, strict=True):
            expected = more * of_garage * rng.lognormal(0, 0.35, days)
            columns["use"] += [use] * days
            columns["garage"] += [garage] * days
            columns["calls"] += rng.poisson(expected).tolist()
            columns["log_forecast"] += np.round(np.log1p(expected * rng.lognormal(0, 0.25, days)), 4).tolist()
    return columns


def roadside_answers(case: dict[str, Any]) -> list[Answers]:
    """The right report, and that with each planted mistake."""
    use, garage, calls = (np.array(case[name]) for name in ["use", "garage", "calls"])
    test, logs = use == "test", np.array(case["log_forecast"])
    y, each, at = calls[test], logs[test], garage[test]
    f, busy = np.expm1(each), y > 0

    def report(f: NDArray[Any]) -> list[float]:
        return [
            np.sqrt(np.mean((f - y) ** 2)),
            np.mean(np.abs(f - y)),
            regression.r2(y, f),
            np.mean(np.abs(f - y)[busy] / y[busy]),
        ]

    right = report(f)
    known = np.mean((y - calls[~test].mean()) ** 2)
    changed = {
        0: [np.mean([np.sqrt(np.mean((f - y)[at == one] ** 2)) for one in GARAGES])],
        1: [np.mean(np.abs(f - y)[busy])],
        2: [np.corrcoef(y, f)[0, 1] ** 2, 1 - np.mean((f - y) ** 2) / known],
        3: [np.mean(np.abs(f - y)[busy] / f[busy])],
    }
    lines = [[right[place], *others] for place, others in changed.items()]
    return [*lines, [right, report(np.exp(each))]]


PLANTED = {
    "units": (
        "The logarithms are turned back into calls wrongly.",
        'np.expm1(test["log_forecast"])',
        'np.exp(test["log_forecast"])',
    ),
    "garages": (
        "The RMSE is the mean of the RMSEs of the four garages.",
        "np.sqrt(np.mean(error**2))",
        'np.mean([np.sqrt(np.mean(error[test["garage"] == one] ** 2)) for one in GARAGES])',
    ),
    "zeros": (
        "The MAE leaves out the days without a call.",
        "np.mean(np.abs(error))",
        "np.mean(np.abs(error[busy]))",
    ),
    "correlation": (
        "R² is the squared correlation of truth and forecast.",
        "1 - np.sum(error**2) / np.sum((truth - truth.mean()) ** 2)",
        "np.corrcoef(truth, forecast)[0, 1] ** 2",
    ),
    "baseline": (
        "R² compares with the mean of the training days.",
        "truth - truth.mean()",
        'truth - train["calls"].mean()',
    ),
    "denominator": (
        "The MAPE divides by the forecast.",
        "/ truth[busy]",
        "/ forecast[busy]",
    ),
}
"""What the student may suspect, what the line should say, and what it says where the mistake is planted."""

EVALUATION = f'''"""What the report says of the forecasts of calls."""

import numpy as np

GARAGES = {json.dumps(GARAGES)}

days = np.genfromtxt("calls.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
train, test = days[days["use"] == "train"], days[days["use"] == "test"]
truth, forecast = test["calls"], np.expm1(test["log_forecast"])
error, busy = forecast - truth, truth > 0

report = {{
    "RMSE of all test days": np.sqrt(np.mean(error**2)),
    "MAE of all test days": np.mean(np.abs(error)),
    "R², against the mean of the test days": 1 - np.sum(error**2) / np.sum((truth - truth.mean()) ** 2),
    "MAPE of the test days with a call": np.mean(np.abs(error[busy]) / truth[busy]),
}}
'''


def evaluation(planted: str) -> str:
    """The colleague's program, with one mistake."""
    _, line, mistaken = PLANTED[planted]
    assert EVALUATION.count(line) == 1
    return EVALUATION.replace(line, mistaken)


# ---------------------------------------------------------------- the argued question


def river(rng: np.random.Generator) -> dict[str, Any]:
    """The errors of two models over a year: one is better on most days, the other on the three days of flood."""
    spread = np.array([rng.uniform(3, 4), rng.uniform(5, 6.5)])
    flood = np.array([rng.integers(75, 140, 3), rng.integers(5, 30, 3)])
    flood[1] *= rng.choice([-1, 1], 3)
    errors = np.column_stack([rng.normal(0, spread[:, None], (2, 362)), flood])
    order = rng.permutation(2).tolist()
    return {
        "model": ["A", "B"],
        "MAE": [round(float(np.mean(np.abs(errors[place]))), 2) for place in order],
        "RMSE": [round(float(np.sqrt(np.mean(errors[place] ** 2))), 2) for place in order],
        "flood": [flood[place].tolist() for place in order],
    }


def river_answers(case: dict[str, Any]) -> list[Answers]:
    disagree = np.argmin(case["MAE"]) != np.argmin(case["RMSE"])
    return [case["MAE"], case["RMSE"], [0.5 if disagree else np.nan]]


def as_csv(columns: dict[str, Iterable[Any]]) -> str:
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    return "".join(",".join(map(str, row)) + "\n" for row in rows)

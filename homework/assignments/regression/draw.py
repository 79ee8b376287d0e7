"""Draw the numbers, the data and the planted mistake of the homework on regression.

What is drawn has a function that draws it and one that answers its questions: first the right answer, then the named
mistakes. A draw is kept where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import regression
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Rng

GARAGES = ["Birch Lane", "Harbor", "Old Mill", "Station"]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "crossings": drawing.drawn(rng, crossings, crossings_answers),
        "nets": drawing.drawn(rng, nets, nets_answers),
        "fish": drawing.drawn(rng, fish, fish_answers),
        "buoys": drawing.drawn(rng, buoys, buoys_answers),
        "harbors": drawing.drawn(rng, harbors, harbors_answers),
        "river": drawing.redrawn(rng, river),
        "suspicions": drawing.in_drawn_order(rng, {name: one.says for name, one in PLANTED.items()}),
    }
    rentals = drawing.drawn(rng, bicycles, bicycles_answers)
    calls = drawing.drawn(rng, roadside, roadside_answers)
    repaired = drawing.drawn(rng, repairs, repairs_answers)
    program = drawing.with_mistake(EVALUATION, PLANTED[rng.choice(list(PLANTED))])
    case["trained"] = drawing.drawn(rng, trained, trained_answers)
    case["arrivals"] = drawing.drawn(rng, arrivals, arrivals_answers)
    return {
        "case.json": drawing.json_text(case),
        "rentals.csv": drawing.csv_text(["day", "rentals", "forecast"], np.arange(1, len(rentals[0]) + 1), *rentals),
        "repairs.csv": drawing.csv_text(["estimate", "cost"], *repaired),
        "calls.csv": calls,
        "evaluation.py": program,
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, rentals, repaired = drawing.case_here(), drawing.rows_here("rentals.csv"), drawing.rows_here("repairs.csv")
    return {
        **crossings_answers(case["crossings"]),
        **nets_answers(case["nets"]),
        **fish_answers(case["fish"]),
        **buoys_answers(case["buoys"]),
        **harbors_answers(case["harbors"]),
        **trained_answers(case["trained"]),
        **bicycles_answers((rentals["rentals"], rentals["forecast"])),
        **repairs_answers((repaired["estimate"], repaired["cost"])),
        **arrivals_answers(case["arrivals"]),
        **colleague_answers(Path("evaluation.py").read_text("utf-8"), case["suspicions"]),
    }


# ---------------------------------------------------------------- by hand


def crossings(rng: Rng) -> dict[str, list[int]]:
    """Minutes of six crossings of a ferry, and their forecasts."""
    minutes = rng.integers(35, 75, 6)
    error = rng.choice([-1, 1], 6) * rng.integers(1, 8, 6)
    error[rng.integers(6)] = rng.choice([-1, 1]) * rng.integers(14, 22)
    return {"minutes": minutes.tolist(), "forecast": (minutes - error).tolist()}


def crossings_answers(case: dict[str, list[int]]) -> Key:
    error = np.subtract(case["minutes"], case["forecast"])
    mae, mse = np.mean(np.abs(error)), np.mean(error**2)
    rmse, hours = np.sqrt(mse), mse / 3600
    in_minutes, divided_once = (mae, rmse, mse), (mae, rmse, mse / 60)
    unrooted = (mae, np.sqrt(np.sum(error**2)), hours)
    canceled = (abs(np.mean(error)), rmse, hours)
    return {
        "regression-1": drawing.question(
            [(mae, rmse, hours), (rmse, mae, hours), in_minutes, divided_once, unrooted, canceled],
            "The MAE is the mean of the sizes of the errors. The RMSE is the root of the mean of their squares. The MSE is the mean of the squares, here of errors in hours.",
            "The MAE comes first. It is never larger than the RMSE.",
            "Your MSE is in square minutes. A square hour has 60² square minutes.",
            "The errors are squared, and so is the unit: each minute is 1/60 of an hour.",
            "Your RMSE is the root of the sum. Take the root of the mean.",
            "Your MAE lets errors of opposite sign cancel. Take their sizes.",
        )
    }


def nets(rng: Rng) -> list[int] | None:
    """What five nets caught: mostly little, once much; by MAPE, a single number is the best."""
    caught = sorted(round(caught) for caught in rng.uniform(4, 8) * np.cumprod(rng.uniform(1.25, 2.4, 5)))
    weight = np.cumsum(1 / np.array(caught))
    return None if np.isclose(weight, weight[-1] / 2).any() else caught


def best_by_mape(truth: list[int]) -> int:
    """The median in which each value weighs the inverse of itself."""
    weight = np.cumsum(1 / np.array(truth))
    return truth[int(np.argmax(weight >= weight[-1] / 2))]


def nets_answers(case: list[int]) -> Key:
    mean, median, percent = np.mean(case), np.median(case), best_by_mape(case)
    others = [(mean, median, other) for other in (mean, median, np.exp(np.mean(np.log(case))))]
    return {
        "regression-2": drawing.question(
            [(mean, median, percent), (median, mean, percent), *others],
            "MAPE weighs each net with the inverse of its kilograms. Its best number is a median, too.",
            "RMSE comes first. One full net pulls its best number up, and not that of the MAE.",
            "Try your last number: the MAPE of a smaller one is lower.",
            "The median serves where all nets weigh the same. In MAPE the net with the least weighs most.",
            "Your last number is the best one by RMSLE with plain logarithms.",
        )
    }


def fish(rng: Rng) -> dict[str, float]:
    """The R² and the RMSE of a model on all fish, and how widely the weights of one species spread."""
    rmse = int(rng.integers(23, 78))
    return {"r2": int(rng.integers(72, 94)) / 100, "rmse": rmse, "spread": int(rng.uniform(0.75, 1.7) * rmse)}


def fish_answers(case: dict[str, float]) -> Key:
    r2, rmse, spread = case["r2"], case["rmse"], case["spread"]
    of_all, of_species = rmse / np.sqrt(1 - r2), 1 - (rmse / spread) ** 2
    first = [(one, of_species) for one in (of_all, rmse / (1 - r2), rmse / np.sqrt(r2))]
    second = [(of_all, one) for one in (r2, 1 - rmse / spread, 1 - (spread / rmse) ** 2)]
    return {
        "regression-3": drawing.question(
            [*first, *second],
            "R² is 1 minus the square of RMSE over the standard deviation of those who are tested.",
            "R² compares squares. Take a root before you divide the RMSE.",
            "R² is the share of the squares that is gone. The RMSE is what is left.",
            "The rival is now the mean of this species, and its errors are not those of the mean of all fish.",
            "That compares the RMSEs. R² compares their squares.",
            "The ratio is upside down: the squares of the model go on top.",
        )
    }


def buoys(rng: Rng) -> dict[str, list[int]]:
    """Wave heights at five buoys, and forecasts that are all too high or all too low."""
    height = np.sort(rng.choice(np.arange(30, 120), 5, replace=False))
    shift = rng.choice([-1, 1]) * rng.integers(12, 45)
    forecast = np.maximum(height + shift + rng.integers(-14, 15, 5), 1)
    return {"height": height.tolist(), "forecast": forecast.tolist()}


def buoys_answers(case: dict[str, list[int]]) -> Key:
    truth, forecast = np.array(case["height"]), np.array(case["forecast"])
    r2, correlation = regression.r2(truth, forecast), np.corrcoef(truth, forecast)[0, 1]
    square = correlation**2
    second = [(r2, abs(correlation)), (r2, -abs(correlation))]
    first = [(1 - np.sqrt(1 - r2), square), (regression.r2(forecast, truth), square)]
    return {
        "regression-4": drawing.question(
            [(r2, square), (square, r2), (square, square), *second, *first],
            "R² takes the forecasts as they are. The correlation does not see that all are off in the same direction.",
            "The R² comes first.",
            "The two are equal for a least-squares line on its own training data, and not in general.",
            "The second one is to be squared.",
            "The second one is to be squared.",
            "Your R² compares RMSEs. It compares squared errors.",
            "Your R² divides by the spread of the forecasts. Truth comes first.",
        )
    }


def harbors(rng: Rng) -> dict[str, list[Any]]:
    """What is known of the forecasts in three harbors: how many, the mean, the spread and the RMSE."""
    n = [int(rng.integers(low, low + 60)) for low in (30, 100, 190)]
    rmse = rng.permutation([int(rng.integers(*limits)) for limits in [(11, 16), (19, 27), (32, 45)]])
    spread = np.rint(rmse * rng.uniform(1.15, 1.7, 3)).astype(int)
    mean = rng.permutation([int(rng.integers(*limits)) for limits in [(120, 140), (155, 180), (195, 230)]])
    return {"n": n, "mean": mean.tolist(), "spread": spread.tolist(), "rmse": rmse.tolist()}


def harbors_answers(case: dict[str, list[Any]]) -> Key:
    n, mean, spread, rmse = (np.array(case[name], dtype=float) for name in ["n", "mean", "spread", "rmse"])
    mse, within = np.average(rmse**2, weights=n), np.average(spread**2, weights=n)
    between = np.average((mean - np.average(mean, weights=n)) ** 2, weights=n)
    root, r2 = np.sqrt(mse), 1 - mse / (within + between)
    first = [rmse.mean(), np.average(rmse, weights=n), np.sqrt(np.mean(rmse**2))]
    second = [1 - mse / within, np.average(1 - (rmse / spread) ** 2, weights=n)]
    return {
        "regression-5": drawing.question(
            [(root, r2), *((one, r2) for one in first), *((root, one) for one in second)],
            "Add up squared errors, each harbor with its number of ships. The mean of all ships is the rival in R².",
            "Your RMSE is the mean of the RMSEs. Squares add, roots do not; and the harbors differ in size.",
            "You averaged the RMSEs by the number of ships. Average their squares, then take the root.",
            "Your RMSE lets each harbor count the same. Each ship counts the same.",
            "Your R² compares with the mean of each harbor. The harbors' means differ, too, and the rival knows one mean only.",
            "The mean of the R²s is not the R² of all: each has another rival.",
        )
    }


def trained(rng: Rng) -> dict[str, list[Any]]:
    """Minutes of five crossings, and the forecasts of four models that err in part alike."""
    minutes = rng.integers(35, 75, 5)
    alike = rng.choice([-1, 1], 5) * rng.integers(2, 12, 5)
    apart = np.rint(rng.uniform(2, 7) * rng.standard_normal((4, 5))).astype(int)
    return {"minutes": minutes.tolist(), "forecasts": (minutes + alike + apart).tolist()}


def trained_answers(case: dict[str, list[Any]]) -> Key:
    minutes, forecasts = np.array(case["minutes"]), np.array(case["forecasts"])
    main = forecasts.mean(axis=0)
    bias, variance = np.mean((main - minutes) ** 2), np.mean((forecasts - main) ** 2)
    first = [(one, variance) for one in (np.mean(main - minutes) ** 2, np.sqrt(bias), bias + variance)]
    return {
        "regression-6": drawing.question(
            [(bias, variance), (variance, bias), *first, (bias, variance * 4 / 3), (bias, np.sqrt(variance))],
            "First take the mean of the four forecasts, crossing by crossing. Both numbers are means of squares around it.",
            "The squared bias comes first. It says how far the mean of the models is from the truth.",
            "You let errors of opposite sign cancel. Square the error of each crossing before you take the mean.",
            "You took a root in the first number. Both numbers are squares.",
            "The first one is the loss of the single models. Take the mean of the models before you square.",
            "You divided by three in the variance. Divide by the number of models, so that the two parts add up to the loss.",
            "You took a root in the second number. Both numbers are squares.",
        )
    }


# ---------------------------------------------------------------- with the package


def bicycles(rng: Rng) -> tuple[NDArray[Any], NDArray[Any]]:
    """Rentals of twenty weeks that have a pattern of a week, and forecasts of four more, where they vary more."""
    week = rng.permutation(rng.uniform(60, 240, 7))
    noise = np.repeat([1, rng.uniform(1.3, 1.8)], [140, 28]) * rng.uniform(14, 22)
    rentals = np.maximum(np.rint(np.tile(week, 24) + rng.normal(0, noise)), 3).astype(int)
    forecast = np.rint(np.tile(week, 24) + rng.normal(0, 10, 168))
    forecast[:140] = np.nan
    return rentals, forecast


def bicycles_answers(case: tuple[NDArray[Any], NDArray[Any]]) -> Key:
    rentals, forecast = case
    mae = np.mean(np.abs(rentals[140:] - forecast[140:]))
    past, future = rentals[:140], rentals[140:]
    naive = [np.mean(np.abs(values[lag:] - values[:-lag])) for values, lag in [(past, 7), (past, 1), (future, 7)]]
    return {
        "regression-7": drawing.question(
            [*(mae / one for one in naive), naive[0] / mae, mae],
            "Divide the MAE by that of the naive forecast, which is measured on the days before the forecast begins.",
            "Your naive forecast is “as one day before”. A week has its pattern.",
            "You measured the naive forecast on the days that are forecast. Nobody knows them before.",
            "The ratio is upside down.",
            "That is the MAE in bicycles. MASE has no unit.",
        )
    }


def repairs(rng: Rng) -> tuple[NDArray[Any], NDArray[Any]]:
    """Estimates of 120 repairs, and what they cost: expensive ones more than was estimated."""
    estimate = np.rint(rng.lognormal(np.log(300), 0.8, 120)).astype(int)
    level, bend = rng.uniform(-0.35, 0.35), rng.uniform(0.05, 0.3)
    logs = level + bend * np.log(estimate / 300) + rng.normal(0, 0.45, 120)
    return estimate, np.maximum(np.rint(estimate * np.exp(logs)), 5).astype(int)


def repairs_answers(case: tuple[NDArray[Any], NDArray[Any]]) -> Key:
    estimate, cost = case
    ratio, by_total = cost / estimate, cost.sum() / estimate.sum()
    by_logs, mean = np.exp(np.mean(np.log(ratio))), ratio.mean()
    both = [(by_logs, by_total), (by_total, by_logs), (1 / by_logs, 1 / by_total)]
    return {
        "regression-8": drawing.question(
            [*both, (mean, by_total), (np.median(ratio), by_total), (by_logs, mean)],
            "A factor adds the same number to all logarithms. Squared errors of logarithms are smallest at the mean of the logarithms.",
            "The factor for RMSLE comes first.",
            "Upside down: the estimates are multiplied, not the costs.",
            "Your first one is the mean of the ratios. RMSLE takes the mean of their logarithms.",
            "Your first one is the median of the ratios. RMSLE squares, so it wants a mean.",
            "Your second one is the mean of the ratios. There a cheap repair counts as much as an expensive one.",
        )
    }


def arrivals(rng: Rng) -> dict[str, list[int]] | None:
    """How many minutes forecasts of a ferry were off, truth − forecast, on calibration days and on ten later days.

    No later day lies exactly at an end of its range.
    """
    n = int(rng.integers(20, 29))
    off = np.rint(rng.normal(0, 12, n)).astype(int)
    later = np.rint(rng.normal(0, rng.uniform(12, 22), 10)).astype(int)
    at_an_end = np.any(np.abs(later) == np.sort(np.abs(off))[rank_of(n) - 1])
    return None if at_an_end else {"off": off.tolist(), "later": later.tolist()}


def rank_of(n: int) -> int:
    """The rank of the size that covers the next day, after n days, with a probability of at least 90%."""
    return -(-(n + 1) * 9 // 10)


def covered(later: NDArray[Any], reach: float) -> float:
    return float(np.mean(np.abs(later) <= reach))


def arrivals_answers(case: dict[str, list[int]]) -> Key:
    off, later = np.array(case["off"]), np.array(case["later"])
    sizes, n = np.sort(np.abs(off)), len(off)
    rank = rank_of(n)
    reaches = [sizes[rank - 1], sizes[-(-n * 9 // 10) - 1], sizes[-1], np.sort(off)[rank - 1]]
    answers = [(int(one), covered(later, one)) for one in reaches]
    right = answers[0]
    of_ten = float(np.count_nonzero(np.abs(later) <= right[0]))
    others = [1 - right[1], of_ten, float(np.mean(later <= right[0]))]
    return {
        "regression-9": drawing.question(
            [*answers, right[::-1], *((right[0], one) for one in others)],
            "The number of minutes is the size at a rank among the calibration days, and the next day counts when you look for this rank. The coverage is the share of the later days that are off by at most this number.",
            "Your number covers at least 90% of the calibration days. The next day is one more.",
            "The largest size promises more than 90%. A smaller one is enough.",
            "You sorted the numbers with their signs. A forecast can be off in both directions.",
            "The number of minutes comes first.",
            "The coverage is the share of the later days that are in their range.",
            "That is the number of later days in their range. Their share is this number divided by ten.",
            "A ferry can also come too early. Then its day is below the range.",
        )
    }


# ---------------------------------------------------------------- a colleague's evaluation


def roadside(rng: Rng) -> str:
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
    return drawing.csv_text(list(columns), *columns.values())


def roadside_answers(calls: str) -> Key:
    with drawing.beside({"calls.csv": calls}):
        return colleague_answers(drawing.with_mistake(EVALUATION, PLANTED["units"]), PLANTED)


PLANTED = drawing.plants("""
units: The logarithms are turned back into calls wrongly.
- np.expm1(test["log_forecast"])
+ np.exp(test["log_forecast"])
Take a forecast of ln(0 + 1): the program turns it back into 0 calls, as it should.

garages: The RMSE is the mean of the RMSEs of the four garages.
- np.sqrt(np.mean(error**2))
+ np.mean([np.sqrt(np.mean(error[test["garage"] == one] ** 2)) for one in GARAGES])
The mean of the garages' RMSEs is another number than the reported RMSE.

zeros: The MAE leaves out the days without a call.
- np.mean(np.abs(error))
+ np.mean(np.abs(error[truth > 0]))
The days without a call are in the MAE: leave them out, and you get another number.

correlation: R² is the squared correlation of truth and forecast.
- 1 - np.sum(error**2) / np.sum((truth - truth.mean()) ** 2)
+ np.corrcoef(truth, forecast)[0, 1] ** 2
The squared correlation of truth and forecast is not the reported R².

baseline: R² compares with the mean of the training days.
- truth - truth.mean()
+ truth - train["calls"].mean()
Put the mean of the training days into the formula: you get another R² than the report.

signs: The median absolute error is the size of the median error.
- np.median(np.abs(error))
+ abs(np.median(error))
Take the median of the errors with their signs: its size is not the reported median absolute error.
""")
EVALUATION = f'''"""What the report says of the forecasts of calls."""

import numpy as np

GARAGES = {json.dumps(GARAGES)}

days = np.genfromtxt("calls.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
train, test = days[days["use"] == "train"], days[days["use"] == "test"]
truth, forecast = test["calls"], np.expm1(test["log_forecast"])
error = forecast - truth

report = {{
    "RMSE of all test days": np.sqrt(np.mean(error**2)),
    "MAE of all test days": np.mean(np.abs(error)),
    "R², against the mean of the test days": 1 - np.sum(error**2) / np.sum((truth - truth.mean()) ** 2),
    "median absolute error of all test days": np.median(np.abs(error)),
}}
'''


def colleague_answers(source: str, suspicions: Iterable[str]) -> Key:
    suspect = "Compute each line of the report yourself, then see which mistake gives the reported number."
    compute = "The package has a function for each of the four lines. Turn the logarithms back into calls first."
    refuted = "One of your four numbers is not what its line says. Compute each from its definition."
    return {
        "regression-10": drawing.which_mistake(suspicions, source, PLANTED, suspect),
        "regression-11": drawing.corrected_report(source, PLANTED, compute, refuted),
    }


# ---------------------------------------------------------------- the argued question


def river(rng: Rng) -> dict[str, Any] | None:
    """The errors of two models over a year: A is better on most days, and B on the three days of flood."""
    spread = np.array([rng.uniform(3, 4), rng.uniform(5, 6.5)])
    flood = np.array([rng.integers(75, 140, 3), rng.integers(5, 30, 3)])
    flood[1] *= rng.choice([-1, 1], 3)
    errors = np.column_stack([rng.normal(0, spread[:, None], (2, 362)), flood])
    rng.permutation(2)  # once it dealt the letters; what is drawn behind it stays as it was
    mae = [round(float(one), 2) for one in np.mean(np.abs(errors), axis=1)]
    rmse = [round(float(one), 2) for one in np.sqrt(np.mean(errors**2, axis=1))]
    if np.argmin(mae) == np.argmin(rmse) or not (drawing.told_apart(mae) and drawing.told_apart(rmse)):
        return None
    return {"model": ["A", "B"], "MAE": mae, "RMSE": rmse, "flood": flood.tolist()}

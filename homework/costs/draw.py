"""Draw the numbers, the data and the planted mistake of the homework on costs.

Each question has a function that draws it and one that lists its right answer and the named mistakes. A draw is kept
where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from homework.drawing import ILL_POSED, Answers, csv_text, drawn, in_drawn_order, with_mistake
from numpy.typing import NDArray

from evalbook import confusion, costs, curves

ROADS = ["dry", "ice", "wet"]


def draw(rng: np.random.Generator) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    nights = drawn(rng, pass_road, pass_answers)
    airport = drawn(rng, airport_nights, airport_answers)
    case = {
        "salting": drawn(rng, salting, salting_answers),
        "camera": drawn(rng, camera, camera_answers),
        "forecast": drawn(rng, forecast, forecast_answers),
        "pass": {name: nights[name] for name in ["share", "cost_miss", "cost_alarm"]},
        "suspicions": in_drawn_order(rng, {name: says for name, (says, _, _) in PLANTED.items()}),
        "town": drawn(rng, town, town_answers),
    }
    return {
        "case.json": json.dumps(case, indent=1),
        "nights.csv": csv_text(["frost", "risk"], nights["frost"], nights["risk"]),
        "airport.csv": csv_text(["frost", "risk"], airport["frost"], airport["risk"]),
        "evaluation.py": evaluation(airport, str(rng.choice(list(PLANTED)))),
    }


# ---------------------------------------------------------------- by hand


def salting(rng: np.random.Generator) -> list[list[int]]:
    """What a night costs: rows without and with frost, columns left alone and salted."""
    salt, frost = 10 * int(rng.integers(20, 90)), 100 * int(rng.integers(30, 120))
    return [[0, salt], [frost, salt + 10 * round(frost * rng.uniform(0.01, 0.03))]]


def salting_answers(case: list[list[int]]) -> list[Answers]:
    (_, salt), (frost, salted) = case
    right = salt / (salt + frost - salted)
    return [[right, salt / (salt + frost), salt / frost, 1 - right]]


def camera(rng: np.random.Generator) -> dict[str, Any]:
    """A table of counts, prices in another order with the truth in the columns, and a morning's probabilities."""
    counts = rng.integers(1, 9, (3, 3)) + np.diag(rng.integers([40, 5, 15], [70, 15, 30]))
    order = rng.permutation(3)
    prices = rng.integers(2, 12, (3, 3))
    np.fill_diagonal(prices, 0)
    ice, dry, wet = (int(np.flatnonzero(order == ROADS.index(road))[0]) for road in ["ice", "dry", "wet"])
    prices[:, ice] *= 5
    prices[[wet, dry], ice] = np.sort(prices[[wet, dry], ice])  # ice that is taken for dry is the worst
    odds = rng.dirichlet([4, 2, 3])
    probabilities = [round(float(share), 2) for share in odds[:2]]
    return {
        "counts": counts.tolist(),
        "order": [ROADS[place] for place in order],
        "prices": prices.tolist(),
        "probabilities": [*probabilities, round(1 - sum(probabilities), 2)],
    }


def camera_answers(case: dict[str, Any]) -> list[Answers]:
    matrix = confusion.ConfusionMatrix(np.array(case["counts"]), labels=tuple(ROADS))
    place = [case["order"].index(road) for road in ROADS]
    printed = np.array(case["prices"])
    if place == [0, 1, 2] or min(case["probabilities"]) < 0.05:
        return [ILL_POSED]
    right = printed[np.ix_(place, place)].T
    tables = [right, right.T, printed.T, printed]
    chances = np.array(case["probabilities"])
    of_calls = chances @ right
    return [
        [costs.expected_cost(matrix, costs=table) for table in tables],
        [of_calls.min(), of_calls[chances.argmax()], (chances @ right.T).min(), (chances @ printed.T).min()],
    ]


def forecast(rng: np.random.Generator) -> dict[str, Any]:
    """A yes-or-no forecast of frost, the share of frost nights, and two prices."""
    fpr, fnr, share = (int(rng.integers(*limits)) / 100 for limits in [(6, 25), (8, 40), (8, 45)])
    return {"fpr": fpr, "fnr": fnr, "share": share, "cost_miss": int(rng.integers(3, 15)), "cost_alarm": 2}


def forecast_answers(case: dict[str, Any]) -> list[Answers]:
    fpr, fnr, p = (case[name] for name in ["fpr", "fnr", "share"])
    x, turned = (p * a / (p * a + (1 - p) * b) for a, b in [(case["cost_miss"], 2), (2, case["cost_miss"])])

    def height(place: float, left: float = fpr, right: float = fnr) -> tuple[float, float]:
        return place, right * place + left * (1 - place)

    odds, low, high = (1 - p) / p, fpr / (1 - fnr), (1 - fpr) / fnr
    strip = [(low * odds, high * odds), (low, high), (low / odds, high / odds)]
    strip += [(fpr / (fpr + 1 - fnr), (1 - fpr) / (1 - fpr + fnr)), (fnr / (1 - fpr) * odds, (1 - fnr) / fpr * odds)]
    return [[height(x), height(turned), height(p), height(x, fnr, fpr)], strip]


# ---------------------------------------------------------------- with the package


def pass_road(rng: np.random.Generator) -> dict[str, Any]:
    """Nights in a valley with a score for frost, and a road over a pass with a class mix and prices of its own."""
    frost, risk = scored(rng, int(rng.integers(420, 520)), rng.uniform(0.3, 0.45))
    share, cost_miss = int(rng.integers(30, 110)) / 1000, int(rng.integers(8, 31))
    return {"frost": frost, "risk": risk, "share": share, "cost_miss": cost_miss, "cost_alarm": 1}


def pass_answers(case: dict[str, Any]) -> list[Answers]:
    frost, risk, p, miss = (case[name] for name in ["frost", "risk", "share", "cost_miss"])
    curve = costs.cost_curve(frost, risk)
    x, turned = (costs.probability_cost(p, cost_fn=a, cost_fp=b) for a, b in [(miss, 1), (1, miss)])
    in_valley = curves.best_threshold(frost, risk, cost_fn=miss, cost_fp=1)
    thresholds = [*curve.threshold_at([x, turned, p]), in_valley.threshold]
    if np.any(np.abs(curve.probability_cost - x) < 0.01):
        return [ILL_POSED]
    chosen = curve.counts[int(np.flatnonzero(curve.thresholds == thresholds[0])[0])]
    kept = p * in_valley.counts.fnr * miss + (1 - p) * in_valley.counts.fpr
    highest = p * miss + 1 - p
    paid = [curve.cost_at(x) * highest, curve.cost_at(x), kept, (chosen.fn * miss + chosen.fp) / len(frost)]
    return [thresholds, paid]


def airport_nights(rng: np.random.Generator) -> dict[str, Any]:
    """Nights of a station, and an airport with a class mix, prices and a threshold of its own."""
    frost, risk = scored(rng, int(rng.integers(300, 420)), rng.uniform(0.35, 0.5))
    share, cost_miss = int(rng.integers(10, 25)) / 100, int(rng.integers(6, 20))
    threshold = int(rng.integers(25, 45)) / 100
    return {"frost": frost, "risk": risk, "share": share, "cost_miss": cost_miss, "threshold": threshold}


def airport_answers(case: dict[str, Any]) -> list[Answers]:
    frost, salted = case["frost"] == 1, case["risk"] >= case["threshold"]
    p, miss, alarm = case["share"], case["cost_miss"], 2
    fnr, fpr = np.mean(~salted[frost]), np.mean(salted[~frost])
    cost = p * fnr * miss + (1 - p) * fpr * alarm
    of_all = p * np.mean(frost & ~salted) * miss + (1 - p) * np.mean(~frost & salted) * alarm
    in_sample = np.mean(frost & ~salted) * miss + np.mean(~frost & salted) * alarm
    swapped = p * fnr * alarm + (1 - p) * fpr * miss
    never, always = p * miss, (1 - p) * alarm
    if cost > 0.85 * min(never, always):
        return [ILL_POSED]
    return [
        [cost, swapped, in_sample, of_all],
        [cost / (never + always), cost / (miss + alarm), cost / max(miss, alarm)],
        [1 - cost / min(never, always), 1 - cost / max(never, always)],
    ]


def scored(rng: np.random.Generator, number: int, share: float) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """Nights with and without frost, and a score between 0 and 1 that tends to be higher before frost."""
    frost = (rng.random(number) < share).astype(int)
    latent = rng.normal(rng.uniform(1.5, 2.1) * frost - 1, 1.0)
    return frost, np.round(1 / (1 + np.exp(-latent)), 3)


# ---------------------------------------------------------------- a colleague's evaluation

PLANTED = {
    "prices": (
        "The price of a miss and the price of a needless salting have changed places.",
        "SHARE * fnr * COST_MISS + (1 - SHARE) * fpr * COST_ALARM",
        "SHARE * fnr * COST_ALARM + (1 - SHARE) * fpr * COST_MISS",
    ),
    "mix": (
        "The cost per night is that of the station, with its share of frost nights.",
        "SHARE * fnr * COST_MISS + (1 - SHARE) * fpr * COST_ALARM",
        "(missed.sum() * COST_MISS + needless.sum() * COST_ALARM) / len(frost)",
    ),
    "rates": (
        "The two error rates divide by all nights.",
        "missed.sum() / frost.sum(), needless.sum() / (~frost).sum()",
        "missed.mean(), needless.mean()",
    ),
    "both prices": (
        "The normalized cost divides by the price of one miss and one needless salting.",
        "cost / (never + always)",
        "cost / (COST_MISS + COST_ALARM)",
    ),
    "one price": (
        "The normalized cost divides by the highest price of a single error.",
        "cost / (never + always)",
        "cost / max(COST_MISS, COST_ALARM)",
    ),
    "dearer": (
        "The saved share compares with the worse of the two policies that need no forecast.",
        "1 - cost / min(never, always)",
        "1 - cost / max(never, always)",
    ),
}
"""What the student may suspect, what the line should say, and what it says where the mistake is planted."""

EVALUATION = '''"""What the forecast costs at the airport, from its errors at the station."""

import numpy as np

SHARE = {share}  # of frost nights at the airport
COST_MISS, COST_ALARM = {cost_miss}, 2  # at the airport
THRESHOLD = {threshold}

frost, risk = np.loadtxt("airport.csv", delimiter=",", skiprows=1).T  # at the station
frost, salted = frost == 1, risk >= THRESHOLD
missed, needless = frost & ~salted, ~frost & salted
fnr, fpr = missed.sum() / frost.sum(), needless.sum() / (~frost).sum()

cost = SHARE * fnr * COST_MISS + (1 - SHARE) * fpr * COST_ALARM
never, always = SHARE * COST_MISS, (1 - SHARE) * COST_ALARM
report = {{
    "cost per night at the airport": cost,
    "normalized cost there": cost / (never + always),
    "saved against the cheaper of never and always salting": 1 - cost / min(never, always),
}}
'''


def evaluation(airport: dict[str, Any], planted: str) -> str:
    """The colleague's program, with one mistake."""
    right = EVALUATION.format(**airport)
    return with_mistake(right, *PLANTED[planted][1:])


# ---------------------------------------------------------------- the argued question


def town(rng: np.random.Generator) -> dict[str, Any]:
    """Two forecasts whose lines cross inside the range of places that the town may be."""
    careful = {"fpr": int(rng.integers(2, 9)), "fnr": int(rng.integers(35, 55))}
    eager = {"fpr": int(rng.integers(20, 35)), "fnr": int(rng.integers(5, 20))}
    order = rng.permutation(2)
    return {
        "forecasts": {name: [careful, eager][place] for name, place in zip("AB", order, strict=True)},
        "frost_nights": int(rng.integers(25, 45)),
        "other_nights": int(rng.integers(180, 300)),
        "share": [int(rng.integers(4, 8)), int(rng.integers(12, 20))],
        "price": [int(rng.integers(3, 6)), int(rng.integers(15, 30))],
    }


def town_answers(case: dict[str, Any]) -> list[Answers]:
    """The ends of the town's range, with the crossing well inside."""
    low, high = (
        costs.probability_cost(share / 100, cost_fn=price, cost_fp=1)
        for share, price in zip(case["share"], case["price"], strict=True)
    )
    a, b = case["forecasts"].values()
    crossing = (b["fpr"] - a["fpr"]) / (b["fpr"] - a["fpr"] + a["fnr"] - b["fnr"])
    return [[crossing if low + 0.1 < crossing < high - 0.1 else np.nan]]

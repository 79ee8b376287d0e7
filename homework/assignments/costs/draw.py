"""Draw the numbers, the data and the planted mistake of the homework on costs.

What is drawn has a function that draws it and one that answers its questions: first the right answer, then the named
mistakes. A draw is kept where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import confusion, costs, curves
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Rng

ROADS = ["dry", "ice", "wet"]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    nights = drawing.drawn(rng, pass_road, pass_answers)
    airport = drawing.drawn(rng, airport_nights, airport_answers)
    case = {
        "salting": drawing.drawn(rng, salting, salting_answers),
        "camera": drawing.drawn(rng, camera, camera_answers),
        "forecast": drawing.drawn(rng, forecast, forecast_answers),
        "pass": {name: nights[name] for name in ["share", "cost_miss", "cost_alarm"]},
        "suspicions": drawing.in_drawn_order(rng, {name: one.says for name, one in PLANTED.items()}),
        "town": drawing.redrawn(rng, town),
    }
    return {
        "case.json": drawing.json_text(case),
        "nights.csv": drawing.csv_text(["frost", "risk"], nights["frost"], nights["risk"]),
        "airport.csv": airport["nights"],
        "evaluation.py": evaluation(airport, str(rng.choice(list(PLANTED)))),
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, nights = drawing.case_here(), drawing.rows_here("nights.csv")
    return {
        **salting_answers(case["salting"]),
        **camera_answers(case["camera"]),
        **forecast_answers(case["forecast"]),
        **pass_answers({**case["pass"], "frost": nights["frost"], "risk": nights["risk"]}),
        **colleague_answers(Path("evaluation.py").read_text("utf-8"), case["suspicions"]),
    }


# ---------------------------------------------------------------- by hand


def salting(rng: Rng) -> list[list[int]]:
    """What a night costs: rows without and with frost, columns left alone and salted."""
    salt, frost = 10 * int(rng.integers(20, 90)), 100 * int(rng.integers(30, 120))
    return [[0, salt], [frost, salt + 10 * round(frost * rng.uniform(0.01, 0.03))]]


def salting_answers(case: list[list[int]]) -> Key:
    (_, salt), (frost, salted) = case
    right = salt / (salt + frost - salted)
    return {
        "costs-1": drawing.question(
            [right, salt / (salt + frost), salt / frost, 1 - right],
            "At the risk p, what does a night cost on average if the bridge is left alone, and what if it is salted?",
            "That takes a salted night with frost as free. The table has a price for it.",
            "That sets the price of the salt against all costs of frost. Salt does not save all of them.",
            "That is the probability of no frost at which the two are equally cheap.",
        )
    }


def camera(rng: Rng) -> dict[str, Any] | None:
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
    probabilities.append(round(1 - sum(probabilities), 2))
    if order.tolist() == [0, 1, 2] or min(probabilities) < 0.05:
        return None
    return {
        "counts": counts.tolist(),
        "order": [ROADS[place] for place in order],
        "prices": prices.tolist(),
        "probabilities": probabilities,
    }


def camera_answers(case: dict[str, Any]) -> Key:
    matrix = confusion.ConfusionMatrix(np.array(case["counts"]), labels=tuple(ROADS))
    place = [case["order"].index(road) for road in ROADS]
    printed = np.array(case["prices"])
    right = printed[np.ix_(place, place)].T
    mean, *others = (costs.expected_cost(matrix, costs=table) for table in [right, right.T, printed.T, printed])
    chances = np.array(case["probabilities"])
    of_calls = chances @ right
    least = [of_calls.min(), of_calls[chances.argmax()], (chances @ right.T).min(), (chances @ printed.T).min()]
    return {
        "costs-2": drawing.question(
            [mean, *others, mean * matrix.total],
            "Multiply each count with the price of its own call and its own truth, and divide the sum by all calls.",
            "The order is right. But the price table has the truth in its columns.",
            "The sides are right. But the price table has another order.",
            "The price table has another order than the counts, and the truth in its columns.",
            "That is the bill of all calls. Divide by their number.",
        ),
        "costs-3": drawing.question(
            least,
            "For each call, add up probability times price over the three truths. Then take the smallest sum.",
            "That is what the most probable road costs if it is called. Another call is cheaper.",
            "For one call, add over what may be true. You added over the calls, for one truth.",
            "The probabilities and the price table have different orders.",
        ),
    }


def forecast(rng: Rng) -> dict[str, Any]:
    """A yes-or-no forecast of frost, the share of frost nights, and two prices."""
    fpr, fnr, share = (int(rng.integers(*limits)) / 100 for limits in [(6, 25), (8, 40), (8, 45)])
    return {"fpr": fpr, "fnr": fnr, "share": share, "cost_miss": int(rng.integers(3, 15)), "cost_alarm": 2}


def forecast_answers(case: dict[str, Any]) -> Key:
    fpr, fnr, p = (case[name] for name in ["fpr", "fnr", "share"])
    x, turned = (
        costs.probability_cost(p, cost_fn=a, cost_fp=b) for a, b in [(case["cost_miss"], 2), (2, case["cost_miss"])]
    )

    def height(place: float, left: float = fpr, right: float = fnr) -> tuple[float, float]:
        return place, right * place + left * (1 - place)

    odds, low, high = (1 - p) / p, fpr / (1 - fnr), (1 - fpr) / fnr
    strip = [(low * odds, high * odds), (low, high), (low / odds, high / odds)]
    strip += [(fpr / (fpr + 1 - fnr), (1 - fpr) / (1 - fpr + fnr)), (fnr / (1 - fpr) * odds, (1 - fnr) / fpr * odds)]
    return {
        "costs-4": drawing.question(
            [height(x), height(turned), height(p), height(x, fnr, fpr)],
            "P(+)cost is the part of the frost nights in the cost of erring on every night.",
            "The two prices have changed places: the frost nights cost the price of a miss.",
            "You took the share of frost nights for the place. The prices belong to it, too.",
            "The line goes from the false positive rate at 0 to the false negative rate at 1.",
        ),
        "costs-5": drawing.question(
            strip,
            "Write down what a night costs on average with the forecast, with never salting and with always salting.",
            "That holds where half of the nights have frost. Here they have another share.",
            "The odds of frost stand upside down: the rarer the frost, the dearer a miss must be.",
            "Those are places on the axis P(+)cost. The question is about prices.",
            "The two error rates have changed places.",
        ),
    }


# ---------------------------------------------------------------- with the package


def pass_road(rng: Rng) -> dict[str, Any] | None:
    """Nights in a valley with a score for frost, and a road over a pass with a class mix and prices of its own."""
    frost, risk = scored(rng, int(rng.integers(420, 520)), rng.uniform(0.3, 0.45))
    share, cost_miss = int(rng.integers(30, 110)) / 1000, int(rng.integers(8, 31))
    place = costs.probability_cost(share, cost_fn=cost_miss, cost_fp=1)
    if np.any(np.abs(costs.cost_curve(frost, risk).probability_cost - place) < 0.01):  # at a corner of the curve
        return None
    return {"frost": frost, "risk": risk, "share": share, "cost_miss": cost_miss, "cost_alarm": 1}


def pass_answers(case: dict[str, Any]) -> Key:
    frost, risk, p, miss = (case[name] for name in ["frost", "risk", "share", "cost_miss"])
    curve = costs.cost_curve(frost, risk)
    x, turned = (costs.probability_cost(p, cost_fn=a, cost_fp=b) for a, b in [(miss, 1), (1, miss)])
    right, exchanged, unpriced = curve.threshold_at([x, turned, p])
    in_valley = curves.best_threshold(frost, risk, cost_fn=miss, cost_fp=1)
    chosen = curve.counts[int(np.flatnonzero(curve.thresholds == right)[0])]
    kept = p * in_valley.counts.fnr * miss + (1 - p) * in_valley.counts.fpr
    valley, height = (chosen.fn * miss + chosen.fp) / len(frost), curve.cost_at(x)
    return {
        "costs-6": drawing.question(
            [right, in_valley.threshold, exchanged, unpriced],
            "First the P(+)cost of the pass, then the piece of the cost curve there.",
            "That is the cheapest threshold for the valley's share of frost nights.",
            "The two prices have changed places.",
            "You looked the threshold up at the share of frost nights. The axis is P(+)cost.",
        ),
        "costs-7": drawing.question(
            [height * (p * miss + 1 - p), height, valley, kept],
            "Multiply share of frost nights, false negative rate and price of a miss. Then add the other class.",
            "That is the normalized cost. Which cost is it a share of?",
            "That is the cost of a night in the valley. The pass has fewer nights with frost.",
            "That is what the valley's best threshold costs over the pass.",
        ),
    }


def airport_nights(rng: Rng) -> dict[str, Any] | None:
    """Nights of a station, and an airport with a class mix, prices and a threshold of its own."""
    frost, risk = scored(rng, int(rng.integers(300, 420)), rng.uniform(0.35, 0.5))
    share, cost_miss = int(rng.integers(10, 25)) / 100, int(rng.integers(6, 20))
    threshold = int(rng.integers(25, 45)) / 100
    fnr, fpr = np.mean(risk[frost == 1] < threshold), np.mean(risk[frost == 0] >= threshold)
    never, always = share * cost_miss, (1 - share) * 2
    if never * fnr + always * fpr > 0.85 * min(never, always):
        return None
    nights = drawing.csv_text(["frost", "risk"], frost, risk)
    return {"nights": nights, "share": share, "cost_miss": cost_miss, "threshold": threshold}


def airport_answers(case: dict[str, Any]) -> Key:
    with drawing.beside({"airport.csv": case["nights"]}):
        return colleague_answers(evaluation(case, "mix"), PLANTED)


def scored(rng: Rng, number: int, share: float) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """Nights with and without frost, and a score between 0 and 1 that tends to be higher before frost."""
    frost = (rng.random(number) < share).astype(int)
    latent = rng.normal(rng.uniform(1.5, 2.1) * frost - 1, 1.0)
    return frost, np.round(1 / (1 + np.exp(-latent)), 3)


# ---------------------------------------------------------------- a colleague's evaluation

PLANTED = drawing.plants("""
prices: The price of a miss and the price of a needless salting have changed places.
- SHARE * fnr * COST_MISS + (1 - SHARE) * fpr * COST_ALARM
+ SHARE * fnr * COST_ALARM + (1 - SHARE) * fpr * COST_MISS
Follow the price of a miss through the program: each use of it belongs to the nights with frost.

mix: The cost per night is that of the station, with its share of frost nights.
- SHARE * fnr * COST_MISS + (1 - SHARE) * fpr * COST_ALARM
+ (missed.sum() * COST_MISS + needless.sum() * COST_ALARM) / len(frost)
Compute the mean cost of the nights in the file: the report has another cost.

rates: The two error rates divide by all nights.
- missed.sum() / frost.sum(), needless.sum() / (~frost).sum()
+ missed.mean(), needless.mean()
Look at the denominators of the two rates: each counts the nights of one class.

no frost: The risk above which salting pays is computed as if it were the probability of no frost.
- COST_ALARM / (COST_MISS + COST_ALARM)
+ COST_MISS / (COST_MISS + COST_ALARM)
At the reported risk, compute what a night costs with and without salt: the two are equal.

ratio: The risk above which salting pays is the ratio of the two prices.
- COST_ALARM / (COST_MISS + COST_ALARM)
+ COST_ALARM / COST_MISS
Divide the price of a needless salting by the price of a miss: the report has another risk.

dearer: The saved share compares with the worse of the two policies that need no forecast.
- 1 - cost / min(never, always)
+ 1 - cost / max(never, always)
Compare the reported cost with the worse of the two policies: the report has another share.
""")
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
    "risk of frost above which salting pays there": COST_ALARM / (COST_MISS + COST_ALARM),
    "saved against the cheaper of never and always salting": 1 - cost / min(never, always),
}}
'''


def evaluation(airport: dict[str, Any], planted: str) -> str:
    """The colleague's program, with one mistake."""
    right = EVALUATION.format(**airport)
    return drawing.with_mistake(right, PLANTED[planted])


def colleague_answers(source: str, suspicions: Iterable[str]) -> Key:
    suspect = "Compute each line of the report yourself, then see which mistake gives the reported numbers."
    compute = "Work out the cost per night first. The risk needs the two prices alone."
    refuted = "One of your three numbers is not what its line says. Compute each from its definition."
    return {
        "costs-8": drawing.which_mistake(suspicions, source, PLANTED, suspect),
        "costs-9": drawing.corrected_report(source, PLANTED, compute, refuted),
    }


# ---------------------------------------------------------------- the argued question


def town(rng: Rng) -> dict[str, Any] | None:
    """Two forecasts whose lines cross well inside the range of places that the town may be."""
    careful = {"fpr": int(rng.integers(2, 9)), "fnr": int(rng.integers(35, 55))}
    eager = {"fpr": int(rng.integers(20, 35)), "fnr": int(rng.integers(5, 20))}
    rng.permutation(2)  # once it dealt the letters; what is drawn behind it stays as it was
    case = {
        "forecasts": {"A": careful, "B": eager},
        "frost_nights": int(rng.integers(25, 45)),
        "other_nights": int(rng.integers(180, 300)),
        "share": [int(rng.integers(4, 8)), int(rng.integers(12, 20))],
        "price": [int(rng.integers(3, 6)), int(rng.integers(15, 30))],
    }
    low, high = (
        costs.probability_cost(share / 100, cost_fn=price, cost_fp=1)
        for share, price in zip(case["share"], case["price"], strict=True)
    )
    crossing = (eager["fpr"] - careful["fpr"]) / (eager["fpr"] - careful["fpr"] + careful["fnr"] - eager["fnr"])
    return case if low + 0.1 < crossing < high - 0.1 else None

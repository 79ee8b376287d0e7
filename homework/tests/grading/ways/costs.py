"""Several ways to the answers of the assignment costs."""

from __future__ import annotations

import runpy
from itertools import product

import numpy as np
from scipy import optimize
from sklearn import metrics

from evalbook import confusion, costs
from ways import case, rows, way

# ---------------------------------------------------------------- prices of calls


@way("costs-1", "SciPy")
def _():
    """Where both choices cost the same."""
    fair, frost = np.array(case()["salting"])
    return optimize.brentq(lambda p: np.subtract(*((1 - p) * fair + p * frost)), 0, 1)


@way("costs-1", "package")
def _():
    """The share at which both classes have the same part in the cost of erring."""
    (left, salted), (left_in_frost, salted_in_frost) = case()["salting"]
    return 1 - costs.probability_cost(0.5, cost_fn=left_in_frost - salted_in_frost, cost_fp=salted - left)


@way("costs-1", "NumPy")
def _():
    """The odds from which on a risk is worth the salt."""
    table = np.array(case()["salting"])
    odds = (table[0, 1] - table[0, 0]) / (table[1, 0] - table[1, 1])
    return odds / (1 + odds)


ROADS = ["dry", "ice", "wet"]


def price(called: str, truly: str) -> float:
    camera = case()["camera"]
    return camera["prices"][camera["order"].index(called)][camera["order"].index(truly)]


@way("costs-2", "scikit-learn")
def _():
    """The counts in the order of the prices."""
    camera = case()["camera"]
    truth, called = np.repeat(list(product(ROADS, ROADS)), np.ravel(camera["counts"]), axis=0).T
    counts = metrics.confusion_matrix(truth, called, labels=camera["order"], normalize="all")
    return np.sum(counts.T * camera["prices"])


@way("costs-2", "package")
def _():
    table = [[price(called, truly) for called in ROADS] for truly in ROADS]
    return costs.expected_cost(confusion.ConfusionMatrix(case()["camera"]["counts"], labels=ROADS), costs=table)


@way("costs-2", "counting")
def _():
    paid = calls = 0
    for truly, row in zip(ROADS, case()["camera"]["counts"], strict=True):
        for called, count in zip(ROADS, row, strict=True):
            paid, calls = paid + count * price(called, truly), calls + count
    return paid / calls


@way("costs-3", "NumPy")
def _():
    camera = case()["camera"]
    chance = [camera["probabilities"][ROADS.index(road)] for road in camera["order"]]
    return np.min(np.array(camera["prices"]) @ chance)


@way("costs-3", "package")
def _():
    """A hundred such mornings, for each road that may be called."""
    table = [[price(called, truly) for called in ROADS] for truly in ROADS]
    mornings = np.array(case()["camera"]["probabilities"])[:, None] * 100
    matrices = [confusion.ConfusionMatrix(mornings * (np.arange(3) == call), labels=ROADS) for call in range(3)]
    return min(costs.expected_cost(matrix, costs=table) for matrix in matrices)


@way("costs-3", "counting")
def _():
    chance = dict(zip(ROADS, case()["camera"]["probabilities"], strict=True))
    return min(sum(chance[truly] * price(called, truly) for truly in ROADS) for called in ROADS)


# ---------------------------------------------------------------- a place on the cost curve


@way("costs-4", "NumPy")
def _():
    one = case()["forecast"]
    worst = np.array([(1 - one["share"]) * one["cost_alarm"], one["share"] * one["cost_miss"]])
    return worst[1] / worst.sum(), worst @ [one["fpr"], one["fnr"]] / worst.sum()


@way("costs-4", "package")
def _():
    one = case()["forecast"]
    place = costs.probability_cost(one["share"], cost_fn=one["cost_miss"], cost_fp=one["cost_alarm"])
    return place, costs.normalized_cost(one["fpr"], one["fnr"], probability_cost=place)


@way("costs-4", "counting")
def _():
    """Ten thousand nights: what they cost, and what they would cost if each call were wrong."""
    one = case()["forecast"]
    frost = 10_000 * one["share"]
    if_missed, if_alarmed = frost * one["cost_miss"], (10_000 - frost) * one["cost_alarm"]
    paid = one["fnr"] * if_missed + one["fpr"] * if_alarmed
    return if_missed / (if_missed + if_alarmed), paid / (if_missed + if_alarmed)


def price_where(dearer) -> float:
    """The price of a miss at which one policy stops being dearer than another, or begins."""
    return optimize.brentq(dearer, 1e-6, 1e6)


@way("costs-5", "SciPy")
def _():
    fpr, fnr, p = (case()["forecast"][name] for name in ("fpr", "fnr", "share"))

    def forecast(miss: float) -> float:
        return p * fnr * miss + (1 - p) * fpr

    return [price_where(lambda miss: forecast(miss) - p * miss), price_where(lambda miss: forecast(miss) - (1 - p))]


@way("costs-5", "package")
def _():
    one = case()["forecast"]

    def beyond(policy: int):
        def difference(miss: float) -> float:
            place = costs.probability_cost(one["share"], cost_fn=miss, cost_fp=1)
            height = costs.normalized_cost(one["fpr"], one["fnr"], probability_cost=place)
            return height - (place, 1 - place)[policy]

        return price_where(difference)

    return [beyond(0), beyond(1)]


@way("costs-5", "NumPy")
def _():
    """Both equations are of the first degree in the price."""
    fpr, fnr, p = (case()["forecast"][name] for name in ("fpr", "fnr", "share"))
    alarms, misses = (1 - p) * np.array([fpr, fpr - 1]), p * np.array([1 - fnr, -fnr])
    return alarms / misses


# ---------------------------------------------------------------- over the pass


def nights() -> tuple[np.ndarray, np.ndarray]:
    table = rows("nights.csv")
    return table["frost"] == 1, table["risk"]


def dearness(fpr, fnr):
    """What a night over the pass costs."""
    there = case()["pass"]
    return there["share"] * fnr * there["cost_miss"] + (1 - there["share"]) * fpr * there["cost_alarm"]


def with_numpy() -> tuple[float, float]:
    """The score whose calls cost least, and what they cost: each is tried."""
    frost, score = nights()
    cost = {at: dearness(np.mean(score[~frost] >= at), np.mean(score[frost] < at)) for at in np.unique(score)}
    return min(cost, key=cost.get), min(cost.values())


def with_scikit_learn() -> tuple[float, float]:
    fpr, tpr, thresholds = metrics.roc_curve(*nights())
    cost = dearness(fpr, 1 - tpr)
    return thresholds[np.argmin(cost)], np.min(cost)


def with_package() -> tuple[float, float]:
    there, curve = case()["pass"], costs.cost_curve(*nights())
    place = costs.probability_cost(there["share"], cost_fn=there["cost_miss"], cost_fp=there["cost_alarm"])
    return curve.threshold_at(place), curve.cost_at(place) * dearness(1, 1)


for name, cheapest in {"NumPy": with_numpy, "scikit-learn": with_scikit_learn, "package": with_package}.items():
    way("costs-6", name)(lambda cheapest=cheapest: cheapest()[0])
    way("costs-7", name)(lambda cheapest=cheapest: cheapest()[1])


@way("costs-7", "weights")
def _():
    """The nights of the valley, each with the weight that gives the pass its share of frost."""
    (frost, score), there = nights(), case()["pass"]
    weight = np.where(frost, there["share"] / frost.mean(), (1 - there["share"]) / np.mean(~frost))
    price = np.where(frost, there["cost_miss"], there["cost_alarm"])
    return min(np.mean(weight * price * (frost != (score >= at))) for at in score)


# ---------------------------------------------------------------- the colleague's evaluation


def rates_by_numpy(frost: np.ndarray, salted: np.ndarray) -> tuple[float, float]:
    return np.mean(salted[~frost]), np.mean(~salted[frost])


def rates_by_scikit_learn(frost: np.ndarray, salted: np.ndarray) -> tuple[float, float]:
    return tuple(1 - metrics.recall_score(frost, salted, pos_label=kind) for kind in (False, True))


def rates_by_package(frost: np.ndarray, salted: np.ndarray) -> tuple[float, float]:
    return tuple(rate(frost, salted) for rate in (confusion.false_positive_rate, confusion.false_negative_rate))


class Airport:
    """The three lines of the report, each with what it may be computed from."""

    def __init__(self, rates):
        self.program = runpy.run_path("evaluation.py")
        self.p, self.miss, self.alarm = (self.program[one] for one in ("SHARE", "COST_MISS", "COST_ALARM"))
        table = rows("airport.csv")
        self.frost, salted = table["frost"] == 1, table["risk"] >= self.program["THRESHOLD"]
        self.fpr, self.fnr = rates(self.frost, salted)

    def cost(self, fpr: float, fnr: float, p: float) -> float:
        return p * fnr * self.miss + (1 - p) * fpr * self.alarm

    def right(self) -> np.ndarray:
        cost, never, always = (self.cost(*errors, self.p) for errors in [(self.fpr, self.fnr), (0, 1), (1, 0)])
        even = optimize.brentq(lambda risk: self.cost(0, 1, risk) - self.cost(1, 0, risk), 0, 1)
        return np.array([cost, even, 1 - cost / min(never, always)])

    def suspected(self) -> dict[str, tuple[int, float]]:
        """By what is suspected: the line of the report that comes out wrong first, and its number."""
        cost, at_station, fpr, fnr, p = self.right()[0], self.frost.mean(), self.fpr, self.fnr, self.p
        return {
            "have changed places": (0, p * fnr * self.alarm + (1 - p) * fpr * self.miss),
            "that of the station": (0, self.cost(fpr, fnr, at_station)),
            "divide by all nights": (0, self.cost(fpr * (1 - at_station), fnr * at_station, p)),
            "as if it were the probability of no frost": (1, self.miss / (self.miss + self.alarm)),
            "ratio of the two prices": (1, self.alarm / self.miss),
            "worse of the two": (2, 1 - cost / max(p * self.miss, (1 - p) * self.alarm)),
        }

    def mistake(self) -> str:
        reported = list(self.program["report"].values())
        letters = dict(zip(case()["suspicions"].values(), "abcdef", strict=True))
        (says,) = (says for says, (line, number) in self.suspected().items() if np.isclose(reported[line], number))
        (letter,) = (letter for text, letter in letters.items() if says in text)
        return letter


for name, rates in {
    "NumPy": rates_by_numpy,
    "scikit-learn": rates_by_scikit_learn,
    "package": rates_by_package,
}.items():
    way("costs-8", name)(lambda rates=rates: Airport(rates).mistake())
    way("costs-9", name)(lambda rates=rates: Airport(rates).right())

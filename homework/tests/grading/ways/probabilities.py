"""Several ways to the answers of the assignment probabilities."""

from __future__ import annotations

import math
import runpy
from collections.abc import Callable

import numpy as np
from scipy import special
from sklearn import calibration, linear_model, metrics

from evalbook import probabilities
from ways import case, rows, way


def crossings() -> tuple[np.ndarray, np.ndarray]:
    return np.array(case()["crossings"]["canceled"]), np.array(case()["crossings"]["said"])


# ---------------------------------------------------------------- by hand


@way("probabilities-1", "scikit-learn")
def _():
    return metrics.brier_score_loss(*crossings())


@way("probabilities-1", "package")
def _():
    return probabilities.brier_score(*crossings())


@way("probabilities-1", "NumPy")
def _():
    y, p = crossings()
    return np.mean((p - y) ** 2)


@way("probabilities-2", "scikit-learn")
def _():
    return metrics.log_loss(*crossings())


@way("probabilities-2", "package")
def _():
    return probabilities.log_loss(*crossings())


@way("probabilities-2", "NumPy")
def _():
    y, p = crossings()
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


@way("probabilities-2", "counting")
def _():
    """The logarithm of the product, once."""
    given = [p if canceled else 1 - p for canceled, p in zip(*crossings(), strict=True)]
    return -math.log(math.prod(given)) / len(given)


def each_crossing() -> tuple[np.ndarray, np.ndarray]:
    """The crossings of the five bins one by one, each with what was said in its bin on average."""
    bins = case()["bins"]
    y = [np.arange(held) < canceled for held, canceled in zip(bins["crossings"], bins["canceled"], strict=True)]
    return np.concatenate(y).astype(int), np.repeat(bins["said"], bins["crossings"])


@way("probabilities-3", "scikit-learn")
def _():
    y, p = each_crossing()
    happened, said = calibration.calibration_curve(y, p, n_bins=5)
    return np.average(abs(happened - said), weights=case()["bins"]["crossings"])


@way("probabilities-3", "package")
def _():
    return probabilities.expected_calibration_error(*each_crossing(), n_bins=5)


@way("probabilities-3", "NumPy")
def _():
    """What was expected in each bin and what came, in crossings."""
    held, said, canceled = (np.array(case()["bins"][name]) for name in ("crossings", "said", "canceled"))
    return sum(abs(held * said - canceled)) / sum(held)


# ---------------------------------------------------------------- what the AUC sees


def logit(p: np.ndarray) -> np.ndarray:
    return np.log(p / (1 - p))


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


CHANGED = {
    "squared": lambda p: p**2,
    "square root": np.sqrt,
    "odds of each probability are doubled": lambda p: sigmoid(logit(p) + np.log(2)),
    "log-odds of each probability are divided by three": lambda p: sigmoid(logit(p) / 3),
    "halved": lambda p: p / 2,
    "multiplied by 0.8": lambda p: 0.8 * p + 0.1,
    "rounded to one decimal": lambda p: np.round(p, 1),
    "above 0.8 becomes 0.8": lambda p: np.clip(p, 0.2, 0.8),
    "above 0.5 becomes 0.9": lambda p: np.where(p > 0.5, 0.9, 0.1),
    "below 0.3 becomes 0.3": lambda p: np.maximum(p, 0.3),
}
"""By words of a change: what it makes of the probabilities."""


def by_letter() -> dict[str, Callable[[np.ndarray], np.ndarray]]:
    changes = dict(zip("abcdef", case()["changes"], strict=True))
    return {letter: next(CHANGED[one] for one in CHANGED if one in text) for letter, text in changes.items()}


@way("probabilities-4", "scikit-learn")
def _():
    """Forecasts and outcomes by chance: the change under which their AUC is another."""
    rng = np.random.default_rng(0)
    p = rng.uniform(0.01, 0.99, 500)
    y = rng.random(500) < p
    before = metrics.roc_auc_score(y, p)
    (letter,) = (one for one, change in by_letter().items() if metrics.roc_auc_score(y, change(p)) != before)
    return letter


@way("probabilities-4", "NumPy")
def _():
    """Of all pairs of probabilities, in steps of 0.01: does the larger one stay the larger one?"""
    p = np.arange(1, 100) / 100
    pairs = np.subtract.outer(p, p)
    kept = {one: np.sign(np.subtract.outer(change(p), change(p))) for one, change in by_letter().items()}
    (letter,) = (one for one, signs in kept.items() if np.any(signs != np.sign(pairs)))
    return letter


# ---------------------------------------------------------------- ferries.csv


def season(number: int, name: str = "ferries.csv", truth: str = "canceled") -> tuple[np.ndarray, np.ndarray]:
    table = rows(name)
    table = table[table["season"] == number]
    return table[truth], table["said"]


@way("probabilities-5", "scikit-learn")
def _():
    happened, said = calibration.calibration_curve(*season(1), n_bins=5)
    place = np.flatnonzero((said > 0.6) & (said <= 0.8))[0]
    return said[place], happened[place]


@way("probabilities-5", "package")
def _():
    curve = probabilities.reliability_curve(*season(1), n_bins=5)
    return curve.prob_pred[-2], curve.prob_true[-2]


@way("probabilities-5", "NumPy")
def _():
    y, p = season(1)
    bins = np.digitize(p, [0.2, 0.4, 0.6, 0.8], right=True)
    return p[bins == 3].mean(), y[bins == 3].mean()


def repaired(loss: Callable, cooled: Callable) -> float:
    """The log loss of the second season at the temperature with the lowest one in the first."""
    losses = [[loss(y, cooled(p, t)) for t in case()["temperatures"]] for y, p in (season(1), season(2))]
    return losses[1][np.argmin(losses[0])]


@way("probabilities-6", "scikit-learn")
def _():
    return repaired(metrics.log_loss, lambda p, t: special.expit(special.logit(p) / t))


@way("probabilities-6", "package")
def _():
    return repaired(probabilities.log_loss, lambda p, t: sigmoid(logit(p) / t))


@way("probabilities-6", "NumPy")
def _():
    """In powers in place of logarithms of odds."""

    def loss(y: np.ndarray, p: np.ndarray) -> float:
        return -np.mean(np.log(abs(1 - y - p)))

    return repaired(loss, lambda p, t: p ** (1 / t) / (p ** (1 / t) + (1 - p) ** (1 / t)))


# ---------------------------------------------------------------- the colleague's evaluation


def fitted(p: np.ndarray, y: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """A sigmoid of the log-odds: Newton's steps to the largest likelihood."""
    x, weights = np.column_stack([np.ones_like(p), logit(p)]), np.zeros(2)
    for _ in range(25):
        q = sigmoid(x @ weights)
        weights += np.linalg.solve((x.T * (q * (1 - q))) @ x, x.T @ (y - q))
    return lambda p: sigmoid(weights[0] + weights[1] * logit(p))


def fitted_by_scikit_learn(p: np.ndarray, y: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    model = linear_model.LogisticRegression(C=np.inf, tol=1e-8).fit(logit(p)[:, None], y)
    return lambda p: model.predict_proba(logit(p)[:, None])[:, 1]


class Bridges:
    """Both numbers of the report, and what each mistake would make of them."""

    def __init__(self, fit: Callable, loss: Callable):
        (self.before, self.said_before), (self.y, self.said) = (season(one, "bridges.csv", "closed") for one in (1, 2))
        self.fit, self.loss = fit, loss
        self.p = fit(self.said_before, self.before)(self.said)

    def gaps(self, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """In the bins that hold a forecast: the gap and the share of the forecasts."""
        bins = [one for low in range(5) if np.any(one := (p > low / 5) & (p <= (low + 1) / 5))]
        return np.array([self.y[one].mean() - p[one].mean() for one in bins]), np.array([one.mean() for one in bins])

    def both(self, p: np.ndarray) -> np.ndarray:
        gap, share = self.gaps(p)
        return np.array([self.loss(self.y, p), share @ abs(gap)])

    def right(self) -> np.ndarray:
        return self.both(self.p)

    def suspected(self) -> dict[str, tuple[float, float]]:
        """By what is suspected: the two numbers that it would lead to."""
        (loss, error), (gap, share) = self.right(), self.gaps(self.p)
        cheap = np.where(self.y == 1, self.p, 1 - self.p) > 0.2
        return {
            "learned from the forecasts that test it": self.both(self.fit(self.said, self.y)(self.said)),
            "Each bin counts alike": (loss, sum(abs(gap)) / 5),
            "another logarithm": (loss / np.log(10), error),
            "cost most are left out": (self.loss(self.y[cheap], self.p[cheap]), error),
            "belong to the other class": self.both(1 - self.p),
            "different signs": (loss, abs(share @ gap)),
        }

    def mistake(self) -> str:
        reported = runpy.run_path("evaluation.py")["evaluate"](rows("bridges.csv"))
        culprits = dict(zip(case()["culprits"], "abcdef", strict=True))
        (says,) = (says for says, both in self.suspected().items() if np.allclose(both, reported, atol=1e-4))
        (letter,) = (letter for text, letter in culprits.items() if says in text)
        return letter


def by_scikit_learn() -> Bridges:
    return Bridges(fitted_by_scikit_learn, metrics.log_loss)


def by_numpy() -> Bridges:
    return Bridges(fitted, lambda y, p: -np.mean(np.log(abs(1 - y - p))))


for name, made in {"scikit-learn": by_scikit_learn, "NumPy": by_numpy}.items():
    way("probabilities-7", name)(lambda made=made: made().mistake())
    way("probabilities-8", name)(lambda made=made: made().right())


@way("probabilities-8", "package")
def _():
    (before, said_before), (y, said) = (season(one, "bridges.csv", "closed") for one in (1, 2))
    p = fitted_by_scikit_learn(said_before, before)(said)
    return probabilities.log_loss(y, p), probabilities.expected_calibration_error(y, p, n_bins=5)

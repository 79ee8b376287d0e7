"""What *How often is the range right?* concludes; how often ranges hold is tried on other data and models."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

from claims.forecasts import LEARNERS, Array, Learner, Measured, diabetes
from evalbook import regression
from evalbook_tools.claims import claim, limit, over, rests

ROUNDS, NEW = 400, 100
NOISE: dict[str, Callable[[np.random.Generator, int], Array]] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "Laplace": lambda rng, n: rng.laplace(size=n),
    "exponential": lambda rng, n: rng.exponential(size=n),
    "uniform": lambda rng, n: rng.uniform(-1, 1, size=n),
    "t with 3 degrees of freedom": lambda rng, n: rng.standard_t(3, size=n),
    "lognormal": lambda rng, n: rng.lognormal(size=n),
}


class Ranges(NamedTuple):
    """A learner, the cases that it is fitted to and calibrated with, and where they come from."""

    seed: int
    learner: Learner = LinearRegression
    fitted: int = 150
    calibrated: int = 40
    data: Measured | None = None
    """Real cases, which are split again and again; None where they are simulated."""
    noise: str = "normal"
    features: int = 10
    signal: float = 1.0
    growing: bool = False
    """Whether the spread of the noise grows with the first measurement."""
    later: float = 1.0
    """How many times as far as before the new cases are from their forecasts."""

    def drawn(self, rng: np.random.Generator) -> tuple[Array, Array]:
        """So many cases in random order."""
        n = self.fitted + self.calibrated + NEW
        if self.data is not None:
            chosen = rng.permutation(len(self.data.y))[:n]
            return self.data.X[chosen], self.data.y[chosen]
        X = rng.normal(size=(n, self.features))  # noqa: N806
        spread = np.exp(X[:, 0] / 2) if self.growing else 1.0
        weights = self.signal * np.ones(self.features) / np.sqrt(self.features)
        return X, X @ weights + spread * NOISE[self.noise](rng, n)


def covered(one: Ranges, *, from_training: bool = False) -> float:
    """The share of new cases in their range, on average over draws of all cases."""
    rng, found = np.random.default_rng(one.seed), []
    for _ in range(ROUNDS):
        X, y = one.drawn(rng)  # noqa: N806
        fit, held, new = np.split(np.arange(len(y)), [one.fitted, one.fitted + one.calibrated])
        off = np.abs(y - one.learner().fit(X[fit], y[fit]).predict(X))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            reach = regression.conformal_quantile(off[fit] if from_training else off[held], level=0.9)
        found.append(np.mean(one.later * off[new] <= reach))
    return float(np.mean(found))


MORE: dict[str, Learner] = {
    **LEARNERS,
    "the mean": lambda: DummyRegressor(),
    "one neighbor": lambda: KNeighborsRegressor(1),
    "a tree that is fully grown": lambda: DecisionTreeRegressor(random_state=0),
}


def other_models() -> dict[str, Ranges]:
    return {name: Ranges(100 + i, learner, data=diabetes()) for i, (name, learner) in enumerate(MORE.items())}


def other_noise() -> dict[str, Ranges]:
    return {
        f"{noise}{', growing' if growing else ''}": Ranges(200 + 10 * i + growing, noise=noise, growing=growing)
        for i, noise in enumerate(NOISE)
        for growing in (False, True)
    }


def other_calibration_sets() -> dict[str, Ranges]:
    return {f"{n} cases": Ranges(300 + n, calibrated=n) for n in (40, 50, 63, 80, 100, 150, 200, 300, 400)}


def other_measurements() -> dict[str, Ranges]:
    return {
        f"{p} measurements, signal {signal}": Ranges(400 + 10 * p + i, features=p, signal=signal)
        for p in (1, 5, 20, 60)
        for i, signal in enumerate((0.0, 3.0))
    }


def other_places() -> dict[str, Ranges]:
    """New cases whose errors are larger or smaller than before."""
    return {f"× {by}": Ranges(500 + i, later=by) for i, by in enumerate((0.5, 0.8, 1.25, 1.5, 2.0))}


@claim(
    "If new cases are drawn in the same way as 40 to 400 calibration cases, the 90% ranges of split conformal "
    "prediction cover 89% to 92% of the new cases, averaged over draws, whatever the model."
)
@over("other models of the diabetes patients", other_models)
@over("other noise, also with a spread that grows", other_noise)
@over("40 to 400 calibration cases", other_calibration_sets)
@over("other measurements and signals", other_measurements)
@limit("new cases with larger or smaller errors", other_places)
def calibrated_ranges_hold_on_average(one: Ranges) -> bool:
    return 0.89 <= covered(one) <= 0.92


TREES: dict[str, Learner] = {
    f"a tree with at least {leaf} cases a leaf": lambda leaf=leaf: DecisionTreeRegressor(
        min_samples_leaf=leaf, random_state=0
    )
    for leaf in (1, 2, 5, 10)
} | {
    f"a tree of {leaves} leaves": lambda leaves=leaves: DecisionTreeRegressor(max_leaf_nodes=leaves, random_state=0)
    for leaves in (8, 20)
}
BOTH: dict[str, Learner] = {"least squares": LinearRegression, "a tree": TREES["a tree with at least 5 cases a leaf"]}


def fitted_to_patients() -> dict[str, Ranges]:
    return {
        f"{name}, {n} patients": Ranges(600 + 10 * n + i, learner, fitted=n, data=diabetes())
        for i, (name, learner) in enumerate({**BOTH, **TREES}.items())
        for n in (50, 100, 200, 300)
    }


def fitted_under_other_noise() -> dict[str, Ranges]:
    return {
        f"{name}, {noise}, {n} cases": Ranges(700 + 10 * i + j + n, learner, fitted=n, noise=noise)
        for i, noise in enumerate(NOISE)
        for j, (name, learner) in enumerate(BOTH.items())
        for n in (50, 300)
    }


def fitted_to_other_signals() -> dict[str, Ranges]:
    return {
        f"{name}, signal {signal}{', growing spread' if growing else ''}": Ranges(
            800 + 10 * i + j, learner, signal=signal, growing=growing
        )
        for i, signal in enumerate((0.0, 0.5, 2.0, 5.0))
        for j, (name, learner) in enumerate(BOTH.items())
        for growing in (False, True)
    }


def one_measurement() -> dict[str, Ranges]:
    return {f"one measurement, {n} cases": Ranges(900 + n, fitted=n, features=1) for n in (50, 100, 200, 300, 1000)}


@claim(
    "If least squares with ten measurements, or a tree, was fitted to 50 to 300 cases, a 90% range from the residuals "
    "of these same cases covers less than 90% of new cases, averaged over draws."
)
@over("50 to 300 diabetes patients", fitted_to_patients)
@over("other noise", fitted_under_other_noise)
@over("other signals", fitted_to_other_signals)
@limit("least squares with one measurement", one_measurement)
def training_residuals_make_ranges_too_narrow(one: Ranges) -> bool:
    return covered(one, from_training=True) < 0.9


rests("ranges-bet-rank", exact="ranges-each-once-assert")
rests("ranges-bet-score", exact="ranges-score-by-hand-assert")
rests("The next patient and a calibration set", exact="ranges-each-once-assert")
rests("Residuals of the training patients make", claim="training-residuals-make-ranges-too-narrow")
rests("The 90% are an average over calibration sets", exact="ranges-sets-assert")
rests("Where it stops: groups of patients", once="ranges-thirds-assert", by="each ± 0.9% or less")
rests("The interval score of five kinds of ranges", once="ranges-scores-assert", by="+196 ± 6 against the line")
rests("What to report with a range", defines="the coverage on new cases")
rests(
    "A prediction interval",
    claim="calibrated-ranges-hold-on-average",
    when="If new cases are drawn in the same way as 40 to 400 calibration cases",
)
rests(
    "If least squares with ten measurements",
    claim="training-residuals-make-ranges-too-narrow",
    when="If least squares with ten measurements, or a tree, was fitted to 50 to 300 cases",
)
rests("The probability is an average", exact="ranges-sets-assert")
rests("The interval score (区间得分)", exact="ranges-score-by-hand-assert")

"""What *How often is the range right?* concludes; how often ranges hold is tried on other data and models."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.signal import lfilter
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

from claims.forecasts import LEARNERS, Array, Learner, Measured, diabetes
from evalbook import regression
from evalbook_tools.claims import claim, fell, limit, over, rests

ROUNDS, NEW = 400, 100
NOISE: dict[str, Callable[[np.random.Generator, int], Array]] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "Laplace": lambda rng, n: rng.laplace(size=n),
    "exponential": lambda rng, n: rng.exponential(size=n),
    "uniform": lambda rng, n: rng.uniform(-1, 1, size=n),
    "t with 3 degrees of freedom": lambda rng, n: rng.standard_t(3, size=n),
    "lognormal": lambda rng, n: rng.lognormal(size=n),
}
EXTREME: dict[str, Callable[[np.random.Generator, int], Array]] = {
    "Cauchy": lambda rng, n: rng.standard_cauchy(n),
    "lognormal with a long tail": lambda rng, n: np.exp(1.5 * rng.normal(size=n)),
    "one in 20 far off": lambda rng, n: (0.01 + 100 * (rng.random(n) < 0.05)) * rng.normal(size=n),
    "one in 8 far off": lambda rng, n: np.where(rng.random(n) < 0.13, rng.uniform(-5, 5, n), 0.1 * rng.normal(size=n)),
}
TIED: dict[str, Callable[[np.random.Generator, int], Array]] = {
    "1 in 0.5%": lambda rng, n: (rng.random(n) < 0.005).astype(float),
    "1 in 5%": lambda rng, n: (rng.random(n) < 0.05).astype(float),
    "1 in 50%": lambda rng, n: (rng.random(n) < 0.5).astype(float),
    "a count with the mean 0.5": lambda rng, n: rng.poisson(0.5, size=n).astype(float),
    "a count with the mean 1": lambda rng, n: rng.poisson(1, size=n).astype(float),
}
DESIGNS: dict[str, Callable[[np.random.Generator, int, int], Array]] = {
    "normal": lambda rng, n, p: rng.normal(size=(n, p)),
    "correlated": lambda rng, n, p: 0.3 * rng.normal(size=(n, p)) + rng.normal(size=(n, 1)),
    "t with 2 degrees of freedom": lambda rng, n, p: rng.standard_t(2, size=(n, p)),
    "0 or 1": lambda rng, n, p: (rng.random((n, p)) < 0.2).astype(float),
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
    new: int = NEW
    design: str = "normal"
    step: float = 0.0
    """By how much the target is larger where the first measurement is above 0."""
    together: int = 1
    """How many cases in a row belong together, so that their noise has a common part."""
    memory: float = 0.0
    """The correlation of the noise of one case with that of the next."""
    candidates: int = 1
    """The model is chosen from so many, each with half of the measurements, by the smallest calibrated range."""

    def drawn(self, rng: np.random.Generator) -> tuple[Array, Array]:
        """So many cases in random order."""
        n = self.fitted + self.calibrated + self.new
        if self.data is not None:
            chosen = rng.permutation(len(self.data.y))[:n]
            return self.data.X[chosen], self.data.y[chosen]
        X = DESIGNS[self.design](rng, n, self.features)  # noqa: N806
        spread = np.exp(X[:, 0] / 2) if self.growing else 1.0
        weights = self.signal * np.ones(self.features) / np.sqrt(self.features)
        noise = {**NOISE, **EXTREME, **TIED}[self.noise](rng, n)
        if self.together > 1:
            common = np.repeat(rng.normal(size=n // self.together + 1), self.together)[:n]
            noise = np.sqrt(0.9) * common + np.sqrt(0.1) * noise
        if self.memory:
            noise[1:] *= np.sqrt(1 - self.memory**2)
            noise = lfilter([1], [1, -self.memory], noise)
        return X, X @ weights + self.step * (X[:, 0] > 0) + spread * noise


def covered(one: Ranges, *, from_training: bool = False) -> float:
    """The share of new cases in their range, on average over draws of all cases."""
    rng, found = np.random.default_rng(one.seed), []
    for _ in range(ROUNDS):
        X, y = one.drawn(rng)  # noqa: N806
        fit, held, new = np.split(np.arange(len(y)), [one.fitted, one.fitted + one.calibrated])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tried = []
            for _ in range(one.candidates):
                used = X if one.candidates == 1 else X[:, rng.permutation(one.features)[: one.features // 2]]
                off = np.abs(y - one.learner().fit(used[fit], y[fit]).predict(used))
                reach = regression.conformal_quantile(off[fit] if from_training else off[held], level=0.9)
                tried.append((reach, np.mean(one.later * off[new] <= reach)))
        found.append(min(tried)[1])
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


def other_designs() -> dict[str, Ranges]:
    return {
        f"{design} measurements, {name}": Ranges(1000 + 10 * i + j, learner, design=design)
        for i, design in enumerate(DESIGNS)
        for j, (name, learner) in enumerate(BOTH.items())
        if design != "normal"
    }


def cases_that_belong_together() -> dict[str, Ranges]:
    return {f"{m} together": Ranges(1100 + m, together=m) for m in (5, 10, 40)}


def cases_in_a_series() -> dict[str, Ranges]:
    return {f"correlation {r} with the next": Ranges(1200 + i, memory=r) for i, r in enumerate((0.95, 0.98, 0.99))}


def chosen_models() -> dict[str, Ranges]:
    return {f"the best of {m}": Ranges(1300 + m, signal=3.0, candidates=m) for m in (3, 5, 10, 20)}


def targets_with_ties() -> dict[str, Ranges]:
    return {
        f"{noise}, {name}": Ranges(1400 + 10 * i + j, learner, noise=noise, signal=0.0)
        for i, noise in enumerate(TIED)
        for j, (name, learner) in enumerate({"the mean": MORE["the mean"], **BOTH}.items())
    }


@claim(
    "If 40 to 400 calibration cases with a continuous target are drawn independently and in the same way as the new "
    "cases, and if they were used neither to train nor to choose the model, the 90% ranges of split conformal "
    "prediction cover 89% to 92% of the new cases, averaged over draws, whatever the model."
)
@over("other models of the diabetes patients", other_models)
@over("other noise, also with a spread that grows", other_noise)
@over("40 to 400 calibration cases", other_calibration_sets)
@over("other measurements and signals", other_measurements)
@over("measurements with other distributions", other_designs)
@limit("new cases with larger or smaller errors", other_places)
@limit("cases that belong together", cases_that_belong_together)
@limit("cases in a series, each like the one before", cases_in_a_series)
@limit("a model that was chosen with the calibration cases", chosen_models)
@limit("targets with many ties", targets_with_ties)
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
STUMP: Learner = lambda: DecisionTreeRegressor(max_leaf_nodes=2, random_state=0)  # noqa: E731
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


def fitted_to_other_designs() -> dict[str, Ranges]:
    return {
        f"{name}, {design} measurements, {n} cases": Ranges(n + 1500 + 10 * i + j, learner, fitted=n, design=design)
        for i, design in enumerate(DESIGNS)
        for j, (name, learner) in enumerate(BOTH.items())
        for n in (50, 300)
        if design != "normal"
    }


def fitted_under_extreme_noise() -> dict[str, Ranges]:
    return {
        f"{name}, {noise}, {n} cases": Ranges(n + 2000 + 10 * i + j, learner, fitted=n, noise=noise, new=1000)
        for i, noise in enumerate(EXTREME)
        for j, (name, learner) in enumerate(BOTH.items())
        for n in (50, 300)
    }


def fitted_to_a_step() -> dict[str, Ranges]:
    """A tree of two leaves, on a target that depends on one cut, clearly or not at all."""
    return {
        f"step {step:g}, {n} cases": Ranges(n + 2500 + i, STUMP, fitted=n, signal=0.0, step=step, new=1000)
        for i, step in enumerate((0.0, 1.0, 3.0))
        for n in (50, 100, 200, 300)
    }


def fitted_to_ties() -> dict[str, Ranges]:
    """The share of 1s, or the mean of a count; each with the learner on which it falls."""
    return {
        f"{noise}, {name}, {n} cases": Ranges(n + 3000 + i, learner, fitted=n, noise=noise, signal=0.0, new=1000)
        for i, (noise, name, learner) in enumerate(
            [
                ("1 in 0.5%", "least squares", LinearRegression),
                ("1 in 5%", "a tree with at least 5 cases a leaf", BOTH["a tree"]),
                ("1 in 50%", "a tree of 2 leaves", STUMP),
                ("a count with the mean 0.5", "a tree of 2 leaves", STUMP),
            ]
        )
        for n in (52, 100, 300)
    }


def one_measurement() -> dict[str, Ranges]:
    return {f"one measurement, {n} cases": Ranges(900 + n, fitted=n, features=1) for n in (50, 100, 200, 300, 1000)}


@claim(
    "If least squares with ten measurements, or a tree, was fitted to 50 to 300 cases with a continuous target, a 90% "
    "range from the residuals of these same cases covers fewer new cases, averaged over draws, than the same rank of "
    "residuals of held-out cases promises."
)
@over("50 to 300 diabetes patients", fitted_to_patients)
@over("other noise", fitted_under_other_noise)
@over("other signals", fitted_to_other_signals)
@over("measurements with other distributions", fitted_to_other_designs)
@over("noise with extreme values", fitted_under_extreme_noise)
@over("a tree of two leaves, on a step", fitted_to_a_step)
@limit("least squares with one measurement", one_measurement)
@limit("targets with many ties", fitted_to_ties)
def training_residuals_make_ranges_too_narrow(one: Ranges) -> bool:
    promised = np.ceil(round(0.9 * (one.fitted + 1), 9)) / (one.fitted + 1)
    return covered(one, from_training=True) < promised


fell(
    "A 90% range from the residuals of the cases that a model was fitted to covers less than 90% of new cases.",
    became="training-residuals-make-ranges-too-narrow",
    unlike=dict.fromkeys(
        ("If least squares with ten measurements", "We found the same on other data"),
        "compares it with the same rank of held-out residuals",
    ),
)
rests("ranges-bet-rank", exact="ranges-each-once-assert")
rests("ranges-bet-score", exact="ranges-score-by-hand-assert")
rests("The next patient and a calibration set", exact="ranges-each-once-assert")
rests("Residuals of the training patients make", claim="training-residuals-make-ranges-too-narrow")
rests("The 90% is an average over calibration sets", exact="ranges-sets-assert")
rests("Where it stops: groups of patients", once="ranges-thirds-assert", by="each ± 0.9% or less")
rests("The interval score charges", once="ranges-scores-assert", by="tree, 261 in training: +126.7 ± 4.2")
rests("What to report with a range", defines="the coverage on new cases")
rests("A prediction interval", exact="ranges-each-once-assert")
rests(
    "If least squares with ten measurements",
    claim="training-residuals-make-ranges-too-narrow",
    when="If least squares with ten measurements, or a tree, was fitted to 50 to 300 cases with a continuous target",
)
rests("The probability is an average", exact="ranges-sets-assert")
rests("The interval score (区间得分)", exact="ranges-score-by-hand-assert")

"""How true it is what a review says of the best of several models: book/api/review/optimism.csv and unlike.csv.

Run it as ``PYTHONPATH=tests/review python tests/review/optimism.py``: it takes two minutes.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook.review import Finding
from evalbook.review._classification import selection_optimism
from evalbook.review._evaluation import Evaluation

FOLDER = Path(__file__).resolve().parents[2] / "book" / "api" / "review"
EQUAL, UNLIKE = FOLDER / "optimism.csv", FOLDER / "unlike.csv"
HEAD = ["Models", "Test set", "Truth", "Tried", "Too high by"]
HEAD += [f"{name}, {way}" for way in ("alone", "rivals") for name in ("a number", "mean", "exceeded")]
NONE = "none"
"""Where no number is told."""
REPEATS = {2: 400, 20: 300, 200: 100}
DRAWS = 30_000
"""Of so many accuracies, over all models, what the best of them are too high by is the mean."""
SIZE = 10
"""Of a group."""
Counts = NDArray[np.int64]
Places = NDArray[np.intp]


class Setting(NamedTuple):
    """So many models, each right on the same share of all samples to come unless their kind says otherwise."""

    kind: str
    n: int
    truth: float
    models: int

    @property
    def error(self) -> float:
        return float(np.sqrt(self.truth * (1 - self.truth) / self.n))

    @property
    def truths(self) -> NDArray[np.float64]:
        """What the models are worth."""
        truths, place = np.full(self.models, self.truth), np.arange(self.models)
        if self.kind == "spread by one standard error":
            truths += [self.error * NormalDist().inv_cdf((each + 0.5) / self.models) for each in place]
        if self.kind == "one ahead by four":
            truths[0] += 4 * self.error
        if self.kind == "every second hopeless":
            truths -= 0.2 * (place % 2)
        return truths

    def right(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """Which answers of which model (a row) are right."""
        shape = self.models, self.n
        if self.kind == "right or wrong by groups of ten":
            return np.repeat(rng.random((self.models, self.n // SIZE)) < self.truth, SIZE, axis=1).astype(float)
        if self.kind == "hard samples shared":
            hard = rng.random(self.n) < 2 * (1 - self.truth)
            return np.where(hard, rng.random(shape) < 0.5, 1.0)
        return (rng.random(shape) < self.truths[:, np.newaxis]).astype(float)

    def counts(self, rng: np.random.Generator) -> Counts:
        """How many answers of which model (a column) are right, in many draws."""
        shape = DRAWS // self.models + 1000, self.models
        if self.kind == "right or wrong by groups of ten":
            return SIZE * rng.binomial(self.n // SIZE, self.truth, shape)
        if self.kind == "hard samples shared":
            hard = rng.binomial(self.n, 2 * (1 - self.truth), (shape[0], 1))
            return self.n - hard + rng.binomial(hard, 0.5, shape)
        return rng.binomial(self.n, self.truths, shape)

    @property
    def group(self) -> NDArray[np.int64] | None:
        return np.arange(self.n) // SIZE if "groups" in self.kind else None


def best_of(accuracy: NDArray[np.float64], rng: np.random.Generator) -> Places:
    """The place of the best, in each row; of equal ones a random one."""
    found: Places = (accuracy + 1e-9 * rng.random(accuracy.shape)).argmax(axis=-1)
    return found


class Told(NamedTuple):
    """What a review says of a choice, or of many on average."""

    number: float
    """Whether it tells a number, and how often."""
    mean: float
    """What it tells: 0 where it looked and found too little to tell, nan where it says that it cannot look."""
    exceeded: float
    """How often the choice is too high by more than what is told of one in twenty; of those where that is told."""


def told(setting: Setting, right: NDArray[np.float64], high: float) -> Told:
    """What the review says of these models, the best first, which is too high by so much."""
    truth = np.ones(setting.n, dtype=int)
    model, *rivals = right.astype(int)
    found = selection_optimism(
        Evaluation(
            true=truth,
            classes=[0, 1],
            pos_label=1,
            predicted=model,
            score=None,
            prob=None,
            group=setting.group,
            rivals=rivals,
            models_tried=setting.models,
        )
    )
    if isinstance(found, Finding):
        return Told(True, found.value, high > found.evidence["at_most"])
    return Told(False, 0.0 if found is None else np.nan, np.nan)


def mean_of(each: list[Told]) -> Told:
    number, mean, exceeded = np.array(each, dtype=float).T
    return Told(number.mean(), *(float(np.nanmean(part)) if number.any() else np.nan for part in (mean, exceeded)))


def alone(setting: Setting, rng: np.random.Generator) -> tuple[float, Told]:
    """By how much the best is too high on average, and what the review says of it, if it sees no other model."""
    counts = setting.counts(rng)
    best = best_of(counts / setting.n, rng)
    right = counts[np.arange(len(counts)), best]
    high = right / setting.n - setting.truths[best]

    @cache
    def of(place: int, k: int) -> Told:
        right = (np.arange(setting.n) < k).astype(float)
        return told(setting, right[np.newaxis], k / setting.n - setting.truths[place])

    return float(high.mean()), mean_of(list(map(of, best.tolist(), right.tolist())))


def with_rivals(setting: Setting, rng: np.random.Generator) -> Told:
    """What the review says of the best, if it sees all models."""
    each = []
    for _ in range(REPEATS[setting.models]):
        right = setting.right(rng)
        accuracy = right.mean(axis=1)
        best = int(best_of(accuracy, rng))
        order = np.argsort(np.arange(setting.models) != best, kind="stable")
        each.append(told(setting, right[order], accuracy[best] - setting.truths[best]))
    return mean_of(each)


def row_of(setting: Setting) -> list[str]:
    seed = [setting.n, round(1000 * setting.truth), setting.models, len(setting.kind)]
    true, one = alone(setting, np.random.default_rng(seed))
    all_ = with_rivals(setting, np.random.default_rng(seed))
    cells = [setting.kind, f"{setting.n:,} samples", f"{setting.truth:g}", str(setting.models), f"{max(true, 0.0):.5f}"]
    for each in (one, all_):
        cells += [f"{each.number:.0%}", *([NONE, NONE] if np.isnan(each.exceeded) else _shown(each))]
    return cells


def _shown(each: Told) -> list[str]:
    return [f"{each.mean:.5f}", f"{each.exceeded:.1%}"]


SETTINGS = {
    EQUAL: [
        Setting("equal and independent", n, truth, models)
        for n, truths in {50: (0.6, 0.9, 0.99), 500: (0.6, 0.9, 0.95, 0.99), 5000: (0.6, 0.9, 0.99)}.items()
        for truth in truths
        for models in (2, 20, 200)
    ],
    UNLIKE: [
        Setting(kind, n, truth, models)
        for kind in (
            "hard samples shared",
            "right or wrong by groups of ten",
            "spread by one standard error",
            "every second hopeless",
            "one ahead by four",
        )
        for n, truth in ((500, 0.6), (5000, 0.9))
        for models in (2, 20, 200)
    ],
}


def write() -> None:
    for path, settings in SETTINGS.items():
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = [HEAD, *map(row_of, settings)]
            csv.writer(file, lineterminator="\n").writerows(rows if path == UNLIKE else [row[1:] for row in rows])


if __name__ == "__main__":
    write()

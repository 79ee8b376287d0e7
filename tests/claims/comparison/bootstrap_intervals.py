"""What *Bootstrap intervals* concludes of F1 with few positives, and of images of the same patients."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook import comparison
from evalbook_tools.claims import claim, fell, limit, over, rests

TRIED, ROUNDS = 2000, 500
Array = NDArray[Any]


def held(low: Array, high: Array, truth: float) -> float:
    return float(np.mean((low <= truth) & (truth <= high)))


# ---------------------------------------------------------------- F1 with few positives


class Model(NamedTuple):
    """Of how many patients how many are expected to be sick, to be called though healthy, and what share is found."""

    seed: int
    n: int = 100
    sick: float = 5
    alarms: float = 1.9
    recall: float = 0.6

    @property
    def rates(self) -> Array:
        """Of found, alarmed for nothing, missed, left alone."""
        counts = [self.sick * self.recall, self.alarms, self.sick * (1 - self.recall)]
        return np.array([*counts, self.n - sum(counts)]) / self.n


def f1(counts: Array) -> Array:
    tp, fp, fn, _ = np.moveaxis(counts, -1, 0)
    return 2 * tp / (2 * tp + fp + fn)


def of_the_draws(model: Model, rng: np.random.Generator, tests: Array) -> Array:
    """The percentile interval of each test set."""
    with np.errstate(invalid="ignore"):
        rounds = f1(rng.multinomial(model.n, tests / model.n, (ROUNDS, len(tests))))
    found: Array = np.nanquantile(rounds, [0.025, 0.975], axis=0)
    return found


def by_wilson(tests: Array) -> Array:
    """Wilson's interval of the found among the sick and the called, put into F1."""
    bounds = np.array([[*comparison.proportion_interval(tp, tp + fp + fn)] for tp, fp, fn, _ in tests]).T
    return 2 * bounds / (1 + bounds)


@claim(
    "Where five sick patients are expected, half of them or more are found and half of the calls or more are right,"
    " Wilson's interval of the found among the sick and the called, put into F1, holds the truth more often than the"
    " percentile interval."
)
@over(
    "half to nineteen of twenty found",
    lambda: {f"recall {r}": Model(1100 + i, recall=r) for i, r in enumerate((0.5, 0.6, 0.7, 0.8, 0.9, 0.95))},
)
@over(
    "a half to three false alarms expected, three found",
    lambda: {f"{fp} alarms": Model(1200 + i, alarms=fp) for i, fp in enumerate((0.5, 1, 1.5, 2, 2.5, 3))},
)
@over(
    "50 to 10,000 patients",
    lambda: {f"{n} patients": Model(1300 + i, n) for i, n in enumerate((50, 100, 200, 500, 1000, 10_000))},
)
@limit(
    "twenty to two hundred sick expected",
    lambda: {f"{s} sick": Model(1400 + s, 2000, s, 0.4 * s) for s in (20, 50, 100, 200)},
)
def wilson_holds_f1(model: Model) -> bool:
    rng = np.random.default_rng(model.seed)
    tests = rng.multinomial(model.n, model.rates, TRIED)
    tests = tests[tests[:, :3].any(axis=1)]
    truth = float(f1(model.rates))
    drawn, wilson = of_the_draws(model, rng, tests), by_wilson(tests)
    return held(*wilson, truth) > held(*drawn, truth)


# ---------------------------------------------------------------- images of the same patients


class Study(NamedTuple):
    """Patients with ten images each, and how the share that the model gets right varies among them."""

    seed: int
    alike: float = 1 / 6
    """The correlation of two images of one patient."""
    accuracy: float = 0.8
    patients: int = 20
    two_kinds: bool = False
    """Half of the patients are easy and half hard; otherwise shares as a beta distribution has them."""

    def shares(self, rng: np.random.Generator) -> Array:
        size, mean = (TRIED, self.patients), self.accuracy
        if self.two_kinds:
            return mean + rng.choice([-1, 1], size) * np.sqrt(self.alike * mean * (1 - mean))
        both = 1 / self.alike - 1
        return rng.beta(mean * both, (1 - mean) * both, size)


def in_the_middle(rounds: Array) -> Array:
    found: Array = np.quantile(rounds, [0.025, 0.975], axis=0)
    return found


@claim(
    "With ten images each of twenty patients or more, which correlate by .1 or more within a patient, the 95% interval"
    " that draws images holds the truth in fewer than 90% of the studies, and the one that draws patients in more."
)
@over(
    "correlations of .1 to .9",
    lambda: {f"{r}": Study(500 + i, r) for i, r in enumerate((0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 0.9))},
)
@over(
    "half to nineteen of twenty images right",
    lambda: {f"{a}": Study(600 + i, accuracy=a) for i, a in enumerate((0.5, 0.6, 0.7, 0.8, 0.9, 0.95))},
)
@over(
    "20 to 200 patients",
    lambda: {f"{n} patients": Study(700 + n, patients=n) for n in (20, 30, 50, 100, 200)},
)
@over(
    "two kinds of patients, half and half",
    lambda: {
        f"{r}, {a} right": Study(800 + 10 * i + j, r, a, two_kinds=True)
        for i, r in enumerate((0.1, 0.15, 0.2))
        for j, a in enumerate((0.5, 0.6, 0.7, 0.8))
    },
)
@limit("independent images", lambda: {f"{n} patients": Study(900 + n, 1e-6, patients=n) for n in (20, 50, 100)})
def images_are_not_patients(study: Study) -> bool:
    rng = np.random.default_rng(study.seed)
    n = study.patients
    right = rng.binomial(10, study.shares(rng))
    of_images = rng.binomial(10 * n, right.sum(axis=1) / (10 * n), (ROUNDS, TRIED)) / (10 * n)
    of_patients = rng.multinomial(n, np.full(n, 1 / n), ROUNDS) @ right.T / (10 * n)
    by_image, by_patient = (held(*in_the_middle(rounds), study.accuracy) for rounds in (of_images, of_patients))
    return by_image < 0.9 and by_image < by_patient


fell("More than half of the misses of the percentile interval have one cause.", became="gone")
fell(
    "Where five sick patients are expected and half of them or more are found, Wilson's interval of the found among the"
    " sick and the called, put into F1, holds the truth more often than the percentile interval, and is narrower.",
    became="wilson-holds-f1",
)
fell(
    "Where five sick patients are expected, half of them or more are found and half of the calls or more are right,"
    " that interval is also narrower on average.",
    became="gone",
)
fell("No method can make a narrow interval from the seven patients that F1 sees.", became="wilson-holds-f1")
fell("Ten images of an easy patient are nearly ten times the same answer.", became="images-are-not-patients")
fell("Intervals by image hold the truth in about three studies of four.", became="images-are-not-patients")

rests("intervals-bet-1", once="dbb9cc3e", by="rounds in which F1 is 0: 4.6%")
rests("The bootstrap draws the test set again", exact="d22183a1")
rests("Coverage: with five sick patients", claim="wilson-holds-f1")
rests("intervals-bet-2", claim="images-are-not-patients")
rests("Ten images of one patient", claim="images-are-not-patients")
rests("An interval for any metric", defines="The rows to draw")
rests("What to report with a bootstrap interval", defines="what was drawn")
rests("The {term}`bootstrap` (自助法) draws", defines="percentile interval")
rests(
    "An interval for F1 depends",
    claim="wilson-holds-f1",
    when="five sick patients are expected, half of them or more are found and half of the calls or more are right",
)
rests(
    "Draw what was drawn",
    claim="images-are-not-patients",
    when="ten images each of twenty patients or more, which correlate by .1 or more",
)
rests("With an interval, report", defines="what was drawn")

"""What *Cross-validation* concludes of repeated folds; what it says of its clinics is counted on the page."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine

from claims.recipes import LEARNERS, LINE, Array, Score
from claims.settings import SHARES
from evalbook.teaching import examples
from evalbook_tools.claims import claim, fell, over, rests

REPEATS = 20
WEAK, STRONG = 0.15, 0.5
SIGNALS = (0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)


class Clinics(NamedTuple):
    """Clinics with patients of their own, ten measurements of each; the label shifts five of them."""

    seed: int
    learner: Score = LINE
    n: int = 60
    shift: float = 0.3
    sick: float = 0.5
    file: str | None = None  # patients of a data set instead


def drawn(setting: Clinics, clinics: int, rng: np.random.Generator) -> tuple[Array, Array]:
    if setting.file:
        x, y = files()[setting.file]
        mine = rng.permuted(np.tile(np.arange(len(y)), (clinics, 1)), axis=1)[:, : setting.n]
        return x[mine], y[mine]
    y = rng.choice([-1.0, 1.0], (clinics, setting.n), p=[1 - setting.sick, setting.sick])
    x = rng.standard_normal((clinics, setting.n, 10))
    x[..., :5] += setting.shift * y[..., None]
    return x, y


@cache
def files() -> dict[str, tuple[Array, Array]]:
    tumors, wine, iris, digits, diabetes = (
        (load().data, load().target) for load in (load_breast_cancer, load_wine, load_iris, load_digits, load_diabetes)
    )
    survey = examples.health_survey()
    found = {
        "tumors": (tumors[0][:, :10], tumors[1] == 0),
        "wine": (wine[0], wine[1] == 1),
        "irises": (iris[0], iris[1] == 1),
        "digits, even or odd": (digits[0], digits[1] % 2 == 1),
        "diabetes, above the median": (diabetes[0], diabetes[1] > np.median(diabetes[1])),
        "survey, poor health": (survey.answers, survey.poor == 1),
    }
    return {
        name: ((x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9), np.where(y, 1.0, -1.0))
        for name, (x, y) in found.items()
    }


def ten_folds(y: Array, rng: np.random.Generator) -> Array:
    """The fold of each patient, dealt out class by class."""
    return (y + rng.random(y.shape)).argsort(axis=1).argsort(axis=1) % 10


def errors_of_the_mean(setting: Clinics, clinics: int = 100) -> tuple[float, float]:
    """The standard error of the mean of all scores: as they claim it, and from clinic to clinic."""
    rng = np.random.default_rng(setting.seed)
    x, y = drawn(setting, clinics, rng)
    scores = []
    for _ in range(REPEATS):
        fold = ten_folds(y, rng)
        right = setting.learner(x, y, fold)
        scores += [np.sum(right & (fold == k), axis=1) / (setting.n / 10) for k in range(10)]
    table = np.transpose(scores)
    return float(table.std(axis=1, ddof=1).mean() / np.sqrt(table.shape[1])), float(table.mean(axis=1).std(ddof=1))


def other_learners() -> dict[str, Clinics]:
    choices = [(name, shift) for name in LEARNERS for shift in (WEAK, STRONG)]
    return {
        f"{name}, shift {shift}": Clinics(100 + seed, LEARNERS[name], shift=shift)
        for seed, (name, shift) in enumerate(choices)
    }


def other_sizes() -> dict[str, Clinics]:
    return {f"{n} patients": Clinics(200 + n, n=n) for n in (30, 50, 100, 150, 200)}


def other_signals() -> dict[str, Clinics]:
    """From none to a line that is right in 97 of 100 patients."""
    return {f"shift {shift}": Clinics(300 + seed, shift=shift) for seed, shift in enumerate(SIGNALS)}


def other_shares() -> dict[str, Clinics]:
    choices = [(share, shift) for share in SHARES for shift in (WEAK, STRONG)]
    return {
        f"{share:.0%} sick, shift {shift}": Clinics(500 + seed, shift=shift, sick=share)
        for seed, (share, shift) in enumerate(choices)
    }


def other_data() -> dict[str, Clinics]:
    return {
        name: Clinics(400 + seed, LEARNERS["five neighbors"], file=name) for seed, name in enumerate(sorted(files()))
    }


@claim(
    "The standard error computed from the accuracies of twenty repetitions of ten folds is at most half the true"
    " standard error of their mean."
)
@over("other learners, a weak and a strong signal", other_learners)
@over("30 to 200 patients", other_sizes)
@over("no signal to a strong one", other_signals)
@over("five nearest neighbors, sixty of another data set", other_data)
@over("5 to 50% sick, a weak and a strong signal", other_shares)
def repeating_claims_too_little(setting: Clinics) -> bool | None:
    claimed, real = errors_of_the_mean(setting)
    return real >= 2 * claimed if real else None


# Tried with four lines at a weak and a strong signal, five sizes, seven signals: held in 4 of 8, 5 of 5, 5 of 7.
fell(
    "With the number of patients, Wilson's 95% interval holds the accuracy of the model in 90% of clinics or more.",
    became="gone",
)
fell(
    "Twenty repetitions of ten folds claim at most half of the standard error that their mean has.",
    became="repeating-claims-too-little",
    unlike={
        "The standard error computed from the accuracies": "the claim that it became, of the accuracies",
    },
)
fell("The dummy in the same folds says what a score is worth.", became="gone")
fell("The steeper a learning curve still is, the more new patients would bring.", became="gone")
fell(
    "By lot the bias is larger: whatever a test part has too many of, the training part has too few of.", became="gone"
)
fell("Shuffle, and stratify, whatever the rows are.", became="gone")
fell("The spread of the scores says only that the folds are small.", became="gone")

rests("cross-bet-1", exact="374590a2")
rests("What each round learns from", exact="48134ead-assert")
rests("Shuffled or stratified", exact="48134ead-assert")
rests("Ten folds of six patients", exact="2b5f39ed")
rests("cross-bet-2", once="36924d49-assert", by="repeating-claims-too-little")
rests("What repeating the folds adds", claim="repeating-claims-too-little")
rests("Count patients, not scores", once="cross-smooth-assert", by="200 scores | 60 | 30 | 20 | 43")
rests("Two folds are too pessimistic", once="e8d5169f", by="−0.023 | 0.008")
rests("What to report with the estimate", defines="how many patients were tested")
rests("Cross-validation (", defines="each fold is the test set once")
rests("If the samples are independent", exact="374590a2")
rests(
    "{py:func}`~evalbook.splits.repeated_k_fold` averages",
    claim="repeating-claims-too-little",
    when="the accuracies of twenty repetitions of ten folds",
)
rests("In the clinics of 30", once="e8d5169f", by="−0.023 | 0.008")

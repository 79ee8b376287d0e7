"""What *The bootstrap* concludes of the out-of-bag error and of one hold-out test; the rest is counted or algebra."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from claims.clinics import (
    DISTRIBUTIONS,
    LEARNERS,
    Clinics,
    files,
    least_squares,
    nearest_mean,
    right_by_folds,
    samples,
    stratified,
)
from claims.settings import SHARES
from evalbook_tools.claims import claim, fell, over, rests

Array = NDArray[Any]
OTHERS, ROUNDS = 100, 10


def truth(setting: Clinics, x: Array, y: Array, taught: int) -> Array:
    """The accuracy on the other patients, when the first of each clinic teach."""
    train = np.broadcast_to(np.arange(y.shape[1]) < taught, y.shape)
    right = setting.learner(x, y, train) == (y == 1)
    return right[:, setting.n :].mean(axis=1)


def out_of_bag(setting: Clinics, x: Array, y: Array) -> Array:
    """The accuracy on who was not drawn, a mean over the rounds; clinics whose draws lack a class have none."""
    rng = np.random.default_rng(setting.seed + 1)
    found = []
    for _ in range(ROUNDS):
        drawn = rng.integers(setting.n, size=y.shape)
        counts = np.apply_along_axis(np.bincount, 1, drawn, minlength=setting.n)
        with np.errstate(invalid="ignore"):  # 0 / 0 where a class was not drawn
            right = setting.learner(x, y, counts) == (y == 1)
        both = (np.sum(counts * y, axis=1) > 0) & (np.sum(counts * (1 - y), axis=1) > 0)
        found.append(np.where(both, np.sum(right * (counts == 0), axis=1) / np.sum(counts == 0, axis=1), np.nan))
    return np.nanmean(found, axis=0)


# ---------------------------------------------------------------- what thirty draws teach

STEEP = least_squares
SIGNALS = [(1, 1.0), (1, 2.0), (3, 1.0), (3, 2.0), (5, 0.5), (5, 1.0), (10, 0.5), (10, 1.0)]


def weak(seed: int, **options: Any) -> Clinics:
    """Ten measurements, three of which tell a little, and least squares, which learns slowly."""
    return Clinics(seed, **{"learner": STEEP, "shift": 1, "shifted": 3, "others": OTHERS} | options)


def other_learners() -> dict[str, Clinics]:
    choices = [(name, m, d) for name in LEARNERS for m, d in ((3, 1.0), (3, 2.0), (10, 1.0))]
    return {
        f"{name}, {m} of ten shifted by {d}": weak(3100 + i, learner=LEARNERS[name], shifted=m, shift=d)
        for i, (name, m, d) in enumerate(choices)
    }


def other_sizes() -> dict[str, Clinics]:
    """A third as many measurements as patients, so that a patient more still teaches something."""
    return {f"{n} patients": weak(3200 + n, n=n, measured=n // 3, shifted=n // 6) for n in (21, 30, 39, 51, 60, 75)}


def other_files() -> dict[str, Clinics]:
    choices = [(file, name) for file in files() for name in ("nearest mean", "one neighbor", "least squares")]
    content = files()
    return {
        f"{file}, {name}": Clinics(3300 + i, LEARNERS[name], file=content[file], others=OTHERS)
        for i, (file, name) in enumerate(choices)
    }


@claim(
    "Where 63% of the patients teach a model less than all do, by a point of accuracy or more, the out-of-bag error is"
    " too high on average."
)
@over("other draws", lambda: [weak(3000 + seed) for seed in range(20)], draws=True)
@over("other learners, three signals", other_learners)
@over("21 to 75 patients", other_sizes)
@over("other signals", lambda: {f"{m} by {d}": weak(3400 + i, shifted=m, shift=d) for i, (m, d) in enumerate(SIGNALS)})
@over(
    "other distributions",
    lambda: {name: weak(3500 + i, drawn=drawn) for i, (name, drawn) in enumerate(DISTRIBUTIONS.items())},
)
@over("other files, three learners", other_files)
@over(
    "5 to 50% sick, of 60 patients",
    lambda: {
        f"{share:.0%}": weak(3600 + i, n=60, measured=20, shifted=10, sick=share) for i, share in enumerate(SHARES)
    },
)
def draws_teach_less(setting: Clinics) -> bool | None:
    x, y = samples(setting)
    whole = truth(setting, x, y, setting.n).mean()
    if whole - truth(setting, x, y, round(0.632 * setting.n)).mean() < 0.01:
        return None
    here = slice(setting.n)
    return bool(np.nanmean(out_of_bag(setting, x[:, here], y[:, here])) < whole)


# ---------------------------------------------------------------- one test, or ten folds


def tested(seed: int, **options: Any) -> Clinics:
    return Clinics(seed, **{"learner": nearest_mean, "shift": 1, "shifted": 3, "others": OTHERS} | options)


@claim(
    "Of models that err and tell the classes apart, one stratified test of 30% misses the truth by more than ten"
    " stratified folds do, in the root mean square."
)
@over("other draws", lambda: [tested(4000 + seed) for seed in range(20)], draws=True)
@over(
    "other learners, strong and weak signals",
    lambda: {
        f"{name}, {m} of ten shifted by {d}": tested(4100 + 10 * i + m, learner=learner, shifted=m, shift=d)
        for i, (name, learner) in enumerate(LEARNERS.items())
        for m, d in ((0, 0), (3, 1), (10, 1.5))
    },
)
@over("20 to 100 patients", lambda: {f"{n} patients": tested(4200 + n, n=n) for n in (20, 30, 40, 50, 70, 100)})
@over(
    "other distributions",
    lambda: {name: tested(4300 + i, drawn=drawn) for i, (name, drawn) in enumerate(DISTRIBUTIONS.items())},
)
@over(
    "other files, two learners",
    lambda: {
        f"{file}, {name}": Clinics(4400 + 10 * i + k, LEARNERS[name], file=content, others=OTHERS)
        for i, (file, content) in enumerate(files().items())
        for k, name in enumerate(("nearest mean", "one neighbor"))
    },
)
@over(
    "5 to 50% sick, of 100 patients, two learners",
    lambda: {
        f"{share:.0%}, {name}": tested(4700 + 10 * i + k, n=100, sick=share, learner=LEARNERS[name])
        for i, share in enumerate(SHARES)
        for k, name in enumerate(("nearest mean", "one neighbor"))
    },
)
def one_test_misses_more(setting: Clinics) -> bool:
    x, y = samples(setting)
    right = truth(setting, x, y, setting.n)
    x, y = x[:, : setting.n], y[:, : setting.n]
    place = stratified(y, setting.seed + 1)
    ten = right_by_folds(x, y, place % 10, setting.learner)
    asked = place % 10 < 3
    one = np.sum((setting.learner(x, y, ~asked) == (y == 1)) * asked, axis=1) / asked.sum(axis=1)
    return bool(np.mean((one - right) ** 2) > np.mean((ten - right) ** 2))


fell(
    "One stratified test of 30% misses the truth by more than ten stratified folds do, in the root mean square.",
    became="one-test-misses-more",
)
fell(
    "A model that remembers is exposed by out-of-bag error: with a training error near 0, report it instead of .632.",
    became="gone",
)
fell("With a hundred patients or fewer, repeated folds are the split to choose.", became="gone")
fell("For the spread of a number, the bootstrap of the answers is the split to choose.", became="gone")

fell(
    "Beside an out-of-bag error of 200 rounds: in the 200 clinics its interval holds the truth in 87%, counted with ten"
    " rounds.",
    became="gone",
)
fell(
    "The no-information rate γ of .632+ is what guessing the larger class gets wrong.",
    became="gone",
    unlike={"If X is 0, this is .632": "it says that γ is not that error"},
)
fell(
    "The .632 estimate is too low only for a model that remembers its patients.",
    became="gone",
    unlike={
        "A training error of 0 only shows": "it says what the estimate is for one model, not when it is too low",
        "It only means that the model remembers": "it says what the estimate is for one model, not when it is too low",
    },
)

rests("boot-bet-1", exact="e0bf5ea3")
rests("An urn of two names, and an urn of a thousand", exact="e0bf5ea3")
rests("Out-of-bag: the urn leaves a test set", exact="f664d000")
rests("What thirty draws teach the nearest neighbor", claim="draws-teach-less")
rests("The .632 estimate: between", defines=".632 estimate")
rests("boot-bet-2", once="76710d1d-assert", by=".632 0.311 ± 0.008")
rests("What .632 reports on coin flips", once="76710d1d-assert", by=".632 0.311 ± 0.008")
rests("Four ways, the same thirty patients", claim="one-test-misses-more")
rests("What to report with the number", defines="how many rounds")
rests("If you draw n times with replacement", exact="e0bf5ea3")
rests("The {term}`bootstrap`", claim="draws-teach-less", when="teach a model less than all do")
rests("The {term}`.632 estimate <632 estimate>` (", once="76710d1d-assert", by=".632 0.430 ± 0.010")
rests("To choose a split", once="3b0ee46b-assert", by="| out-of-bag | 0.025 | 0.009 | 0.068 | 0.011 | 0.006 |")

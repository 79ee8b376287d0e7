"""What *Leave-one-out* concludes of its spread, beside that of ten stratified folds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from evalbook_tools.claims import claim, fell, over, rests

SAMPLES = 500
Array = NDArray[Any]
Learner = Callable[[Array, Array, Array], Array]
"""Of measurements, labels and who trains, a row a sample of patients: whom it calls sick."""


# ---------------------------------------------------------------- learners


def means(x: Array, y: Array, train: Array) -> tuple[Array, Array]:
    """Of the sick and of the healthy."""
    sick, healthy = ((y == label) & train for label in (1, 0))
    return mean(x, sick), mean(x, healthy)


def mean(x: Array, of: Array) -> Array:
    return (of[:, None, :] @ x)[:, 0] / of.sum(axis=1, keepdims=True)


def gap_over_spread(x: Array, y: Array, train: Array) -> Array:
    above, below = means(x, y, train)
    return np.abs(above - below) / np.sqrt(np.maximum(mean(x**2, train) - mean(x, train) ** 2, 1e-12))


def gap(x: Array, y: Array, train: Array) -> Array:
    above, below = means(x, y, train)
    return np.abs(above - below)


def right_answers(x: Array, y: Array, train: Array) -> Array:
    above, below = (one[:, None] for one in means(x, y, train))
    called = (x - (above + below) / 2) * (above - below) > 0
    return mean(called == (y == 1)[..., None], train)


def best_measurement(worth: Learner = gap_over_spread, *, cut_at_the_mean: bool = False) -> Learner:
    """Only the measurement that is worth most is looked at: on which side of a cut?"""

    def learn(x: Array, y: Array, train: Array) -> Array:
        best = worth(x, y, train).argmax(axis=1)[:, None, None]
        kept = np.take_along_axis(x, best, axis=2)
        above, below = means(kept, y, train)
        cut = mean(kept, train) if cut_at_the_mean else (above + below) / 2
        return (kept[..., 0] - cut) * (above - below) > 0

    return learn


def nearest_mean(x: Array, y: Array, train: Array) -> Array:
    above, below = (one[:, None] for one in means(x, y, train))
    return np.sum((x - above) ** 2, axis=2) < np.sum((x - below) ** 2, axis=2)


def least_squares(x: Array, y: Array, train: Array) -> Array:
    z = np.concatenate([np.ones((*y.shape, 1)), x], axis=2)
    seen = (z * train[..., None]).transpose(0, 2, 1)
    weights = np.linalg.solve(seen @ z + 1e-9 * np.eye(z.shape[2]), seen @ y[..., None])
    return (z @ weights)[..., 0] > 1 / 2


def neighbors(k: int) -> Learner:
    def learn(x: Array, y: Array, train: Array) -> Array:
        length = np.sum(x**2, axis=2)
        distance = length[:, None] - 2 * x @ x.transpose(0, 2, 1)  # from row to column, but for what a row shares
        distance = np.where(train[:, None], distance, np.inf)
        nearest = np.argpartition(distance, k - 1, axis=2)[..., :k]
        return np.take_along_axis(y[:, None], nearest, axis=2).mean(axis=2) > 1 / 2

    return learn


LEARNERS = {
    "nearest mean": nearest_mean,
    "one neighbor": neighbors(1),
    "three neighbors": neighbors(3),
    "five neighbors": neighbors(5),
    "least squares": least_squares,
    "best measurement": best_measurement(),
    "best measurement, by right answers": best_measurement(right_answers),
}


# ---------------------------------------------------------------- samples of patients


class Clinics(NamedTuple):
    """Where clinics draw their patients, and what learns from them."""

    seed: int
    learner: Learner = best_measurement()
    n: int = 30
    measured: int = 10
    shift: float = 0
    """How many standard deviations lie between the classes, in each of the measurements that are shifted."""
    shifted: int = 0
    sick: float = 0.5
    drawn: Callable[[np.random.Generator, tuple[int, ...]], Array] = np.random.Generator.standard_normal
    file: tuple[Array, Array] | None = None
    """Measurements and labels to draw from, instead."""
    coins: bool = False
    """The labels of the file are replaced."""


def samples(setting: Clinics) -> tuple[Array, Array]:
    """A row a clinic; each has three patients of a class or more."""
    rng = np.random.default_rng(setting.seed)
    shape = (2 * SAMPLES, setting.n)
    if setting.file is None:
        y = (rng.random(shape) < setting.sick).astype(int)
        shifts = np.where(np.arange(setting.measured) < setting.shifted, setting.shift, 0)
        x = setting.drawn(rng, (*shape, setting.measured)) + y[..., None] * shifts
    else:
        rows = rng.random((2 * SAMPLES, len(setting.file[1]))).argsort(axis=1)[:, : setting.n]
        x, y = (column[rows] for column in setting.file)
        y = (rng.random(shape) < setting.sick).astype(int) if setting.coins else y
    enough = (y.sum(axis=1) >= 3) & (y.sum(axis=1) <= setting.n - 3)
    return x[enough][:SAMPLES], y[enough][:SAMPLES]


def estimates(setting: Clinics) -> tuple[Array, Array]:
    """Of each clinic the accuracy by leave-one-out, and by ten stratified folds."""
    x, y = samples(setting)
    lots = np.random.default_rng(setting.seed + 1).random(y.shape)
    in_turn = np.argsort(y + lots, axis=1).argsort(axis=1)  # first the healthy, then the sick
    found = []
    for fold in (np.broadcast_to(np.arange(setting.n), y.shape), in_turn % 10):
        right = np.empty(y.shape, bool)
        for k in range(fold.max() + 1):
            tested = fold == k
            right[tested] = (setting.learner(x, y, ~tested) == (y == 1))[tested]
        found.append(right.mean(axis=1))
    return found[0], found[1]


# ---------------------------------------------------------------- a choice among measurements that say little

SHIFTS = [(0, 0), (1, 0.25), (1, 0.5), (2, 0.5), (3, 0.5), (5, 0.25), (5, 0.5), (10, 0.25), (10, 0.5)]
DISTRIBUTIONS: dict[str, Callable[[np.random.Generator, tuple[int, ...]], Array]] = {
    "normal": np.random.Generator.standard_normal,
    "heavy tails (t, 3 degrees)": lambda rng, shape: rng.standard_t(3, shape),
    "uniform": lambda rng, shape: rng.random(shape),
    "skewed (exponential)": lambda rng, shape: rng.exponential(size=shape),
    "whole numbers from 0 to 4": lambda rng, shape: rng.integers(5, size=shape).astype(float),
    "correlated": lambda rng, shape: rng.standard_normal(shape) + rng.standard_normal((*shape[:2], 1)),
}
CHOICES = {
    "largest gap, in spreads": best_measurement(),
    "largest gap, cut at the mean of all": best_measurement(cut_at_the_mean=True),
    "largest gap, as measured": best_measurement(gap),
    "most right answers": best_measurement(right_answers),
    "most right answers, cut at the mean of all": best_measurement(right_answers, cut_at_the_mean=True),
}


def files() -> dict[str, tuple[Array, Array]]:
    """Measurements, each divided by its spread, and whether a label is 1."""
    cancer, wine, digits, iris = load_breast_cancer(), load_wine(), load_digits(), load_iris()
    raw = {
        "tumors, ten means": (cancer.data[:, :10], cancer.target == 0),
        "tumors, ten errors": (cancer.data[:, 10:20], cancer.target == 0),
        "tumors, ten worst": (cancer.data[:, 20:], cancer.target == 0),
        "tumors, thirty": (cancer.data, cancer.target == 0),
        "wines, the first sort": (wine.data, wine.target == 0),
        "wines, the second sort": (wine.data, wine.target == 1),
        "digits, even or odd": (digits.data, digits.target % 2 == 0),
        "irises, the second species": (iris.data, iris.target == 1),
    }
    for pair in ((3, 8), (1, 7), (4, 9), (0, 6)):
        these = np.isin(digits.target, pair)
        raw[f"digits, {pair[0]} or {pair[1]}"] = digits.data[these], digits.target[these] == pair[0]
    return {
        name: ((x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9), np.asarray(y).astype(int))
        for name, (x, y) in raw.items()
    }


def labels_by_coin() -> dict[str, Clinics]:
    wide = {name: file for name, file in files().items() if file[0].shape[1] >= 10}
    return {name: Clinics(600 + i, file=file, coins=True) for i, (name, file) in enumerate(wide.items())}


@claim(
    "Where the classes lie half a standard deviation apart or less in every measurement, a learner that keeps only the"
    " best of ten measurements or more spreads more by leave-one-out than by ten stratified folds."
)
@over("other draws", lambda: [Clinics(seed) for seed in range(20)], draws=True)
@over("20 to 100 patients", lambda: {f"{n} patients": Clinics(100 + n, n=n) for n in (20, 25, 30, 40, 50, 70, 100)})
@over(
    "ten to a hundred measurements", lambda: {f"{p}": Clinics(200 + p, measured=p) for p in (10, 15, 20, 30, 50, 100)}
)
@over(
    "none to ten of ten measurements that the label shifts",
    lambda: {f"{m} by {d}": Clinics(300 + i, shift=d, shifted=m) for i, (m, d) in enumerate(SHIFTS)},
)
@over(
    "other distributions",
    lambda: {name: Clinics(400 + i, drawn=drawn) for i, (name, drawn) in enumerate(DISTRIBUTIONS.items())},
)
@over(
    "20 to 80% sick",
    lambda: {f"{p:.0%}": Clinics(500 + i, sick=p) for i, p in enumerate((0.2, 0.3, 0.4, 0.6, 0.7, 0.8))},
)
@over("measurements of other files, labels by coin", labels_by_coin)
@over("other choices", lambda: {name: Clinics(700 + i, learner) for i, (name, learner) in enumerate(CHOICES.items())})
def a_choice_spreads_more(setting: Clinics) -> bool:
    one, ten = estimates(setting)
    return bool(one.std() > ten.std())


# ---------------------------------------------------------------- a strong signal


def strong(seed: int, **options: Any) -> Clinics:
    """Classes that three of ten measurements tell apart."""
    return Clinics(seed, **{"learner": nearest_mean, "shift": 2, "shifted": 3} | options)


@claim(
    "Where a learner gets 85% or more right in ten stratified folds, its estimates by leave-one-out spread at most a"
    " tenth more than those of the folds."
)
@over("other draws", lambda: [strong(2000 + seed) for seed in range(20)], draws=True)
@over(
    "other learners, three signals",
    lambda: {
        f"{name}, {m} of ten shifted by {d}": strong(2100 + 10 * i + m, learner=learner, shift=d, shifted=m)
        for i, (name, learner) in enumerate(LEARNERS.items())
        for m, d in ((1, 3), (3, 2), (10, 1.5))
    },
)
@over("20 to 100 patients", lambda: {f"{n} patients": strong(2200 + n, n=n) for n in (20, 25, 30, 40, 50, 70, 100)})
@over(
    "other files, three learners",
    lambda: {
        f"{file}, {name}": Clinics(2300 + 10 * i + k, LEARNERS[name], file=content)
        for i, (file, content) in enumerate(files().items())
        for k, name in enumerate(("nearest mean", "three neighbors", "best measurement"))
    },
)
@over(
    "other distributions",
    lambda: {
        name: strong(2400 + i, drawn=drawn, shift=3 if "correlated" in name or "tails" in name else 2)
        for i, (name, drawn) in enumerate(DISTRIBUTIONS.items())
    },
)
def strong_signals_spread_no_more(setting: Clinics) -> bool | None:
    one, ten = estimates(setting)
    return None if ten.mean() < 0.85 else bool(one.std() <= 1.1 * ten.std())


fell(
    "Where a learner gets 85% or more right in ten stratified folds, its estimates by leave-one-out spread as much, to"
    " a tenth.",
    became="strong-signals-spread-no-more",
)
fell("For few patients, three stratified folds do as well as twelve trainings.", became="gone")
fell("The higher variance appears where one patient turns all answers at once.", became="a-choice-spreads-more")
fell("In all other cases one run of ten folds is no steadier.", became="strong-signals-spread-no-more")

rests("leave-bet-1", exact="c25db438")
rests("Whoever waits outside", exact="e8014713")
rests("Asked again", exact="32807535")
rests("leave-bet-2", exact="4a1c90de")
rests("Both miss together", exact="fb8d37d1")
rests("A textbook says the opposite", claim="a-choice-spreads-more")
rests("What to write beside", defines="the data, the model, the interval, and what guessing gets")
rests("{term}`Leave-one-out <leave-one-out>` (", exact="32807535")
rests("On balanced classes", exact="c25db438")
rests("The {term}`variance` (", exact="4a1c90de")
rests("A learner that keeps the best", claim="a-choice-spreads-more")

"""What *Choosing a threshold* concludes of one half, beside a threshold that was chosen for its accuracy."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from claims.clinics import files
from claims.settings import APART, DRAWS, SHARES
from evalbook_tools.claims import claim, fell, limit, over, rests

SPLITS, NEWTON = 100, 12


class Task(NamedTuple):
    """Samples of two classes, and on how many a model learns and a threshold is chosen; the rest is asked."""

    x: NDArray[Any]
    y: NDArray[Any]
    train: int
    chosen_on: int = 95
    seed: int = 0
    balanced: bool = False
    """Whether the model learns as if the classes were equally common."""


def clinic(columns: tuple[int, int] = (1, 4), **options: Any) -> Task:
    """Two measurements of the tumors; two thirds teach."""
    x, y = files()["tumors, ten means"]
    return Task(x[:, columns], y, **{"train": 379} | options)


def most_accurate(y_true: NDArray[Any], y_score: NDArray[Any]) -> float:
    """As `curves.best_threshold`: the highest of the thresholds with the fewest errors."""
    order = np.argsort(-y_score, kind="stable")
    score, gain = y_score[order], np.cumsum(2 * y_true[order] - 1)
    ends = np.append(score[1:] < score[:-1], True)
    gain, thresholds = np.append(0, gain[ends]), np.append(np.inf, score[ends])
    return float(thresholds[gain.argmax()])


def probabilities(task: Task, train: NDArray[Any]) -> NDArray[Any]:
    """A row a split: what a logistic regression, as scikit-learn fits it, gives all samples."""
    z = np.column_stack([np.ones(task.y.size), task.x])
    seen, y = z[train], task.y[train]
    sick = y.mean(axis=1, keepdims=True)
    counts = np.where(y == 1, 1 / sick, 1 / (1 - sick)) / 2 if task.balanced else np.ones(y.shape)
    penalty = np.diag([0.0, *np.ones(task.x.shape[1])])
    weights = np.zeros((SPLITS, z.shape[1]))
    for _ in range(NEWTON):
        p = 1 / (1 + np.exp(-np.einsum("snd,sd->sn", seen, weights)))
        slope = np.einsum("snd,sn->sd", seen, counts * (p - y)) + weights @ penalty
        bend = seen.transpose(0, 2, 1) @ (seen * (counts * p * (1 - p))[..., None]) + penalty
        weights -= np.linalg.solve(bend, slope[..., None])[..., 0]
    return 1 / (1 + np.exp(-weights @ z.T))


def right_on_others(task: Task) -> NDArray[Any]:
    """The share that is right, on average, by one half and by a threshold that was chosen."""
    rng = np.random.default_rng(task.seed)
    orders = np.array([rng.permutation(task.y.size) for _ in range(SPLITS)])
    train, chosen, asked = np.split(orders, [task.train, task.train + task.chosen_on], axis=1)
    found = []
    for p, few, others in zip(probabilities(task, train), chosen, asked, strict=True):
        calls = np.array([p >= 1 / 2, p >= most_accurate(task.y[few], p[few])])[:, others]
        found.append(np.mean(calls == (task.y[others] == 1), axis=1))
    return np.mean(found, axis=0)


def other_files() -> dict[str, Task]:
    return {
        name: Task(x, y, train=y.size // 3, chosen_on=min(95, y.size // 3), seed=300 + i)
        for i, (name, (x, y)) in enumerate(files().items())
    }


def invented(sick: float, apart: float, seed: int) -> Task:
    """Two measurements, normal in each class; the first one tells them apart."""
    rng = np.random.default_rng(seed)
    y = (rng.random(800) < sick).astype(int)
    x = rng.standard_normal((800, 2))
    x[:, 0] += apart * y
    return Task(x, y, train=200, seed=seed)


def mixes(draw: int) -> dict[str, Task]:
    """Each draw invents other patients."""
    pairs = [(sick, apart) for sick in (0.2, 0.35, 0.5, 0.65, 0.8) for apart in (1, 1.5, 2)]
    return {
        f"{sick:.0%} sick, {apart} apart": invented(sick, apart, 400 + i + APART * draw)
        for i, (sick, apart) in enumerate(pairs)
    }


def other_shares(draw: int) -> dict[str, Task]:
    """Three signals."""
    pairs = [(sick, apart) for sick in SHARES for apart in (1, 1.5, 2)]
    return {
        f"{sick:.0%} sick, {apart} apart": invented(sick, apart, 600 + i + APART * draw)
        for i, (sick, apart) in enumerate(pairs)
    }


def learned_as_if_equal(draw: int) -> dict[str, Task]:
    return {name: task._replace(balanced=True) for name, task in mixes(draw).items()}


def unequal_spreads(draw: int) -> dict[str, Task]:
    """The first measurement of the sick spreads three times as widely."""
    found = {}
    for i, sick in enumerate((0.2, 0.35, 0.5, 0.65, 0.8)):
        plain = invented(sick, 0, 500 + i + APART * draw)
        x = plain.x.copy()
        x[:, 0] = x[:, 0] * np.where(plain.y, 3, 1) + 1.5 * plain.y
        found[f"{sick:.0%} sick"] = plain._replace(x=x)
    return found


def batches() -> list[Task]:
    return [clinic(seed=seed) for seed in range(20)]


def other_pairs() -> dict[str, Task]:
    names = ("radius", "texture", "perimeter", "area", "smoothness", "compactness")
    return {
        f"{names[i]} and {names[j]}": clinic((i, j), seed=100 + 10 * i + j)
        for i, j in combinations(range(6), 2)
        if not {i, j} <= {0, 2, 3}  # three measures of one size
    }


def sizes() -> dict[str, Task]:
    return {f"chosen on {n}": clinic(chosen_on=n, seed=200 + n) for n in (20, 30, 50, 70, 95)}


@claim(
    "A threshold that is chosen on at most 95 samples is, on average, right no more often on others than 0.5 on the"
    " probabilities of a logistic regression that fits the classes and learned on as many or more, of the same mix."
)
@over("other hundreds of splits of the tumors", batches, draws=True)
@over("other pairs of measurements", other_pairs)
@over("20 to 95 tumors to choose on", sizes)
@over("other files", other_files)
@over("20 to 80% sick, three signals", mixes, each=DRAWS)
@over("5 to 50% sick, three signals", other_shares, each=DRAWS)
@limit(
    "a logistic regression that learns as if the classes were equally common",
    learned_as_if_equal,
    each=DRAWS,
)
@limit("classes of unequal spread, which no logistic regression fits", unequal_spreads, each=DRAWS)
def one_half_keeps_more(task: Task) -> bool:
    half, chosen = right_on_others(task)
    return bool(half >= chosen)


fell(
    "A threshold that is chosen on at most 95 samples is right less often on others than a logistic regression's 0.5.",
    became="one-half-keeps-more",
)
fell(
    "A threshold that is chosen on at most 95 samples is, on average, right no more often on others than 0.5 "
    "on the probabilities of a logistic regression that learned on the same class mix.",
    became="one-half-keeps-more",
)
fell(
    "Squared, the probabilities keep their order, and 0.5 is right less often than a threshold chosen on 95 samples.",
    became="gone",
)
fell("Choose a threshold if the scores are no probabilities, or if the two errors have different costs.", became="gone")
fell("Threshold 5 beats threshold 3, and a fair coin hardly ever does so well.", became="gone")
fell("Chosen on 300, a threshold keeps more than 0.5 does.", became="gone")
fell("The nearest point and 0.5 are right about as often as a coin where they disagree.", became="gone")

fell("Only points on the convex hull are ever best.", became="gone")
fell(
    "For accuracy, where a logistic regression fits the classes and their mix, one half needs no choice.",
    became="one-half-keeps-more",
    unlike={
        "So if accuracy is what you want": "asks for as many samples to learn from as to choose on",
    },
)

rests("threshold-nearest", exact="7e5f78f1-assert")
rests("The threshold nearest the corner, and its accuracy", exact="7e5f78f1-assert")
rests("Points with equal accuracy", exact="64b1515e")
rests("Where the line touches last", exact="8f64bd59")
rests("threshold-never-best", exact="f241eb72-assert")
rests("Thresholds below the convex hull", cite="provost2001")
rests("When the hull is not enough", exact="threshold-caps-assert")
rests("Chosen on 95 tumors", once="d708c90f-assert", by="one-half-keeps-more")
rests("What to report with a threshold", defines="baseline")
rests("The operating point", exact="8f64bd59")
rests("For every class mix and all costs", cite="provost2001")
rests("A threshold that is chosen on few samples", once="d708c90f-assert", by="one-half-keeps-more")
rests(
    "Suppose that a logistic regression fits the classes",
    claim="one-half-keeps-more",
    when="a logistic regression that fits the classes and learned on as many or more, of the same mix",
)

"""What *Choosing a threshold* concludes of one half, beside a threshold that was chosen for its accuracy."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from claims.clinics import files
from evalbook_tools.claims import claim, limit, over

SPLITS = 100


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


def right_on_others(task: Task) -> NDArray[Any]:
    """The share that is right, on average, by one half, by a threshold that was chosen, and by one half of p²."""
    rng, found = np.random.default_rng(task.seed), []
    for _ in range(SPLITS):
        train, chosen, asked = np.split(rng.permutation(task.y.size), [task.train, task.train + task.chosen_on])
        model = LogisticRegression(class_weight="balanced" if task.balanced else None)
        p = model.fit(task.x[train], task.y[train]).predict_proba(task.x)[:, 1]
        threshold = most_accurate(task.y[chosen], p[chosen])
        calls = np.array([p >= 1 / 2, p >= threshold, p**2 >= 1 / 2])[:, asked]
        found.append(np.mean(calls == (task.y[asked] == 1), axis=1))
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


def mixes() -> dict[str, Task]:
    pairs = [(sick, apart) for sick in (0.2, 0.35, 0.5, 0.65, 0.8) for apart in (1, 1.5, 2)]
    return {f"{sick:.0%} sick, {apart} apart": invented(sick, apart, 400 + i) for i, (sick, apart) in enumerate(pairs)}


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
    "A threshold that is chosen on at most 95 samples is right less often on others than a logistic regression's 0.5."
)
@over("other hundreds of splits of the tumors", batches, draws=True)
@over("other pairs of measurements", other_pairs)
@over("20 to 95 tumors to choose on", sizes)
@over("other files", other_files)
@over("20 to 80% sick, three signals", mixes)
@limit(
    "a logistic regression that learns as if the classes were equally common",
    lambda: {name: task._replace(balanced=True) for name, task in mixes().items()},
)
def one_half_keeps_more(task: Task) -> bool:
    half, chosen, _ = right_on_others(task)
    return bool(half >= chosen)


@claim(
    "Squared, the probabilities keep their order, and 0.5 is right less often than a threshold chosen on 95 samples."
)
@over("other hundreds of splits of the tumors", batches, draws=True)
@over("other pairs of measurements", other_pairs)
@over("other files", other_files)
@over("20 to 80% sick, three signals", mixes)
def squared_one_half_falls_behind(task: Task) -> bool:
    _, chosen, squared = right_on_others(task)
    return bool(squared < chosen)

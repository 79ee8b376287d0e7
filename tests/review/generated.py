"""Generated answers: tries of tasks that are right or wrong, and battles of models, as arguments of a review."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

Array = NDArray[Any]
Draw = np.random.Generator

# ---------------------------------------------------------------- tries

SHARES: dict[str, Callable[[int, Draw], Array]] = {
    "easy": lambda tasks, rng: rng.beta(4, 1, tasks),
    "hard": lambda tasks, rng: rng.beta(0.3, 1.5, tasks),
    "mixed": lambda tasks, rng: rng.beta(0.35, 0.65, tasks),
    "even": lambda tasks, rng: rng.beta(2.25, 6.75, tasks),
    "alike": lambda tasks, rng: np.full(tasks, 0.35),
    "alike and easy": lambda tasks, rng: np.full(tasks, 0.9),
}
"""How often a model is right on each task."""


def answers(share: Array, n: int, rng: Draw) -> Array:
    """A row a task, a column a try."""
    return (rng.random((len(share), n)) < share[:, np.newaxis]).astype(int)


def one_try(tasks: int, kind: str, rng: Draw) -> dict[str, Any]:
    return {"right": answers(SHARES[kind](tasks, rng), 1, rng).ravel()}


def several_tries(tasks: int, n: int, kind: str, rng: Draw, *, order: str = "by task", named: bool = False) -> Any:
    """The tries of each task one after the other, or each round of all tasks after the other, or in any order."""
    right, task = answers(SHARES[kind](tasks, rng), n, rng), np.repeat(np.arange(tasks), n).reshape(tasks, n)
    if order == "by round":
        right, task = right.T, task.T
    place = rng.permutation(right.size) if order == "shuffled" else np.arange(right.size)
    given = {"right": right.ravel()[place]}
    return given | {"tasks": task.ravel()[place]} if named else given


def unequal_tries(tasks: int, n: int, kind: str, rng: Draw) -> dict[str, Any]:
    """From one try to twice as many as n - 1 of each task, one after the other."""
    each = rng.integers(1, 2 * n, tasks)
    share = np.repeat(SHARES[kind](tasks, rng), each)
    return {"right": answers(share, 1, rng).ravel()}


def by_difficulty(tasks: int, rng: Draw) -> dict[str, Any]:
    """One try of each task; the easy tasks come first."""
    return {"right": answers(np.linspace(0.97, 0.1, tasks), 1, rng).ravel()}


def by_level(tasks: int, rng: Draw) -> dict[str, Any]:
    """One try of each task, sorted by five levels."""
    return {"right": answers(np.repeat([0.95, 0.85, 0.7, 0.5, 0.25], tasks // 5), 1, rng).ravel()}


def exams(exam: int, many: int, rng: Draw) -> dict[str, Any]:
    """One try of each question of many exams, each of which becomes harder."""
    return {"right": answers(np.tile(np.linspace(0.95, 0.15, exam), many), 1, rng).ravel()}


def topics(sizes: Array, spread: float, rng: Draw) -> dict[str, Any]:
    """One try of each question, sorted by topics that differ a little."""
    odds = 0.7 + spread * rng.normal(size=len(sizes))
    own = np.repeat(odds, sizes) + 0.8 * rng.normal(size=int(np.sum(sizes)))
    return {"right": answers(1 / (1 + np.exp(-own)), 1, rng).ravel()}


def drifting(tasks: int, rng: Draw) -> dict[str, Any]:
    """One try of each task; the service has better and worse hours."""
    odds = 0.5 + np.sin(np.arange(tasks) * 2 * np.pi / 120)
    return {"right": answers(1 / (1 + np.exp(-odds)), 1, rng).ravel()}


def wandering(tasks: int, memory: float, spread: float, rng: Draw) -> dict[str, Any]:
    """One try of each task; the service becomes better and worse at random, and remembers how it was."""
    step = spread * np.sqrt(1 - memory**2) * rng.normal(size=tasks)
    odds = [spread * rng.normal()]
    for each in step[1:]:
        odds.append(memory * odds[-1] + each)
    return {"right": answers(1 / (1 + np.exp(-np.array(odds))), 1, rng).ravel()}


def formats(tasks: int, kinds: int, rng: Draw) -> dict[str, Any]:
    """One try of each question; a few formats take turns, of which some are harder."""
    odds = np.tile(1.2 * rng.normal(size=kinds), tasks // kinds)
    return {"right": answers(1 / (1 + np.exp(-odds)), 1, rng).ravel()}


def small_trees(X: Array, y: Array, tasks: int, n: int, rng: Draw, *, order: str = "by task", depth: int = 4) -> Any:
    """Trees that saw a sixth of the rows each are the tries, and the other rows are the tasks, in their old order."""
    place = rng.permutation(len(y))
    train, test = place[: len(y) // 2], np.sort(place[len(y) // 2 :])[:tasks]
    tree, right = DecisionTreeClassifier(max_features=2, max_depth=depth), []
    for _ in range(n):
        rows = rng.choice(train, len(train) // 3)
        fitted = clone(tree).set_params(random_state=int(rng.integers(2**31))).fit(X[rows], y[rows])
        right.append(fitted.predict(X[test]) == y[test])
    found = np.array(right, dtype=int)
    return {"right": (found.T if order == "by task" else found).ravel()}


# ---------------------------------------------------------------- battles

Schedule = tuple[Array, Array]


def by_chance(k: int, n: int, rng: Draw) -> Schedule:
    first = rng.integers(k, size=n)
    return first, (first + rng.integers(1, k, size=n)) % k


def by_popularity(k: int, n: int, rng: Draw) -> Schedule:
    """Some models are drawn far more often than others; who is shown first is drawn."""
    share = np.geomspace(1, 0.05, k)
    keys = np.log(share) + rng.gumbel(size=(n, k))
    pair = np.argsort(-keys, axis=1)[:, :2]
    turn = rng.random(n) < 0.5
    return np.where(turn, pair[:, 0], pair[:, 1]), np.where(turn, pair[:, 1], pair[:, 0])


def both_orders(k: int, n: int, rng: Draw) -> Schedule:
    """Each question is judged twice for each pair, once in each order."""
    pairs = np.array(list(combinations(range(k), 2)))
    one, two = pairs[np.arange(n // 2) % len(pairs)].T
    return np.concatenate([one, two]), np.concatenate([two, one])


def round_robin(k: int, n: int, rng: Draw) -> Schedule:
    """Each pair in one order, so that each model is first as often as second (k is odd)."""
    pairs = np.array([(i, (i + step) % k) for i in range(k) for step in range(1, (k + 1) // 2)])
    first, second = pairs[np.arange(n) % len(pairs)].T
    return first, second


def against_baseline(k: int, n: int, rng: Draw) -> Schedule:
    """All models meet the first one alone, which is shown first or second by chance."""
    other, turn = rng.integers(1, k, size=n), rng.random(n) < 0.5
    return np.where(turn, 0, other), np.where(turn, other, 0)


def two_leagues(k: int, n: int, rng: Draw) -> Schedule:
    """Two halves that meet in one battle of fifty."""
    half = k // 2
    league, away = rng.integers(2, size=n), rng.random(n) < 0.02
    one = rng.integers(half, size=n)
    two = np.where(away, rng.integers(half, size=n), (one + rng.integers(1, half, size=n)) % half)
    first, second = one + league * half, two + np.where(away, 1 - league, league) * half
    turn = rng.random(n) < 0.5
    return np.where(turn, first, second), np.where(turn, second, first)


def newest_shown_first(k: int, n: int, rng: Draw, *, share: float = 1.0) -> Schedule:
    """The newest model, the last one, is shown first in this share of its battles; all others by chance."""
    first, second = by_chance(k, n, rng)
    turned = ((second == k - 1) | (first == k - 1)) & (rng.random(n) < 2 * share - 1)
    other = np.where(first == k - 1, second, first)
    return np.where(turned, k - 1, first), np.where(turned, other, second)


def baseline_first(k: int, n: int, rng: Draw, *, share: float = 1.0) -> Schedule:
    """All models meet the first one alone, which is shown first in this share of the battles."""
    other, turn = rng.integers(1, k, size=n), rng.random(n) < share
    return np.where(turn, 0, other), np.where(turn, other, 0)


def alphabetical(k: int, n: int, rng: Draw, *, share: float = 1.0) -> Schedule:
    """`for a, b in combinations(models, 2)`: the earlier name is shown first in this share of the battles."""
    pairs = np.array(list(combinations(range(k), 2)))
    one, two = pairs[rng.integers(len(pairs), size=n)].T
    turn = rng.random(n) < share
    return np.where(turn, one, two), np.where(turn, two, one)


def judged(
    schedule: Schedule, strength: Array, place: float, ties: float, rng: Draw, *, tastes: float = 0.0
) -> dict[str, Any]:
    """Who won; a share of the battles are ties, more of them between equal models. Judges of 50 battles have tastes."""
    first, second = schedule
    judge = np.arange(len(first)) // 50
    own = strength + tastes * rng.normal(size=(judge.max() + 1, len(strength)))
    ahead = own[judge, first] - own[judge, second] + place
    won = (rng.random(len(first)) < 1 / (1 + np.exp(-ahead))).astype(float)
    tied = rng.random(len(first)) < ties * 4 / (2 + np.exp(ahead) + np.exp(-ahead))
    names = np.array([f"model {number:02}" for number in range(len(strength))])
    return {"first": names[first], "second": names[second], "outcome": np.where(tied, 0.5, won)}


def arena(
    schedule: Callable[[int, int, Draw], Schedule],
    k: int,
    n: int,
    rng: Draw,
    *,
    spread: float = 0.5,
    place: float = 0.0,
    ties: float = 0.0,
    tastes: float = 0.0,
) -> dict[str, Any]:
    """Models whose strengths are drawn."""
    return judged(schedule(k, n, rng), spread * rng.normal(size=k), place, ties, rng, tastes=tastes)


def newest_first(ahead: float, place: float, k: int, n: int, rng: Draw, *, share: float = 1.0) -> dict[str, Any]:
    """The last model is ahead of the best other by so much, or behind, and is shown first."""
    strength = np.linspace(0, -0.6, k)
    strength[-1] = ahead
    return judged(newest_shown_first(k, n, rng, share=share), strength, place, 0.0, rng)


def circle(n: int, rng: Draw) -> dict[str, Any]:
    """Five models that beat each other in a circle more than their strengths say; in any order."""
    first, second = by_chance(5, n, rng)
    beats = ((second - first) % 5 <= 2).astype(float)
    ahead = 0.8 * (2 * beats - 1) + 0.1 * (second - first)
    names = np.array(list("abcde"))
    won = (rng.random(n) < 1 / (1 + np.exp(-ahead))).astype(float)
    return {"first": names[first], "second": names[second], "outcome": won}


RIVALS = [
    (DummyClassifier(strategy="stratified", random_state=0), slice(0, 64)),
    (GaussianNB(), slice(0, 64)),
    (KNeighborsClassifier(1), slice(8, 56)),
    (KNeighborsClassifier(25), slice(0, 64)),
    (make_pipeline(StandardScaler(), LogisticRegression(C=0.01)), slice(0, 40)),
    (DecisionTreeClassifier(random_state=0), slice(0, 64)),
    (DecisionTreeClassifier(max_depth=4, random_state=0), slice(0, 64)),
]


def readers_of_digits(
    schedule: Callable[[int, int, Draw], Schedule], n: int, rng: Draw, X: Array, y: Array, *, to_first: float = 0.0
) -> dict[str, Any]:
    """Classifiers meet over images: who reads one rightly wins. A share of the ties goes to the one shown first."""
    place = rng.permutation(len(y))
    train, test = place[:300], place[300:]
    right = [clone(model).fit(X[train, some], y[train]).predict(X[test, some]) == y[test] for model, some in RIVALS]
    table = np.array(right, dtype=float)
    first, second = schedule(len(RIVALS), n, rng)
    image = rng.integers(len(test), size=n)
    outcome = (table[first, image] - table[second, image] + 1) / 2
    names = np.array(list("abcdefg"))
    outcome = np.where((outcome == 0.5) & (rng.random(n) < to_first), 1.0, outcome)
    return {"first": names[first], "second": names[second], "outcome": outcome}

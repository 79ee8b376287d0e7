"""Several ways to the answers of the assignment splits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from sklearn import metrics, model_selection
from sklearn.base import BaseEstimator, ClassifierMixin

from evalbook import confusion, splits
from evalbook.teaching import examples
from ways import case, rows, way


class Nearest(ClassifierMixin, BaseEstimator):
    """The notebook's model as scikit-learn calls models."""

    def __init__(self, k=1):
        self.k = k

    def fit(self, x, y):
        self.classes_ = np.unique(y)
        self.predict_ = examples.nearest_neighbors(x, y, self.k, standardize=True)
        return self

    def predict(self, x):
        return self.predict_(x)


def visits() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    table = rows("pumps.csv")
    return np.column_stack([table[f"m{i}"] for i in range(1, 6)]), table["fails"].astype(int), table["pump"]


def table() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    small = case()["table"]
    return np.array(small["vibration"]), np.array(small["fails"]), np.array(small["pump"])


def outside(groups: np.ndarray) -> float:
    """Each group waits outside once; the nearest of the others answers."""
    vibration, fails, _ = table()
    hits = []
    for one in range(len(fails)):
        others = np.flatnonzero(groups != groups[one])
        hits.append(fails[others[np.argmin(abs(vibration[others] - vibration[one]))]] == fails[one])
    return np.mean(hits)


@way("splits-1", "NumPy")
def _():
    return outside(np.arange(len(table()[0])))


@way("splits-1", "scikit-learn")
def _():
    vibration, fails, _ = table()
    cut = model_selection.LeaveOneOut()
    return np.mean(model_selection.cross_val_score(Nearest(), vibration[:, None], fails, cv=cut))


@way("splits-1", "package")
def _():
    vibration, fails, _ = table()
    cut = splits.leave_one_out(len(fails))
    return splits.cross_validate(examples.nearest_neighbors, vibration[:, None], fails, cut, confusion.accuracy).mean()


@way("splits-2", "NumPy")
def _():
    return outside(table()[2])


@way("splits-2", "scikit-learn")
def _():
    vibration, fails, pump = table()
    cut = model_selection.LeaveOneGroupOut()
    said = model_selection.cross_val_predict(Nearest(), vibration[:, None], fails, groups=pump, cv=cut)
    return metrics.accuracy_score(fails, said)


@way("splits-2", "package")
def _():
    vibration, fails, pump = table()
    cut = splits.group_k_fold(pump, len(set(pump)))  # two visits a pump, so the mean over pumps is that over visits
    return splits.cross_validate(examples.nearest_neighbors, vibration[:, None], fails, cut, confusion.accuracy).mean()


@way("splits-6", "scikit-learn: LeaveOneGroupOut")
def _():
    x, y, pump = visits()
    model, cut = Nearest(case()["pumps"]["neighbors"]), model_selection.LeaveOneGroupOut()
    return model_selection.cross_val_score(model, x, y, groups=pump, cv=cut).mean()


@way("splits-6", "scikit-learn: GroupKFold")
def _():
    x, y, pump = visits()
    model, cut = Nearest(case()["pumps"]["neighbors"]), model_selection.GroupKFold(len(set(pump)))
    return model_selection.cross_val_score(model, x, y, groups=pump, cv=cut).mean()


@way("splits-6", "NumPy")
def _():
    x, y, pump = visits()
    scores, k = [], case()["pumps"]["neighbors"]
    for test in (pump == one for one in np.unique(pump)):
        predict = examples.nearest_neighbors(x[~test], y[~test], k, standardize=True)
        scores.append(np.mean(predict(x[test]) == y[test]))
    return np.mean(scores)


def by_time(cut: Any) -> float:
    x, y, _ = visits()
    scores = []
    for train, test in cut:
        predict = examples.nearest_neighbors(x[train], y[train], case()["pumps"]["neighbors"], standardize=True)
        scores.append(np.mean(predict(x[test]) == y[test]))
    return np.mean(scores)


@way("splits-7", "scikit-learn")
def _():
    return by_time(model_selection.TimeSeriesSplit(4).split(visits()[0]))


@way("splits-7", "NumPy")
def _():
    parts = np.array_split(np.arange(len(visits()[1])), 5)
    return by_time((np.concatenate(parts[:i]), parts[i]) for i in range(1, 5))


@way("splits-7", "package")
def _():
    return by_time(splits.forward_chaining(len(visits()[1]), 4))


def parcels(scaled_with_copies: bool) -> float:
    """The colleague's evaluation by its own words, written anew."""
    table = rows("parcels.csv")
    late, x = table["late"].astype(int), np.column_stack([table[f"m{i}"] for i in range(1, 43)])
    seed = int(Path("evaluation.py").read_text().split("default_rng(")[1].split(")")[0])
    order, n = np.random.default_rng(seed).permutation(len(late)), len(late)
    first, second, third = order[: n // 2], order[n // 2 : 3 * n // 4], order[3 * n // 4 :]
    learn = np.append(first, np.repeat(first[late[first] == 1], 2))
    gaps = abs(x[learn][late[learn] == 1].mean(axis=0) - x[learn][late[learn] == 0].mean(axis=0))
    kept = np.argsort(-gaps)[:8]
    x = (x / x[learn if scaled_with_copies else first].std(axis=0))[:, kept]

    def accuracy(k: int, asked: np.ndarray) -> float:
        return np.mean(examples.nearest_neighbors(x[learn], late[learn], k)(x[asked]) == late[asked])

    k_of = {k: accuracy(k, second) for k in [1, 3, 5, 9, 15, 25]}
    return accuracy(max(k_of, key=k_of.get), third)


@way("splits-9", "scaled by what learns, with its copies")
def _():
    return parcels(scaled_with_copies=True)


@way("splits-9", "scaled by what learns, without copies")
def _():
    return parcels(scaled_with_copies=False)

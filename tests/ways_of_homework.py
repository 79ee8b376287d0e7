"""Several ways to the same answer: what a student writes with scikit-learn, with NumPy alone, or with the package.

Each way reads the files of a release in the current folder, as the notebook does, and returns what is handed in.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats
from sklearn import metrics, model_selection
from sklearn.base import BaseEstimator, ClassifierMixin

from evalbook import comparison, confusion, costs, curves, probabilities, ranking, regression, splits, text
from evalbook.teaching import examples

WAYS: dict[str, dict[str, Callable[[], Any]]] = defaultdict(dict)
"""By question and name of the way."""


def way(question: str, name: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    def kept(function: Callable[[], Any]) -> Callable[[], Any]:
        WAYS[question][name] = function
        return function

    return kept


def case() -> Any:
    return json.loads(Path("case.json").read_text("utf-8"))


def rows(name: str) -> np.ndarray:
    return np.genfromtxt(name, delimiter=",", names=True, dtype=None, encoding="utf-8")


# ---------------------------------------------------------------- splits


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


# ---------------------------------------------------------------- curves and confusion


def small() -> tuple[np.ndarray, np.ndarray]:
    parts = case()["small"]
    return np.array(parts["defective"]), np.array(parts["score"])


@way("curves-2", "scikit-learn")
def _():
    return metrics.roc_auc_score(*small())


@way("curves-2", "package")
def _():
    return curves.roc_auc(*small())


@way("curves-2", "SciPy")
def _():
    y, s = small()
    return stats.mannwhitneyu(s[y == 1], s[y == 0]).statistic / (sum(y == 1) * sum(y == 0))


@way("curves-3", "scikit-learn")
def _():
    return metrics.average_precision_score(*small())


@way("curves-3", "package")
def _():
    return curves.average_precision(*small())


def items() -> tuple[np.ndarray, np.ndarray, list[str]]:
    kind, call = np.loadtxt("items.csv", dtype=str, delimiter=",", skiprows=1).T
    return kind, call, np.unique(kind).tolist()


@way("confusion-6", "scikit-learn")
def _():
    kind, call, kinds = items()
    zero = metrics.precision_score(kind, call, labels=kinds, average="macro", zero_division=0)
    return metrics.precision_score(kind, call, labels=np.unique(call[call != "unsure"]), average="macro"), zero


@way("confusion-6", "NumPy")
def _():
    kind, call, kinds = items()
    called = [np.mean(kind[call == one] == one) for one in kinds if one in call]
    return np.mean(called), sum(called) / len(kinds)


@way("confusion-7", "scikit-learn")
def _():
    kind, call, kinds = items()
    return metrics.precision_recall_fscore_support(kind, call, labels=kinds, average="micro")[:2]


@way("confusion-7", "NumPy")
def _():
    kind, call, _ = items()
    return np.sum(kind == call) / np.sum(call != "unsure"), np.mean(kind == call)


# ---------------------------------------------------------------- probabilities, regression, costs


@way("probabilities-1", "scikit-learn")
def _():
    return metrics.brier_score_loss(case()["crossings"]["canceled"], case()["crossings"]["said"])


@way("probabilities-1", "package")
def _():
    return probabilities.brier_score(case()["crossings"]["canceled"], case()["crossings"]["said"])


@way("probabilities-2", "scikit-learn")
def _():
    return metrics.log_loss(case()["crossings"]["canceled"], case()["crossings"]["said"])


@way("probabilities-2", "package")
def _():
    return probabilities.log_loss(case()["crossings"]["canceled"], case()["crossings"]["said"])


@way("regression-1", "scikit-learn")
def _():
    truth, said = case()["crossings"]["minutes"], case()["crossings"]["forecast"]
    hours = metrics.mean_squared_error(np.divide(truth, 60), np.divide(said, 60))
    return metrics.mean_absolute_error(truth, said), metrics.root_mean_squared_error(truth, said), hours


@way("regression-1", "package")
def _():
    truth, said = case()["crossings"]["minutes"], case()["crossings"]["forecast"]
    hours = regression.mean_squared_error(np.divide(truth, 60), np.divide(said, 60))
    return regression.mean_absolute_error(truth, said), regression.root_mean_squared_error(truth, said), hours


@way("regression-4", "scikit-learn and SciPy")
def _():
    truth, said = case()["buoys"]["height"], case()["buoys"]["forecast"]
    return metrics.r2_score(truth, said), stats.pearsonr(truth, said).statistic ** 2


@way("costs-6", "NumPy")
def _():
    """The score whose calls cost least: each is tried."""
    nights, there = rows("nights.csv"), case()["pass"]
    frost, score = nights["frost"] == 1, nights["risk"]
    missed = [there["share"] * there["cost_miss"] * np.mean(score[frost] < at) for at in np.unique(score)]
    alarms = [(1 - there["share"]) * there["cost_alarm"] * np.mean(score[~frost] >= at) for at in np.unique(score)]
    return np.unique(score)[np.argmin(np.add(missed, alarms))]


@way("costs-6", "package")
def _():
    nights, there = rows("nights.csv"), case()["pass"]
    place = costs.probability_cost(there["share"], cost_fn=there["cost_miss"], cost_fp=there["cost_alarm"])
    return costs.cost_curve(nights["frost"], nights["risk"]).threshold_at(place)


# ---------------------------------------------------------------- ranking, text, comparison, distributed


@way("ranking-3", "scikit-learn")
def _():
    """Its ideal order is made of the scored items, so those that are not shown get the lowest scores."""
    page = case()["page"]
    shown, hidden = np.array(page["shown"]), np.array(page["not_shown"])
    gain = 2.0 ** np.append(shown, hidden) - 1
    dcg = metrics.dcg_score([gain], [-np.arange(len(gain))], k=5)
    return dcg / metrics.dcg_score([gain], [gain], k=5)


@way("ranking-3", "package")
def _():
    page = case()["page"]
    return float(ranking.ndcg([page["shown"]], k=5, ideal=[page["shown"] + page["not_shown"]])[0])


@way("ranking-5", "NumPy")
def _():
    shelf = case()["shelf"]
    n, k = shelf["books"], shelf["shown"]
    return 1 - np.mean([comb(n - want, k) / comb(n, k) for want in shelf["wants"]])


@way("ranking-5", "SciPy")
def _():
    shelf = case()["shelf"]
    return np.mean([stats.hypergeom(shelf["books"], want, shelf["shown"]).sf(0) for want in shelf["wants"]])


@way("text-4", "package")
def _():
    both = case()["order"]
    tally = text.rouge_l([both["reference"]], both["candidate"])
    return tally.recall, tally.precision, tally.f


@way("comparison-2", "SciPy")
def _():
    reader = case()["readers"]
    a, b = reader["a"] - reader["both"], reader["b"] - reader["both"]
    return a, b, stats.binomtest(a, a + b).pvalue


@way("comparison-5", "NumPy")
def _():
    p = np.array(case()["p_values"])
    order = np.argsort(p)
    adjusted = np.minimum(1, np.maximum.accumulate(p[order] * (len(p) - np.arange(len(p)))))
    return adjusted[np.argsort(order)]


@way("comparison-5", "package")
def _():
    return comparison.holm(case()["p_values"])


@way("comparison-6", "SciPy")
def _():
    return stats.rankdata(case()["errors"], axis=1).mean(axis=0)


@way("distributed-6", "scikit-learn")
def _():
    tiles = rows("tiles.csv")
    return metrics.average_precision_score(tiles["burning"], tiles["level"])


@way("distributed-6", "package")
def _():
    tiles = rows("tiles.csv")
    return curves.average_precision(tiles["burning"], tiles["level"])

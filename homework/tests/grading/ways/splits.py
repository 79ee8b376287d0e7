"""Several ways to the answers of the assignment splits."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy import optimize, stats
from sklearn import metrics, model_selection, neighbors, pipeline, preprocessing
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


def outside(groups: np.ndarray) -> tuple[float, float]:
    """Each group waits outside once; the nearest of the others answers. How often it is right, and how far away."""
    vibration, fails, _ = table()
    hits, distances = [], []
    for one in range(len(fails)):
        others = np.flatnonzero(groups != groups[one])
        distance = abs(vibration[others] - vibration[one])
        hits.append(fails[others[np.argmin(distance)]] == fails[one])
        distances.append(distance.min())
    return np.mean(hits), np.mean(distances)


def by_library(cut: Any, groups: np.ndarray | None = None) -> tuple[float, float]:
    """What scikit-learn answers where a cut leaves out, and how far its neighbors are."""
    vibration, fails, _ = table()
    x = vibration[:, None]
    said = model_selection.cross_val_predict(Nearest(), x, fails, groups=groups, cv=cut)
    near = [
        neighbors.NearestNeighbors(n_neighbors=1).fit(x[train]).kneighbors(x[test])[0]
        for train, test in cut.split(x, fails, groups)
    ]
    return metrics.accuracy_score(fails, said), np.mean(np.concatenate(near))


def by_package(cut: splits.Splits) -> tuple[float, float]:
    """Two visits a pump, so that the mean over pumps is that over visits."""
    vibration, fails, _ = table()
    x = vibration[:, None]
    scores = splits.cross_validate(examples.nearest_neighbors, x, fails, cut, confusion.accuracy)
    near = [abs(vibration[test][:, None] - vibration[train]).min(axis=1).mean() for train, test in cut]
    return scores.mean(), np.mean(near)


@way("splits-1", "NumPy")
def _():
    return outside(np.arange(len(table()[0])))


@way("splits-1", "scikit-learn")
def _():
    return by_library(model_selection.LeaveOneOut())


@way("splits-1", "package")
def _():
    return by_package(splits.leave_one_out(len(table()[1])))


@way("splits-2", "NumPy")
def _():
    return outside(table()[2])


@way("splits-2", "scikit-learn")
def _():
    return by_library(model_selection.LeaveOneGroupOut(), table()[2])


@way("splits-2", "package")
def _():
    pump = table()[2]
    return by_package(splits.group_k_fold(pump, len(set(pump))))


@way("splits-3", "counting")
def _():
    """A model gets 0, 1 or 2 of the two right; the best of all has at most m if each has."""
    models, q = case()["guessers"]["models"], 1 / case()["guessers"]["labels"]
    at_most = [(1 - q) ** 2, 1 - q**2, 1]
    best = [at_most[0] ** models, at_most[1] ** models - at_most[0] ** models, 1 - at_most[1] ** models]
    return sum(right / 2 * p for right, p in enumerate(best)) - q


@way("splits-3", "SciPy")
def _():
    """The mean of a count is the sum of the probabilities to have 1 or more, 2 or more."""
    models, q = case()["guessers"]["models"], 1 / case()["guessers"]["labels"]
    return np.sum(1 - stats.binom.cdf([0, 1], 2, q) ** models) / 2 - q


@way("splits-3", "NumPy")
def _():
    """The probabilities of 0, 1, 2 right, and all tables of how many models have each."""
    models, q = case()["guessers"]["models"], 1 / case()["guessers"]["labels"]
    of_one = np.array([(1 - q) ** 2, 2 * q * (1 - q), q**2])
    best = of_one
    for _ in range(models - 1):
        both = np.outer(best, of_one)
        best = np.bincount(np.maximum.outer(range(3), range(3)).ravel(), both.ravel())
    return best @ [0, 0.5, 1] - q


@way("splits-4", "NumPy")
def _():
    errors = case()["errors"]
    return np.linalg.solve([[0.632]], [errors["estimate"] - 0.368 * errors["train"]])[0]


@way("splits-4", "counting")
def _():
    """The share of the way from the estimate with an out-of-bag error of 0 to that with 1."""
    errors = case()["errors"]
    none, all_wrong = (0.368 * errors["train"] + 0.632 * error for error in (0, 1))
    return (errors["estimate"] - none) / (all_wrong - none)


@way("splits-4", "SciPy")
def _():
    errors = case()["errors"]
    return optimize.brentq(lambda error: 0.368 * errors["train"] + 0.632 * error - errors["estimate"], 0, 1)


@way("splits-5", "NumPy")
def _():
    """As many accuracies and as many predictions, half of them on either side of the mean, or right."""
    clinic = case()["clinic"]
    scores = clinic["folds"] * clinic["repetitions"]
    weights = [1 - clinic["accuracy"], clinic["accuracy"]]
    of_one = np.average([0, 1], weights=weights)
    variance = np.average((np.array([0, 1]) - of_one) ** 2, weights=weights)
    return clinic["deviation"] * scores**-0.5, (variance / clinic["patients"]) ** 0.5


@way("splits-5", "SciPy")
def _():
    clinic = case()["clinic"]
    scores = clinic["folds"] * clinic["repetitions"]
    of_patients = stats.binom(clinic["patients"], clinic["accuracy"])
    return clinic["deviation"] / np.sqrt(scores), of_patients.std() / clinic["patients"]


@way("splits-5", "typed")
def _():
    """From a calculator, with three digits."""
    clinic = case()["clinic"]
    claimed = clinic["deviation"] / (clinic["folds"] * clinic["repetitions"]) ** 0.5
    honest = (clinic["accuracy"] * (1 - clinic["accuracy"]) / clinic["patients"]) ** 0.5
    return f"{claimed:.3g}, {honest:.3g}"


def held_out() -> splits.Split:
    """As the question says, with the function that it names."""
    _, fails, _ = visits()
    asked = case()["pumps"]
    return splits.hold_out(len(fails), asked["share"], stratify=fails, rng=asked["seed"])


@way("splits-6", "NumPy")
def _():
    train, test = held_out()
    pump = visits()[2]
    return len(np.intersect1d(pump[train], pump[test]))


@way("splits-6", "counting")
def _():
    train, test = (set(part.tolist()) for part in held_out())
    of_each = defaultdict(set)
    for visit, pump in enumerate(visits()[2].tolist()):
        of_each[pump].add(visit)
    return sum(bool(train & own) and bool(test & own) for own in of_each.values())


@way("splits-6", "package")
def _():
    _, test = held_out()
    pump = visits()[2]
    known = np.setdiff1d(np.arange(len(pump)), test)
    return int(np.isin(np.unique(pump[known]), pump[test]).sum())


@way("splits-7", "scikit-learn: LeaveOneGroupOut")
def _():
    x, y, pump = visits()
    model, cut = Nearest(case()["pumps"]["neighbors"]), model_selection.LeaveOneGroupOut()
    return model_selection.cross_val_score(model, x, y, groups=pump, cv=cut).mean()


@way("splits-7", "scikit-learn: GroupKFold")
def _():
    x, y, pump = visits()
    model, cut = Nearest(case()["pumps"]["neighbors"]), model_selection.GroupKFold(len(set(pump)))
    return model_selection.cross_val_score(model, x, y, groups=pump, cv=cut).mean()


@way("splits-7", "package")
def _():
    x, y, pump = visits()
    k, cut = case()["pumps"]["neighbors"], splits.group_k_fold(pump, len(set(pump)))
    fit = partial(examples.nearest_neighbors, k=k, standardize=True)
    return splits.cross_validate(fit, x, y, cut, confusion.accuracy).mean()


@way("splits-7", "NumPy")
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


@way("splits-8", "scikit-learn")
def _():
    return by_time(model_selection.TimeSeriesSplit(4).split(visits()[0]))


@way("splits-8", "NumPy")
def _():
    parts = np.array_split(np.arange(len(visits()[1])), 5)
    return by_time((np.concatenate(parts[:i]), parts[i]) for i in range(1, 5))


@way("splits-8", "package")
def _():
    return by_time(splits.forward_chaining(len(visits()[1]), 4))


def culprit(number: int) -> str:
    """The letter of a mistake, by the order in which the list of all is written down here."""
    words = [
        "measurements are chosen",
        "Copies of",
        "number of neighbors",
        "not known yet",
        "learns from all",
        "scale of",
    ]
    return next(letter for letter, said in zip("abcdef", case()["culprits"], strict=True) if words[number] in said)


@way("splits-9", "watching what the functions are given")
def _():
    """Runs the file and keeps what its calls get: all samples, a column too many, one part for two purposes."""
    seen: dict[str, list[Any]] = defaultdict(list)
    file: dict[str, Any] = {"__name__": "evaluation"}
    exec(Path("evaluation.py").read_text("utf-8"), file)

    def watched(name: str, function: Any) -> Any:
        def kept(*given: Any) -> Any:
            seen[name].append(given)
            return function(*given)

        return kept

    for name in ("with_copies", "widest_gaps"):
        file[name] = watched(name, file[name])
    file["examples"] = SimpleNamespace(nearest_neighbors=watched("fit", examples.nearest_neighbors))
    file["confusion"] = SimpleNamespace(accuracy=watched("judge", confusion.accuracy))
    table = np.genfromtxt("parcels.csv", delimiter=",", names=True)
    file["evaluate"](table)
    chosen, tested = seen["judge"][0][0], seen["judge"][-1][0]
    return culprit(
        [
            len(seen["widest_gaps"][0][0]) == len(table) and len(seen["with_copies"][0][0]) < len(table),
            len(seen["with_copies"][0][0]) == len(table),
            np.array_equal(chosen, tested),
            seen["widest_gaps"][0][0].shape[1] > 42,
            len(seen["fit"][-1][0]) > len(seen["fit"][0][0]),
            True,
        ].index(True)
    )


@way("splits-9", "reading")
def _():
    """In the words of the file, each step at what it should be given."""
    source = " ".join(Path("evaluation.py").read_text("utf-8").split())
    right = [
        "widest_gaps(measured[learn], late[learn])",
        "learn = with_copies(parts[0], late)",
        "accuracy(k, parts[1])",
        'name.startswith("m")',
    ]
    wrong = [place for place, words in enumerate(right) if words not in source]
    if "np.concatenate(" in source:
        return culprit(4)
    return culprit(wrong[0] if wrong else 5)


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


@way("splits-10", "scaled by what learns, with its copies")
def _():
    return parcels(scaled_with_copies=True)


@way("splits-10", "scaled by what learns, without copies")
def _():
    return parcels(scaled_with_copies=False)


@way("splits-10", "scikit-learn")
def _():
    """Neighbors in a pipeline that scales; a grid would choose as the loop over its numbers does."""
    table = rows("parcels.csv")
    late, x = table["late"].astype(int), np.column_stack([table[f"m{i}"] for i in range(1, 43)])
    file: dict[str, Any] = {"__name__": "evaluation"}
    exec(Path("evaluation.py").read_text("utf-8"), file)
    first, second, third = file["deal"](len(late))
    learn = np.concatenate([first, *2 * [first[late[first] == 1]]])
    means = [x[learn[late[learn] == label]].mean(axis=0) for label in (0, 1)]
    kept = np.argsort(-abs(means[1] - means[0]), kind="stable")[:8]
    scores = {}
    for k in [1, 3, 5, 9, 15, 25]:
        model = pipeline.make_pipeline(preprocessing.StandardScaler(), neighbors.KNeighborsClassifier(k))
        model.fit(x[learn][:, kept], late[learn])
        scores[k] = [model.score(x[part][:, kept], late[part]) for part in (second, third)]
    best = max(scores, key=lambda k: scores[k][0])
    return scores[best][1]

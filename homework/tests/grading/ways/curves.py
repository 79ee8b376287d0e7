"""Several ways to the answers of the assignment curves."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import stats
from sklearn import metrics, preprocessing

from evalbook import confusion, curves
from ways import case, rows, way


def small() -> tuple[np.ndarray, np.ndarray]:
    parts = case()["small"]
    return np.array(parts["defective"]), np.array(parts["score"])


def shared(score: np.ndarray) -> float:
    """The score that several parts share."""
    values, numbers = np.unique(score, return_counts=True)
    return values[np.argmax(numbers)]


# ---------------------------------------------------------------- by hand


@way("curves-1", "scikit-learn")
def _():
    y, s = small()
    fpr, tpr, at = metrics.roc_curve(y, s, drop_intermediate=False)
    (place,) = np.flatnonzero(at == shared(s))
    return fpr[place], tpr[place], metrics.precision_score(y, s >= shared(s))


@way("curves-1", "package")
def _():
    y, s = small()
    counts = confusion.confusion_matrix(y, (s >= shared(s)).astype(int)).binary(1)
    return counts.fpr, counts.tpr, counts.precision


@way("curves-1", "NumPy")
def _():
    y, s = small()
    called = s >= shared(s)
    return np.mean(called[y == 0]), np.mean(called[y == 1]), np.mean(y[called])


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


@way("curves-2", "NumPy")
def _():
    """The area under the curve's straight pieces, in place of the pairs."""
    y, s = small()
    fpr, tpr = ([0, *(np.mean(s[y == one] >= at) for at in np.unique(s)[::-1])] for one in (0, 1))
    return np.trapezoid(tpr, fpr)


@way("curves-3", "scikit-learn")
def _():
    return metrics.average_precision_score(*small())


@way("curves-3", "package")
def _():
    return curves.average_precision(*small())


@way("curves-3", "NumPy")
def _():
    """Each step's width times its height."""
    y, s = small()
    recall, area = 0, 0
    for at in np.unique(s)[::-1]:
        called = s >= at
        area += (y[called].sum() / y.sum() - recall) * y[called].mean()
        recall = y[called].sum() / y.sum()
    return area


# ---------------------------------------------------------------- parts.csv


def half(use: str) -> tuple[np.ndarray, np.ndarray]:
    parts = rows("parts.csv")
    parts = parts[parts["use"] == use]
    return parts["defective"], parts["score"]


@way("curves-4", "scikit-learn")
def _():
    y, s = half("test")
    _, tpr, at = metrics.roc_curve(y, s, drop_intermediate=False)
    return max(tpr[np.array([np.sum(s >= one) for one in at]) <= case()["capacity"]])


@way("curves-4", "package")
def _():
    counts = curves.threshold_counts(*half("test")).counts
    return counts.tpr[counts.predicted_positives <= case()["capacity"]][-1]


@way("curves-4", "NumPy")
def _():
    y, s = half("test")
    lowest = min(at for at in s if np.sum(s >= at) <= case()["capacity"])
    return np.mean(s[y == 1] >= lowest)


@way("curves-5", "scikit-learn")
def _():
    fpr, tpr, at = metrics.roc_curve(*half("validation"))
    y, s = half("test")
    (tn, fp), (fn, tp) = metrics.confusion_matrix(y, s >= at[np.argmax(tpr - fpr)])
    return tp / (tp + fn) - fp / (fp + tn)


@way("curves-5", "package")
def _():
    chosen = curves.threshold_counts(*half("validation"))
    y, s = half("test")
    calls = (s >= chosen.thresholds[np.argmax(chosen.counts.tpr - chosen.counts.fpr)]).astype(int)
    return 2 * confusion.balanced_accuracy(y, calls) - 1


@way("curves-5", "NumPy")
def _():
    def j(y: np.ndarray, s: np.ndarray, at: float) -> float:
        return np.mean(s[y == 1] >= at) - np.mean(s[y == 0] >= at)

    y, s = half("validation")
    return j(*half("test"), max(np.unique(s), key=lambda at: j(y, s, at)))


# ---------------------------------------------------------------- class skew, several classes


@way("curves-6", "scikit-learn")
def _():
    """Each good part weighs so much that the classes have the line's odds."""
    trial = case()["trial"]
    numbers = [trial[name] for name in ("tp", "fn", "fp", "tn")]
    y, called = np.repeat([1, 1, 0, 0], numbers), np.repeat([1, 0, 1, 0], numbers)
    weight = np.where(y == 1, 1, trial["good_per_defective"] * np.sum(y == 1) / np.sum(y == 0))
    return [score(y, called, sample_weight=weight) for score in (metrics.precision_score, metrics.accuracy_score)]


@way("curves-6", "package")
def _():
    trial = case()["trial"]
    found, alarmed = trial["tp"] / (trial["tp"] + trial["fn"]), trial["fp"] / (trial["fp"] + trial["tn"])
    good = trial["good_per_defective"]
    line = confusion.Counts(tp=found, fn=1 - found, fp=good * alarmed, tn=good * (1 - alarmed))
    return line.precision, line.accuracy


@way("curves-6", "NumPy")
def _():
    """By Bayes' rule."""
    trial, share = case()["trial"], 1 / (1 + case()["trial"]["good_per_defective"])
    called = np.array([trial["tp"] / (trial["tp"] + trial["fn"]), trial["fp"] / (trial["fp"] + trial["tn"])])
    mix = np.array([share, 1 - share])
    return share * called[0] / (mix @ called), mix @ [called[0], 1 - called[1]]


def kinds() -> tuple[np.ndarray, list[np.ndarray]]:
    """Which part is of which kind, and the scores of both cameras."""
    table = rows("kinds.csv")
    labels = ["cracked", "good", "scratched"]
    is_kind = preprocessing.label_binarize(table["kind"], classes=labels)
    scores = np.column_stack([table[one] for one in labels])
    return is_kind, [scores, np.tile(is_kind.mean(axis=0), (len(scores), 1))]


@way("curves-7", "scikit-learn")
def _():
    is_kind, cameras = kinds()
    kind = is_kind.argmax(axis=1)
    return [metrics.roc_auc_score(kind, scores, multi_class="ovr", average="micro") for scores in cameras]


@way("curves-7", "package")
def _():
    is_kind, cameras = kinds()
    return [curves.multiclass_roc_curve(is_kind.argmax(axis=1), scores, average="micro").auc for scores in cameras]


@way("curves-7", "NumPy")
def _():
    is_kind, cameras = kinds()
    pairs = [(scores[is_kind == 1][:, None], scores[is_kind == 0]) for scores in cameras]
    return [np.mean(own > other) + np.mean(own == other) / 2 for own, other in pairs]


# ---------------------------------------------------------------- the colleague's evaluation


class Lines:
    """lines.csv with the functions of scikit-learn or of others: an AUC, the rates of a ROC curve, and an F1."""

    def __init__(self, auc: Callable, roc: Callable, f1: Callable):
        self.auc, self.roc, self.f1 = auc, roc, f1
        lines = rows("lines.csv")
        self.chosen_on, self.test = (lines[lines["use"] == use] for use in ("validation", "test"))
        self.y, self.p = self.test["state"] == "defective", self.test["p_defective"]

    def mean_auc(self, score: np.ndarray) -> float:
        of = [self.test["line"] == line for line in ("north", "south")]
        return np.mean([self.auc(self.y[line], score[line]) for line in of])

    def f1_chosen_on(self, parts: np.ndarray) -> float:
        y, p = parts["state"] == "defective", parts["p_defective"]
        return self.f1(self.y, self.p >= max(np.unique(p), key=lambda at: self.f1(y, p >= at)))

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """Recall and precision, from the highest threshold down."""
        calls = [self.p >= at for at in np.unique(self.p)[::-1]]
        return np.array([np.mean(each[self.y]) for each in calls]), np.array([np.mean(self.y[each]) for each in calls])

    def precision(self) -> float:
        recall, precision = self.points()
        return precision[np.argmax(recall >= 0.8)]

    def tpr(self, y: np.ndarray, score: np.ndarray, *, of_all: bool = False) -> float:
        """The highest TPR with at most a tenth of the parts without y called, or of all parts."""
        fpr, tpr = self.roc(y, score)
        called = fpr * np.mean(~y) + tpr * np.mean(y) if of_all else fpr
        return np.max(tpr[called <= 0.1 + 1e-9])

    def right(self) -> dict[str, float]:
        auc, tpr, f1 = self.mean_auc(self.p), self.tpr(self.y, self.p), self.f1_chosen_on(self.chosen_on)
        return {"AUC": auc, "TPR": tpr, "precision": self.precision(), "F1": f1}

    def suspected(self) -> dict[str, float]:
        """By what a suspicion says: the number that it would lead to; nothing else would spoil the precision."""
        return {
            "The AUC is computed from calls": self.mean_auc(self.p >= 0.5),
            "The AUC is computed from the score": self.mean_auc(self.test["p_good"]),
            "The AUC is that of both": self.auc(self.y, self.p),
            "The TPR is that of finding the good": self.tpr(~self.y, self.test["p_good"]),
            "The TPR is that of a threshold": self.tpr(self.y, self.p, of_all=True),
            "The F1 is": self.f1_chosen_on(self.test),
        }


def with_scikit_learn() -> Lines:
    def roc(y: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return metrics.roc_curve(y, score, drop_intermediate=False)[:2]

    return Lines(metrics.roc_auc_score, roc, metrics.f1_score)


def with_package() -> Lines:
    def roc(y: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        curve = curves.roc_curve(y, score)
        return curve.fpr, curve.tpr

    return Lines(curves.roc_auc, roc, confusion.f1)


def with_numpy() -> Lines:
    def auc(y: np.ndarray, s: np.ndarray) -> float:
        return np.mean(np.sign(np.subtract.outer(s[y].astype(float), s[~y])) + 1) / 2

    def roc(y: np.ndarray, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        called = s >= np.unique(s)[:, None]
        return called[:, ~y].mean(axis=1), called[:, y].mean(axis=1)

    return Lines(auc, roc, lambda y, called: 2 * np.sum(y & called) / (np.sum(y) + np.sum(called)))


def reported() -> dict[str, Any]:
    return runpy.run_path("evaluation.py")["report"](rows("lines.csv"))


def mistake(lines: Lines) -> str:
    """The letter of the suspicion that leads to the reported number which is wrong."""
    report, right = reported(), lines.right()
    (wrong,) = (name for name in report if not np.isclose(report[name], right[name]))
    says = [text for text, number in lines.suspected().items() if np.isclose(number, report[wrong])]
    start = says[0] if says else "The precision is"
    (letter,) = (letter for letter, option in case()["options"].items() if option["says"].startswith(start))
    return letter


def corrected(lines: Lines) -> float:
    report, right = reported(), lines.right()
    (number,) = (right[name] for name in report if not np.isclose(report[name], right[name]))
    return number


for name, made in {"scikit-learn": with_scikit_learn, "package": with_package, "NumPy": with_numpy}.items():
    way("curves-8", name)(lambda made=made: mistake(made()))
    way("curves-9", name)(lambda made=made: corrected(made()))

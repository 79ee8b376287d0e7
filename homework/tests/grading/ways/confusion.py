"""Several ways to the answers of the assignment confusion."""

from __future__ import annotations

import runpy

import numpy as np
from scipy import optimize, stats
from sklearn import metrics

from evalbook import confusion
from ways import case, way

# ---------------------------------------------------------------- 1 to 6: by hand


def rows_of(tp: int, fp: int, fn: int, tn: int) -> tuple[list[int], list[int]]:
    """Truth and call of each sample behind four counts."""
    return [1] * tp + [0] * fp + [1] * fn + [0] * tn, [1] * (tp + fp) + [0] * (fn + tn)


def forest() -> dict[str, int]:
    return {name: case()["forest"][name] for name in ("tp", "fp", "fn", "tn")}


@way("confusion-1", "scikit-learn")
def _():
    truth, call = rows_of(**forest())
    return metrics.precision_score(truth, call), metrics.recall_score(truth, call)


@way("confusion-1", "NumPy")
def _():
    truth, call = map(np.array, rows_of(**forest()))
    return truth[call == 1].mean(), call[truth == 1].mean()


@way("confusion-1", "package")
def _():
    truth, call = rows_of(**forest())
    return confusion.precision(truth, call), confusion.recall(truth, call)


@way("confusion-2", "scikit-learn")
def _():
    """Weights give the minutes with an owl their share in the other forest."""
    truth, call = map(np.array, rows_of(**forest()))
    there = case()["forest"]["elsewhere"]
    weights = np.where(truth == 1, there / truth.mean(), (1 - there) / (1 - truth.mean()))
    return metrics.precision_score(truth, call, sample_weight=weights)


@way("confusion-2", "NumPy")
def _():
    truth, call = map(np.array, rows_of(**forest()))
    minutes = np.array([1 - case()["forest"]["elsewhere"], case()["forest"]["elsewhere"]]) * 100_000
    marked = minutes * [call[truth == 0].mean(), call[truth == 1].mean()]
    return marked[1] / marked.sum()


@way("confusion-2", "package")
def _():
    counts, there = confusion.Counts(**forest()), case()["forest"]["elsewhere"]
    odds = there / (1 - there) * counts.recall / counts.fpr  # after a mark, the odds are LR+ times as high
    return odds / (1 + odds)


def f_beta(precision: float, recall: float, beta: float) -> float:
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


@way("confusion-3", "SciPy")
def _():
    first, second = case()["rules"]
    return optimize.brentq(lambda beta: f_beta(*second, beta) - f_beta(*first, beta), 1e-3, 100, xtol=1e-9)


@way("confusion-3", "NumPy")
def _():
    (p, r), (q, s) = case()["rules"]
    return np.sqrt((1 / q - 1 / p) / (1 / r - 1 / s))


@way("confusion-3", "package")
def _():
    """Counts of one hundred positives that have these precisions and recalls; the crossing is halved into."""
    first, second = (confusion.Counts(r, r * (1 / p - 1), 1 - r, 0) for p, r in case()["rules"])
    low, high = 1e-3, 100.0
    while high - low > 1e-9:
        beta = (low + high) / 2
        low, high = (low, beta) if second.f_beta(beta) > first.f_beta(beta) else (beta, high)
    return low


@way("confusion-4", "scikit-learn")
def _():
    truth, call = rows_of(**case()["nest"])
    return metrics.f1_score(truth, call, pos_label=0), metrics.matthews_corrcoef(truth, call)


@way("confusion-4", "NumPy")
def _():
    truth, call = (1 - np.array(labels) for labels in rows_of(**case()["nest"]))
    both = np.sum(truth * call)
    return 2 * both / (truth.sum() + call.sum()), np.corrcoef(truth, call)[0, 1]


@way("confusion-4", "package")
def _():
    truth, call = rows_of(**case()["nest"])
    return confusion.f1(truth, call, pos_label=0), confusion.matthews_correlation(truth, call)


def fruit() -> tuple[np.ndarray, np.ndarray]:
    """Grade and call of each fruit."""
    table = np.array(case()["fruit"])
    return tuple(np.repeat(place.ravel(), table.ravel()) for place in np.indices(table.shape))


@way("confusion-5", "scikit-learn")
def _():
    grade, call = fruit()
    p, r, _, _ = metrics.precision_recall_fscore_support(grade, call, average="macro")
    return metrics.f1_score(grade, call, average="macro"), 2 * p * r / (p + r)


@way("confusion-5", "NumPy")
def _():
    table = np.array(case()["fruit"])
    hits, items, calls = np.diag(table), table.sum(axis=1), table.sum(axis=0)
    return np.mean(2 * hits / (items + calls)), stats.hmean([np.mean(hits / calls), np.mean(hits / items)])


@way("confusion-5", "package")
def _():
    grade, call = fruit()
    p, r = (score(grade, call, average="macro") for score in (confusion.precision, confusion.recall))
    return confusion.f1(grade, call, average="macro"), 2 / (1 / p + 1 / r)


def parcels() -> tuple[np.ndarray, np.ndarray]:
    """Truth and alarm of each parcel; the side whose first sum is the number of batteries holds the truth."""
    scanner = case()["scanner"]
    slide = np.array(scanner["slide"])
    sides = np.repeat([[1, 1, 0, 0], [1, 0, 1, 0]], slide.ravel(), axis=1)
    return tuple(sides if sides[0].sum() == scanner["batteries"] else sides[::-1])


@way("confusion-6", "scikit-learn")
def _():
    truth, alarm = parcels()
    never = metrics.accuracy_score(truth, np.zeros_like(alarm))
    (_, false_alarms), (_, found) = metrics.confusion_matrix(truth, alarm)
    return metrics.accuracy_score(truth, alarm), never, false_alarms / found


@way("confusion-6", "SciPy")
def _():
    """At the price that is looked for, the bills of the two scanners are equal."""
    truth, alarm = parcels()

    def bill(said: np.ndarray, price: float) -> float:
        return np.sum(np.where(truth == 1, price, 1) * (said != truth))

    silent = np.zeros_like(alarm)
    price = optimize.brentq(lambda price: bill(alarm, price) - bill(silent, price), 0, 1000)
    return np.mean(alarm == truth), np.mean(silent == truth), price


@way("confusion-6", "package")
def _():
    truth, alarm = parcels()
    counts = confusion.confusion_matrix(truth, alarm).binary(1)
    silent = confusion.accuracy(truth, [0] * len(truth))
    return confusion.accuracy(truth, alarm), silent, counts.fp / (counts.positives - counts.fn)


# ---------------------------------------------------------------- 7 and 8: items on a belt


def items() -> tuple[np.ndarray, np.ndarray, list[str]]:
    kind, call = np.loadtxt("items.csv", dtype=str, delimiter=",", skiprows=1).T
    return kind, call, np.unique(kind).tolist()


@way("confusion-7", "scikit-learn")
def _():
    kind, call, kinds = items()
    zero = metrics.precision_score(kind, call, labels=kinds, average="macro", zero_division=0)
    return metrics.precision_score(kind, call, labels=np.unique(call[call != "unsure"]), average="macro"), zero


@way("confusion-7", "NumPy")
def _():
    kind, call, kinds = items()
    called = [np.mean(kind[call == one] == one) for one in kinds if one in call]
    return np.mean(called), sum(called) / len(kinds)


@way("confusion-7", "package")
def _():
    kind, call, kinds = items()
    each = confusion.confusion_matrix(kind, call, labels=[*kinds, "unsure"]).one_vs_rest()[:-1]
    return np.nanmean(each.precision), np.nansum(each.precision) / len(kinds)


@way("confusion-8", "scikit-learn")
def _():
    kind, call, kinds = items()
    return metrics.precision_recall_fscore_support(kind, call, labels=kinds, average="micro")[:2]


@way("confusion-8", "NumPy")
def _():
    kind, call, _ = items()
    return np.sum(kind == call) / np.sum(call != "unsure"), np.mean(kind == call)


@way("confusion-8", "package")
def _():
    kind, call, kinds = items()
    each = confusion.confusion_matrix(kind, call, labels=[*kinds, "unsure"]).one_vs_rest()[:-1]
    return confusion.micro_average(each).precision, confusion.micro_average(each).recall


# ---------------------------------------------------------------- 9 and 10: the colleague's report


def second() -> tuple[np.ndarray, np.ndarray, str, list[float]]:
    """Kinds and calls, the kind whose precision is reported, and the report."""
    kind, call = np.loadtxt("second.csv", dtype=str, delimiter=",", skiprows=1).T
    evaluation = runpy.run_path("evaluation.py")
    return kind, call, evaluation["CHOSEN"], list(evaluation["report"].values())


def letter(right: tuple[float, float, float], f1_of_means: float, accuracy: float) -> str:
    """The line that is wrong names the mistake; a macro-F1 has three. In a swapped table two lines are wrong."""
    _, _, _, printed = second()
    wrong = [not np.isclose(*pair) for pair in zip(printed, right, strict=True)]
    of_f1 = "f1 of means" if np.isclose(printed[1], f1_of_means) else "weighted"
    of_f1 = "micro" if np.isclose(printed[1], accuracy) else of_f1
    found = "swapped" if sum(wrong) > 1 else ["position", of_f1, "accuracy"][wrong.index(True)]
    return "abcdef"[list(case()["suspicions"]).index(found)]


def with_library() -> tuple[float, float, float]:
    kind, call, chosen, _ = second()
    (precision,) = metrics.precision_score(kind, call, labels=[chosen], average=None)
    return precision, metrics.f1_score(kind, call, average="macro"), metrics.balanced_accuracy_score(kind, call)


def with_numpy() -> tuple[float, float, float]:
    kind, call, chosen, _ = second()
    found = {one: np.sum((kind == one) & (call == one)) for one in np.unique(kind)}
    f1 = [2 * hits / (np.sum(kind == one) + np.sum(call == one)) for one, hits in found.items()]
    recall = [hits / np.sum(kind == one) for one, hits in found.items()]
    return np.mean(kind[call == chosen] == chosen), np.mean(f1), np.mean(recall)


def with_package() -> tuple[float, float, float]:
    kind, call, chosen, _ = second()
    precision = confusion.precision(kind == chosen, call == chosen, pos_label=True)
    return precision, confusion.f1(kind, call, average="macro"), confusion.balanced_accuracy(kind, call)


@way("confusion-9", "scikit-learn")
def _():
    kind, call, _, _ = second()
    p, r, _, _ = metrics.precision_recall_fscore_support(kind, call, average="macro")
    return letter(with_library(), 2 * p * r / (p + r), metrics.accuracy_score(kind, call))


@way("confusion-9", "package")
def _():
    kind, call, _, _ = second()
    matrix = confusion.confusion_matrix(kind, call)
    return letter(with_package(), confusion.macro_average(matrix.one_vs_rest()).f1, matrix.accuracy)


way("confusion-10", "scikit-learn")(with_library)
way("confusion-10", "NumPy")(with_numpy)
way("confusion-10", "package")(with_package)

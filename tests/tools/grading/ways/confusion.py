"""Several ways to the answers of the assignment confusion."""

from __future__ import annotations

import numpy as np
from sklearn import metrics

from ways import way


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

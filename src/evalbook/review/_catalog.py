"""The numbers that a report of a classification may hold under a metric's name: by name, computed when asked for."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import confusion, curves
from evalbook._undefined import ratio
from evalbook.review._classified import Classified
from evalbook.review._findings import Outcome
from evalbook.review._reported import Catalog, Number, over_groups, reported_number_of

OF_CALLS = {"precision": confusion.precision, "recall": confusion.recall, "F1": confusion.f1}
OF_COUNTS = {name: name.lower() for name in (*OF_CALLS, "specificity")} | {
    "negative predictive value": "negative_predictive_value",
    "false positive rate": "fpr",
    "false negative rate": "fnr",
}


def reported_number(evaluation: Classified) -> Outcome:
    """Whether each reported number is what the arrays give; else which of some forty others it equals, to its digits.

    "Equals", never "is": at three digits another number may do so by accident. It cannot see a number that is computed
    rightly of the wrong samples, nor one whose name says nothing of which class or mean it takes.
    """
    return reported_number_of(evaluation.claims, *_metrics_and_variants(evaluation))


def _metrics_and_variants(evaluation: Classified) -> tuple[Catalog, Catalog]:
    """What a name alone says; and what is computed by mistake, or means something else."""
    known: Catalog = {}
    others: Catalog = {}
    for applies, numbers in (
        (evaluation.predicted is not None, _of_labels),
        (evaluation.predicted is not None and evaluation.of_two, _of_calls),
        (evaluation.ranks, _of_scores),
    ):
        more = numbers(evaluation) if applies else ({}, {})
        known |= more[0]
        others |= more[1]
    if evaluation.prob is not None:
        known["log loss"] = Number(lambda: float(evaluation.losses[0].mean()), 1e-3)  # 0 here is 2e-16 where 1 is cut
        known["Brier"] = Number(lambda: float(evaluation.losses[1].mean()))
    if not evaluation.of_two and evaluation.score is not None:
        known["macro AUC"] = lambda: evaluation.area[0]
    return known, others


def _of_labels(evaluation: Classified) -> tuple[Catalog, Catalog]:
    true, predicted = evaluation.true, evaluation.predicted
    averages = {
        f"{average} {name}": partial(metric, true, predicted, average=average, zero_division=0)
        for name, metric in OF_CALLS.items()
        for average in ("macro", "weighted", "micro")
    }
    known: Catalog = {
        "accuracy": partial(confusion.accuracy, true, predicted),
        "error rate": partial(confusion.error_rate, true, predicted),
        "balanced accuracy": partial(confusion.balanced_accuracy, true, predicted),
        "kappa": partial(confusion.cohen_kappa, true, predicted),
        "MCC": partial(confusion.matthews_correlation, true, predicted),
    }
    others: Catalog = {
        "the F1 of macro-precision and macro-recall": lambda: _f1_of(
            averages["macro precision"](), averages["macro recall"]()
        ),
    }
    return known | averages, others | over_groups({"accuracy": confusion.accuracy}, true, predicted, evaluation.group)


def _of_calls(evaluation: Classified) -> tuple[Catalog, Catalog]:
    positive, called = evaluation.positive, evaluation.called
    others: Catalog = {"the F1 of the other class": partial(confusion.f1, ~positive, ~called)}
    known: Catalog = {name: partial(getattr, evaluation.counts, of) for name, of in OF_COUNTS.items()}
    known |= {name: partial(evaluation.counts.f_beta, beta) for name, beta in (("F2", 2.0), ("F0.5", 0.5))}
    tp, fp, fn = evaluation.counts.tp, evaluation.counts.fp, evaluation.counts.fn
    known["Jaccard"] = lambda: float(ratio(tp, tp + fp + fn))
    return known, {**others, **over_groups(OF_CALLS, positive, called, evaluation.group)}


def _of_scores(evaluation: Classified) -> tuple[Catalog, Catalog]:
    positive, score = evaluation.positive, np.asarray(evaluation.score)
    named = {"ROC AUC": curves.roc_auc, "average precision": curves.average_precision}
    known: Catalog = {
        "ROC AUC": lambda: evaluation.area[0],
        "average precision": partial(named["average precision"], positive, score),
    }
    others: Catalog = {
        "the ROC AUC of the reversed scores": lambda: 1 - evaluation.area[0],
    }
    for name in ("F1", "accuracy"):
        others[f"the highest {name} of any threshold on these samples"] = partial(_best, positive, score, name.lower())
    if evaluation.predicted is not None:
        of_labels = {f"the {name} of the predicted labels": metric for name, metric in named.items()}
        others |= {name: partial(metric, positive, evaluation.called) for name, metric in of_labels.items()}
    return known, others | over_groups(named, positive, score, evaluation.group)


def _f1_of(precision: float, recall: float) -> float:
    return float(ratio(2 * precision * recall, precision + recall))


def _best(positive: NDArray[np.bool_], score: NDArray[Any], name: str) -> float:
    return float(np.nanmax(getattr(curves.threshold_counts(positive, score).counts, name)))

"""The numbers that a report of a classification may hold under a metric's name: by name, computed when asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import confusion, curves
from evalbook._undefined import ratio
from evalbook.review._classified import Classified
from evalbook.review._findings import Outcome
from evalbook.review._reported import Catalog, mean_over_groups, reported_number_of

OF_CALLS = {"precision": confusion.precision, "recall": confusion.recall, "F1": confusion.f1}


def reported_number(evaluation: Classified) -> Outcome:
    """Whether each reported number is what the arrays give; else which of some thirty others it equals, to its digits.

    "Equals", never "is": at three digits another number may do so by accident. It cannot see a number that is computed
    rightly of the wrong samples, nor one whose name says nothing of which class or mean it takes.
    """
    return reported_number_of(evaluation.claims, metrics_of(evaluation), variants_of(evaluation))


def metrics_of(evaluation: Classified) -> Catalog:
    """What a name alone says."""
    found: dict[str, Callable[[], float]] = {}
    true, predicted = evaluation.true, evaluation.predicted
    if predicted is not None:
        found["accuracy"] = partial(confusion.accuracy, true, predicted)
        found["balanced accuracy"] = partial(confusion.balanced_accuracy, true, predicted)
        found["kappa"] = partial(confusion.cohen_kappa, true, predicted)
        found["MCC"] = partial(confusion.matthews_correlation, true, predicted)
        found |= _averages(evaluation)
    if predicted is not None and evaluation.of_two:
        found |= {name: partial(getattr, evaluation.counts, name.lower()) for name in (*OF_CALLS, "specificity")}
    if evaluation.ranks:
        found["ROC AUC"] = lambda: evaluation.area[0]
        found["average precision"] = partial(curves.average_precision, evaluation.positive, evaluation.score)
    if evaluation.prob is not None:
        found |= {"log loss": lambda: evaluation.losses[0], "Brier": lambda: evaluation.losses[1]}
    if not evaluation.of_two and evaluation.score is not None:
        score = evaluation.score
        found["macro AUC"] = partial(curves.multiclass_roc_auc, true, score, labels=evaluation.classes)
    return found


def _averages(evaluation: Classified) -> Catalog:
    arrays = evaluation.true, evaluation.predicted
    return {
        f"{average} {name}": partial(metric, *arrays, average=average, zero_division=0)
        for name, metric in OF_CALLS.items()
        for average in ("macro", "weighted", "micro")
    }


def variants_of(evaluation: Classified) -> Catalog:
    """What is computed by mistake, or means something else."""
    found: dict[str, Callable[[], float]] = {}
    if evaluation.predicted is not None:
        found["the error rate"] = lambda: 1 - float(evaluation.right.mean())
        found["the F1 of macro-precision and macro-recall"] = lambda: _f1_of_means(evaluation)
    if evaluation.predicted is not None and evaluation.of_two:
        other, calls = ~evaluation.positive, ~evaluation.called
        found["the precision of the other class"] = partial(confusion.precision, other, calls)
        found["the F1 of the other class"] = partial(confusion.f1, other, calls)
    if evaluation.ranks:
        found |= _of_scores(evaluation)
    if evaluation.group is not None:
        found |= _over_groups(evaluation, evaluation.group)
    return found


def _of_scores(evaluation: Classified) -> Catalog:
    positive, called, score = evaluation.positive, evaluation.called, np.asarray(evaluation.score)
    found: dict[str, Callable[[], float]] = {
        "the ROC AUC of the reversed scores": lambda: 1 - evaluation.area[0],
        "the area under the P-R curve by trapezoids": lambda: _trapezoids(positive, score),
        "the average precision of the other class": partial(curves.average_precision, ~positive, -score.astype(float)),
        "the highest F1 of any threshold on these samples": lambda: _best(evaluation, "f1"),
        "the highest accuracy of any threshold on these samples": lambda: _best(evaluation, "accuracy"),
    }
    if evaluation.predicted is not None:
        found["the ROC AUC of the predicted labels"] = partial(curves.roc_auc, positive, called)
        found["the average precision of the predicted labels"] = partial(curves.average_precision, positive, called)
    return found


def _over_groups(evaluation: Classified, group: NDArray[np.intp]) -> Catalog:
    positive, score = evaluation.positive, evaluation.score
    tried: dict[str, tuple[Callable[..., float], Any, Any]] = {}
    if evaluation.predicted is not None:
        tried["accuracy"] = confusion.accuracy, evaluation.true, evaluation.predicted
    if evaluation.predicted is not None and evaluation.of_two:
        tried |= {name: (metric, positive, evaluation.called) for name, metric in OF_CALLS.items()}
    if evaluation.ranks:
        tried["ROC AUC"] = curves.roc_auc, positive, score
        tried["average precision"] = curves.average_precision, positive, score
    return {
        f"the mean over groups of the {name}": partial(mean_over_groups, *each, group) for name, each in tried.items()
    }


def _f1_of_means(evaluation: Classified) -> float:
    averages = _averages(evaluation)
    precision, recall = averages["macro precision"](), averages["macro recall"]()
    return float(ratio(2 * precision * recall, precision + recall))


def _trapezoids(positive: NDArray[np.bool_], score: NDArray[Any]) -> float:
    precision, recall, _ = curves.pr_curve(positive, score)
    order = np.argsort(recall, kind="stable")
    return curves.auc(np.append(0.0, recall[order]), np.append(1.0, precision[order]))


def _best(evaluation: Classified, name: str) -> float:
    values = getattr(curves.threshold_counts(evaluation.positive, evaluation.score).counts, name)
    return float(np.nanmax(values))

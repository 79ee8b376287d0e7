"""The numbers that a report of a classification may hold under a metric's name: by name, computed when asked for."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import confusion, curves, probabilities
from evalbook.review._classified import Classified
from evalbook.review._findings import Outcome
from evalbook.review._reported import Catalog, mean_over_groups, reported_number_of

NAN = math.nan


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
        counts = evaluation.counts
        found |= {name: partial(_part, counts, name.lower()) for name in ("precision", "recall", "F1", "specificity")}
    if evaluation.ranks:
        found["ROC AUC"] = lambda: evaluation.area[0]
        found["average precision"] = partial(curves.average_precision, evaluation.positive, evaluation.score)
    if evaluation.prob is not None:
        truth = evaluation.positive if evaluation.of_two else true
        options: dict[str, Any] = {} if evaluation.of_two else {"labels": evaluation.classes}
        found["log loss"] = partial(probabilities.log_loss, truth, evaluation.prob, **options)
        found["Brier"] = partial(probabilities.brier_score, truth, evaluation.prob, **options)
    if not evaluation.of_two and evaluation.score is not None:
        score = evaluation.score
        found["macro AUC"] = partial(curves.multiclass_roc_auc, true, score, labels=evaluation.classes)
    return found


def _part(counts: confusion.Counts, name: str) -> float:
    return float(getattr(counts, name))


def _averages(evaluation: Classified) -> Catalog:
    functions = {"precision": confusion.precision, "recall": confusion.recall, "F1": confusion.f1}
    return {
        f"{average} {name}": partial(
            function,
            evaluation.true,
            evaluation.predicted,
            average=average,
            zero_division=0,
        )
        for name, function in functions.items()
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
        found |= _over_groups(evaluation)
    return found


def _of_scores(evaluation: Classified) -> Catalog:
    positive, score = evaluation.positive, evaluation.score
    assert score is not None
    found: dict[str, Callable[[], float]] = {
        "the ROC AUC of the reversed scores": lambda: 1 - evaluation.area[0],
        "the area under the P-R curve by trapezoids": lambda: _trapezoids(positive, score),
        "the average precision of the other class": partial(curves.average_precision, ~positive, _reversed(score)),
        "the highest F1 of any threshold on these samples": lambda: _best(evaluation, "f1"),
        "the highest accuracy of any threshold on these samples": lambda: _best(evaluation, "accuracy"),
    }
    if evaluation.predicted is not None:
        found["the ROC AUC of the predicted labels"] = partial(curves.roc_auc, positive, evaluation.called)
        found["the average precision of the predicted labels"] = partial(
            curves.average_precision, positive, evaluation.called
        )
    return found


def _over_groups(evaluation: Classified) -> Catalog:
    group = evaluation.group
    assert group is not None
    found: dict[str, Callable[[], float]] = {}
    if evaluation.predicted is not None:
        found["the mean over groups of the accuracy"] = lambda: mean_over_groups(
            lambda inside: float(evaluation.right[inside].mean()), group
        )
    if evaluation.predicted is not None and evaluation.of_two:
        for name, metric in (("precision", confusion.precision), ("recall", confusion.recall), ("F1", confusion.f1)):
            found[f"the mean over groups of the {name}"] = partial(_of_groups, metric, evaluation)
    if evaluation.ranks:
        positive, score = evaluation.positive, np.asarray(evaluation.score)
        found["the mean over groups of the ROC AUC"] = lambda: mean_over_groups(
            lambda inside: curves.roc_auc(positive[inside], score[inside]), group
        )
        found["the mean over groups of the average precision"] = lambda: mean_over_groups(
            lambda inside: curves.average_precision(positive[inside], score[inside]), group
        )
    return found


def _of_groups(metric: Callable[..., float], evaluation: Classified) -> float:
    positive, called, group = evaluation.positive, evaluation.called, evaluation.group
    assert group is not None
    return mean_over_groups(lambda inside: metric(positive[inside], called[inside]), group)


def _f1_of_means(evaluation: Classified) -> float:
    names = ("macro precision", "macro recall")
    precision, recall = (_averages(evaluation)[name]() for name in names)
    return 2 * precision * recall / (precision + recall) if precision + recall else NAN


def _trapezoids(positive: NDArray[np.bool_], score: NDArray[Any]) -> float:
    precision, recall, _ = curves.pr_curve(positive, score)
    order = np.argsort(recall, kind="stable")
    return curves.auc(np.append(0.0, recall[order]), np.append(1.0, precision[order]))


def _reversed(score: NDArray[Any]) -> NDArray[Any]:
    return -score.astype(np.float64)


def _best(evaluation: Classified, name: str) -> float:
    values = getattr(curves.threshold_counts(evaluation.positive, evaluation.score).counts, name)
    return float(np.nanmax(values))

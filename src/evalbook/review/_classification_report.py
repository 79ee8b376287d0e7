"""What a report of a classification says: the line, clause by clause, and the numbers that it may hold, by name."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import confusion, costs, curves
from evalbook._input import FloatArray
from evalbook._undefined import ratio
from evalbook.comparison import DeLong, Interval, proportion_interval
from evalbook.comparison._influence import groups_in, mean_influence, share_influence, standard_error
from evalbook.review._evaluation import Evaluation
from evalbook.review._reported import Catalog, Number, means_over_groups
from evalbook.review._words import (
    amount,
    bootstrap_in_words,
    bounds_in_words,
    join_clauses,
    number_of,
    rate,
    share_with_bounds,
    why_no_spread,
)


def line_of(evaluation: Evaluation) -> str:
    """What stands beside the number, as the chapters report it."""
    clauses = [_auc_clause, _probability_clause]
    if evaluation.predicted is not None:
        clauses += [_accuracy_clause, _positives_clause if evaluation.is_binary else _averages_clause, _costs_clause]
    return join_clauses(clause(evaluation) for clause in [*clauses, _samples_clause])


def by_logit(value: float, error: float) -> Interval:
    """The interval of a share whose standard error is known, on the scale of its logarithmic odds."""
    return DeLong(np.array([value]), np.array([[error**2 if 0 < value < 1 else math.nan]])).interval()


def _method(evaluation: Evaluation, name: str, influence: FloatArray) -> str:
    """How an interval was made; of groups, how much wider it is for that."""
    if evaluation.group is None:
        return name
    wider = ratio(standard_error(influence, evaluation.group), standard_error(influence, None))
    return f"{name} by group" + ("" if math.isnan(wider) else f", {rate(wider, 2)} times as wide as without groups")


def _why(evaluation: Evaluation) -> str:
    """Why there is no interval, where there is none."""
    return why_no_spread(len(evaluation.true), evaluation.group)


# ---------------------------------------------------------------- scores and probabilities


def _auc_clause(evaluation: Evaluation) -> str:
    """The AUC with DeLong's interval, by groups where there are some; and the average precision."""
    if evaluation.score is None:
        return ""
    if evaluation.is_binary and not evaluation.has_both_classes:
        return "ROC AUC undefined (only one class occurs)"
    area, influence = evaluation.auc
    if math.isnan(area):
        return "ROC AUC undefined (a class does not occur)"
    found = by_logit(area, standard_error(influence, evaluation.group))
    why = "a class of one sample shows no spread" if np.isnan(influence).any() else _why(evaluation)
    told = f"ROC AUC {rate(area)}, {bounds_in_words(found, _method(evaluation, 'DeLong', influence), why=why)}"
    if not evaluation.is_binary:
        return f"{told}, the mean of each class against the rest"
    precision = curves.average_precision(evaluation.positive, evaluation.score)
    return f"{told}; average precision {rate(precision)} (base rate {rate(float(evaluation.positive.mean()))})"


def _probability_clause(evaluation: Evaluation) -> str:
    """Log loss and Brier score, beside what the shares of the classes get."""
    if evaluation.prob is None:
        return ""
    share = np.unique(evaluation.true, return_counts=True)[1] / len(evaluation.true)
    of_shares = float((share * np.log(1 / share)).sum()), (1 - float((share**2).sum())) / (1 + evaluation.is_binary)
    told = []
    for name, losses, base in zip(("log loss", "Brier score"), evaluation.losses, of_shares, strict=True):
        value, reach = float(losses.mean()), 1.96 * standard_error(mean_influence(losses), evaluation.group)
        why = "an infinite loss has no spread" if math.isinf(value) else _why(evaluation)
        bounds = bounds_in_words((max(0.0, value - reach), value + reach), "normal", why=why)
        told.append(f"{name} {rate(value)}, {bounds}, compared with {rate(base)} for the base rate")
    return join_clauses(told)


# ---------------------------------------------------------------- predicted labels


def _accuracy_clause(evaluation: Evaluation) -> str:
    """Accuracy with its interval, beside what one answer to all gets."""
    n, right = len(evaluation.true), int(evaluation.is_right.sum())
    influence, how = mean_influence(evaluation.is_right), "Wilson"
    if evaluation.group is not None:
        how = _method(evaluation, "log-odds", influence) if 0 < right < n else "Wilson by sample"
    largest = np.unique(evaluation.true, return_counts=True)[1].max() / n
    which = "larger" if len(evaluation.classes) < 3 else "largest"
    bounds = bounds_in_words(_bounds(evaluation.is_right, np.ones(n), evaluation), how, why=_why(evaluation))
    return f"accuracy {rate(right / n)}, {bounds}, compared with {rate(largest)} for the {which} class"


def _bounds(part: NDArray[Any], whole: NDArray[Any], evaluation: Evaluation) -> Interval:
    """The interval of a share: Wilson's, or by groups; a share of 0 or 1 has Wilson's, unless there is one group."""
    k, n = float(part.sum()), float(whole.sum())
    if evaluation.group is None or (not 0 < k < n and groups_in(evaluation.group) > 1):
        return proportion_interval(int(k), int(n))
    return by_logit(k / n, standard_error(share_influence(part, whole), evaluation.group))


def _positives_clause(evaluation: Evaluation) -> str:
    """The four counts, and the shares that they make, with their intervals."""
    counts, positive, predicted = evaluation.counts, evaluation.positive, evaluation.predicted_positive
    shares = {"recall": (positive & predicted, positive), "precision": (positive & predicted, predicted)}
    shares["specificity"] = (~positive & ~predicted, ~positive)
    told = []
    for name, (part, whole) in shares.items():
        k, n = int(part.sum()), int(whole.sum())
        low, high = _bounds(part, whole, evaluation) if n else (math.nan, math.nan)
        told.append(f"{name} {share_with_bounds(k, n, low, high, _why(evaluation)) if n else 'undefined'}")
    four = ", ".join(f"{name.upper()} {getattr(counts, name):,}" for name in ("tp", "fp", "fn", "tn"))
    f1 = _mean_of_shares(evaluation, "F1", confusion.f1, (positive, predicted), [_f1_as_share(positive, predicted)])
    return f"{', '.join(told)}; {f1}; {four}"


def _averages_clause(evaluation: Evaluation) -> str:
    """The means of the F1s and recalls of all classes that are true or predicted, as their metrics take them."""
    arrays = evaluation.true, evaluation.predicted
    each = [(arrays[0] == label, arrays[1] == label) for label in np.union1d(*arrays).tolist()]
    macro = partial(confusion.f1, average="macro", zero_division=0)
    f1s, recalls = [_f1_as_share(*one) for one in each], [(truth & predicted, truth) for truth, predicted in each]
    told = _mean_of_shares(evaluation, "balanced accuracy", confusion.balanced_accuracy, arrays, recalls)
    return f"{_mean_of_shares(evaluation, 'macro-F1 (the mean of the F1 scores)', macro, arrays, f1s)}; {told}"


def _f1_as_share(truth: NDArray[Any], predicted: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """F1 as a share: twice the true positives, of the true and the predicted positives."""
    return 2.0 * (truth & predicted), truth.astype(float) + predicted


def _mean_of_shares(evaluation: Evaluation, name: str, metric: Any, arrays: tuple[Any, Any], shares: list[Any]) -> str:
    """A mean of shares (a part, of a whole): its bootstrap, or by groups how samples pull at it."""
    value = metric(*arrays)
    if math.isnan(value):
        return f"{name} undefined"
    if evaluation.group is None and len(evaluation.true) > 1:
        return f"{name} {rate(value)}, {bootstrap_in_words(metric, *arrays)}"
    influence = np.mean([share_influence(*share) for share in shares], axis=0)
    found = by_logit(value, standard_error(influence, evaluation.group))
    return f"{name} {rate(value)}, {bounds_in_words(found, 'log-odds by group', why=_why(evaluation))}"


# ---------------------------------------------------------------- costs, and how many


def _costs_clause(evaluation: Evaluation) -> str:
    """What the predicted labels cost, and what what two fixed answers and the threshold of the prices would."""
    if evaluation.costs is None or not evaluation.is_binary:
        return ""
    cost_fp, cost_fn = evaluation.costs
    cost = partial(costs.cost_sensitive_error, evaluation.positive, cost_fp=cost_fp, cost_fn=cost_fn)
    own = amount(cost(evaluation.predicted_positive))
    base = float(evaluation.positive.mean())
    others = {"for predicting nobody positive": base * cost_fn, "for everybody": (1 - base) * cost_fp}
    if evaluation.prob is not None:
        threshold = cost_fp / (cost_fp + cost_fn)
        others[f"for the threshold {threshold:.3g}"] = cost(evaluation.prob >= threshold)
    beside = ", ".join(f"{amount(value)} {name}" for name, value in others.items())
    return f"cost {own} each ({beside}), if a miss costs {cost_fn:g} and a false alarm costs {cost_fp:g}"


def _samples_clause(evaluation: Evaluation) -> str:
    """How many samples, of which classes, with how many distinct scores, in how many groups."""
    told = [number_of(len(evaluation.true), evaluation.unit)]
    if evaluation.is_binary:
        name = evaluation.pos_label if isinstance(evaluation.pos_label, str) else "positive"
        told.append(f"{np.count_nonzero(evaluation.positive):,} {name}")
    else:
        found, count = np.unique(evaluation.true, return_counts=True)
        rarest = f"{len(found)} classes, of which the rarest ({found[count.argmin()]}) has {count.min():,}"
        told.append(rarest if len(found) > 1 else f"1 class ({found[0]})")
    if evaluation.is_binary and evaluation.score is not None:
        told.append(number_of(len(np.unique(evaluation.score)), "distinct scores"))
    if evaluation.group is not None:
        told.append(number_of(groups_in(evaluation.group), "groups"))
    return ", ".join(told)


# ---------------------------------------------------------------- the numbers, by name

OF_POSITIVES = {"precision": confusion.precision, "recall": confusion.recall, "F1": confusion.f1}
OF_COUNTS = {name: name.lower() for name in (*OF_POSITIVES, "specificity")} | {
    "negative predictive value": "negative_predictive_value",
    "false positive rate": "fpr",
    "false negative rate": "fnr",
}


def metrics_and_variants(evaluation: Evaluation) -> tuple[Catalog, Catalog]:
    """What a name alone says; and what is computed by mistake, or means something else."""
    known: Catalog = {}
    others: Catalog = {}
    for applies, numbers in (
        (evaluation.predicted is not None, _metrics_of_labels),
        (evaluation.predicted is not None and evaluation.is_binary, _metrics_of_positives),
        (evaluation.can_rank, _metrics_of_scores),
    ):
        more = numbers(evaluation) if applies else ({}, {})
        known |= more[0]
        others |= more[1]
    if evaluation.prob is not None:
        known["log loss"] = Number(lambda: float(evaluation.losses[0].mean()), 1e-3)  # 0 here is 2e-16 where 1 is cut
        known["Brier"] = Number(lambda: float(evaluation.losses[1].mean()))
    if not evaluation.is_binary and evaluation.score is not None:
        known["macro AUC"] = lambda: evaluation.auc[0]
    return known, others


def _metrics_of_labels(evaluation: Evaluation) -> tuple[Catalog, Catalog]:
    true, predicted = evaluation.true, evaluation.predicted
    averages = {
        f"{average} {name}": partial(metric, true, predicted, average=average, zero_division=0)
        for name, metric in OF_POSITIVES.items()
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
    return known | averages, others | means_over_groups(
        {"accuracy": confusion.accuracy}, true, predicted, evaluation.group
    )


def _metrics_of_positives(evaluation: Evaluation) -> tuple[Catalog, Catalog]:
    positive, predicted = evaluation.positive, evaluation.predicted_positive
    others: Catalog = {"the F1 of the other class": partial(confusion.f1, ~positive, ~predicted)}
    known: Catalog = {name: partial(getattr, evaluation.counts, of) for name, of in OF_COUNTS.items()}
    known |= {name: partial(evaluation.counts.f_beta, beta) for name, beta in (("F2", 2.0), ("F0.5", 0.5))}
    tp, fp, fn = evaluation.counts.tp, evaluation.counts.fp, evaluation.counts.fn
    known["Jaccard"] = lambda: float(ratio(tp, tp + fp + fn))
    return known, {**others, **means_over_groups(OF_POSITIVES, positive, predicted, evaluation.group)}


def _metrics_of_scores(evaluation: Evaluation) -> tuple[Catalog, Catalog]:
    positive, score = evaluation.positive, np.asarray(evaluation.score)
    named = {"ROC AUC": curves.roc_auc, "average precision": curves.average_precision}
    known: Catalog = {
        "ROC AUC": lambda: evaluation.auc[0],
        "average precision": partial(named["average precision"], positive, score),
    }
    others: Catalog = {
        "the ROC AUC of the reversed scores": lambda: 1 - evaluation.auc[0],
    }
    for name in ("F1", "accuracy"):
        others[f"the highest {name} of any threshold on these samples"] = partial(_best, positive, score, name.lower())
    if evaluation.predicted is not None:
        of_labels = {f"the {name} of the predicted labels": metric for name, metric in named.items()}
        others |= {name: partial(metric, positive, evaluation.predicted_positive) for name, metric in of_labels.items()}
    return known, others | means_over_groups(named, positive, score, evaluation.group)


def _f1_of(precision: float, recall: float) -> float:
    return float(ratio(2 * precision * recall, precision + recall))


def _best(positive: NDArray[np.bool_], score: NDArray[Any], name: str) -> float:
    return float(np.nanmax(getattr(curves.threshold_counts(positive, score).counts, name)))

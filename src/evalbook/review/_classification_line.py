"""The line that reports a classification, clause by clause."""

from __future__ import annotations

import math

import numpy as np

from evalbook import confusion, costs, curves
from evalbook.comparison import DeLong, Interval, proportion_interval
from evalbook.review._classified import Classified
from evalbook.review._spread import error_of, pulls_of_mean
from evalbook.review._words import between, joined, short, sized


def line_of_classification(evaluation: Classified) -> str:
    """What stands beside the number, as the chapters report it."""
    of_two = evaluation.of_two
    clauses = [_of_scores(evaluation) if of_two else _of_columns(evaluation), _of_probabilities(evaluation)]
    if evaluation.predicted is not None:
        clauses += [_of_accuracy(evaluation), _of_calls(evaluation) if of_two else _of_averages(evaluation)]
    if evaluation.costs is not None and of_two and evaluation.predicted is not None:
        clauses.append(_of_costs(evaluation))
    return joined([*clauses, _of_samples(evaluation)])


def by_logit(value: float, error: float) -> Interval:
    """The interval of a share whose standard error is known, on the scale of its logarithmic odds."""
    return DeLong(np.array([value]), np.array([[error**2 if 0 < value < 1 else math.nan]])).interval()


def _of_scores(evaluation: Classified) -> str:
    """The AUC with DeLong's interval, by groups where there are some; and the average precision."""
    if evaluation.score is None:
        return ""
    if not evaluation.ranks:
        return "ROC AUC undefined (one class only)"
    area, pulls = evaluation.area
    found = by_logit(area, error_of(pulls, evaluation.group))
    how = "DeLong" if evaluation.group is None else "DeLong, by group"
    told = f"{between(*found)} ({how})" if not math.isnan(found.low) else "no interval (DeLong has none here)"
    precision = curves.average_precision(evaluation.positive, evaluation.score)
    base = evaluation.positive.mean()
    return f"ROC AUC {short(area)}, {told}; average precision {short(precision)} (base rate {short(base)})"


def _of_columns(evaluation: Classified) -> str:
    if evaluation.score is None:
        return ""
    area = curves.multiclass_roc_auc(evaluation.true, evaluation.score, labels=evaluation.classes)
    return f"ROC AUC {short(area)} (mean of each class against the rest)"


def _of_probabilities(evaluation: Classified) -> str:
    """Log loss and Brier score, beside what the shares of the classes get."""
    if evaluation.prob is None:
        return ""
    truth = evaluation.positive if evaluation.of_two else evaluation.true
    loss, brier = evaluation.losses
    base = np.unique(truth, return_counts=True)[1] / len(truth)
    entropy = float(-(base * np.log(base)).sum())
    return f"log loss {short(loss)} (base rate {short(entropy)}), Brier score {short(brier)}"


def _of_accuracy(evaluation: Classified) -> str:
    """Accuracy with Wilson's interval, or by groups, beside what one answer to all gets."""
    n, right = len(evaluation.true), int(evaluation.right.sum())
    found, how = proportion_interval(right, n), "Wilson"
    if evaluation.group is not None and 0 < right < n:
        found, how = by_logit(right / n, error_of(pulls_of_mean(evaluation.right), evaluation.group)), "by group"
    largest = np.unique(evaluation.true, return_counts=True)[1].max() / n
    which = "larger" if len(evaluation.classes) < 3 else "largest"
    told = f"accuracy {short(right / n)}, {between(*found)} ({how})"
    return f"{told}, where the {which} class gets {short(largest)}"


def _of_calls(evaluation: Classified) -> str:
    """The four counts, and the shares that they make, with Wilson's intervals."""
    counts = evaluation.counts
    shares = {"recall": (counts.tp, counts.tp + counts.fn), "precision": (counts.tp, counts.tp + counts.fp)}
    shares["specificity"] = (counts.tn, counts.tn + counts.fp)
    told = [f"{name} {_with_bounds(int(part), int(whole))}" for name, (part, whole) in shares.items()]
    four = ", ".join(f"{name.upper()} {getattr(counts, name):,}" for name in ("tp", "fp", "fn", "tn"))
    return f"{', '.join(told)}; F1 {short(counts.f1)}; {four}"


def _with_bounds(part: int, whole: int) -> str:
    if not whole:
        return "undefined"
    low, high = proportion_interval(part, whole)
    return f"{part / whole:.2f} ({low:.2f} to {high:.2f})"


def _of_averages(evaluation: Classified) -> str:
    report = confusion.report(evaluation.true, evaluation.predicted, zero_division=0)
    balanced = confusion.balanced_accuracy(evaluation.true, evaluation.predicted)
    return f"macro-F1 {short(report.macro.f1)} (mean of the classes' F1s), balanced accuracy {short(balanced)}"


def _of_costs(evaluation: Classified) -> str:
    assert evaluation.costs is not None
    cost_fp, cost_fn = evaluation.costs
    price = {"cost_fp": cost_fp, "cost_fn": cost_fn}
    found = costs.cost_sensitive_error(evaluation.positive, evaluation.called, **price)
    base = float(evaluation.positive.mean())
    nobody, everybody = base * cost_fn, (1 - base) * cost_fp
    told = f"cost {sized(found)} each (nobody {sized(nobody)}, everybody {sized(everybody)})"
    return f"{told} at {cost_fn:g} a miss and {cost_fp:g} a false alarm"


def _of_samples(evaluation: Classified) -> str:
    """How many samples, of which classes, with how many distinct scores, in how many groups."""
    told = [f"{len(evaluation.true):,} {evaluation.unit}"]
    if evaluation.of_two:
        name = evaluation.pos_label if isinstance(evaluation.pos_label, str) else "positive"
        told.append(f"{np.count_nonzero(evaluation.positive):,} {name}")
    else:
        found, count = np.unique(evaluation.true, return_counts=True)
        told.append(f"{len(found)} classes, the rarest ({found[count.argmin()]}) {count.min():,}")
    if evaluation.of_two and evaluation.score is not None:
        told.append(f"{len(np.unique(evaluation.score)):,} distinct scores")
    if evaluation.group is not None:
        told.append(f"{int(evaluation.group.max()) + 1:,} groups")
    return ", ".join(told)

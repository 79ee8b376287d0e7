"""The line that reports a classification, clause by clause."""

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
from evalbook.review._classified import Classified
from evalbook.review._spread import between_rounds, error_of, groups_in, pulls_of_mean, why_no_spread
from evalbook.review._words import between, counted, counted_share, joined, short, sized


def line_of_classification(evaluation: Classified) -> str:
    """What stands beside the number, as the chapters report it."""
    clauses = [_of_scores(evaluation), _of_probabilities(evaluation)]
    if evaluation.predicted is not None:
        clauses += [_of_accuracy(evaluation), _of_calls(evaluation) if evaluation.of_two else _of_averages(evaluation)]
        clauses.append(_of_costs(evaluation))
    return joined([*clauses, _of_samples(evaluation)])


def by_logit(value: float, error: float) -> Interval:
    """The interval of a share whose standard error is known, on the scale of its logarithmic odds."""
    return DeLong(np.array([value]), np.array([[error**2 if 0 < value < 1 else math.nan]])).interval()


def _method(evaluation: Classified, name: str, pulls: FloatArray) -> str:
    """How an interval was made; of groups, how much wider it is for that."""
    if evaluation.group is None:
        return name
    wider = ratio(error_of(pulls, evaluation.group), error_of(pulls, None))
    return f"{name} by group" + ("" if math.isnan(wider) else f", {short(wider, 2)} times as wide as by sample")


def _why(evaluation: Classified) -> str:
    """Why there is no interval, where there is none."""
    return why_no_spread(len(evaluation.true), evaluation.group)


# ---------------------------------------------------------------- scores and probabilities


def _of_scores(evaluation: Classified) -> str:
    """The AUC with DeLong's interval, by groups where there are some; and the average precision."""
    if evaluation.score is None:
        return ""
    if evaluation.of_two and not evaluation.has_both:
        return "ROC AUC undefined (one class only)"
    area, pulls = evaluation.area
    if math.isnan(area):
        return "ROC AUC undefined (a class does not occur)"
    found = by_logit(area, error_of(pulls, evaluation.group))
    why = "a class of one sample shows no spread" if np.isnan(pulls).any() else _why(evaluation)
    told = f"ROC AUC {short(area)}, {between(found, _method(evaluation, 'DeLong', pulls), why=why)}"
    if not evaluation.of_two:
        return f"{told}, the mean of each class against the rest"
    precision = curves.average_precision(evaluation.positive, evaluation.score)
    return f"{told}; average precision {short(precision)} (base rate {short(float(evaluation.positive.mean()))})"


def _of_probabilities(evaluation: Classified) -> str:
    """Log loss and Brier score, beside what the shares of the classes get."""
    if evaluation.prob is None:
        return ""
    share = np.unique(evaluation.true, return_counts=True)[1] / len(evaluation.true)
    of_shares = float((share * np.log(1 / share)).sum()), (1 - float((share**2).sum())) / (1 + evaluation.of_two)
    told = []
    for name, losses, base in zip(("log loss", "Brier score"), evaluation.losses, of_shares, strict=True):
        value, reach = float(losses.mean()), 1.96 * error_of(pulls_of_mean(losses), evaluation.group)
        why = "an infinite loss has no spread" if math.isinf(value) else _why(evaluation)
        bounds = between((max(0.0, value - reach), value + reach), "normal", why=why)
        told.append(f"{name} {short(value)} (base rate {short(base)}), {bounds}")
    return joined(told)


# ---------------------------------------------------------------- calls


def _of_accuracy(evaluation: Classified) -> str:
    """Accuracy with its interval, beside what one answer to all gets."""
    n, right = len(evaluation.true), int(evaluation.right.sum())
    pulls, how = pulls_of_mean(evaluation.right), "Wilson"
    if evaluation.group is not None:
        how = _method(evaluation, "log-odds", pulls) if 0 < right < n else "Wilson by sample"
    largest = np.unique(evaluation.true, return_counts=True)[1].max() / n
    which = "larger" if len(evaluation.classes) < 3 else "largest"
    bounds = between(_bounds(evaluation.right, np.ones(n), evaluation), how, why=_why(evaluation))
    return f"accuracy {short(right / n)}, {bounds}, where the {which} class gets {short(largest)}"


def _bounds(part: NDArray[Any], whole: NDArray[Any], evaluation: Classified) -> Interval:
    """The interval of a share: Wilson's, or by groups; a share of 0 or 1 has Wilson's, unless there is one group."""
    k, n = float(part.sum()), float(whole.sum())
    if evaluation.group is None or (not 0 < k < n and groups_in(evaluation.group) > 1):
        return proportion_interval(int(k), int(n))
    return by_logit(k / n, error_of((part - k / n * whole) / n, evaluation.group))


def _of_calls(evaluation: Classified) -> str:
    """The four counts, and the shares that they make, with their intervals."""
    counts, positive, called = evaluation.counts, evaluation.positive, evaluation.called
    shares = {"recall": (positive & called, positive), "precision": (positive & called, called)}
    shares["specificity"] = (~positive & ~called, ~positive)
    told = []
    for name, (part, whole) in shares.items():
        k, n = int(part.sum()), int(whole.sum())
        low, high = _bounds(part, whole, evaluation) if n else (math.nan, math.nan)
        told.append(f"{name} {counted_share(k, n, low, high, _why(evaluation)) if n else 'undefined'}")
    four = ", ".join(f"{name.upper()} {getattr(counts, name):,}" for name in ("tp", "fp", "fn", "tn"))
    f1 = _mean_of_shares(evaluation, "F1", confusion.f1, (positive, called), [_of_f1(positive, called)])
    return f"{', '.join(told)}; {f1}; {four}"


def _of_averages(evaluation: Classified) -> str:
    """The means of the F1s and recalls of all classes that are true or predicted, as their metrics take them."""
    arrays = evaluation.true, evaluation.predicted
    each = [(arrays[0] == label, arrays[1] == label) for label in np.union1d(*arrays).tolist()]
    macro = partial(confusion.f1, average="macro", zero_division=0)
    f1s, recalls = [_of_f1(*one) for one in each], [(truth & called, truth) for truth, called in each]
    told = _mean_of_shares(evaluation, "balanced accuracy", confusion.balanced_accuracy, arrays, recalls)
    return f"{_mean_of_shares(evaluation, 'macro-F1 (mean of F1s)', macro, arrays, f1s)}; {told}"


def _of_f1(truth: NDArray[Any], called: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """F1 as a share: twice the true positives, of the positives and the calls."""
    return 2.0 * (truth & called), truth.astype(float) + called


def _mean_of_shares(evaluation: Classified, name: str, metric: Any, arrays: tuple[Any, Any], shares: list[Any]) -> str:
    """A mean of shares (a part, of a whole): its bootstrap, or by groups how samples pull at it."""
    value = metric(*arrays)
    if math.isnan(value):
        return f"{name} undefined"
    if evaluation.group is None and len(evaluation.true) > 1:
        return f"{name} {short(value)}, {between_rounds(metric, *arrays)}"
    pulls = [(part - part.sum() / whole.sum() * whole) / whole.sum() for part, whole in shares]
    found = by_logit(value, error_of(np.mean(pulls, axis=0), evaluation.group))
    return f"{name} {short(value)}, {between(found, 'log-odds by group', why=_why(evaluation))}"


# ---------------------------------------------------------------- costs, and how many


def _of_costs(evaluation: Classified) -> str:
    """What the calls cost, and what two fixed answers and the threshold of the prices would."""
    if evaluation.costs is None or not evaluation.of_two:
        return ""
    cost_fp, cost_fn = evaluation.costs
    cost = partial(costs.cost_sensitive_error, evaluation.positive, cost_fp=cost_fp, cost_fn=cost_fn)
    base = float(evaluation.positive.mean())
    others = {"nobody": base * cost_fn, "everybody": (1 - base) * cost_fp}
    if evaluation.prob is not None:
        threshold = cost_fp / (cost_fp + cost_fn)
        others[f"from a probability of {threshold:.3g} on"] = cost(evaluation.prob >= threshold)
    beside = ", ".join(f"{name} {sized(value)}" for name, value in others.items())
    return f"cost {sized(cost(evaluation.called))} each ({beside}) at {cost_fn:g} a miss and {cost_fp:g} a false alarm"


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
        told.append(counted(groups_in(evaluation.group), "groups"))
    return ", ".join(told)

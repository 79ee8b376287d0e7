"""From counts to a score: of one of two classes, of each of several, or an average over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import F, Formula, Scorer, filled, formula_of, on
from evalbook._input import FloatArray
from evalbook._undefined import REMEDY, ZeroDivision, mean_or_undefined, or_undefined
from evalbook.confusion._class_counts import count_classes, count_two, select
from evalbook.confusion._class_formulas import class_mean
from evalbook.confusion._codes import code
from evalbook.confusion._counts_tally import TWO_CLASSES, Counts

Average: TypeAlias = Literal["binary", "macro", "micro", "weighted"] | None
OR_AVERAGES = ', or average="macro", "micro" or "weighted" for an average over the classes (None: one value per class)'
LEFT_OUT = f"{REMEDY} (nan leaves the class out of an average)"
OR_LABELS = ", or choose the classes to average by labels="

# ---------------------------------------------------------------- the formula on a metric


@dataclass(frozen=True)
class OfCounts(Formula):
    """A ratio of the four counts: its name, the ratio, and what a class lacks where it is 0/0."""

    name: str
    of: Callable[..., Any]
    lacking: str
    average: Average = "binary"
    of_labels: ClassVar[bool] = True

    def reason(self, classes: Sequence[Any], remedy: str = LEFT_OUT) -> str:
        """Why the ratio of these classes is undefined, and what to do about it."""
        return f"{self.undefined(classes)}. {remedy}"

    def undefined(self, classes: Sequence[Any]) -> str:
        """The reason alone."""
        named = ", ".join(repr(label) for label in classes[:5]) + (", …" if len(classes) > 5 else "")
        subject = f"class {named}" if len(classes) == 1 else f"each of the classes {named}"
        return f"{self.name} is undefined (0/0), so nan is returned: {subject} {self.lacking}"

    def rounds(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        pos_label: Any = None,
        average: Average = "binary",
        labels: Sequence[Any] | None = None,
        sample_weight: ArrayLike | None = None,
        zero_division: ZeroDivision = "warn",
        **options: Any,
    ) -> Scorer | None:
        """What scores rounds, of one class or by an average."""
        ratio, average = partial(self.of, **options), self.average if average == "binary" else average
        if average != "binary":
            sum_up = class_sums(y_true, y_pred, sample_weight, labels)
            listed = labels is not None
            if sum_up is None:
                return None
            return lambda times: _averages(ratio, sum_up(times), average, listed, zero_division)
        table = Counts.rows(y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight).table.astype(np.float64)
        return lambda times: filled(ratio(Counts._made(*(times @ table).T)), zero_division)


def of_counts(name: str, of: Callable[..., Any], lacking: str) -> Callable[[F], F]:
    """The decorator of a metric that is a ratio of the four counts: ``of(counts, **options)``."""
    return on(OfCounts(name, of, lacking))


def _averages(
    ratio: Callable[..., Any], counts: Counts, average: Average, listed: bool, zero_division: ZeroDivision
) -> FloatArray:
    """The average of each round over the classes: those `listed`, or those that occur in the round."""
    together = filled(ratio(counts.sum()), zero_division)
    if average == "micro":
        return together
    occurs = np.ones(counts.tp.shape) if listed else np.sign(counts.tp + counts.fp + counts.fn)
    parts = counts.positives if average == "weighted" else occurs
    return np.where(parts.any(axis=-1), class_mean(ratio(counts), parts, zero_division), together)


MOST_COLUMNS = 10**7
"""Larger tables of what each sample adds are not made."""


def class_sums(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None,
    labels: Sequence[Any] | None = None,
    *,
    rest: bool = False,
) -> Callable[[NDArray[Any]], Counts] | None:
    """What makes the counts of rounds, of shape (rounds, classes); None of too many classes for a table.

    The table, of shape (n, 3, k), holds what each sample adds to TP, FP and FN of each class. TN is left out (nan), as
    no average asks for it; with `rest` the table has it, too: as a difference it would lose small weights.
    """
    true, predicted, weight = check.all_label_pairs(y_true, y_pred, sample_weight)
    found, rows, columns = code(true, predicted, most=256)
    listed = found if labels is None else check.classes(labels, beside=true)
    n, k, place_of = len(true), len(listed), {label: place for place, label in enumerate(listed)}
    if (3 + rest) * n * k > MOST_COLUMNS:
        return None
    places = np.array([place_of.get(label, k) for label in found])  # what is not listed goes to the end
    table, every = np.zeros((n, 3 + rest, k + 1)), np.arange(n)
    right, each = rows == columns, np.ones(n) if weight is None else weight
    table[every, 0, places[rows]] = right * each
    table[every, 1, places[columns]] = ~right * each
    table[every, 2, places[rows]] = ~right * each
    if rest:
        table[:, 3] = each[:, np.newaxis]
        table[every, 3, places[rows]] = table[every, 3, places[columns]] = 0
    flat = table[:, :, :k].reshape(n, -1)

    def sum_up(times: NDArray[Any]) -> Counts:
        tp, fp, fn, *tn = np.moveaxis((times @ flat).reshape(-1, 3 + rest, k), 1, 0)
        return Counts._made(tp, fp, fn, tn[0] if rest else np.nan)

    return sum_up


# ---------------------------------------------------------------- the score of samples


def score(
    metric: Callable[..., Any],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    zero_division: ZeroDivision,
    average: Average,
    labels: Sequence[Any] | None,
    **options: Any,
) -> Any:
    """Count, then take the formula of the metric: of the positive class, of each class, or an average of them."""
    check.choice(average, "average", ("binary", "macro", "micro", "weighted", None))
    if average == "binary":
        if labels is not None:
            raise ValueError(
                'labels is given with average="binary"; expected pos_label= for the positive class, or another average'
            )
        return score_of_two(metric, y_true, y_pred, pos_label, sample_weight, zero_division, OR_AVERAGES, **options)
    if pos_label is not None:
        raise ValueError(
            f'pos_label is given with average={average!r}; expected it only with average="binary": leave it out'
        )
    found, counts = count_classes(*check.label_pair(y_true, y_pred, sample_weight))
    if labels is not None:
        labels = check.classes(labels, beside=found)
        counts = select(labels, found, counts)
    ratio = formula_of(metric)
    ratio = replace(ratio, of=partial(ratio.of, **options)) if options else ratio
    remedy = LEFT_OUT + OR_LABELS * (average in ("macro", "weighted"))
    return average_score(ratio, labels or found, counts, average, zero_division, remedy)


def score_of_two(
    metric: Callable[..., Any],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    zero_division: ZeroDivision,
    or_averages: str = "",
    **options: Any,
) -> float:
    """The formula of the counts of the positive one of two classes; `or_averages` says what else to do with more."""
    true, predicted, weight = check.label_pair(y_true, y_pred, sample_weight)
    positive, (is_true, is_predicted) = check.positives(pos_label, true, predicted, several=TWO_CLASSES + or_averages)
    ratio, counts = formula_of(metric), count_two(is_true, is_predicted, weight)
    value: float = or_undefined(ratio.of(counts, **options), zero_division, lambda _: ratio.reason([positive]))
    return value


def average_score(
    ratio: OfCounts,
    classes: Sequence[Any],
    counts: Counts,
    average: Average,
    zero_division: ZeroDivision,
    remedy: str = LEFT_OUT,
) -> Any:
    """One value per class, their mean, or the ratio of the counts of all of them."""

    def reason(undefined: NDArray[np.bool_]) -> str:
        return ratio.reason([label for label, here in zip(classes, undefined, strict=True) if here], remedy)

    if average is None:
        return or_undefined(ratio.of(counts), zero_division, reason)
    if average == "macro":
        return mean_or_undefined(ratio.of(counts), zero_division, reason)
    if average == "weighted" and np.any(counts.positives):
        return mean_or_undefined(ratio.of(counts), zero_division, reason, parts=counts.positives)
    return or_undefined(ratio.of(counts.sum()), zero_division, lambda _: ratio.reason(classes))

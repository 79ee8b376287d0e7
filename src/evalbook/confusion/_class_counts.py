"""The counts of one of two classes, or of each of several, in memory that grows with the number of classes alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook.confusion._codes import code, tabulate
from evalbook.confusion._counts_tally import Counts
from evalbook.confusion._matrix_tally import against_rest


def count_two(true: NDArray[np.bool_], predicted: NDArray[np.bool_], weight: FloatArray | None) -> Counts:
    """The counts of the positive class; whole ones by differences, which is fast and exact."""
    if weight is not None:
        (tn, fp), (fn, tp) = tabulate(true, predicted, 2, weight).tolist()
        return Counts._made(tp, fp, fn, tn)
    tp, positives, predicted_positives = map(int, map(np.count_nonzero, (true & predicted, true, predicted)))
    fp, fn = predicted_positives - tp, positives - tp
    return Counts._made(tp, fp, fn, len(true) - tp - fp - fn)


FEW = 64
"""Up to so many classes, one pass over the pairs of labels is faster than three over the labels."""


def count_classes(true: NDArray[Any], predicted: NDArray[Any], weight: FloatArray | None) -> tuple[list[Any], Counts]:
    """The labels that occur, and TP, FP and FN of each, in memory that grows with their number alone.

    TN is left out (nan): no average asks for it, and it would take the table of all pairs to add it up.
    """
    labels, rows, columns = code(true, predicted, most=max(256, 2 * len(true)))
    if len(labels) <= FEW:
        tp, fp, fn = against_rest(tabulate(rows, columns, len(labels), weight))
    else:
        tp, fp, fn = _count_each(rows, columns, len(labels), weight)
    if np.count_nonzero(tp) < len(labels):  # otherwise all labels occur, the usual case
        occur = np.flatnonzero(tp + fp + fn)
        labels, tp, fp, fn = [labels[place] for place in occur.tolist()], tp[occur], fp[occur], fn[occur]
    return list(labels), Counts._made(tp, fp, fn, np.nan)


def _count_each(
    true: NDArray[np.intp], predicted: NDArray[np.intp], size: int, weight: FloatArray | None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """TP, FP and FN of each class, without a difference: it would lose small weights beside large ones."""
    right = true == predicted
    each = np.ones(1) if weight is None else weight
    added = partial(np.bincount, minlength=size)
    tp, fp, fn = added(true, right * each), added(predicted, ~right * each), added(true, ~right * each)
    return (tp, fp, fn) if weight is not None else (tp.astype(np.int64), fp.astype(np.int64), fn.astype(np.int64))


def select(labels: Sequence[Any], found: list[Any], counts: Counts) -> Counts:
    """The counts of these labels, of which those that were not found have none."""
    place_of = {label: place for place, label in enumerate(found)}
    places = [place_of.get(label, -1) for label in labels]
    tp, fp, fn = (np.append(count, 0)[places] for count in (counts.tp, counts.fp, counts.fn))
    return Counts._made(tp, fp, fn, np.nan)

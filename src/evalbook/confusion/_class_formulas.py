"""Formulas over the counts of all classes: counts of arrays, whose last axis is the class."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._undefined import ZeroDivision, ratio
from evalbook.confusion._counts_tally import Counts


def matthews_correlation(classes: Counts) -> Any:
    """(TP TN - FP FN) / √(P N P̂ N̂), each product added up over the classes (Gorodkin's R_K)."""
    tp, fp, fn, tn = _floats(classes)
    covariance = (tp * tn - fp * fn).sum(axis=-1)
    of_truth, of_prediction = ((tp + fn) * (fp + tn)).sum(axis=-1), ((tp + fp) * (fn + tn)).sum(axis=-1)
    vary = np.minimum(np.count_nonzero(tp + fn, axis=-1), np.count_nonzero(tp + fp, axis=-1)) > 1
    return np.clip(ratio(covariance, np.where(vary, np.sqrt(of_truth) * np.sqrt(of_prediction), 0.0)), -1, 1)


def cohen_kappa(classes: Counts) -> Any:
    """(agreement - chance) / (1 - chance): class by class, because both may be far below the rounding of 1."""
    tp, fp, fn, tn = _floats(classes)
    return ratio((tp * tn - fp * fn).sum(axis=-1), ((tp + fn) * (fn + tn)).sum(axis=-1))


def _floats(classes: Counts) -> list[NDArray[np.float64]]:
    """The products of counts exceed 64 bits; floats only lose digits."""
    return [np.asarray(count, dtype=np.float64) for count in (classes.tp, classes.fp, classes.fn, classes.tn)]


def class_mean(values: Any, parts: Any, zero_division: ZeroDivision) -> Any:
    """The mean of the classes' values, by their parts: nan where one that has a part is undefined, unless
    `zero_division` puts a number in its place, or leaves it out (nan)."""
    values = np.where(parts > 0, values, 0.0)
    undefined = np.isnan(values)
    if zero_division != "warn":
        parts = np.where(undefined, 0, parts) if math.isnan(zero_division) else parts
        values = np.where(undefined, 0 if math.isnan(zero_division) else zero_division, values)
    return ratio((values * parts).sum(axis=-1), parts.sum(axis=-1))

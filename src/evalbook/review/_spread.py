"""How a mean of per-sample parts varies, by samples and by groups; and how alike the samples of a group are."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook._undefined import ratio
from evalbook.comparison._delong import shares_ranked_rightly


class Spread(NamedTuple):
    """The standard error of a score, whose samples pull at it by the parts given."""

    by_sample: float
    by_group: float
    z: float
    """How far the products within groups are from 0, in standard errors; positive if samples of a group are alike."""


def spread(pulls: FloatArray, group: NDArray[Any]) -> Spread:
    """Of pulls that add up to 0 and whose squares add up to the variance.

    Within a group g the products add up to (Σv)² - Σv². If samples are independent their mean is 0 and their variance
    2((Σv²)² - Σv⁴).
    """
    scale = float(np.abs(pulls).max(initial=0.0)) or 1.0
    v = pulls / scale
    square = v * v
    sums, squares, fourths = (np.bincount(group, power) for power in (v, square, square * square))
    groups = int(np.count_nonzero(np.bincount(group)))
    total = float(squares.sum())
    products = float((sums**2 - squares).sum())
    z = ratio(products, math.sqrt(max(2 * float((squares**2 - fourths).sum()), 0.0)))
    grouped = float((sums**2).sum()) * groups / max(groups - 1, 1)
    return Spread(scale * math.sqrt(total), scale * math.sqrt(grouped), z)


def error_of(pulls: FloatArray, group: NDArray[Any] | None) -> float:
    """The standard error: by groups where there are some."""
    if group is None:
        return math.sqrt(float((pulls**2).sum()))
    return spread(pulls, group).by_group


def pulls_of_mean(values: FloatArray) -> FloatArray:
    """How each sample pulls at a mean."""
    n = len(values)
    return np.asarray((values - values.mean()) / math.sqrt(n * max(n - 1, 1)))


def pulls_of_auc(positive: NDArray[np.bool_], score: NDArray[Any]) -> tuple[float, FloatArray]:
    """The AUC, and how each sample pulls at it: DeLong's parts."""
    won = shares_ranked_rightly(positive, score)
    area = float(won[positive].mean())
    m, n = int(np.count_nonzero(positive)), int(np.count_nonzero(~positive))
    size = np.where(positive, math.sqrt(m * max(m - 1, 1)), math.sqrt(n * max(n - 1, 1)))
    return area, np.asarray((won - area) / size)

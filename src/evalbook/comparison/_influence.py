"""How each sample pulls at a score, and the standard error that follows: by samples, or by groups of them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook.comparison._delong import shares_ranked_rightly

Group = NDArray[np.intp] | None
"""The number of each sample's group; None where each stands for itself."""


def standard_error(influence: FloatArray, group: Group) -> float:
    """The standard error of a score: what samples pull at it adds up to 0, and the squares to the variance.

    With groups the squares are those of the groups' sums; a single group has none, as it shows no spread.
    """
    if group is None:
        return math.sqrt(float((influence**2).sum()))
    groups = groups_in(group)
    sums = np.bincount(group, influence)
    return math.sqrt(float((sums**2).sum()) * groups / (groups - 1)) if groups > 1 else math.nan


def groups_in(group: NDArray[np.intp]) -> int:
    """How many groups occur."""
    return int(np.count_nonzero(np.bincount(group)))


def mean_influence(values: FloatArray) -> FloatArray:
    """How each sample pulls at a mean; of a single one nobody knows."""
    n = len(values)
    with np.errstate(invalid="ignore"):
        return np.asarray((values - values.mean()) / math.sqrt(n * (n - 1)))


def share_influence(part: NDArray[np.generic], whole: NDArray[np.generic]) -> FloatArray:
    """How each sample pulls at a share: it adds to the part, to the whole, to both or to neither."""
    total = whole.sum()
    return np.asarray((part - part.sum() / total * whole) / total)


def auc_influence(positive: NDArray[np.bool_], score: NDArray[np.generic]) -> tuple[float, FloatArray]:
    """The AUC, and how each sample pulls at it: DeLong's parts, which a class of one sample does not have."""
    if positive.all() or not positive.any():
        return math.nan, np.full(len(positive), math.nan)
    won = shares_ranked_rightly(positive, score)
    area = float(won[positive].mean())
    m, n = int(np.count_nonzero(positive)), int(np.count_nonzero(~positive))
    size = np.where(positive, math.sqrt(m * (m - 1)), math.sqrt(n * (n - 1)))
    with np.errstate(invalid="ignore"):
        return area, np.asarray((won - area) / size)

"""How samples pull at a score, and its standard error by samples or by groups."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook.comparison._delong import shares_ranked_rightly

Group = NDArray[np.intp] | None


def error_of(pulls: FloatArray, group: Group) -> float:
    """The standard error of what samples pull at: their pulls add up to 0, and the squares to the variance.

    With groups the squares are those of the groups' sums.
    """
    if group is None:
        return math.sqrt(float((pulls**2).sum()))
    groups = int(np.count_nonzero(np.bincount(group)))
    return math.sqrt(float((np.bincount(group, pulls) ** 2).sum()) * groups / max(groups - 1, 1))


def pulls_of_mean(values: FloatArray) -> FloatArray:
    """How each sample pulls at a mean."""
    n = len(values)
    return np.asarray((values - values.mean()) / math.sqrt(n * max(n - 1, 1)))


def pulls_of_auc(positive: NDArray[np.bool_], score: NDArray[Any]) -> tuple[float, FloatArray]:
    """The AUC, and how each sample pulls at it: DeLong's parts."""
    if positive.all() or not positive.any():
        return math.nan, np.full(len(positive), math.nan)
    won = shares_ranked_rightly(positive, score)
    area = float(won[positive].mean())
    m, n = int(np.count_nonzero(positive)), int(np.count_nonzero(~positive))
    size = np.where(positive, math.sqrt(m * max(m - 1, 1)), math.sqrt(n * max(n - 1, 1)))
    return area, np.asarray((won - area) / size)

"""How samples pull at a score, and its standard error by samples or by groups."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray
from evalbook.comparison import interval
from evalbook.comparison._delong import shares_ranked_rightly
from evalbook.review._words import between

ROUNDS = 2000
Group = NDArray[np.intp] | None


def error_of(pulls: FloatArray, group: Group) -> float:
    """The standard error of what samples pull at: their pulls add up to 0, and the squares to the variance.

    With groups the squares are those of the groups' sums; a single group has none, as it shows no spread.
    """
    if group is None:
        return math.sqrt(float((pulls**2).sum()))
    groups = groups_in(group)
    return math.sqrt(float((np.bincount(group, pulls) ** 2).sum()) * groups / (groups - 1)) if groups > 1 else math.nan


def groups_in(group: NDArray[np.intp]) -> int:
    """How many groups occur."""
    return int(np.count_nonzero(np.bincount(group)))


def why_no_spread(n: int, group: Group) -> str:
    """Why so many samples, which may belong to groups, have no interval: there is one of them, or they are alike."""
    units, name = (n, "sample") if group is None else (groups_in(group), "group")
    return f"one {name} shows no spread" if units == 1 else f"the {name}s show no spread"


def between_rounds(
    metric: Callable[..., float],
    *rows: Any,
    how: str = "bootstrap",
    number: Callable[[float], str] | None = None,
    why: str = "the samples show no spread",
) -> str:
    """The bootstrap's interval in words; or why there is none: no row is unlike another, or too many rounds fail."""
    found = interval(metric, *rows, rounds=ROUNDS, rng=0)
    if math.isnan(found.low):
        why = f"undefined in {found.undefined:,} of {ROUNDS:,} rounds"
    return between(found, how, number, why=why)


def pulls_of_mean(values: FloatArray) -> FloatArray:
    """How each sample pulls at a mean; of a single one nobody knows."""
    n = len(values)
    with np.errstate(invalid="ignore"):
        return np.asarray((values - values.mean()) / math.sqrt(n * (n - 1)))


def pulls_of_auc(positive: NDArray[np.bool_], score: NDArray[Any]) -> tuple[float, FloatArray]:
    """The AUC, and how each sample pulls at it: DeLong's parts, which a class of one sample does not have."""
    if positive.all() or not positive.any():
        return math.nan, np.full(len(positive), math.nan)
    won = shares_ranked_rightly(positive, score)
    area = float(won[positive].mean())
    m, n = int(np.count_nonzero(positive)), int(np.count_nonzero(~positive))
    size = np.where(positive, math.sqrt(m * (m - 1)), math.sqrt(n * (n - 1)))
    with np.errstate(invalid="ignore"):
        return area, np.asarray((won - area) / size)

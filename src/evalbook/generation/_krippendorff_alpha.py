"""Krippendorff's alpha: how far raters agree, beyond what chance would give."""

from __future__ import annotations

import math
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import warn_undefined

Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS = ("nominal", "ordinal", "interval", "ratio")
BLOCK = 2**20
"""So many pairs of values are compared at a time."""


def disagreements(values: FloatArray, counts: FloatArray, first: NDArray[np.intp], level: Level) -> FloatArray:
    """The sum of the squared distances of all ordered pairs of ratings, unit by unit.

    Each unit has some values, and how often each occurs there; `first` says where the values of each unit begin.
    """
    m = np.add.reduceat(counts, first)
    if level == "nominal":
        return m**2 - np.add.reduceat(counts**2, first)
    if level == "ratio":
        parts = np.split(np.stack([values, counts]), first[1:], axis=1)
        return np.array([_relative_distances(*part) for part in parts])
    means = np.add.reduceat(counts * values, first) / m
    deviations = values - np.repeat(means, np.diff(np.append(first, len(values))))
    return 2 * m * np.add.reduceat(counts * deviations**2, first)


def _relative_distances(values: FloatArray, counts: FloatArray) -> float:
    """The sum of ((v - w)/(v + w))², a block of rows at a time; two zeros are no distance apart."""
    total, rows = 0.0, max(1, BLOCK // len(values))
    for start in range(0, len(values), rows):
        some = values[start : start + rows, np.newaxis]
        distances = ((some - values) / np.maximum(some + values, np.finfo(np.float64).tiny)) ** 2
        total += float(counts[start : start + rows] @ distances @ counts)
    return total


@on(
    NoFormula(
        "its rows are raters, and an interval draws units: write a function that takes one row per unit, as in "
        "interval(lambda units: krippendorff_alpha(np.transpose(units)), np.transpose(ratings))",
        drawn=False,
    )
)
@with_hints
def krippendorff_alpha(ratings: ArrayLike, *, level: Level = "nominal") -> float:
    r"""Krippendorff's alpha: how far raters agree, for any number of raters, with missing ratings.

    .. math::

        \alpha = 1 - \frac{D_o}{D_e}
        = 1 - (n - 1) \frac{\sum_{v,w} o_{vw}\, \delta^2_{vw}}{\sum_{v,w} n_v n_w\, \delta^2_{vw}}

    The coincidence :math:`o_{vw}` counts the ordered pairs of ratings v and w of the same unit, each weighted by
    :math:`1/(m_u - 1)` for a unit with :math:`m_u` ratings. :math:`n_v` of all n ratings are v. The distance of two
    values is

    .. math::

        \begin{aligned}
        \text{nominal:}\quad & \delta^2_{vw} = [v \ne w] \\
        \text{ordinal:}\quad & \delta^2_{vw} = \Bigl(\textstyle\sum_{g=v}^{w} n_g - \tfrac{n_v + n_w}{2}\Bigr)^2 \\
        \text{interval:}\quad & \delta^2_{vw} = (v - w)^2 \\
        \text{ratio:}\quad & \delta^2_{vw} = \Bigl(\frac{v - w}{v + w}\Bigr)^2
        \end{aligned}

    Parameters
    ----------
    ratings : array_like of shape (raters, units)
        What each rater says of each unit (answer, document), with one row per rater. nan or None is a missing rating.
        Nominal ratings are numbers or strings, all others are numbers, and those of "ratio" are at least 0.
    level : {"nominal", "ordinal", "interval", "ratio"}, default "nominal"
        What the ratings say: names of categories, an order, numbers whose differences count, or numbers whose ratios
        count.

    Returns
    -------
    float
        At most 1. It is 1 if the raters always agree, 0 if they agree as often as chance would have it, and below 0 if
        they agree less often.

    Warns
    -----
    UndefinedMetricWarning
        If alpha is undefined, as notes 1 and 2 explain.

    See Also
    --------
    evalbook.confusion.cohen_kappa : for two raters without missing ratings
    corrected_rate : if the labels of people count as the truth

    Notes
    -----
    1. If all ratings that count are equal, alpha is undefined (0/0), so nan is returned. Without variation, nobody can
       tell agreement from a habit.
    2. A unit with fewer than two ratings does not count, because it has no pair. If no unit has two, alpha is undefined
       (nan).
    3. Agreement is not accuracy: raters may agree on what is wrong.
    4. If almost all ratings are equal, chance agrees almost always, so that alpha may be low although the raters
       rarely differ.
    5. The rows are raters, as in Krippendorff's tables. If you have one row per unit, hand in its transpose.
    6. Strings are categories, the empty string too. Only nan and None are missing, and not a text such as "n/a".
    7. For two raters without missing ratings, the nominal alpha is close to Scott's pi, with a correction for few
       units. `cohen_kappa` differs more if the two raters use the categories unequally often.
    8. `interval` draws rows, so it is handed one row per unit and a function that turns them back.
    9. The time grows with the number of ratings, and not with the pairs of raters. Only with "ratio" it grows with the
       square of the number of different values.

    References
    ----------
    Krippendorff, *Computing Krippendorff's alpha-reliability* (2011); Krippendorff, *Content Analysis* (2004), chapter
    11.

    Examples
    --------
    >>> from evalbook import generation
    >>> ratings = [[1, 2, 3, 3, None], [1, 2, 3, 1, 4], [None, 2, 3, 3, 4]]
    >>> round(generation.krippendorff_alpha(ratings), 3)
    0.803
    >>> round(generation.krippendorff_alpha(ratings, level="interval"), 3)
    0.721
    """
    level = check.choice(level, "level", LEVELS)
    rated, unit = check.ratings(ratings, level)
    if level in ("interval", "ratio"):
        rated = check.to_floats(rated, "ratings")
    paired = np.bincount(unit)[unit] > 1 if unit.size else np.zeros(0, dtype=np.bool_)
    found, code, used = np.unique(rated[paired], return_inverse=True, return_counts=True)
    if len(found) < 2:
        why = "all ratings that count are equal" if len(found) else "no unit has two ratings"
        warn_undefined(f"alpha is undefined (0/0), so nan is returned: {why}")
        return math.nan
    values = _places(found, used, level)
    cells, counts = _cells(unit[paired] * len(values) + code.ravel())
    first = np.flatnonzero(np.append(True, np.diff(cells // len(values)) > 0))
    within = disagreements(values[cells % len(values)], counts, first, level)
    pairs = np.add.reduceat(counts, first) - 1
    (by_chance,) = disagreements(values, used.astype(np.float64), np.zeros(1, np.intp), level)
    return float(1 - (used.sum() - 1) * (within / pairs).sum() / by_chance)


def _places(values: NDArray[Any], counts: NDArray[np.int64], level: Level) -> FloatArray:
    """Where each value is on the scale of the level: names are only numbered, and the unit of numbers cancels.

    Ordered values are at their mean ranks: two are as far apart as there are ratings between them. Numbers are divided
    by a power of 2, which rounds none of them; where only differences count, the smallest is 0.
    """
    if level == "nominal":
        return np.arange(len(values), dtype=np.float64)
    if level == "ordinal":
        return np.asarray(np.cumsum(counts) - counts / 2)
    numbers = np.ldexp(values, -1 - np.frexp(np.abs(values).max())[1])
    return np.asarray(numbers - numbers[0] if level == "interval" else numbers)


def _cells(cell: NDArray[np.int64]) -> tuple[NDArray[np.int64], FloatArray]:
    """Which cells of the table of units and values occur, and how often."""
    if cell.max() < 4 * len(cell):  # counting is faster than sorting
        times = np.bincount(cell)
        found = np.flatnonzero(times)
        return found, times[found].astype(np.float64)
    found, times = np.unique(cell, return_counts=True)
    return found, times.astype(np.float64)

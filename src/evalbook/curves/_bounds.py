"""What is open where the order within a bin is forgotten: the lowest and the highest area, and how they are written.

The bins come from high to low: the positives and the negatives of each, the positives and the negatives above it.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from typing import NamedTuple

import numpy as np

from evalbook import _input as check
from evalbook._input import FloatArray
from evalbook._undefined import ratio


class Bins(NamedTuple):
    """Positives and negatives of each bin, and of all above it, from high to low; in a unit whose products fit."""

    positive: FloatArray
    negative: FloatArray
    above: FloatArray
    false: FloatArray


def bins_from_high(positives: FloatArray, negatives: FloatArray) -> Bins:
    """The bins of counts that come from low to high."""
    positive, negative = positives[::-1], negatives[::-1]
    return Bins(positive, negative, _summed_before(positive), _summed_before(negative))


def _summed_before(counts: FloatArray) -> FloatArray:
    """The sum of all counts before each; a difference of sums would lose what is small beside its own count."""
    sums = np.zeros(len(counts))
    np.cumsum(counts[:-1], out=sums[1:])
    return sums


def of_roc_auc(bins: Bins) -> tuple[float, float]:
    """Of the pairs within a bin none, or all, are in the right order."""
    positive, negative, above, false = bins
    positives, negatives = above[-1] + positive[-1], false[-1] + negative[-1]
    pairs = positives * negatives
    won = negative @ above  # every negative, by the positives above it
    low, high = ratio(won, pairs), ratio(won + negative @ positive, pairs)
    return float(np.minimum(low, 1)), float(np.minimum(high, 1))  # in the last digit they can be above 1


def of_average_precision(bins: Bins, *, whole: bool) -> tuple[float, float]:
    """Within a bin the negatives stand above the positives, or below; positives that are not `whole` can be split."""
    stacked = np.stack(bins)
    positive, negative, above, false = stacked[:, stacked[0] > 0]
    positives = positive.sum()
    worst = (_sum_when_apart if whole else _sum_when_split)(positive, above, false + negative)
    best = positive * ((above + positive) / (above + positive + false))
    worst = np.clip(worst, 0, best)  # they differ in the last digits where they are equal
    return float(ratio(worst.sum(), positives)), float(ratio(best.sum(), positives))


def of_precision(bins: Bins, recall: FloatArray, *, whole: bool) -> tuple[FloatArray, FloatArray]:
    """At each recall, of the bin in which it is reached."""
    positive, negative, above, false = bins
    if not positive.any():
        return np.full(recall.shape, np.nan), np.full(recall.shape, np.nan)
    reached = above + positive
    least = recall if whole else recall * (1 - OF_SUMS)
    bin_ = np.searchsorted(reached / reached[-1], least, side="left")  # .07 · 100 is more than 7, 7 / 100 is .07
    most = reached[bin_]
    fewest = np.minimum(_fewest(recall, reached[-1]) if whole else recall * reached[-1], most)
    return fewest / (fewest + (false + negative)[bin_]), most / (most + false[bin_])


OF_SUMS = 1e-12
"""By what share sums of weights may be off: .4 + .5 of 1.2 reaches a recall of .75 as 4 + 5 of 12 does."""


def _fewest(share: FloatArray, total: float) -> FloatArray:
    """The smallest whole numbers that are at least a share of the total, as floats divide."""
    found = np.ceil(share * total)
    found = found + (found / total < share)
    return found - ((found - 1) / total >= share)


def _sum_when_apart(positive: FloatArray, above: FloatArray, false: FloatArray) -> FloatArray:
    r"""The precisions at p positives, one after the other, below T positives and B negatives, added up.

    .. math:: \sum_{j=1}^{p} \frac{T + j}{T + j + B} = p - B \sum_{j=1}^{p} \frac1{T + B + j}
    """
    return positive - false * _sum_of_inverses(above + false, positive)


def _sum_of_inverses(start: FloatArray, count: FloatArray) -> FloatArray:
    """1/(a + 1) + … + 1/(a + p): term by term at first; later, where they hardly change, by Euler and Maclaurin.

    What is left out after three terms is below 2e-10 and makes the sum larger, so that a lower bound stays one.
    """
    total = np.zeros(len(start))
    for j in range(1, TERM_BY_TERM + 1):
        total += np.where(j <= count, 1 / (start + j), 0)
    first, last = start + TERM_BY_TERM + 0.5, start + count + 0.5
    rest = np.log1p((last - first) / first) - (first**-2 - last**-2) / 24 + 7 * (first**-4 - last**-4) / 960
    return total + np.where(count > TERM_BY_TERM, rest, 0)


TERM_BY_TERM = 16


def _sum_when_split(positive: FloatArray, above: FloatArray, false: FloatArray) -> FloatArray:
    r"""The same for positives that can be split: the sum becomes an integral.

    .. math:: \int_0^p \frac{T + x}{T + x + B}\, dx = p - B \ln\frac{T + p + B}{T + B}
    """
    return positive - false * np.log1p(positive / np.maximum(above + false, check.SMALLEST))


def outward(bounds: tuple[float, float], digits: int) -> str:
    """Both bounds in a few digits, the lower rounded down and the upper up, so that what is shown holds, too."""
    low, high = (
        float(Context(digits, rounding).create_decimal(f"{bound:.15g}"))  # all digits that a float holds
        for bound, rounding in zip(bounds, (ROUND_FLOOR, ROUND_CEILING), strict=True)
    )
    return f"{low:.{digits}g} to {high:.{digits}g}"

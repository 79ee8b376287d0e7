"""Which bin each score falls into: many probabilities are looked up by their first bits, others are searched for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray

DROPPED = 39
"""Bits of a float without which it names its cell: sign, exponent and 13 bits of the fraction are left."""
HALF = int(np.float64(0.5).view(np.int64) >> DROPPED)
CELLS = 2**19
"""More cells would not be looked up faster than edges are found."""
AT_ONCE = 2**15
"""So many scores are looked up while they stay in the processor's own memory."""


def bins_of(score: FloatArray, edges: FloatArray) -> NDArray[np.intp]:
    """The bin of each score: how many edges are at or below it.

    Many probabilities are sorted into small cells first. Those in a cell that holds no edge have one bin, which is
    looked up; only the others are searched.
    """
    few = len(score) < AT_ONCE or not len(edges)
    if few or not 0 < edges[0] <= edges[-1] < 1 or score.min() < 0 or score.max() > 1:
        return np.searchsorted(edges, score, side="right")
    first, last = _cell_of(edges[[0, -1]])
    if last - first > CELLS:
        return np.searchsorted(edges, score, side="right")
    held = np.bincount(_cell_of(edges) - first + 1, minlength=last - first + 3)  # with a cell below and one above all
    below, found = np.cumsum(held) - held, np.empty(len(score), dtype=np.intp)
    for start in range(0, len(score), AT_ONCE):
        part = score[start : start + AT_ONCE]
        cell = np.clip(_cell_of(part), first - 1, last + 1) - (first - 1)
        bins, searched = below[cell], held[cell] > 0
        bins[searched] = np.searchsorted(edges, part[searched], side="right")
        found[start : start + AT_ONCE] = bins
    return found


def _cell_of(share: FloatArray) -> NDArray[np.int64]:
    """Cells that rise with the share and shrink toward 0 and 1: the first bits of its distance to the nearer end."""
    distance = np.minimum(share, 1 - share)
    bits = distance.view(np.int64) >> DROPPED  # of positive floats, they rise with the float
    return np.where(share < 0.5, bits, 2 * HALF - bits)

"""Which of many thresholds are steps of a slider, and what is said of the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalbook.confusion import Counts
from evalbook.curves import roc_convex_hull


def thinned(counts: Counts, most: int) -> NDArray[np.intp]:
    """Places from the lowest threshold up: all, or the corners of the hull, and others evenly along the curve."""
    n = len(counts.tp)
    if n <= most:
        return np.arange(n)[::-1]
    across, up = (part / max(part[-1], 1) for part in (counts.fp, counts.tp))
    corners = roc_convex_hull(across, up)
    others = max(most - len(corners), 0)
    way = np.arange(others) / max(others, 1) * (across + up)[-1]
    return np.unique(np.append(corners, np.searchsorted(across + up, way)))[::-1]


def left_out(kept: int, of: int) -> str:
    """How many thresholds are shown, unless all are."""
    return f"{kept} of {of:,} thresholds are shown." if kept < of else ""

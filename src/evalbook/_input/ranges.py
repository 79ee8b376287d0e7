"""Ranges that a value to predict should lie in."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from evalbook._input.arrays import FloatArray, floats, real_array, require_scale, same_length, vector, weights


def ranges(
    y_true: ArrayLike, lower: ArrayLike, upper: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray | None]:
    """True values, and one range each, as floats of one length; samples of weight 0 are dropped.

    A range that is open on a side ends at infinity there.
    """
    true, weight = floats(y_true, "y_true"), weights(sample_weight)
    low, high = _ends(lower, "lower", -math.inf), _ends(upper, "upper", math.inf)
    same_length(y_true=true, lower=low, upper=high, sample_weight=weight)
    scale = require_scale(true, "y_true")
    for name, ends in (("lower", low), ("upper", high)):
        require_scale(np.where(np.isfinite(ends), ends, 0.0), name, beside=scale)
    _require_order(low, high)
    if weight is None or weight.min() > 0:
        return true, low, high, weight
    kept = weight > 0
    return true[kept], low[kept], high[kept], weight[kept]


def _ends(values: ArrayLike, name: str, without: float) -> FloatArray:
    """One end of each range, which is `without` where there is none."""
    array = real_array(vector(values, name), name)
    with np.errstate(over="ignore"):
        ends = array.astype(np.float64, copy=False)
    wrong = ~np.isfinite(ends) & (ends != without)
    if wrong.any():
        place = int(wrong.argmax())
        raise ValueError(
            f"{name}[{place}] is {ends[place]}; expected finite numbers, or {without} where the range has no such end"
        )
    return ends


def _require_order(low: FloatArray, high: FloatArray) -> None:
    crossed = low > high
    if crossed.any():
        place = int(crossed.argmax())
        raise ValueError(
            f"lower[{place}] is {low[place]:g} and upper[{place}] is {high[place]:g}; expected no lower end above its "
            f"upper end: np.minimum(lower, upper) and np.maximum(lower, upper) put them in order"
        )

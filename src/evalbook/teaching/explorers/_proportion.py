"""How sure a share of samples is: the intervals of a proportion, for any number of samples and errors."""

from __future__ import annotations

from typing import Literal

import numpy as np

from evalbook import plots
from evalbook._input import FloatArray
from evalbook.comparison import proportion_interval
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider

SAMPLES = (10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000)
ERRORS = range(11)
METHODS: dict[str, Literal["wald", "wilson", "exact"]] = {"Wald": "wald", "Wilson": "wilson", "exact": "exact"}


def proportion() -> Explorer:
    r"""Explorer of proportions: the interval of an error rate by three methods, for any numbers of errors.

    .. math:: \hat p = \frac{k}{n}, \qquad \text{low} \le p \le \text{high}

    Returns
    -------
    Explorer
        One slider for the samples, one for the errors; the 95% intervals of `proportion_interval` by "wald", "wilson"
        and "exact".

    See Also
    --------
    sample_size : the same for larger samples

    Notes
    -----
    1. There are 10 to 1,000 samples and 0 to 10 errors.
    2. The bounds of "wald" may be below 0 or above 1. The picture ends at 0 and 1, but the sentence shows the bounds.

    References
    ----------
    Brown, Cai and DasGupta, *Interval estimation for a binomial proportion* (2001).

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> explorers.proportion()  # doctest: +NORMALIZE_WHITESPACE
    With 0 errors in 10 samples, the 95% interval is 0.0% to 0.0% (Wald), 0.0% to 27.8% (Wilson), or 0.0% to 30.8%
    (exact).
    """
    bounds = np.array(
        [[[tuple(proportion_interval(k, n, method=one)) for k in ERRORS] for n in SAMPLES] for one in METHODS.values()]
    )
    says = [[_sentence(k, n, bounds[:, i, j]) for j, k in enumerate(ERRORS)] for i, n in enumerate(SAMPLES)]
    sliders = Slider("Samples", [f"{n:,}" for n in SAMPLES]), Slider("Errors", [f"{k:,}" for k in ERRORS])
    explorer = Explorer(*sliders, says=says)
    _draw(explorer, np.clip(bounds, 0, 1), np.array(ERRORS) / np.array(SAMPLES)[:, None])
    return explorer


def _sentence(k: int, n: int, ends: FloatArray) -> str:
    wald, wilson, exact = (
        f"{low:.1%} to {high:.1%} ({name})".replace("-", "−") for name, (low, high) in zip(METHODS, ends, strict=True)
    )
    errors = f"{k:,} error{'s' * (k != 1)} in {n:,} samples"
    return f"With {errors}, the 95% interval is {wald}, {wilson}, or {exact}."


def _draw(explorer: Explorer, bounds: FloatArray, shares: FloatArray) -> None:
    alt = (
        "The intervals of an error rate by three methods (Wald, Wilson and exact) are drawn one below the other, "
        "on a scale from 0 to 1."
    )
    with explorer.panel(alt, width=4.6, height=1.6, left=0.7) as panel:
        panel.ax.set(xlim=(-0.02, 1.02), ylim=(2.6, -0.6), xlabel="Error rate")
        panel.ax.set_yticks(range(len(METHODS)), METHODS)
        plots.bare(panel.ax, "left")
        for place, color in enumerate([plots.GREY, plots.BLUE, plots.RED]):
            panel.path(bounds[place], np.full(bounds[place].shape, place), color=color)
            panel.point(shares, place, color=color)

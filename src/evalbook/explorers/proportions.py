"""How sure a share of samples is: the intervals of a proportion, for any number of samples and errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.comparison import Interval, proportion_interval
from evalbook.explorers.builder import Explorer
from evalbook.explorers.parts import Slider

SAMPLES = (10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000)
METHODS: dict[str, Literal["wald", "wilson", "exact"]] = {"Wald": "wald", "Wilson": "wilson", "exact": "exact"}


def proportion(samples: Sequence[int] = SAMPLES, errors: Sequence[int] = range(11), *, level: float = 0.95) -> Explorer:
    r"""The interval of an error rate, by three methods, as the numbers of samples and of errors move.

    .. math:: \hat p = \frac{k}{n}, \qquad \text{low} \le p \le \text{high}

    Parameters
    ----------
    samples : sequence of int
        The numbers of samples to choose from, n; each at least 1.
    errors : sequence of int
        The numbers of errors to choose from, k; each at least 0.
    level : float, default 0.95
        The confidence level, above 0 and below 1.

    Returns
    -------
    Explorer
        One slider for the samples, one for the errors; the intervals of `proportion_interval` by "wald", "wilson" and
        "exact".

    Notes
    -----
    1. More errors than samples count as errors on all samples.
    2. The bounds of "wald" may lie below 0 or above 1; the picture ends there, and the sentence says them.

    References
    ----------
    Brown, Cai and DasGupta, *Interval estimation for a binomial proportion* (2001).

    Examples
    --------
    >>> from evalbook import explorers
    >>> explorers.proportion([30, 100], [0, 1, 2])
    0 errors in 30 samples: Wald 0.0% to 0.0%, Wilson 0.0% to 11.4%, exact 0.0% to 11.6%.
    """
    totals = [check.integer(n, "samples", at_least=1) for n in check.sequence(samples, "samples", "numbers")]
    counts = [check.integer(k, "errors", at_least=0) for k in errors]
    found = {
        name: [[proportion_interval(min(k, n), n, level=level, method=method) for k in counts] for n in totals]
        for name, method in METHODS.items()
    }
    says = [
        [_sentence(min(k, n), n, {name: rows[i][j] for name, rows in found.items()}) for j, k in enumerate(counts)]
        for i, n in enumerate(totals)
    ]
    sliders = Slider("Samples", [f"{n:,}" for n in totals]), Slider("Errors", [f"{k:,}" for k in counts])
    explorer = Explorer(*sliders, says=says)
    bounds = np.clip([[[tuple(one) for one in row] for row in rows] for rows in found.values()], 0, 1)
    _draw(explorer, bounds, np.minimum(counts, np.array(totals)[:, None]) / np.array(totals)[:, None])
    return explorer


def _sentence(k: int, n: int, intervals: dict[str, Interval]) -> str:
    bounds = ", ".join(f"{name} {one.low:.1%} to {one.high:.1%}" for name, one in intervals.items())
    return f"{k:,} error{'s' * (k != 1)} in {n:,} sample{'s' * (n != 1)}: {bounds}.".replace("-", "−")


def _draw(explorer: Explorer, bounds: FloatArray, shares: FloatArray) -> None:
    alt = "The intervals of an error rate by three methods, Wald, Wilson and exact, one below the other, from 0 to 1."
    with explorer.panel(alt, width=4.6, height=1.6, left=0.7) as panel:
        panel.ax.set(xlim=(-0.02, 1.02), ylim=(2.6, -0.6), xlabel="Error rate")
        panel.ax.set_yticks(range(len(METHODS)), METHODS)
        plots.bare(panel.ax, "left")
        for place, color in enumerate([plots.GREY, plots.BLUE, plots.RED]):
            panel.path(bounds[place], np.full(bounds[place].shape, place), color=color)
            panel.point(shares, place, color=color)


__all__ = ["proportion"]


def __dir__() -> list[str]:
    return __all__

"""A share that is measured on some samples, such as an accuracy: how far it may lie from the truth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.plots._annotations import shown
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider

SIZES = [*(step * ten for ten in (10, 100, 1000) for step in (1, 1.5, 2, 3, 4, 6, 8)), 10_000]
"""The sizes of the test set that can be chosen."""
REACH = 20
"""So many points to each side of the truth are drawn."""
Z = 1.959963984540054
"""So many standard deviations to each side hold 95% of a normal distribution."""


def sample_size(share: float = 0.9) -> Explorer:
    r"""Explorer of the test set size: the spread of the measured share, and Wilson's interval.

    .. math::

        \frac{s + \frac{z^2}{2n}}{1 + \frac{z^2}{n}}
        \pm \frac{z}{1 + \frac{z^2}{n}} \sqrt{\frac{s(1-s)}{n} + \frac{z^2}{4n^2}},
        \qquad z = 1.96

    Parameters
    ----------
    share : float
        The accuracy, or another share of samples, that you expect: from 0 to 1.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    See Also
    --------
    proportion : three kinds of intervals

    Notes
    -----
    1. The slider runs from 10 to 10,000 test samples. The first panel shows the binomial distribution of the measured
       share, in steps of one point, if `share` is the truth; the second the 95% interval if `share` was measured.
    2. A measured share that lies halfway between two steps belongs to the upper one.

    References
    ----------
    Wilson, *Probable inference, the law of succession, and statistical inference* (1927).

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> explorers.sample_size(0.9)  # doctest: +NORMALIZE_WHITESPACE
    With 30 test samples, 23.6% of all test sets come within one point of the true 90%. If 90% is measured, the 95%
    interval is 74.4% to 96.5%.
    """
    share = check.real(share, "share", at_least=0)
    if share > 1:
        raise ValueError(f"share is {share}; expected a share of the samples from 0 to 1, such as 0.9")
    sizes, percent = np.array(SIZES, dtype=int), f"{shown(100 * share)}%"
    says, points = [], []
    for n, low, high in zip(sizes.tolist(), *_wilson(share, sizes), strict=True):
        right, chances = np.arange(n + 1), _chances(n, share)
        near = chances[np.abs(right - n * share) <= 0.01 * n + 1e-9].sum()
        percents = (200 * right + n) // (2 * n)  # rounded
        points.append(np.bincount(percents, weights=chances, minlength=101).astype(float))
        digits = 1 if f"{low:.1%}" != f"{high:.1%}" else 2
        says.append(
            f"With {n:,} test samples, {near:.1%} of all test sets come within one point of the true {percent}. "
            f"If {percent} is measured, the 95% interval is {low:.{digits}%} to {high:.{digits}%}."
        )
    explorer = Explorer(Slider("Test samples", [shown(n) for n in sizes.tolist()], 3), says=says)
    _draw_measured(explorer, share, percent, points)
    _draw_interval(explorer, share, sizes)
    return explorer


def _chances(n: int, share: float) -> FloatArray:
    """The probability of 0, 1, …, n right answers."""
    if share in (0, 1):
        return np.asarray(np.arange(n + 1) == share * n, float)
    logs = np.append(0, np.cumsum(np.log(np.arange(1, n + 1))))  # of the factorials
    right = np.arange(n + 1)
    ways = logs[n] - logs[right] - logs[n - right]
    chances: FloatArray = np.exp(ways + right * np.log(share) + (n - right) * np.log1p(-share))
    return chances


def _wilson(share: float, sizes: NDArray[np.int64]) -> tuple[FloatArray, FloatArray]:
    """The ends of the interval for each size."""
    more = Z**2 / sizes
    center = (share + more / 2) / (1 + more)
    half = np.sqrt(more * (share * (1 - share) + more / 4)) / (1 + more)
    return np.maximum(center - half, 0), np.minimum(center + half, 1)


def _draw_measured(explorer: Explorer, share: float, percent: str, points: list[FloatArray]) -> None:
    alt = f"Steps of one point show how often test sets measure each accuracy if the truth is {percent}."
    left, right = max(0, round(100 * share) - REACH), min(100, round(100 * share) + REACH)
    edges = np.repeat(np.arange(left, right + 2) - 0.5, 2)
    heights = [np.concatenate([[0], np.repeat(chance[left : right + 1], 2), [0]]) for chance in points]
    with explorer.panel(alt, width=3.3) as panel:
        panel.ax.set(xlabel="Measured (%)", ylabel="Share of test sets", xlim=(left - 1, right + 1), ylim=(0, 1))
        plots.levels(panel.ax, x={"truth": (100 * share, "upper left")})
        panel.path(edges, heights, color=plots.BLUE)


def _draw_interval(explorer: Explorer, share: float, sizes: NDArray[np.int64]) -> None:
    low, high = _wilson(share, sizes)
    between = np.unique(np.append(sizes, np.geomspace(sizes[0], sizes[-1], 60).astype(int)))
    alt = "Wilson's interval is drawn against the number of test samples. It narrows like a funnel."
    with explorer.panel(alt, right=0.3) as panel:
        for ends in _wilson(share, between):
            panel.ax.plot(between, 100 * ends, **plots.FIRST)
        plots.log_scale(panel.ax, x=[10, 100, 1000, 10_000])
        panel.ax.set(xlabel="Test samples", ylabel="95% interval (%)")
        plots.levels(panel.ax, y={"": 100 * share})
        panel.point(sizes, 100 * low)
        panel.point(sizes, 100 * high)

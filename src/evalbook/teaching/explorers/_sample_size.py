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
    r"""The size of the test set moves the spread of what is measured, and Wilson's interval.

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
        A picture for the end of a notebook's cell; printed, a sentence.

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
    >>> explorers.sample_size(0.9)
    30 test samples: 23.6% of all test sets measure 90% within a point; the 95% interval reaches from 74.4% to 96.5%.
    """
    share = check.real(share, "share", at_least=0)
    if share > 1:
        raise ValueError(f"share is {share}; expected a share of the samples, from 0 to 1")
    sizes = np.array(SIZES, dtype=int)
    chances = [_chances(n, share) for n in sizes.tolist()]
    low, high = _wilson(share, sizes)
    near = [chance[_near(n, share)].sum() for n, chance in zip(sizes.tolist(), chances, strict=True)]
    says = [
        f"{n:,} test samples: {close:.1%} of all test sets measure {_percent(share)} within a point; the 95% interval "
        f"reaches from {below:.1%} to {above:.1%}."
        for n, close, below, above in zip(sizes.tolist(), near, low, high, strict=True)
    ]
    explorer = Explorer(Slider("Test samples", [shown(n) for n in sizes.tolist()], 3), says=says)
    _draw_measured(explorer, share, [_points(n, chance) for n, chance in zip(sizes.tolist(), chances, strict=True)])
    _draw_interval(explorer, share, sizes)
    return explorer


def _percent(share: float) -> str:
    return f"{shown(100 * share)}%"


def _chances(n: int, share: float) -> FloatArray:
    """The probability of 0, 1, …, n right answers."""
    if share in (0, 1):
        return np.asarray(np.arange(n + 1) == share * n, float)
    logs = np.append(0, np.cumsum(np.log(np.arange(1, n + 1))))  # of the factorials
    right = np.arange(n + 1)
    ways = logs[n] - logs[right] - logs[n - right]
    chances: FloatArray = np.exp(ways + right * np.log(share) + (n - right) * np.log1p(-share))
    return chances


def _near(n: int, share: float) -> NDArray[np.bool_]:
    """Which numbers of right answers measure the share within one point."""
    near: NDArray[np.bool_] = np.abs(np.arange(n + 1) - n * share) <= 0.01 * n + 1e-9
    return near


def _points(n: int, chances: FloatArray) -> FloatArray:
    """The probability that the measured share, in percent, rounds to 0, 1, …, 100."""
    point = (200 * np.arange(n + 1) + n) // (2 * n)
    points: FloatArray = np.bincount(point, weights=chances, minlength=101).astype(float)
    return points


def _wilson(share: float, sizes: NDArray[np.int64]) -> tuple[FloatArray, FloatArray]:
    """The ends of the interval for each size."""
    more = Z**2 / sizes
    center = (share + more / 2) / (1 + more)
    half = np.sqrt(more * (share * (1 - share) + more / 4)) / (1 + more)
    return np.maximum(center - half, 0), np.minimum(center + half, 1)


def _draw_measured(explorer: Explorer, share: float, points: list[FloatArray]) -> None:
    alt = f"How often test sets measure each accuracy, in steps of one point, if the truth is {_percent(share)}."
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
    alt = "Wilson's interval against the number of test samples: it narrows like a funnel."
    with explorer.panel(alt, right=0.3) as panel:
        for ends in _wilson(share, between):
            panel.ax.plot(between, 100 * ends, **plots.FIRST)
        plots.log_scale(panel.ax, x=[10, 100, 1000, 10_000])
        panel.ax.set(xlabel="Test samples", ylabel="95% interval (%)")
        plots.levels(panel.ax, y={"": 100 * share})
        panel.point(sizes, 100 * low)
        panel.point(sizes, 100 * high)

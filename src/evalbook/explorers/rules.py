"""Several rules, and what is made of their precision and recall: which of them wins hangs on the weight of recall."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.explorers.builder import Explorer
from evalbook.explorers.parts import Slider
from evalbook.plots.annotations import shown

BETAS = np.arange(2, 41) / 10
"""From 0.2 to 4: recall counts from a twenty-fifth as much as precision to sixteen times as much."""


def f_beta(counts: Counts, names: Sequence[str], *, betas: ArrayLike = BETAS) -> Explorer:
    r"""The weight of recall moves the line of equal F, and with it the rule that is best.

    .. math:: F_\beta = \frac{(1 + \beta^2) P R}{\beta^2 P + R}

    Parameters
    ----------
    counts : Counts
        The counts of n rules, each count of shape (n,).
    names : sequence of n str
        What the rules are called.
    betas : array_like of shape (m,)
        The steps of the slider: numbers above 0, from low to high.

    Returns
    -------
    Explorer
        A picture for the end of a notebook's cell; printed, a sentence.

    Notes
    -----
    1. The slider starts at the step nearest 1, where F is F1.
    2. A rule that calls nobody positive has no precision, hence no point; its F is 0.
    3. Of rules that tie, the first is called the best.

    References
    ----------
    van Rijsbergen, *Information Retrieval* (1979), chapter 7.

    Examples
    --------
    >>> from evalbook import confusion, explorers
    >>> rules = confusion.Counts(tp=[9, 30], fp=[1, 270], fn=[21, 0], tn=[269, 0])
    >>> explorers.f_beta(rules, ["careful", "everybody"])
    β = 1: careful is best, F 0.45; everybody 0.18.
    """
    called, weights = _named(counts, names), _rising(betas)
    scores = np.array([counts.f_beta(beta) for beta in weights])
    best = scores.argmax(axis=1)
    steps = [shown(beta) for beta in weights.tolist()]
    says = [_sentence(step, row, called) for step, row in zip(steps, scores, strict=True)]
    explorer = Explorer(Slider("β", steps, int(np.abs(weights - 1).argmin())), says=says)
    _draw_plane(explorer, counts, called, _level_lines(scores.max(axis=1), weights))
    _draw_scores(explorer, called, weights, scores)
    rows = {name: [[f"{value:.2f}" for value in column]] for name, column in zip(called, scores.T, strict=True)}
    shades = {name: [np.where(best == place, 1.0, 0.0)] for place, name in enumerate(called)}
    explorer.table("The score of each rule", ["F"], rows, shades=shades)
    return explorer


def _named(counts: Counts, names: Sequence[str]) -> list[str]:
    if not isinstance(counts, Counts):
        raise TypeError(f"counts is a {type(counts).__name__}; expected the Counts of several rules")
    called = [str(name) for name in check.classes(names, "names")]
    if np.shape(counts.tp) != (len(called),):
        shape = np.shape(counts.tp)
        raise ValueError(
            f"counts has shape {shape} for {len(called)} names; expected one entry a rule, ({len(called)},)"
        )
    return called


def _rising(betas: ArrayLike) -> FloatArray:
    weights = check.floats(betas, "betas")
    if not (weights.size and weights[0] > 0 and (np.diff(weights) > 0).all()):
        raise ValueError("betas holds no steps that rise from above 0; expected, for example, [0.5, 1, 2]")
    return weights


def _draw_plane(
    explorer: Explorer, counts: Counts, called: list[str], lines: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> None:
    alt = "Precision against recall: a point for each rule, and the line of all that are as good as the best of them."
    with explorer.panel(alt, height=2.3) as panel:
        plots.pr_axes(panel.ax, small=True)
        for look, x, y, name in zip(cycle(plots.LOOKS), counts.recall, counts.precision, called, strict=False):
            # The line through the best rule never passes to the lower left of a rule; near the axis there is no room.
            side = "lower left" if x > 0.25 else "below"
            plots.marks(panel.ax, x, y, name, side, color=look["color"], markersize=5)
        panel.path(*lines, color=plots.INK)


def _draw_scores(explorer: Explorer, called: list[str], weights: FloatArray, scores: FloatArray) -> None:
    with explorer.panel(f"F against β: a line each for {', '.join(called)}.", height=2.3) as panel:
        for look, name, column in zip(cycle(plots.LOOKS), called, scores.T, strict=False):
            panel.ax.plot(weights, column, label=name, **look)
        panel.ax.set(xlabel="β", ylabel="F", ylim=(-0.04, 1.04), yticks=[0, 0.5, 1])
        panel.ax.legend()
        panel.point(weights, scores.max(axis=1), color=plots.INK)


def _level_lines(levels: FloatArray, betas: FloatArray) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Recall and precision along each line of equal F, within the unit square; a level of 0 has no line."""
    level, squared = np.where(levels > 0, levels, np.nan)[:, None], betas[:, None] ** 2
    low, high = squared / ((1 + squared) / level - 1), (1 + squared) / level - squared
    ratio = low * (high / low) ** np.linspace(0, 1, 30)  # recall over precision
    precision = level * (1 + squared / ratio) / (1 + squared)
    return ratio * precision, precision


def _sentence(step: str, scores: FloatArray, called: list[str]) -> str:
    order = np.argsort(-scores, kind="stable").tolist()
    others = ", ".join(f"{called[place]} {scores[place]:.2f}" for place in order[1:])
    return f"β = {step}: {called[order[0]]} is best, F {scores[order[0]]:.2f}{'; ' * bool(others)}{others}."


__all__ = ["f_beta"]


def __dir__() -> list[str]:
    return __all__

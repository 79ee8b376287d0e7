"""Several rules, and what is made of their precision and recall: which of them wins hangs on the weight of recall."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import numpy as np

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.plots._annotations import shown
from evalbook.plots._isolines import line_of_equal_f
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider, listed

BETAS = np.arange(2, 41) / 10
"""From 0.2 to 4: recall counts from a twenty-fifth as much as precision to sixteen times as much."""


def f_beta(counts: Counts, names: Sequence[str]) -> Explorer:
    r"""Explorer of the F score: the weight of recall decides which of several rules is best.

    .. math:: F_\beta = \frac{(1 + \beta^2) P R}{\beta^2 P + R}

    Parameters
    ----------
    counts : Counts
        The counts of n rules, each count of shape (n,).
    names : sequence of n str
        The names of the rules.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    Notes
    -----
    1. The slider goes through β from 0.2 to 4 in steps of 0.1. It starts at 1, where F is F1.
    2. A rule that predicts nobody positive has no precision and therefore no point. Its F is 0.
    3. If several rules are equally good, the first of them is shown as the best.

    References
    ----------
    van Rijsbergen, *Information Retrieval* (1979), chapter 7.

    Examples
    --------
    >>> from evalbook import confusion
    >>> from evalbook.teaching import explorers
    >>> rules = confusion.Counts(tp=[9, 30], fp=[1, 270], fn=[21, 0], tn=[269, 0])
    >>> explorers.f_beta(rules, ["careful", "everybody"])
    With β = 1, the best rule is careful (F = 0.45), followed by everybody (0.18).
    """
    called = _named(counts, names)
    scores = np.array([counts.f_beta(beta) for beta in BETAS])
    best = scores.argmax(axis=1)
    steps = [shown(beta) for beta in BETAS.tolist()]
    says = [_sentence(step, row, called) for step, row in zip(steps, scores, strict=True)]
    explorer = Explorer(Slider("β", steps, int(np.abs(BETAS - 1).argmin())), says=says)
    _draw_plane(explorer, counts, called, scores.max(axis=1))
    _draw_scores(explorer, called, scores)
    rows = {name: [[f"{value:.2f}" for value in column]] for name, column in zip(called, scores.T, strict=True)}
    shades = {name: [np.where(best == place, 1.0, 0.0)] for place, name in enumerate(called)}
    explorer.table("The score of each rule", ["F"], rows, shades=shades)
    return explorer


def _named(counts: Counts, names: Sequence[str]) -> list[str]:
    if not isinstance(counts, Counts):
        raise TypeError(f"counts is {check.kind_of(counts)}; expected Counts with one entry per rule")
    called = [str(name) for name in check.classes(names, "names")]
    if np.shape(counts.tp) != (len(called),):
        shape = np.shape(counts.tp)
        raise ValueError(
            f"counts has shape {shape} for {len(called)} names; expected one entry per rule, shape ({len(called)},)"
        )
    return called


def _draw_plane(explorer: Explorer, counts: Counts, called: list[str], best: FloatArray) -> None:
    alt = (
        "Precision is drawn against recall, with a point for each rule. "
        "A line joins all points that are as good as the best rule."
    )
    with explorer.panel(alt, height=2.3) as panel:
        plots.pr_axes(panel.ax, small=True)
        for look, x, y, name in zip(cycle(plots.LOOKS), counts.recall, counts.precision, called, strict=False):
            # The line through the best rule never passes to the lower left of a rule; near the axis there is no room.
            side = "lower left" if x > 0.25 else "below"
            plots.marks(panel.ax, x, y, name, side, color=look["color"], markersize=5)
        level = np.where(best > 0, best, np.nan)  # a level of 0 has no line
        panel.path(*line_of_equal_f(level, BETAS**2, points=30), color=plots.INK)


def _draw_scores(explorer: Explorer, called: list[str], scores: FloatArray) -> None:
    with explorer.panel(f"F is drawn against β, with a line for each rule ({listed(called)}).", height=2.3) as panel:
        for look, name, column in zip(cycle(plots.LOOKS), called, scores.T, strict=False):
            panel.ax.plot(BETAS, column, label=name, **look)
        panel.ax.set(xlabel="β", ylabel="F", ylim=(-0.04, 1.04), yticks=[0, 0.5, 1])
        panel.ax.legend()
        panel.point(BETAS, scores.max(axis=1), color=plots.INK)


def _sentence(step: str, scores: FloatArray, called: list[str]) -> str:
    order = np.argsort(-scores, kind="stable").tolist()
    others = [f"{called[place]} ({scores[place]:.2f})" for place in order[1:]]
    rest = f", followed by {listed(others)}" if others else ""
    return f"With β = {step}, the best rule is {called[order[0]]} (F = {scores[order[0]]:.2f}){rest}."

"""A model as judge with two rates of errors: what it says by itself, and what human labels add."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalbook import plots
from evalbook._input import FloatArray
from evalbook.comparison import proportion_interval
from evalbook.generation import corrected_rate
from evalbook.generation._corrected_rate import Method
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider

RATES = [percent / 100 for percent in range(55, 100, 5)]
"""The sensitivities and specificities that can be chosen."""
RIGHT, WRONG, TIMES = 120, 80, 10
"""The labeled answers, and how many times as many have no label."""
METHODS: dict[str, Method] = {
    "prediction-powered": "prediction_powered",
    "power-tuned": "power_tuned",
    "Rogan–Gladen": "rogan_gladen",
}
ROWS = ["judge alone", "labels alone", *METHODS]
COLORS = [plots.GREY, plots.GREY, plots.RED, plots.BLUE, plots.PURPLE]
LOW, HIGH = 0.3, 0.9
"""Where the picture ends."""


class State(NamedTuple):
    """What a judge with one sensitivity and one specificity gives."""

    judged: float
    ends: FloatArray
    """Of each row: low, high."""


def judge() -> Explorer:
    r"""Explorer of a judge: its rate of right answers, and the intervals that 200 human labels add.

    .. math:: j = p \cdot \mathit{se} + (1 - p)(1 - \mathit{sp})

    Returns
    -------
    Explorer
        One slider for the sensitivity, one for the specificity. They start at 0.90 and 0.80. The pictures show the
        95% intervals of the judge alone, of the labels alone, and of `corrected_rate` by its three methods.

    Notes
    -----
    1. Of 2,200 answers, 60% are right. 200 of them have a label, and the judge makes exactly as many errors on them as
       its rates say, so only the widths change.
    2. The intervals of the judge alone and of the labels alone are Wald's, which are made like the others.
    3. The picture ends at 0.3 and 0.9, but the sentence shows all widths.

    References
    ----------
    Rogan and Gladen, *Estimating prevalence from the results of a screening test* (1978); Angelopoulos, Bates,
    Fannjiang, Jordan and Zrnic, *Prediction-powered inference* (2023).

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> explorers.judge()  # doctest: +NORMALIZE_WHITESPACE
    The true rate is 60%, and the judge alone says 62.0%. The 95% interval is ± 6.8 points with the labels alone,
    ± 5.6 (prediction-powered), ± 5.0 (power-tuned), or ± 7.4 (Rogan–Gladen).
    """
    states = [[_state(sensitivity, specificity) for specificity in RATES] for sensitivity in RATES]
    steps = [f"{rate:.2f}" for rate in RATES]
    explorer = Explorer(
        Slider("Sensitivity", steps, RATES.index(0.9)),
        Slider("Specificity", steps, RATES.index(0.8)),
        says=[[_sentence(state) for state in row] for row in states],
    )
    _draw(explorer, np.array([[state.ends for state in row] for row in states]))
    _draw_line(explorer, np.array([[state.judged for state in row] for row in states]))
    return explorer


def _state(sensitivity: float, specificity: float) -> State:
    passed = np.rint([RIGHT * sensitivity, WRONG * (1 - specificity)]).astype(int)
    counts = np.column_stack([passed, [RIGHT, WRONG] - passed]).ravel()  # right, wrong; passed, failed
    judged = np.repeat([1, 0] * 4, np.concatenate([counts, TIMES * counts]))
    labels = np.repeat([1, 0, np.nan], [RIGHT, WRONG, TIMES * (RIGHT + WRONG)])
    alone = [
        proportion_interval(int(found), n, method="wald")
        for found, n in [(TIMES * passed.sum(), TIMES * (RIGHT + WRONG)), (RIGHT, RIGHT + WRONG)]
    ]
    found = [corrected_rate(judged, labels, method=method) for method in METHODS.values()]
    ends = [(one.low, one.high) for one in alone] + [(one.low, one.high) for one in found]
    return State(found[0].judged_rate, np.array(ends))


def _sentence(state: State) -> str:
    labels, *others = (100 * (high - low) / 2 for low, high in state.ends[1:])
    widths = [f"± {width:.1f} ({name})" for width, name in zip(others, METHODS, strict=True)]
    return (
        f"The true rate is 60%, and the judge alone says {state.judged:.1%}. The 95% interval is ± {labels:.1f} "
        f"points with the labels alone, {widths[0]}, {widths[1]}, or {widths[2]}."
    )


def _draw(explorer: Explorer, ends: FloatArray) -> None:
    alt = (
        "Five intervals of the rate of right answers are drawn one below the other, beside a line at the true rate of "
        "0.6: those of the judge alone, of the labels alone, and of both together by three methods."
    )
    shown = np.clip(ends, LOW, HIGH)
    with explorer.panel(alt, width=4.6, height=2.1, left=1.35) as panel:
        panel.ax.set(xlim=(LOW - 0.01, HIGH + 0.01), ylim=(4.6, -0.6), xlabel="Rate of right answers")
        panel.ax.set_yticks(range(len(ROWS)), ROWS)
        plots.bare(panel.ax, "left")
        plots.levels(panel.ax, x={"": 0.6})
        for place, color in enumerate(COLORS):
            panel.path(shown[..., place, :], np.full((1, 1, 2), place), color=color)
            middle = ends[..., place, :].mean(axis=-1, keepdims=True)  # a stroke: nobody presses in these rows
            middle = middle if np.ptp(middle) > 1e-9 else middle[:1, :1]
            panel.path(np.repeat(middle, 2, axis=-1), np.array([[[place - 0.18, place + 0.18]]]), color=color)


def _draw_line(explorer: Explorer, judged: FloatArray) -> None:
    alt = "The judged rate is drawn against the true rate. It is a line that is flatter than the diagonal."
    rates = np.array(RATES)
    with explorer.panel(alt) as panel:
        panel.ax.plot([0, 1], [0, 1], **plots.REFERENCE)
        panel.ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="True rate", ylabel="Judged rate")
        ends = np.broadcast_arrays(1 - rates, rates[:, None])
        panel.path([[[0, 1]]], np.stack(ends, axis=-1))
        panel.point(0.6, judged)

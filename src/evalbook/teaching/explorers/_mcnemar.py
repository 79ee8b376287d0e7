"""Two models on the same samples: the p-value hangs on those that only one of the two gets right."""

from __future__ import annotations

from typing import Literal

import numpy as np

from evalbook import plots
from evalbook._input import FloatArray
from evalbook.comparison._mcnemar import MCNEMAR
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider

METHODS: dict[str, Literal["exact", "mid-p", "chi2"]] = {"exact": "exact", "mid-p": "mid-p", "χ²": "chi2"}
MOST = 20
"""The largest number on each slider."""
ALPHA = 0.05
SHADED = {"color": plots.BLUE, **plots.SHADE}


def mcnemar() -> Explorer:
    r"""Explorer of McNemar's test: p-values for any two numbers of samples that only one model gets right.

    .. math:: p = \min\Bigl(1,\; 2 \sum_{k=0}^{\min(b, c)} \binom{b + c}{k} 2^{-(b + c)}\Bigr)

    Returns
    -------
    Explorer
        Two sliders: b, what only model A gets right, and c, what only model B does, up to 20 each. They start at 0
        and 4. Where the p-value of the exact test is below 0.05, the picture is shaded.

    Notes
    -----
    1. Samples that both models get right, or both get wrong, do not matter, so the explorer does not ask for them.
    2. If b and c are 0, p is 1.

    References
    ----------
    McNemar, *Note on the sampling error of the difference between correlated proportions or percentages* (1947).

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> explorers.mcnemar()  # doctest: +NORMALIZE_WHITESPACE
    Only A is right on 0 samples, and only B is right on 4. The p-value is 0.1250 (exact), 0.0625 (mid-p), or 0.0455
    (χ²).
    """
    p = {name: _p_values(method) for name, method in METHODS.items()}
    numbers = [f"{n}" for n in range(MOST + 1)]
    says = [
        [
            f"Only A is right on {b} sample{'s' * (b != 1)}, and only B is right on {c}. The p-value is "
            + ", ".join(f"{'or ' * (name == 'χ²')}{_shown(values[b, c])} ({name})" for name, values in p.items())
            + "."
            for c in range(MOST + 1)
        ]
        for b in range(MOST + 1)
    ]
    explorer = Explorer(Slider("Only A is right", numbers), Slider("Only B is right", numbers, 4), says=says)
    _draw(explorer, p["exact"])
    return explorer


def _shown(p: float) -> str:
    """Four decimals, of which one is not 0."""
    return f"{round(p, 12):.4f}" if p >= 0.0001 else "below 0.0001"


def _p_values(method: Literal["exact", "mid-p", "chi2"]) -> FloatArray:
    """p for b = 0 … 20 (rows) and c = 0 … 20."""
    p = np.ones((MOST + 1, MOST + 1))
    for b, c in np.ndindex(p.shape):
        if b <= c and c:
            p[b, c] = p[c, b] = MCNEMAR[method](b, c)[1]
    return p


def _draw(explorer: Explorer, p: FloatArray) -> None:
    top, small = MOST, f"p < {ALPHA}"
    ends = np.arange(top + 2) - 0.5
    least = [next((c for c in range(b, top + 1) if p[b, c] < ALPHA), top + 1) - 0.5 for b in range(top + 1)]
    alt = (
        "The number of samples that only B gets right is drawn against the number that only A gets right. "
        f"In two corners, p is below {ALPHA}."
    )
    with explorer.panel(alt, width=4.6, height=2.6) as panel:
        for way in ("vertical", "horizontal"):
            across = way == "vertical"
            panel.ax.stairs(np.full(top + 1, top + 0.5), ends, baseline=least, orientation=way, fill=True, **SHADED)
            plots.note(panel.ax, small, (0.02 * top, 0.9 * top) if across else (0.75 * top, 0.05 * top))
        panel.ax.set(xlim=(-0.5, top + 0.5), ylim=(-0.5, top + 0.5), xlabel="Only A is right", ylabel="Only B is right")
        panel.ax.locator_params(integer=True)
        panel.point(np.arange(top + 1)[:, None], np.arange(top + 1)[None], on_curve=False)

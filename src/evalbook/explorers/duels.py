"""Two models on the same samples: the p-value hangs on those that only one of the two gets right."""

from __future__ import annotations

from typing import Literal

import numpy as np

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.comparison.bounds import confidence
from evalbook.comparison.pairs import MCNEMAR
from evalbook.explorers.builder import Explorer
from evalbook.explorers.parts import Slider

METHODS: dict[str, Literal["exact", "mid-p", "chi2"]] = {"exact": "exact", "mid-p": "mid-p", "χ²": "chi2"}

SHADED = {"color": plots.BLUE, **plots.SHADE}


def mcnemar(most: int = 20, *, alpha: float = 0.05) -> Explorer:
    r"""McNemar's test for any two numbers of samples that only one of two models gets right.

    .. math:: p = \min\Bigl(1,\; 2 \sum_{k=0}^{\min(b, c)} \binom{b + c}{k} 2^{-(b + c)}\Bigr)

    Parameters
    ----------
    most : int, default 20
        The largest number on each slider, from 1 to 40.
    alpha : float, default 0.05
        Where the p-value of the exact test is smaller, the picture is shaded: above 0 and below 1.

    Returns
    -------
    Explorer
        Two sliders: b, what only model A gets right, and c, what only model B does. They start at 0 and 4.

    Notes
    -----
    1. The samples that both get right, or both wrong, do not matter, so they are not asked for.
    2. b = c = 0: p is 1.

    References
    ----------
    McNemar, *Note on the sampling error of the difference between correlated proportions or percentages* (1947).

    Examples
    --------
    >>> from evalbook import explorers
    >>> explorers.mcnemar()
    Only A right: 0, only B right: 4. p: exact 0.1250, mid-p 0.0625, χ² 0.0455.
    """
    most = check.integer(most, "most", at_least=1, at_most=40)
    alpha = confidence(alpha, "alpha")
    p = {name: _p_values(most, method) for name, method in METHODS.items()}
    numbers = [f"{n}" for n in range(most + 1)]
    says = [
        [
            f"Only A right: {b}, only B right: {c}. p: "
            + ", ".join(f"{name} {round(values[b, c], 12):.4f}" for name, values in p.items())
            + "."
            for c in range(most + 1)
        ]
        for b in range(most + 1)
    ]
    explorer = Explorer(Slider("Only A right", numbers), Slider("Only B right", numbers, min(4, most)), says=says)
    _draw(explorer, p["exact"], alpha)
    return explorer


def _p_values(most: int, method: Literal["exact", "mid-p", "chi2"]) -> FloatArray:
    """p for b = 0 … most (rows) and c = 0 … most."""
    p = np.ones((most + 1, most + 1))
    for b, c in np.ndindex(p.shape):
        if b <= c and c:
            p[b, c] = p[c, b] = MCNEMAR[method](b, c)[1]
    return p


def _draw(explorer: Explorer, p: FloatArray, alpha: float) -> None:
    top, small = len(p) - 1, f"p < {alpha:g}"
    ends = np.arange(top + 2) - 0.5
    least = [next((c for c in range(b, top + 1) if p[b, c] < alpha), top + 1) - 0.5 for b in range(top + 1)]
    alt = f"What only B gets right against what only A gets right. In two corners p is below {alpha:g}."
    with explorer.panel(alt, width=4.6, height=2.6) as panel:
        for way in ("vertical", "horizontal"):
            across = way == "vertical"
            panel.ax.stairs(np.full(top + 1, top + 0.5), ends, baseline=least, orientation=way, fill=True, **SHADED)
            plots.note(panel.ax, small, (0.02 * top, 0.9 * top) if across else (0.75 * top, 0.05 * top))
        panel.ax.set(xlim=(-0.5, top + 0.5), ylim=(-0.5, top + 0.5), xlabel="Only A right", ylabel="Only B right")
        panel.ax.locator_params(integer=True)
        panel.point(np.arange(top + 1)[:, None], np.arange(top + 1)[None], on_curve=False)


__all__ = ["mcnemar"]


def __dir__() -> list[str]:
    return __all__

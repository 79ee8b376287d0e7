"""The style of all pictures: colors, the looks of lines, and settings that many pictures share.

What stands in capital letters here and is a dict is meant to be spread: ``ax.plot(x, y, **plots.SECOND)``.
"""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
from cycler import cycler

# Okabe and Ito's colors: they stay apart for the color-blind and in grey. Their orange is too pale for a line on white
# paper; this one is as dark as it must be to stay apart from the red for all.
BLUE, ORANGE, GREEN, RED, PURPLE = "#0072B2", "#8A4500", "#009E73", "#D55E00", "#CC79A7"
INK, GREY = "#222222", "#767676"
POSITIVE, NEGATIVE = ORANGE, BLUE
"""The two classes, in every picture of the book."""

_COLORS, _STROKES = [BLUE, RED, GREEN, PURPLE, ORANGE], ["-", "--", "-.", ":", "-"]
LOOKS: tuple[dict[str, Any], ...] = tuple(
    {"color": color, "linestyle": stroke} for color, stroke in zip(_COLORS, _STROKES, strict=True)
)
"""Color and stroke of the first, second, … line of a picture; the stroke tells them apart in grey. Matplotlib's own
order is the same: what is drawn without a color and a linestyle looks so."""
FIRST, SECOND, THIRD = LOOKS[:3]
"""The first three of `LOOKS`: a model, its rival, a third one."""

REFERENCE: dict[str, Any] = {"color": GREY, "linewidth": 1, "linestyle": (0, (2, 3)), "zorder": 1}
"""How a line is drawn that needs no model: guessing, calling everybody, being calibrated."""
THIN: dict[str, Any] = {"color": GREY, "linewidth": 1, "linestyle": "-"}
"""How a line is drawn that only guides the eye: a ray, a line of equal value, a level."""
SHADE: dict[str, Any] = {"alpha": 0.22, "linewidth": 0}
"""How an area is filled: pale, without an edge. Give the color beside it."""
UNIT_SQUARE: dict[str, Any] = {
    "xticks": [0, 0.5, 1],
    "yticks": [0, 0.5, 1],
    "xlim": (-0.04, 1.04),
    "ylim": (-0.08, 1.04),
}
"""Settings of a small panel whose two axes are shares."""

STYLE: dict[str, Any] = {
    "axes.edgecolor": GREY,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=_COLORS) + cycler(linestyle=_STROKES),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "figure.constrained_layout.use": True,
    "figure.facecolor": "none",
    "figure.figsize": (4.4, 4.2),
    "font.size": 11,
    "legend.frameon": False,
    "lines.linewidth": 2,
    "savefig.facecolor": "none",
    "svg.fonttype": "none",  # text stays text: it can be searched, and read aloud
    "svg.hashsalt": "evalbook",  # the same picture is the same file
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def use_style() -> None:
    """Draw all figures from now on in the style of the book: transparent, and readable without color."""
    plt.rcParams.update(STYLE)  # type: ignore[arg-type]

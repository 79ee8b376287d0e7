"""Plots: the pictures of the book, their style, and the notes and marks in them.

This is the only package that needs matplotlib (the extra ``plots``), and no metric imports it. A function that makes a
picture of its own takes `ax` as an option and returns the axes. A function that adds something to a picture takes the
axes first: ``note(ax, …)``. Names in capital letters are colors, or settings to be unpacked: ``ax.plot(x, y,
**plots.SECOND)``.
"""

from evalbook._extras import missing_extra

try:
    import matplotlib  # noqa: F401
except ImportError as error:  # pragma: no cover
    raise missing_extra("plots", "matplotlib", "plots") from error

from evalbook.plots._annotations import box, levels, marks, note, notes
from evalbook.plots._confusion_matrix import confusion_matrix
from evalbook.plots._intervals import critical_difference, intervals
from evalbook.plots._isolines import iso_f_beta, iso_performance, rays
from evalbook.plots._layout import bare, log_scale, panel, panels
from evalbook.plots._pictures import Picture
from evalbook.plots._planes import cost, cost_axes, pr, pr_axes, reliability, reliability_axes, roc, roc_axes
from evalbook.plots._scores import class_histograms, score_strip, staircase
from evalbook.plots._style import (
    BLUE,
    FIRST,
    GREEN,
    GREY,
    INK,
    LOOKS,
    NEGATIVE,
    ORANGE,
    POSITIVE,
    PURPLE,
    RED,
    REFERENCE,
    SECOND,
    SHADE,
    STYLE,
    THIN,
    THIRD,
    UNIT_SQUARE,
    use_style,
)

__all__ = [
    "BLUE",
    "FIRST",
    "GREEN",
    "GREY",
    "INK",
    "LOOKS",
    "NEGATIVE",
    "ORANGE",
    "POSITIVE",
    "PURPLE",
    "RED",
    "REFERENCE",
    "SECOND",
    "SHADE",
    "STYLE",
    "THIN",
    "THIRD",
    "UNIT_SQUARE",
    "Picture",
    "bare",
    "box",
    "class_histograms",
    "confusion_matrix",
    "cost",
    "cost_axes",
    "critical_difference",
    "intervals",
    "iso_f_beta",
    "iso_performance",
    "levels",
    "log_scale",
    "marks",
    "note",
    "notes",
    "panel",
    "panels",
    "pr",
    "pr_axes",
    "rays",
    "reliability",
    "reliability_axes",
    "roc",
    "roc_axes",
    "score_strip",
    "staircase",
    "use_style",
]


def __dir__() -> list[str]:
    return __all__

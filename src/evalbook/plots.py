"""The pictures of the book, and their style.

The only module that needs matplotlib (``pip install "evalbook[plots]"``); no metric imports it. Each function draws
into `ax`, or into a new figure of its own, and returns the axes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from evalbook.confusion import ConfusionMatrix
from evalbook.curves import RocCurve

try:
    import matplotlib.pyplot as plt
    from cycler import cycler
    from matplotlib.axes import Axes
except ImportError as error:  # pragma: no cover
    raise ImportError('evalbook.plots needs matplotlib; install it with: pip install "evalbook[plots]"') from error

# Okabe and Ito's colors: they stay apart for the color-blind and in grey.
BLUE, ORANGE, GREEN, RED, PURPLE = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7"
INK, GREY = "#222222", "#767676"
POSITIVE, NEGATIVE = ORANGE, BLUE
"""The two classes, in every picture of the book."""

STYLE: dict[str, Any] = {
    "axes.edgecolor": GREY,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, RED, PURPLE]) + cycler(linestyle=["-", "--", "-.", ":", "-"]),
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
    """Draw all figures from now on as the book does: transparent, without color alone carrying a meaning."""
    plt.rcParams.update(STYLE)  # type: ignore[arg-type]


def _axes(ax: Axes | None) -> Axes:
    return plt.subplots()[1] if ax is None else ax


def roc_axes(ax: Axes | None = None) -> Axes:
    """An empty ROC plot: the unit square, its axes named, and the diagonal of guessing.

    Parameters
    ----------
    ax : matplotlib axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> from evalbook import plots
    >>> plots.roc_axes().get_xlabel()
    'False positive rate (FPR)'
    """
    ax = _axes(ax)
    ax.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle=(0, (2, 3)), zorder=1)
    ax.set(
        xlabel="False positive rate (FPR)",
        ylabel="True positive rate (TPR)",
        xlim=(-0.03, 1.03),
        ylim=(-0.08, 1.03),
        aspect="equal",
    )
    return ax


def roc(
    curve: RocCurve, *, ax: Axes | None = None, points: bool = False, thresholds: bool = False, **line: Any
) -> Axes:
    """A ROC curve, with the diagonal of guessing.

    Parameters
    ----------
    curve : RocCurve
        What `curves.roc_curve` returned.
    ax : matplotlib axes, optional
        Where to draw; by default a new ROC plot. Pass the axes of one curve to add the next.
    points : bool
        Mark each threshold's point.
    thresholds : bool
        Write each threshold beside its point; for a handful of points.
    **line
        Passed to matplotlib's ``plot``: label, color, …

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. A curve with only one class has nan rates: its axes stay empty.

    Examples
    --------
    >>> from evalbook import curves, examples, plots
    >>> ax = plots.roc(curves.roc_curve(*examples.eight_samples), thresholds=True)
    >>> len(ax.texts)
    8
    """
    ax = roc_axes() if ax is None else ax
    ax.plot(curve.fpr, curve.tpr, **{"marker": "o" if points or thresholds else "", **line})
    if thresholds:
        for fpr, tpr, threshold in zip(*curve, strict=True):
            ax.annotate(
                f"{threshold:g}".replace("inf", "∞"),
                (fpr, tpr),
                xytext=(7, -12),
                textcoords="offset points",
                annotation_clip=False,
            )
    return ax


def confusion_matrix(matrix: ConfusionMatrix, *, ax: Axes | None = None) -> Axes:
    """A confusion matrix as shaded squares with their counts: rows are the truth, columns the prediction.

    Parameters
    ----------
    matrix : ConfusionMatrix
        What `confusion.confusion_matrix` returned.
    ax : matplotlib axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. A square is shaded by its share of its row, so that a rare class is as visible as a common one; a class that
       never occurs in truth has an unshaded row.

    Examples
    --------
    >>> from evalbook import confusion, plots
    >>> ax = plots.confusion_matrix(confusion.ConfusionMatrix([[50, 10], [5, 35]], labels=["well", "sick"]))
    >>> [text.get_text() for text in ax.texts]
    ['50', '10', '5', '35']
    """
    ax = _axes(ax)
    rows = matrix.counts.sum(axis=1, keepdims=True)
    shade = np.divide(matrix.counts, rows, out=np.zeros(matrix.counts.shape), where=rows > 0)
    ax.pcolormesh(shade, cmap="Blues", vmin=0, vmax=1.6, edgecolor=GREY, linewidth=0.5)  # pale enough for dark digits
    for (row, column), count in np.ndenumerate(matrix.counts):
        ax.text(column + 0.5, row + 0.5, f"{count:g}", ha="center", va="center")
    ticks = np.arange(len(matrix.labels)) + 0.5
    ax.set_xticks(ticks, [str(label) for label in matrix.labels])
    ax.set_yticks(ticks, [str(label) for label in matrix.labels])
    ax.set(xlabel="Prediction", ylabel="Truth", aspect="equal")
    ax.invert_yaxis()
    return ax

"""The pictures of the book, and their style.

The only module that needs matplotlib (``pip install "evalbook[plots]"``); no metric imports it. Each function draws
into `ax`, or into a new figure of its own, and returns the axes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from evalbook._input import FloatArray
from evalbook.confusion import ConfusionMatrix
from evalbook.costs import CostCurve
from evalbook.curves import PrCurve, RocCurve
from evalbook.probabilities import ReliabilityCurve

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


REFERENCE: dict[str, Any] = {"color": GREY, "linewidth": 1, "linestyle": (0, (2, 3)), "zorder": 1}
"""How a line is drawn that needs no model: guessing, calling everybody, being calibrated."""


def _axes(ax: Axes | None) -> Axes:
    return plt.subplots()[1] if ax is None else ax


def _swept(
    ax: Axes, x: FloatArray, y: FloatArray, thresholds: FloatArray, *, mark: bool, name: bool, line: dict[str, Any]
) -> Axes:
    """Draw a curve with one point per threshold: its points marked, and their thresholds named, on request."""
    ax.plot(x, y, **{"marker": "o" if mark or name else "", **line})
    if not name:
        return ax
    for across, up, threshold in zip(x, y, thresholds, strict=True):
        ax.annotate(
            f"{threshold:g}".replace("inf", "∞"),
            (across, up),
            xytext=(7, -12),
            textcoords="offset points",
            annotation_clip=False,
        )
    return ax


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
    ax.plot([0, 1], [0, 1], **REFERENCE)
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
        Where to draw; by default a new plot of this kind. Pass the axes of one curve to add the next.
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
    return _swept(ax, *curve, mark=points, name=thresholds, line=line)


def pr_axes(ax: Axes | None = None, *, base_rate: float | None = None) -> Axes:
    """An empty P-R plot: the unit square, its axes named.

    Parameters
    ----------
    ax : matplotlib axes, optional
        Where to draw; by default a new figure.
    base_rate : float, optional
        The share of positives: the level of guessing, drawn as a line.

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> from evalbook import plots
    >>> plots.pr_axes(base_rate=0.37).get_ylabel()
    'Precision'
    """
    ax = _axes(ax)
    if base_rate is not None:
        ax.plot([0, 1], [base_rate, base_rate], **REFERENCE)
    ax.set(xlabel="Recall", ylabel="Precision", xlim=(-0.03, 1.03), ylim=(-0.03, 1.06))
    return ax


def pr(curve: PrCurve, *, ax: Axes | None = None, points: bool = False, thresholds: bool = False, **line: Any) -> Axes:
    """A P-R curve, with the level of guessing.

    Parameters
    ----------
    curve : PrCurve
        What `curves.pr_curve` returned.
    ax : matplotlib axes, optional
        Where to draw; by default a new plot of this kind. Pass the axes of one curve to add the next.
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
    1. The lines between the points guide the eye. No threshold reaches them, nor does a coin tossed between two
       thresholds: precisions do not mix in proportion.
    2. A curve without positives has nan recalls: its axes show the level of guessing alone, at 0.

    Examples
    --------
    >>> from evalbook import curves, examples, plots
    >>> ax = plots.pr(curves.pr_curve(*examples.eight_samples), points=True)
    >>> ax.lines[0].get_ydata()
    array([0.5, 0.5])
    """
    ax = pr_axes(base_rate=float(curve.precision[-1])) if ax is None else ax  # the lowest threshold calls everybody
    return _swept(ax, curve.recall, curve.precision, curve.thresholds, mark=points, name=thresholds, line=line)


def reliability_axes(ax: Axes | None = None) -> Axes:
    """An empty reliability diagram: the unit square, its axes named, and the diagonal of calibration.

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
    >>> plots.reliability_axes().get_xlabel()
    'Said: mean probability in the bin'
    """
    ax = _axes(ax)
    ax.plot([0, 1], [0, 1], **REFERENCE)
    ax.set(
        xlabel="Said: mean probability in the bin",
        ylabel="Seen: share of positives",
        xlim=(-0.03, 1.03),
        ylim=(-0.03, 1.03),
        aspect="equal",
    )
    return ax


def reliability(curve: ReliabilityCurve, *, ax: Axes | None = None, **line: Any) -> Axes:
    """A reliability diagram: what happened against what was said, one point per bin.

    Parameters
    ----------
    curve : ReliabilityCurve
        What `probabilities.reliability_curve` returned.
    ax : matplotlib axes, optional
        Where to draw; by default a new plot of this kind. Pass the axes of one curve to add the next.
    **line
        Passed to matplotlib's ``plot``: label, color, …

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. Empty bins have no point. How many samples stand behind a point, `curve.share` tells.

    Examples
    --------
    >>> from evalbook import plots, probabilities
    >>> ax = plots.reliability(probabilities.reliability_curve([0, 1, 1], [0.2, 0.3, 0.9], n_bins=2))
    >>> ax.lines[1].get_ydata()
    array([0.5, 1. ])
    """
    ax = reliability_axes() if ax is None else ax
    ax.plot(curve.prob_pred, curve.prob_true, **{"marker": "o", **line})
    return ax


def cost_axes(ax: Axes | None = None) -> Axes:
    """An empty cost plot: its axes named, and the triangle of those who need no model.

    Its left side is "nobody is called positive", its right side "everybody is".

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
    >>> plots.cost_axes().get_xlabel()
    'P(+)cost'
    """
    ax = _axes(ax)
    ax.plot([0, 0.5, 1], [0, 0.5, 0], **REFERENCE)
    ax.set(xlabel="P(+)cost", ylabel="Normalized cost", xlim=(0, 1), ylim=(0, 0.55))
    return ax


def cost(curve: CostCurve, *, ax: Axes | None = None, **line: Any) -> Axes:
    """A cost curve, with the triangle of those who need no model.

    Parameters
    ----------
    curve : CostCurve
        What `costs.cost_curve` returned.
    ax : matplotlib axes, optional
        Where to draw; by default a new plot of this kind. Pass the axes of one curve to add the next.
    **line
        Passed to matplotlib's ``plot``: label, color, …

    Returns
    -------
    matplotlib axes

    Notes
    -----
    1. A curve with only one class has nan costs: its axes stay empty.

    Examples
    --------
    >>> from evalbook import costs, examples, plots
    >>> ax = plots.cost(costs.cost_curve(*examples.eight_samples))
    >>> ax.lines[1].get_ydata()
    array([0.   , 0.375, 0.   ])
    """
    ax = cost_axes() if ax is None else ax
    ax.plot(curve.probability_cost, curve.normalized_cost, **line)
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

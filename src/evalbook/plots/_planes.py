"""The planes of the book, and their curves: ROC, P-R, reliability and cost.

``…_axes`` draws an empty plane, its axes named, with the line of what needs no model; a curve's function draws into it.
"""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from evalbook._input import FloatArray
from evalbook.costs import CostCurve
from evalbook.curves import PrCurve, RocCurve
from evalbook.plots._annotations import shown
from evalbook.plots._layout import axes_of
from evalbook.plots._style import REFERENCE, UNIT_SQUARE
from evalbook.probabilities import ReliabilityCurve


def _name(ax: Axes, thresholds: FloatArray, x: FloatArray, y: FloatArray) -> None:
    """Write each threshold beside its point."""
    for threshold, across, up in zip(thresholds, x, y, strict=True):
        ax.annotate(shown(threshold), (across, up), xytext=(7, -12), textcoords="offset points", annotation_clip=False)


_FULL: dict[str, dict[str, Any]] = {
    "roc": {
        "xlabel": "False positive rate (FPR)",
        "ylabel": "True positive rate (TPR)",
        "xlim": (-0.03, 1.03),
        "ylim": (-0.08, 1.03),
        "aspect": "equal",
    },
    "pr": {"xlabel": "Recall", "ylabel": "Precision", "xlim": (-0.03, 1.03), "ylim": (-0.03, 1.06)},
    "reliability": {
        "xlabel": "Said: mean probability in the bin",
        "ylabel": "Seen: share of positives",
        "xlim": (-0.03, 1.03),
        "ylim": (-0.03, 1.03),
        "aspect": "equal",
    },
    "cost": {"xlabel": "P(+)cost", "ylabel": "Normalized cost", "xlim": (0, 1), "ylim": (0, 0.55)},
}
_SMALL: dict[str, dict[str, Any]] = {
    "roc": {**UNIT_SQUARE, "xlabel": "FPR", "ylabel": "TPR"},
    "pr": {**UNIT_SQUARE, "xlabel": "Recall", "ylabel": "Precision"},
    "reliability": {**UNIT_SQUARE, "xlabel": "Said", "ylabel": "Seen"},
    "cost": {**_FULL["cost"], "xticks": [0, 0.5, 1], "yticks": [0, 0.25, 0.5]},
}


def _framed(ax: Axes | None, plane: str, small: bool, settings: dict[str, Any], *reference: list[float]) -> Axes:
    """The plane with its reference, names and limits; of small panels in a grid the lowest bears the name across."""
    ax = axes_of(ax)
    if reference:
        ax.plot(*reference, **REFERENCE)
    place = ax.get_subplotspec()
    hidden = {"xlabel": ""} if small and place is not None and not place.is_last_row() else {}
    ax.set(**{**(_SMALL if small else _FULL)[plane], **hidden, **settings})
    return ax


def roc_axes(ax: Axes | None = None, *, small: bool = False, **settings: Any) -> Axes:
    """An empty ROC plot: the unit square with named axes and the diagonal of random guessing.

    Parameters
    ----------
    ax : matplotlib axes, optional
        Where to draw. By default a new figure is made.
    small : bool
        If True, draw for one of several panels: with short axis names, three ticks on each axis, and the name of the
        x-axis only below the lowest row.
    **settings
        Passed to the axes' ``set``: xlim, title, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    roc : draw a curve into it
    rays : lines of equal precision
    iso_performance : lines of equal accuracy

    Examples
    --------
    >>> from evalbook import plots
    >>> plots.roc_axes().get_xlabel()
    'False positive rate (FPR)'
    """
    return _framed(ax, "roc", small, settings, [0, 1], [0, 1])


def roc(curve: RocCurve, *, ax: Axes | None = None, thresholds: bool = False, **line: Any) -> Axes:
    """Draw a ROC curve, with the diagonal of random guessing.

    Parameters
    ----------
    curve : RocCurve
        What :func:`~evalbook.curves.roc_curve` returned.
    ax : matplotlib axes, optional
        Where to draw. By default a new plot of this kind is made. Pass the axes of one curve to add the next one.
    thresholds : bool
        If True, write each threshold beside its point, which is meant for a few points.
    **line
        Passed to matplotlib's ``plot``: label, color, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    roc_axes : the empty plot
    pr : the P-R curve
    marks : points that stand out

    Notes
    -----
    1. If only one class occurs, the rates of the curve are nan, and the axes stay empty.

    Examples
    --------
    >>> from evalbook import curves, plots
    >>> from evalbook.teaching import examples
    >>> ax = plots.roc(curves.roc_curve(*examples.eight_samples), thresholds=True)
    >>> len(ax.texts)
    8
    """
    ax = roc_axes() if ax is None else ax
    ax.plot(curve.fpr, curve.tpr, **{"marker": "o" if thresholds else "", **line})
    if thresholds:
        _name(ax, curve.thresholds, curve.fpr, curve.tpr)
    return ax


def pr_axes(ax: Axes | None = None, *, base_rate: float | None = None, small: bool = False, **settings: Any) -> Axes:
    """An empty P-R plot: the unit square with named axes.

    Parameters
    ----------
    ax : matplotlib axes, optional
        Where to draw. By default a new figure is made.
    base_rate : float, optional
        The share of positives, which is the precision of random guessing. It is drawn as a line.
    small : bool
        If True, draw for one of several panels: with short axis names, three ticks on each axis, and the name of the
        x-axis only below the lowest row.
    **settings
        Passed to the axes' ``set``: xlim, title, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    pr : draw a curve into it
    iso_f_beta : lines of equal F

    Examples
    --------
    >>> from evalbook import plots
    >>> plots.pr_axes(base_rate=0.37).get_ylabel()
    'Precision'
    """
    guessing = () if base_rate is None else ([0.0, 1.0], [base_rate, base_rate])
    return _framed(ax, "pr", small, settings, *guessing)


def pr(curve: PrCurve, *, ax: Axes | None = None, thresholds: bool = False, **line: Any) -> Axes:
    """Draw a P-R curve, with the precision of random guessing.

    Parameters
    ----------
    curve : PrCurve
        What :func:`~evalbook.curves.pr_curve` returned.
    ax : matplotlib axes, optional
        Where to draw. By default a new plot of this kind is made. Pass the axes of one curve to add the next one.
    thresholds : bool
        If True, write each threshold beside its point, which is meant for a few points.
    **line
        Passed to matplotlib's ``plot``: label, color, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    pr_axes : the empty plot
    roc : the ROC curve

    Notes
    -----
    1. The lines between the points only guide the eye. No threshold reaches them. Choosing between two thresholds at
       random does not reach them either, because precisions do not mix in proportion.
    2. Without positives, the recalls of the curve are nan, and only the precision of random guessing is drawn, at 0.

    Examples
    --------
    >>> from evalbook import curves, plots
    >>> from evalbook.teaching import examples
    >>> ax = plots.pr(curves.pr_curve(*examples.eight_samples), marker="o")
    >>> ax.lines[0].get_ydata()
    array([0.5, 0.5])
    """
    ax = pr_axes(base_rate=float(curve.precision[-1])) if ax is None else ax  # the lowest threshold calls everybody
    ax.plot(curve.recall, curve.precision, **{"marker": "o" if thresholds else "", **line})
    if thresholds:
        _name(ax, curve.thresholds, curve.recall, curve.precision)
    return ax


def reliability_axes(ax: Axes | None = None, *, small: bool = False, **settings: Any) -> Axes:
    """An empty reliability diagram: the unit square with named axes and the diagonal of calibration.

    Parameters
    ----------
    ax : matplotlib axes, optional
        Where to draw. By default a new figure is made.
    small : bool
        If True, draw for one of several panels: with short axis names, three ticks on each axis, and the name of the
        x-axis only below the lowest row.
    **settings
        Passed to the axes' ``set``: xlim, title, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    reliability : draw a curve into it

    Examples
    --------
    >>> from evalbook import plots
    >>> plots.reliability_axes().get_xlabel()
    'Said: mean probability in the bin'
    """
    return _framed(ax, "reliability", small, settings, [0, 1], [0, 1])


def reliability(curve: ReliabilityCurve, *, ax: Axes | None = None, **line: Any) -> Axes:
    """Draw a reliability diagram: the observed share of positives against the mean predicted probability.

    Parameters
    ----------
    curve : ReliabilityCurve
        What :func:`~evalbook.probabilities.reliability_curve` returned.
    ax : matplotlib axes, optional
        Where to draw. By default a new plot of this kind is made. Pass the axes of one curve to add the next one.
    **line
        Passed to matplotlib's ``plot``: label, color, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    reliability_axes : the empty plot
    class_histograms : how the probabilities are distributed

    Notes
    -----
    1. Empty bins have no point. The share of the samples in each bin is in `curve.share`.

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


def cost_axes(ax: Axes | None = None, *, small: bool = False, **settings: Any) -> Axes:
    """An empty cost plot, with named axes and the triangle of the two rules that need no model.

    The left side of the triangle is the cost if nobody is predicted positive, and the right side is the cost if
    everybody is.

    Parameters
    ----------
    ax : matplotlib axes, optional
        Where to draw. By default a new figure is made.
    small : bool
        If True, draw for one of several panels: with short axis names, three ticks on each axis, and the name of the
        x-axis only below the lowest row.
    **settings
        Passed to the axes' ``set``: xlim, title, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    cost : draw a curve into it

    Examples
    --------
    >>> from evalbook import plots
    >>> plots.cost_axes().get_xlabel()
    'P(+)cost'
    """
    return _framed(ax, "cost", small, settings, [0, 0.5, 1], [0, 0.5, 0])


def cost(curve: CostCurve, *, ax: Axes | None = None, **line: Any) -> Axes:
    """Draw a cost curve, with the triangle of the two rules that need no model.

    Parameters
    ----------
    curve : CostCurve
        What :func:`~evalbook.costs.cost_curve` returned.
    ax : matplotlib axes, optional
        Where to draw. By default a new plot of this kind is made. Pass the axes of one curve to add the next one.
    **line
        Passed to matplotlib's ``plot``: label, color, …

    Returns
    -------
    matplotlib axes

    See Also
    --------
    cost_axes : the empty plot
    roc : the same thresholds without costs

    Notes
    -----
    1. If only one class occurs, the costs of the curve are nan, and the axes stay empty.

    Examples
    --------
    >>> from evalbook import costs, plots
    >>> from evalbook.teaching import examples
    >>> ax = plots.cost(costs.cost_curve(*examples.eight_samples))
    >>> ax.lines[1].get_ydata()
    array([0.   , 0.375, 0.   ])
    """
    ax = cost_axes() if ax is None else ax
    ax.plot(curve.probability_cost, curve.normalized_cost, **line)
    return ax

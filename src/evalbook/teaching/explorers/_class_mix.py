"""The class mix, moved: what stays and what does not when the positives become rare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.curves import RocCurve, iso_accuracy_slope, roc_curve
from evalbook.plots._isolines import ends_of_lines
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider, in_digits, listed

FEW = 8
"""Up to so many thresholds are named, and their accuracies shown one by one."""
POINTS = 40
"""Through so many points a P-R curve is drawn, at most: it is drawn anew in each state."""


def class_mix(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    names: tuple[str, str] = ("negative", "positive"),
) -> Explorer:
    r"""Explorer of class imbalance in the ROC plot: the share of positives tilts the iso-accuracy line.

    .. math:: TPR = \frac{1 - p}{p}\,FPR + b

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes.
    y_score : array_like of shape (n,)
        The score of each sample. A higher score means more likely positive.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.
    names : (str, str)
        The names of a negative and a positive sample.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    See Also
    --------
    base_rate : the P-R curves at each base rate

    Notes
    -----
    1. The slider goes through the shares p from 1% to 99%. It starts at the one closest to the share in the samples.
    2. If the line touches the curve last at several thresholds, the highest is taken, as in
       :func:`~evalbook.curves.best_threshold`.
    3. Up to 8 thresholds are named in the plot, and a table shows the accuracy of each.
    4. If only one class occurs, there is no ROC curve, and a ValueError is raised.

    References
    ----------
    Provost and Fawcett, *Robust classification for imprecise environments* (2001).

    Examples
    --------
    >>> from evalbook.teaching import examples, explorers
    >>> explorers.class_mix(*examples.eight_samples)  # doctest: +NORMALIZE_WHITESPACE
    If 50% are positive, the line has slope 1 and touches the curve last at threshold 0.77. The accuracy there is 0.625
    (TPR 0.25, FPR 0.00).
    """
    positive, score = check.samples_of_both_classes(y_true, y_score, pos_label)
    curve = roc_curve(positive, score)
    share = np.arange(1, 100) / 100
    slope = np.array([iso_accuracy_slope(n_neg=100 - percent, n_pos=percent) for percent in range(1, 100)])
    accuracy = share[:, np.newaxis] * curve.tpr + (1 - share)[:, np.newaxis] * (1 - curve.fpr)
    best = _first_highest(accuracy)
    words = ["∞, nobody" if np.isinf(value) else in_digits(value, 4) for value in curve.thresholds.tolist()]
    says = [
        f"If {round(100 * p)}% are {names[1]}, the line has slope {a:.3g} and touches the curve last "
        f"{f'at threshold {words[place]}' if place else 'where nobody is flagged'}. The accuracy there is "
        f"{row[place]:.3f} (TPR {curve.tpr[place]:.2f}, FPR {curve.fpr[place]:.2f})."
        for p, a, place, row in zip(share, slope, best, accuracy, strict=True)
    ]
    start = int(np.abs(share - positive.mean()).argmin())
    explorer = Explorer(Slider(f"Share {names[1]}", [f"{p:.0%}" for p in share], start), says=says)
    few = len(words) <= FEW
    _draw_line(explorer, curve, slope, best, few=few)
    if few:
        rows = {word: [[f"{value:.3f}" for value in column]] for word, column in zip(words, accuracy.T, strict=True)}
        shades = {word: [(best == place) * 1.0] for place, word in enumerate(words)}
        explorer.table("Accuracy by threshold", [""], rows, shades=shades)
    return explorer


def _first_highest(accuracy: FloatArray) -> NDArray[np.intp]:
    """The first of the highest in each row, where equals may differ by rounding."""
    return np.asarray((accuracy > accuracy.max(axis=1, keepdims=True) - 1e-12).argmax(axis=1))


def _draw_line(explorer: Explorer, curve: RocCurve, slope: FloatArray, best: NDArray[np.intp], *, few: bool) -> None:
    """The ROC curve, and over it the line through the point that it touches last, cut off at the unit square."""
    x, y = curve.fpr[best], curve.tpr[best]
    with explorer.panel("The ROC curve is touched by a line from the upper left.", width=3.4, height=3.1) as panel:
        plots.roc(curve, ax=plots.roc_axes(panel.ax, small=True), thresholds=few, color=plots.BLUE)
        panel.path(*ends_of_lines(x, y, slope), dashes="5 3")
        panel.point(x, y)


def base_rate(y_true: ArrayLike, y_scores: Mapping[str, ArrayLike], *, pos_label: Any = None) -> Explorer:
    r"""Explorer of the base rate: it moves the P-R curves of rival models, while their ROC curves stay.

    .. math:: P = \frac{p \, TPR}{p \, TPR + (1 - p) \, FPR}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes.
    y_scores : dict
        A dict from the name of each model to its scores, of shape (n,). A higher score means more likely positive. At
        most five models are shown.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    See Also
    --------
    class_mix : the best threshold at each share of positives

    Notes
    -----
    1. The slider goes through base rates p from 1 in 2 to 1 in 1,000, by equal factors. It starts at 1 in 10.
    2. The base rate is changed by weights, so the scores within each class stay the same.
    3. The point on each ROC curve shows the last threshold at which at least half of the alarms are right, and all
       points of this precision are on the ray. If a model never reaches this precision, its point is at (0, 0).
    4. A P-R curve is drawn through at most 40 of its points, while the average precision is computed from all points.
    5. If only one class occurs, there is no ROC curve, and a ValueError is raised.

    References
    ----------
    Davis and Goadrich, *The relationship between precision-recall and ROC curves* (2006).

    Examples
    --------
    >>> from evalbook.teaching import examples, explorers
    >>> y_true, y_score = examples.eight_samples
    >>> models = {"A": y_score, "B": y_score**2 * [1, 1, 1, 1, 1, 1, 4, 1]}
    >>> explorers.base_rate(y_true, models)  # doctest: +NORMALIZE_WHITESPACE
    At a base rate of 1 in 10, the average precision is 0.36 for A and 0.38 for B. The AUC stays at 0.66 for A and 0.72
    for B.
    """
    if not 1 <= len(y_scores) <= len(plots.LOOKS):
        raise ValueError(f"y_scores has {len(y_scores)} models; expected 1 to {len(plots.LOOKS)} models")
    samples = {name: check.samples_of_both_classes(y_true, score, pos_label) for name, score in y_scores.items()}
    rocs = {name: roc_curve(*pair) for name, pair in samples.items()}
    one_in = np.unique(np.round(np.geomspace(2, 1000, 46)).astype(int))
    ap = {name: _average_precisions(curve, 1 / one_in) for name, curve in rocs.items()}
    half = {name: curve.tpr[_half_right(curve, 1 / one_in)] for name, curve in rocs.items()}
    steps = [f"1 in {n:,}" for n in one_in.tolist()]
    areas = listed([f"{curve.auc:.2f} for {name}" for name, curve in rocs.items()])
    says = [
        f"At a base rate of {step}, the average precision is "
        f"{listed([f'{ap[name][state]:.2f} for {name}' for name in ap])}. The AUC stays at {areas}."
        for state, step in enumerate(steps)
    ]
    explorer = Explorer(Slider("Base rate", steps, int(np.searchsorted(one_in, 10))), says=says)
    _draw_planes(explorer, rocs, 1 / one_in)
    rows = {
        name: [f"{curve.auc:.3f}", *([f"{value:.3f}" for value in values] for values in (ap[name], half[name]))]
        for name, curve in rocs.items()
    }
    explorer.table("", ["AUC", "AP", "TPR at P ≥ ½"], rows)
    return explorer


def _precision(fpr: FloatArray, tpr: FloatArray, rate: FloatArray) -> FloatArray:
    """The precision of each point but (0, 0), which calls nobody: one row a base rate."""
    p = rate[:, np.newaxis]
    right: FloatArray = p * tpr
    return right / (right + (1 - p) * fpr)


def _average_precisions(curve: RocCurve, rate: FloatArray) -> FloatArray:
    """The average precision at each base rate: steps of recall times the precision at their end."""
    return np.asarray(_precision(curve.fpr[1:], curve.tpr[1:], rate) @ np.diff(curve.tpr))


def _draw_planes(explorer: Explorer, rocs: Mapping[str, RocCurve], rate: FloatArray) -> None:
    """The ROC curves, which stay, and the P-R curves, which move."""
    with explorer.panel(f"The ROC curves of the models ({listed(list(rocs))}) stay where they are.") as panel:
        plots.roc_axes(panel.ax, small=True)
        for (name, curve), look in zip(rocs.items(), plots.LOOKS, strict=False):
            plots.roc(curve, ax=panel.ax, label=name, **look)
        panel.ax.legend(loc="lower right")
        slope = (1 - rate) / rate  # of the ray on which half of the alarms are right
        panel.path(np.column_stack([0 * slope, 1 / slope]), [[0, 1]], color=plots.GREY)
        for curve, look, marker in zip(rocs.values(), plots.LOOKS, "os^Do", strict=False):
            place = _half_right(curve, rate)
            panel.point(curve.fpr[place], curve.tpr[place], color=look["color"], marker=marker)
    with explorer.panel(f"The P-R curves of the models ({listed(list(rocs))}) move with the base rate.") as panel:
        plots.pr_axes(panel.ax, small=True)
        for curve, look in zip(rocs.values(), plots.LOOKS, strict=False):
            fpr, tpr = (rates[_kept(curve)] for rates in (curve.fpr, curve.tpr))
            panel.path(
                tpr[np.newaxis], _precision(fpr, tpr, rate), color=look["color"], dashes=_DASHES[look["linestyle"]]
            )
        panel.rule(y=rate, color=plots.GREY)


def _half_right(curve: RocCurve, rate: FloatArray) -> NDArray[np.intp]:
    """The last point at which at least half of the alarms are right, at each base rate; (0, 0) if there is none."""
    p = rate[:, np.newaxis]
    enough = p * curve.tpr >= (1 - p) * curve.fpr
    return np.asarray(len(curve.tpr) - 1 - enough[:, ::-1].argmax(axis=1))


_DASHES = {"-": "none", "--": "5 3", "-.": "6 2 1 2", ":": "1 2"}


def _kept(curve: RocCurve) -> NDArray[np.intp]:
    """Points of the P-R curve, evenly by recall; (0, 0) calls nobody and has no precision."""
    if len(curve.tpr) <= POINTS:
        return np.arange(1, len(curve.tpr))
    even = np.searchsorted(curve.tpr, np.linspace(0, 1, POINTS))
    return np.unique(np.append(np.maximum(even, 1), len(curve.tpr) - 1))

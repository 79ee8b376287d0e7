"""Several classes and one threshold for all their columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.curves import RocCurve, multiclass_roc_curve, roc_curve
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider, in_digits, left_out

MOST = 100
"""More thresholds are thinned."""


def common_threshold(y_true: ArrayLike, y_score: ArrayLike, *, labels: Sequence[Any] | None = None) -> Explorer:
    r"""Explorer of a common threshold for several classes: ROC points of the classes, their mean, and pooled.

    .. math::

        \begin{aligned}
        \text{mean:}\quad & \frac1k \sum_c TPR_c(t) \\
        \text{pooled:}\quad & \frac{\sum_c TP_c(t)}{\sum_c m^+_c}
        \end{aligned}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        True labels: integers, booleans or strings.
    y_score : array_like of shape (n, k)
        Scores, one column per class, higher for "more likely this class"; at most five columns.
    labels : sequence of k labels, optional
        The classes of the columns; by default those in `y_true`, sorted.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    Notes
    -----
    1. The slider goes through the distinct scores of all columns, from the lowest to a threshold above all scores. If
       there are more than 100, they are thinned evenly, both ends are kept, and the sentence says so.
    2. Each class must occur in `y_true`, and so must another one. Otherwise a rate would be 0/0, and a ValueError is
       raised.

    References
    ----------
    Fawcett, *An introduction to ROC analysis* (2006), section 8: threshold averaging.

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> y_score = [[1, 0, 0], [0.1, 0.5, 0.4], [0.1, 0.1, 0.8], [0.3, 0.3, 0.4]]
    >>> explorers.common_threshold([0, 1, 2, 2], y_score)  # doctest: +NORMALIZE_WHITESPACE
    At threshold 0.4, the mean has FPR 0.17 and TPR 1.00, and the pooled point has FPR 0.12 and TPR 1.00. The two points
    are 0.04 apart.
    """
    mean = multiclass_roc_curve(y_true, y_score, labels=labels)
    pooled = multiclass_roc_curve(y_true, y_score, average="micro", labels=labels)
    true, score = check.labels(y_true, "y_true"), check.matrix(y_score, "y_score")
    classes = check.distinct(true) if labels is None else check.classes(labels)
    member = {str(label): check.equals(true, label) for label in classes}
    if not all(0 < positive.sum() < positive.size for positive in member.values()):
        raise ValueError("y_true lacks a class, or has only one class; expected samples of each class")
    kept = _thinned(len(mean.thresholds))
    called = score >= mean.thresholds[kept][:, np.newaxis, np.newaxis]
    points = {
        name: np.array([called[:, ~positive, place].mean(axis=1), called[:, positive, place].mean(axis=1)])
        for place, (name, positive) in enumerate(member.items())
    }
    points["mean"] = np.array([mean.fpr[kept], mean.tpr[kept]])
    points["pooled"] = np.array([pooled.fpr[kept], pooled.tpr[kept]])
    steps = [in_digits(value, 3) for value in mean.thresholds[kept].tolist()]
    says = [
        f"At threshold {step}, the mean has FPR {a[0]:.2f} and TPR {a[1]:.2f}, and the pooled point has FPR "
        f"{b[0]:.2f} and TPR {b[1]:.2f}. The two points are {np.hypot(*(a - b)):.2f} apart."
        for step, a, b in zip(steps, points["mean"].T, points["pooled"].T, strict=True)
    ]
    note = left_out(len(kept), len(mean.thresholds))
    explorer = Explorer(Slider("Threshold", steps, (len(steps) - 1) // 2), says=says, note=note)
    _draw_points(explorer, member, score, (mean, pooled), points)
    rows = {name: [[f"{value:.2f}" for value in rates] for rates in pair] for name, pair in points.items()}
    explorer.table("Rates", ["FPR", "TPR"], rows)
    return explorer


def _thinned(n: int) -> NDArray[np.intp]:
    """Which thresholds are states, from the lowest up."""
    return np.unique(np.linspace(0, n - 1, min(n, MOST)).round().astype(np.intp))[::-1]


def _draw_points(
    explorer: Explorer,
    member: Mapping[str, NDArray[np.bool_]],
    score: FloatArray,
    averages: tuple[RocCurve, RocCurve],
    points: Mapping[str, FloatArray],
) -> None:
    """The ROC curve of each class against the rest and both averages, and on them the common threshold's points."""
    alt = (
        f"Thin lines show the ROC curves of the classes {', '.join(member)}, each against the rest. Thicker lines show "
        f"their mean and the pooled curve."
    )
    with explorer.panel(alt, width=3.4, height=3.1) as panel:
        plots.roc_axes(panel.ax, small=True)
        for place, (positive, column) in enumerate(zip(member.values(), score.T, strict=True)):
            label = "_" if place else "each class"  # named once
            plots.roc(roc_curve(positive, column), ax=panel.ax, label=label, **plots.THIN)
        for curve, name, look in zip(averages, ("mean", "pooled"), (plots.SECOND, plots.FIRST), strict=True):
            plots.roc(curve, ax=panel.ax, label=name, **look, linewidth=1.2)
        panel.ax.legend(loc="lower right")
        for name, (x, y) in points.items():
            marker, color = _LOOKS.get(name, ("o", plots.GREY))
            panel.point(x, y, marker=marker, color=color)


_LOOKS = {"mean": ("s", plots.RED), "pooled": ("D", plots.BLUE)}

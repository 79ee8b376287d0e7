"""How many samples at the top of a ranked list are called, in the list, in the P-R plot and in the ROC plot."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.curves import threshold_counts
from evalbook.plots._annotations import shown
from evalbook.teaching.explorers._builder import Explorer, add_confusion_matrix
from evalbook.teaching.explorers._parts import Slider, two_names

MOST = 200
"""More numbers of calls are thinned."""
FEW = 20
"""Up to so many samples the points of the curves are marked."""


def number_called(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    names: tuple[str, str] = ("negatives", "positives"),
) -> Explorer:
    r"""Explorer of a ranked list: predict the first k samples positive and see precision, recall and FPR.

    .. math:: \frac{P}{R} = \frac{n_+}{k}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes, with at least one sample of each class.
    y_score : array_like of shape (n,)
        The score of each sample. A higher score means more likely positive.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.
    names : (str, str)
        The names of the negative and the positive samples.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    Notes
    -----
    1. All points with the same number k of predicted positives lie on one ray of the P-R plot, and on one falling line
       of the ROC plot.
    2. It starts where as many samples are predicted positive as there are positives, which is the break-even point.
    3. If k cuts a group of tied samples, the average over their orders is shown. No threshold reaches it, and the
       sentence says so.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.2.

    Examples
    --------
    >>> from evalbook.teaching import examples, explorers
    >>> explorers.number_called(*examples.eight_samples)  # doctest: +NORMALIZE_WHITESPACE
    With 4 of 8 predicted positive, 2.5 of 4 positives are found on average, because a tie is cut. The precision is
    0.625, the recall is 0.625, and the FPR is 0.375.
    """
    positive, score = check.samples_of_both_classes(y_true, y_score, pos_label)
    n, n_pos = len(positive), int(positive.sum())
    k = np.unique(np.append(np.linspace(1, n, min(n, MOST - 1)).round(), n_pos)).astype(int)
    reached = threshold_counts(positive, score).counts
    found = np.interp(np.arange(n + 1), reached.predicted_positives, reached.tp)  # after 0, 1, … n calls
    cut = ~np.isin(k, reached.predicted_positives)
    says = [_sentence(*state, n_pos, n) for state in zip(k.tolist(), found[k].tolist(), cut.tolist(), strict=True)]
    explorer = Explorer(
        Slider("Predicted positive", [f"{calls:,}" for calls in k.tolist()], int((k == n_pos).argmax())), says=says
    )
    order = np.argsort(-score.astype(float), kind="stable")
    _draw_list(explorer, positive[order], k, two_names(names))
    tp, fp = found[k], k - found[k]
    called = Counts._made(tp, fp, n_pos - tp, n - n_pos - fp)
    add_confusion_matrix(
        explorer, "Confusion matrix", called, two_names(names), ["predicted negative", "predicted positive"]
    )
    _draw_pr(explorer, found, k)
    _draw_roc(explorer, found, k)
    return explorer


def _sentence(calls: int, found: float, cut: bool, n_pos: int, n: int) -> str:
    average = " on average, because a tie is cut" if cut else ""
    be = "is" if n_pos == 1 else "are"
    fpr = (calls - found) / (n - n_pos)
    return (
        f"With {calls:,} of {n:,} predicted positive, {shown(round(found, 3))} of "
        f"{n_pos:,} positive{'s' * (n_pos != 1)} {be} found{average}. "
        f"The precision is {found / calls:.3f}, the recall is {found / n_pos:.3f}, and the FPR is {fpr:.3f}."
    )


def _draw_list(explorer: Explorer, in_order: NDArray[np.bool_], k: NDArray[np.intp], names: tuple[str, str]) -> None:
    n = len(in_order)
    alt = f"The {n:,} samples are shown in the order of their scores, with {names[1]} above and {names[0]} below."
    with explorer.panel(alt, width=4.6, height=1.6, left=0.85) as panel:
        plots.score_strip(in_order, np.arange(1, n + 1), ax=panel.ax, markersize=max(2, min(7, 200 / n)))
        panel.ax.set_yticks([0, 1], names)
        panel.ax.set(xlabel="Place in the list", xlim=(0.3, n + 0.7))
        panel.rule(x=k + 0.5)


def _draw_pr(explorer: Explorer, found: FloatArray, k: NDArray[np.intp]) -> None:
    n, n_pos = len(found) - 1, found[-1]
    with explorer.panel(
        "The P-R curve is crossed by the ray of this number of predicted positives.", width=3.3, height=2.2
    ) as panel:
        plots.pr_axes(panel.ax, small=True)
        panel.ax.plot(found[1:] / n_pos, found[1:] / np.arange(1, n + 1), **_look(n))
        ends = np.minimum(1, k / n_pos), np.minimum(1, n_pos / k)
        panel.path(*(np.stack([np.zeros(len(k)), end], axis=-1) for end in ends), color=plots.GREY, dashes="4 3")
        panel.point(found[k] / n_pos, found[k] / k)


def _draw_roc(explorer: Explorer, found: FloatArray, k: NDArray[np.intp]) -> None:
    n, n_pos = len(found) - 1, found[-1]
    n_neg = n - n_pos
    with explorer.panel(
        "The ROC curve is crossed by the line of this number of predicted positives.", width=3.3, height=2.2
    ) as panel:
        plots.roc_axes(panel.ax, small=True)
        panel.ax.plot((np.arange(n + 1) - found) / n_neg, found / n_pos, **_look(n))
        fpr = np.stack([np.maximum(0, (k - n_pos) / n_neg), np.minimum(1, k / n_neg)], axis=-1)
        panel.path(fpr, (k[:, np.newaxis] - fpr * n_neg) / n_pos, color=plots.GREY, dashes="4 3")
        panel.point((k - found[k]) / n_neg, found[k] / n_pos)


def _look(n: int) -> dict[str, Any]:
    """Of a handful of samples the points are marked."""
    points = {"marker": "o", "markersize": 4} if n <= FEW else {}
    return {**plots.FIRST, "linewidth": 1, **points}

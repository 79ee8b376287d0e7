"""One sample's score is moved, and the pairs that the AUC counts change sides."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.curves import RocCurve, roc_curve
from evalbook.plots._annotations import shown
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider, two_names

MOST = 40
"""Of more samples the squares are too small to be seen."""


def rank_pairs(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    moved: int,
    pos_label: Any = None,
    names: tuple[str, str] = ("negatives", "positives"),
) -> Explorer:
    r"""Explorer of the AUC: move the score of one sample and see which pairs are ranked correctly.

    .. math:: \mathrm{AUC} = \frac{\text{pairs in the right order} + \frac12\,\text{tied pairs}}{m^+ m^-}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes, with at least one sample of each class and at most 40 samples.
    y_score : array_like of shape (n,)
        The score of each sample. A higher score means more likely positive.
    moved : int
        The position of the sample whose score is moved, counted from 0.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.
    names : (str, str)
        The names of the negative and the positive samples.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    See Also
    --------
    threshold : the points of the ROC curve

    Notes
    -----
    1. It moves over the scores of all samples, three places between each two of them, and a little beyond.
    2. It starts at the sample's own score.
    3. A tied pair counts ½, because the curve cuts its square along the diagonal.

    References
    ----------
    Zhou, *Machine Learning* (2016), section 2.3.3.

    Examples
    --------
    >>> from evalbook.teaching import examples, explorers
    >>> explorers.rank_pairs(*examples.eight_samples, moved=2)  # doctest: +NORMALIZE_WHITESPACE
    With a score of 0.58, 10 of 16 pairs are in the right order, 1 is tied, and 5 are in the wrong order. The AUC is
    0.65625.
    """
    positive, score = check.samples_of_both_classes(y_true, y_score, pos_label)
    if len(score) > MOST:
        raise ValueError(
            f"y_score has {len(score)} samples; expected at most {MOST}, because smaller squares could not be seen"
        )
    moved = check.integer(moved, "moved", at_least=0, at_most=len(score) - 1, bound="the last sample")
    others = np.arange(len(score)) != moved
    at = _around(score)
    curves = [roc_curve(positive, np.where(others, score, place)) for place in at]
    pairs = np.array([_pairs(positive, np.where(others, score, place)) for place in at])
    steps = [shown(round(float(place), 4)) for place in at]
    says = [_sentence(*state) for state in zip(steps, pairs.tolist(), curves, strict=True)]
    explorer = Explorer(Slider("Score", steps, int(np.abs(at - score[moved]).argmin())), says=says)
    _draw_strip(explorer, positive, score, others, at, two_names(names))
    explorer.table("Pairs", [""], {"right": [pairs[:, 0]], "tied": [pairs[:, 1]], "wrong": [pairs[:, 2]]})
    _draw_squares(explorer, positive, curves)
    return explorer


def _around(score: NDArray[Any]) -> FloatArray:
    """All scores, three places between each two neighbors, and four beyond at either end."""
    known = np.unique(score).astype(float)
    step = float(np.diff(known).mean()) if len(known) > 1 else 1.0
    ends = np.concatenate([[known[0] - step], known, [known[-1] + step]])
    places: FloatArray = np.interp(np.arange(4 * len(ends) - 3) / 4, np.arange(len(ends)), ends)
    return places


def _pairs(positive: NDArray[np.bool_], score: FloatArray) -> tuple[int, int, int]:
    """How many pairs are in the right order, tied, and in the wrong order."""
    gaps = np.sign(score[positive][:, np.newaxis] - score[~positive])
    return int((gaps > 0).sum()), int((gaps == 0).sum()), int((gaps < 0).sum())


def _sentence(step: str, pairs: list[int], curve: RocCurve) -> str:
    right, tied, wrong = pairs
    are = ["is" if count == 1 else "are" for count in pairs]
    return (
        f"With a score of {step}, {right} of {sum(pairs)} pair{'s' * (sum(pairs) != 1)} {are[0]} in the right order, "
        f"{tied} {are[1]} tied, and {wrong} {are[2]} in the wrong order. The AUC is {shown(curve.auc)}."
    )


def _draw_strip(
    explorer: Explorer,
    positive: NDArray[np.bool_],
    score: FloatArray,
    stays: NDArray[np.bool_],
    at: FloatArray,
    names: tuple[str, str],
) -> None:
    alt = f"The scores of the other samples ({stays.sum()}) are shown, with {names[1]} above and {names[0]} below."
    with explorer.panel(alt, width=4.6, height=1.6, left=0.85) as panel:
        plots.score_strip(positive[stays], score[stays], ax=panel.ax, markersize=7)
        panel.ax.set_yticks([0, 1], names)
        level = float(positive[~stays][0])
        plots.levels(panel.ax, y={"": level})
        more = 0.03 * float(np.ptp(at))
        panel.ax.set_xlim(at[0] - more, at[-1] + more)
        panel.point(at, np.full(len(at), level))


def _draw_squares(explorer: Explorer, positive: NDArray[np.bool_], curves: list[RocCurve]) -> None:
    n_pos, n_neg = int(positive.sum()), int((~positive).sum())
    most = max(len(curve.fpr) for curve in curves)
    x, y = (np.full((len(curves), most + 1), np.nan) for _ in range(2))
    for state, curve in enumerate(curves):
        x[state, : len(curve.fpr)], y[state, : len(curve.tpr)] = curve.fpr, curve.tpr
    x[:, -1], y[:, -1] = 0, 1  # the corner above the curve closes the area
    alt = (
        f"The ROC plot is cut into {n_pos} times {n_neg} squares, one for each pair. "
        "The area above the curve is shaded."
    )
    with explorer.panel(alt, width=3, height=2.7) as panel:
        plots.roc_axes(panel.ax, small=True, aspect="equal").lines[0].remove()
        panel.ax.set(xticks=np.linspace(0, 1, n_neg + 1), yticks=np.linspace(0, 1, n_pos + 1))
        panel.ax.set(xticklabels=["0", *[""] * (n_neg - 1), "1"], yticklabels=["0", *[""] * (n_pos - 1), "1"])
        panel.ax.grid(color=plots.GREY, linewidth=0.5)
        panel.path(x, y, color=plots.ORANGE, fill=True)
        panel.path(x[:, :-1], y[:, :-1], color=plots.BLUE)

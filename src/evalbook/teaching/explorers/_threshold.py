"""The threshold, seen in every picture at once: for any scores of two classes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.curves import PrCurve, RocCurve, pr_curve, roc_curve
from evalbook.plots._annotations import shown
from evalbook.teaching.explorers._builder import Explorer, add_confusion_matrix
from evalbook.teaching.explorers._parts import Slider, in_digits, left_out, listed, thinned, two_names

MOST = 200
"""More thresholds are thinned."""
FEW = 20
"""Up to so many samples are drawn one by one."""


class _Sweep(NamedTuple):
    """The samples, the curves over all thresholds, and which thresholds are states, from the lowest up."""

    positive: NDArray[np.bool_]
    score: NDArray[Any]
    roc: RocCurve
    pr: PrCurve
    kept: NDArray[np.intp]
    thresholds: NDArray[Any]
    prices: tuple[float, float] | None
    names: tuple[str, str]

    @property
    def counts(self) -> Counts:
        """The counts of each state."""
        return self.roc.counts[self.kept]  # type: ignore[no-any-return]

    @property
    def bills(self) -> FloatArray:
        """What the errors of every threshold cost."""
        of_fp, of_fn = self.prices or (0, 0)
        return np.asarray(of_fp * self.roc.counts.fp + of_fn * self.roc.counts.fn, float)

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of the score's axis: a little beyond the lowest and the highest score."""
        low, high = float(self.score.min()), float(self.score.max())
        more = 0.05 * (high - low) or 0.5
        return low - more, high + more

    @property
    def places(self) -> FloatArray:
        """Where the threshold of each state stands on the score's axis: inf at its upper end, above all scores."""
        places: FloatArray = np.clip(self.thresholds.astype(float), *self.limits)
        return places


def threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    cost_fp: float | None = None,
    cost_fn: float | None = None,
    pos_label: Any = None,
    thresholds: ArrayLike | None = None,
    names: tuple[str, str] = ("negatives", "positives"),
    panels: Sequence[str] | None = None,
) -> Explorer:
    r"""Explorer of the threshold: it changes the confusion matrix, the points on both curves and the cost.

    .. math:: \hat y_i = [s_i \ge t]

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes.
    y_score : array_like of shape (n,)
        The score of each sample. A higher score means more likely positive.
    cost_fp, cost_fn : float, optional
        The costs of a false positive and of a false negative, in any unit: at least 0, and not both 0. If only one is
        given, the other is 1. If none is given, no cost is shown.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.
    thresholds : array_like of shape (m,), optional
        The thresholds to choose from, from low to high. By default they are the scores.
    names : (str, str)
        The names of the negative and the positive samples.
    panels : sequence of {"scores", "matrix", "roc", "pr", "cost"}, optional
        The panels to show, in this order. By default all of them are shown, but the cost only if `cost_fp` or `cost_fn`
        is given.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    Warns
    -----
    UndefinedMetricWarning
        If one class is missing. Its rate is then nan, and the marks that need it are hidden.

    See Also
    --------
    price : the cheapest threshold
    number_called : the number of predicted positives instead

    Notes
    -----
    1. The slider goes through the distinct scores, from the lowest, at which everybody is predicted positive, to a
       threshold above all scores, at which nobody is. It starts in the middle.
    2. If there are more than 200 thresholds, some are left out, and the sentence says so. The corners of the ROC
       curve's convex hull are never left out, even if there are more than 200 of them.
    3. If nobody is predicted positive, the precision is 0/0, and there is no point on the P-R curve.
    4. Up to 20 samples are drawn one by one. More samples are drawn as two histograms.
    5. If the labels are not {0, 1}, {-1, 1} or {False, True}, `pos_label` is required.

    References
    ----------
    Fawcett, *An introduction to ROC analysis* (2006).

    Examples
    --------
    >>> from evalbook.teaching import examples, explorers
    >>> explorers.threshold(*examples.eight_samples)  # doctest: +NORMALIZE_WHITESPACE
    At threshold 0.47, 3 of 4 positives and 2 of 4 negatives are flagged. The TPR is 0.75, the FPR is 0.50, and the
    precision is 0.60.
    """
    positive, score, _ = check.scored_truth(y_true, y_score, pos_label, None)
    priced = cost_fp is not None or cost_fn is not None
    prices = check.error_costs(*(1 if price is None else price for price in (cost_fp, cost_fn))) if priced else None
    drawn = _panels(panels, priced)
    roc, pr = roc_curve(positive, score), pr_curve(positive, score)
    kept, chosen, note = _states(roc, thresholds)
    sweep = _Sweep(positive, score, roc, pr, kept, chosen, prices, two_names(names))
    steps = _steps(sweep)
    says = [_sentence(sweep, state, step) for state, step in enumerate(steps)]
    explorer = Explorer(Slider("Threshold", steps, (len(steps) - 1) // 2), says=says, note=note)
    for name in drawn:
        _DRAW[name](explorer, sweep)
    return explorer


def _panels(panels: Sequence[str] | None, priced: bool) -> list[str]:
    """The names of the panels that are asked for."""
    if panels is None:
        return [name for name in _DRAW if priced or name != "cost"]
    names = [check.choice(name, "a panel", _DRAW) for name in check.sequence(panels, "panels", "names")]
    if "cost" in names and not priced:
        raise ValueError("panels holds 'cost', but no error has a cost; expected cost_fp= or cost_fn= to be given")
    return names


def _states(roc: RocCurve, thresholds: ArrayLike | None) -> tuple[NDArray[np.intp], NDArray[Any], str]:
    """The place on the curve of each threshold that is shown, the thresholds, and how many are left out."""
    if thresholds is None:
        kept = thinned(roc.counts, MOST)
        return kept, roc.thresholds[kept], left_out(len(kept), len(roc.thresholds))
    chosen = check.floats(thresholds, "thresholds")
    if len(chosen) < 2 or not (np.diff(chosen) > 0).all():
        raise ValueError("thresholds does not rise; expected at least two thresholds, from low to high")
    # Each calls the same samples as the lowest score that reaches it.
    return np.searchsorted(-roc.thresholds.astype(float), -chosen, side="right") - 1, chosen, ""


# ---------------------------------------------------------------- words


def _steps(sweep: _Sweep) -> list[str]:
    """The thresholds in words: two decimals if these keep them apart, else 4 to 6 digits; whole scores stay whole."""
    thresholds = [check.plain(value) for value in sweep.thresholds]
    if sweep.score.dtype.kind in "iu" and all(value == np.inf or value == int(value) for value in thresholds):
        return [shown(value if math.isinf(value) else int(value)) for value in thresholds]
    fixed = [f"{value:.2f}".replace("-", "−").replace("inf", "∞") for value in thresholds]
    if len(set(fixed)) == len(fixed):
        return fixed
    digits = next((most for most in (4, 5) if len({f"{value:.{most}g}" for value in thresholds}) == len(fixed)), 6)
    return [in_digits(value, digits) for value in thresholds]


def _sentence(sweep: _Sweep, state: int, step: str) -> str:
    now, names = sweep.counts[state], sweep.names
    rates = ["0/0" if math.isnan(rate) else f"{rate:.2f}" for rate in (now.tpr, now.fpr, now.precision)]
    values = [f"TPR is {rates[0]}", f"the FPR is {rates[1]}", f"the precision is {rates[2]}"]
    values += [f"the bill is {shown(sweep.bills[sweep.kept][state].item())}"] if sweep.prices else []
    return (
        f"At threshold {step}, {now.tp} of {now.positives} {names[1]} and {now.fp} of {now.negatives} {names[0]} are "
        f"flagged. The {listed(values)}."
    )


# ---------------------------------------------------------------- panels


def _draw_scores(explorer: Explorer, sweep: _Sweep) -> None:
    few = len(sweep.score) <= FEW
    alt = (
        f"The scores of {len(sweep.score):,} samples are shown {'one by one' if few else 'as two histograms'}, "
        f"with {sweep.names[0]} and {sweep.names[1]} apart."
    )
    with explorer.panel(alt, width=4.6, left=0.95 if few else 0.55) as panel:
        if few:
            plots.score_strip(sweep.positive, sweep.score, ax=panel.ax)
            panel.ax.set_yticks([0, 1], sweep.names)
        else:
            plots.class_histograms(sweep.positive, sweep.score, ax=panel.ax, names=sweep.names)
            panel.ax.locator_params(axis="y", nbins=5)
        panel.ax.set_xlim(sweep.limits)
        panel.rule(x=sweep.places)


def _draw_matrix(explorer: Explorer, sweep: _Sweep) -> None:
    columns = ["predicted negative", "predicted positive"]
    add_confusion_matrix(explorer, "Confusion matrix", sweep.counts, sweep.names, columns)


def _draw_roc(explorer: Explorer, sweep: _Sweep) -> None:
    with explorer.panel("The ROC curve shows the TPR against the FPR.") as panel:
        plots.roc(sweep.roc, ax=plots.roc_axes(panel.ax, small=True), color=plots.BLUE)
        panel.point(sweep.counts.fpr, sweep.counts.tpr)


def _draw_pr(explorer: Explorer, sweep: _Sweep) -> None:
    with explorer.panel("The P-R curve shows the precision against the recall.") as panel:
        plane = plots.pr_axes(panel.ax, base_rate=float(sweep.pr.precision[-1]), small=True)
        plots.pr(sweep.pr, ax=plane, color=plots.BLUE)
        panel.point(sweep.counts.recall, sweep.counts.precision)


def _draw_cost(explorer: Explorer, sweep: _Sweep) -> None:
    with explorer.panel("A line shows the bill of all errors against the threshold.", left=0.68) as panel:
        ends = np.where(np.isinf(thresholds := sweep.roc.thresholds.astype(float)), sweep.limits[1], thresholds)
        plots.staircase(panel.ax, ends, sweep.bills, color=plots.BLUE)
        panel.ax.set(xlabel="Threshold", ylabel="Bill", xlim=sweep.limits, ylim=(0, None))
        panel.point(sweep.places, sweep.bills[sweep.kept])


_DRAW: dict[str, Callable[[Explorer, _Sweep], None]] = {
    "scores": _draw_scores,
    "matrix": _draw_matrix,
    "roc": _draw_roc,
    "pr": _draw_pr,
    "cost": _draw_cost,
}

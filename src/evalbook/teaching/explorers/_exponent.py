"""The evidence behind probabilities, to a power: more sure, or less, in the same order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook import curves, plots, probabilities
from evalbook._input import FloatArray
from evalbook.plots._annotations import shown
from evalbook.probabilities._calibration import places
from evalbook.probabilities._proper_scores import probable_truth
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider

EXPONENTS = np.arange(1, 41) / 20
BINS = 5
"""How many bins of equal width the diagram has."""
TENTHS = np.linspace(0, 1, 11)


def exponent(y_true: ArrayLike, y_prob: ArrayLike, *, base_rate: float = 0.5, pos_label: Any = None) -> Explorer:
    r"""Explorer of overconfidence: an exponent makes all probabilities more extreme or less extreme.

    .. math:: \frac{p_t}{1 - p_t} = o \left(\frac{p / (1 - p)}{o}\right)^t, \qquad o = \frac{r}{1 - r}

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The true labels of two classes.
    y_prob : array_like of shape (n,)
        Predicted probabilities of the positive class, between 0 and 1.
    base_rate : float
        The probability r that means no evidence, above 0 and below 1. With ½, the odds themselves are raised to the
        power, which is temperature scaling by 1/t.
    pos_label : label, optional
        The positive label. By default it is the larger label of {0, 1}, {-1, 1} or {False, True}.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    Notes
    -----
    1. The slider goes through exponents from 0.05 to 2. It starts at 1, which leaves the probabilities as they are.
    2. Probabilities of 0 and 1 do not change.
    3. A power keeps the order of the probabilities, and with it the AUC, unless two of them are rounded to the same
       number.

    References
    ----------
    Guo, Pleiss, Sun and Weinberger, *On calibration of modern neural networks* (2017).

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> explorers.exponent([0, 0, 1, 1, 0], [0.1, 0.2, 0.7, 0.9, 0.8])  # doctest: +NORMALIZE_WHITESPACE
    With an exponent of 1, the Brier score is 0.158, and the log loss is 0.480. The calibration error in 5 bins is
    0.180, and the AUC is 0.833.
    """
    rate = check.real(base_rate, "base_rate")
    if not 0 < rate < 1:
        raise ValueError(f"base_rate is {rate:g}; expected a probability above 0 and below 1")
    positive, prob, _ = probable_truth(y_true, y_prob, pos_label, None)
    bent = [_bent(prob, power, rate) for power in EXPONENTS.tolist()]
    written = _scores(positive, bent)
    steps = [shown(power) for power in EXPONENTS.tolist()]
    says = [
        f"With an exponent of {step}, the Brier score is {brier}, and the log loss is {loss}. "
        f"The calibration error in {BINS} bins is {error}, and the AUC is {auc}."
        for step, brier, loss, error, auc in zip(steps, *written.values(), strict=True)
    ]
    explorer = Explorer(Slider("Exponent", steps, int(np.abs(EXPONENTS - 1).argmin())), says=says)
    _draw_diagram(explorer, positive, bent)
    explorer.table("Scores", [""], {name: [texts] for name, texts in written.items()})
    _draw_histograms(explorer, positive, bent)
    return explorer


def _scores(positive: Any, bent: list[FloatArray]) -> dict[str, list[str]]:
    """Four scores of each state, in three decimals."""
    scores = {
        "Brier score": [probabilities.brier_score(positive, p) for p in bent],
        "log loss": [probabilities.log_loss(positive, p) for p in bent],
        "calibration error": [probabilities.expected_calibration_error(positive, p, n_bins=BINS) for p in bent],
        "AUC": [curves.roc_auc(positive, p) for p in bent],
    }
    return {name: [f"{value:.3f}".replace("inf", "∞") for value in values] for name, values in scores.items()}


def _bent(prob: FloatArray, power: float, base_rate: float) -> FloatArray:
    """The probabilities whose evidence is raised to a power."""
    start = np.log(base_rate / (1 - base_rate))
    with np.errstate(divide="ignore", over="ignore"):
        log_odds = start + power * (np.log(prob) - np.log1p(-prob) - start)
        bent: FloatArray = 1 / (1 + np.exp(-log_odds))
    return bent


def _draw_diagram(explorer: Explorer, positive: Any, bent: list[FloatArray]) -> None:
    """The points of all states, a bin without samples hidden, and how many samples each holds."""
    said, seen = np.full((2, len(bent), BINS), np.nan)
    held = np.full((len(bent), BINS), "", dtype=object)
    for state, prob in enumerate(bent):
        curve = probabilities.reliability_curve(positive, prob, n_bins=BINS)
        bins = np.unique(places(prob, curve.edges))
        said[state, bins], seen[state, bins] = curve.prob_pred, curve.prob_true
        held[state, bins] = np.round(curve.share * len(prob)).astype(int).tolist()
    alt = (
        "The reliability diagram shows the observed share of positives against the probability, with the diagonal and "
        f"the number of samples in each of {BINS} bins."
    )
    with explorer.panel(alt) as panel:
        plots.reliability_axes(panel.ax, small=True, ylim=(-0.2, 1.06))
        panel.path(said, seen)
        for one in range(BINS):
            panel.point(said[:, one], seen[:, one])
            panel.text(said[:, one], np.full(len(bent), -0.13), held[:, one], "center")


def _draw_histograms(explorer: Explorer, positive: Any, bent: list[FloatArray]) -> None:
    """How many samples of each class lie in each tenth."""
    corners = np.repeat(TENTHS, 2)
    tops = [
        [[0, *np.repeat(np.histogram(prob[member], TENTHS)[0], 2), 0] for prob in bent]
        for member in (~positive, positive)
    ]
    with explorer.panel("Two histograms show the probabilities of the negatives and of the positives.") as panel:
        top = float(np.max(tops))
        panel.ax.set(xlabel="Probability", ylabel="Samples", xlim=(0, 1), ylim=(0, 1.05 * top), xticks=[0, 0.5, 1])
        for counts, color, dashes, name in (
            (tops[0], plots.NEGATIVE, "none", "negatives"),
            (tops[1], plots.POSITIVE, "5 3", "positives"),
        ):
            panel.ax.plot([], [], color=color, linestyle="-" if dashes == "none" else "--", label=name)
            panel.path(np.tile(corners, (len(bent), 1)), counts, color=color, fill=True)
            panel.path(np.tile(corners, (len(bent), 1)), counts, color=color, dashes=dashes)
        panel.ax.legend(loc="upper center", handlelength=1.4)

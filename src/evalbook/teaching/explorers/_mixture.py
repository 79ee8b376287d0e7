"""A coin chooses between two thresholds: what it reaches in the P-R plot, and what a straight line promises there."""

from __future__ import annotations

import numpy as np

from evalbook import plots
from evalbook._input import FloatArray
from evalbook.confusion import Counts
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider


def mixture(strict: Counts, lax: Counts) -> Explorer:
    r"""Explorer of the P-R plot between two thresholds: choosing one of them at random, and a straight line.

    .. math:: P(\lambda) = \frac{TP_s + \lambda\,(TP_l - TP_s)}{k_s + \lambda\,(k_l - k_s)}

    with :math:`k` the number of the predicted positives.

    Parameters
    ----------
    strict : Counts
        What the one threshold calls: four numbers.
    lax : Counts
        What the other one calls, with as many positives and negatives. Counts of arrays are several thresholds to
        choose from, by a second slider.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    Notes
    -----
    1. The share moves by tenths. It starts halfway, with the last of the lax thresholds.
    2. The line is too high where the lax threshold is the less precise one, too low where it is the more precise one.
    3. A threshold that calls nobody has no precision: there is no arc, and no line.

    References
    ----------
    Davis and Goadrich, *The relationship between precision-recall and ROC curves* (2006).

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> from evalbook.confusion import Counts
    >>> strict, lax = Counts(tp=4, fp=1, fn=16, tn=79), Counts(tp=12, fp=48, fn=8, tn=32)
    >>> explorers.mixture(strict, lax)  # doctest: +NORMALIZE_WHITESPACE
    If the lax threshold (12 found, 48 false alarms) is used for 50% of the samples, the recall is 0.40, and the
    precision is 0.246. The straight line gives 0.500, which is too high.
    """
    _require_one_test_set(strict, lax)
    share = np.linspace(0, 1, 11)
    places = [
        f"{tp:g} found, {fp:g} false alarm{'' if fp == 1 else 's'}"
        for tp, fp in zip(np.ravel(lax.tp), np.ravel(lax.fp), strict=True)
    ]
    sliders = [Slider("Share of the lax threshold", [f"{part:.0%}" for part in share.tolist()], len(share) // 2)]
    sliders += [Slider("Lax threshold", _counts(lax), len(places) - 1)] if np.ndim(lax.tp) else []
    share = share[:, np.newaxis] if np.ndim(lax.tp) else share
    coin, line = _coin(strict, lax, share), _between(strict, lax, "precision", share)
    says = np.empty(line.shape, object)
    for state in np.ndindex(line.shape):
        rates = (round(rate[state].item(), 9) for rate in (coin.recall, coin.precision, line))
        says[state] = _sentence(sliders[0].steps[state[0]], places[state[-1] if np.ndim(lax.tp) else 0], *rates)
    explorer = Explorer(*sliders, says=says)
    _draw_pr(explorer, strict, lax, coin, line)
    _draw_roc(explorer, strict, lax, coin)
    return explorer


def _counts(lax: Counts) -> list[str]:
    """The lax thresholds beside the slider, short enough for one line on a phone."""
    return [f"TP {tp:g}, FP {fp:g}" for tp, fp in zip(np.ravel(lax.tp), np.ravel(lax.fp), strict=True)]


def _coin(strict: Counts, lax: Counts, share: FloatArray) -> Counts:
    """What the coin calls on average."""
    tp, fp, fn, tn = (_between(strict, lax, name, share) for name in ("tp", "fp", "fn", "tn"))
    return Counts._made(tp, fp, fn, tn)


def _between(strict: Counts, lax: Counts, name: str, share: FloatArray) -> FloatArray:
    """A number of the two thresholds, mixed in proportion; one entry a state."""
    ends = np.asarray(getattr(strict, name), float), np.asarray(getattr(lax, name), float)
    mixed: FloatArray = ends[0] + share * (ends[1] - ends[0])
    return mixed


def _require_one_test_set(strict: Counts, lax: Counts) -> None:
    for name, counts in (("strict", strict), ("lax", lax)):
        if not isinstance(counts, Counts):
            raise TypeError(f"{name} is of type {type(counts).__name__}; expected Counts")
    if np.ndim(strict.tp) or np.ndim(lax.tp) > 1:
        raise ValueError(
            "strict or lax has counts of too many dimensions; "
            "expected single counts in strict, and single counts or one row of counts in lax"
        )
    for name in ("positives", "negatives"):
        if np.any(getattr(lax, name) != getattr(strict, name)):
            raise ValueError(f"strict and lax differ in their {name}; expected counts of the same test set")
    if not (strict.positives and strict.negatives):
        raise ValueError("strict has only one class; expected at least one positive and one negative sample")


def _sentence(share: str, place: str, recall: float, precision: float, line: float) -> str:
    found = "0/0" if np.isnan(precision) else f"{precision:.3f}"
    said = f"If the lax threshold ({place}) is used for {share} of the samples, the recall is {recall:.2f}"
    said = f"{said}, and the precision is {found}."
    if np.isnan(line):
        return f"{said} There is no straight line, because one end has the precision 0/0."
    verdict = "right" if abs(line - precision) < 5e-4 else "too high" if line > precision else "too low"
    return f"{said} The straight line gives {line:.3f}, which is {verdict}."


def _draw_pr(explorer: Explorer, strict: Counts, lax: Counts, coin: Counts, line: FloatArray) -> None:
    alt = (
        "Precision is drawn against recall. Arcs lead from the strict threshold to the lax ones and show what a coin "
        "that chooses between two of them reaches. Beside one of the arcs is the straight line between its ends."
    )
    with explorer.panel(alt, width=3.4, height=2.4) as panel:
        plots.pr_axes(panel.ax, small=True)
        along = np.linspace(0, 1, 81)[:, np.newaxis]
        arcs = _coin(strict, lax, along)
        panel.ax.plot(arcs.recall, arcs.precision, **plots.THIN)
        plots.marks(panel.ax, strict.recall, strict.precision, "strict", "above", color=plots.INK, markersize=5)
        panel.path(*_along(arcs.recall, arcs.precision), color=plots.BLUE)
        ends = (_between(strict, lax, name, along[[0, -1]]) for name in ("recall", "precision"))
        panel.path(*_along(*ends), color=plots.RED, dashes="5 3")
        panel.path(np.stack([coin.recall] * 2, -1), np.stack([coin.precision, line], -1), color=plots.INK)
        panel.point(coin.recall, coin.precision, color=plots.BLUE)


def _draw_roc(explorer: Explorer, strict: Counts, lax: Counts, coin: Counts) -> None:
    with explorer.panel("TPR is drawn against FPR. Here the coin stays on the straight line.", height=2.4) as panel:
        plots.roc_axes(panel.ax, small=True)
        ends = [_between(strict, lax, name, np.array([[0], [1]])) for name in ("fpr", "tpr")]
        panel.ax.plot(*ends, **plots.THIN)
        panel.path(*_along(*ends), color=plots.BLUE)
        panel.point(coin.fpr, coin.tpr, color=plots.BLUE)


def _along(x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Lines in columns as paths that the share does not move: one, or one for each lax threshold."""
    x, y = np.broadcast_arrays(x, y)
    return x.T, y.T

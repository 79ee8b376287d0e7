"""One table of explorers: how each is made, and what must be seen in its states, counted in another way.

A row is all that a new explorer needs here: from it the tests check its numbers, its marks, its weight, and that it is
the same file each time. What it does in a browser, tests/book/test_explorers_on_pages.py finds on the pages by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook import costs, curves, examples, explorers
from evalbook.confusion import Counts
from evalbook.explorers import Explorer, Slider

KB = 1_000


class Row(NamedTuple):
    """An explorer and what it must show."""

    name: str
    """What the tests call it: the chapter and what is moved."""
    make: Callable[[], Explorer]
    cells: Callable[[], Sequence[Any]]
    """The numbers of all table cells, row by row, each with one entry a state."""
    points: Callable[[], Sequence[Any]]
    """Where the points stand, in the order in which they are made: (x, y), each with one entry a state; nan: hidden."""
    curves: Callable[[], Sequence[Any]]
    """The curve on which each of the points must stand, as the corners (x, y) of a line; None where there is none."""
    says: Callable[[], Sequence[Sequence[str]]]
    """Words that the sentence of each state must hold: numbers, as they are written."""
    limit: int
    """How many bytes it may have at most."""


def counted(y_true: Any, y_score: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Each threshold from the lowest to one above all, and TN, FP, FN, TP: sample by sample."""
    thresholds = [*sorted(set(y_score.tolist())), np.inf]
    called = y_score >= np.array(thresholds)[:, None]
    positive = y_true == 1
    counts = [(ours & theirs).sum(axis=1) for ours in (~positive, positive) for theirs in (~called, called)]
    return thresholds, *counts


def threshold_row(name: str, samples: Callable[[], Any], limit: int, **options: Any) -> Row:
    """A row of `explorers.threshold`, of few enough samples that every threshold is a state."""

    def cells() -> Sequence[Any]:
        return counted(*samples())[1:]

    def points() -> Sequence[Any]:
        thresholds, tn, fp, fn, tp = counted(*samples())
        with np.errstate(invalid="ignore"):
            found = [(fp / (fp + tn), tp / (tp + fn)), (tp / (tp + fn), tp / (tp + fp))]
        bill = options.get("cost_fp", 0) * fp + options.get("cost_fn", 0) * fn
        low, high = thresholds[0], thresholds[-2]
        place = np.array([*thresholds[:-1], high + 0.05 * (high - low)])
        return [*found, (place, bill)] if options else found

    def lines() -> Sequence[Any]:
        roc, pr = curves.roc_curve(*samples()), curves.pr_curve(*samples())
        found = [(roc.fpr, roc.tpr), (pr.recall, pr.precision)]
        return [*found, None] if options else found

    def says() -> Sequence[Sequence[str]]:
        y_true, y_score = samples()
        sentences = []
        for threshold in counted(y_true, y_score)[0]:
            called = y_score >= threshold
            words = [
                f"{(called & (y_true == 1)).sum()} of {(y_true == 1).sum()}",
                f" {(called & (y_true == 0)).sum()} ",
            ]
            if options:
                bill = costs.cost_sensitive_error(y_true, called.astype(int), **options_of_costs(options)) * len(y_true)
                words.append(f"bill {bill:,.6g}.")
            sentences.append(words)
        return sentences

    return Row(name, lambda: explorers.threshold(*samples(), **options), cells, points, lines, says, limit)


def options_of_costs(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name.startswith("cost_")}


def chosen_row() -> Row:
    """Thresholds that are no scores: each calls who reaches it."""
    y_true, y_score = examples.eight_samples
    chosen = np.arange(10, 82) / 100
    called = y_score >= chosen[:, None]
    tp, fp = ((called & (y_true == label)).sum(axis=1) for label in (1, 0))

    def make() -> Explorer:
        return explorers.threshold(y_true, y_score, thresholds=chosen, panels=["scores", "matrix", "roc"])

    def lines() -> Sequence[Any]:
        roc = curves.roc_curve(y_true, y_score)
        return [(roc.fpr, roc.tpr)]

    def says() -> Sequence[Sequence[str]]:
        return [[f"Threshold {t:.2f} ", f" {a} of 4", f" {b} "] for t, a, b in zip(chosen, tp, fp, strict=True)]

    cells, points = [4 - fp, fp, 4 - tp, tp], [(fp / 4, tp / 4)]
    return Row("threshold: in steps of .01", make, lambda: cells, lambda: points, lines, says, 30 * KB)


def pairs_row() -> Row:
    """A score that is moved: the pairs are counted one by one."""
    y_true, y_score = examples.eight_samples
    known = np.array([0.15, 0.23, 0.33, 0.47, 0.58, 0.62, 0.77])
    step = (0.77 - 0.15) / 6
    ends = [0.15 - step, *known, 0.77 + step]
    at = np.array([a + (b - a) * quarter / 4 for a, b in pairwise(ends) for quarter in range(4)])
    at = np.append(at, ends[-1])

    def pairs(place: float) -> list[int]:
        sick, healthy = [0.77, place, 0.47, 0.23], [0.62, 0.47, 0.33, 0.15]
        ordered = [np.sign(round(s - h, 9)) for s in sick for h in healthy]
        return [ordered.count(1), ordered.count(0), ordered.count(-1)]

    def says() -> Sequence[Sequence[str]]:
        counted = [pairs(place) for place in at]
        return [
            [f"{right} of 16 pairs", f"{tied} ", f"{wrong} ", f"AUC {(right + tied / 2) / 16:.6g}."]
            for right, tied, wrong in counted
        ]

    return Row(
        "rank_pairs: eight samples",
        lambda: explorers.rank_pairs(y_true, y_score, moved=2),
        lambda: np.array([pairs(place) for place in at]).T,
        lambda: [(at, np.ones(len(at)))],
        lambda: [([at[0], at[-1]], [1, 1])],
        says,
        30 * KB,
    )


def called_row(name: str, samples: Callable[[], Any], limit: int) -> Row:
    """A number of calls: what the top of the list holds, the mean over all orders of the tied."""

    def found() -> NDArray[Any]:
        y_true, y_score = samples()
        share = [np.mean(y_true[y_score == score]) for score in np.sort(y_score)[::-1]]
        return np.cumsum(share)

    def points() -> Sequence[Any]:
        tp, k = found(), np.arange(1, len(found()) + 1)
        return [(tp / tp[-1], tp / k), ((k - tp) / (k[-1] - tp[-1]), tp / tp[-1])]

    def lines() -> Sequence[Any]:
        roc = curves.roc_curve(*samples())
        return [None, (roc.fpr, roc.tpr)]

    def says() -> Sequence[Sequence[str]]:
        tp = found()
        return [
            [f"{k} called, {round(hits, 3):.6g} of ", f"precision {hits / k:.3f}", f"recall {hits / tp[-1]:.3f}"]
            for k, hits in enumerate(tp, start=1)
        ]

    def cells() -> Sequence[Any]:
        tp, n_neg = found(), np.sum(samples()[0] == 0)
        fp = np.arange(1, len(tp) + 1) - tp
        return [[f"{round(count, 3):.6g}" for count in cell] for cell in (n_neg - fp, fp, tp[-1] - tp, tp)]

    return Row(name, lambda: explorers.number_called(*samples()), cells, points, lines, says, limit)


def mixture_row() -> Row:
    """A coin between two thresholds: what it calls on average, by two loops."""
    alarms = [1, 2, 3, 4, 8, 16, 32, 48]
    shares = [part / 10 for part in range(11)]

    def make() -> Explorer:
        lax = Counts(tp=[12] * 8, fp=alarms, fn=[8] * 8, tn=[80 - fp for fp in alarms])
        return explorers.mixture(Counts(tp=4, fp=1, fn=16, tn=79), lax)

    def called(share: float, fp: int) -> tuple[float, float]:
        return 4 * (1 - share) + 12 * share, 1 * (1 - share) + fp * share

    def points() -> Sequence[Any]:
        hits, false = np.moveaxis([[called(share, fp) for fp in alarms] for share in shares], -1, 0)
        return [(hits / 20, hits / (hits + false)), (false / 80, hits / 20)]

    def says() -> Sequence[Sequence[str]]:
        sentences = []
        for share in shares:
            for fp in alarms:
                hits, false = called(share, fp)
                line, coin = round(0.8 * (1 - share) + 12 / (12 + fp) * share, 9), round(hits / (hits + false), 9)
                apart = line - coin
                verdict = "right" if abs(apart) < 5e-4 else "too high" if apart > 0 else "too low"
                sentences.append(
                    [f"{share:.0%} at", f"{fp} alarms", f"{coin:.3f} by coin", f"{line:.3f} by line: {verdict}."]
                )
        return sentences

    return Row("mixture: eight lax thresholds", make, lambda: [], points, lambda: [None, None], says, 50 * KB)


CLINIC = {"cost_fn": 50, "cost_fp": 1, "names": ("benign", "malignant")}

TABLE = [
    threshold_row("threshold: eight samples", lambda: examples.eight_samples, 30 * KB),
    threshold_row("threshold: the clinic", examples.clinic, 100 * KB, **CLINIC),
    chosen_row(),
    pairs_row(),
    called_row("number_called: eight samples", lambda: examples.eight_samples, 30 * KB),
    called_row("number_called: the clinic", examples.clinic, 100 * KB),
    mixture_row(),
]


def two_sliders() -> Explorer:
    """Three by two states: a point that hangs on both sliders, a rule and a line on one each, words, a table."""
    x, y = np.array([[0.0], [0.5], [1.0]]), np.array([[0.2, 0.8]])
    says = [[f"At {a} and {b}." for b in "uv"] for a in "abc"]
    explorer = Explorer(
        Slider("First", ["a", "b", "c"], 1), Slider("Second", ["u", "v"]), says=says, note="That is all."
    )
    with explorer.panel("A square.") as panel:
        panel.ax.set(xlim=(0, 1), ylim=(0, 1))
        panel.point(x, y, marker="D")
        panel.rule(x=x)
        panel.rule(y=y, color="#000000")
        panel.path([[[0, 1]], [[0, 0.5]], [[np.nan, 0.5]]], [[[0, 1]]])
        panel.path([[[0, 1, 1]]], y[..., None] * [0, 0, 1], fill=True)
        panel.text(0.5, 0.5, [["low", "high"]], "above")
    explorer.table("Sums", [""], {"x + y": [x + y]}, shades={"x + y": [(x + y) / 2]})
    return explorer

"""One table of explorers: how each is made, and what must be seen in its states, counted in another way.

A row is all that a new explorer needs here: from it the tests check its numbers, its marks, its weight, and that it is
the same file each time. What it does in a browser, tests/book/test_explorers_on_pages.py finds on the pages by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook import confusion, costs, curves, examples, explorers
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


def f_beta_row(name: str, tp: list[int], fp: list[int], fn: list[int], names: list[str], limit: int) -> Row:
    """A row of `explorers.f_beta` with its own betas; each F is 1 over a weighted mean of 1 / P and 1 / R."""
    betas, found, wrong, missed = np.arange(2, 41) / 10, np.array(tp), np.array(fp), np.array(fn)
    with np.errstate(divide="ignore", invalid="ignore"):
        precision, recall = found / (found + wrong), found / (found + missed)
        share = (betas**2 / (1 + betas**2))[:, None]  # of the recall in the mean
        scores = np.where(found > 0, 1 / ((1 - share) / precision + share / recall), 0)
    best = scores.argmax(axis=1)

    rules = confusion.Counts(tp, fp, fn, tn=300 - found - wrong - missed)

    def says() -> Sequence[Sequence[str]]:
        return [
            [f"β = {beta:g}: {names[first]} is best, F {row[first]:.2f}", *(f"{value:.2f}" for value in row)]
            for beta, first, row in zip(betas, best, scores, strict=True)
        ]

    return Row(
        name,
        lambda: explorers.f_beta(rules, names),
        lambda: [[f"{value:.2f}" for value in column] for column in scores.T],
        lambda: [(betas, scores.max(axis=1))],
        lambda: [None],
        says,
        limit,
    )


CLINIC = {"cost_fn": 50, "cost_fp": 1, "names": ("benign", "malignant")}

TABLE = [
    threshold_row("threshold: eight samples", lambda: examples.eight_samples, 30 * KB),
    threshold_row("threshold: the clinic", examples.clinic, 100 * KB, **CLINIC),
    f_beta_row("f_beta: four rules", [9, 15, 30, 0], [1, 15, 270, 0], [21, 15, 0, 30], list("abcd"), 50 * KB),
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

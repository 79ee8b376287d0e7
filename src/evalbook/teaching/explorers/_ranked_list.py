"""The order of a list: one item goes to another rank, and every metric of the list follows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import plots, ranking
from evalbook._input import FloatArray
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider

MOST = 10
"""So many items have a place beside each other, also on a phone."""


def ranked_list(relevance: ArrayLike) -> Explorer:
    r"""Explorer of a ranked list: move one item up or down and see NDCG, AP and the reciprocal rank.

    .. math:: \mathrm{DCG} = \sum_i \frac{\mathrm{gain}_i}{\log_2(i + 1)}

    Parameters
    ----------
    relevance : array_like of shape (n,)
        The grades of 2 to 10 items in ranked order, at least 0; relevant means above 0. An item of grade g gains
        2^g - 1.

    Returns
    -------
    Explorer
        An interactive picture to put at the end of a notebook cell. It prints as a sentence.

    Warns
    -----
    UndefinedMetricWarning
        If no item is relevant: NDCG and AP are 0/0, and their marks are hidden.

    See Also
    --------
    evalbook.ranking.ndcg : the metric that moves

    Notes
    -----
    1. There are no items outside the list, so the ideal order is made of its own items.
    2. To swap two neighbors, let an item go to the rank beside its own. The items between the two ranks move up or down
       by one.

    References
    ----------
    Järvelin and Kekäläinen (2002); Burges et al. (2005).

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> explorers.ranked_list([1, 0, 3, 0, 2, 0])
    As given, the grades are 1 0 3 0 2 0. The NDCG is 0.603, the AP is 0.756, and the RR is 1.000.
    """
    grades = check.gains(relevance, "relevance")
    if grades.ndim != 1 or not 2 <= len(grades) <= MOST:
        raise ValueError(
            f"relevance has shape {grades.shape}; expected the grades of a single list of 2 to {MOST} items"
        )
    lists = grades[_orders(len(grades))]
    scores = {
        "NDCG": ranking.ndcg(lists),
        "AP": ranking.average_precision(lists),
        "RR": ranking.reciprocal_rank(lists),
    }
    ranks = [str(rank) for rank in range(1, len(grades) + 1)]
    explorer = Explorer(Slider("Item at rank", ranks), Slider("goes to rank", ranks), says=_sentences(lists, scores))
    gains = ranking.cg(lists[..., np.newaxis])
    brought = gains * ranking.dcg(np.eye(len(grades)))
    _draw_gains(explorer, brought)
    _draw_scores(explorer, scores)
    rows = {"grade": lists, "gain": gains, "gain × weight": np.char.mod("%.2f", brought)}
    explorer.table("The list, by rank", ranks, {name: [*np.moveaxis(row, -1, 0)] for name, row in rows.items()})
    return explorer


def _orders(n: int) -> NDArray[np.intp]:
    """For each rank that an item comes from, and each that it goes to, the places of the items: of shape (n, n, n)."""
    places = np.arange(n)
    return np.array([[np.insert(np.delete(places, here), there, here) for there in places] for here in places])


def _sentences(lists: NDArray[Any], scores: dict[str, FloatArray]) -> NDArray[np.str_]:
    says = np.empty(lists.shape[:2], dtype=object)
    for here, there in np.ndindex(*says.shape):
        what = "As given" if here == there else f"With the item from rank {here + 1} moved to rank {there + 1}"
        grades = " ".join(f"{grade:g}" for grade in lists[here, there])
        values = {name: score[here, there] for name, score in scores.items()}
        ndcg, ap, rr = (f"{name} is {'0/0' if np.isnan(value) else f'{value:.3f}'}" for name, value in values.items())
        says[here, there] = f"{what}, the grades are {grades}. The {ndcg}, the {ap}, and the {rr}."
    return says.astype(str)


def _draw_gains(explorer: Explorer, brought: FloatArray) -> None:
    """What each rank brings, as bars; in outline, what it brings in the list as given."""
    n = brought.shape[-1]
    rank = np.arange(1, n + 1)
    with explorer.panel(
        "A bar for each rank shows what it adds to the DCG, which is gain times weight.", width=4.6
    ) as panel:
        panel.ax.bar(rank, brought[0, 0], width=0.8, fill=False, edgecolor=plots.GREY, linestyle=":")
        panel.ax.set(xlabel="Rank", ylabel="Gain × weight", xticks=rank, ylim=(0, 1.05 * brought.max() or 1))
        for place in range(n):
            sides = rank[place] + np.array([-0.4, -0.4, 0.4, 0.4])
            heights = brought[..., place, np.newaxis] * np.array([0, 1, 1, 0])
            panel.path(sides[np.newaxis, np.newaxis], heights, color=plots.BLUE, fill=True)


def _draw_scores(explorer: Explorer, scores: dict[str, FloatArray]) -> None:
    """The metrics as points; as rings, those of the list as given."""
    with explorer.panel("Three points show NDCG, AP and RR (the reciprocal rank), each from 0 to 1.") as panel:
        panel.ax.vlines(range(3), 0, 1, **plots.THIN)
        for place, (score, marker) in enumerate(zip(scores.values(), "os^", strict=True)):
            plots.marks(panel.ax, place, score[0, 0], ring=True)
            panel.point(place, score, marker=marker)
        panel.ax.set(xlim=(-0.6, 2.6), ylim=(-0.04, 1.08), yticks=[0, 0.5, 1])
        panel.ax.set_xticks(range(3), list(scores))

"""The same games in another order: the ratings of Elo move, and the strengths of Bradley-Terry do not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.generation import BattleTally, bradley_terry
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider

KS = [4, 8, 16, 32, 64, 128]
"""The values of K that can be chosen."""
SHOWN, ORDERS = 20, 2000
"""How many orders have a step of their own, and in how many the leaders are counted."""
START, SCALE = 1500, 400
"""As in `elo`."""


class _League(NamedTuple):
    """The players from the strongest to the weakest, their strengths as ratings, and the games by their numbers."""

    names: list[str]
    strengths: FloatArray
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    outcome: FloatArray


def game_order(games: Sequence[tuple[Any, Any, float]]) -> Explorer:
    r"""Explorer of Elo: the same games in other orders, with a small or a large K, beside Bradley–Terry.

    Parameters
    ----------
    games : list of (first, second, outcome)
        The games, as `generation.elo` takes them.

    Returns
    -------
    Explorer
        One slider for K, which starts at 32, and one for the order. The first picture shows the ratings after the last
        game beside those of `bradley_terry`, and the second one shows how often each player leads over all orders.

    Notes
    -----
    1. The games are shuffled 2,000 times, with the same seed for each K. The slider shows the first 20 of these orders.
    2. The strengths of `bradley_terry` are shown on the scale of Elo: 1500 plus 400 / log(10) times the strength.
    3. Players with the same rating at the top share no lead: the one that is stronger by `bradley_terry` has it.

    References
    ----------
    Elo, *The Rating of Chessplayers, Past and Present* (1978); Bradley and Terry, *Rank analysis of incomplete block
    designs* (1952).

    Examples
    --------
    >>> from evalbook.teaching import explorers
    >>> games = [("a", "b", 1)] * 6 + [("b", "a", 1)] * 5
    >>> explorers.game_order(games)  # doctest: +NORMALIZE_WHITESPACE
    In this order, Elo with K = 32 names a, 12 points ahead of b. Over 2,000 orders, it names a in 83% and b in 17%.
    Bradley–Terry names a, whatever the order.
    """
    league = _league(games)
    ratings = np.array([_ratings(league, k) for k in KS])
    leaders = ratings.argmax(axis=2)
    shares = np.array([np.bincount(row, minlength=len(league.names)) / ORDERS for row in leaders])
    says = [
        [_sentence(league, k, order, share) for order in row[:SHOWN]]
        for k, row, share in zip(KS, ratings, shares, strict=True)
    ]
    explorer = Explorer(
        Slider("K", [str(k) for k in KS], KS.index(32)),
        Slider("Order", [str(order + 1) for order in range(SHOWN)]),
        says=says,
        note=f"Bradley–Terry names {league.names[0]}, whatever the order.",
    )
    _draw_ratings(explorer, league, ratings[:, :SHOWN])
    _draw_leaders(explorer, league, shares)
    return explorer


def _league(games: Any) -> _League:
    first, second, outcome = check.games(games)
    tally = BattleTally.from_arrays(first, second, outcome)
    strengths = bradley_terry(tally).strengths
    order = np.argsort(-strengths, kind="stable")
    names = [tally.models[one] for one in order.tolist()]
    place = {name: number for number, name in enumerate(names)}
    one, two = (np.array([place[name] for name in column.tolist()]) for column in (first, second))
    rated = START + SCALE / math.log(10) * strengths[order]
    return _League([str(name) for name in names], rated, one, two, outcome)


def _ratings(league: _League, k: float) -> FloatArray:
    """The ratings after the last game, of shape (orders, players): all orders at once, game by game."""
    n, every = len(league.outcome), np.arange(ORDERS)
    orders = np.random.default_rng(0).permuted(np.tile(np.arange(n), (ORDERS, 1)), axis=1)
    ratings = np.full((ORDERS, len(league.names)), float(START))
    for game in orders.T:
        one, two = league.first[game], league.second[game]
        expected = 1 / (1 + 10 ** ((ratings[every, two] - ratings[every, one]) / SCALE))
        moved = k * (league.outcome[game] - expected)
        ratings[every, one] += moved
        ratings[every, two] -= moved
    return ratings


def _sentence(league: _League, k: int, ratings: FloatArray, shares: FloatArray) -> str:
    first, second = np.argsort(-ratings, kind="stable")[:2].tolist()
    points = round(float(ratings[first] - ratings[second]))
    ahead = f"{league.names[first]}, {points} point{'s' * (points != 1)} ahead of {league.names[second]}"
    most = [one for one in np.argsort(-shares, kind="stable").tolist()[:2] if shares[one] >= 0.005]
    named = " and ".join(f"{league.names[one]} in {_percent(shares[one])}" for one in most)
    return f"In this order, Elo with K = {k} names {ahead}. Over {ORDERS:,} orders, it names {named}."


def _percent(share: float) -> str:
    return f"{share:.0%}" if share == 1 or share < 0.995 else "more than 99%"


def _draw_ratings(explorer: Explorer, league: _League, ratings: FloatArray) -> None:
    alt = (
        "Each player has a row, the strongest at the top. A ring marks the rating of Bradley–Terry, which stays where "
        "it is. A filled mark shows the rating of Elo, which moves with the order and with K."
    )
    with explorer.panel(alt, width=4.6, height=2.5, left=0.95) as panel:
        shown = np.append(ratings, league.strengths)
        edge = 0.05 * np.ptp(shown)
        panel.ax.set(xlim=(shown.min() - edge, shown.max() + edge), xlabel="Rating")
        _rows(panel.ax, league)
        for row, rating in enumerate(league.strengths):
            panel.ax.axhline(row, **plots.THIN, alpha=0.4)
            plots.marks(panel.ax, rating, row, ring=True, color=plots.INK)
            panel.point(ratings[..., row], row, color=plots.BLUE, on_curve=False)


def _draw_leaders(explorer: Explorer, league: _League, shares: FloatArray) -> None:
    alt = "Each player has a bar that says in what share of all orders Elo names it. The bars move with K."
    with explorer.panel(alt, height=2.5, left=0.95) as panel:
        panel.ax.set(xlim=(0, 1), xticks=[0, 0.5, 1], xlabel="Orders led")
        _rows(panel.ax, league)
        for row in range(len(league.names)):
            ends = np.zeros((len(KS), 1, 4))
            ends[:, 0, 1:3] = shares[:, row, None]
            panel.path(ends, [[row - 0.3, row - 0.3, row + 0.3, row + 0.3]], color=plots.BLUE, fill=True)


def _rows(ax: Any, league: _League) -> None:
    ax.set_ylim(len(league.names) - 0.4, -0.6)
    ax.set_yticks(range(len(league.names)), league.names)
    plots.bare(ax, "left")

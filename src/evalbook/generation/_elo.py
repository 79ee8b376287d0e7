"""Elo: ratings that move after each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints

LARGEST_GAP = 300.0
"""Behind by that many scales, a player wins with a probability below 1e-300."""


@on(
    NoFormula(
        "its ratings depend on the order of the games, which samples that are drawn again do not have: use "
        "bradley_terry, with the rows of a BattleTally",
        drawn=False,
    )
)
@with_hints
def elo(
    games: Sequence[tuple[Any, Any, float]], *, k: float = 32.0, start: float = 1500.0, scale: float = 400.0
) -> dict[Any, float]:
    r"""Elo ratings: after each game, the winner takes points from the loser, more for a surprise.

    .. math::

        \begin{aligned}
        E &= \frac{1}{1 + 10^{(r_2 - r_1)/\mathit{scale}}} \\
        r_1 &\leftarrow r_1 + k\,(\mathit{outcome} - E) \\
        r_2 &\leftarrow r_2 - k\,(\mathit{outcome} - E)
        \end{aligned}

    Parameters
    ----------
    games : list of (first, second, outcome), or a data frame of three such columns
        The games in the order in which they were played: two players (strings or integers), and 1 if the first won, 0.5
        for a draw, 0 if the second won.
    k : float, default 32.0
        The most points that one game can move, at least 0. With a large `k`, ratings follow the last games.
    start : float, default 1500.0
        The rating of a player before the first game.
    scale : float, default 400.0
        A player who is so many points ahead is expected to win 10 times as often as the other; above 0.

    Returns
    -------
    dict
        The rating of each player after the last game, the highest rating first.

    See Also
    --------
    bradley_terry : strengths that do not depend on the order
    BattleTally : counts that add up

    Notes
    -----
    1. The same games in another order give other ratings, and often another leader. This is meant for players who
       change over time. Models do not change, so for them `bradley_terry` is the better estimate.
    2. The points of all players together stay the same, because what one wins the other loses.
    3. Players with the same rating keep the order in which they appear in the games.
    4. With ``k=0`` all keep the rating `start`.

    References
    ----------
    Elo, *The Rating of Chessplayers, Past and Present* (1978).

    Examples
    --------
    >>> from evalbook import generation
    >>> generation.elo([("a", "b", 1), ("a", "c", 0)])
    {'c': 1516.736306793522, 'a': 1499.263693206478, 'b': 1484.0}
    """
    k, start, scale = check.sized(k, "k", at_least=0), check.sized(start, "start"), check.sized(scale, "scale")
    if scale <= 0:
        raise ValueError(f"scale is {scale:g}; expected a number above 0")
    ratings: dict[Any, float] = {}
    for one, two, outcome in zip(*(column.tolist() for column in check.games(games)), strict=True):
        first, second = ratings.setdefault(one, start), ratings.setdefault(two, start)
        expected = 1 / (1 + 10 ** max(min((second - first) / scale, LARGEST_GAP), -LARGEST_GAP))
        ratings[one], ratings[two] = first + k * (outcome - expected), second - k * (outcome - expected)
    return dict(sorted(ratings.items(), key=lambda each: -each[1]))

"""What a leaderboard gives away: the more often it is asked, the better a vote of coins looks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import plots
from evalbook._input import FloatArray
from evalbook.teaching.explorers._builder import Explorer
from evalbook.teaching.explorers._parts import Slider


class _Board(NamedTuple):
    """After each submission: how many are kept, the best public score so far, and both scores of the vote."""

    kept: NDArray[np.intp]
    best: FloatArray
    public: FloatArray
    private: FloatArray


def leaderboard(y_true: ArrayLike, submissions: ArrayLike, *, public: int) -> Explorer:
    r"""Explorer of a leaderboard: random submissions, and the vote of those that score above one half.

    .. math:: \hat y_i = \Bigl[\tfrac1{|K|} \sum_{j \in K} y_{ji} > \tfrac12\Bigr], \quad K = \{j : a_j > \tfrac12\}

    with :math:`a_j` the public score of submission :math:`j`.

    Parameters
    ----------
    y_true : array_like of shape (n,)
        The hidden labels, 0 or 1.
    submissions : array_like of shape (m, n)
        The answers sent, 0 or 1, one row a submission, in their order; at least one.
    public : int
        How many samples, the first ones, the public score is taken from: from 1 to n - 1. The others are private.

    Returns
    -------
    Explorer
        The slider is the number of submissions sent; the public and the private accuracy of the vote move.

    Notes
    -----
    1. A tie of the vote counts as 0. Before any submission is kept, the vote is 0 everywhere.
    2. Up to 200 submissions each have a step; of more, 200 that grow by the same factor, rounded.

    References
    ----------
    Blum and Hardt, *The ladder: a reliable leaderboard for machine learning competitions* (2015).

    Examples
    --------
    >>> import numpy as np
    >>> from evalbook.teaching import explorers
    >>> rng = np.random.default_rng(0)
    >>> labels, sent = rng.integers(2, size=200), rng.integers(2, size=(50, 200))
    >>> explorers.leaderboard(labels, sent, public=100)  # doctest: +NORMALIZE_WHITESPACE
    After 1 submission, the best public score is 56.0%, and 1 is kept. The vote scores 56.0% in public and 53.0% in
    private.
    """
    true = _bits(check.floats(y_true, "y_true"), "y_true")
    sent = _bits(check.matrix(submissions, "submissions"), "submissions")
    if sent.shape[1] != len(true):
        raise ValueError(
            f"submissions has {sent.shape[1]} columns, but y_true has {len(true)} labels; expected one column per label"
        )
    board = _board(true, sent, check.integer(public, "public", at_least=1, at_most=len(true) - 1))
    numbers = np.unique(np.geomspace(1, len(sent), min(len(sent), 200)).round().astype(int))
    if len(sent) <= 200:
        numbers = np.arange(1, len(sent) + 1)
    now = _Board(*(values[numbers - 1] for values in board))
    says = [
        f"After {n:,} submission{'s' * (n > 1)}, the best public score is {best:.1%}, and {kept:,} "
        f"{'is' if kept == 1 else 'are'} kept. The vote scores {shown:.1%} in public and {hidden:.1%} in private."
        for n, kept, best, shown, hidden in zip(numbers.tolist(), *now, strict=True)
    ]
    explorer = Explorer(Slider("Submissions", [f"{n:,}" for n in numbers]), says=says)
    _draw(explorer, numbers, now)
    return explorer


def _bits(array: FloatArray, name: str) -> NDArray[np.bool_]:
    others = array[~np.isin(array, [0, 1])]
    if len(others):
        raise ValueError(f"{name} holds {others[0]:g}; expected only 0 and 1")
    return array.astype(bool)


def _board(true: NDArray[np.bool_], sent: NDArray[np.bool_], public: int) -> _Board:
    scores = (sent[:, :public] == true[:public]).mean(axis=1)
    keep = scores > 0.5
    kept = np.cumsum(keep)
    votes = np.cumsum(sent & keep[:, None], axis=0, dtype=np.int32)
    right = (2 * votes > kept[:, None]) == true
    return _Board(kept, np.maximum.accumulate(scores), right[:, :public].mean(axis=1), right[:, public:].mean(axis=1))


def _draw(explorer: Explorer, numbers: NDArray[np.intp], board: _Board) -> None:
    with explorer.panel(
        "Two lines show the public and the private accuracy of the vote against the number of submissions.", width=4.6
    ) as panel:
        for values, look in ((board.public, plots.FIRST), (board.private, plots.SECOND)):
            panel.ax.plot(numbers, values, **look)
        panel.ax.set(xlabel="Submissions", ylabel="Accuracy")
        panel.ax.margins(y=0.15)  # room for the name above the highest point
        plots.log_scale(panel.ax, x=[10**power for power in range(5) if 10**power <= numbers[-1]])
        ends = {"public": (numbers[-1], board.public[-1]), "private": (numbers[-1], board.private[-1])}
        plots.notes(panel.ax, {name: (*at, "upper left") for name, at in ends.items()}, gap=5)
        panel.point(numbers, board.public, color=plots.BLUE)
        panel.point(numbers, board.private, marker="s")

"""Bradley-Terry: the strengths of models that explain best who won how often against whom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._record import Record
from evalbook.generation._battle_tally import BattleTally
from evalbook.generation._finite_strengths import no_place, no_strengths
from evalbook.generation._most_likely import Fit, most_likely

SHOWN = 12
"""So many models are printed; of more only both ends."""
TOO_UNEVEN = (
    "wins holds counts of which some are lost beside others in a float; expected counts that differ by a factor of "
    "less than 1e12: leave out models that hardly met the others, or give a larger prior"
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BradleyTerry(Record):
    """The strengths of models: how likely one beats another depends on the difference of the two."""

    models: tuple[Any, ...]
    """The models, in the order of the table."""
    strengths: FloatArray
    """The strength of each model, on the scale of log-odds; their mean is 0."""
    covariance: FloatArray
    """The covariances of the strengths, of shape (k, k)."""
    place: float | None = None
    """How much being shown first adds to a strength; None where it was not asked for."""
    place_error: float | None = None
    """The standard error of `place`."""

    @property
    def standard_errors(self) -> FloatArray:
        """The standard error of each strength, as a difference from the mean of all."""
        return np.sqrt(np.maximum(self.covariance.diagonal(), 0))

    def probability(self, model: Any, other: Any, *, first: bool | None = None) -> float:
        """How likely a model beats another one.

        Parameters
        ----------
        model, other : str or int
            Two of the `models`.
        first : bool, optional
            Whether `model` is shown first. By default the place is left out.
        """
        one, two = (self._number(each, name) for each, name in ((model, "model"), (other, "other")))
        lead = float(self.strengths[one] - self.strengths[two])
        if first is not None:
            sign = 1 if check.flag(first, "first") else -1
            if self.place is None:
                raise ValueError(f"first is {first}, but the place was left out; expected bradley_terry(…, place=True)")
            lead += sign * self.place
        odds = math.exp(-abs(lead))  # of the weaker side
        return (1 if lead > 0 else odds) / (1 + odds)

    def _number(self, model: Any, name: str) -> int:
        if check.is_collection(model) or model not in self.models:
            raise ValueError(f"{name} is {check.shown(model)}; expected one of {check.shown(list(self.models))}")
        return self.models.index(model)

    def __repr__(self) -> str:
        order = np.argsort(-self.strengths, kind="stable").tolist()
        rows = [(str(self.models[one]), self.strengths[one], self.standard_errors[one]) for one in order]
        if len(rows) > SHOWN:
            rows = [*rows[: SHOWN - 4], ("…", math.nan, math.nan), *rows[-3:]]
        rows += [] if self.place is None else [("shown first", self.place, self.place_error)]
        width = max(5, *(len(name) for name, *_ in rows))
        lines = [f"{name:<{width}}  {strength:>8.3f}  {error:>14.3f}" for name, strength, error in rows]
        lines = ["…" if line.startswith("…") else line for line in lines]
        return "\n".join([f"{'model':<{width}}  strength  standard error", *lines])


@on(
    NoFormula(
        "it takes tables of counts, whose rows are models and no samples: hand in the rows of a BattleTally, and a "
        "function of the tally that returns one number, such as the strength of one model",
        drawn=False,
    )
)
@with_hints
def bradley_terry(
    wins: ArrayLike | BattleTally,
    *,
    losses: ArrayLike | None = None,
    models: Sequence[Any] | None = None,
    place: bool = False,
    prior: float = 0.0,
    infinite: Literal["raise", "nan"] = "raise",
) -> BradleyTerry:
    r"""The Bradley–Terry model: strengths of models, from how often each beat each other one.

    .. math:: P(i \text{ beats } j) = \frac{1}{1 + e^{-(s_i - s_j + h)}}

    where :math:`h` is what being shown first is worth to i (0 without `place`). The strengths are those that make the
    counted results most likely.

    Parameters
    ----------
    wins : array_like of shape (k, k), or BattleTally
        ``wins[i, j]`` is how often model i beat model j; a tie is half a win for both. With `losses` only the battles
        count in which i was shown first. A `BattleTally` has it all: give neither `losses` nor `models` with it.
    losses : array_like of shape (k, k), optional
        ``losses[i, j]`` is how often model i lost against model j when it was shown first.
    models : sequence of length k, optional
        The names of the models, which all differ. By default these are the names of the rows and columns if `wins` is
        a data frame, and otherwise 0, 1, …, k - 1.
    place : bool, default False
        If True, the model has a term for the place: how much being shown first adds to a strength. It needs `losses`,
        or a `BattleTally`.
    prior : float, default 0.0
        How many wins to add to each side of every pair, in each order, whether or not the two have met. A small number
        such as 0.1 makes all strengths finite, and pulls them together.
    infinite : {"raise", "nan"}, default "raise"
        What to do if a strength would be infinite: raise a ValueError that names the models, or return nan for all. Use
        "nan" where battles are drawn again.

    Returns
    -------
    BradleyTerry
        The strengths with mean 0 and their covariances, the place, and :meth:`~BradleyTerry.probability`.

    See Also
    --------
    BattleTally : count battles, and add the counts
    elo : ratings that follow the order of the battles
    evalbook.comparison.interval : draw the battles again

    Notes
    -----
    1. A model that never lost, or never won, has no finite strength: the stronger it is assumed to be, the more likely
       are its results. The same is true of a group of models that never lost to any other, and models that never met,
       not even through others, cannot be compared. Such tables raise a ValueError. Count more battles, leave the model
       out, or give a `prior`.
    2. If strengths can take over what the place is worth, `place` cannot be told apart from them, which raises a
       ValueError as well. Two models that are always shown in the same order are an example, and so is one model that
       is first in all battles. A pair in both orders tells the two apart, and so does a circle (A before B, B before C,
       C before A).
    3. Models that beat each other in a circle (rock, paper, scissors) have the same strength, although each beats
       another one every time. The model does not know about circles.
    4. Only differences of strengths have a meaning. To see them against one model, subtract its strength.
    5. The standard errors take all battles as independent. If the same person asked many questions, draw the people
       again: `interval` does it with the rows of a `BattleTally` and ``groups=``, and with ``infinite="nan"``.
    6. Multiply strengths by 400 / log(10) = 173.7 for the scale of :func:`elo`.

    References
    ----------
    Bradley and Terry, *Rank analysis of incomplete block designs* (1952); Agresti, *Categorical Data Analysis* (2002),
    section 10.6, for the place; Hunter, *MM algorithms for generalized Bradley–Terry models* (2004) for note 1.

    Examples
    --------
    >>> from evalbook import generation
    >>> found = generation.bradley_terry([[0, 7, 9], [3, 0, 6], [1, 4, 0]], models=["a", "b", "c"])
    >>> found
    model  strength  standard error
    a         0.944           0.377
    b        -0.160           0.328
    c        -0.783           0.358
    >>> round(found.probability("a", "b"), 3)
    0.751
    """
    prior, infinite = check.sized(prior, "prior", at_least=0), check.choice(infinite, "infinite", ("raise", "nan"))
    won, lost, names = _tables(wins, losses, models, check.flag(place, "place"))
    beside = prior * (1 - np.eye(len(won)))
    won, lost = won + beside, lost + beside
    wrong = no_strengths(won + lost.T, names) or (place and no_place(won, lost)) or ""
    fit = None if wrong else most_likely(won, lost, place=place)
    if fit is None:
        if infinite == "raise":
            raise ValueError(wrong or TOO_UNEVEN)
        fit = Fit.undefined(len(won), place=place)
    return BradleyTerry(tuple(names), fit.strengths, fit.covariance, fit.place, fit.place_error)


def _tables(
    wins: Any, losses: Any, models: Any, place: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[Any]]:
    """How often each model won and lost when it was shown first, and what the models are called."""
    if isinstance(wins, BattleTally):
        if losses is not None or models is not None:
            raise ValueError("losses or models is given with a BattleTally, which has both; expected neither of them")
        half = wins.ties / 2
        won, lost, names = wins.wins + half, wins.losses + half, [*wins.models]
    else:
        won = check.wins_table(wins, "wins")
        lost = np.zeros(won.shape) if losses is None else check.wins_table(losses, "losses")
        if won.shape != lost.shape:
            raise ValueError(f"losses has shape {lost.shape} and wins {won.shape}; expected the same shape in both")
        names = check.model_names(models, len(won), wins=wins, losses=losses)
        if place and losses is None:
            raise ValueError(
                "place=True is given without losses; expected losses, the battles that each model lost when it was "
                "shown first, or a BattleTally"
            )
    if len(won) < 2:
        raise ValueError("wins has a single model; expected at least two")
    return won.astype(np.float64), lost.astype(np.float64), names

"""The review of comparisons in pairs: whether a lead is told apart from the place in which answers were shown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalbook._distributions import chi2_above, normal_beyond, normal_quantile
from evalbook._input import FloatArray
from evalbook.generation import BattleTally, BradleyTerry, bradley_terry
from evalbook.generation._finite_strengths import WHAT_TO_DO, no_strengths
from evalbook.review._review import Finding, Outcome, Review, Severity, checks_of, make_review
from evalbook.review._words import number_of, p_text, part_of, percent, with_signs

MOST_BY_CHANCE = 1e-4
"""The p-value from which on the order of the pairs may be one of chance."""
LEAST_LEFT = 0.4
"""Less is left if one of three models is always shown first, or one of two in nine of ten battles."""
CHAPTER = "generation/who_leads"


class Lead(NamedTuple):
    """How far the first of two models is ahead, in strength."""

    value: float
    error: float


@dataclass(frozen=True)
class Comparisons:
    """The counted battles, and what Bradley–Terry makes of them, with and without a term for the place."""

    tally: BattleTally

    @cached_property
    def plain(self) -> BradleyTerry:
        return bradley_terry(self.tally, infinite="nan")

    @cached_property
    def placed(self) -> BradleyTerry:
        return bradley_terry(self.tally, place=True, infinite="nan")

    @property
    def in_order(self) -> FloatArray:
        """How often each model (row) was shown before each other one (column)."""
        return np.asarray(self.tally.wins + self.tally.losses + self.tally.ties, dtype=np.float64)

    @property
    def why_not(self) -> str:
        """Who has no finite strength, if the strengths are not finite."""
        if wrong := no_strengths(self.tally.table, list(self.tally.models)):
            who = wrong.removeprefix("wins has no finite strengths: ").removesuffix(f"; {WHAT_TO_DO}")
            return f"the strengths are not finite, because {who}"
        return "the counts are too uneven to fit strengths" if math.isnan(self.plain.strengths[0]) else ""

    @property
    def has_place(self) -> bool:
        return self.placed.place is not None and math.isfinite(self.placed.place)


def best(fit: BradleyTerry) -> int:
    return int(fit.strengths.argmax())


def lead(fit: BradleyTerry, one: int, other: int) -> Lead:
    strength, variance = fit.strengths, fit.covariance
    error = variance[one, one] + variance[other, other] - 2 * variance[one, other]
    return Lead(float(strength[one] - strength[other]), math.sqrt(max(0.0, error)))


# ---------------------------------------------------------------- the order of the pairs


class Order(NamedTuple):
    """How far the models say who is shown first."""

    surplus: FloatArray
    """How many times more each model was shown first than second."""
    left: float
    """The share of the battles' information on the place that the strengths leave: 1 if each model is first as often
    as second, and 0 if strengths explain all that the place does."""
    p_value: float
    """How likely so little is left if the order of each pair is drawn."""


def order_of(in_order: FloatArray) -> Order:
    """The squares of +1 for each battle that strengths can explain: chi-squared, if the order is drawn."""
    met = in_order + in_order.T
    surplus = in_order.sum(axis=1) - in_order.sum(axis=0)
    values, vectors = np.linalg.eigh(np.diag(met.sum(axis=1)) - met)
    free = values > 1e-9 * values[-1]
    explained = float(((vectors.T @ surplus)[free] ** 2 / values[free]).sum())
    return Order(surplus, max(0.0, 1 - explained / in_order.sum()), chi2_above(explained, int(free.sum())))


def place_follows_model(comparisons: Comparisons) -> Outcome:
    r"""Whether the models say who is shown first, so that what the first place is worth cannot be told apart from them.

    .. math:: 1 - \frac{b^\top L^+ b}{n}

    where b is how many times more each model is shown first than second, L has the numbers of battles on its diagonal
    and those of each pair, with a minus, beside it. This is the share of the information on the place that is left once
    the models have strengths. It is found if the share is below 0.4, and would not be by chance (p < 0.0001). It cannot
    see whether the judge prefers a place, or an order that was not recorded.
    """
    in_order = comparisons.in_order
    order, battles = order_of(in_order), in_order.sum(axis=1) + in_order.sum(axis=0)
    if order.left >= LEAST_LEFT or order.p_value >= MOST_BY_CHANCE:
        return None
    most, models = int((np.abs(order.surplus) / np.sqrt(battles)).argmax()), comparisons.tally.models
    which, table = ("first", in_order) if order.surplus[most] > 0 else ("second", in_order.T)
    shown = part_of(round(table[most].sum()), round(battles[most]), "battles")
    message = (
        f"Which answer is shown first depends on the model: model {models[most]!r} is {which} in {shown} that it is "
        f"in. {_what_is_left(order.left)} If the judge prefers a place, the lead of a model may be that of its place. "
        f"Judge the pairs again, in both orders or in random order."
    )
    evidence = {"p_value": order.p_value, "model": models[most], "shown": which}
    severity: Severity = "error" if order.left < 1e-9 else "warning"
    return Finding("place_follows_model", severity, order.left, message, CHAPTER, evidence)


def _what_is_left(left: float) -> str:
    if left < 1e-9:
        return "The strengths of the models explain all that the place could, so no fit can tell the two apart."
    return (
        f"Only {percent(left)} of the battles' information on the place is left once the models have strengths, "
        f"compared with nearly 100% in random order."
    )


def leader_depends_on_place(comparisons: Comparisons) -> Outcome:
    """Whether another model leads once the place has a term of its own.

    It is found if the order of the pairs is not one of chance (p < 0.0001), if the place matters (p < 0.001), and if
    the lead between the two models changes by more than a standard error. It cannot see models below the first that
    change places, or a preference for a place that is not the same for all models.
    """
    if why := comparisons.why_not:
        return why
    if not comparisons.has_place:
        return "the worth of the place is not finite, or cannot be told apart from the strengths"
    plain, placed, models = comparisons.plain, comparisons.placed, comparisons.tally.models
    one, other = best(plain), best(placed)
    before, after = lead(plain, other, one), lead(placed, other, one)
    place, error = float(placed.place or 0), float(placed.place_error or 0)
    p_value = 2 * normal_beyond(abs(place) / error)
    if one == other or after.value - before.value <= after.error or p_value >= 0.001:
        return None
    in_order = comparisons.in_order
    if order_of(in_order).p_value >= MOST_BY_CHANCE:
        return None
    first, battles = in_order[one].sum(), in_order[one].sum() + in_order[:, one].sum()
    message = (
        f"Without a term for the place, model {models[one]!r} leads, {-before.value:.2f} ahead of model "
        f"{models[other]!r}. With the term, model {models[other]!r} is {after.value:.2f} ahead of model "
        f"{models[one]!r}. Being shown first is worth {place:+.2f} ({p_text(p_value)}), and model {models[one]!r} is "
        f"first in {percent(first / battles)} of its battles. "
        f"Report the strengths with this term, bradley_terry(…, place=True), and show the pairs in random order."
    )
    evidence = {"without": models[one], "with": models[other], "place": place, "p_value": p_value}
    return Finding("leader_depends_on_place", "warning", after.value, message, CHAPTER, evidence)


# ---------------------------------------------------------------- the review


def comparisons(
    first: ArrayLike, second: ArrayLike, outcome: ArrayLike, *, ignore: Mapping[str, str] | Sequence[str] = ()
) -> Review:
    r"""Review comparisons of models in pairs: who leads, and whether this is the model or the place of its answers.

    .. math:: P(i \text{ beats } j) = \frac{1}{1 + e^{-(s_i - s_j + h)}}

    where :math:`h` is what being shown first is worth to i. The checks are `place_follows_model` and
    `leader_depends_on_place`.

    Parameters
    ----------
    first, second : array_like of shape (n,)
        The model whose answer was shown first, and the other one: strings or integers.
    outcome : array_like of shape (n,)
        1 if the first won, 0.5 for a tie, 0 if the second won.
    ignore : mapping of str to str, or sequence of str, default ()
        The names of checks whose findings are set aside, each with a reason if a mapping is given. They are kept in
        `ignored` and still printed.

    Returns
    -------
    Review
        It has the `line` to report, the `findings` and what was `not_checked`. It prints as text, and reviews can be
        added.

    See Also
    --------
    evalbook.generation.bradley_terry : the strengths of all models
    tries : review tries that are right or wrong

    Notes
    -----
    1. The line tells the lead of the strongest model over the next one, on the scale of log odds. It has a term for the
       place if what the place is worth can be estimated.
    2. The interval takes all battles as independent. If a person judged many of them, draw the people again, as the
       chapter *Who leads?* does.
    3. If a model never lost, or never won, the strengths are not finite. The line then says so.

    References
    ----------
    Bradley and Terry (1952); Agresti, *Categorical Data Analysis* (2002), section 10.6, for the place.

    Examples
    --------
    >>> from evalbook import review
    >>> found = review.comparisons(["new"] * 20, ["old"] * 20, [1] * 12 + [0] * 8)
    >>> print(found.line)
    model 'new' leads model 'old' by 0.405, 95% interval -0.489 to +1.300 (Bradley–Terry); 20 battles of 2 models
    >>> [finding.check for finding in found.findings]
    ['place_follows_model']
    """
    return make_review(Comparisons(BattleTally.from_arrays(first, second, outcome)), _line, CHECKS, ignore)


def _line(comparisons: Comparisons) -> str:
    tally = comparisons.tally
    count = f"{number_of(int(tally.total), 'battles')} of {number_of(len(tally.models), 'models')}"
    if why := comparisons.why_not:
        return f"no model leads: {why}; {count}"
    fit = comparisons.placed if comparisons.has_place else comparisons.plain
    one, two = np.argsort(-fit.strengths, kind="stable")[:2].tolist()
    ahead = _with_bounds(*lead(fit, one, two), f"Bradley–Terry{' with a term for the place' * comparisons.has_place}")
    told = f"model {tally.models[one]!r} leads model {tally.models[two]!r} by {ahead.removeprefix('+')}"
    if comparisons.has_place:
        told += f"; being shown first is worth {_with_bounds(fit.place or 0, fit.place_error or 0, 'normal')}"
    return f"{told}; {count}"


def _with_bounds(value: float, error: float, how: str) -> str:
    reach = normal_quantile(0.975) * error
    told, low, high = with_signs(value, value - reach, value + reach)
    return f"{told}, 95% interval {low} to {high} ({how})"


CHECKS = checks_of("comparisons", place_follows_model, leader_depends_on_place)

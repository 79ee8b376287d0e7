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
from evalbook._undefined import ratio
from evalbook.generation import BattleTally, BradleyTerry, bradley_terry
from evalbook.generation._finite_strengths import WHAT_TO_DO, no_strengths
from evalbook.review._review import Finding, Outcome, Review, Severity, checks_of, make_review
from evalbook.review._words import number_of, p_text, part_of, percent, with_signs

MOST_BY_CHANCE = 1e-4
"""The p-value from which on the order of the pairs may be one of chance."""
LEAST_LEFT = 0.4
"""Less is left if one of three models is always shown first, or one of two in nine of ten battles."""
NEARLY_ALWAYS = 0.95
"""The answer in one place wins in so large a share of the battles, beyond what the strengths explain."""
LEVEL = 1e-9
"""Strengths that differ by no more are equal: the fit leaves such errors."""
CHAPTER = "generation/who_leads"


class Lead(NamedTuple):
    """How far the first of two models is ahead, in strength."""

    value: float
    error: float


class Side(NamedTuple):
    """The place, first or second, whose answers won more often."""

    name: str
    share: float
    """The share of the battles that it won; a tie is half a win."""
    won: str
    worth: float
    """What being shown there is worth, which may be infinite."""


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

    @property
    def place_tells_all(self) -> bool:
        """Whether the place has no finite worth although strengths cannot take it over: it explains the results."""
        return not self.why_not and not self.has_place and order_of(self.in_order).left >= LEVEL

    @property
    def winning_side(self) -> Side:
        tally, place = self.tally, self.placed.place or 0.0
        share = float((tally.wins.sum() + tally.ties.sum() / 2) / tally.total)
        name, won, worth = ("second", tally.losses, -place) if share < 0.5 else ("first", tally.wins, place)
        battles = part_of(round(won.sum()), round(tally.total), "battles")
        return Side(name, max(share, 1 - share), battles, worth if self.has_place else math.inf)


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
    in_random_order: float
    """The mean of this share if the order of each pair is drawn."""
    p_value: float
    """How likely so little is left if the order of each pair is drawn."""


def order_of(in_order: FloatArray) -> Order:
    """The squares of +1 for each battle that strengths can explain: chi-squared, if the order is drawn."""
    met = in_order + in_order.T
    surplus = in_order.sum(axis=1) - in_order.sum(axis=0)
    values, vectors = np.linalg.eigh(np.diag(met.sum(axis=1)) - met)
    free = values > 1e-9 * values[-1]
    explained = float(((vectors.T @ surplus)[free] ** 2 / values[free]).sum())
    n, strengths = float(in_order.sum()), int(free.sum())
    return Order(surplus, max(0.0, 1 - explained / n), 1 - strengths / n, chi2_above(explained, strengths))


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
        f"in. {_what_is_left(order)} If the judge prefers a place, the lead of a model may be that of its place. "
        f"Judge the pairs again, in both orders or in random order."
    )
    evidence = {"p_value": order.p_value, "model": models[most], "shown": which}
    severity: Severity = "error" if order.left < LEVEL else "warning"
    return Finding("place_follows_model", severity, order.left, message, CHAPTER, evidence)


def _what_is_left(order: Order) -> str:
    if order.left < LEVEL:
        return "The strengths of the models explain all that the place could, so no fit can tell the two apart."
    return (
        f"Only {percent(order.left)} of the battles' information on the place is left once the models have strengths, "
        f"compared with {percent(order.in_random_order)} on average in random order."
    )


def place_decides(comparisons: Comparisons) -> Outcome:
    r"""Whether the answer in the same place won nearly always, which says more about the judge than about the models.

    .. math:: z = \frac{\sum (w - p)}{\sqrt{\sum p (1 - p) (1 - \hat x)^2}}

    where w is 1 if the answer shown first won, p is how likely this is by the strengths alone, and :math:`\hat x` is
    what the strengths explain of a place that is 1 in all battles. It is found if the first, or the second, won at
    least 95% of the battles (a tie is half a win), if z is that of a p-value below 0.0001, and if the place is worth at
    least log 19, or infinitely much. It cannot see a preference that decides fewer battles, which the term for the
    place takes into account.
    """
    if why := comparisons.why_not:
        return why
    if order_of(comparisons.in_order).left < LEVEL:
        return "the worth of the place cannot be told apart from the strengths"
    side, errors = comparisons.winning_side, errors_of_place(comparisons)
    p_value, least = normal_beyond(errors), math.log(NEARLY_ALWAYS / (1 - NEARLY_ALWAYS))
    by_place = (errors > 0) == (side.name == "first")
    if not (side.share >= NEARLY_ALWAYS and p_value < MOST_BY_CHANCE and by_place and side.worth >= least):
        return None
    message = (
        f"The answer shown {side.name} won {side.won}, whichever model gave it. So the results tell how the judge "
        f"chooses, and next to nothing about the models. Check how the judge's answers are read, or ask another judge, "
        f"and show each pair in both orders."
    )
    severity: Severity = "error" if side.share == 1 else "warning"
    evidence = {"p_value": p_value, "shown": side.name, "worth": side.worth}
    return Finding("place_decides", severity, side.share, message, CHAPTER, evidence)


def errors_of_place(comparisons: Comparisons) -> float:
    """By how many standard errors the first won more often than the strengths say: Rao's score test of the place."""
    tally, plain, battles = comparisons.tally, comparisons.plain, comparisons.in_order
    chance = 1 / (1 + np.exp(plain.strengths - plain.strengths[:, np.newaxis]))
    surplus = float((tally.wins + tally.ties / 2 - battles * chance).sum())
    weight = np.asarray(battles * chance * (1 - chance))
    beside = weight.sum(axis=1) - weight.sum(axis=0)
    variance = float(weight.sum() - beside @ plain.covariance @ beside)
    return float(ratio(surplus, math.sqrt(max(0.0, variance))))


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
    p_value = normal_beyond(place / error)
    if one == other or after.value - before.value <= after.error or p_value >= 0.001:
        return None
    in_order = comparisons.in_order
    if order_of(in_order).p_value >= MOST_BY_CHANCE:
        return None
    first, battles = in_order[one].sum(), in_order[one].sum() + in_order[:, one].sum()
    message = (
        f"Without a term for the place, model {models[one]!r} leads, {-before.value:.2f} ahead of model "
        f"{models[other]!r}. With the term, model {models[other]!r} is {after.value:.2f} ahead of model "
        f"{models[one]!r} ({_certain(after)}). Being shown first is worth {place:+.2f} ({p_text(p_value)}), and model "
        f"{models[one]!r} is first in {percent(first / battles)} of its battles. Report the strengths with this term, "
        f"bradley_terry(…, place=True), and show the pairs in random order."
    )
    evidence = {"without": models[one], "with": models[other], "place": place, "p_value": p_value}
    return Finding("leader_depends_on_place", "warning", after.value, message, CHAPTER, evidence)


def _certain(ahead: Lead) -> str:
    """The interval of a lead, and whether it may be one of chance."""
    reach = normal_quantile(0.975) * ahead.error
    may_be = ", so this may be chance" if ahead.value <= reach else ""
    _, low, high = with_signs(ahead.value, ahead.value - reach, ahead.value + reach)
    return f"95% interval {low} to {high}{may_be}"


# ---------------------------------------------------------------- the review


def comparisons(
    first: ArrayLike, second: ArrayLike, outcome: ArrayLike, *, ignore: Mapping[str, str] | Sequence[str] = ()
) -> Review:
    r"""Review comparisons of models in pairs: who leads, and whether this is the model or the place of its answers.

    .. math:: P(i \text{ beats } j) = \frac{1}{1 + e^{-(s_i - s_j + h)}}

    where :math:`h` is what being shown first is worth to i. The checks are `place_follows_model`, `place_decides` and
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
       place if what the place is worth can be estimated. If the two are equal, or if the place has no finite worth
       because it explains the results by itself, no model leads.
    2. The interval takes all battles as independent. If a person judged many of them, draw the people again, as the
       chapter *Who leads?* does. With ties the interval is too wide: with half of the battles tied, about 1.4 times as
       wide as it should be.
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
    if comparisons.place_tells_all:
        side = comparisons.winning_side
        return f"no model leads: the answer shown {side.name} won {side.won}, so the place has no finite worth; {count}"
    fit = comparisons.placed if comparisons.has_place else comparisons.plain
    one, two = np.argsort(-fit.strengths, kind="stable")[:2].tolist()
    (value, error), names = lead(fit, one, two), [repr(tally.models[each]) for each in (one, two)]
    bounds = _with_bounds(value, error, f"Bradley–Terry{' with a term for the place' * comparisons.has_place}")
    told = f"model {names[0]} leads model {names[1]} by {bounds.removeprefix('+')}"
    if value < LEVEL:
        told = f"no model leads: the difference between {names[0]} and {names[1]} is {bounds}"
    if comparisons.has_place:
        told += f"; being shown first is worth {_with_bounds(fit.place or 0, fit.place_error or 0, 'normal')}"
    return f"{told}; {count}"


def _with_bounds(value: float, error: float, how: str) -> str:
    value, reach = value if abs(value) >= LEVEL else 0.0, normal_quantile(0.975) * error
    told, low, high = with_signs(value, value - reach, value + reach)
    return f"{told}, 95% interval {low} to {high} ({how})"


CHECKS = checks_of("comparisons", place_follows_model, place_decides, leader_depends_on_place)

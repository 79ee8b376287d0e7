"""What *Who leads?* concludes: Elo with a large K stays unsure, the place goes to the newest, nurses are the unit."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook import comparison, generation
from evalbook.generation import BattleTally, bradley_terry
from evalbook_tools.claims import claim, limit, over, rests

Floats = NDArray[np.float64]


def log_odds(share: float) -> float:
    return math.log(share / (1 - share))


def drawn_pairs(rng: np.random.Generator, n: int, popular: Floats) -> tuple[NDArray[Any], NDArray[Any]]:
    """n pairs of different models, each as often as the product of how popular the two are."""
    chance = np.outer(popular, popular)
    np.fill_diagonal(chance, 0)
    cells = rng.choice(chance.size, size=n, p=(chance / chance.sum()).ravel())
    return np.divmod(cells, len(popular))


# ---------------------------------------------------------------- Elo on websites whose models do not change


class Website(NamedTuple):
    """Models that do not change: the best is first, and wins a share of its battles against the second best."""

    seed: int
    share: float = 0.55
    models: int = 6
    each: int = 1000
    """How many battles each model has, on average."""
    k: float = 32
    others: str = "in equal steps"
    popular: float = 1
    """How much more often than the others the last model is shown."""


RIVALS = {
    "in equal steps": lambda step, models: -step * np.arange(models),
    "all equal": lambda step, models: np.append(0, np.full(models - 1, -step)),
    "far behind": lambda step, models: np.append([0, -step], np.full(models - 2, -2.0)),
    "in two groups": lambda step, models: np.append([0, -step, -step], np.full(models - 3, -1.5)),
    "in large steps": lambda step, models: np.append([0, -step], -1.0 * np.arange(1, models - 1)),
}
ROUNDS = 400


def best_on_top(site: Website) -> tuple[float, float]:
    """How often Elo and Bradley-Terry put the best model at the top."""
    rng = np.random.default_rng(site.seed)
    strength = RIVALS[site.others](log_odds(site.share), site.models)
    popular = np.append(np.ones(site.models - 1), site.popular)
    n, every = site.each * site.models // 2, np.arange(ROUNDS)
    first, second = (part.reshape(n, ROUNDS) for part in drawn_pairs(rng, n * ROUNDS, popular))
    won = rng.random((n, ROUNDS)) < 1 / (1 + np.exp(strength[second] - strength[first]))
    ratings = np.zeros((ROUNDS, site.models))
    for one, two, outcome in zip(first, second, won, strict=True):
        moved = site.k * (outcome - 1 / (1 + 10 ** ((ratings[every, two] - ratings[every, one]) / 400)))
        ratings[every, one] += moved
        ratings[every, two] -= moved
    by_table = 0
    for one, two, outcome in zip(first.T, second.T, won.T, strict=True):
        tally = BattleTally.from_arrays(one, two, outcome.astype(int), models=range(site.models))
        strengths = bradley_terry(tally, infinite="nan").strengths
        by_table += bool(strengths.argmax() == 0 and np.isfinite(strengths).all())
    return float(np.mean(ratings.argmax(axis=1) == 0)), by_table / ROUNDS


def other_shares() -> dict[str, Website]:
    return {f"wins {share:.0%}": Website(100 + i, share) for i, share in enumerate((0.52, 0.54, 0.56, 0.58, 0.6))}


def other_numbers_of_models() -> dict[str, Website]:
    return {f"{n} models": Website(200 + n, 0.6, n) for n in (2, 3, 4, 8, 12, 20)}


def other_numbers_of_battles() -> dict[str, Website]:
    return {f"{n} battles each": Website(300 + n, 0.6, each=n) for n in (150, 300, 600, 2000, 5000)}


def other_values_of_k() -> dict[str, Website]:
    return {f"K = {k}": Website(400 + k, 0.6, k=k) for k in (32, 40, 48, 64, 96, 128)}


def other_rivals() -> dict[str, Website]:
    return {
        f"others {others}, {share:.0%}": Website(500 + 10 * i + j, share, others=others)
        for i, others in enumerate(RIVALS)
        for j, share in enumerate((0.55, 0.6))
    }


def unequal_shares_of_battles() -> dict[str, Website]:
    return {f"the last model {n} times": Website(600 + n, 0.6, popular=n) for n in (2, 3, 5, 8, 12)}


def few_battles() -> dict[str, Website]:
    return {f"{n} battles each": Website(700 + n, 0.6, each=n) for n in (10, 20, 30, 50, 80)}


def small_k() -> dict[str, Website]:
    return {f"K = {k}": Website(800 + k, 0.6, k=k) for k in (1, 2, 4, 8, 16)}


def clear_leads() -> dict[str, Website]:
    return {f"wins {share:.0%}": Website(900 + i, share) for i, share in enumerate((0.65, 0.7, 0.75, 0.8, 0.9))}


@claim(
    "If the models do not change, the battles come in random order, each model has at least 150 battles and the best "
    "one wins at most 60% of its battles against the second best, Elo with a K of 32 or more puts another model at the "
    "top at least one time in ten, and Bradley–Terry finds the best one more often."
)
@over("the best wins 52 to 60%", other_shares)
@over("2 to 20 models", other_numbers_of_models)
@over("150 to 5,000 battles of each model", other_numbers_of_battles)
@over("a K of 32 to 128", other_values_of_k)
@over("other rivals", other_rivals)
@over("a model that is shown more often", unequal_shares_of_battles)
@limit("10 to 80 battles of each model", few_battles)
@limit("a K of 1 to 16", small_k)
@limit("the best wins 65 to 90%", clear_leads)
def more_battles_do_not_settle_elo(site: Website) -> bool:
    by_elo, by_table = best_on_top(site)
    return by_elo <= 0.9 and by_table > by_elo


# ---------------------------------------------------------------- the newest model always first


class Newest(NamedTuple):
    """Battles in which the newest model, the last one, is always first, and the other pairs are in random order."""

    seed: int
    worth: float = 0.5
    models: int = 6
    step: float = 0.2
    newest: float = -0.3
    battles: int = 1500
    popular: float = 1
    """How much more often than the others the newest is shown."""
    everywhere: bool = False
    """Whether the other pairs are in a fixed order, too, the stronger first, but for one in ten."""


def too_far_ahead(setting: Newest) -> tuple[float, float]:
    """By how much the newest is too far ahead of the best, on average, without and with a term for the place."""
    rng = np.random.default_rng(setting.seed)
    strength = np.append(-setting.step * np.arange(setting.models - 1), setting.newest)
    popular = np.append(np.ones(setting.models - 1), setting.popular)
    found = []
    for _ in range(200):
        first, second = drawn_pairs(rng, setting.battles, popular)
        late = second == setting.models - 1
        if setting.everywhere:
            late |= (second < first) & (first < setting.models - 1) & (rng.random(setting.battles) < 0.9)
        first, second = np.where(late, second, first), np.where(late, first, second)
        ahead = strength[first] - strength[second] + setting.worth
        won = (rng.random(setting.battles) < 1 / (1 + np.exp(-ahead))).astype(int)
        tally = BattleTally.from_arrays(first, second, won, models=range(setting.models))
        fits = [bradley_terry(tally, place=place, infinite="nan").strengths for place in (False, True)]
        found.append([fit[-1] - fit[0] - setting.newest for fit in fits])
    plain, termed = np.nanmean(found, axis=0).tolist()
    return plain, termed


def other_worths() -> dict[str, Newest]:
    return {f"worth {h}": Newest(1000 + i, h) for i, h in enumerate((0.2, 0.3, 0.4, 0.7, 1.0))}


def other_newest() -> dict[str, Newest]:
    return {f"newest at {s}": Newest(1100 + i, newest=s) for i, s in enumerate((-1.5, -0.8, -0.1, 0.2, 0.6))}


def other_steps() -> dict[str, Newest]:
    return {f"steps of {step}": Newest(1200 + i, step=step) for i, step in enumerate((0.0, 0.1, 0.3, 0.5, 0.7))}


def other_sizes() -> dict[str, Newest]:
    sizes = [(3, 600), (4, 800), (8, 2000), (12, 3000), (6, 600), (6, 6000)]
    return {f"{k} models, {n} battles": Newest(1300 + i, models=k, battles=n) for i, (k, n) in enumerate(sizes)}


def newest_shown_more_often() -> dict[str, Newest]:
    return {f"newest {n} times": Newest(1400 + i, popular=n) for i, n in enumerate((0.5, 2, 3, 5, 8))}


def other_pairs_in_one_order() -> dict[str, Newest]:
    return {f"worth {h}": Newest(1500 + i, h, everywhere=True) for i, h in enumerate((0.2, 0.3, 0.4, 0.7, 1.0))}


@claim(
    "If the newest model is always first and the other pairs are in random order, its lead over the best of the others "
    "by plain Bradley–Terry is too high by 0.8 to 1.2 times the worth of the place; with a term for the place it is "
    "off by at most 0.15 times the worth, on average."
)
@over("a place worth 0.2 to 1", other_worths)
@over("a weaker or a stronger newest model", other_newest)
@over("the others alike or far apart", other_steps)
@over("other numbers of models and battles", other_sizes)
@over("the newest shown less or more often", newest_shown_more_often)
@limit("nine in ten of the other pairs show the stronger first", other_pairs_in_one_order)
def the_place_goes_to_the_newest(setting: Newest) -> bool:
    plain, termed = too_far_ahead(setting)
    return 0.8 <= plain / setting.worth <= 1.2 and abs(termed) <= 0.15 * setting.worth


# ---------------------------------------------------------------- nurses with tastes


class Trial(NamedTuple):
    """Nurses who judge battles, and whose tastes move the strength of each model by a normal draw."""

    seed: int
    nurses: int = 20
    each: int = 60
    models: int = 4
    taste: float = 0.7
    step: float = 0.2


STUDIES, DRAWS = 100, 200


def true_lead(trial: Trial) -> float:
    """The lead over all nurses there could be: from the expected shares of all pairs."""
    strength = -trial.step * np.arange(trial.models)
    points, weights = np.polynomial.hermite_e.hermegauss(80)
    ahead = strength[:, None, None] - strength[None, :, None] + math.sqrt(2) * trial.taste * points
    shares = (weights / weights.sum() / (1 + np.exp(-ahead))).sum(axis=-1)
    np.fill_diagonal(shares, 0)
    return lead_of_the_first(bradley_terry(1000 * shares).strengths)


def lead_of_the_first(strengths: Floats) -> float:
    return float(strengths[0] - strengths[1])


def contained(trial: Trial) -> tuple[float, float]:
    """How often the interval by battles and the one by nurses contain the true lead."""
    rng, true = np.random.default_rng(trial.seed), true_lead(trial)
    strength = -trial.step * np.arange(trial.models)
    nurse = np.repeat(np.arange(trial.nurses), trial.each)
    held = np.zeros(2)
    for _ in range(STUDIES):
        liked = strength + rng.normal(0, trial.taste, (trial.nurses, trial.models))
        first, second = drawn_pairs(rng, len(nurse), np.ones(trial.models))
        ahead = liked[nurse, first] - liked[nurse, second]
        won = (rng.random(len(nurse)) < 1 / (1 + np.exp(-ahead))).astype(int)
        rows = BattleTally.rows(first, second, won, models=range(trial.models))
        for place, groups in enumerate((None, nurse)):
            one = comparison.interval(_lead, rows, groups=groups, rounds=DRAWS, rng=0)
            held[place] += one.low <= true <= one.high
    by_battles, by_nurses = (held / STUDIES).tolist()
    return by_battles, by_nurses


def _lead(tally: BattleTally) -> float:
    return lead_of_the_first(generation.bradley_terry(tally, infinite="nan").strengths)


def other_tastes() -> dict[str, Trial]:
    return {f"taste {taste}": Trial(2000 + i, taste=taste) for i, taste in enumerate((0.5, 0.6, 0.8, 1.0, 1.5))}


def other_numbers_of_nurses() -> dict[str, Trial]:
    return {f"{n} nurses": Trial(2100 + n, nurses=n) for n in (20, 30, 40, 60, 100)}


def more_battles_of_each() -> dict[str, Trial]:
    return {f"{n} battles": Trial(2200 + n, each=n) for n in (60, 80, 100, 150, 200)}


def other_models() -> dict[str, Trial]:
    return {f"{n} models": Trial(2300 + n, models=n) for n in (2, 3, 4, 5, 6)}


def other_leads() -> dict[str, Trial]:
    return {f"steps of {step}": Trial(2400 + i, step=step) for i, step in enumerate((0.0, 0.1, 0.3, 0.5, 0.8))}


def one_taste_for_all() -> dict[str, Trial]:
    return {f"{n} nurses": Trial(2500 + n, nurses=n, taste=0) for n in (20, 30, 40, 60, 100)}


def few_battles_of_each() -> dict[str, Trial]:
    return {f"{n} battles": Trial(2600 + n, each=n, nurses=100) for n in (2, 4, 6, 8, 10)}


@claim(
    "If the nurses' tastes move the strength of each model by a standard deviation of at least 0.5, and each of at "
    "least 20 nurses judges at least 60 battles between at most six models, the 95% interval by battles contains the "
    "true lead in fewer than 90% of all studies, and the interval by nurses contains it more often."
)
@over("tastes of 0.5 to 1.5", other_tastes)
@over("20 to 100 nurses", other_numbers_of_nurses)
@over("60 to 200 battles of each nurse", more_battles_of_each)
@over("2 to 6 models", other_models)
@over("other leads", other_leads)
@limit("nurses without tastes of their own", one_taste_for_all)
@limit("2 to 10 battles of each nurse", few_battles_of_each)
def nurses_are_the_unit(trial: Trial) -> bool:
    by_battles, by_nurses = contained(trial)
    return by_battles < 0.9 and by_nurses > by_battles


rests("leads-bet-1", once="leads-orders-assert", by="54.8% [52.6%, 57.0%]")
rests("Elo and Bradley–Terry: game by game", exact="leads-bt-assert")
rests("Do more battles settle the ranking", claim="more-battles-do-not-settle-elo")
rests("leads-bet-2", once="leads-more-assert", by="55.8% [51.4%, 60.1%]")
rests("A term for the place: home advantage", claim="the-place-goes-to-the-newest")
rests("Intervals: draw the games, or draw the people", claim="nurses-are-the-unit")
rests("Where it stops: models that change, circles", exact="leads-circle-assert")
rests("What to report with a ranking", defines="Bradley–Terry with a term")
rests(
    "An {term}`Elo rating` (Elo 等级分) with",
    claim="more-battles-do-not-settle-elo",
    when="the best one wins at most 60% of its battles against the second best, Elo with a K of 32 or more",
)
rests("The {term}`Bradley–Terry model` (Bradley–Terry", exact="leads-bt-assert")
rests(
    "If the newest model is always shown",
    claim="the-place-goes-to-the-newest",
    when="If the newest model is always first and the other pairs are in random order",
)
rests(
    "The leader of the whole table may still",
    claim="nurses-are-the-unit",
    when="each of at least 20 nurses judges at least 60 battles",
)

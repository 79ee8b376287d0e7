"""What *Who leads?* concludes: Elo with a large K stays unsure, the place goes to the newest, nurses are the unit."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook import comparison, generation
from evalbook.generation import BattleTally, bradley_terry
from evalbook_tools.claims import claim, fell, limit, over, rests

Floats = NDArray[np.float64]


def log_odds(share: float) -> float:
    return math.log(share / (1 - share))


def drawn_pairs(rng: np.random.Generator, n: int, popular: Floats) -> tuple[NDArray[Any], NDArray[Any]]:
    """n pairs of different models, each as often as the product of how popular the two are."""
    chance = np.outer(popular, popular)
    np.fill_diagonal(chance, 0)
    return pairs_by(rng, n, chance)


def pairs_by(rng: np.random.Generator, n: int, chance: Floats) -> tuple[NDArray[Any], NDArray[Any]]:
    """n pairs, each as often as a table says."""
    cells = rng.choice(chance.size, size=n, p=(chance / chance.sum()).ravel())
    return np.divmod(cells, len(chance))


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
    ties: float = 0
    """The share of ties, which take as many wins from one side as from the other."""
    bridge: float | None = None
    """If given, the best meets three weak models and the second best meets its like, but for so many battles."""
    suits: float | None = None
    """If given, the share of battles that the best wins against the third and later ones, of which the second wins 60%;
    no one strength for each model describes this."""


RIVALS = {
    "in equal steps": lambda step, models: -step * np.arange(models),
    "all equal": lambda step, models: np.append(0, np.full(models - 1, -step)),
    "far behind": lambda step, models: np.append([0, -step], np.full(models - 2, -2.0)),
    "very far behind": lambda step, models: np.append([0, -step], np.full(models - 2, -6.0)),
    "in two groups": lambda step, models: np.append([0, -step, -step], np.full(models - 3, -1.5)),
    "in large steps": lambda step, models: np.append([0, -step], -1.0 * np.arange(1, models - 1)),
    "one like the second, three far": lambda step, models: np.append([0, -step, -step - 0.05], np.full(3, -3.0)),
}
ROUNDS = 400
FEWEST_FINITE = 50


def best_on_top(site: Website) -> tuple[float, float]:
    """How often Elo and Bradley-Terry, where its strengths are finite, put the best model at the top."""
    rng = np.random.default_rng(site.seed)
    n = site.each * site.models // 2
    first, second = (part.reshape(n, ROUNDS) for part in pairs_by(rng, n * ROUNDS, met(site)))
    drawn, wins = rng.random((n, ROUNDS)), chances(site) - site.ties / 2
    outcome = np.where(drawn < wins[first, second], 1, np.where(drawn < wins[first, second] + site.ties, 0.5, 0))
    every = np.arange(ROUNDS)
    ratings, table = np.zeros((ROUNDS, site.models)), np.zeros((ROUNDS, site.models, site.models))
    for one, two, won in zip(first, second, outcome, strict=True):
        moved = site.k * (won - 1 / (1 + 10 ** ((ratings[every, two] - ratings[every, one]) / 400)))
        ratings[every, one] += moved
        ratings[every, two] -= moved
        table[every, one, two] += won
        table[every, two, one] += 1 - won
    fits = [bradley_terry(counted, infinite="nan").strengths for counted in table]
    finite = [fit for fit in fits if np.isfinite(fit).all()]
    by_table = np.mean([first_place(fit) for fit in finite]) if len(finite) >= FEWEST_FINITE else math.nan
    return float(np.mean([first_place(rated) for rated in ratings])), float(by_table)


def met(site: Website) -> Floats:
    """How often each pair meets."""
    popular = np.append(np.ones(site.models - 1), site.popular)
    chance = np.outer(popular, popular)
    np.fill_diagonal(chance, 0)
    if site.bridge is not None:
        chance = np.zeros((6, 6))
        chance[0, 3:], chance[1, 2], chance[0, 1:3] = 1 / 3, 1, site.bridge / 2
    return chance


def chances(site: Website) -> Floats:
    """How likely each beats each other one."""
    strength = RIVALS[site.others](log_odds(site.share), site.models)
    found = 1 / (1 + np.exp(strength - strength[:, np.newaxis]))
    if site.suits is not None:
        found[:] = 0.5
        found[0, 1], found[0, 2:], found[1, 2:] = site.share, site.suits, 0.6
        found = np.triu(found) + np.tril(1 - found.T, -1)
    return np.asarray(found)


def first_place(points: Floats) -> float:
    """1 if the first model is at the top; those that are level there share it."""
    level = points > points.max() - 1e-6
    return float(level[0] / level.sum())


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
        for i, others in enumerate([*RIVALS][:-1])
        for j, share in enumerate((0.55, 0.6))
    }


def unequal_shares_of_battles() -> dict[str, Website]:
    return {f"the last model {n} times": Website(600 + n, 0.6, popular=n) for n in (2, 3, 5, 8, 12)}


def few_battles_of_close_models() -> dict[str, Website]:
    return {f"52%, {n} models": Website(1650 + n, 0.52, n, each=150) for n in (2, 3, 4, 6, 8)}


def with_ties() -> dict[str, Website]:
    return {
        f"{ties:.0%} ties": Website(1700 + i, 0.6, 2, each=2000, ties=ties) for i, ties in enumerate((0.5, 0.6, 0.7))
    }


def pairs_not_at_random() -> dict[str, Website]:
    far = "one like the second, three far"
    return {
        f"a bridge of {bridge}": Website(1750 + i, 0.6, each=400, others=far, bridge=bridge)
        for i, bridge in enumerate((0.3, 0.1, 0.03))
    }


def no_common_strength() -> dict[str, Website]:
    return {f"{n} battles each": Website(1780 + n, 0.6, each=n, suits=0.95) for n in (200, 2000)}


def nearly_equal() -> dict[str, Website]:
    return {f"wins {share:.1%}": Website(1790 + i, share, 2, each=150) for i, share in enumerate((0.5, 0.501, 0.505))}


def few_battles() -> dict[str, Website]:
    return {f"{n} battles each": Website(700 + n, 0.6, each=n) for n in (10, 20, 30, 50, 80)}


def small_k() -> dict[str, Website]:
    return {f"K = {k}": Website(800 + k, 0.6, k=k) for k in (1, 2, 4, 8, 16)}


def clear_leads() -> dict[str, Website]:
    return {f"wins {share:.0%}": Website(900 + i, share) for i, share in enumerate((0.65, 0.7, 0.75, 0.8, 0.9))}


@claim(
    "If each model has one strength that does not change, the two models of each battle are drawn at random, there are "
    "no ties, each model has at least 150 battles and the best one wins 52% to 60% of its battles against the second "
    "best, Elo with a K of 32 or more puts another model at the top at least one time in ten, and Bradley–Terry finds "
    "the best one more often, if its strengths are finite."
)
@over("the best wins 52 to 60%", other_shares)
@over("2 to 20 models", other_numbers_of_models)
@over("150 to 5,000 battles of each model", other_numbers_of_battles)
@over("a K of 32 to 128", other_values_of_k)
@over("other rivals", other_rivals)
@over("a model that is shown more often", unequal_shares_of_battles)
@over("the best wins 52%, 150 battles of each model", few_battles_of_close_models)
@limit("10 to 80 battles of each model", few_battles)
@limit("a K of 1 to 16", small_k)
@limit("the best wins 65 to 90%", clear_leads)
@limit("the best wins 50 to 50.5%", nearly_equal)
@limit("half of the battles or more are ties", with_ties)
@limit("the best meets weak models, the second best meets its like", pairs_not_at_random)
@limit("the best is stronger than its strength against weak models", no_common_strength)
def more_battles_do_not_settle_elo(site: Website) -> bool | None:
    by_elo, by_table = best_on_top(site)
    return None if math.isnan(by_table) else by_elo <= 0.9 and by_table > by_elo


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
    return {f"steps of {step}": Newest(1200 + i, step=step) for i, step in enumerate((0.0, 0.1, 0.3, 0.4, 0.5))}


def far_apart_and_a_large_place() -> dict[str, Newest]:
    """Strengths that differ by 2, and a place that is worth 1."""
    kinds = [(3, 800), (6, 1500), (20, 4000)]
    return {
        f"{k} models, newest at {newest}": Newest(1600 + 10 * i + j, 1.0, k, 2 / (k - 2), newest, n)
        for i, (k, n) in enumerate(kinds)
        for j, newest in enumerate((-2.0, -1.0, 0.0))
    }


def too_far_apart() -> dict[str, Newest]:
    return {
        f"{k} models {apart} apart, worth {worth}": Newest(1650 + i, worth, k, apart / (k - 2), -apart, 3000)
        for i, (k, apart, worth) in enumerate(
            [(6, 3.0, 1.0), (6, 4.0, 0.5), (6, 4.0, 1.0), (10, 3.0, 1.0), (6, 2.0, 2.0)]
        )
    }


def other_sizes() -> dict[str, Newest]:
    sizes = [(3, 600), (4, 800), (8, 2000), (12, 3000), (6, 600), (6, 6000)]
    return {f"{k} models, {n} battles": Newest(1300 + i, models=k, battles=n) for i, (k, n) in enumerate(sizes)}


def newest_shown_more_often() -> dict[str, Newest]:
    return {f"newest {n} times": Newest(1400 + i, popular=n) for i, n in enumerate((0.5, 2, 3, 5, 8))}


def other_pairs_in_one_order() -> dict[str, Newest]:
    return {f"worth {h}": Newest(1500 + i, h, everywhere=True) for i, h in enumerate((0.2, 0.3, 0.4, 0.7, 1.0))}


@claim(
    "If the newest model is always first and the other pairs are in random order, each model has at least 200 battles, "
    "the strengths differ by at most 2 and the place is worth 0.2 to 1, the newest model's lead over the model that is "
    "truly the best of the others is too high by 0.8 to 1.2 times the worth of the place by plain Bradley–Terry; with "
    "a term for the place it is off by at most 0.15 times the worth, on average."
)
@over("a place worth 0.2 to 1", other_worths)
@over("a weaker or a stronger newest model", other_newest)
@over("the others alike or far apart", other_steps)
@over("strengths that differ by 2 and a place worth 1", far_apart_and_a_large_place)
@over("other numbers of models and battles", other_sizes)
@over("the newest shown less or more often", newest_shown_more_often)
@limit("nine in ten of the other pairs show the stronger first", other_pairs_in_one_order)
@limit("strengths that differ by 3 or 4, or a place worth 2", too_far_apart)
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
    alike: float = 0
    """The correlation of a nurse's tastes for two models."""
    behind: float = 0
    """How far the third and later models fall behind these steps."""

    def strengths(self) -> Floats:
        """The mean strengths."""
        number = np.arange(self.models)
        return np.asarray(-self.step * number - self.behind * (number > 1))


STUDIES, DRAWS = 100, 100


def true_lead(trial: Trial) -> float:
    """The lead over all nurses there could be: from the expected shares of all pairs."""
    strength = trial.strengths()
    points, weights = np.polynomial.hermite_e.hermegauss(80)
    ahead = strength[:, None, None] - strength[None, :, None] + math.sqrt(2 - 2 * trial.alike) * trial.taste * points
    shares = (weights / weights.sum() / (1 + np.exp(-ahead))).sum(axis=-1)
    np.fill_diagonal(shares, 0)
    return lead_of_the_first(bradley_terry(1000 * shares).strengths)


def lead_of_the_first(strengths: Floats) -> float:
    return float(strengths[0] - strengths[1])


def contained(trial: Trial) -> tuple[float, float]:
    """How often the interval by battles and the one by nurses contain the true lead."""
    rng, true = np.random.default_rng(trial.seed), true_lead(trial)
    strength = trial.strengths()
    nurse = np.repeat(np.arange(trial.nurses), trial.each)
    held = np.zeros(2)
    for _ in range(STUDIES):
        own, shared = (
            rng.normal(0, trial.taste, (trial.nurses, trial.models)),
            rng.normal(0, trial.taste, (trial.nurses, 1)),
        )
        liked = strength + math.sqrt(1 - trial.alike) * own + math.sqrt(trial.alike) * shared
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


def some_models_far_behind() -> dict[str, Trial]:
    return {f"{behind} behind": Trial(2450 + i, behind=behind) for i, behind in enumerate((0.5, 1.0, 1.5, 2.0, 3.0))}


def tastes_alike() -> dict[str, Trial]:
    return {f"correlation {alike}": Trial(2480 + i, alike=alike) for i, alike in enumerate((0.9, 0.95, 1.0))}


def one_taste_for_all() -> dict[str, Trial]:
    return {f"{n} nurses": Trial(2500 + n, nurses=n, taste=0) for n in (20, 30, 40, 60, 100)}


def few_battles_of_each() -> dict[str, Trial]:
    return {f"{n} battles": Trial(2600 + n, each=n, nurses=100) for n in (2, 4, 6, 8, 10)}


@claim(
    "If the nurses' tastes move the strength of each model independently, by a standard deviation of at least 0.5, and "
    "each of at least 20 nurses judges at least 60 battles between at most six models, the 95% interval by battles "
    "contains the lead that very many nurses would give in fewer than 90% of all studies, and the interval by nurses "
    "contains it more often."
)
@over("tastes of 0.5 to 1.5", other_tastes)
@over("20 to 100 nurses", other_numbers_of_nurses)
@over("60 to 200 battles of each nurse", more_battles_of_each)
@over("2 to 6 models", other_models)
@over("other leads", other_leads)
@over("some models far behind", some_models_far_behind)
@limit("nurses without tastes of their own", one_taste_for_all)
@limit("tastes for all models alike", tastes_alike)
@limit("2 to 10 battles of each nurse", few_battles_of_each)
def nurses_are_the_unit(trial: Trial) -> bool:
    by_battles, by_nurses = contained(trial)
    return by_battles < 0.9 and by_nurses > by_battles


fell(
    "If every pair is always shown in the same order, nobody can tell the place from the strength.",
    became="gone",
    unlike={
        "If the newest model is always shown first": "only the newest is in one order, and it is about the size",
        "This holds for other websites, too, as long": "only the newest is in one order, and it is about the size",
        "Here, the function learns what the place is worth": "only the battles of one model, which is always first",
    },
)
fell(
    "No number of battles separates the model from a place that it always has.",
    became="gone",
    unlike={"A large number of battles helps": "of this model alone"},
)
fell("A small K needs more battles before the ratings are far enough apart, and then it does better.", became="gone")

rests("leads-bet-1", once="leads-orders-assert", by="54.8% [52.6%, 57.0%]")
rests("Elo and Bradley–Terry: game by game", exact="leads-orders-assert")
rests("Do more battles settle the ranking", claim="more-battles-do-not-settle-elo")
rests("leads-bet-2", once="leads-more-assert", by="59.8% [58.4%, 61.1%]")
rests("A term for the place: home advantage", claim="the-place-goes-to-the-newest")
rests("Intervals: draw the games, or draw the people", claim="nurses-are-the-unit")
rests("Where it stops: models that change, circles", exact="leads-circle-assert")
rests("What to report with a ranking", defines="Bradley–Terry with a term")
rests(
    "An {term}`Elo rating` (Elo 等级分) with",
    claim="more-battles-do-not-settle-elo",
    when="each model has one strength that does not change, the two models of each battle are drawn at random, there "
    "are no ties, each model has at least 150 battles and the best one wins 52% to 60% of its battles against the "
    "second best, Elo with a K of 32 or more",
)
rests("The {term}`Bradley–Terry model` (Bradley–Terry", exact="leads-orders-assert")
rests(
    "If the newest model is always shown",
    claim="the-place-goes-to-the-newest",
    when="If the newest model is always first and the other pairs are in random order, each model has at least 200 "
    "battles, the strengths differ by at most 2 and the place is worth 0.2 to 1",
)
rests(
    "The leader of the whole table may still",
    claim="nurses-are-the-unit",
    when="each of at least 20 nurses judges at least 60 battles",
)

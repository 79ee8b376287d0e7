"""What *The cost matrix* concludes of the health survey; the rest is counted on its page."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from claims.settings import APART, DRAWS, SHARES, with_share
from evalbook.teaching import examples
from evalbook_tools.claims import claim, fell, limit, over, rests

LEARNERS = {
    "a weak penalty": LogisticRegression(C=100),
    "a strong penalty": LogisticRegression(C=0.01),
    "squares and products": make_pipeline(PolynomialFeatures(2, include_bias=False), LogisticRegression()),
    "boosted trees": GradientBoostingClassifier(n_estimators=40, max_depth=2, random_state=0),
    "a forest": RandomForestClassifier(60, min_samples_leaf=50, random_state=0),
    "200 neighbors": KNeighborsClassifier(200),
    "20 neighbors": KNeighborsClassifier(20),
    "a forest of full trees": RandomForestClassifier(60, random_state=0),
    "naive Bayes": GaussianNB(),
}


class Visits(NamedTuple):
    """Persons with a risk each, and what one costs who is in poor health and not visited; a needless visit costs 1."""

    poor: NDArray[Any]
    risk: NDArray[Any]
    household: NDArray[np.int64]
    price: float

    def bill(self, called: NDArray[np.bool_]) -> float:
        return float(self.price * np.sum((self.poor == 1) & ~called) + np.sum((self.poor == 0) & called))

    @property
    def by_rule(self) -> NDArray[np.bool_]:
        return np.asarray(self.risk >= 1 / (1 + self.price))


def visits(seed: int, price: float = 50, learner: Any = None, share: float = 0.5, poor: float | None = None) -> Visits:
    """A share of the households, drawn by lot, are learned from, and the others visited.

    With `poor`, persons are left out by lot until this share is in poor health.
    """
    survey = examples.health_survey()
    lot = np.random.default_rng(seed).random(survey.household.max() + 1) < share
    kept = np.arange(survey.poor.size) if poor is None else with_share(survey.poor, poor, seed)
    answers, truth, household = survey.answers[kept], survey.poor[kept], survey.household[kept]
    train, test = lot[household], ~lot[household]
    model = make_pipeline(StandardScaler(), LogisticRegression() if learner is None else learner)
    risk = model.fit(answers[train], truth[train]).predict_proba(answers[test])[:, 1]
    return Visits(truth[test], risk, household[test], price)


def other_prices(draw: int) -> dict[str, Visits]:
    return {f"a miss at {p}": visits(1000 + p + APART * draw, p) for p in (20, 30, 40, 50, 60, 80, 100)}


def other_learners(draw: int) -> dict[str, Visits]:
    return {
        name: visits(2000 + i + APART * draw, learner=learner) for i, (name, learner) in enumerate(LEARNERS.items())
    }


def other_parts(draw: int) -> dict[str, Visits]:
    parts = (0.2, 0.3, 0.4, 0.6, 0.7, 0.8)
    return {f"{part:.0%} learned from": visits(3000 + i + APART * draw, share=part) for i, part in enumerate(parts)}


def other_shares(draw: int) -> dict[str, Visits]:
    """Of persons in poor health; in the survey they are 1.6%."""
    choices = [(share, price) for share in (0.01, 0.02, 0.03, 0.04, 0.05) for price in (20, 50, 100)]
    return {
        f"{share:.0%} poor, a miss at {price}": visits(3600 + i + APART * draw, price, poor=share)
        for i, (share, price) in enumerate(choices)
    }


def larger_shares(draw: int) -> dict[str, Visits]:
    return {f"{share:.0%} poor": visits(3501 + i + APART * draw, poor=share) for i, share in enumerate(SHARES[1:])}


@claim(
    "In the survey, and in parts of it with up to 5% in poor health, at 20 to 100 a miss, the rule by the risks of a"
    " model that weighs no class up, and gives more than yes and no, is cheaper than visiting nobody, and than visiting"
    " everybody."
)
@over("other households learned from", lambda: [visits(seed) for seed in range(100)], draws=True)
@over("other prices", other_prices, each=DRAWS)
@over("other learners", other_learners, each=DRAWS)
@over("fewer and more households learned from", other_parts, each=DRAWS)
@over("1 to 5% in poor health, three prices", other_shares, each=DRAWS)
@limit("10 to 50% in poor health", larger_shares, each=DRAWS)
@limit(
    "with both classes weighed alike",
    lambda: [visits(4000 + seed, learner=LogisticRegression(class_weight="balanced")) for seed in range(20)],
)
@limit(
    "by yes and no, from a full tree",
    lambda: [visits(4100 + seed, learner=DecisionTreeClassifier(random_state=0)) for seed in range(20)],
)
@limit("a miss at 500", lambda: [visits(4200 + seed, 500) for seed in range(20)])
def rule_beats_nobody_and_everybody(setting: Visits) -> bool:
    nobody, everybody = np.zeros(setting.poor.size, bool), np.ones(setting.poor.size, bool)
    return setting.bill(setting.by_rule) < min(setting.bill(nobody), setting.bill(everybody))


fell(
    "The risks add up to 48 and 44 were found, so the rule may use them as they are.",
    became="gone",
    unlike={
        "Are these risks calibrated? They add up": "asks, and goes on to say that the sum is no reason",
        "They add up to 48 cases": "goes on to say that the sum is no reason",
        "The rule relies on the risks near": "goes on to say that the sum is no reason",
    },
)
fell("Fβ is an exception: its price of a miss changes with the score.", became="gone")
fell(
    "The rule saves two fifths of what visiting nobody costs: both intervals stay far above 0.",
    became="rule-beats-nobody-and-everybody",
)
fell(
    "In the survey, at 20 to 100 a miss, the rule by the risks of a model that weighs no class up, and gives more than"
    " yes and no, is cheaper than visiting nobody, and than visiting everybody.",
    became="rule-beats-nobody-and-everybody",
)
fell(
    "In the survey, at 20 to 200 a miss, the rule by risks that add up to the cases is cheaper than to visit nobody and"
    " than to visit everybody.",
    became="rule-beats-nobody-and-everybody",
)
fell(
    "In the survey, at 20 to 200 a miss, the rule by the risks is cheaper than visiting nobody, and than visiting"
    " everybody.",
    became="rule-beats-nobody-and-everybody",
)
fell("Chosen on half of the survey, the best threshold is no better than 1/51.", became="gone")
fell(
    "In the survey, at 20 to 200 a miss, a threshold chosen on half of the persons usually costs the others no less, on"
    " average, than the rule.",
    became="gone",
)
fell(
    "Two tests tie where the price of a miss is the alarms that one makes more, over the misses that it saves.",
    became="gone",
)
fell("Write cost_fn= and cost_fp=, which have no order: that prevents it.", became="gone")
fell(
    "A factor changes no winner, nor does a constant on a row.",
    became="gone",
)
fell(
    "Five more on a row changes no winner, five more on a column does.",
    became="gone",
)

rests("cost-matrix-break-even", exact="c2f12716")
rests("What the two choices cost at a risk of 3%", exact="c2f12716")
rests("Test B makes four times", exact="0eea3599")
rests("cost-matrix-typed", exact="812aa7cb-assert")
rests("Which class comes first in the cost matrix", exact="812aa7cb-assert")
rests("The rule visits 547", exact="c942ef41-assert")
rests("Where it stops: the rule needs calibrated risks", exact="ddc0da32-assert")
rests("What to report with a bill", defines="visiting nobody and visiting everybody")
rests("If errors have unequal costs", exact="e3b07a94-assert")
rests("In a cost matrix", exact="812aa7cb-assert")
rests("If the probabilities are calibrated", exact="ddc0da32-assert")
rests("If you know the true labels", exact="c52f36f9-assert")

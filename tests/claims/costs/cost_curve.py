"""What *The cost curve* concludes of the clinic's threshold elsewhere; the rest is counted on its page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from claims.settings import APART, DRAWS, SPLITS, Scored, third_of_the_tumors
from evalbook import curves
from evalbook_tools.claims import claim, fell, limit, over, rests

CLINIC = (1, 4)
LEARNERS = {
    "a strong penalty": LogisticRegression(C=0.01),
    "linear discriminant": LinearDiscriminantAnalysis(),
    "naive Bayes": GaussianNB(),
    "30 neighbors": KNeighborsClassifier(30),
    "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0),
    "forest": RandomForestClassifier(60, min_samples_leaf=5, random_state=0),
}


class Move(NamedTuple):
    """A model of the clinic's, the price of a miss, and the share of the malignant where it is to be used."""

    scored: Scored
    price: float = 50
    share: float = 0.01


def clinic(seed: int, model: Any = None, columns: tuple[int, ...] = CLINIC) -> Scored:
    return third_of_the_tumors(columns, LogisticRegression() if model is None else model, seed)


def other_prices(draw: int) -> dict[str, Move]:
    return {f"a miss at {p}": Move(clinic(1000 + p + APART * draw), p) for p in (20, 25, 30, 35, 40, 45, 50)}


def other_places(draw: int) -> dict[str, Move]:
    shares = (0.001, 0.002, 0.003, 0.005, 0.007, 0.01)
    return {
        f"{share:.1%} malignant": Move(clinic(1100 + i + APART * draw), share=share) for i, share in enumerate(shares)
    }


def other_learners(draw: int) -> dict[str, Move]:
    return {name: Move(clinic(1200 + i + APART * draw, model)) for i, (name, model) in enumerate(LEARNERS.items())}


def clinics_with(shares: Sequence[float], seed: int) -> Callable[[int], dict[str, Move]]:
    """Malignant or benign tumors are left out of the clinic, by lot."""

    def drawn(draw: int) -> dict[str, Move]:
        seeds = {share: seed + i + APART * draw for i, share in enumerate(shares)}
        return {
            f"{share:.0%} malignant": Move(third_of_the_tumors(CLINIC, LogisticRegression(), at, share=share))
            for share, at in seeds.items()
        }

    return drawn


@claim(
    "With the clinic's two measurements and at 20 to 50 a miss, the threshold that is the cheapest in a clinic with 30%"
    " malignant tumors or more costs more than calling nobody where one lump in a hundred or fewer is malignant."
)
@over("other splits of the tumors", lambda: [Move(clinic(seed)) for seed in range(SPLITS)], draws=True)
@over("other prices", other_prices, each=DRAWS)
@over("other shares of the malignant", other_places, each=DRAWS)
@over("other learners", other_learners, each=DRAWS)
@over("30 to 60% malignant in the clinic", clinics_with((0.3, 0.35, 0.4, 0.45, 0.5, 0.6), 1500), each=DRAWS)
@limit("5 to 20% malignant in the clinic", clinics_with((0.05, 0.1, 0.2), 1400), each=DRAWS)
@limit(
    "with all thirty measurements",
    lambda: [Move(clinic(1300 + seed, columns=tuple(range(30)))) for seed in range(30)],
)
def clinics_threshold_dearer_than_nobody(move: Move) -> bool:
    """By the rates of the threshold that is the cheapest on these tumors, where others are examined."""
    best = curves.best_threshold(*move.scored, cost_fn=move.price, cost_fp=1).counts
    paid = move.share * float(best.fnr) * move.price + (1 - move.share) * float(best.fpr)
    return paid > move.share * move.price


fell("By area model and dents are nearly equal, and the place decides which is cheaper.", became="gone")
fell("From 0.7 to 0.9 the dents are cheaper than the model.", became="gone")
fell("That is more than calling nobody, by nearly three of its ±.", became="clinics-threshold-dearer-than-nobody")
fell(
    "With the clinic's two measurements and at 20 to 50 a miss, the threshold that is the cheapest in the clinic costs"
    " more than calling nobody where one lump in a hundred or fewer is malignant.",
    became="clinics-threshold-dearer-than-nobody",
)
fell(
    "At 20 to 50 a miss, the threshold that is the cheapest in the clinic costs more than calling nobody where one lump"
    " in a hundred or fewer is malignant.",
    became="clinics-threshold-dearer-than-nobody",
)
fell(
    "Another class mix is another place on the axis, with another threshold.",
    became="gone",
    unlike={
        "At the same prices, another class mix": "says at the same prices, and that the threshold may stay",
    },
)
fell(
    "Another class mix is another place on the axis.",
    became="gone",
    unlike={
        "At the same prices, another class mix": "says at the same prices",
        "In the ROC plot of the last chapter": "class mix and prices together",
    },
)
fell("Useless scores have the area ¼.", became="gone")
fell(
    "An inner corner of the convex hull is a piece of the envelope, and no end of it is.",
    became="gone",
    unlike={
        "a corner of the convex hull between its ends": "a row of the table of duals, which says nothing of the ends",
    },
)
fell(
    "The area is the expected total cost, if every place is equally likely and the best threshold is known.",
    became="gone",
    unlike={
        "The area is the expected normalized cost": "normalized, as it has to be",
    },
)
fell(
    "Chosen on one half, the threshold costs more on the other.",
    became="gone",
    unlike={
        "With thresholds chosen on one half, it is 0.178": "counted on these halves",
    },
)

fell(
    "Other tumors, as many of each kind, would give other bills: ± covers about 95% of that luck.",
    became="gone",
)

rests("cost-curve-price", exact="2188c619-assert")
rests("When the test misses too much", exact="2188c619-assert")
rests("Wards and prices share one axis", exact="e821042c")
rests("A test is a line, worth using between two crossings", exact="5550d5d2-assert")
rests("Many lines make an envelope", exact="05da607e")
rests("In a screening, the clinic's threshold", claim="clinics-threshold-dearer-than-nobody")
rests(
    "Where it stops: a model with more measurements",
    once="cost-thirty-assert",
    by="clinics-threshold-dearer-than-nobody",
)
rests("cost-curve-useless", exact="199088ee-assert")
rests("The area takes all places as equally likely", defines="its mean height")
rests("What to report with a cost curve", defines="which part of the axis counts")
rests("The probability cost (", exact="e821042c")
rests("A test is worth using only where", exact="5550d5d2-assert")
rests("The lower envelope (", exact="05da607e")
rests("At the same prices, another class mix", exact="f717c593-assert")

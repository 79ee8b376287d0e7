"""What *The area under the P-R curve* concludes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from claims.settings import (
    APART,
    DRAWS,
    Scored,
    half_of_the_survey,
    splits_of_the_survey,
    splits_of_the_tumors,
)
from evalbook import curves
from evalbook_tools.claims import claim, fell, limit, over, rests


def trapezoid(y_true, y_score) -> float:
    """As libraries draw it: the points joined by lines, and (0, 1) before them."""
    curve = curves.pr_curve(y_true, y_score)
    return curves.auc([0, *curve.recall], [1, *curve.precision])


def other_models(draw: int) -> dict[str, Scored]:
    """Each single answer, each pair, and other learners on all three."""
    some = {"age": [0], "limitation": [1], "diseases": [2], "age and limitation": [0, 1]}
    some |= {"age and diseases": [0, 2], "limitation and diseases": [1, 2]}
    seed = APART * draw
    found = {name: half_of_the_survey(LogisticRegression(), seed, which) for name, which in some.items()}
    learners = {"naive Bayes": GaussianNB(), "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0)}
    learners |= {"50 neighbors": KNeighborsClassifier(50), "forest": RandomForestClassifier(random_state=0)}
    return found | {name: half_of_the_survey(learner, seed) for name, learner in learners.items()}


def with_shares(shares: Sequence[float], seed: int) -> Callable[[int], dict[str, Scored]]:
    """Of persons in poor health; in the survey they are 1.6%."""

    def drawn(draw: int) -> dict[str, Scored]:
        return {
            f"{share:.0%} poor": half_of_the_survey(LogisticRegression(), seed + i + APART * draw, share=share)
            for i, share in enumerate(shares)
        }

    return drawn


@claim(
    "In the health survey, and in parts of it with up to 10% in poor health, the trapezoid prefers a constant to the"
    " model."
)
@over("other halves of the households", splits_of_the_survey, draws=True)
@over("other answers, and other learners", other_models, each=DRAWS)
@over("1 to 10% in poor health", with_shares((0.01, 0.02, 0.04, 0.07, 0.1), 310), each=DRAWS)
@limit("20 to 50% in poor health", with_shares((0.2, 0.3, 0.5), 302), each=DRAWS)
@limit("other splits of the tumors", splits_of_the_tumors)
def trapezoid_prefers_a_constant(split: Scored) -> bool:
    return trapezoid(split.y_true, np.zeros(split.y_true.size)) > trapezoid(*split)


def in_random_order(n_pos: int, n: int) -> float:
    """The mean average precision of all orders: above rank k stand (k - 1)(n_pos - 1)/(n - 1) other positives."""
    ranks = np.arange(1, n + 1)
    return float(np.mean((1 + (ranks - 1) * (n_pos - 1) / (n - 1)) / ranks))


@claim(
    "With ten positives or fewer, and as many negatives at least, a random order's mean average precision is 1.1 times"
    " the base rate or more."
)
@over("one to ten positives, and as many negatives", lambda: {f"{k} of {2 * k}": (k, 2 * k) for k in range(1, 11)})
@over(
    "ten positives, and base rates from a half to a thousandth",
    lambda: {f"10 of {n}": (10, n) for n in (20, 50, 100, 500, 1000, 10_000)},
)
@limit(
    "more positives than negatives",
    lambda: {f"{k} of {k + negatives}": (k, k + negatives) for k in range(2, 11) for negatives in range(1, k)},
)
@limit(
    "50 positives, and base rates from a half to a thousandth",
    lambda: {f"50 of {n}": (50, n) for n in (100, 500, 5000, 50_000)},
)
def few_positives_lift_a_random_order(setting: tuple[int, int]) -> bool:
    n_pos, n = setting
    return in_random_order(n_pos, n) >= 1.1 * n_pos / n


fell("In the health survey the trapezoid prefers a constant to the model.", became="trapezoid-prefers-a-constant")
fell(
    "Here the trapezoid prefers the constant to the model. On other tumors it may not.",
    became="trapezoid-prefers-a-constant",
)
fell(
    "With rare positives and an average precision below .4, the trapezoid usually prefers a constant to the model.",
    became="gone",
)
fell(
    "With ten positives or fewer, a random order gets at least a tenth more on average.",
    became="few-positives-lift-a-random-order",
)
fell("A tie takes precision from the steps.", became="gone")
fell(
    "The 11-point area is never below the steps.",
    became="gone",
    unlike={
        "the precision of a later threshold": "a cell of a table, and the name of the next one",
    },
)
fell("Average precision starts near the base rate.", became="few-positives-lift-a-random-order")
fell("The trapezoid is close in a long list without ties.", became="gone")
fell(
    "With ten different scores or more, a constant usually beats a model below .4.",
    became="gone",
)
fell("With ties, if no score is that of more than half, a constant usually beats a model below .4.", became="gone")
fell("The line is far too high where one step brings in many.", became="gone")
fell("Five rules for the gaps give five areas, far apart with few positives or with ties.", became="gone")
fell("The trapezoid is close below the steps with many positives and no ties.", became="gone")
fell("With 71 positives the five areas lie within .01.", became="gone")

rests("area-constant", exact="299feee2")
rests("What a constant score gets", exact="299feee2")
rests("Where it stops: scores without ties", once="area-under-pr-broken-assert", by="0.381 ± 0.005")
rests("Average precision looks only at the positives", exact="84e1c692-assert")
rests("The other four rules add something to the points", exact="7996e2bc-assert")
rests("Where it stops: a perfect list", exact="area-under-pr-perfect-assert")
rests("area-coin", exact="c6bd9ec2")
rests("Between two thresholds", exact="f9955ac2-assert")
rests("Few positives lift a random order", claim="few-positives-lift-a-random-order")
rests("What to report with an average precision", defines="average precision")
rests("Average precision (", exact="area-under-pr-perfect-assert")
rests("The trapezoid adds the point", exact="299feee2")
rests("If a coin chooses", exact="f9955ac2-assert")
rests(
    "With ten positives or fewer",
    claim="few-positives-lift-a-random-order",
    when="With ten positives or fewer, and as many negatives at least",
)

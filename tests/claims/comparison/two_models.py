"""What *Two models, one test set* concludes; all but one is counted on the page."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from claims.settings import APART, DRAWS, SHARES, SPLITS, third_of_the_tumors, writers
from claims.settings import LEARNERS as READERS
from evalbook.teaching import examples
from evalbook_tools.claims import claim, fell, limit, over, rests

CLINIC, RIVAL = (1, 4), (1, 4, 5)
LEARNERS = {
    "logistic regression": LogisticRegression(),
    "linear discriminant": LinearDiscriminantAnalysis(),
    "naive Bayes": GaussianNB(),
    "30 neighbors": KNeighborsClassifier(30),
    "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0),
    "forest": RandomForestClassifier(30, min_samples_leaf=5, random_state=0),
}


class Pair(NamedTuple):
    """On which samples of one test set each of two models is wrong."""

    a: NDArray[np.bool_]
    b: NDArray[np.bool_]


def wrong(columns: tuple[int, ...], model: Any, seed: int, share: float | None = None) -> NDArray[np.bool_]:
    found = third_of_the_tumors(columns, model, seed, share)
    return (found.y_score >= 0.5) != found.y_true


def other_splits() -> list[Pair]:
    """The clinic's two models."""
    return [Pair(*(wrong(of, LogisticRegression(), seed) for of in (CLINIC, RIVAL))) for seed in range(SPLITS)]


def other_measurements(draw: int) -> dict[str, Pair]:
    """One of the ten means for each model, none shared; each pair on another split."""
    return {
        f"{a} and {b}": Pair(*(wrong((of,), LogisticRegression(), 100 + seed + APART * draw) for of in (a, b)))
        for seed, (a, b) in enumerate(combinations(range(10), 2))
    }


def other_learners(draw: int) -> dict[str, Pair]:
    """On the clinic's two measurements, and on all thirty; each pair on another split."""
    choices = [(some, pair) for some in (CLINIC, tuple(range(30))) for pair in combinations(LEARNERS, 2)]
    return {
        f"{a} and {b}, {len(some)} measurements": Pair(
            *(wrong(some, LEARNERS[of], 200 + seed + APART * draw) for of in (a, b))
        )
        for seed, (some, (a, b)) in enumerate(choices)
    }


def readers_of_digits(draw: int) -> dict[str, Pair]:
    """Two learners that read the digits of five writers, the same for all pairs of a draw."""
    return {f"{a} and {b}": Pair(misread(a, draw), misread(b, draw)) for a, b in combinations(READERS, 2)}


@cache
def misread(reader: str, draw: int) -> NDArray[np.bool_]:
    images, labels, writer = examples.digits()
    test = np.isin(writer, writers(300 + APART * draw).tested)
    model = READERS[reader]().fit(images[~test], labels[~test])
    return np.asarray(model.predict(images[test]) != labels[test])


def other_shares(draw: int) -> dict[str, Pair]:
    """The clinic's two models; malignant or benign tumors are left out by lot."""
    return {
        f"{share:.0%} malignant": Pair(
            *(wrong(of, LogisticRegression(), 500 + i + APART * draw, share) for of in (CLINIC, RIVAL))
        )
        for i, share in enumerate(SHARES)
    }


def strangers(draw: int) -> dict[str, Pair]:
    """Scores that know nothing of each other, given the label: half are positive, weak signals and strong."""
    found = {}
    for seed, gap in enumerate((0.5, 1, 1.5, 2, 2.5, 3)):
        rng = np.random.default_rng(400 + seed + APART * draw)
        y = np.arange(1000) % 2
        found[f"gap {gap}"] = Pair(*((rng.normal(gap * y, 1, (2, 1000)) >= gap / 2) != y))
    return found


@claim(
    "On the tumors, called at ½, and on the digits two models usually go wrong on the same samples more often than"
    " chance would have it.",
    needs=0.85,
)
@over("other splits of the tumors, the clinic's two models", other_splits, draws=True)
@over("one measurement for each model, none shared", other_measurements, each=DRAWS)
@over("other learners, on two and on thirty measurements", other_learners, each=DRAWS)
@over("readers of digits, other writers", readers_of_digits, each=DRAWS)
@over("5 to 50% malignant, the clinic's two models", other_shares, each=DRAWS)
@limit("scores that know nothing of each other", strangers, each=DRAWS)
def wrong_together(pair: Pair) -> bool | None:
    """More samples that both get wrong than if one's errors were dealt to the samples by lot."""
    if not (pair.a.any() and pair.b.any()):
        return None
    return bool(np.sum(pair.a & pair.b) > pair.a.sum() * pair.b.sum() / pair.a.size)


fell(
    "On the tumors and on the digits two models usually go wrong on the same samples more often than chance "
    "would have it.",
    became="wrong-together",
    unlike={
        "On the tumors (at a threshold of 0.5)": "names the threshold, as the claim that it became does",
    },
)
fell("Both models share much of the luck of the patients, and it cancels in the difference.", became="wrong-together")
fell("A rival that was picked because it looked good has a better score than it will keep.", became="gone")
fell("The rival's lead is probably too large, and the p-values are too small.", became="gone")
fell("F1 passes by one of the two tests.", became="gone")
fell("Of the three intervals of 98.3% only the accuracy's holds 0.", became="gone")

rests("two-bet-1", exact="dd02e3dd-assert")
rests("McNemar's test: which patients count?", exact="dd02e3dd-assert")
rests("Overlapping intervals can hide", exact="f116ead0-assert")
rests("Power: how many patients does it take", exact="e7255633-assert")
rests("two-bet-2", exact="e7255633-assert")
rests("Any metric: score both", defines="the same patients for both models")
rests("Where it stops: images of one patient", once="two-images-assert", by="10.2% [8.9%, 11.6%]")
rests("What to report with a difference", defines="paired bootstrap")
rests("{term}`McNemar's test` (McNemar 检验) looks", exact="dd02e3dd-assert")
rests("Even if the intervals of two models overlap", exact="f116ead0-assert")
rests("For the same gain and the same {term}`power`", exact="e7255633-assert")
rests("All of these tests assume", once="two-images-assert", by="10.2% [8.9%, 11.6%]")

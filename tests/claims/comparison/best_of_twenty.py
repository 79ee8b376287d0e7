"""What *The best of twenty* concludes of runs that differ in their seed. The rest is counted on the page."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_approximation import RBFSampler
from sklearn.linear_model import RidgeClassifier, SGDClassifier
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.random_projection import GaussianRandomProjection
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import shuffle

from claims.settings import APART, DRAWS, SHARES, redrawn, with_share
from evalbook.teaching import examples
from evalbook_tools.claims import claim, fell, limit, over, rests

Recipe = Callable[[int], Any]
"""A new model, as scikit-learn has them, that draws with this seed."""


def tree(seed: int) -> Any:
    """As in *Folds and seeds*: the cuts are drawn by lot."""
    return DecisionTreeClassifier(splitter="random", random_state=seed)


def network(seed: int) -> Any:
    return MLPClassifier((16,), max_iter=30, learning_rate_init=0.01, random_state=seed)


RECIPES: dict[str, Recipe] = {
    "tree, cuts by lot": tree,
    "tree, some pixels at each cut": lambda seed: DecisionTreeClassifier(max_features="sqrt", random_state=seed),
    "forest of ten": lambda seed: RandomForestClassifier(10, random_state=seed),
    "ten trees, cuts by lot": lambda seed: ExtraTreesClassifier(10, random_state=seed),
    "ten trees on draws": lambda seed: BaggingClassifier(n_estimators=10, random_state=seed),
    "network": network,
    "network of two layers": lambda seed: MLPClassifier((16, 16), max_iter=60, random_state=seed),
    "line by gradient steps": lambda seed: SGDClassifier(random_state=seed),
    "ridge on random waves": lambda seed: make_pipeline(
        RBFSampler(gamma=0.01, random_state=seed), RidgeClassifier(alpha=0.1)
    ),
    "neighbors in eight random directions": lambda seed: make_pipeline(
        GaussianRandomProjection(8, random_state=seed), KNeighborsClassifier(5)
    ),
}


class Runs(NamedTuple):
    """Eight runs of a recipe on one training set and one test set."""

    recipe: Recipe
    X: NDArray[Any]
    y: NDArray[Any]
    lot: int
    train_size: int | float = 0.5


def digits(recipe: Recipe, lot: int, train_size: int | float = 0.5) -> Runs:
    images, labels, _ = examples.digits()
    return Runs(recipe, images, labels, lot, train_size)


def other_recipes() -> dict[str, Runs]:
    return {name: digits(recipe, 1100 + lot) for lot, (name, recipe) in enumerate(RECIPES.items())}


def other_training_sizes() -> dict[str, Runs]:
    return {
        f"{n} images, {recipe.__name__}": digits(recipe, 1200 + n, n)
        for n in (50, 100, 200, 400, 800)
        for recipe in (tree, network)
    }


def other_data() -> dict[str, Runs]:
    survey = examples.health_survey()
    some = shuffle(survey.answers, survey.poor, random_state=0, n_samples=2000)
    images, labels, _ = examples.digits()
    data: dict[str, Any] = {
        "odd digits among all": (images, labels % 2),
        "tumors": load_breast_cancer(return_X_y=True),
        "tumors, two measurements": (load_breast_cancer().data[:, [1, 4]], load_breast_cancer().target),
        "health survey": some,
        "digits below five": (images[labels < 5], labels[labels < 5]),
    }
    return {
        f"{name}, {recipe.__name__}": Runs(recipe, X, y, 1300 + lot)
        for lot, (name, (X, y)) in enumerate(data.items())
        for recipe in (tree, network)
    }


def other_shares(draw: int) -> dict[str, Runs]:
    """Of people in poor health, others of whom are left out by lot; in the survey they are 1.6%."""
    survey = examples.health_survey()
    found = {}
    for i, share in enumerate(SHARES):
        lot = 1600 + i + APART * draw
        kept = with_share(survey.poor, share, lot)
        for recipe in (tree, network):
            found[f"{share:.0%} poor, {recipe.__name__}"] = Runs(recipe, survey.answers[kept], survey.poor[kept], lot)
    return found


def other_divisions() -> list[Runs]:
    """Of the digits, for the trees of *Folds and seeds*."""
    return [digits(tree, 1400 + lot, 2 / 3) for lot in range(20)]


def unrelated() -> dict[str, Runs]:
    """Each measurement tells a little of the label, and nothing of the others: no sample is hard for all runs."""
    y = np.random.default_rng(0).integers(2, size=1500)
    x = 0.5 * (y[:, None] - 0.5) + np.random.default_rng(1).standard_normal((1500, 200))
    return {name: Runs(recipe, x, y, 1500 + lot) for lot, (name, recipe) in enumerate(RECIPES.items())}


@claim(
    "On the digits, tumors and people of this book, the errors of two runs of one recipe that differ in their seed"
    " alone are correlated by .1 or more on average, where they are right on six of ten samples or more."
)
@over("ten recipes", redrawn(other_recipes, "lot"), each=DRAWS)
@over("other data of the book, a tree and a network", redrawn(other_data, "lot"), each=DRAWS)
@over("50 to 800 training images, a tree and a network", redrawn(other_training_sizes, "lot"), each=DRAWS)
@over("5 to 50% in poor health, a tree and a network", other_shares, each=DRAWS)
@over("other divisions of the digits", other_divisions, draws=True)
@limit("two hundred measurements that know nothing of each other", redrawn(unrelated, "lot"), each=5)
def seeds_fail_together(setting: Runs) -> bool | None:
    """The mean over the pairs of eight runs; not asked where a run has fewer than ten errors, or too many."""
    train, test, y, truth = train_test_split(
        setting.X, setting.y, train_size=setting.train_size, random_state=setting.lot
    )
    scale = StandardScaler().fit(train)
    train, test = scale.transform(train), scale.transform(test)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # thirty rounds are the recipe
        errors = np.array([setting.recipe(seed).fit(train, y).predict(test) != truth for seed in range(8)])
    if errors.sum(axis=1).min() < 10 or errors.mean() > 0.4:
        return None
    return bool(np.mean(np.corrcoef(errors)[np.triu_indices(8, 1)]) >= 0.1)


fell(
    "Runs of one recipe that differ in their seed alone fail on the same samples: where they are right about six "
    "of ten or more, the errors of two of them are correlated by .1 or more.",
    became="seeds-fail-together",
)
fell(
    "Runs of one recipe that differ in their seed alone fail on the same samples: the errors of two of them "
    "are correlated by .2 or more.",
    became="seeds-fail-together",
)
fell("A choice among twenty settings has made GridSearchCV's best_score_ too high.", became="gone")
fell(
    "A test made for two scores that were not chosen calls the best of twenty different in 22% of cases.", became="gone"
)
fell(
    "The accuracy of the best of 48 settings is too high by 0.019 at most.",
    became="gone",
)
fell(
    "The errors of two runs of one recipe are correlated by .1 or more on average.",
    became="seeds-fail-together",
)

rests("best-bet-1", exact="eba819d7-assert")
rests("The better of two runs", exact="82bebb52")
rests("Where it stops: only what differs", exact="e6816c35-assert")
rests("A fair rival loses", once="b076a295-assert", by="17.6% [16.8%, 18.3%]")
rests("best-bet-2", once="e68c067f-assert", by="60.55% (± 0.65%)")
rests("Coins on a leaderboard", once="e68c067f-assert", by="50.39% (± 0.50%)")
rests("Choose on one set, report on another", once="da0d578a-assert", by="less than 0.0005 away from the truth")
rests("What to report with a best score", defines="how many runs were trained")
rests("The best of $m$ equally good runs", exact="eba819d7-assert")
rests("If the runs share their hard samples", exact="e6816c35-assert")
rests("{term}`Holm's method` (Holm", exact="779f86d3")
rests("Every score of a contest", once="e68c067f-assert", by="60.55% (± 0.65%)")
rests("Choose on a {term}`validation set`", once="da0d578a-assert", by="less than 0.0005 away from the truth")

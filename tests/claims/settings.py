"""The settings that the claims of several chapters are tried in: other splits, and other data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from evalbook.teaching import examples

SPLITS = 100


DRAWS = 20
"""How often each named setting is drawn, where one draw decides whether a sentence holds."""
APART = 10_000
"""How far the seeds of two draws of a setting lie from each other; no module has a seed as high."""
SHARES = (0.05, 0.1, 0.2, 0.3, 0.5)
"""The shares of the rarer class that a sentence about classifiers is tried with, unless it says for which it holds."""


def redrawn(settings: Callable[[], Mapping[str, Any]], seed: str = "seed") -> Callable[[int], dict[str, Any]]:
    """Named settings as a function of the draw, which moves the seed; the first draw has them as they are written."""

    def drawn(draw: int) -> dict[str, Any]:
        return {name: one._replace(**{seed: getattr(one, seed) + APART * draw}) for name, one in settings().items()}

    return drawn


def with_share(y: NDArray[Any], share: float, seed: int) -> NDArray[np.int64]:
    """The rows that stay when positives or negatives are left out by lot, so that this share is positive."""
    lot = np.random.default_rng(seed).permutation(y.size)
    positive, negative = lot[y[lot] == 1], lot[y[lot] != 1]
    odds = share / (1 - share)
    kept = positive[: round(negative.size * odds)], negative[: round(positive.size / odds)]
    return np.sort(np.concatenate(kept))


class Scored(NamedTuple):
    """A test set: true labels, and the scores that a model gives."""

    y_true: NDArray[Any]
    y_score: NDArray[Any]


def splits_of_the_tumors(n_splits: int = SPLITS) -> list[Scored]:
    """As `examples.clinic` splits and fits them, one a seed; the clinic's own typical split is among them."""
    names = list(load_breast_cancer().feature_names)
    columns = [names.index(name) for name in ("mean texture", "mean smoothness")]
    return [third_of_the_tumors(columns, LogisticRegression(), seed) for seed in range(n_splits)]


def third_of_the_tumors(columns: Sequence[int], model: Any, seed: int, share: float | None = None) -> Scored:
    """A model of some of the thirty measurements, tested on a third of the tumors; 1 is malignant.

    With a share, tumors are left out by lot until so many are malignant.
    """
    data = load_breast_cancer()
    measured, y = data.data[:, list(columns)], (data.target == 0).astype(int)
    if share is not None:
        kept = with_share(y, share, seed)
        measured, y = measured[kept], y[kept]
    train, test = train_test_split(np.arange(y.size), test_size=1 / 3, stratify=y, random_state=seed)
    fitted = make_pipeline(StandardScaler(), model).fit(measured[train], y[train])
    return Scored(y[test], fitted.predict_proba(measured[test])[:, 1])


def splits_of_the_survey() -> list[Scored]:
    """As `examples.poor_health` fits it, to other halves of the households."""
    return [half_of_the_survey(LogisticRegression(), seed) for seed in range(SPLITS)]


def half_of_the_survey(
    model: Any, seed: int = 0, answers: Sequence[int] = (0, 1, 2), share: float | None = None
) -> Scored:
    """A model of some of the three answers, fitted to households drawn by lot and tested on the others.

    With a share, persons are left out by lot until so many are in poor health.
    """
    survey = examples.health_survey()
    lot = np.random.default_rng(seed).random(survey.household.max() + 1) < 1 / 2
    kept = np.arange(survey.poor.size) if share is None else with_share(survey.poor, share, seed)
    measured, poor, learns = survey.answers[kept][:, list(answers)], survey.poor[kept], lot[survey.household[kept]]
    fitted = make_pipeline(StandardScaler(), model).fit(measured[learns], poor[learns])
    return Scored(poor[~learns], fitted.predict_proba(measured[~learns])[:, 1])


# ---------------------------------------------------------------- the digits by their writers

Learner = Callable[[], Any]
"""A new model, as scikit-learn has them: ``fit`` and ``predict``."""


def nearest() -> Any:
    """The nearest neighbor, as `examples.nearest_neighbors` has it."""
    return KNeighborsClassifier(1)


class NearestMean:
    """The label whose mean is nearest."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> NearestMean:  # noqa: N803  as scikit-learn has it
        self.labels = np.unique(y)
        self.means = np.array([X[y == label].mean(axis=0) for label in self.labels])
        return self

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:  # noqa: N803
        gaps = (
            np.sum(self.means**2, axis=1) - 2 * X @ self.means.T
        )  # squared distances, without what all have in common
        found: NDArray[Any] = self.labels[gaps.argmin(axis=1)]
        return found


LEARNERS: dict[str, Learner] = {
    "nearest neighbor": nearest,
    "five neighbors": lambda: KNeighborsClassifier(5),
    "nearest mean": NearestMean,
    "logistic regression": lambda: make_pipeline(MinMaxScaler(), LogisticRegression()),
    "linear discriminant": lambda: LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
    "naive Bayes": lambda: GaussianNB(var_smoothing=0.01),
    "tree": lambda: DecisionTreeClassifier(random_state=0),
}
"""Learners of all kinds that read digits well enough to be compared, and fast."""


class Writers(NamedTuple):
    """Which of the digits' writers are tested, and a learner."""

    tested: NDArray[np.int64]
    learner: Learner
    seed: int
    """For whatever else is drawn."""
    eights: float | None = None
    """Which share of the images are eights, where the question is whether one is; otherwise each digit is read."""


def writers(seed: int, learner: Learner = nearest, *, tested: int = 5) -> Writers:
    """So many of the 14 writers, drawn by lot."""
    return Writers(np.random.default_rng(seed).permutation(14)[:tested], learner, seed)

"""The settings that the claims of several chapters are tried in: other splits, and other data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class Scored(NamedTuple):
    """A test set: true labels, and the scores that a model gives."""

    y_true: NDArray[Any]
    y_score: NDArray[Any]


def splits_of_the_tumors(n_splits: int = SPLITS) -> list[Scored]:
    """As `examples.clinic` splits and fits them, one a seed; the clinic's own typical split is among them."""
    names = list(load_breast_cancer().feature_names)
    columns = [names.index(name) for name in ("mean texture", "mean smoothness")]
    return [third_of_the_tumors(columns, LogisticRegression(), seed) for seed in range(n_splits)]


def third_of_the_tumors(columns: Sequence[int], model: Any, seed: int) -> Scored:
    """A model of some of the thirty measurements, tested on a third of the tumors; 1 is malignant."""
    data = load_breast_cancer()
    measured, y = data.data[:, list(columns)], (data.target == 0).astype(int)
    train, test = train_test_split(np.arange(y.size), test_size=1 / 3, stratify=y, random_state=seed)
    fitted = make_pipeline(StandardScaler(), model).fit(measured[train], y[train])
    return Scored(y[test], fitted.predict_proba(measured[test])[:, 1])


def splits_of_the_survey() -> list[Scored]:
    """As `examples.poor_health` fits it, to other halves of the households."""
    return [half_of_the_survey(LogisticRegression(), seed) for seed in range(SPLITS)]


def half_of_the_survey(model: Any, seed: int = 0, answers: Sequence[int] = (0, 1, 2)) -> Scored:
    """A model of some of the three answers, fitted to households drawn by lot and tested on the others."""
    survey = examples.health_survey()
    lot = np.random.default_rng(seed).random(survey.household.max() + 1) < 1 / 2
    train, test = lot[survey.household], ~lot[survey.household]
    measured = survey.answers[:, list(answers)]
    fitted = make_pipeline(StandardScaler(), model).fit(measured[train], survey.poor[train])
    return Scored(survey.poor[test], fitted.predict_proba(measured[test])[:, 1])


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


def writers(seed: int, learner: Learner = nearest, *, tested: int = 5) -> Writers:
    """So many of the 14 writers, drawn by lot."""
    return Writers(np.random.default_rng(seed).permutation(14)[:tested], learner, seed)


def accuracy_of(learner: Learner, train: NDArray[Any], test: NDArray[Any]) -> float:
    """Learn from some digits, and be tested on others."""
    images, labels, _ = examples.digits()
    return float(np.mean(learner().fit(images[train], labels[train]).predict(images[test]) == labels[test]))

"""Sound evaluations: settings in which nothing is wrong, written before any threshold of a check.

Each setting makes, from a seed, the calls of one evaluation, with every optional input that the setting has. Thresholds
were tuned on the "tuned" settings. The "fresh" ones were written with them, before any check; the thresholds of
`miscalibration`, the severity of a check of groups and the shuffles of `duplicates` were set once more after some of
their seeds had been seen. So the "last" ones were added. Their alarms, in turn, gave `near_duplicates` another
statistic, and `miscalibration` a smaller p-value; other seeds of the settings that had alarmed were tried with both.
Rows with Cauchy tails and windows in order of time were added to them later: the first had been found to alarm.

Generated answers came last, with their plants: all of their settings were written before any check of them, and the
"fresh" and "last" ones were tried with thresholds from the "tuned" ones and the plants. A service that wanders and
documents of unlike length were added to them later: both had been found to alarm, and gave `tries_as_tasks` the
condition about the edges of blocks.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import generated
import numpy as np
from sklearn import datasets
from sklearn.base import clone
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from evalbook import confusion, curves, ranking, regression
from evalbook.teaching import examples

SEEDS = 10


class Call(NamedTuple):
    """One call of `evalbook.review`: the function, and its arguments by name."""

    function: str
    arguments: dict[str, Any]


class Setting(NamedTuple):
    """A recipe of evaluations; one is made from each seed."""

    name: str
    data: str
    """"tuned", "fresh" or "last"."""
    make: Callable[[np.random.Generator], list[Call]]

    def calls(self, seed: int) -> list[Call]:
        return self.make(np.random.default_rng([seed, zlib.crc32(self.name.encode())]))


# ---------------------------------------------------------------- models

MODELS = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression(C=0.3, max_iter=1000)),
    "forest": RandomForestClassifier(40, min_samples_leaf=3, random_state=0),
    "bayes": GaussianNB(),
    "neighbors": make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
    "machine": make_pipeline(StandardScaler(), SVC(random_state=0)),
    "boosting": HistGradientBoostingClassifier(max_iter=40, random_state=0),
}
REGRESSORS = {
    "linear": LinearRegression(),
    "ridge": make_pipeline(StandardScaler(), RidgeCV()),
    "forest": RandomForestRegressor(40, min_samples_leaf=3, random_state=0),
    "neighbors": make_pipeline(StandardScaler(), KNeighborsRegressor(15)),
}


def columns_of(model: Any, X: Any) -> Any:
    """Probabilities in a column a class, or the scores of a machine that has no probabilities."""
    return model.predict_proba(X) if hasattr(model, "predict_proba") else model.decision_function(X)


# ---------------------------------------------------------------- parts


class Parts(NamedTuple):
    train: Any
    test: Any


def by_lot(y: Any, rng: np.random.Generator, *, share: float = 1 / 3) -> Parts:
    """Two parts, each class divided by itself."""
    test = np.zeros(len(y), dtype=bool)
    for label in np.unique(y):
        inside = np.flatnonzero(y == label)
        test[rng.permutation(inside)[: max(1, round(share * len(inside)))]] = True
    return Parts(np.flatnonzero(~test), np.flatnonzero(test))


def by_rows(n: int, rng: np.random.Generator, *, share: float = 1 / 3) -> Parts:
    order = rng.permutation(n)
    return Parts(order[round(share * n) :], order[: round(share * n)])


def by_group(groups: Any, rng: np.random.Generator, *, share: float = 1 / 3) -> Parts:
    names = rng.permutation(np.unique(groups))
    test = np.isin(groups, names[: max(2, round(share * len(names)))])
    return Parts(np.flatnonzero(~test), np.flatnonzero(test))


def by_time(times: Any, *, share: float = 1 / 3) -> Parts:
    order = np.argsort(times, kind="stable")
    return Parts(order[: round((1 - share) * len(order))], order[round((1 - share) * len(order)) :])


def split_call(X: Any, parts: Parts, **columns: Any) -> Call:
    train, test = parts
    both = {name: (values[train], values[test]) for name, values in columns.items() if values is not None}
    return Call("split", {"X_train": X[train], "X_test": X[test]} | both)


# ---------------------------------------------------------------- evaluations


def two_classes(
    y_true: Any, y_pred: Any, *, y_prob: Any = None, y_score: Any = None, groups: Any = None, unit: str = "samples"
) -> Call:
    """The review of two classes, with the numbers of its report to three digits."""
    scores = y_prob if y_score is None else y_score
    numbers = {
        "ROC AUC": curves.roc_auc(y_true, scores),
        "average precision": curves.average_precision(y_true, scores),
        "accuracy": confusion.accuracy(y_true, y_pred),
        "F1": confusion.f1(y_true, y_pred, zero_division=0),
    }
    given = {"y_true": y_true, "y_pred": y_pred, "y_prob": y_prob, "y_score": y_score, "groups": groups, "unit": unit}
    given["reported"] = {name: f"{value:.3f}" for name, value in numbers.items()}
    return Call("classification", {name: value for name, value in given.items() if value is not None})


def several_classes(y_true: Any, y_pred: Any, *, y_prob: Any = None, groups: Any = None) -> Call:
    numbers = {
        "accuracy": confusion.accuracy(y_true, y_pred),
        "macro F1": confusion.f1(y_true, y_pred, average="macro", zero_division=0),
    }
    given = {"y_true": y_true, "y_pred": y_pred, "y_prob": y_prob, "groups": groups}
    given["reported"] = {name: f"{value:.3f}" for name, value in numbers.items()}
    return Call("classification", {name: value for name, value in given.items() if value is not None})


def of_numbers(y_true: Any, y_pred: Any, *, y_train: Any = None, groups: Any = None) -> Call:
    numbers = {
        "RMSE": regression.root_mean_squared_error(y_true, y_pred),
        "MAE": regression.mean_absolute_error(y_true, y_pred),
        "R²": regression.r2(y_true, y_pred),
    }
    given = {"y_true": y_true, "y_pred": y_pred, "y_train": y_train, "groups": groups}
    given["reported"] = {name: f"{value:.4g}" for name, value in numbers.items()}
    return Call("regression", {name: value for name, value in given.items() if value is not None})


def of_lists(y_true: Any, y_score: Any, k: int | None) -> Call:
    name = "NDCG" if k is None else f"NDCG@{k}"
    value = ranking.ndcg_from_scores(y_true, y_score, k=k, zero_division=np.nan)
    reported = {name: f"{np.nanmean(value):.3f}"}
    return Call("ranking", {"y_true": y_true, "y_score": y_score, "k": k, "reported": reported})


def classified(
    X: Any, y: Any, model: str, rng: np.random.Generator, *, parts: Parts, groups: Any = None, times: Any = None
) -> list[Call]:
    """Fit to one part, predict the other. Probabilities are handed in as such where the model is made for them."""
    train, test = parts
    fitted = clone(MODELS[model]).fit(X[train], y[train])
    predicted, found = fitted.predict(X[test]), columns_of(fitted, X[test])
    inside = None if groups is None else groups[test]
    calls = [split_call(X, parts, y=y, groups=groups, times=times)]
    if len(np.unique(y)) > 2:
        given = found if model == "logistic" and found.shape[1] == len(np.unique(y)) else None
        return [*calls, several_classes(y[test], predicted, y_prob=given, groups=inside)]
    score = found[:, 1] if found.ndim == 2 else found
    name = "y_prob" if model == "logistic" else "y_score"
    return [*calls, two_classes(y[test], predicted, groups=inside, **{name: score})]


def predicted(X: Any, y: Any, model: str, rng: np.random.Generator, *, parts: Parts, groups: Any = None) -> list[Call]:
    train, test = parts
    found = clone(REGRESSORS[model]).fit(X[train], y[train]).predict(X[test])
    inside = None if groups is None else groups[test]
    return [split_call(X, parts, groups=groups), of_numbers(y[test], found, y_train=y[train], groups=inside)]


# ---------------------------------------------------------------- data that thresholds were tuned on


@cache
def breast_cancer() -> tuple[Any, Any]:
    X, y = datasets.load_breast_cancer(return_X_y=True)
    return X, 1 - y


@cache
def iris() -> tuple[Any, Any]:
    return datasets.load_iris(return_X_y=True)


def made(n: int, positive: float, rng: np.random.Generator, *, columns: int = 12) -> tuple[Any, Any]:
    return datasets.make_classification(
        n,
        columns,
        n_informative=5,
        weights=[1 - positive],
        class_sep=0.8,
        flip_y=0.02,
        random_state=rng.integers(2**31),
    )


def of_breast_cancer(model: str, rng: np.random.Generator) -> list[Call]:
    X, y = breast_cancer()
    return classified(X, y, model, rng, parts=by_lot(y, rng))


def of_iris(model: str, rng: np.random.Generator) -> list[Call]:
    X, y = iris()
    return classified(X, y, model, rng, parts=by_lot(y, rng))


def of_made(n: int, positive: float, model: str, rng: np.random.Generator) -> list[Call]:
    X, y = made(n, positive, rng)
    return classified(X, y, model, rng, parts=by_lot(y, rng))


def tuned_settings() -> list[Setting]:
    found = [
        Setting(f"breast cancer, {model}", "tuned", partial(of_breast_cancer, model))
        for model in ("logistic", "forest", "bayes", "neighbors", "machine")
    ]
    found += [
        Setting(f"iris, {model}", "tuned", partial(of_iris, model))
        for model in ("logistic", "forest", "bayes", "neighbors")
    ]
    for model in ("logistic", "forest", "machine"):
        for n, positive in ((300, 0.5), (900, 0.2), (2000, 0.5), (2000, 0.1), (5000, 0.05), (5000, 0.2)):
            setting = partial(of_made, n, positive, model)
            found.append(Setting(f"made, {n} rows, {positive:.0%} positive, {model}", "tuned", setting))
    found += [
        Setting(f"made, 1,500 rows, 30% positive, {model}", "tuned", partial(of_made, 1500, 0.3, model))
        for model in ("bayes", "neighbors", "boosting")
    ]
    return found


# ---------------------------------------------------------------- fresh data


@cache
def wine() -> tuple[Any, Any]:
    return datasets.load_wine(return_X_y=True)


@cache
def digits() -> tuple[Any, Any, Any]:
    return tuple(examples.digits())


@cache
def survey() -> tuple[Any, Any, Any]:
    household, answers, poor = examples.health_survey()
    return answers, poor, household


@cache
def diabetes() -> tuple[Any, Any]:
    return datasets.load_diabetes(return_X_y=True)


def of_wine(model: str, rng: np.random.Generator) -> list[Call]:
    X, y = wine()
    return classified(X, y, model, rng, parts=by_lot(y, rng))


def of_one_wine(model: str, rng: np.random.Generator) -> list[Call]:
    X, y = wine()
    y, X = (y == 1).astype(int), X[:, :5]
    return classified(X, y, model, rng, parts=by_lot(y, rng))


def of_digits(model: str, rng: np.random.Generator) -> list[Call]:
    X, y, writer = digits()
    return classified(X, y, model, rng, parts=by_group(writer, rng, share=0.4), groups=writer)


def of_one_digit(digit: int, model: str, rng: np.random.Generator) -> list[Call]:
    X, y, writer = digits()
    y, X = (y == digit).astype(int), X[:, 18:46]
    return classified(X, y, model, rng, parts=by_group(writer, rng, share=0.4), groups=writer)


def of_survey(model: str, rng: np.random.Generator) -> list[Call]:
    X, y, household = survey()
    return classified(X, y, model, rng, parts=by_group(household, rng, share=0.5), groups=household)


def of_limited(model: str, rng: np.random.Generator) -> list[Call]:
    """Who has a limitation, by age and diseases: more positives, and neighbors of one home."""
    answers, _, household = survey()
    answered = np.isin(answers[:, 1], (0, 1))
    X, y, household = answers[answered][:, [0, 2]], answers[answered, 1].astype(int), household[answered]
    return classified(X, y, model, rng, parts=by_group(household, rng), groups=household)


def of_diabetes(model: str, rng: np.random.Generator) -> list[Call]:
    X, y = diabetes()
    return predicted(X, y, model, rng, parts=by_rows(len(y), rng))


def of_exact_probabilities(n: int, shift: float, rng: np.random.Generator) -> list[Call]:
    """The truth is drawn from the probabilities: nothing can be better calibrated."""
    p = 1 / (1 + np.exp(-(shift + 1.5 * rng.normal(size=n))))
    y = (rng.random(n) < p).astype(int)
    y[:2] = [0, 1]
    return [two_classes(y, (p >= 0.5).astype(int), y_prob=p, unit="visits")]


def of_coarse_scores(levels: int, rng: np.random.Generator) -> list[Call]:
    """A rater's marks from 1 to `levels`."""
    y = (rng.random(400) < 0.3).astype(int)
    score = np.clip(np.rint(levels / 2 + (y - 0.5) * levels / 4 + rng.normal(size=400) * levels / 5), 1, levels)
    return [two_classes(y, (score > levels / 2).astype(int), y_score=score.astype(int))]


def of_names(rng: np.random.Generator) -> list[Call]:
    """Four kinds with names, of which the rarest has a tenth of the samples; a model that is right on three of four."""
    kinds = np.array(["bus", "car", "tram", "walk"])
    y = rng.choice(4, 600, p=[0.4, 0.3, 0.2, 0.1])
    called = np.where(rng.random(600) < 0.75, y, rng.choice(4, 600, p=[0.4, 0.3, 0.2, 0.1]))
    return [several_classes(kinds[y], kinds[called])]


def of_independent_groups(groups: int, rng: np.random.Generator) -> list[Call]:
    """Persons who return, and whose visits have nothing in common."""
    X, y = made(900, 0.4, rng)
    group = rng.integers(groups, size=len(y))
    return classified(X, y, "logistic", rng, parts=by_group(group, rng), groups=group)


def of_sites(rng: np.random.Generator) -> list[Call]:
    """Sites that measure a little higher or lower, by which labels do not differ."""
    X, y = made(1200, 0.5, rng)
    site = rng.integers(60, size=len(y))
    X = X + 0.2 * rng.normal(size=(60, X.shape[1]))[site]
    return classified(X, y, "forest", rng, parts=by_group(site, rng), groups=site)


def of_days(positive: float, model: str, rng: np.random.Generator) -> list[Call]:
    """Samples of many days, divided at a day."""
    X, y = made(1500, positive, rng)
    day = np.sort(rng.integers(300, size=len(y)))
    cut = day[1000]
    parts = Parts(np.flatnonzero(day < cut), np.flatnonzero(day >= cut))
    return classified(X, y, model, rng, parts=parts, times=day)


def of_hours(rng: np.random.Generator) -> list[Call]:
    """Hourly demand with a daily course, forecast a week ahead by the hour and the day before."""
    hour = np.arange(24 * 120)
    y = 50 + 20 * np.sin(hour * 2 * np.pi / 24) + rng.normal(size=hour.size) * 6
    X = np.stack([np.sin(hour * 2 * np.pi / 24), np.cos(hour * 2 * np.pi / 24), np.roll(y, 24)], axis=1)[24:]
    times, y = hour[24:].astype("datetime64[h]"), y[24:]
    parts = by_time(times, share=0.25)
    train, test = parts
    found = LinearRegression().fit(X[train], y[train]).predict(X[test])
    return [split_call(X, parts, times=times), of_numbers(y[test], found, y_train=y[train])]


def of_answers(rng: np.random.Generator) -> list[Call]:
    """Ten questions with five answers each: people answer alike without being the same."""
    X = rng.integers(1, 6, size=(1200, 10))
    y = (X[:, :4].sum(axis=1) + rng.normal(size=1200) * 3 > 12).astype(int)
    return classified(X, y, "logistic", rng, parts=by_lot(y, rng))


def of_yes_and_no(rng: np.random.Generator) -> list[Call]:
    """Eight questions with two answers: the same rows come again and again."""
    X = (rng.random((800, 8)) < 0.4).astype(int)
    y = (X @ np.linspace(1, 0, 8) + rng.normal(size=800) > 1.5).astype(int)
    return classified(X, y, "logistic", rng, parts=by_lot(y, rng))


def of_word_counts(rng: np.random.Generator) -> list[Call]:
    """Short texts as counts of 50 words; the shortest are alike by chance."""
    topic = rng.integers(2, size=900)
    rate = np.geomspace(1.5, 0.02, 50) * np.where(topic[:, np.newaxis], 1.0, rng.permutation(np.linspace(0.4, 1.8, 50)))
    X = rng.poisson(rate)
    return classified(X, topic, "logistic", rng, parts=by_lot(topic, rng))


def of_mixed_columns(rng: np.random.Generator) -> list[Call]:
    """Age, income, and four attributes."""
    n = 1500
    X = np.column_stack(
        [
            rng.integers(18, 90, n),
            np.round(np.exp(rng.normal(10, 0.5, n)), -2),
            rng.integers(2, size=(n, 2)),
            rng.integers(6, size=(n, 2)),
        ]
    )
    y = (0.03 * X[:, 0] + X[:, 2] + rng.logistic(size=n) > 2.5).astype(int)
    return classified(X, y, "logistic", rng, parts=by_lot(y, rng))


def of_images(rng: np.random.Generator) -> list[Call]:
    """Raw gray values, by writer."""
    X, y, writer = digits()
    return [split_call(X, by_group(writer, rng), y=y, groups=writer)]


def of_clusters(rng: np.random.Generator) -> list[Call]:
    """Thirty tight kinds of samples: neighbors are near without being copies."""
    kind = rng.integers(30, size=1500)
    X = 4 * rng.normal(size=(30, 6))[kind] + 0.3 * rng.normal(size=(1500, 6))
    y = (kind % 2).astype(int)
    y = np.where(rng.random(1500) < 0.15, 1 - y, y)
    return classified(X, y, "forest", rng, parts=by_lot(y, rng))


def of_errors(kind: str, rng: np.random.Generator) -> list[Call]:
    """Predictions with errors of one law."""
    n = 500
    truth = 20 + 5 * rng.normal(size=n)
    laws = {
        "normal": rng.normal(size=n),
        "Laplace": rng.laplace(size=n),
        "growing": 0.1 * truth * rng.normal(size=n),
        "t with 6 degrees of freedom": rng.standard_t(6, size=n),
    }
    return [of_numbers(truth, truth - laws[kind], y_train=20 + 5 * rng.normal(size=n))]


def of_returning_patients(rng: np.random.Generator) -> list[Call]:
    """Five visits of each patient; errors of one patient have nothing in common."""
    patient = np.repeat(np.arange(80), 5)
    truth = rng.normal(size=80)[patient] + rng.normal(size=400)
    return [of_numbers(truth, truth - 0.7 * rng.normal(size=400), y_train=rng.normal(size=800), groups=patient)]


def of_shop(k: int | None, rng: np.random.Generator) -> list[Call]:
    """Ten of the shop's users who want something."""
    shop = examples.shop()
    users = rng.choice(np.flatnonzero(shop.grade.any(axis=1)), 10, replace=False)
    return [of_lists(shop.grade[users], shop.personal[users], k)]


def of_searches(queries: int, items: int, k: int | None, rng: np.random.Generator) -> list[Call]:
    grade = rng.choice(4, size=(queries, items), p=[0.7, 0.15, 0.1, 0.05])
    grade[:, 0] = np.maximum(grade[:, 0], 1)
    return [of_lists(grade, grade + 1.5 * rng.normal(size=grade.shape), k)]


def of_folds(data: str, rng: np.random.Generator) -> list[Call]:
    """Ten folds, ten times, of two recipes that are far apart."""
    X, y = wine() if data == "wine" else diabetes()
    pairs = {
        "wine": (DummyClassifier(), MODELS["logistic"]),
        "diabetes": (DummyRegressor(), REGRESSORS["ridge"]),
    }
    differences = []
    for _ in range(2):
        for test in np.array_split(rng.permutation(len(y)), 5):
            train = np.setdiff1d(np.arange(len(y)), test)
            one, two = (clone(model).fit(X[train], y[train]).score(X[test], y[test]) for model in pairs[data])
            differences.append(two - one)
    return [Call("folds", {"differences": differences, "test_share": 0.2})]


def fresh_settings() -> list[Setting]:
    table: dict[str, Callable[[np.random.Generator], list[Call]]] = {
        **{f"wine, {model}": partial(of_wine, model) for model in ("logistic", "forest", "neighbors", "bayes")},
        **{f"one wine, {model}": partial(of_one_wine, model) for model in ("logistic", "forest")},
        **{f"digits by writer, {model}": partial(of_digits, model) for model in ("logistic", "neighbors", "bayes")},
        "the digit 8 by writer, logistic": partial(of_one_digit, 8, "logistic"),
        "the digit 3 by writer, forest": partial(of_one_digit, 3, "forest"),
        **{f"health survey, {model}": partial(of_survey, model) for model in ("logistic", "forest", "boosting")},
        **{f"limitations, {model}": partial(of_limited, model) for model in ("logistic", "neighbors")},
        **{f"diabetes, {model}": partial(of_diabetes, model) for model in REGRESSORS},
        "exact probabilities, 200": partial(of_exact_probabilities, 200, -1.0),
        "exact probabilities, 2,000": partial(of_exact_probabilities, 2000, -2.0),
        "exact probabilities, 20,000, rare": partial(of_exact_probabilities, 20_000, -5.0),
        "marks from 1 to 5": partial(of_coarse_scores, 5),
        "marks from 1 to 20": partial(of_coarse_scores, 20),
        "four kinds with names": of_names,
        "300 independent groups": partial(of_independent_groups, 300),
        "12 independent groups": partial(of_independent_groups, 12),
        "60 sites": of_sites,
        "days, 50%, logistic": partial(of_days, 0.5, "logistic"),
        "days, 15%, forest": partial(of_days, 0.15, "forest"),
        "hours": of_hours,
        "ten questions": of_answers,
        "eight yes-no questions": of_yes_and_no,
        "word counts": of_word_counts,
        "mixed columns": of_mixed_columns,
        "images by writer": of_images,
        "thirty tight clusters": of_clusters,
        **{f"errors, {kind}": partial(of_errors, kind) for kind in ("normal", "Laplace", "growing")},
        "errors, t with 6 degrees of freedom": partial(of_errors, "t with 6 degrees of freedom"),
        "returning patients": of_returning_patients,
        "shop, whole lists": partial(of_shop, None),
        "shop, five places": partial(of_shop, 5),
        "searches, 50 of 30, ten places": partial(of_searches, 50, 30, 10),
        "searches, 300 of 12, whole lists": partial(of_searches, 300, 12, None),
        "folds of wine": partial(of_folds, "wine"),
        "folds of diabetes": partial(of_folds, "diabetes"),
    }
    return [Setting(name, "fresh", make) for name, make in table.items()]


# ---------------------------------------------------------------- the last ones


def of_a_line(n: int, columns: int, shift: float, rng: np.random.Generator) -> list[Call]:
    """A logistic regression of what a logistic regression has made, with columns that depend on each other."""
    X = rng.normal(size=(n, columns)) @ rng.normal(size=(columns, columns))
    odds = X @ rng.normal(size=columns)
    y = (rng.random(n) < 1 / (1 + np.exp(-(shift + 1.2 * odds / odds.std())))).astype(int)
    return classified(X, y, "logistic", rng, parts=by_lot(y, rng))


def of_adults(model: str, rng: np.random.Generator) -> list[Call]:
    X, y, household = survey()
    adult = X[:, 0] >= 18
    X, y, household = X[adult], y[adult], household[adult]
    return classified(X, y, model, rng, parts=by_group(household, rng), groups=household)


def of_two_digits(model: str, rng: np.random.Generator) -> list[Call]:
    """The third of four gray rows, of sevens and nines."""
    X, y, writer = digits()
    some = np.isin(y, (7, 9))
    X, y, writer = X[some][:, 24:32], (y[some] == 9).astype(int), writer[some]
    return classified(X, y, model, rng, parts=by_group(writer, rng, share=0.4), groups=writer)


def of_two_wine_columns(rng: np.random.Generator) -> list[Call]:
    X, y = wine()
    y, X = (y == 2).astype(int), X[:, [1, 4]]
    return classified(X, y, "neighbors", rng, parts=by_lot(y, rng))


def of_blobs(kinds: int, model: str, rng: np.random.Generator) -> list[Call]:
    X, y = datasets.make_blobs(150 * kinds, 5, centers=kinds, cluster_std=5.0, random_state=rng.integers(2**31))
    return classified(X, y, model, rng, parts=by_lot(y, rng))


SHAPES = ("an s", "lognormal", "t", "Cauchy", "even", "flat")


def of_shape(shape: str, rng: np.random.Generator) -> list[Call]:
    """Rows on a surface of few dimensions, or with tails."""
    n = 900
    if shape == "an s":
        X = datasets.make_s_curve(n, noise=0.05, random_state=rng.integers(2**31))[0]
        X = np.column_stack([X, X @ rng.normal(size=(3, 3))])
    elif shape == "lognormal":
        X = np.exp(1.5 * rng.normal(size=(n, 7)))
    elif shape == "t":
        X = rng.standard_t(3, size=(n, 10))
    elif shape == "Cauchy":
        X = rng.standard_cauchy((n, 10))
    elif shape == "even":
        X = rng.random((n, 40))
    else:
        X = rng.normal(size=(n, 3)) @ rng.normal(size=(3, 60)) + 0.1 * rng.normal(size=(n, 60))
    y = (X[:, 0] > np.median(X[:, 0])).astype(int)
    y = np.where(rng.random(n) < 0.2, 1 - y, y)
    return classified(X, y, "neighbors", rng, parts=by_lot(y, rng))


def of_sensors(rng: np.random.Generator) -> list[Call]:
    """A slow walk of six sensors, cut into a past and a future with a gap."""
    X = np.cumsum(rng.normal(size=(3000, 6)), axis=0)[::5] + rng.normal(size=(600, 6))
    y = (rng.random(600) < 0.3).astype(int)
    parts = Parts(np.arange(400), np.arange(420, 600))
    return [split_call(X, parts, y=y, times=np.arange(600))]


def windows(rng: np.random.Generator) -> tuple[Any, Any]:
    """Twelve steps of a walk with noise, from each step on, and whether it rises afterwards."""
    walk = np.cumsum(rng.normal(size=613)) + rng.normal(size=613)
    return np.lib.stride_tricks.sliding_window_view(walk, 12)[:-1], (walk[12:] > walk[11:-1]).astype(int)


def of_windows(rng: np.random.Generator) -> list[Call]:
    """Windows of a series, divided at a step: the first test windows reach back into the training part."""
    X, y = windows(rng)
    step = np.arange(len(y))
    return [split_call(X, by_time(step), y=y, times=step)]


def of_friedman(model: str, rng: np.random.Generator) -> list[Call]:
    X, y = datasets.make_friedman1(600, noise=1.0, random_state=rng.integers(2**31))
    return predicted(X, y, model, rng, parts=by_rows(len(y), rng))


def of_families(rng: np.random.Generator) -> list[Call]:
    """Families that are alike, divided as families, and handed in."""
    family = np.repeat(np.arange(150), 4)
    X = rng.normal(size=(150, 5))[family] + rng.normal(size=(600, 5))
    y = X @ rng.normal(size=5) + rng.normal(size=150)[family] + rng.normal(size=600)
    return predicted(X, y, "ridge", rng, parts=by_group(family, rng), groups=family)


def of_alike_patients(rng: np.random.Generator) -> list[Call]:
    """Images of patients that are alike; they are handed in, so that the interval counts patients."""
    patient = np.repeat(np.arange(80), 6)
    y = rng.integers(2, size=80)[patient]
    score = y + 0.8 * rng.normal(size=80)[patient] + 0.6 * rng.normal(size=480)
    return [two_classes(y, (score > 0.5).astype(int), y_score=score, groups=patient, unit="images")]


def of_counts(rng: np.random.Generator) -> list[Call]:
    """Calls a day, with days without any."""
    rate = np.exp(rng.normal(1.0, 0.5, 700))
    return [of_numbers(rng.poisson(rate).astype(float), rate, y_train=rng.poisson(3.0, 900).astype(float))]


def of_few(rng: np.random.Generator) -> list[Call]:
    """Twenty men, three exercises (scikit-learn's smallest data set)."""
    X, y = datasets.load_linnerud(return_X_y=True)
    return predicted(X, y[:, 0], "ridge", rng, parts=by_rows(20, rng, share=0.5))


def of_relevant_or_not(rng: np.random.Generator) -> list[Call]:
    grade = (rng.random((60, 50)) < 0.06).astype(int)
    return [of_lists(grade, 1.2 * grade + rng.normal(size=grade.shape), 10)]


def of_prices(n: int, cost_fp: float, cost_fn: float, rng: np.random.Generator) -> list[Call]:
    """Calls from that probability on that the prices set."""
    *before, call = of_a_line(n, 6, -1.0, rng)
    given = call.arguments
    called = (given["y_prob"] >= cost_fp / (cost_fp + cost_fn)).astype(int)
    return [*before, Call("classification", given | {"y_pred": called, "costs": (cost_fp, cost_fn), "reported": {}})]


def of_percentages(rng: np.random.Generator) -> list[Call]:
    """A truth far from 0, of which the percentage error is reported."""
    truth = 200 + 30 * rng.normal(size=300)
    guess = truth + 15 * rng.normal(size=300)
    value = regression.mean_absolute_percentage_error(truth, guess)
    reported = {"MAPE": f"{value:.2%}", "MAE": regression.mean_absolute_error(truth, guess)}
    return [Call("regression", {"y_true": truth, "y_pred": guess, "reported": reported})]


def last_settings() -> list[Setting]:
    table: dict[str, Callable[[np.random.Generator], list[Call]]] = {
        "a line, 600 rows": partial(of_a_line, 600, 6, 0.0),
        "a line, 1,500 rows, 20% positive": partial(of_a_line, 1500, 10, -1.6),
        "a line, 6,000 rows, 3% positive": partial(of_a_line, 6000, 8, -4.0),
        "a line, 3,000 rows, 20 columns": partial(of_a_line, 3000, 20, 0.7),
        **{f"adults, {model}": partial(of_adults, model) for model in ("logistic", "neighbors")},
        **{f"7 and 9 by writer, {model}": partial(of_two_digits, model) for model in ("logistic", "machine")},
        "two columns of wine": of_two_wine_columns,
        "3 blobs, logistic": partial(of_blobs, 3, "logistic"),
        "6 blobs, forest": partial(of_blobs, 6, "forest"),
        **{f"rows: {shape}": partial(of_shape, shape) for shape in SHAPES},
        "sensors": of_sensors,
        "windows of a walk": of_windows,
        **{f"Friedman, {model}": partial(of_friedman, model) for model in ("linear", "forest")},
        "families": of_families,
        "alike patients": of_alike_patients,
        "counts": of_counts,
        "few": of_few,
        "relevant or not": of_relevant_or_not,
        "exact probabilities, 150": partial(of_exact_probabilities, 150, 0.5),
        "prices of 1 and 5, 1,500 rows": partial(of_prices, 1500, 1.0, 5.0),
        "prices of 1 and 20, 6,000 rows": partial(of_prices, 6000, 1.0, 20.0),
        "equal prices, 600 rows": partial(of_prices, 600, 2.0, 2.0),
        "percentages": of_percentages,
        "marks from 1 to 10": partial(of_coarse_scores, 10),
    }
    return [Setting(name, "last", make) for name, make in table.items()]


# ---------------------------------------------------------------- generated answers


def tried(make: Callable[..., Any], *arguments: Any, **options: Any) -> Callable[[np.random.Generator], list[Call]]:
    """The review of tries that a function draws."""
    return lambda rng: [Call("tries", make(*arguments, rng, **options))]


def met(
    schedule: Callable[..., Any], models: int, battles: int, **options: Any
) -> Callable[[np.random.Generator], list[Call]]:
    """The review of an arena with this schedule."""
    return lambda rng: [Call("comparisons", generated.arena(schedule, models, battles, rng, **options))]


def newest(*arguments: Any, **options: Any) -> Callable[[np.random.Generator], list[Call]]:
    """The review of an arena that shows its newest model first."""
    return lambda rng: [Call("comparisons", generated.newest_first(*arguments, rng, **options))]


def topics_of(sizes: Callable[[np.random.Generator], Any], spread: float) -> Callable[..., list[Call]]:
    return lambda rng: [Call("tries", generated.topics(sizes(rng), spread, rng))]


def tries_of_trees(data: Any, tasks: int, tries: int, **options: Any) -> Callable[[np.random.Generator], list[Call]]:
    return lambda rng: [Call("tries", generated.small_trees(*data()[:2], tasks, tries, rng, **options))]


def pixels() -> tuple[Any, Any]:
    images, labels, _ = digits()
    return images.reshape(len(images), -1), labels


def meetings_of_readers(
    schedule: Callable[..., Any], battles: int, **options: Any
) -> Callable[[np.random.Generator], list[Call]]:
    return lambda rng: [Call("comparisons", generated.readers_of_digits(schedule, battles, rng, *pixels(), **options))]


def answer_settings() -> list[Setting]:
    one_try, several = generated.one_try, generated.several_tries
    tuned = {
        **{f"one try, {n} tasks, {kind}": tried(one_try, n, kind) for n in (100, 3000) for kind in ("easy", "mixed")},
        "a service that wanders, 2,000 tasks": tried(generated.wandering, 2000, 0.95, 1.0),
        "tries of 200 equal tasks": tried(several, 200, 5, "alike"),
        "one try, sorted by difficulty, 500": tried(generated.by_difficulty, 500),
        "20 exams of 15 questions": tried(generated.exams, 15, 20),
        "20 topics of 50": topics_of(lambda rng: np.full(20, 50), 0.5),
        "arena of 6": met(generated.by_chance, 6, 300, place=0.5),
        "arena of 30": met(generated.by_chance, 30, 3000),
        "round robin of 7": met(generated.round_robin, 7, 420, place=0.5),
        "6 models, the newest first and best": newest(1.0, 0.5, 6, 1500),
    }
    fresh = {
        **{f"one try, {n} tasks, {kind}": tried(one_try, n, kind) for n in (164, 5000) for kind in ("hard", "even")},
        "tries of 100 equal tasks": tried(several, 100, 20, "alike"),
        "rounds of 164 equal tasks": tried(several, 164, 10, "alike", order="by round"),
        "tries of 500 easy tasks": tried(several, 500, 4, "alike and easy"),
        "one try, sorted by difficulty, 2,000": tried(generated.by_difficulty, 2000),
        "one try, five levels, 500": tried(generated.by_level, 500),
        "8 exams of 25 questions": tried(generated.exams, 25, 8),
        "40 exams of 30 questions": tried(generated.exams, 30, 40),
        "57 topics of unlike size": topics_of(lambda rng: rng.integers(20, 150, 57), 0.5),
        "40 topics of 25": topics_of(lambda rng: np.full(40, 25), 0.5),
        "a service with better hours": tried(generated.drifting, 2400),
        "six formats in turn": tried(generated.formats, 600, 6),
        "named tries of 30 tasks": tried(several, 30, 50, "mixed", named=True),
        "one small tree on images": tries_of_trees(pixels, 900, 1),
        "one small tree on tumors": tries_of_trees(breast_cancer, 280, 1),
        **{
            f"arena of {k}, place {place}": met(generated.by_chance, k, n, place=place, ties=ties, spread=spread)
            for k, n in ((2, 40), (4, 100), (20, 1000))
            for place, ties, spread in ((0.0, 0.3, 0.5), (1.0, 0.2, 0.5), (-0.7, 0.0, 1.0))
        },
        **{
            f"arena of {k}, a strong preference": met(generated.by_chance, k, n, place=place)
            for k, n, place in ((3, 60, 1.5), (6, 1000, 2.0), (20, 200, -1.5))
        },
        "both orders of 5, a strong preference": met(generated.both_orders, 5, 400, place=2.0),
        "arena of 15, few battles": met(generated.by_chance, 15, 60, place=0.5),
        "both orders of 3": met(generated.both_orders, 3, 60, place=1.0),
        "both orders of 12, ties": met(generated.both_orders, 12, 1320, place=0.8, ties=0.4),
        "round robin of 9, nearly equal": met(generated.round_robin, 9, 2000, place=0.8, spread=0.1),
        "12 models against one": met(generated.against_baseline, 12, 1000, place=0.8, spread=0.1),
        "some models drawn more often": met(generated.by_popularity, 20, 5000, place=0.5, spread=0.2),
        "two leagues": met(generated.two_leagues, 12, 600, place=0.8, spread=0.2),
        "equal models": met(generated.by_chance, 10, 3000, place=0.8, spread=0.0),
        "judges with tastes": met(generated.by_chance, 6, 1500, place=0.5, tastes=0.7),
        "a circle": lambda rng: [Call("comparisons", generated.circle(1000, rng))],
        "5 models, the newest first and best": newest(0.8, 0.4, 5, 1000),
        "6 models, the newest first and far behind": newest(-1.0, 0.4, 6, 1000),
        "5 models, the newest first, no preference": newest(-0.1, 0.0, 5, 1000),
        "readers of digits": meetings_of_readers(generated.by_chance, 600, to_first=0.5),
        "readers of digits, both orders": meetings_of_readers(generated.both_orders, 840, to_first=0.5),
    }
    last = {
        **{f"one try, {n} tasks, {kind}": tried(one_try, n, kind) for n in (60, 1000) for kind in ("hard", "alike")},
        "tries of 80 equal tasks": tried(several, 80, 8, "alike"),
        "50 exams of 12 questions": tried(generated.exams, 12, 50),
        "100 topics of 10": topics_of(lambda rng: np.full(100, 10), 0.4),
        "one try, five levels, 1,000": tried(generated.by_level, 1000),
        "a service that wanders, 600 tasks": tried(generated.wandering, 600, 0.99, 1.0),
        "a service that wanders far, 5,000 tasks": tried(generated.wandering, 5000, 0.8, 2.0),
        "documents of unlike length": topics_of(lambda rng: rng.integers(1, 20, 150), 1.0),
        "eight formats in turn": tried(generated.formats, 800, 8),
        "one small tree on 400 images": tries_of_trees(pixels, 400, 1),
        **{
            f"arena of {k}, {n} battles": met(generated.by_chance, k, n, place=0.9, spread=0.3, ties=0.1)
            for k, n in ((3, 30), (12, 600))
        },
        "8 models against one": met(generated.against_baseline, 8, 400, place=-0.5),
        "two leagues of ten": met(generated.two_leagues, 20, 3000, place=0.4),
        "judges with strong tastes": met(generated.by_chance, 10, 2000, place=0.8, tastes=1.0, spread=0.1),
        "round robin of 11": met(generated.round_robin, 11, 550, place=0.6),
        "10 models, the newest first and best": newest(0.9, 0.5, 10, 3000),
        "readers of digits, some more often": meetings_of_readers(generated.by_popularity, 1500, to_first=0.7),
    }
    parts = (("tuned", tuned), ("fresh", fresh), ("last", last))
    return [Setting(name, data, make) for data, table in parts for name, make in table.items()]


SETTINGS = [*tuned_settings(), *fresh_settings(), *last_settings(), *answer_settings()]

"""Planted mistakes: for each check evaluations that it should find, mild and strong, written before any threshold."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import generated
import numpy as np
import sound
from sklearn.base import clone
from sound import Call, Parts

from evalbook import comparison, confusion, curves, regression


class Plant(NamedTuple):
    """A mistake, and the check that should name it."""

    check: str
    name: str
    strong: bool
    make: Callable[[np.random.Generator], list[Call]]

    def calls(self, seed: int) -> list[Call]:
        return self.make(np.random.default_rng([seed, zlib.crc32(f"{self.check}, {self.name}".encode())]))


def data_named(name: str, rng: np.random.Generator) -> tuple[Any, Any]:
    """Rows without ties: two data sets of scikit-learn's, and two made ones."""
    if name == "breast cancer":
        return sound.breast_cancer()
    if name == "wine":
        return sound.wine()
    return sound.made(2000 if name == "2,000 rows" else 500, 0.3, rng)


DATA = ("breast cancer", "wine", "500 rows", "2,000 rows")

# ---------------------------------------------------------------- rows that should not be shared


def divided(X: Any, y: Any, parts: Parts, **more: Any) -> list[Call]:
    return [sound.split_call(X, parts, y=y, **more)]


def copied(data: str, share: float, noise: float, rng: np.random.Generator) -> list[Call]:
    """A share of the test part is copied from the training part, with noise in standard deviations."""
    X, y = data_named(data, rng)
    train, test = sound.by_lot(y, rng)
    taken = rng.choice(train, max(1, round(share * len(test))))
    rows = X[taken] + noise * X.std(axis=0) * rng.normal(size=(len(taken), X.shape[1])) if noise else X[taken]
    X_test, y_test = np.concatenate([X[test], rows]), np.concatenate([y[test], y[taken]])
    return [Call("split", {"X_train": X[train], "X_test": X_test, "y": (y[train], y_test)})]


def tested_in_training(data: str, rng: np.random.Generator) -> list[Call]:
    X, y = data_named(data, rng)
    _, test = sound.by_lot(y, rng)
    return [Call("split", {"X_train": X, "X_test": X[test], "y": (y, y[test])})]


def oversampled(data: str, rng: np.random.Generator) -> list[Call]:
    """The rarest class is repeated three times, and divided afterwards."""
    X, y = data_named(data, rng)
    labels, count = np.unique(y, return_counts=True)
    rare = np.flatnonzero(y == labels[count.argmin()])
    rows = np.concatenate([np.arange(len(y)), rare, rare])
    return divided(X[rows], y[rows], sound.by_lot(y[rows], rng))


def interpolated(data: str, rng: np.random.Generator) -> list[Call]:
    """SMOTE first: rows between neighbors of the rarest class, and divided afterwards."""
    X, y = data_named(data, rng)
    labels, count = np.unique(y, return_counts=True)
    rare = X[y == labels[count.argmin()]]
    scaled = rare / X.std(axis=0)
    distance = ((scaled[:, np.newaxis] - scaled) ** 2).sum(axis=2)
    near = np.argsort(distance, axis=1)[:, 1:6]
    start = rng.integers(len(rare), size=max(20, count.max() - count.min()))
    end = near[start, rng.integers(5, size=len(start))]
    rows = rare[start] + rng.random((len(start), 1)) * (rare[end] - rare[start])
    X, y = np.concatenate([X, rows]), np.append(y, np.full(len(rows), labels[count.argmin()]))
    return divided(X, y, sound.by_lot(y, rng))


def windows_by_row(rng: np.random.Generator) -> list[Call]:
    X, y = sound.windows(rng)
    return divided(X, y, sound.by_lot(y, rng))


def visits_by_row(rng: np.random.Generator) -> list[Call]:
    """Four visits of each person, each a little different; visits are divided, and who came is not handed in."""
    person = np.repeat(np.arange(200), 4)
    X = rng.normal(size=(200, 8))[person] + 0.25 * rng.normal(size=(800, 8))
    y = rng.integers(2, size=200)[person]
    return divided(X, y, sound.by_lot(y, rng))


def groups_by_row(rng: np.random.Generator) -> list[Call]:
    X, y = sound.made(600, 0.4, rng)
    group = rng.integers(100, size=600)
    return divided(X, y, sound.by_lot(y, rng), groups=group)


def one_group_in_both(rng: np.random.Generator) -> list[Call]:
    X, y = sound.made(600, 0.4, rng)
    group = rng.integers(100, size=600)
    train, test = sound.by_group(group, rng)
    moved = np.flatnonzero(group[test] == group[test][0])[:1]
    return divided(X, y, Parts(np.append(train, test[moved]), np.delete(test, moved)), groups=group)


def days_by_row(rng: np.random.Generator) -> list[Call]:
    X, y = sound.made(600, 0.4, rng)
    return divided(X, y, sound.by_lot(y, rng), times=np.sort(rng.integers(200, size=600)))


def some_days_late(rng: np.random.Generator) -> list[Call]:
    """A training part that ends after the first twentieth of the test part's time."""
    X, y = sound.made(600, 0.4, rng)
    day = np.arange(600)
    return divided(X, y, Parts(np.r_[:400, 410:425], np.r_[400:410, 425:600]), times=day)


def balanced_training(positive: float, of_training: float, rng: np.random.Generator) -> list[Call]:
    """Negatives are left out of the training part alone."""
    X, y = sound.made(4000, positive, rng)
    train, test = sound.by_lot(y, rng)
    yes, no = train[y[train] == 1], train[y[train] == 0]
    kept = np.concatenate([yes, no[: round(len(yes) * (1 - of_training) / of_training)]])
    return divided(X, y, Parts(kept, test))


# ---------------------------------------------------------------- scores


def fitted_scores(n: int, positive: float, rng: np.random.Generator) -> tuple[Any, Any]:
    """Truth and probability of a logistic regression on fresh rows."""
    X, y = sound.made(n, positive, rng)
    train, test = sound.by_lot(y, rng)
    fitted = clone(sound.MODELS["logistic"]).fit(X[train], y[train])
    return y[test], fitted.predict_proba(X[test])[:, 1]


def calls_as_scores(n: int, signs: bool, rng: np.random.Generator) -> list[Call]:
    y, p = fitted_scores(n, 0.4, rng)
    hard = (p >= 0.5).astype(int)
    return [Call("classification", {"y_true": y, "y_score": 2 * hard - 1 if signs else hard})]


def turned(positive: float, n: int, rng: np.random.Generator) -> list[Call]:
    y, p = fitted_scores(n, positive, rng)
    return [Call("classification", {"y_true": y, "y_score": 1 - p})]


def hardly_turned(rng: np.random.Generator) -> list[Call]:
    y = rng.integers(2, size=300)
    return [Call("classification", {"y_true": y, "y_score": -0.3 * y + rng.normal(size=300)})]


def log_odds_times(factor: float, n: int, shift: float, rng: np.random.Generator) -> list[Call]:
    """Probabilities that are too bold or too timid, or were learned from classes in other shares."""
    odds = -1 + 1.5 * rng.normal(size=n)
    y = (rng.random(n) < 1 / (1 + np.exp(-odds))).astype(int)
    return [Call("classification", {"y_true": y, "y_prob": 1 / (1 + np.exp(-(factor * odds + shift)))})]


def bold_model(factor: float, rng: np.random.Generator) -> list[Call]:
    y, p = fitted_scores(1500, 0.4, rng)
    p = np.clip(p, 1e-9, 1 - 1e-9)
    return [Call("classification", {"y_true": y, "y_prob": 1 / (1 + (1 / p - 1) ** factor)})]


# ---------------------------------------------------------------- numbers of a report


def another_number(name: str, what: str, digits: int, rng: np.random.Generator) -> list[Call]:
    """A number under the name of another one: the only one that is reported."""
    y, p = fitted_scores(1500, 0.25, rng)
    called = (p >= 0.5).astype(int)
    precision, recall, _ = curves.pr_curve(y, p)
    order = np.argsort(recall, kind="stable")
    places = [one[::7] for one in (y, p)]
    numbers = {
        "macro F1": lambda: confusion.f1(y, called, average="macro"),
        "weighted F1": lambda: confusion.f1(y, called, average="weighted"),
        "accuracy": lambda: confusion.accuracy(y, called),
        "AUC of the calls": lambda: curves.roc_auc(y, called),
        "F1 of the other class": lambda: confusion.f1(1 - y, 1 - called),
        "recall": lambda: confusion.recall(y, called),
        "trapezoids": lambda: float(np.trapezoid(precision[order], recall[order])) if hasattr(np, "trapezoid") else 0.0,
        "average precision": lambda: curves.average_precision(y, p),
        "none": lambda: curves.roc_auc(*places) - 0.0371,
    }
    given = {"y_true": y, "y_score": p, "y_pred": called, "reported": {name: f"{numbers[what]():.{digits}f}"}}
    return [Call("classification", given)]


def best_of(models: int, n: int, rng: np.random.Generator) -> list[Call]:
    """Models that are equally good, of which the best on the test samples is reported."""
    y = rng.integers(2, size=n)
    hard = rng.normal(size=n)
    right = np.array([hard + rng.normal(size=n) < 1.19 for _ in range(models)])  # four in five
    right = right[np.argsort(right.mean(axis=1))]
    called = np.where(right, y, 1 - y)
    given = {"y_true": y, "y_pred": called[-1], "rivals": list(called[:-1]), "models_tried": models}
    return [Call("classification", given)]


def equal_recipes(repeats: int, rng: np.random.Generator) -> list[Call]:
    """Differences over repeated folds that share a deviation: drawn until the plain t-test takes them for real."""
    while True:
        own = 0.012 * rng.normal()
        found = own + 0.02 * rng.normal(size=10 * repeats)
        plain = comparison.corrected_t_test(found, test_share=0).p_value
        if plain < 0.04 and comparison.corrected_t_test(found, test_share=0.1).p_value > 0.06:
            return [Call("folds", {"differences": found, "test_share": 0.1})]


# ---------------------------------------------------------------- regression, ranking


def outliers(factor: float, rng: np.random.Generator) -> list[Call]:
    """One prediction in a hundred is wrong by a multiple."""
    truth = 100 + 20 * rng.normal(size=500)
    error = 5 * rng.normal(size=500)
    error[:5] *= factor
    return [Call("regression", {"y_true": truth, "y_pred": truth - error})]


def heavy_tail(rng: np.random.Generator) -> list[Call]:
    """Prices of which a few are very high, predicted within a factor."""
    truth = np.exp(rng.normal(10, 1.6, 800))
    return [Call("regression", {"y_true": truth, "y_pred": truth * np.exp(0.4 * rng.normal(size=800))})]


def coarse_lists(levels: int, k: int, rng: np.random.Generator) -> list[Call]:
    """Scores of so few levels that ties lie across the cutoff."""
    grade = rng.choice(4, size=(100, 40), p=[0.7, 0.15, 0.1, 0.05])
    grade[:, 0] = 3
    score = grade + 1.5 * rng.normal(size=grade.shape)
    edges = np.quantile(score, np.arange(1, levels) / levels)
    return [Call("ranking", {"y_true": grade, "y_score": np.searchsorted(edges, score), "k": k})]


def zeros_in_truth(share: float, rng: np.random.Generator) -> list[Call]:
    y = np.where(rng.random(400) < share, 0.0, rng.poisson(20, 400) + 1.0)
    y[0] = 0.0
    guess = np.maximum(y + 3 * rng.normal(size=400), 0.1)
    value = regression.mean_absolute_percentage_error(y[y > 0], guess[y > 0])
    return [Call("regression", {"y_true": y, "y_pred": guess, "reported": {"MAPE": f"{value:.3f}"}})]


# ---------------------------------------------------------------- generated answers


def answer_plants() -> list[Plant]:
    several, alphabetical, baseline = generated.several_tries, generated.alphabetical, generated.baseline_first
    strong_tries = {
        f"{tasks} {kind} tasks, {n} tries, {order}": sound.tried(several, tasks, n, kind, order=order)
        for tasks, n in ((164, 20), (100, 10), (500, 4), (50, 50))
        for kind in ("mixed", "hard", "easy")
        for order in ("by task", "by round")
    } | {
        **{
            f"{tasks} mixed tasks, {n} tries, {order}": sound.tried(several, tasks, n, "mixed", order=order)
            for tasks, n in ((164, 200), (60, 150))
            for order in ("by task", "by round")
        },
        "200 images, 10 trees": sound.tries_of_trees(sound.pixels, 200, 10),
        "150 tumors, 20 trees": sound.tries_of_trees(sound.breast_cancer, 150, 20),
    }
    mild_tries = {
        **{f"{tasks} mixed tasks, {n} tries": sound.tried(several, tasks, n, "mixed") for tasks, n in MILD_SIZES},
        "15 mixed tasks, 20 tries": sound.tried(several, 15, 20, "mixed"),
        "164 even tasks, 20 tries": sound.tried(several, 164, 20, "even"),
        "164 even tasks, 2 tries": sound.tried(several, 164, 2, "even"),
        "164 mixed tasks, 20 tries in random order": sound.tried(several, 164, 20, "mixed", order="shuffled"),
        "164 mixed tasks, unequal tries": sound.tried(generated.unequal_tries, 164, 10, "mixed"),
    }
    strong_orders = {
        **{
            f"the earlier name first, {k} models, place {place}": sound.met(alphabetical, k, n, place=place)
            for k, n in ((2, 60), (3, 150), (4, 300), (8, 800), (20, 2000))
            for place in (0.0, 0.6)
        },
        **{f"one model first against {k - 1}": sound.met(baseline, k, 100 * k, place=0.5) for k in (2, 5, 15)},
        "one model first in 95%": sound.met(partial(baseline, share=0.95), 6, 600, place=0.5),
        "readers of digits, the earlier name first": sound.meetings_of_readers(alphabetical, 600, to_first=0.5),
        "readers of digits, one first": sound.meetings_of_readers(baseline, 600, to_first=0.3),
    }
    mild_orders = {
        "the earlier name first in 80%": sound.met(partial(alphabetical, share=0.8), 6, 600, place=0.5),
        "the earlier name first in 95%": sound.met(partial(alphabetical, share=0.95), 8, 800, place=0.5),
        "one model first in 80%": sound.met(partial(baseline, share=0.8), 6, 600, place=0.5),
        "one model first, 25 battles": sound.met(baseline, 5, 25, place=0.5),
        "the newest of three first": sound.newest(-0.2, 0.5, 3, 300),
    }
    first = partial(alphabetical, share=0.8)
    strong_places = {
        **{
            f"{k} models, the judge takes the {which}": sound.met(generated.by_chance, k, n, place=place)
            for k, n in ((2, 30), (3, 60), (6, 600), (15, 3000))
            for which, place in (("first", 50.0), ("second", -50.0))
        },
        "the earlier name first in 80%, 99.7% for the first": sound.met(first, 3, 3000, place=6.0, spread=0.2),
        "one model first in 80%, 99% for the first": sound.met(partial(baseline, share=0.8), 5, 1000, place=5.0),
    }
    mild_places = {
        "12 battles of 2 models, the judge takes the first": sound.met(generated.by_chance, 2, 12, place=50.0),
        "96% for the first": sound.met(generated.by_chance, 6, 600, place=3.2, spread=0.2),
        "the judge takes the first or says that they are equal": sound.met(
            generated.by_chance, 4, 400, place=50.0, ties=0.2
        ),
        "one model first in 95%, 98% for the first": sound.met(partial(baseline, share=0.95), 4, 600, place=4.0),
    }
    strong_leads = {
        f"the newest of {k} first, {-behind} behind, place {place}": sound.newest(behind, place, k, n)
        for behind, place, k, n in (
            (-0.3, 0.6, 6, 3000),
            (-0.3, 0.8, 5, 2000),
            (-0.4, 1.0, 8, 2000),
            (-0.2, 0.5, 10, 8000),
            (-0.5, 1.2, 6, 1000),
        )
    }
    mild_leads = {
        "the newest first, 0.1 behind, place 0.2": sound.newest(-0.1, 0.2, 6, 2000),
        "the newest first, 500 battles": sound.newest(-0.3, 0.5, 6, 500),
        "the newest first in 80%": sound.newest(-0.2, 0.8, 6, 3000, share=0.8),
    }
    planted = (
        ("tries_as_tasks", strong_tries, mild_tries),
        ("place_follows_model", strong_orders, mild_orders),
        ("place_decides", strong_places, mild_places),
        ("leader_depends_on_place", strong_leads, mild_leads),
    )
    return [
        Plant(check, name, level, make)
        for check, *tables in planted
        for level, table in zip((STRONG, MILD), tables, strict=True)
        for name, make in table.items()
    ]


MILD_SIZES = ((20, 5), (30, 10), (164, 2), (40, 4))
STRONG, MILD = True, False
PLANTS = [
    *(Plant("duplicates", f"a tenth copied, {data}", STRONG, partial(copied, data, 0.1, 0)) for data in DATA),
    *(
        Plant("duplicates", f"the test part in training, {data}", STRONG, partial(tested_in_training, data))
        for data in DATA
    ),
    *(Plant("duplicates", f"oversampled first, {data}", STRONG, partial(oversampled, data)) for data in DATA),
    Plant("duplicates", "one row in a hundred, 2,000 rows", MILD, partial(copied, "2,000 rows", 0.01, 0)),
    Plant("duplicates", "one row, wine", MILD, partial(copied, "wine", 0.01, 0)),
    *(
        Plant(
            "near_duplicates",
            f"a fifth copied with noise {noise}, {data}",
            noise < 0.2,
            partial(copied, data, 0.2, noise),
        )
        for noise in (0.02, 0.1, 0.3)
        for data in DATA
    ),
    *(
        Plant("near_duplicates", f"SMOTE first, {data}", STRONG, partial(interpolated, data))
        for data in ("breast cancer", "500 rows", "2,000 rows")
    ),
    Plant("near_duplicates", "windows of a walk divided by row", STRONG, windows_by_row),
    Plant("near_duplicates", "visits divided by row", MILD, visits_by_row),
    Plant("group_overlap", "divided by row", STRONG, groups_by_row),
    Plant("group_overlap", "one group in both", MILD, one_group_in_both),
    Plant("temporal_leakage", "divided by row", STRONG, days_by_row),
    Plant("temporal_leakage", "some days late", MILD, some_days_late),
    Plant("prevalence_shift", "half in training, 10% in the test", STRONG, partial(balanced_training, 0.1, 0.5)),
    Plant("prevalence_shift", "half in training, 20% in the test", STRONG, partial(balanced_training, 0.2, 0.5)),
    Plant("prevalence_shift", "30% in training, 20% in the test", MILD, partial(balanced_training, 0.2, 0.3)),
    *(
        Plant(
            "hard_labels_as_scores",
            f"{n} rows{', signs' if signs else ''}",
            n > 100,
            partial(calls_as_scores, n, signs),
        )
        for n in (60, 600, 3000)
        for signs in (False, True)
    ),
    Plant("inverted_scores", "half positive, 600 rows", STRONG, partial(turned, 0.5, 600)),
    Plant("inverted_scores", "10% positive, 2,000 rows", STRONG, partial(turned, 0.1, 2000)),
    Plant("inverted_scores", "hardly a signal", MILD, hardly_turned),
    *(
        Plant("miscalibration", f"{name}, {n:,} rows", STRONG, partial(log_odds_times, factor, n, shift))
        for name, factor, shift in (
            ("log-odds times 2", 2.0, 0.0),
            ("log-odds by half", 0.5, 0.0),
            ("log-odds times 5", 5.0, 0.0),
            ("prior of 1:4", 1.0, np.log(4)),
        )
        for n in (400, 2000)
    ),
    Plant("miscalibration", "log-odds times 3, a fitted model", STRONG, partial(bold_model, 3.0)),
    Plant("miscalibration", "log-odds times 1.4, 200 rows", MILD, partial(log_odds_times, 1.4, 200, 0.0)),
    Plant("miscalibration", "log-odds times 1.4, 2,000 rows", MILD, partial(log_odds_times, 1.4, 2000, 0.0)),
    *(
        Plant(
            "reported_number",
            f"{what} as {name}, {digits} digits",
            digits > 2,
            partial(another_number, name, what, digits),
        )
        for name, what in (
            ("F1", "macro F1"),
            ("F1", "weighted F1"),
            ("F1", "F1 of the other class"),
            ("precision", "recall"),
            ("ROC AUC", "AUC of the calls"),
            ("ROC AUC", "average precision"),
            ("balanced accuracy", "accuracy"),
            ("ROC AUC", "none"),
        )
        for digits in (3, 4, 2)
    ),
    *(
        Plant("selection_optimism", f"best of {models}, {n} samples", STRONG, partial(best_of, models, n))
        for models in (5, 20)
        for n in (100, 400)
    ),
    Plant("selection_optimism", "best of 2, 400 samples", MILD, partial(best_of, 2, 400)),
    Plant("uncorrected_t_test", "equal recipes, 10 times 10 folds", STRONG, partial(equal_recipes, 10)),
    Plant("uncorrected_t_test", "equal recipes, 3 times 10 folds", MILD, partial(equal_recipes, 3)),
    Plant("few_rows_dominate", "one in a hundred 30 times as wrong", STRONG, partial(outliers, 30.0)),
    Plant("few_rows_dominate", "a heavy tail", STRONG, heavy_tail),
    Plant("few_rows_dominate", "one in a hundred 10 times as wrong", MILD, partial(outliers, 10.0)),
    Plant("ties_at_cutoff", "3 levels, 10 places", STRONG, partial(coarse_lists, 3, 10)),
    Plant("ties_at_cutoff", "4 levels, 5 places", STRONG, partial(coarse_lists, 4, 5)),
    Plant("ties_at_cutoff", "12 levels, 10 places", MILD, partial(coarse_lists, 12, 10)),
    Plant("reported_number", "MAPE of a truth of which a tenth is 0", STRONG, partial(zeros_in_truth, 0.1)),
    Plant("reported_number", "MAPE of a truth with one 0", STRONG, partial(zeros_in_truth, 0.0)),
    *answer_plants(),
]

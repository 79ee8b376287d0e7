"""What *Multiclass ROC* concludes of five averages on the same test set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from claims.settings import APART, DRAWS, Learner, redrawn
from evalbook import curves, splits
from evalbook_tools.claims import claim, fell, limit, over, rests

CUTS = 20


class Classes(NamedTuple):
    """Samples of several classes, and what learns from a part of them."""

    x: NDArray[Any]
    y: NDArray[Any]
    learner: Learner = GaussianNB
    tested: float = 0.5
    seed: int = 0


def wines(columns: tuple[int, ...] = (0, 4), **options: Any) -> Classes:
    x, y = load_wine(return_X_y=True)
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    return Classes(x[:, columns], y, **options)


def five_answers(y_true: NDArray[Any], y_score: NDArray[Any]) -> list[float]:
    """Macro first."""
    macro, *others = (
        curves.multiclass_roc_auc(y_true, y_score, average=average) for average in ("macro", "weighted", "micro")
    )
    one_vs_one = curves.multiclass_roc_auc(y_true, y_score, multi_class="ovo")
    return [macro, *others, one_vs_one, curves.multiclass_roc_curve(y_true, y_score).auc]


def of_cuts(setting: Classes) -> NDArray[Any]:
    """The five answers, a row for each of so many cuts."""
    found = []
    for cut in range(CUTS):
        seed = 1000 * setting.seed + cut
        train, test = splits.hold_out(setting.y.size, setting.tested, stratify=setting.y, rng=seed)
        model = setting.learner().fit(setting.x[train], setting.y[train])
        found.append(five_answers(setting.y[test], model.predict_proba(setting.x[test])))
    return np.array(found)


LEARNERS: dict[str, Learner] = {
    "naive Bayes": GaussianNB,
    "logistic regression": LogisticRegression,
    "linear discriminant": LinearDiscriminantAnalysis,
    "fifteen neighbors": lambda: KNeighborsClassifier(15),
    "tree of depth 3": lambda: DecisionTreeClassifier(max_depth=3, random_state=0),
}
COLUMNS = {"alcohol": 0, "acid": 1, "ash": 2, "alkalinity": 3, "magnesium": 4}


def other_data() -> dict[str, Classes]:
    """Few measurements each, so that there is something left to get wrong."""
    iris, digits = load_iris(), load_digits()
    found = {
        "irises, two lengths of sepals": Classes(iris.data[:, :2], iris.target, seed=41),
        "irises, widths": Classes(iris.data[:, [1, 3]], iris.target, seed=42),
        "wines, all": wines(tuple(range(13)), seed=43),
    }
    for i, few in enumerate(((1, 7, 9), (3, 5, 8), (2, 3, 9), (0, 6, 8))):
        some = np.isin(digits.target, few)
        rows = digits.data[some].reshape(-1, 8, 8).sum(axis=2)  # the ink of each row
        found[f"digits {few}, ink of their rows"] = Classes(rows[:, 1:7:2], digits.target[some], seed=44 + i)
    return found


def other_pairs() -> dict[str, Classes]:
    return {
        f"{one} and {other}": wines((COLUMNS[one], COLUMNS[other]), seed=20 + i)
        for i, (one, other) in enumerate(combinations(COLUMNS, 2))
    }


def other_learners() -> dict[str, Classes]:
    return {name: wines(learner=learner, seed=31 + i) for i, (name, learner) in enumerate(LEARNERS.items())}


def other_parts() -> dict[str, Classes]:
    return {f"{share:.0%}": wines(tested=share, seed=51 + i) for i, share in enumerate((0.2, 0.3, 0.4, 0.6, 0.7))}


def with_shares(shares: Sequence[tuple[int, int, int]], seed: int) -> Callable[[int], dict[str, Classes]]:
    """Wines are left out by lot; in each draw another sort is the rare one."""
    x, y, *_ = wines()
    there = np.bincount(y)

    def drawn(draw: int) -> dict[str, Classes]:
        found = {}
        for i, three in enumerate(shares):
            at = seed + i + APART * draw
            lot, share = np.random.default_rng(at).permutation(y.size), np.roll(three, draw)
            most = np.round(np.min(there / share) * share).astype(int)
            kept = np.concatenate([lot[y[lot] == sort][:n] for sort, n in enumerate(most)])
            found[", ".join(f"{one}%" for one in three)] = Classes(x[kept], y[kept], seed=at)
        return found

    return drawn


A_FIFTH_OR_MORE = ((20, 20, 60), (20, 30, 50), (20, 40, 40), (25, 25, 50), (25, 30, 45), (30, 30, 40))


def one_common_class() -> dict[str, Classes]:
    """Some of the wines of two sorts are left out."""
    x, y, *_ = wines()
    found = {}
    for i, (few, some) in enumerate(((6, 6), (8, 8), (10, 12), (12, 10), (15, 15))):
        kept = np.concatenate([np.flatnonzero(y == 0)[:few], np.flatnonzero(y == 1), np.flatnonzero(y == 2)[:some]])
        found[f"{few}, 71 and {some} wines"] = Classes(x[kept], y[kept], seed=61 + i)
    return found


@claim(
    "Where the scores are probabilities of one model and each of three classes has a fifth of the samples or more, the"
    " difference of macro and another of the five averages spreads less from cut to cut than either of the two."
)
@over("other cuts of the wines", lambda: [wines(seed=seed) for seed in range(20)], draws=True)
@over("other pairs of the first five measurements", redrawn(other_pairs), each=DRAWS)
@over("other learners", redrawn(other_learners), each=DRAWS)
@over("other data", redrawn(other_data), each=DRAWS)
@over("20 to 70% tested", redrawn(other_parts), each=DRAWS)
@over("20 to 30% of the rarest sort", with_shares(A_FIFTH_OR_MORE, 71), each=DRAWS)
@limit("5 and 10% of one sort, the others alike", with_shares(((5, 47, 48), (10, 45, 45)), 81), each=DRAWS)
@limit("one class of 70% or more", redrawn(one_common_class), each=DRAWS)
def differences_spread_less(setting: Classes) -> bool:
    answers = of_cuts(setting)
    spread, from_macro = answers.std(axis=0), (answers - answers[:, [0]]).std(axis=0)
    return bool(np.all(from_macro[1:] < np.minimum(spread[0], spread[1:])))


fell(
    "Where the scores are probabilities of one model and the classes about equally common, the difference of macro and"
    " another of the five averages spreads less from cut to cut than either of the two.",
    became="differences-spread-less",
)
fell(
    "From cut to cut the difference of macro and another of the five averages spreads less than either of the two.",
    became="differences-spread-less",
)
fell(
    "From cut to cut the difference of two averages of the same one-vs-rest AUCs and curves spreads less than either"
    " average.",
    became="differences-spread-less",
)
fell("Threshold averaging and micro fall, since they compare scores across columns.", became="gone")
fell("Only one-vs-one ignores the mix.", became="gone")
fell("Threshold averaging lies above the macro average.", became="gone")
fell("Micro rewards whoever knows the base rates.", became="gone")

rests("multiclass-roc-pooled", exact="c54204bf")
rests("A guess in one ranking of all scores", exact="c54204bf")
rests("The same guess, one disease at a time", exact="31d6e907-assert")
rests("Where it stops", exact="a304d241-assert")
rests("Two of five averages compare", exact="a003c10f-assert")
rests("One threshold, and two means", exact="f31bcee6")
rests("multiclass-roc-coincide", exact="f31bcee6")
rests("When threshold averaging is micro", exact="7e9d689a")
rests("With fixed scores", exact="ca2ec63c")
rests("What to report with a multiclass AUC", defines="micro AUC of a constant guess")
rests("~evalbook.curves.multiclass_roc_auc has four", exact="a003c10f-assert")
rests("~evalbook.curves.multiclass_roc_curve draws", defines="threshold averaging")
rests("A constant guess of the base rates", exact="a003c10f-assert")
rests("If all classes have the same size", exact="ca2ec63c")

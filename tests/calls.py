"""One table of valid calls: for every public function that takes data, what it takes and what may come back.

The fuzz test starts from these calls and spoils them; the test of inputs says the same numbers in other types, and
draws other samples; the benchmarks read which functions there are to time.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, reduce
from typing import Any, NamedTuple, Self, get_origin, get_type_hints

import numpy as np

import evalbook
from evalbook import confusion, curves, regression
from evalbook._tally import Rows
from evalbook.confusion import ConfusionMatrix, Counts, confusion_matrix
from evalbook.curves import ScoreTally

METRIC_MODULES = [name for name in evalbook.__all__ if inspect.ismodule(getattr(evalbook, name))]
MODULES = [getattr(evalbook, name) for name in METRIC_MODULES]
PUBLIC = {
    f"{module.__name__.removeprefix('evalbook.')}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if (inspect.isfunction(value) or inspect.isclass(value))
    and not name.startswith("_")
    and (value.__module__ + ".").startswith(module.__name__ + ".")
}
"""Every public function and class of a metric module, by the name that a caller writes."""

INF, NAN = float("inf"), float("nan")


USUAL = {"y_true", "y_pred", "y_score", "y_prob", "sample_weight"}
PER_SAMPLE = {
    "splits": {"stratify", "groups", "X", "y"},
    "regression": USUAL | {"lower", "upper", "scores"},
    "ranking": {"relevance", "ideal", "n_relevant", "y_true", "y_score"},
    "text": {"references_per_candidate", "candidates"},
    "comparison": {"y_true", "a", "b", "groups", "stratify"},
    "generation": {
        *("n", "c", "judged", "labels"),
        *("first", "second", "outcome", "references", "answers", "hypotheses", "nll", "text"),
    },
    "review": {"y_true", "y_pred", "y_score", "y_prob", "groups", "right", "tasks", "first", "second", "outcome"},
}
"""The arguments that may hold one entry a sample, by module; in ranking a sample is a query, in text a sentence."""


class Row(NamedTuple):
    """A function by name, the range of its results, and valid calls by keyword."""

    name: str
    low: float
    high: float
    calls: tuple[dict[str, Any], ...]
    timed: bool
    """Whether it grows with the samples, so that the benchmarks time it."""

    @property
    def function(self) -> Callable[..., Any]:
        return named(self.name)

    @property
    def results(self) -> tuple[type, ...]:
        return results_of(self.name)

    def per_sample(self, call: dict[str, Any]) -> list[str]:
        """The arguments of a call that hold one entry a sample; the items of a single query are no samples."""
        module = self.name.split(".")[0]
        known = PER_SAMPLE.get(module, USUAL)
        names = [name for name, value in call.items() if name in known and isinstance(value, list | np.ndarray)]
        one_query = module == "ranking" and names and np.ndim(call[names[0]][0]) == 0
        return [] if one_query else names

    def drawn(self, call: dict[str, Any], places: Any) -> dict[str, Any]:
        """A call with the samples at these places, in this order; some may stand there several times, or not at all."""
        given = {name: call[name] for name in self.per_sample(call)}
        return call | {
            name: value[places] if isinstance(value, np.ndarray) else [value[place] for place in places]
            for name, value in given.items()
        }


ONE_EACH = "ranking.", "generation.pass_at_k"
"""What begins so and returns an array has one value a query or a task there, rather than one a class or an output."""


def gives_one_each(row: Row) -> bool:
    return row.name.startswith(ONE_EACH)


@cache
def named(name: str) -> Callable[..., Any]:
    """The function of a row, to call by keyword."""
    return by_name(public(name))


@cache
def public(name: str) -> Any:
    module, *path = name.split(".")
    return reduce(getattr, path, importlib.import_module(f"evalbook.{module}"))


@cache
def results_of(name: str) -> tuple[type, ...]:
    """The types of the results, which the annotation says; Any is one number, or one for each of several."""
    function = public(name)
    if inspect.isclass(function):
        return (function,)
    said = get_type_hints(function)["return"]
    said = get_origin(said) or said
    more = {
        Any: (float, np.ndarray),
        Rows: (Rows, *Rows.__subclasses__()),
        Self: (getattr(function, "__self__", None),),
    }
    return (np.ndarray, list) if name == "splits.cross_validate" else more.get(said, (said,))


def by_name(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function; if it takes any number of arrays, one that takes them as a tuple by their name."""
    parameters = inspect.signature(function).parameters
    many = [name for name, one in parameters.items() if one.kind is one.VAR_POSITIONAL]
    if not many:
        return function

    def called(*args: Any, **call: Any) -> Any:
        call = inspect.signature(called).bind(*args, **call).arguments
        before = [call.pop(name) for name in list(parameters)[: list(parameters).index(many[0])]]
        arrays = call.pop(many[0])
        return function(*before, *(arrays if isinstance(arrays, tuple) else [arrays]), **call)

    either = [one.replace(kind=one.POSITIONAL_OR_KEYWORD) if one.name in many else one for one in parameters.values()]
    called.__signature__ = inspect.Signature(either)  # type: ignore[attr-defined]
    called.__name__ = function.__name__
    return called


def rows(names: str, *calls: dict[str, Any], low: float = 0, high: float = 1, timed: bool = True) -> list[Row]:
    """One row for each of the functions named, which all take these calls; low and high bound the floats returned."""
    return [Row(name, low, high, calls, timed) for name in names.split()]


@contextmanager
def case(*what: object) -> Iterator[None]:
    """Where a test tries several cases, a failure says in which it was."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"in this case: {' '.join(map(str, what))}")
        raise


def fit_to_count(X: Any, y: Any) -> Callable[[Any], Any]:  # noqa: N803
    """A learner for `cross_validate` that nothing upsets: it predicts the number of its training samples."""
    return lambda X_test: np.full(len(X_test), len(y))  # noqa: N803


def mean_prediction(y_true: Any, y_pred: Any) -> float:
    return float(np.mean(y_pred))


# All numbers are whole eighths, so that no type of number rounds them.

BINARY = {"y_true": [0, 0, 1, 1, 1, 0], "y_pred": [0, 1, 1, 0, 1, 0]}
CLASSES = {"y_true": [0, 2, 1, 1, 2, 0], "y_pred": [0, 1, 1, 2, 2, 0]}
NAMES = {"y_true": ["no", "yes", "yes", "no"], "y_pred": ["no", "yes", "no", "no"]}
SCORED = {"y_true": [0, 1, 1, 0, 1, 0], "y_score": [0.125, 0.5, 0.25, 0.25, 0.75, 0.0]}
SCORED_NAMES = {"y_true": ["no", "yes", "yes", "no"], "y_score": [1, 4, 2, 2], "pos_label": "yes"}
PROBABLE = {"y_true": [0, 1, 1, 0, 1, 0], "y_prob": [0.125, 0.5, 0.25, 0.25, 0.75, 0.875]}
SHARES = {
    "y_true": [0, 1, 2, 1, 0],
    "y_prob": [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.75, 0.0], [0.0, 1.0, 0.0], [0.125, 0.125, 0.75]],
}
EDGES = {"edges": [0.0, 0.25, 0.5, 1.0]}
WEIGHTED = {"sample_weight": [1.0, 2.0, 0.5, 1.0, 3.0, 0.25]}
COLUMNS = {
    "y_true": [0, 1, 2, 1, 0],
    "y_score": [[0.5, 0.25, 0.25], [0.25, 0.5, 0.125], [0.25, 0.5, 0.75], [0.5, 0.75, 0.5], [0.5, 0.0, 0.25]],
}
NUMBERS = {"y_true": [1.0, 2.0, 0.5, 4.0, 3.0, 1.0], "y_pred": [1.5, 2.0, 0.25, 3.0, 3.5, 1.0]}
RANGES = {
    "y_true": [1.0, 2.0, 0.5, 4.0, 3.0, 1.0],
    "lower": [-0.5, 2.0, 0.0, 4.5, 1.0, 0.25],
    "upper": [1.5, 2.5, 0.25, 5.0, 3.5, 1.0],
}
OUTPUTS = {"y_true": [[1.0, 2.0], [0.5, 4.0], [3.0, 1.5]], "y_pred": [[1.5, 2.0], [0.25, 3.0], [3.5, 1.0]]}
RANKED = {"relevance": [3, 0, 2, 0, 1]}
QUERIES = {"relevance": [[1, 0, 2, 0], [0, 0, 3, 1]]}
UNEQUAL = {"relevance": [[1, 0, 2], [0, 1], [1]]}
JUDGED = {"ideal": [[3, 2, 1, 0], [3, 3, 1, 0]], "n_relevant": [4, 3], "k": 2, "gain": "linear"}
ITEMS = {"y_true": [[3, 0, 2, 0], [1, 1, 0, 2]], "y_score": [[0.5, 0.75, 0.5, 0.0], [4.0, 3.0, 2.0, 1.0]]}
SENTENCES = {"references": ["the cat is on the mat", "there is a cat on the mat"], "candidate": "the cat on the mat"}
TOKENS = {"references": [[1, 2, 3, 4, 5], [1, 2, 3]], "candidate": [1, 2, 3, 5]}
CORPUS = {"references_per_candidate": [["a b c d", "b c"], ["d e"]], "candidates": ["a b c d", "d e f"]}
TOKEN_CORPUS = {"references_per_candidate": [[[1, 2]], [[3]]], "candidates": [[1, 2], [3]]}
SUMMARIES = {"references": [["a b c", "d e"], ["a c"]], "candidate": ["a b", "d e f"]}
MATRIX = ConfusionMatrix([[5, 1, 0], [2, 6, 1], [0, 1, 4]], (0, 1, 2))
MATRICES = {"matrices": [Counts(35, 10, 5, 50), Counts(8, 2, 4, 6)]}
STACK = {"matrices": Counts([1, 2], [0, 1], [1, 0], [2, 2])}
COSTS = {"cost_fn": 5.0, "cost_fp": 1.0}
MODELS = {"y_true": [0, 0, 1, 1, 1, 0], "a": [0, 1, 1, 0, 1, 0], "b": [0, 0, 1, 1, 0, 0]}
ESTIMATES = {"y_true": [1.0, 2.0, 0.5, 4.0], "a": [1.5, 2.0, 0.25, 3.0], "b": [1.0, 2.5, 0.5, 3.5]}
FIRST_PASS = ScoreTally([0.25, 0.5], [0, 1, 2], [2, 1, 0])
PATIENTS = {"groups": [1, 2, 1, 2, 3, 3]}
ROUNDS = {"rounds": 20, "rng": 0}
VERDICTS = {"judged": [1, 0, 1, 1, 0, 0, 1, 0], "labels": [1, 0, 1, 0, None, None, None, None]}
DATA_SETS = {"scores": [[0.75, 0.5, 0.25], [0.5, 0.5, 0.25], [0.875, 0.75, 0.5], [0.25, 0.5, 0.125]]}
BATTLES = {"first": [1, 2, 3, 1, 2], "second": [2, 1, 1, 3, 3], "outcome": [1, 0.5, 0, 1, 1]}
NAMED_BATTLES = {"first": ["a", "b", "a"], "second": ["b", "a", "b"], "outcome": [1, 1, 0]}
WINS = {"wins": [[0, 7, 5], [3, 0, 6], [1, 4, 0]], "losses": [[0, 2, 1], [4, 0, 2], [3, 3, 0]]}
ANSWERS = {
    "references": ["Paris", ["in 1912", "1912"], ["a", "The blue whale"]],
    "answers": ["paris.", "1911", "whale"],
}
SPOKEN = {"references": ["the cat sat", "on the mat", "so"], "hypotheses": ["the cat sit", "the mat", "so so"]}
SPOKEN_TOKENS = {"references": [[1, 2, 3], [4]], "hypotheses": [[1, 3], [4, 5, 5]]}

TABLE = [
    # splits
    *rows("splits.hold_out", {"n": 10}, {"n": 6, "test_size": 0.5, "stratify": [0, 1, 0, 1, 0, 1], "rng": 1}),
    *rows("splits.k_fold", {"n": 12, "rng": 0}, {"n": 6, "k": 3, "stratify": [0, 1, 0, 1, 0, 1], "rng": 1}),
    *rows("splits.repeated_k_fold", {"n": 4, "k": 2, "repeats": 2, "stratify": [0, 0, 1, 1], "rng": 1}),
    *rows("splits.leave_one_out", {"n": 5}),
    *rows("splits.group_k_fold", {"groups": [1, 1, 2, 3, 3, 4], "k": 3}, {"groups": ["a", "b", "b"], "k": 2}),
    *rows("splits.forward_chaining", {"n": 12}, {"n": 7, "k": 3}),
    *rows("splits.bootstrap", {"n": 5, "rounds": 3, "rng": 0}, {"n": 1, "rng": 0}),
    *rows("splits.probability_never_drawn", {"n": 10}, {"n": 1}, timed=False),
    *rows("splits.bootstrap_632", {"train_error": 0.125, "out_of_bag_error": 0.25}, high=INF, timed=False),
    *rows(
        "splits.cross_validate",
        {
            "fit": fit_to_count,
            "X": [[0.0, 1.0], [1.0, 2.0], [2.0, 0.0], [3.0, 1.0]],
            "y": [0.5, 1.0, 0.0, 2.0],
            "splits": [([0, 1], [2, 3]), ([1, 2, 3], [0])],
            "score": mean_prediction,
        },
        high=INF,
    ),
    # confusion
    *rows(
        "confusion.Counts",
        {"tp": 4, "fp": 1, "fn": 2, "tn": 3},
        {"tp": [1, 2], "fp": [0, 0], "fn": [1, 0], "tn": [2, 2]},
    ),
    *rows("confusion.ConfusionMatrix", {"counts": [[5, 1], [2, 6]], "labels": [0, 1]}),
    *rows("confusion.confusion_matrix", BINARY, CLASSES | WEIGHTED, NAMES),
    *rows("confusion.accuracy confusion.error_rate", BINARY, CLASSES | WEIGHTED, NAMES),
    *rows(
        "confusion.precision confusion.recall confusion.f1",
        BINARY | WEIGHTED,
        CLASSES | {"average": "macro"},
        CLASSES | WEIGHTED | {"average": None, "labels": [2, 0]},
        NAMES | {"pos_label": "yes"},
    ),
    *rows("confusion.f_beta", BINARY | {"beta": 2.0}, CLASSES | {"beta": 0.5, "average": "weighted"}),
    *rows(
        "confusion.specificity confusion.false_positive_rate confusion.false_negative_rate",
        BINARY | WEIGHTED,
        NAMES | {"pos_label": "no"},
    ),
    *rows("confusion.balanced_accuracy", BINARY | WEIGHTED, CLASSES, NAMES),
    *rows("confusion.matthews_correlation confusion.cohen_kappa", BINARY | WEIGHTED, CLASSES, NAMES, low=-1),
    *rows("confusion.macro_average confusion.micro_average", MATRICES, STACK, timed=False),
    *rows("confusion.report", BINARY | WEIGHTED, CLASSES, NAMES | {"labels": ["yes", "no"]}),
    *rows("confusion.Report.from_matrix", {"matrix": MATRIX}),
    *rows("confusion.Counts.rows", BINARY | WEIGHTED, NAMES | {"pos_label": "yes"}),
    *rows("confusion.ConfusionMatrix.rows", BINARY, CLASSES | WEIGHTED, NAMES),
    # curves
    *rows("curves.threshold_counts", SCORED, SCORED | WEIGHTED, SCORED_NAMES),
    *rows("curves.roc_curve", SCORED, SCORED | WEIGHTED, SCORED_NAMES),
    *rows("curves.pr_curve", SCORED, SCORED | WEIGHTED, SCORED_NAMES),
    *rows("curves.auc", {"x": [0.0, 0.5, 1.0], "y": [0.0, 0.75, 1.0]}, low=-INF, high=INF),
    *rows("curves.roc_auc", SCORED, SCORED | WEIGHTED, SCORED_NAMES, SCORED | {"max_fpr": 0.5}),
    *rows("curves.rank_loss curves.average_precision curves.break_even_point", SCORED, SCORED | WEIGHTED, SCORED_NAMES),
    *rows("curves.roc_convex_hull", {"fpr": [0.0, 0.25, 0.5, 1.0], "tpr": [0.0, 0.5, 0.5, 1.0]}),
    *rows("curves.best_threshold", SCORED, SCORED | WEIGHTED | COSTS, SCORED_NAMES),
    *rows("curves.logit_edges", {"n_bins": 8}, timed=False),
    *rows("curves.quantile_edges", {"y_score": [0.5, 2.0, 1.0, 2.0], "n_bins": 3}, low=-INF, high=INF),
    *rows(
        "curves.ScoreTally.from_arrays",
        SCORED,
        SCORED_NAMES | {"edges": [1, 2.5]},
        SCORED | WEIGHTED,
        low=-INF,
        high=INF,
    ),
    *rows("curves.ScoreTally.rows", SCORED, SCORED_NAMES | {"edges": [1, 2.5]}, SCORED | WEIGHTED),
    *rows(
        "curves.ScoreTally",
        {"edges": [0.25, 0.5]},
        {"edges": [0.25, 0.5], "positives": [0, 1, 2], "negatives": [2.5, 1, 0]},
        low=-INF,
        high=INF,
    ),
    *rows(
        "curves.RefinedTally.from_arrays",
        SCORED | {"first": FIRST_PASS},
        SCORED | WEIGHTED | {"first": FIRST_PASS, "metric": "average_precision", "at_most": 5},
    ),
    *rows(
        "curves.RefinedTally",
        {"first": FIRST_PASS, "metric": "roc_auc", "scores": [0.375, 0.25], "positives": [1, 0], "negatives": [0, 1]},
    ),
    *rows(
        "curves.encloses",
        {"a": curves.roc_curve(*SCORED.values()), "b": curves.roc_curve(*SCORED.values())},
        timed=False,
    ),
    *rows("curves.iso_accuracy_slope", {"n_neg": 3, "n_pos": 4}, high=INF, timed=False),
    *rows(
        "curves.multiclass_roc_auc",
        COLUMNS,
        COLUMNS | {"average": None, "multi_class": "ovo"},
        COLUMNS | {"average": "weighted", "labels": [0, 1, 2]},
    ),
    *rows(
        "curves.multiclass_roc_curve",
        COLUMNS,
        COLUMNS | {"average": "macro"},
        COLUMNS | {"average": "micro", "labels": [0, 1, 2]},
    ),
    # probabilities
    *rows("probabilities.log_loss", PROBABLE, PROBABLE | WEIGHTED, SHARES, SHARES | {"labels": [0, 1, 2]}, high=INF),
    *rows("probabilities.brier_score", PROBABLE, PROBABLE | WEIGHTED, SHARES, SHARES | {"labels": [0, 1, 2]}, high=2),
    *rows("probabilities.expected_calibration_error", PROBABLE, PROBABLE | WEIGHTED | {"n_bins": 3}),
    *rows("probabilities.reliability_curve", PROBABLE, PROBABLE | WEIGHTED | {"strategy": "quantile", "n_bins": 3}),
    *rows("probabilities.ProbabilityTally.from_arrays", PROBABLE, PROBABLE | WEIGHTED | EDGES),
    *rows("probabilities.ProbabilityTally.rows", PROBABLE, PROBABLE | WEIGHTED | EDGES),
    *rows(
        "probabilities.ProbabilityTally",
        EDGES
        | {
            "weight": [3, 0, 2],
            "positives": [1, 0, 2],
            "probability": [0.5, 0.0, 1.75],
            "log_loss_sum": 2.0,
            "squared_error_sum": 0.5,
        },
    ),
    # costs
    *rows("costs.cost_sensitive_error", BINARY | COSTS | WEIGHTED, NAMES | COSTS | {"pos_label": "yes"}, high=INF),
    *rows(
        "costs.expected_cost",
        {"matrix": MATRIX, "costs": [[0, 1, 2], [5, 0, 1], [9, 1, 0]]},
        low=-INF,
        high=INF,
        timed=False,
    ),
    *rows("costs.probability_cost", COSTS | {"p": [0.0, 0.25, 1.0]}, COSTS | {"p": 0.5}, timed=False),
    *rows(
        "costs.normalized_cost",
        {"fpr": [0.0, 0.25], "fnr": [0.5, 0.0], "probability_cost": [0.25, 0.75]},
        {"fpr": 0.25, "fnr": 0.5, "probability_cost": 0.5},
        timed=False,
    ),
    *rows("costs.cost_curve", SCORED, SCORED | WEIGHTED, SCORED_NAMES),
    # regression
    *rows(
        "regression.mean_squared_error regression.root_mean_squared_error regression.mean_absolute_error "
        "regression.max_error regression.median_absolute_error regression.mean_squared_log_error "
        "regression.root_mean_squared_log_error regression.mean_absolute_percentage_error",
        NUMBERS,
        NUMBERS | WEIGHTED,
        OUTPUTS,
        OUTPUTS | {"multioutput": "raw_values", "sample_weight": [1, 2, 1]},
        high=INF,
    ),
    *rows(
        "regression.symmetric_mean_absolute_percentage_error",
        NUMBERS | WEIGHTED,
        {"y_true": [0.0, 1.0, 0.0], "y_pred": [0.0, 2.0, 0.5], "zero_division": 0},
        OUTPUTS | {"multioutput": "raw_values"},
        high=2,
    ),
    *rows(
        "regression.mean_absolute_scaled_error",
        NUMBERS | WEIGHTED | {"y_train": [1.0, 3.0, 2.0]},
        OUTPUTS | {"y_train": [[1.0, 2.0], [0.0, 0.5], [4.0, 3.0]], "season": 2, "multioutput": "raw_values"},
        high=INF,
    ),
    *rows("regression.minkowski_error", NUMBERS | {"k": 3}, OUTPUTS | {"k": 1.5}, high=INF),
    *rows("regression.pinball_loss", NUMBERS | WEIGHTED | {"quantile": 0.25}, high=INF),
    *rows("regression.coverage", RANGES, RANGES | WEIGHTED),
    *rows("regression.interval_score", RANGES | {"level": 0.75}, RANGES | WEIGHTED | {"level": 0.5}, high=INF),
    *rows(
        "regression.conformal_quantile",
        {"scores": [0.5, 2.0, 0.25, 1.0, 0.75], "level": 0.75},
        {"scores": [-1.0, 2.0, -0.25, 1.0, 0.75], "level": 0.5},
        low=-INF,
        high=INF,
    ),
    *rows("regression.r2", NUMBERS | WEIGHTED, OUTPUTS | {"multioutput": "raw_values"}, low=-INF),
    *rows("regression.RegressionTally.from_arrays", NUMBERS | WEIGHTED, OUTPUTS),
    *rows("regression.RegressionTally.rows", NUMBERS | WEIGHTED, OUTPUTS),
    *rows(
        "regression.RegressionTally",
        {
            "n": 3,
            "mean_true": 1.0,
            "variance_true": 2.0,
            "mean_error": -0.5,
            "mean_absolute_error": 0.5,
            "mean_squared_error": 0.75,
        },
    ),
    # ranking
    *rows(
        "ranking.relevance_of",
        {"relevant": {"a", "c"}, "ranked": ["a", "b", "c"]},
        {"relevant": {1: 3, 5: 0.5}, "ranked": [5, 4, 1]},
        high=INF,
    ),
    *rows("ranking.rank_by_score", ITEMS, {"y_true": [1, 0, 2], "y_score": [0.5, 0.5, 0.75]}, high=INF),
    *rows("ranking.precision_at_k", RANKED | {"k": 3}, QUERIES | {"k": 2}, UNEQUAL | {"k": 1}),
    *rows("ranking.recall_at_k", RANKED | {"k": 3}, QUERIES | {"k": 2, "n_relevant": [4, 2]}),
    *rows("ranking.hit_ratio", RANKED | {"k": 3}, QUERIES | {"k": 2, "n_relevant": 4}, UNEQUAL | {"k": 1}),
    *rows("ranking.hit_rate", RANKED | {"k": 3}, QUERIES | {"k": 2}, UNEQUAL | {"k": 1}),
    *rows("ranking.average_precision", RANKED, QUERIES | {"k": 2, "n_relevant": [4, 2]}, UNEQUAL),
    *rows("ranking.mean_average_precision", RANKED, QUERIES | {"k": 2, "n_relevant": 4}, UNEQUAL),
    *rows("ranking.reciprocal_rank", RANKED, QUERIES | {"k": 2}, UNEQUAL),
    *rows("ranking.mean_reciprocal_rank", RANKED, QUERIES | {"k": 2}, UNEQUAL),
    *rows("ranking.cg ranking.dcg ranking.idcg", RANKED, QUERIES | {"k": 2, "gain": "linear"}, UNEQUAL, high=INF),
    *rows("ranking.ndcg", RANKED, QUERIES | {"ideal": [[3, 2, 1, 0], [3, 3, 1, 0]], "k": 2}, UNEQUAL),
    *rows("ranking.ndcg_from_scores", ITEMS, ITEMS | {"ties": "order", "gain": "linear", "k": 2}),
    *rows("ranking.RankingTally.from_arrays", RANKED, QUERIES | JUDGED, UNEQUAL | {"zero_division": 0}),
    *rows("ranking.RankingTally.rows", RANKED, QUERIES | JUDGED, UNEQUAL | {"zero_division": 0}),
    *rows(
        "ranking.RankingTally",
        {
            **{"queries": 4, "hits": 3, "relevant": 5, "queries_with_hit": 2},
            **{"queries_without_relevant": 1, "queries_without_gain": 1},
            **{"recall_sum": 1.5, "average_precision_sum": 1.25, "reciprocal_rank_sum": 1.5, "ndcg_sum": 1.0},
            **{"cg_sum": 6.0, "dcg_sum": 4.5, "idcg_sum": 5.0, "k": 3},
        },
    ),
    # text
    *rows("text.ngrams", {"tokens": "a b c", "n": 2}, {"tokens": [1, 2, 3], "n": 1}),
    *rows("text.clipped_counts", SENTENCES | {"n": 2}, TOKENS | {"n": 1}),
    *rows("text.modified_precision", SENTENCES | {"n": 2}, TOKENS | {"n": 1}),
    *rows("text.brevity_penalty", {"reference_length": 6, "candidate_length": 5}, timed=False),
    *rows(
        "text.bleu",
        SENTENCES,
        TOKENS | {"max_n": 2, "weights": [0.5, 0.5]},
        SENTENCES | {"smoothing": "floor", "smoothing_value": 0.5, "effective_order": True},
        TOKENS | {"smoothing": "add-k"},
    ),
    *rows("text.corpus_bleu", CORPUS | {"max_n": 2}, TOKEN_CORPUS | {"smoothing": "exp"}),
    *rows("text.chrf", SENTENCES, SENTENCES | {"word_order": 2, "beta": 0.5}),
    *rows("text.corpus_chrf", CORPUS, CORPUS | {"word_order": 1}),
    *rows("text.ChrfTally.from_sentence", SENTENCES, SENTENCES | {"word_order": 2}),
    *rows("text.ChrfTally.rows", CORPUS, CORPUS | {"word_order": 2}),
    *rows(
        "text.ChrfTally", {"matches": [3, 1], "candidate_totals": [4, 3], "reference_totals": [5, 4], "word_order": 1}
    ),
    *rows("text.lcs_length", {"a": "a b c d", "b": "b d a"}, {"a": [1, 2, 3], "b": [3, 1, 2]}),
    *rows("text.lcs", {"a": "a b c d", "b": "b d a"}, {"a": [1, 2, 3], "b": [3, 1, 2]}),
    *rows("text.rouge_n", SENTENCES | {"n": 2}, TOKENS | {"n": 1, "combine": "pool", "beta": 2.0}),
    *rows("text.rouge_l", SENTENCES | {"combine": "average"}, TOKENS | {"beta": 0.5}),
    *rows("text.rouge_lsum", SUMMARIES, SENTENCES | {"beta": 0.0}),
    *rows("text.BleuTally", {"matches": [3, 1], "totals": [4, 3], "candidate_length": 4, "reference_length": 5}),
    *rows("text.BleuTally.from_sentence", SENTENCES, TOKENS | {"max_n": 2}),
    *rows("text.BleuTally.rows", CORPUS, TOKEN_CORPUS | {"max_n": 2}),
    *rows("text.RougeTally", {"hits": 2, "reference_total": 4, "candidate_total": 3}),
    *rows("text.RougeTally.from_ngrams", SENTENCES | {"n": 2}, TOKENS | {"n": 1}),
    *rows("text.RougeTally.from_lcs", SENTENCES, TOKENS),
    *rows("text.RougeTally.from_summaries", SUMMARIES),
    *rows("text.RougeTally.ngram_rows", CORPUS | {"n": 2}, TOKEN_CORPUS | {"n": 1}),
    *rows("text.RougeTally.lcs_rows", CORPUS, TOKEN_CORPUS),
    *rows(
        "text.RougeTally.summary_rows",
        CORPUS,
        {"references_per_candidate": [SUMMARIES["references"]], "candidates": [SUMMARIES["candidate"]]},
    ),
    # comparison
    *rows(
        "comparison.proportion_interval",
        {"successes": 3, "n": 10},
        {"successes": 0, "n": 30, "level": 0.9, "method": "exact"},
        timed=False,
    ),
    *rows("comparison.binomial_test", {"errors": 6, "n": 10, "error_rate": 0.25}, timed=False),
    *rows(
        "comparison.interval",
        {"metric": confusion.accuracy, "arrays": tuple(BINARY.values())} | ROUNDS,
        {"metric": confusion.f1, "arrays": tuple(BINARY.values()), "method": "bca"} | ROUNDS | PATIENTS,
        {"metric": curves.roc_auc, "arrays": tuple(SCORED.values()), "stratify": SCORED["y_true"]} | ROUNDS,
        {"metric": regression.r2, "arrays": tuple(NUMBERS.values()), "method": "basic", "level": 0.5} | ROUNDS,
    ),
    *rows(
        "comparison.difference",
        {"metric": confusion.accuracy} | MODELS | ROUNDS,
        {"metric": confusion.recall, "method": "bca"} | MODELS | ROUNDS | PATIENTS,
        {"metric": regression.mean_absolute_error, "stratify": [1, 1, 2, 2]} | ESTIMATES | ROUNDS,
    ),
    *rows(
        "comparison.permutation_test",
        {"metric": confusion.accuracy} | MODELS | ROUNDS,
        {"metric": regression.r2} | ESTIMATES | ROUNDS,
        {"metric": confusion.f1} | MODELS | PATIENTS | ROUNDS,
    ),
    *rows(
        "comparison.GroupTally.from_arrays",
        {"make": confusion_matrix, "groups": ["b", "a", "b"], "columns": ([0, 1, 1], [0, 1, 0])},
    ),
    *rows("comparison.GroupTally", {"groups": ("a", "b"), "tallies": (Counts(1, 0, 0, 2), Counts(0, 1, 1, 0))}),
    *rows("comparison.mcnemar", MODELS, MODELS | {"method": "mid-p"}, MODELS | {"method": "chi2"}),
    *rows(
        "comparison.sample_size",
        {"gain": 0.125, "disagreement": 0.25},
        {"gain": 0.25, "disagreement": 0.5, "power": 0.5, "alpha": 0.125},
        timed=False,
    ),
    *rows(
        "comparison.delong",
        {"y_true": SCORED["y_true"], "scores": (SCORED["y_score"],)},
        {"y_true": SCORED["y_true"], "scores": (SCORED["y_score"], PROBABLE["y_prob"])},
    ),
    *rows(
        "comparison.corrected_t_test",
        {"differences": [0.125, -0.25, 0.5, 0.25], "test_share": 0.25},
        {"differences": [0.125, 0.25], "test_share": 0, "level": 0.5},
        timed=False,
    ),
    *rows(
        "comparison.five_by_two",
        {"differences": [[0.125, 0.25], [0.5, -0.25], [0.0, 0.25], [0.125, 0.0], [0.25, 0.5]]},
        {"differences": [[0.125, 0.25], [0.5, -0.25], [0.0, 0.25], [0.125, 0.0], [0.25, 0.5]], "method": "f"},
        timed=False,
    ),
    *rows(
        "comparison.friedman",
        DATA_SETS,
        DATA_SETS | {"method": "exact", "ties": True},
        DATA_SETS | {"method": "chi2", "higher_is_better": False},
        timed=False,
    ),
    *rows("comparison.nemenyi", DATA_SETS, DATA_SETS | {"alpha": 0.125}, timed=False),
    *rows("comparison.holm", {"p_values": [0.25, 0.125, 0.5]}, {"p_values": [1]}, timed=False),
    *rows(
        "comparison.signed_rank",
        {"a": [0.5, 0.75, 0.25, 0.875], "b": [0.75, 0.75, 0.5, 0.625], "rope": 0.125} | ROUNDS,
        timed=False,
    ),
    *rows(
        "comparison.bias_variance",
        {"y_true": [0.5, 1.0, 2.0], "predictions": [[0.5, 1.5, 2.0], [0.25, 1.0, 2.5]]},
        {"y_true": [0, 1, 1], "predictions": [[0, 1, 0], [0, 0, 0], [1, 1, 0]], "loss": "0-1"},
        high=INF,
        timed=False,
    ),
    # generation
    *rows(
        "generation.pass_at_k",
        {"n": [10, 10, 20, 5], "c": [2, 0, 5, 5], "k": 5},
        {"n": [4, 6, 5], "c": [1, 0, 5], "k": 2, "average": None},
        {"n": 8, "c": [3, 1, 0], "k": 1},
    ),
    *rows(
        "generation.corrected_rate",
        VERDICTS,
        VERDICTS | {"method": "power_tuned", "level": 0.5},
        VERDICTS | {"method": "rogan_gladen"},
        {"judged": [0.75, 0.25, 0.0, 1.0], "labels": [1, 0, None, None], "method": "rogan_gladen"},
        low=-INF,
        high=INF,
    ),
    *rows(
        "generation.krippendorff_alpha",
        {"ratings": [[1, 2, 3, 3, None], [1, 2, 3, 1, 4], [None, 2, 3, 3, 4]]},
        {"ratings": [[1, 2, 3, 3, NAN], [1.5, 2, 3, 1, 4]], "level": "ordinal"},
        {"ratings": [[0, 2, 3, 3], [1, 2, 3, 1]], "level": "ratio"},
        {"ratings": [["yes", "no", None], ["yes", "yes", "no"]]},
        low=-INF,
    ),
    *rows("generation.BattleTally.from_arrays", BATTLES, NAMED_BATTLES, BATTLES | {"models": [3, 1, 2, 7]}),
    *rows("generation.BattleTally.rows", BATTLES, NAMED_BATTLES | {"models": ["b", "a"]}),
    *rows("generation.BattleTally", WINS | {"ties": [[0, 1, 0], [0, 0, 0], [2, 0, 0]], "models": ["a", "b", "c"]}),
    *rows(
        "generation.bradley_terry",
        {"wins": WINS["wins"]},
        WINS | {"place": True, "models": ["a", "b", "c"]},
        {"wins": [[0, 2], [0, 0]], "prior": 0.5},
        {"wins": [[0, 2], [0, 0]], "infinite": "nan"},
    ),
    *rows(
        "generation.elo",
        {"games": [[1, 2, 1], [2, 3, 0], [1, 3, 1]]},
        {"games": (("a", "b", 1), ("b", "a", 0.5), ("c", "a", 0)), "k": 4.0, "start": 1000.0, "scale": 200.0},
    ),
    *rows("generation.exact_match", ANSWERS, ANSWERS | {"normalize": str.lower}, ANSWERS | {"normalize": None}),
    *rows("generation.token_f1", ANSWERS, ANSWERS | {"normalize": None, "tokenize": list}),
    *rows("generation.word_error_rate", SPOKEN, SPOKEN | {"tokenize": list}, SPOKEN_TOKENS, high=INF),
    *rows("generation.EditTally.from_sentences", SPOKEN, SPOKEN | {"tokenize": list}, SPOKEN_TOKENS),
    *rows("generation.EditTally.rows", SPOKEN, SPOKEN_TOKENS),
    *rows("generation.EditTally", {"hits": 3, "substitutions": 1, "deletions": 0, "insertions": 2}),
    *rows("generation.perplexity", {"nll": [0.5, 2.0, 0.25, 1.0]}, {"nll": [0.5, INF]}, low=1, high=INF),
    *rows("generation.bits_per_byte", {"nll": [4.5, 8.0, 0.25], "text": ["the cat", "sat", "模型"]}, high=INF),
    # review
    *rows(
        "review.classification",
        BINARY | PATIENTS | {"y_score": SCORED["y_score"], "reported": {"accuracy": "0.667"}, "ignore": ["duplicates"]},
        PROBABLE | {"y_pred": BINARY["y_pred"], "costs": (1.0, 5.0), "rivals": [[0, 1, 1, 0, 0, 1]], "models_tried": 3},
        CLASSES | {"labels": [0, 1, 2], "unit": "tumors", "reported": {"macro F1": 0.5}},
        {"y_true": NAMES["y_true"], "y_score": [1, 4, 2, 2], "pos_label": "yes"},
        {"y_true": COLUMNS["y_true"], "y_score": COLUMNS["y_score"], "y_prob": SHARES["y_prob"]},
        timed=False,
    ),
    *rows(
        "review.regression",
        NUMBERS | {"y_train": [1.0, 3.0, 2.0], "groups": [1, 2, 1, 2, 3, 3], "reported": {"RMSE": "0.5"}},
        NUMBERS | {"ignore": {"few_rows_dominate": "the largest are what it is for"}},
        timed=False,
    ),
    *rows("review.ranking", ITEMS | {"k": 2, "reported": {"NDCG@2": "0.5"}}, ITEMS | {"ignore": ()}, timed=False),
    *rows(
        "review.split",
        {
            "X_train": [[0.5, 1.0], [0.25, 2.0], [1.0, 0.0]],
            "X_test": [[0.5, 1.0], [0.75, 3.0]],
            "y": ([0, 1, 0], [1, 0]),
            "groups": (["a", "b", "c"], ["a", "d"]),
            "times": ([1, 2, 3], [2, 4]),
        },
        {"X_train": [[1], [2]], "X_test": [[3]], "y": ([0.5, 1.25], [2.0]), "ignore": {"duplicates": "meant"}},
        timed=False,
    ),
    *rows(
        "review.folds",
        {"differences": [0.125, -0.25, 0.5, 0.25], "test_share": 0.25},
        {"differences": [0.125, 0.25], "test_share": 0, "ignore": ["uncorrected_t_test"]},
        timed=False,
    ),
    *rows(
        "review.tries",
        {"right": [1, 0, 1, 1, 0, 1], "tasks": [1, 1, 2, 2, 3, 3]},
        {
            "right": [True, False, True],
            "tasks": ["b", "a", "b"],
            "ignore": {"tries_as_tasks": "all tasks are equally hard"},
        },
        {"right": [1, 0, 1, 1]},
        timed=False,
    ),
    *rows("review.comparisons", BATTLES, NAMED_BATTLES | {"ignore": ["place_follows_model"]}, timed=False),
]

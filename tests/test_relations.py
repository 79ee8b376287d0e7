"""What must not change when the same samples are told in another way: relations × all public functions.

A case is a relation, a function with one of its calls (`tests/calls.py`), and a seed, from which other samples are
drawn: many ties, and decimals, which floats do not hold exactly.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from inspect import isfunction, signature
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest

from calls import TABLE, Row, gives_one_each
from evalbook._tally import Rows
from evalbook.splits import Splits

Call = dict[str, Any]
Back = Callable[[str, Any], Any]
"""What a part of the result would be without the change, by its name."""

TUPLES = ("arrays", "scores", "columns")
"""Arguments that hold several arrays, each with one entry a sample."""
LEFT_OUT = {
    "splits.cross_validate": "it takes functions of the samples",
    "comparison.bias_variance": "its samples are columns of a table of models",
    "review.": "it tells places, and bounds that were drawn; test_review compares the rest",
}
DRAWN = ("comparison.interval", "comparison.difference", "comparison.permutation_test")
COUNTED = {
    *("tp", "fp", "fn", "tn", "counts", "positives", "negatives", "support", "weight", "probability", "n"),
    *("log_loss_sum", "squared_error_sum", "matches", "totals", "candidate_length", "reference_length"),
    *("hits", "reference_total", "candidate_total", "candidate_totals", "reference_totals", "queries", "relevant"),
    *("queries_with_hit", "queries_without_relevant", "queries_without_gain", "recall_sum", "average_precision_sum"),
    *("wins", "losses", "ties", "substitutions", "deletions", "insertions"),
    *("reciprocal_rank_sum", "ndcg_sum", "cg_sum", "dcg_sum", "idcg_sum"),
}
"""The parts of results that grow with the samples, or with their weights."""
OF_SCORES = {"threshold", "thresholds", "edges", "scores"}
DEGREES = dict.fromkeys(
    [
        *("r2", "mean_absolute_percentage_error", "mean_absolute_scaled_error", "n", "p_value", "statistic"),
        *("symmetric_mean_absolute_percentage_error", "a_better", "equivalent", "b_better"),
        *("undefined", "rounds", "level", "exact", "method", "coverage"),
    ],
    0,
) | dict.fromkeys(["mean_squared_error", "variance_true"], 2)
"""With which power of the unit a metric, or a part of a result, grows; with the first, where none stands here."""


# ---------------------------------------------------------------- samples


def per_sample(row: Row, call: Call) -> list[str]:
    return row.per_sample(call) + [name for name in TUPLES if isinstance(call.get(name), tuple)]


def samples_of(row: Row, call: Call) -> int:
    first = call[per_sample(row, call)[0]]
    return len(first[0] if isinstance(first, tuple) else first)


def picked(row: Row, call: Call, places: Any) -> Call:
    """The call with the samples at these places."""
    chosen = {
        name: tuple([array[place] for place in places] for array in call[name])
        for name in TUPLES
        if isinstance(call.get(name), tuple)
    }
    return row.drawn(call, places) | chosen


def each_array(row: Row, call: Call, change: Callable[[str, Any], Any]) -> Call:
    """The call with each array of samples changed, by the name that the metric has for it."""
    found = dict(call)
    for name in per_sample(row, call):
        if isinstance(call[name], tuple):
            found[name] = tuple(change(role, array) for role, array in zip(roles(row, call), call[name], strict=False))
        else:
            found[name] = change(name, call[name])
    return found


def roles(row: Row, call: Call) -> list[str]:
    """What the arrays of a tuple are to the metric."""
    if row.name == "comparison.delong":
        return ["y_score"] * 9
    return [*signature(call["metric"] if "metric" in call else call["make"]).parameters]


def fresh(row: Row, call: Call, rng: np.random.Generator) -> Call:
    """Other samples: some of the call's, several times; scores, numbers and weights drawn anew, with one decimal."""
    n = samples_of(row, call)
    again = rng.integers(n, size=rng.integers(2, 8))
    more = picked(row, call, rng.permutation(np.append(np.arange(n), again)).tolist())

    far = 1e7 * rng.integers(2, size=n + len(again)) * rng.integers(2) * of_numbers(row, call)

    def anew(name: str, values: Any) -> Any:
        if not isinstance(values[0], float) or name in {"groups", "stratify", "outcome"}:
            return values
        decimals = rng.integers(1, 10, size=len(values)) / 10
        return (decimals if name == "sample_weight" else decimals + far).tolist()

    found = each_array(row, more, anew)
    if "lower" in found:
        found["lower"], found["upper"] = np.sort([found["lower"], found["upper"]], axis=0).tolist()
    found |= {"n": samples_of(row, found)} if row.name.startswith("splits.") and "n" in call else {}
    return found | {"rounds": 2**12} if row.name == "comparison.permutation_test" else found


def parts(result: Any, name: str = "") -> dict[str, Any]:
    """The numbers of a result, each by its place and its name."""
    if isinstance(result, Rows):
        return parts(result.sum(), name)
    names = getattr(result, "__match_args__", None)
    if names and not isinstance(result, str):
        return {k: v for one in names for k, v in parts(getattr(result, one), f"{name}.{one}").items()}
    if isinstance(result, tuple | list | Splits):
        return {k: v for place, one in enumerate(result) for k, v in parts(one, f"{name}.{place}").items()}
    return {name: result}


def assert_alike(found: Any, expected: Any, back: Back, rel: float, drawn: bool = False) -> None:
    """Equal in all parts, but for those that hang on what was drawn."""
    mine, theirs = parts(found), parts(expected)
    assert mine.keys() == theirs.keys()
    exact = theirs.get(".exact", False)
    for name in mine:
        last = [word for word in name.split(".") if not word.isdigit()][-1]
        if drawn and last in BY_CHANCE and not (exact and last == "p_value"):
            continue
        if last in {"labels", "groups"} or isinstance(theirs[name], str | bool | None):
            continue
        one, two = np.asarray(back(last, mine[name]), dtype=float), np.asarray(theirs[name], dtype=float)
        assert one == pytest.approx(two, rel=rel, abs=1e-12, nan_ok=True), name


BY_CHANCE = {"low", "high", "undefined", "p_value", "a_better", "equivalent", "b_better"}


# ---------------------------------------------------------------- relations

Change = Callable[[Row, Call, np.random.Generator], tuple[Call, "Call | list[Call]", Back]]
"""Makes of a call two that belong together, and what takes the result of the second back; several calls add up."""


class Relation(NamedTuple):
    """A change, where it is possible, and where it says nothing, with the reason."""

    change: Change
    applies: Callable[[Row, Call], bool]
    exempt: Mapping[str, str] = MappingProxyType({})
    rel: float = 1e-9


def as_it_is(_: str, value: Any) -> Any:
    return value


def divided(names: set[str], by: float) -> Back:
    return lambda name, value: np.asarray(value) / by if name in names else value


def in_order(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    order = rng.permutation(samples_of(row, call))
    original = np.argsort(order)

    def back(_: str, value: Any) -> Any:
        return value[original] if one_each(row, value, order) else value

    return call, picked(row, call, order.tolist()), back


def one_each(row: Row, value: Any, samples: Any) -> bool:
    """Whether this is one value, or one list, a sample."""
    return gives_one_each(row) and len(np.atleast_1d(value)) == len(samples)


def relabeled(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    """Classes by names in the same order; the positive one is then told."""
    seen: set[Any] = set()
    each_array(row, call, lambda name, array: seen.update(array) if name in LABELED else None)
    found = sorted(seen)
    names = {label: f"class {place}" for place, label in enumerate(found)}
    called = each_array(row, call, lambda name, array: [names[one] for one in array] if name in LABELED else array)
    if "labels" in call:
        called["labels"] = [names[label] for label in call["labels"]]
    positive = names[call.get("pos_label", found[-1])]
    metric = call.get("metric")
    if isfunction(metric) and "pos_label" in signature(metric).parameters:
        called["metric"] = partial(metric, pos_label=positive)
    elif "pos_label" in signature(row.function).parameters and len(found) == 2:
        called["pos_label"] = positive
    return call, called, as_it_is


LABELED = {"y_true", "y_pred", "a", "b"}


def factor(rng: np.random.Generator) -> float:
    return float(rng.choice([2.0**-20, 0.1, 0.3, 3.7, 64.0, 1e6]))


def scores_scaled(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    by = factor(rng)
    scaled = each_array(row, call, lambda name, array: (by * np.array(array)).tolist() if "score" in name else array)
    if "edges" in call:
        scaled["edges"] = [by * edge for edge in call["edges"]]
    return call, scaled, divided(OF_SCORES | {""} if row.name == "curves.quantile_edges" else OF_SCORES, by)


def scores_shifted(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    by = float(rng.choice([-8.0, 0.5, 1024.0]))  # so that no two scores become one
    eighths = each_array(row, call, lambda name, a: (np.round(np.array(a) * 8) / 8).tolist() if "score" in name else a)
    shifted = each_array(row, eighths, lambda name, a: (np.array(a) + by).tolist() if "score" in name else a)
    if "edges" in call:
        shifted["edges"] = [edge + by for edge in call["edges"]]
    moved = OF_SCORES | {""} if row.name == "curves.quantile_edges" else OF_SCORES
    return eighths, shifted, lambda name, value: np.asarray(value) - by if name in moved else value


def numbers_scaled(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    by, metric = factor(rng), call.get("metric")
    whole = (metric.__name__ if metric is not None else row.name).split(".")[-1]
    scaled = each_array(row, call, lambda name, array: array if name in SET_APART else (by * np.array(array)).tolist())
    for name in {"y_train", "rope"} & call.keys():
        scaled[name] = (by * np.array(call[name])).tolist()

    def back(name: str, value: Any) -> Any:
        return np.asarray(value) / by ** DEGREES.get(name or whole, DEGREES.get(whole, 1))

    return call, scaled, back


def numbers_shifted(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    by = float(rng.choice([-3.5, 100.0, 1e8]))
    whole = each_array(row, call, lambda name, a: a if name in SET_APART else np.round(np.array(a) * 16).tolist())
    shifted = each_array(row, whole, lambda name, a: a if name in SET_APART else (np.array(a) + by).tolist())
    moved = {"mean_true"} | ({""} if row.name in MOVED else set())
    return whole, shifted, lambda name, value: np.asarray(value) - by if name in moved else value


MOVED = {"regression.conformal_quantile"}
"""What moves with its numbers when they are measured from another zero."""


SET_APART = {"sample_weight", "groups", "stratify"}


def weights_scaled(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    by = float(rng.choice([1e-99, 0.1, 0.3, 3.7, 64.0, 1e97]))
    weight = rng.integers(1, 4, size=samples_of(row, call))
    weighted = call | {"sample_weight": weight.tolist()}
    return weighted, call | {"sample_weight": (by * weight).tolist()}, divided(COUNTED, by)


def weighted_or_repeated(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    columns = any(isinstance(call.get(name, [0])[0], list) for name in ("y_prob", "y_score"))  # no class may be lost
    times = rng.integers(columns, 4, size=samples_of(row, call))  # a weight of 0 leaves the sample out
    times[rng.integers(len(times))] = 2
    repeated = picked(row, call, np.repeat(np.arange(len(times)), times).tolist())
    repeated.pop("sample_weight", None)
    return repeated, call | {"sample_weight": times.tolist()}, as_it_is


def costs_scaled(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    by = factor(rng)
    scaled = call | {name: np.multiply(by, call[name]) for name in {"cost_fn", "cost_fp", "costs"} & call.keys()}
    scaled |= {name: float(value) for name, value in scaled.items() if np.ndim(value) == 0 and name.startswith("cost_")}
    of_costs = {"expected_cost", ""} if row.name != "costs.probability_cost" else set()
    return call, scaled, divided(of_costs, by)


def doubled(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    twice = np.repeat(np.arange(samples_of(row, call)), 2)

    def back(name: str, value: Any) -> Any:
        return value[::2] if one_each(row, value, twice) else divided(COUNTED, 2)(name, value)

    return call, picked(row, call, twice.tolist()), back


def in_columns(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    """Columns of a data frame, whose rows have numbers of their own."""
    from pandas import Series

    def column(_: str, array: Any) -> Any:
        return array if isinstance(array[0], list) else Series(array, index=range(100, 100 + len(array)))

    return call, each_array(row, call, column), as_it_is


def groups_renamed(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    names = {group: f"patient {place}" for place, group in enumerate(sorted(set(call["groups"])))}
    return call, call | {"groups": [names[group] for group in call["groups"]]}, as_it_is


def called_or_formula(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, Call, Back]:
    metric, weight = call["metric"], rng.integers(3, size=samples_of(row, call))
    bound = {"sample_weight": weight} if weight.any() and rng.integers(2) else {}
    apart = call.get("groups") or [*range(len(weight))]  # of samples that are alike a formula draws how many of each

    def another(*arrays: Any, **options: Any) -> Any:
        return metric(*arrays, **options)

    both = (call | {"metric": partial(function, **bound), "groups": apart} for function in (metric, another))
    return *both, as_it_is


def in_parts(row: Row, call: Call, rng: np.random.Generator) -> tuple[Call, list[Call], Back]:
    n = samples_of(row, call)
    cut = int(rng.integers(1, n))
    return call, [picked(row, call, list(range(cut))), picked(row, call, list(range(cut, n)))], as_it_is


def takes(name: str) -> Callable[[Row, Call], bool]:
    return lambda row, _: isfunction(row.function) and name in signature(row.function).parameters


def of_numbers(row: Row, call: Call) -> bool:
    metric = call.get("metric")
    ours = row.name.startswith("regression.") or row.name == "comparison.signed_rank"
    return ours or getattr(metric, "__module__", "").startswith("evalbook.regression")


def of_labels(row: Row, call: Call) -> bool:
    takes_labels = row.name.startswith(("confusion.", "curves.", "probabilities.", "costs.", "comparison."))
    labels = call.get("y_true") or (call.get("arrays") or call.get("columns") or ([],))[0]
    return takes_labels and bool(labels) and all(isinstance(label, int | str) for label in labels)


PLACES = {"splits.": "splits name samples by their places", "comparison.GroupTally": "a tally of each group"}
MORE_SURE = dict.fromkeys(["comparison.", "generation.corrected_rate"], "more samples leave less to chance")
FIRST = {"curves.RefinedTally": "the edges of its first pass stay where they are"}
LOGARITHMS = {
    "regression.mean_squared_log_error": "logarithms of y + 1",
    "regression.root_mean_squared_log_error": "logarithms of y + 1",
}
RELATIVE = {
    "regression.mean_absolute_percentage_error": "relative to the truth",
    "regression.symmetric_mean_absolute_percentage_error": "relative to the truth",
}
PROBABILITIES = {"curves.ScoreTally": "without edges= scores are probabilities"}

RELATIONS: dict[str, Relation] = {
    "another order of the samples": Relation(in_order, lambda *_: True, PLACES | {"text.ngrams": "tokens in order"}),
    "other names of the classes": Relation(relabeled, of_labels),
    "scores in another unit": Relation(
        scores_scaled, lambda row, call: "y_score" in call or row.name == "comparison.delong", FIRST | PROBABILITIES
    ),
    "scores from another zero": Relation(
        scores_shifted, lambda row, call: "y_score" in call or row.name == "comparison.delong", FIRST | PROBABILITIES
    ),
    "numbers in another unit": Relation(numbers_scaled, of_numbers, LOGARITHMS, rel=1e-6),  # numbers are rounded
    "numbers from another zero": Relation(
        numbers_shifted,
        lambda row, call: of_numbers(row, call) and "y_train" not in call,
        LOGARITHMS | RELATIVE | {"comparison.signed_rank": "a region stays around 0"},
        rel=1e-7,
    ),
    "weights in another unit": Relation(weights_scaled, takes("sample_weight")),
    "weights, or each sample so often": Relation(weighted_or_repeated, takes("sample_weight")),
    "costs in another unit": Relation(costs_scaled, lambda _, call: bool({"cost_fn", "costs"} & call.keys())),
    "each sample twice": Relation(doubled, lambda *_: True, PLACES | MORE_SURE | FIRST),
    "in two parts": Relation(in_parts, lambda row, _: row.name.endswith((".from_arrays", "rows"))),
    "columns of a data frame": Relation(in_columns, lambda *_: find_spec("pandas") is not None),
    "other names of the groups": Relation(groups_renamed, lambda _, call: "groups" in call),
    "a formula, or a function that is called": Relation(called_or_formula, lambda row, _: row.name in DRAWN),
}


class Case(NamedTuple):
    relation: str
    row: Row
    number: int

    def __str__(self) -> str:
        return f"{self.relation}-{self.row.name}-{self.number}"


CASES = [
    Case(name, row, number)
    for name, relation in RELATIONS.items()
    for row in TABLE
    for number, call in enumerate(row.calls)
    if per_sample(row, call) and not row.name.startswith((*relation.exempt, *LEFT_OUT))
    if relation.applies(row, call)
]
QUICK = 500
SEEDS = 4
"""So many samples of each case are ten thousand in all."""


def check_case(case: Case, seed: int) -> None:
    relation, call = RELATIONS[case.relation], case.row.calls[case.number]
    rng = np.random.default_rng([seed, case.number, len(case.row.name)])
    one, other, back = relation.change(case.row, fresh(case.row, call, rng), rng)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = case.row.function(**one)
        found = [case.row.function(**each) for each in (other if isinstance(other, list) else [other])]
    drawn = case.row.name in (*DRAWN, "comparison.signed_rank") and case.relation == "another order of the samples"
    whole = found[0] if len(found) == 1 else sum(one.sum() if isinstance(one, Rows) else one for one in found)
    assert_alike(whole, expected.sum() if isinstance(expected, Rows) else expected, back, relation.rel, drawn)


SOME = [CASES[place] for place in np.random.default_rng(0).permutation(len(CASES))[:QUICK]]


@pytest.mark.parametrize("case", SOME, ids=str)
def test_the_same_samples_told_in_another_way_give_the_same(case):
    check_case(case, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("relation", RELATIONS)
def test_so_do_others(relation, seed):
    for case in CASES:
        if case.relation == relation:
            try:
                check_case(case, seed)
            except Exception as error:
                error.add_note(f"{case}, seed {seed}")
                raise


@pytest.mark.parametrize("name", DRAWN)
def test_six_threads_draw_what_one_does_and_leave_the_warnings_alone(name):
    row = next(row for row in TABLE if row.name == name)
    metric, filters = row.calls[0]["metric"], [*warnings.filters]
    call = row.calls[0] | {"metric": lambda *arrays: metric(*arrays), "rounds": 200}
    with ThreadPoolExecutor(6) as threads:
        found = [thread.result() for thread in [threads.submit(row.function, **call) for _ in range(6)]]
    assert warnings.filters == filters
    assert found == [row.function(**call)] * 6


WITH_ARRAYS = [
    pytest.param(row, call, id=f"{row.name}-{number}")
    for row in TABLE
    for number, call in enumerate(row.calls)
    if not row.name.startswith("splits.cross_validate")
]


@pytest.mark.parametrize(("row", "call"), WITH_ARRAYS)
def test_a_result_shares_no_memory_with_an_argument(row, call):
    arrays = {name: as_array(value) for name, value in call.items()}
    found = row.function(**arrays)
    before = copy.deepcopy(parts(found))
    for name, value in arrays.items():
        assert np.array_equal(as_array(call[name]), value) or not isinstance(value, np.ndarray)
        if isinstance(value, np.ndarray):
            value[...] = value.flat[::-1].reshape(value.shape)
    for name, value in parts(found).items():
        assert np.array_equal(value, before[name], equal_nan=np.asarray(value).dtype.kind == "f"), name


def as_array(value: Any) -> Any:
    """A list of numbers as an array of its own."""
    numbers = isinstance(value, list) and not isinstance(value[0], list | str) and np.asarray(value).dtype.kind in "if"
    return np.array(value) if numbers else copy.deepcopy(value) if isinstance(value, list) else value


@pytest.mark.parametrize("relation", RELATIONS.values(), ids=RELATIONS)
def test_each_exemption_still_meets_a_function(relation):
    assert all(any(row.name.startswith(name) for row in TABLE) for name in relation.exempt)

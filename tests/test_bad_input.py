"""What every function refuses: one wrong value of each argument, driven by the table of calls.

Each tells that the right checker stands behind the argument, and that it is called by its name. What else a checker
refuses is tried once, in `test_input.py`. The tables of `bad_input.py`, and what is special about a function, stand in
the tests of its module.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
import pytest

from bad_input import INF, NAN
from calls import TABLE, Row, case
from evalbook.confusion import ConfusionMatrix, Counts


class Wrong(NamedTuple):
    """A wrong value of an argument, and what the message says after its name: this | or that."""

    value: Any
    words: str
    error: type[Exception] = ValueError
    first: bool = False
    """Whether it stands in the place of the first of several valid values."""


def no_list_of(what: str) -> Wrong:
    return Wrong(5, f"is a single int; expected a list of {what}", TypeError)


def of_type(what: str) -> Wrong:
    return Wrong(5, f"is of type int; expected {what}", TypeError)


WRONG = [
    # several values
    (
        Wrong(0.5, "holds 0.5; expected class labels", first=True),
        "y_true y_pred groups stratify comparison.mcnemar.y_true comparison.mcnemar.a comparison.mcnemar.b "
        "comparison.delong.y_true",
    ),
    (
        Wrong(NAN, "is nan; expected finite numbers", first=True),
        "x y edges weights scores y_score y_train differences predictions regression.y_true regression.y_pred "
        "review.regression.y_true review.regression.y_pred comparison.bias_variance.y_true comparison.signed_rank.a "
        "comparison.signed_rank.b regression.RegressionTally.n mean_true variance_true mean_error mean_absolute_error "
        "mean_squared_error n_relevant lower upper",
    ),
    (
        Wrong(1.5, "holds 1.5; expected values between 0 and 1", first=True),
        "judged fpr tpr fnr p probability_cost y_prob p_values error_rate disagreement test_share",
    ),
    (
        Wrong(-0.5, "holds -0.5; expected grades of at least 0", first=True),
        "relevance ideal ranking.y_true review.ranking.y_true",
    ),
    (Wrong(-0.5, "holds -0.5; expected no negative weight|is 0 everywhere", first=True), "sample_weight"),
    (Wrong(-0.5, "holds -0.5; expected values of at least 0", first=True), "positives negatives weight probability"),
    (Wrong(-1, "is -1; expected at least 0", first=True), "matches totals candidate_totals reference_totals c"),
    (Wrong("ab", "is 'ab'; expected a list of labels"), "labels models"),
    (Wrong("ab", 'is given with average="binary"; expected pos_label'), "confusion.f_beta.labels"),
    (
        Wrong(0.5, "mixes strings with float", TypeError, first=True),
        "comparison.GroupTally.groups comparison.GroupTally.from_arrays.groups",
    ),
    (Wrong(0.5, "holds 0.5; expected class labels", first=True), "generation.first review.first second tasks"),
    (Wrong(0.25, "is 0.25; expected 1 where the first won", first=True), "outcome"),
    (Wrong(0.5, "is 0.5; expected 1 for each right try and 0 for each wrong one", first=True), "right"),
    (Wrong(-1, "holds -1; expected counts of at least 0", first=True), "wins losses generation.BattleTally.ties"),
    (Wrong(-1, "is -1; expected negative log-likelihoods of at least 0", first=True), "nll"),
    (no_list_of("games"), "games"),
    (no_list_of("answers"), "answers"),
    (no_list_of("hypotheses"), "hypotheses"),
    (no_list_of("texts"), "text"),
    (no_list_of("samples"), "comparison.y_true comparison.a comparison.b arrays"),
    (Wrong((5, 5), "is a single int; expected a list of rows", TypeError), "columns"),
    (no_list_of("rows"), "X splits.y"),
    (no_list_of("references"), "references"),
    (no_list_of("lists of references"), "references_per_candidate"),
    (no_list_of("sentences"), "candidates text.rouge_lsum.candidate text.RougeTally.from_summaries.candidate"),
    (no_list_of("tokens"), "tokens"),
    (no_list_of("tallies"), "tallies"),
    (of_type("strings in both, or lists in both"), "a b candidate"),
    (
        of_type("a string, because its characters are compared"),
        "text.chrf.candidate text.ChrfTally.from_sentence.candidate",
    ),
    (Wrong(5, "is a single int; expected a collection of items", TypeError), "ranking.relevance_of.relevant ranked"),
    (Wrong(5, "is a single int; expected a list of matrices, or Counts of arrays", TypeError), "matrices"),
    (Wrong([[5, -1], [2, 6]], "is [[5, -1], [2, 6]]; expected counts of at least 0"), "counts"),
    (Wrong([[0, NAN, 0]] * 3, "is nan; expected finite numbers"), "costs.expected_cost.costs"),
    (of_type("pairs (train, test)"), "splits"),
    (Wrong(0.5, "holds 0.5; expected 1 for right, 0 for wrong", first=True), "generation.labels"),
    (Wrong(INF, "is inf; expected finite numbers", first=True), "ratings"),
    # one number
    (
        Wrong(0, "is 0; expected at least 1"),
        "n k at_most rounds repeats season max_n probabilities.n_bins splits.bootstrap.n splits.forward_chaining.k "
        "splits.probability_never_drawn.n",
    ),
    (Wrong(1, "is 1; expected at least 2"), "n_bins splits.n splits.k"),
    (
        Wrong(-1, "is -1; expected at least 0"),
        "word_order reference_length candidate_length successes errors text.hits reference_total candidate_total "
        "generation.hits substitutions deletions insertions",
    ),
    (Wrong(0.5, "is 0.5; expected a number of at least 1"), "regression.minkowski_error.k"),
    (
        Wrong(-1, "is -1; expected a finite number of at least 0"),
        "cost_fp cost_fn n_neg n_pos squared_error_sum queries hits relevant queries_with_hit queries_without_relevant "
        "queries_without_gain recall_sum average_precision_sum reciprocal_rank_sum ndcg_sum cg_sum dcg_sum idcg_sum "
        "train_error out_of_bag_error rope prior generation.elo.k",
    ),
    (Wrong(-1, "is -1; expected a number of at least 0"), "log_loss_sum smoothing_value beta"),
    (Wrong(-1, "is -1; expected counts of at least 0"), "tp fp fn tn"),
    (Wrong(INF, "is inf; expected a finite number"), "offset comparison.sample_size.gain start"),
    (Wrong(-1, "is -1; expected a number above 0"), "scale"),
    (Wrong(1.5, "is 1.5; expected a number from 0 to 1"), "quantile"),
    (Wrong(1.5, "is 1.5; expected a number above 0 and up to 1"), "max_fpr"),
    (Wrong(1, "is 1; expected a number above 0 and below 1"), "level alpha power"),
    (Wrong(1, "is 1; expected a share of the samples, above 0 and below 1"), "test_size"),
    # one of some, and what is no number
    (
        Wrong("another", "is 'another'; expected "),
        "average combine gain infinite loss method multi_class multioutput normalize smoothing strategy ties "
        "zero_division curves.RefinedTally.metric curves.RefinedTally.from_arrays.metric "
        "generation.krippendorff_alpha.level",
    ),
    (
        Wrong("yes", "is 'yes'; expected True or False", TypeError),
        "higher_is_better place progress shuffle effective_order comparison.friedman.ties",
    ),
    (Wrong("seed", "is 'seed'; expected None, an integer of at least 0, or", TypeError), "rng"),
    (Wrong((1,), "is a tuple; expected one label", TypeError), "pos_label"),
    (of_type("a function that takes the arrays"), "metric make"),
    (of_type("a function of a string, such as list"), "tokenize"),
    (of_type("a function fit(X_train, y_train)"), "fit"),
    (of_type("a function score(y_true, y_pred)"), "score"),
    (of_type("a RocCurve"), "curves.encloses.a curves.encloses.b"),
    (of_type("the ScoreTally of all samples"), "first"),
    (Wrong(5, "is an int; expected a ConfusionMatrix", TypeError), "matrix"),
]
"""Each with the arguments that refuse it so: of every function, or only of a module or a function that is named."""
BY_NAME = {name: wrong for wrong, names in WRONG for name in names.split()}


def entry_of(row: Row, name: str) -> str:
    """The name by which the table has an argument: the one that says most about where it stands."""
    module = row.name.split(".")[0]
    return next((known for known in (f"{row.name}.{name}", f"{module}.{name}") if known in BY_NAME), name)


def call_with(row: Row, name: str) -> dict[str, Any]:
    """The first call that has an argument, or the first of all."""
    return next((call for call in row.calls if name in call), row.calls[0])


def spoiled(valid: Any, number: Any) -> Any:
    """The value with a number in the place of its first entry, or of itself."""
    if isinstance(valid, np.ndarray):
        valid = valid.tolist()
    return type(valid)([spoiled(valid[0], number), *valid[1:]]) if isinstance(valid, list | tuple) else number


def wrong_value(row: Row, call: dict[str, Any], name: str, wrong: Wrong) -> Any:
    if wrong.first and (call.get(name) is None or name == "sample_weight"):  # an option for each sample
        samples = next(len(value) for value in call.values() if isinstance(value, list))
        # Weights are wrong twice, or a single check that is missing would fail the tests of fifty functions.
        return [wrong.value, *[0.0 if name == "sample_weight" else wrong.value] * (samples - 1)]
    return spoiled(call[name], wrong.value) if wrong.first else wrong.value


ARGUMENTS = [
    pytest.param(row, name, id=f"{row.name}-{name}") for row in TABLE for name in signature(row.function).parameters
]
KNOWN = [cell for cell in ARGUMENTS if entry_of(*cell.values) in BY_NAME and "review.split" not in cell.id]


@pytest.mark.parametrize(("row", "name"), KNOWN)
@pytest.mark.filterwarnings("error")
def test_a_wrong_argument_is_refused_and_named(row, name):
    wrong, call = BY_NAME[entry_of(row, name)], call_with(row, name)
    with pytest.raises((ValueError, TypeError)) as caught:
        row.function(**call | {name: wrong_value(row, call, name, wrong)})
    words = "|".join(map(re.escape, wrong.words.split("|")))
    assert re.search(rf"\b{name}(\[[\d, ]+\])* ({words})", str(caught.value))
    assert type(caught.value) is wrong.error


def test_every_argument_has_a_wrong_value():
    unknown = [cell.id for cell in ARGUMENTS if cell not in KNOWN and not cell.id.startswith("review.")]
    assert not unknown, "the table of wrong values has none for these"
    named = Counter(name for _, names in WRONG for name in names.split())
    assert max(named.values()) == 1
    used = {entry_of(*cell.values) for cell in KNOWN}
    assert [name for name in named if name not in used and not name.startswith("review.")] == []


BESIDE = [
    pytest.param(row, name, id=f"{row.name}-{name}")
    for row in TABLE
    for name in signature(row.function).parameters
    if name == "sample_weight" or name in row.per_sample(call_with(row, name))[0 if "n" in row.calls[-1] else 1 :]
]
"""What holds one entry a sample, beside another argument that does, or that says how many there are."""


@pytest.mark.parametrize(("row", "name"), BESIDE)
@pytest.mark.filterwarnings("error")
def test_an_argument_that_is_one_short_is_refused_and_named(row, name):
    call = call_with(row, name)
    value = call.get(name, [1.0] * len(call[row.per_sample(call)[0]]))[:-1]
    with pytest.raises(ValueError, match=rf"\b{name} (has )?(shape )?\(?{len(value)}\b"):
        row.function(**call | {name: value})


NO_COUNT = (-1, NAN, INF)
NO_REAL = ("1", None, [1, 2])
OF_THEIR_OWN: dict[str, list[Any]] = {
    "confusion.Counts tp": [*NO_COUNT, "1", None],
    "confusion.precision zero_division": ["zero", None, [1], 1e101],
    "confusion.precision average": [["binary"], 1],
    "curves.iso_accuracy_slope n_neg": [*NO_COUNT, *NO_REAL],
    "curves.roc_auc max_fpr": [0, -0.5, 1.5, NAN, "1"],
    "splits.hold_out test_size": [0, 1, 3, -0.1, NAN, INF, "0.3", None],
    "splits.hold_out n": [0, -1, 2**70, 2.0, NAN, "5", None, True, [5]],
    "splits.bootstrap_632 train_error": [-0.1, NAN, INF, "0", [0.1]],
    "comparison.proportion_interval level": [0, 95, NAN, "high"],
    "comparison.binomial_test alpha": [0, 95, NAN, "low"],
    "regression.pinball_loss quantile": [-0.1, 1.1, NAN, INF, "0.5", None],
    "regression.interval_score level": [0, 1, 90, -0.1, NAN, "0.9", None],
    "regression.mean_squared_log_error offset": [NAN, INF, "1"],
    "regression.RegressionTally n": [-1, NAN, INF, "1", None],
    "regression.RegressionTally mean_squared_error": [-1, NAN, INF, "1", None],
    "probabilities.ProbabilityTally log_loss_sum": [-1, NAN, "1", None],
    "ranking.RankingTally queries": [-1, NAN, INF, "1", None],
    "text.BleuTally reference_length": [-1, NAN, "a", [5, 6]],
}
"""What is checked outside `_input`, with more than one wrong value: tried on one function that takes it."""


@pytest.mark.parametrize("name", OF_THEIR_OWN)
@pytest.mark.filterwarnings("error")
def test_what_is_checked_elsewhere_refuses_more_than_one_wrong_value(name):
    function, option = name.split()
    (row,) = [row for row in TABLE if row.name == function]
    for value in OF_THEIR_OWN[name]:
        with case(option, repr(value)), pytest.raises((ValueError, TypeError), match=rf"\b{option} is "):
            row.function(**row.calls[0] | {option: value})


# ---------------------------------------------------------------- sizes

COUNTS = {"tp", "fp", "fn", "tn", "counts", "n_neg", "n_pos", "queries", "hits", "relevant", "queries_with_hit"}
SUMS = {"positives", "negatives", "weight", "probability", "log_loss_sum", "squared_error_sum"}
MOMENTS = {"n", "mean_true", "variance_true", "mean_error", "mean_absolute_error", "mean_squared_error"}
SIZED = {
    "confusion": {"sample_weight"} | COUNTS,
    "curves": {"sample_weight", "cost_fp", "cost_fn", "x", "y"} | COUNTS | SUMS,
    "probabilities": {"sample_weight"} | SUMS,
    "costs": {"sample_weight", "cost_fp", "cost_fn", "costs"},
    "regression": {"sample_weight", "y_true", "y_pred", "lower", "upper", "scores", "y_train"} | MOMENTS,
    "ranking": COUNTS - {"relevant"},
}
"""What is weighed, paid, measured or handed in as a count or a mean, by module."""
MEASURED = {"curves": {"x", "y"}, "regression": {"y_true", "y_pred", "lower", "upper", "scores"}}
"""Of these, what is only compared, subtracted and averaged: beside the largest number a tiny one rounds."""


def is_measured(row: Row, name: str) -> bool:
    return name in MEASURED.get(row.name.split(".")[0], ()) and not divides(row, name)


def divides(row: Row, name: str) -> bool:
    return (row.name, name) == ("regression.mean_absolute_percentage_error", "y_true")


def sized(row: Row, names: Any) -> list[str]:
    """Those of the names whose size matters, in their order."""
    return [name for name in names if name in SIZED.get(row.name.split(".")[0], ())]


OF_SIZE = [
    pytest.param(row, name, id=f"{row.name}-{name}")
    for row in TABLE
    for name in sized(row, signature(row.function).parameters)
    if name != "sample_weight" and any(name in call for call in row.calls)  # of weights one checker says it
]
OUT_OF_RANGE = "expected 0, or a size from 1e-100 to 1e100: choose another unit"


@pytest.mark.parametrize(("row", "name"), OF_SIZE)
@pytest.mark.filterwarnings("error")
def test_what_is_neither_0_nor_of_a_size_that_can_be_squared_is_refused(row, name):
    call = call_with(row, name)
    for size in [1e101] if is_measured(row, name) else [1e101, 1e-101]:
        with case(size), pytest.raises(ValueError, match="1e-100") as caught:
            row.function(**call | {name: spoiled(call[name], size)})
        assert re.match(rf"{name}\b.* (is|holds) {re.escape(f'{size:g}')};", str(caught.value))
        assert OUT_OF_RANGE in str(caught.value) or divides(row, name)


@pytest.mark.parametrize(
    ("row", "name"), [cell for cell in OF_SIZE if is_measured(*cell.values) and "percentage" not in cell.id]
)
@pytest.mark.filterwarnings("error", "ignore::evalbook.UndefinedMetricWarning")
def test_a_tiny_number_beside_others_counts_as_0(row, name):
    for call in [call for call in row.calls if name in call]:
        zero = row.function(**call | {name: spoiled(call[name], 0)})
        for size in (1e-101, 5e-324):
            with case(size, call):
                tiny = row.function(**call | {name: spoiled(call[name], size)})
                if isinstance(zero, float | np.ndarray) and not np.isnan(zero).any():
                    assert tiny == pytest.approx(zero)


@pytest.mark.parametrize(
    "row", [row for row in TABLE if any(sized(row, call) for call in row.calls)], ids=lambda row: row.name
)
@pytest.mark.filterwarnings("error", "ignore::evalbook.UndefinedMetricWarning")
def test_the_ends_of_the_range_have_a_result(row):
    for call in row.calls:
        for name in sized(row, call):
            for size in (0.0, 1e-100, 1e100):
                with case(name, size, call):
                    found = outcome(row, call | {name: spoiled(call[name], size)})
                    assert not np.isinf(found).any() if isinstance(found, float | np.ndarray) else found is not None


def outcome(row: Row, call: dict[str, Any]) -> Any:
    """The result, or why there is none: no data have such counts together, or it is a curve that turns back."""
    try:
        return row.function(**call)
    except ValueError as error:
        assert not re.search("1e-100 to 1e100|float|inf", str(error))
        return str(error)


MANY = 1000
EXTREMES = [1e-100], [1e100], [1e-100, 1e100, 0.0]
"""A row of 1,000 samples holds these by turns."""


@pytest.mark.parametrize(
    "row", [row for row in TABLE if row.name.split(".")[0] in {*SIZED} - {"ranking"}], ids=lambda row: row.name
)
@pytest.mark.filterwarnings("error", "ignore::evalbook.UndefinedMetricWarning")
def test_sums_and_products_of_a_thousand_extremes_stay_in_a_float(row):
    for call in [call for call in row.calls if row.per_sample(call)]:
        samples = len(call[row.per_sample(call)[0]])
        many = row.drawn(call, np.arange(MANY) % samples)
        for name in sized(row, signature(row.function).parameters):
            if name == "y_train" or name not in {*many, "sample_weight"}:
                continue
            for sizes in EXTREMES:
                values = np.resize(sizes, MANY)
                if np.ndim(many.get(name, values)) == 0:
                    values = max(sizes)
                elif np.ndim(many.get(name, values)) == 2:
                    values = np.repeat(values[:, np.newaxis], 2, axis=1)
                both_ends = dict.fromkeys(["lower", "upper"] if name in ("lower", "upper") else [name], values)
                with case(name, sizes, call):
                    found = row.function(**many | both_ends)
                    # A probability of 0 costs infinity.
                    if isinstance(found, float | np.ndarray) and row.name != "probabilities.log_loss":
                        assert not np.isinf(found).any()


@pytest.mark.parametrize(
    "sizes", [[1e-100] * 4, [1e100] * 4, [1e100, 1e-100, 1e-100, 1e100], [1e-100, 0, 1e100, 1e100]]
)
@pytest.mark.filterwarnings("error", "ignore::evalbook.UndefinedMetricWarning")
def test_every_score_of_extreme_counts_is_finite_or_undefined(sizes):
    tp, fp, fn, tn = sizes
    single, matrix = Counts(tp, fp, fn, tn), ConfusionMatrix([[tn, fp], [fn, tp]], [0, 1])
    for tally in (single, matrix, single + single, matrix + matrix):
        for name in [name for name in dir(type(tally)) if isinstance(getattr(type(tally), name), property)]:
            value = getattr(tally, name)
            if isinstance(value, float):
                assert not math.isinf(value) or name == "lift", name

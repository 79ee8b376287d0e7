"""Comparison: golden numbers of the sources, SciPy beside the distributions, the ways to draw beside each other."""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache, partial, singledispatch, update_wrapper, wraps
from inspect import isfunction, signature
from itertools import permutations, product
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import Mock

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse, special, stats
from sklearn import metrics

from bad_input import INF, NAN, assert_raises, bad, bad_type, refused, undefined
from calls import TABLE, Row
from estimates_outside import SOUND, leaves_estimate_outside
from evalbook import UndefinedMetricWarning, comparison, confusion, curves, probabilities, ranking, regression, text
from evalbook import _distributions as distribution
from evalbook._formula import NoFormula, formula_of
from evalbook.comparison import _friedman as friedman_module
from evalbook.comparison._bound import BootstrapDistribution, acceleration
from evalbook.comparison._draw import BLOCK, Design, Draws, exact_patterns, of_each_kind
from evalbook.comparison._metric import Metric
from evalbook.comparison._samples import columns
from evalbook.comparison._score import by_calls, by_formula, scorer
from evalbook.confusion import Counts
from evalbook.ranking import RankingTally
from evalbook.regression import RegressionTally
from evalbook.teaching import examples
from evalbook.text import BleuTally, RougeTally
from memory import with_peak

rng = np.random.default_rng(0)

# ---------------------------------------------------------------- distributions

COUNTS = [
    (k, n, p) for n in (1, 7, 100, 10_000) for k in sorted({0, 1, n // 3, n - 1, n}) for p in (0.01, 0.3, 0.5, 0.9)
]
CLOSE = {"rel": 1e-11, "abs": 1e-11}
SCIPY = tuple(map(int, scipy.__version__.split(".")[:2]))
"""Before 1.13 its binomial distribution of a billion samples is off by 5e-8."""


@pytest.mark.parametrize("seed", range(3))
def test_distributions_of_up_to_a_billion_samples_are_scipys(seed):
    generator, close = np.random.default_rng(seed), {"rel": 1e-8 if SCIPY >= (1, 13) else 1e-7, "abs": 1e-300}
    for _ in range(300):
        n, p = int(10 ** generator.uniform(1, 9)), generator.random() ** 3
        k = int(np.clip(n * p + 3 * generator.normal() * math.sqrt(n * p * (1 - p)), 0, n))
        assert distribution.binomial_at_most(k, n, p) == pytest.approx(stats.binom.cdf(k, n, p), **close)
        assert distribution.binomial_exactly(k, n, p) == pytest.approx(stats.binom.pmf(k, n, p), **close)
        t, df = 3 * generator.normal(), 10 ** generator.uniform(0, 6)
        assert distribution.t_beyond(t, df) == pytest.approx(2 * stats.t.sf(abs(t), df), **close)
        f, df1, df2 = 10 ** generator.uniform((-1, 0, 0), (1, 4, 4))
        assert distribution.f_above(f, df1, df2) == pytest.approx(stats.f.sf(f, df1, df2), **close)


@pytest.mark.parametrize(("k", "n", "p"), COUNTS)
def test_the_binomial_distribution_is_scipys(k, n, p):
    assert distribution.binomial_at_most(k, n, p) == pytest.approx(stats.binom.cdf(k, n, p), **CLOSE)
    assert distribution.binomial_at_least(k, n, p) == pytest.approx(stats.binom.sf(k - 1, n, p), **CLOSE)
    assert distribution.binomial_exactly(k, n, p) == pytest.approx(stats.binom.pmf(k, n, p), **CLOSE)


@pytest.mark.parametrize(("a", "b"), [*product([0.5, 1, 2.5, 40, 5000], repeat=2)])
def test_the_incomplete_beta_function_and_its_inverse_are_scipys(a, b):
    for x in (1e-9, 0.01, 0.3, 0.5, 0.77, 0.999):
        assert distribution.beta_below(x, 1 - x, a, b) == pytest.approx(special.betainc(a, b, x), **CLOSE)
    for p in (0.005, 0.025, 0.5, 0.975):
        assert distribution.beta_quantile(p, a, b) == pytest.approx(special.betaincinv(a, b, p), **CLOSE)


@pytest.mark.parametrize("df", [1, 2, 5, 99, 10_000])
def test_t_and_chi_squared_are_scipys(df):
    for value in (0.0, 0.01, 1.0, 2.5, 30.0):
        assert distribution.t_beyond(-value, df) == pytest.approx(2 * stats.t.sf(value, df), **CLOSE)
        assert distribution.chi2_above(value, df) == pytest.approx(stats.chi2.sf(value, df), **CLOSE)
        assert distribution.chi2_above(value * df, df) == pytest.approx(stats.chi2.sf(value * df, df), **CLOSE)
    for p in (0.5001, 0.7, 0.95, 0.975, 0.9995):
        # SciPy's own quantile has nine digits in version 1.11.
        assert stats.t.cdf(distribution.t_quantile(p, df), df) == pytest.approx(p, **CLOSE)


@pytest.mark.parametrize(("df1", "df2"), [(2, 6), (10, 5), (3, 39), (1, 1), (400, 900)])
def test_f_is_scipys(df1, df2):
    for f in (0.0, 0.3, 1.0, 3.69, 24.4, 1e4):
        assert distribution.f_above(f, df1, df2) == pytest.approx(stats.f.sf(f, df1, df2), **CLOSE)


@pytest.mark.parametrize("k", [2, 3, 4, 6, 10, 30])
def test_the_studentized_range_is_scipys(k):
    for q in (0.0, 0.5, 2.0, 3.6, 7.0):
        expected = stats.studentized_range.sf(q, k, np.inf)
        assert distribution.studentized_range_above(q, k) == pytest.approx(expected, **CLOSE)
    expected = stats.studentized_range.ppf(0.95, k, np.inf)
    assert distribution.studentized_range_quantile(0.95, k) == pytest.approx(expected, **CLOSE)


@pytest.mark.parametrize("z", [-6, -1.96, 0, 0.3, 5])
def test_the_normal_distribution_is_scipys(z):
    assert distribution.normal_below(z) == pytest.approx(stats.norm.cdf(z), **CLOSE)
    assert distribution.normal_beyond(z) == pytest.approx(2 * stats.norm.sf(abs(z)), **CLOSE)
    assert distribution.normal_quantile(stats.norm.cdf(z)) == pytest.approx(z, **CLOSE)


def test_far_tails_keep_their_digits():
    assert distribution.t_beyond(12.0, 99) == pytest.approx(2 * stats.t.sf(12.0, 99), rel=1e-10, abs=0)
    assert distribution.chi2_above(400, 3) == pytest.approx(stats.chi2.sf(400, 3), rel=1e-10, abs=0)
    assert distribution.normal_beyond(12) == pytest.approx(2 * stats.norm.sf(12), rel=1e-10, abs=0)
    assert distribution.binomial_at_most(10, 400, 0.5) == pytest.approx(stats.binom.cdf(10, 400, 0.5), rel=1e-10, abs=0)


def test_the_ends_of_the_distributions():
    assert distribution.normal_quantile(0) == -INF
    assert distribution.normal_quantile(1) == INF
    assert distribution.t_beyond(INF, 5) == distribution.f_above(INF, 2, 3) == distribution.chi2_above(INF, 2) == 0
    assert distribution.binomial_at_most(-1, 3, 0.5) == distribution.binomial_at_least(4, 3, 0.5) == 0


def test_the_quantiles_of_the_tables_in_the_sources():
    nemenyi = [distribution.studentized_range_quantile(0.95, k) / math.sqrt(2) for k in (2, 3, 4, 5, 6)]
    assert np.round(nemenyi, 3).tolist() == [1.960, 2.344, 2.569, 2.728, 2.850]  # Zhou, table 2.7
    assert round(distribution.t_quantile(0.975, 5), 3) == 2.571
    assert round(distribution.t_quantile(0.95, 5), 3) == 2.015
    assert distribution.chi2_above(3.841, 1) == pytest.approx(0.05, abs=1e-4)


# ---------------------------------------------------------------- proportions


@pytest.mark.parametrize(
    ("k", "n", "method", "low", "high"),
    [
        (81, 263, "wilson", 0.2553, 0.3662),  # Newcombe (1998), table I
        (81, 263, "exact", 0.2527, 0.3676),
        (0, 20, "wilson", 0, 0.1611),
        (0, 20, "exact", 0, 0.1684),
        (0, 30, "wilson", 0, 0.1135),
        (0, 30, "exact", 0, 0.1157),
        (0, 30, "wald", 0, 0),
        (30, 30, "exact", 0.8843, 1),
    ],
)
def test_the_intervals_of_proportions_in_the_sources(k, n, method, low, high):
    found = comparison.proportion_interval(k, n, method=method)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert (found.value, found.method, found.rounds) == (k / n, method, 0)


def test_a_one_sided_bound_and_the_rule_of_three():
    assert round(comparison.proportion_interval(0, 30, level=0.9, method="exact").high, 4) == 0.0950
    assert pytest.approx(0.05, abs=1e-3) == (1 - 0.0950) ** 30


@pytest.mark.parametrize("method", ["wilson", "exact"])
@given(n=st.integers(1, 300), data=st.data(), level=st.floats(0.5, 0.999))
def test_intervals_of_proportions_hold_the_estimate_and_turn_around(method, n, data, level):
    k = data.draw(st.integers(0, n))
    low, high = comparison.proportion_interval(k, n, level=level, method=method)
    assert 0 <= low <= k / n <= high <= 1
    assert 1 - high == pytest.approx(
        comparison.proportion_interval(n - k, n, level=level, method=method).low, abs=1e-12
    )


@pytest.mark.parametrize(("method", "of"), [("wilson", "wilson"), ("exact", "exact")])
@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (3, 10), (81, 263), (9_990, 10_000)])
def test_intervals_of_proportions_are_scipys(k, n, method, of):
    expected = stats.binomtest(k, n).proportion_ci(0.95, method=of)
    assert [*comparison.proportion_interval(k, n, method=method)] == pytest.approx([*expected], rel=1e-10, abs=1e-12)


@cache
def bounds_of_proportions(n: int, method: str) -> tuple[np.ndarray, np.ndarray]:
    """The bounds for every outcome."""
    found = [comparison.proportion_interval(k, n, method=method) for k in range(n + 1)]
    return np.array([low for low, _ in found]), np.array([high for _, high in found])


def coverage_of_proportions(p: float, n: int, method: str) -> float:
    """How often the interval holds p: exactly, over all outcomes."""
    low, high = bounds_of_proportions(n, method)
    return float(stats.binom.pmf(np.arange(n + 1), n, p) @ ((low <= p) & (p <= high)))


@pytest.mark.parametrize(
    ("p", "method", "expected"),
    [
        (0.98, "wald", 0.454),
        (0.98, "wilson", 0.978),
        (0.95, "wald", 0.782),
        (0.95, "wilson", 0.939),
        (0.95, "exact", 0.984),
    ],
)
def test_the_coverage_of_thirty_samples(p, method, expected):
    assert round(coverage_of_proportions(p, 30, method), 3) == expected


@pytest.mark.parametrize("n", [10, 50, 200])
def test_the_coverage_of_a_proportion_is_near_its_level_or_above(n):
    rates = np.linspace(0.01, 0.99, 99)
    exact = [coverage_of_proportions(p, n, "exact") for p in rates]
    wilson = [coverage_of_proportions(p, n, "wilson") for p in rates]
    assert min(exact) >= 0.95
    assert abs(np.mean(wilson) - 0.95) < 0.01
    assert min(wilson) > 0.83


def test_the_most_errors_that_pass_are_zhous():
    found = comparison.binomial_test(6, 10, error_rate=0.3)
    assert (found.most, round(found.p_value, 4), found.passed) == (5, 0.0473, False)
    five = comparison.binomial_test(5, 10, error_rate=0.3)
    assert (round(five.p_value, 4), five.passed) == (0.1503, True)


@given(n=st.integers(1, 60), rate=st.floats(0, 1), alpha=st.floats(0.001, 0.5))
def test_the_most_errors_that_pass_are_the_least_with_a_small_tail(n, rate, alpha):
    most = comparison.binomial_test(0, n, error_rate=rate, alpha=alpha).most
    p = Fraction(str(rate))
    errors = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    assert most == next(m for m in range(n + 1) if sum(errors[m + 1 :]) <= Fraction(str(alpha)))


# ---------------------------------------------------------------- the ways to draw and to score, beside each other


def arrays_and_options(row: Row, call: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """What is drawn, in the order of the function, and what is bound, such as weights."""
    bound = {"sample_weight", "n_relevant", "ideal"}
    drawn = [name for name in signature(row.function).parameters if name in {*row.per_sample(call)} - bound]
    return [call[name] for name in drawn], {name: value for name, value in call.items() if name not in drawn}


SCORES = [
    pytest.param(
        row, row.drawn(call, np.tile(np.arange(len(call[row.per_sample(call)[0]])), 6)), id=f"{row.name}-{number}"
    )
    for row in TABLE
    for number, call in enumerate(row.calls)
    if row.per_sample(call)
    and {float, np.ndarray} & {*row.results}
    and row.name.split(".")[0] not in ("splits", "comparison")
]
"""Every score over samples, queries or sentences, each sample six times so that no round is undefined for long."""


@pytest.mark.parametrize(("row", "call"), SCORES)
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_every_score_has_an_interval_or_says_why_not(row, call):
    arrays, options = arrays_and_options(row, call)
    metric, value = partial(row.function, **options), row.function(**call)
    if row.function is regression.max_error:
        with pytest.raises(ValueError, match="metric is max_error; the largest error of a round is never above"):
            comparison.interval(metric, *arrays, rounds=200, rng=0)
    elif isinstance(value, np.ndarray):
        with pytest.raises(TypeError, match="metric returns an ndarray; expected one number: choose an average"):
            comparison.interval(metric, *arrays, rounds=200, rng=0)
    else:
        found = comparison.interval(metric, *arrays, rounds=200, rng=0)
        assert found.value == pytest.approx(value, nan_ok=True)
        assert math.isnan(value) or found.low <= found.high


def times_drawn(n: int, rounds: int = 40) -> np.ndarray:
    """How often each sample is in each round; some rounds miss whole classes."""
    times = np.random.default_rng(1).multinomial(n, np.full(n, 1 / n), size=rounds)
    times[0], times[1] = 0, 0
    times[0, 0], times[1, -1] = n, n
    return times


THREE_CLASSES = ([0, 1, 2, 2, 1, 0, 1], [0, 2, 2, 1, 1, 0, 1])
OUTPUTS = ([[1.0, 2.0], [3.0, 4.0], [2.0, 0.0]], [[1.0, 3.0], [3.5, 3.0], [1.0, 0.5]])
WITH_ZEROS = ([1.0, 0.0, 5.0, 4.0], [1.5, 0.0, 3.0, 4.0])
PREDICTED = {"y_true": np.array([0, 1, 1, 0, 1, 0]), "y_pred": np.array([0, 1, 0, 0, 1, 1])}
NO_HITS = [[1, 0, 2], [0, 0], [1], [0, 0, 0, 3]]
RANKINGS = [[1, 0, 2], [0, 1], [1], [0, 0, 0, 3], [2, 2]]
REFERENCES = [["a b c d e", "b c"], ["d e f g"], ["a b c d"], ["x y z w v"]]
CANDIDATES = ["a b c d", "d e f g h", "a b x d", "x y z w"]
WITH_OPTIONS = {
    "precision, binary by name": (partial(confusion.precision, average="binary"), PREDICTED.values()),
    "precision, 0/0 is 1": (partial(confusion.precision, zero_division=1), PREDICTED.values()),
    "recall": (partial(confusion.recall, pos_label=0), PREDICTED.values()),
    "precision, macro, 0/0 is 0": (partial(confusion.precision, average="macro", zero_division=0), THREE_CLASSES),
    "precision, macro, 0/0 left out": (
        partial(confusion.precision, average="macro", zero_division=math.nan),
        THREE_CLASSES,
    ),
    "recall, weighted, of two classes": (partial(confusion.recall, average="weighted", labels=[2, 7]), THREE_CLASSES),
    "F-beta, micro": (partial(confusion.f_beta, beta=0.5, average="micro", labels=[0, 2]), THREE_CLASSES),
    "F1, macro, weights": (
        partial(confusion.f1, average="macro", sample_weight=[1, 2, 0, 1, 1, 3, 0.1]),
        THREE_CLASSES,
    ),
    "balanced accuracy": (confusion.balanced_accuracy, THREE_CLASSES),
    "balanced accuracy, 0/0 left out": (partial(confusion.balanced_accuracy, zero_division=math.nan), THREE_CLASSES),
    "Matthews correlation, weights": (
        partial(confusion.matthews_correlation, sample_weight=[0.1, 0.2, 0, 0.3, 0.1, 0.7, 0.1]),
        THREE_CLASSES,
    ),
    "kappa, 0/0 is 1": (partial(confusion.cohen_kappa, zero_division=1), PREDICTED.values()),
    "AUC without": (curves.roc_auc, ([0, 1, 1, 0, 1, 0], [1, 2, 6, 5, 3, 0])),
    "log loss, infinite": (probabilities.log_loss, ([0, 1, 1, 0], [0.2, 0.9, 0.0, 0.1])),
    "R²": (regression.r2, ([1e6, 1e6 + 2, 1e6 + 5], [1e6 + 1, 1e6 + 2, 1e6 + 4])),
    "R², outputs, 0/0 left out": (partial(regression.r2, zero_division=math.nan), OUTPUTS),
    "R², 0/0 is 0": (partial(regression.r2, zero_division=0), WITH_ZEROS),
    "MSLE": (partial(regression.mean_squared_log_error, offset=0.5), WITH_ZEROS),
    "RMSLE": (regression.root_mean_squared_log_error, WITH_ZEROS),
    "MAPE": (regression.mean_absolute_percentage_error, WITH_ZEROS),
    "MAPE, 0/0 is 1": (partial(regression.mean_absolute_percentage_error, zero_division=1), WITH_ZEROS),
    "sMAPE": (regression.symmetric_mean_absolute_percentage_error, WITH_ZEROS),
    "sMAPE, 0/0 is 1": (partial(regression.symmetric_mean_absolute_percentage_error, zero_division=1), WITH_ZEROS),
    "sMAPE, 0/0 left out": (
        partial(regression.symmetric_mean_absolute_percentage_error, zero_division=math.nan),
        WITH_ZEROS,
    ),
    "Brier score of classes, weighted": (
        partial(probabilities.brier_score, sample_weight=[1, 0, 2]),
        ([0, 1, 2], np.eye(3) * 0.7 + 0.1),
    ),
    "MAP, 0/0 is 0": (partial(ranking.mean_average_precision, k=2, zero_division=0), (NO_HITS,)),
    "MAP, 0/0 left out": (partial(ranking.mean_average_precision, zero_division=math.nan), (NO_HITS,)),
    "MAP, undefined": (ranking.mean_average_precision, (NO_HITS,)),
    "hit ratio, 0/0 is 1": (partial(ranking.hit_ratio, k=1, zero_division=1), (NO_HITS,)),
}
"""What the table of calls has not: stand-ins for 0/0, chosen classes, fractions as weights, values beside 0."""
WITH_A_FORMULA = WITH_OPTIONS | {
    cell.id: (partial(cell.values[0].function, **options), arrays)
    for cell in SCORES
    for arrays, options in [arrays_and_options(*cell.values)]
    if not isinstance(formula_of(cell.values[0].function), NoFormula) and "max_fpr" not in options
    if isinstance(cell.values[0].function(**cell.values[1]), float)
}


@pytest.mark.parametrize(("metric", "arrays"), WITH_A_FORMULA.values(), ids=WITH_A_FORMULA)
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_each_formula_over_sums_is_used_and_scores_what_the_metric_says_of_the_same_draws(metric, arrays):
    arrays, n = columns(**{f"arrays[{place}]": array for place, array in enumerate(arrays)})
    metric, times = Metric(metric, arrays, n), times_drawn(n)
    of_sums, of_calls = by_formula(metric, arrays, metric.along), by_calls(metric, arrays, metric.along)
    np.testing.assert_allclose(of_sums(times), of_calls(times), rtol=1e-9, atol=1e-12)


METRICS = dict.fromkeys(
    row.function
    for row in TABLE
    if row.name.split(".")[0] not in ("comparison", "splits") and isfunction(row.function)
    for call in row.calls
    if row.per_sample(call) and isinstance(row.function(**call), float)
)
"""Each that makes one number of many samples."""


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)
def test_a_metric_bears_its_formula_or_says_why_it_is_none(metric):
    formula = formula_of(metric)
    assert formula is not None, "put a formula on it, or NoFormula: see evalbook/_formula.py"
    assert not isinstance(formula, NoFormula) or len(formula.why.split()) > 4


@pytest.mark.parametrize("metric", [metric for metric in METRICS if formula_of(metric).of_labels])
def test_an_interval_of_labels_takes_no_call_of_the_metric(metric):
    options = {"f_beta": {"beta": 2.0}, "cost_sensitive_error": {"cost_fn": 2.0, "cost_fp": 1.0}}
    bound = partial(metric, **options.get(metric.__name__, {}))
    called_metric = Metric(bound, list(MANY), 100)
    arrays, _, copies = of_each_kind(called_metric, list(MANY), Design.of(100, None, None))
    assert len(copies) == 4
    assert by_formula(called_metric, arrays, {}) is not None


CALLED = {
    "a part of the curve": (partial(curves.roc_auc, max_fpr=0.5), ([0, 1], [0, 1])),
    "too many classes for a table": (partial(confusion.f1, average="macro"), (np.arange(1900), np.arange(1900)[::-1])),
    "a median": (partial(regression.median_absolute_error), ([0.0, 1.0], [1.0, 3.0])),
    "a function of the reader's": (metrics.accuracy_score, ([0, 1], [0, 1])),
}


@pytest.mark.parametrize(("metric", "arrays"), CALLED.values(), ids=CALLED)
def test_what_is_no_formula_over_sums_is_called(metric, arrays):
    arrays, n = columns(**{f"arrays[{place}]": array for place, array in enumerate(arrays)})
    metric = Metric(metric, arrays, n)
    assert by_formula(metric, arrays, metric.along) is None
    times = np.ones((1, n), dtype=int)
    assert scorer(metric, arrays, metric.along)(times)[0] == metric(*arrays, **metric.along)


MANY = (np.repeat([0, 1, 1, 0, 1], [60, 20, 5, 5, 10]), np.repeat([0, 1, 0, 1, 1], [60, 20, 5, 5, 10]))
CELL_METRICS = [
    confusion.f1,
    confusion.accuracy,
    confusion.matthews_correlation,
    partial(confusion.recall, average="macro"),
]


@pytest.mark.parametrize("metric", CELL_METRICS, ids=["f1", "accuracy", "matthews_correlation", "macro recall"])
@pytest.mark.parametrize("stratified", [False, True])
def test_cells_follow_the_law_of_the_plain_draws(metric, stratified):
    design = Design.of(100, None, MANY[0] if stratified else None)
    called_metric = Metric(metric, list(MANY), 100)
    arrays, few, copies = of_each_kind(called_metric, list(MANY), design)
    assert copies is not None
    assert len(copies) == 4
    by_cells = scorer(called_metric, arrays, {})
    by_rows = scorer(called_metric, list(MANY), {})
    cells, plain = (
        np.sort(np.concatenate([score(times) for times in draws.blocks(4000)]))
        for score, draws in (
            (by_cells, Draws(few, np.random.default_rng(0), copies)),
            (by_rows, Draws(design, np.random.default_rng(1))),
        )
    )
    points = np.quantile(plain, [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98])
    shares = [np.searchsorted(values, points, "right") / 4000 for values in (cells, plain)]
    assert np.abs(shares[0] - shares[1]).max() < 4 * math.sqrt(2 * 0.25 / 4000)


def test_samples_that_all_differ_make_no_cells():
    few = Metric(confusion.accuracy, [[0, 1], [0, 1]], 2)
    assert of_each_kind(few, [[0, 1], [0, 1]], Design.of(2, None, None))[2] is None


# ---------------------------------------------------------------- draws


@pytest.mark.parametrize("n", [2, 7, 1000])
def test_each_round_draws_as_many_samples_as_there_are(n):
    blocks = list(Draws(Design.of(n, None, None), np.random.default_rng(0)).blocks(300))
    times = np.concatenate(blocks)
    assert times.shape == (300, n)
    assert (times.sum(axis=1) == n).all()
    assert times.mean() == 1
    assert np.var(times) == pytest.approx(1 - 1 / n, rel=0.3)
    assert max(map(np.size, blocks)) <= max(BLOCK, n)


def test_groups_are_drawn_as_a_whole():
    groups = ["b", "a", "a", "c", "c", "c"]
    times = np.concatenate([*Draws(Design.of(6, groups, None), np.random.default_rng(0)).blocks(200)])
    assert (times[:, 1] == times[:, 2]).all()
    assert (times[:, 3] == times[:, 5]).all()
    assert (times[:, [0, 1, 3]].sum(axis=1) == 3).all()


@pytest.mark.parametrize("groups", [None, [0, 0, 1, 1, 2, 3, 4, 4]])
def test_strata_keep_their_size(groups):
    stratify = [1, 1, 0, 0, 0, 2, 2, 2]
    times = np.concatenate([*Draws(Design.of(8, groups, stratify), np.random.default_rng(0)).blocks(200)])
    if groups is None:
        assert (times[:, :2].sum(axis=1) == 2).all()
        assert (times[:, 2:5].sum(axis=1) == 3).all()
    assert (times[:, 0] > 0).all() or groups is None
    assert times.var(axis=0).max() > 0


def test_strata_of_groups_keep_their_number_of_groups():
    times = np.concatenate(
        [*Draws(Design.of(5, [0, 0, 1, 2, 3], [1, 1, 1, 0, 0]), np.random.default_rng(0)).blocks(99)]
    )
    assert (times[:, [0, 2]].sum(axis=1) == 2).all()
    assert (times[:, [3, 4]].sum(axis=1) == 2).all()


def test_each_sample_or_group_is_left_out_once():
    assert np.concatenate([*Draws(Design.of(3, None, None), rng).jackknife()]).tolist() == [
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
    ]
    assert np.concatenate([*Draws(Design.of(3, [5, 5, 7], None), rng).jackknife()]).tolist() == [[0, 0, 1], [1, 1, 0]]
    cells = Draws(Design.of(2, None, None), rng, np.array([3, 2]))
    assert np.concatenate([*cells.jackknife()]).tolist() == [[2, 2], [3, 1]]


def test_all_patterns_of_few_coins_are_listed_once():
    moved = np.concatenate([*Draws(Design.of(4, None, None), rng).flips(10, np.array([True, False, True, True]))])
    assert sorted(moved.tolist()) == sorted([a, 0, b, c] for a, b, c in product([0, 1], repeat=3))
    assert exact_patterns(13, 10_000) == 8192
    assert exact_patterns(14, 10_000) == 0
    assert exact_patterns(0, 1) == 1


def test_many_coins_are_tossed():
    free = np.ones(20, dtype=bool)
    free[3] = False
    moved = np.concatenate([*Draws(Design.of(20, None, None), np.random.default_rng(0)).flips(2000, free)])
    assert (moved[:, 3] == 0).all()
    assert np.abs(moved[:, free].mean(axis=0) - 0.5).max() < 0.06
    cells = Draws(Design.of(2, None, None), np.random.default_rng(0), np.array([30, 40]))
    moved = np.concatenate([*cells.flips(2000, np.array([True, False]))])
    assert (moved[:, 1] == 0).all()
    assert moved[:, 0].mean() == pytest.approx(15, abs=0.4)


# ---------------------------------------------------------------- intervals

FIVE_SICK = [1] * 5 + [0] * 95, [1] * 3 + [0] * 2 + [1] * 2 + [0] * 93
"""Of 100 patients 5 are sick: TP 3, FP 2, FN 2."""


def test_f1_of_five_positives():
    found = comparison.interval(confusion.f1, *FIVE_SICK, rng=0)
    assert (found.value, found.low, round(found.high, 2)) == (0.6, 0.0, 0.91)
    assert found.undefined == pytest.approx(10_000 * 0.93**100, abs=12)
    stratified = comparison.interval(confusion.f1, *FIVE_SICK, stratify=FIVE_SICK[0], rng=0)
    assert (round(stratified.low, 2), round(stratified.high, 2)) == (0.22, 0.91)


def test_the_wilson_interval_of_tp_among_tp_fp_fn_gives_one_of_f1():
    low, high = (2 * j / (1 + j) for j in comparison.proportion_interval(3, 7))
    assert (round(low, 2), round(high, 2)) == (0.27, 0.86)


SPATIAL = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41]
"""Efron and Tibshirani (1993), table 14.1, A."""


def test_bca_of_the_spatial_test_data():
    found = comparison.interval(np.var, SPATIAL, level=0.9, method="bca", rounds=20_000, rng=0)
    assert round(found.value, 3) == 171.534
    assert (found.low, found.high) == pytest.approx((115.8, 261.8), abs=3)
    left_out = np.array([np.var(np.delete(SPATIAL, place)) for place in range(26)])
    assert round(acceleration(left_out, np.ones(26), np.zeros(26, dtype=int)), 4) == 0.0612


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_the_bounds_of_the_same_rounds_are_scipys(method, level):
    samples = np.array(SPATIAL, dtype=float)
    theirs = stats.bootstrap((samples,), np.var, confidence_level=level, method=method, n_resamples=999, random_state=0)
    left_out = np.array([np.var(np.delete(samples, place)) for place in range(26)])
    a = acceleration(left_out, np.ones(26), np.zeros(26, dtype=int))
    found = BootstrapDistribution(theirs.bootstrap_distribution, float(np.var(samples)), method, a).bounds(level)
    assert found == pytest.approx([*theirs.confidence_interval], rel=1e-10)


def test_the_acceleration_of_two_strata_is_scipys_of_two_samples():
    one, two = rng.normal(size=12), rng.gamma(1.0, size=8)

    def gap(x, y, axis=-1):
        return np.mean(x, axis=axis) ** 2 - np.var(y, axis=axis)

    theirs = stats.bootstrap((one, two), gap, method="BCa", n_resamples=499, random_state=0)
    left_out = [gap(np.delete(one, i), two) for i in range(12)] + [gap(one, np.delete(two, i)) for i in range(8)]
    a = acceleration(np.array(left_out), np.ones(20), np.repeat([0, 1], [12, 8]))
    found = BootstrapDistribution(theirs.bootstrap_distribution, float(gap(one, two)), "bca", a).bounds(0.95)
    assert found == pytest.approx([*theirs.confidence_interval], rel=1e-10)


@given(st.floats(-1, 1), st.integers(1, 98), st.lists(st.floats(1e-6, 1 - 1e-12), min_size=2, max_size=5))
def test_the_bounds_of_bca_move_outward_as_the_level_rises(a, place, levels):
    rounds = BootstrapDistribution(np.arange(100.0), place + 0.5, "bca", a)
    lows, highs = zip(*map(rounds.bounds, sorted(levels)), strict=True)
    assert [*lows] == sorted(lows, reverse=True)
    assert [*highs] == sorted(highs)
    assert lows[0] <= highs[0]


def test_one_error_as_large_as_all_others_has_bounds_in_order_at_any_level():
    y_pred = np.append(300.0, np.linspace(-1, 1, 199))
    level = 1 - 1e-9
    found = comparison.interval(
        regression.mean_squared_error, np.zeros(200), y_pred, level=level, method="bca", rounds=500, rng=0
    )
    assert found.low < found.value < found.high


@given(st.floats(-1, 1), st.integers(-1, 100))
def test_no_p_value_is_smaller_than_its_rounds_can_tell(a, place):
    rounds = np.arange(100.0) - place - 0.5  # so many of them lie below 0
    assert 2 / 101 <= BootstrapDistribution(rounds, float(np.median(rounds)), "bca", a).p_value() <= 1


def test_equal_samples_that_are_left_out_count_as_often_as_there_are():
    y_true, y_pred = MANY
    found = comparison.interval(confusion.f1, y_true, y_pred, method="bca", rng=0, rounds=4000)
    plain = comparison.interval(lambda *labels: confusion.f1(*labels), y_true, y_pred, method="bca", rng=0, rounds=4000)
    assert [*found] == pytest.approx([*plain], abs=0.02)


def test_the_same_seed_gives_the_same_interval_whatever_the_path():
    y_true, y_score = examples.clinic()
    fast = comparison.interval(curves.roc_auc, y_true, y_score, rounds=300, rng=0)
    for metric in (lambda *arrays: curves.roc_auc(*arrays), metrics.roc_auc_score):
        plain = comparison.interval(metric, y_true, y_score, rounds=300, rng=0)
        assert [*fast] == pytest.approx([*plain], rel=1e-12)


def test_no_spread_has_an_interval_by_percentiles_alone():
    right = [1] * 30
    assert [*comparison.interval(confusion.accuracy, right, right, rounds=50)] == [1, 1]
    with undefined("use proportion_interval"):
        found = comparison.interval(confusion.accuracy, right, right, method="bca", rounds=50)
    assert math.isnan(found.low)
    assert found.value == 1


def test_rounds_without_a_value_are_left_out_and_counted():
    y_true, y_score = [1, 0, 0, 0, 0, 0, 0, 0], [0.5, 0.1, 0.7, 0.2, 0.3, 0.1, 0.0, 0.2]
    with undefined(r"undefined in .* of 1,000 rounds, which is more than the interval at level=0.95"):
        found = comparison.interval(curves.roc_auc, y_true, y_score, rounds=1000, rng=0)
    assert found.undefined == pytest.approx(1000 * (7 / 8) ** 8, abs=60)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert found.value == pytest.approx(6 / 7)
    found = comparison.interval(curves.roc_auc, y_true, y_score, rounds=1000, rng=0, stratify=y_true)
    assert found.undefined == 0
    assert found.low < found.high


@pytest.mark.parametrize(
    ("metric", "message"),
    [(confusion.precision, r"precision is undefined \(0/0\)"), (lambda y_true, y_pred: NAN, "the metric is undefined")],
    ids=["ours", "the reader's"],
)
def test_a_metric_that_is_undefined_has_no_interval(metric, message):
    with undefined(message):
        found = comparison.interval(metric, [1, 0, 1], [0, 0, 0])
    assert found == comparison.Interval(NAN, NAN, NAN, 0.95, "percentile")


def test_an_infinite_score_has_bounds():
    found = comparison.interval(probabilities.log_loss, [1] * 10, [0.0] + [0.9] * 9, rng=0, rounds=500)
    assert found.value == found.high == INF
    assert found.low == pytest.approx(-math.log(0.9))


def test_sample_weights_that_are_bound_are_drawn_along():
    y_true, y_pred = np.arange(40.0), np.arange(40.0) + np.random.default_rng(0).normal(size=40)
    weight = np.repeat([1.0, 9.0], 20)
    for metric in (regression.mean_absolute_error, regression.median_absolute_error, metrics.mean_absolute_error):
        bound = comparison.interval(partial(metric, sample_weight=weight), y_true, y_pred, rounds=200, rng=0)
        drawn = comparison.interval(
            lambda t, p, w, m=metric: m(t, p, sample_weight=w), y_true, y_pred, weight, rounds=200, rng=0
        )
        assert [*bound] == pytest.approx([*drawn], rel=1e-9)


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        (confusion.accuracy, {}),
        (confusion.matthews_correlation, {"zero_division": 0}),
        (confusion.cohen_kappa, {"zero_division": 0}),
        (confusion.balanced_accuracy, {"zero_division": 0}),
        (confusion.f1, {"average": "macro", "zero_division": 0}),
        (confusion.precision, {"average": "micro", "labels": [0, 1], "zero_division": 0}),
    ],
)
def test_rounds_keep_their_digits_when_weights_are_far_apart(metric, options):
    generator = np.random.default_rng(0)
    for classes in (2, 3):
        y_true, y_pred = generator.integers(0, classes, (2, 12))
        weight, times = 10 ** generator.uniform(0, 16, 12), generator.multinomial(12, [1 / 12] * 12, size=300)
        found = formula_of(metric).rounds(y_true, y_pred, sample_weight=weight, **options)(times)
        rounds = [np.repeat(np.stack([y_true, y_pred, weight]), each, axis=1) for each in times]
        plain = [metric(true, predicted, sample_weight=weight, **options) for true, predicted, weight in rounds]
        assert found == pytest.approx(plain, rel=1e-12)


def test_rounds_with_nothing_but_weightless_samples_are_undefined():
    metric = partial(regression.median_absolute_error, sample_weight=[0, 0, 0, 1])
    with undefined("undefined in"):
        found = comparison.interval(metric, [1, 2, 3, 4], [1, 2, 3, 5], rounds=500, rng=0)
    assert found.undefined == pytest.approx(500 * 0.75**4, abs=50)


def test_a_round_without_a_class_is_undefined_and_no_error():
    y_prob = np.array([[0.8, 0.1, 0.1], [0.1, 0.7, 0.2], [0.2, 0.2, 0.6]] * 4)
    found = comparison.interval(probabilities.log_loss, [0, 1, 2] * 4, y_prob, rounds=500, rng=0)
    assert found.undefined == 0
    found = comparison.interval(curves.multiclass_roc_auc, [0, 1, 2] * 4, y_prob, rounds=500, rng=0)
    assert 0 < found.undefined < 30


def test_groups_make_an_interval_as_wide_as_its_patients_are_few():
    patients = np.repeat(np.arange(20), 10)
    y_pred = np.repeat(np.random.default_rng(0).random(20) < 0.8, 10).astype(int)
    y_true = np.ones(200, dtype=int)
    by_image = comparison.interval(confusion.accuracy, y_true, y_pred, rng=0)
    by_patient = comparison.interval(confusion.accuracy, y_true, y_pred, groups=patients, rng=0)
    ratio = (by_patient.high - by_patient.low) / (by_image.high - by_image.low)
    assert ratio == pytest.approx(math.sqrt(10), rel=0.1)


def test_the_rows_of_a_tally_are_drawn():
    rows = RougeTally.lcs_rows(REFERENCES, CANDIDATES)
    found = comparison.interval(lambda tally: tally.score().f, rows, rounds=200, rng=0)
    assert found.value == rows.sum().score().f
    assert found.low < found.value < found.high
    bleu = comparison.interval(
        lambda tally: tally.score(smoothing="exp"), BleuTally.rows(REFERENCES, CANDIDATES), rng=0
    )
    direct = comparison.interval(partial(text.corpus_bleu, smoothing="exp"), REFERENCES, CANDIDATES, rng=0)
    assert bleu == direct
    counts = comparison.interval(operator.attrgetter("f1"), Counts.rows(*MANY), rounds=300, rng=0)
    assert counts.value == confusion.f1(*MANY)
    tallies = RankingTally.rows(RANKINGS)
    assert comparison.interval(operator.attrgetter("cg"), tallies, rounds=99, rng=0).value == tallies.sum().cg


def test_lists_of_anything_are_drawn():
    found = comparison.interval(lambda words: sum(map(len, words)) / len(words), ["a", "bb", "cccc"], rounds=300, rng=0)
    assert (found.value, found.low, found.high) == (7 / 3, 1, 4)
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([1.0, 2.0, 4.0], index=[7, 8, 9])
    assert comparison.interval(lambda values: values.mean(), series, rounds=50, rng=0).value == series.mean()
    view = memoryview(np.array([1.0, 2.0, 4.0]))
    assert comparison.interval(np.mean, view, rounds=50, rng=0) == comparison.interval(
        np.mean, [1.0, 2.0, 4.0], rounds=50, rng=0
    )


def test_what_partial_binds_by_position_is_bound():
    found = comparison.interval(partial(np.quantile, q=0.5), [1.0, 2.0, 4.0], rounds=50, rng=0)
    power = partial(lambda exponent, values: float(np.mean(values**exponent)), 2)
    assert comparison.interval(power, [1.0, 2.0, 4.0], rounds=50, rng=0).value == 7
    assert found.value == 2


def test_a_metric_may_return_any_number():
    for value in (3, np.float32(3), np.array(3.0), True):
        assert comparison.interval(lambda values, value=value: value, [1, 2], rounds=2).value == float(value)
    assert comparison.interval(lambda values: 10**400, [1, 2], rounds=2).value == INF


def test_a_metric_may_be_anything_that_can_be_called():
    class Spread:
        __hash__ = None

        def __call__(self, values: Any) -> float:
            return float(np.ptp(values))

    assert comparison.interval(Spread(), [1.0, 2.0, 4.0], rounds=9).value == 3
    assert comparison.interval(max, [1.0, 2.0, 4.0], rounds=9).value == 4  # of which Python knows no signature


def test_an_interval_unpacks_and_prints_in_one_line():
    found = comparison.Interval(1 / 3, 0.25, 0.5, 0.95, "percentile", 100, 1)
    low, high = found
    assert (low, high) == (0.25, 0.5)
    assert repr(found) == (
        "Interval(value=0.333333, low=0.25, high=0.5, level=0.95, method='percentile', rounds=100, undefined=1)"
    )


def test_memory_does_not_grow_with_the_rounds():
    y_true, y_score = np.tile(examples.clinic(), 20)

    def peak(rounds: int) -> int:
        return with_peak(comparison.interval, curves.roc_auc, y_true.astype(int), y_score, rounds=rounds, rng=0)[1]

    assert peak(800) < peak(50) + 100 * 800


# ---------------------------------------------------------------- progress


def test_a_permutation_test_tells_its_progress_once(capsys):
    comparison.permutation_test(confusion.accuracy, Y_100, Y_100, 1 - Y_100, rounds=40, rng=0, progress=True)
    assert capsys.readouterr().err == "\r40 of 40 rounds\n"


def test_progress_is_shown(capsys):
    comparison.interval(confusion.accuracy, [0, 1], [0, 1], rounds=40, progress=True)
    assert capsys.readouterr().err == "\r40 of 40 rounds\n"


def test_a_long_run_can_be_interrupted(capsys):
    calls, filters = [], list(warnings.filters)

    def slow(values: Any) -> float:
        calls.append(1)
        if len(calls) == 30:
            raise KeyboardInterrupt
        return float(np.mean(values))

    with pytest.raises(KeyboardInterrupt):
        comparison.interval(slow, [1.0, 2.0], rounds=10**6, progress=True)
    assert warnings.filters == filters
    assert capsys.readouterr().err.endswith("\n")


# ---------------------------------------------------------------- differences


def test_both_models_are_scored_on_the_same_draws():
    y_true = np.zeros(200)
    a = rng.normal(size=200)
    found = comparison.difference(regression.mean_squared_error, y_true, a, a + 1e-9, rounds=200, rng=0)
    assert found.high - found.low < 1e-8
    assert (found.a, found.b) == (np.mean(a**2), np.mean((a + 1e-9) ** 2))
    assert found.value == found.b - found.a


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
@pytest.mark.parametrize(
    "metric", [confusion.accuracy, lambda *labels: confusion.accuracy(*labels)], ids=["cells", "plain"]
)
def test_the_p_value_is_the_level_at_which_the_interval_reaches_zero(metric, method):
    y_true = np.ones(200, dtype=int)
    a, b = np.ones(200, dtype=int), np.ones(200, dtype=int)
    a[:30], b[20:38] = 0, 0
    options = {"method": method, "rounds": 2000, "rng": 0}
    found = comparison.difference(metric, y_true, a, b, **options)
    assert 0.01 < found.p_value < 0.3
    inside = comparison.difference(metric, y_true, a, b, level=1 - 0.8 * found.p_value, **options)
    outside = comparison.difference(metric, y_true, a, b, level=1 - 1.3 * found.p_value, **options)
    assert inside.low <= 0 <= inside.high
    assert not outside.low < 0 < outside.high


def test_the_smallest_p_value_of_a_difference_is_that_of_no_round_beyond_zero():
    for method in ("percentile", "basic", "bca"):
        found = comparison.difference(
            regression.mean_absolute_error,
            np.zeros(50),
            np.ones(50),
            np.arange(50) / 10 + 5,
            rounds=99,
            rng=0,
            method=method,
        )
        assert 0 < found.p_value <= (0.02 if method != "bca" else 0.05)


def test_what_is_only_compared_may_be_next_to_0():
    found = comparison.signed_rank([0.5, 1e-250, 0.75], [0.75, 0.25, 0.5], rope=1e-250, rng=0, rounds=50)
    assert found.statistic == comparison.signed_rank([0.5, 0, 0.75], [0.75, 0.25, 0.5], rope=0, rng=0).statistic
    assert comparison.corrected_t_test([0.5, 1e-250, 0.25], test_share=0.5) == comparison.corrected_t_test(
        [0.5, 0, 0.25], test_share=0.5
    )
    assert comparison.bias_variance([0, 2], [[1e-250, 2], [0, 1]]) == comparison.bias_variance([0, 2], [[0, 2], [0, 1]])


def test_equal_models_do_not_differ():
    y_true, y_pred = MANY
    found = comparison.difference(confusion.f1, y_true, y_pred, y_pred, rng=0, rounds=99)
    assert (found.value, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_a_difference_of_undefined_scores_is_undefined():
    with undefined():
        found = comparison.difference(confusion.precision, [1, 0, 1], [0, 0, 0], [1, 0, 0])
    assert math.isnan(found.value)
    assert math.isnan(found.p_value)
    with undefined("inf - inf"):
        found = comparison.difference(probabilities.log_loss, [1, 0], [0.0, 0.1], [0.0, 0.2])
    assert math.isnan(found.value)
    with undefined("y_true is constant"):
        comparison.difference(regression.r2, [1, 1], [1, 2], [2, 3])
    with undefined("undefined in"):
        comparison.difference(confusion.precision, [1, 0, 1, 0], [1, 0, 0, 0], [1, 0, 1, 1], rounds=99, rng=0)


def test_a_round_may_have_infinite_scores_of_both():
    y_true, a, b = [1] * 40, [0.0] + [0.9] * 39, [0.5] + [0.8] * 39
    found = comparison.difference(probabilities.log_loss, y_true, b, a, rounds=200, rng=0)
    assert found.value == INF
    assert math.isfinite(found.low)


def test_tallies_need_no_truth():
    a, b = BleuTally.rows(REFERENCES, CANDIDATES), BleuTally.rows(REFERENCES, CANDIDATES[::-1])
    score = partial(BleuTally.score, smoothing="exp")
    found = comparison.difference(score, None, a, b, rounds=200, rng=0)
    assert (found.a, found.b) == (a.sum().score(smoothing="exp"), b.sum().score(smoothing="exp"))
    tested = comparison.permutation_test(score, None, a, b)
    assert tested.exact
    assert tested.rounds == 16
    direct = comparison.permutation_test(
        partial(text.corpus_bleu, smoothing="exp"), REFERENCES, CANDIDATES, CANDIDATES[::-1]
    )
    assert tested == direct


# ---------------------------------------------------------------- permutations


@pytest.mark.parametrize(("only_a", "only_b"), [(0, 4), (1, 7), (6, 0), (3, 3), (0, 1)])
@pytest.mark.parametrize(
    "metric", [confusion.accuracy, lambda *labels: confusion.accuracy(*labels)], ids=["cells", "plain"]
)
def test_a_permutation_test_of_accuracy_is_mcnemars_exact_test(only_a, only_b, metric):
    y_true, a, b = models(only_a, only_b, both=30)
    found = comparison.permutation_test(metric, y_true, a, b)
    assert found.exact
    assert found.rounds == 2 ** (only_a + only_b)
    assert found.p_value == pytest.approx(comparison.mcnemar(y_true, a, b).p_value, rel=1e-12)


def models(only_a: int, only_b: int, both: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Truth and two models, of which each alone is right so many times."""
    y_true = np.ones(only_a + only_b + both, dtype=int)
    a, b = y_true.copy(), y_true.copy()
    a[only_a : only_a + only_b], b[:only_a] = 0, 0
    return y_true, a, b


@pytest.mark.parametrize(
    "metric", [confusion.accuracy, lambda *labels: confusion.accuracy(*labels)], ids=["cells", "plain"]
)
def test_random_exchanges_come_near_the_exact_test(metric):
    y_true, a, b = models(20, 35, both=100)
    found = comparison.permutation_test(metric, y_true, a, b, rounds=4000, rng=0)
    assert not found.exact
    assert found.p_value == pytest.approx(comparison.mcnemar(y_true, a, b).p_value, abs=0.02)
    assert (found.p_value * 4001) == pytest.approx(round(found.p_value * 4001))


def test_a_permutation_test_of_means_is_scipys():
    y_true, a, b = np.zeros(9), rng.normal(size=9), rng.normal(size=9) + 0.5
    found = comparison.permutation_test(lambda _, values: np.mean(values), y_true, a, b)
    theirs = stats.permutation_test((b, a), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples")
    assert found.exact
    assert found.p_value == pytest.approx(theirs.pvalue, rel=1e-12)


def test_groups_change_sides_together():
    y_true, a, b = models(0, 12)
    assert comparison.permutation_test(confusion.accuracy, y_true, a, b, groups=np.repeat([1, 2, 3], 4)).p_value == 0.25


def test_equal_predictions_have_a_p_value_of_1():
    found = comparison.permutation_test(confusion.f1, [1, 0, 1], [1, 1, 0], [1, 1, 0])
    assert (found.value, found.p_value, found.rounds, found.exact) == (0, 1, 1, True)


def test_exchanges_without_a_score_are_left_out():
    found = comparison.permutation_test(confusion.precision, [1, 0, 1], [1, 0, 0], [0, 1, 0])
    assert found.rounds == 4
    assert found.undefined == 2
    assert found.p_value == 1
    with undefined():
        nothing = comparison.permutation_test(confusion.precision, [1, 0], [0, 0], [0, 1])
    assert math.isnan(nothing.p_value)


def test_a_score_that_is_undefined_in_every_round_has_no_p_value():
    seen = iter([0.5, 0.75])
    with undefined("undefined in every round, so the p-value is nan"):
        found = comparison.permutation_test(lambda *arrays: next(seen, NAN), [1, 0], [0, 0], [0, 1])
    assert math.isnan(found.p_value)


def test_weights_change_sides_with_their_samples():
    y_true, a, b = models(1, 3)
    metric = partial(confusion.accuracy, sample_weight=[1.0, 3.0, 3.0, 3.0])
    found = comparison.permutation_test(metric, y_true, a, b)
    assert (found.a, found.b) == (1 / 10, 9 / 10)
    assert found.p_value == 4 / 16  # those that move the three heavy ones to one side


# ---------------------------------------------------------------- pairs


@pytest.mark.parametrize(
    ("only_a", "only_b", "method", "statistic", "p_value"),
    [
        (1, 7, "exact", 1, 0.0703),
        (1, 7, "mid-p", 1, 0.0391),
        (1, 7, "chi2", 4.5, 0.0339),
        (1, 7, "chi2-corrected", 3.125, 0.0771),
        (5, 25, "exact", 5, 0.0003),
        (40, 60, "exact", 40, 0.0569),
        (25, 15, "chi2", 2.5, 0.1138),  # mlxtend's example
        (25, 15, "chi2-corrected", 2.025, 0.1547),
        (0, 4, "exact", 0, 0.125),
        (0, 4, "chi2-corrected", 2.25, 0.1336),
        (0, 4, "chi2", 4, 0.0455),
        (12, 16, "exact", 12, 0.5716),
        (6, 0, "exact", 0, 0.03125),
        (12, 22, "exact", 12, 0.1214),
        (12, 22, "mid-p", 12, 0.0895),
        (0, 0, "exact", 0, 1),
        (0, 0, "mid-p", 0, 1),
        (0, 0, "chi2", 0, 1),
        (0, 0, "chi2-corrected", 0, 1),
        (3, 3, "mid-p", 3, 1),
    ],
)
def test_mcnemar(only_a, only_b, method, statistic, p_value):
    found = comparison.mcnemar(*models(only_a, only_b, both=3), method=method)
    assert (found.only_a, found.only_b, found.statistic) == (only_a, only_b, statistic)
    assert found.p_value == pytest.approx(p_value, abs=6e-5)


@given(counts=st.tuples(st.integers(0, 40), st.integers(0, 40)))
def test_mcnemars_exact_test_is_the_sign_test(counts):
    found = comparison.mcnemar(*models(*counts, both=1))
    assert found.p_value == pytest.approx(stats.binomtest(counts[0], max(sum(counts), 1)).pvalue if sum(counts) else 1)


def test_mcnemar_takes_any_classes():
    found = comparison.mcnemar(["x", "y", "z"], ["x", "y", "x"], ["x", "z", "z"])
    assert (found.only_a, found.only_b) == (1, 1)


@pytest.mark.parametrize(("disagreement", "expected"), [(0.01, 783), (0.05, 3923), (0.10, 7847)])
def test_sample_sizes_are_connors(disagreement, expected):
    assert comparison.sample_size(0.01, disagreement=disagreement) == expected
    assert comparison.sample_size(-0.01, disagreement=disagreement) == expected


OUTCOME, ALBUMIN, K_G, PROTEIN = np.loadtxt(
    Path(__file__).parent / "data" / "delong_1988.csv", delimiter=",", skiprows=1, unpack=True
)
"""DeLong, DeLong and Clarke-Pearson (1988): 43 patients; K-G is 10 less the score that is printed."""


def test_delongs_own_data():
    found = comparison.delong(OUTCOME, ALBUMIN, 10 - K_G, PROTEIN)
    assert np.round(found.areas, 4).tolist() == [0.7366, 0.7258, 0.6478]
    assert np.round(np.sqrt(np.diag(found.covariance)), 4).tolist() == [0.0927, 0.1028, 0.1000]
    compared = found.difference(0, 1)
    assert (round(compared.value, 4), round(compared.p_value, 4)) == (-0.0108, 0.9102)
    assert found.difference(1, 0).p_value == compared.p_value


def test_the_spread_of_the_eight_patients():
    found = comparison.delong(*examples.eight_samples)
    assert round(math.sqrt(found.covariance[0, 0]), 4) == 0.2210
    assert round(found.interval(scale="linear").high, 3) == 1.089


def test_delongs_covariance_is_that_of_all_pairs():
    y_true = np.array([1, 0, 1, 1, 0, 0, 1, 0, 0])
    scores = np.random.default_rng(0).integers(4, size=(2, 9)) + y_true
    found = comparison.delong(y_true, *scores)
    wins = [
        (score[y_true == 1][:, None] > score[y_true == 0]) + 0.5 * (score[y_true == 1][:, None] == score[y_true == 0])
        for score in scores
    ]
    of_positives, of_negatives = (np.array([win.mean(axis=axis) for win in wins]) for axis in (1, 0))
    assert found.areas == pytest.approx([win.mean() for win in wins])
    assert found.covariance == pytest.approx(np.cov(of_positives) / 4 + np.cov(of_negatives) / 5)
    assert found.areas[0] == pytest.approx(curves.roc_auc(y_true, scores[0]))


def test_delong_where_there_is_no_spread():
    perfect = comparison.delong([0, 0, 1, 1], [1, 2, 3, 4], [1, 3, 2, 4])
    assert perfect.areas.tolist() == [1, 0.75]
    for spoiled in (
        lambda: perfect.interval(0),
        lambda: perfect.interval(0, scale="linear"),
        lambda: perfect.difference(),
    ):
        with undefined("an AUC of 0 or 1"):
            assert math.isnan(spoiled().low)
    assert perfect.interval(1).low < 0.75
    alone = comparison.delong([1, 0, 0], [1, 2, 0])
    with undefined("a single sample of a class"):
        assert math.isnan(alone.interval().high)
    alike = comparison.delong([0, 1, 0, 1], [1, 2, 3, 4], [2, 4, 6, 8])
    with undefined("rank all pairs alike"):
        assert math.isnan(alike.difference().p_value)
    with undefined("no positive sample"):
        assert np.isnan(comparison.delong([0, 0], [1, 2]).areas).all()


@pytest.mark.parametrize("wrong", [1, -1])
def test_delong_knows_how_many_models_there_are(wrong):
    found = comparison.delong([0, 1, 0, 1], [1, 2, 3, 4])
    with pytest.raises(ValueError, match=f"i is {wrong}; expected at least 0 and at most 0, the last model"):
        found.interval(wrong)
    with pytest.raises(ValueError, match="j is 1"):
        found.difference(0, 1)
    with pytest.raises(ValueError, match="scale is"):
        found.interval(scale="probit")


# ---------------------------------------------------------------- folds

FIVE_BY_TWO = [[0.10, 0.02], [0.04, -0.02], [0.06, 0.00], [0.03, 0.05], [-0.01, 0.04]]


@pytest.mark.parametrize(
    ("method", "value", "statistic", "p_value"),
    [("dietterich", 0.10, 2.462, 0.0571), ("mean", 0.06, 1.477, 0.1997), ("f", 0.031, 1.279, 0.4150)],
)
def test_five_by_two(method, value, statistic, p_value):
    found = comparison.five_by_two(FIVE_BY_TWO, method=method)
    assert (round(found.value, 3), round(found.statistic, 3)) == (value, statistic)
    assert round(found.p_value, 4) == p_value
    assert found.df == ((10, 5) if method == "f" else 5)
    if method != "f":
        assert (found.high - found.value) / found.value == pytest.approx(stats.t.ppf(0.975, 5) / found.statistic)


def test_the_halves_swapped_give_another_t_and_the_same_f():
    swapped = np.array(FIVE_BY_TWO)[:, ::-1]
    assert round(comparison.five_by_two(swapped).statistic, 3) == 0.492
    f = [comparison.five_by_two(table, method="f").statistic for table in (swapped, FIVE_BY_TWO)]
    assert f[0] == pytest.approx(f[1])


def test_the_plain_t_test_is_scipys():
    differences = rng.normal(0.1, size=30)
    found = comparison.corrected_t_test(differences, test_share=0)
    theirs = stats.ttest_1samp(differences, 0)
    assert (found.statistic, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-10)
    assert (found.low, found.high) == pytest.approx([*theirs.confidence_interval()], rel=1e-10)


def test_the_correction_of_ten_times_ten_folds():
    differences = rng.normal(0.1, size=100)
    plain, corrected = (comparison.corrected_t_test(differences, test_share=share).statistic for share in (0, 0.1))
    assert corrected / plain == pytest.approx(math.sqrt((1 / 100) / (1 / 100 + 1 / 9)))
    assert round(2.611 * corrected / plain, 3) == 0.750  # scikit-learn's example


@pytest.mark.parametrize(
    "test",
    [
        partial(comparison.corrected_t_test, test_share=0.1),
        lambda values: comparison.five_by_two(np.reshape(values, (5, 2))),
        lambda values: comparison.five_by_two(np.reshape(values, (5, 2)), method="f"),
    ],
    ids=["corrected", "5×2", "F"],
)
def test_differences_without_spread(test):
    with undefined("all differences are 0"):
        assert math.isnan(test([0.0] * 10).p_value)
    found = test([-0.1] * 10)
    assert (abs(found.statistic), found.p_value) == (INF, 0)


# ---------------------------------------------------------------- ranks

ZHOU = [[3, 2, 1], [3, 2, 2], [3, 2, 1], [3, 2, 1]]
"""Scores with the ranks of Zhou's table 2.5: on D2 the second and the third are tied."""
DEMSAR = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.975, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ]
)
"""Demšar (2006), table 6: C4.5, with m, with cf, with both."""
AS_RANKED = DEMSAR + np.array([[0, 0, 1e-4, 0] if place == 12 else [0] * 4 for place in range(14)])
"""The scores of the data set voting tie in print, and have the ranks 2 and 3."""


def test_zhous_algorithms():
    found = comparison.friedman(ZHOU)
    assert found.mean_ranks.tolist() == [1, 2.125, 2.875]
    assert (round(found.statistic, 3), round(found.p_value, 4)) == (24.429, 0.0013)
    chi2 = comparison.friedman(ZHOU, method="chi2")
    assert (chi2.statistic, round(chi2.p_value, 3)) == (7.125, 0.028)
    exact = comparison.friedman(ZHOU, method="exact")
    assert exact.p_value == pytest.approx(12 / 1296)
    assert distribution.f_above(5.143, 2, 6) == pytest.approx(0.05, abs=1e-4)
    apart = comparison.nemenyi(ZHOU)
    assert (round(apart.q, 3), round(apart.critical_difference, 3)) == (2.344, 1.657)
    assert apart.differ == [(0, 2)]


def test_ties_are_corrected_as_scipy_does():
    corrected = comparison.friedman(ZHOU, method="chi2", ties=True)
    theirs = stats.friedmanchisquare(*np.transpose(ZHOU))
    assert (corrected.statistic, corrected.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert (round(corrected.statistic, 1), round(comparison.friedman(ZHOU, ties=True).statistic, 1)) == (7.6, 57.0)


def test_demsars_algorithms():
    found = comparison.friedman(AS_RANKED)
    assert np.round(found.mean_ranks, 3).tolist() == [3.143, 2.000, 2.893, 1.964]
    assert round(found.statistic, 3) == 3.686
    assert round(comparison.friedman(AS_RANKED, method="chi2").statistic, 3) == 9.279
    assert round(comparison.nemenyi(AS_RANKED).critical_difference, 3) == 1.254
    printed = [comparison.friedman(DEMSAR, method=method).statistic for method in ("chi2", "f")]
    assert np.round(printed, 3).tolist() == [9.857, 3.987]


def test_where_all_agree_f_is_infinite_and_the_exact_test_is_not_0():
    unanimous = [[3, 2, 1]] * 4
    with undefined('use method="exact" for the true p-value'):
        found = comparison.friedman(unanimous)
    assert (found.statistic, found.p_value) == (INF, 0)
    assert comparison.friedman(unanimous, method="exact").p_value == pytest.approx(6 / 6**4)
    assert round(comparison.friedman([[3, 2, 1]] * 5, method="chi2").p_value, 4) == 0.0067


@pytest.mark.parametrize(
    ("scores", "statistic", "exact", "chi2", "f"),
    [
        ([[3, 2, 1], [3, 2, 1], [3, 1, 2], [3, 1, 2]], 6.0, 0.0694, 0.0498, 0.0156),
        ([[3, 2, 1], [3, 2, 1], [3, 2, 1], [3, 2, 1]], 8.0, 0.0046, 0.0183, 0.0),
    ],
)
@pytest.mark.filterwarnings("ignore:F is infinite")
def test_the_curves_are_off_either_way_with_four_data_sets(scores, statistic, exact, chi2, f):
    assert comparison.friedman(scores, method="chi2").statistic == pytest.approx(statistic)
    found = [round(comparison.friedman(scores, method=method).p_value, 4) for method in ("exact", "chi2", "f")]
    assert found == [exact, chi2, f]


def test_where_all_are_tied_there_is_no_order():
    with undefined("all algorithms are tied on every data set"):
        assert math.isnan(comparison.friedman([[1, 1], [2, 2]]).p_value)


def test_the_exact_test_counts_all_orders():
    scores = np.random.default_rng(0).integers(4, size=(3, 3))

    def chi2(table):
        return comparison.friedman(table, method="chi2").statistic

    observed = chi2(scores)
    orders = [chi2(np.array(table)) for table in product(*(list(permutations(row)) for row in scores.tolist()))]
    share = np.mean(np.array(orders) >= observed - 1e-9)
    assert comparison.friedman(scores, method="exact").p_value == pytest.approx(share)


@pytest.mark.parametrize("shape", [(3, 9), (60, 8)])
def test_a_table_with_too_many_orders_is_refused(shape):
    with pytest.raises(ValueError, match="scores have too many possible rankings"):
        comparison.friedman(rng.normal(size=shape), method="exact")


def test_errors_are_ranked_the_other_way():
    scores = rng.normal(size=(6, 3))
    assert comparison.friedman(-scores, higher_is_better=False) == comparison.friedman(scores)
    assert comparison.nemenyi(-scores, higher_is_better=False) == comparison.nemenyi(scores)


def test_more_algorithms_may_make_two_of_them_different():
    base = np.column_stack([np.r_[[2] * 13, [1] * 7], np.r_[[1] * 13, [2] * 7]])
    alone = comparison.nemenyi(base)
    between = np.column_stack([np.where(base[:, 0] > base[:, 1], 1.9 - 0.2 * place, 3) for place in range(3)])
    joined = comparison.nemenyi(np.column_stack([base, between]))
    assert (round(alone.mean_ranks[1] - alone.mean_ranks[0], 2), round(alone.critical_difference, 2)) == (0.30, 0.44)
    assert alone.differ == []
    assert round(joined.critical_difference, 2) == 1.36
    assert joined.mean_ranks[1] - joined.mean_ranks[0] == pytest.approx(2.25)
    assert (0, 1) in joined.differ


def test_nemenyi_of_two_is_a_z_test():
    found = comparison.nemenyi([[2, 1]] * 7 + [[1, 2]] * 3)
    assert found.p_values[0, 1] == pytest.approx(2 * stats.norm.sf(0.4 / math.sqrt(2 * 3 / 60)))


@given(p_values=st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_is_between_the_p_value_and_bonferroni(p_values):
    adjusted, given_ = comparison.holm(p_values), np.array(p_values)
    assert (adjusted >= given_).all()
    assert (adjusted <= np.minimum(1, len(given_) * given_)).all()
    assert (np.diff(adjusted[np.argsort(given_)]) >= 0).all()


def test_signed_ranks_of_demsars_algorithms():
    found = comparison.signed_rank(DEMSAR[:, 0], DEMSAR[:, 1], rope=0.01, rng=0)
    assert found.statistic == 12
    assert (found.b_better, found.equivalent, found.a_better) == pytest.approx((0.67, 0.33, 0), abs=0.01)
    without = comparison.signed_rank(DEMSAR[:, 0], DEMSAR[:, 1], rope=0, rng=0)
    assert without.b_better == pytest.approx(0.999, abs=0.0005)


def test_signed_ranks_turned_around():
    a, b = rng.normal(size=(2, 12))
    found, turned = (comparison.signed_rank(*pair, rope=0.1, rng=0) for pair in ((a, b), (b, a)))
    assert (found.statistic, found.p_value) == (turned.statistic, turned.p_value)
    assert found.a_better == pytest.approx(turned.b_better, abs=0.01)
    assert found.a_better + found.equivalent + found.b_better == pytest.approx(1)


@pytest.mark.parametrize("n", [5, 6, 12, 100])
def test_wilcoxons_p_value_is_scipys_exact_one(n):
    differences = np.random.default_rng(n).permutation(np.arange(1, n + 1)) * np.where(np.arange(n) % 3, 1, -1)
    found = comparison.signed_rank(np.zeros(n), differences, rope=0, rounds=1)
    theirs = stats.wilcoxon(differences, method="exact")
    assert (found.statistic, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_wilcoxons_p_value_of_many_is_normal():
    differences = np.random.default_rng(0).normal(0.1, size=300)
    found = comparison.signed_rank(np.zeros(300), differences, rope=0, rounds=1)
    theirs = stats.wilcoxon(differences, method="approx", correction=False)
    assert (found.statistic, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_zeros_are_split_between_the_sides():
    found = comparison.signed_rank([0, 0, 0, 0], [0, 0, 1, 2], rope=0, rounds=1)
    assert found.statistic == 1.5  # the ranks 1.5 and 1.5 of the zeros, halved
    odd = comparison.signed_rank([0, 0, 0], [0, 1, 2], rope=0, rounds=1)
    assert odd.statistic == 0
    none = comparison.signed_rank([1, 2], [1, 2], rope=0.1, rounds=9)
    assert (none.p_value, none.equivalent) == (1, 1)


def test_the_edge_of_the_region_counts_half():
    found = comparison.signed_rank([0.75] * 8, [0.77] * 8, rope=0.02, rng=0, rounds=2000)
    assert found.equivalent > 0.99 or found.b_better < 0.5


# ---------------------------------------------------------------- bias and variance


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.tuples(
            st.lists(st.integers(-4, 4), min_size=n, max_size=n),
            st.lists(st.lists(st.integers(-4, 4), min_size=n, max_size=n), min_size=1, max_size=6),
        )
    )
)
def test_bias_and_variance_add_up(drawn):
    y_true, predictions = drawn
    squared = comparison.bias_variance(y_true, predictions)
    assert squared.loss == pytest.approx(squared.bias + squared.variance)
    assert squared.net_variance == squared.variance
    labels = comparison.bias_variance(y_true, predictions, loss="0-1")
    assert labels.loss == pytest.approx(labels.bias + labels.net_variance)
    assert labels.loss == pytest.approx(np.mean(np.array(predictions) != y_true))


def test_variance_helps_where_the_main_prediction_is_wrong():
    votes = [["no"]] * 60 + [["yes"]] * 40
    found = comparison.bias_variance(["yes"], votes, loss="0-1")
    assert (found.loss, found.bias, found.variance, found.net_variance) == pytest.approx((0.6, 1, 0.4, -0.4))
    of_three = comparison.bias_variance([2], [[0]] * 5 + [[1]] * 3 + [[2]] * 2, loss="0-1")
    assert (of_three.variance, of_three.net_variance) == pytest.approx((0.5, -0.2))
    tied = comparison.bias_variance(["b"], [["a"], ["b"]], loss="0-1")
    assert tied.bias == 1


def test_noise_in_labels_moves_the_bias_and_shrinks_the_net_variance():
    generator = np.random.default_rng(0)
    y_true, predictions = generator.integers(0, 2, 50), generator.integers(0, 2, (7, 50))
    flipped, kept = 1, 4  # each sample five times, once with the other label
    noisy = np.concatenate([1 - y_true] * flipped + [y_true] * kept)
    before = comparison.bias_variance(y_true, predictions, loss="0-1")
    after = comparison.bias_variance(noisy, np.tile(predictions, flipped + kept), loss="0-1")
    c = flipped / (flipped + kept)
    assert after.bias == pytest.approx(before.bias + c * (1 - 2 * before.bias))
    assert after.net_variance == pytest.approx((1 - 2 * c) * before.net_variance)
    assert after.variance == pytest.approx(before.variance)


def test_noise_in_numbers_adds_its_variance_to_the_bias():
    generator = np.random.default_rng(0)
    y_true, predictions = generator.normal(size=50), generator.normal(size=(7, 50))
    noisy = np.concatenate([y_true + 0.3, y_true - 0.3])
    before = comparison.bias_variance(y_true, predictions)
    after = comparison.bias_variance(noisy, np.tile(predictions, 2))
    assert after.bias == pytest.approx(before.bias + 0.3**2)
    assert after.variance == pytest.approx(before.variance)


def test_the_bias_and_variance_of_polynomials():
    generator, at = np.random.default_rng(0), np.linspace(0, 1, 200)
    x = generator.random((2000, 20))
    y = np.sin(2 * np.pi * x) + generator.normal(0, 0.3, size=x.shape)
    for degree, bias, variance in ((1, 0.204, 0.036), (3, 0.006, 0.033)):
        fits = [np.polyval(np.polyfit(*drawn, degree), at) for drawn in zip(x, y, strict=True)]
        found = comparison.bias_variance(np.sin(2 * np.pi * at), fits)
        assert (found.bias, found.variance) == pytest.approx((bias, variance), abs=0.005)


# ---------------------------------------------------------------- coverage and false alarms


def normal_scores(rng: np.random.Generator, n: int, shift: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    y_true = (np.arange(n) < n // 2).astype(int)
    return y_true, rng.normal(size=n) + shift * y_true


def coverage(found: Callable[[np.random.Generator], Any], truth: float, sets: int) -> float:
    """How often an interval of simulated samples holds the truth."""
    generator = np.random.default_rng(0)
    bounds = np.array([[*found(generator)] for _ in range(sets)])
    low, high = bounds[~np.isnan(bounds[:, 0])].T  # those that have an interval
    return float(np.mean((low <= truth) & (truth <= high)))


def interval_of_auc(generator: np.random.Generator, method: str) -> Any:
    y_true, y_score = normal_scores(generator, 100)
    if method == "delong":
        return comparison.delong(y_true, y_score).interval()
    options = {"stratify": y_true} if method == "stratified" else {"method": method}
    return comparison.interval(curves.roc_auc, y_true, y_score, rounds=400, rng=generator, **options)


def interval_of_f1(generator: np.random.Generator, method: str) -> Any:
    sick = generator.random(100) < 0.05
    called_sick = np.where(sick, generator.random(100) < 0.6, generator.random(100) < 0.02)
    if method == "wilson":
        tp, among = np.count_nonzero(sick & called_sick), max(np.count_nonzero(sick | called_sick), 1)
        return [2 * j / (1 + j) for j in comparison.proportion_interval(tp, among)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return comparison.interval(confusion.f1, sick, called_sick, rounds=800, rng=generator, method=method)


def interval_of_patients(generator: np.random.Generator, drawn: str) -> Any:
    rates = np.repeat(generator.beta(4, 1, size=20), 10)
    right, patients = (generator.random(200) < rates).astype(int), np.repeat(np.arange(20), 10)
    groups = patients if drawn == "patients" else None
    return comparison.interval(confusion.accuracy, np.ones(200, int), right, rounds=400, rng=generator, groups=groups)


def counted(y_true, y_pred) -> Counts:
    return Counts.rows(y_true, y_pred, pos_label=1).sum()


def interval_of_finished(generator: np.random.Generator, drawn: str) -> Any:
    if drawn == "bins":
        tally = curves.ScoreTally.from_arrays(*normal_scores(generator, 100), edges=np.linspace(-3, 4, 50))
        return comparison.interval(operator.attrgetter("roc_auc"), tally, rounds=400, rng=generator)
    rates = np.repeat(generator.beta(4, 1, size=20), 10) if "patients" in drawn else 0.8
    right, patients = (generator.random(200) < rates).astype(int), np.repeat(np.arange(20), 10)
    tally = counted(np.ones(200, dtype=int), right)
    if drawn == "tallies of patients":
        tally = comparison.GroupTally.from_arrays(counted, patients, np.ones(200, dtype=int), right)
    return comparison.interval(operator.attrgetter("accuracy"), tally, rounds=400, rng=generator)


def interval_of_r2(generator: np.random.Generator, method: str) -> Any:
    y_true = generator.normal(size=80)
    y_pred = y_true + generator.normal(size=80) * 0.5
    return comparison.interval(regression.r2, y_true, y_pred, rounds=400, rng=generator, method=method)


def interval_of_difference(generator: np.random.Generator, method: str) -> Any:
    hard = generator.random(150)
    a, b = ((hard + 0.5 * generator.random(150)) < limit for limit in (1.0, 1.1))
    found = comparison.difference(
        confusion.accuracy, np.ones(150, bool), a, b, rounds=400, rng=generator, method=method
    )
    return found.low, found.high


AUC_OF_ONE = float(stats.norm.cdf(1 / math.sqrt(2)))
F1_OF_FIVE = 2 * 0.05 * 0.6 / (2 * 0.05 * 0.6 + 0.05 * 0.4 + 0.95 * 0.02)
COVERAGE = {
    "AUC, percentile": (partial(interval_of_auc, method="percentile"), AUC_OF_ONE, 0.941),
    "AUC, BCa": (partial(interval_of_auc, method="bca"), AUC_OF_ONE, 0.951),
    "AUC, basic": (partial(interval_of_auc, method="basic"), AUC_OF_ONE, 0.930),
    "AUC, stratified": (partial(interval_of_auc, method="stratified"), AUC_OF_ONE, 0.944),
    "AUC, DeLong": (partial(interval_of_auc, method="delong"), AUC_OF_ONE, 0.954),
    "F1 of five, percentile": (partial(interval_of_f1, method="percentile"), F1_OF_FIVE, 0.930),
    "F1 of five, BCa": (partial(interval_of_f1, method="bca"), F1_OF_FIVE, 0.997),
    "F1 of five, Wilson": (partial(interval_of_f1, method="wilson"), F1_OF_FIVE, 0.947),
    "20 patients, images drawn": (partial(interval_of_patients, drawn="images"), 0.8, 0.795),
    "20 patients, patients drawn": (partial(interval_of_patients, drawn="patients"), 0.8, 0.926),
    "cells of independent samples": (partial(interval_of_finished, drawn="cells"), 0.8, 0.948),
    "20 patients, cells drawn": (partial(interval_of_finished, drawn="cells of patients"), 0.8, 0.780),
    "20 patients, their tallies drawn": (partial(interval_of_finished, drawn="tallies of patients"), 0.8, 0.926),
    "AUC, bins drawn": (partial(interval_of_finished, drawn="bins"), AUC_OF_ONE, 0.9445),
    "R², percentile": (partial(interval_of_r2, method="percentile"), 0.75, 0.931),
    "R², BCa": (partial(interval_of_r2, method="bca"), 0.75, 0.933),
    "accuracy, difference": (partial(interval_of_difference, method="percentile"), 0.09, 0.940),
}
"""What is simulated, the truth, and the coverage that was found over 4,000 to 20,000 other data sets, of which those
count that have an interval: of F1 91% by percentiles, 88% by BCa, because rounds without a positive are too many."""


def within_chance(share: float, expected: float, sets: int) -> bool:
    """Whether a simulated share is within four standard errors of what is expected."""
    return abs(share - expected) <= 4 * math.sqrt(expected * (1 - expected) / sets)


roughly_or_slowly = pytest.mark.parametrize("sets", [60, pytest.param(2000, marks=pytest.mark.slow)])


@roughly_or_slowly
@pytest.mark.parametrize(("found", "truth", "expected"), COVERAGE.values(), ids=COVERAGE)
def test_the_coverage_of_each_interval(found, truth, expected, sets):
    assert within_chance(coverage(found, truth, sets), expected, sets)


def false_alarms(p_value: Callable[[np.random.Generator], float], sets: int) -> float:
    """How often a test of two equals is below 0.05."""
    generator = np.random.default_rng(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        return sum(p_value(generator) < 0.05 for _ in range(sets)) / sets


def p_of_delong(generator: np.random.Generator) -> float:
    y_true, a = normal_scores(generator, 100)
    b = 0.7 * a + math.sqrt(1 - 0.7**2) * normal_scores(generator, 100, shift=0.3 / math.sqrt(1 - 0.7**2))[1]
    return comparison.delong(y_true, a, b).difference().p_value


def two_equals(generator: np.random.Generator, n: int = 100) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two models that are each right on three quarters of the samples, and more often on the same ones."""
    hard = generator.random(n)
    a, b = (hard + 0.5 * generator.random(n) < 1 for _ in "ab")
    return np.ones(n, dtype=bool), a, b


def p_of_difference(generator: np.random.Generator) -> float:
    return comparison.difference(confusion.accuracy, *two_equals(generator), rounds=400, rng=generator).p_value


def p_of_permutations(generator: np.random.Generator) -> float:
    y_true, a, b = generator.normal(size=(3, 40))
    return comparison.permutation_test(regression.mean_squared_error, y_true, a, b, rounds=199, rng=generator).p_value


def p_of_corpora(generator: np.random.Generator) -> float:
    """Two translators of 40 sentences that each get four words in five right."""
    words = generator.integers(50, size=(40, 8))
    made = [np.where(generator.random(words.shape) < 0.8, words, 99).tolist() for _ in "ab"]
    metric = partial(text.corpus_bleu, max_n=2)
    references = [[sentence] for sentence in words.tolist()]
    return comparison.permutation_test(metric, references, *made, rounds=99, rng=generator).p_value


def differences_over_folds(generator: np.random.Generator, folds: list[np.ndarray]) -> np.ndarray:
    """Least squares with features 1 to 5, and with 6 to 10, which are as good: the gain in accuracy, by test part."""
    x = generator.normal(size=(200, 10))
    y = np.sign(x @ np.full(10, 0.3) + generator.normal(size=200))
    gains = []
    for test in folds:
        train = np.setdiff1d(np.arange(200), test)
        a, b = (
            np.mean(np.sign(x[test, part] @ np.linalg.lstsq(x[train, part], y[train], rcond=None)[0]) == y[test])
            for part in (slice(5), slice(5, 10))
        )
        gains.append(b - a)
    return np.array(gains)


def p_of_folds(generator: np.random.Generator, test_share: float) -> float:
    folds = [fold for _ in range(3) for fold in np.array_split(generator.permutation(200), 10)]
    return comparison.corrected_t_test(differences_over_folds(generator, folds), test_share=test_share).p_value


def p_of_five_by_two(generator: np.random.Generator, method: str) -> float:
    halves = [half for _ in range(5) for half in np.array_split(generator.permutation(200), 2)]
    differences = differences_over_folds(generator, halves).reshape(5, 2)
    return comparison.five_by_two(differences, method=method).p_value


def p_of_friedman(generator: np.random.Generator, method: str) -> float:
    return comparison.friedman(generator.normal(size=(5, 3) if method == "exact" else (10, 4)), method=method).p_value


ALARMS = {
    "DeLong": (p_of_delong, 0.045),
    "difference": (p_of_difference, 0.044),
    "permutations": (p_of_permutations, 0.043),
    "permutations of sentences": (p_of_corpora, 0.040),
    "t over 3 × 10 folds": (partial(p_of_folds, test_share=0), 0.277),
    "t over 3 × 10 folds, corrected": (partial(p_of_folds, test_share=0.1), 0.028),
    "5 × 2, Dietterich": (partial(p_of_five_by_two, method="dietterich"), 0.078),
    "5 × 2, Zhou": (partial(p_of_five_by_two, method="mean"), 0.051),
    "5 × 2, Alpaydin": (partial(p_of_five_by_two, method="f"), 0.080),
    "Friedman, F": (partial(p_of_friedman, method="f"), 0.054),
    "Friedman, χ²": (partial(p_of_friedman, method="chi2"), 0.046),
    "Friedman, exact": (partial(p_of_friedman, method="exact"), 0.042),
    "Nemenyi, any pair": (lambda rng: comparison.nemenyi(rng.normal(size=(12, 4))).p_values.min(), 0.038),
    "Wilcoxon, 10": (lambda rng: comparison.signed_rank(*rng.normal(size=(2, 10)), rope=0, rounds=1).p_value, 0.049),
    "Wilcoxon, 120": (lambda rng: comparison.signed_rank(*rng.normal(size=(2, 120)), rope=0, rounds=1).p_value, 0.051),
    "Holm, any of six": (lambda rng: comparison.holm(rng.random(6)).min(), 0.048),
}
"""Tests of two (or more) equals, and how often they were below 0.05 over 20,000 data sets (folds: 4,000)."""


@roughly_or_slowly
@pytest.mark.parametrize(("p_value", "expected"), ALARMS.values(), ids=ALARMS)
def test_the_false_alarms_of_each_test(p_value, expected, sets):
    assert within_chance(false_alarms(p_value, sets), expected, sets)


FALSE_ALARMS_OF_MCNEMAR = {"exact": 0.0347, "mid-p": 0.0485, "chi2": 0.0522, "chi2-corrected": 0.0332}
"""The largest share below 0.05, over shares of 0.1, 0.2, 0.3 and 0.4 of 100 samples on which one of two is right."""


@pytest.mark.parametrize("method", FALSE_ALARMS_OF_MCNEMAR)
def test_the_false_alarms_of_mcnemars_test(method):
    """Exactly, over all outcomes."""
    alarm = [
        sum(
            stats.binom.pmf(k, n, 0.5)
            for k in range(n // 2 + 1)
            if comparison.mcnemar(*models(k, n - k, both=1), method=method).p_value < 0.05
        )
        * 2
        for n in range(61)
    ]
    found = [stats.binom.pmf(np.arange(61), 100, share) @ alarm for share in (0.1, 0.2, 0.3, 0.4)]
    assert round(max(found), 4) == FALSE_ALARMS_OF_MCNEMAR[method]


def test_the_false_alarms_of_the_binomial_test():
    for n, rate in product((10, 50, 200), (0.05, 0.3)):
        most = comparison.binomial_test(0, n, error_rate=rate).most
        assert stats.binom.sf(most, n, rate) <= 0.05 < stats.binom.sf(most - 1, n, rate)


# ---------------------------------------------------------------- bad input

BAD_TWO = [
    bad("different lengths", confusion.accuracy, [0, 1], [0, 1], [0], words=["y_true has 2", "b has 1"]),
    bad_type("no function", "accuracy", [0, 1], [0, 1], [0, 1], words="metric is of type str"),
    bad("too many rounds", confusion.accuracy, [0, 1], [0, 1], [0, 1], rounds=10**9, words="at most 10000000"),
    bad("a single sample", confusion.accuracy, [0], [0], [1], words="a single sample"),
    bad("a single group", confusion.accuracy, [0, 1], [0, 0], [1, 1], groups=[1, 1], words="a single group"),
    bad("too few groups", confusion.accuracy, [0, 1], [0, 0], [1, 1], groups=[1], words="groups has 1"),
]
BAD_BOUNDS = [
    bad("too few strata", confusion.accuracy, [0, 1], [0, 1], [0, 1], stratify=[0], words="stratify has 1"),
    bad(
        "strata that cut a group",
        *(confusion.accuracy, [0, 1, 1], [0, 1, 1], [0, 1, 0]),
        **{"groups": [1, 1, 2], "stratify": [1, 2, 2]},
        words="stratify differs within the group of sample 1",
    ),
]


def test_an_error_of_the_metric_says_that_it_came_in_a_round():
    def fragile(values: Any) -> float:
        if len(set(values.tolist())) < 3:
            raise ZeroDivisionError("no spread")
        return 1.0

    with pytest.raises(ZeroDivisionError) as caught:
        comparison.interval(fragile, [1, 2, 3], rng=0)
    assert "return nan" in caught.value.__notes__[0]


# ---------------------------------------------------------------- finished tallies, and tallies of groups

LABELED = np.random.default_rng(7).integers(2, size=400)
CALLED = np.where(np.random.default_rng(8).random(400) < 0.8, LABELED, 1 - LABELED)
USERS = np.random.default_rng(9).integers(60, size=400)


def test_one_finished_tally_gives_nearly_the_interval_of_its_samples():
    samples = comparison.interval(confusion.f1, LABELED, CALLED, rng=0)
    finished = comparison.interval(operator.attrgetter("f1"), counted(LABELED, CALLED), rng=0)
    assert finished.value == samples.value
    assert finished.low == pytest.approx(samples.low, abs=0.003)
    assert finished.high == pytest.approx(samples.high, abs=0.003)
    assert (finished.method, samples.method) == ("Poisson percentile", "percentile")


def test_a_cell_is_drawn_like_its_samples_one_by_one():
    """The sum of c Poisson variables of mean 1 is one of mean c: the F1 of cells and of samples has one law."""
    rng = np.random.default_rng(0)
    tally, rows = counted(LABELED, CALLED), Counts.rows(LABELED, CALLED)
    by_sample = [tally.f1 for tally in rows.weighted(rng.poisson(1, size=(4000, 400)))]
    task = Draws(Design.of(4, None, None), rng, np.array([tally.tp, tally.fp, tally.fn, tally.tn]), poisson=True)
    by_cell = [Counts(*cells.tolist()).f1 for block in task.blocks(4000) for cells in block]
    assert stats.ks_2samp(by_sample, by_cell).pvalue > 0.01
    assert np.std(by_cell) == pytest.approx(np.std(by_sample), rel=0.05)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_bins_of_scores_are_drawn(method):
    y_score = LABELED * 0.2 + np.random.default_rng(1).random(400) * 0.8
    tally = curves.ScoreTally.from_arrays(LABELED, y_score)
    found = comparison.interval(operator.attrgetter("roc_auc"), tally, method=method, rounds=2000, rng=0)
    samples = comparison.interval(curves.roc_auc, LABELED, y_score, method=method, rounds=2000, rng=0)
    assert (found.low, found.high) == pytest.approx((samples.low, samples.high), abs=0.01)


def test_a_matrix_is_drawn_cell_by_cell():
    matrix = confusion.confusion_matrix(["a", "b", "c"] * 30, ["a", "b", "a"] * 20 + ["a", "b", "c"] * 10)
    found = comparison.interval(operator.attrgetter("accuracy"), matrix, rounds=2000, rng=0)
    assert found.low < found.value == matrix.accuracy < found.high


def test_a_tally_whose_samples_are_all_alike_has_an_interval_without_width():
    found = comparison.interval(operator.attrgetter("accuracy"), Counts(30, 0, 0, 0), rng=0)
    assert (found.low, found.value, found.high) == (1, 1, 1)


def test_counts_beyond_64_bits_are_drawn():
    huge = Counts(2.0**60, 2.0**60, 0, 0)
    found = comparison.interval(operator.attrgetter("precision"), huge, rounds=100, rng=0)
    assert (found.low, found.high) == pytest.approx((0.5, 0.5), abs=1e-8)


def test_tallies_of_users_are_drawn_as_users():
    by_user = comparison.GroupTally.from_arrays(counted, USERS, LABELED, CALLED)
    right = operator.attrgetter("accuracy")
    expected = comparison.interval(confusion.accuracy, LABELED, CALLED, groups=USERS, rounds=500, rng=0)
    for tallies in (by_user, by_user.tallies, list(by_user.tallies)):
        found = comparison.interval(right, tallies, rounds=500, rng=0)
        assert (found.low, found.value, found.high) == pytest.approx((expected.low, expected.value, expected.high))


def test_two_models_are_compared_by_the_tallies_of_users():
    a, b = (comparison.GroupTally.from_arrays(counted, USERS, LABELED, pred) for pred in (CALLED, LABELED))
    found = comparison.difference(operator.attrgetter("accuracy"), None, a, b, rounds=500, rng=0)
    expected = comparison.difference(confusion.accuracy, LABELED, CALLED, LABELED, groups=USERS, rounds=500, rng=0)
    assert (found.low, found.high, found.p_value) == pytest.approx((expected.low, expected.high, expected.p_value))


def test_a_tally_of_groups_is_a_dictionary_of_tallies():
    whole = comparison.GroupTally.from_arrays(counted, USERS, LABELED, CALLED)
    assert whole.sum() == counted(LABELED, CALLED)
    assert dict(whole)[3] == counted(LABELED[USERS == 3], CALLED[USERS == 3])
    assert len(whole) == 60


@pytest.mark.parametrize(
    ("tally", "options", "words"),
    [
        (counted(LABELED, CALLED), {"groups": USERS}, "groups and stratify are given with a finished tally"),
        (Counts([1, 2], [0, 1], [1, 0], [2, 2]), {}, r"list\(counts\)"),
        (Counts(1.5, 0, 0, 2), {}, "sums of weights"),
        (Counts(100.0, 0, 0, 200), {}, "sums of weights.* hand in the rows of the samples"),
        (Counts(1.5, 2**60, 0, 2), {}, "sums of weights"),
        (confusion.confusion_matrix(LABELED, CALLED, sample_weight=[100] * 400), {}, "sums of weights"),
        (curves.ScoreTally([0.5], [100.0, 300], [300, 100]), {}, "sums of weights"),
        (Counts(2.0**63, 0, 0, 2), {}, r"beyond 2\^62"),
    ],
    ids=["groups", "several", "fractions", "whole", "a fraction beside a huge count", "matrix", "bins", "too many"],
)
def test_a_finished_tally_that_cannot_be_drawn_says_why(tally, options, words):
    with pytest.raises(ValueError, match=words):
        comparison.interval(operator.attrgetter("accuracy"), tally, **options)


def test_sums_are_no_cells():
    sums = RegressionTally.from_arrays([1.0, 2.0, 4.0], [1.0, 2.5, 3.0])
    with pytest.raises(TypeError, match=r"RegressionTally holds sums, .* hand in the rows"):
        comparison.interval(operator.attrgetter("r2"), sums)


def test_two_finished_tallies_have_forgotten_what_they_share():
    tally = counted(LABELED, CALLED)
    for compare in (comparison.difference, comparison.permutation_test):
        with pytest.raises(ValueError, match="a is a finished Counts"):
            compare(operator.attrgetter("f1"), None, tally, tally)


BAD = {
    (comparison.difference, comparison.permutation_test): BAD_TWO,
    comparison.difference: BAD_BOUNDS,
    comparison.permutation_test: [
        bad(
            "shapes",
            lambda y, z: 1.0,
            [0, 1],
            np.ones((2, 2)),
            np.ones((2, 3)),
            words="a has shape (2, 2), but b has shape (2, 3)",
        )
    ],
    comparison.interval: [
        bad("no arrays", confusion.accuracy, words="arrays is empty"),
        bad_type("too few arrays", confusion.accuracy, [0, 1], words="metric cannot be called with 1 arrays"),
        bad("different lengths", confusion.accuracy, [0, 1], [0], words="arrays[0] has 2, arrays[1] has 1"),
        bad_type("a string", confusion.accuracy, "01", [0, 1], words="arrays[0] is a single string"),
        bad("nan", regression.r2, [0.0, NAN], [0, 1], words="y_true[1] is nan"),
        bad_type("several numbers", lambda values: [1, 2], [1, 2], words="metric returns a list"),
        bad("the largest error", regression.max_error, [1, 2], [1, 2], words="metric is max_error"),
        bad("the largest power", partial(regression.minkowski_error, k=INF), [1, 2], [1, 2], words="the largest error"),
        bad("a sentence", text.bleu, [["a"], ["b"]], ["a", "b"], words=["scores a single sentence", "corpus_bleu"]),
        bad("a single query", ranking.mean_average_precision, [1, 0, 1], words="a single query"),
        bad(
            "an array bound in it",
            *(partial(lambda t, p, cost: float(np.sum(cost)), cost=np.ones(3)), [1, 0, 1], [1, 0, 1]),
            words=["metric has 'cost' bound in it", "one more of the arrays"],
        ),
        bad("an array bound by position", partial(lambda t, p: 1.0, [1, 0]), [1, 0], words="metric has 0 bound in it"),
        bad(
            "weights of another length",
            partial(confusion.accuracy, sample_weight=[1]),
            [1, 0],
            [1, 0],
            words="sample_weight has 1",
        ),
    ],
    comparison.proportion_interval: [
        bad("more successes than samples", 4, 3, words=["successes is 4", "at most 3, n"]),
        bad("no samples", 0, 0, words="n is 0"),
        bad_type("a share", 0.5, 3, words="successes is 0.5; expected an integer"),
        bad("too many samples", 0, 10**10, words=["n is 10000000000", "at most 1000000000"]),
    ],
    comparison.binomial_test: [
        bad("more errors than samples", 4, 3, error_rate=0.3, words="errors is 4"),
        bad("a rate above 1", 1, 3, error_rate=30, words="error_rate holds 30"),
    ],
    comparison.mcnemar: [
        bad("different lengths", [0, 1], [0, 1], [0], words="b has 1"),
        bad_type("strings and numbers", [0, 1], [0, 1], ["0", "1"], words="y_true holds values of type int64 and b"),
    ],
    comparison.sample_size: [
        bad("no gain", 0, disagreement=0.1, words="gain is 0"),
        bad("a gain above the disagreement", 0.2, disagreement=0.1, words="gain is 0.2 and disagreement is 0.1"),
        bad("a loss above the disagreement", -1, disagreement=0.5, words="gain is -1 and disagreement is 0.5"),
        bad("a disagreement in percent", 0.2, disagreement=10, words="disagreement holds 10"),
        bad("less power than alpha", 0.1, disagreement=0.1, power=0.01, words="power is 0.01 and alpha is 0.05"),
        bad("a tiny gain", 1e-300, disagreement=0.1, words="gain is 1e-300"),
        bad("a tiny loss", -1e-300, disagreement=0.1, words="gain is -1e-300"),
    ],
    comparison.delong: [
        bad("no scores", [0, 1], words="scores is empty"),
        bad("different lengths", [0, 1], [0.1, 0.2], [0.1], words="scores[1] has 1"),
        bad("two columns", [0, 1], [[0.1, 0.2], [0.3, 0.4]], words="scores[0] has shape (2, 2)"),
        bad("no positive label", ["a", "b"], [1, 2], words="pos_label is None"),
    ],
    comparison.corrected_t_test: [
        bad("one difference", [0.1], test_share=0.1, words="differences has 1"),
        bad("all in the test part", [0.1, 0.2], test_share=1, words="test_share is 1"),
        bad("folds for a share", [0.1, 0.2], test_share=10, words="test_share holds 10"),
        bad("beyond floats", [1e200, -1e200], test_share=0.1, words=["differences[0] is 1e+200", "1e100"]),
        bad("nan", [0.1, NAN], test_share=0.1, words="differences[1] is nan"),
    ],
    comparison.five_by_two: [
        bad("two by five", np.ones((2, 5)), words="differences has shape (2, 5)"),
        bad("beyond floats", np.full((5, 2), 1e200), words=["differences[0, 0] is 1e+200", "1e100"]),
    ],
    (comparison.friedman, comparison.nemenyi): [
        bad("one algorithm", [[1], [2]], words="scores has shape (2, 1)"),
        bad("one data set", [[1, 2]], words="scores has shape (1, 2)"),
        bad("nan", [[1, 2], [NAN, 1]], words="scores[1, 0] is nan"),
    ],
    comparison.holm: [bad("percent", [5, 1], words="p_values holds 5"), bad("none", [], words="p_values is empty")],
    comparison.signed_rank: [
        bad("a negative region", [1, 2], [1, 2], rope=-1, words="rope is -1"),
        bad("different lengths", [1, 2], [1], rope=0, words="a has 2, b has 1"),
        bad("beyond floats", [1e308], [-1e308], rope=0, words=["a[0] is 1e+308", "1e100"]),
    ],
    comparison.bias_variance: [
        bad("models in columns", [1, 2, 3], np.ones((3, 4)), words=["predictions has shape (3, 4)", "3 samples"]),
        bad("labels in columns", [1, 2, 3], np.ones((3, 4), int), loss="0-1", words="predictions has shape (3, 4)"),
        bad("scores for labels", [1], [[0.5]], loss="0-1", words="predictions holds 0.5"),
        bad("beyond floats", [1.0], [[1e200]], words=["predictions[0, 0] is 1e+200", "1e100"]),
    ],
    comparison.GroupTally: [
        bad("not sorted", ("b", "a"), (Counts(1, 0, 0, 0), Counts(0, 0, 0, 1)), words="groups are not sorted"),
        bad("one short", ("a", "b"), (Counts(1, 0, 0, 0),), words="groups has 2 labels, but tallies has 1"),
        bad_type("no tally", ("a",), (3,), words="tallies[0] is an int"),
    ],
    comparison.GroupTally.from_arrays: [
        bad_type("no function", 3, ["a"], [1], words="make is of type int"),
        bad("one short", counted, ["a", "b"], [1], [1, 0], words="columns[0] has 1 entries, but groups has 2"),
        bad_type("no tally", len, ["a", "b"], [1, 0], words="make returned an int"),
        bad_type("too few columns", counted, ["a", "b"], [1, 0], words="make cannot be called"),
    ],
}


@refused(BAD)
def test_bad_input_is_refused_and_named(function, row):
    assert_raises(function, row)


def test_lists_of_tallies_that_cannot_be_drawn_say_why():
    by_user = comparison.GroupTally.from_arrays(counted, USERS, LABELED, CALLED)
    with pytest.raises(TypeError, match="expected their sum"):
        comparison.interval(lambda tally: tally.sum().f1, [by_user, by_user])
    first = curves.ScoreTally.from_arrays([0, 1], [0.1, 0.2], edges=[0.15])
    second = curves.RefinedTally.from_arrays([0, 1], [0.1, 0.2], first=first)
    with pytest.raises(TypeError, match="draw from its first pass, the ScoreTally"):
        comparison.interval(lambda tally: tally.roc_auc(), [second, second])


def tally_of_scores(edges: list[float]) -> curves.ScoreTally:
    return curves.ScoreTally.from_arrays([0, 1], [0.1, 0.9], edges=edges)


AT_HALF, AT_A_THIRD = tally_of_scores([0.5]), tally_of_scores([1 / 3])


@pytest.mark.parametrize(
    "fails",
    [
        lambda: comparison.GroupTally.from_arrays(counted, ["ann", "bo", "bo"], [0, 1, 0], [0, 3, 2]),
        lambda: comparison.GroupTally.from_arrays(lambda *labels: 1, ["bo"], [0], [0]),
        lambda: comparison.GroupTally(("ann", "bo"), (AT_HALF, 1)),
        lambda: comparison.GroupTally(("ann", "bo"), (AT_HALF, AT_A_THIRD)).sum(),
        lambda: comparison.GroupTally(("bo",), (AT_HALF,)) + comparison.GroupTally(("bo",), (AT_A_THIRD,)),
    ],
    ids=["counting", "no tally", "what is handed in", "the sum of all groups", "two tallies of one group"],
)
def test_an_error_within_a_group_names_it(fails):
    with pytest.raises((ValueError, TypeError)) as caught:
        fails()
    assert caught.value.__notes__ == ["in group 'bo'"]


# ---------------------------------------------------------------- what is handed in arrives in the rounds

Y_100 = np.random.default_rng(0).integers(0, 2, 100)
S_100 = Y_100 + np.random.default_rng(1).normal(size=100)


@pytest.mark.parametrize(
    "metric",
    [
        partial(curves.roc_auc, y_score=S_100),
        partial(regression.mean_squared_error, y_pred=S_100),
        partial(probabilities.log_loss, y_prob=np.full(100, 0.3)),
        partial(confusion.accuracy, y_pred=[0, 1]),
    ],
    ids=lambda metric: metric.func.__name__,
)
def test_samples_that_are_bound_in_one_of_our_metrics_are_refused(metric):
    with pytest.raises(ValueError, match=f"metric has '{next(iter(metric.keywords))}' bound in it"):
        comparison.interval(metric, Y_100, rng=0)


def test_what_is_bound_and_no_array_of_samples_stays_the_same_in_all_rounds():
    metric = partial(regression.mean_absolute_scaled_error, y_train=np.arange(100.0) ** 2)
    found = comparison.interval(metric, Y_100, S_100, rng=0, rounds=50)
    again = comparison.interval(lambda *arrays: metric(*arrays), Y_100, S_100, rng=0, rounds=50)
    assert [*found] == pytest.approx([*again], rel=1e-12)


# Whatever is put around a metric is called as it is: a copy of the metric's formula does not count.


def clipped(y_true: Any, y_pred: Any) -> float:
    return regression.r2(y_true, np.clip(y_pred, 0, 1))


class Scoring:
    def __init__(self) -> None:
        update_wrapper(self, regression.r2)

    def __call__(self, y_true: Any, y_pred: Any) -> float:
        return clipped(y_true, y_pred)

    def score(self, y_true: Any, y_pred: Any) -> float:
        return clipped(y_true, y_pred)

    @staticmethod
    def static(y_true: Any, y_pred: Any) -> float:
        return clipped(y_true, y_pred)

    @classmethod
    def of_class(cls, y_true: Any, y_pred: Any) -> float:
        return clipped(y_true, y_pred)


class Delegating:
    """It looks like the metric in every attribute that one may ask for."""

    def __call__(self, y_true: Any, y_pred: Any) -> float:
        return clipped(y_true, y_pred)

    def __getattr__(self, name: str) -> Any:
        return getattr(regression.r2, name)


class Stack:
    """A decorator as a class."""

    def __init__(self, function: Any) -> None:
        update_wrapper(self, function)

    def __call__(self, *arrays: Any, **options: Any) -> float:
        return clipped(*arrays, **options)


def any_arguments() -> Any:
    """A new function each time, because `wraps` writes on it."""
    return lambda *args, **kwargs: clipped(*args, **kwargs)


def with_an_option() -> Any:
    return lambda y_true, y_pred, *, upper: regression.r2(y_true, np.clip(y_pred, 0, upper))


def with_attributes() -> Any:
    def copied(y_true: Any, y_pred: Any) -> float:
        return clipped(y_true, y_pred)

    copied.__dict__.update(vars(regression.r2))
    return copied


def of_the_same_name() -> Any:
    def r2(y_true: Any, y_pred: Any) -> float:
        return clipped(y_true, y_pred)

    r2.__module__, r2.__qualname__ = regression.r2.__module__, "r2"
    return r2


def renamed() -> Any:
    def copied(y_true: Any, y_pred: Any) -> float:
        return clipped(y_true, y_pred)

    copied.formula = regression.r2.formula
    return copied


WRAPPED = {
    "functools.wraps": wraps(regression.r2)(lambda y_true, y_pred: clipped(y_true, y_pred)),
    "wraps, any arguments": wraps(regression.r2)(any_arguments()),
    "wraps of wraps": wraps(wraps(regression.r2)(any_arguments()))(any_arguments()),
    "wraps, another signature": partial(wraps(regression.r2)(with_an_option()), upper=1),
    "update_wrapper of a lambda": update_wrapper(lambda y_true, y_pred: clipped(y_true, y_pred), regression.r2),
    "wraps a metric whose rounds are called": wraps(regression.median_absolute_error)(any_arguments()),
    "wraps a metric of labels": wraps(confusion.accuracy)(any_arguments()),
    "wraps a metric of queries": wraps(ranking.mean_average_precision)(any_arguments()),
    "partial of a wrapper": partial(wraps(regression.r2)(any_arguments())),
    "partial of a partial": partial(partial(with_an_option(), upper=2), upper=1),
    "a partial that looks like it": update_wrapper(partial(clipped), regression.r2),
    "lru_cache": lambda y_true, y_pred: lru_cache(lambda a, b: clipped(a, b))(tuple(y_true), tuple(y_pred)),
    "an object that is called": Scoring(),
    "a method": Scoring().score,
    "a static method": Scoring.static,
    "a class method": Scoring.of_class,
    "an object that hands on attributes": Delegating(),
    "a decorator as a class": Stack(regression.r2),
    "a copy of the attributes": with_attributes(),
    "the name and the module of the metric": of_the_same_name(),
    "the formula by hand": renamed(),
    "singledispatch": singledispatch(clipped),
    "a mock": Mock(wraps=clipped, spec=regression.r2, formula=regression.r2.formula),
}
Y_40 = np.random.default_rng(2).random(40)
P_40 = np.random.default_rng(3).normal(Y_40, 0.5, (2, 40))


@pytest.mark.parametrize("metric", WRAPPED.values(), ids=WRAPPED)
@pytest.mark.filterwarnings("error")
def test_rounds_of_a_wrapped_metric_score_what_the_wrapper_scores(metric):
    options = {"rng": 0, "rounds": 100}
    assert [*comparison.interval(metric, Y_40, P_40[0], **options)] == pytest.approx(
        [*comparison.interval(clipped, Y_40, P_40[0], **options)], rel=1e-9
    )
    for compare in (comparison.difference, comparison.permutation_test):
        assert compare(metric, Y_40, *P_40, **options).p_value == compare(clipped, Y_40, *P_40, **options).p_value


HIDDEN = {
    "labels": partial(lambda y_pred, *, labels: confusion.accuracy(labels, y_pred), labels=Y_100),
    "labels that cannot be the names of classes": partial(lambda y_pred, *, labels: 0.5, labels=[{}] * 100),
    "labels that all differ": partial(lambda y_pred, *, labels: regression.r2(labels, y_pred), labels=S_100),
    "any name": partial(lambda y_pred, *, truth: confusion.accuracy(truth, y_pred), truth=Y_100.tolist()),
    "by position": partial(confusion.accuracy, Y_100),
    "a sparse matrix": partial(lambda y_pred, *, truth: 0.5, truth=sparse.csr_matrix(Y_100[:, np.newaxis])),
}


@pytest.mark.parametrize("metric", HIDDEN.values(), ids=HIDDEN)
def test_samples_that_are_bound_under_any_name_are_refused(metric):
    with pytest.raises(ValueError, match="bound in it, which has an entry for each sample"):
        comparison.interval(metric, Y_100, rng=0, rounds=10)


def test_what_is_bound_and_has_no_length_stays_as_it_is():
    def accuracy(y_true: Any, y_pred: Any, *, progress: Any) -> float:
        return confusion.accuracy(y_true, y_pred)

    bound, free = (partial(accuracy, progress=progress) for progress in (iter(Y_100), None))
    samples = (Y_100, S_100 > 0.5)
    assert comparison.interval(bound, *samples, rng=0, rounds=10) == comparison.interval(
        free, *samples, rng=0, rounds=10
    )


@pytest.mark.filterwarnings("error")
def test_the_names_of_the_classes_may_be_bound_even_if_there_are_as_many_as_samples():
    metric = partial(metrics.f1_score, labels=[0, 1, 2], average="macro", zero_division=0)
    assert comparison.interval(metric, [0, 1, 2], [0, 2, 2], rng=0, rounds=10).value == pytest.approx(5 / 9)
    tallies = [confusion.confusion_matrix([0, 1], [each, 1], labels=[0, 1]) for each in (0, 1)]
    by_names = partial(lambda matrix, *, labels: matrix.accuracy + len(labels), labels=[0, 1])
    assert comparison.interval(by_names, tallies, rng=0, rounds=10).value == 2.75


def of_closure(y_pred: Any) -> float:
    return confusion.accuracy(Y_100, y_pred)


class Judge:
    truth: ClassVar[dict[str, Any]] = {"labels": Y_100}

    def score(self, y_pred: Any) -> float:
        return confusion.accuracy(self.truth["labels"], y_pred)


GUESS_100 = np.where(np.random.default_rng(4).random(100) < 0.2, 1 - Y_100, Y_100)


@pytest.mark.parametrize(
    "metric",
    [of_closure, Judge().score, partial(lambda y_pred, *, truth: confusion.accuracy(truth[0], y_pred), truth=[Y_100])],
    ids=["closure", "object", "list of one"],
)
@pytest.mark.parametrize("method", ["percentile", "basic"])  # "bca" takes one sample away, which raises
def test_an_interval_that_leaves_its_estimate_outside_warns(metric, method):
    with pytest.warns(
        UserWarning, match=r"the estimate, 0\.\d+, lies outside the percentile .* not drawn along"
    ) as caught:
        comparison.interval(metric, GUESS_100, rng=0, rounds=200, method=method)
    assert [Path(warning.filename).stem for warning in caught] == ["test_comparison"]


def test_a_difference_that_leaves_its_estimate_outside_warns():
    with pytest.warns(UserWarning, match="outside the percentile interval"):
        comparison.difference(of_closure, None, GUESS_100, 1 - GUESS_100, rng=0, rounds=200)


@pytest.mark.filterwarnings("error")
def test_a_metric_that_sees_the_truth_by_itself_may_be_permuted_because_an_exchange_keeps_the_order():
    found = comparison.permutation_test(of_closure, None, GUESS_100, 1 - Y_100, rng=0, rounds=99)
    assert (
        found.p_value
        == comparison.permutation_test(confusion.accuracy, Y_100, GUESS_100, 1 - Y_100, rng=0, rounds=99).p_value
    )


COMPARE = {
    "interval": lambda metric, **options: comparison.interval(metric, Y_100, GUESS_100, **options),
    "difference": lambda metric, **options: comparison.difference(metric, Y_100, GUESS_100, Y_100, **options),
    "permutation_test": lambda metric, **options: comparison.permutation_test(
        metric, Y_100, GUESS_100, Y_100, **options
    ),
}


@pytest.mark.parametrize("compare", COMPARE.values(), ids=COMPARE)
def test_a_metric_that_hangs_on_chance_warns(compare):
    chance = np.random.default_rng(0)
    with pytest.warns(UserWarning, match=r"metric gives .* as they are, but .* for the same samples in a round"):
        compare(lambda y_true, y_pred: confusion.accuracy(y_true, y_pred) + chance.random(), rng=0, rounds=50)


def test_a_few_rounds_on_one_side_of_the_estimate_do_not_warn(recwarn):
    comparison.interval(of_closure, GUESS_100, rng=0, rounds=19)
    assert not recwarn.list


def test_the_tried_metrics_are_all_that_are_drawn():
    drawn = [metric for metric in METRICS if getattr(formula_of(metric), "drawn", True)]
    assert {*SOUND} == {*drawn}


TRIED = [metric for metric in SOUND if metric is not probabilities.expected_calibration_error]


@pytest.mark.parametrize("metric", TRIED, ids=lambda metric: metric.__name__)
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 200), marks=pytest.mark.slow)], ids=["two", "many"])
@pytest.mark.filterwarnings("ignore::evalbook.UndefinedMetricWarning")
def test_sound_estimates_lie_outside_their_interval_in_at_most_one_of_a_hundred(metric, seeds):
    assert sum(leaves_estimate_outside(metric, seed) for seed in seeds) <= len(seeds) / 100


def test_drawing_again_biases_the_calibration_error_of_calibrated_probabilities():
    assert sum(leaves_estimate_outside(probabilities.expected_calibration_error, seed) for seed in range(30)) >= 3


def grouped(names: list[str], seed: int = 0) -> comparison.GroupTally:
    of_each = np.random.default_rng(seed).integers(1, 9, size=(len(names), 4)).tolist()
    return comparison.GroupTally(tuple(names), tuple(Counts(*counts) for counts in of_each))


@pytest.mark.parametrize("function", [comparison.difference, comparison.permutation_test])
def test_tallies_of_two_models_belong_to_the_same_groups(function):
    users = [f"u{number:02}" for number in range(40)]
    with pytest.raises(ValueError, match=r"different groups: \['u00'\] only in a and \['u39'\] only in b"):
        function(lambda tally: tally.f1, None, grouped(users[:-1]), grouped(users[1:]), rng=0)
    with pytest.raises(TypeError, match="a is a GroupTally, but b is a tuple; expected a GroupTally in both"):
        function(lambda tally: tally.f1, None, grouped(users), grouped(users).tallies, rng=0)
    assert function(lambda tally: tally.f1, None, grouped(users), grouped(users, 1), rng=0, rounds=50).value


def test_tallies_of_groups_in_an_interval_go_by_their_names():
    users = [f"u{number:02}" for number in range(40)]

    def gain(one: Counts, two: Counts) -> float:
        return two.f1 - one.f1

    with pytest.raises(
        ValueError, match=r"arrays\[0\] and arrays\[1\] hold tallies of different groups: \['u00'\] only"
    ):
        comparison.interval(gain, grouped(users[:-1]), grouped(users[1:]), rng=0, rounds=50)
    with pytest.raises(TypeError, match=r"arrays\[1\] is a tuple; expected a GroupTally in both"):
        comparison.interval(gain, grouped(users), grouped(users).tallies, rng=0, rounds=50)
    assert comparison.interval(gain, grouped(users), grouped(users, 1), rng=0, rounds=50).value


Y_30 = np.random.default_rng(5).integers(0, 3, 30)
PROB_30 = np.random.default_rng(6).dirichlet([1, 1, 1], (2, 30))


def framed(values: Any, names: Any = None) -> Any:
    return pytest.importorskip("pandas").DataFrame(values, columns=names)


BESIDE = {
    "the same names": (["p", "q", "r"], [0, 1, 2]),
    "in another order": (["r", "p", "q"], [2, 0, 1]),
    "one without names": (None, [0, 1, 2]),
}


@pytest.mark.parametrize(("names", "order"), BESIDE.values(), ids=BESIDE)
@pytest.mark.parametrize("function", [comparison.difference, comparison.permutation_test])
def test_columns_of_two_models_go_by_their_names(function, names, order):
    one, two = PROB_30
    want = function(probabilities.log_loss, Y_30, one, two, rng=0, rounds=200)
    found = function(
        probabilities.log_loss, Y_30, framed(one, ["p", "q", "r"]), framed(two[:, order], names), rng=0, rounds=200
    )
    assert (found.b, found.p_value) == (want.b, want.p_value)


def test_columns_with_numbers_for_names_go_by_these_numbers():
    one, two = framed(PROB_30[0]), framed(PROB_30[1][:, [2, 0, 1]], [2, 0, 1])
    want = comparison.difference(probabilities.log_loss, Y_30, *PROB_30, rng=0, rounds=50)
    assert comparison.difference(probabilities.log_loss, Y_30, one, two, rng=0, rounds=50) == want


def test_columns_of_which_two_have_one_name_are_refused():
    one, two = framed(PROB_30[0], ["p", "q", "r"]), framed(PROB_30[1], ["p", "q", "q"])
    with pytest.raises(ValueError, match=r"\['r'\] only in a; expected"):
        comparison.difference(probabilities.log_loss, Y_30, one, two, rng=0, rounds=50)
    with pytest.raises(ValueError, match="one name stands in them twice; expected"):
        comparison.difference(probabilities.log_loss, Y_30, two, two[["q", "p"]], rng=0, rounds=50)


@pytest.mark.parametrize("function", [comparison.difference, comparison.permutation_test])
def test_columns_of_two_models_with_other_names_are_refused(function):
    one, two = framed(PROB_30[0], ["p", "q", "r"]), framed(PROB_30[1], ["p", "q", "s"])
    with pytest.raises(ValueError, match=r"other names: \['r'\] only in a and \['s'\] only in b; expected the same"):
        function(probabilities.log_loss, Y_30, one, two, rng=0, rounds=50)


COLUMNS = {
    "index": lambda pandas, values: pandas.Index(values),
    "categorical": lambda pandas, values: pandas.Categorical(values),
    "categorical column": lambda pandas, values: pandas.Series(values).astype("category"),
    "integers that may miss": lambda pandas, values: pandas.array(values, dtype="Int64"),
    "column of arrow": lambda pandas, values: pandas.Series(values, dtype="int64[pyarrow]"),
}


@pytest.mark.parametrize("form", COLUMNS.values(), ids=COLUMNS)
def test_two_columns_of_any_kind_are_exchanged_as_that_kind(form):
    pandas = pytest.importorskip("pandas")
    a, b = np.random.default_rng(7).integers(0, 3, (2, 30))
    kinds = set()

    def metric(y_true: Any, y_pred: Any) -> float:
        kinds.add(type(y_pred))
        return confusion.accuracy(y_true, np.asarray(y_pred))

    found = comparison.permutation_test(metric, Y_30, form(pandas, a), form(pandas, b), rng=0, rounds=100)
    want = comparison.permutation_test(confusion.accuracy, Y_30, a, b, rng=0, rounds=100)
    assert (found.p_value, kinds) == (want.p_value, {type(form(pandas, a))})


@pytest.mark.parametrize("b_type", [int, float], ids=["of one type", "of two types"])
def test_columns_of_polars_are_exchanged(b_type):
    polars = pytest.importorskip("polars")
    a, b = np.random.default_rng(7).integers(0, 3, (2, 30))
    found = comparison.permutation_test(
        lambda y_true, y_pred: confusion.accuracy(y_true, y_pred.to_numpy()),
        Y_30,
        polars.Series("a", a),
        polars.Series("b", b.astype(b_type)),
        rng=0,
        rounds=100,
    )
    assert found.p_value == comparison.permutation_test(confusion.accuracy, Y_30, a, b, rng=0, rounds=100).p_value


def as_frame(values: Any) -> Any:
    return pytest.importorskip("pandas").DataFrame({"score": values})


def as_series(values: Any) -> Any:
    return pytest.importorskip("pandas").Series(values, index=range(9, 1, -1))


@pytest.mark.parametrize(
    ("form", "spread"),
    [
        (as_series, lambda _, scores: float(scores.std())),
        (as_frame, lambda _, scores: float(scores["score"].std())),
        (sparse.csr_matrix, lambda _, scores: float(np.std(scores.toarray(), ddof=1))),
        (sparse.coo_array, lambda _, scores: float(np.std(scores.toarray(), ddof=1))),
    ],
    ids=["series", "data frame", "sparse matrix", "sparse array"],
)
def test_a_metric_is_handed_what_the_user_handed_in(form, spread):
    a, b = np.random.default_rng(0).normal(size=(2, 8)) * [[1], [3]]
    if form in (sparse.csr_matrix, sparse.coo_array):
        a, b = a[:, np.newaxis], b[:, np.newaxis]
    p_value = comparison.permutation_test(lambda _, scores: np.std(scores, ddof=1), np.zeros(8), a, b).p_value
    assert comparison.permutation_test(spread, np.zeros(8), form(a), form(b)).p_value == p_value > 0


def test_a_missing_value_in_both_columns_is_no_difference():
    a = as_series([1.0, 2.0, np.nan, 4.0, 5.0, 6.0, 7.0, 8.0])
    found = comparison.permutation_test(lambda _, scores: float(scores.mean()), np.zeros(8), a, a.replace({4.0: 9.0}))
    assert (found.rounds, found.undefined, found.p_value) == (2, 0, 1)


def test_an_exchange_keeps_the_order_of_the_samples():
    def rising(_: Any, scores: Any) -> float:
        return float(np.count_nonzero(np.diff(scores) > 0))

    assert comparison.permutation_test(rising, np.zeros(3), [1, 2, 3], [3, 2, 1]).p_value == 1 / 2


def test_rounds_of_samples_without_weight_are_undefined():
    weight = [1] * 4 + [0] * 6
    metric = partial(confusion.f1, sample_weight=weight, zero_division=0)
    found = comparison.interval(metric, [1, 1, 1] + [0] * 7, [1] * 4 + [0] * 6, rng=0, rounds=5000)
    assert found.undefined == pytest.approx(5000 * 0.6**10, abs=20)
    assert found.low > 0


def test_rows_without_weight_are_undefined_rounds():
    rows = RegressionTally.rows([1, 2, 3, 4], [1, 3, 3, 5], sample_weight=[1, 1, 0, 0])
    with pytest.warns(UndefinedMetricWarning, match="undefined in .* of 500 rounds"):
        found = comparison.interval(lambda tally: tally.mean_squared_error, rows, rng=0, rounds=500)
    assert found.undefined == pytest.approx(500 / 16, abs=20)


def test_tallies_beside_something_else_are_refused_by_place():
    with pytest.raises(TypeError, match=r"arrays\[0\]\[1\] is of type int among tallies"):
        comparison.interval(lambda tally: tally.f1, [Counts(5, 1, 2, 10), 3])


def test_tallies_are_not_compared_with_samples():
    with pytest.raises(
        TypeError, match="a is of type CellRows, but b is of type list; expected tallies in both or in neither"
    ):
        comparison.difference(lambda tally: tally.accuracy, None, Counts.rows([0, 1], [0, 1]), [0, 1])


def test_a_covariance_handed_in_gives_the_variance_of_the_difference():
    areas, covariance = np.array([0.7, 0.8]), np.array([[4e-4, 1e-4], [1e-4, 9e-4]])
    found = comparison.DeLong(areas, covariance).difference()
    assert found.high - found.value == pytest.approx(1.959964 * math.sqrt(11e-4), rel=1e-6)


def test_rows_of_two_kinds_are_not_exchanged():
    with pytest.raises(ValueError, match="rows of two kinds"):
        comparison.permutation_test(
            lambda tally: tally.accuracy,
            None,
            confusion.ConfusionMatrix.rows([0, 1, 1], [0, 1, 0]),
            confusion.ConfusionMatrix.rows([0, 1, 1], [0, 1, 2]),
        )


def test_exchanging_rows_of_many_bins_takes_no_table_of_them():
    generator = np.random.default_rng(0)
    y_true, edges = generator.integers(0, 2, 1000), np.linspace(0, 1, 3000)
    a, b = (curves.ScoreTally.rows(y_true, generator.random(1000), edges=edges) for _ in range(2))
    _, peak = with_peak(
        comparison.permutation_test, lambda tally: tally.roc_auc_bounds()[0], None, a, b, rng=0, rounds=20
    )
    assert peak < 20e6  # the table has 1,000 rows of 6,002 counts, twice: 96 MB


# ---------------------------------------------------------------- computed values are equal within their rounding


@pytest.mark.parametrize("unit", [1, 10, 1 / 3, 2.0**-30])
@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_a_difference_does_not_hang_on_the_unit(method, unit):
    a, b = (unit * np.array(predicted) for predicted in ([3, 1, 7, 6], [0, 2, 8, 9]))
    options = {"method": method, "rng": 1, "rounds": 2000}
    of_tens = comparison.difference(regression.mean_absolute_error, [0] * 4, [3, 1, 7, 6], [0, 2, 8, 9], **options)
    found = comparison.difference(regression.mean_absolute_error, [0] * 4, a, b, **options)
    assert found.p_value == of_tens.p_value
    assert [found.low, found.high] == pytest.approx([unit * of_tens.low, unit * of_tens.high], rel=1e-9)


def test_a_small_permutation_of_r2_finds_values_as_large():
    scores = 1e-5 * np.random.default_rng(0).normal(size=(3, 20))
    found = comparison.permutation_test(regression.r2, *scores, rng=0, rounds=1000)
    assert (
        found.p_value == comparison.permutation_test(regression.r2, *(2**17 * scores), rng=0, rounds=1000).p_value > 0
    )


@pytest.mark.parametrize("seed", [441, 2051, 2508])
def test_an_exact_p_value_counts_the_samples_as_they_are(seed):
    generator = np.random.default_rng(seed)
    y_true = generator.normal(size=6)  # beside an R² of 1e-8 the rounding of 1 is large
    a, b = (y_true.mean() + 1e-8 * generator.normal(size=6) for _ in range(2))
    found = comparison.permutation_test(regression.r2, y_true, a, b)
    assert found.exact
    assert found.p_value >= 2 / 2**6


def test_wilcoxon_sees_ties_of_decimals():
    a, b = [90, 91, 94, 95, 96, 57], [92, 93, 96, 97, 98, 55]
    percent = comparison.signed_rank(a, b, rope=1, rng=0)
    found = comparison.signed_rank(np.array(a) / 100, np.array(b) / 100, rope=0.01, rng=0)
    assert found.p_value == percent.p_value == 0.21875
    assert found.equivalent == percent.equivalent


@pytest.mark.parametrize("rope", [0, 0.01])
def test_equal_algorithms_are_equivalent(rope):
    found = comparison.signed_rank([0.8] * 10, [0.8] * 10, rope=rope, rng=0)
    assert (found.a_better, found.equivalent, found.b_better) == (0, 1, 0)


def test_signed_ranks_are_of_data_sets_not_of_samples():
    with pytest.raises(
        ValueError, match=r"1,000 scores; expected one score per data set, fewer than 1,000\. .* permutation_test"
    ):
        comparison.signed_rank(np.arange(1000), np.zeros(1000), rope=0)


def test_delong_compares_models_that_rank_almost_alike():
    m = 10_000
    y_true, a = np.tile([1, 0], m), np.arange(2.0 * m)
    b, places = a.copy(), np.arange(0, m, 200)
    b[places], b[places + 1] = a[places + 1], a[places]
    found = comparison.delong(y_true, a, b).difference()
    above = (b - a)[y_true == 1] > 0  # a positive that has passed one negative: 1/m more
    error = np.sqrt(np.var(above / m, ddof=1) / m + np.var(np.isin(np.arange(1, 2 * m, 2), places + 1) / m, ddof=1) / m)
    assert found.value == pytest.approx(50 / m**2)
    assert (found.high - found.low) / 2 == pytest.approx(1.959964 * error, rel=1e-6)
    assert 0 < found.p_value < 1e-5


@pytest.mark.parametrize(
    ("errors", "n", "rate", "alpha", "most"),
    [
        (3, 3, 0.5, 0.125, 2),
        (0, 3, 0.1, 0.001, 2),
        (0, 3, 0.5, 0.5, 1),
        (0, 1001, 0.5, 0.5, 500),
        (6, 10, 0.3, 0.05, 5),
    ],
)
def test_the_most_errors_that_pass_are_exact_where_the_tail_is_alpha(errors, n, rate, alpha, most):
    assert comparison.binomial_test(errors, n, error_rate=rate, alpha=alpha).most == most


def test_all_dyadic_boundaries_of_the_binomial_test():
    for n in range(1, 16):
        tails = np.cumsum([math.comb(n, k) for k in range(n, -1, -1)])  # P(X ≥ n - i) 2^n
        for i, tail in enumerate(tails[:-1].tolist()):
            assert comparison.binomial_test(0, n, error_rate=0.5, alpha=tail / 2**n).most == n - i - 1


def test_labels_of_the_truth_and_of_the_models_are_of_one_type():
    with pytest.raises(TypeError, match=r"y_true holds strings .* and predictions values of type int64"):
        comparison.bias_variance(["1", "0"], [[1, 0]], loss="0-1")


@pytest.mark.parametrize("far", [1e6, 1e8])
def test_bias_and_variance_do_not_hang_on_where_zero_is(far):
    true, predicted = np.random.default_rng(0).integers(0, 9, 5), np.random.default_rng(1).integers(0, 9, (3, 5))
    near = comparison.bias_variance(true, predicted)
    found = comparison.bias_variance(true + far, predicted + far)
    assert (found.loss, found.bias, found.variance) == pytest.approx((near.loss, near.bias, near.variance), rel=1e-12)


def test_a_level_beyond_which_no_number_lies_is_refused():
    with pytest.raises(ValueError, match="level is 1; expected a number above 0 and below 1"):
        comparison.proportion_interval(5, 10, level=1 - 1e-16)


@pytest.mark.parametrize("shape", [(30, 8), (40, 6), (2000, 3)])
def test_too_many_orders_are_refused_before_they_are_counted(shape, monkeypatch):
    monkeypatch.setattr(friedman_module, "permutations", lambda _: pytest.fail("it has begun to count"))
    with pytest.raises(ValueError, match="too many possible rankings"):
        comparison.friedman(np.random.default_rng(0).normal(size=shape), method="exact")


@pytest.mark.parametrize("rng", [True, np.True_], ids=repr)
def test_a_truth_value_is_no_seed(rng):
    with pytest.raises(TypeError, match=r"rng is .*True_?; expected None"):
        comparison.interval(confusion.accuracy, [0, 1], [0, 1], rng=rng)


def test_no_weights_may_be_bound():
    metric, samples = partial(confusion.accuracy, sample_weight=None), ([0, 1, 1], [0, 1, 0], [1, 1, 0])
    plain = comparison.interval(confusion.accuracy, *samples[:2], rng=0, rounds=50)
    assert comparison.interval(metric, *samples[:2], rng=0, rounds=50) == plain
    assert comparison.difference(metric, *samples, rng=0, rounds=50).value == pytest.approx(-1 / 3)
    assert comparison.permutation_test(metric, *samples, rng=0).p_value == 1

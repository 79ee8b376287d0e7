"""How rounds are scored: by sums where a metric is known to be a formula over sums, otherwise by calling it.

A scorer takes how often each sample is in each round, of shape (rounds, n), and returns one value a round. All give
what calling the metric with the drawn samples gives; where that is undefined, nan.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook import confusion, costs, curves, probabilities, ranking, regression, text
from evalbook._input import FloatArray
from evalbook._tally import Rows, near_1
from evalbook._undefined import ratio
from evalbook.comparison.metrics import Metric
from evalbook.confusion import Counts
from evalbook.probabilities import ProbabilityTally
from evalbook.ranking import RankingTally
from evalbook.regression import RegressionTally
from evalbook.text import BleuTally

__all__ = ["Scorer", "called", "counts_labels", "known", "scorer", "weighted"]

Scorer: TypeAlias = Callable[[NDArray[Any]], FloatArray]

# ---------------------------------------------------------------- calling the metric


def called(metric: Metric, arrays: list[Any], along: Mapping[str, Any]) -> Scorer:
    """Call the metric with the samples of each round."""
    drawn = [_drawer(array) for array in [*arrays, *along.values()]]
    weight = along.get("sample_weight")

    def values(times: NDArray[Any]) -> FloatArray:
        rounds = zip(*(draw(times) for draw in drawn), strict=True)
        weighs = np.ones(len(times)) if weight is None else times @ np.asarray(weight, dtype=np.float64)
        return np.array(
            [
                metric(*parts[: len(arrays)], **dict(zip(along, parts[len(arrays) :], strict=True)))
                if some
                else math.nan  # only samples of weight 0 were drawn
                for parts, some in zip(rounds, weighs, strict=True)
            ]
        )

    return values


def _drawer(array: Any) -> Callable[[NDArray[Any]], Iterable[Any]]:
    """What draws an array, once a round; of the rows of a tally, what each round adds up to."""
    if isinstance(array, Rows):
        return array.weighted
    pick, n = check.picker(array, "arrays")
    numbers = np.arange(n)
    return lambda times: (pick(np.repeat(numbers, each)) for each in times)


def weighted(metric: Metric, arrays: list[Any]) -> Scorer:
    """Call the metric with how often each sample was drawn as its weight: where there are few different samples."""
    return lambda times: np.array([metric(*arrays, sample_weight=each) for each in times])


# ---------------------------------------------------------------- sums over the samples


def _summable(table: NDArray[Any]) -> FloatArray:
    """The table as floats, if any n of its rows have a sum."""
    with np.errstate(over="ignore"):
        if not np.isfinite(np.abs(table).max() * float(len(table))):
            raise ValueError("arrays hold numbers whose sums exceed a float")
    return table.astype(np.float64, copy=False)


def _of_counts(formula: Callable[..., Any]) -> Callable[..., Scorer]:
    """A ratio of the four counts."""

    def build(
        y_true: ArrayLike, y_pred: ArrayLike, *, pos_label: Any = None, sample_weight: Any = None, **options: Any
    ) -> Scorer:
        table = _summable(Counts.rows(y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight).table)
        return lambda times: formula(Counts._made(*(times @ table).T), **options)

    return build


def _right(right: bool) -> Callable[..., Scorer]:
    """The share of the samples that are predicted right, or wrong: of any number of classes."""

    def build(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: Any = None) -> Scorer:
        true, predicted, weight = check.all_label_pairs(y_true, y_pred, sample_weight)
        each = np.ones(len(true)) if weight is None else weight
        table = _summable(np.column_stack([each * ((true == predicted) == right), each]))
        return lambda times: ratio(*(times @ table).T)

    return build


def _of_moments(formula: Callable[..., Any]) -> Callable[..., Scorer]:
    """A formula over the columns of a regression tally, divided by the weight: z, z², error, |error|, error²."""

    def build(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: Any = None) -> Scorer:
        table = _summable(RegressionTally.rows(y_true, y_pred, sample_weight=sample_weight).table)
        if table.shape[1] != 6:
            raise ValueError("y_true has several outputs, whose average is no formula over sums")

        def values(times: NDArray[Any]) -> FloatArray:
            weight, *sums = (times @ table).T
            result: FloatArray = formula(*(ratio(part, weight) for part in sums))
            return result

        return values

    return build


def _r2(z: FloatArray, z2: FloatArray, error: FloatArray, size: FloatArray, square: FloatArray) -> FloatArray:
    variance = z2 - z**2
    variance[variance <= 2**-46 * z2] = 0  # a sample drawn several times has no variance
    return 1 - np.asarray(ratio(square, variance))


def _of_probabilities(formula: Callable[..., Any]) -> Callable[..., Scorer]:
    """A mean over probabilities of two classes: log losses where they are finite, where not, and squared errors."""

    def build(y_true: ArrayLike, y_prob: ArrayLike, *, pos_label: Any = None, sample_weight: Any = None) -> Scorer:
        rows = ProbabilityTally.rows(y_true, y_prob, n_bins=1, pos_label=pos_label, sample_weight=sample_weight)
        table = _summable(rows.table[:, :4])

        def values(times: NDArray[Any]) -> FloatArray:
            *sums, weight = (times @ table).T
            result: FloatArray = formula(*(ratio(part, weight) for part in sums))
            return result

        return values

    return build


def _of_tallies(rows: Callable[..., Rows[Any]], score: Callable[..., Any], *options: str) -> Callable[..., Scorer]:
    """A formula over the sum of tallies; these options belong to the formula, the others to the rows."""

    def build(*arrays: Any, **given: Any) -> Scorer:
        scored = partial(score, **{name: given.pop(name) for name in options if name in given})
        counted = rows(*arrays, **given)
        return lambda times: np.array([scored(tally) for tally in counted.weighted(times)])

    return build


# ---------------------------------------------------------------- one sort


def _of_ranks(*, won: bool) -> Callable[..., Scorer]:
    """The share of pairs (positive, negative) that the positive wins, or loses: sort once, then add up the weights."""

    def build(y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, sample_weight: Any = None) -> Scorer:
        positive, score, _ = check.scored_truth(y_true, y_score, pos_label, None)
        weight = near_1(check.weights(sample_weight))
        rank = np.unique(score, return_inverse=True)[1] * (1 if won else -1)
        rising = np.argsort(rank, kind="stable")
        above, below = rising[positive[rising]], rising[~positive[rising]]
        fewer, up_to = (np.searchsorted(rank[below], rank[above], side) for side in ("left", "right"))
        ties = not np.array_equal(fewer, up_to)

        def values(times: NDArray[Any]) -> FloatArray:
            each = times if weight is None else times * weight
            beaten = np.zeros((len(times), len(below) + 1), dtype=each.dtype)
            np.cumsum(each[:, below], axis=1, out=beaten[:, 1:])
            of_positives = each[:, above]
            wins = beaten[:, fewer] + beaten[:, up_to] if ties else 2 * beaten[:, fewer]
            pairs = of_positives.sum(axis=1) * beaten[:, -1]
            return np.asarray(ratio(np.einsum("ij,ij->i", of_positives, wins) / 2, pairs))

        return values

    return build


# ---------------------------------------------------------------- which metric is scored how


class Known(NamedTuple):
    """A metric that is a formula over sums."""

    build: Callable[..., Scorer]
    options: frozenset[str]
    """Those that the formula knows; with others the metric is called."""


def _known(build: Callable[..., Scorer], *options: str) -> Known:
    return Known(build, frozenset(options))


_COSTS = ("cost_fn", "cost_fp")
_BLEU = ("weights", "smoothing", "smoothing_value", "effective_order")
KNOWN: Mapping[Callable[..., Any], Known] = {
    confusion.accuracy: _known(_right(True)),
    confusion.error_rate: _known(_right(False)),
    confusion.precision: _known(_of_counts(lambda counts: counts.precision), "pos_label"),
    confusion.recall: _known(_of_counts(lambda counts: counts.recall), "pos_label"),
    confusion.f1: _known(_of_counts(lambda counts: counts.f1), "pos_label"),
    confusion.f_beta: _known(_of_counts(lambda counts, beta: counts.f_beta(beta)), "pos_label", "beta"),
    confusion.specificity: _known(_of_counts(lambda counts: counts.specificity), "pos_label"),
    confusion.false_positive_rate: _known(_of_counts(lambda counts: counts.fpr), "pos_label"),
    confusion.false_negative_rate: _known(_of_counts(lambda counts: counts.fnr), "pos_label"),
    costs.cost_sensitive_error: _known(
        _of_counts(lambda counts, cost_fn, cost_fp: ratio(cost_fn * counts.fn + cost_fp * counts.fp, counts.total)),
        *("pos_label", *_COSTS),
    ),
    curves.roc_auc: _known(_of_ranks(won=True), "pos_label"),
    curves.rank_loss: _known(_of_ranks(won=False), "pos_label"),
    probabilities.log_loss: _known(
        _of_probabilities(lambda finite, infinite, _: np.where(infinite > 0, np.inf, finite)), "pos_label"
    ),
    probabilities.brier_score: _known(_of_probabilities(lambda finite, infinite, square: square), "pos_label"),
    regression.mean_squared_error: _known(_of_moments(lambda *moments: moments[4])),
    regression.root_mean_squared_error: _known(_of_moments(lambda *moments: np.sqrt(moments[4]))),
    regression.mean_absolute_error: _known(_of_moments(lambda *moments: moments[3])),
    regression.r2: _known(_of_moments(_r2)),
    ranking.hit_rate: _known(_of_tallies(RankingTally.rows, lambda tally: tally.hit_rate), "k"),
    ranking.hit_ratio: _known(
        _of_tallies(RankingTally.rows, lambda tally: tally.hit_ratio), "k", "n_relevant", "zero_division"
    ),
    ranking.mean_average_precision: _known(
        _of_tallies(RankingTally.rows, lambda tally: tally.mean_average_precision), "k", "n_relevant", "zero_division"
    ),
    ranking.mean_reciprocal_rank: _known(_of_tallies(RankingTally.rows, lambda tally: tally.mean_reciprocal_rank), "k"),
    text.corpus_bleu: _known(_of_tallies(BleuTally.rows, BleuTally.score, *_BLEU), "max_n", *_BLEU),
}
OF_LABELS = {
    *(confusion.accuracy, confusion.error_rate, confusion.precision, confusion.recall, confusion.f1, confusion.f_beta),
    *(confusion.specificity, confusion.false_positive_rate, confusion.false_negative_rate),
    *(confusion.balanced_accuracy, confusion.matthews_correlation, confusion.cohen_kappa, costs.cost_sensitive_error),
}
"""Metrics of labels: samples with the same labels are the same, so that there are few different ones."""


def counts_labels(metric: Metric) -> bool:
    """Whether samples with the same labels are the same to this metric."""
    return metric.is_ours and metric.function in OF_LABELS


def known(metric: Metric, arrays: list[Any], along: Mapping[str, Any]) -> Scorer | None:
    """The formula over sums that the metric is, if it is one."""
    found = KNOWN.get(metric.function) if metric.is_ours else None
    options = {name: value for name, value in metric.options.items() if (name, value) != ("average", "binary")}
    number: Any = math.nan
    if found and "zero_division" not in found.options:
        number = options.pop("zero_division", math.nan)
    if found is None or not options.keys() <= found.options:
        return None
    with contextlib.suppress(ValueError):  # weights, or numbers, whose sums exceed a float
        return partial(_filled, found.build(*arrays, **options, **along), math.nan if number == "warn" else number)
    return None


def _filled(values: Scorer, number: float, times: NDArray[Any]) -> FloatArray:
    found = np.asarray(values(times))
    return found if math.isnan(number) else np.where(np.isnan(found), float(number), found)


def scorer(metric: Metric, arrays: list[Any], along: Mapping[str, Any], *, few: bool = False) -> Scorer:
    """The fastest scorer of a metric; `few` says that each sample stands for many, which differ in nothing."""
    return known(metric, arrays, along) or (weighted(metric, arrays) if few else called(metric, arrays, along))


def __dir__() -> list[str]:
    return __all__

"""Score: the samples as they are by calling the metric, rounds by the formula that it bears, or by calling it, too.

A scorer takes how often each sample is in each round, of shape (rounds, n), and returns one value a round. All give
what calling the metric with the drawn samples gives; where that is undefined, nan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._formula import Scorer, formula_of
from evalbook._input import FloatArray
from evalbook._tally import Rows
from evalbook._undefined import no_warning, warn_undefined
from evalbook.comparison._metric import Metric
from evalbook.comparison._samples import total

# ---------------------------------------------------------------- the samples as they are


def scores_of_both(metric: Metric, arrays: list[Any]) -> tuple[float, float, float]:
    """The score of each model for the samples as they are, and their difference; it warns where there is none."""
    *truth, a, b = map(total, arrays)
    one = metric(*truth, a, **metric.along)
    with quiet() if math.isnan(one) else nullcontext():  # one warning is enough
        two = metric(*truth, b, **metric.along)
    if math.isnan(two - one):
        warn_of_undefined(metric, also=math.isinf(one))
    return one, two, two - one


def warn_of_undefined(metric: Metric, *, also: bool = False) -> None:
    if also or not metric.is_ours:  # ours have told why
        warn_undefined(
            "the metric is undefined (nan, or inf - inf) for the samples as they are, so there is no interval and no "
            "p-value (nan)"
        )


# ---------------------------------------------------------------- rounds


def score(scorer: Scorer, blocks: Iterable[NDArray[Any]]) -> FloatArray:
    """The score of each round."""
    with quiet():
        return np.concatenate([scorer(times) for times in blocks])


@contextmanager
def quiet() -> Iterator[None]:
    """Undefined rounds are counted, and need no warning; neither does inf - inf, which is one, nor what led to inf."""
    drawn = check.noting("The error was raised for drawn samples. If they have no score, let the metric return nan.")
    with no_warning(), np.errstate(over="ignore", invalid="ignore"), drawn:
        yield


def gain_scorer(metric: Metric, samples: list[Any]) -> Scorer:
    """What scores by how much the second of two models is better in each round; they share the other samples."""
    *shared, a, b = samples
    score_a, score_b = (scorer(metric, [*shared, model], metric.along) for model in (a, b))
    return lambda times: score_b(times) - score_a(times)


def scorer(metric: Metric, arrays: list[Any], along: Mapping[str, Any]) -> Scorer:
    """The fastest scorer of a metric."""
    return by_formula(metric, arrays, along) or by_calls(metric, arrays, along)


def by_formula(metric: Metric, arrays: list[Any], along: Mapping[str, Any]) -> Scorer | None:
    """The scorer that the metric's formula makes, if it bears one, and these options leave it one."""
    formula = formula_of(metric.function)
    if formula is None:
        return None
    options = signature(metric.function).parameters.values()
    defaults = {one.name: one.default for one in options if one.default is not one.empty}
    found: Scorer | None = formula.rounds(*metric.by_place(arrays), **defaults | metric.options | dict(along))
    if found is None or "sample_weight" not in along:
        return found
    score, weighs = found, _weighs(arrays, along)
    return lambda times: np.where(weighs(times), score(times), math.nan)


def _weighs(arrays: list[Any], along: Mapping[str, Any]) -> Callable[[NDArray[Any]], NDArray[np.bool_]]:
    """What tells which rounds have drawn a sample of positive weight, or rows that add anything."""
    counts = [array._count() for array in arrays if isinstance(array, Rows)]
    if "sample_weight" in along:
        counts.append(np.asarray(along["sample_weight"]) > 0)
    some = [count.astype(np.float64) for count in counts if not count.all()]
    return lambda times: np.all([np.ones(len(times)), *(times @ count for count in some)], axis=0)


def by_calls(metric: Metric, arrays: list[Any], along: Mapping[str, Any]) -> Scorer:
    """Call the metric with the samples of each round."""
    metric.know_classes(arrays)
    drawn, weighs = [_drawer(array) for array in [*arrays, *along.values()]], _weighs(arrays, along)

    def score(*parts: Any) -> float:
        return metric(*parts[: len(arrays)], **dict(zip(along, parts[len(arrays) :], strict=True)))

    def values(times: NDArray[Any]) -> FloatArray:
        found, some = np.full(len(times), math.nan), weighs(times)
        found[some] = [score(*parts) for parts in zip(*(draw(times[some]) for draw in drawn), strict=True)]
        return found

    return values


def _drawer(array: Any) -> Callable[[NDArray[Any]], Iterable[Any]]:
    """What draws an array, once a round; of the rows of a tally, what each round adds up to."""
    if isinstance(array, Rows):
        return array._weighted
    pick, n = check.picker(array, "arrays")
    numbers = np.arange(n)
    return lambda times: (pick(np.repeat(numbers, each)) for each in times)

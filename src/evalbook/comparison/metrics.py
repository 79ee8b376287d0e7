"""The metric that a user hands in: what is bound in it, what it may not be, and what it must return."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence, Sized
from functools import partial
from typing import Any

import numpy as np

from evalbook import _input as check
from evalbook import curves, probabilities, ranking, regression, text

__all__ = ["Metric", "require_takes"]

ONE_SENTENCE = "it scores a single sentence, whose words are no sample: see corpus_bleu, or hand in the rows of a tally"
REFUSED: Mapping[Callable[..., Any], str] = {
    regression.max_error: "the largest error of a round is never above that of the sample, so rounds say nothing of "
    "how much larger it may be: choose a mean, or a quantile such as median_absolute_error",
    **dict.fromkeys((text.bleu, text.rouge_n, text.rouge_l, text.rouge_lsum, text.lcs_length), ONE_SENTENCE),
}
"""Metrics of which no draw of samples can give an interval, and why."""
OF_CLASSES = (probabilities.log_loss, probabilities.brier_score, curves.multiclass_roc_auc)
"""They take the classes from the truth, of which a round may miss one."""


class Metric:
    """A function of arrays that returns a number; what ``functools.partial`` has bound in it is taken apart.

    `options` are the same in every round. `along` are arrays with one entry a sample, such as ``sample_weight``: they
    are drawn along.
    """

    def __init__(self, metric: Any, arrays: list[Any], n: int) -> None:
        self.function, bound = metric, {}
        if isinstance(metric, partial):
            _refuse_rows(dict(enumerate(metric.args)), n)
            self.function, bound = partial(metric.func, *metric.args) if metric.args else metric.func, metric.keywords
        self.along = {name: value for name, value in bound.items() if self._is_drawn(name, value)}
        self.options = {name: value for name, value in bound.items() if name not in self.along}
        self._refuse_what_cannot_be_drawn(arrays, n)
        require_takes(self.function, "metric", arrays, self.options | self.along)

    @property
    def is_ours(self) -> bool:
        """Whether it is a metric of this package, whose options are known, and which warns where it is undefined."""
        return str(getattr(self.function, "__module__", "")).startswith("evalbook.")

    def _is_drawn(self, name: str, value: Any) -> bool:
        of_queries = self.is_ours and name in ("n_relevant", "ideal") and check.is_collection(value)
        return value is not None and (name == "sample_weight" or of_queries)

    def _refuse_what_cannot_be_drawn(self, arrays: list[Any], n: int) -> None:
        reason = next((why for function, why in REFUSED.items() if function is self.function), None)
        if self.function is regression.minkowski_error and self.options.get("k") == math.inf:
            reason = REFUSED[regression.max_error]
        if reason:
            raise ValueError(f"metric is {self.function.__name__}; {reason}")
        if not self.is_ours:
            _refuse_rows(self.options, n)
        elif self.function.__module__.startswith(ranking.__name__) and np.ndim(arrays[0][0]) == 0:
            raise ValueError("arrays hold a single query; expected a list of queries: these are what is drawn")

    def __call__(self, *arrays: Any, **along: Any) -> float:
        """The metric of such arrays."""
        value = self.function(*arrays, **self.options, **along)
        value = check.plain(value) if isinstance(value, np.ndarray | np.generic) else value
        if not check.is_real(value):
            raise TypeError(
                f"metric returns a {type(value).__name__}; expected one number: choose an average, or hand in a "
                f"function that makes one of it, as in lambda *arrays: metric(*arrays).mean()"
            )
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf

    def know_classes(self, arrays: list[Any]) -> None:
        """Bind the classes that the samples have, so that a round without one of them is undefined and no error."""
        if self.function in OF_CLASSES and np.ndim(arrays[1]) == 2 and self.options.get("labels") is None:
            found = check.distinct(check.labels(arrays[0], "y_true"))
            if len(found) == np.shape(arrays[1])[1]:
                self.options["labels"] = found


def require_takes(function: Callable[..., Any], name: str, arrays: Sequence[Any], options: Mapping[str, Any]) -> None:
    """Raise unless a function, which is called `name`, takes so many arrays and these options."""
    if not callable(function):
        raise TypeError(f"{name} is of type {type(function).__name__}; expected a function of the arrays")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of some functions in C there is none
        return
    try:
        signature.bind(*arrays, **options)
    except TypeError as error:
        raise TypeError(f"{name} cannot be called with {len(arrays)} arrays and its options: {error}") from None


def _refuse_rows(bound: Mapping[Any, Any], n: int) -> None:
    """Raise where an array that is bound in a partial may hold one entry a sample: it would stay as it is."""
    for name, value in bound.items():
        if name != "labels" and check.is_collection(value) and isinstance(value, Sized) and len(value) == n:
            raise ValueError(
                f"metric has {name!r} bound in it, with as many entries as there are samples, and they would not be "
                f"drawn along; hand it in as one more of the arrays, or write a function that takes it"
            )


def __dir__() -> list[str]:
    return __all__

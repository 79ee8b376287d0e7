"""The metric that a user hands in: what is bound in it, what it may not be, and what it must return."""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from evalbook import _input as check
from evalbook import curves, probabilities, ranking, regression
from evalbook._formula import NoFormula, formula_of
from evalbook._tally import Rows

OF_CLASSES = (probabilities.log_loss, probabilities.brier_score, curves.multiclass_roc_auc)
"""They take the classes from the truth, of which a round may miss one."""


class Metric:
    """A function of arrays that returns a number; what ``functools.partial`` has bound in it is taken apart.

    `options` are the same in every round. So is what is bound in one of our metrics where it would take an array, such
    as one n for all tasks: the arrays take the places beside it. `along` are arrays with one entry a sample, such as
    ``sample_weight``: they are drawn along.
    """

    def __init__(self, metric: Any, arrays: list[Any], n: int) -> None:
        self.function, bound = metric, {}
        if isinstance(metric, partial):
            _refuse_samples(dict(enumerate(metric.args)), lambda _, values: _length(values) == n)
            self.function, bound = partial(metric.func, *metric.args) if metric.args else metric.func, metric.keywords
        self.along = {name: value for name, value in bound.items() if self._is_drawn(name, value)}
        self.options = {name: value for name, value in bound.items() if name not in self.along}
        self._refuse_what_cannot_be_drawn(arrays, n)
        self._between = self._bound_between(len(arrays))
        require_takes(
            self.function, "metric", self.by_place(arrays), self.options | self.along, bound=len(self._between)
        )

    @property
    def is_ours(self) -> bool:
        return is_ours(self.function)

    def _is_drawn(self, name: str, value: Any) -> bool:
        of_queries = self.is_ours and name in ("n_relevant", "ideal") and check.is_collection(value)
        return value is not None and (name == "sample_weight" or of_queries)

    def _refuse_what_cannot_be_drawn(self, arrays: list[Any], n: int) -> None:
        largest = self.function is regression.minkowski_error and self.options.get("k") == math.inf
        formula = formula_of(regression.max_error if largest else self.function)
        if isinstance(formula, NoFormula) and not formula.drawn:
            raise ValueError(f"metric is {self.function.__name__}; {formula.why}")
        if not self.is_ours:
            _refuse_samples(
                self.options,
                lambda name, values: _length(values) == n and not (name == "labels" and _names_classes(values, arrays)),
            )
            return
        positional = _positional(self.function)
        _refuse_samples(self.options, lambda name, _: name in positional)
        if self.function.__module__.startswith(ranking.__name__) and np.ndim(arrays[0][0]) == 0:
            raise ValueError(
                "arrays hold a single query; expected a list of several queries, because the queries are drawn again"
            )

    def _bound_between(self, arrays: int) -> dict[int, Any]:
        """Take from the options what is bound before the last of so many arrays, by its place."""
        found: dict[int, Any] = {}
        for place, name in enumerate(_positional(self.function) if self.is_ours else ()):
            if name in self.options and place < arrays + len(found):
                found[place] = self.options.pop(name)
        return found

    def by_place(self, arrays: Sequence[Any]) -> list[Any]:
        """The arguments: the arrays, and what is bound between them."""
        found = list(arrays)
        for place, value in self._between.items():
            found.insert(place, value)
        return found

    def __call__(self, *arrays: Any, **along: Any) -> float:
        """The metric of such arrays."""
        value = self.function(*self.by_place(arrays), **self.options, **along)
        value = check.plain(value) if isinstance(value, np.ndarray | np.generic) else value
        if not check.is_real(value):
            raise TypeError(
                f"metric returns {check.kind_of(value)}; expected one number: choose an average, or hand in a "
                f"function that returns one number, such as lambda *arrays: metric(*arrays).mean()"
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


def is_ours(function: Any) -> bool:
    """Whether it is a function of this package: options are known then, and it warns where it is undefined.

    What calls itself as ours is called is not, such as a wrapper (``functools.wraps``).
    """
    module, name = (str(getattr(function, part, "")) for part in ("__module__", "__name__"))
    return module.startswith("evalbook.") and getattr(sys.modules[module], name, None) is function


def require_takes(
    function: Callable[..., Any], name: str, arrays: Sequence[Any], options: Mapping[str, Any], *, bound: int = 0
) -> None:
    """Raise unless a function, which is called `name`, takes so many arrays, of which some are bound, and options."""
    if not callable(function):
        raise TypeError(f"{name} is of type {type(function).__name__}; expected a function that takes the arrays")
    try:
        # another wrapper may take what the wrapped does not
        signature = inspect.signature(function, follow_wrapped=is_ours(function))
    except (TypeError, ValueError):  # of some functions in C there is none
        return
    try:
        signature.bind(*arrays, **options)
    except TypeError as error:
        raise TypeError(f"{name} cannot be called with {len(arrays) - bound} arrays and its options: {error}") from None


def _positional(function: Callable[..., Any]) -> list[str]:
    """The parameters of one of our metrics that take the samples, or a number such as k."""
    parameters = inspect.signature(function).parameters.values()
    return [one.name for one in parameters if one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD]


def _refuse_samples(bound: Mapping[Any, Any], of_samples: Callable[[Any, Any], bool]) -> None:
    """Raise where an array that is bound in a partial holds one entry a sample: it would stay as it is."""
    for name, value in bound.items():
        if check.is_collection(value) and of_samples(name, value):
            raise ValueError(
                f"metric has {name!r} bound in it, which has an entry for each sample that would not be drawn along; "
                f"expected all samples among the arrays: hand it in as one more of the arrays, and write a "
                f"function that takes it"
            )


def _length(values: Any) -> int | None:
    """How many entries there are, of a sparse matrix how many rows; None of what cannot say so."""
    try:
        return int(values.shape[0]) if hasattr(values, "shape") else len(values)
    except TypeError:
        return None


def _names_classes(values: Any, arrays: list[Any]) -> bool:
    """Whether these are the classes, each once, rather than a label of each sample: the samples have no others."""
    try:
        names, found = (np.ravel(each).tolist() for each in (values, arrays[0]))
        return len({*names}) == len(names) and (isinstance(arrays[0], Rows) or {*found} <= {*names})
    except (TypeError, ValueError):  # entries that are no labels
        return False

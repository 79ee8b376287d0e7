"""Drawing the samples again: what is drawn, who scores it, and the bounds that follow from the rounds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._formula import formula_of
from evalbook._input import FloatArray
from evalbook._rounding import rounding
from evalbook._tally import Kinds, Rows, Tally, stacked
from evalbook._undefined import no_warning, warn, warn_undefined
from evalbook.comparison._bounds import Method, Rounds, acceleration
from evalbook.comparison._draws import Design, Draws, shown
from evalbook.comparison._group_tally import GroupTally
from evalbook.comparison._metric import Metric
from evalbook.comparison._scorers import scorer

MOST = 10**7
"""Rounds; their values alone then take 80 MB."""
FEWEST = 20
"""Fewer rounds lie all on one side of a sound estimate too often."""


class Task:
    """What is drawn, and who scores it: one or two models, each by the last of its arrays; the others are shared."""

    def __init__(
        self, metric: Metric, arrays: list[Any], models: int, design: Design, rng: np.random.Generator
    ) -> None:
        arrays, design, copies = reduced(metric, arrays, design)
        shared, last = arrays[:-models], arrays[-models:]
        self.draws = Draws(design, rng, copies, poisson=isinstance(arrays[0], Kinds))
        self.scorers = [scorer(metric, [*shared, model], metric.along) for model in last]

    def bounds(
        self, scores: tuple[float, ...], level: float, method: Method, rounds: int, progress: bool
    ) -> tuple[float, float, float, int]:
        """Low, high, p-value, and how many rounds are undefined; the last of the scores is the estimate."""
        found = self._scores(shown(self.draws.blocks(rounds), rounds, progress))
        defined = found[~np.isnan(found)]
        undefined = rounds - len(defined)
        if undefined > (1 - level) / 2 * rounds:
            warn_undefined(
                f"the metric is undefined in {undefined:,} of {rounds:,} rounds, more than the bounds at "
                f"level={level:g} leave out: no interval, nan. More samples help, or stratify= where a class is rare"
            )
            return math.nan, math.nan, math.nan, undefined
        accelerated = self._acceleration() if method == "bca" else math.nan
        bounded = Rounds(defined, scores[-1], method, accelerated, within=rounding(scores))
        if not warned_of_another_score(scores, self._once_more(), defined):
            _warn_of_estimate_outside(bounded, level)
        low, high = bounded.bounds(level)
        if math.isnan(low + high):
            warn_undefined(
                "rounds that do not lie on both sides of the estimate, or a metric that is undefined without some "
                'sample, have no bounds by "bca" or "basic", nan. For a share of samples see proportion_interval'
            )
            return math.nan, math.nan, math.nan, undefined
        return low, high, bounded.p_value(), undefined

    def _acceleration(self) -> float:
        """BCa's a, from what the metric is without each sample."""
        copies = np.ones(len(self.draws.stratum)) if self.draws.copies is None else self.draws.copies
        return acceleration(self._scores(self.draws.left_out()), copies, self.draws.stratum)

    def _once_more(self) -> float:
        """The score of a round that holds each sample once: it should be the estimate."""
        return float(self._scores([self.draws.whole[np.newaxis]])[0])

    def _scores(self, blocks: Iterable[NDArray[Any]]) -> FloatArray:
        """The score of the model, or the difference of the two, in each round."""
        with quiet():
            *a, b = np.concatenate([[score(times) for score in self.scorers] for times in blocks], axis=1)
            return np.asarray(b - a[0] if a else b)


def warned_of_another_score(scores: tuple[float, ...], again: float, rounds: FloatArray) -> bool:
    """Warn where the same samples have another score in a round than as they were handed in; whether they have."""
    value = scores[-1]
    if again == value or abs(again - value) <= max(rounding(scores), 1000 * rounding(rounds)):
        return False
    warn(
        f"metric gives {value:.6g} for the samples as they are, and {again:.6g} for the same samples in a round; "
        f"expected one value: it depends on chance, on the type of its arguments, or it changes them. What is said of "
        f"the rounds does not hold for the estimate"
    )
    return True


def _warn_of_estimate_outside(rounds: Rounds, level: float) -> None:
    low, high = rounds.percentiles(max(level, 0.95))  # most narrower ones leave out some sound estimates
    if len(rounds.values) < FEWEST or low - rounds.within <= rounds.value <= high + rounds.within:
        return
    warn(
        f"the estimate, {rounds.value:.6g}, lies outside the percentile interval of its own rounds, {low:.6g} to "
        f"{high:.6g}. Either drawing the samples again biases the metric, as it does a calibration error, a maximum or "
        f"a median of few values: then the interval is off by that bias. Or the metric uses samples that are not drawn "
        f"along, in a closure, a dict or an object: then hand these in as one more of the arrays"
    )


@contextmanager
def quiet() -> Iterator[None]:
    """Undefined rounds are counted, and need no warning; neither does inf - inf, which is one, nor what led to inf."""
    with no_warning(), np.errstate(over="ignore", invalid="ignore"):
        try:
            yield
        except Exception as error:
            error.add_note("It was raised for samples that were drawn: where these have no score, return nan.")
            raise


def reduced(metric: Metric, arrays: list[Any], design: Design) -> tuple[list[Any], Design, NDArray[np.intp] | None]:
    """One sample of each kind, and how many there are of it, where labels are all that counts and kinds are few."""
    if isinstance(arrays[0], Kinds):
        return arrays, design, arrays[0].copies
    formula = formula_of(metric.function)
    if not (formula and formula.of_labels) or metric.along or design.grouped:
        return arrays, design, None
    labels = [check.labels(array, "arrays") for array in arrays]
    code = design.stratum
    for array in labels:
        number = np.unique(array, return_inverse=True)[1]
        code = np.unique(code * (number.max() + 1) + number, return_inverse=True)[1]
    _, first, copies = np.unique(code, return_index=True, return_counts=True)
    if 4 * len(first) > len(code):
        return arrays, design, None
    return [array[first] for array in labels], Design(np.arange(len(first)), design.stratum[first]), copies


def columns(**named: Any) -> tuple[list[Any], int]:
    """Arrays of one length, each as it can be drawn from, and that length; tallies of groups go by their names."""
    arrays = [
        _column(values.tallies if isinstance(values, GroupTally) else values, name) for name, values in named.items()
    ]
    _require_same_groups(
        {name: named[name] for name, array in zip(named, arrays, strict=True) if isinstance(array, Rows)}
    )
    lengths = {
        name: len(array) if isinstance(array, Rows) else check.picker(array, name)[1]
        for name, array in zip(named, arrays, strict=True)
    }
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"different lengths: {found}; expected one entry per sample in each")
    return arrays, next(iter(lengths.values()))


def _column(values: Any, name: str) -> Any:
    """Lists of numbers as arrays, which are picked from faster; lists of tallies as rows; whatever else as it is."""
    if isinstance(values, Rows) or hasattr(values, "shape"):
        return values
    if isinstance(values, Tally):
        raise ValueError(
            f"{name} is a finished {type(values).__name__}, which has forgotten its samples; hand in their rows, or a "
            f"list of tallies of parts that were drawn as a whole, such as one a user"
        )
    values = check.sequence(values, name, "samples")
    kinds = {kind: issubclass(kind, Tally) for kind in set(map(type, values))}
    if not any(kinds.values()):
        of_numbers = all(issubclass(kind, int | float | np.number | np.bool_) for kind in kinds)
        return np.asarray(values) if of_numbers else values
    for place, value in enumerate(values):
        if not isinstance(value, Tally):
            raise TypeError(f"{name}[{place}] is of type {type(value).__name__} beside tallies; expected tallies alone")
    return stacked(values)


def count_of(rounds: Any) -> int:
    return check.integer(rounds, "rounds", at_least=1, at_most=MOST)


def whole(array: Any) -> Any:
    return array.sum() if isinstance(array, Rows) else array


def pair(y_true: Any, a: Any, b: Any) -> tuple[list[Any], int]:
    """What is drawn of two models: the truth, if there is one, and both predictions, whose columns go by name."""
    b = check.in_columns_of(a, b, "a", "b")
    drawn, n = columns(**({"a": a, "b": b} if y_true is None else {"y_true": y_true, "a": a, "b": b}))
    one, two = drawn[-2:]
    if isinstance(one, Rows) != isinstance(two, Rows):
        raise TypeError(
            f"a is of type {type(a).__name__} and b {type(b).__name__}; expected tallies in both or neither"
        )
    return drawn, n


def _require_same_groups(tallies: dict[str, Any]) -> None:
    """Raise unless all or none have names, which are those of the same groups: then they stand in one order."""
    for (first, a), (name, b) in pairwise(tallies.items()):
        if isinstance(a, GroupTally) != isinstance(b, GroupTally):
            raise TypeError(
                f"{first} is a {type(a).__name__} and {name} a {type(b).__name__}; expected a GroupTally in both"
            )
        if isinstance(a, GroupTally) and a.groups != b.groups:
            alone = {first: {*a.groups} - {*b.groups}, name: {*b.groups} - {*a.groups}}
            found = " and ".join(
                f"{check.shown(check.in_order(groups))} only in {one}" for one, groups in alone.items()
            )
            raise ValueError(
                f"{first} and {name} hold tallies of other groups: {found}; expected those of the same groups"
            )


def scores_of_both(metric: Metric, arrays: list[Any]) -> tuple[float, float, float]:
    """The score of each model for the samples as they are, and their difference; it warns where there is none."""
    *truth, a, b = map(whole, arrays)
    one = metric(*truth, a, **metric.along)
    with quiet() if math.isnan(one) else nullcontext():  # one warning is enough
        two = metric(*truth, b, **metric.along)
    if math.isnan(two - one):
        warn_of_undefined(metric, also=math.isinf(one))
    return one, two, two - one


def warn_of_undefined(metric: Metric, *, also: bool = False) -> None:
    if also or not metric.is_ours:  # ours have told why
        warn_undefined("the metric is undefined (nan, or inf - inf) for the samples as they are: no interval, nan")

"""A cheat sheet whose facts are computed: what a row says of a metric is refuted, or shown.

A row states a formula, a range, when the metric is undefined, which tally adds, and the call of another library. All of
it is tried on drawn samples, and a fact that they refute raises :class:`RefutedError`. Which direction is better,
whether the class mix moves the value and what gives an interval is not stated but found.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
from IPython.display import Markdown
from numpy.typing import NDArray

from evalbook import comparison
from evalbook._formula import NoFormula, formula_of
from evalbook.teaching.pages._tables import with_minus

NEARLY = 1e-9
CLOSE, FAR = 0.02, 10.0
"""How near a sample must come to an end of the range that none reaches, and how far where there is no end."""
SIGNS = {
    "−": "-",
    "·": "*",
    "²": "**2",
    "³": "**3",
    "^": "**",
    "√": "sqrt",
    "½": "0.5",
    "∞": "inf",
    " = ": " == ",
}
SAID = {**vars(np), "ln": np.log}
"""The words of formulas."""


class RefutedError(AssertionError):
    """A fact of the sheet that a computation refutes."""


@dataclass(frozen=True)
class Samples:
    """What the facts of one table are tried on."""

    drawn: Sequence[tuple[Any, ...]]
    """The arrays of each sample; the first is a usual one, the others are small, so that all edges are among them."""
    names: str
    """What a call of another library names these arrays."""
    best: Callable[..., tuple[Any, ...]]
    """The arrays of the same sample with the best prediction."""
    letters: Callable[..., Mapping[str, Any]] = lambda *arrays: {}
    """What formulas may name."""
    mix: Callable[..., tuple[Any, ...]] | None = None
    """The same sample with every negative twice; None where there are no two classes."""
    rows: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """What makes rows of the arrays, by name."""
    peers: Mapping[str, Any] = field(default_factory=dict)
    """The functions of other libraries."""

    def named(self, sample: tuple[Any, ...]) -> dict[str, Any]:
        """The arrays by name."""
        return dict(zip(self.names.split(), sample, strict=True))


@dataclass(frozen=True)
class Facts:
    """What is said of one metric."""

    function: Callable[..., Any]
    formula: str
    """In plain notation, which is computed; or words, with `by` to compute them."""
    low: float
    high: float
    chapter: str
    """The chapter that teaches it, without its ending."""
    undefined: str = ""
    """The condition, in the same notation; empty for never."""
    peer: str = ""
    """The call of another library."""
    differs: str = ""
    """What is another convention there, with {ours} and {theirs} in place of the numbers of a sample."""
    adds: str = ""
    """The name of rows, and the formula over their sum: "Counts: tally.precision"."""
    options: Mapping[str, Any] = field(default_factory=dict)
    of: Callable[[Any], Any] | None = None
    """What makes one number of what the function returns."""
    by: Callable[..., Any] | None = None
    aim: str = ""
    """What a good value is near, where it may be too high as well as too low."""

    @property
    def name(self) -> str:
        """The module and the function."""
        return f"{self.function.__module__.split('.')[1]}.{self.function.__name__}"

    def call(self, *arrays: Any) -> float:
        """The metric of such arrays."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = self.function(*arrays, **self.options)
            return float(value if self.of is None else self.of(value))


def sheet(samples: Samples, *rows: Facts) -> Markdown:
    """The table of these metrics, after everything in it was tried on the samples."""
    columns = {
        "Metric": _metric,
        "Formula": _formula,
        "Range": _range,
        "Undefined": _undefined,
        "Adds": _adds,
        "Interval": _interval,
        "Elsewhere": _elsewhere,
    }
    if samples.mix:
        columns["Class mix"] = _mix
    table = [list(columns), ["---"] * len(columns)]
    for row in rows:
        cells = (column(row, samples) for column in columns.values())
        table.append([cell.replace("|", r"\|") for cell in cells])
    return Markdown("\n".join(f"| {' | '.join(cells)} |" for cells in table))  # type: ignore[no-untyped-call]


# ---------------------------------------------------------------- what is stated


def _metric(row: Facts, samples: Samples) -> str:
    options = ", ".join(
        f"{name}={value!r}"
        for name, value in row.options.items()
        if np.ndim(value) == 0
    )
    shown = f" `{options}`" if options else ""
    chapter = f"[](/book/{row.chapter}.ipynb)"
    return f"{{py:func}}`~evalbook.{row.name}`{shown} {chapter}"


def _formula(row: Facts, samples: Samples) -> str:
    for sample, value in _defined(row, samples):
        right = (
            row.by(*sample)
            if row.by
            else evaluate(row.formula, samples.letters(*sample))
        )
        _require(
            row,
            _same(value, right),
            f"the formula {row.formula} gives {right}, the function {value}",
            sample,
        )
    return row.formula.replace("*", r"\*")


def _range(row: Facts, samples: Samples) -> str:
    values = np.array(list(_with_best(row, samples)))
    low, high = np.nanmin(values), np.nanmax(values)
    _require(
        row,
        row.low - NEARLY <= low and high <= row.high + NEARLY,
        f"a sample has {low}, another {high}",
    )
    ends = [
        _end(row, row.low, low, "above "),
        _end(row, row.high, high, "below "),
    ]
    better = f"near {row.aim}" if row.aim else _direction(values)
    return f"{ends[0]} to {ends[1]}; {better} is better"


def _end(row: Facts, end: float, nearest: float, beside: str) -> str:
    """An end of the range, which some sample reaches, or comes near to."""
    near = (
        abs(end - nearest) < CLOSE
        if math.isfinite(end)
        else abs(nearest) > FAR
    )
    _require(row, near, f"{end} is not reached: the nearest is {nearest}")
    return (
        _number(end)
        if math.isinf(end) or _same(end, nearest)
        else beside + _number(end)
    )


def _undefined(row: Facts, samples: Samples) -> str:
    condition, seen = row.undefined or "0", False
    for sample in samples.drawn:
        said = bool(evaluate(condition, samples.letters(*sample)))
        value, seen = row.call(*sample), seen or said
        _require(
            row,
            said == math.isnan(value),
            f"undefined when {row.undefined or 'never'}, but it is {value}",
            sample,
        )
    _require(row, seen or not row.undefined, f"no sample has {row.undefined}")
    return f"when {row.undefined}" if row.undefined else "never"


def _adds(row: Facts, samples: Samples) -> str:
    if not row.adds:
        return "no"
    name, formula = row.adds.split(": ")
    for sample, value in _defined(row, samples):
        rows = samples.rows[name](*sample)
        whole = (
            rows[: len(rows) // 2].sum() + rows[len(rows) // 2 :].sum()
            if len(rows) > 1
            else rows[0]
        )
        found = eval(formula, {"tally": whole})
        _require(
            row,
            _same(value, found),
            f"{formula} gives {found}, the function {value}",
            sample,
        )
    kind = type(whole)
    return f"{{py:class}}`~evalbook.{kind.__module__.split('.')[1]}.{kind.__name__}`"


def _elsewhere(row: Facts, samples: Samples) -> str:
    if not row.peer:
        return "none"
    told = ""
    for sample, value in _defined(row, samples):
        theirs = _of_peer(row, samples, sample)
        if not _same(value, theirs):
            _require(
                row,
                row.differs,
                f"{row.peer} gives {theirs}, the function {value}",
                sample,
            )
            told = told or "; " + row.differs.format(
                ours=_number(value), theirs=_number(theirs)
            )
    _require(row, told or not row.differs, f"{row.peer} never differs")
    undefined = [
        _of_peer(row, samples, sample)
        for sample in samples.drawn
        if math.isnan(row.call(*sample))
    ]
    return f"`{row.peer}`{told}{_where_undefined(undefined)}"


def _of_peer(row: Facts, samples: Samples, sample: tuple[Any, ...]) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(
                eval(row.peer, dict(samples.peers), samples.named(sample))
            )
        except (ValueError, ZeroDivisionError, IndexError):
            return -math.inf


def _where_undefined(theirs: Sequence[float]) -> str:
    """What the other library says where the metric is undefined."""
    finite = [value for value in theirs if math.isfinite(value)]
    words = sorted({_number(value) for value in finite})
    if not {"0", "1"}.issuperset(words):
        words = [
            f"up to {max(finite):.0e}".replace("+", "")
            if max(finite) > 1e6
            else "a number"
        ]
    words += ["nan"] * any(map(math.isnan, theirs)) + ["an error"] * (
        -math.inf in theirs
    )
    return f"; where undefined: {' or '.join(words)}" if words else ""


# ---------------------------------------------------------------- what is found


def _direction(values: NDArray[np.float64]) -> str:
    gains = np.diff(values[~np.isnan(values).any(axis=1)])
    higher, lower = (gains >= -NEARLY).all(), (gains <= NEARLY).all()
    if higher == lower:
        return "neither"
    return "higher" if higher else "lower"


def _with_best(row: Facts, samples: Samples) -> Iterator[tuple[float, float]]:
    """The value of each sample, and that of its best prediction."""
    for sample, value in _defined(row, samples):
        yield value, row.call(*samples.best(*sample))


def _mix(row: Facts, samples: Samples) -> str:
    assert samples.mix is not None
    for sample, value in _defined(row, samples):
        more = row.call(*samples.mix(*sample))
        if not _same(value, more):
            return "moves"
    return "stays"


def _interval(row: Facts, samples: Samples) -> str:
    first = samples.drawn[0]
    metric = (
        partial(row.function, **row.options) if row.of is None else row.call
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            comparison.interval(metric, *first, rounds=9, rng=0)
    except (TypeError, ValueError):
        return "none"
    # The interval draws sums again, and does not call the metric again.
    by_sums = not isinstance(formula_of(row.function), NoFormula | None)
    sums = " (by sums)" if by_sums and row.of is None else ""
    found = ["{py:func}`~evalbook.comparison.interval`" + sums]
    if share := _share(row, samples):
        _require(
            row,
            _same(
                comparison.proportion_interval(*share).value, row.call(*first)
            ),
            "it is no proportion",
        )
        found.append("{py:func}`~evalbook.comparison.proportion_interval`")
    if row.function.__name__ == "roc_auc" and not row.options:
        _require(
            row,
            _same(comparison.delong(*first).areas[0], row.call(*first)),
            "DeLong's area is another",
        )
        found.append("{py:func}`~evalbook.comparison.delong`")
    return ", ".join(found)


def _share(row: Facts, samples: Samples) -> tuple[int, int] | None:
    """The two counts of a share of samples: those above the line are some of those below."""
    above, _, below = (
        part.strip("() ") for part in row.formula.partition(" / ")
    )
    terms = [part.split(" + ") for part in (above, below)]
    if not all(
        re.fullmatch(r"[TF][PN]", term) for term in chain(*terms)
    ) or not set(terms[0]) < set(terms[1]):
        return None
    letters = samples.letters(*samples.drawn[0])
    return int(evaluate(above, letters)), int(evaluate(below, letters))


# ---------------------------------------------------------------- how it is tried


def evaluate(text: str, letters: Mapping[str, Any]) -> Any:
    """The value of a formula in plain notation: 2TP / (2TP + FP + FN), mean((ŷ − y)²), mean(|ŷ − y|)."""
    for sign, code in SIGNS.items():
        text = text.replace(sign, code)
    text = re.sub(r"\|([^|]+)\|", r"abs(\1)", text)
    text = re.sub(r"(?<![\w.])(\d+)(?=[^\W\d_])", r"\1*", text)
    with np.errstate(all="ignore"):
        return eval(text, dict(SAID), dict(letters))


def _defined(
    row: Facts, samples: Samples
) -> Iterator[tuple[tuple[Any, ...], float]]:
    for sample in samples.drawn:
        value = row.call(*sample)
        if not math.isnan(value):
            yield sample, value


def _same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=NEARLY, abs_tol=NEARLY)


def _require(row: Facts, holds: Any, reason: str, sample: Any = None) -> None:
    if not holds:
        raise RefutedError(
            f"{row.name}: {reason}"
            + (f", of {sample}" if sample is not None else "")
        )


def _number(value: float) -> str:
    return {math.inf: "∞", -math.inf: "−∞"}.get(value) or with_minus(
        f"{value:.4g}"
    )

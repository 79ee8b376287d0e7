"""Anything at all, thrown at every public function: only what is documented may come out.

Each call starts from a valid one of the shared table and is spoiled in one place or in several. Values are written as
Python source, so that a failure prints a call that can be repeated.
"""

from __future__ import annotations

import array
import collections
import contextlib
import datetime
import dis
import importlib.util
import inspect
import itertools
import math
import pickle
import random
import re
import warnings
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import numpy as np
import pytest

import calls
from calls import MODULES, PUBLIC, TABLE, Row, fit_to_count, mean_prediction
from evalbook import UndefinedMetricWarning
from evalbook.confusion import ConfusionMatrix, Counts
from evalbook.curves import RocCurve, ScoreTally
from evalbook.splits import Split, Splits

CALLS_EACH = 250
signature, compiled = cache(inspect.signature), cache(compile)
PANDAS = importlib.util.find_spec("pandas") is not None

# ---------------------------------------------------------------- nasty values, as source


def sources(text: str) -> list[str]:
    """The lines of a block, but for the comment that begins it."""
    return [line for line in text.splitlines()[1:] if PANDAS or "pd." not in line]


VALUES = (Path(__file__).parent / "data" / "fuzz_values.txt").read_text("utf-8")
SCALARS, COLLECTIONS, CHANGES = map(sources, VALUES.strip().split("\n\n"))
# What suits an option of that name; now and then the fuzz adds one of these, or anything.
OPTIONS = {
    "average": ["None", "'macro'", "'micro'", "'weighted'", "'binary'", "'threshold'"],
    "combine": ["'best'", "'pool'", "'average'"],
    "effective_order": ["True", "False"],
    "groups": ["[0, 0, 1, 1, 2, 2]", "['a', 'b', 'c', 'd', 'e', 'f']"],
    "gain": ["'exponential'", "'linear'"],
    "k": ["1", "2", "5"],
    "level": ["0.5", "0.999"],
    "labels": ["[0, 1]", "[1, 0]", "[0, 1, 2]", "(2, 1, 0)", "['no', 'yes']", "np.array([0, 1])", "[1]", "[7, 0, 1]"],
    "multi_class": ["'ovr'", "'ovo'"],
    "multioutput": ["'raw_values'", "'uniform_average'"],
    "n_bins": ["1", "7", "1000"],
    "pos_label": ["0", "1", "'yes'", "True", "2"],
    "rng": ["0", "np.random.default_rng(0)"],
    "shuffle": ["True", "False"],
    "smoothing": ["None", "'floor'", "'add-k'", "'exp'"],
    "strategy": ["'uniform'", "'quantile'"],
    "ties": ["'average'", "'order'"],
    "zero_division": ["0", "1", "nan", "'warn'"],
}


def source(value: Any) -> str:
    """A valid argument as source."""
    if isinstance(value, ConfusionMatrix):
        return f"ConfusionMatrix({value.counts.tolist()}, {value.labels})"
    if isinstance(value, ScoreTally):
        return f"ScoreTally({value.edges.tolist()}, {value.positives.tolist()}, {value.negatives.tolist()})"
    if isinstance(value, RocCurve):
        return f"RocCurve(np.array({value.fpr.tolist()}), np.array({value.tpr.tolist()}), None, None)"
    return value.__name__ if callable(value) else repr(value)


NAMES = {
    **{module.__name__: module for module in (array, collections, datetime, np)},
    **{thing.__name__: thing for thing in (ConfusionMatrix, Counts, Decimal, Fraction, RocCurve, ScoreTally, Split)},
    **{"np": np, "nan": math.nan, "inf": math.inf},
    **{thing.__name__: thing for thing in (fit_to_count, mean_prediction)},
    **{thing.__name__: thing for row in TABLE for call in row.calls for thing in call.values() if callable(thing)},
}
if PANDAS:
    NAMES["pd"] = importlib.import_module("pandas")


def value_of(text: str) -> Any:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return eval(compiled(text, text, "eval"), NAMES)


# ---------------------------------------------------------------- spoiling a call


def spoiled_calls(row: Row) -> Iterator[dict[str, str]]:
    """Arguments by name, as source, for ever; the same ones in every run."""
    draw = random.Random(row.name)
    options = [name for name in signature(row.function).parameters if name in {*OPTIONS, "sample_weight"}]
    while True:
        arguments = {name: source(value) for name, value in draw.choice(row.calls).items()}
        for name in options:
            if draw.random() < 0.2:
                arguments[name] = draw.choice(OPTIONS.get(name, ["[1, 2, 0.5, 1, 0, 1]"]))
        for name in draw.sample(list(arguments), min(len(arguments), draw.choice([0, 1, 1, 1, 2, 2, 9]))):
            arguments[name] = draw.choice(SPOILERS)(arguments[name], draw)
        yield arguments


def replaced_by_another_argument(_: str, draw: random.Random) -> str:
    return source(draw.choice(list(draw.choice(draw.choice(TABLE).calls).values())))


def changed(text: str, draw: random.Random) -> str:
    return draw.choice(CHANGES).replace("{}", text)


def with_a_stranger(text: str, draw: random.Random) -> str:
    """One element of a list, at any depth, replaced."""
    with contextlib.suppress(Exception):
        value = value_of(text)
        if isinstance(value, list | tuple) and value:
            place = draw.randrange(len(value))
            parts = [repr(part) for part in value]
            parts[place] = with_a_stranger(parts[place], draw)
            return f"[{', '.join(parts)}]"
    return draw.choice(SCALARS)


def with_strangers(text: str, draw: random.Random) -> str:
    """A list of as many scalars."""
    with contextlib.suppress(Exception):
        return f"[{', '.join(draw.choice(SCALARS) for _ in value_of(text))}]"
    return draw.choice(COLLECTIONS)


def with_extremes(text: str, draw: random.Random) -> str:
    """A list of as many numbers from all over the range of floats."""
    numbers = ["0.0", "1.0", "1e308", "-1e308", "1.7e308", "5e-324", "1e-300", "1e154", "1e200", "-3.0", "0.1"]
    with contextlib.suppress(Exception):
        chosen = draw.sample(numbers, 3)
        return f"[{', '.join(draw.choice(chosen) for _ in value_of(text))}]"
    return draw.choice(numbers)


SPOILERS: list[Callable[[str, random.Random], str]] = [
    lambda _, draw: draw.choice(SCALARS),
    lambda _, draw: draw.choice(COLLECTIONS),
    replaced_by_another_argument,
    changed,
    changed,
    with_a_stranger,
    with_strangers,
    with_extremes,
]

# ---------------------------------------------------------------- what may come out

RATES = {
    *("fpr", "tpr", "precision", "recall", "f", "f1", "auc", "average_precision", "break_even_point", "accuracy"),
    *("prob_true", "prob_pred", "share", "edges", "expected_calibration_error"),
    *("probability_cost", "normalized_cost", "area", "brevity_penalty"),
}
NO_SINGLE_ARGUMENT = [
    "the labels are",  # of y_true, or of y_true and y_pred
    "more than a float can hold",  # a result of several arguments
    "exceeds a float",  # a moment of y_true and y_pred
]
MODIFIED = {"rng"}  # a generator is used up, as documented


class Outcome(NamedTuple):
    """What came of one call."""

    problem: str
    raised: bool


def outcome(row: Row, arguments: dict[str, str], *, by_position: bool) -> Outcome | None:
    """Call, and look at everything that came out; None if the arguments themselves cannot be made."""
    try:
        values = {name: value_of(text) for name, text in arguments.items()}
    except Exception:
        return None
    before = {name: photograph(value) for name, value in values.items()}
    call = signature(row.function).bind(**values)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = row.function(*call.args, **call.kwargs) if by_position else row.function(**values)
            if isinstance(result, Splits):
                list(itertools.islice(result, 5))
        except Exception as error:
            return Outcome(problem_of_error(error, row, values) or problem_of_warnings(caught, raised=True), True)
        problem = problem_of_result(row, result, values, warned=bool(caught)) or problem_of_warnings(caught)
    modified = [name for name in before if name not in MODIFIED and before[name] != photograph(values[name])]
    return Outcome(problem or (f"modified: {modified}" if modified else ""), False)


def photograph(value: Any) -> bytes:
    """The content of a value, to compare it with what it was; iterators are used up anyway."""
    if isinstance(value, Iterator):
        return b""
    try:
        return repr(value).encode() if type(value).__module__.startswith("pandas") else pickle.dumps(value)
    except Exception:  # what cannot be pickled holds nothing that could be modified
        return b""


def problem_of_error(error: Exception, row: Row, values: dict[str, Any]) -> str:
    """Errors are raised by evalbook, and name an argument: of the function, or of one of ours that it is to call."""
    functions = [row.function, *(value for value in values.values() if inspect.isfunction(value))]
    if type(error) not in (ValueError, TypeError):
        return f"{type(error).__name__}: {error}"
    if str(error).startswith(tuple(f"{function.__name__}() " for function in functions[1:])):
        return ""  # Python says that a function of ours was handed in that cannot be called so
    code, instruction, module = where_raised(error)
    if not (code.co_code[instruction] == dis.opmap["RAISE_VARARGS"] and module.split(".")[0] == "evalbook"):
        return f"{type(error).__name__}: {error}\n    not raised by a line of evalbook, but in {module}.{code.co_name}"
    names = [*(name for function in functions for name in signature(function).parameters), *NO_SINGLE_ARGUMENT]
    if not any(re.search(rf"\b{name}\b", str(error)) for name in names):
        return f"{type(error).__name__} that names no argument: {error}"
    return ""


def where_raised(error: Exception) -> tuple[CodeType, int, str]:
    """The code and instruction that raised an error, and the module: C code leaves the instruction that called it."""
    traceback = error.__traceback__
    assert traceback is not None
    while traceback.tb_next:
        traceback = traceback.tb_next
    return traceback.tb_frame.f_code, traceback.tb_lasti, traceback.tb_frame.f_globals["__name__"]


def problem_of_warnings(caught: list[warnings.WarningMessage], *, raised: bool = False) -> str:
    """At most one warning, of a documented kind, on the line of the call; none before an error."""
    for warning in caught:
        too_few = warning.category is UserWarning and re.search(
            "fewer samples than there are folds|so the conformal quantile is inf", str(warning.message)
        )
        if not (warning.category is UndefinedMetricWarning or too_few):
            return f"{warning.category.__name__}: {warning.message} ({warning.filename}:{warning.lineno})"
        if warning.filename not in (__file__, calls.__file__):
            return f"the warning points to {warning.filename}:{warning.lineno}, not to the caller"
    if len(caught) > (0 if raised else 1):
        return f"{len(caught)} warnings{' before an error' if raised else ''}: {[str(w.message) for w in caught]}"
    return ""


def problem_of_result(row: Row, result: Any, values: dict[str, Any], *, warned: bool) -> str:
    """A result of a documented type, with numbers in their range, and nan only where a warning says so."""
    if type(result) not in row.results:
        return f"the result is of type {type(result).__name__}"
    if not isinstance(values.get("zero_division", "warn"), str):  # the caller's number stands in: it may be any
        row, warned = row._replace(low=-math.inf, high=math.inf), True
    if isinstance(result, float | np.ndarray):
        return problem_of_numbers("the result", result, row.low, row.high, nan=warned)
    parts = [name for name, _ in inspect.getmembers(type(result), lambda part: isinstance(part, property))]
    parts += getattr(result, "_fields", getattr(result, "__dataclass_fields__", ()))
    found = {name: getattr(result, name) for name in parts}  # all are read, for none may warn
    limits = (0, 1) if row.high == 1 else (row.low, row.high)
    problems = (problem_of_numbers(name, found[name], *limits, nan=True) for name in RATES & found.keys())
    return next(filter(None, problems), "")


def problem_of_numbers(name: str, value: Any, low: float, high: float, *, nan: bool) -> str:
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        return f"{name} is {value!r}"
    if array.dtype.kind == "f" and np.isnan(array).any() and not nan:
        return f"{name} is {value!r}, without a warning"
    if array.dtype.kind == "f" and ((array < low) | (array > high)).any():
        return f"{name} is {value!r}, outside [{low}, {high}]"
    return ""


# ---------------------------------------------------------------- the tests


def test_at_least_ten_thousand_calls_are_made_and_no_function_is_left_out():
    assert CALLS_EACH * len(TABLE) >= 10_000
    assert {row.name for row in TABLE} >= {name for name, value in PUBLIC.items() if inspect.isfunction(value)}


# A review draws thousands of rounds a call: 250 calls of each take as long as all others together.
FUZZED = [pytest.param(row, id=row.name, marks=[pytest.mark.slow] * row.name.startswith("review.")) for row in TABLE]


@pytest.mark.parametrize("row", FUZZED)
def test_only_documented_outcomes(row):
    outcomes, problems = [], []
    spoiled = spoiled_calls(row)
    while len(outcomes) < CALLS_EACH:
        arguments = next(spoiled)
        found = outcome(row, arguments, by_position=len(outcomes) % 2 == 0)
        if found is None:
            continue
        outcomes.append(found.raised)
        if found.problem:
            written = ", ".join(f"{name}={text}" for name, text in arguments.items())
            problems.append(f"{row.name}({written})\n    {found.problem}")
    assert not problems, "\n".join([f"{len(problems)} of {CALLS_EACH} calls, the first of them:", *problems[:5]])
    assert set(outcomes) == {True, False}, "each function must succeed at least once and raise at least once"


# ---------------------------------------------------------------- what the fuzzing found

NAMES |= {module.__name__.removeprefix("evalbook."): module for module in MODULES}
NAMES["BIG"] = np.array([2**63, 2**63 + 1, 2**63 + 1], dtype=np.uint64)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("confusion.confusion_matrix(BIG, BIG[::-1]).labels", (2**63, 2**63 + 1)),
        ("confusion.confusion_matrix(BIG, [0, 2**62, 7]).labels", (0, 7, 2**62, 2**63, 2**63 + 1)),
        ("confusion.accuracy(np.array([2**60, 1], np.uint64), [2**60 + 1, 1])", 0.5),
        ('confusion.confusion_matrix(np.array(["a", "b"], dtype=object), ["a", "a"]).labels', ("a", "b")),
        ("confusion.accuracy(np.array([2, 3], dtype=np.float16), [2, 3])", 1.0),
        ("ConfusionMatrix([[5, 1], [2, 1e100]], [0, 1]).matthews_correlation", 5 / math.sqrt(6 * 7)),
        ("ConfusionMatrix([[5, 1], [2, 10**15]], [0, 1]).cohen_kappa", 10 / 13),
        ("ranking.hit_ratio([[1, 0]] * 4, 2**62)", 1.0),
        ("ranking.hit_ratio([[1, 0]] * 2048, 1, n_relevant=2**53)", 2.0**-53),
        ('text.ngrams("a b", 2**62)', []),
        ('text.bleu(["a b"], "a b", max_n=1000, effective_order=True)', 1.0),
        ('text.ngrams(collections.deque("ab"), 2)', [("a", "b")]),
        ("len(splits.bootstrap(4, rng=np.matrix([1, 2])))", 1),  # NumPy alone overflows the stack
        ("splits.bootstrap_632(np.float16(0.5), 1e300)", 0.632e300),
        ("regression.minkowski_error([1, 2], [2, 4], 10**400)", 2.0),
        ("ranking.ndcg([0, 0], zero_division=Fraction(1, 2))", 0.5),
        ("ranking.mean_average_precision([[0], [0]], zero_division=1e100)", 1e100),
        ("confusion.f1([0, 1], [0, 1], labels=[2, 3], average='macro', zero_division=1e100)", 1e100),
    ],
)
@pytest.mark.filterwarnings("error", "ignore:the matrix subclass")
def test_what_once_failed_has_a_value(call, expected):
    found = eval(call, NAMES)
    assert type(found) is type(expected)
    assert found == (pytest.approx(expected, rel=1e-12) if isinstance(expected, float) else expected)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("confusion.accuracy(BIG, [-1, 0, 1])", "labels below 0 and above 2\\*\\*63"),
        ('confusion.f1([0, 1], [0, 1], average="macro", labels=[[0], [1]])', "labels holds a list"),
        ('confusion.f1([0, 1], [0, 1], average=["macro"])', "average is \\['macro'\\]; expected \"binary\", "),
        ("confusion.specificity([0, 1, 2], [0, 1, 2])", "y_true and y_pred hold the labels .*two classes$"),
        ("Counts(1e308, 1e308, 0, 0)", "tp is 1e.308; expected 0, or a size from 1e-100 to 1e100"),
        ("Counts([1e100], 0, 0, 0)", "fp has shape"),
        ("ConfusionMatrix([[1e308, 1e308], [0, 0]], [0, 1])", "counts.* is 1e.308; expected 0, or a size"),
        ("curves.auc([0, 1], [1.7e308, 1.7e308])", "y.0. is 1.7e.308; expected 0, or a size"),
        ("curves.auc([-1e308, 1e308], [1, 1])", "x.0. is -1e.308; expected 0, or a size"),
        ("curves.roc_auc([0, 1], [0, np.complex64(1)])", "y_score holds values of type complex"),
        ("curves.auc(np.array([0, 1j], dtype=object), [0, 1])", "x holds objects of type complex"),
        ('curves.roc_auc([0, 1], np.array(["0", 1], dtype=object))', "y_score holds objects of type int, str"),
        ('curves.roc_auc(memoryview(np.array(["a", "b"])), [0, 1])', "pos_label is None"),
        ("curves.roc_auc([0, 1], [0, 1], max_fpr=np.array([0.5]))", "max_fpr is array"),
        ('splits.k_fold(4, 2, shuffle="no")', "shuffle is 'no'; expected True or False"),
        ("splits.leave_one_out(2**62)", "the longest array there can be"),
        ("splits.probability_never_drawn(10**5000)", "too many digits to show"),
        ("probabilities.reliability_curve([0, 1], [0, 1], n_bins=2**62)", "at most 1000000"),
        ('text.bleu(["a"], "a", max_n=2**62)', "at most 1000"),
        ("costs.probability_cost(0.5, cost_fn=10**400, cost_fp=1)", "cost_fn is inf"),
        ("ranking.recall_at_k([1], 1, zero_division=10**400)", "zero_division is 1000"),
        ("ranking.precision_at_k([1], 2**63)", "k is 9223372036854775808; .* and at most 9223372036854775807"),
        ('ranking.precision_at_k(memoryview(np.array(["a"])), 1)', "relevance holds strings"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_what_once_failed_raises(call, words):
    with pytest.raises((ValueError, TypeError), match=words):
        eval(call, NAMES)

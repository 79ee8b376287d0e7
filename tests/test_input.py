"""The checkers of `evalbook._input`, each against every wrong value: the one place where kinds of wrongness are tried.

What a function of the package owes beside this is that the right checker stands behind each of its arguments:
`test_bad_input.py` asks that with one wrong value an argument.
"""

from __future__ import annotations

import inspect
import re
from collections import deque
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from bad_input import INF, NAN, Bad, assert_raises, bad, bad_type, refused
from evalbook import _input as check

CHECKERS = {name: function for name, function in vars(check).items() if inspect.isfunction(function)}
REFUSE_NOTHING = (check.plain, check.row_sums, check.distinct, check.equals, check.in_order, check.limits)
REFUSE_NOTHING += (check.missing_class, check.column_names, check.joined, check.is_collection, check.is_real)
REFUSE_NOTHING += (check.noting, check.shown, check.kind_of, check.with_article, check.no_pair)
"""They help to check, or take what has been checked."""


class Kind(NamedTuple):
    """A kind of wrongness: a value, and what the message says of it; `{}` stands for the name of the argument."""

    what: str
    value: Any
    words: str
    error: type[Exception] = ValueError


def each(kinds: Iterable[Kind], *rest: Any, name: str = "x", named: bool = True) -> list[Bad]:
    """A row a kind, for a checker that takes a value, its name (unless it has but one), and the rest."""
    before = (name,) if named else ()
    return [
        bad(kind.what, kind.value, *before, *rest, error=kind.error, words=kind.words.replace("{}", name))
        for kind in kinds
    ]


def in_place_of(name: str, call: dict[str, Any], *kinds: Kind) -> list[Bad]:
    """A row a kind, for a checker whose arguments have names of their own."""
    words = [kind.words.replace("{}", name) for kind in kinds]
    return [
        bad(f"{name}, {kind.what}", error=kind.error, words=said, **call | {name: kind.value})
        for kind, said in zip(kinds, words, strict=True)
    ]


# ---------------------------------------------------------------- kinds of wrongness

SINGLE = [
    Kind("a number", 5, "{} is a single int; expected a", TypeError),
    Kind("None", None, "{} is a single NoneType", TypeError),
    Kind("a string", "0110", "{} is a single str", TypeError),
    Kind("a set", {0, 1}, "{} is a single set", TypeError),
    Kind("an array without dimensions", np.array(1.0), "{} is a single ndarray", TypeError),
]
RAGGED = Kind("ragged", [[1], [1, 0]], "{} is ragged: its rows differ in length; expected ")
MASKED = [
    Kind("masked", np.ma.array([1, 0], mask=[True, False]), "{} has masked values; expected none: drop"),
    Kind("a masked number in a list", [1.5, np.ma.masked], "{} has masked values"),
    Kind("a masked row in a list", [[1, 0], np.ma.array([1, 0], mask=[True, False])], "{} has masked values"),
    Kind("a masked row deep in a list", [[[1], np.ma.array([1], mask=True)]], "{} has masked values"),
]
SHAPE = [
    Kind("empty", [], "{} is empty; expected at least one value"),
    Kind("two dimensions", [[1, 0], [0, 1]], "{} has shape (2, 2); expected one dimension"),
    Kind("a column", [[1], [0]], "{} has shape (2, 1); expected one dimension: np.ravel({}) has one"),
]
VECTOR = [*SINGLE, RAGGED, MASKED[0], *SHAPE]
NO_NUMBERS = [
    Kind("with None", [None, 1.5], "{} holds objects of type NoneType, float; expected numbers", TypeError),
    Kind("strings", ["1", "0"], "{} holds strings (the first is '1'); expected numbers", TypeError),
    Kind("bytes", [b"1"], "{} holds bytes, which are no text before they are decoded", TypeError),
    Kind("complex", [1j, 1], "{} holds values of type complex128; expected numbers", TypeError),
    Kind("days", np.array(["2026-01-01"], "M8[D]"), "{} holds values of type datetime64[D]", TypeError),
    Kind("objects and a number", [object(), 1], "{} holds objects of type int, object", TypeError),
    Kind("10**400", [10**400, 1], "{} holds objects of type int; expected numbers", TypeError),
]
NOT_FINITE = [
    Kind("nan", [0.5, NAN], "{}[1] is nan; expected finite numbers"),
    Kind("inf", [INF, 0.5], "{}[0] is inf; expected finite numbers"),
    Kind("-inf", [0.5, 0.5, -INF], "{}[2] is -inf; expected finite numbers"),
    Kind("nan as an object", [Fraction(1, 2), NAN], "{}[1] is nan; expected finite numbers"),
]
NUMBER, FINITE = NO_NUMBERS[1], NOT_FINITE[0]
"""Where a checker asks another, one value tells which stands behind it: so with these, and with what is masked."""
OUT_OF_RANGE = "; expected 0, or a size from 1e-100 to 1e100: choose another unit"
HUGE = Kind("huge", [1.0, -1e101], f"{{}}[1] is -1e+101{OUT_OF_RANGE}")
TINY = Kind("tiny beside 1", [1.0, 1e-101], f"{{}}[1] is 1e-101{OUT_OF_RANGE}")
ALL_TINY = Kind("all tiny", [0.0, 1e-101], f"{{}}[1] is 1e-101{OUT_OF_RANGE}")
NO_LABELS = [
    Kind(
        "scores",
        [0, 0.5],
        "{} holds 0.5; expected class labels (integers, booleans or strings): to turn scores into labels, compare them",
    ),
    Kind("whole floats beyond 2**53", [2.0**54, 1], "{} holds 1.8014398509481984e+16; expected class labels"),
    Kind("nan", [1, NAN], "{}[1] is nan; expected finite numbers"),
    Kind("strings and numbers", ["a", 1], "{} mixes strings with int; expected labels of one type", TypeError),
    Kind("a NUL at the end", ["a\0", "b"], "{} holds 'a\\x00'; expected labels that do not end in a NUL"),
    Kind("None", [None, 1], "{} holds objects of type NoneType, int; expected class labels", TypeError),
    Kind("complex", [1j], "{} holds values of type complex128; expected class labels", TypeError),
    Kind("bytes", [b"a"], "{} holds bytes, which are no text before they are decoded; expected class", TypeError),
]
LABEL = NO_LABELS[0]
NEGATIVE = Kind("negative", [1, -1], "{} holds -1.0; expected no negative weight")
TRUTH, LABELED = {"y_true": [0, 1, 1], "sample_weight": None}, {"y_pred": [0, 1, 1]}
PAIR, SCORED = TRUTH | LABELED, TRUTH | {"y_score": [0.5, 1, 2], "pos_label": None}
MEASURED = {"y_true": [0.5, 1.0], "y_pred": [0.5, 2.0], "sample_weight": None}
RANGES = {"y_true": [0.5, 1.0], "lower": [0.5, 0.0], "upper": [0.5, 2.0], "sample_weight": None}
SHARES = {"y_true": [0, 1], "y_prob": [[0.5, 0.5], [0.25, 0.75]], "labels": None, "sample_weight": None}
WEIGHTS = NEGATIVE, Kind("one short", [1], "{} has 1; expected one value per sample in each")


# ---------------------------------------------------------------- arrays

Tables = dict[Callable[..., Any], list[Bad]]
ARRAYS: Tables = {
    check.as_array: each([RAGGED, *MASKED], "rows of one length"),
    check.numbers: [
        *each([*VECTOR, *NO_NUMBERS, *NOT_FINITE]),
        *each([SHAPE[1]._replace(what="with a hint", words="expected one dimension: take one")], ": take one"),
    ],
    check.floats: [
        *each([SHAPE[1], NUMBER, FINITE]),
        bad("beyond a float", np.array([1, "1e400"], np.longdouble), "x", words="x[1] is inf; expected finite"),
    ],
    check.to_floats: [bad("beyond a float", np.array([1, "1e400"], np.longdouble), "x", words="x[1] is inf")],
    check.sizes: each([SHAPE[1], NUMBER, FINITE, HUGE, ALL_TINY]),
    check.require_size: [
        bad("huge", np.array([1.0, -1e101]), "x", words=HUGE.words.replace("{}", "x")),
        bad("tiny beside 1", np.array([1.0, 1e-101]), "x", words=TINY.words.replace("{}", "x")),
        bad("one number", np.array(1e101), "x", words="x is 1e+101; expected 0"),
        bad("two dimensions", np.array([[1, 1e101]]), "x", words="x[0, 1] is 1e+101"),
        bad("nan", np.array([1, NAN]), "x", words="x[1] is nan; expected finite numbers"),
    ],
    check.require_scale: [
        bad("huge", np.array([1.0, -1e101]), "x", words=HUGE.words.replace("{}", "x")),
        bad("all tiny", np.array([0.0, 1e-101]), "x", words=ALL_TINY.words.replace("{}", "x")),
        bad("a tiny column", np.array([[1, 0], [1, 1e-101]]), "x", by_column=True, words="x[1, 1] is 1e-101"),
        bad("a huge column", np.array([[1, 0.0] * 5, [1] * 9 + [1e101]]), "x", by_column=True, words="x[1, 9] is"),
    ],
    check.same_length: [
        bad(
            "two", a=np.ones(2), b=np.ones(3), words="lengths: a has 2, b has 3; expected one value per sample in each"
        ),
        bad("none", a=np.ones(2), b=None, c=np.ones(3), words="lengths: a has 2, c has 3"),
        bad("the last", a=np.ones(2), b=np.ones(2), c=np.ones(1), words="lengths: a has 2, b has 2, c has 1"),
        bad("all", a=np.ones(1), b=np.ones(2), c=np.ones(3), words="lengths: a has 1, b has 2, c has 3"),
    ],
    check.per_bin: [
        *each([SHAPE[1], NUMBER, FINITE, HUGE._replace(value=[1, 1e101], words="{}[1] is 1e+101"), TINY], 2),
        bad("one short", [1], "x", 2, words="x has 1 values and edges bound 2 bins; expected one value per bin"),
        bad("negative", [1, -1], "x", 2, words="x holds -1; expected values of at least 0"),
    ],
    check.table: each(
        [
            *SINGLE,
            RAGGED._replace(words="{} is ragged: its rows differ in length; expected rows of one length"),
            MASKED[0],
            *NO_NUMBERS,
            *NOT_FINITE,
        ]
    ),
    check.matrix: [
        *each([NUMBER, FINITE]),
        bad("one dimension", [1, 0], "x", words="x has shape (2,); expected two dimensions"),
        bad("no columns", [[], []], "x", words="x is empty; expected at least one row and one column"),
    ],
    check.shares: [
        *each([RAGGED, MASKED[0], *NO_NUMBERS]),
        *[bad(f"{value}", value, "x", words="; expected values between 0 and 1") for value in (-0.1, 1.1, NAN, INF)],
        bad("the last", [0, 0.5, 1, 1.5], "x", words="x holds 1.5; expected values between 0 and 1"),
    ],
    check.weights: [
        *each([SHAPE[1], NUMBER, FINITE, HUGE, TINY, NEGATIVE], name="sample_weight", named=False),
        bad("all 0", [0, 0], words="sample_weight is 0 everywhere; expected at least one positive weight"),
    ],
    check.ranges: [
        *(row for name in ("y_true", "lower", "upper") for row in in_place_of(name, RANGES, *VECTOR, NUMBER, HUGE)),
        *in_place_of("y_true", RANGES, *NOT_FINITE, ALL_TINY._replace(value=[0, 1e-101])),
        *in_place_of("lower", RANGES, FINITE, Kind("inf", [0, INF], "{}[1] is inf; expected finite numbers, or -inf")),
        *in_place_of(
            "upper", RANGES, FINITE, Kind("-inf", [-INF, 0], "{}[0] is -inf; expected finite numbers, or inf")
        ),
        *in_place_of("lower", RANGES, Kind("one short", [0.5], "y_true has 2, {} has 1, upper has 2; expected one")),
        *in_place_of("upper", RANGES, Kind("crossed", [1, -1], "lower[1] is 0 and {}[1] is -1; expected no lower end")),
        *in_place_of("sample_weight", RANGES, *WEIGHTS),
    ],
    check.number_pair: [
        *in_place_of("y_true", MEASURED, NUMBER, FINITE, RAGGED, HUGE, ALL_TINY._replace(value=[0, 1e-101])),
        *in_place_of("y_pred", MEASURED, NUMBER, FINITE, RAGGED, HUGE),
        *in_place_of("y_true", MEASURED, Kind("empty", [], "{} is empty; expected at least one value")),
        *in_place_of("y_true", MEASURED, Kind("3-D", [[[1.0]]], "{} has shape (1, 1, 1); expected one number per")),
        *in_place_of("y_pred", MEASURED, Kind("one short", [0.5], "y_true has 2, {} has 1; expected one value per")),
        *in_place_of(
            "y_pred", MEASURED, Kind("a column", [[0.5], [1]], "(2, 1); expected the same shape in both: np.ravel")
        ),
        *in_place_of("y_pred", MEASURED, Kind("wide", [[1, 2], [1, 2]], "y_true has shape (2,) and {} (2, 2)")),
        *in_place_of("sample_weight", MEASURED, *WEIGHTS),
    ],
    check.training_series: [
        *each([NUMBER, FINITE, HUGE, TINY], 1, np.ones(2), name="y_train", named=False),
        bad("of two outputs", [[1, 2]], 1, np.ones(2), words="y_train has shape (1, 2) and y_true (2,); expected the"),
        bad("as short as a season", [1, 2], 2, np.ones(2), words="y_train has 2 values and season is 2; expected more"),
        bad("no season", [1, 2], 0, np.ones(2), words="season is 0; expected at least 1"),
    ],
    check.class_probabilities: [
        *in_place_of("y_true", SHARES, LABEL, Kind("one short", [0], "y_true has 1, y_prob has 2")),
        *in_place_of("y_prob", SHARES, NUMBER, FINITE._replace(value=[[1, NAN]], words="{}[0, 1] is nan"), RAGGED),
        *in_place_of(
            "y_prob", SHARES, Kind("above 1", [[-1, 2], [0.5, 0.5]], "{} holds -1.0; expected values between")
        ),
        *in_place_of("y_prob", SHARES, Kind("one column", [[1], [1]], "{} has 1 column; expected one column per")),
        *in_place_of("y_prob", SHARES, Kind("sums", [[0.5, 0.5], [0.5, 0.25]], "{}[1] adds up to 0.75; expected rows")),
        *in_place_of("y_prob", SHARES, Kind("near sums", [[0.5, 0.5], [0.5, 0.5001]], "{}[1] adds up to 1.0001")),
        *in_place_of("labels", SHARES, Kind("a class left out", [0, 2], "{} leaves out 1; expected every label")),
        *in_place_of("labels", SHARES, Kind("too many", [0, 1, 2], "2 columns, but the number of labels is 3")),
        bad("one class", **SHARES | {"y_true": [5, 5]}, words="2 columns, but the number of classes in y_true is 1"),
        *in_place_of("sample_weight", SHARES, *WEIGHTS),
    ],
}

# ---------------------------------------------------------------- gains and labels

GRADES = [
    *each([*SINGLE, FINITE, MASKED[0]]),
    bad("negative", [1, -1], "x", words="x holds -1; expected grades of at least 0"),
    bad("no query", np.ones((0, 3)), "x", words="x has shape (0, 3) and so no query; expected at least one query"),
]
TWO_CLASSES = "expected two classes"
PAIRED = [
    *in_place_of("y_true", PAIR, LABEL, Kind("one short", [0, 1], "{} has 2, y_pred has 3")),
    *in_place_of("y_pred", PAIR, LABEL, Kind("one short", [0, 1], "y_true has 3, {} has 2")),
    *in_place_of("y_pred", PAIR, Kind("strings", ["a"] * 3, "and {} strings (the first is 'a')", TypeError)),
    *in_place_of("sample_weight", PAIR, *WEIGHTS),
    bad("64 bits", [-1], np.array([2**63], np.uint64), None, words="labels below 0 and above 2**63; expected integers"),
    bad("64 bits, turned", np.array([2**63], np.uint64), [-1], None, words="labels below 0 and above 2**63"),
]
LABELS: Tables = {
    check.gains: [*GRADES, *each([RAGGED, NUMBER])],
    check.gain_rows: [
        *GRADES,
        bad("negative in rows", [[1], [2, -1]], "x", words="x[1] holds -1; expected grades of at least 0"),
        bad("masked in rows", [[1], np.ma.array([1, 0], mask=[True, False])], "x", words="x[1] has masked values"),
        bad("nan in rows", [[1], [2, NAN]], "x", words="x[1][1] is nan; expected finite numbers"),
        bad("a matrix beside rows", [[[1, 2]], [1]], "x", words="x[0] has shape (1, 2); expected one row of grades"),
        bad_type("a number beside rows", [[1], 5], "x", words="x[1] is a single int"),
    ],
    check.ranked_gains: [
        bad("negative", [1, -1], words="relevance holds -1; expected grades of at least 0"),
        bad_type("items", ["a", "b"], words=["relevance holds strings (the first is 'a')", "relevance_of"]),
    ],
    check.cutoff: [
        bad("0", 0, words="k is 0; expected at least 1"),
        bad_type("a fraction", 2.0, words="k is 2.0; expected an integer"),
        bad_type("a second list", [1, 2], words=["k is [1, 2]; expected an integer", "relevance_of"]),
    ],
    check.cutoff_or_all: [bad("0", 0, words="k is 0; expected at least 1")],
    check.labels: each([*VECTOR, *NO_LABELS]),
    check.require_one_type: [
        bad_type(
            "strings first", a=np.array(["u"]), b=np.array([1]), words=["a holds strings (the first is 'u') and b"]
        ),
        bad_type("strings last", a=np.array([1]), b=np.array(["u"]), words=["b strings (the first is 'u'); expected"]),
    ],
    check.label_pair: PAIRED,
    check.all_label_pairs: PAIRED,
    check.scored_truth: [
        *in_place_of("y_true", SCORED, LABEL, Kind("one short", [0, 1], "{} has 2, y_score has 3")),
        *in_place_of("y_true", SCORED, Kind("three classes", [0, 1, 2], f"the labels are 0, 1, 2; {TWO_CLASSES}")),
        *in_place_of("y_score", SCORED, NUMBER, FINITE, Kind("one short", [0.5, 1], "y_true has 3, {} has 2")),
        *in_place_of("y_score", SCORED, SHAPE[1]._replace(words="expected one dimension: of two columns take that of")),
        *in_place_of("y_score", SCORED, SHAPE[1]._replace(what="several", words="several classes use multiclass_roc")),
        *in_place_of("pos_label", SCORED, Kind("another", 7, "{}=7 is not among the labels; expected one of 0, 1")),
        *in_place_of("sample_weight", SCORED, *WEIGHTS),
        bad("a name", [0, 1], [1, NAN], None, None, name="y_prob", words="y_prob[1] is nan"),
        bad("a name, matrix", [0], [[1, 0.5], [1, 2]], None, None, name="p", words="the positive class, p[:, 1]"),
    ],
    check.samples_of_both_classes: [
        bad("one class", [1, 1], [0.5, 1], None, words="y_true holds one class only; expected positives and negatives"),
        bad("no positives", [0, 0], [0.5, 1], None, words="y_true holds one class only"),
        bad("nan", [0, 1], [NAN, 1], None, words="y_score[0] is nan"),
    ],
    check.positives: [
        bad("three classes", None, np.array([0, 1, 2]), words=f"the labels are 0, 1, 2; {TWO_CLASSES}"),
        bad("three together", None, np.array([0, 1]), np.array([0, 2]), words="the labels are 0, 1, 2"),
        bad("several", None, np.array([0, 1, 2]), several="not {}!", words="not 0, 1, 2!"),
        bad("nine", None, np.arange(9), words="the labels are 0, 1, 2, 3, 4, 5, 6, 7, … (9 in all)"),
    ],
    check.positive_label: [
        bad("three classes", [0, 1, 2], 1, words=f"the labels are 0, 1, 2; {TWO_CLASSES}"),
        bad("none given", [1, 2], None, words=["pos_label is None and the labels are 1, 2", "as in pos_label=2"]),
        bad("-1 and 0", [-1, 0], None, words="pos_label is None and the labels are -1, 0"),
        bad("0 and -2", [-2, 0], None, words="pos_label is None and the labels are -2, 0"),
        bad("not among them", [0, 1], 2, words="pos_label=2 is not among the labels; expected one of 0, 1"),
        bad_type("a list", [0, 1], [1], words="pos_label is a list; expected one label"),
        bad(
            "text beside numbers", [1], "a", words="pos_label='a' cannot occur beside the label 1; expected an integer"
        ),
        bad("number beside text", ["a"], 1, words="pos_label=1 cannot occur beside the label 'a'; expected a string"),
        bad(
            "2 beside False",
            [False],
            2,
            words="pos_label=2 cannot occur beside the label False; expected True or False",
        ),
        bad(
            "a fraction",
            [0],
            0.5,
            words="pos_label=0.5 cannot occur beside the label 0; expected an integer of 64 bits",
        ),
        bad("beyond 64 bits", [0], 2**64, words="cannot occur beside the label 0; expected an integer of 64 bits"),
        bad("far below 0", [0], -(2**63) - 1, words="cannot occur beside the label 0; expected an integer of 64 bits"),
        bad("a NUL at the end", ["a"], "b\0", words="pos_label is 'b\\x00'; expected labels that do not end in a NUL"),
    ],
    check.classes: [
        bad("a string", "ab", words="labels is 'ab'; expected a list of labels"),
        bad_type("a number", 5, words="labels is a single int; expected a list of labels"),
        bad_type(
            "None inside", [None], words="labels holds a NoneType; expected labels: integers, booleans or strings"
        ),
        bad("a fraction", [0.5], words="labels holds 0.5; expected labels: integers, booleans or strings"),
        bad("nan", [NAN], words="one of labels is nan; expected a finite number"),
        bad("twice", [1, 1], words="labels is [1, 1]; expected at least one label, and labels that all differ"),
        bad("empty", [], words="labels is []; expected at least one label"),
        bad("another name", [1, 1], "groups", words="groups is [1, 1]"),
        bad(
            "text beside numbers", ["a"], beside=[0], words="labels holds 'a' and the samples 0; expected labels of one"
        ),
        bad(
            "number beside text", [0], beside=["a"], words="labels holds 0 and the samples 'a'; expected labels of one"
        ),
    ],
}

# ---------------------------------------------------------------- rows and sentences


class Table:
    """What a data frame shows of itself here: the names of its columns."""

    def __init__(self, *columns: Any) -> None:
        self.columns = columns

    def __repr__(self) -> str:  # which names a test
        return f"Table{self.columns}"


def sentences(values: list[Any]) -> Any:
    return check.sentences(values, lambda place: f"x[{place}]")


NO_SEQUENCE = [
    Kind("a number", 5, "{} is a single int; expected a list of things", TypeError),
    Kind("None", None, "{} is a single NoneType; expected a list of things", TypeError),
    Kind("a string", "abc", "{} is a single string; expected a list of things, as in {}=['abc']", TypeError),
    Kind("a long string", "a" * 41, f"as in {{}}=['{'a' * 39}…']", TypeError),
    Kind("bytes", b"abc", "{} is a single bytes; expected a list of things", TypeError),
    Kind("a view of bytes", memoryview(b"abc"), "{} is a single memoryview; expected a list of things", TypeError),
    Kind("a set", {1}, "{} is a single set; expected a list of things", TypeError),
    Kind("an iterator", iter([1]), "{} is a single list_iterator; expected a list of things", TypeError),
    Kind("an array without dimensions", np.array(1), "{} is a single int; expected a list of things", TypeError),
]
ONE_KIND = "expected strings in both, or lists in both"
MIXED = bad_type("tokens beside text", [["a"]], "a", words=["candidate is a string and references[0] is of", ONE_KIND])
REFERENCES = [
    bad_type("a number", 5, "a", words="references is a single int; expected a list of references"),
    bad_type("a string", "a b", "a", words="references is a single string; expected a list of references"),
    bad("empty", [], "a", words="references is empty; expected at least one reference"),
    bad("empty in a corpus", [], "a", 3, words="references_per_candidate[3] is empty"),
]
WORDS: Tables = {
    check.picker: [
        bad_type("a number", 5, "x", words="x is a single int; expected a list of rows"),
        bad_type("an array without dimensions", np.array(5), "x", words="x is a single ndarray; expected one row per"),
        bad_type("a string", "abc", "x", words="x is a single string"),
        bad("empty", [], "x", words="x is empty; expected at least one sample"),
        bad("an array without rows", np.ones((0, 2)), "x", words="x is empty; expected at least one sample"),
    ],
    check.in_columns_of: [
        bad(
            "others",
            Table("a", "b"),
            Table("a", "c"),
            "x",
            "y",
            words="'b'] only in x and ['c'] only in y; expected the",
        ),
        bad(
            "more", Table("a"), Table("a", "c"), "x", "y", words="x and y have columns of other names: ['c'] only in y"
        ),
        bad("twice", Table("a", "b"), Table("b", "a", "a"), "x", "y", words="names: one name stands in them twice;"),
    ],
    check.sequence: each(NO_SEQUENCE, "things"),
    sentences: [
        bad_type("text beside tokens", ["a", ["b"]], words=["x[0] is a string and x[1] is of type list", ONE_KIND]),
        bad_type("a number", [5], words="x[0] is a single int; expected a list of tokens"),
        bad_type(
            "two kinds", [["a"], [1]], words="x[0] holds str, x[1] holds int; expected tokens that are all strings"
        ),
        bad_type("fractions", [[0.5]], words="x[0] holds float; expected tokens that are all strings, or all integers"),
        bad_type("None in a sentence", [["a", None]], words="x[0] holds NoneType, str; expected tokens"),
    ],
    check.references_and_candidate: [
        *[*REFERENCES, MIXED],
        bad_type(
            "text beside tokens", ["a"], ["a"], words=["references[0] is a string and candidate is", "of its own"]
        ),
        bad_type(
            "in a corpus", [["a"]], "a", 3, words="candidates[3] is a string and references_per_candidate[3][0] is"
        ),
    ],
    check.summaries: [
        *[*REFERENCES, MIXED],
        bad_type("a number", [["a"]], 5, words="candidate is a single int; expected a list of sentences"),
        bad_type(
            "a line of another kind", [["a b"]], ["a", 5], words="candidate[1] is of type int; expected strings in"
        ),
    ],
    check.texts_and_candidate: [
        *REFERENCES,
        bad_type(
            "tokens",
            ["a"],
            ["a"],
            words="candidate is of type list; expected a string, because its characters are compared",
        ),
        bad_type("tokens as a reference", ["a", ["b"]], "a", words="references[1] is of type list; expected a string"),
    ],
    check.corpus: [
        bad_type(
            "a number", 5, ["a"], print, words="references_per_candidate is a single int; expected a list of lists"
        ),
        bad_type(
            "one sentence", [["a"]], "a", print, words="candidates is a single string; expected a list of sentences"
        ),
        bad("one short", [["a"]], ["a", "b"], print, words="has 1 entries and candidates 2; expected one list of"),
        bad("empty", [], [], print, words="candidates is empty; expected at least one sentence"),
    ],
}

# ---------------------------------------------------------------- single values

NO_INTEGER = (2.0, NAN, INF, "5", None, True, np.True_, [5], np.arange(9), np.float64(2))
NO_NUMBER = ("1", None, [1], 1j, np.timedelta64(1), np.ones(2))
VALUES: Tables = {
    check.integer: [
        *[bad_type(repr(one), one, "x", at_least=1, words="; expected an integer") for one in NO_INTEGER],
        *[bad(str(one), one, "x", at_least=1, words=f"x is {one}; expected at least 1") for one in (0, -1)],
        bad("too many", 6, "x", at_least=1, at_most=5, bound="n", words="x is 6; expected at least 1 and at most 5, n"),
        bad("too many, no reason", 6, "x", at_least=1, at_most=5, words="x is 6; expected at least 1 and at most 5"),
        bad(
            "beyond 64 bits", 2**70, "x", at_least=1, words=f"x is {2**70}; expected at least 1 and at most {2**63 - 1}"
        ),
        bad("beyond all digits", 10**5000, "x", at_least=1, words="x is an int of too many digits to show; expected"),
    ],
    check.real: [
        *[bad_type(repr(one), one, "x", words="; expected a number") for one in NO_NUMBER],
        *[bad(f"{one}", one, "x", words=f"x is {one}; expected a finite number") for one in (NAN, INF, -INF)],
        bad("10**400", 10**400, "x", words="x is inf; expected a finite number"),
        bad("-(10**400)", -(10**400), "x", words="x is -inf; expected a finite number"),
        bad("below", -0.5, "x", at_least=0, words="x is -0.5; expected a finite number of at least 0"),
        bad("nan, not finite", NAN, "x", at_least=0, finite=False, words="x is nan; expected a number of at least 0"),
        bad(
            "-inf, not finite", -INF, "x", at_least=0, finite=False, words="x is -inf; expected a number of at least 0"
        ),
    ],
    check.confidence: [
        bad_type("text", "95%", words="level is '95%'; expected a number"),
        *[
            bad(f"{one:g}", one, words=f"level is {one:g}; expected a number above 0 and below 1, such as 0.95")
            for one in (0, 1, -0.1, 95)
        ],
        bad("too near 1 to look up", 1 - 2**-53, words="level is 1; expected a number above 0 and below 1"),
        bad("another name", 5, "alpha", words="alpha is 5; expected a number above 0 and below 1, such as 0.05"),
    ],
    check.sized: [
        bad_type("text", "1", "x", words="x is '1'; expected a number"),
        bad("below", -1, "x", at_least=0, words="x is -1; expected a finite number of at least 0"),
        *[bad(f"{one}", one, "x", words=f"x is {one:g}{OUT_OF_RANGE}") for one in (1e101, -1e101, 1e-101, 5e-324)],
        bad("huge, not finite", 1e101, "x", finite=False, words=f"x is 1e+101{OUT_OF_RANGE}"),
    ],
    check.error_costs: [
        bad("negative", -1, 1, words="cost_fp is -1; expected a finite number of at least 0"),
        bad("negative second", 1, -1, words="cost_fn is -1; expected a finite number of at least 0"),
        bad("huge", 1e101, 1, words="cost_fp is 1e+101"),
        bad("tiny second", 1, 1e-101, words="cost_fn is 1e-101"),
        bad("both 0", 0, 0, words="cost_fp and cost_fn are both 0; expected at least one positive cost"),
    ],
    check.generator: [
        *[
            bad_type(repr(one), one, words="; expected None, an integer of at least 0, or")
            for one in ("seed", 0.5, True)
        ],
        bad_type("a truth value of NumPy", np.True_, words="rng is "),
        bad("negative", -1, words="rng is -1; expected None, an integer of at least 0, or a numpy.random.Generator"),
        bad_type("a matrix", np.full((1, 1), 0.5).view(np.matrix), words="rng is "),
    ],
    check.choice: [
        bad("another", "c", "x", ["a", "b"], words='x is \'c\'; expected "a" or "b"'),
        bad("None", None, "x", ["a", "b"], words='x is None; expected "a" or "b"'),
        bad("another than None", "c", "x", [None, "a", "b"], words='x is \'c\'; expected None, "a" or "b"'),
        bad("a list", ["a"], "x", ["a", "b"], words="x is ['a']; expected"),
        bad("an array", np.array(["a", "b"]), "x", ["a", "b"], words="x is array("),
    ],
    check.flag: [
        bad_type(repr(one), one, "x", words="; expected True or False") for one in ("yes", 1, 0, None, [True])
    ],
}

# ---------------------------------------------------------------- generated answers

TRIES = {"n": [4, 5], "c": [2, 3], "k": 2}
JUDGED = {"judged": [1, 0, 1], "labels": [1, 0, None]}
RATED = {"values": [[1, 2], [1, 3]], "level": "nominal"}
ANSWERS: Tables = {
    check.tries: [
        *(row for name in ("n", "c") for row in in_place_of(name, TRIES, NUMBER, FINITE, MASKED[0])),
        *in_place_of("n", TRIES, Kind("0", [4, 0], "{}[1] is 0; expected at least 1 and at most 1000000000")),
        *in_place_of(
            "n", TRIES, Kind("a half", 4.5, "{} is 4.5; expected at least 1 and at most 1000000000, as a whole")
        ),
        *in_place_of("c", TRIES, Kind("below 0", [2, -1], "{}[1] is -1; expected at least 0")),
        *in_place_of("c", TRIES, Kind("empty", [], "{} is empty; expected at least one task")),
        *in_place_of("c", TRIES, Kind("one short", [2], "n has shape (2,) and {} has shape (1,)")),
        *in_place_of("c", TRIES, Kind("more than all", [2, 6], "{} holds 6 where n is 5; expected at most n right")),
        *in_place_of("k", TRIES, Kind("0", 0, "{} is 0; expected at least 1")),
        *in_place_of("k", TRIES, Kind("more than n", 5, "{} is 5, but n is as low as 4; expected at least k samples")),
        *in_place_of("k", TRIES, Kind("a float", 2.0, "{} is 2.0; expected an integer", TypeError)),
    ],
    check.verdicts: [
        *(row for name in JUDGED for row in in_place_of(name, JUDGED, *VECTOR, NUMBER)),
        *in_place_of(
            "judged", JUDGED, FINITE, Kind("above 1", [1, 2, 0], "{} holds 2; expected values between 0 and 1")
        ),
        *in_place_of("judged", JUDGED, Kind("one short", [1, 0], "{} has 2, labels has 3")),
        *in_place_of("labels", JUDGED, Kind("infinite", [1, INF, None], "{}[1] is inf; expected finite numbers")),
        *in_place_of("labels", JUDGED, Kind("neither", [1, 2, None], "{} holds 2; expected 1 for right, 0 for wrong")),
        *in_place_of(
            "labels", JUDGED, Kind("one", [1, None, NAN], "{} has a label for 1 of 3 answers; expected at least")
        ),
        *in_place_of("labels", JUDGED, Kind("all", [1, 0, 1], "{} has a label for every answer; expected nan where")),
    ],
    check.rights: [
        *in_place_of("right", {"right": [1, 0, True]}, *VECTOR, NUMBER, FINITE),
        *in_place_of("right", {"right": [1, 0]}, Kind("a half", [1, 0.5], "{}[1] is 0.5; expected 1 for each right")),
    ],
    check.ratings: [
        *(
            bad(what, value, "nominal", error=error, words=words.replace("{}", "ratings"))
            for what, value, words, error in [RAGGED, MASKED[0], MASKED[2]]
        ),
        bad("one dimension", [1, 2], "nominal", words="ratings has shape (2,); expected one row per rater"),
        bad("empty", [[]], "nominal", words="ratings has shape (1, 0); expected one row per rater"),
        bad("infinite", [[1, NAN], [INF, 2]], "nominal", words="ratings[1, 0] is inf; expected finite numbers"),
        bad("below 0", [[1, -1], [1, NAN]], "ratio", words="ratings holds -1.0; expected numbers of at least 0"),
        bad_type(
            "names in order", [["a"], ["b"]], "ordinal", words="ratings holds objects of type str; expected numbers"
        ),
        bad_type("names and numbers", [["a", 1], ["b", "a"]], "nominal", words="ratings mixes strings with int"),
        bad_type("bytes", [[b"a"], [b"b"]], "nominal", words="ratings holds bytes"),
    ],
}


class Square:
    """What a square data frame of pandas shows of itself here: the names of its rows and columns."""

    def __init__(self, index: Any, columns: Any) -> None:
        self.index, self.columns = index, columns


class RangeIndex(list):
    """What pandas numbers rows with."""


def answers(references: Any, given: Any) -> Any:
    return [*check.answers(references, given)]


def sentence_pairs(references: Any, hypotheses: Any, tokenize: Any) -> Any:
    return [*check.sentence_pairs(references, hypotheses, tokenize)]


FOUGHT = {"first": ["a", "b"], "second": ["b", "c"], "outcome": [1, 0.5]}
GAME = ("a", "b", 1)
ANSWERED = {"references": ["a", ["b", "c"]], "given": ["a", "b"]}
SPOKEN = {"references": ["a b", "c"], "hypotheses": ["a", "c d"], "tokenize": None}
LEFT = NO_SEQUENCE[0]._replace(words="{} is a single int; expected a list of ")
BATTLES: Tables = {
    check.battles: [
        *(row for name in ("first", "second") for row in in_place_of(name, FOUGHT, *SINGLE, LABEL, MASKED[0])),
        *in_place_of("outcome", FOUGHT, *SINGLE, RAGGED, MASKED[0], NUMBER, FINITE),
        *in_place_of("second", FOUGHT, Kind("numbers", [1, 2], "first holds strings (the first is 'a')", TypeError)),
        *in_place_of("second", FOUGHT, Kind("one short", ["b"], "first has 2, {} has 1, outcome has 2")),
        *in_place_of("second", FOUGHT, Kind("the same", ["b", "b"], "first[1] and {}[1] are both 'b'; expected two")),
        *in_place_of(
            "outcome", FOUGHT, Kind("a chance", [1, 0.7], "{}[1] is 0.7; expected 1 where the first won, 0.5")
        ),
        *in_place_of("outcome", FOUGHT, Kind("-1 for lost", [1, -1], "{}[1] is -1; expected 1 where the first won")),
        bad("65 bits", [-1], np.array([2**63], np.uint64), [1], words="first and second hold integers below 0 and"),
    ],
    check.games: [
        *each(
            [kind._replace(words=kind.words.replace("things", "games")) for kind in NO_SEQUENCE],
            name="games",
            named=False,
        ),
        bad("none", [], words="games is empty; expected at least one game (first, second, outcome)"),
        bad_type("a number among them", [GAME, 5], words="games[1] is a single int; expected a list of three entries"),
        bad_type("a string among them", [GAME, "ab1"], words="games[1] is a single string; expected a list of three"),
        bad("two entries", [GAME, ("a", "b")], words="games[1] has 2 entries; expected three: first, second, outcome"),
        bad("an outcome", [GAME, ("a", "b", 2)], words="games, taken apart into first, second and outcome: outcome[1]"),
        bad("alone", [GAME, ("a", "a", 1)], words="games, taken apart into first, second and outcome: first[1] and"),
        bad_type("mixed", [GAME, (1, 2, 1)], words="games, taken apart into first, second and outcome: first mixes"),
    ],
    check.model_names: [
        bad(
            "one short", ["a"], 2, wins=[[0, 1], [1, 0]], words="models has 1 entries; expected 2, one per row of wins"
        ),
        bad(
            "twice",
            ["a", "a"],
            2,
            wins=None,
            words="models is ['a', 'a']; expected at least one label, and labels that",
        ),
        bad("a string", "ab", 2, wins=None, words="models is 'ab'; expected a list of labels"),
        bad("none", [], 1, wins=None, words="models is []; expected at least one label"),
        bad(
            "other rows than columns",
            None,
            2,
            wins=Square(["a", "b"], ["b", "c"]),
            words=["wins has the rows ['a', 'b'] and the columns ['b', 'c']; expected the same", "wins.reindex(index"],
        ),
        bad(
            "another order of rows", None, 2, losses=Square([2, 1], [1, 2]), words="losses has the rows [2, 1] and the"
        ),
        bad(
            "another order than told",
            ["b", "a"],
            2,
            wins=Square("ab", "ab"),
            words="wins has the rows and columns ['a', 'b'], but the models are ['b', 'a']; expected the same order",
        ),
        bad(
            "two tables",
            None,
            2,
            wins=Square("ab", "ab"),
            losses=Square("ac", "ac"),
            words="losses has the rows and columns ['a', 'c'], but the models are ['a', 'b']",
        ),
    ],
    check.wins_table: [
        *each([*SINGLE, MASKED[0], NUMBER._replace(value=[["1"]]), FINITE._replace(words="{}[1] is nan")]),
        *each([RAGGED._replace(words="{} is ragged: its rows differ in length; expected ")]),
        *each([SHAPE[0]._replace(words="{} has shape (0,); expected a square table")]),
        bad(
            "other rows than columns", Square("ab", "bc"), "x", words="x has the rows ['a', 'b'] and the columns ['b', "
        ),
        bad("one dimension", [0, 1], "x", words="x has shape (2,); expected a square table, one row and one column"),
        bad("no square", [[0, 1]], "x", words="x has shape (1, 2); expected a square table"),
        bad("no models", np.zeros((0, 0)), "x", words="x has shape (0, 0); expected a square table"),
        bad("negative", [[0, -1], [0, 0]], "x", words="x holds -1; expected counts of at least 0"),
        bad("itself", [[0, 1], [2, 3]], "x", words="x[1, 1] is 3; expected 0 on the diagonal, because no model meets"),
        bad("huge", [[0, 1e101], [0, 0]], "x", words=f"x[0, 1] is 1e+101{OUT_OF_RANGE}"),
        bad("tiny", [[0, 1], [1e-101, 0]], "x", words=f"x[1, 0] is 1e-101{OUT_OF_RANGE}"),
    ],
}
TEXTS: Tables = {
    answers: [
        *in_place_of("references", ANSWERED, LEFT),
        *in_place_of("references", ANSWERED, Kind("a string", "a", "as in {}=['a']", TypeError)),
        *in_place_of("references", ANSWERED, Kind("one short", ["a"], "{} has 1 entries and answers 2; expected in")),
        *in_place_of("references", ANSWERED, Kind("none of one", ["a", []], "{}[1] is empty; expected at least one")),
        *in_place_of("references", ANSWERED, Kind("None", ["a", None], "{}[1] is of type NoneType", TypeError)),
        *in_place_of("references", ANSWERED, Kind("a set", ["a", {"b"}], "{}[1] is a single set", TypeError)),
        *in_place_of("references", ANSWERED, Kind("a number", ["a", [5]], "{}[1][0] is of type int", TypeError)),
        *in_place_of("given", ANSWERED, Kind("a string", "ab", "answers is a single string", TypeError)),
        *in_place_of("given", ANSWERED, Kind("a list", ["a", ["b"]], "answers[1] is of type list", TypeError)),
        *in_place_of("given", ANSWERED, Kind("None", [None, "b"], "answers[0] is of type NoneType", TypeError)),
        bad("none", [], [], words="answers is empty; expected at least one"),
    ],
    sentence_pairs: [
        *(row for name in ("references", "hypotheses") for row in in_place_of(name, SPOKEN, LEFT)),
        *in_place_of("hypotheses", SPOKEN, Kind("a string", "a", "{} is a single string; expected a", TypeError)),
        *in_place_of("hypotheses", SPOKEN, Kind("one short", ["a"], "references has 2 entries and {} 1; expected in")),
        *in_place_of("hypotheses", SPOKEN, Kind("None", ["a", None], "{}[1] is of type NoneType", TypeError)),
        *in_place_of(
            "hypotheses", SPOKEN, Kind("tokens", ["a", ["c"]], f"{{}}[1] is of type list; {ONE_KIND}", TypeError)
        ),
        bad("none", [], [], None, words="hypotheses is empty; expected at least one"),
        bad_type("tokens of two kinds", [["a"]], [[1]], None, words="references[0] holds str, hypotheses[0] holds int"),
        bad_type(
            "tokens to take apart", [["a"]], ["a"], list, words="references[0] is of type list; expected a string"
        ),
        bad_type("tokens heard", ["a"], [["a"]], list, words="hypotheses[0] is of type list; expected a string"),
        bad_type("a set", ["a"], ["a"], set, words="tokenize returns a set; expected a function that returns a list"),
        bad_type(
            "no tokens", ["a"], ["a"], len, words="tokenize returns an int; expected a function that returns a list"
        ),
    ],
    check.function_or_none: [
        bad_type(
            "a name", "list", "x", "list", words="x is of type str; expected a function of a string, such as list"
        ),
        bad_type("a list", [list], "x", "list", words="x is of type list; expected a function of a string"),
    ],
    check.tokens_of: [
        bad_type(
            "a string", "a", str.upper, words="tokenize returns a str; expected a function that returns a list of"
        ),
        bad_type("a number", "a", len, words="tokenize returns an int; expected a function that returns a list of"),
        bad_type(
            "tokens of tokens", "a b", lambda text: [[text], 1], words="tokenize returns tokens of type int, list; "
        ),
        bad_type("None", "a", print, words="tokenize returns a NoneType; expected a function that returns a list of"),
    ],
    check.surprises: [
        *each([*VECTOR, NUMBER], name="nll", named=False),
        bad("nan", [0.5, NAN], words="nll[1] is nan; expected negative log-likelihoods of at least 0"),
        bad(
            "log-likelihoods", [0.5, -1], words="nll[1] is -1; expected negative log-likelihoods of at least 0: hand in"
        ),
        bad("-inf", [-INF], words="nll[0] is -inf; expected negative log-likelihoods of at least 0: hand in the"),
        bad("below the rounding", [-2e-6], words="nll[0] is -2e-06; expected negative log-likelihoods"),
        bad("huge", [0, 1e101], words=f"nll[1] is 1e+101{OUT_OF_RANGE}"),
        bad("all tiny", [0, 1e-101], words=f"nll[1] is 1e-101{OUT_OF_RANGE}"),
        bad("all tiny but an infinite one", [INF, 1e-101], words="1e-101"),
    ],
    check.texts: [
        bad_type("a number", 5, 2, words="text is a single int; expected a list of texts"),
        bad("one short", ["a"], 2, words="text has 1 entries and nll 2; expected one text per entry, or a single text"),
        bad_type("a number among them", ["a", 5], 2, words="text[1] is of type int; expected a string"),
        bad_type("None", [None], 1, words="text[0] is of type NoneType; expected a string"),
    ],
}
THROUGH = {sentences: check.sentences, answers: check.answers, sentence_pairs: check.sentence_pairs}
"""Through what a checker is tried that takes more than values, or says what is wrong when it is gone through."""

TABLES = ARRAYS | LABELS | WORDS | VALUES | ANSWERS | BATTLES | TEXTS


@refused(TABLES)
def test_a_checker_refuses_each_wrong_value_and_names_it(function, row):
    assert_raises(function, row)


def test_every_checker_has_a_table_of_wrong_values():
    tried = {THROUGH.get(function, function) for function in TABLES}
    assert tried | {*REFUSE_NOTHING} == {*CHECKERS.values()}
    assert not tried & {*REFUSE_NOTHING}


# ---------------------------------------------------------------- what just passes


def of(function: Callable[..., Any], expected: Any, *args: Any, **options: Any) -> Any:
    named = re.sub(" at 0x[0-9a-f]+", "", f"{function.__name__}-{args}")  # each process has addresses of its own
    return pytest.param(function, args, options, expected, id=named[:60])


PASS = [
    of(check.numbers, [1, 2], np.ma.array([1, 2], mask=False), "x"),
    of(check.numbers, [0.5, 2.0], [Fraction(1, 2), Decimal(2)], "x"),
    of(check.numbers, [2**53, 2**53 + 1], np.array([2**53, 2**53 + 1], object), "x"),
    of(check.table, [[1, 2], [1, 2]], [np.ma.array([1, 2]), [1, 2]], "x"),
    of(check.table, np.zeros((0, 2)), np.zeros((0, 2)), "x"),
    of(check.sizes, [0.0, 1e-101, 1e100], [0, 1e-101, 1e100], "x"),
    of(check.sizes, [0.0, 1e-100], [0, 1e-100], "x"),
    of(check.sizes, [0.0, 0.0], [0, 0], "x"),
    of(check.require_scale, 1.0, np.array([1e-101, -1.0]), "x"),
    of(check.require_scale, 1.0, np.array([1e-101]), "x", beside=1.0),
    of(check.require_scale, [3.0, 2.0], np.array([[1, 2], [-3, 0]]), "x", by_column=True),
    of(check.require_scale, [2.0] * 9 + [3.0], np.array([[1] * 10, [2] * 9 + [-3]]), "x", by_column=True),
    of(check.weights, [0.0, 1e-100, 1e100], [0, 1e-100, 1e100]),
    of(check.shares, [0.0, 1.0], [0, 1], "x"),
    of(check.shares, 1.0, True, "x"),
    of(check.per_bin, [0, 2**53], [0, 2**53], "x", 2),
    of(check.per_bin, [0.0, 2.5], [0, 2.5], "x", 2),
    of(check.per_bin, [0.0, 2.0**53 + 2], [0, 2**53 + 2], "x", 2),
    of(
        check.class_probabilities,
        ([1, 0], [[0.5, 0.5], [0.75, 0.250001]], None),
        **SHARES | {"y_true": [1, -1]} | {"y_prob": [[0.5, 0.5], [0.75, 0.250001]]},
    ),
    of(check.gains, np.zeros((2, 0)), [[], []], "x"),
    of(check.gain_rows, [[1, 0], [2]], [[1, 0], [2]], "x"),
    of(check.cutoff_or_all, None, None),
    of(check.labels, [2**53, -1], [2.0**53, -1], "x"),
    of(check.labels, [True, False], np.array([True, False], object), "x"),
    of(check.labels, ["a", "b"], np.array(["a", "b"], object), "x"),
    of(check.all_label_pairs, ([0], [2**63], None), [0], np.array([2**63], np.uint64), None),
    of(check.label_pair, ([1], [0], [0.5]), [0, 1], [1, 0], [0, 0.5]),
    of(check.positive_label, 1, [-1, 1], None),
    of(check.positive_label, 1, [-1], None),
    of(check.positive_label, 2**64 - 1, [0], 2**64 - 1),
    of(check.positive_label, -(2**63), [0], np.int64(-(2**63))),
    of(check.positive_label, 1, [False], 1),
    of(check.positives, (1, [[True, True], [False, True]]), None, np.array([1, 1]), np.array([0, 1])),
    of(check.classes, [0, 1], np.array([0, 1])),
    of(check.classes, [0, "a"], [0, "a"]),
    of(check.integer, 1, np.int8(1), "x", at_least=1),
    of(check.integer, 5, 5, "x", at_least=1, at_most=5),
    of(check.real, 0.0, 0, "x", at_least=0),
    of(check.real, INF, INF, "x", finite=False),
    of(check.confidence, 1 - 2**-52, 1 - 2**-52),
    of(check.confidence, 5e-324, 5e-324),
    of(check.sized, 1e-100, 1e-100, "x"),
    of(check.sized, -1e100, -1e100, "x"),
    of(check.sized, INF, INF, "x", finite=False),
    of(check.sized, 0.0, 0, "x"),
    of(check.error_costs, (0.0, 1.0), 0, 1),
    of(check.choice, None, None, "x", [None, "a"]),
    of(check.flag, True, np.True_, "x"),
    of(check.sequence, [1], deque([1]), "x", "things"),
    of(check.sequence, [1], np.array([1]), "x", "things"),
    of(check.in_columns_of, [1], Table("a"), [1], "x", "y"),
    of(sentences, [["a", "b"], ["c"]], ["a b", "c"]),
    of(check.battles, (["a"], ["b"], [0.5]), ["a"], ("b",), np.array([0.5], object)),
    of(check.games, ([1], [2], [1.0]), [(1, 2, True)]),
    of(check.games, (["a"], ["b"], [0.0]), np.array([["a", "b", 0]], object)),
    of(check.wins_table, [[0, 2], [1, 0]], [[0, 2], [True, 0]], "x"),
    of(check.wins_table, [[0.0, 0.5], [1.0, 0.0]], [[0, 0.5], [1, 0]], "x"),
    of(check.wins_table, [[0.0, 2.0**60], [1.0, 0.0]], [[0, 2**60], [1, 0]], "x"),
    of(answers, [(["a"], "b"), (["a", "b"], "a")], np.array(["a", ("a", "b")], object), ["b", "a"]),
    of(answers, [(["a", "b"], "a")], [np.array(["a", "b"])], np.array(["a"])),
    of(sentence_pairs, [(["a", "b"], []), ([], ["c"])], ["a b", ""], ("", "c"), None),
    of(sentence_pairs, [([1, 2], [1])], [[1, 2]], [(1,)], None),
    of(sentence_pairs, [(["a", "b"], ["b"])], ["ab"], ["b"], list),
    of(check.model_names, ["a", "b"], None, 2, wins=Square("ab", "ab"), losses=[[0, 1], [1, 0]]),
    of(check.model_names, ["a", "b"], None, 2, wins=[[0, 1], [1, 0]], losses=Square(RangeIndex([0, 1]), "ab")),
    of(check.model_names, ["x", "y"], ["x", "y"], 2, wins=Square("ab", "ab")),
    of(check.model_names, [0, 1], None, 2, wins=Square(RangeIndex([7, 8]), RangeIndex([0, 1])), losses=None),
    of(check.function_or_none, None, None, "x", "list"),
    of(check.tokens_of, ["a", "b"], "ab", lambda text: np.array([*text])),
    of(check.surprises, [0.0, INF, 2.0], [-1e-6, INF, np.float32(2)]),
    of(check.surprises, [INF], [INF]),
    of(check.texts, ["a", ""], np.array(["a", ""]), 2),
    # what helps to check
    *[
        of(check.missing_class, missing, *mass)
        for missing, mass in (("", (1, 2)), ("negative", (1, 0)), ("positive", (0, 1)))
    ],
    of(check.equals, [True, False], np.array([True, False]), 1),
    of(check.equals, [False, True], np.array(["a", "b"]), "b"),
    of(check.distinct, [0, 1, 2], np.array([2, 0]), np.array([0, 1])),
    of(check.in_order, [2, "a"], ["a", 2]),
    of(check.limits, (-1, 3), np.array([0, 3, -1])),
    of(check.row_sums, [1.5, 2.0], np.array([[0.5, 1.0], [2.0, 0.0]])),
    of(check.plain, 2.5, np.float64(2.5)),
    of(check.column_names, ["a", 0], Table("a", 0)),
    of(check.column_names, None, Table(0, 1)),
    of(check.is_collection, True, [1]),
    of(check.is_collection, False, "ab"),
    of(check.is_real, True, Fraction(1, 2)),
    of(check.is_real, False, np.timedelta64(1)),
    of(check.is_real, False, "1"),
    of(check.joined, [[1, 2], [3, 4]], np.array([[1, 2]]), np.array([[3, 4]])),
    of(check.shown, "'aaaaaaaaaaaa...aaaaaaaaaaaaa'", "a" * 50),
    of(check.kind_of, "an int", 5),
    of(check.kind_of, "an ndarray", np.zeros(2)),
    of(check.kind_of, "a list", []),
    of(check.kind_of, "a uint8", np.uint8(1)),
    of(check.with_article, "an Index", "Index"),
    of(sentences, [[1, np.int8(2)], []], [[1, np.int8(2)], []]),
]


@pytest.mark.parametrize(("function", "args", "options", "expected"), PASS)
def test_what_just_passes_is_taken(function, args, options, expected):
    assert repr(plainly(function(*args, **options))) == repr(plainly(expected))  # of the same type, too


def plainly(value: Any) -> Any:
    """Arrays as lists, all through, to compare them."""
    if isinstance(value, list | tuple):
        return [plainly(one) for one in value]
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value

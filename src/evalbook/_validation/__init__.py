"""The one place where inputs are checked.

Every public function of the package passes its arguments through here, so that a mistake is reported in one voice:
which argument, what was found, what was expected. A wrong type raises :exc:`TypeError`, anything else
:exc:`ValueError`. What is undefined for good input (0/0) is no error: :func:`or_undefined` returns nan and warns.
"""

from evalbook._validation.arrays import (
    FloatArray,
    as_array,
    floats,
    gains,
    matrix,
    number_pair,
    numbers,
    padded_gains,
    plain,
    same_length,
    shares,
    table,
    to_floats,
)
from evalbook._validation.labels import (
    classes,
    distinct,
    equals,
    label_pair,
    labels,
    missing_class,
    positive_label,
    scored_truth,
)
from evalbook._validation.sentences import references_and_candidate, sentences, sequence, summaries
from evalbook._validation.undefined import (
    UndefinedMetricWarning,
    ZeroDivision,
    check_zero_division,
    each_or_undefined,
    mean_or_undefined,
    or_undefined,
    ratio,
    warn_undefined,
)
from evalbook._validation.values import choice, error_costs, flag, generator, integer, is_collection, real

__all__ = [
    "FloatArray",
    "UndefinedMetricWarning",
    "ZeroDivision",
    "as_array",
    "check_zero_division",
    "choice",
    "classes",
    "distinct",
    "each_or_undefined",
    "equals",
    "error_costs",
    "flag",
    "floats",
    "gains",
    "generator",
    "integer",
    "is_collection",
    "label_pair",
    "labels",
    "matrix",
    "mean_or_undefined",
    "missing_class",
    "number_pair",
    "numbers",
    "or_undefined",
    "padded_gains",
    "plain",
    "positive_label",
    "ratio",
    "real",
    "references_and_candidate",
    "same_length",
    "scored_truth",
    "sentences",
    "sequence",
    "shares",
    "summaries",
    "table",
    "to_floats",
    "warn_undefined",
]

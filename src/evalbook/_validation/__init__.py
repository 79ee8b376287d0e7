"""The one place where inputs are checked.

Every public function of the package passes its arguments through here, so that a mistake is reported in one voice:
which argument, what was found, what was expected. A wrong type raises :exc:`TypeError`, anything else
:exc:`ValueError`. What is undefined for good input (0/0) is no error: :func:`or_undefined` returns nan and warns.
"""

from evalbook._validation.arrays import (
    FloatArray,
    gains,
    matrix,
    number_pair,
    numbers,
    padded_gains,
    plain,
    same_length,
    shares,
    table,
    vector,
    weights,
)
from evalbook._validation.labels import distinct, equals, label_pair, labels, positive_label, scored_truth
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
from evalbook._validation.values import error_costs, generator, integer, real

__all__ = [
    "FloatArray",
    "UndefinedMetricWarning",
    "ZeroDivision",
    "check_zero_division",
    "distinct",
    "each_or_undefined",
    "equals",
    "error_costs",
    "gains",
    "generator",
    "integer",
    "label_pair",
    "labels",
    "matrix",
    "mean_or_undefined",
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
    "vector",
    "warn_undefined",
    "weights",
]

"""The one place where inputs are checked.

Every public function of the package passes its arguments through here, so that a mistake is reported in one voice:
which argument, what was found, what was expected. A wrong type raises :exc:`TypeError`, anything else
:exc:`ValueError`.
"""

from evalbook._input.arrays import (
    FloatArray,
    as_array,
    floats,
    matrix,
    number_pair,
    numbers,
    per_bin,
    plain,
    same_length,
    shares,
    table,
    to_floats,
    training_series,
    weights,
)
from evalbook._input.columns import class_probabilities, row_sums
from evalbook._input.gains import GAINS_IN_ONE_LIST, GainRows, cutoff, cutoff_or_all, gain_rows, gains, ranked_gains
from evalbook._input.labels import (
    all_label_pairs,
    classes,
    distinct,
    equals,
    label_pair,
    labels,
    limits,
    missing_class,
    positive_label,
    positives,
    samples_of_both_classes,
    scored_truth,
)
from evalbook._input.rows import Pick, picker
from evalbook._input.sentences import (
    corpus,
    references_and_candidate,
    sentences,
    sequence,
    summaries,
    texts_and_candidate,
)
from evalbook._input.values import choice, error_costs, flag, generator, integer, is_collection, is_real, real, shown

__all__ = [
    "GAINS_IN_ONE_LIST",
    "FloatArray",
    "GainRows",
    "Pick",
    "all_label_pairs",
    "as_array",
    "choice",
    "class_probabilities",
    "classes",
    "corpus",
    "cutoff",
    "cutoff_or_all",
    "distinct",
    "equals",
    "error_costs",
    "flag",
    "floats",
    "gain_rows",
    "gains",
    "generator",
    "integer",
    "is_collection",
    "is_real",
    "label_pair",
    "labels",
    "limits",
    "matrix",
    "missing_class",
    "number_pair",
    "numbers",
    "per_bin",
    "picker",
    "plain",
    "positive_label",
    "positives",
    "ranked_gains",
    "real",
    "references_and_candidate",
    "row_sums",
    "same_length",
    "samples_of_both_classes",
    "scored_truth",
    "sentences",
    "sequence",
    "shares",
    "shown",
    "summaries",
    "table",
    "texts_and_candidate",
    "to_floats",
    "training_series",
    "weights",
]

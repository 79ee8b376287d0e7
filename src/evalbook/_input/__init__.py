"""The one place where inputs are checked.

Every public function of the package passes its arguments through here, so that a mistake is reported in one voice:
which argument, what was found, what was expected. A wrong type raises :exc:`TypeError`, anything else
:exc:`ValueError`.
"""

from evalbook._input.answers import ratings, rights, tries, verdicts
from evalbook._input.arrays import (
    FloatArray,
    as_array,
    floats,
    matrix,
    number_pair,
    numbers,
    per_bin,
    plain,
    require_scale,
    require_size,
    same_length,
    shares,
    sizes,
    table,
    to_floats,
    training_series,
    weights,
)
from evalbook._input.battles import battles, games, model_names, wins_table
from evalbook._input.columns import class_probabilities, row_sums
from evalbook._input.gains import GainRows, cutoff, cutoff_or_all, gain_rows, gains, ranked_gains
from evalbook._input.labels import (
    RATES,
    all_label_pairs,
    classes,
    distinct,
    equals,
    in_order,
    label_pair,
    labels,
    limits,
    missing_class,
    no_pair,
    positive_label,
    positives,
    require_one_type,
    samples_of_both_classes,
    scored_truth,
)
from evalbook._input.ranges import ranges
from evalbook._input.rows import column_names, in_columns_of, joined, picker
from evalbook._input.sentences import (
    corpus,
    references_and_candidate,
    sentences,
    sequence,
    summaries,
    texts_and_candidate,
)
from evalbook._input.texts import answers, function_or_none, sentence_pairs, surprises, texts, tokens_of
from evalbook._input.values import (
    LARGEST,
    SMALLEST,
    choice,
    confidence,
    error_costs,
    flag,
    generator,
    integer,
    is_collection,
    is_real,
    kind_of,
    noting,
    real,
    shown,
    sized,
    with_article,
)

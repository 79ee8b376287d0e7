"""Docstring texts that many functions share, written once.

``@documented`` replaces each ``%(name)s`` of a docstring by its text below, indented like the line it stands on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

Documented = TypeVar("Documented", bound=Callable[..., object] | type)

SHARED = {
    "y_true": """\
y_true : array_like of shape (n,)
    True labels: integers, booleans or strings.""",
    "y_pred": """\
y_pred : array_like of shape (n,)
    Predicted labels, of the same type as `y_true`.""",
    "y_score": """\
y_score : array_like of shape (n,)
    Scores, higher for "more likely positive". Only their order counts; they need not be probabilities.""",
    "pos_label": """\
pos_label : label, optional
    The label that counts as positive. By default the larger one of {0, 1}, {-1, 1} or {False, True}; other labels
    have no natural order, so there it must be given.""",
    "sample_weight": """\
sample_weight : array_like of shape (n,), optional
    How much each sample counts, in any unit: at least 0, not all 0. A weight of 2 acts like the sample twice; samples
    of weight 0 are dropped.""",
    "zero_division": """\
zero_division : "warn" or float, default "warn"
    What to return where the metric is 0/0: nan with an `UndefinedMetricWarning`, or this number in silence.""",
    "average": """\
average : {"binary", "macro", "micro", "weighted"} or None, default "binary"
    "binary": the positive class of a two-class problem. Otherwise each class in turn is the positive one, and the
    values are averaged with equal weights ("macro"), weighted by how often each class is true ("weighted"), computed
    from the counts added over the classes ("micro"), or returned one per class (None).""",
    "labels": """\
labels : sequence of labels, optional
    The classes to score, in this order; by default all that occur. Samples of other classes still count as errors.""",
    "label_errors": """\
TypeError
    If an argument is no sequence of labels, or `y_true` and `y_pred` hold labels of different types.
ValueError
    If lengths differ, an input is empty or holds nan, or a weight is invalid.""",
    "score_errors": """\
TypeError
    If `y_true` is no sequence of labels or `y_score` no sequence of numbers.
ValueError
    If lengths differ, an input is empty, a score is nan or infinite, a weight is invalid, `y_true` has more than two
    classes, or the positive one is not known.""",
    "matrices": """\
matrices : sequence of Counts or of binary ConfusionMatrix, or Counts of arrays
    The matrices. Of a ConfusionMatrix, the larger label of {0, 1}, {-1, 1} or {False, True} is the positive class.""",
    "matrix_errors": """\
TypeError
    If `matrices` is a single matrix, or an element is neither Counts of numbers nor a ConfusionMatrix.
ValueError
    If there is no matrix, or the positive class of one is not known.""",
    "y_prob": """\
y_prob : array_like of shape (n,)
    Predicted probabilities of the positive class, between 0 and 1.""",
    "probability_errors": """\
TypeError
    If `y_true` is no sequence of labels or `y_prob` no sequence of numbers.
ValueError
    If lengths differ, an input is empty, a probability is nan or outside [0, 1], a weight is invalid, `y_true` has
    more than two classes, or the positive one is not known.""",
    "error_costs": """\
cost_fp, cost_fn : float
    What a false positive and a false negative cost, in any unit: at least 0, not both 0.""",
    "place": """\
probability_cost : float or array_like
    P(+)cost, between 0 and 1.""",
    "place_errors": """\
TypeError
    If the argument holds no numbers.
ValueError
    If a value is nan or outside [0, 1].""",
    "class_scores": """\
y_score : array_like of shape (n, k)
    Scores, one column per class, higher for "more likely this class". They need not be probabilities.""",
    "class_columns": """\
labels : sequence of k labels, optional
    The classes of the columns of `y_score`; by default all that occur in `y_true`, sorted. Every class that occurs
    must be listed.""",
    "class_score_errors": """\
TypeError
    If `y_true` is no sequence of labels or `y_score` holds no numbers.
ValueError
    If lengths differ, an input is empty, a score is nan or infinite, `y_score` is no matrix of at least two columns,
    the columns do not match the classes, or an option is unknown.""",
    "bins": """\
n_bins : int, default 10
    How many bins, from 1 to 1,000,000.
strategy : {"uniform", "quantile"}, default "uniform"
    Bins of equal width, or bins that hold as equal a share of the samples as ties permit.""",
    "empty_axes": """\
ax : matplotlib axes, optional
    Where to draw; by default a new figure.""",
    "curve_axes": """\
ax : matplotlib axes, optional
    Where to draw; by default a new plot of this kind. Pass the axes of one curve to add the next.""",
    "marks": """\
points : bool
    Mark each threshold's point.
thresholds : bool
    Write each threshold beside its point; for a handful of points.""",
    "line": """\
**line
    Passed to matplotlib's ``plot``: label, color, …""",
    "n_samples": """\
n : int
    The number of samples, at least 2.""",
    "k_folds": """\
k : int, default 10
    The number of folds, from 2 to `n`.""",
    "stratify": """\
stratify : array_like of shape (n,), optional
    The class of each sample. Each part then holds the classes in the proportions of the whole, within one sample.""",
    "rng": """\
rng : None, int or numpy.random.Generator, optional
    Where chance comes from: anything that `numpy.random.default_rng` takes. The same integer gives the same result.""",
    "true_numbers": """\
y_true : array_like of shape (n,) or (n, d)
    True values: one number per sample, or a row of `d` outputs.""",
    "predicted_numbers": """\
y_pred : array_like of shape (n,) or (n, d)
    Predicted values, in the shape of `y_true`.""",
    "multioutput": """\
multioutput : {"uniform_average", "raw_values"}, default "uniform_average"
    One value, the mean over the outputs, or an array with one value per output.""",
    "number_errors": """\
TypeError
    If an argument holds no numbers.
ValueError
    If shapes differ, an input is empty or holds nan or inf, a weight or `multioutput` is invalid, or a result exceeds
    what a float can hold (about 1.8e308).""",
    "of_outputs": """\
float or ndarray
    At least 0; one value per output with ``multioutput="raw_values"``.""",
    "offset": """\
offset : float, default 1.0
    The constant c added before the logarithm is taken, so that 0 has one. 0 gives the plain logarithm.""",
    "log_notes": """\
1. Without an offset half and double are equally wrong. With one, values far below it count by their difference.
2. A prediction too low costs more than one as much too high.""",
    "relevance": """\
relevance : array_like of shape (ranks,) or (..., ranks)
    Gains in ranked order, rank 1 first, at least 0; relevant means above 0. Leading axes are queries. A list of rows of
    unequal length is padded with 0; an empty list is one that found nothing.""",
    "rank_k": """\
k : int
    How many ranks count, at least 1. It may exceed the length of the list.""",
    "optional_k": """\
k : int, optional
    How many ranks count, at least 1; by default all. It may exceed the length of the list.""",
    "n_relevant": """\
n_relevant : int or array_like, optional
    How many relevant items exist, listed or not: one number, or one per query. By default those in the whole list,
    which is right only if nothing relevant was left out of it.""",
    "gain": """\
gain : {"exponential", "linear"}, default "exponential"
    What an item of relevance rel is worth: 2^rel - 1, or rel itself.""",
    "ideal": """\
ideal : array_like of shape (items,) or (..., items), optional
    The gains of all judged items of each query, in any order, the listed ones among them. By default those listed,
    which is right only if nothing relevant was left out of the list.""",
    "per_query": """\
float or ndarray
    One value per query; a float for a single list.""",
    "undefined_query": """\
UndefinedMetricWarning
    If no relevant item is known of a query (0/0) and `zero_division` is "warn".""",
    "ranking_errors": """\
TypeError
    If gains are no numbers, or `k` is no whole number.
ValueError
    If a gain is negative, nan or infinite, `k` is below 1, or there is no query.""",
    "n_relevant_errors": """\
TypeError
    If gains or `n_relevant` are no numbers, or `k` is no whole number.
ValueError
    If a gain is negative, nan or infinite, `k` is below 1, there is no query, or `n_relevant` is no whole number, below
    the hits in the ranks that count, or not one per query.""",
    "gain_errors": """\
TypeError
    If gains are no numbers, or `k` is no whole number.
ValueError
    If a gain is negative, nan or infinite, a sum of gains is more than a float can hold (a gain of 1024 is,
    exponentially), `k` is below 1, there is no query, or an option is unknown.""",
    "scored_items": """\
y_true : array_like of shape (items,) or (..., items)
    The gain of each item, at least 0; relevant means above 0. Leading axes are queries.
y_score : array_like of the same shape
    The score of each item; a higher score ranks first.""",
    "references": """\
references : list of sentences
    What people wrote: one or more sentences, also where there is only one. A sentence is a string, which is split on
    white space, or a sequence of tokens (all strings, or all integers). Nothing is lower-cased.""",
    "candidate": """\
candidate : sentence
    What the model wrote, in the form of the references: a string where they are strings, else a sequence of tokens.""",
    "ngram_order": """\
n : int
    The number of tokens in an n-gram, at least 1.""",
    "max_n": """\
max_n : int, default 4
    The longest n-grams that count, from 1 to 1,000.""",
    "bleu_options": """\
weights : sequence of float, optional
    The weight of each order from 1 to the longest, adding up to 1; by default all equal. An order of weight 0 is left
    out.
smoothing : {"floor", "add-k", "exp"} or None, default None
    What to do about an order without a match, which would make the score 0. "floor" counts `smoothing_value` matches
    there; "add-k" adds `smoothing_value` to matches and n-grams of every order above 1; "exp" counts ½ match at the
    first such order, ¼ at the second, and so on.
smoothing_value : float, optional
    For "floor", above 0 and up to 1, by default 0.1; for "add-k", above 0, by default 1.
effective_order : bool, default False
    Leave out the orders for which the candidate is too short to have any n-gram, instead of scoring 0.""",
    "combine": """\
combine : {"best", "pool", "average"}, default "best"
    What to do with several references: take the one with the best F (ties: the first), add the counts over all of
    them, or take the mean of each of the three numbers.""",
    "rouge_beta": """\
beta : float, default 1.0
    Recall has the weight β² in F, precision 1; at least 0.""",
    "sentence_errors": """\
TypeError
    If the references are no list, a sentence is neither a string nor a sequence of strings or of integers, or strings
    stand beside sequences of tokens.
ValueError
    If there is no reference.""",
}


def documented(target: Documented) -> Documented:
    """Fill the ``%(name)s`` in the docstring of a function or class; does nothing under ``python -OO``."""
    if target.__doc__:
        target.__doc__ = re.sub(r"^( *)%\((\w+)\)s", _indented, target.__doc__, flags=re.MULTILINE)
    return target


def _indented(match: re.Match[str]) -> str:
    margin, name = match.groups()
    return "\n".join(margin + line for line in SHARED[name].splitlines())

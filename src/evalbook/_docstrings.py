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
    The longest n-grams that count.""",
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
    Recall weighs `beta` times as much as precision in F; at least 0.""",
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

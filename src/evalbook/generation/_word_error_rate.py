"""Word error rate: how many words of a transcript have to be mended, per word that was said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from evalbook import _input as check
from evalbook._formula import OfSums, filled, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray
from evalbook._undefined import ZeroDivision, or_undefined, ratio
from evalbook.generation._edit_distance import edit_distance
from evalbook.text._n_grams import Sentence


def _errors_and_words(references: Any, hypotheses: Any, tokenize: Any) -> tuple[FloatArray, FloatArray]:
    """The errors of each sentence, and its words."""
    pairs = check.sentence_pairs(references, hypotheses, check.function_or_none(tokenize, "tokenize", "list"))
    found = [(edit_distance(reference, hypothesis), len(reference)) for reference, hypothesis in pairs]
    errors, words = np.array(found, dtype=np.float64).T
    return errors, words


def _means(references: Any, hypotheses: Any, *, tokenize: Any = None, zero_division: ZeroDivision = "warn") -> Any:
    def rate(errors: FloatArray, words: FloatArray) -> FloatArray:
        return filled(ratio(errors, words), zero_division)

    return _errors_and_words(references, hypotheses, tokenize), rate


@on(OfSums(_means))
@with_hints
def word_error_rate(
    references: Sequence[Sentence],
    hypotheses: Sequence[Sentence],
    *,
    tokenize: Callable[[str], Sequence[Any]] | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""Word error rate (WER) of a corpus: the words to substitute, delete and insert, per word of the references.

    .. math:: WER = \frac{\sum_s S_s + D_s + I_s}{\sum_s N_s}

    where :math:`S_s + D_s + I_s` is the least number of substitutions, deletions and insertions that turn the reference
    of sentence s, which has :math:`N_s` words, into its hypothesis.

    Parameters
    ----------
    references : list of sentences
        What was said, one sentence for each hypothesis. A sentence is a string, which is split on white space, or a
        sequence of tokens.
    hypotheses : list of sentences
        What the model heard, in the same form: at least one sentence.
    tokenize : callable, optional
        Makes a list of tokens of a string. ``tokenize=list`` gives the character error rate.
    zero_division : "warn" or float, default "warn"
        What the metric is where it is 0/0: nan with an `UndefinedMetricWarning`, or this number without a warning.

    Returns
    -------
    float
        At least 0.

    See Also
    --------
    EditTally : the kinds of errors, in sums that add
    evalbook.text.rouge_l : words in the same order
    evalbook.comparison.interval : its confidence interval

    Notes
    -----
    1. It can exceed 1, because a hypothesis can have more wrong words than the reference has words. Three wrong words
       for one give 3.
    2. The errors of all sentences are added before they are divided, so long sentences count more. The mean of the
       sentences' rates is a different number.
    3. If no reference has a word, the rate is undefined (nan), even if the hypotheses have words. If only some
       references are empty, the words of their hypotheses count as insertions.
    4. Words are compared as they are. Bring both sides into the same form first (case, punctuation, numerals).

    References
    ----------
    Levenshtein (1966) for the distance; Hyyrö, *Explaining and extending the bit-parallel approximate string matching
    algorithm of Myers* (2001), for how it is computed.

    Examples
    --------
    >>> from evalbook import generation
    >>> generation.word_error_rate(["the cat sat on the mat"], ["the cat sit on mat"])  # 2 of 6
    0.3333333333333333
    >>> generation.word_error_rate(["no"], ["oh no no"])
    2.0
    >>> generation.word_error_rate(["评估模型"], ["评估模形"], tokenize=list)
    0.25
    """
    errors, words = _errors_and_words(references, hypotheses, tokenize)
    value: float = ratio(float(errors.sum()), float(words.sum()))
    return or_undefined(value, zero_division, "word_error_rate is undefined, nan: no reference has a word")

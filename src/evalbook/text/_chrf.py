"""chrF: the character n-grams that a candidate and a reference share, as an F that counts recall more."""

from __future__ import annotations

from collections.abc import Sequence

from evalbook._formula import NoFormula, OfTallies, on
from evalbook._hints import with_hints
from evalbook.text._chrf_tally import ChrfTally
from evalbook.text._n_grams import ONE_SENTENCE


@on(NoFormula(ONE_SENTENCE, drawn=False))
@with_hints
def chrf(references: Sequence[str], candidate: str, *, word_order: int = 0, beta: float = 2.0) -> float:
    r"""chrF of one sentence: the F score of the character n-grams that it shares with a reference.

    .. math::

        \begin{aligned}
        \mathrm{chrF}_\beta &= (1 + \beta^2)\,\frac{P \cdot R}{\beta^2 P + R} \\
        P &= \frac16 \sum_{n=1}^{6} \frac{\text{common } n\text{-grams}}{n\text{-grams of the candidate}} \\
        R &= \frac16 \sum_{n=1}^{6} \frac{\text{common } n\text{-grams}}{n\text{-grams of the reference}}
        \end{aligned}

    It needs no tokens. With ``word_order=2`` it is chrF++, in which n-grams of one and two words are two more orders.

    Parameters
    ----------
    references : list of str
        What people wrote, at least one sentence.
    candidate : str
        What the model wrote.
    word_order : int, default 0
        The length of the longest n-grams of words, from 0 (none) to 1,000. A punctuation mark at the end of a word, or
        else at its beginning, is a word of its own.
    beta : float, default 2.0
        How many times as much recall counts as precision. It is at least 0, and with infinity only recall counts.

    Returns
    -------
    float
        Between 0 and 1. (Many papers print 100 times as much.)

    See Also
    --------
    corpus_chrf : one score for many sentences
    bleu : words instead of characters

    Notes
    -----
    1. P and R are means over those orders of which both candidate and reference have n-grams. If there is no such
       order, for example because a sentence is empty, the score is 0.
    2. If there are several references, the one with the best score counts.
    3. An uppercase letter and a lowercase letter are different characters.
    4. White space does not count. chrF++.py, NLTK and Moses average the F scores of the orders, instead of taking the F
       score of the mean precision and recall.

    References
    ----------
    Popović, *chrF: character n-gram F-score for automatic MT evaluation* (2015), and *chrF++: words helping character
    n-grams* (2017); Post, *A call for clarity in reporting BLEU scores* (2018), whose sacrebleu gives the same numbers.

    Examples
    --------
    >>> from evalbook import text
    >>> references = ["the cat is on the mat", "there is a cat on the mat"]
    >>> round(text.chrf(references, "the cats sat on the mats"), 4)
    0.6279
    >>> round(text.bleu(references, "the cats sat on the mats"), 4)  # whole words match, or do not
    0.0
    """
    return ChrfTally.from_sentence(references, candidate, word_order=word_order, beta=beta).score(beta=beta)


@on(OfTallies(ChrfTally.rows, lambda tally, *, beta, **_: tally.score(beta=beta)))
@with_hints
def corpus_chrf(
    references_per_candidate: Sequence[Sequence[str]],
    candidates: Sequence[str],
    *,
    word_order: int = 0,
    beta: float = 2.0,
) -> float:
    r"""chrF of a corpus: matches and n-grams are added over all sentences and scored once.

    .. math:: P_n = \frac{\sum_s \text{common } n\text{-grams}}{\sum_s n\text{-grams of the candidate}}, \quad
        R_n = \frac{\sum_s \text{common } n\text{-grams}}{\sum_s n\text{-grams of the reference}}

    Parameters
    ----------
    references_per_candidate : list of lists of str
        The list of references of each candidate.
    candidates : list of str
        What the model wrote, at least one sentence.
    word_order : int, default 0
        The length of the longest n-grams of words, from 0 (none) to 1,000; 2 gives chrF++.
    beta : float, default 2.0
        How many times as much recall counts as precision. It is at least 0, and with infinity only recall counts.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    chrf : one sentence
    corpus_bleu : words instead of characters
    ChrfTally : add up parts that are counted apart

    Notes
    -----
    1. The mean of the sentences' scores is a different number, because in that mean a short sentence counts as much as
       a long one.
    2. If a sentence has several references, the one with the best score counts.

    References
    ----------
    Popović (2015, 2017); Post (2018).

    Examples
    --------
    >>> from evalbook import text
    >>> references = [["the cat is on the mat"], ["it sat"]]
    >>> round(text.corpus_chrf(references, ["the cats sat on the mats", "it sits"]), 4)
    0.5805
    """
    rows = ChrfTally.rows(references_per_candidate, candidates, word_order=word_order, beta=beta)
    return rows.sum().score(beta=beta)

"""BLEU: the n-grams of a candidate that a reference has too, as a precision, with a penalty on brevity."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._formula import NoFormula, OfTallies, on
from evalbook._hints import with_hints
from evalbook.text._bleu_tally import BleuTally, Smoothing, penalty
from evalbook.text._n_grams import ONE_SENTENCE, Sentence


@with_hints
def brevity_penalty(*, reference_length: int, candidate_length: int) -> float:
    r"""The factor below 1 that BLEU puts on a candidate shorter than its reference.

    .. math:: BP = \min\bigl(1,\ e^{1 - r/c}\bigr)

    Parameters
    ----------
    reference_length : int
        :math:`r`, in tokens: that of the reference closest in length, for a corpus the sum over its sentences.
    candidate_length : int
        :math:`c`, in tokens.

    Returns
    -------
    float
        Between 0 and 1; 1 for a candidate at least as long as the reference.

    Notes
    -----
    1. An empty candidate gets 0, the limit, also beside an empty reference.
    2. It is r/c, not c/r: with :math:`e^{1 - c/r}` a short candidate would gain (one word against six: a factor of
       2.30).

    References
    ----------
    Papineni et al., *BLEU* (2002), section 2.2.

    Examples
    --------
    >>> from evalbook import text
    >>> round(text.brevity_penalty(reference_length=6, candidate_length=1), 4)
    0.0067
    """
    reference_length = check.integer(reference_length, "reference_length", at_least=0)
    return penalty(reference_length, check.integer(candidate_length, "candidate_length", at_least=0))


@on(NoFormula(ONE_SENTENCE, drawn=False))
@with_hints
def bleu(
    references: Sequence[Sentence],
    candidate: Sentence,
    *,
    max_n: int = 4,
    weights: ArrayLike | None = None,
    smoothing: Smoothing = None,
    smoothing_value: float | None = None,
    effective_order: bool = False,
) -> float:
    r"""BLEU of one sentence: how much of a translation stands, word for word, in a reference.

    A good sentence often gets 0, because no run of four of its tokens stands in a reference. Then let a missing order
    count a little (``smoothing="exp"``), count shorter runs alone (``max_n=2``), or score many sentences together
    (:func:`corpus_bleu`).

    .. math::

        \begin{aligned}
        \mathrm{BLEU} &= BP \cdot \exp\Bigl(\sum_{n=1}^{N} w_n \log p_n\Bigr) \\
        BP &= \min\bigl(1,\ e^{1 - r/c}\bigr), \quad w_n = \tfrac1N
        \end{aligned}

    Parameters
    ----------
    references : list of sentences
        What people wrote, at least one; a sentence is a string, split on white space, or a sequence of tokens.
    candidate : sentence
        What the model wrote, in the form of the references.
    max_n : int, default 4
        The longest n-grams that count, from 1 to 1,000.
    weights : sequence of float, optional
        The weight of each order from 1 to the longest, at least 0 and adding up to 1; by default all equal.
    smoothing : {"floor", "add-k", "exp"} or None, default None
        What an order without a match counts: "floor" `smoothing_value` matches; "add-k" adds that value to matches and
        n-grams of every order above 1; "exp" counts ½ match at the first such order, ¼ at the second, and so on.
    smoothing_value : float, optional
        For "floor", above 0 and up to 1, by default 0.1; for "add-k", above 0, by default 1; for no other.
    effective_order : bool, default False
        Leave out the orders for which the candidate is too short to have any n-gram, instead of scoring 0.

    Returns
    -------
    float
        Between 0 and 1. (Many papers print 100 times as much.)

    Notes
    -----
    1. An empty candidate scores 0; so does one without a single match, with any smoothing.
    2. One order without a match makes the geometric mean, and the score, 0, unless `smoothing` is given or the order
       has weight 0.
    3. A candidate with fewer than `max_n` tokens has no n-grams of the longest order and scores 0, even against
       itself; `effective_order` scores it by the orders it has. "add-k" makes 0/0 k/k = 1 in the orders above 1, so
       there `effective_order` leaves out nothing, as in sacrebleu.
    4. :math:`r` is the length of the reference closest in length to the candidate; of two equally close, the shorter.
    5. The mean of the scores of sentences is not the score of the corpus: see :func:`corpus_bleu`.

    References
    ----------
    Papineni et al., *BLEU: a method for automatic evaluation of machine translation* (2002); Chen and Cherry (2014)
    for the smoothing.

    Examples
    --------
    >>> from evalbook import text
    >>> references = ["the cat is on the mat", "there is a cat on the mat"]
    >>> round(text.bleu(references, "the cat sat on the mat", max_n=2), 4)
    0.7071
    >>> text.bleu(references, "the cat sat on the mat")  # no run of four tokens is in a reference
    0.0
    >>> round(text.bleu(references, "the cat sat on the mat", smoothing="exp"), 4)
    0.3799
    """
    tally = BleuTally.from_sentence(references, candidate, max_n=max_n)
    return tally.score(
        weights=weights, smoothing=smoothing, smoothing_value=smoothing_value, effective_order=effective_order
    )


@on(
    OfTallies(
        lambda references, candidates, *, max_n, **_: BleuTally.rows(references, candidates, max_n=max_n),
        lambda tally, *, max_n, **options: tally.score(**options),
    )
)
@with_hints
def corpus_bleu(
    references_per_candidate: Sequence[Sequence[Sentence]],
    candidates: Sequence[Sentence],
    *,
    max_n: int = 4,
    weights: ArrayLike | None = None,
    smoothing: Smoothing = None,
    smoothing_value: float | None = None,
    effective_order: bool = False,
) -> float:
    r"""BLEU of a corpus: matches, n-grams and lengths are added over the sentences, and the sum is scored once.

    .. math:: p_n = \frac{\sum_s \sum_g \mathrm{clip}_s(g)}{\sum_s \sum_g \mathrm{count}_s(g)}

    .. math:: r = \sum_s r_s, \quad c = \sum_s c_s

    Parameters
    ----------
    references_per_candidate : list of lists of sentences
        For each candidate, the list of its references.
    candidates : list of sentences
        What the model wrote, at least one sentence.
    max_n : int, default 4
        The longest n-grams that count, from 1 to 1,000.
    weights : sequence of float, optional
        The weight of each order from 1 to the longest, at least 0 and adding up to 1; by default all equal.
    smoothing : {"floor", "add-k", "exp"} or None, default None
        What an order without a match counts: "floor" `smoothing_value` matches; "add-k" adds that value to matches and
        n-grams of every order above 1; "exp" counts ½ match at the first such order, ¼ at the second, and so on.
    smoothing_value : float, optional
        For "floor", above 0 and up to 1, by default 0.1; for "add-k", above 0, by default 1; for no other.
    effective_order : bool, default False
        Leave out the orders for which the candidate is too short to have any n-gram, instead of scoring 0.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    1. A sentence without a match adds its length, so the score is rarely 0; the mean of the sentences' scores is
       another number.
    2. Some libraries take the references as parallel streams, the first references of all candidates in one list;
       ``list(zip(*streams))`` turns them.
    3. It is ``BleuTally.rows(…).sum().score()``, or the score of a sum of tallies that were counted apart.

    References
    ----------
    Papineni et al., *BLEU* (2002), section 2.2.

    Examples
    --------
    >>> from evalbook import text
    >>> references = [["the cat is on the mat"], ["it sat there"]]
    >>> round(text.corpus_bleu(references, ["the cat is on the mat", "it sat here"]), 4)
    0.8836
    """
    tally = BleuTally.rows(references_per_candidate, candidates, max_n=max_n).sum()
    return tally.score(
        weights=weights, smoothing=smoothing, smoothing_value=smoothing_value, effective_order=effective_order
    )

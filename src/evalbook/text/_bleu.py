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
    r"""The brevity penalty: the factor by which BLEU lowers the score of a too short candidate.

    .. math:: BP = \min\bigl(1,\ e^{1 - r/c}\bigr)

    Parameters
    ----------
    reference_length : int
        :math:`r`, in tokens: the length of the reference that is closest in length to the candidate. For a corpus it is
        the sum over the sentences.
    candidate_length : int
        :math:`c`, in tokens.

    Returns
    -------
    float
        Between 0 and 1; it is 1 for a candidate at least as long as the reference.

    See Also
    --------
    bleu : the score that it is a part of
    modified_precision : the other part

    Notes
    -----
    1. For an empty candidate it is 0, which is the limit of the formula, even if the reference is empty, too.
    2. The exponent contains r/c, not c/r. With :math:`e^{1 - c/r}`, a short candidate would be rewarded: one word
       against six would get a factor of 2.30.

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
    r"""BLEU of one sentence: how much of a translation is found, word for word, in a reference.

    A good sentence often scores 0, because no four tokens in a row are found in a reference. In that case let an order
    without a match count a little (``smoothing="exp"``), count only shorter n-grams (``max_n=2``), or score many
    sentences together (:func:`corpus_bleu`).

    .. math::

        \begin{aligned}
        \mathrm{BLEU} &= BP \cdot \exp\Bigl(\sum_{n=1}^{N} w_n \log p_n\Bigr) \\
        BP &= \min\bigl(1,\ e^{1 - r/c}\bigr), \quad w_n = \tfrac1N
        \end{aligned}

    Parameters
    ----------
    references : list of sentences
        What people wrote: at least one sentence. A sentence is a string, which is split on white space, or a sequence
        of tokens.
    candidate : sentence
        What the model wrote, in the same form as the references.
    max_n : int, default 4
        The length of the longest n-grams that count, from 1 to 1,000.
    weights : sequence of float, optional
        The weight of each order (n-gram length) from 1 to `max_n`. Each weight is at least 0, and together they add up
        to 1. By default all are equal.
    smoothing : {"floor", "add-k", "exp"} or None, default None
        What to do about orders without a match. "floor" counts `smoothing_value` matches for them. "add-k" adds that
        value to the matches and to the n-grams of every order above 1. "exp" counts ½ match at the first of these
        orders, ¼ at the second, and so on.
    smoothing_value : float, optional
        For "floor", a number above 0 and up to 1 (0.1 by default). For "add-k", a number above 0 (1 by default). The
        other kinds of smoothing take no value.
    effective_order : bool, default False
        If True, orders for which the candidate is too short to have any n-gram are left out, instead of making the
        score 0.

    Returns
    -------
    float
        Between 0 and 1. (Many papers print 100 times as much.)

    See Also
    --------
    corpus_bleu : one score for many sentences
    modified_precision : the precision of one order
    brevity_penalty : the factor for short candidates
    chrf : characters instead of words

    Notes
    -----
    1. An empty candidate scores 0. A candidate without a single match scores 0 as well, whatever the smoothing.
    2. One order without a match makes the geometric mean 0, and with it the score, unless `smoothing` is given or the
       order has weight 0.
    3. A candidate with fewer than `max_n` tokens has no n-grams of the longest order and scores 0, even against itself.
       With `effective_order` it is scored by the orders that it has. "add-k" turns 0/0 into k/k = 1 in the orders above
       1, so `effective_order` leaves out none of them, as in sacrebleu.
    4. :math:`r` is the length of the reference that is closest in length to the candidate. If two are equally close, it
       is the length of the shorter one.
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
    r"""BLEU of a corpus: matches, n-grams and lengths are added over all sentences and scored once.

    .. math:: p_n = \frac{\sum_s \sum_g \mathrm{clip}_s(g)}{\sum_s \sum_g \mathrm{count}_s(g)}

    .. math:: r = \sum_s r_s, \quad c = \sum_s c_s

    Parameters
    ----------
    references_per_candidate : list of lists of sentences
        The list of references of each candidate.
    candidates : list of sentences
        What the model wrote, at least one sentence.
    max_n : int, default 4
        The length of the longest n-grams that count, from 1 to 1,000.
    weights : sequence of float, optional
        The weight of each order (n-gram length) from 1 to `max_n`. Each weight is at least 0, and together they add up
        to 1. By default all are equal.
    smoothing : {"floor", "add-k", "exp"} or None, default None
        What to do about orders without a match. "floor" counts `smoothing_value` matches for them. "add-k" adds that
        value to the matches and to the n-grams of every order above 1. "exp" counts ½ match at the first of these
        orders, ¼ at the second, and so on.
    smoothing_value : float, optional
        For "floor", a number above 0 and up to 1 (0.1 by default). For "add-k", a number above 0 (1 by default). The
        other kinds of smoothing take no value.
    effective_order : bool, default False
        If True, orders for which the candidate is too short to have any n-gram are left out, instead of making the
        score 0.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    bleu : one sentence
    corpus_chrf : characters instead of words
    BleuTally : add up parts that are counted apart
    evalbook.comparison.interval : its confidence interval

    Notes
    -----
    1. A sentence without a match still adds its n-grams and its length, so the score is rarely 0. The mean of the
       sentences' scores is a different number.
    2. Some libraries take the references as parallel streams, with the first references of all candidates in one list.
       ``list(zip(*streams))`` turns such streams into the form used here.
    3. The same number is ``BleuTally.rows(…).sum().score()``, or the score of the sum of tallies that were counted
       separately.

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

"""ROUGE: n-grams or common subsequences of a candidate and its references, as recall, precision and F."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._undefined import ZeroDivision, check_zero_division, mean, warn_undefined
from evalbook.text import _rouge_tally as counted
from evalbook.text._n_grams import ONE_SENTENCE, Sentence
from evalbook.text._rouge_tally import RougeCounts, RougeScore, Summary, score_of, share_of_recall

Combine: TypeAlias = Literal["best", "pool", "average"]


def _combined(
    counts: list[RougeCounts], combine: Combine, beta: float, zero_division: ZeroDivision, unit: str
) -> RougeScore:
    """Score the counts of the references as `combine` says; what is undefined is what `zero_division` says."""
    check_zero_division(zero_division)
    share = share_of_recall(beta)
    check.choice(combine, "combine", ("best", "pool", "average"))
    if combine == "pool":
        counts = [counted.pooled(counts)]
    scores = [score_of(*count, share=share) for count in counts]
    if zero_division != "warn":
        scores = [_stand_in(score, zero_division) for score in scores]
    if combine == "average":
        score = RougeScore(*(mean(parts, zero_division) for parts in zip(*scores, strict=True)))
    else:
        # What is undefined is never the best while something is defined.
        score = max(scores, key=lambda score: -1.0 if math.isnan(score.f) else score.f)
    if zero_division == "warn" and math.isnan(sum(score)):
        parts = (("the candidate", score.precision), ("the reference", score.recall))
        lacking = " and ".join(name for name, part in parts if math.isnan(part))
        warn_undefined(
            f"ROUGE is 0/0, nan, in part: there is no {unit} in {lacking}. zero_division= takes a number to use instead"
        )
    return score


def _stand_in(score: RougeScore, number: float) -> RougeScore:
    return RougeScore(*(float(number) if math.isnan(part) else part for part in score))


@on(NoFormula(ONE_SENTENCE, drawn=False))
@with_hints
def rouge_n(
    references: Sequence[Sentence],
    candidate: Sentence,
    n: int,
    *,
    combine: Combine = "best",
    beta: float = 1.0,
    zero_division: ZeroDivision = "warn",
) -> RougeScore:
    r"""ROUGE-N: the n-grams that candidate and reference have in common.

    .. math::

        R = \frac{\sum_g \min(\mathrm{count}_{ref}(g),\, \mathrm{count}_{cand}(g))}{\sum_g \mathrm{count}_{ref}(g)}

    and :math:`P` the same sum over the n-grams of the candidate; :math:`F_\beta` as in :class:`RougeTally`.

    Parameters
    ----------
    references : list of sentences
        What people wrote, at least one; a sentence is a string, split on white space, or a sequence of tokens.
    candidate : sentence
        What the model wrote, in the form of the references.
    n : int
        The number of tokens in an n-gram, at least 1.
    combine : {"best", "pool", "average"}, default "best"
        Of several references: take the one with the best F (ties: the first), add the counts, or average the numbers.
    beta : float, default 1.0
        Recall has the weight β² in F, precision 1; at least 0.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    RougeScore
        ``(precision, recall, f)``, each between 0 and 1.

    Notes
    -----
    1. A candidate shorter than `n` has no n-gram: its precision is 0/0, nan; recall and F are 0. A reference shorter
       than `n`: recall nan, precision and F 0. Both: all nan. (Some libraries say 0; so does ``zero_division=0``.)
    2. No n-gram in common: all three are 0.
    3. Repetitions count, up to as many as the other side has.
    4. "pool" counts the candidate's n-grams once for each reference. It is the recall of Lin (2004), equation 1.
    5. "average" over a reference for which a part is undefined is undefined in that part; ``zero_division=nan`` leaves
       the reference out of it.

    References
    ----------
    Lin, *ROUGE: a package for automatic evaluation of summaries* (2004), section 2.

    Examples
    --------
    >>> from evalbook import text
    >>> references = ["the cat is on the mat", "there is a cat on the mat"]
    >>> text.rouge_n(references, "the cat the cat on the mat", 1).recall  # the best reference: 5/6
    0.8333333333333334
    >>> text.rouge_n(references, "the cat the cat on the mat", 1, combine="pool").recall  # 9/13
    0.6923076923076923
    """
    pair = check.references_and_candidate(references, candidate)
    counts = counted.ngram_counts(*pair, n=check.integer(n, "n", at_least=1))
    return _combined(counts, combine, beta, zero_division, f"{n}-gram")


@on(NoFormula(ONE_SENTENCE, drawn=False))
@with_hints
def rouge_l(
    references: Sequence[Sentence],
    candidate: Sentence,
    *,
    beta: float = 1.0,
    combine: Combine = "best",
    zero_division: ZeroDivision = "warn",
) -> RougeScore:
    r"""ROUGE-L: the longest common subsequence of candidate and reference.

    .. math::

        \begin{aligned}
        R &= \frac{LCS}{m}, \quad P = \frac{LCS}{n} \\
        F_\beta &= \frac{(1 + \beta^2)\, R\, P}{R + \beta^2 P}
        \end{aligned}

    where m is the length of the reference and n that of the candidate.

    Parameters
    ----------
    references : list of sentences
        What people wrote, at least one; a sentence is a string, split on white space, or a sequence of tokens.
    candidate : sentence
        What the model wrote, in the form of the references.
    beta : float, default 1.0
        Recall has the weight β² in F, precision 1; at least 0.
    combine : {"best", "pool", "average"}, default "best"
        Of several references: take the one with the best F (ties: the first), add the counts, or average the numbers.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    RougeScore
        ``(precision, recall, f)``, each between 0 and 1.

    Notes
    -----
    1. An empty candidate: its precision is 0/0, nan; recall and F are 0. An empty reference: recall nan, precision and
       F 0. Both: all nan. (Some libraries say 0; so does ``zero_division=0``.)
    2. No token in common: all three are 0.
    3. Common tokens need not be neighbors, but only those of one subsequence count: "police killed the gunman" against
       "the gunman police killed" has all four tokens in common, and two in order.

    References
    ----------
    Lin, *ROUGE* (2004), section 3.1.

    Examples
    --------
    >>> from evalbook import text
    >>> text.rouge_l(["police killed the gunman"], "police kill the gunman")
    RougeScore(precision=0.75, recall=0.75, f=0.75)
    >>> text.rouge_l(["police killed the gunman"], "the gunman police killed")
    RougeScore(precision=0.5, recall=0.5, f=0.5)
    """
    counts = counted.lcs_counts(*check.references_and_candidate(references, candidate))
    return _combined(counts, combine, beta, zero_division, "token")


@on(NoFormula(ONE_SENTENCE, drawn=False))
@with_hints
def rouge_lsum(
    references: Sequence[Summary],
    candidate: Summary,
    *,
    beta: float = 1.0,
    combine: Combine = "best",
    zero_division: ZeroDivision = "warn",
) -> RougeScore:
    r"""ROUGE-L of summaries: each sentence of the reference against all sentences of the candidate.

    .. math:: \text{hits} = \sum_{s \in ref} \Bigl| \bigcup_{t \in cand} LCS(s, t) \Bigr|

    and :math:`P`, :math:`R` and :math:`F_\beta` as in :func:`rouge_l`, with the tokens of all sentences.

    Parameters
    ----------
    references : list of summaries
        What people wrote, at least one. A summary is a list of sentences, or a string with one sentence a line; a
        sentence is a string, split on white space, or a sequence of tokens.
    candidate : summary
        What the model wrote, in the form of the references.
    beta : float, default 1.0
        Recall has the weight β² in F, precision 1; at least 0.
    combine : {"best", "pool", "average"}, default "best"
        Of several references: take the one with the best F (ties: the first), add the counts, or average the numbers.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    RougeScore
        ``(precision, recall, f)``, each between 0 and 1.

    Notes
    -----
    1. A summary without a token: as an empty sentence in :func:`rouge_l`.
    2. A token of the candidate is hit at most once, though several sentences of the reference may match it. The
       formula of the paper has no such limit; its program, ROUGE-1.5.5, and rouge_score do.
    3. Where a longest common subsequence is not unique, the union depends on which is taken: :func:`lcs` says which.
    4. With one sentence on each side it is :func:`rouge_l`.

    References
    ----------
    Lin, *ROUGE* (2004), section 3.2.

    Examples
    --------
    >>> from evalbook import text
    >>> text.rouge_lsum([["w1 w2 w3 w4 w5"]], ["w1 w2 w6 w7 w8", "w1 w3 w8 w9 w5"])
    RougeScore(precision=0.4, recall=0.8, f=0.5333333333333333)
    """
    counts = counted.summary_counts(*check.summaries(references, candidate))
    return _combined(counts, combine, beta, zero_division, "token")

"""ROUGE: n-grams or common subsequences of a candidate and its references, as recall, precision and F."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook._undefined import REMEDY, ZeroDivision, check_zero_division, mean, warn_undefined
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
            f"a part of ROUGE is undefined (0/0), so nan is returned: there is no {unit} in {lacking}. {REMEDY}"
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
    r"""ROUGE-N: precision, recall and F score of the n-grams that candidate and reference share.

    .. math::

        R = \frac{\sum_g \min(\mathrm{count}_{ref}(g),\, \mathrm{count}_{cand}(g))}{\sum_g \mathrm{count}_{ref}(g)}

    and :math:`P` is the same sum divided by the number of n-grams of the candidate. :math:`F_\beta` is defined in
    :class:`RougeTally`.

    Parameters
    ----------
    references : list of sentences
        What people wrote: at least one sentence. A sentence is a string, which is split on white space, or a sequence
        of tokens.
    candidate : sentence
        What the model wrote, in the same form as the references.
    n : int
        The number of tokens in an n-gram, at least 1.
    combine : {"best", "pool", "average"}, default "best"
        What to do with several references: take the one with the best F (the first of several equal ones), add up the
        counts, or average the scores.
    beta : float, default 1.0
        In F, recall has the weight β² and precision the weight 1. It is at least 0.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    RougeScore
        ``(precision, recall, f)``, each between 0 and 1.

    See Also
    --------
    rouge_l : a common subsequence instead of n-grams
    modified_precision : the precision that BLEU uses
    RougeTally : the counts, for many sentences

    Notes
    -----
    1. A candidate with fewer than `n` tokens has no n-gram, so its precision is undefined, and nan is returned, while
       recall and F are 0. If the reference has fewer than `n` tokens, recall is nan, while precision and F are 0. If
       both are too short, all three are nan. Some libraries return 0 instead, which you get by ``zero_division=0``.
    2. If no n-gram is shared, all three are 0.
    3. A repeated n-gram counts as often as it occurs in the candidate or in the reference, whichever has it less often.
    4. "pool" counts the candidate's n-grams once for each reference. Its recall is that of Lin (2004), equation 1.
    5. With "average", a part (precision, recall or F) is undefined if it is undefined for one of the references. With
       ``zero_division=nan``, the average of that part leaves out the reference.

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
    r"""ROUGE-L: precision, recall and F score of the longest common subsequence of two sentences.

    .. math::

        \begin{aligned}
        R &= \frac{LCS}{m}, \quad P = \frac{LCS}{n} \\
        F_\beta &= \frac{(1 + \beta^2)\, R\, P}{R + \beta^2 P}
        \end{aligned}

    where m is the length of the reference and n is the length of the candidate.

    Parameters
    ----------
    references : list of sentences
        What people wrote: at least one sentence. A sentence is a string, which is split on white space, or a sequence
        of tokens.
    candidate : sentence
        What the model wrote, in the same form as the references.
    beta : float, default 1.0
        In F, recall has the weight β² and precision the weight 1. It is at least 0.
    combine : {"best", "pool", "average"}, default "best"
        What to do with several references: take the one with the best F (the first of several equal ones), add up the
        counts, or average the scores.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    RougeScore
        ``(precision, recall, f)``, each between 0 and 1.

    See Also
    --------
    rouge_lsum : for summaries of several sentences
    rouge_n : n-grams instead of a common subsequence
    lcs : the common tokens

    Notes
    -----
    1. If the candidate is empty, its precision is undefined, and nan is returned, while recall and F are 0. If the
       reference is empty, recall is nan, while precision and F are 0. If both are empty, all three are nan. Some
       libraries return 0 instead, which you get by ``zero_division=0``.
    2. If no token is shared, all three are 0.
    3. The shared tokens need not be neighbors, but they must be in the same order in both sentences. "police killed the
       gunman" and "the gunman police killed" share all four tokens, but only two of them in the same order.

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
    r"""ROUGE-L of whole summaries: each reference sentence is compared with all candidate sentences.

    .. math:: \text{hits} = \sum_{s \in ref} \Bigl| \bigcup_{t \in cand} LCS(s, t) \Bigr|

    and :math:`P`, :math:`R` and :math:`F_\beta` follow as in :func:`rouge_l`, where m and n are the numbers of tokens
    in all sentences together.

    Parameters
    ----------
    references : list of summaries
        What people wrote: at least one summary. A summary is a list of sentences, or a string with one sentence per
        line. A sentence is a string, which is split on white space, or a sequence of tokens.
    candidate : summary
        What the model wrote, in the same form as the references.
    beta : float, default 1.0
        In F, recall has the weight β² and precision the weight 1. It is at least 0.
    combine : {"best", "pool", "average"}, default "best"
        What to do with several references: take the one with the best F (the first of several equal ones), add up the
        counts, or average the scores.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    RougeScore
        ``(precision, recall, f)``, each between 0 and 1.

    See Also
    --------
    rouge_l : for one sentence
    lcs : which common subsequence is taken

    Notes
    -----
    1. A summary without a token is treated like an empty sentence in :func:`rouge_l`.
    2. A token of the candidate is counted at most once, even if several sentences of the reference match it. The
       formula in the paper has no such limit, but its program, ROUGE-1.5.5, and rouge_score do.
    3. If there are several longest common subsequences, the union depends on the one that is chosen: it is the one that
       :func:`lcs` returns.
    4. With one sentence on each side it equals :func:`rouge_l`.

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

"""ROUGE: n-grams or common subsequences of a candidate and its references, as recall, precision and F."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._tally import Rows, Tally
from evalbook._undefined import ZeroDivision, check_zero_division, mean, ratio, warn_undefined
from evalbook.text.n_grams import Sentence, Tokens, ngrams_of
from evalbook.text.subsequences import length_of_lcs, places_of_lcs

__all__ = ["RougeScore", "RougeTally", "rouge_l", "rouge_lsum", "rouge_n"]

Summary: TypeAlias = str | Sequence[Sentence]


class RougeScore(NamedTuple):
    """Precision, recall and their F; unpacks into the three."""

    precision: float
    """The share of the candidate that is in the reference."""
    recall: float
    """The share of the reference that is in the candidate."""
    f: float
    """The weighted harmonic mean of the two."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RougeTally(Tally):
    r"""What ROUGE counts: the hits, and what could have been hit in the reference and in the candidate.

    .. math::

        \begin{aligned}
        P &= \frac{\text{hits}}{\text{candidate}}, \quad R = \frac{\text{hits}}{\text{reference}} \\
        F_\beta &= \frac{(1 + \beta^2)\,\text{hits}}{\text{candidate} + \beta^2\,\text{reference}}
        \end{aligned}

    Tallies add (``a + b``, ``sum(list_of_tallies)``): over the references of one candidate the sum is what
    ``combine="pool"`` scores, over the sentences of a corpus it gives its micro average. The best of several references
    does not add: it is a choice among scores, made before any sum. Nor does ``combine="average"``.

    Parameters
    ----------
    hits : int
        Common n-grams, or the length of the longest common subsequence.
    reference_total, candidate_total : int
        All n-grams, or all tokens, of the reference and of the candidate.

    Notes
    -----
    1. Properties and `score` are nan where they are 0/0, without a warning.
    2. ``sum([])`` of no tallies is the number 0, as always in Python.

    Examples
    --------
    >>> from evalbook.text import RougeTally
    >>> one = RougeTally.from_ngrams(["the cat is on the mat"], "the cat the cat on the mat", 1)
    >>> two = RougeTally.from_ngrams(["there is a cat on the mat"], "the cat the cat on the mat", 1)
    >>> one + two
    RougeTally(hits=9, reference_total=13, candidate_total=14)
    >>> (one + two).recall
    0.6923076923076923
    """

    hits: int
    reference_total: int
    candidate_total: int

    def __post_init__(self) -> None:
        for name in ("hits", "reference_total", "candidate_total"):
            object.__setattr__(self, name, check.integer(getattr(self, name), name, at_least=0))
        if self.hits > min(self.reference_total, self.candidate_total):
            raise ValueError(
                f"hits is {self.hits} of {self.reference_total} in the reference and {self.candidate_total} in the "
                "candidate; expected no more than either"
            )

    @classmethod
    def from_ngrams(cls, references: Sequence[Sentence], candidate: Sentence, n: int) -> RougeTally:
        """Count the common n-grams, added over the references.

        Parameters
        ----------
        references : list of sentences
            What people wrote, at least one; a sentence is a string, split on white space, or a sequence of tokens.
        candidate : sentence
            What the model wrote, in the form of the references.
        n : int
            The number of tokens in an n-gram, at least 1.
        """
        pair = check.references_and_candidate(references, candidate)
        return cls._made(*_pooled(_ngram_counts(*pair, n=check.integer(n, "n", at_least=1))))

    @classmethod
    def from_lcs(cls, references: Sequence[Sentence], candidate: Sentence) -> RougeTally:
        """Count the tokens of a longest common subsequence, added over the references.

        Parameters
        ----------
        references : list of sentences
            What people wrote, at least one; a sentence is a string, split on white space, or a sequence of tokens.
        candidate : sentence
            What the model wrote, in the form of the references.
        """
        return cls._made(*_pooled(_lcs_counts(*check.references_and_candidate(references, candidate))))

    @classmethod
    def from_summaries(cls, references: Sequence[Summary], candidate: Summary) -> RougeTally:
        """Count the common subsequences of sentences as :func:`rouge_lsum` does, added over the references.

        Parameters
        ----------
        references : list of summaries
            What people wrote, at least one. A summary is a list of sentences, or a string with one sentence a line.
        candidate : summary
            What the model wrote, in the form of the references.
        """
        return cls._made(*_pooled(_summary_counts(*check.summaries(references, candidate))))

    @classmethod
    def ngram_rows(
        cls, references_per_candidate: Sequence[Sequence[Sentence]], candidates: Sequence[Sentence], n: int
    ) -> Rows[RougeTally]:
        """Count each candidate of a corpus as :meth:`from_ngrams` does; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of sentences
            For each candidate, the list of its references.
        candidates : list of sentences
            What the model wrote, at least one sentence.
        n : int
            The number of tokens in an n-gram, at least 1.
        """
        pairs = check.corpus(references_per_candidate, candidates, check.references_and_candidate)
        return cls._rows(partial(_ngram_counts, n=check.integer(n, "n", at_least=1)), pairs)

    @classmethod
    def lcs_rows(
        cls, references_per_candidate: Sequence[Sequence[Sentence]], candidates: Sequence[Sentence]
    ) -> Rows[RougeTally]:
        """Count each candidate of a corpus as :meth:`from_lcs` does; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of sentences
            For each candidate, the list of its references.
        candidates : list of sentences
            What the model wrote, at least one sentence.
        """
        pairs = check.corpus(references_per_candidate, candidates, check.references_and_candidate)
        return cls._rows(_lcs_counts, pairs)

    @classmethod
    def summary_rows(
        cls, references_per_candidate: Sequence[Sequence[Summary]], candidates: Sequence[Summary]
    ) -> Rows[RougeTally]:
        """Count each candidate of a corpus as :meth:`from_summaries` does; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of summaries
            For each candidate, the list of its references.
        candidates : list of summaries
            What the model wrote, at least one summary.
        """
        return cls._rows(_summary_counts, check.corpus(references_per_candidate, candidates, check.summaries))

    @classmethod
    def _rows(cls, count: Callable[..., list[RougeCounts]], pairs: Iterable[Pair]) -> Rows[RougeTally]:
        counts = chain.from_iterable(_pooled(count(*pair)) for pair in pairs)
        return Rows(np.fromiter(counts, dtype=np.int64).reshape(-1, 3), cls._of_row)

    @classmethod
    def _of_row(cls, row: NDArray[Any]) -> RougeTally:
        return cls._made(*row.tolist())

    @property
    def precision(self) -> float:
        """Hits / candidate."""
        return self.score().precision

    @property
    def recall(self) -> float:
        """Hits / reference."""
        return self.score().recall

    def f_beta(self, beta: float) -> float:
        """(1 + β²) hits / (candidate + β² reference); 0 where nothing was hit, nan where nothing could be.

        `beta` is at least 0: 0 gives the precision, infinity the recall.
        """
        return self.score(beta).f

    def score(self, beta: float = 1.0) -> RougeScore:
        """Precision, recall and F."""
        return _score(self.hits, self.reference_total, self.candidate_total, share=share_of_recall(beta))


# The counts of one reference stay a plain tuple: hits, reference, candidate. There may be many, and most are short.

RougeCounts: TypeAlias = tuple[int, int, int]
Pair: TypeAlias = tuple[list[Any], Any]
"""The references and the candidate, in tokens."""


def _pooled(counts: list[RougeCounts]) -> RougeCounts:
    """The sum over the references."""
    if len(counts) == 1:
        return counts[0]
    hits, reference_total, candidate_total = map(sum, zip(*counts, strict=True))
    return hits, reference_total, candidate_total


def _ngram_counts(references: list[Tokens], candidate: Tokens, *, n: int) -> list[RougeCounts]:
    counts = Counter(ngrams_of(candidate, n))
    per_reference = [Counter(ngrams_of(reference, n)) for reference in references]
    return [((counts & limits).total(), limits.total(), counts.total()) for limits in per_reference]


def _lcs_counts(references: list[Tokens], candidate: Tokens) -> list[RougeCounts]:
    return [(length_of_lcs(reference, candidate), len(reference), len(candidate)) for reference in references]


def _summary_counts(references: list[list[Tokens]], candidate: list[Tokens]) -> list[RougeCounts]:
    limits = Counter(chain.from_iterable(candidate))
    counts = []
    for reference in references:
        common = Counter(chain.from_iterable(_union_lcs(sentence, candidate) for sentence in reference))
        # Sentences of the reference may claim the same token of the candidate; it can be hit only once.
        counts.append(((common & limits).total(), sum(map(len, reference)), limits.total()))
    return counts


def _union_lcs(sentence: Tokens, candidate: Iterable[Tokens]) -> list[Any]:
    """The tokens of `sentence` that are in its longest common subsequence with any sentence of the candidate."""
    return [sentence[place] for place in set().union(*(places_of_lcs(sentence, other) for other in candidate))]


Combine: TypeAlias = Literal["best", "pool", "average"]
_COMBINE = ("best", "pool", "average")


def share_of_recall(beta: float) -> float:
    """The share that recall has in F: β²/(1 + β²), and 1 for an infinite β."""
    beta = check.real(beta, "beta", at_least=0, finite=False)
    return 1 - 1 / (1 + beta * beta)


def _score(hits: int, reference_total: int, candidate_total: int, *, share: float) -> RougeScore:
    weighted_total = candidate_total + share * (reference_total - candidate_total)
    if hits:  # then nothing is 0/0
        return RougeScore(hits / candidate_total, hits / reference_total, hits / weighted_total)
    return RougeScore(ratio(hits, candidate_total), ratio(hits, reference_total), ratio(hits, weighted_total))


def _combined(
    counts: list[RougeCounts], combine: Combine, beta: float, zero_division: ZeroDivision, unit: str
) -> RougeScore:
    """Score the counts of the references as `combine` says; what is undefined is what `zero_division` says."""
    check_zero_division(zero_division)
    share = share_of_recall(beta)
    check.choice(combine, "combine", _COMBINE)
    if combine == "pool":
        counts = [_pooled(counts)]
    scores = [_score(*count, share=share) for count in counts]
    if zero_division != "warn":
        scores = [_stand_in(score, zero_division) for score in scores]
    if combine == "average":
        score = RougeScore(*(mean(parts, zero_division) for parts in zip(*scores, strict=True)))
    else:
        score = scores[0] if len(scores) == 1 else max(scores, key=_rank)
    if zero_division == "warn" and math.isnan(sum(score)):
        parts = (("the candidate", score.precision), ("the reference", score.recall))
        lacking = " and ".join(name for name, part in parts if math.isnan(part))
        warn_undefined(
            f"ROUGE is 0/0, nan, in part: there is no {unit} in {lacking}. zero_division= takes a number to use instead"
        )
    return score


def _stand_in(score: RougeScore, number: float) -> RougeScore:
    return RougeScore(*(float(number) if math.isnan(part) else part for part in score))


def _rank(score: RougeScore) -> float:
    """What is undefined is never the best while something is defined."""
    return -1.0 if math.isnan(score.f) else score.f


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
    counts = _ngram_counts(*pair, n=check.integer(n, "n", at_least=1))
    return _combined(counts, combine, beta, zero_division, f"{n}-gram")


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
    counts = _lcs_counts(*check.references_and_candidate(references, candidate))
    return _combined(counts, combine, beta, zero_division, "token")


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
    counts = _summary_counts(*check.summaries(references, candidate))
    return _combined(counts, combine, beta, zero_division, "token")


def __dir__() -> list[str]:
    return __all__

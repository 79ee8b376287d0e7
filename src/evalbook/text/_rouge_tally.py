"""The tally of ROUGE: hits, and all that there are in references and candidate; and the formula over it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._tally import Rows, Tally
from evalbook._undefined import ratio
from evalbook.text._n_grams import Sentence, Tokens, ngrams_of
from evalbook.text._subsequences import length_of_lcs, places_of_lcs

Summary: TypeAlias = str | Sequence[Sentence]


class RougeScore(NamedTuple):
    """The precision, recall and F score of ROUGE; it unpacks into these three."""

    precision: float
    """The share of the candidate that is in the reference."""
    recall: float
    """The share of the reference that is in the candidate."""
    f: float
    """The weighted harmonic mean of the two."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RougeTally(Tally):
    r"""The tally of ROUGE: what reference and candidate share, and how much each of them has.

    .. math::

        \begin{aligned}
        P &= \frac{\text{hits}}{\text{candidate}}, \quad R = \frac{\text{hits}}{\text{reference}} \\
        F_\beta &= \frac{(1 + \beta^2)\,\text{hits}}{\text{candidate} + \beta^2\,\text{reference}}
        \end{aligned}

    Tallies add (``a + b``, ``sum(list_of_tallies)``). The sum over the references of one candidate is what
    ``combine="pool"`` scores, and the sum over the sentences of a corpus gives the micro average of the corpus.
    ``combine="best"`` and ``combine="average"`` cannot be had from a sum, because they need the score of each
    reference.

    Parameters
    ----------
    hits : int
        The number of n-grams in common, or the length of the longest common subsequence.
    reference_total, candidate_total : int
        The number of all n-grams, or of all tokens, in the reference and in the candidate.

    See Also
    --------
    rouge_n : the score of n-grams
    rouge_l : the score of a common subsequence
    BleuTally : the tally of BLEU

    Notes
    -----
    1. Properties and `score` that are undefined (0/0) are nan, without a warning.
    2. The sum of no tallies, ``sum([])``, is the number 0, as always in Python.

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
                f"hits is {self.hits}, but reference_total is {self.reference_total} and candidate_total is "
                f"{self.candidate_total}; expected hits to be at most the smaller of the two"
            )

    @classmethod
    def from_ngrams(cls, references: Sequence[Sentence], candidate: Sentence, n: int) -> RougeTally:
        """Count the n-grams that candidate and reference share, added over the references.

        Parameters
        ----------
        references : list of sentences
            What people wrote: at least one sentence. A sentence is a string, which is split on white space, or a
            sequence of tokens.
        candidate : sentence
            What the model wrote, in the same form as the references.
        n : int
            The number of tokens in an n-gram, at least 1.
        """
        pair = check.references_and_candidate(references, candidate)
        return cls._made(*pooled(ngram_counts(*pair, n=check.integer(n, "n", at_least=1))))

    @classmethod
    def from_lcs(cls, references: Sequence[Sentence], candidate: Sentence) -> RougeTally:
        """Count the tokens of a longest common subsequence, added over the references.

        Parameters
        ----------
        references : list of sentences
            What people wrote: at least one sentence. A sentence is a string, which is split on white space, or a
            sequence of tokens.
        candidate : sentence
            What the model wrote, in the same form as the references.
        """
        return cls._made(*pooled(lcs_counts(*check.references_and_candidate(references, candidate))))

    @classmethod
    def from_summaries(cls, references: Sequence[Summary], candidate: Summary) -> RougeTally:
        """Count the common subsequences of sentences as :func:`rouge_lsum` does, added over the references.

        Parameters
        ----------
        references : list of summaries
            What people wrote: at least one summary. A summary is a list of sentences, or a string with one sentence per
            line.
        candidate : summary
            What the model wrote, in the same form as the references.
        """
        return cls._made(*pooled(summary_counts(*check.summaries(references, candidate))))

    @classmethod
    def ngram_rows(
        cls, references_per_candidate: Sequence[Sequence[Sentence]], candidates: Sequence[Sentence], n: int
    ) -> Rows[RougeTally]:
        """Count each candidate of a corpus as :meth:`from_ngrams` does; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of sentences
            The list of references of each candidate.
        candidates : list of sentences
            What the model wrote, at least one sentence.
        n : int
            The number of tokens in an n-gram, at least 1.
        """
        pairs = check.corpus(references_per_candidate, candidates, check.references_and_candidate)
        return cls._rows(partial(ngram_counts, n=check.integer(n, "n", at_least=1)), pairs)

    @classmethod
    def lcs_rows(
        cls, references_per_candidate: Sequence[Sequence[Sentence]], candidates: Sequence[Sentence]
    ) -> Rows[RougeTally]:
        """Count each candidate of a corpus as :meth:`from_lcs` does; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of sentences
            The list of references of each candidate.
        candidates : list of sentences
            What the model wrote, at least one sentence.
        """
        pairs = check.corpus(references_per_candidate, candidates, check.references_and_candidate)
        return cls._rows(lcs_counts, pairs)

    @classmethod
    def summary_rows(
        cls, references_per_candidate: Sequence[Sequence[Summary]], candidates: Sequence[Summary]
    ) -> Rows[RougeTally]:
        """Count each candidate of a corpus as :meth:`from_summaries` does; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of summaries
            The list of references of each candidate.
        candidates : list of summaries
            What the model wrote, at least one summary.
        """
        return cls._rows(summary_counts, check.corpus(references_per_candidate, candidates, check.summaries))

    @classmethod
    def _rows(cls, count: Callable[..., list[RougeCounts]], pairs: Iterable[Pair]) -> Rows[RougeTally]:
        counts = chain.from_iterable(pooled(count(*pair)) for pair in pairs)
        return Rows(np.fromiter(counts, dtype=np.int64).reshape(-1, 3), cls._of_row)

    @classmethod
    def _of_row(cls, row: NDArray[Any]) -> RougeTally:
        return cls._made(*row.tolist())

    @property
    def precision(self) -> float:
        """The share of the candidate that is in the reference: hits / candidate."""
        return self.score().precision

    @property
    def recall(self) -> float:
        """The share of the reference that is in the candidate: hits / reference."""
        return self.score().recall

    def f_beta(self, beta: float) -> float:
        """The F score, (1 + β²) hits / (candidate + β² reference): 0 without a hit, nan if both totals are 0.

        `beta` is at least 0. With 0 the F score is the precision, and with infinity it is the recall.
        """
        return self.score(beta).f

    def score(self, beta: float = 1.0) -> RougeScore:
        """The precision, the recall and the F score."""
        return score_of(self.hits, self.reference_total, self.candidate_total, share=share_of_recall(beta))


# The counts of one reference stay a plain tuple: hits, reference, candidate. There may be many, and most are short.

RougeCounts: TypeAlias = tuple[int, int, int]
Pair: TypeAlias = tuple[list[Any], Any]
"""The references and the candidate, in tokens."""


def pooled(counts: list[RougeCounts]) -> RougeCounts:
    """The sum over the references."""
    if len(counts) == 1:
        return counts[0]
    hits, reference_total, candidate_total = map(sum, zip(*counts, strict=True))
    return hits, reference_total, candidate_total


def ngram_counts(references: list[Tokens], candidate: Tokens, *, n: int) -> list[RougeCounts]:
    counts = Counter(ngrams_of(candidate, n))
    per_reference = [Counter(ngrams_of(reference, n)) for reference in references]
    return [((counts & limits).total(), limits.total(), counts.total()) for limits in per_reference]


def lcs_counts(references: list[Tokens], candidate: Tokens) -> list[RougeCounts]:
    return [(length_of_lcs(reference, candidate), len(reference), len(candidate)) for reference in references]


def summary_counts(references: list[list[Tokens]], candidate: list[Tokens]) -> list[RougeCounts]:
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


def share_of_recall(beta: float) -> float:
    """The share that recall has in F: β²/(1 + β²), and 1 for an infinite β."""
    beta = check.real(beta, "beta", at_least=0, finite=False)
    return 1 - 1 / (1 + beta * beta)


def score_of(hits: int, reference_total: int, candidate_total: int, *, share: float) -> RougeScore:
    weighted_total = candidate_total + share * (reference_total - candidate_total)
    if hits:  # then nothing is 0/0
        return RougeScore(hits / candidate_total, hits / reference_total, hits / weighted_total)
    return RougeScore(ratio(hits, candidate_total), ratio(hits, reference_total), ratio(hits, weighted_total))

"""chrF: the character n-grams that a candidate and a reference share, as an F that counts recall more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from string import punctuation
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._tally import Rows, Tally
from evalbook._undefined import ratio
from evalbook.text.n_grams import ngrams_of
from evalbook.text.rouge_scores import share_of_recall

__all__ = ["ChrfTally", "chrf", "corpus_chrf"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChrfTally(Tally):
    r"""What chrF counts: of each order the common n-grams, those of the candidate, and those of the reference.

    Tallies add (``a + b``, ``sum(list_of_tallies)``), and chrF is a formula over the sum: the tally of a corpus is the
    sum of the tallies of its sentences, wherever they were counted.

    Parameters
    ----------
    matches : sequence of int
        For each order, at least one, the n-grams in common. The orders are those of characters from 1 on, then those of
        words from 1 on.
    candidate_totals, reference_totals : sequence of int
        For each of the same orders all n-grams of the candidate, and of the reference: at least as many.
    word_order : int, default 0
        How many of the orders, the last ones, count words.

    Notes
    -----
    1. Only tallies with the same orders add.
    2. Where the reference is too short to have an n-gram of an order, those of the candidate are not counted either.
    3. Of several references the one with the best score is counted: a choice among scores, made before any sum.

    Examples
    --------
    >>> from evalbook.text import ChrfTally
    >>> first = ChrfTally.from_sentence(["the mat"], "a mat", char_order=2)
    >>> first
    ChrfTally(matches=(3, 2), candidate_totals=(4, 3), reference_totals=(6, 5), word_order=0)
    >>> second = ChrfTally.from_sentence(["a cat"], "the cat", char_order=2)
    >>> round((first + second).score(), 4)
    0.55
    """

    matches: tuple[int, ...]
    candidate_totals: tuple[int, ...]
    reference_totals: tuple[int, ...]
    word_order: int = 0

    _KIND: ClassVar = ("word_order",)

    def __post_init__(self) -> None:
        parts = {}
        for name in ("matches", "candidate_totals", "reference_totals"):
            counts = check.sequence(getattr(self, name), name, "counts")
            parts[name] = tuple(check.integer(count, name, at_least=0) for count in counts)
            object.__setattr__(self, name, parts[name])
        lengths = {name: len(counts) for name, counts in parts.items()}
        if not self.matches or len(set(lengths.values())) > 1:
            found = ", ".join(f"{name} has {length} orders" for name, length in lengths.items())
            raise ValueError(f"{found}; expected one number per order in each, at least one")
        if any(match > min(totals) for match, *totals in zip(*parts.values(), strict=True)):
            raise ValueError(f"matches is {self.matches}; expected no more than candidate and reference have")
        most = len(self.matches) - 1
        word_order = check.integer(self.word_order, "word_order", at_least=0, at_most=most, bound="all orders but one")
        object.__setattr__(self, "word_order", word_order)

    @classmethod
    def from_sentence(
        cls,
        references: Sequence[str],
        candidate: str,
        *,
        char_order: int = 6,
        word_order: int = 0,
        beta: float = 2.0,
        whitespace: bool = False,
        eps_smoothing: bool = False,
    ) -> ChrfTally:
        """Count one candidate against the one of its references that scores best.

        Parameters
        ----------
        references : list of str
            What people wrote, at least one sentence.
        candidate : str
            What the model wrote.
        char_order, word_order : int, default 6 and 0
            The longest n-grams of characters, from 1 to 1,000, and of words, from 0 to 1,000.
        beta, eps_smoothing
            How several references are scored, of which the best is counted: as in :meth:`score`.
        whitespace : bool, default False
            Whether white space counts as characters.
        """
        counting = _counting(char_order, word_order, beta, whitespace, eps_smoothing)
        return cls._of_row(_counts(*check.texts_and_candidate(references, candidate), counting), counting.word_order)

    @classmethod
    def rows(
        cls,
        references_per_candidate: Sequence[Sequence[str]],
        candidates: Sequence[str],
        *,
        char_order: int = 6,
        word_order: int = 0,
        beta: float = 2.0,
        whitespace: bool = False,
        eps_smoothing: bool = False,
    ) -> Rows[ChrfTally]:
        """Count each candidate of a corpus against its references; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of str
            For each candidate, the list of its references.
        candidates : list of str
            What the model wrote, at least one sentence.
        char_order, word_order : int, default 6 and 0
            The longest n-grams of characters, from 1 to 1,000, and of words, from 0 to 1,000.
        beta, eps_smoothing
            How several references are scored, of which the best is counted: as in :meth:`score`.
        whitespace : bool, default False
            Whether white space counts as characters.
        """
        counting = _counting(char_order, word_order, beta, whitespace, eps_smoothing)
        pairs = check.corpus(references_per_candidate, candidates, check.texts_and_candidate)
        counts = chain.from_iterable(_counts(*pair, counting) for pair in pairs)
        table = np.fromiter(counts, dtype=np.int64).reshape(-1, 3 * (counting.char_order + counting.word_order))
        return Rows(table, partial(cls._of_row, word_order=counting.word_order))

    @classmethod
    def _of_row(cls, row: list[int] | NDArray[Any], word_order: int) -> ChrfTally:
        counts = row if isinstance(row, list) else row.tolist()
        orders = len(counts) // 3
        return cls._made(*(tuple(counts[part * orders : (part + 1) * orders]) for part in range(3)), word_order)

    def _require_same_kind(self, other: ChrfTally) -> None:
        mine, others = ((len(tally.matches), tally.word_order) for tally in (self, other))
        if mine != others:
            raise ValueError(
                f"tallies of {mine[0]} orders ({mine[1]} of words) and {others[0]} ({others[1]} of words) do not add; "
                "expected the same char_order and word_order"
            )

    @property
    def precisions(self) -> tuple[float, ...]:
        """The share of the candidate's n-grams that are matches, of each order; nan where there is none."""
        return tuple(map(ratio, self.matches, self.candidate_totals))

    @property
    def recalls(self) -> tuple[float, ...]:
        """The share of the reference's n-grams that are matches, of each order; nan where there is none."""
        return tuple(map(ratio, self.matches, self.reference_totals))

    def score(self, *, beta: float = 2.0, eps_smoothing: bool = False) -> float:
        """The F of the mean precision and the mean recall over the orders.

        Parameters
        ----------
        beta : float, default 2.0
            How many times as much recall counts as precision, at least 0.
        eps_smoothing : bool, default False
            The mean of the F of each order instead, where an order without n-grams counts 1e-16.
        """
        counts = [*self.matches, *self.candidate_totals, *self.reference_totals]
        return _score(counts, share_of_recall(beta), check.flag(eps_smoothing, "eps_smoothing"))


# ---------------------------------------------------------------- what is counted


class _Counting(NamedTuple):
    char_order: int
    word_order: int
    share: float
    """The weight of recall in F, between 0 and 1."""
    whitespace: bool
    eps_smoothing: bool


def _counting(char_order: Any, word_order: Any, beta: Any, whitespace: Any, eps_smoothing: Any) -> _Counting:
    return _Counting(
        check.integer(char_order, "char_order", at_least=1, at_most=1000),
        check.integer(word_order, "word_order", at_least=0, at_most=1000),
        share_of_recall(beta),
        check.flag(whitespace, "whitespace"),
        check.flag(eps_smoothing, "eps_smoothing"),
    )


class _NGrams(NamedTuple):
    """The n-grams of each order, of characters and then of words, and how many they are."""

    counts: list[Counter[Any]]
    totals: list[int]


def _counts(references: list[str], candidate: str, counting: _Counting) -> list[int]:
    """The row of one candidate: matches, n-grams of the candidate and of the reference, of each order."""
    found = _ngrams(candidate, counting)
    rows = [_row(found, _ngrams(reference, counting)) for reference in references]
    if len(rows) == 1:
        return rows[0]
    return max(rows, key=lambda row: _score(row, counting.share, counting.eps_smoothing))


def _ngrams(sentence: str, counting: _Counting) -> _NGrams:
    line = sentence if counting.whitespace else "".join(sentence.split())
    words = list(chain.from_iterable(map(_word_and_mark, sentence.split()))) if counting.word_order else []
    totals = [max(len(line) - shorter, 0) for shorter in range(counting.char_order)]
    counts: list[Counter[Any]] = [
        Counter([line[start : start + n] for start in range(total)]) for n, total in enumerate(totals, start=1)
    ]
    of_words = [Counter(ngrams_of(words, n)) for n in range(1, counting.word_order + 1)]
    totals += [max(len(words) - shorter, 0) for shorter in range(counting.word_order)]
    return _NGrams([*counts, *of_words], totals)


def _word_and_mark(word: str) -> list[str]:
    """A word apart from the punctuation mark at its end or, where there is none, at its beginning."""
    if len(word) == 1:
        return [word]
    if word[-1] in punctuation:
        return [word[:-1], word[-1]]
    return [word[0], word[1:]] if word[0] in punctuation else [word]


def _row(candidate: _NGrams, reference: _NGrams) -> list[int]:
    matches = []
    for counts, limits in zip(candidate.counts, reference.counts, strict=True):
        common = [(count, limits[ngram]) for ngram, count in counts.items() if ngram in limits]
        matches.append(sum([count if count < limit else limit for count, limit in common]))  # faster than min()
    of_candidate = [mine if theirs else 0 for mine, theirs in zip(candidate.totals, reference.totals, strict=True)]
    return [*matches, *of_candidate, *reference.totals]


# ---------------------------------------------------------------- the score

_EPS = 1e-16


def _score(counts: list[Any], share: float, eps_smoothing: bool) -> float:
    orders = len(counts) // 3
    triples = list(zip(counts[:orders], counts[orders : 2 * orders], counts[2 * orders :], strict=True))
    if eps_smoothing:
        each = [(m / c if c else _EPS, m / r if r else _EPS) for m, c, r in triples]
        return sum(_f(precision, recall, share, undefined=_EPS) for precision, recall in each) / orders
    kept = [(m / c, m / r) for m, c, r in triples if c and r]
    if not kept:
        return 0.0
    precision, recall = (sum(rates) / len(kept) for rates in zip(*kept, strict=True))
    return _f(precision, recall, share)


def _f(precision: float, recall: float, share: float, undefined: float = 0.0) -> float:
    """The weighted harmonic mean; it is undefined where both are 0."""
    weighted = share * precision + (1 - share) * recall
    return precision * recall / weighted if weighted else undefined


# ---------------------------------------------------------------- functions


def chrf(
    references: Sequence[str],
    candidate: str,
    *,
    char_order: int = 6,
    word_order: int = 0,
    beta: float = 2.0,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> float:
    r"""chrF of one sentence: the F of the character n-grams that it shares with a reference; it needs no tokens.

    .. math::

        \begin{aligned}
        \mathrm{chrF}_\beta &= (1 + \beta^2)\,\frac{P \cdot R}{\beta^2 P + R} \\
        P &= \frac1N \sum_{n=1}^{N} \frac{\text{common } n\text{-grams}}{n\text{-grams of the candidate}} \\
        R &= \frac1N \sum_{n=1}^{N} \frac{\text{common } n\text{-grams}}{n\text{-grams of the reference}}
        \end{aligned}

    With ``word_order=2`` it is chrF++: n-grams of one and two words are two more orders.

    Parameters
    ----------
    references : list of str
        What people wrote, at least one sentence.
    candidate : str
        What the model wrote.
    char_order : int, default 6
        The longest n-grams of characters, from 1 to 1,000.
    word_order : int, default 0
        The longest n-grams of words, from 0 (none) to 1,000. A punctuation mark at the end of a word, or else at its
        beginning, is a word of its own.
    beta : float, default 2.0
        How many times as much recall counts as precision, at least 0; infinity leaves recall alone.
    whitespace : bool, default False
        Whether white space counts as characters.
    eps_smoothing : bool, default False
        The mean of the F of each order, where an order without n-grams counts 1e-16, instead of the F of the means.

    Returns
    -------
    float
        Between 0 and 1. (Many papers print 100 times as much.)

    Notes
    -----
    1. P and R are means over the orders of which candidate and reference both have n-grams. Without such an order, as
       of an empty sentence, the score is 0.
    2. Of several references, the one with the best score counts.
    3. Upper and lower case differ.
    4. ``eps_smoothing=True`` is the convention of chrF++.py, NLTK and Moses. It scores a sentence shorter than
       `char_order` below 1 even against itself.

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
    tally = ChrfTally.from_sentence(
        references,
        candidate,
        char_order=char_order,
        word_order=word_order,
        beta=beta,
        whitespace=whitespace,
        eps_smoothing=eps_smoothing,
    )
    return tally.score(beta=beta, eps_smoothing=eps_smoothing)


def corpus_chrf(
    references_per_candidate: Sequence[Sequence[str]],
    candidates: Sequence[str],
    *,
    char_order: int = 6,
    word_order: int = 0,
    beta: float = 2.0,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> float:
    r"""chrF of a corpus: matches and n-grams are added over the sentences, and the sum is scored once.

    .. math:: P_n = \frac{\sum_s \text{common } n\text{-grams}}{\sum_s n\text{-grams of the candidate}}, \quad
        R_n = \frac{\sum_s \text{common } n\text{-grams}}{\sum_s n\text{-grams of the reference}}

    Parameters
    ----------
    references_per_candidate : list of lists of str
        For each candidate, the list of its references.
    candidates : list of str
        What the model wrote, at least one sentence.
    char_order : int, default 6
        The longest n-grams of characters, from 1 to 1,000.
    word_order : int, default 0
        The longest n-grams of words, from 0 (none) to 1,000; 2 gives chrF++.
    beta : float, default 2.0
        How many times as much recall counts as precision, at least 0; infinity leaves recall alone.
    whitespace : bool, default False
        Whether white space counts as characters.
    eps_smoothing : bool, default False
        The mean of the F of each order, where an order without n-grams counts 1e-16, instead of the F of the means.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    1. The mean of the sentences' scores is another number: there a short sentence counts as much as a long one.
    2. Of several references of a sentence, the one with the best score counts.

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
    rows = ChrfTally.rows(
        references_per_candidate,
        candidates,
        char_order=char_order,
        word_order=word_order,
        beta=beta,
        whitespace=whitespace,
        eps_smoothing=eps_smoothing,
    )
    return rows.sum().score(beta=beta, eps_smoothing=eps_smoothing)


def __dir__() -> list[str]:
    return __all__

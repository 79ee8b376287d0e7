"""The tally of chrF: the n-grams of characters, and of words, that a candidate and a reference share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from string import punctuation
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evalbook import _input as check
from evalbook._tally import Rows, Tally
from evalbook._undefined import ratio
from evalbook.text._n_grams import ngrams_of
from evalbook.text._rouge_tally import share_of_recall


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChrfTally(Tally):
    r"""The tally of chrF: the n-grams of the candidate, of the reference, and those they share.

    Tallies add (``a + b``, ``sum(list_of_tallies)``), and chrF is a formula over the sum. The tally of a corpus is the
    sum of the tallies of its sentences, wherever they were counted.

    Parameters
    ----------
    matches : sequence of int
        The number of shared n-grams, for each order (n-gram length): at least one number. First come the orders of
        characters from 1 on, then the orders of words from 1 on.
    candidate_totals, reference_totals : sequence of int
        The number of all n-grams of the candidate, and of the reference, for each of the same orders. Each is at least
        the number of matches.
    word_order : int, default 0
        How many of the orders count words; these are the last ones.

    See Also
    --------
    corpus_chrf : for sentences that are all at hand
    BleuTally : the tally of BLEU

    Notes
    -----
    1. Only tallies with the same orders can be added.
    2. If the reference is too short to have an n-gram of some order, the candidate's n-grams of that order are not
       counted either.
    3. If there are several references, only the one with the best score is counted. This choice is made for each
       sentence, before any tallies are added.

    Examples
    --------
    >>> from evalbook.text import ChrfTally
    >>> first = ChrfTally.from_sentence(["the mat"], "a mat")
    >>> first.matches, first.candidate_totals, first.reference_totals
    ((3, 2, 1, 0, 0, 0), (4, 3, 2, 1, 0, 0), (6, 5, 4, 3, 2, 1))
    >>> second = ChrfTally.from_sentence(["a cat"], "the cat")
    >>> round((first + second).score(), 4)
    0.3583
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
            raise ValueError(
                f"{found}; expected one number for each order (n-gram length) in all of them, at least one"
            )
        if any(match > min(totals) for match, *totals in zip(*parts.values(), strict=True)):
            raise ValueError(
                f"matches is {self.matches}; expected no more matches in any order than there are n-grams in "
                "candidate_totals and in reference_totals"
            )
        most = len(self.matches) - 1
        word_order = check.integer(self.word_order, "word_order", at_least=0, at_most=most, bound="all orders but one")
        object.__setattr__(self, "word_order", word_order)

    @classmethod
    def from_sentence(
        cls, references: Sequence[str], candidate: str, *, word_order: int = 0, beta: float = 2.0
    ) -> ChrfTally:
        """Count one candidate against the one of its references that scores best.

        Parameters
        ----------
        references : list of str
            What people wrote, at least one sentence.
        candidate : str
            What the model wrote.
        word_order : int, default 0
            The length of the longest n-grams of words, from 0 (none) to 1,000.
        beta : float, default 2.0
            The β by which the best of several references is chosen, as in :meth:`score`.
        """
        word_order, share = _word_order(word_order), share_of_recall(beta)
        counts = _counts(*check.texts_and_candidate(references, candidate), word_order, share)
        return cls._of_row(np.array(counts), word_order)

    @classmethod
    def rows(
        cls,
        references_per_candidate: Sequence[Sequence[str]],
        candidates: Sequence[str],
        *,
        word_order: int = 0,
        beta: float = 2.0,
    ) -> Rows[ChrfTally]:
        """Count each candidate of a corpus against its references; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of str
            The list of references of each candidate.
        candidates : list of str
            What the model wrote, at least one sentence.
        word_order : int, default 0
            The length of the longest n-grams of words, from 0 (none) to 1,000.
        beta : float, default 2.0
            The β by which the best of several references is chosen, as in :meth:`score`.
        """
        word_order, share = _word_order(word_order), share_of_recall(beta)
        pairs = check.corpus(references_per_candidate, candidates, check.texts_and_candidate)
        counts = chain.from_iterable(_counts(*pair, word_order, share) for pair in pairs)
        table = np.fromiter(counts, dtype=np.int64).reshape(-1, 3 * (CHAR_ORDER + word_order))
        return Rows(table, partial(cls._of_row, word_order=word_order))

    @classmethod
    def _of_row(cls, row: NDArray[Any], word_order: int) -> ChrfTally:
        return cls._made(*map(tuple, row.reshape(3, -1).tolist()), word_order)

    def _require_same_kind(self, other: ChrfTally) -> None:
        mine, others = ((len(tally.matches), tally.word_order) for tally in (self, other))
        if mine != others:
            raise ValueError(
                f"tallies of {mine[0]} orders ({mine[1]} of words) and {others[0]} ({others[1]} of words) do not add; "
                "expected both to be counted with the same word_order"
            )

    @property
    def precisions(self) -> tuple[float, ...]:
        """For each order, the share of the candidate's n-grams that match; nan if it has none."""
        return tuple(map(ratio, self.matches, self.candidate_totals))

    @property
    def recalls(self) -> tuple[float, ...]:
        """For each order, the share of the reference's n-grams that match; nan if it has none."""
        return tuple(map(ratio, self.matches, self.reference_totals))

    def score(self, *, beta: float = 2.0) -> float:
        """The F of the mean precision and the mean recall over the orders.

        Parameters
        ----------
        beta : float, default 2.0
            How many times as much recall counts as precision. It is at least 0.
        """
        return _score([*self.matches, *self.candidate_totals, *self.reference_totals], share_of_recall(beta))


# ---------------------------------------------------------------- what is counted


CHAR_ORDER = 6
"""The longest n-grams of characters."""


def _word_order(word_order: Any) -> int:
    return check.integer(word_order, "word_order", at_least=0, at_most=1000)


_NGrams: TypeAlias = tuple[list[Counter[Any]], list[int]]
"""The n-grams of each order, of characters and then of words, and how many they are."""


def _counts(references: list[str], candidate: str, word_order: int, share: float) -> list[int]:
    """The row of one candidate: matches, n-grams of the candidate and of the reference, of each order."""
    found = _ngrams(candidate, word_order)
    rows = [_row(found, _ngrams(reference, word_order)) for reference in references]
    return rows[0] if len(rows) == 1 else max(rows, key=lambda row: _score(row, share))


def _ngrams(sentence: str, word_order: int) -> _NGrams:
    line = "".join(sentence.split())
    words = list(chain.from_iterable(map(_word_and_mark, sentence.split()))) if word_order else []
    totals = [max(len(line) - shorter, 0) for shorter in range(CHAR_ORDER)]
    counts: list[Counter[Any]] = [
        Counter([line[start : start + n] for start in range(total)]) for n, total in enumerate(totals, start=1)
    ]
    of_words = [Counter(ngrams_of(words, n)) for n in range(1, word_order + 1)]
    totals += [max(len(words) - shorter, 0) for shorter in range(word_order)]
    return [*counts, *of_words], totals


def _word_and_mark(word: str) -> list[str]:
    """A word apart from the punctuation mark at its end or, where there is none, at its beginning."""
    if len(word) == 1:
        return [word]
    if word[-1] in punctuation:
        return [word[:-1], word[-1]]
    return [word[0], word[1:]] if word[0] in punctuation else [word]


def _row(candidate: _NGrams, reference: _NGrams) -> list[int]:
    matches, (found, totals), (expected, reference_totals) = [], candidate, reference
    for counts, limits in zip(found, expected, strict=True):
        common = [(count, limits[ngram]) for ngram, count in counts.items() if ngram in limits]
        matches.append(sum([count if count < limit else limit for count, limit in common]))  # faster than min()
    of_candidate = [mine if theirs else 0 for mine, theirs in zip(totals, reference_totals, strict=True)]
    return [*matches, *of_candidate, *reference_totals]


# ---------------------------------------------------------------- the score


def _score(counts: list[int], share: float) -> float:
    """The weighted harmonic mean of mean precision and mean recall; `share` is the weight of recall, from 0 to 1."""
    orders = len(counts) // 3
    triples = zip(counts[:orders], counts[orders : 2 * orders], counts[2 * orders :], strict=True)
    kept = [(m / c, m / r) for m, c, r in triples if c and r]
    if not kept:
        return 0.0
    precision, recall = (sum(rates) / len(kept) for rates in zip(*kept, strict=True))
    weighted = share * precision + (1 - share) * recall
    return precision * recall / weighted if weighted else 0.0

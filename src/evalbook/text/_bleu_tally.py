"""The tally of BLEU: matches and n-grams of each order, and two lengths; and the formula over it."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._tally import Rows, Tally
from evalbook._undefined import ratio
from evalbook.text._n_grams import Sentence, Tokens, limits, ngrams_up_to


def penalty(reference_length: float, candidate_length: float) -> float:
    """e^(1 - r/c) for a candidate that is shorter, 1 for others; 0 for an empty one."""
    return math.exp(min(0.0, 1 - reference_length / candidate_length)) if candidate_length else 0.0


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BleuTally(Tally):
    """The tally of BLEU: the matches and n-grams of each order, and the lengths of candidate and reference.

    Tallies add (``a + b``, ``sum(list_of_tallies)``), and BLEU is a formula over the sum. The tally of a corpus is the
    sum of the tallies of its sentences, wherever they were counted.

    Parameters
    ----------
    matches : sequence of int
        The clipped count of the candidate's n-grams, for each order (n-gram length) from 1 on: at least one number.
    totals : sequence of int
        The number of all n-grams of the candidate, for each of the same orders. Each is at least the number of matches.
    candidate_length, reference_length : int
        The number of tokens in the candidate, and in the reference that is closest to it in length.

    See Also
    --------
    corpus_bleu : for sentences that are all at hand
    RougeTally : the tally of ROUGE
    ChrfTally : the tally of chrF

    Notes
    -----
    1. Only tallies with the same number of orders can be added.
    2. The sum of no tallies, ``sum([])``, is the number 0, as always in Python.

    Examples
    --------
    >>> from evalbook.text import BleuTally
    >>> first = BleuTally.from_sentence(["the cat is on the mat"], "the cat the cat on the mat")
    >>> first
    BleuTally(matches=(5, 3, 1, 0), totals=(7, 6, 5, 4), candidate_length=7, reference_length=6)
    >>> second = BleuTally.from_sentence(["it sat on the red mat"], "it sat on the mat")
    >>> round((first + second).score(), 4)
    0.4204
    """

    matches: tuple[int, ...]
    totals: tuple[int, ...]
    candidate_length: int
    reference_length: int

    def __post_init__(self) -> None:
        for name in ("matches", "totals"):
            counts = check.sequence(getattr(self, name), name, "counts")
            counts = tuple(check.integer(count, name, at_least=0) for count in counts)
            object.__setattr__(self, name, counts)
        for name in ("candidate_length", "reference_length"):
            object.__setattr__(self, name, check.integer(getattr(self, name), name, at_least=0))
        if not self.matches or len(self.matches) != len(self.totals):
            raise ValueError(
                f"matches has {len(self.matches)} orders and totals has {len(self.totals)}; "
                "expected one number for each order (n-gram length) in both, at least one"
            )
        if any(match > total for match, total in zip(self.matches, self.totals, strict=True)):
            raise ValueError(
                f"matches is {self.matches}, but totals is {self.totals}; "
                "expected no more matches than n-grams in any order"
            )

    @classmethod
    def from_sentence(cls, references: Sequence[Sentence], candidate: Sentence, *, max_n: int = 4) -> BleuTally:
        """Count one candidate against its references.

        Parameters
        ----------
        references : list of sentences
            What people wrote: at least one sentence. A sentence is a string, which is split on white space, or a
            sequence of tokens.
        candidate : sentence
            What the model wrote, in the same form as the references.
        max_n : int, default 4
            The length of the longest n-grams that count, from 1 to 1,000.
        """
        pair = check.references_and_candidate(references, candidate)
        return cls._of_row(np.array(_counts(*pair, _longest(max_n))))

    @classmethod
    def rows(
        cls, references_per_candidate: Sequence[Sequence[Sentence]], candidates: Sequence[Sentence], *, max_n: int = 4
    ) -> Rows[BleuTally]:
        """Count each candidate of a corpus against its references; ``.sum()`` is the tally of the corpus.

        Parameters
        ----------
        references_per_candidate : list of lists of sentences
            The list of references of each candidate.
        candidates : list of sentences
            What the model wrote, at least one sentence.
        max_n : int, default 4
            The length of the longest n-grams that count, from 1 to 1,000.
        """
        pairs = check.corpus(references_per_candidate, candidates, check.references_and_candidate)
        max_n = _longest(max_n)
        counts = chain.from_iterable(_counts(*pair, max_n) for pair in pairs)
        return Rows(np.fromiter(counts, dtype=np.int64).reshape(-1, 2 * max_n + 2), cls._of_row)

    @classmethod
    def _of_row(cls, row: NDArray[Any]) -> BleuTally:
        *counts, candidate_length, reference_length = row.tolist()
        max_n = len(counts) // 2
        return cls._made(tuple(counts[:max_n]), tuple(counts[max_n:]), candidate_length, reference_length)

    def _require_same_kind(self, other: BleuTally) -> None:
        if len(self.matches) != len(other.matches):
            raise ValueError(
                f"tallies of {len(self.matches)} and {len(other.matches)} orders do not add; "
                "expected both to be counted with the same max_n"
            )

    @property
    def precisions(self) -> tuple[float, ...]:
        """The precision of each order, matches / n-grams; nan for an order without an n-gram."""
        return tuple(map(ratio, self.matches, self.totals))

    @property
    def brevity_penalty(self) -> float:
        """The factor that lowers the score of a candidate shorter than its reference."""
        return penalty(self.reference_length, self.candidate_length)

    def score(
        self,
        *,
        weights: ArrayLike | None = None,
        smoothing: Smoothing = None,
        smoothing_value: float | None = None,
        effective_order: bool = False,
    ) -> float:
        r"""BLEU: the brevity penalty times the weighted geometric mean of the precisions.

        Parameters
        ----------
        weights : sequence of float, optional
            The weight of each order (n-gram length) from 1 to `max_n`. Each weight is at least 0, and together they add
            up to 1. By default all are equal.
        smoothing : {"floor", "add-k", "exp"} or None, default None
            What to do about orders without a match. "floor" counts `smoothing_value` matches for them. "add-k" adds
            that value to the matches and to the n-grams of every order above 1. "exp" counts ½ match at the first of
            these orders, ¼ at the second, and so on.
        smoothing_value : float, optional
            For "floor", a number above 0 and up to 1 (0.1 by default). For "add-k", a number above 0 (1 by default).
            The other kinds of smoothing take no value.
        effective_order : bool, default False
            If True, orders for which the candidate is too short to have any n-gram are left out, instead of making the
            score 0.
        """
        effective_order = check.flag(effective_order, "effective_order")
        order_weights = _order_weights(weights, len(self.matches))
        precisions = _smoothed(self, smoothing, smoothing_value)
        kept = [
            (weight, precision)
            for weight, precision in zip(order_weights, precisions, strict=True)
            if weight > 0 and not (effective_order and math.isnan(precision))
        ]
        if not any(self.matches) or not kept or not all(precision > 0 for _, precision in kept):
            return 0.0
        mean_log = sum(w * math.log(p) for w, p in kept) / sum(w for w, _ in kept)
        return self.brevity_penalty * math.exp(mean_log)


def _longest(max_n: Any) -> int:
    return check.integer(max_n, "max_n", at_least=1, at_most=1000)


def _counts(references: list[Tokens], candidate: Tokens, max_n: int) -> list[int]:
    """The row of one candidate: its matches and n-grams of each order, and the two lengths."""
    length = len(candidate)
    matches, totals = [0] * max_n, [max(length - shorter, 0) for shorter in range(max_n)]
    counts = Counter(ngrams_up_to(max_n, candidate))
    for ngram, limit in limits(counts, map(partial(ngrams_up_to, max_n), references)).items():
        count = counts[ngram]
        matches[len(ngram) - 1] += count if count < limit else limit  # faster than min()
    closest = min(map(len, references), key=lambda reference: (abs(reference - length), reference))
    return [*matches, *totals, length, closest]


def _order_weights(weights: ArrayLike | None, orders: int) -> list[float]:
    if weights is None:
        return [1 / orders] * orders
    given: list[float] = check.numbers(weights, "weights").tolist()
    if len(given) != orders:
        raise ValueError(
            f"weights has {len(given)} values; expected {orders}, one for each n-gram length from 1 to max_n"
        )
    if min(given) < 0 or not math.isclose(sum(given), 1, abs_tol=1e-6):
        raise ValueError(f"weights is {given}; expected numbers of at least 0 that add up to 1")
    return given


Smoothing: TypeAlias = Literal["floor", "add-k", "exp"] | None

_VALUES = {
    None: (math.nan, 0.0),
    "floor": (0.1, 1.0),  # more than 1 match in 1 n-gram would be a precision above 1
    "add-k": (1.0, sys.float_info.max),
    "exp": (math.nan, 0.0),
}
"""The smoothing value where none is given, and the largest that may be given; 0 where none is used."""


def _smoothed(tally: BleuTally, smoothing: Smoothing, value: float | None) -> list[float]:
    """The precision of each order after smoothing; nan where the denominator is 0."""
    default, most = _VALUES[check.choice(smoothing, "smoothing", _VALUES)]
    if value is None:
        value = default
    elif not 0 < check.real(value, "smoothing_value", at_least=0, finite=False) <= most:
        expected = f"a number above 0 and up to {most:g}" if most else 'no value, or smoothing="floor" or "add-k"'
        raise ValueError(f"smoothing_value is {value!r} with smoothing={smoothing!r}; expected {expected}")
    matches: Iterable[float] = tally.matches
    totals: Iterable[float] = tally.totals
    if smoothing == "floor":
        matches = [match or value for match in matches]
    elif smoothing == "add-k":
        matches, totals = ([first, *(count + value for count in rest)] for first, *rest in (matches, totals))
    elif smoothing == "exp":
        halvings = accumulate(match == 0 for match in matches)
        matches = [match or 0.5**times for match, times in zip(matches, halvings, strict=True)]
    return list(map(ratio, matches, totals))

"""Text: how much of what a model wrote is in what people wrote.

Both families count, then score. BLEU (:class:`BleuTally`) counts the n-grams of a candidate that a reference has too
and asks for precision, with a penalty on brevity. ROUGE (:class:`RougeTally`) counts the same overlap, of n-grams or
of a longest common subsequence, and asks for recall, precision and F. Tallies add: the score of a corpus is the score
of the sum of the tallies of its sentences.

A sentence is a string, split on white space, or a sequence of tokens, all strings or all integers (token ids). Tokens
are equal or they are not: nothing is lower-cased, stemmed or stripped of punctuation. For Chinese, which has no white
space, pass the tokens: ``list("模型评估")`` are its characters.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, chain
from operator import add, or_
from typing import Any, Literal, NamedTuple, TypeAlias

from numpy.typing import ArrayLike

from evalbook import _input as check
from evalbook._undefined import ZeroDivision, check_zero_division, or_undefined, ratio, warn_undefined

Sentence: TypeAlias = str | Sequence[str] | Sequence[int]
Summary: TypeAlias = str | Sequence[Sentence]
Tokens: TypeAlias = Sequence[Any]
NGram: TypeAlias = tuple[Any, ...]

# ---------------------------------------------------------------- n-grams


def ngrams(tokens: Sentence, n: int) -> list[NGram]:
    r"""The runs of `n` neighboring tokens, in order.

    .. math:: (t_1, \dots, t_n),\ (t_2, \dots, t_{n+1}),\ \dots

    Parameters
    ----------
    tokens : sentence
        A sequence of tokens, or a string, which is split on white space.
    n : int
        The number of tokens in an n-gram, at least 1.

    Returns
    -------
    list of tuple
        One tuple of `n` tokens for each place where one starts; also for ``n=1``.

    Notes
    -----
    1. A sentence shorter than `n` has none.

    References
    ----------
    Papineni et al., *BLEU* (2002), section 2.1.

    Examples
    --------
    >>> from evalbook import text
    >>> text.ngrams("the cat sat", 2)
    [('the', 'cat'), ('cat', 'sat')]
    """
    (found,) = check.sentences([tokens], lambda _: "tokens")
    return list(_ngrams(found, check.integer(n, "n", at_least=1)))


def _ngrams(tokens: Tokens, n: int) -> Iterable[NGram]:
    tails = (tokens[start:] for start in range(min(n, len(tokens) + 1)))
    return zip(*tails)  # noqa: B905  (the shortest, the last one, ends it)


def _up_to(max_n: int, tokens: Tokens) -> list[NGram]:
    """The n-grams of every order from 1 to `max_n`."""
    tails = [tokens[start:] for start in range(min(max_n, len(tokens)))]
    return list(chain.from_iterable(zip(*tails[:n]) for n in range(1, len(tails) + 1)))  # noqa: B905


def _limits(counts: Counter[NGram], references: Iterable[Iterable[NGram]]) -> Counter[NGram]:
    """For each n-gram of the candidate the most times that one reference has it: more matches than that are clipped."""
    return reduce(or_, (Counter(filter(counts.__contains__, reference)) for reference in references))


def clipped_counts(
    references: Sequence[Sentence], candidate: Sentence, n: int
) -> tuple[Counter[NGram], Counter[NGram]]:
    r"""How often each n-gram occurs in the candidate, and how many of these count as matches.

    .. math:: \mathrm{clip}(g) = \min\Bigl(\mathrm{count}(g),\ \max_r \mathrm{count}_r(g)\Bigr)

    Parameters
    ----------
    references : list of sentences
        What people wrote; a sentence is a string, split on white space, or a sequence of tokens.
    candidate : sentence
        What the model wrote, in the form of the references.
    n : int
        The number of tokens in an n-gram, at least 1.

    Returns
    -------
    (Counter, Counter)
        Counts and clipped counts, both with a key for every n-gram of the candidate (a tuple, also for ``n=1``).

    Notes
    -----
    1. An n-gram that no reference has is clipped to 0 and keeps its key.
    2. The limit is the most that *one* reference has, not the sum over the references.

    References
    ----------
    Papineni et al., *BLEU* (2002), section 2.1.

    Examples
    --------
    >>> from evalbook import text
    >>> text.clipped_counts(["the cat is on the mat"], "the the the cat", 1)
    (Counter({('the',): 3, ('cat',): 1}), Counter({('the',): 2, ('cat',): 1}))
    """
    expected, found = check.references_and_candidate(references, candidate)
    n = check.integer(n, "n", at_least=1)
    counts = Counter(_ngrams(found, n))
    limits = _limits(counts, (_ngrams(reference, n) for reference in expected))
    return counts, Counter({ngram: min(count, limits[ngram]) for ngram, count in counts.items()})


def modified_precision(
    references: Sequence[Sentence], candidate: Sentence, n: int, *, zero_division: ZeroDivision = "warn"
) -> float:
    r"""The share of the candidate's n-grams that a reference has too, each counted at most as often as there.

    .. math:: p_n = \frac{\sum_g \mathrm{clip}(g)}{\sum_g \mathrm{count}(g)}

    Parameters
    ----------
    references : list of sentences
        What people wrote; a sentence is a string, split on white space, or a sequence of tokens.
    candidate : sentence
        What the model wrote, in the form of the references.
    n : int
        The number of tokens in an n-gram, at least 1.
    zero_division : "warn" or float, default "warn"
        What 0/0 gives: nan with an `UndefinedMetricWarning`, or this number in silence.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    1. A candidate shorter than `n` has no n-gram: 0/0, nan. (Some libraries say 0.)

    References
    ----------
    Papineni et al., *BLEU* (2002), section 2.1.

    Examples
    --------
    >>> from evalbook import text
    >>> references = ["the cat is on the mat", "there is a cat on the mat"]
    >>> text.modified_precision(references, "the the the the the the the", 1)  # 2/7
    0.2857142857142857
    """
    counts, clipped = clipped_counts(references, candidate, n)
    value = ratio(clipped.total(), counts.total())
    return or_undefined(value, zero_division, f"modified_precision is 0/0, nan: the candidate has no {n}-gram")


# ---------------------------------------------------------------- BLEU


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
    candidate_length = check.integer(candidate_length, "candidate_length", at_least=0)
    if candidate_length == 0:
        return 0.0
    return math.exp(min(0.0, 1 - reference_length / candidate_length))


@dataclass(frozen=True, slots=True)
class BleuTally:
    """What BLEU counts: matches and n-grams of each order, and the two lengths.

    Tallies add (``a + b``, ``sum(list_of_tallies)``), and BLEU is a formula over the sum: the tally of a corpus is the
    sum of the tallies of its sentences, wherever they were counted.

    Parameters
    ----------
    matches : sequence of int
        For each order from 1 on, the clipped count of the candidate's n-grams.
    totals : sequence of int
        For each order, all n-grams of the candidate.
    candidate_length, reference_length : int
        The number of tokens of the candidate, and of the reference closest to it in length.

    Notes
    -----
    1. Only tallies with the same number of orders add.
    2. ``sum([])`` of no tallies is the number 0, as always in Python.

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
                f"matches has {len(self.matches)} orders and totals {len(self.totals)}; "
                "expected one number per order in each, at least one"
            )
        if any(match > total for match, total in zip(self.matches, self.totals, strict=True)):
            raise ValueError(f"matches is {self.matches} and totals {self.totals}; expected no more matches than that")

    @classmethod
    def from_sentence(cls, references: Sequence[Sentence], candidate: Sentence, *, max_n: int = 4) -> BleuTally:
        """Count one candidate against its references.

        Parameters
        ----------
        references : list of sentences
            What people wrote; a sentence is a string, split on white space, or a sequence of tokens.
        candidate : sentence
            What the model wrote, in the form of the references.
        max_n : int, default 4
            The longest n-grams that count, from 1 to 1,000.
        """
        return _bleu_tally([check.references_and_candidate(references, candidate)], _longest(max_n))

    def __add__(self, other: BleuTally) -> BleuTally:
        if not isinstance(other, BleuTally):
            return NotImplemented
        if len(self.matches) != len(other.matches):
            raise ValueError(
                f"tallies of {len(self.matches)} and {len(other.matches)} orders do not add; expected the same max_n"
            )
        return BleuTally(
            tuple(map(add, self.matches, other.matches)),
            tuple(map(add, self.totals, other.totals)),
            self.candidate_length + other.candidate_length,
            self.reference_length + other.reference_length,
        )

    def __radd__(self, other: Any) -> BleuTally:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # so that sum() can start at 0

    @property
    def precisions(self) -> tuple[float, ...]:
        """Matches / n-grams of each order; nan where there is no n-gram."""
        return tuple(map(ratio, self.matches, self.totals))

    @property
    def brevity_penalty(self) -> float:
        """The factor on a candidate that is shorter than its reference."""
        return brevity_penalty(reference_length=self.reference_length, candidate_length=self.candidate_length)

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
            The weight of each order from 1 to the longest, adding up to 1; by default all equal.
        smoothing : {"floor", "add-k", "exp"} or None, default None
            What an order without a match counts: "floor" `smoothing_value` matches; "add-k" adds that value to matches
            and n-grams of every order above 1; "exp" counts ½ match at the first such order, ¼ at the second, ….
        smoothing_value : float, optional
            For "floor", above 0 and up to 1, by default 0.1; for "add-k", above 0, by default 1.
        effective_order : bool, default False
            Leave out the orders for which the candidate is too short to have any n-gram, instead of scoring 0.
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


def _bleu_tally(pairs: Iterable[tuple[list[Tokens], Tokens]], max_n: int) -> BleuTally:
    """Count all pairs of references and candidate into one tally."""
    matches, totals = [0] * max_n, [0] * max_n
    candidate_length = reference_length = 0
    for references, candidate in pairs:
        counts = Counter(_up_to(max_n, candidate))
        for ngram, limit in _limits(counts, (_up_to(max_n, reference) for reference in references)).items():
            matches[len(ngram) - 1] += min(counts[ngram], limit)
        length = len(candidate)
        for shorter in range(min(max_n, length)):
            totals[shorter] += length - shorter
        candidate_length += length
        reference_length += min(map(len, references), key=lambda reference: (abs(reference - length), reference))
    return BleuTally(tuple(matches), tuple(totals), candidate_length, reference_length)


def _order_weights(weights: ArrayLike | None, orders: int) -> list[float]:
    if weights is None:
        return [1 / orders] * orders
    given: list[float] = check.numbers(weights, "weights").tolist()
    if len(given) != orders:
        raise ValueError(f"weights has {len(given)} values; expected {orders}, one per order from 1 to max_n")
    if min(given) < 0 or not math.isclose(sum(given), 1, abs_tol=1e-6):
        raise ValueError(f"weights is {given}; expected numbers of at least 0 that add up to 1")
    return given


# Each kind of smoothing turns matches and totals into the numerators and denominators of the precisions.

Smoothing: TypeAlias = Literal["floor", "add-k", "exp"] | None
Fractions: TypeAlias = Iterable[tuple[float, float]]


def _unsmoothed(matches: Sequence[int], totals: Sequence[int], _: float) -> Fractions:
    return zip(matches, totals, strict=True)


def _floor(matches: Sequence[int], totals: Sequence[int], least: float) -> Fractions:
    return zip((match or least for match in matches), totals, strict=True)


def _add_k(matches: Sequence[int], totals: Sequence[int], k: float) -> Fractions:
    above = zip(matches[1:], totals[1:], strict=True)
    return [(matches[0], totals[0]), *((match + k, total + k) for match, total in above)]


def _exp(matches: Sequence[int], totals: Sequence[int], _: float) -> Fractions:
    halvings = accumulate(match == 0 for match in matches)
    return zip((match or 0.5**times for match, times in zip(matches, halvings, strict=True)), totals, strict=True)


class _Smoother(NamedTuple):
    apply: Callable[[Sequence[int], Sequence[int], float], Fractions]
    default: float = math.nan
    """The smoothing value where none is given; nan where none is used."""
    most: float = 0.0


_SMOOTHERS = {
    None: _Smoother(_unsmoothed),
    "floor": _Smoother(_floor, default=0.1, most=1.0),  # more than 1 match in 1 n-gram would be a precision above 1
    "add-k": _Smoother(_add_k, default=1.0, most=sys.float_info.max),
    "exp": _Smoother(_exp),
}


def _smoothed(tally: BleuTally, smoothing: Smoothing, value: float | None) -> list[float]:
    """The precision of each order after smoothing; nan where the denominator is 0."""
    smoother = _SMOOTHERS[check.choice(smoothing, "smoothing", _SMOOTHERS)]
    if value is None:
        value = smoother.default
    elif not 0 < check.real(value, "smoothing_value", at_least=0, finite=False) <= smoother.most:
        expected = f"a number above 0 and up to {smoother.most:g}" if smoother.most else "none"
        raise ValueError(f"smoothing_value is {value!r} with smoothing={smoothing!r}; expected {expected}")
    return [ratio(*fraction) for fraction in smoother.apply(tally.matches, tally.totals, value)]


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

    .. math::

        \begin{aligned}
        \mathrm{BLEU} &= BP \cdot \exp\Bigl(\sum_{n=1}^{N} w_n \log p_n\Bigr) \\
        BP &= \min\bigl(1,\ e^{1 - r/c}\bigr), \quad w_n = \tfrac1N
        \end{aligned}

    Parameters
    ----------
    references : list of sentences
        What people wrote; a sentence is a string, split on white space, or a sequence of tokens.
    candidate : sentence
        What the model wrote, in the form of the references.
    max_n : int, default 4
        The longest n-grams that count, from 1 to 1,000.
    weights : sequence of float, optional
        The weight of each order from 1 to the longest, adding up to 1; by default all equal.
    smoothing : {"floor", "add-k", "exp"} or None, default None
        What an order without a match counts: "floor" `smoothing_value` matches; "add-k" adds that value to matches and
        n-grams of every order above 1; "exp" counts ½ match at the first such order, ¼ at the second, and so on.
    smoothing_value : float, optional
        For "floor", above 0 and up to 1, by default 0.1; for "add-k", above 0, by default 1.
    effective_order : bool, default False
        Leave out the orders for which the candidate is too short to have any n-gram, instead of scoring 0.

    Returns
    -------
    float
        Between 0 and 1. (Many papers print 100 times as much.)

    Notes
    -----
    1. An empty candidate scores 0; so does one without a single match, with any smoothing.
    2. One order without a match makes the geometric mean, and the score, 0, unless `smoothing` is given.
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
        What the model wrote.
    max_n : int, default 4
        The longest n-grams that count, from 1 to 1,000.
    weights : sequence of float, optional
        The weight of each order from 1 to the longest, adding up to 1; by default all equal.
    smoothing : {"floor", "add-k", "exp"} or None, default None
        What an order without a match counts: "floor" `smoothing_value` matches; "add-k" adds that value to matches and
        n-grams of every order above 1; "exp" counts ½ match at the first such order, ¼ at the second, and so on.
    smoothing_value : float, optional
        For "floor", above 0 and up to 1, by default 0.1; for "add-k", above 0, by default 1.
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
    3. It is ``sum(BleuTally.from_sentence(…) for …).score()``, in pieces if you like.

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
    expected = check.sequence(references_per_candidate, "references_per_candidate", "lists of references")
    found = check.sequence(candidates, "candidates", "sentences")
    if len(expected) != len(found):
        raise ValueError(
            f"references_per_candidate has {len(expected)} entries and candidates {len(found)}; "
            "expected one list of references per candidate"
        )
    if not found:
        raise ValueError("candidates is empty; expected at least one sentence")
    names = "references_per_candidate[{}]", "candidates[{}]"
    pairs = (
        check.references_and_candidate(references, candidate, names, place)
        for place, (references, candidate) in enumerate(zip(expected, found, strict=True))
    )
    return _bleu_tally(pairs, _longest(max_n)).score(
        weights=weights, smoothing=smoothing, smoothing_value=smoothing_value, effective_order=effective_order
    )


# ---------------------------------------------------------------- longest common subsequence


def lcs_length(a: Sentence, b: Sentence) -> int:
    r"""The length of the longest sequence of tokens that both sentences have in the same order, gaps allowed.

    .. math::

        L_{i,j} = \begin{cases} 0 & i = 0 \text{ or } j = 0 \\
        L_{i-1,j-1} + 1 & a_i = b_j \\ \max(L_{i-1,j},\ L_{i,j-1}) & \text{else} \end{cases}

    Parameters
    ----------
    a, b : sentence
        Two strings, split on white space, or two sequences of tokens (all strings, or all integers).

    Returns
    -------
    int
        From 0 to the length of the shorter sentence.

    Notes
    -----
    1. An empty sentence has nothing in common with any: 0.
    2. The order of `a` and `b` does not matter.
    3. A row of the table grows by 0 or 1 from place to place, so its steps are the bits of one integer, and the next
       row takes one addition: for sentences of 1,000 tokens hundreds of times faster than the table.

    References
    ----------
    Lin, *ROUGE* (2004), section 3; Crochemore et al. (2001) for the integers.

    Examples
    --------
    >>> from evalbook import text
    >>> text.lcs_length("police killed the gunman", "police kill the gunman")
    3
    """
    return _lcs_length(*check.sentences([a, b], "ab".__getitem__))


def lcs(a: Sentence, b: Sentence) -> list[Any]:
    """The tokens of one longest common subsequence.

    Parameters
    ----------
    a, b : sentence
        Two strings, split on white space, or two sequences of tokens (all strings, or all integers).

    Returns
    -------
    list
        ``lcs_length(a, b)`` tokens.

    Notes
    -----
    1. Where several are longest, it is the one found from the end: a last token that both have is taken; otherwise the
       last token of `a` is left out if that loses nothing, and the last token of `b` if it does.

    References
    ----------
    Lin, *ROUGE* (2004), section 3.

    Examples
    --------
    >>> from evalbook import text
    >>> text.lcs("police killed the gunman", "the gunman police killed")
    ['police', 'killed']
    """
    first, second = check.sentences([a, b], "ab".__getitem__)
    return [first[place] for place in _lcs_places(first, second)]


# The table is kept as one integer per row: bit i is 0 where the LCS is longer with a[i] than without. The next row is
# (row + m) | (row - m), where m has the row's bits at which a[i] is the next token of b: the carry of the addition
# moves each step of the row back to the first match before it.


def _lcs_length(a: Tokens, b: Tokens) -> int:
    bits, first_row = _bits(a), (1 << len(a)) - 1
    row = first_row
    for matches in filter(None, map(bits.get, b)):
        matches &= row
        row = (row + matches) | (row - matches)
    return (~row & first_row).bit_count()


def _bits(tokens: Tokens) -> dict[Any, int]:
    """For each token an integer with a bit wherever it stands."""
    bits: dict[Any, int] = {}
    bit = 1
    for token in tokens:
        bits[token] = bits.get(token, 0) | bit
        bit <<= 1
    return bits


def _lcs_places(a: Tokens, b: Tokens) -> list[int]:
    """Where the tokens of one longest common subsequence stand in `a`, rising."""
    bits = _bits(a)
    rows = [(1 << len(a)) - 1]
    for token in b:
        matches = rows[-1] & bits.get(token, 0)
        rows.append((rows[-1] + matches) | (rows[-1] - matches))
    places = []
    i, j = len(a), len(b)
    while i and j:
        if a[i - 1] == b[j - 1]:
            i, j = i - 1, j - 1
            places.append(i)
        elif rows[j] >> (i - 1) & 1:  # no longer with a[i - 1] than without
            i -= 1
        else:
            j -= 1
    return places[::-1]


# ---------------------------------------------------------------- ROUGE


class RougeScore(NamedTuple):
    """Precision, recall and their F; unpacks into the three."""

    precision: float
    """The share of the candidate that is in the reference."""
    recall: float
    """The share of the reference that is in the candidate."""
    f: float
    """The weighted harmonic mean of the two."""


@dataclass(frozen=True, slots=True)
class RougeTally:
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
            What people wrote; a sentence is a string, split on white space, or a sequence of tokens.
        candidate : sentence
            What the model wrote, in the form of the references.
        n : int
            The number of tokens in an n-gram, at least 1.
        """
        return cls(*_added(_count_ngrams(references, candidate, n)))

    @classmethod
    def from_lcs(cls, references: Sequence[Sentence], candidate: Sentence) -> RougeTally:
        """Count the tokens of a longest common subsequence, added over the references.

        Parameters
        ----------
        references : list of sentences
            What people wrote; a sentence is a string, split on white space, or a sequence of tokens.
        candidate : sentence
            What the model wrote, in the form of the references.

        """
        return cls(*_added(_count_lcs(references, candidate)))

    @classmethod
    def from_summaries(cls, references: Sequence[Summary], candidate: Summary) -> RougeTally:
        """Count the common subsequences of sentences as :func:`rouge_lsum` does, added over the references.

        Parameters and errors are those of :func:`rouge_lsum`.
        """
        return cls(*_added(_count_summaries(references, candidate)))

    def __add__(self, other: RougeTally) -> RougeTally:
        if not isinstance(other, RougeTally):
            return NotImplemented
        return RougeTally(*_added([self._counts, other._counts]))

    def __radd__(self, other: Any) -> RougeTally:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # so that sum() can start at 0

    @property
    def _counts(self) -> RougeCounts:
        return self.hits, self.reference_total, self.candidate_total

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

        Raises :exc:`ValueError` if `beta` is negative or nan. 0 gives the precision, infinity the recall.
        """
        return self.score(beta).f

    def score(self, beta: float = 1.0) -> RougeScore:
        """Precision, recall and F."""
        return _rouge_score(*self._counts, beta=check.real(beta, "beta", at_least=0, finite=False))


# Where several references are to be scored, their counts stay plain tuples: hits, reference, candidate.

RougeCounts: TypeAlias = tuple[int, int, int]


def _added(counts: Iterable[RougeCounts]) -> RougeCounts:
    hits, reference_total, candidate_total = map(sum, zip(*counts, strict=True))
    return hits, reference_total, candidate_total


def _rouge_score(hits: int, reference_total: int, candidate_total: int, *, beta: float) -> RougeScore:
    share = 1 - 1 / (1 + beta * beta)  # β²/(1 + β²), and 1 for an infinite β
    weighted_total = candidate_total + share * (reference_total - candidate_total)
    return RougeScore(ratio(hits, candidate_total), ratio(hits, reference_total), ratio(hits, weighted_total))


def _count_ngrams(references: Sequence[Sentence], candidate: Sentence, n: int) -> list[RougeCounts]:
    expected, found = check.references_and_candidate(references, candidate)
    n = check.integer(n, "n", at_least=1)
    counts = Counter(_ngrams(found, n))
    per_reference = [Counter(_ngrams(reference, n)) for reference in expected]
    return [((counts & limits).total(), limits.total(), counts.total()) for limits in per_reference]


def _count_lcs(references: Sequence[Sentence], candidate: Sentence) -> list[RougeCounts]:
    expected, found = check.references_and_candidate(references, candidate)
    return [(_lcs_length(reference, found), len(reference), len(found)) for reference in expected]


def _count_summaries(references: Sequence[Summary], candidate: Summary) -> list[RougeCounts]:
    *expected, found = check.summaries(references, candidate)
    limits = Counter(chain.from_iterable(found))
    counts = []
    for reference in expected:
        common = Counter(chain.from_iterable(_union_lcs(sentence, found) for sentence in reference))
        # Sentences of the reference may claim the same token of the candidate; it can be hit only once.
        counts.append(((common & limits).total(), sum(map(len, reference)), limits.total()))
    return counts


def _union_lcs(sentence: Tokens, candidate: Iterable[Tokens]) -> list[Any]:
    """The tokens of `sentence` that are in its longest common subsequence with any sentence of the candidate."""
    return [sentence[place] for place in set().union(*(_lcs_places(sentence, other) for other in candidate))]


Combine: TypeAlias = Literal["best", "pool", "average"]


def _rouge(
    counts: list[RougeCounts], combine: Combine, beta: float, zero_division: ZeroDivision, unit: str
) -> RougeScore:
    """Score the counts of the references as `combine` says; what is undefined is what `zero_division` says."""
    check_zero_division(zero_division)
    beta = check.real(beta, "beta", at_least=0, finite=False)
    check.choice(combine, "combine", ("best", "pool", "average"))
    if combine == "pool":
        counts = [_added(counts)]
    scores = [_rouge_score(*count, beta=beta) for count in counts]
    if zero_division != "warn":
        scores = [_stand_in(score, zero_division) for score in scores]
    if combine == "average":
        score = _average(scores, zero_division)
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


def _average(scores: list[RougeScore], zero_division: ZeroDivision) -> RougeScore:
    def mean(parts: Sequence[float]) -> float:
        # An average over something undefined is undefined, unless nan was chosen: then it is left out.
        kept = parts if zero_division == "warn" else [part for part in parts if not math.isnan(part)]
        return float(ratio(math.fsum(kept), len(kept)))

    return RougeScore(*map(mean, zip(*scores, strict=True)))


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
        What people wrote; a sentence is a string, split on white space, or a sequence of tokens.
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
    return _rouge(_count_ngrams(references, candidate, n), combine, beta, zero_division, f"{n}-gram")


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
        What people wrote; a sentence is a string, split on white space, or a sequence of tokens.
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
    return _rouge(_count_lcs(references, candidate), combine, beta, zero_division, "token")


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
        One or more summaries that people wrote. A summary is a list of sentences, or a string with one sentence a
        line; a sentence is a string, which is split on white space, or a sequence of tokens.
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
    return _rouge(_count_summaries(references, candidate), combine, beta, zero_division, "token")

"""N-grams: the runs of neighboring tokens that BLEU and ROUGE-N count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, TypeAlias

from evalbook import _input as check
from evalbook._hints import with_hints
from evalbook._undefined import REMEDY, ZeroDivision, or_undefined, ratio

Sentence: TypeAlias = str | Sequence[str] | Sequence[int]
Tokens: TypeAlias = Sequence[Any]
NGram: TypeAlias = tuple[Any, ...]


ONE_SENTENCE = (
    "it scores a single sentence, and the words of one sentence are no sample that could be drawn again: "
    "hand in many sentences with corpus_bleu or corpus_chrf, or the rows of a tally"
)
"""Why no draw of samples gives an interval of such a metric."""


@with_hints
def ngrams(tokens: Sentence, n: int) -> list[NGram]:
    r"""List the n-grams of a sentence: every run of `n` neighboring tokens, in order.

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
        One tuple of `n` tokens for each place where an n-gram starts. With ``n=1`` these are tuples, too.

    See Also
    --------
    clipped_counts : count the n-grams that match

    Notes
    -----
    1. A sentence with fewer than `n` tokens has no n-gram, so the list is empty.

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
    return list(ngrams_of(found, check.integer(n, "n", at_least=1)))


def ngrams_of(tokens: Tokens, n: int) -> Iterable[NGram]:
    """The n-grams of tokens that need no check."""
    tails = (tokens[start:] for start in range(min(n, len(tokens) + 1)))
    return zip(*tails)  # noqa: B905  (the shortest, the last one, ends it)


def ngrams_up_to(max_n: int, tokens: Tokens) -> list[NGram]:
    """The n-grams of every order from 1 to `max_n`."""
    tails = [tokens[start:] for start in range(min(max_n, len(tokens)))]
    return list(chain.from_iterable(zip(*tails[:n]) for n in range(1, len(tails) + 1)))  # noqa: B905


def limits(counts: Counter[NGram], references: Iterable[Iterable[NGram]]) -> Counter[NGram]:
    """For each n-gram of the candidate the most times that one reference has it: more matches than that are clipped."""
    return reduce(or_, (Counter(filter(counts.__contains__, reference)) for reference in references))


@with_hints
def clipped_counts(
    references: Sequence[Sentence], candidate: Sentence, n: int
) -> tuple[Counter[NGram], Counter[NGram]]:
    r"""Count each n-gram of the candidate, and how many of these occurrences match a reference.

    .. math:: \mathrm{clip}(g) = \min\Bigl(\mathrm{count}(g),\ \max_r \mathrm{count}_r(g)\Bigr)

    Parameters
    ----------
    references : list of sentences
        What people wrote: at least one sentence. A sentence is a string, which is split on white space, or a sequence
        of tokens.
    candidate : sentence
        What the model wrote, in the same form as the references.
    n : int
        The number of tokens in an n-gram, at least 1.

    Returns
    -------
    (Counter, Counter)
        The counts and the clipped counts, both with a key for every n-gram of the candidate. A key is a tuple, even for
        ``n=1``.

    See Also
    --------
    modified_precision : the ratio of the two sums
    ngrams : the n-grams that are counted

    Notes
    -----
    1. An n-gram that occurs in no reference has a clipped count of 0 and keeps its key.
    2. The limit is the largest number of times that *one* reference contains the n-gram, not the sum over the
       references.

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
    counts = Counter(ngrams_of(found, n))
    most = limits(counts, (ngrams_of(reference, n) for reference in expected))
    return counts, Counter({ngram: min(count, most[ngram]) for ngram, count in counts.items()})


@with_hints
def modified_precision(
    references: Sequence[Sentence], candidate: Sentence, n: int, *, zero_division: ZeroDivision = "warn"
) -> float:
    r"""BLEU's precision: the share of the candidate's n-grams that a reference has, too, with clipping.

    .. math:: p_n = \frac{\sum_g \mathrm{clip}(g)}{\sum_g \mathrm{count}(g)}

    Parameters
    ----------
    references : list of sentences
        What people wrote: at least one sentence. A sentence is a string, which is split on white space, or a sequence
        of tokens.
    candidate : sentence
        What the model wrote, in the same form as the references.
    n : int
        The number of tokens in an n-gram, at least 1.
    zero_division : "warn" or float, default "warn"
        What is returned if the metric is undefined (0/0): nan with a warning, or this number without one.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    clipped_counts : the counts behind it
    bleu : combine the precisions of several orders
    rouge_n : also the recall of n-grams

    Notes
    -----
    1. A candidate with fewer than `n` tokens has no n-gram, so the precision is undefined, and nan is returned. Some
       libraries return 0.

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
    value: float = ratio(clipped.total(), counts.total())
    reason = f"modified_precision is undefined (0/0), so nan is returned: the candidate has no {n}-gram. {REMEDY}"
    return or_undefined(value, zero_division, reason)

"""Exact match and token F1: whether a short answer is the expected one, up to case and punctuation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from string import punctuation
from typing import Any, Literal, TypeAlias

import numpy as np

from evalbook import _input as check
from evalbook._formula import OfSums, on
from evalbook._hints import with_hints
from evalbook._input import FloatArray

Normalize: TypeAlias = Callable[[str], str] | Literal["squad"] | None

_NO_PUNCTUATION = str.maketrans("", "", punctuation)
_ARTICLES = re.compile(r"\b(a|an|the)\b")


def squad(text: str) -> str:
    """Lower case, without punctuation, articles and extra white space, in SQuAD's order."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split())


def _normalizer(normalize: Any) -> Callable[[str], str]:
    if normalize is None:
        return str
    if callable(normalize):
        return _of_texts(normalize)
    if not isinstance(normalize, str) or normalize != "squad":
        raise ValueError(
            f'normalize is {check.shown(normalize)}; expected "squad", None or a function, such as str.lower'
        )
    return squad


def _of_texts(normalize: Callable[[str], Any]) -> Callable[[str], str]:
    """A function of the user's, which must return strings."""

    def normalized(text: str) -> str:
        found = normalize(text)
        if not isinstance(found, str):
            raise TypeError(f"normalize returns {check.kind_of(found)}; expected a function that returns a string")
        return found

    return normalized


# ---------------------------------------------------------------- exact match


def _matches(references: Any, answers: Any, normalize: Any = "squad") -> FloatArray:
    """1 for each answer that is one of its references, 0 for any other."""
    alike = _normalizer(normalize)
    pairs = check.answers(references, answers)
    return np.array([alike(answer) in map(alike, expected) for expected, answer in pairs], dtype=np.float64)


@on(OfSums(lambda *texts, **options: ([_matches(*texts, **options)], lambda mean: mean)))
@with_hints
def exact_match(
    references: Sequence[str | Sequence[str]], answers: Sequence[str], *, normalize: Normalize = "squad"
) -> float:
    r"""Exact match: the share of answers that are, letter by letter, one of their references.

    .. math:: EM = \frac1n \sum_{i=1}^{n} \max_r \bigl[\,\mathrm{norm}(a_i) = \mathrm{norm}(r_{ir})\,\bigr]

    Parameters
    ----------
    references : list of strings, or of lists of strings
        The expected answers: one for each answer, or a list of at least one.
    answers : list of str
        What the model answered, at least one.
    normalize : "squad", None or callable, default "squad"
        What is done to each text before it is compared. "squad" turns it into lower case, deletes punctuation (ASCII)
        and the articles a, an and the, and reduces white space to single spaces. None compares the texts as they are.
        A function takes a string and returns one.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    token_f1 : gives credit for some of the words
    evalbook.text.corpus_bleu : for longer texts
    evalbook.comparison.interval : its confidence interval

    Notes
    -----
    1. A text is compared as a text, not as a value. Without its point 3.5 is 35, so "3.5" matches "35", and "1,000"
       matches "1000". "1000.0" does not match "1000", because it becomes 10000.
    2. Two texts of which nothing is left are equal, so "The" matches "a".
    3. Punctuation is deleted and leaves no space: "twenty-one" becomes "twentyone". Chinese and typographic punctuation
       stays.
    4. Of several references, one that matches is enough.

    References
    ----------
    Rajpurkar et al., *SQuAD: 100,000+ questions for machine comprehension of text* (2016).

    Examples
    --------
    >>> from evalbook import generation
    >>> generation.exact_match(["Paris", ["1912", "in 1912"]], ["the Paris.", "1911"])
    0.5
    >>> generation.exact_match(["3.5"], ["35"]), generation.exact_match(["3.5"], ["35"], normalize=None)
    (1.0, 0.0)
    """
    return float(_matches(references, answers, normalize).mean())


# ---------------------------------------------------------------- token F1


def _f1(expected: Sequence[Any], found: Sequence[Any]) -> float:
    """2 hits / (tokens of both); of two texts without tokens 1, of one 0."""
    if not expected or not found:
        return float(len(expected) == len(found))
    hits = (Counter(expected) & Counter(found)).total()
    return 2 * hits / (len(expected) + len(found))


def _f1_scores(references: Any, answers: Any, normalize: Any = "squad", tokenize: Any = None) -> FloatArray:
    """The F1 of each answer with the reference that fits best."""
    alike, tokenize = _normalizer(normalize), check.function_or_none(tokenize, "tokenize", "list") or str.split

    def tokens(text: str) -> Sequence[Any]:
        return check.tokens_of(alike(text), tokenize)

    pairs = ((map(tokens, expected), tokens(answer)) for expected, answer in check.answers(references, answers))
    return np.array([max(_f1(each, found) for each in expected) for expected, found in pairs])


@on(OfSums(lambda *texts, **options: ([_f1_scores(*texts, **options)], lambda mean: mean)))
@with_hints
def token_f1(
    references: Sequence[str | Sequence[str]],
    answers: Sequence[str],
    *,
    normalize: Normalize = "squad",
    tokenize: Callable[[str], Sequence[Any]] | None = None,
) -> float:
    r"""Token F1: how many words an answer shares with its best reference, averaged over the answers.

    .. math:: F1 = \frac1n \sum_{i=1}^{n} \max_r \frac{2\,\mathrm{hits}_{ir}}{|a_i| + |r_{ir}|}

    where hits are the words that both have, each as often as both have it, and :math:`|\cdot|` is a number of words.

    Parameters
    ----------
    references : list of strings, or of lists of strings
        The expected answers: one for each answer, or a list of at least one.
    answers : list of str
        What the model answered, at least one.
    normalize : "squad", None or callable, default "squad"
        What is done to each text before it is taken apart. "squad" turns it into lower case, deletes punctuation
        (ASCII) and the articles a, an and the, and reduces white space to single spaces. None leaves the texts as they
        are. A function takes a string and returns one.
    tokenize : callable, optional
        Makes a list of tokens of a normalized text. By default it is split on white space. ``tokenize=list`` compares
        characters, for languages without spaces.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    exact_match : only the whole answer counts
    evalbook.text.rouge_n : the same overlap, without normalization
    evalbook.comparison.interval : its confidence interval

    Notes
    -----
    1. If nothing is left of the answer and of the reference, the F1 is 1. If nothing is left of only one of them, it is
       0. This is what the script of SQuAD 2.0 does, where an empty reference means that there is no answer.
    2. Word order does not matter, and a "not" is a word like any other: "guilty" has an F1 of 0.667 with "not guilty".
    3. By default, a Chinese answer without spaces is one token: 法国巴黎 has an F1 of 0 with 巴黎. Give
       ``tokenize=list``.
    4. Of several references the one with the highest F1 counts.

    References
    ----------
    Rajpurkar et al., *SQuAD: 100,000+ questions for machine comprehension of text* (2016); Rajpurkar, Jia and Liang,
    *Know what you don't know* (2018), for SQuAD 2.0.

    Examples
    --------
    >>> from evalbook import generation
    >>> round(generation.token_f1(["not guilty"], ["Guilty."]), 3)
    0.667
    >>> generation.token_f1(["巴黎"], ["法国巴黎"])
    0.0
    >>> round(generation.token_f1(["巴黎"], ["法国巴黎"], tokenize=list), 3)
    0.667
    """
    return float(_f1_scores(references, answers, normalize, tokenize).mean())

"""The longest common subsequence of two sentences: the longest part that both have in the same order."""

from __future__ import annotations

from typing import Any

from evalbook import _input as check
from evalbook._formula import NoFormula, on
from evalbook._hints import with_hints
from evalbook.text._n_grams import ONE_SENTENCE, Sentence, Tokens


@on(NoFormula(ONE_SENTENCE, drawn=False))
@with_hints
def lcs_length(a: Sentence, b: Sentence) -> int:
    r"""The length of the longest common subsequence (LCS) of two sentences.

    A common subsequence consists of tokens that both sentences have in the same order, with gaps allowed.

    .. math::

        L_{i,j} = \begin{cases} 0 & i = 0 \text{ or } j = 0 \\
        L_{i-1,j-1} + 1 & a_i = b_j \\ \max(L_{i-1,j},\ L_{i,j-1}) & \text{else} \end{cases}

    Parameters
    ----------
    a, b : sentence
        Two strings, which are split on white space, or two sequences of tokens (all strings, or all integers).

    Returns
    -------
    int
        From 0 to the length of the shorter sentence.

    See Also
    --------
    lcs : the tokens themselves
    rouge_l : the score that uses it

    Notes
    -----
    1. If one of the sentences is empty, the length is 0.
    2. The order of `a` and `b` does not matter.
    3. From place to place, a row of the table grows by 0 or 1. Each row is therefore stored as the bits of one integer,
       and the next row is computed by one addition. For sentences of 1,000 tokens this is hundreds of times faster than
       filling the table.

    References
    ----------
    Lin, *ROUGE* (2004), section 3; Crochemore et al. (2001) for the integers.

    Examples
    --------
    >>> from evalbook import text
    >>> text.lcs_length("police killed the gunman", "police kill the gunman")
    3
    """
    return length_of_lcs(*check.sentences([a, b], "ab".__getitem__))


@with_hints
def lcs(a: Sentence, b: Sentence) -> list[Any]:
    """The tokens of a longest common subsequence (LCS) of two sentences.

    Parameters
    ----------
    a, b : sentence
        Two strings, which are split on white space, or two sequences of tokens (all strings, or all integers).

    Returns
    -------
    list
        ``lcs_length(a, b)`` tokens.

    See Also
    --------
    lcs_length : only the length
    rouge_l : the score that uses it

    Notes
    -----
    1. If there are several longest subsequences, the one returned is found from the end. If the last tokens of both
       sentences are equal, that token is taken. Otherwise the last token of `a` is dropped if this does not shorten the
       subsequence, and the last token of `b` if it does.

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
    return [first[place] for place in places_of_lcs(first, second)]


# The table is kept as one integer per row: bit i is 0 where the LCS is longer with a[i] than without. The next row is
# (row + m) | (row - m), where m has the row's bits at which a[i] is the next token of b: the carry of the addition
# moves each step of the row back to the first match before it.


def length_of_lcs(a: Tokens, b: Tokens) -> int:
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


def places_of_lcs(a: Tokens, b: Tokens) -> list[int]:
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

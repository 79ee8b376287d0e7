"""The edit distance of two sentences, and which edits it takes.

The table of distances is kept as bits: from place to place of the reference a column grows or falls by 1, or stays. Two
integers hold where it grows and where it falls, and some operations on them make the next column, for all places at
once (Myers 1999, Hyyrö 2001).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

Edits: TypeAlias = tuple[int, int, int, int]
"""Hits, substitutions, deletions and insertions."""


def edit_distance(reference: Sequence[Any], hypothesis: Sequence[Any]) -> int:
    """The least number of tokens to substitute, delete from the reference and insert into it."""
    if reference == hypothesis:
        return 0
    _, reference, hypothesis = _without_common_ends(reference, hypothesis)
    if not reference or not hypothesis:
        return len(reference) + len(hypothesis)
    rises, falls = 0, 0
    for rises, falls in _columns(reference, hypothesis):  # noqa: B007  (the last one counts)
        pass
    return len(hypothesis) + rises.bit_count() - falls.bit_count()


def edits(reference: Sequence[Any], hypothesis: Sequence[Any]) -> Edits:
    """The edits of one shortest way: from the end, a deletion goes before an insertion, and both before the others."""
    if reference == hypothesis:
        return len(reference), 0, 0, 0
    hits, reference, hypothesis = _without_common_ends(reference, hypothesis)
    if not reference or not hypothesis:
        return hits, 0, len(reference), len(hypothesis)
    columns = [*_columns(reference, hypothesis)]
    substitutions = deletions = insertions = 0
    i, j = len(reference), len(hypothesis)
    while i and j:
        bit = i - 1
        if columns[j - 1][0] >> bit & 1:  # it costs one more than without this token of the reference
            deletions, i = deletions + 1, i - 1
        elif j > 1 and columns[j - 2][1] >> bit & 1:  # one more than without the token of the hypothesis
            insertions, j = insertions + 1, j - 1
        else:
            i, j = i - 1, j - 1
            if reference[i] == hypothesis[j]:
                hits += 1
            else:
                substitutions += 1
    return hits, substitutions, deletions + i, insertions + j


def _without_common_ends(one: Sequence[Any], two: Sequence[Any]) -> tuple[int, Sequence[Any], Sequence[Any]]:
    """How many tokens both begin or end with, and what is left of each."""
    least = min(len(one), len(two))
    start = 0
    while start < least and one[start] == two[start]:
        start += 1
    end = 0
    while end < least - start and one[-1 - end] == two[-1 - end]:
        end += 1
    return start + end, one[start : len(one) - end], two[start : len(two) - end]


def _columns(reference: Sequence[Any], hypothesis: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """After each token of the hypothesis: where the distance rises, and falls, along the reference."""
    bits: dict[Any, int] = {}
    for place, token in enumerate(reference):
        bits[token] = bits.get(token, 0) | 1 << place
    every = (1 << len(reference)) - 1
    rises, falls = every, 0
    for token in hypothesis:
        matches = bits.get(token, 0) | falls
        same = (((matches & rises) + rises) ^ rises) | matches  # as far as one token less on both sides
        more = falls | (every & ~(same | rises))
        less = rises & same
        more = more << 1 | 1
        rises = (less << 1 | ~(same | more)) & every
        falls = same & more & every
        yield rises, falls

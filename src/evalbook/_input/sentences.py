"""Sentences, references and summaries, as tokens.

`name` maps a place to the name of the value there: names are made only for an error message, because there is one for
every sentence of a corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

Tokens: TypeAlias = Sequence[Any]

_ONE_REFERENCE = '; put a single reference into a list of its own, as in references=[["the", "cat", "sat"]]'


def corpus(
    references_per_candidate: Any, candidates: Any, pair_of: Callable[..., tuple[list[Any], Any]]
) -> Iterator[tuple[list[Any], Any]]:
    """Each candidate with its references, as `pair_of` takes them apart, one pair after the other."""
    expected = sequence(references_per_candidate, "references_per_candidate", "lists of references")
    found = sequence(candidates, "candidates", "sentences")
    if len(expected) != len(found):
        raise ValueError(
            f"references_per_candidate has {len(expected)} entries and candidates {len(found)}; "
            "expected one list of references per candidate"
        )
    if not found:
        raise ValueError("candidates is empty; expected at least one sentence")
    return map(pair_of, expected, found, range(len(found)))


def references_and_candidate(references: Any, candidate: Any, pair: int | None = None) -> tuple[list[Tokens], Tokens]:
    """The tokens of each reference and of the candidate, all of one kind; in a corpus it is the pair of this number."""
    if type(references) is list:  # the usual cases, without detours
        forms = set(map(type, references))
        if forms == {str} and type(candidate) is str:
            return [reference.split() for reference in references], candidate.split()
        if forms == {list} and type(candidate) is list and all(map(_are_strings, (candidate, *references))):
            return references, candidate
    *found, last = sentences(*_references_first(references, candidate, pair), _ONE_REFERENCE)
    return found, last


def summaries(references: Any, candidate: Any, pair: int | None = None) -> tuple[list[list[Tokens]], list[Tokens]]:
    """The sentences of each reference and of the candidate, as tokens; a string has one sentence a line."""
    values, name = _references_first(references, candidate, pair)
    _all_strings(values, name, _ONE_REFERENCE)
    listed = [
        value.splitlines() if isinstance(value, str) else sequence(value, name(place), "sentences")
        for place, value in enumerate(values)
    ]
    places = [f"{name(place)}[{line}]" for place, summary in enumerate(listed) for line in range(len(summary))]
    tokens = iter(sentences([sentence for summary in listed for sentence in summary], places.__getitem__))
    *found, last = [[next(tokens) for _ in summary] for summary in listed]
    return found, last


def texts_and_candidate(references: Any, candidate: Any, pair: int | None = None) -> tuple[list[str], str]:
    """The references and the candidate as the strings that they are."""
    values, name = _references_first(references, candidate, pair)
    for place, value in enumerate(values):
        if not isinstance(value, str):
            raise TypeError(
                f"{name(place)} is of type {type(value).__name__}; expected a string, because its characters are "
                "compared: join the tokens by spaces"
            )
    return values[:-1], values[-1]


def sentences(values: Sequence[Any], name: Callable[[int], str], hint: str = "") -> list[Tokens]:
    """The tokens of several sentences: all are strings, split on white space, or all are sequences of tokens."""
    if _all_strings(values, name, hint):
        return [value.split() for value in values]
    found = [
        value if type(value) is list else sequence(value, name(place), "tokens") for place, value in enumerate(values)
    ]
    if all(map(_are_strings, found)):
        return found
    kinds = set(map(type, chain.from_iterable(found)))
    if any(all(issubclass(kind, one) for kind in kinds) for one in (str, (int, np.integer))):
        return found
    held = [", ".join(sorted({type(token).__name__ for token in tokens})) for tokens in found]
    listed = ", ".join(f"{name(place)} holds {types}" for place, types in enumerate(held) if types)
    raise TypeError(f"{listed}; expected tokens that are all strings, or all integers")


def _are_strings(tokens: Tokens) -> bool:
    """Whether all tokens are strings: only these can be joined, and nothing finds out faster."""
    try:
        "".join(tokens)
    except TypeError:
        return False
    return True


def sequence(values: Any, name: str, what: str) -> Sequence[Any]:
    """`values` as a sequence of `what`; a string, which would be taken letter by letter, is refused."""
    if isinstance(values, list | tuple):
        return values
    if isinstance(values, str):
        shown = repr(values if len(values) <= 40 else values[:39] + "…")
        raise TypeError(f"{name} is a single string; expected a list of {what}, as in {name}=[{shown}]")
    if not isinstance(values, memoryview):
        turned = getattr(values, "tolist", getattr(values, "to_list", None))  # of NumPy and pandas, and of Polars
        values = values if turned is None else turned()
    if isinstance(values, str | bytes | bytearray | memoryview) or not isinstance(values, Sequence):
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a list of {what}")
    return list(values)  # a deque cannot be sliced


def _references_first(references: Any, candidate: Any, pair: int | None) -> tuple[list[Any], Callable[[int], str]]:
    """The references and, last, the candidate, with the name of each for an error message."""
    several = "references" if pair is None else f"references_per_candidate[{pair}]"
    listed = sequence(references, several, "references")
    if not listed:
        raise ValueError(f"{several} is empty; expected at least one reference")

    def name(place: int) -> str:
        last = "candidate" if pair is None else f"candidates[{pair}]"
        return last if place == len(listed) else f"{several}[{place}]"

    return [*listed, candidate], name


def _all_strings(values: Sequence[Any], name: Callable[[int], str], hint: str) -> bool:
    """Whether all values are strings; raises where strings stand beside others."""
    forms = [isinstance(value, str) for value in values]
    if len(set(forms)) < 2:
        return all(forms)
    string, other = forms.index(True), forms.index(False)
    raise TypeError(
        f"{name(string)} is a string and {name(other)} is of type {type(values[other]).__name__}; "
        f"expected strings in both, or lists in both{hint}"
    )

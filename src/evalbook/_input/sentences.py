"""Sentences, references and summaries, as tokens.

`name` maps a place to the name of the value there: names are made only for an error message, because there is one for
every sentence of a corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import numpy as np

_ONE_REFERENCE = '; a single reference of tokens stands in a list of its own: references=[["the", "cat", "sat"]]'


def references_and_candidate(
    references: Any, candidate: Any, names: tuple[str, str] = ("references", "candidate"), pair: int = 0
) -> tuple[list[Sequence[Any]], Sequence[Any]]:
    """The tokens of each reference and of the candidate, all of one kind; `pair` fills the {} in `names`."""
    if type(candidate) is str and type(references) is list and set(map(type, references)) == {str}:
        return [reference.split() for reference in references], candidate.split()  # the usual case, without detours
    *found, last = sentences(*_references_first(references, candidate, names, pair), _ONE_REFERENCE)
    return found, last


def summaries(references: Any, candidate: Any) -> list[list[Sequence[Any]]]:
    """The sentences of each reference and, last, of the candidate, as tokens; a string has one sentence a line."""
    values, name = _references_first(references, candidate, ("references", "candidate"), 0)
    _all_strings(values, name, _ONE_REFERENCE)
    listed = [
        value.splitlines() if isinstance(value, str) else sequence(value, name(place), "sentences")
        for place, value in enumerate(values)
    ]
    names = [f"{name(place)}[{line}]" for place, summary in enumerate(listed) for line in range(len(summary))]
    tokens = iter(sentences([sentence for summary in listed for sentence in summary], names.__getitem__))
    return [[next(tokens) for _ in summary] for summary in listed]


def sentences(values: Sequence[Any], name: Callable[[int], str], hint: str = "") -> list[Sequence[Any]]:
    """The tokens of several sentences: all are strings, split on white space, or all are sequences of tokens."""
    if _all_strings(values, name, hint):
        return [value.split() for value in values]
    found = [
        value if type(value) is list else sequence(value, name(place), "tokens") for place, value in enumerate(values)
    ]
    kinds = set(map(type, chain.from_iterable(found)))
    if kinds <= {str} or any(all(issubclass(kind, one) for kind in kinds) for one in (str, (int, np.integer))):
        return found
    held = [", ".join(sorted({type(token).__name__ for token in tokens})) for tokens in found]
    listed = ", ".join(f"{name(place)} holds {types}" for place, types in enumerate(held) if types)
    raise TypeError(f"{listed}; expected tokens that are all strings, or all integers")


def sequence(values: Any, name: str, what: str) -> Sequence[Any]:
    """`values` as a sequence of `what`; a string, which would be taken letter by letter, is refused."""
    if isinstance(values, list | tuple):
        return values
    if isinstance(values, str):
        shown = repr(values if len(values) <= 40 else values[:39] + "…")
        raise TypeError(f"{name} is a single string; expected a list of {what}, as in {name}=[{shown}]")
    if hasattr(values, "tolist") and not isinstance(values, memoryview):  # of NumPy or pandas
        values = values.tolist()
    if isinstance(values, str | bytes | bytearray | memoryview) or not isinstance(values, Sequence):
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a list of {what}")
    return list(values)  # a deque cannot be sliced


def _references_first(
    references: Any, candidate: Any, names: tuple[str, str], pair: int
) -> tuple[list[Any], Callable[[int], str]]:
    """The references and, last, the candidate, with the name of each for an error message."""
    listed = references if isinstance(references, list) else sequence(references, names[0].format(pair), "references")
    if not listed:
        raise ValueError(f"{names[0].format(pair)} is empty; expected at least one reference")

    def name(place: int) -> str:
        return names[1].format(pair) if place == len(listed) else f"{names[0].format(pair)}[{place}]"

    return [*listed, candidate], name


def _all_strings(values: Sequence[Any], name: Callable[[int], str], hint: str) -> bool:
    """Whether all values are strings; raises where strings stand beside others."""
    forms = [isinstance(value, str) for value in values]
    if len(set(forms)) < 2:
        return all(forms)
    string, other = name(forms.index(True)), name(forms.index(False))
    raise TypeError(f"{string} is a string and {other} is none; expected strings in both, or lists in both{hint}")

"""Texts beside what was expected: answers with one or several references each, and sentences in pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from evalbook._input.arrays import FloatArray, real_array, require_scale, vector
from evalbook._input.sentences import Tokens, sentences, sequence
from evalbook._input.values import is_collection, kind_of

Function: TypeAlias = Callable[[str], Any]


def answers(references: Any, given: Any) -> Iterator[tuple[list[str], str]]:
    """Each answer with its references: a string, or a list of at least one."""
    listed, found = _columns(references, given, "answers", "references, one entry per answer")
    return map(_answer, listed, found, range(len(found)))


def sentence_pairs(references: Any, hypotheses: Any, tokenize: Function | None) -> Iterator[tuple[Tokens, Tokens]]:
    """The tokens of each reference and of its hypothesis; `tokenize` takes strings apart."""
    listed, found = _columns(references, hypotheses, "hypotheses", "references, one per hypothesis")
    if tokenize is None:
        return map(_tokens, listed, found, range(len(found)))

    def tokens(value: Any, name: str, place: int) -> Tokens:
        return tokens_of(text(value, name, place), tokenize, in_order=True)

    return (
        (tokens(one, "references", place), tokens(two, "hypotheses", place))
        for place, (one, two) in enumerate(zip(listed, found, strict=True))
    )


def _columns(references: Any, given: Any, name: str, expected: str) -> tuple[Sequence[Any], Sequence[Any]]:
    listed, found = sequence(references, "references", "references"), sequence(given, name, name)
    if len(listed) != len(found):
        raise ValueError(f"references has {len(listed)} entries and {name} {len(found)}; expected in {expected}")
    if not found:
        raise ValueError(f"{name} is empty; expected at least one")
    return listed, found


def _answer(references: Any, answer: Any, place: int) -> tuple[list[str], str]:
    if isinstance(references, str):
        return [references], text(answer, "answers", place)
    name = f"references[{place}]"
    if not is_collection(references):
        raise TypeError(f"{name} is of type {type(references).__name__}; expected a string, or a list of strings")
    several = sequence(references, name, "references")
    if not several:
        raise ValueError(f"{name} is empty; expected at least one reference")
    return [text(one, name, number) for number, one in enumerate(several)], text(answer, "answers", place)


def text(value: Any, name: str, place: int) -> str:
    """A string; `name` and `place` say in an error message which."""
    if not isinstance(value, str):
        raise TypeError(f"{name}[{place}] is of type {type(value).__name__}; expected a string")
    return value


def _tokens(reference: Any, hypothesis: Any, place: int) -> tuple[Tokens, Tokens]:
    if type(reference) is str and type(hypothesis) is str:  # the usual case, without detours
        return reference.split(), hypothesis.split()
    names = f"references[{place}]", f"hypotheses[{place}]"
    one, two = sentences([reference, hypothesis], names.__getitem__)
    return one, two


def function_or_none(value: Any, name: str, example: str) -> Any:
    """`value`, which must be None or a function of a string; `example` is one."""
    if value is not None and not callable(value):
        raise TypeError(f"{name} is of type {type(value).__name__}; expected a function of a string, such as {example}")
    return value


def tokens_of(value: str, tokenize: Function, *, in_order: bool = False) -> Tokens:
    """The tokens that `tokenize` makes of a string; a set of them will not do where their order counts."""
    found = tokenize(value)
    if not is_collection(found) or (in_order and isinstance(found, Set)):
        raise TypeError(f"tokenize returns {kind_of(found)}; expected a function that returns a list of tokens")
    tokens = tuple(found)
    try:
        hash(tokens)
    except TypeError:
        kinds = ", ".join(sorted({type(token).__name__ for token in tokens}))
        raise TypeError(f"tokenize returns tokens of type {kinds}; expected tokens such as strings") from None
    return tokens


# ---------------------------------------------------------------- how surprising texts are

ROUNDING = 1e-6
"""So far below 0 rounding may bring what is none: the logarithm of a probability of 1, in 32 bits."""


def surprises(nll: ArrayLike) -> FloatArray:
    """Negative log-likelihoods of at least 0; infinite ones are of what was called impossible."""
    with np.errstate(over="ignore"):  # of a long double
        array = real_array(vector(nll, "nll"), "nll").astype(np.float64)
    odd = np.flatnonzero(~(array >= -ROUNDING))  # nan, too
    if odd.size:
        hint = "" if np.isnan(array[odd[0]]) else ": hand in the log-likelihoods with their sign changed"
        raise ValueError(f"nll[{odd[0]}] is {array[odd[0]]:g}; expected negative log-likelihoods of at least 0{hint}")
    finite = array[np.isfinite(array)]
    if finite.size:
        require_scale(finite, "nll")
    return np.maximum(array, 0.0)


def texts(values: Any, n: int) -> list[str]:
    """So many strings, one for each entry of `nll`."""
    listed = sequence(values, "text", "texts")
    if len(listed) != n:
        raise ValueError(
            f"text has {len(listed)} entries and nll {n}; expected one text per entry, or a single text as a string"
        )
    return [text(one, "text", place) for place, one in enumerate(listed)]

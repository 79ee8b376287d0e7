"""Ranked lists: from items or from scores to a row of grades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from numbers import Number
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalbook import _input as check
from evalbook._hints import with_hints


@with_hints
def relevance_of(relevant: Iterable[Any] | Mapping[Any, float], ranked: Iterable[Any]) -> NDArray[Any]:
    r"""Turn a ranked list of items into the row of their grades, which the metrics take.

    Parameters
    ----------
    relevant : set or other collection of items, or a mapping
        The relevant items, which get grade 1, or a dict from each item to its grade of at least 0. All other items get
        grade 0. From a pandas Series, give ``.to_dict()`` (grades by item) or ``.tolist()`` (items).
    ranked : sequence
        The items of the list, best first. They are numbers, strings or tuples, of the same kind as the relevant items.

    Returns
    -------
    ndarray of shape (len(ranked),)
        Integers, or floats if a grade is a float.

    See Also
    --------
    rank_by_score : from grades and scores instead of items

    Notes
    -----
    1. An item that is listed more than once counts at its first rank and has grade 0 at the others, because one
       relevant item is one hit.
    2. The row does not show relevant items that are not listed. Tell the metrics that need them how many relevant items
       there are (``n_relevant=len(relevant)``), or what all their grades are (``ideal=list(relevant.values())``).

    References
    ----------
    Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), section 8.1.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.relevance_of({"cat", "dog"}, ["cow", "dog", "dog", "cat"])
    array([0, 1, 0, 1])
    >>> ranking.relevance_of({"cat": 3, "dog": 0.5}, ["cow", "dog", "dog", "cat"])
    array([0. , 0.5, 0. , 3. ])
    """
    if isinstance(ranked, AbstractSet | Mapping):
        raise TypeError(
            f"ranked is {check.kind_of(ranked)}; expected a list of items in ranked order, the best one first"
        )
    if hasattr(relevant, "index") and hasattr(relevant, "to_dict"):  # of pandas
        raise TypeError(
            f"relevant is {check.kind_of(relevant)}, and the items could be its index or its values; "
            "expected relevant.to_dict() for grades by item, or relevant.tolist() for the items"
        )
    items = _items(ranked, "ranked")
    gain_of = relevant if isinstance(relevant, Mapping) else dict.fromkeys(_items(relevant, "relevant"), 1)
    _require_one_kind(gain_of, items)
    gains = check.gains(check.numbers([*gain_of.values(), 0], "relevant"), "relevant")  # 0 for all other items
    unseen = dict(zip(gain_of, gains.tolist(), strict=False))
    return np.array([unseen.pop(item, 0) for item in items], dtype=gains.dtype)  # popped: a repeat finds nothing


def _items(values: Iterable[Any], name: str) -> list[Any]:
    if not check.is_collection(values):
        raise TypeError(f"{name} is a single {type(values).__name__}; expected a collection of items")
    items = values.tolist() if isinstance(values, np.ndarray) else list(values)
    try:
        set(items)
    except TypeError as error:
        raise TypeError(
            f"{name} holds an item that cannot be looked up ({error}); expected numbers, strings or tuples"
        ) from None
    return items


_KINDS: dict[str, type] = {"strings": str, "bytes": bytes, "numbers": Number, "tuples": tuple}


def _require_one_kind(relevant: Iterable[Any], ranked: Iterable[Any]) -> None:
    """Raise where items are of several kinds: none of one kind is found among those of another."""
    types = [
        [kind for kind in dict.fromkeys(map(type, items)) if kind is not type(None)] for items in (relevant, ranked)
    ]
    ours, theirs = (dict.fromkeys(map(_kind, kinds)) for kinds in types)
    if len({**ours, **theirs}) > 1:
        found = f"relevant holds {', '.join(ours) or 'nothing'} and ranked {', '.join(theirs) or 'nothing'}"
        raise TypeError(f"{found}; expected items of one kind: convert one of the two, because 1 is not '1'")


def _kind(of: type) -> str:
    return next((name for name, kind in _KINDS.items() if issubclass(of, kind)), "other objects")


@with_hints
def rank_by_score(y_true: ArrayLike, y_score: ArrayLike) -> NDArray[Any]:
    r"""Sort the grades of the items by their scores, the highest score first.

    Parameters
    ----------
    y_true : array_like of shape (items,) or (..., items)
        The grade of each item, at least 0. An item is relevant if its grade is above 0. Leading axes are queries.
    y_score : array_like of the same shape
        The score of each item. The item with the highest score has rank 1.

    Returns
    -------
    ndarray of the same shape
        Grades in ranked order, rank 1 first, in the type of `y_true`.

    See Also
    --------
    relevance_of : from the items of a list
    ndcg_from_scores : NDCG directly from the scores

    Notes
    -----
    1. Items with equal scores keep the order in which they are given. :func:`ndcg_from_scores` can instead average over
       all orders of tied items.

    References
    ----------
    Manning, Raghavan and Schütze, *Introduction to Information Retrieval* (2008), section 8.4.

    Examples
    --------
    >>> from evalbook import ranking
    >>> ranking.rank_by_score([0, 1, 2, 3], [0.3, 0.9, 0.3, 0.5])
    array([1, 3, 0, 2])
    """
    gains, score = scored_items(y_true, y_score)
    return np.take_along_axis(gains, falling_as_given(score), axis=-1)


def scored_items(y_true: ArrayLike, y_score: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    gains, score = check.gains(y_true, "y_true"), check.table(y_score, "y_score")
    if gains.shape != score.shape:
        raise ValueError(
            f"different shapes: y_true has {gains.shape}, y_score has {score.shape}; expected one score per item"
        )
    return gains, score


def falling(score: NDArray[Any]) -> NDArray[np.intp]:
    """Where the highest score stands, the next, …; ties in any order, which is faster than keeping one."""
    return np.argsort(score, axis=-1)[..., ::-1]


def falling_as_given(score: NDArray[Any]) -> NDArray[np.intp]:
    """Where the highest score stands, the next, …; ties as they are given."""
    # Sorted backwards and turned round, because unsigned or extreme integers cannot be negated.
    rising = np.argsort(score[..., ::-1], axis=-1, kind="stable")
    falling: NDArray[np.intp] = score.shape[-1] - 1 - rising[..., ::-1]
    return falling

"""Whether strengths are finite: who would be infinitely strong or weak, or cannot be compared at all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook._input import FloatArray

WHAT_TO_DO = (
    "expected each model to have beaten the others, and to have lost to them, directly or through third ones: count "
    "more battles, leave a model out, or give a prior, such as prior=0.1"
)


def no_strengths(beat: FloatArray, names: list[Any]) -> str:
    """Why a table of wins has no finite strengths; empty if it has (Ford 1957: all beat each other along some path)."""
    edges = beat > 0
    if _reached(edges).all() and _reached(edges.T).all():
        return ""
    return f"wins has no finite strengths: {_who(edges, names)}; {WHAT_TO_DO}"


def _who(edges: NDArray[np.bool_], names: list[Any]) -> str:
    """The models that are to blame."""
    won, lost = np.asarray(edges.any(axis=1)), np.asarray(edges.any(axis=0))
    for models, said in (
        (~won & ~lost, "met no other model"),
        (won & ~lost, "never lost"),
        (~won & lost, "never won"),
        (np.invert(_reached(edges | edges.T)), "never met the others"),
    ):
        if models.any():
            return f"{_named(models, names)} {said}"
    # Of the groups that all beat each other, one is on top: nobody outside has beaten any of it.
    reach = np.array([_reached(edges, start) for start in range(len(edges))])
    top = reach[:, reach.sum(axis=0).argmin()]  # those that beat, along some path, the model that fewest do
    return f"{_named(top, names)} never lost to any of the others"


def _named(models: NDArray[np.bool_], names: list[Any]) -> str:
    found = [repr(name) for name, one in zip(names, models.tolist(), strict=True) if one]
    return ", ".join(found[:6]) + (f", … ({len(found)} in all)" if len(found) > 6 else "")


def _reached(edges: NDArray[np.bool_], start: int = 0) -> NDArray[np.bool_]:
    """Which models are reached from one of them, itself included."""
    seen = np.asarray(np.arange(len(edges)) == start)
    while True:
        more = np.asarray(seen | edges[seen].any(axis=0))
        if (more == seen).all():
            return seen
        seen = more


def no_place(won: FloatArray, lost: FloatArray) -> str:
    """Why the place has no finite worth, where the strengths have; empty if it has.

    A place that is worth h explains every result if the strengths can be such that whoever was shown first and won is
    at most h weaker than the other, and whoever lost at least h weaker. With h = 1 or -1 these are bounds on
    differences: they can be met unless some circle of them adds up to less than 0.
    """
    for worth in (1, -1):
        bounds = np.where(won > 0, worth, np.inf)
        bounds = np.minimum(bounds, np.where(lost > 0, -worth, np.inf).T)
        if not _has_negative_circle(bounds):
            return (
                "place=True has no finite answer: which model was shown first explains every result, or the strengths "
                "can take over what the place is worth, as where one model is always first; expected pairs in both "
                "orders, of which each was won by either side: count more battles, leave place=False, or give a prior, "
                "such as prior=0.1"
            )
    return ""


def _has_negative_circle(bounds: FloatArray) -> bool:
    """Whether some circle of such steps adds up to less than 0 (Bellman and Ford)."""
    length = np.zeros(len(bounds))
    for _ in range(len(bounds)):
        shorter = np.minimum(length, (length[:, np.newaxis] + bounds).min(axis=0))
        if (shorter == length).all():
            return False
        length = shorter
    return True

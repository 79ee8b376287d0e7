"""Random inputs for the property tests (hypothesis)."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st


def binary_samples(second: st.SearchStrategy[Any], *, both_classes: bool = False) -> st.SearchStrategy[tuple[Any, ...]]:
    """(y_true, second): labels 0 and 1, and for each sample a value of `second`; few, so that ties are common."""
    samples = st.lists(st.tuples(st.integers(0, 1), second), min_size=2, max_size=30)
    if both_classes:
        samples = samples.filter(lambda drawn: len({label for label, _ in drawn}) == 2)
    return samples.map(lambda drawn: tuple(map(list, zip(*drawn, strict=True))))


SCORES = st.integers(-4, 4).map(lambda eighths: eighths / 8)
"""Scores that often tie, and that no rounding can move."""

WEIGHTS = st.integers(1, 3)


def sized_classes() -> st.SearchStrategy[list[int]]:
    """The classes of 2 to 60 samples, some of them rare."""
    return st.lists(st.sampled_from([0, 0, 0, 0, 1, 1, 2, 7]), min_size=2, max_size=60)

"""What holds for every tally: its parts add up to the whole, however it is cut, and it is a plain value."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalbook._tally import stacked
from tallies import TALLIES, Case

each_tally = pytest.mark.parametrize("kind", TALLIES.values(), ids=TALLIES)
each_with_rows = pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=name) for name, kind in TALLIES.items() if kind.rows],
)


def chosen(kind: Case, places) -> tuple[list, ...]:
    return tuple([column[place] for place in places] for column in kind.columns)


def assert_equal(found, expected, rel: float) -> None:
    """Equal part by part: exactly, or but for rounding."""
    assert type(found) is type(expected)
    if not rel:
        assert found == expected
    for name in expected.__match_args__:
        part, right = getattr(found, name), getattr(expected, name)
        if rel and not isinstance(right, str | tuple):
            np.testing.assert_allclose(part, right, rtol=rel, atol=0, err_msg=name)


@each_tally
@given(seed=st.integers(0, 2**32 - 1), cuts=st.sets(st.integers(1, 39), max_size=8).map(sorted))
def test_any_chunks_in_any_order_add_up_to_the_whole(kind, seed, cuts):
    n = len(kind.columns[0])
    order = np.random.default_rng(seed).permutation(n).tolist()
    cuts = [cut for cut in cuts if cut < n]
    chunks = [order[start:stop] for start, stop in zip([0, *cuts], [*cuts, n], strict=True)]
    parts = [kind.make(*chosen(kind, chunk)) for chunk in chunks]
    assert_equal(sum(parts), kind.make(*chosen(kind, range(n))), kind.rel)


@each_with_rows
def test_the_rows_of_a_tally_add_up_to_it(kind):
    assert_equal(kind.rows(*kind.columns).sum(), kind.make(*kind.columns), kind.rel)


@each_with_rows
def test_a_row_is_the_tally_of_its_sample(kind):
    rows = kind.rows(*kind.columns)
    assert len(rows) == len(kind.columns[0])
    for place in (0, 7, len(rows) - 1):
        assert_equal(rows[place], kind.make(*chosen(kind, [place])), kind.rel)


@each_with_rows
def test_weighted_rows_are_the_tally_of_the_samples_drawn_so_often(kind):
    n = len(kind.columns[0])
    draws = np.random.default_rng(1).integers(n, size=(3, n))
    times = np.array([np.bincount(draw, minlength=n) for draw in draws])
    for found, draw in zip(kind.rows(*kind.columns).weighted(times), draws, strict=True):
        assert_equal(found, kind.make(*chosen(kind, draw)), kind.rel)


@each_with_rows
def test_tallies_of_parts_are_drawn_like_the_parts(kind):
    n = len(kind.columns[0])
    parts = [range(start, min(start + 5, n)) for start in range(0, n, 5)]
    drawn = [2, *[0] * (len(parts) - 2), 1]
    rows = stacked([kind.make(*chosen(kind, part)) for part in parts])
    assert_equal(rows.weighted(drawn), kind.make(*chosen(kind, [*parts[0], *parts[0], *parts[-1]])), kind.rel)


@each_tally
def test_a_tally_is_a_plain_value(kind):
    tally = kind.make(*kind.columns)
    assert pickle.loads(pickle.dumps(tally)) == tally
    assert tally == kind.make(*kind.columns)
    assert tally != tally + tally
    assert len(repr(tally)) < 400
    with pytest.raises(TypeError, match="unhashable"):
        hash(tally)
    with pytest.raises(TypeError, match="unsupported operand"):
        tally + 1
    with pytest.raises(TypeError, match="unsupported operand"):
        1 + tally


@each_with_rows
def test_rows_can_be_sent_to_another_process(kind):
    rows = kind.rows(*kind.columns)
    assert pickle.loads(pickle.dumps(rows)).sum() == rows.sum()

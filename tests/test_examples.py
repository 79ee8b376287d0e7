"""The shop: its file is what its script makes, and what the chapters on ranking need of it."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest

from evalbook import examples

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import shop as tool


def test_the_file_is_what_the_script_makes():
    made = io.StringIO()
    tool.write(made)
    assert made.getvalue() == tool.FILE.read_text("utf-8"), "run: python tools/shop.py"


def test_each_row_of_the_file_is_a_cell_of_the_arrays():
    shop = examples.shop()
    cells = zip(*(column.ravel().tolist() for column in shop[2:]), strict=True)
    assert [row[2:] for row in tool.rows()] == list(cells)
    assert [row[0] for row in tool.rows()] == np.repeat(shop.users, len(shop.items)).tolist()
    assert [row[1] for row in tool.rows()] == np.tile(shop.items, len(shop.users)).tolist()


def test_the_last_user_alone_wants_nothing():
    assert np.flatnonzero(examples.shop().gain.max(axis=1) == 0).tolist() == [11]


def test_sales_tie_and_personal_scores_do_not():
    shop = examples.shop()
    assert len(np.unique(shop.popular[0])) < len(shop.items)
    assert all(len(np.unique(row)) == len(shop.items) for row in shop.personal)


@pytest.mark.parametrize("array", examples.shop()._fields)
def test_the_arrays_are_read_only(array):
    with pytest.raises(ValueError, match="read-only"):
        getattr(examples.shop(), array)[0] = 0

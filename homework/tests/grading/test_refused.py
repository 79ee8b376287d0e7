"""What a class hands in that cannot be graded at all: nothing of it runs, and the teacher is told why."""

from __future__ import annotations

import pytest
from damage import DAMAGED, graded_class, said_of

REFUSED = {name: kind for name, kind in DAMAGED.items() if kind.earned is None}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    return graded_class(REFUSED, tmp_path_factory.mktemp("class"))


@pytest.mark.parametrize("name", REFUSED)
def test_it_has_no_points_but_a_reason(graded, name):
    assert graded[name].points is None
    assert REFUSED[name].said in said_of(graded[name])

"""nbval notices when a number that an assignment prints changes."""

from __future__ import annotations

import pytest
from test_nbval_sanitize import compare_each_number, nbval  # noqa: F401

from evalbook_homework.grading.assignments import assignments


@pytest.mark.parametrize("one", assignments(), ids=lambda one: one.name)
def test_each_printed_number_is_compared(nbval, one):
    compare_each_number(nbval, one.folder / f"{one.name}.ipynb")

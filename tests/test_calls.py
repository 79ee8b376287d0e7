"""The table of calls: what it says of a function is so."""

from __future__ import annotations

import numpy as np
import pytest

from calls import METRIC_MODULES, TABLE, gives_one_each

METRICS = [
    pytest.param(row, call, id=f"{row.name}-{number}")
    for row in TABLE
    for number, call in enumerate(row.calls)
    if row.per_sample(call) and {float, np.ndarray} & {*row.results} and not row.name.startswith("splits.")
]


@pytest.mark.parametrize(("row", "call"), METRICS)
def test_the_order_of_the_samples_changes_no_score(row, call):
    expected = row.function(**call)
    order = np.random.default_rng(0).permutation(len(call[row.per_sample(call)[0]]))
    if isinstance(expected, np.ndarray) and gives_one_each(row):
        expected = expected[order]
    assert row.function(**row.drawn(call, order)) == pytest.approx(expected, rel=1e-12)


def test_samples_are_drawn_in_every_module_that_scores_some():
    assert {cell.values[0].name.split(".")[0] for cell in METRICS} == {*METRIC_MODULES} - {
        "splits",
        "comparison",
        "review",
    }

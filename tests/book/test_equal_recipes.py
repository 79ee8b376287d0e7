"""The table of *Folds and seeds* is what its script counts."""

from __future__ import annotations

import ast

import pytest
from equal_recipes import ROWS, STUDIES, Row, counts

from book_pages import cells_of

TABLE = next(cell for cell in cells_of("book/comparison/folds_and_seeds") if cell["id"] == "folds-safe")
RECORDED = next(
    ast.literal_eval(node.value)
    for node in ast.parse("".join(TABLE["source"])).body
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "false_alarms"
)


def test_the_table_has_a_line_for_each_row():
    assert list(RECORDED) == [row.key for row in ROWS]


def as_recorded(row: Row, studies: int, within: float) -> None:
    """But for what other versions of NumPy draw."""
    shares = [found / studies for found in counts(row, studies)]
    assert shares == pytest.approx([found / STUDIES for found in RECORDED[row.key]], abs=within)


def test_a_part_of_one_row_is_nearly_as_recorded():
    as_recorded(ROWS[-1], 200, within=0.09)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(map(str, row.key)))
def test_all_rows_are_as_recorded(row):
    as_recorded(row, STUDIES, within=0.02)

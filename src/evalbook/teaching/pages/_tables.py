"""Tables of a page, with numbers written as in prose."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from IPython.display import Markdown
from numpy.typing import NDArray


def table(columns: dict[str, Any], *, digits: int = 4) -> Markdown:
    """Show columns of equal length as a table. All numbers of a column have the same decimals, at most `digits`.

    Numbers are written as in prose: 12,500 and −0.25, with a minus sign, ∞ for inf and – for nan.
    """
    arrays = [np.asarray(column) for column in columns.values()]
    cells = [_cells(array, digits) for array in arrays]
    rules = [":--" if array.dtype.kind == "U" else "--:" for array in arrays]
    rows = [list(columns), rules, *map(list, zip(*cells, strict=True))]
    return Markdown("\n".join("| " + " | ".join(row) + " |" for row in rows))  # type: ignore[no-untyped-call]


def _cells(column: NDArray[Any], digits: int) -> list[str]:
    if column.dtype.kind in "iu":
        return [with_minus(f"{value:,}") for value in column.tolist()]
    if column.dtype.kind != "f":
        return [str(value) for value in column.tolist()]
    rounded = column.round(digits) + 0.0  # no -0
    decimals = next(d for d in range(digits + 1) if np.array_equal(rounded, rounded.round(d), equal_nan=True))
    shown = [with_minus(f"{value:,.{decimals}f}") for value in rounded]
    return [{"inf": "∞", "nan": "–"}.get(text, text) for text in shown]


def with_minus(text: str) -> str:
    """The text, with a minus sign for each hyphen that makes a number negative."""
    return re.sub(r"(?<![\w.])-(?=\.?\d)", "−", text)

"""Tables as spreadsheets save them, and as they may be given to one."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from evalbook_tools.grading import harmless


def read_table(data: bytes) -> list[list[str]]:
    """The rows of a table: in UTF-8 or the older encoding of Windows, with whatever stands between the cells."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count)))


def written(rows: Iterable[Iterable[str]]) -> str:
    """The table with commas, without formulas."""
    text = io.StringIO()
    csv.writer(text).writerows([map(harmless.cell, row) for row in rows])
    return text.getvalue()

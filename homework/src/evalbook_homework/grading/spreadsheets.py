"""Tables as CSV: read as spreadsheets save them, and written so that no spreadsheet runs a formula of a student."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from evalbook_homework.grading import sanitize

PROBED = 100_000
"""Bytes among which a file that is no text has a zero."""


def read_table(data: bytes, name: str = "the file") -> list[list[str]]:
    """The rows of a table: in UTF-8 or the older encoding of Windows, with whatever stands between the cells.

    Raises ValueError in one line, with the name of the file, for what is no text or no table.
    """
    if b"\0" in data[:PROBED] or data.startswith(b"%PDF"):
        raise ValueError(f"{name} is not a table but {_kind(data)}; expected text. Save it as CSV")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count)))
    except csv.Error as error:
        raise ValueError(f"{name} is not a table: {error}; expected text. Save it as CSV") from error


def _kind(data: bytes) -> str:
    kinds = {b"PK": "a zip or an Excel file", b"%PDF": "a PDF", b"\xff\xfe": "text in UTF-16"}
    return next((kind for start, kind in kinds.items() if data.startswith(start)), "some other file")


def table_text(rows: Iterable[Iterable[str]]) -> str:
    """The table with commas, without formulas."""
    text = io.StringIO()
    csv.writer(text).writerows([map(sanitize.escape_formulas, row) for row in rows])
    return text.getvalue()

"""Tables of counts and scores, as text and as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import chain
from typing import Any

LONGEST, EDGE = 20, 5
"""A table of more classes than this shows so many at either end."""


def shortened(entries: Sequence[Any], gap: Any = "…") -> list[Any]:
    """The entries; of very many, the first and the last with a gap between them."""
    return list(entries) if len(entries) <= LONGEST else [*entries[:EDGE], gap, *entries[-EDGE:]]


def short_count(count: float) -> str:
    return f"{count:.6g}" if isinstance(count, float) else str(count)


def as_text(rows: Sequence[Sequence[str]]) -> str:
    """Cells in columns of one width, beside a column of headings."""
    margin = max(len(heading) for heading, *_ in rows)
    width = max(map(len, chain.from_iterable(cells for _, *cells in rows)))
    return "\n".join("  ".join([row[0].rjust(margin), *(cell.rjust(width) for cell in row[1:])]) for row in rows)


def as_html(caption: str, rows: Sequence[Sequence[str]]) -> str:
    """The same with a caption, and with headings that a screen reader reads beside each cell."""
    head, *body = rows
    columns = _row(_cell("th", heading, "col") for heading in head)
    lines = [_row([_cell("th", heading, "row"), *(_cell("td", cell) for cell in cells)]) for heading, *cells in body]
    top = ["<table>", f"<caption>{escape(caption)}</caption>", f"<thead>{columns}</thead>"]
    return "\n".join([*top, "<tbody>", *lines, "</tbody>", "</table>"])


def _cell(tag: str, text: str, scope: str = "") -> str:
    scope = f' scope="{scope}"' if scope else ""
    return f'<{tag}{scope} style="text-align: right">{escape(text)}</{tag}>'


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"

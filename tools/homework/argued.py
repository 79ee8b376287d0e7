"""Answers in words: one anonymous page to read, one table with a column of points that the next run reads.

A row stands for a text, not for a person: who wrote the same words gets the same points, and a new text of the same
student is a new row. The code of a row says nothing about its author.
"""

from __future__ import annotations

import csv
import hmac
import io
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode

from homework.assignments import graded, is_argued, marks
from homework.collect import Student
from homework.judging import LONGEST_SHOWN, Mark

TABLE = "argued.csv"
COLUMNS = ("code", "question", "out of", "points", "comment", "answer")
LONGEST_ANSWER = 5_000


@dataclass
class Argued:
    """The rows of the table, by code."""

    seed: str
    rows: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path, seed: str) -> Argued:
        path = folder / TABLE
        if not path.exists():
            return cls(seed)
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
        first = text.partition("\n")[0]
        rows = csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=first.count))  # as spreadsheets save it
        if not {"code", "points"} <= set(rows.fieldnames or ()):
            raise ValueError(f"{path} has lost its columns code and points; expected {', '.join(COLUMNS)}")
        return cls(seed, {row["code"]: row for row in rows})

    def marks(self, student: Student, notebook: NotebookNode, released: NotebookNode) -> list[Mark]:
        """The marks of one student's answers in words; a row for each text that has none."""
        texts = {str(marks(cell)["grade_id"]): cell.source.strip() for cell in notebook.cells if is_argued(cell)}
        found = []
        for name, out_of, cell in graded(released):
            if is_argued(cell):
                text = texts.get(name, "")
                blank = not text or text == cell.source.strip()
                found.append(
                    Mark(name, 0.0, out_of, "", "Not answered.", True) if blank else self._mark(name, out_of, text)
                )
        return found

    def _mark(self, question: str, out_of: float, text: str) -> Mark:
        text = text[:LONGEST_ANSWER]
        code = "t" + hmac.digest(self.seed.encode(), f"{question}:{text}".encode(), "sha256").hex()[:9]  # no number
        row = self.rows.setdefault(code, dict.fromkeys(COLUMNS, ""))
        row.update({"code": code, "question": question, "out of": f"{out_of:g}", "answer": text})
        return Mark(question, _points(row, out_of), out_of, text[:LONGEST_SHOWN], row.get("comment", ""), True)

    def table(self) -> str:
        """The table for a spreadsheet, in an order that tells nothing."""
        written = io.StringIO()
        rows = csv.DictWriter(written, COLUMNS, extrasaction="ignore")
        rows.writeheader()
        for row in self.ordered():
            rows.writerow({name: harmless(row.get(name) or "") for name in COLUMNS})
        return written.getvalue()

    def ordered(self) -> list[dict[str, str]]:
        return sorted(self.rows.values(), key=lambda row: (row["question"], row["code"]))


def _points(row: dict[str, str], out_of: float) -> float | None:
    given = (row.get("points") or "").strip().replace(",", ".")
    if not given:
        return None
    try:
        points = float(given)
    except ValueError:
        points = -1.0
    if not 0 <= points <= out_of:
        raise ValueError(f"{TABLE} gives {given!r} points to {row['code']}; expected a number from 0 to {out_of:g}")
    return points


def harmless(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text

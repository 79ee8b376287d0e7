"""Answers in words, which a person grades: a table (argued.csv) with a column of points that the next run reads.

A row stands for a text, not for a person: who wrote the same words gets the same points, and a new text of the same
student is a new row. The code of a row says nothing about its author.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.assignments import graded, is_graded_by_hand, marks
from evalbook_homework.grading.collect import Student
from evalbook_homework.grading.points import LONGEST_SHOWN, Mark
from evalbook_homework.grading.spreadsheets import read_table, table_text

TABLE = "argued.csv"
COLUMNS = ("code", "question", "out of", "points", "comment", "answer")
LONGEST_ANSWER = 5_000


@dataclass
class ManualGrades:
    """The rows of the table, by code, with the points and comments that a teacher wrote into them."""

    seed: str
    rows: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path, seed: str) -> ManualGrades:
        path = folder / TABLE
        if not path.exists():
            return cls(seed)
        header, *lines = read_table(path.read_bytes(), str(path)) or [[]]
        if not {"code", "points"} <= set(header):
            raise ValueError(f"{path} has lost its columns code and points; expected {', '.join(COLUMNS)}")
        empty = dict.fromkeys(COLUMNS, "")
        rows = [
            empty | dict(zip(header, map(sanitize.unescape_formulas, line), strict=False))
            for line in lines
            if any(line)
        ]
        return cls(seed, {row["code"]: row for row in rows})

    def marks(self, student: Student, notebook: NotebookNode, released: NotebookNode) -> list[Mark]:
        """The marks of one student's answers in words; a row for each text that has none."""
        answers = filter(is_graded_by_hand, notebook.cells)
        texts = {str(marks(cell)["grade_id"]): cell.source.strip() for cell in answers}
        found = []
        for name, out_of, cell in graded(released):
            if is_graded_by_hand(cell):
                text = texts.get(name, "")
                blank = not text or text == cell.source.strip()
                found.append(
                    Mark(name, 0.0, out_of, "", "Not answered.", True) if blank else self._mark(name, out_of, text)
                )
        return found

    def _mark(self, question: str, out_of: float, text: str) -> Mark:
        text = sanitize.text(text, LONGEST_ANSWER)
        code = "t" + hmac.digest(self.seed.encode(), f"{question}:{text}".encode(), "sha256").hex()[:9]  # no number
        row = self.rows.setdefault(code, dict.fromkeys(COLUMNS, ""))
        row.update({"code": code, "question": question, "out of": f"{out_of:g}", "answer": text})
        return Mark(
            question, _points(row, out_of), out_of, sanitize.line(text, LONGEST_SHOWN), row.get("comment", ""), True
        )

    def table(self) -> str:
        """The table for a spreadsheet, in an order that tells nothing."""
        return table_text([COLUMNS, *([row.get(name, "") for name in COLUMNS] for row in self.ordered())])

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

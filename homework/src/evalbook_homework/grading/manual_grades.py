"""Answers in words, which a person grades: a table (argued.csv) with a column of points that the next run reads.

A row stands for a text and the copy of the release that it was written about: the same words may be right about one
student's numbers and wrong about another's. A new text of the same student is a new row. Where all have the same
numbers, who wrote the same words gets the same points. The code of a row says nothing about its author.

Several people may grade at a time. What each of them saved is a file such as argued-ana.csv, and a run puts the files
together.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup
from nbformat import NotebookNode

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.assignments import graded, is_graded_by_hand, marks
from evalbook_homework.grading.points import LONGEST_SHOWN, Mark
from evalbook_homework.grading.spreadsheets import read_table, table_text

TABLE, OF_A_PERSON = "argued.csv", "argued-*.csv"
COLUMNS = ("code", "question", "out of", "points", "comment", "answer")
LONGEST_ANSWER = 5_000


@dataclass
class ManualGrades:
    """The rows of the table, by code, with the points and comments that a teacher wrote into them."""

    seed: str
    rows: dict[str, dict[str, str]] = field(default_factory=dict)
    beside: dict[str, list[Markup]] = field(default_factory=dict)
    """What to show beside each text that was handed in this time, by code; several where authors answered otherwise."""

    @classmethod
    def read(cls, folder: Path, seed: str) -> ManualGrades:
        path = folder / TABLE
        rows = _rows(path) if path.exists() else {}
        given: dict[str, tuple[str, str]] = {}
        differ = []
        for file in sorted(folder.glob(OF_A_PERSON)):
            for code, row in _rows(file).items():
                if points := row["points"].strip().replace(",", "."):
                    first, before = given.setdefault(code, (file.name, points))
                    differ += [f"{code} ({first}: {before}, {file.name}: {points})"] if before != points else []
                    rows[code] = row
        if differ:
            raise ValueError(
                f"two people gave different points to {', '.join(differ)}. Agree on them, write the same points into "
                f"both files in {folder}, and run the command again"
            )
        return cls(seed, rows)

    def marks(
        self, copy: str, notebook: NotebookNode, released: NotebookNode, beside: Callable[[str], Markup]
    ) -> list[Mark]:
        """The marks of one student's answers in words; a row for each text that has none.

        `copy` is the student's own copy of the release, where there is one, and `beside` tells what to show to whoever
        grades a question.
        """
        answers = filter(is_graded_by_hand, notebook.cells)
        texts = {str(marks(cell)["grade_id"]): cell.source.strip() for cell in answers}
        found = []
        for name, out_of, cell in filter(lambda one: is_graded_by_hand(one[2]), graded(released)):
            text = texts.get(name, "")
            if not text or text == cell.source.strip():
                found.append(Mark(name, 0.0, out_of, "", "Not answered.", True))
            else:
                row = self._row(copy, name, sanitize.text(text, LONGEST_ANSWER))
                found.append(self._mark(row, out_of, beside(name)))
        return found

    def _row(self, copy: str, question: str, text: str) -> dict[str, str]:
        """The row of a text; points that it got while rows had no copy are taken along."""
        before = self._code(f"{question}:{text}")
        code = self._code(f"{question}:{text}:{copy}") if copy else before
        row = self.rows.setdefault(code, dict(self.rows.get(before, dict.fromkeys(COLUMNS, ""))))
        row.update({"code": code, "question": question, "answer": text})
        return row

    def _code(self, what: str) -> str:
        return "t" + hmac.digest(self.seed.encode(), what.encode(), "sha256").hex()[:9]  # no number

    def _mark(self, row: dict[str, str], out_of: float, shown: Markup) -> Mark:
        row["out of"] = f"{out_of:g}"
        known = self.beside.setdefault(row["code"], [])
        known += [] if shown in known else [shown]
        answer = sanitize.line(row["answer"], LONGEST_SHOWN)
        said = {"said": row.get("comment", ""), "whole": row["answer"]}
        return Mark(row["question"], _points(row, out_of), out_of, answer, **said, by_hand=True)

    def table(self) -> str:
        """The table for a spreadsheet, in an order that tells nothing."""
        return table_text([COLUMNS, *([row.get(name, "") for name in COLUMNS] for row in self.ordered())])

    def ordered(self) -> list[dict[str, str]]:
        return sorted(self.rows.values(), key=lambda row: (row["question"], row["code"]))


def _rows(path: Path) -> dict[str, dict[str, str]]:
    """The rows of a table by code, as a person or the form saved it."""
    header, *lines = read_table(path.read_bytes(), str(path)) or [[]]
    if not {"code", "points"} <= set(header):
        raise ValueError(f"{path} has lost its columns code and points; expected {', '.join(COLUMNS)}")
    empty = dict.fromkeys(COLUMNS, "")
    rows = [
        empty | dict(zip(header, map(sanitize.unescape_formulas, line), strict=False)) for line in lines if any(line)
    ]
    return {row["code"]: row for row in rows}


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

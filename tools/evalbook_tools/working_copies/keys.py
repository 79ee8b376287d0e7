"""The questions of a copy: its cells name them, and the key beside it knows the rest (`evalbook.teaching.answers`)."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbformat import NotebookNode

import evalbook
from evalbook.teaching.answers import INPUTS_MIME, QUESTION_MIME, digest

HEADS = {
    "bet": "# Bet: run this cell and choose an answer.",
    "exercise": "# Check: run this cell after you have answered.",
}


def questions(cell: NotebookNode) -> list[dict[str, Any]]:
    """What a cell of the book asks, as its stored outputs tell: the record, and for code what it is tried on."""
    found = [output.data for output in cell.get("outputs", []) if QUESTION_MIME in output.get("data", {})]
    return [
        {"record": data[QUESTION_MIME]} | ({"inputs": data[INPUTS_MIME]} if INPUTS_MIME in data else {})
        for data in found
    ]


def asking(cell: NotebookNode, asked: Sequence[dict[str, Any]]) -> str:
    """The cell of a copy that asks the same, by the ids of the questions."""
    calls = [call for call in ast.parse(cell.source).body if _name(call) in ("pages.bet", "pages.check")]
    records = [each["record"] for each in asked]
    lines = [_line(call.value, record) for call, record in zip(calls, records, strict=True)]
    return "\n".join([HEADS[records[0]["role"]], *lines])


def _name(statement: ast.stmt) -> str:
    is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    return ast.unparse(statement.value.func) if is_call else ""  # type: ignore[attr-defined]


def _line(call: ast.Call, record: dict[str, Any]) -> str:
    answer = f", {ast.unparse(call.args[0])}" if record["role"] == "exercise" else ""
    return f'{ast.unparse(call.func)}("{record["id"]}"{answer})'


class KeyWriter:
    """Collects what a key holds while a copy is written, cell by cell."""

    def __init__(self) -> None:
        self._given: list[str] = []
        self._questions: dict[str, Any] = {}
        self.bets: dict[str, list[dict[str, Any]]] = {}
        """By the id of the cell that asks them, the records of the bets."""

    def give(self, source: str) -> None:
        """A cell of code that the copy shows as the book does."""
        self._given.append(digest(source))

    def ask(self, asked: Sequence[dict[str, Any]], cell: str) -> None:
        """The questions of the cell with that id."""
        for each in asked:
            self._questions[each["record"]["id"]] = each | {"after": len(self._given)}
            if each["record"]["role"] == "bet":
                self.bets.setdefault(cell, []).append(each["record"])

    def __bool__(self) -> bool:
        return bool(self._questions)

    def key(self) -> dict[str, Any]:
        """What the file holds."""
        return {"evalbook": evalbook.__version__, "given": self._given, "questions": self._questions}

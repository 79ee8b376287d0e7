"""What the outputs of a notebook's cells hold: the records of questions that `pages` leaves there, and explorers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalbook.teaching.answers import QUESTION_MIME

EXPLORER = '<div class="explorer">'
"""How the HTML of an explorer begins (evalbook.teaching.explorers)."""


def records(cell: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The records of the questions that a cell asks (evalbook.teaching.answers)."""
    return [output[QUESTION_MIME] for output in _outputs(cell) if QUESTION_MIME in output]


def shows_explorer(cell: Mapping[str, Any]) -> bool:
    """Whether a cell has an explorer as its value, whatever its code and metadata say."""
    return any(EXPLORER in "".join(output.get("text/html", "")) for output in _outputs(cell))


def _outputs(cell: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [output.get("data", {}) for output in cell.get("outputs", [])]

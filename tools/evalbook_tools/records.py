"""The records of questions that `pages` leaves in the outputs of a notebook's cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalbook.teaching.answers import QUESTION_MIME


def records(cell: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The records of the questions that a cell asks (evalbook.teaching.answers)."""
    outputs = [output.get("data", {}) for output in cell.get("outputs", [])]
    return [output[QUESTION_MIME] for output in outputs if QUESTION_MIME in output]

"""The records of questions that `pages` leaves in the outputs of a notebook's cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalbook.teaching.pages._record import MIME


def records(cell: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The records of the questions that a cell asks (evalbook.teaching.pages._record)."""
    outputs = [output.get("data", {}) for output in cell.get("outputs", [])]
    return [output[MIME] for output in outputs if MIME in output]

"""Inputs and expected outputs from the peers' own tests, documents and issues, replayed by the tests of each module.

``data/peer_cases.json`` holds them: each case names its ``source`` (repository and file, or issue), the ``metric``, the
``inputs``, what is ``expected``, and how closely (``tol``, where the source prints few digits).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "peer_cases.json").read_text("utf-8"))


def peer_cases(*metrics: str) -> pytest.MarkDecorator:
    """Run a test once for each case of these metrics, as ``case``."""
    chosen = [case for case in CASES if case["metric"] in metrics]
    missing = set(metrics) - {case["metric"] for case in chosen}
    if missing:
        raise LookupError(f"no peer case of {missing}")
    return pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['id']}-{case['source']}") for case in chosen])


def approx(expected: Any, case: dict[str, Any]) -> Any:
    """The expected value within the tolerance of its source; "nan" and "inf" are written as strings in JSON."""
    return pytest.approx(_numbers(expected), abs=case.get("tol", 1e-9), nan_ok=True)


def _numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [_numbers(item) for item in value]
    return float(value)

"""How much memory a call takes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any


def with_peak(function: Callable[..., Any], *args: Any, **options: Any) -> tuple[Any, int]:
    """What a function returns, and the most bytes that it held at a time."""
    tracemalloc.start()
    try:
        return function(*args, **options), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

"""Libraries that only some modules need: what to say where one is missing."""

from __future__ import annotations

__all__ = ["missing_extra"]


def missing_extra(module: str, needed: str, extra: str) -> ImportError:
    """The error of a module whose extra is not installed; a notebook shows its message alone, in one line."""
    error = ImportError(f'evalbook.{module} needs {needed}; install it with: pip install "evalbook[{extra}]"')
    error._render_traceback_ = lambda: [f"ImportError: {error}"]  # type: ignore[attr-defined]  # IPython asks for it
    return error


def __dir__() -> list[str]:
    return __all__

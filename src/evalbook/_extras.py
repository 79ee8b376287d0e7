"""Libraries that only some modules need: what to say where one is missing."""

from __future__ import annotations


def missing_extra(module: str, needed: str, extra: str) -> ImportError:
    """The error of a module whose extra is not installed; a notebook shows its message alone, in one line.

    No index knows the package by its name alone, so the message asks for the address of its wheel.
    """
    error = ImportError(
        f"evalbook.{module} needs {needed}; install it, with the address of evalbook's wheel in place of the dots: "
        f'pip install "evalbook[{extra}] @ …"'
    )
    error._render_traceback_ = lambda: [f"ImportError: {error}"]  # type: ignore[attr-defined]  # IPython asks for it
    return error

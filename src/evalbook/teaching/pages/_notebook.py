"""How a notebook of the book looks: figures, arrays, warnings."""

from __future__ import annotations

import warnings

import numpy as np
from matplotlib_inline.backend_inline import set_matplotlib_formats

from evalbook import plots


def set_up() -> None:
    """Deterministic SVG in the style of the book, arrays with four digits, warnings without the path of a file."""
    plots.use_style()
    set_matplotlib_formats("svg", metadata={"Date": None})  # type: ignore[no-untyped-call]
    np.set_printoptions(precision=4, suppress=True)
    warnings.formatwarning = lambda message, category, *_, **__: f"{category.__name__}: {message}\n"

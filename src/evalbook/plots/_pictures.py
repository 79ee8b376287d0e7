"""One panel as a small SVG file that can stand in an address: for pictures over which something moves."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from evalbook.plots._style import STYLE

SMALL: dict[str, Any] = {
    **STYLE,
    "axes.titlesize": 10,
    "figure.constrained_layout.use": False,  # the axes stay where they are
    "figure.dpi": 72,  # a pixel is a point, the unit of the file
    "font.size": 10,
    "hatch.linewidth": 0.6,
    "legend.borderaxespad": 0,
    "lines.linewidth": 1.6,
}


class Picture:
    """A figure with one panel as a small SVG file, which is drawn inside ``with``.

    Parameters
    ----------
    width, height : float
        The size of the figure in inches.
    left, bottom, right, top : float
        The margins around the axes, in inches.

    Attributes
    ----------
    ax : matplotlib axes
        Where to draw.
    svg : str
        The text of the SVG file. It is empty before the end of ``with``.
    width, height : float
        The size in points, which is the unit of the file.

    Notes
    -----
    1. The settings of the reader's matplotlib do not change the picture, and no figure is left open.
    2. Text stays text, in any available font without serifs.

    Examples
    --------
    >>> from evalbook import plots
    >>> with plots.Picture(2, 1) as picture:
    ...     _ = picture.ax.plot([0, 1], [0, 1])
    >>> picture.svg[:5], picture.width, picture.height
    ('<svg ', 144, 72)
    """

    def __init__(
        self,
        width: float,
        height: float,
        *,
        left: float = 0.55,
        bottom: float = 0.46,
        right: float = 0.12,
        top: float = 0.1,
    ) -> None:
        self.width, self.height = 72 * width, 72 * height
        self._inside = left / width, bottom / height, 1 - (left + right) / width, 1 - (bottom + top) / height
        self._style = plt.style.context(["default", SMALL])
        self.svg = ""

    def __enter__(self) -> Picture:
        self._style.__enter__()
        self.figure = Figure(figsize=(self.width / 72, self.height / 72))
        self.ax: Axes = self.figure.add_axes(self._inside)
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            if error is None:
                stream = StringIO()
                self.figure.savefig(stream, format="svg", metadata={"Date": None})
                self.svg = compact(stream.getvalue())
        finally:
            self._style.__exit__(kind, error, trace)

    def places(self, x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where points stand in the file, in its units; the two arrays are of one shape, nan stays nan."""
        across, up = np.broadcast_arrays(np.asarray(x, np.float64), np.asarray(y, np.float64))
        self.ax.apply_aspect()
        placed = self.ax.transData.transform(np.column_stack([across.ravel(), up.ravel()]))
        return placed[:, 0].reshape(across.shape), self.height - placed[:, 1].reshape(up.shape)

    def box(self) -> tuple[float, float, float, float]:
        """The left, right, upper and lower side of the axes in the file."""
        self.ax.apply_aspect()
        box = self.ax.bbox
        return box.x0, box.x1, self.height - box.y1, self.height - box.y0


_LEFT_OUT = re.compile(r"^.*?(?=<svg)|<metadata>.*?</metadata>|<!--.*?-->| xmlns:xlink=\"[^\"]*\"", re.DOTALL)
_COORDINATES = re.compile(r' (?:d|x|y|width|height|transform)="[^"]*"')


def compact(svg: str) -> str:
    """A file of matplotlib without what no reader sees, its coordinates rounded to a tenth of a point."""
    svg = _LEFT_OUT.sub("", svg)
    svg = re.sub(r">\s+<", "><", re.sub(r"\s+", " ", svg)).strip()
    svg = _COORDINATES.sub(lambda attribute: _rounded(attribute[0]), svg)
    svg = re.sub(r"(font-family:|font: [\d.a-z ]*?px) '[^;\"]*", r"\1 sans-serif", svg)
    svg = re.sub(r' transform="rotate\(-?0 [^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r"<defs><style.*?</style></defs>", "", svg).replace("<svg ", '<svg stroke-linejoin="round" ', 1)
    used = set(re.findall(r"#([\w-]+)", svg))
    svg = re.sub(r' id="([^"]*)"', lambda name: name[0] if name[1] in used else "", svg)
    inside = None
    while svg != inside:  # groups without attributes, from the innermost out
        inside, svg = svg, re.sub(r"<g>((?:(?!</?g\b).)*)</g>", r"\1", svg)
    return svg


def _rounded(attribute: str) -> str:
    """Numbers with one decimal at most, and no more space than they need."""
    attribute = re.sub(r"-?\d+\.\d+", lambda number: f"{round(float(number[0]), 1) + 0:g}", attribute)
    return re.sub(r" ?([MLQCVHZz]) ?", r"\1", attribute) if attribute.startswith(" d=") else attribute

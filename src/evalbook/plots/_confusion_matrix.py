"""The confusion matrix as a picture."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from evalbook.confusion import ConfusionMatrix
from evalbook.plots._layout import axes_of
from evalbook.plots._style import GREY


def confusion_matrix(matrix: ConfusionMatrix, *, ax: Axes | None = None) -> Axes:
    """Draw a confusion matrix as shaded squares with counts: rows are true classes, columns predictions.

    Parameters
    ----------
    matrix : ConfusionMatrix
        What :func:`~evalbook.confusion.confusion_matrix` returned.
    ax : matplotlib axes, optional
        Where to draw. By default a new figure is made.

    Returns
    -------
    matplotlib axes

    See Also
    --------
    box : a frame around a row

    Notes
    -----
    1. A square is shaded by its share of its row, so that a rare class is as visible as a common one. The row of a
       class that never occurs in the true labels is not shaded.

    Examples
    --------
    >>> from evalbook import confusion, plots
    >>> ax = plots.confusion_matrix(confusion.ConfusionMatrix([[50, 10], [5, 35]], labels=["well", "sick"]))
    >>> [text.get_text() for text in ax.texts]
    ['50', '10', '5', '35']
    """
    ax = axes_of(ax)
    rows = matrix.counts.sum(axis=1, keepdims=True)
    shade = np.divide(matrix.counts, rows, out=np.zeros(matrix.counts.shape), where=rows > 0)
    ax.pcolormesh(shade, cmap="Blues", vmin=0, vmax=1.6, edgecolor=GREY, linewidth=0.5)  # pale enough for dark digits
    for (row, column), count in np.ndenumerate(matrix.counts):
        ax.text(column + 0.5, row + 0.5, f"{count:g}", ha="center", va="center")
    ticks = np.arange(len(matrix.labels)) + 0.5
    ax.set_xticks(ticks, [str(label) for label in matrix.labels])
    ax.set_yticks(ticks, [str(label) for label in matrix.labels])
    ax.set(xlabel="Prediction", ylabel="Truth", aspect="equal")
    ax.invert_yaxis()
    return ax

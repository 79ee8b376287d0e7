"""Several ways to the answers of the assignment distributed."""

from __future__ import annotations

from sklearn import metrics

from evalbook import curves
from ways import rows, way


@way("distributed-6", "scikit-learn")
def _():
    tiles = rows("tiles.csv")
    return metrics.average_precision_score(tiles["burning"], tiles["level"])


@way("distributed-6", "package")
def _():
    tiles = rows("tiles.csv")
    return curves.average_precision(tiles["burning"], tiles["level"])

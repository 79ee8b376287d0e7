"""evalbook: how to measure a model.

The functions of the book, one module a part: ``from evalbook import curves``, then ``curves.roc_curve(…)``.
"""

from evalbook import comparison, confusion, costs, curves, probabilities, ranking, regression, splits, text
from evalbook._undefined import UndefinedMetricWarning

__version__ = "0.2.0"

__all__ = [
    "UndefinedMetricWarning",
    "__version__",
    "comparison",
    "confusion",
    "costs",
    "curves",
    "probabilities",
    "ranking",
    "regression",
    "splits",
    "text",
]


def __dir__() -> list[str]:
    return __all__

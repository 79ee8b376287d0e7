"""evalbook: how to measure a model.

The functions of the book, one module a part: ``from evalbook import curves``, then ``curves.roc_curve(…)``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from evalbook import (
    comparison,
    confusion,
    costs,
    curves,
    generation,
    probabilities,
    ranking,
    regression,
    splits,
    text,
)
from evalbook._hints import missing_name
from evalbook._undefined import UndefinedMetricWarning

__version__ = "0.2.0"

__all__ = [
    "UndefinedMetricWarning",
    "__version__",
    "comparison",
    "confusion",
    "costs",
    "curves",
    "generation",
    "probabilities",
    "ranking",
    "regression",
    "review",
    "splits",
    "text",
]


def __dir__() -> list[str]:
    return __all__


if TYPE_CHECKING:
    from evalbook import review
else:

    def __getattr__(name: str) -> Any:
        if name == "review":  # of all modules it alone needs most others: it is loaded when it is used
            return import_module("evalbook.review")
        raise missing_name(__name__, name)

"""Review: the line that reports an evaluation, and the mistakes that its arrays can show.

Each function looks at arrays, never at models: `classification`, `regression` and `ranking` at truth and predictions,
`split` at training and test rows, `folds` at the differences of a cross-validation. What they return adds up:
``review.split(…) + review.classification(…)``. Silence is no approval: a review says what it did not check, too.
"""

from evalbook.review._classification import classification
from evalbook.review._folds import folds
from evalbook.review._ranking import ranking
from evalbook.review._regression import regression
from evalbook.review._review import Finding, Review
from evalbook.review._split import split

__all__ = ["Finding", "Review", "classification", "folds", "ranking", "regression", "split"]


def __dir__() -> list[str]:
    return __all__

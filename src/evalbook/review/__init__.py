"""Review: the line that reports an evaluation, and the mistakes that its arrays can reveal.

Each function looks at arrays, never at models. `classification`, `regression` and `ranking` look at true values and
predictions, `split` looks at training and test rows, and `folds` looks at the differences of a cross-validation. The
reviews that they return can be added: ``review.split(…) + review.classification(…)``. A review without findings is no
approval, so each review also says what it did not check.
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

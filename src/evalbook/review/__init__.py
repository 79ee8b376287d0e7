"""Review: the line that reports an evaluation, and the mistakes that its arrays can reveal.

Each function looks at arrays, never at models. `classification`, `regression` and `ranking` look at true values and
predictions, `split` looks at training and test rows, and `folds` looks at the differences of a cross-validation. Of
generated answers, `tries` looks at which tries are right, and `comparisons` looks at who won against whom. The reviews
that they return can be added: ``review.split(…) + review.classification(…)``. A review without findings is no approval,
so each review also says what it did not check.
"""

from evalbook.review._classification import classification
from evalbook.review._comparisons import comparisons
from evalbook.review._folds import folds
from evalbook.review._ranking import ranking
from evalbook.review._regression import regression
from evalbook.review._review import Finding, Review
from evalbook.review._split import split
from evalbook.review._tries import tries

__all__ = [
    "Finding",
    "Review",
    "classification",
    "comparisons",
    "folds",
    "ranking",
    "regression",
    "split",
    "tries",
]


def __dir__() -> list[str]:
    return __all__

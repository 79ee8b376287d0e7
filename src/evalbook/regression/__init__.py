"""Regression metrics: how far predicted numbers are from the true ones.

Each metric is a formula over the errors ``y_pred - y_true``. Metrics that are means can be added over the parts of a
test set, and :class:`RegressionTally` keeps what they need. The median, the largest error and other powers need all
errors at once. Coverage and the interval score measure ranges instead of single numbers.
"""

from evalbook._hints import explain_names
from evalbook.regression._errors import (
    max_error,
    mean_absolute_error,
    mean_squared_error,
    median_absolute_error,
    minkowski_error,
    pinball_loss,
    root_mean_squared_error,
)
from evalbook.regression._r_squared import r2
from evalbook.regression._ranges import conformal_quantile, coverage, interval_score
from evalbook.regression._regression_tally import RegressionTally
from evalbook.regression._relative_errors import (
    mean_absolute_percentage_error,
    mean_absolute_scaled_error,
    mean_squared_log_error,
    root_mean_squared_log_error,
    symmetric_mean_absolute_percentage_error,
)

__all__ = [
    "RegressionTally",
    "conformal_quantile",
    "coverage",
    "interval_score",
    "max_error",
    "mean_absolute_error",
    "mean_absolute_percentage_error",
    "mean_absolute_scaled_error",
    "mean_squared_error",
    "mean_squared_log_error",
    "median_absolute_error",
    "minkowski_error",
    "pinball_loss",
    "r2",
    "root_mean_squared_error",
    "root_mean_squared_log_error",
    "symmetric_mean_absolute_percentage_error",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

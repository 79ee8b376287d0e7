"""Confusion metrics: true and predicted labels are counted first, and the counts are scored.

:class:`Counts` holds TP, FP, FN and TN as numbers or as arrays. They belong to one binary confusion matrix, to the
one-against-rest matrices of several classes, or to every threshold of a curve. Each ratio is a property of the counts
and works for all of these. The functions (:func:`precision`, :func:`recall`, …) count and score in one call.
"""

from evalbook._hints import explain_names
from evalbook.confusion._agreement import accuracy, balanced_accuracy, cohen_kappa, error_rate, matthews_correlation
from evalbook.confusion._averages import Averages, macro_average, micro_average
from evalbook.confusion._counts_tally import Counts
from evalbook.confusion._matrix_tally import ConfusionMatrix, confusion_matrix
from evalbook.confusion._precision import (
    f1,
    f_beta,
    false_negative_rate,
    false_positive_rate,
    precision,
    recall,
    specificity,
)
from evalbook.confusion._report import Report, report

__all__ = [
    "Averages",
    "ConfusionMatrix",
    "Counts",
    "Report",
    "accuracy",
    "balanced_accuracy",
    "cohen_kappa",
    "confusion_matrix",
    "error_rate",
    "f1",
    "f_beta",
    "false_negative_rate",
    "false_positive_rate",
    "macro_average",
    "matthews_correlation",
    "micro_average",
    "precision",
    "recall",
    "report",
    "specificity",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

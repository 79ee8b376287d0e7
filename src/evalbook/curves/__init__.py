"""Curves: the ROC and the P-R curve, the areas under them, and the best threshold.

A sample is predicted positive if its score is at least the threshold. :func:`threshold_counts` counts TP, FP, FN and TN
at every threshold. The curves are ratios of these counts, the areas are sums over them, and the best threshold is the
one with the lowest cost.
"""

from evalbook._hints import explain_names
from evalbook.curves._edges import logit_edges, quantile_edges
from evalbook.curves._multiclass import multiclass_roc_auc, multiclass_roc_curve
from evalbook.curves._precision_recall import PrCurve, average_precision, break_even_point, pr_curve
from evalbook.curves._refined_tally import RefinedTally
from evalbook.curves._roc import RocCurve, auc, encloses, rank_loss, roc_auc, roc_curve
from evalbook.curves._score_tally import ScoreTally
from evalbook.curves._sweep import ThresholdCounts, threshold_counts
from evalbook.curves._thresholds import OperatingPoint, best_threshold, iso_accuracy_slope, roc_convex_hull

__all__ = [
    "OperatingPoint",
    "PrCurve",
    "RefinedTally",
    "RocCurve",
    "ScoreTally",
    "ThresholdCounts",
    "auc",
    "average_precision",
    "best_threshold",
    "break_even_point",
    "encloses",
    "iso_accuracy_slope",
    "logit_edges",
    "multiclass_roc_auc",
    "multiclass_roc_curve",
    "pr_curve",
    "quantile_edges",
    "rank_loss",
    "roc_auc",
    "roc_convex_hull",
    "roc_curve",
    "threshold_counts",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

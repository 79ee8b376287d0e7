"""Probabilities: how close predicted probabilities are to what happens, and whether they are calibrated.

A model is *calibrated* if about 70% of all samples with a predicted probability of 0.7 are positive. The log loss and
the Brier score are higher for each probability that is off. The reliability curve puts samples of similar probability
into bins and shows whether the model predicts too much or too little there. All of them are sums over the samples,
which :class:`ProbabilityTally` keeps.
"""

from evalbook._hints import explain_names
from evalbook.probabilities._calibration import ReliabilityCurve, expected_calibration_error, reliability_curve
from evalbook.probabilities._probability_tally import ProbabilityTally
from evalbook.probabilities._proper_scores import brier_score, log_loss

__all__ = [
    "ProbabilityTally",
    "ReliabilityCurve",
    "brier_score",
    "expected_calibration_error",
    "log_loss",
    "reliability_curve",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

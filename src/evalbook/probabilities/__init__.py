"""Probabilities: are they close to what happens, and do they mean what they say?

A model is *calibrated* if, of all samples to which it gives the probability 0.7, about 70% are positive. The log loss
and the Brier score punish every single probability that is off; the reliability curve puts samples of like probability
into bins and shows on which side the model errs. All of them are sums over samples: :class:`ProbabilityTally`.
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

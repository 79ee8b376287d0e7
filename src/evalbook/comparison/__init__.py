"""Comparison: how precise a score is, and whether the difference between two models is real.

Each function answers one kind of question. `interval`, `difference`, `permutation_test`, `mcnemar` and `delong` are
about *these trained models* on samples like these. `corrected_t_test`, `five_by_two` and `bias_variance` are about *a
training recipe* on this data set, over splits and seeds. `friedman`, `nemenyi` and `signed_rank` compare algorithms
over *many data sets*, and `holm` adjusts several p-values. `proportion_interval` and `binomial_test` only need two
counts.

The functions take scores and predictions, never models. Differences are always b - a.
"""

from evalbook._hints import explain_names
from evalbook.comparison._bias_variance import BiasVariance, bias_variance
from evalbook.comparison._delong import DeLong, delong
from evalbook.comparison._folds import TTest, corrected_t_test, five_by_two
from evalbook.comparison._friedman import CriticalDifference, RankTest, friedman, nemenyi
from evalbook.comparison._group_tally import GroupTally
from evalbook.comparison._holm import holm
from evalbook.comparison._interval import difference, interval
from evalbook.comparison._mcnemar import PairTest, mcnemar, sample_size
from evalbook.comparison._permutation_test import PermutationTest, permutation_test
from evalbook.comparison._proportions import BinomialTest, binomial_test, proportion_interval
from evalbook.comparison._results import Difference, Interval
from evalbook.comparison._signed_rank import SignedRank, signed_rank

__all__ = [
    "BiasVariance",
    "BinomialTest",
    "CriticalDifference",
    "DeLong",
    "Difference",
    "GroupTally",
    "Interval",
    "PairTest",
    "PermutationTest",
    "RankTest",
    "SignedRank",
    "TTest",
    "bias_variance",
    "binomial_test",
    "corrected_t_test",
    "delong",
    "difference",
    "five_by_two",
    "friedman",
    "holm",
    "interval",
    "mcnemar",
    "nemenyi",
    "permutation_test",
    "proportion_interval",
    "sample_size",
    "signed_rank",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

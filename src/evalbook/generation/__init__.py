r"""Generated answers: how good the answers of a language model are, when each task gets several tries or a judge.

A task (a question, a programming problem) is the unit here: several answers to one task are not independent, so
intervals draw whole tasks. :func:`pass_at_k` says how often at least one of k tries is right. If a model judges the
answers, :func:`corrected_rate` corrects its verdicts by the labels that people gave to some of them, and
:func:`krippendorff_alpha` says how far several judges agree.
"""

from evalbook._hints import explain_names
from evalbook.generation._corrected_rate import CorrectedRate, corrected_rate
from evalbook.generation._krippendorff_alpha import krippendorff_alpha
from evalbook.generation._pass_at_k import pass_at_k

__all__ = [
    "CorrectedRate",
    "corrected_rate",
    "krippendorff_alpha",
    "pass_at_k",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

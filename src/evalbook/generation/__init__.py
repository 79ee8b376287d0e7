r"""Generated answers: how good is what a language model writes, by tries, judges, battles and expected answers.

A task (a question, a programming problem) is the unit here: several answers to one task are not independent, so
intervals draw whole tasks. :func:`pass_at_k` says how often at least one of k tries is right. If a model judges the
answers, :func:`corrected_rate` corrects its verdicts by the labels that people gave to some of them, and
:func:`krippendorff_alpha` says how far several judges agree.

Where two models answer the same question and somebody chooses, :func:`bradley_terry` gives the strengths of the models
and what it is worth to be shown first; :func:`elo` follows the games one by one. Where the right answer is known,
:func:`exact_match`, :func:`token_f1` and :func:`word_error_rate` compare with it. :func:`perplexity` and
:func:`bits_per_byte` need only the probabilities of the tokens.
"""

from evalbook._hints import explain_names
from evalbook.generation._battle_tally import BattleTally
from evalbook.generation._bradley_terry import BradleyTerry, bradley_terry
from evalbook.generation._corrected_rate import CorrectedRate, corrected_rate
from evalbook.generation._edit_tally import EditTally
from evalbook.generation._elo import elo
from evalbook.generation._exact_match import exact_match, token_f1
from evalbook.generation._krippendorff_alpha import krippendorff_alpha
from evalbook.generation._pass_at_k import pass_at_k
from evalbook.generation._perplexity import bits_per_byte, perplexity
from evalbook.generation._word_error_rate import word_error_rate

__all__ = [
    "BattleTally",
    "BradleyTerry",
    "CorrectedRate",
    "EditTally",
    "bits_per_byte",
    "bradley_terry",
    "corrected_rate",
    "elo",
    "exact_match",
    "krippendorff_alpha",
    "pass_at_k",
    "perplexity",
    "token_f1",
    "word_error_rate",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

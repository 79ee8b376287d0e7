r"""Generated answers: how good the answers of a language model are, when each task gets several tries or a judge.

A task (a question, a programming problem) is the unit here: several answers to one task are not independent, so
intervals draw whole tasks. :func:`pass_at_k` says how often at least one of k tries is right.
"""

from evalbook._hints import explain_names
from evalbook.generation._pass_at_k import pass_at_k

__all__ = [
    "pass_at_k",
]


def __dir__() -> list[str]:
    return __all__


explain_names(__name__)

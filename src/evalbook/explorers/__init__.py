"""Pictures that the reader moves: a slider, and every panel follows; without a kernel, without a network.

Python computes every state with the package and draws each panel once, with `plots`; in the page a small script, which
knows no metric, moves marks and changes texts. Where no script runs, and in print, an explorer is pictures, tables and
a sentence. It needs the extra ``plots``.
"""

from evalbook._extras import missing_extra

try:
    from evalbook.explorers.bills import price
    from evalbook.explorers.builder import Explorer
    from evalbook.explorers.classes import common_threshold
    from evalbook.explorers.coins import mixture
    from evalbook.explorers.cost_plane import place
    from evalbook.explorers.duels import mcnemar
    from evalbook.explorers.evidence import exponent
    from evalbook.explorers.leaderboards import leaderboard
    from evalbook.explorers.lists import number_called
    from evalbook.explorers.mixes import base_rate, class_mix
    from evalbook.explorers.parts import Panel, Slider
    from evalbook.explorers.proportions import proportion
    from evalbook.explorers.ranking import ranked_list
    from evalbook.explorers.rules import f_beta
    from evalbook.explorers.scores import threshold
    from evalbook.explorers.shares import sample_size
    from evalbook.explorers.squares import rank_pairs
except ImportError as error:  # pragma: no cover
    raise missing_extra("explorers", "matplotlib", "plots") from error

__all__ = [
    "Explorer",
    "Panel",
    "Slider",
    "base_rate",
    "class_mix",
    "common_threshold",
    "exponent",
    "f_beta",
    "leaderboard",
    "mcnemar",
    "mixture",
    "number_called",
    "place",
    "price",
    "proportion",
    "rank_pairs",
    "ranked_list",
    "sample_size",
    "threshold",
]


def __dir__() -> list[str]:
    return __all__

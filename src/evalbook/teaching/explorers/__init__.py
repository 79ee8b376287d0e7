"""Pictures that the reader moves: a slider, and every panel follows; without a kernel, without a network.

Python computes every state with the package and draws each panel once, with `plots`; in the page a small script, which
knows no metric, moves marks and changes texts. Where no script runs, and in print, an explorer is pictures, tables and
a sentence. It needs the extra ``plots``.
"""

from evalbook._extras import missing_extra

try:
    from evalbook.teaching.explorers._builder import Explorer
    from evalbook.teaching.explorers._class_mix import base_rate, class_mix
    from evalbook.teaching.explorers._common_threshold import common_threshold
    from evalbook.teaching.explorers._exponent import exponent
    from evalbook.teaching.explorers._f_beta import f_beta
    from evalbook.teaching.explorers._game_order import game_order
    from evalbook.teaching.explorers._judge import judge
    from evalbook.teaching.explorers._leaderboard import leaderboard
    from evalbook.teaching.explorers._mcnemar import mcnemar
    from evalbook.teaching.explorers._mixture import mixture
    from evalbook.teaching.explorers._number_called import number_called
    from evalbook.teaching.explorers._parts import Panel, Slider
    from evalbook.teaching.explorers._place import place
    from evalbook.teaching.explorers._price import price
    from evalbook.teaching.explorers._proportion import proportion
    from evalbook.teaching.explorers._rank_pairs import rank_pairs
    from evalbook.teaching.explorers._ranked_list import ranked_list
    from evalbook.teaching.explorers._sample_size import sample_size
    from evalbook.teaching.explorers._threshold import threshold
except ImportError as error:  # pragma: no cover
    raise missing_extra("teaching.explorers", "matplotlib", "plots") from error

__all__ = [
    "Explorer",
    "Panel",
    "Slider",
    "base_rate",
    "class_mix",
    "common_threshold",
    "exponent",
    "f_beta",
    "game_order",
    "judge",
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

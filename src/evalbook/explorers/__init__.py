"""Pictures that the reader moves: a slider, and every panel follows; without a kernel, without a network.

Python computes every state with the package and draws each panel once, with `plots`; in the page a small script, which
knows no metric, moves marks and changes texts. Where no script runs, and in print, an explorer is pictures, tables and
a sentence. It needs ``pip install "evalbook[plots]"``.
"""

from evalbook._extras import missing_extra

try:
    from evalbook.explorers.builder import Explorer
    from evalbook.explorers.parts import Panel, Slider
    from evalbook.explorers.rules import f_beta
    from evalbook.explorers.scores import threshold
except ImportError as error:  # pragma: no cover
    raise missing_extra("explorers", "matplotlib", "plots") from error

__all__ = ["Explorer", "Panel", "Slider", "f_beta", "threshold"]


def __dir__() -> list[str]:
    return __all__

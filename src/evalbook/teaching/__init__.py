"""What the pages of the book share, and working copies and homework with them.

``from evalbook.teaching import examples, explorers, pages``: the cast, the pictures that the reader moves, and bets and
checks. Pages, site and homework share `answers`, which records, reads and judges what a reader answers. No metric
imports any of them, and `import evalbook` pulls none.
"""

__all__ = ["answers", "examples", "explorers", "pages"]


def __dir__() -> list[str]:
    return __all__

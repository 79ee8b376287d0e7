"""The conclusions of the book, tried: what a page says in a sentence, other data, splits and settings say, too.

A claim is a function in ``tests/claims/<part>/<chapter>.py`` that says whether the sentence holds in a setting; axes
say in words what varies between the settings. ``make claims`` tries all, and writes ``book/claims.json``.

register  claims, their axes and limits, and the sentences that fell
trials    every setting of every axis, and what it counted
syntax    the functions that a claim ran, and a digest of each
record    the file: written, read, compared with the sources
words     what was counted, in a sentence
"""

from evalbook_tools.claims.register import claim, fell, limit, over, rests, size

__all__ = ["claim", "fell", "limit", "over", "rests", "size"]

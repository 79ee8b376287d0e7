"""What has lines that should stay whole: code with long ones, and output in columns.

Code with a long line reaches as far into the margin as that line. Output in columns stays in columns: on a narrow
screen its box scrolls sideways, where other output wraps.

What a cell prints is plain text, and nothing says whether it is a table or a sentence. In a table some of the words of
one line begin or end where words of another line do, and wide gaps between words show that this is meant.
"""

from __future__ import annotations

import re
from itertools import pairwise

from docutils import nodes
from sphinx.application import Sphinx

WORD = re.compile(r"\S+(?: \S+)*")
"""What a wide gap ends."""
FITS = 82
"""Characters of a line of code that fit into the column and what code may use of the margin beside notes."""
ALIKE = 3
"""Lines with as many words, all of which begin at the same places, are a table without wide gaps."""


def in_columns(text: str) -> bool:
    """Whether some lines of a text stand below each other word by word."""
    lines = text.splitlines()
    return any(_below_each_other(*two) or _below_each_other(*reversed(two)) for two in pairwise(lines)) or any(
        _starts(one) == _starts(other) and len(_starts(one)) >= ALIKE for one, other in pairwise(lines)
    )


def _below_each_other(line: str, other: str) -> bool:
    """Whether what follows a wide gap in a line begins or ends where a later word of the other line does."""
    behind_gaps = list(WORD.finditer(line))[1:]
    words = list(re.finditer(r"\S+", other))[1:]
    starts, ends = {word.start() for word in words}, {word.end() for word in words}
    first = (line[part.start() :].split(maxsplit=1)[0] for part in behind_gaps)
    return any(
        part.start() in starts or part.start() + len(word) in ends
        for part, word in zip(behind_gaps, first, strict=True)
    )


def _starts(line: str) -> list[int]:
    return [word.start() for word in re.finditer(r"\S+", line)]


def mark(app: Sphinx, document: nodes.document) -> None:
    """Give printed tables and long code the classes for which the style sheet keeps the lines whole."""
    for block in document.findall(lambda node: isinstance(node, nodes.literal_block | nodes.doctest_block)):
        if "output" not in block["classes"]:
            longest = max(map(len, block.astext().splitlines()), default=0)
            block["classes"] += ["long-lines"] * (longest > FITS)
        elif in_columns(block.astext()):
            block["classes"].append("columns")


def setup(app: Sphinx) -> None:
    """Mark them when a page is read."""
    app.connect("doctree-read", mark)

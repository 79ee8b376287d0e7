"""The one place that sanitizes what a submission or its sandbox says, so that any file and any line can be written.

Lone surrogates, control characters and escape sequences are written out, as in `\\x1b`, so that texts that differ stay
apart. What is too long, too deep or too much is cut. What a spreadsheet would take for a formula is no formula.
"""

from __future__ import annotations

import re
from typing import Any

LONGEST = 300
"""Characters of a text that is shown."""
LONGEST_CELL = 30_000
"""Characters of a cell that every spreadsheet holds."""
DEEPEST = 8
MOST = 10_000
"""How deep the lists of an answer may lie in each other, and how many parts it may have, or a text characters."""


def text(said: Any, longest: int = MOST) -> str:
    """What is said, on as many lines as it has, without what moves a cursor or cannot be written."""
    cut = str(said)[: longest + 1].replace("\r\n", "\n")
    shown = cut if cut.isprintable() else "".join(map(_shown, cut))
    return shown if len(shown) <= longest else f"{shown[:longest]} …"


def cell_source(source: str) -> str:
    """A source as it was, with one kind of line end, and nothing that no file can hold."""
    return (
        source.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").encode("utf-8", "backslashreplace").decode()
    )


def line(said: Any, longest: int = LONGEST) -> str:
    """What is said, on one line."""
    return text(" ".join(str(said)[: 2 * longest].split()), longest)


def quoted(said: Any, longest: int = LONGEST) -> str:
    """The words of a student among those of the teacher's side, so that nobody takes them for these."""
    return "“" + line(said, longest).replace("”", "“") + "”"


def name(path: str) -> str:
    """A path, on one line; two that differ stay apart."""
    return text(path).replace("\n", "\\n").replace("\t", "\\t")


def _shown(one: str) -> str:
    return one if one.isprintable() or one in "\n\t" else one.encode("unicode_escape").decode()


def value(answer: Any) -> Any:
    """An answer as plain data that can be written and judged. Raises ValueError where it is too deep or too much."""
    left = MOST

    def plain(one: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        if depth > DEEPEST or left < 0:
            raise ValueError("too deep, or too many parts")
        if isinstance(one, list):
            return [plain(part, depth + 1) for part in one]
        if isinstance(one, dict):
            return {text(name, LONGEST): plain(part, depth + 1) for name, part in one.items()}
        return text(one) if isinstance(one, str) else one

    return plain(answer, 0)


FORMULA = re.compile(r"""(^|[,;|\t\r\n])( *"*'*)(?=[=+@\t\r-])""")
"""Where a formula begins: at the start of a cell, or behind whatever a spreadsheet may split at."""
_MARKED = re.compile(r"""(^|[,;|\t\r\n])( *"*'*)'(?=[=+@\t\r-])""")


def escape_formulas(told: str) -> str:
    """Text that no spreadsheet takes for a formula, wherever it splits, and that it can hold; a dash alone is none."""
    return told if told == "-" else FORMULA.sub(r"\1\2'", told[:LONGEST_CELL])


def unescape_formulas(told: str) -> str:
    """Text as it was before `escape_formulas`."""
    return _MARKED.sub(r"\1\2", told)

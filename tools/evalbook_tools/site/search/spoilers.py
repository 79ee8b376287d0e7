"""What answers a bet on another page: a text that speaks of the same, and tells the answer."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from evalbook_tools.answers_told import tells

WORD = re.compile(r"(?<![\w-])[a-z]+(?![\w-])")
TELLING = 4
"""Letters of a word that says what a text is about."""
SHARED, LEAST_SHARED = 0.3, 3
"""Of a question's words, the share and the number that a text has if it speaks of the same."""


def answers(text: str, bet: dict[str, Any]) -> bool:
    """Whether a text speaks of what a bet asks, and tells the answer in words or in numbers that the question lacks."""
    asked = words_in(bet["question"])
    same = len(asked & words_in(text)) >= max(LEAST_SHARED, SHARED * len(asked))
    return same and tells(text, bet["right"], bet["question"])


@cache
def words_in(text: str) -> frozenset[str]:
    """The words of a text that say what it is about."""
    return frozenset(word for word in WORD.findall(text.lower()) if len(word) >= TELLING)

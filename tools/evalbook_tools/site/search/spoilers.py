"""What answers a bet, in digits or in words, and on whatever page it stands."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
FIRST_WORD = 2
"""Of these: "one" is hardly ever a number."""
NUMBER = re.compile(r"(?<![\w.,])(\d[\d,]*\d|\d)?(\.\d+)?(%?)(?![\w%]|[.,]\d)")
WORD = re.compile(r"(?<![\w-])[a-z]+(?![\w-])")
TELLING = 4
"""Letters of a word that says what a text is about."""
SHARED, LEAST_SHARED = 0.3, 3
"""Of a question's words, the share and the number that a text has if it speaks of the same."""


def tells(text: str, answer: str) -> bool:
    """Whether a title, heading or link holds the answer, in digits or in words."""
    text = re.sub(r"^\d+(\.\d+)*\.\s*", "", text).lower()  # the chapter's own number
    forms = {answer.lower()}
    if answer.isdigit() and FIRST_WORD <= int(answer) < len(NUMBER_WORDS):
        forms.add(NUMBER_WORDS[int(answer)])
    return any(re.search(rf"(?<![\w.,-]){re.escape(form)}(?![\w%]|[.,]\d)", text) for form in forms)


def answers(text: str, bet: dict[str, Any]) -> bool:
    """Whether a text speaks of what a bet asks, and says the right choice, or its numbers that the question lacks."""
    known = numbers_in(bet["right"])
    said = known - numbers_in(bet["question"])
    if (known and not said) or not said <= numbers_in(text):
        return False
    asked = words_in(bet["question"])
    same = len(asked & words_in(text)) >= max(LEAST_SHARED, SHARED * len(asked))
    return same and (bool(said) or tells(text, bet["right"]))


@cache
def numbers_in(text: str) -> frozenset[float]:
    """The values of the numbers of a text, however they are written: 7.5%, 0.075 and .075 are one."""
    found = [(whole.replace(",", "") + part, percent) for whole, part, percent in NUMBER.findall(text)]
    values = [round(float(digits) / (100 if percent else 1), 9) for digits, percent in found if digits]
    counted = [NUMBER_WORDS.index(word) for word in WORD.findall(text.lower()) if word in NUMBER_WORDS[FIRST_WORD:]]
    return frozenset(values + [float(count) for count in counted])


@cache
def words_in(text: str) -> frozenset[str]:
    """The words of a text that say what it is about."""
    return frozenset(word for word in WORD.findall(text.lower()) if len(word) >= TELLING)

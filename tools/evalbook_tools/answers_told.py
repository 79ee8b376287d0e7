"""Whether a text tells the answer of a question: its words, its number, or a number that comes to the same.

Working copies fold such a text, and tests look for one in whatever is in sight while the question is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_SMALL_NUMBERS = [*_SMALL.split(), "seventeen", "eighteen", "nineteen"]
_TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = {
    **{word: str(value) for value, word in enumerate(_SMALL_NUMBERS) if word != "one"},  # "one" is a pronoun, too
    **{word: str(10 * place) for place, word in enumerate(_TENS) if word},
    **{
        f"{ten}-{one}": str(10 * place + value)
        for place, ten in enumerate(_TENS)
        for value, one in enumerate(_SMALL_NUMBERS[:10])
        if ten and value
    },
    **{"half": "0.5", "quarter": "0.25", "½": "0.5", "¼": "0.25", "¾": "0.75"},
}
_WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![\w-])|[½¼¾]")
_NUMBER = re.compile(r"(?<![\w.,])(-?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)(%?)(?![\w]|[.,]\d)")
_PART = r"(\d[\d,]*(?:\.\d+)?)"
_END = r"(?![\w%]|[.,]\d)"
_SHARE = re.compile(rf"(?<![\w.,]){_PART}(?: [a-z]+){{0,2}} (?:in|of|out of) (?:the |these |all )?{_PART}{_END}")
_SHARE_TURNED = re.compile(rf"\bof (?:the |these |all )?{_PART}(?: [a-z]+){{0,3}},? {_PART}{_END}")


@dataclass(frozen=True)
class _Number:
    value: Fraction
    decimals: int

    @property
    def is_distinctive(self) -> bool:
        """Of two digits or more, which no text has by chance."""
        return self.decimals >= 2 or abs(self.value) >= 10

    def says(self, other: _Number) -> bool:
        """Whether this number is the other, which is distinctive, or the other rounded; a bare digit is neither."""
        if not (self.is_distinctive or self.decimals):
            return False
        rounded = self.is_distinctive and self.decimals < other.decimals
        return self.value == (round(other.value, self.decimals) if rounded else other.value)


def tells(text: str, answer: str, asked: str = "") -> bool:
    """Whether the text tells the answer. What the question itself says is no news: `asked` is its text.

    Numbers count in digits and in words, rounded, as a percentage, and as a share ("62 of 119" for 52%). An answer
    with several numbers is told by a text that has them all.
    """
    said, wanted, known = _plain(text), _plain(answer), _plain(asked)
    numbers = [*_numbers(wanted)]
    if not numbers or not all(number.is_distinctive for number in numbers):
        return bool(_ends(said, wanted) - _ends(known, wanted))
    found = {*_numbers(said)} - {*_numbers(known)}
    shares = {*_shares(said)}
    return all(
        any(one.says(number) for one in found) or any(round(one, number.decimals) == number.value for one in shares)
        for number in numbers
    )


def _plain(text: str) -> str:
    """In lower case, with digits for words, and without addresses of links and the page's own chapter number."""
    text = re.sub(r"\]\([^)\s]*\)", "]", re.sub(r"^\d+(\.\d+)*\.\s+", "", text.replace("−", "-")))
    return " ".join(_WORD.sub(lambda word: _WORDS[word[0]], text.lower()).split())


def _ends(text: str, phrase: str) -> set[str]:
    """The words that follow the phrase, wherever it stands in the text."""
    return {*re.findall(rf"(?<![\w.,-]){re.escape(phrase)}{_END}(.?\s?\w*)", text)}


def _numbers(text: str) -> Iterator[_Number]:
    for digits, percent in _NUMBER.findall(text):
        if digits.strip("-"):
            shift = 2 if percent else 0
            decimals = len(digits.partition(".")[2]) + shift
            yield _Number(Fraction(digits.replace(",", "")) / 10**shift, decimals)


def _shares(text: str) -> Iterator[Fraction]:
    """What "62 of 119" and "of 5,094 alarms, 99" come to."""
    pairs = [*_SHARE.findall(text), *(pair[::-1] for pair in _SHARE_TURNED.findall(text))]
    for part, whole in pairs:
        above, below = (Fraction(number.replace(",", "")) for number in (part, whole))
        if 0 < above < below:
            yield above / below

"""Prose as sentences, for a rater who reads one at a time: without Chinese, each with the one before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from evalbook_tools.prose.markup import markup, tidy

CHINESE = "[⺀-鿿豈-﫿＀-￯]"
"""Its characters and its punctuation."""
IN_BRACKETS = re.compile(rf"\s*[(（][^()（）]*{CHINESE}[^()（）]*[)）]")
END = re.compile(r"(?<=[.?!])[\"”’')]*\s+")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|vs|cf|al|approx|Dr|Fig|No|Sect|St|pp?)\.$")
REFERENCE = re.compile(r"\([^()]*[^().?!]\)")
"""Where a quotation is from."""
SHORTEST = 3
"""Words. What is shorter says too little to be rated."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, and the one before it."""

    before: str
    text: str


def sentences(text: str, before: str = "") -> Iterator[Sentence]:
    """The sentences of a text in Markdown; `before` is what a reader has read last."""
    for paragraph in markup(text).prose:
        for one in _split(_without_chinese(paragraph)):
            if len(re.findall(r"\w+", one)) >= SHORTEST and not REFERENCE.fullmatch(one):
                yield Sentence(before, one)
            before = one


def _without_chinese(text: str) -> str:
    """Its English; nothing of what is Chinese for the most part, for the names in it would be no sentence."""
    english = IN_BRACKETS.sub("", text)
    if len(re.findall(CHINESE, english)) > len(re.findall("[A-Za-z]", english)):
        return ""
    return tidy(re.sub(rf"{CHINESE}+", " ", english)).lstrip(".,;: ")


def _split(text: str) -> list[str]:
    """A paragraph as sentences. A sentence may begin with a small letter: evalbook does."""
    parts: list[str] = []
    start = 0
    for end in END.finditer(text):
        if not ABBREVIATION.search(text[start : end.start()]):
            parts.append(text[start : end.end()].strip())
            start = end.end()
    return [part for part in [*parts, text[start:].strip()] if part]

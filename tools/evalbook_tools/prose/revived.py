"""Where a page comes near a sentence that fell: a rewrite revives such a sentence easily, in other words.

A place is one sentence of a page or two neighbors, and a heading or a note of the API is a place, too. It meets a
sentence that fell when it has most of the words that carry its content, each weighed by how rare it is. Whether both
say the same, only a person can tell, who writes down why not: `fell(…, unlike={"How the place begins": "why"})`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log
from pathlib import Path

from evalbook_tools.claims.register import Fallen
from evalbook_tools.prose.markup import markup
from evalbook_tools.prose.pages import cells, texts
from evalbook_tools.prose.sentences import sentences

ENOUGH = 0.75
"""The share of the weight from which on two sentences meet."""
FEWEST = 4
"""Words in common; fewer are chance."""
WORD = re.compile(r"[a-z0-9²£%×]+(?:[.-][a-z0-9]+)*")
ENDINGS = ("ings", "ing", "ed", "ies", "es", "s", "ly")
SHORTEST_STEM = 3
SAY_NOTHING = frozenset(
    WORD.findall("""
    a about all also although an and any are as at be because been being but by can could did do does down each even
    every few for from had has have he her here his how if in into is it its just less like many may might more most
    much must no nor not of on one only or other our out over own same she should since so some such than that the
    their them then there these they this those though to too two under up us usually very was we were what when
    where which while who whom whose why will with without would you your
    """)
)


@dataclass(frozen=True)
class Place:
    """A sentence, or two that follow each other."""

    page: str
    text: str

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of its words, without those that say nothing by themselves."""
        return content_words(self.text)


@dataclass(frozen=True)
class Meeting:
    """A place that has the words of a sentence that fell."""

    fallen: Fallen
    place: Place

    @property
    def explained(self) -> bool:
        """Whether somebody has said why the place does not say what fell."""
        return any(self.place.text.startswith(begin) for begin in self.fallen.unlike)


def content_words(text: str) -> frozenset[str]:
    """The stems of a sentence's words, without those that say nothing by themselves."""
    return frozenset(_stem(word) for word in WORD.findall(text.lower()) if word not in SAY_NOTHING)


def _stem(word: str) -> str:
    ending = next((end for end in ENDINGS if word.endswith(end) and len(word) - len(end) >= SHORTEST_STEM), "")
    return word.removesuffix(ending)


def sentences_of_page(text: str) -> Iterator[str]:
    """The sentences of a page in their order, its headings and tables among them."""
    for one in (text for cell in cells(text) for text in texts(cell)):
        yield from markup(one.markdown).beside
        yield from (sentence.text for sentence in sentences(one.markdown))


def sentences_of_module(text: str) -> Iterator[str]:
    """The sentences of the docstrings of a module, which the API pages print."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, documented):
            yield from (sentence.text for sentence in sentences(ast.get_docstring(node) or ""))


def places(page: Path) -> list[Place]:
    """Each sentence of a page or a module, and each two that follow each other."""
    text = page.read_text("utf-8")
    said = list(sentences_of_module(text) if page.suffix == ".py" else sentences_of_page(text))
    return [Place(page.stem, one) for one in [*said, *map(" ".join, pairwise(said))]]


def meetings(fallen: Iterable[Fallen], everywhere: Iterable[Place]) -> list[Meeting]:
    """Where the places meet the sentences; of two neighbors only where neither does alone."""
    with_word = defaultdict(list)
    all_places = list(everywhere)
    for place in all_places:
        for word in place.words:
            with_word[word].append(place)

    def weight(words: Iterable[str]) -> float:
        return sum(log((len(all_places) + 1) / (len(with_word.get(word, ())) + 1)) for word in words)

    found = []
    for one in fallen:
        words = content_words(one.sentence)
        enough = ENOUGH * weight(words)
        shared = Counter(place for word in words for place in with_word.get(word, ()))
        near = [place for place, count in shared.items() if count >= FEWEST]
        met = [place for place in near if weight(words & place.words) >= enough]
        found += [Meeting(one, place) for place in met if not _holds_another(place, met)]
    return found


def _holds_another(place: Place, others: Iterable[Place]) -> bool:
    """Whether one of two neighbors meets the sentence without the other."""
    return any(
        other.page == place.page
        and other.text != place.text
        and (place.text.startswith(other.text) or place.text.endswith(other.text))
        for other in others
    )

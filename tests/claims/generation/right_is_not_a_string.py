"""What *Right is not a string* concludes of a leaked half; the rest is counted on the page."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pydoc_data.topics import topics
from typing import Any, NamedTuple

import numpy as np

from evalbook import generation
from evalbook.teaching import examples
from evalbook_tools.claims import claim, limit, over, rests

LETTERS = 0x110000
"""The characters of Unicode."""
Surprise = Callable[[Any], Any]


class Leak(NamedTuple):
    """A test text, a training text, and a model of words; half of the test gets into the training text."""

    test: str
    order: int = 1
    """How many words the model looks back."""
    training: int = 5000
    """The number of words of the training text, at most; from the other topics, where nothing else is said."""
    words: int | None = None
    """The number of words of the test; None takes all."""
    weight: float = 1.0
    """How much the next shorter run counts, for each kind of token that followed the run."""
    share: float = 0.5
    first: bool = True
    """Whether the first part leaks, or every second run of 20 words."""
    known: bool = False
    """Whether the half that leaks was in the training text before."""
    all_topics: bool = False
    """Whether the training text is the prose of all topics of the installed Python's manual, without the test."""
    vocabulary: int = 0
    """How many words there are, if both texts are drawn at random; 0 takes the manual."""


def learned(tokens: Any, order: int, unseen: Callable[[Any], float], weight: float = 1.0) -> Surprise:
    """The chapter's model, with a weight: the surprise at each token of a text."""
    seen: defaultdict[Any, Counter[Any]] = defaultdict(Counter)
    for i, token in enumerate(tokens):
        for n in range(min(order, i) + 1):
            seen[tokens[i - n : i]][token] += 1

    def surprise(text: Any) -> Any:
        found = []
        for i, token in enumerate(text):
            p = unseen(token)
            for n in range(min(order, i) + 1):
                if after := seen.get(text[i - n : i]):
                    k = weight * len(after)
                    p = (after[token] + k * p) / (after.total() + k)
            found.append(-np.log(p))
        return np.array(found)

    return surprise


def words_of(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\S+ ", text))


def of_words(tokens: Sequence[str], leak: Leak) -> Surprise:
    """The model of words, which spells those that it does not know."""
    letters = learned("".join(tokens), 3, lambda _: 1 / LETTERS, leak.weight)
    spelled: dict[str, float] = {}

    def unseen(word: str) -> float:
        if word not in spelled:
            spelled[word] = float(np.exp(-letters(word).sum()))
        return spelled[word]

    return learned(tuple(tokens), leak.order, unseen, leak.weight)


def texts() -> dict[str, str]:
    """The ten topics of the manual, and the first words of the Bible in the King James version."""
    return {**examples.python_manual(), "genesis": " ".join(examples.genesis()["King James 1611"]) + " "}


def all_topics_without(test: str) -> list[str]:
    """The words of the paragraphs of prose in Python's manual, each once, without those of the test."""
    paragraphs = dict.fromkeys(
        " ".join(part.split()) for text in topics.values() for part in text.split("\n\n") if part[:1].strip()
    )
    return [word for part in paragraphs if part.count(" ") >= 14 and part not in test for word in words_of(f"{part} ")]


def at_random(leak: Leak) -> tuple[tuple[str, ...], list[str]]:
    """A test of 400 words and a training text, all words equally likely, whatever came before."""
    rng = np.random.default_rng(leak.vocabulary + leak.training)
    test, training = (rng.integers(0, leak.vocabulary, size) for size in (400, leak.training))
    return tuple(f"w{i} " for i in test), [f"w{i} " for i in training]


def test_and_training(leak: Leak) -> tuple[tuple[str, ...], list[str]]:
    if leak.vocabulary:
        return at_random(leak)
    named = texts()
    text = named.pop(leak.test)
    test = words_of(text)[: leak.words]
    rest = [word for name, text in named.items() if name != "genesis" for word in words_of(text)]
    if leak.all_topics:
        rest = all_topics_without(text)
    rest = rest[: leak.training]
    return ((*rest[: len(test)], *test) if leak.known else test), rest


def perplexities(leak: Leak) -> tuple[float, float, float]:
    """The perplexity of the whole test before the leak, that of its easier part, and that of the whole after it."""
    test, rest = test_and_training(leak)
    parts = np.arange(len(test)) < int(leak.share * len(test))
    if not leak.first:
        parts = np.arange(len(test)) // 20 % 2 == 0
    leaked = [word for word, leaks in zip(test, parts, strict=True) if leaks]
    before, after = (of_words([*rest, *more], leak)(test) for more in ((), leaked))
    easier = min(generation.perplexity(before[part]) for part in (parts, ~parts))
    return generation.perplexity(before), easier, generation.perplexity(after)


def all_texts() -> dict[str, Leak]:
    return {name: Leak(name) for name in texts()}


def lengths() -> dict[str, Leak]:
    return {
        f"{words} words of {name}": Leak(name, words=words)
        for name in ("execmodel", "import", "comparisons")
        for words in (300, 400, 500, 700, 900)
    }


def training_texts() -> dict[str, Leak]:
    return {
        f"{words:,} words to learn from": Leak("execmodel", training=words) for words in (500, 1000, 2000, 4000, 6700)
    }


def more_to_learn_from() -> dict[str, Leak]:
    return {
        f"{words:,} words to learn from, {name}": Leak(name, training=words, all_topics=True)
        for name in ("assignment", "debugger", "strings", "typesseq", "genesis")
        for words in (10_000, 20_000)
    }


def words_at_random() -> dict[str, Leak]:
    return {
        f"{words:,} words, drawn from {vocabulary:,}": Leak("", training=words, vocabulary=vocabulary)
        for vocabulary in (3_000, 6_000, 20_000)
        for words in (2_000, 5_000, 10_000, 20_000)
    }


def orders() -> dict[str, Leak]:
    return {
        f"{order + 1} words, {name}": Leak(name, order)
        for name in ("calls", "import", "genesis")
        for order in (1, 2, 3, 4)
    }


def weights() -> dict[str, Leak]:
    """From a model that trusts a single count to one that hardly does."""
    return {f"weight {weight}": Leak("import", weight=weight) for weight in (0.1, 0.25, 0.5, 1.5, 2.0)}


def scattered() -> dict[str, Leak]:
    return {f"every second 20 words of {name}": Leak(name, first=False) for name in texts()}


def single_words() -> dict[str, Leak]:
    return {f"single words, {name}": Leak(name, 0) for name in texts()}


def small_shares() -> dict[str, Leak]:
    return {f"{share:.0%} leaked": Leak("execmodel", share=share) for share in (0.02, 0.05, 0.1, 0.2)}


def short_texts() -> dict[str, Leak]:
    return {f"20 words of {name}": Leak(name, words=20) for name in texts()}


def many_words_at_random() -> dict[str, Leak]:
    return {
        f"{words:,} words, drawn from 3,000": Leak("", training=words, vocabulary=3_000) for words in (100_000, 200_000)
    }


def known_halves() -> dict[str, Leak]:
    return {
        f"300 known words, then 300 of {name}": Leak(name, training=600, words=300, known=True)
        for name in ("comparisons", "debugger", "objects", "strings", "typesseq")
    }


@claim(
    "If an n-gram model that learns pairs of words or longer runs from at most 20,000 words has a perplexity per word "
    "of at least 5,000 on each half of a test text of at least 300 words, and one half is added to its training text, "
    "its perplexity on the whole text falls to less than a tenth."
)
@over("ten topics of Python's manual, and Genesis", all_texts)
@over("tests of 300 to 900 words", lengths)
@over("500 to 6,700 words to learn from", training_texts)
@over("10,000 and 20,000 words to learn from", more_to_learn_from)
@over("2,000 to 20,000 words to learn from, drawn at random, as the test is", words_at_random)
@over("pairs of words, and runs of up to five", orders)
@over("a shorter run counts a tenth, or twice as much", weights)
@over("every second run of 20 words leaks", scattered)
@limit("single words, without the one before", single_words)
@limit("100,000 and 200,000 words to learn from, drawn at random", many_words_at_random)
@limit("the half that leaks was in the training text before", known_halves)
@limit("2 to 20% leaked", small_shares)
@limit("tests of 20 words", short_texts)
def a_leaked_half_divides_the_perplexity(leak: Leak) -> bool | None:
    before, easier, after = perplexities(leak)
    asked = before >= 5000 and (easier >= 5000 or leak.known)
    return after < before / 10 if asked else None


rests("strings-bet-1", exact="strings-hand-assert")
rests("Normalization: what is left", exact="strings-hand-assert")
rests("Token F1 counts shared words", exact="strings-f1-means-assert")
rests("Word error rate: errors per word", exact="strings-wer-table-assert")
rests("Perplexity is measured per token", exact="strings-identity-assert")
rests("strings-bet-2", exact="strings-leaked-assert")
rests("Contamination: what a leaked half", claim="a-leaked-half-divides-the-perplexity")
rests("Where it stops: bits per byte", once="strings-topics-gap-assert", by="difference +0.020 [−0.003, +0.042]")
rests("What to report with these numbers", defines="Name the normalization")
rests("{term}`Exact match` (精确匹配) and", exact="strings-f1-means-assert")
rests("The {term}`word error rate` (词错误率)", exact="strings-wer-table-assert")
rests("{term}`Perplexity` (困惑度) is measured", exact="strings-identity-assert")
rests(
    "{term}`Contamination` (数据污染) lowers",
    claim="a-leaked-half-divides-the-perplexity",
    when="at least 5,000 on each half of a test text of at least 300 words, and one half is added to its training text",
)

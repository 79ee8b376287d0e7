"""What *Right is not a string* concludes of a leaked half; the rest is counted on the page."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
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
    """The number of words of the training text, from the other topics."""
    words: int | None = None
    """The number of words of the test; None takes all."""
    weight: float = 1.0
    """How much the next shorter run counts, for each kind of token that followed the run."""
    share: float = 0.5
    first: bool = True
    """Whether the first part leaks, or every second run of 20 words."""


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


def perplexities(leak: Leak) -> tuple[float, float]:
    """The perplexity of the whole test before the leak and after it."""
    named = texts()
    test = words_of(named.pop(leak.test))[: leak.words]
    rest = [word for name, text in named.items() if name != "genesis" for word in words_of(text)][: leak.training]
    if leak.first:
        leaked = test[: int(leak.share * len(test))]
    else:
        leaked = tuple(word for i, word in enumerate(test) if i // 20 % 2 == 0)
    before, after = (of_words([*rest, *more], leak)(test) for more in ((), leaked))
    return generation.perplexity(before), generation.perplexity(after)


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


@claim(
    "If half of a test text of at least 300 words is added to the training text, the perplexity per word of an n-gram "
    "model that learns pairs of words or longer runs falls to less than a tenth, if it was at least 5,000 before."
)
@over("ten topics of Python's manual, and Genesis", all_texts)
@over("tests of 300 to 900 words", lengths)
@over("500 to 6,700 words to learn from", training_texts)
@over("pairs of words, and runs of up to five", orders)
@over("a shorter run counts a tenth, or twice as much", weights)
@over("every second run of 20 words leaks", scattered)
@limit("single words, without the one before", single_words)
@limit("2 to 20% leaked", small_shares)
@limit("tests of 20 words", short_texts)
def a_leaked_half_divides_the_perplexity(leak: Leak) -> bool | None:
    before, after = perplexities(leak)
    return after < before / 10 if before >= 5000 else None


rests("strings-bet-1", exact="strings-hand-assert")
rests("Normalization: what is left", exact="strings-hand-assert")
rests("Token F1 counts common words", exact="strings-f1-means-assert")
rests("Word error rate: errors per word", exact="strings-wer-table-assert")
rests("Perplexity counts per token", exact="strings-identity-assert")
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
    when="If half of a test text of at least 300 words is added to the training text",
)

"""The input of the benchmarks: samples of each kind, of any size, always the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from timeit import repeat
from typing import Any

import numpy as np

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Samples:
    """Input of one kind, and the limit: the least that any function must do with it."""

    make: Callable[[int], Arguments]
    limit: Callable[..., Any]
    """Takes the arguments that `make` returns."""
    sizes: tuple[int, int] = (1_000, 1_000_000)
    memory: int | None = None
    """The target of the peak memory: at most so many bytes a sample above the input."""


# ---------------------------------------------------------------- limits


def one_sort(_: Any, y_score: Any) -> Any:
    return np.sort(y_score)


def sort_is_vectorized() -> bool:
    """Whether NumPy sorts a million floats several times as fast as by comparing two at a time, as a stable sort does.

    It does where it uses AVX2, or Intel's AVX-512. AMD's Zen 4 has AVX-512 too, but sorts with it at a fifth of that
    speed; there NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL" in the environment makes NumPy use AVX2.
    """
    values = np.random.default_rng(0).random(1_000_000)
    vectorized, stable = (
        min(repeat(partial(np.sort, values, kind=kind), number=1, repeat=3)) for kind in (None, "stable")
    )
    return stable > 4 * vectorized


def one_sort_each(_: Any, y_score: Any) -> Any:
    return np.sort(y_score, axis=0)


def one_pass(y_true: Any, y_pred: Any) -> Any:
    return np.count_nonzero(y_true == y_pred)


def one_pass_over_both(y_true: Any, a: Any, b: Any) -> Any:
    return np.count_nonzero(y_true == a), np.count_nonzero(y_true == b)


def one_sort_a_model(_: Any, *y_scores: Any) -> Any:
    return [np.sort(y_score) for y_score in y_scores]


def one_look_up(relevant: set[int], ranked: Sequence[int]) -> Any:
    return [item in relevant for item in ranked]


def one_set(references: Sequence[Sequence[str]], candidate: Sequence[str]) -> Any:
    return [set(sentence) for sentence in (*references, candidate)]


def one_split(references: Sequence[str], candidate: str) -> Any:
    return [sentence.split() for sentence in (*references, candidate)]


def one_split_of_each(references: Sequence[Sequence[str]], candidates: Sequence[str]) -> Any:
    return [one_split(*pair) for pair in zip(references, candidates, strict=True)]


# ---------------------------------------------------------------- numbers


@cache
def labels(n: int, k: int = 2) -> Arguments:
    """Of k classes, four in five predicted right."""
    rng = np.random.default_rng(0)
    y_true, guesses = rng.integers(k, size=(2, n))
    return y_true, np.where(rng.random(n) < 0.8, y_true, guesses)


@cache
def tries(n: int) -> Arguments:
    """Of n tasks: 20 samples of each, and how many of them are right."""
    return np.full(n, 20), np.random.default_rng(0).integers(21, size=n)


@cache
def verdicts(n: int) -> Arguments:
    """A judge's verdicts, four in five as people say, and the labels of a tenth of the answers."""
    right, judged = labels(n)
    return judged, np.where(np.arange(n) < n // 10, right, np.nan)


@cache
def ratings(n: int) -> Arguments:
    """n ratings from 1 to 5 by ten raters, of which three in ten are missing."""
    rng = np.random.default_rng(0)
    given = rng.integers(1, 6, size=(10, n // 10)).astype(float)
    return (np.where(rng.random(given.shape) < 0.3, np.nan, given),)


@cache
def scores(n: int) -> Arguments:
    y_true, _ = labels(n)
    return y_true, np.random.default_rng(1).normal(size=n) + y_true


@cache
def models(n: int) -> Arguments:
    """The truth and what two models predict, each four in five right."""
    y_true, first = labels(n)
    return y_true, first, np.where(np.random.default_rng(1).random(n) < 0.8, y_true, 1 - y_true)


@cache
def pairs(n: int) -> Arguments:
    """The truth and the scores of two models."""
    y_true, first = scores(n)
    return y_true, first, first + np.random.default_rng(2).normal(size=n)


@cache
def rates(n: int) -> Arguments:
    """The points of a ROC curve."""
    y_true, y_score = scores(n)
    positive = y_true[np.argsort(-y_score)] == 1
    return np.cumsum(~positive) / np.sum(~positive), np.cumsum(positive) / np.sum(positive)


@cache
def class_scores(n: int) -> Arguments:
    """Four classes; each row sums to 1."""
    y_true, _ = labels(n, k=4)
    shares = np.random.default_rng(1).random((n, 4)) + np.eye(4)[y_true]
    return y_true, shares / shares.sum(axis=1, keepdims=True)


@cache
def probabilities(n: int) -> Arguments:
    y_true, y_score = scores(n)
    return y_true, 1 / (1 + np.exp(-y_score))


@cache
def numbers(n: int) -> Arguments:
    y_true = 1 + np.random.default_rng(0).gamma(2.0, size=n)
    return y_true, y_true * np.random.default_rng(1).uniform(0.8, 1.2, size=n)


@cache
def ranges(n: int) -> Arguments:
    """Nine of ten hold."""
    y_true, y_pred = numbers(n)
    return y_true, y_pred - 0.18 * y_true, y_pred + 0.18 * y_true


@cache
def sizes_of_errors(n: int) -> Arguments:
    y_true, y_pred = numbers(n)
    return (np.abs(y_true - y_pred),)


@cache
def judged(n: int) -> Arguments:
    """Queries of 100 items: a gain of 0 to 3 and a score for each, with ties."""
    gains = np.random.default_rng(0).integers(4, size=(n // 100, 100))
    return gains, np.round(np.random.default_rng(1).normal(size=gains.shape) + gains, 1)


def ranked_gains(n: int) -> Arguments:
    return judged(n)[:1]


# ---------------------------------------------------------------- items, groups, words


@cache
def items(n: int) -> Arguments:
    """A tenth of them relevant."""
    return set(range(0, n, 10)), list(range(n))


@cache
def groups(n: int) -> Arguments:
    """A hundred, of very different sizes."""
    return ((100 * np.random.default_rng(0).random(n) ** 2).astype(np.int64),)


def grouped_labels(n: int) -> Arguments:
    return (*groups(n), *labels(n))


@cache
def tokens(n: int) -> Arguments:
    """One reference, some of its words frequent and many rare, and a candidate that changes every tenth."""
    reference = [f"w{rank}" for rank in np.random.default_rng(0).zipf(1.3, size=n) % 10_000]
    return [reference], [f"x{place}" if place % 10 == 7 else word for place, word in enumerate(reference)]


def _cut(n: int, length: int) -> tuple[list[str], list[str]]:
    """The tokens of `tokens`, `length` a piece."""
    (reference,), candidate = tokens(n)
    first, second = (
        [" ".join(side[start : start + length]) for start in range(0, n, length)] for side in (reference, candidate)
    )
    return first, second


@cache
def sentences(n: int) -> Arguments:
    (reference,), (candidate,) = _cut(n, n)
    return [reference], candidate


@cache
def summaries(n: int) -> Arguments:
    """25 tokens a line."""
    reference, candidate = _cut(n, 25)
    return ["\n".join(reference)], "\n".join(candidate)


@cache
def corpus(n: int) -> Arguments:
    """A hundred pairs: n tokens in all."""
    references, candidates = _cut(n, n // 100)
    return [[reference] for reference in references], candidates


@cache
def battles(n: int) -> Arguments:
    """A hundred models, whose strengths differ by about 1."""
    rng = np.random.default_rng(0)
    strength, first = rng.normal(size=100), rng.integers(100, size=n)
    second = (first + rng.integers(1, 100, size=n)) % 100
    return first, second, (rng.random(n) < 1 / (1 + np.exp(strength[second] - strength[first]))).astype(np.float64)


@cache
def wins(n: int) -> Arguments:
    """How often each of the hundred beat each other one."""
    first, second, outcome = battles(n)
    won = np.concatenate([np.where(outcome, first, second), np.where(outcome, second, first)]).reshape(2, -1)
    return (np.bincount(won[0] * 100 + won[1], minlength=100**2).reshape(100, 100),)


@cache
def games(n: int) -> Arguments:
    return (list(zip(*(column.tolist() for column in battles(n)), strict=True)),)


@cache
def short_answers(n: int) -> Arguments:
    """Of about five words, a tenth of them wrong."""
    first, second = _cut(n, 5)
    return first, second


@cache
def spoken(n: int) -> Arguments:
    """Sentences of 20 words."""
    first, second = _cut(n, 20)
    return first, second


@cache
def documents(n: int) -> Arguments:
    """The surprise of each text of 25 words, and the texts."""
    texts, _ = _cut(n, 25)
    return np.random.default_rng(0).gamma(2.0, 25.0, size=len(texts)), texts


def one_split_of_texts(first: Any, second: Any) -> Any:
    return [text.split() for text in (*first, *second)]


# ---------------------------------------------------------------- all kinds

SPLITS = Samples(lambda n: (n,), np.arange)
GROUPS = Samples(groups, np.bincount)
LABELS = Samples(labels, one_pass)
TEN_CLASSES = Samples(partial(labels, k=10), one_pass)
MANY_CLASSES = Samples(partial(labels, k=20_000), one_pass, memory=48)
SCORES = Samples(scores, one_sort, memory=96)
MANY_SCORES = Samples(scores, one_sort, memory=96, sizes=(1_000_000, 10_000_000))
FEW_LABELS = Samples(labels, one_pass, sizes=(200, 2_000))
FEW_SCORES = Samples(scores, one_sort, sizes=(200, 2_000))
MODELS = Samples(models, one_pass_over_both, sizes=(2_000, 200_000))
PAIRS = Samples(pairs, one_sort_a_model, sizes=(1_000, 5_000))
RATES = Samples(rates, one_pass)
CLASS_SCORES = Samples(class_scores, one_sort_each)
PROBABILITIES = Samples(probabilities, one_pass)
MANY_PROBABILITIES = Samples(probabilities, one_pass, sizes=(1_000_000, 10_000_000))
GROUPED_LABELS = Samples(grouped_labels, one_pass_over_both)
NUMBERS = Samples(numbers, one_pass)
RANGES = Samples(ranges, lambda y_true, lower, upper: np.count_nonzero(lower <= y_true))
ERRORS = Samples(sizes_of_errors, np.sort)
TRIES = Samples(tries, one_pass)
VERDICTS = Samples(verdicts, one_pass)
RATINGS = Samples(ratings, np.count_nonzero)
GAINS = Samples(ranked_gains, np.count_nonzero)
JUDGED = Samples(judged, one_sort)
ITEMS = Samples(items, one_look_up)
TOKENS = Samples(tokens, one_set, sizes=(25, 1_000))
SENTENCES = Samples(sentences, one_split, sizes=(25, 1_000))
SUMMARIES = Samples(summaries, one_split, sizes=(25, 1_000))
CORPUS = Samples(corpus, one_split_of_each, sizes=(2_500, 100_000))
BATTLES = Samples(battles, lambda first, *_: np.bincount(first))
WINS = Samples(wins, np.count_nonzero, sizes=(20_000, 1_000_000))
GAMES = Samples(games, len, sizes=(1_000, 100_000))
SHORT_ANSWERS = Samples(short_answers, one_split_of_texts, sizes=(2_500, 100_000))
SPOKEN = Samples(spoken, one_split_of_texts, sizes=(2_500, 100_000))
SURPRISES = Samples(lambda n: documents(25 * n)[:1], np.count_nonzero, sizes=(1_000, 10_000))
DOCUMENTS = Samples(documents, lambda _, texts: one_split_of_texts(texts, texts), sizes=(2_500, 100_000))

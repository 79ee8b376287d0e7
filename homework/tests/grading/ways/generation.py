"""Several ways to the answers of the assignment generation."""

from __future__ import annotations

import math
import re
import runpy
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from scipy import special, stats
from sklearn import metrics

from evalbook import comparison, confusion, generation
from ways import case, rows, way

# ---------------------------------------------------------------- 1 to 4: by hand


def each_verdict() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Whether A won, whether A's answer was in the first place, and which pair it was, a verdict an entry."""
    bank = case()["bank"]
    sizes = [bank[name] for name in ("a", "first", "second", "b")]
    won = np.concatenate([np.repeat([1, 1, 0, 0], sizes), np.repeat([1, 0, 1, 0], sizes)])
    return won, np.repeat([1, 0], sum(sizes)), np.tile(np.arange(sum(sizes)), 2)


@way("generation-1", "NumPy")
def _():
    won, in_first, _ = each_verdict()
    return np.mean(won == in_first), won.mean()


@way("generation-1", "scikit-learn")
def _():
    """The verdict for the first place is the accuracy of a guess that A wins where its answer is first."""
    won, in_first, _ = each_verdict()
    of_each_order = [won[in_first == place].mean() for place in (1, 0)]
    return metrics.accuracy_score(won, in_first), np.mean(of_each_order)


@way("generation-1", "counting")
def _():
    """Half, and half of what the first place wins more than the second; for A, a pair without a winner is a half."""
    bank = case()["bank"]
    pairs = sum(bank.values())
    undecided = bank["first"] + bank["second"]
    return (1 + (bank["first"] - bank["second"]) / pairs) / 2, (bank["a"] + undecided / 2) / pairs


@way("generation-2", "package")
def _():
    tasks = case()["tasks"]
    return generation.pass_at_k(tasks["programs"], tasks["right"], k=tasks["k"])


@way("generation-2", "SciPy")
def _():
    tasks = case()["tasks"]
    return 1 - stats.hypergeom.pmf(0, tasks["programs"], tasks["right"], tasks["k"]).mean()


@way("generation-2", "counting")
def _():
    """All draws of k programs, task by task."""
    tasks = case()["tasks"]
    found = []
    for n, right in zip(tasks["programs"], tasks["right"], strict=True):
        draws = combinations([1] * right + [0] * (n - right), tasks["k"])
        found.append(np.mean([max(draw) for draw in draws]))
    return np.mean(found)


@way("generation-3", "package")
def _():
    arena = case()["arena"]
    (a, b), (of_b, c) = arena["counts"]
    games = [(winner, loser, 1) for winner, loser in arena["games"]]
    found = generation.bradley_terry([[0, a, 0], [b, 0, of_b], [0, c, 0]], models=list("ABC"))
    return generation.elo(games)["A"] - 1500, found.probability("A", "C")


@way("generation-3", "SciPy")
def _():
    """Elo's expectation is a logistic function, and strengths are log odds, which add up."""
    arena, scale = case()["arena"], np.log(10) / 400
    ratings = {"A": 0.0, "B": 0.0, "C": 0.0}
    for winner, loser in arena["games"]:
        moved = 32 * special.expit(scale * (ratings[loser] - ratings[winner]))
        ratings[winner], ratings[loser] = ratings[winner] + moved, ratings[loser] - moved
    return ratings["A"], special.expit(sum(special.logit(won / (won + lost)) for won, lost in arena["counts"]))


@way("generation-3", "NumPy")
def _():
    """In worths instead of ratings: a model beats another in proportion to its worth."""
    arena, worth = case()["arena"], dict.fromkeys("ABC", 1.0)
    for winner, loser in arena["games"]:
        surprise = worth[loser] / (worth[winner] + worth[loser])
        worth[winner] *= 10 ** (32 * surprise / 400)
        worth[loser] /= 10 ** (32 * surprise / 400)
    won, lost = np.prod(arena["counts"], axis=0)
    return 400 * np.log10(worth["A"]), won / (won + lost)


def words_of(text: str) -> list[str]:
    """Lower case, without punctuation and articles."""
    return [word for word in re.findall(r"[a-zé]+", text.lower()) if word not in {"a", "an", "the"}]


def f1_of_words() -> float:
    guide = case()["guide"]
    expected, answered = Counter(words_of(guide["expected"])), Counter(words_of(guide["answered"]))
    return 2 * (expected & answered).total() / (expected.total() + answered.total())


def edits(said: list[str], heard: list[str]) -> int:
    """The fewest words to change, to drop and to add, by the table of Levenshtein."""
    row = list(range(len(heard) + 1))
    for place, word in enumerate(said, 1):
        before, row = row, [place]
        for at, other in enumerate(heard, 1):
            row.append(min(row[-1] + 1, before[at] + 1, before[at - 1] + (word != other)))
    return row[-1]


def errors_per_word() -> float:
    guide = case()["guide"]
    pairs = [(said.split(), heard.split()) for said, heard in zip(guide["said"], guide["heard"], strict=True)]
    return sum(edits(*pair) for pair in pairs) / sum(len(said) for said, _ in pairs)


@way("generation-4", "package")
def _():
    guide = case()["guide"]
    f1 = generation.token_f1([guide["expected"]], [guide["answered"]])
    errors = generation.word_error_rate(guide["said"], guide["heard"])
    return f1, errors, generation.bits_per_byte(-np.log(guide["p"]), guide["word"])


@way("generation-4", "NumPy")
def _():
    guide = case()["guide"]
    return f1_of_words(), errors_per_word(), -np.log2(guide["p"]).sum() / len(guide["word"].encode())


@way("generation-4", "in percent")
def _():
    guide = case()["guide"]
    bits = -np.log2(guide["p"]).sum() / len(guide["word"].encode())
    return 100 * f1_of_words(), 100 * errors_per_word(), bits


@way("generation-4", "counting")
def _():
    """The probability of the word is a product, and a letter beyond ASCII has two bytes."""
    guide = case()["guide"]
    size = len(guide["word"]) + len(re.findall("[^A-Za-z]", guide["word"]))
    return f1_of_words(), errors_per_word(), -math.log2(math.prod(guide["p"])) / size


# ---------------------------------------------------------------- 5 and 6: with the package, which the questions name


def judge_and_nurses() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Verdicts and labels of the labeled answers, and the verdicts on the others."""
    verdicts = rows("verdicts.csv")
    some = ~np.isnan(verdicts["label"])
    return verdicts["judged"][some], verdicts["label"][some], verdicts["judged"][~some]


@way("generation-5", "package")
def _():
    verdicts = rows("verdicts.csv")
    found = generation.corrected_rate(verdicts["judged"], verdicts["label"])
    return found.low, found.high


@way("generation-5", "NumPy")
def _():
    verdicts, labels, others = judge_and_nurses()
    variance = others.var() / len(others) + (labels - verdicts).var() / len(labels)
    rate = others.mean() + (labels - verdicts).mean()
    return rate + np.array([-1, 1]) * stats.norm.isf(0.025) * np.sqrt(variance)


@way("generation-5", "scikit-learn")
def _():
    """From the four counts: the mean of label minus verdict is what was missed less what was passed."""
    verdicts, labels, others = judge_and_nurses()
    (_, fp), (fn, _) = metrics.confusion_matrix(labels, verdicts) / len(labels)
    judged = others.mean()
    error = np.sqrt(judged * (1 - judged) / len(others) + (fn + fp - (fn - fp) ** 2) / len(labels))
    return stats.norm.interval(0.95, loc=judged + fn - fp, scale=error)


def of_each_task(table: np.ndarray, column: str) -> tuple[np.ndarray, np.ndarray]:
    """The programs for each task, and how many of them are right."""
    known = np.unique(table["task"])
    found = [table[column][table["task"] == task] for task in known]
    return np.array([len(each) for each in found]), np.array([each.sum() for each in found])


def chances(written: np.ndarray, right: np.ndarray, k: int) -> np.ndarray:
    """pass@k of each task, by counting draws."""
    return np.array([1 - comb(int(n - c), k) / comb(int(n), k) for n, c in zip(written, right, strict=True)])


def ends(score: Callable[..., Any], *columns: np.ndarray) -> list[float]:
    """Draws the tasks with replacement, and scores the sums of their columns."""
    of_task = np.array(columns, dtype=float)
    drawn = np.random.default_rng(0).integers(of_task.shape[1], size=(10_000, of_task.shape[1]))
    return np.quantile(score(*of_task[:, drawn].sum(axis=2)), [0.025, 0.975]).tolist()


@way("generation-6", "package, tasks")
def _():
    counts = of_each_task(rows("tries.csv"), "right")
    found = [comparison.interval(partial(generation.pass_at_k, k=k), *counts, rng=0) for k in (1, case()["k"])]
    return [end for each in found for end in each]


@way("generation-6", "package, two intervals")
def _():
    """As they are: each unpacks to its two ends."""
    counts = of_each_task(rows("tries.csv"), "right")
    return [comparison.interval(partial(generation.pass_at_k, k=k), *counts, rng=0) for k in (1, case()["k"])]


@way("generation-6", "package, a line for each interval")
def _():
    counts = of_each_task(rows("tries.csv"), "right")
    return np.array(
        [[*comparison.interval(partial(generation.pass_at_k, k=k), *counts, rng=0)] for k in (1, case()["k"])]
    )


@way("generation-6", "package, programs of each task")
def _():
    tries = rows("tries.csv")
    values = chances(*of_each_task(tries, "right"), case()["k"])
    at_1 = comparison.interval(np.mean, tries["right"], groups=tries["task"], rng=0)
    return [*at_1, *comparison.interval(np.mean, values, rng=0)]


@way("generation-6", "NumPy")
def _():
    written, right = of_each_task(rows("tries.csv"), "right")
    values = chances(written, right, case()["k"])
    return ends(np.divide, right, written) + ends(np.divide, values, np.ones(len(values)))


# ---------------------------------------------------------------- 7 and 8: the colleague's report


def evaluation() -> dict[str, Any]:
    return runpy.run_path("evaluation.py")


def gap(**drawn: Any) -> list[float]:
    """By the function that the question names."""
    programs = rows("programs.csv")
    yes = np.ones(len(programs), dtype=int)
    found = comparison.difference(confusion.accuracy, yes, programs["a"], programs["b"], rng=0, **drawn)
    return [found.low, found.high]


def with_package() -> list[float]:
    programs, pairs, k = rows("programs.csv"), rows("pairs.csv"), evaluation()["K"]
    found = [generation.pass_at_k(*of_each_task(programs, name), k=k) for name in "ab"]
    orders = [np.mean(pairs[column] == "B") for column in ("a_first", "b_first")]
    return [*found, *gap(groups=programs["task"]), np.mean(orders)]


def with_numpy() -> list[float]:
    programs, pairs, k = rows("programs.csv"), rows("pairs.csv"), evaluation()["K"]
    written, a = of_each_task(programs, "a")
    _, b = of_each_task(programs, "b")
    found = [chances(written, right, k).mean() for right in (a, b)]
    wins = np.count_nonzero(pairs["a_first"] == "B") + np.count_nonzero(pairs["b_first"] == "B")
    return [*found, *ends(np.divide, b - a, written), wins / (2 * len(pairs))]


def with_scipy() -> list[float]:
    programs, pairs, k = rows("programs.csv"), rows("pairs.csv"), evaluation()["K"]
    found = [1 - stats.hypergeom.pmf(0, *of_each_task(programs, name), k).mean() for name in "ab"]
    first, second = pairs["a_first"] == "B", pairs["b_first"] == "B"
    wins = metrics.accuracy_score(np.ones(2 * len(pairs)), np.append(first, second))
    return [*found, *gap(groups=programs["task"]), wins]


def letter(right: list[float]) -> str:
    """The lines that are wrong name two mistakes, and a number that one of them gives tells which it is."""
    printed, pairs = list(evaluation()["report"].values()), rows("pairs.csv")
    wrong = [not np.isclose(*pair) for pair in zip(printed, right, strict=True)]
    if wrong[4]:
        found = "place" if np.isclose(printed[4], np.mean(pairs["b_first"] == "B")) else "kept"
    elif wrong[2] or wrong[3]:
        found = "rows" if np.allclose(printed[2:4], gap()) else "separate"
    else:
        written, a = of_each_task(rows("programs.csv"), "a")
        replaced = np.mean(1 - (1 - a / written) ** evaluation()["K"])
        found = "replaced" if np.isclose(printed[0], replaced) else "pooled"
    return "abcdef"[list(case()["suspicions"]).index(found)]


@way("generation-7", "package")
def _():
    return letter(with_package())


@way("generation-7", "NumPy")
def _():
    return letter(with_numpy())


way("generation-8", "package")(with_package)
way("generation-8", "NumPy")(with_numpy)
way("generation-8", "SciPy")(with_scipy)

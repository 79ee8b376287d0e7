"""Draw the numbers, the data and the planted mistake of the homework on comparing models.

What is drawn has a function that draws it and one that answers its questions: first the right answer, then the named
mistakes. A draw is kept where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import ceil, comb, log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import comparison, confusion
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Rng

RUNS = ["b1", "b2", "b3", "b4"]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "drone": drawing.drawn(rng, drone, drone_answers),
        "readers": drawing.drawn(rng, readers, readers_answers),
        "seeds": drawing.drawn(rng, seeds, seeds_answers),
        "folds": drawing.drawn(rng, folds, folds_answers),
        "p_values": drawing.drawn(rng, p_values, p_values_answers),
        "errors": drawing.drawn(rng, errors, errors_answers),
        "labels": drawing.redrawn(rng, labels),
        "suspicions": drawing.in_drawn_order(rng, {name: one.says for name, one in PLANTED.items()}),
    }
    photos = drawing.drawn(rng, plants, plants_answers)
    trial = drawing.drawn(rng, speakers, speakers_answers)
    return {
        "case.json": drawing.json_text(case),
        "photos.csv": drawing.csv_text(["plant", "poisonous", "called"], *photos),
        "clips.csv": trial["clips"],
        "evaluation.py": evaluation(trial["differences"], rng.choice(list(PLANTED))),
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, photos = drawing.case_here(), drawing.rows_here("photos.csv")
    return {
        **drone_answers(case["drone"]),
        **readers_answers(case["readers"]),
        **seeds_answers(case["seeds"]),
        **folds_answers(case["folds"]),
        **p_values_answers(case["p_values"]),
        **errors_answers(case["errors"]),
        **plants_answers((photos["plant"], photos["poisonous"], photos["called"])),
        **colleague_answers(Path("evaluation.py").read_text("utf-8"), case["suspicions"]),
    }


# ---------------------------------------------------------------- by hand


def drone(rng: Rng) -> dict[str, float]:
    """Landings without a crash, and the rate of crashes that a town allows."""
    return {"landings": int(rng.integers(41, 160)), "allowed": int(rng.integers(4, 20)) / 1000}


def drone_answers(case: dict[str, float]) -> Key:
    n, allowed = case["landings"], case["allowed"]
    (end, needed), (one_sided, fewer) = (
        (1 - alpha ** (1 / n), ceil(log(alpha) / log(1 - allowed))) for alpha in (0.025, 0.05)
    )
    told = [(end, needed), (one_sided, needed), (end, fewer), (one_sided, fewer), (0, needed), (1 / n, needed)]
    return {
        "comparison-1": drawing.question(
            told,
            "At the upper end, so many landings without a crash have a probability of 2.5%.",
            "Your first one leaves all 5% on one side. Here each side has 2.5%.",
            "Your second one leaves all 5% on one side. Here each side has 2.5%.",
            "You left all 5% on one side. Here each side has 2.5%.",
            "That is Wald's interval: it claims from a few landings that the drone never crashes.",
            "One crash more is no bound: a rate somewhat higher often shows no crash, too.",
        )
    }


def readers(rng: Rng) -> dict[str, int]:
    """On how many letters each of two readers is right, and on how many both are."""
    only_a, only_b, both = (int(rng.integers(*limits)) for limits in [(2, 8), (8, 17), (70, 130)])
    letters = both + only_a + only_b + int(rng.integers(4, 20))
    return {"letters": letters, "a": both + only_a, "b": both + only_b, "both": both}


def coins(fewer: int, n: int) -> float:
    """The probability that n fair coins differ at least as much, in either direction."""
    return float(min(1, 2 * sum(comb(n, k) for k in range(fewer + 1)) / 2**n))


def two_groups(a: int, b: int, n: int) -> float:
    """The two-sided p-value of a and b of n, as if they were of two separate groups."""
    share = (a + b) / (2 * n)
    return 2 * NormalDist().cdf(-abs(a - b) / n / sqrt(2 * share * (1 - share) / n))


def readers_answers(case: dict[str, int]) -> Key:
    only_a, only_b = case["a"] - case["both"], case["b"] - case["both"]
    n, p = only_a + only_b, coins(min(only_a, only_b), only_a + only_b)
    own = comb(n, only_a) / 2**n
    others = [p / 2, p - own, two_groups(case["a"], case["b"], case["letters"])]
    told = [(only_a, only_b, p), (only_b, only_a, p), *((only_a, only_b, one) for one in others)]
    return {
        "comparison-2": drawing.question(
            told,
            "Each letter that only one of them reads is a fair coin. Add up all results as uneven as this one, or more so.",
            "The letters that only A reads come first.",
            "That is one side. Coins that fall as unevenly the other way count, too.",
            "That is the mid-p value. The exact test counts the result itself in full.",
            "That is the p-value of two separate groups of letters. These are the same letters.",
        )
    }


def seeds(rng: Rng) -> dict[str, float]:
    """How many runs are trained, and how probable it is that one of them reaches the score to beat."""
    return {"runs": int(rng.integers(6, 31)), "chance": int(rng.integers(15, 90)) / 1000}


def seeds_answers(case: dict[str, float]) -> Key:
    m, chance = case["runs"], case["chance"]
    best, needed = 1 - (1 - chance) ** m, ceil(log(0.5) / log(1 - chance))
    others = [m * chance, chance, 1 - best]
    told = [(best, needed), *((one, needed) for one in others), (best, ceil(0.5 / chance))]
    return {
        "comparison-3": drawing.question(
            told,
            "The best run stays below 92% if every run does. The probabilities of independent runs multiply.",
            "You added the probabilities. With enough runs that would exceed 1.",
            "That holds for a run that was named in advance. The best one is named afterward.",
            "That is the probability that all runs stay below.",
            "Your second one adds probabilities. Multiply those of staying below.",
        )
    }


def folds(rng: Rng) -> dict[str, float]:
    """What is known of the differences of accuracy over a cross-validation that is repeated."""
    mean, spread = int(rng.integers(8, 30)) / 1000, int(rng.integers(18, 50)) / 1000
    return {"folds": int(rng.choice([4, 5, 8])), "repetitions": int(rng.integers(3, 13)), "mean": mean, "sd": spread}


def folds_answers(case: dict[str, float]) -> Key:
    k, mean, sd = case["folds"], case["mean"], case["sd"]
    n = k * case["repetitions"]
    plain, corrected = mean / (sd / sqrt(n)), mean / (sd * sqrt(1 / n + 1 / (k - 1)))
    second = [mean / (sd * sqrt(1 / n + 1 / k)), mean / (sd * sqrt(1 / k + 1 / (k - 1)))]
    others = [(plain, other) for other in (plain, *second)]
    return {
        "comparison-4": drawing.question(
            [(plain, corrected), (corrected, plain), (mean / sd, corrected), *others],
            "Divide the mean by the standard deviation times a root. The correction adds a second term below the root.",
            "The plain one comes first. The correction makes t smaller.",
            "Your plain t divides by the standard deviation. Divide by the standard error.",
            "The folds share samples, so the correction has to make t smaller.",
            "You added the share of the test part. The term is this share over the share of the training part.",
            "Your 1/J counts the folds of one repetition. J is the number of all differences.",
        )
    }


def p_values(rng: Rng) -> list[float] | None:
    """Five p-values in any order, of which one would be adjusted to less than a smaller one."""
    p = [round(float(p), 3) for p in np.exp(rng.uniform(np.log(0.002), np.log(0.3), 5))]
    return p if len(set(p)) == 5 and len(np.unique(comparison.holm(p))) >= 4 else None


def stepwise(p: NDArray[Any]) -> NDArray[Any]:
    """Holm's products without the last rule: that none may fall below the one before."""
    return np.minimum(1, p * (len(p) - np.argsort(np.argsort(p))))


def p_values_answers(case: list[float]) -> Key:
    p = np.array(case)
    right, bonferroni = comparison.holm(p), np.minimum(1, 5 * p)
    return {
        "comparison-5": drawing.question(
            [right, p, bonferroni, stepwise(p), np.sort(right)],
            "The smallest p times 5, the next times 4, and so on. None may fall below the one before.",
            "Those are the p-values as they were. Five tests have five chances of a false alarm.",
            "You multiplied all by 5. Holm's method does so with the smallest p only.",
            "One of your numbers is below that of a smaller p-value. None may fall below the one before.",
            "Those are sorted. Put each one where its pair stands in the table.",
        )
    }


def errors(rng: Rng) -> list[list[int]]:
    """Error rates in percent of three programs on six data sets, two of which have a tie."""
    table = [rng.choice(np.arange(3, 30), 3, replace=False) for _ in range(6)]
    for place in rng.choice(6, 2, replace=False):
        first, second = rng.choice(3, 2, replace=False)
        table[place][first] = table[place][second]
    return [row.tolist() for row in table]


def errors_answers(case: list[list[int]]) -> Key:
    table = np.array(case)
    below = (table[:, None, :] < table[:, :, None]).sum(axis=2)
    tied = (table[:, None, :] == table[:, :, None]).sum(axis=2)
    right, lowest, highest = below + (tied + 1) / 2, below + 1, below + tied
    return {
        "comparison-6": drawing.question(
            [each.mean(axis=0) for each in (right, 4 - right, lowest, highest, table)],
            "Rank the programs within each data set, then take the mean over the data sets.",
            "Upside down: these are error rates, so the lowest is the best.",
            "You gave both programs of a tie the better rank. They share the mean of the two ranks.",
            "You gave both programs of a tie the worse rank. They share the mean of the two ranks.",
            "Those are mean error rates, which the hard data sets rule. Rank within each data set.",
        )
    }


# ---------------------------------------------------------------- with the package


def plants(rng: Rng) -> tuple[NDArray[Any], ...] | None:
    """Photos of forty plants: whether the plant is poisonous, and whether the app says so."""
    number = rng.integers(3, 9, 40)
    plant = np.repeat(np.arange(1, 41), number)
    poisonous = (rng.random(40) < rng.uniform(0.3, 0.45)).astype(int)
    easy = np.where(poisonous, rng.beta(3, 1, 40), rng.beta(1, 6, 40))
    called = (rng.random(len(plant)) < easy[plant - 1]).astype(int)
    return (plant, poisonous[plant - 1], called) if 10 <= poisonous.sum() <= 20 else None


def plants_answers(case: tuple[NDArray[Any], ...]) -> Key:
    plant, truth, called = case
    options: list[dict[str, Any]] = [{"groups": plant}, {}, {"groups": plant, "level": 0.9}]
    intervals = [tuple(comparison.interval(confusion.f1, truth, called, rng=0, **each)) for each in options]
    accuracy = tuple(comparison.interval(confusion.accuracy, truth, called, groups=plant, rng=0))
    return {
        "comparison-7": drawing.question(
            [*intervals, accuracy],
            "Photos of one plant are alike. Draw plants, each with all its photos: `groups=`.",
            "You drew single photos, as if each showed a plant of its own.",
            "That is the 90% interval.",
            "That is the interval of the accuracy.",
        )
    }


# ---------------------------------------------------------------- a colleague's evaluation


def speakers(rng: Rng) -> dict[str, Any] | None:
    """Whether each program understands five clips of each speaker, and differences over folds."""
    voices, harder = rng.normal(rng.uniform(1.1, 1.7), 0.9, 90), rng.normal(0, 0.8, (90, 2))
    clips: dict[str, list[Any]] = {
        "use": np.repeat(["validation", "test"], [150, 300]).tolist(),
        "speaker": np.repeat(np.arange(1, 91), 5).tolist(),
    }
    for name in ["a", *RUNS]:
        level = voices + harder[:, int(name != "a")] + (0 if name == "a" else rng.normal(0.4, 0.25))
        clips[name] = (rng.random((90, 5)) < 1 / (1 + np.exp(-level[:, None]))).astype(int).ravel().tolist()
    gain, spread = rng.uniform(0.014, 0.024), rng.uniform(0.02, 0.03)
    differences = (np.round(rng.normal(gain, spread, (5, 5)), 3) + 0).tolist()
    on_validation, on_test = (
        np.array([np.mean(clips[run][part]) for run in RUNS]) for part in [slice(150), slice(150, None)]
    )
    tied = any(np.sum(scores == scores.max()) > 1 for scores in (on_validation, on_test))
    if tied or not drawing.told_apart([on_test[on_validation.argmax()], on_test.max()]):
        return None
    return {"clips": drawing.csv_text(list(clips), *clips.values()), "differences": differences}


def speakers_answers(case: dict[str, Any]) -> Key:
    with drawing.beside({"clips.csv": case["clips"]}):
        return colleague_answers(evaluation(case["differences"], "picked"), PLANTED)


PLANTED = drawing.plants("""
picked: The run is picked on the test clips.
- np.mean(validation[run])
+ np.mean(test[run])
The program picks the run that understands most validation clips, as the rule says.

n: The interval of the share of served speakers counts each speaker five times, once for each clip.
- comparison.proportion_interval(served.sum(), len(served))
+ comparison.proportion_interval(np.repeat(served, 5).sum(), len(test))
Count each speaker five times: Wilson's interval is then narrower than the reported one.

rows: The interval of the difference draws single clips.
- comparison.difference(confusion.accuracy, yes, test["a"], right, groups=test["speaker"], rng=0)
+ comparison.difference(confusion.accuracy, yes, test["a"], right, rng=0)
Draw single clips with the same seed: you get other bounds than the report.

separate: The interval of the difference is put together from an interval of each program.
- gap = comparison.difference(confusion.accuracy, yes, test["a"], right, groups=test["speaker"], rng=0)
- gap_low, gap_high = gap.low, gap.high
+ of_a = comparison.interval(confusion.accuracy, yes, test["a"], groups=test["speaker"], rng=0)
+ of_b = comparison.interval(confusion.accuracy, yes, right, groups=test["speaker"], rng=0)
+ gap_low, gap_high = of_b.low - of_a.high, of_b.high - of_a.low
Take the interval of each program, and combine their bounds: you get other bounds than the report.

level: The share of served speakers has an interval of 99%.
- comparison.proportion_interval(served.sum(), len(served))
+ comparison.proportion_interval(served.sum(), len(served), level=0.99)
Wilson's interval with a confidence of 99% is wider than the reported one.

folds: The t-test takes the differences over the folds as independent.
- test_share=1 / 5
+ test_share=0
The plain t-test gives another p-value than the report.
""")
EVALUATION = '''"""What the report says of the recipe B."""

import numpy as np

from evalbook import comparison, confusion

RUNS = {runs}
DIFFERENCES = {differences}

clips = np.genfromtxt("clips.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
validation, test = clips[clips["use"] == "validation"], clips[clips["use"] == "test"]
picked = max(RUNS, key=lambda run: np.mean(validation[run]))
right, yes = test[picked], np.ones(len(test), dtype=int)

served = right.reshape(-1, 5).sum(axis=1) >= 4
served_low, served_high = comparison.proportion_interval(served.sum(), len(served))
gap = comparison.difference(confusion.accuracy, yes, test["a"], right, groups=test["speaker"], rng=0)
gap_low, gap_high = gap.low, gap.high
recipes = comparison.corrected_t_test(np.ravel(DIFFERENCES), test_share=1 / 5)

report = {{
    "accuracy of the run": np.mean(right),
    "share of speakers who are served, lower bound": served_low,
    "share of speakers who are served, upper bound": served_high,
    "accuracy of the run minus that of A, lower bound": gap_low,
    "accuracy of the run minus that of A, upper bound": gap_high,
    "recipe B against recipe A, p-value": recipes.p_value,
}}
'''


def evaluation(differences: list[list[float]], planted: str) -> str:
    """The colleague's program, with one mistake."""
    rows = "".join(f"    {row},\n" for row in differences)
    right = EVALUATION.format(runs=json.dumps(RUNS), differences=f"[\n{rows}]")
    return drawing.with_mistake(right, PLANTED[planted])


def colleague_answers(source: str, suspicions: Iterable[str]) -> Key:
    suspect = "Compute each line of the report by its rule, then see which mistake gives the reported number."
    compute = "Four rules give the six numbers. Follow them one by one, with `rng=0`."
    refuted = "One of the four rules was not followed. Compute each line by its rule."
    return {
        "comparison-8": drawing.which_mistake(suspicions, source, PLANTED, suspect),
        "comparison-9": drawing.corrected_report(source, PLANTED, compute, refuted),
    }


# ---------------------------------------------------------------- the argued question


def labels(rng: Rng) -> dict[str, int] | None:
    """On how many labels two programs are right: few labels, and no clear difference."""
    limits = {"labels": (150, 260), "only_a": (5, 9), "only_b": (11, 17), "neither": (4, 9)}
    case = {name: int(rng.integers(*limit)) for name, limit in limits.items()}
    return case if 0.1 < coins(case["only_a"], case["only_a"] + case["only_b"]) < 0.35 else None

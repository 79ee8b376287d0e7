"""Draw the numbers, the data and the planted mistake of the homework on comparing models.

Each question has a function that draws it and one that lists its right answer and the named mistakes. A draw is kept
where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import ceil, comb, log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import comparison, confusion

MARGIN = 0.03
"""The judge takes what is rounded to 1 percent, so what is to be told apart differs by more, as a share."""
RUNS = ["b1", "b2", "b3", "b4"]

Answers = list[Any]


def draw(rng: np.random.Generator) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "drone": drawn(rng, drone, drone_answers),
        "readers": drawn(rng, readers, readers_answers),
        "seeds": drawn(rng, seeds, seeds_answers),
        "folds": drawn(rng, folds, folds_answers),
        "p_values": drawn(rng, p_values, p_values_answers),
        "errors": drawn(rng, errors, errors_answers),
        "labels": drawn(rng, labels, labels_answers),
        "suspicions": {name: PLANTED[name][0] for name in rng.permutation(list(PLANTED)).tolist()},
    }
    photos = drawn(rng, plants, plants_answers)
    trial = drawn(rng, speakers, speakers_answers)
    return {
        "case.json": json.dumps(case, indent=1),
        "photos.csv": as_csv(dict(zip(["plant", "poisonous", "called"], photos, strict=True))),
        "clips.csv": as_csv(trial["clips"]),
        "evaluation.py": evaluation(trial["differences"], rng.choice(list(PLANTED))),
    }


# ---------------------------------------------------------------- what can be told apart


def drawn(rng: np.random.Generator, question: Callable[..., Any], answers: Callable[..., Iterable[Answers]]) -> Any:
    """A draw of the question whose answers can be told apart."""
    while True:
        found = question(rng)
        if all(apart(each) for each in answers(found)):
            return found


def apart(answers: Answers) -> bool:
    """Whether all are finite, the first one, which is right, may be rounded, and any two differ by the margin."""
    rows = [np.atleast_1d(np.asarray(each, dtype=float)) for each in answers]
    if not all(np.isfinite(row).all() for row in rows) or not all(may_be_rounded(right) for right in rows[0]):
        return False
    pairs = combinations(rows, 2)
    return all(np.any(np.abs(a - b) > MARGIN * np.maximum(np.abs(a), np.abs(b))) for a, b in pairs)


def may_be_rounded(right: float) -> bool:
    """Whether it is neither 0 nor 1, and three digits of it are not read as one: 0.3002 rounds to 0.3."""
    short = f"{right:.3g}"
    return right not in (0, 1) and (len(short.strip("-0.").replace(".", "")) > 1 or float(short) == right)


# ---------------------------------------------------------------- by hand


def drone(rng: np.random.Generator) -> dict[str, float]:
    """Landings without a crash, and the rate of crashes that a town allows."""
    return {"landings": int(rng.integers(41, 160)), "allowed": int(rng.integers(4, 20)) / 1000}


def drone_answers(case: dict[str, float]) -> list[Answers]:
    n, allowed = case["landings"], case["allowed"]
    (end, needed), (one_sided, fewer) = (
        (1 - alpha ** (1 / n), ceil(log(alpha) / log(1 - allowed))) for alpha in (0.025, 0.05)
    )
    return [[(end, needed), (one_sided, needed), (end, fewer), (one_sided, fewer), (0, needed), (1 / n, needed)]]


def readers(rng: np.random.Generator) -> dict[str, int]:
    """On how many letters each of two readers is right, and on how many both are."""
    only_a, only_b, both = (int(rng.integers(*limits)) for limits in [(2, 8), (8, 17), (70, 130)])
    letters = both + only_a + only_b + int(rng.integers(4, 20))
    return {"letters": letters, "a": both + only_a, "b": both + only_b, "both": both}


def coins(fewer: int, n: int) -> float:
    """The probability that n fair coins differ at least as much, in either direction."""
    return min(1.0, 2 * sum(comb(n, k) for k in range(fewer + 1)) / 2**n)


def two_groups(a: int, b: int, n: int) -> float:
    """The two-sided p-value of a and b of n, as if they were of two separate groups."""
    share = (a + b) / (2 * n)
    return 2 * NormalDist().cdf(-abs(a - b) / n / sqrt(2 * share * (1 - share) / n))


def readers_answers(case: dict[str, int]) -> list[Answers]:
    only_a, only_b = case["a"] - case["both"], case["b"] - case["both"]
    n, p = only_a + only_b, coins(min(only_a, only_b), only_a + only_b)
    own = comb(n, only_a) / 2**n
    others = [p / 2, p - own, two_groups(case["a"], case["b"], case["letters"])]
    return [[(only_a, only_b, p), (only_b, only_a, p), *((only_a, only_b, one) for one in others)]]


def seeds(rng: np.random.Generator) -> dict[str, float]:
    """How many runs are trained, and how probable it is that one of them reaches the score to beat."""
    return {"runs": int(rng.integers(6, 31)), "chance": int(rng.integers(15, 90)) / 1000}


def seeds_answers(case: dict[str, float]) -> list[Answers]:
    m, chance = case["runs"], case["chance"]
    best, needed = 1 - (1 - chance) ** m, ceil(log(0.5) / log(1 - chance))
    others = [m * chance, chance, 1 - best]
    return [[(best, needed), *((one, needed) for one in others), (best, ceil(0.5 / chance))]]


def folds(rng: np.random.Generator) -> dict[str, float]:
    """What is known of the differences of accuracy over a cross-validation that is repeated."""
    mean, spread = int(rng.integers(8, 30)) / 1000, int(rng.integers(18, 50)) / 1000
    return {"folds": int(rng.choice([4, 5, 8])), "repetitions": int(rng.integers(3, 13)), "mean": mean, "sd": spread}


def folds_answers(case: dict[str, float]) -> list[Answers]:
    k, mean, sd = case["folds"], case["mean"], case["sd"]
    n = k * case["repetitions"]
    plain, corrected = mean / (sd / sqrt(n)), mean / (sd * sqrt(1 / n + 1 / (k - 1)))
    second = [mean / (sd * sqrt(1 / n + 1 / k)), mean / (sd * sqrt(1 / k + 1 / (k - 1)))]
    others = [(plain, other) for other in (plain, *second)]
    return [[(plain, corrected), (corrected, plain), (mean / sd, corrected), *others]]


def p_values(rng: np.random.Generator) -> list[float]:
    """Five p-values in any order, of which one would be adjusted to less than a smaller one."""
    return np.round(np.exp(rng.uniform(np.log(0.002), np.log(0.3), 5)), 3).tolist()


def stepwise(p: NDArray[Any]) -> NDArray[Any]:
    """Holm's products without the last rule: that none may fall below the one before."""
    return np.minimum(1, p * (len(p) - np.argsort(np.argsort(p))))


def p_values_answers(case: list[float]) -> list[Answers]:
    p = np.array(case)
    right, bonferroni = comparison.holm(p), np.minimum(1, 5 * p)
    if len(set(case)) < 5 or len(np.unique(right)) < 4:
        return [[np.nan]]
    return [[right, p, bonferroni, stepwise(p), np.sort(right)]]


def errors(rng: np.random.Generator) -> list[list[int]]:
    """Error rates in percent of three programs on six data sets, two of which have a tie."""
    table = [rng.choice(np.arange(3, 30), 3, replace=False) for _ in range(6)]
    for place in rng.choice(6, 2, replace=False):
        first, second = rng.choice(3, 2, replace=False)
        table[place][first] = table[place][second]
    return [row.tolist() for row in table]


def errors_answers(case: list[list[int]]) -> list[Answers]:
    table = np.array(case)
    below = (table[:, None, :] < table[:, :, None]).sum(axis=2)
    tied = (table[:, None, :] == table[:, :, None]).sum(axis=2)
    right, lowest, highest = below + (tied + 1) / 2, below + 1, below + tied
    return [[each.mean(axis=0) for each in (right, 4 - right, lowest, highest, table)]]


# ---------------------------------------------------------------- with the package


def plants(rng: np.random.Generator) -> tuple[NDArray[Any], ...]:
    """Photos of forty plants: whether the plant is poisonous, and whether the app says so."""
    number = rng.integers(3, 9, 40)
    plant = np.repeat(np.arange(1, 41), number)
    poisonous = (rng.random(40) < rng.uniform(0.3, 0.45)).astype(int)
    easy = np.where(poisonous, rng.beta(3, 1, 40), rng.beta(1, 6, 40))
    return plant, poisonous[plant - 1], (rng.random(len(plant)) < easy[plant - 1]).astype(int)


def plants_answers(case: tuple[NDArray[Any], ...]) -> list[Answers]:
    plant, truth, called = case
    if not 10 <= len(np.unique(plant[truth == 1])) <= 20:
        return [[np.nan]]
    options: list[dict[str, Any]] = [{"groups": plant}, {}, {"groups": plant, "level": 0.9}]
    intervals = [tuple(comparison.interval(confusion.f1, truth, called, rng=0, **each)) for each in options]
    return [[*intervals, tuple(comparison.interval(confusion.accuracy, truth, called, groups=plant, rng=0))]]


# ---------------------------------------------------------------- a colleague's evaluation


def speakers(rng: np.random.Generator) -> dict[str, Any]:
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
    return {"clips": clips, "differences": (np.round(rng.normal(gain, spread, (5, 5)), 3) + 0).tolist()}


def speakers_answers(case: dict[str, Any]) -> Iterator[Answers]:
    """The lines of the right report, each with those of the planted mistakes; what takes long comes last."""
    clips = {name: np.array(values) for name, values in case["clips"].items()}
    test = clips["use"] == "test"
    on = {half: [clips[run][test == (half == "test")].mean() for run in RUNS] for half in ["validation", "test"]}
    tied = any(sorted(scores)[-1] == sorted(scores)[-2] for scores in on.values())
    picked, lucky = (int(np.argmax(scores)) for scores in on.values())
    yield [np.nan if tied else on["test"][picked], on["test"][lucky]]

    differences = np.ravel(case["differences"])
    yield [comparison.corrected_t_test(differences, test_share=rho).p_value for rho in (0.2, 0)]

    right, a, speaker = clips[RUNS[picked]][test], clips["a"][test], clips["speaker"][test]
    served = right.reshape(-1, 5).sum(axis=1) >= 4
    yield [tuple(comparison.proportion_interval(int(times * served.sum()), times * 60)) for times in (1, 5)]

    yes = np.ones(len(right), dtype=int)
    gaps = [comparison.difference(confusion.accuracy, yes, a, right, rng=0, groups=by) for by in (speaker, None)]
    of_a, of_b = (comparison.interval(confusion.accuracy, yes, one, groups=speaker, rng=0) for one in (a, right))
    yield [*((gap.low, gap.high) for gap in gaps), (of_b.low - of_a.high, of_b.high - of_a.low)]


PLANTED = {
    "picked": (
        "The run is picked on the test clips.",
        "np.mean(validation[run])",
        "np.mean(test[run])",
    ),
    "n": (
        "The interval of the share of served speakers counts each speaker five times, once for each clip.",
        "comparison.proportion_interval(served.sum(), len(served))",
        "comparison.proportion_interval(np.repeat(served, 5).sum(), len(test))",
    ),
    "rows": (
        "The interval of the difference draws single clips.",
        'comparison.difference(confusion.accuracy, yes, test["a"], right, groups=test["speaker"], rng=0)',
        'comparison.difference(confusion.accuracy, yes, test["a"], right, rng=0)',
    ),
    "separate": (
        "The interval of the difference is put together from an interval of each program.",
        'gap = comparison.difference(confusion.accuracy, yes, test["a"], right, groups=test["speaker"], rng=0)\n'
        "gap_low, gap_high = gap.low, gap.high",
        'of_a = comparison.interval(confusion.accuracy, yes, test["a"], groups=test["speaker"], rng=0)\n'
        'of_b = comparison.interval(confusion.accuracy, yes, right, groups=test["speaker"], rng=0)\n'
        "gap_low, gap_high = of_b.low - of_a.high, of_b.high - of_a.low",
    ),
    "folds": (
        "The t-test takes the differences over the folds as independent.",
        "test_share=1 / 5",
        "test_share=0",
    ),
}
"""What the student may suspect, what the lines should say, and what they say where the mistake is planted."""

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
    _, lines, mistaken = PLANTED[planted]
    assert right.count(lines) == 1
    return right.replace(lines, mistaken)


# ---------------------------------------------------------------- the argued question


def labels(rng: np.random.Generator) -> dict[str, int]:
    """On how many labels two programs are right: few labels, and no clear difference."""
    limits = {"labels": (150, 260), "only_a": (5, 9), "only_b": (11, 17), "neither": (4, 9)}
    return {name: int(rng.integers(*limit)) for name, limit in limits.items()}


def labels_answers(case: dict[str, int]) -> list[Answers]:
    p = coins(case["only_a"], case["only_a"] + case["only_b"])
    return [[p if 0.1 < p < 0.35 else np.nan]]


def as_csv(columns: dict[str, Iterable[Any]]) -> str:
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    return "".join(",".join(map(str, row)) + "\n" for row in rows)

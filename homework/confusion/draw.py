"""Draw the numbers, the data and the planted mistake of the homework on confusion metrics.

Each question has a function that draws it and one that lists its right answer and the named mistakes. A draw is kept
where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from homework.drawing import ILL_POSED, Answers, csv_text, drawn, in_drawn_order, with_mistake
from numpy.typing import NDArray

from evalbook import confusion
from evalbook.confusion import Counts

KINDS = ["cartons", "cork", "glass", "metal", "paper", "plastic", "rubber", "textiles", "wood"]


def draw(rng: np.random.Generator) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "forest": drawn(rng, forest, forest_answers),
        "rules": drawn(rng, rules, rules_answers),
        "nest": drawn(rng, nest, nest_answers),
        "fruit": drawn(rng, fruit, fruit_answers),
        "choice": drawn(rng, choice, choice_answers),
    }
    first = drawn(rng, first_sorter, first_answers)
    second = drawn(rng, second_sorter, second_answers)
    suspicions = {name: text.format(chosen=second["chosen"]) for name, (text, _, _) in PLANTED.items()}
    case["suspicions"] = in_drawn_order(rng, suspicions)
    return {
        "case.json": json.dumps(case, indent=1),
        "items.csv": csv_text(["kind", "call"], *first),
        "second.csv": csv_text(["kind", "call"], second["kind"], second["call"]),
        "evaluation.py": evaluation(second, rng.choice(list(PLANTED))),
    }


# ---------------------------------------------------------------- by hand


def forest(rng: np.random.Generator) -> dict[str, Any]:
    """A recorder's four counts, and the share of minutes with a call in another forest."""
    tp, fn, fp = (int(rng.integers(*limits)) for limits in [(30, 60), (8, 30), (10, 60)])
    tn = 100 * int(rng.integers(5, 12)) - tp - fp - fn
    return {"tp": tp, "fp": fp, "fn": fn, "tn": tn, "elsewhere": int(rng.integers(4, 16)) / 1000}


def forest_answers(case: dict[str, Any]) -> list[Answers]:
    counts = Counts(case["tp"], case["fp"], case["fn"], case["tn"])
    p, r, here, there = counts.precision, counts.recall, counts.prevalence, case["elsewhere"]
    both = [(p, r), (r, p), (p, counts.specificity), (counts.tp / counts.total,) * 2]
    right = there * r / (there * r + (1 - there) * counts.fpr)
    swapped = there * r / (there * r + (1 - there) * counts.specificity)
    return [both, [right, p, p * there / here, r, swapped, there]]


def rules(rng: np.random.Generator) -> list[list[float]]:
    """Precision and recall of two rules: the first one is the more precise, the second one finds more."""
    high, low = rng.integers(70, 95, 2) / 100, rng.integers(30, 65, 2) / 100
    return [[float(high[0]), float(low[0])], [float(low[1]), float(high[1])]]


def rules_answers(case: list[list[float]]) -> list[Answers]:
    (p1, r1), (p2, r2) = case
    square = (1 / p2 - 1 / p1) / (1 / r1 - 1 / r2)
    ratio = (p1 - p2) / (r2 - r1)
    return [[np.sqrt(square), square, 1 / np.sqrt(square), ratio, np.sqrt(ratio)]]


def nest(rng: np.random.Generator) -> dict[str, int]:
    """Counts beside a nest, where most minutes hold a call."""
    limits = {"tp": (150, 260), "fp": (8, 20), "fn": (5, 20), "tn": (3, 12)}
    return {name: int(rng.integers(*limit)) for name, limit in limits.items()}


def nest_answers(case: dict[str, int]) -> list[Answers]:
    counts, quiet = Counts(**case), Counts(case["tn"], case["fn"], case["fp"], case["tp"])
    mcc = counts.matthews_correlation
    right = (quiet.f1, mcc)
    return [[right, (counts.f1, mcc), (1 - counts.f1, mcc), (quiet.f1, -mcc), (counts.accuracy, mcc), right[::-1]]]


def fruit(rng: np.random.Generator) -> list[list[int]]:
    """A table of three classes, the first one common and the last one rare."""
    table = rng.integers(1, 6, (3, 3))
    table[np.diag_indices(3)] = rng.integers(8, 20), rng.integers(4, 10), rng.integers(2, 5)
    table[0, 2] += rng.integers(4, 12)
    return [[int(count) for count in row] for row in table]


def fruit_answers(case: list[list[int]]) -> list[Answers]:
    matrix = confusion.ConfusionMatrix(np.array(case), labels=(0, 1, 2))
    classes = matrix.one_vs_rest()
    mean_of_f1s, f1_of_means = float(classes.f1.mean()), confusion.macro_average(classes).f1
    weighted = np.average(classes.f1, weights=classes.positives)
    both = [(mean_of_f1s, f1_of_means), (f1_of_means, mean_of_f1s)]
    both += [(mean_of_f1s, other) for other in (mean_of_f1s, matrix.accuracy)] + [(weighted, f1_of_means)]
    return [both]


# ---------------------------------------------------------------- with the package


def first_sorter(rng: np.random.Generator) -> tuple[NDArray[np.str_], NDArray[np.str_]]:
    """Five kinds, of which the rarest is never called, and calls of which some are "unsure"."""
    kinds = rng.choice(KINDS, 5, replace=False)
    sizes = np.array([rng.integers(150, 220), rng.integers(90, 140), rng.integers(50, 80), rng.integers(25, 45), 0])
    sizes[4] = rng.integers(8, 16)
    share = 0.12 * rng.dirichlet(np.ones(4), 5)
    share[np.arange(4), np.arange(4)] += rng.uniform(0.55, 0.85, 4)
    share[4] += rng.dirichlet(np.ones(4)) * 0.6
    calls = np.append(kinds[:4], "unsure")
    return shuffled(rng, kinds, sizes, calls, np.column_stack([share, 1 - share.sum(axis=1)]))


def first_answers(case: tuple[NDArray[np.str_], NDArray[np.str_]]) -> list[Answers]:
    kind, call = case
    kinds = np.unique(kind)
    five = confusion.confusion_matrix(kind, call).one_vs_rest()[np.isin(np.unique([*kind, *call]), kinds)]
    precision = np.nan_to_num(five.precision)
    left_out, zero, six = precision.sum() / 4, precision.mean(), precision.sum() / 6
    macro = [(left_out, zero), (zero, left_out), (zero, six), (left_out, left_out)]
    macro += [(np.average(precision, weights=five.positives),) * 2]
    accuracy, sure = np.mean(kind == call), np.mean(kind == call) / np.mean(call != "unsure")
    micro = [(sure, accuracy), (accuracy, accuracy), (accuracy, sure), (sure, sure)]
    return [macro, [*micro, (left_out, five.recall.mean())]]


def second_sorter(rng: np.random.Generator) -> dict[str, Any]:
    """Four kinds in an order that is not the alphabet's, and one of them whose precision is reported."""
    kinds = rng.choice(KINDS, 4, replace=False)
    sizes = np.array([rng.integers(low, high) for low, high in [(150, 240), (70, 120), (30, 60), (12, 25)]])
    share = rng.uniform(0.2, 0.45, (4, 1)) * rng.dirichlet(np.ones(4), 4)
    share[np.diag_indices(4)] += 1 - share.sum(axis=1)
    kind, call = shuffled(rng, kinds, sizes, kinds, share)
    moved = [name for place, name in enumerate(kinds.tolist()) if sorted(kinds.tolist()).index(name) != place]
    chosen = str(rng.choice(moved)) if moved else None
    return {"kind": kind, "call": call, "kinds": kinds.tolist(), "chosen": chosen}


def second_answers(case: dict[str, Any]) -> list[Answers]:
    if case["chosen"] is None:
        return [ILL_POSED]
    matrix = confusion.confusion_matrix(case["kind"], case["call"], labels=case["kinds"])
    each, of = matrix.one_vs_rest(), case["kinds"].index(case["chosen"])
    other = sorted(case["kinds"]).index(case["chosen"])
    precision, macro, balanced = each.precision[of], each.f1.mean(), matrix.balanced_accuracy
    return [
        [precision, each.precision[other], each.recall[of]],
        [macro, confusion.macro_average(each).f1, matrix.accuracy, np.average(each.f1, weights=each.positives)],
        [balanced, each.precision.mean(), matrix.accuracy],
    ]


def shuffled(
    rng: np.random.Generator, kinds: NDArray[Any], sizes: NDArray[Any], calls: NDArray[Any], share: NDArray[Any]
) -> tuple[NDArray[np.str_], NDArray[np.str_]]:
    """Items of each kind, called with the shares of its row, in any order."""
    kind = np.repeat(kinds, sizes)
    call = np.concatenate([rng.choice(calls, size, p=row) for size, row in zip(sizes, share, strict=True)])
    order = rng.permutation(len(kind))
    return kind[order], call[order]


# ---------------------------------------------------------------- a colleague's evaluation

PLANTED = {
    "swapped": (
        "The table has the calls in its rows, but the code reads it as if the true kinds stood there.",
        "(kind == row) & (call == column)",
        "(call == row) & (kind == column)",
    ),
    "position": (
        "The precision of {chosen} is taken from the place of another kind.",
        "precision[KINDS.index(CHOSEN)]",
        "precision[sorted(KINDS).index(CHOSEN)]",
    ),
    "f1 of means": (
        "The macro-F1 is the F1 of the mean precision and the mean recall.",
        "f1.mean()",
        "2 / (1 / precision.mean() + 1 / recall.mean())",
    ),
    "micro": (
        "The macro-F1 is the F1 of the added counts.",
        "f1.mean()",
        "2 * hits.sum() / (calls.sum() + items.sum())",
    ),
    "weighted": (
        "The macro-F1 lets each kind count by its number of items.",
        "f1.mean()",
        "f1 @ items / items.sum()",
    ),
    "accuracy": (
        "The balanced accuracy lets each kind count by its number of items.",
        "np.mean(hits / items)",
        "np.sum(hits) / np.sum(items)",
    ),
}
"""What the student may suspect, what the line should say, and what it says where the mistake is planted."""

EVALUATION = '''"""What the report says of the second camera."""

import numpy as np

KINDS = {kinds}
CHOSEN = "{chosen}"

kind, call = np.loadtxt("second.csv", dtype=str, delimiter=",", skiprows=1).T
table = np.array([[np.sum((kind == row) & (call == column)) for column in KINDS] for row in KINDS])
hits, items, calls = np.diag(table), table.sum(axis=1), table.sum(axis=0)
precision, recall = hits / calls, hits / items
f1 = 2 * precision * recall / (precision + recall)

report = {{
    "the precision of {chosen}": precision[KINDS.index(CHOSEN)],
    "macro-F1, as the mean of the F1s": f1.mean(),
    "balanced accuracy": np.mean(hits / items),
}}
'''


def evaluation(sorter: dict[str, Any], planted: str) -> str:
    """The colleague's program, with one mistake."""
    right = EVALUATION.format(kinds=json.dumps(sorter["kinds"]), chosen=sorter["chosen"])
    return with_mistake(right, *PLANTED[planted][1:])


# ---------------------------------------------------------------- the argued question


def choice(rng: np.random.Generator) -> dict[str, Any]:
    """Two sorters on the same items: one has the higher accuracy, the other finds the batteries."""
    items = [int(rng.integers(low, high)) for low, high in [(350, 500), (200, 300), (90, 160), (9, 15)]]
    good, poor = rng.uniform(0.93, 0.97, 3), rng.uniform(0.86, 0.91, 3)
    found = [[*np.rint(share * items[:3]).astype(int).tolist(), rare] for share, rare in [(good, 0), (poor, 0)]]
    found[0][3], found[1][3] = int(rng.integers(1, 3)), items[3] - int(rng.integers(1, 3))
    order = rng.permutation(2)
    return {
        "kinds": ["paper", "plastic", "glass", "batteries"],
        "items": items,
        "found": {name: found[place] for name, place in zip("AB", order, strict=True)},
    }


def choice_answers(case: dict[str, Any]) -> list[Answers]:
    found, items = np.array(list(case["found"].values())), np.array(case["items"])
    accuracy, balanced = found.sum(axis=1) / items.sum(), np.mean(found / items, axis=1)
    disagree = np.prod([accuracy[0] - accuracy[1], balanced[0] - balanced[1]]) < 0
    return [accuracy.tolist(), balanced.tolist(), [0.5 if disagree else np.nan]]

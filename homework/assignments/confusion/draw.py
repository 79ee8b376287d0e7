"""Draw the numbers, the data and the planted mistake of the homework on confusion metrics.

What is drawn has a function that draws it and one that answers its questions: first the right answer, then the named
mistakes. A draw is kept where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import confusion
from evalbook.confusion import Counts
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Rng

KINDS = ["cartons", "cork", "glass", "metal", "paper", "plastic", "rubber", "textiles", "wood"]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "forest": drawing.drawn(rng, forest, forest_answers),
        "rules": drawing.drawn(rng, rules, rules_answers),
        "nest": drawing.drawn(rng, nest, nest_answers),
        "fruit": drawing.drawn(rng, fruit, fruit_answers),
        "choice": drawing.redrawn(rng, choice),
    }
    first = drawing.drawn(rng, first_sorter, first_answers)
    second = drawing.drawn(rng, second_sorter, second_answers)
    suspicions = {name: one.says.format(chosen=second["chosen"]) for name, one in PLANTED.items()}
    case["suspicions"] = drawing.in_drawn_order(rng, suspicions)
    program = evaluation(second, rng.choice(list(PLANTED)))
    case["scanner"] = drawing.drawn(rng, scanner, scanner_answers)
    return {
        "case.json": drawing.json_text(case),
        "items.csv": drawing.csv_text(["kind", "call"], *first),
        "second.csv": second["items"],
        "evaluation.py": program,
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, items = drawing.case_here(), drawing.rows_here("items.csv")
    return {
        **forest_answers(case["forest"]),
        **rules_answers(case["rules"]),
        **nest_answers(case["nest"]),
        **fruit_answers(case["fruit"]),
        **scanner_answers(case["scanner"]),
        **first_answers((items["kind"], items["call"])),
        **colleague_answers(Path("evaluation.py").read_text("utf-8"), case["suspicions"]),
    }


# ---------------------------------------------------------------- by hand


def forest(rng: Rng) -> dict[str, Any]:
    """A recorder's four counts, and the share of minutes with a call in another forest."""
    tp, fn, fp = (int(rng.integers(*limits)) for limits in [(30, 60), (8, 30), (10, 60)])
    tn = 100 * int(rng.integers(5, 12)) - tp - fp - fn
    return {"tp": tp, "fp": fp, "fn": fn, "tn": tn, "elsewhere": int(rng.integers(4, 16)) / 1000}


def forest_answers(case: dict[str, Any]) -> Key:
    counts = Counts(case["tp"], case["fp"], case["fn"], case["tn"])
    p, r, here, there = counts.precision, counts.recall, counts.prevalence, case["elsewhere"]
    both = [(p, r), (r, p), (p, counts.specificity), (counts.tp / counts.total,) * 2]
    right = there * r / (there * r + (1 - there) * counts.fpr)
    swapped = there * r / (there * r + (1 - there) * counts.specificity)
    return {
        "confusion-1": drawing.question(
            both,
            "Precision divides by the marked minutes, recall by the minutes with an owl.",
            "The two are swapped. Look at the names: in this table a row holds what was marked, a column what is true.",
            "The second one is the specificity, a share of the minutes without an owl.",
            "Neither of the two is a share of all minutes.",
        ),
        "confusion-2": drawing.question(
            [right, p, p * there / here, r, swapped, there],
            "Take 100,000 minutes of the other forest. How many are marked with an owl, and how many without one?",
            "That is the precision in the first forest. It changes with the share of owl minutes.",
            "The precision is not proportional to that share: the right marks stand in its denominator, too.",
            "That is the recall: the share of the owl minutes that is marked.",
            "The wrong marks come from the false positive rate. You took the specificity.",
            "That is the share of owl minutes before any mark. The marks are more often right.",
        ),
    }


def rules(rng: Rng) -> list[list[float]]:
    """Precision and recall of two rules: the first one is the more precise, the second one finds more."""
    high, low = rng.integers(70, 95, 2) / 100, rng.integers(30, 65, 2) / 100
    return [[float(high[0]), float(low[0])], [float(low[1]), float(high[1])]]


def rules_answers(case: list[list[float]]) -> Key:
    (p1, r1), (p2, r2) = case
    square = (1 / p2 - 1 / p1) / (1 / r1 - 1 / r2)
    ratio = (p1 - p2) / (r2 - r1)
    return {
        "confusion-3": drawing.question(
            [np.sqrt(square), square, 1 / np.sqrt(square), np.sqrt(ratio), ratio],
            "Two rules have the same Fβ where 1/P + β²/R is the same.",
            "That is β². The question is about β.",
            "Recall has the weight β², and precision the weight 1. You have it the other way around.",
            "You set the weighted sums of P and R equal. Fβ weighs their inverses.",
            "That compares differences of P and R. Fβ is a mean of their inverses.",
        )
    }


def nest(rng: Rng) -> dict[str, int]:
    """Counts beside a nest, where most minutes hold a call."""
    limits = {"tp": (150, 260), "fp": (8, 20), "fn": (5, 20), "tn": (3, 12)}
    return {name: int(rng.integers(*limit)) for name, limit in limits.items()}


def nest_answers(case: dict[str, int]) -> Key:
    counts, quiet = Counts(**case), Counts(case["tn"], case["fn"], case["fp"], case["tp"])
    f1, mcc = quiet.f1, counts.matthews_correlation
    others = [(counts.f1, mcc), (1 - counts.f1, mcc), (f1, -mcc), (counts.accuracy, mcc), (mcc, f1)]
    return {
        "confusion-4": drawing.question(
            [(f1, mcc), *others],
            "Under the new name TP and TN change places, and so do FP and FN.",
            "Your F1 is that of the old positive class. F1 leaves out the true negatives: now the owl minutes.",
            "The F1s of the two classes do not add up to 1. Count for the new class.",
            "Truth and marks are renamed together, so the sign of their correlation does not change.",
            "The first one is the accuracy. F1 leaves out the minutes that both truth and marks call negative.",
            "The F1 comes first.",
        )
    }


def fruit(rng: Rng) -> list[list[int]]:
    """A table of three classes, the first one common and the last one rare."""
    table = rng.integers(1, 6, (3, 3))
    table[np.diag_indices(3)] = rng.integers(8, 20), rng.integers(4, 10), rng.integers(2, 5)
    table[0, 2] += rng.integers(4, 12)
    return [[int(count) for count in row] for row in table]


def fruit_answers(case: list[list[int]]) -> Key:
    matrix = confusion.ConfusionMatrix(np.array(case), labels=(0, 1, 2))
    classes = matrix.one_vs_rest()
    mean_of_f1s, f1_of_means = float(classes.f1.mean()), confusion.macro_average(classes).f1
    weighted = np.average(classes.f1, weights=classes.positives)
    both = [(mean_of_f1s, f1_of_means), (f1_of_means, mean_of_f1s)]
    both += [(mean_of_f1s, other) for other in (mean_of_f1s, matrix.accuracy)] + [(weighted, f1_of_means)]
    return {
        "confusion-5": drawing.question(
            both,
            "Precision divides the diagonal by the column sums, recall by the row sums.",
            "The mean of the F1s comes first.",
            "The two formulas differ wherever P/R differs from class to class.",
            "The second one is the micro average, or the accuracy. Average P and R over the grades first.",
            "Your first number is the weighted average. In a macro average each grade counts the same.",
        )
    }


def scanner(rng: Rng) -> dict[str, Any] | None:
    """How often a scanner and the truth say "battery", with the truth on either side, and how many batteries there are."""
    batteries, others = int(rng.integers(25, 90)), int(rng.integers(120, 320))
    found, alarms = round(batteries * rng.uniform(0.5, 0.92)), round(others * rng.uniform(0.03, 0.25))
    table = np.array([[found, batteries - found], [alarms, others - alarms]])
    slide = table if rng.random() < 0.5 else table.T
    return None if alarms == batteries - found else {"slide": slide.tolist(), "batteries": batteries}


def scanner_answers(case: dict[str, Any]) -> Key:
    (found, other), (another, quiet) = case["slide"]
    missed, alarms = (other, another) if found + other == case["batteries"] else (another, other)
    n = found + missed + alarms + quiet
    accuracy, never, price = (found + quiet) / n, (alarms + quiet) / n, alarms / found
    second = [(accuracy, one, price) for one in (1 - never, (missed + quiet) / n)]
    third = [(accuracy, never, one) for one in (1 / price, alarms / (found + missed), alarms / missed)]
    turned = (accuracy, (missed + quiet) / n, missed / found)
    return {
        "confusion-6": drawing.question(
            [(accuracy, never, price), turned, (1 - accuracy, never, price), *second, *third],
            "Which sums agree with the number of batteries? That side is the truth. Then compare what the two scanners pay.",
            "You took the other side for the truth. Compare the sums of the rows and of the columns with the number of batteries.",
            "The first one is the error rate.",
            "A scanner that never gives an alarm is right about the parcels without a battery. You took the others.",
            "Your second number comes from the parcels without an alarm. Count the parcels without a battery.",
            "The price is upside down. Each battery that the scanner finds has to pay for its share of the false alarms.",
            "Both scanners miss some of the batteries. Divide by the batteries that only one of them misses.",
            "You divided by the batteries that both scanners miss. These cost the same with either.",
        )
    }


# ---------------------------------------------------------------- with the package


def first_sorter(rng: Rng) -> tuple[NDArray[np.str_], NDArray[np.str_]]:
    """Five kinds, of which the rarest is never called, and calls of which some are "unsure"."""
    kinds = rng.choice(KINDS, 5, replace=False)
    sizes = np.array([rng.integers(150, 220), rng.integers(90, 140), rng.integers(50, 80), rng.integers(25, 45), 0])
    sizes[4] = rng.integers(8, 16)
    share = 0.12 * rng.dirichlet(np.ones(4), 5)
    share[np.arange(4), np.arange(4)] += rng.uniform(0.55, 0.85, 4)
    share[4] += rng.dirichlet(np.ones(4)) * 0.6
    calls = np.append(kinds[:4], "unsure")
    return shuffled(rng, kinds, sizes, calls, np.column_stack([share, 1 - share.sum(axis=1)]))


def first_answers(case: tuple[NDArray[np.str_], NDArray[np.str_]]) -> Key:
    kind, call = case
    kinds = np.unique(kind)
    five = confusion.confusion_matrix(kind, call).one_vs_rest()[np.isin(np.unique([*kind, *call]), kinds)]
    precision = np.nan_to_num(five.precision)
    left_out, zero, six = precision.sum() / 4, precision.mean(), precision.sum() / 6
    weighted = np.average(precision, weights=five.positives)
    macro = [
        (left_out, zero),
        (zero, left_out),
        (zero, six),
        (left_out, six),
        (left_out, left_out),
        (weighted, weighted),
    ]
    accuracy, sure = np.mean(kind == call), np.mean(kind == call) / np.mean(call != "unsure")
    micro = [(sure, accuracy), (accuracy, accuracy), (sure, sure), (accuracy, sure), (left_out, five.recall.mean())]
    return {
        "confusion-7": drawing.question(
            macro,
            "The argument labels says which classes are averaged, and zero_division what 0/0 counts.",
            "The mean without the kind that is never called comes first.",
            "Your second mean is over six labels. The call “unsure” is no kind.",
            "Your second mean is over six labels. The call “unsure” is no kind.",
            "Counted as 0, the fifth kind lowers the mean.",
            "That is the weighted average. In a macro average each kind counts the same.",
        ),
        "confusion-8": drawing.question(
            micro,
            "An item that is called “unsure” is a miss for its own kind, and a false alarm for none.",
            "The two are equal only if all labels are in. The calls “unsure” are calls of none of the five kinds.",
            "An item that is called “unsure” is still an item of its kind, and was not found.",
            "The precision comes first.",
            "Those are macro averages. The micro average adds the counts of all kinds, then divides once.",
        ),
    }


def second_sorter(rng: Rng) -> dict[str, Any] | None:
    """Four kinds in an order that is not the alphabet's, and one of them whose precision is reported."""
    kinds = rng.choice(KINDS, 4, replace=False)
    sizes = np.array([rng.integers(low, high) for low, high in [(150, 240), (70, 120), (30, 60), (12, 25)]])
    share = rng.uniform(0.2, 0.45, (4, 1)) * rng.dirichlet(np.ones(4), 4)
    share[np.diag_indices(4)] += 1 - share.sum(axis=1)
    items = drawing.csv_text(["kind", "call"], *shuffled(rng, kinds, sizes, kinds, share))
    moved = [name for place, name in enumerate(kinds.tolist()) if sorted(kinds.tolist()).index(name) != place]
    return {"items": items, "kinds": kinds.tolist(), "chosen": str(rng.choice(moved))} if moved else None


def second_answers(case: dict[str, Any]) -> Key:
    with drawing.beside({"second.csv": case["items"]}):
        return colleague_answers(evaluation(case, "swapped"), PLANTED)


def shuffled(
    rng: Rng, kinds: NDArray[Any], sizes: NDArray[Any], calls: NDArray[Any], share: NDArray[Any]
) -> tuple[NDArray[np.str_], NDArray[np.str_]]:
    """Items of each kind, called with the shares of its row, in any order."""
    kind = np.repeat(kinds, sizes)
    call = np.concatenate([rng.choice(calls, size, p=row) for size, row in zip(sizes, share, strict=True)])
    order = rng.permutation(len(kind))
    return kind[order], call[order]


# ---------------------------------------------------------------- a colleague's evaluation

PLANTED = drawing.plants("""
swapped: The table has the calls in its rows, but the code reads it as if the true kinds stood there.
- (kind == row) & (call == column)
+ (call == row) & (kind == column)
Take one cell of the table: the code counts items of the row's kind, called the column's kind.

position: The precision of {chosen} is taken from the place of another kind.
- precision[KINDS.index(CHOSEN)]
+ precision[sorted(KINDS).index(CHOSEN)]
The precisions stand in the order of KINDS, and the code takes the place that the kind has there.

f1 of means: The macro-F1 is the F1 of the mean precision and the mean recall.
- f1.mean()
+ 2 / (1 / precision.mean() + 1 / recall.mean())
Put the mean precision and the mean recall into 2PR/(P + R): the report has another macro-F1.

micro: The macro-F1 is the F1 of the added counts.
- f1.mean()
+ 2 * hits.sum() / (calls.sum() + items.sum())
The F1 of the added counts equals the accuracy here, and the report has another macro-F1.

weighted: The macro-F1 lets each kind count by its number of items.
- f1.mean()
+ f1 @ items / items.sum()
Weigh each F1 with the number of items of its kind: the report has another macro-F1.

accuracy: The balanced accuracy lets each kind count by its number of items.
- np.mean(hits / items)
+ np.sum(hits) / np.sum(items)
Count the items that are called rightly: their share is not the reported balanced accuracy.
""")
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
    return drawing.with_mistake(right, PLANTED[planted])


def colleague_answers(source: str, suspicions: Iterable[str]) -> Key:
    suspect = "Compute each line of the report yourself, then see which mistake gives the reported number."
    compute = "The package has a function for each of the three lines."
    refuted = "One of your three numbers is not what its line says. Compute each from its definition."
    return {
        "confusion-9": drawing.which_mistake(suspicions, source, PLANTED, suspect),
        "confusion-10": drawing.corrected_report(source, PLANTED, compute, refuted),
    }


# ---------------------------------------------------------------- the argued question


def choice(rng: Rng) -> dict[str, Any] | None:
    """Two sorters on the same items: A has the higher accuracy, and B finds the batteries."""
    items = [int(rng.integers(low, high)) for low, high in [(350, 500), (200, 300), (90, 160), (9, 15)]]
    good, poor = rng.uniform(0.93, 0.97, 3), rng.uniform(0.86, 0.91, 3)
    found = [[*np.rint(share * items[:3]).astype(int).tolist(), rare] for share, rare in [(good, 0), (poor, 0)]]
    found[0][3], found[1][3] = int(rng.integers(1, 3)), items[3] - int(rng.integers(1, 3))
    rng.permutation(2)  # once it dealt the letters; what is drawn behind it stays as it was
    accuracy, balanced = np.sum(found, axis=1) / sum(items), np.mean(np.divide(found, items), axis=1)
    if accuracy.argmax() == balanced.argmax() or not (drawing.told_apart(accuracy) and drawing.told_apart(balanced)):
        return None
    return {
        "kinds": ["paper", "plastic", "glass", "batteries"],
        "items": items,
        "found": dict(zip("AB", found, strict=True)),
    }

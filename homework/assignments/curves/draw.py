"""The numbers of the homework on curves: cameras that look for defective parts. All data are simulated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import curves
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Rng


def draw(rng: Rng) -> dict[str, str | bytes]:
    small = drawing.drawn(rng, _small, lambda made: small_answers(*made))
    parts, capacity = drawing.drawn(rng, _parts, lambda made: parts_answers(*made))
    trial = drawing.drawn(rng, _trial, lambda made: trial_answers(**made))
    kinds = drawing.drawn(rng, _kinds, lambda made: kinds_answers(*made))
    lines = drawing.redrawn(rng, _lines)
    planted = str(rng.choice(list(PLANTED)))
    case = {
        "small": {"score": small[1], "defective": small[0]},
        "capacity": capacity,
        "trial": trial,
        "options": drawing.lettered(rng, {name: one.says for name, one in PLANTED.items()}),
        "cameras": drawing.redrawn(rng, _cameras),
    }
    return {
        "case.json": drawing.json_text(case),
        "parts.csv": drawing.csv_text(["use", "defective", "score"], *parts),
        "kinds.csv": drawing.csv_text(["kind", *KINDS], kinds[0], *np.transpose(kinds[1])),
        "lines.csv": lines,
        "evaluation.py": drawing.with_mistake(EVALUATION, PLANTED[planted]),
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, parts, kinds = drawing.case_here(), drawing.rows_here("parts.csv"), drawing.rows_here("kinds.csv")
    source, options = Path("evaluation.py").read_text("utf-8"), [one["about"] for one in case["options"].values()]
    return {
        **small_answers(case["small"]["defective"], case["small"]["score"]),
        **parts_answers((parts["use"], parts["defective"], parts["score"]), case["capacity"]),
        **trial_answers(**case["trial"]),
        **kinds_answers(kinds["kind"], np.column_stack([kinds[kind] for kind in KINDS])),
        "curves-8": drawing.which_mistake(
            options, source, PLANTED, "Compare what each function does with the first line in it."
        ),
        "curves-9": drawing.corrected_number(
            source,
            PLANTED,
            "Compute what the first line of the function asks for, from lines.csv.",
            drawing.rows_here("lines.csv"),
        ),
    }


# ---------------------------------------------------------------- by hand: at most thirteen parts


def _small(rng: Rng) -> tuple[list[int], list[float]]:
    """The truth and the scores of a few parts, from the highest score down; five neighbors share a score."""
    n, n_pos = rng.integers(10, 14), rng.integers(4, 8)
    score = np.sort(rng.choice(np.arange(6, 98), n - 4, replace=False))[::-1]
    tie = rng.integers(1, n - 5)
    truth = np.zeros(n, dtype=int)
    truth[np.argsort(np.arange(n) + rng.normal(0, rng.uniform(2, 8), n))[:n_pos]] = 1
    return truth.tolist(), (np.insert(score, tie, score[[tie] * 4]) / 100).tolist()


def small_answers(truth: list[int], score: list[float]) -> Key:
    y, s, threshold = np.array(truth), np.array(score), max(score, key=score.count)

    def rates(called: NDArray[np.bool_]) -> tuple[float, float, float]:
        return called[y == 0].mean(), called[y == 1].mean(), y[called].mean()

    fpr, tpr, precision = rates(s >= threshold)
    of_all = np.mean((s >= threshold) & (y == 0)), np.mean((s >= threshold) & (y == 1))
    counts = [(fpr, tpr, precision), rates(s > threshold), (tpr, fpr, precision), (1 - precision, tpr, precision)]
    won = np.mean(s[y == 1][:, None] > s[y == 0])
    tied = np.mean(s[y == 1][:, None] == s[y == 0])
    curve = curves.pr_curve(y, s)
    trapezoids = curves.auc([0, *curve.recall], [1, *curve.precision])
    defective_first = curves.average_precision(y, s + y / 1000)
    return {
        "curves-1": drawing.question(
            [*counts, (*of_all, precision)],
            "Count who is called. Divide by the good parts, by the defective parts, and by the called ones.",
            "The parts at the threshold itself are called, too.",
            "The first two are the wrong way round: the FPR is a share of the good parts.",
            "Your FPR is a share of the called parts. It is a share of the good ones.",
            "You divided by all parts. FPR and TPR each look at one class only.",
        ),
        "curves-2": drawing.question(
            [won + tied / 2, won, won + tied, won / (1 - tied), 1 - won - tied / 2],
            "Each defective part makes a pair with each good one. How much does each pair count?",
            "You gave the tied pairs nothing. If all parts had one score, the AUC would then be 0.",
            "You counted the tied pairs as won. If all parts had one score, the AUC would then be 1.",
            "You left out the tied pairs. A camera could then tie all pairs that it is unsure of.",
            "That is the rank loss: the share of the pairs in the wrong order.",
        ),
        "curves-3": drawing.question(
            [curve.average_precision, defective_first, trapezoids, curve.precision.mean()],
            "For each defective part, put the threshold at its score and take the precision. Then take the mean.",
            "You let the defective parts enter before the good ones of the same score. No threshold does that.",
            "That is the area of trapezoids from the added point (0, 1) on. Average precision has steps.",
            "You averaged over all thresholds. Take the mean over the defective parts.",
        ),
    }


# ---------------------------------------------------------------- parts.csv: capacity and threshold


def _parts(rng: Rng) -> tuple[tuple[NDArray[Any], ...], int] | None:
    """The use, the truth and the score of 600 parts, and a capacity that falls among parts of one score."""
    use = np.repeat(["validation", "test"], 300)
    defective = (rng.random(600) < rng.uniform(0.12, 0.22)).astype(int)
    spread, center = rng.uniform(0.5, 0.8), rng.uniform(0.8, 1.4)
    strength = rng.normal(rng.uniform(1.1, 1.7) * defective)
    score = np.round(100 / (1 + np.exp(-spread * (strength - center)))).astype(int)
    called = curves.threshold_counts(defective[300:], score[300:]).counts.predicted_positives
    place = rng.integers(np.searchsorted(called, 30), np.searchsorted(called, 75))
    chosen_on = curves.roc_curve(defective[:300], score[:300])
    if not _one_is_best(chosen_on.tpr - chosen_on.fpr):
        return None
    return (use, defective, score), int((called[place] + called[place + 1]) // 2)


def _one_is_best(of_thresholds: NDArray[Any]) -> bool:
    """Whether the best threshold is the same for whoever tries them from the lowest up, and from the highest down."""
    return int(np.isclose(of_thresholds, of_thresholds.max()).sum()) == 1


def parts_answers(parts: tuple[NDArray[Any], ...], capacity: int) -> Key:
    """What a threshold finds within the capacity, and Youden's J at a threshold from the validation parts."""
    y, s = parts[1][300:], parts[2][300:]
    counts = curves.threshold_counts(y, s).counts
    place = np.sum(counts.predicted_positives <= capacity) - 1
    cut = y[np.argsort(-s, kind="stable")[:capacity]].sum() / y.sum()
    within = [counts.tpr[place], counts.tpr[place + 1], counts.precision[place], cut, counts.tp[place] / capacity]
    curve, test = (curves.roc_curve(parts[1][half], parts[2][half]) for half in (slice(300), slice(300, None)))
    j = curve.tpr - curve.fpr

    def kept(threshold: float) -> float:
        place = np.sum(test.thresholds >= threshold) - 1
        return float(test.tpr[place] - test.fpr[place])

    chosen, accurate = (curve.thresholds[np.argmax(each)] for each in (j, curve.counts.accuracy))
    return {
        "curves-4": drawing.question(
            within,
            "How many parts does each threshold call? Keep those that the worker can manage; the recall is asked.",
            "This threshold calls more parts than the worker can look at.",
            "That is the share of the called parts that are defective: the precision.",
            "You cut through parts of one score. No threshold tells them apart.",
            "Divide by the defective parts, not by what she can look at.",
        ),
        "curves-5": drawing.question(
            [kept(chosen), j.max(), np.max(test.tpr - test.fpr), kept(accurate), kept(50)],
            "Find the threshold on the validation parts. Then count TPR and FPR of this threshold on the test parts.",
            "That is the J on the parts that chose the threshold: the luck of these parts is in it.",
            "You let the test parts choose the threshold.",
            "You chose the most accurate threshold. J counts both classes alike.",
            "Nothing is special about 50: the score is no probability. Choose the threshold.",
        ),
    }


# ---------------------------------------------------------------- from the trial to the line


def _trial(rng: Rng) -> dict[str, int]:
    """A trial's four counts, and how many good parts there are for each defective one on the line."""
    n_pos, n_neg = int(rng.integers(40, 91)), int(rng.integers(110, 260))
    tp = round(n_pos * rng.uniform(0.6, 0.9))
    fp = round(n_neg * rng.uniform(0.04, 0.3))
    return {"tp": tp, "fp": fp, "fn": n_pos - tp, "tn": n_neg - fp, "good_per_defective": int(rng.integers(12, 60))}


def trial_answers(tp: int, fp: int, fn: int, tn: int, good_per_defective: int) -> Key:
    """Precision and accuracy on the line."""
    tpr, fpr, g = tp / (tp + fn), fp / (fp + tn), good_per_defective
    precision, accuracy = tpr / (tpr + g * fpr), (tpr + g * (1 - fpr)) / (1 + g)
    tried = tp / (tp + fp), (tp + tn) / (tp + fp + fn + tn)
    multiplied = tp / (tp + g * fp), (tp + g * tn) / (tp + fn + g * (fp + tn))
    equal = tpr / (tpr + fpr), (tpr + 1 - fpr) / 2
    return {
        "curves-6": drawing.question(
            [(precision, accuracy), tried, multiplied, (precision, tried[1]), equal],
            "TPR and FPR stay. Let one defective part and its good ones come by: who is called?",
            "Those are the numbers of the trial. Both depend on how many parts of each class there are.",
            "You multiplied the trial's good parts. It did not have one for each defective part.",
            "The accuracy is that of the trial. It moves with the mix, too.",
            "That holds where both classes are equally common.",
        )
    }


# ---------------------------------------------------------------- three kinds of parts


KINDS = ["cracked", "good", "scratched"]


def _kinds(rng: Rng) -> tuple[NDArray[Any], NDArray[Any]]:
    """The kinds of the parts, and a score for each kind; scikit-learn asks for rows that add up to 1."""
    sizes = [rng.integers(12, 30), rng.integers(60, 150), rng.integers(20, 60)]
    kind = rng.permutation(np.repeat([0, 1, 2], sizes))
    strength = rng.normal(rng.uniform(0.4, 1.6) * (kind[:, None] == np.arange(3)))
    odds = np.exp(strength + np.log(sizes))
    score = np.round(odds / odds.sum(axis=1, keepdims=True), 3)
    score[:, 1] = np.round(1 - score[:, 0] - score[:, 2], 3)
    return np.array(KINDS)[kind], score


def kinds_answers(kind: NDArray[Any], score: NDArray[Any]) -> Key:
    """The pooled AUC of the camera, and that of the shares alone."""
    shares = [np.mean(kind == label) for label in KINDS]

    def area(score: NDArray[Any], average: str) -> float:
        return float(curves.multiclass_roc_auc(kind, score, average=average, labels=KINDS))  # type: ignore[arg-type]

    micro, macro = (area(score, average) for average in ("micro", "macro"))
    guess = area(np.tile(shares, (len(kind), 1)), "micro")
    return {
        "curves-7": drawing.question(
            [(micro, guess), (micro, 0.5), (macro, 0.5), (macro, guess), (micro, max(shares))],
            "One row of shares for each part, and the same average for both cameras.",
            "The blind camera ties all parts within a column. One ranking also compares across columns.",
            "That is the mean of the three columns' AUCs. Here all scores stand in one ranking.",
            "The first is the mean of the three columns' AUCs. Here all scores stand in one ranking.",
            "The second is a share of the parts: the accuracy of calling all parts good.",
        )
    }


# ---------------------------------------------------------------- the colleague's evaluation

PLANTED = drawing.plants("""
hard calls: The AUC is computed from calls at 0.5, not from the scores.
-     areas = [curves.roc_auc(parts["state"], parts["p_defective"], pos_label="defective") for parts in lines]
+     areas = [curves.roc_auc(parts["state"], parts["p_defective"] >= 0.5, pos_label="defective") for parts in lines]
The AUC is given scores here, many different ones. Read `auc` once more.

other score: The AUC is computed from the score of the other class.
-     areas = [curves.roc_auc(parts["state"], parts["p_defective"], pos_label="defective") for parts in lines]
+     areas = [curves.roc_auc(parts["state"], parts["p_good"], pos_label="defective") for parts in lines]
The score that the AUC is given belongs to the positive class. Read `auc` once more.

pooled lines: The AUC is that of both lines in one list, not the mean of the lines' AUCs.
-     lines = [test[test["line"] == line] for line in np.unique(test["line"])]
-     areas = [curves.roc_auc(parts["state"], parts["p_defective"], pos_label="defective") for parts in lines]
-     return np.mean(areas)
+     return curves.roc_auc(test["state"], test["p_defective"], pos_label="defective")
Each line has an AUC of its own here, and their mean is taken. Read `auc` once more.

other class: The TPR is that of finding the good parts, not the defective ones.
-     curve = curves.roc_curve(test["state"], test["p_defective"], pos_label="defective")
+     curve = curves.roc_curve(test["state"], test["p_good"], pos_label="good")
The defective parts are the positive class of this TPR. Read `tpr` once more.

share of all: The TPR is that of a threshold which calls at most a tenth of all test parts, not of the good ones.
-     return curve.tpr[curve.fpr <= 0.1][-1]
+     return curve.tpr[curve.counts.predicted_positives <= 0.1 * test.size][-1]
The limit is one for the FPR, as it should be. Read `tpr` once more.

balanced: The precision is counted among as many good parts as defective ones, not among all test parts.
-     curve = curves.pr_curve(test["state"], test["p_defective"], pos_label="defective")
+     good, defective = (np.flatnonzero(test["state"] == state) for state in ("good", "defective"))
+     drawn = np.random.default_rng(0).choice(good, defective.size, replace=False)
+     test = test[np.append(drawn, defective)]
+     curve = curves.pr_curve(test["state"], test["p_defective"], pos_label="defective")
All test parts are counted here. Read `precision` once more.

test threshold: The F1 is that of a threshold which was chosen on the test parts.
-     curve = curves.pr_curve(validation["state"], validation["p_defective"], pos_label="defective")
-     threshold = curve.thresholds[np.argmax(curve.counts.f1)]
+     curve = curves.pr_curve(test["state"], test["p_defective"], pos_label="defective")
+     threshold = curve.thresholds[np.argmax(curve.counts.f1)]
The validation parts choose the threshold here. Read `f1` once more.
""")
EVALUATION = '''\
"""Our camera on two production lines: the four numbers of the report. The positive class is "defective"."""

import numpy as np

from evalbook import confusion, curves


def report(parts):
    validation, test = (parts[parts["use"] == use] for use in ("validation", "test"))
    return {
        "AUC": auc(test),
        "TPR": tpr(test),
        "precision": precision(test),
        "F1": f1(validation, test),
    }


def auc(test):
    """The mean over the lines of the AUC of a line's test parts."""
    lines = [test[test["line"] == line] for line in np.unique(test["line"])]
    areas = [curves.roc_auc(parts["state"], parts["p_defective"], pos_label="defective") for parts in lines]
    return np.mean(areas)


def tpr(test):
    """The TPR among all test parts, at the lowest threshold with an FPR of 0.1 or less."""
    curve = curves.roc_curve(test["state"], test["p_defective"], pos_label="defective")
    return curve.tpr[curve.fpr <= 0.1][-1]


def precision(test):
    """The precision among all test parts, at the highest threshold with a recall of 0.8 or more."""
    curve = curves.pr_curve(test["state"], test["p_defective"], pos_label="defective")
    return curve.precision[curve.recall >= 0.8][0]


def f1(validation, test):
    """The F1 of the test parts, at that score of the validation parts which has the highest F1 among them."""
    curve = curves.pr_curve(validation["state"], validation["p_defective"], pos_label="defective")
    threshold = curve.thresholds[np.argmax(curve.counts.f1)]
    calls = np.where(test["p_defective"] >= threshold, "defective", "good")
    return confusion.f1(test["state"], calls, pos_label="defective")
'''


def _lines(rng: Rng) -> str | None:
    """lines.csv: two lines with another share of defective parts and another level of the scores."""
    rows, apart = [], rng.choice([-0.8, 1.2])
    for line, share, level in [("north", rng.uniform(0.08, 0.14), -apart), ("south", rng.uniform(0.3, 0.45), apart)]:
        for use, n in [("validation", 140), ("test", 200)]:
            defective = rng.random(n) < share
            strength = rng.normal(1.6 * defective + level - 0.6)
            p = np.round(20 / (1 + np.exp(-strength))).astype(int) / 20
            state = np.where(defective, "defective", "good")
            rows += [(line, use, *part) for part in zip(state, np.round(1 - p, 2), p, strict=True)]
    order = rng.permutation(len(rows))
    names = ["line", "use", "state", "p_good", "p_defective"]
    lines = drawing.csv_text(names, *zip(*[rows[place] for place in order], strict=True))
    table = drawing.rows_of(lines, dtype=None)
    on_validation, on_test = (
        curves.roc_curve(half["state"], half["p_defective"], pos_label="defective")
        for half in (table[table["use"] == use] for use in ("validation", "test"))
    )
    clear = _one_is_best(on_validation.counts.f1) and not np.isclose(on_test.fpr, 0.1).any()
    return lines if clear and drawing.mistakes_differ(EVALUATION, PLANTED, table) else None


# ---------------------------------------------------------------- the argued question


def _cameras(rng: Rng) -> dict[str, Any] | None:
    """Camera A leads by AUC, camera B at the top of the list, which is all that a worker can look at."""
    n_pos, n = int(rng.integers(40, 61)), 2000
    truth = np.repeat([1, 0], [n_pos, n - n_pos])
    sure = round(rng.uniform(0.4, 0.5) * n_pos)
    strength = np.repeat([rng.uniform(1.9, 2.2), rng.uniform(3.2, 3.8), 0.3], [n_pos, sure, n_pos - sure])
    good = np.zeros(n - n_pos)
    scores = [np.append(part, good) + rng.normal(size=n) for part in (strength[:n_pos], strength[n_pos:])]
    looked_at = int(rng.integers(6, 11)) * 5
    rows: dict[str, list[float]] = {
        "AUC": [curves.roc_auc(truth, s) for s in scores],
        "found": [int(truth[np.argsort(-s)[:looked_at]].sum()) for s in scores],
        "calls for 90%": [_calls_for(truth, s, 0.9) for s in scores],
    }
    lead = {name: a - b for name, (a, b) in rows.items()}
    if lead["AUC"] > 0.05 and lead["found"] <= -4 and lead["calls for 90%"] < -100:
        return {"parts": n, "defective": n_pos, "looked_at": looked_at, **rows}
    return None


def _calls_for(truth: NDArray[Any], score: NDArray[Any], recall: float) -> int:
    """How many parts the highest threshold with that recall calls."""
    counts = curves.threshold_counts(truth, score).counts
    return int(counts.predicted_positives[np.argmax(counts.tpr >= recall)])

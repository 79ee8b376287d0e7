"""The numbers of the homework on curves: cameras that look for defective parts. All data are simulated."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from homework.drawing import (
    ILL_POSED,
    Answers,
    answers_of_report,
    csv_text,
    drawn,
    lettered,
    redrawn,
    result_of,
    rows_of,
)
from numpy.typing import NDArray

from evalbook import curves


def draw(rng: np.random.Generator) -> dict[str, str | bytes]:
    small = drawn(rng, _small, lambda made: [small_counts(*made), small_auc(*made), small_ap(*made)])
    parts, capacity = drawn(rng, _parts, lambda made: [within_capacity(*made), youden(made[0])])
    trial = drawn(rng, _trial, lambda made: [live(**made)])
    kinds = drawn(rng, _kinds, lambda made: [blind(*made)])
    lines = drawn(rng, _lines, corrected)
    planted = str(rng.choice(list(MISTAKES)))
    case = {
        "small": {"score": small[1], "defective": small[0]},
        "capacity": capacity,
        "trial": trial,
        "options": lettered(rng, SAYS),
        "cameras": redrawn(rng, _cameras),
    }
    return {
        "case.json": json.dumps(case, indent=1),
        "parts.csv": csv_text(["use", "defective", "score"], *parts),
        "kinds.csv": csv_text(["kind", *KINDS], kinds[0], *np.transpose(kinds[1])),
        "lines.csv": lines,
        "evaluation.py": evaluation(planted),
    }


# ---------------------------------------------------------------- by hand: at most ten parts


def _small(rng: np.random.Generator) -> tuple[list[int], list[float]]:
    """The truth and the scores of a few parts, from the highest score down; three neighbors share a score."""
    n, n_pos = rng.integers(8, 11), rng.integers(3, 7)
    score = np.sort(rng.choice(np.arange(6, 98), n - 2, replace=False))[::-1]
    tie = rng.integers(2, n - 4)
    truth = np.zeros(n, dtype=int)
    truth[np.argsort(np.arange(n) + rng.normal(0, 3, n))[:n_pos]] = 1
    return truth.tolist(), (np.insert(score, tie, score[[tie, tie]]) / 100).tolist()


def tied_score(score: list[float]) -> float:
    return max(score, key=score.count)


def small_counts(truth: list[int], score: list[float]) -> Answers:
    """FPR, TPR and precision at the score that is tied."""
    y, s, threshold = np.array(truth), np.array(score), tied_score(score)

    def rates(called: NDArray[np.bool_]) -> tuple[float, float, float]:
        return called[y == 0].mean(), called[y == 1].mean(), y[called].mean()

    fpr, tpr, precision = rates(s >= threshold)
    of_all = np.mean((s >= threshold) & (y == 0)), np.mean((s >= threshold) & (y == 1))
    return [(fpr, tpr, precision), rates(s > threshold), (tpr, fpr, precision), (1 - precision, tpr, precision),
            (*of_all, precision)]  # fmt: skip


def small_auc(truth: list[int], score: list[float]) -> Answers:
    y, s = np.array(truth), np.array(score)
    won = np.mean(s[y == 1][:, None] > s[y == 0])
    tied = np.mean(s[y == 1][:, None] == s[y == 0])
    return [won + tied / 2, won, won + tied, won / (1 - tied), 1 - won - tied / 2]


def small_ap(truth: list[int], score: list[float]) -> Answers:
    y, s = np.array(truth), np.array(score)
    curve = curves.pr_curve(y, s)
    trapezoids = curves.auc([0, *curve.recall], [1, *curve.precision])
    defective_first = curves.average_precision(y, s + y / 1000)
    return [curve.average_precision, defective_first, trapezoids, curve.precision.mean()]


# ---------------------------------------------------------------- parts.csv: capacity and threshold


def _parts(rng: np.random.Generator) -> tuple[tuple[NDArray[Any], ...], int]:
    """The use, the truth and the score of 600 parts, and a capacity that falls among parts of one score."""
    use = np.repeat(["validation", "test"], 300)
    defective = (rng.random(600) < rng.uniform(0.12, 0.22)).astype(int)
    spread, center = rng.uniform(0.5, 0.8), rng.uniform(0.8, 1.4)
    strength = rng.normal(rng.uniform(1.1, 1.7) * defective)
    score = np.round(100 / (1 + np.exp(-spread * (strength - center)))).astype(int)
    called = curves.threshold_counts(defective[300:], score[300:]).counts.predicted_positives
    place = rng.integers(np.searchsorted(called, 30), np.searchsorted(called, 75))
    return (use, defective, score), int((called[place] + called[place + 1]) // 2)


def within_capacity(parts: tuple[NDArray[Any], ...], capacity: int) -> Answers:
    """The share of the defective test parts that a threshold finds within the capacity."""
    y, s = parts[1][300:], parts[2][300:]
    counts = curves.threshold_counts(y, s).counts
    called = counts.predicted_positives
    place = np.sum(called <= capacity) - 1
    cut = y[np.argsort(-s, kind="stable")[:capacity]].sum() / y.sum()
    return [counts.tpr[place], counts.tpr[place + 1], counts.precision[place], cut, counts.tp[place] / capacity]


def youden(parts: tuple[NDArray[Any], ...]) -> Answers:
    """Youden's J of the test parts, the threshold chosen on the validation parts."""
    curve, test = (curves.roc_curve(parts[1][half], parts[2][half]) for half in (slice(300), slice(300, None)))
    j = curve.tpr - curve.fpr
    if np.sum(np.isclose(j, j.max())) > 1:
        return ILL_POSED

    def kept(threshold: float) -> float:
        place = np.sum(test.thresholds >= threshold) - 1
        return float(test.tpr[place] - test.fpr[place])

    accurate = curve.thresholds[np.argmax(curve.counts.accuracy)]
    return [kept(curve.thresholds[np.argmax(j)]), j.max(), np.max(test.tpr - test.fpr), kept(accurate), kept(50)]


# ---------------------------------------------------------------- from the trial to the line


def _trial(rng: np.random.Generator) -> dict[str, int]:
    """A trial's four counts, and how many good parts there are for each defective one on the line."""
    n_pos, n_neg = int(rng.integers(40, 91)), int(rng.integers(110, 260))
    tp = round(n_pos * rng.uniform(0.6, 0.9))
    fp = round(n_neg * rng.uniform(0.04, 0.15))
    return {"tp": tp, "fp": fp, "fn": n_pos - tp, "tn": n_neg - fp, "good_per_defective": int(rng.integers(12, 60))}


def live(tp: int, fp: int, fn: int, tn: int, good_per_defective: int) -> Answers:
    """Precision and accuracy on the line."""
    tpr, fpr, g = tp / (tp + fn), fp / (fp + tn), good_per_defective
    precision, accuracy = tpr / (tpr + g * fpr), (tpr + g * (1 - fpr)) / (1 + g)
    tried = tp / (tp + fp), (tp + tn) / (tp + fp + fn + tn)
    multiplied = tp / (tp + g * fp), (tp + g * tn) / (tp + fn + g * (fp + tn))
    return [(precision, accuracy), tried, multiplied, (precision, tried[1]), (tpr / (tpr + fpr), (tpr + 1 - fpr) / 2)]


# ---------------------------------------------------------------- three kinds of parts


KINDS = ["cracked", "good", "scratched"]


def _kinds(rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
    """The kinds of the parts, and a score for each kind."""
    sizes = [rng.integers(12, 24), rng.integers(90, 150), rng.integers(25, 45)]
    kind = rng.permutation(np.repeat([0, 1, 2], sizes))
    strength = rng.normal(rng.uniform(0.7, 1.3) * (kind[:, None] == np.arange(3)))
    odds = np.exp(strength + np.log(sizes))
    return np.array(KINDS)[kind], np.round(odds / odds.sum(axis=1, keepdims=True), 3)


def blind(kind: NDArray[Any], score: NDArray[Any]) -> Answers:
    """The pooled AUC of the camera, and that of the shares alone."""
    shares = [np.mean(kind == label) for label in KINDS]

    def area(score: NDArray[Any], average: str) -> float:
        return float(curves.multiclass_roc_auc(kind, score, average=average, labels=KINDS))  # type: ignore[arg-type]

    ours = {average: area(score, average) for average in ("micro", "macro")}
    guess = area(np.tile(shares, (len(kind), 1)), "micro")
    return [(ours["micro"], guess), (ours["micro"], 0.5), (ours["macro"], 0.5), (ours["macro"], guess),
            (ours["micro"], max(shares))]  # fmt: skip


# ---------------------------------------------------------------- the colleague's evaluation

RIGHT = {
    "AUC": """\
    lines = [test[test["line"] == line] for line in np.unique(test["line"])]
    areas = [curves.roc_auc(parts["state"], parts["p_defective"], pos_label="defective") for parts in lines]
    return np.mean(areas)""",
    "AP": """\
    return curves.average_precision(test["state"], test["p_defective"], pos_label="defective")""",
    "precision": """\
    curve = curves.pr_curve(test["state"], test["p_defective"], pos_label="defective")
    return curve.precision[curve.recall >= 0.8][0]""",
    "F1": """\
    curve = curves.pr_curve(validation["state"], validation["p_defective"], pos_label="defective")
    threshold = curve.thresholds[np.argmax(curve.counts.f1)]
    calls = np.where(test["p_defective"] >= threshold, "defective", "good")
    return confusion.f1(test["state"], calls, pos_label="defective")""",
}
"""The body of each number's function."""

MISTAKES = {
    "hard calls": ("AUC", RIGHT["AUC"].replace('parts["p_defective"],', 'parts["p_defective"] >= 0.5,')),
    "other score": ("AUC", RIGHT["AUC"].replace("p_defective", "p_good")),
    "pooled lines": ("AUC", RIGHT["AP"].replace("average_precision", "roc_auc")),
    "other class": ("AP", RIGHT["AP"].replace("p_defective", "p_good").replace('="defective"', '="good"')),
    "trapezoids": ("AP", """\
    curve = curves.pr_curve(test["state"], test["p_defective"], pos_label="defective")
    return curves.auc([0, *curve.recall], [1, *curve.precision])"""),
    "balanced": ("precision", """\
    good, defective = (np.flatnonzero(test["state"] == state) for state in ("good", "defective"))
    drawn = np.random.default_rng(0).choice(good, defective.size, replace=False)
    test = test[np.append(drawn, defective)]
""" + RIGHT["precision"]),
    "test threshold": ("F1", RIGHT["F1"].replace("validation", "test")),
}  # fmt: skip
"""The number that each mistake spoils, and the body that makes the mistake."""

SAYS = {
    "hard calls": "The AUC is computed from calls at 0.5, not from the scores.",
    "other score": "The AUC is computed from the score of the other class.",
    "pooled lines": "The AUC is that of both lines in one list, not the mean of the lines' AUCs.",
    "other class": "The AP is that of finding the good parts, not the defective ones.",
    "trapezoids": "The AP is an area of trapezoids from an added point on, not of steps.",
    "balanced": "The precision is counted among as many good parts as defective ones, not among all test parts.",
    "test threshold": "The F1 is that of a threshold which was chosen on the test parts.",
}

EVALUATION = '''\
"""Our camera on two production lines: the four numbers of the report. The positive class is "defective"."""

import numpy as np

from evalbook import confusion, curves


def report(parts):
    validation, test = (parts[parts["use"] == use] for use in ("validation", "test"))
    return {{
        "AUC": auc(test),
        "AP": average_precision(test),
        "precision": precision(test),
        "F1": f1(validation, test),
    }}


def auc(test):
    """The mean over the lines of the AUC of a line's test parts."""
{AUC}


def average_precision(test):
    """The average precision of finding the defective parts among all test parts, as steps."""
{AP}


def precision(test):
    """The precision among all test parts, at the highest threshold with a recall of 0.8 or more."""
{precision}


def f1(validation, test):
    """The F1 of the test parts, at that score of the validation parts which has the highest F1 among them."""
{F1}
'''


def evaluation(planted: str | None = None) -> str:
    """The colleague's file, with a mistake or without."""
    number, body = MISTAKES[planted] if planted else ("AUC", RIGHT["AUC"])
    return EVALUATION.format(**{**RIGHT, number: body})


def _lines(rng: np.random.Generator) -> str:
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
    return csv_text(names, *zip(*[rows[place] for place in order], strict=True))


def reported(parts: NDArray[Any], planted: str | None = None) -> dict[str, float]:
    """What the colleague's file reports."""
    return {name: float(number) for name, number in result_of(evaluation(planted), "report", parts).items()}


def corrected(lines: str) -> list[Answers]:
    """Each right number of the report, beside each other number that a report may have in its place or elsewhere."""
    parts = rows_of(lines, dtype=None)
    spoiled = [(number, reported(parts, planted)[number]) for planted, (number, _) in MISTAKES.items()]
    return answers_of_report(reported(parts), spoiled)


# ---------------------------------------------------------------- the argued question


def _cameras(rng: np.random.Generator) -> dict[str, Any] | None:
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
        "AP": [curves.average_precision(truth, s) for s in scores],
        "found": [int(truth[np.argsort(-s)[:looked_at]].sum()) for s in scores],
        "calls for 90%": [_calls_for(truth, s, 0.9) for s in scores],
    }
    lead = {name: a - b for name, (a, b) in rows.items()}
    if lead["AUC"] > 0.05 and lead["AP"] < -0.05 and lead["found"] <= -4 and lead["calls for 90%"] < -100:
        return {"parts": n, "defective": n_pos, "looked_at": looked_at, **rows}
    return None


def _calls_for(truth: NDArray[Any], score: NDArray[Any], recall: float) -> int:
    """How many parts the highest threshold with that recall calls."""
    counts = curves.threshold_counts(truth, score).counts
    return int(counts.predicted_positives[np.argmax(counts.tpr >= recall)])

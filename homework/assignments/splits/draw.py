"""What differs from term to term in the homework on splits: numbers, simulated data, the colleague's mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalbook import confusion, splits
from evalbook.teaching import examples
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Plant, Rng

Column = NDArray[Any]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    visits = drawing.redrawn(rng, _visits)
    case = {
        "table": drawing.drawn(rng, _table, table_answers),
        "guessers": drawing.drawn(rng, _guessers, guessers_answers),
        "errors": drawing.drawn(rng, _errors, errors_answers),
        "pumps": visits["settings"],
        "culprits": rng.permutation(list(PLANTS)).tolist(),
    }
    plant = list(PLANTS.values())[rng.integers(len(PLANTS))]
    parcels = drawing.redrawn(rng, _parcels, plant)
    case["clinic"] = drawing.drawn(rng, _clinic, clinic_answers)
    return {
        "case.json": drawing.json_text(case),
        "pumps.csv": visits["csv"],
        "parcels.csv": parcels["csv"],
        "evaluation.py": parcels["evaluation"],
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, source = drawing.case_here(), Path("evaluation.py").read_text("utf-8")
    return {
        **table_answers(case["table"]),
        **guessers_answers(case["guessers"]),
        **errors_answers(case["errors"]),
        **clinic_answers(case["clinic"]),
        **visits_answers(drawing.rows_here("pumps.csv"), **case["pumps"]),
        "splits-9": drawing.which_mistake(
            case["culprits"],
            source,
            PLANTS,
            "Follow each of the three parts through the file: what does it reach, and when?",
        ),
        **parcels_answers(drawing.rows_here("parcels.csv"), source),
    }


# ---------------------------------------------------------------- by hand


def _table(rng: Rng) -> dict[str, Any] | None:
    """Two visits to each of some pumps; the nearest neighbor of each must be the only one, among all and elsewhere."""
    pumps = int(rng.integers(5, 9))
    pump = np.repeat(np.arange(pumps), 2)
    vibration = np.repeat(rng.integers(20, 80, size=pumps), 2) + rng.integers(-9, 10, size=2 * pumps)
    fails = np.repeat(rng.permutation([0, 0, 1, 1, *rng.integers(2, size=pumps - 4).tolist()]), 2)
    order = rng.permutation(2 * pumps)
    pump, vibration, fails = pump[order], vibration[order], fails[order]
    of_rows, of_pumps = (_left_out(groups, vibration, fails) for groups in (np.arange(len(pump)), pump))
    if of_rows is None or of_pumps is None or not 0.2 <= of_pumps[0] < of_rows[0] - 0.1 or of_rows[0] == 1:
        return None
    return {"pump": ["ABCDEFGH"[i] for i in pump], "vibration": vibration.tolist(), "fails": fails.tolist()}


def _left_out(groups: Column, vibration: Column, fails: Column) -> tuple[float, float] | None:
    """How often the nearest neighbor of another group has the right answer, and how far it is; None if two are as near.

    An accuracy of so few visits is soon guessed; the mean distance shows that the neighbors were looked for.
    """
    distance = abs(np.subtract.outer(vibration, vibration)).astype(float)
    distance[groups[:, None] == groups] = np.inf
    if np.any(np.sum(distance == distance.min(axis=1, keepdims=True), axis=1) > 1):
        return None
    return float(np.mean(fails[distance.argmin(axis=1)] == fails)), float(distance.min(axis=1).mean())


def table_answers(case: dict[str, Any]) -> Key:
    pump, vibration, fails = (np.array(case[name]) for name in ["pump", "vibration", "fails"])
    of_rows, of_pumps = (_left_out(groups, vibration, fails) for groups in (np.arange(len(pump)), pump))
    assert of_rows is not None and of_pumps is not None, "a table is drawn so that no two neighbors are as near"
    return {
        "splits-1": drawing.question(
            [of_rows, (1, 0), of_pumps, (1 - of_rows[0], of_rows[1])],
            "For each visit find the most similar vibration among all others, and compare the two answers.",
            "A visit may not be its own neighbor: it waits outside.",
            "Only the visit itself waits outside. The other visit to the same pump stays in.",
            "The first number is the share of wrong answers.",
        ),
        "splits-2": drawing.question(
            [of_pumps, of_rows, (1 - of_pumps[0], of_pumps[1])],
            "Cross out both visits to the pump, then look for the nearest of the others.",
            "There the other visit to the same pump may answer. It waits outside now.",
            "The first number is the share of wrong answers.",
        ),
    }


def _guessers(rng: Rng) -> dict[str, int]:
    return {"models": int(rng.integers(3, 16)), "labels": int(rng.integers(2, 9))}


def guessers_answers(case: dict[str, int]) -> Key:
    models, q = case["models"], 1 / case["labels"]
    any_right, any_two = 1 - (1 - q) ** (2 * models), 1 - (1 - q**2) ** models
    reported, one = (any_right + any_two) / 2, 1 - (1 - q) ** models
    return {
        "splits-3": drawing.question(
            [reported - q, reported, one - q, any_right - q, any_two - q, q],
            "How probable is it that no model gets any sample right? That some model gets both right? The winner is still a guesser.",
            "That is what is reported, on average. Subtract what the winner gets on new samples.",
            "That is for a test set of one sample. With two samples the winner may also get one of them right.",
            "You let a winner with one of two right count as if both were right.",
            "You counted the winners with both right only. One of two is an accuracy of one half.",
            "That is what the winner gets on new samples.",
        )
    }


def _errors(rng: Rng) -> dict[str, Any]:
    train, out_of_bag = round(rng.uniform(0.03, 0.1), 3), rng.uniform(0.16, 0.4)
    estimate = round(0.368 * train + 0.632 * out_of_bag, 3)
    return {"samples": int(rng.integers(60, 200)), "train": train, "estimate": estimate}


def errors_answers(case: dict[str, Any]) -> Key:
    train, estimate = case["train"], case["estimate"]
    right, swapped = (estimate - 0.368 * train) / 0.632, (estimate - 0.632 * train) / 0.368
    return {
        "splits-4": drawing.question(
            [right, swapped, estimate / 0.632, 0.368 * train + 0.632 * estimate],
            "Write down the formula of the .632 estimate, put both numbers in, and solve for the third.",
            "You swapped the weights.",
            "That would be right if the training error were 0.",
            "You mixed once more. The estimate is mixed already: go back.",
        )
    }


def _clinic(rng: Rng) -> dict[str, Any]:
    """What a clinic reports of a cross-validation that it has repeated: a single fold has few patients."""
    folds, size = int(rng.choice([5, 6, 8, 10])), int(rng.integers(5, 10))
    accuracy = round(rng.uniform(0.68, 0.94), 3)
    deviation = round(np.sqrt(accuracy * (1 - accuracy) / size) * rng.uniform(0.85, 1.15), 3)
    repetitions = 5 * int(rng.integers(2, 11))
    return {
        "patients": folds * size,
        "folds": folds,
        "repetitions": repetitions,
        "accuracy": accuracy,
        "deviation": deviation,
    }


def clinic_answers(case: dict[str, Any]) -> Key:
    p, deviation, patients, folds = (case[name] for name in ["accuracy", "deviation", "patients", "folds"])
    scores, variance = folds * case["repetitions"], p * (1 - p)
    claimed, honest = deviation / np.sqrt(scores), np.sqrt(variance / patients)
    first = [(one, honest) for one in (deviation / np.sqrt(folds), deviation / scores, deviation)]
    second = [(claimed, np.sqrt(variance / n)) for n in (scores, patients * case["repetitions"])]
    return {
        "splits-5": drawing.question(
            [(claimed, honest), (honest, claimed), *first, *second],
            "How many accuracies does the clinic have? And how much does the accuracy of n independent predictions vary?",
            "The claimed standard error comes first.",
            "You divided by the folds of one repetition. The clinic has an accuracy from each fold of each repetition.",
            "You divided by the number of accuracies. Divide by its square root.",
            "That is the standard deviation of single accuracies. The clinic divides it by a square root.",
            "You counted accuracies instead of patients in the second number.",
            "You counted each patient once for each repetition. No repetition adds a patient.",
        )
    }


# ---------------------------------------------------------------- the pumps


def _visits(rng: Rng) -> dict[str, Any] | None:
    """Readings in order of time; what makes a pump fail is partly seen, partly its own, and changes now and then."""
    pumps, measurements = 55, 5
    pump = np.repeat(np.arange(pumps), rng.integers(1, 9, size=pumps))
    day = rng.integers(1, 700, size=len(pump))
    order = np.lexsort((pump, day))[: len(pump) // 5 * 5]  # so that five stretches of time are equally long
    pump, day = pump[order], day[order]
    body = rng.standard_normal((pumps, measurements))
    risk = 2 * body[:, 0] + rng.uniform(0.4, 2) * rng.standard_normal(pumps)
    turned = np.where(rng.random(pumps) < rng.uniform(0.1, 0.5), rng.integers(100, 700, size=pumps), 1000)
    fails = ((risk[pump] > 0.6) ^ (day > turned[pump])).astype(int)
    spread = rng.choice([1, 4, 10, 30], size=measurements)
    readings = spread * (body[pump] + rng.uniform(0.2, 0.7) * rng.standard_normal((len(pump), measurements)))
    names = [f"m{place}" for place in range(1, measurements + 1)]
    csv = drawing.csv_text(["day", "pump", *names, "fails"], day, pump + 101, *readings.round(2).T, fails)
    settings = {
        "neighbors": int(rng.choice([3, 5])),
        "share": float(rng.choice([0.2, 0.25, 0.3])),
        "seed": int(rng.integers(1, 1000)),
    }
    visits = drawing.rows_of(csv)
    if not drawing.well_posed(
        held_out_answers(visits, settings["share"], settings["seed"])
    ):  # at once: most are refused
        return None
    key = visits_answers(visits, **settings)
    by_pump, by_time = (key[name]["right"] for name in ("splits-7", "splits-8"))
    by_rows, _ = key["splits-8"]["mistakes"][0]
    ordered = max(fails.mean(), 1 - fails.mean()) < min(by_pump, by_time) and max(by_pump, by_time) < by_rows
    return {"settings": settings, "csv": csv} if ordered and drawing.well_posed(key) else None


def held_out_answers(visits: Column, share: float, seed: int) -> Key:
    pump, fails, n = visits["pump"], visits["fails"].astype(int), len(visits)

    def in_both(cut: Any) -> int:
        return len(set(pump[cut.train]) & set(pump[cut.test]))

    train, test = cut = splits.hold_out(n, share, stratify=fails, rng=seed)
    visits_of_known, by_lot = int(np.isin(pump[test], pump[train]).sum()), splits.hold_out(n, share, rng=seed)
    return {
        "splits-6": drawing.question(
            [in_both(cut), 0, len(set(pump[test])), visits_of_known, in_both(by_lot), len(test)],
            "Take the numbers of the pumps in each of the two sets, each pump once, and count those that are in both.",
            "The two sets share no visit. A pump has several visits.",
            "Those are all the pumps of the test set. Not each of them has a visit in the training set.",
            "Those are visits. Count each pump once.",
            "That is without stratification.",
            "Those are the visits of the test set.",
        ),
    }


def visits_answers(visits: Column, neighbors: int, share: float, seed: int) -> Key:
    pump, fails, n = visits["pump"], visits["fails"].astype(int), len(visits)
    measured = np.column_stack([visits[f"m{place}"] for place in range(1, 6)])

    def fit(known: Column, answers: Column) -> Any:
        return examples.nearest_neighbors(known, answers, neighbors, standardize=True)

    def scores(cut: splits.Splits) -> Column:
        return splits.cross_validate(fit, measured, fails, cut, confusion.accuracy)

    def score(cut: splits.Splits) -> float:
        return float(scores(cut).mean())

    pumps = splits.group_k_fold(pump, len(set(pump)))
    of_pumps = scores(pumps)
    by_rows, by_pump = score(splits.k_fold(n, 5, rng=seed)), float(of_pumps.mean())
    pooled = float(np.average(of_pumps, weights=[len(round_.test) for round_ in pumps]))
    by_time, in_order = score(splits.forward_chaining(n, 4)), score(splits.k_fold(n, 4, shuffle=False))
    return {
        **held_out_answers(visits, share, seed),
        "splits-7": drawing.question(
            [by_pump, by_rows, by_time, 1 - by_pump, pooled],
            "Which visits tell the model about the pump that is asked about? None of them may train it: one round a pump.",
            "That is the maker's number. It tests pumps that have other visits in the training part.",
            "That keeps the future out of the training part, but most tested pumps have earlier visits there.",
            "That is the share of wrong answers.",
            "You pooled the visits, so a pump with many visits counts more. Take the accuracy of each round, then the mean.",
        ),
        "splits-8": drawing.question(
            [by_time, by_rows, by_pump, in_order, 1 - by_time],
            "The visits stand in order of time. In the first round one stretch trains, in the last round four do.",
            "That is the maker's number. Its models have learned from visits after the one they are asked about.",
            "That is for pumps never met before. The present pumps have earlier visits, and the model may know them.",
            "Each fold is a stretch of time, but the visits after it train as well.",
            "That is the share of wrong answers.",
        ),
    }


# ---------------------------------------------------------------- the colleague

RIGHT = '''\
"""Which parcels will be late? Asked in the morning, before a parcel leaves."""

import numpy as np

from evalbook import confusion
from evalbook.teaching import examples


def deal(n):
    """The numbers of n samples in three parts: a half and two quarters."""
    order = np.random.default_rng(SEED).permutation(n)
    return np.split(order, [n // 2, 3 * n // 4])


def with_copies(part, late):
    """A part, with two more copies of each late parcel: they are rare."""
    return np.append(part, np.repeat(part[late[part] == 1], 2))


def widest_gaps(measured, late):
    """The eight columns in which late and punctual parcels differ most."""
    of_late = measured[late == 1].mean(axis=0)
    of_punctual = measured[late == 0].mean(axis=0)
    return np.argsort(-abs(of_late - of_punctual))[:8]


def evaluate(rows):
    """The first part learns, and it alone has copies; the second chooses
    the number of neighbors; the third tests."""
    names = [name for name in rows.dtype.names if name.startswith("m")]
    measured = np.array([rows[name] for name in names]).T
    late = rows["late"].astype(int)
    parts = deal(len(late))
    learn = with_copies(parts[0], late)
    kept = widest_gaps(measured[learn], late[learn])
    measured = measured / measured[learn].std(axis=0)

    def accuracy(k, asked):
        predict = examples.nearest_neighbors(
            measured[learn][:, kept],
            late[learn],
            k,
        )
        return confusion.accuracy(
            late[asked],
            predict(measured[asked][:, kept]),
        )

    best = max([1, 3, 5, 9, 15, 25], key=lambda k: accuracy(k, parts[1]))
    return accuracy(best, parts[2])
'''

PLANTS = drawing.plants("""
measurements: The measurements are chosen with the help of the part that tests.
- kept = widest_gaps(measured[learn], late[learn])
+ kept = widest_gaps(measured, late)
Look at the rows that `widest_gaps` gets: only those that learn.

copies: Copies of one parcel get into different parts.
-     parts = deal(len(late))
-     learn = with_copies(parts[0], late)
+     every = with_copies(np.arange(len(late)), late)
+     parts = [every[part] for part in deal(len(every))]
+     learn = parts[0]
Look at when the copies are made: after the parts are dealt, and only in the part that learns.

neighbors: The number of neighbors is chosen by the part that tests.
- accuracy(k, parts[1])
+ accuracy(k, parts[2])
Look at the part that is asked while the number of neighbors is chosen: not the one that tests.

unknown: The model reads a number that is not known yet when it is asked.
- if name.startswith("m")]
+ if name != "late"]
Look at the columns in `measured`: all of them are measured in the morning.

scale: The scale of the measurements is computed with the help of the part that tests.
- measured / measured[learn].std(axis=0)
+ measured / measured.std(axis=0)
Look at the rows whose spread is taken: only those that learn.

all parts: The last model learns from all three parts.
-     return accuracy(best, parts[2])
+     learn = np.concatenate([learn, *parts[1:]])
+     return accuracy(best, parts[2])
Look at what `learn` holds when the last accuracy is computed: nothing of the other two parts was added.
""")
PLANTS = {one.says: one for one in PLANTS.values()}


SELDOM_MATTERS = [says for says in PLANTS if says.startswith("The scale")]
"""A mistake that seldom raises the accuracy by much: a smaller rise is enough."""


def _parcels(rng: Rng, plant: Plant) -> dict[str, Any] | None:
    n, measurements = int(rng.integers(150, 231)), 42
    late = (rng.random(n) < 0.3).astype(int)
    shift = np.where(np.arange(measurements) < 4, 0.7, 0)[rng.permutation(measurements)]
    measured = (rng.standard_normal((n, measurements)) + late[:, None] * shift).round(2)
    calls = rng.poisson(0.3 + 3 * late)
    right = RIGHT.replace("SEED", str(rng.integers(1, 1000)))
    planted = drawing.with_mistake(right, plant)
    names = [*(f"m{place}" for place in range(1, measurements + 1)), "calls", "late"]
    csv = drawing.csv_text(names, *measured.T, calls, late)
    rows = drawing.rows_of(csv)
    key = parcels_answers(rows, planted)
    accuracy, (reported, _) = key["splits-10"]["right"], key["splits-10"]["mistakes"][0]
    gain = 0.02 if plant.says in SELDOM_MATTERS else 0.07
    hard = 1 - late.mean() - 0.05 < accuracy < min(reported - gain, 0.9)
    return {"csv": csv, "evaluation": planted} if hard and drawing.well_posed(key) and _one_way(rows, right) else None


def _one_way(rows: Column, right: str) -> bool:
    """Whether the copies in the part that learns do not matter to the scale: a student may leave them out of it."""
    other = right.replace("measured[learn].std", "measured[parts[0]].std")
    return drawing.result_of(other, "evaluate", rows) == drawing.result_of(right, "evaluate", rows)


def parcels_answers(rows: Column, source: str) -> Key:
    reported, right = drawing.with_and_without(source, PLANTS, "evaluate", rows)
    return {
        "splits-10": drawing.question(
            [right, reported, 1 - right],
            "Change the one place, and leave the seed, the settings and all the rest as they are.",
            "That is the colleague's number, unchanged.",
            "That is the share of wrong answers.",
        )
    }

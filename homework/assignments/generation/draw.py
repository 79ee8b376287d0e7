"""Draw the numbers, the data and the planted mistakes of the homework on generated answers.

What is drawn has a function that draws it and one that answers its questions: first the right answer, then the named
mistakes. A draw is kept where all of these can be told apart. The data are simulated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from evalbook import comparison, confusion, generation
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Rng


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "bank": drawing.drawn(rng, bank, bank_answers),
        "tasks": drawing.drawn(rng, tasks, tasks_answers),
        "suspicions": drawing.in_drawn_order(rng, {name: one.says for name, one in PLANTED.items()}),
    }
    hospital = drawing.drawn(rng, nurses, nurses_answers)
    tries = drawing.drawn(rng, clinic, clinic_answers)
    trial = drawing.drawn(rng, school, school_answers)
    readers, planted = drawing.redrawn(rng, library), rng.choice(list(PLANTED))
    case |= {"arena": drawing.drawn(rng, arena, arena_answers), "guide": drawing.drawn(rng, guide, guide_answers)}
    return {
        "case.json": drawing.json_text({**case, "k": tries["k"], "labeled": readers["labeled"]}),
        "verdicts.csv": drawing.csv_text(list(hospital), *hospital.values()),
        "tries.csv": drawing.csv_text(["task", "right"], tries["task"], tries["right"]),
        "answers.csv": readers["answers"],
        "programs.csv": trial["programs"],
        "pairs.csv": trial["pairs"],
        "evaluation.py": evaluation(trial["k"], planted),
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case, verdicts, tries = drawing.case_here(), drawing.rows_here("verdicts.csv"), drawing.rows_here("tries.csv")
    return {
        **bank_answers(case["bank"]),
        **tasks_answers(case["tasks"]),
        **arena_answers(case["arena"]),
        **guide_answers(case["guide"]),
        **nurses_answers({name: verdicts[name] for name in ("judged", "label")}),
        **clinic_answers({"k": case["k"], "task": tries["task"], "right": tries["right"]}),
        **colleague_answers(Path("evaluation.py").read_text("utf-8"), case["suspicions"]),
    }


# ---------------------------------------------------------------- by hand


def bank(rng: Rng) -> dict[str, int] | None:
    """Pairs of answers by the two verdicts on them: A leads in the first place, and B in both places together."""
    a, first, second, more = (int(rng.integers(*limits)) for limits in [(9, 50), (14, 130), (1, 14), (4, 40)])
    case = {"a": a, "first": first, "second": second, "b": a + more}
    return case if a + first > 1.1 * (second + a + more) else None


def bank_answers(case: dict[str, int]) -> Key:
    a, first, second, b = (case[name] for name in ("a", "first", "second", "b"))
    pairs = a + first + second + b
    to_first, wins = (a + 2 * first + b) / (2 * pairs), (2 * a + first + second) / (2 * pairs)
    in_first, in_second = (a + first) / pairs, (a + second) / pairs
    others = [in_first, in_second, a / pairs, a / (a + b)]
    told = [(to_first, wins), *((to_first, one) for one in others)]
    told += [(first / pairs, wins), ((first + second) / pairs, wins), (wins, to_first)]
    return {
        "generation-1": drawing.question(
            told,
            "Each pair has two verdicts. Count those for the first place, and then those for A.",
            "Your second one is the rate of the report. Here A's answer is always in the first place, which the judge prefers.",
            "Your second one counts only the verdicts with A's answer in the second place. Take the mean of both orders.",
            "Your second one counts only the pairs that A wins in both orders. Where the order decides, A wins one of the two verdicts.",
            "Your second one leaves out the pairs in which the order decides. In the mean of the two orders, they count half for A.",
            "Your first one is the share of pairs that go to the first place in both orders. In the pairs that go to one model, one of the two verdicts is for the first place, too.",
            "Your first one is the share of pairs in which the order decides. Count the verdicts for the first place.",
            "The share of the verdicts for the first place comes first.",
        )
    }


def tasks(rng: Rng) -> dict[str, Any] | None:
    """How many programs a model wrote for each of four tasks, and how many of them are right; one task has none."""
    n = rng.integers(7, 15, 4)
    right = np.floor(n * rng.permutation([0, 0.12, 0.3, 0.6]) + rng.uniform(0, 1.5, 4)).astype(int)
    if np.count_nonzero(right) != 3:
        return None
    return {"k": int(rng.integers(3, 6)), "programs": n.tolist(), "right": right.tolist()}


def tasks_answers(case: dict[str, Any]) -> Key:
    n, c, k = np.array(case["programs"]), np.array(case["right"]), case["k"]
    told = [
        generation.pass_at_k(n, c, k=k),
        np.mean(1 - (1 - c / n) ** k),
        generation.pass_at_k(int(n.sum()), int(c.sum()), k=k),
        1 - (1 - np.mean(c / n)) ** k,
        generation.pass_at_k(n, c, k=1),
        np.mean(c > 0),
    ]
    return {
        "generation-2": drawing.question(
            told,
            "For each task, count the draws without a right program among all draws of k. The mean over the tasks comes last.",
            "You put each program back before you drew the next one. The k programs are different ones.",
            "You put the programs of all tasks together. A right program for one task does not solve another task.",
            "You put the mean share of right programs into the formula. The tasks differ, so each one needs its own value.",
            "That is the share of right programs, pass@1.",
            "That is the share of tasks with a right program among all. Only k programs are drawn.",
        )
    }


def arena(rng: Rng) -> dict[str, Any] | None:
    """The first games of an arena, winner first, and how often A beat B and B beat C, and the other way round."""
    pairs = [str(rng.choice(["AB", "AB", "BC"])) for _ in range(5)]
    games = [list(pair) if rng.random() < 0.5 else list(pair)[::-1] for pair in pairs]
    counts = [[int(won) + 3, int(lost) + 3] for won, lost in rng.integers(5, 38, (2, 2))]
    return {"games": games, "counts": counts} if sum("A" in game for game in games) >= 3 else None


def arena_answers(case: dict[str, Any]) -> Key:
    games, ((a, b), (of_b, c)) = [(*game, 1) for game in case["games"]], case["counts"]
    gain, backward = (generation.elo(order)["A"] - 1500 for order in (games, games[::-1]))
    at_start = 16 * sum((winner == "A") - (loser == "A") for winner, loser, _ in games)
    odds = a / b * of_b / c
    chance, first, second = odds / (1 + odds), a / (a + b), of_b / (of_b + c)
    others = [first * second, (first + second) / 2, (a + of_b) / (a + b + of_b + c), 1 - chance, odds]
    return {
        "generation-3": drawing.question(
            [*((one, chance) for one in (gain, 1500 + gain, backward, at_start)), *((gain, one) for one in others)],
            "After each game, Elo compares the result with what the ratings before the game led to expect. In the model of Bradley and Terry, strengths are log odds.",
            "That is the rating itself. Take 1500 from it, with which each model begins.",
            "You took the games from the last one to the first one. Elo ratings depend on the order.",
            "You expected one half in every game. The ratings change, and the next game begins with the new ones.",
            "You multiplied two probabilities. Their odds multiply.",
            "You took the mean of two probabilities. The differences of the strengths add up, so the odds multiply.",
            "You put the games of both pairs together. They tell how far A is from B, and how far B is from C.",
            "That is the probability that C beats A.",
            "Those are the odds that A beats C. The probability is the odds divided by the odds plus 1.",
        )
    }


SAID = [
    "the boat leaves at noon from the north gate", "we want two rooms near the old bridge",
    "where can i buy a ticket for the museum", "the last train stops behind the market",
    "please call a taxi to the south harbor", "how far is the castle from here",
    "my bag is still on the morning bus", "is the garden open on sunday",
]  # fmt: skip
HEARD = [
    "goat", "late", "boon", "room", "bride", "thicket", "drain", "marked", "harder", "cattle", "hair", "dusk", "oven",
]  # fmt: skip
WORDS = {"Brücke": ["Br", "ücke"], "Straßenbahn": ["Straßen", "bahn"], "Gärten": ["G", "ärt", "en"],
         "Rathausplätze": ["Rathaus", "pl", "ätze"], "Bahnhöfe": ["Bahn", "höfe"], "Türme": ["T", "ürme"]}  # fmt: skip


def guide(rng: Rng) -> dict[str, Any]:
    """A short answer, two sentences with what was heard, and a word in tokens with their probabilities."""
    kind, what, where, other, tail = (
        str(rng.choice(among))
        for among in (
            ["old", "red", "small"],
            ["tower", "gate", "inn", "bakery"],
            ["near the castle", "behind the river", "at the market", "above the harbor"],
            ["old", "red", "small", "stone", ""],
            ["", "on the hill", "by the lake", "beside a large oak"],
        )
    )
    said, word = rng.choice(SAID, 2, replace=False).tolist(), str(rng.choice(list(WORDS)))
    return {
        "expected": f"The {kind} {what} {where}.",
        "answered": " ".join(f"It is the {other} {what}, {where} {tail}".split()) + ".",
        "said": said,
        "heard": [misheard(rng, sentence.split()) for sentence in said],
        "word": word,
        "tokens": WORDS[word],
        "p": [int(p) / 100 for p in rng.integers(2, 80, len(WORDS[word]))],
    }


def misheard(rng: Rng, words: list[str]) -> str:
    """The words, of which some are lost, some are said twice and some are others."""
    heard: list[str] = []
    for word, luck in zip(words, rng.random(len(words)), strict=True):
        heard += [[], [word, word], [str(rng.choice(HEARD))], [word]][int(np.searchsorted([0.1, 0.18, 0.35], luck))]
    return " ".join(heard)


def lower_case(text: str) -> str:
    """A text without capitals and punctuation, but with its articles."""
    return re.sub(r"[^\w\s]", "", text.lower())


def guide_answers(case: dict[str, Any]) -> Key:
    texts, lines = ([case["expected"]], [case["answered"]]), (case["said"], case["heard"])
    f1, as_printed, with_articles = (generation.token_f1(*texts, normalize=how) for how in ("squad", None, lower_case))
    rate, turned = generation.word_error_rate(*lines), generation.word_error_rate(*lines[::-1])
    mean = np.mean([generation.word_error_rate([one], [other]) for one, other in zip(*lines, strict=True)])
    nats, word = -np.log(case["p"]), case["word"]
    bits = generation.bits_per_byte(nats, word)
    per_token, per_letter = nats.mean() / np.log(2), nats.sum() / np.log(2) / len(word)
    others = [per_letter, bits * np.log(2), per_token]
    told = [*((one, rate, bits) for one in (f1, as_printed, with_articles)), (f1, mean, bits), (f1, turned, bits)]
    return {
        "generation-4": drawing.question(
            [*told, *((f1, rate, one) for one in others)],
            "Divide twice the common words by the words of both texts, the words that have to be changed, added or removed by all words that were said, and the bits by the bytes.",
            "You compared the two texts as they are printed. Capitals, punctuation and articles are removed first.",
            "You kept the articles. Remove *a*, *an* and *the* from both texts, too.",
            "You took the mean of the two sentences' rates. Add up the errors of both, and divide by the words of both.",
            "You divided by the words that were heard. Divide by those that were said.",
            "You divided by the letters. In UTF-8, an umlaut and an ß have two bytes each.",
            "You took natural logarithms. Bits have base 2.",
            "You divided by the number of tokens. Divide by the bytes of the word.",
        )
    }


# ---------------------------------------------------------------- with the package


def nurses(rng: Rng) -> dict[str, Any]:
    """What a judge says of all answers, and what nurses say of some of them, which were drawn at random."""
    labeled, others = 10 * int(rng.integers(14, 26)), 50 * int(rng.integers(18, 33))
    rate, sensitivity, specificity = (rng.uniform(*limits) for limits in [(0.45, 0.72), (0.84, 0.95), (0.55, 0.78)])
    right = rng.random(labeled + others) < rate
    judged = rng.random(labeled + others) < np.where(right, sensitivity, 1 - specificity)
    label = np.where(rng.permutation(labeled + others) < labeled, right, np.nan)
    return {"judged": judged.astype(int).tolist(), "label": label.tolist()}


def nurses_answers(case: dict[str, Any]) -> Key:
    judged, label = np.array(case["judged"]), np.array(case["label"])
    has_label = ~np.isnan(label)

    def ends(found: Any) -> tuple[float, float]:
        return found.low, found.high

    corrected = generation.corrected_rate(judged, label)
    half = (corrected.high - corrected.low) / 2
    told = [
        ends(corrected),
        *(ends(comparison.proportion_interval(int(found.sum()), len(found))) for found in (judged, label[has_label])),
        *(ends(generation.corrected_rate(judged, label, method=name)) for name in ("rogan_gladen", "power_tuned")),
        (corrected.rate, half),
        (judged.mean() - half, judged.mean() + half),
    ]
    return {
        "generation-5": drawing.question(
            told,
            "Hand the verdicts on all answers and the labels to the function, leave its method as it is, and take the two ends of its interval. An answer without a label has nan.",
            "That is the report, which counts verdicts. The judge's two kinds of errors do not cancel, and more verdicts do not change that.",
            "That is the interval of the labels alone. Use the verdicts, too.",
            "That is the interval by Rogan and Gladen, which is another method.",
            "That is the power-tuned interval, which is another method.",
            "Those are the corrected rate and half of the width of its interval. The bounds are the rate minus this half and plus it.",
            "That interval lies around the judge's rate. It has to lie around the corrected rate.",
        )
    }


def clinic(rng: Rng) -> dict[str, Any]:
    """One entry for each program: its task, and whether it is right; the tasks differ a lot."""
    share = rng.beta(rng.uniform(0.6, 1.1), rng.uniform(1.2, 2.2), int(rng.integers(40, 66)))
    written = int(rng.integers(9, 13))
    right = (rng.random((len(share), written)) < share[:, None]).astype(int)
    task = np.repeat(np.arange(1, len(share) + 1), written)
    return {"k": int(rng.integers(3, 7)), "task": task.tolist(), "right": right.ravel().tolist()}


def clinic_answers(case: dict[str, Any]) -> Key:
    one_each = np.array(case["right"])
    written = np.bincount(case["task"])[1:]
    right = np.bincount(case["task"], one_each)[1:].astype(int)

    def ends(metric: Any, **options: Any) -> tuple[float, float]:
        found = comparison.interval(metric, written, right, rng=0, **options)
        return found.low, found.high

    first, several = (partial(generation.pass_at_k, k=k) for k in (1, case["k"]))
    by_programs = tuple(comparison.interval(np.mean, one_each, rng=0))
    replaced = tuple(comparison.interval(np.mean, 1 - (1 - right / written) ** case["k"], rng=0))
    told = [
        ends(first) + ends(several),
        by_programs + ends(several),
        ends(first) + replaced,
        ends(first) * 2,
        ends(first, level=0.9) + ends(several, level=0.9),
    ]
    return {
        "generation-6": drawing.question(
            told,
            "Other tasks are new, so draw tasks, each with all its programs. `pass_at_k` takes one entry for each task.",
            "Your first two draw single programs, as the report does. Programs for one task share its difficulty, so this interval is too narrow.",
            "Your last two belong to the plug-in estimate, which draws programs with replacement.",
            "Your last two belong to pass@1.",
            "Those are the 90% intervals.",
        )
    }


# ---------------------------------------------------------------- a colleague's evaluation


def school(rng: Rng) -> dict[str, Any] | None:
    """Programs of two models for the same tasks, and verdicts of a judge that prefers the first place."""
    k, written, number = int(rng.integers(3, 5)), 8, int(rng.integers(34, 47))
    share = {"a": rng.beta(0.8, 1.1, number), "b": rng.beta(2, rng.uniform(2.4, 4), number)}
    programs: dict[str, list[Any]] = {"task": np.repeat(np.arange(1, number + 1), written).tolist()}
    for name, of_task in share.items():  # a task that is hard for one model may be easy for the other
        programs[name] = (rng.random((number, written)) < of_task[:, None]).astype(int).ravel().tolist()
    kinds = rng.choice(4, int(rng.integers(90, 141)), p=[0.25, 0.38, 0.07, 0.3])
    pairs = [[("A", "A", "B", "B")[kind] for kind in kinds], [("A", "B", "A", "B")[kind] for kind in kinds]]
    return {
        "k": k,
        "programs": drawing.csv_text(list(programs), *programs.values()),
        "pairs": drawing.csv_text(["text", "a_first", "b_first"], range(1, len(kinds) + 1), *pairs),
    }


def school_answers(case: dict[str, Any]) -> Key:
    with drawing.beside({"programs.csv": case["programs"], "pairs.csv": case["pairs"]}):
        return colleague_answers(evaluation(case["k"], "place"), PLANTED)


PLANTED = drawing.plants("""
place: The share of the comparisons counts only the verdicts with B's text in the first place.
- np.mean(b_wins)
+ np.mean(b_wins[1])
Count only the verdicts with B's text in the first place: you get another share than the report.

kept: The share of the comparisons leaves out the pairs in which the order decides.
- np.mean(b_wins)
+ np.mean(b_wins[0][b_wins[0] == b_wins[1]])
Leave out the pairs with two different verdicts: you get another share than the report.

rows: The interval of the difference draws single programs.
- comparison.difference(confusion.accuracy, yes, programs["a"], programs["b"], groups=task, rng=0)
+ comparison.difference(confusion.accuracy, yes, programs["a"], programs["b"], rng=0)
Draw single programs with the same seed: you get other bounds than the report.

separate: The interval of the difference is put together from an interval of each model.
- gap = comparison.difference(confusion.accuracy, yes, programs["a"], programs["b"], groups=task, rng=0)
- gap_low, gap_high = gap.low, gap.high
+ of_a = comparison.interval(confusion.accuracy, yes, programs["a"], groups=task, rng=0)
+ of_b = comparison.interval(confusion.accuracy, yes, programs["b"], groups=task, rng=0)
+ gap_low, gap_high = of_b.low - of_a.high, of_b.high - of_a.low
Take the interval of each model, and combine their bounds: you get other bounds than the report.

replaced: pass@k draws the programs of a task with replacement.
- missed * np.maximum(wrong - step, 0) / (written - step)
+ missed * wrong / written
Put each program back before you draw the next one: you get a lower pass@k than the report.

pooled: pass@k draws from the programs of all tasks together.
- wrong, written = np.bincount(task, 1 - programs[model])[1:], np.bincount(task)[1:]
+ wrong, written = np.sum(1 - programs[model]), len(task)
Draw from the programs of all tasks together: you get another pass@k than the report.
""")
EVALUATION = '''"""What the report says of the models A and B."""

import numpy as np

from evalbook import comparison, confusion

K = {k}

programs = np.genfromtxt("programs.csv", delimiter=",", names=True, dtype=int)
task, yes = programs["task"], np.ones(len(programs), dtype=int)


def pass_at_k_of(model):
    wrong, written = np.bincount(task, 1 - programs[model])[1:], np.bincount(task)[1:]
    missed = 1
    for step in range(K):
        missed = missed * np.maximum(wrong - step, 0) / (written - step)
    return np.mean(1 - missed)


gap = comparison.difference(confusion.accuracy, yes, programs["a"], programs["b"], groups=task, rng=0)
gap_low, gap_high = gap.low, gap.high

pairs = np.genfromtxt("pairs.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
b_wins = [pairs["a_first"] == "B", pairs["b_first"] == "B"]

report = {{
    "pass@{k} of A": pass_at_k_of("a"),
    "pass@{k} of B": pass_at_k_of("b"),
    "pass@1 of B minus that of A, lower bound": gap_low,
    "pass@1 of B minus that of A, upper bound": gap_high,
    "share of the comparisons that B wins": np.mean(b_wins),
}}
'''


def evaluation(k: int, planted: str) -> str:
    """The colleague's program, with one mistake."""
    return drawing.with_mistake(EVALUATION.format(k=k), PLANTED[planted])


TURNED = "Your difference is A minus B. The report has B minus A."


def turned(report: list[float]) -> list[float]:
    """The report with the difference the other way round."""
    a, b, low, high, share = report
    return [a, b, -high, -low, share]


def colleague_answers(source: str, suspicions: Iterable[str]) -> Key:
    suspect = "Compute each line of the report by its rule, then see which mistake gives the reported number."
    compute = "Three rules give the five numbers. Follow them one by one, with `rng=0`."
    refuted = "One of the three rules was not followed. Compute each line by its rule."
    return {
        "generation-7": drawing.which_mistake(suspicions, source, PLANTED, suspect),
        "generation-8": drawing.corrected_report(source, PLANTED, compute, refuted, {TURNED: turned}),
    }


# ---------------------------------------------------------------- the argued question


def library(rng: Rng) -> dict[str, Any] | None:
    """What a judge says of ten answers of two models to each question, and how often people agree with it.

    The judge is lenient with A. A leads with one try and trails with five, and its lead is clear only as long as single
    answers are drawn.
    """
    share = np.array([rng.beta(0.8, 0.6, 40), rng.beta(2.6, 2.8, 40)])
    called = (rng.random((2, 40, 10)) < share[:, :, None]).astype(int)
    a, b = called.reshape(2, 400)
    question = np.repeat(np.arange(1, 41), 10)
    gain = generation.pass_at_k(10, called[1].sum(axis=1), k=5) - generation.pass_at_k(10, called[0].sum(axis=1), k=5)
    if not 0.06 < np.mean(a) - np.mean(b) < 0.14 or gain < 0.05:
        return None
    by_answers, by_questions = (
        comparison.difference(confusion.accuracy, np.ones(400, dtype=int), b, a, groups=groups, rng=0)
        for groups in (None, question)
    )
    if by_answers.low < 0.01 or by_questions.low > -0.01:
        return None
    labels = {"A": labeled(np.mean(a), rng.uniform(0.62, 0.7)), "B": labeled(np.mean(b), rng.uniform(0.9, 0.94))}
    if labels["A"]["right"] > labels["B"]["right"] - 2:
        return None
    return {"answers": drawing.csv_text(["question", "a", "b"], question, a, b), "labeled": labels}


def labeled(judged: float, specificity: float) -> dict[str, int]:
    """A hundred answers that people label, and how many of the right and of the wrong ones the judge calls right."""
    sensitivity = 0.93
    right = round(100 * (judged + specificity - 1) / (sensitivity + specificity - 1))
    passed = round((100 - right) * (1 - specificity))
    return {"right": right, "right, called right": round(right * sensitivity), "wrong, called right": passed}

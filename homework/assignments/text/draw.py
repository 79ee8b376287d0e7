"""Draw the sentences, the numbers and the planted mistake of the homework on text.

What is drawn has a function that draws it and one that answers its questions: first the right answer, then the named
mistakes. A draw is kept where all of these can be told apart. All sentences come from the small grammar below.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from evalbook import text
from evalbook_homework.grading import drawing
from evalbook_homework.grading.drawing import Key, Rng

SUBJECTS = [
    "the old farmer", "the young baker", "the gray cat", "the small boy", "the tall nurse",
    "the busy teacher", "the quiet girl", "the tired sailor", "the clever student", "the happy neighbor",
    "the brown dog", "the friendly cook",
]  # fmt: skip
VERBS = [
    "carries", "finds", "cleans", "paints", "hides", "brings", "watches", "moves", "repairs", "sells",
    "draws", "guards", "opens", "washes",
]  # fmt: skip
SYNONYMS = {
    "carries": "takes", "finds": "discovers", "brings": "fetches", "watches": "observes", "repairs": "mends",
    "sells": "offers", "old": "aged", "small": "little", "quiet": "silent", "clever": "bright", "happy": "glad",
    "heavy": "weighty", "near": "beside", "road": "street", "big": "large", "broken": "damaged",
}  # fmt: skip
OBJECTS = [
    "the red basket", "the heavy box", "the white plate", "a long rope", "the broken chair",
    "the green bottle", "a big map", "the wooden table", "the blue lamp", "a small boat", "the empty bag",
    "the new bell",
]  # fmt: skip
PLACES = [
    "near the river", "behind the house", "in the garden", "on the bridge", "at the station", "by the harbor",
    "under the tree", "beside the road", "in the kitchen", "at the market",
]  # fmt: skip
TIMES = [
    "every morning", "before the rain", "after the meal", "in the evening", "on the first day",
    "during the storm", "at night", "before the winter",
]  # fmt: skip
WORDS = " ".join(OBJECTS + PLACES).split()

Words = list[str]


def draw(rng: Rng) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "sentence": drawing.drawn(rng, sentence, sentence_answers),
        "table": drawing.drawn(rng, table, table_answers),
        "order": drawing.drawn(rng, order, order_answers),
        "suspicions": drawing.in_drawn_order(rng, {name: one.says for name, one in PLANTED.items()}),
        "warning": warning(rng),
    }
    return {
        "case.json": drawing.json_text(case),
        "systems.json": drawing.json_text(drawing.drawn(rng, systems, systems_answers)),
        "second.json": drawing.json_text(drawing.drawn(rng, second, second_answers)),
        "evaluation.py": drawing.with_mistake(EVALUATION, PLANTED[str(rng.choice(list(PLANTED)))]),
    }


def answers() -> Key:
    """The questions on the files in the current folder."""
    case = drawing.case_here()
    return {
        **sentence_answers(case["sentence"]),
        **table_answers(case["table"]),
        **order_answers(case["order"]),
        **systems_answers(json.loads(Path("systems.json").read_text("utf-8"))),
        **colleague_answers(Path("evaluation.py").read_text("utf-8"), case["suspicions"]),
    }


# ---------------------------------------------------------------- sentences


def parts(rng: Rng) -> list[str]:
    """Who does what to what, where, when."""
    return [str(rng.choice(among)) for among in (SUBJECTS, VERBS, OBJECTS, PLACES, TIMES)]


def told_otherwise(rng: Rng, words: Words) -> Words:
    """The same words, some of them replaced by others of the same meaning."""
    return [SYNONYMS[word] if word in SYNONYMS and rng.random() < 0.6 else word for word in words]


def two_references(rng: Rng) -> tuple[Words, Words]:
    who, does, what, where, when = parts(rng)
    first = f"{who} {does} {what} {where} {when}".split()
    return first, told_otherwise(rng, f"{when} {who} {does} {what} {where}".split())


def blurred(rng: Rng, words: Words, drop: float = 0, twice: float = 0, wrong: float = 0, ending: float = 0) -> Words:
    """A machine's version: shares of the words are dropped, said twice, wrong, or have a wrong ending."""
    said = []
    limits = np.cumsum([drop, twice, wrong, ending])
    for word, luck in zip(words, rng.random(len(words)), strict=True):
        other_form = word if len(word) < 4 else word[:-1] if word.endswith("s") else word + "s"
        versions: list[Words] = [[], [word, word], [str(rng.choice(WORDS))], [other_form], [word]]
        said += versions[int(np.searchsorted(limits, luck, side="right"))]
    return said if len(said) > 5 else words


def printed(words: Words) -> str:
    """As a newspaper prints it."""
    line = " ".join(words)
    return f"{line[0].upper()}{line[1:]}."


def plain(line: str) -> str:
    """Lower-cased, without punctuation."""
    return line.lower().replace(".", "")


# ---------------------------------------------------------------- by hand


def sentence(rng: Rng) -> dict[str, Any] | None:
    """Two short references, and a candidate that says "the" too often."""
    who, does, what, where, when = parts(rng)
    otherwise = rng.choice(VERBS)
    first = f"{who} {does} {what} {where} {rng.choice(['', when])}".strip()
    second = f"{rng.choice([where, when])} {who} {otherwise} {rng.choice(OBJECTS)}"
    candidate = blurred(rng, f"{who} {otherwise} {what} {where}".split(), drop=0.15, twice=0.1, wrong=0.1)
    for place in rng.integers(1, len(candidate), 3):
        candidate.insert(int(place), "the")
    said = " ".join(candidate)
    best = text.rouge_n([first, second], said, 1, combine="best").recall  # the recall of the best F
    if best < max(text.rouge_n([line], said, 1).recall for line in (first, second)):
        return None
    return {"references": [first, second], "candidate": said}


def sentence_answers(case: dict[str, Any]) -> Key:
    references, candidate = case["references"], case["candidate"]

    def shares(count: Callable[[int, list[int]], int]) -> list[float]:
        found = []
        for n in (1, 2):
            said = text.clipped_counts(references, candidate, n)[0]
            known = {gram: [text.ngrams(line, n).count(gram) for line in references] for gram in said}
            found.append(sum(count(said[gram], known[gram]) for gram in said) / said.total())
        return found

    clipped = shares(lambda said, known: min(said, max(known)))
    unclipped = shares(lambda said, known: said if max(known) else 0)
    first_only = shares(lambda said, known: min(said, known[0]))
    pool, best = (text.rouge_n(references, candidate, 1, combine=way) for way in ("pool", "best"))
    recalls = [(pool.recall, best.recall), (best.recall, pool.recall), (pool.precision, best.precision)]
    return {
        "text-1": drawing.question(
            [clipped, unclipped, first_only, clipped[::-1]],
            "Count each word of the candidate at most as often as one reference has it. Then do the same with pairs.",
            "Some words count more often in your number than any one reference has them.",
            "You compared with the first reference only. Some words and pairs are in the second one.",
            "The single words come first, the pairs second.",
        ),
        "text-5": drawing.question(
            recalls,
            "Pooled: add the hits of both references and their words, and divide once.",
            "The pooled recall comes first.",
            "Those divide by the candidate's words: they are precisions.",
        ),
    }


def table(rng: Rng) -> dict[str, list[int]] | None:
    """Lengths and matches of three sentences, each with two references."""
    words = rng.integers(6, 18, 3)
    nearer = words + rng.permutation([rng.integers(-3, 0), *rng.integers(2, 6, 2)])
    farther = words + rng.integers(6, 10, 3) * rng.choice([-1, 1, 1], 3)
    turned = rng.random(3) < 0.5
    matching = words - rng.integers(1, 4, 3)
    columns = {
        "words": words,
        "one": np.where(turned, nearer, farther),
        "other": np.where(turned, farther, nearer),
        "matching words": matching,
        "matching pairs": matching - rng.integers(2, 6, 3),
    }
    if min(*nearer, *farther) < 4 or columns["matching pairs"].min() < 1 or nearer.sum() <= words.sum():
        return None
    return {name: column.tolist() for name, column in columns.items()}


def table_answers(case: dict[str, list[int]]) -> Key:
    c, one, other, words, pairs = map(np.array, case.values())
    both = np.array([one, other])
    nearest = np.where(abs(one - c) < abs(other - c), one, other)

    def penalty(reference: Any, candidate: Any) -> Any:
        return np.minimum(1, np.exp(1 - reference / candidate))

    right, of_each = penalty(nearest.sum(), c.sum()), penalty(nearest, c)
    longer, mean = (penalty(lengths.sum(), c.sum()) for lengths in (both.max(axis=0), both.mean(axis=0)))
    p_1, p_2 = words.sum() / c.sum(), pairs.sum() / (c - 1).sum()
    bleus, geometric = of_each * np.sqrt(words / c * pairs / (c - 1)), np.sqrt(p_1 * p_2)
    return {
        "text-2": drawing.question(
            [right, of_each.mean(), longer, mean, math.exp(1 - c.sum() / nearest.sum())],
            "Add up the machine's lengths, and for each sentence the length of the reference nearest to it.",
            "That is the mean of three penalties. The corpus has one penalty, from the sums of the lengths.",
            "You took the longer reference of each sentence. Take the one nearest in length.",
            "You took the mean length of the references. Take the one nearest in length.",
            "The fraction is upside down: this factor is above 1.",
        ),
        "text-3": drawing.question(
            [right * geometric, bleus.mean(), geometric, right * (p_1 + p_2) / 2, right * p_1 * p_2],
            "A sentence of c words has c − 1 pairs. Add up matches and totals over the corpus before you divide.",
            "That is the mean of the sentences' BLEUs. Add up the counts first.",
            "The brevity penalty is missing.",
            "BLEU takes the geometric mean of the precisions.",
            "That is the product of the precisions. Their geometric mean has a root.",
        ),
    }


def order(rng: Rng) -> dict[str, str]:
    """A reference, and a candidate that begins at its end."""
    who, does, what, where, when = parts(rng)
    reference = f"{who} {does} {what} {where}".split()
    candidate = blurred(rng, f"{where} {who} {does} {what} {when}".split(), drop=0.12, wrong=0.08)
    return {"reference": " ".join(reference), "candidate": " ".join(candidate)}


def order_answers(case: dict[str, str]) -> Key:
    reference, candidate = case["reference"], case["candidate"]
    m, n = len(reference.split()), len(candidate.split())
    score, bag = text.rouge_l([reference], candidate), text.rouge_n([reference], candidate, 1)
    run = longest_run(reference.split(), candidate.split())
    told = [
        (score.recall, score.precision, score.f),
        (bag.recall, bag.precision, bag.f),
        (run / m, run / n, 2 * run / (m + n)),
        (score.precision, score.recall, score.f),
    ]
    return {
        "text-4": drawing.question(
            told,
            "How many lines between equal words can you keep so that no two cross?",
            "You counted the common words in any order. That is ROUGE-1.",
            "You took the longest run of neighbors. A subsequence may have gaps.",
            "Recall divides by the words of the reference, precision by those of the candidate.",
        )
    }


def longest_run(a: Words, b: Words) -> int:
    """The longest run of neighbors that both have."""
    lengths = range(min(len(a), len(b)) + 1)
    return max(n for n in lengths if n == 0 or set(text.ngrams(a, n)) & set(text.ngrams(b, n)))


# ---------------------------------------------------------------- with the package


def systems(rng: Rng) -> dict[str, Any]:
    """Twelve sentences with two references; A has wrong words, B wrong endings and prints no capital."""
    found: dict[str, Any] = {"references": [], "A": [], "B": []}
    for _ in range(12):
        first, second = two_references(rng)
        start = [first, second][int(rng.integers(2))]
        found["references"].append([printed(first), printed(second)])
        found["A"].append(printed(blurred(rng, start, drop=0.05, wrong=0.16)))
        found["B"].append(" ".join(blurred(rng, start, drop=0.02, ending=0.2)))
    return found


def systems_answers(case: dict[str, Any]) -> Key:
    references = [[plain(line) for line in lines] for lines in case["references"]]
    first_only = [lines[:1] for lines in references]
    cleaned = {name: [plain(line) for line in case[name]] for name in "AB"}
    bleu, chrf = (
        [
            [score(references, cleaned[name]) for name in "AB"],
            [score(case["references"], case[name]) for name in "AB"],
            [score(first_only, cleaned[name]) for name in "AB"],
        ]
        for score in (text.corpus_bleu, text.corpus_chrf)
    )
    means = [np.mean(list(map(text.bleu, references, cleaned[name]))) for name in "AB"]
    return {
        "text-6": drawing.question(
            [bleu[0], bleu[1], means, bleu[2]],
            "Prepare the references and both systems in the same way, and give the references of each sentence as a list.",
            "You scored the lines as printed. Capitals and full stops make other words of them.",
            "Those are means of the sentences' BLEUs. The BLEU of a corpus scores the added counts.",
            "You compared with the first reference of each sentence only.",
        ),
        "text-7": drawing.question(
            [*chrf, bleu[0]],
            "The function takes the same lists as the one for BLEU.",
            "You scored the lines as printed. chrF sees capitals and full stops, too.",
            "You compared with the first reference of each sentence only.",
            "Those are the BLEUs.",
        ),
    }


def second(rng: Rng) -> dict[str, list[str]] | None:
    """Twenty sentences with one reference, and a system that leaves words out and says some twice."""
    found: dict[str, list[str]] = {"references": [], "candidates": []}
    for _ in range(20):
        words = two_references(rng)[0]
        found["references"].append(printed(words))
        found["candidates"].append(printed(blurred(rng, words, drop=0.19, twice=0.07, wrong=0.02)))
    lengths = {name: sum(len(line.split()) for line in lines) for name, lines in found.items()}
    penalty = math.exp(1 - lengths["references"] / lengths["candidates"])
    return found if penalty <= 0.96 else None


def second_answers(case: dict[str, list[str]]) -> Key:
    with drawing.beside({"second.json": drawing.json_text(case)}):
        return colleague_answers(drawing.with_mistake(EVALUATION, PLANTED["mean"]), PLANTED)


# ---------------------------------------------------------------- a colleague's evaluation

PLANTED = drawing.plants("""
mean: The BLEU is the mean of the sentences' BLEUs.
- bleu(pairs),
+ sum(bleu([pair]) for pair in pairs) / len(pairs),
Take the mean of the sentences' BLEUs: the report has another number.

brevity: The brevity penalty has its fraction upside down.
- math.exp(1 - reference_length / candidate_length)
+ math.exp(1 - candidate_length / reference_length)
Read the factor for short candidates: its fraction is above 1, and so the factor is below 1.

swapped: References and candidates have changed places.
- zip(data["references"], data["candidates"], strict
+ zip(data["candidates"], data["references"], strict
Follow one sentence through the program: each list arrives where its name says.

tokens: References and candidates are cut into tokens by different rules.
- tokens(candidate)) for
+ candidate.lower().split()) for
Print the tokens of one pair: both sides are cut and lower-cased alike.

clip: The candidate's n-grams are counted without clipping.
- (found & allowed).total()
+ sum(found[gram] for gram in found if gram in allowed)
Try a candidate that says one word of its reference twice: the program counts it once.

weights: The weights of the four orders do not add up to 1.
- precision ** (1 / 4)
+ precision ** (1 / n)
Add up the exponents of the four orders: they add up to 1.
""")
EVALUATION = '''"""What the second system scores over all sentences."""

import json
import math
from collections import Counter
from pathlib import Path

data = json.loads(Path("second.json").read_text())


def tokens(line):
    return line.lower().replace(".", "").split()


def ngrams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def hits(reference, candidate, n):
    found, allowed = ngrams(candidate, n), ngrams(reference, n)
    return (found & allowed).total()


def bleu(pairs):
    score = 1
    for n in [1, 2, 3, 4]:
        total = sum(len(candidate) - n + 1 for _, candidate in pairs)
        precision = sum(hits(*pair, n) for pair in pairs) / total
        score *= precision ** (1 / 4)
    reference_length = sum(len(reference) for reference, _ in pairs)
    candidate_length = sum(len(candidate) for _, candidate in pairs)
    if candidate_length < reference_length:
        score *= math.exp(1 - reference_length / candidate_length)
    return score


def word_precision(pairs):
    words = sum(len(candidate) for _, candidate in pairs)
    return sum(hits(*pair, 1) for pair in pairs) / words


lines = zip(data["references"], data["candidates"], strict=True)
pairs = [(tokens(reference), tokens(candidate)) for reference, candidate in lines]
report = {
    "BLEU-4 of the corpus": bleu(pairs),
    "precision of single words, counts of all sentences added": word_precision(pairs),
}
'''


def colleague_answers(source: str, suspicions: Iterable[str]) -> Key:
    suspect = "Compute each line of the report yourself, then see which mistake gives the reported numbers."
    compute = "Compute both from the package: the BLEU of the corpus, and the precisions of the added tallies."
    refuted = "One of your two numbers is not what its line says. Compute each from its definition."
    return {
        "text-8": drawing.which_mistake(suspicions, source, PLANTED, suspect),
        "text-9": drawing.corrected_report(source, PLANTED, compute, refuted),
    }


# ---------------------------------------------------------------- the argued question


def warning(rng: Rng) -> dict[str, Any]:
    """A message, its opposite, which A writes, and a paraphrase, which B writes."""
    what = rng.choice(["bridge", "road", "station", "harbor", "school", "tunnel", "market", "museum"])
    where = rng.choice(["by the river", "near the hospital", "behind the castle", "in the old town"])
    when = rng.choice(["until noon", "this evening", "on both days", "until the storm is over"])
    rng.permutation(2)  # once it dealt the letters; what is drawn behind it stays as it was
    candidates = {
        "A": f"the {what} {where} is not closed {when}",
        "B": f"{when} nobody may enter the {what} {where}",
    }
    return {
        "reference": f"the {what} {where} is closed {when}",
        "candidates": candidates,
        "messages": int(rng.integers(12, 30)),
    }

"""Draw the sentences, the numbers and the planted mistake of the homework on text.

Each question has a function that draws it and one that lists its right answer and the named mistakes. A draw is kept
where all of these can be told apart. All sentences come from the small grammar below.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from homework.drawing import ILL_POSED, Answers, drawn, in_drawn_order, with_mistake

from evalbook import text

SUBJECTS = [
    "the old farmer",
    "the young baker",
    "the gray cat",
    "the small boy",
    "the tall nurse",
    "the busy teacher",
    "the quiet girl",
    "the tired sailor",
    "the clever student",
    "the happy neighbor",
    "the brown dog",
    "the friendly cook",
]
VERBS = [
    "carries",
    "finds",
    "cleans",
    "paints",
    "hides",
    "brings",
    "watches",
    "moves",
    "repairs",
    "sells",
    "draws",
    "guards",
    "opens",
    "washes",
]
SYNONYMS = {
    "carries": "takes", "finds": "discovers", "brings": "fetches", "watches": "observes", "repairs": "mends",
    "sells": "offers", "old": "aged", "small": "little", "quiet": "silent", "clever": "bright", "happy": "glad",
    "heavy": "weighty", "near": "beside", "road": "street", "big": "large", "broken": "damaged",
}  # fmt: skip
OBJECTS = [
    "the red basket",
    "the heavy box",
    "the white plate",
    "a long rope",
    "the broken chair",
    "the green bottle",
    "a big map",
    "the wooden table",
    "the blue lamp",
    "a small boat",
    "the empty bag",
    "the new bell",
]
PLACES = [
    "near the river",
    "behind the house",
    "in the garden",
    "on the bridge",
    "at the station",
    "by the harbor",
    "under the tree",
    "beside the road",
    "in the kitchen",
    "at the market",
]
TIMES = [
    "every morning",
    "before the rain",
    "after the meal",
    "in the evening",
    "on the first day",
    "during the storm",
    "at night",
    "before the winter",
]
WORDS = " ".join(OBJECTS + PLACES).split()

Words = list[str]


def draw(rng: np.random.Generator) -> dict[str, str | bytes]:
    """The files that the notebook reads."""
    case = {
        "sentence": drawn(rng, sentence, sentence_answers),
        "table": drawn(rng, table, table_answers),
        "order": drawn(rng, order, order_answers),
        "suspicions": in_drawn_order(rng, {name: says for name, (says, _, _) in PLANTED.items()}),
        "warning": warning(rng),
    }
    return {
        "case.json": json.dumps(case, indent=1),
        "systems.json": json.dumps(drawn(rng, systems, systems_answers), indent=1),
        "second.json": json.dumps(drawn(rng, second, second_answers), indent=1),
        "evaluation.py": evaluation(str(rng.choice(list(PLANTED)))),
    }


# ---------------------------------------------------------------- sentences


def parts(rng: np.random.Generator) -> list[str]:
    """Who does what to what, where, when."""
    return [str(rng.choice(among)) for among in (SUBJECTS, VERBS, OBJECTS, PLACES, TIMES)]


def told_otherwise(rng: np.random.Generator, words: Words) -> Words:
    """The same words, some of them replaced by others of the same meaning."""
    return [SYNONYMS[word] if word in SYNONYMS and rng.random() < 0.6 else word for word in words]


def two_references(rng: np.random.Generator) -> tuple[Words, Words]:
    who, does, what, where, when = parts(rng)
    first = f"{who} {does} {what} {where} {when}".split()
    return first, told_otherwise(rng, f"{when} {who} {does} {what} {where}".split())


def blurred(
    rng: np.random.Generator, words: Words, drop: float = 0, twice: float = 0, wrong: float = 0, ending: float = 0
) -> Words:
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


def sentence(rng: np.random.Generator) -> dict[str, Any]:
    """Two short references, and a candidate that says "the" too often."""
    who, does, what, where, when = parts(rng)
    otherwise = rng.choice(VERBS)
    first = f"{who} {does} {what} {where} {rng.choice(['', when])}".strip()
    second = f"{rng.choice([where, when])} {who} {otherwise} {rng.choice(OBJECTS)}"
    candidate = blurred(rng, f"{who} {otherwise} {what} {where}".split(), drop=0.15, twice=0.1, wrong=0.1)
    for place in rng.integers(1, len(candidate), 3):
        candidate.insert(int(place), "the")
    return {"references": [first, second], "candidate": " ".join(candidate)}


def sentence_answers(case: dict[str, Any]) -> Iterator[Answers]:
    references, candidate = case["references"], case["candidate"]

    def shares(count: Callable[[int, list[int]], int]) -> list[float]:
        found = []
        for n in (1, 2):
            said = text.clipped_counts(references, candidate, n)[0]
            known = {gram: [text.ngrams(line, n).count(gram) for line in references] for gram in said}
            found.append(sum(count(said[gram], known[gram]) for gram in said) / said.total())
        return found

    clipped = shares(lambda said, known: min(said, max(known)))
    yield [
        clipped,
        shares(lambda said, known: said if max(known) else 0),
        shares(lambda said, known: min(said, known[0])),
        clipped[::-1],
    ]
    pool, best = (text.rouge_n(references, candidate, 1, combine=way) for way in ("pool", "best"))
    if best.recall == max(text.rouge_n([line], candidate, 1).recall for line in references):
        yield [(pool.recall, best.recall), (best.recall, pool.recall), (pool.precision, best.precision)]
    else:  # "best" is the best F, which should be the best recall, too
        yield ILL_POSED


def table(rng: np.random.Generator) -> dict[str, list[int]]:
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
    return {name: column.tolist() for name, column in columns.items()}


def table_answers(case: dict[str, list[int]]) -> Iterator[Answers]:
    c, one, other, words, pairs = map(np.array, case.values())
    both = np.array([one, other])
    nearest = np.where(abs(one - c) < abs(other - c), one, other)
    if both.min() < 4 or pairs.min() < 1 or nearest.sum() <= c.sum():
        yield ILL_POSED
        return

    def penalty(reference: Any, candidate: Any) -> Any:
        return np.minimum(1, np.exp(1 - reference / candidate))

    right, all_words = penalty(nearest.sum(), c.sum()), c.sum()
    yield [
        right,
        penalty(both.max(axis=0).sum(), all_words),
        penalty(both.mean(axis=0).sum(), all_words),
        math.exp(1 - all_words / nearest.sum()),
        penalty(nearest, c).mean(),
    ]
    p_1, p_2 = words.sum() / all_words, pairs.sum() / (c - 1).sum()
    of_each = penalty(nearest, c) * np.sqrt(words / c * pairs / (c - 1))
    geometric = np.sqrt(p_1 * p_2)
    yield [right * geometric, geometric, of_each.mean(), right * (p_1 + p_2) / 2, right * p_1 * p_2]


def order(rng: np.random.Generator) -> dict[str, str]:
    """A reference, and a candidate that begins at its end."""
    who, does, what, where, when = parts(rng)
    reference = f"{who} {does} {what} {where}".split()
    candidate = blurred(rng, f"{where} {who} {does} {what} {when}".split(), drop=0.12, wrong=0.08)
    return {"reference": " ".join(reference), "candidate": " ".join(candidate)}


def order_answers(case: dict[str, str]) -> Iterator[Answers]:
    reference, candidate = case["reference"], case["candidate"]
    m, n = len(reference.split()), len(candidate.split())
    score, bag = text.rouge_l([reference], candidate), text.rouge_n([reference], candidate, 1)
    run = longest_run(reference.split(), candidate.split())
    yield [
        (score.recall, score.precision, score.f),
        (bag.recall, bag.precision, bag.f),
        (run / m, run / n, 2 * run / (m + n)),
        (score.precision, score.recall, score.f),
    ]


def longest_run(a: Words, b: Words) -> int:
    """The longest run of neighbors that both have."""
    lengths = range(min(len(a), len(b)) + 1)
    return max(n for n in lengths if n == 0 or set(text.ngrams(a, n)) & set(text.ngrams(b, n)))


# ---------------------------------------------------------------- with the package


def systems(rng: np.random.Generator) -> dict[str, Any]:
    """Twelve sentences with two references; A has wrong words, B wrong endings and prints no capital."""
    found: dict[str, Any] = {"references": [], "A": [], "B": []}
    for _ in range(12):
        first, second = two_references(rng)
        start = [first, second][int(rng.integers(2))]
        found["references"].append([printed(first), printed(second)])
        found["A"].append(printed(blurred(rng, start, drop=0.05, wrong=0.16)))
        found["B"].append(" ".join(blurred(rng, start, drop=0.02, ending=0.2)))
    return found


def systems_answers(case: dict[str, Any]) -> Iterator[Answers]:
    references = [[plain(line) for line in lines] for lines in case["references"]]
    first_only = [lines[:1] for lines in references]
    cleaned = {name: [plain(line) for line in case[name]] for name in "AB"}
    bleus = [text.corpus_bleu(references, cleaned[name]) for name in "AB"]
    yield [
        bleus,
        [text.corpus_bleu(case["references"], case[name]) for name in "AB"],
        [np.mean(list(map(text.bleu, references, cleaned[name]))) for name in "AB"],
        [text.corpus_bleu(first_only, cleaned[name]) for name in "AB"],
    ]
    yield [
        [text.corpus_chrf(references, cleaned[name]) for name in "AB"],
        [text.corpus_chrf(case["references"], case[name]) for name in "AB"],
        [text.corpus_chrf(first_only, cleaned[name]) for name in "AB"],
        bleus,
    ]


def second(rng: np.random.Generator) -> dict[str, list[str]]:
    """Twenty sentences with one reference, and a system that leaves words out and says some twice."""
    found: dict[str, list[str]] = {"references": [], "candidates": []}
    for _ in range(20):
        words = two_references(rng)[0]
        found["references"].append(printed(words))
        found["candidates"].append(printed(blurred(rng, words, drop=0.19, twice=0.07, wrong=0.02)))
    return found


def second_answers(case: dict[str, list[str]]) -> Iterator[Answers]:
    references, candidates = ([plain(line) for line in case[name]] for name in ("references", "candidates"))
    tallies = map(text.BleuTally.from_sentence, [[line] for line in references], candidates)
    whole = sum(tallies, start=text.BleuTally((0,) * 4, (0,) * 4, 0, 0))
    score, penalty, logs = whole.score(), whole.brevity_penalty, np.log(whole.precisions)
    if penalty > 0.96:
        yield ILL_POSED
        return
    words = rouge_1(references, candidates)
    uncut = [line.lower() for line in case["candidates"]]
    loose = [unclipped(references, candidates, n) for n in (1, 2, 3, 4)]
    precisions = [hits / total for hits, total in zip(loose, whole.totals, strict=True)]
    upside_down = math.exp(1 - whole.candidate_length / whole.reference_length)
    yield [
        (score, words.recall),
        (np.mean([text.bleu([r], c) for r, c in zip(references, candidates, strict=True)]), words.recall),
        (score / penalty * upside_down, words.recall),
        (text.corpus_bleu([[line] for line in candidates], references), words.precision),
        (text.corpus_bleu([[line] for line in references], uncut), rouge_1(references, uncut).recall),
        (penalty * math.prod(precisions) ** 0.25, loose[0] / words.reference_total),
        (penalty * math.exp(np.sum(logs / [1, 2, 3, 4])), words.recall),
    ]


def rouge_1(references: list[str], candidates: list[str]) -> text.RougeTally:
    """The common words of all pairs."""
    tallies = (text.RougeTally.from_ngrams([r], c, 1) for r, c in zip(references, candidates, strict=True))
    return sum(tallies, start=text.RougeTally(0, 0, 0))


def unclipped(references: list[str], candidates: list[str], n: int) -> int:
    """How many n-grams of the candidates are in their reference, however often they are said."""
    found = 0
    for reference, candidate in zip(references, candidates, strict=True):
        known = set(text.ngrams(reference, n))
        found += sum(gram in known for gram in text.ngrams(candidate, n))
    return found


# ---------------------------------------------------------------- a colleague's evaluation

PLANTED = {
    "mean": (
        "The BLEU is the mean of the sentences' BLEUs.",
        "bleu(pairs),",
        "sum(bleu([pair]) for pair in pairs) / len(pairs),",
    ),
    "brevity": (
        "The brevity penalty has its fraction upside down.",
        "math.exp(1 - reference_length / candidate_length)",
        "math.exp(1 - candidate_length / reference_length)",
    ),
    "swapped": (
        "References and candidates have changed places.",
        'zip(data["references"], data["candidates"], ',
        'zip(data["candidates"], data["references"], ',
    ),
    "tokens": (
        "References and candidates are cut into tokens by different rules.",
        "tokens(candidate)) for",
        "candidate.lower().split()) for",
    ),
    "clip": (
        "The candidate's n-grams are counted without clipping.",
        "(found & allowed).total()",
        "sum(found[gram] for gram in found if gram in allowed)",
    ),
    "weights": (
        "The weights of the four orders do not add up to 1.",
        "precision ** (1 / 4)",
        "precision ** (1 / n)",
    ),
}
"""What the student may suspect, what the line should say, and what it says where the mistake is planted."""

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


def rouge_1_recall(pairs):
    words = sum(len(reference) for reference, _ in pairs)
    return sum(hits(*pair, 1) for pair in pairs) / words


lines = zip(data["references"], data["candidates"], strict=True)
pairs = [(tokens(reference), tokens(candidate)) for reference, candidate in lines]
report = {
    "BLEU-4 of the corpus": bleu(pairs),
    "ROUGE-1 recall, counts of all sentences added": rouge_1_recall(pairs),
}
'''


def evaluation(planted: str) -> str:
    """The colleague's program, with one mistake."""
    return with_mistake(EVALUATION, *PLANTED[planted][1:])


# ---------------------------------------------------------------- the argued question


def warning(rng: np.random.Generator) -> dict[str, Any]:
    """A message, its opposite and a paraphrase."""
    what = rng.choice(["bridge", "road", "station", "harbor", "school", "tunnel", "market", "museum"])
    where = rng.choice(["by the river", "near the hospital", "behind the castle", "in the old town"])
    when = rng.choice(["until noon", "this evening", "on both days", "until the storm is over"])
    candidates = {
        "opposite": f"the {what} {where} is not closed {when}",
        "paraphrase": f"{when} nobody may enter the {what} {where}",
    }
    names = rng.permutation(["A", "B"]).tolist()
    by_name = dict(zip(names, candidates.values(), strict=True))
    return {
        "reference": f"the {what} {where} is closed {when}",
        "candidates": dict(sorted(by_name.items())),
        "messages": int(rng.integers(12, 30)),
    }

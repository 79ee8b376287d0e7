"""Several ways to the answers of the assignment text."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from pathlib import Path
from statistics import fmean

import numpy as np
import sacrebleu
from nltk.translate import bleu_score
from rouge_score.rouge_scorer import RougeScorer

from evalbook import text
from evalbook.text import BleuTally, ChrfTally, RougeTally
from ways import case, way

Lines = Sequence[str]
Words = Sequence[str]

# ---------------------------------------------------------------- what several questions need


def counted(items: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """The runs of n neighbors, words of a list or characters of a text."""
    return Counter(tuple(items[place : place + n]) for place in range(len(items) - n + 1))


def clipped(references: Sequence[Words], candidate: Words, n: int) -> int:
    """How many runs of the candidate match, each at most as often as one reference has it."""
    known = [counted(words, n) for words in references]
    return sum(min(count, max(one[run] for one in known)) for run, count in counted(candidate, n).items())


def nearest(references: Sequence[Words], candidate: Words) -> int:
    return min((abs(len(words) - len(candidate)), len(words)) for words in references)[1]


def penalty(reference_length: float, candidate_length: float) -> float:
    return float(np.exp(min(0, 1 - reference_length / candidate_length)))


def bleu_with_numpy(references: Sequence[Lines], candidates: Lines) -> float:
    """BLEU-4 of a corpus; each candidate has a list of references."""
    pairs = [
        ([line.split() for line in lines], said.split()) for lines, said in zip(references, candidates, strict=True)
    ]
    matching = [sum(clipped(known, said, n) for known, said in pairs) for n in (1, 2, 3, 4)]
    all_runs = [sum(len(said) + 1 - n for _, said in pairs) for n in (1, 2, 3, 4)]
    short = penalty(sum(nearest(*pair) for pair in pairs), sum(len(said) for _, said in pairs))
    return short * np.prod(np.divide(matching, all_runs)) ** (1 / 4)


def bleu_with_sacrebleu(references: Sequence[Lines], candidates: Lines) -> float:
    """It takes the first references of all candidates in one list, the second ones in another."""
    streams = list(map(list, zip(*references, strict=True)))
    return sacrebleu.corpus_bleu(candidates, streams, tokenize="none", smooth_method="none").score / 100


def sentence() -> tuple[list[Words], Words]:
    """The two references of a picture, and what the machine says."""
    both = case()["sentence"]
    return [line.split() for line in both["references"]], both["candidate"].split()


# ---------------------------------------------------------------- 1: two precisions


@way("text-1", "NLTK")
def _():
    references, candidate = sentence()
    return [bleu_score.modified_precision(references, candidate, n) for n in (1, 2)]


@way("text-1", "sacrebleu")
def _():
    both = case()["sentence"]
    found = sacrebleu.BLEU(max_ngram_order=2, tokenize="none").corpus_score(
        [both["candidate"]], [[line] for line in both["references"]]
    )
    return np.divide(found.counts, found.totals)


@way("text-1", "counting")
def _():
    references, candidate = sentence()
    return clipped(references, candidate, 1) / len(candidate), clipped(references, candidate, 2) / (len(candidate) - 1)


@way("text-1", "package")
def _():
    return BleuTally.from_sentence(*sentence(), max_n=2).precisions


# ---------------------------------------------------------------- 2 and 3: a corpus of three sentences


def sums() -> tuple[int, int, int, int, int]:
    """Nearest references, words, matching words, matching pairs and pairs."""
    words, one, other, matching, pairs = case()["table"].values()
    near = [min(lengths, key=lambda length: abs(length - c)) for c, *lengths in zip(words, one, other, strict=True)]
    return sum(near), sum(words), sum(matching), sum(pairs), sum(words) - 3


@way("text-2", "NLTK")
def _():
    """Lengths alone count, so that any words will do."""
    words, one, other, *_ = case()["table"].values()
    near = [bleu_score.closest_ref_length([["w"] * a, ["w"] * b], c) for c, a, b in zip(words, one, other, strict=True)]
    return bleu_score.brevity_penalty(sum(near), sum(words))


@way("text-2", "NumPy")
def _():
    c, one, other, *_ = map(np.array, case()["table"].values())
    both = np.stack([one, other])
    near = np.take_along_axis(both, np.argmin(abs(both - c), axis=0)[None], axis=0)
    return np.exp(1 - near.sum() / c.sum())


@way("text-2", "package")
def _():
    reference_length, candidate_length, *_ = sums()
    return text.brevity_penalty(reference_length=reference_length, candidate_length=candidate_length)


@way("text-3", "sacrebleu")
def _():
    r, c, matching, pairs, all_pairs = sums()
    lengths = {"sys_len": c, "ref_len": r, "max_ngram_order": 2}
    return sacrebleu.BLEU.compute_bleu([matching, pairs], [c, all_pairs], **lengths).score / 100


@way("text-3", "NumPy")
def _():
    r, c, matching, pairs, all_pairs = sums()
    return penalty(r, c) * np.exp(np.mean(np.log([matching / c, pairs / all_pairs])))


@way("text-3", "package")
def _():
    """The tallies of the three sentences, added."""
    tallies = [
        BleuTally((matching, pairs), (c, c - 1), c, min(lengths, key=lambda length: abs(length - c)))
        for c, *lengths, matching, pairs in zip(*case()["table"].values(), strict=True)
    ]
    return sum(tallies).score()


# ---------------------------------------------------------------- 4 and 5: ROUGE


@way("text-4", "rouge-score")
def _():
    score = RougeScorer(["rougeL"]).score(case()["order"]["reference"], case()["order"]["candidate"])["rougeL"]
    return score.recall, score.precision, score.fmeasure


@way("text-4", "NumPy")
def _():
    """The length of the longest common subsequence of all beginnings of the two sentences, in a table."""
    a, b = (line.split() for line in case()["order"].values())
    longest = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    for i, j in np.ndindex(len(a), len(b)):
        longest[i + 1, j + 1] = longest[i, j] + 1 if a[i] == b[j] else max(longest[i, j + 1], longest[i + 1, j])
    recall, precision = longest[-1, -1] / len(a), longest[-1, -1] / len(b)
    return recall, precision, 2 * recall * precision / (recall + precision)


@way("text-4", "counting")
def _():
    """All subsequences of the reference, the longest first, until one is a subsequence of the candidate."""
    a, b = (line.split() for line in case()["order"].values())

    def is_in_b(words: Words) -> bool:
        left = iter(b)
        return all(word in left for word in words)

    sizes = range(len(a), 0, -1)
    common = next(len(some) for some in chain.from_iterable(combinations(a, n) for n in sizes) if is_in_b(some))
    return common / len(a), common / len(b), 2 * common / (len(a) + len(b))


@way("text-4", "package")
def _():
    both = case()["order"]
    tally = text.rouge_l([both["reference"]], both["candidate"])
    return tally.recall, tally.precision, tally.f


@way("text-5", "rouge-score")
def _():
    """A reference weighs as many as it has words."""
    both = case()["sentence"]
    of_each = [RougeScorer(["rouge1"]).score(line, both["candidate"])["rouge1"] for line in both["references"]]
    recalls, lengths = [one.recall for one in of_each], [len(line.split()) for line in both["references"]]
    return np.average(recalls, weights=lengths), max(of_each, key=lambda one: one.fmeasure).recall


@way("text-5", "counting")
def _():
    references, candidate = sentence()
    hits = [(Counter(words) & Counter(candidate)).total() for words in references]
    lengths = list(map(len, references))
    return sum(hits) / sum(lengths), max(hit / length for hit, length in zip(hits, lengths, strict=True))


@way("text-5", "package")
def _():
    references, candidate = sentence()
    of_each = [RougeTally.from_ngrams([words], candidate, 1) for words in references]
    return sum(of_each).recall, max(one.recall for one in of_each)


# ---------------------------------------------------------------- 6 and 7: two systems


def plain(line: str) -> str:
    return line.lower().rstrip(".")


def scored(score: Callable[[list[list[str]], list[str]], float]) -> list[float]:
    """The score of A and that of B."""
    data = json.loads(Path("systems.json").read_text())
    references = [list(map(plain, lines)) for lines in data["references"]]
    return [score(references, list(map(plain, data[name]))) for name in "AB"]


@way("text-6", "sacrebleu")
def _():
    return scored(bleu_with_sacrebleu)


@way("text-6", "NLTK")
def _():
    return scored(
        lambda references, said: bleu_score.corpus_bleu(
            [[line.split() for line in lines] for lines in references], [line.split() for line in said]
        )
    )


@way("text-6", "NumPy")
def _():
    return scored(bleu_with_numpy)


@way("text-6", "package")
def _():
    return scored(text.corpus_bleu)


def shares(reference: str, candidate: str) -> np.ndarray:
    """Common runs of characters, those of the candidate and those of the reference, of each length up to six."""
    told, known = candidate.replace(" ", ""), reference.replace(" ", "")
    runs = [(counted(told, n), counted(known, n)) for n in range(1, 7)]
    return np.array([[(a & b).total(), a.total(), b.total()] for a, b in runs])


def f_2(counts: np.ndarray) -> float:
    common, told, known = counts.T
    precision, recall = np.mean(common / told), np.mean(common / known)
    return 5 * precision * recall / (4 * precision + recall)


@way("text-7", "sacrebleu")
def _():
    return scored(lambda references, said: sacrebleu.corpus_chrf(said, list(zip(*references, strict=True))).score / 100)


@way("text-7", "NumPy")
def _():
    """Of two references the one with the better chrF of the sentence counts."""
    return scored(
        lambda references, said: f_2(
            sum(
                max((shares(line, told) for line in lines), key=f_2)
                for lines, told in zip(references, said, strict=True)
            )
        )
    )


@way("text-7", "package")
def _():
    return scored(lambda references, said: sum(map(ChrfTally.from_sentence, references, said)).score())


# ---------------------------------------------------------------- 8 and 9: the colleague's report


def second() -> tuple[list[str], list[str]]:
    """References and candidates."""
    data = json.loads(Path("second.json").read_text())
    return list(map(plain, data["references"])), list(map(plain, data["candidates"]))


Report = tuple[float, float]
"""BLEU-4 of the corpus, and its precision of single words."""


def with_library(references: Lines, candidates: Lines) -> Report:
    each, told = [[line.split()] for line in references], [line.split() for line in candidates]
    precisions = [bleu_score.modified_precision(known, said, 1) for known, said in zip(each, told, strict=True)]
    hits, words = (sum(getattr(one, part) for one in precisions) for part in ("numerator", "denominator"))
    return bleu_with_sacrebleu([[line] for line in references], candidates), hits / words


def with_numpy(references: Lines, candidates: Lines) -> Report:
    pairs = [(line.split(), told.split()) for line, told in zip(references, candidates, strict=True)]
    hits = sum(clipped([line], told, 1) for line, told in pairs)
    return bleu_with_numpy([[line] for line in references], candidates), hits / sum(len(told) for _, told in pairs)


def with_package(references: Lines, candidates: Lines) -> Report:
    each = [[line] for line in references]
    return text.corpus_bleu(each, candidates), sum(map(BleuTally.from_sentence, each, candidates)).precisions[0]


def letter(report: Callable[[Lines, Lines], Report]) -> str:
    """Of six mistakes four are computed; of the other two one leaves the precision as it is."""
    printed = list(runpy.run_path("evaluation.py")["report"].values())
    references, candidates = second()
    with_stops = [line.lower() for line in json.loads(Path("second.json").read_text())["candidates"]]
    bleu, precision = report(references, candidates)
    r, c = (sum(len(line.split()) for line in lines) for lines in (references, candidates))
    of_sentences = [report([line], [told])[0] for line, told in zip(references, candidates, strict=True)]
    numbers = {
        "mean": (fmean(of_sentences), precision),
        "brevity": (bleu / penalty(r, c) * np.exp(1 - c / r), precision),
        "swapped": report(candidates, references),
        "tokens": report(references, with_stops),
    }
    other = "weights" if np.isclose(printed[1], precision) else "clip"
    mistake = next((name for name, row in numbers.items() if np.allclose(row, printed)), other)
    return "abcdef"[list(case()["suspicions"]).index(mistake)]


@way("text-8", "sacrebleu and NLTK")
def _():
    return letter(with_library)


@way("text-8", "NumPy")
def _():
    return letter(with_numpy)


@way("text-9", "sacrebleu and NLTK")
def _():
    return with_library(*second())


@way("text-9", "NumPy")
def _():
    return with_numpy(*second())


@way("text-9", "package")
def _():
    return with_package(*second())

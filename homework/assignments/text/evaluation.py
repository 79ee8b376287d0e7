"""What the second system scores over all sentences."""

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
pairs = [(tokens(reference), candidate.lower().split()) for reference, candidate in lines]
report = {
    "BLEU-4 of the corpus": bleu(pairs),
    "precision of single words, counts of all sentences added": word_precision(pairs),
}

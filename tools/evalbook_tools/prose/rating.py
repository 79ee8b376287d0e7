"""Whether a rewrite reads better: raters judge sentences from before and after it, mixed with others and unmarked.

A seed draws the sentences and fixes their order, so that `score` finds again what `sheet` has written. Both print a
digest of what was drawn: it is another one when a page has changed in between.
"""

from __future__ import annotations

import hashlib
import random
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evalbook_tools.prose.pages import cells, texts
from evalbook_tools.prose.sentences import Sentence, sentences

KINDS = ("new", "old", "others")
SIZES = {"new": 100, "old": 50, "others": 50}
MARKS = {"N": "natural", "S": "understood at once, but stilted", "R": "needed a second reading"}
RATING = re.compile(r"\s*(?P<number>\d+)[.:)]?\s+(?P<mark>[NSR])\b.*", re.IGNORECASE)
TOO_MANY = 0.1
"""The share of R on a page above which it is named."""
CONTEXT = 80
"""Characters of the sentence before."""
Ratings = Mapping[int, str]
Shares = dict[str, float]


@dataclass(frozen=True)
class Entry:
    """A sentence to rate, and where it comes from, which no rater sees."""

    kind: str
    page: str
    sentence: Sentence


def of_page(page: str) -> list[Sentence]:
    """The sentences of a page."""
    found: list[Sentence] = []
    last = ""
    for text in (text for cell in cells(page) for text in texts(cell)):
        said = list(sentences(text.markdown, text.before or last))
        found += said
        if said and not text.before:  # what is said to an answer, no reader has read before the next text
            last = said[-1].text
    return found


def of_others(text: str) -> list[Sentence]:
    """The sentences of a file with one in a line, after the sentence before it and a tab."""
    parted = (line.rpartition("\t") for line in text.splitlines() if line.strip())
    return [Sentence(before.strip(), one.strip()) for before, _, one in parted]


def draw(
    seed: int,
    old: Mapping[str, list[Sentence]],
    new: Mapping[str, list[Sentence]],
    others: list[Sentence],
    sizes: Mapping[str, int],
) -> list[Entry]:
    """Some of the sentences that are on one side alone, and some others, in a random order."""
    entries = {
        "new": _only("new", new, old),
        "old": _only("old", old, new),
        "others": [Entry("others", "", one) for one in others],
    }
    rng = random.Random(seed)
    drawn = [one for kind in KINDS for one in rng.sample(entries[kind], min(sizes[kind], len(entries[kind])))]
    return rng.sample(drawn, len(drawn))


def _only(kind: str, side: Mapping[str, list[Sentence]], other: Mapping[str, list[Sentence]]) -> list[Entry]:
    """The sentences that the other side lacks, each once, in the order of the pages."""
    known = {one.text for page in other.values() for one in page}
    first: dict[str, Entry] = {}
    for page, found in side.items():
        for one in found:
            if one.text not in known:
                first.setdefault(one.text, Entry(kind, page, one))
    return list(first.values())


def digest(entries: Sequence[Entry]) -> str:
    """A few letters that tell what was drawn, and in which order."""
    return hashlib.sha256("\n".join(one.sentence.text for one in entries).encode()).hexdigest()[:8]


def sheet(entries: Sequence[Entry]) -> str:
    """What a rater reads and how to write a rating."""
    marks = "; ".join(f"{mark}: {meaning}" for mark, meaning in MARKS.items())
    lines = [
        f"Sheet {digest(entries)}, {len(entries)} sentences",
        f"Write a line for each, its number and a letter, such as 12 N. {marks}.",
        "What stands in brackets is how the sentence before it ends. X stands for a formula, CODE for code.",
    ]
    for number, one in enumerate(entries, start=1):
        before = f"  [{_end(one.sentence.before)}]" if one.sentence.before else ""
        lines += ["", f"{number}{before}", f"   {one.sentence.text}"]
    return "\n".join(lines) + "\n"


def _end(text: str) -> str:
    """How a sentence ends, in whole words."""
    return textwrap.shorten(text[::-1], CONTEXT, placeholder="…")[::-1]


def ratings(text: str, name: str, count: int) -> dict[int, str]:
    """A rater's marks by number. Of two the later counts; empty lines, and those that begin with #, say nothing."""
    found: dict[int, str] = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            match = RATING.fullmatch(line)
            if not match or not 1 <= int(match["number"]) <= count:
                raise SystemExit(f"{name}: no rating of a sentence from 1 to {count}: {line!r}; write such as 12 N")
            found[int(match["number"])] = match["mark"].upper()
    return found


def shares(entries: Sequence[Entry], rated: Ratings, kind: str) -> Shares:
    """The share of each mark among a kind's rated sentences, and how many are not rated; no share of none."""
    given = [rated.get(number) for number, one in enumerate(entries, start=1) if one.kind == kind]
    known = [mark for mark in given if mark]
    found: Shares = {mark: known.count(mark) / len(known) for mark in MARKS} if known else {}
    return found | {"not rated": len(given) - len(known)}


def report(entries: Sequence[Entry], raters: Mapping[str, Ratings]) -> str:
    """What the raters say: shares of each kind, pages that too often need a second reading, sentences that do."""
    lines = [f"Sheet {digest(entries)}, {len(entries)} sentences", ""]
    width = max(map(len, ["rater", "mean", *raters]))
    lines.append(f"{'rater':{width}}  {'kind':6}" + "".join(f"{mark:>6}" for mark in MARKS) + "  not rated")
    found = {rater: {kind: shares(entries, rated, kind) for kind in KINDS} for rater, rated in raters.items()}
    found["mean"] = {kind: _mean([of[kind] for of in found.values()]) for kind in KINDS}
    for rater, of in found.items():
        lines += [f"{rater:{width}}  {kind:6}{_row(of[kind])}" for kind in KINDS]
    lines += ["", f"Pages with more than {TOO_MANY:.0%} R:", *(_pages(entries, raters) or ["none"])]
    lines += ["", "New sentences that two raters or more marked R:", *(_hard(entries, raters) or ["none"])]
    return "\n".join(lines) + "\n"


def _mean(rows: Sequence[Shares]) -> Shares:
    """The mean over the raters that have a value."""
    values = {name: [row[name] for row in rows if name in row] for name in [*MARKS, "not rated"]}
    return {name: fmean(found) for name, found in values.items() if found}


def _row(row: Shares) -> str:
    return "".join(f"{row[mark]:6.0%}" if mark in row else f"{'–':>6}" for mark in MARKS) + f"{row['not rated']:11g}"


def _marked(entries: Sequence[Entry], raters: Mapping[str, Ratings]) -> Iterator[tuple[int, Entry, list[str]]]:
    """The new sentences, with the marks of all raters."""
    for number, one in enumerate(entries, start=1):
        if one.kind == "new":
            yield number, one, [rated[number] for rated in raters.values() if number in rated]


def _pages(entries: Sequence[Entry], raters: Mapping[str, Ratings]) -> list[str]:
    """The pages whose new sentences too often needed a second reading, over all raters."""
    of: dict[str, list[str]] = {}
    for _, one, marks in _marked(entries, raters):
        of.setdefault(one.page, []).extend(marks)
    share = {page: marks.count("R") / len(marks) for page, marks in of.items() if marks}
    return [f"{page}  {share[page]:.0%} of {len(of[page])} ratings" for page in sorted(share) if share[page] > TOO_MANY]


def _hard(entries: Sequence[Entry], raters: Mapping[str, Ratings]) -> list[str]:
    return [
        f"{number}  {one.page}  {one.sentence.text}"
        for number, one, marks in _marked(entries, raters)
        if marks.count("R") >= 2
    ]

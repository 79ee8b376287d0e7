"""How similar the answers of two students are: equal passages, and the right number of another's copy.

It is listed for a person to read, and takes no points: two may have learned from the same page, or worked together
where that is allowed. What the notebook gave to both is left out. Who wrote what the solution says, which is public, is
listed once for each question, and not pair by pair.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from nbformat import NotebookNode
from rapidfuzz.distance import Indel

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.assignments import is_graded_by_hand, marks
from evalbook_homework.grading.manual_grades import LONGEST_ANSWER
from evalbook_homework.grading.points import Mark

WORD = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")
"""Chinese does not part its words: each character counts."""
PASSAGE = 8
"""Words in a row that two seldom write alike."""
SHARE = 0.5
"""Of the words of two answers, in the same order: above it a pair is listed, even without a passage."""
EQUAL = 0.9
"""Of the words of an answer and the solution: above it they are the same."""
SOLUTION = "the public solution"
TELLING = re.compile(r"\d*\.\d{4}|\d{5}")
"""A number with so many digits is no coincidence."""
COLUMNS = ("question", "one", "other", "what", "share", "passages")


@dataclass(frozen=True)
class Written:
    """What one student wrote: answers in words by question."""

    words: Mapping[str, str]
    given: str = ""
    """All text of the released notebook."""
    solution: Mapping[str, str] = field(default_factory=dict)
    """What the source says that an answer in words should, by question."""


@dataclass(frozen=True)
class Author:
    """One student, as far as it is compared."""

    name: str
    written: Written
    marks: tuple[Mark, ...] = ()
    copy: str = ""


@dataclass(frozen=True)
class Pair:
    """Two students, and what they have in common in one question."""

    question: str
    one: str
    other: str
    what: str
    share: float
    passages: tuple[str, ...]

    def row(self) -> list[str]:
        return [self.question, self.one, self.other, self.what, f"{self.share:.0%}", " … ".join(self.passages)]


def written_in(notebook: NotebookNode, released: NotebookNode, solved: NotebookNode) -> Written:
    """What stands in the answers in words of a repaired notebook and does not stand in the released one."""
    stubs = {str(marks(cell)["grade_id"]): cell.source.strip() for cell in released.cells if marks(cell)}
    texts = {str(marks(cell)["grade_id"]): cell.source.strip() for cell in filter(is_graded_by_hand, notebook.cells)}
    words = {name: sanitize.text(text, LONGEST_ANSWER) for name, text in texts.items() if text not in ("", stubs[name])}
    solution = {
        str(marks(cell)["grade_id"]): cell.source.partition("**Answer.**")[2].partition("**Points.**")[0]
        for cell in filter(is_graded_by_hand, solved.cells)
    }
    return Written(words, "\n".join(cell.source for cell in released.cells), solution)


def pairs(authors: list[Author]) -> list[Pair]:
    """All pairs that have something in common, the most alike first; of two who wrote the solution no pair."""
    public = [list(_words(one, Author(SOLUTION, Written(one.written.solution)))) for one in authors]
    known = [{pair.question for pair in some} for some in public]
    found: list[Pair] = []
    for (at, one), (place, other) in combinations(enumerate(authors), 2):
        found += [pair for pair in _words(one, other) if pair.question not in known[at] & known[place]]
        found += _numbers(one, other)
    found += _once_for_each_question([pair for some in public for pair in some])
    return sorted(found, key=lambda pair: (-pair.share, pair.question, pair.one, pair.other))


def _once_for_each_question(public: list[Pair]) -> Iterator[Pair]:
    """Those who wrote the solution word for word, nearly, together; each of the others alone."""
    equal: dict[str, list[Pair]] = defaultdict(list)
    for pair in public:
        if pair.share < EQUAL:
            yield pair
        else:
            equal[pair.question].append(pair)
    for question, some in equal.items():
        what = f"equals {SOLUTION}: {len(some)} student{'s' * (len(some) > 1)}"
        yield Pair(question, ", ".join(pair.one for pair in some), SOLUTION, what, min(pair.share for pair in some), ())


def _words(one: Author, other: Author) -> Iterator[Pair]:
    for question, text in one.written.words.items():
        if question in other.written.words:
            share, passages = common_passages(text, other.written.words[question], one.written.given)
            if passages or share >= SHARE:
                yield Pair(question, one.name, other.name, "words", share, passages)


def _numbers(one: Author, other: Author) -> Iterator[Pair]:
    """Who hands in the right number of another's copy, which is wrong in the own one."""
    both_have_one = one.copy and other.copy and one.copy != other.copy
    theirs = {mark.question: mark for mark in other.marks if both_have_one}
    for mark in one.marks:
        if (same := theirs.get(mark.question)) and same.answer == mark.answer and TELLING.search(mark.answer):
            wrong = [not each.by_hand and not each.points for each in (mark, same)]
            if wrong == [True, False] or wrong == [False, True]:
                who = one.name if wrong[0] else other.name
                yield Pair(mark.question, one.name, other.name, f"number, wrong for {who}", 1.0, (mark.answer,))


def common_passages(text: str, other: str, given: str = "") -> tuple[float, tuple[str, ...]]:
    """The share of words that two texts have in common, in order, and the passages that the notebook did not give."""
    mine, theirs = WORD.findall(text), WORD.findall(other)
    small, smaller = [word.casefold() for word in mine], [word.casefold() for word in theirs]
    known = " ".join(WORD.findall(given.casefold()))
    share = Indel.normalized_similarity(small, smaller)
    equal = [part for part in Indel.opcodes(small, smaller) if part.tag == "equal"]
    long = [part for part in equal if part.src_end - part.src_start >= PASSAGE]
    own = [part for part in long if " ".join(small[part.src_start : part.src_end]) not in known]
    return share, tuple(" ".join(mine[part.src_start : part.src_end]) for part in own)

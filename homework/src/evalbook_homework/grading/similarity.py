"""How similar the answers of two students are: equal passages, equal code, and the right number of another's copy.

It is listed for a person to read, and takes no points: two may have learned from the same page, or worked together
where that is allowed. What the notebook gave to both is left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from nbformat import NotebookNode
from rapidfuzz.distance import Indel

from evalbook_homework.grading import sanitize
from evalbook_homework.grading.answer_cells import statements
from evalbook_homework.grading.assignments import is_given, is_graded_by_hand, marks
from evalbook_homework.grading.manual_grades import LONGEST_ANSWER
from evalbook_homework.grading.points import Mark

WORD = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")
"""Chinese does not part its words: each character counts."""
PASSAGE = 8
"""Words in a row that two seldom write alike."""
SHARE = 0.5
"""Of the words of two answers, in the same order: above it a pair is listed, even without a passage."""
SHORTEST_CODE = 120
"""Characters of code that tells something: shorter code, such as one call of a function, all write alike."""
TELLING = re.compile(r"\d*\.\d{4}|\d{5}")
"""A number with so many digits is no coincidence."""
COLUMNS = ("question", "one", "other", "what", "share", "passages")


@dataclass(frozen=True)
class Written:
    """What one student wrote: answers in words by question, and code by the name of its cell."""

    words: dict[str, str]
    code: dict[str, str]
    given: str = ""
    """All text of the released notebook."""


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


def written_in(notebook: NotebookNode, released: NotebookNode) -> Written:
    """What stands in the answers of a repaired notebook and does not stand in the released one."""
    stubs = {str(marks(cell)["grade_id"]): cell.source.strip() for cell in released.cells if marks(cell)}
    given = "\n".join(cell.source for cell in released.cells)
    known = {ast.dump(one) for cell in released.cells if cell.cell_type == "code" for one in statements(cell.source)}
    words: dict[str, str] = {}
    code: dict[str, str] = {}
    for place, cell in enumerate(notebook.cells):
        name = str(marks(cell).get("grade_id", f"cell {place + 1}"))
        if is_graded_by_hand(cell) and cell.source.strip() not in ("", stubs.get(name)):
            words[name] = sanitize.text(cell.source.strip(), LONGEST_ANSWER)
        elif cell.cell_type == "code" and not is_given(cell):
            own = [ast.unparse(one) for one in statements(cell.source) if ast.dump(one) not in known]
            code[name] = "\n".join([code[name], *own] if name in code else own)
    return Written(words, code, given)


def pairs(authors: list[Author]) -> list[Pair]:
    """All pairs that have something in common, the most alike first."""
    found = [pair for one, other in combinations(authors, 2) for pair in _between(one, other)]
    return sorted(found, key=lambda pair: (-pair.share, pair.question, pair.one, pair.other))


def _between(one: Author, other: Author) -> Iterator[Pair]:
    for question, text in one.written.words.items():
        if question in other.written.words:
            share, passages = common_passages(text, other.written.words[question], one.written.given)
            if passages or share >= SHARE:
                yield Pair(question, one.name, other.name, "words", share, passages)
    others = {code: name for name, code in other.written.code.items() if len(code) >= SHORTEST_CODE}
    for name, code in one.written.code.items():
        if code in others:
            yield Pair(name, one.name, other.name, "equal code", 1.0, (sanitize.text(code, LONGEST_ANSWER),))
    if one.copy and other.copy and one.copy != other.copy:
        yield from _numbers(one, other)


def _numbers(one: Author, other: Author) -> Iterator[Pair]:
    """Who hands in the right number of another's copy, which is wrong in the own one."""
    theirs = {mark.question: mark for mark in other.marks}
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

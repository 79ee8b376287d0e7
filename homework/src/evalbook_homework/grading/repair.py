"""Makes a notebook that was handed in gradable again: its own answers, in the cells that were released.

Given cells and tests are put back as they were released, whatever became of them; cells that the student added stay
where they are. What was repaired is said, because it explains a grade.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

from evalbook_homework.grading.answer_cells import (
    answer_of,
    beyond,
    is_an_answer,
    is_open,
    questions,
    sets,
    typed_into,
    with_missing_imports_apart,
    with_tests_behind_answers,
)
from evalbook_homework.grading.assignments import is_given, is_graded_by_hand, is_test, marks

Cells = dict[str, list[NotebookNode]]
"""Cells of a student, by the name of a released cell."""


@dataclass(frozen=True)
class Repaired:
    """The notebook to run, and what had to be repaired."""

    notebook: NotebookNode
    notes: list[str]


def repair_notebook(handed_in: NotebookNode, released: NotebookNode) -> Repaired:
    """The cells of `handed_in`, with those of `released` in the order of the release.

    1. A given cell is put back as it was released; a copy of it is left out.
    2. An answer that is there several times (copied, or split) is run in all its parts, in order: the last counts.
       Of an answer in words all parts count.
    3. A cell that was deleted is put back as it was released, so an answer in it is not given.
    4. A cell that the student added stays behind the cell that it followed.
    5. Where the marks of the cells are lost, given cells are known by their text, and an answer by what follows it.
    6. Where a cell holds no answer, what the student wrote into the cell that hands it in counts in its place, or what
       was added beside it, or any other cell that gives the answer's name a value: then the test runs behind that.
       What was added to a given cell counts as a cell behind it.
    7. An import of what is not installed is a cell by itself, so that it costs only what uses it.
    """
    own, added = _sorted(handed_in, released)
    known = bool(own)
    _take_out_of_given_cells(own, added, released)
    notes = [*_take_what_is_handed_in(own, released), *_take_what_stands_beside(own, added, released)]
    cells = list(added.get("", []))
    for original in released.cells:
        name = _name(original)
        copies = own.get(name, [])
        kept = [original] if is_given(original) else _answer(copies, original)
        notes += [f"{name}: {what}" for what in _what_happened(copies, original)]
        cells += [*kept, *added.get(name, [])]
    cells, elsewhere = with_tests_behind_answers(cells, released)
    notes += elsewhere
    if not known:
        notes = ["it contains no cell of the released notebook"]
    notebook = NotebookNode(released)
    parts = [part for cell in cells for part in with_missing_imports_apart(cell)]
    notebook.cells = [_bare(cell, place) for place, cell in enumerate(parts)]
    return Repaired(notebook, notes)


def _name(cell: NotebookNode) -> str:
    return str(marks(cell).get("grade_id", ""))


def _text(cell: NotebookNode) -> str:
    """What stands in a cell, without the spaces at the ends of lines that an editor may take away."""
    return "\n".join(map(str.rstrip, cell.source.strip().splitlines()))


def _sorted(handed_in: NotebookNode, released: NotebookNode) -> tuple[Cells, Cells]:
    """The student's copies of each released cell, and the cells added behind each."""
    own: Cells = defaultdict(list)
    added: Cells = defaultdict(list)
    last = ""
    for name, cell in _named(handed_in, released):
        if name:
            own[name].append(cell)
            last = name
        elif cell.source.strip():
            added[last].append(cell)
    return own, added


def _named(handed_in: NotebookNode, released: NotebookNode) -> Iterator[tuple[str, NotebookNode]]:
    """Each cell with the name of the released cell that it is; without one for a cell that was added."""
    known = {_name(cell) for cell in released.cells}
    texts = {_text(cell): _name(cell) for cell in released.cells if is_given(cell) or is_graded_by_hand(cell)}
    before = {_name(b): _name(a) for a, b in zip(released.cells, released.cells[1:], strict=False) if not is_given(a)}
    called = [_name(cell) if _name(cell) in known else texts.get(_text(cell), "") for cell in handed_in.cells]
    _know_what_hands_in(called, handed_in, released)
    for place, name in enumerate(called):
        answer = before.get(name, "")
        if answer and answer not in called and place and not called[place - 1]:
            called[place - 1] = answer
    yield from zip(called, handed_in.cells, strict=True)


def _know_what_hands_in(called: list[str], handed_in: NotebookNode, released: NotebookNode) -> None:
    """Name a cell without a name that hands something in: it is the test behind the last cell that is known."""
    order = [_name(cell) for cell in released.cells]
    tests = [_name(question[-1]) for question in questions(released) if answer_of(question)]
    for place, cell in enumerate(handed_in.cells):
        if called[place] or cell.cell_type != "code" or "hand_in(" not in cell.source:
            continue
        last = max((order.index(name) for name in called[:place] if name in order), default=0)
        test = next((name for name in tests if order.index(name) > last), "")
        if test not in called:
            called[place] = test


def _take_out_of_given_cells(own: Cells, added: Cells, released: NotebookNode) -> None:
    """Where an answer stands in a given cell, and not in its own, put what is new in that cell behind it."""
    answers = [one for one in map(answer_of, questions(released)) if one]
    unanswered = [one for one in answers if is_open(_changed(own[_name(one)], one), one)]
    for original in released.cells:
        if original.cell_type == "code" and is_given(original) and not is_test(original):
            new = [beyond(cell.source, original.source) for cell in own[_name(original)]]
            cells = [NotebookNode(cell_type="code", metadata=NotebookNode(), source=code) for code in new]
            found = [cell for cell in cells if any(sets(cell, one) for one in unanswered)]
            added[_name(original)] = found + added[_name(original)]


def _take_what_is_handed_in(own: Cells, released: NotebookNode) -> Iterator[str]:
    """Where a cell holds no answer, put into it what was written into the cell that hands it in. Say where."""
    for question in questions(released):
        original, test = answer_of(question), question[-1]
        if original is None or not is_open(_changed(own[_name(original)], original), original):
            continue
        codes = [typed_into(cell.source, test.source, original) for cell in _changed(own[_name(test)], test)]
        if any(codes):
            own[_name(original)] += [NotebookNode({**original, "source": code}) for code in codes if code]
            own[_name(test)] = [test]
            yield (
                f"{_name(original)}: the answer is not in its own cell, so what was written into the cell that "
                "hands it in counts"
            )


def _take_what_stands_beside(own: Cells, added: Cells, released: NotebookNode) -> Iterator[str]:
    """Where a cell holds no answer, put what was added beside it there: words into it, code behind it. Say where.

    Words that stand behind an answer in words belong to it, too.
    """
    for question in questions(released):
        for at, cell in enumerate(question):
            name, answered = _name(cell), _changed(own[_name(cell)], cell)
            if is_given(cell) or (answered and not is_graded_by_hand(cell)):
                continue
            # A person sees what is no answer in words; code is run elsewhere, so only the closest cells are asked.
            around = [cell] if answered else question if is_graded_by_hand(cell) else question[max(at - 1, 0) :]
            strays = [stray for each in around for stray in added[_name(each)]]
            in_words = is_graded_by_hand(cell)
            found = _changed([one for one in strays if not (in_words and is_an_answer(one, released))], cell)
            if found and in_words:
                own[name] = [*answered, *found]
            elif found:
                added |= {_name(each): [] for each in around} | {name: found}
            if found and not answered:
                yield f"{name}: the answer is not in its own cell, so what was added beside it counts"


def _what_happened(copies: list[NotebookNode], original: NotebookNode) -> Iterator[str]:
    if not copies:
        yield "the cell had been deleted" + (" and was put back" if is_given(original) else "")
    elif is_given(original) and any(_text(cell) != _text(original) for cell in copies):
        yield "this given cell had been changed, and the original was put back"
    elif not is_given(original) and len(_changed(copies, original)) > 1:
        yield "there are several answers, and " + (
            "all of them count" if is_graded_by_hand(original) else "the last one counts"
        )


def _changed(copies: list[NotebookNode], original: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in copies if _written(cell, original) not in ("", _written(original, original))]


def _written(cell: NotebookNode, original: NotebookNode) -> str:
    """What stands in it; where the answer is code, without lines of comment: to delete one is no answer."""
    lines = cell.source.strip().splitlines()
    return "\n".join(line for line in lines if is_graded_by_hand(original) or line.strip()[:1] not in ("", "#"))


def _answer(copies: list[NotebookNode], original: NotebookNode) -> list[NotebookNode]:
    """The answer as cells of the released type: code one by one, so that a part that fails stops no other."""
    parts = _changed(copies, original) or [original]
    if is_graded_by_hand(original):
        parts = [NotebookNode(source="\n\n".join(dict.fromkeys(cell.source.strip() for cell in parts)))]
    return [NotebookNode({**cell, "cell_type": original.cell_type, "metadata": original.metadata}) for cell in parts]


def _bare(cell: NotebookNode, place: int) -> NotebookNode:
    """A cell without outputs, and without metadata but its name."""
    bare = NotebookNode(id=f"c{place}", cell_type=cell.cell_type, source=cell.source, metadata=NotebookNode())
    if marks(cell):
        bare.metadata["nbgrader"] = cell.metadata["nbgrader"]
    if cell.cell_type == "code":
        bare.outputs, bare.execution_count = [], None
    return bare

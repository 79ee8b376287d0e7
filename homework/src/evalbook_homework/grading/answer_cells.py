"""Which cells answer a question: code may stand in another cell than the one for it, and its test then runs behind it.

The cell of an answer, as it is released, gives its names no value yet: ``error = ...``. Whichever cell of the student
gives them one holds the answer.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.util import find_spec

from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

from evalbook_homework.grading.assignments import is_given, is_test, marks

CELL_MAGIC = re.compile(r"\A\s*%%.*\n")
"""The first line of a cell that IPython runs otherwise, such as %%time."""
Question = list[NotebookNode]
"""The released cells of a question; the last one has its points."""


def questions(released: NotebookNode) -> Iterator[Question]:
    """The released cells by question."""
    question = []
    for cell in released.cells:
        question.append(cell)
        if marks(cell).get("grade"):
            yield question
            question = []


def answer_of(question: Question) -> NotebookNode | None:
    """The cell that code is to be written into, if its test reads a name of it."""
    found = [cell for cell in question if cell.cell_type == "code" and not is_given(cell)]
    return found[-1] if found and is_test(question[-1]) and names(found[-1].source) else None


def names(source: str, but: str = "") -> frozenset[str]:
    """What code gives a value, without the statements of `but`; nothing where it is no code."""
    left_out = {ast.dump(one) for one in statements(but)}
    kept = [one for one in statements(source) if ast.dump(one) not in left_out]
    return frozenset(name for one in kept for node in ast.walk(one) for name in _names(node))


def reads(source: str) -> frozenset[str]:
    """Whose value code reads; nothing where it is no code."""
    nodes = (node for one in statements(source) for node in ast.walk(one))
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name


def is_open(cells: Iterable[NotebookNode], original: NotebookNode) -> bool:
    """Whether no copy of the answer's cell gives its names a value; code that cannot be read might."""
    return not any(_statements(one.source) is None or sets(one, original) for one in cells)


def sets(cell: NotebookNode, original: NotebookNode) -> bool:
    return cell.cell_type == "code" and names(original.source) <= names(cell.source, original.source)


def _statements(source: str) -> list[ast.stmt] | None:
    """The statements of a cell, whose lines for IPython count as Python; None where it is no code."""
    try:
        return ast.parse(TransformerManager().transform_cell(CELL_MAGIC.sub("", source))).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def statements(source: str) -> list[ast.stmt]:
    """The statements of a cell; none where it is no code."""
    return _statements(source) or []


def typed_into(test: str, released: str, original: NotebookNode) -> str:
    """The answer that stands in the cell that hands it in: lines above, or a value in the place of the name."""
    known = {ast.dump(one) for one in statements(released)}
    name, *others = names(original.source)
    parts = []
    for one in statements(test):
        value = _handed_in(one)
        if value is None:
            parts.append(ast.unparse(one))
        elif ast.dump(one) not in known:
            parts.append(f"{name} = {ast.unparse(value)}")
    code = "\n".join(parts)
    return code if not others and name in names(code, original.source) else ""


def beyond(source: str, released: str) -> str:
    """The statements of code that are not in the released one."""
    known = {ast.dump(one) for one in statements(released)}
    return "\n".join(ast.unparse(one) for one in statements(source) if ast.dump(one) not in known)


def with_missing_imports_apart(cell: NotebookNode) -> list[NotebookNode]:
    """A cell in parts: an import of what is not installed stands by itself, so that it stops only what uses it."""
    found = [part for one in statements(cell.source) for part in _one_by_one(one)] if cell.cell_type == "code" else []
    if is_given(cell) or not any(map(_is_missing, found)):
        return [cell]
    parts: list[list[ast.stmt]] = [[]]
    for one in found:
        if _is_missing(one):
            parts += [[one], []]
        else:
            parts[-1].append(one)
    return [NotebookNode({**cell, "source": "\n".join(map(ast.unparse, part))}) for part in parts if part]


def _one_by_one(statement: ast.stmt) -> list[ast.stmt]:
    if isinstance(statement, ast.Import):
        return [ast.Import([alias]) for alias in statement.names]
    return [statement]


def _is_missing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import(names=[ast.alias(name=name)]) | ast.ImportFrom(module=str(name), level=0):
            package = name.partition(".")[0]
            return package not in sys.modules and find_spec(package) is None
    return False


def with_tests_behind_answers(
    cells: list[NotebookNode], released: NotebookNode
) -> tuple[list[NotebookNode], list[str]]:
    """The cells, each test behind the cell that holds its answer, where that is another than its own; and a note."""
    notes = []
    behind: dict[int, list[int]] = defaultdict(list)
    dropped: set[int] = set()
    for question in questions(released):
        original, test = answer_of(question), _place(cells, question[-1])
        if original is None or test is None or _is_set_before(cells[:test], original):
            continue
        if (place := _last_that_sets(cells, original)) is not None:
            notes.append(f"{_name(original)}: the answer is not in its own cell, so what another cell contains counts")
            behind[place] += [test] if place > test else []
            dropped |= {test} if place > test else _copies(cells, original)
    kept = []
    for place, cell in enumerate(cells):
        kept += [] if place in dropped else _parts(cell) if len(behind[place]) > 1 else [cell]
        kept += [cells[test] for test in behind[place]]
    return kept, notes


def _copies(cells: list[NotebookNode], original: NotebookNode) -> set[int]:
    """Where the cell of an answer stands as it was released: behind the answer it would take its value away."""
    return {place for place, one in enumerate(cells) if (_name(one), one.source) == (_name(original), original.source)}


def _name(cell: NotebookNode) -> str:
    return str(marks(cell).get("grade_id", ""))


def _place(cells: list[NotebookNode], original: NotebookNode) -> int | None:
    return next((place for place, cell in enumerate(cells) if _name(cell) == _name(original)), None)


def _is_set_before(cells: list[NotebookNode], original: NotebookNode) -> bool:
    """Whether the last cell that sets the names of an answer gives them a value."""
    wanted = names(original.source)
    for cell in reversed(cells):
        if _name(cell) == _name(original) and not is_open([cell], original):
            return True
        if cell.cell_type == "code" and wanted & names(cell.source):
            return sets(cell, original)
    return False


def _last_that_sets(cells: list[NotebookNode], original: NotebookNode) -> int | None:
    found = (place for place, cell in enumerate(cells) if not is_given(cell) and sets(cell, original))
    return max(found, default=None)


def _parts(cell: NotebookNode) -> list[NotebookNode]:
    """A cell with several answers, statement by statement, so that one that fails stops no other."""
    return [NotebookNode({**cell, "source": ast.unparse(one)}) for one in statements(cell.source)]


def is_an_answer(cell: NotebookNode, released: NotebookNode) -> bool:
    """Whether an added cell is code that answers some question, so that it is no answer in words."""
    return any(sets(cell, original) for original in filter(None, map(answer_of, questions(released))))


def handed_in(test: str) -> str:
    """The code of the answer that a test hands in."""
    found = [value for one in statements(test) if (value := _handed_in(one))]
    if len(found) != 1:
        raise ValueError(
            f"{len(found)} lines hand in an answer, pages.hand_in(…), in the test {test[:200]!r}; expected 1"
        )
    return ast.unparse(found[0])


def _handed_in(one: ast.stmt) -> ast.expr | None:
    """What a statement hands in; None where it is another one."""
    match one:
        case ast.Expr(ast.Call(func=ast.Attribute(attr="hand_in") | ast.Name(id="hand_in"), args=[value, *_])):
            return value
    return None

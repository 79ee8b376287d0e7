"""Which questions a release has: all, or those on the chapters that a class has read."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nbformat import NotebookNode

from evalbook_homework.grading.assignments import graded, marks
from evalbook_tools.working_copies import config

CORE = "core"
HEADING = re.compile(r"## .+\n+")
OTHER = re.compile(r"\bquestions? (\d+)")
"""How a question refers to another one."""
TITLE = re.compile(r"^Chapter: (\*.+\*)$", re.MULTILINE)
"""How a question says which chapter it is on, below its text."""
NEEDED = re.compile(r"(You need|For|This homework needs) [^\n]*?chapters? [^\n]*?\.(?= |\n|$)")
"""How a notebook begins to say what it is on."""
AN_HOUR = re.compile(r"(?<=[Aa]bout )an hour\b")
"""How it says what all questions take."""


def read_chapters(said: str, known: Iterable[str]) -> frozenset[str]:
    """The chapters of CHAPTERS=…: core, or names with commas, with or without their part."""
    whole = set(known)
    by_name = {name.rpartition("/")[2]: {name} for name in whole} | {name: {name} for name in whole}
    by_name[CORE] = set(config()["sphinx"]["config"]["evalbook_core"])
    names = [name.strip() for name in said.split(",") if name.strip()]
    if strange := [name for name in names if name not in by_name]:
        raise ValueError(f"CHAPTERS has {strange[0]!r}; expected {CORE}, or some of {', '.join(sorted(whole))}")
    return frozenset().union(*(by_name[name] for name in names))


def asked_about(notebook: NotebookNode) -> set[str]:
    """The chapters that the questions of a notebook name."""
    return {chapter for cell in notebook.cells if (chapter := _chapter(cell))}


def _chapter(cell: NotebookNode) -> str:
    said = cell.metadata.get("evalbook")
    return str(said.get("chapter", "")) if isinstance(said, dict) else ""


def keep_chapters(notebook: NotebookNode, read: frozenset[str]) -> NotebookNode:
    """The notebook with the questions on these chapters alone, and with what stands before them."""
    result = copy.deepcopy(notebook)
    pieces = list(_pieces(result))
    asked = _asked(pieces, read)
    last = {piece.section: place for place, piece in enumerate(pieces) if piece.name in asked}
    kept = [
        piece.name in asked if piece.name else piece.section == 0 or place < last.get(piece.section, 0)
        for place, piece in enumerate(pieces)
    ]
    result.cells = list(_cells(pieces, kept))
    if 0 < len(asked) < sum(bool(piece.name) for piece in pieces):
        _say(result, sum(points for _, points, _ in graded(notebook)))
    return result


# ---------------------------------------------------------------- pieces of a notebook


@dataclass
class Piece:
    """The cells of a question, or, without a name, one cell that stands before questions."""

    cells: list[NotebookNode]
    section: int
    """0: before the first heading, and behind the last question."""
    name: str = ""
    others: set[str] = field(default_factory=set)
    """The questions that its text refers to."""


def _pieces(notebook: NotebookNode) -> Iterator[Piece]:
    section, before = 0, list[NotebookNode]()
    names = {name for name, _, _ in graded(notebook)}
    for cell in notebook.cells:
        before.append(cell)
        name = str(marks(cell).get("grade_id", ""))
        if name in names:
            first = next(place for place, one in enumerate(before) if _belongs(one, name))
            for one in before[:first]:
                section += _opens(one)
                yield Piece([one], section)
            own, before = before[first:], []
            section += any(map(_opens, own))
            yield Piece(own, section, name, _others(own, name) & names)
    yield from (Piece([one], 0) for one in before)


def _belongs(cell: NotebookNode, question: str) -> bool:
    """Whether a cell is of a question, by its name, or because it names the chapter."""
    name = str(marks(cell).get("grade_id", ""))
    return name == question or name.startswith(f"{question}-") or bool(_chapter(cell))


def _opens(cell: NotebookNode) -> bool:
    return cell.cell_type == "markdown" and bool(HEADING.match(f"{cell.source}\n"))


def _others(cells: list[NotebookNode], name: str) -> set[str]:
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return {f"{name.rpartition('-')[0]}-{number}" for number in OTHER.findall(text)} - {name}


def _asked(pieces: list[Piece], read: frozenset[str]) -> set[str]:
    """The questions on these chapters, but none that refers to one that is left out."""
    asked = set()
    for piece in pieces:
        chapters = {chapter for cell in piece.cells if (chapter := _chapter(cell))}
        if piece.name and not chapters:
            raise ValueError(
                f"the question {piece.name} names no chapter; for CHAPTERS, expected one in the metadata of its text, "
                'such as "evalbook": {"chapter": "splits/hold_out"}'
            )
        if piece.name and chapters <= read:
            asked.add(piece.name)
    while alone := {piece.name for piece in pieces if piece.name in asked and not piece.others <= asked}:
        asked -= alone
    return asked


def _cells(pieces: list[Piece], kept: list[bool]) -> Iterator[NotebookNode]:
    """The cells that are kept; a heading that stood in a question that is left out moves to the next text."""
    moved: dict[int, str] = {}
    for piece, is_kept in zip(pieces, kept, strict=True):
        for cell in piece.cells:
            if is_kept and cell.cell_type == "markdown":
                cell.source = moved.pop(piece.section, "") + cell.source
            elif piece.name and _opens(cell):
                moved[piece.section] = HEADING.match(f"{cell.source}\n")[0].rstrip() + "\n\n"  # type: ignore[index]
            if is_kept:
                yield cell


def _points(before: str | None, now: float) -> str:
    """So many points, or where the sentence begins, that there are so many."""
    verb = f"There {'is' if now == 1 else 'are'} " if before else ""
    return f"{verb}{now:g} point{'s' * (now != 1)}"


def _say(notebook: NotebookNode, before: float) -> None:
    """Write the chapters, the points and the time that are left where the notebook begins."""
    titles = list(dict.fromkeys(title for cell in notebook.cells for title in TITLE.findall(cell.source)))
    needed = f"You need the chapter{'s' * (len(titles) > 1)} {', '.join(titles)}."
    now = sum(points for _, points, _ in graded(notebook))
    for cell in notebook.cells:
        if _opens(cell) or marks(cell).get("grade"):
            return
        if cell.cell_type == "markdown":
            cell.source = re.sub(
                rf"\b(There are )?{before:g} points\b", lambda found: _points(found[1], now), cell.source
            )
            cell.source = AN_HOUR.sub(f"{5 * round(12 * now / before)} minutes", cell.source)
            cell.source = NEEDED.sub(needed, cell.source, count=1) if titles else cell.source

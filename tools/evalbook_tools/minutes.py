"""How long a chapter takes: to read what stands before its exercises, and to do these.

Both stand at its top, where `make rerun` writes them, and *For teachers* adds them up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalbook_tools.records import records

WORDS, LINES, BET, PICTURE = 150, 8, 2.0, 1.5
"""Words, and lines of visible code, that are read in a minute; minutes of a bet, and of a figure or explorer."""
QUESTION, EXERCISE = 3.0, {"code": 8.0, "argument": 5.0}
"""Minutes of a question, and of an exercise of another kind."""
HIDDEN = {"remove-input", "hide-input", "hide-cell", "solution"}
STATED = re.compile(r"^\*(\d+) minutes to read, (\d+) for the exercises\.\*$", re.MULTILINE)
NO_PROSE = re.compile(
    r"^(\||#|:|```|\([\w-]+\)=|\*\d+ minutes to read)[^\n]*$|\$\$.+?\$\$|\{[\w:]+\}(?=`)", re.MULTILINE | re.DOTALL
)
"""Tables, headings, marks of boxes and places, formulas that stand alone, names of roles."""
WORD = re.compile(r"[\w.,%−–'’-]*\w[\w.,%−–'’-]*")
Cell = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """What a reader meets before the exercises, and the exercises of the core by their kinds."""

    words: int
    lines: int
    bets: int
    pictures: int
    exercises: tuple[str, ...]

    @property
    def reading(self) -> int:
        """Minutes to read."""
        return round(self.words / WORDS + self.lines / LINES + BET * self.bets + PICTURE * self.pictures)

    @property
    def doing(self) -> int:
        """Minutes for the exercises."""
        return round(sum(EXERCISE.get(kind, QUESTION) for kind in self.exercises))

    @property
    def minutes(self) -> int:
        """Both."""
        return self.reading + self.doing


def size(cells: Sequence[Cell]) -> Size:
    """The size of a chapter."""
    core = _until("## Exercises", cells)
    code = [cell for cell in core if cell["cell_type"] == "code"]
    seen = [cell for cell in code if not HIDDEN & set(cell["metadata"].get("tags", []))]
    return Size(
        words=sum(len(WORD.findall(NO_PROSE.sub("", _text(cell)))) for cell in core if cell["cell_type"] == "markdown"),
        lines=sum(bool(line.strip()) for cell in seen for line in _text(cell).splitlines()),
        bets=sum(one["role"] == "bet" for cell in code for one in records(cell)),
        pictures=sum("figure" in cell["metadata"].get("mystnb", {}) for cell in code),
        exercises=tuple(
            one["kind"] for cell in _until("## Further", cells) for one in records(cell) if one["role"] == "exercise"
        ),
    )


def stated(text: str, cells: Sequence[Cell]) -> str:
    """The text of a chapter's first cell, with its minutes."""
    found = size(cells)
    return STATED.sub(f"*{found.reading} minutes to read, {found.doing} for the exercises.*", text)


def _until(heading: str, cells: Sequence[Cell]) -> list[Cell]:
    places = [place for place, cell in enumerate(cells) if heading in _text(cell).splitlines()]
    return list(cells[: places[0]] if places else cells)


def _text(cell: Cell) -> str:
    return "".join(cell["source"])

"""How long a chapter takes: to read what stands before its exercises, and to do these.

`make rerun` writes both at its top, as ranges. *Teach with this book* and the landing page show their sum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalbook_tools.records import records, shows_explorer

WORDS, LINES = 120, 6
"""Words, and lines of visible code, that are read in a minute."""
BET, FIGURE, EXPLORER = 2.0, 1.0, 2.0
"""Minutes of a bet, of a figure that stands still, and of one that the reader moves."""
QUESTION, EXERCISE = 3.0, {"code": 8.0, "argument": 5.0}
"""Minutes of a question, and of an exercise of another kind."""
SLOWER = 1.5
"""What a reader may need, as a multiple of the estimate: who meets all of it for the first time stops and goes back."""
HIDDEN = {"remove-cell", "remove-input", "hide-input", "hide-cell", "solution"}
STATED = re.compile(r"^\*\d+ to \d+ minutes to read, \d+ to \d+ for the exercises\.\*$", re.MULTILINE)
NO_PROSE = re.compile(
    rf"^(\||#|:|```|\([\w-]+\)=)[^\n]*$|{STATED.pattern}|\$\$.+?\$\$|\{{[\w:]+\}}(?=`)", re.MULTILINE | re.DOTALL
)
"""Tables, headings, marks of boxes and places, the time of a chapter, formulas that stand alone, names of roles."""
WORD = re.compile(r"[\w.,%−–'’-]*\w[\w.,%−–'’-]*")
Cell = dict[str, Any]


@dataclass(frozen=True)
class Range:
    """Whole minutes, from those of a reader whom nothing stops to those of a slower one."""

    low: int
    high: int

    def __add__(self, other: Range) -> Range:
        """So that whoever adds up what a page shows finds the same."""
        return Range(self.low + other.low, self.high + other.high)

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


@dataclass(frozen=True)
class Size:
    """What a reader meets before the exercises, and the exercises of the core by their kinds."""

    words: int
    lines: int
    bets: int
    figures: int
    explorers: int
    exercises: tuple[str, ...]

    @property
    def reading(self) -> Range:
        """Minutes to read."""
        looking = BET * self.bets + FIGURE * self.figures + EXPLORER * self.explorers
        return _range(self.words / WORDS + self.lines / LINES + looking)

    @property
    def doing(self) -> Range:
        """Minutes for the exercises."""
        return _range(sum(EXERCISE.get(kind, QUESTION) for kind in self.exercises))

    @property
    def minutes(self) -> Range:
        """Both."""
        return self.reading + self.doing


def size(cells: Sequence[Cell]) -> Size:
    """The size of a chapter."""
    core = _until("## Exercises", cells)
    code = [cell for cell in core if cell["cell_type"] == "code"]
    seen = [cell for cell in code if not HIDDEN & set(cell["metadata"].get("tags", []))]
    moved = [shows_explorer(cell) for cell in code]
    pictures = ["figure" in cell["metadata"].get("mystnb", {}) for cell in code]
    return Size(
        words=sum(len(WORD.findall(NO_PROSE.sub("", _text(cell)))) for cell in core if cell["cell_type"] == "markdown"),
        lines=sum(bool(line.strip()) for cell in seen for line in _text(cell).splitlines()),
        bets=sum(one["role"] == "bet" for cell in code for one in records(cell)),
        figures=sum(picture and not moves for picture, moves in zip(pictures, moved, strict=True)),
        explorers=sum(moved),
        exercises=tuple(
            one["kind"] for cell in _until("## Further", cells) for one in records(cell) if one["role"] == "exercise"
        ),
    )


def stated(text: str, cells: Sequence[Cell]) -> str:
    """The text of a chapter's first cell, with its minutes."""
    found = size(cells)
    return STATED.sub(f"*{found.reading} minutes to read, {found.doing} for the exercises.*", text)


def _range(estimate: float) -> Range:
    return Range(_whole(estimate), _whole(SLOWER * estimate))


def _whole(minutes: float) -> int:
    """The nearest whole number; of two, the larger one (`round` takes the even one, so 11 would become 11 to 16)."""
    return int(minutes + 0.5)


def _until(heading: str, cells: Sequence[Cell]) -> list[Cell]:
    places = [place for place, cell in enumerate(cells) if heading in _text(cell).splitlines()]
    return list(cells[: places[0]] if places else cells)


def _text(cell: Cell) -> str:
    return "".join(cell["source"])

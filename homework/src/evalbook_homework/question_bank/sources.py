"""What the notebooks ask: each record, and what a reader has seen when it is asked.

On its page a bet follows a story, and a check follows a task. A bank has neither, so each question takes them along: a
bet the section that leads to it, with what the cell above it shows; an exercise its task, the cell that the student
fills in, and its solution.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from evalbook_tools import ROOT
from evalbook_tools import working_copies as copies
from evalbook_tools.contents import chapter_numbers, parts
from evalbook_tools.minutes import STATED
from evalbook_tools.notebooks import title
from evalbook_tools.records import records
from evalbook_tools.working_copies import Site

DUE = ROOT / "book" / "questions_due.ipynb"
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
SOLUTION_COMMENT = re.compile(r"^# Solution\n")
MOVED = re.compile(r"\bFigure \d|\b(?:Move|Drag) |\bsliders?\b")
"""Words of a question that is answered by looking at a figure of the page, or by moving it."""
Cell = dict[str, Any]


@dataclass(frozen=True)
class Chapter:
    """Where a chapter stands in the book."""

    page: str
    number: int
    title: str
    part: str
    part_number: int


@dataclass(frozen=True)
class Question:
    """A record and what belongs to it; texts are Markdown without the book's roles."""

    record: dict[str, Any]
    chapter: Chapter
    address: str = ""
    """Of the chapter's page; empty where the site has none."""
    before: str = ""
    printed: list[str] = field(default_factory=list)
    """What the cell above printed."""
    picture: str = ""
    """The SVG that the cell above drew, and below what it shows."""
    picture_shows: str = ""
    stub: str = ""
    """The code that the student fills in."""
    solution: str = ""
    solution_code: str = ""

    @property
    def needs_figure(self) -> bool:
        """Whether it asks about a figure that it does not bring along."""
        return not self.picture and bool(MOVED.search(f"{self.before}\n{self.record['question']}"))


def chapters() -> list[Chapter]:
    """In the order of the book."""
    numbers = chapter_numbers()
    numbered = [part for part in parts() if part.has_chapters]
    return [
        Chapter(name, numbers[name], title(ROOT / f"{name}.ipynb"), part.title, place)
        for place, part in enumerate(numbered, start=1)
        for name in part.pages
    ]


def questions(site: Site) -> Iterator[Question]:
    """Chapter by chapter its bets and exercises, then its questions that come back."""
    due = [record for cell in _cells(DUE) for record in records(cell)]
    for chapter in chapters():
        yield from _Reader(chapter, site).questions()
        for record in due:
            if record["chapter"] == chapter.page:
                yield Question(record, chapter, _address(chapter, site))


def _cells(path: Path) -> list[Cell]:
    """With each source as one text."""
    cells: list[Cell] = json.loads(path.read_text("utf-8"))["cells"]
    return [{**cell, "source": "".join(cell["source"])} for cell in cells]


def _address(chapter: Chapter, site: Site) -> str:
    return f"{site.address}/{chapter.page}.html" if site.address else ""


class _Reader:
    """Goes through a chapter from the top and knows at each question what came before."""

    def __init__(self, chapter: Chapter, site: Site) -> None:
        self.chapter, self.site = chapter, site
        self.path = ROOT / f"{chapter.page}.ipynb"
        self.numbers = copies.exercise_numbers(self.path)
        self.cells = _cells(self.path)
        self.tasks = {label: task for cell in self.cells for label, task in self._tasks(cell)}

    def questions(self) -> Iterator[Question]:
        exercise, told, stub = "", "", ""
        for place, cell in enumerate(self.cells):
            posed = [label for label, _ in self._tasks(cell)]
            if posed:
                exercise, stub = posed[-1], ""
            if cell["cell_type"] == "markdown":
                told = self._last_section(cell) or told
            elif exercise and not cell["metadata"].get("tags"):
                stub = cell["source"]
            for record in records(cell):
                asked = Question(record, self.chapter, _address(self.chapter, self.site))
                if record["role"] == "bet":
                    yield self._with_scene(asked, told, self.cells[place - 1])
                    told = ""  # a second bet on the same story has been told it
                else:
                    yield self._with_solution(replace(asked, before=self.tasks[exercise], stub=stub), exercise, place)

    def _plain(self, text: str) -> str:
        """Markdown that any reader understands; links to other pages lead to the site, or are text."""
        text = copies.without_roles(copies.without_directives(text, self.numbers), self.site, self.numbers)
        return copies.pages_on_site(text, self.path.parent, self.site)

    def _tasks(self, cell: Cell) -> Iterator[tuple[str, str]]:
        """The exercises that a cell poses: label and task."""
        if cell["cell_type"] == "markdown":
            for box in copies.FENCE.finditer(cell["source"] + "\n"):
                if box["name"] == "exercise":
                    yield copies.label_of(box["body"]), self._plain(_body(box))

    def _last_section(self, cell: Cell) -> str:
        """What a cell says below its last heading, without its boxes."""
        text = HEADING.split(copies.FENCE.sub("", cell["source"] + "\n"))[-1]
        return self._plain(STATED.sub("", text))

    def _with_scene(self, question: Question, told: str, above: Cell) -> Question:
        shown = above.get("outputs", [])
        data = [output.get("data", {}) for output in shown]
        tables, pictures = (
            ["".join(one[kind]) for one in data if kind in one] for kind in ("text/markdown", "image/svg+xml")
        )
        return replace(
            question,
            before="\n\n".join([told, *tables]).strip(),
            printed=["".join(output["text"]) for output in shown if output["output_type"] == "stream"],
            picture="".join(pictures),
            picture_shows=above["metadata"].get("mystnb", {}).get("image", {}).get("alt", "") if pictures else "",
        )

    def _with_solution(self, question: Question, exercise: str, place: int) -> Question:
        """The solution follows the check: a box of text with the exercise's label, a cell of code, or both."""
        for cell in self.cells[place + 1 :]:
            if "solution" in cell["metadata"].get("tags", []):
                return replace(question, solution_code=SOLUTION_COMMENT.sub("", cell["source"]))
            for box in copies.FENCE.finditer(cell["source"] + "\n"):
                if box["name"] == "solution" and box["title"].strip() == exercise:
                    question = replace(question, solution=self._plain(_body(box)))
            if [*self._tasks(cell)]:
                break
        return question


def _body(box: re.Match[str]) -> str:
    """What a box says, without its options."""
    return re.sub(r"^:[a-z-]+:.*\n", "", box["body"], flags=re.MULTILINE)

"""Questions as pages show them, for one release or one student's copy: text, what the cells print, the solution."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from markupsafe import Markup
from nbformat import NotebookNode

from evalbook_homework.grading.answer_cells import questions
from evalbook_homework.grading.assignments import is_given, is_test, marks
from evalbook_homework.grading.chapters import OTHER
from evalbook_homework.grading.points import Mark

SOLUTION = re.compile(r"^ *### BEGIN SOLUTION\n(.*?)^ *### END SOLUTION", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class ShownQuestion:
    """One question as HTML."""

    text: Markup
    asked: Markup
    """Its text, and below each piece of it what the cells print there."""
    printed: Markup
    """What its cells print, without the text."""
    solution: Markup
    others: tuple[str, ...]
    """The questions that its text refers to."""


def shown_questions(solved: NotebookNode) -> dict[str, ShownQuestion]:
    """Each question by its name, from a source that ran; the notebook's first cell belongs to none."""
    found = {}
    for cells in questions(solved):
        name = str(marks(cells[-1])["grade_id"])
        given = [cell for cell in cells if is_given(cell) and not is_test(cell) and cell is not solved.cells[0]]
        texts = [cell for cell in given if cell.cell_type == "markdown"]
        others = (f"{name.rpartition('-')[0]}-{number}" for cell in texts for number in OTHER.findall(cell.source))
        found[name] = ShownQuestion(
            _joined(markdown(cell.source) for cell in texts),
            _joined(markdown(cell.source) if cell in texts else _printed(cell) for cell in given),
            _joined(_printed(cell) for cell in given if cell not in texts),
            _joined(_solution(cell) for cell in cells if not is_given(cell)),
            tuple(dict.fromkeys(others)),
        )
    return found


def beside_answer(questions: Mapping[str, ShownQuestion], marks: Sequence[Mark], name: str) -> Markup:
    """What an answer in words was written about: what cells printed, and the answers that the question refers to."""
    named = [mark for mark in marks if mark.question in questions[name].others]
    shown = [questions[one].printed for one in (*questions[name].others, name) if one in questions]
    handed_in = Markup("<p>{}: handed in {}; right is {}.</p>")
    return _joined([*shown, *(handed_in.format(one.question, one.answer or "nothing", one.right) for one in named)])


def markdown(text: str) -> Markup:
    """Markdown as HTML, whoever wrote it: tags are shown as they are, and nothing in it leads out of the page."""
    return Markup(_markdown().render(text))


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("js-default").disable(["link", "image", "autolink"])


def _solution(cell: NotebookNode) -> Markup:
    text = "\n".join(SOLUTION.findall(cell.source)) or cell.source
    return markdown(text) if cell.cell_type == "markdown" else _preformatted(text)


def _printed(cell: NotebookNode) -> Markup:
    data = [one.get("data", {"text/plain": one.get("text", "")}) for one in cell.outputs]
    return _joined(
        markdown(one["text/markdown"]) if "text/markdown" in one else _preformatted(one.get("text/plain", ""))
        for one in data
    )


def _preformatted(text: str) -> Markup:
    return Markup(f"<pre>{escape(text.rstrip())}</pre>")


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("\n").join(parts)

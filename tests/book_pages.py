"""The pages of the book, read from its table of contents."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from evalbook.teaching.answers import QUESTION_MIME
from evalbook_tools import ROOT
from evalbook_tools.contents import chapter_numbers, pages

PAGES = pages()
CHAPTERS = [*chapter_numbers()]
NOTEBOOKS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()]
DUE, BEFORE = "book/questions_due", "book/before_you_begin"
PHONE, DESKTOP = (390, 844), (1300, 900)
"""Windows to look at them through, in pixels."""

# The scope brings the tests of one page together, from all files, so that each page is opened once.
each_page = pytest.mark.parametrize("name", PAGES, scope="session")
each_chapter = pytest.mark.parametrize("name", CHAPTERS, scope="session")


def has(name: str, found: Any, what: str) -> Any:
    """What was found in a chapter; if there is nothing, the failure says what to write."""
    assert found, f"{name}: {what}; see CONTRIBUTING, A chapter"
    return found


IMPORTS_PAGES = r"^from evalbook\.teaching import (\([^)]*|[^\n]*)\bpages\b"
"""How a notebook's first cell shows where `pages` comes from."""


@cache
def cells_of(name: str) -> list[dict[str, Any]]:
    """The cells of a page's notebook, which no test changes."""
    cells: list[dict[str, Any]] = json.loads((ROOT / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return cells


def records(name: str) -> list[dict[str, Any]]:
    """The records of a page's questions, in order, from the outputs of its notebook."""
    outputs = [output for cell in cells_of(name) for output in cell.get("outputs", [])]
    return [output["data"][QUESTION_MIME] for output in outputs if QUESTION_MIME in output.get("data", {})]


ASKING = [name for name in NOTEBOOKS if name != DUE and records(name)]
"""The chapters with questions, and the page before them."""
ASKING_FILES = [ROOT / f"{name}.ipynb" for name in ASKING]
each_asking_chapter = pytest.mark.parametrize("name", ASKING, scope="session")
each_asking_file = pytest.mark.parametrize("path", ASKING_FILES, ids=lambda path: path.stem)

# A browser opens one page of each kind; make test-all opens the others.
SAMPLE = {
    *("book/intro", "book/glossary", "book/errata", "book/splits/hold_out", "book/curves/roc_curve"),
    *("book/probabilities/calibration", "book/costs/cost_curve", "book/api/curves", "book/api/curves/roc"),
    "book/cheat_sheet",
}


# The states of these are asked by axe, which takes seconds each; of all others by make test-all.
BY_AXE = {"book/intro", "book/glossary", "book/curves/roc_curve", "book/cheat_sheet", "book/my_progress"}


def in_depth(names: list[str], sample: set[str] = SAMPLE) -> pytest.MarkDecorator:
    rows = [name if name in sample else pytest.param(name, marks=pytest.mark.slow) for name in names]
    return pytest.mark.parametrize("name", rows, scope="session")


each_page_in_depth, each_asking_chapter_in_depth = in_depth(PAGES), in_depth(ASKING)
each_page_by_axe, each_asking_chapter_by_axe = in_depth(PAGES, BY_AXE), in_depth(ASKING, BY_AXE)

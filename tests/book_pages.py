"""The pages of the book, read from its table of contents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]


def _files(entry: Any) -> Iterator[str]:
    if isinstance(entry, dict):
        yield from (entry[key] for key in ("root", "file") if key in entry)
        for value in entry.values():
            yield from _files(value)
    elif isinstance(entry, list):
        for item in entry:
            yield from _files(item)


PAGES = list(_files(yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))))
"""Every page, as its path without an ending; the landing page is the first."""
CHAPTERS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists() and name.count("/") > 1]
"""The notebooks of the parts; those beside the landing page teach nothing new."""
DUE = "book/questions_due"
PHONE, DESKTOP = (390, 844), (1300, 900)
"""Windows to look at them through, in pixels."""

# The scope brings the tests of one page together, from all files, so that each page is opened once.
each_page = pytest.mark.parametrize("name", PAGES, scope="session")
each_chapter = pytest.mark.parametrize("name", CHAPTERS, scope="session")

IMPORTS_PAGES = r"^from evalbook import (\([^)]*|[^\n]*)\bpages\b"
"""How a notebook's first cell shows where `pages` comes from."""
QUESTION = "application/vnd.evalbook.question.v1+json"


def records(name: str) -> list[dict[str, Any]]:
    """The records of a page's questions, in order, from the outputs of its notebook."""
    cells = json.loads((ROOT / f"{name}.ipynb").read_text("utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return [output["data"][QUESTION] for output in outputs if QUESTION in output.get("data", {})]


ASKING = [name for name in CHAPTERS if records(name)]
each_asking_chapter = pytest.mark.parametrize("name", ASKING, scope="session")

# What takes a second or more of a page is asked of one page of each kind, and of all others by make test-all.
SAMPLE = {
    *("book/intro", "book/glossary", "book/errata", "book/splits/hold_out", "book/curves/roc_curve"),
    *("book/probabilities/calibration", "book/costs/cost_curve", "book/api/curves", "book/api/curves/roc"),
    "book/cheat_sheet",
}


def in_depth(names: list[str]) -> pytest.MarkDecorator:
    rows = [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow) for name in names]
    return pytest.mark.parametrize("name", rows, scope="session")


def _not_all_of_the_api(name: str) -> Any:
    """Pages of one concept of the API look alike: a browser opens some, and all of them in make test-all."""
    return pytest.param(name, marks=pytest.mark.slow) if name.count("/") == 3 and name not in SAMPLE else name


def opened(names: list[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("name", list(map(_not_all_of_the_api, names)), scope="session")


each_opened_page = opened(PAGES)
each_page_in_depth, each_asking_chapter_in_depth = in_depth(PAGES), in_depth(ASKING)

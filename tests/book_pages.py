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
"""Every page, as its path without an ending."""
CHAPTERS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()]
PHONE, DESKTOP = (390, 844), (1300, 900)
"""Windows to look at them through, in pixels."""

# The scope brings the tests of one page together, from all files, so that each page is opened once.
each_page = pytest.mark.parametrize("name", PAGES, scope="session")
each_chapter = pytest.mark.parametrize("name", CHAPTERS, scope="session")

QUESTION = "application/vnd.evalbook.question.v1+json"


def records(name: str) -> list[dict[str, Any]]:
    """The records of a page's questions, in order, from the outputs of its notebook."""
    cells = json.loads((ROOT / f"{name}.ipynb").read_text("utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return [output["data"][QUESTION] for output in outputs if QUESTION in output.get("data", {})]


ASKING = [name for name in CHAPTERS if records(name)]
each_asking_chapter = pytest.mark.parametrize("name", ASKING, scope="session")

"""What the table of contents names: the parts of the book, their pages, and which of these are chapters.

``_toc.yml`` alone decides what is a chapter. A notebook that it does not name is a draft: `make test` runs it, and
nothing copies it, publishes it or asks a question of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from evalbook_tools import ROOT


@dataclass(frozen=True)
class Part:
    """A caption of the contents, and the names of the pages below it, such as ``book/curves/auc``."""

    title: str
    pages: tuple[str, ...]
    has_chapters: bool
    """Whether its pages are numbered: the chapters are, the reference pages are not."""


@cache
def parts() -> tuple[Part, ...]:
    """The landing page, in a part without a title, then the parts of ``_toc.yml``."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    listed = [
        Part(part["caption"], tuple(_names(part["chapters"])), bool(part.get("numbered"))) for part in toc["parts"]
    ]
    return (Part("", (toc["root"],), False), *listed)


def _names(entries: list[dict[str, Any]]) -> Iterator[str]:
    for entry in entries:
        yield entry["file"]
        yield from _names(entry.get("sections", []))


def pages() -> list[str]:
    """Every page of the book; the landing page is the first."""
    return [name for part in parts() for name in part.pages]


def chapter_numbers() -> dict[str, int]:
    """The number of each chapter, as the site counts them, in the order of the book."""
    chapters = (name for part in parts() if part.has_chapters for name in part.pages)
    return {name: place for place, name in enumerate(chapters, start=1)}

"""What the table of contents names: the parts of the book, their openings and pages, and which of these are chapters.

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
    """A caption of the contents, and the names of the pages below it, such as ``book/curves/auc``.

    What stands before the first part has no caption.
    """

    title: str
    pages: tuple[str, ...]
    has_chapters: bool
    """Whether its pages are numbered: the chapters are, the reference pages are not."""
    opening: str = ""
    """The page to which its caption leads, such as ``book/curves/index``; no chapter, and none of its pages."""

    @property
    def in_order(self) -> tuple[str, ...]:
        """All that is read of it, the opening first."""
        return (self.opening, *self.pages) if self.opening else self.pages


@cache
def parts() -> tuple[Part, ...]:
    """The landing page, in a part of its own, then the parts of ``_toc.yml``."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    return (Part("", (toc["root"],), False), *map(_part, toc["parts"]))


def _part(listed: dict[str, Any]) -> Part:
    title, numbered, names = listed.get("caption", ""), bool(listed.get("numbered")), [*_names(listed["chapters"])]
    opening = names.pop(0) if numbered and is_opening(names[0]) else ""
    return Part(title, tuple(names), numbered, opening)


def _names(entries: list[dict[str, Any]]) -> Iterator[str]:
    for entry in entries:
        yield entry["file"]
        yield from _names(entry.get("sections", []))


def is_opening(name: str) -> bool:
    """Whether the first page of a part with numbers is its opening, by its name."""
    return name.endswith("/index")


def pages() -> list[str]:
    """Every page of the book; the landing page is the first."""
    return [name for part in parts() for name in part.in_order]


def chapter_numbers() -> dict[str, int]:
    """The number of each chapter, as the site counts them, in the order of the book."""
    chapters = (name for part in parts() if part.has_chapters for name in part.pages)
    return {name: place for place, name in enumerate(chapters, start=1)}

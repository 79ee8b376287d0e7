"""Parts and pages, in the order of the book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import yaml

from evalbook_tools import ROOT
from evalbook_tools.working_copies import config

ON_THE_SITE_ALONE = {
    "book/api",  # a third more pages, which the next version makes wrong; help() shows them
    "book/questions_due",  # nothing of it is left without its script
    "book/my_progress",  # nor of this one
}


@dataclass(frozen=True)
class Part:
    """A caption of the contents, and the names of the pages below it."""

    title: str
    pages: list[str]


def parts(*, only_core: bool = False) -> list[Part]:
    """The landing page, in a part without a title, then the parts of _toc.yml; of the chapters all, or the core."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    found = [Part("", [toc["root"]]), *(Part(part["caption"], list(_names(part["chapters"]))) for part in toc["parts"])]
    electives = {name for part in found for name in part.pages if name.count("/") == 2} - core() if only_core else set()
    chosen = [
        Part(part.title, [name for name in part.pages if not _on_the_site_alone(name) and name not in electives])
        for part in found
    ]
    return [part for part in chosen if part.pages]


def core() -> set[str]:
    """The pages that _config.yml names as a course's core."""
    return {f"book/{name}" for name in config()["sphinx"]["config"]["evalbook_core"]}


def _on_the_site_alone(name: str) -> bool:
    return not ON_THE_SITE_ALONE.isdisjoint([name, *map(str, PurePosixPath(name).parents)])


def _names(entries: list[dict[str, Any]]) -> Iterator[str]:
    for entry in entries:
        yield entry["file"]
        yield from _names(entry.get("sections", []))

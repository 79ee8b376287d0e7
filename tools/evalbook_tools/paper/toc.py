"""Parts and pages, in the order of the book."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

from evalbook_tools import contents
from evalbook_tools.contents import Part, chapter_numbers
from evalbook_tools.working_copies import config

ON_THE_SITE_ALONE = {
    "book/api",  # a third more pages, which the next version makes wrong; help() shows them
    "book/questions_due",  # nothing of it is left without its script
    "book/my_progress",  # nor of this one
}


def parts(*, only_core: bool = False) -> list[Part]:
    """The parts of the contents with the pages that go to paper; of the chapters all, or the core."""
    electives = set(chapter_numbers()) - core() if only_core else set()

    def printed(name: str) -> bool:
        return not _on_the_site_alone(name) and name not in electives

    chosen = [replace(part, pages=tuple(filter(printed, part.pages))) for part in contents.parts()]
    return [part for part in chosen if part.pages]  # an opening alone leads nowhere


def core() -> set[str]:
    """The pages that _config.yml names as a course's core."""
    return {f"book/{name}" for name in config()["sphinx"]["config"]["evalbook_core"]}


def _on_the_site_alone(name: str) -> bool:
    return not ON_THE_SITE_ALONE.isdisjoint([name, *map(str, PurePosixPath(name).parents)])

"""The files of all copies, and what pip installs for them."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import count
from pathlib import Path

import nbformat
from hatchling.builders.wheel import WheelBuilder
from nbformat import NotebookNode

from evalbook_tools import ROOT
from evalbook_tools.contents import chapter_numbers
from evalbook_tools.moved_chapters import MOVED
from evalbook_tools.working_copies.carry_over import carry_over
from evalbook_tools.working_copies.chapter import NAMESPACE, Copy, working_copy
from evalbook_tools.working_copies.links import Site, release
from evalbook_tools.working_copies.markdown import PAGE_LINK
from evalbook_tools.working_copies.set_up import NEEDS_MORE, SetUp, copied, wheel

BRANCH = "working-copies"
"""Where the copies are published (publish.py), and what the buttons of a page open."""


def build_wheel(folder: Path) -> Path:
    """The package as a wheel, in that folder: the same bytes for the same sources."""
    return Path(next(WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])))


def copies(site: Site, address: str = "", keys: str = "") -> Iterator[tuple[Path, Copy]]:
    """The place of each copy among the others, and the copy; `address`, by default the site's, has the wheel.

    Where `keys` is given, the keys can be fetched from there, too.
    """
    for path in copied():
        place = path.relative_to(ROOT / "book")
        yield place, working_copy(path, site, set_up(path, place, address or site.address, keys))


def set_up(path: Path, place: Path, address: str = "", keys: str = "") -> SetUp:
    """What the first cell of a copy says, when it lies at that place below the folder with all keys."""
    more = NEEDS_MORE.get(os.path.relpath(path, ROOT / "book"), "").split()
    folder = place.parent.as_posix()
    return SetUp(
        address,
        tuple(more),
        keys=f"{keys}/{folder}".removesuffix("/.") if keys else "",
    )


def laid_out(notebook: NotebookNode) -> str:
    """A copy line by line, as Jupyter saves it, so that git merges a correction with what a student wrote."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook).rstrip() + "\n"


def write_copy(target: Path, copy: Copy) -> None:
    """The notebook, and the key beside it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(laid_out(copy.notebook), "utf-8")
    if copy.key_name:
        (target.parent / copy.key_name).write_text(copy.key, "utf-8")


def write_beside(target: Path, copy: Copy) -> Path | None:
    """Write a copy unless it is there; beside one of an older source, a new one with the answers carried over.

    Returns what was written.
    """
    newest, before = _newest(target), before_it_moved(target)
    old = newest or before
    if old is None:
        write_copy(target, copy)
        return target
    written = nbformat.read(old, as_version=4)
    if newest and written.metadata.get(NAMESPACE) == copy.notebook.metadata[NAMESPACE]:
        return None
    beside = next(path for path in _names_beside(target) if not path.exists()) if newest else target
    write_copy(beside, replace(copy, notebook=carry_over(written, copy.notebook)))
    return beside


def before_it_moved(target: Path) -> Path | None:
    """The newest copy at the place where the chapter of a copy was before, if there is one."""
    old = {new.removeprefix("book/"): old.removeprefix("book/") for old, new in MOVED.items()}
    place = old.get(f"{target.parent.name}/{target.stem}")
    return _newest(target.parents[1] / f"{place}.ipynb") if place else None


def _newest(target: Path) -> Path | None:
    made = sorted(target.parent.glob(f"{target.stem}-[0-9]*.ipynb"), key=lambda path: path.stat().st_mtime)
    return made[-1] if made else target if target.exists() else None


def _names_beside(target: Path) -> Iterator[Path]:
    yield target.with_stem(f"{target.stem}-{release()}")
    yield from (target.with_stem(f"{target.stem}-{release()}-{place}") for place in count(2))


# ---------------------------------------------------------------- what the site offers

PAGE = "working_copies.html"
"""The page of the site that has them, in two zips."""
NOTEBOOKS, PACKAGE = "evalbook-notebooks.zip", "evalbook-package.zip"
README_OF_ALL = """\
Working copies of all chapters of evalbook, in the order of the book. They contain no solutions.
Keep the folders and the files whose names end in .key as they are. They are the answer keys with which the notebooks
check your answers.
Open a notebook with JupyterLab, or with any program for notebooks, and run its first cell, which installs evalbook.
"""


def zips(site: Site, wheel_file: Path) -> dict[str, bytes]:
    """All copies in one zip and the wheel in another, by their names: the same bytes for the same sources.

    They unpack into the same folder.
    """
    notebooks = {"README.txt": README_OF_ALL.encode()}
    for place, copy in copies(site):
        notebooks |= {name: text.encode() for name, text in _files(place, copy).items()}
    return {NOTEBOOKS: _packed(notebooks), PACKAGE: _packed({wheel(): wheel_file.read_bytes()})}


def in_order(place: Path) -> Path:
    """The place of a copy where folders are sorted by name: its part has its number before it."""
    parts = list(dict.fromkeys(Path(chapter).parent.name for chapter in chapter_numbers()))
    return Path(f"{parts.index(place.parent.name) + 1:02}_{place}") if place.parent.name in parts else place


def _files(place: Path, copy: Copy) -> dict[str, str]:
    """The notebook in its numbered folder, with links to where the others lie, and the key beside it."""
    folder = in_order(place).parent

    def renumbered(link: re.Match[str]) -> str:
        other = in_order(Path(os.path.normpath(place.parent / f"{link['place']}.{link['kind']}")))
        return f"[{link['text']}]({os.path.relpath(other, folder)}{link['name'] or ''})"

    for cell in copy.notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = PAGE_LINK.sub(renumbered, cell.source)
    key = {(folder / copy.key_name).as_posix(): copy.key} if copy.key_name else {}
    return {(folder / place.name).as_posix(): laid_out(copy.notebook), **key}


def _packed(content: dict[str, bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(zipfile.ZipInfo(f"evalbook/{name}"), data, zipfile.ZIP_DEFLATED, compresslevel=9)
    return stream.getvalue()

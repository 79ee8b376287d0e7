"""Which page teaches which name of the package, and which page documents it: found in the pages themselves.

A chapter teaches what its prose links to, or else what its code calls; of several chapters the one of the name's own
part, of those the one with most links, and of those the first. A recipe is a section of a page of the API, with
``(recipe-…)=`` above its heading, that links to a name. A class that none of them names is taught with the functions
that return it, or that bear the names of its properties.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, resolve_name
from typing import Any, NamedTuple

from numpydoc.docscrape import NumpyDocString
from sphinx.pycode import ModuleAnalyzer

from evalbook_tools import ROOT
from evalbook_tools.contents import chapter_numbers, pages

ROLE = re.compile(r"\{py:\w+\}`[^`]*?\bevalbook\.(?:teaching\.)?(\w+\.\w+)(?![\w.])")
CALL = re.compile(r"(?<![\w.])(\w+\.\w+)")
LISTED = re.compile(r"^```\{api\} evalbook\.(?:teaching\.)?(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECIPE = re.compile(r"^\((recipe-[\w-]+)\)=\n#+ [^\n]+\n(.*?)(?=^\(recipe-|^## |\Z)", re.MULTILINE | re.DOTALL)


class ApiPage(NamedTuple):
    """A page that documents names of one module, in order."""

    page: str
    title: str
    module: str
    names: list[str]


class Lesson(NamedTuple):
    """A chapter, or a recipe within a page of the API."""

    page: str
    recipe: str = ""


# ---------------------------------------------------------------- the pages of the API


def _title(markdown: str) -> str:
    """What the first heading says."""
    return re.search(r"^# (.+)$", markdown, re.MULTILINE)[1]  # type: ignore[index]  # every page has one


def texts() -> Iterator[tuple[str, str]]:
    """In the order of the table of contents."""
    for page in pages():
        if page.startswith("book/api/"):
            yield page, (ROOT / f"{page}.md").read_text("utf-8")


@cache
def api_pages() -> list[ApiPage]:
    """Every page of the API that lists names."""
    found = [(page, text, listed) for page, text in texts() for listed in LISTED.finditer(text)]
    return [ApiPage(page, _title(text), listed[1], listed[2].split()) for page, text, listed in found]


@cache
def documented() -> dict[str, str]:
    """The page that documents each name, such as ``curves.roc_auc``."""
    return {f"{each.module}.{name}": each.page for each in api_pages() for name in each.names}


@cache
def recipes() -> dict[str, Lesson]:
    """The recipe that teaches a name; of several, the first."""
    found: dict[str, Lesson] = {}
    for page, text in texts():
        for recipe in RECIPE.finditer(text):
            for name in ROLE.findall(recipe[2]):
                found.setdefault(name, Lesson(page, recipe[1]))
    return found


# ---------------------------------------------------------------- what a name is


def full_name(name: str) -> str:
    """The name as Python imports it; the pages, and these rooms, call ``evalbook.teaching.pages.bet`` ``pages.bet``."""
    in_teaching = name.partition(".")[0] in ("examples", "explorers", "pages")
    return f"evalbook.teaching.{name}" if in_teaching else f"evalbook.{name}"


def short_name(name: str) -> str:
    """The name as the pages call it."""
    return name.removeprefix("evalbook.").removeprefix("teaching.")


def value_of(name: str) -> Any:
    """The function, class or constant of that name."""
    return resolve_name(full_name(name))


def docstring(name: str) -> NumpyDocString:
    """Its docstring in parts; of a constant, what stands beside it in the source."""
    value = value_of(name)
    if inspect.isclass(value) or inspect.isroutine(value):
        return NumpyDocString(inspect.getdoc(value) or "")
    module, _, constant = name.rpartition(".")
    return NumpyDocString("\n".join(_beside_constants(full_name(module)).get(constant, [])))


@cache
def _beside_constants(module: str) -> dict[str, list[str]]:
    """What stands beside each constant of a part, in whichever of its files."""
    folders = getattr(import_module(module), "__path__", [])
    files = [module, *(f"{module}.{each.name}" for each in iter_modules(folders))]
    beside = [ModuleAnalyzer.for_module(file).find_attr_docs() for file in files]
    return {name: lines for found in beside for (_, name), lines in found.items()}


def returned_classes(name: str) -> list[str]:
    """The classes of its own module that a function returns."""
    module, value = name.partition(".")[0], value_of(name)
    if not inspect.isroutine(value):
        return []
    words = re.findall(r"\w+", " ".join(part.type for part in docstring(name)["Returns"]))
    return [f"{module}.{word}" for word in words if f"{module}.{word}" in documented()]


def makers(name: str) -> list[str]:
    """The functions of its module that return a class."""
    return [each for each in _neighbors(name) if name in returned_classes(each)]


def _neighbors(name: str) -> list[str]:
    return [each for each in documented() if each.partition(".")[0] == name.partition(".")[0]]


# ---------------------------------------------------------------- who teaches it


class Mentions(NamedTuple):
    """What a chapter is called, how often its prose links to each name, and how often its code calls it."""

    title: str
    links: Counter[str]
    calls: Counter[str]


@cache
def mentions() -> dict[str, Mentions]:
    """Of each chapter, in the order of the book."""
    return {chapter: _mentions(ROOT / f"{chapter}.ipynb") for chapter in chapter_numbers()}


def _mentions(path: Path) -> Mentions:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    prose, code = (
        "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == kind)
        for kind in ("markdown", "code")
    )
    return Mentions(_title(prose), Counter(ROLE.findall(prose)), Counter(CALL.findall(code)))


def chapters_of(name: str) -> list[str]:
    """The chapters that link to a name, or else those that call it; the first one teaches it."""

    def order(chapter: str) -> tuple[bool, int]:
        return chapter.split("/")[1] == name.partition(".")[0], mentions()[chapter].links[name]

    linking = [chapter for chapter, found in mentions().items() if found.links[name]]
    calling = [chapter for chapter, found in mentions().items() if found.calls[name]]
    return sorted(linking or calling, key=order, reverse=True)  # among equals, the order of the book stays


@cache
def lesson(name: str) -> Lesson | None:
    """What teaches a name."""
    chapters = chapters_of(name)
    if chapters:
        return Lesson(chapters[0])
    if name in recipes():
        return recipes()[name]
    value = value_of(name)
    if not inspect.isclass(value):
        return None
    properties = [each for each in _neighbors(name) if isinstance(vars(value).get(each.partition(".")[2]), property)]
    return next(filter(None, map(lesson, [*makers(name), *properties])), None)


def lessons(name: str) -> list[Lesson]:
    """Every chapter that links to a name, and its recipe."""
    linking = [Lesson(chapter) for chapter in chapters_of(name) if mentions()[chapter].links[name]]
    return [*linking, recipes()[name]] if name in recipes() else linking


@cache
def taught_in(chapter: str) -> list[str]:
    """The documented names that a chapter teaches or links to, in the order of the API's pages."""
    return [name for name in documented() if mentions()[chapter].links[name] or chapters_of(name)[:1] == [chapter]]

"""The third face of a chapter: the working copy that a class opens.

``make work`` writes ``work/<part>/<chapter>.ipynb`` from the one source in ``book/``: no outputs, no solutions, links
to the site in place of roles, and a first cell that says how to install evalbook. The site's download button and its
zip of all copies give the same files.

A copy is never overwritten. Where its source has changed since, a new copy is written beside it, and what the student
wrote moves into it, exercise by exercise.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import nbformat
import yaml
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from notebooks import METADATA, ROOT, chapters, read
from pybtex.database import Person, parse_file
from sphinx.util.inventory import InventoryFile

import evalbook

NAMESPACE = "evalbook"
"""Where a copy keeps, in the metadata of its cells, what is needed to carry answers over."""

# ---------------------------------------------------------------- where links lead


class Site:
    """The built site: where its pages lie, and what each role of the sources points to."""

    def __init__(self, folder: Path, address: str = "") -> None:
        with (folder / "objects.inv").open("rb") as file:
            inventory = InventoryFile.load(file, "", lambda base, place: f"{base}{place}")
        self._places = {  # roles find their targets in any case
            kind: {name.lower(): str(entry[2]) for name, entry in entries.items()}
            for kind, entries in inventory.items()
        }
        self.address = address.rstrip("/")

    def link(self, text: str, kind: str, target: str) -> str:
        """Markdown for a reference; bare text where the site has no address."""
        place = self._place(kind, target)
        return f"[{text}]({self.address}/{place})" if self.address and place else text

    def _place(self, kind: str, target: str) -> str:
        if kind == "page":
            return target
        places = self._places.get(kind, {})
        if target.lower() not in places:
            raise LookupError(f"the site has no {kind} {target!r}; build it again: make book")
        return places[target.lower()]


def config() -> dict[str, Any]:
    settings: dict[str, Any] = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    return settings


def address() -> str:
    """Where the site will be read, if ``html.baseurl`` in _config.yml says so."""
    return str(config().get("html", {}).get("baseurl") or "")


# ---------------------------------------------------------------- from the book's Markdown to any notebook's


ROLE = re.compile(r"\{(?P<role>[a-z:]+)\}`(?P<body>[^`]+)`")
WITHIN = re.compile(r"\[(?P<text>[^\]]+)\]\(#(?P<name>[a-z0-9-]+)\)")
PYTHON_KINDS = ("py:function", "py:class", "py:method", "py:property", "py:attribute", "py:module", "py:exception")


def without_roles(text: str, site: Site, numbers: dict[str, str]) -> str:
    """Roles, and links within the page, as plain text, with a link where the site has an address."""
    text = WITHIN.sub(lambda match: site.link(match["text"], "std:label", match["name"]), text)
    return ROLE.sub(lambda match: _written_out(match["role"], match["body"], site, numbers), text)


def _written_out(role: str, body: str, site: Site, numbers: dict[str, str]) -> str:
    named = re.fullmatch(r"(?P<text>.+?)\s*<(?P<target>[^>]+)>", body, re.DOTALL)
    text, target = (named["text"], named["target"]) if named else (body, body)
    if role == "term":
        return site.link(text, "std:term", " ".join(target.split()))
    if role.startswith("py:"):
        return _python_name(text, target, site)
    if role.startswith("cite"):
        return _citation(target, site, in_text=role == "cite:t")
    if role in ("numref", "ref"):
        return numbers.get(target, target)
    raise ValueError(f"no way to write out the role {{{role}}}`{body}`; see tools/working_copies.py")


def _python_name(text: str, target: str, site: Site) -> str:
    full = target.removeprefix("~")
    shown = full.rpartition(".")[2] if target.startswith("~") and text == target else text
    for kind in PYTHON_KINDS:
        try:
            return site.link(f"`{shown}`", kind, full)
        except LookupError:
            continue
    raise LookupError(f"the site does not document {full}")


@cache
def _bibliography() -> dict[str, tuple[str, str]]:
    """For each key the names of the authors, as in running text, and the year."""
    entries = parse_file(str(ROOT / "book" / "bibliography.bib")).entries
    return {
        key: (_names(entry.persons.get("author", [])), entry.fields.get("year", "")) for key, entry in entries.items()
    }


def _names(persons: list[Person]) -> str:
    last = [" ".join(person.last_names).strip("{}") for person in persons]
    return f"{last[0]} and others" if len(last) > 2 else " and ".join(last)


def _citation(keys: str, site: Site, *, in_text: bool) -> str:
    cited = [_bibliography()[key.strip()] for key in keys.split(",")]
    if in_text:
        text = " and ".join(f"{names} ({year})" for names, year in cited)
    else:
        text = "(" + "; ".join(f"{names}, {year}" for names, year in cited) + ")"
    return site.link(text, "page", "book/bibliography.html")


FENCE = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{(?P<name>[a-z-]+)\}[ ]*(?P<title>.*)\n(?P<body>(?:.*\n)*?)(?P=fence)[ ]*$", re.MULTILINE
)
NAME = re.compile(r"^\([a-z0-9-]+\)=\n", re.MULTILINE)


def without_directives(text: str, numbers: dict[str, str]) -> str:
    """Exercises with their number, boxes as quotations; solutions, and names to link to, are left out."""
    text = NAME.sub("", text + "\n")
    return re.sub(r"\n{3,}", "\n\n", FENCE.sub(lambda box: _box(box, numbers), text)).strip()


def _box(box: re.Match[str], numbers: dict[str, str]) -> str:
    body = re.sub(r"^:[a-z-]+:.*\n", "", box["body"], flags=re.MULTILINE).strip()
    if box["name"] == "solution":
        return ""
    if box["name"] == "exercise":
        return f"**{numbers[label_of(box['body'])]}.** {body}"
    if box["name"] in ("admonition", "margin", "note", "tip", "warning"):
        title = f"**{box['title'].strip()}**\n\n" if box["title"].strip() else ""
        return "\n".join(f"> {line}".rstrip() for line in (title + body).splitlines())
    raise ValueError(f"no way to write out the directive {{{box['name']}}}; see tools/working_copies.py")


def label_of(body: str) -> str:
    found = re.search(r"^:label:\s*(\S+)", body, re.MULTILINE)
    if not found:
        raise ValueError(f"an exercise has no label: {body[:80]!r}")
    return found[1]


def exercises_of(source: str) -> list[str]:
    """The labels of the exercises that a Markdown cell poses."""
    return [label_of(box["body"]) for box in FENCE.finditer(source + "\n") if box["name"] == "exercise"]


# ---------------------------------------------------------------- one chapter


def chapter_numbers() -> dict[str, int]:
    """The number of each chapter, as the site counts them."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]
    numbered = [chapter["file"] for part in parts if part.get("numbered") for chapter in part["chapters"]]
    return {file: place for place, file in enumerate(numbered, start=1)}


def exercise_numbers(path: Path) -> dict[str, str]:
    """What the site calls each exercise and each figure of a chapter."""
    chapter = chapter_numbers().get(path.relative_to(ROOT).with_suffix("").as_posix(), 0)
    cells = read(path).cells
    labels = [label for cell in cells if cell.cell_type == "markdown" for label in exercises_of(cell.source)]
    figures = [figure["name"] for cell in cells if (figure := cell.metadata.get("mystnb", {}).get("figure"))]
    return {label: f"Exercise {chapter}.{place}" for place, label in enumerate(labels, start=1)} | {
        name: f"Figure {chapter}.{place}" for place, name in enumerate(figures, start=1)
    }


def working_copy(path: Path, site: Site, install: str) -> NotebookNode:
    """The notebook that a student opens."""
    numbers = exercise_numbers(path)
    notebook = nbformat.v4.new_notebook(metadata={**METADATA, NAMESPACE: {"source": fingerprint(path)}})
    notebook.cells = [
        _cell(new_markdown_cell, INSTALL.format(release=release(), install=install), "install", {}),
        _cell(new_code_cell, "from evalbook import pages", "set-up", {}),  # says in one line what is missing
    ]
    exercise = ""
    for cell in read(path).cells:
        if "solution" in cell.metadata.get("tags", []):
            continue
        exercise = _exercise_at(cell, exercise)
        notebook.cells += _copied(cell, site, numbers, {"exercise": exercise} if exercise else {})
    return notebook


INSTALL = "*Working copy, evalbook {release}. Where evalbook is missing, run once:* `%pip install {install}`"


def _exercise_at(cell: NotebookNode, before: str) -> str:
    """The exercise that a cell belongs to: the last one posed, until a heading ends it."""
    if cell.cell_type != "markdown":
        return before
    posed = exercises_of(cell.source)
    after = FENCE.split(cell.source + "\n")[-1]
    return "" if re.search(r"^#", after, re.MULTILINE) else posed[-1] if posed else before


def _copied(cell: NotebookNode, site: Site, numbers: dict[str, str], mark: dict[str, str]) -> Iterator[NotebookNode]:
    """The cell as a student sees it, and its caption."""
    if cell.cell_type == "markdown":
        text = without_roles(without_directives(cell.source, numbers), site, numbers)
        if text:
            yield _cell(new_markdown_cell, text, cell.id, mark)
        return
    blank = bool(mark) and not cell.metadata.get("tags")  # where the student writes: code that the page shows
    copy = _cell(new_code_cell, cell.source, cell.id, mark | {"blank": digest(cell.source)} if blank else mark)
    if "jupyter" in cell.metadata:
        copy.metadata["jupyter"] = {"source_hidden": True}
    yield copy
    figure = cell.metadata.get("mystnb", {}).get("figure")
    if figure:
        caption = without_roles(f"*{numbers[figure['name']]}. {figure['caption']}*", site, numbers)
        yield _cell(new_markdown_cell, caption, f"{cell.id}-caption", mark)


def _cell(new: Callable[..., NotebookNode], source: str, name: str, mark: dict[str, str]) -> NotebookNode:
    return new(source, id=name, metadata={NAMESPACE: mark})


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def fingerprint(path: Path) -> str:
    """Of the source without its outputs: it changes when the copy would."""
    return digest(repr([(cell.cell_type, cell.source, cell.metadata.get("tags")) for cell in read(path).cells]))


# ---------------------------------------------------------------- answers, from one copy to the next


def answers(copy: NotebookNode) -> dict[str, list[NotebookNode]]:
    """For each exercise the cells that the student changed or added, in order."""
    found: dict[str, list[NotebookNode]] = {}
    exercise = ""
    for cell in copy.cells:
        mark = cell.metadata.get(NAMESPACE)  # None: a cell of the student's own
        exercise = exercise if mark is None else mark.get("exercise", "")
        own = mark is None or ("blank" in mark and digest(cell.source) != mark["blank"])
        if own and exercise and cell.source.strip():
            found.setdefault(exercise, []).append(cell)
    return found


def carry_over(old: NotebookNode, new: NotebookNode) -> NotebookNode:
    """The new copy with the old one's answers: the first in the blank of its exercise, the others behind it."""
    written = answers(old)
    cells = []
    for cell in new.cells:
        mine = written.pop(cell.metadata[NAMESPACE].get("exercise", ""), []) if _is_blank(cell) else []
        if mine:
            cell.source = mine[0].source
        cells += [cell, *map(_as_own, mine[1:])]
    for label, lost in written.items():  # the exercise is gone: nothing that was written is
        cells += [new_markdown_cell(f"## From your earlier copy: {label}"), *map(_as_own, lost)]
    new.cells = cells
    return new


def _is_blank(cell: NotebookNode) -> bool:
    return "blank" in cell.metadata[NAMESPACE]


def _as_own(cell: NotebookNode) -> NotebookNode:
    return (new_code_cell if cell.cell_type == "code" else new_markdown_cell)(cell.source)


# ---------------------------------------------------------------- files


BRANCH = "working-copies"
"""Where the copies are published (tools/publish.py), and what the buttons of a page open."""


def release() -> str:
    """The one number that stands on site, wheel and copies."""
    return evalbook.__version__


def wheel() -> str:
    return f"evalbook-{release()}-py3-none-any.whl"


def install_from(site_address: str) -> str:
    """What pip installs: the wheel at the site's address; without one, the wheel that lies beside the copies."""
    if site_address:
        return f'"evalbook[book] @ {site_address}/{wheel()}"'
    return f'"../{wheel()}[book]"'


NEEDS_MORE = {ROOT / "book" / "disagreements.ipynb": "nltk sacrebleu rouge-score pytrec-eval-terrier"}
"""Pages with a copy that are no chapters, and what they need beside the extra `book`."""


def copied() -> list[Path]:
    """The notebooks that have a working copy."""
    return [*chapters(), *NEEDS_MORE]


def copies(site: Site, install: str = "") -> Iterator[tuple[Path, str]]:
    """The place of each copy among the others, and its text; `install` is what pip installs, by default the site's."""
    for path in copied():
        needed = " ".join([install or install_from(site.address), *NEEDS_MORE.get(path, "").split()])
        copy = working_copy(path, site, needed)
        yield path.relative_to(ROOT / "book"), _written(copy)


def _written(copy: NotebookNode) -> str:
    """The file of a copy, on one line: a quarter less to load."""
    nbformat.validate(copy)
    return json.dumps(copy, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def write_beside(target: Path, text: str) -> Path | None:
    """Write a copy unless it is there; beside one of an older source, a new one with the answers carried over.

    Returns what was written.
    """
    made = [*sorted(target.parent.glob(f"{target.stem}-[0-9]*.ipynb"), key=lambda path: path.stat().st_mtime)]
    newest = made[-1] if made else target
    if not newest.exists():
        newest.parent.mkdir(parents=True, exist_ok=True)
        newest.write_text(text, "utf-8")
        return newest
    old, new = (nbformat.reads(each, as_version=4) for each in (newest.read_text("utf-8"), text))
    if old.metadata.get(NAMESPACE) == new.metadata[NAMESPACE]:
        return None
    beside = next(path for path in _names_beside(target) if not path.exists())
    beside.write_text(nbformat.writes(carry_over(old, new)).rstrip() + "\n", "utf-8")
    return beside


def _names_beside(target: Path) -> Iterator[Path]:
    yield target.with_stem(f"{target.stem}-{release()}")
    yield from (target.with_stem(f"{target.stem}-{release()}-{place}") for place in count(2))


def write_zip(folder: Path, made: Iterable[tuple[Path, str]], wheel_file: Path) -> None:
    """All copies and the wheel in one file, the same bytes for the same sources."""
    with zipfile.ZipFile(folder / "working_copies.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for place, text in made:
            archive.writestr(zipfile.ZipInfo(f"evalbook/{place.as_posix()}"), text, zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo(f"evalbook/{wheel()}"), wheel_file.read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=ROOT / "work", help="where to write; default: work/")
    arguments = parser.parse_args()
    built = ROOT / "_build" / "html"
    site = Site(built, address())  # without an address no links: a page on http may not open files
    written = [write_beside(arguments.work / place, text) for place, text in copies(site)]
    for path in filter(None, written):
        print(path)
    print(
        f"{len(written)} working copies in {arguments.work}; {written.count(None)} were there and are left as they are"
    )


if __name__ == "__main__":
    main()

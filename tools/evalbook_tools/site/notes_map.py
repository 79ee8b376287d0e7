"""Where the book treats each heading of the five notes: the page *A map of the notes*, and a line below each chapter.

```{places} Summary of learning about the ROC curve
ROC曲線繪制實例 | ROC曲线绘制实例 | The ROC curve drawn: an example | curves/roc_curve#4b24bc7c
```

The argument is the name of the note. A row has a heading in both scripts, the note's own first, then what it means,
and the chapters, each with a cell's id.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site.questions import cell_anchor
from evalbook_tools.site.recap import recap_of, to_page

PAGE = "book/notes"
BLOCK = re.compile(r"^```\{places\} ([^\n]+)\n(.+?)^```$", re.MULTILINE | re.DOTALL)


class Heading(NamedTuple):
    """A heading of a note."""

    note: str
    """Its name."""
    scripts: tuple[str, str]
    english: str
    places: list[str]
    """Where it is treated: chapter, # and a cell's id."""


def headings(text: str) -> list[Heading]:
    """The headings on the page that maps them."""
    return [_heading(note, row) for note, rows in BLOCK.findall(text) for row in rows.splitlines()]


def _heading(note: str, row: str) -> Heading:
    own, other, english, places = (cell.strip() for cell in row.split("|"))
    return Heading(note, (own, other), english, places.split())


def _mapped(page: Path) -> list[Heading]:
    return headings(page.read_text("utf-8")) if page.exists() else []


class Places(SphinxDirective):
    """The directive ``places``: the headings of one note, a row each."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """A table."""
        lines = ["| in the note | in English | in this book |", "| --- | --- | --- |"]
        for one in (_heading(self.arguments[0], row) for row in self.content):
            scripts = " · ".join(dict.fromkeys(one.scripts))  # many headings are the same in both
            places = ", ".join(f"{{ref}}`{place}`" for place in one.places)
            lines.append(f"| {scripts} | {one.english} | {places} |")
        return self.parse_text_to_nodes("\n".join(lines))


def name_places(app: Sphinx, document: nodes.document) -> None:
    """Let the map link to the cells of a chapter, and the chapter to the map."""
    recap, page = recap_of(document), Path(app.srcdir) / f"{PAGE}.md"
    if recap is None:
        return
    app.env.note_dependency(str(page))
    chapter = app.env.docname.removeprefix("book/")
    here = [one for one in _mapped(page) if any(place.partition("#")[0] == chapter for place in one.places)]
    title = next(iter(document.findall(nodes.title))).astext().partition(":")[0]
    for place in {place for one in here for place in one.places if place.partition("#")[0] == chapter}:
        label = app.env.docname, cell_anchor(place.partition("#")[2])
        app.env.get_domain("std").data["labels"][place] = (*label, title)
    if here:
        recap += _line(here)


def _line(here: list[Heading]) -> nodes.paragraph:
    """Which headings of which notes the chapter treats."""
    by_note = {one.note: [other.scripts[0] for other in here if other.note == one.note] for one in here}
    said = "; ".join(f"{note} ({', '.join(dict.fromkeys(names))})" for note, names in by_note.items())
    parts = nodes.Text(f"In the notes: {said}. See the "), to_page("map of the notes", PAGE), nodes.Text(".")
    return nodes.paragraph("", "", *parts, classes=["in-the-notes"])


def setup(app: Sphinx) -> None:
    """Offer the directive; cells have their names by then."""
    app.add_directive("places", Places)
    app.connect("doctree-read", name_places, priority=600)

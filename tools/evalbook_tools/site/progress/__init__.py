"""The page *My progress*: a table of what each chapter asks, which the script fills with what is done, won and due.

The script also takes the answers along: it exports, imports and forgets them, and finds those of another copy.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site import assets
from evalbook_tools.site.due import coming_back, due_page
from evalbook_tools.site.questions import PROGRESS_PAGE, asked_of, questions_of, raw

HERE = Path(__file__).parent
HEAD = '<tr><th scope="col">Chapter</th><th scope="col">Bets</th><th scope="col">Won</th><th scope="col">Exercises</th>'
NO_SCRIPT = (
    "Without JavaScript, no answers are kept. The table says what each chapter asks, and how many questions come back."
)


class progress_node(nodes.Element):  # noqa: N801  (as docutils names its nodes)
    """The place of the table, until all pages are read."""


class Progress(SphinxDirective):
    """The directive ``{progress}``."""

    def run(self) -> list[nodes.Node]:
        """A place."""
        return [progress_node()]


def fill(app: Sphinx, document: nodes.document, page: str) -> None:
    """Put the table where it belongs."""
    for place in list(document.findall(progress_node)):
        place.replace_self(raw(table(app, page)))


def table(app: Sphinx, page: str) -> str:
    """A row for each chapter that asks, under its part; the whole book below."""
    chapters = {name: records for name, records in questions_of(app.env).items() if name != due_page(app.env)}
    back = coming_back(app.env)
    bodies, everything = [], [0, 0, 0]
    for part in app.env.external_site_map.root.subtrees:  # type: ignore[attr-defined]
        names = [str(name) for name in part.items if chapters.get(str(name))]
        counts = [_counts(chapters[name], len(back.get(name, []))) for name in names]
        if names:
            total = [sum(column) for column in zip(*counts, strict=True)]
            everything = [sum(pair) for pair in zip(everything, total, strict=True)]
            rows = [_row(escape(part.caption), total)] if part.caption else []
            rows += [_row(_link(app, page, name), count, name) for name, count in zip(names, counts, strict=True)]
            bodies.append(f"<tbody>{''.join(rows)}</tbody>")
    return (
        f'<noscript><p>{NO_SCRIPT}</p></noscript>\n<p class="p-told" role="status"></p>\n<table class="p-table">'
        f'<thead>{HEAD}<th scope="col">Due</th></tr></thead>\n{"".join(bodies)}'
        f"<tfoot>{_row('The whole book', everything)}</tfoot></table>"
    )


def _counts(records: list[dict[str, Any]], back: int) -> list[int]:
    asked = asked_of(records)
    return [len(asked["bets"]), len(asked["exercises"]), back]


def _link(app: Sphinx, page: str, name: str) -> str:
    address = app.builder.get_relative_uri(page, name)
    return f'<a href="{escape(address)}">{escape(app.env.titles[name].astext())}</a>'


def _row(title: str, counts: list[int], chapter: str = "") -> str:
    bets, exercises, back = counts
    named = f' data-chapter="{escape(chapter)}"' if chapter else ""
    return f'<tr{named}><th scope="row">{title}</th><td>{bets}</td><td></td><td>{exercises}</td><td>{back}</td></tr>'


def write_assets(app: Sphinx) -> None:
    """The script and the style sheet of the page."""
    assets.write_script(app, "progress.js", (HERE / "progress.js").read_text("utf-8"))
    assets.write(app, "progress.css", (HERE / "progress.css").read_text("utf-8"))


def write_again(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """The table changes with any chapter."""
    return [PROGRESS_PAGE] if PROGRESS_PAGE in env.found_docs else []


def add_assets(app: Sphinx, pagename: str, _: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """After the scripts of the questions and of those that come back, whose counts it shows."""
    if pagename != PROGRESS_PAGE:
        return
    for name, priority in [("questions", 500), ("due", 600), ("progress", 700)]:
        app.add_js_file(f"{name}.js", priority=priority)
    app.add_css_file("questions.css")
    app.add_css_file("progress.css", priority=600)


def setup(app: Sphinx) -> None:
    """Offer the directive; gather when all pages are read."""
    app.add_node(progress_node)
    app.add_directive("progress", Progress)
    app.connect("builder-inited", write_assets)
    app.connect("env-updated", write_again)
    app.connect("doctree-resolved", fill)
    app.connect("html-page-context", add_assets)

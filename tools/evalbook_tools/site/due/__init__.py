"""The page of questions that come back: each chapter's bets and its new questions, by part, with folded answers.

That list is the page without a script. The scripts beside it hold what a page does with it: what is due, one by one.
Every page with questions gets the script, too, to say how many are due.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from evalbook_tools.site import assets
from evalbook_tools.site.formulas import markdown_to_html
from evalbook_tools.site.page_order import in_order
from evalbook_tools.site.questions import Record, cell_anchor, due_node, questions_of, raw, said_to

SCRIPTS = ("read", "count", "ask", "class", "start")
"""What the page does. The schedule itself is part of the script of every page (progress/marks.py)."""
HERE = Path(__file__).parent


# ---------------------------------------------------------------- which questions come back


def due_page(env: BuildEnvironment) -> str:
    """The page that asks them; nothing where the site has none."""
    pages = (name for name, records in questions_of(env).items() if any(one["role"] == "due" for one in records))
    return next(pages, "")


def coming_back(env: BuildEnvironment) -> dict[str, list[Record]]:
    """For each chapter with new questions, in the book's order: its bets and these; `see` is an anchor there."""
    asked, found = questions_of(env), {}
    new = [{**one, "see": cell_anchor(one["see"])} for one in asked.get(due_page(env), [])]
    for chapter in in_order(env, env.config.root_doc):
        mine = [one for one in new if one["chapter"] == chapter]
        if mine:
            bets = [one for one in asked.get(chapter, []) if one["role"] == "bet" and one["scene"] is not None]
            found[chapter] = bets + mine
    return found


# ---------------------------------------------------------------- the list


def list_questions(app: Sphinx, document: nodes.document, page: str) -> None:
    """Under the heading of each part, the questions of its chapters."""
    if page != due_page(app.env):
        return
    chapters = coming_back(app.env)
    listed = set()
    for node in list(document.findall(due_node)):
        part = node["record"]["chapter"].rpartition("/")[0]
        mine = [name for name in chapters if name.rpartition("/")[0] == part and part not in listed]
        listed.add(part)
        node.parent.replace(node, [raw(_of_chapter(app, page, name, chapters[name])) for name in mine])


def _of_chapter(app: Sphinx, page: str, chapter: str, records: list[Record]) -> str:
    title, place = escape(app.env.titles[chapter].astext()), app.builder.get_relative_uri(page, chapter)
    forms = "\n".join(due_form(record, f"{place}#{record['see']}") for record in records)
    return (
        f'<section class="q-chapter" data-chapter="{escape(chapter)}">\n<h3><a href="{place}">{title}</a></h3>\n'
        f"{forms}\n</section>"
    )


def due_form(record: Record, place: str) -> str:
    """A question whose choices unfold what is said to them; there are many on the page, so it is terse.

    Its classes, buttons and list of choices are made by the script when it is asked (`formOf` in ask.js).
    """
    choices = "".join(
        f"<details{' data-right' if choice == record['right'] else ''}>"
        f"<summary>{markdown_to_html(choice)}</summary>{said}</details>"
        for choice, said in said_to(record).items()
    )
    return (
        f'<div id="q-{escape(record["id"])}">{record.get("scene", "")}<p>{markdown_to_html(record["question"])}</p>'
        f'{choices}<a href="{escape(place)}">Look it up</a></div>'
    )


# ---------------------------------------------------------------- what the pages load


def write_script(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """The script; the page that lists the questions is written again when one changes."""
    page = due_page(env)
    if not page or app.builder.format != "html":
        return []
    assets.write_script(app, "due.js", *((HERE / f"{name}.js").read_text("utf-8") for name in SCRIPTS))
    assets.write(app, "due.css", (HERE / "due.css").read_text("utf-8"))
    return [page]


def add_script(app: Sphinx, pagename: str, _: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Beside the script of the questions; the style sheet only where they are asked."""
    page = due_page(app.env)
    if page and (pagename == app.config.root_doc or questions_of(app.env).get(pagename)):
        app.add_js_file("due.js", priority=600)
        if pagename == page:
            app.add_css_file("due.css", priority=600)


def setup(app: Sphinx) -> None:
    """Gather when all pages are read."""
    app.connect("env-updated", write_script)
    app.connect("doctree-resolved", list_questions)
    app.connect("html-page-context", add_script)

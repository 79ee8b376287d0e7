"""A page as a teacher projects it: large, without its text; the room votes, and nothing is remembered.

What is shown stands in classroom.css; the page knows by ``?class`` in its address. {bet}`thirty right answers
<hold-bet-2>` leads there, to the bet of that id, in whatever chapter it is made.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole

from evalbook_tools.site import assets
from evalbook_tools.site.questions import questions_of

HERE = Path(__file__).parent
LOGGER = logging.getLogger(__name__)


class bet_link(nodes.Inline, nodes.TextElement):  # noqa: N801  (as docutils names its nodes)
    """A link that waits until all chapters are read."""


class BetLink(ReferenceRole):
    """The role ``bet``: a text, and the id of a bet."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """One link, still without an address."""
        link = bet_link(self.rawtext, self.title, bet=self.target)
        self.set_source_info(link)
        return [link], []


def lead_to_bets(app: Sphinx, document: nodes.document, page: str) -> None:
    """Give each link its address; a bet that no chapter makes is a warning."""
    pages = {
        record["id"]: name
        for name, records in questions_of(app.env).items()
        for record in records
        if record["role"] == "bet"
    }
    for link in list(document.findall(bet_link)):
        chapter = pages.get(link["bet"])
        if chapter is None:
            LOGGER.warning("no chapter makes the bet %r", link["bet"], location=link, type="ref", subtype="bet")
            link.replace_self(link.children)
            continue
        address = f"{app.builder.get_relative_uri(page, chapter)}?class#q-{link['bet']}"
        link.replace_self(nodes.reference("", "", *link.children, refuri=address, internal=True))


def add_view(app: Sphinx, pagename: str, _: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """The pages that ask can be projected."""
    if questions_of(app.env).get(pagename):
        app.add_js_file("classroom.js")
        app.add_css_file("classroom.css")


def write_assets(app: Sphinx) -> None:
    """A script and a style sheet of their own: what most readers do not need stays out of the others."""
    assets.write_script(app, "classroom.js", (HERE / "classroom.js").read_text("utf-8"))
    assets.write(app, "classroom.css", (HERE / "classroom.css").read_text("utf-8"))


def setup(app: Sphinx) -> None:
    """Offer the view and the role."""
    app.connect("builder-inited", write_assets)
    app.connect("html-page-context", add_view)
    app.add_node(bet_link)
    app.add_role("bet", BetLink())
    app.connect("doctree-resolved", lead_to_bets)

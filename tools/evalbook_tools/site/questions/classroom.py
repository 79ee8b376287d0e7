"""Links to bets as a teacher projects them: the room votes, nothing is remembered, all feedback comes at a click.

{bet}`thirty right answers <hold-bet-2>` leads to the bet of that id, in whatever chapter it is made.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole

from evalbook_tools.site.questions import questions_of

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


def setup(app: Sphinx) -> None:
    """Offer the role."""
    app.add_node(bet_link)
    app.add_role("bet", BetLink())
    app.connect("doctree-resolved", lead_to_bets)

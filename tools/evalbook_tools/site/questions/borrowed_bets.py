"""A chapter's bet on another page, such as the landing page: one record, and one answer for both pages.

```{bet} precision-positive-test
:chapter: book/confusion/precision_recall
```

Nothing is folded below it, and a link leads to the chapter that computes the answer. {bet}`thirty right answers
<hold-bet-2>` only leads to a bet, in whatever chapter it is made, as a teacher projects it (classroom.py).
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole, SphinxDirective

from evalbook_tools.site.questions import Record, bet_form, questions_of, raw

logger = logging.getLogger(__name__)


class borrowed_node(nodes.Element):  # noqa: N801  (as docutils names its nodes)
    """The place of a bet, until its chapter is read."""


class bet_link(nodes.Inline, nodes.TextElement):  # noqa: N801
    """A link that waits until all chapters are read."""


class Bet(SphinxDirective):
    """The directive ``bet``: the id of a bet, and the chapter that asks it."""

    required_arguments = 1
    option_spec = {"chapter": directives.unchanged_required}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Note the place; the page is read again when the chapter changes."""
        chapter = self.options["chapter"]
        self.env.note_dependency(str(Path(self.env.srcdir) / f"{chapter}.ipynb"))
        place = borrowed_node(bet=self.arguments[0], chapter=chapter)
        self.set_source_info(place)
        return [place]


class BetLink(ReferenceRole):
    """The role ``bet``: a text, and the id of a bet."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """One link, still without an address."""
        link = bet_link(self.rawtext, self.title, bet=self.target)
        self.set_source_info(link)
        return [link], []


def place_bets(app: Sphinx, document: nodes.document, page: str) -> None:
    """Put the chapters' forms in their places, and give each link its address."""
    bets: dict[str, tuple[str, Record]] = {
        record["id"]: (chapter, record)
        for chapter, records in questions_of(app.env).items()
        for record in records
        if record["role"] == "bet"
    }
    for place in list(document.findall(borrowed_node)):
        chapter, record = bets.get(place["bet"], ("", {}))
        if chapter != place["chapter"]:
            logger.warning("%s has no bet %r; expected the id of one", place["chapter"], place["bet"], location=place)
            place.parent.remove(place)
            continue
        title = escape(app.env.titles[chapter].astext())
        link = f'<a href="{app.builder.get_relative_uri(page, chapter)}">{title}</a>'
        place.replace_self(raw(f"{bet_form(record, chapter)}\n<p>The chapter {link} computes the answer.</p>"))
    for link in list(document.findall(bet_link)):
        chapter, _ = bets.get(link["bet"], ("", {}))
        if not chapter:
            logger.warning("no chapter has the bet %r", link["bet"], location=link, type="ref", subtype="bet")
            link.replace_self(link.children)
            continue
        address = f"{app.builder.get_relative_uri(page, chapter)}?class#q-{link['bet']}"
        link.replace_self(nodes.reference("", "", *link.children, refuri=address, internal=True))


def setup(app: Sphinx) -> None:
    """Offer directive and role, and fill their places when all pages are read."""
    app.add_directive("bet", Bet)
    app.add_node(bet_link)
    app.add_role("bet", BetLink())
    app.connect("doctree-resolved", place_bets)

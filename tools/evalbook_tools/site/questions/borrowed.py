"""A chapter's bet on another page, such as the landing page: one record, and one answer for both pages.

```{bet} precision-positive-test
:chapter: book/confusion/precision_recall
```

Nothing is folded below it, and a link leads to the chapter that computes the answer.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site.questions import bet_form, questions_of, raw

logger = logging.getLogger(__name__)


class borrowed_node(nodes.Element):  # noqa: N801  (as docutils names its nodes)
    """The place of a bet, until its chapter is read."""


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


def place_bets(app: Sphinx, document: nodes.document, page: str) -> None:
    """Put the chapters' forms in their places."""
    for place in list(document.findall(borrowed_node)):
        chapter, bets = place["chapter"], questions_of(app.env).get(place["chapter"], [])
        record = next((one for one in bets if (one["id"], one["role"]) == (place["bet"], "bet")), None)
        if record is None:
            logger.warning("%s asks no bet %r", chapter, place["bet"], location=place)
            place.parent.remove(place)
            continue
        title = escape(app.env.titles[chapter].astext())
        link = f'<a href="{app.builder.get_relative_uri(page, chapter)}">{title}</a>'
        place.replace_self(raw(f"{bet_form(record, chapter)}\n<p>The chapter {link} computes it.</p>"))


def setup(app: Sphinx) -> None:
    """Offer the directive, and fill its places when all pages are read."""
    app.add_directive("bet", Bet)
    app.connect("doctree-resolved", place_bets)

"""Notes in the margin; on a narrow screen they fold into the text.

```{margin}
A short remark beside the paragraph that follows.
```
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from evalbook_tools.site.folds import tag


class MarginNote(nodes.General, nodes.Element):
    """A remark beside the text."""


class Margin(SphinxDirective):
    """The directive ``margin``: Markdown, beside the paragraph that follows it."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """One note."""
        return [MarginNote("", *self.parse_content_to_nodes())]


def setup(app: Sphinx) -> None:
    """Offer the directive."""
    app.add_node(MarginNote, html=tag("aside", CLASS="margin", role="note"))
    app.add_directive("margin", Margin)

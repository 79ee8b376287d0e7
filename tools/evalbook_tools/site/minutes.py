"""How long chapters take, on another page: {minutes}`splits/hold_out splits/proportion` becomes "38 + 26"."""

from __future__ import annotations

import json
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from evalbook_tools.minutes import size


class Minutes(SphinxRole):
    """The role ``minutes``: for each chapter, what reading it and its exercises take together."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The numbers; the page is read again when a chapter changes."""
        found = []
        for chapter in self.text.split():
            path = Path(self.env.srcdir) / "book" / f"{chapter}.ipynb"
            self.env.note_dependency(str(path))
            found.append(size(json.loads(path.read_text("utf-8"))["cells"]).minutes)
        return [nodes.Text(" + ".join(map(str, found)))], []


def setup(app: Sphinx) -> None:
    """Offer the role."""
    app.add_role("minutes", Minutes())

"""A page as a teacher projects it: large, without its text; the room votes, and nothing is remembered.

What is shown stands in classroom.css; the page knows by ``?class`` in its address.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from evalbook_tools.site import assets
from evalbook_tools.site.questions import HERE, questions_of


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
    """Offer the view."""
    app.connect("builder-inited", write_assets)
    app.connect("html-page-context", add_view)

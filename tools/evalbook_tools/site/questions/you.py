"""The reader as a forecaster, in the box *You* of the chapter on calibration and on My progress (you.js)."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from evalbook_tools.site import assets
from evalbook_tools.site.questions import HERE, PROGRESS_PAGE

LEVEL = 0.95


def quantile() -> str:
    """The normal quantile that the script's intervals need."""
    return f"const Z = {NormalDist().inv_cdf((1 + LEVEL) / 2)!r};"


def write_script(app: Sphinx) -> None:
    """A script of its own, which most pages do not need."""
    assets.write_script(app, "you.js", quantile(), (HERE / "you.js").read_text("utf-8"))


def add_script(app: Sphinx, pagename: str, _: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Where something is told by it."""
    boxes = doctree.findall(nodes.admonition) if doctree is not None else []
    if pagename == PROGRESS_PAGE or any("you" in box["classes"] for box in boxes):
        app.add_js_file("you.js", priority=650)


def setup(app: Sphinx) -> None:
    """Offer the view."""
    app.connect("builder-inited", write_script)
    app.connect("html-page-context", add_script)

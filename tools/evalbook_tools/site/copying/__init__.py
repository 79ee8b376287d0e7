"""A button on each piece of code that copies it; none on what a cell printed, which is there to be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from evalbook_tools.site import assets

CLIPBOARD = Path(__file__).with_name("clipboard.js").read_text("utf-8")
"""A script's button that copies a text."""
SCRIPT = Path(__file__).with_name("copy.js").read_text("utf-8")
CODE = '<div class="highlight">'


def _add_script(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if CODE in context.get("body", ""):
        app.add_js_file("copy.js", loading_method="defer")


def setup(app: Sphinx) -> None:
    """Write the script before the pages, and load it where there is code."""
    app.connect("builder-inited", lambda app: assets.write_script(app, "copy.js", CLIPBOARD, SCRIPT))
    app.connect("html-page-context", _add_script)

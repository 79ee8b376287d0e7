"""A button on each piece of code that copies it; none on what a cell printed, which is there to be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from evalbook_tools.site import assets

SCRIPT = Path(__file__).with_name("copy.js")
CODE = '<div class="highlight">'


def _add_script(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if CODE in context.get("body", ""):
        app.add_js_file("copy.js", loading_method="defer")


def setup(app: Sphinx) -> None:
    """Write the script before the pages, and load it where there is code."""
    app.connect("builder-inited", lambda app: assets.write_script(app, "copy.js", SCRIPT.read_text("utf-8")))
    app.connect("html-page-context", _add_script)

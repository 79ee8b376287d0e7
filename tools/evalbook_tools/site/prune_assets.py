"""Style sheets, scripts and files that no page uses are left out of the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

# Sheets of extensions; book.css says how their elements look.
REPLACED_STYLES = ("pygments.css", "mystnb", "exercise.css")
# The site has its own search and keys.
UNUSED_SCRIPTS = ("sphinx_highlight.js", "doctools.js", "documentation_options.js")
UNUSED_FILES = (
    *("basic.css", "pygments.css", "exercise.css", "mystnb.*.css"),
    *("*.png", "searchtools.js", "language_data.js", *UNUSED_SCRIPTS),
)


def _drop_loaded(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    for kind, words in [("css_files", REPLACED_STYLES), ("script_files", UNUSED_SCRIPTS)]:
        loaded = context[kind]
        loaded[:] = [file for file in loaded if not any(word in str(file.filename) for word in words)]


def _drop_files(app: Sphinx, exception: Exception | None) -> None:
    if app.builder.format == "html":
        for pattern in UNUSED_FILES:
            for path in (Path(app.outdir) / "_static").glob(pattern):
                path.unlink()


def setup(app: Sphinx) -> None:
    """Leave sheets and scripts out of the pages, and files out of the folder at the end."""
    app.connect("html-page-context", _drop_loaded, priority=900)
    app.connect("build-finished", _drop_files)

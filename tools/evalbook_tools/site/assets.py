"""Scripts and style sheets of the rooms, as small files of the site."""

from __future__ import annotations

from pathlib import Path

import minify
from sphinx.application import Sphinx

KINDS = {".js": "application/javascript", ".css": "text/css"}


def write(app: Sphinx, name: str, *parts: str) -> None:
    """Put the parts into one file, without comments and long names."""
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / name).write_text(minify.string(KINDS[Path(name).suffix], "\n".join(parts)), "utf-8")


def write_script(app: Sphinx, name: str, *parts: str) -> None:
    """The same for a script whose names no other script sees."""
    write(app, name, "(() => {", *parts, "})();")

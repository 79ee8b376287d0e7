"""Nothing is shipped that no page uses: style sheets, files, and marks in code that show no color."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pygments.formatters import HtmlFormatter
from pygments.token import Name, Operator, Punctuation, Text, Token, Whitespace, _TokenType
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge

# Sheets of extensions; book.css says how their elements look.
REPLACED_STYLES = ("pygments.css", "mystnb", "exercise.css")
UNUSED_FILES = (
    *("basic.css", "pygments.css", "exercise.css", "mystnb.*.css"),
    *("*.png", "check-solid.svg", "copy-button.svg", "copybutton_funcs.js"),
)
OFFERED = re.compile(r'href="[./]*_sources/([^"]+)"')
PLAIN = (Name, Operator, Punctuation, Text, Whitespace)
COLORED = (Name.Builtin, Name.Class, Name.Decorator, Name.Exception, Name.Function, Operator.Word)


class Formatter(HtmlFormatter):
    """Words of code that have the color of the text get no element of their own: a quarter of a page's bytes."""

    def _get_css_class(self, kind: _TokenType) -> str:
        if kind is Token or (_within(kind, PLAIN) and not _within(kind, COLORED)):
            return ""
        return str(super()._get_css_class(kind))


def _within(kind: _TokenType, kinds: tuple[_TokenType, ...]) -> bool:
    return any(kind in larger for larger in kinds)


def _drop_styles(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    sheets = context["css_files"]
    sheets[:] = [sheet for sheet in sheets if not any(word in str(sheet.filename) for word in REPLACED_STYLES)]


def _drop_files(app: Sphinx, exception: Exception | None) -> None:
    if app.builder.format == "html":
        for pattern in UNUSED_FILES:
            for path in (Path(app.outdir) / "_static").glob(pattern):
                path.unlink()


def _drop_sources(app: Sphinx, exception: Exception | None) -> None:
    """Sphinx keeps the source of each page; only a few are offered."""
    sources = Path(app.outdir) / "_sources"
    if app.builder.format == "html" and sources.is_dir():
        pages = (page.read_text("utf-8") for page in Path(app.outdir).rglob("*.html"))
        offered = {name for page in pages for name in OFFERED.findall(page)}
        for path in sources.rglob("*.*"):
            if path.relative_to(sources).as_posix() not in offered:
                path.unlink()


def setup(app: Sphinx) -> None:
    """Trim pages as they are written, and the folder at the end."""
    PygmentsBridge.html_formatter = Formatter
    app.connect("html-page-context", _drop_styles, priority=900)
    app.connect("build-finished", _drop_files)
    app.connect("build-finished", _drop_sources)

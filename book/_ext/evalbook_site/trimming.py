"""Nothing is shipped that no page uses: style sheets, files, and marks in code that show no color."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

from pygments.formatters import HtmlFormatter
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Token,
    Whitespace,
    _TokenType,
)
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge

# Sheets of extensions; book.css says how their elements look.
REPLACED_STYLES = ("pygments.css", "mystnb", "exercise.css")
UNUSED_FILES = (
    *("basic.css", "pygments.css", "exercise.css", "mystnb.*.css"),
    *("*.png", "check-solid.svg", "copy-button.svg", "copybutton_funcs.js"),
)
OFFERED = re.compile(r'href="[./]*_sources/([^"]+)"')
COLORS = {  # the class that book.css colors; what is part of a kind has the color of the kind
    **dict.fromkeys((Keyword, Operator.Word), "k"),
    **dict.fromkeys((String,), "s"),
    **dict.fromkeys((Number,), "m"),
    **dict.fromkeys((Comment, Generic.Output, Generic.Prompt, Generic.Traceback), "c"),
    **dict.fromkeys((Name.Builtin, Name.Class, Name.Decorator, Name.Exception, Name.Function), "n"),
    **dict.fromkeys((Token, Name, Name.Builtin.Pseudo, Operator, Punctuation, Text, Whitespace), ""),
}
OVER_LINES = re.compile(r'<span class="(\w)">[^<]*</span>(?:\n+<span class="\1">[^<]*</span>)+')
BETWEEN = re.compile(r'</span>(\n+)<span class="\w">')


class Formatter(HtmlFormatter):
    """Code with one element a run of one color, over all its lines, and none for the color of the text."""

    def _get_css_class(self, kind: _TokenType) -> str:
        while kind not in COLORS:
            kind = kind.parent
        return COLORS[kind]

    def format_unencoded(self, source: Any, file: Any) -> None:
        text = StringIO()
        super().format_unencoded(source, text)
        file.write(OVER_LINES.sub(lambda run: BETWEEN.sub(r"\1", run[0]), text.getvalue()))


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

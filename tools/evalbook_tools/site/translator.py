"""Sphinx's HTML, put right where a browser or a screen reader needs other words."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from pygments.formatters import HtmlFormatter
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge
from sphinx.writers.html5 import HTML5Translator

CODE = re.compile(r'(class="(?:[^"]* )?(?:notranslate|sig)[ "][^>]*)>')


PLAIN = {"n", "o", "p", "w", "bp"}  # a third of a page with much code would be elements around these


class Formatter(HtmlFormatter):
    """Code with elements around what has a color."""

    def _get_css_class(self, kind: Any) -> str:
        name: str = super()._get_css_class(kind)
        return "" if name in PLAIN else name


def head_of(cell: nodes.entry) -> str:
    """What stands above a cell of a table that a phone shows by rows; nothing above the first, which names its row."""
    row = cell.parent
    table, column = row.parent.parent.parent, row.index(cell)
    heads = list(table.findall(nodes.thead))
    if "rows" not in table["classes"] or isinstance(row.parent, nodes.thead) or not heads or not column:
        return ""
    return str(heads[0][0][column].astext())


class Translator(HTML5Translator):
    """HTML5 as Sphinx writes it, but for four attributes."""

    def starttag(self, node: Any, tagname: str, *arguments: Any, **attributes: Any) -> str:
        """A start tag: code is not translated, names of parts are no headings, sources are items of their list.

        A cell bears its head where a phone shows the rows of its table below each other.
        """
        if attributes.get("ROLE") == "heading":
            del attributes["ROLE"]  # it would need a level
        if attributes.get("role") == "doc-biblioentry":
            attributes["role"] = "listitem"
        if isinstance(node, nodes.entry) and (head := head_of(node)):
            attributes["data-head"] = head
        return CODE.sub(r'\1 translate="no">', super().starttag(node, tagname, *arguments, **attributes))


def setup(app: Sphinx) -> None:
    """Write all pages this way."""
    PygmentsBridge.html_formatter = Formatter
    app.set_translator("html", Translator)

"""Sphinx's HTML, put right where a browser or a screen reader needs other words."""

from __future__ import annotations

import re
from typing import Any

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


class Translator(HTML5Translator):
    """HTML5 as Sphinx writes it, but for three attributes."""

    def starttag(self, node: Any, tagname: str, *arguments: Any, **attributes: Any) -> str:
        """A start tag: code is not translated, names of parts are no headings, sources are items of their list."""
        if attributes.get("ROLE") == "heading":
            del attributes["ROLE"]  # it would need a level
        if attributes.get("role") == "doc-biblioentry":
            attributes["role"] = "listitem"
        return CODE.sub(r'\1 translate="no">', super().starttag(node, tagname, *arguments, **attributes))


def setup(app: Sphinx) -> None:
    """Write all pages this way."""
    PygmentsBridge.html_formatter = Formatter
    app.set_translator("html", Translator)

"""Sphinx's HTML, put right where a browser or a screen reader needs other words."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

CODE = re.compile(r'(class="(?:[^"]* )?(?:notranslate|sig)[ "][^>]*)>')


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
    app.set_translator("html", Translator)

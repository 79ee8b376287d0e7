"""Sphinx's HTML, put right where a browser or a screen reader needs other words."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

CODE = re.compile(r'(class="(?:[^"]* )?(?:notranslate|sig)[ "][^>]*)>')
CLASS = re.compile(r' class="([^"]*)"')
WORD = re.compile(r'<span class="pre">(.*?)</span>', re.DOTALL)
IDLE = re.compile(  # what no style and no script of the site asks for: half a megabyte of it
    r"align-default|container|docutils|field-(even|odd)|highlight-.+|internal|literal|notranslate|py-\w+|reference"
    r"|row-(even|odd)|simple|text-left|toctree-l\d|xref"
)


class Translator(HTML5Translator):
    """HTML5 as Sphinx writes it, but for three attributes, and for classes and elements that nothing here needs."""

    def starttag(self, node: Any, tagname: str, *arguments: Any, **attributes: Any) -> str:
        """A start tag: code is not translated, names of parts are no headings, sources are items of their list."""
        if attributes.get("ROLE") == "heading":
            del attributes["ROLE"]  # it would need a level
        if attributes.get("role") == "doc-biblioentry":
            attributes["role"] = "listitem"
        tag: str = super().starttag(node, tagname, *arguments, **attributes)
        return CLASS.sub(_without_idle_names, CODE.sub(r'\1 translate="no">', tag))

    def visit_Text(self, node: Any) -> None:  # noqa: N802  (as docutils names it)
        """A text; each word of code would be an element."""
        start = len(self.body)
        super().visit_Text(node)
        self.body[start:] = [WORD.sub(r"\1", part) for part in self.body[start:]]


def _without_idle_names(attribute: re.Match[str]) -> str:
    names = [name for name in attribute[1].split() if not IDLE.fullmatch(name)]
    return f' class="{" ".join(names)}"' if names else ""


def setup(app: Sphinx) -> None:
    """Write all pages this way."""
    app.set_translator("html", Translator)

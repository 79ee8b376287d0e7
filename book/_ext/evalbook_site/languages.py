"""What is not English says so: Chinese terms are marked as such, and code is kept from being translated."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

CHINESE = re.compile("([\u3400-\u9fff\uf900-\ufaff]+)")
NOT_PROSE = (nodes.FixedTextElement, nodes.literal, nodes.math, nodes.math_block, nodes.raw)


class MarkChinese(SphinxPostTransform):
    """Chinese within a text becomes <span lang="zh">: read aloud in Chinese, set in a Chinese font."""

    default_priority = 960

    def run(self, **options: Any) -> None:
        """Split each text that holds Chinese."""
        for text in list(self.document.findall(nodes.Text)):
            if CHINESE.search(text) and not isinstance(text.parent, NOT_PROSE):
                text.parent.replace(text, list(_marked(text)))


def _marked(text: str) -> list[nodes.Node]:
    """English and Chinese in turn; docutils writes the class as the attribute lang."""
    parts = enumerate(CHINESE.split(text))
    pieces = [
        nodes.inline("", part, classes=["language-zh"]) if place % 2 else nodes.Text(part) for place, part in parts
    ]
    return [piece for piece in pieces if piece.astext()]


class Translator(HTML5Translator):
    """Sphinx marks code with the class "notranslate"; HTML's own word for it is an attribute."""

    def starttag(self, node: Any, tagname: str, *arguments: Any, **attributes: Any) -> str:
        """A start tag, with ``translate="no"`` on code."""
        tag: str = super().starttag(node, tagname, *arguments, **attributes)
        return re.sub(r'(class="(?:[^"]* )?(?:notranslate|sig)[ "][^>]*)>', r'\1 translate="no">', tag)


def setup(app: Sphinx) -> None:
    """Mark languages."""
    app.add_post_transform(MarkChinese)
    app.set_translator("html", Translator)

"""Chinese is marked as Chinese, and subscript letters that hardly any font has (the n of pₙ) stand below the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

CHINESE = re.compile("([\u3400-\u9fff\uf900-\ufaff]+)")
SUBSCRIPTS = "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
LETTERS = str.maketrans(SUBSCRIPTS, "aehijklmnoprstuvx")
BELOW = re.compile(f"([{SUBSCRIPTS}]+)")
CODE = (nodes.FixedTextElement, nodes.literal)


class SetApart(SphinxPostTransform):
    """Chinese becomes <span lang="zh">: read aloud in Chinese, set in a Chinese font. Subscripts become <sub>."""

    default_priority = 960

    def run(self, **options: Any) -> None:
        """Mark each; docutils writes the class as the attribute lang."""
        no_prose = (*CODE, nodes.math, nodes.math_block, nodes.raw)
        self._replace(CHINESE, no_prose, lambda part: nodes.inline("", part, classes=["language-zh"]))
        self._replace(BELOW, CODE, lambda part: nodes.subscript("", part.translate(LETTERS)))

    def _replace(self, found: re.Pattern[str], spared: tuple[type, ...], node: Callable[[str], nodes.Node]) -> None:
        """Put a node in the place of whatever the one group of a pattern finds in a text of the page."""
        for text in list(self.document.findall(nodes.Text)):
            if found.search(text) and not isinstance(text.parent, spared):
                parts = enumerate(found.split(text))
                text.parent.replace(text, [node(part) if n % 2 else nodes.Text(part) for n, part in parts if part])


def mark_chinese(html: str) -> str:
    """The same in a piece of HTML, where a room writes its own."""
    return CHINESE.sub(r'<span lang="zh">\1</span>', html)


def setup(app: Sphinx) -> None:
    """Set them apart in every page."""
    app.add_post_transform(SetApart)

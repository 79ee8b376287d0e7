"""What is not English says so: Chinese terms are marked as Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

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


def _marked(text: str) -> Iterator[nodes.Node]:
    """English and Chinese in turn; docutils writes the class as the attribute lang."""
    for place, part in enumerate(CHINESE.split(text)):
        if part:
            yield nodes.inline("", part, classes=["language-zh"]) if place % 2 else nodes.Text(part)


def mark_chinese(html: str) -> str:
    """The same in a piece of HTML, where a room writes its own."""
    return CHINESE.sub(r'<span lang="zh">\1</span>', html)


def setup(app: Sphinx) -> None:
    """Mark every page."""
    app.add_post_transform(MarkChinese)

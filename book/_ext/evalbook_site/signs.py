"""Subscript letters that hardly any font has (the n of pₙ) become letters below the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

LETTERS = dict(zip("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "aehijklmnoprstuvx", strict=True))
BELOW = re.compile(f"([{''.join(LETTERS)}]+)")


class LowerLetters(SphinxPostTransform):
    """Write them as <sub>."""

    default_priority = 970

    def run(self, **options: Any) -> None:
        """Split each text of the prose that holds one."""
        for text in list(self.document.findall(nodes.Text)):
            if BELOW.search(text) and not isinstance(text.parent, nodes.FixedTextElement | nodes.literal):
                text.parent.replace(text, list(_lowered(text)))


def _lowered(text: str) -> Iterator[nodes.Node]:
    for place, part in enumerate(BELOW.split(text)):
        if part:
            yield nodes.subscript("", "".join(LETTERS[sign] for sign in part)) if place % 2 else nodes.Text(part)


def setup(app: Sphinx) -> None:
    """Lower them in every page."""
    app.add_post_transform(LowerLetters)

"""Subscript letters that hardly any font has (the n of pₙ) become letters below the line."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from evalbook_tools.site.languages import set_apart

SIGNS = "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
LETTERS = str.maketrans(SIGNS, "aehijklmnoprstuvx")
BELOW = re.compile(f"([{SIGNS}]+)")
NOT_PROSE = (nodes.FixedTextElement, nodes.literal)


class LowerLetters(SphinxPostTransform):
    """Write them as <sub>."""

    default_priority = 970

    def run(self, **options: Any) -> None:
        """Lower those in prose."""
        set_apart(self.document, BELOW, NOT_PROSE, lambda part: nodes.subscript("", part.translate(LETTERS)))


def setup(app: Sphinx) -> None:
    """Lower them in every page."""
    app.add_post_transform(LowerLetters)

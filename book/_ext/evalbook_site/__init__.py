"""The look of the book's site: a Sphinx extension with one room a concern.

theme       the page around the text: contents, links, light and dark
formulas    TeX becomes HTML and MathML when the site is built
fonts       the fonts of text, code and formulas, as one style sheet
questions   bets and answer boxes
"""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from . import formulas, questions

ROOMS = [formulas, questions]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set every room up."""
    for room in ROOMS:
        room.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

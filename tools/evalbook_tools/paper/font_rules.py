"""The fonts of the PDF: those of the site, one file a weight, and the book's own for Chinese.

A browser puts a font of many weights into a PDF letter by letter, as drawings that some readers show badly.
"""

from __future__ import annotations

from functools import cache

from evalbook_tools.site.fonts import FACES, face, font_bytes, of_one_weight

WEIGHTS = {"sans": (400, 650, 700)}  # those of headings, too
USUAL_WEIGHTS = (400, 700)


@cache
def style_sheet() -> str:
    """Rules that name every font of text and code, by another name than the site's, whose sheet is loaded, too."""
    return "".join(
        face(family.replace("Evalbook", "Paper"), style, _font(name, weight), str(weight))
        for family, style, name in FACES
        for weight in WEIGHTS.get(name, USUAL_WEIGHTS)
    )


def _font(name: str, weight: int) -> bytes:
    font = of_one_weight(name, weight)
    for record in font["name"].names:
        record.string = f"Evalbook-{name}-{weight}"  # what a PDF calls it
    return font_bytes(font)

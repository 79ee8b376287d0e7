"""The fonts of the PDF: those of the site, one file a weight, and the book's own for Chinese.

A browser puts a font of many weights into a PDF letter by letter, as drawings that some readers show badly.
"""

from __future__ import annotations

from functools import cache

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from evalbook_tools.site.fonts import FACES, FONTS, face, font_bytes

WEIGHTS = {"sans": (400, 650, 700)}  # those of headings, too
USUAL_WEIGHTS = (400, 700)


@cache
def style_sheet() -> str:
    """Rules that name every font of text and code."""
    return "".join(
        face(on_paper(family), style, _of_one_weight(name, weight), str(weight))
        for family, style, name in FACES
        for weight in WEIGHTS.get(name, USUAL_WEIGHTS)
    )


def on_paper(family: str) -> str:
    """The name of a family: another than the site's, whose sheet is loaded, too."""
    return family.replace("Evalbook", "Paper")


def _of_one_weight(name: str, weight: int) -> bytes:
    font = instantiateVariableFont(TTFont(FONTS / f"{name}.woff2", recalcTimestamp=False), {"wght": weight})
    for record in font["name"].names:
        record.string = f"Evalbook-{name}-{weight}"  # what a PDF calls it
    return font_bytes(font)

"""The fonts of text, code and formulas, as one style sheet that holds them.

Fonts inside the sheet are loaded by every browser, also when a page is opened from a folder, where some refuse font
files. Made from Adobe's Source families by evalbook_tools.data.subset_fonts, and from KaTeX's.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from sphinx.application import Sphinx

from evalbook_tools.site.formulas import KATEX

FONTS = Path(__file__).parent
SIGNS = "∈∉∗∘⋅∣∪∩⌊⌋⌈⌉⊂⊆∀∃"  # mathematical signs in the text that Adobe's fonts lack: taken from KaTeX's
FACES = [  # family, style, file
    ("Evalbook Serif", "normal", "serif"),
    ("Evalbook Serif", "italic", "serif-italic"),
    ("Evalbook Sans", "normal", "sans"),
    ("Evalbook Sans", "italic", "sans-italic"),
    ("Evalbook Code", "normal", "code"),
]


def data_address(font: bytes) -> str:
    """A woff2 font as the address of itself."""
    return f"data:font/woff2;base64,{b64encode(font).decode()}"


def face(family: str, style: str, font: bytes, weights: str = "400 700") -> str:
    """The rule that names a font."""
    source = f'url({data_address(font)}) format("woff2")'
    return f'@font-face{{font-family:"{family}";font-style:{style};font-weight:{weights};src:{source}}}\n'


def of_one_weight(name: str, weight: int, *, without: Iterable[str] = ()) -> TTFont:
    """A font of the site, fixed at one of its weights; tables that are left out cost no time."""
    font = TTFont(FONTS / f"{name}.woff2", recalcTimestamp=False)
    for table in without:
        del font[table]
    return instantiateVariableFont(font, {"wght": weight})


def with_letters(font: bytes, letters: str) -> bytes:
    """A font of no more than these letters, as woff2."""
    shortened = TTFont(BytesIO(font), recalcTimestamp=False)
    subsetter = Subsetter(Options(hinting=False, name_IDs=[], notdef_outline=True))
    subsetter.populate(text=letters)
    subsetter.subset(shortened)
    return font_bytes(shortened, "woff2")


def font_bytes(font: TTFont, flavor: str | None = None) -> bytes:
    """The file of a font: plain, or packed as woff2."""
    font.flavor = flavor
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


def style_sheet() -> str:
    """Every font of the site, and how KaTeX places the parts of a formula."""
    faces = [face(family, style, (FONTS / f"{name}.woff2").read_bytes()) for family, style, name in FACES]
    signs = with_letters((KATEX / "fonts" / "KaTeX_Main-Regular.woff2").read_bytes(), SIGNS)
    return "".join(faces) + face("Evalbook Signs", "normal", signs) + _katex()


def _katex() -> str:
    """KaTeX's style sheet with those of its fonts that are kept."""

    def filled(rule: re.Match[str]) -> str:
        path = KATEX / rule["path"]
        return f"{rule['start']}src:url({data_address(path.read_bytes())})}}" if path.exists() else ""

    rules = r"(?P<start>@font-face\{[^}]*?)src:url\((?P<path>[^)]*\.woff2)\)[^}]*\}"
    return re.sub(rules, filled, (KATEX / "katex.min.css").read_text("utf-8"))


def _write(app: Sphinx) -> None:
    if app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        static.mkdir(parents=True, exist_ok=True)
        (static / "fonts.css").write_text(style_sheet(), "utf-8")


def setup(app: Sphinx) -> None:
    """Write the style sheet before the pages, which name it with its checksum."""
    app.connect("builder-inited", _write)

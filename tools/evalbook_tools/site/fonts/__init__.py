"""The fonts of text, code and formulas: files, and the style sheet that names them.

A page is drawn before they are there, and loads those that it uses. Chromium and Firefox load them also when a page is
opened from a folder. They are made from Adobe's Source families by evalbook_tools.data.subset_fonts, and from KaTeX's,
of which the site keeps the letters that its pages have: with all of them they would be nearly twice as large.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from html import unescape
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


def face(family: str, style: str, font: bytes | str, weights: str = "400 700") -> str:
    """The rule that names a font: one that it holds, or a file.

    For a tenth of a second a text waits for its file, which a second page finds at once; then it is drawn with another
    font, and later with its own.
    """
    address, wait = (font, ";font-display:fallback") if isinstance(font, str) else (data_address(font), "")
    source = f'url({address}) format("woff2")'
    return f'@font-face{{font-family:"{family}";font-style:{style};font-weight:{weights};src:{source}{wait}}}\n'


def of_one_weight(name: str, weight: int, *, without: Iterable[str] = ()) -> TTFont:
    """A font of the site, fixed at one of its weights; tables that are left out cost no time."""
    font = TTFont(FONTS / f"{name}.woff2", recalcTimestamp=False)
    for table in without:
        del font[table]
    return instantiateVariableFont(font, {"wght": weight})


def with_letters(font: bytes, letters: str, *, hinting: bool = False) -> bytes:
    """A font of no more than these letters, as woff2."""
    shortened = TTFont(BytesIO(font), recalcTimestamp=False)
    subsetter = Subsetter(Options(hinting=hinting, name_IDs=[], notdef_outline=True))
    subsetter.populate(text=letters)
    subsetter.subset(shortened)
    return font_bytes(shortened, "woff2")


def font_bytes(font: TTFont, flavor: str | None = None) -> bytes:
    """The file of a font: plain, or packed as woff2."""
    font.flavor = flavor
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


def files() -> dict[str, bytes]:
    """Every font of the site, by the name of its file."""
    found = {f"{name}.woff2": (FONTS / f"{name}.woff2").read_bytes() for _, _, name in FACES}
    found |= {path.name: path.read_bytes() for path in sorted((KATEX / "fonts").glob("*.woff2"))}
    return found | {"signs.woff2": with_letters(found["KaTeX_Main-Regular.woff2"], SIGNS)}


def style_sheet() -> str:
    """The rules that name them, and how KaTeX places the parts of a formula."""
    faces = [face(family, style, f"{name}.woff2") for family, style, name in FACES]
    return "".join(faces) + face("Evalbook Signs", "normal", "signs.woff2") + _katex()


def _katex() -> str:
    """KaTeX's style sheet with those of its fonts that are kept."""

    def filled(rule: re.Match[str]) -> str:
        kept = (KATEX / "fonts" / rule["name"]).exists()
        return f"{rule['start']}src:url({rule['name']})}}" if kept else ""

    rules = r"(?P<start>@font-face\{[^}]*?)src:url\(fonts/(?P<name>[^)]*\.woff2)\)[^}]*\}"
    return re.sub(rules, filled, (KATEX / "katex.min.css").read_text("utf-8"))


def _write(app: Sphinx) -> None:
    if app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        static.mkdir(parents=True, exist_ok=True)
        (static / "fonts.css").write_text(style_sheet(), "utf-8")
        for name, font in files().items():
            (static / name).write_bytes(font)


def _shorten(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    texts = (unescape(path.read_text("utf-8")) for path in folder.rglob("*.html"))
    letters = "".join(sorted(set().union(*texts)))
    for path in (KATEX / "fonts").glob("*.woff2"):
        (folder / "_static" / path.name).write_bytes(with_letters(path.read_bytes(), letters, hinting=True))


def setup(app: Sphinx) -> None:
    """Write the files before the pages, which name the style sheet with its checksum; shorten those of formulas later.

    What a reader types is drawn with the others, and it may have any letter.
    """
    app.connect("builder-inited", _write)
    app.connect("build-finished", _shorten)

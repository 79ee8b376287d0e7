"""Make the site's fonts from Adobe's: the weights and the letters that a book in English with formulas needs.

The originals come from npm (``npm pack source-serif@4.5.1 source-sans@3.52.0 source-code-pro@2.42.0``, each unpacked
into one folder); ``python -m evalbook_tools.data.subset_fonts FOLDER`` writes the shortened files into the site's
extension. It is needed only to move to another version, or to add letters.

On the site Chinese terms are drawn with the fonts of the reader's system; the PDF brings its own, from Noto Serif
(``npm pack @fontsource/noto-serif-sc@5.3.0 @fontsource/noto-serif-tc@5.3.0``, unpacked into folders of these names).
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from evalbook_tools import ROOT

TARGET = ROOT / "tools" / "evalbook_tools" / "site" / "fonts"
# Latin with accents, Greek, punctuation, superscripts and subscripts, fractions, arrows, mathematical signs.
RANGES = [(0x20, 0x17F), (0x391, 0x3C9), (0x2010, 0x205F), (0x2070, 0x209C), (0x2150, 0x215E), (0x2190, 0x2195)]
LETTERS = [code for first, last in RANGES for code in range(first, last + 1)]
LETTERS += [ord(sign) for sign in "ᵐᵢᵤℓ∂∅∆∇∈∏∑−∗∘√∝∞∩∪∫≈≠≡≤≥⌊⌋─│└├▪▸◂●○◆✓✗"]
WEIGHTS = (400, 700)
# The license reserves the name Source for Adobe's own files, so the shortened ones bear the book's.
FONTS = {
    "serif": ("Evalbook Serif", "source-serif", "SourceSerif4Variable-Roman.ttf", {"opsz": 14.0}),
    "serif-italic": ("Evalbook Serif", "source-serif", "SourceSerif4Variable-Italic.ttf", {"opsz": 14.0}),
    "sans": ("Evalbook Sans", "source-sans", "SourceSans3VF-Upright.ttf", {}),
    "sans-italic": ("Evalbook Sans", "source-sans", "SourceSans3VF-Italic.ttf", {}),
    "code": ("Evalbook Code", "source-code-pro", "SourceCodeVF-Upright.ttf", {}),
}
CHINESE = ROOT / "tools" / "evalbook_tools" / "paper" / "fonts"
# All letters of the first; of the second, what the first lacks.
CHINESE_FONTS = {
    "chinese": ("Evalbook Chinese", "noto-serif-sc", "noto-serif-sc-chinese-simplified-400-normal.woff2"),
    "chinese-traditional": ("Evalbook Han", "noto-serif-tc", "noto-serif-tc-chinese-traditional-400-normal.woff2"),
}
FAMILY, FULL_NAME, POSTSCRIPT_NAME, TYPOGRAPHIC_FAMILY = 1, 4, 6, 16
FEATURES = ["kern", "liga", "lnum", "onum", "pnum", "tnum", "mark", "ccmp", "locl"]


def shortened(original: Path, axes: dict[str, float]) -> TTFont:
    """A variable font with the weights and letters in use, its other axes fixed."""
    font = TTFont(original, recalcTimestamp=False)
    cut(font, LETTERS, FEATURES)
    font = instantiateVariableFont(font, {"wght": WEIGHTS, **axes})
    font.flavor = "woff2"
    return font


def cut(font: TTFont, letters: Iterable[int], features: list[str]) -> None:
    """Leave out all other letters and features of a font."""
    subsetter = Subsetter(Options(layout_features=features, hinting=False, notdef_outline=True))
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)


def rename(font: TTFont, family: str) -> None:
    """Give a font another family name."""
    for record in font["name"].names:
        if record.nameID in (FAMILY, FULL_NAME, TYPOGRAPHIC_FAMILY):
            record.string = family
        elif record.nameID == POSTSCRIPT_NAME:
            record.string = family.replace(" ", "")


def find(folder: Path, package: str, name: str) -> Path:
    """A file of an unpacked package, wherever in it the file lies."""
    paths = sorted(path for path in folder.rglob(name) if f"/{package}" in path.as_posix())
    if not paths:
        raise FileNotFoundError(f"{folder} has no file {name} of {package}; unpack this npm package there")
    return paths[0]


def write_chinese(folder: Path) -> None:
    """The letters of simplified and of traditional Chinese, as two fonts that share none."""
    taken: set[int] = set()
    for name, (family, package, original) in CHINESE_FONTS.items():
        source = find(folder, package, original)
        font = TTFont(source, recalcTimestamp=False)
        letters = set(font.getBestCmap()) - taken
        cut(font, letters, [])
        rename(font, family)
        font.flavor = "woff2"
        font.save(CHINESE / f"{name}.woff2")
        taken |= letters
        shutil.copy(source.parents[1] / "LICENSE", CHINESE / "LICENSE-noto-serif.md")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    TARGET.mkdir(exist_ok=True)
    for name, (family, package, original, axes) in FONTS.items():
        source, target = find(folder, package, original), TARGET / f"{name}.woff2"
        font = shortened(source, axes)
        rename(font, family)
        font.save(target)
        shutil.copy(find(source.parents[1], "", "LICENSE.md"), TARGET / f"LICENSE-{package}.md")
        print(target.name, target.stat().st_size)
    write_chinese(folder)


if __name__ == "__main__":
    main()

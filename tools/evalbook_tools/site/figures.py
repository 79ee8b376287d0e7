"""Figures show their text in the book's font, and at its size; those of several panels get the page's margin, too.

A picture in a page cannot use the page's fonts, and the reader's own would change its look: the letters that a figure
uses are put into its file, and what is never seen is taken out. And in a larger picture all of it would grow: in a wide
one, words, points and strokes stay.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from evalbook_tools.site.fonts import face, font_bytes, of_one_weight, with_letters

FAMILY = "Evalbook Sans"
STYLES = [("normal", 400, ""), ("normal", 700, "font-weight: 700"), ("italic", 400, "font-style: italic")]
PLACES = re.compile(r' (?:d|x|y)="[^"]*"|translate\([^)]*\)')
NUMBER = re.compile(r"-?\d+\.\d{3,}(?![\de])")  # places with more digits than a screen or a printer shows
FIGURE = "figure_1"
ID, ASKED = re.compile(r' id="([^"]*)"'), re.compile(r'(?:url\(|href=")#([^")]+)')
DOCTYPE, EMPTY = re.compile(r"<!DOCTYPE[^>]*>\s*"), re.compile("<g/>|<g></g>")
BETWEEN_TAGS = re.compile(r">\s+<(?!/?(?:text|tspan)\b)")  # but none between words
PATH, AROUND_COMMANDS = re.compile(r'(?<= d=")[^"]*'), re.compile(r"\s*([MLHVCSQTAZ])\s*", re.IGNORECASE)
MARK = f'@font-face{{font-family:"{FAMILY}"'

WIDE, TALL = 58.5, 52.0
"""Text and margin of the theme (a test compares them), and how tall a figure is at most, to be seen at once: in rem."""
WORTHWHILE = 1.3
"""How much larger a figure must become; drawn so much larger, its words stay."""
CORNER = r"([\d.]+) ([\d.]+)\s+"
PANEL = re.compile(rf'<g id="axes_\d+">\s*<g id="patch_\d+">\s*<path d="M {CORNER}L [\d. ]+\s+L {CORNER}L')
SIZE = re.compile(r'<svg[^>]* width="([\d.]+)pt" height="([\d.]+)pt"')
PLACE = r'(?: x="|="translate\()([\d.]+)(?:" y="| )([\d.]+)'  # words in several lines have no x and y
WORDS = re.compile(rf'<g id="text_\d+"(?=>\s*<text style="[^"]*?font-size: ([\d.]+)px[^>]*{PLACE})')
POINT = re.compile(r'(<g id="line2d_\d+">\s*<defs>\s*<path)')


def _size(svg: str) -> tuple[float, float]:
    """Width and height of a figure of matplotlib, in rem."""
    found = SIZE.search(svg)
    return (float(found[1]) / 12, float(found[2]) / 12) if found else (0, 0)


def growth(svg: str) -> float:
    """How much larger a figure is where there is a margin: 1 where it has one panel only, or is tall."""
    if len(PANEL.findall(svg)) < 2:
        return 1
    width, height = _size(svg)
    grown = min(WIDE / width, TALL / height)
    return grown if grown >= WORTHWHILE else 1


def with_words_that_stay(svg: str) -> str:
    """A figure whose words, points and strokes keep their size where it is drawn larger.

    Its own style sees how wide it is drawn, so that it is the same file on a phone and on paper. Words keep their way
    to the panel beside them, too. A class sees all of it grow: to its address the script adds the name of the figure.
    """
    if (grown := growth(svg)) == 1:
        return svg
    boxes = [(float(a), float(c), float(d), float(b)) for a, b, c, d in PANEL.findall(svg)]

    def held(words: re.Match[str]) -> str:
        size, x, y = map(float, words.groups())
        middle = y - 0.35 * size
        near = [(min(max(x, a), b), min(max(middle, c), d)) for a, b, c, d in boxes]
        across, up = min(near, key=lambda place: (place[0] - x) ** 2 + (place[1] - middle) ** 2)
        return f'{words[0]} class="stays" style="transform-origin: {across:.2f}px {up:.2f}px"'

    style = (
        ".stays{transform:scale(var(--size,1))}*{vector-effect:var(--stroke,none)}"
        f"@media (width >= {WORTHWHILE * _size(svg)[0]:.1f}rem){{#{FIGURE}:not(:target)"
        f"{{--size:{1 / grown:.3f};--stroke:non-scaling-stroke}}}}"
    )
    svg = POINT.sub(r'\1 class="stays"', WORDS.sub(held, svg))
    return svg.replace("</style>", f"{style}</style>", 1)


def figure_for_site(svg: str) -> str:
    """A figure as the site shows it; one that an earlier build has finished stays as it is."""
    return svg if MARK in svg else without_unseen(with_font(with_words_that_stay(svg)))


def without_unseen(svg: str) -> str:
    """A figure without names that nothing asks for, empty groups, and blanks that only lay out the file."""
    asked = {FIGURE, *ASKED.findall(svg)}
    svg = ID.sub(lambda name: name[0] if name[1] in asked else "", DOCTYPE.sub("", svg))
    svg = PATH.sub(lambda path: AROUND_COMMANDS.sub(r"\1", path[0]), BETWEEN_TAGS.sub("><", svg))
    while EMPTY.search(svg):
        svg = EMPTY.sub("", svg)
    return svg


def with_font(svg: str) -> str:
    """A figure of matplotlib with the font of its letters inside."""
    if "<text" not in svg:
        return svg
    letters = "".join(sorted(set("".join(re.findall(r"<text[^>]*>([^<]*)", svg)))))
    faces = [
        face(FAMILY, style, with_letters(_of_one_weight(style, weight), letters), str(weight))
        for style, weight, sign in STYLES
        if sign in svg
    ]
    svg = re.sub(r"font-family: [^;\"]*", f"font-family: '{FAMILY}', sans-serif", svg)
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = PLACES.sub(lambda places: NUMBER.sub(_rounded, places[0]), svg)
    return svg.replace('<style type="text/css">', f'<style type="text/css">{"".join(faces)}', 1)


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


@cache
def _of_one_weight(style: str, weight: int) -> bytes:
    name = {"normal": "sans", "italic": "sans-italic"}[style]
    pairs_of_letters = ("GDEF", "GPOS", "GSUB")  # and the like: seconds of work, unseen in a figure
    return font_bytes(of_one_weight(name, weight, without=pairs_of_letters))


def _embed(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        for path in (Path(app.outdir) / "_images").glob("*.svg"):
            path.write_text(figure_for_site(path.read_text("utf-8")), "utf-8")


def _widen(app: Sphinx, doctree: nodes.document, name: str) -> None:
    for image in doctree.findall(nodes.image):
        path = Path(app.srcdir, image["uri"])
        if path.suffix == ".svg" and path.exists() and growth(path.read_text("utf-8")) > 1:
            image.parent["classes"].append("wide")


def setup(app: Sphinx) -> None:
    """Put the fonts into the figures that lie in the built site, and mark the wide ones for the theme."""
    app.connect("doctree-resolved", _widen)
    app.connect("build-finished", _embed)

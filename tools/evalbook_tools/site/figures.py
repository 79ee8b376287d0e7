"""Figures show their text in the book's font: the letters that a figure uses are put into its file.

A picture in a page cannot use the page's fonts, and the reader's own would change its look.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from sphinx.application import Sphinx

from evalbook_tools.site.fonts import face, font_bytes, of_one_weight, with_letters

FAMILY = "Evalbook Sans"
STYLES = [("normal", 400, ""), ("normal", 700, "font-weight: 700"), ("italic", 400, "font-style: italic")]
PLACES = re.compile(r' (?:d|x|y)="[^"]*"|translate\([^)]*\)')
NUMBER = re.compile(r"-?\d+\.\d{3,}(?![\de])")  # places with more digits than a screen or a printer shows
MARK = f'@font-face{{font-family:"{FAMILY}"'


def with_font(svg: str) -> str:
    """A figure of matplotlib with the font of its letters inside."""
    if MARK in svg or "<text" not in svg:
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
            path.write_text(with_font(path.read_text("utf-8")), "utf-8")


def setup(app: Sphinx) -> None:
    """Put the fonts into the figures that lie in the built site."""
    app.connect("build-finished", _embed)

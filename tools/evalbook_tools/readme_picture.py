"""The picture in the README: a page as a reader sees it, with the headings that it had (``make picture``)."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from evalbook_tools import ROOT
from evalbook_tools.notebooks import headings
from evalbook_tools.paper.printing import LOADED, open_browser

PAGE, FIRST_LINE = "book/curves/class_skew", "p:has(+ * #q-class-skew-places)"
"""The page, and what of it stands at the upper edge."""
FILE = ROOT / "book" / "page.png"
WIDTH, HEIGHT = 1300, 1150


def take(site: Path) -> bytes:
    """The page of the built site, in light colors, with nothing folded that follows a bet."""
    with open_browser() as browser:
        page = browser.new_context(offline=True, viewport={"width": WIDTH, "height": HEIGHT}).new_page()
        page.goto(f"{(site / f'{PAGE}.html').as_uri()}?all")
        page.evaluate(LOADED)
        page.evaluate("place => document.querySelector(place).scrollIntoView()", FIRST_LINE)
        return page.screenshot()


def main() -> None:
    """Take it and keep it."""
    about = PngInfo()
    about.add_itxt("Headings", "\n".join(headings(ROOT / f"{PAGE}.ipynb")))
    Image.open(BytesIO(take(ROOT / "_build" / "html"))).save(FILE, optimize=True, pnginfo=about)
    print(f"Taken: {FILE}")


if __name__ == "__main__":
    main()

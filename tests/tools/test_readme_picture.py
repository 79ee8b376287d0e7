"""The README's picture shows a page that is there."""

from __future__ import annotations

from PIL import Image

from book_pages import CHAPTERS, ROOT
from evalbook_tools import readme_picture
from evalbook_tools.notebooks import headings


def test_the_picture_in_the_readme_shows_a_page_of_today():
    assert "(book/page.png)" in (ROOT / "README.md").read_text("utf-8")
    assert readme_picture.PAGE in CHAPTERS
    with Image.open(readme_picture.FILE) as image:
        shown = image.text["Headings"].splitlines()
    assert shown == headings(ROOT / f"{readme_picture.PAGE}.ipynb"), "take it anew: make picture"

"""A page that moved leaves one at its old address, which leads to the same place of the new one, script or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

from evalbook_tools.moved_chapters import MOVED


def old_addresses(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Each old address, and what its page says."""
    for old, new in MOVED.items():
        if new in app.env.found_docs:  # a test makes other sites
            address, site = app.builder.get_relative_uri(old, new), app.config.html_baseurl.rstrip("/")
            told = {"title": app.env.titles[new].astext(), "address": address}
            yield old, {**told, "canonical": f"{site}/{new}.html" if site else address}, "redirect.html"


def setup(app: Sphinx) -> None:
    """Write the pages beside those of the book."""
    app.connect("html-collect-pages", old_addresses)

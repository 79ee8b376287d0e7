"""The opening of a part: a page without a number, to which the part's caption leads.

In `_toc.yml` it is the first page of its part. Sphinx numbers a list of pages as a whole, so the opening becomes a list
of its own, with the same caption; where contents are drawn, the two captions become one, which is a link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx_external_toc.api import TocTree

from evalbook_tools.contents import is_opening

CAPTION = r'<p class="caption"[^>]*><span[^>]*>'
BETWEEN = r'(?:</div>\n<div class="toctree-wrapper compound">\n)?'  # on the landing page each list has a box
OPENING = re.compile(
    rf"{CAPTION}(?P<name>[^<]*)</span></p>\n<ul[^>]*>\n<li[^>]*>(?P<link><a [^>]*>)[^\n]*</a></li>\n</ul>\n"
    rf"{BETWEEN}(?P<caption>{CAPTION})(?P=name)</span>"
)


def captions_lead(contents: str) -> str:
    """Contents as HTML, in which the caption of a part that has an opening is a link to it."""
    return OPENING.sub(r"\g<caption>\g<link>\g<name></a></span>", contents)


def _take_out(app: Sphinx, config: Config) -> None:
    """Make each opening a list of its own; only this book's contents have any."""
    site_map = getattr(config, "external_site_map", None)
    if site_map:
        site_map.root.subtrees = [listed for part in site_map.root.subtrees for listed in _apart(part)]


def _apart(part: TocTree) -> Iterator[TocTree]:
    """A part without its opening, behind the opening."""
    first, *others = part.items
    if part.numbered and is_opening(str(first)):
        yield replace(part, items=[first], numbered=False)
        yield replace(part, items=others)
    else:
        yield part


def _lead(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if name == app.config.root_doc:
        context["body"] = captions_lead(context["body"])


def setup(app: Sphinx) -> None:
    """Take the openings out as soon as the contents are read (at 900), lead to them from the landing page."""
    app.connect("config-inited", _take_out, priority=901)
    app.connect("html-page-context", _lead)

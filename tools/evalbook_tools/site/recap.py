"""The recap of a chapter, below which rooms say more, and links from there to other pages."""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref


def recap_of(document: nodes.document) -> nodes.section | None:
    """The section of a page, if it is a chapter."""
    return next((part for part in document.findall(nodes.section) if part[0].astext() == "Recap"), None)


def to_page(text: str, page: str) -> pending_xref:
    """A link that Sphinx resolves when all pages are read."""
    reference = pending_xref("", nodes.inline("", text), refdomain="std", reftype="doc", reftarget=f"/{page}")
    reference["refexplicit"] = True
    return reference

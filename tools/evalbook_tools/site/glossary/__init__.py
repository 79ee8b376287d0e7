"""What a term means, beside its link: the Chinese names and the first sentence of its entry in the glossary.

The meanings of all terms stand in one script that every page with a term loads; a page itself grows by one line. The
same box shows what a claim was tried on (claims.py), whose mark brings its note along.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from evalbook_tools.site import assets
from evalbook_tools.site.glossary import entries

SCRIPT = Path(__file__).with_name("glossary.js")
BOXED = re.compile(r'std-term"|<a class="claim"')
SENTENCE_END = re.compile(r"(?<=\.)\s+")


def meanings(env: BuildEnvironment) -> dict[str, str]:
    """What each term means, by the anchor that its links name."""
    pages = {page for _, _, kind, page, _, _ in env.get_domain("std").get_objects() if kind == "term"}
    lists = [found for page in sorted(pages) for found in env.get_doctree(page).findall(addnodes.glossary)]
    entries = [entry for found in lists for entry in found.findall(nodes.definition_list_item)]
    return {
        anchor: shortened(entry[-1].next_node(nodes.paragraph).astext())
        for entry in entries
        for term in entry.findall(nodes.term)
        for anchor in term["ids"]
    }


def shortened(entry: str) -> str:
    """The names, which end with the first full stop, and the sentence after them."""
    return " ".join(" ".join(SENTENCE_END.split(entry)[:2]).split())


def _write_script(app: Sphinx, env: BuildEnvironment) -> None:
    found = {anchor: escape(meaning, quote=False) for anchor, meaning in meanings(env).items()}
    if app.builder.format == "html" and found:
        known = f"const MEANINGS = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};"
        assets.write_script(app, "glossary.js", known, SCRIPT.read_text("utf-8"))


def _add_script(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if BOXED.search(context.get("body", "")):
        app.add_js_file("glossary.js", priority=600)


def setup(app: Sphinx) -> None:
    """Gather the meanings when all pages are read; load them where a term stands. Complete the page of the glossary."""
    entries.setup(app)
    app.connect("env-updated", _write_script)
    app.connect("html-page-context", _add_script)

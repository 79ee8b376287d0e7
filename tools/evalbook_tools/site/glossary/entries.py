"""The page of the glossary: a filter, letters to jump to, and behind each entry the chapter that defines its term.

The filter waits for its script (filter.js). Its place is kept from the first, so that no entry moves when it comes.

Nobody writes down which chapter that is, because the chapters say it: each links to a term where it introduces it, and
once more where its recap names it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from evalbook_tools.site import assets
from evalbook_tools.site.folds import tag
from evalbook_tools.site.page_order import in_order

SCRIPT = Path(__file__).with_name("filter.js")
DIGITS = "0–9"
FORM = """<form class="filter" hidden>
<label for="glossary-filter">Filter the entries by English or Chinese words</label>
<input type="search" id="glossary-filter" autocomplete="off" spellcheck="false">
<p role="status"></p>
</form><script>document.currentScript.previousElementSibling.hidden = false</script>
"""
"""Without JavaScript it stays hidden."""


class Letters(nodes.General, nodes.TextElement):
    """Links to the first term of each letter."""


class Filter(nodes.General, nodes.Element):
    """A field that hides the other entries."""


def defining_chapters(env: BuildEnvironment) -> dict[str, str]:
    """The chapter that defines each term, by the term in small letters.

    It is the first chapter that links to the term twice: a chapter that only uses a term links to it once. A term that
    no chapter links to twice is defined where it is linked to first.
    """
    linked = [(name, _terms_linked_to(env.get_doctree(name))) for name in _numbered(env)]
    found: dict[str, str] = {}
    for least in (2, 1):
        for name, terms in linked:
            for term, times in terms.items():
                if times >= least:
                    found.setdefault(term, name)
    return found


def _numbered(env: BuildEnvironment) -> list[str]:
    return [name for name in in_order(env, env.config.root_doc) if env.toc_secnumbers.get(name)]


def _terms_linked_to(document: nodes.document) -> Counter[str]:
    links = document.findall(addnodes.pending_xref)
    return Counter(link["reftarget"].lower() for link in links if link["reftype"] == "term")


def complete(app: Sphinx, document: nodes.document, page: str) -> None:
    """Put filter and letters above each list of terms, and a link to its chapter behind each entry that names none."""
    for listed in list(document.findall(addnodes.glossary)):
        chapters = defining_chapters(app.env)
        address = {name: app.builder.get_relative_uri(page, name) for name in _numbered(app.env)}
        for entry in listed.findall(nodes.definition_list_item):
            linked = {link.get("refuri", "").partition("#")[0] for link in entry.findall(nodes.reference)}
            chapter = next((chapters[term] for term in _terms(entry) if term in chapters), None)
            if chapter and not linked & {*address.values()}:
                title = app.env.titles[chapter].astext().partition(":")[0]
                link = nodes.reference("", title, internal=True, refuri=address[chapter])
                entry[-1][-1] += [nodes.Text(" See "), link, nodes.Text(".")]
        listed.parent.insert(listed.parent.index(listed), [Filter(), _letters(listed)])


def _terms(entry: nodes.definition_list_item) -> Iterator[str]:
    """As links name them: with a straight apostrophe."""
    return (term.astext().lower().replace("’", "'") for term in entry.findall(nodes.term))


def _letters(listed: addnodes.glossary) -> Letters:
    row = Letters()
    for letter, terms in groupby(listed.findall(nodes.term), _letter):
        row += nodes.reference("", letter, internal=True, refid=next(terms)["ids"][0])
    return row


def _letter(term: nodes.term) -> str:
    first = term.astext()[0].upper()
    return DIGITS if first.isdigit() else first


def _write_form(translator: Any, _: Filter) -> None:
    translator.body.append(FORM)
    raise nodes.SkipNode


def _write_script(app: Sphinx) -> None:
    assets.write_script(app, "filter.js", SCRIPT.read_text("utf-8"))


def _add_script(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    if doctree is not None and list(doctree.findall(Filter)):
        app.add_js_file("filter.js", priority=600)


def setup(app: Sphinx) -> None:
    """Complete the page when all pages are read."""
    app.add_node(Filter, html=(_write_form, None))
    app.connect("builder-inited", _write_script)
    app.connect("html-page-context", _add_script)
    app.add_node(Letters, html=tag("nav", **{"CLASS": "letters", "aria-label": "Letters"}))
    app.connect("doctree-resolved", complete)

"""The search: a page that looks in what the site says, place by place, also when it is opened from a folder.

MiniSearch ranks (kept in the folder minisearch/). A place is what stands below a heading or a cell that has a name; it
is also found by the names of the terms that it defines (glossary) and of the notes' headings that it treats (notes).
Traditional characters count as the simplified ones.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from lxml import html
from opencc import OpenCC
from sphinx.application import Sphinx

from evalbook_tools.contents import is_opening
from evalbook_tools.site import assets
from evalbook_tools.site.notes_map import PAGE as NOTES
from evalbook_tools.site.notes_map import headings
from evalbook_tools.site.page_order import in_order
from evalbook_tools.site.questions import cell_anchor

HERE = Path(__file__).parent
GLOSSARY = "book/glossary"
CHAPTER, REFERENCE, API, OPENING = range(4)
"""Kinds of pages, as search.js ranks them."""
UNREAD = {"script", "style", "pre", "form", "nav", "svg", "button"}
UNREAD_CLASSES = {
    *("katex-mathml", "katex-html", "headerlink", "cell_input", "cell_output", "collapsed", "expanded", "offers"),
    *("claim", "in-the-notes", "q-solution"),
}
"""What a reader does not read as text, and answers."""
API_TEXT = 300
"""Of a function: its first sentences."""
BLOCKS = {"p", "li", "td", "th", "dt", "dd", "figcaption", "caption", "h2", "h3", "h4"}
HAN = re.compile("[\u3400-\u9fff]")


@dataclass
class Place:
    """What one part of a page says."""

    anchor: str
    heading: str = ""
    texts: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    bet: str = ""
    """The bet that the reader meets before it."""

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(" ".join(self.texts).split())


# ---------------------------------------------------------------- what a page says


def places_of(article: html.HtmlElement) -> list[Place]:
    """The places of a page, in its order."""
    found = [Place("")]
    bet = ""
    for part in _parts(article):
        if part.tag == "form":
            bet = part.get("id", "") if "q-bet" in _classes(part) and not part.get("data-page") else bet
        elif anchor := _anchor(part):
            found.append(Place(anchor, found[-1].heading, bet=bet))
        if re.fullmatch("h[1-4]", str(part.tag)) or (part.tag == "summary" and _anchor(part.getparent())):
            found[-1].heading = _text(part)
        elif part.tag in BLOCKS and not any(child.tag in BLOCKS for child in part.iterdescendants()):
            found[-1].texts.append(_text(part))
    return [place for place in found if place.texts or place.heading]


def _parts(part: html.HtmlElement) -> Iterator[html.HtmlElement]:
    """What is read, outside in; of a form only that it is there."""
    for child in part.iterchildren(tag=html.etree.Element):
        if child.tag == "form" or _is_read(child):
            yield child
        if _is_read(child):
            yield from _parts(child)


def _is_read(part: html.HtmlElement) -> bool:
    return part.tag not in UNREAD and not UNREAD_CLASSES & _classes(part)


def _classes(part: html.HtmlElement) -> set[str]:
    return set(part.get("class", "").split())


def _anchor(part: html.HtmlElement) -> str:
    """The name of a place that begins here: a section, a cell, a task, or an entry of the API or the glossary."""
    named = part.tag in ("section", "dt") or {"cell", "task"} & _classes(part)
    return part.get("id", "") if named else ""


def _text(part: html.HtmlElement) -> str:
    own = [part.text or ""]
    for child in part:
        own += [_text(child) if isinstance(child.tag, str) and _is_read(child) else " ", child.tail or ""]
    return "".join(own)


# ---------------------------------------------------------------- by which names a place is found


def glossary_names(article: html.HtmlElement) -> dict[str, list[str]]:
    """The names of each term, English and Chinese, by the anchor of its entry."""
    found: dict[str, list[str]] = {}
    for entry in article.iterfind(".//dl/dd"):
        term = next(entry.itersiblings("dt", preceding=True))
        chinese = _text(entry).strip().partition(". ")[0]
        found[term.get("id", "")] = [_text(term).strip(), *filter(None, map(_name, re.split("[,;()]", chinese)))]
    return found


def _name(said: str) -> str:
    """A name as a reader would type it: English words that only explain the Chinese ones go."""
    return re.sub(r"^[a-z]{2,}.* (?=[\u3400-\u9fff])", "", said.strip())


def terms_in(article: html.HtmlElement, links: str) -> Iterator[tuple[str, str]]:
    """The terms to whose entries such links of a page lead, each with the place of the link."""
    anchor = ""
    for part in _parts(article):
        anchor = _anchor(part) or anchor
        for link in part.iterfind(links) if part.tag in BLOCKS else []:
            if "#term-" in link.get("href", ""):
                yield link.get("href").rpartition("#")[2], anchor


def name_places(pages: dict[str, list[Place]], articles: dict[str, html.HtmlElement], notes: Path) -> None:
    """Give the places of chapters the names of what they define, in bold or else first, and of the notes' headings."""
    terms = glossary_names(articles[GLOSSARY]) if GLOSSARY in articles else {}
    known = {name for names in terms.values() for name in names}
    at = {(page, place.anchor): place for page, places in pages.items() for place in places}
    for links in ("./strong/a", ".//a"):
        for page in filter(lambda page: kind_of(page) == CHAPTER, pages):
            for term, anchor in terms_in(articles[page], links):
                at[page, anchor].names += terms.pop(term, [])
    for term, page in chapters_of(articles[GLOSSARY]) if terms else []:
        pages[page][0].names += terms.pop(term, [])
    for heading in headings(notes.read_text("utf-8")) if notes.exists() else []:
        page, _, cell = heading.places[0].partition("#")
        at[f"book/{page}", cell_anchor(cell)].names += sorted(set(heading.scripts) - known)


def chapters_of(article: html.HtmlElement) -> Iterator[tuple[str, str]]:
    """The terms whose entries name a chapter, and the chapter."""
    for entry in article.iterfind(".//dl/dd"):
        for link in entry.iterfind(".//a[@href]"):
            page = urljoin(f"{GLOSSARY}.html", link.get("href")).partition(".html")[0]
            if kind_of(page) == CHAPTER:
                yield next(entry.itersiblings("dt", preceding=True)).get("id", ""), page


def kind_of(page: str) -> int:
    """Chapters stand in the folders of their parts, and so do openings."""
    if page.startswith("book/api/"):
        return API
    if page.count("/") == 2:
        return OPENING if is_opening(page) else CHAPTER
    return REFERENCE


# ---------------------------------------------------------------- one script


@cache
def _converter() -> OpenCC:
    return OpenCC("t2s")


def simplified(text: str) -> str:
    """The text in simplified characters, one for each of its own."""
    return "".join(_converter().convert(char) if HAN.match(char) else char for char in text)


def write_search(app: Sphinx, failure: Exception | None) -> None:
    """Read the built pages, and write what the search page asks."""
    if failure or app.builder.format != "html":
        return
    articles = {page: article_of(Path(app.outdir) / f"{page}.html") for page in in_order(app.env, app.config.root_doc)}
    pages = {page: places_of(article) for page, article in articles.items()}
    name_places(pages, articles, Path(app.srcdir) / f"{NOTES}.md")
    said = json.dumps([_row(app, *one) for one in pages.items()], ensure_ascii=False, separators=(",", ":"))
    known = f"const PAGES = {said};\nconst SIMPLE = {json.dumps(_other_characters(said), ensure_ascii=False)};"
    assets.write_script(app, "search.js", known, (HERE / "search.js").read_text("utf-8"))
    shutil.copy(HERE / "minisearch" / "minisearch.js", Path(app.outdir) / "_static")


def article_of(path: Path) -> html.HtmlElement:
    return html.fromstring(path.read_text("utf-8")).find(".//article")


def _row(app: Sphinx, page: str, places: list[Place]) -> list[Any]:
    kind = kind_of(page)
    most = API_TEXT if kind == API else None
    said = [[one.anchor, one.heading.strip(), one.text[:most], one.names, one.bet.removeprefix("q-")] for one in places]
    return [page, app.env.titles[page].astext(), kind, said]


def _other_characters(said: str) -> str:
    """Pairs: a traditional character, and the simplified one that the site has."""
    simple = {char: simplified(char) for char in map(chr, range(0x3400, 0xA000))}
    has = set(said) | {simple.get(char, char) for char in set(said)}
    return "".join(char + one for char, one in simple.items() if one != char and one in has)


def place_page(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """The page itself, instead of Sphinx's own."""
    return [("search", {"title": "Search"}, "search.html")]


def add_scripts(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """The page knows which bets are open; its script comes last."""
    if name == "search":
        app.add_js_file("questions.js")
        app.add_js_file("minisearch.js")
        app.add_js_file("search.js", priority=900, loading_method="defer")


def setup(app: Sphinx) -> None:
    """Put the page in the place of Sphinx's search."""
    app.connect("builder-inited", lambda app: setattr(app.builder, "search", False))
    app.connect("html-collect-pages", place_page)
    app.connect("html-page-context", add_scripts)
    app.connect("build-finished", write_search)

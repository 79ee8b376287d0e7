"""The search: a dialog on each page, and a page, that look in what the site says, also when it is opened from a folder.

A page in a folder may not fetch anything. So one script brings all texts along, and book.js loads it when a reader
opens the dialog. The script reads the texts within a moment (index.js), while an index that is made here would weigh
two thirds as much as they do, and would take as long to load.

A place (places.py) is also found by the names of the terms that it defines (glossary), of the notes' headings that it
treats (notes), and by those that readers use (names.toml). Traditional characters count as the simplified ones, and a
raised 2 as 2. What stands behind an open bet, or answers one elsewhere (spoilers.py), is found, but not told.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from lxml import html
from opencc import OpenCC
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from evalbook_tools.contents import is_opening
from evalbook_tools.site import assets, questions
from evalbook_tools.site.notes_map import PAGE as NOTES
from evalbook_tools.site.notes_map import headings
from evalbook_tools.site.page_order import in_order
from evalbook_tools.site.questions import cell_anchor
from evalbook_tools.site.search.places import BLOCKS, Place, anchor_of, parts_of, places_of, text_of
from evalbook_tools.site.search.spoilers import answers

HERE = Path(__file__).parent
PARTS = [questions.HERE / "shared.js", *(HERE / f"{name}.js" for name in ("words", "index", "results", "search"))]
GLOSSARY = "book/glossary"
CHAPTER, REFERENCE, API, OPENING = range(4)
"""Kinds of pages, as results.js names and index.js ranks them."""
API_TEXT = 300
"""Of a function: its first sentences."""
HAN = re.compile("[\u3400-\u9fff]")
LOGGER = logging.getLogger(__name__)


# ---------------------------------------------------------------- by which names a place is found


def glossary_names(article: html.HtmlElement) -> dict[str, list[str]]:
    """The names of each term, English and Chinese, by the anchor of its entry."""
    found: dict[str, list[str]] = {}
    for entry in article.iterfind(".//dl/dd"):
        term = next(entry.itersiblings("dt", preceding=True))
        chinese = text_of(entry).strip().partition(". ")[0]
        found[term.get("id", "")] = [text_of(term).strip(), *filter(None, map(_name, re.split("[,;()]", chinese)))]
    return found


def _name(said: str) -> str:
    """A name as a reader would type it: English words that only explain the Chinese ones go."""
    return re.sub(r"^[a-z]{2,}.* (?=[\u3400-\u9fff])", "", said.strip())


def terms_in(article: html.HtmlElement, links: str) -> Iterator[tuple[str, str]]:
    """The terms to whose entries such links of a page lead, each with the place of the link."""
    anchor = ""
    for part in parts_of(article):
        anchor = anchor_of(part) or anchor
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
                at[page, anchor].add_names(terms.pop(term, []))
    for term, page in chapters_of(articles[GLOSSARY]) if terms else []:
        pages[page][0].add_names(terms.pop(term, []))
    for heading in headings(notes.read_text("utf-8")) if notes.exists() else []:
        page, _, cell = heading.places[0].partition("#")
        at[f"book/{page}", cell_anchor(cell)].add_names(sorted(set(heading.scripts) - known))


def add_given_names(pages: dict[str, list[Place]], given: dict[str, list[str]]) -> None:
    """Give places the names that readers use for them; one that no page has is a warning."""
    at = {f"{page}#{place.anchor}": place for page, places in pages.items() for place in places}
    at |= {page: places[0] for page, places in pages.items()}
    for place, names in given.items():
        if place in at:
            at[place].add_names(names)
        elif place.partition("#")[0] in pages:
            LOGGER.warning("search/names.toml names the place %s, which the site does not have", place)


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
    """Read the built pages, and write what is asked of them."""
    if failure or app.builder.format != "html":
        return
    articles = {page: article_of(Path(app.outdir) / f"{page}.html") for page in in_order(app.env, app.config.root_doc)}
    pages = {page: places_of(article) for page, article in articles.items()}
    name_places(pages, articles, Path(app.srcdir) / f"{NOTES}.md")
    add_given_names(pages, tomllib.loads((HERE / "names.toml").read_text("utf-8")))
    known: dict[str, Any] = {"PAGES": [_row(app, *one) for one in pages.items()]}
    known["SIMPLE"] = _other_characters(json.dumps(known["PAGES"], ensure_ascii=False))
    data = [f"const {name} = {json.dumps(value, ensure_ascii=False)};" for name, value in known.items()]
    assets.write_script(app, "search.js", *data, *(path.read_text("utf-8") for path in PARTS))


def article_of(path: Path) -> html.HtmlElement:
    return html.fromstring(path.read_text("utf-8")).find(".//article")


def _row(app: Sphinx, page: str, places: list[Place]) -> list[Any]:
    """What the script gets of a page: its bets, and its places, but for those that say nothing."""
    kind = kind_of(page)
    bets = [one.anchor for before, one in pairwise(places) if one.bets > before.bets]
    most = API_TEXT if kind == API else None
    said = [[one.anchor, one.heading, one.text(most), one.names, one.bets] for one in places]
    rows = [[*row, spoiled(app, page, f"{row[1]}\n{row[2]}")] for row in said if any(row[1:4])]
    return [page, app.env.titles[page].astext(), kind, bets, rows]


def spoiled(app: Sphinx, page: str, said: str) -> list[list[Any]]:
    """Which lines of a place, its heading first, answer which bet of another page: the line's number, page and bet."""
    lines = enumerate(said.split("\n"))
    return [[number, *bet] for number, line in lines for bet in bets_answered(app.env, page, line)]


def bets_answered(env: BuildEnvironment, page: str, text: str) -> Iterator[tuple[str, str]]:
    """The bets of other pages that a text answers, each as a page and an anchor."""
    for other, records in questions.questions_of(env).items():
        for record in records if other != page else []:
            if record["role"] == "bet" and answers(text, record):
                yield other, f"q-{record['id']}"


def _other_characters(said: str) -> str:
    """Pairs: a character that readers type otherwise, and the one that counts for both, which the site has."""
    simple = {char: simplified(char) for char in map(chr, range(0x3400, 0xA000))}
    simple |= {char: plain for char in set(said) - simple.keys() if (plain := _plain(char)) != char}
    has = set(said) | {simple.get(char, char) for char in set(said)}
    return "".join(sorted(char + one for char, one in simple.items() if one != char and one in has))


def _plain(char: str) -> str:
    """A letter without its accent, and a raised or lowered digit on the line."""
    plain = [sign for sign in unicodedata.normalize("NFKD", char) if not unicodedata.combining(sign)]
    return plain[0].lower() if len(plain) == 1 and plain[0].isalnum() else char


def place_page(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """The page itself, instead of Sphinx's own."""
    return [("search", {"title": "Search"}, "search.html")]


def add_scripts(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """The page has the script from the start; on others it comes with the dialog."""
    if name == "search":
        app.add_js_file("search.js", priority=900, loading_method="defer")


def setup(app: Sphinx) -> None:
    """Put the page in the place of Sphinx's search."""
    app.connect("builder-inited", lambda app: setattr(app.builder, "search", False))
    app.connect("html-collect-pages", place_page)
    app.connect("html-page-context", add_scripts)
    app.connect("build-finished", write_search)

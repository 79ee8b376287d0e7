"""A page of the site as a chapter of the book on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup, Tag

NAMING = ("id", "for", "name", "data-for", "aria-labelledby", "aria-describedby", "aria-controls")
USELESS = ".offers, script, .viewcode-link, .toctree-wrapper, button:not(.q-choices button), input, textarea"
ANSWERED_IN_CODE = ".q-exercise label:has(> input[type=checkbox])"


@dataclass
class Page:
    """The text of one page; its ids and its links are those of the whole book."""

    name: str
    article: Tag

    @property
    def id(self) -> str:
        return page_id(self.name)

    @property
    def title(self) -> str:
        heading = self.article.find("h1")
        return " ".join(heading.get_text().split()) if heading else self.name

    def sections(self) -> list[tuple[str, str]]:
        """The id and the heading of each section."""
        found = self.article.select("section > h2")
        return [
            (str(heading.parent["id"]), " ".join(heading.get_text().split())) for heading in found if heading.parent
        ]


def element(html: str) -> Tag:
    """A new element, for a place in some page."""
    return next(BeautifulSoup(html, "html.parser").children)  # type: ignore[return-value]


def page_id(name: str) -> str:
    """The id that begins a page's ids: curves:roc_curve."""
    return name.removeprefix("book/").replace("/", ":")


def read(site: Path, name: str) -> Page:
    """A page as it was built, with ids that no other page has."""
    html = (site / f"{name}.html").read_text("utf-8")
    article = BeautifulSoup(html, "lxml").find("article")
    if not isinstance(article, Tag):
        raise ValueError(f"{name}.html has no article: is it a page of this book's site?")
    for link in article.select(".headerlink"):
        link.decompose()
    for element in article.find_all(True):
        for key in NAMING:
            if key in element.attrs:
                element[key] = " ".join(f"{page_id(name)}:{word}" for word in str(element[key]).split())
    for picture in article.find_all("img"):
        if not urlsplit(str(picture["src"])).scheme:
            picture["src"] = (site / dirname(name) / str(picture["src"])).resolve().as_uri()
        picture.attrs.pop("loading", None)
    article["id"] = page_id(name)
    return Page(name, article)


def drop_what_does_nothing(article: Tag) -> None:
    """Scripts, buttons and boxes go; what was folded is open, but for code that only draws a picture."""
    for element in article.select(f"{ANSWERED_IN_CODE}, {USELESS}"):
        element.decompose()
    for fold in article.select("details:not(.hide), details.above-output"):
        fold["open"] = ""


def tell_of_explorers(article: Tag, where: str) -> None:
    """Below each picture that a reader could move: where it moves."""
    link = f': <a href="{escape(where)}">{escape(where)}</a>' if where else ""
    for explorer in article.select(".explorer"):
        line = element(f'<p class="on-the-site">On the site, you can move this picture{link}.</p>')
        caption = explorer.find_next_sibling("figcaption")
        if caption:
            caption.append(line)
        else:
            explorer.insert_after(line)


# ---------------------------------------------------------------- links


def lead_into_the_book(pages: list[Page], outside: Callable[[str], str]) -> None:
    """Links between pages point into the book; what only the site has, to its address, or nowhere."""
    ids = {str(element["id"]) for page in pages for element in page.article.select("[id]")} | {
        page.id for page in pages
    }
    printed = {f"{page.name}.html" for page in pages}
    for page in pages:
        for link in page.article.select("a[href]"):
            address = str(link["href"])
            if urlsplit(address).scheme:
                continue
            path, fragment = _place(page.name, address)
            target = page_id(path.removesuffix(".html"))
            inside = [each for each in (f"{target}:{fragment}" if fragment else "", target) if each in ids]
            if path in printed and inside:
                link["href"] = f"#{inside[0]}"
            elif outside(path):
                link["href"] = outside(path) + (f"#{fragment}" if fragment else "")
            else:
                link.unwrap()


def _place(name: str, address: str) -> tuple[str, str]:
    """The file that a link on a page leads to, seen from the site's folder, and the place in it."""
    parts = urlsplit(address)
    path = normpath(f"{dirname(name)}/{unquote(parts.path)}") if parts.path else f"{name}.html"
    return path, unquote(parts.fragment)

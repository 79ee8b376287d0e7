"""The book as one HTML file: title page, contents, chapters, solutions."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from datetime import date
from html import escape
from itertools import chain
from pathlib import Path

from evalbook_tools import ROOT
from evalbook_tools.contents import Part
from evalbook_tools.paper import font_rules, solutions
from evalbook_tools.paper import pages as site_pages
from evalbook_tools.paper.pages import Page
from evalbook_tools.paper.toc import parts
from evalbook_tools.site.theme import THEME
from evalbook_tools.working_copies import address, config, release

HERE = Path(__file__).parent
WIDE = ".tag_cheat-sheet"
LICENSES = {
    "Text and pictures": ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
    "Code": ("BSD 3-Clause", "https://opensource.org/license/bsd-3-clause"),
}


@dataclass
class PrintedPart:
    """A caption, the page to which it leads where the part has an opening, and the pages below it."""

    caption: str
    opening: Page | None
    pages: list[Page]

    @property
    def in_order(self) -> list[Page]:
        """All that is read of it."""
        return [self.opening, *self.pages] if self.opening else self.pages


@dataclass
class Book:
    """What is printed: the parts with their pages, and the solutions."""

    parts: list[PrintedPart]

    def pages(self) -> list[Page]:
        return list(chain.from_iterable(part.in_order for part in self.parts))


def read(site: Path, *, only_core: bool = False) -> Book:
    """The pages of the built site, made ready for paper."""
    book = Book([_read_part(site, part) for part in parts(only_core=only_core)])
    pages = book.pages()
    where = address()

    def outside(path: str) -> str:
        return f"{where.rstrip('/')}/{path}" if where else ""

    site_pages.lead_into_the_book(pages, outside)
    solved = Page("book/solutions", solutions.chapter(pages))
    for page in [*pages, solved]:
        site_pages.tell_of_explorers(page.article, outside(f"{page.name}.html"))
        site_pages.drop_what_does_nothing(page.article)
    book.parts.append(PrintedPart("", None, [solved]))
    return book


def _read_part(site: Path, part: Part) -> PrintedPart:
    opening = site_pages.read(site, part.opening) if part.opening else None
    return PrintedPart(part.title, opening, [site_pages.read(site, name) for name in part.pages])


def html(book: Book, site: Path, numbers: dict[str, int]) -> str:
    """The file that the browser prints; the numbers are those of the pages on which things stand."""
    for link in chain.from_iterable(page.article.select(".page-of") for page in book.pages()):
        link.string = _number(numbers, str(link["href"])[1:])
    styles = font_rules.style_sheet() + "".join(
        _running_head("" if page is part.opening else part.caption, page)
        for part in book.parts
        for page in part.in_order
    )
    chapters = "\n".join(map(_chapter, book.pages()))
    return (
        f'<!doctype html>\n<html lang="{language()}" data-theme="light">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title())}</title>\n{_styles(book, site)}\n<style>\n{styles}</style>\n</head>\n<body>\n"
        f"{_title_page()}\n{_contents(book, numbers)}\n{chapters}\n</body>\n</html>\n"
    )


def title() -> str:
    return str(config()["title"])


def authors() -> str:
    return str(config()["author"])


def language() -> str:
    return str(config()["sphinx"]["config"]["language"])


# ---------------------------------------------------------------- what precedes the chapters


def _title_page() -> str:
    name, _, subtitle = title().partition(": ")
    where = address()
    lines = [f"Version {release()}, {_day()}"]
    lines += [f'{what}: <a href="{link}">{name}</a>' for what, (name, link) in LICENSES.items()]
    lines += [f'<a href="{link}">{link}</a>' for link in (where, config()["repository"]["url"]) if link]
    logo = (THEME / "static" / "logo.svg").as_uri()
    return (
        f'<section class="title-page"><img src="{logo}" alt=""><p class="title">{escape(name)}</p>'
        f'<p class="subtitle">{escape(subtitle)}</p><p class="authors">{escape(authors())}</p>'
        f'<p class="imprint">{"<br>".join(lines)}</p></section>'
    )


def _day() -> str:
    """The day of the commit that is printed; outside of a repository, today."""
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%cs"]
    try:
        day = date.fromisoformat(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
    except (OSError, subprocess.CalledProcessError, ValueError):
        day = date.today()
    return f"{day.day} {day:%B %Y}"


def _contents(book: Book, numbers: dict[str, int]) -> str:
    """Every chapter with its page; the sections are not shown: a link makes them places that bookmarks can name."""
    lines = []
    for part in book.parts:
        if part.opening:
            lines.append(f"<h2>{_link(part.caption, part.opening, numbers)}</h2>")
        elif part.caption:
            lines.append(f"<h2>{escape(part.caption)}</h2>")
        lines.append("<ul>")
        lines += [f"<li>{_link(page.title, page, numbers)}</li>" for page in part.pages]
        lines.append("</ul>")
    places = "".join(f'<a href="#{id}"></a>' for page in book.pages() for id, _ in page.sections())
    return f'<nav class="contents-page" id="contents"><h1>Contents</h1>{"".join(lines)}<div hidden>{places}</div></nav>'


def _link(text: str, page: Page, numbers: dict[str, int]) -> str:
    return f'<a href="#{page.id}"><span>{escape(text)}</span> {_number(numbers, page.id)}</a>'


def _number(numbers: dict[str, int], id: str) -> str:
    """Before the pages are known, as wide as most."""
    return str(numbers.get(id, "000"))


# ---------------------------------------------------------------- chapters


def _running_head(part: str, page: Page) -> str:
    """The rule that writes part and chapter above the text; a page of wide tables lies on its side."""
    left, right = (f'"{_css(text)}"' for text in (part, page.title))
    paper = "size: A4 landscape; margin: 10mm 9mm 8mm;" if page.article.select_one(WIDE) else ""
    return f"@page {_css_name(page)} {{ {paper} @top-left {{ content: {left} }} @top-right {{ content: {right} }} }}\n"


def _css(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _css_name(page: Page) -> str:
    return re.sub(r"\W", "-", page.id)


def _chapter(page: Page) -> str:
    page.article["class"] = "chapter"
    page.article["style"] = f"page: {_css_name(page)}"
    return str(page.article)


def _styles(book: Book, site: Path) -> str:
    """The style sheets of all pages, in their order, then the one of the paper."""
    sheets: dict[str, None] = {}
    for page in book.pages():
        path = site / f"{page.name}.html"
        if path.exists():
            for found in re.findall(r'<link rel="stylesheet"[^>]*href="([^"?]*)', path.read_text("utf-8")):
                sheets[(path.parent / found).resolve().as_uri()] = None
    sheets[(HERE / "paper.css").as_uri()] = None
    return "\n".join(f'<link rel="stylesheet" href="{sheet}">' for sheet in sheets)

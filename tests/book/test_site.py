"""The built site.

It builds without a warning, and each page, opened from its folder in a real browser with no network, asks for nothing
outside, reports no error, and shows what it should on a desk and on a phone.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from book_pages import PHONE, ROOT, each_chapter, each_page


def test_the_site_builds_without_a_warning(build):
    assert build.returncode == 0, build.output
    assert "WARNING" not in build.output


def test_the_start_page_leads_to_the_book(site):
    start = (site / "index.html").read_text("utf-8")
    root = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["root"]
    assert f"{root}.html" in start


@each_page
def test_page_is_built(site, name):
    assert (site / f"{name}.html").exists()


# ---------------------------------------------------------------- without a browser: links


class Links(HTMLParser):
    """The ids of a page, what it links to, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.hrefs: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.ids |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        if tag == "a" and attributes.get("href"):
            self.hrefs.append(attributes["href"])
        if tag in ("script", "img", "iframe", "source") and attributes.get("src"):
            self.loaded.append(attributes["src"])
        if tag == "link" and attributes.get("href") and attributes.get("rel") != "canonical":
            self.loaded.append(attributes["href"])


@pytest.fixture(scope="session")
def links(site):
    return {path: Links(path.read_text("utf-8")) for path in site.rglob("*.html") if "_static" not in path.parts}


@each_page
def test_internal_links_resolve(site, links, name):
    page = site / f"{name}.html"
    broken = []
    for href in links[page].hrefs:
        target = urlsplit(href)
        if target.scheme:
            continue
        path = (page.parent / unquote(target.path)).resolve() if target.path else page
        if not path.exists() or (target.fragment and path in links and unquote(target.fragment) not in links[path].ids):
            broken.append(href)
    assert not broken


@each_page
def test_everything_a_page_loads_lies_beside_it(site, links, name):
    page = site / f"{name}.html"
    for address in links[page].loaded:
        assert not urlsplit(address).scheme or address.startswith("data:"), address
        assert (page.parent / unquote(urlsplit(address).path)).resolve().exists(), address


@each_chapter
def test_chapter_links_to_api_glossary_and_bibliography(site, links, name):
    hrefs = " ".join(links[site / f"{name}.html"].hrefs)
    for reference in ("api/", "glossary.html#term-", "bibliography.html#"):
        assert reference in hrefs


# ---------------------------------------------------------------- in the browser


@each_page
def test_page_asks_for_nothing_outside_and_reports_no_error(visit, name):
    opened = visit()
    assert not opened.outside
    assert not opened.errors


@each_page
def test_formulas_are_typeset(visit, name):
    opened = visit()
    raw = opened.page.locator(".math").count()
    assert opened.page.locator(".math mjx-container").count() >= raw
    assert opened.page.locator("mjx-merror").count() == 0
    # Outside of code, no TeX is left to read.
    visible = opened.page.evaluate(
        "() => { const copy = document.querySelector('article').cloneNode(true);"
        " copy.querySelectorAll('pre, code, script, style, mjx-container').forEach(part => part.remove());"
        " return copy.textContent; }"
    )
    assert not re.search(r"\\[a-zA-Z(\[]|\$[^$ ]+\$", visible)


@each_page
def test_pictures_load_and_are_described(visit, name):
    opened = visit()
    for picture in opened.page.locator("article img").all():
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("image => image.complete && image.naturalWidth > 0"), picture.get_attribute("src")
        assert picture.get_attribute("alt"), picture.get_attribute("src")


@each_page
def test_nothing_but_code_scrolls_sideways_on_a_phone(visit, name):
    opened = visit(viewport=PHONE)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    wide = opened.page.evaluate(
        "() => [...document.querySelectorAll('article *')].filter(e => e.scrollWidth > e.clientWidth + 1 &&"
        " ['auto', 'scroll'].includes(getComputedStyle(e).overflowX) && !e.closest('pre, .highlight'))"
        ".map(e => e.outerHTML.slice(0, 120))"
    )
    assert not wide


@pytest.mark.parametrize("name", ["search"], scope="module")
def test_search_finds_rank_loss(visit, name):
    opened = visit()
    opened.page.goto(opened.page.url.replace("?all", "?q=rank+loss"))
    opened.page.wait_for_selector("#search-results li a")
    found = " ".join(opened.page.locator("#search-results li a").all_inner_texts())
    assert "AUC" in found
    assert not opened.outside

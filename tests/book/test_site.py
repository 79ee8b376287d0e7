"""The built site.

It builds without a warning, and each page, opened from its folder in a real browser with no network, asks for nothing
outside, reports no error, and shows what it should on a desk and on a phone, in the light and in the dark.
"""

from __future__ import annotations

import re
from functools import cache, partial
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe

from book_pages import PAGES, ROOT

each_page = pytest.mark.parametrize("name", PAGES)
CHAPTERS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()]
PHONE, DESKTOP = (390, 844), (1300, 900)


def test_the_site_builds_without_a_warning(build):
    assert build.returncode == 0, build.stdout + build.stderr
    assert "WARNING" not in build.stdout + build.stderr


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


@pytest.mark.parametrize("name", CHAPTERS)
def test_chapter_links_to_api_glossary_and_bibliography(site, links, name):
    hrefs = " ".join(links[site / f"{name}.html"].hrefs)
    for reference in ("api/", "glossary.html#term-", "bibliography.html#"):
        assert reference in hrefs


# ---------------------------------------------------------------- in the browser


class Visit:
    """A page opened from its folder with no network, its formulas typeset; collects what goes wrong."""

    def __init__(self, browser, site, name, viewport=DESKTOP, theme="light") -> None:
        width, height = viewport
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
        context.set_offline(True)
        self.page = context.new_page()
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("requestfailed", lambda request: self.errors.append(f"failed: {request.url}"))
        self.page.on("request", self._note)
        self.page.goto((site / f"{name}.html").as_uri())
        self.page.evaluate("() => window.MathJax && MathJax.startup && MathJax.startup.promise.then(() => true)")

    def _note(self, request) -> None:
        if urlsplit(request.url).scheme not in ("file", "data", "blob"):
            self.outside.append(request.url)


@pytest.fixture(scope="session")
def visit(browser, site):
    """Open a page; tests that only look share one visit."""
    return cache(partial(Visit, browser, site))


@each_page
def test_page_asks_for_nothing_outside_and_reports_no_error(visit, name):
    opened = visit(name)
    opened.page.wait_for_timeout(700)  # a bet looks for MathJax half a second after it is shown
    assert not opened.outside
    assert not opened.errors


@each_page
def test_formulas_are_typeset(visit, name):
    opened = visit(name)
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
    opened = visit(name)
    for picture in opened.page.locator("article img").all():
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("image => image.complete && image.naturalWidth > 0"), picture.get_attribute("src")
        assert picture.get_attribute("alt"), picture.get_attribute("src")


@each_page
def test_nothing_but_code_scrolls_sideways_on_a_phone(visit, name):
    opened = visit(name, viewport=PHONE)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    wide = opened.page.evaluate(
        "() => [...document.querySelectorAll('article *')].filter(e => e.scrollWidth > e.clientWidth + 1 &&"
        " ['auto', 'scroll'].includes(getComputedStyle(e).overflowX) && !e.closest('pre, .highlight'))"
        ".map(e => e.outerHTML.slice(0, 120))"
    )
    assert not wide


def wcag_violations(page) -> list[str]:
    """What the article's markup and colors keep from readers with a disability."""
    # The article alone: the theme's navigation, and docutils' list of citations, are theirs to mend.
    where = {"include": [["article"]], "exclude": [[".citation-list"]]}
    options = {"runOnly": ["wcag2a", "wcag2aa"], "preload": False}  # it would fetch the style sheets again
    response = Axe().run(page, context=where, options=options).response
    return [f"{rule['id']}: {node['html'][:150]}" for rule in response["violations"] for node in rule["nodes"]]


# The API pages are all made alike: one of them stands for the others in the dark.
IN_THE_DARK = [name for name in PAGES if "/api/" not in name or name.endswith("/curves")]


@pytest.mark.parametrize(
    ("theme", "name"), [*(("light", name) for name in PAGES), *(("dark", name) for name in IN_THE_DARK)]
)
def test_page_is_accessible(visit, name, theme):
    opened = visit(name, theme=theme)
    assert opened.page.evaluate("document.documentElement.dataset.theme") == theme
    assert not wcag_violations(opened.page)


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_answer_of_a_bet_gives_legible_feedback(visit, name, theme):
    opened = visit(name, theme=theme)
    for quiz in opened.page.locator(".Quiz").all():
        answers = quiz.locator(".MCButton")
        verdicts = []
        for place in range(answers.count()):
            answers.nth(place).click()
            verdicts.append(quiz.locator(".Feedback").inner_text())
        assert len(set(verdicts)) == len(verdicts) >= 3
        assert sum(verdict.startswith("Right. ") for verdict in verdicts) == 1
    assert opened.page.locator(".Quiz").count() >= 1
    assert not opened.errors
    opened.page.wait_for_timeout(1000)  # the buttons' colors have settled
    assert not wcag_violations(opened.page)


def test_search_finds_rank_loss(visit):
    opened = visit("search")
    opened.page.goto(f"{opened.page.url}?q=rank+loss")
    opened.page.wait_for_selector("#search-results li a")
    found = " ".join(opened.page.locator("#search-results li a").all_inner_texts())
    assert "AUC" in found
    assert not opened.outside

"""The search: what must come first, in both scripts, from a folder and from a server; the keys that lead to it."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from lxml import html
from opencc import OpenCC

from book_pages import DESKTOP, PHONE, ROOT
from evalbook_tools import contents
from evalbook_tools.site import notes_map, search

OPENINGS = [part.opening for part in contents.parts() if part.opening]
SEARCHES = json.loads((ROOT / "tests" / "data" / "searches.json").read_text("utf-8"))
"""What is typed, and the chapter that must come first."""
FIRST = """queries => queries.map(query => {
    const box = document.getElementById("search-for");
    box.value = query;
    box.dispatchEvent(new Event("input"));
    return document.querySelector("#search-results > li a")?.getAttribute("href") ?? "nothing";
})"""


def wrong(page) -> dict[str, str]:
    """The searches that another page than the right one answers."""
    found = zip(SEARCHES.items(), page.evaluate(FIRST, list(SEARCHES)), strict=True)
    return {query: first for (query, right), first in found if first.partition(".html")[0] != f"book/{right}"}


def test_from_a_folder_the_right_chapter_comes_first(reader):
    assert not wrong(reader("search"))


@pytest.mark.slow
def test_from_a_server_the_right_chapter_comes_first(reader, served):
    assert not wrong(reader("search", base=served))


def test_each_heading_of_the_notes_is_searched_in_both_scripts():
    mapped = notes_map.headings((ROOT / "book" / "notes.md").read_text("utf-8"))
    assert not [script for one in mapped for script in one.scripts if script not in SEARCHES]


def test_each_term_of_the_glossary_is_searched_in_both_scripts(site):
    terms = search.glossary_names(search.article_of(site / "book/glossary.html"))
    names = [name for names in terms.values() for name in names]
    assert len(names) > 250
    traditional = OpenCC("s2t")
    assert not [name for name in names for one in (name, traditional.convert(name)) if one not in SEARCHES]


@pytest.mark.parametrize(
    ("query", "right"),
    [
        ("overfitting", "splits/hold_out"),
        ("PRC", "curves/pr_curve"),
        ("auc", "curves/auc"),
        ("roc", "curves/roc_curve"),
        ("西瓜书", "notes"),
        ("周志華", "notes"),
    ],
)
def test_what_readers_missed_is_found(query, right):
    assert SEARCHES[query] == right


def test_chapters_come_before_the_api(reader):
    page = reader("search", "?q=roc_auc")
    kinds = page.locator("#search-results > li > p > small").all_inner_texts()
    assert kinds.index("Chapter") < kinds.index("API")


@pytest.mark.parametrize("name", OPENINGS)
def test_the_opening_of_a_part_is_found_by_its_words(reader, site, name):
    words = search.article_of(site / f"{name}.html").find(".//p").text_content().split()[:12]
    page = reader("search", f"?q={quote(' '.join(words))}")
    link = page.locator(f"#search-results > li > p > a[href^='{name}.html']")
    assert link.locator("xpath=../small").inner_text() == "Part"


def test_a_hit_is_marked_in_its_excerpt_and_opens_at_its_place(reader):
    page = reader("search", "?q=clipped count")
    hit = page.locator("#search-results > li li").first
    assert re.search("clipped|count", hit.locator("mark").first.inner_text(), re.IGNORECASE)
    hit.locator("a").click()
    target = page.url.partition("#")[2]
    assert page.locator(f"[id='{target}']").evaluate(
        "part => part.checkVisibility() && part.getBoundingClientRect().top < innerHeight"
    )


SURPRISE = "book/which_metric.html#the-auc-is-high-and-the-precision-low"


@pytest.mark.parametrize(
    "query", ["auc .9 precision .2", "high AUC, low precision", "My AUC is .9 but the precision .2: is that wrong"]
)
def test_a_surprise_finds_its_task_whatever_its_numbers_and_filling_words(reader, query):
    page = reader("search", f"?q={query}")
    pages = page.locator("#search-results > li > p > a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert SURPRISE in pages[:2]


def test_a_task_opens_where_a_hit_leads(reader):
    page = reader("search", "?q=high auc low precision")
    page.locator(f"#search-results > li > p > a[href='{SURPRISE}']").click()
    page.get_by_text("Nothing need be wrong").wait_for()


def test_no_mark_stands_within_a_number(reader):
    page = reader("search", "?q=precision 27")
    marks = "all => all.map(one => one.previousSibling?.data?.slice(-1) + '|' + one.nextSibling?.data?.[0])"
    around = page.locator("#search-results mark").evaluate_all(marks)
    assert around
    assert not [one for one in around if re.search(r"[a-z0-9]\||\|\d", one, re.IGNORECASE)]


def test_a_heading_behind_an_open_bet_is_not_told(reader):
    page = reader("search", "?q=every pair is a square of the roc plot")
    said = page.locator("#search-results").inner_text()
    assert "Every pair is a square of the ROC plot" not in said.splitlines()
    page.evaluate("evalbook.save({ ...evalbook.load(), everything: true })")
    page.visit("search", "?q=every pair is a square of the roc plot")
    assert "Every pair is a square of the ROC plot" in page.locator("#search-results").inner_text().splitlines()


@pytest.mark.parametrize("key", ["Control+k", "/"])
def test_a_key_leads_to_the_box(reader, key):
    page = reader("book/curves/auc")
    page.keyboard.press(key)
    page.wait_for_url("**/search.html")
    assert page.evaluate("document.activeElement.id") == "search-for"


def test_a_slash_in_an_answer_stays_there(reader):
    page = reader("book/curves/auc", "?all")
    box = page.locator("form.q-exercise input[type=text]").first
    box.press("/")
    assert box.input_value() == "/"
    assert "auc.html" in page.url


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_nothing_scrolls_sideways_and_nothing_fails(reader, window):
    page = reader("search", "?q=bootstrap", viewport=dict(zip(("width", "height"), window, strict=True)))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.errors


def test_without_a_script_the_page_names_the_glossary(reader):
    page = reader("search", java_script_enabled=False)
    assert page.locator("noscript a").count() or "glossary" in page.locator("main").inner_text()


# ---------------------------------------------------------------- what is read of a page

PAGE = """<article><section id="one"><h1>One</h1>
<p>Before <span class="katex-mathml">x</span>it.</p>
<form class="q-bet" id="q-lot"><p>Odd?</p></form>
<div class="cell docutils" id="cell-a"><pre>x = 1</pre><p>After.</p></div>
<section id="two"><h2>Two</h2><ul><li><p>Listed.</p></li></ul>
<details class="q-solution"><p>42</p></details></section></section></article>"""


def test_places_are_sections_and_cells_without_code_forms_and_solutions():
    places = search.places_of(html.fromstring(PAGE))
    assert [(place.anchor, place.heading, place.text, place.bet) for place in places] == [
        ("one", "One", "Before it.", ""),
        ("cell-a", "One", "After.", "q-lot"),
        ("two", "Two", "Listed.", "q-lot"),
    ]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("ROC 曲线下面积", "ROC 曲线下面积"),
        ("in Zhou's book 精度", "精度"),
        (" p 值", "p 值"),
        ("of a disease 患病率", "患病率"),
    ],
)
def test_a_name_is_what_a_reader_types(said, name):
    assert search._name(said) == name


def test_traditional_characters_become_simplified_one_by_one():
    assert search.simplified("ROC曲線在多分類") == "ROC曲线在多分类"

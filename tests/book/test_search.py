"""The search: what must come first, in both scripts, from folder and server; the dialog; what may not be told."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from lxml import html
from opencc import OpenCC
from test_accessibility import MARKUP, each_theme, pale_texts, wcag_violations

from book_pages import ASKING, DESKTOP, DUE, PAGES, PHONE, ROOT, records
from evalbook_tools import contents
from evalbook_tools.site import notes_map, search
from evalbook_tools.site.search import places, spoilers

OPENINGS = [part.opening for part in contents.parts() if part.opening]
SEARCHES = json.loads((ROOT / "tests" / "data" / "searches.json").read_text("utf-8"))
"""What is typed, and the page that must come first; where two are equally right, both."""
FIRST = """queries => queries.map(query => {
    const box = document.getElementById("search-for");
    box.value = query;
    box.dispatchEvent(new Event("input"));
    return document.querySelector("#search-results > li a")?.getAttribute("href") ?? "nothing";
})"""


def page_of(address: str) -> str:
    return address.partition(".html")[0].rpartition("book/")[2]


def either(right: str | list[str]) -> list[str]:
    """The pages of which one must come first."""
    return [right] if isinstance(right, str) else right


def wrong(page) -> dict[str, str]:
    """The searches that another page than the right one answers."""
    found = zip(SEARCHES.items(), page.evaluate(FIRST, list(SEARCHES)), strict=True)
    return {query: first for (query, right), first in found if page_of(first) not in either(right)}


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


def test_many_searches_are_in_the_words_of_readers():
    assert len(SEARCHES) > 750
    assert {f"book/{page}" for right in SEARCHES.values() for page in either(right)} <= {*PAGES}


def test_chapters_come_before_the_api(reader):
    page = reader("search", "?q=roc_auc")
    kinds = page.locator("#search-results > li > p > small").all_inner_texts()
    assert kinds.index("Chapter") < kinds.index("API")


@pytest.mark.parametrize("name", OPENINGS)
def test_the_opening_of_a_part_is_found_by_its_words(reader, site, name):
    words = search.article_of(site / f"{name}.html").find(".//p").text_content().split()[:12]
    page = reader("search", f"?q={quote(' '.join(words))}")
    link = page.locator(f"#search-results > li > p > a[href*='{name}.html']")
    assert link.locator("xpath=../small").inner_text() == "Part"


def test_a_hit_is_marked_in_its_excerpt_and_opens_at_its_place(reader):
    page = reader("search", "?q=clipped count")
    hit = page.locator("#search-results > li li").first
    assert hit.locator("a").get_attribute("href").endswith("#q-bleu-bet-1")  # it lies behind the bet
    page.evaluate(SEE_EVERYTHING)
    page.visit("search", "?q=clipped count")
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
    assert SURPRISE in [address.removeprefix("./") for address in pages[:2]]


def test_a_task_opens_where_a_hit_leads(reader):
    page = reader("search", "?q=high auc low precision")
    page.locator(f"#search-results > li > p > a[href$='{SURPRISE}']").click()
    page.get_by_text("There may be nothing wrong").wait_for()


def test_no_mark_stands_within_a_number(reader):
    page = reader("search", "?q=precision 27")
    marks = "all => all.map(one => one.previousSibling?.data?.slice(-1) + '|' + one.nextSibling?.data?.[0])"
    around = page.locator("#search-results mark").evaluate_all(marks)
    assert around
    assert not [one for one in around if re.search(r"[a-z0-9]\||\|\d", one, re.IGNORECASE)]


@pytest.mark.parametrize(
    ("query", "marks"),
    [
        ("loss", {"loss", "losses", "lost"}),
        ("accuracies", {"accuracy", "accuracies"}),
        ("交叉验证", {"交叉验证", "交叉驗證", "交叉"}),
        ("calibrat", {"calibrated", "calibration"}),
    ],
)
def test_whole_words_are_marked(reader, query, marks):
    page = reader("search", f"?q={query}")
    found = {text.lower() for text in page.locator("#search-results mark").all_inner_texts()}
    assert found & marks
    assert not found - marks - {mark + "s" for mark in marks}


# ---------------------------------------------------------------- a bet cannot be spoiled

SEE_EVERYTHING = """localStorage.setItem(`evalbook:1:${new URL(".", location)}`,
    JSON.stringify({version: 1, everything: true, answers: {}}))"""
AUC_BETS = ["auc-tie", "auc-squeeze"]


def answer(page, chapter, *bets):
    """What a browser keeps of bets that were made."""
    kept = {chapter: {bet: {"first": {"choice": "?", "right": False}, "last": "?"} for bet in bets}}
    page.evaluate(
        "answers => localStorage.setItem(`evalbook:1:${new URL('.', location)}`,"
        " JSON.stringify({version: 1, everything: false, answers}))",
        kept,
    )


SQUARES = "every pair is a square of the roc plot"
OF_AUC = "#search-results > li:has(> p > a[href*='book/curves/auc.html'])"


def test_what_is_behind_an_open_bet_is_found_and_not_told(reader):
    page = reader("search", f"?q={SQUARES}")
    result = page.locator(OF_AUC)
    assert "Hidden until you bet." in result.inner_text()
    assert "Every pair" not in result.inner_text()
    assert result.locator("li a").first.get_attribute("href").endswith("auc.html#q-auc-tie")
    answer(page, "book/curves/auc", "auc-tie")
    page.reload()
    assert "Every pair is a square of the ROC plot" in result.inner_text().splitlines()


def test_who_sees_everything_is_told_everything(reader):
    page = reader("search")
    page.evaluate(SEE_EVERYTHING)
    page.visit("search", f"?q={SQUARES}")
    assert "Every pair is a square of the ROC plot" in page.locator(OF_AUC).inner_text().splitlines()


def test_a_term_behind_an_open_bet_is_told_as_the_glossary_does(reader):
    page = reader("search", "?q=自助法")
    assert (
        "bootstrap: The bootstrap draws n samples from n samples"
        in page.locator("#search-results > li").first.inner_text()
    )


@pytest.mark.parametrize("place", ["folder", "server"])
def test_who_comes_from_the_search_meets_the_bet(reader, served, place):
    page = reader("search", f"?q={SQUARES}", base=served if place == "server" else None)
    page.locator(OF_AUC).locator("li a").first.click()
    page.wait_for_url("**/auc.html#q-auc-tie")
    assert page.get_by_text("What follows is hidden until you bet.").first.is_visible()
    assert not page.get_by_role("heading", name="Every pair").is_visible()


def test_who_comes_by_a_title_meets_the_bet(reader, served):
    page = reader("search", "?q=AUC: one number for all thresholds", base=served)
    page.locator("#search-results > li > p > a").first.click()
    page.wait_for_url("**/auc.html*")
    assert page.get_by_text("What follows is hidden until you bet.").first.is_visible()


def test_who_made_the_bet_comes_to_the_place(reader, served):
    page = reader("search", base=served)
    answer(page, "book/curves/auc", *AUC_BETS)
    page.visit("search", f"?q={SQUARES}")
    page.locator(OF_AUC).get_by_text("Every pair is a square of the ROC plot").click()
    page.wait_for_url("**/auc.html#every-pair-is-a-square-of-the-roc-plot")
    assert page.get_by_role("heading", name="Every pair").is_visible()


TOLD = """queries => queries.map(query => {
    const box = document.getElementById("search-for");
    box.value = query;
    box.dispatchEvent(new Event("input"));
    return [...document.querySelectorAll("#search-results > li")].map(page => [
        page.querySelector("a").getAttribute("href"),
        [...page.querySelectorAll("b, span")].map(part => part.textContent)]);
})"""
BETS = [(name, one) for name in ASKING for one in records(name) if one["role"] == "bet"]
QUERIES = [
    *(name for name in SEARCHES if search.HAN.search(name)),
    *(one["question"] for one in records(DUE)),
    *(one["question"] for _, one in BETS),
]


@pytest.fixture(scope="session")
def in_sight(site):
    """What each page with a bet says before its first one."""
    texts = {}
    for name in {name for name, _ in BETS}:
        article = search.article_of(site / f"{name}.html")
        for formula in article.xpath(".//*[contains(concat(' ', @class, ' '), ' katex ')]"):
            formula.drop_tree()  # no result shows them
        before = article.xpath(".//form[contains(@class, 'q-bet')][1]/preceding::text()")
        texts[name] = squeezed("".join(before))
    return texts


def spoiled(page, site, in_sight, queries) -> list[tuple]:
    """The texts of results that answer an open bet, or come from behind one."""
    found = []
    terms = {place.heading for place in places.places_of(search.article_of(site / "book/glossary.html"))}
    for query, results in zip(queries, page.evaluate(TOLD, queries), strict=True):
        for address, texts in results:
            name = f"book/{page_of(address)}"
            for text in texts:
                said = text.removeprefix("… ").removesuffix(" …")
                known = said == "Hidden until you bet." or text.partition(": ")[0] in terms
                if name in in_sight and not known and squeezed(said) not in in_sight[name]:
                    found.append((query, name, text))
                found += [
                    (query, one["id"], text) for other, one in BETS if other != name and spoilers.answers(text, one)
                ]
    return found


def squeezed(text: str) -> str:
    """Without spaces and what else stands in a text for the eye alone."""
    return re.sub(r"[^\w]", "", text)


def titles(site) -> list[str]:
    return [search.article_of(site / f"{name}.html").findtext(".//h1") or name for name in PAGES]


def test_no_result_answers_an_open_bet(reader, site, in_sight):
    queries = [
        *titles(site)[::6],
        *QUERIES[::12],
        *("cross-validation", "RMSE and MAE", "自助法", "选择偏差", "置信区间"),
    ]
    assert spoiled(reader("search"), site, in_sight, queries) == []


def test_a_result_that_answers_is_noticed(reader, site, in_sight):
    page = reader("search")
    page.evaluate(SEE_EVERYTHING)
    page.reload()
    found = spoiled(page, site, in_sight, ["cross-validation", "RMSE and MAE", "eight samples area"])
    assert {query for query, *_ in found} == {"cross-validation", "RMSE and MAE", "eight samples area"}


@pytest.mark.slow
def test_no_result_of_any_query_answers_an_open_bet(reader, site, in_sight):
    assert spoiled(reader("search"), site, in_sight, [*titles(site), *QUERIES, *SEARCHES]) == []


BET = {
    "question": "1,000 draws with replacement from 1,000 names: how many names are never drawn, on average?",
    "right": "368",
}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Of a thousand names 368 are never drawn: draws with replacement leave them.", True),
        ("Draws with replacement leave many names that were never drawn.", False),
        ("The log loss is 368.", False),
        ("1,000 draws with replacement from 1,000 names.", False),
    ],
)
def test_an_answer_is_known_by_its_number_and_the_words_of_its_question(text, told):
    assert spoilers.answers(text, BET) is told


def test_an_answer_in_words_is_known():
    bet = {"question": "At which base rates does model B lead by average precision?", "right": "where fraud is rare"}
    assert spoilers.answers("By average precision model B will lead at those base rates where fraud is rare.", bet)
    assert not spoilers.answers("By average precision model B will lead at some base rates.", bet)


# ---------------------------------------------------------------- the dialog


def opened(page, how="Control+k"):
    """The dialog on a page."""
    page.keyboard.press(how)
    return page.get_by_role("dialog", name="Search")


LOADED = "performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('search'))"


@pytest.mark.parametrize("key", ["Control+k", "/"])
def test_a_key_opens_the_dialog_and_nothing_is_loaded_before(reader, key):
    page = reader("book/curves/auc")
    assert page.evaluate(LOADED) == []
    opened(page, key).wait_for()
    assert page.evaluate("document.activeElement.id") == "search-for"
    assert "auc.html" in page.url


def test_the_link_opens_it_and_another_tab_gets_the_page(reader, served):
    page = reader("book/curves/auc", base=served)
    link = page.get_by_role("banner").get_by_role("link", name="Search")
    link.click()
    dialog = page.get_by_role("dialog", name="Search")
    dialog.get_by_role("button", name="Close").click()
    assert not dialog.is_visible()
    with page.context.expect_page() as other:
        link.click(modifiers=["Control"])
    other.value.wait_for_url("**/search.html")


def held_script(page):
    """Open the dialog and type, while the script that searches is held back: what lets it go, or stops it."""
    held = []
    page.route("**/search.js", lambda route: route.continue_() if held else held.append(route))
    page.reload()  # a page that is open already may still ask past a route, on a busy machine
    opened(page)
    page.keyboard.type("roc curve")
    for _ in range(1000):  # the test hears of it some time after the page has asked
        if held:
            return held[0]
        page.wait_for_timeout(10)
    raise AssertionError("the dialog asked for no script")


def test_what_is_typed_while_the_script_comes_is_answered(reader, served):
    page = reader("book/curves/auc", base=served)
    script = held_script(page)
    assert page.locator("#search-said").inner_text() == "Loading …"
    assert page.locator("#search-for").input_value() == "roc curve"
    script.continue_()
    page.locator("#search-results > li").first.get_by_text("The ROC curve").first.wait_for()
    assert page.locator("#search-for").input_value() == "roc curve"


def test_where_the_script_does_not_come_the_page_search_opens_with_what_was_typed(reader, served):
    page = reader("book/curves/auc", base=served)
    held_script(page).abort()
    page.wait_for_url("**/search.html?q=roc%20curve")


def test_arrows_lead_through_the_results_and_escape_back_to_the_page(reader):
    page = reader("book/curves/auc")
    page.get_by_role("banner").get_by_role("link", name="Search").focus()
    dialog = opened(page)
    page.keyboard.type("glossary")
    links = dialog.locator("#search-results a")
    links.first.wait_for()
    for key, place in [("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0)]:
        page.keyboard.press(key)
        assert links.nth(place).evaluate("link => link === document.activeElement"), key
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "search-for"
    page.keyboard.press("Enter")
    assert links.first.evaluate("link => link === document.activeElement")
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert page.evaluate("document.activeElement.textContent") == "Search"
    opened(page)
    assert page.locator("#search-for").input_value() == "glossary"  # it is still there


def test_a_result_on_the_same_page_closes_the_dialog(reader):
    page = reader("book/curves/auc")
    dialog = opened(page)
    page.keyboard.type(SQUARES)
    dialog.locator(OF_AUC).locator("li a").first.click()
    assert page.evaluate("location.hash") == "#q-auc-tie"
    assert not dialog.is_visible()


@each_theme
@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_dialog_is_accessible_and_fits(reader, theme, window):
    page = reader("book/api/curves", color_scheme=theme, viewport=dict(zip(("width", "height"), window, strict=True)))
    dialog = opened(page)
    page.keyboard.type("bootstrap")
    dialog.locator("#search-results > li").first.wait_for()
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    assert (dialog.bounding_box()["width"] == PHONE[0]) is (window == PHONE)
    assert not wcag_violations(page, MARKUP, "dialog.search")
    assert not pale_texts(page, "dialog.search")
    assert not page.errors


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
<form class="q-bet" id="q-lot"><p>Odd?</p></form><p>At once.</p>
<div class="cell docutils" id="cell-a"><pre>x = 1</pre><p>After.</p></div>
<section id="two"><h2>Two</h2><ul><li><p>Listed.</p></li></ul><table><tr><td>Row</td><td><p>1</p></td></tr></table>
<details class="q-solution"><p>42</p></details></section></section></article>"""


def test_places_are_sections_bets_and_cells_without_code_forms_and_solutions():
    found = places.places_of(html.fromstring(PAGE))
    assert [(place.anchor, place.heading, place.text(), place.bets) for place in found] == [
        ("one", "One", "Before it.", 0),
        ("q-lot", "", "At once.", 1),
        ("cell-a", "", "After.", 1),
        ("two", "Two", "Listed.\nRow · 1", 1),
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

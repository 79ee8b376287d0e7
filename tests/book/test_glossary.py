"""The glossary: its order, and its meanings beside the links, on a screen, by pointer and by keyboard."""

from __future__ import annotations

import os
import re

import pytest
from lxml import html
from test_accessibility import MARKUP, each_theme_in_depth, pale_texts, wcag_violations
from test_extension import build_page

from book_pages import CHAPTERS, PHONE, ROOT, each_page_in_depth
from evalbook_tools.site import glossary

CHAPTER = "book/curves/roc_curve"
TERM = "article a:has(> .std-term)"
LOGIC, MEANINGS, FILTER = 2_000, 32_000, 2_000


def terms():
    return re.findall(r"^(\S.*)\n  \S", (ROOT / "book" / "glossary.md").read_text("utf-8"), re.MULTILINE)


def test_terms_stand_in_order_and_once():
    assert len(terms()) > 100
    assert terms() == sorted(set(terms()), key=str.lower)


def test_every_entry_begins_with_a_chinese_name():
    text = (ROOT / "book" / "glossary.md").read_text("utf-8")
    entries = re.findall(r"^\S.*\n((?:  .*\n)+)", text, re.MULTILINE)
    assert len(entries) == len(terms())
    assert not [entry for entry in entries if not re.search("[\u3400-\u9fff]", entry.split(". ")[0])]


# ---------------------------------------------------------------- the page


@pytest.fixture(scope="module")
def page_of_terms(site):
    return html.parse(site / "book/glossary.html").getroot()


def test_each_letter_leads_to_its_first_term(page_of_terms):
    letters = page_of_terms.xpath("//nav[@class='letters']/a")
    ids = [letter.get("href").removeprefix("#") for letter in letters]
    led_to = [page_of_terms.get_element_by_id(id).text.replace("’", "'") for id in ids]
    first = {}
    for term in terms():
        first.setdefault("0–9" if term[0].isdigit() else term[0].upper(), term)
    assert dict(zip([letter.text for letter in letters], led_to, strict=True)) == first


def test_each_entry_leads_to_a_chapter(page_of_terms):
    """Most of these links the site finds (entries.py), and an entry that no chapter links to names one itself."""
    pages = {os.path.relpath(name, "book") + ".html" for name in CHAPTERS}
    entries = {
        term.text_content(): {link.partition("#")[0] for link in term.getnext().xpath(".//a/@href")}
        for term in page_of_terms.xpath("//dl[contains(@class, 'glossary')]/dt")
    }
    assert len(entries) == len(terms())
    assert not [term for term, links in entries.items() if not links & pages]


@pytest.mark.parametrize(
    ("term", "chapter"),
    [
        ("precision", "confusion/precision_recall"),
        ("recall", "confusion/precision_recall"),
        ("accuracy", "splits/hold_out"),
        ("fold", "splits/cross_validation"),
        ("Youden-s-J", "curves/choosing_a_threshold"),
        ("mean-average-precision", "ranking/average_precision"),
    ],
)
def test_an_entry_leads_to_the_chapter_that_defines_its_term(page_of_terms, term, chapter):
    (link,) = page_of_terms.get_element_by_id(f"term-{term}").getnext().xpath(".//a[contains(@href, '/')]")
    assert link.get("href") == f"{chapter}.html"
    assert link.text_content() and ":" not in link.text_content()


@pytest.mark.parametrize("term", ["bias", "variance"])
def test_an_entry_that_names_a_chapter_gets_no_other(page_of_terms, term):
    (link,) = page_of_terms.get_element_by_id(f"term-{term}").getnext().xpath(".//a[contains(@href, '/')]")
    assert link.get("href") == "regression/bias_and_variance.html"


def test_the_letters_stay_in_sight_and_cover_no_term(reader):
    page = reader("book/glossary", viewport={"width": 1300, "height": 900})
    letters = page.locator(".letters")
    letters.get_by_role("link", name="P", exact=True).click()
    bar, term = letters.bounding_box(), page.locator("dt:target, dt:has(:target)").first.bounding_box()
    assert bar["y"] == 0
    assert bar["height"] <= 45
    assert bar["height"] <= term["y"] < 200


# ---------------------------------------------------------------- the filter

FIELD = "Filter the entries by English or Chinese words"


def left(page):
    """The terms that are seen."""
    return [term.removesuffix("¶") for term in page.locator("dl.glossary dt:visible").all_inner_texts()]


def filtered(page, words):
    """The terms that are left after the words were typed, with nothing but the keyboard."""
    page.get_by_label(FIELD).focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(words)
    return left(page)


def test_an_entry_is_left_by_its_term_its_chinese_name_or_its_definition(reader):
    page = reader("book/glossary")
    for words in ("MANN-whitney", "曼–惠特尼", "statistic pairs right order"):
        assert filtered(page, words) == ["Mann–Whitney U"], words
    assert filtered(page, "r2") == ["R²"]  # whatever sign stands for it
    assert "0-1 loss" not in filtered(page, "confusion matrix")  # the title of its chapter is no part of its definition
    assert not page.errors


def test_the_filter_says_how_many_are_left(reader):
    page = reader("book/glossary")
    told = page.locator(".filter").get_by_role("status")
    found = filtered(page, "recall")
    assert 1 < len(found) < 40
    assert told.inner_text() == f"{len(found)} of {len(terms())} terms"
    assert not filtered(page, "xyzzy")
    assert told.inner_text() == "No entry contains this."


def test_escape_empties_the_filter(reader):
    page = reader("book/glossary")
    filtered(page, "recall")
    page.keyboard.press("Escape")
    assert page.get_by_label(FIELD).input_value() == ""
    assert page.get_by_label(FIELD).evaluate("field => field === document.activeElement")
    assert len(left(page)) == len(terms())
    assert page.locator(".filter").get_by_role("status").inner_text() == ""


def test_the_letters_lead_to_what_is_left(reader):
    page = reader("book/glossary")
    filtered(page, "查全率")
    assert page.locator(".letters a:visible").evaluate_all(
        "links => links.map(link => [link.innerText, link.hash])"
    ) == [
        ["P", "#term-P-R-curve"],
        ["R", "#term-recall"],
    ]
    page.keyboard.press("Escape")
    assert page.locator(".letters a:visible").first.evaluate("link => link.hash") == "#term-0-1-loss"


def test_a_link_to_a_hidden_term_shows_it_again(reader):
    page = reader("book/glossary")
    filtered(page, "mann-whitney")
    page.locator("dd:visible a[href='#term-AUC']").press("Enter")
    page.wait_for_function("location.hash === '#term-AUC'")
    assert len(left(page)) == len(terms())
    filtered(page, "kappa")
    page.visit("book/glossary", "#term-F1")  # from elsewhere
    assert 0 <= page.locator("#term-F1").bounding_box()["y"] < 200


def test_without_a_script_and_on_paper_there_is_no_filter(reader):
    assert not reader("book/glossary", java_script_enabled=False).locator(".filter").is_visible()
    page = reader("book/glossary")
    assert page.locator(".filter").is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".filter").is_visible()


def test_only_the_glossary_loads_the_filter_and_it_is_small(site):
    loading = [name for name in (CHAPTER, "book/glossary") if "filter.js" in (site / f"{name}.html").read_text("utf-8")]
    assert loading == ["book/glossary"]
    assert len((site / "_static" / "filter.js").read_bytes()) <= FILTER


@each_theme_in_depth
def test_the_filter_is_accessible_and_fits_on_a_phone(reader, theme):
    page = reader("book/glossary", viewport={"width": PHONE[0], "height": PHONE[1]}, color_scheme=theme)
    filtered(page, "recall")
    assert not wcag_violations(page, MARKUP, "main")
    assert not pale_texts(page, ".filter")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


# ---------------------------------------------------------------- what is kept of an entry


def test_names_and_first_sentence_are_kept():
    entry = "准确率, 正确率.\n0.7 of <all>, no\nmore. Beware: others."
    assert glossary.shortened(entry) == "准确率, 正确率. 0.7 of <all>, no more."
    assert glossary.shortened("名. One.") == "名. One."


def test_a_page_with_a_term_loads_the_meanings_and_they_are_escaped(tmp_path):
    entry = "```{glossary}\nlift\n  提升度. More than {term}`odds`, if p < 1. Rest.\n\nodds\n  几率. A ratio.\n```\n"
    html, warnings = build_page(tmp_path, f"# Page\n\n{entry}")
    assert not warnings
    assert "glossary.js" in html
    script = (tmp_path / "out" / "_static" / "glossary.js").read_text("utf-8")
    assert '"term-lift":"提升度. More than odds, if p &lt; 1."' in script
    assert "Rest" not in script


def test_a_page_without_a_term_loads_nothing(tmp_path):
    html, _ = build_page(tmp_path, "# Page\n\nText.\n")
    assert "glossary.js" not in html
    assert not (tmp_path / "out" / "_static" / "glossary.js").exists()


def test_script_is_small(site):
    script = (site / "_static" / "glossary.js").read_bytes()
    meanings = script[: script.index(b'."}') + 3]
    assert len(script) - len(meanings) <= LOGIC
    assert len(meanings) <= MEANINGS


# ---------------------------------------------------------------- on a page


@pytest.fixture
def opened(reader):
    """A chapter with all of it unfolded, and a term in the middle of the window."""

    def new(name=CHAPTER, **options):
        page = reader(name, "?all", **options)
        page.locator(TERM).first.evaluate("term => term.scrollIntoView({block: 'center'})")
        return page

    return new


def box(page):
    return page.get_by_role("tooltip")


def tab_to(page, term):
    """Bring the keyboard to a link: it is the next stop after what was focused before."""
    term.evaluate("term => term.focus()")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")


@each_page_in_depth
def test_every_term_of_a_page_has_its_meaning(visit, name):
    page = visit().page
    silent = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter(term => {
            if (!term.checkVisibility()) return false;
            term.focus({focusVisible: true, preventScroll: true});
            const shown = document.querySelector("[role=tooltip]");
            const told = shown && shown.textContent.length > 10 && term.getAttribute("aria-describedby") === shown.id;
            term.blur();
            return !told || document.querySelector("[role=tooltip]");
        }).map(term => term.outerHTML)""",
        TERM,
    )
    assert not silent


def test_a_pointer_that_rests_opens_the_meaning_and_one_that_leaves_closes_it(opened):
    page = opened()
    term = page.locator(TERM).first
    term.hover()
    box(page).wait_for()
    place, line = box(page).bounding_box(), term.bounding_box()
    assert abs(place["y"] - (line["y"] + line["height"])) <= 2
    box(page).hover()  # it stays while the pointer is on it
    page.wait_for_timeout(400)
    assert box(page).is_visible()
    page.mouse.move(2, 2)
    box(page).wait_for(state="detached")
    assert not page.locator("[aria-describedby=theme-meaning]").count()
    assert not page.errors


def test_the_keyboard_opens_the_meaning_and_escape_closes_it(opened):
    page = opened()
    term = page.locator(TERM).first
    tab_to(page, term)
    assert box(page).is_visible()
    assert term.get_attribute("aria-describedby") == box(page).get_attribute("id")
    assert term.evaluate("term => term === document.activeElement")
    page.keyboard.press("Escape")
    assert not box(page).count()
    assert term.evaluate("term => term === document.activeElement")  # the reader stays where he was
    tab_to(page, term)
    assert box(page).is_visible()
    page.keyboard.press("Tab")
    assert box(page).count() <= page.locator(f"{TERM}:focus").count()


def test_escape_closes_what_the_pointer_opened(opened):
    page = opened()
    page.locator(TERM).first.hover()
    box(page).wait_for()
    page.keyboard.press("Escape")
    assert not box(page).count()


def test_a_pointer_beside_it_leaves_the_keyboard_its_meaning(opened):
    page = opened()
    tab_to(page, page.locator(TERM).first)
    page.mouse.move(2, 2)
    page.mouse.move(5, 5)
    page.wait_for_timeout(400)
    assert box(page).is_visible()


def test_it_says_the_names_and_the_first_sentence_in_their_languages(opened):
    page = opened("book/glossary")
    tab_to(page, page.locator('article a[href="#term-error-rate"]').first)
    assert box(page).inner_text() == "错误率. The error rate is the share of samples that are predicted wrong."
    assert box(page).locator("[lang=zh]").inner_text() == "错误率"


def test_a_tap_follows_the_link(opened):
    page = opened(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    target = page.locator(TERM).first.get_attribute("href").split("/")[-1]
    page.locator(TERM).first.tap()
    page.wait_for_url(f"**/{target}")
    assert not box(page).count()


@pytest.mark.parametrize("end", ["start", "end"])
def test_it_stays_inside_the_window_of_a_phone(opened, end):
    page = opened(viewport={"width": PHONE[0], "height": PHONE[1]})
    places = []
    for term in page.locator(TERM).all()[:12]:
        if term.is_visible():
            term.evaluate("(term, block) => term.scrollIntoView({block, behavior: 'instant'})", end)
            term.evaluate("term => term.focus({focusVisible: true, preventScroll: true})")
            places.append(box(page).bounding_box())
            term.evaluate("term => term.blur()")
    assert len(places) >= 5
    assert all(place["x"] >= 0 and place["x"] + place["width"] <= PHONE[0] for place in places)
    assert all(place["y"] >= 0 and place["y"] + place["height"] <= PHONE[1] for place in places)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@each_theme_in_depth
def test_it_is_accessible_and_legible(opened, theme):
    page = opened(color_scheme=theme)
    tab_to(page, page.locator(TERM).first)
    assert box(page).is_visible()
    assert not wcag_violations(page, MARKUP, "body")
    assert not pale_texts(page, "#theme-meaning")


def test_it_is_not_printed(opened):
    page = opened()
    tab_to(page, page.locator(TERM).first)
    assert box(page).is_visible()
    page.emulate_media(media="print")
    assert not page.locator("#theme-meaning").is_visible()

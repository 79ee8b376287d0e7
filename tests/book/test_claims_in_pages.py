"""What a sentence was tried on, as a reader meets it: a mark by pointer, finger, keyboard, and without a script.

A new reader, who has bet on nothing, sees nothing of it that would answer an open bet.
"""

from __future__ import annotations

import pytest
from test_accessibility import MARKUP, each_theme, pale_texts, wcag_violations

from book_pages import PHONE, ROOT, in_depth, records
from evalbook_tools.claims.record import read
from evalbook_tools.claims.words import sentence_and_note

CHAPTER, ALL = "book/curves/area_under_pr", "book/how_sure"
KNOWN = read()
ID = "trapezoid-prefers-a-constant"
NOTE = sentence_and_note(KNOWN["claims"][ID])
MARK = f"#tried-{ID}"
SETTLING = sorted({one["on"] for one in KNOWN["conclusions"] if one["kind"] == "claim" and " " not in one["text"]})


@pytest.fixture
def opened(reader):
    """The chapter with all of it unfolded, and a mark in the middle of the window."""

    def new(**options):
        page = reader(CHAPTER, "?all", **options)
        page.locator(MARK).evaluate("mark => mark.scrollIntoView({block: 'center'})")
        return page

    return new


def box(page):
    return page.get_by_role("tooltip")


def test_a_pointer_that_rests_on_the_mark_opens_the_note(opened):
    page = opened()
    page.locator(MARK).hover()
    box(page).wait_for()
    assert box(page).inner_text() == NOTE
    assert not page.errors


def test_the_keyboard_opens_it_and_enter_follows(opened):
    page = opened()
    page.locator(MARK).evaluate("mark => mark.focus({focusVisible: true})")
    assert box(page).inner_text() == NOTE
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/how_sure.html#claim-{ID}")


def test_a_screen_reader_finds_a_link_that_the_note_describes(opened):
    page = opened()
    mark = page.get_by_role("link", name="tested").first
    mark.evaluate("mark => mark.focus({focusVisible: true})")
    assert mark.get_attribute("aria-describedby") == box(page).get_attribute("id")


def test_a_tap_opens_it_and_a_second_one_follows(opened):
    page = opened(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    page.locator(MARK).tap()
    assert box(page).inner_text() == NOTE
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.locator(MARK).tap()
    page.wait_for_url(f"**/how_sure.html#claim-{ID}")


def test_the_mark_is_large_enough_for_a_finger(opened):
    place = opened(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True).locator(MARK).bounding_box()
    assert min(place["width"], place["height"]) >= 24


def test_on_paper_the_note_stands_beside_it(opened):
    page = opened()
    page.emulate_media(media="print")
    printed = page.locator(MARK).evaluate("mark => getComputedStyle(mark, '::after').content")
    assert NOTE in printed.replace("\\'", "'")


def test_without_a_script_it_is_a_link(reader):
    page = reader(CHAPTER, java_script_enabled=False)
    page.locator(MARK).click()
    page.wait_for_url(f"**/how_sure.html#claim-{ID}")
    assert page.locator(f"#claim-{ID}").is_visible()


@each_theme
def test_mark_and_note_are_accessible_and_legible(opened, theme):
    page = opened(color_scheme=theme)
    page.locator(MARK).evaluate("mark => mark.focus({focusVisible: true})")
    assert not wcag_violations(page, MARKUP, "body")
    assert not pale_texts(page, "#theme-meaning, .claim")


# ---------------------------------------------------------------- a new reader


@in_depth(sorted({f"book/{one['chapter']}" for one in KNOWN["claims"].values()}))
def test_an_open_bet_hides_the_marks_and_the_fold_behind_it(reader, name):
    page = reader(name)
    assert page.locator("form.q-bet").first.is_visible()
    for mark in page.locator("a.claim, details.tried").all():
        assert not mark.is_visible()


def test_claims_that_settle_a_bet_are_folded_on_the_page_of_all(reader):
    shown = reader(ALL).locator("article").inner_text()
    assert [id for id in SETTLING if KNOWN["claims"][id]["sentence"] in shown] == []


def test_what_settles_a_bet_is_named_by_the_bet():
    bets = {
        f"{path.parent.name}/{path.stem}": {one["id"] for one in records(f"book/{path.parent.name}/{path.stem}")}
        for path in (ROOT / "book").glob("*/*.ipynb")
    }
    named = [(one["chapter"], one["text"]) for one in KNOWN["conclusions"] if " " not in one["text"]]
    assert [pair for pair in named if pair[1] not in bets[pair[0]]] == []


@pytest.mark.parametrize("size", [PHONE, (1300, 900)], ids=["phone", "desktop"])
def test_the_page_of_all_fits_its_window(reader, size):
    page = reader(ALL, viewport={"width": size[0], "height": size[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.locator(".claims-picture svg").is_visible()

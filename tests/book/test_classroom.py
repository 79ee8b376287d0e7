"""A chapter as a class sees it, with ?class in its address: large, and of its parts those to look at together."""

from __future__ import annotations

import pytest
from test_accessibility import MARKUP, each_theme_in_depth, pale_texts, wcag_violations

from book_pages import ASKING, DUE, PHONE, cells_of, each_asking_chapter_in_depth

ROC, HOLD_OUT, CASE = "book/curves/roc_curve", "book/splits/hold_out", "book/comparison/case"
SEEN = "parts => parts.filter(part => part.checkVisibility()).map(part => part.textContent.trim().slice(0, 60))"
READING = 13.5
"""The size of code for a reader, in pixels."""


def seen(page, selector):
    return page.locator(selector).evaluate_all(SEEN)


def is_projected(page):
    return page.evaluate("document.documentElement.classList.contains('q-class')")


@pytest.fixture(scope="session")
def projected(readers, name):
    """A chapter before the class, with all bets open to the eye."""
    with readers() as new:
        yield new(name, "?class&all")


# ---------------------------------------------------------------- what is shown


@each_asking_chapter_in_depth
def test_headings_bets_figures_code_and_tables_are_shown(projected, name):
    before_exercises = "part => !part.closest('details, .admonition, #exercises, #exercises ~ *')"
    missing = f"""parts => parts.filter({before_exercises}).filter(part => !part.checkVisibility())
        .map(part => part.outerHTML.slice(0, 80))"""
    for parts in ("h1, h2", ".q-bet", "figure", ".explorer", "pre", "table"):
        assert not projected.locator(f"article :is({parts})").evaluate_all(missing), parts
    assert seen(projected, "article h2")
    assert seen(projected, "article .cell_input pre")
    assert not projected.errors


@each_asking_chapter_in_depth
def test_text_boxes_exercises_solutions_and_footers_are_hidden(projected, name):
    text = "p:not(:has(+ .cell > .q-bet, + .cell + .cell > .q-bet), h1 ~ :has(~ .cell > .q-bet)), ul, ol, dl, aside"
    assert not seen(projected, f"article section > :is({text})")
    assert not seen(projected, "article :is(.admonition, .offers, .solution, .q-exercise, details)")
    assert not seen(projected, "#exercises, #further, #recap, #exercises ~ *")
    assert not seen(projected, "main > footer, .outline, .contents, .brand")


@each_asking_chapter_in_depth
def test_code_is_half_as_large_again_and_no_line_overflows(projected, name):
    codes = projected.locator("article pre").evaluate_all(
        """parts => parts.filter(part => part.checkVisibility()).map(part =>
            [parseFloat(getComputedStyle(part).fontSize), part.scrollWidth - part.clientWidth])"""
    )
    assert min(size for size, _ in codes) >= 1.5 * READING
    assert max(over for _, over in codes) <= 0
    assert projected.evaluate("document.documentElement.scrollWidth") <= 1300


@each_asking_chapter_in_depth
def test_figures_and_explorers_are_as_wide_as_the_column_and_lower_than_the_window(projected, name):
    column = projected.locator("article").bounding_box()["width"]
    boxes = "parts => parts.filter(part => part.checkVisibility()).map(part => [part.clientWidth, part.clientHeight])"
    for width, height in projected.locator("figure > img").evaluate_all(boxes):
        assert abs(width - column) <= 1
        assert height <= 0.86 * 900
    for width, _ in projected.locator(".explorer").evaluate_all(boxes):
        assert abs(width - column) <= 1


def test_a_class_sees_the_words_of_a_wide_figure_grow_with_it(reader):
    page = reader("book/probabilities/calibration", "?class&all")
    picture = page.locator(".wide > img").first
    assert picture.get_attribute("src").endswith("#figure_1")
    page.get_by_role("button", name="Show the text").click()
    assert "#figure" not in picture.get_attribute("src")


def test_the_size_of_code_for_a_reader(reader):
    code = reader(ROC).locator("article pre").first
    assert code.evaluate("part => parseFloat(getComputedStyle(part).fontSize)") == READING


@each_asking_chapter_in_depth
def test_a_bet_is_shown_with_its_story(projected, name):
    above = """bets => bets.map(bet => {
        let part = bet.closest(".cell").previousElementSibling;
        if (part.matches(".cell")) part = part.previousElementSibling;
        return part;
    }).filter(part => part.matches("p") && !part.checkVisibility()).map(part => part.textContent)"""
    assert not projected.locator("article .q-bet").evaluate_all(above)


def test_a_first_bet_is_shown_with_the_opening_and_nothing_else(reader):
    told = seen(reader(HOLD_OUT, "?class"), "article > section > p")
    opening = "".join(cells_of(HOLD_OUT)[0]["source"]).split("\n\n")[2]
    assert " ".join(told[0].split()) == " ".join(opening.split())[: len(told[0])]
    assert not any("minutes to read" in text or "zip" in text for text in told)


def test_a_link_to_a_bet_leads_to_its_story_and_all_its_choices(reader):
    page = reader(ROC, "?class#q-roc-alarms")
    assert page.locator("p:has(+ .cell > #q-roc-alarms)").bounding_box()["y"] >= 0
    last = page.locator("#q-roc-alarms .q-choices button").last.bounding_box()
    assert last["y"] + last["height"] <= 900


def test_five_questions_for_a_class_are_as_large(reader):
    page = reader(DUE, "?class")
    page.get_by_role("button", name="Show the answer").first.click()
    assert page.locator(".q-due .q-asked").first.evaluate("part => parseFloat(getComputedStyle(part).fontSize)") >= 27
    assert seen(page, ".q-due .q-feedback")
    assert not page.errors


# ---------------------------------------------------------------- the way back


def test_the_text_comes_back_by_the_keyboard_and_goes_again(reader):
    page = reader(ROC, "?class&all")
    page.get_by_role("button", name="Show the text").focus()
    page.keyboard.press("Enter")
    assert not is_projected(page)
    assert seen(page, "#exercises .exercise")
    assert seen(page, "main > footer")
    assert page.locator(".cell_input pre").first.evaluate("part => getComputedStyle(part).fontSize") == f"{READING}px"
    button = page.get_by_role("button", name="Hide the text")
    assert button.evaluate("part => part === document.activeElement")
    page.keyboard.press("Enter")
    assert is_projected(page)
    assert not page.errors


def test_what_was_at_the_top_stays_there(reader):
    page = reader(ROC, "?class&all")
    heading = page.locator("article h2").nth(3)
    for name in ("Show the text", "Hide the text"):
        heading.evaluate("part => part.scrollIntoView({block: 'start'})")
        before = heading.bounding_box()["y"]
        page.get_by_role("button", name=name).click()
        assert heading.bounding_box()["y"] == pytest.approx(before, abs=2)


def test_a_reader_sees_nothing_of_it(reader):
    page = reader(ROC)
    assert not is_projected(page)
    assert page.locator(".q-text").count() == 0


def test_on_paper_nothing_is_missing(reader):
    page = reader(ROC, "?class&all")
    page.emulate_media(media="print")
    assert seen(page, "article > section > p")
    assert seen(page, "#exercises .exercise")


# ---------------------------------------------------------------- for all


def test_an_explorer_moves(reader):
    page = reader(ROC, "?class&all")
    explorer = page.locator(".explorer").first
    status, slider = explorer.locator("p").first, explorer.locator("input").first
    before = status.inner_text()
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert status.inner_text() != before
    picture, marks = explorer.locator("img").first.bounding_box(), explorer.locator("svg").first.bounding_box()
    assert picture == pytest.approx(marks, abs=1)
    assert not page.errors


@each_theme_in_depth
@pytest.mark.parametrize("name", [ROC, CASE])
def test_everybody_can_use_it_in_light_and_dark(reader, name, theme):
    page = reader(name, "?class&all", color_scheme=theme)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    assert not wcag_violations(page, MARKUP, "body")
    assert not pale_texts(page)


def test_it_fits_a_phone(reader):
    page = reader(ROC, "?class&all", viewport=dict(zip(("width", "height"), PHONE, strict=True)))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_script_and_style_are_light_and_stay_with_the_pages_that_ask(site):
    assert sum((site / "_static" / f"classroom.{kind}").stat().st_size for kind in ("js", "css")) <= 1_600
    assert "classroom.js" not in (site / "book/glossary.html").read_text("utf-8")
    assert all("classroom.js" in (site / f"{name}.html").read_text("utf-8") for name in [*ASKING, DUE])

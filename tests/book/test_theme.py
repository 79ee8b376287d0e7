"""What the theme does around the text: the page's sections in the margin, the contents, code and buttons."""

from __future__ import annotations

import re
from io import BytesIO
from urllib.parse import urljoin

import numpy as np
import pytest
from lxml import html
from matplotlib.colors import to_rgb
from PIL import Image
from test_accessibility import each_theme

from book_pages import DUE, NOTEBOOKS, PAGES, PHONE, cells_of, each_page_in_depth, in_depth
from evalbook import plots
from evalbook_tools import contents
from evalbook_tools.site.figures import growth

CHAPTER, LONG_LINES = "book/confusion/confusion_matrix", "book/regression/bias_and_variance"


# ---------------------------------------------------------------- the page's sections


def sections(page):
    return page.locator("main > .outline")


def test_the_sections_stay_in_sight_to_the_end_of_the_page(reader):
    page = reader(CHAPTER, "?all")
    for share in (0, 0.25, 0.5, 0.75, 0.95):
        page.evaluate("share => scrollTo(0, share * document.documentElement.scrollHeight)", share)
        box = sections(page).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 900
    assert sections(page).locator("p").inner_text().lower() == "on this page"


def test_the_section_being_read_is_marked(reader):
    page = reader(CHAPTER, "?all")
    marked = sections(page).locator("[aria-current]")
    assert marked.get_attribute("href") == "#"
    for target in ("#four-counts-tell-the-errors-apart", "#exercises", "#four-counts-tell-the-errors-apart"):
        sections(page).locator(f"[href='{target}']").click()
        page.wait_for_function(f"() => document.querySelector('main > .outline [aria-current][href=\"{target}\"]')")
        assert marked.count() == 1


def test_before_the_bet_the_sections_are_counted_and_not_named(reader):
    page = reader(CHAPTER)
    outline = sections(page)
    assert outline.is_visible()
    assert outline.locator("li li").filter(visible=True).count() == 0
    hidden = outline.locator(":scope > ul > li > ul > li").count()
    assert outline.get_attribute("data-later") == f"{hidden} more after the bet"
    page.get_by_role("button", name="Continue without betting").click()
    seen = outline.locator(":scope > ul > li > ul > li").filter(visible=True).count()
    assert 0 < seen < hidden  # a second bet is open
    assert outline.get_attribute("data-later") == f"{hidden - seen} more after the bet"
    page.visit(CHAPTER, "?all")
    assert outline.get_attribute("data-later") is None


@each_page_in_depth
def test_nothing_stands_below_or_above_the_sections(visit, name):
    """What is in the margin itself hides them while it passes; nothing else does."""
    page = visit().page
    covered = page.evaluate(
        """() => {
            const outline = document.querySelector("main > .outline");
            if (!outline?.checkVisibility() || getComputedStyle(outline).position !== "sticky") return [];
            const left = outline.getBoundingClientRect().left;
            const parts = [...document.querySelectorAll("article *")].filter(part => part.checkVisibility()
                && !part.closest("aside.margin, .explorer, .wide, .long-lines, pre, .katex, table"));
            const reaching = parts.filter(part => part.getBoundingClientRect().right > left + 1);
            return reaching.map(part => part.outerHTML.slice(0, 99));
        }"""
    )
    assert not covered


# ---------------------------------------------------------------- what is as wide as text and margin


def wide_parts(name):
    """How many explorers and how many figures of several panels a page's notebook shows."""
    shown = [output.get("data", {}) for cell in cells_of(name) for output in cell.get("outputs", [])]
    explorers = sum('class="explorer"' in "".join(data.get("text/html", [])) for data in shown)
    return explorers, sum(growth("".join(data.get("image/svg+xml", []))) > 1 for data in shown)


WITH_WIDE_PARTS = {name: parts for name in NOTEBOOKS if any(parts := wide_parts(name))}
each_page_with_wide_parts = in_depth([*WITH_WIDE_PARTS])
# Explorers and figures that have room, the right edge of the margin, and which notes they touch.
ROOM = """() => {
    const box = part => part.getBoundingClientRect(), margin = box(document.querySelector("main > .outline"));
    const touch = (a, b) => a.top < b.bottom - 1 && a.bottom > b.top + 1 && a.right > b.left && a.left < b.right;
    document.querySelectorAll("article details").forEach(fold => { fold.open = true; });
    const notes = [...document.querySelectorAll("aside.margin")];
    return [...document.querySelectorAll(".explorer, .wide > img")].map(part => ({
        kind: part.tagName, width: box(part).width, right: box(part).right, margin: margin.right,
        text: box(part.closest("section").querySelector("h1, h2, h3, p")).width,
        touched: notes.filter(note => touch(box(note), box(part))).map(note => note.textContent)}));
}"""


@each_page_with_wide_parts
def test_explorers_and_figures_of_several_panels_are_as_wide_as_text_and_margin(visit, name):
    page = visit().page
    parts = page.evaluate(ROOM)
    kinds = [part["kind"] for part in parts]
    assert (kinds.count("DIV"), kinds.count("IMG")) == WITH_WIDE_PARTS[name]
    for part in parts:
        assert part["width"] > part["text"] + 200
        assert part["margin"] - 1 <= part["right"] <= part["margin"] + 1
        assert not part["touched"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1300


@each_page_with_wide_parts
@pytest.mark.parametrize("window", [(1024, 768), (768, 1024), PHONE], ids=["no margin", "tablet", "phone"])
def test_where_there_is_no_margin_they_stay_in_the_text(visit, name, window):
    page = visit(viewport=window).page
    rights = "parts => parts.map(part => part.getBoundingClientRect().right)"
    column = page.locator("article").evaluate_all(rights)[0]
    assert max(page.locator(".explorer, .wide > img").evaluate_all(rights)) <= column + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= window[0]


def test_the_keyboard_brings_the_sections_above_what_passes(reader):
    page = reader("book/probabilities/calibration", "?all")
    page.locator(".explorer").first.evaluate("part => scrollBy(0, part.getBoundingClientRect().top - 60)")
    link = sections(page).locator("a:visible").nth(3)
    link.evaluate("link => link.focus({focusVisible: true, preventScroll: true})")
    at = link.bounding_box()
    assert link.evaluate("(link, [x, y]) => link.contains(document.elementFromPoint(x, y))", [at["x"] + 9, at["y"] + 9])


# ---------------------------------------------------------------- the contents


def open_parts(page):
    return page.locator(".contents details[open] > summary").all_inner_texts()


def test_the_readers_part_and_what_is_due_are_open(reader):
    page = reader("book/curves/class_skew")
    assert [part.lower() for part in open_parts(page)] == ["curves", "practice"]
    due = page.locator(".contents").get_by_role("link", name="Questions due").bounding_box()
    assert 0 < due["y"] < 900 - 50  # in sight, although the own part is open above it
    page.visit("book/api/curves/roc")
    assert [part.lower() for part in open_parts(page)] == ["practice", "reference"]
    page.visit(DUE)
    assert [part.lower() for part in open_parts(page)] == ["practice"]


def test_a_part_opens_by_the_keyboard_and_without_a_script(reader):
    page = reader("book/curves/class_skew", java_script_enabled=False)
    page.locator(".contents summary", has_text="Costs").focus()
    assert not page.get_by_role("link", name="The cost curve").is_visible()
    page.keyboard.press("Enter")
    assert page.get_by_role("link", name="The cost curve").is_visible()


PARTS = [part for part in contents.parts() if part.title]
LANDING, CLASS_SKEW = "book/intro", "book/curves/class_skew"
each_linked = pytest.mark.parametrize(
    ("name", "where"),
    [(CLASS_SKEW, ".//nav[@id='theme-contents']/div/a"), (LANDING, ".//article//p[@class='caption']/span/a")],
    ids=["beside the text", "on the landing page"],
)
each_unlinked = pytest.mark.parametrize(
    ("name", "where"),
    [(CLASS_SKEW, ".//nav[@id='theme-contents']/details/summary"), (LANDING, ".//article//p[@class='caption']/span")],
    ids=["beside the text", "on the landing page"],
)


def found(site, name, where):
    return html.fromstring((site / f"{name}.html").read_text("utf-8")).findall(where)


def leads_to(name, links):
    return [urljoin(f"{name}.html", link.get("href")).removesuffix(".html") for link in links]


@each_linked
def test_the_caption_of_a_part_leads_to_its_opening(site, name, where):
    links = found(site, name, where)
    assert dict(zip([link.text_content() for link in links], leads_to(name, links), strict=True)) == {
        part.title: part.opening for part in PARTS if part.opening
    }


@each_unlinked
def test_the_caption_of_a_part_without_an_opening_is_text(site, name, where):
    assert [one.text for one in found(site, name, where) if not len(one)] == [
        part.title for part in PARTS if not part.opening
    ]


def test_below_the_captions_stand_chapters_with_their_numbers_and_no_opening(site):
    name = "book/glossary"
    links = found(site, name, ".//nav[@id='theme-contents']//details/ul/li/a")
    listed = dict(zip(leads_to(name, links), [link.text_content() for link in links], strict=True))
    numbers = {page: int(text.partition(".")[0]) for page, text in listed.items() if text[0].isdigit()}
    assert numbers == contents.chapter_numbers()
    assert not {part.opening for part in PARTS} & {*listed}


def test_next_leads_through_all_pages_in_their_order(site):
    way = [PAGES[0]]
    while following := found(site, way[-1], ".//a[@rel='next']"):
        way += leads_to(way[-1], following)
    assert way == PAGES


def test_previous_leads_through_an_opening_to_the_chapter_before(site):
    name = "book/curves/index"
    assert leads_to(name, found(site, name, ".//a[@rel='prev']")) == ["book/confusion/averaging"]


def test_on_an_opening_its_part_is_open(reader):
    assert [part.lower() for part in open_parts(reader("book/curves/index"))] == ["curves", "practice"]


def test_beside_the_caption_that_leads_away_a_part_opens_and_closes(reader):
    page = reader("book/curves/class_skew")
    page.locator(".contents summary", has_text="Splits").click()
    assert page.get_by_role("link", name="Leave-one-out").is_visible()
    assert page.url.endswith("class_skew.html")


API_PAGE = "book/api/curves/roc"


@pytest.mark.parametrize("name", [API_PAGE, DUE], ids=["of the API", "with the questions due"])
def test_beside_some_pages_each_part_with_an_opening_is_one_link(site, name):
    """All chapters beside each page of the API would make the site 0.4 MB larger; that of questions is heavy."""
    parts = found(site, name, ".//nav[@id='theme-contents']/div[@class='opened']")
    openings = [part.opening for part in PARTS if part.opening]
    assert leads_to(name, [link for part in parts for link in part.findall(".//a")]) == openings


@pytest.mark.parametrize("part", [part for part in PARTS if part.opening], ids=lambda part: part.title)
def test_from_a_page_of_the_api_each_chapter_is_two_clicks_away(site, part):
    beside = leads_to(API_PAGE, found(site, API_PAGE, ".//nav[@id='theme-contents']//a"))
    assert part.opening in beside
    assert {*part.pages} <= {*leads_to(part.opening, found(site, part.opening, ".//article//a[@href]"))}


def test_the_keyboard_leads_from_a_page_of_the_api_to_an_opening(reader):
    page = reader(API_PAGE)
    page.locator(".contents > ul a").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/book/splits/index.html")


@pytest.mark.parametrize("name", ["book/curves/index", "book/glossary", "_modules/evalbook/costs", "search"])
def test_below_the_text_of_a_page_without_sections_stands_what_follows(reader, name):
    page = reader(name)
    assert not page.locator(".outline").count()
    text, foot = (page.locator(part).bounding_box() for part in ("article", "main > footer"))
    assert foot["y"] >= text["y"] + text["height"]
    assert abs(foot["x"] - text["x"]) <= 1


# ---------------------------------------------------------------- a phone


def phone(reader, name, query="", **options):
    return reader(name, query, viewport=dict(zip(("width", "height"), PHONE, strict=True)), **options)


def test_the_header_stays_at_the_top_of_a_phone(reader):
    page = phone(reader, CHAPTER, "?all#exercises")
    header = page.locator(".masthead").bounding_box()
    assert header["y"] == 0
    assert header["height"] <= 60
    heading = page.locator("#exercises > h2")
    assert heading.bounding_box()["y"] >= header["height"]


def test_the_contents_close_by_their_button_and_when_a_link_was_tapped(reader):
    page = phone(reader, CHAPTER, "?all", has_touch=True)
    contents, close = page.locator(".contents"), page.get_by_role("button", name="Close")
    page.get_by_role("button", name="Contents").tap()
    page.keyboard.press("End")
    close.tap()
    assert not contents.is_visible()
    page.get_by_role("button", name="Contents").tap()
    contents.get_by_role("link", name="Exercises").tap()
    assert not contents.is_visible()
    assert page.locator("#exercises > h2").bounding_box()["y"] < 200


def test_the_triangle_beside_a_caption_that_leads_away_is_wide_enough_for_a_finger(reader):
    page = phone(reader, CHAPTER, "?all", has_touch=True)
    page.get_by_role("button", name="Contents").tap()
    box = page.locator(".contents .opened summary").first.bounding_box()
    assert min(box["width"], box["height"]) >= 24


def test_a_caption_leads_to_the_opening_of_its_part_on_a_phone(reader):
    page = phone(reader, CHAPTER, "?all", has_touch=True)
    page.get_by_role("button", name="Contents").tap()
    page.locator(".contents").get_by_role("link", name="Curves", exact=True).tap()
    page.wait_for_url("**/book/curves/index.html")


@each_page_in_depth
def test_no_page_scrolls_sideways_on_the_smallest_phone(visit, name):
    page = visit(viewport=(320, 700)).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_header_is_one_line_on_the_smallest_phone(reader):
    page = reader(CHAPTER, viewport={"width": 320, "height": 700})
    assert page.locator(".masthead").bounding_box()["height"] <= 60


def edge(code):
    """The light of the last columns of a piece of code, as drawn."""
    picture = Image.open(BytesIO(code.screenshot())).convert("L")
    return picture.getpixel((picture.width - 1, picture.height // 2))


def test_code_shows_that_there_is_more_to_the_right(reader):
    page = phone(reader, CHAPTER, "?all", color_scheme="light")
    codes = page.locator(".cell_input pre").all()
    code = next(code for code in codes if code.evaluate("code => code.scrollWidth > code.clientWidth + 40"))
    before = edge(code)
    code.evaluate("code => { code.scrollLeft = 1e6 }")
    assert ratio([edge(code)] * 3, [before] * 3) >= 3


def test_a_table_by_rows_says_in_each_cell_what_stood_above_it(reader):
    page = phone(reader, "book/api/review/findings")
    cell = page.locator("table.rows").last.locator("tbody tr").first.locator("td").nth(1)
    look = "cell => getComputedStyle(cell, '::before').content"
    assert cell.evaluate(look) == '"Severity: "'
    assert cell.bounding_box()["width"] > PHONE[0] / 2
    page.set_viewport_size({"width": 1300, "height": 900})
    assert cell.evaluate(look) == "none"


# ---------------------------------------------------------------- the colors of figures

COLORS = {name: getattr(plots, name) for name in ("BLUE", "ORANGE", "GREEN", "RED", "PURPLE", "INK", "GREY")}
# What red-blind and green-blind readers see of linear red, green and blue (Machado, Oliveira and Fernandes, 2009).
SIGHT = {
    "all colors": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = TO_XYZ.sum(axis=1)


def lightness_and_hue(color, sight):
    """L*, a* and b* of a color, as such a reader sees it."""
    x, y, z = TO_XYZ @ np.clip(SIGHT[sight] @ np.array(linear(color)), 0, 1) / WHITE
    roots = [np.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)]
    return np.array([116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])])


def of_hex(color):
    return [round(255 * part) for part in to_rgb(color)]


DRAWN = """([color, theme]) => {
    document.documentElement.dataset.theme = theme;
    const size = 'width="20" height="20"';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="${color}"/></svg>`;
    const picture = Object.assign(new Image(), {src: `data:image/svg+xml,${encodeURIComponent(svg)}`});
    const place = document.querySelector(".cell_output");
    place.replaceChildren(picture);
    return picture.decode();
}"""


@each_theme
def test_the_colors_of_figures_stand_out_from_the_page(reader, theme):
    page = reader(CHAPTER, "?all")
    for name, color in COLORS.items():
        page.evaluate(DRAWN, [color, theme])
        drawn = Image.open(BytesIO(page.locator(".cell_output img").first.screenshot())).convert("RGB")
        ground = rgb(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        assert ratio(drawn.getpixel((10, 10)), ground) >= 3, name


@pytest.mark.parametrize("sight", SIGHT)
def test_orange_stays_apart_from_each_other_color(sight):
    """By 18 in CIE's L*a*b*, as far as Okabe and Ito's own; #B87400 is 2 from the red."""
    orange = lightness_and_hue(of_hex(COLORS["ORANGE"]), sight)
    for name in COLORS.keys() - {"ORANGE"}:
        assert np.linalg.norm(orange - lightness_and_hue(of_hex(COLORS[name]), sight)) >= 18, name


# ---------------------------------------------------------------- long lines

# How far each code reaches beyond its column, what of it is hidden, and which notes in the margin it touches.
REACH = """() => {
    document.querySelectorAll("article details").forEach(fold => { fold.open = true; });
    const box = part => part.getBoundingClientRect(), notes = [...document.querySelectorAll("aside.margin")].map(box);
    const touch = (a, b) => a.top < b.bottom - 1 && a.bottom > b.top + 1 && a.right > b.left && a.left < b.right;
    return [...document.querySelectorAll("article .cell_input .highlight")].map(code => ({
        beyond: box(code).right - box(code.closest(".cell")).right, hidden: code.scrollWidth - code.clientWidth,
        more: code.firstElementChild.scrollWidth - code.firstElementChild.clientWidth,
        long: Boolean(code.closest(".long-lines")), boxed: Boolean(code.closest(".solution")),
        touched: notes.some(note => touch(note, box(code)))}));
}"""


@each_page_in_depth
def test_code_reaches_beyond_the_column_before_it_scrolls_and_touches_no_note(visit, name):
    codes = visit().page.evaluate(REACH)
    for code in codes:
        assert -1 <= code["beyond"] <= (280 if code["long"] else 40 if code["boxed"] else 36)
        assert code["beyond"] > 35 or not code["more"]
        assert not code["touched"]


def test_code_with_long_lines_reaches_as_far_as_figures(reader):
    page = reader(LONG_LINES, "?all")
    long = [code for code in page.evaluate(REACH) if code["long"]]
    assert long
    assert max(code["beyond"] for code in long) > 100
    assert not [code for code in long if code["more"]]


@pytest.mark.parametrize(("width", "reach"), [(320, 0), (390, 0), (820, 36), (1024, 24), (1279, 36), (1280, 36)])
def test_code_reaches_as_far_as_there_is_room(reader, width, reach):
    page = reader(CHAPTER, "?all", viewport={"width": width, "height": 900})
    plain = [code for code in page.evaluate(REACH) if not code["long"] and not code["boxed"]]
    assert max(code["beyond"] for code in plain) <= reach + 1
    assert all(code["beyond"] >= reach - 1 for code in plain if code["more"])
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_phone_a_printed_table_scrolls_and_a_printed_sentence_wraps(reader):
    page = phone(reader, "book/splits/cross_validation", "?all")
    look = "outputs => outputs.map(one => [one.scrollWidth - one.clientWidth, getComputedStyle(one).whiteSpace])"
    tables = page.locator(".output.columns pre").evaluate_all(look)
    others = page.locator(".output:not(.columns) > .highlight > pre").evaluate_all(look)
    assert any(hidden > 0 for hidden, _ in tables)
    assert {space for _, space in tables} == {"pre"}
    assert all(hidden <= 0 for hidden, _ in others)
    table = page.locator(".output.columns pre").first
    assert table.evaluate("pre => pre.scrollWidth <= pre.clientWidth || pre.tabIndex === 0")


# ---------------------------------------------------------------- buttons


def opacity(button):
    """How much of it is seen once what changes slowly has changed."""
    button.evaluate("button => Promise.all(button.getAnimations().map(each => each.finished))")
    return float(button.evaluate("button => getComputedStyle(button).opacity"))


def test_a_copy_button_is_seen_when_the_keyboard_reaches_it(reader):
    page = reader(CHAPTER, "?all")
    button = page.locator(".copybtn").first
    assert opacity(button) == 0
    button.evaluate("button => button.focus({focusVisible: true})")
    assert opacity(button) == 1
    assert button.evaluate("button => parseFloat(getComputedStyle(button).outlineWidth)") >= 2
    assert button.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"


def test_a_copy_button_is_seen_while_the_pointer_is_on_its_code(reader):
    page = reader(CHAPTER, "?all")
    code = page.locator(".cell_input .highlight").first
    code.hover()
    assert opacity(code.locator(".copybtn")) == 1
    page.mouse.move(2, 2)
    assert opacity(code.locator(".copybtn")) == 0
    assert not page.locator(".cell_output .copybtn").count()


def test_code_is_copied_as_it_stands_and_a_dialog_without_prompts_and_answers(reader, served):
    page = reader("book/api/curves/roc", base=served, permissions=["clipboard-read", "clipboard-write"])
    dialog = page.locator(".highlight:has(.copybtn)", has_text=">>> curve").first
    dialog.hover()
    dialog.get_by_role("button", name="Copy").click()
    dialog.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()").splitlines()
    lines = dialog.locator("pre").inner_text().splitlines()
    assert copied == [line[4:] for line in lines if line.startswith((">>> ", "... "))]
    assert len(copied) < len(lines)
    page.visit(CHAPTER, "?all")
    code = page.locator(".cell_input .highlight").first
    code.hover()
    code.get_by_role("button").click()
    code.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == code.locator("pre").inner_text().rstrip()


def test_code_is_copied_from_a_server_without_encryption(reader, served):
    """There a browser has no clipboard for scripts."""
    page = reader(
        *(CHAPTER, "?all"), base=served, init="Object.defineProperty(navigator, 'clipboard', {value: undefined})"
    )
    page.evaluate("document.addEventListener('copy', () => (window.copied = getSelection().toString()))")
    code = page.locator(".cell_input .highlight").first
    code.hover()
    code.get_by_role("button").click()
    assert page.evaluate("window.copied") == code.locator("pre").inner_text().rstrip()
    assert page.evaluate("document.activeElement.className") == "copybtn"


def test_copy_buttons_are_seen_where_nothing_hovers(reader):
    page = phone(reader, CHAPTER, "?all", has_touch=True, is_mobile=True)
    assert opacity(page.locator(".copybtn").first) == 1


@each_theme
def test_the_outline_and_the_border_of_a_copy_button_stand_out(reader, theme):
    page = reader(CHAPTER, "?all", color_scheme=theme)
    button = page.locator(".copybtn").first
    button.evaluate("button => button.focus({focusVisible: true})")
    look = "button => ['backgroundColor', 'borderTopColor', 'outlineColor'].map(name => getComputedStyle(button)[name])"
    opacity(button)
    ground, *marks = (rgb(color) for color in button.evaluate(look))
    for mark in marks:
        assert ratio(ground, mark) >= 3


def rgb(color):
    return [int(number) for number in re.findall(r"\d+", color)[:3]]


def ratio(first, second):
    """The ratio of WCAG, of two colors."""
    dark, light = sorted(luminance(color) for color in (first, second))
    return (light + 0.05) / (dark + 0.05)


def luminance(color):
    return np.dot([0.2126, 0.7152, 0.0722], linear(color))


def linear(color):
    """The light of red, green and blue, of numbers up to 255."""
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in color)]

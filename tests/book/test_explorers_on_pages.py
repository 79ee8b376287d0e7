"""Explorers on the built pages: marks on their curves, mouse, finger, keys, screen readers, print, no script."""

from __future__ import annotations

import re
from itertools import chain
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from explorers import two_sliders
from test_accessibility import MARKUP, pale_by_day_or_night, wcag_violations

from book_pages import BY_AXE, DESKTOP, PAGES, PHONE, ROOT, in_depth


def has_explorer(name: str) -> bool:
    path = ROOT / f"{name}.ipynb"
    return path.exists() and 'class=\\"explorer\\"' in path.read_text("utf-8")


WITH_EXPLORER = [name for name in PAGES if has_explorer(name)]
each_page = pytest.mark.parametrize("name", WITH_EXPLORER, scope="session")
each_page_in_depth = in_depth(WITH_EXPLORER, {"book/intro", "book/curves/roc_curve"})
each_window = pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desk", "phone"])
LANDING = "book/intro"

# Where each mark of an explorer stands, in pixels: its panel, its kind, and its place; nothing where it is hidden.
MARKS = """root => [...root.querySelectorAll(".explorer-point, .explorer-rule")].map(mark => {
    const svg = mark.ownerSVGElement, panel = [...root.querySelectorAll(".explorer-panel svg")].indexOf(svg);
    const at = mark.getCTM() && mark.transform.baseVal.consolidate().matrix, box = svg.getBoundingClientRect();
    const point = new DOMPoint(0, 0).matrixTransform(mark.getScreenCTM());
    return {panel, kind: mark.getAttribute("class").split("-").at(-1), hidden: mark.hasAttribute("hidden"),
            paths: [...svg.querySelectorAll(".explorer-path")].map(path => path.getAttribute("d")),
            free: "free" in mark.dataset,
            x: point.x - box.x, y: point.y - box.y, width: box.width};
})"""
# The same in each of a slider's states: one call, because a call for each takes ten times as long.
MARKS_AT_STEPS = f"""(slider, steps) => steps.map(step => {{
    slider.value = step;
    slider.dispatchEvent(new Event("input", {{bubbles: true}}));
    return ({MARKS})(slider.closest(".explorer"));
}})"""
PICTURES = """root => [...root.querySelectorAll(".explorer-panel img")].map(image => ({
    address: image.src, width: image.getBoundingClientRect().width, natural: image.getAttribute("width")}))"""


@pytest.fixture
def opened(visit, name):
    """A function that opens the page in a window and gives its explorers, each in its first state."""

    def open_page(window=DESKTOP):
        page = visit(viewport=window).page
        explorers = page.locator(".explorer").all()
        assert explorers
        for explorer in explorers:
            for slider in explorer.locator("input").all():
                set_to(slider, slider.get_attribute("value"))
        return page, explorers

    return open_page


def set_to(slider, step) -> None:
    """Move a slider as a key would."""
    slider.evaluate(
        "(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input', {bubbles: true})) }", step
    )


def steps_of(slider, at_most: int) -> list[int]:
    """Some of a slider's steps, the ends among them."""
    last = int(slider.get_attribute("max"))
    return sorted({round(step) for step in np.linspace(0, last, min(at_most, last + 1))})


def drawn_lines(address: str) -> list[np.ndarray]:
    """The corners of all lines that a picture shows, in its units."""
    svg = ElementTree.fromstring(unquote(address.removeprefix("data:image/svg+xml,")))
    found = []
    for path in svg.iter("{http://www.w3.org/2000/svg}path"):
        if "stroke: #" in path.get("style", "") and "M" in path.get("d", ""):
            found.append(corners_of(path.get("d")))
    return found


def corners_of(path: str) -> np.ndarray:
    """The corners of a line as SVG writes it."""
    return np.reshape([float(number) for number in re.findall(r"-?[\d.]+", path)], (-1, 2))


def distance(point: np.ndarray, lines: list[np.ndarray]) -> float:
    """From a point to the nearest of the lines."""
    best = np.inf
    for corners in lines:
        begin, step = corners[:-1], np.diff(corners, axis=0)
        share = ((point - begin) * step).sum(axis=1) / np.maximum((step**2).sum(axis=1), 1e-12)
        nearest = begin + np.clip(share, 0, 1)[:, None] * step
        best = min(best, np.linalg.norm(np.vstack([nearest, corners]) - point, axis=1).min())
    return best


@each_page_in_depth
@each_window
def test_points_stand_on_what_is_drawn_within_a_pixel(opened, name, window):
    for explorer in opened(window)[1]:
        pictures = explorer.evaluate(PICTURES)
        lines = [drawn_lines(picture["address"]) for picture in pictures]
        for slider in explorer.locator("input").all():
            for mark in chain(*slider.evaluate(MARKS_AT_STEPS, steps_of(slider, 25))):
                if mark["kind"] != "point" or mark["hidden"] or mark["free"]:
                    continue
                scale = mark["width"] / float(pictures[mark["panel"]]["natural"])
                place = np.array([mark["x"], mark["y"]]) / scale
                drawn = lines[mark["panel"]] + [corners_of(path) for path in mark["paths"] if path]
                assert distance(place, drawn) * scale <= 1, mark


def test_a_point_beside_the_line_is_found():
    line = [np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]])]
    assert distance(np.array([5.0, 0.0]), line) == 0
    assert distance(np.array([5.0, 2.0]), line) == 2


# What the status says at the very moment of a move, however slow the machine is.
STATUS_AT_INPUT = """root => root.addEventListener("input", () =>
    (root.dataset.status = root.querySelector(".explorer-status").textContent), {once: true})"""


@each_page_in_depth
def test_arrow_keys_move_one_step_and_the_sentence_follows(opened, name):
    page, explorers = opened()
    for explorer in explorers:
        says, status = explorer.locator(".explorer-says"), explorer.locator(".explorer-status")
        for slider in explorer.locator("input").all():
            set_to(slider, 0)
            first, before = slider.get_attribute("aria-valuetext"), says.inner_text()
            slider.focus()
            explorer.evaluate(STATUS_AT_INPUT)
            page.keyboard.press("ArrowRight")
            assert slider.input_value() == "1"
            assert slider.get_attribute("aria-valuetext") != first
            assert says.inner_text() != before
            assert explorer.get_attribute("data-status") != says.text_content()  # it waits until the reader rests
            page.wait_for_timeout(600)
            assert status.text_content() == says.text_content()
            assert slider.evaluate("slider => slider.labels[0].innerText.trim().length > 0")


@each_page_in_depth
@each_window
def test_the_sentence_keeps_its_height_so_that_nothing_jumps(opened, name, window):
    for explorer in opened(window)[1]:
        heights = explorer.evaluate(HEIGHTS_IN_EACH_STATE)
        assert len(heights) > 1
        assert max(heights) - min(heights) < 1


HEIGHTS_IN_EACH_STATE = """root => [...root.querySelectorAll("input")].flatMap(slider =>
    Array.from({length: +slider.max + 1}, (_, step) => {
        slider.value = step;
        slider.dispatchEvent(new Event("input", {bubbles: true}));
        return root.querySelector(".explorer-says").getBoundingClientRect().height;
    }))"""


def movable(explorer):
    """The panels that the reader can press in."""
    return explorer.locator(".explorer-moves").all()


@each_page_in_depth
@each_window
def test_pressing_in_a_picture_goes_to_the_nearest_state_and_on_with_the_keys(opened, name, window):
    page, explorers = opened(window)
    for explorer in explorers:
        for panel in movable(explorer):
            panel.scroll_into_view_if_needed()
            seen = set()
            for across, up in ((0.3, 0.7), (0.7, 0.3), (0.5, 0.5)):
                box = panel.bounding_box()
                page.mouse.click(box["x"] + across * box["width"], box["y"] + up * box["height"])
                seen.add(explorer.locator(".explorer-says").inner_text())
                assert page.evaluate("document.activeElement.matches('.explorer input')")
            assert len(seen) > 1
            now = explorer.locator("input:focus").input_value()
            page.keyboard.press("ArrowLeft" if int(now) else "ArrowRight")
            assert explorer.locator("input:focus").input_value() != now


@each_page_in_depth
def test_a_mark_is_dragged_with_the_mouse(opened, name):
    page, explorers = opened()
    for explorer in explorers:
        mark = next(mark for mark in explorer.evaluate(MARKS) if not mark["hidden"])
        panel = explorer.locator(".explorer-panel").nth(mark["panel"])
        panel.scroll_into_view_if_needed()
        box, says = panel.bounding_box(), explorer.locator(".explorer-says")
        before = says.inner_text()
        page.mouse.move(box["x"] + mark["x"], box["y"] + mark["y"])
        page.mouse.down()
        assert says.inner_text() == before
        page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 0.3 * box["height"], steps=5)
        after = says.inner_text()
        page.mouse.up()
        assert after != before
        assert says.inner_text() == after
        page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.8 * box["height"])
        assert says.inner_text() == after  # it was let go


# A page goes on for a while after a finger has pushed it.
AT_REST = """() => new Promise(done => {
    const look = last => scrollY === last ? done() : setTimeout(look, 200, scrollY);
    look(-1);
})"""


@each_page_in_depth
def test_a_finger_on_the_mark_drags_and_beside_it_scrolls(reader, name):
    page = reader(name, "?all", viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    touch = page.context.new_cdp_session(page)

    def swipe(start, end):
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [dict(zip("xy", start, strict=True))]}
        )
        for share in np.linspace(0, 1, 8):
            point = {axis: a + share * (b - a) for axis, a, b in zip("xy", start, end, strict=True)}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(100)

    for explorer in page.locator(".explorer").all():
        mark = next(mark for mark in explorer.evaluate(MARKS) if not mark["hidden"])
        panel, says = explorer.locator(".explorer-panel").nth(mark["panel"]), explorer.locator(".explorer-says")
        panel.evaluate("panel => panel.scrollIntoView({block: 'center'})")
        box, before, scrolled = panel.bounding_box(), says.inner_text(), page.evaluate("scrollY")
        start = box["x"] + mark["x"], box["y"] + mark["y"]
        swipe(start, (start[0] + 60, start[1] - 100))
        assert says.inner_text() != before
        assert page.evaluate("scrollY") == scrolled
        now = says.inner_text()
        marks = [other for other in explorer.evaluate(MARKS) if other["panel"] == mark["panel"] and not other["hidden"]]
        corners = [(x, y) for x in (8, box["width"] - 8) for y in (20, box["height"] - 20)]
        free = max(corners, key=lambda at: min(np.hypot(one["x"] - at[0], one["y"] - at[1]) for one in marks))
        beside, low = box["x"] + free[0], box["y"] + free[1]
        swipe((beside, low), (beside, low - 140))
        assert says.inner_text() == now
        assert page.evaluate("scrollY") > scrolled
        page.evaluate(AT_REST)


@each_page_in_depth
def test_a_reload_begins_anew(opened, name):
    page, (explorer, *_) = opened()
    slider, says = explorer.locator("input").first, explorer.locator(".explorer-says")
    first = says.inner_text()
    set_to(slider, slider.get_attribute("max"))
    assert says.inner_text() != first
    page.reload()
    assert says.inner_text() == first
    assert slider.input_value() == slider.get_attribute("value")


@each_page_in_depth
@each_window
def test_slider_and_each_panel_are_seen_together(opened, name, window):
    for explorer in opened(window)[1]:
        sliders = explorer.locator(".explorer-sliders")
        for part in explorer.locator(".explorer-panel, .explorer-table").all():
            part.evaluate("part => part.scrollIntoView({block: 'end'})")
            bar, box = sliders.bounding_box(), part.bounding_box()
            assert bar["y"] >= 0
            assert bar["y"] + bar["height"] <= box["y"] + 1
            assert box["y"] + box["height"] <= window[1] + 1


@each_page_in_depth
@each_window
def test_nothing_scrolls_sideways_and_nothing_overlaps(opened, name, window):
    page, explorers = opened(window)
    assert page.evaluate("document.documentElement.scrollWidth") <= window[0]
    for explorer in explorers:
        outer = explorer.bounding_box()
        boxes = [part.bounding_box() for part in explorer.locator(".explorer-panel, .explorer-table").all()]
        for place, box in enumerate(boxes):
            assert box["x"] >= outer["x"] - 1
            assert box["x"] + box["width"] <= outer["x"] + outer["width"] + 1
            for other in boxes[:place]:
                beside = other["x"] + other["width"] <= box["x"] + 1 or box["x"] + box["width"] <= other["x"] + 1
                above, below = sorted([box, other], key=lambda one: one["y"])
                assert beside or above["y"] + above["height"] <= below["y"] + 1


# The parts of an explorer, and the height of its smallest letters as they are drawn, in pixels.
PARTS = """root => {
    const boxes = name => [...root.querySelectorAll(name)].map(part => part.getBoundingClientRect());
    const words = [...root.querySelectorAll("svg text")].filter(word => word.textContent.trim());
    const scale = word => { const {a, b} = word.getScreenCTM(); return Math.hypot(a, b); };  // some stand upright
    return {panels: boxes(".explorer-panel"), tables: boxes(".explorer-table"), smallest:
        Math.min(...words.map(word => parseFloat(getComputedStyle(word).fontSize) * scale(word)))};
}"""


@each_page_in_depth
def test_on_a_desk_panels_are_no_thumbnails_and_their_words_are_as_large_as_the_page_s(opened, name):
    for explorer in opened()[1]:
        parts = explorer.evaluate(PARTS)
        assert min(panel["width"] for panel in parts["panels"]) >= 300
        assert 13 <= parts["smallest"] <= 20


def test_two_pictures_stand_beside_each_other_and_the_table_below_them(reader):
    parts = reader("book/curves/roc_curve", "?all").locator(".explorer").first.evaluate(PARTS)
    (first, second), (table,) = parts["panels"], parts["tables"]
    assert first["top"] == pytest.approx(second["top"], abs=1)
    assert table["top"] >= max(first["bottom"], second["bottom"])


@each_page
def test_the_page_loads_script_and_style_once(site, name):
    text = (site / f"{name}.html").read_text("utf-8")
    assert text.count("explorers.js") == text.count("explorers.css") == 1
    article = text[text.index("<article>") : text.index("</article>")]
    assert "<style>" not in article
    assert "flatMap" not in article


def test_pages_without_an_explorer_do_not_load_them(site):
    for name in {*PAGES} - {*WITH_EXPLORER}:
        assert "explorers.js" not in (site / f"{name}.html").read_text("utf-8")


def test_script_and_style_of_the_site_are_light(site):
    files = [site / "_static" / f"explorers.{ending}" for ending in ("js", "css")]
    assert sum(file.stat().st_size for file in files) <= 8_000


@each_page_in_depth
def test_in_print_the_present_state_is_there_without_sliders(opened, name):
    page, explorers = opened()
    set_to(explorers[0].locator("input").first, 1)
    says = explorers[0].locator(".explorer-says").inner_text()
    page.emulate_media(media="print")
    assert explorers[0].locator(".explorer-says").inner_text() == says
    assert explorers[0].locator(".explorer-panel img").first.is_visible()
    assert not explorers[0].locator("input").first.is_visible()
    page.emulate_media(media="screen")


@each_page_in_depth
def test_without_a_script_there_are_pictures_a_table_and_a_sentence(reader, name):
    page = reader(name, java_script_enabled=False, viewport={"width": PHONE[0], "height": PHONE[1]})
    for explorer in page.locator(".explorer").all():
        if not explorer.is_visible():  # in a folded part
            continue
        assert explorer.locator(".explorer-says").inner_text().endswith(".")
        assert not explorer.locator("input").count()
        assert explorer.locator("img").first.is_visible()
        assert explorer.locator(".explorer-point:not([hidden])").first.is_visible()


def test_the_landing_page_tells_where_the_bill_is_lowest_once_it_is_asked(reader):
    page = reader(LANDING)
    answer = page.get_by_text("Lowest at")
    assert not answer.is_visible()
    page.get_by_text("Show where it is lowest").click()
    assert answer.is_visible()


@pytest.mark.parametrize("name", [LANDING], scope="session")
def test_in_a_part_that_was_folded_marks_stand_on_their_curves(visit, name):
    page = visit(viewport=(1000, 900)).page
    explorer = page.locator(".explorer").first
    before = explorer.evaluate(MARKS)
    explorer.evaluate(
        "root => { const fold = document.createElement('details'); root.before(fold); fold.append(root); }"
    )
    slider = explorer.locator("input").first
    set_to(slider, 0)
    page.locator("details:has(.explorer)").last.evaluate("fold => (fold.open = true)")
    set_to(slider, slider.get_attribute("value"))
    after = explorer.evaluate(MARKS)
    assert [(round(m["x"]), round(m["y"])) for m in after] == [(round(m["x"]), round(m["y"])) for m in before]


@pytest.mark.parametrize("name", [LANDING], scope="session")
def test_the_landing_page_shows_all_five_panels_at_once(visit, name):
    page = visit(viewport=(1280, 720)).page
    page.locator(".explorer").first.evaluate("explorer => explorer.scrollIntoView()")
    parts = page.locator(".explorer").first.locator(".explorer-sliders, .explorer-panel, .explorer-table").all()
    assert len(parts) == 6
    for part in parts:
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 720


@in_depth(WITH_EXPLORER, BY_AXE)
@pytest.mark.parametrize("window", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.slow)], ids=["desk", "phone"])
def test_axe_finds_nothing_at_either_end(opened, name, window):
    page, explorers = opened(window)
    for explorer in explorers:
        for slider in explorer.locator("input").all():
            for step in (0, slider.get_attribute("max")):
                set_to(slider, step)
                assert not wcag_violations(page, MARKUP, ".explorer")
                assert not pale_by_day_or_night(page, ".explorer")


@each_page
def test_it_asks_for_nothing_and_reports_no_error(visit, name):
    opened = visit()
    assert not opened.outside
    assert not opened.errors


# ---------------------------------------------------------------- an output alone, as a notebook shows it


@pytest.fixture
def outputs(browser):
    """A page of two outputs below each other, each with its own script, as after "run all"."""
    page = browser().new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.set_content(f"<!doctype html>{two_sliders()._repr_html_()}{two_sliders()._repr_html_()}")
    yield page
    assert not page.errors
    page.close()


def test_two_sliders_move_what_hangs_on_each(outputs):
    explorer = outputs.locator(".explorer").nth(1)
    first, second = explorer.locator("input").all()
    point, _, level = explorer.evaluate(MARKS)
    first.focus()
    outputs.keyboard.press("ArrowRight")
    moved, moved_upright, same_level = explorer.evaluate(MARKS)
    assert explorer.locator(".explorer-says").inner_text() == "At c and u."
    assert moved["x"] == moved_upright["x"] > point["x"]
    assert (moved["y"], same_level["y"]) == (point["y"], level["y"])
    assert explorer.locator("td").inner_text() == "1.2"
    second.focus()
    outputs.keyboard.press("End")
    assert explorer.locator(".explorer-says").inner_text() == "At c and v."
    assert explorer.evaluate(MARKS)[0]["y"] < point["y"]
    assert explorer.locator("svg text").text_content() == "high"
    assert outputs.locator(".explorer-says").first.inner_text() == "At b and u."  # the other explorer


def test_pressing_focuses_the_slider_that_turned(outputs):
    explorer, second = outputs.locator(".explorer").first, outputs.locator("input").nth(1)
    focused = "document.activeElement.labels[0].innerText.trim().split(/\\s/)[0]"
    box = explorer.locator(".explorer-panel").bounding_box()
    set_to(second, 1)
    point, _, level = explorer.evaluate(MARKS)
    set_to(second, 0)
    outputs.mouse.click(
        box["x"] + point["x"] - 30, box["y"] + level["y"]
    )  # the level line is near, the upright one not
    assert (explorer.locator(".explorer-says").inner_text(), outputs.evaluate(focused)) == ("At b and v.", "Second")
    outputs.mouse.click(box["x"] + box["width"] - 5, box["y"] + 5)
    assert (explorer.locator(".explorer-says").inner_text(), outputs.evaluate(focused)) == ("At c and v.", "First")
